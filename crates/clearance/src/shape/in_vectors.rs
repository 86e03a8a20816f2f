//! A shape in other vectors of its space.

use crate::math::{Scalar, Vector};

use super::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, MinkowskiSum, Point, Rounded,
    Scaled, Segment, Shape, Triangle,
};

/// A vector in another type, if that holds its coordinates.
pub(super) fn vector<V: Vector, W: Vector<Space = V::Space>>(v: V) -> Option<W> {
    let held = W::from_space(v.to_space());
    (held.to_space() == v.to_space()).then_some(held)
}

/// A number in another type, if that holds it.
fn number<T: Scalar, U: Scalar>(x: T) -> Option<U> {
    let held = U::from_f64(x.to_f64());
    (held.to_f64() == x.to_f64()).then_some(held)
}

impl<V: Vector> Shape<V> {
    /// The same shape in other vectors of its space, as from `Vec3` to `DVec3`; `None` where these
    /// do not hold all of its numbers. Nothing is rounded.
    ///
    /// ```
    /// use clearance::{Cuboid, Shape};
    /// use glam::{DVec3, Vec3};
    ///
    /// let single: Shape<Vec3> = Cuboid::new(Vec3::new(1.0, 2.0, 0.1)).into();
    /// let double = single.in_vectors::<DVec3>().unwrap();
    /// assert_eq!(double.in_vectors::<Vec3>(), Some(single));
    ///
    /// let finer: Shape<DVec3> = Cuboid::new(DVec3::new(1.0, 2.0, 0.1)).into();
    /// assert_eq!(finer.in_vectors::<Vec3>(), None);
    /// ```
    #[must_use]
    pub fn in_vectors<W: Vector<Space = V::Space>>(&self) -> Option<Shape<W>> {
        Some(match self {
            Self::Point(Point(p)) => Point(vector(*p)?).into(),
            Self::Segment(Segment { a, b }) => Segment { a: vector(*a)?, b: vector(*b)? }.into(),
            Self::Triangle(Triangle { a, b, c }) => {
                Triangle { a: vector(*a)?, b: vector(*b)?, c: vector(*c)? }.into()
            }
            Self::Ball(Ball { radius }) => Shape::Ball(Ball { radius: number(*radius)? }),
            Self::Capsule(Capsule { half_height, radius }) => Shape::Capsule(Capsule {
                half_height: number(*half_height)?,
                radius: number(*radius)?,
            }),
            Self::Cuboid(Cuboid { half_extents }) => {
                Cuboid { half_extents: vector(*half_extents)? }.into()
            }
            Self::Cylinder(Cylinder { half_height, radius }) => Shape::Cylinder(Cylinder {
                half_height: number(*half_height)?,
                radius: number(*radius)?,
            }),
            Self::Cone(Cone { half_height, radius }) => {
                Shape::Cone(Cone { half_height: number(*half_height)?, radius: number(*radius)? })
            }
            Self::Ellipsoid(Ellipsoid { radii }) => Ellipsoid { radii: vector(*radii)? }.into(),
            Self::Hull(hull) => hull.in_vectors()?.into(),
            Self::Frustum(frustum) => frustum.in_vectors()?.into(),
            Self::HalfSpace(HalfSpace { normal, offset }) => {
                HalfSpace { normal: vector(*normal)?, offset: number(*offset)? }.into()
            }
            Self::Rounded(rounded) => {
                let inner = rounded.inner.in_vectors()?;
                Rounded { inner, radius: number(rounded.radius)? }.into()
            }
            Self::Scaled(scaled) => {
                let (inner, scale) = (scaled.inner().in_vectors()?, vector(scaled.scale())?);
                Scaled::new(inner, scale).ok()?.into()
            }
            Self::Sum(sum) => {
                MinkowskiSum { a: sum.a.in_vectors()?, b: sum.b.in_vectors()? }.into()
            }
            Self::TooDeep(_) => return None,
        })
    }
}
