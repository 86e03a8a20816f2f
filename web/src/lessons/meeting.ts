/** When moving shapes meet, where they touch then, and what may follow: they bounce. */

import type { Shape } from "../engine";
import * as engine from "../engine";
import { found } from "../found";
import { add, length, scale, sub, type Vec, ZERO } from "../math/vec";
import { brief } from "../model/digits";
import { type Frame, Solver } from "../model/frame";
import { type Motion, poseAt, REST } from "../model/motion";
import { at, outOf, type Placed, type Pose, type Scene } from "../model/scene";
import { BEGIN } from "../model/url";
import { drawContact } from "../plane/answers";
import { outlinePoints } from "../plane/layers";
import type { Pencil } from "../plane/pencil";
import { attr, h } from "../ui/dom";
import { Board, choice, type Handle, type Lesson, say, slider } from "./board";
import { type Body, Bouncing, lightness } from "./bounce";

const box = (x: number, y: number): Shape => ({ type: "box", half_extents: [x, y] });
const outline = (shape: Shape): Vec[] =>
  outlinePoints(engine.shapeMesh(JSON.stringify(shape), 2, 48));
const placed = (points: readonly Vec[], pose: Pose): Vec[] =>
  points.map((p) => add(pose.at, outOf(2, pose, p)));
const body = (what: Placed, velocity: Vec = ZERO, spin = 0): Body => ({
  ...what,
  velocity,
  spin,
  lightness: lightness(what.shape),
});
const fixed = (what: Placed): Body => ({ ...what, velocity: ZERO, spin: 0, lightness: [0, 0] });

/** A button that runs an animation, until it is pressed again or the lesson is left. */
function player(
  host: Element,
  begin: () => void,
  frame: (seconds: number) => boolean,
  ended: () => void = () => undefined,
): { node: HTMLElement; playing: () => boolean } {
  let [timer, before] = [0, 0];
  const button = h("button", { class: "small primary" }, "Play");
  const stop = (): void => {
    cancelAnimationFrame(timer);
    timer = 0;
    button.textContent = "Play";
    ended();
  };
  const tick = (now: number): void => {
    if (!host.isConnected) return stop();
    // A page that was hidden does not catch up.
    const more = frame(Math.min(0.05, Math.max(0, (now - before) / 1000)));
    before = now;
    if (more) timer = requestAnimationFrame(tick);
    else stop();
  };
  button.addEventListener("click", () => {
    if (timer) return stop();
    begin();
    before = performance.now();
    timer = requestAnimationFrame(tick);
    button.textContent = "Stop";
  });
  return { node: button, playing: () => timer !== 0 };
}

/** While a picture plays, it has no handles. */
const hide = (handles: Handle[], on: boolean): void =>
  handles.forEach(({ node }) => attr(node, "visibility", on ? "hidden" : null));

const WALL: Placed = { shape: box(0.07, 1.5), pose: { ...at(-0.25, 0.1), angle: -0.12 } };
const FLYER = box(0.34, 0.15);

