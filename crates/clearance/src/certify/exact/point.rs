//! A point, or one that moves along a segment, beside a cylinder, cone or ellipsoid: decided for
//! every pose and every place, since no root is needed.
//!
//! Each of these solids is bounded by planes and one quadric. Along the segment the planes leave a
//! span, and on that span the quadric's polynomial has its least value at an end or, where it bends
//! upward, at its vertex. All of it is sums and products.

use alloc::vec::Vec;

use crate::math::Space;

use super::body::{Body, Core};
use super::curve::Curve;
use super::dyadic::Dyadic;
use super::number::Number;
use super::placement::{Exact, Placement};

/// Whether a point and a curved solid meet, the point in the place of A or of B; if B is drawn, at
/// some place of its way. `None` for other pairs, and where the point has a radius.
pub(super) fn meets<S: Space>(
    a: &Body<S>,
    b: &Body<S>,
    placement: &Placement,
    drawn: Option<&Exact>,
    radii: &Dyadic,
) -> Option<bool> {
    if radii.sign() != 0 {
        return None;
    }
    let only = |core: &Core<S>| match core {
        Core::Polytope(corners) if corners.count() == 1 => corners.at(0, placement),
        _ => None,
    };
    let Placement { turn_a, turn_b, offset, .. } = placement;
    let (curve, turn, from, along) = match (&a.core, &b.core) {
        (Core::Curved(curve), core) => {
            (curve, turn_a, offset.plus(&turn_b.apply(&only(core)?)), drawn.cloned())
        }
        (core, Core::Curved(curve)) => {
            (curve, turn_b, turn_a.apply(&only(core)?).minus(offset), drawn.map(Exact::negated))
        }
        _ => return None,
    };
    let line = Line {
        from: turn.apply_back(&from),
        along: along.map(|along| turn.apply_back(&along)),
        scale: placement.scale.squared(),
    };
    Some(line.meets(curve, placement))
}

/// The points `from + t · along` for `t` from 0 to 1, `scale` times as large; one point where it has
/// no direction.
struct Line {
    from: Exact,
    along: Option<Exact>,
    scale: Number,
}

/// `c + t · v`.
type Linear = [Number; 2];

/// A fraction, the denominator positive.
type Fraction = [Number; 2];

impl Line {
    fn meets<S: Space>(&self, curve: &Curve<S>, placement: &Placement) -> bool {
        let [x, y, z] = [0, 1, 2].map(|i| self.coordinate(i));
        let long = |length: f64| &placement.number(Dyadic::from(length)) * &self.scale;
        // Between two parallel planes about the origin.
        let slab = |[c, v]: &Linear, half: f64| {
            [[&long(half) + c, v.clone()], [&long(half) - c, -v]]
        };
        let sum = |[a, b]: [&Quadratic; 2]| Quadratic([0, 1, 2].map(|i| &a.0[i] + &b.0[i]));
        let less = |a: Quadratic, b: &Quadratic| Quadratic([0, 1, 2].map(|i| &a.0[i] - &b.0[i]));
        let constant = |length: f64| [long(length), self.scale.nothing()];
        let across = || sum([&Quadratic::square(&x), &Quadratic::square(&z)]);
        let times = |[c, v]: &Linear, by: f64| {
            let by = placement.number(Dyadic::from(by));
            [c * &by, v * &by]
        };
        match *curve {
            Curve::Cylinder { radius, half_height } => {
                let round = less(across(), &Quadratic::square(&constant(radius)));
                below(&round, &slab(&y, half_height))
            }
            // At height y the radius is r (h - y) / 2h; without height, r.
            Curve::Cone { radius, half_height } if half_height > 0.0 => {
                let [up, down] = slab(&y, half_height);
                let rim = Quadratic::square(&times(&down, radius));
                let doubled = [&x, &z].map(|part| times(&times(part, half_height), 2.0));
                let [p, q] = doubled.each_ref().map(Quadratic::square);
                below(&less(sum([&p, &q]), &rim), &[up, down])
            }
            Curve::Cone { radius, half_height } => {
                let round = less(across(), &Quadratic::square(&constant(radius)));
                below(&round, &slab(&y, half_height))
            }
            // Times the square of every radius that is not zero; along the others it is flat.
            Curve::Ellipsoid(radii) => {
                let radii = radii.coordinates();
                let is_flat = |i: usize| i >= S::DIM || radii.get(i) == Some(&0.0);
                let mut planes = Vec::new();
                let others = |i: usize, part: &Linear| {
                    (0..3).zip(radii).filter(|(j, _)| *j != i && !is_flat(*j)).fold(
                        part.clone(),
                        |part, (_, radius)| times(&part, radius),
                    )
                };
                let mut round = Quadratic::square(&others(3, &constant(1.0)));
                round = less(Quadratic([0; 3].map(|_| self.scale.nothing())), &round);
                for (i, part) in [&x, &y, &z].into_iter().enumerate() {
                    if is_flat(i) {
                        planes.extend(slab(part, 0.0));
                    } else {
                        round = sum([&round, &Quadratic::square(&others(i, part))]);
                    }
                }
                below(&round, &planes)
            }
        }
    }

    fn coordinate(&self, i: usize) -> Linear {
        let nothing = self.scale.nothing();
        let of = |v: &Exact| v.0.get(i).cloned().unwrap_or_else(|| nothing.clone());
        [of(&self.from), self.along.as_ref().map_or_else(|| nothing.clone(), of)]
    }
}

/// `c + 2 b t + a t²`, as `[c, b, a]`.
struct Quadratic([Number; 3]);

impl Quadratic {
    fn square([c, v]: &Linear) -> Self {
        Self([c.squared(), c * v, v.squared()])
    }

    /// Whether it is positive at a fraction, times the square of whose denominator it is looked at.
    fn is_positive_at(&self, [n, m]: &Fraction) -> bool {
        let Self([c, b, a]) = self;
        let bn = &(b * n) * m;
        let value = &(&(c * &m.squared()) + &(&bn + &bn)) + &(a * &n.squared());
        value.sign() > 0
    }
}

/// Whether the quadratic is not positive somewhere from 0 to 1 where no plane's height is negative.
fn below(round: &Quadratic, planes: &[Linear]) -> bool {
    let Quadratic([c, b, a]) = round;
    let one = c.alike(Dyadic::from(1.0));
    let (mut low, mut high): (Fraction, Fraction) =
        ([c.nothing(), one.clone()], [one.clone(), one]);
    let is_less = |[n, m]: &Fraction, [p, q]: &Fraction| (&(n * q) - &(p * m)).sign() < 0;
    for [height, rise] in planes {
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
