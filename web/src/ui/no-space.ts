import { h } from "./dom";

/** Says in both panes why there is no picture of space; the answer beside them stays right. */
export function noSpace(
  hosts: { world: HTMLElement; difference: HTMLElement },
  error: unknown,
): void {
  const webgl = error instanceof Error && /webgl/i.test(error.message);
  const why = webgl
    ? "This browser gives the page no WebGL, which pictures of space need: it may be switched " +
      "off in its settings."
    : "The file with the pictures of space could not be loaded. Reload the page, or go to 2D and " +
      "back.";
  for (const host of [hosts.world, hosts.difference])
    host.replaceChildren(
      h(
        "p",
        { class: "error", role: "alert" },
        `No picture: ${why} The answer, the steps and the code are not affected.`,
      ),
    );
}
