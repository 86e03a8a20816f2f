//! The hull in space: which dimension the points span, then the builder for it.

use alloc::vec;
use alloc::vec::Vec;

use super::flat::polygon_sides;
use super::merge::facets;
use super::mesh::Mesh;
use super::predicates::{height, spread};
use super::scale::{Normalized, normalized};
use super::{Face, Hull3, HullError, Neighbours, Rank};

/// The convex hull of `points`: its corners, its faces and its edges.
///
/// Exact for all finite input, but for the rounding of very small coordinates described in the
/// module's documentation: no point is strictly outside any face, faces are exactly planar polygons
/// with strictly convex corners, and exactly coplanar neighbours are one face. Quickhull (Barber,
/// Dobkin, Huhdanpaa 1996) with exact visibility: measured O(n log n) time for points in general
/// and in degenerate position, O(n^2) at worst; O(n) space.
///
/// # Errors
///
/// [`HullError`] when there are no points, too many, or one is not finite.
pub(crate) fn hull3(points: &[[f64; 3]]) -> Result<Hull3, HullError> {
    let Normalized { points, .. } = normalized(points)?;
    Ok(hull_of_scaled(&points))
}

/// The hull of points that `scale` has returned.
pub(super) fn hull_of_scaled(points: &[[f64; 3]]) -> Hull3 {
    match span(points) {
        Rising::Point(a) => assembled(Rank::Point, vec![a], Vec::new()),
        Rising::Segment(ends) => assembled(Rank::Segment, ends.into(), Vec::new()),
        Rising::Plane(triangle) => {
            let sides = polygon_sides(points, triangle);
            let vertices = sides.first().cloned().unwrap_or_default();
            assembled(Rank::Polygon, vertices, sides)
        }
        Rising::Space(tetrahedron) => {
            let (vertices, loops) = facets(&Mesh::enclosing(points, tetrahedron));
            assembled(Rank::Solid, vertices, loops)
        }
    }
}

/// Affinely independent points, as many as there are.
enum Rising {
    Point(u32),
    /// The two ends.
    Segment([u32; 2]),
    /// Corners of a triangle in the plane of all points.
    Plane([[f64; 3]; 3]),
    Space([u32; 4]),
}

/// Decides the rank by exact signs. Of the points that prove it the farthest is taken, which costs
/// nothing and leaves few points outside the first tetrahedron.
fn span(points: &[[f64; 3]]) -> Rising {
    let numbered = || (0_u32..).zip(points.iter().copied());
    let Some((mut from, mut to)) = numbered().next().map(|first| (first, first)) else {
        // `scale` refuses an empty set.
        return Rising::Point(0);
    };
    let mut extent = 0.0;
    for x in [|p: [f64; 3]| p[0], |p: [f64; 3]| p[1], |p: [f64; 3]| p[2]] {
        let (mut low, mut high) = (from, from);
        for point in numbered() {
            if x(point.1) < x(low.1) {
                low = point;
            }
            if x(point.1) > x(high.1) {
                high = point;
            }
        }
        if x(high.1) - x(low.1) > extent {
            (from, to, extent) = (low, high, x(high.1) - x(low.1));
        }
    }
    let (a, b) = (from.1, to.1);
    // The first of equals wins, so that of coincident points the first is named.
    let farthest = |measure: &dyn Fn([f64; 3]) -> f64| {
        numbered().fold((0.0, None), |(best, point), next| {
            let size = measure(next.1);
            if size > best { (size, Some(next)) } else { (best, point) }
        })
    };
    if a == b {
        return Rising::Point(from.0);
    }
    let (_, Some((third, c))) = farthest(&|p| spread([a, b, p])) else {
        // The ends along an axis on which the points differ are the ends of their line.
        return Rising::Segment([from.0, to.0]);
    };
    match farthest(&|p| height([a, b, c], p).abs()) {
        (_, Some((fourth, _))) => Rising::Space([from.0, to.0, third, fourth]),
        (_, None) => Rising::Plane([a, b, c]),
    }
}

/// Puts a hull in canonical form. `vertices` and `loops` name input points; every edge of every
/// loop occurs once in each direction.
fn assembled(rank: Rank, mut vertices: Vec<u32>, loops: Vec<Vec<u32>>) -> Hull3 {
    vertices.sort_unstable();
    let renumbered = |input: &u32| vertices.binary_search(input).map_or(0, |at| at as u32);
    let mut faces: Vec<Face> = loops
        .iter()
        .map(|around| {
            let mut around: Vec<u32> = around.iter().map(renumbered).collect();
            let first = (0..).zip(around.iter().copied()).min_by_key(|&(_, vertex)| vertex);
            around.rotate_left(first.map_or(0, |(at, _)| at));
            Face { vertices: around }
        })
        .collect();
    faces.sort_unstable();
    let neighbours = match rank {
        Rank::Point => neighbours(1, Vec::new()),
        Rank::Segment => neighbours(2, vec![(0, 1), (1, 0)]),
        Rank::Polygon | Rank::Solid => neighbours(vertices.len(), directed_edges(&faces)),
    };
    Hull3 { rank, vertices, faces, neighbours }
}

/// The edges of all loops. Two faces meet in each, so both of its directions occur.
fn directed_edges(faces: &[Face]) -> Vec<(u32, u32)> {
    let ends = |face: &Face| {
        let next = face.vertices.iter().cycle().skip(1);
        face.vertices.iter().copied().zip(next.copied()).collect::<Vec<_>>()
    };
    let mut edges: Vec<(u32, u32)> = faces.iter().flat_map(ends).collect();
    // The two sides of a flat hull name each edge twice.
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// `edges` sorted by their first vertex.
fn neighbours(vertex_count: usize, edges: Vec<(u32, u32)>) -> Neighbours {
    let mut starts = vec![0; vertex_count + 1];
    let mut list = Vec::with_capacity(edges.len());
    for (from, to) in edges {
        list.push(to);
        if let Some(end) = starts.get_mut(from as usize + 1) {
            *end = list.len() as u32;
        }
    }
    Neighbours { starts: starts.into(), list: list.into() }
}
