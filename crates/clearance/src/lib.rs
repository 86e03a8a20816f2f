//! Certified distance, penetration and intersection of convex shapes.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod answer;
mod certify;
mod math;
mod observe;
mod query;
mod shape;
mod solve;
mod warm;

pub use answer::{End, Proximity, Separation, Verdict, Witness};
pub use math::{
    Pose, PoseError, Rotation, Rotation2, Rotation3, Scalar, Space, ToPose, Vector, Xy, Xyz,
    model_matrix_2d, model_matrix_3d,
};
pub use observe::{EpaStep, GjkStep, Observer};
pub use query::{
    InputError, Query, check, composite_proximity, distance, intersects, penetration, proximity,
    separation, verdict,
};
pub use shape::*;
pub use solve::{Expand, Nearest, Simplex, Vertex};
pub use warm::{Start, Warm};
