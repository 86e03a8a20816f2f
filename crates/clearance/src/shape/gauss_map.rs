//! Which vertices a direction can mean: the Gauss map of a hull, in cells.
//!
//! The directions are cut into cells, squares on the faces of a cube. Each cell lists the vertices
//! whose normal cones it may meet; a support point is found by a scan of one short list, whose
//! length, unlike that of a climb, grows neither with the hull nor with the way from the last
//! direction.
//!
//! A cell is a cone, and heights are linear: a vertex lower than some other along all four corners
//! of the cell is lower along all its directions, and left out. The rounding error of heights is a
//! margin of that comparison, so that a scan of the list finds what a scan of all vertices does.

use alloc::vec::Vec;

use crate::list::item;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Scalar, Space};

use super::columns::{Block, LANES, block, farthest_of, point_of};

/// Fewer vertices are faster to scan than to look up.
const FEWEST: usize = 100;

/// Vertices a cell, in the mean over all cells, if every vertex were in one. Fewer make larger
/// tables, more longer scans.
const VERTICES_A_CELL: usize = 2;

/// The finest map has this many cells along a side of the cube.
const FINEST: usize = 64;

/// A map whose lists are longer together than this many times all vertices is made coarser. Most
/// lists are about four times as long; those of flat hulls, whose vertices' normal cones are slices
/// from pole to pole, are longer.
const LISTED_AT_MOST: usize = 8;

/// Groups that are scanned even if the cell's list has fewer: most have 2 or 3, and a misprediction
/// would delay the other shape's scan. The groups that follow are the next cell's: vertices too,
/// and no higher than the highest.
const AT_ONCE: u32 = 3;

/// How far cells overlap, so that rounding cannot bring a direction into the wrong one.
const OVERLAP: f64 = 1e-9;

/// Some vertices of a cell's list. In the scalar of the shape, unlike other columns: a large hull's
/// map is usually read from memory, and for `f32` this is one cache line.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(64))]
struct Group<T> {
    points: Block<T>,
    vertices: [u32; LANES],
}

/// See the [module](self).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GaussMap<T> {
    /// Cells along a side of the cube.
    side: usize,
    /// Where each cell's groups begin, and where the last one's end. By face, then row by row.
    starts: Vec<u32>,
    /// The last one is repeated as often as may be scanned at once.
    groups: Vec<Group<T>>,
}

impl<T: Scalar> GaussMap<T> {
    /// `None` in the plane, and where a plain scan is as fast. The points are of the scalar `T`,
    /// widened.
    pub(super) fn new<S: Space>(points: &[S]) -> Option<Self> {
        let count = u32::try_from(points.len()).ok()?;
        if S::DIM != 3 || points.len() < FEWEST {
            return None;
        }
        let reach = points.iter().fold(0.0, |most: f64, p| most.max(p.max_abs()));
        let all: Vec<u32> = (0..count).collect();
        let cells = points.len() / (6 * VERTICES_A_CELL);
        let mut lists: Vec<Vec<u32>> =
            (0..6).map(|face| MapCell::new(face, 1, 0, 0).meant(points, &all, reach)).collect();
        let mut side = 1;
        while side < FINEST && 4 * side * side <= cells {
            let finer = finer(points, &lists, side, reach);
            if finer.iter().map(Vec::len).sum::<usize>() > LISTED_AT_MOST * points.len() {
                break;
            }
            (lists, side) = (finer, 2 * side);
        }
        let mut map = Self { side, starts: Vec::new(), groups: Vec::new() };
        for list in &lists {
            map.starts.push(Self::start(&map.groups)?);
            for chunk in list.chunks(LANES) {
                let members: Vec<S> = chunk.iter().map(|v| item(points, *v as usize)).collect();
                let last = chunk.last().copied().unwrap_or_default();
                let vertices = core::array::from_fn(|i| chunk.get(i).copied().unwrap_or(last));
                map.groups.push(Group { points: block(&members), vertices });
            }
        }
        map.starts.push(Self::start(&map.groups)?);
        if let Some(last) = map.groups.last().cloned() {
            map.groups.resize(map.groups.len() + AT_ONCE as usize - 1, last);
        }
        Some(map)
    }

    /// Where the next group begins, if its places have numbers of 32 bits.
    fn start(groups: &[Group<T>]) -> Option<u32> {
        u32::try_from(groups.len() * LANES).ok().map(|places| places / LANES as u32)
    }

    /// The place of a vertex farthest along `direction`; among equals the first, or a later one in
    /// an earlier lane.
    #[inline(always)]
    pub(super) fn farthest<S: Space>(&self, direction: S) -> u32 {
        let cell = self.cell_of(direction);
        let bounds = self.starts.get(cell).zip(self.starts.get(cell + 1));
        let (from, to) = bounds.map_or((0, 0), |(from, to)| (*from, *to));
        let groups = self.groups.get(from as usize..to.max(from + AT_ONCE) as usize);
        let blocks = groups.unwrap_or_default().iter().map(|group| &group.points);
        // There are fewer places than 32 bits can number, or there would be no map.
        from * LANES as u32 + farthest_of(blocks, direction)
    }

