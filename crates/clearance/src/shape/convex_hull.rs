//! The owned convex hull: a polyhedron in space, a polygon in the plane, or what these become when
//! they are flat.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use clearance_lanes::Level;

use crate::math::{Space, Vector, Xy, Xyz};
use crate::solve::Expand;

use super::columns::Columns;
use super::error::ShapeError;
use super::flats::Flats;
use super::hull::inball;
use super::hull::planar::hull2;
use super::hull::spatial::hull3;
use super::hull::{Face, Hull2, Hull3, HullError, Neighbours, Rank};
use super::joined::{Joined, JoinedFace};
use super::moments::Moments;
use super::planes::Planes;
use super::primitive::Primitive;
use super::segment::{extents, mean_of_many, reach, stretched_within};
use super::solid::Family;
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
    topology: Topology,
    planes: Planes,
    pub(super) center: S,
    inradius: f64,
    reach: f64,
    /// The largest coordinates.
    extents: S,
    joined: Option<Box<Joined<S>>>,
}

/// How the corners of a hull are connected, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        let mut neighbours = Neighbours { starts: Vec::new(), list: Vec::new() };
        for corner in 0..count {
            #[allow(clippy::cast_possible_truncation)]
            neighbours.starts.push(neighbours.list.len() as u32);
            let (before, after) = ((corner + count - 1) % count, (corner + 1) % count);
            match rank {
                Rank::Point => {}
                Rank::Segment => neighbours.list.push(after),
                Rank::Polygon | Rank::Solid => neighbours.list.extend([before, after]),
            }
        }
        #[allow(clippy::cast_possible_truncation)]
        neighbours.starts.push(neighbours.list.len() as u32);
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

