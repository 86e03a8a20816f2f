// The built page in a real browser, against the native command line.
// Arguments name the parts to run; without arguments, all parts run.
// CLEARANCE: path of the `clearance` binary; CHROMIUM: path of the browser; PICTURES: a folder that
// keeps the screenshots.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import {
  drag,
  findShape,
  native,
  printed,
  query,
  reads,
  sentences,
  settled,
} from "./browser/page.mjs";
import { shrink } from "./browser/png.mjs";
import { serve } from "./browser/server.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const clearance = process.env.CLEARANCE;
if (!existsSync(browserPath)) {
  console.log(
    `SKIPPED: the browser test, since there is no browser at ${browserPath}; set CHROMIUM`,
  );
  process.exit(0);
}
if (!clearance)
  console.log("SKIPPED: comparison with the command line, since CLEARANCE names no binary");

// The limit of a first load, as sent: in brotli, which the build writes beside each file.
const LIMIT_KB = 700;
const IMAGE_KB = 150;
const scratch = mkdtempSync(join(tmpdir(), "see-it-"));
const images = process.env.PICTURES ?? join(scratch, "img");
mkdirSync(images, { recursive: true });

let failures = 0;
const errors = [];
function check(name, ok, detail = "") {
  if (!ok) failures++;
  console.log(`${ok ? "ok  " : "FAIL"} ${name}${detail ? `: ${detail}` : ""}`);
}
/** Checks what an element says once the page has drawn it. */
async function reading(name, locator, pattern) {
  const said = await reads(locator, pattern);
  check(name, pattern.test(said), said);
}
const same = (name, a, b) =>
  check(
    name,
    JSON.stringify(a) === JSON.stringify(b),
    JSON.stringify(a) === JSON.stringify(b)
      ? ""
      : `${JSON.stringify(a)} against ${JSON.stringify(b)}`,
  );
const ask = (pair, args = ["query", "-"]) =>
  execFileSync(clearance, args, {
    input: `${JSON.stringify(pair)}\n`,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });

const server = await serve(here("../dist"));
const browser = await chromium.launch({
  executablePath: browserPath,
  args: [
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
async function open(hash = "", options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    ...options,
  });
  const page = await context.newPage();
  page.on(
    "console",
    (m) =>
      ["error", "warning"].includes(m.type()) &&
      !/GPU stall|software WebGL|swiftshader/i.test(m.text()) &&
      errors.push(`${m.type()}: ${m.text()}`),
  );
  page.on("pageerror", (e) => errors.push(e.stack ?? String(e)));
  await page.goto(server.url + hash);
  await page.waitForSelector(".verdict:not(:empty), .lesson h2");
  return page;
}
async function picture(page, name) {
  await page.waitForTimeout(900);
  const small = shrink(await page.screenshot());
  writeFileSync(join(images, `${name}.png`), small);
  check(
    `picture ${name}`,
    small.length < IMAGE_KB * 1000,
    `${(small.length / 1000).toFixed(0)} kB`,
  );
}
async function agrees(page, name) {
  const shown = await printed(page);
  if (clearance)
    same(
      `${name}: the page prints what the command line prints`,
      shown,
      native(ask(await query(page))),
    );
  return shown;
}
async function accessible(page, name) {
  // Not as a script of the page: its policy only runs its own.
  await page.evaluate(readFileSync(here("../node_modules/axe-core/axe.min.js"), "utf8"));
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ["violations"] }),
  );
  check(
    `accessible: ${name}`,
    violations.length === 0,
    violations
      .map(
        (v) =>
          `${v.id} (${v.nodes
            .map((n) => n.target.join(" "))
            .slice(0, 3)
            .join("; ")})`,
      )
      .join(", "),
  );
}
const figures = async (page) =>
  page.locator(".meter").evaluate((n) => ({ ...n.dataset, title: n.title }));

async function plane() {
  server.forget();
  const page = await open();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await settled(page);
  const sizes = server.sizes().filter((s) => s.path !== "/sw.js");
  const first = sizes.filter((s) => !/view-|course-|mesh-worker-/.test(s.path));
  for (const s of sizes)
    console.log(
      `     ${s.path}: ${(s.raw / 1000).toFixed(1)} kB, gzip ${(s.gzip / 1000).toFixed(1)}, ` +
        `sent ${(s.sent / 1000).toFixed(1)}`,
    );
  const sum = (list, kind) => (list.reduce((n, s) => n + s[kind], 0) / 1000).toFixed(0);
  check(
    "first load",
    Number(sum(first, "sent")) <= LIMIT_KB,
    `${sum(first, "sent")} kB sent, where gzip is ${sum(first, "gzip")} kB; with space, ` +
      `lessons and all for offline use: ${sum(sizes, "sent")} kB, gzip ${sum(sizes, "gzip")} kB`,
  );
  await agrees(page, "plane, at the start");
  const before = await query(page);
  const label = await page.locator("text.name.b").boundingBox();
  await drag(page, { x: label.x + 4, y: label.y + 6 }, 40, 60);
  await page.mouse.move(label.x + 4, label.y + 6);
  await page.mouse.down();
  await page.mouse.move(label.x - 60, label.y + 20, { steps: 8 });
  await page.mouse.up();
  const after = await query(page);
  check(
    "dragging moves B and only B",
    JSON.stringify(before.b.pose) !== JSON.stringify(after.b.pose) &&
      JSON.stringify(before.a) === JSON.stringify(after.a),
  );
  await agrees(page, "plane, after dragging");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("q");
  await page.keyboard.press("+");
  const keyed = await query(page);
  check(
    "keys move, turn and scale B",
    keyed.b.pose.translation[0] !== after.b.pose.translation[0] &&
      keyed.b.pose.angle !== after.b.pose.angle &&
      keyed.b.radius !== after.b.radius,
  );
  await page.getByLabel("Precision").selectOption("f32");
  await agrees(page, "plane, in f32");
  await page.getByLabel("Precision").selectOption("f64");
  const says = await sentences(page);
  check(
    "every step says something",
    says.length > 1 && says.every((t) => t.split("\n")[1]?.length > 10),
    `${says.length} steps`,
  );
  await page.keyboard.press("Home");
  await page.keyboard.press("]");
  await page.keyboard.press("]");
  await settled(page);
  const shared = await page.evaluate(() => location.hash);
  const said = await page.locator("[data-field=says]").innerText();
  const shown = await printed(page);
  const again = await open(shared);
  same("a link brings back the same answer", await printed(again), shown);
  same(
    "a link brings back the same step",
    await again.locator("[data-field=says]").innerText(),
    said,
  );
  await again.context().close();
  await picture(page, "see-2d-stepping");
  await accessible(page, "explore");
  await page.getByRole("button", { name: "Light or dark" }).click();
  await accessible(page, "explore, dark");
  await page.getByRole("button", { name: "Light or dark" }).click();
  return page;
}

/** The marks of the plane, from the lowest to the highest. */
const marks = (page) =>
  page
    .locator(".view svg.plane")
    .evaluateAll((views) =>
      views.map((v) => [...v.querySelectorAll("path, circle, text")].map((n) => n.outerHTML)),
    );

