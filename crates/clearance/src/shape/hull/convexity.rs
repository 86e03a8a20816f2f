//! Whether a mesh or an outline is convex, and if not, how far it is from its hull.
//!
//! This decides at import time whether a hull may stand for its mesh. Everything is computed on
//! coordinates scaled by a power of two, so the answers scale with the input exactly.

use alloc::vec::Vec;

use crate::certify;
use crate::math::Xy;

use super::cover::covers;
use super::dent::{Dip, deepest_dip};
use super::facet_plane::{FacetPlane, below, left_of};
use super::nearest::NearestFace;
use super::planar::hull2;
use super::predicates::turn;
use super::scale::{Normalized, normalized};
use super::spatial::hull_of_scaled;
use super::surface::{Soup, Surface, at, by_normal, six_volumes};
use super::{Hull3, HullError, Rank};

/// How near a mesh (`D = 3`) or an outline (`D = 2`) is to its convex hull. Lengths are in the
/// units of the input, points in its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Convexity<const D: usize> {
    /// What the input spans. In the plane, [`Rank::Polygon`] is the full rank.
    pub rank: Rank,
    /// Number of corners of the hull.
    pub hull_vertices: usize,
    /// Number of faces of the hull, coplanar triangles counted as one; in the plane, of edges.
    pub hull_faces: usize,
    /// The largest distance from a point of the surface (outline) to the boundary of the hull. The
    /// points inside triangles and edges count: the inner corner of an L-shaped beam is an edge
    /// with both ends on the hull. Zero when the hull is flat, which is all boundary; and of a
    /// notch in a thin plate half the plate's thickness at most, however far the hull spans it.
    pub deepest_dent: f64,
    /// A point of the surface that is this deep.
    pub deepest_at: [f64; D],
    /// The exact depth lies within `gap` of `deepest_dent`, rounding included, unless a hull facet
    /// is so thin that its edges meet at less than 2^-48 radians at every corner tried. Wide where
    /// thousands of facets are so nearly alike, as over a curve in space, that the search for the
    /// deepest dent is ended; the mesh then counts as convex only if no dent can be that deep.
    pub gap: f64,
    /// Volume (area) enclosed by the input over that of the hull: 1 when convex, negative when the
    /// input is inside out (clockwise). `None` when the mesh is not closed or not consistently
    /// oriented, or the hull has no volume.
    pub volume_ratio: Option<f64>,
    /// Whether the surface is the boundary of its hull, up to the rounding of `f64` coordinates:
    /// [`is_convex_to`](Self::is_convex_to) of half of [`f64::EPSILON`].
    ///
    /// An open bin is not convex though it has no dent, nor is a flat L: their hulls fill more.
    pub is_convex: bool,
    /// The largest absolute value of a coordinate; to it, rounding is relative.
    pub magnitude: f64,
    /// Whether the surface leaves no part of the boundary open; `false` too where triangles meet
    /// without common edges.
    covers: bool,
    /// How much deeper a dent may be where the search for it ended early.
    unknown: f64,
}

impl<const D: usize> Convexity<D> {
    /// Whether the input can be a convex surface whose coordinates were rounded with this relative
    /// error: half of [`f32::EPSILON`] for a file of `f32`, say.
    ///
    /// Rounding moves a point by at most r = sqrt(3) * unit_roundoff * magnitude. A point x on the
    /// boundary of the true hull, with outward normal n there, may end r deeper along n while the
    /// hull ends r higher, so its distance to the new boundary is at most 2 r. To this the error of
    /// the computation is added (see `gap`).
    #[must_use]
    pub fn is_convex_to(&self, unit_roundoff: f64) -> bool {
        // Relative, as products with a tiny magnitude would underflow; 0 / 0 is the single point 0.
        let deepest = self.deepest_dent + self.unknown;
        let relative = deepest / self.magnitude;
        let has_dent = deepest > 0.0 && !(relative <= roundings(unit_roundoff));
        self.covers && !has_dent
    }
}

/// Why there is no answer about the convexity of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConvexityError {
    /// There are no triangles (in the plane: no points).
    Empty,
    /// A coordinate is NaN or infinite, whether a triangle uses it or not.
    NotFinite {
        /// The first such vertex.
        vertex: usize,
    },
    /// A triangle names a vertex that does not exist.
    NoSuchVertex {
        /// The first such triangle.
        triangle: usize,
    },
    /// More vertices than the hull builder takes (2^28).
    TooMany,
}

