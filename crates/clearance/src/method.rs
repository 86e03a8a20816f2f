//! The table of methods: which of them answers which pair, when, and why it is there.
//!
//! One query walks down this table until a method answers. Each method's own file derives what it
//! proves; `verb` (the first rows) and `run` (the others) call them in this order.

/// The rows: `Name "name": pairs, queries, condition; reason.`
macro_rules! methods {
    ($($method:ident $name:literal: $pairs:literal, $queries:literal, $condition:literal;
       $reason:literal)+) => {
        /// Which method answered a query.
        ///
        /// An [`Observer`](crate::Observer) receives it; `Option<Method>` is an observer that
        /// records nothing else and costs next to nothing:
        ///
        /// ```
        /// use clearance::{Cuboid, Method, Query};
        /// use glam::Vec3;
        ///
        /// let cube = Cuboid::new(Vec3::ONE);
        /// let above = Vec3::new(0.0, 1.5, 0.0);
        /// let mut method = None;
        /// let _ = Query::new().observe(&mut method).penetration(&cube, &Vec3::ZERO, &cube, &above);
        /// assert_eq!(method, Some(Method::Boxes));
        /// ```
        ///
        /// Batches answer by the same formulas in lanes, and name none.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Method {
            $(
                #[doc = concat!("For ", $pairs, ", ", $queries, ": ", $condition, ".")]
                #[doc = ""]
                #[doc = concat!("Why: ", $reason, ".")]
                $method,
            )+
        }

        impl Method {
            /// All of them, in the order in which a query tries them.
            pub const ALL: &[Self] = &[$(Self::$method),+];

            /// Its name in lower case with underscores, as in traces.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$method => $name,)+
                }
            }

            /// The pairs that it answers.
            pub const fn pairs(self) -> &'static str {
                match self {
                    $(Self::$method => $pairs,)+
                }
            }

            /// What it answers: booleans, distances, depths.
            pub const fn queries(self) -> &'static str {
                match self {
                    $(Self::$method => $queries,)+
                }
            }

            /// The condition under which it answers such a pair.
            pub const fn condition(self) -> &'static str {
                match self {
                    $(Self::$method => $condition,)+
                }
            }

            /// Why it is there.
            pub const fn reason(self) -> &'static str {
                match self {
                    $(Self::$method => $reason,)+
                }
            }
        }
    };
}

methods! {
    BoxBall "box_ball":
        "a box and a ball", "all",
        "clear of rounding";
        "clamping is the whole answer"
    BoundingBalls "bounding_balls":
        "all", "booleans",
        "the balls about both are apart";
        "answers most far pairs, 3 to 24 times as fast"
    InscribedBalls "inscribed_balls":
        "all that have an inner ball", "booleans",
        "the balls within both meet";
        "answers a third to all of the deep pairs"
    Boxes "boxes":
        "boxes, a box and a capsule", "all",
        "clear of rounding";
        "separating axes need no iteration"
    Segments "segments":
        "balls, capsules, segments", "all",
        "cores apart and not nearly touching";
        "nearest points of segments in closed form"
    Polygons "polygons":
        "polygons of few corners", "all",
        "8 corners at most, 32 for depths";
        "the edges' axes, scanned in lanes: 2 to 4 times as fast"
    BallBody "ball_body":
        "a ball and an ellipsoid or polygon", "all",
        "clear of rounding";
        "the nearest point of the body in closed form"
    HalfSpace "half_space":
        "a half-space and anything", "all",
        "always";
        "a half-space has no farthest points: one support point decides"
    Ellipsoid "ellipsoid":
        "a ball and an ellipsoid", "all",
        "what `ball_body` leaves open";
        "a proof over all directions, where EPA would tile a smooth surface"
    ParallelAxes "parallel_axes":
        "bodies of revolution", "all",
        "parallel axes, or nearly so where EPA ends loose";
        "a circle of equally deep ways out, which EPA cannot tile"
    Remembered "remembered":
        "all", "booleans",
        "a `Warm` memory's corners still enclose the origin";
        "overlapping pairs stay so from frame to frame: half the time"
    DirectionSearch "direction_search":
        "all", "booleans",
        "clear of rounding";
        "signs need no nearest points: 1.2 to 1.6 times as fast as GJK"
    Gjk "gjk":
        "all", "all",
        "cores apart, or nearer than their radii";
        "the general method"
    PolygonWalk "polygon_walk":
        "polygons", "depths",
        "16 support points of EPA do not do";
        "round outlines about one centre, where every edge is as deep"
    Epa "epa":
        "all", "depths, and what GJK leaves open",
        "cores overlap or nearly touch";
        "the general method"
    AllDirections "all_directions":
        "ellipsoids, bodies of revolution", "depths",
        "EPA ends loose";
        "nearly a circle of equally deep ways out"
    Exact "exact":
        "all of this crate's shapes", "all",
        "the bounds hold zero";
        "contact in poses that round, decided on the caller's floats"
}
