//! Curved cores: cylinder, cone, ellipsoid.

use crate::math::tolerance::{CURVED_SUPPORT, SAFE_SQUARE, UNIT_ROUNDOFF};
use crate::math::{Scalar, Space, Vector, Xy, direction_times, sqrt};

use super::cuboid;
use super::error::ShapeError;
use super::flats::Flats;
use super::lengths::{if_length, if_lengths, least, length, length_above};
use super::moments::Moments;
use super::primitive::{Meridian, Primitive};
use super::support::{Support, SupportMap, support_from_f64};

/// A solid cylinder about the local y-axis.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cylinder<T> {
    /// Half the distance between the end discs, at `y = ±half_height`.
    pub half_height: T,
    /// The radius of the discs.
    pub radius: T,
}

/// A solid cone about the local y-axis: apex at `y = half_height`, base disc at `y = -half_height`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cone<T> {
    /// Half the distance between apex and base.
    pub half_height: T,
    /// The radius of the base.
    pub radius: T,
}

/// An ellipsoid about the local origin, an ellipse in the plane, with the local axes as its own.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ellipsoid<V> {
    /// The semi-axes.
    pub radii: V,
}

impl<T> Cylinder<T> {
    /// From half its height and its radius.
    pub const fn new(half_height: T, radius: T) -> Self {
        Self { half_height, radius }
    }
}

impl<T> Cone<T> {
    /// From half its height and the radius of its base.
    pub const fn new(half_height: T, radius: T) -> Self {
        Self { half_height, radius }
    }
}

impl<V> Ellipsoid<V> {
    /// From its semi-axes.
    pub const fn new(radii: V) -> Self {
        Self { radii }
    }
}

/// The same point at another height along the y-axis.
#[inline]
fn at_height<S: Space>(point: S, y: f64) -> S {
    S::from_xyz(point.coordinate(0), y, point.coordinate(2))
}

/// The part of a direction across the y-axis, and the square of its length.
#[inline]
fn outward<S: Space>(direction: S) -> (S, f64) {
    let outward = at_height(direction, 0.0);
    (outward, outward.length_squared())
}

/// The point farthest along `direction` of the disc of `radius` about the y-axis at the height `y`;
/// its centre where every point is.
#[inline]
fn rim<S: Space>(direction: S, radius: f64, y: f64) -> S {
    let (outward, squared) = outward(direction);
    let quotient = radius / squared;
    // The plain quotient unless it leaves the range of f64; the quotient and the root do not depend
    // on each other.
    let point = if (1e-280..1e280).contains(&squared) && (1e-290..1e290).contains(&quotient) {
        outward * (sqrt(squared) * quotient)
    } else {
        outward.try_normalize().map_or(S::default(), |unit| unit * radius)
    };
    at_height(point, y)
}

/// The point of an ellipsoid about the origin farthest along `direction`. The gradient condition
/// `p_i / r_i² ∝ d_i` gives `p_i = r_i² d_i / |r d|`.
#[inline]
pub(crate) fn ellipsoid_support<S: Space>(radii: S, direction: S) -> S {
    let unit = direction_times(radii, direction).unwrap_or_default();
    radii.zip(unit, |r, u| r * u)
}

/// The distance of a rim from the middle of the axis; NaN where a length is negative.
#[inline]
fn corner_reach(half_height: f64, radius: f64) -> f64 {
    length_above(Xy::new(if_length(half_height), if_length(radius)))
}

/// The same with each coordinate multiplied by that of `factors`; the larger of those across the
/// axis counts. A negative length is none, even where its product rounds to zero.
#[inline]
fn stretched_corner_reach<S: Space>(half_height: f64, radius: f64, factors: S) -> f64 {
    let [across, along, other] = factors.coordinates().map(f64::abs);
    corner_reach(if_length(half_height) * along, if_length(radius) * across.max(other))
}

/// What turns about the y-axis of space; the plane has no such axis.
#[inline]
fn revolved<V: Vector>(meridian: Meridian) -> Primitive<'static, V> {
    if V::Space::DIM == 3 { Primitive::Revolved(meridian) } else { Primitive::General }
}

