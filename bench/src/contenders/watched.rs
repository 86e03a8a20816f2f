//! The same queries unobserved, observed by `()`, and observed by a counter: the cost of an
//! observer.

use std::hint::black_box;

use clearance::{ConvexHull, EpaStep, GjkStep, Observer, Pose, Query, Xyz, distance, penetration};

use super::ours::{apart, overlap};
use super::pool::Pool;
use super::{Answer, Contender, Enlist, Verb};
use crate::forms::hull;
use crate::pairs::PairSet;

/// The kinds of observers, by name. Only hulls, only distance and penetration.
pub const WATCHED: [(&str, Enlist); 3] = [
    ("no observer", |set| Hulls::boxed(set, Unwatched)),
    ("observer ()", |set| Hulls::boxed(set, Unit)),
    ("counting observer", |set| Hulls::boxed(set, Counter)),
];

type V = parry3d::math::Vector;

/// Iterations seen.
#[derive(Default)]
struct Count(u32);

impl Observer<Xyz> for Count {
    fn gjk_step(&mut self, _: &GjkStep<'_, Xyz>) {
        self.0 += 1;
    }
    fn epa_step(&mut self, _: &EpaStep<'_, Xyz>) {
        self.0 += 1;
    }
}

type Found = Option<clearance::Witness<V>>;
type Hull = ConvexHull<V>;

/// Runs one query with one kind of observer.
trait Watch {
    fn distance(&self, a: &Hull, at_a: &Pose<V>, b: &Hull, at_b: &Pose<V>) -> Found;
    fn penetration(&self, a: &Hull, at_a: &Pose<V>, b: &Hull, at_b: &Pose<V>) -> Found;
}

struct Unwatched;
struct Unit;
struct Counter;

impl Watch for Unwatched {
    fn distance(&self, a: &Hull, at_a: &Pose<V>, b: &Hull, at_b: &Pose<V>) -> Found {
        distance(a, at_a, b, at_b)
    }
    fn penetration(&self, a: &Hull, at_a: &Pose<V>, b: &Hull, at_b: &Pose<V>) -> Found {
        penetration(a, at_a, b, at_b)
    }
}

impl Watch for Unit {
    fn distance(&self, a: &Hull, at_a: &Pose<V>, b: &Hull, at_b: &Pose<V>) -> Found {
        Query::new().observe(()).distance(a, at_a, b, at_b)
    }
    fn penetration(&self, a: &Hull, at_a: &Pose<V>, b: &Hull, at_b: &Pose<V>) -> Found {
        Query::new().observe(()).penetration(a, at_a, b, at_b)
    }
}

impl Watch for Counter {
    fn distance(&self, a: &Hull, at_a: &Pose<V>, b: &Hull, at_b: &Pose<V>) -> Found {
        let mut count = Count::default();
        let found = Query::new().observe(&mut count).distance(a, at_a, b, at_b);
        black_box(count.0);
        found
    }
    fn penetration(&self, a: &Hull, at_a: &Pose<V>, b: &Hull, at_b: &Pose<V>) -> Found {
        let mut count = Count::default();
        let found = Query::new().observe(&mut count).penetration(a, at_a, b, at_b);
        black_box(count.0);
        found
    }
}

struct Hulls<W> {
    pool: Pool<V, Hull, Hull>,
    watch: W,
}

impl<W: Watch + 'static> Hulls<W> {
    fn boxed(set: &PairSet, watch: W) -> Option<Box<dyn Contender>> {
        Some(Box::new(Self { pool: Pool::new(set, hull, hull), watch }))
    }
}

impl<W: Watch> Contender for Hulls<W> {
    fn answers(&self, verb: Verb) -> bool {
        verb != Verb::Intersects
    }

    fn answer(&self, verb: Verb, pair: usize) -> Answer {
        let (a, at_a, b, at_b) = self.pool.get(pair);
        match verb {
            Verb::Intersects => Answer::Failed,
            Verb::Distance => apart(self.watch.distance(a, at_a, b, at_b).as_ref()),
            Verb::Penetration => overlap(self.watch.penetration(a, at_a, b, at_b).as_ref()),
        }
    }

    fn run(&self, verb: Verb) {
        for (a, at_a, b, at_b) in self.pool.iter() {
            match verb {
                Verb::Intersects => {}
                Verb::Distance => {
                    black_box(&self.watch.distance(a, at_a, b, at_b));
                }
                Verb::Penetration => {
                    black_box(&self.watch.penetration(a, at_a, b, at_b));
                }
            }
        }
    }
}
