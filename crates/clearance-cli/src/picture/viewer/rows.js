// The table: filtered by class and by words, sorted by a column, walked by keys.
const made = (tag, about = {}, ...inside) => {
  const { dataset, ...rest } = about;
  const own = Object.assign(document.createElement(tag), rest);
  Object.assign(own.dataset, dataset);
  own.append(...inside);
  return own;
};

const listing = (data, { chosen, changed }) => {
  const table = document.getElementById("rows");
  const all = [...table.querySelectorAll("[data-row]")];
  let order = [...all];
  let shown = [...all];
  const hidden = new Set();
  const words = new Map();
  const text = (line) => {
    if (!words.has(line)) words.set(line, line.querySelector(".names").textContent.toLowerCase());
    return words.get(line);
  };

  const bar = made("div", { className: "bar" });
  const counts = data.tones.map((_, tone) => data.rows.filter((row) => row.tone === tone).length);
  const isUsed = (tone) => counts[tone] || data.objects.some((object) => object.tone === tone);
  // A class is told by its first tone.
  const first = (tone) =>
    data.tones.findIndex((other) => other.name === data.tones[tone].name) === tone;
  data.tones.forEach(({ name }, tone) => {
    if (!isUsed(tone) || !first(tone)) return;
    if (!counts[tone]) return bar.append(made("span", { className: `key t${tone}` }, name));
    const chip = made(
      "button",
      { type: "button", className: `chip t${tone}` },
      `${counts[tone].toLocaleString()} ${name}`,
    );
    chip.setAttribute("aria-pressed", "true");
    chip.addEventListener("click", () => {
      if (!hidden.delete(tone)) hidden.add(tone);
      chip.setAttribute("aria-pressed", String(!hidden.has(tone)));
      filter();
    });
    bar.append(chip);
  });
  const search = made("input", { type: "search", placeholder: "Search" });
  search.setAttribute("aria-label", "Search names and notes");
  const found = made("output");
  bar.append(search, found);
  search.addEventListener("input", () => filter());
  if (all.length > 1) table.before(bar);
  else
    table.before(
      made("div", { className: "bar" }, ...[...bar.children].filter((own) => own.matches(".key"))),
    );

  const filter = () => {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isShown = (line) =>
      !hidden.has(data.rows[line.dataset.row].tone) &&
      (!wanted.length || wanted.every((word) => text(line).includes(word)));
    shown = order.filter((line) => {
      line.hidden = !isShown(line);
      return !line.hidden;
    });
    const [some, most] = [shown.length, all.length].map((n) => n.toLocaleString());
    found.value =
      shown.length === all.length
        ? `${most} ${all.length === 1 ? "row" : "rows"}`
        : `${some} of ${most} rows`;
    changed(
      shown.map((line) => Number(line.dataset.row)),
      hidden,
    );
  };

  // Numbers by their size, a bound by its number; classes and names as words.
  const headers = [...table.querySelectorAll(".head [data-key]")];
  const key = (header) => {
    const place = headers
      .filter((own) => !own.matches(".n") && own.dataset.key !== "class")
      .indexOf(header);
    const column = headers.filter((own) => own.matches(".n")).indexOf(header);
    if (header.dataset.key === "class") return (line) => data.rows[line.dataset.row].tone;
    if (column >= 0)
      return (line) =>
        Number.parseFloat(
          line.querySelectorAll(".n")[column].textContent.replace(/[^-+.\deE]/g, ""),
        );
    return (line) => line.querySelectorAll(".w")[place]?.textContent ?? "";
  };
  const words_of = new Intl.Collator(undefined, { numeric: true });
  const sort = (header, falls) => {
    const keys = new Map(all.map((line) => [line, key(header)(line)]));
    const sign = falls ? -1 : 1;
    // What has no number comes last, either way.
    order = [...all].sort((one, two) => {
      const [a, b] = [keys.get(one), keys.get(two)];
      if (typeof a === "string") return sign * words_of.compare(a, b);
      if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
      return sign * (a - b);
    });
    const lines = document.createDocumentFragment();
    lines.append(...order);
    table.append(lines);
    headers.forEach((own) =>
      own.setAttribute("aria-sort", own === header ? (falls ? "descending" : "ascending") : "none"),
    );
    filter();
  };
  for (const header of headers) {
    if (header.textContent === "notes" || all.length < 2) continue;
    const button = made("button", { type: "button", title: "Sort" }, header.textContent);
    header.replaceChildren(button);
    button.addEventListener("click", () =>
      sort(header, header.getAttribute("aria-sort") === "ascending"),
    );
  }

  let current = -1;
  const mark = (row) => {
    current = row;
    all.forEach((line) => {
      const is = Number(line.dataset.row) === row;
      if (line.classList.contains("chosen") !== is) line.classList.toggle("chosen", is);
      if (is) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
    });
    all[row]?.scrollIntoView({ block: "nearest" });
  };
  table.addEventListener("click", (event) => {
    const line = event.target.closest("[data-row]");
    if (line) chosen(Number(line.dataset.row));
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, button, summary")) return;
    if (event.key === "Escape") return chosen(-1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9 }[
      event.key
    ];
    if (!step || !shown.length) return;
    event.preventDefault();
    const at = shown.findIndex((line) => Number(line.dataset.row) === current);
    const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), shown.length - 1);
    chosen(Number(shown[next].dataset.row));
  });
  return { mark, filter };
};
