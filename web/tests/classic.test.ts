/**
 * The didactic algorithms are real: mostly right, and wrong exactly where the presets say so; the
 * engine judges.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { algorithms } from "../src/classic";
import * as engine from "../src/engine";
import { At } from "../src/engine";
import { dot, type Vec } from "../src/math/vec";
import { gallery, random } from "../src/model/gallery";
import { presets } from "../src/model/presets";
import { at, type Dim, pairJson, type Scene } from "../src/model/scene";
import { support } from "../src/model/support";
import { ready } from "./engine";

beforeAll(ready);

const truth = (scene: Scene): "hit" | "miss" =>
  (JSON.parse(engine.answer(pairJson(scene))) as engine.Answer).intersects ? "hit" : "miss";

describe("presets", () => {
  for (const preset of presets)
    test(preset.name, () => {
      const right = truth(preset.scene);
      for (const a of algorithms.filter((x) => x.dims.includes(preset.scene.dim))) {
        const { verdict } = a.run(preset.scene);
        const named = preset.differs[a.id];
        if (named) {
          expect(`${a.id} ${verdict}`).toBe(`${a.id} ${named}`);
          expect(verdict).not.toBe(right);
        }
      }
    });

  test("the integer boxes overlap deeply, and two loops see nothing", () => {
    const preset = presets.find((p) => p.id === "boxes-2d")!;
    const answer = JSON.parse(engine.answer(pairJson(preset.scene))) as engine.Answer;
    expect(answer.penetration).toBe(6);
    const wrong = algorithms.filter((a) => a.run(preset.scene).verdict === "miss").map((a) => a.id);
    expect(wrong).toEqual(["first-face", "planar"]);
  });

  test("the cap is what makes ball and ellipsoid hit", () => {
    const preset = presets.find((p) => p.id === "cap")!;
    const outcome = algorithms.find((a) => a.id === "signs")!.run(preset.scene);
    expect(outcome.because).toContain("32 rounds");
    expect(truth(preset.scene)).toBe("miss");
  });
});

describe("random pairs in general position", () => {
  for (const dim of [2, 3] as Dim[])
    test(`are answered alike in ${dim}D`, () => {
      const next = random(7);
      const shapes = gallery(dim).filter((e) => !["point", "segment", "triangle"].includes(e.name));
      let [total, agreed] = [0, 0];
      for (let k = 0; k < 150; k++) {
        const pick = () => shapes[Math.floor(next() * shapes.length)].shape;
        const far = () => 5 * next() - 2.5;
        const scene: Scene = {
          dim,
          precision: "f64",
          options: {},
          a: { shape: pick(), pose: { ...at(0.01, 0.02, dim === 3 ? 0.03 : 0), angle: next() } },
          b: { shape: pick(), pose: { ...at(far(), far(), dim === 3 ? far() : 0), angle: next() } },
        };
        const p = engine.openPair(pairJson(scene));
        const [state, size] = [p.proximity()[At.State], p.proximity()[At.Length]];
        p.free();
        if (size < 1e-2) continue;
        for (const a of algorithms.filter((x) => x.dims.includes(dim))) {
          total++;
          const { verdict, distance } = a.run(scene);
          if (verdict !== (state === 1 ? "hit" : "miss")) continue;
          agreed++;
          // The measuring loop stops within its tolerance of the squared length.
          if (distance !== undefined && state === 0)
            expect(Math.abs(distance - size)).toBeLessThan(1e-4);
        }
      }
      expect(total).toBeGreaterThan(400);
      expect(agreed / total).toBeGreaterThan(dim === 2 ? 0.999 : 0.97);
    });
});

describe("support mappings of the page", () => {
  for (const dim of [2, 3] as Dim[])
    test(`reach as far as the engine's in ${dim}D`, () => {
      const next = random(11);
      for (const { shape } of gallery(dim)) {
        const pose = {
          ...at(0.3, -0.2, dim === 3 ? 0.1 : 0),
          angle: dim === 2 ? 0.4 : 0,
          ...(dim === 3 ? { turn: [0.1, 0.2, 0.3, Math.sqrt(0.86)] as const } : {}),
        };
        const scene: Scene = {
          dim,
          precision: "f64",
          options: {},
          a: { shape, pose },
          b: { shape: { type: "point" }, pose: at(0, 0) },
        };
        const p = engine.openPair(pairJson(scene));
        for (let k = 0; k < 20; k++) {
          const d: Vec = [next() - 0.5, next() - 0.5, dim === 3 ? next() - 0.5 : 0];
          const theirs = p.supports(Float64Array.from(d));
          const ours = support(dim, scene.a)(d);
          expect(Math.abs(dot(d, ours) - dot(d, [theirs[0], theirs[1], theirs[2]]))).toBeLessThan(
            1e-12,
          );
        }
        p.free();
      }
    });
});
