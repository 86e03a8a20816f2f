/** x y z. */
export type Vector = ArrayLike<number>;

/**
 * Where a shape is: a place x y z, or a place and a quaternion x y z w of any length but zero;
 * null is the origin without rotation.
 */
export type Pose = ArrayLike<number> | null | undefined;

/**
 * Proved to have no point in common; proved to have one, touching included; or too close to call,
 * which safety counts as contact.
 */
export type Status = "separated" | "intersecting" | "undecided";

/** Proved never to meet; proved to meet; or too close to call. */
export type Outcome = "miss" | "hit" | "undecided";

/** What starts the library: a URL, its bytes, a response, or a compiled module. */
export type Source = string | URL | Request | Response | BufferSource | WebAssembly.Module;

/**
 * Starts the library; all else throws until this has resolved. It starts once, however often it is
 * called. Without a source it reads its own file: from disk in Node, by its URL elsewhere.
 */
export default function init(source?: Source | Promise<Source>): Promise<void>;

/** A convex shape in its own frame, held in the library's memory until it is freed. */
export class Shape {
  private constructor();
  /** What made it: `ball`, `hull` and so on. */
  readonly kind: string;
  /** The same shape, grown by a ball. */
  rounded(radius: number): Shape;
  /** The corners of a hull, three numbers each; of another shape none. */
  corners(): Float64Array;
  /** The faces of a hull, each as places in its corners, counter-clockwise from outside. */
  faces(): Uint32Array[];
  /** Gives its memory back. Without it the collector does, some time. */
  free(): void;
}

export function ball(radius: number): Shape;
/** Half edge lengths along x y z. */
export function cuboid(halfExtents: Vector): Shape;
/** About the local y axis; the height is the segment's. */
export function capsule(halfHeight: number, radius: number): Shape;
/** About the local y axis. */
export function cylinder(halfHeight: number, radius: number): Shape;
/** About the local y axis, the apex up. */
export function cone(halfHeight: number, radius: number): Shape;
/** Half axes. */
export function ellipsoid(radii: Vector): Shape;
/** All points p with normal · p <= offset. */
export function halfSpace(normal: Vector, offset: number): Shape;
export function point(at: Vector): Shape;
export function segment(from: Vector, to: Vector): Shape;
export function triangle(a: Vector, b: Vector, c: Vector): Shape;
/** The convex hull of points, three numbers each one after the other, or an array of x y z. */
export function hull(points: Float64Array | Float32Array | number[] | number[][]): Shape;

/** Whether two shapes have a point in common. */
export function verdict(a: Shape, poseA: Pose, b: Shape, poseB: Pose): Status;
/** The same as a boolean: touching counts, and so does what is undecided. */
export function intersects(a: Shape, poseA: Pose, b: Shape, poseB: Pose): boolean;

/** How far apart or how deep, and where, in the world. Make one, and pass it again. */
export class Proximity {
  status: Status;
  /** How far apart, or minus how deep they overlap. */
  distance: number;
  /** The exact value differs from `distance` by no more than this. */
  gap: number;
  /** The unit vector from A to B. */
  normal: number[];
  /** The point of A nearest to B, or deepest in it. */
  pointA: number[];
  /** The point of B nearest to A, or deepest in it. */
  pointB: number[];
}

/**
 * Distance or depth. `into` takes the answer, so that a call makes no garbage. Once the shapes are
 * proved farther apart than `cutOff` the search ends, and `distance - gap` is at least that.
 */
export function proximity(
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  into?: Proximity,
  cutOff?: number,
): Proximity;
/** The same, or null where they are not proved apart. */
export function distance(
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  into?: Proximity,
): Proximity | null;
/** The same, or null where they are apart. */
export function penetration(
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  into?: Proximity,
): Proximity | null;

