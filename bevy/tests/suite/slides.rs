//! Characters that slide, climb and stand, and that nothing lets through.

use std::f32::consts::FRAC_PI_4;

use bevy_app::App;
use bevy_clearance::clearance::{Capsule, Cuboid, distance};
use bevy_clearance::{Slid, prelude::*};
use bevy_math::{Quat, Vec3};
use bevy_shape::Capsule3d;
use bevy_transform::components::Transform;

use crate::world::{Dice, app, tree};

const SKIN: f32 = 0.01;

/// Boxes, in poses.
struct Walls(App, Vec<(Cuboid<Vec3>, (Quat, Vec3))>);

impl Walls {
    fn new(walls: &[(Vec3, Quat, Vec3)]) -> Self {
        let mut app = app();
        let mut all = Vec::new();
        for (half, turn, at) in walls {
            let place = Transform::from_translation(*at).with_rotation(*turn);
            app.world_mut().spawn((Collider::from(bevy_shape::Cuboid { half_size: *half }), place));
            all.push((Cuboid::new(*half), (*turn, *at)));
        }
        app.update();
        Self(app, all)
    }

    fn floor() -> (Vec3, Quat, Vec3) {
        (Vec3::new(50.0, 0.5, 50.0), Quat::IDENTITY, Vec3::Y * -0.5)
    }

    fn step(&self, from: Vec3, way: Vec3, slide: &Slide) -> Slid {
        let player = Collider::from(Capsule3d::new(0.4, 1.0));
        let slid = tree(&self.0).move_and_slide(&player, &from, way, slide, &Filter::ALL);
        for (wall, pose) in &self.1 {
            let player = Capsule::new(0.5, 0.4);
            let gap = distance(wall, pose, &player, &slid.position).map_or(0.0, |far| far.length);
            assert!(gap > 0.99 * SKIN, "{gap} from {wall:?} at {}", slid.position);
        }
        slid
    }

    /// Walks on, with gravity, for some steps of 1/60 s.
    fn walk(&self, mut at: Vec3, velocity: Vec3, steps: usize, slide: &Slide) -> Slid {
        let mut last = None;
        for _ in 0..steps {
            let slid = self.step(at, (velocity + Vec3::NEG_Y * 2.0) / 60.0, slide);
            at = slid.position;
            last = Some(slid);
        }
        last.unwrap()
    }
}

/// The height of a capsule that stands on the floor.
const STANDS: f32 = 0.9 + SKIN;

#[test]
fn it_slides_along_a_wall_and_stops_in_a_corner() {
    let wall = (Vec3::new(10.0, 2.0, 0.5), Quat::IDENTITY, Vec3::new(0.0, 2.0, -2.0));
    let end = (Vec3::new(0.5, 2.0, 10.0), Quat::IDENTITY, Vec3::new(5.0, 2.0, 0.0));
    let walls = Walls::new(&[Walls::floor(), wall, end]);
    let slide = Slide::default();
    let begin = Vec3::new(0.0, STANDS, 0.0);
    let slid = walls.walk(begin, Vec3::new(3.0, 0.0, -3.0), 60, &slide);
    // It keeps the whole of its speed along the wall, whose face is at z = -1.5.
    assert!((slid.position.x - 3.0).abs() < 1e-3, "{slid:?}");
    assert!((slid.position.z - (-1.5 + 0.4 + SKIN)).abs() < 1e-4, "{slid:?}");
    assert!((slid.position.y - STANDS).abs() < 1e-4);
    assert!(slid.ground.is_some_and(|normal| normal.distance(Vec3::Y) < 1e-4));
    let slid = walls.walk(slid.position, Vec3::new(3.0, 0.0, -3.0), 60, &slide);
    assert!((slid.position.x - (4.5 - 0.4 - SKIN)).abs() < 1e-4, "{slid:?}");
    let again = walls.walk(slid.position, Vec3::new(3.0, 0.0, -3.0), 30, &slide);
    assert!(again.position.distance(slid.position) < 1e-4, "it trembles");
}

#[test]
fn it_climbs_stairs_up_to_a_height_and_goes_down_again() {
    for (height, climbs) in [(0.2, true), (0.3, true), (0.4, false)] {
        let stair = |i: i16| {
            let rise = height * f32::from(i);
            // The last goes on for ten metres.
            let length = if i == 4 { 10.0 } else { 1.0 };
            let half = Vec3::new(0.5 * length, 0.5 * rise, 2.0);
            let x = 1.5 + f32::from(i) + 0.5 * length;
            (half, Quat::IDENTITY, Vec3::new(x, 0.5 * rise, 0.0))
        };
        let mut parts: Vec<_> = (1..=4).map(stair).collect();
        parts.push(Walls::floor());
        let walls = Walls::new(&parts);
        let slide = Slide::default();
        let slid = walls.walk(Vec3::new(0.0, STANDS, 0.0), Vec3::X * 3.0, 180, &slide);
        if climbs {
            let top = STANDS + 4.0 * height;
            assert!((slid.position.y - top).abs() < 1e-3, "{height} {slid:?}");
            assert!(slid.position.x > 6.5, "{slid:?}");
            assert!(slid.ground.is_some());
            // Back, on the ground all the way.
            let mut at = slid.position;
            for _ in 0..180 {
                let slid = walls.step(at, Vec3::new(-3.0, -2.0, 0.0) / 60.0, &slide);
                assert!(slid.ground.is_some(), "{slid:?}");
                at = slid.position;
            }
            assert!((at.y - STANDS).abs() < 1e-3 && at.x < 1.5, "{at}");
        } else {
            assert!((slid.position.x - (2.5 - 0.4 - SKIN)).abs() < 1e-3, "{slid:?}");
            assert!((slid.position.y - STANDS).abs() < 1e-3, "{slid:?}");
        }
    }
}

