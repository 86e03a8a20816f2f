import { s } from "./dom";

const PATHS: Record<string, string> = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  previous: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  last: "M18 5v14M5 5l9 7-9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  theme: "M12 3a9 9 0 1 0 9 9c0-.5 0-1-.1-1.4A6.5 6.5 0 0 1 13.4 3.1 9 9 0 0 0 12 3z",
  share: "M12 15V4M8 8l4-4 4 4M5 12v7h14v-7",
  help:
    "M9.2 9a3 3 0 1 1 4.2 2.7c-.9.4-1.4 1.1-1.4 2.3M12 17.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 " +
    "0-18z",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  close: "M6 6l12 12M18 6L6 18",
};

export const icon = (name: keyof typeof PATHS): SVGSVGElement =>
  s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
