//! Whether a surface of triangles is closed, and on which side of it a point lies, by exact signs.

use std::collections::HashMap;

use clearance::{Space, Triangle, Xyz};
use robust::{Coord, Coord3D, orient2d, orient3d};

use super::body::{Soup, xyz};
use super::extent::Extent;
use super::sets::Sets;
use super::tree::Tree;
use crate::Mesh;
use crate::lengths::length;

/// A mesh as a surface.
#[derive(Debug)]
pub(super) struct Surface {
    pub(super) is_closed: bool,
    /// One vertex of each piece. A piece is made of triangles connected by their vertices.
    pub(super) pieces: Vec<u32>,
    /// Along which axis rays cross the fewest triangles, in the mean.
    axis: usize,
}

/// Where a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Inside,
    Outside,
    On,
}

/// For each vertex the first with the same coordinates, as many formats repeat them.
fn merged(mesh: &Mesh) -> Vec<u32> {
    let mut numbers: HashMap<[u64; 3], u32> = HashMap::with_capacity(mesh.vertices.len());
    let number = |(vertex, own): (&[f64; 3], u32)| {
        // Both signs of zero are the same number.
        let key = vertex.map(|x| (x + 0.0).to_bits());
        *numbers.entry(key).or_insert(own)
    };
    mesh.vertices.iter().zip(0..).map(number).collect()
}

/// The pieces of a surface of so many vertices: sets of those that triangles connect.
fn joined(triangles: impl Iterator<Item = [u32; 3]>, vertices: usize) -> Sets {
    let mut joined = Sets::new(vertices);
    for [a, b, c] in triangles {
        joined.join(a, b);
        joined.join(b, c);
    }
    joined
}

/// Whether each edge is run through as often one way as the other by the triangles beside it, so
/// that they all turn alike: then it is known how often a closed surface winds about a point.
pub(super) fn is_oriented(mesh: &Mesh) -> bool {
    let merged = merged(mesh);
    let corner = |i: &u32| merged.get(*i as usize).copied().unwrap_or_default();
    let edges =
        |[a, b, c]: &[u32; 3]| [(a, b), (b, c), (c, a)].map(|(p, q)| (corner(p), corner(q)));
    let mut ways: Vec<(u32, u32, bool)> = mesh
        .triangles
        .iter()
        .flat_map(edges)
        .filter(|(p, q)| p != q)
        .map(|(p, q)| (p.min(q), p.max(q), p < q))
        .collect();
    ways.sort_unstable();
    ways.chunk_by(|(p, q, _), (r, s, _)| (p, q) == (r, s))
        .all(|same| 2 * same.iter().filter(|(.., is_up)| *is_up).count() == same.len())
}

impl Surface {
    /// Vertices with equal coordinates count as one.
    pub(super) fn of(mesh: &Mesh) -> Self {
        let merged = merged(mesh);
        let corners = |t: &[u32; 3]| t.map(|i| merged.get(i as usize).copied().unwrap_or_default());
        let mut edges = Vec::with_capacity(3 * mesh.triangles.len());
        for [a, b, c] in mesh.triangles.iter().map(corners) {
            let ends = [(a, b), (b, c), (c, a)].into_iter().filter(|(p, q)| p != q);
            edges.extend(ends.map(|(p, q)| (p.min(q), p.max(q))));
        }
        let mut joined = joined(mesh.triangles.iter().map(corners), merged.len());
        edges.sort_unstable();
        let is_even = edges.chunk_by(|e, f| e == f).all(|same| same.len() % 2 == 0);
        drop(edges);
        let mut pieces: Vec<u32> =
            mesh.triangles.iter().map(|t| joined.least(corners(t)[0])).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces.shrink_to_fit();
        let mut all: Vec<[u32; 3]> = mesh.triangles.iter().map(corners).collect();
        all.iter_mut().for_each(|t| t.sort_unstable());
        all.sort_unstable();
        let (mut left, mut twice) = (Vec::new(), Vec::new());
        for same in all.chunk_by(|t, u| t == u) {
            let piece = same.first().map(|[a, ..]| joined.least(*a));
            if same.len() % 2 == 0 { twice.extend(piece) } else { left.extend(piece) }
        }
        left.sort_unstable();
        twice.sort_unstable();
        // Triangles that are there twice cancel, so that a piece of such alone has no inside. Two
        // of them, a pane, have none either way.
        let is_two_sided = twice
            .chunk_by(|p, q| p == q)
            .any(|same| matches!(same, [p, _, _, ..] if left.binary_search(p).is_err()));
        let mut piece = |t: &[u32; 3]| pieces.binary_search(&joined.least(corners(t)[0])).ok();
        let is_closed = is_even
            && !is_two_sided
            && !(encloses_nothing(mesh, pieces.len(), &mut piece) && is_oriented(mesh));
        Self { is_closed, pieces, axis: clearest_axis(mesh) }
    }
}

