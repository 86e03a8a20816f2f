/** The motions of both shapes: constant velocities, as for the library's `time_of_impact`. */
import { add, length, multiply, scale, sub, turn, unit, type Vec, ZERO } from "../math/vec";
import {
  finite,
  numbers,
  type Pose,
  pairJson,
  readPair,
  record,
  type Scene,
  type Which,
} from "./scene";
import { bySurface, hullOfSurface, keep, readSurface, type Surface, surfaceOf } from "./surface";

/** The velocities of one shape, in the world, per unit of time. */
export interface Drift {
  velocity: Vec;
  /** Along the axis, in radians; in the plane 0 0 and the angle. */
  turning: Vec;
}

export interface Motion {
  a: Drift;
  b: Drift;
  /** The last time. */
  until: number;
  /** The time that is shown; `null` shows the first contact, or the end where there is none. */
  time: number | null;
}

export const REST: Drift = { velocity: ZERO, turning: ZERO };
const isZero = (p: Vec): boolean => p[0] === 0 && p[1] === 0 && p[2] === 0;
export const rests = (d: Drift): boolean => isZero(d.velocity) && isZero(d.turning);
export const turns = (m: Motion): boolean => !isZero(m.a.turning) || !isZero(m.b.turning);

/** Distances and turns beyond this cannot be drawn. */
const FARTHEST = 1e100;
const NOT_DRAWN = `motion: must last for more than zero, and lead no farther than ${FARTHEST}`;
export const isDrawable = ({ a, b, until }: Motion): boolean =>
  until > 0 &&
  [a, b].every((d) =>
    [...d.velocity, ...d.turning, 1].every((x) => Math.abs(x) * until <= FARTHEST),
  );

/** An initial motion: B moves to where A is, and half as far again. */
export function towards(scene: Scene): Motion {
  const way = scale(sub(scene.a.pose.at, scene.b.pose.at), 1.5);
  const size = length(way);
  const round = (x: number): number => Number(x.toPrecision(2));
  const velocity: Vec = size > 0 ? [round(way[0]), round(way[1]), round(way[2])] : [1, 0, 0];
  return { a: REST, b: { velocity, turning: ZERO }, until: 1, time: null };
}

/** The pose of a shape at a time. For pictures: the engine has its own. */
export function poseAt(dim: 2 | 3, pose: Pose, drift: Drift, time: number): Pose {
  const at = add(pose.at, scale(drift.velocity, time));
  if (dim === 2) return { ...pose, at, angle: pose.angle + drift.turning[2] * time, spin: null };
  const angle = length(drift.turning) * time;
  return { ...pose, at, turn: multiply(turn(unit(drift.turning), angle), pose.turn) };
}

/** The angle in radians between two pictures of a turning shape, and the most pictures. */
const APART = 0.2;
const MOST = 48;

/**
 * Poses from the start to the end, close enough together that their pictures look like the swept
 * area.
 */
export function along(dim: 2 | 3, pose: Pose, drift: Drift, until: number): Pose[] {
  if (rests(drift)) return [pose];
  const least = dim === 2 ? 1 : 6;
  const count = Math.max(least, Math.min(MOST, Math.ceil((length(drift.turning) * until) / APART)));
  return Array.from({ length: count + 1 }, (_, i) => poseAt(dim, pose, drift, (until * i) / count));
}

/** The numbers that `Pair.meeting` takes. */
export const motionNumbers = ({ a, b }: Motion): Float64Array =>
  Float64Array.of(...a.velocity, ...a.turning, ...b.velocity, ...b.turning);

/** The line that `clearance query` reads. */
export function castJson(scene: Scene, motion: Motion): string {
  const pair = JSON.parse(pairJson({ ...scene, options: {} })) as Record<Which, { pose: object }>;
  const wholes = bySurface(scene);
  const moved = (which: Which): object => {
    const { velocity, turning } = motion[which];
    const surface = wholes ? surfaceOf(scene[which].shape) : null;
    const shape = surface ? { type: "soup", ...surface, pose: pair[which].pose } : pair[which];
    const own = scene.dim === 2 ? velocity.slice(0, 2) : velocity;
    const rate = scene.dim === 2 ? turning[2] : turning;
    return {
      ...shape,
      velocity: own,
      ...(isZero(turning) ? {} : { angular_velocity: rate }),
    };
  };
  return JSON.stringify({
    ...pair,
    query: "cast",
    max_toi: motion.until,
    a: moved("a"),
    b: moved("b"),
  });
}

