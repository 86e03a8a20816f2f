/**
 * The boolean loop by signs: it keeps a direction and only tests on which side of planes the origin
 * lies. If two faces are in front of the origin it checks both, and after 32 rounds it gives up
 * with "hit".
 */
import { cross, dot, length, neg, sub, type Vec } from "../math/vec";
import type { Scene } from "../model/scene";
import {
  type Algorithm,
  type ClassicStep,
  capped,
  difference,
  isNaNs,
  isZero,
  type Outcome,
  type Point,
  perpendicular,
  towards,
} from "./common";
import { DJONOV } from "./sources";

const CAP = 32;

interface Update {
  inside: boolean;
  direction: Vec;
  kept: Point[];
  says: string;
}

const STAY: Vec = [0, 0, 0];

/** Three points, the newest first. */
function triangle(dim: 2 | 3, a: Point, b: Point, c: Point): Update {
  const ao = neg(a.point);
  const ab = sub(b.point, a.point);
  const ac = sub(c.point, a.point);
  const n = cross(ab, ac);
  if (towards(cross(ab, n), ao))
    return {
      inside: false,
      direction: perpendicular(ab, ao),
      kept: [b, a],
      says: "The origin is beyond the edge to the older neighbour: the third point goes.",
    };
  if (towards(cross(n, ac), ao))
    return {
      inside: false,
      direction: perpendicular(ac, ao),
      kept: [c, a],
      says: "The origin is beyond the edge to the oldest point: the middle one goes.",
    };
  if (dim === 2)
    return {
      inside: true,
      direction: STAY,
      kept: [c, b, a],
      says: "No edge has the origin outside: the triangle holds it.",
    };
  // The base is stored so that its normal points to the origin: the next round relies on it.
  return towards(n, ao)
    ? {
        inside: false,
        direction: n,
        kept: [c, b, a],
        says: "The origin is above the triangle: look up.",
      }
    : {
        inside: false,
        direction: neg(n),
        kept: [b, c, a],
        says: "The origin is below the triangle: turn it over and look down.",
      };
}

/** One face in front of the origin: its two new edges, then the face itself. */
function face(a: Point, b: Point, c: Point, skipLast = false): Update {
  const ao = neg(a.point);
  const ab = sub(b.point, a.point);
  const ac = sub(c.point, a.point);
  const n = cross(ab, ac);
  if (!skipLast && towards(cross(n, ac), ao))
    return {
      inside: false,
      direction: perpendicular(ac, ao),
      kept: [c, a],
      says: "In front of one face, and beyond its far edge: the edge is kept.",
    };
  if (towards(cross(ab, n), ao))
    return {
      inside: false,
      direction: perpendicular(ab, ao),
      kept: [b, a],
      says: "In front of one face, and beyond its near edge: the edge is kept.",
    };
  return {
    inside: false,
    direction: n,
    kept: [c, b, a],
    says: "In front of one face: the face is kept, and its normal is the next direction.",
  };
}

function tetrahedron(a: Point, b: Point, c: Point, d: Point): Update {
  const ao = neg(a.point);
  const [ab, ac, ad] = [sub(b.point, a.point), sub(c.point, a.point), sub(d.point, a.point)];
  const faces: [Point, Point, Vec][] = [
    [b, c, cross(ab, ac)],
    [c, d, cross(ac, ad)],
    [d, b, cross(ad, ab)],
  ];
  const front = faces.map(([, , n]) => towards(n, ao));
  const count = front.filter(Boolean).length;
  if (count === 0)
    return {
      inside: true,
      direction: STAY,
      kept: [d, c, b, a],
      says: "Behind all three new faces: the tetrahedron holds the origin.",
    };
  if (count === 3)
    return {
      inside: true,
      direction: STAY,
      kept: [d, c, b, a],
      says: "In front of all three faces, which cannot be: rounding. It says hit.",
    };
  if (count === 1) {
    const [p, q] = faces[front.indexOf(true)];
    return face(a, p, q);
  }
  // Two in front: start at the one whose far edge is shared with the other.
  const first = front[0] && front[1] ? 0 : front[1] && front[2] ? 1 : 2;
  const [p, q, n] = faces[first];
  const shared = sub(q.point, a.point);
  if (towards(cross(n, shared), ao)) {
    const [r, s] = faces[(first + 1) % 3];
    return face(a, r, s);
  }
  return face(a, p, q, true);
}

/** `kept` is oldest first, so the newest is taken from the end. */
export function update(dim: 2 | 3, kept: Point[], a: Point): Update {
  const old = [...kept].reverse();
  const [b, c, d] = old;
  if (!b)
    return {
      inside: false,
      direction: neg(a.point),
      kept: [a],
      says: "One point: look from it to the origin.",
    };
  if (!c)
    return {
      inside: false,
      direction: perpendicular(sub(b.point, a.point), neg(a.point)),
      kept: [b, a],
      says:
        "Two points: neither end can be nearest, so look from the segment to the origin, at a " +
        "right angle.",
    };
  if (!d) return triangle(dim, a, b, c);
  return tetrahedron(a, b, c, d);
}

/** Divides without checking the length: zero over zero is NaN, and that is the point. */
const overLength = (v: Vec): Vec => {
  const l = length(v);
  return [v[0] / l, v[1] / l, v[2] / l];
};

function run(scene: Scene, normalise: boolean): Outcome {
  const ask = difference(scene);
  const steps: ClassicStep[] = [];
  let direction: Vec = [1, 0, 0];
  let kept: Point[] = [];
  // As in the tutorials, the two rounds that fill the segment do not count against the cap.
  for (let round = 0; round < CAP + 2; round++) {
    const w = ask(direction);
    const step = { simplex: kept, direction, support: w };
    if (dot(w.point, direction) < 0) {
      const says =
        "The support point does not reach the origin: nothing of the difference lies beyond, " +
        "so no hit.";
      steps.push({ ...step, kept: [], line: 3, says });
      return { verdict: "miss", because: "a support point fell short of the origin", steps };
    }
    const next = update(scene.dim, kept, w);
    steps.push({ ...step, kept: next.kept, line: next.inside ? 6 : 5, says: next.says });
    if (next.inside) {
      const zero = isZero(direction) || isNaNs(direction);
      return {
        verdict: "hit",
        because: zero
          ? "the direction is no direction any more"
          : "no plane has the origin outside",
        steps,
      };
    }
    kept = next.kept;
    direction = normalise ? overLength(next.direction) : next.direction;
  }
  capped(steps, 7);
  return { verdict: "hit", because: `${CAP} rounds are over, which counts as a hit`, steps };
}

const code = [
  "v ← any direction",
  "repeat, 32 times at most",
  "  w ← support point along v",
  "  if w · v < 0: return miss",
  "  add w to the simplex",
  "  drop what is not nearest; v ← to the origin",
  "  in front of no plane: return hit",
  "return hit",
];

export const signs: Algorithm = {
  id: "signs",
  name: "Djonov: by signs, 32 rounds",
  source: DJONOV,
  about:
    "Keeps a direction only, tests the sides of planes, looks at both faces where two are in " +
    "front. After 32 rounds it says hit.",
  code,
  dims: [2, 3],
  run: (scene) => run(scene, false),
};

export const normalised: Algorithm = {
  id: "unit",
  name: "Djonov: unit directions",
  source: DJONOV,
  about:
    "The same, with the direction brought to length 1 each round. Where the origin lies on the " +
    "simplex, that divides zero by zero.",
  code: code.map((l, i) => (i === 5 ? `${l}; v ← v / |v|` : l)),
  dims: [2, 3],
  run: (scene) => run(scene, true),
};
