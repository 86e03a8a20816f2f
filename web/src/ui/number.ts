/** A field that holds a number. */
import { FARTHEST } from "../model/scene";
import { h } from "./dom";

export interface Box {
  input: HTMLInputElement;
  read: () => number;
}

export function number(
  label: string,
  read: () => number,
  write: (x: number) => void,
  least?: number,
): { node: HTMLElement; box: Box } {
  const input = h("input", {
    type: "number",
    step: "any",
    inputmode: "decimal",
    ...(least === undefined ? {} : { min: least }),
  });
  input.addEventListener("change", () => {
    const x = input.valueAsNumber;
    // A field without a number, or with one that no view can show, is reset.
    if (Math.abs(x) <= FARTHEST && (least === undefined || x >= least)) write(x);
    else input.value = String(read());
  });
  // A comma, which some browsers drop so that 1,5 would be 15, is a point.
  input.addEventListener("beforeinput", (e) => {
    if (e.data !== ",") return;
    e.preventDefault();
    document.execCommand("insertText", false, ".");
  });
  input.value = String(read());
  return { node: h("label", {}, label, input), box: { input, read } };
}

/** Shows changes from elsewhere, except in the field that is being edited. */
export const refresh = (boxes: readonly Box[], all = false): void => {
  for (const { input, read } of boxes)
    if (all || input !== document.activeElement) input.value = String(read());
};
