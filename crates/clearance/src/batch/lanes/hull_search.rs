//! GJK of sixteen pairs side by side (`solve/gjk.rs` has the single one): first in the caller's precision, where the search needs few digits, then,
//! where numbers are asked for, in `f64` from where the first has ended, which as a rule is its last step.
//!
//! All lanes step until the last has ended; those that have keep what they found. What a search found proves nothing by itself. A direction
//! along which the shapes are apart by more than rounding does, and so does a tetrahedron of their difference with room around
//! the origin.

use clearance_lanes::Kernel;

use crate::math::Scalar;

use super::OPEN;
use super::algebra::{
    Real, Rows, Three, cross, dot, larger, length, matrix, max_abs, minus, norm, plus, relative,
    rotate, rotate_back, smaller, times,
};
use super::hull_foot::{Corner, Foot, foot};
use super::hulls::{GROUP, Hulls, Lane, MOST, POSES, WIDTH, verdict};
use super::numbers::{NORMS, error, in_world};

/// Support points of the first search and of the second, at most; hulls of 64 corners want a dozen.
const STEPS: [usize; 2] = [24, 6];

/// Where the first search ends: bounds that near, relative and squared, are as good as `f32` makes them.
const NEAR: f64 = 1e-6;

/// How near the nearest points must be to nearest, relative, so that their direction is a normal to nine digits: as `solve/gjk.rs` has it.
const NEAREST: f64 = 1e-9;

/// Sizes whose sixth power, the square of a volume, is a normal number in `f32`, with digits to spare for its parts.
const SIZES: core::ops::Range<f64> = 1e-4..1e4;

/// Whether polytopes have a common point.
pub(in crate::batch) struct Boolean<'a, T>(pub(in crate::batch) &'a mut Hulls<T>);

/// How far apart polytopes are, or that they are not.
pub(in crate::batch) struct Distance<'a, T>(pub(in crate::batch) &'a mut Hulls<T>);

impl<T: Scalar> Kernel for Boolean<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        if T::EPSILON > f64::EPSILON {
            judge::<T, f32>(self.0);
        } else {
            judge::<T, f64>(self.0);
        }
    }
}

impl<T: Scalar> Kernel for Distance<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        if T::EPSILON > f64::EPSILON {
            find::<T, f32>(self.0);
        } else {
            find::<T, f64>(self.0);
        }
    }
}

/// How B stands in A's frame.
struct Frames<C> {
    rows: [Lane<C>; 9],
    shift: [Lane<C>; 3],
    /// What rounding may do to a height in `C`; infinite where lanes do not judge.
    error: Lane<C>,
}

/// A simplex of each lane: its nearest point, the corners that this is a blend of, and the newest corner.
struct State<C> {
    old: [Lane<C>; 12],
    newest: [Lane<C>; 4],
    /// The newest corner of a tetrahedron that encloses the origin.
    fourth: [Lane<C>; 4],
    weights: [Lane<C>; 3],
    foot: [Lane<C>; 3],
    squared: Lane<C>,
    open: Lane<C>,
    encloses: Lane<C>,
    apart: Lane<C>,
}

impl<C: Real> State<C> {
    #[inline(always)]
    fn new() -> Self {
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
    fn is_open(&self) -> bool {
        self.open.iter().any(|open| *open != C::ZERO)
    }

    /// The numbers of the nearest feature's corners, lane by lane.
    #[inline(always)]
    fn codes(&self) -> [Lane<f64>; 3] {
        let [_, _, _, p, _, _, _, q, _, _, _, r] = &self.old;
        [p, q, r].map(|lane| lane.map(C::wide))
    }
}

#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn at<C: Copy + Real, const N: usize>(lanes: &[Lane<C>; N], i: usize) -> [C; N] {
    let mut row = [C::ZERO; N];
    for (entry, lane) in row.iter_mut().zip(lanes) {
        *entry = lane[i];
    }
    row
}

#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn put<C: Copy, const N: usize>(lanes: &mut [Lane<C>; N], i: usize, row: [C; N]) {
    for (lane, entry) in lanes.iter_mut().zip(row) {
        lane[i] = entry;
    }
}

