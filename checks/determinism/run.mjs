// Runs the wasm build as src/main.rs runs the others: node run.mjs FILE [SPACE [PAIR]]
import { readFileSync, writeFileSync } from "node:fs";

const [file, space, pair] = process.argv.slice(2);
const decoder = new TextDecoder();
let text = "";
const write = (start, length) => {
  text += decoder.decode(new Uint8Array(exports.memory.buffer, start, length));
};
const { instance } = await WebAssembly.instantiate(readFileSync(file), { host: { write } });
const { exports } = instance;
try {
  if (space === undefined) [0, 1, 2, 3].forEach((each) => exports.totals(each));
  else if (pair === undefined) exports.each_pair(Number(space));
  else exports.pair(Number(space), Number(pair));
} finally {
  writeFileSync(1, text);
}
