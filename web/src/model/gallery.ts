/** The shapes that can be picked, with sizes that fit each other. */
import type { Numbers, Shape } from "../engine";
import { found } from "../found";
import type { Dim } from "./scene";
import { hullOfSurface, keep, surfaceOf } from "./surface";

/**
 * mulberry32: a small generator with a seed, so that "random" hulls are the same on every visit.
 */
export function random(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = s;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const round = (x: number): number => Math.round(x * 1000) / 1000;

/** Points on a circle or sphere: all of them are vertices of their hull. */
export function randomHull(dim: Dim, count: number, seed: number): Shape {
  const next = random(seed);
  const points: Numbers[] = [];
  if (dim === 2) {
    const angles = Array.from(
      { length: count },
      (_, i) => ((i + 0.7 * next()) / count) * 2 * Math.PI,
    );
    for (const t of angles) points.push([round(1.1 * Math.cos(t)), round(1.1 * Math.sin(t))]);
    return { type: "polygon", vertices: points };
  }
  while (points.length < count) {
    const p = [2 * next() - 1, 2 * next() - 1, 2 * next() - 1] as const;
    const l = Math.hypot(...p);
    if (l < 0.2 || l > 1) continue;
    points.push(p.map((x) => round((1.1 * x) / l)));
  }
  return { type: "hull", vertices: points };
}

const polygon: Shape = {
  type: "polygon",
  vertices: [
    [1.1, 0.1],
    [0.5, 1],
    [-0.6, 0.9],
    [-1.1, -0.1],
    [-0.3, -1],
    [0.8, -0.8],
  ],
};
const hull: Shape = {
  type: "hull",
  vertices: [
    [1, 0.2, 0.3],
    [-0.9, 0.6, 0.5],
    [0.1, 1.1, -0.3],
    [0.2, -0.9, 0.8],
    [-0.5, -0.7, -0.8],
    [0.8, -0.3, -0.9],
    [-0.2, 0.5, 1],
  ],
};

/** A channel: its hull is a box, which fills the slot along z. Made where it is first wanted. */
let made: Shape | null = null;
function channel(): Shape {
  if (made) return made;
  const profile = [
    [-1, -0.8],
    [1, -0.8],
    [1, 0.8],
    [0.5, 0.8],
    [0.5, -0.3],
    [-0.5, -0.3],
    [-0.5, 0.8],
    [-1, 0.8],
  ];
  const n = profile.length;
  const vertices = [-0.7, 0.7].flatMap((z) => profile.map(([x, y]) => [x, y, z]));
  // The bottom, with the corners of the slot, and both walls.
  const cap = [
    [0, 1, 4],
    [0, 4, 5],
    [1, 2, 3],
    [1, 3, 4],
    [0, 5, 6],
    [0, 6, 7],
  ];
  const triangles = [
    ...cap.map(([i, j, k]) => [i, k, j]),
    ...cap.map((t) => t.map((i) => i + n)),
    ...profile.flatMap((_, i) => {
      const next = (i + 1) % n;
      return [
        [i, next, next + n],
        [i, next + n, i + n],
      ];
    }),
  ];
  made = hullOfSurface({ vertices, triangles }, "channel");
  return made;
}

export interface Entry {
  name: string;
  shape: Shape;
}

const PLANE: Entry[] = [
  { name: "point", shape: { type: "point" } },
  { name: "segment", shape: { type: "segment", half_height: 1 } },
  {
    name: "triangle",
    shape: {
      type: "triangle",
      vertices: [
        [-1, -0.8],
        [1.1, -0.6],
        [0, 1.1],
      ],
    },
  },
  { name: "circle", shape: { type: "circle", radius: 0.9 } },
  { name: "capsule", shape: { type: "capsule", half_height: 0.7, radius: 0.5 } },
  { name: "box", shape: { type: "box", half_extents: [1, 0.7] } },
  { name: "ellipse", shape: { type: "ellipse", radii: [1.2, 0.7] } },
  { name: "polygon", shape: polygon },
  { name: "random, 12 vertices", shape: randomHull(2, 12, 12) },
  { name: "random, 64 vertices", shape: randomHull(2, 64, 64) },
  {
    name: "rounded polygon",
    shape: {
      type: "rounded",
      inner: {
        type: "triangle",
        vertices: [
          [-0.8, -0.6],
          [0.9, -0.5],
          [0, 0.8],
        ],
      },
      radius: 0.3,
    },
  },
];

const SPACE: Entry[] = [
  { name: "point", shape: { type: "point" } },
  { name: "segment", shape: { type: "segment", half_height: 1 } },
  {
    name: "triangle",
    shape: {
      type: "triangle",
      vertices: [
        [-1, -0.8, 0],
        [1.1, -0.6, 0.2],
        [0, 1.1, -0.2],
      ],
    },
  },
  { name: "sphere", shape: { type: "sphere", radius: 0.9 } },
  { name: "capsule", shape: { type: "capsule", half_height: 0.7, radius: 0.5 } },
  { name: "box", shape: { type: "box", half_extents: [1, 0.7, 0.8] } },
  { name: "cylinder", shape: { type: "cylinder", half_height: 0.8, radius: 0.8 } },
  { name: "cone", shape: { type: "cone", half_height: 0.9, radius: 0.9 } },
  { name: "ellipsoid", shape: { type: "ellipsoid", radii: [1.2, 0.7, 0.9] } },
  { name: "hull", shape: hull },
  { name: "random, 12 vertices", shape: randomHull(3, 12, 12) },
  { name: "random, 64 vertices", shape: randomHull(3, 64, 64) },
  {
    name: "channel, not convex",
    get shape() {
      return channel();
    },
  },
  {
    name: "rounded box",
    shape: { type: "rounded", inner: { type: "box", half_extents: [0.7, 0.5, 0.6] }, radius: 0.25 },
  },
];

export const gallery = (dim: Dim): Entry[] => (dim === 2 ? PLANE : SPACE);

export function shapeNamed(dim: Dim, name: string): Shape {
  const entry = gallery(dim).find((e) => e.name === name);
  return found(entry, name).shape;
}

/**
 * Multiplies every length of the shape by `k`: this is how the page scales, since a pose is rigid.
 */
export function scaled(shape: Shape, k: number): Shape {
  const times = (x: number): number => Number((x * k).toPrecision(6));
  const out: Shape = { ...shape };
  for (const key of ["half_height", "radius", "margin"] as const)
    if (typeof out[key] === "number") out[key] = times(out[key]);
  for (const key of ["radii", "half_extents"] as const)
    if (out[key]) out[key] = out[key].map(times);
  if (out.vertices) out.vertices = out.vertices.map((p) => p.map(times));
  for (const key of ["inner", "a", "b"] as const)
    if (out[key]) out[key] = scaled(out[key] as Shape, k);
  const surface = surfaceOf(shape);
  if (surface) keep(out, { ...surface, vertices: surface.vertices.map((p) => p.map(times)) });
  if (out.stands_for)
    out.stands_for = {
      ...out.stands_for,
      deepest_dent: times(out.stands_for.deepest_dent),
      deepest_at: out.stands_for.deepest_at.map(times),
    };
  return out;
}

export interface Field {
  label: string;
  get: (shape: Shape) => number;
  set: (shape: Shape, value: number) => Shape;
}

const AXES = ["x", "y", "z"];

/**
 * The sizes of a shape as number fields. Vertices have an editor of their own: the text of their
 * list.
 */
export function fields(shape: Shape): Field[] {
  const out: Field[] = [];
  for (const [key, label] of [
    ["half_height", "half height"],
    ["radius", "radius"],
    ["margin", "margin"],
  ] as const)
    if (typeof shape[key] === "number")
      out.push({ label, get: (s) => s[key] ?? 0, set: (s, v) => ({ ...s, [key]: v }) });
  for (const [key, label] of [
    ["half_extents", "half"],
    ["radii", "radius"],
  ] as const)
    shape[key]?.forEach((_, i) =>
      out.push({
        label: `${label} ${AXES[i]}`,
        get: (s) => s[key]?.[i] ?? 0,
        set: (s, v) => ({ ...s, [key]: (s[key] ?? []).map((old, j) => (j === i ? v : old)) }),
      }),
    );
  if (shape.inner)
    for (const f of fields(shape.inner))
      out.push({
        label: `inner ${f.label}`,
        get: (s) => f.get(s.inner ?? { type: "point" }),
        set: (s, v) => ({ ...s, inner: f.set(s.inner ?? { type: "point" }, v) }),
      });
  return out;
}
