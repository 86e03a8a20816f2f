// What the package promises, by closed forms, and what it refuses.
import assert from "node:assert/strict";
import { test } from "node:test";
import init, * as cl from "../node.js";

test("nothing is asked before it has started, and a failed start can be repeated", async () => {
  assert.throws(() => cl.ball(1), /await init\(\)/);
  await assert.rejects(init(new Uint8Array(8)));
  await init();
  await Promise.all([init(), init()]);
});

const within = (found, exact) =>
  assert.ok(
    Math.abs(found.distance - exact) <= found.gap && found.gap < 1e-12,
    `${found.distance} ± ${found.gap} is not ${exact}`,
  );

test("balls, boxes and hulls have their distances and depths", () => {
  const [a, b] = [cl.ball(1), cl.ball(0.5)];
  within(cl.proximity(a, null, b, [3, 0, 4]), 3.5);
  within(cl.proximity(a, null, b, [0.75, 0, 0]), -0.75);
  const box = cl.cuboid([1, 2, 3]);
  const corners = [];
  for (const x of [-1, 1])
    for (const y of [-2, 2]) for (const z of [-3, 3]) corners.push([x, y, z], [x / 2, y / 2, 0]);
  for (const shape of [box, cl.hull(corners), cl.hull(Float32Array.from(corners.flat()))]) {
    within(cl.proximity(shape, [0, 0, 0, 0, 0, 1, 1], box, [5, 0, 0]), 2);
    within(cl.proximity(shape, null, box, [1.5, 0, 0]), -0.5);
    const touching = cl.proximity(shape, null, box, [2, 0, 0]);
    assert.equal(touching.status, "intersecting");
    assert.ok(Object.is(touching.distance, 0));
  }
  assert.equal(cl.distance(a, null, b, null), null);
  assert.equal(cl.penetration(a, null, b, [9, 0, 0]), null);
  const far = cl.proximity(cl.cone(1, 1), null, cl.cone(1, 1), [30, 5, 1], undefined, 5);
  assert.ok(far.status === "separated" && far.distance - far.gap >= 5);
});

test("a hull has the corners and faces of a cube, outward", () => {
  const cube = cl.hull(
    [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z]))),
  );
  assert.equal(cube.corners().length, 24);
  const faces = cube.faces();
  assert.deepEqual(
    faces.map((face) => face.length),
    [4, 4, 4, 4, 4, 4],
  );
  const c = cube.corners();
  for (const [i, j, k] of faces) {
    const [p, q, r] = [i, j, k].map((at) => c.subarray(3 * at, 3 * at + 3));
    const [u, v] = [q.map((x, n) => x - p[n]), r.map((x, n) => x - q[n])];
    const normal = [
      u[1] * v[2] - u[2] * v[1],
      u[2] * v[0] - u[0] * v[2],
      u[0] * v[1] - u[1] * v[0],
    ];
    assert.ok(normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2] > 0);
  }
  assert.equal(cl.ball(1).faces().length, 0);
});

test("motions meet when they must", () => {
  const [floor, marble] = [cl.cuboid([10, 0.5, 10]), cl.ball(0.25)];
  const holds = (hit, time) =>
    assert.ok(
      hit.timeLow <= time && time <= hit.timeHigh && hit.timeHigh - hit.timeLow < 1e-9,
      `${hit.timeLow} to ${hit.timeHigh}`,
    );
  holds(cl.cast(floor, null, marble, [0, 2.75, 0], [1, -4, 0]), 0.5);
  const miss = cl.cast(floor, null, marble, [0, 2.75, 0], [1, 4, 0]);
  assert.ok(miss.outcome === "miss" && Number.isNaN(miss.timeLow));
  assert.equal(
    cl.cast(floor, null, marble, [0, 0.5, 0], [0, 1, 0], { atStart: "ignore-separating" }).outcome,
    "miss",
  );
  holds(
    cl.cast(floor, null, marble, [0, 2.75, 0], [0, -2, 0], {
      velocityA: [0, 2, 0],
      targetDistance: 1,
    }),
    0.25,
  );
  // A rod's tip at a right angle meets a plane that its half turn reaches at a quarter.
  const [rod, wall] = [cl.segment([0, 0, 0], [1, 0, 0]), cl.halfSpace([0, -1, 0], -Math.SQRT1_2)];
  holds(cl.timeOfImpact(wall, null, rod, { turning: [0, 0, Math.PI] }), 0.25);
  const turned = [0, 0, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2];
  holds(cl.timeOfImpact(wall, null, rod, { end: turned }), 0.5);
  holds(cl.castRay(marble, null, [-3, 0, 0], [2, 0, 0]), 1.375);
  assert.equal(cl.castRay(marble, null, [-3, 1, 0], [1, 0, 0]).outcome, "miss");
});

