/** Numbers as the engine wrote them. */
import type { Answer } from "../engine";

/**
 * An answer whose numbers are still the engine's own text, so that no digit is lost or added by
 * reading and printing again.
 */
export interface Raw {
  intersects: boolean;
  undecided: boolean;
  distance: string;
  penetration: string | null;
  normal: string[] | null;
  witness_a: string[] | null;
  witness_b: string[] | null;
  gap: string;
  /** Whether a hull replaced a part that is not convex, and what holds for the parts then. */
  hull_of_concave?: boolean;
  parts?: "apart" | "unknown";
}

/** A string, which stays as it is, or a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

export function raw(text: string): Raw {
  const out = JSON.parse(
    text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`)),
  ) as Raw & { error?: string };
  if (out.error) throw new Error(out.error);
  return { ...out, undecided: out.undecided === true };
}

/** The same from numbers, printed like the engine does: a whole number keeps its ".0". */
export const digits = (x: number): string => {
  if (Number.isInteger(x) && Math.abs(x) < 1e16) return `${Object.is(x, -0) ? "-0" : x}.0`;
  const text = String(x);
  // JavaScript switches to exponents at 1e-7 and 1e21, the engine at 1e-5 and 1e16.
  const size = Math.abs(x);
  return size >= 1e-5 && size < 1e16 ? text : x.toExponential().replace("e+", "e");
};

export function rawOf(answer: Answer): Raw {
  const list = (v: number[] | null): string[] | null => v?.map(digits) ?? null;
  return {
    intersects: answer.intersects,
    undecided: answer.undecided === true,
    distance: digits(answer.distance),
    penetration: answer.penetration === null ? null : digits(answer.penetration),
    normal: list(answer.normal),
    witness_a: list(answer.witness_a),
    witness_b: list(answer.witness_b),
    gap: digits(answer.gap),
    hull_of_concave: answer.hull_of_concave === true,
    ...(answer.parts ? { parts: answer.parts } : {}),
  };
}

/** For display: few digits, no noise. */
export function brief(x: number, places = 4): string {
  if (x === 0) return "0";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : x < 0 ? "−∞" : "—";
  const size = Math.abs(x);
  const text =
    size >= 1e5 || size < 1e-4
      ? x.toExponential(2).replace("e+", "e")
      : x
          .toPrecision(places)
          .replace(/(\.\d*?)0+$/, "$1")
          .replace(/\.$/, "");
  return text.replaceAll("-", "−");
}
