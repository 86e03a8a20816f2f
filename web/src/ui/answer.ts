/** The engine's answer, to its last digit. */

import type { Trace } from "../engine";
import * as engine from "../engine";
import { brief, type Raw, raw, rawOf } from "../model/digits";
import type { Frame } from "../model/frame";
import { isHullOfConcave, pairJson, type Scene } from "../model/scene";
import type { State } from "../model/store";
import { attr, h, numbers, show, text } from "./dom";

const FIELDS = ["distance", "penetration", "gap", "normal", "witness_a", "witness_b"] as const;
const NAMES = {
  distance: "distance",
  penetration: "penetration",
  gap: "gap",
  normal: "normal",
  witness_a: "witness on A",
  witness_b: "witness on B",
};

export class AnswerCard {
  private readonly verdict = h("p", { class: "verdict" });
  private readonly values = FIELDS.map((f) => [f, h("dd", { "data-field": f })] as const);
  private readonly seal = h("p", { class: "seal" });
  private readonly fault = h("p", { class: "error", role: "alert" });
  private readonly list = h(
    "dl",
    { class: "numbers" },
    ...this.values.flatMap(([f, node]) => [h("dt", {}, NAMES[f]), node]),
  );
  readonly node: HTMLElement;
  /** What a screen reader announces once nothing moves. */
  spoken = "";

  constructor(copy: (what: "rust" | "json" | "command") => void) {
    const button = (what: "rust" | "json" | "command", label: string): HTMLElement =>
      h(
        "button",
        { class: "small", onclick: () => copy(what), "aria-label": `Copy this query as ${label}` },
        label,
      );
    this.node = h(
      "section",
      { class: "card", "aria-label": "Answer" },
      this.verdict,
      this.fault,
      this.list,
      this.seal,
      h(
        "div",
        { class: "copy" },
        "Copy as",
        button("rust", "Rust"),
        button("json", "JSON"),
        button("command", "Command line"),
      ),
    );
  }

  /** Whether the digits belong to this state. */
  isOf({ scene, opened }: State): boolean {
    return this.rested?.scene === scene && this.rested.opened === opened;
  }

  /**
   * While something moves: what the frame knows, in few digits. The previous certificate would be
   * about another pair.
   */
  moving({ result, scene }: Frame): void {
    this.rested = null;
    const deep = result.state === 1;
    const hulls = [scene.a, scene.b].some(({ shape }) => isHullOfConcave(shape));
    const overlap = hulls ? "Hulls overlapping" : "Overlapping";
    this.say(
      result.state === 2
        ? `${hulls ? "Hulls too" : "Too"} close to call`
        : deep
          ? overlap
          : "Apart",
      `${deep ? "depth" : "distance"} ${brief(result.length)}`,
    );
    const list = (v: readonly number[]): string => v.map((x) => brief(x)).join("  ");
    this.fill({
      distance: deep ? "0" : brief(result.length, 6),
      penetration: deep ? brief(result.length, 6) : "none",
      gap: brief(result.gap, 2),
      normal: list(result.normal),
      witness_a: list(result.onA),
      witness_b: list(result.onB),
    });
    text(this.seal, "The certificate is made once nothing moves.");
  }

  private rested: { scene: Scene; opened: Trace | null } | null = null;

  /** At rest: the engine's own text. */
  resting(state: State): void {
    if (this.isOf(state)) return;
    const { scene, opened } = state;
    const pair = pairJson(scene);
    const own = raw(engine.answer(pair));
    const told = opened && rawOf(opened.answer);
    const isForeign = told !== null && !agrees(told, own);
    // What is not this engine's answer is not shown as an answer.
    const answer = told && !isForeign ? told : own;
    const [headline, detail] = words(answer);
    this.say(headline, detail);
    this.spoken = `${headline}, ${detail}`;
    const list = (v: string[] | null): string => (v ? v.join("  ") : "none");
    this.fill({
      ...answer,
      penetration: answer.penetration ?? "none",
      normal: list(answer.normal),
      witness_a: list(answer.witness_a),
      witness_b: list(answer.witness_b),
    });
    const document = engine.certify(pair);
    this.seal.replaceChildren(
      ...(document
        ? sealed(engine.verify(document))
        : ["No certificate for this pair: its bounds are measured, not proved."]),
    );
    if (isForeign)
      text(
        this.fault,
        "The opened trace claims another answer, which this engine does not find: " +
          `${words(told).join(", ")}. What stands here is this engine's.`,
      );
    this.rested = { scene, opened };
  }

  failed(message: string): void {
    this.rested = null;
    text(this.fault, message);
    this.spoken = message;
    for (const n of [this.verdict, this.list, this.seal]) show(n, false);
  }

  private say(headline: string, detail: string): void {
    text(this.fault, "");
    for (const n of [this.verdict, this.list, this.seal]) show(n, true);
    if (this.verdict.dataset.said === headline + detail) return;
    this.verdict.dataset.said = headline + detail;
    this.verdict.replaceChildren(headline, h("small", {}, detail));
  }

  private fill(values: Record<(typeof FIELDS)[number], string>): void {
    for (const [f, node] of this.values) {
      numbers(node, values[f]);
      attr(
        node,
        "title",
        f === "gap"
          ? "The exact value lies within this of the number given, rounding included."
          : null,
      );
    }
  }
}

/** The checker shares no code with the search, and runs here as in `clearance verify`. */
function sealed(verdict: string): (Node | string)[] {
  const proved = verdict.match(/^verified: (.*)/s);
  return proved
    ? [h("b", {}, "Certified: "), proved[1].trim()]
    : [h("b", { class: "error" }, "Not certified: "), verdict.trim()];
}

/** Whether two answers can both be true: the same yes or no, and numbers within their gaps. */
export function agrees(one: Raw, two: Raw): boolean {
  const signed = (a: Raw): number => Number(a.distance) - Number(a.penetration ?? 0);
  const gap = Number(one.gap) + Number(two.gap);
  const isDecided = !one.undecided && !two.undecided;
  const is = (a: Raw): boolean =>
    Number(a.distance) >= 0 &&
    Number(a.penetration ?? 0) >= 0 &&
    Boolean(a.intersects) === (a.penetration !== null);
  return (
    is(one) &&
    (!isDecided || one.intersects === two.intersects) &&
    (!Number.isFinite(gap) || Math.abs(signed(one) - signed(two)) <= gap * (1 + 1e-12))
  );
}

function words(a: Raw): [string, string] {
  const [headline, detail] = wordsOfHulls(a);
  if (!a.hull_of_concave) return [headline, detail];
  return a.parts === "apart"
    ? [
        headline,
        `${detail}. That is of the convex hulls: the parts, which are not convex, are as far ` +
          "apart at least",
      ]
    : [`Hulls ${headline.toLowerCase()}`, `${detail}; the parts may be apart`];
}

function wordsOfHulls(a: Raw): [string, string] {
  const size = Number(a.penetration ?? a.distance);
  const within = `, sure to ${brief(Number(a.gap), 2)}`;
  if (a.undecided) return ["Too close to call", `counted as touching${within}`];
  if (!a.intersects) return ["Apart", `distance ${brief(size)}${within}`];
  // That they meet is proved; that they do not overlap only where the depth is exact.
  if (size <= Number(a.gap))
    return [
      "Touching",
      Number(a.gap) === 0
        ? "they have points in common, and no overlap"
        : `or ${brief(size + Number(a.gap), 2)} deep at most`,
    ];
  return ["Overlapping", `${brief(size)} deep${within}`];
}
