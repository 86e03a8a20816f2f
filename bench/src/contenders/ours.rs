//! This library: cold, each query on its own; and warm, with a memory along a chain of frames.

use std::hint::black_box;

use clearance::{
    Query, Scalar, SupportMap, Vector, Warm, Witness, distance, intersects, penetration,
};

use super::pool::{Build, Pool, Precision, enlist, enlist_mixed, enlist_shapes};
use super::{Answer, Contender, Verb};
use crate::forms::World;
use crate::pairs::PairSet;

pub(super) fn single(set: &PairSet) -> Option<Box<dyn Contender>> {
    Some(enlist::<f32>(set, Cold))
}

pub(super) fn double(set: &PairSet) -> Option<Box<dyn Contender>> {
    Some(enlist::<f64>(set, Cold))
}

/// Concrete types, including kinds that only cold queries are timed on.
pub fn concrete<P: Precision>(set: &PairSet) -> Box<dyn Contender> {
    if set.shapes.flat { enlist::<P>(set, Cold) } else { enlist_mixed::<P>(set, Cold) }
}

/// The closed enum `Shape`.
pub fn shapes<P: Precision>(set: &PairSet) -> Box<dyn Contender> {
    enlist_shapes::<P>(set, Cold)
}

/// A contender that remembers from pair to pair, and forgets after every `frames` pairs.
pub fn warm<P: Precision>(set: &PairSet, frames: usize) -> Box<dyn Contender> {
    enlist::<P>(set, Remembering { frames })
}

struct Cold;

struct Remembering {
    frames: usize,
}

struct Ours<V: Vector, A, B>(Pool<V, A, B>);

struct Warmed<V: Vector, A, B> {
    pool: Pool<V, A, B>,
    frames: usize,
}

impl Build for Cold {
    fn build<V, A, B>(self, pool: Pool<V, A, B>) -> Box<dyn Contender>
    where
        V: Vector<Space: World>,
        A: SupportMap<V> + Sync + 'static,
        B: SupportMap<V> + Sync + 'static,
    {
        Box::new(Ours(pool))
    }
}

impl Build for Remembering {
    fn build<V, A, B>(self, pool: Pool<V, A, B>) -> Box<dyn Contender>
    where
        V: Vector<Space: World>,
        A: SupportMap<V> + Sync + 'static,
        B: SupportMap<V> + Sync + 'static,
    {
        Box::new(Warmed { pool, frames: self.frames })
    }
}

/// The answer of this crate's boolean verb.
pub(super) fn boolean(intersect: bool) -> Answer {
    if intersect { Answer::Overlap(None) } else { Answer::Apart(None) }
}

/// The answer of `distance`.
pub(super) fn apart<V: Vector>(found: Option<&Witness<V>>) -> Answer {
    found.map_or(Answer::Overlap(None), |w| Answer::Apart(Some(w.length.to_f64())))
}

/// The answer of `penetration`.
pub(super) fn overlap<V: Vector>(found: Option<&Witness<V>>) -> Answer {
    found.map_or(Answer::Apart(None), |w| Answer::Overlap(Some(w.length.to_f64())))
}

impl<V, A, B> Contender for Ours<V, A, B>
where
    V: Vector<Space: World>,
    A: SupportMap<V>,
    B: SupportMap<V>,
{
    fn answer(&self, verb: Verb, pair: usize) -> Answer {
        let (a, at_a, b, at_b) = self.0.get(pair);
        match verb {
            Verb::Intersects => boolean(intersects(a, at_a, b, at_b)),
            Verb::Distance => apart(distance(a, at_a, b, at_b).as_ref()),
            Verb::Penetration => overlap(penetration(a, at_a, b, at_b).as_ref()),
        }
    }

    fn run(&self, verb: Verb) {
        match verb {
            Verb::Intersects => {
                for (a, at_a, b, at_b) in self.0.iter() {
                    black_box(intersects(a, at_a, b, at_b));
                }
            }
            Verb::Distance => {
                for (a, at_a, b, at_b) in self.0.iter() {
                    black_box(&distance(a, at_a, b, at_b));
                }
            }
            Verb::Penetration => {
                for (a, at_a, b, at_b) in self.0.iter() {
                    black_box(&penetration(a, at_a, b, at_b));
                }
            }
        }
    }
}

impl<V, A, B> Warmed<V, A, B>
where
    V: Vector<Space: World>,
    A: SupportMap<V>,
    B: SupportMap<V>,
{
    /// The answer for a pair after all earlier frames of its chain.
    fn replay<T>(
        &self,
        pair: usize,
        ask: impl Fn(Query<'_, V>, super::pool::Posed<'_, V, A, B>) -> T,
    ) -> T {
        let mut memory = Warm::default();
        for earlier in pair - pair % self.frames..pair {
            ask(Query::new().warm(&mut memory), self.pool.get(earlier));
        }
        ask(Query::new().warm(&mut memory), self.pool.get(pair))
    }
}

impl<V, A, B> Contender for Warmed<V, A, B>
where
    V: Vector<Space: World>,
    A: SupportMap<V>,
    B: SupportMap<V>,
{
    fn answer(&self, verb: Verb, pair: usize) -> Answer {
        match verb {
            Verb::Intersects => {
                boolean(self.replay(pair, |q, (a, at_a, b, at_b)| q.intersects(a, at_a, b, at_b)))
            }
            Verb::Distance => apart(
                self.replay(pair, |q, (a, at_a, b, at_b)| q.distance(a, at_a, b, at_b)).as_ref(),
            ),
            Verb::Penetration => overlap(
                self.replay(pair, |q, (a, at_a, b, at_b)| q.penetration(a, at_a, b, at_b)).as_ref(),
            ),
        }
    }

    fn run(&self, verb: Verb) {
        let mut memory = Warm::default();
        for (frame, (a, at_a, b, at_b)) in self.pool.iter().enumerate() {
            if frame % self.frames == 0 {
                memory = Warm::default();
            }
            let query = Query::new().warm(&mut memory);
            match verb {
                Verb::Intersects => {
                    black_box(query.intersects(a, at_a, b, at_b));
                }
                Verb::Distance => {
                    black_box(&query.distance(a, at_a, b, at_b));
                }
                Verb::Penetration => {
                    black_box(&query.penetration(a, at_a, b, at_b));
                }
            }
        }
    }
}
