//! The judge finds what is wrong: a true answer is spoilt in one way at a time, and each way has
//! its fault.

use clearance::batch::Depth;
use clearance::{Cuboid, End, Pose, Proximity, Verdict, Witness, distance, penetration};
use clearance_oracle::Bracket;
use glam::DVec3;

use crate::certificates::Notary;
use crate::check::{Judge, Way};
use crate::court::Truth;
use crate::pair::Pair;
use crate::random::Random;
use crate::tally::Fault;
use crate::trial::try_pair;

const WAY: Way<'_> = Way { name: "spoilt", known: true, mirrored: false, cut: false };

/// Two cubes of edge 2, 1 apart along x.
fn pair() -> Pair<DVec3> {
    let cube = Cuboid::new(DVec3::ONE);
    Pair {
        a: cube.into(),
        at_a: Pose::identity(),
        b: cube.into(),
        at_b: Pose::from_translation(DVec3::new(3.0, 0.5, 0.25)),
    }
}

fn spoilt(spoil: impl FnOnce(&mut Witness<DVec3>)) -> Vec<Fault> {
    let pair = pair();
    let Proximity::Separated(mut witness) = pair.proximity() else { panic!("apart") };
    spoil(&mut witness);
    let mut judge = Judge::new(&pair);
    judge.proximity(WAY, &Proximity::Separated(witness));
    judge.tally.faults.into_keys().collect()
}

#[test]
fn a_true_answer_has_no_fault() {
    assert_eq!(spoilt(|_| {}), []);
    let tally = try_pair(&pair(), 1, &mut clearance::Warm::default());
    assert_eq!(tally.total(), 0, "{:?}", tally.finds);
    assert!(tally.queries >= 45);
    assert_eq!((tally.pairs, tally.apart, tally.straight), (1, 1, 1));
}

#[test]
fn a_length_beyond_the_gap_violates_the_interval() {
    let faults = spoilt(|w| w.length += 3.0 * w.gap + 1e-15);
    assert!(faults.contains(&Fault::Interval), "{faults:?}");
    assert!(spoilt(|w| w.gap = f64::NAN).contains(&Fault::Interval));
}

#[test]
fn a_point_beside_its_shape() {
    assert_eq!(spoilt(|w| w.on_a.y += 1e-3), [Fault::Witness]);
    let both = |w: &mut Witness<DVec3>| {
        w.on_a.x += 0.5;
        w.on_b.x += 0.5;
    };
    assert_eq!(spoilt(both), [Fault::Witness]);
}

#[test]
fn a_point_on_its_shape_that_does_not_fit_the_length() {
    // Far less than the square root of a rounding, which points may be off across the normal.
    assert_eq!(spoilt(|w| w.on_a.x -= 3e-8), [Fault::Witness]);
    assert_eq!(spoilt(|w| w.on_b.x += 3e-8), [Fault::Witness]);
    assert_eq!(spoilt(|w| w.on_a.y -= 3e-8), []);
}

#[test]
fn an_end_without_a_limit() {
    assert_eq!(spoilt(|w| w.end = End::CutOff), [Fault::Contradiction]);
    assert_eq!(spoilt(|w| w.end = End::Limit), [Fault::Limit]);
    let pair = pair();
    let Proximity::Separated(mut witness) = pair.proximity() else { panic!("apart") };
    (witness.end, witness.gap) = (End::Limit, 2.0);
    let mut judge = Judge::new(&pair);
    judge.proximity(Way { cut: true, ..WAY }, &Proximity::Undecided(witness));
    assert_eq!(judge.tally.total(), 0, "{:?}", judge.tally.finds);
}

#[test]
fn a_batch_that_contradicts_itself_or_the_truth() {
    let pair = pair();
    let answer = pair.proximity();
    let mut judge = Judge::new(&pair);
    judge.batch(WAY, &answer, Some(answer.witness()), None);
    assert_eq!(judge.tally.total(), 0, "{:?}", judge.tally.finds);
    let depth = Depth { normal: DVec3::X, length: 1.0, gap: 1e-15 };
    judge.batch(WAY, &answer, None, Some(&depth));
    assert_eq!(judge.tally.count(Fault::Contradiction), 2);
    assert_eq!(judge.tally.count(Fault::Interval), 1);
    judge.neighbour(WAY, &pair);
    assert_eq!(judge.tally.count(Fault::Contradiction), 3);
}

#[test]
fn a_truth_from_how_the_pair_was_made_is_held_to() {
    let pair = pair();
    let signed = Bracket { lo: 0.5, hi: 0.5 };
    let truth = Truth { intersects: Some(true), signed, exact: true };
    let mut judge = Judge::with_truth(&pair, truth, true);
    judge.proximity(WAY, &pair.proximity());
    assert_eq!(judge.tally.count(Fault::Boolean), 1);
    assert_eq!(judge.tally.count(Fault::Interval), 1);
}

#[test]
fn a_normal_that_is_not_the_best() {
    let faults = spoilt(|w| w.normal = DVec3::new(1.0, 1e-3, 0.0).normalize());
    assert!(faults.contains(&Fault::Normal), "{faults:?}");
    assert_eq!(spoilt(|w| w.normal *= 1.01), [Fault::Normal]);
}

#[test]
fn booleans_and_what_they_contradict() {
    let pair = pair();
    let truth = pair.proximity();
    let mut judge = Judge::new(&pair);
    judge.verdict(WAY, "verdict", Verdict::Separated, 0.0);
    assert_eq!(judge.tally.total(), 0);
    judge.verdict(WAY, "verdict", Verdict::Intersecting, 0.0);
    assert_eq!(judge.tally.count(Fault::Boolean), 1);
    assert_eq!(judge.tally.count(Fault::Contradiction), 1);
    judge.verdict(WAY, "verdict", Verdict::Undecided, 1e300);
    assert_eq!(judge.tally.count(Fault::Undecided), 1);
    judge.verdict(Way { known: false, ..WAY }, "verdict", Verdict::Undecided, 1e300);
    assert_eq!((judge.tally.count(Fault::Undecided), judge.tally.undecided), (1, 1));
    let Pair { a, at_a, b, at_b } = &pair;
    let (apart, deep) = (distance(a, at_a, b, at_b), penetration(a, at_a, b, at_b));
    judge.options(WAY, &truth, apart, deep);
    assert_eq!(judge.tally.count(Fault::Contradiction), 1);
    judge.options(WAY, &truth, None, None);
    assert_eq!(judge.tally.count(Fault::Contradiction), 3);
}

#[test]
fn a_certificate_that_is_false() {
    let pair = pair();
    let truly = Notary::new(&pair, pair.truth());
    let faults = |mut notary: Notary<'_, DVec3>| {
        notary.examine(&mut Random(1), 20);
        assert!(notary.tally.forged == 42 && notary.tally.believed > 10, "{:?}", notary.tally);
        notary.tally.faults
    };
    assert!(faults(truly).is_empty());
    // If the truth were different, what verifies would be false: each claim is detected by itself.
    let signed = |x: f64| Bracket { lo: x, hi: x };
    for (intersects, signed) in [
        (Some(false), signed(1.0_f64.next_up())),
        (Some(false), signed(1.0_f64.next_down())),
        (Some(true), signed(1.0)),
    ] {
        let truth = Truth { intersects, signed, exact: true };
        let faults = faults(Notary::new(&pair, truth));
        assert!(faults.contains_key(&Fault::Certificate) && faults.len() == 1, "{faults:?}");
    }
}
