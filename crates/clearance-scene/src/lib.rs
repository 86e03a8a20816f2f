//! Scenes for [`clearance`]: reads files into shapes that the core can query, and queries many of
//! them at once.
//!
//! Many objects and the pairs of them that are near: [`scene`]. Robots (feature `robot`): `robot`.
//!
//! Meshes: [`Mesh::load`] reads STL, OBJ, PLY, OFF, glTF and COLLADA, [`Mesh::hull`] gives the
//! convex hull that queries take, and [`Mesh::convexity`] reports whether the hull may stand for
//! the mesh.
//!
//! ```no_run
//! use clearance::{Xyz, distance};
//! use clearance_scene::Mesh;
//!
//! let link = Mesh::load("assets/panda/link5.stl".as_ref())?;
//! if !link.is_convex()? {
//!     println!("its convex hull is used; the deepest dent is {}", link.convexity()?.deepest_dent);
//! }
//! let hull = link.hull::<Xyz>()?;
//! println!("{:?}", distance(&hull, &Xyz::default(), &hull, &Xyz::new(0.5, 0.0, 0.0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bcf;
pub mod escape;
mod lengths;
pub mod mesh;
#[cfg(feature = "robot")]
pub mod robot;
pub mod scene;
#[cfg(feature = "robot")]
mod xml;
mod zip;

pub use mesh::{Mesh, MeshError};

/// The programs of the pages run as tests; the packaged crate does not hold them.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/scenes.md")]
mod scenes {}
#[cfg(all(doctest, feature = "robot"))]
#[doc = include_str!("../../../docs/robots.md")]
mod robots {}
