/** Elements in one line each; no framework. */
type Child = Node | string | null | undefined;
type Props = Record<string, unknown>;

const SVG = "http://www.w3.org/2000/svg";

function fill(node: Element, props: Props, children: Child[]): void {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === false || value === null) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value as EventListener);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.filter((c): c is Node | string => c !== null && c !== undefined));
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  fill(node, props, children);
  return node;
}

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS(SVG, tag);
  fill(node, props, children);
  return node;
}

/** Writes only if something has changed: avoids needless layout. */
export function text(node: Element, value: string): void {
  if (node.textContent !== value) node.textContent = value;
}

/** Numbers with two spaces between, none of which is broken across lines. */
export function numbers(node: Element, value: string): void {
  if (node.textContent === value) return;
  node.replaceChildren(
    ...value.split("  ").flatMap((word, i) => [i ? "  " : "", h("span", {}, word)]),
  );
}

export function attr(node: Element, name: string, value: string | null): void {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

export function show(node: HTMLElement | SVGElement, visible: boolean): void {
  if (node instanceof HTMLElement) node.hidden = !visible;
  else attr(node, "display", visible ? null : "none");
}
