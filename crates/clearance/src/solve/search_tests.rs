//! The searches by directions alone, forced, and their answers compared with those of other
//! searches.

#![allow(clippy::unwrap_used)]

use alloc::vec::Vec;
use alloc::{format, vec};

use super::difference::{Difference, Frame, Placed};
use super::gjk::{Begin, Gjk, Limits, gjk};
use super::overlap::{Overlap, is_around, overlap, overlap_around};
use super::pairs::plain::{self, Bounds, deeply_overlap};
use super::polytope::Expand;
use crate::budget::Budget;
use crate::certify;
use crate::math::tolerance::NORMAL;
use crate::math::{Pose, Precision, Rotation, Rotation2, Rotation3, Space, Xy, Xyz};
use crate::shape::{
    Cone, ConvexHull, Cuboid, Cylinder, Frustum, Segment, Shape, Solid, Triangle, Widened,
};
use crate::{Proximity, SupportMap, Verdict, proximity};

/// Numbers from -1 to 1 (splitmix64).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
    pub(super) fn vector<S: Space>(&mut self) -> S {
        S::from_xyz(self.number(), self.number(), self.number())
    }
    pub(super) fn hull<S: Expand>(&mut self, count: usize) -> Shape<S> {
        let points: Vec<S> = (0..count).map(|_| self.vector()).collect();
        ConvexHull::new(&points).unwrap().into()
    }
}

pub(super) fn in_space(random: &mut Random) -> Pose<Xyz> {
    let [x, y, z, w] = [(); 4].map(|()| random.number());
    Pose { rotation: Rotation3 { x, y, z, w }, translation: random.vector::<Xyz>() * 1.5 }
}

pub(super) fn in_plane(random: &mut Random) -> Pose<Xy> {
    let Xy { x, y } = random.vector::<Xy>().try_normalize().unwrap();
    Pose { rotation: Rotation2 { cos: x, sin: y }, translation: random.vector::<Xy>() * 1.5 }
}

fn search<S: Expand, A: SupportMap<S>, B: SupportMap<S>>(
    a: &A,
    pose_a: &Pose<S>,
    b: &B,
    pose_b: &Pose<S>,
) -> Overlap<S> {
    let (a, b) = (&Widened::new(a), &Widened::new(b));
    let (a, b) = (&Solid::new(a), &Solid::new(b));
    let frame = Frame::new(a, pose_a, b, pose_b);
    let endless = Budget::endless();
    let placed = Placed::new(a, b, &frame, &endless, Precision::of::<f64>());
    let towards = placed.towards();
    let is_none = towards == S::default();
    overlap(&placed, if is_none { S::axis(0) } else { towards }, placed.error())
}

/// The truth by exact arithmetic for polytopes, else by the bounds of GJK and EPA.
fn truth<S: Expand>(a: &Shape<S>, pose_a: &Pose<S>, b: &Shape<S>, pose_b: &Pose<S>) -> Verdict {
    match certify::decide((a, pose_a), (b, pose_b), &[], &Budget::endless()) {
        Verdict::Undecided => match proximity(a, pose_a, b, pose_b) {
            Proximity::Separated(w) if w.length > w.gap => Verdict::Separated,
            Proximity::Intersecting(w) if w.length > w.gap => Verdict::Intersecting,
            _ => Verdict::Undecided,
        },
        decided => decided,
    }
}

/// How many pairs, in random poses, are found apart, found overlapping, and left open; the first
/// two are correct.
fn counts<S: Expand>(shapes: &[Shape<S>], pose: impl Fn(&mut Random) -> Pose<S>) -> [u32; 3] {
    let mut random = Random(1);
    let (mut apart, mut overlapping, mut close) = (0, 0, 0);
    for _ in 0..30 {
        for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
            let (pose_a, pose_b) = (pose(&mut random), pose(&mut random));
            let (count, verdict) = match search(a, &pose_a, b, &pose_b) {
                Overlap::Apart(_) => (&mut apart, Verdict::Separated),
                Overlap::Overlapping => (&mut overlapping, Verdict::Intersecting),
                Overlap::Close(_) => {
                    close += 1;
                    continue;
                }
            };
            *count += 1;
            let truth = truth(a, &pose_a, b, &pose_b);
            assert_eq!(verdict, truth, "{a:?} {pose_a:?} {b:?} {pose_b:?}");
        }
    }
    [apart, overlapping, close]
}

