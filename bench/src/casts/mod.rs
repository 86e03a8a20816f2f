//! Casts, times of impact and contact manifolds: every contender's times and wrong answers, on the
//! same data in the same run.
//!
//! [`draw`] draws moving pairs in the regimes hit, graze and miss, [`exact`] judges a sample by
//! rational arithmetic, [`contenders`] queries each library, [`race`] measures times and errors,
//! [`rods`] turns rods through small cubes, [`tremor`] shakes resting shapes, [`rows`] lists the
//! queries, [`table`] formats the results.

pub mod contenders;
pub mod draw;
pub mod exact;
pub mod race;
pub mod rods;
pub mod rows;
pub mod table;
pub mod tremor;

use clearance::{Motion, Pose, Ray, Space, Sweep, Vector, Xyz};

use crate::forms::{Form, Kind, Point, World, vector};
use crate::pairs::{Pair, PairSet, Place, Shapes};

/// The kind of query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// When a ray meets A.
    Ray,
    /// When B, moving without turning, meets A.
    Cast,
    /// The same with B turning, by constant velocities.
    Spin,
    /// The same between two poses: the centre on a straight line, the rotations blended.
    Ends,
    /// The contact manifold of two shapes.
    Contact,
}

impl Question {
    /// The name in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ray => "ray",
            Self::Cast => "cast",
            Self::Spin => "TOI velocities",
            Self::Ends => "TOI poses",
            Self::Contact => "manifold",
        }
    }
}

/// How far manifolds look ahead.
pub const AHEAD: f32 = 0.05;

/// Two kinds of shape; for a ray only one.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Subject {
    /// The name in the tables.
    pub name: &'static str,
    pub a: Kind,
    pub b: Option<Kind>,
    /// Whether they are in the plane.
    pub flat: bool,
}

/// A pair, the motion of B, and the true answer.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Case {
    pub a: usize,
    pub b: usize,
    pub at_a: Place,
    pub at_b: Place,
    /// B's velocity, for times from 0 to 1.
    pub velocity: Point,
    /// B's angular velocity about its origin; in the plane the third number.
    pub spin: Point,
    /// B's pose at time 1, for [`Question::Ends`].
    pub to: Place,
    /// The sum of the bounding radii.
    pub size: f64,
    /// An upper bound on the speed of B's points.
    pub speed: f64,
    /// How far the path is from a graze, in parts of the size: positive where it misses.
    pub beside: f64,
    pub truth: Truth,
}

/// The true answer for a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Truth {
    /// They never meet.
    Apart,
    /// They first meet at a time in this interval.
    Meet([f64; 2]),
    /// Their signed distance, and its error bound.
    Stand([f64; 2]),
}

/// Cases of one kind in one regime.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct CaseSet {
    pub question: Question,
    pub subject: Subject,
    pub regime: &'static str,
    pub pool_a: Vec<Form>,
    /// Empty for rays.
    pub pool_b: Vec<Form>,
    pub cases: Vec<Case>,
}

impl Case {
    /// B's origin as the ray's, its velocity as the ray's direction.
    pub fn ray<V: Vector<Space: World>>(&self) -> Ray<V> {
        let end = <V::Scalar as clearance::Scalar>::ONE;
        Ray::new(vector(self.at_b.translation), vector(self.velocity)).until(end)
    }

    /// B's motion without turning.
    pub fn sweep<V: Vector<Space: World>>(&self) -> Sweep<V> {
        Sweep::new(vector(self.velocity))
    }

    /// B's motion with turning.
    pub fn motion<V: Vector<Space: World>>(&self, question: Question) -> Motion<V> {
        let from: Pose<V> = self.at_b.pose();
        if question == Question::Ends {
            return Motion::blended(&from, &self.to.pose::<V>());
        }
        let [x, y, z] = self.spin.map(f64::from);
        let turning = V::Space::turning::<V>(Xyz::new(x, y, z));
        Motion::new(&from).velocity(vector(self.velocity)).turning(turning)
    }
}

impl CaseSet {
    /// Standing pairs, for their manifold.
    pub fn standing(set: &PairSet, name: &'static str, regime: &'static str) -> Self {
        let case = |pair: &Pair| Case {
            a: pair.a,
            b: pair.b,
            at_a: pair.at_a,
            at_b: pair.at_b,
            velocity: [0.0; 3],
            spin: [0.0; 3],
            to: pair.at_b,
            size: pair.size,
            speed: 0.0,
            beside: pair.truth / pair.size,
            truth: Truth::Stand([pair.truth, pair.gap]),
        };
        let Shapes { a, b, flat, .. } = set.shapes;
        Self {
            question: Question::Contact,
            subject: Subject { name, a, b: Some(b), flat },
            regime,
            pool_a: set.pool_a.clone(),
            pool_b: set.pool_b.clone(),
            cases: set.pairs.iter().map(case).collect(),
        }
    }
}
