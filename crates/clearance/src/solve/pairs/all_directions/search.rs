//! The search: cells of two intervals, halved until their bounds are as high as the best way out.

use arrayvec::ArrayVec;

use crate::budget::Budget;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Symmetric, Xyz, larger, smaller, sqrt};

use crate::solve::cores::between;

use super::body::{Body, BodySide, BodyTouch, Kinks, on_circle};
use super::quadric::{FORM, LINEAR, Quadric};

/// The height of a difference along every direction: that of A's body, of B's turned round, and of
/// A's centre seen from B's.
pub(super) struct Heights {
    pub(super) bodies: [Body; 2],
    pub(super) stands: Xyz,
    /// No direction leaves the plane of two.
    pub(super) dimensions: usize,
    pub(super) reach: f64,
}

/// A way out.
#[derive(Clone, Copy, Debug)]
pub(super) struct WayOut {
    pub(super) normal: Xyz,
    pub(super) height: f64,
    /// The numbers at which it was found.
    at: [f64; 2],
}

/// Where two bodies touch once they have gone a way out.
pub(super) struct CloseContact {
    pub(super) way: WayOut,
    /// Points of A's body and of B's turned round.
    pub(super) points: [Xyz; 2],
    /// How far from the way their sum is.
    off: f64,
}

/// An interval of A's number, and one of B's.
type Cell = [BodySide; 2];

/// A bound of one cell.
struct Bound {
    /// But for roundings.
    bound: f64,
    roundings: f64,
    /// Where it is taken.
    at: Xyz,
    touches: [BodyTouch; 2],
}

/// How many at least, while each halves what is missing.
const STEP: u32 = 2;

/// Cells that are waiting: one for each halving of the current cell.
const ROOM: usize = 160;

/// Bounds of cells: half a microsecond each.
const BOUNDS: u32 = 1000;

/// How many polynomials are tried for a cell.
const ATTEMPTS: u32 = 6;

/// What counts as a kink where bodies are to touch: rounding leaves numbers no more exact where
/// axes are nearly parallel.
const NEARER: [f64; 3] = [1e-14, 1e-10, 1e-6];

/// An axis this short, squared, counts as zero.
const AXIS: f64 = 1e-29;

/// A polynomial bends by no more than this many reaches of the pair more than its body. More than
/// half of the sum of the bodies' own curvatures is of no use, and rounding grows with it.
const BEND: f64 = 0.5;

/// Polynomials that are to find a way out, not to bound it, may bend by this many.
const SHARP: f64 = 1e3;

/// A number this near to an end of a side or to a kink counts as that.
const AT_END: f64 = 1e-14;

/// Within this distance too, where that may be better.
const NEAR: f64 = 1e-2;

/// What polynomials are pressed first where their sum is least outside the cell, in reaches.
const PRESS: f64 = 0.25;

/// A polynomial's slope differs by no more than this many from the body's own.
const LEAN: f64 = 4.0;

