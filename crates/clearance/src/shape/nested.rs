//! Shapes made of shapes on the heap, nested up to a limit, so that no call, clone or drop
//! overflows the stack.

use alloc::boxed::Box;
use core::ops::Deref;

use crate::math::{Space, Vector};

use super::error::ShapeError;
use super::support::{Support, SupportMap};
use super::{MinkowskiSum, Rounded, Scaled, Shape};

/// How deep shapes made of shapes may be nested in a [`Shape`]: a scaled box is nested once, its
/// margin twice, a sum once more than the deeper of its parts.
///
/// Support points of a shape nested `n` deep cost `n` products and up to `n²` reads of its radii.
/// Roundings of points add up with the depth, and the bounds of formulas leave room for this many.
pub const MOST_NESTED: u32 = 12;

/// A shape made of shapes, with its depth of nesting. `Shape::from` creates it, and it dereferences
/// to the shape itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Nested<T> {
    shape: Box<T>,
    depth: u32,
}

impl<T> Nested<T> {
    /// The depth of nesting, at least 1.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// The shape.
    #[must_use]
    pub fn into_inner(self) -> T {
        *self.shape
    }
}

impl<T: MadeOfShapes> Nested<T> {
    /// `None` beyond the limit; its parts, which are within the limit, are dropped without deeper
    /// recursion.
    pub(super) fn new(shape: T) -> Option<Self> {
        let depth = shape.depth_of_parts() + 1;
        (depth <= MOST_NESTED).then(|| Self { shape: Box::new(shape), depth })
    }
}

impl<T> Deref for Nested<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.shape
    }
}

/// The deepest nesting among the parts.
pub trait MadeOfShapes {
    fn depth_of_parts(&self) -> u32;
}

impl<V: Vector> MadeOfShapes for Rounded<Shape<V>, V::Scalar> {
    fn depth_of_parts(&self) -> u32 {
        self.inner.depth()
    }
}

impl<V: Vector> MadeOfShapes for Scaled<Shape<V>, V> {
    fn depth_of_parts(&self) -> u32 {
        self.inner().depth()
    }
}

impl<V: Vector> MadeOfShapes for MinkowskiSum<Shape<V>, Shape<V>> {
    fn depth_of_parts(&self) -> u32 {
        self.a.depth().max(self.b.depth())
    }
}

/// Stands for shapes nested too deep, of which nothing is kept: no shape, and refused by
/// [`check`](crate::check).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TooDeep;

impl<V: Vector> SupportMap<V> for TooDeep {
    fn support(&self, _direction: V, _hint: u32) -> Support<V> {
        let nowhere = V::from_space(V::Space::splat(f64::NAN));
        Support { point: nowhere, feature: Support::<V>::SMOOTH }
    }
    fn radius_f64(&self) -> f64 {
        f64::NAN
    }
    fn reach(&self) -> f64 {
        f64::NAN
    }
    fn exact_radius(&self) -> Option<[f64; 2]> {
        None
    }
    fn check(&self) -> Result<(), ShapeError> {
        Err(ShapeError::TooDeep)
    }
}

#[cfg(feature = "serde")]
impl<T: serde::Serialize> serde::Serialize for Nested<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.shape.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, T: serde::Deserialize<'de> + MadeOfShapes> serde::Deserialize<'de> for Nested<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(T::deserialize(deserializer)?)
            .ok_or_else(|| serde::de::Error::custom(ShapeError::TooDeep))
    }
}
