//! Random pairs of every kind of shape in random poses, on ladders of gaps down to 1e-18 of the
//! size and far from the origin, judged exactly by every verb. The trust suite does the same at length:
//! `cargo run --release -p clearance-trust`.
//!
//! `CLEARANCE_JUDGED` is the number of pairs for each pair of kinds (1), `CLEARANCE_SEED` where
//! they begin: a longer run is
//! `CLEARANCE_JUDGED=100 CLEARANCE_SEED=12345 cargo test -p clearance --test suite judged`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{Scalar, Warm};
use clearance_trust::bounds::TIGHT;
use clearance_trust::family::Family;
use clearance_trust::tally::Tally;
use clearance_trust::trial::try_pair;
use clearance_trust::{Court, KINDS, WALL, pair, spaces};

pub(crate) fn from_environment(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(otherwise)
}

fn judged<V: Court>() {
    let (first, rounds) =
        (from_environment("CLEARANCE_SEED", 0), from_environment("CLEARANCE_JUDGED", 1));
    let (mut tally, mut memory) = (Tally::default(), Warm::default());
    for kind_a in 0..KINDS {
        for kind_b in 0..KINDS {
            if (kind_a, kind_b) == (WALL, WALL) {
                continue;
            }
            for seed in first..first + rounds {
                let pair = pair::<V>(seed, kind_a, kind_b);
                tally = tally.with(try_pair(&pair, seed, &mut memory));
            }
        }
    }
    println!(
        "{}: {} answers, {} undecided",
        std::any::type_name::<V>(),
        tally.queries,
        tally.undecided
    );
    for find in tally.finds.values().flatten() {
        println!("{find}");
    }
    assert_eq!(tally.total(), 0, "{:?}", tally.faults);
    assert_eq!(tally.lacks(Family::Ladder.shares()), Vec::<String>::new());
}

spaces!(every_kind, judged);

/// Without a judge, and so on many more pairs: the gap of straight shapes is a few roundings of the pair's size.
fn tight<V: Court>() {
    let mut loose = Vec::new();
    let (mut widest, mut count) = (0.0_f64, 0);
    for kind_a in 0..WALL {
        for kind_b in 0..WALL {
            for seed in 0..30 {
                let pair = pair::<V>(7000 + seed, kind_a, kind_b);
                if !pair.is_straight() {
                    break;
                }
                count += 1;
                let answer = pair.proximity();
                let relative = answer.witness().gap.to_f64() / pair.size() / V::Scalar::EPSILON;
                if relative > TIGHT {
                    loose.push((relative, format!("{answer:?} {}", pair.literal())));
                } else {
                    widest = widest.max(relative);
                }
            }
        }
    }
    loose.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!(
        "{}: {count} pairs, widest {widest} eps; {} beyond {TIGHT}",
        std::any::type_name::<V>(),
        loose.len()
    );
    for (relative, label) in loose.iter().take(5) {
        println!("LOOSE {relative:e} {label}");
    }
    // Known weakness, true but loose: shapes a billion times thinner than long near contact, where GJK's simplex is flat and EPA's
    // facets are slivers. One pair in two hundred of these, which are made to be hard, and by less than a millionth of the size.
    let worst = loose.first().map_or(0.0, |(relative, _)| relative * V::Scalar::EPSILON);
    assert!(
        loose.len() * 200 <= count && worst < 1e-6,
        "{} of {count}: {:?}",
        loose.len(),
        loose.first()
    );
}
spaces!(gaps_of_straight_shapes, tight);
