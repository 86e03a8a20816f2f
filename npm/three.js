// Between three.js and this library, without importing three.js: geometries, objects and matrices
// are read by their fields.
import { hull } from "./clearance.js";

/** Rounding of a matrix that was multiplied down a scene. */
const SLACK = 1e-9;

/** The world scale that is built into a hull, by the hull. */
const scales = new WeakMap();

export function hullOf(source) {
  const geometry = source?.isBufferGeometry ? source : source?.geometry;
  if (!geometry?.isBufferGeometry) {
    throw new TypeError("hullOf: give a BufferGeometry, or an object that has one");
  }
  for (const kind of ["isSkinnedMesh", "isInstancedMesh", "isBatchedMesh"]) {
    if (source[kind]) {
      throw new TypeError(
        `hullOf: the points of a ${kind.slice(2)} are not those of its geometry; give a geometry`,
      );
    }
  }
  if (geometry.morphAttributes?.position?.length > 0) {
    throw new TypeError("hullOf: the geometry has morph targets, which a hull does not follow");
  }
  const position = geometry.attributes.position;
  if (position === undefined) throw new TypeError("hullOf: the geometry has no positions");
  const scale = source.isBufferGeometry ? [1, 1, 1] : read(source).scale;
  const { index } = geometry;
  const count = index ? index.count : position.count;
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const at = index ? index.getX(i) : i;
    points[3 * i] = scale[0] * position.getX(at);
    points[3 * i + 1] = scale[1] * position.getY(at);
    points[3 * i + 2] = scale[2] * position.getZ(at);
  }
  const shape = hull(points);
  scales.set(shape, scale);
  return shape;
}

export function geometryOf(shape, { BufferGeometry, BufferAttribute }) {
  const corners = shape.corners();
  const positions = [];
  const normals = [];
  for (const face of shape.faces()) {
    const corner = (i) => corners.subarray(3 * face[i], 3 * face[i] + 3);
    const normal = normalOf(face.length, corner);
    for (let i = 2; i < face.length; i++) {
      positions.push(...corner(0), ...corner(i - 1), ...corner(i));
      normals.push(...normal, ...normal, ...normal);
    }
  }
  if (positions.length === 0) {
    throw new TypeError(
      `geometryOf: a ${shape.kind} without faces; give a hull that is no point and no line`,
    );
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
  return geometry;
}

export function poseOf(object, shape = null, out = new Float64Array(7)) {
  const { place, quaternion, scale } = read(object);
  const [x, y, z] = scales.get(shape) ?? [1, 1, 1];
  const differs = (a, b) => !(Math.abs(a - b) <= SLACK * Math.abs(b));
  if (differs(scale[0], x) || differs(scale[1], y) || differs(scale[2], z)) {
    throw new RangeError(
      `poseOf: the object is scaled by ${scale.join(", ")} and the shape by ${x}, ${y}, ${z}; ` +
        "make the shape with hullOf(object)",
    );
  }
  out.set(place, 0);
  out.set(quaternion, 3);
  return out;
}

/** The sum of the normals of a fan about the first corner, at unit length. */
function normalOf(count, corner) {
  const sum = [0, 0, 0];
  const [ax, ay, az] = corner(0);
  for (let i = 2; i < count; i++) {
    const [bx, by, bz] = corner(i - 1);
    const [cx, cy, cz] = corner(i);
    const [ux, uy, uz, vx, vy, vz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
    sum[0] += uy * vz - uz * vy;
    sum[1] += uz * vx - ux * vz;
    sum[2] += ux * vy - uy * vx;
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((coordinate) => coordinate / length);
}

/** Place, quaternion and scale of an object in the world; refuses what shears. */
function read(object) {
  if (!object?.isObject3D) throw new TypeError("give an Object3D");
  object.updateWorldMatrix(true, false);
  const m = object.matrixWorld.elements;
  const axes = [0, 4, 8].map((at) => [m[at], m[at + 1], m[at + 2]]);
  const scale = axes.map((axis) => Math.hypot(...axis));
  if (!scale.every((factor) => factor > 0 && Number.isFinite(factor))) {
    throw new RangeError("the object is scaled by zero, or by no finite number");
  }
  const [u, v, w] = axes.map((axis, i) => axis.map((coordinate) => coordinate / scale[i]));
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  if (Math.max(Math.abs(dot(u, v)), Math.abs(dot(v, w)), Math.abs(dot(w, u))) > SLACK) {
    throw new RangeError(
      "the object is sheared: a parent turned and scaled unevenly; no pose is that",
    );
  }
  // A mirror is a turn and a first axis the other way, as three.js has it.
  if (
    dot([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]], w) < 0
  ) {
    scale[0] = -scale[0];
    u.forEach((coordinate, i) => (u[i] = -coordinate));
  }
  return { place: [m[12], m[13], m[14]], quaternion: quaternionOf(u, v, w), scale };
}

/** The quaternion of a rotation's columns, from its largest part: no cancellation. */
function quaternionOf([xx, xy, xz], [yx, yy, yz], [zx, zy, zz]) {
  const [w, x, y, z] = [1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz];
  const most = Math.max(w, x, y, z);
  const s = 2 * Math.sqrt(most);
  if (most === w) return [(yz - zy) / s, (zx - xz) / s, (xy - yx) / s, s / 4];
  if (most === x) return [s / 4, (xy + yx) / s, (zx + xz) / s, (yz - zy) / s];
  if (most === y) return [(xy + yx) / s, s / 4, (yz + zy) / s, (zx - xz) / s];
  return [(zx + xz) / s, (yz + zy) / s, s / 4, (xy - yx) / s];
}
