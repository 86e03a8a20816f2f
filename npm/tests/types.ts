// What a program in TypeScript writes: it must compile with three.js's own types.

import init, {
  ball,
  batch,
  cast,
  contactManifold,
  hull,
  type Motion,
  Proximity,
  proximity,
  Shape,
  timeOfImpact,
} from "clearance-wasm";
import start, { distance, type Pose, ball as small } from "clearance-wasm/pair";
import { geometryOf, hullOf, poseOf } from "clearance-wasm/three";
import * as THREE from "three";

await init();
await init(fetch("clearance_wasm_bg.wasm"));
const a: Shape = ball(1);
await start();
const origin: Pose = null;
const apart: number | undefined = distance(small(1), origin, small(1), [3, 0, 0])?.distance;
const b = hull(new Float32Array(12));
const found: Proximity = proximity(a, null, b, [1, 2, 3], new Proximity());
const status: "separated" | "intersecting" | "undecided" = found.status;
const steps: Motion[] = [{ end: [1, 0, 0] }, { pose: null, turning: [0, 0, 1] }];
const time: number = timeOfImpact(a, steps[0], b, steps[1], { maxTime: 2 }).timeLow;
cast(a, null, b, null, [1, 0, 0], { velocityA: new THREE.Vector3().toArray(), atStart: "ignore" });
contactManifold(a, null, b, null).points[0].depth;
batch([a, b], new Float64Array(14), new Uint32Array(2), new Uint8Array(1));
const mesh = new THREE.Mesh(new THREE.BoxGeometry());
const shape = hullOf(mesh);
const geometry = geometryOf<THREE.BufferGeometry>(shape, THREE);
const pose: Float64Array = poseOf(mesh, shape);
hullOf(mesh.geometry);
// @ts-expect-error: a shape is made by a function.
new Shape();
console.log(status, time, geometry, pose, apart);
