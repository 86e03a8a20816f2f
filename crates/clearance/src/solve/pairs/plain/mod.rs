//! Balls, capsules, boxes and small polygons among themselves, and balls against boxes, ellipsoids
//! and small polygons, all grown by any radii: in plain cases one formula answers before the pair
//! is set up for a search, which costs up to three times as much. So do balls within the shapes,
//! for pairs that overlap so deeply that these meet.

mod bounds;
mod box_and_ball;
mod boxes;
mod exit;
mod outline;
mod polygons;
#[cfg(all(test, feature = "alloc"))]
mod polygons_tests;
mod within;

use crate::answer::{End, Proximity, Witness, with_gap};
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Pose, Rotation, Scalar, Space, Vector, sqrt};
use crate::method::Method;
use crate::observe::Observer;
use crate::shape::{Primitive, SupportMap};

use super::segments;

pub(crate) use bounds::Bounds;
pub(crate) use box_and_ball::box_meets_ball;
use exit::{Exit, is_body};
pub(crate) use within::deeply_overlap;

/// Error of the cores' distance in units of `u · (reach of A + reach of B + radii + |t|)`: the
/// translations' difference (1) and an end's sum with it (1), a blend of two ends (4), the
/// difference of two points (1), the height of an end along it (3), its length and quotient (3),
/// and the last sums (3).
const PLAIN: f64 = 16.0;

/// What a turn that rounds adds: the matrix (18.3) and its product (5.2), as for
/// `ROTATED_TRANSLATION` in `math/tolerance.rs`.
const TURNED: f64 = 24.0;

/// What an ellipsoid adds: its point (8) and its height along a direction (4), less the cost of a
/// segment.
const CURVED: f64 = 8.0;

/// What the choice of the edge by which a point leaves a polygon, or one polygon another, adds;
/// outside, the slab proves it.
const EDGES: f64 = 16.0;

/// Two cores, seen from A's origin, in the world's axes.
struct Cores<S> {
    /// Their nearest points or, where one is a point inside the other, the way out.
    on_a: S,
    on_b: S,
    /// From the one to the other; with more digits than their difference.
    way: S,
    /// The square of the distance of these.
    squared: f64,
    /// The width of the slab between the cores along the line through these, times their distance;
    /// not positive if there is no slab.
    slab: f64,
    /// Whether one is a point inside the other.
    is_inside: bool,
}

/// A pair that a formula here covers.
struct Plain<S> {
    cores: Cores<S>,
    radii: [f64; 2],
    /// The rounding error of the cores' distance, less the radii.
    error: f64,
}

