/**
 * Bodies of the plane that bounce. The library reports when two bodies meet and at which points
 * they touch; the response to contact is not part of it, and is written here.
 */
import * as engine from "../engine";
import { Met, type PairHandle } from "../engine";
import { add, dot, scale, sub, type Vec, wedge } from "../math/vec";
import { readContact } from "../model/contact";
import { poseAt } from "../model/motion";
import { type Placed, pairJson, poseNumbers } from "../model/scene";
import { outlinePoints } from "../plane/layers";

/** A shape that turns about its own origin, which must be its centre of mass. */
export interface Body extends Placed {
  velocity: Vec;
  spin: number;
  /** The inverse of the mass and of the moment of inertia: zero for a body that does not move. */
  lightness: [number, number];
}

/** The lightness of a shape of density one, from its outline. */
export function lightness(shape: engine.Shape): [number, number] {
  const ring = outlinePoints(engine.shapeMesh(JSON.stringify(shape), 2, 96));
  let [mass, inertia] = [0, 0];
  ring.forEach((p, i) => {
    const q = ring[(i + 1) % ring.length];
    const twice = wedge(p, q);
    mass += twice / 2;
    inertia += (twice * (dot(p, p) + dot(p, q) + dot(q, q))) / 12;
  });
  return [1 / mass, 1 / inertia];
}

/** Bodies stop this much time before they meet, so that rounding does not let them overlap. */
const EARLY = 1e-7;
/** How far apart points may be and still count as touching. */
const NEAR = 1e-4;
/** The most bounces in one step; bodies that rattle between others go on in the next. */
const MOST = 64;
const ROUNDS = 32;

interface Couple {
  a: Body;
  b: Body;
  pair: PairHandle;
}

export class Bouncing {
  private readonly couples: Couple[] = [];
  /** The number of bounces so far, and the place and normal of the last one. */
  bounces = 0;
  last: { points: Vec[]; normal: Vec } | null = null;

  constructor(readonly bodies: Body[]) {
    bodies.forEach((a, i) =>
      bodies.slice(i + 1).forEach((b) => {
        if (a.lightness[0] === 0 && b.lightness[0] === 0) return;
        const pair = engine.openPair(pairJson({ dim: 2, precision: "f64", options: {}, a, b }));
        this.couples.push({ a, b, pair });
      }),
    );
  }

  private stand({ a, b, pair }: Couple): void {
    pair.set_pose(0, poseNumbers(2, a.pose));
    pair.set_pose(1, poseNumbers(2, b.pose));
  }

  /** Advances all of them, from contact to contact. */
  step(span: number): void {
    let left = span;
    for (let k = 0; k < MOST && left > 0; k++) {
      let [first, soonest]: [Couple | null, number] = [null, left];
      for (const couple of this.couples) {
        const { a, b } = couple;
        this.stand(couple);
        const n = couple.pair.meeting(
          Float64Array.of(...a.velocity, 0, 0, a.spin, ...b.velocity, 0, 0, b.spin),
          left,
        );
        // "Too close to call" counts as a contact.
        if (n[Met.State] !== 0 && n[Met.Low] < soonest) [first, soonest] = [couple, n[Met.Low]];
      }
      const time = first ? Math.max(0, soonest - EARLY) : left;
      for (const body of this.bodies)
        body.pose = poseAt(
          2,
          body.pose,
          { velocity: body.velocity, turning: [0, 0, body.spin] },
          time,
        );
      left -= time;
      if (first) this.bounce(first);
    }
  }

  private bounce(couple: Couple): void {
    const { a, b, pair } = couple;
    this.stand(couple);
    const { points, normal } = readContact(pair, NEAR);
    if (!points.length) return;
    this.bounces++;
    this.last = { points: points.map((p) => p.onA), normal };
    // Every closing point must separate as fast as it closed: impulses that only push, found
    // iteratively, since each changes the others.
    const closing = points
      .map(({ onA }) => contactAt(a, b, onA, normal))
      .filter(({ speed }) => speed < 0);
    for (let round = 0; round < ROUNDS; round++)
      for (const point of closing) {
        const { ra, rb, resists, speed, impulse } = point;
        const now = speedOf(a, b, ra, rb, normal);
        point.impulse = Math.max(0, impulse - (now + speed) / resists);
        push(a, normal, ra, impulse - point.impulse);
        push(b, normal, rb, point.impulse - impulse);
      }
    // If rounding left them overlapping, move them a hair apart.
    const deepest = Math.max(...points.map((p) => p.depth));
    if (deepest < -EARLY * EARLY) return;
    const whole = a.lightness[0] + b.lightness[0];
    const apart = deepest + 1e-9;
    a.pose = { ...a.pose, at: add(a.pose.at, scale(normal, (-apart * a.lightness[0]) / whole)) };
    b.pose = { ...b.pose, at: add(b.pose.at, scale(normal, (apart * b.lightness[0]) / whole)) };
  }

  energy(): number {
    const of = ({ velocity, spin, lightness: [m, i] }: Body): number =>
      m === 0 ? 0 : (dot(velocity, velocity) / m + (spin * spin) / i) / 2;
    return this.bodies.reduce((sum, body) => sum + of(body), 0);
  }
}

/** How fast B leaves A at a contact point, and the inertia that resists a push there. */
function contactAt(
  a: Body,
  b: Body,
  p: Vec,
  normal: Vec,
): { ra: Vec; rb: Vec; speed: number; resists: number; impulse: number } {
  const [ra, rb] = [sub(p, a.pose.at), sub(p, b.pose.at)];
  const [wa, wb] = [wedge(ra, normal), wedge(rb, normal)];
  const resists =
    a.lightness[0] + b.lightness[0] + wa * wa * a.lightness[1] + wb * wb * b.lightness[1];
  return { ra, rb, resists, speed: speedOf(a, b, ra, rb, normal), impulse: 0 };
}

const speedOf = (a: Body, b: Body, ra: Vec, rb: Vec, normal: Vec): number =>
  dot(sub(speedAt(b, rb), speedAt(a, ra)), normal);

const speedAt = ({ velocity, spin }: Body, r: Vec): Vec =>
  add(velocity, [-spin * r[1], spin * r[0], 0]);

function push(body: Body, along: Vec, at: Vec, impulse: number): void {
  body.velocity = add(body.velocity, scale(along, impulse * body.lightness[0]));
  body.spin += impulse * wedge(at, along) * body.lightness[1];
}
