//! Bodies that move on straight lines, judged by dense sampling at exact poses and by construction.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use clearance::{
    AtStart, Ball, Cast, Cuboid, Meeting, Pose, Proximity, Rotation3, Space, Sweep, Triangle, Xyz,
    cast,
};
use clearance_scene::Mesh;
use clearance_scene::scene::{
    Body, Boxes, Impact, Object, Part, Rules, all_impacts, between, first_impact,
    first_impact_between,
};

use crate::rays::Random;

/// Triangles with corners of integers from 0 to `most`.
fn soup(random: &mut Random, count: u64, most: u64) -> Mesh {
    let vertices = (0..3 * count).map(|_| [0; 3].map(|_| random.below(most + 1) as f64)).collect();
    let triangles = (0..u32::try_from(count).unwrap()).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    Mesh { vertices, triangles: triangles.collect() }
}

fn corners(mesh: &Mesh, t: &[u32; 3]) -> Triangle<Xyz> {
    let [a, b, c] = t.map(|i| mesh.vertices[i as usize]).map(|[x, y, z]| Xyz::new(x, y, z));
    Triangle::new(a, b, c)
}

fn shifted(object: &Object, by: Xyz) -> Object {
    let pose = Pose::from_translation(object.pose.translation + by);
    Object { pose, ..object.clone() }
}

/// Integers and eighths of time: every pose is exact, and so is `between`.
#[test]
fn impacts_are_those_of_dense_sampling() {
    /// 20 000 were tried once.
    const CASES: u32 = 4000;
    let mut random = Random(11);
    let (mut starts, mut hits, mut misses, mut touches) = (0, 0, 0, 0);
    for case in 0..CASES {
        let [a, b] = [0; 2].map(|_| {
            let count = 1 + random.below(6) as u64;
            soup(&mut random, count, 3)
        });
        let one = Object::new("", Body::of_triangles(a.clone()).unwrap());
        let far = if case % 2 == 0 { 2 } else { 6 };
        let mut place = |most: i64| {
            let mut number = || (random.below(2 * most as u64 + 1) - most) as f64;
            Xyz::new(number(), number(), number())
        };
        let from = place(far);
        // Half of them along an axis or a diagonal, which graze.
        let way = if case % 4 < 2 { place(1) * 6.0 } else { place(2) - from * 2.0 };
        let two = Object {
            pose: Pose::from_translation(from),
            ..Object::new("", Body::of_triangles(b.clone()).unwrap())
        };
        let found = first_impact_between(&one, &two, way, &Meeting::new());
        // Each triangle with each, by the core alone.
        let sweep = Sweep::new(way);
        let each = a.triangles.iter().flat_map(|s| b.triangles.iter().map(move |t| (s, t)));
        let casts = each.map(|(s, t)| {
            cast(&corners(&a, s), &Pose::identity(), &corners(&b, t), &two.pose, &sweep)
        });
        let times: Vec<f64> = casts.filter_map(|found: Cast<Xyz>| found.time()).collect();
        let first = times.iter().copied().reduce(f64::min);
        assert_eq!(found.map(|found| found.hit.time.low), first, "{case}");
        assert!(found.is_none_or(|found| found.is_proved), "{case}");
        let mut is_met = false;
        for eighth in 0..=8 {
            let time = f64::from(eighth) / 8.0;
            let stands = between(&one, &shifted(&two, way * time), f64::INFINITY).unwrap();
            let meets = match stands.surfaces.unwrap_or(stands.proximity) {
                Proximity::Separated(_) => false,
                Proximity::Intersecting(_) => true,
                Proximity::Undecided(_) => panic!("{case}: exact poses are decided"),
            };
            let hit = found.map(|found| found.hit.time);
            if meets {
                assert!(
                    hit.is_some_and(|time_of| time_of.low <= time),
                    "{case} at {time}: {hit:?}"
                );
                touches += i32::from(!is_met && hit.is_some_and(|time_of| time_of.high >= time));
                is_met = true;
            } else {
                assert!(!hit.is_some_and(|time_of| time_of.low == time && time_of.high == time));
            }
        }
        match found {
            Some(Impact { hit, .. }) if hit.time.high == 0.0 => starts += 1,
            Some(_) => hits += 1,
            None => misses += 1,
        }
    }
    let least = i32::try_from(CASES / 10).unwrap();
    assert!(
        starts.min(hits).min(misses).min(touches) > least,
        "{starts} {hits} {misses} {touches}"
    );
}

