//! From pairs to columns: which kernel judges a pair, and the numbers it needs.

use crate::math::{Rotation, Scalar, Space, Vector, sqrt};
use crate::shape::{Primitive, SupportMap};

use super::lanes::Queue;
use super::lanes::box_axis::Boxes;
use super::lanes::numbers::Questions;
use super::lanes::{
    balls, box_ball, box_ball_gap, box_depth, boxes, rectangles, segment_gap, segments,
};
use super::pairs::Pair;

/// One queue a kernel.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    pub(super) boxes: Queue<{ boxes::COLUMNS }>,
    pub(super) rectangles: Queue<{ rectangles::COLUMNS }>,
    pub(super) box_ball: Queue<{ box_ball::COLUMNS }>,
    pub(super) segments: Queue<{ segments::COLUMNS }>,
    pub(super) balls: Queue<{ balls::COLUMNS }>,
}

impl Queues {
    pub(super) const fn new() -> Self {
        Self {
            boxes: Queue::new(),
            rectangles: Queue::new(),
            box_ball: Queue::new(),
            segments: Queue::new(),
            balls: Queue::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.boxes.clear();
        self.rectangles.clear();
        self.box_ball.clear();
        self.segments.clear();
        self.balls.clear();
    }

    /// Puts a pair in its queue. One about which the single query knows nothing gets an offset of
    /// NaN, so that no lane decides it.
    #[inline(always)]
    pub(super) fn push<V, A, B>(&mut self, origin: usize, pair: &Pair<'_, V, A, B>)
    where
        V: Vector,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        use Primitive::{Cuboid, Point};
        let Pair { a, pose_a, b, pose_b } = pair;
        let (radius_a, radius_b) = (a.radius_f64(), b.radius_f64());
        let (from, to) = (pose_a.translation.to_space(), pose_b.translation.to_space());
        let offset = to - from;
        let (turn_a, turn_b) = (pose_a.rotation, pose_b.rotation);
        if let (Cuboid(half_a), Cuboid(half_b), 3) = (a.primitive(), b.primitive(), V::Space::DIM) {
            // The lanes check themselves what their reach would show.
            let radii =
                if radius_a >= 0.0 && radius_b >= 0.0 { radius_a + radius_b } else { f64::NAN };
            let ([ax, ay, az], [bx, by, bz]) = (three(half_a), three(half_b));
            let [p, q, r, s] = turn_a.components().map(narrow);
            let [t, u, v, w] = turn_b.components().map(narrow);
            let [x, y, z] = three(offset);
            let radii = narrow(radii);
            let row = [ax, ay, az, bx, by, bz, p, q, r, s, t, u, v, w, x, y, z, radii];
            self.boxes.push(origin, row);
            return;
        }
        let reach = a.reach() + b.reach();
        let known = reach < f64::INFINITY && radius_a >= 0.0 && radius_b >= 0.0;
        let offset = if known { offset } else { V::Space::splat(f64::NAN) };
        let radii = narrow(radius_a + radius_b);
        match (a.primitive(), b.primitive()) {
            (Cuboid(half_a), Cuboid(half_b)) => {
                let ([ax, ay, _], [bx, by, _], [x, y, _]) =
                    (three(half_a), three(half_b), three(offset));
                let [cos_a, sin_a, ..] = turn_a.components().map(narrow);
                let [cos_b, sin_b, ..] = turn_b.components().map(narrow);
                let row = [ax, ay, bx, by, cos_a, sin_a, cos_b, sin_b, x, y, radii];
                self.rectangles.push(origin, row);
            }
            (Cuboid(half), Point(p)) if p == V::Space::default() => {
                self.box_ball.push(origin, box_ball_row(half, turn_a, offset, radii, turn_b));
            }
            (Point(p), Cuboid(half)) if p == V::Space::default() => {
                self.box_ball.push(origin, box_ball_row(half, turn_b, -offset, radii, turn_a));
            }
            (core_a, core_b) => {
                let (Some([p_a, q_a]), Some([p_b, q_b])) = (core_a.ends(), core_b.ends()) else {
                    // Rotations do not matter to balls, but an invalid rotation makes the pair
                    // invalid.
                    let turned = turn_a.turns() && turn_b.turns();
                    let [x, y, z] = three(if turned { offset } else { V::Space::splat(f64::NAN) });
                    let reach = narrow(reach + (radius_a + radius_b));
                    self.balls.push(origin, [x, y, z, reach]);
                    return;
                };
                let ([acx, acy, acz], [adx, ady, adz]) = middle_and_way(p_a, q_a);
                let ([bcx, bcy, bcz], [bdx, bdy, bdz]) = middle_and_way(p_b, q_b);
                let ([ax, ay, az, aw], [bx, by, bz, bw]) = (quaternion(turn_a), quaternion(turn_b));
                let [x, y, z] = three(offset);
                let row = [
                    acx, acy, acz, adx, ady, adz, ax, ay, az, aw, bcx, bcy, bcz, bdx, bdy, bdz, bx,
                    by, bz, bw, x, y, z, radii,
                ];
                self.segments.push(origin, row);
            }
        }
    }
}

/// Puts two boxes of space without radii in the queue that judges both sides and depths; returns
/// whether it did.
#[inline(always)]
pub(super) fn push_boxes<V, A, B>(
    boxes: &mut Boxes<V::Scalar>,
    origin: usize,
    pair: &Pair<'_, V, A, B>,
) -> bool
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    use Primitive::Cuboid;
    let Pair { a, pose_a, b, pose_b } = pair;
    let (Cuboid(half_a), Cuboid(half_b)) = (a.primitive(), b.primitive()) else { return false };
    let is_plain = |radius: f64, rounding: f64| radius == 0.0 && rounding == 0.0;
    if V::Space::DIM != 3
        || !is_plain(a.radius_f64(), a.rounding())
        || !is_plain(b.radius_f64(), b.rounding())
    {
        return false;
    }
    let own = |p: V::Space| p.coordinates().map(V::Scalar::from_f64);
    let ([ax, ay, az], [bx, by, bz]) = (own(half_a), own(half_b));
    // Half extents of a scaled box may be more than the caller's precision holds.
    if V::from_space(half_a).to_space() != half_a || V::from_space(half_b).to_space() != half_b {
        return false;
    }
    let [p, q, r, s] = pose_a.rotation.components().map(V::Scalar::from_f64);
    let [t, u, v, w] = pose_b.rotation.components().map(V::Scalar::from_f64);
    let [ox, oy, oz] = own(pose_a.translation.to_space());
    let [tx, ty, tz] = own(pose_b.translation.to_space());
    let row = [ax, ay, az, bx, by, bz, p, q, r, s, t, u, v, w, ox, oy, oz, tx, ty, tz];
    boxes.push(origin, row);
    true
}

