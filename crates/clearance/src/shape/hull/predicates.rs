//! The three predicates on which a hull depends, always with the right sign.
//!
//! The signs come from `certify::expansion` and are exact for what `scale` returns.

use crate::certify;
use crate::math::{Xy, Xyz};

/// Positive when `a`, `b`, `c` turn left. The size is roughly twice the area of the triangle; the
/// sign is exact.
pub(super) fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    let at = |[x, y]: [f64; 2]| Xy::new(x, y);
    certify::turn(at(a), at(b), at(c))
}

/// Positive when `p` is strictly on the side of the plane from which `a`, `b`, `c` are seen
/// counter-clockwise. The size is roughly six times the volume of the tetrahedron; the sign is
/// exact.
pub(super) fn height([a, b, c]: [[f64; 3]; 3], p: [f64; 3]) -> f64 {
    let at = |[x, y, z]: [f64; 3]| Xyz::new(x, y, z);
    -certify::volume(at(a), at(b), at(c), at(p))
}

/// The coordinate planes, each named by the axis that a projection onto it forgets.
#[derive(Clone, Copy, Debug)]
pub(super) enum CoordinatePlane {
    X,
    Y,
    Z,
}

impl CoordinatePlane {
    pub(super) const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// Forgets one coordinate, which rounds nothing. The other two keep their cyclic order.
    pub(super) fn project(self, [x, y, z]: [f64; 3]) -> [f64; 2] {
        match self {
            Self::X => [y, z],
            Self::Y => [z, x],
            Self::Z => [x, y],
        }
    }

    /// The turn of `a`, `b`, `c` seen along this axis: this component of their cross product.
    pub(super) fn turn(self, [a, b, c]: [[f64; 3]; 3]) -> f64 {
        turn(self.project(a), self.project(b), self.project(c))
    }
}

/// How far from collinear three points are: zero exactly when they are collinear, for a cross
/// product is zero exactly when its three components are.
pub(super) fn spread(points: [[f64; 3]; 3]) -> f64 {
    CoordinatePlane::ALL.iter().map(|axis| axis.turn(points).abs()).sum()
}