#[test]
fn no_bullet_passes_a_wall_of_one_triangle() {
    let vertices = vec![[0.0, -1.0, -1.0], [0.0, 1.0, -1.0], [0.0, 0.0, 1.0]];
    let wall = Mesh { vertices, triangles: vec![[0, 1, 2]] };
    let wall = Object::new("wall", Body::of_triangles(wall).unwrap());
    let radius = 0.0005;
    let bullet = Object::new("bullet", Body::of_parts(vec![Ball::new(radius).into()]).unwrap());
    let mut random = Random(9);
    let corner = [Xyz::new(0., -1., -1.), Xyz::new(0., 1., -1.), Xyz::new(0., 0., 1.)];
    for case in 0..500 {
        let mut share = || 0.5 + 0.5 * random.real();
        let (s, t) = (share(), share());
        let (s, t) = if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) };
        // Every other at an edge, of which every other just beside it.
        let s = if case % 2 == 0 { s } else { 0.0 };
        let beside = if case % 4 == 3 { 1.1 * radius } else { 0.0 };
        let [a, b, c] = corner;
        // Away from the edge from a to c.
        let out = Xyz::new(0.0, -2.0, 1.0) * (1.0 / 5.0_f64.sqrt());
        let aim = a + (b - a) * s + (c - a) * t + out * beside;
        let mut way = random.vector() * 300.0;
        way.x = 1000.0;
        if beside > 0.0 {
            // At right angles to the wall, as it would not be so far beside it otherwise.
            (way.y, way.z) = (0.0, 0.0);
        }
        let shot = shifted(&bullet, aim - way * 0.37);
        let found = first_impact_between(&wall, &shot, way, &Meeting::new());
        if beside > 0.0 {
            assert_eq!(found, None, "{case}");
            continue;
        }
        let found = found.unwrap_or_else(|| panic!("{case} passes"));
        assert!(found.is_proved && found.hit.time.high <= 0.37 + 1e-9, "{case} {found:?}");
        assert!(found.hit.time.low > 0.36, "{case} {found:?}");
    }
}

/// Two prongs, 4 apart, and a bridge below.
fn fork() -> Vec<Part> {
    let part = |x: f64, z: f64, half: Xyz| Part {
        shape: Cuboid::new(half).into(),
        pose: Pose::from_translation(Xyz::new(x, 0.0, z)),
    };
    vec![
        part(-2.5, 0.0, Xyz::new(0.5, 1.0, 1.0)),
        part(2.5, 0.0, Xyz::new(0.5, 1.0, 1.0)),
        part(0.0, -1.5, Xyz::new(3.0, 1.0, 0.5)),
    ]
}

#[test]
fn what_touches_at_the_start_may_be_left_out_alone() {
    let fork = Object::new("fork", Body::of_parts(fork()).unwrap());
    let cube = Body::of_parts(vec![Cuboid::new(Xyz::new(1.0, 0.5, 0.5)).into()]).unwrap();
    // Between the prongs, and against the left one.
    let cube =
        Object { pose: Pose::from_translation(Xyz::new(-1.0, 0.0, 0.0)), ..Object::new("", cube) };
    let right = Xyz::new(4.0, 0.0, 0.0);
    let at = |velocity: Xyz, start: AtStart| {
        let meeting = Meeting { at_start: start, ..Meeting::new() };
        first_impact_between(&fork, &cube, velocity, &meeting)
            .map(|found| (found.parts[0], found.hit.time.middle(), found.is_proved))
    };
    assert_eq!(at(right, AtStart::Report), Some((0, 0.0, true)));
    for start in [AtStart::Ignore, AtStart::IgnoreSeparating] {
        let (part, time, is_proved) = at(right, start).unwrap();
        assert!(part == 1 && (time - 0.5).abs() < 1e-12 && is_proved, "{part} {time}");
    }
    assert_eq!(at(-right, AtStart::Ignore), None);
    assert_eq!(at(-right, AtStart::IgnoreSeparating), Some((0, 0.0, true)));
    // The hull of the fork would be met at once; down, the bridge is half a unit below.
    let (part, time, _) = at(Xyz::new(0.0, 0.0, -2.0), AtStart::Ignore).unwrap();
    assert!(part == 2 && (time - 0.25).abs() < 1e-12, "{part} {time}");
}

