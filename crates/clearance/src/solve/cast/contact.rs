//! Proofs that the shapes have touched, by points of the difference that a search found on its way.
//!
//! In the difference's frame B's motion moves the origin by `δ · v`, and a simplex of points of the
//! difference stays where it is. Two proofs, neither of which needs a support point:
//!
//! * sharp cores: the ray passes through the inside of the simplex, an edge in the plane or a
//!   triangle in space;
//! * round ones: at `δ` the simplex is nearer than the radii.

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Xyz, larger};
use crate::solve::difference::Vertex;
use crate::solve::polytope::Expand;
use crate::solve::simplex::Working;

use super::advance::{RATE, Stand, Touch, speed_above};

/// The way between points shows a direction no worse than the plane does where it is this part of
/// the simplex, whose rounding turns it.
const SHOWS: f64 = 0.01;

/// The time from now by which the cores have touched at the latest, and where. `ahead` is the time
/// before which they have not, `closing` how fast they approach the plane that proves it, `room`
/// how far the caller lets them.
pub(super) fn crossing<S: Expand>(
    stand: &Stand<S>,
    velocity: S,
    ahead: f64,
    (target, error): (f64, f64),
    closing: f64,
    room: f64,
) -> Option<(f64, Touch<S>)> {
    if target < 0.0 {
        return None;
    }
    let normal = stand.signed.normal;
    let Some(run) = &stand.run else {
        return through_boundary(stand, velocity, (target, error), closing);
    };
    if target > 0.0 {
        let ahead = ahead + room / closing;
        return near_enough(run.vertices(), velocity, ahead, (target, error), closing, normal);
    }
    let [p, q, r] = match (S::DIM, run.vertices()) {
        (2, [p, q]) => [p, q, q],
        (3, [p, q, r]) => [p, q, r],
        _ => return None,
    };
    let (late, touch) = through([p, q, r], velocity, error, normal)?;
    // The weights of slivers, which curved shapes leave, are not as good as the nearest points are
    // where little is left of the way.
    let apart = |touch: &Touch<S>| (touch.on_b - touch.on_a).length();
    let signed = &stand.signed;
    let (on_a, on_b) = (signed.on_a, signed.on_b + velocity * late);
    let nearest = Touch { on_a, on_b, normal };
    Some((late, if apart(&nearest) < apart(&touch) { nearest } else { touch }))
}

/// When the body's lowest point has passed a boundary that it approaches, whatever else is there.
fn through_boundary<S: Expand>(
    stand: &Stand<S>,
    velocity: S,
    (target, error): (f64, f64),
    closing: f64,
) -> Option<(f64, Touch<S>)> {
    let signed = &stand.signed;
    let at_least = closing - 2.0 * RATE * UNIT_ROUNDOFF * speed_above(velocity);
    let late = (signed.upper - target + error) / at_least;
    let between = signed.normal * target;
    let (on_a, on_b) = if stand.follows_b {
        let on_b = signed.on_b + velocity * late;
        (on_b - between, on_b)
    } else {
        (signed.on_a, signed.on_a + between)
    };
    let touch = Touch { on_a, on_b, normal: signed.normal };
    (at_least > 0.0 && late.is_finite()).then_some((late, touch))
}

