// Turns a picture as it is dragged, and brings it nearer with the wheel: draws what _svg.py draws,
// at the moment that the slider under it says.
(() => {
  const moments = DATA;
  const middle = MIDDLE;
  const shaded = (colour, shade) => {
    const part = (i) => Math.round(parseInt(colour.slice(i, i + 2), 16) * (0.55 + 0.6 * shade));
    const hex = (i) => Math.min(255, part(i)).toString(16).padStart(2, "0");
    return `#${[1, 3, 5].map(hex).join("")}`;
  };
  const text = (x, y, words) =>
    `<text x="${x}" y="${y}" text-anchor="middle" font-family="system-ui,sans-serif" ` +
    `font-size="15" fill="currentColor">${words}</text>`;
  const path = (points) =>
    `M${points.map((p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join("L")}`;
  const dot = ([x, y], colour, style) =>
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4" fill="${colour}" ${style}/>`;
  const times = (m, v) => m.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
  const cross = (a, b) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  // In the camera's frame; y is up there, and down in the picture.
  const normal = ([o, p, q]) => {
    const from = (r) => [r[0] - o[0], o[1] - r[1], r[2] - o[2]];
    return cross(from(p), from(q));
  };

  for (const svg of document.querySelectorAll("svg.NAME:not([data-turns])")) {
    svg.dataset.turns = "";
    svg.style.cursor = "grab";
    let turn = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    let scale = 1;
    let held = null;
    let data = moments[0];

    const seen = (point) => {
      const [x, y, z] = times(turn, point);
      return [middle[0] + scale * x, middle[1] - scale * y, scale * z];
    };

    const body = ({ v, f, e, c }) => {
      const at = v.map(seen);
      const front = new Set();
      const parts = [];
      for (const face of f) {
        const corners = face.map((i) => at[i]);
        const n = normal([corners[0], corners[1], corners[corners.length - 1]]);
        if (n[2] <= 0) continue;
        face.forEach((i) => front.add(i));
        const shade = Math.max(0, (-0.4 * n[0] + 0.65 * n[1] + 0.65 * n[2]) / Math.hypot(...n));
        const depth = corners.reduce((sum, p) => sum + p[2], 0) / corners.length;
        const style = `fill="${shaded(c, shade)}" fill-opacity=".72"`;
        parts.push([depth, `<path d="${path(corners)}Z" ${style}/>`]);
      }
      for (const [i, j] of e) {
        const hidden = f.length > 0 && !(front.has(i) && front.has(j));
        const style = `stroke="${c}" stroke-width="1.5"${hidden ? ' stroke-opacity=".3"' : ""}`;
        const depth = Math.max(at[i][2], at[j][2]);
        parts.push([depth, `<path d="${path([at[i], at[j]])}" ${style}/>`]);
      }
      if (v.length === 1) parts.push([at[0][2], dot(at[0], c, "")]);
      const mean = (k) => at.reduce((sum, p) => sum + p[k], 0) / at.length;
      return { parts, middle: [mean(0), mean(1)] };
    };

    const draw = () => {
      const bodies = data.bodies.map(body);
      const parts = bodies.flatMap((one) => one.parts).sort((a, b) => a[0] - b[0]);
      const ends = data.points.map(seen);
      const style = 'stroke="currentColor" stroke-width="2" stroke-dasharray="5 3"';
      svg.innerHTML = [
        ...parts.map((part) => part[1]),
        ends.length > 0 ? `<path d="${path(ends)}" ${style}/>` : "",
        ...ends.map((end, k) => dot(end, data.bodies[data.touched[k]].c, 'stroke="currentColor"')),
        ...bodies.map((one, k) => data.bodies[k].l && text(...one.middle, data.bodies[k].l)),
        text(middle[0], 22, data.title),
      ].join("");
    };

    const slider = svg.parentNode.querySelector(":scope > input[type=range]");
    slider?.addEventListener("input", () => {
      const { bodies } = moments[0];
      data = { ...moments[slider.value] };
      data.bodies = data.bodies.map((own, k) => ({ ...bodies[k], ...own }));
      draw();
    });
    svg.addEventListener("pointerdown", (event) => {
      held = [event.clientX, event.clientY];
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointerup", () => {
      held = null;
    });
    svg.addEventListener("pointermove", (event) => {
      if (!held) return;
      const [x, y] = [(event.clientX - held[0]) / 150, (event.clientY - held[1]) / 150];
      held = [event.clientX, event.clientY];
      const [c, s, d, t] = [Math.cos(x), Math.sin(x), Math.cos(y), Math.sin(y)];
      const by = [
        [c, 0, s],
        [s * t, d, -c * t],
        [-s * d, t, c * d],
      ];
      const column = (j) => turn.map((row) => row[j]);
      turn = by.map((row) => [0, 1, 2].map((j) => times([row], column(j))[0]));
      draw();
    });
    svg.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        scale *= Math.exp(-event.deltaY / 600);
        draw();
      },
      { passive: false },
    );
  }
})();
