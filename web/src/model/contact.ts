/** Where two shapes touch, from the engine's numbers. */
import type { PairHandle } from "../engine";
import { type Vec, vec } from "../math/vec";
import { pairJson, type Scene } from "./scene";

export interface ContactPoint {
  onA: Vec;
  onB: Vec;
  /** Negative where they are apart. */
  depth: number;
  /** The features that meet there, in the library's numbering. */
  features: [number, number];
  /** The same in the library's words, of A and of B. */
  names: [string, string];
}

export interface Contact {
  normal: Vec;
  gap: number;
  /** Corners of the patch before it was reduced to these points. */
  corners: number;
  /** Empty if the shapes are farther apart than allowed. */
  points: ContactPoint[];
}

/** Where a pair touches; without points where it is farther apart than `within`. */
export function readContact(pair: PairHandle, within: number): Contact {
  const n = pair.contact(within);
  const points: ContactPoint[] = [];
  for (let i = 5; i + 8 < n.length; i += 9) {
    const [onA, onB] = [n.subarray(i, i + 3), n.subarray(i + 3, i + 6)];
    const features: [number, number] = [n[i + 7], n[i + 8]];
    points.push({
      onA: vec(onA),
      onB: vec(onB),
      depth: n[i + 6],
      features,
      names: [pair.feature(0, features[0], onA), pair.feature(1, features[1], onB)],
    });
  }
  return { normal: vec(n.subarray(0, 3)), gap: n[3] ?? 0, corners: n[4] ?? 0, points };
}

/** The key as the command line prints it. */
export const keyOf = ({ features }: ContactPoint): string =>
  features.map((x) => x.toString(16).padStart(8, "0")).join("");

/** The line that `clearance query` reads. */
export const manifoldJson = (scene: Scene, maxDistance: number): string =>
  JSON.stringify({
    ...(JSON.parse(pairJson({ ...scene, options: {} })) as object),
    query: "manifold",
    max_distance: maxDistance,
  });
