//! Tests on samples that bounds are bounds: an answer does not show where one is too high, as long
//! as the way out is the best.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Symmetric, Xyz, sqrt};

use super::body::{Body, BodySide, BodyTouch, Kinks};
use super::quadric::Quadric;

/// Numbers from -1 to 1 that look like chance (a linear congruence, Knuth's).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        #[allow(clippy::cast_precision_loss)]
        let part = (self.0 >> 11) as f64 / (1_u64 << 53) as f64;
        2.0 * part - 1.0
    }

    fn direction(&mut self) -> Xyz {
        Xyz::new(self.next(), self.next(), self.next()).try_normalize().unwrap_or(Xyz::axis(0))
    }
}

fn value(quadric: &Quadric, u: Xyz) -> f64 {
    quadric.form.form(u, u) + quadric.linear.dot(u) + quadric.constant
}

#[test]
fn polynomials_are_below_their_bodies() {
    let bodies = [
        Body::cylinder(0.5, 1.0),
        Body::cylinder(1.0, 0.125),
        Body::cone(0.5, 1.0),
        Body::cone(1.0, 0.125),
        Body::spheroid(Xyz::axis(1), 0.5, 1.0),
        Body::spheroid(Xyz::axis(1), 1.0, 0.25),
        Body::segment(Xyz::axis(1) * 0.75),
        Body::ellipsoid(Xyz::new(0.5, 1.0, 0.75), 3),
    ];
    let chance = &mut Chance(1);
    let mut touched = 0;
    for body in &bodies {
        let all = body.side();
        for _ in 0..2000 {
            let mut number = || all.from + (all.to - all.from) * 0.5 * (chance.next() + 1.0);
            let (one, other, third) = (number(), number(), number());
            let side = BodySide { from: one.min(other), to: one.max(other) };
            let inside = third.clamp(side.from, side.to);
            let at = body.place(&side, [inside; 2], 0.1).unwrap_or(inside);
            let [least, most] = body.slopes(&side, at, 2.0);
            let slope = least + (most - least) * 0.5 * (chance.next() + 1.0);
            let press = if chance.next() > 0.0 { 1.0 } else { 0.0 };
            let mut quadric = Quadric::default();
            body.add_below(&side, BodyTouch { at, slope, press }, Kinks::Below(0.5), &mut quadric);
            let doubt = UNIT_ROUNDOFF * quadric.roundings;
            for i in 0..20 {
                let share = 0.5 * (chance.next() + 1.0);
                let y = if i == 0 { at } else { side.from + (side.to - side.from) * share };
                let u = match body {
                    Body::Ellipsoid { .. } => chance.direction(),
                    _ => Xyz::new(sqrt((1.0 - y) * (1.0 + y)), y, 0.0),
                };
                let number = body.number(u);
                if number < side.from || number > side.to {
                    continue;
                }
                let room = body.height(number) - value(&quadric, u);
                assert!(
                    room >= -doubt,
                    "{side:?} at {at} slope {slope} press {press}: {y} {room:e}"
                );
                touched += usize::from(room < 1e-12);
            }
        }
    }
    // They touch, too.
    assert!(touched > 2000, "{touched}");
}

#[test]
fn no_value_on_the_sphere_is_below_the_least() {
    let chance = &mut Chance(2);
    for _ in 0..2000 {
        let mut form = Symmetric::default();
        for _ in 0..3 {
            form.add_square(chance.next(), chance.direction());
        }
        let (linear, constant) = (chance.direction() * chance.next(), chance.next());
        let quadric = Quadric { form, linear, constant, roundings: 0.0 };
        let (least, at) = quadric.least();
        // Nowhere is it lower, and where it is attained it is no higher.
        for _ in 0..50 {
            assert!(value(&quadric, chance.direction()) >= least - 1e-14, "{quadric:?}");
        }
        let at = at.try_normalize().unwrap();
        assert!(value(&quadric, at) <= least + 1e-12, "{quadric:?} {least} {at:?}");
    }
}
