//! Polytopes as lists of points.

use crate::vector::Vector;

/// The convex hull of one or more points of N-space, N = 2 or 3.
///
/// Any points: repeated, interior, collinear or coplanar ones are allowed. Closed: the boundary
/// belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polytope<const N: usize> {
    first: Vector<N>,
    vertices: Vec<Vector<N>>,
}

impl<const N: usize> Polytope<N> {
    /// The hull of the points, or `None` for no points.
    pub fn new(points: Vec<Vector<N>>) -> Option<Self> {
        Some(Self { first: points.first()?.clone(), vertices: points })
    }

    /// The hull of floats at their exact values; `None` for no points or one that is not finite.
    pub fn from_floats(points: &[[f64; N]]) -> Option<Self> {
        Self::new(points.iter().map(|&p| Vector::exact(p)).collect::<Option<_>>()?)
    }

    /// The points given, in their order.
    pub fn vertices(&self) -> &[Vector<N>] {
        &self.vertices
    }

    /// The first point given (there always is one).
    pub fn first(&self) -> &Vector<N> {
        &self.first
    }

    /// The same polytope with every vertex replaced by its image.
    pub fn map(&self, image: impl Fn(&Vector<N>) -> Vector<N>) -> Self {
        Self { first: image(&self.first), vertices: self.vertices.iter().map(image).collect() }
    }
}
