//! The differences between the plane and space: rotations, and the frustum.

use clearance::{
    ConvexHull, Expand, Frustum, Rotation2, Rotation3, Scalar, Shape, Vector, Xy, Xyz,
};

use crate::random::Random;

pub trait World: Expand {
    /// Half the rotation, as integers: a complex number whose square rotates the plane, or a
    /// quaternion.
    type Turn: Copy;
    fn turn(random: &mut Random) -> Self::Turn;
    fn rotation<T: Scalar>(turn: Self::Turn) -> Self::Rotation<T>;
    /// Rotated by a rational matrix: integers, and one division.
    fn turned(self, turn: Self::Turn) -> Self;
    /// A camera's view; in the plane the outline of the same corners.
    fn frustum<V: Vector<Space = Self>>(corners: [V; 8]) -> Shape<V>;
}

/// Not all zero. A quarter of them are so small that most map the axes to axes, which the library
/// does without rounding.
fn integers<const N: usize>(random: &mut Random) -> [f64; N] {
    let largest = if random.one_in(4) { 1 } else { 8 };
    loop {
        let integers = [0; N].map(|_| random.integer(largest));
        if integers != [0.0; N] {
            return integers;
        }
    }
}

impl World for Xy {
    type Turn = [f64; 2];

    fn turn(random: &mut Random) -> [f64; 2] {
        integers(random)
    }
    fn rotation<T: Scalar>([u, v]: [f64; 2]) -> Rotation2<T> {
        Rotation2 { cos: T::from_f64(u * u - v * v), sin: T::from_f64(2.0 * u * v) }
    }
    fn turned(self, [u, v]: [f64; 2]) -> Self {
        let (cos, sin, norm) = (u * u - v * v, 2.0 * u * v, u * u + v * v);
        Self::new((cos * self.x - sin * self.y) / norm, (sin * self.x + cos * self.y) / norm)
    }
    fn frustum<V: Vector<Space = Self>>(corners: [V; 8]) -> Shape<V> {
        ConvexHull::new(&corners).expect("corners are finite").into()
    }
}

impl World for Xyz {
    type Turn = [f64; 4];

    fn turn(random: &mut Random) -> [f64; 4] {
        integers(random)
    }
    fn rotation<T: Scalar>(turn: [f64; 4]) -> Rotation3<T> {
        let [x, y, z, w] = turn.map(T::from_f64);
        Rotation3 { x, y, z, w }
    }
    fn turned(self, [x, y, z, w]: [f64; 4]) -> Self {
        // Of q·p·q̄ with q = w + axis: p times w² - axis², plus twice axis(axis·p) + w(axis × p).
        let axis = Self::new(x, y, z);
        let square = x * x + y * y + z * z;
        let along = axis * (2.0 * (x * self.x + y * self.y + z * self.z));
        let about = axis.cross(self) * (2.0 * w);
        let image = self * (w * w - square) + along + about;
        let norm = square + w * w;
        Self::new(image.x / norm, image.y / norm, image.z / norm)
    }
    fn frustum<V: Vector<Space = Self>>(corners: [V; 8]) -> Shape<V> {
        Frustum::from_corners(corners).expect("corners are finite").into()
    }
}
