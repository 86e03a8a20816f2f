//! This library's verbs that no table has: contact points, and linear casts. The verb of the
//! [`Contender`] is not looked at.

use std::hint::black_box;

use clearance::{Scalar, SupportMap, Sweep, Vector, cast, contact_manifold};

use super::pool::{Build, Pool, Posed, Precision, enlist};
use super::{Answer, Contender, Verb};
use crate::forms::World;
use crate::pairs::PairSet;

/// Where the pairs touch; those that are apart have no contact.
pub fn contacts(set: &PairSet, precision: Precision) -> Box<dyn Contender> {
    enlist(set, precision, Contacts)
}

/// When B meets A, moving from its place to A's in a unit of time.
pub fn casts(set: &PairSet, precision: Precision) -> Box<dyn Contender> {
    enlist(set, precision, Casts)
}

struct Contacts;

struct Casts;

struct Touching<V: Vector, A, B>(Pool<V, A, B>);

struct Moving<V: Vector, A, B>(Pool<V, A, B>);

impl Build for Contacts {
    fn build<V, A, B>(self, pool: Pool<V, A, B>) -> Box<dyn Contender>
    where
        V: Vector<Space: World>,
        A: SupportMap<V> + Sync + 'static,
        B: SupportMap<V> + Sync + 'static,
    {
        Box::new(Touching(pool))
    }
}

impl Build for Casts {
    fn build<V, A, B>(self, pool: Pool<V, A, B>) -> Box<dyn Contender>
    where
        V: Vector<Space: World>,
        A: SupportMap<V> + Sync + 'static,
        B: SupportMap<V> + Sync + 'static,
    {
        Box::new(Moving(pool))
    }
}

impl<V, A, B> Contender for Touching<V, A, B>
where
    V: Vector<Space: World>,
    A: SupportMap<V>,
    B: SupportMap<V>,
{
    fn answer(&self, _: Verb, pair: usize) -> Answer {
        let (a, at_a, b, at_b) = self.0.get(pair);
        let found = contact_manifold(a, at_a, b, at_b, V::Scalar::ZERO);
        found.map_or(Answer::Apart(None), |found| Answer::Overlap(Some(found.depth().to_f64())))
    }

    fn run(&self, _: Verb) {
        for (a, at_a, b, at_b) in self.0.iter() {
            black_box(&contact_manifold(a, at_a, b, at_b, V::Scalar::ZERO));
        }
    }
}

fn towards<V: Vector, A, B>((_, at_a, _, at_b): Posed<'_, V, A, B>) -> Sweep<V> {
    let way = at_a.translation.to_space() - at_b.translation.to_space();
    Sweep::new(V::from_space(way))
}

impl<V, A, B> Contender for Moving<V, A, B>
where
    V: Vector<Space: World>,
    A: SupportMap<V>,
    B: SupportMap<V>,
{
    fn answer(&self, _: Verb, pair: usize) -> Answer {
        let (a, at_a, b, at_b) = self.0.get(pair);
        let found = cast(a, at_a, b, at_b, &towards(self.0.get(pair)));
        found.hit().map_or(Answer::Apart(None), |_| Answer::Overlap(None))
    }

    fn run(&self, _: Verb) {
        for (a, at_a, b, at_b) in self.0.iter() {
            black_box(&cast(a, at_a, b, at_b, &towards((a, at_a, b, at_b))));
        }
    }
}