#[test]
fn what_it_proves_is_true_in_space() {
    let random = &mut Random(2);
    let triangle = Triangle::new(random.vector(), random.vector(), random.vector());
    let shapes = vec![
        Segment::new(random.vector(), random.vector()).into(),
        triangle.into(),
        Cuboid::new(Xyz::new(0.3, 0.6, 1.1)).into(),
        Cylinder::new(0.8, 0.4).into(),
        Cone::new(0.5, 0.9).into(),
        Frustum::from_corners([(); 8].map(|()| random.vector())).unwrap().into(),
        random.hull(12),
        random.hull(200),
    ];
    let [apart, overlapping, close] = counts(&shapes, in_space);
    assert!(apart > 400 && overlapping > 400 && close < 10, "{apart} {overlapping} {close}");
}

#[test]
fn what_it_proves_is_true_in_the_plane() {
    let random = &mut Random(3);
    let shapes = vec![
        Segment::new(random.vector(), random.vector()).into(),
        Triangle::new(random.vector(), random.vector(), random.vector()).into(),
        Cuboid::new(Xy::new(0.3, 1.1)).into(),
        Cone::new(0.5, 0.9).into(),
        random.hull(7),
        random.hull(40),
    ];
    let [apart, overlapping, close] = counts(&shapes, in_plane);
    assert!(apart > 300 && overlapping > 300 && close < 10, "{apart} {overlapping} {close}");
}

/// The corners that enclose the origin are found again by their names, in the same pose and usually
/// in one nearby; and what they prove there is true.
#[test]
fn corners_of_an_overlap_are_found_again() {
    let random = &mut Random(5);
    let hulls: Vec<Shape<Xyz>> = (0..6).map(|i| random.hull(8 + 20 * i)).collect();
    let (mut overlaps, mut nearby) = (0, 0);
    for _ in 0..40 {
        for (a, b) in hulls.iter().flat_map(|a| hulls.iter().map(move |b| (a, b))) {
            let (pose_a, mut pose_b) = (in_space(random), in_space(random));
            let frame = Frame::new(a, &pose_a, b, &pose_b);
            let endless = Budget::endless();
            let placed = Placed::new(a, b, &frame, &endless, Precision::of::<f64>());
            let found = overlap_around(&placed, placed.towards(), placed.error());
            assert_eq!(found.0, overlap(&placed, placed.towards(), placed.error()));
            let (Overlap::Overlapping, Some(names)) = found else { continue };
            assert!(is_around(&placed, names.into_iter()), "{a:?} {pose_a:?} {b:?} {pose_b:?}");
            overlaps += 1;
            pose_b.translation += random.vector::<Xyz>() * 0.01;
            let frame = Frame::new(a, &pose_a, b, &pose_b);
            let placed = Placed::new(a, b, &frame, &endless, Precision::of::<f64>());
            if is_around(&placed, names.into_iter()) {
                nearby += 1;
                assert_eq!(truth(a, &pose_a, b, &pose_b), Verdict::Intersecting);
            }
        }
    }
    assert!(overlaps > 300 && 10 * nearby > 9 * overlaps, "{overlaps} {nearby}");
}

fn cube() -> ConvexHull<Xyz> {
    let sign = |bit: usize| if bit == 0 { -1.0 } else { 1.0 };
    let corner = |i: usize| Xyz::new(sign(i & 1), sign(i & 2), sign(i & 4));
    ConvexHull::new(&(0..8).map(corner).collect::<Vec<_>>()).unwrap()
}

fn turned<S: Space>(pose: &Pose<S>, direction: S) -> S {
    direction.rotate(&pose.rotation.matrix())
}

