//! What objects are tested against: a convex region and its planes.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::math::{Scalar, Space, Vector, Xyz};
use crate::query::Query;
use crate::shape::{ConvexHull, Frustum, HalfSpace, HullError, SupportMap, unit_boundary};

use super::super::lanes::planes::{Bounds, GROUP, Plane};

/// A convex region and its planes, against which [`boxes`](Self::boxes) and [`balls`](Self::balls)
/// are tested. In the frame of the objects, usually the world.
#[derive(Clone, Debug)]
pub struct Region<V: Vector> {
    source: Source<V>,
    planes: Vec<[Plane; GROUP]>,
    axis: Option<[[f32; 3]; 2]>,
    size: f32,
}

#[derive(Clone, Debug)]
enum Source<V: Vector> {
    Hull(ConvexHull<V>),
    Frustum(Box<Frustum<V>>),
    HalfSpaces(Vec<HalfSpace<V>>),
}

/// A facet of the region: its plane as bounded by the corners.
struct CullPlane<S> {
    normal: S,
    /// No corner is higher than this.
    outer: f64,
    /// No corner of the facets that it stands for is lower than this.
    inner: f64,
}

impl<V: Vector> Region<V> {
    /// What a camera sees, by its frustum as a whole, not plane by plane: a box near a corner of
    /// the frustum is dropped too where they have no point in common. The booleans are those of the
    /// single query for the frustum, about the planes of its matrix if it was built from one, with
    /// or without a far plane.
    ///
    /// # Errors
    /// None for a frustum whose constructor accepted it: its corners are finite.
    pub fn of_frustum(frustum: &Frustum<V>) -> Result<Self, HullError> {
        let source = Source::Frustum(Box::new(*frustum));
        if frustum.is_unbounded() {
            return Ok(Self::of_planes(frustum, source));
        }
        // The corners are off by roundings of `f64`, negligible beside those of the lanes.
        Ok(Self::of_facets(&ConvexHull::new(frustum.core().finite_corners())?, source))
    }

    /// A region by the planes of a matrix. In lanes an object is inside if its point nearest to the
    /// middle line is; that line is long enough beside the corners.
    fn of_planes(frustum: &Frustum<V>, source: Source<V>) -> Self {
        const LONG: f64 = 1e4;
        let from = middle(frustum.core().finite_corners().iter().copied());
        let way = middle(frustum.core().endless().map(|(_, along)| along));
        let size = frustum.core().finite_corners().iter().map(|v| sum_abs(*v)).fold(0.0, f64::max);
        let to = from + way * (LONG * size / sum_abs(way));
        let mut region = Self::of_walls(frustum.core().planes());
        region.axis = Some([from, to].map(|p| Space::coordinates(p).map(narrow)));
        Self { source, ..region }
    }

    /// Everything inside a convex hull.
    pub fn of_hull(hull: ConvexHull<V>) -> Self {
        let facets = Self::of_facets(&hull, Source::HalfSpaces(Vec::new()));
        Self { source: Source::Hull(hull), ..facets }
    }

    fn of_facets<W: Vector<Space = V::Space>>(hull: &ConvexHull<W>, source: Source<V>) -> Self {
        let facets = facets(hull);
        let corners = hull.vertices().iter().map(|v| v.to_space());
        let reach = corners.clone().map(sum_abs).fold(0.0, f64::max);
        // The two facets' middles that are farthest apart: from the near to the far end of a
        // frustum.
        let middles: Vec<V::Space> = facets
            .iter()
            .map(|facet| middle(corners.clone().filter(|v| facet.normal.dot(*v) >= facet.inner)))
            .collect();
        let mut axis = [V::Space::default(); 2];
        let mut longest = f64::NEG_INFINITY;
        for p in &middles {
            for q in &middles {
                let length = (*p - *q).length_squared();
                if length > longest {
                    (longest, axis) = (length, [*p, *q]);
                }
            }
        }
        let axis = axis.map(|p| Space::coordinates(p).map(narrow));
        let planes = facets.iter().map(|f| plane(f.normal, f.outer, f.inner));
        Self { planes: grouped(planes), axis: Some(axis), size: narrow(2.0 * reach), source }
    }

    /// Everything inside all of some half-spaces. An object is inside where it has a point in
    /// common with each of them: the plane test, which keeps some objects that have no point in
    /// common with all at once. For a camera whose far plane is infinitely far, and for portals.
    ///
    /// Half-spaces without a direction exclude nothing.
    pub fn of_half_spaces(half_spaces: &[HalfSpace<V>]) -> Self {
        let walls = half_spaces.iter().map(|wall| (wall.normal.to_space(), wall.offset.to_f64()));
        Self { source: Source::HalfSpaces(half_spaces.to_vec()), ..Self::of_walls(walls) }
    }

    fn of_walls(walls: impl Iterator<Item = (V::Space, f64)>) -> Self {
        let mut planes = Vec::new();
        let mut size = 0.0_f64;
        for (normal, offset) in walls {
            let is_one = normal.is_finite() && normal.max_abs() > 0.0 && offset.is_finite();
            let (normal, height) = unit_boundary(normal, offset);
            if height.is_finite() && normal.is_finite() {
                planes.push(plane(normal, height, height));
                size = size.max(height.abs());
            } else if is_one {
                // Sizes near zero or near the largest numbers are for the single query.
                size = f64::INFINITY;
            }
        }
        Self {
            planes: grouped(planes.into_iter()),
            axis: None,
            size: narrow(size),
            source: Source::HalfSpaces(Vec::new()),
        }
    }
}

