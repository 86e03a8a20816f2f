/** Everything that a view needs for one frame, computed from the state by the engine. */
import * as engine from "../engine";
import { At, Met, type PairHandle } from "../engine";
import { add, type Vec, vec } from "../math/vec";
import { type Contact, readContact } from "./contact";
import { along, castJson, type Motion, motionNumbers, poseAt } from "./motion";
import type { RegionsShown } from "./regions";
import {
  core,
  outOf,
  type Placed,
  type Pose,
  pairJson,
  poseNumbers,
  type Scene,
  type Which,
} from "./scene";
import type { DrawStep } from "./steps";
import { bySurface } from "./surface";
import type { Place } from "./url";

export interface Result {
  /** 0 apart, 1 overlapping, 2 too close to call. */
  state: number;
  length: number;
  gap: number;
  normal: Vec;
  onA: Vec;
  onB: Vec;
}

/** When two shapes meet, whatever time is shown. */
interface Search {
  /** 0 never, which is proved; 1 a hit; 2 too close to call. */
  state: number;
  /**
   * There is no contact before `low`, and one no later than `high`; if undecided, the end of what
   * is proved free and the end of the motion.
   */
  low: number;
  high: number;
  normal: Vec;
  onA: Vec;
  onB: Vec;
  /**
   * The time up to which the motion was proved free after the first distance query, the second, and
   * so on.
   */
  steps: number[];
  /** The shapes' poses at times from the start to the end. */
  swept: Record<Which, Pose[]>;
  /** Whether meshes that are not convex were looked at by their triangles, and not their hulls. */
  bySurface: boolean;
}

/** When two shapes meet, and one time that is shown. */
export interface Meeting extends Search {
  motion: Motion;
  time: number;
  /** The shapes' poses at that time. */
  now: Record<Which, Pose>;
}

export interface Frame {
  scene: Scene;
  selected: "a" | "b";
  result: Result;
  /** In the plane: outlines in the world. Empty in space, where meshes are placed instead. */
  outlineA: Vec[];
  outlineB: Vec[];
  outline: Vec[];
  coreOutline: Vec[] | null;
  centreA: Vec;
  centreB: Vec;
  step: DrawStep | null;
  regions: RegionsShown;
  /** The algorithm that is stepped through; null for the library. */
  algorithm: string | null;
  contact: Contact | null;
  meeting: Meeting | null;
}

/**
 * How many limited searches are run, to show how the bound closes; grazes take hundreds of steps.
 */
const STEPS_SHOWN = 16;

const both = <T>(of: (w: Which) => T): Record<Which, T> => ({ a: of("a"), b: of("b") });

/** The same by the triangles of meshes that are not convex, as `clearance query` answers it. */
function searchSurfaces(scene: Scene, motion: Motion): Search {
  const found = JSON.parse(engine.answer(castJson(scene, motion))) as Moved;
  const { hit, time_of_impact, time_gap, impact_normal, impact_a, impact_b } = found;
  const [time, gap] = [time_of_impact ?? motion.until, time_gap ?? 0];
  const free = found.undecided ? time : Math.max(0, time - gap);
  return {
    state: found.undecided ? 2 : Number(hit),
    low: hit ? free : motion.until,
    high: Math.min(found.undecided ? motion.until : time + gap, motion.until),
    normal: vec(impact_normal ?? []),
    onA: vec(impact_a ?? []),
    onB: vec(impact_b ?? []),
    steps: [],
    swept: both((w) => along(scene.dim, scene[w].pose, motion[w], motion.until)),
    bySurface: true,
  };
}

/** What the engine says of bodies of triangles that move. */
interface Moved {
  undecided?: boolean;
  hit: boolean;
  time_of_impact: number | null;
  time_gap: number | null;
  impact_normal?: engine.Numbers;
  impact_a?: engine.Numbers;
  impact_b?: engine.Numbers;
}

function search(pair: PairHandle, scene: Scene, motion: Motion): Search {
  if (bySurface(scene)) return searchSurfaces(scene, motion);
  const numbers = motionNumbers(motion);
  const n = pair.meeting(numbers, motion.until);
  const [state, low, high] = [
    n[Met.State],
    n[Met.Low] ?? motion.until,
    n[Met.High] ?? motion.until,
  ];
  const steps: number[] = [];
  // The search limited to one distance, to two, and so on, shows how far each of them got.
  for (let k = 1; k <= STEPS_SHOWN; k++) {
    const limited = pair.meeting(numbers, motion.until, k);
    if (limited[Met.State] !== 2) break;
    const free = limited[Met.Low];
    if (free === steps.at(-1) || free > low) break;
    steps.push(free);
    if (state === 1 && low - free <= 4 * (high - low)) break;
  }
  return {
    state,
    low,
    high: Math.min(high, motion.until),
    normal: vec(n.subarray(Met.Normal, Met.OnA)),
    onA: vec(n.subarray(Met.OnA, Met.OnB)),
    onB: vec(n.subarray(Met.OnB, Met.Gap)),
    steps,
    swept: both((w) => along(scene.dim, scene[w].pose, motion[w], motion.until)),
    bySurface: false,
  };
}

