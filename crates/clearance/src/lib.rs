//! For two convex shapes: do they touch, how far apart are they, how deep do they overlap, where,
//! and in which direction; and how far off is the answer. In the plane and in space, for `f32` and
//! `f64`.
//!
//! ```
//! use clearance::{ConvexHull, Cuboid, Proximity, distance, intersects, proximity};
//! use glam::{Quat, Vec3};
//!
//! let cube = Cuboid::new(Vec3::splat(0.5)); // half the edge lengths
//! let tent = ConvexHull::new(&[
//!     Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 0.0, -1.0), Vec3::new(1.0, 0.0, 1.0),
//!     Vec3::new(-1.0, 0.0, 1.0), Vec3::new(0.0, 1.5, 0.0),
//! ])?;
//! let place = (Quat::from_rotation_y(0.8), Vec3::new(0.0, 2.5, 0.0));
//!
//! assert!(!intersects(&tent, &Vec3::ZERO, &cube, &place));
//!
//! let apart = distance(&tent, &Vec3::ZERO, &cube, &place).unwrap();
//! assert!((apart.length - 0.5).abs() <= apart.gap);
//! assert_eq!(apart.on_a, Vec3::new(0.0, 1.5, 0.0));
//!
//! match proximity(&tent, &Vec3::ZERO, &cube, &Vec3::new(0.0, 1.0, 0.0)) {
//!     Proximity::Intersecting(hit) => println!("{} deep, out along {}", hit.length, hit.normal),
//!     other => unreachable!("{other:?}"),
//! }
//! # Ok::<(), clearance::HullError>(())
//! ```
//!
//! # The verbs
//!
//! | verb | answers | cost, typical |
//! | --- | --- | --- |
//! | [`intersects`] | yes or no; touching is yes | 0.01 – 1 µs |
//! | [`verdict`] | the same, with "too close to call" as a third answer | as `intersects` |
//! | [`distance`] | how far apart, where, which way; `None` if they intersect | 0.03 – 3 µs |
//! | [`penetration`] | how deep, where, which way out; `None` if apart | 0.03 – 10 µs |
//! | [`proximity`] | whichever of the two it is | |
//! | [`separation`] | how far apart along one given direction | 0.05 µs |
//! | [`inside_by`] | how deep inside a container | a `proximity` a corner |
//! | [`support_point`], [`corner_points`] | the farthest point along a direction; all corners | 10 ns |
//! | [`support_feature`], [`contact_feature`] | the corner, edge or face that a direction or a contact's key means | 0.1 µs |
//! | [`vertex_weights`] | of which vertices a point is the mean: derivatives by vertices | 0.1 µs |
//! | [`cast`] | when and where B, moving on a straight line, first touches A | 0.1 – 5 µs |
//! | [`time_of_impact`] | the same where both may turn: constant velocities, or between two poses | 5 – 40 µs |
//! | [`cast_ray`] | when and where a ray meets a shape | 0.1 – 2 µs |
//! | [`project_point`], [`contains`] | the nearest point of a surface; is a point inside? | as `proximity` |
//! | [`contact_manifold`] | where they touch: normal, up to four points, depths, lasting names | 0.3 – 5 µs |
//! | [`Witness::gradient`], [`smoothness`] | how the signed distance changes as the shapes move, and whether it has a kink | free; 25 `proximity` |
//! | [`certificate`], [`verify`] | evidence for the answer, and whether it holds | 0.1 – 10 ms |
//! | [`cast_certificate`], [`verify_cast`] | the same of a cast | 0.1 – 10 ms |
//! | [`manifold_certificate`], [`verify_manifold`] | the same of contact points | 0.1 – 25 ms |
//! | [`bounding_box`], [`bounding_ball`] | what holds a shape where it stands | 0.03 – 0.3 µs |
//! | [`overlap`] | the polytope that two polytopes share, and its volume between proved bounds | 10 – 50 µs |
//! | [`mass_properties`] | volume, centre of mass, inertia | 0.05 µs, 10 ns a face of a hull |
//!
//! [`Query`] has the same verbs with options: a distance cut-off, an iteration limit, the start
//! direction, a [`Warm`] memory between frames, an [`Observer`] of every iteration.
//!
//! # Shapes and poses
//!
//! A shape is a [`SupportMap`]: those of this crate, a closure `|direction: Vec3| -> Vec3`, or your
//! own type. A pose is whatever is [`ToPose`]: a vector (a translation), a `(Quat, Vec3)` pair, a
//! [`Pose`]. A model matrix is split into a pose and a scale by `Pose::from_matrix`, or
//! [`model_matrix_3d`]. Capsule, cylinder and cone stand along the local y-axis.
//!
//! Normals are of unit length and point from A to B; points and normals are in the world frame;
//! lengths in the caller's.
//!
//! # What the numbers mean
//!
//! The exact value, for the very floats given, lies within [`gap`](Witness::gap) of the
//! [`length`](Witness::length) returned, rounding included. Quaternions count as normalised. The
//! gap is some 1e-14 of the shapes' size for `f64`, about one rounding of the result for `f32`; it
//! is larger after an iteration limit or cut-off, and for deep overlaps of round shapes about one
//! axis where a closure hides that they are round. [`Proximity::Separated`] and
//! [`Proximity::Intersecting`] are proved; what cannot be proved is [`Proximity::Undecided`] and
//! counts as intersecting.
//!
//! For polytopes, balls, capsules, any of these rounded, scaled or summed, and for half-spaces
//! against them, nothing stays undecided: where the search's arithmetic cannot distinguish contact
//! from a miss, exact arithmetic does. That takes memory, so it needs the feature `alloc`, and 10
//! to 500 µs, so it is skipped under [`Query::max_iterations`]; without either such pairs are
//! `Undecided`. Cylinders, cones and ellipsoids are decided the same way where they touch, or miss
//! each other, at numbers that floats hold: a can on a floor, on its cap or its side. Elsewhere
//! their surfaces hold no floats to speak of, and they may be `Undecided` within the gap.
//!
//! [`certificate`] finds evidence for an answer, and [`verify`] checks it without trusting any
//! search; [`cast_certificate`] and [`verify_cast`] do so for casts, [`manifold_certificate`] and
//! [`verify_manifold`] for contact points.
//!
//! Queries are total. NaN, infinities and invalid poses do not panic: such queries answer
//! `Undecided` with an infinite gap, and [`check`] reports what is wrong with the input.
//! Constructors that take many numbers check them at once.
//!
//! # Features
//!
//! `std` (default), `batch` (many pairs in one call), `avx512` and `rayon` for it, `alloc` (owned
//! hulls and exact booleans without `std`), `glam` and `glam034` (glam 0.33 and 0.34, both
//! default), `glamx`, `bevy`, `nalgebra`, `mint` (bindings), `serde`. `RUSTFLAGS="--cfg clearance_compact"`
//! makes code for pairs of [`Shape`]s small instead of fast; `--cfg clearance_lean` leaves GJK's
//! two bounds alone, for controllers: distances are as exact, depths are intervals, and what is not
//! apart may be `Undecided`. Without any, the crate is `no_std`, never allocates, and still answers
//! every query, on [`ConvexPoints`], [`HullRef`] and the built-in shapes, with [`Xy`] and [`Xyz`]
//! for vectors.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod answer;
#[cfg(feature = "batch")]
pub mod batch;
#[cfg(feature = "bevy")]
mod bevy;
mod budget;
mod cast;
mod certify;
mod check;
mod contact;
mod feature;
mod gradient;
mod list;
mod math;
mod method;
mod motion;
mod observe;
#[cfg(feature = "alloc")]
mod overlap;
mod query;
mod shape;
mod solve;
mod warm;
mod weights;

