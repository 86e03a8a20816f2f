//! Two boxes, both grown by any radii: whether they meet, distance and depth. One of them may be
//! flat, as the core of a capsule is: a box without width or thickness about its axis.

use crate::math::tolerance::{HEIGHT, ROTATED_POINT, SAFE_REACH, UNIT_ROUNDOFF};
use crate::math::{Pose, Rotation, Scalar, Space, Vector, larger};
use crate::method::Method;
use crate::observe::Observer;
use crate::shape::{Primitive, SupportMap};
use crate::solve::pairs::Formula;
use crate::solve::pairs::cuboids::Boxes;

use super::{Bounds, Found, answer, deeply_overlap};

/// The half extents of both, if one is a box and the other a box or a capsule's core.
#[inline(always)]
pub(super) fn halves<V: Vector>(
    a: &(impl SupportMap<V> + ?Sized),
    b: &(impl SupportMap<V> + ?Sized),
) -> Option<[V::Space; 2]> {
    use Primitive::{Cuboid, Segment};
    match (a.primitive(), b.primitive()) {
        (Cuboid(half_a), Cuboid(half_b)) => Some([half_a, half_b]),
        (Cuboid(half_a), Segment(top, bottom)) => Some([half_a, upright(top, bottom)?]),
        (Segment(top, bottom), Cuboid(half_b)) => Some([upright(top, bottom)?, half_b]),
        _ => None,
    }
}

/// The half extents of a segment along y whose middle is the origin.
#[inline(always)]
fn upright<S: Space>(top: S, bottom: S) -> Option<S> {
    (bottom == -top && top == S::from_xyz(0.0, top.coordinate(1), 0.0)).then_some(top)
}

/// Decides by separating axes; `None` where it is close, for numbers that describe no shapes or
/// poses, and for extreme ones.
#[inline]
pub(super) fn intersect<V, A, B, O>(
    [half_a, half_b]: [V::Space; 2],
    bounds: &Bounds<V::Space>,
    a: &A,
    pose_a: &Pose<V>,
    b: &B,
    pose_b: &Pose<V>,
    observer: &mut O,
) -> Option<bool>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
    O: Observer<V::Space>,
{
    observer.method(Method::InscribedBalls);
    if deeply_overlap(bounds, a, pose_a, b, pose_b) {
        return Some(true);
    }
    observer.method(Method::Boxes);
    let BoxPair { boxes, .. } = BoxPair::new([half_a, half_b], bounds, pose_a, pose_b)?;
    // Twice the error of a pair that is set up, where there is time for the rest.
    let error = 2.0 * (HEIGHT + ROTATED_POINT) * UNIT_ROUNDOFF * bounds.rough_size();
    let radius = bounds.radii.iter().sum();
    match boxes.meet(error, radius) {
        // Apart as boxes, and along no axis as far as their radii reach.
        None if radius > 0.0 => match proximity([half_a, half_b], bounds, pose_a, pose_b, false)? {
            Found::Answer(answer) => answer.is_decided().then(|| answer.intersects()),
            Found::Overlapping => Some(true),
        },
        meet => meet,
    }
}

/// Answers by separating axes, or points that prove each other nearest; `None` where neither does,
/// where it is close, for numbers that describe no shapes or poses, and for extreme ones.
#[inline(never)]
pub(super) fn proximity<V: Vector>(
    halves: [V::Space; 2],
    bounds: &Bounds<V::Space>,
    pose_a: &Pose<V>,
    pose_b: &Pose<V>,
    asks_depths: bool,
) -> Option<Found<V>> {
    let BoxPair { boxes, world, per_factor, is_exact } =
        BoxPair::new(halves, bounds, pose_a, pose_b)?;
    let roundings = HEIGHT + if is_exact { 0.0 } else { ROTATED_POINT };
    let error = roundings * UNIT_ROUNDOFF * bounds.size();
    let contact = asks_depths.then_some(|_, _| None);
    let formula = match boxes.signed(error, V::Scalar::EPSILON, contact) {
        Some(formula) => formula,
        None => of_aligned(boxes, error, V::Scalar::EPSILON, asks_depths)?,
    };
    let signed = match formula {
        Formula::Signed(signed) => signed,
        Formula::Overlapping => return Some(Found::Overlapping),
        Formula::Apart | Formula::Towards(_) => return None,
    };
    let turned = |v: V::Space| v.rotate(&world) * per_factor;
    let origin = pose_a.translation.to_space();
    let points = (turned(signed.on_a) + origin, turned(signed.on_b) + origin);
    let gap = larger(signed.upper - signed.estimate, signed.estimate - signed.lower);
    answer(signed.estimate, bounds.radii, gap, turned(signed.normal), points).map(Found::Answer)
}

/// The answer for the boxes with edges that are parallel within rounding made exactly parallel.
#[cold]
#[inline(never)]
fn of_aligned<S: Space>(
    boxes: Boxes<S>,
    error: f64,
    epsilon: f64,
    asks_depths: bool,
) -> Option<Formula<S>> {
    let (aligned, moved) = boxes.aligned(error)?;
    aligned.signed(error + moved, epsilon, asks_depths.then_some(|_, _| None))
}

/// Two boxes in A's frame.
struct BoxPair<S: Space> {
    boxes: Boxes<S>,
    /// A's rotation, times a factor.
    world: S::Matrix,
    /// One over that.
    per_factor: f64,
    /// Whether neither rotation rounds.
    is_exact: bool,
}

impl<S: Space> BoxPair<S> {
    #[inline(always)]
    fn new<V: Vector<Space = S>>(
        [half_a, half_b]: [S; 2],
        bounds: &Bounds<S>,
        pose_a: &Pose<V>,
        pose_b: &Pose<V>,
    ) -> Option<Self> {
        let (world, factor) = pose_a.rotation.stretched_matrix();
        let (relative, relative_factor) =
            pose_a.rotation.relative(pose_b.rotation).stretched_matrix();
        // Before any use of them: interleaved by the compiler, both matrices and what follows take
        // a twelfth longer.
        if !(SAFE_REACH.contains(&factor) && SAFE_REACH.contains(&relative_factor)) {
            return None;
        }
        let per_factor = 1.0 / factor;
        let centers = bounds.offset.rotate_back(&world) * per_factor;
        let per_relative = 1.0 / relative_factor;
        let rows = S::rows(&relative).map(|row| row * per_relative);
        let boxes = Boxes::new(rows, centers, half_a, half_b);
        let is_exact = factor == 1.0
            && relative_factor == 1.0
            && pose_a.rotation.is_exact()
            && pose_b.rotation.is_exact();
        bounds.is_meaningful().then_some(Self { boxes, world, per_factor, is_exact })
    }
}
