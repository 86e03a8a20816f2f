//! This library, with all pairs of a set in one call.

use std::cell::RefCell;
use std::hint::black_box;

use clearance::batch::{Batch, Lanes};
use clearance::{Proximity, Scalar, SupportMap, Vector, Witness};
#[cfg(feature = "peers")]
use rayon::ThreadPool;

use super::ours::{apart, boolean};
use super::pool::{Build, Pool, enlist};
use super::{Answer, Contender, Verb};
use crate::forms::World;
use crate::pairs::PairSet;

/// In `f32`.
pub fn single(set: &PairSet, lanes: Lanes) -> Box<dyn Contender> {
    enlist::<f32>(set, Batching { lanes, cores: Cores::One })
}

/// In `f64`.
#[cfg(feature = "peers")]
pub fn double(set: &PairSet, lanes: Lanes) -> Box<dyn Contender> {
    enlist::<f64>(set, Batching { lanes, cores: Cores::One })
}

/// In `f32`, by so many threads of rayon: the calling thread's time is meaningless.
#[cfg(feature = "peers")]
pub fn parallel(set: &PairSet, lanes: Lanes, threads: usize) -> Box<dyn Contender> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    enlist::<f32>(set, Batching { lanes, cores: Cores::Many(pool) })
}

enum Cores {
    One,
    #[cfg(feature = "peers")]
    Many(ThreadPool),
}

struct Batching {
    lanes: Lanes,
    cores: Cores,
}

/// The pairs as a caller has them, and the buffers for the answers.
struct Batched<V: Vector, A, B> {
    pool: Pool<V, A, B>,
    how: Batching,
    touch: RefCell<Vec<bool>>,
    apart: RefCell<Vec<Option<Witness<V>>>>,
    both: RefCell<Vec<Proximity<V>>>,
}

impl Build for Batching {
    fn build<V, A, B>(self, pool: Pool<V, A, B>) -> Box<dyn Contender>
    where
        V: Vector<Space: World>,
        A: SupportMap<V> + Sync + 'static,
        B: SupportMap<V> + Sync + 'static,
    {
        let count = pool.count();
        Box::new(Batched {
            pool,
            how: self,
            touch: vec![false; count].into(),
            apart: vec![None; count].into(),
            both: vec![Proximity::default(); count].into(),
        })
    }
}

impl<V, A, B> Contender for Batched<V, A, B>
where
    V: Vector<Space: World>,
    A: SupportMap<V> + Sync,
    B: SupportMap<V> + Sync,
{
    fn answer(&self, verb: Verb, pair: usize) -> Answer {
        if pair == 0 {
            self.run(verb);
        }
        match verb {
            Verb::Intersects => boolean(self.touch.borrow()[pair]),
            Verb::Distance => apart(self.apart.borrow()[pair].as_ref()),
            Verb::Penetration => match &self.both.borrow()[pair] {
                Proximity::Separated(_) => Answer::Apart(None),
                hit => Answer::Overlap(Some(hit.witness().length.to_f64())),
            },
        }
    }

    fn run(&self, verb: Verb) {
        let batch = Batch::new().lanes(self.how.lanes);
        let (touch, apart, both) = (
            &mut *self.touch.borrow_mut(),
            &mut *self.apart.borrow_mut(),
            &mut *self.both.borrow_mut(),
        );
        let pool = &self.pool;
        let answered = match &self.how.cores {
            Cores::One => match verb {
                Verb::Intersects => batch.intersects(pool, touch),
                Verb::Distance => batch.distance(pool, apart),
                Verb::Penetration => batch.proximity(pool, both),
            },
            #[cfg(feature = "peers")]
            Cores::Many(threads) => threads.install(|| match verb {
                Verb::Intersects => batch.par_intersects(pool, touch),
                Verb::Distance => batch.par_distance(pool, apart),
                Verb::Penetration => batch.par_proximity(pool, both),
            }),
        };
        black_box(answered.expect("the buffers hold one answer a pair"));
    }
}
