//! Any shape: the closed enum, for shapes that come from files, editors and users.

use alloc::boxed::Box;

use crate::answer::{Proximity, Verdict, Witness};
use crate::math::Vector;
use crate::query::{OfShapes, of_shapes};

use super::nested::{Nested, TooDeep};
use super::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Factors, Flats, Frustum,
    HalfSpace, MinkowskiSum, Moments, Point, Primitive, Rounded, Scaled, Segment, ShapeError,
    Support, SupportMap, Triangle, VisitTerm,
};

/// Any shape of this crate. Balls, cylinders and so on mean their counterparts in the plane too:
/// circle, rectangle, triangle, ellipse, polygon.
///
/// ```
/// use clearance::{Ball, Cuboid, Shape, intersects};
/// use glam::Vec2;
///
/// let scene: Vec<(Shape<Vec2>, Vec2)> = vec![
///     (Ball::new(1.0).into(), Vec2::ZERO),
///     (Cuboid::new(Vec2::ONE).into(), Vec2::new(1.5, 0.0)),
/// ];
/// let [(a, at_a), (b, at_b)] = scene.as_slice() else { unreachable!() };
/// assert!(intersects(a, at_a, b, at_b));
/// ```
///
/// Shapes made of shapes nest up to [`MOST_NESTED`](crate::MOST_NESTED) deep.
/// [`rounded`](Self::rounded), [`scaled`](Self::scaled) and [`swept`](Self::swept) refuse deeper
/// ones; `into` turns these into [`TooDeep`](Self::TooDeep), which `check` refuses.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
#[allow(missing_docs)]
pub enum Shape<V: Vector> {
    Point(Point<V>),
    Segment(Segment<V>),
    Triangle(Triangle<V>),
    Ball(Ball<V::Scalar>),
    Capsule(Capsule<V::Scalar>),
    Cuboid(Cuboid<V>),
    Cylinder(Cylinder<V::Scalar>),
    Cone(Cone<V::Scalar>),
    Ellipsoid(Ellipsoid<V>),
    Hull(ConvexHull<V>),
    Frustum(Box<Frustum<V>>),
    HalfSpace(HalfSpace<V>),
    Rounded(Nested<Rounded<Shape<V>, V::Scalar>>),
    Scaled(Nested<Scaled<Shape<V>, V>>),
    Sum(Nested<MinkowskiSum<Shape<V>, Shape<V>>>),
    /// The result of `into` for shapes nested deeper than [`MOST_NESTED`](crate::MOST_NESTED): no
    /// shape, and refused by `check`.
    #[cfg_attr(feature = "serde", serde(skip))]
    TooDeep(TooDeep),
}

macro_rules! from_shapes {
    ($($Variant:ident($Type:ty)),+) => {$(
        impl<V: Vector> From<$Type> for Shape<V> {
            fn from(shape: $Type) -> Self {
                Self::$Variant(shape)
            }
        }
    )+};
}
from_shapes!(
    Point(Point<V>),
    Segment(Segment<V>),
    Triangle(Triangle<V>),
    Ball(Ball<V::Scalar>),
    Capsule(Capsule<V::Scalar>),
    Cuboid(Cuboid<V>),
    Cylinder(Cylinder<V::Scalar>),
    Cone(Cone<V::Scalar>),
    Ellipsoid(Ellipsoid<V>),
    Hull(ConvexHull<V>),
    HalfSpace(HalfSpace<V>)
);

impl<V: Vector> From<Frustum<V>> for Shape<V> {
    fn from(shape: Frustum<V>) -> Self {
        Self::Frustum(Box::new(shape))
    }
}

impl<V: Vector> From<Rounded<Self, V::Scalar>> for Shape<V> {
    fn from(shape: Rounded<Self, V::Scalar>) -> Self {
        Nested::new(shape).map_or(Self::TooDeep(TooDeep), Self::Rounded)
    }
}

impl<V: Vector> From<Scaled<Self, V>> for Shape<V> {
    fn from(shape: Scaled<Self, V>) -> Self {
        Nested::new(shape).map_or(Self::TooDeep(TooDeep), Self::Scaled)
    }
}

impl<V: Vector> From<MinkowskiSum<Self, Self>> for Shape<V> {
    fn from(shape: MinkowskiSum<Self, Self>) -> Self {
        Nested::new(shape).map_or(Self::TooDeep(TooDeep), Self::Sum)
    }
}

