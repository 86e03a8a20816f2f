//! Shapes that nearly touch, judged by exact rational arithmetic.
//!
//! Coordinates are small whole numbers of some unit, a few roundings off now and then; hulls are
//! flat and thin; poses are equal, quarter turns, or rotations by small whole numbers; and then one
//! shape is moved, or grown, until they just meet, or miss each other by some roundings.

use clearance::{
    Ball, Capsule, ConvexHull, Cuboid, Point, Pose, Rounded, Scalar, Segment, Shape, Space,
    Triangle, Vector,
};
use clearance_trust::tally::Fault;
use clearance_trust::trial::try_cold;
use clearance_trust::{Court, Pair, ulps, vector};

use crate::draw::Draw;
use crate::show::show;

/// Points of a hull, at most: the exact judge's time grows with the product of both.
const POINTS: u8 = 6;

pub fn run(bytes: &[u8]) {
    let mut draw = Draw::new(bytes);
    in_any_space!(of_space, draw);
}

fn of_space<V: Court>(draw: &mut Draw<'_>) {
    let pair = pair::<V>(draw);
    show(|| pair.literal());
    let tally = try_cold(&pair);
    let untrue = tally.untrue();
    assert!(untrue.is_empty(), "{untrue:#?}");
    // All of these must be decided; only contact that the judge cannot decide may stay open.
    if tally.count(Fault::Undecided) > 0 {
        assert_eq!(pair.truth().intersects, None, "{:#?}", tally.finds);
    }
}

pub(crate) fn pair<V: Court>(draw: &mut Draw<'_>) -> Pair<V> {
    let grid = Grid::new::<V>(draw);
    let a = grid.shape::<V>(draw);
    let at_a = grid.pose::<V>(draw);
    let alike = draw.byte();
    let b = if alike & 1 == 0 { grid.shape::<V>(draw) } else { a.clone() };
    let mut at_b = grid.pose::<V>(draw);
    if alike & 2 != 0 {
        at_b.rotation = at_a.rotation;
    }
    let mut pair = Pair { a, at_a, b, at_b };
    let way = draw.below(6);
    let steps = i64::from(draw.byte() as i8) / 16;
    match way {
        0 | 1 => move_to_contact(&mut pair, steps),
        2 => grow_to_contact(&mut pair, steps),
        3 => {
            move_to_contact(&mut pair, 0);
            move_far_off(&mut pair, draw);
        }
        _ => {}
    }
    pair
}

/// Along the normal of the answer, and then some neighbours of the last coordinate on.
fn move_to_contact<V: Court>(pair: &mut Pair<V>, steps: i64) {
    for _ in 0..2 {
        let answer = pair.proximity();
        let step = answer.witness().normal.to_space() * -answer.signed_distance().to_f64();
        pair.at_b.translation = V::from_space(pair.at_b.translation.to_space() + step);
    }
    let to = pair.at_b.translation.to_space();
    let mut i = 0;
    pair.at_b.translation = vector(|| {
        i += 1;
        ulps::<V::Scalar>(to.coordinate(i - 1), if i == 1 { steps } else { 0 })
    });
}

/// Gives B the radius that just reaches A, and then some.
fn grow_to_contact<V: Court>(pair: &mut Pair<V>, steps: i64) {
    let distance = pair.proximity().signed_distance().to_f64();
    if distance <= 0.0 || !distance.is_finite() {
        return;
    }
    let radius = |own: f64| V::Scalar::from_f64(ulps::<V::Scalar>(own + distance, steps).max(0.0));
    pair.b = match &pair.b {
        Shape::Ball(ball) => Ball::new(radius(ball.radius.to_f64())).into(),
        Shape::Capsule(c) => Capsule::new(c.half_height, radius(c.radius.to_f64())).into(),
        Shape::Rounded(r) => Rounded::new(r.inner.clone(), radius(r.radius.to_f64())).into(),
        other => Rounded::new(other.clone(), radius(0.0)).into(),
    };
}

fn move_far_off<V: Court>(pair: &mut Pair<V>, draw: &mut Draw<'_>) {
    let far: V::Space = vector::<V>(|| f64::from(draw.byte() as i8) * 1024.0).to_space();
    for at in [&mut pair.at_a, &mut pair.at_b] {
        at.translation = V::from_space(at.translation.to_space() + far);
    }
}

/// The unit of which this pair's lengths are multiples.
struct Grid {
    unit: f64,
    /// Along each axis; small ones make plates and needles.
    squeeze: [f64; 3],
}

