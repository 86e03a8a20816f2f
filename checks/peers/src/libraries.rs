//! parry's four crates behind one interface.

use serde_json::Value;

use crate::row::Row;

/// The differences between the spaces, and the queries for each crate.
macro_rules! space {
    ($name:ident, $parry:ident) => {
        #[path = "."]
        pub mod $name {
            use $parry as parry;

            use parry::math::{Pose, Real, Rotation, Vector};
            use parry::shape::{ConvexPolyhedron, Cylinder, Shape};

            #[path = "ask.rs"]
            pub mod ask;

            use crate::row::{Frame, Triple};

            fn vector(p: Triple) -> Vector {
                Vector::new(p[0] as Real, p[1] as Real, p[2] as Real)
            }

            fn coordinates(v: Vector) -> [f64; 3] {
                [v.x, v.y, v.z].map(f64::from)
            }

            /// parry assumes that the quaternion is normalised, so it is normalised to its
            /// precision.
            fn pose(frame: &Frame) -> Pose {
                let [x, y, z, w] = frame.quaternion.map(|x| x as Real);
                let rotation = Rotation::from_xyzw(x, y, z, w).normalize();
                Pose::from_parts(vector(frame.translation), rotation)
            }

            fn angular(_: Real) -> Vector {
                // No case rotates in space.
                Vector::ZERO
            }

            fn hull(points: &[Vector]) -> Option<Box<dyn Shape>> {
                Some(Box::new(ConvexPolyhedron::from_convex_hull(points)?))
            }

            fn solid(half_height: Real, radius: Real) -> Option<Box<dyn Shape>> {
                Some(Box::new(Cylinder::new(half_height, radius)))
            }
        }
    };
}

macro_rules! plane {
    ($name:ident, $parry:ident) => {
        #[path = "."]
        pub mod $name {
            use $parry as parry;

            use parry::math::{Pose, Real, Rotation, Vector};
            use parry::shape::{ConvexPolygon, Shape};

            #[path = "ask.rs"]
            pub mod ask;

            use crate::row::{Frame, Triple};

            fn vector(p: Triple) -> Vector {
                Vector::new(p[0] as Real, p[1] as Real)
            }

            fn coordinates(v: Vector) -> [f64; 2] {
                [v.x, v.y].map(f64::from)
            }

            fn pose(frame: &Frame) -> Pose {
                let rotation = Rotation::new(frame.angle as Real);
                Pose::from_parts(vector(frame.translation), rotation)
            }

            fn angular(velocity: Real) -> Real {
                velocity
            }

            fn hull(points: &[Vector]) -> Option<Box<dyn Shape>> {
                Some(Box::new(ConvexPolygon::from_convex_hull(points)?))
            }

            fn solid(_: Real, _: Real) -> Option<Box<dyn Shape>> {
                None
            }
        }
    };
}

space!(space_single, parry3d);
space!(space_double, parry3d_f64);
plane!(plane_single, parry2d);
plane!(plane_double, parry2d_f64);

/// The two builds of parry.
pub const PRECISIONS: [&str; 2] = ["f32", "f64"];

/// The answer in a precision; `None` where the library has no such query.
pub fn answer(precision: &str, row: &Row) -> Option<Value> {
    match (precision, row.dim) {
        ("f32", 2) => plane_single::ask::answer(row),
        ("f32", _) => space_single::ask::answer(row),
        (_, 2) => plane_double::ask::answer(row),
        _ => space_double::ask::answer(row),
    }
}
