//! Motions that repeat: all that moves are joints that turn, each by whole turns again and again.

use core::f64::consts::TAU;

use super::model::{Joint, JointKind, Robot};
use super::sweep::{Sample, blend, time};

/// More than a whole turn by this part, so that no rounding makes it less.
const MORE: f64 = 1e-6;

/// The sample after which a motion shows no configuration that it has not shown before. `None`
/// where there is none before its end, or where none is known.
pub(super) fn repeats_from(robot: &Robot, from: &Sample, to: &Sample) -> Option<Sample> {
    let unit = common_turn(robot, from, to)?;
    let at = TAU / unit * (1.0 + MORE);
    let values = || from.configuration.iter().zip(&to.configuration);
    let configuration: Vec<f64> = values().map(|(a, b)| blend(*a, *b, at)).collect();
    // Beside huge angles, a turn may be lost in their rounding.
    let turns = |(after, (a, b)): (&f64, (&f64, &f64))| {
        (after - a).abs() >= TAU * ((b - a) / unit).abs() * (1.0 + 0.5 * MORE)
    };
    let is_whole = at < 1.0 && configuration.iter().zip(values()).all(turns);
    is_whole.then(|| Sample { time: time(from, to, at), configuration })
}

/// The largest angle of which every joint that moves turns by a whole multiple; `None` where
/// nothing moves, something slides, or rounding hides it.
fn common_turn(robot: &Robot, from: &Sample, to: &Sample) -> Option<f64> {
    let free =
        |sample: &Sample| sample.configuration.get(robot.variables.len()..).map(<[f64]>::to_vec);
    if free(from) != free(to) {
        return None;
    }
    let mut ways = vec![Way::default(); robot.joints.len()];
    let values = from.configuration.iter().zip(&to.configuration);
    for (variable, (a, b)) in robot.variables.iter().zip(values) {
        *ways.get_mut(*variable)? = Way::between(*a, *b);
    }
    for (place, joint) in robot.joints.iter().enumerate() {
        let Some(mimic) = joint.mimic else { continue };
        let followed = ways.get(mimic.joint)?.times(mimic.multiplier);
        // Through several joints, the factor itself is rounded.
        let is_exact = followed.is_exact && robot.follows(place).joints <= 1.0;
        *ways.get_mut(place)? = Way { is_exact, ..followed };
    }
    let mut moving = ways.iter().zip(&robot.joints).filter(|(way, _)| way.by != 0.0);
    let turning =
        |(way, joint): (&Way, &Joint)| (joint.kind == JointKind::Revolute).then_some(*way);
    let first = turning(moving.next()?)?;
    moving.try_fold(first.by.abs(), |unit, next| {
        let next = turning(next)?;
        (first.is_exact && next.is_exact).then(|| common_divisor(unit, next.by.abs()))
    })
}

/// How far a joint's value moves, and whether exactly so.
#[derive(Clone, Copy)]
struct Way {
    by: f64,
    is_exact: bool,
}

impl Default for Way {
    fn default() -> Self {
        Self { by: 0.0, is_exact: true }
    }
}

impl Way {
    /// A difference, with its rounding by Knuth's two-sum.
    fn between(from: f64, to: f64) -> Self {
        let by = to - from;
        let back = by - to;
        let off = (to - (by - back)) + (-from - back);
        Self { by, is_exact: off == 0.0 }
    }

    fn times(self, factor: f64) -> Self {
        let by = self.by * factor;
        // Far below, a product's rounding is itself rounded to nothing.
        let in_range = by == 0.0 && (self.by == 0.0 || factor == 0.0) || by.abs() > 1e-200;
        let is_exact = self.is_exact && in_range && self.by.mul_add(factor, -by) == 0.0;
        Self { by, is_exact }
    }
}

/// Euclid's, in which every remainder is a float; of lengths that have none but tiny ones, one of
/// these.
fn common_divisor(mut a: f64, mut b: f64) -> f64 {
    while b > 0.0 {
        (a, b) = (b, a % b);
    }
    a
}
