//! Casts, rays and turns of shapes that nearly touch at some time of the motion, judged as in the
//! trust suite: by exact arithmetic at the ends of the interval, and by what no point can outrun.

use clearance::{Pose, Scalar, Space, Vector};
use clearance_trust::casts::{self, Motion};
use clearance_trust::rays::{self, Target};
use clearance_trust::tally::Tally;
use clearance_trust::turns::{self, Turns, Way};
use clearance_trust::{Court, Pair, vector};

use crate::draw::Draw;
use crate::near::pair;
use crate::show::show;

pub fn run(bytes: &[u8]) {
    let mut draw = Draw::new(bytes);
    in_any_space!(of_space, draw);
}

fn of_space<V: Court>(draw: &mut Draw<'_>) {
    let pair = pair::<V>(draw);
    show(|| pair.literal());
    let tally = match draw.below(3) {
        0 => cast(draw, pair),
        1 => turn(draw, pair),
        _ => ray(draw, pair),
    };
    let untrue = tally.untrue();
    assert!(untrue.is_empty(), "{untrue:#?}");
}

/// The pair at some time of the motion; the judge wants them to be shapes in poses at its
/// start.
fn back<V: Court>(pair: Pair<V>, by: V::Space) -> Pair<V> {
    let moved = pair.moved(by);
    let is_known = clearance::check(&moved.a, &moved.at_a, &moved.b, &moved.at_b).is_ok();
    if is_known { moved } else { pair }
}

fn cast<V: Court>(draw: &mut Draw<'_>, pair: Pair<V>) -> Tally {
    let velocity = way::<V>(draw, &pair);
    let (when, last) = times(draw);
    let skin = match draw.below(8) {
        0 => pair.size() * f64::from(draw.byte()) / 1024.0,
        1 => -pair.size() * f64::from(draw.byte()) / 8192.0,
        _ => 0.0,
    };
    let pair = back(pair, velocity.to_space() * -when);
    let [last, skin] = [last, skin].map(V::Scalar::from_f64);
    let motion = Motion { pair, velocity, last, skin, sort: "drawn" };
    // Certificates and slow brackets have targets of their own.
    casts::judge_motion(&motion, 1)
}

fn turn<V: Court>(draw: &mut Draw<'_>, pair: Pair<V>) -> Tally {
    let (when, last) = times(draw);
    let mut of_body = |at: &Pose<V>| {
        let rate = f64::from(draw.byte() as i8) / 16.0;
        let mut axis = [0.0; 3].map(|_| f64::from(draw.below(5)) - 2.0);
        if V::Space::DIM == 2 || axis == [0.0; 3] {
            axis = [0.0, 0.0, 1.0];
        }
        let center = if draw.below(2) == 0 { V::from_space(V::Space::default()) } else { small(draw) };
        let to = (draw.below(4) == 0).then(|| (*at, draw.below(2) == 0));
        let spin = axis.map(|x| V::Scalar::from_f64(x * rate).to_f64());
        Way { center, velocity: small(draw), spin, to }
    };
    let ways = [of_body(&pair.at_a), of_body(&pair.at_b)];
    let still = Way { to: None, ..ways[0] };
    let at = [pair.at_a, pair.at_b];
    let mut pair = pair;
    let [a, b] = [0, 1].map(|i| {
        let steady = Way { to: None, ..if i == 0 { still } else { ways[1] } };
        V::motion(&at[i], &steady).at(V::Scalar::from_f64(-when))
    });
    if a.check().is_ok() && b.check().is_ok() {
        [pair.at_a, pair.at_b] = [a, b];
    }
    let last = V::Scalar::from_f64(if ways.iter().any(|way| way.to.is_some()) { 1.0 } else { last });
    let skin = V::Scalar::ZERO;
    turns::judge_turns(&Turns { pair, ways, last, skin, when, sort: "drawn" })
}

fn ray<V: Court>(draw: &mut Draw<'_>, pair: Pair<V>) -> Tally {
    let direction = way::<V>(draw, &pair);
    let (when, _) = times(draw);
    let pair = back(pair, direction.to_space() * -when);
    let Pair { a: shape, at_a: at, at_b, .. } = pair;
    let target = Target { shape, at, origin: at_b.translation, direction, sort: "drawn" };
    rays::judge_rays(&target, draw.word().into())
}

/// Along the normal, along the surfaces, or any way of small whole numbers.
fn way<V: Court>(draw: &mut Draw<'_>, pair: &Pair<V>) -> V {
    let normal = pair.proximity().witness().normal.to_space();
    let along = match draw.below(4) {
        0 => normal,
        1 => normal.any_perpendicular(),
        2 => normal.any_perpendicular() - normal * 10.0_f64.powi(-i32::from(draw.below(16))),
        _ => return small(draw),
    };
    let size = if pair.size().is_finite() { pair.size() } else { 1.0 };
    V::from_space(along * (size * (f64::from(draw.byte() as i8) / 32.0)))
}

fn small<V: Vector>(draw: &mut Draw<'_>) -> V {
    vector(|| f64::from(draw.byte() as i8) / 16.0)
}

/// When they nearly touch, and the end.
fn times(draw: &mut Draw<'_>) -> (f64, f64) {
    [(0.0, 1.0), (1.0, 1.0), (0.5, 1.0), (0.25, 2.0), (4.0, 8.0)][usize::from(draw.below(5))]
}
