/** Algorithms side by side: the library and the loops of tutorials, on the same pair. */
import { algorithms, type Outcome, type Source } from "../classic";
import { brief } from "../model/digits";
import type { Frame } from "../model/frame";
import { presets } from "../model/presets";
import type { Scene } from "../model/scene";
import type { Store } from "../model/store";
import { h } from "./dom";

const article = ({ author, title, href }: Source): HTMLElement =>
  h(
    "a",
    {
      href,
      target: "_blank",
      rel: "noreferrer",
      title: `${title}, ${author}`,
      "aria-label": `The article: ${title}, ${author}`,
    },
    "the article",
  );

const WORDS = { hit: "hit", miss: "no hit", endless: "no end" };

export class CompareCards {
  readonly node = h("div", { class: "side compared" });
  private readonly table = h("table", { class: "compare" });
  private readonly head = h(
    "thead",
    {},
    h("tr", {}, h("th", {}, "loop"), h("th", {}, "says"), h("th", {}, "rounds")),
  );
  private readonly about = h("p");
  private outcomes = new Map<string, Outcome>();
  private scene: Scene | null = null;

  constructor(
    private readonly store: Store,
    load: (scene: Scene) => void,
  ) {
    const list = presets.map((p) =>
      h(
        "button",
        { "data-preset": p.id, onclick: () => load(p.scene) },
        h("b", {}, p.name),
        h("span", {}, p.about),
      ),
    );
    this.node.append(
      h(
        "section",
        { class: "card", "aria-label": "Algorithms" },
        this.table,
        h(
          "div",
          { class: "seal" },
          this.about,
          h("p", {}, "Each loop is one that its article teaches, written anew for this page."),
        ),
      ),
      h(
        "section",
        { class: "card pairs", "aria-label": "Pairs" },
        h("h2", {}, "Pairs where they differ"),
        h("div", { class: "presets" }, ...list),
      ),
    );
  }

  /** Each loop runs on the scene at most once. */
  outcome(id: string, scene: Scene): Outcome | null {
    if (this.scene !== scene) {
      this.scene = scene;
      this.outcomes.clear();
    }
    const algorithm = algorithms.find((a) => a.id === id);
    if (!algorithm?.dims.includes(scene.dim)) return null;
    let found = this.outcomes.get(id);
    if (!found) {
      found = algorithm.run(scene);
      this.outcomes.set(id, found);
    }
    return found;
  }

  draw(frame: Frame, rounds: number): void {
    const { scene, result } = frame;
    const { algorithm } = this.store.state.place;
    const truth = result.state === 0 ? "miss" : "hit";
    const row = (
      id: string,
      name: string,
      verdict: string,
      right: boolean | null,
      count: string,
      because: string,
      source: Source | null = null,
    ): HTMLElement =>
      h(
        "tbody",
        { class: id === algorithm ? "on" : "", "data-algorithm": id },
        h(
          "tr",
          {},
          h(
            "td",
            {},
            h(
              "button",
              {
                "aria-pressed": String(id === algorithm),
                onclick: () => this.store.place({ algorithm: id, step: 0 }),
              },
              name,
            ),
          ),
          h(
            "td",
            { class: right === null ? "" : right ? "good" : "bad" },
            verdict,
            right === null ? "" : right ? " ✓" : " ✗",
            right === false ? h("span", { class: "hidden" }, "wrong") : null,
          ),
          h("td", {}, count),
        ),
        h("tr", {}, h("td", { colspan: 3 }, because, source && " · ", source && article(source))),
      );
    const ours = result.state === 2 ? "too close" : WORDS[truth];
    const measured =
      `${result.state === 1 ? "depth" : "distance"} ${brief(result.length)}, within ` +
      `${brief(result.gap, 2)}`;
    const rows = [row("ours", "clearance", ours, true, String(rounds), measured)];
    for (const a of algorithms) {
      let outcome: Outcome | null = null;
      let fault = "";
      try {
        outcome = this.outcome(a.id, scene);
      } catch (e) {
        fault = e instanceof Error ? e.message : String(e);
      }
      if (!outcome)
        rows.push(row(a.id, a.name, "—", null, "—", fault || "only in the plane", a.source));
      else {
        const measuredToo =
          outcome.distance !== undefined && outcome.verdict === "miss"
            ? `; distance ${brief(outcome.distance)}`
            : "";
        rows.push(
          row(
            a.id,
            a.name,
            WORDS[outcome.verdict],
            outcome.verdict === truth,
            String(outcome.steps.length),
            outcome.because + measuredToo,
            a.source,
          ),
        );
      }
    }
    // Keeps the focus where it was, although its row is rebuilt.
    const focused = document.activeElement?.closest("tbody")?.getAttribute("data-algorithm");
    this.table.replaceChildren(this.head, ...rows);
    if (focused)
      this.table.querySelector<HTMLElement>(`tbody[data-algorithm="${focused}"] button`)?.focus();
    this.about.textContent =
      algorithms.find((a) => a.id === algorithm)?.about ??
      "Keeps the nearest point and two bounds; stops where they meet, then checks them. Pick " +
        "another to step through it.";
  }
}
