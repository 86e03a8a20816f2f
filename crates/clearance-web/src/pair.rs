//! The fast path: a pair that is parsed once, and asked again for each pose.

use clearance::{Space, Xyz};
use clearance_json::Fault;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::held::{Posed, held, no_side, written};
use crate::{outline, sphere};

/// Two shapes that move.
#[wasm_bindgen]
pub struct Pair {
    held: Box<dyn Posed>,
}

#[wasm_bindgen]
impl Pair {
    /// Of a pair in JSON; its poses are where the shapes begin.
    ///
    /// # Errors
    /// Names the place in the pair that is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(pair: &str) -> Result<Self, JsError> {
        let held = crate::read(pair).and_then(|pair| held(&pair)).map_err(crate::thrown)?;
        Ok(Self { held })
    }

    /// Moves A (0) or B (1): x y z and a quaternion; in the plane x y and an angle.
    ///
    /// # Errors
    /// Where the numbers are no pose.
    pub fn set_pose(&mut self, which: usize, pose: &[f64]) -> Result<(), JsError> {
        self.stand(which, pose).map_err(crate::thrown)
    }

    /// How the shapes stand to each other: 0 for apart, 1 for overlapping, 2 for undecided; then
    /// distance or depth, gap, normal, point on A, point on B, all in the world.
    ///
    /// # Errors
    /// Where the shapes or poses are none.
    pub fn proximity(&self) -> Result<Vec<f64>, JsError> {
        self.held.proximity().map(Vec::from).map_err(crate::thrown)
    }

    /// The Minkowski difference A - B about its origin, along the world's axes: in the plane its
    /// outline, in space a point for each vertex of an icosphere.
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

    /// The support points along a direction of the world: of A, of B the other way, and of A - B.
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
