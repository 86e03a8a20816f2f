//! The convex hull in borrowed slices: faces and edges without an allocator.

use crate::list;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Vector};

use super::error::ShapeError;
use super::faceted::{Faceted, Lists};
use super::hull_check::{HullRefError, proved, split};
use super::primitive::Primitive;
use super::segment::{extents, farthest, mean_of_many, reach, stretched_within};
use super::stored_plane::StoredPlane;
use super::support::{Support, SupportMap, support_from_f64};

/// The convex hull of points in a caller's memory, with its faces and edges: for programs without
/// an allocator, and for hulls that lie in a file or in read-only memory.
///
/// [`ConvexHull`](crate::ConvexHull) makes the numbers on a larger machine; here they are checked
/// once, exactly, and then trusted. Contacts have as many points as those of a `ConvexHull`, except
/// on sides whose corners are rounded, so that they are several faces: only one of these touches.
///
/// ```
/// use clearance::{ConvexHull, Cuboid, HullRef, contact_manifold};
/// use glam::DVec3;
///
/// const CORNERS: [DVec3; 4] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// const INDEX: [u32; 36] = [
///     4, 12, // faces, and corners of all faces
///     0, 3, 6, 9, 12, // where the corners of each begin
///     0, 1, 3, 0, 2, 1, 0, 3, 2, 1, 2, 3, // counter-clockwise from outside
///     0, 3, 6, 9, 12, // where the neighbours of each vertex begin
///     1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2,
/// ];
/// let wedge = HullRef::new(&CORNERS, &INDEX)?;
/// let table = Cuboid::new(DVec3::new(5.0, 0.5, 5.0));
/// let at = DVec3::new(0.0, -0.5, 0.0);
/// let manifold = contact_manifold(&wedge, &DVec3::ZERO, &table, &at, 0.0).unwrap();
/// assert_eq!(manifold.points().len(), 3);
///
/// // On a larger machine:
/// assert_eq!(ConvexHull::new(&CORNERS).unwrap().index(), INDEX);
/// # Ok::<(), clearance::HullRefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullRef<'a, V: Vector> {
    vertices: &'a [V],
    faces: Lists<'a>,
    neighbours: Lists<'a>,
    center: V::Space,
    inradius: f64,
    reach: f64,
    extents: V::Space,
}

impl<'a, V: Vector> HullRef<'a, V> {
    /// Checks the numbers, exactly, and measures the hull. O(vertices × faces).
    ///
    /// `index` is what [`ConvexHull::index`](crate::ConvexHull::index) returns: how many faces and
    /// how many corners of faces there are; where the corners of each face begin and the last ones
    /// end; the corners of all faces; where the neighbours of each vertex begin and the last ones
    /// end; all neighbours. In the plane it is empty: vertices stand counter-clockwise.
    ///
    /// # Errors
    /// [`HullRefError`], which says what is not as it should be.
    pub fn new(vertices: &'a [V], index: &'a [u32]) -> Result<Self, HullRefError> {
        ShapeError::vertices(vertices).map_err(HullRefError::Vertices)?;
        let reach = reach(vertices);
        let lists = proved(vertices, index, reach)?;
        let (origin, mean) = (V::Space::default(), mean_of_many(vertices));
        let unmeasured = Self::measured(vertices, lists, (origin, 0.0), reach, extents(vertices));
        let [at_origin, at_mean] = [origin, mean].map(|center| unmeasured.room(center));
        let (center, inradius) = deep_enough(at_origin, (mean, at_mean));
        Ok(Self { center, inradius, ..unmeasured })
    }

    /// The hull with what was measured before.
    pub(super) const fn measured(
        vertices: &'a [V],
        [faces, neighbours]: [Lists<'a>; 2],
        (center, inradius): (V::Space, f64),
        reach: f64,
        extents: V::Space,
    ) -> Self {
        Self { vertices, faces, neighbours, center, inradius, reach, extents }
    }

    /// What was measured: the centre, the radii of the balls about it within and about the origin
    /// around, and the largest coordinates. For [`trusted`](Self::trusted).
    #[doc(hidden)]
    #[must_use]
    pub const fn measures(&self) -> (V::Space, f64, f64, V::Space) {
        (self.center, self.inradius, self.reach, self.extents)
    }

    /// The hull of numbers that were checked and measured before, where they still were the same:
    /// others give wrong answers. `None` where the lists do not fit. O(faces + vertices).
    #[doc(hidden)]
    #[must_use]
    pub fn trusted(
        vertices: &'a [V],
        index: &'a [u32],
        (center, inradius, reach, extents): (V::Space, f64, f64, V::Space),
    ) -> Option<Self> {
        let lists = split(vertices.len(), index)?;
        Some(Self::measured(vertices, lists, (center, inradius), reach, extents))
    }

    /// Its corners. In the plane counter-clockwise.
    #[must_use]
    pub const fn vertices(&self) -> &'a [V] {
        self.vertices
    }

