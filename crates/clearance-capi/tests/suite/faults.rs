//! Whatever a caller gets wrong has a code and a sentence, and every answer's memory is written.

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ptr;

use clearance_capi::door::*;
use clearance_capi::types::*;

const BALL: clearance_shape = clearance_shape {
    kind: CLEARANCE_BALL,
    count: 0,
    size: [1.0, 0.0, 0.0, 0.0],
    margin: 0.0,
    data: ptr::null(),
};

fn at(x: f64) -> clearance_pose {
    clearance_pose { position: clearance_vec3 { x, y: 0.0, z: 0.0 }, ..CLEARANCE_IDENTITY }
}

/// Codes of all questions of a pair.
fn codes(
    a: &clearance_shape,
    pose_a: &clearance_pose,
    b: &clearance_shape,
    pose_b: &clearance_pose,
) -> [i32; 4] {
    let sweep = clearance_sweep {
        meeting: clearance_meeting { max_time: 1.0, ..Default::default() },
        ..Default::default()
    };
    let (a, p, b, q) = (Some(a), Some(pose_a), Some(b), Some(pose_b));
    unsafe {
        [
            clearance_intersects(a, p, b, q, None),
            clearance_proximity(a, p, b, q, None, Some(&mut MaybeUninit::uninit())),
            clearance_cast(a, p, b, q, Some(&sweep), Some(&mut MaybeUninit::uninit())),
            clearance_contact_manifold(a, p, b, q, 0.0, Some(&mut MaybeUninit::uninit())),
        ]
    }
}

#[test]
fn wrong_numbers_are_named() {
    let shape = |kind, size, margin| clearance_shape { kind, size, margin, ..BALL };
    let nan = f64::NAN;
    let wrong_shapes = [
        (shape(0, [1.0; 4], 0.0), CLEARANCE_UNKNOWN_KIND, CLEARANCE_UNKNOWN_KIND),
        (shape(12, [1.0; 4], 0.0), CLEARANCE_UNKNOWN_KIND, CLEARANCE_UNKNOWN_KIND),
        (shape(CLEARANCE_BALL, [nan; 4], 0.0), CLEARANCE_SHAPE_A, CLEARANCE_SHAPE_B),
        (shape(CLEARANCE_BALL, [-1.0; 4], 0.0), CLEARANCE_SHAPE_A, CLEARANCE_SHAPE_B),
        (shape(CLEARANCE_BOX, [1.0, -1.0, 1.0, 0.0], 0.0), CLEARANCE_SHAPE_A, CLEARANCE_SHAPE_B),
        (shape(CLEARANCE_BOX, [1e307; 4], 0.0), CLEARANCE_SHAPE_A, CLEARANCE_SHAPE_B),
        (shape(CLEARANCE_BOX, [1.0; 4], nan), CLEARANCE_SHAPE_A, CLEARANCE_SHAPE_B),
        (shape(CLEARANCE_BOX, [1.0; 4], -0.5), CLEARANCE_SHAPE_A, CLEARANCE_SHAPE_B),
        (shape(CLEARANCE_HALF_SPACE, [0.0; 4], 0.0), CLEARANCE_SHAPE_A, CLEARANCE_SHAPE_B),
        (shape(CLEARANCE_HALF_SPACE, [1.0; 4], 0.1), CLEARANCE_MARGIN, CLEARANCE_MARGIN),
        (shape(CLEARANCE_TRIANGLE, [1.0; 4], 0.0), CLEARANCE_NULL, CLEARANCE_NULL),
        (shape(CLEARANCE_POINTS, [1.0; 4], 0.0), CLEARANCE_NULL, CLEARANCE_NULL),
        (shape(CLEARANCE_HULL, [1.0; 4], 0.0), CLEARANCE_NULL, CLEARANCE_NULL),
        (shape(CLEARANCE_BLOCK, [1.0; 4], 0.0), CLEARANCE_NULL, CLEARANCE_NULL),
    ];
    for (wrong, as_a, as_b) in wrong_shapes {
        for apart in [0.5, 9.0] {
            assert_eq!(codes(&wrong, &at(0.0), &BALL, &at(apart)), [as_a; 4], "{wrong:?}");
            assert_eq!(codes(&BALL, &at(0.0), &wrong, &at(apart)), [as_b; 4], "{wrong:?}");
        }
    }
    let zeros = clearance_pose { qw: 0.0, ..CLEARANCE_IDENTITY };
    let turned = clearance_pose { qx: nan, ..CLEARANCE_IDENTITY };
    for wrong in [zeros, turned, at(nan), at(f64::INFINITY), at(1e307)] {
        assert_eq!(codes(&BALL, &wrong, &BALL, &at(0.0)), [CLEARANCE_POSE_A; 4], "{wrong:?}");
        assert_eq!(codes(&BALL, &at(0.0), &BALL, &wrong), [CLEARANCE_POSE_B; 4], "{wrong:?}");
    }
}

