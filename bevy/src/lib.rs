//! Certified collision queries for Bevy, without a physics engine: colliders, a tree that follows
//! them, triggers, casts, nearest points, contacts, and characters that slide.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_clearance::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_math::{Dir3, Vec3};
//! use bevy_shape::{Cuboid, Ray3d};
//! use bevy_transform::components::Transform;
//!
//! fn spawn(mut commands: Commands) {
//!     let wall = Collider::from(Cuboid::new(2.0, 2.0, 0.5));
//!     commands.spawn((wall, Transform::from_xyz(0.0, 0.0, -10.0)));
//! }
//!
//! fn look(space: SpatialQuery) {
//!     let ray = Ray3d::new(Vec3::ZERO, Dir3::NEG_Z);
//!     let hit = space.cast_ray(ray, 100.0, &Filter::ALL).expect("the wall");
//!     assert!((hit.distance - 9.75).abs() < 1e-5);
//! }
//!
//! App::new()
//!     .add_plugins(ClearancePlugin)
//!     .add_systems(Startup, spawn)
//!     .add_systems(Update, look)
//!     .update();
//! ```
//!
//! | question of [`SpatialQuery`] | answer |
//! | --- | --- |
//! | [`cast_ray`](ColliderTree::cast_ray), [`ray_hits`](ColliderTree::ray_hits) | what a ray meets first; all that it meets |
//! | [`cast_shape`](ColliderTree::cast_shape) | what a moving shape meets first, and when |
//! | [`nearest`](ColliderTree::nearest), [`nearest_to_point`](ColliderTree::nearest_to_point) | the nearest collider, or the deepest |
//! | [`intersections`](ColliderTree::intersections) | what a shape touches: areas, a camera's frustum |
//! | [`contacts`](ColliderTree::contacts) | where they touch: normals, points, depths |
//! | [`visible_from`](ColliderTree::visible_from) | whether nothing stands between two points |
//! | [`between`](ColliderTree::between) | how two entities stand to each other |
//! | [`move_and_slide`](ColliderTree::move_and_slide) | where a character comes to |

mod bounds;
mod collider;
mod fault;
mod geometry;
#[cfg(feature = "gizmos")]
mod gizmos;
mod layers;
#[cfg(feature = "mesh")]
mod mesh;
mod narrow;
#[cfg(feature = "picking")]
mod picking;
mod place;
mod plugin;
mod query;
mod slide;
mod tree;
mod triggers;
mod world;

pub use clearance;
pub use clearance::AtStart;
pub use collider::{Collider, ColliderError};
pub use fault::ColliderFault;
#[cfg(feature = "gizmos")]
pub use gizmos::ClearanceGizmos;
pub use layers::{CollisionLayers, Filter};
#[cfg(feature = "picking")]
pub use picking::ClearancePickingPlugin;
pub use plugin::{ClearancePlugin, ClearanceSystems, keep_tree};
pub use query::{CastOptions, Contact, Near, RayHit, ShapeHit, SpatialQuery};
pub use slide::{Slid, Slide};
pub use triggers::{OverlapEnd, OverlapStart, OverlapStay, Trigger};
pub use world::ColliderTree;

/// The program of the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// What most programs use.
pub mod prelude {
    pub use crate::{
        CastOptions, ClearancePlugin, ClearanceSystems, Collider, ColliderTree, CollisionLayers,
        Filter, OverlapEnd, OverlapStart, OverlapStay, Slide, SpatialQuery, Trigger,
    };
}
