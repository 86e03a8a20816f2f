//! Balls beside and inside ellipsoids. The truth is by construction: a ball's centre is put on the normal of a known boundary
//! point, nearer than the least radius of curvature, so that this point is the nearest.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{
    Ball, Cylinder, Ellipsoid, End, Observer, Pose, Proximity, Query, Scaled, Shape, Xyz,
    certificate, proximity, verify,
};
use clearance_trust::Random;
use glam::{DQuat, DVec3};

/// How wide a gap may be, in epsilons of the size: beside points, whose pose alone costs some 80.
const GAP: f64 = 256.0;

struct Watch(u32);
impl Observer<Xyz> for Watch {
    fn gjk_step(&mut self, _: &clearance::GjkStep<'_, Xyz>) {
        self.0 += 1;
    }
}

fn turn(random: &mut Random) -> DQuat {
    let mut part = || random.range(-1.0, 1.0);
    DQuat::from_xyzw(part(), part(), part(), part()).normalize()
}

fn signed(answer: &Proximity<DVec3>) -> f64 {
    match answer {
        Proximity::Separated(w) => w.length,
        Proximity::Intersecting(w) | Proximity::Undecided(w) => -w.length,
    }
}

fn witness(answer: &Proximity<DVec3>) -> &clearance::Witness<DVec3> {
    match answer {
        Proximity::Separated(w) | Proximity::Intersecting(w) | Proximity::Undecided(w) => w,
    }
}

#[test]
fn both_sides_of_the_boundary() {
    let mut random = Random(0xe11);
    let (mut inside, mut outside, mut round) = (0, 0, 0);
    for _ in 0..20_000 {
        let mut radii = [(); 3].map(|()| 10.0_f64.powf(random.range(-1.5, 0.5)));
        // About every axis, and thin ones.
        match random.below(8) {
            0 => radii[2] = radii[0],
            1 => radii[1] = radii[0],
            2 => radii[2] = radii[1],
            3 => radii[1] *= 1e-5,
            _ => {}
        }
        round += i32::from(radii[0] == radii[1] || radii[1] == radii[2] || radii[0] == radii[2]);
        let radii = DVec3::from(radii);
        let mut direction =
            DVec3::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0), random.range(-1.0, 1.0));
        // Into the planes and onto the axes of symmetry.
        for i in 0..3 {
            if random.below(4) == 0 {
                direction[i] = 0.0;
            }
        }
        let Some(normal) = direction.try_normalize() else { continue };
        let foot = radii * (radii * normal) / (radii * normal).length();
        // The least radius of curvature.
        let room = radii.min_element().powi(2) / radii.max_element();
        let height = if random.below(2) == 0 {
            -room * random.range(0.0, 1.0)
        } else {
            random.range(0.0, 2.0)
        };
        let center = foot + normal * height;
        let radius = if random.below(2) == 0 { 0.0 } else { random.range(0.0, 0.5) };
        let (pose, spin) = (turn(&mut random), turn(&mut random));
        let at = DVec3::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0), 0.5);
        let size = radii.max_element() + radius + center.length();
        let solid = Ellipsoid::new(radii);
        let ball = Ball::new(radius);
        let truth = height - radius;
        let of_construction = 32.0 * f64::EPSILON * (size + at.length());
        let (a, b) = ((pose, at), (spin, pose * center + at));
        let answers = [proximity(&solid, &a, &ball, &b), proximity(&ball, &b, &solid, &a)];
        for answer in answers {
            let w = witness(&answer);
            assert_eq!(w.end, End::Converged, "{radii} {center} {radius}");
            let off = (signed(&answer) - truth).abs();
            assert!(
                off <= w.gap + of_construction,
                "{off:e} beyond {:e}: {radii} {center} {radius}",
                w.gap
            );
            assert!(
                w.gap <= GAP * f64::EPSILON * (size + at.length()),
                "{:e}: {radii} {center}",
                w.gap
            );
        }
        if height < 0.0 { inside += 1 } else { outside += 1 }
    }
    assert!(inside > 7_000 && outside > 7_000 && round > 5_000, "{inside} {outside} {round}");
}

