//! What a collider is made of: convex parts under a tree of their own.

use bevy_math::Vec3;
use clearance::{BoundingBox, ConvexPoints, Pose, Rotation3, Shape, SupportMap, bounding_box};

use crate::bounds::{Bounds, Frame};
use crate::fault::ColliderFault;
use crate::tree::Tree;

const NO_TURN: Rotation3<f32> = Rotation3::from_xyzw(0.0, 0.0, 0.0, 1.0);

/// A convex part, in the collider's frame.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) shape: Shape<Vec3>,
    /// `None` where it stands as the collider does: composing poses would round.
    pub(crate) pose: Option<Pose<Vec3>>,
}

impl Part {
    fn bounds(&self) -> Bounds {
        bounding_box(&self.shape, &self.pose.unwrap_or_else(Pose::identity)).into()
    }

    /// Where it stands if the collider stands there; rounded to `f32` if it has a pose of its own.
    pub(crate) fn placed(&self, pose: &Pose<Vec3>) -> Pose<Vec3> {
        self.pose.map_or(*pose, |own| pose.compose(&own))
    }

    fn scaled(&self, scale: Vec3, part: usize) -> Result<Self, ColliderFault> {
        let invalid = |error| ColliderFault::Shape { part, error };
        let is_even = scale.x == scale.y && scale.y == scale.z;
        let pose = self.pose.map(|pose| {
            if is_even || pose.rotation == NO_TURN {
                Ok(Pose { translation: pose.translation * scale, ..pose })
            } else {
                Err(ColliderFault::TurnedPart { part })
            }
        });
        let shape = self.shape.clone().scaled(scale).map_err(invalid)?;
        shape.check().map_err(invalid)?;
        Ok(Self { shape, pose: pose.transpose()? })
    }
}

/// Parts, at least one.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    pub(crate) parts: Vec<Part>,
    /// Over the parts, if there is more than one.
    tree: Tree,
    bounds: Bounds,
}

impl Geometry {
    pub(crate) fn new(parts: Vec<Part>) -> Self {
        let all: Vec<Bounds> = parts.iter().map(Part::bounds).collect();
        let bounds = all.iter().copied().fold(Bounds::NONE, Bounds::joined);
        let tree = if parts.len() > 1 { Tree::new(&all) } else { Tree::default() };
        Self { parts, tree, bounds }
    }

    pub(crate) fn check(&self) -> Result<(), ColliderFault> {
        for (part, Part { shape, .. }) in self.parts.iter().enumerate() {
            shape.check().map_err(|error| ColliderFault::Shape { part, error })?;
        }
        Ok(())
    }

    /// Stretched along the axes of its frame.
    pub(crate) fn scaled(&self, scale: Vec3) -> Result<Self, ColliderFault> {
        let parts = self.parts.iter().enumerate();
        Ok(Self::new(parts.map(|(i, part)| part.scaled(scale, i)).collect::<Result<_, _>>()?))
    }

    /// A box of the world that holds it where it stands.
    pub(crate) fn bounds_at(&self, pose: &Pose<Vec3>) -> Bounds {
        let all = BoundingBox { min: Vec3::NEG_INFINITY, max: Vec3::INFINITY };
        match self.parts.as_slice() {
            [part] => bounding_box(&part.shape, &part.placed(pose)).into(),
            _ if !self.bounds.is_bounded() => all.into(),
            // The corners of its box are enough. Poses of parts that round may stand out of it.
            _ => ConvexPoints::new(&self.bounds.corners())
                .map_or(all.into(), |corners| Bounds::from(bounding_box(&corners, pose)))
                .loosened(),
        }
    }

    /// Visits its parts that matter; see [`Tree::visit`]. `measure` gets boxes of its frame.
    pub(crate) fn visit(
        &self,
        measure: impl Fn(&Bounds) -> Option<f64>,
        limit: f64,
        mut each: impl FnMut(u32, &Part) -> f64,
    ) {
        if let [part] = self.parts.as_slice() {
            each(0, part);
            return;
        }
        self.tree.visit(measure, limit, |number| match self.parts.get(number as usize) {
            Some(part) => each(number, part),
            None => limit,
        });
    }

    /// Whether its parts are sought in a frame of their own.
    pub(crate) fn frame(&self, pose: &Pose<Vec3>) -> Option<Frame> {
        (self.parts.len() > 1).then(|| Frame::new(pose))
    }
}