#[test]
fn turned_compounds_paddings_and_distances() {
    let turn = |w: f64| Rotation3::from_xyzw(0.1, 0.6, -0.2, w);
    let back = Pose { translation: Xyz::new(0.3, -1.0, 2.0), rotation: turn(0.7) }.inverse();
    let parts =
        fork().into_iter().map(|Part { shape, pose }| Part { shape, pose: back.compose(&pose) });
    let body = Body::of_parts(parts.collect()).unwrap();
    let pose = Pose { translation: Xyz::new(0.3, -1.0, 2.0), rotation: turn(0.7) };
    let fork = Object { pose, padding: 0.125, ..Object::new("fork", body) };
    let ball = Body::of_parts(vec![Ball::new(0.5).into()]).unwrap();
    let ball = Object {
        pose: Pose::from_translation(Xyz::new(0.0, 0.0, 5.0)),
        padding: 0.0625,
        ..Object::new("", ball)
    };
    let down = Xyz::new(0.0, 0.0, -8.0);
    // The bridge's top is at -1: the ball falls in between the prongs.
    for (distance, way) in [(0.0, 5.3125), (0.25, 5.0625), (-0.25, 5.5625)] {
        let meeting = Meeting::new().within(distance);
        let found = first_impact_between(&fork, &ball, down, &meeting).unwrap();
        let Impact { hit, is_proved, parts, .. } = found;
        assert!(is_proved && parts == [2, 0], "{found:?}");
        let time = way / 8.0;
        assert!(hit.time.low <= time + 1e-13 && time - 1e-13 <= hit.time.high, "{found:?}");
        assert!(hit.time.width() < 1e-12, "{found:?}");
        assert!((hit.witness.normal - Xyz::axis(2)).length() < 1e-9, "{found:?}");
        let signed = (hit.witness.on_b - hit.witness.on_a).dot(hit.witness.normal);
        assert!((signed - distance).abs() < 1e-9, "{found:?}");
        assert!((hit.witness.length - f64::abs(distance)).abs() < 1e-9, "{found:?}");
    }
    assert_eq!(first_impact_between(&fork, &ball, -down, &Meeting::new()), None);
    let soon = Meeting::new().until(0.5);
    assert_eq!(first_impact_between(&fork, &ball, down, &soon), None);
    let ever = Meeting::new().until(f64::INFINITY);
    assert!(
        first_impact_between(&fork, &ball, down * 1e-3, &ever).is_some_and(|found| found.is_proved)
    );
}

#[test]
fn scenes_answer_as_their_pairs_do() {
    let mut random = Random(21);
    let mut met = 0;
    for round in 0..40 {
        let scene = |random: &mut Random, count: usize| -> Vec<Object> {
            (0..count)
                .map(|i| {
                    let mesh = soup(random, 4, 3);
                    let pose = Pose {
                        translation: random.vector() * 8.0,
                        rotation: Rotation3::from_xyzw(random.real(), random.real(), 0.5, 0.5),
                    };
                    let body = Body::of_triangles(mesh).unwrap();
                    let padding = if i % 3 == 0 { 0.1 } else { 0.0 };
                    Object { pose, padding, ..Object::new(format!("{i}"), body) }
                })
                .collect()
        };
        let (a, b) = (scene(&mut random, 7), scene(&mut random, 3));
        let (boxes_a, boxes_b) = (Boxes::new(&a), Boxes::new(&b));
        let velocity = random.vector() * 20.0;
        let meeting = Meeting::new().within(if round % 2 == 0 { 0.0 } else { 0.2 });
        let mut rules = Rules::default();
        rules.allow("0", "1");
        let pairs =
            a.iter().enumerate().flat_map(|(i, a)| b.iter().enumerate().map(move |b| (i, a, b)));
        let each = pairs.filter(|(_, a, (_, b))| !rules.skip(a, b)).filter_map(|(i, a, (j, b))| {
            let found = first_impact_between(a, b, velocity, &meeting)?;
            Some(Impact { a: i, b: j, ..found })
        });
        let mut truth: Vec<Impact> = each.collect();
        truth.sort_by(|x, y| {
            x.hit.time.low.total_cmp(&y.hit.time.low).then((x.a, x.b).cmp(&(y.a, y.b)))
        });
        let (one, two) = ((&a[..], &boxes_a), (&b[..], &boxes_b));
        assert_eq!(all_impacts(one, two, velocity, &meeting, &rules), truth);
        let first = first_impact(one, two, velocity, &meeting, &rules);
        let place = |impact: &Impact| (impact.a, impact.b, impact.parts, impact.hit.time.low);
        assert_eq!(first.as_ref().map(place), truth.first().map(place));
        met += truth.len();
    }
    assert!(met > 40, "{met}");
}
