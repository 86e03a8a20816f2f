//! Pairs for which a formula is faster than iterating. Each formula is a guess until two support
//! points certify it, or carries its own proof; where neither holds, the pair goes to GJK and EPA
//! like any other.

mod all_directions;
mod cuboids;
mod ellipsoid;
mod half_space;
mod parallel_axes;
pub(crate) mod plain;
mod polygons;
mod section;
mod segments;

use crate::math::{Space, Xy};
use crate::method::Method;
use crate::observe::Observer;
use crate::shape::{Meridian, Primitive, SupportMap};

use super::cores::Signed;
use super::difference::{Difference, Placed};
use super::gjk::{Begin, Limits, gjk};
use super::polytope::Expand;

use cuboids::Boxes;
use ellipsoid::NearestOnEllipse;
pub(crate) use half_space::half_space;
pub(crate) use parallel_axes::without_spin;
pub(crate) use polygons::depth as depth_of_polygons;

/// What a formula finds for two cores.
pub(crate) enum Formula<S> {
    /// The signed distance itself.
    Signed(Signed<S>),
    /// They are certainly apart, by more than the caller's limit. Only where the caller needs no
    /// more.
    Apart,
    /// They certainly overlap, by more than rounding. Only where the caller needs no more.
    Overlapping,
    /// Only a direction towards their difference, for a search to begin with.
    Towards(S),
}

/// What the caller needs of a formula.
#[derive(Clone, Copy)]
pub(crate) enum Wanted<'a> {
    /// Whether they are apart by more than this, or overlap.
    Verdict(f64),
    /// The distance, if they are apart.
    Distance,
    /// Distance or depth, with the witnesses.
    Both(&'a Limits),
}

/// The answer for two cores that a formula covers: points and segments; boxes and points; boxes;
/// polygons; ellipsoids and points; and bodies of revolution with parallel axes.
pub(crate) fn formula<S: Expand, A: SupportMap<S>, O: Observer<S>>(
    placed: &Placed<'_, S, A>,
    wanted: Wanted<'_>,
    observer: &mut O,
) -> Option<Formula<S>> {
    use Meridian::Ellipse;
    use Primitive::{Cuboid, Ellipsoid, Point, Revolved};
    let frame = placed.frame;
    let (a, b) = (|p| frame.point_of_a(p), |p| frame.point_of_b(p));
    let certified = |(on_a, on_b)| segments::certify(placed, on_a, on_b).map(Formula::Signed);
    let out_of_b = |answer: Signed<S>| {
        answer.swapped(|p| frame.point_out_of_b(p), |d| frame.direction_out_of_b(d))
    };
    let ellipsoid_point = |radii, q| match ellipsoid::nearest(a(radii), b(q), placed.error())? {
        NearestOnEllipse::Outside(on_a) => certified((on_a, b(q))),
        NearestOnEllipse::Inside(signed) => Some(Formula::Signed(signed)),
    };
    let point_ellipsoid = |p, radii: S| {
        let point = frame.point_in_b(a(p));
        match ellipsoid::nearest(radii * frame.per_unit, point, placed.error())? {
            NearestOnEllipse::Outside(on_b) => certified((a(p), frame.point_out_of_b(on_b))),
            NearestOnEllipse::Inside(signed) => Some(Formula::Signed(out_of_b(signed))),
        }
    };
    let solid = |radius, half_height| S::from_xyz(radius, half_height, radius);
    let (core_a, core_b) = (placed.a.primitive(), placed.b.primitive());
    if let (Some([p, q]), Some([r, s])) = (core_a.ends(), core_b.ends()) {
        observer.method(Method::Segments);
        return certified(segments::nearest((a(p), a(q)), (b(r), b(s))));
    }
    if let (Some(a), Some(b)) = (core_a.outline(), core_b.outline())
        && matches!(wanted, Wanted::Both(_))
        && a.len() + b.len() <= polygons::FEW
    {
        observer.method(Method::PolygonWalk);
        let signed = polygons::depth(placed, a, b)?;
        return (signed.upper < 0.0).then_some(Formula::Signed(signed));
    }
    match (core_a, core_b) {
        (Cuboid(half), Point(q)) => {
            observer.method(Method::BoxBall);
            cuboids::point(a(half), b(q), placed.error()).map(Formula::Signed)
        }
        (Point(p), Cuboid(half)) => {
            observer.method(Method::BoxBall);
            let (half, point) = (half * frame.per_unit, frame.point_in_b(a(p)));
            let signed = out_of_b(cuboids::point(half, point, placed.error())?);
            Some(Formula::Signed(Signed { on_a: a(p), ..signed }))
        }
        (Cuboid(half_a), Cuboid(half_b)) => {
            observer.method(Method::Boxes);
            let (boxes, error) = (Boxes::placed(frame, half_a, half_b), placed.error());
            let limits = match wanted {
                Wanted::Verdict(beyond) => {
                    let meet = boxes.meet(error, beyond)?;
                    return Some(if meet { Formula::Overlapping } else { Formula::Apart });
                }
                Wanted::Distance => None,
                Wanted::Both(limits) => Some(limits),
            };
            // The pose's rounding is the same as for a height along a direction; the centres'
            // product (4 u) and the six terms of the extents (9 u) stand in for the choice of
            // vertices (6 u) and the quotient (7 u) there.
            let contact = limits.map(|l| |normal, depth| contact(placed, normal, depth, l));
            boxes.signed(error, placed.precision.epsilon, contact)
        }
        (Ellipsoid(radii), Point(q)) => {
            observer.method(Method::Ellipsoid);
            ellipsoid_point(radii, q)
        }
        (Point(p), Ellipsoid(radii)) => {
            observer.method(Method::Ellipsoid);
            point_ellipsoid(p, radii)
        }
        (Revolved(Ellipse(Xy { x, y })), Point(q)) => {
            observer.method(Method::Ellipsoid);
            ellipsoid_point(solid(x, y), q)
        }
        (Point(p), Revolved(Ellipse(Xy { x, y }))) => {
            observer.method(Method::Ellipsoid);
            point_ellipsoid(p, solid(x, y))
        }
        (Revolved(_) | Ellipsoid(_), _) | (_, Revolved(_) | Ellipsoid(_)) => {
            let found = parallel_axes::formula(placed, wanted)?;
            observer.method(Method::ParallelAxes);
            Some(found)
        }
        _ => None,
    }
}

