/**
 * Complete runs in the plane: the boolean loop, the distance, EPA. They are real runs, in the views
 * of the workspace.
 */
import { signs } from "../classic/signs";
import type { Shape, Trace } from "../engine";
import * as engine from "../engine";
import { randomHull } from "../model/gallery";
import { at, pairJson, type Scene } from "../model/scene";
import { type DrawStep, fromClassic, fromTrace } from "../model/steps";
import { bench } from "./bench";
import type { Lesson } from "./board";

const shapeA: Shape = randomHull(2, 9, 21);
const shapeB: Shape = {
  type: "polygon",
  vertices: [
    [-0.9, -0.6],
    [0.8, -0.8],
    [1, 0.4],
    [0.1, 1],
    [-0.8, 0.6],
  ],
};

const pair = (x: number, y: number): Scene => ({
  dim: 2,
  precision: "f64",
  options: {},
  a: { shape: shapeA, pose: at(0, 0) },
  b: { shape: shapeB, pose: at(x, y) },
});

export const traced = (scene: Scene): DrawStep[] =>
  fromTrace(JSON.parse(engine.trace(pairJson(scene))) as Trace);
export const epaOf = (scene: Scene): DrawStep[] =>
  traced(scene).filter((step) => step.kind === "epa");

export const oneRun: Lesson = {
  title: "Closing in on the origin",
  prose: [
    "Put together, the regions make a loop that only answers yes or no. Look towards the " +
      "origin; take the farthest point that way; if even that falls short, *nothing of the " +
      "difference is on the other side and there is no hit*. Otherwise add it, keep the part of " +
      "the simplex next to the origin, and look again.",
    "Each round either leaves or gets nearer. Two shapes with dozens of vertices take a " +
      "handful of rounds, since each support point throws away a whole half of the plane.",
    "Step through it, and drag the shapes. Each point of the simplex is a point of A minus a " +
      "point of B: the dotted lines with its number join the two.",
  ],
  build: (host) => bench(host, pair(-0.75, 0.55), (scene) => fromClassic(signs.run(scene))).leave,
};

export const distance: Lesson = {
  title: "How far: two numbers that meet",
  prose: [
    "To measure, keep the *point* of the simplex nearest to the origin, not just a direction. " +
      "Its length is an upper bound: the difference comes at least that near.",
    "The support line gives the lower bound: nothing of the difference lies beyond it, so it " +
      "comes no nearer than that. *The distance is between the two* in every round, but for " +
      "their rounding, which the gap of the answer includes.",
    "The loop ends when they meet. What is left between them is the gap that the library " +
      "reports with every answer. Here it runs on the library itself.",
  ],
  build: (host) => bench(host, pair(2.1, 1.5), traced, true).leave,
};

export const epa: Lesson = {
  title: "How deep: the polytope grows outwards",
  prose: [
    "With the origin inside, nearest is no longer the question: the simplex holds it. The " +
      "question is *the shortest way out*. The expanding polytope algorithm starts with the " +
      "simplex and grows it.",
    "Take the facet nearest to the origin. Ask for a support point along its normal. If there " +
      "is one beyond, the polytope grows to it: every facet that sees the new point goes, and " +
      "what borders on them, the horizon, is tied to the point. If there is none, *that facet " +
      "lies on the boundary and the way to it is the depth*.",
    "The nearest facet's distance bounds the depth from below, the lowest support line from " +
      "above. In the plane facets are edges, *f0, f1 and so on*, and the horizon is two points.",
  ],
  build: (host) => bench(host, pair(0.5, 0.35), epaOf, true).leave,
};
