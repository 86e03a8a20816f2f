/** The two linked views of the plane: one SVG each, and their reactions to pointers. */
import { found } from "../found";
import { add, hull2, length, scale, sub, type Vec, ZERO } from "../math/vec";
import type { Frame } from "../model/frame";
import { aimAt, moveBy, moveTo, scaleBy, turnBy } from "../model/moves";
import type { Which } from "../model/scene";
import type { Store } from "../model/store";
import { drawable, type Look } from "../model/url";
import { s } from "../ui/dom";
import { gestures } from "../ui/gestures";
import { pixels } from "../ui/share";
import type { Views } from "../ui/views";
import { frameOfMotion, gripAt } from "./answers";
import { drawDifference, drawWorld, knobAt, reachOf, ringRadius } from "./layers";
import { fromPixel, Pencil, pixelsPerLength, type Window } from "./pencil";
import { contains, distanceTo } from "./pick";

type Side = "world" | "difference";
type Target =
  | { kind: "shape"; which: Which; grip: Vec }
  | { kind: "ring"; which: Which }
  | { kind: "arrow"; which: Which }
  | { kind: "pan" }
  | { kind: "difference" }
  | { kind: "draw" };

interface Pane {
  side: Side;
  svg: SVGSVGElement;
  pencil: Pencil;
}

/**
 * Pixels around the content, for handles and letters, and above it for the view's title and
 * buttons.
 */
const MARGIN = 34;
const TITLE = 36;

function boxOf(points: readonly Vec[]): { middle: Vec; size: [number, number] } {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  // Two points in one place have no size to fit.
  const size = Math.max(x1 - x0, y1 - y0) || 1;
  return {
    middle: [(x0 + x1) / 2, (y0 + y1) / 2, 0],
    size: [Math.max(x1 - x0, size * 1e-3), Math.max(y1 - y0, size * 1e-3)],
  };
}

/** Points of a polygon that is drawn by hand. */
interface Drawing {
  which: Which;
  points: Vec[];
}

export class PlaneViews implements Views {
  private panes: Record<Side, Pane>;
  private frame: Frame | null = null;
  /** What is drawn by hand; `null` when nothing is. */
  drawing: Drawing | null = null;

  constructor(
    private readonly store: Store,
    hosts: Record<Side, HTMLElement>,
  ) {
    const pane = (side: Side): Pane => {
      const label =
        side === "world"
          ? "The two shapes in the world"
          : "Their Minkowski difference A − B and the origin";
      const svg = s("svg", { class: "plane", role: "img", "aria-label": label });
      hosts[side].replaceChildren(svg);
      return { side, svg, pencil: new Pencil(svg) };
    };
    this.panes = { world: pane("world"), difference: pane("difference") };
    for (const p of Object.values(this.panes)) this.listen(p);
  }

  private window(pane: Pane): Window {
    const { clientWidth: width, clientHeight: height } = pane.svg;
    return {
      width: width || 1,
      height: height || 1,
      look: this.store.state.place.camera[pane.side],
    };
  }

  draw(frame: Frame): void {
    this.frame = frame;
    for (const pane of Object.values(this.panes)) {
      pane.pencil.begin(this.window(pane));
      if (pane.side === "world") drawWorld(pane.pencil, frame);
      else drawDifference(pane.pencil, frame);
      if (pane.side === "world" && this.drawing) this.sketch(pane.pencil, this.drawing);
      pane.pencil.end();
    }
  }

  private sketch(pencil: Pencil, { points, which }: Drawing): void {
    const over = pencil.layer("sketch");
    over.begin(pencil.window);
    over.path("hull", `sketch ${which}`, hull2(points), true);
    points.forEach((p, i) => over.dot(`p${i}`, `vertex ${which}`, p, 4));
    over.end();
  }

  fit(frame: Frame): void {
    const { result, scene, selected } = frame;
    const ghost =
      result.state === 1 && result.length > 0
        ? frame.outlineB.map((p) => add(p, scale(result.normal, result.length)))
        : [];
    const swept = frame.meeting ? frameOfMotion(frame, frame.meeting) : ghost;
    const centre = scene[selected].pose.at;
    const r = reachOf(frame, selected);
    const ring = [
      [r, r],
      [-r, -r],
    ].map(([x, y]): Vec => add(centre, [x, y, 0]));
    const boxes = {
      world: boxOf([...frame.outlineA, ...frame.outlineB, ...swept, ...ring]),
      difference: boxOf([...frame.outline, ZERO]),
    };
    const windows = {
      world: this.window(this.panes.world),
      difference: this.window(this.panes.difference),
    };
    const room = (side: Side): number => {
      const [{ width, height }, [w, h]] = [windows[side], boxes[side].size];
      // A view too small for margins uses half of its size for the content.
      return Math.min(
        Math.max(width - 2 * MARGIN, width / 2) / w,
        Math.max(height - TITLE - 2 * MARGIN, height / 2) / h,
      );
    };
    // One scale for both, so that a length looks the same on either side.
    const pixels = Math.min(room("world"), room("difference"));
    const look = (side: Side): Look => {
      const [{ width, height }, { middle }] = [windows[side], boxes[side]];
      return {
        centre: add(middle, [0, TITLE / 2 / pixels, 0]),
        reach: Math.min(width, height) / 2 / pixels,
      };
    };
    this.store.place({
      camera: {
        ...this.store.state.place.camera,
        world: look("world"),
        difference: look("difference"),
      },
    });
  }

