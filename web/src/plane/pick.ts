/** What lies under the pointer. */
import { add, dot, length, scale, sub, type Vec, wedge } from "../math/vec";

/** For convex outlines, either way around. */
export function contains(outline: readonly Vec[], p: Vec): boolean {
  if (outline.length < 3) return false;
  const sides = outline.map((q, i) => wedge(sub(outline[(i + 1) % outline.length], q), sub(p, q)));
  return sides.every((x) => x >= 0) || sides.every((x) => x <= 0);
}

export function distanceTo(outline: readonly Vec[], p: Vec): number {
  return outline.reduce((best, a, i) => {
    const ab = sub(outline[(i + 1) % outline.length], a);
    const square = dot(ab, ab);
    const t = square > 0 ? Math.min(1, Math.max(0, dot(sub(p, a), ab) / square)) : 0;
    return Math.min(best, length(sub(p, add(a, scale(ab, t)))));
  }, Infinity);
}
