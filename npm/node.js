// The same module, where it is started from a file.
import { readFile } from "node:fs/promises";
import begin from "./clearance.js";

export * from "./clearance.js";

const file = new URL("./wasm/clearance_wasm_bg.wasm", import.meta.url);

/** Starts the library, by default from the package's own file. */
export default (source) => begin(source ?? readFile(file));
