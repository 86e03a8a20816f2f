//! From pairs to columns: which kernel judges a pair, and the numbers it needs.

use crate::math::{Rotation, Scalar, Space, Vector, sqrt};
use crate::shape::{Primitive, SupportMap};

use super::lanes::balls::BallPair;
use super::lanes::box_axis::{Boxes, PlacedBoxes};
use super::lanes::box_ball::BoxBall;
use super::lanes::box_ball_gap::PlacedBoxBall;
use super::lanes::boxes::BoxPair;
use super::lanes::numbers::{Found, Wide};
use super::lanes::rectangles::RectanglePair;
use super::lanes::rows::Queue;
use super::lanes::segment_gap::PlacedSegments;
use super::lanes::segments::SegmentPair;
use super::lanes::{Column, Verdicts};
use super::pairs::Pair;

/// One queue a kernel.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    pub(super) boxes: Queue<BoxPair<Column>, Verdicts>,
    pub(super) rectangles: Queue<RectanglePair<Column>, Verdicts>,
    pub(super) box_ball: Queue<BoxBall<Column>, Verdicts>,
    pub(super) segments: Queue<SegmentPair<Column>, Verdicts>,
    pub(super) balls: Queue<BallPair<Column>, Verdicts>,
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
            let row = BoxPair {
                half_a: half_a.coordinates(),
                half_b: half_b.coordinates(),
                turn_a: turn_a.components(),
                turn_b: turn_b.components(),
                offset: offset.coordinates(),
                radii: [radii],
            };
            self.boxes.push(origin, row.map(narrow));
            return;
        }
        let reach = a.reach() + b.reach();
        let known = reach < f64::INFINITY && radius_a >= 0.0 && radius_b >= 0.0;
        let offset = if known { offset } else { V::Space::splat(f64::NAN) };
        let radii = [radius_a + radius_b];
        match (a.primitive(), b.primitive()) {
            (Cuboid(half_a), Cuboid(half_b)) => {
                let two = |[x, y, ..]: [f64; 3]| [x, y];
                let [cos_a, sin_a, ..] = turn_a.components();
                let [cos_b, sin_b, ..] = turn_b.components();
                let row = RectanglePair {
                    half_a: two(half_a.coordinates()),
                    half_b: two(half_b.coordinates()),
                    turn_a: [cos_a, sin_a],
                    turn_b: [cos_b, sin_b],
                    offset: two(offset.coordinates()),
                    radii,
                };
                self.rectangles.push(origin, row.map(narrow));
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
                    let offset = if turned { offset } else { V::Space::splat(f64::NAN) };
                    let reach = [reach + (radius_a + radius_b)];
                    let row = BallPair { offset: offset.coordinates(), reach };
                    self.balls.push(origin, row.map(narrow));
                    return;
                };
                let (center_a, way_a) = center_and_way(p_a, q_a);
                let (center_b, way_b) = center_and_way(p_b, q_b);
                let (turn_a, turn_b) = (quaternion(turn_a), quaternion(turn_b));
                let offset = offset.coordinates();
                #[rustfmt::skip]
                let row = SegmentPair {
                    center_a, way_a, turn_a, center_b, way_b, turn_b, offset, radii,
                };
                self.segments.push(origin, row.map(narrow));
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
    // Half extents of a scaled box may be more than the caller's precision holds.
    if V::from_space(half_a).to_space() != half_a || V::from_space(half_b).to_space() != half_b {
        return false;
    }
    let row = PlacedBoxes {
        half_a: half_a.coordinates(),
        half_b: half_b.coordinates(),
        turn_a: pose_a.rotation.components(),
        turn_b: pose_b.rotation.components(),
        origin_a: pose_a.translation.to_space().coordinates(),
        origin_b: pose_b.translation.to_space().coordinates(),
    };
    boxes.push(origin, row.map(V::Scalar::from_f64));
    true
}

/// One queue a kernel that gives numbers.
#[derive(Clone, Debug)]
pub(super) struct NumberQueues {
    pub(super) box_depth: Numbered<PlacedBoxes<Wide>>,
    pub(super) box_ball: Numbered<PlacedBoxBall<Wide>>,
    pub(super) segments: Numbered<PlacedSegments<Wide>>,
}

