/** What the marks of the present step mean: those that are drawn, and no others. */
import type { Frame } from "../model/frame";
import { h, s, show } from "./dom";

const square = (style: string): SVGElement =>
  s("rect", { x: 1, y: 1, width: 14, height: 14, rx: 3, class: style });
const line = (style: string): SVGElement => s("path", { d: "M1 13L15 3", class: style });

/** A sign, its name, and where it is drawn. */
const SIGNS: [SVGElement, string, (frame: Frame) => boolean][] = [
  [
    s("path", { class: "origin", d: "M4 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M1 8H6M10 8h5M8 1v5M8 10v5" }),
    "origin",
    () => true,
  ],
  [
    s("circle", { cx: 8, cy: 8, r: 5, class: "corner" }),
    "simplex, numbered by age",
    ({ step }) => !step?.polytope,
  ],
  [
    s("circle", { cx: 8, cy: 8, r: 5, class: "corner" }),
    "the polytope's corners",
    ({ step, scene }) => scene.dim === 2 && !!step?.polytope,
  ],
  [
    s("path", {
      class: "support",
      d: "M8 1l2 5 5 .3-4 3.2 1.4 5L8 11.7 3.6 14.5 5 9.5 1 6.3 6 6z",
    }),
    "support point w",
    () => true,
  ],
  [
    s("path", { class: "witness", d: "M2 8l6-6 6 6-6 6z" }),
    "nearest point, witnesses",
    ({ step, scene }) => scene.dim === 3 || !step?.polytope,
  ],
  [
    square("region here"),
    "holds the origin",
    ({ step, scene, regions }) =>
      !step?.polytope && (scene.dim === 2 || regions === "here" || regions === "all"),
  ],
  [
    s(
      "g",
      {},
      square("region never"),
      s("path", { class: "hatch", d: "M1 6l5-5M1 11L11 1M2 15L15 2M7 15l8-8M12 15l3-3" }),
    ),
    "impossible here",
    ({ step, scene }) => !step?.polytope && scene.dim === 2,
  ],
  [
    s("path", { class: "cross", d: "M3 3l10 10M13 3L3 13" }),
    "impossible here",
    ({ step, scene, regions }) =>
      !!step && !step.polytope && scene.dim === 3 && (regions === "never" || regions === "all"),
  ],
  [line("facet chosen"), "nearest edge", ({ step, scene }) => scene.dim === 2 && !!step?.polytope],
  [square("facet-sign"), "nearest face", ({ step, scene }) => scene.dim === 3 && !!step?.polytope],
  [
    s("circle", { cx: 8, cy: 8, r: 6, class: "corner horizon" }),
    "horizon: ends of what w sees",
    ({ step, scene }) => scene.dim === 2 && !!step?.polytope?.horizon.length,
  ],
  [
    line("horizon-sign"),
    "horizon: around what w sees",
    ({ step, scene }) => scene.dim === 3 && !!step?.polytope?.horizon.length,
  ],
  [line("span deep"), "the depth at least", ({ step }) => !!step?.polytope],
];

export class Legend {
  private readonly signs = SIGNS.map(([draw, name, isDrawn]) => ({
    node: h(
      "span",
      {},
      s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, draw.cloneNode(true)),
      name,
    ),
    isDrawn,
  }));
  readonly node = h("div", { class: "legend" }, ...this.signs.map(({ node }) => node));

  draw(frame: Frame): void {
    for (const { node, isDrawn } of this.signs) show(node, isDrawn(frame));
  }
}