impl<S: Space> Plain<S> {
    /// Balls and capsules; `None` for others.
    #[inline(always)]
    fn segments<V, A, B>(
        bounds: &Bounds<S>,
        a: &A,
        pose_a: &Pose<V>,
        b: &B,
        pose_b: &Pose<V>,
    ) -> Option<Self>
    where
        V: Vector<Space = S>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let (Some(ends_a), Some(ends_b)) = (a.primitive().ends(), b.primitive().ends()) else {
            return None;
        };
        let [r, s] = turned(ends_b, pose_b);
        let ends_b = [r + bounds.offset, s + bounds.offset];
        Self::of(bounds, Cores::segments(turned(ends_a, pose_a), ends_b), a, pose_a, b, pose_b)
    }

    /// A ball beside a body.
    #[inline]
    fn body<V, A, B>(
        bounds: &Bounds<S>,
        a: &A,
        pose_a: &Pose<V>,
        b: &B,
        pose_b: &Pose<V>,
    ) -> Option<Self>
    where
        V: Vector<Space = S>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        use Primitive::Point;
        let offset = bounds.offset;
        let cores = match (a.primitive(), b.primitive()) {
            (core, Point(q)) if q == S::default() && is_body(&core) => {
                let ([center, _], matrix) = (turned([q; 2], pose_b), pose_a.rotation.matrix());
                let center = center + offset;
                let exit = Exit::of(&core, center.rotate_back(&matrix))?;
                exit.cores(exit.on_body.rotate(&matrix), center, exit.way.rotate(&matrix))
            }
            (Point(p), core) if p == S::default() && is_body(&core) => {
                let ([center, _], matrix) = (turned([p; 2], pose_a), pose_b.rotation.matrix());
                let exit = Exit::of(&core, (center - offset).rotate_back(&matrix))?;
                let on_b = exit.on_body.rotate(&matrix) + offset;
                exit.cores(center, on_b, -exit.way.rotate(&matrix))
            }
            _ => return None,
        };
        Self::of(bounds, cores, a, pose_a, b, pose_b)
    }

    /// `None` also for numbers that describe no shapes or poses, and for sizes whose squares may
    /// leave the range.
    #[inline(always)]
    fn of<V, A, B>(
        bounds: &Bounds<S>,
        cores: Cores<S>,
        a: &A,
        pose_a: &Pose<V>,
        b: &B,
        pose_b: &Pose<V>,
    ) -> Option<Self>
    where
        V: Vector<Space = S>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let error = Self::error(cores.is_inside, bounds, a, pose_a, b, pose_b);
        bounds.is_meaningful().then_some(Self { cores, radii: bounds.radii, error })
    }

    /// The rounding error of the distance of two cores.
    #[inline(always)]
    fn error<V, A, B>(
        picks_edge: bool,
        bounds: &Bounds<S>,
        a: &A,
        pose_a: &Pose<V>,
        b: &B,
        pose_b: &Pose<V>,
    ) -> f64
    where
        V: Vector<Space = S>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let is_exact = pose_a.rotation.is_exact() && pose_b.rotation.is_exact();
        let roundings = PLAIN
            + if is_exact { 0.0 } else { TURNED }
            + if a.rounding() == 0.0 && b.rounding() == 0.0 { 0.0 } else { CURVED }
            + if picks_edge { EDGES } else { 0.0 };
        roundings * UNIT_ROUNDOFF * bounds.size()
    }

    /// Whether the shapes have a point in common. It compares squares, which saves a root and a
    /// quotient.
    #[inline(always)]
    fn intersects(&self) -> Option<bool> {
        let Self { cores, radii, error } = self;
        let radius: f64 = radii.iter().sum();
        let (far, near) = (radius + error, radius - error);
        if cores.is_inside {
            (radius > *error || cores.squared > error * error).then_some(true)
        } else if cores.slab > 0.0 && cores.slab * cores.slab > far * far * cores.squared {
            Some(false)
        } else if near > 0.0 && cores.squared < near * near {
            Some(true)
        } else {
            None
        }
    }

    #[inline(always)]
    fn proximity<V: Vector<Space = S>>(&self, pose_a: &Pose<V>) -> Option<Proximity<V>> {
        let Self { cores, radii, error } = self;
        let apart = sqrt(cores.squared);
        // Keeps the division off the critical path.
        let per_apart = apart * (1.0 / cores.squared);
        let lower = cores.slab * per_apart;
        // As good as GJK's own last step must be; nearer than this there is no direction, and the
        // square may have no quotient.
        if !(apart > 2.25 * error && apart - lower <= 0.25 * error) {
            return None;
        }
        let side = if cores.is_inside { -1.0 } else { 1.0 };
        let normal = cores.way * (side * per_apart);
        let origin = pose_a.translation.to_space();
        let points = (cores.on_a + origin, cores.on_b + origin);
        answer(side * apart, *radii, error + (apart - lower), normal, points)
    }
}

impl<S: Space> Cores<S> {
    #[inline(always)]
    fn segments([p, q]: [S; 2], [r, s]: [S; 2]) -> Self {
        let (on_a, on_b) = segments::nearest((p, q), (r, s));
        let apart = on_b - on_a;
        let slab = apart.dot(r).min(apart.dot(s)) - apart.dot(p).max(apart.dot(q));
        Self { on_a, on_b, way: apart, squared: apart.length_squared(), slab, is_inside: false }
    }
}

/// Ends in the world's axes. Those at the local origin need no turn, unless the rotation is
/// invalid: then NaN must show that nothing is known.
#[inline(always)]
fn turned<V: Vector>(ends: [V::Space; 2], pose: &Pose<V>) -> [V::Space; 2] {
    let [p, q] = ends;
    let origin = V::Space::default();
    if p == origin && q == origin && pose.rotation.turns() {
        return ends;
    }
    let matrix = pose.rotation.matrix();
    [p.rotate(&matrix), q.rotate(&matrix)]
}

/// Whether two shapes have a point in common; `None` where it is close, for shapes that no formula
/// here covers, and for a box and a ball that [`box_meets_ball`] left open.
#[inline(always)]
pub(crate) fn intersects<V, A, B, O>(
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
    if let Some(halves) = boxes::halves(a, b) {
        return boxes::intersect(halves, bounds, a, pose_a, b, pose_b, observer);
    }
    if !(a.primitive().ends().is_some() && b.primitive().ends().is_some()) {
        return others_intersect(bounds, a, pose_a, b, pose_b, observer);
    }
    observer.method(Method::InscribedBalls);
    if deeply_overlap(bounds, a, pose_a, b, pose_b) {
        return Some(true);
    }
    observer.method(Method::Segments);
    Plain::segments(bounds, a, pose_a, b, pose_b)?.intersects()
}