impl core::fmt::Display for ConvexityError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Empty => f.write_str("convexity needs at least one triangle or point"),
            Self::NotFinite { vertex } => {
                write!(f, "vertex {vertex} has a coordinate that is NaN or infinite")
            }
            Self::NoSuchVertex { triangle } => {
                write!(f, "triangle {triangle} names a vertex that does not exist")
            }
            Self::TooMany => f.write_str("convexity takes at most 2^28 vertices"),
        }
    }
}

impl core::error::Error for ConvexityError {}

impl From<HullError> for ConvexityError {
    fn from(error: HullError) -> Self {
        match error {
            HullError::Empty => Self::Empty,
            HullError::NotFinite { index } => Self::NotFinite { vertex: index },
            HullError::TooMany => Self::TooMany,
        }
    }
}

/// How deep a surface may be below its hull by the rounding of its coordinates, relative to the
/// largest of them.
fn roundings(unit_roundoff: f64) -> f64 {
    2.0 * SQRT_3 * unit_roundoff + COMPUTATION
}

/// The relative rounding of `f32`.
const F32: f64 = f32::EPSILON as f64 / 2.0;

/// Rounded up, so that thresholds err to the wide side.
const SQRT_3: f64 = 1.7320508075688774;

/// Bound of the error of a computed depth, over the largest coordinate M (u = EPSILON / 2). The two
/// dot products of a depth have three terms each, together at most sqrt(3) M: 6 sqrt(3) u M. A unit
/// normal is off by at most 5 u (rounded components, their squares, root and two divisions) and
/// acts on vectors of length up to 2 sqrt(3) M: 10 sqrt(3) u M. The blend of three corners errs by
/// 5 u M a coordinate: 5 sqrt(3) u M. The last subtraction: sqrt(3) u M. In sum 22 sqrt(3) u M < 39
/// u M; one more u M covers the rounding in `scale`.
///
/// `NearestFace` may leave out a facet that is nearer by the rounding of its bounds. An offset from the
/// center, a sum of three products of at most sqrt(3) M in all, subtracted from one as large, errs
/// by (3 + 2) sqrt(3) u M. The three coordinates from the center, of 2 M, are rounded, 2 sqrt(3) u
/// M, and so are the sum of their products, 3 * 2 sqrt(3) u M, and the last difference, 4 sqrt(3) u
/// M: in all 17 sqrt(3) u M < 30 u M.
const COMPUTATION: f64 = 35.0 * f64::EPSILON;

/// How near the surface of a triangle mesh is to the boundary of its convex hull.
///
/// `triangles` are triples of positions in `vertices`; vertices that none names are ignored.
/// Vertices at equal positions count as one, so a soup of separate triangles is closed if its
/// corners coincide exactly. The depth of each triangle that could be the deepest is maximised over
/// the whole triangle. Triangles that lie in a facet of the hull, by exact predicates, cost as many
/// comparisons as facets meet at one of their corners, some dozens at most; for the others, those
/// that may be the deepest search a tree of the facets a few times. O(n log n): where that is not
/// enough, the `gap` is wide.
///
/// # Errors
///
/// [`ConvexityError`] when there are no triangles, one names no vertex, or a coordinate is not
/// finite.
pub fn convexity(
    vertices: &[[f64; 3]],
    triangles: &[[u32; 3]],
) -> Result<Convexity<3>, ConvexityError> {
    let Soup { points, triangles } = Soup::checked(vertices, triangles)?;
    let Normalized { points, exponent } = normalized(&points)?;
    let soup = Soup { points, triangles };
    let points = &soup.points;
    let hull = hull_of_scaled(points);
    let triangles = || soup.triangles.iter().map(|triangle| triangle.map(|v| at(points, v)));

    let mut survey = Survey::new(at(points, 0));
    let mut volume_ratio = None;
    let (inner, mut hull_volume) = (mean(&hull, points), 0.0);
    if hull.rank == Rank::Solid {
        let surface = Surface::of(&hull, points);
        let mut deep = Vec::new();
        let (mut seat, mut seat_behind) = (0, 0);
        for place in by_normal(triangles()) {
            let Some(numbers) = soup.triangles.get(place as usize) else { continue };
            let triangle = numbers.map(|v| at(points, v));
            if surface.holds(*numbers, triangle) {
                continue;
            }
            let normal = below(triangle).map(|plane| plane.normal);
            let near = surface.facet_near(triangle, normal, &mut seat);
            let Some(near) = near.filter(|near| !near.facet.holds(triangle)) else { continue };
            // Triangles of a wall, or inside out, are nearer to the hull behind them.
            let back = normal.map(|normal| normal.map(|x| -x));
            let behind = surface.facet_near(triangle, back, &mut seat_behind);
            let nearest = behind.filter(|behind| behind.bound < near.bound).unwrap_or(near);
            deep.push((nearest.facet.plane, triangle));
        }
        survey.search(deep, surface.planes());
        hull_volume = surface.six_volumes(inner);
        if hull_volume > 0.0 && soup.is_closed() {
            let volume: f64 = triangles().map(|triangle| six_volumes(triangle, inner)).sum();
            volume_ratio = Some(volume / hull_volume);
        }
    }
    let shape = (hull.rank, hull.vertices.len(), hull.faces.len());
    let covers = covers(&soup, &hull, hull_volume, inner, roundings(F32) * magnitude(points));
    Ok(survey.finish(shape, covers, volume_ratio, magnitude(points), exponent))
}

