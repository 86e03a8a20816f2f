import type { Shape } from "./clearance.js";

interface Attribute {
  count: number;
  getX(index: number): number;
  getY(index: number): number;
  getZ(index: number): number;
}

/** What is read of a BufferGeometry. */
export interface GeometryLike {
  isBufferGeometry: true;
  attributes: Record<string, unknown>;
  index: { count: number; getX(index: number): number } | null;
}

/** What is read of an Object3D. */
export interface ObjectLike {
  isObject3D: true;
  matrixWorld: { elements: ArrayLike<number> };
  updateWorldMatrix(parents: boolean, children: boolean): void;
}

/**
 * The convex hull of a geometry's points; of an object, of its geometry's points in the object's
 * world scale, which `poseOf` then leaves out. A hull fills dents and holes.
 */
export function hullOf(source: GeometryLike | (ObjectLike & { geometry: GeometryLike })): Shape;

/**
 * A hull's faces as triangles with the faces' normals, by three.js's classes: pass THREE. In
 * TypeScript `geometryOf<THREE.BufferGeometry>(shape, THREE)`.
 */
export function geometryOf<G>(
  shape: Shape,
  THREE: {
    BufferGeometry: new () => G;
    BufferAttribute: new (array: Float32Array, itemSize: number) => Attribute;
  },
): G;

/**
 * The object's pose in the world: place and quaternion, as every question takes them. Throws where
 * it shears, or its scale is not that of the shape: 1, but for shapes of `hullOf(object)`.
 */
export function poseOf<T extends Float64Array | number[]>(
  object: ObjectLike,
  shape?: Shape | null,
  out?: T,
): T;
