/** Vectors of three numbers; the plane is z = 0, so that one text serves both dimensions. */
export type Vec = readonly [number, number, number];
/** x, y, z, w. */
export type Quat = readonly [number, number, number, number];

export const ZERO: Vec = [0, 0, 0];
export const IDENTITY: Quat = [0, 0, 0, 1];

export const vec = (p: ArrayLike<number>): Vec => [p[0] ?? 0, p[1] ?? 0, p[2] ?? 0];
export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec, s: number): Vec => [a[0] * s, a[1] * s, a[2] * s];
export const neg = (a: Vec): Vec => [-a[0], -a[1], -a[2]];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/**
 * With the square root, which is rounded correctly everywhere; `Math.hypot` differs between
 * browsers, and some runs depend on the last bit.
 */
export const length = (a: Vec): number => Math.sqrt(dot(a, a));
export const lerp = (a: Vec, b: Vec, t: number): Vec => add(a, scale(sub(b, a), t));
export const unit = (a: Vec): Vec => {
  const l = length(a);
  return l > 0 ? scale(a, 1 / l) : a;
};
/**
 * The nonzero component of the plane's cross product: positive where `b` lies to the left of `a`.
 */
export const wedge = (a: Vec, b: Vec): number => a[0] * b[1] - a[1] * b[0];
export const same = (a: Vec, b: Vec): boolean => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

/** q p q*, without building a matrix. */
export const rotate = (q: Quat, p: Vec): Vec => {
  const u: Vec = [q[0], q[1], q[2]];
  const t = scale(cross(u, p), 2);
  return add(add(p, scale(t, q[3])), cross(u, t));
};
export const conjugate = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];
export const multiply = (a: Quat, b: Quat): Quat => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];
export const turn = (axis: Vec, angle: number): Quat => {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
};

/** The hull in the plane, counter-clockwise, without collinear points (Andrew's monotone chain). */
export function hull2(points: readonly Vec[]): Vec[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const half = (list: readonly Vec[]): Vec[] => {
    const chain: Vec[] = [];
    for (const p of list) {
      let n = chain.length;
      while (n > 1 && wedge(sub(chain[n - 1], chain[n - 2]), sub(p, chain[n - 2])) <= 0) n--;
      chain.splice(n, Infinity, p);
    }
    chain.pop();
    return chain;
  };
  const ring = [...half(sorted), ...half(sorted.reverse())];
  return ring.length ? ring : [sorted[0]];
}
