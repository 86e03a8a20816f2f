//! Exact truth for the tests of the `clearance` library.
//!
//! The judge shares no code with the judged: nothing of `clearance` is used here, not even its
//! vectors, and the methods are different. Everything is slow, plain and written from definitions.
//!
//! | question | method | exact? |
//! | --- | --- | --- |
//! | [`intersects`], [`distance_squared`] of polytopes | Wolfe's nearest point in whole numbers | yes |
//! | [`depth_squared`] | all candidates for facets of the Minkowski difference | yes |
//! | [`time_of_impact`] under translation | linear program, simplex method in whole numbers | yes |
//! | [`meets_within`] a span of time, of polytopes grown by balls | exact distance of the hull of all places | yes |
//! | the same of a point beside a curved solid | the least value of its quadric between its planes | yes |
//! | [`common_part`] of two convex polygons, [`common_area`] | clipping | yes |
//! | [`shared_volume`] of two solids | facets cut by planes, and the cones over them | yes |
//! | [`judge_impact`] of other shapes | steps that cannot pass the first meeting | a bracket |
//! | [`Turning`]: where a body is that turns | power series in fixed point | to 2^-300 |
//! | [`judge`] of balls, capsules, rounded polytopes | the above, a square root bracketed, radii | neighbouring floats |
//! | [`judge`] of cylinders, cones, ellipsoids | branch and bound over directions | a stated bracket |
//!
//! [`brute`] answers the first three again by other methods, for this crate's own tests.
//!
//! ```
//! use clearance_oracle::{Pose, Shape, judge};
//!
//! let cube = Shape::Box { half_extents: [0.5, 0.5, 0.5] };
//! let capsule = Shape::Capsule { half_height: 1.0, radius: 0.25 };
//! let beside = Pose::from_quaternion([2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0])?;
//! let truth = judge(&cube, &Pose::identity(), &capsule, &beside)?;
//! assert_eq!(truth.intersects, Some(false));
//! assert_eq!((truth.distance.lo, truth.distance.hi), (1.25, 1.25));
//! assert_eq!(truth.normals, [[1.0, 0.0, 0.0]]);
//! # Ok::<(), clearance_oracle::Invalid>(())
//! ```
//!
//! Normals point from A to B. Polytopes are closed: touching is intersecting. Capsule, cylinder and
//! cone have the local y axis; the cone's apex is at +y.

// Indices here come from the lengths of the arrays that they index; a judge with a check at every
// bracket would be harder to review, and an oracle that panics fails a test, not a user.
#![allow(clippy::indexing_slicing)]

mod body;
pub mod brute;
mod cap;
mod cast;
mod depth;
mod faces;
mod impact;
mod judge;
mod lattice;
mod line;
mod nearest;
mod number;
mod patch;
mod polytope;
mod pose;
mod program;
mod revolution;
mod shape;
mod sphere;
mod sweep;
mod turn;
mod vector;
mod volume;

pub use cast::{Impact, judge_impact};
pub use depth::{Depth, depth_squared};
pub use impact::time_of_impact;
pub use judge::{Truth, judge, judge_with};
pub use nearest::{Nearest, distance_squared, intersects};
pub use number::{Bracket, Rational, above, below, exact, near, sqrt_bounds};
pub use patch::{common_area, common_part};
pub use polytope::Polytope;
pub use pose::Pose;
pub use shape::{Invalid, Shape};
pub use sphere::Effort;
pub use sweep::meets_within;
pub use turn::{FloatPose, Floats, Turning};
pub use vector::Vector;
pub use volume::{Facets, shared_volume};
