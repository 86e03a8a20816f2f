//! The public verbs.

mod bounds;
mod cast;
#[cfg(feature = "alloc")]
mod certificate;
#[cfg(all(feature = "alloc", feature = "glam"))]
pub mod concrete;
mod door;
mod extent;
mod inside;
mod options;
mod pair;
mod run;
mod search;
mod turn;
mod verb;

use crate::answer::{Proximity, Separation, Verdict, Witness};
use crate::math::{ToPose, Vector};
use crate::shape::{Point, SupportMap};

use verb::{Given, Verb};

pub use cast::{cast, cast_ray, contains, project_point};
#[cfg(feature = "alloc")]
pub use certificate::{cast_certificate, certificate};
#[cfg(feature = "alloc")]
pub(crate) use certificate::{first_that_holds, of_point};
#[cfg(feature = "alloc")]
pub(crate) use door::OfShapes;
#[cfg(feature = "alloc")]
pub(crate) use door::of_shapes;
#[cfg(feature = "alloc")]
pub(crate) use extent::camera_corners;
pub use extent::{
    BoundingBall, BoundingBox, bounding_ball, bounding_box, corner_points, support_point,
};
pub use inside::inside_by;
pub use options::Query;
pub(crate) use pair::Pair;
pub(crate) use search::Compiled;
pub use turn::time_of_impact;

/// Whether two shapes have a point in common. Touching counts.
///
/// For culling, triggers, and whatever needs only yes or no: it stops at the first proof. Exact,
/// for the very floats given, where both are polytopes, balls, capsules, any of these rounded,
/// scaled or summed, or one is a half-space, also rounded. For half-spaces scaled or summed, and
/// for cylinders, cones, ellipsoids and shapes of your own, it is `true` unless they are proved
/// apart: it never misses an overlap, and is `true` for shapes apart only where their distance is
/// below the arithmetic's error, about 1e-14 of their size. The same holds for all shapes where an
/// iteration limit was set, or in a build without `alloc`; [`verdict`] distinguishes these cases.
///
/// Poses may be vectors (translations), `(rotation, translation)` pairs, or [`Pose`](crate::Pose)s.
/// Cost: 5 to 15 ns where the balls about the local origins that hold the shapes are apart, 10 to
/// 50 ns where balls within them meet; else 15 to 110 ns for balls, capsules, boxes, and polygons
/// of up to eight corners, 0.1 to 1.1 µs for curved shapes and hulls of 12 to 1000 vertices.
/// Source: Gilbert, Johnson, Keerthi 1988, by directions alone.
///
/// ```
/// use clearance::{Ball, Cuboid, intersects};
/// use glam::Vec3;
///
/// let trigger = Cuboid::new(Vec3::new(2.0, 1.0, 2.0));
/// let player = Ball::new(0.5);
/// assert!(intersects(&trigger, &Vec3::ZERO, &player, &Vec3::new(2.5, 0.0, 0.0))); // touches
/// assert!(!intersects(&trigger, &Vec3::ZERO, &player, &Vec3::new(2.6, 0.0, 0.0)));
/// ```
#[must_use]
pub fn intersects<P, Q, A, B>(a: &A, pose_a: &P, b: &B, pose_b: &Q) -> bool
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    Query::new().intersects(a, pose_a, b, pose_b)
}

/// How far apart two shapes are, where, and in which direction; `None` where they intersect.
///
/// Touching shapes intersect. Curved shapes too close to call count as intersecting here (see
/// [`intersects`]). The exact distance lies within `gap` of `length`: about 1e-14 of the shapes'
/// size for `f64`, one rounding of the result for `f32`.
///
/// Cost: 30 to 190 ns for balls, capsules, boxes, balls beside ellipsoids, and polygons of up to
/// eight corners; 0.3 to 0.8 µs for hulls of up to 64 vertices, 0.7 to 1.3 for cylinders, cones and
/// ellipsoids, 1 to 3 µs for hulls of a thousand.
///
/// ```
/// use clearance::{Cuboid, distance};
/// use glam::{Quat, Vec3};
/// use core::f32::consts::FRAC_PI_4;
///
/// // The closest points of two oriented boxes.
/// let cube = Cuboid::new(Vec3::splat(1.0));
/// let turned = (Quat::from_rotation_z(FRAC_PI_4), Vec3::new(4.0, 0.0, 0.0));
/// let apart = distance(&cube, &Vec3::ZERO, &cube, &turned).unwrap();
/// assert!((apart.length - (3.0 - 2.0_f32.sqrt())).abs() < 1e-6);
/// assert!((apart.on_b.x - (4.0 - 2.0_f32.sqrt())).abs() < 1e-6);
/// ```
///
#[cfg_attr(doc, doc = include_str!("../pictures/distance.svg"))]
#[must_use]
pub fn distance<P, Q, A, B>(a: &A, pose_a: &P, b: &B, pose_b: &Q) -> Option<Witness<P::Vector>>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    Query::new().distance(a, pose_a, b, pose_b)
}

