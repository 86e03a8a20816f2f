/** The hull of a mesh file beside the page, which stays alive meanwhile. */
import * as engine from "./engine";
import { isHullOfConcave } from "./model/scene";
import type { Surface } from "./model/surface";

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

/** A hull, and the triangles that it stands for where they are not convex. */
export interface Made {
  shape: engine.Shape;
  surface: Surface | null;
}

export type Told = Choice | Made | { error: string };

addEventListener("message", ({ data: { bytes, name, object } }: MessageEvent<Asked>) => {
  const answer = (): Told => {
    const objects = object === undefined ? engine.meshObjects(bytes, name) : [];
    if (objects.length > 1) return { objects, bytes };
    const shape = engine.hullOfMesh(bytes, name, object ?? null);
    const dented = isHullOfConcave(shape);
    return { shape, surface: dented ? engine.surfaceOfMesh(bytes, name, object ?? null) : null };
  };
  engine
    .load()
    .then(answer)
    .catch((e: unknown): Told => ({ error: e instanceof Error ? e.message : String(e) }))
    .then((told) => postMessage(told));
});
