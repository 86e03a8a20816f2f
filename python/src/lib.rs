//! The compiled half of the Python package `clearance`: [`clearance`]'s verbs over NumPy arrays.
//!
//! ```text
//! verbs ─> job ─> pose, shape ─> strided     many pairs, gathered from arrays a block at a time
//!   └────> answer                            what Python holds in the hand
//! motion, extent ─> job                      casts and rays; what shapes fill
//!   └── turn                                 motions that turn
//! contact                                    the manifold of one pair
//! proof                                      certificates
//! arrow                                      columns of other libraries
//! robot ─> scene ─> job                    links of URDF files; many objects
//!   └──────> reading                         how files are read
//! compound                                   many shapes as one body: what meshes that are not convex need
//! all ───> flavour, fault                    the four spaces; what is wrong, and where
//! ```

// Docstrings hold Python's examples, which are no quotations.
#![allow(clippy::doc_lazy_continuation)]

mod answer;
mod arrow;
mod compound;
mod contact;
mod extent;
mod fault;
mod flavour;
mod job;
mod motion;
mod pose;
mod proof;
mod reading;
mod robot;
mod scene;
mod shape;
mod strided;
mod turn;
mod verbs;

/// The compiled half of `clearance`. Import `clearance` instead.
#[pyo3::pymodule(gil_used = false)]
mod _clearance {
    #[pymodule_export]
    use crate::answer::{_proximity, Answer};
    #[pymodule_export]
    use crate::arrow::{_columns, Answers, Column};
    #[pymodule_export]
    use crate::compound::{Compound, convexity};
    #[pymodule_export]
    use crate::contact::contact_manifold;
    #[pymodule_export]
    use crate::extent::{bounding_ball, bounding_box, mass_properties};
    #[pymodule_export]
    use crate::motion::{cast, cast_ray};
    #[pymodule_export]
    use crate::pose::PyPose;
    #[pymodule_export]
    use crate::proof::{PyCertificate, certificate, verify};
    #[pymodule_export]
    use crate::robot::PyRobot;
    #[pymodule_export]
    use crate::scene::PyScene;
    #[pymodule_export]
    use crate::shape::{
        _shape, _shapes, PyShape, PyShapes, ball, capsule, cone, cuboid, cylinder, ellipsoid,
        frustum, half_space, hull, point, segment, triangle,
    };
    #[pymodule_export]
    use crate::turn::{_motion_at, time_of_impact};
    #[pymodule_export]
    use crate::verbs::{
        contains, depth, distance, intersects, penetration, project_point, proximity, separation,
        verdict,
    };
}
