//! Numbers for the algorithms: scalars, vectors, poses, tolerances.

#[cfg(feature = "alloc")]
pub(crate) mod dyadic;
#[cfg(feature = "alloc")]
mod limbs;
mod pose;
mod rotation;
mod scalar;
mod symmetric;
pub(crate) mod tolerance;
mod two_term;
mod vector;

#[cfg(feature = "glam")]
pub(crate) mod glam;
#[cfg(feature = "glam034")]
mod glam034;
#[cfg(any(feature = "glam", feature = "glam034"))]
mod glam_binding;
#[cfg(feature = "glamx")]
mod glamx;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "nalgebra")]
mod nalgebra;

pub use pose::{Pose, PoseError, ToPose, model_matrix_2d, model_matrix_3d};
pub(crate) use rotation::RotationPair;
pub use rotation::{Rotation, Rotation2, Rotation3};
pub use scalar::Scalar;
pub(crate) use scalar::{Precision, larger, power_of_two, smaller, sqrt};
pub(crate) use symmetric::Symmetric;
pub(crate) use two_term::{
    exact_product, exact_sum, normal_of_sliver, two_product, two_sum, volume_in_two_terms,
};
pub(crate) use vector::{MOST_UNEVEN, direction_times, is_too_uneven, near_one};
pub use vector::{Space, Vector, Xy, Xyz};