export const whenTheyMeet: Lesson = {
  title: "When do they meet",
  prose: [
    "B flies at a thin wall. Looked at from frame to frame it is before the wall, and then " +
      "behind it: *no look ever saw them touch*. That is tunnelling, and looking more often " +
      "makes it rarer, never impossible.",
    "A distance says more than yes or no. Shapes apart by a band across some direction cannot " +
      "meet before they have closed it, and so *each look proves a span of time free*. The next " +
      "look is taken at its end. Either the spans shrink towards a contact, or they run past the " +
      "end: then the miss is proved, and nothing was sampled.",
    "Drag B and the tip of its arrow, let it turn. Then play: at the contact the speed along " +
      "the normal is turned around. *When* and *along which normal* are the library's answer; to " +
      "bounce is ours.",
  ],
  build({ figure, caption }) {
    const solver = new Solver();
    const [wall, flyer] = [outline(WALL.shape), outline(FLYER)];
    let [looks, turning] = [4, 0];
    let play: { bouncing: Bouncing; left: number } | null = null;
    const board = new Board("A thin wall, and a shape that flies at it", 2.7, (pen) => {
      pen.grid("grid");
      pen.path("a", "shape a", placed(wall, WALL.pose), true);
      if (play) return flying(pen, play.bouncing);
      const start: Placed = { shape: FLYER, pose: at(b.p[0], b.p[1]) };
      const scene: Scene = { dim: 2, precision: "f64", options: {}, a: WALL, b: start };
      const motion: Motion = {
        a: REST,
        b: { velocity: sub(tip.p, b.p), turning: [0, 0, turning] },
        until: 1,
        time: null,
      };
      const { meeting } = solver.frame(scene, { ...BEGIN, motion }, null, null);
      const { state, low, high, now, normal, onA, steps } = found(meeting, "a motion's answer");
      const poses = Array.from({ length: looks }, (_, i) =>
        poseAt(2, start.pose, motion.b, i / (looks - 1)),
      );
      const seen = poses.filter((pose) =>
        touches(solver, { ...scene, b: { shape: FLYER, pose } }),
      ).length;
      for (const [i, pose] of poses.entries())
        pen.path(`look${i}`, i ? "ghost b" : "shape b", placed(flyer, pose), true);
      pen.arrow("velocity", "velocity b", b.p, tip.p);
      pen.label("bt", "name b", b.p, "B", 12, -12);
      pen.label("at", "name a", add(WALL.pose.at, [0.1, 1.2, 0]), "A", -26, 4);
      const spans = steps.length === 1 ? "1 look" : `${steps.length} looks`;
      const library =
        state === 0
          ? "The library: *they do not meet, proved* for the whole way."
          : `The library: *they meet at ${brief(low, 6)}* of the way, known to ` +
            `${brief(high - low, 1)}, ${steps.length ? `after ${spans}` : "from one look"}.`;
      if (state !== 0) {
        pen.path("hit", "ghost b now", placed(flyer, now.b), true);
        pen.diamond("foot", "witness", onA, 6);
        pen.arrow("normal", "normal", onA, add(onA, scale(normal, 0.55)));
      }
      say(
        caption,
        `${looks} looks from frame to frame see ` +
          `${seen ? `contact *${seen === 1 ? "once" : `${seen} times`}*` : "*no contact*"}. ` +
          `${library}`,
      );
    });
    const b = board.handle("Shape B", [1.7, 0.75, 0], "b");
    const tip = board.handle("Where B goes", [-2.1, -0.4, 0], "new");
    const flying = (pen: Pencil, bouncing: Bouncing): void => {
      pen.path("look0", "shape b", placed(flyer, bouncing.bodies[1].pose), true);
      bounceMark(pen, bouncing);
      say(
        caption,
        bouncing.bounces
          ? "*Bounced*: the speed along the normal is turned around, and so is some of the spin."
          : "Flying. It will stop at the contact, not near it.",
      );
    };
    const run = player(
      board.svg,
      () => {
        const flies = body({ shape: FLYER, pose: at(b.p[0], b.p[1]) }, sub(tip.p, b.p), turning);
        play = { bouncing: new Bouncing([fixed(WALL), flies]), left: 1.15 };
        hide([b, tip], true);
      },
      (seconds) => {
        if (!play) return false;
        const span = Math.min(seconds * 0.6, play.left);
        play.bouncing.step(span);
        play.left -= span;
        board.draw();
        return play.left > 0;
      },
      () => {
        play = null;
        hide([b, tip], false);
        board.draw();
      },
    );
    figure.append(
      board.svg,
      slider("Looks", 2, 24, looks, String, (x) => {
        looks = x;
        board.draw();
      }),
      slider(
        "Turning",
        -12,
        12,
        0,
        (x) => `${x} rad`,
        (x) => {
          turning = x;
          board.draw();
        },
      ),
      h("div", { class: "controls" }, run.node),
    );
    board.svg.style.aspectRatio = "1.7";
  },
};

const touches = (solver: Solver, scene: Scene): boolean =>
  solver.frame(scene, BEGIN, null, null).result.state !== 0;

/** Marks where the last bounce was. */
function bounceMark(pen: Pencil, { last }: Bouncing): void {
  last?.points.forEach((p, i) => {
    pen.diamond(`foot${i}`, "witness", p, 5);
    pen.arrow(`normal${i}`, "normal", p, add(p, scale(last.normal, 0.4)));
  });
}

const TABLE: Placed = { shape: box(1.7, 0.5), pose: at(0, -0.9) };
const KINDS: [string, Shape][] = [
  ["box", box(0.6, 0.4)],
  ["capsule", { type: "capsule", half_height: 0.4, radius: 0.32 }],
  ["ellipse", { type: "ellipse", radii: [0.7, 0.4] }],
  ["circle", { type: "circle", radius: 0.45 }],
];
/** The walls of the play room: its inner half width and half height, and how thick they are. */
const ROOM = [2.9, 1.75] as const;
const THICK = 0.3;
const WALLS: Placed[] = [-1, 1].flatMap((s): Placed[] => [
  { shape: box(THICK, ROOM[1] + 2 * THICK), pose: at(s * (ROOM[0] + THICK), 0) },
  { shape: box(ROOM[0] + 2 * THICK, THICK), pose: at(0, s * (ROOM[1] + THICK)) },
]);

