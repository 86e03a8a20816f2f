/** The cards of A and B: kind, sizes and pose. */
import type { Shape, StandIn } from "../engine";
import type { Quat, Vec } from "../math/vec";
import { brief } from "../model/digits";
import { fields, gallery, randomHull } from "../model/gallery";
import { unitQuat } from "../model/moves";
import { FARTHEST, type Pose, type Which } from "../model/scene";
import type { Store } from "../model/store";
import { attr, h, text } from "./dom";
import { type Box, number, refresh } from "./number";
import { plain } from "./share";

export interface ShapeActions {
  draw: (which: Which) => void;
  open: (which: Which) => void;
  fit: () => void;
}

export class ShapeCard {
  readonly node = h("section", { class: "card" });
  private boxes: Box[] = [];
  private shape: Shape | null = null;
  private dim = 0;
  private vertices: HTMLTextAreaElement | null = null;
  private kinds: HTMLSelectElement | null = null;

  constructor(
    private readonly store: Store,
    private readonly which: Which,
    private readonly actions: ShapeActions,
  ) {
    attr(this.node, "aria-label", `Shape ${which.toUpperCase()}`);
    this.node.addEventListener("focusin", () => store.place({ selected: which }));
  }

  update(): void {
    const { scene, place } = this.store.state;
    this.node.classList.toggle("selected", place.selected === this.which);
    const { shape } = scene[this.which];
    const kind = (s: Shape | null): string =>
      JSON.stringify(s && fields(s).map((f) => f.label)) + JSON.stringify([s?.type, s?.stands_for]);
    if (this.dim !== scene.dim || kind(shape) !== kind(this.shape)) this.build();
    this.dim = scene.dim;
    this.shape = shape;
    refresh(this.boxes);
    if (this.kinds?.options[0]) text(this.kinds.options[0], named(shape));
    if (this.vertices && this.vertices !== document.activeElement)
      this.vertices.value = list(shape);
  }

  private put(shape: Shape): void {
    this.store.scene({ [this.which]: { ...this.store.state.scene[this.which], shape } });
  }

  private pose(change: Partial<Pose>): void {
    const placed = this.store.state.scene[this.which];
    this.store.scene({ [this.which]: { ...placed, pose: { ...placed.pose, ...change } } });
  }

  private build(): void {
    const { store, which } = this;
    const { dim } = store.state.scene;
    const now = (): { shape: Shape; pose: Pose } => store.state.scene[which];
    const { shape } = now();
    const kinds = h("select", { "aria-label": `Kind of shape ${which.toUpperCase()}` });
    this.kinds = kinds;
    kinds.append(h("option", { value: "" }, named(shape)));
    for (const [i, entry] of gallery(dim).entries())
      kinds.append(h("option", { value: i }, entry.name));
    kinds.addEventListener("change", () => {
      const entry = gallery(dim)[Number(kinds.value)];
      if (!entry || kinds.value === "") return;
      const again = entry.name.startsWith("random");
      const count = entry.shape.vertices?.length ?? 0;
      this.shape = null;
      this.put(again ? randomHull(dim, count, Math.floor(Math.random() * 1e6)) : entry.shape);
      this.actions.fit();
    });
    this.boxes = [];
    const take = ({ node, box }: { node: HTMLElement; box: Box }): HTMLElement => {
      this.boxes.push(box);
      return node;
    };
    const sizes = fields(shape).map((f) =>
      take(
        number(
          f.label,
          () => f.get(now().shape),
          (x) => this.put(f.set(now().shape, x)),
          0,
        ),
      ),
    );
    const axis = (i: number): HTMLElement =>
      take(
        number(
          "xyz"[i],
          () => now().pose.at[i],
          (x) =>
            this.pose({ at: now().pose.at.map((old, j) => (j === i ? x : old)) as unknown as Vec }),
        ),
      );
    const place =
      dim === 2
        ? [
            axis(0),
            axis(1),
            take(
              number(
                "angle",
                () => now().pose.angle,
                (angle) => this.pose({ angle, spin: null }),
              ),
            ),
          ]
        : [axis(0), axis(1), axis(2)];
    this.node.replaceChildren(
      h(
        "header",
        {},
        h("span", { class: `chip ${which}`, "aria-hidden": "true" }, which.toUpperCase()),
        kinds,
      ),
      ...(shape.stands_for
        ? [h("p", { class: "stands-for" }, plain(about(shape.stands_for)))]
        : []),
      ...(sizes.length
        ? [h("div", { class: sizes.length === 2 ? "fields two" : "fields" }, ...sizes)]
        : []),
      h("div", { class: "fields" }, ...place),
    );
    if (dim === 3) {
      const turn = (i: number): HTMLElement =>
        take(
          number(
            ["x", "y", "z", "w"][i],
            () => now().pose.turn[i],
            (x) => {
              const turn = now().pose.turn.map((old, j) => (j === i ? x : old)) as unknown as Quat;
              // Four zeros are no rotation; the field goes back.
              if (turn.some((part) => part !== 0)) this.pose({ turn: unitQuat(turn) });
              else refresh(this.boxes, true);
            },
          ),
        );
      const quat = h("div", { class: "fields" }, ...[0, 1, 2, 3].map(turn));
      quat.style.gridTemplateColumns = "repeat(4, minmax(0, 1fr))";
      this.node.append(h("details", {}, h("summary", {}, "Rotation (quaternion)"), quat));
    }
    this.vertices = null;
    if (shape.vertices) this.node.append(this.editor());
    const buttons = h(
      "div",
      { class: "row" },
      h("button", { class: "small", onclick: () => this.actions.open(which) }, "Open a file…"),
    );
    if (dim === 2)
      buttons.prepend(
        h("button", { class: "small", onclick: () => this.actions.draw(which) }, "Draw by hand"),
      );
    buttons.style.marginTop = "10px";
    this.node.append(buttons);
  }

