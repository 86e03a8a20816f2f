/** The query: two shapes in poses, as the command line writes them. */
import type { Numbers, Shape } from "../engine";
import { IDENTITY, type Quat, rotate, type Vec, vec, ZERO } from "../math/vec";

export type Dim = 2 | 3;
export type Which = "a" | "b";

/** A pose that serves both dimensions: the plane uses `angle`, space uses `turn`. */
export interface Pose {
  at: Vec;
  angle: number;
  turn: Quat;
  /** Cosine and sine, where a rotation of the plane was given so: the angle rounds them. */
  spin: readonly [number, number] | null;
}

export interface Placed {
  shape: Shape;
  pose: Pose;
}

export interface Scene {
  dim: Dim;
  precision: "f64" | "f32";
  a: Placed;
  b: Placed;
  /** Options of the query that a trace may carry: start, max_iterations, cut_off. */
  options: Record<string, unknown>;
}

export const HOME: Pose = { at: ZERO, angle: 0, turn: IDENTITY, spin: null };
export const at = (x: number, y: number, z = 0): Pose => ({ ...HOME, at: [x, y, z] });

const OPTIONS = ["start", "max_iterations", "cut_off"];

function placedJson(dim: Dim, placed: Placed): Record<string, unknown> {
  const { at: t, angle, turn, spin } = placed.pose;
  const flat = { translation: [t[0], t[1]], ...(spin ? { rotation: [...spin] } : { angle }) };
  const pose = dim === 2 ? flat : { translation: [...t], rotation: [...turn] };
  return { ...placed.shape, pose };
}

/** The line that `clearance query` reads. */
export function pairJson(scene: Scene): string {
  const { dim, precision, options } = scene;
  return JSON.stringify({
    dim,
    precision,
    a: placedJson(dim, scene.a),
    b: placedJson(dim, scene.b),
    ...options,
  });
}

/**
 * The deepest nesting of shapes: more than any picture needs, and each level doubles the work for
 * some shapes.
 */
const DEEPEST = 8;

function refuse(where: string, message: string): never {
  throw new Error(`${where}: ${message}`);
}

export function record(where: string, json: unknown): Record<string, unknown> {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    refuse(where, "must be an object");
  return json as Record<string, unknown>;
}

/** Exactly so many finite numbers. */
export function numbers(where: string, json: unknown, count: number): Numbers {
  const fits =
    Array.isArray(json) &&
    json.length === count &&
    json.every((x) => typeof x === "number" && Number.isFinite(x));
  return fits ? (json as Numbers) : refuse(where, `must be ${count} numbers`);
}

export function finite(where: string, json: unknown): number {
  return typeof json === "number" && Number.isFinite(json)
    ? json
    : refuse(where, "must be a number");
}

/**
 * The numbers that the page draws with; the engine checks whether they are a rotation, a radius and
 * so on.
 */
function readPose(where: string, json: unknown, dim: Dim): Pose {
  const pose = record(where, json ?? {});
  const known = dim === 2 ? ["translation", "angle", "rotation"] : ["translation", "rotation"];
  for (const key of Object.keys(pose))
    if (!known.includes(key))
      refuse(`${where}.${key}`, `the page reads ${known.join(", ")} of a pose`);
  const { translation, angle, rotation } = pose;
  const at =
    translation === undefined ? ZERO : vec(numbers(`${where}.translation`, translation, dim));
  const home = { ...HOME, at };
  if (dim === 3)
    return rotation === undefined
      ? home
      : { ...home, turn: numbers(`${where}.rotation`, rotation, 4) as unknown as Quat };
  if (rotation === undefined)
    return angle === undefined ? home : { ...home, angle: finite(`${where}.angle`, angle) };
  if (angle !== undefined) refuse(where, "has both an angle and a rotation; give one");
  const [cos, sin] = numbers(`${where}.rotation`, rotation, 2) as [number, number];
  return { ...home, angle: Math.atan2(sin, cos), spin: [cos, sin] };
}

function depth(where: string, json: unknown, left: number): void {
  if (left === 0) refuse(where, `more than ${DEEPEST} shapes one inside the other are not drawn`);
  const shape = record(where, json);
  if (typeof shape.type !== "string") refuse(`${where}.type`, "is missing");
  for (const key of ["inner", "a", "b"])
    if (key in shape) depth(`${where}.${key}`, shape[key], left - 1);
}

function readPlaced(where: string, json: unknown, dim: Dim): Placed {
  depth(where, json, DEEPEST);
  const { pose, ...shape } = record(where, json);
  return { shape: shape as Shape, pose: readPose(`${where}.pose`, pose, dim) };
}

const OF_ONE_DIM: Record<string, Dim> = {
  circle: 2,
  rectangle: 2,
  ellipse: 2,
  sphere: 3,
  cylinder: 3,
  cone: 3,
  ellipsoid: 3,
  frustum: 3,
  mesh: 3,
};

