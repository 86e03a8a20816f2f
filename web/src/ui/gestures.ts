/**
 * Pointers on a view: one drags, two pinch and twist; the wheel does the same. Works for mouse, pen
 * and touch.
 */

import { found } from "../found";

export interface Gesture {
  /**
   * Called where the gesture begins; the return value is kept as its target. `null` refuses the
   * gesture.
   */
  start: (x: number, y: number, event: PointerEvent) => unknown;
  drag: (target: never, x: number, y: number, dx: number, dy: number) => void;
  pinch: (target: never, x: number, y: number, factor: number, twist: number) => void;
  wheel: (x: number, y: number, notches: number, event: WheelEvent) => void;
  end: () => void;
  hover?: (x: number, y: number) => void;
  /**
   * Whether a finger put down here grabs something; elsewhere it scrolls the page, which the views
   * would otherwise fill on a phone.
   */
  holds: (x: number, y: number) => boolean;
}

export function gestures(node: HTMLElement | SVGElement, g: Gesture): void {
  const down = new Map<number, [number, number]>();
  let target: unknown = null;
  const place = (e: MouseEvent): [number, number] => {
    const r = node.getBoundingClientRect();
    return [e.clientX - r.left, e.clientY - r.top];
  };
  node.addEventListener(
    "touchstart",
    (event) => {
      const e = event as TouchEvent;
      const r = node.getBoundingClientRect();
      const t = e.touches[0];
      if (e.touches.length > 1 || g.holds(t.clientX - r.left, t.clientY - r.top))
        e.preventDefault();
    },
    { passive: false },
  );
  const lift = (e: PointerEvent): void => {
    if (!down.delete(e.pointerId) || down.size) return;
    target = null;
    g.end();
  };
  node.addEventListener("pointerdown", (event) => {
    const e = event as PointerEvent;
    if (e.button !== 0 && e.button !== 1) return;
    const [x, y] = place(e);
    if (!down.size) target = g.start(x, y, e);
    if (target === null) return;
    node.setPointerCapture(e.pointerId);
    down.set(e.pointerId, [x, y]);
  });
  node.addEventListener("pointermove", (event) => {
    const e = event as PointerEvent;
    const [x, y] = place(e);
    const old = down.get(e.pointerId);
    if (!old) return g.hover?.(x, y);
    if (down.size === 1) g.drag(target as never, x, y, x - old[0], y - old[1]);
    else {
      const second = [...down].find(([id]) => id !== e.pointerId);
      const [, other] = found(second, "the second finger");
      const was = [old[0] - other[0], old[1] - other[1]] as const;
      const is = [x - other[0], y - other[1]] as const;
      const factor = Math.hypot(...is) / (Math.hypot(...was) || 1);
      const twist = Math.atan2(was[0] * is[1] - was[1] * is[0], was[0] * is[0] + was[1] * is[1]);
      g.pinch(target as never, (x + other[0]) / 2, (y + other[1]) / 2, factor, twist);
    }
    down.set(e.pointerId, [x, y]);
  });
  node.addEventListener("pointerup", (e) => lift(e as PointerEvent));
  node.addEventListener("pointercancel", (e) => lift(e as PointerEvent));
  node.addEventListener(
    "wheel",
    (event) => {
      const e = event as WheelEvent;
      e.preventDefault();
      const [x, y] = place(e);
      // Shift makes the wheel sideways in some browsers; lines and pages count as several pixels.
      const delta = (e.deltaY || e.deltaX) * (e.deltaMode ? 16 : 1);
      g.wheel(x, y, Math.max(-3, Math.min(3, delta / 100)), e);
    },
    { passive: false },
  );
}
