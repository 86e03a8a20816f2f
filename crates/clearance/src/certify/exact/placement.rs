//! Where two placed shapes stand, exactly: vertices of A, of B, and of their difference in the
//! world, all multiplied by one number.
//!
//! A quaternion stands for the rotation `q · q̄ / |q|²`. In space all coordinates times `|q_a|²
//! |q_b|²` are whole multiples of powers of two. In the plane a rotation is a cosine and sine over
//! the root of their squared sum, so coordinates are numbers `a + b √m + c √n + d √(mn)`, whose
//! signs are decided by squaring. Radii are compared by squares.

use alloc::rc::Rc;

use crate::math::{Pose, Rotation, Space};

use super::body::ExactCorner;
use super::dyadic::Dyadic;
use super::number::{Number, Roots};

/// A vector of space; the plane is that of the first two coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Exact(pub(crate) [Number; 3]);

impl Exact {
    pub(crate) fn dot(&self, other: &Self) -> Number {
        let ([a, b, c], [d, e, f]) = (&self.0, &other.0);
        &(&(a * d) + &(b * e)) + &(c * f)
    }

    pub(crate) fn cross(&self, other: &Self) -> Self {
        let ([ax, ay, az], [bx, by, bz]) = (&self.0, &other.0);
        Self([&(ay * bz) - &(az * by), &(az * bx) - &(ax * bz), &(ax * by) - &(ay * bx)])
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let ([a, b, c], [d, e, f]) = (&self.0, &other.0);
        Self([a + d, b + e, c + f])
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        let ([a, b, c], [d, e, f]) = (&self.0, &other.0);
        Self([a - d, b - e, c - f])
    }

    pub(crate) fn times(&self, factor: &Number) -> Self {
        let [a, b, c] = &self.0;
        Self([a * factor, b * factor, c * factor])
    }

    pub(crate) fn negated(&self) -> Self {
        let [a, b, c] = &self.0;
        Self([-a, -b, -c])
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.iter().all(|x| x.sign() == 0)
    }
}

/// A rotation times `scale`, by rows.
#[derive(Clone, Debug)]
pub(crate) struct ExactTurn([Exact; 3]);

impl ExactTurn {
    /// Local to world.
    pub(crate) fn apply(&self, v: &Exact) -> Exact {
        let [x, y, z] = &self.0;
        Exact([x.dot(v), y.dot(v), z.dot(v)])
    }

    /// World to local: the transpose.
    pub(crate) fn apply_back(&self, v: &Exact) -> Exact {
        let ([x, y, z], [a, b, c]) = (&self.0, &v.0);
        x.times(a).plus(&y.times(b)).plus(&z.times(c))
    }
}

/// The world, `scale` times as large, seen from A's origin. The turns take each body's local points
/// times its weight.
#[derive(Clone, Debug)]
pub(crate) struct ExactPlacement {
    pub(crate) turn_a: ExactTurn,
    pub(crate) turn_b: ExactTurn,
    /// From A's origin to B's.
    pub(crate) offset: Exact,
    pub(crate) scale: Number,
    roots: Roots,
}