#[inline(always)]
fn rows_of<C: Copy>([a, b, c, d, e, f, g, h, i]: [C; 9]) -> Rows<C> {
    [[a, b, c], [d, e, f], [g, h, i]]
}

#[inline(always)]
fn one_if<C: Real>(is: bool) -> C {
    if is { C::ONE } else { C::ZERO }
}

/// The frames, and the way from the middle of B to that of A.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn frames<C: Real>(poses: &[Lane<f64>; POSES]) -> (Frames<C>, [Lane<C>; 3]) {
    let zero = [C::ZERO; WIDTH];
    let mut frames = Frames { rows: [zero; 9], shift: [zero; 3], error: zero };
    let mut start = [zero; 3];
    for i in 0..WIDTH {
        let pose: [f64; POSES] = at(poses, i);
        let [p, q, r, s, t, u, v, w, ox, oy, oz, rest @ ..] = pose;
        let [tx, ty, tz, reach_a, reach_b, ax, ay, az, bx, by, bz] = rest;
        let turn_a = [p, q, r, s].map(C::of);
        let between = relative(turn_a, [t, u, v, w].map(C::of));
        let (norm_a, norm_between) = (norm(turn_a), norm(between));
        let rows = matrix(between, norm_between);
        let offset = minus([tx, ty, tz], [ox, oy, oz]).map(C::of);
        let shift = rotate_back(matrix(turn_a, norm_a), offset);
        let apart = length(shift).wide();
        let size = reach_a + reach_b + apart;
        let known = SIZES.contains(&size)
            & NORMS.contains(&norm_a.wide())
            & NORMS.contains(&norm_between.wide());
        // The roundings of the single query, each as large as those of `C`.
        let error = error(reach_a, reach_b, apart) * (C::ROUNDOFF / f64::ROUNDOFF);
        frames.error[i] = if known { C::of(error) } else { C::INFINITY };
        let [r0, r1, r2] = rows;
        let ([a, b, c], [d, e, f], [g, h, j]) = (r0, r1, r2);
        put(&mut frames.rows, i, [a, b, c, d, e, f, g, h, j]);
        put(&mut frames.shift, i, shift);
        let middle_b = plus(rotate(rows, [bx, by, bz].map(C::of)), shift);
        put(&mut start, i, minus([ax, ay, az].map(C::of), middle_b));
    }
    (frames, start)
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
    let mut first = C::ZERO;
    for group in corners[..count.min(MOST)].chunks_exact(GROUP) {
        for i in 0..WIDTH {
            let [x, y, z] = at(direction, i);
            let (mut high, mut row) = (best[i], at(&found, i));
            let mut number = first;
            for [xs, ys, zs] in group {
                let own = |x: T| C::of(x.to_f64());
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
fn support<T: Scalar, C: Real>(
    hulls: &Hulls<T>,
    frames: &Frames<C>,
    way: &[Lane<C>; 3],
    newest: &mut [Lane<C>; 4],
) {
    let zero = [C::ZERO; WIDTH];
    let (mut of_a, mut of_b) = ([zero; 3], [zero; 3]);
    for i in 0..WIDTH {
        let way = at(way, i);
        put(&mut of_a, i, way.map(|x| -x));
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

/// The search in `C`. Where a boolean is `WANTED` it ends as soon as a direction shows the shapes apart.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn search<T: Scalar, C: Real, const WANTED: bool>(hulls: &Hulls<T>) -> (State<C>, Frames<C>) {
    let (frames, start) = frames::<C>(&hulls.poses);
    let mut state = State::new();
    for i in 0..WIDTH {
        let is_known = frames.error[i] < C::INFINITY;
        state.open[i] = one_if(is_known & (hulls.open[i] != 0.0));
    }
    support(hulls, &frames, &start, &mut state.newest);
    for i in 0..WIDTH {
        let [x, y, z, code] = at(&state.newest, i);
        put(&mut state.old, i, [x, y, z, code, x, y, z, code, x, y, z, code]);
        let (way, point) = (at(&start, i), [x, y, z]);
        state.squared[i] = dot(point, point);
        put(&mut state.foot, i, point);
        put(&mut state.weights, i, [C::ONE, C::ZERO, C::ZERO]);
        if WANTED {
            show_apart(&mut state, &frames, i, dot(way, point), dot(way, way));
        }
    }
    for _ in 0..STEPS[0] {
        if !state.is_open() {
            break;
        }
        support(hulls, &frames, &{ state.foot }, &mut state.newest);
        for i in 0..WIDTH {
            if WANTED {
                let [x, y, z, _] = at(&state.newest, i);
                let (height, squared) = (dot(at(&state.foot, i), [x, y, z]), state.squared[i]);
                show_apart(&mut state, &frames, i, height, squared);
            }
            step(&mut state, i, NEAR);
        }
    }
    (state, frames)
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

/// By how much a lane's boolean must be beyond the error: so that the single query is certain too, by its own means.
#[inline(always)]
fn doubt<C: Real>() -> f64 {
    if C::ROUNDOFF > f64::ROUNDOFF { 2.0 } else { 64.0 }
}

/// Takes the newest corner in, unless that gets no nearer.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn step<C: Real>(state: &mut State<C>, i: usize, near: f64) {
    let [x, y, z, code] = at(&state.newest, i);
    let [px, py, pz, p, qx, qy, qz, q, rx, ry, rz, r] = at(&state.old, i);
    let newest = Corner { point: [x, y, z], code };
    let old = [
        Corner { point: [px, py, pz], code: p },
        Corner { point: [qx, qy, qz], code: q },
        Corner { point: [rx, ry, rz], code: r },
    ];
    let squared = state.squared[i];
    let height = dot(at(&state.foot, i), newest.point);
    let met = squared - height <= C::of(near) * squared;
    let again = (code == p) | (code == q) | (code == r);
    let (foot, encloses) = foot(newest, old);
    let is_open = state.open[i] != C::ZERO;
    let goes_on = is_open & !met & !again;
    let encloses = encloses & goes_on;
    let nearer = goes_on & !encloses & (foot.squared < squared);
    let Foot { corners: [a, b, c], weights, point, squared: least } = foot;
    let ([ax, ay, az], [bx, by, bz], [cx, cy, cz]) = (a.point, b.point, c.point);
    let new = [ax, ay, az, a.code, bx, by, bz, b.code, cx, cy, cz, c.code];
    choose(&mut state.old, i, nearer, new);
    choose(&mut state.fourth, i, encloses, [x, y, z, code]);
    choose(&mut state.weights, i, nearer, weights);
    choose(&mut state.foot, i, nearer, point);
    state.squared[i] = if nearer { least } else { squared };
    state.encloses[i] = if encloses { C::ONE } else { state.encloses[i] };
    state.open[i] = one_if(nearer);
}

#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn choose<C: Copy, const N: usize>(lanes: &mut [Lane<C>; N], i: usize, take: bool, row: [C; N]) {
    for (lane, new) in lanes.iter_mut().zip(row) {
        lane[i] = if take { new } else { lane[i] };
    }
}

#[inline(always)]
fn judge<T: Scalar, C: Real>(hulls: &mut Hulls<T>) {
    let (state, frames) = search::<T, C, true>(hulls);
    let overlap = roomy(&state, &frames);
    for (out, (apart, overlap)) in hulls.verdicts.iter_mut().zip(state.apart.iter().zip(&overlap)) {
        *out = verdict(apart.wide(), overlap.wide());
    }
}

#[inline(always)]
fn find<T: Scalar, C: Real>(hulls: &mut Hulls<T>) {
    let (state, frames) = search::<T, C, false>(hulls);
    let overlap = roomy(&state, &frames);
    for (out, overlap) in hulls.verdicts.iter_mut().zip(&overlap) {
        *out = verdict(0.0, overlap.wide());
    }
    measure(hulls, &state.codes());
}

/// The distance in `f64`, from the feature that the search in the caller's precision has ended on: its nearest point, and the plane that proves it
/// nearest. Most end there; the others go on for a few steps.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn measure<T: Scalar>(hulls: &mut Hulls<T>, codes: &[Lane<f64>; 3]) {
    let (frames, _) = frames::<f64>(&hulls.poses);
    let mut state = State::<f64>::new();
    let ends = ends(hulls, codes);
    for i in 0..WIDTH {
        let point = |corner: usize| {
            let [on_a, on_b] = end(&ends, corner, i);
            let on_b = plus(rotate(rows_of(at(&frames.rows, i)), on_b), at(&frames.shift, i));
            minus(on_a, on_b)
        };
        let ([px, py, pz], [qx, qy, qz], [rx, ry, rz]) = (point(0), point(1), point(2));
        let [p, q, r] = at(codes, i);
        put(&mut state.newest, i, [px, py, pz, p]);
        put(&mut state.old, i, [qx, qy, qz, q, rx, ry, rz, r, rx, ry, rz, r]);
        state.open[i] = one_if(
            (frames.error[i] < f64::INFINITY)
                & (hulls.open[i] != 0.0)
                & (hulls.verdicts[i] == OPEN),
        );
    }
    for i in 0..WIDTH {
        restart(&mut state, i);
    }
    let mut lowest = [f64::NEG_INFINITY; WIDTH];
    let mut has_stepped = false;
    for _ in 0..STEPS[1] {
        if !state.is_open() {
            break;
        }
        support(hulls, &frames, &{ state.foot }, &mut state.newest);
        for i in 0..WIDTH {
            let [x, y, z, _] = at(&state.newest, i);
            let upper = Real::sqrt(state.squared[i]);
            let lower = dot(at(&state.foot, i), [x, y, z]) / upper;
            let error = frames.error[i];
            let within = within::<T>(upper, error);
            let met = (state.open[i] != 0.0) & (upper - lower <= within) & (lower > error);
            lowest[i] = if met { lower } else { lowest[i] };
            state.open[i] = if met { 0.0 } else { state.open[i] };
        }
        if !state.is_open() {
            break;
        }
        has_stepped = true;
        for i in 0..WIDTH {
            step(&mut state, i, 0.0);
        }
    }
    if has_stepped {
        let codes = state.codes();
        answer(hulls, &frames, &state, &lowest, &self::ends(hulls, &codes));
    } else {
        let own = state.codes();
        for i in 0..WIDTH {
            let (given, own) = (at(codes, i), at(&own, i));
            let weights = regrouped(at(&state.weights, i), own, given);
            put(&mut state.weights, i, weights);
        }
        answer(hulls, &frames, &state, &lowest, &ends);
    }
}

/// The same weights for corners in another order, in which any may come again: its first place gets all.
#[inline(always)]
fn regrouped(weights: Three<f64>, own: Three<f64>, [p, q, r]: Three<f64>) -> Three<f64> {
    let ([u, v, w], [a, b, c]) = (weights, own);
    let part = |is: bool, weight: f64| if is { weight } else { 0.0 };
    let of = |code: f64| (part(a == code, u) + part(b == code, v)) + part(c == code, w);
    [of(p), part(q != p, of(q)), part((r != p) & (r != q), of(r))]
}

/// How near bounds must come, as `solve/gjk.rs` has it: to a part of rounding, or of what the caller's precision shows of the size.
#[inline(always)]
fn within<T: Scalar>(upper: f64, error: f64) -> f64 {
    // The error is at most 96 roundings of the size.
    let shown = error * (T::EPSILON / f64::EPSILON / 400.0);
    larger(smaller(NEAREST * upper, shown), 0.25 * error)
}

/// The nearest point of the corners that the first search has left.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn restart(state: &mut State<f64>, i: usize) {
    let [x, y, z, code] = at(&state.newest, i);
    let [px, py, pz, p, qx, qy, qz, q, ..] = at(&state.old, i);
    let (first, second) =
        (Corner { point: [px, py, pz], code: p }, Corner { point: [qx, qy, qz], code: q });
    let (foot, _) = foot(Corner { point: [x, y, z], code }, [first, second, second]);
    let Foot { corners: [a, b, c], weights, point, squared } = foot;
    let ([ax, ay, az], [bx, by, bz], [cx, cy, cz]) = (a.point, b.point, c.point);
    put(&mut state.old, i, [ax, ay, az, a.code, bx, by, bz, b.code, cx, cy, cz, c.code]);
    put(&mut state.weights, i, weights);
    put(&mut state.foot, i, point);
    state.squared[i] = squared;
}

/// The corners of A and of B that are named by three numbers each, in their own frames.
type Ends = [[[Lane<f64>; 3]; 3]; 2];

/// Each lane looks elsewhere, so this is no loop for vectors.
#[inline(always)]
#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn ends<T: Scalar>(hulls: &Hulls<T>, codes: &[Lane<f64>; 3]) -> Ends {
    let mut ends = [[[[0.0; WIDTH]; 3]; 3]; 2];
    for (corner, codes) in codes.iter().enumerate() {
        for (i, code) in codes.iter().enumerate() {
            let code = *code as usize;
            for ((ends, corners), index) in
                ends.iter_mut().zip(&hulls.corners).zip([code % MOST, code / MOST % MOST])
            {
                for (out, column) in ends[corner].iter_mut().zip(&corners[index]) {
                    out[i] = column[i].to_f64();
                }
            }
        }
    }
    ends
}

