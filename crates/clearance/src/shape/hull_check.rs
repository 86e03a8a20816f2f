//! Whether borrowed numbers are those of a convex hull, by exact signs.

use core::fmt;

use crate::certify;
use crate::contact::wide;
use crate::list;
use crate::math::tolerance::exponent_to_unit;
use crate::math::{Space, Vector, Xyz, power_of_two};

use super::error::ShapeError;
use super::faceted::Lists;

/// Why numbers are not those of a convex hull.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum HullRefError {
    /// A vertex is not finite, or there are no vertices.
    Vertices(ShapeError),
    /// A coordinate is so small beside the largest that no product of it is exact.
    TooFine {
        /// The vertex.
        vertex: usize,
    },
    /// The index is shorter or longer than its own first numbers say, or a list ends before it
    /// begins.
    Length,
    /// A face is not the whole facet of the hull in some plane, counter-clockwise from outside, or
    /// is not after those before it.
    Face {
        /// Its place.
        face: usize,
    },
    /// The neighbours of a vertex are not those that edges of faces join to it, ascending.
    Neighbours {
        /// The vertex.
        vertex: usize,
    },
    /// Faces are missing.
    Open,
}

impl fmt::Display for HullRefError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vertices(error) => error.fmt(f),
            Self::TooFine { vertex } => {
                write!(f, "vertex {vertex} has a coordinate below 1e-60 of the largest")
            }
            Self::Length => f.write_str("the index is shorter or longer than it says itself"),
            Self::Face { face } => write!(
                f,
                "face {face} is no whole facet of the hull, counter-clockwise from outside with \
                 its smallest corner first and after the faces before it"
            ),
            Self::Neighbours { vertex } => write!(
                f,
                "the neighbours of vertex {vertex} are not those that edges join to it, ascending"
            ),
            Self::Open => f.write_str("faces are missing"),
        }
    }
}

impl core::error::Error for HullRefError {}

/// Coordinates that are not zero are at least this part of the largest, so that products of three
/// differences are exact as sums of floats.
const FINEST: f64 = 1e-60;

/// The lists of an index, if it is as long as it says.
pub(super) fn split(vertices: usize, index: &[u32]) -> Option<[Lists<'_>; 2]> {
    let (&[faces, corners], rest) = index.split_first_chunk()?;
    let (starts, rest) = rest.split_at_checked((faces as usize).checked_add(1)?)?;
    let (list, rest) = rest.split_at_checked(corners as usize)?;
    let faces = Lists { starts, list };
    let (starts, list) = rest.split_at_checked(vertices.checked_add(1)?)?;
    let neighbours = Lists { starts, list };
    let is_whole = |lists: &Lists<'_>| {
        let ends = lists.starts.first().zip(lists.starts.last());
        ends.is_some_and(|(first, last)| *first == 0 && *last as usize == lists.list.len())
            && lists.starts.is_sorted()
    };
    [faces, neighbours].iter().all(is_whole).then_some([faces, neighbours])
}

/// The lists of an index, proved to be the facets and edges of the hull of all vertices, which
/// reach as far as `reach`.
pub(super) fn proved<'a, V: Vector>(
    vertices: &[V],
    index: &'a [u32],
    reach: f64,
) -> Result<[Lists<'a>; 2], HullRefError> {
    let check = Check { vertices, per_unit: power_of_two(exponent_to_unit(reach)) };
    check.range()?;
    if V::Space::DIM == 2 {
        check.outline()?;
        return if index.is_empty() { Ok([Lists::NONE; 2]) } else { Err(HullRefError::Length) };
    }
    let lists = split(vertices.len(), index).ok_or(HullRefError::Length)?;
    if vertices.len() > 2 { check.surface(lists) } else { check.segment(lists) }?;
    Ok(lists)
}

/// Exact questions about vertices, brought to unit size by a power of two.
struct Check<'a, V> {
    vertices: &'a [V],
    per_unit: f64,
}