/// The outlines of two polygons of the plane: a pair whose whole difference is cheap to walk.
pub(crate) fn outlines<'p, S, A>(placed: &Placed<'p, S, A>) -> Option<[&'p [S]; 2]>
where
    S: Space,
    A: SupportMap<S>,
{
    Some([placed.a.primitive().outline()?, placed.b.primitive().outline()?])
}

/// Narrows the bounds that a search left for two curved cores that overlap.
pub(crate) fn narrowed<S: Expand, A: SupportMap<S>, O: Observer<S>>(
    placed: &Placed<'_, S, A>,
    searched: Signed<S>,
    limits: &Limits,
    observer: &mut O,
) -> Signed<S> {
    let upright = parallel_axes::narrowed(placed, searched, limits);
    if searched.limited && !upright.limited {
        observer.method(Method::ParallelAxes);
    }
    // A boolean needs no depth beyond `enough`.
    if !upright.limited || limits.enough < f64::INFINITY {
        return upright;
    }
    let Some(narrower) = all_directions::narrowed(placed, &upright, limits) else { return upright };
    observer.method(Method::AllDirections);
    narrower
}

/// Where two cores touch once B has moved by `depth` along `normal`: points of A and of B as they
/// stand now. `None` if they do not quite touch there.
fn contact<S: Expand, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    normal: S,
    depth: f64,
    limits: &Limits,
) -> Option<(S, S)> {
    let (on_a, on_b) = nearest_once_moved(placed, normal, depth, limits);
    let is_touch = (on_a - on_b).length() <= 2.0 * placed.error();
    is_touch.then_some((on_a, on_b - normal * depth))
}

/// The nearest points of two cores once B has moved by `depth` along `normal`, as A stands and as B
/// stands then.
pub(crate) fn nearest_once_moved<S: Expand, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    normal: S,
    depth: f64,
    limits: &Limits,
) -> (S, S) {
    let unlimited = Limits {
        apart: f64::INFINITY,
        touching: f64::NEG_INFINITY,
        far: f64::INFINITY,
        near: placed.error(),
        ..*limits
    };
    let run = placed
        .moved(normal * depth, |moved| gjk(moved, Begin::Direction(-normal), &unlimited, &mut ()));
    run.best_witnesses(2.0 * placed.error(), |(a, b)| (a - b).length())
}
