import { describe, expect, test } from "vitest";
import { nearest as nearestOf } from "../src/classic/nearest";
import { type Cell, cells, clip, features, holder, possible, regions } from "../src/math/regions";
import { cross, dot, length, sub, type Vec, wedge, ZERO } from "../src/math/vec";
import { random } from "../src/model/gallery";

const frame: Vec[] = [
  [-10, -10, 0],
  [10, -10, 0],
  [10, 10, 0],
  [-10, 10, 0],
];
const area = (p: Vec[]): number =>
  Math.abs(p.reduce((s, a, i) => s + wedge(a, p[(i + 1) % p.length]), 0)) / 2;

/** The feature nearest to the origin, found by walking all of them. */
function nearest(simplex: Vec[]): { feature: string; margin: number } {
  const at = (f: number[]): number => {
    const [i, j] = f as [number, number?];
    const a = simplex[i];
    if (j === undefined) return length(a);
    const e = sub(simplex[j], a);
    const t = -dot(a, e) / dot(e, e);
    return t > 0 && t < 1 ? Math.hypot(a[0] + t * e[0], a[1] + t * e[1]) : Infinity;
  };
  const inside = (): boolean => {
    const s = [0, 1, 2].map((i) => wedge(simplex[i], simplex[(i + 1) % 3]));
    return s.every((x) => x > 0) || s.every((x) => x < 0);
  };
  if (simplex.length === 3 && inside()) return { feature: "0,1,2", margin: 1 };
  const ranked = features(simplex.length)
    .filter((f) => f.length < 3)
    .map((f) => ({ f, d: at(f) }))
    .sort((p, q) => p.d - q.d);
  return { feature: ranked[0].f.join(), margin: ranked[1].d - ranked[0].d };
}

describe("Voronoi regions", () => {
  test("fill the frame without overlap, for segments and triangles", () => {
    const next = random(1);
    for (let k = 0; k < 200; k++)
      for (const n of [2, 3]) {
        const simplex = Array.from({ length: n }, (): Vec => [6 * next() - 3, 6 * next() - 3, 0]);
        const total = regions(simplex, frame).reduce((s, r) => s + area(r.polygon), 0);
        expect(Math.abs(total - 400)).toBeLessThan(1e-6);
      }
  });

  test("the origin's region is that of the nearest feature", () => {
    const next = random(2);
    for (let k = 0; k < 2000; k++) {
      const simplex = Array.from(
        { length: 2 + (k % 2) },
        (): Vec => [6 * next() - 3, 6 * next() - 3, 0],
      );
      const truth = nearest(simplex);
      if (truth.margin < 1e-9) continue;
      expect(holder(simplex).join()).toBe(truth.feature);
    }
  });

  test("clipping keeps what lies in the half-plane", () => {
    const half = clip(frame, { normal: [1, 0, 0], through: [0, 0, 0] });
    expect(area(half)).toBe(200);
    expect(half.every((p) => p[0] >= 0)).toBe(true);
    expect(clip(frame, { normal: [1, 0, 0], through: [11, 0, 0] })).toEqual([]);
  });

  test("only features with the newest vertex are possible", () => {
    expect(possible([0, 1], 2, false)).toBe(false);
    expect(possible([1, 2], 2, false)).toBe(true);
    expect(possible([2], 2, false)).toBe(true);
    expect(possible([2], 2, true)).toBe(false);
  });
});

/**
 * By the tetrahedra between the origin and its faces: right only if the faces are closed and all
 * face outwards.
 */
const volume = (cell: Cell): number =>
  cell.reduce(
    (sum, [a, ...rest]) =>
      sum + rest.slice(1).reduce((s, q, i) => s + dot(a, cross(rest[i], q)), 0),
    0,
  ) / 6;
const within = (cell: Cell, p: Vec): boolean =>
  cell.every(([a, b, c]) => dot(cross(sub(b, a), sub(c, a)), sub(p, a)) <= 0);

describe("Voronoi regions in space", () => {
  const next = random(5);
  const point = (): Vec => [6 * next() - 3, 6 * next() - 3, 6 * next() - 3];
  const simplices = Array.from({ length: 60 }, (_, k) =>
    Array.from({ length: 2 + (k % 3) }, point),
  );

  test("are solids that fill the box without overlap", () => {
    for (const simplex of simplices) {
      const solids = cells(simplex, [1, 0, -1], [9, 8, 7]);
      expect(solids.every(({ cell }) => volume(cell) > 0)).toBe(true);
      expect(solids.reduce((sum, { cell }) => sum + volume(cell), 0)).toBeCloseTo(8 * 9 * 8 * 7, 5);
    }
  });

  test("hold the points that are nearest to their features", () => {
    for (const simplex of simplices) {
      const solids = cells(simplex, ZERO, [9, 9, 9]);
      for (let k = 0; k < 20; k++) {
        const p = [3 * next() - 1.5, 3 * next() - 1.5, 3 * next() - 1.5].map(
          (x) => 5 * x,
        ) as unknown as Vec;
        const moved = simplex.map((q) => ({ point: sub(q, p), on_a: ZERO, on_b: ZERO }));
        const feature = nearestOf(moved)
          .map(({ vertex }) => moved.indexOf(vertex))
          .sort();
        const holds = solids.filter(({ cell }) => within(cell, p)).map((r) => r.feature.join());
        expect(holds).toContain(feature.join());
        expect(holder(simplex.map((q) => sub(q, p))).join()).toBe(feature.join());
      }
    }
  });

  test("of points in one plane are not drawn", () => {
    expect(
      cells(
        [
          [1, 0, 0],
          [0, 1, 0],
          [-1, 0, 0],
          [0, -1, 0],
        ],
        ZERO,
        [3, 3, 3],
      ),
    ).toEqual([]);
    expect(
      cells(
        [
          [1, 0, 0],
          [2, 0, 0],
          [4, 0, 0],
        ],
        ZERO,
        [3, 3, 3],
      ),
    ).toEqual([]);
  });
});
