//! Faces that are one but for the rounding of their corners: a box whose corners were turned has
//! twelve triangles, of which two and two make a side. Shapes touch along the side.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::contact::wide;
use crate::list;
use crate::math::tolerance::exponent_to_unit;
use crate::math::{Scalar, Space, Vector, Xyz, larger, power_of_two, smaller};

use super::faceted::Side;
use super::hull::Face;

/// Corners of one face are as near as this to its plane, as a part of the hull's reach: some
/// roundings of `f32`, in which most meshes are stored.
const FLAT: f64 = 1e-6;

/// And as a part of the radius of a ball inside, so that no thin hull becomes flat.
const THIN: f64 = 1e-4;

/// See the [module](self).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Joined<S> {
    /// For each face the number of the one it belongs to.
    of: Box<[Option<u32>]>,
    faces: Box<[JoinedFace<S>]>,
}

/// Several faces of a hull as one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct JoinedFace<S> {
    /// Outwards, of unit length.
    pub(super) normal: S,
    /// Those around it, counter-clockwise from outside.
    pub(super) corners: Box<[u32]>,
    /// How far a corner is off its plane, at most, also of those within.
    pub(super) unevenness: f64,
}

impl<S: Space> Joined<S> {
    /// For a hull of space with this reach and a ball of this radius inside; `None` where no faces
    /// are one.
    pub(super) fn new<V: Vector<Space = S>>(
        faces: &[Face],
        vertices: &[V],
        [reach, inradius]: [f64; 2],
    ) -> Option<Self> {
        let mesh = FaceMesh::new(faces, vertices, power_of_two(exponent_to_unit(reach)));
        let within = smaller(FLAT * reach, THIN * inradius) * mesh.per_unit;
        if !(within > 0.0) {
            return None;
        }
        let seeds = largest_first(faces.iter().map(|face| mesh.area(&face.vertices)));
        let mut joined = Vec::new();
        let mut of = vec![None; faces.len()];
        let mut is_tried = vec![false; faces.len()];
        for seed in seeds {
            let members = mesh.flat_about(seed, within, &mut is_tried);
            let Some(corners) = mesh.outline(&members, within).filter(|_| members.len() > 1) else {
                continue;
            };
            let Some(normal) = mesh.area(&corners).try_normalize() else { continue };
            let unevenness = mesh.unevenness(&members, &corners, normal) / mesh.per_unit;
            let number = u32::try_from(joined.len()).ok();
            for member in members {
                if let Some(of) = of.get_mut(member) {
                    *of = number;
                }
            }
            let normal = S::from_xyz(normal.x, normal.y, normal.z);
            joined.push(JoinedFace { normal, corners: corners.into(), unevenness });
        }
        (!joined.is_empty()).then(|| Self { of: of.into(), faces: joined.into() })
    }

    /// For a polygon with these corners: edges that are one but for rounding.
    pub(super) fn of_plane<V: Vector<Space = S>>(
        vertices: &[V],
        [reach, inradius]: [f64; 2],
    ) -> Option<Self> {
        let per_unit = power_of_two(exponent_to_unit(reach));
        let within = smaller(4.0 * V::Scalar::EPSILON * reach, THIN * inradius);
        let count = vertices.len();
        if !(within > 0.0) || count < 4 {
            return None;
        }
        let at = |corner: usize| {
            let vertex = vertices.get(corner % count).copied();
            vertex.map_or(Xyz::default(), |vertex| wide(vertex.to_space() * per_unit))
        };
        let along = |edge: usize| at(edge + 1) - at(edge);
        let seeds = largest_first((0..count).map(along));
        let mut joined = Vec::new();
        let mut of = vec![None; count];
        let mut is_tried = vec![false; count];
        for seed in seeds {
            let Some(direction) = along(seed).try_normalize() else { continue };
            let on_line = |corner: usize| {
                let off = (at(corner) - at(seed)).cross(direction).z.abs();
                off <= within * per_unit
            };
            // From the seed on, both ways, each edge once.
            let mut take = |edge: usize, corner: usize| {
                let tried = is_tried.get_mut(edge % count).filter(|tried| !**tried);
                let goes_on = on_line(corner) && along(edge % count).dot(direction) > 0.0;
                tried.filter(|_| goes_on).map(|tried| *tried = true).is_some()
            };
            if !take(seed, seed) {
                continue;
            }
            let (mut from, mut to) = (seed, seed + 1);
            while take(to, to + 1) {
                to += 1;
            }
            while take((from + count - 1) % count, (from + count - 1) % count) {
                from = (from + count - 1) % count;
            }
            let ends = [from % count, to % count];
            let chord = at(to) - at(from);
            let normal = Xyz::new(chord.y, -chord.x, 0.0).try_normalize();
            let Some(normal) = normal.filter(|_| ends != [seed, (seed + 1) % count]) else {
                continue;
            };
            let number = u32::try_from(joined.len()).ok();
            let mut unevenness = 0.0;
            let mut edge = ends[0];
            while edge != ends[1] {
                unevenness = larger(unevenness, (at(edge) - at(to)).dot(normal).abs());
                if let Some(of) = of.get_mut(edge) {
                    *of = number;
                }
                edge = (edge + 1) % count;
            }
            let corners = ends.map(list::count);
            let normal = S::from_xyz(normal.x, normal.y, 0.0);
            let unevenness = unevenness / per_unit;
            joined.push(JoinedFace { normal, corners: corners.into(), unevenness });
        }
        (!joined.is_empty()).then(|| Self { of: of.into(), faces: joined.into() })
    }
}

