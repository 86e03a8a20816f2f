/** How the two views of the plane show an answer and a step. */
import { possible, regions } from "../math/regions";
import { add, length, lerp, same, scale, sub, unit, type Vec, vec, ZERO } from "../math/vec";
import { brief } from "../model/digits";
import type { Frame } from "../model/frame";
import { nameOf } from "../model/scene";
import { type DrawStep, facetName, held, named, type Polytope } from "../model/steps";
import { drawContact, drawMotion, drawRay } from "./answers";
import { type Pencil, pixelsPerLength } from "./pencil";

/** A label beside a point is placed on the side away from the middle. */
const beside = (p: Vec, middle: Vec): [number, number] => {
  const d = sub(p, middle);
  const l = length(d);
  if (l === 0) return [9, -9];
  return [(d[0] / l) * 14 - 4, (-d[1] / l) * 14 + 5];
};

export function drawWorld(pencil: Pencil, frame: Frame): void {
  const { outlineA, outlineB, result, selected, step } = frame;
  pencil.grid("grid");
  const swept = pencil.layer("swept");
  const back = pencil.layer("back");
  const front = pencil.layer("front");
  for (const layer of [swept, back, front]) layer.begin(pencil.window);
  back.path("a", outlineA.length > 2 ? "shape a" : "shape a open", outlineA, true);
  back.path("b", outlineB.length > 2 ? "shape b" : "shape b open", outlineB, true);
  if (outlineA.length === 1) back.dot("a-dot", "vertex a", outlineA[0], 5);
  if (outlineB.length === 1) back.dot("b-dot", "vertex b", outlineB[0], 5);
  const touch = !step && frame.contact?.points.length ? frame.contact : null;
  const answers = !step && !touch && !frame.meeting;
  if (result.state === 1 && result.length > 0 && answers) {
    const shift = scale(result.normal, result.length);
    back.path(
      "ghost",
      "ghost b",
      outlineB.map((p) => add(p, shift)),
      true,
    );
  }
  const names = (["a", "b"] as const).map(
    (which) =>
      [
        which,
        nameOf(which, frame.scene, reachOf(frame, which) * pixelsPerLength(pencil.window)),
      ] as const,
  );
  // Letters lie under the marks and stay in their place while one drags; beside the many marks of a
  // step, and where there is nothing else to see, they give way to the marks.
  const write = (layer: Pencil, above: boolean): void => {
    for (const [which, name] of names)
      if ((!!step || name.length > 1) === above)
        layer.label(`name-${which}`, `name ${which}`, frame.scene[which].pose.at, name, -5, 6);
  };
  write(back, false);
  ring(front, frame, selected);
  if (touch) drawContact(front, touch);
  if (!step && frame.meeting) drawMotion(swept, front, frame, frame.meeting);
  if (answers) {
    front.line("gap", result.state === 1 ? "span deep" : "span", result.onA, result.onB);
    const long = 34 / pixelsPerLength(pencil.window);
    front.arrow("normal", "normal", result.onA, add(result.onA, scale(result.normal, long)));
    front.diamond("wa", "witness a", result.onA, 6);
    front.diamond("wb", "witness b", result.onB, 6);
    const middle = lerp(result.onA, result.onB, 0.5);
    const n = result.normal;
    front.label(
      "length",
      "measure",
      middle,
      brief(result.length),
      -n[1] * 18 - (n[1] > 0 ? 40 : 0),
      -n[0] * 18 + 4,
    );
  } else if (step) {
    step.simplex.forEach((c) => pairOf(front, `s${c.label}`, c.label, c.onA, c.onB, false));
    if (step.support)
      pairOf(front, "w", step.support.label, step.support.onA, step.support.onB, true);
    if (step.direction && step.support) {
      const long = 40 / pixelsPerLength(pencil.window);
      front.arrow(
        "da",
        "direction",
        step.support.onA,
        add(step.support.onA, scale(step.direction, long)),
      );
      front.arrow(
        "db",
        "direction",
        step.support.onB,
        add(step.support.onB, scale(step.direction, -long)),
      );
    }
  }
  write(front, true);
  for (const layer of [swept, back, front]) layer.end();
}

