//! Whether a surface of triangles is closed, and on which side of it a point lies, by exact signs.

use std::collections::HashMap;

use clearance::Xyz;
use robust::{Coord, Coord3D, orient2d, orient3d};

use super::body::Soup;
use super::extent::Extent;
use super::sets::Sets;
use super::tree::Tree;
use crate::Mesh;

/// A mesh as a surface.
#[derive(Debug)]
pub(super) struct Surface {
    pub(super) is_closed: bool,
    /// One vertex of each piece. A piece is made of triangles connected by their vertices.
    pub(super) pieces: Vec<u32>,
}

/// Where a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Inside,
    Outside,
    On,
}

impl Surface {
    /// Vertices with equal coordinates count as one, as many formats repeat them.
    pub(super) fn of(mesh: &Mesh) -> Self {
        let mut numbers: HashMap<[u64; 3], u32> = HashMap::with_capacity(mesh.vertices.len());
        let mut merged = Vec::with_capacity(mesh.vertices.len());
        for (vertex, own) in mesh.vertices.iter().zip(0_u32..) {
            // Both signs of zero are the same number.
            let key = vertex.map(|x| (x + 0.0).to_bits());
            merged.push(*numbers.entry(key).or_insert(own));
        }
        let corners = |t: &[u32; 3]| t.map(|i| merged.get(i as usize).copied().unwrap_or_default());
        let mut edges = Vec::with_capacity(3 * mesh.triangles.len());
        let mut joined = Sets::new(merged.len());
        for [a, b, c] in mesh.triangles.iter().map(corners) {
            let ends = [(a, b), (b, c), (c, a)].into_iter().filter(|(p, q)| p != q);
            edges.extend(ends.map(|(p, q)| (p.min(q), p.max(q))));
            joined.join(a, b);
            joined.join(b, c);
        }
        edges.sort_unstable();
        let is_closed = edges.chunk_by(|e, f| e == f).all(|same| same.len() % 2 == 0);
        let mut pieces: Vec<u32> =
            mesh.triangles.iter().map(|t| joined.least(corners(t)[0])).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces.shrink_to_fit();
        Self { is_closed, pieces }
    }
}

/// On which side of a closed surface a point is, both in the surface's frame; `None` if each of the
/// rays tried meets an edge.
///
/// A ray that meets no edge and no vertex crosses a surface an odd number of times from inside, and
/// an even number from outside. Each crossing is decided by the signs of five exact determinants.
/// Several slightly different rays are tried, as one may meet an edge.
pub(super) fn side(point: Xyz, soup: &Soup, tree: &Tree) -> Option<Side> {
    let all = tree.extent();
    if all.apart(&Extent::of_points([point])) > 0.0 {
        return Some(Side::Outside);
    }
    let size = all.high - all.low;
    let length = size.x.max(size.y).max(size.z);
    RAYS.iter().find_map(|[y, z]| {
        let end = Xyz::new(all.high.x + length, point.y + y * length, point.z + z * length);
        along(point, end, soup, tree)
    })
}

/// How far each ray deviates from the x-axis; little, so that its box misses most triangles.
const RAYS: [[f64; 2]; 8] = [
    [0.001_234, 0.001_618],
    [-0.002_718, 0.001_414],
    [0.003_141, -0.002_236],
    [-0.001_732, -0.002_645],
    [0.013_17, 0.007_19],
    [-0.011_23, 0.017_29],
    [0.019_31, -0.012_37],
    [-0.014_33, -0.015_11],
];

/// The side by one ray; `None` where it meets an edge.
fn along(from: Xyz, to: Xyz, soup: &Soup, tree: &Tree) -> Option<Side> {
    let (mut crossings, mut on, mut is_clear) = (0_usize, false, true);
    tree.near(&Extent::of_points([from, to]), 0.0, |i| {
        match crossing(from, to, soup.triangle(i)) {
            Some(Crossing::None) => {}
            Some(Crossing::Clear) => crossings += 1,
            Some(Crossing::AtStart) => on = true,
            None => is_clear = false,
        }
    });
    match (on, is_clear) {
        (true, _) => Some(Side::On),
        (false, false) => None,
        (false, true) if crossings % 2 == 1 => Some(Side::Inside),
        (false, true) => Some(Side::Outside),
    }
}

enum Crossing {
    None,
    Clear,
    AtStart,
}

/// Whether a segment crosses a triangle; `None` where it meets the triangle's edge, or lies in its
/// plane.
fn crossing(
    from: Xyz,
    to: Xyz,
    clearance::Triangle { a, b, c }: clearance::Triangle<Xyz>,
) -> Option<Crossing> {
    if is_collinear(a, b, c) {
        // It has no interior to cross; its edges belong to other triangles.
        return Some(Crossing::None);
    }
    let (start, end) = (sign(a, b, c, from)?, sign(a, b, c, to)?);
    if start == end && start != 0 {
        return Some(Crossing::None);
    }
    let turns = [sign(from, to, a, b)?, sign(from, to, b, c)?, sign(from, to, c, a)?];
    if end == 0 {
        return if start == 0 { None } else { Some(Crossing::None) };
    }
    let passes = turns.contains(&1) && turns.contains(&-1);
    if passes {
        return Some(Crossing::None);
    }
    if start == 0 {
        return Some(Crossing::AtStart);
    }
    if turns.contains(&0) { None } else { Some(Crossing::Clear) }
}

fn sign(a: Xyz, b: Xyz, c: Xyz, d: Xyz) -> Option<i8> {
    let [a, b, c, d] = [a, b, c, d].map(|Xyz { x, y, z }| Coord3D { x, y, z });
    sign_of(orient3d(a, b, c, d))
}

fn sign_of(value: f64) -> Option<i8> {
    match value.partial_cmp(&0.0)? {
        std::cmp::Ordering::Less => Some(-1),
        std::cmp::Ordering::Equal => Some(0),
        std::cmp::Ordering::Greater => Some(1),
    }
}

/// Exact: the projections onto the three coordinate planes have no area.
fn is_collinear(a: Xyz, b: Xyz, c: Xyz) -> bool {
    let shadow = |of: fn(Xyz) -> (f64, f64)| {
        let [a, b, c] = [a, b, c].map(|v| {
            let (x, y) = of(v);
            Coord { x, y }
        });
        orient2d(a, b, c) == 0.0
    };
    shadow(|v| (v.x, v.y)) && shadow(|v| (v.y, v.z)) && shadow(|v| (v.z, v.x))
}
