//! The simplex of GJK and its feature nearest to the origin.
//!
//! Each file answers one question for one simplex: in which Voronoi region does the origin lie? The
//! region is the returned variant: [`Simplex::Edge`] of a triangle means that the origin lies in
//! the region of that edge, and the edge's two vertices are all that is kept. All signs are tested
//! first; the one division comes last.
//!
//! The nearest point of an edge or face is computed as the component of a vertex along the
//! feature's normal, never as a blend of vertices: near contact the blend's rounding would tilt the
//! next search direction and widen the bounds a hundredfold (measured: 1e-5 against 1e-7 in `f32`).

mod segment;
mod side;
mod tetrahedron;
mod triangle;

use crate::list;
use crate::math::{Space, Xy, Xyz};

use super::difference::Vertex;

pub(crate) use side::{Corner, Enclosing, Facing, Side};

/// A point, segment, triangle or tetrahedron of vertices of the difference; the newest vertex comes
/// last.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Simplex<S> {
    /// One vertex.
    Vertex([Vertex<S>; 1]),
    /// Two vertices and the edge between them.
    Edge([Vertex<S>; 2]),
    /// Three vertices, their edges and the face between them; in the plane it can enclose the
    /// origin.
    Face([Vertex<S>; 3]),
    /// Four vertices, their edges and faces, and the inside, which can enclose the origin.
    Cell([Vertex<S>; 4]),
}

/// The feature of a simplex nearest to the origin: the Voronoi region in which the origin lies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nearest<S> {
    /// The feature itself, without further vertices.
    pub feature: Simplex<S>,
    /// Weights of its vertices, in their order, that give the nearest point; none is negative, and
    /// they sum to 1.
    pub weights: [f64; 4],
    /// The nearest point, along the feature's normal.
    pub point: S,
    /// Whether the simplex encloses the origin, as far as rounding shows. `point` is then zero.
    pub encloses: bool,
}

impl<S: Space> Simplex<S> {
    /// The vertices, the newest last.
    #[must_use]
    pub const fn vertices(&self) -> &[Vertex<S>] {
        match self {
            Self::Vertex(v) => v,
            Self::Edge(v) => v,
            Self::Face(v) => v,
            Self::Cell(v) => v,
        }
    }

    /// The simplex of the difference with B moved the other way.
    pub(crate) fn moved(&self, by: S) -> Self {
        let moved = |v: Vertex<S>| Vertex { point: v.point + by, exact: false, ..v };
        match *self {
            Self::Vertex(v) => Self::Vertex(v.map(moved)),
            Self::Edge(v) => Self::Edge(v.map(moved)),
            Self::Face(v) => Self::Face(v.map(moved)),
            Self::Cell(v) => Self::Cell(v.map(moved)),
        }
    }
}

/// The Voronoi region in which the origin lies, by the places of its feature's vertices in the
/// simplex, in ascending order.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Region {
    Vertex([usize; 1]),
    Edge([usize; 2]),
    Face([usize; 3]),
    /// The origin is enclosed: by a triangle in the plane, a tetrahedron in space.
    Inside,
}

/// The point of a simplex nearest to the origin, before its vertices are gathered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foot<S> {
    region: Region,
    /// The weights of the region's vertices, in its order.
    weights: [f64; 4],
    pub(crate) point: S,
}

impl<S: Space> Foot<S> {
    /// The nearer of the two.
    #[inline]
    pub(super) fn or(self, other: Self) -> Self {
        if other.point.length_squared() < self.point.length_squared() { other } else { self }
    }

    pub(crate) const fn encloses(&self) -> bool {
        matches!(self.region, Region::Inside)
    }

    /// The weights of the region's vertices.
    pub(super) const fn weights(&self) -> &[f64; 4] {
        &self.weights
    }

    fn is_edge(&self) -> bool {
        matches!(self.region, Region::Edge(_))
    }

    fn is_face(&self) -> bool {
        matches!(self.region, Region::Face(_))
    }

    /// A vertex.
    pub(crate) const fn at(point: S) -> Self {
        Self { region: Region::Vertex([0]), weights: [1.0, 0.0, 0.0, 0.0], point }
    }

    fn inside(weights: [f64; 4]) -> Self {
        Self { region: Region::Inside, weights, point: S::default() }
    }
}

/// A vertex's place in the simplex, and its point.
type Numbered<S> = (usize, S);

/// The simplex that GJK works on, in place: vertices are large and should not move more than they
/// must.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Working<S> {
    vertices: [Vertex<S>; 4],
    count: usize,
}

impl<S: Cell> Working<S> {
    pub(crate) fn new() -> Self {
        Self { vertices: [const { Vertex::NONE }; 4], count: 0 }
    }

    /// Keeps a vertex at one of the four places, until [`arrange`](Self::arrange) sets which of
    /// them are the simplex.
    #[inline]
    pub(crate) fn put(&mut self, place: usize, vertex: Vertex<S>) {
        if let Some(to) = self.vertices.get_mut(place) {
            *to = vertex;
        }
    }

