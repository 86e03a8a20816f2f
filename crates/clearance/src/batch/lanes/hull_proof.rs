//! What searches of polytopes prove: which pairs are apart, which overlap, and how far apart they
//! are in `f64`.

use clearance_lanes::Kernel;

use crate::math::Scalar;
use crate::math::tolerance::NORMAL;

use super::OPEN;
use super::algebra::{
    Real, Three, cross, dot, larger, length, matrix, max_abs, minus, norm, plus, rotate, smaller,
    times,
};
use super::hull_foot::{LaneCorner, LaneFoot, foot};
use super::hull_search::{
    Frames, STEPS, State, converted, doubt, frames, one_if, rows_of, search, step, support,
};
use super::hulls::{Hulls, Lane, MOST, WIDTH, verdict};
use super::numbers::in_world;
use super::rows::Columns;
use super::{at, put};

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

#[inline(always)]
fn judge<T: Scalar, C: Real>(hulls: &mut Hulls<T>) {
    let (frames, start) = frames::<C>(&hulls.poses);
    let state = search::<T, C, true>(hulls, &frames, &start);
    let overlap = roomy(&state, &frames);
    for (out, (apart, overlap)) in hulls.verdicts.iter_mut().zip(state.apart.iter().zip(&overlap)) {
        *out = verdict(apart.wide(), overlap.wide());
    }
    hulls.around = state.around();
}

#[inline(always)]
fn find<T: Scalar, C: Real>(hulls: &mut Hulls<T>) {
    // Wide, since most pairs are measured by them after the search.
    let (wide, start) = frames::<f64>(&hulls.poses);
    let narrow = wide.narrowed::<C>();
    let state = search::<T, C, false>(hulls, &narrow, &converted(&start, C::of));
    let overlap = roomy(&state, &narrow);
    for (out, overlap) in hulls.verdicts.iter_mut().zip(&overlap) {
        *out = verdict(0.0, overlap.wide());
    }
    hulls.around = state.around();
    // Discards what was found for the previous pairs.
    hulls.found.known = [[0.0; WIDTH]];
    if hulls.verdicts.contains(&OPEN) {
        measure(hulls, &wide, &state.codes());
    }
}

/// The distance in `f64`, from the feature on which the search in the caller's precision ended: its
/// nearest point, and the plane that proves it nearest. Most end there; the others go on for a few
/// steps.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn measure<T: Scalar>(hulls: &mut Hulls<T>, frames: &Frames<f64>, codes: &[Lane<f64>; 3]) {
    let mut state = State::<f64>::new();
    let mut ends = [[[[T::ZERO; WIDTH]; 3]; 3]; 2];
    fetch(hulls, &whole(codes), &mut ends);
    for i in 0..WIDTH {
        let [px, py, pz] = corner(&ends, frames, 0, i);
        let [qx, qy, qz] = corner(&ends, frames, 1, i);
        let [rx, ry, rz] = corner(&ends, frames, 2, i);
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
    let mut is_same = true;
    for _ in 0..STEPS[1] {
        if !state.is_open() {
            break;
        }
        support(hulls, frames, &{ state.foot }, &mut state.newest);
        for (i, lowest) in lowest.iter_mut().enumerate() {
            let [x, y, z, _] = at(&state.newest, i);
            let upper = Real::sqrt(state.squared[i]);
            let lower = dot(at(&state.foot, i), [x, y, z]) / upper;
            let error = frames.error[i];
            let within = within::<T>(upper, error);
            let met = (state.open[i] != 0.0) & (upper - lower <= within) & (lower > error);
            *lowest = if met { lower } else { *lowest };
            state.open[i] = if met { 0.0 } else { state.open[i] };
        }
        if !state.is_open() {
            break;
        }
        is_same = false;
        for i in 0..WIDTH {
            step::<f64, 3>(&mut state, i, 0.0);
        }
    }
    let new = state.codes();
    let fetched = if is_same { codes } else { &new };
    if !is_same {
        fetch(hulls, &whole(&new), &mut ends);
    }
    answer(hulls, frames, &state, &lowest, (&ends, fetched));
}

