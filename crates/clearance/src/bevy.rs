//! The binding to Bevy 0.20: its isometries are poses, its convex primitives shapes.
//!
//! Each primitive answers as the shape of this crate that it is, made anew for each question: that
//! costs no more than to read its numbers.

use bevy_math::{Isometry2d, Isometry3d, Rot2, Vec2, Vec3};
use bevy_shape::{
    Aabb2d, Aabb3d, Capsule2d, Capsule3d, Circle, Cone, Cuboid, Cylinder, Ellipse, HalfSpace,
    Ray2d, Ray3d, Rectangle, Rhombus, Segment2d, Segment3d, Sphere, Tetrahedron, Triangle2d,
    Triangle3d,
};

use crate::cast::Ray;
use crate::math::{Pose, Rotation2, ToPose, Xy, Xyz};
use crate::query::BoundingBox;
use crate::shape::{Corners, Flats, Moments, Primitive, ShapeError, Support, SupportMap};

impl From<Rot2> for Rotation2<f32> {
    #[inline]
    fn from(rotation: Rot2) -> Self {
        Self { cos: rotation.cos, sin: rotation.sin }
    }
}

impl ToPose for Isometry2d {
    type Vector = Vec2;
    #[inline]
    fn to_pose(&self) -> Pose<Vec2> {
        Pose { rotation: self.rotation.into(), translation: self.translation }
    }
}

/// In `Vec3`, as the shapes are.
impl ToPose for Isometry3d {
    type Vector = Vec3;
    #[inline]
    fn to_pose(&self) -> Pose<Vec3> {
        Pose { rotation: self.rotation.into(), translation: self.translation.into() }
    }
}

impl From<Ray2d> for Ray<Vec2> {
    fn from(ray: Ray2d) -> Self {
        Self::new(ray.origin, *ray.direction)
    }
}

impl From<Ray3d> for Ray<Vec3> {
    fn from(ray: Ray3d) -> Self {
        Self::new(ray.origin, *ray.direction)
    }
}

/// Binds one box: the corners, both ways.
macro_rules! bind_box {
    ($Aabb:ty, $V:ty) => {
        impl From<$Aabb> for BoundingBox<$V> {
            fn from(bounds: $Aabb) -> Self {
                Self { min: bounds.min.into(), max: bounds.max.into() }
            }
        }
        impl From<BoundingBox<$V>> for $Aabb {
            fn from(bounds: BoundingBox<$V>) -> Self {
                Self { min: bounds.min.into(), max: bounds.max.into() }
            }
        }
    };
}
bind_box!(Aabb2d, Vec2);
bind_box!(Aabb3d, Vec3);

/// Binds one shape: what it is here. Only such are meant as own their numbers.
macro_rules! bind_shape {
    ($Shape:ty, $V:ty, $S:ty, |$shape:ident| $same:expr) => {
        impl SupportMap<$V> for $Shape {
            #[inline]
            fn support(&self, direction: $V, hint: u32) -> Support<$V> {
                let $shape = self;
                SupportMap::<$V>::support(&$same, direction, hint)
            }
            bind_shape!(
                @ $Shape, $V, |$shape| $same;
                support_f64(direction: $S, hint: u32) -> Support<$S>;
                radius() -> f32;
                center() -> Option<$S>;
                inradius() -> f64;
                reach() -> f64;
                unbounded() -> Option<f64>;
                support_within(direction: $S, hint: u32, within: f64) -> Support<$S>;
                reach_within(within: f64) -> f64;
                reach_stretched(factors: $S) -> f64;
                rounding() -> f64;
                vertex(feature: u32) -> Option<$S>;
                corners() -> Option<u32>;
                corner(index: u32) -> Option<[$S; 2]>;
                exact_radius() -> Option<[f64; 2]>;
                moments() -> Option<Moments<$S>>;
                lengths() -> f64;
                has_exact_normal() -> bool;
                check() -> Result<(), ShapeError>;
            );
            #[inline]
            fn primitive(&self) -> Primitive<'_, $V> {
                let $shape = self;
                SupportMap::<$V>::primitive(&$same).unborrowed()
            }
            #[inline]
            fn flats(&self) -> Flats<'_, $S> {
                let $shape = self;
                match SupportMap::<$V>::flats(&$same) {
                    Flats::Triangle(corners) => Flats::Triangle(corners),
                    _ => Flats::of(&SupportMap::<$V>::primitive(self)),
                }
            }
        }
    };
    (@ $Shape:ty, $V:ty, |$shape:ident| $same:expr;
        $($ask:ident($($name:ident: $T:ty),*) -> $Answer:ty;)*) => {$(
        #[inline]
        fn $ask(&self, $($name: $T),*) -> $Answer {
            let $shape = self;
            SupportMap::<$V>::$ask(&$same, $($name),*)
        }
    )*};
}
bind_shape!(Sphere, Vec3, Xyz, |ball| crate::Ball::new(ball.radius));
bind_shape!(Cuboid, Vec3, Xyz, |cuboid| crate::Cuboid::new(cuboid.half_size));
bind_shape!(Cylinder, Vec3, Xyz, |can| crate::Cylinder::new(can.half_height, can.radius));
bind_shape!(Capsule3d, Vec3, Xyz, |capsule| {
    crate::Capsule::new(capsule.half_length, capsule.radius)
});
bind_shape!(Cone, Vec3, Xyz, |cone| crate::Cone::new(0.5 * cone.height, cone.radius));
bind_shape!(Segment3d, Vec3, Xyz, |segment| {
    let [a, b] = segment.vertices;
    crate::Segment::new(a, b)
});
bind_shape!(Triangle3d, Vec3, Xyz, |triangle| {
    let [a, b, c] = triangle.vertices;
    crate::Triangle::new(a, b, c)
});
bind_shape!(Tetrahedron, Vec3, Xyz, |solid| Corners(solid.vertices));
// Its normal points inwards, and its boundary belongs to it here: touching is intersecting.
bind_shape!(HalfSpace, Vec3, Xyz, |half| {
    crate::HalfSpace::new(-Vec3::from(half.normal()), half.d())
});
bind_shape!(Circle, Vec2, Xy, |ball| crate::Ball::new(ball.radius));
bind_shape!(Ellipse, Vec2, Xy, |ellipse| crate::Ellipsoid::new(ellipse.half_size));
bind_shape!(Rectangle, Vec2, Xy, |cuboid| crate::Cuboid::new(cuboid.half_size));
bind_shape!(Capsule2d, Vec2, Xy, |capsule| {
    crate::Capsule::new(capsule.half_length, capsule.radius)
});
bind_shape!(Segment2d, Vec2, Xy, |segment| {
    let [a, b] = segment.vertices;
    crate::Segment::new(a, b)
});
bind_shape!(Triangle2d, Vec2, Xy, |triangle| {
    let [a, b, c] = triangle.vertices;
    crate::Triangle::new(a, b, c)
});
bind_shape!(Rhombus, Vec2, Xy, |rhombus| {
    let Vec2 { x, y } = rhombus.half_diagonals;
    Corners([Vec2::new(x, 0.0), Vec2::new(0.0, y), Vec2::new(-x, 0.0), Vec2::new(0.0, -y)])
});
