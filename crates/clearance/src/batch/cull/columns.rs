//! Objects as structure of arrays: a slice a number.

use crate::math::{Scalar, Space, Vector};
use crate::shape::{Ball, Cuboid, SupportMap};

use super::super::LengthMismatch;
use super::super::lanes::Column;
use super::super::lanes::planes::Objects;
use super::super::pairs::same_length;

/// Axis-aligned boxes in columns: a slice a coordinate of the centres, and a slice a coordinate of
/// the half extents.
#[derive(Clone, Copy, Debug)]
pub struct BoxColumns<'a, V: Vector, const D: usize> {
    center: [&'a [V::Scalar]; D],
    half: [&'a [V::Scalar]; D],
    len: usize,
}

/// Balls in columns: a slice a coordinate of the centres, and one of the radii.
#[derive(Clone, Copy, Debug)]
pub struct BallColumns<'a, V: Vector, const D: usize> {
    center: [&'a [V::Scalar]; D],
    radius: &'a [V::Scalar],
    len: usize,
}

impl<'a, V: Vector, const D: usize> BoxColumns<'a, V, D> {
    /// From the columns of the centres and of the half extents: two in the plane, three in space.
    ///
    /// # Errors
    /// [`LengthMismatch`] where a column is not as long as the first.
    pub fn new(
        center: [&'a [V::Scalar]; D],
        half: [&'a [V::Scalar]; D],
    ) -> Result<Self, LengthMismatch> {
        const { assert!(D == V::Space::DIM, "a column a coordinate: two in the plane, three in space") };
        let len = center.first().map_or(0, |column| column.len());
        for column in center.iter().chain(&half) {
            same_length(len, column.len())?;
        }
        Ok(Self { center, half, len })
    }
}

impl<'a, V: Vector, const D: usize> BallColumns<'a, V, D> {
    /// From the columns of the centres, two in the plane and three in space, and the column of the
    /// radii.
    ///
    /// # Errors
    /// [`LengthMismatch`] where a column is not as long as the first.
    pub fn new(
        center: [&'a [V::Scalar]; D],
        radius: &'a [V::Scalar],
    ) -> Result<Self, LengthMismatch> {
        const { assert!(D == V::Space::DIM, "a column a coordinate: two in the plane, three in space") };
        for column in &center {
            same_length(radius.len(), column.len())?;
        }
        Ok(Self { center, radius, len: radius.len() })
    }
}

/// Objects that a region is tested against. Sealed: [`BoxColumns`] and [`BallColumns`].
pub trait Columns<V: Vector>: sealed::Sealed<V> + Sync {
    /// How many.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

mod sealed {
    use super::{Objects, SupportMap, Vector};

    pub trait Sealed<V: Vector> {
        type Shape: SupportMap<V>;
        const ARE_BALLS: bool;
        /// One object, as a shape and pose of the single query.
        fn object(&self, index: usize) -> Option<(Self::Shape, V)>;
        /// Objects from `first` on, as many as `lanes` hold, in `f32`.
        #[allow(private_interfaces)]
        fn narrow(&self, first: usize, lanes: &mut Objects);
    }
}

impl<V: Vector, const D: usize> Columns<V> for BoxColumns<'_, V, D> {
    fn len(&self) -> usize {
        self.len
    }
}

impl<V: Vector, const D: usize> Columns<V> for BallColumns<'_, V, D> {
    fn len(&self) -> usize {
        self.len
    }
}

impl<V: Vector, const D: usize> sealed::Sealed<V> for BoxColumns<'_, V, D> {
    type Shape = Cuboid<V>;
    const ARE_BALLS: bool = false;

    fn object(&self, index: usize) -> Option<(Cuboid<V>, V)> {
        Some((Cuboid::new(vector(&self.half, index)?), vector(&self.center, index)?))
    }

    #[allow(private_interfaces)]
    fn narrow(&self, first: usize, lanes: &mut Objects) {
        for (column, source) in lanes.center.iter_mut().zip(&self.center) {
            narrow(source, first, column, |x| x);
        }
        for (column, source) in lanes.extent.iter_mut().zip(&self.half) {
            narrow(source, first, column, length);
        }
    }
}

impl<V: Vector, const D: usize> sealed::Sealed<V> for BallColumns<'_, V, D> {
    type Shape = Ball<V::Scalar>;
    const ARE_BALLS: bool = true;

    fn object(&self, index: usize) -> Option<(Ball<V::Scalar>, V)> {
        Some((Ball::new(*self.radius.get(index)?), vector(&self.center, index)?))
    }

    #[allow(private_interfaces)]
    fn narrow(&self, first: usize, lanes: &mut Objects) {
        for (column, source) in lanes.center.iter_mut().zip(&self.center) {
            narrow(source, first, column, |x| x);
        }
        let [radius, ..] = &mut lanes.extent;
        narrow(self.radius, first, radius, length);
    }
}

/// Negative lengths make no shape, even where `f32` would round them to zero.
#[inline]
fn length(x: f64) -> f64 {
    if x >= 0.0 { x } else { f64::NAN }
}

#[inline]
#[allow(clippy::cast_possible_truncation)] // The lanes' bounds allow for the rounding.
fn narrow<T: Scalar>(source: &[T], first: usize, column: &mut Column, check: impl Fn(f64) -> f64) {
    for (slot, value) in column.iter_mut().zip(source.get(first..).unwrap_or_default()) {
        *slot = check(value.to_f64()) as f32;
    }
}

fn vector<V: Vector, const D: usize>(columns: &[&[V::Scalar]; D], index: usize) -> Option<V> {
    let mut row = [0.0; 3];
    for (entry, column) in row.iter_mut().zip(columns) {
        *entry = column.get(index)?.to_f64();
    }
    let [x, y, z] = row;
    Some(V::from_space(V::Space::from_xyz(x, y, z)))
}
