/**
 * Meshes of shapes and of the difference. Polytopes have exact faces from the engine; other shapes
 * are surfaces sampled along a sphere.
 */
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  EdgesGeometry,
  SphereGeometry,
} from "three";
import type { Shape } from "../engine";
import * as engine from "../engine";
import type { Surface } from "../model/surface";
import { geometry, type Solid } from "./stage";

const DETAIL = 4;
const spheres = new Map<number, { index: Uint32Array; normals: Float32Array }>();

/**
 * The directions of the sampling sphere: exact normals, since a support point's supporting plane is
 * its tangent plane.
 */
function sphere(detail: number): { index: Uint32Array; normals: Float32Array } {
  let s = spheres.get(detail);
  if (!s) {
    s = {
      index: engine.icosphere(detail),
      normals: engine.shapeMesh('{"type":"sphere","radius":1}', 3, detail),
    };
    spheres.set(detail, s);
  }
  return s;
}

export function sampled(points: Float32Array, detail = DETAIL): Solid {
  const { index, normals } = sphere(detail);
  return { faces: geometry(points, index, normals), edges: null, sampled: true };
}

/** Draws only edges where the surface bends by more than this many degrees. */
const withEdges = (faces: BufferGeometry, bend: number): Solid => ({
  faces,
  edges: new EdgesGeometry(faces, bend),
});

const wire = (points: number[]): Solid => ({
  faces: null,
  edges: geometry(Float32Array.from(points)),
});

export function solidOf(shape: Shape): Solid {
  const h = shape.half_height ?? 0;
  const r = shape.radius ?? 0;
  if (!shape.margin)
    switch (shape.type) {
      case "point":
        return { faces: null, edges: null };
      case "segment":
        return wire(shape.vertices ? shape.vertices.flat() : [0, -h, 0, 0, h, 0]);
      case "triangle": {
        const [a, b, c] = shape.vertices ?? [];
        if (!a || !b || !c) return { faces: null, edges: null };
        return {
          faces: geometry(Float32Array.from([...a, ...b, ...c, ...a, ...c, ...b])),
          edges: geometry(Float32Array.from([...a, ...b, ...b, ...c, ...c, ...a])),
        };
      }
      case "sphere":
        return { faces: new SphereGeometry(r, 48, 32), edges: null };
      case "ellipsoid": {
        const [x, y, z] = shape.radii ?? [1, 1, 1];
        return { faces: new SphereGeometry(1, 48, 32).scale(x, y, z), edges: null };
      }
      case "capsule":
        return { faces: new CapsuleGeometry(r, 2 * h, 12, 40), edges: null };
      case "box": {
        const [x, y, z] = shape.half_extents ?? [1, 1, 1];
        return withEdges(new BoxGeometry(2 * x, 2 * y, 2 * z), 1);
      }
      case "cylinder":
        return withEdges(new CylinderGeometry(r, r, 2 * h, 64), 30);
      case "cone":
        return withEdges(new ConeGeometry(r, 2 * h, 64), 40);
    }
  const json = JSON.stringify(shape);
  const faces = engine.shapeFaces(json);
  if (faces) return withEdges(geometry(faces), 1);
  return sampled(engine.shapeMesh(json, 3, DETAIL));
}

/** A mesh as it is, by its triangles. */
export function surfaceSolid({ vertices, triangles }: Surface): Solid {
  return withEdges(geometry(cornersOf(vertices, triangles)), 1);
}

/** The corners of triangles, one after another. */
const cornersOf = (
  points: readonly (readonly number[])[],
  triangles: readonly (readonly number[])[],
): Float32Array =>
  Float32Array.from(triangles.flatMap((t) => t.slice(0, 3).flatMap((i) => [...points[i]])));

/**
 * Points closer than this part of the size are merged: translations round differently in different
 * directions.
 */
const MERGE = 1e-5;

/**
 * The difference's surface from samples. If there are few distinct samples it is a polytope: then
 * its own faces and edges, from the engine's hull builder, replace the sampled surface.
 */
export function differenceSolid(samples: Float32Array, round: boolean, detail = DETAIL): Solid {
  if (round) return sampled(samples, detail);
  const size = samples.reduce((m, x) => Math.max(m, Math.abs(x)), 0) || 1;
  const seen = new Map<string, number[]>();
  for (let i = 0; i < samples.length; i += 3) {
    const p = [samples[i], samples[i + 1], samples[i + 2]];
    seen.set(p.map((x) => Math.round(x / size / MERGE)).join(), p);
  }
  const faces = engine.shapeFaces(JSON.stringify({ type: "hull", vertices: [...seen.values()] }));
  return faces ? withEdges(geometry(faces), 1) : sampled(samples, detail);
}

const ROUND = new Set(["sphere", "ellipsoid", "capsule", "cylinder", "cone", "rounded"]);
export const isRound = (shape: Shape): boolean => ROUND.has(shape.type) || (shape.margin ?? 0) > 0;

/** The polytope of an EPA step. */
export function polytopeSolid(
  corners: readonly (readonly number[])[],
  facets: readonly number[][],
): Solid {
  const edges = Float32Array.from(
    facets.flatMap((f) =>
      [0, 1, 2].flatMap((k) =>
        f[k] < f[(k + 1) % 3] ? [...corners[f[k]], ...corners[f[(k + 1) % 3]]] : [],
      ),
    ),
  );
  return { faces: geometry(cornersOf(corners, facets)), edges: geometry(edges) };
}
