/** The keyboard can do everything that the pointer does. */
import { scale, type Vec } from "../math/vec";
import { moveBy, scaleBy, turnBy } from "../model/moves";
import type { Store } from "../model/store";
import type { Player } from "./player";
import type { Views } from "./views";

const STEP_PIXELS = 12;

export function keys(
  store: Store,
  steps: Player,
  views: () => Views | null,
  others: Record<string, () => void>,
): void {
  document.addEventListener("keydown", (e) => {
    const target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || store.state.place.tab === "lessons") return;
    // A slider uses its own arrow keys, and no letters.
    const slides = target.matches("input[type=range]") && e.key.length === 1;
    if (target.closest("input, textarea, select, dialog") && !slides) return;
    const view = views();
    if (!view) return;
    const { selected } = store.state.place;
    const pixel = view.lengthPerPixel();
    const far = pixel * STEP_PIXELS * (e.shiftKey ? 0.1 : 1);
    const [right, up, back] = view.axes();
    const move = (d: Vec, s: number): void => moveBy(store, selected, scale(d, s * far), pixel);
    const on: Record<string, () => void> = {
      ArrowRight: () => move(right, 1),
      ArrowLeft: () => move(right, -1),
      ArrowUp: () => move(up, 1),
      ArrowDown: () => move(up, -1),
      PageUp: () => move(back, 1),
      PageDown: () => move(back, -1),
      a: () => store.place({ selected: "a" }),
      b: () => store.place({ selected: "b" }),
      q: () => turnBy(store, selected, e.shiftKey ? 0.01 : 0.1, back),
      e: () => turnBy(store, selected, e.shiftKey ? -0.01 : -0.1, back),
      "+": () => scaleBy(store, selected, 1.1),
      "=": () => scaleBy(store, selected, 1.1),
      "-": () => scaleBy(store, selected, 1 / 1.1),
      "]": () => steps.by(1),
      "[": () => steps.by(-1),
      Home: () => steps.go(0),
      End: () => steps.go(Infinity),
      Escape: () => steps.leave(),
      ...others,
    };
    if (!target.closest("button, a, summary")) on[" "] = () => steps.toggle();
    const act = on[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!act) return;
    // Otherwise the page would scroll under the moving shape.
    e.preventDefault();
    act();
  });
}
