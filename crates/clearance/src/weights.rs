//! The vertices of which a point of a polytope's surface is the weighted mean.

use arrayvec::ArrayVec;

use crate::contact::wide;
use crate::feature::{Known, Place};
use crate::math::tolerance::exponent_to_unit;
use crate::math::{Scalar, Space, ToPose, Vector, Xyz, larger, near_one, power_of_two, smaller};
use crate::query::Compiled;
use crate::shape::{Flats, Rim, SupportMap};

/// Numbers of vertices, and weights.
pub(crate) type Weights = ArrayVec<(u32, f64), 3>;

/// The vertices of a shape of which a point of its surface is the weighted mean, each by its number
/// and its weight: at most three weights, none negative, which sum to 1.
///
/// They give how the signed distance depends on vertices: where a vertex of weight `w` in
/// [`on_a`](crate::Witness::on_a) moves by `u`, the distance changes by `-w n·u`, with the
/// [`normal`](crate::Witness::normal) `n`; where one of B does, by `w n·u`. Pass the normal as
/// `direction` for A, and its opposite for B.
///
/// The point belongs to a feature that is high enough for
/// [`support_feature`](crate::support_feature) with `direction` and `within`, of several to the one
/// that holds it; a radius is left out. For a face with more than three corners it is
/// one choice of several: moved alone, one of its vertices bends the face, and the distance has a
/// kink there. Vertices are numbered as in
#[cfg_attr(feature = "alloc", doc = "[`ConvexHull::vertices`](crate::ConvexHull::vertices)")]
#[cfg_attr(not(feature = "alloc"), doc = "`ConvexHull::vertices`")]
/// (`ConvexHull::sources` has the caller's numbers), of a triangle or segment in the order given,
/// of a capsule from above, of a box by signs: bit `i` is set where coordinate `i` is negative.
/// Other shapes have no numbered vertices, and the iterator is empty.
///
/// Cost: as `support_feature`.
///
/// ```
/// use clearance::{Ball, Triangle, distance, vertex_weights};
/// use glam::DVec3;
///
/// let sail = Triangle::new(DVec3::ZERO, DVec3::X * 4.0, DVec3::Z * 4.0);
/// let (ball, above) = (Ball::new(1.0), DVec3::new(1.0, 3.0, 2.0));
/// let near = distance(&sail, &DVec3::ZERO, &ball, &above).unwrap();
/// let weights = vertex_weights(&sail, &DVec3::ZERO, near.normal, near.on_a, 1e-9);
/// assert_eq!(weights.collect::<Vec<_>>(), [(0, 0.25), (1, 0.25), (2, 0.5)]);
/// ```
pub fn vertex_weights<P, S>(
    shape: &S,
    pose: &P,
    direction: P::Vector,
    point: P::Vector,
    within: <P::Vector as Vector>::Scalar,
) -> impl Iterator<Item = (u32, <P::Vector as Vector>::Scalar)> + use<P, S>
where
    P: ToPose,
    S: SupportMap<P::Vector> + ?Sized,
{
    let known = Known { flats: shape.flats(), pose: pose.to_pose().widened() };
    let local = known.local(direction.to_space());
    let core = local * (shape.radius_f64() / local.length());
    let point = known.pose.inverse_transform_point(point.to_space()) - core;
    let near = shape.support_f64(local, 0).feature;
    let weights = Compiled::weights(known, near, [local, point], within.to_f64());
    weights.into_iter().map(|(number, weight)| (number, Scalar::from_f64(weight)))
}

/// See [`vertex_weights`]; the direction and the point are in the shape's frame.
pub(crate) fn of_point<S: Space>(
    known: Known<'_, S>,
    near: u32,
    [direction, point]: [S; 2],
    within: f64,
) -> Weights {
    let point = wide(point);
    let mut best: Option<(f64, Weights)> = None;
    known.high_places(near, direction, within * direction.length(), &mut |_, place, _| {
        if let Some(found) = of_place(&known.flats, &place, point)
            && best.as_ref().is_none_or(|(least, _)| found.0 > *least)
        {
            best = Some(found);
        }
    });
    best.map(|(_, weights)| weights).unwrap_or_default()
}

/// The least weight before negative ones are made zero, and the weights.
fn of_place<S: Space>(flats: &Flats<'_, S>, place: &Place, point: Xyz) -> Option<(f64, Weights)> {
    let corner = |number: u32| Some((number, wide(flats.vertex(number)?)));
    match *place {
        Place::Vertex(number) => Some((1.0, [(number, 1.0)].into_iter().collect())),
        Place::Edge([p, q]) => Some(of_edge([corner(p)?, corner(q)?], point)),
        Place::Facet(facet) => {
            let Rim::Loop(count) = flats.facet(facet)?.rim else { return None };
            let at = |place: u32| flats.corner(facet, place).map(|(number, at)| (number, wide(at)));
            if S::DIM == 2 {
                return Some(of_edge([at(0)?, at(1)?], point));
            }
            let fan = (2..count)
                .filter_map(|place| of_triangle([at(0)?, at(place - 1)?, at(place)?], point));
            fan.max_by(|(one, _), (other, _)| one.total_cmp(other))
        }
    }
}

fn of_edge([(p, from), (q, to)]: [(u32, Xyz); 2], point: Xyz) -> (f64, Weights) {
    let [along, way] = near_ones([to - from, point - from]);
    let squared = along.length_squared();
    let weight = way.dot(along) / squared;
    // NaN, from an edge without length or an invalid point, is none.
    let (least, weight) = match squared > 0.0 && weight.is_finite() {
        true => (smaller(weight, 1.0 - weight), weight.clamp(0.0, 1.0)),
        false => (f64::NEG_INFINITY, 0.0),
    };
    (least, [(p, 1.0 - weight), (q, weight)].into_iter().collect())
}

/// `None` without an area.
fn of_triangle(corners: [(u32, Xyz); 3], point: Xyz) -> Option<(f64, Weights)> {
    let [p, q, r] = near_ones(corners.map(|(_, at)| at - point));
    let normal = (q - p).cross(r - p);
    // Of a sliver it is short.
    let normal = near_one(normal);
    let areas = [q.cross(r), r.cross(p), p.cross(q)].map(|area| area.dot(normal));
    let total: f64 = areas.iter().sum();
    let weights = areas.map(|area| area / total);
    let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
    let kept = weights.map(|weight| larger(weight, 0.0));
    let sum: f64 = kept.iter().sum();
    let numbers = corners.map(|(number, _)| number);
    (total > 0.0 && least.is_finite())
        .then(|| (least, numbers.into_iter().zip(kept.map(|weight| weight / sum)).collect()))
}

/// The vectors times a power of two, the largest coordinate near 1, so that no product leaves the
/// range of floats.
fn near_ones<const N: usize>(vectors: [Xyz; N]) -> [Xyz; N] {
    let largest = vectors.iter().fold(0.0, |most, vector| larger(most, vector.max_abs()));
    vectors.map(|vector| vector * power_of_two(exponent_to_unit(largest)))
}