/// How near a closed outline in the plane is to the boundary of its convex hull.
///
/// `vertices` are in order, either sense, the last joined to the first. An outline is convex here
/// if it stays on the boundary of its hull; a `volume_ratio` (of areas) of 1 or -1 means that it
/// goes round once and never back. Time O(n log n).
///
/// # Errors
///
/// [`ConvexityError`] when there are no points or one is not finite.
pub fn convexity2(vertices: &[[f64; 2]]) -> Result<Convexity<2>, ConvexityError> {
    let Normalized { points, exponent } = normalized(vertices)?;
    let hull = hull2(&points)?;
    let mut survey = Survey::new(at(&points, 0));
    let mut volume_ratio = None;
    if hull.rank == Rank::Polygon {
        let corners: Vec<[f64; 2]> = hull.vertices.iter().map(|&v| at(&points, v)).collect();
        let mut sides: Vec<FaceSide> = edges_of(&corners).filter_map(FaceSide::of).collect();
        sides.sort_by(|s, t| s.angle.total_cmp(&t.angle));
        let mut deep = Vec::new();
        for [p, q] in edges_of(&points) {
            let bound = |side: &&FaceSide| side.line.depth(p).max(side.line.depth(q));
            let along = [[p, q], [q, p]].into_iter().filter_map(FaceSide::of);
            let near = along.flat_map(|edge| beside(&sides, edge.angle));
            let near = near.min_by(|s, t| bound(s).total_cmp(&bound(t)));
            if let Some(&FaceSide { ends: [a, b], line, .. }) = near
                && (turn(a, b, p) != 0.0 || turn(a, b, q) != 0.0)
            {
                // An edge is a triangle two corners of which coincide.
                deep.push((line, [p, q, q]));
            }
        }
        let lines: Vec<FacetPlane<2>> = sides.iter().map(|side| side.line).collect();
        survey.search(deep, lines);
        let inner = at(&corners, 0);
        let hull_area = two_areas(&corners, inner);
        volume_ratio = (hull_area > 0.0).then(|| two_areas(&points, inner) / hull_area);
    }
    let edges = if hull.rank == Rank::Polygon { hull.vertices.len() } else { 0 };
    let shape = (hull.rank, hull.vertices.len(), edges);
    // Any way along the whole outline passes every corner of it.
    Ok(survey.finish(shape, true, volume_ratio, magnitude(&points), exponent))
}

/// An edge of a polygon's hull.
struct FaceSide {
    ends: [[f64; 2]; 2],
    line: FacetPlane<2>,
    /// In which direction it faces.
    angle: f64,
}

impl FaceSide {
    fn of([a, b]: [[f64; 2]; 2]) -> Option<Self> {
        let line = left_of(a, b)?;
        let [x, y] = line.normal;
        Some(Self { ends: [a, b], line, angle: libm::atan2(y, x) })
    }
}