/// One list, so that every shape has a name, and code that matches names does not compile without
/// it.
macro_rules! names {
    ($($Variant:ident => $name:literal),+) => {
        impl<V: Vector> Shape<V> {
            /// The names of all shapes, as [`name`](Self::name) gives them.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// What kind of shape it is: `"ball"`, `"cuboid"`, `"half_space"`.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$Variant(_) => $name,)+
                    Self::TooDeep(_) => "too_deep",
                }
            }
        }
    };
}
names!(
    Point => "point",
    Segment => "segment",
    Triangle => "triangle",
    Ball => "ball",
    Capsule => "capsule",
    Cuboid => "cuboid",
    Cylinder => "cylinder",
    Cone => "cone",
    Ellipsoid => "ellipsoid",
    Hull => "hull",
    Frustum => "frustum",
    HalfSpace => "half_space",
    Rounded => "rounded",
    Scaled => "scaled",
    Sum => "sum"
);

impl<V: Vector> Shape<V> {
    /// How deep shapes are nested in this one: 0 if it is not made of shapes.
    pub(super) fn depth(&self) -> u32 {
        match self {
            Self::Rounded(shape) => shape.depth(),
            Self::Scaled(shape) => shape.depth(),
            Self::Sum(shape) => shape.depth(),
            Self::Point(_)
            | Self::Segment(_)
            | Self::Triangle(_)
            | Self::Ball(_)
            | Self::Capsule(_)
            | Self::Cuboid(_)
            | Self::Cylinder(_)
            | Self::Cone(_)
            | Self::Ellipsoid(_)
            | Self::Hull(_)
            | Self::Frustum(_)
            | Self::HalfSpace(_)
            | Self::TooDeep(_) => 0,
        }
    }

