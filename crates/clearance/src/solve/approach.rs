//! A simplex near the nearest point, for GJK to begin with.
//!
//! GJK's loop proves bounds at every step, and finds the simplex's nearest point at every step for it: most of its cost on small
//! polytopes. But its way depends on directions alone, and those take neither roots nor quotients ([`Cell::side`]). So this search goes
//! ahead until no support point is farther along by much, and GJK proves what it found or goes on from there.

use crate::math::tolerance::SAFE_SQUARE;
use crate::math::{Space, sqrt};

use super::difference::{Difference, Vertex};
use super::simplex::{Cell, Corner, Facing, Working};

/// Support points to ask for: enough for most polytopes. Curved shapes have ever nearer ones, and there GJK, which heeds rounding, knows
/// best when to end.
const ITERATIONS: u32 = 12;

/// A step that gains less than this part of the distance is left to GJK.
const GAIN: f64 = 1e-3;

/// A vertex by its place in the working simplex, where it stays: vertices are large.
#[derive(Clone, Copy)]
struct Kept<S> {
    point: S,
    place: usize,
}

impl<S: Space> Corner<S> for Kept<S> {
    #[inline(always)]
    fn at(&self) -> S {
        self.point
    }
}

impl<S> Facing<Kept<S>> {
    /// One of four places that none of its vertices takes.
    #[inline(always)]
    fn free(&self) -> usize {
        let taken = match self {
            Self::Vertex(a) => 1 << a.place,
            Self::Edge(a, b) => 1 << a.place | 1 << b.place,
            Self::Face(a, b, c) => 1 << a.place | 1 << b.place | 1 << c.place,
        };
        i32::trailing_ones(taken) as usize
    }
}

/// Begins from a direction towards the difference, and ends sooner where that is farther away than `far`. Leaves a simplex and, for its
/// nearest feature, the direction from the origin to it with the support point against that, unless the simplex encloses the origin.
#[inline(always)]
pub(super) fn approach<S: Cell, D: Difference<S>>(
    difference: &D,
    towards: S,
    far: f64,
    simplex: &mut Working<S>,
) -> Option<(S, Vertex<S>)> {
    let mut vertex = difference.support(-towards, None);
    let mut newest = Kept { point: vertex.point, place: 0 };
    simplex.put(0, vertex);
    let mut facing = Facing::Vertex(newest);
    let mut direction = -newest.point;
    let mut last = None;
    for _ in 1..ITERATIONS {
        let squared = direction.length_squared();
        if !SAFE_SQUARE.contains(&squared) {
            break;
        }
        let known = newest.point.dot(direction);
        vertex = difference.support(direction, Some(&vertex));
        let height = vertex.point.dot(direction);
        let is_far = height < 0.0 && -height > far * sqrt(squared);
        // Also where it is NaN.
        if is_far || !(height - known > GAIN * known.abs()) {
            last = Some((-direction, vertex));
            break;
        }
        newest = Kept { point: vertex.point, place: facing.free() };
        simplex.put(newest.place, vertex);
        match S::side(facing, newest) {
            Ok(side) => (facing, direction) = side,
            Err(corners) => {
                let count = if S::DIM == 2 { 3 } else { 4 };
                let places = corners.map(|corner| corner.place);
                simplex.arrange(places.get(..count).unwrap_or_default());
                return None;
            }
        }
    }
    match facing {
        Facing::Vertex(a) => simplex.arrange(&[a.place]),
        Facing::Edge(a, b) => simplex.arrange(&[a.place, b.place]),
        Facing::Face(a, b, c) => simplex.arrange(&[a.place, b.place, c.place]),
    }
    last
}