    /// The vertex stored at a place, and its index.
    #[inline]
    pub(super) fn vertex<S: Space>(&self, place: u32) -> (u32, S) {
        let (group, lane) = (place as usize / LANES, place as usize % LANES);
        self.groups.get(group).map_or_else(Default::default, |Group { points, vertices }| {
            (item(vertices, lane), point_of(points, lane))
        })
    }

    #[inline(always)]
    fn cell_of<S: Space>(&self, direction: S) -> usize {
        let [x, y, z] = [0, 1, 2].map(|i| direction.coordinate(i));
        // Bits but for the sign are ordered as magnitudes are.
        let [to_x, to_y, to_z] = [x, y, z].map(|x| x.to_bits() << 1);
        // Which axis is unpredictable, so no branch depends on it: its coordinates are read by
        // index.
        let axis = if to_z > to_x.max(to_y) { 2 } else { usize::from(to_y > to_x) };
        let coordinate = |i: usize| item(&[x, y, z, x, y], i);
        let (along, u, v) = (coordinate(axis), coordinate(axis + 1), coordinate(axis + 2));
        let face = 2 * axis + usize::from(along < 0.0);
        let per_along = 1.0 / along.abs();
        #[allow(clippy::cast_precision_loss)] // At most 64.
        let half = 0.5 * self.side as f64;
        let step = |offset: f64| {
            // Not negative, but for an invalid direction.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let step = ((offset * per_along + 1.0) * half) as i32 as usize;
            step.min(self.side - 1)
        };
        (face * self.side + step(v)) * self.side + step(u)
    }
}

/// A map with four cells for each cell of one of the given side.
fn finer<S: Space>(points: &[S], lists: &[Vec<u32>], side: usize, reach: f64) -> Vec<Vec<u32>> {
    let finer = 2 * side;
    let mut cells = Vec::with_capacity(4 * lists.len());
    for face in 0..6 {
        for row in 0..finer {
            for column in 0..finer {
                let parent = lists.get((face * side + row / 2) * side + column / 2);
                let cell = MapCell::new(face, finer, row, column);
                cells.push(cell.meant(points, parent.map_or(&[][..], Vec::as_slice), reach));
            }
        }
    }
    cells
}

/// A square on a face of the cube of directions: its four corners, and its middle, along which a
/// vertex is highest that leaves few others.
struct MapCell<S>([S; 5]);

/// The vertices of a list that remain after comparison with a few rivals are compared each with
/// each if there are no more than this.
const FEW: usize = 64;

impl<S: Space> MapCell<S> {
    fn new(face: usize, side: usize, row: usize, column: usize) -> Self {
        let axis = face / 2;
        let along = if face % 2 == 1 { -1.0 } else { 1.0 };
        #[allow(clippy::cast_precision_loss)] // At most 64.
        let span = |step: usize| {
            let width = 2.0 / side as f64;
            let from = step as f64 * width - 1.0;
            (from - OVERLAP, from + width + OVERLAP)
        };
        let ((u0, u1), (v0, v1)) = (span(column), span(row));
        let middle = (0.5 * (u0 + u1), 0.5 * (v0 + v1));
        Self([(u0, v0), (u1, v0), (u0, v1), (u1, v1), middle].map(|(u, v)| {
            S::axis(axis) * along + S::axis((axis + 1) % 3) * u + S::axis((axis + 2) % 3) * v
        }))
    }

