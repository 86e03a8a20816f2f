//! The flat parts of a surface, along which two shapes can touch in more than one point.
//!
//! A [`SupportMap`](super::SupportMap) gives where a shape ends, but not whether there is a facet,
//! an edge or a vertex. Contact manifolds need the one that a direction points at, and a number for
//! each that stays the same however the shape moves.

use crate::contact::wide;
use crate::list;
use crate::math::{Space, Vector, Xyz, near_one};

use super::faceted::Faceted;
use super::primitive::{Meridian, Primitive};

/// The facets, edges and vertices of a core's surface, in the local frame.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Flats<'a, S: Space> {
    /// Nothing flat, or nothing known: such shapes touch in one point.
    None,
    /// One point.
    Point,
    /// A segment; in the plane it has two sides.
    Segment([S; 2]),
    /// A triangle with two sides; in the plane its outline.
    Triangle([S; 3]),
    /// A box about the origin.
    Cuboid(S),
    /// A hull with its facets and its corners, each coordinate times that of the last.
    Hull(&'a dyn Faceted<S>, S),
    /// All points `p` with `normal · p <= offset`.
    HalfSpace(S, f64),
    /// A body of revolution about the y-axis of space.
    Revolved(Meridian),
}

impl<'a, S: Space> Flats<'a, S> {
    /// The flats of a known core.
    #[inline]
    pub(crate) fn of<V: Vector<Space = S>>(core: &Primitive<'a, V>) -> Self {
        match *core {
            Primitive::Point(_) => Self::Point,
            Primitive::Segment(p, q) => Self::Segment([p, q]),
            Primitive::Cuboid(half) => Self::Cuboid(half),
            #[cfg(feature = "alloc")]
            Primitive::Hull(_, hull, _) => Self::of_hull(hull),
            Primitive::Facets(hull) => Self::of_hull(hull),
            Primitive::HalfSpace(normal, offset) => Self::HalfSpace(normal, offset),
            Primitive::Revolved(meridian) => Self::Revolved(meridian),
            Primitive::General
            | Primitive::Polygon(_)
            | Primitive::Ellipsoid(_)
            | Primitive::Frustum(_) => Self::None,
        }
    }

    fn of_hull(hull: &'a dyn Faceted<S>) -> Self {
        match hull.corner_count() {
            1 => Self::Point,
            2 => hull
                .corner(0)
                .zip(hull.corner(1))
                .map_or(Self::None, |(p, q)| Self::Segment([p, q])),
            _ => Self::Hull(hull, S::splat(1.0)),
        }
    }

    /// The same surface with each coordinate times that of `scale`; `None` where it becomes a
    /// different surface.
    pub(crate) fn scaled(self, scale: S) -> Self {
        let stretch = |p: S| scale.zip(p, |s, x| s * x);
        match self {
            Self::Segment(ends) => Self::Segment(ends.map(stretch)),
            Self::Triangle(corners) => Self::Triangle(corners.map(stretch)),
            Self::Cuboid(half) => Self::Cuboid(stretch(half).map(f64::abs)),
            Self::Hull(hull, factors) => Self::Hull(hull, stretch(factors)),
            Self::Point => Self::Point,
            Self::Revolved(meridian) => meridian.scaled(scale).map_or(Self::None, Self::Revolved),
            // The shape's primitive gives what it becomes.
            Self::HalfSpace(..) | Self::None => Self::None,
        }
    }
}

/// A facet by its boundary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rim {
    /// This many corners in a loop.
    Loop(u32),
    /// A circle about the facet's point.
    Disc(f64),
    /// None: the facet has no end.
    Endless,
}

/// A facet: an edge of the plane, a face of space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facet<S> {
    /// Outwards, of unit length.
    pub(crate) normal: S,
    /// On it: the first corner, or the centre.
    pub(crate) point: S,
    pub(crate) rim: Rim,
}

/// The normal of a side of a box.
fn normal_of_box<S: Space>(index: u32) -> S {
    let axis = S::axis(index as usize / 2);
    if index.is_multiple_of(2) { axis } else { -axis }
}