const pairs2 = (flat: ArrayLike<number>): Vec[] => {
  const out: Vec[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) out.push([flat[i], flat[i + 1], 0]);
  return out;
};

/**
 * Throws if the engine finds no pair in a scene from a link or a file, before any of it is shown.
 */
export function checked(scene: Scene): void {
  const pair = engine.openPair(pairJson(scene));
  try {
    pair.proximity();
  } finally {
    pair.free();
  }
}

/** The options of a frame besides the shapes' poses. */
export type Options = Pick<Place, "selected" | "contact" | "motion" | "regions">;

/** Keeps the engine's pair and the outlines of shapes while only poses change. */
export class Solver {
  private pair: PairHandle | null = null;
  private cores: PairHandle | null = null;
  private scene: Scene | null = null;
  private locals: { a: Vec[]; b: Vec[] } = { a: [], b: [] };
  private searched: { scene: Scene; motion: Motion; found: Search } | null = null;

  /** Opens a new pair only if a shape has changed. */
  private open(scene: Scene): PairHandle {
    const old = this.scene;
    const kept =
      old &&
      old.dim === scene.dim &&
      old.precision === scene.precision &&
      old.options === scene.options;
    if (this.pair && kept && old.a.shape === scene.a.shape && old.b.shape === scene.b.shape) {
      for (const [i, side] of (["a", "b"] as const).entries())
        if (old[side].pose !== scene[side].pose) {
          const pose = poseNumbers(scene.dim, scene[side].pose);
          this.pair.set_pose(i, pose);
          this.cores?.set_pose(i, pose);
        }
    } else {
      const fresh = engine.openPair(pairJson(scene));
      this.pair?.free();
      this.cores?.free();
      this.pair = fresh;
      this.cores = null;
      const [a, b] = [core(scene.a.shape), core(scene.b.shape)];
      if (a.radius + b.radius > 0)
        this.cores = engine.openPair(
          pairJson({
            ...scene,
            a: { ...scene.a, shape: a.shape },
            b: { ...scene.b, shape: b.shape },
          }),
        );
      const local = (p: Placed): Vec[] =>
        scene.dim === 2 ? pairs2(engine.shapeMesh(JSON.stringify(p.shape), 2, 48)) : [];
      this.locals = { a: local(scene.a), b: local(scene.b) };
    }
    this.scene = scene;
    return this.pair;
  }

  /** The difference as sampled by the engine, for views that draw it themselves. */
  difference(scene: Scene, detail: number, ofCores = false): Float32Array | null {
    const pair = this.open(scene);
    return (ofCores ? this.cores : pair)?.difference(detail) ?? null;
  }

  /**
   * Searches again only if the scene or the motion has changed, not if only another time is shown.
   */
  private meeting(pair: PairHandle, scene: Scene, motion: Motion): Meeting {
    const old = this.searched;
    const kept =
      old?.scene === scene &&
      old.motion.a === motion.a &&
      old.motion.b === motion.b &&
      old.motion.until === motion.until;
    const found = kept ? old.found : search(pair, scene, motion);
    this.searched = { scene, motion, found };
    const time = motion.time ?? found.low;
    return {
      ...found,
      motion,
      time,
      now: both((w) => poseAt(scene.dim, scene[w].pose, motion[w], time)),
    };
  }

  frame(
    scene: Scene,
    { selected, contact, motion, regions }: Options,
    step: DrawStep | null,
    algorithm: string | null,
  ): Frame {
    const pair = this.open(scene);
    const n = pair.proximity();
    const result: Result = {
      state: n[At.State],
      length: n[At.Length],
      gap: n[At.Gap],
      normal: vec(n.subarray(At.Normal, At.OnA)),
      onA: vec(n.subarray(At.OnA, At.OnB)),
      onB: vec(n.subarray(At.OnB, At.OnB + 3)),
    };
    const place = (points: Vec[], p: Placed): Vec[] =>
      points.map((x) => add(p.pose.at, outOf(2, p.pose, x)));
    const plane = scene.dim === 2;
    const meeting = motion && this.meeting(pair, scene, motion);
    return {
      scene,
      selected,
      result,
      outlineA: plane ? place(this.locals.a, scene.a) : [],
      outlineB: plane ? place(this.locals.b, scene.b) : [],
      outline: plane ? pairs2(pair.difference(48)) : [],
      coreOutline: plane && step?.ofCores && this.cores ? pairs2(this.cores.difference(48)) : null,
      centreA: scene.a.pose.at,
      centreB: scene.b.pose.at,
      step,
      regions,
      algorithm,
      contact: contact === null ? null : readContact(pair, contact),
      meeting,
    };
  }
}
