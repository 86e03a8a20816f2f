/**
 * The whole state in the address: JSON as base64url, or, if written by hand, readable JSON
 * (`#q={"dim":2,…}`).
 */
import { algorithms } from "../classic";
import { type Motion, readLine, readMotion } from "./motion";
import { REGIONS, type RegionsShown } from "./regions";
import { type Dim, finite, numbers, pairJson, readPair, type Scene } from "./scene";
import { fromLink, ofLink } from "./surface";

export type Tab = "explore" | "compare" | "lessons";

/**
 * What one view shows: the point in its middle, and the length that half its smaller side spans.
 */
export interface Look {
  centre: readonly [number, number, number];
  reach: number;
}

/** What floats can draw: below, neighbouring numbers are pixels apart; beyond, squares overflow. */
export function drawable({ centre, reach }: Look): Look {
  const far = Math.max(...centre.map(Math.abs), 1e-140);
  return { centre, reach: Math.min(Math.max(reach, far * 1e-10), 1e140) };
}

export interface Camera {
  world: Look;
  difference: Look;
  /** Both views of space turn together, so that directions agree. */
  azimuth: number;
  elevation: number;
}

export interface Place {
  tab: Tab;
  lesson: number;
  /** `null` shows the answer without its steps. */
  step: number | null;
  algorithm: string;
  camera: Camera;
  selected: "a" | "b";
  regions: RegionsShown;
  /** Up to which distance contacts are shown; `null` shows none. */
  contact: number | null;
  /** The motions of the shapes; `null` hides them. */
  motion: Motion | null;
}

const LOOK: Look = { centre: [0, 0, 0], reach: 3 };

/** The state on a first visit. */
export const BEGIN: Place = {
  tab: "explore",
  lesson: 0,
  step: null,
  algorithm: "ours",
  camera: { world: LOOK, difference: LOOK, azimuth: 0.5, elevation: 0.4 },
  selected: "b",
  regions: "here",
  contact: null,
  motion: null,
};

export interface Shared {
  scene: Scene;
  place: Partial<Place>;
}

const toBase64 = (text: string): string => {
  const bytes = new TextEncoder().encode(text);
  let out = "";
  for (const b of bytes) out += String.fromCharCode(b);
  return btoa(out).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

/** JSON, or in plain words that it is none. */
function parsed(text: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error("it is cut off or changed: what follows the # is no JSON");
  }
  if (typeof json !== "object" || json === null) throw new Error("it holds no pair");
  return json;
}

const fromBase64 = (text: string): string => {
  let raw: string;
  try {
    raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw new Error("it is cut off or changed: what follows the # is no link of this page");
  }
  return new TextDecoder().decode(Uint8Array.from(raw, (c) => c.charCodeAt(0)));
};

export function encode({ scene, place }: Shared): string {
  const q: unknown = JSON.parse(pairJson(scene));
  const surfaces = ofLink(scene);
  const more = Object.keys(surfaces).length ? { surfaces } : {};
  return `#s=${toBase64(JSON.stringify({ v: 1, q, ...more, ...place }))}`;
}

const TABS: readonly string[] = ["explore", "compare", "lessons"];

/**
 * A link is untrusted text, and is read like a file: what the page does not know is refused, never
 * shown.
 */
function readPlace(json: Record<string, unknown>, dim: Dim): Partial<Place> {
  const one = (key: string, known: readonly string[]): void => {
    if (key in json && !known.includes(json[key] as string))
      throw new Error(`${key}: must be one of ${known.join(", ")}`);
  };
  const whole = (key: string, nullable: boolean): void => {
    const value = json[key];
    const fits = Number.isSafeInteger(value) && (value as number) >= 0;
    if (key in json && !fits && !(nullable && value === null))
      throw new Error(`${key}: must be a whole number`);
  };
  one("tab", TABS);
  one("algorithm", ["ours", ...algorithms.map((a) => a.id)]);
  one("selected", ["a", "b"]);
  one("regions", REGIONS);
  whole("lesson", false);
  whole("step", true);
  const place: Record<string, unknown> = {};
  for (const key of ["tab", "lesson", "step", "algorithm", "selected", "regions"])
    if (key in json) place[key] = json[key];
  if ("contact" in json)
    place.contact = json.contact === null ? null : finite("contact", json.contact);
  if (typeof place.contact === "number" && place.contact < 0)
    throw new Error("contact: must not be negative");
  if ("motion" in json) place.motion = readMotion(json.motion, dim);
  if ("camera" in json) place.camera = readCamera(json.camera);
  return place as Partial<Place>;
}

function readCamera(json: unknown): Camera {
  if (typeof json !== "object" || json === null) throw new Error("camera: must be an object");
  const { world, difference, azimuth, elevation } = json as Record<string, unknown>;
  const look = (where: string, given: unknown): Look => {
    const { centre, reach } = (given ?? {}) as Record<string, unknown>;
    const wide = finite(`${where}.reach`, reach);
    if (wide <= 0) throw new Error(`${where}.reach: must be more than zero`);
    return drawable({
      centre: numbers(`${where}.centre`, centre, 3) as unknown as Look["centre"],
      reach: wide,
    });
  };
  return {
    world: look("camera.world", world),
    difference: look("camera.difference", difference),
    azimuth: finite("camera.azimuth", azimuth),
    elevation: finite("camera.elevation", elevation),
  };
}

/**
 * Where a trace is fetched from: the page's own origin only. A link must not make the page fetch
 * from elsewhere, or show foreign text as ours.
 */
export function sameOrigin(from: string, here: string): URL {
  const url = new URL(from, here);
  if (url.origin !== new URL(here).origin)
    throw new Error(
      `a trace is read from ${new URL(here).origin} only; save the file and drop it on the page`,
    );
  return url;
}

/** Of a query written by hand, `text` is what was written. */
export type Address =
  | { kind: "state"; shared: Shared; text?: string }
  | { kind: "trace"; from: string }
  | { kind: "none" };

/** Reads what comes after `#`; throws if it is not an address of this page. */
export function decode(hash: string): Address {
  if (hash.startsWith("#trace=")) return { kind: "trace", from: decodeURIComponent(hash.slice(7)) };
  if (hash.startsWith("#q=")) {
    const text = decodeURIComponent(hash.slice(3));
    const { scene, motion } = readLine(parsed(text));
    return { kind: "state", shared: { scene, place: { motion } }, text };
  }
  if (hash.startsWith("#s=")) {
    const { v, q, ...place } = parsed(fromBase64(hash.slice(3))) as Record<string, unknown>;
    if (v !== 1) throw new Error(`this link is of version ${String(v)}; this page reads version 1`);
    const scene = readPair(q);
    if (place.surfaces !== undefined) fromLink(scene, place.surfaces);
    return { kind: "state", shared: { scene, place: readPlace(place, scene.dim) } };
  }
  return { kind: "none" };
}
