/** The header and the frames of the views. */
import type { Dim } from "../model/scene";
import type { Tab } from "../model/url";
import { attr, h, s } from "./dom";
import { icon } from "./icons";
import { toggleTheme } from "./theme";

export interface Header {
  node: HTMLElement;
  update: (dim: Dim, tab: Tab) => void;
}

export interface HeaderActions {
  dim: (dim: Dim) => void;
  tab: (tab: Tab) => void;
  share: () => void;
  help: () => void;
  meter: HTMLElement;
}

const TABS: [Tab, string][] = [
  ["explore", "Explore"],
  ["compare", "Compare"],
  ["lessons", "Lessons"],
];

function group<K extends string | number>(
  label: string,
  options: [K, string][],
  pick: (key: K) => void,
): { node: HTMLElement; set: (key: K) => void } {
  const buttons = options.map(
    ([key, name]) => [key, h("button", { onclick: () => pick(key) }, name)] as const,
  );
  return {
    node: h(
      "div",
      { class: "switch", role: "group", "aria-label": label },
      ...buttons.map(([, b]) => b),
    ),
    set: (now) => buttons.forEach(([key, b]) => attr(b, "aria-pressed", String(key === now))),
  };
}

export function header(actions: HeaderActions): Header {
  const dims = group<Dim>(
    "Dimension",
    [
      [2, "2D"],
      [3, "3D"],
    ],
    actions.dim,
  );
  const tabs = group<Tab>("Part of the page", TABS, actions.tab);
  const button = (name: string, label: string, onclick: () => void): HTMLElement =>
    h("button", { class: "icon plain", "aria-label": label, title: label, onclick }, icon(name));
  const mark = s(
    "svg",
    { viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("circle", { cx: 10.5, cy: 19, r: 9, fill: "var(--a)" }),
    s("path", { d: "M19 3h11v14L19 7z", fill: "var(--b)" }),
    s("path", {
      d: "M17 12l2.6-2.8",
      stroke: "var(--ink)",
      "stroke-width": 2.5,
      "stroke-linecap": "round",
    }),
  );
  const node = h(
    "header",
    { class: "top" },
    h("h1", {}, mark, h("span", { class: "word" }, "clearance"), h("small", {}, "see it")),
    tabs.node,
    dims.node,
    actions.meter,
    h(
      "span",
      { class: "ends" },
      button("help", "Keys and gestures", actions.help),
      button("share", "Share", actions.share),
      button("theme", "Light or dark", toggleTheme),
    ),
  );
  return {
    node,
    update: (dim, tab) => {
      dims.set(dim);
      tabs.set(tab);
      dims.node.hidden = tab === "lessons";
      actions.meter.hidden = tab === "lessons";
    },
  };
}

export function viewPane(
  side: "world" | "difference",
  title: string,
  help: string,
): { node: HTMLElement; stage: HTMLElement; tools: HTMLElement } {
  const stage = h("div", {
    class: "stage",
    tabindex: 0,
    role: "group",
    "aria-label": `${title}. ${help}`,
  });
  const tools = h("div", { class: "tools" });
  return {
    node: h("section", { class: `view ${side}` }, h("h2", {}, title), tools, stage),
    stage,
    tools,
  };
}