impl<V: Vector> Region<V> {
    pub(super) fn bounds(&self) -> Bounds<'_> {
        Bounds { planes: &self.planes, axis: self.axis, size: self.size }
    }
}

impl<V: Vector> Region<V> {
    /// Answers by the single query.
    pub(super) fn intersects<B: SupportMap<V>>(&self, shape: &B, center: V) -> bool {
        let origin = V::from_space(V::Space::default());
        match &self.source {
            Source::Hull(hull) => Query::new().intersects(hull, &origin, shape, &center),
            Source::Frustum(frustum) => {
                Query::new().intersects(&**frustum, &origin, shape, &center)
            }
            Source::HalfSpaces(walls) => {
                walls.iter().all(|wall| Query::new().intersects(wall, &origin, shape, &center))
            }
        }
    }
}

/// Facets that are one plane to within `f32` count as one. What the lanes need of them:
///
/// * No corner of the hull is above an `outer` plane, so what is above one is apart from the hull,
///   whatever the planes are.
/// * A point below all `inner` planes is in the hull. Suppose not. The way to it from a point of
///   the hull's inside that is below all of them too leaves the hull through a facet, whose corners
///   are no lower than one of the inner planes; so there the way, which only rises over that plane,
///   is no lower than it, and nor is its end. Where no inner point is known to be below all of them
///   (flat hulls), they are infinitely low, so that nothing is inside.
fn facets<V: Vector>(hull: &ConvexHull<V>) -> Vec<CullPlane<V::Space>> {
    let corner =
        |i: &u32| hull.vertices().get(*i as usize).map_or_else(V::Space::default, |v| v.to_space());
    let mut facets: Vec<CullPlane<V::Space>> = Vec::new();
    let mut complete = true;
    let mut add = |normal: V::Space, on: &[V::Space]| {
        let Some(normal) = normal.try_normalize() else {
            complete = false;
            return;
        };
        let all = hull.vertices().iter().map(|v| normal.dot(v.to_space()));
        let outer = all.fold(f64::NEG_INFINITY, f64::max);
        let lowest =
            |normal: V::Space| on.iter().map(|v| normal.dot(*v)).fold(f64::INFINITY, f64::min);
        let one_plane = 1e-6 * outer.abs().max(sum_abs(corner(&0)));
        for facet in &mut facets {
            let inner = lowest(facet.normal);
            if inner >= facet.outer - one_plane {
                facet.inner = facet.inner.min(inner);
                return;
            }
        }
        facets.push(CullPlane { normal, outer, inner: lowest(normal) });
    };
    for face in hull.faces() {
        let points: Vec<V::Space> = face.iter().map(corner).collect();
        if V::Space::DIM == 2 {
            for (p, q) in points.iter().zip(points.iter().cycle().skip(1)) {
                let along = *q - *p;
                add(V::Space::from_xyz(along.coordinate(1), -along.coordinate(0), 0.0), &[*p, *q]);
            }
            continue;
        }
        // Newell's normal: the sum of the areas of a fan, good for faces with nearly collinear
        // corners too.
        let mut sum = Xyz::default();
        if let [first, rest @ ..] = points.as_slice() {
            let at = |p: V::Space| {
                let [x, y, z] = Space::coordinates(p - *first);
                Xyz::new(x, y, z)
            };
            for (p, q) in rest.iter().zip(rest.iter().skip(1)) {
                sum += at(*p).cross(at(*q));
            }
        }
        add(V::Space::from_xyz(sum.x, sum.y, sum.z), &points);
    }
    let middle = middle(hull.vertices().iter().map(|v| v.to_space()));
    if facets.is_empty() {
        facets.push(CullPlane { normal: V::Space::default(), outer: f64::INFINITY, inner: 0.0 });
    }
    // The error of the mean of the corners and of its height, many times over.
    let rounding = 1e-12 * hull.reach();
    if !(complete && facets.iter().all(|f| f.inner - f.normal.dot(middle) > rounding)) {
        facets.iter_mut().for_each(|f| f.inner = f64::NEG_INFINITY);
    }
    facets
}

/// The mean of some points, at least one.
fn middle<S: Space>(points: impl Iterator<Item = S>) -> S {
    let (sum, count) = points.fold((S::default(), 0.0), |(sum, n), p| (sum + p, n + 1.0));
    sum * (1.0 / count)
}

fn sum_abs<S: Space>(p: S) -> f64 {
    Space::coordinates(p).iter().map(|x| x.abs()).sum()
}

fn plane<S: Space>(normal: S, outer: f64, inner: f64) -> Plane {
    let normal = Space::coordinates(normal).map(narrow);
    Plane { normal, outer: narrow(outer), inner: narrow(inner) }
}

fn grouped(planes: impl Iterator<Item = Plane>) -> Vec<[Plane; GROUP]> {
    let planes: Vec<Plane> = planes.collect();
    let group = |chunk: &[Plane]| {
        let mut group = [Plane::NONE; GROUP];
        group.iter_mut().zip(chunk).for_each(|(slot, plane)| *slot = *plane);
        group
    };
    planes.chunks(GROUP).map(group).collect()
}

#[allow(clippy::cast_possible_truncation)] // The lanes' bounds allow for the rounding.
fn narrow(x: f64) -> f32 {
    x as f32
}