    /// The shape grown by a ball.
    ///
    /// ```
    /// use clearance::{Ball, Shape, ShapeError};
    /// use glam::Vec3;
    ///
    /// let ball: Shape<Vec3> = Ball::new(1.0).into();
    /// assert!(ball.clone().rounded(0.1)?.rounded(0.2).is_ok());
    /// let many = (0..1000).try_fold(ball, |shape, _| shape.rounded(0.1));
    /// assert_eq!(many, Err(ShapeError::TooDeep));
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShapeError::TooDeep`] beyond [`MOST_NESTED`](crate::MOST_NESTED).
    pub fn rounded(self, radius: V::Scalar) -> Result<Self, ShapeError> {
        Self::from(Rounded::new(self, radius)).unless_too_deep()
    }

    /// The shape stretched along its local axes.
    ///
    /// # Errors
    /// Those of [`Scaled::new`], and [`ShapeError::TooDeep`] beyond
    /// [`MOST_NESTED`](crate::MOST_NESTED).
    pub fn scaled(self, factors: V) -> Result<Self, ShapeError> {
        Self::from(Scaled::new(self, factors)?).unless_too_deep()
    }

    /// The shape swept over another.
    ///
    /// # Errors
    /// [`ShapeError::TooDeep`] beyond [`MOST_NESTED`](crate::MOST_NESTED).
    pub fn swept(self, over: Self) -> Result<Self, ShapeError> {
        Self::from(MinkowskiSum::new(self, over)).unless_too_deep()
    }

    fn unless_too_deep(self) -> Result<Self, ShapeError> {
        if matches!(self, Self::TooDeep(_)) { Err(ShapeError::TooDeep) } else { Ok(self) }
    }
}

/// Forwards a call to the shape that it holds.
macro_rules! each {
    ($self:expr, $shape:ident => $call:expr) => {
        match $self {
            Shape::Point($shape) => $call,
            Shape::Segment($shape) => $call,
            Shape::Triangle($shape) => $call,
            Shape::Ball($shape) => $call,
            Shape::Capsule($shape) => $call,
            Shape::Cuboid($shape) => $call,
            Shape::Cylinder($shape) => $call,
            Shape::Cone($shape) => $call,
            Shape::Ellipsoid($shape) => $call,
            Shape::Hull($shape) => $call,
            Shape::Frustum($shape) => {
                let $shape = &**$shape;
                $call
            }
            Shape::HalfSpace($shape) => $call,
            Shape::Rounded($shape) => {
                let $shape = &**$shape;
                $call
            }
            Shape::Scaled($shape) => {
                let $shape = &**$shape;
                $call
            }
            Shape::Sum($shape) => {
                let $shape = &**$shape;
                $call
            }
            Shape::TooDeep($shape) => $call,
        }
    };
}

// PERF(code size): inline is what bounds ask; of the rest every unit would compile sixteen arms.
impl<V: Vector> SupportMap<V> for Shape<V> {
    fn support(&self, direction: V, hint: u32) -> Support<V> {
        each!(self, shape => SupportMap::<V>::support(shape, direction, hint))
    }
    fn support_f64(&self, direction: V::Space, hint: u32) -> Support<V::Space> {
        each!(self, shape => SupportMap::<V>::support_f64(shape, direction, hint))
    }
    #[inline]
    fn radius(&self) -> V::Scalar {
        each!(self, shape => SupportMap::<V>::radius(shape))
    }
    #[inline]
    fn radius_f64(&self) -> f64 {
        each!(self, shape => SupportMap::<V>::radius_f64(shape))
    }
    fn radius_in_two(&self) -> [f64; 2] {
        each!(self, shape => SupportMap::<V>::radius_in_two(shape))
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        each!(self, shape => SupportMap::<V>::center(shape))
    }
    #[inline]
    fn inradius(&self) -> f64 {
        each!(self, shape => SupportMap::<V>::inradius(shape))
    }
    #[inline]
    fn reach(&self) -> f64 {
        each!(self, shape => SupportMap::<V>::reach(shape))
    }
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        each!(self, shape => SupportMap::<V>::reach_stretched(shape, factors))
    }
    #[inline]
    fn unbounded(&self) -> Option<f64> {
        each!(self, shape => SupportMap::<V>::unbounded(shape))
    }
    fn support_within(&self, direction: V::Space, hint: u32, within: f64) -> Support<V::Space> {
        each!(self, shape => SupportMap::<V>::support_within(shape, direction, hint, within))
    }
    fn reach_within(&self, within: f64) -> f64 {
        each!(self, shape => SupportMap::<V>::reach_within(shape, within))
    }
    #[inline]
    fn rounding(&self) -> f64 {
        each!(self, shape => SupportMap::<V>::rounding(shape))
    }
    fn vertex(&self, feature: u32) -> Option<V::Space> {
        each!(self, shape => SupportMap::<V>::vertex(shape, feature))
    }
    fn corners(&self) -> Option<u32> {
        each!(self, shape => SupportMap::<V>::corners(shape))
    }
    fn corner(&self, index: u32) -> Option<[V::Space; 2]> {
        each!(self, shape => SupportMap::<V>::corner(shape, index))
    }
    fn corner_terms(
        &self,
        index: u64,
        over: Option<&Factors<'_, V::Space>>,
        visit: VisitTerm<'_, V::Space>,
    ) -> Option<()> {
        each!(self, shape => SupportMap::<V>::corner_terms(shape, index, over, visit))
    }
    fn corners_of_summands(&self, visit: &mut dyn FnMut(u32)) -> Option<()> {
        each!(self, shape => SupportMap::<V>::corners_of_summands(shape, visit))
    }
    fn exact_radius(&self) -> Option<[f64; 2]> {
        each!(self, shape => SupportMap::<V>::exact_radius(shape))
    }
    fn radius_terms(
        &self,
        over: Option<&Factors<'_, V::Space>>,
        visit: VisitTerm<'_, V::Space>,
    ) -> Option<()> {
        each!(self, shape => SupportMap::<V>::radius_terms(shape, over, visit))
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        each!(self, shape => SupportMap::<V>::primitive(shape))
    }
    fn moments(&self) -> Option<Moments<V::Space>> {
        each!(self, shape => SupportMap::<V>::moments(shape))
    }
    fn lengths(&self) -> f64 {
        each!(self, shape => SupportMap::<V>::lengths(shape))
    }
    fn has_exact_normal(&self) -> bool {
        each!(self, shape => SupportMap::<V>::has_exact_normal(shape))
    }
    fn flats(&self) -> Flats<'_, V::Space> {
        each!(self, shape => SupportMap::<V>::flats(shape))
    }
    #[inline(always)]
    fn as_shape(&self) -> Option<&Self> {
        Some(self)
    }
    #[inline(always)]
    fn verdicts(&self) -> Option<OfShapes<V, Verdict>> {
        Some(of_shapes::verdicts)
    }
    #[inline(always)]
    fn distances(&self) -> Option<OfShapes<V, Option<Witness<V>>>> {
        Some(of_shapes::distances)
    }
    #[inline(always)]
    fn depths(&self) -> Option<OfShapes<V, Option<Witness<V>>>> {
        Some(of_shapes::depths)
    }
    #[inline(always)]
    fn proximities(&self) -> Option<OfShapes<V, Proximity<V>>> {
        Some(of_shapes::proximities)
    }
    fn check(&self) -> Result<(), ShapeError> {
        each!(self, shape => SupportMap::<V>::check(shape))
    }
}
