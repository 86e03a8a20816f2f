/**
 * The Voronoi regions of a simplex: for each feature, the part of the plane or of space to which it
 * is the nearest feature. Each is an intersection of half-spaces, so it is found by clipping the
 * visible part. One formula serves both dimensions, since the plane is z = 0.
 */
import { add, cross, dot, neg, scale, sub, unit, type Vec, ZERO } from "./vec";

export interface RegionShape {
  /** Indices of the simplex vertices that span the feature; all of them mean the inside. */
  feature: number[];
  polygon: Vec[];
}

/** A convex solid by its faces, each counter-clockwise from outside. */
export type Cell = Vec[][];

export interface RegionCell {
  feature: number[];
  cell: Cell;
}

interface HalfSpace {
  normal: Vec;
  through: Vec;
}

const inside = (h: HalfSpace, p: Vec): number => dot(h.normal, sub(p, h.through));

/** The part of a convex polygon in the half-space (Sutherland–Hodgman, one plane). */
export function clip(polygon: readonly Vec[], h: HalfSpace): Vec[] {
  const out: Vec[] = [];
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    const [s, t] = [inside(h, p), inside(h, q)];
    if (s >= 0) out.push(p);
    if (s > 0 !== t > 0 && s !== t) out.push(add(p, scale(sub(q, p), s / (s - t))));
  });
  return out;
}

/** Sorted around their middle, counter-clockwise when the normal points at the eye. */
export function around(points: readonly Vec[], normal: Vec): Vec[] {
  const middle = scale(points.reduce(add, ZERO), 1 / points.length);
  const u = unit(cross(normal, Math.abs(normal[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]));
  const v = cross(normal, u);
  const angle = (p: Vec): number => Math.atan2(dot(sub(p, middle), v), dot(sub(p, middle), u));
  return [...points].sort((p, q) => angle(p) - angle(q));
}

/**
 * The part of a convex solid in the half-space: its faces clipped, and the cut closed. Points
 * within `flat` of the plane count as on it.
 */
function clipCell(cell: Cell, h: HalfSpace, flat: number): Cell {
  if (cell.every((face) => face.every((p) => inside(h, p) >= -flat))) return cell;
  const faces = cell.map((face) => clip(face, h)).filter((face) => face.length > 2);
  const rim: Vec[] = [];
  for (const p of faces.flat())
    if (inside(h, p) <= flat && !rim.some((q) => Math.max(...sub(p, q).map(Math.abs)) <= flat))
      rim.push(p);
  return rim.length > 2 ? [...faces, around(rim, neg(h.normal))] : faces;
}

/** From the flat through `base` to `p`, at a right angle. */
function off([first, ...others]: readonly Vec[], p: Vec): Vec {
  const axes: Vec[] = [];
  const strip = (d: Vec): Vec => axes.reduce((rest, u) => sub(rest, scale(u, dot(rest, u))), d);
  for (const q of others) axes.push(unit(strip(sub(q, first))));
  return strip(sub(p, first));
}

/**
 * The half-spaces whose intersection is the feature's region: points nearest to the feature are on
 * the side of all its vertices, and of no others.
 */
function boundsOf(simplex: readonly Vec[], feature: readonly number[]): HalfSpace[] {
  return simplex.flatMap((p, i) => {
    const base = feature.filter((j) => j !== i).map((j) => simplex[j]);
    if (!base.length) return [];
    const normal = off(base, p);
    return [{ normal: unit(feature.includes(i) ? normal : neg(normal)), through: base[0] }];
  });
}

/** All features of a simplex, by size: vertices, edges, faces, and its inside. */
export function features(count: number): number[][] {
  const sets = Array.from({ length: 2 ** count - 1 }, (_, k) =>
    Array.from({ length: count }, (_, i) => i).filter((i) => (k + 1) & (1 << i)),
  );
  return sets.sort((p, q) => p.length - q.length);
}

export function regions(simplex: readonly Vec[], frame: readonly Vec[]): RegionShape[] {
  if (simplex.length < 2 || isFlat(simplex)) return [];
  const meet = (feature: number[]): Vec[] =>
    boundsOf(simplex, feature).reduce<Vec[]>((polygon, h) => clip(polygon, h), [...frame]);
  return features(simplex.length)
    .map((feature) => ({ feature, polygon: meet(feature) }))
    .filter((r) => r.polygon.length > 2);
}

/** The regions in space, clipped to a box around `middle`. */
export function cells(simplex: readonly Vec[], middle: Vec, half: Vec): RegionCell[] {
  if (simplex.length < 2 || isFlat(simplex)) return [];
  const size = Math.max(...half);
  const box = boxOf(middle, half);
  const meet = (feature: number[]): Cell =>
    boundsOf(simplex, feature).reduce<Cell>((cell, h) => clipCell(cell, h, 1e-9 * size), box);
  return features(simplex.length)
    .map((feature) => ({ feature, cell: meet(feature) }))
    .filter((r) => r.cell.length > 3);
}

function boxOf(middle: Vec, half: Vec): Cell {
  const sides = [0, 1, 2].flatMap((axis) =>
    [-1, 1].map((s): Vec => [0, 1, 2].map((k) => (k === axis ? s : 0)) as unknown as Vec),
  );
  const corners = [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) => [-1, 1].map((z): Vec => [x, y, z])),
  );
  const place = (p: Vec): Vec => [
    middle[0] + p[0] * half[0],
    middle[1] + p[1] * half[1],
    middle[2] + p[2] * half[2],
  ];
  return sides.map((n) =>
    around(
      corners.filter((p) => dot(p, n) === 1),
      n,
    ).map(place),
  );
}

/**
 * Whether the points lie in a flat of lower dimension than a simplex, as far as floats show: then
 * they have no regions of their own.
 */
function isFlat(simplex: readonly Vec[]): boolean {
  const size = Math.max(...simplex.map((p) => Math.max(...sub(p, simplex[0]).map(Math.abs))));
  return simplex.some((p, i) => {
    const others = simplex.filter((_, j) => j !== i);
    return Math.max(...off(others, p).map(Math.abs)) <= 1e-12 * size;
  });
}

/** The feature whose region holds the origin. */
export function holder(simplex: readonly Vec[]): number[] {
  return (
    features(simplex.length).find((f) => boundsOf(simplex, f).every((h) => inside(h, ZERO) >= 0)) ??
    []
  );
}

/**
 * A region can hold the origin only if its feature has the newest vertex: otherwise the loop would
 * have found that feature a round earlier. If the loop ends as soon as a support point falls short
 * of the origin, the newest vertex alone is ruled out as well.
 */
export function possible(feature: readonly number[], newest: number, exitsEarly: boolean): boolean {
  return feature.includes(newest) && !(exitsEarly && feature.length === 1);
}
