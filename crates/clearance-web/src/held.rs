//! A pair of one space, behind one interface for both.

use clearance::{Pose, Proximity, Rotation, Space, SupportMap, Xyz};
use clearance_json::answer::proximity;
use clearance_json::manifold::feature_in_words;
use clearance_json::place::Stand;
use clearance_json::{Dimension, Effort, Fault, Libraries, Placed, Request, Task, field, place};
use serde_json::{Value, json};

use crate::meeting::{self, Moves};

/// The queries of a page for a pair. Points of the plane have `z = 0`.
pub(crate) trait Posed {
    fn dim(&self) -> usize;
    /// Sets the pose of A (0) or B (1), written as in a pair.
    fn stand(&mut self, which: usize, pose: &Value) -> Result<(), Fault>;
    /// 0 for apart, 1 for overlapping, 2 for undecided; length, gap, normal, the points on A and on
    /// B.
    fn proximity(&self) -> Result<[f64; 12], Fault>;
    /// The contact patch, if the shapes are no farther apart than this.
    fn contact(&self, max_distance: f64) -> Result<Vec<f64>, Fault>;
    /// Half of a contact point's key in words.
    fn feature(&self, which: usize, half: u32, point: Xyz) -> Result<String, Fault>;
    /// When they meet.
    fn meeting(&self, moves: &Moves) -> Result<Vec<f64>, Fault>;
    /// The support point of a core along a direction, both in the world.
    fn support(&self, which: usize, direction: Xyz) -> Xyz;
    fn radius(&self, which: usize) -> f64;
}

/// Reads a pair.
pub(crate) fn held(pair: &Value) -> Result<Box<dyn Posed>, Fault> {
    // Without their poses, shapes are in their own frames: rotated, if their axis is not y.
    let mut bare = pair.clone();
    let mut poses = [const { Value::Null }; 2];
    for (side, pose) in ["a", "b"].into_iter().zip(&mut poses) {
        let shape = bare.get_mut(side).and_then(Value::as_object_mut);
        *pose = shape.and_then(|shape| shape.remove("pose")).unwrap_or_default();
    }
    if let Some(bare) = bare.as_object_mut() {
        // The dimension may follow from a pose alone.
        let dim = Request::read(pair, None)?.dim;
        bare.insert("dim".into(), dim.into());
    }
    let request = Request::read(&bare, None)?;
    let mut held = request.perform(&Libraries::closed(), &Holding { effort: request.effort })?;
    for (which, pose) in poses.iter().enumerate().filter(|(_, pose)| !pose.is_null()) {
        let name = if which == 0 { "a.pose" } else { "b.pose" };
        held.stand(which, pose).map_err(|fault| fault.within(name))?;
    }
    Ok(held)
}

/// The pose as JSON, from its numbers: x y z and a quaternion, or x y and an angle.
pub(crate) fn written(dim: usize, pose: &[f64]) -> Result<Value, Fault> {
    match (dim, pose) {
        (2, [x, y, angle]) => Ok(json!({ "translation": [x, y], "angle": angle })),
        (2, [x, y, cos, sin]) => Ok(json!({ "translation": [x, y], "rotation": [cos, sin] })),
        (3, [x, y, z, qx, qy, qz, qw]) => {
            Ok(json!({ "translation": [x, y, z], "rotation": [qx, qy, qz, qw] }))
        }
        _ => {
            let needed = if dim == 2 { "x y angle or x y cos sin" } else { "x y z qx qy qz qw" };
            Err(Fault::new(format!("has {} numbers, needs {needed}", pose.len())))
        }
    }
}

struct Holding {
    effort: Effort,
}

impl Task for Holding {
    type Outcome = Box<dyn Posed>;

