/** Dropped or chosen files: meshes become hulls, JSON becomes a trace or a pair. */
import * as engine from "../engine";
import type { Shape, Trace } from "../engine";
import { readPair, type Scene } from "../model/scene";

export type Opened = { kind: "mesh"; shape: Shape } | { kind: "trace"; trace: Trace; scene: Scene } | { kind: "pair"; scene: Scene; count: number };

export function readJson(text: string): Opened {
  // A trace is one object over many lines; a file of pairs has one per line, and the first is
  // opened.
  const lines = text.split("\n").filter((line) => line.trim());
  let [json, pair, count]: [Record<string, unknown>, string, number] = [{}, text, 1];
  try {
    json = JSON.parse(text) as Record<string, unknown>;
  } catch (whole) {
    try {
      [json, pair, count] = [JSON.parse(lines[0] ?? "") as Record<string, unknown>, lines[0] ?? "", lines.length];
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
  // The engine refuses what the page's own reader cannot see, such as a key that is there twice.
  engine.answer(pair);
  return { kind: "pair", scene: readPair(json), count };
}

export async function open(file: File): Promise<Opened> {
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (["json", "jsonl", "trace"].includes(extension)) return readJson(await file.text());
  return { kind: "mesh", shape: engine.hullOfMesh(new Uint8Array(await file.arrayBuffer()), file.name) };
}
