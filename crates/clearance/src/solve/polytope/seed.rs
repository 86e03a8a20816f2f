//! The first polytope: affinely independent vertices, by exact predicates.
//!
//! It need not hold the origin. Facets that the origin lies outside of have negative distances, so
//! the loop expands them first; one code path then covers all the special cases (origin on a
//! vertex, an edge, a face) that break other implementations, at the price of a few more steps in
//! those cases.

use arrayvec::ArrayVec;

use crate::solve::difference::{Difference, Vertex};

use super::{Expand, List, Polytope};

pub(super) fn seed<S: Expand, D: Difference<S>>(
    polytope: &mut impl Polytope<S>,
    difference: &D,
    simplex: &[Vertex<S>],
) -> Result<(), S> {
    // Most searches end like this.
    if polytope.start(simplex) {
        return Ok(());
    }
    let mut vertices = ArrayVec::<Vertex<S>, 4>::new();
    for vertex in simplex {
        add_if_independent(&mut vertices, *vertex);
    }
    while vertices.len() <= S::DIM {
        let before = vertices.len();
        for direction in directions_out_of(&vertices) {
            add_if_independent(&mut vertices, difference.support(direction, None));
            if vertices.len() > before {
                break;
            }
        }
        if vertices.len() == before {
            return Err(normal_of(&vertices));
        }
    }
    if polytope.start(&vertices) { Ok(()) } else { Err(normal_of(&vertices)) }
}

fn add_if_independent<S: Expand>(vertices: &mut ArrayVec<Vertex<S>, 4>, vertex: Vertex<S>) {
    if vertices.len() > S::DIM {
        return;
    }
    let mut points = ArrayVec::<S, 4>::new();
    points.add_all(vertices.iter().map(|v| v.point).chain([vertex.point]));
    if S::independent(&points) {
        vertices.add(vertex);
    }
}

/// Directions perpendicular to the flat through the vertices, enough that a difference of full
/// dimension extends beyond the flat along at least one.
fn directions_out_of<S: Expand>(vertices: &[Vertex<S>]) -> ArrayVec<S, 6> {
    let mut directions = ArrayVec::new();
    match vertices {
        [] => directions.add(S::axis(0)),
        [a, b, c] if S::DIM == 3 => {
            let normal = S::normal_of_triangle(a.point, b.point, c.point);
            directions.add_all([normal, -normal]);
        }
        [a, b, ..] => {
            let edge = (b.point - a.point).try_normalize().unwrap_or(S::axis(0));
            let side = edge.any_perpendicular();
            directions.add_all([side, -side]);
            if S::DIM == 3 {
                let other = S::normal_of_triangle(S::default(), edge, side);
                directions.add_all([other, -other]);
            }
        }
        [_] => {
            for i in 0..S::DIM {
                directions.add_all([S::axis(i), -S::axis(i)]);
            }
        }
    }
    directions
}

/// A unit normal of the flat through the vertices.
fn normal_of<S: Expand>(vertices: &[Vertex<S>]) -> S {
    match vertices {
        [a, b, c] if S::DIM == 3 => S::normal_of_triangle(a.point, b.point, c.point),
        [a, b, ..] => (b.point - a.point).any_perpendicular(),
        _ => S::axis(0),
    }
}
