// Reads and drives the page like a visitor.
export const fields = ["distance", "penetration", "gap", "normal", "witness_a", "witness_b"];

/** What the answer card prints once nothing moves. */
export async function printed(page) {
  await settled(page);
  return Object.fromEntries(
    await Promise.all(
      fields.map(async (f) => [f, await page.locator(`[data-field=${f}]`).textContent()]),
    ),
  );
}

/** The query in the address. */
export async function query(page) {
  await settled(page);
  const hash = await page.evaluate(() => location.hash);
  return JSON.parse(Buffer.from(hash.slice(3), "base64url").toString()).q;
}

/** The address is written last: once it is stable, the digits are final. */
export async function settled(page) {
  let before = "";
  for (let calm = 0; calm < 3; ) {
    const now = await page.evaluate(
      () => location.hash + document.querySelector("[data-field=witness_b]")?.textContent,
    );
    calm = now === before ? calm + 1 : 0;
    before = now;
    await page.waitForTimeout(100);
  }
  // On a busy machine the picture may come after the address.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** What an element says once it matches, or what it still says after ten seconds. */
export async function reads(locator, pattern) {
  let said = "";
  for (let i = 0; i < 100 && !pattern.test(said); i++) {
    if (i) await locator.page().waitForTimeout(100);
    said = (await locator.count()) ? await locator.innerText() : "";
  }
  return said;
}

/** The same fields as the command line prints them, number by number as text. */
export function native(line) {
  const list = (key) =>
    line
      .match(new RegExp(`"${key}":\\[([^\\]]*)\\]`))?.[1]
      .split(",")
      .join("  ") ?? "none";
  const one = (key) => line.match(new RegExp(`"${key}":([^,}]*)`))[1].replace("null", "none");
  return {
    distance: one("distance"),
    penetration: one("penetration"),
    gap: one("gap"),
    normal: list("normal"),
    witness_a: list("witness_a"),
    witness_b: list("witness_b"),
  };
}

export async function sentences(page) {
  const out = [];
  await page.getByRole("button", { name: "First step" }).click();
  for (;;) {
    const count = await page.locator(".player .count").textContent();
    out.push(await page.locator("[data-field=says]").innerText());
    const [at, of] = count.match(/\d+/g).map(Number);
    if (at >= of) return out;
    await page.getByRole("button", { name: "Next step" }).click();
    await page.waitForFunction(
      (old) => document.querySelector(".player .count").textContent !== old,
      count,
    );
  }
}

/** In space there is no element to grab: the cursor shows where a shape is. */
export async function findShape(page) {
  const box = await page.locator(".stage .over").first().boundingBox();
  for (let i = 1; i < 24; i++)
    for (let j = 8; j < 20; j++) {
      const [x, y] = [box.x + (box.width * i) / 24, box.y + (box.height * j) / 28];
      await page.mouse.move(x, y);
      if (
        (await page
          .locator(".stage .over")
          .first()
          .evaluate((n) => n.style.cursor)) === "grab"
      )
        return { x, y };
    }
  throw new Error("no shape under the pointer anywhere");
}

/** Moves the pointer slowly in a circle, one move per frame. */
export async function drag(page, from, frames, size) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= frames; i++) {
    const t = (i / frames) * 2 * Math.PI * 2;
    await page.mouse.move(from.x + size * Math.sin(t), from.y + size * (1 - Math.cos(t)) * 0.6);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  // A full circle would end where it began.
  await page.mouse.move(from.x + size / 2, from.y - size / 3, { steps: 3 });
  await page.mouse.up();
}
