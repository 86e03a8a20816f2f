/**
 * One form of a step for every view: the engine's steps come in A's frame, the didactic ones in the
 * world; both are drawn along the world's axes.
 */

import type { ClassicStep, Outcome, Point } from "../classic";
import type { Step, Trace, Vertex as TraceVertex } from "../engine";
import { add, length, same, scale, unit, type Vec, vec } from "../math/vec";

export interface Corner {
  /** Its number by age, which it keeps through the whole run. The polytope's vertices have none. */
  label: string;
  /** In the Minkowski difference. */
  point: Vec;
  onA: Vec;
  onB: Vec;
}

export interface Polytope {
  corners: Corner[];
  facets: number[][];
  chosen: number;
  horizon: number[][];
}

export interface DrawStep {
  kind: "gjk" | "end" | "epa";
  simplex: Corner[];
  support: Corner | null;
  direction: Vec | null;
  nearest: Vec | null;
  /**
   * The simplex, newest point last, whose regions this step is about: the step's own sentence drops
   * points from it.
   */
  around: Corner[];
  /** The feature of `around` that is nearest to the origin; null if that is not determined yet. */
  kept: Vec[] | null;
  polytope: Polytope | null;
  lower: number | null;
  upper: number | null;
  says: string;
  /** Lines of the pseudo-code that this step went through. */
  lines: number[];
  /**
   * Whether the algorithm returns when a support point falls short: then the newest point's own
   * region is impossible too.
   */
  exitsEarly: boolean;
  /** Whether the points belong to the difference of the cores, with radii set aside. */
  ofCores: boolean;
}

/**
 * The indices in `around` of the vertices that were kept: the feature whose region holds the
 * origin.
 */
export const held = ({ around, kept }: DrawStep): number[] =>
  around.flatMap(({ point }, i) => (kept?.some((p) => same(p, point)) ? [i] : []));

/**
 * The facets that are named in a picture: all if there are few, else only the one in the sentence.
 */
export const named = ({ facets, chosen }: Polytope): number[] =>
  facets.length <= 12 ? [...facets.keys()] : [chosen];
/** The name of a facet in the engine's sentences. */
export const facetName = (place: number): string => `f${place}`;

/**
 * The library's two loops in words; `lines` of a step count within the loop that the step belongs
 * to.
 */
export const GJK_CODE = [
  "v ← a first direction",
  "repeat",
  "  w ← support point of A − B along −v",
  "  lower ← the plane through w",
  "  if lower meets upper: stop",
  "  add w; keep what is nearest to the origin",
  "  v ← the nearest point; upper ← |v|",
  "  if the simplex holds the origin: EPA",
  "certify both bounds; answer",
];

export const EPA_CODE = [
  "polytope ← the simplex of GJK",
  "repeat",
  "  f ← facet nearest to the origin",
  "  lower ← distance of f",
  "  w ← support point along f's normal",
  "  upper ← the least height of a w so far",
  "  if lower meets upper: stop",
  "  facets that see w go; their rim, the horizon,",
  "  is tied to w",
  "certify both bounds; answer",
];

/**
 * Numbers support points by age, from 1; a point found again keeps its number. The engine's
 * sentences count the same way.
 */
class Ages {
  private readonly found = new Map<string, number>();

  of(point: ArrayLike<number>): string {
    const key = Array.from(point).join();
    if (!this.found.has(key)) this.found.set(key, this.found.size + 1);
    return String(this.found.get(key));
  }
}

export function fromTrace(trace: Trace): DrawStep[] {
  const axes = trace.frame.axes.map(vec) as [Vec, Vec, Vec?];
  const origin = vec(trace.frame.origin);
  const out = (p: ArrayLike<number>): Vec => {
    const v = vec(p);
    const flat = add(scale(axes[0], v[0]), scale(axes[1], v[1]));
    return axes[2] ? add(flat, scale(axes[2], v[2])) : flat;
  };
  const corner = (v: TraceVertex, label: string): Corner => ({
    label,
    point: out(v.point),
    onA: add(origin, out(v.on_a)),
    onB: add(origin, out(v.on_b)),
  });
  const ages = new Ages();
  const simplex = (list: TraceVertex[]): Corner[] => list.map((v) => corner(v, ages.of(v.point)));
  // A step first reports which points of the step before were dropped, and then what it found
  // itself.
  const before = (step: Step | undefined): Corner[] =>
    step?.kind === "gjk" ? simplex([...step.simplex, step.support]) : [];
  const blank = {
    nearest: null,
    around: [],
    kept: null,
    polytope: null,
    support: null,
    direction: null,
    lower: null,
    upper: null,
    exitsEarly: false,
    ofCores: trace.radii[0] + trace.radii[1] > 0,
  };
  const method = trace.methods?.at(-1)?.replaceAll("_", " ");
  return trace.steps.map((step: Step, i): DrawStep => {
    const isLast = i + 1 === trace.steps.length;
    const says =
      isLast && method
        ? `${step.says} Unwatched, the method that answers is: ${method}.`
        : step.says;
    const following = trace.steps[i + 1];
    if (step.kind === "epa") {
      const corners = step.vertices.map((v) => corner(v, ""));
      const joins = step.horizon.length > 0;
      return {
        ...blank,
        kind: "epa",
        simplex: [],
        polytope: { corners, facets: step.facets, chosen: step.chosen, horizon: step.horizon },
        support: corner(step.support, "w"),
        direction: unit(out(step.direction)),
        lower: step.lower,
        upper: step.upper,
        says,
        lines: joins ? [2, 3, 4, 5, 7, 8] : [2, 3, 4, 5, 6, 9],
      };
    }
    const own = simplex(step.simplex);
    const common = {
      simplex: own,
      around: before(trace.steps[i - 1]),
      kept: own.map((c) => c.point),
      nearest: step.nearest && out(step.nearest),
      says,
    };
    if (step.kind === "gjk_end") {
      const lines = following?.kind === "epa" ? [7] : [4, 8];
      return { ...blank, ...common, kind: "end", lines };
    }
    return {
      ...blank,
      ...common,
      kind: "gjk",
      support: corner(step.support, ages.of(step.support.point)),
      direction: unit(out(step.direction)),
      lower: step.lower,
      upper: step.upper,
      lines: step.iteration === 0 ? [0, 2, 3] : [2, 3, 5, 6],
    };
  });
}

export function fromClassic(outcome: Outcome): DrawStep[] {
  const corner = (p: Point, label: string): Corner => ({
    label,
    point: p.point,
    onA: p.on_a,
    onB: p.on_b,
  });
  const ages = new Ages();
  const simplex = (list: Point[]): Corner[] => list.map((p) => corner(p, ages.of(p.point)));
  return outcome.steps.map(
    (step: ClassicStep): DrawStep => ({
      kind: "gjk",
      simplex: simplex(step.simplex),
      around: step.kept.length ? simplex([...step.simplex, step.support]) : [],
      support: corner(step.support, ages.of(step.support.point)),
      direction: length(step.direction) > 0 ? unit(step.direction) : null,
      nearest: step.nearest ?? null,
      kept: step.kept.map((p) => p.point),
      polytope: null,
      lower: step.lower ?? null,
      upper: step.upper ?? null,
      says: step.says,
      lines: step.line === 0 ? [0] : [2, 3, ...(step.line > 3 ? [step.line] : [])],
      exitsEarly: outcome.distance === undefined,
      ofCores: false,
    }),
  );
}