/// See [`proximity_of_body`].
#[inline]
fn others_intersect<V, A, B, O>(
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
    if let Some(outlines) = polygons::outlines(a, b, false) {
        observer.method(Method::Polygons);
        return polygons::intersect(outlines, bounds, a, pose_a, b, pose_b);
    }
    observer.method(Method::BallBody);
    Plain::body(bounds, a, pose_a, b, pose_b)?.intersects()
}

/// The plain answer for a pair.
pub(crate) enum Found<V: Vector> {
    Answer(Proximity<V>),
    /// They overlap by more than rounding. Only where the caller needs no depth.
    Overlapping,
}

impl<V: Vector> Found<V> {
    #[inline(always)]
    pub(crate) fn answer(self) -> Option<Proximity<V>> {
        match self {
            Self::Answer(answer) => Some(answer),
            Self::Overlapping => None,
        }
    }
}

/// Distance or depth; `None` where the cores touch or two segments cross, where it is close, and
/// for shapes that no formula here covers.
#[inline(always)]
pub(crate) fn proximity<V, A, B, O>(
    bounds: &Bounds<V::Space>,
    a: &A,
    pose_a: &Pose<V>,
    b: &B,
    pose_b: &Pose<V>,
    asks_depths: bool,
    observer: &mut O,
) -> Option<Found<V>>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
    O: Observer<V::Space>,
{
    // Known before the compiler inlines anything: in space, code that never runs costs a box and a
    // ball a thirtieth.
    if const { V::Space::DIM == 2 }
        && let Some(outlines) = polygons::outlines(a, b, asks_depths)
    {
        observer.method(Method::Polygons);
        return polygons::proximity(outlines, bounds, a, pose_a, b, pose_b);
    }
    if let Some(halves) = boxes::halves(a, b) {
        observer.method(Method::Boxes);
        return boxes::proximity(halves, bounds, pose_a, pose_b, asks_depths);
    }
    if let Some(half_and_order) = box_and_ball::half_and_order(a, b) {
        observer.method(Method::BoxBall);
        return box_and_ball::proximity(half_and_order, bounds, pose_a, pose_b).map(Found::Answer);
    }
    match Plain::segments(bounds, a, pose_a, b, pose_b) {
        Some(pair) => {
            observer.method(Method::Segments);
            pair.proximity(pose_a).map(Found::Answer)
        }
        None => {
            observer.method(Method::BallBody);
            proximity_of_body(bounds, a, pose_a, b, pose_b).map(Found::Answer)
        }
    }
}

/// For pairs that are neither box and ball nor segments. Separate, so that the numbers of segments
/// stay in registers.
fn proximity_of_body<V, A, B>(
    bounds: &Bounds<V::Space>,
    a: &A,
    pose_a: &Pose<V>,
    b: &B,
    pose_b: &Pose<V>,
) -> Option<Proximity<V>>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    Plain::body(bounds, a, pose_a, b, pose_b)?.proximity(pose_a)
}

/// Below this the sum of two lengths whose squares are added is finite in `f32`.
const SINGLE_SQUARE: f64 = 1e75;

/// The answer from the cores' signed distance, good to `gap`, their normal and nearest points in
/// the world; `None` where it is close, and where the points may be beyond the largest `f32` of a
/// caller's.
#[inline(always)]
fn answer<V: Vector>(
    signed: f64,
    [radius_a, radius_b]: [f64; 2],
    gap: f64,
    normal: V::Space,
    (on_a, on_b): (V::Space, V::Space),
) -> Option<Proximity<V>> {
    let signed = signed - (radius_a + radius_b);
    if !(signed.abs() > gap) {
        return None;
    }
    let is_single = const { V::Scalar::EPSILON > f64::EPSILON };
    let between = signed.abs() + radius_a + radius_b;
    if is_single && !(on_a.length_squared() + between * between < SINGLE_SQUARE) {
        return None;
    }
    let (length, gap) = with_gap(signed.abs(), gap);
    let witness = Witness {
        on_a: V::from_space(on_a + normal * radius_a),
        on_b: V::from_space(on_b - normal * radius_b),
        normal: V::from_space(normal),
        length,
        gap,
        end: End::Converged,
    };
    Some(if signed > 0.0 {
        Proximity::Separated(witness)
    } else {
        Proximity::Intersecting(witness)
    })
}
