/**
 * What the page draws from a trace: bounds that close around the answer, and vertices of the kind
 * they claim to be.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { Trace } from "../src/engine";
import * as engine from "../src/engine";
import { length, sub } from "../src/math/vec";
import { gallery } from "../src/model/gallery";
import { at, type Dim, pairJson, readPair, type Scene } from "../src/model/scene";
import { facetName, fromTrace, named } from "../src/model/steps";
import { ready } from "./engine";

beforeAll(ready);

const scenes = (dim: Dim): Scene[] => {
  const shapes = gallery(dim).map((e) => e.shape);
  return shapes.flatMap((a, i) =>
    [0.4, 3.1].map(
      (x): Scene => ({
        dim,
        precision: "f64",
        options: {},
        a: { shape: a, pose: { ...at(0.2, 0.1, dim === 3 ? 0.3 : 0), angle: dim === 2 ? 0.3 : 0 } },
        b: { shape: shapes[(i + 5) % shapes.length], pose: at(x, 0.2, dim === 3 ? 0.1 : 0) },
      }),
    ),
  );
};

for (const dim of [2, 3] as Dim[])
  describe(`traces in ${dim}D`, () => {
    test("every vertex is the difference of its pair, in the world's axes", () => {
      for (const scene of scenes(dim)) {
        const trace = JSON.parse(engine.trace(pairJson(scene))) as Trace;
        for (const step of fromTrace(trace))
          for (const c of [
            ...step.simplex,
            ...(step.support ? [step.support] : []),
            ...(step.polytope?.corners ?? []),
          ])
            expect(length(sub(c.point, sub(c.onA, c.onB)))).toBeLessThan(1e-12);
      }
    });

    test("points are numbered by age, as the sentences name them, and keep their number", () => {
      for (const scene of scenes(dim)) {
        const numbers = new Map<string, string>();
        for (const step of fromTrace(JSON.parse(engine.trace(pairJson(scene))) as Trace)) {
          if (step.kind === "epa") continue;
          for (const { point, label } of [
            ...step.simplex,
            ...(step.support ? [step.support] : []),
          ]) {
            const known = numbers.get(point.join()) ?? String(numbers.size + 1);
            numbers.set(point.join(), known);
            expect(label).toBe(known);
          }
          if (step.kind === "gjk")
            expect(step.says).toMatch(new RegExp(`vertex ${step.support!.label}\\b`));
          if (step.simplex.length > 1 && step.kind === "gjk")
            expect(step.says).toContain(step.simplex.map((c) => c.label).join("-"));
        }
      }
    });

    test("the sentence names the facet that is chosen, and so does the picture", () => {
      let seen = 0;
      for (const scene of scenes(dim))
        for (const { polytope, says } of fromTrace(
          JSON.parse(engine.trace(pairJson(scene))) as Trace,
        )) {
          if (!polytope) continue;
          seen++;
          expect(says).toMatch(new RegExp(`\\b${facetName(polytope.chosen)}\\b`));
          expect(named(polytope)).toContain(polytope.chosen);
        }
      expect(seen).toBeGreaterThan(20);
    });

    test("bounds never part, and a repeated query gives the same trace", () => {
      for (const scene of scenes(dim)) {
        const text = engine.trace(pairJson(scene));
        const trace = JSON.parse(text) as Trace;
        for (const kind of ["gjk", "epa"]) {
          const known = fromTrace(trace).filter((s) => s.kind === kind);
          known.slice(1).forEach((s, i) => {
            const before = known[i];
            if (before.lower !== null && s.lower !== null && kind === "gjk")
              expect(s.lower).toBeGreaterThanOrEqual(before.lower);
            if (before.upper !== null && s.upper !== null)
              expect(s.upper).toBeLessThanOrEqual(before.upper);
          });
        }
        expect(engine.trace(JSON.stringify(trace.query))).toBe(text);
        expect(readPair(trace.query).dim).toBe(dim);
      }
    });
  });
