// The camera: what it looks at, from how far, and from where; z is up. Fingers and mouse steer it.
const steering = (canvas, { all, about }, redraw) => {
  // As near as every corner of what is looked at lets it come.
  const home = () => {
    const from = { yaw: -0.9, pitch: 0.55 };
    const target = middle(about);
    const [x, y, z] = frame(from);
    const wide = canvas.clientWidth / Math.max(1, canvas.clientHeight);
    const distances = Array.from({ length: 8 }, (_, corner) => {
      const point = sub(
        about[0].map((low, k) => (corner & (1 << k) ? about[1][k] : low)),
        target,
      );
      return (
        dot(point, z) +
        2.4 * Math.max(Math.abs(dot(point, x)) / Math.max(wide, 0.1), Math.abs(dot(point, y)))
      );
    });
    return { ...from, target, distance: Math.max(1.08 * Math.max(...distances), 1e-30) };
  };
  const frame = ({ yaw, pitch }) => {
    const z = [Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch)];
    const x = unit(cross([0, 0, 1], z));
    return [x, cross(z, x), z];
  };
  const camera = home();
  let flight = null;
  const matrices = () => {
    const [x, y, z] = frame(camera);
    const eye = add(camera.target, times(z, camera.distance));
    const view = [0, 1, 2].flatMap((i) => [x[i], y[i], z[i], 0]);
    view.push(-dot(x, eye), -dot(y, eye), -dot(z, eye), 1);
    const far = camera.distance + 2 * size(all);
    const near = camera.distance / 100;
    const [w, h] = [canvas.clientWidth / Math.max(1, canvas.clientHeight), 1].map((s) => 2.4 / s);
    const [p, q] = [(far + near) / (near - far), (2 * far * near) / (near - far)];
    const projected = [];
    for (let c = 0; c < 4; c++) {
      const [a, b, d, e] = view.slice(4 * c, 4 * c + 4);
      projected.push(w * a, h * b, p * d + q * e, -d);
    }
    return { view, camera: projected };
  };
  // Where a point is on the screen, and how far away; `null` of what is behind.
  const project = (matrix, [x, y, z]) => {
    const [a, b, , w] = [0, 1, 2, 3].map(
      (i) => matrix[i] * x + matrix[4 + i] * y + matrix[8 + i] * z + matrix[12 + i],
    );
    if (!(w > 0)) return null;
    return [
      (0.5 + (0.5 * a) / w) * canvas.clientWidth,
      (0.5 - (0.5 * b) / w) * canvas.clientHeight,
      w,
    ];
  };
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  const fly = (goal) => {
    flight = { start: { ...camera }, goal: { ...camera, ...goal } };
    if (isStill.matches) settle();
    redraw();
  };
  const settle = () => {
    if (flight) Object.assign(camera, flight.goal);
    flight = null;
  };
  // A step of a flight; whether another follows.
  const step = (now) => {
    if (!flight) return false;
    flight.from ??= now;
    const part = Math.min(1, (now - flight.from) / 450);
    const eased = part * part * (3 - 2 * part);
    const mix = (a, b) => a + (b - a) * eased;
    camera.target = flight.start.target.map((x, i) => mix(x, flight.goal.target[i]));
    const [near, far] = [flight.start.distance, flight.goal.distance].map(Math.log);
    camera.distance = Math.exp(mix(near, far));
    if (part === 1) flight = null;
    return flight !== null;
  };

  const held = new Map();
  const zoom = (factor) => {
    camera.distance = Math.min(Math.max(camera.distance * factor, 1e-6 * size(all)), 8 * size(all));
  };
  const shift = ([dx, dy]) => {
    const [x, y] = frame(camera);
    const step = camera.distance / (1.2 * canvas.clientHeight);
    camera.target = add(camera.target, add(times(x, -dx * step), times(y, dy * step)));
  };
  const turn = ([dx, dy]) => {
    camera.yaw -= dx * 0.008;
    camera.pitch = Math.min(Math.max(camera.pitch + dy * 0.008, -1.55), 1.55);
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, [event.clientX, event.clientY]);
  });
  const letGo = (event) => held.delete(event.pointerId);
  canvas.addEventListener("pointerup", letGo);
  canvas.addEventListener("pointercancel", letGo);
  canvas.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    flight = null;
    const now = [event.clientX, event.clientY];
    const by = sub(now, before);
    if (held.size === 2) {
      const [rest] = [...held].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      zoom(Math.hypot(...sub(before, rest)) / Math.max(1, Math.hypot(...sub(now, rest))));
      shift(times(by, 0.5));
    } else if (event.shiftKey || event.buttons === 2) shift(by);
    else turn(by);
    held.set(event.pointerId, now);
    redraw();
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      flight = null;
      zoom(Math.exp(event.deltaY * 0.0012));
      redraw();
    },
    { passive: false },
  );
  // By keys: arrows turn, with Shift move, plus and minus zoom.
  canvas.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
      event.key
    ];
    const factor = { "+": 0.8, "=": 0.8, "-": 1.25 }[event.key];
    if (!by && !factor) return;
    event.preventDefault();
    event.stopPropagation();
    flight = null;
    if (factor) zoom(factor);
    else (event.shiftKey ? shift : turn)(times(by, 24));
    redraw();
  });
  return { home, matrices, project, fly, settle, step };
};
