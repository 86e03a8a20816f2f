//! The owned convex hull: a polyhedron in space, a polygon in the plane, or what these become when
//! they are flat.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use clearance_lanes::Level;

use crate::list;
use crate::math::{Space, Vector, Xy, Xyz};
use crate::solve::Expand;

use super::columns::Columns;
use super::error::ShapeError;
use super::faceted::{Faceted, Lists, Side};
use super::hull::inball;
use super::hull::planar::hull2;
use super::hull::spatial::hull3;
use super::hull::{Face, Hull2, Hull3, HullError, Neighbours, Rank};
use super::hull_ref::{HullRef, deep_enough, fan};
use super::joined::Joined;
use super::planes::Planes;
use super::primitive::Primitive;
use super::segment::{extents, mean_of_many, reach, stretched_within};
use super::support::{Support, SupportMap, support_from_f64};

/// The convex hull of any points, built once and queried often.
///
/// Built with exact predicates: coplanar, collinear and duplicate points are welcome, and only the
/// corners are kept. A set without volume is fine; [`rank`](Self::rank) returns its kind.
///
/// ```
/// use clearance::{ConvexHull, Rank, distance};
/// use glam::Vec3;
///
/// // Eight corners of a cube, and 992 points inside it that do not matter.
/// let grid = |i: i32| Vec3::new((i % 10) as f32, (i / 10 % 10) as f32, (i / 100) as f32);
/// let cube = ConvexHull::new(&(0..1000).map(grid).collect::<Vec<_>>())?;
/// assert_eq!((cube.rank(), cube.vertices().len(), cube.faces().count()), (Rank::Solid, 8, 6));
///
/// // Two instances of one mesh.
/// let apart = distance(&cube, &Vec3::ZERO, &cube, &Vec3::new(12.0, 0.0, 0.0)).unwrap();
/// assert_eq!(apart.length, 3.0);
/// # Ok::<(), clearance::HullError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<V>", into = "Vec<V>"))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "V: serde::Serialize", deserialize = "V: serde::Deserialize<'de>"))
)]
pub struct ConvexHull<V: Vector> {
    vertices: Vec<V>,
    core: HullCore<V::Space>,
}

/// What a search needs from a hull, whatever the caller's vectors are.
#[derive(Clone, Debug, PartialEq)]
pub struct HullCore<S> {
    pub(super) columns: Columns,
    /// The corners of a polygon of the plane, counter-clockwise, if its edges can be scanned; empty
    /// for others.
    pub(super) outline: Box<[S]>,
    rank: Rank,
    /// Positions in the input.
    sources: Box<[u32]>,
    /// Loops of corners, counter-clockwise from outside.
    faces: Neighbours,
    /// For each corner, the corners joined to it by an edge.
    neighbours: Neighbours,
    planes: Planes,
    pub(super) center: S,
    inradius: f64,
    reach: f64,
    /// The largest coordinates.
    extents: S,
    joined: Option<Box<Joined<S>>>,
}

/// How the corners of a hull are connected, by their numbers, while it is built.
#[derive(Debug)]
pub struct Topology {
    rank: Rank,
    /// Positions in the input.
    corners: Box<[u32]>,
    /// Loops of positions in `corners`, counter-clockwise from outside.
    faces: Vec<Face>,
    /// For each corner, the corners joined to it by an edge.
    neighbours: Neighbours,
}

impl Rank {
    /// Whether it is that of a hull with an inside, in a space of this many dimensions.
    const fn is_full(self, dimensions: usize) -> bool {
        match self {
            Self::Solid => true,
            Self::Polygon => dimensions == 2,
            Self::Point | Self::Segment => false,
        }
    }
}

