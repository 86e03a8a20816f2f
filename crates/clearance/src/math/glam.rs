//! The binding to glam 0.33. The only file that names it.

use super::glam_binding::{bind_glam, bind_vector};

/// For the entries that are compiled once a vector type.
#[cfg(feature = "alloc")]
pub(crate) use glam::{DVec2, DVec3, Vec2, Vec3};

bind_glam!(glam, f32, Vec2, Vec3, Quat, Mat3, Mat4);
bind_glam!(glam, f64, DVec2, DVec3, DQuat, DMat3, DMat4);
bind_vector!(glam::Vec3A, f32, Xyz, x, y, z);