test("contact points and projections", () => {
  const touch = cl.contactManifold(
    cl.cuboid([2, 0.5, 2]),
    null,
    cl.cuboid([0.5, 0.5, 0.5]),
    [0, 0.75, 0],
  );
  assert.deepEqual([touch.status, touch.count, touch.normal], ["intersecting", 4, [0, 1, 0]]);
  assert.ok(touch.points.every(({ depth }) => depth === 0.25));
  assert.equal(
    new Set(touch.points.map(({ featureA, featureB }) => `${featureA} ${featureB}`)).size,
    4,
  );
  assert.equal(cl.contactManifold(cl.ball(1), null, cl.ball(1), [5, 0, 0], 1, touch).count, 0);
  const found = cl.projectPoint(cl.ball(1), [1, 0, 0], [1, 3, 0]);
  assert.ok(Math.abs(found.signedDistance - 2) <= found.gap && found.status === "separated");
});

test("a batch is its pairs, in the caller's arrays", () => {
  const shapes = [cl.ball(1), cl.cuboid([1, 1, 1]), cl.cone(1, 1)];
  const poses = Float64Array.from([
    0, 0, 0, 0, 0, 0, 1, 1.5, 0, 0, 0, 0, 1, 1, 4, 4, 0, 0.6, 0, 0, 0.8,
  ]);
  const pairs = Uint32Array.from([0, 1, 1, 2, 0, 2]);
  const [statuses, witnesses] = [new Uint8Array(3), new Float64Array(33)];
  assert.equal(cl.batch(shapes, poses, pairs, statuses, witnesses), 1);
  for (let i = 0; i < 3; i++) {
    const [a, b] = pairs.subarray(2 * i, 2 * i + 2);
    const one = cl.proximity(
      shapes[a],
      poses.subarray(7 * a, 7 * a + 7),
      shapes[b],
      poses.subarray(7 * b, 7 * b + 7),
    );
    assert.equal(["separated", "intersecting", "undecided"][statuses[i]], one.status);
    assert.deepEqual(
      [...witnesses.subarray(11 * i, 11 * i + 11)],
      [one.distance, one.gap, ...one.pointA, ...one.pointB, ...one.normal],
    );
  }
  assert.throws(
    () => cl.batch(shapes, poses.subarray(1), pairs, statuses),
    /poses: 21 are needed, not 20/,
  );
  assert.throws(
    () => cl.batch(shapes, poses, pairs, statuses, new Float64Array(3)),
    /witnesses: 33/,
  );
  assert.throws(
    () => cl.batch(shapes, poses, Uint32Array.from([0, 3]), new Uint8Array(1)),
    /pair 0: names a body/,
  );
  const broken = poses.with?.(8, NaN) ?? Float64Array.from(poses, (x, i) => (i === 8 ? NaN : x));
  assert.throws(() => cl.batch(shapes, broken, pairs, statuses), /pair 0: poseB: .*NaN/);
});

test("calls make no garbage", () => {
  const [a, b, out] = [
    cl.hull(Float64Array.from({ length: 36 }, (_, i) => Math.sin(7 * i))),
    cl.cuboid([1, 1, 1]),
    new cl.Proximity(),
  ];
  const [p, q] = [
    new Float64Array([0, 0, 0, 0, 0, 0, 1]),
    new Float64Array([2.5, 0.25, 0.5, 0.1, 0.2, 0.3, 0.9]),
  ];
  const pairs = new Uint32Array(2 * 20000).map((_, i) => i % 2);
  const [statuses, witnesses] = [new Uint8Array(20000), new Float64Array(11 * 20000)];
  const both = Float64Array.from([...p, ...q]);
  const bodies = [a, b];
  const asked = () => {
    for (let i = 0; i < 20000; i++) cl.proximity(a, p, b, q, out);
    cl.batch(bodies, both, pairs, statuses, witnesses);
  };
  asked();
  const before = process.memoryUsage().heapUsed;
  asked();
  // An object a call would be 24 bytes at least.
  const grown = process.memoryUsage().heapUsed - before;
  assert.ok(grown < 24 * 20000, `${grown} bytes for 40 000 calls`);
});