pub use answer::{End, Proximity, Separation, Verdict, Witness};
pub use cast::{AtStart, Cast, Hit, Interval, PointProjection, Ray, RayCast, RayHit, Sweep};
#[cfg(feature = "alloc")]
pub use certify::{
    CastCertificate, Certificate, CertificateError, CertifiedContact, CorePoint,
    ManifoldCertificate, SupportPair, verify, verify_cast, verify_manifold,
};
pub use check::{InputError, check};
#[cfg(feature = "alloc")]
pub use contact::manifold_certificate;
pub use contact::{
    ContactKey, ContactPoint, Manifold, contact_manifold, contact_manifold_warm, contact_points,
};
pub use feature::{FaceCorners, Feature, contact_feature, support_feature};
pub use gradient::{Gradient, Smoothness, Twist, smoothness};
pub use math::{
    Pose, PoseError, Rotation, Rotation2, Rotation3, Scalar, Space, ToPose, Vector, Xy, Xyz,
    model_matrix_2d, model_matrix_3d,
};
pub use method::Method;
pub use motion::{Meeting, Motion};
pub use observe::{CastStep, EpaStep, GjkStep, Observer};
#[cfg(feature = "alloc")]
pub use overlap::{Overlap, OverlapError, OverlapState, overlap};
#[cfg(all(feature = "alloc", feature = "glam"))]
pub use query::concrete;
pub use query::{
    BoundingBall, BoundingBox, Query, bounding_ball, bounding_box, cast, cast_ray,
    composite_proximity, contains, corner_points, distance, inside_by, intersects, penetration,
    project_point, proximity, separation, support_point, time_of_impact, verdict,
};
#[cfg(feature = "alloc")]
pub use query::{cast_certificate, certificate};
pub use shape::*;
#[doc(hidden)]
pub use solve::Expand;
pub use solve::{Nearest, Simplex, Vertex};
pub use warm::{Start, Warm};
pub use weights::vertex_weights;

/// The code in these pages runs as tests; the packaged crate does not hold them.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide.md")]
mod guide {}
#[cfg(doctest)]
#[doc = include_str!("../../../docs/from-parry.md")]
mod from_parry {}
#[cfg(all(doctest, feature = "bevy"))]
#[doc = include_str!("../../../docs/engines.md")]
mod engines {}
