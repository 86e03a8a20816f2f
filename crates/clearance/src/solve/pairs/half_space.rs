//! A half-space against anything: the boundary's only direction is the answer's.
//!
//! The signed distance is exact in both regimes, since the shortest way out of a half-space is
//! along its normal.

use crate::math::tolerance::{HEIGHT, ROTATED_POINT, ROTATED_TRANSLATION, UNIT_ROUNDOFF};
use crate::math::{Scalar, Space};
use crate::shape::{
    Primitive, SupportMap, are_parallel, boundary_slack, length_above, unit_boundary,
};
use crate::solve::cores::Signed;
use crate::solve::difference::Placed;

/// The signed distance of the cores, if A or B is a half-space.
pub(crate) fn half_space<S: Space, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
) -> Option<Signed<S>> {
    let frame = placed.frame;
    // Boundaries in A's frame: unit normal and height.
    let wall_a = match placed.a.primitive() {
        Primitive::HalfSpace(normal, offset) => {
            let (normal, offset) = unit_boundary(normal, offset);
            Some((normal, offset * frame.per_unit))
        }
        _ => None,
    };
    let wall_b = match placed.b.primitive() {
        Primitive::HalfSpace(normal, offset) => {
            let (normal, offset) = unit_boundary(normal, offset);
            let normal = normal.rotate(&frame.rotation);
            Some((normal, offset * frame.per_unit + normal.dot(frame.translation)))
        }
        _ => None,
    };
    let (radius_a, radius_b) = placed.radii();
    let (wall_is_a, wall_is_b) = (wall_a.is_some(), wall_b.is_some());
    // A boundary that a scale has turned and moved is rounded itself, by this much of all terms
    // that its height is the sum of.
    let of_wall = |is_wall: bool, rounding: f64| if is_wall { rounding } else { 0.0 };
    let of_walls =
        of_wall(wall_is_a, placed.a.rounding()) + of_wall(wall_is_b, placed.b.rounding());
    // A sum's height may be the rest where larger lengths cancel.
    let slack_of_walls =
        of_wall(wall_is_a, boundary_slack(placed.a)) + of_wall(wall_is_b, boundary_slack(placed.b));
    let amiss = |size: f64, height: f64| {
        slack_of_walls * frame.per_unit
            + of_walls * (size + length_above(frame.translation) + height.abs())
            + rounding(frame.translation, size, height)
    };
    Some(match (wall_a, wall_b) {
        (None, None) => return None,
        // The input describes no shapes, so nothing is known.
        _ if !(radius_a >= 0.0 && radius_b >= 0.0) => {
            let origin = S::default();
            signed(f64::NAN, origin, origin, origin, 0.0)
        }
        (Some((normal, height)), None) => {
            let local = -frame.direction_in_b(normal);
            let point = frame.point_of_b(placed.support_of_b(local, 0).point);
            let size = placed.b.unbounded().map_or(frame.reach_b, |reach| reach * frame.per_unit);
            let slack = placed.b.rounding() * size;
            let distance = normal.dot(point) - height;
            let ended = signed(distance, normal, point - normal * distance, point, {
                slack + amiss(size, height)
            });
            without_end(ended, placed.b, local)
        }
        (None, Some((normal, height))) => {
            let point = frame.point_of_a(placed.support_of_a(-normal, 0).point);
            let size = placed.a.unbounded().map_or(frame.reach_a, |reach| reach * frame.per_unit);
            let slack = placed.a.rounding() * size;
            let distance = normal.dot(point) - height;
            let ended = signed(distance, -normal, point, point - normal * distance, {
                slack + amiss(size, height)
            });
            without_end(ended, placed.a, -normal)
        }
        (Some((a, height_a)), Some((b, height_b))) => {
            let distance = -(height_a + height_b);
            let error = amiss(0.0, height_a.abs() + height_b.abs());
            if !(distance + error).is_finite() {
                signed(distance, a, a, a, error)
            } else if a + b == S::default() && face_each_other(placed) {
                // Face to face, exactly: a gap or a slab between parallel boundaries.
                signed(distance, a, a * height_a, a * height_a + a * distance, error)
            } else if (a + b).length() > 1e-12 {
                // Boundaries that are not parallel cross: no translation separates them.
                let common = a * height_a.min(0.0) + b * height_b.min(0.0);
                let endless = Signed { intersect: true, ..signed(0.0, a, common, common, 0.0) };
                Signed { lower: f64::NEG_INFINITY, upper: 0.0, ..endless }
            } else {
                // Parallel as far as this arithmetic shows.
                let foot = a * height_a;
                Signed {
                    lower: f64::NEG_INFINITY,
                    ..signed(distance.max(0.0), a, foot, foot + a * distance, error)
                }
            }
        }
    })
}

/// The height of a shape over a boundary by its corners, less what its endless edges take away:
/// nothing if they rise, everything if one falls.
#[inline]
fn without_end<S: Space, A: SupportMap<S>>(ended: Signed<S>, shape: &A, down: S) -> Signed<S> {
    if shape.unbounded().is_none() {
        return ended;
    }
    // The errors of the turned direction, of the edges' own, and of the product.
    const SLOPE: f64 = (ROTATED_POINT + 16.0) * UNIT_ROUNDOFF;
    let steepest = match shape.primitive() {
        Primitive::Frustum(frustum) => frustum
            .endless()
            .map(|(_, along)| down.dot(along) / (length_above(along) * length_above(down)))
            .fold(f64::NEG_INFINITY, f64::max),
        // Where no list of them is at hand, nothing is known.
        _ => f64::NAN,
    };
    if steepest < -SLOPE {
        ended
    } else if steepest > SLOPE {
        Signed { lower: f64::NEG_INFINITY, upper: ended.upper.min(0.0), intersect: true, ..ended }
    } else {
        let limited = ended.limited || steepest.is_nan();
        Signed { lower: f64::NEG_INFINITY, limited, ..ended }
    }
}

/// Whether the normals are opposite as they were given, and not for having been rounded.
fn face_each_other<S: Space, A: SupportMap<S>>(placed: &Placed<'_, S, A>) -> bool {
    use Primitive::HalfSpace;
    match (placed.a.primitive(), placed.b.primitive()) {
        (HalfSpace(a, _), HalfSpace(b, _)) if placed.exact => {
            are_parallel(a, placed.frame.direction_out_of_b(b))
        }
        _ => false,
    }
}

fn signed<S: Space>(distance: f64, normal: S, on_a: S, on_b: S, error: f64) -> Signed<S> {
    if !(distance.abs() + error < 8.0 * f64::LARGEST) {
        // An invalid boundary or pose, or sizes that `check` refuses: nothing is known.
        let (anything, origin) = ([f64::NEG_INFINITY, f64::INFINITY], S::default());
        let unknown = Signed::proved(anything, 0.0, S::axis(0), origin, origin);
        return Signed { limited: true, ..unknown };
    }
    Signed::proved([distance - error, distance + error], distance, normal, on_a, on_b)
}

/// What some hundred products lose among the smallest numbers, half a step each. Beside a
/// half-space nothing is scaled.
const STEPS: f64 = f64::from_bits(64);

/// The rounding of a height over a boundary; the boundary's own normal is good to 4 u.
fn rounding<S: Space>(translation: S, reach: f64, height: f64) -> f64 {
    let apart = length_above(translation);
    STEPS
        + UNIT_ROUNDOFF
            * (HEIGHT * (reach + apart + height.abs())
                + ROTATED_POINT * reach
                + (ROTATED_TRANSLATION + ROTATED_POINT) * apart)
}