#[test]
fn nulls_and_options_are_named() {
    let (a, p) = (Some(&BALL), at(0.0));
    let (p, q) = (Some(&p), at(5.0));
    let q = Some(&q);
    let none = CLEARANCE_NULL;
    unsafe {
        assert_eq!(clearance_intersects(None, p, a, q, None), none);
        assert_eq!(clearance_intersects(a, None, a, q, None), none);
        assert_eq!(clearance_intersects(a, p, None, q, None), none);
        assert_eq!(clearance_intersects(a, p, a, None, None), none);
        assert_eq!(clearance_proximity(a, p, a, q, None, None), none);
        let mut hit = MaybeUninit::uninit();
        assert_eq!(clearance_cast(a, p, a, q, None, Some(&mut hit)), none);
        let meeting = |max_time, at_start, tolerance| clearance_meeting {
            max_time,
            at_start,
            tolerance,
            ..Default::default()
        };
        let wrong = [(f64::NAN, 0, 0.0), (1.0, 3, 0.0), (1.0, -1, 0.0), (1.0, 0, -0.1)];
        for (max_time, at_start, tolerance) in [&wrong[..], &[(1.0, 0, f64::NAN)]].concat() {
            let meeting = meeting(max_time, at_start, tolerance);
            let sweep = clearance_sweep { meeting, ..Default::default() };
            let class = clearance_cast(a, p, a, q, Some(&sweep), Some(&mut hit));
            assert_eq!(class, CLEARANCE_OPTION, "{meeting:?}");
        }
        let box_of_one = clearance_shape { kind: CLEARANCE_BOX, size: [1.0; 4], ..BALL };
        let (solid, mut shared) = (Some(&box_of_one), MaybeUninit::uninit());
        assert_eq!(clearance_overlap_volume(solid, p, solid, q, None), none);
        for other in [BALL, clearance_shape { margin: 0.1, ..box_of_one }] {
            let class = clearance_overlap_volume(solid, p, Some(&other), q, Some(&mut shared));
            assert_eq!(class, CLEARANCE_NO_POLYTOPE, "{other:?}");
        }
        assert_eq!(
            clearance_proximity_within(
                a,
                p,
                a,
                q,
                f64::NAN,
                None,
                Some(&mut MaybeUninit::uninit())
            ),
            CLEARANCE_OPTION
        );
        for wrong in [-0.1, f64::NAN] {
            let mut out = MaybeUninit::uninit();
            let class = clearance_contact_manifold(a, p, a, q, wrong, Some(&mut out));
            assert_eq!(class, CLEARANCE_OPTION);
        }
        let ray = clearance_ray::default();
        let mut out = MaybeUninit::uninit();
        assert_eq!(clearance_cast_ray(a, p, Some(&ray), Some(&mut out)), CLEARANCE_OPTION);
        assert_eq!(clearance_cast_ray(a, p, None, Some(&mut out)), none);
        let mut hull = MaybeUninit::uninit();
        assert_eq!(clearance_hull_new(ptr::null(), 3, 0.0, Some(&mut hull)), none);
        assert!(hull.assume_init().is_null());
        assert_eq!(clearance_hull_new(ptr::null(), 0, 0.0, Some(&mut hull)), CLEARANCE_NO_HULL);
        let points = [clearance_vec3 { x: f64::NAN, y: 0.0, z: 0.0 }];
        let made = clearance_hull_new(points.as_ptr(), 1, 0.0, Some(&mut hull));
        assert_eq!(made, CLEARANCE_NO_HULL);
        let points = [clearance_vec3::default(), clearance_vec3 { x: 1.0, y: 0.0, z: 0.0 }];
        let made = clearance_hull_new(points.as_ptr(), 2, -1.0, Some(&mut hull));
        assert_eq!(made, CLEARANCE_SHAPE_A);
        assert!(hull.assume_init().is_null());
        clearance_hull_free(ptr::null_mut());
        let mut count = MaybeUninit::uninit();
        assert!(clearance_hull_corners(None, Some(&mut count)).is_null());
        assert_eq!(count.assume_init(), 0);
    }
}