    fn perform<S: Dimension>(&self, a: Placed<S>, b: Placed<S>) -> Result<Self::Outcome, Fault> {
        for (name, side) in [("a", &a), ("b", &b)] {
            if !side.solid.shape().reach().is_finite() {
                return Err(Fault::field(name, "reaches without end, so it cannot be drawn"));
            }
        }
        let upright = [a.pose, b.pose];
        Ok(Box::new(Held { sides: [a, b], upright, effort: self.effort }))
    }
}

struct Held<S: Space> {
    sides: [Placed<S>; 2],
    /// The poses of the shapes in their own frames.
    upright: [Pose<S>; 2],
    effort: Effort,
}

impl<S: Dimension> Posed for Held<S> {
    fn dim(&self) -> usize {
        S::DIM
    }

    fn stand(&mut self, which: usize, pose: &Value) -> Result<(), Fault> {
        let (Some(side), Some(upright)) = (self.sides.get_mut(which), self.upright.get(which))
        else {
            return Err(no_side(which));
        };
        let stand: Stand<S> = place::pose(pose, side.precision)?;
        let Stand { pose, off, shift, nearest } =
            stand.compose(&Stand::from(*upright), side.precision);
        (side.pose, side.off, side.shift, side.nearest) = (pose, off, shift, nearest);
        Ok(())
    }

    fn proximity(&self) -> Result<[f64; 12], Fault> {
        let [a, b] = &self.sides;
        let found = proximity(a, b, self.effort)?;
        let state = match found {
            Proximity::Separated(_) => 0.0,
            Proximity::Intersecting(_) => 1.0,
            Proximity::Undecided(_) => 2.0,
        };
        let witness = found.witness();
        let [normal, on_a, on_b] = [witness.normal, witness.on_a, witness.on_b].map(in_space);
        let (length, gap) = (witness.length, witness.gap);
        Ok([
            state, length, gap, normal.x, normal.y, normal.z, on_a.x, on_a.y, on_a.z, on_b.x,
            on_b.y, on_b.z,
        ])
    }

    fn contact(&self, max_distance: f64) -> Result<Vec<f64>, Fault> {
        let [a, b] = &self.sides;
        meeting::contact(a, b, max_distance)
    }

    fn feature(&self, which: usize, half: u32, point: Xyz) -> Result<String, Fault> {
        let side = self.sides.get(which).ok_or_else(|| no_side(which))?;
        let point = S::from_xyz(point.x, point.y, point.z);
        Ok(feature_in_words(side, half, place::rounded(point, side.precision)))
    }

    fn meeting(&self, moves: &Moves) -> Result<Vec<f64>, Fault> {
        let [a, b] = &self.sides;
        meeting::meeting(a, b, moves)
    }

    fn support(&self, which: usize, direction: Xyz) -> Xyz {
        let Some(side) = self.sides.get(which) else { return Xyz::default() };
        let matrix = side.pose.rotation.matrix();
        let direction = S::from_xyz(direction.x, direction.y, direction.z);
        let local = side.solid.shape().support_f64(direction.rotate_back(&matrix), 0).point;
        in_space(local.rotate(&matrix) + side.pose.translation)
    }

    fn radius(&self, which: usize) -> f64 {
        self.sides.get(which).map_or(0.0, |side| side.solid.shape().radius_f64())
    }
}

pub(crate) fn in_space<S: Space>(point: S) -> Xyz {
    let z = if S::DIM == 3 { point.coordinate(2) } else { 0.0 };
    Xyz::new(point.coordinate(0), point.coordinate(1), z)
}

pub(crate) fn no_side(which: usize) -> Fault {
    Fault::new(format!("there is no shape {which}; A is 0 and B is 1"))
}

/// A shape alone, in its local frame, as the first of a pair.
pub(crate) fn alone(shape: &Value, dim: usize) -> Result<Box<dyn Posed>, Fault> {
    let mut shape = shape.clone();
    field::object(&shape)?;
    if let Some(object) = shape.as_object_mut() {
        object.remove("pose");
    }
    let pair = json!({ "dim": dim, "a": shape, "b": { "type": "point" } });
    held(&pair)
}
