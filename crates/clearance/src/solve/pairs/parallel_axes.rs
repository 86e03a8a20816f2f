//! Bodies of revolution with parallel axes: cylinders, cones, spheroids, capsules and balls that
//! stand upright. In space such a pair has circles of nearly equal ways out, which a polytope of
//! flat facets would have to tile; in the plane through the axes it has two, each the other's
//! mirror image.
//!
//! Let `K = A - B` with both axes through the origin along y, and `t` where B really stands. The
//! pair's signed distance is that of `t` from `K`. Let `P` be the half-plane from the axis through
//! `t`, extended to a plane.
//!
//! *The section of `K` by `P` is the difference of the sections of A and B.* Projecting a body of
//! revolution onto a plane through its axis gives its section, since each of its slices across the
//! axis is a disc about the axis. Projections are linear, so that of `A - B`, itself a body of
//! revolution, is the difference of theirs.
//!
//! *Outside, the distance is the plane's.* Projecting the point of `K` nearest to `t` onto `P`
//! keeps it in `K` and brings it no farther from `t`.
//!
//! *Inside, the depth is the plane's.* It is the largest `d` with `h(u) >= u · t + d` for every
//! unit `u`, where `h` is the support function of `K`. For a body of revolution `h` depends on `u`
//! by the length `s` of its part across the axis and its part along it only. Let `u'` in `P` have
//! the same two with its part across pointing at `t`, at which it is no shorter than any other:
//! `h(u) = h(u')` and `u' · t >= u · t`. So the directions of `P` decide.
//!
//! On the axis any plane through it will do.

use crate::certify::proves_intersection;
use crate::math::tolerance::{GJK_ITERATIONS, NORMAL, UNIT_ROUNDOFF, exponent_to_unit};
use crate::math::{Pose, Rotation, Rotation2, Space, Xy, power_of_two};
use crate::shape::{Primitive, SupportMap};
use crate::solve::cores::{self, Signed, between, encloses_with_certainty, is_close};
use crate::solve::difference::{Difference, Frame, Placed};
use crate::solve::gjk::{Begin, Limits, gjk};

use super::section::{Section, axis_of, ends_on_axis};
use super::{Formula, Wanted, polygons};

/// Axes that only rounding keeps from being parallel lean from each other by less than this, as
/// after a product of three quaternions.
const PARALLEL: f64 = 64.0 * UNIT_ROUNDOFF;

/// Beyond this tilt, EPA's bounds for bodies that lean are tighter than the error of standing one
/// upright.
const NEARLY_PARALLEL: f64 = 1e-3;

/// The rotations that leave a body unchanged.
#[derive(Clone, Copy, PartialEq)]
enum Symmetry {
    /// None, as far as is known.
    None,
    /// About the y-axis.
    Axis,
    /// About the origin.
    Center,
}

impl Symmetry {
    fn of<S: Space>(primitive: &Primitive<'_, S>) -> Self {
        match *primitive {
            Primitive::Revolved(_) => Self::Axis,
            _ => match ends_on_axis(primitive) {
                Some(ends) if ends == [S::default(); 2] => Self::Center,
                Some(_) => Self::Axis,
                None => Self::None,
            },
        }
    }
}

/// The poses of two bodies of revolution without the turns that their symmetry makes meaningless:
/// turns about their own axes, where what remains is free of rounding, and any turn of a ball.
/// Upright bodies then stand in exact poses. `None` for other shapes.
#[inline]
pub(crate) fn without_spin<S: Space, A: SupportMap<S>>(
    a: &A,
    pose_a: &Pose<S>,
    b: &A,
    pose_b: &Pose<S>,
) -> Option<[Pose<S>; 2]> {
    let (a, b) = (a.primitive(), b.primitive());
    let symmetries = (Symmetry::of(&a), Symmetry::of(&b));
    let is_upright = |p: &Primitive<'_, S>| matches!(p, Primitive::Revolved(_));
    if !(is_upright(&a) || is_upright(&b)) {
        return None;
    }
    let (unspun_a, unspun_b) = (pose_a.rotation.without_spin(), pose_b.rotation.without_spin());
    let (a, b) = match symmetries {
        (Symmetry::None, _) | (_, Symmetry::None) => return None,
        (Symmetry::Axis, Symmetry::Axis) => (unspun_a, unspun_b),
        // An invalid rotation means that nothing is known about the pair, and is kept.
        (Symmetry::Center, _) => {
            (if pose_a.check().is_ok() { unspun_b } else { unspun_a }, unspun_b)
        }
        (_, Symmetry::Center) => {
            (unspun_a, if pose_b.check().is_ok() { unspun_a } else { unspun_b })
        }
    };
    Some([Pose { rotation: a, ..*pose_a }, Pose { rotation: b, ..*pose_b }])
}

