/** First, back, play, next, last, and a slider: through the steps of a run. */
import type { Store } from "../model/store";
import { attr, h, show, text } from "./dom";
import { icon } from "./icons";

const PLAY_MS = 1400;

export class Player {
  private readonly slider = h("input", { type: "range", min: 0, value: 0, "aria-label": "Step" });
  private readonly count = h("span", { class: "count" });
  private readonly play = this.button("play", "Play", () => this.toggle());
  private readonly close = h(
    "button",
    { class: "small plain", onclick: () => this.leave() },
    "Show the answer",
  );
  private timer = 0;
  private total = 0;
  readonly node: HTMLElement;

  /** `leaves`: whether there is an answer without steps to go back to. */
  constructor(
    private readonly store: Store,
    private readonly leaves: boolean,
  ) {
    this.slider.addEventListener("input", () => this.go(this.slider.valueAsNumber));
    this.node = h(
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
    );
  }

  private button(name: string, label: string, onclick: () => void): HTMLButtonElement {
    return h(
      "button",
      { class: "icon plain", "aria-label": label, title: label, onclick },
      icon(name),
    );
  }

  go(step: number): void {
    if (this.total) this.store.place({ step: Math.max(0, Math.min(this.total - 1, step)) });
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
    if (step === null || step >= this.total - 1) this.go(0);
    this.timer = window.setInterval(() => {
      if (!this.node.isConnected || (this.store.state.place.step ?? 0) >= this.total - 1)
        return this.stop();
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

  /** `at` is the step that is shown, if any; `total` is null if the steps are not counted yet. */
  draw(total: number | null, at: number | null): void {
    this.total = total ?? 0;
    attr(this.slider, "max", String(Math.max(0, this.total - 1)));
    this.slider.value = String(at ?? 0);
    this.slider.disabled = this.total === 0;
    text(
      this.count,
      total === null ? "" : at === null ? `${total} steps` : `step ${at + 1} of ${total}`,
    );
    attr(this.slider, "aria-valuetext", this.count.textContent);
    show(this.close, this.leaves && at !== null);
  }
}
