//! A point, or one that moves along a segment, beside a cylinder, cone or ellipsoid: decided for
//! every pose and every place, since no root is needed. Cylinders with parallel axes are the same
//! question, of a cylinder of both their sizes.
//!
//! Each of these solids is bounded by planes and one quadric. Along the segment the planes leave a
//! span, and on that span the quadric's polynomial has its least value at an end or, where it bends
//! upward, at its vertex. All of it is sums and products.

use alloc::vec::Vec;

use crate::math::Space;

use super::body::{ExactBody, ExactCore};
use super::curve::Curve;
use super::dyadic::Dyadic;
use super::number::Number;
use super::placement::{Exact, ExactPlacement};

/// Whether a point and a curved solid meet, or two cylinders with parallel axes; if B is drawn, at
/// some place of its way. `None` for other pairs, and where a radius remains.
pub(super) fn meets<S: Space>(
    a: &ExactBody<S>,
    b: &ExactBody<S>,
    placement: &ExactPlacement,
    drawn: Option<&Exact>,
    radii: &Dyadic,
) -> Option<bool> {
    if radii.sign() != 0 {
        return None;
    }
    let only = |core: &ExactCore<S>| match core {
        ExactCore::Polytope(corners) if corners.count() == 1 => corners.at(0, placement),
        _ => None,
    };
    let ExactPlacement { turn_a, turn_b, offset, .. } = placement;
    let (solid, turn, from, along) = match (&a.core, &b.core) {
        (ExactCore::Curved(one), ExactCore::Curved(other)) => {
            let up = placement.vector(&[S::axis(1)]);
            let [up_a, up_b] = [turn_a.apply(&up), turn_b.apply(&up)];
            let sum = CurvedSolid::of(one).and_parallel(&CurvedSolid::of(other))?;
            if !up_a.cross(&up_b).is_zero() {
                return None;
            }
            (sum, turn_a, offset.clone(), drawn.cloned())
        }
        (ExactCore::Curved(curve), core) => {
            let from = offset.plus(&turn_b.apply(&only(core)?));
            (CurvedSolid::of(curve), turn_a, from, drawn.cloned())
        }
        (core, ExactCore::Curved(curve)) => {
            let from = turn_a.apply(&only(core)?).minus(offset);
            (CurvedSolid::of(curve), turn_b, from, drawn.map(Exact::negated))
        }
        _ => return None,
    };
    let line = PointPath {
        from: turn.apply_back(&from),
        along: along.map(|along| turn.apply_back(&along)),
        scale: placement.scale.squared(),
    };
    Some(line.meets(&solid))
}

/// A curved solid by numbers of any size.
enum CurvedSolid {
    Cylinder {
        radius: Dyadic,
        half_height: Dyadic,
    },
    Cone {
        radius: Dyadic,
        half_height: Dyadic,
    },
    /// The plane has two radii.
    Ellipsoid(Vec<Dyadic>),
}

impl CurvedSolid {
    fn of<S: Space>(curve: &Curve<S>) -> Self {
        let number = |x: &f64| Dyadic::from(*x);
        match curve {
            Curve::Cylinder { radius, half_height } => {
                Self::Cylinder { radius: number(radius), half_height: number(half_height) }
            }
            Curve::Cone { radius, half_height } => {
                Self::Cone { radius: number(radius), half_height: number(half_height) }
            }
            Curve::Ellipsoid(radii) => {
                Self::Ellipsoid(radii.coordinates().iter().take(S::DIM).map(number).collect())
            }
        }
    }

    /// The sum of two that have one axis.
    fn and_parallel(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (
                Self::Cylinder { radius, half_height },
                Self::Cylinder { radius: more, half_height: longer },
            ) => Some(Self::Cylinder { radius: radius + more, half_height: half_height + longer }),
            _ => None,
        }
    }
}

/// The points `from + t · along` for `t` from 0 to 1, `scale` times as large; one point where it
/// has no direction.
struct PointPath {
    from: Exact,
    along: Option<Exact>,
    scale: Number,
}

