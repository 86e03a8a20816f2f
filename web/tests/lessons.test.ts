/** The runs of the lessons show what their text states. */
import { beforeAll, describe, expect, test } from "vitest";
import { epaOf, traced } from "../src/lessons/runs";
import { spacePair } from "../src/lessons/space";
import { cells } from "../src/math/regions";
import { held } from "../src/model/steps";
import { ready } from "./engine";

beforeAll(ready);

describe("lessons in space", () => {
  test("GJK goes from a point to a tetrahedron about the origin; its regions are solids", () => {
    const steps = traced(spacePair(0.9, 0.4, 0.35)).filter((step) => step.kind !== "epa");
    expect(steps.map((step) => step.around.length)).toEqual([0, 1, 2, 3, 4]);
    const last = steps.at(-1)!;
    expect(held(last)).toEqual([0, 1, 2, 3]);
    const solids = cells(
      last.around.map((c) => c.point),
      [0, 0, 0],
      [3, 3, 3],
    );
    expect(solids.length).toBe(15);
  });

  test("EPA grows for some rounds, and its dashed line gets longer", () => {
    const steps = epaOf(spacePair(0.55, 0.25, 0.2));
    expect(steps.length).toBeGreaterThan(4);
    const lower = steps.map((step) => step.lower!);
    expect([...lower].sort((a, b) => a - b)).toEqual(lower);
  });
});
