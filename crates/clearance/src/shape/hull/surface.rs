//! What `convexity` needs of a mesh and of the surface of a solid hull.

use alloc::vec;
use alloc::vec::Vec;

use crate::certify;
use crate::math::Xyz;

use super::convexity::ConvexityError;
use super::facet_plane::{FacetPlane, below, dot, minus, wide_triangle};
use super::predicates::height;
use super::{Face, Hull3};

/// The facets of a solid hull, found from outside by climbing.
pub(super) struct Surface<'a> {
    hull: &'a Hull3,
    corners: Vec<[f64; 3]>,
    facets: Vec<MeshFacet>,
    /// The facets around each corner, stored as [`super::Neighbours`] are.
    facet_starts: Vec<u32>,
    facet_list: Vec<u32>,
    /// Which corner each point is.
    corner_of: Vec<Option<u32>>,
}

/// A facet by three of its corners, for exact questions, and by its half-space, for lengths.
#[derive(Clone, Copy)]
pub(super) struct MeshFacet {
    triangle: [[f64; 3]; 3],
    pub(super) plane: FacetPlane<3>,
}

/// A facet near to a triangle, and how deep below it the triangle reaches.
#[derive(Clone, Copy)]
pub(super) struct Near {
    pub(super) bound: f64,
    pub(super) facet: MeshFacet,
}

/// Around most corners there are six facets.
const FEW: usize = 16;

impl MeshFacet {
    fn of(around: &[[f64; 3]]) -> Option<Self> {
        let triangle = wide_triangle(around)?;
        // A facet too thin for double-double has no usable normal and is left to its neighbours.
        let unbounded = FacetPlane { normal: [0.0; 3], offset: f64::INFINITY };
        Some(Self { triangle, plane: below(triangle).unwrap_or(unbounded) })
    }

    /// Whether a triangle within the hull lies in this facet: whether its corners lie in the plane.
    pub(super) fn holds(&self, triangle: [[f64; 3]; 3]) -> bool {
        triangle.iter().all(|&p| height(self.triangle, p) == 0.0)
    }

    /// The depth of the deepest corner: no point of the triangle is deeper below the hull.
    fn bound(&self, triangle: [[f64; 3]; 3]) -> f64 {
        triangle.map(|p| self.plane.depth(p)).into_iter().fold(f64::NEG_INFINITY, f64::max)
    }
}

impl<'a> Surface<'a> {
    pub(super) fn of(hull: &'a Hull3, points: &[[f64; 3]]) -> Self {
        let corners: Vec<[f64; 3]> = hull.vertices.iter().map(|&v| at(points, v)).collect();
        let around = |face: &Face| face.vertices.iter().map(|&v| at(&corners, v)).collect();
        let loops = hull.faces.iter().map(around);
        let facets = loops.filter_map(|around: Vec<[f64; 3]>| MeshFacet::of(&around)).collect();
        let mut sides: Vec<(u32, u32)> = (0_u32..)
            .zip(&hull.faces)
            .flat_map(|(f, face)| face.vertices.iter().map(move |&v| (v, f)))
            .collect();
        sides.sort_unstable();
        let mut facet_starts = vec![0; corners.len() + 1];
        for (count, (v, _)) in (1..).zip(&sides) {
            if let Some(end) = facet_starts.get_mut(*v as usize + 1) {
                *end = count;
            }
        }
        let facet_list = sides.into_iter().map(|(_, f)| f).collect();
        let mut corner_of = vec![None; points.len()];
        for (corner, &point) in (0..).zip(&hull.vertices) {
            if let Some(place) = corner_of.get_mut(point as usize) {
                *place = Some(corner);
            }
        }
        Self { hull, corners, facets, facet_starts, facet_list, corner_of }
    }

    pub(super) fn planes(&self) -> Vec<FacetPlane<3>> {
        self.facets.iter().map(|facet| facet.plane).collect()
    }

    fn facets_around(&self, corner: u32) -> &[u32] {
        let bounds = self.facet_starts.get(corner as usize..corner as usize + 2);
        let Some(&[from, to]) = bounds else { return &[] };
        self.facet_list.get(from as usize..to as usize).unwrap_or_default()
    }