/** Everything shown while something is dragged at a step belongs to one moment. */
async function moments() {
  const page = await open();
  check(
    "the meter is silent until it means something",
    (await page.locator(".meter").innerText()) === "",
  );
  for (let k = 0; k < 3; k++) await page.keyboard.press("]");
  await settled(page);
  const verdict = () => page.locator("section[aria-label=Answer] .verdict").innerText();
  const apart = {
    verdict: await verdict(),
    seal: await page.locator("section[aria-label=Answer] .seal").innerText(),
  };
  check(
    "apart, and certified",
    apart.verdict.startsWith("Apart") && apart.seal.startsWith("Certified: apart"),
    apart.seal,
  );
  const [from, onto] = [
    await page.locator("text.name.b").boundingBox(),
    await page.locator("text.name.a").boundingBox(),
  ];
  await page.mouse.move(from.x + 4, from.y + 6);
  await page.mouse.down();
  for (let k = 1; k <= 30; k++) {
    await page.mouse.move(
      from.x + 4 + ((onto.x + 30 - from.x) * k) / 30,
      from.y + 6 + ((onto.y - from.y) * k) / 30,
    );
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.waitForTimeout(700);
  const held = {
    marks: await marks(page),
    says: await page.locator("[data-field=says]").innerText(),
    verdict: await verdict(),
    seal: await page.locator("section[aria-label=Answer] .seal").innerText(),
  };
  check(
    "held on A: overlapping, and no certificate of another moment",
    held.verdict.startsWith("Overlapping") && !held.seal.includes("Certified"),
    held.seal,
  );
  await page.mouse.up();
  await settled(page);
  const fresh = await open(await page.evaluate(() => location.hash));
  same(
    "the steps are those of this moment",
    held.says,
    await fresh.locator("[data-field=says]").innerText(),
  );
  same("so are both pictures", held.marks, await marks(fresh));
  const seal = await page.locator("section[aria-label=Answer] .seal").innerText();
  check("at rest it is certified", seal.startsWith("Certified: intersecting"), seal);
  await reading("the meter speaks after a drag", page.locator(".meter"), /ms a frame/);
  await fresh.context().close();
  await page.keyboard.press("Home");
  const named = [];
  for (let at = 1; ; at++) {
    const [, of] = (await page.locator(".player .count").innerText()).match(/\d+/g).map(Number);
    const says = await page.locator("[data-field=says]").innerText();
    if (says.includes("EPA, round"))
      named.push([
        says.match(/edge (f\d+)/)[1],
        await page.locator("text.facet-tag.chosen").textContent(),
      ]);
    if (at >= of) break;
    await page.keyboard.press("]");
    await page.waitForFunction(
      (n) => document.querySelector(".player .count").textContent.startsWith(`step ${n} `),
      at + 1,
    );
  }
  check(
    "EPA's edges are numbered as the sentences name them",
    named.length > 0 && named.every(([said, drawn]) => said === drawn),
    JSON.stringify(named),
  );
  check("a core is explained where it appears", await page.locator(".cores").isVisible());
  await page.context().close();
}

/** After fitting, everything drawn and every handle lies in its view, below its buttons. */
const outside = (page) =>
  page.locator(".view").evaluateAll((views) =>
    views.flatMap((view) => {
      const stage = view.querySelector("svg.plane").getBoundingClientRect();
      const tools = view.classList.contains("world")
        ? view.querySelector(".tools").getBoundingClientRect()
        : { bottom: stage.top };
      const top = (node) => (node.matches(".knob") ? tools.bottom : stage.top);
      const leaves = (node, box) =>
        box.left < stage.left ||
        box.right > stage.right ||
        box.top < top(node) ||
        box.bottom > stage.bottom;
      const marks = [
        ...view.querySelectorAll(".shape, .ghost, .difference, .knob, .origin, .ring"),
      ];
      return marks
        .filter((node) => leaves(node, node.getBoundingClientRect()))
        .map((node) => node.getAttribute("class"));
    }),
  );

/** Numbers that are broken across lines, or leave their card. */
const broken = (page) =>
  page
    .locator("section[aria-label=Answer] dd span")
    .evaluateAll((words) =>
      words
        .filter(
          (word) =>
            word.getClientRects().length !== 1 ||
            word.getBoundingClientRect().right >
              word.closest(".card").getBoundingClientRect().right - 16,
        )
        .map((word) => word.textContent),
    );

/** Views fit their content, and numbers as long as they get stay on one line each. */
async function sizes() {
  const capsules = {
    dim: 2,
    a: { type: "capsule", half_height: 0.7, radius: 0.5 },
    b: { type: "circle", radius: 0.6, pose: { translation: [2.2, 0.9] } },
  };
  const deep = {
    dim: 2,
    a: { type: "box", half_extents: [3, 0.3] },
    b: { type: "ellipse", radii: [0.4, 1.4], pose: { translation: [2, 0.1] } },
  };
  const tiny = {
    dim: 3,
    a: {
      type: "box",
      half_extents: [1.1e-200, 1.3e-200, 1.7e-200],
      pose: { translation: [-1.23456789012345e-200, -1e-201, 3e-203] },
    },
    b: {
      type: "sphere",
      radius: 1.9e-200,
      pose: { translation: [-9.87654321098765e-200, -3.3e-200, 7.7e-200] },
    },
  };
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const page = await open(`#q=${JSON.stringify(capsules)}`, { viewport });
    const show = async (pair) => {
      await page.evaluate((q) => (location.hash = `#q=${q}`), JSON.stringify(pair));
      await settled(page);
    };
    await settled(page);
    const left = await outside(page);
    await show(deep);
    left.push(...(await outside(page)));
    check(
      `views fit what they show at a width of ${viewport.width}`,
      left.length === 0,
      left.join(", "),
    );
    await show(tiny);
    const words = await broken(page);
    check(`no number wraps at a width of ${viewport.width}`, words.length === 0, words.join(" "));
    await page.context().close();
  }
}

async function exports(page) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy this query as JSON" }).click();
  same(
    "copied JSON is the query",
    JSON.parse(await page.evaluate(() => navigator.clipboard.readText())),
    await query(page),
  );
  await page.getByRole("button", { name: "Copy this query as Command line" }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  check(
    "copied command runs the same query",
    command.startsWith("printf '%s\\n' '") && command.endsWith("| clearance query -"),
  );
  await page.getByRole("button", { name: "Copy this query as Rust" }).click();
  check(
    "copied Rust is a program",
    (await page.evaluate(() => navigator.clipboard.readText())).includes("fn main()"),
  );
  for (const [label, test] of [
    ["PNG", (b) => b.readUInt32BE(0) === 0x89504e47],
    ["SVG", (b) => b.includes("<path")],
    ["Trace (JSON)", (b) => JSON.parse(b).clearance_trace === 1],
  ]) {
    await page.getByRole("button", { name: "Share" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("dialog").getByRole("button", { name: label }).click(),
    ]);
    check(`export ${label}`, test(readFileSync(await download.path())));
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  }
  await filmed(page);
}

/** A film of the steps, which a browser plays. */
async function filmed(page) {
  const [, steps] = (await page.locator(".player .count").innerText()).match(/\d+/g).map(Number);
  await page.getByRole("button", { name: "Share" }).click();
  const began = Date.now();
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    page.getByRole("dialog").getByRole("button", { name: "Film" }).click(),
  ]);
  const seconds = (Date.now() - began) / 1000;
  const bytes = readFileSync(await download.path());
  check(
    "a film is WebM",
    bytes.readUInt32BE(0) === 0x1a45dfa3 && bytes.includes("webm"),
    `${(bytes.length / 1000).toFixed(0)} kB, ${steps} steps in ${seconds.toFixed(1)} s`,
  );
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  const other = await page.context().newPage();
  const played = await other.evaluate(async (data) => {
    const video = document.createElement("video");
    video.muted = true;
    video.src = `data:video/webm;base64,${data}`;
    const until = (event) =>
      new Promise((done, fail) => {
        video[`on${event}`] = done;
        video.onerror = () => fail(new Error(video.error.message));
      });
    await until("loadeddata");
    const { videoWidth: width, videoHeight: height, duration } = video;
    // The last step is a different picture from the first.
    const pixels = async (time) => {
      video.currentTime = time;
      await until("seeked");
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, height];
      const pen = canvas.getContext("2d");
      pen.drawImage(video, 0, 0);
      return pen.getImageData(0, 0, width, height).data;
    };
    const [first, last] = [await pixels(0.6), await pixels(duration - 0.6)];
    const changed = first.reduce((n, x, i) => n + (Math.abs(x - last[i]) > 60 ? 1 : 0), 0);
    return { width, height, duration, changed };
  }, bytes.toString("base64"));
  check(
    "and plays: a step for 1.2 s each, the last other than the first",
    played.width === 1280 &&
      Math.abs(played.duration - 1.2 * steps) < 0.01 &&
      played.changed > 2000,
    JSON.stringify(played),
  );
  await other.close();
}

async function traces(page) {
  if (!clearance) return;
  const pair = {
    ...(await query(page)),
    a: {
      type: "polygon",
      vertices: [
        [-1, -1],
        [1, -0.5],
        [0.2, 1],
      ],
    },
    b: { type: "ellipse", radii: [1.1, 0.6], pose: { translation: [0.7, 0.4], angle: 0.5 } },
  };
  const trace = ask(pair, ["trace", "-"]);
  const file = join(scratch, "pair.json");
  writeFileSync(file, trace);
  await page.locator("input[type=file]").setInputFiles(file);
  await page.waitForSelector("[data-replay]");
  check(
    "a trace of the command line is replayed identically by the page's engine",
    (await page.locator("[data-replay]").getAttribute("data-replay")) === "identical",
  );
  const shown = (await sentences(page)).map((t) => t.split("\n").slice(1).join("\n"));
  const { steps, methods } = JSON.parse(trace);
  const said = steps.map((s) => s.says);
  check(
    "its last step names the method",
    shown.at(-1) ===
      `${said.at(-1)} Unwatched, the method that answers is: ` +
        `${methods.at(-1).replaceAll("_", " ")}.`,
  );
  same("its steps are shown one by one", shown.slice(0, -1), said.slice(0, -1));
  server.extra["/trace.json"] = trace;
  const served = await open("#trace=/trace.json");
  check(
    "a served trace opens",
    (await served.locator("[data-replay]").getAttribute("data-replay")) === "identical",
  );
  await served.context().close();
}

