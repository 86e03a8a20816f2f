/** Touching, tolerances, certificates: topics that the other lessons skip. */

import { algorithms } from "../classic";
import type { Answer } from "../engine";
import * as engine from "../engine";
import { found } from "../found";
import { add, dot, length, neg, scale, sub, unit, type Vec, ZERO } from "../math/vec";
import { brief } from "../model/digits";
import { at, pairJson, type Scene } from "../model/scene";
import { support, vertices } from "../model/support";
import type { Pencil } from "../plane/pencil";
import { h } from "../ui/dom";
import { Board, type Lesson, say, slider } from "./board";

const box = (x: number, y: number): engine.Shape => ({ type: "box", half_extents: [x, y] });
const boxes = (size: number, b: Vec): Scene => ({
  dim: 2,
  precision: "f64",
  options: {},
  a: { shape: box(size, size), pose: at(0, 0) },
  b: { shape: box(size, size), pose: at(b[0], b[1]) },
});
const cornersOf = (shape: engine.Shape): Vec[] => found(vertices(shape), "corners");
const witness = (numbers: engine.Numbers | null): Vec => {
  const [x, y] = found(numbers, "a witness");
  return [x, y, 0];
};
const ask = (s: Scene): Answer => JSON.parse(engine.answer(pairJson(s))) as Answer;

function table(rows: [string, string, boolean | null][]): HTMLElement {
  return h(
    "table",
    { class: "facts" },
    h(
      "tbody",
      {},
      ...rows.map(([name, says, right]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, name),
          h("td", { class: right === null ? "" : right ? "good" : "bad" }, says),
        ),
      ),
    ),
  );
}

function names(pen: Pencil, a: Vec, b: Vec): void {
  pen.label("a-name", "name a", a, "A", -5, 6);
  pen.label("b-name", "name b", b, "B", -5, 6);
}

function classics(s: Scene, truth: boolean): [string, string, boolean | null][] {
  return algorithms.map((a) => {
    const { verdict, because } = a.run(s);
    return [
      a.name,
      `${verdict === "hit" ? "hit" : verdict === "miss" ? "no hit" : "no end"}: ${because}`,
      (verdict === "hit") === truth && verdict !== "endless",
    ];
  });
}

const OFFSETS = [-1e-3, -1e-9, -1e-15, 0, 1e-15, 1e-9, 1e-3];

export const touching: Lesson = {
  title: "Touching is not a matter of taste",
  prose: [
    "Two boxes side by side, sharing an edge and nothing else. Do they touch? Shapes that " +
      "include their boundary share points there, so the answer is yes, and *it is a fact, not a " +
      "tolerance*.",
    "Loops in floating point get this wrong in both ways. Where the origin lies on the " +
      "simplex, the next direction is zero, and whether zero counts as “falls short” is a coin " +
      "tossed by whoever typed < or ≤. Such pairs are not rare: grids, tiles and stacked crates " +
      "touch all day.",
    "The library decides with exact arithmetic where rounding could matter: for polytopes the " +
      "yes or no is right for the numbers given, down to the last bit.",
  ],
  build({ figure, caption }) {
    let offset = OFFSETS[3];
    const facts = h("div");
    const board = new Board("Two boxes side by side", 3.1, (pen) => {
      const b: Vec = [2 + offset, 1, 0];
      const s = boxes(1, b);
      const corners = cornersOf(box(1, 1));
      pen.grid("grid");
      pen.path("a", "shape a", corners, true);
      pen.path(
        "b",
        "shape b",
        corners.map((p) => add(p, b)),
        true,
      );
      names(pen, ZERO, b);
      // 2 + 1e-15 is rounded to a float like any number: the truth is that of the given floats.
      const truth = b[0] <= 2;
      const answer = ask(s);
      const size = answer.penetration ?? answer.distance;
      say(
        caption,
        `B stands at x = ${b[0]}. Truth: they ${truth ? "*share points*" : "*share none*"}. ` +
          `The library says *${answer.intersects ? "hit" : "no hit"}*, ` +
          `${answer.intersects ? "depth" : "distance"} ${brief(size)}.`,
      );
      facts.replaceChildren(table(classics(s, truth)));
    });
    const words = (i: number): string =>
      OFFSETS[i] === 0 ? "exactly" : `${OFFSETS[i] > 0 ? "+" : "−"}${Math.abs(OFFSETS[i])}`;
    figure.append(
      board.svg,
      slider("Offset", 0, OFFSETS.length - 1, 3, words, (i) => {
        offset = OFFSETS[i];
        board.draw();
      }),
      facts,
    );
    board.svg.style.aspectRatio = "2.2";
  },
};

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const powerOfTwo = (x: number): string =>
  `2${x < 0 ? "⁻" : ""}${String(Math.abs(x)).replace(/\d/g, (d) => RAISED[Number(d)])}`;

