//! Any numbers at all, ordinary, odd and senseless ones: every function returns a code that it
//! documents, writes its answer where that is not a fault, and claims nothing that is no number.
//! `CLEARANCE_JUDGED=100000` asks that many.

use std::mem::MaybeUninit;
use std::ptr;

use clearance_capi::door::*;
use clearance_capi::types::*;
use clearance_trust::random::Random;

const ODD: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1e-300,
    5e-324,
    1e-9,
    1e9,
    1e150,
    1e306,
    1e308,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MAX,
];

fn number(random: &mut Random) -> f64 {
    match random.below(8) {
        0 => ODD[random.place(ODD.len())],
        1 => f64::from_bits(random.bits()),
        2 => random.range(-2.0, 2.0).round(),
        _ => random.range(-2.0, 2.0),
    }
}

fn vec3(random: &mut Random) -> clearance_vec3 {
    clearance_vec3 { x: number(random), y: number(random), z: number(random) }
}

fn pose(random: &mut Random) -> clearance_pose {
    match random.below(3) {
        0 => clearance_pose { position: vec3(random), ..CLEARANCE_IDENTITY },
        _ => clearance_pose {
            qx: number(random),
            qy: number(random),
            qz: number(random),
            qw: number(random),
            position: vec3(random),
        },
    }
}

/// A shape of any numbers, but what it points to is there.
fn shape(
    random: &mut Random,
    points: &[clearance_vec3],
    hull: *const clearance_hull,
) -> clearance_shape {
    let kind = random.below(14) as i32 - 1;
    let data = match (kind, random.below(8)) {
        (_, 0) => ptr::null(),
        (CLEARANCE_HULL, _) => hull.cast(),
        _ => points.as_ptr().cast(),
    };
    let mut size = [number(random), number(random), number(random), number(random)];
    if random.below(2) == 0 {
        size = size.map(f64::abs);
    }
    let margin = if random.below(4) == 0 { number(random) } else { 0.0 };
    clearance_shape {
        kind,
        count: random.below(points.len() as u64 + 1) as u32,
        size,
        margin,
        data,
    }
}

fn is_class(code: i32) -> bool {
    assert!((CLEARANCE_NO_ROOM..=CLEARANCE_UNDECIDED).contains(&code), "{code}");
    code >= 0
}

fn is_witness(witness: &clearance_witness) -> bool {
    witness.length >= 0.0 && witness.gap >= 0.0
}

#[test]
fn any_numbers_have_an_answer() {
    let members = std::env::var("CLEARANCE_JUDGED").ok().and_then(|text| text.parse().ok());
    let mut random = Random(55);
    let mut answered = 0;
    let members = members.unwrap_or(2000);
    for member in 0..members {
        let points: Vec<_> = (0..6).map(|_| vec3(&mut random)).collect();
        let mut hull = MaybeUninit::uninit();
        let (corners, margin) = (points.as_ptr(), number(&mut random));
        let count = random.below(7) as usize;
        unsafe { is_class(clearance_hull_new(corners, count, margin, Some(&mut hull))) };
        let hull = unsafe { hull.assume_init() };
        let [a, b] = [(); 2].map(|()| shape(&mut random, &points, hull));
        let [p, q] = [(); 2].map(|()| pose(&mut random));
        let told = format!("member {member}: {a:?} {p:?} {b:?} {q:?}");
        let (a, p, b, q) = (Some(&a), Some(&p), Some(&b), Some(&q));
        let at_start = random.below(4) as i32;
        let meeting = clearance_meeting {
            max_time: number(&mut random),
            target_distance: number(&mut random),
            at_start,
        };
        let motions = [p, q].map(|start| clearance_motion {
            mode: random.below(4) as i32,
            start: *start.unwrap(),
            end: pose(&mut random),
            velocity: vec3(&mut random),
            turning: vec3(&mut random),
            center: vec3(&mut random),
        });
        unsafe {
            is_class(clearance_intersects(a, p, b, q, None));
            let mut out = MaybeUninit::uninit();
            if is_class(clearance_proximity(a, p, b, q, None, Some(&mut out))) {
                assert!(is_witness(out.assume_init_ref()), "{told}");
                answered += 1;
            }
            let cut_off = number(&mut random);
            if is_class(clearance_proximity_within(a, p, b, q, cut_off, None, Some(&mut out))) {
                assert!(is_witness(out.assume_init_ref()), "{told}, {cut_off}");
            }
            let mut out = MaybeUninit::uninit();
            let sweep = clearance_sweep {
                velocity_a: vec3(&mut random),
                velocity_b: vec3(&mut random),
                meeting,
            };
            let code = clearance_cast(a, p, b, q, Some(&sweep), Some(&mut out));
            if is_class(code) {
                let hit: clearance_hit = out.assume_init();
                assert!(0.0 <= hit.low && hit.low <= hit.high, "{told} {sweep:?}: {hit:?}");
            }
            let [of_a, of_b] = &motions;
            let (of_a, of_b, when) = (Some(of_a), Some(of_b), Some(&meeting));
            let code = clearance_time_of_impact(a, of_a, b, of_b, when, Some(&mut out));
            if is_class(code) {
                let hit: clearance_hit = out.assume_init();
                assert!(0.0 <= hit.low && hit.low <= hit.high, "{told} {motions:?}: {hit:?}");
            }
            let mut out = MaybeUninit::uninit();
            let within = number(&mut random);
            if is_class(clearance_contact_manifold(a, p, b, q, within, Some(&mut out))) {
                let manifold: clearance_manifold = out.assume_init();
                assert!(manifold.count <= 4 && manifold.gap >= 0.0, "{told}: {manifold:?}");
            }
            let ray = clearance_ray {
                origin: vec3(&mut random),
                direction: vec3(&mut random),
                max_time: number(&mut random),
                hollow: random.below(2) as i32,
            };
            let mut out = MaybeUninit::uninit();
            if is_class(clearance_cast_ray(a, p, Some(&ray), Some(&mut out))) {
                let hit: clearance_ray_hit = out.assume_init();
                assert!(0.0 <= hit.low && hit.low <= hit.high, "{told} {ray:?}: {hit:?}");
            }
            let mut out = MaybeUninit::uninit();
            let point = vec3(&mut random);
            if is_class(clearance_project_point(a, p, point, Some(&mut out))) {
                let found: clearance_projection = out.assume_init();
                assert!(found.gap >= 0.0 && !found.signed_distance.is_nan(), "{told} {point:?}");
            }
            clearance_hull_free(hull);
        }
    }
    // Else it would have looked at nothing.
    assert!(answered * 20 > members, "{answered} of {members} have an answer");
}