/**
 * A link is untrusted: what the page does not know is refused with a message, and the page stays as
 * it is.
 */
async function links() {
  const good = {
    dim: 2,
    a: { type: "box", half_extents: [1, 1] },
    b: { type: "circle", radius: 1, pose: { translation: [3, 0] } },
  };
  const page = await open(`#q=${encodeURIComponent(JSON.stringify(good))}`);
  const before = await printed(page);
  check("an ordinary link opens", before.distance === "1.0", before.distance);
  const state = (more) =>
    `#s=${Buffer.from(JSON.stringify({ v: 1, q: good, ...more })).toString("base64url")}`;
  const ask = (q) => `#q=${encodeURIComponent(JSON.stringify(q))}`;
  const twice = JSON.stringify(good).replace('"radius":1', '"radius":1,"radius":2');
  const nested = (n) =>
    n
      ? { type: "rounded", radius: 0.1, margin: 0.1, inner: nested(n - 1) }
      : { type: "circle", radius: 1 };
  const hostile = {
    "26 shapes one inside the other": ask({ ...good, a: nested(26) }),
    'selected "zz"': state({ selected: "zz" }),
    "an invalid tab": state({ tab: "<img src=x onerror=alert(1)>" }),
    "an invalid step": state({ step: "1e9" }),
    "an invalid camera": state({ camera: { world: { centre: [0, 0], reach: -1 } } }),
    "an invalid contact": state({ contact: "near" }),
    "a motion out of the plane": state({
      motion: {
        a: { velocity: [0, 0, 1], turning: [0, 0, 0] },
        b: { velocity: [0, 0, 0], turning: [0, 0, 0] },
        until: 1,
        time: null,
      },
    }),
    "a motion that leaves every picture": state({
      motion: {
        a: { velocity: [1e308, 0, 0], turning: [0, 0, 0] },
        b: { velocity: [0, 0, 0], turning: [0, 0, 0] },
        until: 1e300,
        time: null,
      },
    }),
    "an invalid key": ask({ ...good, a: { ...good.a, colour: "\u202ered" } }),
    "an invalid pose": ask({ ...good, a: { ...good.a, pose: { translation: [null, 0] } } }),
    "a radius given twice": `#q=${encodeURIComponent(twice)}`,
    "an angle beside a rotation": ask({
      ...good,
      a: { ...good.a, pose: { angle: 1, rotation: [0.6, 0.8] } },
    }),
    "a half-space": ask({ ...good, a: { type: "half_space", normal: [1, 0], offset: 0 } }),
    "a trace from elsewhere": `#trace=${encodeURIComponent("http://localhost:9/trace.json")}`,
  };
  for (const [name, hash] of Object.entries(hostile)) {
    await page.evaluate(() => document.querySelector(".toast")?.remove());
    await page.evaluate((h) => (location.hash = h), hash);
    await page.waitForSelector(".toast", { timeout: 5000 }).catch(() => undefined);
    const said = (await page.locator(".toast").count())
      ? await page.locator(".toast").textContent()
      : "";
    check(
      `refused: ${name}`,
      said.startsWith("This address cannot be opened: ") && !said.includes("\u202e"),
      said,
    );
    same(`and the page is as before: ${name}`, await printed(page), before);
  }
  await page.keyboard.press("b");
  await page.keyboard.press("ArrowRight");
  check("and still obeys", (await printed(page)).distance !== before.distance);
  await page.context().close();
}

async function compare(page) {
  await page.getByRole("button", { name: "Compare" }).click();
  await page.locator("[data-preset=boxes-2d]").click();
  await settled(page);
  const verdicts = async () =>
    Object.fromEntries(
      await page
        .locator("tbody[data-algorithm]")
        .evaluateAll((rows) =>
          rows.map((r) => [
            r.dataset.algorithm,
            r.querySelectorAll("td")[1].firstChild.textContent,
          ]),
        ),
    );
  const v = await verdicts();
  check(
    "whole-number boxes: two loops miss a deep overlap, the library does not",
    v["first-face"] === "no hit" && v.planar === "no hit" && v.ours === "hit",
    JSON.stringify(v),
  );
  await page.locator("[data-algorithm=first-face] button").click();
  await page.keyboard.press("End");
  await settled(page);
  await picture(page, "see-compare");
  await accessible(page, "compare");
  await page.getByRole("button", { name: "Light or dark" }).click();
  await accessible(page, "compare, dark");
  await page.getByRole("button", { name: "Light or dark" }).click();
  const articles = await page
    .locator("tbody[data-algorithm] a")
    .evaluateAll((list) => list.map((a) => [a.closest("tbody").dataset.algorithm, a.href, a.rel]));
  same(
    "each loop that an article teaches has a link to it",
    articles.map(([id]) => id),
    ["signs", "unit", "first-face", "planes", "planar"],
  );
  check(
    "which leads elsewhere, and sends no referrer",
    articles.every(([, href, rel]) => href.startsWith("https://") && rel === "noreferrer"),
  );
  await page.locator("[data-preset=cap]").click();
  await settled(page);
  const c = await verdicts();
  check(
    "round shapes nearly touching: the capped loop says hit, the library does not",
    c.signs === "hit" && c.ours === "no hit",
    JSON.stringify(c),
  );
}

async function space() {
  const page = await open();
  await page.getByRole("button", { name: "3D", exact: true }).click();
  await page.waitForSelector(".stage .over");
  await settled(page);
  await agrees(page, "space, at the start");
  const before = await query(page);
  await drag(page, await findShape(page), 20, 40);
  const after = await query(page);
  check("dragging in space moves a shape", JSON.stringify(before) !== JSON.stringify(after));
  await page.keyboard.press("b");
  await page.keyboard.press("e");
  await agrees(page, "space, after dragging and turning");
  await picture(page, "see-3d-distance");
  await accessible(page, "space");
  const deep = {
    dim: 3,
    precision: "f64",
    a: {
      type: "hull",
      vertices: [
        [1, 0.2, 0.3],
        [-0.9, 0.6, 0.5],
        [0.1, 1.1, -0.3],
        [0.2, -0.9, 0.8],
        [-0.5, -0.7, -0.8],
        [0.8, -0.3, -0.9],
        [-0.2, 0.5, 1],
      ],
    },
    b: {
      type: "cylinder",
      half_height: 0.8,
      radius: 0.6,
      pose: { translation: [0.75, 0.35, 0.5], rotation: [0.2, 0.1, 0.4, 0.888819] },
    },
  };
  await page.evaluate((q) => (location.hash = `#q=${JSON.stringify(q)}`), deep);
  await settled(page);
  await agrees(page, "space, overlapping");
  const says = await sentences(page);
  const rounds = says.filter((t) => t.includes("EPA, round")).length;
  check("EPA is stepped through in space", rounds > 2, `${says.length} steps, ${rounds} of EPA`);
  for (let i = 0; i < Math.ceil(rounds / 2); i++) await page.keyboard.press("[");
  await settled(page);
  await picture(page, "see-3d-epa");
  const stl = (faces) =>
    "solid s\n" +
    `${faces
      .map(
        (f) =>
          `facet normal 0 0 0\nouter loop\n${f.map((p) => `vertex ${p.join(" ")}`).join("\n")}\n` +
          "endloop\nendfacet",
      )
      .join("\n")}\n` +
    "endsolid s\n";
  const [o, x, y, z] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const file = join(scratch, "corner.stl");
  writeFileSync(
    file,
    stl([
      [o, y, x],
      [o, x, z],
      [o, z, y],
      [x, y, z],
    ]),
  );
  await page.locator("input[type=file]").setInputFiles(file);
  await page.waitForSelector(".toast");
  check(
    "an STL file becomes a hull",
    (await page.locator(".toast").textContent()).includes("4 vertices"),
  );
  await agrees(page, "space, with a mesh");
  const binary = join(scratch, "corner.glb");
  writeFileSync(binary, glb([...o, ...x, ...y, ...z], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]));
  await page.evaluate(() => document.querySelector(".toast")?.remove());
  await page.locator("input[type=file]").setInputFiles(binary);
  await page.waitForSelector(".toast");
  check(
    "so does a GLB file",
    (await page.locator(".toast").textContent()).includes("corner.glb: the hull has 4 vertices"),
    await page.locator(".toast").textContent(),
  );
  const dented = join(scratch, "dented.stl");
  const dent = [0.1, 0.1, 0.1];
  writeFileSync(
    dented,
    stl([
      [o, y, x],
      [o, x, z],
      [o, z, y],
      [x, y, dent],
      [y, z, dent],
      [z, x, dent],
    ]),
  );
  await page.evaluate(() => document.querySelector(".toast")?.remove());
  await page.locator("input[type=file]").setInputFiles(dented);
  await page.waitForSelector(".toast");
  check(
    "the hull of a mesh that is not convex is called that",
    (await page.locator(".toast").textContent()).endsWith(
      "the mesh is not convex, and the hull fills its dents",
    ),
    await page.locator(".toast").textContent(),
  );
  await agrees(page, "space, with the hull of a dented mesh");
  const stands = await page.locator(".stands-for").textContent();
  check(
    "and its card says what the hull fills",
    stands ===
      "The convex hull of dented.stl, which is not convex: its deepest dent, 0.1 below the " +
        "nearest face, is filled, and it is 30 % of the hull.",
    stands,
  );
  const verdict = await page.locator("[aria-label=Answer] .verdict").textContent();
  check(
    "its answer is about hulls",
    verdict.includes("not convex") || verdict.includes("the parts may be apart"),
    verdict,
  );
  await page.context().close();
}

