//! Shapes that stand, lie and lean on a floor: exact contact of caps, sides, bases, apexes and
//! poles, at numbers that floats hold along the axis. The heights decide, whatever is curved; so
//! the library must decide too.

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

/// The area in which a shape touches what it rests on: a rectangle about its axis, grown by a disc.
#[derive(Clone, Copy)]
struct Patch {
    half: [f64; 2],
    radius: f64,
}

const TIP: Patch = Patch { half: [0.0; 2], radius: 0.0 };

const fn disc(radius: f64) -> Patch {
    Patch { half: [0.0; 2], radius }
}

const fn rectangle(x: f64, z: f64) -> Patch {
    Patch { half: [x, z], radius: 0.0 }
}

impl Patch {
    /// Whether one meets another that is this far aside, in more than a point.
    fn overlaps(&self, other: &Self, aside: [f64; 2]) -> bool {
        let beyond = |i: usize| (aside[i].abs() - self.half[i] - other.half[i]).max(0.0);
        let (x, z, radius) = (beyond(0), beyond(1), self.radius + other.radius);
        let within = |i: usize| aside[i].abs() < self.half[i] + other.half[i];
        x * x + z * z < radius * radius || within(0) && within(1)
    }
}

/// A shape with a side down.
struct Resting<V: Court> {
    shape: Shape<V>,
    turn: Turn,
    /// From the origin to that side.
    height: f64,
    patch: Patch,
}

/// Upside down, and on its side: y onto x, about z.
fn turns<S: Space>() -> [Turn; 2] {
    if S::DIM == 2 {
        [Turn::plane([-1.0, 0.0]), Turn::plane([0.0, 1.0])]
    } else {
        [Turn::space([1.0, 0.0, 0.0, 0.0]), Turn::space([0.0, 0.0, 1.0, 1.0])]
    }
}

/// A shape that rests on its lower side.
fn resting<V: Court>(r: &mut Random) -> Resting<V> {
    let none = Turn::none::<V::Space>();
    let [over, aside] = turns::<V::Space>();
    let (h, q) = (length(r), length(r));
    let (height, radius) = (scalar::<V>(h), scalar::<V>(q));
    let (shape, turn, height, patch): (Shape<V>, _, _, _) = match r.below(12) {
        0 | 1 => {
            (Cylinder::new(height, radius).into(), [none, over][r.below(2) as usize], h, disc(q))
        }
        2 => (Cylinder::new(height, radius).into(), aside, q, rectangle(h, 0.0)),
        3 => (Cone::new(height, radius).into(), none, h, disc(q)),
        4 => (Cone::new(height, radius).into(), over, h, TIP),
        5 => (Ball::new(radius).into(), none, q, TIP),
        6 => (Capsule::new(height, radius).into(), none, h + q, TIP),
        7 => (Capsule::new(height, radius).into(), aside, q, rectangle(h, 0.0)),
        8 => {
            let e = [length(r), h, length(r)];
            (Ellipsoid::new(vec(e)).into(), none, h, TIP)
        }
        9 => {
            let core = Cylinder::new(height, radius).into();
            (Rounded::new(core, radius).into(), none, h + q, disc(q))
        }
        10 => {
            let [x, z] = [length(r), length(r)];
            (Cuboid::new(vec([x, h, z])).into(), none, h, rectangle(x, z))
        }
        _ => {
            // A pyramid on its tip.
            let corner = |x: f64, y: f64, z: f64| vec::<V>([x, y, z]);
            let points =
                [corner(q, h, q), corner(-q, h, q), corner(0.0, h, -q), corner(0.0, -h, 0.0)];
            (ConvexHull::new(&points).unwrap().into(), none, h, TIP)
        }
    };
    Resting { shape, turn, height, patch }
}

/// A floor, with its upper side up: of another size than what rests on it, or of about the same.
fn floor<V: Court>(r: &mut Random) -> Resting<V> {
    let none = Turn::none::<V::Space>();
    let (h, w) = (length(r), if r.below(2) == 0 { 128.0 } else { length(r) });
    let (shape, turn, height, patch): (Shape<V>, _, _, _) = match r.below(6) {
        0 | 1 => (Cuboid::new(vec([w, h, w])).into(), none, h, rectangle(w, w)),
        2 => {
            let corners = [[w, h, w], [-w, h, w], [w, h, -w], [-w, h, -w], [0.0, h - w, 0.0]];
            let hull = ConvexHull::new(&corners.map(vec::<V>)).unwrap();
            (hull.into(), none, h, rectangle(w, w))
        }
        3 => (Cylinder::new(scalar::<V>(h), scalar::<V>(w)).into(), none, h, disc(w)),
        4 => {
            // A cone's base, turned up.
            let [over, _] = turns::<V::Space>();
            (Cone::new(scalar::<V>(2.0 * w), scalar::<V>(w)).into(), over, 2.0 * w, disc(w))
        }
        _ => {
            let wall = HalfSpace::new(vec::<V>([0.0, 1.0, 0.0]), scalar::<V>(h));
            (wall.into(), none, h, disc(f64::INFINITY))
        }
    };
    Resting { shape, turn, height, patch }
}

/// A pair in contact or an ulp beside it, what it is, and its truth.
pub fn pair<V: Court>(seed: u64) -> (Pair<V>, &'static str, Truth) {
    let r = &mut Random(seed);
    let b = resting::<V>(r);
    let a = floor::<V>(r);
    let part = |r: &mut Random| (r.below(65) as f64 - 32.0) * 0.5;
    // The same turn of the grid for both.
    let q = Turn::draw::<V::Space>(r, false);
    let home: Whole = std::array::from_fn(|_| part(r));
    let level = a.height + b.height;
    let mut touching = level;
    let missed = r.below(3) == 0;
    if missed {
        touching = beside::<V>(r, touching);
    }
    // A miss by an ulp stays one only where nothing is added.
    let home = if missed { [0.0; 3] } else { home };
    let mut aside = [part(r), if V::Space::DIM == 3 { part(r) } else { 0.0 }];
    // Nearer until the two are one above the other, by more than a point: often over the edge.
    while !a.patch.overlaps(&b.patch, aside) && aside != [0.0; 2] {
        aside = aside.map(|x| (x * 8.0).trunc() * 0.0625);
    }
    let to = q.apply([aside[0], touching, aside[1]]).map(|x| x / q.norm);
    let at_b: Whole = std::array::from_fn(|i| home[i] + to[i]);
    let off = touching - level;
    let pair = Pair {
        a: a.shape,
        at_a: q.after::<V::Space>(&a.turn).pose(home),
        b: b.shape,
        at_b: q.after::<V::Space>(&b.turn).pose(at_b),
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
