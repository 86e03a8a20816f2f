/** The bodies of the last lessons keep their energy, stay apart and stay in the room. */
import { beforeAll, expect, test } from "vitest";
import * as engine from "../src/engine";
import { type Body, Bouncing, lightness } from "../src/lessons/bounce";
import { at, pairJson } from "../src/model/scene";
import { ready } from "./engine";

beforeAll(ready);

const box = (x: number, y: number): engine.Shape => ({ type: "box", half_extents: [x, y] });
const still = (shape: engine.Shape, x: number, y: number): Body => ({
  shape,
  pose: at(x, y),
  velocity: [0, 0, 0],
  spin: 0,
  lightness: [0, 0],
});

test("a shape's lightness is that of its area", () => {
  const [mass, inertia] = lightness(box(2, 0.5)).map((x) => 1 / x);
  expect(mass).toBeCloseTo(4, 6);
  expect(inertia).toBeCloseTo((4 * (4 + 0.25)) / 3, 6);
  const [m, i] = lightness({ type: "circle", radius: 2 }).map((x) => 1 / x);
  expect(m / (4 * Math.PI)).toBeCloseTo(1, 2);
  expect(i / (8 * Math.PI)).toBeCloseTo(1, 2);
});

test("a square that hits a wall flat comes back as fast, and does not turn", () => {
  const wall = still(box(0.01, 5), 0, 0);
  const flies: Body = {
    shape: box(0.5, 0.5),
    pose: at(3, 0.2),
    velocity: [-100, 0, 0],
    spin: 0,
    lightness: lightness(box(0.5, 0.5)),
  };
  const world = new Bouncing([wall, flies]);
  world.step(0.05);
  expect(world.bounces).toBe(1);
  expect(flies.velocity[0]).toBeCloseTo(100, 6);
  expect(flies.spin).toBeCloseTo(0, 6);
  expect(flies.pose.at[0]).toBeCloseTo(0.51 + (5 - 2.49), 4);
});

for (const shape of [
  box(0.6, 0.4),
  { type: "capsule", half_height: 0.4, radius: 0.32 },
  { type: "ellipse", radii: [0.7, 0.4] },
  { type: "circle", radius: 0.45 },
] as engine.Shape[])
  test(`a ${shape.type} in a room loses nothing, and goes through nothing`, () => {
    const walls = [
      still(box(0.1, 3), -3, 0),
      still(box(0.1, 3), 3, 0),
      still(box(4, 0.1), 0, -2),
      still(box(4, 0.1), 0, 2),
    ];
    const [a, b]: Body[] = [
      {
        shape: box(1.2, 0.4),
        pose: at(-1, -0.7),
        velocity: [3, 1.5, 0],
        spin: 1,
        lightness: lightness(box(1.2, 0.4)),
      },
      { shape, pose: at(1.5, 0.9), velocity: [-9, -4, 0], spin: -7, lightness: lightness(shape) },
    ];
    const world = new Bouncing([a, b, ...walls]);
    const energy = world.energy();
    let overlaps = 0;
    for (let i = 0; i < 600; i++) {
      world.step(1 / 60);
      const pair = engine.openPair(pairJson({ dim: 2, precision: "f64", options: {}, a: a, b: b }));
      const [state, depth] = pair.proximity();
      if (state === 1 && depth > 1e-6) overlaps++;
      pair.free();
    }
    expect(world.bounces).toBeGreaterThan(30);
    expect(Math.abs(world.energy() / energy - 1)).toBeLessThan(1e-6);
    expect(overlaps).toBe(0);
    for (const { pose } of [a, b])
      expect(Math.abs(pose.at[0]) < 2.9 && Math.abs(pose.at[1]) < 1.9).toBe(true);
  });
