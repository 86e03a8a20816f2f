//! An object of a scene.

use std::sync::Arc;

use clearance::{Pose, PoseError, Xyz};

use super::body::Body;
use super::extent::Extent;

/// A body with a name, in a pose. Plain data: every field may be changed at any time, and changing
/// a pose costs nothing. A scene is a slice of objects.
#[derive(Clone, Debug)]
pub struct Object {
    /// The name used by reports and by the allowed pairs.
    pub name: String,
    /// Pairs within one group may be skipped; empty means no group.
    pub group: String,
    /// Its geometry. Copies of an object share it.
    pub body: Arc<Body>,
    /// The pose of the body.
    pub pose: Pose<Xyz>,
    /// The object counts as larger by this on every side: a safety margin, insulation. Not
    /// negative.
    pub padding: f64,
}

impl Object {
    /// A body at the origin, in no group and without padding.
    pub fn new(name: impl Into<String>, body: Body) -> Self {
        Self {
            name: name.into(),
            group: String::new(),
            body: Arc::new(body),
            pose: Pose::identity(),
            padding: 0.0,
        }
    }

    /// Its bounding box in the world, padding included; all of space if that is invalid.
    pub fn extent(&self) -> Extent {
        if !self.has_padding() {
            return Extent::ALL;
        }
        self.body.extent(&self.pose).grown(self.padding)
    }

    /// Whether the padding is a length.
    pub(super) fn has_padding(&self) -> bool {
        self.padding >= 0.0 && self.padding.is_finite()
    }

    /// Whether pose and padding are valid. Queries are total: for an object that fails this check
    /// they answer that nothing is known.
    ///
    /// # Errors
    /// If the pose is invalid, or the padding is negative or NaN.
    pub fn check(&self) -> Result<(), PoseError> {
        self.pose.check()?;
        if self.has_padding() { Ok(()) } else { Err(PoseError::NotFinite) }
    }
}
