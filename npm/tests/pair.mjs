// That clearance-wasm/pair has what its types say, and answers with the bits of the whole module;
// in a project that has the package.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as all from "clearance-wasm";
import * as pair from "clearance-wasm/pair";

const types = readFileSync("node_modules/clearance-wasm/pair.d.ts", "utf8");
const names = types
  .match(/\{(.*?)\}/s)[1]
  .split(",")
  .map((name) => name.trim());
const values = names.filter((name) => name && !name.startsWith("type "));
assert.deepEqual(Object.keys(pair).sort(), values.sort());
await Promise.all([all.default(), pair.default()]);
let seed = 7;
const number = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const three = (most) => [0, 1, 2].map(() => most * (2 * number() - 1));
const seen = {};
for (let i = 0; i < 1000; i++) {
  const sizes = three(1).map(Math.abs);
  const points = Array.from({ length: 12 }, () => three(1));
  const poses = [0, 1].map(() => [...three(1.2), ...three(1), number()]);
  const make = [
    (cl) => cl.cuboid(sizes),
    (cl) => cl.hull(points),
    (cl) => cl.cone(sizes[0], sizes[1]),
    (cl) => cl.capsule(sizes[0], sizes[1]).rounded(0.125),
  ];
  const ask = (cl) => {
    const [a, b] = [make[i % 4](cl), make[Math.floor(i / 4) % 4](cl)];
    const found = { ...cl.proximity(a, poses[0], b, poses[1]) };
    const said = cl.verdict(a, poses[0], b, poses[1]);
    a.free();
    b.free();
    return { ...found, said };
  };
  const [one, other] = [ask(all), ask(pair)];
  assert.deepEqual(one, other);
  seen[one.said] = (seen[one.said] ?? 0) + 1;
}
assert.ok(seen.separated > 100 && seen.intersecting > 100);
assert.throws(() => pair.verdict(all.ball(1), null, pair.ball(1), null), /no shape of this/);