/// One queue a kernel that gives numbers.
#[derive(Clone, Debug)]
pub(super) struct NumberQueues {
    pub(super) box_depth: Questions<{ box_depth::COLUMNS }>,
    pub(super) box_ball: Questions<{ box_ball_gap::COLUMNS }>,
    pub(super) segments: Questions<{ segment_gap::COLUMNS }>,
}

impl NumberQueues {
    pub(super) const fn new() -> Self {
        Self { box_depth: Questions::new(), box_ball: Questions::new(), segments: Questions::new() }
    }

    pub(super) fn clear(&mut self) {
        self.box_depth.clear();
        self.box_ball.clear();
        self.segments.clear();
    }

    /// Puts a pair in its queue, if there is a kernel for it; returns whether there is. Two boxes
    /// are for [`push_boxes`].
    #[inline(always)]
    pub(super) fn push<V, A, B>(&mut self, origin: usize, pair: &Pair<'_, V, A, B>) -> bool
    where
        V: Vector,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        use Primitive::{Cuboid, Point};
        let Pair { a, pose_a, b, pose_b } = pair;
        let (radius_a, radius_b) = (a.radius_f64(), b.radius_f64());
        let is_exact = a.rounding() == 0.0 && b.rounding() == 0.0;
        let known = a.reach() + b.reach() < f64::INFINITY && radius_a >= 0.0 && radius_b >= 0.0;
        if V::Space::DIM != 3 || !(is_exact && known) {
            return false;
        }
        let (from, to) = (pose_a.translation.to_space(), pose_b.translation.to_space());
        let [ox, oy, oz] = from.coordinates();
        let [dx, dy, dz] = (to - from).coordinates();
        let [ap, aq, ar, aw] = pose_a.rotation.components();
        let [bp, bq, br, bw] = pose_b.rotation.components();
        match (a.primitive(), b.primitive()) {
            (Cuboid(half), Point(p)) if p == V::Space::default() && pose_b.rotation.turns() => {
                let [hx, hy, hz] = half.coordinates();
                let row =
                    [hx, hy, hz, ap, aq, ar, aw, dx, dy, dz, radius_a, radius_b, ox, oy, oz, 1.0];
                self.box_ball.push(origin, row);
            }
            (Point(p), Cuboid(half)) if p == V::Space::default() && pose_a.rotation.turns() => {
                let [hx, hy, hz] = half.coordinates();
                let [ox, oy, oz] = to.coordinates();
                let row = [
                    hx, hy, hz, bp, bq, br, bw, -dx, -dy, -dz, radius_b, radius_a, ox, oy, oz, -1.0,
                ];
                self.box_ball.push(origin, row);
            }
            (core_a, core_b) => {
                let (Some(ends_a), Some(ends_b)) = (core_a.ends(), core_b.ends()) else {
                    return false;
                };
                let middle_and_way = |[p, q]: [V::Space; 2]| ((p + q) * 0.5, (q - p) * 0.5);
                let ((mid_a, way_a), (mid_b, way_b)) =
                    (middle_and_way(ends_a), middle_and_way(ends_b));
                let ([acx, acy, acz], [adx, ady, adz]) = (mid_a.coordinates(), way_a.coordinates());
                let ([bcx, bcy, bcz], [bdx, bdy, bdz]) = (mid_b.coordinates(), way_b.coordinates());
                let row = [
                    acx, acy, acz, adx, ady, adz, ap, aq, ar, aw, radius_a, bcx, bcy, bcz, bdx,
                    bdy, bdz, bp, bq, br, bw, radius_b, dx, dy, dz, ox, oy, oz,
                ];
                self.segments.push(origin, row);
            }
        }
        true
    }
}

