/** The two linked views of space. */

import { Box3, type Mesh, Raycaster, Vector2, Vector3 } from "three";
import type { Shape } from "../engine";
import { found } from "../found";
import { add, IDENTITY, length, scale, sub, type Vec, ZERO } from "../math/vec";
import type { Frame, Solver } from "../model/frame";
import { rests } from "../model/motion";
import { aimAt, moveBy, scaleBy, turnBy } from "../model/moves";
import type { RegionsShown } from "../model/regions";
import { core, outOf, type Pose, type Scene, type Which } from "../model/scene";
import type { DrawStep } from "../model/steps";
import type { Store } from "../model/store";
import { type Surface, surfaceOf } from "../model/surface";
import { drawable, type Look } from "../model/url";
import { gestures } from "../ui/gestures";
import type { Views } from "../ui/views";
import { drawRings, type Grip, pickRing } from "./gizmo";
import { drawDifferenceMarks, drawWorldMarks } from "./marks";
import { type Palette, Pen, palette } from "./pen";
import { type RegionSolid, regionSolids } from "./regions";
import { differenceSolid, isRound, polytopeSolid, solidOf, surfaceSolid } from "./solids";
import { type Solid, Stage } from "./stage";

type Side = "world" | "difference";
type Target =
  | { kind: "shape"; which: Which }
  | { kind: "ring"; which: Which; grip: Grip }
  | { kind: "arrow"; which: Which }
  | { kind: "orbit" }
  | { kind: "pan" };

/** Colours and opacities of the regions. */
const SHADES = { here: ["here", 0.34], never: ["never", 0.1], open: ["soft", 0.08] } as const;
/** The clipping box of the regions is larger than the difference by this factor. */
const ROOM = 1.1;

interface Kept<K> {
  key: K;
  solid: Solid;
}

function positions({ faces, edges }: Solid): Vec[] {
  const flat = (faces ?? edges)?.getAttribute("position");
  return flat
    ? Array.from({ length: flat.count }, (_, i): Vec => [flat.getX(i), flat.getY(i), flat.getZ(i)])
    : [ZERO];
}

/** The middle of points and balls, at a distance from which all are seen below the title. */
function lookAt(points: readonly Vec[], balls: readonly { at: Vec; radius: number }[]): Look {
  const box = new Box3().setFromPoints(points.map((p) => new Vector3(...p)));
  const centre: Vec = box.getCenter(new Vector3()).toArray();
  const far = [
    ...points.map((p) => length(sub(p, centre))),
    ...balls.map(({ at, radius }) => length(sub(at, centre)) + radius),
  ];
  return { centre, reach: far.reduce((most, r) => Math.max(most, r), 0) * 1.2 || 1 };
}

export class SpaceViews implements Views {
  private readonly stages: Record<Side, Stage>;
  private frame: Frame | null = null;
  private colours: Palette = palette();
  private shapes: Partial<Record<Which, Kept<unknown>>> = {};
  private reach: Record<Which, number> = { a: 1, b: 1 };
  private hull: Solid | null = null;
  private hullScene: Scene | null = null;
  private hullOfCores = false;
  private polytope: Kept<unknown> | null = null;
  private cells: { step: DrawStep; shown: RegionsShown; solids: RegionSolid[] } | null = null;
  private eye: { right: Vec; up: Vec; back: Vec } = {
    right: [1, 0, 0],
    up: [0, 1, 0],
    back: [0, 0, 1],
  };

  constructor(
    private readonly store: Store,
    private readonly solver: Solver,
    hosts: Record<Side, HTMLElement>,
  ) {
    this.stages = {
      world: new Stage(hosts.world, "The two shapes in the world"),
      difference: new Stage(hosts.difference, "Their Minkowski difference A − B and the origin"),
    };
    for (const side of ["world", "difference"] as const) this.listen(side);
  }

  recolour(): void {
    this.colours = palette();
  }

  /** What is drawn of a shape in the world: in motion the triangles that were looked at. */
  private drawn({ scene, meeting }: Frame, which: Which): Shape | Surface {
    const { shape } = scene[which];
    return (meeting?.bySurface ? surfaceOf(shape) : null) ?? shape;
  }

  private shape(frame: Frame, which: Which): Solid {
    const drawn = this.drawn(frame, which);
    const old = this.shapes[which];
    if (old?.key === drawn) return old.solid;
    const solid = "triangles" in drawn ? surfaceSolid(drawn as Surface) : solidOf(drawn as Shape);
    this.shapes[which] = { key: drawn, solid };
    const g = solid.faces ?? solid.edges;
    g?.computeBoundingSphere();
    const ball = g?.boundingSphere;
    this.reach[which] = ball ? ball.center.length() + ball.radius : 0.2;
    return solid;
  }

