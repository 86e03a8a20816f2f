/** Stepping: the player, the sentence, the bounds, the pseudo-code, and the legend of the marks. */
import type { Frame } from "../model/frame";
import type { DrawStep } from "../model/steps";
import type { Store } from "../model/store";
import { Bounds } from "./bounds";
import { attr, h, show } from "./dom";
import { Legend } from "./legend";
import { Player } from "./player";

export interface Course {
  name: string;
  /** Null while they would be outdated: when something moves, and no step is shown. */
  steps: readonly DrawStep[] | null;
  code: readonly string[];
}

const summary = (name: string, steps: readonly DrawStep[]): string => {
  const count = (kind: string): number => steps.filter((x) => x.kind === kind).length;
  const [g, e] = [count("gjk"), count("epa")];
  const times = (n: number, what: string): string =>
    `${n} ${n === 1 ? "round" : "rounds"} of ${what}`;
  if (!steps.length) return `${name} needs no rounds here.`;
  return `${name}: ${times(g, "GJK")}${e ? `, then ${times(e, "EPA")}` : ""}.`;
};

export class StepsCard {
  readonly player: Player;
  private readonly says = h("p", { class: "says", "data-field": "says" });
  private readonly cores = h(
    "p",
    { class: "cores" },
    h("b", {}, "Core: "),
    "a shape without the radius that rounds it: a ball's is its centre, a capsule's a segment. " +
      "The steps are about the cores, drawn solid; the radii, drawn broken, come in at the end.",
  );
  private readonly bounds = new Bounds();
  private readonly legend = new Legend();
  private readonly program = h("ol", { class: "program", "aria-label": "Pseudo-code" });
  private drawn: number | null | undefined = undefined;
  private course: Course = { name: "", steps: [], code: [] };
  readonly node: HTMLElement;

  constructor(private readonly store: Store) {
    this.player = new Player(store, true);
    const body = h(
      "div",
      { class: "body" },
      h("div", {}, this.says, this.cores, this.bounds.node),
      h("div", {}, this.program),
    );
    this.node = h(
      "section",
      { class: "card steps", "aria-label": "Steps" },
      this.player.node,
      body,
      this.legend.node,
    );
  }

  draw(course: Course, frame: Frame): void {
    this.legend.draw(frame);
    const { step } = this.store.state.place;
    // While something is dragged most frames change nothing here, and writing costs more than the
    // engine.
    if (
      this.course.steps === course.steps &&
      this.course.code === course.code &&
      this.drawn === step
    )
      return;
    this.course = course;
    this.drawn = step;
    const steps = course.steps ?? [];
    const at = step === null || !steps.length ? null : Math.min(step, steps.length - 1);
    const current = at === null ? undefined : steps[at];
    this.player.draw(course.steps && steps.length, at);
    const who =
      current && at !== null
        ? `${course.name} · ${phase(steps, at)}`
        : "Step with [ and ], with the arrow keys on the slider, or play.";
    const words = current
      ? current.says
      : course.steps
        ? summary(course.name, steps)
        : "Rounds are counted once nothing moves.";
    this.says.replaceChildren(h("span", { class: "who" }, who), words);
    show(this.cores, steps[0]?.ofCores === true);
    this.bounds.draw(steps, at ?? steps.length - 1);
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
  const kind = steps[at].kind;
  if (kind === "end") return "GJK, at its end";
  const nth = steps.slice(0, at + 1).filter((x) => x.kind === kind).length;
  return `${kind.toUpperCase()}, round ${nth}`;
}