export const tolerances: Lesson = {
  title: "Why tolerances lie",
  prose: [
    "“If the distance is below 0.000001, call it contact.” Of what? Metres, millimetres, light " +
      "years? *The same picture, drawn in other units, gets another answer.*",
    "These boxes are always apart by a third of their own size; only the unit changes. A loop " +
      "with an absolute tolerance holds while lengths are near one, and elsewhere takes a clear " +
      "gap for contact, or spends rounds on digits that rounding has already eaten.",
    "The library has no absolute tolerance anywhere. Multiply every length by a power of two, " +
      "and *every answer is multiplied by the same power, to the last bit*.",
  ],
  build({ figure, caption }) {
    let power = -24;
    const facts = h("div");
    const board = new Board("Two boxes that are clearly apart", 3.1, (pen) => {
      const k = 2 ** power;
      const b: Vec = [2 + 2 / 3, 0.5, 0];
      const s = boxes(k, scale(b, k));
      const corners = cornersOf(box(1, 1));
      pen.grid("grid");
      pen.path("a", "shape a", corners, true);
      pen.path(
        "b",
        "shape b",
        corners.map((p) => add(p, b)),
        true,
      );
      names(pen, ZERO, b);
      pen.line("gap", "span", [1, 0.2, 0], [b[0] - 1, 0.2, 0]);
      const answer = ask(s);
      say(
        caption,
        `Half a side is ${powerOfTwo(power)} ≈ ${brief(k)}. The library: distance ` +
          `${brief(answer.distance, 6)}, which is *${answer.distance / k} half sides*, the same ` +
          "at every size.",
      );
      facts.replaceChildren(table(classics(s, false)));
    });
    figure.append(
      board.svg,
      slider("Half a side", -60, 60, power, powerOfTwo, (x) => {
        power = x;
        board.draw();
      }),
      facts,
    );
    board.svg.style.aspectRatio = "2.2";
  },
};

export const certificates: Lesson = {
  title: "An answer you can check yourself",
  prose: [
    "How do you know that an answer is right, without trusting the loop that found it? For two " +
      "shapes apart, two things suffice: *a pair of points*, one on each shape, and *a " +
      "direction*.",
    "The points show that the distance is at most their own. The direction shows that it is at " +
      "least the empty band across it: one support call on A, one on B, one subtraction. If both " +
      "numbers agree, *the distance is proved*, and nobody needs to know how it was found.",
    "Turn the direction and look for the widest band. Its width never exceeds the distance, " +
      "and reaches it in one direction only: the normal that comes with the answer. The library " +
      "writes this down as a certificate, and checks it in exact arithmetic.",
  ],
  build({ figure, caption }) {
    const s: Scene = {
      dim: 2,
      precision: "f64",
      options: {},
      a: {
        shape: {
          type: "polygon",
          vertices: [
            [-0.9, -1],
            [0.8, -0.7],
            [0.5, 0.6],
            [-0.7, 0.8],
          ],
        },
        pose: at(-1.5, -0.6),
      },
      b: {
        shape: {
          type: "triangle",
          vertices: [
            [-0.9, -0.3],
            [0.9, -0.7],
            [0.3, 1],
          ],
        },
        pose: at(1.4, 0.9),
      },
    };
    const answer = ask(s);
    const [hA, hB] = [support(2, s.a), support(2, s.b)];
    const ring = 2.65;
    const board = new Board("Two shapes, a direction and the empty band across it", 3, (pen) => {
      const d = unit(knob.p);
      const [p, q] = [hA(d), hB(neg(d))];
      const width = dot(q, d) - dot(p, d);
      const across: Vec = [-d[1], d[0], 0];
      pen.grid("grid");
      const corner = (m: Vec, t: number): Vec => add(m, scale(across, t));
      if (width > 0) {
        const end = add(p, scale(d, width));
        pen.path(
          "band",
          "region here",
          [corner(p, -12), corner(p, 12), corner(end, 12), corner(end, -12)],
          true,
        );
      } else pen.path("band", "region", [], true);
      pen.path(
        "a",
        "shape a",
        cornersOf(s.a.shape).map((x) => add(x, s.a.pose.at)),
        true,
      );
      pen.path(
        "b",
        "shape b",
        cornersOf(s.b.shape).map((x) => add(x, s.b.pose.at)),
        true,
      );
      names(pen, s.a.pose.at, s.b.pose.at);
      pen.line("la", "support-line", corner(p, -12), corner(p, 12));
      pen.line("lb", "support-line", corner(q, -12), corner(q, 12));
      const [wa, wb] = [witness(answer.witness_a), witness(answer.witness_b)];
      pen.line("span", "span", wa, wb);
      pen.diamond("wa", "witness a", wa, 6);
      pen.diamond("wb", "witness b", wb, 6);
      pen.star("p", "support", p, 8);
      pen.star("q", "support", q, 8);
      pen.arrow("d", "direction", ZERO, scale(d, ring - 0.16));
      const best = length(sub(wb, wa));
      say(
        caption,
        width > 0
          ? `Band *${brief(width, 5)}* ≤ distance ≤ *${brief(best, 5)}* (the two diamonds). ` +
              (best - width < 2e-3 * best
                ? "*They meet: proved.*"
                : `Still open: ${brief(best - width, 2)}.`)
          : "Across this direction there is no empty band: it proves nothing.",
      );
    });
    const knob = board.handle("Direction", scale(unit([1, 0.2, 0]), ring), "new", (p) =>
      scale(unit(length(p) > 0 ? p : [1, 0, 0]), ring),
    );
    figure.append(board.svg);
  },
};