impl Topology {
    pub(crate) fn of_plane(points: &[Xy]) -> Result<Self, HullError> {
        let points: Vec<[f64; 2]> = points.iter().map(|p| [p.x, p.y]).collect();
        let Hull2 { rank, vertices: corners } = hull2(&points)?;
        #[allow(clippy::cast_possible_truncation)] // The hull takes fewer points than that.
        let count = corners.len() as u32;
        let outline = Face { vertices: (0..count).collect() };
        let (mut starts, mut list) = (Vec::new(), Vec::new());
        for corner in 0..count {
            #[allow(clippy::cast_possible_truncation)]
            starts.push(list.len() as u32);
            let (before, after) = ((corner + count - 1) % count, (corner + 1) % count);
            match rank {
                Rank::Point => {}
                Rank::Segment => list.push(after),
                Rank::Polygon | Rank::Solid => list.extend([before, after]),
            }
        }
        #[allow(clippy::cast_possible_truncation)]
        starts.push(list.len() as u32);
        let neighbours = Neighbours { starts: starts.into(), list: list.into() };
        let faces = if rank == Rank::Polygon { vec![outline] } else { Vec::new() };
        Ok(Self { rank, corners: corners.into(), faces, neighbours })
    }

    pub(crate) fn of_space(points: &[Xyz]) -> Result<Self, HullError> {
        let points: Vec<[f64; 3]> = points.iter().map(|p| [p.x, p.y, p.z]).collect();
        let Hull3 { rank, vertices: corners, faces, neighbours } = hull3(&points)?;
        Ok(Self { rank, corners: corners.into(), faces, neighbours })
    }

    /// The radii of balls about the centres that the hull of these corners holds, rounded down; 0
    /// without an inside.
    fn inradii<V: Vector>(&self, vertices: &[V], centers: [V::Space; 2], reach: f64) -> [f64; 2] {
        let corners: Vec<[f64; 3]> = vertices.iter().map(|v| v.to_space().coordinates()).collect();
        let centers = centers.map(Space::coordinates);
        let room = match self.rank {
            Rank::Solid => inball::of_space(&corners, &self.faces, centers),
            Rank::Polygon if V::Space::DIM == 2 => inball::of_plane(&corners, centers),
            Rank::Polygon | Rank::Segment | Rank::Point => [0.0; 2],
        };
        // A normal is good to 4 roundings of its length, its heights to 6 of the reach, twice.
        room.map(|room| (room - 16.0 * f64::EPSILON * reach).max(0.0))
    }
}

impl<V: Vector> ConvexHull<V> {
    /// The hull of `points`. Usually O(n log n); see `hull` for the worst case.
    ///
    /// Exact for the points given: every decision is the sign of an exact determinant. Coordinates
    /// below 2e-75 of the largest are rounded first.
    ///
    /// # Errors
    /// [`HullError::Empty`], [`HullError::NotFinite`] with the index of the point,
    /// [`HullError::TooMany`].
    pub fn new(points: &[V]) -> Result<Self, HullError> {
        let wide: Vec<V::Space> = points.iter().map(|p| p.to_space()).collect();
        let topology = V::Space::hull(&wide)?;
        let vertices: Vec<V> =
            topology.corners.iter().filter_map(|i| points.get(*i as usize)).copied().collect();
        let reach = reach(&vertices);
        let (origin, mean) = (V::Space::default(), mean_of_many(&vertices));
        let [at_origin, at_mean] = topology.inradii(&vertices, [origin, mean], reach);
        let (center, inradius) = deep_enough(at_origin, (mean, at_mean));
        let (columns, extents) = (Columns::new(&vertices), extents(&vertices));
        let planes = Planes::new(&topology.faces, &vertices, reach);
        let joined = match (topology.rank, V::Space::DIM) {
            (Rank::Solid, _) => {
                Joined::new(&topology.faces, &vertices, [reach, inradius]).map(Box::new)
            }
            (Rank::Polygon, 2) => Joined::of_plane(&vertices, [reach, inradius]).map(Box::new),
            _ => None,
        };
        let is_outline =
            V::Space::DIM == 2 && topology.rank == Rank::Polygon && has_long_edges(&vertices);
        let outline = vertices.iter().filter(|_| is_outline).map(|v| v.to_space()).collect();
        let Topology { rank, corners: sources, faces, neighbours } = topology;
        let core = HullCore {
            columns,
            outline,
            rank,
            sources,
            faces: end_to_end(&faces),
            neighbours,
            planes,
            center,
            inradius,
            reach,
            extents,
            joined,
        };
        Ok(Self { vertices, core })
    }
}