impl<S: Copy> Joined<S> {
    /// How many sides there are.
    pub(super) fn count(&self) -> u32 {
        list::count(self.faces.len())
    }

    /// One of them.
    pub(super) fn side(&self, number: u32) -> Option<Side<'_, S>> {
        let JoinedFace { normal, corners, unevenness } = self.faces.get(number as usize)?;
        Some(Side { normal: *normal, corners, unevenness: *unevenness })
    }

    #[cfg(test)]
    pub(super) fn faces(&self) -> &[JoinedFace<S>] {
        &self.faces
    }

    /// The number of the joined face that a face is part of.
    pub(super) fn of(&self, face: u32) -> Option<u32> {
        self.of.get(face as usize).copied().flatten()
    }
}

/// Where faces or edges stand, from the largest on: the planes of slivers are uncertain.
fn largest_first(sizes: impl Iterator<Item = Xyz>) -> impl Iterator<Item = usize> {
    let mut seeds: Vec<(f64, usize)> = sizes.map(Xyz::length_squared).zip(0..).collect();
    seeds.sort_unstable_by(|(p, i), (q, j)| q.total_cmp(p).then(i.cmp(j)));
    seeds.into_iter().map(|(_, place)| place)
}

/// Faces by their corners, and which face is on the other side of each edge.
struct FaceMesh<'h, V> {
    faces: &'h [Face],
    vertices: &'h [V],
    per_unit: f64,
    /// Each edge of each face, from and to, sorted.
    edges: Vec<([u32; 2], usize)>,
}

