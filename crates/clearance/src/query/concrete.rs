//! The verbs without type parameters, compiled once in this crate.
//!
//! Generic functions are compiled in the crate that calls them, with that crate's optimisation: in
//! a debug build a query then takes some eight times as long. These take [`Shape`](crate::Shape)s
//! and [`Pose`](crate::Pose)s of one vector type and go to the formulas and searches that are
//! compiled here, so that `[profile.dev.package."*"] opt-level = 3` reaches all of a query. In a
//! release build the generic verbs are faster: they handle common pairs by the types they hold.
//!
//! ```
//! use clearance::{Ball, Pose, Shape, concrete};
//! use glam::Vec3;
//!
//! let ball: Shape<Vec3> = Ball::new(1.0).into();
//! let there = Pose::from_translation(Vec3::new(3.0, 0.0, 0.0));
//! let apart = concrete::vec3::distance(&ball, &Pose::identity(), &ball, &there).unwrap();
//! assert_eq!(apart.length, 1.0);
//! ```

use crate::math::{Pose, Vector};
use crate::shape::Shape;

use super::Query;
use super::verb::Verb;

fn answer<W: Verb<V>, V: Vector>(
    verb: W,
    a: &Shape<V>,
    pose_a: &Pose<V>,
    b: &Shape<V>,
    pose_b: &Pose<V>,
) -> W::Answer {
    W::answer(Query::new().lowered(verb.sought(), false, a, pose_a, b, pose_b))
}

macro_rules! space {
    ($name:ident, $V:ident) => {
        #[doc = concat!("The verbs for glam's `", stringify!($V), "`.")]
        pub mod $name {
            use super::answer;
            use crate::math::glam::$V;
            use crate::query::verb::{Approach, Decide, Penetrate, Separate};
            use crate::{Pose, Proximity, Shape, Verdict, Witness};

            /// See [`intersects`](crate::intersects()).
            #[must_use]
            pub fn intersects(
                a: &Shape<$V>,
                pose_a: &Pose<$V>,
                b: &Shape<$V>,
                pose_b: &Pose<$V>,
            ) -> bool {
                answer(Decide, a, pose_a, b, pose_b).intersects()
            }
            /// See [`verdict`](crate::verdict()).
            #[must_use]
            pub fn verdict(
                a: &Shape<$V>,
                pose_a: &Pose<$V>,
                b: &Shape<$V>,
                pose_b: &Pose<$V>,
            ) -> Verdict {
                answer(Decide, a, pose_a, b, pose_b)
            }
            /// See [`distance`](crate::distance()).
            #[must_use]
            pub fn distance(
                a: &Shape<$V>,
                pose_a: &Pose<$V>,
                b: &Shape<$V>,
                pose_b: &Pose<$V>,
            ) -> Option<Witness<$V>> {
                answer(Separate, a, pose_a, b, pose_b)
            }
            /// See [`penetration`](crate::penetration()).
            #[must_use]
            pub fn penetration(
                a: &Shape<$V>,
                pose_a: &Pose<$V>,
                b: &Shape<$V>,
                pose_b: &Pose<$V>,
            ) -> Option<Witness<$V>> {
                answer(Penetrate, a, pose_a, b, pose_b)
            }
            /// See [`proximity`](crate::proximity()).
            #[must_use]
            pub fn proximity(
                a: &Shape<$V>,
                pose_a: &Pose<$V>,
                b: &Shape<$V>,
                pose_b: &Pose<$V>,
            ) -> Proximity<$V> {
                answer(Approach, a, pose_a, b, pose_b)
            }
        }
    };
}

space!(vec2, Vec2);
space!(vec3, Vec3);
space!(dvec2, DVec2);
space!(dvec3, DVec3);
