/** The hull of a mesh file beside the page, which stays alive meanwhile. */
import * as engine from "./engine";

export interface Asked {
  bytes: Uint8Array;
  name: string;
}

export type Told = { shape: engine.Shape } | { error: string };

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  const tell = (told: Told): void => postMessage(told);
  engine
    .load()
    .then(() => tell({ shape: engine.hullOfMesh(data.bytes, data.name) }))
    .catch((e: unknown) => tell({ error: e instanceof Error ? e.message : String(e) }));
});