impl<V: Vector> Check<'_, V> {
    fn at(&self, corner: u32) -> Option<Xyz> {
        self.vertices.get(corner as usize).map(|v| wide(v.to_space() * self.per_unit))
    }

    fn three(&self, corners: [u32; 3]) -> Option<[Xyz; 3]> {
        let [p, q, r] = corners.map(|corner| self.at(corner));
        Some([p?, q?, r?])
    }

    fn numbers(&self) -> impl Iterator<Item = u32> + Clone + use<V> {
        // Counted in 32 bits before.
        0..list::count(self.vertices.len())
    }

    fn range(&self) -> Result<(), HullRefError> {
        let is_too_fine = |v: &V| {
            let coordinates = v.to_space().coordinates();
            coordinates.into_iter().any(|x| x != 0.0 && (x * self.per_unit).abs() < FINEST)
        };
        match self.vertices.iter().position(is_too_fine) {
            Some(vertex) => Err(HullRefError::TooFine { vertex }),
            None => Ok(()),
        }
    }

    /// Whether all corners of a loop but the ends of each edge are strictly to the left of it, as
    /// `turn` sees three of them.
    fn is_convex(
        &self,
        around: impl Iterator<Item = u32> + Clone,
        turn: impl Fn([Xyz; 3]) -> f64,
    ) -> bool {
        let mut edges = around.clone().zip(around.clone().cycle().skip(1));
        edges.all(|(from, to)| {
            let mut others = around.clone().filter(|other| *other != from && *other != to);
            let is_left = |other| self.three([from, to, other]).is_some_and(|p| turn(p) > 0.0);
            from != to && others.all(is_left)
        })
    }

    /// Whether vertices of the plane are an outline with strictly convex corners, the two ends of a
    /// segment, or one point.
    fn outline(&self) -> Result<(), HullRefError> {
        let is_hull = match self.vertices.len() {
            1 => true,
            2 => self.at(0) != self.at(1),
            _ => self.is_convex(self.numbers(), |[p, q, r]| certify::turn_seen(p, q, r, 2)),
        };
        if is_hull { Ok(()) } else { Err(HullRefError::Face { face: 0 }) }
    }

    /// Whether one vertex, or two that differ, have no faces, and are each other's neighbours.
    fn segment(&self, [faces, neighbours]: [Lists<'_>; 2]) -> Result<(), HullRefError> {
        if faces.count() > 0 {
            return Err(HullRefError::Face { face: 0 });
        }
        let is_joined = match self.vertices {
            [_, _] => self.at(0) != self.at(1) && neighbours.all().eq([&[1], &[0]]),
            _ => neighbours.list.is_empty(),
        };
        let vertex = self.vertices.len().saturating_sub(1);
        if is_joined { Ok(()) } else { Err(HullRefError::Neighbours { vertex }) }
    }

    /// Whether the lists are the facets and edges of the hull of all vertices.
    ///
    /// Each face is proved to be a whole facet, and no two are the same. If some facets were
    /// missing, they would have `s` corners together, at least three each, and `s / 2` edges by
    /// Euler's formula for what is there and for the hull: `s = 2 m` for `m` missing facets, which
    /// contradicts `s >= 3 m`.
    fn surface(&self, [faces, neighbours]: [Lists<'_>; 2]) -> Result<(), HullRefError> {
        let mut before: &[u32] = &[];
        for (face, around) in faces.all().enumerate() {
            if !(before < around && self.is_facet(around)) {
                return Err(HullRefError::Face { face });
            }
            let mut edges = around.iter().zip(around.iter().cycle().skip(1));
            let lone = edges.find(|(from, to)| neighbours.of(**from).binary_search(to).is_err());
            if let Some((from, _)) = lone {
                return Err(HullRefError::Neighbours { vertex: *from as usize });
            }
            before = around;
        }
        let is_sound = |of: &[u32]| !of.is_empty() && of.is_sorted_by(|p, q| p < q);
        if let Some(vertex) = neighbours.all().position(|of| !is_sound(of)) {
            return Err(HullRefError::Neighbours { vertex });
        }
        // Each edge of a face is a neighbour, and there are no others.
        let corners = faces.list.len();
        let is_closed = neighbours.list.len() == corners
            && corners.is_multiple_of(2)
            && self.vertices.len() + faces.count() == corners / 2 + 2;
        if is_closed { Ok(()) } else { Err(HullRefError::Open) }
    }

    /// Whether a loop is a whole facet: strictly convex, counter-clockwise from outside, with all
    /// vertices in its plane, no other in that plane, and none above it; its smallest corner first.
    fn is_facet(&self, around: &[u32]) -> bool {
        let &[first, second, third, ..] = around else { return false };
        let Some([a, b, c]) = self.three([first, second, third]) else { return false };
        let below = |corner: u32| self.at(corner).map(|p| certify::volume(a, b, c, p));
        let is_in_plane = |corner: u32| below(corner) == Some(0.0);
        let is_above = |corner: u32| !below(corner).is_some_and(|below| below >= 0.0);
        let seen = |[p, q, r]: [Xyz; 3], axis| certify::turn_seen(p, q, r, axis);
        let Some(axis) = (0..3).find(|axis| seen([a, b, c], *axis) != 0.0) else { return false };
        let side = seen([a, b, c], axis).signum();
        around.iter().skip(1).all(|corner| *corner > first)
            && around.iter().all(|corner| is_in_plane(*corner))
            && !self.numbers().any(is_above)
            && self.numbers().filter(|corner| is_in_plane(*corner)).count() == around.len()
            && self.is_convex(around.iter().copied(), |corners| side * seen(corners, axis))
    }
}
