/**
 * The shapes' motions and when they meet: fields, a slider of time, and what is proved along it.
 */
import { found } from "../found";
import type { Vec } from "../math/vec";
import { brief, digits } from "../model/digits";
import type { Frame, Meeting } from "../model/frame";
import { castJson, type Drift, isDrawable, type Motion } from "../model/motion";
import { type Dim, isHullOfConcave, type Which } from "../model/scene";
import type { Store } from "../model/store";
import { attr, h, numbers, s, show, text } from "./dom";
import { icon } from "./icons";
import { type Box, number, refresh } from "./number";
import { copy } from "./share";

/** The duration in milliseconds of a played motion, whatever its time. */
const PLAYED_MS = 2400;
const STOPS = 400;

export class MotionCard {
  private readonly verdict = h("p", { class: "verdict", "data-field": "meeting" });
  private readonly numbers = h("dl", { class: "numbers" });
  private readonly steps = h("p", { class: "seal", "data-field": "search" });
  private readonly rail = s("svg", { class: "rail-of-time", "aria-hidden": "true" });
  private readonly slider = h("input", {
    type: "range",
    min: 0,
    max: STOPS,
    step: "any",
    "aria-label": "Time",
  });
  private readonly shown = h("output", { class: "count" });
  private readonly play = h(
    "button",
    {
      class: "icon plain",
      "aria-label": "Play the motion",
      title: "Play the motion (P)",
      onclick: () => this.toggle(),
    },
    icon("play"),
  );
  private readonly fields = h("div");
  private boxes: Box[] = [];
  private dim: Dim | 0 = 0;
  private playing = 0;
  /** The slider: it is under the view of the world, so that both are visible on a phone too. */
  readonly bar: HTMLElement;
  readonly node: HTMLElement;

  constructor(private readonly store: Store) {
    this.slider.addEventListener("input", () => {
      this.stop();
      const { motion } = store.state.place;
      if (motion) this.show((this.slider.valueAsNumber / STOPS) * motion.until);
    });
    this.bar = h(
      "div",
      { class: "time", role: "group", "aria-label": "Time of the motion" },
      this.play,
      h("div", { class: "grow" }, this.rail, this.slider),
      this.shown,
    );
    this.node = h(
      "section",
      { class: "card motion", "aria-label": "Motion" },
      h(
        "header",
        {},
        h("h2", { class: "grow" }, "Motion"),
        h("button", { class: "small", onclick: () => store.place({ motion: null }) }, "Hide"),
      ),
      this.verdict,
      this.numbers,
      this.steps,
      this.fields,
      h(
        "div",
        { class: "copy" },
        h("button", { class: "small", onclick: () => this.show(null) }, "Show the contact"),
        "Copy as",
        h(
          "button",
          {
            class: "small",
            "aria-label": "Copy this motion as JSON",
            onclick: () => void this.copied(),
          },
          "JSON",
        ),
      ),
    );
  }

  private copied(): Promise<void> {
    const { scene, place } = this.store.state;
    return place.motion ? copy(castJson(scene, place.motion), "JSON line") : Promise.resolve();
  }

  private change(change: Partial<Motion>): void {
    const { motion } = this.store.state.place;
    if (!motion) return;
    const next = { ...motion, ...change };
    // A field with a number that cannot be drawn is reset.
    if (isDrawable(next)) this.store.place({ motion: next });
    else refresh(this.boxes, true);
  }

  /** Sets the time that is shown; `null` for the first contact. */
  private show(time: number | null): void {
    this.change({ time });
  }

  /** Moves back or forth in time, by a part of the whole. */
  by(part: number): void {
    const { motion } = this.store.state.place;
    if (!motion) return;
    const now = (this.slider.valueAsNumber / STOPS) * motion.until + part * motion.until;
    this.show(Number(Math.max(0, Math.min(motion.until, now)).toPrecision(6)));
  }

  toggle(): void {
    const { motion } = this.store.state.place;
    if (!motion) return;
    if (this.playing) return this.stop();
    const began = performance.now();
    const tick = (now: number): void => {
      const part = (now - began) / PLAYED_MS;
      const last = this.store.state.place.motion?.until;
      if (part >= 1 || last === undefined) {
        this.stop();
        return this.show(null);
      }
      this.playing = requestAnimationFrame(tick);
      this.show(Math.max(0, part) * last);
    };
    this.playing = requestAnimationFrame(tick);
    this.face("pause", "Pause");
  }

  stop(): void {
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    this.face("play", "Play the motion");
  }

  private face(name: "play" | "pause", label: string): void {
    this.play.replaceChildren(icon(name));
    attr(this.play, "aria-label", label);
  }

  draw(frame: Frame): void {
    const { meeting, scene } = frame;
    show(this.node, meeting !== null);
    show(this.bar, meeting !== null);
    if (!meeting) return;
    if (this.dim !== scene.dim) this.build(scene.dim);
    refresh(this.boxes);
    const { motion, time } = meeting;
    this.slider.value = String((time / motion.until) * STOPS);
    attr(this.slider, "aria-valuetext", `time ${brief(time)}`);
    text(this.shown, brief(time));
    this.mark(meeting);
    const [headline, detail] = words(
      meeting,
      !meeting.bySurface && [scene.a, scene.b].some(({ shape }) => isHullOfConcave(shape)),
    );
    if (this.verdict.dataset.said !== headline + detail) {
      this.verdict.dataset.said = headline + detail;
      this.verdict.replaceChildren(headline, h("small", {}, detail));
    }
    this.list(meeting);
    text(this.steps, searched(meeting));
  }