/// Where the balls within two shapes nearly touch, as do the shapes: what is reported as
/// overlapping does overlap, by exact arithmetic.
fn nearly_touching<S: Expand>(
    shape: &Shape<S>,
    rotation: impl Fn(&mut Random) -> <S as Space>::Rotation<f64>,
) {
    let mut random = Random(4);
    let [mut deep, mut open] = [0, 0];
    for _ in 0..400 {
        let rotation = rotation(&mut random);
        let at_a = Pose { translation: (random.vector()), rotation };
        let from = at_a.translation;
        let across = turned(&at_a, S::axis(0));
        let apart = 2.0 * (1.0 + 1e-13 * random.number());
        let at_b = Pose { translation: from + across * apart, rotation };
        if deeply_overlap(&Bounds::of(shape, &at_a, shape, &at_b), shape, &at_a, shape, &at_b) {
            deep += 1;
            let truth = certify::decide((shape, &at_a), (shape, &at_b), &[], &Budget::endless());
            assert_eq!(truth, Verdict::Intersecting, "{shape:?} {at_a:?} {at_b:?}");
        } else {
            open += 1;
        }
    }
    assert!(deep > 20 && open > 100, "{deep} {open}");
}

#[test]
fn balls_within_say_nothing_near_contact() {
    let solid = |random: &mut Random| in_space(random).rotation;
    nearly_touching::<Xyz>(&cube().into(), solid);
    nearly_touching::<Xyz>(&Cuboid::new(Xyz::splat(1.0)).into(), solid);
    let flat = |random: &mut Random| in_plane(random).rotation;
    let square = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| Xy::new(x, y));
    nearly_touching::<Xy>(&ConvexHull::new(&square).unwrap().into(), flat);
}

/// Boxes at gaps and depths of either sign down to 1e-17 of their size: how many were answered
/// without a set-up, and how many not. By exact arithmetic none is answered wrongly.
fn boxes_next_to_each_other<S: Expand>(pose: impl Fn(&mut Random) -> Pose<S>) -> [u32; 3] {
    let mut random = Random(6);
    let [mut apart, mut overlapping, mut close] = [0, 0, 0];
    for round in 0..3000 {
        let mut cuboid = || {
            let half = random.vector::<S>().map(|x| 0.05 + x.abs());
            Cuboid::new(half)
        };
        let (a, b) = (cuboid(), cuboid());
        let (at_a, mut at_b) = (pose(&mut random), pose(&mut random));
        if round % 4 == 0 {
            at_b.rotation = at_a.rotation;
        }
        let (Proximity::Separated(found) | Proximity::Intersecting(found)) =
            proximity(&a, &at_a, &b, &at_b)
        else {
            continue;
        };
        let back = (found.on_a - found.on_b).dot(found.normal);
        let gap = random.number() * f64::powf(10.0, 8.0 * random.number() - 9.0);
        let by = found.normal * (back + gap);
        at_b.translation += by;
        let truth = certify::decide((&a, &at_a), (&b, &at_b), &[], &Budget::endless());
        let bounds = Bounds::of(&a, &at_a, &b, &at_b);
        match plain::intersects(&bounds, &a, &at_a, &b, &at_b, &mut ()) {
            Some(meet) => {
                assert_eq!(truth, Verdict::decided(meet), "{gap} {a:?} {at_a:?} {b:?} {at_b:?}");
                *(if meet { &mut overlapping } else { &mut apart }) += 1;
            }
            None => close += 1,
        }
    }
    [apart, overlapping, close]
}

#[test]
fn boxes_meet_or_do_not_or_are_too_close() {
    for [apart, overlapping, close] in
        [boxes_next_to_each_other::<Xyz>(in_space), boxes_next_to_each_other::<Xy>(in_plane)]
    {
        let shares = format!("{apart} {overlapping} {close}");
        assert!(apart > 700 && overlapping > 700 && close > 100, "{shares}");
    }
}