    /// Those of the named vertices that may be farthest along a direction of the cell.
    fn meant(&self, points: &[S], named: &[u32], reach: f64) -> Vec<u32> {
        // A direction is a sum of the corners with weights that add up to its largest coordinate.
        // In units of that, heights along it and along a corner are good to 9 u of `reach` (three
        // products and their sums), for either vertex: 36 u.
        let margin = 40.0 * UNIT_ROUNDOFF * reach;
        let heights = |vertex: u32| {
            let point = item(points, vertex as usize);
            self.0.map(|direction| point.dot(direction))
        };
        let mut left: Vec<(u32, [f64; 5])> = named.iter().map(|v| (*v, heights(*v))).collect();
        let highest = |i: usize| {
            let along = |(_, heights): &(u32, [f64; 5])| heights.get(i).copied();
            left.iter().reduce(|a, b| if along(b) > along(a) { b } else { a }).copied()
        };
        // All five are compared, since which decides is unpredictable.
        let is_below = |low: &[f64; 5], high: &[f64; 5]| {
            low.iter().zip(high).fold(true, |all, (low, high)| all & (*low + margin < *high))
        };
        let rivals: Vec<(u32, [f64; 5])> = (0..5).filter_map(highest).collect();
        left.retain(|(_, heights)| !rivals.iter().any(|(_, rival)| is_below(heights, rival)));
        let rivals = if left.len() <= FEW { left.clone() } else { rivals };
        left.retain(|(_, heights)| !rivals.iter().any(|(_, rival)| is_below(heights, rival)));
        left.into_iter().map(|(vertex, _)| vertex).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::cast_precision_loss, clippy::indexing_slicing)]

    use super::*;
    use crate::math::Xyz;

    /// A golden spiral on an ellipsoid: all of its points are vertices.
    fn spiral(count: u32, radii: Xyz, center: Xyz) -> Vec<Xyz> {
        let point = |i: u32| {
            let z = 1.0 - (2.0 * f64::from(i) + 1.0) / f64::from(count);
            let (sin, cos) = libm::sincos(2.399_963_229_728_653 * f64::from(i));
            let across = libm::sqrt(1.0 - z * z);
            center + Xyz::new(radii.x * across * cos, radii.y * across * sin, radii.z * z)
        };
        (0..count).map(point).collect()
    }

    fn ring(count: u32, height: f64) -> impl Iterator<Item = Xyz> {
        (0..count).map(move |i| {
            let (sin, cos) = libm::sincos(core::f64::consts::TAU * f64::from(i) / f64::from(count));
            Xyz::new(cos, sin, height)
        })
    }

    fn bodies() -> Vec<(&'static str, Vec<Xyz>)> {
        let origin = Xyz::default();
        alloc::vec![
            ("round", spiral(1000, Xyz::splat(1.0), origin)),
            ("few", spiral(FEWEST as u32, Xyz::new(1.0, 0.7, 0.5), origin)),
            ("far from its origin", spiral(300, Xyz::splat(1.0), Xyz::new(1e6, -3e5, 7.0))),
            ("thin", spiral(300, Xyz::new(1.0, 1e-9, 2.0), origin)),
            ("tiny", spiral(300, Xyz::splat(1e-200), origin)),
            ("a drum, whose ends tie", ring(100, -1.0).chain(ring(100, 1.0)).collect()),
            ("a disc", ring(500, 0.0).collect()),
            ("two points, often", alloc::vec![Xyz::axis(0), -Xyz::axis(0)].repeat(60)),
        ]
    }

    fn sought() -> Vec<Xyz> {
        let mut directions: Vec<Xyz> = spiral(2000, Xyz::splat(1.0), Xyz::default());
        // Where cells meet, and next to it.
        for u in -8..=8 {
            for v in -8..=8 {
                let (u, v) = (f64::from(u) / 8.0, f64::from(v) / 8.0);
                for nudge in [-1e-16, 0.0, 1e-16] {
                    directions.push(Xyz::new(1.0, u + nudge, v));
                    directions.push(Xyz::new(v, -1.0 + nudge, u));
                    directions.push(Xyz::new(u, v, -1.0 - nudge));
                }
            }
        }
        let scaled = |scale: f64| directions.iter().map(move |d| *d * scale).collect::<Vec<_>>();
        [directions.clone(), scaled(1e-300), scaled(1e300)].concat()
    }

    fn highest_are_found<T: Scalar>() {
        for (body, points) in bodies() {
            let points: Vec<Xyz> =
                points.iter().map(|p| p.map(|x| T::from_f64(x).to_f64())).collect();
            let map = GaussMap::<T>::new(&points).unwrap();
            for direction in sought() {
                let (vertex, point) = map.vertex::<Xyz>(map.farthest(direction));
                assert_eq!(points[vertex as usize], point, "{body} {direction:?}");
                let highest = points.iter().map(|p| p.dot(direction)).fold(f64::MIN, f64::max);
                assert_eq!(point.dot(direction), highest, "{body} {direction:?}");
            }
        }
    }

    #[test]
    fn a_list_holds_a_vertex_as_high_as_any() {
        highest_are_found::<f64>();
        highest_are_found::<f32>();
    }

    #[test]
    fn lists_are_short() {
        for count in [100, 256, 1000, 4000] {
            let points = spiral(count, Xyz::new(1.0, 0.8, 0.6), Xyz::default());
            let map = GaussMap::<f64>::new(&points).unwrap();
            let mean = (map.groups.len() * LANES) as f64 / (6 * map.side * map.side) as f64;
            assert!(mean <= 16.0, "{count} vertices: {mean} a list");
        }
    }

    #[test]
    fn nothing_is_no_direction_and_finds_a_vertex_all_the_same() {
        let points = spiral(200, Xyz::splat(1.0), Xyz::default());
        let map = GaussMap::<f64>::new(&points).unwrap();
        for direction in [Xyz::default(), Xyz::splat(f64::NAN), Xyz::splat(f64::INFINITY)] {
            let (vertex, point) = map.vertex::<Xyz>(map.farthest(direction));
            assert_eq!(points[vertex as usize], point);
        }
    }
}
