/** The real engine in Node: the module's bytes instead of a fetch. */
import { readFileSync } from "node:fs";
import { load } from "../src/engine";

export const ready = (): Promise<unknown> =>
  load(readFileSync(new URL("../src/wasm/clearance_web_bg.wasm", import.meta.url)));
