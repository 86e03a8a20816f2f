//! The fast path: a pair that is parsed once, and queried again for each pose.

use clearance::{Space, Xyz};
use clearance_json::Fault;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::held::{Posed, held, no_side, written};
use crate::meeting::Moves;
use crate::{outline, sphere};

/// Two shapes that move.
#[wasm_bindgen]
pub struct Pair {
    held: Box<dyn Posed>,
}

#[wasm_bindgen]
impl Pair {
    /// A pair from JSON; its poses are the initial ones.
    ///
    /// # Errors
    /// Names the place of the error in the pair.
    #[wasm_bindgen(constructor)]
    pub fn new(pair: &str) -> Result<Self, JsError> {
        let held = crate::read(pair).and_then(|pair| held(&pair)).map_err(crate::thrown)?;
        Ok(Self { held })
    }

    /// Sets the pose of A (0) or B (1): x y z and a quaternion; in the plane x y and an angle, or
    /// x y, a cosine and a sine.
    ///
    /// # Errors
    /// If the pose is invalid.
    pub fn set_pose(&mut self, which: usize, pose: &[f64]) -> Result<(), JsError> {
        self.stand(which, pose).map_err(crate::thrown)
    }

    /// How the shapes stand to each other: 0 for apart, 1 for overlapping, 2 for undecided; then
    /// distance or depth, gap, normal, point on A, point on B, all in the world.
    ///
    /// # Errors
    /// If a shape or a pose is invalid.
    pub fn proximity(&self) -> Result<Vec<f64>, JsError> {
        self.held.proximity().map(Vec::from).map_err(crate::thrown)
    }

    /// Where the shapes touch: normal, gap, corners of the patch; then nine numbers for each point:
    /// on A, on B, depth, the features of A and of B that meet there as a `ContactKey` numbers
    /// them. Empty if the shapes are farther apart than `max_distance`.
    ///
    /// # Errors
    /// If a shape or a pose is invalid.
    pub fn contact(&self, max_distance: f64) -> Result<Vec<f64>, JsError> {
        self.held.contact(max_distance).map_err(crate::thrown)
    }

    /// Half of a contact point's key in words, of A (0) or B (1): `vertex 3`, `upper rim at 90°`.
    ///
    /// # Errors
    /// If there is no such shape.
    pub fn feature(&self, which: usize, half: u32, point: &[f64]) -> Result<String, JsError> {
        let mut given = point.iter().copied().chain([0.0; 3]);
        let mut next = || given.next().unwrap_or_default();
        let point = Xyz::new(next(), next(), next());
        self.held.feature(which, half, point).map_err(crate::thrown)
    }

    /// When the shapes meet, for times from 0 to `until`: 0 for never, which is proved, 1 for a
    /// hit, 2 for too close to call; then the lower and upper bound of the time, the normal, point
    /// on A, point on B, and how far these may be off. `motion` is the velocity and the angular
    /// velocity of A, then those of B, three numbers each; in the plane x y 0, and 0 0 and an
    /// angle. `steps` limits the number of distance queries: the search then returns the time up to
    /// which the motion is proved free.
    ///
    /// # Errors
    /// If a shape, a pose or a number is invalid.
    pub fn meeting(
        &self,
        motion: &[f64],
        until: f64,
        steps: Option<u32>,
    ) -> Result<Vec<f64>, JsError> {
        let numbers = motion
            .try_into()
            .map_err(|_| crate::thrown(format!("a motion has 12 numbers, not {}", motion.len())))?;
        self.held.meeting(&Moves { numbers, until, steps }).map_err(crate::thrown)
    }

    /// The Minkowski difference A - B relative to its origin, along the world's axes: its outline
    /// in the plane, a point for each vertex of an icosphere in space.
    pub fn difference(&self, detail: u32) -> Vec<f32> {
        let held = &*self.held;
        let core = |direction: Xyz| held.support(0, direction) - held.support(1, -direction);
        let radius = held.radius(0) + held.radius(1);
        if held.dim() == 2 {
            outline::outline(&core, radius, detail)
        } else {
            sphere::mapped(&core, radius, detail)
        }
    }

    /// The support points along a direction in the world: of A, of B in the opposite direction, and
    /// of A - B.
    pub fn supports(&self, direction: &[f64]) -> Vec<f64> {
        let mut given = direction.iter().copied().chain([0.0; 3]);
        let mut next = || given.next().unwrap_or_default();
        let direction = Xyz::new(next(), next(), if self.held.dim() == 3 { next() } else { 0.0 });
        let Some(unit) = direction.try_normalize() else { return Vec::new() };
        let of = |which, d: Xyz| self.held.support(which, d) + d * self.held.radius(which);
        let (a, b) = (of(0, unit), of(1, -unit));
        [a, b, a - b].iter().flat_map(|point| [point.x, point.y, point.z]).collect()
    }
}

impl Pair {
    fn stand(&mut self, which: usize, pose: &[f64]) -> Result<(), Fault> {
        if which > 1 {
            return Err(no_side(which));
        }
        let pose = written(self.held.dim(), pose)?;
        self.held.stand(which, &pose)
    }
}