/** A binary glTF of one mesh. */
function glb(positions, triangles) {
  const body = Buffer.concat([
    Buffer.from(Float32Array.from(positions).buffer),
    Buffer.from(Uint16Array.from(triangles).buffer),
  ]);
  const bytes = positions.length * 4;
  const json = Buffer.from(
    JSON.stringify({
      asset: { version: "2.0" },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, scale: [2, 2, 2] }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
      accessors: [
        {
          bufferView: 0,
          componentType: 5126,
          count: positions.length / 3,
          type: "VEC3",
          min: [0, 0, 0],
          max: [1, 1, 1],
        },
        { bufferView: 1, componentType: 5123, count: triangles.length, type: "SCALAR" },
      ],
      bufferViews: [
        { buffer: 0, byteOffset: 0, byteLength: bytes },
        { buffer: 0, byteOffset: bytes, byteLength: body.length - bytes },
      ],
      buffers: [{ byteLength: body.length }],
    }),
  );
  const chunk = (kind, data, fill) => {
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4, fill)]);
    const head = Buffer.alloc(8);
    head.writeUInt32LE(padded.length, 0);
    head.write(kind, 4, "latin1");
    return Buffer.concat([head, padded]);
  };
  const chunks = Buffer.concat([chunk("JSON", json, " "), chunk("BIN\0", body, 0)]);
  const head = Buffer.alloc(12);
  head.write("glTF", 0, "latin1");
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + chunks.length, 8);
  return Buffer.concat([head, chunks]);
}

/**
 * Where the shapes touch: the table updates while they are dragged, and has the command line's
 * points.
 */
async function contacts() {
  const crates = {
    dim: 2,
    a: { type: "box", half_extents: [1.6, 0.6], pose: { translation: [0, -0.5], angle: 0.1 } },
    b: { type: "box", half_extents: [0.7, 0.5], pose: { translation: [0.3, 0.5], angle: 0.12 } },
  };
  const page = await open(`#q=${JSON.stringify(crates)}`);
  const rows = () =>
    page
      .locator(".contacts tbody tr")
      .evaluateAll((list) => list.map((r) => [r.dataset.key, r.lastChild.title]));
  const agreeing = async (name, p = page, read = rows) => {
    if (!clearance) return;
    const line = ask({ ...(await query(p)), query: "manifold" });
    const keys = [...line.matchAll(/"key":"(\w+)"/g)].map((m) => m[1]);
    const depths = [...line.matchAll(/"depth":([^,}]*),"key"/g)].map((m) => m[1]);
    same(
      `${name}: the page lists the command line's points`,
      await read(),
      keys.map((k, i) => [k, depths[i]]),
    );
  };
  check(
    "no contact is shown until the view is on",
    !(await page.locator("section[aria-label=Contact]").isVisible()),
  );
  await page.keyboard.press("c");
  await settled(page);
  check(
    "C shows the contact, its button is pressed",
    (await rows()).length === 2 &&
      (await page
        .getByRole("button", { name: "Contact", exact: true })
        .getAttribute("aria-pressed")) === "true",
  );
  check(
    "and its points are drawn",
    (await page.locator(".patch").count()) === 1 &&
      (await page.locator(".plane .witness.a").count()) === 2,
  );
  await agreeing("plane");
  const before = await rows();
  const label = await page.locator("text.name.b").boundingBox();
  await page.mouse.move(label.x + 4, label.y + 6);
  await page.mouse.down();
  // Sideways and deeper: lifted, the corner that is less deep would be no contact.
  await page.mouse.move(label.x + 16, label.y + 8, { steps: 4 });
  await page.waitForFunction(
    (old) => document.querySelector(".contacts tbody tr")?.lastChild.title !== old,
    before[0][1],
  );
  const during = await rows();
  check(
    "depths change while dragging, names stay",
    JSON.stringify(during.map((r) => r[0])) === JSON.stringify(before.map((r) => r[0])) &&
      during[0][1] !== before[0][1],
  );
  await page.mouse.move(label.x + 4, label.y - 60, { steps: 4 });
  await page.mouse.up();
  await reading("apart, there is no contact", page.locator("[data-field=contact]"), /no contact/);
  check("nor a row of one", (await rows()).length === 0);
  await page.getByLabel("up to this far apart").fill("5");
  await page.getByLabel("up to this far apart").press("Enter");
  await settled(page);
  check(
    "unless contacts ahead are wanted",
    (await rows()).length > 0 && (await rows()).every((r) => r[1].startsWith("-")),
  );
  const again = await open(await page.evaluate(() => location.hash));
  check(
    "a link brings the contact back",
    (await again.locator("section[aria-label=Contact]").isVisible()) &&
      (await again.getByLabel("up to this far apart").inputValue()) === "5",
  );
  await again.context().close();
  await page.getByRole("heading", { name: "Contact" }).click();
  await page.keyboard.press("c");
  await page.waitForTimeout(100);
  check("C hides it again", !(await page.locator("section[aria-label=Contact]").isVisible()));
  await page.context().close();
  const stack = {
    dim: 3,
    precision: "f64",
    a: { type: "box", half_extents: [1.4, 0.4, 1], pose: { translation: [0, 0, 0] } },
    b: {
      type: "cylinder",
      half_height: 0.5,
      radius: 0.6,
      pose: { translation: [0.3, 0.84, 0.1], rotation: [0.02, 0, 0, 0.9998] },
    },
  };
  const state = JSON.stringify({ v: 1, q: stack, contact: 0, selected: "a" });
  const space = await open(`#s=${Buffer.from(state).toString("base64url")}`);
  await space.waitForSelector(".stage .over");
  await settled(space);
  const found = () =>
    space
      .locator(".contacts tbody tr")
      .evaluateAll((list) => list.map((r) => [r.dataset.key, r.lastChild.title]));
  check(
    "in space there are up to four points",
    (await found()).length > 1 && (await found()).length <= 4,
    String((await found()).length),
  );
  await agreeing("space", space, found);
  await accessible(space, "contact");
  await picture(space, "see-contact");
  await space.context().close();
}

