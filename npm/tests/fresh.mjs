// The package as users get it: packed, installed from the tarball into an empty project, README's
// programs run in Node and in a browser, in a worker, from another origin, and built by Vite; the
// example dragged. Nothing is fetched but from this machine.
// Usage: node tests/fresh.mjs    CHROMIUM: the browser; PICTURES: a folder that keeps the picture.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

// Bytes of a module with rustc 1.95: 679 553 and 262 942, the smaller one 528 482 and 201 773
// (bench/records/2026-11-29-npm.md).
const MOST = {
  "wasm/": { raw: 700_000, gzip: 270_000 },
  "wasm/pair/": { raw: 560_000, gzip: 220_000 },
};

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const project = mkdtempSync(join(tmpdir(), "clearance-npm-"));
process.on("exit", () => rmSync(project, { recursive: true, force: true }));
const run = (program, ...args) =>
  execFileSync(program, args, {
    cwd: project,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });

const [packed] = JSON.parse(
  execFileSync("npm", ["pack", "--json", "--pack-destination", project], {
    cwd: here(".."),
    encoding: "utf8",
  }),
);
const files = packed.files.map(({ path }) => path).sort();
assert.deepEqual(files, [
  "LICENSE-APACHE",
  "LICENSE-MIT",
  "README.md",
  "clearance.d.ts",
  "clearance.js",
  "node.js",
  "package.json",
  "pair.d.ts",
  "three.d.ts",
  "three.js",
  "wasm/clearance_wasm.js",
  "wasm/clearance_wasm_bg.wasm",
  "wasm/pair/clearance.js",
  "wasm/pair/clearance_wasm.js",
  "wasm/pair/clearance_wasm_bg.wasm",
  "wasm/pair/node.js",
]);
writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
run("npm", "install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`);
const installed = join(project, "node_modules/clearance-wasm");
for (const [folder, most] of Object.entries(MOST)) {
  const module = readFileSync(join(installed, folder, "clearance_wasm_bg.wasm"));
  const gzip = gzipSync(module, { level: 9 }).length;
  console.log(`${folder}: ${module.length} bytes, ${gzip} gzipped; tarball ${packed.size}`);
  assert.ok(
    module.length <= most.raw && gzip <= most.gzip,
    `more than ${most.raw} or ${most.gzip} bytes`,
  );
}
symlinkSync(here("../../web/node_modules/three"), join(project, "node_modules/three"));

// The programs of README and of a page: each block of js, as it stands, and what it prints, the
// block after it.
const readme = readFileSync(join(installed, "README.md"), "utf8");
const migration = readFileSync(here("../../docs/from-three-mesh-bvh.md"), "utf8");
const programs = [readme, migration].flatMap((text) => {
  const found = [...text.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)].map(
    ([, code, said]) => ({ code, said }),
  );
  assert.equal(found.length, text.split("```js\n").length - 1, "a program says not what it prints");
  return found;
});
assert.ok(programs.length >= 10, `${programs.length} programs`);
programs.forEach(({ code, said }, i) => {
  const file = `readme-${i}.mjs`;
  writeFileSync(join(project, file), code);
  assert.equal(run("node", file), said, code);
});
console.log(`${programs.length} programs of the docs in Node`);

// The smaller module has what its types say, and answers with the same bits.
cpSync(here("pair.mjs"), join(project, "pair.mjs"));
run("node", "pair.mjs");
console.log("the smaller module: 1000 pairs as in the whole one");

// The types, as an editor reads them.
const tsc = here("../../web/node_modules/typescript/bin/tsc");
cpSync(here("types.ts"), join(project, "types.ts"));
symlinkSync(here("../../web/node_modules/@types"), join(project, "node_modules/@types"));
run(
  "node",
  tsc,
  "--noEmit",
  "--strict",
  "--target",
  "es2022",
  "--module",
  "nodenext",
  "--types",
  "three",
  "types.ts",
);
console.log("types hold, three.js's among them");

const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
if (!existsSync(chromium)) {
  console.log(`SKIPPED: the browser, since there is none at ${chromium}; set CHROMIUM`);
  process.exit(0);
}

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};
async function serve(root, headers = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = join(root, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    if (!file.startsWith(root) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      ...headers,
    });
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
const { chromium: playwright } = await import("../../web/node_modules/playwright-core/index.mjs");
const browser = await playwright.launch({
  executablePath: chromium,
  args: [
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
  ],
});
const errors = [];
async function open(url) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on(
    "console",
    (m) =>
      m.type() === "error" &&
      !/favicon|Failed to load resource/.test(m.text()) &&
      errors.push(m.text()),
  );
  await page.goto(url);
  return page;
}
const said = (page) =>
  page
    .waitForFunction(() => globalThis.said, null, { timeout: 20000 })
    .then((found) => found.jsonValue());
const first = programs[0];
// What console.log writes, kept where the test finds it.
const keeping = (code) =>
  `const lines = []; console.log = (...words) => lines.push(words.join(" "));\n${code}\n` +
  'globalThis.said = lines.join("\\n") + "\\n";';