impl<'a, S: Space> Flats<'a, S> {
    /// The hull of which these are the facets as it stores them: not scaled, nor joined to sides.
    fn stored(&self) -> Option<&'a dyn Faceted<S>> {
        match *self {
            Self::Hull(hull, scale) if scale == S::splat(1.0) && hull.side_count() == 0 => {
                Some(hull)
            }
            _ => None,
        }
    }

    /// All facets with `normal · along - weight · height >= least`, by their numbers, and perhaps
    /// others: few of many, where the facets are as they are stored.
    #[inline]
    pub(crate) fn beyond(
        self,
        along: S,
        weight: f64,
        least: f64,
    ) -> impl Iterator<Item = u32> + use<'a, S> {
        let stored = self.stored();
        let next = move |from: u32| match (self, stored) {
            (Self::Cuboid(half), _) => (from..2 * list::count(S::DIM)).find(|index| {
                let axis = *index as usize / 2;
                let rise = along.coordinate(axis);
                let rise = if index.is_multiple_of(2) { rise } else { -rise };
                rise - weight * half.coordinate(axis) >= least
            }),
            (_, Some(hull)) => {
                let found = hull.next_beyond(from, along, weight, least);
                found.filter(|index| *index < hull.facet_count())
            }
            _ => (from < self.facets()).then_some(from),
        };
        core::iter::successors(next(0), move |index| next(index + 1))
    }

    /// About the normal of a facet, to within some roundings.
    pub(crate) fn about_normal(&self, index: u32) -> Option<S> {
        match self.stored() {
            // Zero for a facet without area.
            Some(hull) => hull.normal(index).filter(|normal| *normal != S::ORIGIN),
            None => Some(self.facet(index)?.normal),
        }
    }

    /// How many facets there are that are no [whole](Self::whole) of others: these come first.
    pub(crate) fn walls(&self) -> u32 {
        match *self {
            Self::Hull(hull, ..) => hull.facet_count(),
            _ => self.facets(),
        }
    }

    /// The facet of which one is a part, which is flat but for rounding; otherwise the same.
    pub(crate) fn whole(&self, index: u32) -> u32 {
        match *self {
            Self::Hull(hull, scale) if is_even(scale) => hull.whole_facet(index),
            _ => index,
        }
    }

    /// How far the surface is off the plane of such a facet, at most.
    pub(crate) fn unevenness(&self, index: u32) -> f64 {
        match *self {
            Self::Hull(hull, scale) => hull.unevenness(index) * scale.max_abs(),
            _ => 0.0,
        }
    }

    /// How many facets there are.
    pub(crate) fn facets(&self) -> u32 {
        let is_plane = S::DIM == 2;
        match *self {
            Self::Segment(_) if is_plane => 2,
            Self::Triangle(_) if is_plane => 3,
            Self::Triangle(_) => 2,
            Self::Cuboid(_) => {
                if is_plane {
                    4
                } else {
                    6
                }
            }
            Self::Hull(hull, scale) if is_even(scale) => hull.facet_count() + hull.side_count(),
            Self::Hull(hull, ..) => hull.facet_count(),
            Self::HalfSpace(..) | Self::Revolved(Meridian::Triangle(_)) => 1,
            Self::Revolved(Meridian::Rectangle(_)) => 2,
            _ => 0,
        }
    }

    /// How many vertices have a number.
    pub(crate) fn vertices(&self) -> u32 {
        match *self {
            Self::Segment(_) => 2,
            Self::Triangle(_) => 3,
            Self::Cuboid(_) => 1 << S::DIM,
            Self::Hull(hull, _) => hull.corner_count(),
            _ => 0,
        }
    }

    /// The facet of this number; `None` where it has no area.
    pub(crate) fn facet(&self, index: u32) -> Option<Facet<S>> {
        match *self {
            Self::Segment([p, q]) => {
                let along = if index == 0 { q - p } else { p - q };
                Some(Facet { normal: right_of(along)?, point: p, rim: Rim::Loop(2) })
            }
            Self::Triangle(corners) if S::DIM == 2 => plane_facet(corners, index),
            Self::Triangle(corners) => {
                let front = area(corners).try_normalize()?;
                let front = S::from_xyz(front.x, front.y, front.z);
                let normal = if index == 0 { front } else { -front };
                Some(Facet { normal, point: corners[0], rim: Rim::Loop(3) })
            }
            Self::Cuboid(half) => {
                let normal = normal_of_box(index);
                let corner = half.with_signs_of(normal);
                let rim = Rim::Loop(if S::DIM == 2 { 2 } else { 4 });
                Some(Facet { normal, point: corner, rim })
            }
            Self::Hull(hull, scale) => {
                let (normal, corners) = hull.facet(index)?;
                // Normalised again even where nothing is scaled: a stored normal may be a rounding
                // short.
                let normal = scaled(normal, scale).try_normalize()?;
                let (_, point) = self.corner(index, 0)?;
                Some(Facet { normal, point, rim: Rim::Loop(corners) })
            }
            Self::HalfSpace(normal, offset) => {
                let (normal, offset) = super::unit_boundary(normal, offset);
                Some(Facet { normal, point: normal * offset, rim: Rim::Endless })
            }
            Self::Revolved(Meridian::Rectangle(radii) | Meridian::Triangle(radii)) => {
                // A cone has only the base.
                let is_top = index == 0 && matches!(self, Self::Revolved(Meridian::Rectangle(_)));
                let up = S::axis(1) * if is_top { 1.0 } else { -1.0 };
                Some(Facet { normal: up, point: up * radii.y, rim: Rim::Disc(radii.x) })
            }
            _ => None,
        }
    }

    /// A corner of a facet, in the order of its loop, and its number among the vertices.
    pub(crate) fn corner(&self, facet: u32, place: u32) -> Option<(u32, S)> {
        let vertex = match *self {
            Self::Segment(_) => place % 2,
            Self::Triangle(corners) if S::DIM == 2 => {
                *plane_side(corners, facet)?.get(place as usize % 2)?
            }
            Self::Triangle(_) => place % 3,
            Self::Cuboid(_) => box_corner(S::DIM, facet, place),
            Self::Hull(hull, ..) => hull.facet_corner(facet, place)?,
            _ => return None,
        };
        Some((vertex, self.vertex(vertex)?))
    }

    /// The vertex of this number.
    pub(crate) fn vertex(&self, vertex: u32) -> Option<S> {
        match self {
            Self::Segment(ends) => ends.get(vertex as usize).copied(),
            Self::Triangle(corners) => corners.get(vertex as usize).copied(),
            Self::Cuboid(half) => Some(super::cuboid::corner(*half, vertex)),
            Self::Hull(hull, scale) => Some(scale.zip(hull.corner(vertex)?, |s, x| s * x)),
            _ => None,
        }
    }

    /// The vertex at the other end of an edge at this vertex, and the edge's number.
    pub(crate) fn edge(&self, vertex: u32, place: u32) -> Option<(u32, u32)> {
        let other = self.neighbour(vertex, place)?;
        Some((other, self.edge_between(vertex, other)))
    }

    /// The vertex at the other end of an edge at this vertex.
    pub(crate) fn neighbour(&self, vertex: u32, place: u32) -> Option<u32> {
        Some(match self {
            Self::Segment(_) => (place == 0).then_some(1 - vertex.min(1))?,
            Self::Triangle(_) => (place < 2).then_some((vertex + 1 + place) % 3)?,
            Self::Cuboid(_) => ((place as usize) < S::DIM).then_some(vertex ^ 1 << place)?,
            Self::Hull(hull, ..) => hull.neighbour(vertex, place)?,
            _ => return None,
        })
    }

    /// The edge that holds all of a triangle without area.
    pub(crate) fn longest_of_flat(&self) -> Option<[u32; 2]> {
        match *self {
            Self::Triangle(corners) => longest_of_flat(corners),
            _ => None,
        }
    }

    /// The number of the edge between two vertices.
    pub(crate) fn edge_between(&self, p: u32, q: u32) -> u32 {
        match self {
            Self::Cuboid(_) => edge_of_box(p, q),
            Self::Triangle(_) => 3 - p - q,
            Self::Hull(hull, ..) => hull.edge_between(p, q),
            _ => 0,
        }
    }
}

