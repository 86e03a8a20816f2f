//! The judge of casts: exact rational arithmetic, which shares no code with `clearance`.
//!
//! For straight motions it computes when the shapes meet. For turning ones it judges poses: contact
//! at the end of the certified time, none at times before it; for misses none at any time checked.

use clearance_oracle::{
    Impact, Pose, Rational, Shape, Turning, Vector, exact, judge, judge_impact,
};

use super::{Case, CaseSet, Question, Truth};
use crate::forms::Form;
use crate::pairs::Place;
use crate::truth::{FLAT_ROUNDING, flat, flat_pose, solid, solid_pose};

/// Times of a turning motion at which poses are judged.
const LOOKS: u32 = 8;

/// Judges up to `sample` cases of a set, evenly spread; returns how many were decided, or the first
/// contradiction.
pub fn check(set: &CaseSet, sample: usize) -> Result<usize, String> {
    let step = set.cases.len().div_ceil(sample.max(1)).max(1);
    let mut judged = 0;
    for case in set.cases.iter().step_by(step).take(sample) {
        let fault = if set.subject.flat {
            Exam { make: flat, place: flat_pose, set, case }.fault()
        } else {
            Exam { make: solid, place: solid_pose, set, case }.fault()
        };
        match fault {
            Ok(decided) => judged += usize::from(decided),
            Err(what) => {
                let (a, b) = (&set.pool_a[case.a], set.pool_b.get(case.b));
                let name = format!("{} {} {}", set.question.name(), set.subject.name, set.regime);
                return Err(format!("{name}: {what}, of {a:?} and {b:?}, {case:?}"));
            }
        }
    }
    Ok(judged)
}

struct Exam<'a, const N: usize> {
    make: fn(&Form) -> Shape<N>,
    place: fn(&Place) -> Pose<N>,
    set: &'a CaseSet,
    case: &'a Case,
}

impl<const N: usize> Exam<'_, N> {
    /// Whether the case was decided; an error for a contradiction.
    fn fault(&self) -> Result<bool, String> {
        match self.set.question {
            Question::Ray | Question::Cast => self.straight(),
            Question::Spin | Question::Ends => self.turning(),
            Question::Contact => Err("manifolds are judged elsewhere".into()),
        }
    }

    fn shapes(&self) -> [Shape<N>; 2] {
        let b = self.set.pool_b.get(self.case.b).map_or(Shape::Point, self.make);
        [(self.make)(&self.set.pool_a[self.case.a]), b]
    }

    fn straight(&self) -> Result<bool, String> {
        let [a, b] = self.shapes();
        let [at_a, at_b] = [self.case.at_a, self.case.at_b].map(|place| (self.place)(&place));
        let velocity = std::array::from_fn(|i| f64::from(self.case.velocity[i]));
        let found =
            judge_impact(&a, &at_a, &b, &at_b, velocity, 1.0).map_err(|e| format!("{e:?}"))?;
        // The plane's rotations are rounded in f64: near a graze that changes the time by much
        // more.
        let slack = if N == 2 { FLAT_ROUNDING / self.case.beside.abs().max(1e-9) } else { 0.0 };
        match (found, self.case.truth) {
            (Impact::Undecided, _) => Ok(false),
            (Impact::Misses, Truth::Apart) => Ok(true),
            (Impact::Hits(time), Truth::Meet([low, high]))
                if time.lo <= high + slack && low <= time.hi + slack =>
            {
                Ok(true)
            }
            (found, truth) => Err(format!("the oracle says {found:?}, clearance {truth:?}")),
        }
    }

    fn turning(&self) -> Result<bool, String> {
        let case = self.case;
        let [a, b] = self.shapes();
        let [at_a, from, to] = [case.at_a, case.at_b, case.to].map(|place| (self.place)(&place));
        let numbers = |p: [f32; 3]| std::array::from_fn(|i| f64::from(p[i]));
        let motion = if self.set.question == Question::Ends {
            Turning::between(from, &to, Vector::whole([0; N]), true)
        } else {
            let velocity = Vector::exact(numbers(case.velocity)).ok_or("not finite")?;
            let spin = case.spin.map(f64::from);
            Turning::steady(from, Vector::whole([0; N]), velocity, spin)
        };
        let motion = motion.ok_or("no such motion")?;
        // The signed distance at a time.
        let signed_at = |time: &Rational| -> Result<[f64; 2], String> {
            let truth = judge(&a, &at_a, &b, &motion.at(time)).map_err(|e| format!("{e:?}"))?;
            Ok([truth.signed_distance.lo, truth.signed_distance.hi])
        };
        // The plane's rotations are rounded in f64.
        let slack = if N == 2 { FLAT_ROUNDING * case.size } else { 0.0 };
        let (free, looks, contact) = match case.truth {
            Truth::Apart => (1.0, 0..=LOOKS, None),
            Truth::Meet([low, high]) => (low, 0..=LOOKS - 1, Some(high)),
            Truth::Stand(_) => return Err("a moving pair stands".into()),
        };
        let number = |time: f64| exact(time).ok_or("not finite");
        for look in looks {
            let time = number(free)? * Rational::from(look) / Rational::from(LOOKS);
            if signed_at(&time)?[1] < -slack {
                return Err(format!("they overlap at {time} already"));
            }
        }
        if let Some(high) = contact
            && signed_at(&number(high)?)?[0] > slack
        {
            return Err(format!("they do not meet at {high}"));
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::casts::draw::{Regime, cases};
    use crate::casts::rows::MOVING;

    /// The judge contradicts a false truth.
    #[test]
    fn a_wrong_truth_is_found() {
        for (question, subject, _) in MOVING {
            for regime in Regime::ALL {
                let mut set = cases(question, subject, regime, 2, 1);
                assert!(check(&set, 2).is_ok(), "{question:?} {} {regime:?}", subject.name);
                for case in &mut set.cases {
                    case.truth = match case.truth {
                        // The shapes start well apart.
                        Truth::Meet(_) if regime == Regime::Hit => Truth::Apart,
                        Truth::Meet([low, high]) => Truth::Meet([0.5 * low, 0.5 * high]),
                        _ => Truth::Meet([0.5, 0.5]),
                    };
                }
                assert!(check(&set, 2).is_err(), "{question:?} {} {regime:?}", subject.name);
            }
        }
    }
}