/// The local origin is the centre of a hull if it is at least this part as deep inside as the mean
/// of the vertices.
const ABOUT_AS_DEEP: f64 = 0.75;

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
        // No rotation moves the origin, which saves a query two matrices.
        let (center, inradius) = if at_origin > 0.0 && at_origin >= ABOUT_AS_DEEP * at_mean {
            (origin, at_origin)
        } else {
            (mean, at_mean)
        };
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
        let core = HullCore {
            columns,
            outline,
            topology,
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

/// A loop as triangles about its first corner.
fn fan(around: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let (first, rest) = around.split_first().map_or((0, around), |(p, rest)| (*p, rest));
    rest.iter().zip(rest.iter().skip(1)).map(move |(q, r)| [first, *q, *r])
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
        self.topology.rank.is_full(S::DIM)
    }

    /// How many facets it has: edges in the plane, faces in space.
    pub(crate) fn facet_count(&self) -> u32 {
        // There are fewer than 32 bits can number.
        let faces = &self.topology.faces;
        let count = if S::DIM == 2 {
            faces.first().map_or(0, |outline| outline.vertices.len())
        } else {
            faces.len()
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    fn joined_faces(&self) -> &[JoinedFace<S>] {
        self.joined.as_ref().map_or(&[], |joined| joined.faces())
    }

    /// How many facets it has that are several of these, but for the rounding of their corners.
    /// They have the numbers after these.
    pub(crate) fn joined_count(&self) -> u32 {
        u32::try_from(self.joined_faces().len()).unwrap_or(u32::MAX)
    }

    /// How far the surface is off a facet's plane, at most: zero but for those.
    pub(crate) fn unevenness(&self, index: u32) -> f64 {
        let number = index.checked_sub(self.facet_count());
        let face = number.and_then(|number| self.joined_faces().get(number as usize));
        face.map_or(0.0, |face| face.unevenness)
    }

    /// The number of the facet that a facet is part of, or its own.
    pub(crate) fn whole_facet(&self, index: u32) -> u32 {
        let number = self.joined.as_ref().and_then(|joined| joined.of(index));
        number.map_or(index, |number| self.facet_count() + number)
    }

    /// A facet's outward normal, and how many corners it has.
    pub(crate) fn facet(&self, index: u32) -> Option<(S, u32)> {
        if let Some(number) = index.checked_sub(self.facet_count()) {
            let face = self.joined_faces().get(number as usize)?;
            return Some((face.normal, u32::try_from(face.corners.len()).ok()?));
        }
        let (normal, _) = self.planes.get(index as usize)?;
        if S::DIM == 2 {
            return Some((normal, 2));
        }
        let face = self.topology.faces.get(index as usize)?;
        Some((normal, u32::try_from(face.vertices.len()).ok()?))
    }

    /// A facet's corner by its place in the loop.
    pub(crate) fn facet_corner(&self, facet: u32, place: u32) -> Option<u32> {
        if S::DIM == 2 && facet < self.facet_count() {
            let count = u32::try_from(self.topology.corners.len()).ok()?;
            return (facet + place % 2).checked_rem(count);
        }
        let corners = match facet.checked_sub(self.facet_count()) {
            Some(number) => &self.joined_faces().get(number as usize)?.corners[..],
            None => &self.topology.faces.get(facet as usize)?.vertices,
        };
        corners.get(place as usize).copied()
    }

    /// The number of the edge between two corners: its place in the list of neighbours, seen from
    /// the lower corner.
    pub(crate) fn edge_between(&self, p: u32, q: u32) -> u32 {
        let (low, high) = (p.min(q), p.max(q));
        let before = self.topology.neighbours.starts.get(low as usize).copied().unwrap_or(0);
        let list = self.neighbours(low);
        // Ascending, and long at a tip; in the plane two, in the order of the outline.
        let searched = list.binary_search(&high).ok();
        let place = searched.or_else(|| list.iter().position(|other| *other == high)).unwrap_or(0);
        before + u32::try_from(place).unwrap_or(0)
    }

    /// The corners joined to a corner by an edge.
    pub(super) fn neighbours(&self, corner: u32) -> &[u32] {
        self.topology.neighbours.of(corner)
    }
}

impl<V: Vector> ConvexHull<V> {
    /// Whether it is a solid, a polygon, a segment or a point. In the plane a polygon is the full
    /// rank.
    #[must_use]
    pub const fn rank(&self) -> Rank {
        self.core.topology.rank
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
        &self.core.topology.corners
    }

    /// Its faces as loops of corners, counter-clockwise from outside; coplanar triangles are one
    /// face. A flat hull in space has two, front and back; a segment or point none. In the plane
    /// the outline is the one face. Coplanar is meant exactly, so that a side whose corners are
    /// rounded may be several faces; shapes touch along all of it
    /// ([`contact_manifold`](crate::contact_manifold)).
    pub fn faces(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.core.topology.faces.iter().map(|face| face.vertices.as_slice())
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
        self.core.neighbours(corner)
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
    #[inline]
    fn vertex(&self, feature: u32) -> Option<V::Space> {
        self.vertices.get(feature as usize).map(|v| v.to_space())
    }
    #[inline]
    fn corners(&self) -> Option<u32> {
        u32::try_from(self.vertices.len()).ok()
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        // PERF(inlining): the compiler knows the dimension; 21 instructions less in space.
        if V::Space::DIM == 2 && !self.core.outline.is_empty() {
            Primitive::Polygon(&self.vertices)
        } else {
            Primitive::General
        }
    }
    #[inline(always)]
    fn family(&self) -> Family<'_, V::Space> {
        Family::Hull(&self.core)
    }
    fn moments(&self) -> Option<Moments<V::Space>> {
        if V::Space::DIM == 2 {
            return Some(Moments::polygon(&self.vertices));
        }
        if self.rank() != Rank::Solid {
            return Some(Moments::NONE);
        }
        let corner = |i: u32| self.vertices.get(i as usize).map(|v| v.to_space());
        // About a corner, as no face is seen from outside there. Its own faces, which begin with
        // it, hold no volume.
        let faces = self.faces().filter(|face| face.first() != Some(&0));
        let triangles =
            faces.flat_map(fan).filter_map(|[p, q, r]| Some([corner(p)?, corner(q)?, corner(r)?]));
        Some(Moments::of_fan(corner(0)?, triangles))
    }
    fn flats(&self) -> Flats<'_, V::Space> {
        match (self.core.topology.rank, self.vertices.as_slice()) {
            (Rank::Point, _) => Flats::Point,
            (Rank::Segment, [p, q]) => Flats::Segment([p.to_space(), q.to_space()]),
            _ => Flats::Hull(&self.core, &self.vertices, V::Space::splat(1.0)),
        }
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
