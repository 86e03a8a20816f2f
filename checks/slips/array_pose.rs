//! Three numbers for a vector.
//! says: a pose is a vector (a translation)
fn main() {
    let ball = clearance::Ball::new(1.0_f32);
    let _ = clearance::intersects(&ball, &[0.0_f32, 0.0, 0.0], &ball, &[3.0_f32, 0.0, 0.0]);
}
