/** Both bounds as a bar that closes, and the width between them on a logarithmic scale. */

import { brief } from "../model/digits";
import type { DrawStep } from "../model/steps";
import { s } from "./dom";

const W = 420;
const H = 86;
const finite = (x: number | null): x is number => x !== null && Number.isFinite(x);

export class Bounds {
  readonly node = s("svg", {
    class: "bounds",
    viewBox: `0 0 ${W} ${H}`,
    preserveAspectRatio: "xMinYMin meet",
    role: "img",
  });

  draw(steps: readonly DrawStep[], at: number): void {
    // The end of a loop has no bounds of its own: those of the round before remain.
    while (at > 0 && steps[at]?.kind === "end") at--;
    const step = steps[at];
    const known = steps.filter(
      (x) => x.kind === step?.kind && (finite(x.lower) || finite(x.upper)),
    );
    this.node.replaceChildren();
    this.node.style.display = known.length ? "" : "none";
    if (!step || !known.length) return;
    const values = known.flatMap((x) => [x.lower, x.upper]).filter(finite);
    const lo = Math.min(...values);
    const hi = Math.max(...values) > lo ? Math.max(...values) : lo + (Math.abs(lo) || 1);
    const x = (v: number): number => 8 + ((v - lo) / (hi - lo)) * (W / 2 - 24);
    const left = finite(step.lower) ? x(step.lower) : 8;
    const right = finite(step.upper) ? x(step.upper) : W / 2 - 16;
    const word =
      (step.kind === "epa" ? "depth" : "distance") + (step.ofCores ? " of the cores" : "");
    this.node.append(
      s("text", { x: 8, y: 14 }, `${word} between`),
      s("line", { class: "rail", x1: 8, x2: W / 2 - 16, y1: 42, y2: 42 }),
      s("rect", { class: "band", x: left, y: 33, width: Math.max(1.5, right - left), height: 18 }),
      s("line", {
        class: "end",
        x1: left,
        x2: left,
        y1: 29,
        y2: 55,
        visibility: finite(step.lower) ? "visible" : "hidden",
      }),
      s("line", {
        class: "end",
        x1: right,
        x2: right,
        y1: 29,
        y2: 55,
        visibility: finite(step.upper) ? "visible" : "hidden",
      }),
      s(
        "text",
        { x: 8, y: 74 },
        `${finite(step.lower) ? brief(step.lower, 6) : "−∞"}  to  ` +
          `${finite(step.upper) ? brief(step.upper, 6) : "∞"}`,
      ),
    );
    this.node.setAttribute(
      "aria-label",
      `${word} between ${brief(step.lower ?? -Infinity)} and ${brief(step.upper ?? Infinity)}`,
    );
    this.log(steps, at);
  }

  /** How fast the bounds close: a straight line means a constant factor per step. */
  private log(steps: readonly DrawStep[], at: number): void {
    const kind = steps[at].kind;
    const widths = steps
      .map((st, i) => ({
        i,
        w:
          st.kind === kind && finite(st.lower) && finite(st.upper)
            ? Math.max(0, st.upper - st.lower)
            : null,
      }))
      .filter((p): p is { i: number; w: number } => p.w !== null);
    if (widths.length < 2) return;
    const floor = 1e-17 * Math.max(...widths.map((p) => p.w), Number.MIN_VALUE);
    const log = (w: number): number => Math.log10(Math.max(w, floor));
    const [top, low] = [
      Math.max(...widths.map((p) => log(p.w))),
      Math.min(...widths.map((p) => log(p.w))),
    ];
    const x0 = W / 2 + 14;
    const x = (k: number): number => x0 + (k / (widths.length - 1)) * (W - x0 - 10);
    const y = (w: number): number => (top === low ? 42 : 26 + ((top - log(w)) / (top - low)) * 36);
    const d = widths
      .map((p, k) => `${k ? "L" : "M"}${x(k).toFixed(1)} ${y(p.w).toFixed(1)}`)
      .join("");
    const here = widths.findIndex((p) => p.i === at);
    this.node.append(
      s("text", { x: x0, y: 14 }, `upper − lower, log scale`),
      s("path", { class: "log", d }),
    );
    if (here < 0) return;
    this.node.append(s("circle", { class: "now", cx: x(here), cy: y(widths[here].w), r: 4.5 }));
    this.node.append(
      s(
        "text",
        { x: x0, y: 80 },
        widths[here].w > 0 ? `known to ${brief(widths[here].w, 2)}` : "known but for rounding",
      ),
    );
  }
}
