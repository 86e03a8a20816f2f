//! Shapes that stand, lie and lean on a floor: exact contact of caps, sides, bases, apexes and
//! poles, at numbers that floats hold along the axis. The heights decide, whatever is curved; so
//! the library is to decide too.

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Rounded, Scalar,
    Shape, Space,
};
use clearance_oracle::Bracket;

use crate::contact::Turn;
use crate::court::{Court, Truth};
use crate::pair::Pair;
use crate::random::{Random, vector};

type Whole = [f64; 3];

fn vec<V: Court>(p: Whole) -> V {
    let mut numbers = p.into_iter();
    vector(|| numbers.next().unwrap())
}

fn scalar<V: Court>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

/// A length of few bits: sums of three are floats in both precisions.
fn length(r: &mut Random) -> f64 {
    (1 + r.below(64)) as f64 * 0.0625
}

/// A shape that rests, how it is turned to do so, and how far its lowest point is below its origin.
fn resting<V: Court>(r: &mut Random) -> (Shape<V>, Turn, f64) {
    let none = Turn::none::<V::Space>();
    // Y onto x, about z, by either of the two turns; y onto -y.
    let root = if V::Space::DIM == 2 {
        Turn::plane([0.0, 1.0])
    } else {
        Turn::space([0.0, 0.0, 1.0, 1.0])
    };
    let over = if V::Space::DIM == 2 {
        Turn::plane([-1.0, 0.0])
    } else {
        Turn::space([1.0, 0.0, 0.0, 0.0])
    };
    let (h, q) = (length(r), length(r));
    let (height, radius) = (scalar::<V>(h), scalar::<V>(q));
    match r.below(12) {
        0 | 1 => (Cylinder::new(height, radius).into(), [none, over][r.below(2) as usize], h),
        2 => (Cylinder::new(height, radius).into(), root, q),
        3 => (Cone::new(height, radius).into(), none, h),
        4 => (Cone::new(height, radius).into(), over, h),
        5 => (Ball::new(radius).into(), none, q),
        6 => (Capsule::new(height, radius).into(), none, h + q),
        7 => (Capsule::new(height, radius).into(), root, q),
        8 => {
            let e = [length(r), h, length(r)];
            (Ellipsoid::new(vec(e)).into(), none, h)
        }
        9 => (Rounded::new(Cylinder::new(height, radius).into(), radius).into(), none, h + q),
        10 => (Cuboid::new(vec([length(r), h, length(r)])).into(), none, h),
        _ => {
            // A pyramid on its tip.
            let corner = |x: f64, y: f64, z: f64| vec::<V>([x, y, z]);
            let points =
                [corner(q, h, q), corner(-q, h, q), corner(0.0, h, -q), corner(0.0, -h, 0.0)];
            (ConvexHull::new(&points).unwrap().into(), none, h)
        }
    }
}

/// How far a floor's upper face reaches from its middle at least.
const WIDE: f64 = 64.0;

/// A floor, how it is turned, and how high its upper face is over its origin.
fn floor<V: Court>(r: &mut Random) -> (Shape<V>, Turn, f64) {
    let none = Turn::none::<V::Space>();
    let h = length(r);
    match r.below(6) {
        0 | 1 => (Cuboid::new(vec([WIDE, h, WIDE])).into(), none, h),
        2 => {
            let w = 2.0 * WIDE;
            let corners = [[w, h, w], [-w, h, w], [w, h, -w], [-w, h, -w], [0.0, h - w, 0.0]];
            (ConvexHull::new(&corners.map(vec::<V>)).unwrap().into(), none, h)
        }
        3 => (Cylinder::new(scalar::<V>(h), scalar::<V>(2.0 * WIDE)).into(), none, h),
        4 => {
            // A cone's base, turned up.
            let over = if V::Space::DIM == 2 {
                Turn::plane([-1.0, 0.0])
            } else {
                Turn::space([1.0, 0.0, 0.0, 0.0])
            };
            let tall = WIDE * 4.0;
            (Cone::new(scalar::<V>(tall), scalar::<V>(2.0 * WIDE)).into(), over, tall)
        }
        _ => (HalfSpace::new(vec::<V>([0.0, 1.0, 0.0]), scalar::<V>(h)).into(), none, h),
    }
}

/// A pair in contact or an ulp beside it, what it is, and its truth.
pub fn pair<V: Court>(seed: u64) -> (Pair<V>, &'static str, Truth) {
    let r = &mut Random(seed);
    let (b, turn_b, below) = resting::<V>(r);
    let (a, turn_a, above) = floor::<V>(r);
    let part = |r: &mut Random| (r.below(65) as f64 - 32.0) * 0.5;
    // One and the same turn of the grid for both.
    let q = Turn::draw::<V::Space>(r, false);
    let home: Whole = std::array::from_fn(|_| part(r));
    let mut touching = above + below;
    let missed = r.below(3) == 0;
    if missed {
        touching = beside::<V>(r, touching);
    }
    // What is missed by an ulp stays so only where nothing is added.
    let home = if missed { [0.0; 3] } else { home };
    let offset = [part(r), touching, if V::Space::DIM == 3 { part(r) } else { 0.0 }];
    let to = q.apply(offset).map(|x| x / q.norm);
    let at_b: Whole = std::array::from_fn(|i| home[i] + to[i]);
    let off = touching - (above + below);
    let pair = Pair {
        a,
        at_a: q.after::<V::Space>(&turn_a).pose(home),
        b,
        at_b: q.after::<V::Space>(&turn_b).pose(at_b),
    };
    let truth =
        Truth { intersects: Some(off <= 0.0), signed: Bracket { lo: off, hi: off }, exact: true };
    let sort = match &pair.b {
        Shape::Cylinder(_) => "cylinder",
        Shape::Cone(_) => "cone",
        Shape::Ball(_) | Shape::Capsule(_) => "ball, capsule",
        Shape::Ellipsoid(_) => "ellipsoid",
        Shape::Rounded(_) => "rounded cylinder",
        _ => "polytope",
    };
    (pair, sort, truth)
}

fn beside<V: Court>(r: &mut Random, x: f64) -> f64 {
    let up = r.below(2) == 0;
    if V::Scalar::EPSILON > 1e-10 {
        let x = x as f32;
        f64::from(if up { x.next_up() } else { x.next_down() })
    } else if up {
        x.next_up()
    } else {
        x.next_down()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law<V: Court>() {
        let (mut exact, mut curved) = (0, 0);
        for seed in 0..200 {
            let (pair, _, truth) = pair::<V>(seed);
            let judged = pair.truth();
            let off = truth.signed.lo;
            if judged.exact {
                exact += 1;
                assert_eq!(judged.intersects, truth.intersects, "{}", pair.literal());
                assert!(judged.signed.admits(off, 0.0), "{:?} {}", judged, pair.literal());
            } else {
                curved += 1;
                let slack = 1e-13 * pair.size().min(1e4);
                assert!(judged.signed.admits(off, slack), "{off} {:?} {}", judged, pair.literal());
            }
        }
        assert!(exact > 50 && (curved > 50 || V::Space::DIM == 2), "{exact} {curved}");
    }
    crate::spaces!(the_heights_are_the_truth, law);
}
