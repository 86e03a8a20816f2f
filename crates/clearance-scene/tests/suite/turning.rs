//! Bodies that turn on their way, judged by dense sampling with the distance at each pose, and by
//! construction.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use clearance::{AtStart, Ball, Cuboid, Meeting, Motion, Pose, Proximity, Rotation3, Space, Xyz};
use clearance_scene::Mesh;
use clearance_scene::scene::{
    Body, Boxes, Impact, Object, Part, Rules, Way, all_turns, between, first_turn,
    first_turn_between,
};

use crate::rays::Random;
use crate::rounds;

/// Triangles with corners of integers about the origin.
fn soup(random: &mut Random, count: u64) -> Body {
    let mut corner = || [0; 3].map(|_| (random.below(7) - 3) as f64);
    let vertices = (0..3 * count).map(|_| corner()).collect();
    let triangles = (0..u32::try_from(count).unwrap()).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    Body::of_triangles(Mesh { vertices, triangles: triangles.collect() }).unwrap()
}

/// Boxes that stand aside and turned in their body.
fn compound(random: &mut Random, count: u64) -> Body {
    let mut part = || Part {
        shape: Cuboid::new(random.vector().map(|x| 0.1 + x.abs())).into(),
        pose: Pose {
            rotation: Rotation3::from_axis_angle(random.vector(), random.real()),
            translation: random.vector() * 2.0,
        },
    };
    Body::of_parts((0..count).map(|_| part()).collect()).unwrap()
}

fn moving(way: &Way, from: &Pose<Xyz>) -> Motion<Xyz> {
    match way {
        Way::Steady { velocity, turning } => {
            Motion::new(from).velocity(*velocity).turning(*turning)
        }
        Way::To { end, is_blend: false } => Motion::between(from, end),
        Way::To { end, is_blend: true } => Motion::blended(from, end),
    }
}

/// The signed distance of the surfaces at a time.
fn at(one: &Object, two: &Object, way: &Way, time: f64) -> Proximity<Xyz> {
    let pose = moving(way, &two.pose).at(time);
    let there = Object { pose, ..two.clone() };
    let stands = between(one, &there, f64::INFINITY).unwrap();
    stands.surfaces.unwrap_or(stands.proximity)
}

/// Judges an answer by samples: none of them meets before, and at the time they are together.
fn judge(one: &Object, two: &Object, way: &Way, found: Option<Impact>, case: &str) {
    const SAMPLES: u32 = 48;
    let until = found.map_or(1.0, |found| found.hit.time.low);
    for sample in 0..=SAMPLES {
        let time = f64::from(sample) / f64::from(SAMPLES);
        if time >= until && found.is_some() {
            break;
        }
        let stands = at(one, two, way, time);
        // The pose is rounded.
        let signed = stands.signed_distance();
        assert!(signed > -1e-12, "{case}: at {time} they are {signed} apart, told {found:?}");
    }
    let Some(Impact { hit, is_proved, .. }) = found else { return };
    if is_proved {
        // What may touch within rounding, as it begins or in passing, surely does so later.
        let is_narrow = hit.time.high - hit.time.low < 1e-4;
        let early = at(one, two, way, hit.time.low).signed_distance();
        assert!(is_narrow || early.abs() < 1e-12, "{case}: {early} at {hit:?}");
        let signed = at(one, two, way, hit.time.high).signed_distance();
        assert!(signed < 1e-9, "{case}: {signed} at {hit:?}");
    }
}