    /// Whether a triangle lies in a facet around one of its corners that has few around it: a
    /// cone's tip has all of its sides around it, the corners of the rim have three. Otherwise the
    /// triangle may still lie in a facet.
    pub(super) fn holds(&self, points: [u32; 3], triangle: [[f64; 3]; 3]) -> bool {
        let corners = points.iter().filter_map(|&p| *self.corner_of.get(p as usize)?);
        let around = corners.map(|corner| self.facets_around(corner)).min_by_key(|list| list.len());
        let around = around.filter(|list| list.len() <= FEW).unwrap_or_default();
        let mut facets = around.iter().filter_map(|&f| self.facets.get(f as usize));
        facets.any(|facet| facet.holds(triangle))
    }

    /// A facet that a triangle of the mesh is likely to lie in, or near to, if the hull lies on the
    /// side of the triangle that `outward` leads away from.
    ///
    /// If a triangle lies in a facet, the hull corner farthest along its normal is one of that
    /// facet. The search for the corner begins at `seat` and stores the result there, so the next
    /// triangle should have a similar normal. Roundoff may mislead; that only costs time.
    pub(super) fn facet_near(
        &self,
        triangle: [[f64; 3]; 3],
        outward: Option<[f64; 3]>,
        seat: &mut u32,
    ) -> Option<Near> {
        if let Some(normal) = outward {
            let reach = |v: &u32| dot(normal, at(&self.corners, *v));
            let mut highest = reach(seat);
            // Each step gains, so no corner is visited twice.
            while let Some(up) =
                some(self.hull.neighbours.of(*seat)).max_by(|v, w| reach(v).total_cmp(&reach(w)))
                && reach(up) > highest
            {
                (*seat, highest) = (*up, reach(up));
            }
        }
        let facets = some(self.facets_around(*seat)).filter_map(|&f| self.facets.get(f as usize));
        let bounded = facets.map(|facet| (facet.bound(triangle), facet));
        let (bound, facet) = bounded.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(Near { bound, facet: *facet })
    }

    /// Six times the volume of the hull, summed from `inner`, a point of it.
    pub(super) fn six_volumes(&self, inner: [f64; 3]) -> f64 {
        let of_face = |face: &Face| {
            let around: Vec<[f64; 3]> =
                face.vertices.iter().map(|&v| at(&self.corners, v)).collect();
            let apex = at(&around, 0);
            let fan = around.windows(2).skip(1);
            fan.map(|side| six_volumes([apex, at(side, 0), at(side, 1)], inner)).sum::<f64>()
        };
        self.hull.faces.iter().map(of_face).sum()
    }
}

/// The items of a list, evenly left out where they are many: all others may be neighbours of one
/// corner, and looking at them for every triangle took time by the square.
fn some(list: &[u32]) -> impl Iterator<Item = &u32> {
    const MANY: usize = 64;
    list.iter().step_by(list.len() / MANY + 1)
}

/// The point with this number; the callers made the numbers for `points`.
pub(super) fn at<const D: usize>(points: &[[f64; D]], index: u32) -> [f64; D] {
    debug_assert!((index as usize) < points.len(), "no point {index}");
    points.get(index as usize).copied().unwrap_or([0.0; D])
}

/// The places of triangles in an order in which neighbours have similar normals: along a curve
/// through the boxes of a grid on the normals (Morton 1966). In the order of a file the next
/// triangle may face anywhere.
pub(super) fn by_normal(triangles: impl Iterator<Item = [[f64; 3]; 3]>) -> Vec<u32> {
    let key = |[a, b, c]: [[f64; 3]; 3]| {
        let [[ux, uy, uz], [vx, vy, vz]] = [minus(b, a), minus(c, a)];
        let normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
        let length = libm::sqrt(dot(normal, normal));
        // From -1 to 1 in 1024 steps; NaN, of triangles without area, becomes 0.
        let cells = normal.map(|x| (512.0 * (x / length + 1.0)).min(1023.0) as u32);
        cells.into_iter().fold(0, |key, cell| key << 1 | spread_out(cell))
    };
    let mut keyed: Vec<(u32, u32)> = triangles.map(key).zip(0..).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, place)| place).collect()
}

/// Ten bits with two zeros between each.
const fn spread_out(cell: u32) -> u32 {
    let x = cell & 0x3ff;
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}

/// Six times the volume of the tetrahedron over `inner`, positive when the triangle is
/// counter-clockwise from outside, to within some roundings of itself. Volumes are compared in
/// sixths, so those of integer coordinates are not rounded.
pub(super) fn six_volumes([a, b, c]: [[f64; 3]; 3], inner: [f64; 3]) -> f64 {
    let at = |[x, y, z]: [f64; 3]| Xyz::new(x, y, z);
    certify::measured_volume(at(a), at(b), at(c), at(inner))
}

