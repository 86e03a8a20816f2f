/** Three rings around the selected shape; dragging one turns the shape about its axis. */
import { add, scale, sub, type Vec } from "../math/vec";
import type { Pen } from "./pen";
import type { Stage } from "./stage";

export const AXES: readonly { name: "x" | "y" | "z"; axis: Vec; u: Vec; v: Vec }[] = [
  { name: "x", axis: [1, 0, 0], u: [0, 1, 0], v: [0, 0, 1] },
  { name: "y", axis: [0, 1, 0], u: [0, 0, 1], v: [1, 0, 0] },
  { name: "z", axis: [0, 0, 1], u: [1, 0, 0], v: [0, 1, 0] },
];

const POINTS = 48;

const circle = (centre: Vec, radius: number, u: Vec, v: Vec): Vec[] =>
  Array.from({ length: POINTS }, (_, i) => {
    const t = (i / POINTS) * 2 * Math.PI;
    return add(centre, add(scale(u, radius * Math.cos(t)), scale(v, radius * Math.sin(t))));
  });

export function drawRings(pen: Pen, centre: Vec, radius: number, eye: Vec): void {
  for (const { name, u, v } of AXES) {
    const points = circle(centre, radius, u, v);
    // The half behind the shape is drawn thin.
    const near = (p: Vec): boolean =>
      (p[0] - centre[0]) * eye[0] + (p[1] - centre[1]) * eye[1] + (p[2] - centre[2]) * eye[2] >= 0;
    const parts = points.map((p, i): [Vec, Vec] => [p, points[(i + 1) % POINTS]]);
    pen.segments(
      parts.filter(([p]) => near(p)),
      pen.colours[name],
      1.75,
    );
    pen.segments(
      parts.filter(([p]) => !near(p)),
      pen.colours[name],
      0.6,
    );
  }
}

export interface Grip {
  axis: Vec;
  /** The ring's direction on the screen at the grip, and the radians per pixel along it. */
  tangent: [number, number];
  perPixel: number;
}

export function pickRing(
  stage: Stage,
  centre: Vec,
  radius: number,
  x: number,
  y: number,
): Grip | null {
  let best: Grip | null = null;
  let least = 9;
  for (const { axis, u, v } of AXES) {
    const points = circle(centre, radius, u, v).map((p) => stage.project(p));
    points.forEach((p, i) => {
      const q = points[(i + 1) % POINTS];
      const d = Math.hypot((p[0] + q[0]) / 2 - x, (p[1] + q[1]) / 2 - y);
      const l = Math.hypot(q[0] - p[0], q[1] - p[1]);
      if (d >= least || l < 0.5) return;
      least = d;
      best = {
        axis,
        tangent: [(q[0] - p[0]) / l, (q[1] - p[1]) / l],
        perPixel: (2 * Math.PI) / POINTS / l,
      };
    });
  }
  return best;
}

export const ringRadiusOf = (points: Iterable<Vec>, centre: Vec): number => {
  let r = 0;
  for (const p of points) r = Math.max(r, Math.hypot(...sub(p, centre)));
  return r * 1.12;
};
