/** Where shapes touch, and when they meet: the page draws the truth. */
import { beforeAll, describe, expect, test } from "vitest";
import * as engine from "../src/engine";
import { length, sub, type Vec } from "../src/math/vec";
import { keyOf, manifoldJson } from "../src/model/contact";
import { Solver } from "../src/model/frame";
import { gallery, random, scaled, shapeNamed } from "../src/model/gallery";
import {
  along,
  castJson,
  type Motion,
  poseAt,
  REST,
  readLine,
  readMotion,
  towards,
} from "../src/model/motion";
import { at, type Dim, pairJson, type Scene } from "../src/model/scene";
import { surfaceOf } from "../src/model/surface";
import { BEGIN, decode, encode } from "../src/model/url";
import { ready } from "./engine";

beforeAll(ready);

const box = (...half_extents: number[]): engine.Shape => ({ type: "box", half_extents });
const scene = (dim: Dim, a: engine.Shape, b: engine.Shape, p: Vec): Scene => ({
  dim,
  precision: "f64",
  options: {},
  a: { shape: a, pose: at(0, 0) },
  b: { shape: b, pose: at(...(p as [number, number, number])) },
});
const ask = (s: Scene, contact: number | null, motion: Motion | null) =>
  new Solver().frame(s, { ...BEGIN, contact, motion }, null, null);
const drift = (velocity: Vec, turning: Vec = [0, 0, 0]) => ({ velocity, turning });

describe("contact", () => {
  test("of a small square on a large one has both corners, their depths and other keys", () => {
    const { contact } = ask(scene(2, box(2, 1), box(0.5, 0.5), [0.25, 1.375, 0]), 0, null);
    expect(contact!.normal).toEqual([0, 1, 0]);
    expect(contact!.points.map((p) => p.depth)).toEqual([0.125, 0.125]);
    expect(contact!.points.map((p) => p.onA[0]).sort()).toEqual([-0.25, 0.75]);
    expect(contact!.points.every((p) => p.onA[1] === 1 && p.onB[1] === 0.875)).toBe(true);
    expect(new Set(contact!.points.map(keyOf)).size).toBe(2);
    expect(contact!.points.every((p) => /^(vertex|face) \d+$/.test(p.names[0]))).toBe(true);
  });

  test("of a box on a box in space has four of eight corners once it is turned", () => {
    const s = scene(3, box(1, 1, 1), box(1, 1, 1), [0, 1.9375, 0]);
    const turned = {
      ...s,
      b: {
        ...s.b,
        pose: { ...s.b.pose, turn: [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)] as const },
      },
    };
    const { contact } = ask(turned, 0, null);
    expect([contact!.points.length, contact!.corners]).toEqual([4, 8]);
    for (const p of contact!.points) expect(p.depth).toBeCloseTo(0.0625, 12);
  });

  test("is found up to a distance, and only where it is wanted", () => {
    const s = scene(2, box(1, 1), box(1, 1), [2.25, 0, 0]);
    expect(ask(s, 0, null).contact!.points).toEqual([]);
    expect(ask(s, 0.25, null).contact!.points.map((p) => p.depth)).toEqual([-0.25, -0.25]);
    expect(ask(s, null, null).contact).toBe(null);
    expect(JSON.parse(manifoldJson(s, 0.25))).toMatchObject({
      query: "manifold",
      max_distance: 0.25,
      dim: 2,
    });
  });
});

