/**
 * The Voronoi regions of a simplex in the plane: for each feature the part of the plane to which it is the nearest feature. Each is a
 * meeting of half-planes, so each is found by clipping the visible rectangle.
 */
import { add, dot, scale, sub, type Vec, wedge } from "./vec";

export interface RegionShape {
  /** Indices of the simplex vertices that span the feature; all three mean the inside. */
  feature: number[];
  polygon: Vec[];
}

interface HalfPlane {
  normal: Vec;
  through: Vec;
}

const inside = (h: HalfPlane, p: Vec): number => dot(h.normal, sub(p, h.through));

/** What of a convex polygon lies in the half-plane (Sutherland–Hodgman, one plane). */
export function clip(polygon: readonly Vec[], h: HalfPlane): Vec[] {
  const out: Vec[] = [];
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length]!;
    const [s, t] = [inside(h, p), inside(h, q)];
    if (s >= 0) out.push(p);
    if (s > 0 !== t > 0 && s !== t) out.push(add(p, scale(sub(q, p), s / (s - t))));
  });
  return out;
}

const meet = (frame: readonly Vec[], planes: HalfPlane[]): Vec[] => planes.reduce<Vec[]>((poly, h) => clip(poly, h), [...frame]);

/** The half-planes whose meeting is the feature's region. */
function planesOf(simplex: readonly Vec[], feature: readonly number[]): HalfPlane[] {
  const beyond = (i: number): HalfPlane[] =>
    simplex.flatMap((p, j) => (j === i ? [] : [{ normal: sub(simplex[i]!, p), through: simplex[i]! }]));
  if (feature.length === 1) return beyond(feature[0]!);
  const [i, j] = feature as [number, number];
  const [a, b] = [simplex[i]!, simplex[j]!];
  const between: HalfPlane[] = [{ normal: sub(b, a), through: a }, { normal: sub(a, b), through: b }];
  const third = simplex.find((_, k) => k !== i && k !== j);
  if (feature.length === 2) {
    if (!third) return between;
    return [...between, outward(a, b, third)];
  }
  return [0, 1, 2].map((k) => {
    const h = outward(simplex[k]!, simplex[(k + 1) % 3]!, simplex[(k + 2) % 3]!);
    return { normal: scale(h.normal, -1), through: h.through };
  });
}

function outward(a: Vec, b: Vec, third: Vec): HalfPlane {
  const n: Vec = [b[1] - a[1], a[0] - b[0], 0];
  return { normal: dot(n, sub(third, a)) > 0 ? scale(n, -1) : n, through: a };
}

export function features(count: number): number[][] {
  if (count <= 1) return [[0]];
  if (count === 2) return [[0], [1], [0, 1]];
  return [[0], [1], [2], [0, 1], [1, 2], [2, 0], [0, 1, 2]];
}

export function regions(simplex: readonly Vec[], frame: readonly Vec[]): RegionShape[] {
  if (simplex.length < 2) return [];
  // Three points in line have no inside: their regions are those of the segment, which the caller draws.
  if (simplex.length === 3 && wedge(sub(simplex[1]!, simplex[0]!), sub(simplex[2]!, simplex[0]!)) === 0) return [];
  return features(simplex.length)
    .map((feature) => ({ feature, polygon: meet(frame, planesOf(simplex, feature)) }))
    .filter((r) => r.polygon.length > 2);
}

/** The feature whose region holds the origin. */
export function holder(simplex: readonly Vec[]): number[] {
  const zero: Vec = [0, 0, 0];
  const found = features(simplex.length).find((f) => planesOf(simplex, f).every((h) => inside(h, zero) >= 0));
  return found ?? [];
}

/**
 * A region can hold the origin only if its feature has the newest vertex: without it the loop would have found that feature a round
 * earlier. Where the loop leaves as soon as a support point falls short of the origin, the newest vertex alone is out as well.
 */
export function possible(feature: readonly number[], newest: number, exitsEarly: boolean): boolean {
  return feature.includes(newest) && !(exitsEarly && feature.length === 1);
}
