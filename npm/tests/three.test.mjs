// Between three.js and the package: hulls, geometries and poses of real objects.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as THREE from "../../web/node_modules/three/build/three.module.js";
import init, { proximity } from "../node.js";
import { geometryOf, hullOf, poseOf } from "../three.js";

await init();
const near = (a, b, by = 1e-14) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`);

test("a pose moves points as the object does", () => {
  let state = 3;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 31 - 1;
  for (let i = 0; i < 200; i++) {
    const parent = new THREE.Group();
    const mesh = new THREE.Mesh(new THREE.BoxGeometry(1, 2, 3));
    parent.add(mesh);
    for (const object of [parent, mesh]) {
      object.position.set(random(), random(), random());
      object.quaternion.set(random(), random(), random(), random()).normalize();
    }
    // A half turn, a quarter turn and none are where formulas change.
    if (i % 5 === 0)
      mesh.quaternion.set(
        ...[
          [1, 0, 0, 0],
          [0, 1, 0, 0],
          [0, 0, 1, 0],
          [0, 0, 0, 1],
        ][(i / 5) % 4],
      );
    mesh.scale.set(1 + random() / 2, 1 + random() / 2, (i % 2 ? -1 : 1) * (1.5 + random() / 2));
    const shape = hullOf(mesh);
    const pose = poseOf(mesh, shape);
    const ours = new THREE.Quaternion(pose[3], pose[4], pose[5], pose[6]);
    near(ours.length(), 1);
    const corners = shape.corners();
    const world = [];
    for (let at = 0; at < corners.length; at += 3) {
      const corner = new THREE.Vector3(...corners.subarray(at, at + 3)).applyQuaternion(ours);
      world.push(corner.add(new THREE.Vector3(pose[0], pose[1], pose[2])));
    }
    const theirs = mesh.geometry.attributes.position;
    for (let at = 0; at < theirs.count; at++) {
      const point = new THREE.Vector3()
        .fromBufferAttribute(theirs, at)
        .applyMatrix4(mesh.matrixWorld);
      near(Math.min(...world.map((corner) => corner.distanceTo(point))), 0, 1e-13);
    }
  }
});

test("an object that is not turned has an exact pose, and touching is exact", () => {
  const meshes = [0, 2].map((x) => {
    const mesh = new THREE.Mesh(new THREE.BoxGeometry(2, 2, 2));
    mesh.position.x = x;
    return mesh;
  });
  const [a, b] = meshes.map((mesh) => hullOf(mesh));
  const [p, q] = meshes.map((mesh) => poseOf(mesh));
  assert.deepEqual([...q], [2, 0, 0, 0, 0, 0, 1]);
  assert.equal(proximity(a, p, b, q).status, "intersecting");
  q[0] += 1e-15;
  assert.equal(proximity(a, p, b, q).status, "separated");
});

test("a hull's geometry is closed and faces outward", () => {
  const shape = hullOf(new THREE.IcosahedronGeometry(1, 2));
  const geometry = geometryOf(shape, THREE);
  const at = geometry.attributes.position.array;
  let volume = 0;
  for (let i = 0; i < at.length; i += 9) {
    const [a, b, c] = [0, 3, 6].map((k) => new THREE.Vector3(...at.subarray(i + k, i + k + 3)));
    volume += a.dot(b.clone().cross(c)) / 6;
    const normal = new THREE.Vector3(...geometry.attributes.normal.array.subarray(i, i + 3));
    near(normal.dot(b.sub(a).cross(c.sub(a)).normalize()), 1, 1e-6);
  }
  assert.ok(volume > 3.9 && volume < (4 / 3) * Math.PI);
});

test("interleaved, normalised and indexed positions are read by their meaning", () => {
  const buffer = new THREE.InterleavedBuffer(
    Float32Array.from([0, 0, 0, 9, 9, 1, 0, 0, 9, 9, 0, 1, 0, 9, 9, 0, 0, 1, 9, 9, 5, 5, 5, 9, 9]),
    5,
  );
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.InterleavedBufferAttribute(buffer, 3, 0));
  geometry.setIndex([0, 1, 2, 0, 2, 3, 1, 2, 3]);
  // The fifth point belongs to no triangle.
  assert.equal(hullOf(geometry).corners().length, 12);
});

test("what no hull or pose can be is refused in words", () => {
  const box = new THREE.BoxGeometry();
  const scaled = new THREE.Mesh(box);
  scaled.scale.set(2, 2, 2);
  assert.throws(
    () => poseOf(scaled),
    /scaled by 2, 2, 2 and the shape by 1, 1, 1; make the shape with hullOf/,
  );
  const shape = hullOf(scaled);
  poseOf(scaled, shape);
  scaled.scale.x = 3;
  assert.throws(() => poseOf(scaled, shape), /scaled by 3/);
  scaled.scale.x = 0;
  assert.throws(() => hullOf(scaled), /scaled by zero/);
  const parent = new THREE.Group();
  parent.scale.set(1, 3, 1);
  const sheared = new THREE.Mesh(box);
  sheared.rotation.z = 0.5;
  parent.add(sheared);
  assert.throws(() => hullOf(sheared), /sheared/);
  assert.throws(
    () => hullOf(new THREE.InstancedMesh(box, new THREE.Material(), 3)),
    /InstancedMesh/,
  );
  assert.throws(() => hullOf(new THREE.Group()), /give a BufferGeometry/);
  assert.throws(() => hullOf(null), /give a BufferGeometry/);
  assert.throws(() => hullOf(new THREE.BufferGeometry()), /no positions/);
  assert.throws(() => poseOf({}), /Object3D/);
  const morphing = box.clone();
  morphing.morphAttributes.position = [box.attributes.position];
  assert.throws(() => hullOf(morphing), /morph/);
});