    /// Its faces as loops of corners, counter-clockwise from outside; none in the plane.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = &'a [u32]> + Clone + use<'a, V> {
        self.faces.all()
    }

    fn at(&self, corner: u32) -> V::Space {
        self.vertices.get(corner as usize).map_or(V::Space::default(), |v| v.to_space())
    }

    fn plane(&self, facet: u32) -> StoredPlane<V::Space> {
        if V::Space::DIM == 2 {
            let next = (facet + 1).checked_rem(self.corner_count()).unwrap_or(0);
            return StoredPlane::new(
                [facet, next].map(|corner| self.at(corner)).into_iter(),
                self.reach,
            );
        }
        StoredPlane::new(self.faces.of(facet).iter().map(|corner| self.at(*corner)), self.reach)
    }

    /// The radius of a ball about a center that the hull holds, rounded down; 0 without an inside.
    fn room(&self, center: V::Space) -> f64 {
        if !Faceted::is_full(self) {
            return 0.0;
        }
        let facets = 0..<dyn Faceted<V::Space>>::facet_count(self);
        let nearest = facets
            .map(|facet| {
                let StoredPlane { normal, heights: [below, _] } = self.plane(facet);
                below - normal.dot(center)
            })
            .fold(f64::INFINITY, f64::min);
        // Heights are good to 6 roundings of the reach.
        (nearest - 16.0 * f64::EPSILON * self.reach).max(0.0)
    }

    /// The vertex farthest along a direction, by climbing from one; `None` where rounding might
    /// hide the way. Where all neighbours are lower, all other vertices are, as the hull lies
    /// within the cone of the edges.
    fn climbed(&self, direction: V::Space, from: u32) -> Option<Support<V::Space>> {
        let size = direction.map(f64::abs).dot(V::Space::splat(1.0)) * self.reach;
        // Two heights, each good to 3 roundings of the sum of its products, and their difference.
        let doubt = 16.0 * UNIT_ROUNDOFF * size + f64::MIN_POSITIVE;
        let mut best = (direction.dot(self.at(from)), from);
        for _ in 0..self.vertices.len() {
            let mut next = best;
            let mut is_clear = true;
            for &neighbour in self.neighbours.of(best.1) {
                let height = direction.dot(self.at(neighbour));
                is_clear &= (height - best.0).abs() > doubt;
                if height > next.0 {
                    next = (height, neighbour);
                }
            }
            if !is_clear {
                return None;
            }
            if next.1 == best.1 {
                return Some(Support { point: self.at(best.1), feature: best.1 });
            }
            best = next;
        }
        None
    }
}

/// The local origin is the centre of a hull if it is at least this part as deep inside as the mean
/// of the vertices.
const ABOUT_AS_DEEP: f64 = 0.75;

/// The centre of a hull and how deep inside it is: the local origin, if that is deep enough, as no
/// rotation moves it, which saves a query two matrices; else the mean of the vertices.
pub(super) fn deep_enough<S: Space>(at_origin: f64, mean: (S, f64)) -> (S, f64) {
    let is_deep = at_origin > 0.0 && at_origin >= ABOUT_AS_DEEP * mean.1;
    if is_deep { (S::default(), at_origin) } else { mean }
}

/// A loop as triangles about its first corner.
pub(super) fn fan(around: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let (first, rest) = around.split_first().map_or((0, around), |(p, rest)| (*p, rest));
    rest.iter().zip(rest.iter().skip(1)).map(move |(q, r)| [first, *q, *r])
}

impl<V: Vector> Faceted<V::Space> for HullRef<'_, V> {
    fn corner_count(&self) -> u32 {
        list::count(self.vertices.len())
    }
    #[inline]
    fn corner(&self, number: u32) -> Option<V::Space> {
        self.vertices.get(number as usize).map(|corner| corner.to_space())
    }
    fn is_full(&self) -> bool {
        // A flat hull in space has a front and a back.
        if V::Space::DIM == 2 { self.vertices.len() > 2 } else { self.faces.count() > 2 }
    }
    fn faces(&self) -> Lists<'_> {
        self.faces
    }
    fn neighbours(&self) -> Lists<'_> {
        self.neighbours
    }
    fn normal(&self, facet: u32) -> Option<V::Space> {
        (facet < <dyn Faceted<V::Space>>::facet_count(self)).then(|| self.plane(facet).normal)
    }
}

/// Climbing looks at some six neighbours a step; below this many vertices a scan is as fast.
const FEW: usize = 32;

impl<V: Vector> SupportMap<V> for HullRef<'_, V> {
    support_from_f64!(V);

    #[inline]
    fn support_f64(&self, direction: V::Space, hint: u32) -> Support<V::Space> {
        let is_many = V::Space::DIM == 3 && self.vertices.len() > FEW;
        let from = if (hint as usize) < self.vertices.len() { hint } else { 0 };
        let climbed = if is_many { self.climbed(direction, from) } else { None };
        climbed.unwrap_or_else(|| farthest(self.vertices, direction))
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        Some(self.center)
    }
    #[inline]
    fn inradius(&self) -> f64 {
        self.inradius
    }
    #[inline]
    fn reach(&self) -> f64 {
        self.reach
    }
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        stretched_within(self.reach, self.extents, factors)
    }
    #[inline]
    fn rounding(&self) -> f64 {
        0.0
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        Primitive::Facets(self)
    }
}
