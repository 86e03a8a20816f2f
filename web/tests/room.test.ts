import { expect, test } from "vitest";
import { Room } from "../src/math/room";

test("labels lie neither on one another nor on marks, and stay where nothing is in the way", () => {
  let seed = 7;
  const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
  let moved = 0;
  for (let round = 0; round < 300; round++) {
    const room = new Room();
    const taken: [number, number, number, number][] = [];
    const apart = (x: number, y: number, w: number, h: number): boolean =>
      taken.every(([a, b, c, d]) => x >= a + c || a >= x + w || y >= b + d || b >= y + h);
    for (let i = 0; i < 4; i++) {
      const [x, y, r] = [300 * random(), 200 * random(), 4 + 5 * random()];
      room.mark(x, y, r);
      taken.push([x - r, y - r, 2 * r, 2 * r]);
    }
    for (let i = 0; i < 8; i++) {
      const [x, y, width, size] = [300 * random(), 200 * random(), 8 + 50 * random(), 13];
      const top = y - 0.8 * size;
      const by = room.label(x, y, width, size);
      if (apart(x, top, width, size)) expect(by).toEqual([0, 0]);
      if (!by) continue;
      expect(apart(x + by[0], top + by[1], width, size)).toBe(true);
      if (by[0] || by[1]) moved++;
      taken.push([x + by[0], top + by[1], width, size]);
    }
  }
  expect(moved).toBeGreaterThan(300);
});