function pairOf(
  pencil: Pencil,
  name: string,
  label: string,
  onA: Vec,
  onB: Vec,
  newest: boolean,
): void {
  pencil.line(`${name}-tie`, newest ? "tie newest" : "tie", onA, onB);
  for (const [side, p] of [
    ["a", onA],
    ["b", onB],
  ] as const) {
    if (newest) pencil.star(`${name}${side}`, "support", p, 8);
    else pencil.dot(`${name}${side}`, "corner", p, 4.5);
    pencil.label(`${name}${side}-t`, newest ? "tag support-tag" : "tag", p, label, 8, -8);
  }
}

/** The handle that turns the selected shape. */
function ring(pencil: Pencil, frame: Frame, selected: "a" | "b"): void {
  const pose = frame.scene[selected].pose;
  const r = ringRadius(frame, selected, pencil);
  const node = pencil.dot("ring", "ring", pose.at, r * pixelsPerLength(pencil.window));
  node.setAttribute("data-handle", "ring");
  const knob = knobAt(frame, selected, pencil);
  pencil.dot("knob", "knob", knob, 7).setAttribute("data-handle", "ring");
}

/** How far a shape extends from its own origin. */
export function reachOf(frame: Frame, which: "a" | "b"): number {
  const { at } = frame.scene[which].pose;
  const outline = which === "a" ? frame.outlineA : frame.outlineB;
  return outline.reduce((m, p) => Math.max(m, length(sub(p, at))), 0);
}

export const ringRadius = (frame: Frame, selected: "a" | "b", pencil: Pencil): number =>
  reachOf(frame, selected) + 22 / pixelsPerLength(pencil.window);

export function knobAt(frame: Frame, selected: "a" | "b", pencil: Pencil): Vec {
  const pose = frame.scene[selected].pose;
  const t = pose.angle + Math.PI / 2;
  const r = ringRadius(frame, selected, pencil);
  return add(pose.at, [Math.cos(t) * r, Math.sin(t) * r, 0]);
}

export function drawDifference(pencil: Pencil, frame: Frame): void {
  const { outline, coreOutline, result, step } = frame;
  pencil.grid("grid");
  const names = ["regions", "hull", "marks"];
  const [below, hull, marks] = names.map((n) => pencil.layer(n)) as [Pencil, Pencil, Pencil];
  for (const layer of [below, hull, marks]) layer.begin(pencil.window);
  const inside = result.state === 1;
  // The steps are about the cores: the outline is theirs, and the broken line around it belongs to
  // the radii.
  const cores = step ? coreOutline : null;
  hull.path(
    "difference",
    cores ? "difference grown" : inside ? "difference holds" : "difference",
    outline,
    true,
  );
  if (cores) hull.path("core", cores.length > 2 ? "difference" : "difference open", cores, true);
  if (!step && frame.meeting) drawRay(marks, frame.meeting);
  else if (!step) {
    const tip = scale(result.normal, inside ? result.length : -result.length);
    marks.arrow("span", inside ? "span deep" : "span", ZERO, tip);
    marks.diamond("near", "witness", tip, 6);
    const n = result.normal;
    marks.label(
      "length",
      "measure",
      scale(tip, 0.5),
      brief(result.length),
      -n[1] * 18 - (n[1] > 0 ? 40 : 0),
      -n[0] * 18 + 4,
    );
  } else drawStep(below, marks, step);
  marks.target("origin", "origin", ZERO);
  marks.label("o", "tag origin-tag", ZERO, "0", 12, 20);
  for (const layer of [below, hull, marks]) layer.end();
}

/**
 * Draws the simplex with the regions of simplex and support point together: which of them could
 * hold the origin, and which one does.
 */