/// How near bounds must come, as in `solve/gjk.rs`: to a part of rounding, or of what the caller's
/// precision shows of the size.
#[inline(always)]
fn within<T: Scalar>(upper: f64, error: f64) -> f64 {
    // The error is at most 96 roundings of the size.
    let shown = error * (T::EPSILON / f64::EPSILON / 400.0);
    larger(smaller(NORMAL * upper, shown), 0.25 * error)
}

/// The nearest point of the corners that the first search has left.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn restart(state: &mut State<f64>, i: usize) {
    let [x, y, z, code] = at(&state.newest, i);
    let [px, py, pz, p, qx, qy, qz, q, ..] = at(&state.old, i);
    let (first, second) =
        (LaneCorner { point: [px, py, pz], code: p }, LaneCorner { point: [qx, qy, qz], code: q });
    let (foot, _) = foot::<f64, 2>(LaneCorner { point: [x, y, z], code }, [first, second, second]);
    let LaneFoot { corners: [a, b, c], weights, point, squared } = foot;
    let ([ax, ay, az], [bx, by, bz], [cx, cy, cz]) = (a.point, b.point, c.point);
    put(&mut state.old, i, [ax, ay, az, a.code, bx, by, bz, b.code, cx, cy, cz, c.code]);
    put(&mut state.weights, i, weights);
    put(&mut state.foot, i, point);
    state.squared[i] = squared;
}

/// The corners of A and of B that are named by three numbers each, in their own frames.
type Ends<T> = [[[Lane<T>; 3]; 3]; 2];

#[inline(always)]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::indexing_slicing)]
fn whole(codes: &[Lane<f64>; 3]) -> [Lane<u32>; 3] {
    let mut whole = [[0; WIDTH]; 3];
    for i in 0..WIDTH {
        let [p, q, r] = at(codes, i);
        put(&mut whole, i, [p as u32, q as u32, r as u32]);
    }
    whole
}

/// Each lane reads elsewhere, so this is not a loop for vectors, and it is separate from the
/// kernel, where gather instructions would be slower.
#[inline(never)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn fetch<T: Scalar>(hulls: &Hulls<T>, codes: &[Lane<u32>; 3], ends: &mut Ends<T>) {
    for ((ends, corners), per) in ends.iter_mut().zip(&hulls.corners).zip([1, MOST]) {
        for (end, codes) in ends.iter_mut().zip(codes) {
            for (i, code) in codes.iter().enumerate() {
                for (out, column) in end.iter_mut().zip(&corners[*code as usize / per % MOST]) {
                    out[i] = column[i];
                }
            }
        }
    }
}

/// The corner of this place among the three, as a point of the difference.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `place` is below 3.
fn corner<T: Scalar>(
    [of_a, of_b]: &Ends<T>,
    frames: &Frames<f64>,
    place: usize,
    i: usize,
) -> Three<f64> {
    minus(wide(&of_a[place], i), in_a(frames, wide(&of_b[place], i), i))
}

#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn wide<T: Scalar>([x, y, z]: &[Lane<T>; 3], i: usize) -> Three<f64> {
    [x[i].to_f64(), y[i].to_f64(), z[i].to_f64()]
}

/// A point of B in the frame of A.
#[inline(always)]
fn in_a(frames: &Frames<f64>, point: Three<f64>, i: usize) -> Three<f64> {
    plus(rotate(rows_of(at(&frames.rows, i)), point), at(&frames.shift, i))
}

/// The corners of one shape, blended.
#[inline(always)]
fn blend<T: Scalar>([p, q, r]: &[[Lane<T>; 3]; 3], weights: Three<f64>, i: usize) -> Three<f64> {
    let [u, v, w] = weights;
    plus(plus(times(wide(p, i), u), times(wide(q, i), v)), times(wide(r, i), w))
}

