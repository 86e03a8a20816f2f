//! Random pairs of every kind of shape in random poses, on ladders of gaps down to 1e-18 of the size and far from the origin,
//! judged exactly by every verb.
//!
//! `CLEARANCE_JUDGED` is the number of pairs for each pair of kinds (6), `CLEARANCE_SEED` where they begin: a longer run is
//! `CLEARANCE_JUDGED=100 CLEARANCE_SEED=12345 cargo test -p clearance --test judged`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod common;
mod court;

use clearance::Scalar;
use court::{Court, KINDS, TIGHT, Tally, WALL, pair, try_pair};

fn rounds() -> u64 {
    std::env::var("CLEARANCE_JUDGED").ok().and_then(|s| s.parse().ok()).unwrap_or(6)
}

fn judged<V: Court>() {
    let mut tally = Tally::default();
    let first: u64 = std::env::var("CLEARANCE_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    for kind_a in 0..KINDS {
        for kind_b in 0..KINDS {
            if (kind_a, kind_b) == (WALL, WALL) {
                continue;
            }
            for seed in 0..rounds() {
                try_pair(&pair::<V>(first + seed, kind_a, kind_b), &mut tally);
            }
        }
    }
    let wrong = std::mem::take(&mut tally.wrong);
    println!("{} {tally:?}", std::any::type_name::<V>());
    let mut kinds = std::collections::BTreeMap::new();
    for w in &wrong {
        let what = w.split(':').next().unwrap_or_default().chars().take(20).collect::<String>();
        let pair = w.lines().find(|l| l.contains(" / ")).unwrap_or_default();
        *kinds.entry((what, pair.to_owned())).or_insert(0) += 1;
    }
    println!("{kinds:?}");
    for w in wrong.iter().take(40) {
        println!("WRONG {w}");
    }
    println!("{} wrong", wrong.len());
    let Tally { pairs, apart, touching, overlapping, near, undecided, .. } = tally;
    assert!(apart * 4 > pairs && overlapping * 4 > pairs && touching > 0 && near * 3 > pairs);
    // The ladders go down to 1e-18 of the size, where only exact arithmetic could decide.
    assert!(undecided * 3 < pairs);
    assert!(wrong.is_empty(), "{} wrong, the first: {}", wrong.len(), wrong[0]);
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
                if !pair.straight {
                    break;
                }
                count += 1;
                let answer = pair.proximity();
                let relative = answer.witness().gap.to_f64() / pair.size() / V::Scalar::EPSILON;
                if relative > TIGHT {
                    loose.push((relative, format!("{answer:?} {}", pair.label())));
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
