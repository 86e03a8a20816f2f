/**
 * Taking a query elsewhere: a link, a picture, the trace, and the same query as Rust, JSON or a
 * command.
 */

import * as engine from "../engine";
import { found } from "../found";
import { pairJson, type Scene } from "../model/scene";
import { h } from "./dom";

/**
 * A message that may repeat untrusted text: without characters that turn the reading direction or
 * hide.
 */
export const plain = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (c) => `\\u{${found(c.codePointAt(0), "a character").toString(16)}}`,
  );

export function toast(message: string): void {
  document.querySelector(".toast")?.remove();
  const node = h("div", { class: "toast", role: "status" }, plain(message));
  document.body.append(node);
  // As long as it takes to be read.
  setTimeout(() => node.remove(), Math.max(2600, 70 * message.length));
}

export function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export async function copy(value: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    toast(`${what} copied`);
  } catch {
    // Without permission or a secure context, the text is offered for copying by hand.
    const area = h("textarea", { readonly: true, "aria-label": what }, value);
    area.style.height = "14em";
    const dialog = h(
      "dialog",
      {},
      h("h2", {}, what),
      area,
      h("form", { method: "dialog" }, h("button", {}, "Close")),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    area.select();
  }
}

/**
 * Single quotes keep the shell from expanding anything, and a text in JSON has its own written by
 * number. `printf`, since `echo` may interpret `\\u`.
 */
export const command = (scene: Scene): string =>
  `printf '%s\\n' '${pairJson(scene).replaceAll("'", "\\u0027")}' | clearance query -`;

export function copyAs(scene: Scene, what: "rust" | "json" | "command"): Promise<void> {
  if (what === "rust") return copy(engine.toRust(pairJson(scene)), "Rust program");
  if (what === "json") return copy(pairJson(scene), "JSON line");
  return copy(command(scene), "Command");
}

const STYLED = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "stroke-linecap",
  "opacity",
  "font-size",
  "font-weight",
  "font-family",
  "paint-order",
  "display",
];

/** The SVG with its styles inlined, so that it looks the same outside the page. */
export function standalone(svg: SVGSVGElement): string {
  const out = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll<SVGElement>("*")];
  const to = [out, ...out.querySelectorAll<SVGElement>("*")];
  from.forEach((node, i) => {
    const style = getComputedStyle(node);
    // Not as an attribute: the page's own policy forbids that.
    for (const k of STYLED) to[i].style.setProperty(k, style.getPropertyValue(k));
    to[i].removeAttribute("class");
  });
  const { clientWidth: w, clientHeight: hgt } = svg;
  out.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  out.setAttribute("width", String(w));
  out.setAttribute("height", String(hgt));
  out.setAttribute("viewBox", `0 0 ${w} ${hgt}`);
  out.style.background = getComputedStyle(document.documentElement).getPropertyValue("--card");
  return new XMLSerializer().serializeToString(out);
}

