//! Pairs brought to gaps on a ladder from 1 to 1e-18 of their size, of both signs.

use clearance::{Pose, Scalar, Space};

use crate::court::Court;
use crate::kinds::{KINDS, shape};
use crate::pair::Pair;
use crate::random::{Random, pose};

/// One pair, determined by the seed.
pub fn pair<V: Court>(seed: u64, kind_a: u64, kind_b: u64) -> Pair<V> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9) ^ (kind_a << 40) ^ (kind_b << 48));
    let r = &mut random;
    let (a, b) = (shape::<V>(r, kind_a), shape::<V>(r, kind_b));
    let spread = [0.3, 1.0, 2.0, 8.0][r.below(4) as usize];
    let (mut at_a, mut at_b) = (pose::<V>(r, spread), pose::<V>(r, spread));
    match r.below(8) {
        0 => at_b.rotation = at_a.rotation,
        1 => at_b.translation = at_a.translation,
        2 => {
            // On a grid.
            for at in [&mut at_a, &mut at_b] {
                let halves = at.translation.to_space().map(|x| (x * 2.0).round() / 2.0);
                *at = Pose::from_translation(V::from_space(halves));
            }
        }
        _ => {}
    }
    nudge(Pair { a, at_a, b, at_b }, r)
}

/// Brings three pairs in four near contact, and one in four far from the origin.
fn nudge<V: Court>(mut pair: Pair<V>, r: &mut Random) -> Pair<V> {
    if r.below(4) != 0 {
        pair = to_a_rung(pair, r);
    }
    if r.below(4) == 0 {
        let size = pair.size() * 10.0_f64.powi(r.below(9) as i32);
        let far: V::Space = r.vector(size);
        for at in [&mut pair.at_a, &mut pair.at_b] {
            at.translation = V::from_space(at.translation.to_space() + far);
        }
    }
    pair
}

/// Moves B along the answer's normal to a gap on the ladder.
pub fn to_a_rung<V: Court>(mut pair: Pair<V>, r: &mut Random) -> Pair<V> {
    for _ in 0..2 {
        let near = pair.proximity();
        let rung = 10.0_f64.powi(-(r.below(19) as i32));
        let target = pair.size() * rung * [1.0, -1.0, 0.0][r.below(3) as usize];
        let step = target - near.signed_distance().to_f64();
        pair = pair.moved(near.witness().normal.to_space() * step);
    }
    pair
}

/// `count` pairs of mixed kinds.
pub fn mixed<V: Court>(seed: u64, count: u64) -> impl Iterator<Item = Pair<V>> {
    let mut random = Random(seed);
    (0..count).map(move |i| {
        let kinds = (random.below(KINDS), random.below(KINDS - 1));
        pair::<V>(seed * 1_000_003 + i, kinds.0, kinds.1)
    })
}