    /// Makes the vertices at these places, a bit each, the simplex. In any order, so that as few as
    /// possible move.
    #[inline]
    pub(crate) fn arrange(&mut self, places: u32) {
        // Bit by bit: for only four that is faster where the processor's instruction for all of
        // them may not be used.
        let count: u32 = (0..4).map(|place| places >> place & 1).sum();
        self.count = count as usize;
        let first = (1 << self.count) - 1;
        let (mut from, mut to) = (places & !first, first & !places);
        while from != 0 {
            if let Some(vertex) = self.vertices.get(from.trailing_zeros() as usize).copied()
                && let Some(place) = self.vertices.get_mut(to.trailing_zeros() as usize)
            {
                *place = vertex;
            }
            (from, to) = (from & (from - 1), to & (to - 1));
        }
    }

    /// Begins with the feature of a simplex that is nearest to the origin.
    #[inline]
    pub(crate) fn foot_of(&mut self, whole: &Simplex<S>) -> Foot<S> {
        for vertex in whole.vertices() {
            self.push(*vertex);
        }
        let foot = self.foot();
        self.keep(&foot);
        foot
    }

    pub(crate) fn vertices(&self) -> &[Vertex<S>] {
        list::first(&self.vertices, self.count)
    }

    /// Adds the newest vertex; a full simplex, which encloses the origin, stays as it is.
    #[inline]
    pub(crate) fn push(&mut self, vertex: Vertex<S>) {
        if let Some(place) = self.vertices.get_mut(self.count) {
            *place = vertex;
            self.count += 1;
        }
    }

    /// Whether the same point of the difference is a vertex already: GJK can get no nearer.
    #[inline]
    pub(crate) fn has(&self, vertex: &Vertex<S>) -> bool {
        self.vertices().iter().any(|v| v.point == vertex.point)
    }

    /// Takes the newest vertex back.
    pub(crate) fn pop(&mut self) {
        self.count = self.count.saturating_sub(1);
    }

    /// The point nearest to the origin, with every feature considered, so that any vertices serve:
    /// also those of a simplex remembered from another pose, whose newest vertex means nothing.
    #[inline]
    pub(crate) fn foot(&self) -> Foot<S> {
        let [a, b, c, d] = &self.vertices;
        match self.count {
            0 | 1 => Foot::at(a.point),
            2 => segment::nearest((0, a.point), (1, b.point)),
            3 => S::nearest_of_triangle([(0, a.point), (1, b.point), (2, c.point)]),
            _ => S::nearest_of_tetrahedron([a.point, b.point, c.point, d.point]),
        }
    }

    /// Drops the vertices that the region does not need.
    #[inline]
    pub(crate) fn keep(&mut self, foot: &Foot<S>) {
        match foot.region {
            Region::Vertex(places) => self.gather(&places),
            Region::Edge(places) => self.gather(&places),
            Region::Face(places) => self.gather(&places),
            Region::Inside => {}
        }
    }

    /// Places ascend, so nothing is overwritten before it is read.
    #[inline]
    fn gather(&mut self, places: &[usize]) {
        for (to, from) in places.iter().enumerate() {
            if to != *from
                && let Some(vertex) = self.vertices.get(*from).copied()
                && let Some(place) = self.vertices.get_mut(to)
            {
                *place = vertex;
            }
        }
        self.count = places.len();
    }

    /// See [`Nearest::witnesses`].
    #[inline]
    pub(crate) fn witnesses(&self, foot: &Foot<S>) -> (S, S) {
        blend(self.vertices(), &foot.weights)
    }

    /// See [`Nearest::best_witnesses`].
    #[inline]
    pub(crate) fn best_witnesses(
        &self,
        foot: &Foot<S>,
        good: f64,
        off: impl Fn((S, S)) -> f64,
    ) -> (S, S) {
        best_blend(self.vertices(), &foot.weights, good, off)
    }

    /// The feature that was kept, as a value.
    pub(crate) fn nearest(&self, foot: &Foot<S>) -> Nearest<S> {
        let [a, b, c, d] = self.vertices;
        let feature = match self.count {
            0 | 1 => Simplex::Vertex([a]),
            2 => Simplex::Edge([a, b]),
            3 => Simplex::Face([a, b, c]),
            _ => Simplex::Cell([a, b, c, d]),
        };
        Nearest { feature, weights: foot.weights, point: foot.point, encloses: foot.encloses() }
    }
}

impl<S: Cell> Simplex<S> {
    /// The feature nearest to the origin.
    pub(crate) fn nearest(&self) -> Nearest<S> {
        // All of a face, without moving a vertex: usually of a facet.
        if let Self::Face([a, b, c]) = self {
            let foot = S::nearest_of_triangle([(0, a.point), (1, b.point), (2, c.point)]);
            if foot.is_face() {
                let Foot { weights, point, .. } = foot;
                return Nearest { feature: *self, weights, point, encloses: false };
            }
        }
        let mut working = Working::new();
        let foot = working.foot_of(self);
        working.nearest(&foot)
    }
}

