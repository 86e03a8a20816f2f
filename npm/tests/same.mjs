// The package against the command: each question of a file (the trust suite's `lines`) that is of
// space and f64, and further pairs drawn here, answered by both; every number must be equal bit for
// bit, but for the signs of zeros. Of bodies that turn, times must agree within their gaps.
// Usage: CLEARANCE=the command node tests/same.mjs LINES.jsonl|- [PAIRS]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import init, * as cl from "../node.js";

const [file, count = "10000"] = process.argv.slice(2);
await init();

const pose = ({ pose }) =>
  pose ? [...(pose.translation ?? [0, 0, 0]), ...(pose.rotation ?? [0, 0, 0, 1])] : null;

/** A shape of JSON by this package; undefined where it has none like it. */
function made({ type, margin, ...s }) {
  if (margin !== undefined || (s.axis ?? "y") !== "y") return undefined;
  switch (type) {
    case "point":
      return cl.point(s.vertices?.[0] ?? [0, 0, 0]);
    case "segment":
      return s.vertices && cl.segment(...s.vertices);
    case "triangle":
      return cl.triangle(...s.vertices);
    case "sphere":
      return cl.ball(s.radius);
    case "capsule":
      return s.half_height !== undefined ? cl.capsule(s.half_height, s.radius) : undefined;
    case "box":
      return cl.cuboid(s.half_extents);
    case "cylinder":
      return cl.cylinder(s.half_height, s.radius);
    case "cone":
      return cl.cone(s.half_height, s.radius);
    case "ellipsoid":
      return cl.ellipsoid(s.radii);
    case "hull":
      return cl.hull(s.vertices);
    case "half_space":
      return cl.halfSpace(s.normal, s.offset);
    case "rounded":
      return made(s.inner)?.rounded(s.radius);
    default:
      return undefined;
  }
}

// Pairs of all kinds, half of them on a grid, where contact is exact and searches are hard.
let state = 2026;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
function drawn() {
  const onGrid = random() < 0.5;
  const number = (from, to) => {
    const x = from + random() * (to - from);
    return onGrid ? Math.round(2 * x) / 2 : x;
  };
  const vector = (from, to) => [number(from, to), number(from, to), number(from, to)];
  const size = () => number(0.25, 1.75);
  const kinds = [
    () => ({ type: "sphere", radius: size() }),
    () => ({ type: "capsule", half_height: size(), radius: size() }),
    () => ({ type: "box", half_extents: vector(0.25, 1.75) }),
    () => ({ type: "cylinder", half_height: size(), radius: size() }),
    () => ({ type: "cone", half_height: size(), radius: size() }),
    () => ({ type: "ellipsoid", radii: vector(0.25, 1.75) }),
    () => ({ type: "triangle", vertices: [vector(-1, 1), vector(-1, 1), vector(-1, 1)] }),
    () => ({
      type: "hull",
      vertices: Array.from({ length: 4 + Math.floor(random() * 16) }, () => vector(-1.5, 1.5)),
    }),
    () => ({
      type: "rounded",
      radius: 0.25,
      inner: { type: "box", half_extents: vector(0.25, 1.75) },
    }),
  ];
  const shape = () => {
    const rotation = onGrid
      ? [
          [0, 0, 0, 1],
          [0.5, 0.5, 0.5, 0.5],
          [0, 0.6, 0, 0.8],
        ][Math.floor(random() * 3)]
      : [number(-1, 1), number(-1, 1), number(-1, 1), number(0.1, 1)];
    return {
      ...kinds[Math.floor(random() * kinds.length)](),
      pose: { translation: vector(-2.5, 2.5), rotation },
    };
  };
  const [a, b] = [shape(), shape()];
  switch (Math.floor(random() * 5)) {
    case 0:
      return { dim: 3, query: "cast", max_toi: 2, a, b: { ...b, velocity: vector(-2, 2) } };
    case 1:
      return { dim: 3, query: "manifold", max_distance: 0.25, a, b };
    case 2:
      return {
        dim: 3,
        query: "project",
        a,
        b: { type: "point", pose: { translation: b.pose.translation } },
      };
    default:
      return { dim: 3, a, b };
  }
}

const isOurs = (q) =>
  q.dim === 3 && q.precision !== "f32" && !q.cut_off && !q.max_iterations && !q.start;
const lines = file === "-" ? [] : readFileSync(file, "utf8").trim().split("\n");
const questions = [
  ...lines.map((line) => JSON.parse(line)).filter(isOurs),
  ...Array.from({ length: Number(count) }, drawn),
];
// Digits as this runtime writes them: the very same floats.
const input = questions.map((question) => JSON.stringify(question)).join("\n");
let printed;
try {
  printed = execFileSync(process.env.CLEARANCE, ["query", "-"], {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["pipe", "pipe", "inherit"],
  });
} catch (error) {
  // Status 1: some lines have no answer.
  if (error.status !== 1) throw error;
  printed = error.stdout;
}
const answers = printed
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
assert.equal(answers.length, questions.length);