/// Pairs that get numbers.
type Numbered<Q> = Queue<Q, Found<Wide>>;

impl NumberQueues {
    pub(super) const fn new() -> Self {
        Self { box_depth: Queue::new(), box_ball: Queue::new(), segments: Queue::new() }
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
        let offset = to - from;
        let (turn_a, turn_b) = (pose_a.rotation.components(), pose_b.rotation.components());
        let is_center = |p: V::Space| p == V::Space::default();
        let (core_a, core_b) = (a.primitive(), b.primitive());
        let box_ball = match (core_a, core_b) {
            (Cuboid(half), Point(p)) if is_center(p) && pose_b.rotation.turns() => {
                Some((half, turn_a, offset, [radius_a, radius_b], from, 1.0))
            }
            (Point(p), Cuboid(half)) if is_center(p) && pose_a.rotation.turns() => {
                Some((half, turn_b, -offset, [radius_b, radius_a], to, -1.0))
            }
            _ => None,
        };
        if let Some((half, turn, offset, [of_box, of_ball], at, side)) = box_ball {
            let (half, offset, at) = (half.coordinates(), offset.coordinates(), at.coordinates());
            let (of_box, of_ball, side) = ([of_box], [of_ball], [side]);
            let row = PlacedBoxBall { half, turn, offset, of_box, of_ball, origin: at, side };
            self.box_ball.push(origin, row);
            return true;
        }
        let (Some([p_a, q_a]), Some([p_b, q_b])) = (core_a.ends(), core_b.ends()) else {
            return false;
        };
        let (center_a, way_a) = center_and_way(p_a, q_a);
        let (center_b, way_b) = center_and_way(p_b, q_b);
        let (radius_a, radius_b) = ([radius_a], [radius_b]);
        let (offset, at) = (offset.coordinates(), from.coordinates());
        #[rustfmt::skip]
        let row = PlacedSegments {
            center_a, way_a, turn_a, radius_a, center_b, way_b, turn_b, radius_b,
            offset, origin: at,
        };
        self.segments.push(origin, row);
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

/// The middle of a segment, and the way from there to its end.
#[inline(always)]
fn center_and_way<S: Space>(p: S, q: S) -> ([f64; 3], [f64; 3]) {
    (((p + q) * 0.5).coordinates(), ((q - p) * 0.5).coordinates())
}

#[inline(always)]
fn box_ball_row<T: Scalar, S: Space, R: Rotation<T, S>>(
    half: S,
    turn: R,
    offset: S,
    radii: [f64; 1],
    of_ball: R,
) -> BoxBall<f32> {
    // A ball's rotation does not matter, but it must be valid.
    let offset = if of_ball.turns() { offset } else { S::splat(f64::NAN) };
    let (half, turn, offset) = (half.coordinates(), quaternion(turn), offset.coordinates());
    let row = BoxBall { half, turn, offset, radii }.map(narrow);
    let BoxBall { half: [hx, hy, hz], offset: [x, y, _], radii: [radius], .. } = row;
    // A rectangle extends infinitely across the plane, so that its thickness decides nothing.
    let hz = if S::DIM == 3 { hz } else { hx + hy + x.abs() + y.abs() + radius };
    BoxBall { half: [hx, hy, hz], ..row }
}

/// A quaternion of any length. In the plane that about z: `(sin, L + cos)` and `(L - cos, sin)`
/// have half the angle of `(cos, sin)` of length `L`, and one of the sums is free of cancellation.
#[inline(always)]
fn quaternion<T: Scalar, S: Space, R: Rotation<T, S>>(rotation: R) -> [f64; 4] {
    let components = rotation.components();
    if S::DIM == 3 {
        return components;
    }
    let [cos, sin, ..] = components;
    let length = sqrt(cos * cos + sin * sin);
    let (z, w) = if cos > 0.0 { (sin, length + cos) } else { (length - cos, sin) };
    [0.0, 0.0, z, w]
}
