//! What went wrong once, each literal as it was found.

use clearance::{
    AtStart, Ball, Cast, Cuboid, Cylinder, HalfSpace, Ray, RayCast, Sweep, cast, cast_ray,
};
use glam::{DVec2, DVec3, Vec3};

/// Published of another library: a ball straight down on a large box, half a metre too early.
#[test]
fn a_ball_on_a_large_box() {
    for half in [5.0_f32, 50.0, 500.0, 5000.0] {
        let (floor, ball) = (Cuboid::new(Vec3::splat(half)), Ball::new(0.5166_f32));
        let from = Vec3::new(0.31 * half, half + 2.25, -0.47 * half);
        let fall = Sweep::new(Vec3::NEG_Y).until(1000.0);
        let Cast::Hit(hit) = cast(&floor, &Vec3::ZERO, &ball, &from, &fall) else { panic!() };
        let truth = f64::from(from.y) - f64::from(half) - f64::from(0.5166_f32);
        assert!(f64::from(hit.time.low) <= truth && truth <= f64::from(hit.time.high), "{hit:?}");
        assert!((hit.witness.normal - Vec3::Y).length() < 1e-6, "{hit:?}");
    }
}

/// Published of another library: a cylinder that skims a floor, with a normal 6 degrees off.
#[test]
fn a_cylinder_skims_a_floor() {
    let floor = Cuboid::new(DVec3::new(5.0, 0.5, 5.0));
    let can = Cylinder::new(0.5, 0.5);
    let skim = Sweep::new(DVec3::new(1.0, -0.001, 0.0));
    let from = DVec3::new(0.0, 1.00001, 0.0);
    let Cast::Hit(hit) = cast(&floor, &DVec3::ZERO, &can, &from, &skim) else { panic!() };
    let truth = (from.y - 1.0) / 0.001;
    assert!(hit.time.low <= truth && truth <= hit.time.high, "{hit:?}");
    assert!(hit.time.width() < 1e-9, "{hit:?}");
    assert!((hit.witness.normal - DVec3::Y).length() < 1e-9, "{hit:?}");
}

/// Published of another library: boxes a little apart that leave each other, a hit at time 0.
#[test]
fn boxes_that_leave() {
    let cube = Cuboid::new(Vec3::splat(0.5));
    for gap in [1e-4_f32, 1e-3, 4e-3] {
        let up = Sweep::new(Vec3::Y).at_start(AtStart::Report);
        assert_eq!(cast(&cube, &Vec3::ZERO, &cube, &(Vec3::Y * (1.0 + gap)), &up), Cast::Miss);
    }
}

/// Along the boundary of a hollow half-space a ray never leaves; it was undecided.
#[test]
fn a_ray_along_a_boundary() {
    for (normal, place, from, along, until) in [
        ([0.0, -3.0], [-1.0, 2.0], [-1.0, 2.0], [10.5, 0.0], 1.0),
        ([4.0, 0.0], [0.0, -2.25e-5], [0.0, -2.5e-5], [0.0, 1.5e-5], 2.0),
    ] {
        let [normal, place, from, along] = [normal, place, from, along].map(DVec2::from_array);
        let ray = Ray::new(from, along).until(until).hollow();
        assert_eq!(cast_ray(&HalfSpace::new(normal, 0.0), &place, &ray), RayCast::Miss);
    }
}
