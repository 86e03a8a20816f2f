// Puts the picture, the camera, the table and the film together.
const data = JSON.parse(document.getElementById("data").textContent);
const canvas = document.getElementById("view");
const picture = document.getElementById("picture");
const names = document.getElementById("names");
document.body.classList.add("js");
if (matchMedia("(max-width: 56em)").matches) document.querySelector("details").open = false;

const scene = scenery(data);
document.body.classList.add("live");
const drawn = drawing(data, scene, canvas);
if (!drawn) {
  document.body.classList.remove("live");
  picture.prepend(made("p", {}, "This browser shows no 3D (WebGL 2): the picture stands still."));
}
let row = -1;
let frame = data.film ? data.film.first : 0;
let hidden = new Set();
let isNamed = data.named;
let waits = false;
const redraw = () => {
  if (waits || !drawn) return;
  waits = true;
  requestAnimationFrame((now) => {
    waits = false;
    if (steer.step(now)) redraw();
    const matrices = steer.matrices();
    // Over a motion the pair that is nearest at the time; else that of the row.
    const pair = row >= 0 ? data.rows[row] : data.film ? data.film.frames[frame] : null;
    drawn.draw({ ...matrices, pair, row, frame, hidden });
    label(matrices.camera, pair);
  });
};
const steer = steering(canvas, scene, redraw);

// Names that do not lie on one another: of the pair at its points, else of the nearest objects.
const ruler = document.createElement("canvas").getContext("2d");
ruler.font = `12px ${getComputedStyle(document.body).fontFamily}`;
const widths = new Map();
const wide = (text) => {
  if (!widths.has(text)) widths.set(text, Math.ceil(ruler.measureText(text).width) + 14);
  return widths.get(text);
};
const MOST = 60;
const label = (camera, pair) => {
  const wanted = [];
  const at = (point, object, side) => {
    const seen = steer.project(camera, point);
    if (seen)
      wanted.push({ seen, text: (side ? `${side}  ` : "") + data.objects[object].name, side });
  };
  const is = data.film || !pair ? isNamed : false;
  if (pair && row >= 0) pair.ends.forEach((end, i) => at(end, pair.objects[i], "AB"[i]));
  const isLeft = wanted.length < 2 || wanted[0].seen[0] <= wanted[1].seen[0];
  if (is) {
    scene.boxes.forEach(
      (box, object) =>
        box[0][0] <= box[1][0] && at(moved(scene.model(object, frame), middle(box)), object, ""),
    );
  }
  const rank = ({ side, seen }) => (side ? -1 : seen[2]);
  wanted.sort((a, b) => rank(a) - rank(b));
  const placed = [];
  for (const {
    seen: [x, y],
    text,
    side,
  } of wanted) {
    if (placed.length >= MOST) break;
    const width = Math.min(wide(text), canvas.clientWidth);
    const room = [canvas.clientWidth - width, canvas.clientHeight - 18];
    // Beside its point: of a pair the left one above on the left, the other below on the right.
    const isFirst = (side === "A") === isLeft;
    const [left, top] = side
      ? isFirst
        ? [x - width - 8, y - 26]
        : [x + 8, y + 8]
      : [x - width / 2, y - 9];
    const place = [left, top].map((p, i) =>
      side ? Math.min(Math.max(p, 0), Math.max(0, room[i])) : p,
    );
    const [l, t] = place;
    if (!side && (l < 0 || t < 0 || l > room[0] || t > room[1])) continue;
    if (
      placed.some(
        (own) => l < own.l + own.width && own.l < l + width && t < own.t + 18 && own.t < t + 18,
      )
    )
      continue;
    placed.push({ l, t, width, text, side });
  }
  while (names.children.length < placed.length) names.append(made("span"));
  while (names.children.length > placed.length) names.lastChild.remove();
  placed.forEach(({ l, t, text, side }, i) => {
    const own = names.children[i];
    if (own.textContent !== text) own.textContent = text;
    own.className = side.toLowerCase();
    if (side === "A" && pair)
      own.style.setProperty("--ink", `rgb(${data.tones[pair.tone].colour})`);
    own.style.transform = `translate(${Math.round(l)}px, ${Math.round(t)}px)`;
  });
};

const choose = (next, isAtOnce) => {
  // Rows are about one moment.
  if (film && next >= 0) {
    film.stop();
    film.show(data.film.first);
  }
  row = next;
  list.mark(row);
  const goal = row < 0 ? steer.home() : flight(data.rows[row]);
  steer.fly(goal);
  if (isAtOnce) steer.settle();
};
const flight = ({ ends, objects }) => {
  const small = Math.min(...objects.map((i) => size(scene.boxes[i])));
  const apart = Math.hypot(...sub(...ends));
  const distance = Math.max(2.5 * small, 4 * apart);
  return { target: times(add(...ends), 0.5), distance: Math.min(distance, steer.home().distance) };
};
const list = listing(data, {
  chosen: (next) => choose(next),
  changed: (shown, own) => {
    hidden = own;
    drawn?.list(shown);
    redraw();
  },
});

const bar = made("div", { className: "bar" });
const whole = made("button", { type: "button" }, "Show all");
whole.addEventListener("click", () => choose(-1));
const named = made("button", { type: "button" }, "Names");
named.setAttribute("aria-pressed", String(isNamed));
named.addEventListener("click", () => {
  isNamed = !isNamed;
  named.setAttribute("aria-pressed", String(isNamed));
  redraw();
});
const hint = (kind, words) => made("span", { className: kind }, words);
bar.append(
  whole,
  named,
  hint(
    "mouse",
    "Drag to turn, with Shift to move, wheel to zoom; a row, or the arrow keys, fly to its " +
      "pair, Escape to all.",
  ),
  hint("touch", "Drag to turn, two fingers to zoom and move; tap a row to fly to its pair."),
);
let film = null;
if (drawn) {
  picture.append(bar);
  if (data.film) {
    film = playing(data.film, picture, (next) => {
      frame = next;
      if (row >= 0) {
        row = -1;
        list.mark(row);
      }
      redraw();
    });
    film.show(frame);
  }
  canvas.addEventListener("dblclick", () => choose(-1));
  new ResizeObserver(() => {
    if (row < 0) {
      steer.fly(steer.home());
      steer.settle();
    }
    redraw();
  }).observe(canvas);
}
list.filter();
const go = () => {
  const asked = data.rows.findIndex((own) => `#${own.id}` === location.hash);
  if (asked >= 0) choose(asked, true);
};
window.addEventListener("hashchange", go);
go();
redraw();
