//! The kind of a core, for the formulas that are faster than iterating.

use crate::math::{Space, Vector, Xy};

use super::frustum::FrustumCore;

/// The kind of a shape's core, where a formula is faster than iterating. In the local frame.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Primitive<'a, V: Vector> {
    /// Known by its support mapping only.
    General,
    /// One point.
    Point(V::Space),
    /// A segment between two points.
    Segment(V::Space, V::Space),
    /// A box about the origin.
    Cuboid(V::Space),
    /// A strictly convex polygon of the plane, counter-clockwise, of at least three vertices.
    Polygon(&'a [V]),
    /// All points `p` with `normal · p <= offset`; `normal` is of any length but zero.
    HalfSpace(V::Space, f64),
    /// An ellipsoid about the origin, an ellipse in the plane, by its semi-axes; not one of
    /// revolution about y.
    Ellipsoid(V::Space),
    /// A body of revolution about the y-axis of space, by its cross-section through the axis.
    Revolved(Meridian),
    /// A frustum given by its matrix, whose corners floats do not hold.
    Frustum(&'a FrustumCore<V::Space>),
}

impl<V: Vector> Primitive<'_, V> {
    /// The ends of a segment; for a point the same twice.
    #[inline]
    pub(crate) fn ends(&self) -> Option<[V::Space; 2]> {
        match *self {
            Self::Point(p) => Some([p, p]),
            Self::Segment(p, q) => Some([p, q]),
            _ => None,
        }
    }

    /// An ellipsoid by its semi-axes, which may be one of revolution about y.
    pub(crate) fn ellipsoid(radii: V::Space) -> Self {
        let [radius, half_height, other] = [0, 1, 2].map(|i| radii.coordinate(i));
        if V::Space::DIM == 3 && radius == other {
            Self::Revolved(Meridian::Ellipse(Xy::new(radius, half_height)))
        } else {
            Self::Ellipsoid(radii)
        }
    }
}

/// The cross-section of a body of revolution through its axis: x is the distance from the axis, y
/// the height along it. Each is `(radius, half height)`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Meridian {
    /// That of a cylinder.
    Rectangle(Xy),
    /// That of a cone, with its apex at `y = half height`.
    Triangle(Xy),
    /// That of an ellipsoid.
    Ellipse(Xy),
}

impl Meridian {
    /// The meridian of a cylinder or cone that stays one when stretched, to within a rounding.
    pub(super) fn scaled<S: Space>(self, scale: S) -> Option<Self> {
        let [x, y, z] = scale.coordinates();
        let stretched = |radii: Xy| Xy::new(x.abs() * radii.x, y.abs() * radii.y);
        match self {
            _ if x.abs() != z.abs() => None,
            Self::Rectangle(radii) => Some(Self::Rectangle(stretched(radii))),
            // Upside down its apex would be below.
            Self::Triangle(radii) if y > 0.0 => Some(Self::Triangle(stretched(radii))),
            Self::Triangle(_) | Self::Ellipse(_) => None,
        }
    }
}