/** When the shapes meet: the command line's interval, a slider of time, an arrow to drag. */
async function motions() {
  const pair = {
    dim: 2,
    precision: "f64",
    a: {
      type: "polygon",
      vertices: [
        [1.1, 0.1],
        [0.5, 1],
        [-0.6, 0.9],
        [-1.1, -0.1],
        [-0.3, -1],
        [0.8, -0.8],
      ],
      pose: { translation: [0, 0], angle: 0 },
    },
    b: { type: "box", half_extents: [1, 0.15], pose: { translation: [2.9, 1.6], angle: 0.3 } },
  };
  const page = await open(`#q=${JSON.stringify(pair)}`);
  await settled(page);
  const field = (name, p = page) => p.locator(`[data-field=${name}]`).textContent();
  check(
    "no motion is shown until the view is on",
    !(await page.locator(".motion").isVisible()) && !(await page.locator(".time").isVisible()),
  );
  await page.keyboard.press("m");
  await settled(page);
  const motion = async (p = page) =>
    JSON.parse(
      Buffer.from((await p.evaluate(() => location.hash)).slice(3), "base64url").toString(),
    ).motion;
  const agreeing = async (name, p = page) => {
    if (!clearance) return;
    await settled(p);
    const [q, m] = [await query(p), await motion(p)];
    const flat = q.dim === 2;
    const moved = (w) => ({
      ...q[w],
      velocity: flat ? m[w].velocity.slice(0, 2) : m[w].velocity,
      angular_velocity: flat ? m[w].turning[2] : m[w].turning,
    });
    const line = ask({ ...q, query: "cast", max_toi: m.until, a: moved("a"), b: moved("b") });
    const found = JSON.parse(line);
    const said = await field("meeting", p);
    check(
      `${name}: hit or miss as the command line says`,
      found.hit === said.startsWith("They meet"),
      said,
    );
    if (!found.hit) return check(`${name}: a miss says that it is proved`, said.includes("proved"));
    const [low, high] = [Number(await field("low", p)), Number(await field("high", p))];
    check(
      `${name}: the command line's time is in the page's interval`,
      low <= found.time_of_impact && found.time_of_impact <= high,
      `${low} ${found.time_of_impact} ${high}`,
    );
    const list = (key) =>
      line
        .match(new RegExp(`"${key}":\\[([^\\]]*)\\]`))[1]
        .split(",")
        .join("  ");
    same(
      `${name}: the page prints the command line's normal and points`,
      await Promise.all(["impact_normal", "impact_a", "impact_b"].map((k) => field(k, p))),
      ["impact_normal", "impact_a", "impact_b"].map(list),
    );
  };
  await agreeing("motion");
  check(
    "what is swept is drawn, and the contact marked on the time",
    (await page.locator(".swept.b").count()) === 1 &&
      (await page.locator(".rail-of-time .hit").count()) === 1,
  );
  const [bx, by] = [
    page.getByRole("group", { name: "Motion of B" }).getByLabel("turning"),
    page.getByRole("group", { name: "Motion of A" }).getByLabel("velocity y"),
  ];
  await bx.fill("3");
  await bx.press("Enter");
  await by.fill("0.4");
  await by.press("Enter");
  await agreeing("turning, and A moves too");
  check(
    "the search's looks are marked",
    (await page.locator(".rail-of-time .step").count()) > 0 &&
      (await field("search")).includes("looks at the shapes"),
  );
  await page.getByLabel("until time").fill("-1");
  await page.getByLabel("until time").press("Enter");
  check(
    "a time that is not a number goes back",
    (await page.getByLabel("until time").inputValue()) === "1",
  );
  await page.getByRole("heading", { name: "Motion" }).click();
  const shown = () => page.locator(".time output").innerText();
  const atContact = await shown();
  for (let i = 0; i < 3; i++) await page.keyboard.press(".");
  await settled(page);
  const later = await shown();
  check("time goes by the keys", Number(later) > Number(atContact), `${atContact} ${later}`);
  const link = await open(await page.evaluate(() => location.hash));
  await settled(link);
  check(
    "a link brings the motion and its time back",
    (await link.locator(".time output").innerText()) === later &&
      (await field("low", link)) === (await field("low")),
  );
  await link.context().close();
  await page.getByRole("slider", { name: "Time" }).fill("0");
  await settled(page);
  check("and by the slider", (await shown()) === "0");
  await page.keyboard.press("p");
  await page.waitForTimeout(600);
  const midway = Number(await shown());
  await page.waitForTimeout(2600);
  check(
    "it plays, and ends at the contact",
    midway > 0 && midway < 1 && (await shown()) === atContact,
    `${midway}`,
  );
  await page.keyboard.press("f");
  await settled(page);
  await page.mouse.move(0, 0);
  await picture(page, "see-motion");
  await accessible(page, "motion");
  await page.getByRole("button", { name: "Light or dark" }).click();
  await accessible(page, "motion, dark");
  const before = await motion();
  const tip = await page.locator("[data-handle=velocity-b]").boundingBox();
  await page.mouse.move(tip.x + 7, tip.y + 7);
  await page.mouse.down();
  await page.mouse.move(tip.x + 150, tip.y - 90, { steps: 6 });
  await page.mouse.up();
  await settled(page);
  const after = await motion();
  check(
    "the arrow's tip is dragged",
    after.b.velocity[0] > before.b.velocity[0] + 0.3 &&
      JSON.stringify(after.a) === JSON.stringify(before.a) &&
      JSON.stringify(after.b.turning) === JSON.stringify(before.b.turning),
  );
  await agreeing("another way");
  await page.keyboard.press("m");
  await settled(page);
  check(
    "M hides it again",
    !(await page.locator(".motion").isVisible()) && (await motion()) === null,
  );
  await page.context().close();
  const space = await open();
  await space.getByRole("button", { name: "3D", exact: true }).click();
  await space.waitForSelector(".stage .over");
  await settled(space);
  await space.keyboard.press("m");
  const turning = space.getByRole("group", { name: "Motion of B" }).getByLabel("turning z");
  await turning.fill("2");
  await turning.press("Enter");
  await agreeing("space", space);
  await space.context().close();
  await dented();
  const phone = await open(`#q=${JSON.stringify(pair)}`, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 1,
  });
  await phone.getByRole("button", { name: "Motion", exact: true }).tap();
  await settled(phone);
  const [view, bar] = [
    await phone.locator(".view svg.plane").first().boundingBox(),
    await phone.locator(".time").boundingBox(),
  ];
  check(
    "on a phone the time is in sight with the shapes",
    bar.y + bar.height < 844 && view.height > 200 && bar.width > 250,
  );
  check(
    "nothing is wider than the phone, with a motion",
    await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
  );
  await accessible(phone, "motion on a phone");
  await phone.context().close();
}

/** A channel falls over a post: its hull would meet the post's top, half a length sooner. */
async function dented() {
  const profile = [
    [-1, 0.8],
    [-0.4, 0.8],
    [-0.4, -0.2],
    [0.4, -0.2],
    [0.4, 0.8],
    [1, 0.8],
    [1, -0.8],
    [-1, -0.8],
  ];
  const n = profile.length;
  const vertices = [-1, 1].flatMap((z) => profile.map(([x, y]) => [x, -y, z]));
  const cap = [
    [0, 1, 2],
    [0, 2, 7],
    [2, 3, 6],
    [2, 6, 7],
    [3, 4, 5],
    [3, 5, 6],
  ];
  const triangles = [
    ...cap,
    ...cap.map(([i, j, k]) => [i + n, k + n, j + n]),
    ...profile.flatMap((_, i) => {
      const next = (i + 1) % n;
      return [
        [i, i + n, next + n],
        [i, next + n, next],
      ];
    }),
  ];
  const line = {
    dim: 3,
    query: "cast",
    max_toi: 1,
    a: { type: "box", half_extents: [0.3, 1, 0.3], pose: { translation: [0, 0, 0] } },
    b: {
      type: "soup",
      vertices,
      triangles,
      pose: { translation: [0, 3, 0] },
      velocity: [0, -4, 0],
    },
  };
  const page = await open(`#q=${JSON.stringify(line)}`);
  await settled(page);
  const field = (name, p = page) => p.locator(`[data-field=${name}]`).textContent();
  // The post's top is at 1, the slot's roof 0.2 above the channel's middle.
  const said = await field("meeting");
  check("a channel falls until its slot's roof meets the post", /meet at 0\.55/.test(said), said);
  check(
    "and the page says that it looked at triangles",
    (await field("search")).includes("by their triangles"),
  );
  if (clearance) {
    const found = JSON.parse(ask(line));
    const [low, high] = [Number(await field("low")), Number(await field("high"))];
    check(
      "the command line finds the same time",
      low <= found.time_of_impact && found.time_of_impact <= high,
      `${low} ${found.time_of_impact} ${high}`,
    );
  }
  await picture(page, "see-dented");
  await accessible(page, "a motion of triangles");
  const link = await open(await page.evaluate(() => location.hash));
  await settled(link);
  check("a link keeps the triangles", (await field("meeting", link)) === said);
  await link.context().close();
  // A file, which falls by its triangles too.
  const file = join(scratch, "channel.obj");
  const faces = triangles.map((t) => `f ${t.map((i) => i + 1).join(" ")}`);
  writeFileSync(file, [...vertices.map((v) => `v ${v.join(" ")}`), ...faces, ""].join("\n"));
  const chosen = page.waitForEvent("filechooser");
  const shape = page.getByRole("region", { name: "Shape B" });
  await shape.getByRole("button", { name: "Open a file" }).click();
  await (await chosen).setFiles(file);
  await page.waitForSelector(".toast");
  await settled(page);
  await page.keyboard.press("m");
  const down = page.getByRole("group", { name: "Motion of B" });
  for (const [axis, speed] of [
    ["x", "0"],
    ["y", "-4"],
    ["z", "0"],
  ]) {
    await down.getByLabel(`velocity ${axis}`).fill(speed);
    await down.getByLabel(`velocity ${axis}`).press("Enter");
  }
  await settled(page);
  const fallen = await field("meeting");
  check("a file falls as its triangles do", fallen === said, fallen);
  await page.context().close();
}

