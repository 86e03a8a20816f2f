//! Two placed polytopes as surfaces and planes, in A's frame, about a point between them.
//!
//! A polygon of the plane becomes a prism, A's as high as a power of two and B's twice as high:
//! what they share is as large as that of the polygons, times the height.

use alloc::vec::Vec;

use crate::certify;
use crate::list;
use crate::math::tolerance::{FRUSTUM_CORNER, UNIT_ROUNDOFF, exponent_to_unit};
use crate::math::{Space, Xyz, power_of_two, two_sum};
use crate::query::{Pair, camera_corners};
use crate::shape::{ConvexHull, Flats, SupportMap};
use crate::solve::{Expand, Frame};

use super::OverlapError;
use super::common::Body;
use super::mesh::Mesh;
use super::proof::{DOT, Plane, magnitude};

/// The corners of a shape's core at most, where they are sums or floats do not hold them.
const MOST_CORNERS: u32 = 1 << 14;

/// A polytope in its own frame.
struct Local<S> {
    points: Vec<S>,
    /// How far a corner is from its exact place, at most.
    off: f64,
    starts: Vec<u32>,
    corners: Vec<u32>,
    /// Outward; `None` of a face too thin to have one.
    normals: Vec<Option<S>>,
}

/// Where the bodies are.
pub(super) struct Placed<S: Space> {
    /// B in A's frame, in solver units.
    pub(super) frame: Frame<S>,
    /// What all points are seen from, in A's frame.
    pub(super) about: S,
    /// Half the height of what polygons share; 0 in space.
    pub(super) half_height: f64,
}

/// Both bodies and where they are; `None` where one of them is flat.
type Bodies<S> = Option<([Body; 2], Placed<S>)>;

/// See [`Bodies`].
pub(super) fn bodies<S: Expand>(pair: &Pair<'_, S>) -> Result<Bodies<S>, OverlapError> {
    let locals = [local_of(pair.a)?, local_of(pair.b)?];
    let [Some(a), Some(b)] = locals else { return Ok(None) };
    let frame = Frame::new(pair.a, pair.pose_a, pair.b, pair.pose_b);
    // Each point as two terms, which cancel beside the point that they are seen from.
    let of_a = |p: S| (p * frame.per_unit, S::default());
    let of_b = |p: S| two_sum((p * frame.per_unit).rotate(&frame.rotation), frame.translation);
    let points_a: Vec<(S, S)> = a.points.iter().map(|p| of_a(*p)).collect();
    let points_b: Vec<(S, S)> = b.points.iter().map(|p| of_b(*p)).collect();
    let about = middle(&points_a, &points_b);
    let half_height = if S::DIM == 2 {
        power_of_two(-exponent_to_unit(frame.reach_a.max(frame.reach_b)))
    } else {
        0.0
    };
    // What rounds in the second term of a point, and what a hull rounds of its least coordinates.
    let least = 1e-31 * frame.reach;
    let turned = if frame.exact { 0.0 } else { UNIT_ROUNDOFF * frame.pose_error };
    let off = [a.off * frame.per_unit + least, b.off * frame.per_unit + least + turned];
    let heights = [half_height, 2.0 * half_height];
    let of_b = |normal: S| normal.rotate(&frame.rotation);
    let bodies = [
        body(a, &points_a, |normal| normal, about, off[0], heights[0]),
        body(b, &points_b, of_b, about, off[1], heights[1]),
    ];
    Ok(Some((bodies, Placed { frame, about, half_height })))
}

/// The middle of what the boxes about both share, or of the gap between them.
fn middle<S: Space>(a: &[(S, S)], b: &[(S, S)]) -> S {
    let [[a_min, a_max], [b_min, b_max]] = [a, b].map(|points| {
        let first = points.first().map(|(p, _)| *p).unwrap_or_default();
        points
            .iter()
            .fold([first; 2], |[min, max], (p, _)| [min.zip(*p, f64::min), max.zip(*p, f64::max)])
    });
    (a_min.zip(b_min, f64::max) + a_max.zip(b_max, f64::min)) * 0.5
}