#[test]
fn turns_are_those_of_dense_sampling() {
    let mut random = Random(17);
    let [mut starts, mut hits, mut misses, mut grazes, mut open] = [0; 5];
    for case in 0..rounds(3000_u32) {
        let body = |random: &mut Random| {
            let count = 1 + random.below(6) as u64;
            if case % 3 == 0 { compound(random, count) } else { soup(random, count) }
        };
        let one = Object::new("", body(&mut random));
        let far = if case % 2 == 0 { 4.0 } else { 8.0 };
        let pose = Pose {
            rotation: Rotation3::from_axis_angle(random.vector(), 3.0 * random.real()),
            translation: random.vector() * far,
        };
        let two = Object { pose, ..Object::new("", body(&mut random)) };
        let way = match case % 4 {
            3 => {
                let rotation = Rotation3::from_axis_angle(random.vector(), 2.0 * random.real());
                let end = Pose { rotation, translation: random.vector() * far };
                Way::To { end, is_blend: case % 8 == 3 }
            }
            _ => Way::Steady {
                velocity: random.vector() * far - pose.translation * (random.real() + 1.0),
                turning: random.vector() * 6.0,
            },
        };
        // Half of them graze: brought together until they touch at the nearest sampled time, or
        // touch as they begin.
        let mut two = two;
        let stand = between(&one, &two, f64::INFINITY).unwrap();
        if case % 2 == 1 && stand.signed_distance() > 0.0 {
            let times = (0..=64).map(|sample| f64::from(sample) / 64.0);
            let nearest = times
                .map(|time| (at(&one, &two, &way, time), time))
                .min_by(|(p, _), (q, _)| p.signed_distance().total_cmp(&q.signed_distance()));
            let (near, _) = if case % 4 == 1 { nearest.unwrap() } else { (stand.proximity, 0.0) };
            let witness = near.witness();
            if near.signed_distance() > 0.0 {
                let by = (witness.on_b - witness.on_a) * 1.0;
                two.pose.translation = two.pose.translation - by;
                grazes += 1;
            }
        }
        let way = match way {
            Way::To { end, is_blend } if two.pose.translation != pose.translation => {
                let translation = end.translation + (two.pose.translation - pose.translation);
                Way::To { end: Pose { translation, ..end }, is_blend }
            }
            other => other,
        };
        let found = first_turn_between(&one, &Way::rest(), &two, &way, &Meeting::new());
        let name = format!("case {case}");
        judge(&one, &two, &way, found, &name);
        match found {
            Some(Impact { is_proved: false, .. }) => open += 1,
            Some(Impact { hit, .. }) if hit.time.high == 0.0 => starts += 1,
            Some(_) => hits += 1,
            None => misses += 1,
        }
    }
    let told = format!("{starts} {hits} {misses} {grazes} {open}");
    assert!(starts > 100 && hits > 500 && misses > 100 && grazes > 500, "{told}");
    assert!(open < rounds(3000) / 5, "{told}");
}

/// Bodies of many pieces are searched box by box; a pair of their pieces alone is one question.
#[test]
fn many_pieces_meet_when_the_first_two_of_them_do() {
    let mut random = Random(41);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..rounds(40_u32).min(400) {
        // Small triangles on a sphere, so that most of what turns comes near and few pieces meet.
        let mut shell = |radius: f64| -> Vec<[[f64; 3]; 3]> {
            let mut piece = || {
                let middle = random.vector().try_normalize().unwrap() * radius;
                [0; 3].map(|_| {
                    let Xyz { x, y, z } = middle + random.vector() * 0.1;
                    [x, y, z]
                })
            };
            (0..24).map(|_| piece()).collect()
        };
        let (one, two) = (shell(1.0), shell(1.5));
        let body = |corners: &[[[f64; 3]; 3]]| {
            let count = u32::try_from(corners.len()).unwrap();
            let triangles = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            Body::of_triangles(Mesh { vertices: corners.concat(), triangles }).unwrap()
        };
        let way = Way::Steady { velocity: random.vector() * 2.0, turning: random.vector() * 12.0 };
        let still = Way::Steady { velocity: Xyz::default(), turning: random.vector() * 3.0 };
        let pose = Pose::from_translation(random.vector() * 0.4);
        let [one_by_one, other] = [&one, &two].map(|all| {
            all.iter().map(|corners| Object::new("", body(&[*corners]))).collect::<Vec<_>>()
        });
        let meet = |a: &Object, b: &Object, until: f64| {
            let b = Object { pose, ..b.clone() };
            first_turn_between(a, &still, &b, &way, &Meeting::new().until(until))
        };
        let found = meet(&Object::new("", body(&one)), &Object::new("", body(&two)), 1.0);
        let alone = one_by_one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
        let first = alone.filter_map(|(a, b)| meet(a, b, 1.0).map(|found| found.hit.time));
        let first = first.min_by(|p, q| p.low.total_cmp(&q.low));
        match (found, first) {
            (Some(found), Some(first)) => {
                let time = found.hit.time;
                let is_same = time.low <= first.high && first.low <= time.high;
                assert!(is_same, "case {case}: {time:?}, alone {first:?}");
                hits += 1;
            }
            (None, None) => misses += 1,
            other => panic!("case {case}: {other:?}"),
        }
    }
    assert!(hits > 10 && misses > 3, "{hits} {misses}");
}

