//! The binding to glam 0.34. The only file that names it.

use super::glam_binding::{bind_glam, bind_vector};

bind_glam!(glam034, f32, Vec2, Vec3, Quat, Mat3, Mat4);
bind_glam!(glam034, f64, DVec2, DVec3, DQuat, DMat3, DMat4);
bind_vector!(glam034::Vec3A, f32, Xyz, x, y, z);
