//! Certificates that are almost true: contact claimed to be a gap, flat surfaces claimed to enclose
//! the origin. A height of exactly zero proves neither. And certificates of pairs of every family
//! of the trust suite, changed at random: whatever verifies is true.
#![allow(clippy::unwrap_used, clippy::panic)]

use clearance::{
    Ball, Capsule, Certificate, CertificateError, CorePoint, Cuboid, Point, Segment, SupportMap,
    SupportPair, Verdict, Warm, Xy, Xyz, verify,
};
use clearance_trust::family::Family;
use clearance_trust::tally::Tally;
use clearance_trust::trial::try_case;
use clearance_trust::{Court, spaces};
use glam::{DVec2, DVec3};

fn claim<S>(verdict: Verdict, [lower, upper]: [f64; 2]) -> Certificate<S> {
    let (direction, pairs, weights, facets) = (vec![], vec![], vec![], vec![]);
    Certificate { verdict, lower, upper, direction, pairs, weights, facets }
}

/// "Separated", with and without a bound, along directions of several lengths.
fn gaps<A: SupportMap<DVec3>>(shape: &A, there: DVec3) -> Vec<Result<(), CertificateError>> {
    let mut answers = Vec::new();
    for length in [1.0, 1e-300, f64::MAX] {
        for lower in [f64::NEG_INFINITY, 0.0, f64::from_bits(1)] {
            let mut forged = claim(Verdict::Separated, [lower, f64::INFINITY]);
            forged.direction = vec![Xyz::new(length, 0.0, 0.0)];
            answers.push(verify(shape, &DVec3::ZERO, shape, &there, &forged));
        }
    }
    answers
}

#[test]
fn contact_is_no_gap() {
    let here = DVec3::new(1.0, 0.0, 0.0);
    for there in [here, here + DVec3::new(0.0, 0.25, 0.5), 0.5 * here] {
        assert!(gaps(&Cuboid::new(DVec3::splat(0.5)), there).iter().all(Result::is_err));
    }
    assert!(gaps(&Ball::new(0.5), here).iter().all(Result::is_err));
    assert!(gaps(&Capsule::new(0.5, 0.5), here).iter().all(Result::is_err));
    // An ulp farther it is a gap, at least for all but the smallest bound.
    let beside = DVec3::new(1.0_f64.next_up(), 0.0, 0.0);
    assert!(gaps(&Cuboid::new(DVec3::splat(0.5)), beside).iter().all(Result::is_ok));
    assert!(gaps(&Ball::new(0.5), beside).iter().all(Result::is_ok));
}

/// The differences of two segments' ends, in the order around their parallelogram.
fn around<S>() -> Vec<SupportPair<S>> {
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)];
    let pair = |(a, b)| SupportPair { on_a: CorePoint::Corner(a), on_b: CorePoint::Corner(b) };
    corners.into_iter().map(pair).collect()
}

#[test]
fn a_flat_surface_holds_nothing() {
    let a = Segment::new(-DVec3::X, DVec3::X);
    let b = Segment::new(-DVec3::Y, DVec3::Y);
    // In one plane, whose both sides close a surface without volume: every height over it is zero.
    let there = DVec3::new(5.0, 0.0, 0.0);
    for upper in [f64::INFINITY, 0.0] {
        let mut forged = claim::<Xyz>(Verdict::Intersecting, [f64::NEG_INFINITY, upper]);
        forged.pairs = around();
        forged.facets = vec![[0, 1, 2], [0, 2, 3], [2, 1, 0], [3, 2, 0]];
        let found = verify(&a, &DVec3::ZERO, &b, &there, &forged);
        assert!(matches!(found, Err(CertificateError::Surface { .. })), "{found:?}");
        // It stays closed with either half alone.
        forged.facets = vec![[0, 1, 2], [2, 1, 0]];
        assert!(verify(&a, &DVec3::ZERO, &b, &there, &forged).is_err());
    }
}

#[test]
fn a_flat_outline_holds_nothing() {
    let a = Segment::new(-DVec2::X, DVec2::X);
    let there = DVec2::new(5.0, 0.0);
    for upper in [f64::INFINITY, 0.0] {
        let mut forged = claim::<Xy>(Verdict::Intersecting, [f64::NEG_INFINITY, upper]);
        forged.pairs = around();
        forged.facets = vec![[0, 1, 0], [1, 0, 0]];
        assert!(verify(&a, &DVec2::ZERO, &a, &there, &forged).is_err());
    }
}

/// The point of the segment nearest to the other point is its end: the other end has no share in it.
#[test]
fn a_pair_without_a_share_is_no_fault() {
    let (a, b) = (Segment::new(DVec3::ZERO, DVec3::X), Point(DVec3::Y));
    let mut proof = claim::<Xyz>(Verdict::Undecided, [f64::NEG_INFINITY, 1.0]);
    let pair = |end| SupportPair { on_a: CorePoint::Corner(end), on_b: CorePoint::Corner(0) };
    (proof.pairs, proof.weights) = (vec![pair(0), pair(1)], vec![1.0, 0.0]);
    assert_eq!(verify(&a, &DVec3::ZERO, &b, &DVec3::ZERO, &proof), Ok(()));
    proof.upper = 1.0_f64.next_down();
    let refused = Err(CertificateError::UpperTooLow);
    assert_eq!(verify(&a, &DVec3::ZERO, &b, &DVec3::ZERO, &proof), refused);
}

fn changed_at_random<V: Court>() {
    let tries = |seed| try_case(&Family::Forged.case::<V>(seed), seed, &mut Warm::default());
    let tally = (0..100).map(tries).fold(Tally::default(), Tally::with);
    for find in tally.finds.values().flatten() {
        println!("{find}");
    }
    assert_eq!(tally.total(), 0, "{:?}", tally.faults);
    // Most forgeries are refused for their claims, not because their evidence is broken.
    assert!(2 * tally.believed > tally.forged && tally.forged > 1000, "{}", tally.believed);
}

spaces!(nothing_false_verifies, changed_at_random);
