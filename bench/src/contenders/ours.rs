//! This library: concrete shapes, poses built beforehand.

use std::hint::black_box;

use clearance::{Pose, Scalar, SupportMap, Vector, Xyz, distance, intersects, penetration};

use super::{Answer, Contender, Verb};
use crate::forms::{Form, Kind, ball, capsule, cone, cuboid, cylinder, ellipsoid, hull};
use crate::pairs::PairSet;

/// A vector of `f32`, of glam's layout; the benchmark needs nothing else of glam.
type Single = parry3d::math::Vector;
type Double = parry3d_f64::math::Vector;

struct Ours<V: Vector, A, B> {
    a: Vec<A>,
    b: Vec<B>,
    pairs: Vec<(usize, usize, Pose<V>, Pose<V>)>,
}

pub(super) fn single(set: &PairSet) -> Box<dyn Contender> {
    enlist::<Single>(set)
}

pub(super) fn double(set: &PairSet) -> Box<dyn Contender> {
    enlist::<Double>(set)
}

fn enlist<V: Vector<Space = Xyz>>(set: &PairSet) -> Box<dyn Contender> {
    match (set.shapes.a, set.shapes.b) {
        (Kind::Cuboid, Kind::Cuboid) => build::<V, _, _>(set, cuboid::<V>, cuboid::<V>),
        (Kind::Cuboid, Kind::Ball) => build::<V, _, _>(set, cuboid::<V>, ball::<V>),
        (Kind::Capsule, Kind::Capsule) => build::<V, _, _>(set, capsule::<V>, capsule::<V>),
        (Kind::Ball, Kind::Ellipsoid) => build::<V, _, _>(set, ball::<V>, ellipsoid::<V>),
        (Kind::Cylinder, Kind::Cone) => build::<V, _, _>(set, cylinder::<V>, cone::<V>),
        (Kind::Hull(_), Kind::Hull(_)) => build::<V, _, _>(set, hull::<V>, hull::<V>),
        other => unreachable!("no such pair of kinds: {other:?}"),
    }
}

fn build<V, A, B>(
    set: &PairSet,
    make_a: impl Fn(&Form) -> A,
    make_b: impl Fn(&Form) -> B,
) -> Box<dyn Contender>
where
    V: Vector<Space = Xyz>,
    A: SupportMap<V> + 'static,
    B: SupportMap<V> + 'static,
{
    Box::new(Ours {
        a: set.pool_a.iter().map(make_a).collect(),
        b: set.pool_b.iter().map(make_b).collect(),
        pairs: set.pairs.iter().map(|p| (p.a, p.b, p.at_a.pose::<V>(), p.at_b.pose())).collect(),
    })
}

impl<V, A, B> Contender for Ours<V, A, B>
where
    V: Vector<Space = Xyz>,
    A: SupportMap<V>,
    B: SupportMap<V>,
{
    fn answer(&self, verb: Verb, pair: usize) -> Answer {
        let (a, b, at_a, at_b) = &self.pairs[pair];
        let (a, b) = (&self.a[*a], &self.b[*b]);
        match verb {
            Verb::Intersects if intersects(a, at_a, b, at_b) => Answer::Overlap(None),
            Verb::Intersects => Answer::Apart(None),
            Verb::Distance => match distance(a, at_a, b, at_b) {
                Some(witness) => Answer::Apart(Some(witness.length.to_f64())),
                None => Answer::Overlap(None),
            },
            Verb::Penetration => match penetration(a, at_a, b, at_b) {
                Some(witness) => Answer::Overlap(Some(witness.length.to_f64())),
                None => Answer::Apart(None),
            },
        }
    }

    fn run(&self, verb: Verb) {
        match verb {
            Verb::Intersects => {
                for (a, b, at_a, at_b) in &self.pairs {
                    black_box(intersects(&self.a[*a], at_a, &self.b[*b], at_b));
                }
            }
            Verb::Distance => {
                for (a, b, at_a, at_b) in &self.pairs {
                    black_box(&distance(&self.a[*a], at_a, &self.b[*b], at_b));
                }
            }
            Verb::Penetration => {
                for (a, b, at_a, at_b) in &self.pairs {
                    black_box(&penetration(&self.a[*a], at_a, &self.b[*b], at_b));
                }
            }
        }
    }
}