/// A mesh of the vertices that its triangles use.
pub(super) struct Soup {
    pub(super) points: Vec<[f64; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Soup {
    pub(super) fn checked(
        vertices: &[[f64; 3]],
        triangles: &[[u32; 3]],
    ) -> Result<Self, ConvexityError> {
        let is_finite = |p: &[f64; 3]| p.iter().all(|x| x.is_finite());
        if let Some(vertex) = vertices.iter().position(|p| !is_finite(p)) {
            return Err(ConvexityError::NotFinite { vertex });
        }
        if triangles.is_empty() {
            return Err(ConvexityError::Empty);
        }
        let mut soup = Self { points: Vec::new(), triangles: Vec::with_capacity(triangles.len()) };
        let mut numbers: Vec<Option<u32>> = vec![None; vertices.len()];
        for (index, triangle) in triangles.iter().enumerate() {
            let mut renumbered = *triangle;
            for corner in &mut renumbered {
                let v = *corner as usize;
                let (Some(number), Some(point)) = (numbers.get_mut(v), vertices.get(v)) else {
                    return Err(ConvexityError::NoSuchVertex { triangle: index });
                };
                *corner = *number.get_or_insert_with(|| {
                    soup.points.push(*point);
                    (soup.points.len() - 1) as u32
                });
            }
            soup.triangles.push(renumbered);
        }
        Ok(soup)
    }

    /// The triangles by their corners.
    pub(super) fn corners(&self) -> impl Iterator<Item = [[f64; 3]; 3]> {
        self.triangles.iter().map(|triangle| triangle.map(|v| at(&self.points, v)))
    }

    /// Whether every edge, between positions, is traversed as often in one direction as in the
    /// other: the condition for the divergence theorem to give an enclosed volume.
    pub(super) fn is_closed(&self) -> bool {
        self.unmatched(|_| false).is_empty()
    }

    /// The other edges, where some triangles are turned over.
    pub(super) fn unmatched(&self, turned: impl Fn([[f64; 3]; 3]) -> bool) -> Vec<(u32, u32)> {
        let welded = self.welded();
        let name = |v: u32| welded.get(v as usize).copied().unwrap_or(v);
        // Traversals from the smaller number to the larger and back are counted separately.
        let mut passages: Vec<(u32, u32, bool)> = Vec::with_capacity(3 * self.triangles.len());
        for (triangle, corners) in self.triangles.iter().zip(self.corners()) {
            let [a, b, c] = triangle.map(name);
            let edges = [(a, b), (b, c), (c, a)];
            let is_turned = turned(corners);
            let proper = edges.into_iter().filter(|(from, to)| from != to);
            passages.extend(
                proper.map(|(from, to)| (from.min(to), from.max(to), (from < to) != is_turned)),
            );
        }
        passages.sort_unstable();
        let same_edge = |p: &(u32, u32, bool), q: &(u32, u32, bool)| (p.0, p.1) == (q.0, q.1);
        passages
            .chunk_by(same_edge)
            .filter(|edge| 2 * edge.iter().filter(|passage| passage.2).count() != edge.len())
            .filter_map(|edge| edge.first().map(|(low, high, _)| (*low, *high)))
            .collect()
    }

    /// The same with each triangle once, whichever way it faces.
    pub(super) fn distinct(&self) -> Self {
        let welded = self.welded();
        let name = |v: u32| welded.get(v as usize).copied().unwrap_or(v);
        let sorted = |triangle: &[u32; 3]| {
            let mut names = triangle.map(name);
            names.sort_unstable();
            names
        };
        let mut triangles: Vec<[u32; 3]> = self.triangles.iter().map(sorted).collect();
        triangles.sort_unstable();
        triangles.dedup();
        Self { points: self.points.clone(), triangles }
    }

    /// For each point the first point at the same position.
    fn welded(&self) -> Vec<u32> {
        let mut order: Vec<(u32, [f64; 3])> = (0..).zip(self.points.iter().copied()).collect();
        // Finite coordinates compare totally, -0 equal to 0; the sort is stable.
        order.sort_by(|a, b| a.1.partial_cmp(&b.1).unwrap_or(core::cmp::Ordering::Equal));
        let mut names = vec![0; self.points.len()];
        for same in order.chunk_by(|a, b| a.1 == b.1) {
            let name = same.first().map_or(0, |first| first.0);
            for (v, _) in same {
                if let Some(slot) = names.get_mut(*v as usize) {
                    *slot = name;
                }
            }
        }
        names
    }
}
