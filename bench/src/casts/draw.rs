//! Moving pairs in the regimes hit, graze and miss.
//!
//! B starts one and a half to three sizes away, beside a line that leads through A's origin.
//! Bisection with the certified answers of `clearance` in `f64` finds where the hits end and the
//! misses begin; hits lie well inside of that limit, misses well outside, and grazes 1e-7 to 1e-3
//! of the size on either side.

use clearance::{
    Cast, Interval, Motion, Pose, RayCast, Rotation as _, Rotation2, Shape, Xy, cast, cast_ray,
    time_of_impact,
};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{Case, CaseSet, Question, Subject, Truth};
use crate::forms::{Form, Kind, Turn, World, direction};
use crate::pairs::{Place, seeded};
use crate::rest::{product, turn_about};

/// How B passes A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regime {
    /// Through the inner nine tenths of the hits.
    Hit,
    /// Within a thousandth of the size of touching or missing.
    Graze,
    /// 0.05 to 0.5 sizes beside it.
    Miss,
}

impl Regime {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Hit, Self::Graze, Self::Miss];

    /// The name in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Graze => "graze",
            Self::Miss => "miss",
        }
    }
}

/// Shapes that are drawn once for all regimes.
const POOL: usize = 64;

/// `count` cases of a regime.
pub fn cases(
    question: Question,
    subject: Subject,
    regime: Regime,
    count: usize,
    seed: u64,
) -> CaseSet {
    if subject.flat {
        drawn::<Xy>(question, subject, regime, count, seed)
    } else {
        drawn::<clearance::Xyz>(question, subject, regime, count, seed)
    }
}

fn drawn<S: World>(
    question: Question,
    subject: Subject,
    regime: Regime,
    count: usize,
    seed: u64,
) -> CaseSet {
    let pool = |kind: Kind, side: u64| -> Vec<Form> {
        let mut rng = seeded(seed, subject.name, side);
        (0..POOL).map(|_| kind.draw::<S>(&mut rng)).collect()
    };
    let pool_a = pool(subject.a, 0);
    let pool_b = subject.b.map_or_else(Vec::new, |kind| pool(kind, 1));
    let pairs = Pairs::<S> {
        question,
        shapes: [&pool_a, &pool_b].map(|forms| forms.iter().map(Form::to_shape).collect()),
        radii: [&pool_a, &pool_b].map(|forms| forms.iter().map(Form::bounding_radius).collect()),
    };
    let mut rng = seeded(seed, question.name(), 3 + regime as u64);
    let mut cases = Vec::with_capacity(count);
    while cases.len() < count {
        cases.extend(pairs.case(regime, &mut rng));
    }
    CaseSet { question, subject, regime: regime.name(), pool_a, pool_b, cases }
}

struct Pairs<S: World> {
    question: Question,
    shapes: [Vec<Shape<S>>; 2],
    radii: [Vec<f64>; 2],
}

