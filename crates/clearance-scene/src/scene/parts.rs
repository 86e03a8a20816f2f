//! The boxes of a rigid body's parts, for a caller that keeps the parts itself.

use clearance::{Pose, Shape, Xyz};

use super::extent::{Extent, Motion};
use super::tree::{Tree, descend};

/// The boxes of the parts of a rigid body under a tree, in the body's own frame.
#[derive(Clone, Debug)]
pub struct PartBoxes {
    tree: Tree,
    extents: Vec<Extent>,
}

impl PartBoxes {
    /// Takes at most the first 2³² parts. O(n log n).
    pub fn new<'s>(parts: impl IntoIterator<Item = &'s Shape<Xyz>>) -> Self {
        let still = Pose::identity();
        let extents: Vec<_> =
            parts.into_iter().map(|part| Extent::of_shape(part, &still)).collect();
        Self { tree: Tree::new(&extents), extents }
    }

    /// The box around the body in a pose: around the boxes of its parts, which is tighter for a
    /// turned body than a box around its own box.
    pub fn around(&self, pose: &Pose<Xyz>) -> Extent {
        let motion = Motion::to_world(pose);
        self.extents.iter().map(|own| motion.of(own)).fold(Extent::NONE, Extent::joined)
    }

    /// Visits the pairs of parts of two bodies whose boxes are not farther apart than `within`,
    /// nearer boxes first. `visit` returns the distance that still matters; `None` ends the search.
    pub fn each_near(
        &self,
        pose: &Pose<Xyz>,
        other: &Self,
        other_pose: &Pose<Xyz>,
        within: f64,
        mut visit: impl FnMut(usize, usize) -> Option<f64>,
    ) {
        let motion = Motion::between(pose, other_pose);
        descend(&self.tree, &other.tree, &motion, within, |i, j| visit(i as usize, j as usize));
    }
}
