//! The exact stage: shapes that touch, and that miss by one unit in the last place, in poses that round. The truth is known by construction:
//! quaternions of whole numbers turn by fractions over their squared length, and the sizes are multiples of that.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{
    Ball, Capsule, ConvexHull, Cuboid, Cylinder, HalfSpace, MinkowskiSum, Pose, Proximity,
    Rotation2, Rotation3, Rounded, Scaled, Segment, Shape, Triangle, Vector, Verdict, Xy, Xyz,
    distance, intersects, penetration, proximity, verdict,
};

/// Every verb, both ways around.
fn decided<V: Vector>((a, at_a): (&Shape<V>, &Pose<V>), (b, at_b): (&Shape<V>, &Pose<V>)) -> bool {
    let touch = match verdict(a, at_a, b, at_b) {
        Verdict::Intersecting => true,
        Verdict::Separated => false,
        Verdict::Undecided => panic!("undecided: {a:?} {at_a:?} {b:?} {at_b:?}"),
    };
    for (a, at_a, b, at_b) in [(a, at_a, b, at_b), (b, at_b, a, at_a)] {
        assert_eq!(intersects(a, at_a, b, at_b), touch);
        let near = proximity(a, at_a, b, at_b);
        assert!(near.is_decided());
        assert_eq!(near.intersects(), touch);
        assert_eq!(distance(a, at_a, b, at_b).is_none(), touch);
        assert_eq!(penetration(a, at_a, b, at_b).is_some(), touch);
        assert!(matches!(near, Proximity::Separated(_)) != touch);
    }
    touch
}

fn hull(corners: &[[f64; 3]]) -> Shape<Xyz> {
    let corners: Vec<Xyz> = corners.iter().map(|[x, y, z]| Xyz::new(*x, *y, *z)).collect();
    ConvexHull::new(&corners).unwrap().into()
}

/// Whole quaternions: x, y, z, w, and their squared length.
const TURNS: [[i32; 4]; 6] =
    [[1, 2, 2, 4], [1, 1, 3, 5], [2, 3, 6, 0], [1, 0, 0, 2], [7, 1, 5, 3], [1, 1, 1, 2]];

/// The world's image of a local vector, times the squared length of the quaternion.
fn turned([x, y, z, w]: [i32; 4], [a, b, c]: [i32; 3]) -> [i32; 3] {
    [
        a * (w * w + x * x - y * y - z * z) + 2 * b * (x * y - w * z) + 2 * c * (x * z + w * y),
        2 * a * (x * y + w * z) + b * (w * w + y * y - x * x - z * z) + 2 * c * (y * z - w * x),
        2 * a * (x * z - w * y) + 2 * b * (y * z + w * x) + c * (w * w + z * z - x * x - y * y),
    ]
}