const counts = {
  pairs: 0,
  casts: 0,
  turns: 0,
  manifolds: 0,
  projections: 0,
  "of shapes that the package has not": 0,
  "refused by both": 0,
};
const seen = { separated: 0, intersecting: 0, undecided: 0, miss: 0, hit: 0 };
const infinite = (gap) => gap ?? Infinity;
// Zeros may differ in their signs, which the command's poses lose; all else is the same float.
const same = (found, told) => assert.equal(JSON.stringify(found), JSON.stringify(told));

function compare(q, told) {
  let [a, b] = [];
  try {
    [a, b] = [made(q.a), made(q.b)];
  } catch (error) {
    assert.ok(told.error !== undefined, `refused: ${error.message}`);
    return "refused by both";
  }
  if (a === undefined || b === undefined || q.a.motion || q.b.motion)
    return "of shapes that the package has not";
  const [p, r] = [pose(q.a), pose(q.b)];
  assert.equal(told.error, undefined);
  if (q.query === "manifold") {
    const found = cl.contactManifold(a, p, b, r, q.max_distance ?? 0);
    assert.equal(found.count, told.points.length);
    if (found.count === 0) return "manifolds";
    same([found.normal, found.gap], [told.normal, infinite(told.gap)]);
    const hex = (feature) => feature.toString(16).padStart(8, "0");
    const points = found.points.slice(0, found.count).map((point) => ({
      on_a: point.pointA,
      on_b: point.pointB,
      depth: point.depth,
      key: hex(point.featureA) + hex(point.featureB),
    }));
    same(points, told.points);
    return "manifolds";
  }
  if (q.query === "project") {
    const found = cl.projectPoint(a, p, r.slice(0, 3));
    seen[found.status]++;
    same(
      [found.signedDistance, found.point, found.normal, found.gap],
      [told.signed_distance, told.projection, told.normal, infinite(told.gap)],
    );
    return "projections";
  }
  if (q.query === "cast") {
    const options = { maxTime: q.max_toi, targetDistance: q.target_distance };
    const turns = q.a.angular_velocity !== undefined || q.b.angular_velocity !== undefined;
    const motion = (side, at) => ({
      pose: at,
      velocity: side.velocity,
      turning: side.angular_velocity,
    });
    const found = turns
      ? cl.timeOfImpact(a, motion(q.a, p), b, motion(q.b, r), options)
      : cl.cast(a, p, b, r, q.b.velocity ?? [0, 0, 0], { ...options, velocityA: q.a.velocity });
    seen[found.outcome]++;
    assert.equal(found.outcome === "undecided", told.undecided === true && told.hit);
    assert.equal(found.outcome !== "miss", told.hit);
    if (!told.hit) return turns ? "turns" : "casts";
    assert.ok(
      found.timeLow <= told.time_of_impact + told.time_gap &&
        told.time_of_impact - told.time_gap <= found.timeHigh,
    );
    // Each build has its own sine, so where bodies turn the last digits may differ.
    if (turns) return "turns";
    assert.ok(found.timeLow <= told.time_of_impact && told.time_of_impact <= found.timeHigh);
    same(
      [found.normal, found.pointA, found.pointB],
      [told.impact_normal, told.impact_a, told.impact_b],
    );
    return "casts";
  }
  const found = cl.proximity(a, p, b, r);
  seen[found.status]++;
  assert.equal(found.status === "undecided", told.undecided === true);
  assert.equal(found.status !== "separated", told.intersects);
  assert.equal(found.status, cl.verdict(a, p, b, r));
  const length = told.intersects ? 0 - told.penetration : told.distance;
  same(
    [found.distance, found.gap, found.normal, found.pointA, found.pointB],
    [length, infinite(told.gap), told.normal, told.witness_a, told.witness_b],
  );
  a.free();
  b.free();
  return "pairs";
}

let wrong = 0;
questions.forEach((question, i) => {
  try {
    counts[compare(question, answers[i])]++;
  } catch (error) {
    if (++wrong <= 5)
      console.log(
        `FAIL ${JSON.stringify(question)}\n  ${JSON.stringify(answers[i])}\n  ` +
          `${error.message.slice(0, 600)}`,
      );
  }
});
const all = (numbers) =>
  Object.entries(numbers)
    .map(([what, n]) => `${n} ${what}`)
    .join(", ");
console.log(
  `the package against the command, bit for bit: ${all(counts)}; ${all(seen)}; ${wrong} differ`,
);
const { separated, intersecting, miss, hit } = seen;
assert.ok(
  Math.min(separated, intersecting, miss, hit) > questions.length / 50,
  "a kind of answer is missing",
);
assert.ok(counts.manifolds > 0 && counts.projections > 0);
assert.equal(wrong, 0);
