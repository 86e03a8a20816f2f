/**
 * The tetrahedron's regions: a small drawing of space in the plane, which can be turned and
 * dragged.
 */

import type { Point } from "../classic";
import { nearest } from "../classic/nearest";
import { add, cross, dot, length, scale, sub, unit, type Vec, ZERO } from "../math/vec";
import { Board, type Handle, type Lesson, say } from "./board";
import { featureName } from "./regions";

export const tetrahedronRegions: Lesson = {
  title: "Four points: faces, edges, or inside",
  prose: [
    "In space the loop stood on the face 1-2-3, searched along its normal, and found point 4. " +
      "Of the fifteen regions around a tetrahedron, those without 4 are settled already: the " +
      "base, its edges, its corners.",
    "What is left are *three faces, three edges and the inside*. A loop tests the three new " +
      "planes; with the origin before two of them, it must look at both and at the edge they " +
      "share. *Tutorials that take the first face they meet can be wrong just there*, and need " +
      "luck or another round.",
    "Turn the picture by dragging the paper, drag the points on it. The face in blue is " +
      "nearest to the origin; hatched faces are ruled out. Red paper: no loop gets here.",
  ],
  build({ figure, caption }) {
    let [yaw, pitch] = [0.5, 0.35];
    const right = (): Vec => [Math.cos(yaw), 0, -Math.sin(yaw)];
    const up = (): Vec => [
      -Math.sin(yaw) * Math.sin(pitch),
      Math.cos(pitch),
      -Math.cos(yaw) * Math.sin(pitch),
    ];
    const eye = (): Vec => cross(right(), up());
    const flat = (p: Vec): Vec => [dot(p, right()), dot(p, up()), 0];
    const points: Vec[] = [
      [-1.5, -0.9, -1.1],
      [1.4, -1, -1.2],
      [0.1, -1.1, 1.7],
      [0.2, 1.3, 0.1],
    ];
    const handles: Handle[] = [];

    const board = new Board("A tetrahedron, its faces and the origin", 2.7, (pen) => {
      handles.forEach((handle, i) => {
        const d = sub(handle.p, flat(points[i]));
        // The drag in the plane of the screen, carried into space; the depth stays.
        points[i] = add(points[i], add(scale(right(), d[0]), scale(up(), d[1])));
      });
      const [b, c, d, a] = points as [Vec, Vec, Vec, Vec];
      const base = cross(sub(c, b), sub(d, b));
      const n = scale(unit(base), dot(base, b) > 0 ? -1 : 1);
      const overBase = nearest([b, c, d].map(point)).length === 3;
      const valid = overBase && dot(a, n) >= 0;
      pen.grid(valid ? "grid" : "grid bad");
      const parts = nearest(points.map(point));
      const held = parts.map((p) => points.indexOf(p.vertex.point));
      const solid = pen.layer("solid");
      solid.begin(pen.window);
      const faces = [
        [0, 1, 2],
        [0, 1, 3],
        [1, 2, 3],
        [2, 0, 3],
      ];
      const depth = (f: number[]): number => f.reduce((sum, i) => sum + dot(points[i], eye()), 0);
      // Painted from back to front; the marks are few, so they are remade in that order.
      faces
        .sort((f, g) => depth(f) - depth(g))
        .forEach((f, rank) => {
          const on = held.length === 3 && f.every((i) => held.includes(i));
          const style = !f.includes(3) ? "face never" : on ? "face here" : "face";
          const outline = f.map((i) => flat(points[i]));
          solid.path(`f${rank}`, style, outline, true);
          solid.hatch(`h${rank}`, "hatch", f.includes(3) ? [] : outline);
        });
      if (held.length === 2)
        solid.line("edge", "facet chosen", flat(points[held[0]]), flat(points[held[1]]));
      const v = parts.reduce<Vec>((sum, p) => add(sum, scale(p.vertex.point, p.weight)), ZERO);
      if (held.length < 4 && length(v) > 1e-9) {
        solid.line("near", "nearest-line", ZERO, flat(v));
        solid.diamond("foot", "witness", flat(v), 6);
      }
      const foot = scale(n, dot(b, n));
      solid.arrow("search", "direction", flat(foot), flat(add(foot, scale(n, 0.9))));
      solid.target("o", "origin", flat(ZERO));
      points.forEach((p, i) =>
        solid.label(
          `t${i}`,
          i === 3 ? "tag support-tag" : "tag",
          flat(p),
          featureName([i]),
          13,
          -11,
        ),
      );
      solid.end();
      handles.forEach((handle, i) => (handle.p = flat(points[i])));
      const gone = points.flatMap((_, i) => (held.includes(i) ? [] : [i + 1]));
      say(
        caption,
        !overBase
          ? "*Impossible.* The origin is not over the face 1-2-3: a round ago the loop would " +
              "have kept one of its edges."
          : !valid
            ? "*Impossible.* 4 does not reach the origin along the normal of 1-2-3: the loop " +
              "would have left."
            : held.length === 4
              ? "The origin is *inside*: the shapes intersect."
              : `Nearest to the origin is the ${["", "corner", "edge", "face"][held.length]} ` +
                `*${featureName([...held].sort())}*: ${gone.join(" and ")} ` +
                `${gone.length === 1 ? "is" : "are"} dropped.`,
      );
    });
    points.forEach((p, i) =>
      handles.push(
        board.handle(
          `Point ${i + 1}${i === 3 ? ", the newest" : ""}`,
          flat(p),
          i === 3 ? "new" : "old",
        ),
      ),
    );
    board.onGround = (dx, dy) => {
      yaw -= dx * 0.01;
      pitch = Math.max(-1.4, Math.min(1.4, pitch + dy * 0.01));
      handles.forEach((handle, i) => (handle.p = flat(points[i])));
    };
    figure.append(board.svg);
  },
};

const point = (p: Vec): Point => ({ point: p, on_a: p, on_b: ZERO });
