/**
 * Pairs worth seeing. A test checks those with `differs`: each named loop really gives the answer
 * stated here.
 */

import type { Shape } from "../engine";
import type { Quat, Vec } from "../math/vec";
import { randomHull } from "./gallery";
import { at, HOME, type Scene } from "./scene";

export interface Preset {
  id: string;
  name: string;
  about: string;
  scene: Scene;
  /** The didactic loops that are wrong here, and their answers. */
  differs: Record<string, "hit" | "miss" | "endless">;
}

const pair = (dim: 2 | 3, a: Shape, b: Shape, place: Vec, angle = 0, turn?: Quat): Scene => ({
  dim,
  precision: "f64",
  options: {},
  a: { shape: a, pose: HOME },
  b: { shape: b, pose: { ...at(...place), angle, ...(turn ? { turn } : {}) } },
});

const box = (...half_extents: number[]): Shape => ({ type: "box", half_extents });
const sphere: Shape = { type: "sphere", radius: 1 };

export const start = (dim: 2 | 3): Scene =>
  dim === 2
    ? pair(
        2,
        randomHull(2, 7, 3),
        { type: "capsule", half_height: 0.7, radius: 0.4 },
        [2.6, 0.9, 0],
        0.6,
      )
    : pair(
        3,
        box(1, 0.7, 0.8),
        { type: "cone", half_height: 0.9, radius: 0.8 },
        [2.4, 0.7, 0.3],
        0,
        [0.2, 0.1, 0.4, 0.8888194417315589],
      );

export const presets: readonly Preset[] = [
  {
    id: "boxes-2d",
    name: "Two boxes, small whole numbers",
    about:
      "Deep overlap. The origin falls on an edge of the simplex, the direction to it becomes " +
      "zero, and two loops of tutorials answer “no collision”.",
    scene: pair(2, box(2, 4), box(4, 3), [0, 1, 0]),
    differs: { "first-face": "miss", planar: "miss" },
  },
  {
    id: "boxes-3d",
    name: "Two boxes in space",
    about:
      "The same in space: boxes that share most of their volume, and a loop that sees none of it.",
    scene: pair(3, box(2, 3, 3), box(3, 3, 3), [0, 0, 0]),
    differs: { "first-face": "miss" },
  },
  {
    id: "touching",
    name: "Boxes that touch",
    about:
      "They share an edge and nothing more. Closed sets touch where they share a point; loops " +
      "that count height zero as a miss disagree.",
    scene: pair(2, box(1, 1), box(1, 1), [2, 1, 0]),
    differs: { "first-face": "miss", planar: "miss" },
  },
  {
    id: "cap",
    name: "Ball and ellipsoid, a billionth apart",
    about:
      "Round shapes have no last vertex, so a loop that only knows directions creeps along the " +
      "surface. After 32 rounds it gives up and says hit; the one with a cap of 1000 does so " +
      "later.",
    scene: pair(3, sphere, { type: "ellipsoid", radii: [2, 1, 1.5] }, [0.6109, -1.9263, -0.4749]),
    differs: { signs: "hit", unit: "hit", planes: "hit" },
  },
  {
    id: "gain",
    name: "Ball and ellipsoid, a millionth deep",
    about:
      "The loop with a tolerance stops once a round gains less than 1e-6. It stops far too " +
      "early, and reports a distance of 0.0005 for shapes that overlap.",
    scene: pair(3, sphere, { type: "ellipsoid", radii: [2, 1, 1.5] }, [2.6755, -0.9456, 0.069]),
    differs: { blend: "miss" },
  },
  {
    id: "small",
    name: "Small boxes, far apart",
    about:
      "Apart by ten times their own size. The size is a ten-millionth, and a tolerance of 1e-6 " +
      "takes that for contact.",
    scene: pair(
      2,
      box(1e-7, 1e-7),
      box(1e-7, 1e-7),
      [1.2e-6, 4e-7, 0].map((x) => x / 2) as unknown as Vec,
    ),
    differs: { blend: "hit" },
  },
  {
    id: "agree",
    name: "Where all agree",
    about: "A plain pair, well apart: every loop is right, and only the number of rounds differs.",
    scene: start(2),
    differs: {},
  },
  {
    id: "hulls",
    name: "Hulls of 64 vertices",
    about: "Two hulls of 64 vertices each, for watching the meter while dragging.",
    scene: pair(3, randomHull(3, 64, 1), randomHull(3, 64, 2), [1.2, 0.9, 0.4]),
    differs: {},
  },
];