  /**
   * While its shapes only move, the difference only moves too, so its mesh is remade only if a
   * shape has changed or turned. The samples are those of both shapes at their origins, and the
   * mesh is shifted by their offset.
   */
  private differenceOf(scene: Scene, wantCores: boolean): { solid: Solid; at: Vec } {
    const same = (p: Scene, q: Scene): boolean =>
      (["a", "b"] as const).every(
        (w) => p[w].shape === q[w].shape && p[w].pose.turn === q[w].pose.turn,
      );
    const offset = sub(scene.a.pose.at, scene.b.pose.at);
    const [a, b] = [core(scene.a.shape), core(scene.b.shape)];
    const ofCores = wantCores && a.radius + b.radius > 0;
    if (
      !this.hull ||
      this.hullOfCores !== ofCores ||
      !this.hullScene ||
      !same(this.hullScene, scene)
    ) {
      const round = ofCores
        ? isRound(a.shape) || isRound(b.shape)
        : isRound(scene.a.shape) || isRound(scene.b.shape);
      const home = (w: Which) => ({ ...scene[w], pose: { ...scene[w].pose, at: ZERO } });
      const pair = { ...scene, a: home("a"), b: home("b") };
      const samples = found(this.solver.difference(pair, 4, ofCores), "the difference");
      this.hull = differenceSolid(samples, round);
      this.hullScene = scene;
      this.hullOfCores = ofCores;
    }
    return { solid: this.hull, at: offset };
  }

  draw(frame: Frame): void {
    this.frame = frame;
    const { camera } = this.store.state.place;
    const { world, difference } = this.stages;
    const c = this.colours;
    this.eye = world.aim(camera.world, camera.azimuth, camera.elevation);
    world.begin();
    const pen = new Pen(world, c);
    for (const which of ["a", "b"] as const) {
      const { at, turn } = frame.scene[which].pose;
      world.solid(which, this.shape(frame, which), at, turn, c[which], 0.62);
    }
    const { result, step, contact, meeting } = frame;
    if (result.state === 1 && result.length > 0 && !step && !contact?.points.length && !meeting) {
      const { at, turn } = frame.scene.b.pose;
      this.ghost(
        frame,
        "b",
        "ghost",
        { ...frame.scene.b.pose, at: add(at, scale(result.normal, result.length)), turn },
        0.16,
      );
    }
    if (meeting && !step)
      for (const which of ["a", "b"] as const) {
        if (rests(meeting.motion[which])) continue;
        meeting.swept[which].forEach(
          (pose, i) => i && this.ghost(frame, which, `swept-${which}${i}`, pose, 0.06),
        );
        this.ghost(frame, which, `now-${which}`, meeting.now[which], 0.4);
      }
    world.end();
    drawRings(
      pen,
      frame.scene[frame.selected].pose.at,
      this.ringRadius(frame.selected),
      this.eye.back,
    );
    drawWorldMarks(pen, frame, this.reach);
    pen.finish();

    difference.aim(camera.difference, camera.azimuth, camera.elevation);
    difference.begin();
    const { solid, at } = this.differenceOf(frame.scene, frame.step?.ofCores === true);
    difference.solid("difference", solid, at, IDENTITY, c.difference, frame.step ? 0.22 : 0.5);
    if (frame.step?.polytope) {
      if (this.polytope?.key !== frame.step)
        this.polytope = {
          key: frame.step,
          solid: polytopeSolid(
            frame.step.polytope.corners.map((x) => x.point),
            frame.step.polytope.facets,
          ),
        };
      difference.solid("polytope", this.polytope.solid, ZERO, IDENTITY, c.simplex, 0.4);
    }
    const regions = this.regionsOf(frame, solid, at);
    for (const [i, { kind, solid }] of regions.entries()) {
      const [colour, opacity] = SHADES[kind];
      difference.solid(`region${i}`, solid, ZERO, IDENTITY, c[colour], opacity);
    }
    difference.end();
    const marks = new Pen(difference, c);
    for (const { kind, middle } of regions) if (kind === "never") marks.cross(middle, c.never);
    drawDifferenceMarks(marks, frame);
    marks.finish();
  }