/// Weights of corners of one order, for the same corners in another.
#[inline(always)]
fn sorted(weights: Three<f64>, own: Three<f64>, [first, second, _]: Three<f64>) -> Three<f64> {
    let mut sorted = [0.0; 3];
    for (code, weight) in own.into_iter().zip(weights) {
        let (is_first, is_second) = (code == first, code == second);
        let [x, y, z] = sorted;
        sorted = [
            x + if is_first { weight } else { 0.0 },
            y + if !is_first & is_second { weight } else { 0.0 },
            z + if is_first | is_second { 0.0 } else { weight },
        ];
    }
    sorted
}

/// Points, normal and bounds in the world.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn answer<T: Scalar>(
    hulls: &mut Hulls<T>,
    frames: &Frames<f64>,
    state: &State<f64>,
    lowest: &Lane<f64>,
    ([of_a, of_b], codes): (&Ends<T>, &[Lane<f64>; 3]),
) {
    let own = state.codes();
    for (i, lowest) in lowest.iter().enumerate() {
        let weights = sorted(at(&state.weights, i), at(&own, i), at(codes, i));
        let (on_a, on_b) = (blend(of_a, weights, i), in_a(frames, blend(of_b, weights, i), i));
        let (error, foot) = (frames.error[i], at(&state.foot, i));
        let (lower, long) = (*lowest, Real::sqrt(state.squared[i]));
        let upper = larger(length(minus(on_b, on_a)), lower);
        let estimate = if long < lower { lower } else { long };
        let estimate = if estimate < upper { estimate } else { upper };
        // Weights of slivers may be anything; their points are then no nearest ones.
        let known = (lower > error) & (upper - long <= larger(error, within::<T>(long, error)));
        let bounds = [lower - error, upper + error, estimate];
        let normal = times(foot, -1.0 / long);
        let (turn, origin) = (at(&hulls.poses.turn_a, i), at(&hulls.poses.origin_a, i));
        let world = matrix(turn, norm(turn));
        hulls.found.put(i, in_world(known, bounds, [normal, on_a, on_b], world, origin));
    }
}

/// Whether the tetrahedra that enclose the origin have more room around it than rounding takes, as
/// in `tetrahedron::encloses_with_room`.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below WIDTH.
fn roomy<C: Real>(state: &State<C>, frames: &Frames<C>) -> Lane<C> {
    let mut roomy = [C::ZERO; WIDTH];
    for (i, roomy) in roomy.iter_mut().enumerate() {
        let [ax, ay, az, _, bx, by, bz, _, cx, cy, cz, _] = at(&state.old, i);
        let [dx, dy, dz, _] = at(&state.fourth, i);
        let (a, b, c, d) = ([ax, ay, az], [bx, by, bz], [cx, cy, cz], [dx, dy, dz]);
        let (e, f, g) = (minus(a, d), minus(b, d), minus(c, d));
        let is_turned = dot(cross(e, f), g) < C::ZERO;
        let room = frames.error[i] * C::of(doubt::<C>());
        let holds = is_beyond(d, [e, f], is_turned, room)
            & is_beyond(d, [f, g], is_turned, room)
            & is_beyond(d, [g, e], is_turned, room)
            & is_beyond(a, [minus(c, a), minus(b, a)], is_turned, room);
        *roomy = one_if(holds & (state.encloses[i] != C::ZERO));
    }
    roomy
}

/// Whether the origin lies inside the plane of a vertex and two edges by more than this room and
/// the rounding of their volume.
#[inline(always)]
fn is_beyond<C: Real>(p: Three<C>, [e, f]: [Three<C>; 2], is_turned: bool, room: C) -> bool {
    let over = -dot(cross(e, f), p);
    let volume = if is_turned { -over } else { over };
    let edges = max_abs(e) * max_abs(f);
    volume > C::of(3.0) * edges * (room + C::of(48.0 * C::ROUNDOFF) * max_abs(p))
}