/// Two scenes that move are each pair of them, and the first of a scene at rest is the first.
#[test]
fn scenes_that_turn_meet_pair_by_pair() {
    let mut random = Random(43);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..rounds(12_u32).min(100) {
        let mut scene = |letter: &str, far: f64| -> (Vec<Object>, Vec<Way>) {
            let all = (0..9).map(|i| {
                let body = if i % 2 == 0 { compound(&mut random, 2) } else { soup(&mut random, 3) };
                let rotation = Rotation3::from_axis_angle(random.vector(), random.real());
                let pose = Pose { rotation, translation: random.vector() * far };
                let velocity = random.vector() * 8.0;
                let way = Way::Steady { velocity, turning: random.vector() * 4.0 };
                let end = Way::To { end: Pose::from_translation(velocity), is_blend: false };
                let name = format!("{letter}{i}");
                (Object { pose, ..Object::new(name, body) }, if i == 4 { end } else { way })
            });
            all.unzip()
        };
        let ((a, ways_a), (b, ways_b)) = (scene("a", 7.0), scene("b", 7.0));
        // The last three of A have no way, and rest.
        let moving = &ways_a[..6];
        let mut rules = Rules::default();
        rules.allow("a0", "b1");
        let meeting = Meeting::new().within(0.25);
        let all = all_turns((&a, moving), (&b, &ways_b), &meeting, &rules);
        assert!(all.is_sorted_by_key(|found| found.hit.time.low));
        let rest = Way::rest();
        for (i, one) in a.iter().enumerate() {
            for (j, two) in b.iter().enumerate() {
                let way = moving.get(i).unwrap_or(&rest);
                let alone = first_turn_between(one, way, two, &ways_b[j], &meeting);
                let alone = alone.filter(|_| (i, j) != (0, 1));
                let alone = alone.map(|found| Impact { a: i, b: j, ..found });
                let found = all.iter().find(|found| (found.a, found.b) == (i, j)).copied();
                assert_eq!(found, alone, "case {case}: {i} and {j}");
                if found.is_some() { hits += 1 } else { misses += 1 }
            }
        }
        let boxes = Boxes::new(&a);
        let first = first_turn((&a, &boxes), &b[0], &ways_b[0], &meeting, &rules);
        let all = all_turns((&a, &[]), (&b[..1], &ways_b[..1]), &meeting, &rules);
        let [first, of_all] =
            [first, all.first().copied()].map(|found| found.map(|f| (f.a, f.hit.time.low)));
        assert_eq!(first, of_all, "case {case}");
    }
    assert!(hits > 100 && misses > 100, "{hits} {misses}");
}

