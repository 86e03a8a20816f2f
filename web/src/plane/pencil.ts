/**
 * Draws into an SVG by name: a mark is created once and afterwards only its attributes change, so
 * that a frame costs only its changes. All marks are in pixels, so lines keep their weight at any
 * zoom.
 */

import { Room } from "../math/room";
import type { Vec } from "../math/vec";
import type { Look } from "../model/url";
import { attr, s } from "../ui/dom";

export interface Window {
  width: number;
  height: number;
  look: Look;
}

export const pixelsPerLength = (w: Window): number =>
  Math.min(w.width, w.height) / 2 / w.look.reach;

export function toPixel(w: Window, p: Vec): [number, number] {
  const k = pixelsPerLength(w);
  return [
    w.width / 2 + (p[0] - w.look.centre[0]) * k,
    w.height / 2 - (p[1] - w.look.centre[1]) * k,
  ];
}

export function fromPixel(w: Window, x: number, y: number): Vec {
  const k = pixelsPerLength(w);
  return [w.look.centre[0] + (x - w.width / 2) / k, w.look.centre[1] - (y - w.height / 2) / k, 0];
}

/** Pixels between hatching lines, along either axis. */
const HATCH = 13;

type Tag = "path" | "circle" | "text" | "line" | "g";
const f = (x: number): string => (Math.round(x * 100) / 100).toString();

export class Pencil {
  private marks = new Map<string, SVGElement>();
  private used = new Set<string>();
  private last: SVGElement | null = null;
  window: Window = { width: 1, height: 1, look: { centre: [0, 0, 0], reach: 3 } };

  private readonly room: Room;

  /** A layer shares the room of what it lies in. */
  constructor(
    private readonly root: SVGElement,
    private readonly shared: Room | null = null,
  ) {
    this.room = shared ?? new Room();
  }

  begin(window: Window): void {
    this.window = window;
    if (!this.shared) this.room.clear();
    this.used.clear();
    this.last = null;
  }

  /** Removes what this frame did not draw. */
  end(): void {
    for (const [name, node] of this.marks)
      if (!this.used.has(name)) {
        node.remove();
        this.marks.delete(name);
      }
  }

  private mark<T extends Tag>(name: string, tag: T, style: string): SVGElementTagNameMap[T] {
    const node = this.marks.get(name) ?? s(tag);
    this.marks.set(name, node);
    this.used.add(name);
    // Later marks lie above earlier ones, whatever was there before; a frame that draws the same
    // marks moves none.
    const next = this.last ? this.last.nextSibling : this.root.firstChild;
    if (next !== node) this.root.insertBefore(node, next);
    this.last = node;
    attr(node, "class", style);
    return node as SVGElementTagNameMap[T];
  }

  /** A separate group of marks, at one place in the order. */
  layer(name: string): Pencil {
    const node = this.mark(name, "g", "layer");
    let own = layers.get(node);
    if (!own) {
      own = new Pencil(node, this.room);
      layers.set(node, own);
    }
    return own;
  }

  at(p: Vec): [number, number] {
    return toPixel(this.window, p);
  }

  path(name: string, style: string, points: readonly Vec[], closed: boolean): SVGPathElement {
    const node = this.mark(name, "path", style);
    let d = "";
    points.forEach((p, i) => {
      const [x, y] = this.at(p);
      d += `${i ? "L" : "M"}${f(x)} ${f(y)}`;
    });
    attr(node, "d", closed && points.length > 1 ? `${d}Z` : d);
    return node;
  }

  /** Convex polygons of the same orientation, as one area: it is no darker where they overlap. */
  area(name: string, style: string, polygons: readonly (readonly Vec[])[]): void {
    const ring = (points: readonly Vec[]): string =>
      `M${points.map((p) => this.at(p).map(f).join(" ")).join("L")}Z`;
    attr(this.mark(name, "path", style), "d", polygons.map(ring).join(""));
  }

  line(name: string, style: string, a: Vec, b: Vec): void {
    this.path(name, style, [a, b], false);
  }

  arrow(name: string, style: string, from: Vec, to: Vec): void {
    const node = this.mark(name, "path", style);
    const [x, y] = this.at(from);
    const [u, v] = this.at(to);
    const l = Math.hypot(u - x, v - y);
    if (l < 2) return attr(node, "d", "");
    const [dx, dy] = [(u - x) / l, (v - y) / l];
    const head = Math.min(10, l * 0.6);
    const side = head * 0.45;
    const [bx, by] = [u - dx * head, v - dy * head];
    attr(
      node,
      "d",
      `M${f(x)} ${f(y)}L${f(u)} ${f(v)}M${f(bx - dy * side)} ${f(by + dx * side)}L${f(u)} ` +
        `${f(v)}L${f(bx + dy * side)} ${f(by - dx * side)}`,
    );
  }

  dot(name: string, style: string, p: Vec, radius: number): SVGCircleElement {
    const node = this.mark(name, "circle", style);
    const [x, y] = this.at(p);
    attr(node, "cx", f(x));
    attr(node, "cy", f(y));
    attr(node, "r", String(radius));
    // A ring about a shape is no point.
    if (radius <= 10) this.room.mark(x, y, radius);
    return node;
  }

