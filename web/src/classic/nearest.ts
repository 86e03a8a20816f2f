/**
 * The point of a simplex nearest to the origin, by its Voronoi regions, as weights of the vertices
 * that carry it.
 */
import { cross, dot, neg, sub } from "../math/vec";
import type { Point } from "./common";

export interface Weighted {
  vertex: Point;
  weight: number;
}

const only = (vertex: Point): Weighted[] => [{ vertex, weight: 1 }];

function onSegment(a: Point, b: Point): Weighted[] {
  const ab = sub(b.point, a.point);
  const t = dot(neg(a.point), ab) / dot(ab, ab);
  if (!(t > 0)) return only(a);
  if (t >= 1) return only(b);
  return [
    { vertex: a, weight: 1 - t },
    { vertex: b, weight: t },
  ];
}

const squared = (parts: Weighted[]): number => {
  const v = [0, 1, 2].map((i) => parts.reduce((s, p) => s + p.weight * p.vertex.point[i], 0));
  return v.reduce((s, x) => s + x * x, 0);
};

const best = (options: Weighted[][]): Weighted[] =>
  options.reduce((x, y) => (squared(y) < squared(x) ? y : x));

function onTriangle(a: Point, b: Point, c: Point): Weighted[] {
  const n = cross(sub(b.point, a.point), sub(c.point, a.point));
  const area = (p: Point, q: Point): number => dot(n, cross(p.point, q.point));
  const [u, v, w] = [area(b, c), area(c, a), area(a, b)];
  const total = u + v + w;
  if (u > 0 && v > 0 && w > 0)
    return [
      { vertex: a, weight: u / total },
      { vertex: b, weight: v / total },
      { vertex: c, weight: w / total },
    ];
  return best([onSegment(a, b), onSegment(b, c), onSegment(c, a)]);
}

function onTetrahedron(a: Point, b: Point, c: Point, d: Point): Weighted[] {
  const faces: [Point, Point, Point, Point][] = [
    [a, b, c, d],
    [a, c, d, b],
    [a, d, b, c],
    [b, d, c, a],
  ];
  const outside = faces.filter(([p, q, r, s]) => {
    const n = cross(sub(q.point, p.point), sub(r.point, p.point));
    return dot(n, neg(p.point)) * dot(n, sub(s.point, p.point)) < 0;
  });
  if (!outside.length) return [a, b, c, d].map((vertex) => ({ vertex, weight: 0.25 }));
  return best(outside.map(([p, q, r]) => onTriangle(p, q, r)));
}

export function nearest(simplex: readonly Point[]): Weighted[] {
  const [a, b, c, d] = simplex as [Point, Point?, Point?, Point?];
  if (b && c && d) return onTetrahedron(a, b, c, d);
  if (b && c) return onTriangle(a, b, c);
  return b ? onSegment(a, b) : only(a);
}
