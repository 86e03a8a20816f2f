/**
 * A mesh becomes its hull in a worker; a bar asks which object, says how long it takes, and stops
 * it.
 */
import type { Shape } from "../engine";
import type { Asked, Choice, Told } from "../mesh-worker";
import { keep } from "../model/surface";
import { h } from "./dom";
import { plain } from "./share";

/** The page steps through so many corners within seconds. */
const MOST_CORNERS = 5000;

/** `null` if it was stopped. */
export function hullOf(bytes: Uint8Array, name: string, place: HTMLElement): Promise<Shape | null> {
  const worker = new Worker(new URL("../mesh-worker.ts", import.meta.url), { type: "module" });
  const says = h("span", { class: "grow", role: "status" });
  const stop = h("button", { class: "small" }, "Stop");
  const bar = h("div", { class: "banner", hidden: true }, says, stop);
  place.after(bar);
  let clock = 0;
  const ask = (asked: Asked): void => {
    const since = Date.now();
    worker.postMessage(asked, [asked.bytes.buffer]);
    // Nobody needs a word about what is done at once.
    clock = window.setInterval(() => {
      bar.hidden = false;
      const seconds = Math.round((Date.now() - since) / 1000);
      says.textContent = `${plain(name)}: its hull is built, for ${seconds} s now`;
    }, 500);
  };
  /** Which of the objects; the bar is then as before. */
  const choose = ({ objects, bytes }: Choice): void => {
    const options = objects.map((own, i) =>
      h("option", { value: String(i) }, plain(own) || `object ${i + 1}`),
    );
    const pick = h(
      "select",
      { "aria-label": "Object of the file" },
      ...options,
      h("option", { value: "all" }, "all of them, as one hull"),
    );
    const open = h("button", { class: "small primary" }, "Open");
    says.textContent = `${plain(name)} has ${objects.length} objects. Which one?`;
    stop.before(pick, open);
    bar.hidden = false;
    open.addEventListener("click", () => {
      const object = pick.value === "all" ? null : Number(pick.value);
      pick.remove();
      open.remove();
      bar.hidden = true;
      ask({ bytes, name, object });
    });
  };
  return new Promise<Shape | null>((resolve, reject) => {
    stop.addEventListener("click", () => resolve(null));
    worker.addEventListener("error", (e) =>
      reject(new Error(e.message || "the worker could not be started")),
    );
    worker.addEventListener("message", ({ data }: MessageEvent<Told>) => {
      clearInterval(clock);
      if ("objects" in data) return choose(data);
      if ("error" in data) return reject(new Error(data.error));
      const count = data.shape.vertices?.length ?? 0;
      if (count > MOST_CORNERS)
        return reject(
          new Error(
            `its hull has ${count} corners, more than the page steps through ` +
              `(${MOST_CORNERS}); \`clearance pair\` answers it`,
          ),
        );
      resolve(keep(data.shape, data.surface));
    });
    ask({ bytes, name });
  }).finally(() => {
    clearInterval(clock);
    worker.terminate();
    bar.remove();
  });
}
