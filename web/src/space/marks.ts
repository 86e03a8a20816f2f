/** Points, arrows and letters of an answer and of a step, above the meshes. */
import { around } from "../math/regions";
import { add, lerp, scale, sub, type Vec, ZERO } from "../math/vec";
import type { Contact } from "../model/contact";
import { brief } from "../model/digits";
import type { Frame, Meeting } from "../model/frame";
import { rests, turns } from "../model/motion";
import { nameOf, type Which } from "../model/scene";
import { type Corner, type DrawStep, facetName, named, type Polytope } from "../model/steps";
import type { Pen } from "./pen";

/** `reach` is how far the shapes extend; the letters come last. */
export function drawWorldMarks(pen: Pen, frame: Frame, reach: Record<Which, number>): void {
  drawPoints(pen, frame);
  for (const which of ["a", "b"] as const) {
    const { at } = frame.scene[which].pose;
    pen.label(
      at,
      nameOf(which, frame.scene, reach[which] / pen.perPixel(at)),
      pen.colours[which],
      -5,
      5,
      700,
    );
  }
}

function drawPoints(pen: Pen, frame: Frame): void {
  const { result, step, scene } = frame;
  const c = pen.colours;
  for (const which of ["a", "b"] as const)
    if (scene[which].shape.type === "point") pen.dot(scene[which].pose.at, c[which], 6);
  if (!step && frame.contact?.points.length) drawContact(pen, frame.contact);
  if (!step && frame.meeting) drawMotion(pen, frame, frame.meeting);
  if (!step && !frame.contact?.points.length && !frame.meeting) {
    const deep = result.state === 1;
    pen.line([result.onA, result.onB], c.witness, 2.25, deep ? [6, 4] : []);
    pen.arrow(result.onA, result.normal, c.witness, 40);
    pen.diamond(result.onA, c.a);
    pen.diamond(result.onB, c.b);
    pen.label(lerp(result.onA, result.onB, 0.5), brief(result.length), c.ink, 10, 18);
  }
  if (!step) return;
  for (const corner of step.simplex) tie(pen, corner, c.simplex);
  if (step.support) {
    const { onA, onB } = step.support;
    pen.line([onA, onB], c.support, 1.5, [2, 4]);
    if (step.direction) {
      pen.arrow(onA, step.direction, c.support, 44);
      pen.arrow(onB, scale(step.direction, -1), c.support, 44);
    }
    pen.star(onA, c.support);
    pen.star(onB, c.support);
    pen.label(onA, step.support.label, c.support);
    pen.label(onB, step.support.label, c.support);
  }
}

/** The patch on A, the points on either shape, how deep each is, and the normal in their middle. */
function drawContact(pen: Pen, { points, normal }: Contact): void {
  const c = pen.colours;
  const patch = around(
    points.map((p) => p.onA),
    normal,
  );
  if (patch.length > 2) pen.fill(patch, c.witness, 0.3);
  if (patch.length > 1) pen.line(patch, c.witness, 1.75, [], true);
  const middle = scale(patch.reduce(add, ZERO), 1 / patch.length);
  points.forEach((p, i) => {
    pen.line([p.onA, p.onB], c.witness, 2.25, p.depth >= 0 ? [6, 4] : []);
    pen.diamond(p.onB, c.b);
    pen.diamond(p.onA, c.a);
    const [dx, dy] = pen.away(p.onA, middle);
    pen.label(p.onA, `${i + 1}: ${brief(p.depth, 3)}`, c.ink, dx < 0 ? -56 : 10, 5 + 14 * dy);
  });
  pen.arrow(middle, normal, c.witness, 48);
}

function drawMotion(
  pen: Pen,
  { scene }: Frame,
  { motion, state, onA, onB, normal }: Meeting,
): void {
  const c = pen.colours;
  if (state !== 0) {
    pen.line([onA, onB], c.witness, 2.25);
    pen.diamond(onB, c.b);
    pen.diamond(onA, c.a);
    pen.arrow(onA, normal, c.witness, 44);
  }
  for (const which of ["a", "b"] as const) {
    if (rests({ ...motion[which], turning: ZERO })) continue;
    const from = scene[which].pose.at;
    pen.arrow(from, motion[which].velocity, c[which]);
    pen.dot(add(from, motion[which].velocity), c[which], 7);
  }
}