impl Heights {
    /// A lower bound of the height along all directions, and the best way out: `start`, or one that
    /// `measure` shows to be lower by more than `tie`. The two are no farther apart than `slack`
    /// and the rounding error. `None` where that takes too long.
    pub(super) fn least(
        &self,
        start: WayOut,
        slack: f64,
        tie: f64,
        budget: &Budget,
        measure: impl Fn(Xyz) -> f64,
    ) -> Option<(f64, WayOut)> {
        let mut best = start;
        let mut lower = f64::INFINITY;
        let mut cells = ArrayVec::<Cell, ROOM>::new();
        let [a, b] = &self.bodies;
        cells.try_push([a.side(), b.side()]).ok()?;
        let mut left = budget.steps(BOUNDS);
        while let Some(cell) = cells.pop() {
            let Some(cell) = self.possible(cell) else { continue };
            let mut wanted = self.nearest_in(&cell, best.normal);
            // Kinks and ends at which a polynomial leant less than it might.
            let mut stays = [None; 2];
            let mut before = wanted;
            let mut near = AT_END;
            let mut press = [0.0; 2];
            let mut highest: Option<Bound> = None;
            let mut is_proved = false;
            let mut attempts = ATTEMPTS;
            while attempts > 0 && !is_proved {
                attempts -= 1;
                let (normal, at) = self.place(&cell, wanted, before, near, stays);
                let height = measure(normal);
                if height < best.height - tie {
                    best = WayOut { normal, height, at };
                }
                let touches = self.touches(&cell, normal, at, press);
                let short = |bound: &Bound| best.height - slack - bound.bound;
                let mut inside = normal;
                for bend in [BEND, SHARP] {
                    left.next()?;
                    let next = self.bound(&cell, touches, Kinks::Below(bend * self.reach));
                    inside = next.at;
                    let before = highest.as_ref().map_or(f64::INFINITY, short);
                    is_proved = short(&next) <= 0.0;
                    // Newton's steps go on while they gain enough.
                    if short(&next) < 0.5 * before && before < f64::INFINITY {
                        attempts = attempts.max(STEP);
                    }
                    if short(&next) < before {
                        highest = Some(next);
                    }
                    if is_proved {
                        break;
                    }
                }
                if is_proved {
                    break;
                }
                for ((body, side), press) in self.bodies.iter().zip(&cell).zip(&mut press) {
                    if body.beside(side, inside).is_some() {
                        *press = larger(PRESS * self.reach, 4.0 * *press);
                    }
                }
                before = normal;
                stays = self.stays(&cell, touches);
                if attempts + 1 == ATTEMPTS {
                    // Once more, with what is near.
                    near = NEAR;
                } else {
                    let sharp = self.bound(&cell, touches, Kinks::Sharp(SHARP * self.reach));
                    wanted = self.nearest_in(&cell, sharp.at);
                    near = AT_END;
                }
            }
            let bound = highest?;
            if is_proved {
                lower = smaller(lower, bound.bound - UNIT_ROUNDOFF * bound.roundings);
                continue;
            }
            for half in self.halves(&cell, &bound) {
                cells.try_push(half).ok()?;
            }
        }
        Some((smaller(lower, best.height), best))
    }

    /// A cell without the numbers of one body that no direction has together with those of the
    /// other; `None` where nothing is left.
    fn possible(&self, [side_a, side_b]: Cell) -> Option<Cell> {
        let [Body::Revolved(a), Body::Revolved(b)] = &self.bodies else {
            return Some([side_a, side_b]);
        };
        let up = if a.axis.dot(b.axis) < 0.0 { -1.0 } else { 1.0 };
        // Numbers of a unit direction differ by no more than the axes do.
        let lean = (a.axis - b.axis * up).length() + 16.0 * UNIT_ROUNDOFF;
        let turned =
            |side: BodySide| if up < 0.0 { [-side.to, -side.from] } else { [side.from, side.to] };
        let cut = |side: BodySide, [from, to]: [f64; 2]| BodySide {
            from: larger(side.from, from - lean),
            to: smaller(side.to, to + lean),
        };
        let cell = [cut(side_a, turned(side_b)), cut(side_b, turned(side_a))];
        cell.iter().all(|side| side.from <= side.to).then_some(cell)
    }

    /// A direction brought to the nearest numbers of a cell, or nearly there.
    fn nearest_in(&self, [side_a, side_b]: &Cell, u: Xyz) -> Xyz {
        let [a, b] = &self.bodies;
        let Some(of_a) = a.beside(side_a, u) else {
            return b.beside(side_b, u).map_or(u, |of_b| on_circle(of_b, u));
        };
        let by_a = on_circle(of_a, u);
        let Some(of_b) = b.beside(side_b, by_a) else { return by_a };
        let by_b = on_circle(of_b, u);
        if a.beside(side_a, by_b).is_none() {
            return by_b;
        }
        let crossings = where_both(of_a, of_b);
        crossings.map_or(by_a, |[p, q]| if p.dot(u) >= q.dot(u) { p } else { q })
    }

