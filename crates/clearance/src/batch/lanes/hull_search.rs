//! GJK of sixteen pairs side by side (`solve/gjk.rs` has the single one): first in the caller's
//! precision, where the search needs few digits, then, where the caller wants numbers, in `f64`
//! from where the first has ended, which usually is its last step.
//!
//! All lanes step until the last has ended; those that have keep what they found. What a search
//! found proves nothing by itself. A direction along which the shapes are apart by more than
//! rounding does, and so does a tetrahedron of their difference with room around the origin.
//!
//! Proved for sizes of `SIZES`, 1e-4 to 1e4, which it checks; the rest stays open.

use core::hint::select_unpredictable;

use crate::math::Scalar;

use super::algebra::{
    LaneFrame, Real, Rows, dot, each, length, minus, plus, rotate, rotate_back, times,
};
use super::hull_foot::{LaneCorner, LaneFoot, foot};
use super::hulls::{GROUP, HullPoses, Hulls, Lane, MOST, WIDTH};
use super::numbers::{NORMS, error};
use super::rows::Columns;
use super::{at, put};

/// Support points of the first search and of the second, at most; hulls of 64 corners take a dozen.
pub(super) const STEPS: [usize; 2] = [24, 6];

/// Where the first search ends: bounds this near, relative and squared, are as good as `f32` makes
/// them.
const NEAR: f64 = 1e-6;

/// Sizes whose sixth power, the square of a volume, is a normal number in `f32`, with digits to
/// spare for its parts.
const SIZES: core::ops::Range<f64> = 1e-4..1e4;

/// How B stands in A's frame.
#[repr(C, align(64))]
pub(super) struct Frames<C> {
    pub(super) rows: [Lane<C>; 9],
    pub(super) shift: [Lane<C>; 3],
    /// The rounding error of a height in `C`; infinite where lanes do not judge.
    pub(super) error: Lane<C>,
}

/// A simplex of each lane: its nearest point, the corners that this is a blend of, and the newest
/// corner.
#[repr(C, align(64))]
pub(super) struct State<C> {
    pub(super) old: [Lane<C>; 12],
    pub(super) newest: [Lane<C>; 4],
    /// The newest corner of a tetrahedron that encloses the origin.
    pub(super) fourth: [Lane<C>; 4],
    pub(super) weights: [Lane<C>; 3],
    pub(super) foot: [Lane<C>; 3],
    pub(super) squared: Lane<C>,
    pub(super) open: Lane<C>,
    pub(super) encloses: Lane<C>,
    pub(super) apart: Lane<C>,
}

impl<C: Real> State<C> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let zero = [C::ZERO; WIDTH];
        Self {
            old: [zero; 12],
            newest: [zero; 4],
            fourth: [zero; 4],
            weights: [zero; 3],
            foot: [zero; 3],
            squared: [C::INFINITY; WIDTH],
            open: zero,
            encloses: zero,
            apart: zero,
        }
    }

    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        self.open.iter().any(|open| *open != C::ZERO)
    }

    /// The numbers of the nearest feature's corners, lane by lane.
    #[inline(always)]
    pub(super) fn codes(&self) -> [Lane<f64>; 3] {
        let [_, _, _, p, _, _, _, q, _, _, _, r] = &self.old;
        converted(&[*p, *q, *r], C::wide)
    }

    /// Those of the tetrahedron's corners, where one encloses the origin.
    #[inline(always)]
    pub(super) fn around(&self) -> [Lane<f64>; 4] {
        let ([p, q, r], [.., s]) = (self.codes(), self.fourth);
        [p, q, r, each(s, C::wide)]
    }
}

/// In other precision.
#[inline(always)]
pub(super) fn converted<A: Copy, C: Real, const N: usize>(
    lanes: &[Lane<A>; N],
    convert: impl Fn(A) -> C,
) -> [Lane<C>; N] {
    let mut out = [[C::ZERO; WIDTH]; N];
    for (out, lane) in out.iter_mut().zip(lanes) {
        *out = each(*lane, &convert);
    }
    out
}

#[inline(always)]
pub(super) fn rows_of<C: Copy>([a, b, c, d, e, f, g, h, i]: [C; 9]) -> Rows<C> {
    [[a, b, c], [d, e, f], [g, h, i]]
}

#[inline(always)]
pub(super) fn one_if<C: Real>(is: bool) -> C {
    if is { C::ONE } else { C::ZERO }
}

