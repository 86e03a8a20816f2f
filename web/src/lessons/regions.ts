/**
 * Segment and triangle: where the origin can be, given how the newest point was found. Points are
 * numbered by age, as in every run.
 */
import { holder, possible, regions } from "../math/regions";
import { add, dot, length, scale, sub, unit, type Vec, ZERO } from "../math/vec";
import type { Pencil } from "../plane/pencil";
import { Board, choice, type Lesson, say } from "./board";

type Mode = "boolean" | "distance";

/** The name of a feature in the engine's sentences: its vertices by age. */
export const featureName = (feature: readonly number[]): string =>
  feature.map((i) => i + 1).join("-");

/**
 * Draws the regions of the simplex, the newest last, and the search direction that found it;
 * returns the name of the feature nearest to the origin.
 */
function paint(pen: Pencil, points: Vec[], from: Vec, valid: boolean, mode: Mode): string {
  pen.grid(valid ? "grid" : "grid bad");
  const below = pen.layer("below");
  const marks = pen.layer("marks");
  for (const l of [below, marks]) l.begin(pen.window);
  const newest = points.length - 1;
  const here = holder(points);
  for (const r of regions(points, below.frame())) {
    const never = !possible(r.feature, newest, mode === "boolean");
    const name = r.feature.join("-");
    below.path(
      `r${name}`,
      `region ${never ? "never" : r.feature.join() === here.join() ? "here" : ""}`.trim(),
      r.polygon,
      true,
    );
    if (never) below.hatch(`h${name}`, "hatch", r.polygon);
  }
  const v = sub(ZERO, from);
  if (length(v) > 1e-9) {
    const d = unit(v);
    marks.arrow("v", "direction", from, add(from, scale(v, 0.92)));
    const across: Vec = [-d[1], d[0], 0];
    // The newest point may not lie on the near side of this line, or the loop would have had no
    // reason to keep it.
    const at = mode === "boolean" ? ZERO : from;
    marks.line("limit", "thin", add(at, scale(across, 20)), sub(at, scale(across, 20)));
  }
  marks.path("union", "union", points, true);
  if (newest > 1) marks.line("old", "simplex", points[0], points[1]);
  marks.target("o", "origin", ZERO);
  marks.label("ot", "tag origin-tag", ZERO, "0", 12, 20);
  points.forEach((p, i) =>
    marks.label(`t${i}`, i === newest ? "tag support-tag" : "tag", p, featureName([i]), 13, -11),
  );
  for (const l of [below, marks]) l.end();
  return featureName(here);
}

function modes(change: (m: Mode) => void): HTMLElement {
  return choice<Mode>(
    "The loop",
    [
      ["boolean", "only asks hit or miss"],
      ["distance", "measures the distance"],
    ],
    change,
  );
}

export const segmentRegions: Lesson = {
  title: "Two points: where can the origin be?",
  prose: [
    "The loop stood at point 1 and searched from there straight to the origin; point 2 is what " +
      "it found. Points are numbered by age. The plane falls into three parts: nearest to 1, " +
      "nearest to 2, nearest to the edge 1-2 between them.",
    "*Nearest to 1 cannot be*: 2 was found by going towards the origin, so something between " +
      "the two is nearer. A loop that only asks for hit or miss also leaves as soon as 2 falls " +
      "short of the origin, and then *nearest to 2 cannot be* either. Hatched means ruled out.",
    "Drag the points. Where the paper turns red, no run of the loop could have got here: 2 is " +
      "on the wrong side of the dashed line.",
  ],
  build({ figure, caption }) {
    let mode: Mode = "boolean";
    const board = new Board("A segment with its three regions and the origin", 3, (pen) => {
      const v = sub(ZERO, old.p);
      const valid = mode === "boolean" ? dot(newest.p, v) >= 0 : dot(sub(newest.p, old.p), v) > 0;
      const here = paint(pen, [old.p, newest.p], old.p, valid, mode);
      say(
        caption,
        valid
          ? here === "1-2"
            ? "The origin is nearest to *the edge 1-2*: both points stay, and the next search " +
              "leaves it at a right angle."
            : `The origin is nearest to *${here}*: the other point is dropped.`
          : mode === "boolean"
            ? "*Impossible.* 2 does not reach the origin: the loop would have left with “no hit”."
            : "*Impossible.* 2 is no nearer than 1 along the search: the loop would have stopped " +
              "at 1.",
      );
    });
    const old = board.handle("Point 1, the older", [-1.3, -1.2, 0], "old");
    const newest = board.handle("Point 2, the newest", [1.5, 0.5, 0], "new");
    figure.append(
      board.svg,
      modes((m) => {
        mode = m;
        board.draw();
      }),
    );
  },
};

export const triangleRegions: Lesson = {
  title: "Three points: seven regions, four left",
  prose: [
    "Now the loop stood on the edge 1-2, with the origin's nearest point between its ends, and " +
      "searched at a right angle to it. It found point 3.",
    "Around a triangle there are seven regions. Those of 1, of 2, and beyond the edge 1-2 are " +
      "ruled out: *whatever does not touch the newest point was settled a round ago.* For the " +
      "loop that only asks hit or miss, the newest point's own corner is out too. What is left " +
      "are the two new edges and the inside.",
    "In the plane the inside ends the search: the triangle holds the origin. In space there is " +
      "still an above and a below.",
  ],
  build({ figure, caption }) {
    let mode: Mode = "boolean";
    const board = new Board("A triangle with its seven regions and the origin", 3, (pen) => {
      const e = sub(two.p, one.p);
      const t = -dot(one.p, e) / (dot(e, e) || 1);
      const foot = add(one.p, scale(e, t));
      const v = sub(ZERO, foot);
      const between = t > 0 && t < 1;
      const reaches = mode === "boolean" ? dot(three.p, v) >= 0 : dot(sub(three.p, foot), v) > 0;
      const here = paint(pen, [one.p, two.p, three.p], foot, between && reaches, mode);
      const words: Record<string, string> = {
        "1-3": "beyond the edge *1-3*: 2 is dropped",
        "2-3": "beyond the edge *2-3*: 1 is dropped",
        "3": "nearest to *3*: 1 and 2 are dropped",
        "1-2-3": "*inside*: the shapes intersect",
      };
      say(
        caption,
        !between
          ? "*Impossible.* The origin's nearest point on the edge 1-2 is one of its ends: the " +
              "loop would have dropped the other before it searched."
          : !reaches
            ? mode === "boolean"
              ? "*Impossible.* 3 does not reach the origin: the loop would have left."
              : "*Impossible.* 3 is no nearer than the edge: the loop would have stopped."
            : `The origin is ${words[here] ?? `nearest to *${here}*`}.`,
      );
    });
    const one = board.handle("Point 1", [-0.6, -1.7, 0], "old");
    const two = board.handle("Point 2", [-1.7, 1.1, 0], "old");
    const three = board.handle("Point 3, the newest", [1.7, 0.7, 0], "new");
    figure.append(
      board.svg,
      modes((m) => {
        mode = m;
        board.draw();
      }),
    );
  },
};