    /// The direction along which polynomials for a cell touch, and at which numbers: in the cell;
    /// at nearby kinks and ends, between it and the one before, or where a body `stays`.
    fn place(
        &self,
        cell: &Cell,
        u: Xyz,
        before: Xyz,
        near: f64,
        [stay_a, stay_b]: [Option<f64>; 2],
    ) -> (Xyz, [f64; 2]) {
        let ([a, b], [side_a, side_b]) = (&self.bodies, cell);
        let place = |body: &Body, side: &BodySide, stay: Option<f64>| {
            stay.or_else(|| body.place(side, [body.number(before), body.number(u)], near))
        };
        let (at_a, at_b) = (place(a, side_a, stay_a), place(b, side_b, stay_b));
        let only = |at: f64| BodySide { from: at, to: at };
        let wanted = [at_a.map_or(*side_a, only), at_b.map_or(*side_b, only)];
        let normal = self.nearest_in(&wanted, u);
        let at = |body: &Body, side: &BodySide| between(body.number(normal), side.from, side.to);
        (normal, [at(a, &wanted[0]), at(b, &wanted[1])])
    }

    /// Where slopes that had a choice were those of neither side, the minimum is there.
    fn stays(&self, cell: &Cell, touches: [BodyTouch; 2]) -> [Option<f64>; 2] {
        let most = LEAN * self.reach;
        let stay = |body: &Body, side: &BodySide, BodyTouch { at, slope, .. }: BodyTouch| {
            let [least, most] = body.slopes(side, at, most);
            (slope > least && slope < most).then_some(at)
        };
        let ([a, b], [side_a, side_b], [touch_a, touch_b]) = (&self.bodies, cell, touches);
        [stay(a, side_a, touch_a), stay(b, side_b, touch_b)]
    }

    /// Polynomials for a cell that touch along a direction. At ends and kinks their slopes are
    /// free, and chosen so that the height grows least with the direction; at the minimum it does
    /// not grow at all.
    fn touches(&self, cell: &Cell, u: Xyz, at: [f64; 2], press: [f64; 2]) -> [BodyTouch; 2] {
        let ([a, b], [side_a, side_b], [at_a, at_b]) = (&self.bodies, cell, at);
        let across = |v: Xyz| v - u * v.dot(u);
        let most = LEAN * self.reach;
        let ([own_a, axis_a], [own_b, axis_b]) = (a.gradients(side_a, u), b.gradients(side_b, u));
        let own = across(self.stands + own_a + own_b);
        let (axis_a, axis_b) = (across(axis_a), across(axis_b));
        let (range_a, range_b) = (a.slopes(side_a, at_a, most), b.slopes(side_b, at_b, most));
        // The slope that leaves the least of `rest` across the direction.
        let best = |rest: Xyz, axis: Xyz, [least, most]: [f64; 2]| {
            let (product, square) = (-rest.dot(axis), axis.length_squared());
            let slope = if square > AXIS { product / square } else { 0.0 };
            smaller(larger(slope, least), most)
        };
        // B's slope with A's at its best; nearly parallel axes leave little to choose by, but
        // enough. Then each by the other's.
        let square = axis_a.length_squared();
        let is_free = range_a[0] < range_a[1] && square > AXIS;
        let beside_a = |v: Xyz| if is_free { v - axis_a * (v.dot(axis_a) / square) } else { v };
        let slope_b = best(beside_a(own), beside_a(axis_b), range_b);
        let slope_a = best(own + axis_b * slope_b, axis_a, range_a);
        let slope_b = best(own + axis_a * slope_a, axis_b, range_b);
        [
            BodyTouch { at: at_a, slope: slope_a, press: press[0] },
            BodyTouch { at: at_b, slope: slope_b, press: press[1] },
        ]
    }

