//! This library, through the closed enum `Shape`, as parry through `dyn Shape`.

use clearance::{
    Cast, Interval, Manifold, Meeting, Motion, Pose, Query, Ray, RayCast, Scalar, Shape, Space,
    Sweep, Vector, cast, cast_ray, contact_manifold,
};

use super::{Contender, Found, Touch, query_all};
use crate::casts::{AHEAD, Case, CaseSet, Question};
use crate::contenders::pool::vectors::{FlatDouble, FlatSingle, SolidDouble, SolidSingle};
use crate::forms::{Form, World, scalar};

/// How far shapes may approach within the time of a hit, in parts of their size: about what the
/// peers' own tolerances leave.
const ROOM: f64 = 1e-3;

/// In `f32` with that much room, where it changes anything.
pub(super) fn roomy(set: &CaseSet) -> Option<Box<dyn Contender>> {
    let takes_room = !matches!(set.question, Question::Ray | Question::Contact);
    takes_room.then(|| in_single(set, ROOM))
}

pub(super) fn single(set: &CaseSet) -> Option<Box<dyn Contender>> {
    Some(in_single(set, 0.0))
}

pub(super) fn double(set: &CaseSet) -> Option<Box<dyn Contender>> {
    let flat = set.subject.flat;
    Some(if flat { enlist::<FlatDouble>(set, 0.0) } else { enlist::<SolidDouble>(set, 0.0) })
}

fn in_single(set: &CaseSet, room: f64) -> Box<dyn Contender> {
    let flat = set.subject.flat;
    if flat { enlist::<FlatSingle>(set, room) } else { enlist::<SolidSingle>(set, room) }
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
    Turns(Vec<(usize, usize, Motion<V>, Motion<V>, Meeting<V::Scalar>)>),
    Contacts(Vec<(usize, usize, Pose<V>, Pose<V>)>),
}

fn enlist<V: Vector<Space: World>>(set: &CaseSet, room: f64) -> Box<dyn Contender> {
    let room = |case: &Case| V::Scalar::from_f64(room * case.size);
    let cases = set.cases.iter();
    let queries = match set.question {
        Question::Ray => Queries::Rays(cases.map(|c| (c.a, c.at_a.pose(), c.ray())).collect()),
        Question::Cast => Queries::Casts(
            cases
                .map(|c| (c.a, c.b, c.at_a.pose(), c.at_b.pose(), c.sweep().tolerance(room(c))))
                .collect(),
        ),
        Question::Spin | Question::Ends => {
            let rest = |place: &crate::pairs::Place| Motion::new(&place.pose::<V>());
            Queries::Turns(
                cases
                    .map(|c| {
                        let meeting = Meeting::new().tolerance(room(c));
                        (c.a, c.b, rest(&c.at_a), c.motion(set.question), meeting)
                    })
                    .collect(),
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
                let (a, b, of_a, of_b, meeting) = &all[case];
                let (a, b) = (&self.a[*a], &self.b[*b]);
                met(&Query::new().time_of_impact(a, of_a, b, of_b, meeting))
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
            Queries::Turns(all) => query_all(all, |(a, b, of_a, of_b, meeting)| {
                let (a, b) = (&self.a[*a], &self.b[*b]);
                Query::new().time_of_impact(a, of_a, b, of_b, meeting)
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
