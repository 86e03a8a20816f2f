"use strict";
// The objects in WebGL. The picture that stands there without a script stays where the browser
// cannot draw.
const sub = (a, b) => a.map((x, i) => x - b[i]);
const add = (a, b) => a.map((x, i) => x + b[i]);
const times = (a, s) => a.map((x) => x * s);
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const unit = (a) => times(a, 1 / Math.hypot(...a));
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;

// Boxes: the least and the greatest corner.
const nothing = [
  [1 / 0, 1 / 0, 1 / 0],
  [-1 / 0, -1 / 0, -1 / 0],
];
const union = (a, b) => [0, 1].map((i) => a[i].map((x, k) => Math[i ? "max" : "min"](x, b[i][k])));
const middle = ([low, high]) => times(add(low, high), 0.5);
const size = ([low, high]) => Math.max(Math.hypot(...sub(high, low)), 1e-30);

const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const moved = (m, [x, y, z]) =>
  [0, 1, 2].map((i) => m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i]);

// What is drawn, apart from WebGL: meshes, their boxes, and where a film puts them.
const scenery = (data) => {
  const vertices = new Float32Array(bytes(data.positions));
  const indices = new Uint32Array(bytes(data.indices));
  const lift = new Uint8Array(vertices.length / 3);
  const boxes = data.objects.map(({ first, count }, object) => {
    const box = [[...nothing[0]], [...nothing[1]]];
    for (let i = first; i < first + count; i++) {
      lift[indices[i]] = (object % 16) * 17;
      for (let k = 0; k < 3; k++) {
        const x = vertices[3 * indices[i] + k];
        if (x < box[0][k]) box[0][k] = x;
        if (x > box[1][k]) box[1][k] = x;
      }
    }
    return box;
  });
  const moves = data.film && new Float32Array(bytes(data.film.moves));
  const model = (object, frame) => {
    if (!moves || object >= data.film.moving) return still;
    const m = moves.subarray(12 * (frame * data.film.moving + object)).subarray(0, 12);
    return m.length
      ? [m[0], m[1], m[2], 0, m[3], m[4], m[5], 0, m[6], m[7], m[8], 0, m[9], m[10], m[11], 1]
      : still;
  };
  let all = boxes.reduce(union, nothing);
  const frames = data.film ? data.film.frames.length : 0;
  for (let frame = 0; frame < frames; frame += Math.ceil(frames / 30)) {
    boxes.forEach(([low, high], object) => {
      if (!(low[0] <= high[0])) return;
      for (let corner = 0; corner < 8; corner++) {
        const at = moved(
          model(object, frame),
          low.map((x, k) => (corner & (1 << k) ? high[k] : x)),
        );
        all = union(all, [at, at]);
      }
    });
  }
  // What is looked at first: all but the cameras, which reach far, and room about it.
  const isCamera = ({ tone }) => tone >= 0 && data.tones[tone].solid < 0.2;
  const seen = boxes.filter((_, object) => !isCamera(data.objects[object])).reduce(union, nothing);
  const isAll =
    data.film || seen.flat().some((x) => !Number.isFinite(x)) || !data.objects.some(isCamera);
  if (!(all[0][0] <= all[1][0]))
    all = [
      [-1, -1, -1],
      [1, 1, 1],
    ];
  const about = isAll
    ? all
    : union(
        ...[-0.5, 0.5].map((s) => seen.map((end) => add(end, times(sub(seen[1], seen[0]), s)))),
      );
  return { vertices, indices, lift, boxes, model, all, about, isCamera };
};

