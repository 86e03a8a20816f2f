//! Answers through the door are the library's own, bit for bit.
//! `CLEARANCE_JUDGED=100000` asks that many.

use std::mem::MaybeUninit;
use std::ptr;

use clearance_capi::door::*;
use clearance_capi::types::*;
use clearance_trust::random::Random;

use crate::draw::{Drawn, Numbers, answers, drawn};

fn judged() -> u64 {
    std::env::var("CLEARANCE_JUDGED").ok().and_then(|text| text.parse().ok()).unwrap_or(500)
}

fn vec3([x, y, z]: [f64; 3]) -> clearance_vec3 {
    clearance_vec3 { x, y, z }
}

fn pose([qx, qy, qz, qw, x, y, z]: [f64; 7]) -> clearance_pose {
    clearance_pose { qx, qy, qz, qw, position: vec3([x, y, z]) }
}

/// A shape for C with what it points to.
struct Held {
    points: Vec<clearance_vec3>,
    hull: *mut clearance_capi::door::clearance_hull,
    block: Vec<u64>,
    shape: clearance_shape,
}

impl Held {
    fn new(numbers: &Numbers) -> Box<Self> {
        let points: Vec<_> = numbers.points.iter().map(|point| vec3(*point)).collect();
        let Numbers { kind, size, margin, .. } = *numbers;
        let count = points.len() as u32;
        let shape = clearance_shape { kind, count, size, margin, data: ptr::null() };
        let mut held = Box::new(Self { points, hull: ptr::null_mut(), block: Vec::new(), shape });
        held.shape.data = held.points.as_ptr().cast();
        if kind == CLEARANCE_HULL {
            let mut hull = MaybeUninit::uninit();
            let made = unsafe {
                clearance_hull_new(held.points.as_ptr(), held.points.len(), margin, Some(&mut hull))
            };
            assert_eq!(made, 0);
            held.hull = unsafe { hull.assume_init() };
            held.shape.data = held.hull.cast();
            held.shape.margin = 0.0;
        }
        if kind == CLEARANCE_BLOCK {
            held.block = block(&held.points);
            held.shape.count = 8 * held.block.len() as u32;
            held.shape.data = held.block.as_ptr().cast();
        }
        held
    }
}

/// The block of a hull, with room to the next multiple of eight bytes.
pub(crate) fn block(points: &[clearance_vec3]) -> Vec<u64> {
    let mut used = MaybeUninit::uninit();
    let (first, count) = (points.as_ptr(), points.len());
    let asked = unsafe { clearance_hull_build(first, count, ptr::null_mut(), 0, Some(&mut used)) };
    assert_eq!(asked, CLEARANCE_NO_ROOM);
    let bytes = unsafe { used.assume_init() };
    let mut block = vec![0_u64; bytes.div_ceil(8)];
    let buffer = block.as_mut_ptr().cast();
    let built = unsafe { clearance_hull_build(first, count, buffer, bytes, Some(&mut used)) };
    assert_eq!((built, unsafe { used.assume_init() }), (0, bytes));
    assert_eq!(unsafe { clearance_hull_check(block.as_ptr().cast(), 8 * block.len()) }, 0);
    block
}

impl Drop for Held {
    fn drop(&mut self) {
        unsafe { clearance_hull_free(self.hull) };
    }
}

fn bits(words: &mut Vec<u64>, class: i32, numbers: &[f64]) {
    words.push(u64::from(class.unsigned_abs()));
    words.extend(numbers.iter().map(|number| number.to_bits()));
}

fn flat(points: &[clearance_vec3]) -> Vec<f64> {
    points.iter().flat_map(|p| [p.x, p.y, p.z]).collect()
}

fn of_witness(witness: &clearance_witness) -> Vec<f64> {
    let clearance_witness { length, gap, on_a, on_b, normal } = *witness;
    [vec![length, gap], flat(&[on_a, on_b, normal])].concat()
}

fn of_hit(hit: &clearance_hit) -> Vec<f64> {
    [vec![hit.low, hit.high], of_witness(&hit.witness)].concat()
}