/// Rounds to nearest, which the lanes' bounds allow for; beyond the range of `f32` it is infinite,
/// which no lane decides.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)]
fn narrow(x: f64) -> f32 {
    x as f32
}

/// The coordinates; the plane's third is 0.
#[inline(always)]
fn three<S: Space>(p: S) -> [f32; 3] {
    p.coordinates().map(narrow)
}

#[inline(always)]
fn middle_and_way<S: Space>(p: S, q: S) -> ([f32; 3], [f32; 3]) {
    (three((p + q) * 0.5), three((q - p) * 0.5))
}

#[inline(always)]
fn box_ball_row<T: Scalar, S: Space, R: Rotation<T, S>>(
    half: S,
    turn: R,
    offset: S,
    radii: f32,
    of_ball: R,
) -> [f32; box_ball::COLUMNS] {
    let ([hx, hy, hz], [qx, qy, qz, qw]) = (three(half), quaternion(turn));
    // A ball's rotation does not matter, but it must be valid.
    let [x, y, z] = three(if of_ball.turns() { offset } else { S::splat(f64::NAN) });
    // A rectangle extends infinitely across the plane, so that its thickness decides nothing.
    let hz = if S::DIM == 3 { hz } else { hx + hy + x.abs() + y.abs() + radii };
    [hx, hy, hz, qx, qy, qz, qw, x, y, z, radii]
}

/// A quaternion of any length. In the plane that about z: `(sin, L + cos)` and `(L - cos, sin)`
/// have half the angle of `(cos, sin)` of length `L`, and one of the sums is free of cancellation.
#[inline(always)]
fn quaternion<T: Scalar, S: Space, R: Rotation<T, S>>(rotation: R) -> [f32; 4] {
    let components = rotation.components();
    if S::DIM == 3 {
        return components.map(narrow);
    }
    let [cos, sin, ..] = components;
    let length = sqrt(cos * cos + sin * sin);
    let (z, w) = if cos > 0.0 { (sin, length + cos) } else { (length - cos, sin) };
    [0.0, 0.0, narrow(z), narrow(w)]
}