/// The sign of the volume of every piece of a surface whose triangles turn alike: 1 where their
/// normals lead out. `None` where they do not, or pieces differ, as hollows do.
pub(super) fn outward(mesh: &Mesh) -> Option<f64> {
    if !is_oriented(mesh) {
        return None;
    }
    let merged = merged(mesh);
    let corners = |t: &[u32; 3]| t.map(|i| merged.get(i as usize).copied().unwrap_or_default());
    let mut joined = joined(mesh.triangles.iter().map(corners), merged.len());
    let mut volumes = vec![0.0; merged.len()];
    for triangle in mesh.triangles.iter().map(corners) {
        let base = joined.least(triangle[0]);
        let at = |i: u32| mesh.vertices.get(i as usize).copied().map(xyz).unwrap_or_default();
        let [a, b, c] = triangle.map(|i| at(i) - at(base));
        volumes.get_mut(base as usize).into_iter().for_each(|sum| *sum += a.dot(b.cross(c)));
    }
    let mut signs = volumes.iter().filter(|volume| **volume != 0.0).map(|volume| volume.signum());
    let first = signs.next()?;
    signs.all(|sign| sign == first).then_some(first)
}

/// The axis along which a ray through the box of a mesh crosses the fewest triangles, in the mean:
/// across a stack of plates it crosses all of them.
fn clearest_axis(mesh: &Mesh) -> usize {
    let Extent { low, high } = Extent::of_points(mesh.vertices.iter().copied().map(xyz));
    let scale = 1.0 / (high - low).max_abs();
    let corners = |t: &[u32; 3]| t.map(|i| mesh.vertices.get(i as usize).copied().map(xyz));
    let mut shadows = Xyz::default();
    for triangle in &mesh.triangles {
        let [Some(a), Some(b), Some(c)] = corners(triangle) else { continue };
        shadows += ((b - a) * scale).cross((c - a) * scale).map(f64::abs);
    }
    let size = (high - low) * scale;
    let mean = |axis: usize| {
        let across = size.coordinate((axis + 1) % 3) * size.coordinate((axis + 2) % 3);
        shadows.coordinate(axis) / across
    };
    (1..3).fold(0, |best, axis| if mean(axis) < mean(best) { axis } else { best })
}