#[test]
fn a_batch_names_what_is_wrong_and_writes_nothing() {
    let mut classes = [77; 1];
    let pair = [clearance_pair { a: 0, b: 1 }];
    let good = [at(0.0), at(1.0)];
    let mut ask =
        |shapes: &[clearance_shape], poses: &[clearance_pose], pair: &[clearance_pair]| {
            let (shapes, poses, count) = (shapes.as_ptr(), poses.as_ptr(), shapes.len());
            let bodies = clearance_bodies { shapes, poses, count };
            let found = unsafe {
                let classes = classes.as_mut_ptr();
                clearance_proximity_batch(
                    Some(&bodies),
                    pair.as_ptr(),
                    pair.len(),
                    classes,
                    ptr::null_mut(),
                )
            };
            (found, classes[0])
        };
    let wrong = clearance_shape { kind: 99, ..BALL };
    assert_eq!(ask(&[BALL, wrong], &good, &pair), (CLEARANCE_UNKNOWN_KIND, 77));
    let endless = [at(0.0), at(f64::NAN)];
    assert_eq!(ask(&[BALL, BALL], &endless, &pair), (CLEARANCE_POSE_A, 77));
    let missing = [clearance_pair { a: 0, b: 2 }];
    assert_eq!(ask(&[BALL, BALL], &good, &missing), (CLEARANCE_INDEX, 77));
    assert_eq!(ask(&[], &[], &[]), (0, 77));
    assert_eq!(ask(&[BALL, BALL], &good, &pair), (0, CLEARANCE_MEET));
}

#[test]
fn every_code_has_its_own_sentence() {
    let sentence = |code| unsafe { CStr::from_ptr(clearance_message(code)) }.to_str().unwrap();
    let all: std::collections::BTreeSet<_> = (CLEARANCE_NO_POLYTOPE..=2).map(sentence).collect();
    assert_eq!(all.len(), 17);
    assert!(!all.contains(sentence(99)));
    assert_eq!(sentence(99), sentence(i32::MIN));
    assert_eq!(clearance_version(), 100);
}

#[cfg(feature = "json")]
mod json {
    use super::*;

    fn text(
        ask: impl Fn(*mut std::ffi::c_char, usize, &mut MaybeUninit<usize>) -> i32,
    ) -> (i32, String) {
        let mut length = MaybeUninit::uninit();
        let code = ask(ptr::null_mut(), 0, &mut length);
        let length = unsafe { length.assume_init() };
        let mut buffer = vec![1_u8; length + 1];
        let mut again = MaybeUninit::uninit();
        assert_eq!(ask(buffer.as_mut_ptr().cast(), buffer.len(), &mut again), code);
        assert_eq!(buffer.pop(), Some(0));
        // A buffer that is too short holds the beginning and its zero, and no byte more.
        let mut short = [1_u8; 9];
        ask(short.as_mut_ptr().cast(), 8, &mut again);
        assert_eq!(short[..7], buffer[..7]);
        assert_eq!(short[7..], [0, 1]);
        (code, String::from_utf8(buffer).unwrap())
    }