/// A quaternion of whole numbers; in the plane the square of a complex number of them, whose length
/// is rational too. The judge then knows the rotation exactly.
fn rational<V: Vector>([x, y, z, w]: [f64; 4]) -> [f64; 4] {
    if V::Space::DIM == 2 { [x * x - y * y, 2.0 * x * y, 0.0, 0.0] } else { [x, y, z, w] }
}

impl Grid {
    fn new<V: Court>(draw: &mut Draw<'_>) -> Self {
        const UNITS: [f64; 8] = [1.0, 0.5, 0.1, 1.0 / 3.0, 1e-3, 1e3, 0.7, 1e-7];
        let unit = UNITS[usize::from(draw.below(8))];
        let mut squeeze = [1.0; 3];
        let thin = draw.byte();
        if thin & 3 == 3 {
            let most = if V::Scalar::EPSILON > 1e-10 { 6 } else { 12 };
            squeeze[usize::from(thin >> 2) % 3] = 10.0_f64.powi(-i32::from(draw.below(most)));
        }
        Self { unit, squeeze }
    }

    /// A multiple of the unit; one time in eight a few roundings off.
    fn number<V: Vector>(&self, draw: &mut Draw<'_>) -> f64 {
        let byte = draw.byte();
        let x = V::Scalar::from_f64(f64::from((byte & 15) as i8 - 8) * self.unit).to_f64();
        if byte >> 5 == 7 { ulps::<V::Scalar>(x, i64::from(byte >> 3 & 3) - 1) } else { x }
    }

    fn length<V: Vector>(&self, draw: &mut Draw<'_>) -> V::Scalar {
        V::Scalar::from_f64(self.number::<V>(draw).abs())
    }

    fn point<V: Vector>(&self, draw: &mut Draw<'_>) -> V {
        let mut squeeze = self.squeeze.into_iter();
        vector(|| self.number::<V>(draw) * squeeze.next().unwrap_or(1.0))
    }

    fn shape<V: Court>(&self, draw: &mut Draw<'_>) -> Shape<V> {
        let hull = |draw: &mut Draw<'_>| -> Shape<V> {
            let count = 1 + draw.below(POINTS);
            let points: Vec<V> = (0..count).map(|_| self.point(draw)).collect();
            ConvexHull::new(&points).expect("finite points").into()
        };
        match draw.below(12) {
            0 => Point(self.point(draw)).into(),
            1 => Segment::new(self.point(draw), self.point(draw)).into(),
            2 => Triangle::new(self.point(draw), self.point(draw), self.point(draw)).into(),
            3 => Ball::new(self.length::<V>(draw)).into(),
            4 => Capsule::new(self.length::<V>(draw), self.length::<V>(draw)).into(),
            5 | 6 => {
                let extents = self.point::<V>(draw).to_space().map(f64::abs);
                Cuboid::new(V::from_space(extents)).into()
            }
            7 => Rounded::new(hull(draw), self.length::<V>(draw)).into(),
            8 => {
                let segment = Segment::new(self.point(draw), self.point(draw));
                Rounded::new(segment.into(), self.length::<V>(draw)).into()
            }
            _ => hull(draw),
        }
    }

    fn pose<V: Court>(&self, draw: &mut Draw<'_>) -> Pose<V> {
        let translation = self.point::<V>(draw);
        let whole =
            |draw: &mut Draw<'_>, most: u8| f64::from(draw.below(2 * most + 1)) - f64::from(most);
        let mut rotation = match draw.below(6) {
            0 | 1 => return Pose::from_translation(translation),
            // Quarter and half turns, thirds about a diagonal.
            2 => rational::<V>([0; 4].map(|_| whole(draw, 1))),
            3 | 4 => rational::<V>([0; 4].map(|_| whole(draw, 4))),
            // Hardly turned: faces nearly parallel.
            _ => {
                let tiny = 10.0_f64.powi(-i32::from(draw.below(17)));
                let [x, y, z] = [0; 3].map(|_| whole(draw, 4) * tiny);
                if V::Space::DIM == 2 { [1.0, x, 0.0, 0.0] } else { [x, y, z, 1.0] }
            }
        };
        if rotation.iter().take(if V::Space::DIM == 2 { 2 } else { 4 }).all(|x| *x == 0.0) {
            rotation[0] = 1.0;
        }
        let mut numbers = [0.0; 7];
        for (i, number) in numbers.iter_mut().enumerate() {
            *number = match i.checked_sub(V::Space::DIM) {
                None => translation.to_space().coordinate(i),
                Some(j) => rotation.get(j).copied().unwrap_or(0.0),
            };
        }
        V::raw_pose(numbers)
    }
}
