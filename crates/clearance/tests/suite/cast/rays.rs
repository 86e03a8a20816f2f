//! Rays cast again from where they hit, judged by exact arithmetic.

use clearance_trust::tally::{Fault, Tally};
use clearance_trust::{Court, rays};

/// How many targets each space gets: few in every run, 100 000 by `CLEARANCE_JUDGED`.
fn targets() -> u64 {
    std::env::var("CLEARANCE_JUDGED").ok().and_then(|n| n.parse().ok()).unwrap_or(120) / 4
}

fn judge<V: Court>() {
    let tally = (0..targets())
        .map(|seed| rays::try_rays::<V>(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        .fold(Tally::default(), Tally::with);
    println!("{} rays, {} outside, {} inside", tally.queries, tally.apart, tally.overlapping);
    for fault in Fault::ALL {
        assert_eq!(tally.count(fault), 0, "{fault:?}: {:#?}", tally.finds);
    }
    // Most rays are cast again, and those begin on either side.
    assert!(tally.pairs as u64 > 3 * targets(), "{tally:?}");
    assert!(10 * tally.apart.min(tally.overlapping) > tally.queries / 2, "{tally:?}");
}

clearance_trust::spaces!(rays_cast_again, judge);