const drawing = (data, scene, canvas) => {
  const gl = canvas.getContext("webgl2", { antialias: true, alpha: false });
  if (!gl) return null;
  const program = (vertex, fragment) => {
    const made = gl.createProgram();
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, `#version 300 es\n${text}`);
      gl.compileShader(shader);
      gl.attachShader(made, shader);
    }
    ["place", "lift", "ink"].forEach((name, i) => gl.bindAttribLocation(made, i, name));
    gl.linkProgram(made);
    const places = {};
    return (name) => {
      if (!name) return made;
      places[name] ??= gl.getUniformLocation(made, name);
      return places[name];
    };
  };
  // Flat shading: the normal is that of the plane through the neighbouring pixels. Where faces of
  // two objects coincide, each has a depth of its own, so that they do not flicker.
  const solid = program(
    `in vec3 place; in float lift; uniform mat4 camera, view, model; out vec3 seen;
    void main() { vec4 there = model * vec4(place, 1.); seen = (view * there).xyz;
    gl_Position = camera * there; gl_Position.z += lift * 6e-6 * gl_Position.w; }`,
    `precision highp float; in vec3 seen; uniform vec4 colour; out vec4 pixel;
    void main() { vec3 n = normalize(cross(dFdx(seen), dFdy(seen)));
    float light = .45 + .55 * abs(dot(n, normalize(vec3(.35, .5, .8))));
    pixel = vec4(colour.rgb * light, colour.a); }`,
  );
  const plain = program(
    `in vec3 place; in vec4 ink; uniform mat4 camera; uniform vec4 colour;
    uniform float dot; out vec4 shade; void main() { gl_Position = camera * vec4(place, 1.);
    gl_PointSize = dot; shade = colour.a > 0. ? colour : ink; }`,
    `precision highp float; in vec4 shade; uniform bool round; out vec4 pixel; void main() {
    if (round && length(gl_PointCoord - .5) > .5) discard; pixel = shade; }`,
  );

  const buffer = (kind, content) => {
    const made = gl.createBuffer();
    gl.bindBuffer(kind, made);
    gl.bufferData(kind, content, gl.DYNAMIC_DRAW);
    return made;
  };
  const attribute = (place, content, count, kind) => {
    buffer(gl.ARRAY_BUFFER, content);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, count, kind, kind === gl.UNSIGNED_BYTE, 0, 0);
  };
  const array = (setup) => {
    const made = gl.createVertexArray();
    gl.bindVertexArray(made);
    const kept = setup();
    gl.bindVertexArray(null);
    return { made, kept };
  };
  const surfaces = array(() => {
    attribute(0, scene.vertices, 3, gl.FLOAT);
    attribute(1, scene.lift, 1, gl.UNSIGNED_BYTE);
    buffer(gl.ELEMENT_ARRAY_BUFFER, scene.indices);
  }).made;
  // Two ends a row, and at the end the pair that a film shows.
  const last = data.rows.length;
  const ends = new Float32Array(
    data.rows.flatMap((row) => row.ends.flat()).concat(Array(6).fill(0)),
  );
  const inks = new Uint8Array(
    data.rows
      .flatMap(({ tone }) => {
        const ink = [...data.tones[tone].colour, 255];
        return [...ink, ...ink];
      })
      .concat(Array(8).fill(0)),
  );
  const witnesses = array(() => {
    const kept = buffer(gl.ARRAY_BUFFER, ends);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    attribute(2, inks, 4, gl.UNSIGNED_BYTE);
    return kept;
  });
  const listed = gl.createBuffer();
  let count = 0;
  const list = (rows) => {
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, listed);
    const both = new Uint32Array(3 * rows.length);
    // The worst, which come first, are drawn last.
    [...rows]
      .sort((a, b) => b - a)
      .forEach((row, i) => {
        both.set([2 * row, 2 * row + 1], 2 * i);
        both[2 * rows.length + i] = 2 * row;
      });
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, both, gl.DYNAMIC_DRAW);
    count = rows.length;
  };
  const other = [0.1, 0.56, 0.52];
  const grey = [0.58, 0.64, 0.7];
  const pale = [0.84, 0.86, 0.88];

  // `pair` is that which is shown: its objects, tone and ends; `row` its place, if it is in the
  // table.
  const draw = ({ view, camera, pair, row, frame, hidden }) => {
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((x) =>
      Math.round(x * scale),
    );
    if (canvas.width !== width || canvas.height !== height)
      [canvas.width, canvas.height] = [width, height];
    gl.viewport(0, 0, width, height);
    gl.clearColor(0.96, 0.97, 0.98, 1);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    const use = (made) => {
      gl.useProgram(made());
      gl.uniformMatrix4fv(made("camera"), false, camera);
      return made;
    };
    const colour = (tone) => (tone < 0 ? grey : data.tones[tone].colour.map((x) => x / 255));
    const look = ({ tone }, i) => {
      const side = pair ? pair.objects.indexOf(i) : -1;
      if (side >= 0) {
        // The larger of a pair lets the smaller be seen.
        const [own, mate] = [i, pair.objects[1 - side]].map((object) => size(scene.boxes[object]));
        return [
          ...(side ? other : colour(pair.tone)),
          scene.isCamera({ tone }) ? 0.25 : own > mate && row >= 0 ? 0.4 : 1,
        ];
      }
      if (pair && row >= 0) return [...grey, data.faint];
      if (data.film) return [...(i < data.film.moving ? grey : pale), 1];
      if (tone < 0 || hidden.has(tone)) return [...grey, data.faint];
      return [...colour(tone), data.tones[tone].solid];
    };
    const looks = data.objects.map(look);
    gl.bindVertexArray(surfaces);
    use(solid);
    gl.uniformMatrix4fv(solid("view"), false, view);
    gl.uniformMatrix4fv(solid("model"), false, still);
    for (const isOpaque of [true, false]) {
      gl[isOpaque ? "disable" : "enable"](gl.BLEND);
      gl.depthMask(isOpaque);
      for (let i = 0; i < looks.length; ) {
        const [begin, own] = [i, looks[i]];
        const isAlike = (other) => other.every((x, k) => x === own[k]);
        // Neighbours that look alike at once.
        do i++;
        while (i < looks.length && !data.film && isAlike(looks[i]));
        if ((own[3] === 1) !== isOpaque) continue;
        if (data.film) gl.uniformMatrix4fv(solid("model"), false, scene.model(begin, frame));
        const { first } = data.objects[begin];
        const { first: end, count: own_count } = data.objects[i - 1];
        gl.uniform4fv(solid("colour"), own);
        gl.drawElements(gl.TRIANGLES, end + own_count - first, gl.UNSIGNED_INT, 4 * first);
      }
    }
    // Where pairs are nearest or deepest, in front of all.
    gl.bindVertexArray(witnesses.made);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    use(plain);
    gl.uniform1f(plain("dot"), (pair ? 8 : count > 500 ? 3 : 6) * scale);
    const rounds = [0, 1];
    if (pair) {
      if (row < 0) {
        gl.bindBuffer(gl.ARRAY_BUFFER, witnesses.kept);
        gl.bufferSubData(gl.ARRAY_BUFFER, 24 * last, new Float32Array(pair.ends.flat()));
      }
      gl.uniform4f(plain("colour"), 0.07, 0.09, 0.12, 1);
      for (const round of rounds) {
        gl.uniform1i(plain("round"), round);
        gl.drawArrays(round ? gl.POINTS : gl.LINES, 2 * (row < 0 ? last : row), 2);
      }
    } else if (!data.film) {
      gl.uniform4f(plain("colour"), 0, 0, 0, 0);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, listed);
      for (const round of rounds) {
        gl.uniform1i(plain("round"), round);
        const [kind, many, from] = round ? [gl.POINTS, count, 8 * count] : [gl.LINES, 2 * count, 0];
        gl.drawElements(kind, many, gl.UNSIGNED_INT, from);
      }
    }
    gl.bindVertexArray(null);
  };
  return { draw, list };
};
