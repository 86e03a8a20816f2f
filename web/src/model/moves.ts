/**
 * Moving shapes: the same moves for mouse, touch and keys, each of which gives readable numbers.
 */
import { add, multiply, type Quat, sub, turn, type Vec } from "../math/vec";
import { scaled } from "./gallery";
import { isDrawable } from "./motion";
import type { Which } from "./scene";
import type { Store } from "./store";

/**
 * The digits that a move of one pixel can mean: more would only fill the fields and the address.
 */
export const quantum = (lengthPerPixel: number): number =>
  10 ** (Math.floor(Math.log10(lengthPerPixel)) - 1);

const snap = (x: number, q: number): number => {
  // Through the decimal text, so that 0.1 + 0.2 does not become 0.30000000000000004.
  const places = Math.min(Math.max(0, -Math.round(Math.log10(q))), 100);
  return places > 20 ? x : Number((Math.round(x / q) * q).toFixed(places));
};

const snapped = (p: Vec, lengthPerPixel: number): Vec => {
  const q = quantum(lengthPerPixel);
  return [snap(p[0], q), snap(p[1], q), snap(p[2], q)];
};

export function moveTo(store: Store, which: Which, p: Vec, lengthPerPixel: number): void {
  const placed = store.state.scene[which];
  store.scene({ [which]: { ...placed, pose: { ...placed.pose, at: snapped(p, lengthPerPixel) } } });
}

/** Sets a shape's velocity so that its arrow ends at a point. */
export function aimAt(store: Store, which: Which, tip: Vec, lengthPerPixel: number): void {
  const { motion } = store.state.place;
  if (!motion) return;
  const velocity = snapped(sub(tip, store.state.scene[which].pose.at), lengthPerPixel);
  const next = { ...motion, [which]: { ...motion[which], velocity } };
  if (isDrawable(next)) store.place({ motion: next });
}

export function moveBy(store: Store, which: Which, d: Vec, lengthPerPixel: number): void {
  moveTo(store, which, add(store.state.scene[which].pose.at, d), lengthPerPixel);
}

export function turnBy(store: Store, which: Which, angle: number, axis: Vec = [0, 0, 1]): void {
  const { scene } = store.state;
  const placed = scene[which];
  const pose = placed.pose;
  if (scene.dim === 2) {
    const whole = 2 * Math.PI;
    const next = pose.angle + angle;
    const wrapped = next > Math.PI ? next - whole : next < -Math.PI ? next + whole : next;
    return store.scene({
      [which]: { ...placed, pose: { ...pose, angle: snap(wrapped, 1e-3), spin: null } },
    });
  }
  store.scene({
    [which]: {
      ...placed,
      pose: { ...pose, turn: unitQuat(multiply(turn(axis, angle), pose.turn)) },
    },
  });
}

/** Turning accumulates rounding; normalised each time, the length never drifts. */
export function unitQuat(q: Quat): Quat {
  const l = Math.hypot(...q);
  return q.map((x) => Number((x / l).toFixed(6))) as unknown as Quat;
}

export function scaleBy(store: Store, which: Which, factor: number): void {
  const placed = store.state.scene[which];
  store.scene({ [which]: { ...placed, shape: scaled(placed.shape, factor) } });
}
