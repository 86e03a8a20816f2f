//! Vectors of a version of glam that is not bound. (A type of that name stands for it.)
//! says: `cargo tree -i glam` tells which you have
mod glam {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Vec3(pub f32, pub f32, pub f32);
}
fn main() {
    let ball = clearance::Ball::new(1.0);
    let _ = clearance::distance(&ball, &glam::Vec3(0.0, 0.0, 0.0), &ball, &glam::Vec3(3.0, 0.0, 0.0));
}
