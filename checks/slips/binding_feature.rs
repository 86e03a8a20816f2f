//! Vectors of a library whose feature is off. (A type of that name stands for its.)
//! says: the enabled features `glam` (0.33), `glam034`, `glamx` (0.3), `nalgebra` (0.35)
mod nalgebra {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Vector3(pub [f64; 3]);
}
fn main() {
    let ball = clearance::Ball::new(1.0);
    let at = nalgebra::Vector3([0.0; 3]);
    let _ = clearance::distance(&ball, &at, &ball, &at);
}