/// Whether a piece that is not flat has no volume: two-sided surfaces may be drawn by other
/// triangles on either side, as quads are that are cut along either diagonal.
fn encloses_nothing(
    mesh: &Mesh,
    pieces: usize,
    piece: &mut dyn FnMut(&[u32; 3]) -> Option<usize>,
) -> bool {
    /// In parts of the size: as little may be left of nothing by vertices that are `f32`.
    const NOTHING: f64 = 1e-7;
    const FLAT: f64 = 1e-6;
    /// Products below may be lost.
    const LEAST: f64 = 1e-200;
    #[derive(Clone, Copy, Default)]
    struct Sum {
        volume: f64,
        /// Twice the area, and how far it reaches: vertices that are off by a part of that change
        /// the volume by that part of their product.
        area: f64,
        reach: f64,
        /// The normal of the largest triangle, as long as this is large.
        normal: Xyz,
        base: Option<Xyz>,
        height: f64,
    }
    let corners = |t: &[u32; 3]| t.map(|i| mesh.vertices.get(i as usize).copied().map(xyz));
    let extent = Extent::of_points(mesh.vertices.iter().copied().map(xyz));
    let scale = 1.0 / (extent.high - extent.low).max_abs();
    let mut sums = vec![Sum::default(); pieces];
    for triangle in &mesh.triangles {
        let Some(sum) = piece(triangle).and_then(|at| sums.get_mut(at)) else { continue };
        let [Some(a), Some(b), Some(c)] = corners(triangle) else { continue };
        let arm = (a - *sum.base.get_or_insert(a)) * scale;
        let (u, v) = ((b - a) * scale, (c - a) * scale);
        let normal = u.cross(v);
        sum.volume += normal.dot(arm);
        sum.area += length(normal);
        let far = [arm, arm + u, arm + v].into_iter().map(length).fold(0.0, f64::max);
        sum.reach = sum.reach.max(far);
        if normal.length_squared() > sum.normal.length_squared() {
            sum.normal = normal;
        }
    }
    let is_empty = |sum: &Sum| {
        let most = sum.area * sum.reach;
        most > LEAST && sum.volume.abs() <= NOTHING * most
    };
    if !sums.iter().any(is_empty) {
        return false;
    }
    for triangle in &mesh.triangles {
        let Some(sum) = piece(triangle).and_then(|at| sums.get_mut(at)) else { continue };
        for corner in corners(triangle).into_iter().flatten() {
            let arm = (corner - sum.base.unwrap_or(corner)) * scale;
            sum.height = sum.height.max(sum.normal.dot(arm).abs());
        }
    }
    let is_flat = |sum: &Sum| !(sum.height > FLAT * sum.reach * length(sum.normal));
    sums.iter().any(|sum| is_empty(sum) && !is_flat(sum))
}

/// On which side of a closed surface a point is, both in the surface's frame; `None` if each of the
/// rays tried meets an edge.
///
/// A ray that meets no edge and no vertex crosses a surface an odd number of times from inside, and
/// an even number from outside, but where pieces overlap that turn alike: what these wind about
/// twice is inside both. Each crossing is decided by the signs of five exact determinants. Several
/// slightly different rays are tried, as one may meet an edge.
pub(super) fn side(point: Xyz, soup: &Soup, tree: &Tree) -> Option<Side> {
    let all = tree.extent();
    if all.apart(&Extent::of_points([point])) > 0.0 {
        return Some(Side::Outside);
    }
    let size = all.high - all.low;
    let length = size.x.max(size.y).max(size.z);
    let axis = soup.surface().axis;
    RAYS.iter().find_map(|[y, z]| {
        let end = |own: usize| match (own + 3 - axis) % 3 {
            0 => all.high.coordinate(own) + length,
            1 => point.coordinate(own) + y * length,
            _ => point.coordinate(own) + z * length,
        };
        along(point, Xyz::new(end(0), end(1), end(2)), soup, tree)
    })
}

/// How far each ray deviates from its axis; little, so that its box misses most triangles.
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
    // How often it leaves the surface, less how often it enters; odd where all crossings are.
    let (mut winding, mut on, mut is_clear) = (0_i64, false, true);
    let mut look = |triangle: &Triangle<Xyz>| match crossing(from, to, *triangle) {
        Some(Crossing::None) => {}
        Some(Crossing::Clear(way)) => winding += i64::from(way),
        Some(Crossing::AtStart) => on = true,
        None => is_clear = false,
    };
    let is_done = soup.wide_if_made().is_some_and(|wide| {
        wide.along([from, to - from], 0.0, 1.0, &mut Vec::new(), |_, triangle| {
            look(triangle);
            1.0
        })
    });
    if !is_done {
        tree.near(&Extent::of_points([from, to]), 0.0, |i| look(&soup.triangle(i)));
    }
    match (on, is_clear) {
        (true, _) => Some(Side::On),
        (false, false) => None,
        (false, true) if winding % 2 != 0 => Some(Side::Inside),
        (false, true) if winding != 0 && soup.is_oriented() => Some(Side::Inside),
        (false, true) => Some(Side::Outside),
    }
}

