//! The same queries unwatched, watched by `()`, and watched by a counter: what an observer costs.

use std::hint::black_box;

use clearance::{ConvexHull, EpaStep, GjkStep, Observer, Pose, Query, Xyz, distance, penetration};

use super::{Answer, Contender, Enlist, Verb};
use crate::forms::hull;
use crate::pairs::PairSet;

/// The ways to watch, by name. Only hulls, only distance and penetration.
pub const WATCHED: [(&str, Enlist); 3] = [
    ("no observer", |set| Hulls::boxed(set, Nobody)),
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

/// Asks one question in one way.
trait Watch {
    fn distance(&self, a: &Hull, at_a: &Pose<V>, b: &Hull, at_b: &Pose<V>) -> Found;
    fn penetration(&self, a: &Hull, at_a: &Pose<V>, b: &Hull, at_b: &Pose<V>) -> Found;
}

struct Nobody;
struct Unit;
struct Counter;

impl Watch for Nobody {
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
    a: Vec<Hull>,
    b: Vec<Hull>,
    pairs: Vec<(usize, usize, Pose<V>, Pose<V>)>,
    watch: W,
}

impl<W: Watch + 'static> Hulls<W> {
    fn boxed(set: &PairSet, watch: W) -> Box<dyn Contender> {
        Box::new(Self {
            a: set.pool_a.iter().map(hull).collect(),
            b: set.pool_b.iter().map(hull).collect(),
            pairs: set.pairs.iter().map(|p| (p.a, p.b, p.at_a.pose(), p.at_b.pose())).collect(),
            watch,
        })
    }
}

impl<W: Watch> Contender for Hulls<W> {
    fn answer(&self, verb: Verb, pair: usize) -> Answer {
        let (a, b, at_a, at_b) = &self.pairs[pair];
        let (a, b) = (&self.a[*a], &self.b[*b]);
        match verb {
            Verb::Intersects => Answer::Failed,
            Verb::Distance => self
                .watch
                .distance(a, at_a, b, at_b)
                .map_or(Answer::Overlap(None), |w| Answer::Apart(Some(w.length.into()))),
            Verb::Penetration => self
                .watch
                .penetration(a, at_a, b, at_b)
                .map_or(Answer::Apart(None), |w| Answer::Overlap(Some(w.length.into()))),
        }
    }

    fn run(&self, verb: Verb) {
        for (a, b, at_a, at_b) in &self.pairs {
            let (a, b) = (&self.a[*a], &self.b[*b]);
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
