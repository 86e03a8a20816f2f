//! The expanding polytope of EPA: a convex polytope of vertices of the difference, whose facet
//! nearest to the origin bounds the depth from below.
//!
//! All topology comes from exact orientation predicates on the vertices as they are, so the
//! polytope is exactly convex and closed whatever the rounding of its normals. Distances and
//! normals are floating point, and each facet carries a bound of its own error, which is large for
//! a sliver.

mod face;
mod facet_plane;
#[cfg(test)]
mod foot_tests;
mod least;
mod ring;
mod seed;
mod store;
mod triangles;

use arrayvec::ArrayVec;

use crate::certify::Orient;
use crate::math::{Space, Xy, Xyz, normal_of_sliver};
use crate::query::Compiled;

use super::curved::LocalMinimum;
use super::difference::{Difference, Vertex};
use super::epa::Around;
use super::simplex::{Cell, Nearest, Simplex};

pub(crate) use ring::Ring;
#[cfg(feature = "alloc")]
use store::OnHeap;
use store::{List, OnStack};
pub(crate) use triangles::Triangles;

/// Vertices that a polytope can hold: its storage is fixed, on the stack. Deep overlaps of hulls
/// with hundreds of vertices need about 100; nearly all of curved shapes less than this.
pub(crate) const MAX_VERTICES: usize = 250;

/// A triangulated sphere has `2V - 4` triangles (Euler).
pub(crate) const MAX_FACETS: usize = 2 * MAX_VERTICES - 4;

/// Vertices of a polytope on the heap, for differences with whole circles of nearly equal ways out.
/// The bounds close with the square of the number at first, and quickly once the best of them
/// stands out.
#[cfg(feature = "alloc")]
pub(crate) const MANY_VERTICES: usize = 4000;

/// One facet of a polytope.
#[derive(Clone, Copy, Debug)]
pub struct Facet<S> {
    /// Its place in the polytope, until the next growth.
    pub index: usize,
    /// Its vertices, which do not change; in the plane the third repeats the second.
    pub corners: [u16; 3],
    /// Outward, of unit length as far as rounding allows.
    pub normal: S,
    /// Signed distance of its plane from the origin, negative if the origin lies outside.
    pub distance: f64,
    /// How wrong `distance` may be.
    pub error: f64,
}

/// Whether another facet, of this distance and normal, lies in the plane of a facet of the
/// polytope. Its corners are no higher than that one's plane by more than rounding; a sliver's are
/// no lower either, whatever its normal.
pub(super) fn is_one_with<S: Space>(
    facet: &Facet<S>,
    (distance, normal): (f64, S),
    mut corners: impl Iterator<Item = S>,
    error: f64,
) -> bool {
    distance <= facet.distance + error && normal.dot(facet.normal) > 1.0 - 1e-8
        || corners.all(|corner| facet.normal.dot(corner) >= facet.distance - 4.0 * error)
}

/// Facets that a walk to the foot may cross.
pub(super) const WALK: usize = 32;

/// The result of an attempt to add a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// The vertex joined.
    Grown,
    /// The vertex is not strictly outside the facet: the facet is on the boundary of the
    /// difference.
    OnBoundary,
    /// The storage is full.
    Full,
}

/// A facet's two or three indices as observers see them; they see only polytopes on the stack.
pub(super) type FacetList = ArrayVec<[u16; 3], MAX_FACETS>;
pub(super) type Horizon = ArrayVec<[u16; 2], MAX_VERTICES>;

