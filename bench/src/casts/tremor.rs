//! Stability of manifolds: what happens to the points when B moves by a millionth of the size.

use super::CaseSet;
use super::contenders::{CONTENDERS, Found, Touch};
use crate::forms::{World, direction};
use crate::pairs::{Pair, PairSet, Place, seeded};

/// How far B moves, in parts of the size.
const STEP: f64 = 1e-6;

/// A normal that turns by more than this, in radians, counts as changed.
const TURN: f64 = 1e-3;

/// How the manifolds of a contender changed.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Shaken {
    pub name: &'static str,
    /// Pairs that touch before and after.
    pub pairs: usize,
    /// Those whose number of points changed.
    pub counts: usize,
    /// Those whose keys, or their number, changed.
    pub keys: usize,
    /// Those whose normal turned.
    pub normals: usize,
    /// Any of the three.
    pub any: usize,
}

/// Every contender's manifolds of these pairs, before and after a small motion of B.
pub fn shake<S: World>(set: &PairSet, name: &'static str, only: &str, seed: u64) -> Vec<Shaken> {
    let mut rng = seeded(seed, name, 9);
    let moved = |pair: &Pair, out: [f64; 3]| {
        let place = pair.at_b.translation;
        let at = |i: usize| (f64::from(place[i]) + STEP * pair.size * out[i]) as f32;
        Pair { at_b: Place { translation: std::array::from_fn(at), ..pair.at_b }, ..*pair }
    };
    let pairs = set.pairs.iter().map(|pair| moved(pair, direction::<S>(&mut rng))).collect();
    let after = PairSet { pairs, ..set.clone() };
    let [before, after] = [set, &after].map(|set| CaseSet::standing(set, name, "shaken"));
    let entered = CONTENDERS.into_iter().filter(|(name, _)| name.contains(only));
    entered
        .filter_map(|(name, enlist)| {
            let (before, after) = (enlist(&before)?, enlist(&after)?);
            let mut shaken = Shaken { name, ..Shaken::default() };
            for index in 0..set.pairs.len() {
                if let (Found::Touch(p), Found::Touch(q)) =
                    (before.answer(index), after.answer(index))
                {
                    shaken.add(&p, &q);
                }
            }
            Some(shaken)
        })
        .collect()
}

impl Shaken {
    fn add(&mut self, before: &Touch, after: &Touch) {
        let count = before.keys.len() != after.keys.len();
        let keys = before.keys != after.keys;
        let apart: f64 =
            before.normal.iter().zip(after.normal).map(|(x, y)| (x - y).powi(2)).sum::<f64>();
        let normal = apart.sqrt() > TURN;
        self.pairs += 1;
        self.counts += usize::from(count);
        self.keys += usize::from(keys);
        self.normals += usize::from(normal);
        self.any += usize::from(count || keys || normal);
    }
}
