/** Whole runs: the boolean loop, the distance, EPA. Their steps are those of real runs, drawn as in the workspace. */
import { signs } from "../classic/signs";
import * as engine from "../engine";
import type { Shape, Trace } from "../engine";
import { hull2, sub, type Vec, ZERO } from "../math/vec";
import { at, pairJson, type Scene } from "../model/scene";
import { randomHull } from "../model/gallery";
import { type DrawStep, fromClassic, fromTrace } from "../model/steps";
import { drawStep, outlinePoints } from "../plane/layers";
import { h } from "../ui/dom";
import { Bounds } from "../ui/bounds";
import { Board, type Lesson, say } from "./board";

const shapeA: Shape = randomHull(2, 9, 21);
const shapeB: Shape = { type: "polygon", vertices: [[-0.9, -0.6], [0.8, -0.8], [1, 0.4], [0.1, 1], [-0.8, 0.6]] };

const scene = (b: Vec): Scene => ({ dim: 2, precision: "f64", options: {}, a: { shape: shapeA, pose: at(0, 0) }, b: { shape: shapeB, pose: at(b[0], b[1]) } });

function run(figure: HTMLElement, caption: HTMLElement, startB: Vec, reach: number, steps: (s: Scene) => DrawStep[], withBounds: boolean): void {
  let list: DrawStep[] = [];
  let index = 0;
  const bounds = new Bounds();
  const board = new Board("The Minkowski difference, the origin and the present step", reach, (pen) => {
    const now = scene(b.p);
    list = steps(now);
    index = Math.min(index, list.length - 1);
    pen.grid("grid");
    const [below, hull, marks] = ["below", "hull", "marks"].map((n) => pen.layer(n)) as [typeof pen, typeof pen, typeof pen];
    for (const l of [below, hull, marks]) l.begin(pen.window);
    const ring = differenceOf(now);
    hull.path("hull", "difference", ring, true);
    const step = list[index];
    if (step) drawStep(below, marks, step);
    marks.target("o", "origin", ZERO);
    marks.label("bt", "name b", b.p, "B", 13, -9);
    for (const l of [below, hull, marks]) l.end();
    input.max = String(Math.max(0, list.length - 1));
    input.value = String(index);
    count.textContent = list.length ? `${index + 1} of ${list.length}` : "no steps";
    say(caption, step ? step.says : "No rounds are needed here.");
    if (withBounds) bounds.draw(list, index);
  });
  // B's handle lives in the picture of the difference: what is dragged is where B stands.
  const b = board.handle("Position of shape B", startB, "b");
  const input = h("input", { type: "range", min: 0, max: 1, step: 1, value: 0, "aria-label": "Step" });
  const count = h("output", {});
  const go = (i: number): void => {
    index = Math.max(0, Math.min(list.length - 1, i));
    board.draw();
  };
  input.addEventListener("input", () => go(input.valueAsNumber));
  const controls = h(
    "div",
    { class: "controls" },
    h("button", { class: "small", onclick: () => go(index - 1) }, "Back"),
    h("button", { class: "small primary", onclick: () => go(index + 1) }, "Step"),
    input,
    count,
  );
  figure.append(board.svg, controls);
  if (withBounds) figure.append(bounds.node);
}

function differenceOf(s: Scene): Vec[] {
  const place = (shape: Shape, p: Vec): Vec[] => outlinePoints(engine.shapeMesh(JSON.stringify(shape), 2, 48)).map((q) => [q[0] + p[0], q[1] + p[1], 0]);
  const [a, b] = [place(s.a.shape, s.a.pose.at), place(s.b.shape, s.b.pose.at)];
  return hull2(a.flatMap((p) => b.map((q) => sub(p, q))));
}

const trace = (s: Scene): DrawStep[] => fromTrace(JSON.parse(engine.trace(pairJson(s))) as Trace);

export const oneRun: Lesson = {
  title: "Closing in on the origin",
  prose: [
    "Put together, the regions make a loop that only answers yes or no. Look towards the origin; take the farthest point that way; if even that falls short, *nothing of the difference is on the other side and there is no hit*. Otherwise add it, keep the part of the simplex next to the origin, and look again.",
    "Each round either leaves or gets nearer. Two shapes with dozens of vertices take a handful of rounds, since each support point throws away a whole half of the plane.",
    "Step through it. The handle B moves the second shape, and with it the difference.",
  ],
  build: ({ figure, caption }) => run(figure, caption, [-0.75, 0.55, 0], 3.2, (s) => fromClassic(signs.run(s)), false),
};

export const distance: Lesson = {
  title: "How far: two numbers that meet",
  prose: [
    "To measure, keep the *point* of the simplex nearest to the origin, not just a direction. Its length is an upper bound: the difference comes at least that near.",
    "The support line gives the lower bound: nothing of the difference lies beyond it, so it comes no nearer than that. *The distance is always between the two*, in every round, whatever the rounding.",
    "The loop ends when they meet. What is left between them is the gap that the library reports with every answer. Here it runs on the library itself.",
  ],
  build: ({ figure, caption }) => run(figure, caption, [2.1, 1.5, 0], 4.6, trace, true),
};

export const epa: Lesson = {
  title: "How deep: the polytope grows outwards",
  prose: [
    "With the origin inside, nearest is no longer the question: the simplex holds it. What is asked is *the shortest way out*. The expanding polytope algorithm starts with the simplex and grows it.",
    "Take the facet nearest to the origin. Ask for a support point along its normal. If there is one beyond, the polytope grows to it: every facet that sees the new point goes, and what borders on them, the horizon, is tied to the point. If there is none, *that facet lies on the boundary and the way to it is the depth*.",
    "The nearest facet's distance bounds the depth from below, the lowest support line from above. In the plane facets are edges and the horizon is two points; in space, open an overlapping pair under Explore and step through.",
  ],
  build: ({ figure, caption }) => run(figure, caption, [0.5, 0.35, 0], 3.2, (s) => trace(s).filter((x) => x.kind === "epa"), true),
};
