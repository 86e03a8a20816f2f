//! The compiled half of the Python package `clearance`: [`clearance`]'s verbs over NumPy arrays.
//!
//! ```text
//! verbs ─> pairs ─> job, sheet                 many pairs, a block at a time, into columns
//!   │        └────> pose, operand ─> strided   where they stand, and which shapes; read in arrays
//!   └────> answer                              what Python holds in the hand
//! kinds ─> shape, shapes ─> argument           what makes shapes; one, or many
//!            └────> parameters                 what they were made of
//! motion, extent ─> pairs                      casts and rays; what shapes fill
//!   └── turn                                   motions that turn
//! contact                                      the manifold of one pair
//! proof                                        certificates
//! arrow                                        columns of other libraries
//! bcf                                          topics for BIM viewers
//! robot ─> scene ─> job                        links of URDF files; many objects
//!   │        └── scene_many                    rays, points and motions of scenes
//!   └────> reading                             how files are read
//! compound                                     many shapes as one body: meshes that are not convex
//! all ───> flavour, fault                      the four spaces; what is wrong, and where
//! ```

// Docstrings hold Python's examples, which are no quotations.
#![allow(clippy::doc_lazy_continuation)]

mod answer;
mod argument;
mod arrow;
mod bcf;
mod compound;
mod contact;
mod extent;
mod fault;
mod flavour;
mod job;
mod kinds;
mod motion;
mod operand;
mod overlap;
mod pairs;
mod parameters;
mod pose;
mod proof;
mod reading;
mod robot;
mod rows;
mod scene;
mod scene_contacts;
mod scene_many;
mod shape;
mod shapes;
mod sheet;
mod strided;
mod turn;
mod verbs;

/// The compiled half of `clearance`. Import `clearance` instead.
#[pyo3::pymodule(gil_used = false)]
mod _clearance {
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::answer::{_proximity, Answer};
    #[pymodule_export]
    use crate::arrow::{_columns, Answers, Column};
    #[pymodule_export]
    use crate::bcf::_bcf;
    #[pymodule_export]
    use crate::compound::{Compound, convexity};
    #[pymodule_export]
    use crate::contact::contact_manifold;
    #[pymodule_export]
    use crate::extent::{bounding_ball, bounding_box, mass_properties};
    #[pymodule_export]
    use crate::kinds::{
        ball, capsule, cone, cuboid, cylinder, ellipsoid, frustum, half_space, hull, point,
        segment, triangle,
    };
    #[pymodule_export]
    use crate::motion::{cast, cast_ray};
    #[pymodule_export]
    use crate::overlap::overlap;
    #[pymodule_export]
    use crate::pose::PyPose;
    #[pymodule_export]
    use crate::proof::{PyCertificate, certificate, verify};
    #[pymodule_export]
    use crate::reading::{_cloud_file, _mesh_file};
    #[pymodule_export]
    use crate::robot::PyRobot;
    #[pymodule_export]
    use crate::scene::{_near_boxes, _scene, PyScene};
    #[pymodule_export]
    use crate::scene_contacts::_scene_contacts;
    #[pymodule_export]
    use crate::scene_many::{_scene_cast, _scene_points, _scene_rays, _scene_turn};
    #[pymodule_export]
    use crate::shape::{_shape, PyShape};
    #[pymodule_export]
    use crate::shapes::{_shapes, PyShapes};
    #[pymodule_export]
    use crate::strided::_is_masked;
    #[pymodule_export]
    use crate::turn::{_motion_at, time_of_impact};
    #[pymodule_export]
    use crate::verbs::{
        contains, depth, distance, intersects, penetration, project_point, proximity, separation,
        verdict,
    };
}