/// About its y-axis or, for an ellipsoid, about another.
fn is_revolved<S: Space>(primitive: &Primitive<'_, S>) -> bool {
    S::DIM == 3 && (matches!(primitive, Primitive::Revolved(_)) || axis_of(primitive) != 1)
}

/// The answer for two bodies of revolution, if their axes are parallel.
#[inline]
pub(super) fn formula<S: Space, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    wanted: Wanted<'_>,
) -> Option<Formula<S>> {
    let upright = Upright::of(placed)?;
    if upright.lean <= PARALLEL { in_plane(placed, &upright, wanted) } else { None }
}

/// Narrows the bounds that a search left for two bodies whose axes lean little from each other: as
/// if B stood upright, with what that moves charged to the bounds.
pub(super) fn narrowed<S: Space, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    searched: Signed<S>,
    limits: &Limits,
) -> Signed<S> {
    if !searched.limited {
        return searched;
    }
    let Some(stand) = Upright::of(placed).filter(|stand| stand.lean <= NEARLY_PARALLEL) else {
        return searched;
    };
    let Some(Formula::Signed(upright)) = in_plane(placed, &stand, Wanted::Both(limits)) else {
        return searched;
    };
    let upper = searched.upper.min(upright.upper);
    // The way out that proves the smaller depth.
    let best =
        if upright.lower > searched.lower { stand.leaned(placed, upright) } else { searched };
    let lower = searched.lower.max(best.lower);
    let estimate = between(best.estimate, lower, upper);
    let intersect = searched.intersect;
    let limited = searched.limited && !is_close(upper - lower, limits, placed.error());
    Signed { lower, upper, estimate, intersect, limited, ..best }
}

/// B stood upright.
struct Upright {
    /// The axis of A, along which B then stands.
    axis: usize,
    /// Whether B's own axis points up or down along it: 1 or -1.
    up: f64,
    /// How far B's unit axis is from that.
    lean: f64,
}

impl Upright {
    /// `None` if neither shape is a body of revolution.
    fn of<S: Space, A: SupportMap<S>>(placed: &Placed<'_, S, A>) -> Option<Self> {
        let (a, b) = (placed.a.primitive(), placed.b.primitive());
        if !is_revolved(&a) && !is_revolved(&b) {
            return None;
        }
        let axis = axis_of(&a);
        let of_b = placed.frame.direction_out_of_b(S::axis(axis_of(&b)));
        let up = if of_b.coordinate(axis) < 0.0 { -1.0 } else { 1.0 };
        Some(Self { axis, up, lean: (of_b - S::axis(axis) * up).length() })
    }

    /// The answer for the upright pair's way out with B in its real pose: what a support point
    /// proves along it, and B's point turned with B.
    fn leaned<S: Space, A: SupportMap<S>>(
        &self,
        placed: &Placed<'_, S, A>,
        upright: Signed<S>,
    ) -> Signed<S> {
        let Signed { normal, .. } = upright;
        let height = normal.dot(placed.support(normal, None).point);
        let lower = upright.lower.max(-height - placed.error());
        // The turn that takes B's upright axis to B's own, and leaves vectors across both
        // unchanged.
        let (from, to) = (
            S::axis(self.axis) * self.up,
            placed.frame.direction_out_of_b(S::axis(axis_of(&placed.b.primitive()))),
        );
        let point = upright.on_b - placed.frame.translation;
        let middle = from + to;
        let leaning = point + to * (2.0 * from.dot(point))
            - middle * (middle.dot(point) / (1.0 + from.dot(to)));
        Signed { lower, estimate: -height, on_b: placed.frame.translation + leaning, ..upright }
    }
}

