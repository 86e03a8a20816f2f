//! A door that opens for whoever stands on its mat, and a pit that despawns what falls in.
//!
//! Messages tell of every start and end; an observer acts for one trigger. Run it with
//! `cargo run --example triggers`; it needs no window.

use bevy_app::prelude::*;
use bevy_clearance::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_shape::{Capsule3d, Cuboid};
use bevy_transform::components::Transform;

#[derive(Component)]
struct Walker(Vec3);

#[derive(Resource, Default, Debug, PartialEq)]
struct Log(Vec<&'static str>);

#[derive(Component)]
struct Mat;

fn spawn(mut commands: Commands) {
    let mat = Collider::from(Cuboid::new(2.0, 0.2, 2.0));
    commands.spawn((Mat, mat, Trigger::STAYING, Transform::from_xyz(4.0, 0.1, 0.0)));
    let pit = Collider::from(Cuboid::new(2.0, 2.0, 2.0));
    commands.spawn((pit, Trigger::default(), Transform::from_xyz(10.0, 0.0, 0.0))).observe(
        |start: On<OverlapStart>, mut commands: Commands, mut log: ResMut<Log>| {
            log.0.push("the pit swallows");
            commands.entity(start.other).despawn();
        },
    );
    let walker = Collider::from(Capsule3d::new(0.4, 1.0));
    commands.spawn((Walker(Vec3::X * 0.1), walker, Transform::from_xyz(0.0, 0.9, 0.0)));
}

fn walk(mut walkers: Query<(&Walker, &mut Transform)>) {
    for (walker, mut place) in &mut walkers {
        place.translation += walker.0;
    }
}

fn tell(
    mats: Query<(), With<Mat>>,
    mut starts: MessageReader<OverlapStart>,
    mut stays: MessageReader<OverlapStay>,
    mut ends: MessageReader<OverlapEnd>,
    mut log: ResMut<Log>,
    mut stayed: Local<usize>,
) {
    let is_mat = |trigger| mats.contains(trigger);
    for _ in starts.read().filter(|start| is_mat(start.trigger)) {
        log.0.push("the door opens");
    }
    *stayed += stays.read().filter(|stay| is_mat(stay.trigger)).count();
    for _ in ends.read().filter(|end| is_mat(end.trigger)) {
        log.0.push("the door closes");
        let stayed = *stayed;
        println!("someone stood on the mat for {stayed} frames more");
        // The mat and the walker are 2.8 m across, at 0.1 m a frame.
        assert!((26..=28).contains(&stayed), "{stayed}");
    }
}

fn main() {
    let mut app = App::new();
    app.add_plugins(ClearancePlugin).init_resource::<Log>();
    app.add_systems(Startup, spawn).add_systems(Update, walk);
    app.add_systems(Last, tell); // in the frame itself, after `PostUpdate`
    for _ in 0..120 {
        app.update();
    }
    let log = app.world().resource::<Log>();
    println!("{:?}", log.0);
    assert_eq!(log.0, ["the door opens", "the door closes", "the pit swallows"]);
    assert_eq!(app.world().resource::<ColliderTree>().len(), 2);
}