  /** Marks what is proved free, the contact, and how far each step of the search got. */
  private mark({ motion, state, low, high, steps }: Meeting): void {
    const x = (t: number): string => `${((t / motion.until) * 100).toFixed(3)}%`;
    const line = (style: string, from: string, to: string, y0: number, y1: number): SVGElement =>
      s("line", { class: style, x1: from, x2: to, y1: y0, y2: y1 });
    this.rail.replaceChildren(
      line("all", "0%", "100%", 14, 14),
      line("free", "0%", x(low), 14, 14),
      ...steps.map((t) => line("step", x(t), x(t), 9, 19)),
      ...(state === 0
        ? []
        : [
            line("interval", x(low), x(state === 1 ? high : low), 14, 14),
            line(state === 1 ? "hit" : "hit open", x(low), x(low), 3, 25),
          ]),
    );
  }

  private list({ state, low, high, normal, onA, onB }: Meeting): void {
    const { dim } = this.store.state.scene;
    const point = (p: Vec): string => p.slice(0, dim).map(digits).join("  ");
    const rows: [string, string, string][] =
      state === 0
        ? []
        : [
            ["low", "free until", digits(low)],
            ["high", state === 1 ? "contact by" : "open until", digits(high)],
            ["impact_normal", "normal", point(normal)],
            ["impact_a", "point on A", point(onA)],
            ["impact_b", "point on B", point(onB)],
          ];
    this.numbers.replaceChildren(
      ...rows.flatMap(([key, name, value]) => {
        const digits = h("dd", { "data-field": key });
        numbers(digits, value);
        return [h("dt", {}, name), digits];
      }),
    );
  }

  private build(dim: Dim): void {
    this.dim = dim;
    this.boxes = [];
    const take = ({ node, box }: { node: HTMLElement; box: Box }): HTMLElement => {
      this.boxes.push(box);
      return node;
    };
    const one = (which: Which, key: keyof Drift, i: number, label: string): HTMLElement =>
      take(
        number(
          label,
          () => this.store.state.place.motion?.[which][key][i] ?? 0,
          (x) => {
            const old = found(this.store.state.place.motion, "the motion")[which];
            this.change({
              [which]: {
                ...old,
                [key]: old[key].map((y, j) => (j === i ? x : y)) as unknown as Vec,
              },
              time: null,
            });
          },
        ),
      );
    const group = (which: Which): HTMLElement => {
      const axes = dim === 2 ? ["x", "y"] : ["x", "y", "z"];
      const velocity = axes.map((a, i) => one(which, "velocity", i, `velocity ${a}`));
      const turning =
        dim === 2
          ? [one(which, "turning", 2, "turning")]
          : axes.map((a, i) => one(which, "turning", i, `turning ${a}`));
      return h(
        "fieldset",
        {},
        h(
          "legend",
          {},
          h("span", { class: `chip ${which}`, "aria-hidden": "true" }, which.toUpperCase()),
          h("span", { class: "hidden" }, `Motion of ${which.toUpperCase()}`),
        ),
        h("div", { class: "fields" }, ...velocity, ...turning),
      );
    };
    const until = take(
      number(
        "until time",
        () => this.store.state.place.motion?.until ?? 1,
        (until) => this.change({ until, time: null }),
      ),
    );
    this.fields.replaceChildren(group("b"), group("a"), h("div", { class: "fields" }, until));
  }
}

/** Of parts that are not convex only their hulls are looked at, and they meet no sooner. */
function words(meeting: Meeting, hulls: boolean): [string, string] {
  const [headline, detail] = wordsOfShapes(meeting);
  if (!hulls) return [headline, detail];
  if (meeting.state === 0) return [headline, `${detail}: not even their hulls`];
  return [
    `Hulls ${headline.replace(/^They /, "").toLowerCase()}`,
    `${detail}; the parts, which are not convex, meet no sooner, if at all`,
  ];
}

function wordsOfShapes({ state, low, high, motion }: Meeting): [string, string] {
  if (state === 0)
    return ["They do not meet", `proved, for every time from 0 to ${brief(motion.until)}`];
  if (state === 2) return ["Too close to call", `proved free until ${brief(low, 6)}`];
  if (high === 0) return ["In contact at the start", "at time 0"];
  return [`They meet at ${brief(low, 6)}`, `proved, and known to ${brief(high - low, 2)}`];
}

/** How the bound closed: what was still open after each distance query. */
function searched({ steps, state, high, bySurface }: Meeting): string {
  if (bySurface)
    return "Meshes that are not convex were looked at by their triangles, dents and all.";
  if (state === 1 && high === 0)
    return "They are in contact where they stand, so there was nothing to search for.";
  if (!steps.length)
    return state === 2
      ? ""
      : "One look at the shapes decided it: the plane that parts them at the start.";
  const count = steps.length === 1 ? "one look" : `each of ${steps.length} looks`;
  const looks = `${count} at the shapes`;
  if (state === 1)
    return (
      `After ${looks} the motion was free but for the last ` +
      `${steps.map((t) => brief(high - t, 2)).join(", ")} before the contact.`
    );
  const times = steps.map((t) => brief(t, 4)).join(", ");
  return `After ${looks} the motion was proved free until ${times}.`;
}
