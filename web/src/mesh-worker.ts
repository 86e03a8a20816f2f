/** The hull of a mesh file beside the page, which stays alive meanwhile. */
import * as engine from "./engine";

export interface Asked {
  bytes: Uint8Array;
  name: string;
  /**
   * The place of one object, `null` for all as one; without it, one is asked for if there are more.
   */
  object?: number | null;
}

export interface Choice {
  objects: string[];
  bytes: Uint8Array;
}

export type Told = Choice | { shape: engine.Shape } | { error: string };

addEventListener("message", ({ data: { bytes, name, object } }: MessageEvent<Asked>) => {
  const answer = (): Told => {
    const objects = object === undefined ? engine.meshObjects(bytes, name) : [];
    return objects.length > 1
      ? { objects, bytes }
      : { shape: engine.hullOfMesh(bytes, name, object ?? null) };
  };
  engine
    .load()
    .then(answer)
    .catch((e: unknown): Told => ({ error: e instanceof Error ? e.message : String(e) }))
    .then((told) => postMessage(told));
});
