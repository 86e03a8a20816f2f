// Certified queries of two convex shapes. Poses, points and answers cross to WebAssembly on one
// desk of numbers, so that a call copies nothing and makes no garbage; clearance.d.ts documents all
// that is exported.
import load, { Desk, Shape as Held } from "./wasm/clearance_wasm.js";

// Where numbers lie on the desk (crates/clearance-wasm/src/desk.rs).
const POSE = [0, 7];
const WAY = [14, 21];
const UNTIL = 28;
const TARGET = 29;
const ANSWER = 30;
const END = ANSWER + 41;
/** How many numbers a witness of a batch has: distance, gap, pointA, pointB, normal. */
const WITNESS = 11;
/** More points than fit beside their hull into a module's memory. */
const MOST_POINTS = 1 << 22;

const STATUS = ["separated", "intersecting", "undecided"];

let starting;
let memory;
let desk;
let numbers;

/** Starts the library: once, however often it is called. */
export default function init(source) {
  starting ??= begin(source).catch((error) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

async function begin(source) {
  const given = await source;
  ({ memory } = await load(given === undefined ? undefined : { module_or_path: given }));
  desk = new Desk();
}

function started() {
  if (desk === undefined) throw new Error("the library has not started: await init() first");
}

/** The desk, wherever memory has grown to. */
function laid() {
  if (numbers?.buffer !== memory.buffer)
    numbers = new Float64Array(memory.buffer, desk.place(), END);
  return numbers;
}

let held;
let adopt;

export class Shape {
  #held = null;
  #kind = "";

  static {
    held = (shape, name) => {
      if (typeof shape !== "object" || shape === null || !(#held in shape)) {
        throw new TypeError(`${name} is no shape of this library`);
      }
      if (shape.#held === null) throw new Error(`${name}: the shape has been freed`);
      return shape.#held;
    };
    adopt = (kind, inner) => {
      const shape = new Shape();
      shape.#held = inner;
      shape.#kind = kind;
      return shape;
    };
  }

  get kind() {
    return this.#kind;
  }

  rounded(radius) {
    return adopt("rounded", held(this, "the shape").rounded(radius));
  }

  corners() {
    return held(this, "the shape").corners();
  }

  faces() {
    const flat = held(this, "the shape").faces();
    const faces = [];
    for (let at = 0; at < flat.length; at += flat[at] + 1) {
      faces.push(flat.subarray(at + 1, at + 1 + flat[at]));
    }
    return faces;
  }

  free() {
    this.#held?.free();
    this.#held = null;
  }
}
// Node 20 and older browsers have no such symbol, and nobody who asks for it.
if (Symbol.dispose) Shape.prototype[Symbol.dispose] = Shape.prototype.free;

function sized(kind, p, q, r, s) {
  started();
  return adopt(kind, Held.sized(kind, p, q, r, s));
}

export const ball = (radius) => sized("ball", radius, 0, 0, 0);
export const capsule = (halfHeight, radius) => sized("capsule", halfHeight, radius, 0, 0);
export const cylinder = (halfHeight, radius) => sized("cylinder", halfHeight, radius, 0, 0);
export const cone = (halfHeight, radius) => sized("cone", halfHeight, radius, 0, 0);
export const cuboid = (halfExtents) => ofThree("cuboid", "halfExtents", halfExtents, 0);
export const ellipsoid = (radii) => ofThree("ellipsoid", "radii", radii, 0);
export const halfSpace = (normal, offset) => ofThree("half-space", "normal", normal, offset);

function ofThree(kind, name, v, s) {
  three(v, name);
  return sized(kind, v[0], v[1], v[2], s);
}

function cornered(kind, ...corners) {
  started();
  corners.forEach((corner) => three(corner, "a corner"));
  return adopt(kind, Held.cornered(Float64Array.from(corners.flatMap((c) => [c[0], c[1], c[2]]))));
}

export const point = (at) => cornered("point", at);
export const segment = (from, to) => cornered("segment", from, to);
export const triangle = (a, b, c) => cornered("triangle", a, b, c);

export function hull(points) {
  started();
  if (
    !(Array.isArray(points) || points instanceof Float64Array || points instanceof Float32Array)
  ) {
    throw new TypeError("points: give a Float64Array, a Float32Array or an array");
  }
  const flat = Array.isArray(points[0]) ? points.flat() : points;
  if (flat.length % 3 !== 0) {
    throw new TypeError(`points: ${flat.length} numbers, and three make a point`);
  }
  if (flat.length > 3 * MOST_POINTS) {
    throw new RangeError(`points: there are more than ${MOST_POINTS}`);
  }
  return adopt("hull", Held.hull(flat instanceof Float64Array ? flat : Float64Array.from(flat)));
}

function three(v, name) {
  if (v?.length !== 3) throw new TypeError(`${name}: three numbers are needed, x y z`);
}

/** Lays a pose: x y z, with or without a quaternion x y z w; null is the identity. */
function layPose(at, pose, name) {
  const count = pose == null ? 0 : pose.length;
  if (count !== 0 && count !== 3 && count !== 7) {
    throw new TypeError(
      `${name}: a pose has 3 or 7 numbers, x y z and a quaternion x y z w, not ${count}`,
    );
  }
  layNumbers(at, pose, 0, count);
}

function layNumbers(at, pose, from, count) {
  const all = laid();
  for (let i = 0; i < 3; i++) all[at + i] = count === 0 ? 0 : pose[from + i];
  for (let i = 3; i < 7; i++) all[at + i] = count === 7 ? pose[from + i] : i === 6 ? 1 : 0;
}

// What a question is about, beside the numbers on the desk.
let shapeA;
let shapeB;

function takeTwo(a, poseA, b, poseB) {
  shapeA = held(a, "a");
  shapeB = held(b, "b");
  layPose(POSE[0], poseA, "poseA");
  layPose(POSE[1], poseB, "poseB");
}

/** The class, or what is wrong, thrown. */
function told(code) {
  if (code < 0) throw new RangeError(desk.fault(shapeA, shapeB));
  return code;
}

function vectorFrom(all, at, into) {
  into[0] = all[at];
  into[1] = all[at + 1];
  into[2] = all[at + 2];
}

export function verdict(a, poseA, b, poseB) {
  takeTwo(a, poseA, b, poseB);
  return STATUS[told(desk.verdict(shapeA, shapeB))];
}

export const intersects = (a, poseA, b, poseB) => verdict(a, poseA, b, poseB) !== "separated";

export class Proximity {
  status = "undecided";
  distance = 0.5;
  gap = Infinity;
  normal = [0, 0, 0];
  pointA = [0, 0, 0];
  pointB = [0, 0, 0];
}

export function proximity(a, poseA, b, poseB, into = new Proximity(), cutOff = Infinity) {
  takeTwo(a, poseA, b, poseB);
  if (Number.isNaN(cutOff)) throw new RangeError("cutOff: is NaN");
  into.status = STATUS[told(desk.proximity(shapeA, shapeB, cutOff))];
  const all = laid();
  into.distance = all[ANSWER];
  into.gap = all[ANSWER + 1];
  witnessFrom(all, ANSWER + 2, into);
  return into;
}

function witnessFrom(all, at, into) {
  vectorFrom(all, at, into.pointA);
  vectorFrom(all, at + 3, into.pointB);
  vectorFrom(all, at + 6, into.normal);
}

export function distance(a, poseA, b, poseB, into) {
  const found = proximity(a, poseA, b, poseB, into);
  return found.status === "separated" ? found : null;
}

export function penetration(a, poseA, b, poseB, into) {
  const found = proximity(a, poseA, b, poseB, into);
  return found.status === "separated" ? null : found;
}

export function batch(shapes, poses, pairs, statuses, witnesses = null) {
  started();
  const length = (list, needed, name) => {
    if (list?.length !== needed)
      throw new TypeError(`${name}: ${needed} are needed, not ${list?.length}`);
  };
  length(poses, 7 * shapes.length, "poses");
  const count = statuses.length;
  length(pairs, 2 * count, "pairs");
  if (witnesses !== null) length(witnesses, WITNESS * count, "witnesses");
  let near = 0;
  for (let i = 0; i < count; i++) {
    const a = pairs[2 * i];
    const b = pairs[2 * i + 1];
    if (!(a < shapes.length && b < shapes.length)) {
      throw new RangeError(`pair ${i}: names a body that is not there`);
    }
    const p = held(shapes[a], "a shape of the batch");
    const q = held(shapes[b], "a shape of the batch");
    layNumbers(POSE[0], poses, 7 * a, 7);
    layNumbers(POSE[1], poses, 7 * b, 7);
    const code = witnesses === null ? desk.verdict(p, q) : desk.proximity(p, q, Infinity);
    if (code < 0) throw new RangeError(`pair ${i}: ${desk.fault(p, q)}`);
    statuses[i] = code;
    if (code !== 0) near++;
    if (witnesses !== null) {
      const all = laid();
      for (let k = 0; k < WITNESS; k++) witnesses[WITNESS * i + k] = all[ANSWER + k];
    }
  }
  return near;
}

// What follows is not in clearance-wasm/pair: build.sh ends that module's file here.

const OUTCOME = ["miss", "hit", "undecided"];
const AT_START = ["report", "ignore-separating", "ignore"];

let origin;

/** Takes one shape, beside the point that rays and projections ask about. */
function takeOne(shape, pose) {
  shapeA = held(shape, "shape");
  origin ??= Held.cornered(new Float64Array(3));
  shapeB = origin;
  layPose(POSE[0], pose, "pose");
  layPose(POSE[1], null, "origin");
}

function layVector(at, v, name) {
  three(v, name);
  const { 0: x, 1: y, 2: z } = v;
  if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) {
    throw new RangeError(`${name}: a number is NaN or infinite`);
  }
  const all = laid();
  all[at] = x;
  all[at + 1] = y;
  all[at + 2] = z;
}

function layZero(at) {
  laid().fill(0, at, at + 3);
}

export class Cast {
  outcome = "undecided";
  timeLow = 0.5;
  timeHigh = 0.5;
  gap = Infinity;
  normal = [0, 0, 0];
  pointA = [0, 0, 0];
  pointB = [0, 0, 0];
}

const NO_OPTIONS = Object.freeze({});

/** Lays when and how near counts; the number of what counts at the start. */
function layMeeting(options, maxTime) {
  const { targetDistance = 0, atStart = "report" } = options;
  if (!(maxTime >= 0)) throw new RangeError("maxTime: is negative or NaN");
  if (!Number.isFinite(targetDistance)) throw new RangeError("targetDistance: is NaN or infinite");
  const mode = AT_START.indexOf(atStart);
  if (mode < 0) throw new TypeError(`atStart: is one of ${AT_START.join(", ")}`);
  const all = laid();
  all[UNTIL] = maxTime;
  all[TARGET] = targetDistance;
  return mode;
}

function hitFrom(code, into) {
  const all = laid();
  into.outcome = OUTCOME[code];
  into.timeLow = code === 0 ? NaN : all[ANSWER];
  into.timeHigh = code === 0 ? NaN : all[ANSWER + 1];
  into.gap = code === 0 ? NaN : all[ANSWER + 3];
  witnessFrom(all, ANSWER + 4, into);
  return into;
}

export function cast(a, poseA, b, poseB, velocity, options = NO_OPTIONS, into = new Cast()) {
  takeTwo(a, poseA, b, poseB);
  if (options.velocityA === undefined) layZero(WAY[0]);
  else layVector(WAY[0], options.velocityA, "velocityA");
  layVector(WAY[1], velocity, "velocity");
  const mode = layMeeting(options, options.maxTime ?? 1);
  return hitFrom(told(desk.cast(shapeA, shapeB, mode)), into);
}

/** Lays a motion; whether it leads to a pose. */
function layMotion(which, motion, name) {
  const { pose, end, velocity, turning } = motion ?? NO_OPTIONS;
  layPose(POSE[which], pose, `${name}.pose`);
  if (end === undefined) {
    if (velocity === undefined) layZero(WAY[which]);
    else layVector(WAY[which], velocity, `${name}.velocity`);
    if (turning === undefined) layZero(WAY[which] + 3);
    else layVector(WAY[which] + 3, turning, `${name}.turning`);
    return false;
  }
  if (velocity !== undefined || turning !== undefined) {
    throw new TypeError(`${name}: has an end, or a velocity and a turning, not both`);
  }
  if (end === null) throw new TypeError(`${name}.end: is null`);
  layPose(WAY[which], end, `${name}.end`);
  return true;
}

export function timeOfImpact(a, motionA, b, motionB, options = NO_OPTIONS, into = new Cast()) {
  shapeA = held(a, "a");
  shapeB = held(b, "b");
  const isBetween = [layMotion(0, motionA, "motionA"), layMotion(1, motionB, "motionB")];
  const mode = layMeeting(options, options.maxTime ?? 1);
  const code = desk.time_of_impact(shapeA, shapeB, mode, isBetween[0], isBetween[1]);
  hitFrom(told(code), into);
  if (code === 2) refuseEnds(isBetween);
  return into;
}

/** Where nothing is known, the pose at an end may be invalid. */
function refuseEnds(isBetween) {
  for (const which of [0, 1]) {
    if (isBetween[which]) laid().copyWithin(POSE[which], WAY[which], WAY[which] + 7);
  }
  const fault = desk.fault(shapeA, shapeB);
  if (fault !== "") throw new RangeError(fault.replace(/^pose(.)/, "motion$1.end"));
}

export class RayCast {
  outcome = "undecided";
  timeLow = 0.5;
  timeHigh = 0.5;
  gap = Infinity;
  normal = [0, 0, 0];
  point = [0, 0, 0];
}

const hitOfRay = new Cast();

export function castRay(shape, pose, from, direction, options = NO_OPTIONS, into = new RayCast()) {
  takeOne(shape, pose);
  layVector(POSE[1], from, "origin");
  layZero(WAY[0]);
  layVector(WAY[1], direction, "direction");
  if (direction[0] === 0 && direction[1] === 0 && direction[2] === 0) {
    throw new RangeError("direction: is the zero vector");
  }
  layMeeting(NO_OPTIONS, options.maxTime ?? Infinity);
  const hit = hitFrom(told(desk.cast(shapeA, shapeB, 0)), hitOfRay);
  into.outcome = hit.outcome;
  into.timeLow = hit.timeLow;
  into.timeHigh = hit.timeHigh;
  into.gap = hit.gap;
  vectorFrom(hit.normal, 0, into.normal);
  vectorFrom(hit.pointA, 0, into.point);
  return into;
}

export class Projection {
  status = "undecided";
  signedDistance = 0.5;
  gap = Infinity;
  normal = [0, 0, 0];
  point = [0, 0, 0];
}

export function projectPoint(shape, pose, at, into = new Projection()) {
  takeOne(shape, pose);
  layVector(WAY[0], at, "point");
  into.status = STATUS[told(desk.project(shapeA))];
  const all = laid();
  into.signedDistance = all[ANSWER];
  into.gap = all[ANSWER + 1];
  vectorFrom(all, ANSWER + 2, into.point);
  vectorFrom(all, ANSWER + 5, into.normal);
  return into;
}

export class Manifold {
  status = "undecided";
  normal = [0, 0, 0];
  gap = Infinity;
  count = 0;
  points = Array.from({ length: 4 }, () => ({
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
    depth: 0.5,
    featureA: 0,
    featureB: 0,
  }));
}

export function contactManifold(a, poseA, b, poseB, maxDistance = 0, into = new Manifold()) {
  takeTwo(a, poseA, b, poseB);
  if (!(maxDistance >= 0)) throw new RangeError("maxDistance: is negative or NaN");
  into.status = STATUS[told(desk.contact(shapeA, shapeB, maxDistance))];
  const all = laid();
  vectorFrom(all, ANSWER, into.normal);
  into.gap = all[ANSWER + 3];
  into.count = all[ANSWER + 4];
  for (let i = 0, at = ANSWER + 5; i < into.count; i++, at += 9) {
    const found = into.points[i];
    vectorFrom(all, at, found.pointA);
    vectorFrom(all, at + 3, found.pointB);
    found.depth = all[at + 6];
    found.featureA = all[at + 7];
    found.featureB = all[at + 8];
  }
  return into;
}