impl<V: Vector> ConvexHull<V> {
    /// The same hull, whose corners are of other vectors; what was one but for their rounding stays
    /// so.
    pub(super) fn in_vectors<W: Vector<Space = V::Space>>(&self) -> Option<ConvexHull<W>> {
        let vertices = self.vertices.iter().map(|corner| super::in_vectors::vector(*corner));
        Some(ConvexHull { vertices: vertices.collect::<Option<_>>()?, core: self.core.clone() })
    }
}

/// Loops as lists.
fn end_to_end(faces: &[Face]) -> Neighbours {
    let (mut starts, mut list) = (vec![0], Vec::new());
    for face in faces {
        list.extend(&face.vertices);
        #[allow(clippy::cast_possible_truncation)] // A hull has fewer edges than that.
        starts.push(list.len() as u32);
    }
    Neighbours { starts: starts.into(), list: list.into() }
}

/// Whether no edge of a loop of corners is so short that scans in floats, which use the squares of
/// squared lengths, would leave it out, in whatever pose. It may be the only one that separates.
fn has_long_edges<V: Vector>(corners: &[V]) -> bool {
    const SHORTEST: f64 = 1e-60;
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).all(|(p, q)| (q.to_space() - p.to_space()).max_abs() > SHORTEST)
}

impl<S: Space> HullCore<S> {
    /// A vertex farthest along `direction`.
    #[inline(always)]
    pub(super) fn support(&self, direction: S) -> Support<S> {
        let (feature, point) = self.columns.farthest(direction);
        Support { point, feature }
    }

    /// The planes of its facets, and the instructions to scan them with; `None` if it has no
    /// inside.
    #[inline]
    pub(crate) fn planes(&self) -> Option<(&Planes, Level)> {
        self.is_full().then_some((&self.planes, self.columns.level))
    }

    /// Whether it has an inside.
    pub(crate) const fn is_full(&self) -> bool {
        self.rank.is_full(S::DIM)
    }
}

impl<V: Vector> ConvexHull<V> {
    /// Whether it is a solid, a polygon, a segment or a point. In the plane a polygon is the full
    /// rank.
    #[must_use]
    pub const fn rank(&self) -> Rank {
        self.core.rank
    }

    /// Its corners. In the plane counter-clockwise.
    #[must_use]
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }

    /// For each corner its place among the points that the hull was built from; for coincident
    /// points the first.
    #[must_use]
    pub fn sources(&self) -> &[u32] {
        &self.core.sources
    }

    /// Its faces as loops of corners, counter-clockwise from outside; coplanar triangles are one
    /// face. A flat hull in space has two, front and back; a segment or point none. In the plane
    /// the outline is the one face. Coplanar is meant exactly, so that a side whose corners are
    /// rounded may be several faces; shapes touch along all of it
    /// ([`contact_manifold`](crate::contact_manifold)).
    pub fn faces(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.core.faces.lists().all()
    }

    /// Its faces as triangles, each face a fan about its first corner; counter-clockwise from
    /// outside, as a renderer needs them.
    ///
    /// ```
    /// use clearance::{ConvexHull, Cuboid, corner_points};
    /// use glam::Vec3;
    ///
    /// let corners: Vec<Vec3> = corner_points(&Cuboid::new(Vec3::ONE), &Vec3::ZERO).collect();
    /// let cube = ConvexHull::new(&corners)?;
    /// assert_eq!((cube.faces().len(), cube.triangles().count()), (6, 12));
    /// # Ok::<(), clearance::HullError>(())
    /// ```
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> {
        self.faces().flat_map(fan)
    }

    /// The corners joined to a corner by an edge.
    #[must_use]
    pub fn neighbours(&self, corner: u32) -> &[u32] {
        self.core.neighbours.lists().of(corner)
    }

    /// The same hull in borrowed slices, which needs no allocator.
    #[must_use]
    pub fn as_ref(&self) -> HullRef<'_, V> {
        let lists = match V::Space::DIM {
            2 => [Lists::NONE; 2],
            _ => [self.core.faces.lists(), self.core.neighbours.lists()],
        };
        let HullCore { center, inradius, reach, extents, .. } = self.core;
        HullRef::measured(&self.vertices, lists, (center, inradius), reach, extents)
    }

    /// The numbers of its faces and edges, as [`HullRef::new`] takes them beside the
    /// [`vertices`](Self::vertices), wherever both are kept. Empty in the plane.
    #[must_use]
    pub fn index(&self) -> Vec<u32> {
        if V::Space::DIM == 2 {
            return Vec::new();
        }
        let (faces, neighbours) = (&self.core.faces, &self.core.neighbours);
        #[allow(clippy::cast_possible_truncation)] // A hull has fewer edges than that.
        let counts = [self.faces().len() as u32, faces.list.len() as u32];
        [&counts[..], &faces.starts, &faces.list, &neighbours.starts, &neighbours.list].concat()
    }
}

