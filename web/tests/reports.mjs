// The reports of the command (`--html`) in a real browser: with ten rows and ten thousand, on a
// desk and on a phone, with WebGL and without.
// CLEARANCE: path of the `clearance` binary; CHROMIUM: path of the browser; PICTURES: a folder that
// keeps the screenshots.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const clearance = process.env.CLEARANCE;
if (!existsSync(browserPath) || !clearance) {
  console.log("SKIPPED: the reports, since there is no browser, or CLEARANCE names no binary");
  process.exit(0);
}
const scratch = mkdtempSync(join(tmpdir(), "reports-"));
const pictures = process.env.PICTURES;
if (pictures) mkdirSync(pictures, { recursive: true });

let failures = 0;
const check = (name, ok, detail = "") => {
  if (!ok) failures++;
  console.log(`${ok ? "ok  " : "FAIL"} ${name}${detail ? `: ${detail}` : ""}`);
};

/** Boxes in a grid that overlap or nearly touch, under long names. */
function many() {
  let seed = 4;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const lines = [];
  for (let n = 0; n < 18 * 18 * 12; n++) {
    const middle = [n % 18, Math.floor(n / 18) % 18, Math.floor(n / 324)].map(
      (x) => x + 0.024 * random() - 0.012,
    );
    const name =
      n % 5
        ? `Duct_level-${n % 12}:grid-${n}`
        : `Fitting_of_a_rather_long_family_name_with_many_words:Type 300x200 mm insulated:${n}`;
    lines.push(`o ${name}`);
    for (let corner = 0; corner < 8; corner++) {
      const at = middle.map((x, k) => (x + (corner & (1 << k) ? 0.495 : -0.495)).toFixed(5));
      lines.push(`v ${at.join(" ")}`);
    }
    for (const face of [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
    ])
      lines.push(`f ${face.map((i) => 8 * n + i + 1).join(" ")}`);
  }
  const file = join(scratch, "many.obj");
  writeFileSync(file, lines.join("\n"));
  return file;
}

const asset = (path) => here(`../../assets/${path}`);
const robot = ["robot", asset("arm/arm.urdf"), "--srdf", asset("arm/arm.srdf")];
const reports = {
  clash: {
    rows: 10,
    args: [
      "clash",
      asset("building/architecture.obj"),
      asset("building/electrical.obj"),
      "--within",
      "0.25",
    ],
  },
  many: { rows: 10000, args: ["clash", many(), "--within", "0.02", "--most-pairs", "10000"] },
  robot: { rows: 7, args: [...robot, "--state", "folded"] },
  film: { rows: 7, args: [...robot, "--trajectory", asset("arm/fold.csv")] },
  cull: {
    rows: 13,
    args: ["cull", asset("building/electrical.obj"), "--camera", asset("building/cameras.jsonl")],
  },
  parts: {
    rows: 1,
    args: [
      "decompose",
      asset("building/wall.obj"),
      "--parts",
      asset("building/wall-parts.obj"),
      "--tolerance",
      "0.05",
    ],
  },
};
const address = (name) => pathToFileURL(join(scratch, `${name}.html`)).href;
for (const [name, { args }] of Object.entries(reports)) {
  try {
    execFileSync(clearance, [...args, "--html", join(scratch, `${name}.html`)], {
      stdio: "ignore",
    });
  } catch (error) {
    if (error.status !== 1) throw error; // What clashes exits with 1.
  }
}

const launch = (...own) =>
  chromium.launch({
    executablePath: browserPath,
    args: ["--no-sandbox", "--no-first-run", "--disable-background-networking", ...own],
  });
const browser = await launch(
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
);
const errors = [];
async function open(name, width, from = browser) {
  const isPhone = width < 500;
  const context = await from.newContext({
    viewport: { width, height: isPhone ? 844 : 800 },
    hasTouch: isPhone,
    isMobile: isPhone,
    bypassCSP: true,
  });
  const page = await context.newPage();
  page.on(
    "console",
    (m) =>
      ["error", "warning"].includes(m.type()) &&
      !/GPU stall|software WebGL|swiftshader|WebGL|GroupMarker/i.test(m.text()) &&
      errors.push(`${name}: ${m.text()}`),
  );
  page.on("pageerror", (e) => errors.push(`${name}: ${e.stack ?? e}`));
  await page.goto(address(name));
  await calm(page);
  return page;
}
const calm = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
const picture = async (page, name) =>
  pictures && page.screenshot({ path: join(pictures, `${name}.png`) });
const shown = (page) => page.locator("#rows > [data-row]:not([hidden])");

/** Boxes that lie on one another. */
const overlaps = (page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll("#names span")].map((own) => [
      own.textContent,
      own.getBoundingClientRect(),
    ]);
    return boxes.flatMap(([a, p], i) =>
      boxes
        .slice(i + 1)
        .filter(
          ([, q]) => p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom,
        )
        .map(([b]) => `${a} on ${b}`),
    );
  });
/** Numbers and names of the first rows that are cut off, or leave their row. */
const cut = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#rows > [data-row]:not([hidden])")]
      .slice(0, 40)
      .flatMap((row) => {
        const own = row.getBoundingClientRect();
        return [...row.querySelectorAll("[role=cell]")]
          .filter((cell) => {
            const box = cell.getBoundingClientRect();
            return (
              (cell.scrollWidth > cell.clientWidth + 1 &&
                getComputedStyle(cell).display !== "inline") ||
              box.right > own.right + 1 ||
              box.left < own.left - 1
            );
          })
          .map((cell) => cell.textContent);
      }),
  );

