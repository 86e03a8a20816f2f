//! Random pairs of every kind of shape, judged exactly.

mod common;
mod court;

use court::{Court, KINDS, Tally, WALL, pair, try_pair};

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
    let mut loose = std::mem::take(&mut tally.loose);
    loose.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("{} of {} straight pairs loose", loose.len(), tally.straight);
    for (relative, label) in loose.iter().take(12) {
        println!("LOOSE {relative:e} {label}");
    }
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
    assert!(wrong.is_empty());
}

#[test]
fn vec2() {
    judged::<glam::Vec2>();
}
#[test]
fn dvec2() {
    judged::<glam::DVec2>();
}
#[test]
fn vec3() {
    judged::<glam::Vec3>();
}
#[test]
fn dvec3() {
    judged::<glam::DVec3>();
}
