//! For the search, which needs the farthest of thousands of corners again and again: a filter in
//! floats drops those that are lower beyond doubt. The verifier does not use it.

use crate::math::{Space, power_of_two};

use super::body::{ExactCorner, ExactCorners};
use super::number::Number;
use super::placement::{Exact, ExactPlacement};
use crate::math::dyadic::{Dyadic, Towards};

/// The corner farthest along `direction`, given in the shape's frame: in each list the first that
/// is.
pub(crate) fn farthest<S: Space>(
    corners: &ExactCorners<S>,
    direction: &Exact,
    placement: &ExactPlacement,
) -> u64 {
    corners.index(|list| farthest_of(list, direction, placement))
}

fn farthest_of<S: Space>(
    list: &[ExactCorner<S>],
    direction: &Exact,
    placement: &ExactPlacement,
) -> usize {
    let mut best: Option<(usize, Number)> = None;
    for (place, corner) in candidates(list, direction) {
        let height = placement.corner(corner).dot(direction);
        if best.as_ref().is_none_or(|(_, top)| (&height - top).sign() > 0) {
            best = Some((place, height));
        }
    }
    best.map_or(0, |(place, _)| place)
}

/// The corners that may be the farthest: all but those whose height in floats is below the highest
/// by more than the errors of both.
///
/// With `reach` the largest coordinate and `rest` the largest second term of a corner, a height is
/// off by less than `2^-44 reach + 16 rest`: coordinates of [`rough`] are below 4 and off by
/// `2^-48`, which costs `3 · 2^-48 reach`; corners are off by `2^-50 reach + rest`, which costs
/// `12` times as much; three products and two sums round by `2^-53` of `12 reach` each. Twice that
/// is less than the slack. All this holds where nothing leaves the range of floats: with `reach`
/// between `2^-900` and `2^1000` heights do not overflow, and what products lose below the normal
/// floats, `2^-1074` each, is less than `2^-170 reach`. For other sizes every corner is a
/// candidate.
fn candidates<'c, S: Space>(
    corners: &'c [ExactCorner<S>],
    direction: &Exact,
) -> impl Iterator<Item = (usize, &'c ExactCorner<S>)> {
    let rough = rough::<S>(direction);
    let height = move |corner: &ExactCorner<S>| corner.near().dot(rough);
    let largest =
        |size: fn(&ExactCorner<S>) -> f64| corners.iter().map(size).fold(0.0_f64, f64::max);
    let (reach, rest) = (largest(|corner| corner.near().max_abs()), largest(ExactCorner::rest));
    let top = corners.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
    let is_proved = (power_of_two(-900)..=power_of_two(1000)).contains(&reach) && rest <= reach;
    let least = top - (reach * power_of_two(-40) + 64.0 * rest);
    // Where the direction cancels too much, heights are NaN, which compare lower than none.
    let is_lower = move |corner: &ExactCorner<S>| is_proved && height(corner) < least;
    corners.iter().enumerate().filter(move |(_, corner)| !is_lower(corner))
}

/// A direction in floats, at some positive multiple: the largest coordinate is at least 1/2, none
/// is above 1, and each is off by less than `2^-48`; of zero it is zero. NaN where more digits
/// cancel than floats have.
pub(crate) fn rough<S: Space>(direction: &Exact) -> S {
    let parts = direction.0.iter().map(Number::magnitude).max().unwrap_or(0);
    // Each is the sum of four parts below 2^parts, to this many digits of the largest. Plain
    // numbers have all of their digits at once.
    for digits in [80, 320, 1280, 5120] {
        let rounded = direction.0.each_ref().map(|x| x.rounded(digits, Towards::Less));
        let size = rounded.iter().map(Dyadic::magnitude).max().unwrap_or(0);
        if parts - size <= i64::from(digits) - 60 {
            // Here, what is below 2^-900 of the largest counts as zero.
            let [x, y, z] = rounded.map(|x| {
                let (digits, exponent) = x.shifted(-size).leading();
                let exponent = i32::try_from(exponent).unwrap_or(i32::MIN);
                if exponent < -1000 { 0.0 } else { digits * power_of_two(exponent) }
            });
            return S::from_xyz(x, y, z);
        }
    }
    S::splat(f64::NAN)
}