describe("a motion", () => {
  test("is searched anew for another motion or pose, and not for another time", () => {
    const s = scene(2, box(1, 1), box(1, 1), [4, 0, 0]);
    const motion: Motion = { a: REST, b: drift([-4, 0, 0]), until: 1, time: null };
    const solver = new Solver();
    const on = (of: Scene, m: Motion) =>
      solver.frame(of, { ...BEGIN, motion: m }, null, null).meeting!;
    const first = on(s, motion);
    const later = on(s, { ...motion, time: 0.25 });
    expect(later.swept).toBe(first.swept);
    expect([later.time, later.now.b.at[0]]).toEqual([0.25, 3]);
    expect(on(s, { ...motion, b: drift([4, 0, 0]) }).state).toBe(0);
    expect(on(s, { ...motion, until: 0.25 }).state).toBe(0);
    const nearer = { ...s, b: { ...s.b, pose: at(3, 0) } };
    expect(on(nearer, motion).low).toBeCloseTo(0.25, 12);
  });

  test("meets at the very time, or misses", () => {
    const s = scene(2, box(1, 1), box(1, 1), [4, 0, 0]);
    const flies = (velocity: Vec): Motion => ({
      a: REST,
      b: drift(velocity),
      until: 1,
      time: null,
    });
    const hit = ask(s, null, flies([-4, 0, 0])).meeting!;
    expect(hit.state).toBe(1);
    expect(hit.low <= 0.5 && 0.5 <= hit.high && hit.high - hit.low < 1e-13).toBe(true);
    expect([hit.normal, hit.time]).toEqual([[1, 0, 0], hit.low]);
    // Passing by, and grazing: corners that just touch count.
    expect(ask(s, null, flies([-4, 2.0000001, 0])).meeting!.state).toBe(1);
    expect(
      ask(scene(2, box(1, 1), box(1, 1), [4, 2, 0]), null, flies([-8, 0, 0])).meeting!.state,
    ).toBe(1);
    const miss = ask(scene(2, box(1, 1), box(1, 1), [4, 2 + 2 ** -50, 0]), null, flies([-8, 0, 0]))
      .meeting!;
    expect([miss.state, miss.low, miss.time]).toEqual([0, 1, 1]);
    // A moves too.
    const both = ask(s, null, { a: drift([2, 0, 0]), b: drift([-2, 0, 0]), until: 1, time: 0.25 })
      .meeting!;
    expect(both.low <= 0.5 && 0.5 <= both.high).toBe(true);
    expect([both.time, both.now.a.at, both.now.b.at]).toEqual([0.25, [0.5, 0, 0], [3.5, 0, 0]]);
  });

  for (const dim of [2, 3] as Dim[])
    test(`is free of contact before the interval, and not after it, in ${dim}D`, () => {
      const next = random(5);
      const shapes = gallery(dim)
        .filter((e) => e.name !== "point")
        .map((e) => e.shape);
      const count = { hits: 0, misses: 0, turning: 0, looks: 0 };
      for (let k = 0; k < 120; k++) {
        const [x, y, z] = [3 + next(), 2 * next() - 1, dim === 3 ? next() - 0.5 : 0];
        const s = scene(dim, shapes[k % shapes.length], shapes[(3 * k + 1) % shapes.length], [
          x,
          y,
          z,
        ]);
        const turning: Vec = k % 3 ? [dim === 3 ? 4 * next() : 0, 0, 8 * next() - 4] : [0, 0, 0];
        const motion: Motion = {
          a: REST,
          b: drift([-6 * next(), 2 * next() - 1, 0], turning),
          until: 1,
          time: null,
        };
        const { state, low, high, steps, normal, onA, onB } = ask(s, null, motion).meeting!;
        const pair = engine.openPair(pairJson(s));
        const stateAt = (t: number): number => {
          const { at: p, angle, turn } = poseAt(dim, s.b.pose, motion.b, t);
          pair.set_pose(1, Float64Array.from(dim === 2 ? [p[0], p[1], angle] : [...p, ...turn]));
          return pair.proximity()[engine.At.State];
        };
        expect(state).not.toBe(2);
        for (let i = 0; i <= 40; i++) expect(stateAt((low * i) / 41)).toBe(0);
        expect(steps.every((t, i) => t <= low && (i === 0 || t > steps[i - 1]))).toBe(true);
        if (state === 1) {
          // The pose is rounded: slightly deeper, contact is beyond doubt.
          expect(stateAt(high + 1e-9)).not.toBe(0);
          expect(Math.abs(length(normal) - 1)).toBeLessThan(1e-12);
          expect(length(sub(onA, onB))).toBeLessThan(2e-11);
        }
        pair.free();
        count[state === 1 ? "hits" : "misses"]++;
        if (turning[2]) count.turning++;
        count.looks += steps.length;
      }
      expect(count.hits).toBeGreaterThan(25);
      expect(count.misses).toBeGreaterThan(25);
      expect(count.turning).toBeGreaterThan(70);
      expect(count.looks).toBeGreaterThan(100);
    });

  test("refuses what is not a number", () => {
    const pair = engine.openPair(pairJson(scene(2, box(1, 1), box(1, 1), [4, 0, 0])));
    expect(() => pair.meeting(new Float64Array(11), 1)).toThrow("12 numbers");
    for (const until of [NaN, -1])
      expect(() => pair.meeting(new Float64Array(12), until)).toThrow("until");
    for (const x of [NaN, Infinity]) {
      expect(() => pair.meeting(new Float64Array(12).fill(x), 1)).toThrow("velocity");
    }
    pair.free();
  });

  test("begins towards A, and is drawn at poses from the start to the end", () => {
    const s = scene(2, box(1, 1), box(1, 1), [4, -2, 0]);
    expect(towards(s).b.velocity).toEqual([-6, 3, 0]);
    expect(towards(scene(2, box(1, 1), box(1, 1), [0, 0, 0])).b.velocity).toEqual([1, 0, 0]);
    const poses = along(3, at(1, 0, 0), drift([1, 0, 0], [0, 2, 0]), 2);
    expect(poses.length).toBe(21);
    expect([poses[0].at, poses.at(-1)!.at]).toEqual([
      [1, 0, 0],
      [3, 0, 0],
    ]);
    expect(poses.at(-1)!.turn[1]).toBeCloseTo(Math.sin(2), 12);
    expect(along(2, at(0, 0), REST, 1).length).toBe(1);
  });

  test("is written as the command line reads it, and read from a link with care", () => {
    const s = scene(2, box(1, 1), box(1, 1), [4, 0, 0]);
    const motion: Motion = { a: REST, b: drift([-4, 0.5, 0], [0, 0, 3]), until: 2, time: null };
    expect(JSON.parse(castJson(s, motion))).toMatchObject({
      query: "cast",
      max_toi: 2,
      a: { velocity: [0, 0] },
      b: { velocity: [-4, 0.5], angular_velocity: 3 },
    });
    expect(readMotion(JSON.parse(JSON.stringify(motion)), 2)).toEqual(motion);
    for (const wrong of [
      { ...motion, until: 0 },
      { ...motion, time: 3 },
      { ...motion, time: -1 },
      { ...motion, b: drift([1, 1, 1]) },
      { ...motion, a: {} },
      { ...motion, until: 1e100 },
      { ...motion, b: drift([0, 0, 0], [0, 0, 1e101]) },
      "fast",
    ])
      expect(() => readMotion(wrong, 2)).toThrow();
  });
});

