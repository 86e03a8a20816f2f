//! The walk to the foot over a flat side of several triangles.

#![allow(clippy::unwrap_used)]

use super::{Facet, Growth, OnStack, Polytope, Triangles};
use crate::math::Xyz;
use crate::solve::difference::Vertex;

fn vertex(x: f64, y: f64, z: f64) -> Vertex<Xyz> {
    let point = Xyz::new(x, y, z);
    Vertex { point, on_a: point, features: [0; 2], exact: true }
}

/// From one triangle of a fan to another, both of which have the fan's vertex for their nearest
/// point, to the third that holds the foot. Found with a memory among hulls of integer coordinates,
/// one pair in a million: its nearest points were half a unit off from its depth and normal.
#[test]
fn around_a_vertex_that_is_as_near() {
    let mut polytope = Triangles::<OnStack>::empty();
    let fan = vertex(1.0, 0.0, 1.0);
    assert!(polytope.start(&[
        fan,
        vertex(3.0, 1.0, 1.0),
        vertex(3.0, 3.0, 1.0),
        vertex(0.0, 0.0, -5.0),
    ]));
    for side in [vertex(2.0, 4.0, 1.0), vertex(-3.0, -1.0, 1.0)] {
        assert!((0..16).any(|facet| polytope.grow(facet, side, None) == Growth::Grown));
    }
    let first = Facet {
        index: 0,
        corners: [0, 1, 2],
        normal: Xyz::new(0.0, 0.0, 1.0),
        distance: 1.0,
        error: 1e-15,
    };
    let (facets, _) = polytope.list_facets(0);
    assert!(facets.first() == Some(&[0, 1, 2]), "{facets:?}");
    assert_eq!(polytope.foot(&first, 1e-15).point, Xyz::new(0.0, 0.0, 1.0));
}
