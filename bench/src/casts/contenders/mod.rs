//! The libraries, each behind one interface.

mod box2d;
mod box3d;
mod ours;
mod parry;

use std::hint::black_box;

use super::CaseSet;

/// An answer, as far as it can be judged.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// They never meet; or they do not touch.
    Miss,
    /// They first meet at a time in this interval.
    Hit([f64; 2]),
    /// It gave up, or reports that it does not know.
    Open,
    /// Where they touch.
    Touch(Touch),
}

/// A manifold.
#[derive(Clone, Debug, PartialEq)]
pub struct Touch {
    /// How far apart at the deepest point, negative where they overlap.
    pub signed: f64,
    /// In the world, from A to B.
    pub normal: [f64; 3],
    /// The names of the points, in order.
    pub keys: Vec<u64>,
}

impl Touch {
    /// Built from the points' names in any order.
    fn new(signed: impl Into<f64>, normal: [f64; 3], keys: impl Iterator<Item = u64>) -> Self {
        let mut keys: Vec<u64> = keys.collect();
        keys.sort_unstable();
        Self { signed: signed.into(), normal, keys }
    }
}

/// One library at one precision, with the shapes of one set built beforehand.
pub trait Contender {
    /// The answer to one case.
    fn answer(&self, case: usize) -> Found;
    /// Queries every case once and drops the answers. The loop is inside, so that no call through
    /// this trait is timed.
    fn run(&self);
}

/// Queries each case and drops the answer.
fn query_all<C, T>(cases: &[C], query: impl Fn(&C) -> T) {
    for case in cases {
        black_box(&query(case));
    }
}

/// Makes a contender for a set; `None` where the library lacks the shapes or the query.
pub type Enlist = fn(&CaseSet) -> Option<Box<dyn Contender>>;

/// The contenders, by name, in the order of the tables: this library first.
pub const CONTENDERS: [(&str, Enlist); 6] = [
    ("clearance f32", ours::single),
    ("clearance f64", ours::double),
    ("clearance 1e-3", ours::roomy),
    ("parry f32", parry::single),
    ("parry f64", parry::double),
    ("box f32", boxes),
];

/// Box3D in space, Box2D in the plane.
fn boxes(set: &CaseSet) -> Option<Box<dyn Contender>> {
    if set.subject.flat { box2d::enlist(set) } else { box3d::enlist(set) }
}
