/**
 * Marks on the flat canvas above a stage, in the same shapes as in the plane: dot, diamond, star,
 * target, arrow.
 */

import { Room } from "../math/room";
import { add, scale, type Vec } from "../math/vec";
import type { Stage } from "./stage";

export interface Palette {
  [name: string]: string;
}

const NAMES = [
  "a",
  "b",
  "ink",
  "soft",
  "faint",
  "paper",
  "difference",
  "simplex",
  "support",
  "witness",
  "here",
  "never",
  "x",
  "y",
  "z",
];

export function palette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(NAMES.map((n) => [n, style.getPropertyValue(`--${n}`).trim()]));
}

export class Pen {
  private readonly room = new Room();
  private readonly labels: (() => void)[] = [];

  constructor(
    private readonly stage: Stage,
    readonly colours: Palette,
  ) {}

  private get c(): CanvasRenderingContext2D {
    return this.stage.pen;
  }

  private trace(points: readonly Vec[], closed: boolean): void {
    this.c.beginPath();
    points.forEach((p, i) => {
      const [x, y] = this.stage.project(p);
      if (i) this.c.lineTo(x, y);
      else this.c.moveTo(x, y);
    });
    if (closed) this.c.closePath();
  }

  line(
    points: readonly Vec[],
    colour: string,
    width: number,
    dash: number[] = [],
    closed = false,
  ): void {
    this.trace(points, closed);
    this.c.strokeStyle = colour;
    this.c.lineWidth = width;
    this.c.setLineDash(dash);
    this.c.stroke();
    this.c.setLineDash([]);
  }

  /** Many segments in one stroke: strokes are expensive. */
  segments(parts: readonly (readonly [Vec, Vec])[], colour: string, width: number): void {
    this.c.beginPath();
    for (const [p, q] of parts) {
      const [x, y] = this.stage.project(p);
      const [u, v] = this.stage.project(q);
      this.c.moveTo(x, y);
      this.c.lineTo(u, v);
    }
    this.c.strokeStyle = colour;
    this.c.lineWidth = width;
    this.c.stroke();
  }

  fill(points: readonly Vec[], colour: string, alpha: number): void {
    this.trace(points, true);
    this.c.globalAlpha = alpha;
    this.c.fillStyle = colour;
    this.c.fill();
    this.c.globalAlpha = 1;
  }

  private mark(colour: string, path: (x: number, y: number) => void, p: Vec, r: number): void {
    const [x, y] = this.stage.project(p);
    this.room.mark(x, y, r);
    this.c.beginPath();
    path(x, y);
    this.c.closePath();
    this.c.fillStyle = colour;
    this.c.strokeStyle = this.colours.paper;
    this.c.lineWidth = 3;
    this.c.stroke();
    this.c.fill();
  }

  dot(p: Vec, colour: string, r = 5): void {
    this.mark(colour, (x, y) => this.c.arc(x, y, r, 0, 7), p, r);
  }

  diamond(p: Vec, colour: string, r = 6): void {
    this.mark(
      colour,
      (x, y) => {
        this.c.moveTo(x - r, y);
        this.c.lineTo(x, y - r);
        this.c.lineTo(x + r, y);
        this.c.lineTo(x, y + r);
      },
      p,
      r,
    );
  }

  star(p: Vec, colour: string, r = 9): void {
    this.mark(
      colour,
      (x, y) => {
        for (let i = 0; i < 10; i++) {
          const t = (i / 10) * 2 * Math.PI - Math.PI / 2;
          const q = i % 2 ? r * 0.45 : r;
          this.c.lineTo(x + q * Math.cos(t), y + q * Math.sin(t));
        }
      },
      p,
      r,
    );
  }

  cross(p: Vec, colour: string, r = 5): void {
    const [x, y] = this.stage.project(p);
    const { c } = this;
    c.beginPath();
    for (const s of [-1, 1]) {
      c.moveTo(x - r, y - s * r);
      c.lineTo(x + r, y + s * r);
    }
    c.strokeStyle = colour;
    c.lineWidth = 2;
    c.stroke();
  }

  target(p: Vec): void {
    const [x, y] = this.stage.project(p);
    this.room.mark(x, y, 11);
    const { c } = this;
    for (const [width, colour] of [
      [5, this.colours.paper],
      [2, this.colours.ink],
    ] as const) {
      c.beginPath();
      c.arc(x, y, 7, 0, 7);
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        c.moveTo(x + 3 * dx, y + 3 * dy);
        c.lineTo(x + 12 * dx, y + 12 * dy);
      }
      c.strokeStyle = colour;
      c.lineWidth = width;
      c.stroke();
    }
  }

  /** `pixels` long if given, else from point to point. */
  arrow(from: Vec, along: Vec, colour: string, pixels?: number): void {
    const to =
      pixels === undefined
        ? add(from, along)
        : add(from, scale(along, pixels * this.stage.perPixel(from)));
    const [x, y] = this.stage.project(from);
    const [u, v] = this.stage.project(to);
    const l = Math.hypot(u - x, v - y);
    if (l < 3) return;
    const [dx, dy] = [(u - x) / l, (v - y) / l];
    const head = Math.min(11, l * 0.6);
    const { c } = this;
    c.beginPath();
    c.moveTo(x, y);
    c.lineTo(u, v);
    c.moveTo(u - dx * head - dy * head * 0.45, v - dy * head + dx * head * 0.45);
    c.lineTo(u, v);
    c.lineTo(u - dx * head + dy * head * 0.45, v - dy * head - dx * head * 0.45);
    c.strokeStyle = colour;
    c.lineWidth = 2.25;
    c.stroke();
  }

  perPixel(p: Vec): number {
    return this.stage.perPixel(p);
  }

  /** Whether a facet, counter-clockwise from outside, faces the eye. */
  faces([p, q, r]: readonly Vec[]): boolean {
    const [[x, y], [u, v], [s, t]] = [
      this.stage.project(p),
      this.stage.project(q),
      this.stage.project(r),
    ];
    return (u - x) * (t - y) - (s - x) * (v - y) < 0;
  }

  /** The direction on the screen from one point to another. */
  away(p: Vec, from: Vec): [number, number] {
    const [[x, y], [u, v]] = [this.stage.project(p), this.stage.project(from)];
    const l = Math.hypot(x - u, y - v) || 1;
    return [(x - u) / l, (y - v) / l];
  }

  /**
   * Stands where no mark of the picture is, the first ones nearest. What has no room near by is
   * left out if it `may` be.
   */
  label(p: Vec, value: string, colour: string, dx = 9, dy = -9, weight = 600, may = false): void {
    this.labels.push(() => this.write(p, value, colour, dx, dy, weight, may));
  }

  /** Writes the labels, once all marks are drawn. */
  finish(): void {
    for (const write of this.labels.splice(0)) write();
  }

  private write(
    p: Vec,
    value: string,
    colour: string,
    dx: number,
    dy: number,
    weight: number,
    may: boolean,
  ): void {
    let [x, y] = this.stage.project(p);
    const { c } = this;
    c.font = `${weight} 13px system-ui, sans-serif`;
    const width = c.measureText(value).width + 2;
    dx = Room.within(this.stage.width, x, dx, width);
    const by = this.room.label(x + dx, y + dy, width, 13);
    if (!by && may) return;
    [x, y] = [x + (by?.[0] ?? 0), y + (by?.[1] ?? 0)];
    c.lineWidth = 4;
    c.strokeStyle = this.colours.paper;
    c.strokeText(value, x + dx, y + dy);
    c.fillStyle = colour;
    c.fillText(value, x + dx, y + dy);
  }
}
