//! The types that users hold can go from thread to thread, which the compiler checks here.

use clearance::{
    Ball, BoundingBall, BoundingBox, Capsule, Cast, Certificate, Cone, ContactPoint, ConvexHull,
    ConvexPoints, Cuboid, Cylinder, Ellipsoid, Frustum, Gradient, HalfSpace, InputError, Manifold,
    MassProperties, Meeting, MinkowskiSum, Motion, Point, PointProjection, Pose, Proximity, Query,
    Ray, RayCast, Rounded, Scaled, Segment, Separation, Shape, Sweep, Triangle, Warm, Witness, Xyz,
};
use glam::{DVec3, Vec2};

const fn crosses_threads<T: Send + Sync>() {}

macro_rules! all {
    ($($T:ty),+ $(,)?) => { const _: () = { $(crosses_threads::<$T>();)+ }; };
}
all!(
    Ball<f32>,
    Capsule<f32>,
    Cone<f64>,
    ConvexHull<Vec2>,
    ConvexPoints<'_, DVec3>,
    Cuboid<Vec2>,
    Cylinder<f64>,
    Ellipsoid<DVec3>,
    Frustum<DVec3>,
    HalfSpace<Vec2>,
    Point<Vec2>,
    Segment<Vec2>,
    Triangle<DVec3>,
    Rounded<Shape<Vec2>, f32>,
    Scaled<Shape<DVec3>, DVec3>,
    MinkowskiSum<Shape<Vec2>, Shape<Vec2>>,
    Shape<Vec2>,
    Shape<DVec3>,
    Pose<Vec2>,
    Pose<DVec3>,
    Motion<DVec3>,
    Meeting<f32>,
    Sweep<Vec2>,
    Ray<DVec3>,
    Proximity<DVec3>,
    Witness<Vec2>,
    Separation<f32>,
    Cast<DVec3>,
    RayCast<Vec2>,
    PointProjection<Vec2>,
    Manifold<DVec3>,
    ContactPoint<Vec2>,
    Gradient<DVec3>,
    BoundingBox<Vec2>,
    BoundingBall<DVec3>,
    MassProperties<DVec3>,
    Certificate<Xyz>,
    Query<'_, Vec2>,
    Warm,
    InputError,
);
