/** A diagram with points to drag, by pointer or by arrow keys. */
import { add, type Vec } from "../math/vec";
import { fromPixel, Pencil } from "../plane/pencil";
import { attr, h, s } from "../ui/dom";
import { gestures } from "../ui/gestures";

export interface Handle {
  p: Vec;
  style: string;
  node: SVGCircleElement;
  /** Maps a wanted position to an allowed one, for example on a circle. */
  limit: (p: Vec) => Vec;
}

export class Board {
  readonly svg: SVGSVGElement;
  readonly pencil: Pencil;
  private readonly handles: Handle[] = [];
  private readonly top = s("g");
  private readonly ground = s("g");
  /** What a drag on the ground does; nothing by default. */
  onGround: ((dx: number, dy: number) => void) | null = null;

  constructor(
    label: string,
    private readonly reach: number,
    private readonly paint: (pencil: Pencil) => void,
  ) {
    this.svg = s(
      "svg",
      { class: "diagram", role: "group", "aria-label": label },
      this.ground,
      this.top,
    );
    this.pencil = new Pencil(this.ground);
    gestures(this.svg, {
      start: (x, y): Handle | "ground" | null =>
        this.pick(x, y) ?? (this.onGround ? "ground" : null),
      drag: (t: Handle | "ground", x, y, dx, dy) => {
        if (t === "ground") this.onGround?.(dx, dy);
        else t.p = t.limit(fromPixel(this.pencil.window, x, y));
        this.draw();
      },
      pinch: () => undefined,
      wheel: () => undefined,
      end: () => undefined,
      holds: (x, y) => this.pick(x, y) !== null,
    });
    new ResizeObserver(() => this.draw()).observe(this.svg);
  }

  private pick(x: number, y: number): Handle | null {
    let best: Handle | null = null;
    let least = 26;
    for (const handle of this.handles) {
      const [px, py] = this.pencil.at(handle.p);
      const d = Math.hypot(px - x, py - y);
      if (d < least) [best, least] = [handle, d];
    }
    best?.node.focus({ preventScroll: true });
    return best;
  }

  handle(name: string, p: Vec, style: string, limit: (p: Vec) => Vec = (q) => q): Handle {
    const node = s("circle", {
      class: `handle ${style}`,
      r: 8,
      tabindex: 0,
      role: "button",
      "aria-label": `${name}: drag, or move with the arrow keys`,
    });
    const handle: Handle = { p, style, node, limit };
    node.addEventListener("keydown", (e) => {
      const d: Record<string, Vec> = {
        ArrowRight: [1, 0, 0],
        ArrowLeft: [-1, 0, 0],
        ArrowUp: [0, 1, 0],
        ArrowDown: [0, -1, 0],
      };
      const along = d[e.key];
      if (!along) return;
      e.preventDefault();
      const k = (this.reach / 40) * (e.shiftKey ? 0.2 : 1);
      handle.p = handle.limit(add(handle.p, [along[0] * k, along[1] * k, 0]));
      this.draw();
    });
    this.handles.push(handle);
    this.top.append(node);
    return handle;
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.svg;
    if (!width || !height) return;
    this.pencil.begin({ width, height, look: { centre: [0, 0, 0], reach: this.reach } });
    this.paint(this.pencil);
    this.pencil.end();
    for (const { p, node } of this.handles) {
      const [x, y] = this.pencil.at(p);
      attr(node, "cx", x.toFixed(1));
      attr(node, "cy", y.toFixed(1));
    }
  }
}

export interface LessonHost {
  figure: HTMLElement;
  caption: HTMLElement;
}

export interface Lesson {
  title: string;
  prose: string[];
  /** Builds the figure; the returned function frees its resources. */
  build: (host: LessonHost) => void | (() => void);
}

/** A slider with its name and its value in words. */
export function slider(
  name: string,
  least: number,
  most: number,
  value: number,
  words: (x: number) => string,
  change: (x: number) => void,
): HTMLElement {
  const input = h("input", {
    type: "range",
    min: least,
    max: most,
    step: 1,
    value,
    "aria-label": name,
  });
  const out = h("output", {}, words(value));
  input.addEventListener("input", () => {
    out.textContent = words(input.valueAsNumber);
    attr(input, "aria-valuetext", words(input.valueAsNumber));
    change(input.valueAsNumber);
  });
  return h("div", { class: "controls" }, h("span", {}, name), input, out);
}

export function choice<K extends string>(
  name: string,
  options: [K, string][],
  change: (key: K) => void,
): HTMLElement {
  const select = h(
    "select",
    { "aria-label": name },
    ...options.map(([k, label]) => h("option", { value: k }, label)),
  );
  select.style.width = "auto";
  select.addEventListener("change", () => change(select.value as K));
  return h("div", { class: "controls" }, h("span", {}, name), select);
}

/** Caption text in which `*words*` stand out. */
export function say(node: HTMLElement, value: string): void {
  if (node.dataset.said === value) return;
  node.dataset.said = value;
  node.replaceChildren(...value.split("*").map((part, i) => (i % 2 ? h("b", {}, part) : part)));
}
