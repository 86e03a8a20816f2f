//! The contact patch and time of impact of two shapes, as numbers.

use clearance::{Cast, ContactPoint, Manifold, Meeting, Space};
use clearance_json::cast::{Motions, Way, cast};
use clearance_json::manifold::{Touching, touch};
use clearance_json::place::rounded;
use clearance_json::{Dimension, Effort, Fault, Placed, Precision};

use crate::held::in_space;

/// The motions of both shapes, for times from 0 on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moves {
    /// A's velocity and angular velocity, then B's; in the plane x y 0 and 0 0 angle.
    pub numbers: [f64; 12],
    pub until: f64,
    /// The most distance queries of the search; unlimited unless given.
    pub steps: Option<u32>,
}

impl Moves {
    fn motions<S: Dimension>(&self, precision: Precision) -> Result<Motions<S>, Fault> {
        if !(self.until >= 0.0) {
            let message = format!("must be a number from 0 on, is {}", self.until);
            return Err(Fault::field("until", message));
        }
        let way = |numbers| way(numbers, precision);
        let [a, b] = [0, 1].map(|i| self.numbers.get(6 * i..).map_or(Ok(Way::rest()), way));
        let meeting = Meeting::new().until(precision.rounded(self.until));
        Ok(Motions {
            a: a.map_err(|fault| fault.within("a"))?,
            b: b.map_err(|fault| fault.within("b"))?,
            meeting,
        })
    }
}

fn way<S: Dimension>(numbers: &[f64], precision: Precision) -> Result<Way<S>, Fault> {
    let [x, y, z, around @ ..] = numbers else { return Ok(Way::rest()) };
    let around = around.get(..3).unwrap_or_default();
    let is_finite = |x: &f64| precision.rounded(*x).is_finite();
    if ![x, y, z].into_iter().chain(around).all(is_finite) {
        return Err(Fault::new("a velocity has a number that is NaN or infinite"));
    }
    let velocity = rounded(S::from_xyz(*x, *y, *z), precision);
    let turns = around.iter().any(|rate| *rate != 0.0);
    let own = if S::DIM == 2 { around.get(2..) } else { Some(around) };
    let turning = match own {
        Some(rates) if turns => Some(S::angular(rates, precision)?),
        _ => None,
    };
    Ok(Way::Steady { velocity, turning })
}

/// 0 for a miss, 1 for a hit, 2 for undecided; for the last two also the times between which they
/// meet, the normal, the points on A and on B, and how far the points may be off.
pub(crate) fn meeting<S: Dimension>(
    a: &Placed<S>,
    b: &Placed<S>,
    moves: &Moves,
) -> Result<Vec<f64>, Fault> {
    let effort = Effort { max_iterations: moves.steps, ..Effort::default() };
    let found = cast(a, b, &moves.motions(a.precision)?, effort)?;
    let (state, hit) = match &found {
        Cast::Miss => return Ok(vec![0.0]),
        Cast::Hit(hit) => (1.0, hit),
        Cast::Undecided(hit) => (2.0, hit),
    };
    let mut numbers = vec![state, hit.time.low, hit.time.high];
    numbers.extend([hit.witness.normal, hit.witness.on_a, hit.witness.on_b].map(flat).concat());
    numbers.push(hit.witness.gap);
    Ok(numbers)
}

/// The normal, the gap and the number of the patch's corners; then for each point its place on A
/// and on B, its depth, and both halves of its key. Empty if the shapes are farther apart.
pub(crate) fn contact<S: Dimension>(
    a: &Placed<S>,
    b: &Placed<S>,
    max_distance: f64,
) -> Result<Vec<f64>, Fault> {
    if max_distance.is_nan() {
        return Err(Fault::field("max_distance", "must be a number, is NaN"));
    }
    let wanted = Touching { max_distance, ..Touching::default() };
    let Some(touched) = touch(a, b, wanted)? else { return Ok(Vec::new()) };
    let Manifold { normal, gap, corners, .. } = touched.manifold;
    let mut numbers = flat(normal).to_vec();
    numbers.extend([gap, f64::from(corners)]);
    for ContactPoint { on_a, on_b, depth, key } in touched.points {
        numbers.extend([on_a, on_b].map(flat).concat());
        numbers.extend([depth, f64::from(key.on_a()), f64::from(key.on_b())]);
    }
    Ok(numbers)
}

fn flat<S: Space>(point: S) -> [f64; 3] {
    let point = in_space(point);
    [point.x, point.y, point.z]
}

#[cfg(test)]
mod tests {
    use clearance::{Xy, Xyz};

    use super::{Moves, Precision};

    #[test]
    fn what_is_no_velocity_is_refused() {
        let moves = |place: usize, x: f64| {
            let mut numbers = [0.0; 12];
            numbers.get_mut(place).into_iter().for_each(|own| *own = x);
            Moves { numbers, until: 1.0, steps: None }
        };
        for place in 0..12 {
            for x in [f64::NAN, f64::INFINITY] {
                assert!(moves(place, x).motions::<Xyz>(Precision::F64).is_err(), "{place}");
                assert!(moves(place, x).motions::<Xy>(Precision::F64).is_err(), "{place}");
            }
            assert!(moves(place, 1.0).motions::<Xyz>(Precision::F64).is_ok(), "{place}");
        }
    }
}
