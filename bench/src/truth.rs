//! The truth by exact rational arithmetic, which shares no code with `clearance`.

use clearance_oracle::{Bracket, Polytope, Pose, Shape, Truth, Vector, intersects, judge};

use crate::forms::{Form, Point};
use crate::pairs::{Pair, PairSet, Place};

/// The oracle's answer for a pair.
pub fn of(set: &PairSet, pair: &Pair) -> (Option<bool>, Bracket) {
    let (a, b) = (&set.pool_a[pair.a], &set.pool_b[pair.b]);
    let truth = if set.shapes.flat {
        let truth = judge(&flat(a), &flat_pose(&pair.at_a), &flat(b), &flat_pose(&pair.at_b));
        truth.map(verdict)
    } else {
        judge(&solid(a), &solid_pose(&pair.at_a), &solid(b), &solid_pose(&pair.at_b)).map(verdict)
    };
    truth.expect("shapes and poses are finite")
}

fn verdict<const N: usize>(truth: Truth<N>) -> (Option<bool>, Bracket) {
    (truth.intersects, truth.signed_distance)
}

/// The oracle takes a rotation of the plane as exact, so it gets the normalised one in `f64`: off
/// by at most this many parts of the size and of the distance from the origin.
pub(crate) const FLAT_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Judges up to `sample` pairs of a set, evenly spread; returns how many, or the first for which
/// the oracle's interval and the certified one do not meet.
pub fn check(set: &PairSet, sample: usize) -> Result<usize, String> {
    let mut judged = 0;
    for pair in spread(set, sample) {
        let (intersects, bracket) = of(set, pair);
        let slack = if set.shapes.flat { FLAT_ROUNDING * pair.size } else { 0.0 };
        let apart = bracket.lo > pair.truth + pair.gap + slack
            || bracket.hi < pair.truth - pair.gap - slack;
        if apart || intersects.is_some_and(|truth| truth != (pair.truth <= 0.0)) {
            return Err(format!(
                "{}: the oracle says {intersects:?} in {bracket:?}, clearance {} ± {}, of {:?} and {:?}, {pair:?}",
                set.shapes.name, pair.truth, pair.gap, set.pool_a[pair.a], set.pool_b[pair.b],
            ));
        }
        judged += 1;
    }
    Ok(judged)
}

/// For hulls in space, only the booleans: exact depths of large ones take minutes a pair.
pub fn check_booleans(set: &PairSet, sample: usize) -> Result<usize, String> {
    let polytope = |form: &Form, place: &Place| {
        let Form::Hull(mesh) = form else { unreachable!("not a hull: {form:?}") };
        let pose = solid_pose(place);
        let corner = |p: &Point| Some(pose.apply(&Vector::exact(p.map(f64::from))?));
        let corners: Option<Vec<_>> = mesh.vertices.iter().map(corner).collect();
        corners.and_then(Polytope::new).expect("corners are finite")
    };
    let mut judged = 0;
    for pair in spread(set, sample) {
        let a = polytope(&set.pool_a[pair.a], &pair.at_a);
        let b = polytope(&set.pool_b[pair.b], &pair.at_b);
        if intersects(&a, &b) != (pair.truth <= 0.0) {
            return Err(format!("{}: {pair:?}", set.shapes.name));
        }
        judged += 1;
    }
    Ok(judged)
}

/// At most `sample` pairs of a set, evenly spread.
fn spread(set: &PairSet, sample: usize) -> impl Iterator<Item = &Pair> {
    let step = set.pairs.len().div_ceil(sample.max(1)).max(1);
    set.pairs.iter().step_by(step).take(sample)
}

pub(crate) fn solid(form: &Form) -> Shape<3> {
    let wide = |p: Point| p.map(f64::from);
    match form {
        Form::Cuboid { half } => Shape::Box { half_extents: wide(*half) },
        Form::Ball { radius } => Shape::Ball { radius: f64::from(*radius) },
        Form::Capsule { half_height, radius } => {
            Shape::Capsule { half_height: f64::from(*half_height), radius: f64::from(*radius) }
        }
        Form::Ellipsoid { radii } => Shape::Ellipsoid { radii: wide(*radii) },
        Form::Cylinder { half_height, radius } => {
            Shape::Cylinder { half_height: f64::from(*half_height), radius: f64::from(*radius) }
        }
        Form::Cone { half_height, radius } => {
            Shape::Cone { half_height: f64::from(*half_height), radius: f64::from(*radius) }
        }
        Form::Hull(mesh) => Shape::Hull(mesh.vertices.iter().map(|p| wide(*p)).collect()),
    }
}

pub(crate) fn flat(form: &Form) -> Shape<2> {
    let wide = |[x, y, _]: Point| [x, y].map(f64::from);
    match form {
        Form::Cuboid { half } => Shape::Box { half_extents: wide(*half) },
        Form::Ball { radius } => Shape::Ball { radius: f64::from(*radius) },
        Form::Capsule { half_height, radius } => {
            Shape::Capsule { half_height: f64::from(*half_height), radius: f64::from(*radius) }
        }
        Form::Hull(mesh) => Shape::Hull(mesh.vertices.iter().map(|p| wide(*p)).collect()),
        other => unreachable!("not in the plane: {other:?}"),
    }
}

pub(crate) fn solid_pose(place: &Place) -> Pose<3> {
    Pose::from_quaternion(place.translation.map(f64::from), place.rotation.map(f64::from))
        .expect("poses are finite")
}

pub(crate) fn flat_pose(place: &Place) -> Pose<2> {
    let [x, y, _] = place.translation.map(f64::from);
    let [cos, sin, ..] = place.rotation.map(f64::from);
    let length = cos.hypot(sin);
    Pose::from_cos_sin([x, y], cos / length, sin / length).expect("poses are finite")
}