export const whereTheyTouch: Lesson = {
  title: "Where do they touch",
  prose: [
    "The deepest point alone is seldom enough. A crate rests on its corners; held at one point " +
      "it tips over. *The contact manifold is the points that carry*: of the two faces that look " +
      "at each other, one is clipped by the other, and the corners of what is left are kept.",
    "A solver remembers how hard each point pushed a frame ago, so it must know which point is " +
      "which. Each has a key, made of the features that meet there: *this vertex on that face*. " +
      "Drag B along A, tilt it a little: numbers move, names stay. They depend on nothing but " +
      "the shapes and where they stand.",
    "Play: whenever two of them meet, each point gets the push that turns its closing speed " +
      "around, and what is off the middle makes them spin. When and where are the library's; " +
      "*the push is a few lines of this lesson*, and an engine has its own.",
  ],
  build({ figure, caption }) {
    const solver = new Solver();
    let kind = KINDS[0][1];
    let tilt = 0;
    let play: Bouncing | null = null;
    const begin = (): Bouncing => {
      const a = body({ ...TABLE, pose: { ...at(-0.6, -0.7), angle: 0.2 } }, [0.9, 0.5, 0], 0.3);
      const b = body({ shape: kind, pose: at(1.4, 0.9) }, [-1.7, -1.1, 0], -1);
      return new Bouncing([a, b, ...WALLS.map(fixed)]);
    };
    const board = new Board("A shape on another, and the points where they touch", 2, (pen) => {
      pen.grid("grid");
      const [table, top] = [outline(TABLE.shape), outline(kind)];
      if (play) {
        pen.path(
          "room",
          "thin",
          [
            [-1, -1],
            [1, -1],
            [1, 1],
            [-1, 1],
          ].map(([x, y]): Vec => [x * ROOM[0], y * ROOM[1], 0]),
          true,
        );
        pen.path("a", "shape a", placed(table, play.bodies[0].pose), true);
        pen.path("b", "shape b", placed(top, play.bodies[1].pose), true);
        bounceMark(pen, play);
        say(
          caption,
          `*${play.bounces}* ${play.bounces === 1 ? "bounce" : "bounces"}, energy ` +
            `${brief(play.energy(), 6)}: what a bounce takes from one it gives to the other.`,
        );
        return;
      }
      const scene: Scene = {
        dim: 2,
        precision: "f64",
        options: {},
        a: TABLE,
        b: { shape: kind, pose: { ...at(b.p[0], b.p[1]), angle: tilt / 100 } },
      };
      const frame: Frame = solver.frame(scene, { ...BEGIN, contact: 0.05 }, null, null);
      pen.path("a", "shape a", frame.outlineA, true);
      pen.path("b", "shape b", frame.outlineB, true);
      pen.label("at", "name a", TABLE.pose.at, "A", -5, 6);
      pen.label("bt", "name b", b.p, "B", 12, -12);
      const touch = found(frame.contact, "the contact");
      if (touch.points.length) drawContact(pen, touch);
      const names = touch.points.map(
        ({ names: [onA, onB] }, i) => `${i + 1}: *${onA}* of A with *${onB}* of B`,
      );
      say(
        caption,
        names.length
          ? `${names.join("; ")}.`
          : `No contact: they are ${brief(frame.result.length, 3)} apart, and points count up to ` +
              "0.05.",
      );
    });
    const b = board.handle("Shape B", [0.3, -0.05, 0], "b", (p) =>
      length(p) < 3 ? p : scale(p, 3 / length(p)),
    );
    const run = player(
      board.svg,
      () => {
        play = begin();
        hide([b], true);
      },
      (seconds) => {
        play?.step(seconds);
        board.draw();
        return play !== null;
      },
    );
    const still = (): void => {
      if (run.playing()) run.node.click();
      play = null;
      hide([b], false);
      board.draw();
    };
    figure.append(
      board.svg,
      slider(
        "Tilt",
        -40,
        40,
        0,
        (x) => `${x / 100} rad`,
        (x) => {
          tilt = x;
          still();
        },
      ),
      choice(
        "B",
        KINDS.map(([name]) => [name, name] as [string, string]),
        (name) => {
          const chosen = KINDS.find(([k]) => k === name);
          kind = found(chosen, name)[1];
          still();
        },
      ),
      h(
        "div",
        { class: "controls" },
        run.node,
        h("button", { class: "small", onclick: still }, "Back to rest"),
      ),
    );
    board.svg.style.aspectRatio = "1.6";
  },
};
