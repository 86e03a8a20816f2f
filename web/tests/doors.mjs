// The page's engine in a real browser against the command: each line of a file of questions
// (crates/clearance-trust/src/bin/lines.rs) is answered by both, and every number must be equal bit
// for bit (of bodies that turn, the times).
// Usage: CLEARANCE=the binary node tests/doors.mjs LINES.jsonl
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./browser/server.mjs";

const [lines] = process.argv.slice(2);
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const clearance = process.env.CLEARANCE;
if (!existsSync(browserPath) || !clearance) {
  console.log(
    "SKIPPED: the page's engine against the command, which needs a browser (CHROMIUM) and the " +
      "command (CLEARANCE)",
  );
  process.exit(0);
}

const questions = readFileSync(lines, "utf8").trim().split("\n");
let printed;
try {
  printed = execFileSync(clearance, ["query", lines], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["ignore", "pipe", "inherit"],
  });
} catch (error) {
  // Status 1: some lines have no answer; the page must refuse the same ones.
  if (error.status !== 1) throw error;
  printed = error.stdout;
}
const answers = printed.trim().split("\n");
if (answers.length !== questions.length)
  throw new Error(`${questions.length} questions, ${answers.length} answers`);

const server = await serve(fileURLToPath(new URL("../src/wasm", import.meta.url)), {
  "/empty": "",
});
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(`${server.url}empty`);

// In the page: what its engine says of each question, as the page asks it.
const said = await page.evaluate(async (questions) => {
  const wasm = await import("/clearance_web.js");
  await wasm.default();
  const padded = (v, n) => [...v, 0, 0, 0].slice(0, n);
  const ask = (text) => {
    const q = JSON.parse(text);
    if (!q.query) return { answer: wasm.answer(text) };
    const still = ({ velocity, angular_velocity, ...shape }) => shape;
    const pair = new wasm.Pair(
      JSON.stringify({ dim: q.dim, precision: q.precision, a: still(q.a), b: still(q.b) }),
    );
    if (q.query === "manifold") return { contact: [...pair.contact(q.max_distance ?? 0)] };
    const way = ({ velocity, angular_velocity: w }) => [
      ...padded(velocity ?? [], 3),
      ...(typeof w === "number" ? [0, 0, w] : padded(w ?? [], 3)),
    ];
    return { meeting: [...pair.meeting([...way(q.a), ...way(q.b)], q.max_toi)] };
  };
  return questions.map((text) => {
    try {
      return ask(text);
    } catch (error) {
      return { refused: String(error.message ?? error) };
    }
  });
}, questions);
await browser.close();
server.close();

const padded = (v) => [...v, 0].slice(0, 3);
const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const agrees = (question, found, line) => {
  const q = JSON.parse(question);
  const told = JSON.parse(line);
  if (told.error !== undefined || found.refused !== undefined)
    return told.error !== undefined && found.refused !== undefined;
  if (!q.query) return found.answer === line;
  if (q.query === "manifold") {
    if (told.points.length === 0) return found.contact.length === 0;
    const flat = told.points.flatMap(({ on_a, on_b, depth, key }) => [
      ...padded(on_a),
      ...padded(on_b),
      depth,
      Number.parseInt(key.slice(0, 8), 16),
      Number.parseInt(key.slice(8), 16),
    ]);
    return equal(found.contact, [...padded(told.normal), told.gap, told.corners, ...flat]);
  }
  const [state, low, high, ...rest] = found.meeting;
  if (state > 0 !== told.hit) return false;
  if (state === 0) return true;
  if (!(low <= told.time_of_impact && told.time_of_impact <= high)) return false;
  // Each build has its own sine, so where bodies turn the last digits may differ.
  if (q.a.angular_velocity !== undefined || q.b.angular_velocity !== undefined) return true;
  const places = [
    ...padded(told.impact_normal),
    ...padded(told.impact_a),
    ...padded(told.impact_b),
  ];
  return equal(rest.slice(0, 9), places);
};

const counts = {
  pairs: 0,
  contacts: 0,
  casts: 0,
  "casts to a distance, which the page does not ask": 0,
  "shapes without end, which it does not draw": 0,
};
let wrong = 0;
questions.forEach((question, i) => {
  const q = JSON.parse(question);
  if (q.query === "cast" && q.target_distance)
    return counts["casts to a distance, which the page does not ask"]++;
  if (/without end|cannot be drawn/.test(said[i].refused ?? ""))
    return counts["shapes without end, which it does not draw"]++;
  counts[{ manifold: "contacts", cast: "casts" }[q.query] ?? "pairs"]++;
  if (agrees(question, said[i], answers[i])) return;
  if (++wrong <= 5)
    console.log(
      `FAIL ${question}\n  the page: ${JSON.stringify(said[i])}\n  the command: ${answers[i]}`,
    );
});
const summary = Object.entries(counts)
  .map(([what, n]) => `${n} ${what}`)
  .join(", ");
if (counts.pairs === 0 || counts.contacts === 0 || counts.casts === 0)
  throw new Error(`a kind of question is missing: ${summary}`);
console.log(
  `${wrong === 0 ? "ok  " : "FAIL"} the page's engine against the command, bit for bit: ` +
    `${summary}; ${wrong} differ`,
);
process.exit(wrong === 0 ? 0 : 1);
