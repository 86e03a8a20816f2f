/** Room for labels, in pixels: none lies on another, nor on a mark drawn before it. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** From where a label would stand, to where it may stand instead: nearest first. */
const AWAY: readonly (readonly [number, number])[] = [
  [0, 0],
  ...[10, 18, 27, 37, 50, 66].flatMap((r) =>
    [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
      [0.8, -0.8],
      [0.8, 0.8],
      [-0.8, 0.8],
      [-0.8, -0.8],
    ].map(([x, y]) => [r * 1.6 * x, r * y] as const),
  ),
];

export class Room {
  private taken: Box[] = [];

  clear(): void {
    this.taken = [];
  }

  /** Of a mark, about its middle. */
  mark(x: number, y: number, radius: number): void {
    this.taken.push({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius });
  }

  /** How far from its point a label begins, so that it ends within a view of this width. */
  static within(view: number, x: number, dx: number, width: number): number {
    return x >= 0 && x <= view ? Math.max(4 - x, Math.min(dx, view - width - 4 - x)) : dx;
  }

  /** By how much a label must move; `null` where no place near by is free. */
  label(
    x: number,
    baseline: number,
    width: number,
    size: number,
  ): readonly [number, number] | null {
    const own = { x, y: baseline - 0.8 * size, width, height: size };
    const isFree = ([dx, dy]: readonly [number, number]): boolean =>
      this.taken.every(
        (o) =>
          own.x + dx >= o.x + o.width ||
          o.x >= own.x + dx + width ||
          own.y + dy >= o.y + o.height ||
          o.y >= own.y + dy + size,
      );
    const by = AWAY.find(isFree);
    if (!by) return null;
    this.taken.push({ ...own, x: own.x + by[0], y: own.y + by[1] });
    return by;
  }
}
