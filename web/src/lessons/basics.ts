/** Support mapping, Minkowski difference, and why the origin. */

import * as engine from "../engine";
import { found } from "../found";
import { add, dot, hull2, length, scale, sub, unit, type Vec, ZERO } from "../math/vec";
import { brief } from "../model/digits";
import { gallery, shapeNamed } from "../model/gallery";
import { at } from "../model/scene";
import { support } from "../model/support";
import { outlinePoints } from "../plane/layers";
import { contains } from "../plane/pick";
import { h } from "../ui/dom";
import { Board, choice, type Lesson, say } from "./board";

const CIRCLE = 2.6;
const onCircle = (p: Vec): Vec => scale(length(p) > 0 ? unit(p) : [1, 0, 0], CIRCLE);

export const supportMapping: Lesson = {
  title: "Ask a shape how far it goes",
  prose: [
    "Everything here rests on a single question: *which of your points lies farthest in this " +
      "direction?* The answer is a support point, and the function that gives it is the shape's " +
      "support mapping.",
    "A polygon looks at its vertices. A circle walks its radius. No query needs anything else " +
      "from a shape, so anything convex may take part, even a shape that has no formula but this " +
      "one.",
    "Turn the direction. The dotted line through the support point is a promise: *no part of " +
      "the shape lies beyond it.*",
  ],
  build({ figure, caption }) {
    const kinds = gallery(2).filter((e) => e.name !== "point" && !e.name.startsWith("random, 64"));
    let shape = shapeNamed(2, "polygon");
    const board = new Board("A shape and its support point in a direction", 3, (pen) => {
      const d = unit(knob.p);
      const w = support(2, { shape, pose: at(0, 0) })(d);
      pen.grid("grid");
      pen.path(
        "shape",
        "shape a",
        outlinePoints(engine.shapeMesh(JSON.stringify(shape), 2, 48)),
        true,
      );
      const across: Vec = [-d[1], d[0], 0];
      pen.line("line", "support-line", add(w, scale(across, 9)), sub(w, scale(across, 9)));
      pen.arrow("d", "direction", ZERO, scale(d, CIRCLE - 0.16));
      pen.star("w", "support", w, 10);
      pen.label("wt", "tag support-tag", w, "w", 12, -10);
      say(
        caption,
        `Along (${brief(d[0], 2)}, ${brief(d[1], 2)}) the farthest point is *w = ` +
          `(${brief(w[0], 3)}, ${brief(w[1], 3)})*; its height is d · w = ${brief(dot(d, w), 3)}.`,
      );
    });
    const knob = board.handle("Direction", [CIRCLE * 0.8, CIRCLE * 0.6, 0], "new", onCircle);
    const pick = choice(
      "Shape",
      kinds.map((e) => [e.name, e.name] as [string, string]),
      (name) => {
        shape = shapeNamed(2, name);
        board.draw();
      },
    );
    found(pick.querySelector("select"), "the choice of a shape").value = "polygon";
    figure.append(board.svg, pick);
  },
};

const A: Vec[] = [
  [-0.9, -0.7, 0],
  [0.9, -0.5, 0],
  [0.2, 0.9, 0],
];
const B: Vec[] = [
  [-0.6, -0.6, 0],
  [0.7, -0.5, 0],
  [0.6, 0.6, 0],
  [-0.5, 0.5, 0],
];

function twin(
  figure: HTMLElement,
  paint: (a: Vec[], b: Vec[], world: Board["pencil"], cloud: Board["pencil"]) => void,
  startB: Vec,
): Board {
  let worldPen: Board["pencil"] | null = null;
  const world = new Board("Shapes A and B; drag their middles", 2.1, (pen) => {
    worldPen = pen;
    pen.grid("grid");
    other.draw();
  });
  const a = world.handle("Shape A", [-1.2, -0.4, 0], "a");
  const b = world.handle("Shape B", startB, "b");
  const other = new Board("Their Minkowski difference", 2.7, (pen) => {
    if (!worldPen) return;
    pen.grid("grid");
    const [pa, pb] = [A.map((p) => add(p, a.p)), B.map((p) => add(p, b.p))];
    worldPen.path("a", "shape a", pa, true);
    worldPen.path("b", "shape b", pb, true);
    worldPen.label("at", "name a", a.p, "A", 12, -10);
    worldPen.label("bt", "name b", b.p, "B", 12, -10);
    paint(pa, pb, worldPen, pen);
  });
  figure.append(h("div", { class: "twin" }, world.svg, other.svg));
  return world;
}