impl ExactPlacement {
    /// For two finite poses, with rotations that are not all zeros, and bodies of these weights.
    pub(crate) fn new<S: Space>(a: &Pose<S>, b: &Pose<S>, [of_a, of_b]: [&Dyadic; 2]) -> Self {
        let [qa, qb] = [a, b].map(|pose| pose.rotation.components().map(Dyadic::from));
        let [m, n] = [&qa, &qb].map(|q| q.iter().fold(Dyadic::zero(), |sum, x| &sum + &(x * x)));
        let at = |pose: &Pose<S>| pose.translation.coordinates().map(Dyadic::from);
        let ([x, y, z], [from_x, from_y, from_z]) = (at(b), at(a));
        let offset = [&x - &from_x, &y - &from_y, &z - &from_z];
        let none = Dyadic::zero;
        let (roots, turn_a, turn_b, scale) = if S::DIM == 2 {
            // Each turn is a cosine and sine over its root; times both roots, A's is left with B's,
            // and B's with A's.
            let roots: Roots = Rc::new([m, n]);
            let with_m = |x: Dyadic| Number::new([none(), x, none(), none()], &roots);
            let with_n = |x: Dyadic| Number::new([none(), none(), x, none()], &roots);
            let both = Number::new([none(), none(), none(), Dyadic::from(1.0)], &roots);
            // No body of the plane has corners that are fractions.
            let (a, b) = (in_plane(&qa, with_n, &both), in_plane(&qb, with_m, &both));
            (Rc::clone(&roots), a, b, both)
        } else {
            let roots: Roots = Rc::new([none(), none()]);
            let plain = |x: Dyadic| Number::plain(x, &roots);
            let (over_a, over_b) = (&m * of_a, &n * of_b);
            let (a, b) = (in_space(&qa, &over_b, plain), in_space(&qb, &over_a, plain));
            let scale = plain(&over_a * &over_b);
            (Rc::clone(&roots), a, b, scale)
        };
        let offset = Exact(offset.map(|x| Number::plain(x, &roots))).times(&scale);
        Self { turn_a, turn_b, offset, scale, roots }
    }

    pub(crate) fn number(&self, value: Dyadic) -> Number {
        Number::plain(value, &self.roots)
    }

    /// A corner times its body's weight.
    pub(crate) fn corner<S: Space>(&self, corner: &ExactCorner<S>) -> Exact {
        match corner {
            ExactCorner::Sum(terms) => self.vector(terms),
            ExactCorner::Weighed { times_weight, .. } => self.exactly(times_weight),
        }
    }

    pub(crate) fn exactly(&self, vector: &[Dyadic; 3]) -> Exact {
        Exact(vector.clone().map(|x| self.number(x)))
    }

    /// An unevaluated sum of vectors.
    pub(crate) fn vector<S: Space>(&self, terms: &[S]) -> Exact {
        let nothing = [Dyadic::zero(), Dyadic::zero(), Dyadic::zero()];
        let sum = terms.iter().fold(nothing, |[x, y, z], term| {
            let [p, q, r] = term.coordinates().map(Dyadic::from);
            [&x + &p, &y + &q, &z + &r]
        });
        Exact(sum.map(|x| self.number(x)))
    }
}

/// A cosine and a sine, each times the root that makes it such a number.
fn in_plane(q: &[Dyadic; 4], number: impl Fn(Dyadic) -> Number, scale: &Number) -> ExactTurn {
    let [cos, sin, _, _] = q;
    let zero = || number(Dyadic::zero());
    ExactTurn([
        Exact([number(cos.clone()), number(-sin), zero()]),
        Exact([number(sin.clone()), number(cos.clone()), zero()]),
        Exact([zero(), zero(), scale.clone()]),
    ])
}

/// A quaternion's matrix times its squared length, times `other`.
fn in_space(q: &[Dyadic; 4], other: &Dyadic, number: impl Fn(Dyadic) -> Number) -> ExactTurn {
    let [x, y, z, w] = q;
    let two = |p: &Dyadic, q: &Dyadic| (p * q).shifted(1);
    let [xx, yy, zz, ww] = [x, y, z, w].map(|c| c * c);
    let diagonal = |one: &Dyadic, minus: [&Dyadic; 2]| {
        let [p, q] = minus;
        &(&(&ww + one) - p) - q
    };
    let rows = [
        [diagonal(&xx, [&yy, &zz]), &two(x, y) - &two(w, z), &two(x, z) + &two(w, y)],
        [&two(x, y) + &two(w, z), diagonal(&yy, [&xx, &zz]), &two(y, z) - &two(w, x)],
        [&two(x, z) - &two(w, y), &two(y, z) + &two(w, x), diagonal(&zz, [&xx, &yy])],
    ];
    ExactTurn(rows.map(|row| Exact(row.map(|entry| number(&entry * other)))))
}
