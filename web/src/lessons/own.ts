/** A shape of one's own: anything with a support mapping. */

import type { Shape } from "../engine";
import * as engine from "../engine";
import { add, hull2, length, scale, sub, unit, type Vec, ZERO } from "../math/vec";
import { brief } from "../model/digits";
import { Solver } from "../model/frame";
import { at, type Scene } from "../model/scene";
import { support } from "../model/support";
import { BEGIN } from "../model/url";
import { outlinePoints } from "../plane/layers";
import { h } from "../ui/dom";
import { Board, type Handle, type Lesson, say, slider } from "./board";

const CORNERS: Vec[] = [
  [0.2, -1.1, 0],
  [0.9, -0.2, 0],
  [-0.1, 0.1, 0],
  [0.4, 1.1, 0],
  [-1, 0.8, 0],
  [-1.2, -0.5, 0],
];
const BALL = 0.4;
const RING = 2.3;

/** The same shape as a closure in Rust. */
const program = (corners: readonly Vec[], radius: number): string => {
  const points = corners.map((p) => `DVec2::new(${p[0].toFixed(2)}, ${p[1].toFixed(2)}),`);
  const grown =
    radius > 0 ? `.map(|corner| corner + ${radius.toFixed(1)} * d.normalize_or_zero())` : "";
  return [
    "let mine = |d: DVec2| {",
    "    let corners = [",
    ...[0, 2, 4].map((i) => `        ${points.slice(i, i + 2).join(" ")}`),
    "    ];",
    "    let far = corners",
    "        .into_iter()",
    "        .max_by(|p, q| p.dot(d).total_cmp(&q.dot(d)));",
    `    far${grown}.unwrap_or_default()`,
    "};",
    "check_support(&mine)?;",
    `distance(&mine, &DVec2::ZERO, &Ball::new(${BALL.toFixed(1)}), &ball_at)`,
  ].join("\n");
};

export const yourOwnShape: Lesson = {
  title: "Your own shape",
  prose: [
    "GJK never asks what a shape is. It asks one question, *how far do you reach in this " +
      "direction*, and whatever answers it is a shape: a formula, a table of points, a part of " +
      "your game that nobody else has.",
    "Drag the six corners. The thin line is drawn by hand through them; the filled shape is " +
      "what the support mapping says. *The dent is gone*: a point that is never the farthest is " +
      "never found, so a query is always about the convex hull. Round it: the answer is the " +
      "corner plus a step along the direction.",
    "Below is the same shape as a closure in Rust. *check_support* checks in many directions " +
      "that its answers agree with one another, which is worth doing once for every mapping that " +
      "you write: *a wrong mapping has no right answers*.",
  ],
  build({ figure, caption }) {
    const solver = new Solver();
    let radius = 0;
    const code = h("pre", {
      class: "code",
      tabindex: 0,
      "aria-label": "The shape as a closure in Rust",
    });
    const board = new Board("Six corners, the shape they make, and a ball", 2.8, (pen) => {
      const corners = handles.map((handle) => handle.p);
      const ring = hull2(corners);
      pen.grid("grid");
      pen.path("drawn", "thin", corners, true);
      code.textContent = program(corners, radius);
      if (ring.length < 3)
        return say(caption, "Drag the corners apart: three that are not in line are needed.");
      const polygon: Shape = { type: "polygon", vertices: ring.map((p) => [p[0], p[1]]) };
      const mine: Shape = radius > 0 ? { type: "rounded", inner: polygon, radius } : polygon;
      const scene: Scene = {
        dim: 2,
        precision: "f64",
        options: {},
        a: { shape: mine, pose: at(0, 0) },
        b: { shape: { type: "circle", radius: BALL }, pose: at(ball.p[0], ball.p[1]) },
      };
      const { result, outlineB } = solver.frame(scene, BEGIN, null, null);
      pen.path(
        "mine",
        "shape a",
        outlinePoints(engine.shapeMesh(JSON.stringify(mine), 2, 64)),
        true,
      );
      pen.path("ball", "shape b", outlineB, true);
      const d = unit(knob.p);
      const w = support(2, scene.a)(d);
      const across: Vec = [-d[1], d[0], 0];
      pen.line("line", "support-line", add(w, scale(across, 9)), sub(w, scale(across, 9)));
      pen.arrow("d", "direction", ZERO, scale(d, RING - 0.16));
      pen.star("w", "support", w, 9);
      pen.label("wt", "tag support-tag", w, "w", 12, -10);
      const deep = result.state === 1;
      pen.line("gap", deep ? "span deep" : "span", result.onA, result.onB);
      pen.diamond("on-a", "witness a", result.onA, 6);
      pen.diamond("on-b", "witness b", result.onB, 6);
      const inner = corners.length - ring.length;
      const unused = inner
        ? `${inner === 1 ? "One corner is" : `${inner} corners are`} never the farthest. `
        : "";
      say(
        caption,
        `${unused}Along the arrow the shape reaches *w = (${brief(w[0], 3)}, ` +
          `${brief(w[1], 3)})*; the ball is *${brief(result.length, 4)} ` +
          `${deep ? "deep* in it" : "away*"}.`,
      );
    });
    const handles: Handle[] = CORNERS.map((p, i) => board.handle(`Corner ${i + 1}`, p, "a"));
    const ball = board.handle("The ball", [1.9, -1.2, 0], "b");
    const knob = board.handle("Direction", [RING * 0.6, RING * 0.8, 0], "new", (p) =>
      scale(length(p) > 0 ? unit(p) : [1, 0, 0], RING),
    );
    figure.append(
      board.svg,
      slider(
        "Rounded by",
        0,
        6,
        0,
        (x) => brief(x / 10),
        (x) => {
          radius = x / 10;
          board.draw();
        },
      ),
      code,
    );
  },
};