/** What Motion shows is a cast without these. */
const USUAL: Record<string, unknown> = { target_distance: 0, at_start: "report" };

/** Reads a line as `clearance query` does: a pair, or a cast with the motion of both shapes. */
export function readLine(given: unknown): { scene: Scene; motion: Motion | null } {
  const json = record("the pair", given);
  if (json.query !== "cast") return { scene: readPair(json), motion: null };
  for (const [key, usual] of Object.entries(USUAL))
    if (key in json && json[key] !== usual)
      throw new Error(`${key}: Motion shows casts without it; \`clearance query\` answers it`);
  const { query: _, max_toi = 1, target_distance: __, at_start: ___, ...line } = json;
  const sides = { a: record("a", json.a), b: record("b", json.b) };
  const shape = ({
    velocity: _,
    angular_velocity: __,
    motion: ___,
    ...shape
  }: Record<string, unknown>): object => shape;
  // A hull takes the place of triangles, which stand beside it.
  const soup = (which: Which): Surface | null =>
    sides[which].type === "soup" ? readSurface(which, sides[which]) : null;
  const soups = { a: soup("a"), b: soup("b") };
  const stood = (which: Which): object => {
    const surface = soups[which];
    const { pose } = sides[which];
    return surface ? { ...hullOfSurface(surface, "soup"), pose } : shape(sides[which]);
  };
  const scene = readPair({ ...line, a: stood("a"), b: stood("b") });
  for (const which of ["a", "b"] as const) keep(scene[which].shape, soups[which]);
  const drift = (which: Which): Drift => {
    const { velocity, angular_velocity: rate, motion } = sides[which];
    if (motion !== undefined)
      throw new Error(
        `${which}.motion: Motion shows constant velocities; \`clearance query\` answers it`,
      );
    const read = (key: string, value: unknown): Vec =>
      [...numbers(`${which}.${key}`, value, scene.dim), 0].slice(0, 3) as unknown as Vec;
    const turning = (): Vec =>
      scene.dim === 2
        ? [0, 0, finite(`${which}.angular_velocity`, rate)]
        : read("angular_velocity", rate);
    return {
      velocity: velocity === undefined ? ZERO : read("velocity", velocity),
      turning: rate === undefined ? ZERO : turning(),
    };
  };
  const motion: Motion = {
    a: drift("a"),
    b: drift("b"),
    until: finite("max_toi", max_toi),
    time: null,
  };
  if (!isDrawable(motion)) throw new Error(NOT_DRAWN);
  return { scene, motion };
}

function readDrift(where: string, json: unknown, dim: 2 | 3): Drift {
  const { velocity, turning } = (json ?? {}) as Record<string, unknown>;
  const read = (key: string, given: unknown): Vec =>
    numbers(`${where}.${key}`, given, 3) as unknown as Vec;
  const drift = { velocity: read("velocity", velocity), turning: read("turning", turning) };
  const flat = drift.velocity[2] === 0 && drift.turning[0] === 0 && drift.turning[1] === 0;
  if (dim === 2 && !flat) throw new Error(`${where}: must stay in the plane`);
  return drift;
}

/** Reads the motion in a link. */
export function readMotion(json: unknown, dim: 2 | 3): Motion | null {
  if (json === null) return null;
  if (typeof json !== "object") throw new Error("motion: must be an object");
  const { a, b, until, time } = json as Record<string, unknown>;
  const last = finite("motion.until", until);
  const motion = {
    a: readDrift("motion.a", a, dim),
    b: readDrift("motion.b", b, dim),
    until: last,
    time: null,
  };
  if (!isDrawable(motion)) throw new Error(NOT_DRAWN);
  const shown = time === null ? null : finite("motion.time", time);
  if (shown !== null && !(shown >= 0 && shown <= last))
    throw new Error("motion.time: must be within the motion");
  return { ...motion, time: shown };
}
