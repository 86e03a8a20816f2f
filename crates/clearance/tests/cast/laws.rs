//! Motions through hard pairs, judged by exact arithmetic.

use clearance_trust::casts;
use clearance_trust::tally::{Fault, Tally};

fn judge<V: clearance_trust::Court>(seeds: core::ops::Range<u64>) {
    let tally = seeds.map(|seed| casts::try_cast::<V>(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let all = tally.fold(Tally::default(), Tally::with);
    for fault in Fault::ALL {
        assert_eq!(all.count(fault), 0, "{fault:?}: {:#?}", all.finds);
    }
    assert!(all.queries >= all.pairs);
}

#[test]
fn judged_in_space() {
    judge::<glam::DVec3>(0..60);
}

#[test]
fn judged_in_the_plane() {
    judge::<glam::Vec2>(0..150);
}
