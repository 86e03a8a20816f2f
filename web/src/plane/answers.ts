/** Where shapes touch, and when they meet, drawn in the plane. */
import { add, hull2, lerp, scale, sub, type Vec, ZERO } from "../math/vec";
import type { Contact } from "../model/contact";
import { brief } from "../model/digits";
import type { Frame, Meeting } from "../model/frame";
import { rests, turns } from "../model/motion";
import { outOf, type Placed, type Pose, type Which } from "../model/scene";
import { type Pencil, pixelsPerLength } from "./pencil";

const SIDES = ["a", "b"] as const;

/** The points on either shape, how deep each is, and the normal in their middle. */
export function drawContact(pencil: Pencil, { points, normal }: Contact): void {
  const [first, last] = [points[0], points[points.length - 1]];
  if (points.length > 1)
    pencil.path("patch", "patch", [first.onA, last.onA, last.onB, first.onB], true);
  const middle = scale(points.map((p) => p.onA).reduce(add), 1 / points.length);
  pencil.arrow(
    "touch-normal",
    "normal",
    middle,
    add(middle, scale(normal, 44 / pixelsPerLength(pencil.window))),
  );
  points.forEach((p, i) => {
    pencil.line(`touch${i}`, p.depth >= 0 ? "span deep" : "span", p.onA, p.onB);
    pencil.diamond(`touch-a${i}`, "witness a", p.onA, 6);
    pencil.diamond(`touch-b${i}`, "witness b", p.onB, 6);
    const out = points.length > 1 ? Math.sign(sub(p.onA, middle)[0]) || 1 : 1;
    pencil.label(
      `touch-t${i}`,
      "measure",
      lerp(p.onA, p.onB, 0.5),
      `${i + 1}: ${brief(p.depth, 3)}`,
      out > 0 ? 10 : -58,
      normal[1] > 0 ? -12 : 18,
    );
  });
}

/** The outline of a shape in another pose than its frame's. */
function elsewhere(outline: readonly Vec[], { pose }: Placed, to: Pose): Vec[] {
  const back = { ...pose, angle: to.angle - pose.angle };
  return outline.map((p) => add(to.at, outOf(2, back, sub(p, pose.at))));
}

export function drawMotion(
  below: Pencil,
  above: Pencil,
  { scene, outlineA, outlineB }: Frame,
  meeting: Meeting,
): void {
  const { motion, now, swept, state } = meeting;
  for (const which of SIDES) {
    const outline = which === "a" ? outlineA : outlineB;
    if (rests(motion[which]) || !outline.length) continue;
    const stops = swept[which].map((pose) => elsewhere(outline, scene[which], pose));
    const parts = stops.slice(1).map((stop, i) => hull2([...stops[i], ...stop]));
    below.area(
      `swept-${which}`,
      `swept ${which}`,
      parts.filter((part) => part.length > 2),
    );
    above.path(
      `now-${which}`,
      `ghost ${which} now`,
      elsewhere(outline, scene[which], now[which]),
      true,
    );
  }
  if (state !== 0) {
    above.line("meet-span", "span", meeting.onA, meeting.onB);
    above.diamond("meet-a", "witness a", meeting.onA, 6);
    above.diamond("meet-b", "witness b", meeting.onB, 6);
    above.arrow(
      "meet-normal",
      "normal",
      meeting.onA,
      add(meeting.onA, scale(meeting.normal, 40 / pixelsPerLength(above.window))),
    );
  }
  for (const which of SIDES) {
    const from = scene[which].pose.at;
    const tip = arrowTip(scene[which], meeting, which);
    above.arrow(`velocity-${which}`, `velocity ${which}`, from, tip);
    if (!grips(meeting, which)) continue;
    above
      .dot(`grip-${which}`, `knob velocity-grip ${which}`, tip, 7)
      .setAttribute("data-handle", `velocity-${which}`);
  }
}

/** All points of a motion, as far as they matter for the view's extent. */
export const frameOfMotion = ({ scene, outlineA, outlineB }: Frame, { swept }: Meeting): Vec[] =>
  SIDES.flatMap((w) =>
    swept[w].flatMap((pose) => elsewhere(w === "a" ? outlineA : outlineB, scene[w], pose)),
  );

/** The end of a velocity's arrow: where its shape would be after one unit of time. */
export const arrowTip = ({ pose }: Placed, { motion }: Meeting, which: Which): Vec =>
  add(pose.at, motion[which].velocity);

/**
 * Whether an arrow can be grabbed: one without length lies in the middle of its shape, where a drag
 * moves the shape.
 */
const grips = ({ motion }: Meeting, which: Which): boolean =>
  !rests({ ...motion[which], turning: ZERO });

/** The shape whose arrow ends here. */
export function gripAt(frame: Frame, p: Vec, slack: number): Which | null {
  const { meeting, scene, step } = frame;
  if (!meeting || step) return null;
  const near = (w: Which): boolean => {
    const d = sub(arrowTip(scene[w], meeting, w), p);
    return grips(meeting, w) && Math.hypot(d[0], d[1]) < slack;
  };
  return SIDES.find(near) ?? null;
}

/** In the difference a motion without turning is a ray: the origin moves as B does to A. */
export function drawRay(marks: Pencil, { motion, low, state, time }: Meeting): void {
  if (turns(motion)) return;
  const way = sub(motion.b.velocity, motion.a.velocity);
  marks.arrow("ray", "velocity b", ZERO, scale(way, motion.until));
  marks.dot("ray-now", "knob", scale(way, time), 5);
  if (state !== 0) marks.diamond("ray-hit", "witness", scale(way, low), 6);
}
