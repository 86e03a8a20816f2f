/** Where two shapes touch, from the engine's numbers. */
import { type Vec, vec } from "../math/vec";
import { pairJson, type Scene } from "./scene";

export interface ContactPoint {
  onA: Vec;
  onB: Vec;
  /** Negative where they are apart. */
  depth: number;
  /** The features that meet there, in the library's numbering. */
  features: [number, number];
}

export interface Contact {
  normal: Vec;
  gap: number;
  /** Corners of the patch before it was reduced to these points. */
  corners: number;
  /** Empty if the shapes are farther apart than allowed. */
  points: ContactPoint[];
}

export function readContact(n: Float64Array): Contact {
  const points: ContactPoint[] = [];
  for (let i = 5; i + 8 < n.length; i += 9)
    points.push({ onA: vec(n.subarray(i, i + 3)), onB: vec(n.subarray(i + 3, i + 6)), depth: n[i + 6]!, features: [n[i + 7]!, n[i + 8]!] });
  return { normal: vec(n.subarray(0, 3)), gap: n[3] ?? 0, corners: n[4] ?? 0, points };
}

/** The key as the command line prints it. */
export const keyOf = ({ features }: ContactPoint): string => features.map((x) => x.toString(16).padStart(8, "0")).join("");

/** One half of a key: two bits for the kind, 30 for the number. */
export function featureName(half: number): string {
  const kind = ["?", "vertex", "edge", "face"][Math.floor(half / 2 ** 30)];
  return `${kind} ${half % 2 ** 30}`;
}

/** The line that `clearance query` reads. */
export const manifoldJson = (scene: Scene, maxDistance: number): string =>
  JSON.stringify({ ...(JSON.parse(pairJson({ ...scene, options: {} })) as object), query: "manifold", max_distance: maxDistance });