  private editor(): HTMLElement {
    const area = h("textarea", {
      "aria-label": `Vertices of ${this.which.toUpperCase()}, one a line`,
      spellcheck: "false",
    });
    const fault = h("p", { class: "error", role: "alert" });
    this.vertices = area;
    area.addEventListener("change", () => {
      try {
        // With other corners it is no longer the hull of a mesh.
        const { stands_for: _, ...shape } = this.store.state.scene[this.which].shape;
        this.put({ ...shape, vertices: parse(area.value, this.store.state.scene.dim) } as Shape);
        text(fault, "");
      } catch (e) {
        text(fault, e instanceof Error ? e.message : String(e));
      }
    });
    return h("details", {}, h("summary", {}, "Vertices"), area, fault);
  }
}

/** The kind of a shape, as the list has it. */
function named({ type, vertices }: Shape): string {
  const count = vertices?.length ?? 0;
  return vertices && type !== "segment"
    ? `${type}, ${count} ${count === 1 ? "vertex" : "vertices"}`
    : type;
}

/** What a hull stands for: the mesh, and what of it the hull fills. */
function about({ path, convex, deepest_dent, volume_ratio, notes = [] }: StandIn): string {
  const also = notes.map((note) => ` ${note[0]?.toUpperCase()}${note.slice(1)}.`).join("");
  if (convex) return `The mesh ${path}.${also}`;
  const dent =
    deepest_dent > 0
      ? `its deepest dent, ${brief(deepest_dent, 3)} below the nearest face, is filled`
      : "it leaves a part of its hull open";
  const share =
    volume_ratio !== null && volume_ratio > 0
      ? `, and it is ${percent(volume_ratio)} % of the hull`
      : "";
  return `The convex hull of ${path}, which is not convex: ${dent}${share}.${also}`;
}

/** Of what is not all of its hull, never 100 %. */
const percent = (ratio: number): string =>
  ratio < 1 && 100 * ratio > 99.9 ? String(Math.floor(1e6 * ratio) / 1e4) : brief(100 * ratio, 3);

const list = (shape: Shape): string => (shape.vertices ?? []).map((p) => p.join("  ")).join("\n");

function parse(value: string, dim: number): number[][] {
  return value
    .split("\n")
    .map((l) => l.trim())
    .filter(Boolean)
    .map((line, i) => {
      const p = line.split(/[\s,;]+/).map(Number);
      if (p.length !== dim || p.some((x) => !(Math.abs(x) <= FARTHEST)))
        throw new Error(`line ${i + 1}: ${dim} numbers are needed, up to ${FARTHEST}`);
      return p;
    });
}