for (const width of [1280, 390]) {
  for (const [name, { rows }] of Object.entries(reports)) {
    const about = `${name}, ${width}`;
    const page = await open(name, width);
    check(
      `${about}: every row is there`,
      (await shown(page).count()) === rows,
      `${await shown(page).count()}`,
    );
    check(
      `${about}: no sideways scroll`,
      (await page.evaluate(() => document.documentElement.scrollWidth)) <= width,
    );
    check(
      `${about}: nothing is cut off`,
      (await cut(page)).length === 0,
      (await cut(page)).slice(0, 3).join("; "),
    );
    check(
      `${about}: names lie apart at the start`,
      (await overlaps(page)).length === 0,
      (await overlaps(page)).join("; "),
    );
    const hint = await page
      .locator(".bar .mouse, .bar .touch")
      .filter({ visible: true })
      .innerText();
    check(`${about}: the hint is for this device`, /two fingers/.test(hint) === width < 500, hint);
    await picture(page, `${name}-${width}`);
    await shown(page).first().click();
    await page.waitForTimeout(700);
    check(
      `${about}: a row is chosen and named`,
      (await page.locator(".chosen").count()) === 1 &&
        (await page.locator("#names .a").count()) === 1,
    );
    check(
      `${about}: names lie apart at a pair`,
      (await overlaps(page)).length === 0,
      (await overlaps(page)).join("; "),
    );
    await picture(page, `${name}-${width}-row`);
    await page.keyboard.press("ArrowDown");
    check(
      `${about}: keys walk the rows`,
      (await page.locator(".chosen").getAttribute("data-row")) === String(Math.min(1, rows - 1)),
    );
    await page.keyboard.press("Escape");
    check(`${about}: Escape lets go`, (await page.locator(".chosen").count()) === 0);
    if (name !== "many") {
      await page.evaluate(readFileSync(here("../node_modules/axe-core/axe.min.js"), "utf8"));
      const { violations } = await page.evaluate(() =>
        globalThis.axe.run(document, { resultTypes: ["violations"] }),
      );
      check(
        `${about}: accessible`,
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
    if (name === "many" || name === "clash") await filters(page, about);
    if (name === "film") await slides(page, about);
    await page.context().close();
  }
}

async function filters(page, about) {
  const search = page.getByRole("searchbox");
  const word = about.startsWith("many") ? "fitting" : "wall_";
  await search.fill(word);
  const names = await shown(page)
    .locator(".names")
    .evaluateAll((all) => all.map((own) => own.textContent.toLowerCase()));
  check(
    `${about}: searching`,
    names.length > 2 && names.every((text) => text.includes(word)),
    `${names.length}`,
  );
  await search.fill("");
  const chip = page.locator(".chip").filter({ hasText: "near" });
  await chip.click();
  check(
    `${about}: a class is switched off`,
    (await shown(page)
      .filter({ has: page.locator("b", { hasText: "near" }) })
      .count()) === 0 && (await chip.getAttribute("aria-pressed")) === "false",
  );
  await chip.click();
  await page.getByRole("button", { name: "distance" }).click();
  const sorted = await shown(page)
    .locator(".n:nth-of-type(1)")
    .evaluateAll((all) => all.map((own) => Number(own.textContent.replace("≤ ", ""))));
  check(
    `${about}: sorted by distance`,
    sorted.length > 2 && sorted.every((x, i) => !i || sorted[i - 1] <= x),
    sorted.slice(0, 4).join(" "),
  );
  await page.getByRole("button", { name: "A", exact: true }).click();
  check(
    `${about}: the header says how`,
    (await page.locator("[aria-sort=ascending]").innerText()).startsWith("A"),
  );
  await picture(page, `${about.replace(", ", "-")}-sorted`);
}

async function slides(page, about) {
  const said = () => page.locator("output", { hasText: /^at / }).innerText();
  const slider = page.getByRole("slider");
  const meeting = await said();
  check(
    `${about}: opens at the first meeting`,
    /1\.859.*post and fore.*deep/.test(meeting),
    meeting,
  );
  await slider.focus();
  await page.keyboard.press("Home");
  check(
    `${about}: the slider goes to the begin`,
    /^at 0: nearest: left and right, 0\.1 apart/.test(await said()),
    await said(),
  );
  check(
    `${about}: names lie apart there`,
    (await overlaps(page)).length === 0,
    (await overlaps(page)).join("; "),
  );
  await calm(page);
  await picture(page, `film-${about.split(", ")[1]}-begin`);
  const spans = await page
    .locator(".spans i")
    .evaluateAll((all) => all.map((own) => own.className));
  check(`${about}: what is proved is drawn`, spans.includes("meets"), spans.join(" "));
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => document.querySelector("input[type=range]").value > 20);
  check(`${about}: it plays`, !(await said()).startsWith("at 0:"), await said());
}

{
  const plain = await launch("--disable-3d-apis");
  const page = await open("clash", 1280, plain);
  const still = await page.locator("svg").isVisible();
  check(
    "without WebGL a still picture, a word, and all rows",
    still &&
      /no 3D/.test(await page.locator("#picture").innerText()) &&
      (await shown(page).count()) === 10,
  );
  await picture(page, "clash-no-webgl");
  await plain.close();
}
check("no error on the console", errors.length === 0, errors.slice(0, 3).join("\n"));
await browser.close();
rmSync(scratch, { recursive: true });
console.log(failures ? `${failures} failed` : "the reports: all passed");
process.exit(failures ? 1 : 0);
