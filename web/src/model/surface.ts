/**
 * The triangles of meshes that are not convex. On the page a hull stands for such a mesh, and its
 * triangles stand beside that hull, so that Motion looks at dents and holes as they are.
 */
import type { Numbers, Shape } from "../engine";
import * as engine from "../engine";
import { isHullOfConcave, numbers, record, type Scene, type Which } from "./scene";

export interface Surface {
  vertices: Numbers[];
  triangles: Numbers[];
}

/** Beyond, a motion would be looked at for seconds whenever a field changes. */
export const MOST_TRIANGLES = 20_000;

/** Beyond, links would be longer than most programs take; they open with the hull. */
const MOST_IN_LINK = 100;

const surfaces = new WeakMap<Shape, Surface>();

export const surfaceOf = (shape: Shape): Surface | null => surfaces.get(shape) ?? null;

/** Remembers the triangles of the mesh that a hull stands for. */
export function keep(shape: Shape, surface: Surface | null): Shape {
  if (surface && surface.triangles.length <= MOST_TRIANGLES) surfaces.set(shape, surface);
  return shape;
}

/** The hull that stands for triangles, and says so where they are not convex. */
export function hullOfSurface(surface: Surface, name: string): Shape {
  const lines = [
    ...surface.vertices.map((v) => `v ${v.join(" ")}`),
    ...surface.triangles.map((t) => `f ${t.map((i) => i + 1).join(" ")}`),
  ];
  const bytes = new TextEncoder().encode(lines.join("\n"));
  return keep(engine.hullOfMesh(bytes, `${name}.obj`, null), surface);
}

/** Checks what a link or a file says of triangles. */
export function readSurface(where: string, json: unknown): Surface {
  const { vertices, triangles } = record(where, json);
  if (!Array.isArray(vertices) || !Array.isArray(triangles))
    throw new Error(`${where}: needs vertices and triangles`);
  if (triangles.length > MOST_TRIANGLES)
    throw new Error(`${where}: has more triangles than the page moves (${MOST_TRIANGLES})`);
  const corner = (i: number): boolean => Number.isInteger(i) && i >= 0 && i < vertices.length;
  return {
    vertices: vertices.map((v, i) => numbers(`${where}.vertices[${i}]`, v, 3)),
    triangles: triangles.map((t, i) => {
      const own = numbers(`${where}.triangles[${i}]`, t, 3);
      if (!own.every(corner))
        throw new Error(`${where}.triangles[${i}]: must name vertices by their places`);
      return own;
    }),
  };
}

/** What a link carries beside the hulls. */
export function ofLink(scene: Scene): Partial<Record<Which, Surface>> {
  const out: Partial<Record<Which, Surface>> = {};
  for (const which of ["a", "b"] as const) {
    const own = surfaceOf(scene[which].shape);
    if (own && own.triangles.length <= MOST_IN_LINK) out[which] = own;
  }
  return out;
}

/** Puts the triangles of a link beside the hulls that were read from it. */
export function fromLink(scene: Scene, json: unknown): void {
  for (const [which, value] of Object.entries(record("surfaces", json)))
    if (which === "a" || which === "b")
      keep(scene[which].shape, readSurface(`surfaces.${which}`, value));
    else throw new Error(`surfaces.${which}: must be of a or b`);
}

/** Whether Motion looks at triangles: known of every mesh that is not convex, in space and f64. */
export const bySurface = (scene: Scene): boolean => {
  const sides = [scene.a.shape, scene.b.shape];
  const hulls = sides.filter(isHullOfConcave);
  return (
    scene.dim === 3 &&
    scene.precision === "f64" &&
    hulls.length > 0 &&
    hulls.every((shape) => surfaceOf(shape) !== null)
  );
};