/// The pair with B upright.
fn in_plane<S, A>(
    placed: &Placed<'_, S, A>,
    &Upright { axis: index, up, lean }: &Upright,
    wanted: Wanted<'_>,
) -> Option<Formula<S>>
where
    S: Space,
    A: SupportMap<S>,
{
    let frame = placed.frame;
    let axis = S::axis(index);
    let a = Section::of(&placed.a.primitive(), frame.per_unit)?;
    let b = Section::of(&placed.b.primitive(), frame.per_unit)?;

    let along = frame.translation.coordinate(index);
    let across = frame.translation - axis * along;
    let (distance, rounding) = distance_of_axes(across, placed.reach(), frame.exact);
    let rotation = Rotation2 { cos: up, sin: 0.0 };
    let place_b = Pose { rotation, translation: Xy::new(distance, along) };
    let of_plane = Frame::new(&a, &Pose::identity(), &b, &place_b);
    let plane = Placed::new(&a, &b, &of_plane, placed.budget, placed.precision);

    // The errors between the pair and the plane's pair: of how B is turned and placed, and the
    // rounding of the distance.
    let of_pose = if frame.exact { 0.0 } else { UNIT_ROUNDOFF * frame.pose_error };
    let of_pose = of_pose + lean * frame.reach_b;
    // From here on in the plane's units, which differ only at the ends of the range.
    let (unit, per_unit) = (plane.frame.unit, plane.frame.per_unit);
    let (round_a, round_b) = plane.radii();
    // The last differences below round once more.
    let sums = UNIT_ROUNDOFF * (8.0 * (round_a + round_b) + plane.reach());
    let error = (of_pose + rounding) * per_unit + sums;
    let is_depth_wanted = matches!(wanted, Wanted::Both(_));
    let limits = limits(placed, &plane, error, wanted);
    let Some(cores) = solve(&plane, &limits, (!is_depth_wanted).then_some(error)) else {
        return Some(Formula::Overlapping);
    };
    let outward = across.try_normalize().unwrap_or(S::axis((index + 1) % 3));
    let lift = |p: Xy| outward * p.x + axis * p.y;
    Some(Formula::Signed(Signed {
        lower: (cores.lower - round_a - round_b - error) * unit,
        upper: (cores.upper - round_a - round_b + error) * unit,
        estimate: (cores.estimate - round_a - round_b) * unit,
        normal: lift(cores.normal),
        on_a: lift((cores.on_a + cores.normal * round_a) * unit),
        on_b: lift((cores.on_b - cores.normal * round_b) * unit),
        intersect: cores.intersect && frame.exact && lean == 0.0,
        limited: cores.limited,
    }))
}

/// The distance of the axes, and its error.
///
/// In exact poses it is exact or too long, since what meets B farther out meets B where it is; and
/// it is a multiple of the last digit of the pair's size, so that adding radii of few bits does not
/// round. Then exact predicates prove a touch of end faces, wherever they stand on each other. The
/// length is good to 2 u and its sum with the power of two above `reach` to 2 u of the latter:
/// adding 6 u of `reach`, itself to 1 u, makes it too long by 12 u at most.
fn distance_of_axes<S: Space>(across: S, reach: f64, exact_poses: bool) -> (f64, f64) {
    // Along one coordinate; that along the axis is zero.
    let is_plain = (0..S::DIM).any(|i| across == S::axis(i) * across.coordinate(i));
    // A square that leaves the range is that of a length below 1e-150, beside sizes above 1e-40.
    let length = if is_plain { across.max_abs() } else { across.length() };
    let above = 2.0 * power_of_two(-exponent_to_unit(reach));
    let of_few_bits = |length: f64| (length + above) - above;
    if is_plain && (!exact_poses || of_few_bits(length) == length) {
        (length, 0.0)
    } else if exact_poses {
        let longer = length + 6.0 * UNIT_ROUNDOFF * reach;
        (of_few_bits(longer), 12.0 * UNIT_ROUNDOFF * reach)
    } else {
        (length, 4.0 * UNIT_ROUNDOFF * length)
    }
}

/// Those of the pair, in the plane's units. `error` is the further error of the plane's answer.
fn limits<S: Space, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    plane: &Placed<'_, Xy, Section>,
    error: f64,
    wanted: Wanted<'_>,
) -> Limits {
    let per_unit = plane.frame.per_unit;
    let ((radius_a, radius_b), (round_a, round_b)) = (placed.radii(), plane.radii());
    let radii = (radius_a + radius_b) * per_unit + (round_a + round_b);
    let error = plane.error() + error;
    let far = match wanted {
        // With room for the rounding of the sum.
        Wanted::Verdict(beyond) => {
            (beyond * per_unit + (round_a + round_b) + error) * (1.0 + 8.0 * f64::EPSILON)
        }
        Wanted::Distance | Wanted::Both(_) => f64::INFINITY,
    };
    Limits {
        apart: radii + error,
        touching: radii - error,
        far,
        near: f64::NEG_INFINITY,
        enough: f64::INFINITY,
        tolerance: placed.tolerance() * per_unit,
        relative: NORMAL,
        iterations: GJK_ITERATIONS,
        unit: 1.0,
    }
}

/// The signed distance of the sections' cores, by the plane's own methods; `None` where they
/// overlap by more than `beyond` and the depth does not matter.
fn solve(
    plane: &Placed<'_, Xy, Section>,
    limits: &Limits,
    beyond: Option<f64>,
) -> Option<Signed<Xy>> {
    let towards = plane.towards();
    let towards = if towards == Xy::default() { Xy::axis(0) } else { towards };
    let run = gjk(plane, Begin::Direction(towards), limits, &mut ());
    if run.lower > plane.error() {
        return Some(cores::distance(&run, plane.error()));
    }
    if beyond.is_some_and(|error| encloses_with_certainty(&run, plane.error() + error)) {
        return None;
    }
    let walked = super::outlines(plane).and_then(|[a, b]| polygons::depth(plane, a, b));
    Some(match walked {
        Some(signed) => Signed { intersect: proves_intersection(run.vertices()), ..signed },
        None => cores::depth(plane, &run, limits, &mut (), None),
    })
}