async function frames() {
  const page = await open();
  await page.getByRole("button", { name: "Compare" }).click();
  await page.locator("[data-preset=hulls]").click();
  await page.getByRole("button", { name: "Explore" }).click();
  await settled(page);
  await drag(page, await findShape(page), 40, 50);
  await page.waitForTimeout(300);
  console.log(`     hulls of 64 vertices in space, dragged: ${(await figures(page)).title}`);
  await agrees(page, "hulls of 64 vertices");
  const ring = (n, k) =>
    Array.from({ length: n }, (_, i) =>
      [Math.cos(((i + k) / n) * 2 * Math.PI), Math.sin(((i + k) / n) * 2 * Math.PI)].map(
        (v) => Math.round(v * 1100) / 1000,
      ),
    );
  await page.evaluate((q) => (location.hash = `#q=${JSON.stringify(q)}`), {
    dim: 2,
    a: { type: "polygon", vertices: ring(64, 0) },
    b: { type: "polygon", vertices: ring(64, 0.3), pose: { translation: [1.9, 0.6], angle: 0.2 } },
  });
  await settled(page);
  const label = await page.locator("text.name.b").boundingBox();
  await drag(page, { x: label.x + 4, y: label.y + 6 }, 40, 50);
  await page.waitForTimeout(300);
  console.log(`     polygons of 64 vertices in the plane, dragged: ${(await figures(page)).title}`);
  await page.context().close();
}

/** The runs of lessons show the shapes beside their difference, and step through both. */
async function benched(page, i) {
  const space = i > 8;
  await page.waitForSelector(space ? ".bench .stage .over" : ".bench svg.plane");
  const [world, difference] = await page.locator(".bench .view").all();
  check(
    `lesson ${i + 1} shows the shapes beside the difference`,
    (await world.innerText()).startsWith("World") &&
      (await difference.innerText()).startsWith("Minkowski"),
  );
  const caption = page.locator("figcaption");
  const first = await caption.innerText();
  await page.getByRole("button", { name: "Last step" }).click();
  await page.waitForFunction(
    (old) => document.querySelector("figcaption").innerText !== old,
    first,
  );
  if (!space) {
    const before = await page.locator(".bench .shape.b").getAttribute("d");
    const label = await page.locator(".bench text.name.b").boundingBox();
    await page.mouse.move(label.x + 4, label.y + 6);
    await page.mouse.down();
    await page.mouse.move(label.x - 20, label.y + 20, { steps: 4 });
    await page.mouse.up();
    check(
      `lesson ${i + 1}: its shapes are dragged`,
      (await page.locator(".bench .shape.b").getAttribute("d")) !== before,
    );
  }
  if (i === 9) {
    await page.getByRole("button", { name: "Previous step" }).click();
    const seen = [];
    for (const key of ["all", "here", "never", "none"]) {
      await page.locator(".lesson").getByLabel("Regions of the simplex").selectOption(key);
      await page.waitForTimeout(250);
      seen.push((await difference.screenshot()).toString("base64"));
    }
    check("the regions of the simplex are solids, shown or not", new Set(seen).size === 4);
  }
  if (space) await accessible(page, `lesson ${i + 1}`);
}

async function ownShape(page) {
  const caption = () => page.locator("figcaption").innerText();
  const before = await caption();
  check(
    "a corner in a dent is never the farthest",
    before.startsWith("One corner is never the farthest"),
    before,
  );
  const away = (text) => Number(text.match(/ball is ([\d.]+) away/)[1]);
  await page.getByLabel("Rounded by").fill("3");
  check(
    "rounding one's own shape brings the ball nearer by the radius",
    Math.abs(away(before) - 0.3 - away(await caption())) < 2e-3,
    await caption(),
  );
  check(
    "and so says the closure in Rust",
    (await page.locator("pre.code").innerText()).includes("0.3 * d.normalize_or_zero()"),
  );
  await page.getByRole("button", { name: /^Corner 3/ }).focus();
  for (let k = 0; k < 14; k++) await page.keyboard.press("ArrowRight");
  check(
    "dragged out of the dent it counts",
    !(await caption()).includes("never the farthest"),
    await caption(),
  );
  await accessible(page, "your own shape");
  await page.getByRole("button", { name: "Light or dark" }).click();
  await accessible(page, "your own shape, dark");
}

async function lessons() {
  const page = await open();
  await page.getByRole("button", { name: "Lessons" }).click();
  await page.waitForSelector(".lesson h2");
  const count = await page.locator(".lessons nav button").count();
  check("there are 17 lessons", count === 17, String(count));
  for (let i = 0; i < count; i++) {
    await page.locator(".lessons nav button").nth(i).click();
    await page.waitForFunction(
      (n) => document.querySelector(".lesson > h2")?.textContent.startsWith(`${n}.`),
      i + 1,
    );
    await page
      .waitForFunction(
        () =>
          document.querySelector("figcaption").innerText.length > 5 &&
          document.querySelectorAll(".diagram path, .bench .stage > *").length > 1,
        null,
        { timeout: 5000 },
      )
      .catch(() => undefined);
    check(
      `lesson ${i + 1} is drawn`,
      (await page.locator("figcaption").innerText()).length > 5,
      await page.locator(".lesson > h2").textContent(),
    );
    if (i === 4) {
      const at = await page.locator(".handle.new").boundingBox();
      await page.mouse.move(at.x + 8, at.y + 8);
      await page.mouse.down();
      await page.mouse.move(at.x - 330, at.y + 120, { steps: 6 });
      check(
        "the grid turns red where the configuration is impossible",
        (await page.locator(".grid.bad").count()) === 1,
      );
      await page.mouse.move(at.x + 8, at.y + 8, { steps: 3 });
      await page.mouse.up();
      check("and back", (await page.locator(".grid.bad").count()) === 0);
      await picture(page, "see-lesson");
      await accessible(page, "lesson");
    }
    const labels = await page.locator(".diagram text.tag:not(.origin-tag)").allTextContents();
    if ([1, 2].includes(i) || i > 11)
      same(
        `lesson ${i + 1} names its shapes`,
        await page
          .locator(".diagram text.name")
          .allTextContents()
          .then((list) => list.sort()),
        ["A", "B"],
      );
    if (i === 1) {
      const difference = await page.locator(".diagram .difference").getAttribute("d");
      await page.getByLabel("Show").selectOption("sum");
      check(
        "the sum is another shape than the difference",
        (await page.locator(".diagram .difference").getAttribute("d")) !== difference &&
          (await page.locator("figcaption").innerText()).includes("vertices of the sum"),
      );
    }
    if (i >= 3 && i <= 5)
      check(
        `lesson ${i + 1} names its points by age`,
        labels.length > 1 && labels.every((t, k) => t === String(k + 1)),
        labels.join(" "),
      );
    if (i >= 6 && i <= 10) await benched(page, i);
    if (i === 11) await ownShape(page);
    if (i < count - 2) continue;
    const said = await page.locator("figcaption").innerText();
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForFunction(
      () =>
        /bounce/i.test(document.querySelector("figcaption").innerText) &&
        !/^0 /.test(document.querySelector("figcaption").innerText),
      null,
      { timeout: 15000 },
    );
    check(
      `lesson ${i + 1} bounces`,
      (await page.locator(".diagram .witness").count()) > 0,
      await page.locator("figcaption").innerText(),
    );
    await page
      .getByRole("button", { name: i === count - 2 ? "Stop" : "Back to rest" })
      .click()
      .catch(() => undefined);
    await accessible(page, `lesson ${i + 1}`);
    if (i === count - 1)
      same("and comes back to rest", await page.locator("figcaption").innerText(), said);
  }
  await page.context().close();
}

async function phone() {
  const page = await open("", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 1,
  });
  const before = await query(page);
  const label = await page.locator("text.name.b").boundingBox();
  const touch = await page.context().newCDPSession(page);
  const put = (type, ...points) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  const [x, y] = [label.x + 4, label.y + 6];
  await put("touchStart", [x, y]);
  for (let i = 1; i <= 6; i++) await put("touchMove", [x - 8 * i, y + 4 * i]);
  await put("touchEnd");
  const dragged = await query(page);
  check(
    "a finger drags a shape",
    before.b.pose.translation[0] - dragged.b.pose.translation[0] > 0.2 &&
      before.b.radius === dragged.b.radius,
  );
  const [u, v] = [x - 48, y + 24];
  await put("touchStart", [u - 10, v], [u + 10, v]);
  for (let i = 1; i <= 5; i++)
    await put("touchMove", [u - 10 - i, v - 2 * i], [u + 10 + i, v + 2 * i]);
  await put("touchEnd");
  const pinched = await query(page);
  check(
    "two fingers turn and scale it",
    pinched.b.radius > dragged.b.radius && pinched.b.pose.angle !== dragged.b.pose.angle,
  );
  await agrees(page, "phone, after pinching");
  const top = await page.evaluate(() => scrollY);
  const ground = await page.locator(".view").first().boundingBox();
  const [gx, gy] = [ground.x + 20, ground.y + ground.height - 30];
  await put("touchStart", [gx, gy]);
  for (let i = 1; i <= 20; i++) {
    await put("touchMove", [gx, gy - 13 * i]);
    await page.waitForTimeout(16);
  }
  await put("touchEnd");
  await page.waitForTimeout(500);
  check(
    "a finger on the ground scrolls the page",
    (await page.evaluate(() => scrollY)) > top + 100,
  );
  await page.evaluate(() => scrollTo(0, 0));
  for (let i = 0; i < 3; i++) await page.getByRole("button", { name: "Next step" }).tap();
  await settled(page);
  check(
    "nothing is wider than the phone",
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
  );
  await picture(page, "see-phone");
  await accessible(page, "phone");
  await page.context().close();
}