/// A bullet of a millimetre at a kilometre a second, which spins, and whose centre is aside.
#[test]
fn no_spinning_bullet_passes_a_wall_of_one_triangle() {
    let vertices = vec![[0.0, -1.0, -1.0], [0.0, 1.0, -1.0], [0.0, 0.0, 1.0]];
    let wall = Mesh { vertices: vertices.clone(), triangles: vec![[0, 1, 2]] };
    let wall = Object::new("wall", Body::of_triangles(wall).unwrap());
    let half = Xyz::new(0.0005, 0.0005, 0.0005);
    let bullet = Object::new("bullet", Body::of_parts(vec![Cuboid::new(half).into()]).unwrap());
    let mut random = Random(23);
    for case in 0..500 {
        let (s, t) = (0.5 + 0.49 * random.real(), 0.5 + 0.49 * random.real());
        let (s, t) = if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) };
        let corner = |i: usize| Xyz::new(vertices[i][0], vertices[i][1], vertices[i][2]);
        let [a, b, c] = [0, 1, 2].map(corner);
        let aim = a + (b - a) * s + (c - a) * t;
        let mut velocity = random.vector() * 300.0;
        velocity.x = 1000.0;
        let turning = random.vector() * 3000.0;
        let pose = Pose::from_translation(aim - velocity * 0.37);
        let shot = Object { pose, ..bullet.clone() };
        let way = Way::Steady { velocity, turning };
        let found = first_turn_between(&wall, &Way::rest(), &shot, &way, &Meeting::new());
        let found = found.unwrap_or_else(|| panic!("{case} passes"));
        let time = found.hit.time;
        assert!(found.is_proved && time.high <= 0.37 && time.low > 0.369_99, "{case} {found:?}");
        // Beside the wall it passes.
        let pose = Pose::from_translation(pose.translation + Xyz::new(0.0, 3.0, 0.0));
        let aside = Object { pose, ..bullet.clone() };
        let way = Way::Steady { velocity: Xyz::new(1000.0, 0.0, 0.0), turning };
        assert_eq!(first_turn_between(&wall, &Way::rest(), &aside, &way, &Meeting::new()), None);
    }
}

/// A door of two leaves on a hinge that swings into a post, among many objects.
#[test]
fn a_door_swings_into_the_first_of_a_scene() {
    let leaf = |x: f64| Part {
        shape: Cuboid::new(Xyz::new(0.5, 0.05, 1.0)).into(),
        pose: Pose::from_translation(Xyz::new(x, 0.0, 0.0)),
    };
    let door = Object::new("door", Body::of_parts(vec![leaf(0.5), leaf(1.5)]).unwrap());
    let post = Object::new("post", Body::of_parts(vec![Ball::new(0.1).into()]).unwrap());
    let at = |angle: f64, radius: f64| {
        let pose = Pose::from_translation(Xyz::new(radius * angle.cos(), radius * angle.sin(), 0.));
        Object { pose, ..post.clone() }
    };
    let posts = [at(2.5, 1.8), at(1.2, 1.8), at(0.7, 2.5), at(1.9, 0.6)];
    let boxes = Boxes::new(&posts);
    let way = Way::Steady { velocity: Xyz::default(), turning: Xyz::new(0.0, 0.0, 1.0) };
    let meeting = Meeting::new().until(3.0);
    let found = first_turn((&posts, &boxes), &door, &way, &meeting, &Rules::default()).unwrap();
    // The ball's middle is 0.15 from the door's plane then.
    let truth = 1.2 - (0.15_f64 / 1.8).asin();
    assert_eq!((found.a, found.parts[1], found.is_proved), (1, 1, true));
    assert!((found.hit.time.middle() - truth).abs() < 1e-9, "{found:?} {truth}");
    let before = meeting.until(truth - 1e-6);
    assert_eq!(first_turn((&posts, &boxes), &door, &way, &before, &Rules::default()), None);
    // The other way it meets the one at 2.5, after most of a turn.
    let back = Way::Steady { velocity: Xyz::default(), turning: Xyz::new(0.0, 0.0, -1.0) };
    let meeting = Meeting::new().until(6.0).at_start(AtStart::Ignore);
    let found = first_turn((&posts, &boxes), &door, &back, &meeting, &Rules::default()).unwrap();
    let truth = std::f64::consts::TAU - 2.5 - (0.15_f64 / 1.8).asin();
    assert_eq!(found.a, 0);
    assert!((found.hit.time.middle() - truth).abs() < 1e-9, "{found:?} {truth}");
    // With a margin it comes sooner.
    let wide = Object { padding: 0.05, ..door };
    let found =
        first_turn((&posts, &boxes), &wide, &way, &Meeting::new().until(3.0), &Rules::default());
    let truth = 1.2 - (0.2_f64 / 1.8).asin();
    assert!((found.unwrap().hit.time.middle() - truth).abs() < 1e-9);
}