    /// The bound for all directions whose numbers are in a cell.
    fn bound(&self, cell: &Cell, touches: [BodyTouch; 2], kinks: Kinks) -> Bound {
        let ([a, b], [side_a, side_b], [touch_a, touch_b]) = (&self.bodies, cell, touches);
        // Directions out of the plane count as arbitrarily high.
        let flat = if self.dimensions == 2 { self.reach } else { 0.0 };
        let mut quadric = Quadric {
            form: Symmetric { zz: flat, ..Symmetric::default() },
            linear: self.stands,
            constant: 0.0,
            roundings: FORM * flat + LINEAR * self.stands.length(),
        };
        a.add_below(side_a, touch_a, kinks, &mut quadric);
        b.add_below(side_b, touch_b, kinks, &mut quadric);
        let (bound, at) = quadric.least();
        let at = at.try_normalize().unwrap_or(Xyz::axis(0));
        Bound { bound, roundings: quadric.roundings, at, touches }
    }

    /// A cell halved on the side whose polynomial is farther below its body somewhere.
    fn halves(&self, [side_a, side_b]: &Cell, bound: &Bound) -> [Cell; 2] {
        let ([a, b], [touch_a, touch_b]) = (&self.bodies, bound.touches);
        let most = Kinks::Below(BEND * self.reach);
        let at = self.nearest_in(&[*side_a, *side_b], bound.at);
        if a.looseness(side_a, touch_a, most) >= b.looseness(side_b, touch_b, most) {
            a.halves(side_a, a.number(at)).map(|side| [side, *side_b])
        } else {
            b.halves(side_b, b.number(at)).map(|side| [*side_a, side])
        }
    }

    /// A way out with points of the bodies, in the planes that touch them along it, whose sum is as
    /// nearly along it as may be. At a kink a whole side of a body is in such a plane: then it is
    /// at the kink itself, if that is no higher.
    pub(super) fn contact(
        &self,
        way: WayOut,
        tie: f64,
        measure: impl Fn(Xyz) -> f64,
    ) -> CloseContact {
        let [a, b] = &self.bodies;
        let cell = [a.side(), b.side()];
        let mut best = self.contact_at(&cell, way);
        for near in NEARER {
            let (normal, at) = self.place(&cell, way.normal, way.normal, near, [None; 2]);
            let height = measure(normal);
            let next = self.contact_at(&cell, WayOut { normal, height, at });
            if height <= way.height + tie && next.off < best.off {
                best = next;
            }
        }
        best
    }

    fn contact_at(&self, cell: &Cell, way: WayOut) -> CloseContact {
        let ([a, b], u) = (&self.bodies, way.normal);
        let [touch_a, touch_b] = self.touches(cell, u, way.at, [0.0; 2]);
        let points = [a.touching_point(u, touch_a), b.touching_point(u, touch_b)];
        let [on_a, on_b] = points;
        let sum = self.stands + on_a + on_b;
        CloseContact { way, points, off: (sum - u * sum.dot(u)).length() }
    }

    /// A way out of this height.
    pub(super) fn way(&self, normal: Xyz, height: f64) -> WayOut {
        let [a, b] = &self.bodies;
        WayOut { normal, height, at: [a.number(normal), b.number(normal)] }
    }
}

/// Where two circles of unit vectors with one number along an axis each cross, if they do.
fn where_both((k, c): (Xyz, f64), (l, d): (Xyz, f64)) -> Option<[Xyz; 2]> {
    let normal = k.cross(l);
    let square = normal.length_squared();
    // `c - g d` and `d - g c` for `g = k · l`, of which `1 - |g|` is half the square of what is
    // between the axes: nearly parallel ones leave no other digits.
    let side = if k.dot(l) < 0.0 { -1.0 } else { 1.0 };
    let between = 0.5 * (k - l * side).length_squared();
    let apart = |c: f64, d: f64| (c - side * d) + side * between * d;
    let level = (k * apart(c, d) + l * apart(d, c)) * (1.0 / square);
    let rest = 1.0 - level.length_squared();
    if !(rest > 0.0) {
        return None;
    }
    let out = normal * sqrt(rest / square);
    Some([(level + out).try_normalize()?, (level - out).try_normalize()?])
}
