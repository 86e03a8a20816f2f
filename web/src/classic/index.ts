import { blend } from "./blend";
import type { Algorithm } from "./common";
import { firstFace } from "./first_face";
import { planar } from "./planar";
import { planes } from "./planes";
import { normalised, signs } from "./signs";

export const algorithms: readonly Algorithm[] = [
  signs,
  normalised,
  firstFace,
  planes,
  planar,
  blend,
];
export type { Algorithm, ClassicStep, Outcome, Point, Verdict } from "./common";
export type { Source } from "./sources";