impl PointPath {
    fn meets(&self, solid: &CurvedSolid) -> bool {
        let [x, y, z] = [0, 1, 2].map(|i| self.coordinate(i));
        match solid {
            CurvedSolid::Cylinder { radius, half_height } => {
                self.is_in_round([&x, &z], radius, &self.slab(&y, half_height))
            }
            // Without height it is a disc.
            CurvedSolid::Cone { radius, half_height } if half_height.is_zero() => {
                self.is_in_round([&x, &z], radius, &self.slab(&y, half_height))
            }
            // At height y the radius is r (h - y) / 2h.
            CurvedSolid::Cone { radius, half_height } => {
                let planes = self.slab(&y, half_height);
                let [_, below_tip] = &planes;
                let doubled = [&x, &z].map(|part| part.times(&half_height.clone().shifted(1)));
                let [p, q] = doubled.each_ref().map(Quadratic::square);
                let rim = Quadratic::square(&below_tip.times(radius));
                is_below(&p.plus(&q).minus(&rim), &planes)
            }
            // Times the square of every radius that is not zero; along the others it is flat.
            CurvedSolid::Ellipsoid(radii) => {
                let one = Dyadic::from(1.0);
                let product = |except: usize| {
                    let round =
                        radii.iter().enumerate().filter(|(i, r)| *i != except && !r.is_zero());
                    round.fold(one.clone(), |product, (_, radius)| &product * radius)
                };
                let nothing = Quadratic([0; 3].map(|_| self.scale.nothing()));
                let all = self.constant(&product(radii.len()));
                let mut round = nothing.minus(&Quadratic::square(&all));
                let mut planes = Vec::new();
                for ((i, radius), part) in radii.iter().enumerate().zip([&x, &y, &z]) {
                    if radius.is_zero() {
                        planes.extend(self.slab(part, radius));
                    } else {
                        round = round.plus(&Quadratic::square(&part.times(&product(i))));
                    }
                }
                is_below(&round, &planes)
            }
        }
    }

    fn is_in_round(&self, [x, z]: [&Linear; 2], radius: &Dyadic, planes: &[Linear]) -> bool {
        let across = Quadratic::square(x).plus(&Quadratic::square(z));
        is_below(&across.minus(&Quadratic::square(&self.constant(radius))), planes)
    }

    /// The heights over two planes across a coordinate, as far as this from the origin.
    fn slab(&self, Linear([c, v]): &Linear, half: &Dyadic) -> [Linear; 2] {
        let Linear([half, _]) = self.constant(half);
        [Linear([&half + c, v.clone()]), Linear([&half - c, -v])]
    }

    fn constant(&self, length: &Dyadic) -> Linear {
        Linear([&self.scale.alike(length.clone()) * &self.scale, self.scale.nothing()])
    }

    fn coordinate(&self, i: usize) -> Linear {
        let of = |v: &Exact| v.0.get(i).cloned();
        let parts = [of(&self.from), self.along.as_ref().and_then(of)];
        Linear(parts.map(|part| part.unwrap_or_else(|| self.scale.nothing())))
    }
}

/// `c + t · v`.
struct Linear([Number; 2]);

impl Linear {
    fn times(&self, by: &Dyadic) -> Self {
        Self(self.0.each_ref().map(|part| part * &part.alike(by.clone())))
    }
}

/// `c + 2 b t + a t²`, as `[c, b, a]`.
struct Quadratic([Number; 3]);

impl Quadratic {
    fn square(Linear([c, v]): &Linear) -> Self {
        Self([c.squared(), c * v, v.squared()])
    }

    fn plus(&self, Self([p, q, r]): &Self) -> Self {
        let Self([c, b, a]) = self;
        Self([c + p, b + q, a + r])
    }

    fn minus(&self, Self([p, q, r]): &Self) -> Self {
        let Self([c, b, a]) = self;
        Self([c - p, b - q, a - r])
    }

    /// Whether it is positive at a fraction, times the square of whose denominator it is looked at.
    fn is_positive_at(&self, [n, m]: &Fraction) -> bool {
        let Self([c, b, a]) = self;
        let half = &(b * n) * m;
        (&(&(c * &m.squared()) + &(&half + &half)) + &(a * &n.squared())).sign() > 0
    }
}

/// A fraction, the denominator positive.
type Fraction = [Number; 2];

/// Whether the quadratic is not positive somewhere from 0 to 1 where no plane's height is negative.
fn is_below(round: &Quadratic, planes: &[Linear]) -> bool {
    let Quadratic([c, b, a]) = round;
    let one = c.alike(Dyadic::from(1.0));
    let (mut low, mut high): (Fraction, Fraction) =
        ([c.nothing(), one.clone()], [one.clone(), one]);
    let is_less = |[n, m]: &Fraction, [p, q]: &Fraction| (&(n * q) - &(p * m)).sign() < 0;
    for Linear([height, rise]) in planes {
        match rise.sign() {
            0 if height.sign() < 0 => return false,
            0 => {}
            // From there on, or until then.
            1 => {
                let root = [-height, rise.clone()];
                low = if is_less(&low, &root) { root } else { low };
            }
            _ => {
                let root = [height.clone(), -rise];
                high = if is_less(&root, &high) { root } else { high };
            }
        }
    }
    if is_less(&high, &low) {
        return false;
    }
    if !(round.is_positive_at(&low) && round.is_positive_at(&high)) {
        return true;
    }
    let vertex = [-b, a.clone()];
    a.sign() > 0
        && is_less(&low, &vertex)
        && is_less(&vertex, &high)
        && (&(c * a) - &b.squared()).sign() <= 0
}