/// Whole circles of ways out, and all of them.
#[test]
fn from_the_middle() {
    for (radii, offset, depth) in [
        ([1.0, 1.0, 2.0], [0.0, 0.0, 0.0], 1.0),
        ([1.0, 2.0, 1.0], [0.0, 0.0, 0.0], 1.0),
        ([2.0, 1.0, 1.0], [0.0, 0.0, 0.0], 1.0),
        ([0.5, 2.0, 1.0], [0.0, 0.0, 0.0], 0.5),
        // sqrt(σ² (1 - t² / (r² - σ²))) with σ = 1, t = 0.5, r = 2.
        ([1.0, 1.0, 2.0], [0.0, 0.0, 0.5], 0.957_427_107_756_338_1),
        ([1.0, 3.0, 2.0], [0.0, 0.0, 0.5], 0.957_427_107_756_338_1),
        ([1.0, 3.0, 2.0], [1e-300, 0.0, 0.5], 0.957_427_107_756_338_1),
        ([1.0, 3.0, 2.0], [1e-17, 1e-18, 0.5], 0.957_427_107_756_338_1),
    ] {
        let solid = Ellipsoid::new(DVec3::from(radii));
        let at = DVec3::from(offset);
        let answer = proximity(&solid, &DVec3::ZERO, &Ball::new(0.25), &at);
        let w = witness(&answer);
        assert_eq!(w.end, End::Converged, "{radii:?} {offset:?} {w:?}");
        assert!((w.length - depth - 0.25).abs() <= w.gap + 1e-16, "{w:?}");
        assert!(w.gap < GAP * f64::EPSILON, "{w:?}");
        // Also for observed queries, whose iterations would have to tile the circle.
        let mut watch = Watch(0);
        let seen =
            Query::new().observe(&mut watch).proximity(&solid, &DVec3::ZERO, &Ball::new(0.25), &at);
        assert_eq!(witness(&seen).end, End::Converged);
        assert!(watch.0 > 0);
        assert!((witness(&seen).length - w.length).abs() <= witness(&seen).gap + w.gap);
    }
}

/// A ball stretched by factors that do not round is an ellipsoid, and so is an `Ellipsoid`.
#[test]
fn stretched_balls_are_ellipsoids() {
    let stretched = DVec3::new(0.5, -2.0, 1.0);
    let named = Ellipsoid::new(DVec3::new(0.375, 1.5, 0.75));
    let twice = DVec3::new(2.0, 0.5, 1.0);
    let named_twice = Ellipsoid::new(DVec3::new(0.75, 0.75, 0.75));
    let drum = DVec3::new(-2.0, 0.25, 2.0);
    let named_drum = Cylinder::new(0.25, 1.0);
    let pairs: [[Shape<DVec3>; 2]; 3] = [
        [Scaled::new(Shape::from(Ball::new(0.75)), stretched).unwrap().into(), named.into()],
        [Scaled::new(Shape::from(named), twice).unwrap().into(), named_twice.into()],
        [
            Scaled::new(Shape::from(Cylinder::new(1.0, 0.5)), drum).unwrap().into(),
            named_drum.into(),
        ],
    ];
    let ball = Ball::new(0.25);
    for (i, [scaled, named]) in pairs.iter().enumerate() {
        for at in [[0.0, 0.0, 0.0], [0.125, 0.25, 0.0], [0.25, 3.0, 0.5], [2.0, 2.0, 2.0]] {
            let at = DVec3::from(at);
            let ask = |shape: &Shape<DVec3>| proximity(shape, &DVec3::ZERO, &ball, &at);
            let (ours, theirs) = (ask(scaled), ask(named));
            assert_eq!(witness(&ours).end, End::Converged, "{i} {at}");
            let gaps = witness(&ours).gap + witness(&theirs).gap;
            assert!((signed(&ours) - signed(&theirs)).abs() <= gaps, "{i} {at}");
            // Every built-in shape has a certificate, which an exact and independent judge accepts.
            let poses = [Pose::from_translation(DVec3::ZERO), Pose::from_translation(at)];
            let proof = certificate(scaled, &poses[0], &ball, &poses[1]);
            verify(scaled, &poses[0], &ball, &poses[1], &proof.unwrap()).unwrap();
        }
    }
}
