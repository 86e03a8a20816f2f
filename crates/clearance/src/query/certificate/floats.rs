//! From exact numbers to the floats of a certificate, rounded to the side that holds.

use alloc::vec;
use alloc::vec::Vec;

use crate::certify::{Dyadic, Exact, Judge, Length, Number, ROOT_BITS, Towards, root};
use crate::math::Space;
use crate::math::dyadic::scaled;

/// Digits of numbers with roots: as many as lie between the largest parts of a number and what is
/// left where they cancel, among the smallest floats.
const DIGITS: u32 = 64 * 40;

/// Weights as parts of 1.
pub(super) fn shares(weights: &[Number]) -> Vec<f64> {
    let weights: Vec<Dyadic> =
        weights.iter().map(|weight| weight.rounded(DIGITS, Towards::Less)).collect();
    // Not the numbers' own magnitudes, which are those of their parts.
    let largest = weights.iter().map(Dyadic::magnitude).max().unwrap_or(0);
    let floats: Vec<f64> =
        weights.into_iter().map(|weight| to_float(&weight.shifted(-largest)).max(0.0)).collect();
    let total: f64 = floats.iter().sum();
    floats.iter().map(|weight| weight / total).collect()
}

/// The nearest float, or next to it.
fn to_float(x: &Dyadic) -> f64 {
    let (digits, exponent) = x.leading();
    scaled(digits, exponent)
}

impl<S: Space> Judge<S> {
    /// The exact direction in as few floats as hold it, if floats can.
    pub(super) fn rounded<E>(
        exactly: &Exact,
        mut separates: impl FnMut(&[S]) -> Result<bool, E>,
    ) -> Result<Option<Vec<S>>, E> {
        // 53 digits a term, and digits enough of the roots for all of them.
        const MOST_TERMS: u32 = DIGITS / 64;
        let digits = exactly.0.each_ref().map(|x| x.rounded(DIGITS, Towards::Less));
        let largest = digits.iter().map(Dyadic::magnitude).max().unwrap_or(0);
        // Of length 1; or, beside coordinates among the smallest floats, so long that there are
        // floats for the last digits too.
        for exponent in [0, 1000] {
            let mut rest = digits.each_ref().map(|x| x.clone().shifted(exponent - largest));
            let mut terms: Vec<S> = Vec::new();
            for _ in 0..MOST_TERMS {
                let parts = rest.each_ref().map(to_float);
                let [p, q, r] = parts.map(Dyadic::from);
                let [x, y, z] = &rest;
                rest = [x - &p, y - &q, z - &r];
                let [x, y, z] = parts;
                terms.push(S::from_xyz(x, y, z));
                if separates(&terms)? {
                    return Ok(Some(terms));
                }
            }
        }
        // Where the digits that matter are beyond all floats, as beside thicknesses among the
        // smallest of them, shapes are usually upright.
        for axis in (0..S::DIM).map(S::axis) {
            for direction in [axis, -axis] {
                if separates(&[direction])? {
                    return Ok(Some(vec![direction]));
                }
            }
        }
        Ok(None)
    }

    /// The length less the radii, as a float that is not above it.
    pub(crate) fn below(&self, length: &Length) -> Option<f64> {
        length.beside(&self.radii, -1.0)
    }

    /// The length less the radii, as a float that is not below it.
    pub(crate) fn above(&self, length: &Length) -> Option<f64> {
        length.beside(&self.radii, 1.0)
    }
}

impl Length {
    /// The length less another, as a float on one side of it: the nearest float, or the first
    /// beside it that holds.
    pub(crate) fn beside(&self, less: &Dyadic, outwards: f64) -> Option<f64> {
        let root = root(&self.squared, Towards::Less);
        // Subtracted before it is divided, in so many digits that nothing cancels.
        let height = &self.height.rounded(ROOT_BITS, Towards::Less) - &(less * &root);
        let ((height, up), (root, down)) = (height.leading(), root.leading());
        let estimate = scaled(height / root, up - down);
        let size = less.magnitude().max(self.height.magnitude() - down - 53);
        let step = (estimate.abs() * f64::EPSILON).max(scaled(1.0, size - 160));
        first_that_holds(estimate, outwards, step, |bound| {
            let bound = &Dyadic::from(bound) + less;
            if outwards < 0.0 { self.is_at_least(&bound) } else { self.is_at_most(&bound) }
        })
    }
}

/// An estimate, or the first float beside it for which something holds: steps double, from `step`,
/// or from the smallest float where that is 0.
pub(crate) fn first_that_holds(
    estimate: f64,
    outwards: f64,
    step: f64,
    holds: impl Fn(f64) -> bool,
) -> Option<f64> {
    let mut step = step.max(f64::from_bits(1));
    if !(estimate.is_finite() && step.is_finite()) {
        return None;
    }
    if holds(estimate) {
        return Some(estimate);
    }
    for _ in 0..160 {
        let bound = estimate + outwards * step;
        if !bound.is_finite() {
            return None;
        }
        if holds(bound) {
            return Some(bound);
        }
        step *= 2.0;
    }
    None
}