/** On a phone the world and the verdicts stay in sight while stepping. */
async function phoneCompare() {
  const page = await open("", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 1,
  });
  await page.getByRole("button", { name: "Compare" }).tap();
  await page.locator("[data-preset=boxes-2d]").tap();
  await page.locator("[data-algorithm=first-face] button").tap();
  await settled(page);
  await page.locator(".player").evaluate((node) => node.scrollIntoView({ block: "end" }));
  await page.getByRole("button", { name: "Next step" }).tap();
  await settled(page);
  const seen = async (selector) => {
    const { y, height } = await page.locator(selector).first().boundingBox();
    return y >= -1 && y + height <= 845;
  };
  const sights = await Promise.all([".view.world", "table.compare", ".player"].map(seen));
  check(
    "on a phone the world, the verdicts and the steps are in sight together",
    sights.every(Boolean),
    sights.join(),
  );
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  check("and the world stays while one reads on", await seen(".view.world"));
  check(
    "nothing is wider than the phone, comparing",
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
  );
  await accessible(page, "compare on a phone");
  await page.context().close();
}

async function offline() {
  const page = await open();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const shown = await printed(page);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector(".verdict:not(:empty)");
  same("works without a network after the first load", await printed(page), shown);
  await page.getByRole("button", { name: "3D", exact: true }).click();
  await page.waitForSelector(".stage .over");
  check("so does what is loaded late", true);
  await page.context().close();
}

/** What strangers send: a forged trace, links without words, shapes that are far apart. */
async function strangers() {
  const undimmed = JSON.stringify({
    a: { type: "circle", radius: 1 },
    b: { type: "box", half_extents: [1, 1], pose: { translation: [3.25, 0.25] } },
  });
  const page = await open(`#q=${encodeURIComponent(undimmed)}`);
  await settled(page);
  check("a line without dim opens", (await query(page)).dim === 2);
  await agrees(page, "without dim");
  await page.keyboard.press("c");
  const says = page.locator("[data-field=contact]");
  await reading(
    "an empty contact says how far and what to do",
    says,
    /1\.25 apart, farther than 0/,
  );
  await page.getByRole("button", { name: "Move B to A" }).click();
  await settled(page);
  await reading("Move B to A brings them together", says, /point/);
  await page.keyboard.press("Control+z");
  await settled(page);
  check("Undo brings the pair before back", (await query(page)).b.pose.translation[0] === 3.25);
  await page.getByRole("button", { name: "Show contacts ahead" }).click();
  await settled(page);
  await reading("contacts ahead are shown", says, /point/);
  await page.getByRole("button", { name: "3D", exact: true }).click();
  await settled(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await settled(page);
  check("Undo comes back from another space", (await query(page)).dim === 2);
  const cast = {
    dim: 3,
    query: "cast",
    max_toi: 2,
    a: { type: "box", half_extents: [10, 0.5, 10] },
    b: { type: "sphere", radius: 0.25, pose: { translation: [0, 2.75, 0] }, velocity: [1, -4, 0] },
  };
  await page.evaluate((q) => (location.hash = `#q=${encodeURIComponent(q)}`), JSON.stringify(cast));
  await settled(page);
  await reading(
    "a cast line opens as a motion",
    page.locator("[data-field=meeting]"),
    /meet at 0\.5/,
  );
  const castFile = join(scratch, "cast.json");
  const { velocity: _, ...still } = cast.b;
  writeFileSync(castFile, clearance ? ask(cast, ["trace", "-"]) : JSON.stringify(cast));
  await page.evaluate(
    (q) => (location.hash = `#q=${encodeURIComponent(q)}`),
    JSON.stringify({ dim: 3, a: cast.a, b: still }),
  );
  await settled(page);
  await page.locator("input[type=file]").setInputFiles(castFile);
  await settled(page);
  await reading(
    "and so does the trace of one",
    page.locator("[data-field=meeting]"),
    /meet at 0\.5/,
  );
  for (const [name, more] of [
    ["a target distance", { target_distance: 0.1 }],
    ["a key that is a slip", { max_tio: 3 }],
  ]) {
    await page.evaluate(() => document.querySelector(".toast")?.remove());
    await page.evaluate(
      (q) => (location.hash = `#q=${encodeURIComponent(q)}`),
      JSON.stringify({ ...cast, ...more }),
    );
    await page.waitForSelector(".toast");
    check(
      `refused: a cast with ${name}`,
      (await page.locator(".toast").innerText()).includes(Object.keys(more)[0]),
      await page.locator(".toast").innerText(),
    );
  }
  const corners = [0, 1, 2, 3, 4, 5, 6, 7];
  const faces = [
    "-8 -6 -5 -7",
    "-4 -3 -1 -2",
    "-8 -7 -3 -4",
    "-6 -2 -1 -5",
    "-8 -4 -2 -6",
    "-7 -5 -1 -3",
  ];
  const cube = (name, at) =>
    [
      `o ${name}`,
      ...corners.map((i) => `v ${at + (i & 1)} ${(i >> 1) & 1} ${i >> 2}`),
      ...faces.map((f) => `f ${f}`),
      "",
    ].join("\n");
  const several = join(scratch, "several.obj");
  writeFileSync(several, cube("Cube", 0) + cube("Cube", 3) + cube("Lid", 6));
  const opened = async (pick) => {
    await page.evaluate(() => document.querySelector(".toast")?.remove());
    await page.locator("input[type=file]").setInputFiles(several);
    await page.getByLabel("Object of the file").selectOption({ label: pick });
    await page.locator(".banner").getByRole("button", { name: "Open" }).click();
    // Read at once: it goes after some seconds.
    const said = await (await page.waitForSelector(".toast")).innerText();
    await settled(page);
    const shape = (await query(page)).a;
    return [
      said,
      Math.min(...shape.vertices.map((v) => v[0])),
      Math.max(...shape.vertices.map((v) => v[0])),
    ];
  };
  const [said, ...ends] = await opened("Lid");
  check(
    "one object of a mesh file is opened by its name",
    said.startsWith("several.obj#Lid: the hull has 8 vertices") && ends[0] === 6 && ends[1] === 7,
    `${said} ${ends}`,
  );
  const [all, ...wide] = await opened("all of them, as one hull");
  check("or all as one hull", wide[0] === 0 && wide[1] === 7, `${all} ${wide}`);
  await page.evaluate(
    (q) => (location.hash = `#q=${encodeURIComponent(q)}`),
    JSON.stringify({
      dim: 3,
      a: { type: "box", half_extents: [2, 0.5, 2] },
      b: { type: "cylinder", half_height: 1, radius: 1, pose: { translation: [0, 1.4, 0] } },
    }),
  );
  await settled(page);
  await page.keyboard.press("c");
  await settled(page);
  const rims = await page.locator(".contacts tbody td:nth-child(3)").allInnerTexts();
  check(
    "points of a rim are named by their angle",
    rims.length === 4 && rims.every((own) => /^lower rim at\s(0|90|180|270)°$/.test(own)),
    rims.join(", "),
  );
  await page.keyboard.press("c");
  await page.keyboard.press("?");
  check("? opens the help", await page.getByRole("dialog", { name: "Help" }).isVisible());
  await page.keyboard.press("Escape");
  const field = page.getByLabel("radius").first();
  await field.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1,5");
  await page.keyboard.press("Tab");
  check(
    "1,5 is one and a half",
    (await query(page)).b.radius === 1.5,
    String((await query(page)).b.radius),
  );
  const signs = () =>
    page
      .locator(".legend span")
      .evaluateAll((list) =>
        list.filter((own) => own.checkVisibility()).map((own) => own.textContent),
      );
  await page.keyboard.press("Escape");
  await page.locator(".stage").first().focus();
  await page.keyboard.press("End");
  await settled(page);
  const deep = await signs();
  check(
    "the legend follows: a step of EPA",
    deep.includes("nearest face") &&
      !deep.includes("impossible here") &&
      !deep.includes("holds the origin"),
    deep.join(", "),
  );
  await page.evaluate(
    (q) => (location.hash = `#q=${encodeURIComponent(q)}`),
    JSON.stringify({
      dim: 2,
      a: { type: "box", half_extents: [1e6, 1e6] },
      b: { type: "circle", radius: 1e-6, pose: { translation: [1.5e6, 0] } },
    }),
  );
  await settled(page);
  check(
    "a shape too small to see is said to be",
    (await page.locator("text.name.b").textContent()) === "B, too small to see here",
  );
  await page.goto(`${server.url}#q={"dim":2`);
  await reading("a bad link says so in words", page.locator(".toast"), /cut off or changed/);
  if (clearance) {
    const told = JSON.parse(
      execFileSync(clearance, ["trace", "box:1,2,3", "cone:1,0.5", "--move-b", "3,2,1"], {
        encoding: "utf8",
        maxBuffer: 1 << 28,
      }),
    );
    Object.assign(told.answer, { intersects: true, distance: 0, penetration: 0.7 });
    const forged = join(scratch, "forged.json");
    writeFileSync(forged, JSON.stringify(told));
    await page.locator("input[type=file]").setInputFiles(forged);
    await settled(page);
    const verdict = await page.locator("[aria-label=Answer] .verdict").innerText();
    check(
      "a forged answer is not shown as the answer",
      /Apart/.test(verdict) &&
        /claims another answer.*Overlapping/s.test(
          await page.locator("[aria-label=Answer] .error").first().innerText(),
        ),
      verdict,
    );
    check(
      "and its trace is marked as foreign",
      (await page.locator(".banner[data-replay=different]").innerText()).includes("from elsewhere"),
    );
  }
  const dome = ["solid dome"];
  const n = 150;
  const at = (i, j) =>
    [
      Math.sin((Math.PI * i) / n) * Math.cos((2 * Math.PI * j) / n),
      Math.sin((Math.PI * i) / n) * Math.sin((2 * Math.PI * j) / n),
      Math.cos((Math.PI * i) / n),
    ].join(" ");
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      for (const t of [
        [at(i, j), at(i + 1, j), at(i + 1, j + 1)],
        [at(i, j), at(i + 1, j + 1), at(i, j + 1)],
      ])
        dome.push(
          "facet normal 0 0 0",
          "outer loop",
          ...t.map((p) => `vertex ${p}`),
          "endloop",
          "endfacet",
        );
  const large = join(scratch, "dome.stl");
  writeFileSync(large, [...dome, "endsolid"].join("\n"));
  await page.locator("input[type=file]").setInputFiles(large);
  const bar = page.locator(".banner", { hasText: "its hull is built" });
  await bar.waitFor();
  const alive = await page.evaluate(
    () =>
      new Promise((done) => {
        const t = performance.now();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - t)));
      }),
  );
  check("the page lives while a hull is built", alive < 1000, `${alive.toFixed(0)} ms`);
  await bar.getByRole("button", { name: "Stop" }).click();
  check("and it can be stopped", (await bar.count()) === 0);
  await page.context().close();
}