/// A shape's facets; `None` of what is flat.
fn local_of<S: Expand>(shape: &dyn SupportMap<S>) -> Result<Option<Local<S>>, OverlapError> {
    if shape.unbounded().is_some() || matches!(shape.flats(), Flats::HalfSpace(..)) {
        return Err(OverlapError::Endless);
    }
    if shape.radius_f64() != 0.0 {
        return Err(OverlapError::Curved);
    }
    match shape.flats() {
        flats @ Flats::Cuboid(half) if S::DIM == 3 => {
            let is_full = (0..S::DIM).all(|axis| half.coordinate(axis) > 0.0);
            Ok(is_full.then(|| of_flats(&flats, 1.0, stored_off(shape, &flats))))
        }
        flats @ Flats::Hull(hull, scale)
            if hull.is_full() && (S::DIM == 3 || scale == S::splat(1.0)) =>
        {
            let hand = (0..S::DIM).fold(1.0, |hand, axis| hand * scale.coordinate(axis).signum());
            let is_full = (0..S::DIM).all(|axis| scale.coordinate(axis) != 0.0);
            Ok(is_full.then(|| of_flats(&flats, hand, stored_off(shape, &flats))))
        }
        _ => of_corners(shape),
    }
}

/// How far the vertices, as they are stored, may be from those of the shape.
fn stored_off<S: Space>(shape: &dyn SupportMap<S>, flats: &Flats<'_, S>) -> f64 {
    let is_exact = (0..flats.vertices())
        .all(|index| flats.vertex(index).map(|p| [p, S::default()]) == shape.corner(index));
    // Products with a scale, itself a product.
    if is_exact { 0.0 } else { 4.0 * UNIT_ROUNDOFF * shape.reach() }
}

/// The facets of a box or hull; those of one that is mirrored turn round.
fn of_flats<S: Space>(flats: &Flats<'_, S>, hand: f64, off: f64) -> Local<S> {
    let points = (0..flats.vertices()).filter_map(|vertex| flats.vertex(vertex)).collect();
    let mut local =
        Local { points, off, starts: [0].into(), corners: Vec::new(), normals: Vec::new() };
    for index in 0..flats.walls() {
        let begun = local.corners.len();
        let loop_of = (0..).map_while(|place| flats.corner(index, place));
        let count = match (S::DIM, flats) {
            (2, _) => 2,
            (_, Flats::Hull(hull, _)) => hull.facet(index).map_or(0, |(_, count)| count),
            _ => 4,
        };
        local.corners.extend(loop_of.take(count as usize).map(|(vertex, _)| vertex));
        // A box has the loops of opposite sides in one direction.
        let is_far_side = matches!(flats, Flats::Cuboid(_)) && index % 2 == 1;
        if (hand < 0.0) != is_far_side {
            local.corners.get_mut(begun..).unwrap_or_default().reverse();
        }
        local.starts.push(list::count(local.corners.len()));
        local.normals.push(flats.facet(index).map(|facet| facet.normal));
    }
    local
}

/// The hull of the corners, rounded.
fn of_corners<S: Expand>(shape: &dyn SupportMap<S>) -> Result<Option<Local<S>>, OverlapError> {
    let camera = camera_corners(shape);
    let count = shape.corners().unwrap_or(0);
    if count > MOST_CORNERS {
        return Err(OverlapError::TooMany);
    }
    let mut points: Vec<S> =
        (0..count).filter_map(|index| certify::nearest_corner(shape, index)).collect();
    points.extend(camera);
    if points.is_empty() {
        return Err(OverlapError::Curved);
    }
    let is_exact = |index: u32| shape.corner(index).is_some_and(|[_, rest]| rest == S::default());
    let roundings = if !camera.is_empty() {
        FRUSTUM_CORNER * UNIT_ROUNDOFF
    } else if (0..count).all(is_exact) {
        0.0
    } else {
        certify::NEAREST_CORNER
    };
    // Where the hull leaves a point out, that is within it.
    let Ok(hull) = ConvexHull::<S>::new(&points) else { return Err(OverlapError::Curved) };
    let flats = SupportMap::<S>::flats(&hull);
    let Flats::Hull(faceted, _) = flats else { return Ok(None) };
    let off = roundings * shape.reach();
    Ok(faceted.is_full().then(|| of_flats(&flats, 1.0, off)))
}

