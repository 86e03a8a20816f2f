/**
 * The textbook loop of the plane: edge normals oriented away from the third point, height zero
 * counts as a miss.
 */
import { dot, neg, scale, sub, type Vec } from "../math/vec";
import {
  type Algorithm,
  type ClassicStep,
  difference,
  isZero,
  PATIENCE,
  type Point,
  towards,
} from "./common";
import { ENTROPY } from "./sources";

const left = (v: Vec): Vec => [-v[1], v[0], 0];
/** A normal of `edge` that points away from `from`. Zero if the three points are collinear. */
const away = (edge: Vec, from: Vec): Vec => {
  const n = left(edge);
  return scale(n, -dot(n, from));
};

interface Next {
  inside: boolean;
  points: Point[];
  direction: Vec;
  says: string;
}

function segment(a: Point, b: Point): Next {
  const ab = sub(b.point, a.point);
  if (!towards(neg(a.point), ab))
    return {
      inside: false,
      points: [a],
      direction: neg(a.point),
      says: "The newest point is nearest.",
    };
  const n = left(ab);
  return {
    inside: false,
    points: [b, a],
    direction: scale(n, -dot(n, a.point)),
    says: "The segment is nearest: its normal on the origin's side.",
  };
}

function triangle(a: Point, b: Point, c: Point): Next {
  const ao = neg(a.point);
  const [ab, ac] = [sub(b.point, a.point), sub(c.point, a.point)];
  for (const [edge, other, keep] of [
    [ab, ac, b],
    [ac, ab, c],
  ] as const) {
    const n = away(edge, other);
    if (!towards(n, ao)) continue;
    return towards(edge, ao)
      ? {
          inside: false,
          points: [keep, a],
          direction: n,
          says: "Beyond an edge of the newest point: that edge is kept.",
        }
      : {
          inside: false,
          points: [a],
          direction: ao,
          says: "Beyond the newest point: only it is kept.",
        };
  }
  return {
    inside: true,
    points: [c, b, a],
    direction: ao,
    says: "Beyond neither edge: the triangle holds the origin.",
  };
}

export const planar: Algorithm = {
  id: "planar",
  name: "Entropy Interactive: edge normals",
  source: ENTROPY,
  about:
    "Edge normals point away from the third vertex. Height zero counts as a miss; where three " +
    "points are in line the normal is zero.",
  code: [
    "w ← support point along x; v ← −w",
    "repeat",
    "  w ← support point along v",
    "  unless w · v > 0: return miss",
    "  add w to the simplex",
    "  beyond an edge, or beyond w? keep only that",
    "  otherwise: return hit",
  ],
  dims: [2],
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
        says: "Any first point; look from it to the origin.",
      },
    ];
    let points = [first];
    let direction = neg(first.point);
    for (let round = 0; round < PATIENCE; round++) {
      const w = ask(direction);
      const step = { simplex: points, direction, support: w };
      if (!towards(w.point, direction)) {
        const zero = isZero(direction);
        const says = zero
          ? "The direction is zero, so every height is zero, and zero counts as a miss."
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
      const [b, c] = [...points].reverse() as [Point, Point?];
      const next = c ? triangle(w, b, c) : segment(w, b);
      steps.push({ ...step, kept: next.points, line: next.inside ? 6 : 5, says: next.says });
      if (next.inside) return { verdict: "hit", because: "beyond no edge", steps };
      points = next.points;
      direction = next.direction;
    }
    return { verdict: "endless", because: `no end in ${PATIENCE} rounds`, steps };
  },
};