#[test]
fn it_climbs_slopes_up_to_an_angle() {
    for (degrees, climbs) in
        [(20.0_f32, true), (40.0, true), (44.0, true), (46.0, false), (70.0, false)]
    {
        let turn = Quat::from_rotation_z(degrees.to_radians());
        // A thick plate whose upper face begins at the floor at x = 2.
        let along = turn * Vec3::X;
        let at = Vec3::X * 2.0 + along * 10.0 - turn * Vec3::Y;
        let walls = Walls::new(&[Walls::floor(), (Vec3::new(10.0, 1.0, 3.0), turn, at)]);
        let slide = Slide::default();
        assert_eq!(slide.max_slope, FRAC_PI_4);
        let slid = walls.walk(Vec3::new(0.0, STANDS, 0.0), Vec3::X * 3.0, 150, &slide);
        if climbs {
            assert!(slid.position.y > STANDS + 1.0, "{degrees} {slid:?}");
            let normal = slid.ground.unwrap();
            assert!(normal.distance(turn * Vec3::Y) < 1e-3, "{degrees} {slid:?}");
        } else {
            assert!(slid.position.y < STANDS + 0.1, "{degrees} {slid:?}");
            assert!(slid.position.x < 2.5, "{degrees} {slid:?}");
        }
    }
}

#[test]
fn nothing_is_passed_however_long_the_step() {
    let pane = (Vec3::new(20.0, 20.0, 1e-4), Quat::IDENTITY, Vec3::Z * 3.0);
    let walls = Walls::new(&[pane]);
    let slid = walls.step(Vec3::ZERO, Vec3::Z * 1e4, &Slide::default());
    assert!(slid.position.z < 3.0 - 0.4 && slid.hits.len() == 1, "{slid:?}");
}

#[test]
fn it_leaves_what_it_begins_in() {
    let walls = Walls::new(&[Walls::floor()]);
    let slid = walls.step(Vec3::Y * 0.5, Vec3::ZERO, &Slide::default());
    assert!(!slid.is_stuck && (slid.position.y - STANDS).abs() < 1e-4, "{slid:?}");
    let slot = |y: f32| (Vec3::new(5.0, 0.5, 5.0), Quat::IDENTITY, Vec3::Y * y);
    let narrow = Walls::new(&[]);
    let mut app = narrow.0;
    for y in [-0.5, 1.5] {
        let (half_size, _, at) = slot(y);
        let place = Transform::from_translation(at);
        app.world_mut().spawn((Collider::from(bevy_shape::Cuboid { half_size }), place));
    }
    app.update();
    let player = Collider::from(Capsule3d::new(0.4, 1.0));
    let slid = tree(&app).move_and_slide(
        &player,
        &(Vec3::Y * 0.5),
        Vec3::X,
        &Slide::default(),
        &Filter::ALL,
    );
    assert!(slid.is_stuck);
}

/// Among turned boxes, whatever it wants: it never comes nearer than its skin.
#[test]
fn it_keeps_its_skin_among_many() {
    let mut dice = Dice(31);
    for round in 0..6 {
        let mut parts = vec![Walls::floor()];
        for _ in 0..40 {
            let turn = Quat::from_euler(
                bevy_math::EulerRot::XYZ,
                dice.next() * 6.0,
                dice.next() * 6.0,
                dice.next() * 6.0,
            );
            let half = Vec3::splat(0.2) + Vec3::new(dice.next(), dice.next(), dice.next());
            let mut at = dice.point(8.0);
            at.y = 0.5 + at.y.abs() * 0.3;
            if at.length() > 3.0 {
                parts.push((half, turn, at));
            }
        }
        let walls = Walls::new(&parts);
        let mut at = Vec3::new(0.0, STANDS, 0.0);
        let (mut hits, mut way) = (0, Vec3::X);
        for step in 0..400 {
            if step % 20 == 0 {
                way = dice.point(6.0).with_y(0.0) - 0.1 * at.with_y(0.0);
            }
            let slid = walls.step(at, (way + Vec3::NEG_Y * 3.0) / 60.0, &Slide::default());
            assert!(!slid.is_stuck, "round {round}, step {step}: {slid:?}");
            at = slid.position;
            hits += slid.hits.len();
        }
        assert!(hits > 400, "{hits}");
    }
}