/// A polytope in A's frame.
fn body<S: Space>(
    local: Local<S>,
    points: &[(S, S)],
    turned: impl Fn(S) -> S,
    about: S,
    off: f64,
    half_height: f64,
) -> Body {
    let seen = points.iter().map(|(p, rest)| (*p - about) + *rest);
    let raised = |p: S, z: f64| {
        let [x, y, at] = p.coordinates();
        Xyz::new(x, y, if S::DIM == 2 { z } else { at })
    };
    let Local { mut starts, mut corners, normals, .. } = local;
    let mut points: Vec<Xyz> = seen.map(|p| raised(p, half_height)).collect();
    let mut normals: Vec<Option<Xyz>> =
        normals.into_iter().map(|normal| Some(raised(turned(normal?), 0.0))).collect();
    if S::DIM == 2 {
        prism(&mut points, &mut starts, &mut corners, &mut normals);
    }
    let mut body = Body { mesh: Mesh::default(), planes: Vec::new(), is_open: true, off };
    let planes = (0..).zip(&normals).map(|(number, _)| number).collect();
    body.mesh = Mesh { points, starts, corners, planes };
    #[allow(clippy::cast_precision_loss)]
    let count = body.mesh.points.len() as f64;
    let inner = body.mesh.middle();
    let inner_off = off + 4.0 * (count + 4.0) * UNIT_ROUNDOFF * body.mesh.size();
    for (face, normal) in body.mesh.faces().zip(normals) {
        let Some(normal) = normal else {
            body.is_open = false;
            continue;
        };
        // The dot product, and the two roundings of each point beside the one it is seen from.
        let error = |p: Xyz| off * (1.0 + 1e-14) + 6.0 * UNIT_ROUNDOFF * magnitude(normal, p);
        let lowest = |low: f64, p: Xyz| low.min(normal.dot(p) - error(p));
        let highest = |high: f64, p: Xyz| high.max(normal.dot(p) + error(p));
        let low = face.iter().map(|corner| body.mesh.point(*corner)).fold(f64::INFINITY, lowest);
        let high = body.mesh.points.iter().copied().fold(f64::NEG_INFINITY, highest);
        // The mean of the exact corners is in the exact body, and this near to the one computed.
        body.is_open &= normal.dot(inner) + DOT * magnitude(normal, inner) + inner_off < low;
        body.planes.push(Plane { normal, low, high });
    }
    body
}

/// Raises an outline, whose facets are its edges, to a prism about the plane.
fn prism(
    points: &mut Vec<Xyz>,
    starts: &mut Vec<u32>,
    corners: &mut Vec<u32>,
    normals: &mut Vec<Option<Xyz>>,
) {
    let count = list::count(points.len());
    let below: Vec<Xyz> = points.iter().map(|p| Xyz::new(p.x, p.y, -p.z)).collect();
    points.extend(below);
    let edges: Vec<[u32; 2]> =
        corners.chunks_exact(2).map(|edge| [list::item(edge, 0), list::item(edge, 1)]).collect();
    starts.truncate(1);
    corners.clear();
    let mut push = |face: &mut dyn Iterator<Item = u32>| {
        corners.extend(face);
        starts.push(list::count(corners.len()));
    };
    for [from, to] in &edges {
        push(&mut [*from, from + count, to + count, *to].into_iter());
    }
    // The edges are in the order of the outline.
    push(&mut edges.iter().map(|[from, _]| *from));
    push(&mut edges.iter().rev().map(|[from, _]| from + count));
    normals.extend([1.0, -1.0].map(|z| Some(Xyz::new(0.0, 0.0, z))));
}