test("what describes nothing is refused in words", () => {
  const [a, freed] = [cl.ball(1), cl.ball(1)];
  freed.free();
  freed.free();
  const refused = [
    [() => cl.ball(NaN), /radius is NaN/],
    [() => cl.ball(-1), /radius is negative/],
    [() => cl.ball(), /radius is NaN/],
    [() => cl.ball(1e307), /beyond 1e306/],
    [() => cl.cuboid([1, 2]), /three numbers/],
    [() => cl.cuboid(1), /three numbers/],
    [() => cl.halfSpace([0, 0, 0], 1), /zero vector/],
    [() => cl.triangle([0, 0, 0], [1, 0, 0], [0, NaN, 0]), /NaN/],
    [() => cl.hull([]), /at least one point/],
    [() => cl.hull([1, 2]), /three make a point/],
    [() => cl.hull([1, 2, Infinity]), /point 0 .*infinite/],
    [() => cl.hull(7), /points: give/],
    [() => cl.hull(new Float32Array(3 * 2 ** 22 + 3)), /more than 4194304/],
    [() => a.rounded(NaN), /NaN/],
    [() => Array.from({ length: 20 }).reduce((shape) => shape.rounded(0.1), a), /too deep/],
    [() => cl.verdict(a, [NaN, 0, 0], a, null), /poseA: .*NaN/],
    [() => cl.verdict(a, null, a, [0, 0, 0, 0, 0, 0, 0]), /poseB: .*all zeros/],
    [() => cl.verdict(a, null, a, [0, 0, 0, 1]), /poseB: a pose has 3 or 7 numbers.* not 4/],
    [() => cl.verdict(a, 3, a, null), /poseA: a pose has/],
    [() => cl.proximity(a, [1e307, 0, 0], a, null), /poseA: .*1e306/],
    [() => cl.proximity(a, null, a, null, undefined, NaN), /cutOff/],
    [() => cl.cast(a, null, a, null, [NaN, 0, 0]), /velocity: .*NaN/],
    [() => cl.cast(a, null, a, null, [1, 0]), /velocity: three/],
    [() => cl.cast(a, [0, NaN, 0], a, null, [1, 0, 0]), /poseA: .*NaN/],
    [() => cl.cast(a, null, a, null, [1, 0, 0], { maxTime: -1 }), /maxTime/],
    [() => cl.cast(a, null, a, null, [1, 0, 0], { targetDistance: NaN }), /targetDistance/],
    [() => cl.cast(a, null, a, null, [1, 0, 0], { atStart: "never" }), /atStart: is one of/],
    [() => cl.timeOfImpact(a, { end: [0, 0, 0, 0, 0, 0, 0] }, a, null), /motionA\.end: .*zeros/],
    [() => cl.timeOfImpact(a, { end: [0, 0, NaN] }, a, null), /motionA\.end: .*NaN/],
    [() => cl.timeOfImpact(a, { end: null }, a, null), /motionA\.end/],
    [() => cl.timeOfImpact(a, { end: [0, 0, 0], velocity: [1, 0, 0] }, a, null), /not both/],
    [() => cl.contactManifold(a, [NaN, 0, 0], a, null), /poseA: .*NaN/],
    [() => cl.contactManifold(a, null, a, null, -1), /maxDistance/],
    [() => cl.castRay(a, null, [0, 0, 0], [0, 0, 0]), /direction: is the zero/],
    [() => cl.castRay(a, null, [0, NaN, 0], [1, 0, 0]), /origin: .*NaN/],
    [() => cl.projectPoint(a, [0, 0, NaN], [1, 0, 0]), /pose.*NaN/],
    [() => cl.projectPoint(a, null, null), /point: three/],
    [() => cl.verdict(freed, null, a, null), /a: the shape has been freed/],
    [() => cl.batch([freed, a], new Float64Array(14), [0, 1], new Uint8Array(1)), /freed/],
    [() => freed.corners(), /freed/],
    [() => freed.rounded(1), /freed/],
    [() => cl.verdict(a, null, {}, null), /b is no shape/],
    [() => cl.verdict(a, null, undefined, null), /b is no shape/],
    [() => new cl.Shape().corners(), /freed/],
  ];
  for (const [asked, words] of refused)
    assert.throws(
      asked,
      (error) =>
        (error instanceof Error && words.test(error.message)) || assert.fail(`${asked}: ${error}`),
      String(asked),
    );
  within(cl.proximity(a, null, a, [3, 0, 0]), 1);
});

test("odd numbers never break it", () => {
  const odd = [
    0,
    -0,
    1,
    -1,
    0.5,
    1e-300,
    5e-324,
    1e9,
    1e150,
    1e306,
    1e308,
    Infinity,
    -Infinity,
    NaN,
  ];
  let state = 7;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8;
  const pick = () => (next() % 8 === 0 ? odd[next() % odd.length] : next() / 2 ** 23);
  const vector = () => [pick(), pick(), pick()];
  let answered = 0;
  for (let i = 0; i < 3000; i++) {
    try {
      const kinds = [
        () => cl.ball(pick()),
        () => cl.cuboid(vector()),
        () => cl.cone(pick(), pick()),
        () => cl.halfSpace(vector(), pick()),
        () => cl.hull([vector(), vector(), vector(), vector()]),
      ];
      const [a, b] = [kinds[i % 5](), kinds[(i >> 3) % 5]()];
      const found = cl.proximity(a, vector(), b, vector());
      assert.ok(!Number.isNaN(found.distance) && found.gap >= 0);
      cl.contactManifold(a, vector(), b, vector(), Math.abs(pick()));
      cl.cast(a, vector(), b, vector(), vector());
      cl.timeOfImpact(a, { pose: vector(), turning: vector() }, b, null);
      answered++;
    } catch (error) {
      assert.ok(!(error instanceof WebAssembly.RuntimeError), error.stack);
      assert.ok(
        error instanceof TypeError || error instanceof RangeError || error.constructor === Error,
        error.stack,
      );
    }
  }
  assert.ok(answered > 300, `${answered} are answered`);
});