impl<'h, V: Vector> FaceMesh<'h, V> {
    fn new(faces: &'h [Face], vertices: &'h [V], per_unit: f64) -> Self {
        let around = |(index, face): (usize, &'h Face)| edges(face).map(move |edge| (edge, index));
        let mut edges: Vec<_> = faces.iter().enumerate().flat_map(around).collect();
        edges.sort_unstable();
        Self { faces, vertices, per_unit, edges }
    }

    fn at(&self, corner: u32) -> Xyz {
        let vertex = self.vertices.get(corner as usize).copied();
        vertex.map_or(Xyz::default(), |vertex| wide(vertex.to_space() * self.per_unit))
    }

    fn across(&self, [from, to]: [u32; 2]) -> Option<usize> {
        let place = self.edges.binary_search_by_key(&[to, from], |(edge, _)| *edge).ok()?;
        self.edges.get(place).map(|(_, face)| *face)
    }

    /// Twice the area of a loop, along its normal.
    fn area(&self, corners: &[u32]) -> Xyz {
        let first = corners.first().map_or(Xyz::default(), |corner| self.at(*corner));
        let spokes = || corners.iter().skip(1).map(|corner| self.at(*corner) - first);
        spokes().zip(spokes().skip(1)).fold(Xyz::default(), |sum, (p, q)| sum + p.cross(q))
    }

    /// A face and all around it whose corners are in its plane; none of them is tried again.
    fn flat_about(&self, seed: usize, within: f64, is_tried: &mut [bool]) -> Vec<usize> {
        let mut members = Vec::new();
        let Some((face, tried)) = self.faces.get(seed).zip(is_tried.get_mut(seed)) else {
            return members;
        };
        let Some(normal) = self.area(&face.vertices).try_normalize().filter(|_| !*tried) else {
            return members;
        };
        *tried = true;
        members.push(seed);
        let height = face.vertices.first().map_or(0.0, |corner| self.at(*corner).dot(normal));
        let is_flat = |face: &Face| {
            // Most faces that are not have their first corners elsewhere: one of many corners, met
            // by each of its neighbours, is not looked through.
            let off = |corner: &u32| (self.at(*corner).dot(normal) - height).abs();
            face.vertices.iter().all(|corner| off(corner) <= within)
        };
        let mut next = 0;
        while let Some(member) = members.get(next).and_then(|member| self.faces.get(*member)) {
            next += 1;
            for other in edges(member).filter_map(|edge| self.across(edge)) {
                let Some((face, tried)) = self.faces.get(other).zip(is_tried.get_mut(other)) else {
                    continue;
                };
                if !*tried && is_flat(face) {
                    *tried = true;
                    members.push(other);
                }
            }
        }
        members.sort_unstable();
        members
    }

    /// How far corners of some faces are off the plane through the first of a loop.
    fn unevenness(&self, members: &[usize], corners: &[u32], normal: Xyz) -> f64 {
        let Some(first) = corners.first().map(|corner| self.at(*corner)) else { return 0.0 };
        let faces = members.iter().filter_map(|member| self.faces.get(*member));
        let all = faces.flat_map(|face| face.vertices.iter().copied());
        all.map(|corner| (self.at(corner) - first).dot(normal).abs()).fold(0.0, larger)
    }

    /// The one loop around some faces, if it is convex to within this length.
    fn outline(&self, members: &[usize], within: f64) -> Option<Vec<u32>> {
        let is_inner =
            |edge| self.across(edge).is_some_and(|other| members.binary_search(&other).is_ok());
        let faces = members.iter().filter_map(|member| self.faces.get(*member));
        let mut rim: Vec<[u32; 2]> =
            faces.flat_map(edges).filter(|edge| !is_inner(*edge)).collect();
        rim.sort_unstable();
        let [first, start] = *rim.first()?;
        let (mut corners, mut at) = (vec![first], start);
        while at != first {
            if corners.len() == rim.len() {
                return None;
            }
            corners.push(at);
            let place = rim.binary_search_by_key(&at, |[from, _]| *from).ok()?;
            at = rim.get(place)?[1];
        }
        let normal = self.area(&corners).try_normalize()?;
        let all = || corners.iter().map(|corner| self.at(*corner)).cycle();
        let is_convex =
            all().zip(all().skip(1)).zip(all().skip(2)).take(corners.len()).all(|((p, q), r)| {
                let [to, on] = [q - p, r - q];
                let longer = larger(to.length(), on.length());
                to.cross(on).dot(normal) >= -within * longer
            });
        (corners.len() == rim.len() && is_convex).then_some(corners)
    }
}

/// The edges of a face, from and to.
fn edges(face: &Face) -> impl Iterator<Item = [u32; 2]> + '_ {
    let corners = || face.vertices.iter().copied();
    corners().zip(corners().cycle().skip(1)).map(|(from, to)| [from, to])
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    /// Every side looked at every corner of each cap: 14 s for 50000 sides, optimized.
    #[test]
    fn sides_of_a_long_prism_do_not_look_through_its_caps() {
        const SIDES: u32 = 50_000;
        let angle = |i: u32| core::f64::consts::TAU * f64::from(i) / f64::from(SIDES);
        let rim = |y: f64| (0..SIDES).map(move |i| Xyz::new(angle(i).cos(), y, angle(i).sin()));
        let vertices: Vec<Xyz> = rim(-5e4).chain(rim(5e4)).collect();
        let side = |i: u32| {
            let next = (i + 1) % SIDES;
            Face { vertices: vec![i, i + SIDES, next + SIDES, next] }
        };
        let caps = [(0..SIDES).collect(), (SIDES..2 * SIDES).rev().collect()];
        let caps = caps.map(|vertices| Face { vertices });
        let faces: Vec<Face> = (0..SIDES).map(side).chain(caps).collect();
        let joined = Joined::new(&faces, &vertices, [5e4, 1.0]).unwrap();
        assert!((100..1000).contains(&joined.faces().len()), "{}", joined.faces().len());
        assert!(joined.faces().iter().all(|face| face.unevenness <= 2e-4));
    }
}