    fn asked(line: &str, certificate: i32) -> (i32, String) {
        text(|buffer, capacity, length| unsafe {
            clearance_json(
                line.as_ptr().cast(),
                line.len(),
                certificate,
                buffer,
                capacity,
                Some(length),
            )
        })
    }

    fn verified(document: &str) -> (i32, String) {
        text(|buffer, capacity, length| unsafe {
            clearance_verify(
                document.as_ptr().cast(),
                document.len(),
                buffer,
                capacity,
                Some(length),
            )
        })
    }

    #[test]
    fn text_is_answered_and_proved() {
        let line = r#"{"dim":2,"a":{"type":"circle","radius":1},"b":{"type":"point","pose":{"translation":[3,0],"angle":0}}}"#;
        let (code, answer) = asked(line, 0);
        assert_eq!(code, 0);
        assert!(answer.contains(r#""distance":2.0"#), "{answer}");
        let (_, document) = asked(line, 1);
        assert_eq!(verified(&document).0, 0, "{document}");
        let forged = document.replace(r#""distance":2.0"#, r#""distance":2.5"#);
        assert_ne!(forged, document);
        assert_eq!(verified(&forged).0, CLEARANCE_TEXT);
        let (code, fault) = asked("{", 0);
        assert_eq!(code, CLEARANCE_TEXT);
        assert!(fault.contains("not JSON"), "{fault}");
        let file = r#"{"a":{"type":"mesh","path":"a.obj"},"b":{"type":"ball","radius":1}}"#;
        assert_eq!(asked(file, 0).0, CLEARANCE_TEXT, "files are not for strangers' text");
    }

    #[test]
    fn a_pair_has_a_certificate() {
        let (pose_a, pose_b) = (at(0.0), at(3.0));
        let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let points = points.map(|[x, y, z]| clearance_vec3 { x, y, z });
        let cloud = clearance_shape {
            kind: CLEARANCE_POINTS,
            count: 4,
            margin: 0.25,
            data: points.as_ptr().cast(),
            ..BALL
        };
        for shape in [BALL, cloud] {
            let (code, document) = text(|buffer, capacity, length| unsafe {
                let (a, b) = (Some(&shape), Some(&BALL));
                clearance_certificate(
                    a,
                    Some(&pose_a),
                    b,
                    Some(&pose_b),
                    buffer,
                    capacity,
                    Some(length),
                )
            });
            assert_eq!(code, 0, "{document}");
            assert_eq!(verified(&document).0, 0, "{document}");
        }
    }
}

/// Any other byte is noticed by the check; without it, queries still answer with a class or a code.
#[test]
fn a_block_with_other_bytes_is_refused() {
    let corner = |i: usize| clearance_vec3 {
        // None is zero, whose sign does not matter.
        x: (i & 1) as f64 - 0.5,
        y: (i >> 1 & 1) as f64 - 0.5,
        z: (i >> 2) as f64 - 0.5 + 0.25 * (i & 1) as f64,
    };
    let good = crate::same::block(&(0..8).map(corner).collect::<Vec<_>>());
    let size = good[1] as usize >> 32;
    let check = |block: &[u64], size| unsafe { clearance_hull_check(block.as_ptr().cast(), size) };
    let ask = |block: &[u64], size: usize| {
        let data = block.as_ptr().cast();
        let hull = clearance_shape { kind: CLEARANCE_BLOCK, count: size as u32, data, ..BALL };
        let hull = clearance_shape { size: [0.0; 4], ..hull };
        codes(&hull, &at(0.0), &BALL, &at(1.5))
    };
    assert_eq!((check(&good, size), ask(&good, size)), (0, [1; 4]));
    for byte in 0..size {
        for bit in [0, 3, 7] {
            let mut other = good.clone();
            other[byte / 8] ^= 1 << (byte % 8 * 8 + bit);
            assert_eq!(check(&other, size), CLEARANCE_NO_BLOCK, "byte {byte} bit {bit}");
            let codes = ask(&other, size);
            assert!(
                codes.iter().all(|code| (CLEARANCE_NO_POLYTOPE..=2).contains(code)),
                "{codes:?}"
            );
        }
    }
    for short in 0..size {
        assert_eq!(check(&good, short), CLEARANCE_NO_BLOCK);
        assert_eq!(ask(&good, short), [CLEARANCE_NO_BLOCK; 4]);
    }
    // Four bytes off.
    let moved: Vec<u64> = (0..=good.len())
        .map(|i| {
            let low = if i > 0 { good[i - 1] >> 32 } else { 0 };
            low | good.get(i).map_or(0, |word| word << 32)
        })
        .collect();
    let uneven = unsafe { moved.as_ptr().cast::<u32>().add(1) };
    assert_eq!(unsafe { clearance_hull_check(uneven.cast(), size) }, CLEARANCE_NO_BLOCK);
    unsafe {
        assert_eq!(clearance_hull_check(ptr::null(), 0), CLEARANCE_NULL);
        let point = corner(1);
        let null = ptr::null_mut();
        assert_eq!(clearance_hull_build(&raw const point, 1, null, 0, None), CLEARANCE_NULL);
        let build = |count, capacity| {
            let mut used = MaybeUninit::uninit();
            let first = &raw const point;
            let code = clearance_hull_build(first, count, null, capacity, Some(&mut used));
            (code, used.assume_init())
        };
        assert_eq!(build(1, 9), (CLEARANCE_NULL, 0));
        assert_eq!(build(0, 0), (CLEARANCE_NO_HULL, 0));
        // A header, a corner, and five numbers.
        assert_eq!(build(1, 0), (CLEARANCE_NO_ROOM, 80 + 24 + 5 * 4));
    }
}

/// Two boxes by their corners, in each way that holds corners.
#[test]
fn volumes_are_those_of_boxes() {
    let corner = |i: usize| clearance_vec3 {
        x: (i & 1) as f64 * 2.0 - 1.0,
        y: (i >> 1 & 1) as f64 * 2.0 - 1.0,
        z: (i >> 2) as f64 * 2.0 - 1.0,
    };
    let corners: Vec<_> = (0..8).map(corner).collect();
    let cube = clearance_shape { kind: CLEARANCE_BOX, size: [1.0; 4], ..BALL };
    let data = corners.as_ptr().cast();
    let points = clearance_shape { kind: CLEARANCE_POINTS, count: 8, data, ..BALL };
    let block = crate::same::block(&corners);
    let (data, count) = (block.as_ptr().cast(), 8 * block.len() as u32);
    let block = clearance_shape { kind: CLEARANCE_BLOCK, count, data, ..BALL };
    for other in [cube, points, block] {
        let ask = |x| unsafe {
            let mut out = MaybeUninit::uninit();
            let (p, q) = (at(0.0), at(x));
            let class = clearance_overlap_volume(
                Some(&cube),
                Some(&p),
                Some(&other),
                Some(&q),
                Some(&mut out),
            );
            assert!(class >= 0, "{other:?}: {class}");
            (class, out.assume_init())
        };
        let (class, shared) = ask(1.5);
        assert_eq!((class, shared.touching), (CLEARANCE_MEET, 0));
        let [low, high] = [shared.volume_low, shared.volume_high];
        assert!(low <= 2.0 && 2.0 <= high && high - low < 1e-12, "{shared:?}");
        assert!((shared.centroid.x - 0.75).abs() < 1e-12);
        let (class, shared) = ask(2.0);
        assert_eq!((class, shared.touching), (CLEARANCE_MEET, 1));
        assert!(shared.volume_high < 1e-300 && shared.area >= 4.0);
        assert_eq!(ask(2.5), (CLEARANCE_APART, clearance_overlap::default()));
    }
}
