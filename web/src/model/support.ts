/**
 * Support mappings in TypeScript, for the didactic algorithms only: as readers of the articles
 * would write them. The engine has its own.
 */
import type { Numbers, Shape } from "../engine";
import { add, dot, length, scale, type Vec, vec } from "../math/vec";
import { type Dim, into, outOf, type Placed } from "./scene";

export type Support = (direction: Vec) => Vec;

const farthest = (points: readonly Vec[], d: Vec): Vec => {
  let best = points[0] ?? vec([]);
  let height = -Infinity;
  for (const p of points) {
    const h = dot(p, d);
    // Strictly greater: of equal ones the first wins, as in the articles. Which one wins decides
    // where some of them fail.
    if (h > height) [best, height] = [p, h];
  }
  return best;
};

const along = (d: Vec, radius: number): Vec => {
  const l = length(d);
  return l > 0 ? scale(d, radius / l) : [radius, 0, 0];
};

const sign = (x: number): number => (x < 0 ? -1 : 1);

/** Vertices of a shape that has them, in its own frame. */
export function vertices(shape: Shape): Vec[] | undefined {
  const h = shape.half_height ?? 0;
  switch (shape.type) {
    case "point":
      return [[0, 0, 0]];
    case "segment":
      return shape.vertices
        ? shape.vertices.map(vec)
        : [
            [0, -h, 0],
            [0, h, 0],
          ];
    case "triangle":
    case "hull":
    case "polygon":
      return (shape.vertices ?? []).map(vec);
    case "box": {
      const [x, y, z] = vec(shape.half_extents as Numbers);
      const flat: Vec[] = [
        [x, y, z],
        [-x, y, z],
        [-x, -y, z],
        [x, -y, z],
      ];
      return z === 0 ? flat : [...flat, ...flat.map((p): Vec => [p[0], p[1], -z])];
    }
    default:
      return undefined;
  }
}

function local(shape: Shape): Support {
  const grow = shape.margin ?? 0;
  if (grow > 0) {
    const inner = local({ ...shape, margin: 0 });
    return (d) => add(inner(d), along(d, grow));
  }
  const points = vertices(shape);
  if (points) return (d) => farthest(points, d);
  const r = shape.radius ?? 0;
  const h = shape.half_height ?? 0;
  switch (shape.type) {
    case "circle":
    case "sphere":
      return (d) => along(d, r);
    case "capsule":
      return (d) => add([0, sign(d[1]) * h, 0], along(d, r));
    case "ellipse":
    case "ellipsoid": {
      const [a, b, c] = vec(shape.radii as Numbers);
      return (d) => {
        const e: Vec = [a * d[0], b * d[1], c * d[2]];
        const l = length(e);
        return l > 0 ? [(a * e[0]) / l, (b * e[1]) / l, (c * e[2]) / l] : [a, 0, 0];
      };
    }
    case "cylinder":
      return (d) => {
        const l = Math.sqrt(d[0] * d[0] + d[2] * d[2]);
        return l > 0 ? [(r * d[0]) / l, sign(d[1]) * h, (r * d[2]) / l] : [0, sign(d[1]) * h, 0];
      };
    case "cone":
      return (d) => {
        const l = Math.sqrt(d[0] * d[0] + d[2] * d[2]);
        // The apex wins if the direction lies inside the cone of the slant's normals.
        if (2 * h * d[1] >= r * l) return [0, h, 0];
        return l > 0 ? [(r * d[0]) / l, -h, (r * d[2]) / l] : [0, -h, 0];
      };
    case "rounded": {
      const inner = local(shape.inner ?? { type: "point" });
      return (d) => add(inner(d), along(d, r));
    }
    default:
      throw new Error(`the didactic algorithms have no support mapping of ${shape.type}`);
  }
}

/** The support mapping of a placed shape, in the world. */
export function support(dim: Dim, placed: Placed): Support {
  const own = local(placed.shape);
  const { pose } = placed;
  return (d) => add(pose.at, outOf(dim, pose, own(into(dim, pose, d))));
}