impl<V: Vector> Faceted<V::Space> for ConvexHull<V> {
    fn corner_count(&self) -> u32 {
        list::count(self.vertices.len())
    }
    #[inline]
    fn corner(&self, number: u32) -> Option<V::Space> {
        self.vertices.get(number as usize).map(|corner| corner.to_space())
    }
    fn is_full(&self) -> bool {
        self.core.is_full()
    }
    fn faces(&self) -> Lists<'_> {
        self.core.faces.lists()
    }
    fn neighbours(&self) -> Lists<'_> {
        self.core.neighbours.lists()
    }
    fn normal(&self, facet: u32) -> Option<V::Space> {
        self.core.planes.get(facet as usize).map(|(normal, _)| normal)
    }
    fn next_beyond(&self, from: u32, along: V::Space, weight: f64, least: f64) -> Option<u32> {
        self.core.planes.next_beyond(from, along, weight, least)
    }
    fn side_count(&self) -> u32 {
        self.core.joined.as_ref().map_or(0, |joined| joined.count())
    }
    fn side(&self, number: u32) -> Option<Side<'_, V::Space>> {
        self.core.joined.as_ref()?.side(number)
    }
    fn side_of(&self, facet: u32) -> Option<u32> {
        self.core.joined.as_ref()?.of(facet)
    }
}

impl<V: Vector> SupportMap<V> for ConvexHull<V> {
    support_from_f64!(V);

    #[inline]
    fn support_f64(&self, direction: V::Space, _hint: u32) -> Support<V::Space> {
        self.core.support(direction)
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        Some(self.core.center)
    }
    #[inline]
    fn inradius(&self) -> f64 {
        self.core.inradius
    }
    #[inline]
    fn reach(&self) -> f64 {
        self.core.reach
    }
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        stretched_within(self.core.reach, self.core.extents, factors)
    }
    #[inline]
    fn rounding(&self) -> f64 {
        0.0
    }
    // PERF(inlining): by the primitive, a batch spends two instructions more on each corner.
    #[inline]
    fn corners(&self) -> Option<u32> {
        u32::try_from(self.vertices.len()).ok()
    }
    #[inline]
    fn vertex(&self, feature: u32) -> Option<V::Space> {
        self.vertices.get(feature as usize).map(|v| v.to_space())
    }
    #[inline(always)]
    fn primitive(&self) -> Primitive<'_, V> {
        if V::Space::DIM == 2 && !self.core.outline.is_empty() {
            return Primitive::Hull(&self.core, self, &self.vertices);
        }
        Primitive::Hull(&self.core, self, &[])
    }
    fn check(&self) -> Result<(), ShapeError> {
        Ok(())
    }
}

impl<V: Vector> TryFrom<Vec<V>> for ConvexHull<V> {
    type Error = HullError;
    fn try_from(points: Vec<V>) -> Result<Self, HullError> {
        Self::new(&points)
    }
}

impl<V: Vector> From<ConvexHull<V>> for Vec<V> {
    fn from(hull: ConvexHull<V>) -> Self {
        hull.vertices
    }
}
