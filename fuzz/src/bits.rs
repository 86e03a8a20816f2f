//! Any bit patterns as shapes, poses and options: every verb returns, and none contradicts another.

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, MinkowskiSum, Point,
    Rounded, Scaled, Segment, Shape, Start, Triangle, Vector,
};
use clearance_trust::Court;

use crate::consistent::{Options, Pair, ask};
use crate::draw::Draw;
use crate::warmth::garbage;

/// How deep shapes of shapes may go.
const DEPTH: u8 = 3;
/// Points of a hull, at most. More would only make runs slower.
const POINTS: u8 = 12;

pub fn run(bytes: &[u8]) {
    let mut draw = Draw::new(bytes);
    in_any_space!(of_space, draw);
}

fn of_space<V: Court>(draw: &mut Draw<'_>) {
    let options = options(draw);
    let direction = draw.vector();
    let Some(a) = shape::<V>(draw, DEPTH) else { return };
    let Some(b) = shape::<V>(draw, DEPTH) else { return };
    let mut pose = || V::raw_pose(std::array::from_fn(|_| draw.number::<V::Scalar>()));
    let (at_a, at_b) = (pose(), pose());
    let at_b = if draw.below(4) == 1 { at_a } else { at_b };
    ask(&Pair { a, at_a, b, at_b }, &options, direction);
}

fn options<V: Vector>(draw: &mut Draw<'_>) -> Options<V> {
    let which = draw.byte();
    Options {
        cut_off: (which & 1 != 0).then(|| draw.scalar()),
        max_iterations: (which & 2 != 0).then(|| {
            let few = u32::from(draw.byte());
            if few == 255 { u32::MAX } else { few }
        }),
        start: match which >> 2 & 3 {
            0 | 1 => Start::Centers,
            2 => Start::Constant,
            _ => Start::Given(draw.vector()),
        },
        warm: if which & 16 != 0 { garbage(draw) } else { clearance::Warm::default() },
    }
}

/// A shape of any kind; `None` where a constructor refuses the numbers.
fn shape<V: Court>(draw: &mut Draw<'_>, depth: u8) -> Option<Shape<V>> {
    let kinds = if depth == 0 { 13 } else { 16 };
    Some(match draw.below(kinds) {
        0 => Point(draw.vector()).into(),
        1 => Segment::new(draw.vector(), draw.vector()).into(),
        2 => Triangle::new(draw.vector(), draw.vector(), draw.vector()).into(),
        3 => Ball::new(draw.scalar()).into(),
        4 => Capsule::new(draw.scalar(), draw.scalar()).into(),
        5 => Cuboid::new(draw.vector()).into(),
        6 => Cylinder::new(draw.scalar(), draw.scalar()).into(),
        7 => Cone::new(draw.scalar(), draw.scalar()).into(),
        8 => Ellipsoid::new(draw.vector()).into(),
        9 | 10 => {
            let count = 1 + draw.below(POINTS);
            let points: Vec<V> = (0..count).map(|_| draw.vector()).collect();
            ConvexHull::new(&points).ok()?.into()
        }
        11 => {
            let corners: [V; 8] = std::array::from_fn(|_| draw.vector());
            // The court's constructors accept no others.
            corners.iter().all(|c| clearance::Space::is_finite(c.to_space())).then_some(())?;
            V::frustum(corners)
        }
        12 => HalfSpace::new(draw.vector(), draw.scalar()).into(),
        13 => Rounded::new(shape(draw, depth - 1)?, draw.scalar()).into(),
        14 => Scaled::new(shape(draw, depth - 1)?, draw.vector()).ok()?.into(),
        _ => MinkowskiSum::new(shape(draw, depth - 1)?, shape(draw, depth - 1)?).into(),
    })
}
