/** Dropped or chosen files: meshes become hulls, JSON becomes a trace or a pair. */

import type { Shape, Trace } from "../engine";
import * as engine from "../engine";
import { type Motion, readLine } from "../model/motion";
import { readPair, type Scene } from "../model/scene";
import { hullOf } from "./mesh";

export type Opened =
  | { kind: "mesh"; shape: Shape | null }
  | { kind: "trace"; trace: Trace; scene: Scene }
  | { kind: "pair"; scene: Scene; count: number; motion: Motion | null; ofTrace: boolean };

export function readJson(text: string): Opened {
  // A trace is one object over many lines; a file of pairs has one per line, and the first is
  // opened.
  const lines = text.split("\n").filter((line) => line.trim());
  let [json, pair, count]: [Record<string, unknown>, string, number] = [{}, text, 1];
  try {
    json = JSON.parse(text) as Record<string, unknown>;
  } catch (whole) {
    try {
      [json, pair, count] = [
        JSON.parse(lines[0] ?? "") as Record<string, unknown>,
        lines[0] ?? "",
        lines.length,
      ];
    } catch {
      throw whole;
    }
  }
  if (typeof json !== "object" || json === null) throw new Error("it holds no trace and no pair");
  if ("clearance_trace" in json) {
    if (json.clearance_trace !== 1)
      throw new Error(
        `a trace of version ${String(json.clearance_trace)}; this page reads version 1`,
      );
    const trace = json as unknown as Trace;
    if (trace.query?.query === "cast")
      return { ...opened(trace.query, JSON.stringify(trace.query), 1), ofTrace: true };
    engine.checkTrace(text);
    return { kind: "trace", trace, scene: readPair(trace.query) };
  }
  return opened(json, pair, count);
}

function opened(json: unknown, text: string, count: number): Opened & { kind: "pair" } {
  const line = readLine(json);
  // The engine refuses what the page's own reader cannot see, such as a key that is there twice.
  if (line.motion) engine.checkLine(text);
  else engine.answer(text);
  return { kind: "pair", count, ofTrace: false, ...line };
}

/** A mesh whose hull takes long shows so after `place`; it is `null` if it was stopped. */
export async function open(file: File, place: HTMLElement): Promise<Opened> {
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (["json", "jsonl", "trace"].includes(extension)) return readJson(await file.text());
  return {
    kind: "mesh",
    shape: await hullOf(new Uint8Array(await file.arrayBuffer()), file.name, place),
  };
}
