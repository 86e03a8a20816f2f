//! This library, all pairs of a set in one call.

use std::cell::RefCell;
use std::hint::black_box;

use clearance::batch::{Batch, Lanes, Pair, Pairs};
use clearance::{Pose, Proximity, Scalar, SupportMap, Vector, Witness, Xyz};

use super::{Answer, Contender, Verb};
use crate::forms::{Form, Kind, ball, capsule, cone, cuboid, cylinder, ellipsoid, hull};
use crate::pairs::PairSet;

type Single = parry3d::math::Vector;
type Double = parry3d_f64::math::Vector;

/// The pairs as a caller has them, and the buffers that take the answers.
struct Batched<V: Vector, A, B> {
    a: Vec<A>,
    b: Vec<B>,
    pairs: Vec<(usize, usize, Pose<V>, Pose<V>)>,
    lanes: Lanes,
    touch: RefCell<Vec<bool>>,
    apart: RefCell<Vec<Option<Witness<V>>>>,
    both: RefCell<Vec<Proximity<V>>>,
}

/// In `f32`.
pub fn single(set: &PairSet, lanes: Lanes) -> Box<dyn Contender> {
    enlist::<Single>(set, lanes)
}

/// In `f64`.
pub fn double(set: &PairSet, lanes: Lanes) -> Box<dyn Contender> {
    enlist::<Double>(set, lanes)
}

fn enlist<V: Vector<Space = Xyz>>(set: &PairSet, lanes: Lanes) -> Box<dyn Contender> {
    match (set.shapes.a, set.shapes.b) {
        (Kind::Cuboid, Kind::Cuboid) => build::<V, _, _>(set, lanes, cuboid::<V>, cuboid::<V>),
        (Kind::Cuboid, Kind::Ball) => build::<V, _, _>(set, lanes, cuboid::<V>, ball::<V>),
        (Kind::Capsule, Kind::Capsule) => build::<V, _, _>(set, lanes, capsule::<V>, capsule::<V>),
        (Kind::Ball, Kind::Ellipsoid) => build::<V, _, _>(set, lanes, ball::<V>, ellipsoid::<V>),
        (Kind::Cylinder, Kind::Cone) => build::<V, _, _>(set, lanes, cylinder::<V>, cone::<V>),
        (Kind::Hull(_), Kind::Hull(_)) => build::<V, _, _>(set, lanes, hull::<V>, hull::<V>),
        other => unreachable!("no such pair of kinds: {other:?}"),
    }
}

fn build<V, A, B>(
    set: &PairSet,
    lanes: Lanes,
    make_a: impl Fn(&Form) -> A,
    make_b: impl Fn(&Form) -> B,
) -> Box<dyn Contender>
where
    V: Vector<Space = Xyz>,
    A: SupportMap<V> + 'static,
    B: SupportMap<V> + 'static,
{
    let count = set.pairs.len();
    Box::new(Batched {
        a: set.pool_a.iter().map(make_a).collect(),
        b: set.pool_b.iter().map(make_b).collect(),
        pairs: set.pairs.iter().map(|p| (p.a, p.b, p.at_a.pose::<V>(), p.at_b.pose())).collect(),
        lanes,
        touch: vec![false; count].into(),
        apart: vec![None; count].into(),
        both: vec![Proximity::default(); count].into(),
    })
}

impl<V: Vector<Space = Xyz>, A: SupportMap<V>, B: SupportMap<V>> Pairs for Batched<V, A, B> {
    type Vector = V;
    type A = A;
    type B = B;
    #[inline]
    fn len(&self) -> usize {
        self.pairs.len()
    }
    #[inline]
    fn pair(&self, index: usize) -> Option<Pair<'_, V, A, B>> {
        let (a, b, pose_a, pose_b) = *self.pairs.get(index)?;
        Some(Pair { a: self.a.get(a)?, pose_a, b: self.b.get(b)?, pose_b })
    }
}

impl<V, A, B> Contender for Batched<V, A, B>
where
    V: Vector<Space = Xyz>,
    A: SupportMap<V>,
    B: SupportMap<V>,
{
    fn answer(&self, verb: Verb, pair: usize) -> Answer {
        if pair == 0 {
            self.run(verb);
        }
        let apart = |w: &Witness<V>| Answer::Apart(Some(w.length.to_f64()));
        match verb {
            Verb::Intersects if self.touch.borrow()[pair] => Answer::Overlap(None),
            Verb::Intersects => Answer::Apart(None),
            Verb::Distance => {
                self.apart.borrow()[pair].as_ref().map_or(Answer::Overlap(None), apart)
            }
            Verb::Penetration => match &self.both.borrow()[pair] {
                Proximity::Separated(_) => Answer::Apart(None),
                hit => Answer::Overlap(Some(hit.witness().length.to_f64())),
            },
        }
    }

    fn run(&self, verb: Verb) {
        let batch = Batch::new().lanes(self.lanes);
        let answered = match verb {
            Verb::Intersects => batch.intersects(self, &mut self.touch.borrow_mut()),
            Verb::Distance => batch.distance(self, &mut self.apart.borrow_mut()),
            Verb::Penetration => batch.proximity(self, &mut self.both.borrow_mut()),
        };
        black_box(answered.expect("the buffers hold one answer a pair"));
    }
}