/// Whether a simplex comes nearer than `target` a little after `ahead`: then they have touched.
///
/// The simplex's points are points of the difference but for `error`, by which the target is
/// reduced; the velocity is turned, which costs `24 u` of the way, and the foot rounds by `32 u` of
/// it.
fn near_enough<S: Expand>(
    vertices: &[Vertex<S>],
    velocity: S,
    ahead: f64,
    (target, error): (f64, f64),
    closing: f64,
    normal: S,
) -> Option<(f64, Touch<S>)> {
    let longest = vertices.iter().map(|v| v.point.max_abs()).fold(0.0, larger);
    let rounding = 128.0 * UNIT_ROUNDOFF * longest;
    let late = ahead + 4.0 * (error + rounding) / closing;
    let mut moved = Working::new();
    for vertex in vertices {
        moved.push(Vertex { point: vertex.point - velocity * late, exact: false, ..*vertex });
    }
    let foot = moved.foot();
    moved.keep(&foot);
    let (on_a, on_b) = moved.witnesses(&foot);
    let between = on_b - on_a;
    let length = between.length();
    let is_near = length + 2.0 * error + rounding <= target;
    let normal =
        if length > SHOWS * longest { between.try_normalize().unwrap_or(normal) } else { normal };
    is_near.then_some((late, Touch { on_a, on_b, normal }))
}

/// When the ray passes through an edge of the plane or a triangle of space, if it surely does.
///
/// With `p`, `q`, `r` seen from the ray's beginning, the point `δ v` in their plane has weights in
/// proportion to the volumes `v · (q × r)`, `v · (r × p)`, `v · (p × q)`. Let no vertex be off by
/// more than `e`, nor be farther than `L`; turning `v` costs `24 u |v|`. A volume is then off by
/// less than `|v| L (2 e + e²/L + 24 u L)` and rounded by `8 u |v| L²`: with all three farther from
/// zero than `4 |v| L (e + 32 u L)`, and of one sign, the exact ray passes through the exact
/// triangle. It does so no later than `e / |n · v|` times the length of the normal `n` after the
/// computed time, since the point of the computed triangle with the same weights is no farther than
/// `e`. In the plane, the same with areas.
fn through<S: Expand>(
    [p, q, r]: [&Vertex<S>; 3],
    velocity: S,
    error: f64,
    along: S,
) -> Option<(f64, Touch<S>)> {
    let space = |s: S| {
        let [x, y, z] = s.coordinates();
        Xyz::new(x, y, z)
    };
    let (a, b, c) = (space(p.point), space(q.point), space(r.point));
    let v = space(velocity);
    let speed = speed_above(velocity);
    let longest = larger(larger(p.point.length(), q.point.length()), r.point.length());
    let off = error + 32.0 * UNIT_ROUNDOFF * longest;
    let up = Xyz::new(0.0, 0.0, 1.0);
    let (weights, normal, edge, margin) = if S::DIM == 2 {
        let edge = b - a;
        let weights = [v.cross(b).dot(up), a.cross(v).dot(up), 0.0];
        (weights, up.cross(edge), edge.length(), 2.0 * speed * off)
    } else {
        let (e, f) = (b - a, c - a);
        let weights = [b.cross(c).dot(v), c.cross(a).dot(v), a.cross(b).dot(v)];
        (weights, e.cross(f), larger(e.length(), f.length()), 4.0 * speed * longest * off)
    };
    let of_corners = weights.iter().take(S::DIM);
    let passes =
        of_corners.clone().all(|w| *w > margin) || of_corners.clone().all(|w| *w < -margin);
    if !passes {
        return None;
    }
    let rise = normal.dot(v);
    let time = normal.dot(a) / rise;
    // The normal's own rounding, in space a product of edges, moves the plane and its slope.
    let of_normal = if S::DIM == 2 { edge } else { edge * edge };
    let late = (2.0 * normal.length() * off
        + 16.0 * UNIT_ROUNDOFF * of_normal * (longest + speed * time.abs()))
        / rise.abs();
    let sum: f64 = weights.iter().sum();
    let share = weights.map(|w| w / sum);
    let weighted = |[a, b, c]: [S; 3]| a * share[0] + b * share[1] + c * share[2];
    let on_a = weighted([p, q, r].map(|vertex| vertex.on_a));
    let on_b = weighted([p, q, r].map(Vertex::on_b)) + velocity * time;
    let late = time + late;
    (late >= 0.0 && late.is_finite()).then_some((late, Touch { on_a, on_b, normal: along }))
}