export function drawStep(below: Pencil, marks: Pencil, step: DrawStep): void {
  if (step.polytope) return drawPolytope(marks, step, step.polytope);
  const points = step.around.map((c) => c.point);
  const newest = points.length - 1;
  const here = held(step).join();
  if (points.length <= 3)
    for (const r of regions(points, below.frame())) {
      const out = !possible(r.feature, newest, step.exitsEarly);
      const style = r.feature.join() === here ? "region here" : out ? "region never" : "region";
      below.path(`r${r.feature.join("-")}`, style, r.polygon, true);
      if (style === "region never") below.hatch(`h${r.feature.join("-")}`, "hatch", r.polygon);
    }
  if (points.length > 1) marks.path("union", "union", points, true);
  const old = step.simplex.map((c) => c.point);
  if (old.length > 1) marks.path("simplex", "simplex", old, true);
  if (step.nearest) {
    marks.line("nearest-line", "nearest-line", ZERO, step.nearest);
    marks.diamond("nearest", "witness", step.nearest, 5);
  }
  search(marks, step, step.nearest ?? old[0] ?? ZERO);
  const corners = step.support ? [...old, step.support.point] : old;
  const middle = scale(corners.reduce<Vec>(add, ZERO), 1 / (corners.length || 1));
  for (const [i, c] of step.around.entries())
    if (!old.some((p) => same(p, c.point)) && !(step.support && same(step.support.point, c.point)))
      marks.dot(`gone${i}`, "corner gone", c.point, 5);
  step.simplex.forEach((c) => {
    marks.dot(`c${c.label}`, "corner", c.point, 5);
    marks.label(`t${c.label}`, "tag", c.point, c.label, ...beside(c.point, middle));
  });
  if (step.support) {
    marks.star("w", "support", step.support.point, 9);
    marks.label(
      "tw",
      "tag support-tag",
      step.support.point,
      step.support.label,
      ...beside(step.support.point, middle),
    );
  }
}

function search(marks: Pencil, step: DrawStep, from: Vec): void {
  if (!step.direction) return;
  const long = 56 / pixelsPerLength(marks.window);
  marks.arrow("direction", "direction", from, add(from, scale(step.direction, long)));
  if (!step.support) return;
  // The supporting line: nothing of the difference lies beyond it.
  const across: Vec = [-step.direction[1], step.direction[0], 0];
  const far = scale(across, 4000 / pixelsPerLength(marks.window));
  marks.line("plane", "support-line", sub(step.support.point, far), add(step.support.point, far));
}

function drawPolytope(marks: Pencil, step: DrawStep, p: Polytope): void {
  p.facets.forEach((facet, i) => {
    const [a, b] = [p.corners[facet[0]], p.corners[facet[1]]];
    marks.line(`f${i}`, i === p.chosen ? "facet chosen" : "facet", a.point, b.point);
  });
  const chosen = p.facets[p.chosen]?.map((i) => p.corners[i].point) ?? [];
  search(marks, step, chosen.length > 1 ? lerp(chosen[0], chosen[1], 0.5) : ZERO);
  if (step.direction && step.lower !== null && Number.isFinite(step.lower))
    marks.arrow("depth", "span deep", ZERO, scale(step.direction, step.lower));
  const ends = new Set(p.horizon.flat());
  p.corners.forEach((c, i) =>
    marks.dot(`v${i}`, ends.has(i) ? "corner horizon" : "corner", c.point, ends.has(i) ? 6.5 : 4.5),
  );
  if (step.support) {
    marks.star("w", "support", step.support.point, 9);
    marks.label("tw", "tag support-tag", step.support.point, "w", 10, -8);
  }
  // That of the sentence first: others find another place.
  for (const i of [...named(p)].sort((a, b) => Number(b === p.chosen) - Number(a === p.chosen))) {
    const [a, b] = p.facets[i].map((j) => p.corners[j].point) as [Vec, Vec];
    const middle = lerp(a, b, 0.5);
    // Inwards, where the picture is empty: the direction and the support line are outside.
    const out = unit(middle);
    marks.label(
      `n${i}`,
      i === p.chosen ? "tag facet-tag chosen" : "tag facet-tag",
      middle,
      facetName(i),
      -16 * out[0] - 8,
      16 * out[1] + 5,
    );
  }
}

export const outlinePoints = (flat: ArrayLike<number>): Vec[] => {
  const out: Vec[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) out.push(vec([flat[i], flat[i + 1]]));
  return out;
};