  svgOf(side: Side): SVGSVGElement {
    return this.panes[side].svg;
  }

  picture(side: Side): Promise<HTMLCanvasElement> {
    return pixels(this.svgOf(side));
  }

  lengthPerPixel(): number {
    return 1 / pixelsPerLength(this.window(this.panes.world));
  }

  axes(): [Vec, Vec, Vec] {
    return [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
  }

  /** Its colours are the style sheet's. */
  recolour(): void {}

  dispose(): void {
    for (const p of Object.values(this.panes)) p.svg.remove();
  }

  private target(pane: Pane, x: number, y: number): Target {
    const frame = found(this.frame, "a picture to point at");
    const p = fromPixel(this.window(pane), x, y);
    if (pane.side === "difference")
      return contains(frame.outline, p) ? { kind: "difference" } : { kind: "pan" };
    if (this.drawing) return { kind: "draw" };
    const slack = 12 / pixelsPerLength(pane.pencil.window);
    const arrow = gripAt(frame, p, slack);
    if (arrow) return { kind: "arrow", which: arrow };
    const { selected } = this.store.state.place;
    const centre = frame.scene[selected].pose.at;
    const onRing =
      Math.abs(length(sub(p, centre)) - ringRadius(frame, selected, pane.pencil)) < slack / 2;
    if (length(sub(p, knobAt(frame, selected, pane.pencil))) < slack * 1.5 || onRing)
      return { kind: "ring", which: selected };
    const order: Which[] = selected === "a" ? ["a", "b"] : ["b", "a"];
    const outline = (w: Which): Vec[] => (w === "a" ? frame.outlineA : frame.outlineB);
    const hit =
      order.find((w) => contains(outline(w), p)) ??
      order.find((w) => distanceTo(outline(w), p) < slack);
    return hit
      ? { kind: "shape", which: hit, grip: sub(frame.scene[hit].pose.at, p) }
      : { kind: "pan" };
  }

  private pan(side: Side, dx: number, dy: number): void {
    const camera = this.store.state.place.camera;
    const look = camera[side];
    const k = pixelsPerLength(this.window(this.panes[side]));
    const centre: Vec = add(look.centre as Vec, [-dx / k, dy / k, 0]);
    this.store.place({ camera: { ...camera, [side]: { ...look, centre } } });
  }

  private zoom(side: Side, x: number, y: number, factor: number): void {
    const camera = this.store.state.place.camera;
    const pane = this.panes[side];
    const under = fromPixel(this.window(pane), x, y);
    const look = camera[side];
    // At the end of what can be drawn the wheel rests.
    const { reach } = drawable({ ...look, reach: look.reach / factor });
    const centre = add(under, scale(sub(look.centre as Vec, under), reach / look.reach));
    const other = side === "world" ? "difference" : "world";
    this.store.place({
      camera: { ...camera, [side]: { centre, reach }, [other]: { ...camera[other], reach } },
    });
  }

  private listen(pane: Pane): void {
    const { side, svg } = pane;
    const { store } = this;
    gestures(svg, {
      start: (x, y): Target => {
        const t = this.target(pane, x, y);
        if (t.kind === "draw")
          found(this.drawing, "what is drawn").points.push(fromPixel(this.window(pane), x, y));
        if (t.kind === "shape") store.place({ selected: t.which });
        store.set({ moving: t.kind !== "pan" && t.kind !== "draw" });
        return t;
      },
      drag: (t: Target, x, y, dx, dy) => {
        const k = pixelsPerLength(this.window(pane));
        const p = fromPixel(this.window(pane), x, y);
        if (t.kind === "pan") this.pan(side, dx, dy);
        // The difference moves against B: A − (B + d) = (A − B) − d.
        else if (t.kind === "difference") moveBy(store, "b", [-dx / k, dy / k, 0], 0.02 / k);
        else if (t.kind === "arrow") aimAt(store, t.which, p, 1 / k);
        else if (t.kind === "shape") moveTo(store, t.which, add(p, t.grip), 1 / k);
        else if (t.kind === "ring") {
          const centre = store.state.scene[t.which].pose.at;
          const before = sub(fromPixel(this.window(pane), x - dx, y - dy), centre);
          const now = sub(p, centre);
          turnBy(
            store,
            t.which,
            Math.atan2(
              before[0] * now[1] - before[1] * now[0],
              before[0] * now[0] + before[1] * now[1],
            ),
          );
        }
      },
      pinch: (t: Target, x, y, factor, twist) => {
        if (t.kind !== "shape") return this.zoom(side, x, y, factor);
        turnBy(store, t.which, -twist);
        scaleBy(store, t.which, factor);
      },
      wheel: (x, y, notches, e) => {
        const { selected } = store.state.place;
        if (e.shiftKey || this.target(pane, x, y).kind === "ring")
          turnBy(store, selected, -notches * 0.1);
        else if (e.altKey) scaleBy(store, selected, 1.1 ** -notches);
        else this.zoom(side, x, y, 1.2 ** -notches);
      },
      end: () => store.set({ moving: false }),
      holds: (x, y) => this.frame !== null && this.target(pane, x, y).kind !== "pan",
      hover: (x, y) => {
        if (!this.frame) return;
        const kind = this.target(pane, x, y).kind;
        svg.style.cursor = {
          shape: "grab",
          difference: "grab",
          arrow: "grab",
          ring: "alias",
          pan: "default",
          draw: "crosshair",
        }[kind];
      },
    });
  }
}
