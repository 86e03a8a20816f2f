//! This library's depths of all pairs of a set in one call, without points.

use std::cell::RefCell;
use std::hint::black_box;

use clearance::batch::{Batch, Depth, Lanes};
use clearance::{Scalar, SupportMap, Vector};

use super::pool::{Build, Pool, enlist};
use super::{Answer, Contender, Verb};
use crate::forms::World;
use crate::pairs::PairSet;

/// In `f32`, the depth and its direction: it answers no other query.
pub fn single(set: &PairSet, lanes: Lanes) -> Box<dyn Contender> {
    enlist::<f32>(set, Depths { lanes })
}

struct Depths {
    lanes: Lanes,
}

/// The pairs, and the buffer of depths.
struct Deep<V: Vector, A, B> {
    pool: Pool<V, A, B>,
    lanes: Lanes,
    depths: RefCell<Vec<Option<Depth<V>>>>,
}

impl Build for Depths {
    fn build<V, A, B>(self, pool: Pool<V, A, B>) -> Box<dyn Contender>
    where
        V: Vector<Space: World>,
        A: SupportMap<V> + Sync + 'static,
        B: SupportMap<V> + Sync + 'static,
    {
        let depths = vec![None; pool.count()].into();
        Box::new(Deep { pool, lanes: self.lanes, depths })
    }
}

impl<V, A, B> Contender for Deep<V, A, B>
where
    V: Vector<Space: World>,
    A: SupportMap<V>,
    B: SupportMap<V>,
{
    fn answers(&self, verb: Verb) -> bool {
        verb == Verb::Penetration
    }

    fn answer(&self, verb: Verb, pair: usize) -> Answer {
        if pair == 0 {
            self.run(verb);
        }
        let depth = |depth: &Depth<V>| Answer::Overlap(Some(depth.length.to_f64()));
        self.depths.borrow()[pair].as_ref().map_or(Answer::Apart(None), depth)
    }

    fn run(&self, _: Verb) {
        let batch = Batch::new().lanes(self.lanes);
        let answered = batch.depth(&self.pool, &mut self.depths.borrow_mut());
        black_box(answered.expect("the buffer holds one answer a pair"));
    }
}
