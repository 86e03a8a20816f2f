/**
 * The distance loop of many engines: the nearest point as a weighted mean of the simplex, the
 * direction from that mean, and one absolute tolerance for everything. Right at a scale of one;
 * wrong at others.
 */
import { add, dot, length, neg, same, scale, type Vec, ZERO } from "../math/vec";
import { type Algorithm, type ClassicStep, difference, PATIENCE, type Point } from "./common";
import { nearest, type Weighted } from "./nearest";

const TOLERANCE = 1e-6;

const mean = (parts: Weighted[], of: (p: Point) => Vec): Vec =>
  parts.reduce((sum, { vertex, weight }) => add(sum, scale(of(vertex), weight)), ZERO);

export const blend: Algorithm = {
  id: "blend",
  name: "Many engines: tolerance 1e-6",
  source: null,
  about:
    "Measures: the nearest point is a weighted mean, and 1e-6 — of what unit? — decides both " +
    "touching and convergence.",
  code: [
    "S ← one support point",
    "repeat",
    "  v ← weighted mean of S nearest to the origin",
    "  if |v| < 1e-6: return hit",
    "  w ← support point along −v",
    "  if |v|² − v · w < 1e-6: miss, |v| apart",
    "  add w to S",
  ],
  dims: [2, 3],
  run(scene) {
    const ask = difference(scene);
    const steps: ClassicStep[] = [];
    const first = ask([1, 0, 0]);
    steps.push({
      simplex: [],
      direction: [1, 0, 0],
      support: first,
      kept: [first],
      line: 0,
      says: "Any first point.",
    });
    let kept: Point[] = [first];
    let lower = 0;
    for (let round = 0; round < PATIENCE; round++) {
      const parts = nearest(kept);
      const v = mean(parts, (p) => p.point);
      kept = parts.map((p) => p.vertex);
      const size = length(v);
      const direction = neg(v);
      const w = ask(direction);
      const step = { simplex: kept, direction, support: w, nearest: v, upper: size };
      if (size < TOLERANCE || kept.length > scene.dim) {
        const full = kept.length > scene.dim;
        const says = full
          ? "The simplex holds the origin: hit."
          : `The nearest point is ${size.toPrecision(2)} away, less than 1e−6: hit, it says.`;
        steps.push({ ...step, kept: [], line: 3, says });
        return {
          verdict: "hit",
          because: full
            ? "the simplex holds the origin"
            : `it stops at ${size.toPrecision(2)}, which is below 1e−6`,
          steps,
          distance: 0,
        };
      }
      lower = Math.max(lower, dot(v, w.point) / size);
      const progress = dot(v, v) - dot(v, w.point);
      if (progress < TOLERANCE || kept.some((p) => same(p.point, w.point))) {
        const says =
          progress < TOLERANCE
            ? `The next point would gain ${progress.toPrecision(2)}, less than 1e−6: it stops.`
            : "The support point is known already: it stops.";
        steps.push({ ...step, kept: [], line: 5, lower, says });
        return {
          verdict: "miss",
          because: progress < TOLERANCE ? "the gain fell below 1e−6" : "no new support point",
          steps,
          distance: size,
        };
      }
      steps.push({
        ...step,
        kept: [...kept, w],
        line: 6,
        lower,
        says: "The support point is nearer to the origin: it joins.",
      });
      kept = [...kept, w];
    }
    return { verdict: "endless", because: `no end in ${PATIENCE} rounds`, steps };
  },
};