/// The frames, and the way from the middle of B to that of A.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
pub(super) fn frames<C: Real>(poses: &HullPoses<Lane<f64>>) -> (Frames<C>, [Lane<C>; 3]) {
    let zero = [C::ZERO; WIDTH];
    let mut frames = Frames { rows: [zero; 9], shift: [zero; 3], error: zero };
    let mut start = [zero; 3];
    for i in 0..WIDTH {
        let HullPoses { turn_a, turn_b, origin_a, origin_b, middle_a, middle_b, .. } = poses.at(i);
        let ([reach_a], [reach_b]) = (at(&poses.reach_a, i), at(&poses.reach_b, i));
        let offset = each(minus(origin_b, origin_a), C::of);
        let frame = LaneFrame::new(each(turn_a, C::of), each(turn_b, C::of), offset);
        let LaneFrame { rows, offset: shift, norms: [norm_a, norm_between], .. } = frame;
        let apart = length(shift).wide();
        let size = reach_a + reach_b + apart;
        let known = SIZES.contains(&size)
            & NORMS.contains(&norm_a.wide())
            & NORMS.contains(&norm_between.wide());
        // The roundings of the single query, each as large as those of `C`.
        let error = error(reach_a, reach_b, apart) * (1.125 * C::ROUNDOFF / f64::ROUNDOFF);
        frames.error[i] = if known { C::of(error) } else { C::INFINITY };
        let [r0, r1, r2] = rows;
        let ([a, b, c], [d, e, f], [g, h, j]) = (r0, r1, r2);
        put(&mut frames.rows, i, [a, b, c, d, e, f, g, h, j]);
        put(&mut frames.shift, i, shift);
        let center_b = plus(rotate(rows, each(middle_b, C::of)), shift);
        put(&mut start, i, minus(each(middle_a, C::of), center_b));
    }
    (frames, start)
}

impl Frames<f64> {
    /// The same in fewer digits.
    #[inline(always)]
    pub(super) fn narrowed<C: Real>(&self) -> Frames<C> {
        let error = each(self.error, |error| C::of(error * (C::ROUNDOFF / f64::ROUNDOFF)));
        Frames { rows: converted(&self.rows, C::of), shift: converted(&self.shift, C::of), error }
    }
}

/// The corner of each lane farthest along its direction, and its number.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn scan<T: Scalar, C: Real>(
    corners: &[[Lane<T>; 3]; MOST],
    count: usize,
    direction: &[Lane<C>; 3],
) -> [Lane<C>; 4] {
    let mut best = [C::ZERO - C::INFINITY; WIDTH];
    let mut found = [[C::ZERO; WIDTH]; 4];
    let own = |x: T| C::of(x.to_f64());
    // The result is a corner even where a direction is NaN and no height beats another.
    let [[xs, ys, zs], ..] = corners;
    for i in 0..WIDTH {
        put(&mut found, i, [own(xs[i]), own(ys[i]), own(zs[i]), C::ZERO]);
    }
    let mut first = C::ZERO;
    for group in corners[..count.min(MOST)].chunks_exact(GROUP) {
        for i in 0..WIDTH {
            let [x, y, z] = at(direction, i);
            let (mut high, mut row) = (best[i], at(&found, i));
            let mut number = first;
            for [xs, ys, zs] in group {
                let (px, py, pz) = (own(xs[i]), own(ys[i]), own(zs[i]));
                let height = x * px + y * py + z * pz;
                let better = height > high;
                high = if better { height } else { high };
                for (old, new) in row.iter_mut().zip([px, py, pz, number]) {
                    *old = if better { new } else { *old };
                }
                number = number + C::ONE;
            }
            best[i] = high;
            put(&mut found, i, row);
        }
        first = first + C::of(GROUP as f64);
    }
    found
}

/// Support points of the differences opposite to `way`, and their numbers.
#[inline(always)]
pub(super) fn support<T: Scalar, C: Real>(
    hulls: &Hulls<T>,
    frames: &Frames<C>,
    way: &[Lane<C>; 3],
    newest: &mut [Lane<C>; 4],
) {
    let zero = [C::ZERO; WIDTH];
    let (mut of_a, mut of_b) = ([zero; 3], [zero; 3]);
    for i in 0..WIDTH {
        let way = at(way, i);
        put(&mut of_a, i, times(way, -C::ONE));
        put(&mut of_b, i, rotate_back(rows_of(at(&frames.rows, i)), way));
    }
    let [corners_a, corners_b] = &hulls.corners;
    let [count_a, count_b] = hulls.counts;
    let on_a = scan(corners_a, count_a, &of_a);
    let on_b = scan(corners_b, count_b, &of_b);
    for i in 0..WIDTH {
        let [ax, ay, az, number_a] = at(&on_a, i);
        let [bx, by, bz, number_b] = at(&on_b, i);
        let on_b = plus(rotate(rows_of(at(&frames.rows, i)), [bx, by, bz]), at(&frames.shift, i));
        let [x, y, z] = minus([ax, ay, az], on_b);
        put(newest, i, [x, y, z, number_a + number_b * C::of(MOST as f64)]);
    }
}

