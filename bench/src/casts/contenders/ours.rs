//! This library, through the closed enum `Shape`, as parry through `dyn Shape`.

use clearance::{
    Cast, Interval, Manifold, Motion, Pose, Ray, RayCast, Scalar, Shape, Space, Sweep, Vector,
    cast, cast_ray, contact_manifold, time_of_impact,
};

use super::{Contender, Found, Touch, query_all};
use crate::casts::{AHEAD, CaseSet, Question};
use crate::contenders::pool::vectors::{FlatDouble, FlatSingle, SolidDouble, SolidSingle};
use crate::forms::{Form, World, scalar};

pub(super) fn single(set: &CaseSet) -> Option<Box<dyn Contender>> {
    Some(if set.subject.flat { enlist::<FlatSingle>(set) } else { enlist::<SolidSingle>(set) })
}

pub(super) fn double(set: &CaseSet) -> Option<Box<dyn Contender>> {
    Some(if set.subject.flat { enlist::<FlatDouble>(set) } else { enlist::<SolidDouble>(set) })
}

struct Ours<V: Vector> {
    a: Vec<Shape<V>>,
    b: Vec<Shape<V>>,
    queries: Queries<V>,
}

/// Indices of the shapes in their pools.
enum Queries<V: Vector> {
    Rays(Vec<(usize, Pose<V>, Ray<V>)>),
    Casts(Vec<(usize, usize, Pose<V>, Pose<V>, Sweep<V>)>),
    Turns(Vec<(usize, usize, Motion<V>, Motion<V>)>),
    Contacts(Vec<(usize, usize, Pose<V>, Pose<V>)>),
}

fn enlist<V: Vector<Space: World>>(set: &CaseSet) -> Box<dyn Contender> {
    let cases = set.cases.iter();
    let queries = match set.question {
        Question::Ray => Queries::Rays(cases.map(|c| (c.a, c.at_a.pose(), c.ray())).collect()),
        Question::Cast => Queries::Casts(
            cases.map(|c| (c.a, c.b, c.at_a.pose(), c.at_b.pose(), c.sweep())).collect(),
        ),
        Question::Spin | Question::Ends => {
            let rest = |place: &crate::pairs::Place| Motion::new(&place.pose::<V>());
            Queries::Turns(
                cases.map(|c| (c.a, c.b, rest(&c.at_a), c.motion(set.question))).collect(),
            )
        }
        Question::Contact => {
            Queries::Contacts(cases.map(|c| (c.a, c.b, c.at_a.pose(), c.at_b.pose())).collect())
        }
    };
    let [a, b] = [&set.pool_a, &set.pool_b].map(|p| p.iter().map(Form::to_shape).collect());
    Box::new(Ours { a, b, queries })
}

fn hit<T: Scalar>(time: Interval<T>) -> Found {
    Found::Hit([time.low.to_f64(), time.high.to_f64()])
}

fn met<V: Vector>(found: &Cast<V>) -> Found {
    match found {
        Cast::Miss => Found::Miss,
        Cast::Hit(found) => hit(found.time),
        Cast::Undecided(_) => Found::Open,
    }
}

fn touch<V: Vector>(manifold: &Manifold<V>) -> Found {
    let normal = manifold.normal.to_space().coordinates();
    let keys = manifold.points().iter().map(|point| point.key.0);
    Found::Touch(Touch::new(-manifold.depth().to_f64(), normal, keys))
}

impl<V: Vector<Space: World>> Contender for Ours<V> {
    fn answer(&self, case: usize) -> Found {
        match &self.queries {
            Queries::Rays(all) => {
                let (a, at_a, ray) = &all[case];
                match cast_ray(&self.a[*a], at_a, ray) {
                    RayCast::Miss => Found::Miss,
                    RayCast::Hit(found) => hit(found.time),
                    RayCast::Undecided(_) => Found::Open,
                }
            }
            Queries::Casts(all) => {
                let (a, b, at_a, at_b, sweep) = &all[case];
                met(&cast(&self.a[*a], at_a, &self.b[*b], at_b, sweep))
            }
            Queries::Turns(all) => {
                let (a, b, of_a, of_b) = &all[case];
                met(&time_of_impact(&self.a[*a], of_a, &self.b[*b], of_b))
            }
            Queries::Contacts(all) => {
                let (a, b, at_a, at_b) = &all[case];
                contact_manifold(&self.a[*a], at_a, &self.b[*b], at_b, scalar(AHEAD))
                    .map_or(Found::Miss, |found| touch(&found))
            }
        }
    }

    fn run(&self) {
        match &self.queries {
            Queries::Rays(all) => query_all(all, |(a, at_a, ray)| cast_ray(&self.a[*a], at_a, ray)),
            Queries::Casts(all) => query_all(all, |(a, b, at_a, at_b, sweep)| {
                cast(&self.a[*a], at_a, &self.b[*b], at_b, sweep)
            }),
            Queries::Turns(all) => query_all(all, |(a, b, of_a, of_b)| {
                time_of_impact(&self.a[*a], of_a, &self.b[*b], of_b)
            }),
            Queries::Contacts(all) => {
                let ahead = scalar(AHEAD);
                query_all(all, |(a, b, at_a, at_b)| {
                    contact_manifold(&self.a[*a], at_a, &self.b[*b], at_b, ahead)
                });
            }
        }
    }
}