/// The point of one of the rims.
#[inline(always)]
pub(super) fn cylinder_support<S: Space>(
    radius: f64,
    half_height: f64,
    direction: S,
) -> Support<S> {
    let y = if direction.coordinate(1) < 0.0 { -half_height } else { half_height };
    Support { point: rim(direction, radius, y), feature: Support::<S>::SMOOTH }
}

impl<T: Scalar> Cylinder<T> {
    /// The half extents of the cross-section through its axis.
    #[inline(always)]
    fn section<S: Space>(&self) -> S {
        S::from_xyz(self.radius.to_f64(), self.half_height.to_f64(), 0.0)
    }
}

/// In the plane the cross-section through the axis: a rectangle.
impl<V: Vector> SupportMap<V> for Cylinder<V::Scalar> {
    support_from_f64!(V);

    #[inline]
    fn support_f64(&self, direction: V::Space, _hint: u32) -> Support<V::Space> {
        if V::Space::DIM == 2 {
            return cuboid::support(self.section(), direction);
        }
        cylinder_support(self.radius.to_f64(), self.half_height.to_f64(), direction)
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        Some(V::Space::default())
    }
    #[inline]
    fn inradius(&self) -> f64 {
        self.half_height.to_f64().min(self.radius.to_f64())
    }
    #[inline]
    fn reach(&self) -> f64 {
        corner_reach(self.half_height.to_f64(), self.radius.to_f64())
    }
    #[inline]
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        stretched_corner_reach(self.half_height.to_f64(), self.radius.to_f64(), factors)
    }
    #[inline]
    fn rounding(&self) -> f64 {
        if V::Space::DIM == 2 { 0.0 } else { CURVED_SUPPORT * UNIT_ROUNDOFF }
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        if V::Space::DIM == 2 {
            return Primitive::Cuboid(self.section());
        }
        revolved(Meridian::Rectangle(Xy::new(self.radius.to_f64(), self.half_height.to_f64())))
    }
    fn check(&self) -> Result<(), ShapeError> {
        ShapeError::length("half height", self.half_height.to_f64())?;
        ShapeError::length("radius", self.radius.to_f64())
    }
}

/// In the plane the cross-section through the axis: a triangle.
impl<V: Vector> SupportMap<V> for Cone<V::Scalar> {
    support_from_f64!(V);