export const minkowskiDifference: Lesson = {
  title: "Two shapes become one",
  prose: [
    "Take every point of A and subtract every point of B. The set of all these differences is " +
      "the Minkowski difference A − B; robot planners call it the configuration-space obstacle.",
    "For polygons it is enough to subtract vertices: the dots are all pairs, and their hull is " +
      "the difference. *Most pairs end up inside and never matter.*",
    "The support mapping finds those that do matter without looking at the others: go as far " +
      "as you can in A along d, as far as you can in B the other way, and subtract. *Two small " +
      "questions instead of a product of two sizes.*",
  ],
  build({ figure, caption }) {
    let sum = false;
    const boards = twin(
      figure,
      (a, b, world, cloud) => {
        const all = a.flatMap((p) => b.map((q) => ({ d: sum ? add(p, q) : sub(p, q), p, q })));
        const ring = hull2(all.map((x) => x.d));
        cloud.path("hull", "difference", ring, true);
        all.forEach((x, i) => cloud.dot(`p${i}`, "cloud", x.d, 4));
        const far = all.reduce((m, x) => (x.d[0] + x.d[1] > m.d[0] + m.d[1] ? x : m));
        cloud.star("w", "support", far.d, 9);
        cloud.label("wt", "tag support-tag", far.d, sum ? "p + q" : "p − q", 12, -8);
        world.star("p", "support", far.p, 9);
        world.star("q", "support", far.q, 9);
        world.label("pt", "tag support-tag", far.p, "p", 12, -8);
        world.label("qt", "tag support-tag", far.q, "q", 12, -8);
        cloud.target("o", "origin", ZERO);
        const moves = sum
          ? "Move B, and the sum moves with it: it does not show whether they meet."
          : "Move B, and the difference moves the other way without changing its form.";
        say(
          caption,
          `${a.length} × ${b.length} = ${all.length} pairs, of which *${ring.length}* are ` +
            `vertices of the ${sum ? "sum" : "difference"}. ${moves}`,
        );
      },
      [1.3, 0.6, 0],
    );
    figure.append(
      choice(
        "Show",
        [
          ["difference", "the difference A − B"],
          ["sum", "the sum A + B"],
        ],
        (key) => {
          sum = key === "sum";
          boards.draw();
        },
      ),
    );
  },
};

export const whyTheOrigin: Lesson = {
  title: "Why the origin decides",
  prose: [
    "If the shapes share a point p, then p minus itself is zero: the difference holds the " +
      "origin. If they share none, no pair subtracts to zero and the origin stays outside. *So " +
      "one question about one shape replaces a question about two.*",
    "More than that: how far the origin is from the difference is how far the shapes are " +
      "apart. And where it lies inside, the way out to the boundary is the shortest push that " +
      "parts them.",
    "Drag B until they touch, and watch when the origin crosses the boundary.",
  ],
  build({ figure, caption }) {
    twin(
      figure,
      (a, b, world, cloud) => {
        const ring = hull2(a.flatMap((p) => b.map((q) => sub(p, q))));
        const inside = contains(ring, ZERO);
        cloud.path("hull", inside ? "difference holds" : "difference", ring, true);
        const pair = JSON.stringify({
          dim: 2,
          a: { type: "polygon", vertices: a.map((p) => [p[0], p[1]]) },
          b: { type: "polygon", vertices: b.map((p) => [p[0], p[1]]) },
        });
        const answer = JSON.parse(engine.answer(pair)) as engine.Answer;
        const size = answer.penetration ?? answer.distance;
        const n: Vec = answer.normal ? [answer.normal[0], answer.normal[1], 0] : [1, 0, 0];
        cloud.arrow("way", inside ? "span deep" : "span", ZERO, scale(n, inside ? size : -size));
        cloud.target("o", "origin", ZERO);
        const [p, q] = [answer.witness_a, answer.witness_b].map(
          (w): Vec => (w ? [w[0], w[1], 0] : ZERO),
        ) as [Vec, Vec];
        world.line("span", inside ? "span deep" : "span", p, q);
        world.diamond("p", "witness a", p, 6);
        world.diamond("q", "witness b", q, 6);
        say(
          caption,
          answer.intersects
            ? `The origin is *inside*: they overlap, ${brief(size, 3)} deep. Pushing B by the ` +
                "arrow just parts them."
            : `The origin is *outside*, ${brief(size, 3)} from the difference, and the shapes ` +
                "are just as far apart.",
        );
      },
      [1.5, 0.7, 0],
    );
  },
};