#[inline(always)]
#[allow(clippy::indexing_slicing)] // `corner` is below 3.
fn end([of_a, of_b]: &Ends, corner: usize, i: usize) -> [Three<f64>; 2] {
    [at(&of_a[corner], i), at(&of_b[corner], i)]
}

/// Points, normal and bounds in the world.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn answer<T: Scalar>(
    hulls: &mut Hulls<T>,
    frames: &Frames<f64>,
    state: &State<f64>,
    lowest: &Lane<f64>,
    ends: &Ends,
) {
    for i in 0..WIDTH {
        let weights = at(&state.weights, i);
        let [u, v, w] = weights;
        let blend = |side: usize| {
            let of = |corner: usize| {
                let [on_a, on_b] = end(ends, corner, i);
                if side == 0 { on_a } else { on_b }
            };
            plus(plus(times(of(0), u), times(of(1), v)), times(of(2), w))
        };
        let (on_a, on_b) = (blend(0), blend(1));
        let on_b = plus(rotate(rows_of(at(&frames.rows, i)), on_b), at(&frames.shift, i));
        let (error, foot) = (frames.error[i], at(&state.foot, i));
        let (lower, long) = (lowest[i], Real::sqrt(state.squared[i]));
        let upper = larger(length(minus(on_b, on_a)), lower);
        let estimate = if long < lower { lower } else { long };
        let estimate = if estimate < upper { estimate } else { upper };
        // Weights of slivers may be anything; their points are then no nearest ones.
        let known = (lower > error) & (upper - long <= larger(error, within::<T>(long, error)));
        let bounds = [lower - error, upper + error, estimate];
        let normal = times(foot, -1.0 / long);
        let [p, q, r, s, _, _, _, _, ox, oy, oz, ..] = at(&hulls.poses, i);
        let world = matrix([p, q, r, s], norm([p, q, r, s]));
        put(
            &mut hulls.found,
            i,
            in_world(known, bounds, [normal, on_a, on_b], world, [ox, oy, oz]),
        );
    }
}

