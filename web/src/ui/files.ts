/** Dropped or chosen files: meshes become hulls, JSON becomes a trace or a pair. */
import * as engine from "../engine";
import type { Trace } from "../engine";
import { readPair, type Scene } from "../model/scene";

export type Opened = { kind: "mesh"; vertices: number[][] } | { kind: "trace"; trace: Trace; scene: Scene } | { kind: "pair"; scene: Scene };

export function readJson(text: string): Opened {
  // A trace is one object over many lines; a file of pairs has one per line, and the first is
  // opened.
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(text) as Record<string, unknown>;
  } catch (whole) {
    try {
      json = JSON.parse(text.trim().split("\n")[0] ?? "") as Record<string, unknown>;
    } catch {
      throw whole;
    }
  }
  if ("clearance_trace" in json) {
    if (json.clearance_trace !== 1) throw new Error(`a trace of version ${String(json.clearance_trace)}; this page reads version 1`);
    engine.checkTrace(text);
    const trace = json as unknown as Trace;
    return { kind: "trace", trace, scene: readPair(trace.query) };
  }
  return { kind: "pair", scene: readPair(json) };
}

export async function open(file: File): Promise<Opened> {
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (["json", "jsonl", "trace"].includes(extension)) return readJson(await file.text());
  const flat = engine.hullOfMesh(new Uint8Array(await file.arrayBuffer()), extension);
  const vertices: number[][] = [];
  for (let i = 0; i < flat.length; i += 3) vertices.push([flat[i]!, flat[i + 1]!, flat[i + 2]!]);
  return { kind: "mesh", vertices };
}