/** Keeps what is written on a canvas, with its box in the canvas, until it is cleared. */
function watchCanvas() {
  const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    this.canvas.written = [];
    return clearRect.apply(this, box);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const {
      actualBoundingBoxLeft: left,
      actualBoundingBoxRight: right,
      actualBoundingBoxAscent: up,
      actualBoundingBoxDescent: down,
    } = this.measureText(text);
    (this.canvas.written ??= []).push([
      text,
      { left: x - left, right: x + right, top: y - up - 3, bottom: y + down + 1 },
    ]);
    return fillText.call(this, text, x, y);
  };
}
/** Labels that lie on another, in any picture of the plane or of space. */
const overlaps = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("svg, canvas")]
      .filter((own) => own.checkVisibility())
      .flatMap((picture) => {
        const boxes =
          picture.written ??
          [...picture.querySelectorAll("text")]
            .filter((own) => own.textContent && own.checkVisibility())
            .map((own) => [own.textContent, own.getBoundingClientRect()]);
        return boxes.flatMap(([a, p], i) =>
          boxes
            .slice(i + 1)
            .filter(
              ([, q]) =>
                p.left + 1 < q.right &&
                q.left + 1 < p.right &&
                p.top + 3 < q.bottom - 1 &&
                q.top + 3 < p.bottom - 1,
            )
            .map(([b]) => `${a} on ${b}`),
        );
      }),
  );
async function labels() {
  for (const width of [1280, 390]) {
    for (let lesson = 0; lesson < 17; lesson++) {
      const circle = { type: "circle", radius: 1 };
      const state = {
        v: 1,
        q: { dim: 2, a: circle, b: { ...circle, pose: { translation: [3, 0] } } },
        tab: "lessons",
        lesson,
      };
      const page = await open("", { viewport: { width, height: 800 } });
      await page.addInitScript(watchCanvas);
      await page.goto(
        `${server.url}?#s=${Buffer.from(JSON.stringify(state)).toString("base64url")}`,
      );
      await page.waitForFunction(
        (n) => document.querySelector(".lesson h2")?.textContent.startsWith(`${n}.`),
        lesson + 1,
      );
      await page.waitForTimeout(300);
      const found = new Set(await overlaps(page));
      const next = page.getByRole("button", { name: "Next step" });
      for (let i = 0; i < 12 && (await next.count()) && (await next.first().isEnabled()); i++) {
        await next.first().click();
        await page.waitForTimeout(60);
        for (const one of await overlaps(page)) found.add(`${one} (step ${i + 2})`);
      }
      if (lesson === 9 || lesson === 10)
        check(
          `lesson ${lesson + 1} writes on its canvas`,
          await page.evaluate(() =>
            [...document.querySelectorAll("canvas")].some((own) => own.written?.length > 1),
          ),
        );
      await picture(page, `labels-${lesson + 1}-${width}`);
      check(
        `labels of lesson ${lesson + 1} lie apart, ${width}`,
        found.size === 0,
        [...found].slice(0, 5).join("; "),
      );
      await page.context().close();
    }
    const page = await open("", { viewport: { width, height: 800 } });
    await page.addInitScript(watchCanvas);
    const resting = {
      type: "cylinder",
      half_height: 1,
      radius: 1,
      pose: { translation: [0, 1.4, 0] },
    };
    const table = { dim: 3, a: { type: "box", half_extents: [2, 0.5, 2] }, b: resting };
    const state = (more) =>
      `?#s=${Buffer.from(JSON.stringify({ v: 1, q: table, ...more })).toString("base64url")}`;
    for (const [name, hash] of Object.entries({
      "in the plane": "",
      "in space": state({}),
      "at contacts in space": state({ contact: 0 }),
    })) {
      await page.goto(server.url + hash);
      await page.waitForSelector(name === "in the plane" ? "svg.plane text" : ".stage .over");
      await settled(page);
      const found = new Set(await overlaps(page));
      if (name !== "at contacts in space") await page.keyboard.press("Home");
      for (let i = 0; i < 12; i++) {
        for (const one of await overlaps(page)) found.add(one);
        if (name !== "at contacts in space") await page.keyboard.press("]");
        await page.waitForTimeout(60);
      }
      check(
        `labels lie apart ${name}, ${width}`,
        found.size === 0,
        [...found].slice(0, 5).join("; "),
      );
    }
    await page.goto(server.url);
    await settled(page);
    if (width < 500) {
      const top = (name) =>
        page.locator(name).evaluate((own) => own.getBoundingClientRect().top + scrollY);
      const [world, answer, diff] = [
        await top(".view.world"),
        await top("[aria-label=Answer]"),
        await top(".view.difference"),
      ];
      check(
        "on a phone the answer stands under the picture",
        world < answer && answer < diff && answer < 800,
        `${world} ${answer} ${diff}`,
      );
    }
    await page.context().close();
  }
}

/** The parts to run: all, or those named as arguments. */
const parts = {
  plane: async () => {
    const page = await plane();
    await exports(page);
    await traces(page);
    await links();
    await compare(page);
    await page.context().close();
  },
  moments,
  sizes,
  space,
  contacts,
  motions,
  frames,
  lessons,
  phone,
  phoneCompare,
  strangers,
  labels,
  offline,
};
const wanted = process.argv.slice(2);
try {
  for (const [name, part] of Object.entries(parts))
    if (!wanted.length || wanted.includes(name)) await part();
} catch (e) {
  check("the run reaches its end", false, e.stack);
}
check("no error on the console", errors.length === 0, errors.slice(0, 5).join(" | "));
await browser.close();
server.close();
rmSync(scratch, { recursive: true, force: true });
console.log(failures ? `${failures} checks failed` : "all checks passed");
process.exit(failures ? 1 : 0);
