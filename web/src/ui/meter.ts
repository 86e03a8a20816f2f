/**
 * The cost of a frame while something is dragged: the engine and the drawing, on the page's thread.
 * It shows nothing for only a few frames.
 */
import { h, text } from "./dom";

const KEPT = 120;
const LEAST = 20;

export class Meter {
  readonly node = h("output", { class: "meter", "aria-label": "Time per frame" });
  private engine: number[] = [];
  private total: number[] = [];
  private shown = 0;

  add(engine: number, drawing: number): void {
    this.engine.push(engine);
    this.total.push(engine + drawing);
    if (this.total.length > KEPT) {
      this.engine.shift();
      this.total.shift();
    }
    const now = performance.now();
    if (now - this.shown < 250) return;
    this.shown = now;
    this.write();
  }

  write(): void {
    if (this.total.length < LEAST) return;
    const middle = (list: number[]): number =>
      [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
    const [e, t] = [middle(this.engine), middle(this.total)];
    const worst = Math.max(0, ...this.total);
    const usual = [...this.total].sort((a, b) => a - b)[Math.floor(this.total.length * 0.95)] ?? 0;
    text(this.node, `${t.toFixed(1)} ms a frame`);
    this.node.title =
      `the page's own work, without the browser's painting: engine ${e.toFixed(2)} ms, drawing ` +
      `${(t - e).toFixed(2)} ms (median of ${this.total.length} frames); 95 of 100 below ` +
      `${usual.toFixed(1)} ms, slowest ${worst.toFixed(1)} ms`;
    Object.assign(this.node.dataset, {
      engine: e.toFixed(3),
      total: t.toFixed(3),
      worst: worst.toFixed(3),
      frames: String(this.total.length),
    });
  }
}
