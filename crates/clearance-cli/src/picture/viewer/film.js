// A slider over a motion, with what is proved of every time beneath.
const playing = (film, picture, seek) => {
  const { frames, spans } = film;
  const [begin, end] = [frames[0].time, frames[frames.length - 1].time];
  const said = made("output");
  const slider = made("input", {
    type: "range",
    min: 0,
    max: frames.length - 1,
    step: 1,
    value: film.first,
  });
  slider.setAttribute("aria-label", "time");
  const play = made("button", { type: "button" }, "Play");
  const strip = made("div", { className: "spans" });
  // Of times, not of frames: both run from end to end, and frames are nearly even.
  const share = (time) => (100 * (time - begin)) / (end - begin || 1);
  const worse = { unknown: 0, meets: 1 };
  for (const { known, from, to } of [...spans].sort((a, b) => worse[a.known] - worse[b.known])) {
    const span = made("i", { className: known, title: `${known} from ${from} to ${to}` });
    span.style.left = `${share(from)}%`;
    span.style.width = `${share(to) - share(from)}%`;
    strip.append(span);
  }
  const key = (known, words) => made("span", { className: `key ${known}` }, words);
  const known = new Set(spans.map((span) => span.known));
  const keys = made("div", { className: "bar" }, key("free", "proved free"));
  if (known.has("unknown")) keys.append(key("unknown", "not known"));
  if (known.has("meets")) keys.append(key("meets", "meets"));
  keys.append(said);
  picture.append(made("div", { id: "film" }, play, made("div", {}, slider, strip)), keys);
  const show = (frame) => {
    slider.value = frame;
    const { time, said: words } = frames[frame];
    const text = `at ${Number(time.toPrecision(6))}: ${words}`;
    slider.setAttribute("aria-valuetext", text);
    said.value = text;
    seek(frame);
  };
  // As long as the motion says, if that is seconds; never too short to be seen, nor a wait.
  const lasts = Math.min(Math.max(end - begin, 2), 12) * 1000;
  let from = null;
  const stop = () => {
    from = null;
    play.textContent = "Play";
  };
  const tick = (now) => {
    if (from === null) return;
    from ||= now - (share(frames[slider.value].time) / 100) * lasts;
    const time = begin + (end - begin) * Math.min(1, (now - from) / lasts);
    let frame = Number(slider.value);
    while (frame < frames.length - 1 && frames[frame + 1].time <= time) frame++;
    show(frame);
    if (frame === frames.length - 1) stop();
    else requestAnimationFrame(tick);
  };
  play.addEventListener("click", () => {
    if (from !== null) return stop();
    if (Number(slider.value) === frames.length - 1) slider.value = 0;
    from = 0;
    play.textContent = "Stop";
    requestAnimationFrame(tick);
  });
  slider.addEventListener("input", () => {
    stop();
    show(Number(slider.value));
  });
  return { show, stop };
};
