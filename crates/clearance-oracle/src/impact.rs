//! The first time at which a moving polytope meets a resting one, exact.
//!
//! B moves by t * velocity. The pair intersects at t exactly when some convex combination of A's
//! vertices equals one of B's plus t * velocity; the least such t >= 0 is a linear program. That
//! covers every degenerate case (flat shapes, velocity 0, touching in passing).

use crate::{
    lattice::Pair,
    number::Rational,
    polytope::Polytope,
    program::{Outcome, minimise},
    vector::Vector,
};
use dashu_base::Gcd;
use dashu_int::{IBig, UBig};

/// The least t in [0, `max`] at which A and B + t * `velocity` share a point, exact, or `None`.
///
/// `velocity` is that of B relative to A, world frame. Polytopes that intersect at the start
/// give 0. Cost: some tens of pivots of a tableau with one column per vertex.
pub fn time_of_impact<const N: usize>(
    a: &Polytope<N>,
    b: &Polytope<N>,
    velocity: &Vector<N>,
    max: &Rational,
) -> Option<Rational> {
    if *max < Rational::ZERO {
        return None;
    }
    let pair = Pair::new(a, b);
    // Whole velocity = velocity * scale * speed_scale, so t = (the program's t) * speed_scale.
    let mut speed_scale = UBig::ONE;
    let scaled = velocity * &Rational::from(pair.scale.clone());
    for x in &scaled.0 {
        let gcd = (&speed_scale).gcd(x.denominator());
        speed_scale *= x.denominator() / gcd;
    }
    let whole: [IBig; N] = std::array::from_fn(|i| {
        scaled.0[i].numerator() * IBig::from(&speed_scale / scaled.0[i].denominator())
    });
    let (rows, right) = meeting(&pair, &whole);
    let mut cost = vec![IBig::ZERO; pair.a.len() + pair.b.len()];
    cost.push(IBig::ONE);
    match minimise(&cost, &rows, &right) {
        Outcome::Least(t) => Some(t * Rational::from(speed_scale)).filter(|t| t <= max),
        // Time is bounded below by 0, so the program is never unbounded.
        Outcome::Infeasible | Outcome::Unbounded => None,
    }
}

/// The equations of a common point: `sum(x_i a_i) - sum(y_j b_j) - t velocity = 0`, `sum(x) = 1`,
/// `sum(y) = 1`. Columns: one per vertex of A, one per vertex of B, then t.
pub(crate) fn meeting<const N: usize>(
    pair: &Pair<N>,
    velocity: &[IBig; N],
) -> (Vec<Vec<IBig>>, Vec<IBig>) {
    let mut rows: Vec<Vec<IBig>> = (0..N)
        .map(|i| {
            let a = pair.a.iter().map(|p| p[i].clone());
            a.chain(pair.b.iter().map(|p| -&p[i])).chain([-&velocity[i]]).collect()
        })
        .collect();
    let mut right = vec![IBig::ZERO; N];
    for of_a in [true, false] {
        let flag = |yes: bool| if yes { IBig::ONE } else { IBig::ZERO };
        let a = pair.a.iter().map(|_| flag(of_a));
        rows.push(a.chain(pair.b.iter().map(|_| flag(!of_a))).chain([IBig::ZERO]).collect());
        right.push(IBig::ONE);
    }
    (rows, right)
}
