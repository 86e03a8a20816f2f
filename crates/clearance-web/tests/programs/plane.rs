// cargo add clearance glam@0.33
use clearance::{Ball, Cuboid, Proximity, Rotation2, proximity};
use glam::DVec2;

fn main() {
    let a = Cuboid::new(DVec2::new(1.0, 2.0));
    let pose_a = (Rotation2 { cos: 0.8775825618903728, sin: 0.479425538604203 }, DVec2::new(0.0, 0.0));
    let b = Ball::new(0.5);
    let pose_b = DVec2::new(1.0, 0.25);
    match proximity(&a, &pose_a, &b, &pose_b) {
        Proximity::Separated(w) => println!("apart by {} ± {:e}, along {}", w.length, w.gap, w.normal),
        Proximity::Intersecting(w) => println!("overlapping by {} ± {:e}, along {}", w.length, w.gap, w.normal),
        Proximity::Undecided(w) => println!("too close to call: {} ± {:e}", w.length, w.gap),
    }
}
