/**
 * The boolean loop that takes the first face in front of the origin, falls back from tetrahedron to
 * triangle to line, and counts a support point at height zero as a miss.
 */
import { cross, dot, neg, sub, type Vec } from "../math/vec";
import {
  type Algorithm,
  type ClassicStep,
  difference,
  isZero,
  PATIENCE,
  type Point,
  perpendicular,
  towards,
} from "./common";
import { WINTER } from "./sources";

interface Next {
  inside: boolean;
  /** Newest first. */
  points: Point[];
  direction: Vec;
  says: string;
}

function line(a: Point, b: Point): Next {
  const ab = sub(b.point, a.point);
  const ao = neg(a.point);
  if (towards(ab, ao))
    return {
      inside: false,
      points: [a, b],
      direction: perpendicular(ab, ao),
      says: "The segment is nearest: look from it to the origin.",
    };
  return {
    inside: false,
    points: [a],
    direction: ao,
    says: "The newest point is nearest: start again from it.",
  };
}

function triangle(dim: 2 | 3, a: Point, b: Point, c: Point): Next {
  const ab = sub(b.point, a.point);
  const ac = sub(c.point, a.point);
  const ao = neg(a.point);
  const n = cross(ab, ac);
  if (towards(cross(n, ac), ao)) {
    if (towards(ac, ao))
      return {
        inside: false,
        points: [a, c],
        direction: perpendicular(ac, ao),
        says: "Beyond the edge to the oldest point: that edge is kept.",
      };
    return line(a, b);
  }
  if (towards(cross(ab, n), ao)) return line(a, b);
  if (dim === 2)
    return {
      inside: true,
      points: [a, b, c],
      direction: n,
      says: "No edge has the origin outside: hit.",
    };
  return towards(n, ao)
    ? { inside: false, points: [a, b, c], direction: n, says: "Above the triangle: look up." }
    : {
        inside: false,
        points: [a, c, b],
        direction: neg(n),
        says: "Below the triangle: turn it over.",
      };
}

function tetrahedron(a: Point, b: Point, c: Point, d: Point): Next {
  const ao = neg(a.point);
  const edge = (p: Point): Vec => sub(p.point, a.point);
  for (const [p, q] of [
    [b, c],
    [c, d],
    [d, b],
  ] as const)
    if (towards(cross(edge(p), edge(q)), ao)) {
      const next = triangle(3, a, p, q);
      return { ...next, says: `In front of a face, the first that was tried. ${next.says}` };
    }
  return { inside: true, points: [a, b, c, d], direction: ao, says: "In front of no face: hit." };
}

function next(dim: 2 | 3, points: Point[]): Next {
  const [a, b, c, d] = points as [Point, Point, Point?, Point?];
  if (d && c) return tetrahedron(a, b, c, d);
  return c ? triangle(dim, a, b, c) : line(a, b);
}

export const firstFace: Algorithm = {
  id: "first-face",
  name: "winter.dev: first face, no cap",
  source: WINTER,
  about:
    "Takes the first face in front of the origin and counts height zero as a miss. Where the " +
    "origin lies on an edge, its next direction is zero.",
  code: [
    "w ← support point along x; v ← −w",
    "repeat",
    "  w ← support point along v",
    "  if w · v ≤ 0: return miss",
    "  add w to the simplex",
    "  the first face in front of the origin:",
    "  its triangle, edge or point; v ← to the origin",
    "  if there is none: return hit",
  ],
  dims: [2, 3],
  run(scene) {
    const ask = difference(scene);
    const first = ask([1, 0, 0]);
    const steps: ClassicStep[] = [
      {
        simplex: [],
        direction: [1, 0, 0],
        support: first,
        kept: [first],
        line: 0,
        says: "Any first point will do; from it, look to the origin.",
      },
    ];
    let points = [first];
    let direction = neg(first.point);
    for (let round = 0; round < PATIENCE; round++) {
      const w = ask(direction);
      const step = { simplex: [...points].reverse(), direction, support: w };
      if (dot(w.point, direction) <= 0) {
        const zero = isZero(direction);
        const says = zero
          ? "The origin lies on the simplex, so the direction to it is zero, every height is " +
            "zero, and zero counts as a miss."
          : "The support point is not beyond the origin: miss.";
        steps.push({ ...step, kept: [], line: 3, says });
        return {
          verdict: "miss",
          because: zero
            ? "the direction had become zero"
            : "a support point was not beyond the origin",
          steps,
        };
      }
      const found = next(scene.dim, [w, ...points]);
      steps.push({
        ...step,
        kept: [...found.points].reverse(),
        line: found.inside ? 7 : 5,
        says: found.says,
      });
      if (found.inside)
        return { verdict: "hit", because: "no face is in front of the origin", steps };
      points = found.points;
      direction = found.direction;
    }
    return { verdict: "endless", because: `no end in ${PATIENCE} rounds`, steps };
  },
};
