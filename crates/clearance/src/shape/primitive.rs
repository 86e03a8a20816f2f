//! The kind of a core, for the formulas that are faster than iterating.

use crate::math::{Space, Vector, Xy};

#[cfg(feature = "alloc")]
use super::convex_hull::HullCore;
use super::faceted::Faceted;
use super::frustum::FrustumCore;
use super::lengths::length;

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
    /// The hull of vertices, to search, by its facets, and the corners of a polygon of the plane,
    /// counter-clockwise, if its edges can be scanned.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    Hull(&'a HullCore<V::Space>, &'a dyn Faceted<V::Space>, &'a [V]),
    /// A hull by its facets alone.
    #[doc(hidden)]
    Facets(&'a dyn Faceted<V::Space>),
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

impl<'a, V: Vector> Primitive<'a, V> {
    /// The ends of a segment; for a point the same twice.
    #[inline]
    pub(crate) fn ends(&self) -> Option<[V::Space; 2]> {
        match *self {
            Self::Point(p) => Some([p, p]),
            Self::Segment(p, q) => Some([p, q]),
            _ => None,
        }
    }

    /// The corners of a polygon of the plane, counter-clockwise, if its edges can be scanned.
    #[inline(always)]
    pub(crate) fn outline(&self) -> Option<&'a [V]> {
        // The compiler does not know that there are none in space: half a megabyte of code.
        if V::Space::DIM != 2 {
            return None;
        }
        match *self {
            Self::Polygon(outline) => Some(outline),
            #[cfg(feature = "alloc")]
            Self::Hull(.., outline) if !outline.is_empty() => Some(outline),
            _ => None,
        }
    }

    /// How far it reaches along a unit vector, to some roundings; `None` of what has no end, and
    /// where floats do not hold the corners.
    pub(super) fn height(&self, along: V::Space) -> Option<f64> {
        let [x, y, z] = along.coordinates();
        let across = length(Xy::new(x, z));
        Some(match *self {
            Self::Cuboid(half) => along.map(f64::abs).dot(half),
            Self::Ellipsoid(radii) => length(along.zip(radii, |x, r| x * r)),
            Self::Revolved(Meridian::Rectangle(size)) => across * size.x + y.abs() * size.y,
            Self::Revolved(Meridian::Triangle(size)) => {
                (y * size.y).max(across * size.x - y * size.y)
            }
            Self::Revolved(Meridian::Ellipse(size)) => length(Xy::new(across * size.x, y * size.y)),
            Self::Polygon(corners) => {
                corners.iter().map(|p| along.dot(p.to_space())).reduce(f64::max)?
            }
            _ => (0..self.corners()?)
                .filter_map(|number| Some(along.dot(self.corner(number)?)))
                .reduce(f64::max)?,
        })
    }

    /// How many corners it is exactly the hull of.
    #[inline]
    pub(super) fn corners(&self) -> Option<u32> {
        match *self {
            Self::Point(_) => Some(1),
            Self::Segment(..) => Some(2),
            Self::Cuboid(_) => Some(1 << V::Space::DIM),
            #[cfg(feature = "alloc")]
            Self::Hull(_, hull, _) => Some(hull.corner_count()),
            Self::Facets(hull) => Some(hull.corner_count()),
            _ => None,
        }
    }

    /// The corner of this number, which is the feature of a support point there.
    #[inline]
    pub(super) fn corner(&self, number: u32) -> Option<V::Space> {
        match *self {
            Self::Point(p) => Some(p),
            Self::Segment(p, q) => [p, q].get(number as usize).copied(),
            Self::Cuboid(half) => Some(super::cuboid::corner(half, number)),
            #[cfg(feature = "alloc")]
            Self::Hull(_, hull, _) => hull.corner(number),
            Self::Facets(hull) => hull.corner(number),
            _ => None,
        }
    }

    /// The same of other vectors of the space. The corners of a polygon, which are of these, are
    /// left out.
    pub(crate) fn of_vectors<W: Vector<Space = V::Space>>(self) -> Primitive<'a, W> {
        match self {
            Self::General | Self::Polygon(_) => Primitive::General,
            Self::Point(p) => Primitive::Point(p),
            Self::Segment(p, q) => Primitive::Segment(p, q),
            Self::Cuboid(half) => Primitive::Cuboid(half),
            #[cfg(feature = "alloc")]
            Self::Hull(hull, facets, _) => Primitive::Hull(hull, facets, &[]),
            Self::Facets(hull) => Primitive::Facets(hull),
            Self::HalfSpace(normal, offset) => Primitive::HalfSpace(normal, offset),
            Self::Ellipsoid(radii) => Primitive::Ellipsoid(radii),
            Self::Revolved(meridian) => Primitive::Revolved(meridian),
            Self::Frustum(core) => Primitive::Frustum(core),
        }
    }

    /// The same without what borrows, of which nothing is known then.
    #[cfg(feature = "bevy")]
    pub(crate) fn unborrowed(self) -> Primitive<'static, V> {
        match self {
            Self::Point(p) => Primitive::Point(p),
            Self::Segment(p, q) => Primitive::Segment(p, q),
            Self::Cuboid(half) => Primitive::Cuboid(half),
            Self::HalfSpace(normal, offset) => Primitive::HalfSpace(normal, offset),
            Self::Ellipsoid(radii) => Primitive::Ellipsoid(radii),
            Self::Revolved(meridian) => Primitive::Revolved(meridian),
            _ => Primitive::General,
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