/** When shapes in motion first meet. Of a miss, times and gap are NaN. */
export class Cast {
  outcome: Outcome;
  /** Proved free of contact before. */
  timeLow: number;
  /** In contact by then, unless undecided. */
  timeHigh: number;
  /** How far off the points may be along the normal. */
  gap: number;
  /** The unit vector from A to B. */
  normal: number[];
  /** Of A, as it stands at `timeLow`. */
  pointA: number[];
  /** Of B, as it stands at `timeLow`. */
  pointB: number[];
}

export interface Meeting {
  /** The last time that counts; 1 unless given, infinity is allowed. */
  maxTime?: number;
  /** A hit is where they come as near as this; negative, where they overlap so deep. */
  targetDistance?: number;
  /** What contact before they move counts as: a hit, a miss where they part, or a miss. */
  atStart?: "report" | "ignore-separating" | "ignore";
}

/** When B, moving on a straight line without turning, first meets A, which may move too. */
export function cast(
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  velocity: Vector,
  options?: Meeting & { velocityA?: Vector },
  into?: Cast,
): Cast;

/**
 * From a pose: with a velocity and an angular velocity (radians a unit of time, about the body's
 * own origin), or to another pose at time 1, the short way around. Nothing given is at rest.
 */
export type Motion =
  | { pose?: Pose; velocity?: Vector; turning?: Vector; end?: undefined }
  | { pose?: Pose; end: ArrayLike<number>; velocity?: undefined; turning?: undefined };

/** When two shapes that move and turn first meet: no time between is left out. */
export function timeOfImpact(
  a: Shape,
  motionA: Motion | null,
  b: Shape,
  motionB: Motion | null,
  options?: Meeting,
  into?: Cast,
): Cast;

/** Where a ray first meets a shape. Of a miss, times and gap are NaN. */
export class RayCast {
  outcome: Outcome;
  timeLow: number;
  timeHigh: number;
  gap: number;
  /** The unit vector out of the shape. */
  normal: number[];
  /** The point of the shape. */
  point: number[];
}

/** The points origin + t · direction, for t from 0 to `maxTime`, infinity unless given. */
export function castRay(
  shape: Shape,
  pose: Pose,
  origin: Vector,
  direction: Vector,
  options?: { maxTime?: number },
  into?: RayCast,
): RayCast;

/** The point of a surface nearest to a point, and whether the shape holds that. */
export class Projection {
  status: Status;
  /** Negative inside. */
  signedDistance: number;
  gap: number;
  /** The unit vector out of the shape. */
  normal: number[];
  point: number[];
}

export function projectPoint(shape: Shape, pose: Pose, at: Vector, into?: Projection): Projection;

export interface ContactPoint {
  pointA: number[];
  pointB: number[];
  /** How deep they overlap there along the normal; negative where they are apart. */
  depth: number;
  /** Which feature of A meets there: the same from frame to frame. */
  featureA: number;
  featureB: number;
}

/** Up to four points in which two shapes touch: the first `count` of `points`. */
export class Manifold {
  status: Status;
  /** The unit vector from A to B along which depths are measured. */
  normal: number[];
  /** How far a depth may be off along the normal. */
  gap: number;
  /** 0 where they are farther apart than was asked for. */
  count: number;
  points: ContactPoint[];
}

/** Where two shapes touch, or are no farther apart than `maxDistance`, 0 unless given. */
export function contactManifold(
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  maxDistance?: number,
  into?: Manifold,
): Manifold;

/**
 * Answers many pairs of bodies into the caller's arrays, without garbage. `poses` holds seven
 * numbers a body, `pairs` two places of bodies a pair, `statuses` takes 0 separated, 1
 * intersecting, 2 undecided, and `witnesses`, if given, eleven numbers a pair: distance, gap,
 * pointA, pointB, normal. Returns how many pairs are not proved apart.
 */
export function batch(
  shapes: ArrayLike<Shape>,
  poses: Float64Array | Float32Array,
  pairs: Uint32Array | Uint16Array,
  statuses: Uint8Array,
  witnesses?: Float64Array | null,
): number;