/// The search in `C`, its first direction `start`. Where a boolean is `WANTED` it ends as soon as a
/// direction shows the shapes apart.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
pub(super) fn search<T: Scalar, C: Real, const WANTED: bool>(
    hulls: &Hulls<T>,
    frames: &Frames<C>,
    start: &[Lane<C>; 3],
) -> State<C> {
    let mut state = State::new();
    for i in 0..WIDTH {
        let is_known = frames.error[i] < C::INFINITY;
        state.open[i] = one_if(is_known & (hulls.open[i] != 0.0));
    }
    support(hulls, frames, start, &mut state.newest);
    for i in 0..WIDTH {
        let [x, y, z, code] = at(&state.newest, i);
        put(&mut state.old, i, [x, y, z, code, x, y, z, code, x, y, z, code]);
        let (way, point) = (at(start, i), [x, y, z]);
        state.squared[i] = dot(point, point);
        put(&mut state.foot, i, point);
        put(&mut state.weights, i, [C::ONE, C::ZERO, C::ZERO]);
        if WANTED {
            show_apart(&mut state, frames, i, dot(way, point), dot(way, way));
        }
    }
    for taken in 0..STEPS[0] {
        if !state.is_open() {
            break;
        }
        support(hulls, frames, &{ state.foot }, &mut state.newest);
        if WANTED {
            for i in 0..WIDTH {
                let [x, y, z, _] = at(&state.newest, i);
                let (height, squared) = (dot(at(&state.foot, i), [x, y, z]), state.squared[i]);
                show_apart(&mut state, frames, i, height, squared);
            }
        }
        // All lanes have begun together, so none has more corners than there were steps.
        match taken {
            0 => all_step::<C, 1>(&mut state),
            1 => all_step::<C, 2>(&mut state),
            _ => all_step::<C, 3>(&mut state),
        }
    }
    state
}

#[inline(always)]
fn all_step<C: Real, const OLD: usize>(state: &mut State<C>) {
    for i in 0..WIDTH {
        step::<C, OLD>(state, i, NEAR);
    }
}

/// Ends a lane in which the support height along `way` is beyond rounding.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn show_apart<C: Real>(state: &mut State<C>, frames: &Frames<C>, i: usize, height: C, squared: C) {
    let beyond = frames.error[i] * C::of(doubt::<C>());
    let apart = (height > C::ZERO) & (height * height > beyond * beyond * squared);
    let apart = apart & (state.open[i] != C::ZERO);
    state.apart[i] = if apart { C::ONE } else { state.apart[i] };
    state.open[i] = if apart { C::ZERO } else { state.open[i] };
}

/// How far a lane's boolean must be beyond the error, so that the single query is certain too,
/// by its own means.
#[inline(always)]
pub(super) fn doubt<C: Real>() -> f64 {
    if C::ROUNDOFF > f64::ROUNDOFF { 2.0 } else { 64.0 }
}

/// Takes the newest corner in beside the first `OLD` of the others, which are all, unless that gets
/// no nearer.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
pub(super) fn step<C: Real, const OLD: usize>(state: &mut State<C>, i: usize, near: f64) {
    let [x, y, z, code] = at(&state.newest, i);
    let [px, py, pz, p, qx, qy, qz, q, rx, ry, rz, r] = at(&state.old, i);
    let newest = LaneCorner { point: [x, y, z], code };
    let old = [
        LaneCorner { point: [px, py, pz], code: p },
        LaneCorner { point: [qx, qy, qz], code: q },
        LaneCorner { point: [rx, ry, rz], code: r },
    ];
    let squared = state.squared[i];
    let height = dot(at(&state.foot, i), newest.point);
    let met = squared - height <= C::of(near) * squared;
    let again = (code == p) | (code == q) | (code == r);
    let (foot, encloses) = foot::<C, OLD>(newest, old);
    let is_open = state.open[i] != C::ZERO;
    let goes_on = is_open & !met & !again;
    let encloses = encloses & goes_on;
    let nearer = goes_on & !encloses & (foot.squared < squared);
    let LaneFoot { corners: [a, b, c], weights, point, squared: least } = foot;
    let ([ax, ay, az], [bx, by, bz], [cx, cy, cz]) = (a.point, b.point, c.point);
    let new = [ax, ay, az, a.code, bx, by, bz, b.code, cx, cy, cz, c.code];
    choose(&mut state.old, i, nearer, new);
    choose(&mut state.fourth, i, encloses, [x, y, z, code]);
    choose(&mut state.weights, i, nearer, weights);
    choose(&mut state.foot, i, nearer, point);
    state.squared[i] = select_unpredictable(nearer, least, squared);
    state.encloses[i] = if encloses { C::ONE } else { state.encloses[i] };
    state.open[i] = one_if(nearer);
}

/// Selections, as the compiler must see them: once it has turned them into branches, it does not
/// vectorise.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn choose<C: Copy, const N: usize>(lanes: &mut [Lane<C>; N], i: usize, take: bool, row: [C; N]) {
    for (lane, new) in lanes.iter_mut().zip(row) {
        lane[i] = select_unpredictable(take, new, lane[i]);
    }
}