/// Every answer through the door, in the order of [`answers`].
fn asked(drawn: &Drawn) -> Vec<u64> {
    let [a, b] = [0, 1].map(|side| Held::new(&drawn.shapes[side]));
    let [at_a, at_b] = drawn.poses.map(pose);
    let (a, b, p, q) = (Some(&a.shape), Some(&b.shape), Some(&at_a), Some(&at_b));
    let mut words = Vec::new();
    let rest = clearance_motion {
        mode: CLEARANCE_STEADY,
        start: at_a,
        end: CLEARANCE_IDENTITY,
        velocity: vec3([0.0; 3]),
        turning: vec3([0.0; 3]),
        center: vec3([0.0; 3]),
    };
    unsafe {
        bits(&mut words, clearance_intersects(a, p, b, q, None), &[]);
        let mut out = MaybeUninit::uninit();
        let class = clearance_proximity(a, p, b, q, None, Some(&mut out));
        bits(&mut words, class, &of_witness(out.assume_init_ref()));
        let class = clearance_proximity_within(a, p, b, q, 0.5, None, Some(&mut out));
        bits(&mut words, class, &of_witness(out.assume_init_ref()));
        let sweep = clearance_sweep {
            velocity_b: vec3(drawn.velocity),
            meeting: clearance_meeting { max_time: 2.0, ..Default::default() },
            ..Default::default()
        };
        let mut out = MaybeUninit::uninit();
        let class = clearance_cast(a, p, b, q, Some(&sweep), Some(&mut out));
        bits(&mut words, class, &of_hit(out.assume_init_ref()));
        let meeting = clearance_meeting { tolerance: 0.0625, ..sweep.meeting };
        let sweep = clearance_sweep { meeting, ..sweep };
        let class = clearance_cast(a, p, b, q, Some(&sweep), Some(&mut out));
        bits(&mut words, class, &of_hit(out.assume_init_ref()));
        let moves = clearance_motion {
            start: at_b,
            velocity: vec3(drawn.velocity),
            turning: vec3(drawn.turning),
            ..rest
        };
        let meeting = clearance_meeting { max_time: 1.0, ..Default::default() };
        let (rest, moves) = (Some(&rest), Some(&moves));
        let class = clearance_time_of_impact(a, rest, b, moves, Some(&meeting), Some(&mut out));
        bits(&mut words, class, &of_hit(out.assume_init_ref()));
        let coarse = Some(&clearance_meeting { tolerance: 0.0625, ..meeting });
        let class = clearance_time_of_impact(a, rest, b, moves, coarse, Some(&mut out));
        bits(&mut words, class, &of_hit(out.assume_init_ref()));
        let mut out = MaybeUninit::uninit();
        let class = clearance_contact_manifold(a, p, b, q, 0.25, Some(&mut out));
        let manifold: clearance_manifold = out.assume_init();
        bits(&mut words, class, &flat(&[manifold.normal]));
        words.push(manifold.gap.to_bits());
        words.push(manifold.count.into());
        for point in manifold.points {
            words.extend(flat(&[point.on_a, point.on_b]).into_iter().map(f64::to_bits));
            words.push(point.depth.to_bits());
            words.push(point.key);
        }
        let mut out = MaybeUninit::new(clearance_overlap::default());
        let class = clearance_overlap_volume(a, p, b, q, Some(&mut out));
        let found = out.assume_init();
        let numbers = [found.volume_low, found.volume_high, found.area];
        bits(&mut words, class, &[&numbers[..], &flat(&[found.centroid])].concat());
        words.push(found.touching.unsigned_abs().into());
        let [x, y, z] = drawn.velocity;
        let ray = clearance_ray {
            origin: at_b.position,
            direction: vec3([x, y + 8.5, z]),
            max_time: f64::INFINITY,
            hollow: 0,
        };
        let mut out = MaybeUninit::uninit();
        let class = clearance_cast_ray(a, p, Some(&ray), Some(&mut out));
        let hit: clearance_ray_hit = out.assume_init();
        let numbers = [vec![hit.low, hit.high], flat(&[hit.point, hit.normal])].concat();
        bits(&mut words, class, &numbers);
        let mut out = MaybeUninit::uninit();
        let class = clearance_project_point(a, p, at_b.position, Some(&mut out));
        let found: clearance_projection = out.assume_init();
        bits(&mut words, class, &flat(&[found.point, found.normal]));
        words.extend([found.signed_distance, found.gap].map(f64::to_bits));
    }
    words
}

#[test]
fn every_answer_is_the_librarys_own() {
    let mut random = Random(51);
    for member in 0..judged() {
        let drawn = drawn(&mut random);
        assert_eq!(asked(&drawn), answers(&drawn), "member {member}: {drawn:?}");
    }
}

#[test]
fn a_batch_is_its_pairs() {
    let mut random = Random(52);
    let drawn: Vec<Drawn> = (0..judged()).map(|_| drawn(&mut random)).collect();
    let held: Vec<_> =
        drawn.iter().flat_map(|d| d.shapes.iter().map(Held::new).collect::<Vec<_>>()).collect();
    let shapes: Vec<_> = held.iter().map(|held| held.shape).collect();
    let poses: Vec<_> = drawn.iter().flat_map(|d| d.poses.map(pose)).collect();
    let bodies =
        clearance_bodies { shapes: shapes.as_ptr(), poses: poses.as_ptr(), count: shapes.len() };
    let last = shapes.len() as u32 - 1;
    let pairs: Vec<_> = (0..=last).map(|a| clearance_pair { a, b: last - a }).collect();
    let mut classes = vec![-100; pairs.len()];
    let mut witnesses = vec![clearance_witness::default(); pairs.len()];
    let asked = unsafe {
        clearance_proximity_batch(
            Some(&bodies),
            pairs.as_ptr(),
            pairs.len(),
            classes.as_mut_ptr(),
            witnesses.as_mut_ptr(),
        )
    };
    assert_eq!(asked, 0);
    for (pair, (class, witness)) in pairs.iter().zip(classes.iter().zip(&witnesses)) {
        let (a, b) = (pair.a as usize, pair.b as usize);
        let mut out = MaybeUninit::uninit();
        let alone = unsafe {
            clearance_proximity(
                Some(&shapes[a]),
                Some(&poses[a]),
                Some(&shapes[b]),
                Some(&poses[b]),
                None,
                Some(&mut out),
            )
        };
        let alone_at: clearance_witness = unsafe { out.assume_init() };
        assert_eq!(*class, alone, "{pair:?}");
        assert!((witness.length - alone_at.length).abs() <= witness.gap + alone_at.gap);
    }
}

#[test]
fn warm_memory_changes_no_class() {
    let mut random = Random(53);
    let mut memory = clearance_warm::default();
    for _ in 0..judged() {
        let drawn = drawn(&mut random);
        let [a, b] = [0, 1].map(|side| Held::new(&drawn.shapes[side]));
        let [p, q] = drawn.poses.map(pose);
        let (a, b, p, q) = (Some(&a.shape), Some(&b.shape), Some(&p), Some(&q));
        let mut out = MaybeUninit::uninit();
        unsafe {
            let cold = clearance_proximity(a, p, b, q, None, Some(&mut out));
            let warm = clearance_proximity(a, p, b, q, Some(&mut memory), Some(&mut out));
            assert_eq!(cold, warm, "{drawn:?}");
        }
    }
}
