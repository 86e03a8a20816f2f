// cargo add clearance glam@0.33
use clearance::{Cone, ConvexHull, Proximity, Rotation3, Rounded, proximity};
use glam::Vec3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let a = Rounded { inner: ConvexHull::new(&[Vec3::new(0.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.0, 0.0, 1.0)])?, radius: 0.1 };
    let pose_a = Vec3::new(0.0, 0.0, 0.0);
    let b = Cone { half_height: 1.0, radius: 0.5 };
    let pose_b = (Rotation3::from_xyzw(0.8, 0.6, -0.6, 0.8), Vec3::new(1.5, 2.0, 1.0));
    match proximity(&a, &pose_a, &b, &pose_b) {
        Proximity::Separated(w) => println!("apart by {} ± {:e}, along {}", w.length, w.gap, w.normal),
        Proximity::Intersecting(w) => println!("overlapping by {} ± {:e}, along {}", w.length, w.gap, w.normal),
        Proximity::Undecided(w) => println!("too close to call: {} ± {:e}", w.length, w.gap),
    }
    Ok(())
}