/** What the type, the coordinates and the pose of a shape tell, as the engine reads them. */
function dimOf(json: unknown): Dim | null {
  if (typeof json !== "object" || json === null) return null;
  const { type, half_extents, normal, vertices, inner, a, b, pose } = json as Record<
    string,
    unknown
  >;
  const { translation, rotation, angle } = (pose ?? {}) as Record<string, unknown>;
  const count = (list: unknown): Dim | null =>
    Array.isArray(list) && (list.length === 2 || list.length === 3) ? list.length : null;
  return (
    OF_ONE_DIM[String(type)] ??
    count(half_extents) ??
    count(normal) ??
    count(Array.isArray(vertices) ? vertices[0] : null) ??
    dimOf(inner) ??
    dimOf(a) ??
    dimOf(b) ??
    count(translation) ??
    (rotation === undefined ? null : 3) ??
    (angle === undefined ? null : 2)
  );
}

/**
 * What is drawn: beyond, squares overflow. Distances and steps are the engine's at any size.
 */
export const FARTHEST = 1e100;

/** Refuses numbers that no view can show. */
export function drawn(where: string, json: unknown): void {
  if (typeof json === "number" && Math.abs(json) > FARTHEST)
    refuse(where, `numbers beyond ${FARTHEST} are not drawn; \`clearance query\` answers them`);
  if (typeof json === "object" && json !== null)
    for (const [key, value] of Object.entries(json)) drawn(where ? `${where}.${key}` : key, value);
}

/**
 * Reads a pair like the command line; keys that it does not know (id, truth, tags) are left out.
 */
export function readPair(given: unknown): Scene {
  const json = { ...record("the pair", given) };
  if (
    "query" in json &&
    typeof json.query === "string" &&
    /^(manifold|project|soup|compound)$/.test(json.query)
  )
    refuse(
      "query",
      `the page opens pairs and casts, not a ${json.query}: \`clearance query\` answers it`,
    );
  json.dim ??= dimOf(json.a) ?? dimOf(json.b);
  if (json.dim !== 2 && json.dim !== 3)
    throw new Error("dim: must be 2 or 3, or told by the shapes");
  for (const side of ["a", "b"] as const) drawn(side, json[side]);
  const options = Object.fromEntries(OPTIONS.filter((k) => k in json).map((k) => [k, json[k]]));
  const { precision = "f64" } = json;
  if (precision !== "f32" && precision !== "f64")
    throw new Error('precision: must be "f32" or "f64"');
  return {
    dim: json.dim,
    precision,
    a: readPlaced("a", json.a, json.dim),
    b: readPlaced("b", json.b, json.dim),
    options,
  };
}

/** Whether the hull of a mesh that is not convex takes the mesh's place. */
export function isHullOfConcave(shape: Shape): boolean {
  const inside = [shape.inner, shape.a, shape.b].filter(
    (part) => typeof part === "object" && part !== null,
  );
  return (
    shape.stands_for?.convex === false || inside.some((part) => isHullOfConcave(part as Shape))
  );
}

/** The letter of a shape that reaches so many pixels from its middle, and that it is not seen. */
export const nameOf = (which: Which, scene: Scene, pixels: number): string =>
  which.toUpperCase() +
  (pixels < 1 && scene[which].shape.type !== "point" ? ", too small to see here" : "");

/** The numbers that `Pair.set_pose` takes. */
export function poseNumbers(dim: Dim, pose: Pose): Float64Array {
  return dim === 2
    ? Float64Array.of(pose.at[0], pose.at[1], ...(pose.spin ?? [pose.angle]))
    : Float64Array.of(...pose.at, ...pose.turn);
}

/** A direction in the shape's own frame, in the world. */
export function outOf(dim: Dim, pose: Pose, d: Vec): Vec {
  if (dim === 3) return rotate(pose.turn, d);
  const [c, s] = [Math.cos(pose.angle), Math.sin(pose.angle)];
  return [c * d[0] - s * d[1], s * d[0] + c * d[1], 0];
}

/** A direction in the world, in the shape's own frame. */
export function into(dim: Dim, pose: Pose, d: Vec): Vec {
  if (dim === 3) return rotate([-pose.turn[0], -pose.turn[1], -pose.turn[2], pose.turn[3]], d);
  return outOf(2, { ...pose, angle: -pose.angle }, d);
}

/**
 * The shape without the radius that the engine sets aside, and that radius: the steps of a trace
 * are about the cores, so the page draws both outlines of the difference if there is a radius.
 */
export function core(shape: Shape): { shape: Shape; radius: number } {
  const { margin = 0, ...bare } = shape;
  switch (bare.type) {
    case "circle":
    case "sphere":
      return { shape: { type: "point" }, radius: (bare.radius ?? 0) + margin };
    case "capsule":
      return {
        shape: { type: "segment", half_height: bare.half_height ?? 0 },
        radius: (bare.radius ?? 0) + margin,
      };
    case "rounded": {
      const inner = core(bare.inner ?? { type: "point" });
      return { shape: inner.shape, radius: inner.radius + (bare.radius ?? 0) + margin };
    }
    default:
      return { shape: bare as Shape, radius: margin };
  }
}