/// Whether the tetrahedra that enclose the origin have more room around it than rounding takes, as `tetrahedron::encloses_with_room` has it.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn roomy<C: Real>(state: &State<C>, frames: &Frames<C>) -> Lane<C> {
    let mut roomy = [C::ZERO; WIDTH];
    for i in 0..WIDTH {
        let [ax, ay, az, _, bx, by, bz, _, cx, cy, cz, _] = at(&state.old, i);
        let [dx, dy, dz, _] = at(&state.fourth, i);
        let (a, b, c, d) = ([ax, ay, az], [bx, by, bz], [cx, cy, cz], [dx, dy, dz]);
        let (e, f, g) = (minus(a, d), minus(b, d), minus(c, d));
        let whole = dot(cross(e, f), g);
        let room = frames.error[i] * C::of(doubt::<C>());
        let beyond = |p: Three<C>, e: Three<C>, f: Three<C>| {
            let over = -dot(cross(e, f), p);
            let volume = if whole < C::ZERO { -over } else { over };
            let edges = max_abs(e) * max_abs(f);
            volume > C::of(3.0) * edges * (room + C::of(48.0 * C::ROUNDOFF) * max_abs(p))
        };
        let holds = beyond(d, e, f)
            & beyond(d, f, g)
            & beyond(d, g, e)
            & beyond(a, minus(c, a), minus(b, a));
        roomy[i] = one_if(holds & (state.encloses[i] != C::ZERO));
    }
    roomy
}
