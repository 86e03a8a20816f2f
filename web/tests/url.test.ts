import { beforeAll, describe, expect, test } from "vitest";
import { digits, raw } from "../src/model/digits";
import { gallery } from "../src/model/gallery";
import { castJson, REST } from "../src/model/motion";
import { presets } from "../src/model/presets";
import { at, pairJson, poseNumbers, type Scene } from "../src/model/scene";
import { decode, encode, type Place } from "../src/model/url";
import { multiples, niceStep } from "../src/plane/pencil";
import { ready } from "./engine";

beforeAll(ready);

const look = { centre: [0.1, 1 / 3, -2e-9] as const, reach: 1e-7 };
const place: Place = {
  tab: "compare",
  lesson: 4,
  step: 3,
  algorithm: "planes",
  camera: { world: look, difference: look, azimuth: 0.1, elevation: -0.2 },
  selected: "a",
  regions: "never",
  contact: 0.25,
  motion: { a: REST, b: { velocity: [1, -1 / 3, 0], turning: [0, 0, 2.5] }, until: 2, time: 0.75 },
};

describe("the address", () => {
  test("needs no dimension where shapes tell it, as the command's lines do", () => {
    for (const [pair, dim] of [
      [{ a: { type: "circle", radius: 1 }, b: { type: "point" } }, 2],
      [{ a: { type: "point" }, b: { type: "sphere", radius: 1 } }, 3],
      [{ a: { type: "box", half_extents: [1, 2, 3] }, b: { type: "point" } }, 3],
      [
        {
          a: {
            type: "polygon",
            vertices: [
              [0, 0],
              [1, 0],
              [0, 1],
            ],
          },
          b: { type: "capsule", half_height: 1, radius: 1 },
        },
        2,
      ],
      [
        {
          a: { type: "rounded", radius: 1, inner: { type: "point", pose: {} } },
          b: { type: "point", pose: { translation: [1, 2, 3] } },
        },
        3,
      ],
      [
        {
          a: { type: "point" },
          b: { type: "capsule", half_height: 1, radius: 1, pose: { angle: 1 } },
        },
        2,
      ],
    ] as const) {
      const read = decode(`#q=${encodeURIComponent(JSON.stringify(pair))}`);
      expect(read.kind === "state" && read.shared.scene.dim).toBe(dim);
    }
    const untold = { a: { type: "point" }, b: { type: "point" } };
    expect(() => decode(`#q=${JSON.stringify(untold)}`)).toThrow("dim: must be 2 or 3");
  });

  test("reads a cast as the motion that the same line describes", () => {
    const a = { type: "circle", radius: 1, velocity: [1, 2], angular_velocity: 0.5 };
    const line = {
      dim: 2,
      precision: "f64",
      query: "cast",
      max_toi: 3,
      a,
      b: { type: "circle", radius: 2, pose: { translation: [9, 0], angle: 0 } },
    };
    const read = decode(`#q=${encodeURIComponent(JSON.stringify(line))}`);
    if (read.kind !== "state") throw new Error(read.kind);
    const {
      scene,
      place: { motion },
    } = read.shared;
    expect(motion).toEqual({
      a: { velocity: [1, 2, 0], turning: [0, 0, 0.5] },
      b: { velocity: [0, 0, 0], turning: [0, 0, 0] },
      until: 3,
      time: null,
    });
    const again = JSON.parse(castJson(scene, motion!)) as typeof line;
    expect(again).toEqual({
      ...line,
      a: { ...a, pose: { translation: [0, 0], angle: 0 } },
      b: { ...line.b, velocity: [0, 0] },
    });
  });

  test("says in plain words what is wrong with it", () => {
    const pair = { dim: 2, a: { type: "circle", radius: 1 }, b: { type: "circle", radius: 1 } };
    const link = (more: object): string => `#s=${btoa(JSON.stringify({ v: 1, q: pair, ...more }))}`;
    for (const [hash, words] of [
      ["#s=e!!", "cut off or changed"],
      ["#s=e30x", "cut off or changed"],
      ['#q={"dim":2', "cut off or changed"],
      ["#q=null", "holds no pair"],
      [link({ contact: -5 }), "contact: must not be negative"],
      [
        `#q=${JSON.stringify({ ...pair, a: { type: "circle", radius: 1e150 } })}`,
        "a.radius: numbers beyond 1e\\+?100 are not drawn",
      ],
      [
        `#q=${JSON.stringify({ ...pair, query: "manifold" })}`,
        "the page opens pairs and casts, not a manifold",
      ],
      [
        `#q=${JSON.stringify({ ...pair, query: "cast", at_start: "ignore" })}`,
        "at_start: Motion shows casts without it",
      ],
      [
        `#q=${JSON.stringify({ ...pair, query: "cast", a: { ...pair.a, motion: {} } })}`,
        "a.motion: Motion shows constant velocities",
      ],
      [
        `#q=${JSON.stringify({ ...pair, query: "cast", a: { ...pair.a, velocity: [1] } })}`,
        "a.velocity: must be 2 numbers",
      ],
      [
        `#q=${JSON.stringify({ ...pair, query: "cast", max_toi: 0 })}`,
        "motion: must last for more than zero",
      ],
    ] as const)
      expect(() => decode(hash), hash).toThrow(new RegExp(words));
  });

  test("brings back every shape and number", () => {
    for (const dim of [2, 3] as const)
      for (const { shape } of gallery(dim)) {
        const scene: Scene = {
          dim,
          precision: "f32",
          options: { max_iterations: 7 },
          a: { shape, pose: at(0.1 + 0.2, 1e-300, dim === 3 ? 3 : 0) },
          b: { shape, pose: { ...at(1 / 3, -5e20), angle: dim === 2 ? 0.7 : 0 } },
        };
        const hash = encode({ scene, place });
        expect(hash).toMatch(/^#s=[\w-]+$/);
        const back = decode(hash);
        if (back.kind !== "state") throw new Error(back.kind);
        expect(pairJson(back.shared.scene)).toBe(pairJson(scene));
        expect(back.shared.place).toEqual(place);
      }
  });

  test("brings no view that cannot be drawn", () => {
    const scene = presets[0].scene;
    for (const [centre, reach] of [
      [2, 1e-17],
      [1e17, 3],
      [0, 1e-320],
      [0, 1e300],
      [1e308, 1],
    ] as const) {
      const wild = { centre: [centre, 0, 0] as const, reach };
      const back = decode(
        encode({
          scene,
          place: { ...place, camera: { world: wild, difference: wild, azimuth: 0, elevation: 0 } },
        }),
      );
      if (back.kind !== "state") throw new Error(back.kind);
      const { reach: seen, centre: middle } = back.shared.place.camera!.world;
      const step = niceStep(seen / 5);
      const lines = multiples(step, middle[0] - seen, middle[0] + seen);
      expect(lines.length).toBeLessThan(1000);
      expect(new Set(lines).size).toBe(lines.length);
    }
    expect(multiples(1e-17, 1.9, 2.1)).toEqual([]);
    expect(multiples(0.5, -1, 0.7)).toEqual([-1, -0.5, 0, 0.5]);
  });

  test("is readable by hand as well", () => {
    const json = pairJson(presets[0].scene);
    for (const hash of [`#q=${json}`, `#q=${encodeURIComponent(json)}`]) {
      const back = decode(hash);
      expect(back.kind === "state" && pairJson(back.shared.scene)).toBe(json);
    }
  });

  test("keeps a rotation of the plane as it was given, to the digit", () => {
    const b = {
      type: "box",
      half_extents: [1, 1],
      pose: { translation: [3, 0], rotation: [0.6, 0.8] },
    };
    const json = JSON.stringify({
      dim: 2,
      precision: "f64",
      a: { type: "point", pose: { translation: [0, 0], angle: 0 } },
      b,
    });
    const back = decode(`#q=${json}`);
    expect(back.kind === "state" && pairJson(back.shared.scene)).toBe(json);
    expect(back.kind === "state" && [...poseNumbers(2, back.shared.scene.b.pose)]).toEqual([
      3, 0, 0.6, 0.8,
    ]);
    const twice = json.replace('"rotation"', '"angle":1,"rotation"');
    expect(() => decode(`#q=${twice}`)).toThrow("b.pose: has both an angle and a rotation");
    expect(() => decode(`#q=${json.replace("f64", "double")}`)).toThrow(
      'precision: must be "f32" or "f64"',
    );
  });

  test("names where a trace is, and refuses what it does not know", () => {
    expect(decode("#trace=/trace.json")).toEqual({ kind: "trace", from: "/trace.json" });
    expect(decode("")).toEqual({ kind: "none" });
    expect(() => decode(`#s=${btoa(JSON.stringify({ v: 2, q: {} }))}`)).toThrow("version 2");
    expect(() => decode('#q={"dim":4}')).toThrow("dim");
  });
});

describe("digits", () => {
  test("stay as the engine wrote them", () => {
    const text =
      '{"id":null,"intersects":false,"distance":2.0,"penetration":null,"normal":[1.0,-0.0,1e-7],' +
      '"witness_a":[0.1,3.0],"witness_b":[-2.5e-300,1e16],"gap":9.325873406851315e-15}';
    const r = raw(text);
    expect([r.distance, r.penetration, r.normal, r.witness_b, r.gap]).toEqual([
      "2.0",
      null,
      ["1.0", "-0.0", "1e-7"],
      ["-2.5e-300", "1e16"],
      "9.325873406851315e-15",
    ]);
    expect(() => raw('{"id":null,"line":3,"error":"no such shape"}')).toThrow("no such shape");
  });

  test("are printed in the engine's way from numbers too", () => {
    expect([1, -0, 0.1, 1e-7, 1.5e-5, 1e16, 123456.75, 9.325873406851315e-15].map(digits)).toEqual([
      "1.0",
      "-0.0",
      "0.1",
      "1e-7",
      "0.000015",
      "1e16",
      "123456.75",
      "9.325873406851315e-15",
    ]);
  });
});
