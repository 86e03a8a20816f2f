/**
 * The library itself, compiled to WebAssembly. Everything that the page shows about a pair comes
 * from here; the page computes no answers of its own.
 */
import init, * as wasm from "./wasm/clearance_web.js";

export type Numbers = number[];

export interface Shape {
  type: string;
  vertices?: Numbers[];
  half_height?: number;
  radius?: number;
  radii?: Numbers;
  half_extents?: Numbers;
  inner?: Shape;
  margin?: number;
  stands_for?: StandIn;
  [other: string]: unknown;
}

/** The mesh whose place a hull takes. */
export interface StandIn {
  path: string;
  convex: boolean;
  deepest_dent: number;
  deepest_at: Numbers;
  volume_ratio: number | null;
  notes?: string[];
  [other: string]: unknown;
}

export interface Vertex {
  point: Numbers;
  on_a: Numbers;
  on_b: Numbers;
  features?: unknown[];
}

export type Region = "vertex" | "edge" | "face" | "inside" | null;

export interface GjkStep {
  kind: "gjk";
  iteration: number;
  simplex: Vertex[];
  region: Region;
  nearest: Numbers | null;
  direction: Numbers;
  support: Vertex;
  lower: number | null;
  upper: number | null;
  says: string;
}

export interface GjkEnd {
  kind: "gjk_end";
  simplex: Vertex[];
  region: Region;
  nearest: Numbers | null;
  dropped?: number[];
  says: string;
}

export interface EpaStep {
  kind: "epa";
  iteration: number;
  vertices: Vertex[];
  facets: Numbers[];
  chosen: number;
  direction: Numbers;
  support: Vertex;
  horizon: Numbers[];
  lower: number | null;
  upper: number | null;
  says: string;
}

export type Step = GjkStep | GjkEnd | EpaStep;

export interface Answer {
  intersects: boolean;
  undecided?: boolean;
  distance: number;
  penetration: number | null;
  normal: Numbers | null;
  witness_a: Numbers | null;
  witness_b: Numbers | null;
  gap: number;
  hull_of_concave?: boolean;
  parts?: "apart" | "unknown";
}

export interface Trace {
  clearance_trace: 1;
  dim: 2 | 3;
  precision: "f32" | "f64";
  query: Record<string, unknown>;
  frame: { origin: Numbers; axes: Numbers[] };
  radii: [number, number];
  method: string;
  methods?: string[];
  steps: Step[];
  certificate: unknown;
  answer: Answer;
}

export type PairHandle = InstanceType<typeof wasm.Pair>;

/** The indices of the numbers from `proximity()`. */
export const enum At {
  State,
  Length,
  Gap,
  Normal,
  OnA = 6,
  OnB = 9,
}

/** The indices of the numbers from `meeting()`. A miss has only its state. */
export const enum Met {
  State,
  Low,
  High,
  Normal,
  OnA = 6,
  OnB = 9,
  Gap = 12,
}

let loading: Promise<unknown> | null = null;

/**
 * Loads the module once; every caller awaits the same load. Tests, which have no server, pass the
 * bytes.
 */
export function load(bytes?: Uint8Array): Promise<unknown> {
  loading ??= bytes ? init({ module_or_path: bytes }) : init();
  return loading;
}

export const version = (): string => wasm.version();
export const answer = (pair: string): string => wasm.answer(pair);
/** Throws if a line of any query is wrong in all but its shapes. */
export const checkLine = (text: string): void => wasm.check_line(text);
export const trace = (pair: string): string => wasm.trace(pair);
/** Throws if a text is not a trace, or contradicts itself. */
export const checkTrace = (text: string): void => wasm.check_trace(text);
export const certify = (pair: string): string | undefined => wasm.certify(pair);
export const verify = (document: string): string => wasm.verify(document);
export const openPair = (pair: string): PairHandle => new wasm.Pair(pair);
export const icosphere = (detail: number): Uint32Array => wasm.icosphere_indices(detail);
export const shapeMesh = (shape: string, dim: number, detail: number): Float32Array =>
  wasm.shape_mesh(shape, dim, detail);
export const shapeFaces = (shape: string): Float32Array | undefined => wasm.shape_faces(shape);
/** The names of the objects in a mesh file. */
export const meshObjects = (bytes: Uint8Array, name: string): string[] =>
  wasm.mesh_objects(bytes, name);
/** The hull of a mesh file, or of the object at that place, with what it stands for. */
export const hullOfMesh = (bytes: Uint8Array, name: string, object: number | null): Shape =>
  JSON.parse(wasm.hull_of_mesh(bytes, name, object)) as Shape;
/** The triangles of the same. */
export const surfaceOfMesh = (bytes: Uint8Array, name: string, object: number | null) =>
  JSON.parse(wasm.surface_of_mesh(bytes, name, object)) as {
    vertices: Numbers[];
    triangles: Numbers[];
  };
export const toRust = (pair: string): string => wasm.to_rust(pair);