  private regionsOf({ step, regions }: Frame, difference: Solid, at: Vec): RegionSolid[] {
    if (!step || regions === "none" || step.around.length < 2) return [];
    if (this.cells?.step !== step || this.cells.shown !== regions) {
      const box = new Box3()
        .setFromPoints(positions(difference).map((p) => new Vector3(...add(p, at))))
        .expandByPoint(new Vector3());
      const [middle, half] = [
        box.getCenter(new Vector3()),
        box.getSize(new Vector3()).multiplyScalar(0.5 * ROOM),
      ];
      this.cells = {
        step,
        shown: regions,
        solids: regionSolids(step, regions, middle.toArray(), half.toArray()),
      };
    }
    return this.cells.solids;
  }

  private ghosts = new Map<string, Kept<unknown>>();
  /**
   * A shape in a pose that is not its own: with a mesh of its own, since two views of one geometry
   * would free it twice.
   */
  private ghost(
    frame: Frame,
    which: Which,
    name: string,
    { at, turn }: Pose,
    opacity: number,
  ): void {
    const drawn = this.drawn(frame, which);
    let kept = this.ghosts.get(name);
    if (kept?.key !== drawn) {
      const { faces, edges, sampled } = this.shape(frame, which);
      // On something so faint, only the edges would be visible.
      kept = {
        key: drawn,
        solid: {
          faces: faces?.clone() ?? null,
          edges: faces && opacity < 0.1 ? null : (edges?.clone() ?? null),
          ...(sampled ? { sampled } : {}),
        },
      };
      this.ghosts.set(name, kept);
    }
    this.stages.world.solid(name, kept.solid, at, turn, this.colours[which], opacity);
  }

  private ringRadius(which: Which): number {
    return this.reach[which] * 1.12;
  }

  /** A ball around everything shown fits, so that nothing leaves the view while it turns. */
  fit(frame: Frame): void {
    this.draw(frame);
    const { camera } = this.store.state.place;
    const { scene, selected, meeting } = frame;
    const shapes = (["a", "b"] as const).flatMap((which) => {
      const local = positions(this.shape(frame, which));
      return (meeting?.swept[which] ?? [scene[which].pose]).flatMap((pose) =>
        local.map((p) => add(pose.at, outOf(3, pose, p))),
      );
    });
    const ring = this.ringRadius(selected);
    const { solid, at } = this.differenceOf(scene, frame.step?.ofCores === true);
    const world = lookAt(shapes, [{ at: scene[selected].pose.at, radius: ring }]);
    const cells = this.regionsOf(frame, solid, at).flatMap((region) => region.corners);
    const difference = lookAt([ZERO, ...positions(solid).map((p) => add(p, at)), ...cells], []);
    this.store.place({ camera: { ...camera, world, difference } });
  }

  lengthPerPixel(): number {
    return this.stages.world.perPixel(this.store.state.place.camera.world.centre as Vec);
  }

  axes(): [Vec, Vec, Vec] {
    return [this.eye.right, this.eye.up, this.eye.back];
  }

  /** Both canvases of a side in one picture. */
  async picture(side: Side): Promise<HTMLCanvasElement> {
    // A drawn frame exists only until the browser has shown it, so it is drawn again just before it
    // is read.
    if (this.frame) this.draw(this.frame);
    const stage = this.stages[side];
    const out = document.createElement("canvas");
    [out.width, out.height] = [stage.over.width, stage.over.height];
    const pen = found(out.getContext("2d"), "the pen of a canvas");
    pen.fillStyle = this.colours.paper;
    pen.fillRect(0, 0, out.width, out.height);
    pen.drawImage(stage.canvas, 0, 0, out.width, out.height);
    pen.drawImage(stage.over, 0, 0);
    return out;
  }

  dispose(): void {
    for (const s of Object.values(this.stages)) s.dispose();
  }

  private target(side: Side, x: number, y: number, event?: PointerEvent): Target {
    if (event?.button === 1 || event?.ctrlKey || event?.metaKey) return { kind: "pan" };
    const { frame } = this;
    if (side === "difference" || !frame) return { kind: "orbit" };
    const stage = this.stages.world;
    const arrow = this.arrowAt(frame, x, y);
    if (arrow) return { kind: "arrow", which: arrow };
    const { selected } = this.store.state.place;
    const grip = pickRing(stage, frame.scene[selected].pose.at, this.ringRadius(selected), x, y);
    if (grip) return { kind: "ring", which: selected, grip };
    const ray = new Raycaster();
    ray.params.Line.threshold = 6 * this.lengthPerPixel();
    ray.setFromCamera(
      new Vector2((x / stage.width) * 2 - 1, 1 - (y / stage.height) * 2),
      stage.camera,
    );
    const meshes = (["a", "b"] as const).flatMap((w) => (stage.group(w)?.children ?? []) as Mesh[]);
    const hit = ray.intersectObjects(meshes, false)[0];
    if (hit) {
      const { name } = found(hit.object.parent, "the shape of a mesh");
      return { kind: "shape", which: name as Which };
    }
    // A point has no mesh to hit.
    const near = (["a", "b"] as const).find((w) => {
      const { pose, shape } = frame.scene[w];
      const [px, py] = stage.project(pose.at);
      return shape.type === "point" && Math.hypot(px - x, py - y) < 14;
    });
    return near ? { kind: "shape", which: near } : { kind: "orbit" };
  }