/// The three sides about an angle, of sides in the order of their angles: a side of the hull faces
/// as an edge that lies in it does. Roundoff may mislead; that only costs time.
fn beside(sides: &[FaceSide], angle: f64) -> impl Iterator<Item = &FaceSide> {
    let count = sides.len();
    let place = sides.partition_point(|side| side.angle < angle);
    [count.saturating_sub(1), 0, 1]
        .into_iter()
        .filter_map(move |step| sides.get((place + step).checked_rem(count)?))
}

/// The deepest dip found so far, and a bound on dips not found.
struct Survey<const D: usize> {
    lower: f64,
    upper: f64,
    at: [f64; D],
    /// Whether the search ended early.
    is_cut: bool,
}

impl<const D: usize> Survey<D> {
    fn new(on_hull: [f64; D]) -> Self {
        Self { lower: 0.0, upper: 0.0, at: on_hull, is_cut: false }
    }

    /// Searches triangles given with a facet each, below which they dip at most as deep as their
    /// deepest corner. In the order of that bound, the first few triangles rule out the rest.
    fn search(
        &mut self,
        triangles: Vec<(FacetPlane<D>, [[f64; D]; 3])>,
        facets: Vec<FacetPlane<D>>,
    ) {
        if triangles.is_empty() {
            return;
        }
        let corners = || triangles.iter().flat_map(|(_, triangle)| triangle);
        let share = 1.0 / corners().count() as f64;
        let mut center = [0.0; D];
        for corner in corners() {
            center.iter_mut().zip(corner).for_each(|(sum, x)| *sum += x * share);
        }
        let facets = NearestFace::of(facets, center, triangles.len());
        let bounded = triangles.into_iter().map(|(near, triangle)| {
            let bound = triangle.iter().map(|&x| near.depth(x)).fold(0.0, f64::max);
            (bound, near, triangle)
        });
        let mut queue: Vec<_> = bounded.collect();
        queue.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (bound, near, triangle) in queue {
            if bound <= self.lower {
                break;
            }
            let Dip { lower, upper, at } =
                deepest_dip(triangle, &facets, near, self.lower, f64::EPSILON);
            self.upper = self.upper.max(upper.min(bound));
            if lower > self.lower {
                (self.lower, self.at) = (lower, at);
            }
        }
        self.is_cut = !facets.is_open();
    }

    fn finish(
        self,
        (rank, hull_vertices, hull_faces): (Rank, usize, usize),
        covers: bool,
        volume_ratio: Option<f64>,
        magnitude: f64,
        exponent: i32,
    ) -> Convexity<D> {
        let unscaled = |x: f64| libm::scalbn(x, exponent);
        let undecided = (self.upper - self.lower).max(0.0);
        let mut answer = Convexity {
            rank,
            hull_vertices,
            hull_faces,
            deepest_dent: unscaled(self.lower),
            deepest_at: self.at.map(unscaled),
            // One step more, for lengths that become subnormal are rounded once again.
            gap: unscaled(undecided + COMPUTATION * magnitude).next_up(),
            volume_ratio,
            is_convex: false,
            magnitude: unscaled(magnitude),
            covers,
            unknown: if self.is_cut { unscaled(undecided) } else { 0.0 },
        };
        answer.is_convex = answer.is_convex_to(f64::EPSILON / 2.0);
        answer
    }
}

fn magnitude<const D: usize>(points: &[[f64; D]]) -> f64 {
    points.iter().flatten().fold(0.0, |largest: f64, x| largest.max(x.abs()))
}

/// The edges of a closed outline.
fn edges_of(outline: &[[f64; 2]]) -> impl Iterator<Item = [[f64; 2]; 2]> {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(&from, &to)| [from, to])
}

/// Twice the area enclosed, summed from `inner`; positive when counter-clockwise.
fn two_areas(outline: &[[f64; 2]], inner: [f64; 2]) -> f64 {
    let at = |[x, y]: [f64; 2]| Xy::new(x, y);
    edges_of(outline).map(|[p, q]| certify::measured_turn(at(p), at(q), at(inner))).sum()
}

/// The mean of a hull's corners.
fn mean(hull: &Hull3, points: &[[f64; 3]]) -> [f64; 3] {
    let share = 1.0 / hull.vertices.len() as f64;
    hull.vertices.iter().map(|&v| at(points, v)).fold([0.0; 3], |mut sum, corner| {
        sum.iter_mut().zip(corner).for_each(|(sum, x)| *sum += x * share);
        sum
    })
}