enum Crossing {
    None,
    /// 1 from the one side to the other, -1 back.
    Clear(i8),
    AtStart,
}

/// Whether a segment crosses a triangle; `None` where it meets the triangle's edge, or lies in its
/// plane.
fn crossing(from: Xyz, to: Xyz, Triangle { a, b, c }: Triangle<Xyz>) -> Option<Crossing> {
    if is_collinear(a, b, c)? {
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
    if turns.contains(&0) { None } else { Some(Crossing::Clear(start)) }
}

/// Exact; `None` where the numbers differ by too many orders of magnitude.
fn sign(a: Xyz, b: Xyz, c: Xyz, d: Xyz) -> Option<i8> {
    let value = |corners: [Xyz; 4]| {
        let [a, b, c, d] = corners.map(|Xyz { x, y, z }| Coord3D { x, y, z });
        orient3d(a, b, c, d)
    };
    let corners = [a, b, c, d];
    let first = value(corners);
    sign_of(if is_plain(first) { first } else { value(in_range(corners)?) })
}

/// Whether a determinant is beyond what products round away next to zero, whatever its factors.
fn is_plain(value: f64) -> bool {
    (1e-15..1e300).contains(&value.abs())
}

/// The corners times a power of two, which changes no sign, so that determinants of them are exact:
/// `None` where some would still leave the range of floats.
#[cold]
fn in_range<const N: usize>(corners: [Xyz; N]) -> Option<[Xyz; N]> {
    /// Products of three numbers within, and the errors of such products, are floats.
    const RANGE: std::ops::RangeInclusive<f64> = 1e-90..=1e90;
    let most = corners.iter().map(|v| v.max_abs()).fold(0.0, f64::max);
    // In steps of about 1e30, as one factor may be too large for a float.
    let factor = if most < 1e60 { 2.0_f64.powi(99) } else { 2.0_f64.powi(-99) };
    let is_done = |most: f64| most == 0.0 || (1e60..=*RANGE.end()).contains(&most);
    let sizes = std::iter::successors(Some(most), |most| Some(most * factor)).take(20);
    let count = sizes.into_iter().position(is_done)?;
    let scaled = corners.map(|v| (0..count).fold(v, |v, _| v * factor));
    let is_exact = |v: &Xyz| v.coordinates().iter().all(|x| *x == 0.0 || RANGE.contains(&x.abs()));
    scaled.iter().all(is_exact).then_some(scaled)
}

fn sign_of(value: f64) -> Option<i8> {
    match value.partial_cmp(&0.0)? {
        std::cmp::Ordering::Less => Some(-1),
        std::cmp::Ordering::Equal => Some(0),
        std::cmp::Ordering::Greater => Some(1),
    }
}

/// Exact: the projections onto the three coordinate planes have no area.
fn is_collinear(a: Xyz, b: Xyz, c: Xyz) -> Option<bool> {
    const SHADOWS: [fn(Xyz) -> Coord<f64>; 3] =
        [|v| Coord { x: v.x, y: v.y }, |v| Coord { x: v.y, y: v.z }, |v| Coord { x: v.z, y: v.x }];
    let area = |[a, b, c]: [Xyz; 3], shadow: fn(Xyz) -> Coord<f64>| {
        orient2d(shadow(a), shadow(b), shadow(c))
    };
    let corners = [a, b, c];
    if SHADOWS.iter().any(|shadow| is_plain(area(corners, *shadow))) {
        return Some(false);
    }
    let corners = in_range(corners)?;
    Some(SHADOWS.iter().all(|shadow| area(corners, *shadow) == 0.0))
}