impl<S: World> Pairs<S> {
    /// `None` if the drawn case is not in the regime, or its truth is undecided.
    fn case(&self, regime: Regime, rng: &mut ChaCha8Rng) -> Option<Case> {
        let [a, b] = [0, 1].map(|side| rng.random_range(0..self.radii[side].len().max(1)));
        let reach = self.radii[1].get(b).copied().unwrap_or(0.0);
        let size = self.radii[0][a] + reach;
        let at_a = Place {
            rotation: S::turn(rng),
            translation: std::array::from_fn(|i| {
                if i < S::DIM { rng.random_range(-5.0..5.0) } else { 0.0 }
            }),
        };
        let rotation = S::turn(rng);
        let along = direction::<S>(rng);
        let aside = across::<S>(along, rng)?;
        let way = size * rng.random_range(1.5..3.0);
        let velocity = along.map(|x| (2.0 * way * x) as f32);
        let angle = rng.random_range(0.3..0.78);
        let spin = match self.question {
            Question::Spin | Question::Ends if S::DIM == 2 => [0.0, 0.0, angle as f32],
            Question::Spin | Question::Ends => direction::<S>(rng).map(|x| (angle * x) as f32),
            _ => [0.0; 3],
        };
        let beside = |offset: f64| {
            let translation = std::array::from_fn(|i| {
                (f64::from(at_a.translation[i]) - way * along[i] + offset * aside[i]) as f32
            });
            let end = std::array::from_fn(|i| translation[i] + velocity[i]);
            Case {
                a,
                b,
                at_a,
                at_b: Place { rotation, translation },
                velocity,
                spin,
                to: Place { rotation: turned::<S>(rotation, spin), translation: end },
                size,
                speed: 2.0 * way + length(spin) * reach,
                beside: 0.0,
                truth: Truth::Apart,
            }
        };
        let meets = |offset| Some(matches!(self.truth(&beside(offset))?, Truth::Meet(_)));
        let [mut inside, mut outside] = [0.0, 1.01 * size];
        if !meets(inside)? || meets(outside)? {
            return None;
        }
        for _ in 0..24 {
            let middle = 0.5 * (inside + outside);
            *(if meets(middle)? { &mut inside } else { &mut outside }) = middle;
        }
        let sign = if rng.random() { 1.0 } else { -1.0 };
        let offset = match regime {
            Regime::Hit => inside * rng.random_range(0.0..0.9),
            Regime::Graze => inside + sign * size * 10_f64.powf(rng.random_range(-7.0..-3.0)),
            Regime::Miss => inside + size * rng.random_range(0.05..0.5),
        };
        let case = beside(offset);
        let truth = self.truth(&case)?;
        let fits = match regime {
            Regime::Hit => matches!(truth, Truth::Meet([low, _]) if low > 0.0),
            Regime::Graze => true,
            Regime::Miss => truth == Truth::Apart,
        };
        fits.then_some(Case { truth, beside: (offset - inside) / size, ..case })
    }

    /// The certified answer of `clearance` in `f64`; `None` if undecided.
    fn truth(&self, case: &Case) -> Option<Truth> {
        let a = &self.shapes[0][case.a];
        let pose_a: Pose<S> = case.at_a.pose();
        let meet = |time: Interval<f64>| Truth::Meet([time.low, time.high]);
        if self.question == Question::Ray {
            return match cast_ray(a, &pose_a, &case.ray()) {
                RayCast::Miss => Some(Truth::Apart),
                RayCast::Hit(hit) => Some(meet(hit.time)),
                RayCast::Undecided(_) => None,
            };
        }
        let b = &self.shapes[1][case.b];
        let found = if self.question == Question::Cast {
            cast(a, &pose_a, b, &case.at_b.pose(), &case.sweep::<S>())
        } else {
            time_of_impact(a, &Motion::new(&pose_a), b, &case.motion::<S>(self.question))
        };
        match found {
            Cast::Miss => Some(Truth::Apart),
            Cast::Hit(hit) => Some(meet(hit.time)),
            Cast::Undecided(_) => None,
        }
    }
}

fn length(p: [f32; 3]) -> f64 {
    p.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt()
}

/// A random unit vector perpendicular to another.
fn across<S: World>(along: [f64; 3], rng: &mut ChaCha8Rng) -> Option<[f64; 3]> {
    let other = direction::<S>(rng);
    let dot: f64 = along.iter().zip(other).map(|(x, y)| x * y).sum();
    let square: [f64; 3] = std::array::from_fn(|i| other[i] - dot * along[i]);
    let length = square.iter().map(|x| x * x).sum::<f64>().sqrt();
    (length > 0.1).then(|| square.map(|x| x / length))
}

/// A rotation, turned by a rotation vector.
fn turned<S: World>(rotation: Turn, spin: [f32; 3]) -> Turn {
    let angle = length(spin);
    if S::DIM == 3 {
        let axis = if angle > 0.0 { spin.map(|x| f64::from(x) / angle) } else { [1.0, 0.0, 0.0] };
        return product(turn_about(axis, angle), rotation);
    }
    let turn: Rotation2<f32> = Rotation2::from_angle(spin[2]);
    let Rotation2 { cos, sin } = turn.compose(<Xy as World>::rotation(rotation));
    [cos, sin, 0.0, 0.0]
}
