/**
 * What the didactic algorithms share. They are the textbook loops of tutorials, written out to be
 * watched: they find their own answers, and fail where such loops fail. The library uses none of
 * them.
 */

import { cross, dot, neg, sub, type Vec } from "../math/vec";
import type { Scene } from "../model/scene";
import { type Support, support as supportOf } from "../model/support";
import type { Source } from "./sources";

export interface Point {
  point: Vec;
  on_a: Vec;
  on_b: Vec;
}

export interface ClassicStep {
  /** The simplex that the direction came from, oldest first. */
  simplex: Point[];
  direction: Vec;
  support: Point;
  /** The simplex that is kept after the support point has joined; empty if the loop ended. */
  kept: Point[];
  /** The line of the pseudo-code that decided. */
  line: number;
  nearest?: Vec;
  lower?: number;
  upper?: number;
  says: string;
}

export type Verdict = "hit" | "miss" | "endless";

export interface Outcome {
  verdict: Verdict;
  because: string;
  steps: ClassicStep[];
  /** Only for loops that measure. */
  distance?: number;
}

export interface Algorithm {
  id: string;
  name: string;
  /** The article that teaches it; null for the common practice of engines. */
  source: Source | null;
  about: string;
  code: string[];
  dims: readonly (2 | 3)[];
  run: (scene: Scene) => Outcome;
}

/** The support mapping of the Minkowski difference, with the pair of points behind each point. */
export function difference(scene: Scene): (d: Vec) => Point {
  const a: Support = supportOf(scene.dim, scene.a);
  const b: Support = supportOf(scene.dim, scene.b);
  return (d) => {
    const on_a = a(d);
    const on_b = b(neg(d));
    return { point: sub(on_a, on_b), on_a, on_b };
  };
}

/** Perpendicular to `a`, on the side of `b`. Its length grows with the cube of the scene's size. */
export const perpendicular = (a: Vec, b: Vec): Vec => cross(cross(a, b), a);

/** The test that the articles build on: only an angle strictly below a right angle counts. */
export const towards = (a: Vec, b: Vec): boolean => dot(a, b) > 0;

export const isZero = (v: Vec): boolean => v[0] === 0 && v[1] === 0 && v[2] === 0;
export const isNaNs = (v: Vec): boolean => v.some(Number.isNaN);

/** A loop that reaches its cap reports that in its last step. */
export function capped(steps: ClassicStep[], line: number): void {
  const last = steps.at(-1);
  if (last)
    Object.assign(last, {
      line,
      says: `${last.says} That was the last round allowed: hit, it says.`,
    });
}

/** Loops without a cap are stopped here, and reported as endless. */
export const PATIENCE = 1000;