  /**
   * Slanting lines over a convex polygon: distinct from other fills without colour, and cheaper to
   * paint than a pattern.
   */
  hatch(name: string, style: string, polygon: readonly Vec[]): void {
    const pixels = polygon.map((p) => this.at(p));
    if (!pixels.length) return attr(this.mark(name, "path", style), "d", "");
    const level = ([x, y]: [number, number]): number => (x + y) / HATCH;
    const levels = pixels.map(level);
    let d = "";
    for (let k = Math.ceil(Math.min(...levels)); k <= Math.max(...levels); k++) {
      const ends: [number, number][] = [];
      pixels.forEach((p, i) => {
        const q = pixels[(i + 1) % pixels.length];
        const [s, t] = [level(p) - k, level(q) - k];
        if (s > 0 !== t > 0)
          ends.push([p[0] + ((q[0] - p[0]) * s) / (s - t), p[1] + ((q[1] - p[1]) * s) / (s - t)]);
      });
      const [a, b] = ends;
      if (a && b) d += `M${f(a[0])} ${f(a[1])}L${f(b[0])} ${f(b[1])}`;
    }
    attr(this.mark(name, "path", style), "d", d);
  }

  /** A square on its corner: witnesses differ from vertices in shape as well as in colour. */
  diamond(name: string, style: string, p: Vec, r: number): void {
    const [x, y] = this.at(p);
    this.room.mark(x, y, r);
    attr(
      this.mark(name, "path", style),
      "d",
      `M${f(x - r)} ${f(y)}L${f(x)} ${f(y - r)}L${f(x + r)} ${f(y)}L${f(x)} ${f(y + r)}Z`,
    );
  }

  star(name: string, style: string, p: Vec, r: number): void {
    const [x, y] = this.at(p);
    this.room.mark(x, y, r);
    let d = "";
    for (let i = 0; i < 10; i++) {
      const t = (i / 10) * 2 * Math.PI - Math.PI / 2;
      const q = i % 2 ? r * 0.45 : r;
      d += `${i ? "L" : "M"}${f(x + q * Math.cos(t))} ${f(y + q * Math.sin(t))}`;
    }
    attr(this.mark(name, "path", style), "d", `${d}Z`);
  }

  /** The origin: a ring with a cross. */
  target(name: string, style: string, p: Vec): void {
    const [x, y] = this.at(p);
    const r = 7;
    const o = 12;
    this.room.mark(x, y, o);
    attr(
      this.mark(name, "path", style),
      "d",
      `M${f(x - r)} ${f(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0M${f(x - o)} ` +
        `${f(y)}H${f(x - 3)}M${f(x + 3)} ${f(y)}H${f(x + o)}M${f(x)} ` +
        `${f(y - o)}V${f(y - 3)}M${f(x)} ${f(y + 3)}V${f(y + o)}`,
    );
  }

  label(name: string, style: string, p: Vec, value: string, dx = 0, dy = 0): void {
    const node = this.mark(name, "text", style);
    const [x, y] = this.at(p);
    const size = style.startsWith("name") ? 16 : 13;
    const width = 0.78 * size * value.length;
    dx = Room.within(this.window.width, x, dx, width);
    const by = this.room.label(x + dx, y + dy, width, size) ?? [0, 0];
    attr(node, "x", f(x + dx + by[0]));
    attr(node, "y", f(y + dy + by[1]));
    if (node.textContent !== value) node.textContent = value;
  }

  /** The visible rectangle of the plane, with a margin. */
  frame(): Vec[] {
    const { width, height } = this.window;
    const corners: [number, number][] = [
      [-9, height + 9],
      [width + 9, height + 9],
      [width + 9, -9],
      [-9, -9],
    ];
    return corners.map(([x, y]) => fromPixel(this.window, x, y));
  }

  /** Squared paper whose squares are 1, 2 or 5 times a power of ten. */
  grid(style: string): void {
    const { width, height } = this.window;
    const step = niceStep(56 / pixelsPerLength(this.window));
    const [lo, hi] = [fromPixel(this.window, 0, height), fromPixel(this.window, width, 0)];
    let thin = "";
    for (const x of multiples(step, lo[0], hi[0]))
      thin += `M${f(this.at([x, 0, 0])[0])} 0V${height}`;
    for (const y of multiples(step, lo[1], hi[1]))
      thin += `M0 ${f(this.at([0, y, 0])[1])}H${width}`;
    attr(this.mark("grid", "path", style), "d", thin);
  }
}

const layers = new WeakMap<SVGElement, Pencil>();

/** The multiples of a step from `lo` to `hi`: counted, since a sum may not grow by a small step. */
export function multiples(step: number, lo: number, hi: number): number[] {
  const first = Math.ceil(lo / step);
  const count = Math.floor(hi / step) - first + 1;
  const counts = count >= 1 && count < 1000 && Math.abs(first) < Number.MAX_SAFE_INTEGER;
  return counts ? Array.from({ length: count }, (_, i) => (first + i) * step) : [];
}

export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const m = least / power;
  return power * (m <= 1 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10);
}
