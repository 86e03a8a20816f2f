/** A mesh becomes its hull in a worker; a bar says how long it takes, and stops it. */
import type { Shape } from "../engine";
import type { Asked, Told } from "../mesh-worker";
import { h } from "./dom";
import { plain } from "./share";

/** The page steps through so many corners within seconds. */
const MOST_CORNERS = 5000;

/** `null` if it was stopped. */
export function hullOf(bytes: Uint8Array, name: string, place: HTMLElement): Promise<Shape | null> {
  const worker = new Worker(new URL("../mesh-worker.ts", import.meta.url), { type: "module" });
  const since = Date.now();
  const says = h("span", { class: "grow", role: "status" });
  const tell = (): void => void (says.textContent = `${plain(name)}: its hull is built, for ${Math.round((Date.now() - since) / 1000)} s now`);
  const stop = h("button", { class: "small" }, "Stop");
  const bar = h("div", { class: "banner", hidden: true }, says, stop);
  place.after(bar);
  // Nobody needs a word about what is done at once.
  const clock = setInterval(() => {
    bar.hidden = false;
    tell();
  }, 500);
  const done = (): void => {
    clearInterval(clock);
    worker.terminate();
    bar.remove();
  };
  return new Promise<Shape | null>((resolve, reject) => {
    stop.addEventListener("click", () => resolve(null));
    worker.addEventListener("error", (e) => reject(new Error(e.message || "the worker could not be started")));
    worker.addEventListener("message", ({ data }: MessageEvent<Told>) => {
      if ("error" in data) return reject(new Error(data.error));
      const count = data.shape.vertices?.length ?? 0;
      if (count > MOST_CORNERS) return reject(new Error(`its hull has ${count} corners, more than the page steps through (${MOST_CORNERS}); \`clearance pair\` answers it`));
      resolve(data.shape);
    });
    const asked: Asked = { bytes, name };
    worker.postMessage(asked, [bytes.buffer]);
  }).finally(done);
}
