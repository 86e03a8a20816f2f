//! A simplex near the nearest point, from which GJK begins.
//!
//! GJK's loop proves bounds at every step, and for that finds the simplex's nearest point at every
//! step: most of its cost on small polytopes. But its path depends on directions alone, and those
//! take neither roots nor quotients ([`Cell::side`]). So this search goes ahead until no support
//! point is farther along by much, and GJK proves what it found or goes on from there.

use crate::math::tolerance::SAFE_SQUARE;
use crate::math::{Space, sqrt};

use super::difference::{Difference, Vertex};
use super::simplex::{Cell, Corner, Facing, Working};

/// Support points at most: enough for most polytopes. Curved shapes have ever nearer ones; there
/// GJK, which takes rounding into account, decides better when to end.
const ITERATIONS: u32 = 16;

/// The same for curved shapes, whose vertices are then moved.
const CURVED_ITERATIONS: u32 = 7;

/// A step that gains less than this part of the distance is left to GJK.
const GAIN: f64 = 1e-3;

/// A vertex by its place in the working simplex, where it stays: vertices are large.
#[derive(Clone, Copy)]
struct KeptCorners<S> {
    point: S,
    place: usize,
}

impl<S: Space> Corner<S> for KeptCorners<S> {
    #[inline(always)]
    fn at(&self) -> S {
        self.point
    }
}

impl<S> Facing<KeptCorners<S>> {
    /// The places that its vertices take, a bit each.
    #[inline(always)]
    fn places(&self) -> u32 {
        match self {
            Self::Vertex(a) => 1 << a.place,
            Self::Edge(a, b) => 1 << a.place | 1 << b.place,
            Self::Face(a, b, c) => 1 << a.place | 1 << b.place | 1 << c.place,
        }
    }
}

/// The result.
pub(super) enum Approached<S> {
    /// The direction from the origin to the simplex's nearest feature, and the support point
    /// against it.
    Beyond(S, Vertex<S>),
    /// The origin is enclosed, or too near to tell. The direction, of those tried, along which the
    /// difference is least deep, and how deep, both times its length.
    Within(S, f64),
}

/// Begins from a direction towards the difference, and ends early where the difference is farther
/// away than `far`. Leaves a simplex.
#[inline(always)]
pub(super) fn approach<S: Cell, D: Difference<S>>(
    difference: &D,
    towards: S,
    far: f64,
    simplex: &mut Working<S>,
) -> Approached<S> {
    let mut direction = -towards;
    let (mut point, mut vertex) = difference.farthest(direction, [0; 2]);
    let mut newest = KeptCorners { point, place: 0 };
    simplex.put(0, vertex);
    let mut facing = Facing::Vertex(newest);
    let (mut shallow, mut depth) = (direction, newest.point.dot(direction));
    let mut shallow_squared = direction.length_squared();
    direction = -newest.point;
    let iterations = if difference.is_curved() { CURVED_ITERATIONS } else { ITERATIONS };
    // The first is taken.
    for _ in difference.budget().steps(iterations).skip(1) {
        let squared = direction.length_squared();
        if !SAFE_SQUARE.contains(&squared) {
            break;
        }
        let known = newest.point.dot(direction);
        (point, vertex) = difference.farthest(direction, vertex.features);
        let height = point.dot(direction);
        let is_far = height < 0.0 && -height > far * sqrt(squared);
        // True for NaN too.
        if is_far || !(height - known > GAIN * known.abs()) {
            simplex.arrange(facing.places());
            return Approached::Beyond(-direction, vertex);
        }
        // By squares, which saves the roots.
        if height * height * shallow_squared < depth * depth * squared {
            (shallow, depth, shallow_squared) = (direction, height, squared);
        }
        newest = KeptCorners { point, place: facing.places().trailing_ones() as usize };
        simplex.put(newest.place, vertex);
        match S::side(facing, newest) {
            Ok(side) => (facing, direction) = side,
            Err(corners) => {
                simplex
                    .arrange(corners.iter().fold(0, |places, corner| places | 1 << corner.place));
                return Approached::Within(shallow, depth);
            }
        }
    }
    simplex.arrange(facing.places());
    Approached::Within(shallow, depth)
}