    #[inline]
    fn support_f64(&self, direction: V::Space, _hint: u32) -> Support<V::Space> {
        let (half_height, radius) = (self.half_height.to_f64(), self.radius.to_f64());
        let apex = at_height(V::Space::default(), half_height);
        let base = rim(direction, radius, -half_height);
        // How much higher than the base's middle the apex is, and the rim's point: by squares,
        // which do not wait for the root.
        let rise = 2.0 * half_height * direction.coordinate(1);
        let (_, squared) = outward(direction);
        let (apex_squared, rim_squared) = (rise * rise, radius * radius * squared);
        let is_apex = if SAFE_SQUARE.contains(&apex_squared) && SAFE_SQUARE.contains(&rim_squared) {
            rise > 0.0 && apex_squared >= rim_squared
        } else {
            direction.dot(apex) >= direction.dot(base)
        };
        let point = if is_apex { apex } else { base };
        Support { point, feature: Support::<V>::SMOOTH }
    }
    #[inline]
    fn reach(&self) -> f64 {
        corner_reach(self.half_height.to_f64(), self.radius.to_f64())
    }
    #[inline]
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        stretched_corner_reach(self.half_height.to_f64(), self.radius.to_f64(), factors)
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        // The centroid of a solid cone: a quarter of its height above the base.
        Some(V::Space::axis(1) * (-0.5 * self.half_height.to_f64()))
    }
    #[inline]
    fn inradius(&self) -> f64 {
        let (height, radius) = (2.0 * self.half_height.to_f64(), self.radius.to_f64());
        // From the centroid to the base, and to the flank, which is `radius / slant` of the way up
        // to the apex away.
        let slant = length(Xy::new(radius, height));
        (0.25 * height).min(0.75 * height * (radius / slant))
    }
    #[inline]
    fn rounding(&self) -> f64 {
        CURVED_SUPPORT * UNIT_ROUNDOFF
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        revolved(Meridian::Triangle(Xy::new(self.radius.to_f64(), self.half_height.to_f64())))
    }
    fn flats(&self) -> Flats<'_, V::Space> {
        if V::Space::DIM == 3 {
            return Flats::of(&SupportMap::<V>::primitive(self));
        }
        let (x, y) = (self.radius.to_f64(), self.half_height.to_f64());
        Flats::Triangle([(0.0, y), (-x, -y), (x, -y)].map(|(x, y)| V::Space::from_xyz(x, y, 0.0)))
    }
    fn corners(&self) -> Option<u32> {
        (V::Space::DIM == 2).then_some(3)
    }
    fn corner(&self, index: u32) -> Option<[V::Space; 2]> {
        let (radius, half_height) = (self.radius.to_f64(), self.half_height.to_f64());
        let (x, y) = match index {
            0 => (0.0, half_height),
            1 => (radius, -half_height),
            _ => (-radius, -half_height),
        };
        Some([V::Space::from_xyz(x, y, 0.0), V::Space::default()])
    }
    fn moments(&self) -> Option<Moments<V::Space>> {
        if V::Space::DIM == 2 {
            let corner = |i| Some(SupportMap::<V>::corner(self, i)?[0]);
            let (apex, right, left) = (corner(0)?, corner(1)?, corner(2)?);
            let unused = V::Space::default();
            return Some(Moments::of_fan(apex, core::iter::once([left, right, unused])));
        }
        Moments::of_primitive(&SupportMap::<V>::primitive(self), 0.0)
    }
    fn check(&self) -> Result<(), ShapeError> {
        ShapeError::length("half height", self.half_height.to_f64())?;
        ShapeError::length("radius", self.radius.to_f64())
    }
}

impl<V: Vector> Ellipsoid<V> {
    /// The radius of an ellipsoid that is a ball. As a point grown by a ball it is exact and costs
    /// nothing.
    #[inline]
    fn ball(&self) -> Option<f64> {
        let radii = self.radii.to_space();
        let first = radii.coordinate(0);
        (radii == V::Space::splat(first)).then_some(first)
    }
}

impl<V: Vector> SupportMap<V> for Ellipsoid<V> {
    support_from_f64!(V);

    #[inline]
    fn support_f64(&self, direction: V::Space, _hint: u32) -> Support<V::Space> {
        if self.ball().is_some() {
            return Support { point: V::Space::default(), feature: Support::<V>::SMOOTH };
        }
        let point = ellipsoid_support(self.radii.to_space(), direction);
        Support { point, feature: Support::<V>::SMOOTH }
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        Some(V::Space::default())
    }
    #[inline]
    fn inradius(&self) -> f64 {
        if self.ball().is_some() { 0.0 } else { least(self.radii) }
    }
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.ball().map_or(V::Scalar::ZERO, V::Scalar::from_f64)
    }
    #[inline]
    fn reach(&self) -> f64 {
        let radii = self.radii.to_space();
        if self.ball().is_some() { 0.0 } else { if_lengths(radii, radii.max_abs()) }
    }
    #[inline]
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        let radii = self.radii.to_space();
        let stretched = radii.zip(factors, |r, f| r * f);
        if self.ball().is_some() { 0.0 } else { if_lengths(radii, stretched.max_abs()) }
    }
    #[inline]
    fn rounding(&self) -> f64 {
        CURVED_SUPPORT * UNIT_ROUNDOFF
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        match self.ball() {
            Some(_) => Primitive::Point(V::Space::default()),
            None => Primitive::ellipsoid(self.radii.to_space()),
        }
    }
    fn check(&self) -> Result<(), ShapeError> {
        ShapeError::lengths("radius", self.radii.to_space())
    }
}
