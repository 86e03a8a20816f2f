#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
use clearance_trust::*;
mod judged {
    pub(crate) fn from_environment(name: &str, otherwise: u64) -> u64 {
        std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(otherwise)
    }
}
#[path = "suite/common_axes.rs"]
mod common_axes;
fn fire<V: Court>() {
    let mut lines = std::collections::BTreeMap::<String, Vec<String>>::new();
    for a in 0..26u64 {
        for b in 0..26u64 {
            for seed in 0..30 {
                let p = if seed % 2 == 0 {
                    pair::<V>(seed, a, b)
                } else {
                    let mut r = Random(seed * 7919 + a * 31 + b);
                    let (sa, sb) = (shape::<V>(&mut r, a), shape::<V>(&mut r, b));
                    let (x, y) = (pose::<V>(&mut r, 0.5), pose::<V>(&mut r, 0.5));
                    Pair { a: sa, at_a: x, b: sb, at_b: y }
                };
                let ans = p.proximity();
                if let Some(f) = common_axes::fault(&p, &ans) {
                    lines
                        .entry(format!("{} / {}", NAMES[a as usize], NAMES[b as usize]))
                        .or_default()
                        .push(format!("{f} {ans:?} {}", p.literal()));
                }
            }
        }
    }
    let t: usize = lines.values().map(|l| l.len()).sum();
    println!("{} total {t} of {}", std::any::type_name::<V>(), 26 * 26 * 30);
    let mut v: Vec<_> = lines.iter().collect();
    v.sort_by_key(|x| std::cmp::Reverse(x.1.len()));
    for l in v.iter().take(25) {
        println!("{} {}: {}", l.1.len(), l.0, &l.1[0][..l.1[0].len().min(500)]);
    }
}
#[test]
fn zdvec3() {
    fire::<glam::DVec3>()
}
#[test]
fn zvec3() {
    fire::<glam::Vec3>()
}
#[test]
fn zdvec2() {
    fire::<glam::DVec2>()
}
#[test]
fn zvec2() {
    fire::<glam::Vec2>()
}