/** In the difference a motion without turning is a ray: the origin moves as B does to A. */
function drawRay(pen: Pen, { motion, low, state, time }: Meeting): void {
  if (turns(motion)) return;
  const c = pen.colours;
  const way = sub(motion.b.velocity, motion.a.velocity);
  pen.arrow(ZERO, scale(way, motion.until), c.b);
  pen.dot(scale(way, time), c.soft, 5);
  if (state !== 0) pen.diamond(scale(way, low), c.witness);
}

function tie(pen: Pen, { onA, onB, label }: Corner, colour: string): void {
  pen.line([onA, onB], colour, 1.5, [2, 4]);
  for (const p of [onA, onB]) {
    pen.dot(p, colour, 4.5);
    pen.label(p, label, colour);
  }
}

export function drawDifferenceMarks(pen: Pen, frame: Frame): void {
  const { result, step } = frame;
  const c = pen.colours;
  if (!step && frame.meeting) drawRay(pen, frame.meeting);
  else if (!step) {
    const inside = result.state === 1;
    const tip = scale(result.normal, inside ? result.length : -result.length);
    pen.line([ZERO, tip], c.witness, 2.25, inside ? [6, 4] : []);
    pen.diamond(tip, c.witness);
    pen.label(scale(tip, 0.5), brief(result.length), c.ink, 10, 18);
  } else if (step.polytope) drawPolytope(pen, step, step.polytope);
  else drawSimplex(pen, step);
  pen.target(ZERO);
  pen.label(ZERO, "0", c.soft, 12, -10);
}

function drawSimplex(pen: Pen, step: DrawStep): void {
  const c = pen.colours;
  const old = step.simplex.map((x) => x.point);
  const kept = step.kept;
  if (kept && kept.length === 3) pen.fill(kept, c.here, 0.38);
  if (kept && kept.length === 2) pen.line(kept, c.here, 9);
  if (kept && kept.length === 1) pen.dot(kept[0], c.here, 10);
  edges(
    pen,
    step.around.map((x) => x.point),
    c.support,
    1.5,
    [5, 4],
  );
  edges(pen, old, c.simplex, 2.25, []);
  if (step.nearest) {
    pen.line([ZERO, step.nearest], c.witness, 1.75);
    pen.diamond(step.nearest, c.witness, 5);
  }
  if (step.direction) pen.arrow(step.nearest ?? old[0] ?? ZERO, step.direction, c.support, 56);
  for (const x of step.simplex) {
    pen.dot(x.point, c.simplex);
    pen.label(x.point, x.label, c.simplex);
  }
  if (step.support) {
    pen.star(step.support.point, c.support);
    pen.label(step.support.point, step.support.label, c.support);
  }
}

function edges(
  pen: Pen,
  points: readonly Vec[],
  colour: string,
  width: number,
  dash: number[],
): void {
  points.forEach((p, i) =>
    points.slice(i + 1).forEach((q) => pen.line([p, q], colour, width, dash)),
  );
}

function drawPolytope(pen: Pen, step: DrawStep, p: Polytope): void {
  const c = pen.colours;
  const { corners, facets, chosen, horizon } = p;
  const facet = (facets[chosen] ?? []).map((i) => corners[i].point);
  if (facet.length >= 3) pen.fill(facet.slice(0, 3), c.here, 0.6);
  pen.line(facet.slice(0, 3), c.here, 2.5, [], true);
  for (const [i, j] of horizon as [number, number][])
    pen.line([corners[i].point, corners[j].point], c.support, 3);
  const middle = facet.length >= 3 ? scale(add(add(facet[0], facet[1]), facet[2]), 1 / 3) : ZERO;
  if (step.support) pen.star(step.support.point, c.support);
  // That of the sentence first: others find another place, or none.
  for (const i of [...named(p)].sort((a, b) => Number(b === chosen) - Number(a === chosen))) {
    const points = facets[i].slice(0, 3).map((j) => corners[j].point);
    // Of the facets that face away, only the one in the sentence is labelled.
    if (i === chosen || pen.faces(points))
      pen.label(
        scale(points.reduce(add, ZERO), 1 / points.length),
        facetName(i),
        i === chosen ? c.ink : c.soft,
        -7,
        5,
        600,
        i !== chosen,
      );
  }
  if (step.direction) pen.arrow(middle, step.direction, c.support, 56);
  if (step.direction && step.lower !== null && Number.isFinite(step.lower)) {
    const foot = scale(step.direction, step.lower);
    pen.line([ZERO, foot], c.witness, 2.25, [6, 4]);
    pen.diamond(foot, c.witness, 5);
  }
  if (step.support) {
    pen.star(step.support.point, c.support);
    pen.label(step.support.point, "w", c.support);
  }
}