/// How deep two shapes overlap, where, and in which direction they separate; `None` where they are
/// apart.
///
/// The depth is the length of the minimum translation: moving B by `length * normal` just separates
/// the shapes, and nothing shorter does. Shapes that touch have depth 0, as have shapes whose
/// difference has no volume, such as two crossing segments in space. The exact depth lies within
/// `gap` of `length`.
///
/// Cost: as [`distance`] where only the radii overlap (shallow contact of balls, capsules, rounded
/// shapes) and for boxes; 0.1 to 0.4 µs for polygons of up to 32 corners; else 1 to 4 µs for hulls
/// of up to 64 vertices and curved shapes, 4 to 9 µs for a thousand. Source: van den Bergen 2001.
///
/// ```
/// use clearance::{Ball, Cuboid, penetration};
/// use glam::Vec3;
///
/// let hit = penetration(&Cuboid::new(Vec3::ONE), &Vec3::ZERO, &Ball::new(0.5), &Vec3::new(0.0, 1.25, 0.0));
/// let hit = hit.unwrap();
/// assert!((hit.length - 0.25).abs() <= hit.gap);
/// assert_eq!(hit.normal, Vec3::Y);
/// ```
///
#[cfg_attr(doc, doc = include_str!("../pictures/penetration.svg"))]
#[must_use]
pub fn penetration<P, Q, A, B>(a: &A, pose_a: &P, b: &B, pose_b: &Q) -> Option<Witness<P::Vector>>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    Query::new().penetration(a, pose_a, b, pose_b)
}

/// Distance or depth, whichever it is, in one call.
///
/// ```
/// use clearance::{Capsule, Proximity, proximity};
/// use glam::DVec2;
///
/// let capsule = Capsule::new(1.0, 0.5);
/// match proximity(&capsule, &DVec2::ZERO, &capsule, &DVec2::new(0.75, 0.0)) {
///     Proximity::Intersecting(witness) => assert!((witness.length - 0.25).abs() <= witness.gap),
///     other => panic!("{other:?}"),
/// }
/// ```
#[must_use]
pub fn proximity<P, Q, A, B>(a: &A, pose_a: &P, b: &B, pose_b: &Q) -> Proximity<P::Vector>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    Query::new().proximity(a, pose_a, b, pose_b)
}

/// Whether two shapes have a point in common, with "too close to call" as a third answer.
///
/// See [`intersects`] for which shapes are never too close. For these, contact costs 10 to 500 µs
/// of exact arithmetic in poses that round, and next to nothing in others.
///
/// ```
/// use clearance::{Cuboid, Verdict, verdict};
/// use glam::DVec3;
///
/// let cube = Cuboid::new(DVec3::splat(0.5));
/// assert_eq!(verdict(&cube, &DVec3::ZERO, &cube, &DVec3::X), Verdict::Intersecting); // face to face
/// ```
#[must_use]
pub fn verdict<P, Q, A, B>(a: &A, pose_a: &P, b: &B, pose_b: &Q) -> Verdict
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    Query::new().verdict(a, pose_a, b, pose_b)
}

/// How far apart two shapes are along one direction of the world: from A's farthest point to B's
/// nearest. Two support points, no iteration.
///
/// Positive values prove the shapes apart: their distance is at least that. Its maximum over all
/// directions is the distance, or minus the depth. A direction without length gives an infinite
/// gap.
///
/// ```
/// use clearance::{Ball, separation};
/// use glam::Vec2;
///
/// let (a, b) = (Ball::new(1.0), Ball::new(2.0));
/// let along_x = separation(&a, &Vec2::ZERO, &b, &Vec2::new(5.0, 7.0), Vec2::X);
/// assert!((along_x.length - 2.0).abs() <= along_x.gap);
/// ```
///
#[cfg_attr(doc, doc = include_str!("../pictures/separation.svg"))]
#[must_use]
pub fn separation<P, Q, A, B>(
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
    direction: P::Vector,
) -> Separation<<P::Vector as Vector>::Scalar>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    let along = verb::Along(direction);
    let found = Query::new().searched(along.sought(), Given { a, pose_a, b, pose_b });
    verb::Along::<P::Vector>::answer(found)
}

/// [`proximity`] of a pair given by one composite support mapping, that of the Minkowski difference
/// A - B: along `d` the farthest point of A along `d` minus the farthest point of B along `-d`.
///
/// The witness's `on_a` is the point of the difference nearest to the origin or, where it holds the
/// origin, the boundary point nearest to it; `on_b` is the origin.
///
/// ```
/// use clearance::composite_proximity;
/// use glam::Vec3;
///
/// let a = |d: Vec3| d.normalize_or_zero(); // a ball of radius 1 at the origin
/// let b = |d: Vec3| Vec3::new(4.0, 0.0, 0.0) + 2.0 * d.normalize_or_zero();
/// let apart = composite_proximity(&|d: Vec3| a(d) - b(-d));
/// assert!(!apart.intersects());
/// assert!((apart.signed_distance() - 1.0).abs() <= apart.witness().gap);
/// ```
#[must_use]
pub fn composite_proximity<V, F>(difference: &F) -> Proximity<V>
where
    V: Vector,
    F: SupportMap<V> + ?Sized,
{
    let origin = V::from_space(V::Space::default());
    Query::new().proximity(difference, &origin, &Point(origin), &origin)
}