/// Most shapes deep in each other are decided without a search; all of them overlap.
#[test]
fn balls_within_are_within() {
    let random = &mut Random(5);
    let tail = [Xyz::new(0.0, 5.0, 0.0), Xyz::new(0.1, 5.0, 0.0), Xyz::new(0.0, 5.0, 0.2)];
    let far = |p: &Xyz| *p + Xyz::new(3.0, 1.0, -2.0);
    let points: Vec<Xyz> = (0..60).map(|_| random.vector()).collect();
    let round = ConvexHull::new(&points).unwrap();
    let apart: Vec<Xyz> = round.vertices().iter().map(far).collect();
    let long: Vec<Xyz> = round.vertices().iter().chain(&tail).copied().collect();
    let shapes: Vec<Shape<Xyz>> = vec![
        ConvexHull::new(&apart).unwrap().into(),
        ConvexHull::new(&long).unwrap().into(),
        Cylinder::new(0.8, 0.4).into(),
        Cone::new(0.5, 0.9).into(),
        crate::Ellipsoid::new(Xyz::new(0.9, 0.4, 0.6)).into(),
        crate::Scaled::new(Shape::from(Cone::new(0.5, 0.9)), Xyz::new(1.0, -2.0, 0.7))
            .unwrap()
            .into(),
        crate::MinkowskiSum::new(
            Shape::from(Cuboid::new(Xyz::splat(0.2))),
            Cone::new(0.5, 0.9).into(),
        )
        .into(),
        round.into(),
    ];
    let (mut deep, mut all) = (0, 0);
    for _ in 0..30 {
        for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
            let (mut at_a, mut at_b) = (in_space(random), in_space(random));
            // Centres near each other, or the local origins.
            let by_centers = random.number() < 0.0;
            let middle = |shape: &Shape<Xyz>| if by_centers { shape.center() } else { None };
            let near = random.vector::<Xyz>() * 0.8;
            at_a.translation = -turned(&at_a, middle(a).unwrap_or_default());
            at_b.translation = near - turned(&at_b, middle(b).unwrap_or_default());
            let truth = truth(a, &at_a, b, &at_b);
            all += u32::from(truth == Verdict::Intersecting);
            if deeply_overlap(&Bounds::of(a, &at_a, b, &at_b), a, &at_a, b, &at_b) {
                deep += 1;
                assert_eq!(truth, Verdict::Intersecting, "{a:?} {at_a:?} {b:?} {at_b:?}");
            }
        }
    }
    assert!(3 * deep > all && all < 1800, "{deep} of {all}");
}

/// Closed sets that touch neither overlap by more than rounding nor are apart.
#[test]
fn contact_stays_open() {
    let (cube, identity) = (cube(), Pose::identity());
    let offsets = [(2.0, 0.0, 0.0), (2.0, 0.5, -0.25), (2.0, 2.0, 0.75), (2.0, 2.0, 2.0)];
    for (x, y, z) in offsets {
        let pose = Pose::from_translation(Xyz::new(x, y, z));
        let found = search(&cube, &identity, &cube, &pose);
        assert!(matches!(found, Overlap::Close(_)), "{x} {y} {z}: {found:?}");
    }
}