describe("a mesh that is not convex", () => {
  const ball: engine.Shape = { type: "sphere", radius: 0.4 };
  /** Into a slot that is 1 wide, and whose floor is at -0.3 times the scale. */
  const falls = (channel: engine.Shape, y: number): Scene => scene(3, channel, ball, [0, y, 0]);
  const down: Motion = { a: REST, b: drift([0, -4, 0]), until: 1, time: null };
  const wide = { ...down, b: drift([0, -4, 0], [0, 0, 2]) };

  test("moves as it is: a ball falls to the floor of the slot, which its hull fills", () => {
    const channel = shapeNamed(3, "channel, not convex");
    expect(channel.stands_for?.convex).toBe(false);
    for (const motion of [down, wide]) {
      const { meeting } = ask(falls(channel, 3), null, motion);
      expect(meeting!.bySurface).toBe(true);
      expect(meeting!.state).toBe(1);
      expect(meeting!.low).toBeLessThanOrEqual(0.725);
      expect(meeting!.high).toBeGreaterThanOrEqual(0.725);
      expect(meeting!.high - meeting!.low).toBeLessThan(1e-9);
      expect(meeting!.onA[1]).toBeCloseTo(-0.3, 9);
    }
    const larger = ask(falls(scaled(channel, 2), 6), null, { ...down, until: 2 });
    expect(larger.meeting!.low).toBeCloseTo((6 - 0.4 + 0.6) / 4, 9);
  });

  test("is a hull where its triangles are not known, or not asked: single floats, a margin", () => {
    const channel = shapeNamed(3, "channel, not convex");
    const single: Scene = { ...falls(channel, 3), precision: "f32" };
    const grown = falls({ ...channel, margin: 0.1 }, 3);
    for (const [hulls, time] of [
      [single, 0.45],
      [grown, 0.425],
    ] as const) {
      const { meeting } = ask(hulls, null, down);
      expect(meeting!.bySurface).toBe(false);
      expect(meeting!.low).toBeCloseTo(time, 5);
    }
  });

  test("keeps its triangles in links and lines", () => {
    const there = falls(shapeNamed(3, "channel, not convex"), 3);
    const found = decode(encode({ scene: there, place: { motion: down } }));
    if (found.kind !== "state") throw new Error(found.kind);
    const own = surfaceOf(found.shared.scene.a.shape);
    expect(own).toEqual(surfaceOf(there.a.shape));
    const line = castJson(there, down);
    expect(JSON.parse(line).a.type).toBe("soup");
    const read = readLine(JSON.parse(line));
    expect(castJson(read.scene, read.motion!)).toBe(line);
    for (const wrong of [{ triangles: [[0, 1, 99]] }, { vertices: 3 }, { triangles: [[0, 1]] }]) {
      const a = { ...JSON.parse(line).a, ...wrong };
      expect(() => readLine({ ...JSON.parse(line), a })).toThrow();
    }
  });
});