const html = (script) =>
  '<!doctype html><script type="importmap">' +
  '{"imports":{"clearance-wasm":"./node_modules/clearance-wasm/clearance.js"}}' +
  `</script><script type="module" src="${script}"></script>`;

const site = await serve(project);
const asModule = (code) => code.replace(/^import .*$/gm, "");
const imports = (code) => (code.match(/^import .*$/gm) ?? []).join("\n");
writeFileSync(join(project, "page.js"), `${imports(first.code)}\n${keeping(asModule(first.code))}`);
writeFileSync(join(project, "index.html"), html("./page.js"));
assert.equal(await said(await open(site.url)), first.said);
console.log("README's first program in a browser");

// README's page.
writeFileSync(join(project, "page.html"), readme.match(/```html\n(.*?)```/s)[1]);
const shown = await open(`${site.url}page.html`);
await shown.waitForFunction(() => document.querySelector("#answer").textContent);
const answered = await shown.locator("#answer").textContent();
assert.ok(readme.includes(`page.html\` says \`${answered}\``), answered);
console.log("README's page");

// From another origin, as a CDN is.
const cdn = await serve(installed, { "access-control-allow-origin": "*" });
writeFileSync(
  join(project, "cdn.js"),
  `${imports(first.code).replace("clearance-wasm", `${cdn.url}clearance.js`)}\n` +
    keeping(asModule(first.code)),
);
writeFileSync(
  join(project, "cdn.html"),
  '<!doctype html><script type="module" src="./cdn.js"></script>',
);
assert.equal(await said(await open(`${site.url}cdn.html`)), first.said);
console.log("the same from another origin");

// In a worker, which is handed the compiled module.
writeFileSync(
  join(project, "worker.js"),
  `import init, { ball, proximity } from "./node_modules/clearance-wasm/clearance.js";
onmessage = async ({ data }) => {
  await init(data);
  postMessage(proximity(ball(1), null, ball(1), [3, 0, 0]).distance);
};`,
);
writeFileSync(
  join(project, "worker.html"),
  `<!doctype html><script type="module">
const worker = new Worker("./worker.js", { type: "module" });
worker.onmessage = ({ data }) => { globalThis.said = data; };
const file = "./node_modules/clearance-wasm/wasm/clearance_wasm_bg.wasm";
worker.postMessage(await WebAssembly.compileStreaming(fetch(file)));
</script>`,
);
assert.equal(await said(await open(`${site.url}worker.html`)), 1);
console.log("a worker");

// Built by Vite, as it comes; and by its server for development with README's line.
const vite = await import("../../web/node_modules/vite/dist/node/index.js");
mkdirSync(join(project, "src"));
cpSync(join(project, "page.js"), join(project, "src/page.js"));
const root = join(project, "vite");
mkdirSync(root);
symlinkSync(join(project, "node_modules"), join(root, "node_modules"));
cpSync(join(project, "page.js"), join(root, "page.js"));
writeFileSync(
  join(root, "index.html"),
  '<!doctype html><script type="module" src="/page.js"></script>',
);
await vite.build({ root, logLevel: "error", configFile: false, build: { target: "es2022" } });
const built = await serve(join(root, "dist"));
assert.equal(await said(await open(built.url)), first.said);
assert.ok(readme.includes('optimizeDeps: { exclude: ["clearance-wasm"] }'));
const dev = await vite.createServer({
  root,
  logLevel: "error",
  configFile: false,
  optimizeDeps: { exclude: ["clearance-wasm"] },
  server: { host: "127.0.0.1", fs: { strict: false } },
});
await dev.listen();
const served = await open(dev.resolvedUrls.local[0]);
assert.equal(await said(served), first.said);
await served.close();
await dev.close();
console.log("Vite, built and serving");

// The example: the dodecahedron is dragged into the knot.
cpSync(here("../example"), project, { recursive: true });
const page = await open(`${site.url}index.html`);
const answer = () => page.locator("#answer").textContent();
await page.waitForFunction(() => /distance/.test(document.querySelector("#answer").value), null, {
  timeout: 20000,
});
const before = await answer();
assert.match(before, /^separated\ndistance 1\.\d+, at most \d/);
const picture = async (name) => {
  const shot = await page.screenshot();
  if (process.env.PICTURES) writeFileSync(join(process.env.PICTURES, name), shot);
};
await picture("drag-before.png");
const [x, y] = [690, 350];
await page.mouse.move(x, y);
await page.mouse.down();
for (let i = 1; i <= 10; i++) await page.mouse.move(x - 22 * i, y);
await page.mouse.up();
const after = await answer();
assert.match(after, /^intersecting\ndistance -\d/, `dragged from ${before} to ${after}`);
await picture("drag.png");
console.log(`the example, dragged: ${before.replace("\n", " ")}; then ${after.replace("\n", " ")}`);

assert.deepEqual(errors, []);
await browser.close();
for (const server of [site, cdn, built]) server.close();
