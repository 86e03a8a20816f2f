"use strict";
// The objects in WebGL, and rows that fly to their pair. The picture that stands there without a
// script stays where the browser cannot draw.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const canvas = document.getElementById("view");
  const gl = canvas.getContext("webgl2", { antialias: true, alpha: false });
  if (!gl) return;
  document.body.classList.add("live");

  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
  const program = (vertex, fragment) => {
    const made = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, "#version 300 es\n" + text);
      gl.compileShader(shader);
      gl.attachShader(made, shader);
    }
    gl.bindAttribLocation(made, 0, "place");
    gl.linkProgram(made);
    return made;
  };
  const places = `in vec3 place; uniform mat4 camera; uniform mat4 view; uniform float dot;
    out vec3 seen;
    void main() { seen = (view * vec4(place, 1.)).xyz; gl_Position = camera * vec4(place, 1.);
    gl_PointSize = dot; }`;
  // Flat shading: the normal is that of the plane through the neighbouring pixels.
  const solid = program(places, `precision highp float; in vec3 seen; uniform vec4 colour;
    out vec4 pixel; void main() { vec3 n = normalize(cross(dFdx(seen), dFdy(seen)));
    float light = .45 + .55 * abs(dot(n, normalize(vec3(.35, .5, .8))));
    pixel = vec4(colour.rgb * light, colour.a); }`);
  const plain = program(places, `precision highp float; in vec3 seen; uniform vec4 colour;
    uniform bool round; out vec4 pixel; void main() {
    if (round && length(gl_PointCoord - .5) > .5) discard; pixel = colour; }`);

  const buffer = (kind, content) => {
    const made = gl.createBuffer();
    gl.bindBuffer(kind, made);
    gl.bufferData(kind, content, gl.STATIC_DRAW);
    return made;
  };
  const array = (setup) => {
    const made = gl.createVertexArray();
    gl.bindVertexArray(made);
    setup();
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.bindVertexArray(null);
    return made;
  };
  const vertices = new Float32Array(bytes(data.positions));
  const indices = new Uint32Array(bytes(data.indices));
  const surfaces = array(() => {
    buffer(gl.ARRAY_BUFFER, vertices);
    buffer(gl.ELEMENT_ARRAY_BUFFER, indices);
  });
  const ends = new Float32Array(data.rows.flatMap((row) => row.ends.flat()));
  const witnesses = array(() => buffer(gl.ARRAY_BUFFER, ends));

  // Each object's box, and that of all.
  const union = (a, b) => [0, 1].map((i) => a[i].map((x, k) => Math[i ? "max" : "min"](x, b[i][k])));
  const nothing = [[1 / 0, 1 / 0, 1 / 0], [-1 / 0, -1 / 0, -1 / 0]];
  const boxes = data.objects.map(({ first, count }) => {
    let box = nothing;
    for (let i = first; i < first + count; i++) {
      const at = 3 * indices[i];
      const corner = [vertices[at], vertices[at + 1], vertices[at + 2]];
      box = union(box, [corner, corner]);
    }
    return box;
  });
  const all = boxes.reduce(union, nothing);

  const sub = (a, b) => a.map((x, i) => x - b[i]);
  const add = (a, b) => a.map((x, i) => x + b[i]);
  const times = (a, s) => a.map((x) => x * s);
  const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
  const unit = (a) => times(a, 1 / Math.hypot(...a));
  const middle = ([low, high]) => times(add(low, high), 0.5);
  const size = ([low, high]) => Math.max(Math.hypot(...sub(high, low)), 1e-30);

  // The camera: what it looks at, from how far, and from where. z is up.
  const narrow = Math.min(1, canvas.clientWidth / canvas.clientHeight);
  const home = { target: middle(all), distance: (1.3 * size(all)) / narrow, yaw: -0.9, pitch: 0.55 };
  let camera = { ...home };
  let flight = null;
  let chosen = -1;

  const back = ({ yaw, pitch }) =>
    [Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch)];
  const frame = () => {
    const z = back(camera);
    const x = unit(cross([0, 0, 1], z));
    return [x, cross(z, x), z];
  };
  const matrices = () => {
    const [x, y, z] = frame();
    const eye = add(camera.target, times(z, camera.distance));
    const view = [0, 1, 2].flatMap((i) => [x[i], y[i], z[i], 0]);
    view.push(-dot(x, eye), -dot(y, eye), -dot(z, eye), 1);
    const far = camera.distance + 2 * size(all);
    const near = camera.distance / 200;
    const [w, h] = [canvas.clientWidth / canvas.clientHeight, 1].map((s) => 2.4 / s);
    const [p, q] = [(far + near) / (near - far), (2 * far * near) / (near - far)];
    const projected = [];
    for (let c = 0; c < 4; c++) {
      const [a, b, d, e] = view.slice(4 * c, 4 * c + 4);
      projected.push(w * a, h * b, p * d + q * e, -d);
    }
    return { view, camera: projected };
  };

  const colour = (tone) => (tone < 0 ? [0.58, 0.64, 0.7] : data.tones[tone].map((x) => x / 255));
  const other = [0.1, 0.56, 0.52];
  const draw = () => {
    const scale = window.devicePixelRatio || 1;
    canvas.width = Math.round(canvas.clientWidth * scale);
    canvas.height = Math.round(canvas.clientHeight * scale);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0.96, 0.97, 0.98, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    const seen = matrices();
    const use = (made) => {
      gl.useProgram(made);
      gl.uniformMatrix4fv(gl.getUniformLocation(made, "camera"), false, seen.camera);
      gl.uniformMatrix4fv(gl.getUniformLocation(made, "view"), false, seen.view);
      return gl.getUniformLocation(made, "colour");
    };
    const pair = chosen < 0 ? null : data.rows[chosen];
    const look = ({ tone }, i) => {
      // The larger of a pair lets the smaller be seen.
      const side = pair ? pair.objects.indexOf(i) : -1;
      if (side >= 0) {
        const [own, mate] = [i, pair.objects[1 - side]].map((object) => size(boxes[object]));
        return [...(side ? other : colour(pair.tone)), own > mate ? 0.4 : 1];
      }
      if (pair) return [...colour(-1), data.faint];
      return [...colour(tone), tone < 0 ? data.faint : tone < data.opaque ? 1 : 0.3];
    };
    const looks = data.objects.map(look);
    gl.bindVertexArray(surfaces);
    const place = use(solid);
    for (const isOpaque of [true, false]) {
      gl[isOpaque ? "disable" : "enable"](gl.BLEND);
      gl.depthMask(isOpaque);
      data.objects.forEach(({ first, count }, i) => {
        if ((looks[i][3] === 1) !== isOpaque) return;
        gl.uniform4fv(place, looks[i]);
        gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 4 * first);
      });
    }
    // Where pairs are nearest or deepest, in front of all.
    gl.bindVertexArray(witnesses);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    const ink = use(plain);
    const round = gl.getUniformLocation(plain, "round");
    gl.uniform1f(gl.getUniformLocation(plain, "dot"), (pair ? 8 : 6) * scale);
    data.rows.forEach((row, i) => {
      if (pair && i !== chosen) return;
      gl.uniform4fv(ink, [...(pair ? [0.07, 0.09, 0.12] : colour(row.tone)), 1]);
      gl.uniform1i(round, 0);
      gl.drawArrays(gl.LINES, 2 * i, 2);
      gl.uniform1i(round, 1);
      gl.drawArrays(gl.POINTS, 2 * i, pair ? 2 : 1);
    });
    gl.depthMask(true);
  };
  let waits = false;
  const redraw = () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame((now) => {
      waits = false;
      if (flight) {
        flight.from ??= now;
        const part = Math.min(1, (now - flight.from) / 450);
        const eased = part * part * (3 - 2 * part);
        const mix = (a, b) => a + (b - a) * eased;
        camera.target = flight.start.target.map((x, i) => mix(x, flight.goal.target[i]));
        const [near, far] = [flight.start.distance, flight.goal.distance].map(Math.log);
        camera.distance = Math.exp(mix(near, far));
        if (part === 1) flight = null; else redraw();
      }
      draw();
    });
  };
  const fly = (goal) => {
    flight = { start: { ...camera }, goal: { ...camera, ...goal } };
    redraw();
  };

  const lines = [...document.querySelectorAll("tr[data-row]")];
  const choose = (row) => {
    chosen = row;
    lines.forEach((line) => line.classList.toggle("chosen", Number(line.dataset.row) === row));
    if (row < 0) return fly(home);
    const line = lines.find((line) => Number(line.dataset.row) === row);
    line?.scrollIntoView({ block: "nearest" });
    const { ends, objects } = data.rows[row];
    const small = Math.min(...objects.map((i) => size(boxes[i])));
    const apart = Math.hypot(...sub(...ends));
    const distance = Math.max(2.5 * small, 4 * apart);
    fly({ target: times(add(...ends), 0.5), distance: Math.min(distance, home.distance) });
  };
  lines.forEach((line) => {
    line.tabIndex = 0;
    line.addEventListener("click", () => choose(Number(line.dataset.row)));
  });
  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") choose(-1);
    if (event.key === "Enter" && event.target.dataset?.row) choose(Number(event.target.dataset.row));
    if (!step || !data.rows.length) return;
    event.preventDefault();
    choose(Math.min(Math.max(chosen + step, 0), data.rows.length - 1));
  });

  const held = new Map();
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, [event.clientX, event.clientY]);
  });
  const letGo = (event) => held.delete(event.pointerId);
  canvas.addEventListener("pointerup", letGo);
  canvas.addEventListener("pointercancel", letGo);
  const zoom = (factor) => {
    camera.distance = Math.min(Math.max(camera.distance * factor, 1e-6 * size(all)), 8 * size(all));
  };
  canvas.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    flight = null;
    const now = [event.clientX, event.clientY];
    const [dx, dy] = sub(now, before);
    if (held.size === 2) {
      const [rest] = [...held].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      zoom(Math.hypot(...sub(before, rest)) / Math.max(1, Math.hypot(...sub(now, rest))));
    } else if (event.shiftKey || event.buttons === 2) {
      const [x, y] = frame();
      const step = camera.distance / (1.2 * canvas.clientHeight);
      camera.target = add(camera.target, add(times(x, -dx * step), times(y, dy * step)));
    } else {
      camera.yaw -= dx * 0.008;
      camera.pitch = Math.min(Math.max(camera.pitch + dy * 0.008, -1.55), 1.55);
    }
    held.set(event.pointerId, now);
    redraw();
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    flight = null;
    zoom(Math.exp(event.deltaY * 0.0012));
    redraw();
  }, { passive: false });
  canvas.addEventListener("dblclick", () => choose(-1));
  window.addEventListener("resize", redraw);

  const asked = data.rows.findIndex((row) => "#" + row.id === location.hash);
  const first = asked < 0 ? data.first : asked;
  if (first >= 0) {
    choose(first);
    Object.assign(camera, flight.goal);
    flight = null;
  }
  draw();
})();