/// Whether what is flat but for rounding stays so: factors are less than 16 times one another.
fn is_even<S: Space>(scale: S) -> bool {
    scale.max_abs() <= 16.0 * scale.map(f64::abs).min()
}

/// The unit vector to the right of a direction of the plane: out of an outline that runs
/// counter-clockwise.
fn right_of<S: Space>(along: S) -> Option<S> {
    S::from_xyz(along.coordinate(1), -along.coordinate(0), 0.0).try_normalize()
}

/// Along the normal of a triangle, of a length near that of the product of unit vectors; in the
/// plane along z.
fn area<S: Space>([p, q, r]: [S; 3]) -> Xyz {
    // Products of extreme sizes would leave the range.
    let [a, b] = [q - p, r - p].map(|side| wide(near_one(side)));
    a.cross(b)
}

/// The longest edge of a triangle without area.
fn longest_of_flat<S: Space>(corners: [S; 3]) -> Option<[u32; 2]> {
    if area(corners) != Xyz::default() {
        return None;
    }
    let [p, q, r] = corners;
    let [pq, qr, rp] = [q - p, r - q, p - r].map(Space::max_abs);
    Some(if pq >= qr && pq >= rp {
        [0, 1]
    } else if qr >= rp {
        [1, 2]
    } else {
        [2, 0]
    })
}

