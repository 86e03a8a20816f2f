//! Everything beside distance, depth and yes or no, by the room of the library that answers it: a
//! difference names its room.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Debug, Write};

use clearance::{
    Feature, Meeting, Motion, Query, Ray, Scalar, Space, Sweep, Vector, bounding_ball,
    bounding_box, cast, cast_certificate, cast_ray, certificate, contact_feature, contact_manifold,
    contact_points, corner_points, inside_by, manifold_certificate, proximity, smoothness,
    support_feature, support_point,
};

use crate::digest::Fnv;
use crate::scene::Scene;
use crate::space::World;

pub const ROOMS: [&str; 7] =
    ["bounds", "contacts", "casts", "rays", "features", "certificates", "turns"];

/// The room whose answers need a sine. Builds with other sines answer otherwise in the last digits.
pub const TURNS: usize = 6;

/// One pair in so many is asked for certificates, which take milliseconds.
const CERTIFIED: u64 = 16;

/// The hashes of the rooms.
pub type Rooms = [Fnv; ROOMS.len()];

/// An answer is hashed as its text, which has all digits of its numbers and the signs of its zeros.
struct Text<'a, 'l>(&'a mut Fnv, &'a mut Option<&'l mut dyn Write>);

impl Write for Text<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(|byte| self.0.add_byte(byte));
        self.1.as_mut().map_or(Ok(()), |log| log.write_str(text))
    }
}

/// A feature by its numbers: the text of a face has all of its hull.
fn known<V: Vector>(feature: Feature<'_, V>) -> (Vec<V>, Option<V>, Option<V::Scalar>) {
    let corners = feature.corners().collect();
    match feature {
        Feature::Face { normal, .. } => (corners, Some(normal), None),
        Feature::Disc { center, normal, radius } => (vec![center], Some(normal), Some(radius)),
        Feature::Boundary { point, normal } => (vec![point], Some(normal), None),
        _ => (corners, None, None),
    }
}

/// Asks all rooms about a pair.
pub fn ask<V: Vector<Space: World>>(
    scene: &Scene<V>,
    pair: u64,
    mut log: Option<&mut dyn Write>,
) -> Rooms {
    let Scene { a, b, pose_a, pose_b, next_b, direction, cut_off, .. } = scene;
    let mut rooms = Rooms::default();
    let mut note = |room: usize, answer: &dyn Debug| {
        if let Some(log) = &mut log {
            write!(log, "\n{}: ", ROOMS[room]).expect("the log takes everything");
        }
        write!(Text(&mut rooms[room], &mut log), "{answer:?}").expect("a hash takes everything");
    };
    let zero = V::Scalar::ZERO;

    for (shape, pose) in [(a, pose_a), (b, pose_b)] {
        note(0, &bounding_box(shape, pose));
        note(0, &bounding_ball(shape, pose));
        note(0, &support_point(shape, pose, *direction));
        corner_points(shape, pose).for_each(|corner| note(0, &corner));
        note(4, &known(support_feature(shape, pose, *direction, V::Scalar::from_f64(0.1))));
    }
    note(0, &inside_by(a, pose_a, b, pose_b));

    for (pose_b, within) in [(pose_b, zero), (next_b, *cut_off)] {
        let touch = contact_manifold(a, pose_a, b, pose_b, within);
        note(1, &touch);
        for point in touch.iter().flat_map(|touch| touch.points()) {
            note(4, &contact_feature(a, pose_a, point.key.on_a()).map(known));
            note(4, &contact_feature(b, pose_b, point.key.on_b()).map(known));
        }
    }
    let mut corners = 0;
    note(1, &contact_points(b, pose_b, a, pose_a, *cut_off, |_| corners += 1));
    note(1, &corners);

    let from = pose_b.translation.to_space();
    let to = pose_a.translation.to_space() + direction.to_space() * 0.125;
    let way = V::from_space(to - from);
    let sweep = Sweep::new(way);
    let deeper = V::Scalar::from_f64(-cut_off.to_f64() * 0.125);
    note(2, &cast(a, pose_a, b, pose_b, &sweep));
    note(2, &cast(a, pose_a, b, pose_b, &sweep.and_a(*direction).target_distance(*cut_off)));
    note(2, &cast(a, pose_a, b, pose_b, &sweep.target_distance(deeper)));
    let ray = Ray::new(pose_b.translation, way);
    note(3, &cast_ray(a, pose_a, &ray));
    note(3, &cast_ray(a, pose_a, &ray.hollow()));
    note(3, &cast_ray(b, next_b, &Ray::new(pose_a.translation, *direction)));

    let found = proximity(a, pose_a, b, pose_b);
    note(4, &found.witness().gradient(pose_a, pose_b));
    note(4, &smoothness(a, pose_a, b, pose_b));

    let turning = V::Space::turning(clearance::Xyz::new(0.5, -0.25, 1.0));
    let still = Motion::new(pose_a);
    let moving = Motion::new(pose_b).velocity(way).turning(turning);
    let meeting = Meeting::new().until(V::Scalar::ONE);
    note(6, &Query::new().time_of_impact(a, &still, b, &moving, &meeting));

    if pair.is_multiple_of(CERTIFIED) {
        note(5, &certificate(a, pose_a, b, pose_b));
        note(5, &manifold_certificate(a, pose_a, b, pose_b, *cut_off));
        note(5, &cast_certificate(a, pose_a, b, pose_b, &sweep));
    }
    rooms
}