  /** The tip of a velocity under the pointer. */
  private arrowAt({ scene, meeting, step }: Frame, x: number, y: number): Which | undefined {
    if (!meeting || step) return undefined;
    return (["a", "b"] as const).find((w) => {
      const { velocity } = meeting.motion[w];
      const [px, py] = this.stages.world.project(add(scene[w].pose.at, velocity));
      return velocity.some((v) => v !== 0) && Math.hypot(px - x, py - y) < 14;
    });
  }

  private orbit(dx: number, dy: number): void {
    const camera = this.store.state.place.camera;
    const elevation = Math.max(-1.55, Math.min(1.55, camera.elevation + dy * 0.008));
    this.store.place({ camera: { ...camera, azimuth: camera.azimuth - dx * 0.008, elevation } });
  }

  private zoom(factor: number): void {
    const camera = this.store.state.place.camera;
    const { world, difference } = camera;
    this.store.place({
      camera: {
        ...camera,
        world: drawable({ ...world, reach: world.reach / factor }),
        difference: drawable({ ...difference, reach: difference.reach / factor }),
      },
    });
  }

  private pan(side: Side, dx: number, dy: number): void {
    const camera = this.store.state.place.camera;
    const look = camera[side];
    const k = this.stages[side].perPixel(look.centre as Vec);
    const centre = add(
      look.centre as Vec,
      add(scale(this.eye.right, -dx * k), scale(this.eye.up, dy * k)),
    );
    this.store.place({ camera: { ...camera, [side]: { ...look, centre } } });
  }

  private listen(side: Side): void {
    const { store } = this;
    gestures(this.stages[side].over, {
      start: (x, y, event): Target => {
        const t = this.target(side, x, y, event);
        if (t.kind === "shape") store.place({ selected: t.which });
        store.set({ moving: t.kind !== "orbit" && t.kind !== "pan" });
        return t;
      },
      drag: (t: Target, _x, _y, dx, dy) => {
        if (t.kind === "orbit") this.orbit(dx, dy);
        else if (t.kind === "pan") this.pan(side, dx, dy);
        else if (t.kind === "ring")
          turnBy(
            store,
            t.which,
            (dx * t.grip.tangent[0] + dy * t.grip.tangent[1]) * t.grip.perPixel,
            t.grip.axis,
          );
        else if (t.kind === "arrow") {
          const { motion } = store.state.place;
          const tip = add(store.state.scene[t.which].pose.at, motion?.[t.which].velocity ?? ZERO);
          const k = this.stages.world.perPixel(tip);
          aimAt(
            store,
            t.which,
            add(tip, add(scale(this.eye.right, dx * k), scale(this.eye.up, -dy * k))),
            k / 10,
          );
        } else {
          const k = this.stages.world.perPixel(store.state.scene[t.which].pose.at);
          moveBy(
            store,
            t.which,
            add(scale(this.eye.right, dx * k), scale(this.eye.up, -dy * k)),
            k / 10,
          );
        }
      },
      pinch: (t: Target, _x, _y, factor, twist) => {
        if (t.kind !== "shape") return this.zoom(factor);
        scaleBy(store, t.which, factor);
        turnBy(store, t.which, -twist, this.eye.back);
      },
      wheel: (_x, _y, notches, e) => {
        const { selected } = store.state.place;
        if (e.shiftKey) turnBy(store, selected, -notches * 0.1, this.eye.back);
        else if (e.altKey) scaleBy(store, selected, 1.1 ** -notches);
        else this.zoom(1.2 ** -notches);
      },
      end: () => store.set({ moving: false }),
      holds: (x, y) => !["orbit", "pan"].includes(this.target(side, x, y).kind),
      hover: (x, y) => {
        const kind = this.target(side, x, y).kind;
        this.stages[side].over.style.cursor = {
          shape: "grab",
          arrow: "grab",
          ring: "alias",
          orbit: "default",
          pan: "move",
        }[kind];
      },
    });
  }
}
