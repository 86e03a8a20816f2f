//! This library's verbs that no table has: contact points, linear casts, and turns. The verb of the
//! [`Contender`] is not looked at.

use std::hint::black_box;

use clearance::{
    Cast, Meeting, Motion, Query, Scalar, SupportMap, Sweep, Vector, cast, contact_manifold,
};

use super::pool::{Build, Pool, Posed, Precision, enlist};
use super::{Answer, Contender, Verb};
use crate::forms::World;
use crate::pairs::PairSet;

/// Where the pairs touch; those that are apart have no contact.
pub fn contacts<P: Precision>(set: &PairSet) -> Box<dyn Contender> {
    enlist::<P>(set, Asked::Contacts)
}

/// When B meets A, moving from its place to A's in a unit of time.
pub fn casts<P: Precision>(set: &PairSet) -> Box<dyn Contender> {
    enlist::<P>(set, Asked::Casts)
}

/// When B meets A, moving to A's place and turning to its rotation in a unit of time.
pub fn turns<P: Precision>(set: &PairSet) -> Box<dyn Contender> {
    enlist::<P>(set, Asked::Turns(0.0))
}

/// The same with room for 1e-3 of A's reach.
pub fn roomy_turns<P: Precision>(set: &PairSet) -> Box<dyn Contender> {
    enlist::<P>(set, Asked::Turns(1e-3))
}

#[derive(Clone, Copy)]
enum Asked {
    Contacts,
    Casts,
    Turns(f64),
}

struct Moved<V: Vector, A, B> {
    pool: Pool<V, A, B>,
    asked: Asked,
}

impl Build for Asked {
    fn build<V, A, B>(self, pool: Pool<V, A, B>) -> Box<dyn Contender>
    where
        V: Vector<Space: World>,
        A: SupportMap<V> + Sync + 'static,
        B: SupportMap<V> + Sync + 'static,
    {
        Box::new(Moved { pool, asked: self })
    }
}

fn towards<V: Vector, A, B>((_, at_a, _, at_b): Posed<'_, V, A, B>) -> Sweep<V> {
    Sweep::new(V::from_space(at_a.translation.to_space() - at_b.translation.to_space()))
}

fn turn<V, A, B>((a, at_a, b, at_b): Posed<'_, V, A, B>, room: f64) -> Cast<V>
where
    V: Vector,
    A: SupportMap<V>,
    B: SupportMap<V>,
{
    let motions = [Motion::new(at_a), Motion::blended(at_b, at_a)];
    let meeting = Meeting::new().tolerance(V::Scalar::from_f64(room * a.reach()));
    Query::new().time_of_impact(a, &motions[0], b, &motions[1], &meeting)
}

impl<V, A, B> Contender for Moved<V, A, B>
where
    V: Vector<Space: World>,
    A: SupportMap<V>,
    B: SupportMap<V>,
{
    fn answer(&self, _: Verb, pair: usize) -> Answer {
        let (a, at_a, b, at_b) = self.pool.get(pair);
        let deep = match self.asked {
            Asked::Contacts => contact_manifold(a, at_a, b, at_b, V::Scalar::ZERO)
                .map(|found| Some(found.depth().to_f64())),
            Asked::Casts => {
                let found = cast(a, at_a, b, at_b, &towards((a, at_a, b, at_b)));
                found.hit().map(|_| None)
            }
            Asked::Turns(room) => turn((a, at_a, b, at_b), room).hit().map(|_| None),
        };
        deep.map_or(Answer::Apart(None), Answer::Overlap)
    }

    fn run(&self, _: Verb) {
        match self.asked {
            Asked::Contacts => {
                for (a, at_a, b, at_b) in self.pool.iter() {
                    black_box(&contact_manifold(a, at_a, b, at_b, V::Scalar::ZERO));
                }
            }
            Asked::Casts => {
                for (a, at_a, b, at_b) in self.pool.iter() {
                    black_box(&cast(a, at_a, b, at_b, &towards((a, at_a, b, at_b))));
                }
            }
            Asked::Turns(room) => {
                for posed in self.pool.iter() {
                    black_box(&turn(posed, room));
                }
            }
        }
    }
}
