//! A thing in a scene.

use std::sync::Arc;

use clearance::{Pose, PoseError, Xyz};

use super::body::Body;
use super::extent::Extent;

/// A body with a name, somewhere. Plain data: every field may be changed at any time, a pose at no
/// cost. A scene is a slice of them.
#[derive(Clone, Debug)]
pub struct Object {
    /// What reports call it, and the allowed pairs.
    pub name: String,
    /// Objects of one group may be left out against each other; empty means in none.
    pub group: String,
    /// What it is made of. Copies of an object share it.
    pub body: Arc<Body>,
    /// Where the body stands.
    pub pose: Pose<Xyz>,
    /// The object counts as larger by so much on every side: a safety margin, insulation. Not
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

    /// The box about it in the world, padding included.
    pub fn extent(&self) -> Extent {
        self.body.extent(&self.pose).grown(self.padding)
    }

    /// Whether pose and padding are right. Queries are total: about an object that fails here they
    /// answer that nothing is known.
    ///
    /// # Errors
    /// Where the pose is invalid, or the padding is negative or NaN.
    pub fn check(&self) -> Result<(), PoseError> {
        self.pose.check()?;
        if self.padding >= 0.0 && self.padding.is_finite() {
            Ok(())
        } else {
            Err(PoseError::NotFinite)
        }
    }
}
