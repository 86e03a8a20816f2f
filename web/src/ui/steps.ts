/** Stepping: the player, the sentence, the bounds, the pseudo-code, and what the marks mean. */
import type { DrawStep } from "../model/steps";
import type { Store } from "../model/store";
import { Bounds } from "./bounds";
import { attr, h, s, show, text } from "./dom";
import { icon } from "./icons";

const PLAY_MS = 1400;

export interface Course {
  name: string;
  steps: readonly DrawStep[];
  code: readonly string[];
  /** Whether radii are set aside, so that the steps are about what is left. */
  ofCores: boolean;
}

const summary = ({ name, steps }: Course): string => {
  const count = (kind: string): number => steps.filter((x) => x.kind === kind).length;
  const [g, e] = [count("gjk"), count("epa")];
  const times = (n: number, what: string): string => `${n} ${n === 1 ? "round" : "rounds"} of ${what}`;
  if (!steps.length) return `${name} needs no rounds here.`;
  return `${name}: ${times(g, "GJK")}${e ? `, then ${times(e, "EPA")}` : ""}.`;
};

export class StepsCard {
  private readonly slider = h("input", { type: "range", min: 0, value: 0, "aria-label": "Step" });
  private readonly count = h("span", { class: "count" });
  private readonly says = h("p", { class: "says", "data-field": "says" });
  private readonly bounds = new Bounds();
  private readonly program = h("ol", { class: "program", "aria-label": "Pseudo-code" });
  private readonly body: HTMLElement;
  private readonly play = this.button("play", "Play", () => this.toggle());
  private readonly close = h("button", { class: "small plain", onclick: () => this.leave() }, "Show the answer");
  private timer = 0;
  private drawn: number | null | undefined = undefined;
  private course: Course = { name: "", steps: [], code: [], ofCores: false };
  readonly node: HTMLElement;

  constructor(private readonly store: Store) {
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.body = h("div", { class: "body" }, h("div", {}, this.says, this.bounds.node), h("div", {}, this.program));
    this.node = h(
      "section",
      { class: "card steps", "aria-label": "Steps" },
      h(
        "div",
        { class: "player" },
        this.button("first", "First step", () => this.go(0)),
        this.button("previous", "Previous step", () => this.by(-1)),
        this.play,
        this.button("next", "Next step", () => this.by(1)),
        this.button("last", "Last step", () => this.go(Infinity)),
        this.slider,
        this.count,
        this.close,
      ),
      this.body,
      legend(),
    );
  }

  private button(name: string, label: string, onclick: () => void): HTMLButtonElement {
    return h("button", { class: "icon plain", "aria-label": label, title: label, onclick }, icon(name));
  }

  go(step: number): void {
    const last = this.course.steps.length - 1;
    if (last >= 0) this.store.place({ step: Math.max(0, Math.min(last, step)) });
  }

  by(delta: number): void {
    const { step } = this.store.state.place;
    this.go(step === null ? (delta > 0 ? 0 : Infinity) : step + delta);
  }

  leave(): void {
    this.stop();
    this.store.place({ step: null });
  }

  toggle(): void {
    if (this.timer) return this.stop();
    const { step } = this.store.state.place;
    if (step === null || step >= this.course.steps.length - 1) this.go(0);
    this.timer = window.setInterval(() => {
      if ((this.store.state.place.step ?? 0) >= this.course.steps.length - 1) return this.stop();
      this.by(1);
    }, PLAY_MS);
    this.face(true);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = 0;
    this.face(false);
  }

  private face(playing: boolean): void {
    this.play.replaceChildren(icon(playing ? "pause" : "play"));
    attr(this.play, "aria-label", playing ? "Pause" : "Play");
    attr(this.play, "title", playing ? "Pause (space)" : "Play (space)");
  }

  draw(course: Course): void {
    const { step } = this.store.state.place;
    // While something is dragged most frames change nothing here, and writing costs more than the engine.
    if (this.course.steps === course.steps && this.course.code === course.code && this.drawn === step) return;
    this.course = course;
    this.drawn = step;
    const total = course.steps.length;
    const at = step === null ? null : Math.min(step, total - 1);
    attr(this.slider, "max", String(Math.max(0, total - 1)));
    this.slider.value = String(at ?? 0);
    this.slider.disabled = total === 0;
    text(this.count, at === null ? `${total} steps` : `step ${at + 1} of ${total}`);
    attr(this.slider, "aria-valuetext", this.count.textContent);
    show(this.close, at !== null);
    const current = at === null ? undefined : course.steps[at];
    this.says.replaceChildren(h("span", { class: "who" }, current ? `${course.name} · ${phase(course.steps, at!)}` : "Step with [ and ], with the arrow keys on the slider, or play."), current ? current.says : summary(course));
    this.bounds.draw(course.steps, at ?? total - 1, course.ofCores);
    this.write(course.code, current?.lines ?? []);
  }

  private write(code: readonly string[], on: readonly number[]): void {
    if (this.program.dataset.code !== code.join()) {
      this.program.dataset.code = code.join();
      this.program.replaceChildren(...code.map((l) => h("li", {}, l)));
    }
    [...this.program.children].forEach((li, i) => {
      li.classList.toggle("on", on.includes(i));
      attr(li, "aria-current", on.includes(i) ? "step" : null);
    });
  }
}

function phase(steps: readonly DrawStep[], at: number): string {
  const kind = steps[at]!.kind;
  if (kind === "end") return "GJK, at its end";
  const nth = steps.slice(0, at + 1).filter((x) => x.kind === kind).length;
  return `${kind.toUpperCase()}, round ${nth}`;
}

function legend(): HTMLElement {
  const sign = (name: string, draw: SVGElement): HTMLElement => h("span", {}, s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, draw), name);
  const square = (style: string): SVGElement => s("rect", { x: 1, y: 1, width: 14, height: 14, rx: 3, class: style });
  return h(
    "div",
    { class: "legend" },
    sign("origin", s("path", { class: "origin", d: "M4 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M1 8H6M10 8h5M8 1v5M8 10v5" })),
    sign("simplex", s("circle", { cx: 8, cy: 8, r: 5, class: "corner" })),
    sign("support point", s("path", { class: "support", d: "M8 1l2 5 5 .3-4 3.2 1.4 5L8 11.7 3.6 14.5 5 9.5 1 6.3 6 6z" })),
    sign("nearest point, witnesses", s("path", { class: "witness", d: "M2 8l6-6 6 6-6 6z" })),
    sign("holds the origin", square("region here")),
    sign("impossible here", s("g", {}, square("region never"), s("path", { class: "hatch", d: "M1 6l5-5M1 11L11 1M2 15L15 2M7 15l8-8M12 15l3-3" }))),
  );
}