/** The same as pixels, at twice the size for sharp print. */
export async function pixels(svg: SVGSVGElement): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg))}`;
  await image.decode();
  const canvas = h("canvas", { width: svg.clientWidth * 2, height: svg.clientHeight * 2 });
  const pen = found(canvas.getContext("2d"), "the pen of a canvas");
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--card");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Both views side by side, with words below them, if there are any. */
export function beside(
  left: HTMLCanvasElement,
  right: HTMLCanvasElement,
  words = "",
): HTMLCanvasElement {
  const width = left.width + right.width + 24;
  const height = Math.max(left.height, right.height);
  const size = Math.round(width / 64);
  const canvas = h("canvas", { width, height: height + (words ? size * 5 : 0) });
  const pen = found(canvas.getContext("2d"), "the pen of a canvas");
  const colours = getComputedStyle(document.documentElement);
  pen.fillStyle = colours.getPropertyValue("--paper");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(left, 0, 0);
  pen.drawImage(right, left.width + 24, 0);
  pen.fillStyle = colours.getPropertyValue("--ink");
  pen.font = `${size}px system-ui, sans-serif`;
  lines(pen, words, width - 2 * size).forEach((line, i) =>
    pen.fillText(line, size, height + size * (1.5 + 1.3 * i)),
  );
  return canvas;
}

/** Breaks words into lines no wider than this. */
function lines(pen: CanvasRenderingContext2D, words: string, width: number): string[] {
  const out: string[] = [];
  for (const word of words.split(" ")) {
    const longer = out.length ? `${out.at(-1)} ${word}` : word;
    if (out.length && pen.measureText(longer).width <= width) out[out.length - 1] = longer;
    else out.push(word);
  }
  return out;
}

export interface ShareActions {
  link: () => string;
  png: () => Promise<void>;
  /** Reports its progress; false if no film can be made. */
  film: false | ((progress: (words: string) => void) => Promise<void>);
  svg: (() => void) | null;
  trace: () => void;
  copyAs: (what: "rust" | "json" | "command") => void;
}

export function shareDialog(actions: ShareActions): void {
  const progress = h("p", { class: "told", role: "status" });
  const makeFilm = async (e: Event): Promise<void> => {
    if (!actions.film) return;
    const pressed = e.currentTarget as HTMLButtonElement;
    pressed.disabled = true;
    await actions.film((words) => (progress.textContent = words));
    pressed.disabled = false;
    progress.textContent = "";
  };
  const link = h(
    "textarea",
    { readonly: true, "aria-label": "Link to this state", spellcheck: "false" },
    actions.link(),
  );
  const button = (label: string, onclick: () => unknown): HTMLElement =>
    h("button", { onclick }, label);
  const dialog = h(
    "dialog",
    { "aria-label": "Share" },
    h("h2", {}, "Share"),
    h(
      "p",
      {},
      "The link holds the whole state: shapes, poses, step and view. Nothing is sent anywhere.",
    ),
    h("h3", {}, "Link"),
    link,
    h(
      "div",
      { class: "row" },
      button("Copy link", () => copy(actions.link(), "Link")),
    ),
    h("h3", {}, "Pictures and trace"),
    h(
      "div",
      { class: "row" },
      button("PNG", () => void actions.png()),
      actions.svg ? button("SVG", actions.svg) : null,
      actions.film
        ? h("button", { onclick: (e: Event) => void makeFilm(e) }, "Film of the steps (WebM)")
        : null,
      button("Trace (JSON)", actions.trace),
    ),
    progress,
    h("h3", {}, "This query elsewhere"),
    h(
      "div",
      { class: "row" },
      button("Rust", () => actions.copyAs("rust")),
      button("JSON", () => actions.copyAs("json")),
      button("Command line", () => actions.copyAs("command")),
    ),
    closing(),
  );
  open(dialog);
}

function closing(): HTMLFormElement {
  const close = h("button", { class: "primary" }, "Close");
  const form = h("form", { method: "dialog" }, h("p", { class: "row" }, close));
  form.style.marginTop = "18px";
  return form;
}

function open(dialog: HTMLDialogElement): void {
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const KEYS: [string, string][] = [
  ["A  B", "choose a shape"],
  ["arrows", "move it; with Shift finer; Page Up and Down towards the eye and away"],
  ["Q  E", "turn it"],
  ["+  −", "scale it"],
  ["[  ]", "step back and forth; Home and End to the ends"],
  ["space", "play and pause"],
  ["Esc", "back to the answer"],
  ["F", "fit everything into view"],
  ["C", "where they touch: the contact's points, and back"],
  ["M", "when they meet: a motion, and back"],
  [",  .", "back and forth in the time of a motion"],
  ["P", "play the motion"],
  ["Ctrl+Z", "back to the pair before"],
  ["?", "this help"],
];

export function helpDialog(): void {
  const dialog = h(
    "dialog",
    { "aria-label": "Help" },
    h("h2", {}, "Keys and gestures"),
    h(
      "dl",
      {},
      ...KEYS.flatMap(([k, v]) => [
        h("dt", {}, ...k.split("  ").flatMap((x, i) => [i ? " " : "", h("kbd", {}, x)])),
        h("dd", {}, v),
      ]),
    ),
    h(
      "p",
      {},
      "Drag a shape to move it, its ring to turn it, the tip of a velocity to change it. Drag " +
        "the ground to look elsewhere, the wheel or two fingers to zoom. Two fingers on a shape " +
        "turn and scale it; Shift and Alt with the wheel do the same. Drag the difference in the " +
        "plane, and B moves against it.",
    ),
    closing(),
  );
  open(dialog);
}