/// The ends of an edge of a triangle of the plane; of one without area there are the two sides of
/// its longest edge.
fn plane_side<S: Space>(corners: [S; 3], index: u32) -> Option<[u32; 2]> {
    match longest_of_flat(corners) {
        None => Some([index % 3, (index + 1) % 3]),
        Some([from, to]) => [[from, to], [to, from]].get(index as usize).copied(),
    }
}

fn plane_facet<S: Space>(corners: [S; 3], index: u32) -> Option<Facet<S>> {
    let ends = plane_side(corners, index)?.map(|end| corners.get(end as usize).copied());
    let [Some(from), Some(to)] = ends else { return None };
    let outward = right_of(to - from)?;
    let normal = if area(corners).z < 0.0 { -outward } else { outward };
    Some(Facet { normal, point: from, rim: Rim::Loop(2) })
}

/// A corner of a box's facet by its place in the loop: bits of the axes along which it is negative.
/// One step changes one bit.
fn box_corner(dim: usize, facet: u32, place: u32) -> u32 {
    if dim == 2 {
        let axis = facet / 2;
        return (facet % 2) << axis | (place % 2) << (1 - axis.min(1));
    }
    let (_, [p, q, r, s]) = side_of_box(facet);
    match place % 4 {
        0 => p,
        1 => q,
        2 => r,
        _ => s,
    }
}

/// The axes along which the first two edges of a side of a box of space lead, both backwards, and
/// the numbers of its corners in the order of the loop.
pub(crate) fn side_of_box(facet: u32) -> ([usize; 2], [u32; 4]) {
    let axis = facet / 2;
    let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
    let corners = [0, 1 << next, 1 << next | 1 << last, 1 << last];
    ([next as usize, last as usize], corners.map(|bits| (facet % 2) << axis | bits))
}

/// The number of an edge of a box: its corner with the fewer signs, and the axis on which its ends
/// differ.
#[inline]
pub(crate) fn edge_of_box(p: u32, q: u32) -> u32 {
    (p & q) << 2 | (p ^ q).trailing_zeros()
}

/// A normal where points are multiplied by factors: divided by them.
fn scaled<S: Space>(normal: S, scale: S) -> S {
    scale.zip(normal, |s, n| n / s)
}
