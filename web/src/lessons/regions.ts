/** Segment and triangle: where the origin can be, given how the newest point was found. */
import { holder, possible, regions } from "../math/regions";
import { add, dot, length, scale, sub, unit, type Vec, ZERO } from "../math/vec";
import type { Pencil } from "../plane/pencil";
import { Board, choice, type Lesson, say } from "./board";

type Mode = "boolean" | "distance";

const NAMES = (labels: string[], feature: readonly number[]): string => feature.map((i) => labels[i]).join("");

/** Regions of the simplex, the newest last, and the search direction that found it. */
function paint(pen: Pencil, points: Vec[], labels: string[], from: Vec, valid: boolean, mode: Mode): string {
  pen.grid(valid ? "grid" : "grid bad");
  const below = pen.layer("below");
  const marks = pen.layer("marks");
  for (const l of [below, marks]) l.begin(pen.window);
  const newest = points.length - 1;
  const here = holder(points);
  for (const r of regions(points, below.frame())) {
    const never = !possible(r.feature, newest, mode === "boolean");
    const name = r.feature.join("-");
    below.path(`r${name}`, `region ${never ? "never" : r.feature.join() === here.join() ? "here" : ""}`.trim(), r.polygon, true);
    if (never) below.hatch(`h${name}`, "hatch", r.polygon);
  }
  const v = sub(ZERO, from);
  if (length(v) > 1e-9) {
    const d = unit(v);
    marks.arrow("v", "direction", from, add(from, scale(v, 0.92)));
    const across: Vec = [-d[1], d[0], 0];
    // The newest point may not lie on the near side of this line, or the loop had no reason to keep it.
    const at = mode === "boolean" ? ZERO : from;
    marks.line("limit", "thin", add(at, scale(across, 20)), sub(at, scale(across, 20)));
  }
  marks.path("union", "union", points, true);
  if (newest > 1) marks.line("old", "simplex", points[0]!, points[1]!);
  marks.target("o", "origin", ZERO);
  marks.label("ot", "tag origin-tag", ZERO, "0", 12, 20);
  points.forEach((p, i) => marks.label(`t${i}`, i === newest ? "tag support-tag" : "tag", p, labels[i]!, 13, -11));
  for (const l of [below, marks]) l.end();
  return NAMES(labels, here);
}

function modes(change: (m: Mode) => void): HTMLElement {
  return choice<Mode>("The loop", [["boolean", "only asks hit or miss"], ["distance", "measures the distance"]], change);
}

export const segmentRegions: Lesson = {
  title: "Two points: where can the origin be?",
  prose: [
    "The loop stood at B and searched from B straight to the origin; A is what it found. The plane falls into three parts: nearest to B, nearest to A, nearest to the segment between them.",
    "*Nearest to B cannot be*: A was found by going towards the origin, so something between B and A is nearer. A loop that only asks for hit or miss also leaves as soon as A falls short of the origin, and then *nearest to A cannot be* either. Hatched means ruled out.",
    "Drag the points. Where the paper turns red, no run of the loop could have got here: A is on the wrong side of the dashed line.",
  ],
  build({ figure, caption }) {
    let mode: Mode = "boolean";
    const board = new Board("A segment with its three regions and the origin", 3, (pen) => {
      const v = sub(ZERO, b.p);
      const valid = mode === "boolean" ? dot(a.p, v) >= 0 : dot(sub(a.p, b.p), v) > 0;
      const here = paint(pen, [b.p, a.p], ["B", "A"], b.p, valid, mode);
      say(
        caption,
        valid
          ? here === "BA" ? "The origin is nearest to *the segment*: both points stay, and the next search leaves it at a right angle." : `The origin is nearest to *${here}*: the other point is dropped.`
          : `*Impossible.* ${mode === "boolean" ? "A does not reach the origin: the loop would have left with “no hit”." : "A is no nearer than B along the search: the loop would have stopped at B."}`,
      );
    });
    const b = board.handle("Point B, the older", [-1.3, -1.2, 0], "old");
    const a = board.handle("Point A, the newest", [1.5, 0.5, 0], "new");
    figure.append(board.svg, modes((m) => {
      mode = m;
      board.draw();
    }));
  },
};

export const triangleRegions: Lesson = {
  title: "Three points: seven regions, four left",
  prose: [
    "Now the loop stood on the edge BC, with the origin's nearest point between its ends, and searched at a right angle to it. It found A.",
    "Around a triangle there are seven regions. Those of B, of C, and beyond the edge BC are ruled out: *whatever does not touch the newest point was settled a round ago.* For the loop that only asks hit or miss, A's own corner is out too. What is left are the two new edges and the inside.",
    "In the plane the inside ends the search: the triangle holds the origin. In space there is still an above and a below.",
  ],
  build({ figure, caption }) {
    let mode: Mode = "boolean";
    const board = new Board("A triangle with its seven regions and the origin", 3, (pen) => {
      const e = sub(c.p, b.p);
      const t = -dot(b.p, e) / (dot(e, e) || 1);
      const foot = add(b.p, scale(e, t));
      const v = sub(ZERO, foot);
      const between = t > 0 && t < 1;
      const reaches = mode === "boolean" ? dot(a.p, v) >= 0 : dot(sub(a.p, foot), v) > 0;
      const here = paint(pen, [b.p, c.p, a.p], ["B", "C", "A"], foot, between && reaches, mode);
      const words: Record<string, string> = {
        BA: "beyond the edge *AB*: C is dropped",
        AB: "beyond the edge *AB*: C is dropped",
        CA: "beyond the edge *AC*: B is dropped",
        AC: "beyond the edge *AC*: B is dropped",
        A: "nearest to *A*: B and C are dropped",
        BCA: "*inside*: the shapes intersect",
      };
      say(
        caption,
        !between
          ? "*Impossible.* The origin's nearest point on BC is one of its ends: the loop would have dropped the other before it searched."
          : !reaches
            ? `*Impossible.* ${mode === "boolean" ? "A does not reach the origin: the loop would have left." : "A is no nearer than the edge: the loop would have stopped."}`
            : `The origin is ${words[here] ?? `nearest to *${here}*`}.`,
      );
    });
    const b = board.handle("Point B", [-0.6, -1.7, 0], "old");
    const c = board.handle("Point C", [-1.7, 1.1, 0], "old");
    const a = board.handle("Point A, the newest", [1.7, 0.7, 0], "new");
    figure.append(board.svg, modes((m) => {
      mode = m;
      board.draw();
    }));
  },
};
