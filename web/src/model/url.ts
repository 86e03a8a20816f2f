/** The whole state in the address: JSON as base64url, and by hand as readable JSON too (`#q={"dim":2,…}`). */
import { pairJson, readPair, type Scene } from "./scene";

export type Tab = "explore" | "compare" | "lessons";

/** What one view shows: the point in its middle, and how many lengths half its smaller side is. */
export interface Look {
  centre: readonly [number, number, number];
  reach: number;
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
}

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

const fromBase64 = (text: string): string => {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(raw, (c) => c.charCodeAt(0)));
};

export function encode({ scene, place }: Shared): string {
  const q: unknown = JSON.parse(pairJson(scene));
  return `#s=${toBase64(JSON.stringify({ v: 1, q, ...place }))}`;
}

export type Address = { kind: "state"; shared: Shared } | { kind: "trace"; from: string } | { kind: "none" };

/** Reads what comes after `#`; throws where it is none of ours. */
export function decode(hash: string): Address {
  if (hash.startsWith("#trace=")) return { kind: "trace", from: decodeURIComponent(hash.slice(7)) };
  if (hash.startsWith("#q=")) {
    const q = JSON.parse(decodeURIComponent(hash.slice(3))) as Record<string, unknown>;
    return { kind: "state", shared: { scene: readPair(q), place: {} } };
  }
  if (hash.startsWith("#s=")) {
    const { v, q, ...place } = JSON.parse(fromBase64(hash.slice(3))) as { v: number; q: Record<string, unknown> } & Partial<Place>;
    if (v !== 1) throw new Error(`this link is of version ${v}; this page reads version 1`);
    return { kind: "state", shared: { scene: readPair(q), place } };
  }
  return { kind: "none" };
}