/// A polytope of the plane or of space.
pub trait Polytope<S: Space>: Sized {
    /// Without vertices yet. Built in place: tens of kilobytes should not move.
    fn empty() -> Self;
    /// Becomes the smallest polytope of full dimension: a triangle in the plane, a tetrahedron in
    /// space; `false` where the vertices are affinely dependent, exactly.
    fn start(&mut self, vertices: &[Vertex<S>]) -> bool;
    /// The facet with the least `distance` among those not retired.
    fn nearest(&mut self) -> Option<Facet<S>>;
    /// Adds a vertex outside `facet`; where it has grown, `horizon` is filled for an observer.
    fn grow(&mut self, facet: usize, vertex: Vertex<S>, horizon: Option<&mut Horizon>) -> Growth;
    /// The bound that all facets together prove: the least signed distance of a plane from the
    /// origin, less its error.
    fn lower_bound(&self) -> f64;
    /// Takes a facet that cannot grow out of the running.
    fn retire(&mut self, facet: usize);
    /// The same for one that proves as much as a local minimum does, if the minimum
    /// [covers](LocalMinimum::covers) it.
    #[allow(private_interfaces)]
    fn cover(&mut self, facet: usize, minimum: &LocalMinimum<S>) -> bool;
    /// The point of the polytope's boundary nearest to the origin, where `facet` is the nearest but
    /// for ties.
    ///
    /// A flat side of the difference may be several facets whose planes differ by rounding alone,
    /// and the nearest plane need not be that of the facet which holds the foot. So from `facet`
    /// the search walks towards the foot across facets that are in its plane but for `error`, or
    /// equally near and nearly parallel: others may be as near, but have another normal than the
    /// answer.
    fn foot(&self, facet: &Facet<S>, error: f64) -> Nearest<S>;
    /// The facet by which the ray from the origin along `direction` leaves the polytope, and how
    /// far from the origin. `None` where the origin is not inside.
    fn exit(&self, direction: S) -> Option<(Simplex<S>, f64)>;
    /// The features of the facet's vertices, and of the farthest vertex that encloses the origin
    /// with them, if there is one.
    fn around(&self, facet: &Facet<S>) -> Option<Around>;
    /// The vertices, the newest last.
    fn vertices(&self) -> &[Vertex<S>];
    /// The facets that are on the polytope now, and the place of `chosen` in the list.
    fn list_facets(&self, chosen: usize) -> (FacetList, usize);
}

/// The points of A and of B whose difference is where the ray from the origin along `direction`
/// leaves the polytope.
pub(crate) fn witnesses_along<S: Expand>(
    polytope: &impl Polytope<S>,
    direction: S,
) -> Option<(S, S)> {
    let (facet, distance) = polytope.exit(direction)?;
    let exit = direction * distance;
    let (on_a, on_b) = facet.moved(-exit).nearest().witnesses();
    Some((on_a, on_b - exit))
}

/// The facet that a ray from the origin along `direction` meets first, of planes given by their
/// normals and distances, and how far away. `None` for a polytope that does not hold the origin,
/// whose facet might be arbitrarily far away.
fn first_met<S: Space, T>(
    direction: S,
    planes: impl Iterator<Item = (S, f64, T)>,
) -> Option<(T, f64)> {
    let mut first: Option<(T, f64)> = None;
    for (normal, distance, facet) in planes {
        if !(distance >= 0.0) {
            return None;
        }
        let away = distance / normal.dot(direction);
        if away >= 0.0 && first.as_ref().is_none_or(|(_, least)| away < *least) {
            first = Some((facet, away));
        }
    }
    first
}

/// The spaces in which the algorithms run: [`Xy`] and [`Xyz`]. Every [`Vector`](crate::Vector) has
/// one of them.
pub trait Expand: Cell + Orient + Compiled {
    #[doc(hidden)]
    type Polytope: Polytope<Self>;
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    type LargePolytope: Polytope<Self>;
    /// A unit normal of the triangle; any unit vector where it has none.
    #[doc(hidden)]
    fn normal_of_triangle(a: Self, b: Self, c: Self) -> Self;
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn hull(points: &[Self]) -> Result<crate::shape::Topology, crate::shape::HullError>;
}

impl Expand for Xy {
    type Polytope = Ring<OnStack>;
    #[cfg(feature = "alloc")]
    type LargePolytope = Ring<OnHeap>;
    #[cfg(feature = "alloc")]
    fn hull(points: &[Self]) -> Result<crate::shape::Topology, crate::shape::HullError> {
        crate::shape::Topology::of_plane(points)
    }
    fn normal_of_triangle(a: Self, b: Self, _: Self) -> Self {
        (b - a).any_perpendicular()
    }
}

impl Expand for Xyz {
    type Polytope = Triangles<OnStack>;
    #[cfg(feature = "alloc")]
    type LargePolytope = Triangles<OnHeap>;
    #[cfg(feature = "alloc")]
    fn hull(points: &[Self]) -> Result<crate::shape::Topology, crate::shape::HullError> {
        crate::shape::Topology::of_space(points)
    }
    fn normal_of_triangle(a: Self, b: Self, c: Self) -> Self {
        let normal = normal_of_sliver(a, b, c);
        normal.try_normalize().unwrap_or_else(|| (b - a).any_perpendicular())
    }
}

/// The first polytope from the simplex with which GJK ended, asking for more vertices where it has
/// too few. If the difference has exactly no volume, a unit normal of the line or plane in which it
/// lies.
pub(crate) fn seed<S: Expand, D: Difference<S>>(
    polytope: &mut impl Polytope<S>,
    difference: &D,
    simplex: &[Vertex<S>],
) -> Result<(), S> {
    seed::seed(polytope, difference, simplex)
}
