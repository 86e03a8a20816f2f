/**
 * The boolean loop that keeps a face whenever the origin is in front of it, without testing its
 * edges, and starts over when the triangle's tests contradict one another.
 */
import { cross, dot, length, neg, sub, type Vec } from "../math/vec";
import {
  type Algorithm,
  type ClassicStep,
  capped,
  difference,
  isZero,
  PATIENCE,
  type Point,
  perpendicular,
  towards,
} from "./common";
import { SUOMINEN } from "./sources";

interface State {
  /** Oldest first: the tests identify the newest by its index. */
  points: Point[];
  direction: Vec;
  says: string;
}

function refine(dim: 2 | 3, { points, direction }: State): State & { inside: boolean } {
  const p = points.map((x) => x.point);
  const newest = p[p.length - 1];
  const dto = neg(newest);
  const stay = { inside: false, points, direction };
  if (p.length === 2) {
    const d = sub(p[1], p[0]);
    const out = neg(p[0]);
    return towards(d, out)
      ? {
          ...stay,
          direction: perpendicular(d, out),
          says: "The segment runs towards the origin: look from it, at a right angle.",
        }
      : {
          ...stay,
          direction: out,
          says: "The segment runs away from the origin: look from its first point.",
        };
  }
  if (p.length === 3) {
    const [right, left] = [sub(p[0], newest), sub(p[1], newest)];
    const n = cross(left, right);
    const beyondRight = dot(cross(n, right), dto) > 0;
    if (beyondRight && towards(right, dto))
      return {
        ...stay,
        points: [points[0], points[2]],
        direction: perpendicular(right, dto),
        says: "Beyond the right edge: the left point goes.",
      };
    if (!beyondRight && dot(cross(left, n), dto) <= 0) {
      if (dim === 2) return { ...stay, inside: true, says: "Inside both new edges: hit." };
      return towards(n, dto)
        ? { ...stay, direction: n, says: "Above the triangle: look up." }
        : {
            ...stay,
            points: [points[1], points[0], points[2]],
            direction: neg(n),
            says: "Below the triangle: turn it over.",
          };
    }
    if (towards(left, dto))
      return {
        ...stay,
        points: [points[1], points[2]],
        direction: perpendicular(left, dto),
        says: "Beyond the left edge: the right point goes.",
      };
    return {
      inside: false,
      points: [],
      direction: dto,
      says: "Beyond neither edge in a way it knows: it forgets everything and starts again.",
    };
  }
  if (p.length === 4) {
    const [e2, e1, e0] = [sub(p[2], newest), sub(p[1], newest), sub(p[0], newest)];
    const drop = (i: number): Point[] => points.filter((_, j) => j !== i);
    for (const [n, i] of [
      [cross(e2, e1), 0],
      [cross(e1, e0), 2],
      [cross(e0, e2), 1],
    ] as const)
      if (towards(n, dto))
        return {
          inside: false,
          points: drop(i),
          direction: n,
          says: "In front of a face: the point opposite goes, whatever the edges say.",
        };
    return { ...stay, inside: true, says: "In front of no face: hit." };
  }
  return { ...stay, says: "One point: the direction stays as it is." };
}

export const planes: Algorithm = {
  id: "planes",
  name: "Suominen: planes, from the centres",
  source: SUOMINEN,
  about:
    "Starts from centre to centre. Never tests a tetrahedron's edges, and starts over when its " +
    "triangle tests contradict each other.",
  code: [
    "w ← support along B − A; v ← −w",
    "repeat",
    "  w ← support point along v",
    "  if w · v < 0: return miss",
    "  add w to the simplex",
    "  in front of a plane? drop the point opposite",
    "  if in front of none: return hit",
    "  more than 1000 rounds: return hit",
  ],
  dims: [2, 3],
  run(scene) {
    const ask = difference(scene);
    const start = sub(scene.b.pose.at, scene.a.pose.at);
    const first = ask(start);
    const steps: ClassicStep[] = [
      {
        simplex: [],
        direction: start,
        support: first,
        kept: [first],
        line: 0,
        says: "A first point along the line of centres.",
      },
    ];
    let state: State = { points: [first], direction: neg(first.point), says: "" };
    for (let round = 0; round <= PATIENCE; round++) {
      const w = ask(state.direction);
      const step = { simplex: state.points, direction: state.direction, support: w };
      if (dot(w.point, state.direction) < 0) {
        steps.push({
          ...step,
          kept: [],
          line: 3,
          says: "The support point falls short of the origin: miss.",
        });
        return { verdict: "miss", because: "a support point fell short of the origin", steps };
      }
      const next = refine(scene.dim, { ...state, points: [...state.points, w] });
      steps.push({ ...step, kept: next.points, line: next.inside ? 6 : 5, says: next.says });
      if (next.inside) {
        const lost = isZero(state.direction) || !(length(state.direction) < Infinity);
        return {
          verdict: "hit",
          because: lost ? "the direction is no direction any more" : "in front of no plane",
          steps,
        };
      }
      state = next;
    }
    capped(steps, 7);
    return { verdict: "hit", because: `${PATIENCE} rounds are over, which counts as a hit`, steps };
  },
};