/// Pairs that touch in one frame: where B stands, in multiples of `n`, and a direction along which the least step parts them.
type Contact = (&'static str, Shape<Xyz>, Shape<Xyz>, [i32; 3], Option<[i32; 3]>);

fn contacts(n: f64) -> Vec<Contact> {
    let cube = |h: f64| -> Shape<Xyz> { Cuboid::new(Xyz::new(h * n, h * n, h * n)).into() };
    let rounded = |shape, r: f64| -> Shape<Xyz> { Rounded::new(shape, r * n).into() };
    let tip = hull(&[[-n, 0.0, 0.0], [n, n, n], [n, -n, n], [n, 0.0, -n]]);
    let rod: Shape<Xyz> = Segment::new(Xyz::new(0.0, -n, 0.0), Xyz::new(0.0, n, 0.0)).into();
    let mirrored = Scaled::new(cube(0.25), Xyz::new(-2.0, 2.0, 4.0)).unwrap().into();
    let sum = MinkowskiSum::new(cube(0.25), cube(0.25)).into();
    let (capsule, ball) =
        (|r: f64| Capsule::new(n, r * n).into(), |r: f64| Ball::new(r * n).into());
    let x = Some([1, 0, 0]);
    vec![
        ("face and face", cube(0.5), cube(0.5), [1, 0, 0], x),
        ("vertex and face", cube(1.0), tip, [2, 0, 0], x),
        ("edge and edge, parallel", cube(0.5), cube(0.5), [1, 1, 0], None),
        ("vertex and vertex", cube(0.5), cube(0.5), [1, 1, 1], None),
        ("edge in a face", rod, cube(1.0), [1, 0, 0], x),
        ("ball and face", cube(1.0), ball(1.0), [2, 0, 0], x),
        ("balls", ball(2.0), ball(5.0), [2, 3, 6], Some([2, 3, 6])),
        ("capsules", capsule(2.0), capsule(3.0), [3, 0, 4], Some([3, 0, 4])),
        ("rounded face", rounded(cube(0.5), 2.0), cube(0.5), [3, 0, 0], x),
        ("rounded twice", rounded(rounded(cube(0.5), 1.0), 1.0), cube(0.5), [3, 0, 0], x),
        ("rounded corner", rounded(cube(0.5), 3.0), cube(0.5), [2, 3, 3], Some([1, 2, 2])),
        ("scaled", mirrored, cube(0.5), [1, 0, 0], x),
        ("sum", sum, cube(0.5), [1, 0, 0], x),
    ]
}

#[test]
fn turned_contacts_in_space() {
    let (mut together, mut apart) = (0, 0);
    for turn in TURNS {
        let squared: i32 = turn.iter().map(|c| c * c).sum();
        let [x, y, z, w] = turn.map(f64::from);
        let place = |[a, b, c]: [f64; 3]| Pose {
            translation: Xyz::new(a, b, c),
            rotation: Rotation3 { x, y, z, w },
        };
        for (name, a, b, step, parting) in contacts(f64::from(squared)) {
            let to = turned(turn, step).map(f64::from);
            let touch = |to: [f64; 3]| decided((&a, &place([0.0; 3])), (&b, &place(to)));
            assert!(touch(to), "{name} {turn:?}");
            together += 1;
            // One unit in the last place outwards parts them, inwards it does not.
            let normal = parting.map_or([0; 3], |along| turned(turn, along));
            for axis in (0..3).filter(|axis| normal[*axis] != 0 && to[*axis] != 0.0) {
                let nudged = |up: bool| {
                    let mut to = to;
                    to[axis] = if up { to[axis].next_up() } else { to[axis].next_down() };
                    to
                };
                assert!(!touch(nudged(normal[axis] > 0)), "{name} {turn:?} {axis}");
                assert!(touch(nudged(normal[axis] < 0)), "{name} {turn:?} {axis}");
                apart += 1;
            }
        }
    }
    assert!(together > 70 && apart > 150, "{together} {apart}");
}

#[test]
fn turned_contacts_in_the_plane() {
    for (cos, sin, norm) in [(3.0, 4.0, 5.0), (5.0, 12.0, 13.0), (-8.0, 15.0, 17.0)] {
        let rotation = Rotation2 { cos, sin };
        let square: Shape<Xy> = Cuboid::new(Xy::new(0.5 * norm, 0.5 * norm)).into();
        let upright: Shape<Xy> = Cylinder::new(0.5 * norm, 0.5 * norm).into();
        let disc: Shape<Xy> = Ball::new(0.5 * norm).into();
        let at_a = Pose { translation: Xy::default(), rotation };
        for b in [&square, &upright, &disc] {
            for a in [&square, &upright] {
                let at_b = Pose { translation: Xy::new(cos, sin), rotation };
                assert!(decided((a, &at_a), (b, &at_b)));
                let up = |x: f64| if x > 0.0 { x.next_up() } else { x.next_down() };
                let down = |x: f64| if x > 0.0 { x.next_down() } else { x.next_up() };
                let off = Pose { translation: Xy::new(up(cos), sin), rotation };
                assert!(!decided((a, &at_a), (b, &off)));
                let on = Pose { translation: Xy::new(cos, down(sin)), rotation };
                assert!(decided((a, &at_a), (b, &on)));
            }
        }
        // Turned apart: a corner of the one, found on its diagonal, against a face of the unturned other.
        let still = Pose::from_translation(Xy::new(3.0 * norm, 0.0));
        assert!(!decided((&square, &at_a), (&square, &still)));
    }
}

/// A length of 1 in a direction of irrational length: a cosine and sine that are not a Pythagorean
/// pair.
#[test]
fn irrational_turns() {
    for (cos, sin) in [(1.0, 1.0), (1.0, 2.0), (0.3, 0.7)] {
        let rotation = Rotation2 { cos, sin };
        let square: Shape<Xy> = Cuboid::new(Xy::new(1.0, 1.0)).into();
        let at = Pose { translation: Xy::new(0.1, 0.7), rotation };
        // Itself, and each half of itself, in the same pose: they share an edge.
        let half = |sign: f64| -> Shape<Xy> {
            let corners = [[0.0, -1.0], [0.0, 1.0], [sign, 1.0], [sign, -1.0]];
            ConvexHull::new(&corners.map(|[x, y]| Xy::new(x, y))).unwrap().into()
        };
        assert!(decided((&square, &at), (&square, &at)));
        assert!(decided((&half(1.0), &at), (&half(-1.0), &at)));
        // The same turn, by another multiple of it.
        let other = Rotation2 { cos: 4.0 * cos, sin: 4.0 * sin };
        let again = Pose { translation: Xy::new(0.1, 0.7), rotation: other };
        assert!(decided((&half(1.0), &at), (&half(-1.0), &again)));
        let quarter = Rotation2 { cos: -sin, sin: cos };
        let turned = Pose { translation: Xy::new(0.1, 0.7), rotation: quarter };
        assert!(decided((&half(1.0), &at), (&half(-1.0), &turned)));
        let away = Pose { translation: Xy::new(0.1_f64.next_down(), 0.7), rotation };
        assert!(!decided((&half(1.0), &at), (&half(-1.0), &away)));
        let into = Pose { translation: Xy::new(0.1_f64.next_up(), 0.7), rotation };
        assert!(decided((&half(1.0), &at), (&half(-1.0), &into)));
    }
}

#[test]
fn flat_shapes_with_themselves() {
    let triangle: Shape<Xyz> =
        Triangle::new(Xyz::new(0.1, 0.2, 0.3), Xyz::new(-0.7, 0.4, 0.9), Xyz::new(0.3, -0.8, 0.2))
            .into();
    for turn in TURNS {
        let [x, y, z, w] = turn.map(|c| f64::from(c) * 0.1);
        let at = Pose { translation: Xyz::new(0.3, 1e5, -7.1), rotation: Rotation3 { x, y, z, w } };
        assert!(decided((&triangle, &at), (&triangle, &at)));
        let off = Pose { translation: Xyz::new(0.3, 1e5, -7.1_f64.next_up()), ..at };
        assert!(!decided((&triangle, &at), (&triangle, &off)));
    }
}

#[test]
fn half_spaces() {
    let wall: Shape<Xy> = HalfSpace::new(Xy::new(3.0, 4.0), 0.0).into();
    let ball: Shape<Xy> = Ball::new(5.0).into();
    let origin = Pose::identity();
    let at = |x: f64, y: f64| Pose::from_translation(Xy::new(x, y));
    assert!(decided((&wall, &origin), (&ball, &at(3.0, 4.0))));
    assert!(!decided((&wall, &origin), (&ball, &at(3.0_f64.next_up(), 4.0))));
    assert!(decided((&wall, &origin), (&ball, &at(3.0, 4.0_f64.next_down()))));
    let rounded: Shape<Xy> = Rounded::new(wall.clone(), 5.0).into();
    assert!(decided((&rounded, &origin), (&ball, &at(6.0, 8.0))));
    assert!(!decided((&rounded, &origin), (&ball, &at(6.0, 8.0_f64.next_up()))));
    // Stretched, it is still a wall.
    let steep: Shape<Xy> = Scaled::new(wall.clone(), Xy::new(1.0, 0.5)).unwrap().into();
    assert_eq!(clearance::check(&steep, &origin, &ball, &origin), Ok(()));
    assert_eq!(verdict(&steep, &origin, &ball, &at(30.0, 40.0)), Verdict::Separated);
    assert_eq!(verdict(&steep, &origin, &ball, &at(-3.0, -4.0)), Verdict::Intersecting);
    // A tenth is no float: the wall's own numbers are, and the ball at ten times them touches only if they do.
    let wall: Shape<Xy> = HalfSpace::new(Xy::new(0.3, 0.4), 0.5).into();
    let point: Shape<Xy> = Ball::new(0.0).into();
    let exactly = Xy::new(0.3, 0.4);
    let height = 0.3 * 0.3 + 0.4 * 0.4;
    assert!(height <= 0.5 && decided((&wall, &origin), (&point, &Pose::from_translation(exactly))));
}

#[test]
fn f32_contacts() {
    use glam::{Quat, Vec3};
    let cube = Cuboid::new(Vec3::splat(12.5));
    let turn = Quat::from_xyzw(1.0, 2.0, 2.0, 4.0);
    let to = turned([1, 2, 2, 4], [1, 0, 0]);
    let to = Vec3::new(to[0] as f32, to[1] as f32, to[2] as f32);
    let verdict = |to: Vec3| verdict(&cube, &(turn, Vec3::ZERO), &cube, &(turn, to));
    assert_eq!(verdict(to), Verdict::Intersecting);
    assert_eq!(verdict(Vec3::new(to.x.next_up(), to.y, to.z)), Verdict::Separated);
    assert_eq!(verdict(Vec3::new(to.x.next_down(), to.y, to.z)), Verdict::Intersecting);
}

/// A segment along an axis that is not about its origin, and one about its origin along no axis:
/// neither is a thin box.
#[test]
fn segments_that_are_no_boxes() {
    let at = |x: f64, y: f64| Pose::from_translation(Xyz::new(x, y, 0.0));
    let segment = |[a, b]: [[f64; 2]; 2]| -> Shape<Xyz> {
        Segment::new(Xyz::new(a[0], a[1], 0.0), Xyz::new(b[0], b[1], 0.0)).into()
    };
    let cube: Shape<Xyz> = Cuboid::new(Xyz::new(0.5, 0.5, 0.5)).into();
    let ends = [[0.0, 2.0], [0.0, -1.0]];
    for ends in [ends, [ends[1], ends[0]]] {
        for (height, touches) in [(-1.75, false), (-1.5, true), (2.5, true), (2.75, false)] {
            let upright = segment(ends);
            let found = decided((&upright, &at(0.0, 0.0)), (&cube, &at(0.25, height)));
            assert_eq!(found, touches, "{ends:?} {height}");
        }
    }
    let leaning = segment([[2.0, 1.0], [-2.0, -1.0]]);
    for (place, touches) in [([-1.0, 1.0], false), ([0.0, 0.75], true), ([0.0, 0.875], false)] {
        let found = decided((&leaning, &at(0.0, 0.0)), (&cube, &at(place[0], place[1])));
        assert_eq!(found, touches, "{place:?}");
    }
}
