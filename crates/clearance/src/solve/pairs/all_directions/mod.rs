//! How deep bodies of revolution and ellipsoids overlap where many ways out are nearly equally
//! short: by bounds over all directions.
//!
//! The depth is the least height `h(u)` of the difference over all unit `u`. A body's part of `h`
//! is a function of one number: of a body of revolution of `y = k · u`, with `k` its axis; of an
//! ellipsoid of its own height `|R u|`. Whole circles of directions share that number, so a search
//! that halves intervals of *it*, one of A's and one of B's, does not walk around the circles on
//! which nearly equal ways out lie.
//!
//! In a cell, of one such interval each, both parts are bounded from below by a quadratic
//! polynomial in `u`, and their sum on the sphere by [`Quadric::least`](quadric::Quadric::least),
//! which takes all of the sphere for the cell. Cells whose bound is too low are halved. Usually the
//! first polynomials, which touch at the best way out, prove it: they have the shape of the valley
//! that EPA would have to cover with close facets.

mod body;
mod quadric;
mod search;
#[cfg(test)]
mod tests;

use crate::math::{Space, Xy, Xyz, larger, smaller};
use crate::shape::{Meridian, Primitive, SupportMap};
use crate::solve::cores::{Signed, between};
use crate::solve::difference::{Difference, Placed};
use crate::solve::gjk::Limits;
use crate::solve::polytope::Expand;

use super::section::axis_of;
use body::Body;
use search::Heights;

/// Narrows the bounds that a search left for two such bodies that overlap. `None` for others, and
/// where this takes too long as well.
pub(super) fn narrowed<S: Expand, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    searched: &Signed<S>,
    limits: &Limits,
) -> Option<Signed<S>> {
    let frame = placed.frame;
    let (a, center_a) = body_of(&placed.a.primitive(), frame.per_unit)?;
    let (b, center_b) = body_of(&placed.b.primitive(), frame.per_unit)?;
    let out_of_b = |v: Xyz| in_space(frame.direction_out_of_b(back::<S>(v)));
    let center_b = out_of_b(center_b) + in_space(frame.translation);
    let heights = Heights {
        bodies: [a, b.turned(|v| -out_of_b(v))],
        stands: center_a - center_b,
        dimensions: S::DIM,
        reach: placed.reach(),
    };
    let measure = |u: Xyz| u.dot(in_space(placed.support(back(u), None).point));
    let error = placed.error();
    let normal = in_space(searched.normal);
    let start = heights.way(normal, measure(normal));
    let slack = 1.5 * error + 4.0 * limits.tolerance;
    let tie = 0.25 * error;
    let (least, best) = heights.least(start, slack, tie, placed.budget, measure)?;
    let contact = heights.contact(best, tie, measure);
    let [a, b] = contact.points.map(back::<S>);
    let [center_a, center_b] = [center_a, center_b].map(back::<S>);
    let (normal, depth) = (back::<S>(contact.way.normal), contact.way.height);
    let (on_a, on_b) = (center_a + a, center_b - b);
    let shown = -smaller(best.height, depth) - error;
    let lower = larger(searched.lower, shown);
    // The normal has to show the lower bound.
    let normal = if searched.lower > shown + error { searched.normal } else { normal };
    let upper = larger(smaller(searched.upper, -least + error), lower);
    let estimate = between(-depth, lower, upper);
    Some(Signed { lower, upper, estimate, normal, on_a, on_b, limited: false, ..*searched })
}

/// A core's body in its own frame, and its centre, in solver units.
fn body_of<S: Space>(core: &Primitive<'_, S>, per_unit: f64) -> Option<(Body, Xyz)> {
    let about_origin = |body| Some((body, Xyz::default()));
    match *core {
        Primitive::Point(p) => Some((Body::Still, in_space(p) * per_unit)),
        Primitive::Segment(p, q) => {
            let (p, q) = (in_space(p) * per_unit, in_space(q) * per_unit);
            Some((Body::segment((q - p) * 0.5), (p + q) * 0.5))
        }
        // A box without breadth.
        Primitive::Cuboid(half) => {
            let longest = (0..S::DIM).find(|i| half.coordinate(*i) > 0.0).unwrap_or(0);
            let along = S::axis(longest) * half.coordinate(longest);
            (half == along)
                .then(|| Body::segment(in_space(along) * per_unit))
                .and_then(about_origin)
        }
        Primitive::Revolved(Meridian::Rectangle(size)) => {
            let Xy { x, y } = size * per_unit;
            about_origin(Body::cylinder(x, y))
        }
        Primitive::Revolved(Meridian::Triangle(size)) => {
            let Xy { x, y } = size * per_unit;
            about_origin(Body::cone(x, y))
        }
        Primitive::Revolved(Meridian::Ellipse(size)) => {
            let Xy { x, y } = size * per_unit;
            about_origin(Body::spheroid(Xyz::axis(1), x, y))
        }
        Primitive::Ellipsoid(radii) => {
            let axis = axis_of(core);
            let radii = in_space(radii) * per_unit;
            about_origin(if S::DIM == 3 && axis != 1 {
                let across = radii.coordinate((axis + 1) % 3);
                Body::spheroid(Xyz::axis(axis), across, radii.coordinate(axis))
            } else {
                Body::ellipsoid(radii, S::DIM)
            })
        }
        _ => None,
    }
}

/// A vector of the plane lies in that of x and y.
fn in_space<S: Space>(v: S) -> Xyz {
    let [x, y, z] = v.coordinates();
    Xyz::new(x, y, z)
}

fn back<S: Space>(v: Xyz) -> S {
    S::from_xyz(v.x, v.y, v.z)
}