/// The points of A and of B that weights of vertices give.
#[inline]
fn blend<S: Space>(vertices: &[Vertex<S>], weights: &[f64; 4]) -> (S, S) {
    let zero = (S::default(), S::default());
    let (on_a, point) = vertices
        .iter()
        .zip(weights)
        .fold(zero, |(a, p), (v, weight)| (a + v.on_a * *weight, p + v.point * *weight));
    (on_a, on_a - point)
}

/// The same, or that of an edge: see [`Nearest::best_witnesses`].
#[inline]
fn best_blend<S: Cell>(
    vertices: &[Vertex<S>],
    weights: &[f64; 4],
    good: f64,
    off: impl Fn((S, S)) -> f64,
) -> (S, S) {
    let mut best = blend(vertices, weights);
    if !(off(best) > good) {
        return best;
    }
    for (i, p) in vertices.iter().enumerate() {
        for q in vertices.iter().skip(i + 1) {
            let edge = Simplex::Edge([*p, *q]).nearest().witnesses();
            if off(edge) < off(best) {
                best = edge;
            }
        }
    }
    best
}

impl<S: Space> Nearest<S> {
    /// The nearest points of A's and of B's core, in A's frame.
    pub(crate) fn witnesses(&self) -> (S, S) {
        blend(self.feature.vertices(), &self.weights)
    }

    /// The nearest points of the cores, or others nearly as near. The weights of a nearly flat
    /// simplex may be anything; where its blend is `off` by more than is `good`, that of one of its
    /// edges may be better.
    pub(crate) fn best_witnesses(&self, good: f64, off: impl Fn((S, S)) -> f64) -> (S, S)
    where
        S: Cell,
    {
        best_blend(self.feature.vertices(), &self.weights, good, off)
    }

    /// The nearer of the two.
    pub(super) fn or(self, other: Self) -> Self {
        if other.point.length_squared() < self.point.length_squared() { other } else { self }
    }
}

/// What differs between the plane and space: which simplex can enclose the origin.
pub trait Cell: Space {
    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn nearest_of_triangle(corners: [Numbered<Self>; 3]) -> Foot<Self>;
    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn nearest_of_tetrahedron(points: [Self; 4]) -> Foot<Self>;
    /// The side of the simplex with one more vertex on which the origin lies, or the simplex if it
    /// is inside.
    #[doc(hidden)]
    #[allow(private_interfaces, private_bounds)]
    fn side<C: Corner<Self>>(facing: Facing<C>, newest: C) -> Result<Side<C, Self>, Enclosing<C>>;
    /// Whether the origin lies by more than `room` inside the simplex of these corners (in the
    /// plane the first three), as far as a quick test shows.
    #[doc(hidden)]
    fn encloses_with_room(corners: [Self; 4], room: f64) -> bool;
}

impl Cell for Xy {
    #[inline]
    #[allow(private_interfaces)]
    fn nearest_of_triangle(corners: [Numbered<Self>; 3]) -> Foot<Self> {
        triangle::nearest_in_plane(corners)
    }
    /// In the plane a triangle that does not enclose the origin is reduced to an edge before a
    /// fourth vertex comes.
    #[allow(private_interfaces)]
    fn nearest_of_tetrahedron([a, b, c, _]: [Self; 4]) -> Foot<Self> {
        triangle::nearest_in_plane([(0, a), (1, b), (2, c)])
    }
    #[inline(always)]
    #[allow(private_interfaces, private_bounds)]
    fn side<C: Corner<Self>>(facing: Facing<C>, newest: C) -> Result<Side<C, Self>, Enclosing<C>> {
        side::of_plane(facing, newest)
    }
    fn encloses_with_room([a, b, c, _]: [Self; 4], room: f64) -> bool {
        triangle::encloses_with_room([a, b, c], room)
    }
}

impl Cell for Xyz {
    #[inline]
    #[allow(private_interfaces)]
    fn nearest_of_triangle(corners: [Numbered<Self>; 3]) -> Foot<Self> {
        triangle::nearest_in_space(corners)
    }
    #[inline]
    #[allow(private_interfaces)]
    fn nearest_of_tetrahedron(points: [Self; 4]) -> Foot<Self> {
        tetrahedron::nearest(points)
    }
    #[inline(always)]
    #[allow(private_interfaces, private_bounds)]
    fn side<C: Corner<Self>>(facing: Facing<C>, newest: C) -> Result<Side<C, Self>, Enclosing<C>> {
        side::of_space(facing, newest)
    }
    fn encloses_with_room(corners: [Self; 4], room: f64) -> bool {
        tetrahedron::encloses_with_room(corners, room)
    }
}
