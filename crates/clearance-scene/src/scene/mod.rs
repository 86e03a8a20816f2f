//! Scenes: many objects of convex parts or of triangles, in poses that change.
//!
//! | question | function |
//! | --- | --- |
//! | how do two objects stand? | [`between`] |
//! | which pairs are within a distance? | [`pairs_within`], [`pairs_between`] |
//! | which are near one object? | [`near_one`] |
//! | what is a pair called: clash, touch, near? | [`classify`] |
//! | how much do two share? | [`shared_volume`] |
//! | which pair is nearest? | [`nearest`], [`nearest_between`] |
//! | is an object in a container, how far from its walls? | [`contained`] |
//! | what does each ray meet first, or at all? | [`first_hits`], [`all_hits`] |
//! | how far is each point from the nearest surface? | [`project_points`] |
//! | where do objects touch, at which points and along which normals? | [`contacts_within`], [`contacts_between`] |
//! | when does one body, or a scene of them, meet another? | [`first_impact`], [`all_impacts`] |
//! | and where they turn? | [`first_turn`], [`first_turn_between`] |
//! | what does a camera see? | [`Camera::views`] |
//! | how well do convex parts stand for a surface? | [`Cover::of`] |
//!
//! Everything is plain data: a scene is a slice of [`Object`]s, and [`Boxes`] is the memory that
//! the caller keeps for it. `docs/scenes.md` of the repository explains which to use when.
//!
//! ```text
//! object ─> body ─> extent           what stands where; closed: is a surface, and what is inside
//! closed, clash ─> sets              what hangs together
//! tree ─> threads                    boxes under a binary tree, two descended together
//! between ─> tree, closed, depth     two objects; common: what those share that only touch
//! pairs ─> tree, between             many
//! parts ─> tree                      boxes of parts that the caller keeps
//! clash ─> between                   in a builder's words
//! volume ─> closed                   how much two share, by parts or triangles
//! contained                          all of an object in a convex container
//! contacts ─> touch, normals, patches  where two touch; which normals count; one patch a plane
//! cull ─> between                    what a camera sees
//! impact ─> swept, between           bodies that move on straight lines
//! turning ─> impact                  bodies that turn on their way
//! points ─> wide, closed             how far points are, and on which side
//! rays ─> wide, swept                boxes in f32 for many questions of one body; moving boxes
//! cover ─> closed, tree              how far parts and a surface leave each other
//! ```

mod between;
mod body;
mod clash;
mod closed;
mod common;
mod contacts;
mod contained;
mod cover;
mod cull;
mod depth;
mod extent;
mod impact;
mod normals;
mod object;
mod pairs;
mod parts;
mod patches;
mod points;
mod rays;
mod sets;
mod swept;
mod threads;
mod touch;
mod tree;
mod turning;
mod volume;
mod wide;

pub use between::{Clearance, Inside, between, between_while};
pub use body::{Body, BodyError, By, Part};
pub use clash::{Clash, Class, Thinnest, classify, groups};
pub use contacts::{
    Contact, ContactSpot, contacts_between, contacts_between_scenes, contacts_within,
};
pub use contained::{Contained, contained};
pub use cover::{Cover, Reach};
pub use cull::{Camera, View};
pub use extent::Extent;
pub use impact::{Impact, all_impacts, first_impact, first_impact_between};
pub use object::Object;
pub use pairs::{
    Boxes, Pair, Rules, candidates_between, candidates_near, candidates_up_to, candidates_within,
    near_one, nearest, nearest_between, nearest_between_while, nearest_while, pairs_between,
    pairs_within,
};
pub use parts::PartBoxes;
pub use points::{Projection, Side, project_points, project_these};
pub use rays::{Faces, RayHit, Targets, all_hits, first_hits};
#[cfg(feature = "robot")]
pub(crate) use tree::Tree;
pub use turning::{Way, all_turns, first_turn, first_turn_between};
pub use volume::{NoVolume, SharedVolume, shared_volume};