/// Aligned, with the origin on corners, edges and faces of simplices on the way.
#[test]
fn overlaps_of_aligned_shapes_are_found() {
    let (cube, identity) = (cube(), Pose::identity());
    let offsets =
        [(1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (1.5, 1.5, 1.5), (1e-9, 0.0, 0.0), (0.0, 0.0, 0.0)];
    for (x, y, z) in offsets {
        let pose = Pose::from_translation(Xyz::new(x, y, z));
        let found = search(&cube, &identity, &cube, &pose);
        assert_eq!(found, Overlap::Overlapping, "{x} {y} {z}");
    }
}

/// A mapping whose local origin is far outside of it.
#[test]
fn a_shape_without_a_known_centre_is_searched_from_its_own_points() {
    let at = Xyz::new(5.0, 0.0, 0.0);
    let ball = |d: Xyz| at + d * (1.0 / d.length());
    let corner = |d: Xyz| at + Xyz::splat(0.5).with_signs_of(d);
    let (pose, away) = (Pose::identity(), Pose::from_translation(Xyz::new(1.6, 0.0, 0.0)));
    assert_eq!(search(&ball, &pose, &corner, &pose), Overlap::Overlapping);
    assert!(matches!(search(&ball, &pose, &corner, &away), Overlap::Apart(_)));
}

/// To the end, whatever the distance.
fn unlimited(error: f64) -> Limits {
    Limits {
        apart: error,
        touching: -error,
        far: f64::INFINITY,
        near: f64::NEG_INFINITY,
        enough: f64::INFINITY,
        tolerance: error,
        relative: NORMAL,
        iterations: 128,
        unit: 1.0,
    }
}

/// How many pairs in random poses are apart: GJK finds them apart at the same distance within
/// rounding, with or without the search ahead.
fn as_far_when_sent_ahead<S: Expand>(
    shapes: &[Shape<S>],
    pose: impl Fn(&mut Random) -> Pose<S>,
) -> u32 {
    let mut random = Random(4);
    let mut apart = 0;
    for _ in 0..20 {
        for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
            let (pose_a, pose_b) = (pose(&mut random), pose(&mut random));
            let frame = Frame::new(a, &pose_a, b, &pose_b);
            let endless = Budget::endless();
            let placed = Placed::new(a, b, &frame, &endless, Precision::of::<f64>());
            let error = placed.error();
            let run = |begin| gjk(&placed, begin, &unlimited(error), &mut ());
            let towards = placed.towards();
            let (ahead, plain) = (run(Begin::Ahead(towards)), run(Begin::Direction(towards)));
            let is_apart = |run: &Gjk<S>| run.lower > error;
            assert_eq!(is_apart(&ahead), is_apart(&plain), "{a:?} {pose_a:?} {b:?} {pose_b:?}");
            if is_apart(&plain) {
                apart += 1;
                let (one, other) = (ahead.point().length(), plain.point().length());
                let most = 4.0 * error + 1e-8 * other;
                assert!((one - other).abs() <= most, "{a:?} {pose_a:?} {b:?} {pose_b:?}");
                assert!(one - ahead.lower <= most, "{a:?} {pose_a:?} {b:?} {pose_b:?}");
            }
        }
    }
    apart
}

#[test]
fn ahead_in_space() {
    let random = &mut Random(5);
    let triangle = Triangle::new(random.vector(), random.vector(), random.vector());
    let shapes = vec![
        Segment::new(random.vector(), random.vector()).into(),
        triangle.into(),
        Cylinder::new(0.8, 0.4).into(),
        Cone::new(0.5, 0.9).into(),
        random.hull(12),
        random.hull(200),
    ];
    assert!(as_far_when_sent_ahead(&shapes, in_space) > 300);
}

#[test]
fn ahead_in_the_plane() {
    let random = &mut Random(6);
    let shapes = vec![
        Segment::new(random.vector(), random.vector()).into(),
        Triangle::new(random.vector(), random.vector(), random.vector()).into(),
        random.hull(7),
        random.hull(40),
    ];
    assert!(as_far_when_sent_ahead(&shapes, in_plane) > 100);
}

/// Directions as a memory of another pair may hold them.
#[test]
fn directions_that_are_none_cost_time_at_most() {
    let (cube, identity) = (cube(), Pose::identity());
    let away = Pose::from_translation(Xyz::new(5.0, 0.5, 0.25));
    let away = Frame::new(&cube, &identity, &cube, &away);
    let identity = Frame::new(&cube, &identity, &cube, &identity);
    let endless = Budget::endless();
    let placed = Placed::new(&cube, &cube, &away, &endless, Precision::of::<f64>());
    let inside = Placed::new(&cube, &cube, &identity, &endless, Precision::of::<f64>());
    for value in [0.0, f64::NAN, f64::INFINITY] {
        let towards = Xyz::splat(value);
        let ahead = Begin::Ahead(towards);
        let run = gjk(&placed, ahead, &unlimited(placed.error()), &mut ());
        assert!((run.lower - 3.0).abs() <= placed.error(), "{run:?}");
        let run = gjk(&inside, ahead, &unlimited(inside.error()), &mut ());
        assert!(run.lower <= inside.error(), "{run:?}");
        assert!(matches!(overlap(&placed, towards, placed.error()), Overlap::Close(_)));
    }
}
