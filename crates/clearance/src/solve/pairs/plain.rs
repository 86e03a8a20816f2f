//! Balls and capsules among themselves, and balls against boxes, ellipsoids and small polygons, all grown by any radii: where they are plainly
//! apart or their radii alone overlap, one formula answers before the pair is set up for a search, which costs three times as much. And
//! whatever overlaps so deeply that balls within the shapes meet.

use crate::answer::{End, Proximity, Witness, with_gap};
use crate::math::tolerance::{CENTERS, SAFE_REACH, UNIT_ROUNDOFF};
use crate::math::{Pose, Rotation, Space, Vector, Xy, sqrt};
use crate::shape::{Meridian, Primitive, SupportMap};

use super::{cuboids, ellipsoid, segments};

/// Error of the cores' distance in units of `u · (reach of A + reach of B + radii + |t|)`: the translations' difference (1) and an end's sum
/// with it (1), a blend of two ends (4), the difference of two points (1), the height of an end along it (3), its length and quotient (3),
/// and the last sums (3).
const PLAIN: f64 = 16.0;

/// What a turn that rounds adds: the matrix (18.3) and its product (5.2), as for `ROTATED_TRANSLATION` in `math/tolerance.rs`.
const TURNED: f64 = 24.0;

/// What an ellipsoid adds: its point (8) and its height along a direction (4), less what a segment costs.
const CURVED: f64 = 8.0;

/// Two cores, seen from A's origin, in the world's axes.
struct Cores<S> {
    /// Their nearest points or, where one is a point inside the other, the way out.
    on_a: S,
    on_b: S,
    /// From the one to the other; of more digits than their difference.
    way: S,
    /// The square of the distance of these.
    squared: f64,
    /// The width of the slab between the cores along the line through these, times their distance; not positive if there is none.
    slab: f64,
    /// Whether one is a point inside the other.
    is_inside: bool,
}

/// A pair that a formula here covers.
struct Plain<S> {
    cores: Cores<S>,
    radii: [f64; 2],
    /// What rounding may do to the cores' distance, less the radii.
    error: f64,
}

impl<S: Space> Plain<S> {
    /// Balls and capsules; `None` for others.
    #[inline(always)]
    fn segments<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Option<Self>
    where
        V: Vector<Space = S>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let (Some(ends_a), Some(ends_b)) = (a.primitive().ends(), b.primitive().ends()) else {
            return None;
        };
        let offset = pose_b.translation.to_space() - pose_a.translation.to_space();
        let ends_b = turned(ends_b, pose_b).map(|end| end + offset);
        Self::of(Cores::segments(turned(ends_a, pose_a), ends_b), a, pose_a, b, pose_b)
    }

    /// A ball beside a body.
    #[inline]
    fn body<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Option<Self>
    where
        V: Vector<Space = S>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        use Primitive::Point;
        let offset = pose_b.translation.to_space() - pose_a.translation.to_space();
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
        Self::of(cores, a, pose_a, b, pose_b)
    }

    /// `None` also for numbers that describe no shapes and no poses, and for sizes whose squares may leave the range.
    #[inline(always)]
    fn of<V, A, B>(
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
        let offset = pose_b.translation.to_space() - pose_a.translation.to_space();
        let radii = [a.radius_f64(), b.radius_f64()];
        let [radius_a, radius_b] = radii;
        let size = a.reach() + b.reach() + (radius_a + radius_b) + offset.length();
        let is_exact = pose_a.rotation.is_exact() && pose_b.rotation.is_exact();
        let roundings = PLAIN
            + if is_exact { 0.0 } else { TURNED }
            + if a.rounding() == 0.0 && b.rounding() == 0.0 { 0.0 } else { CURVED };
        (SAFE_REACH.contains(&size) && radius_a >= 0.0 && radius_b >= 0.0).then_some(Self {
            cores,
            radii,
            error: roundings * UNIT_ROUNDOFF * size,
        })
    }

    /// Whether the shapes have a point in common. Of squares, which spares a root and a quotient.
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
        let per_apart = 1.0 / apart;
        let lower = cores.slab * per_apart;
        // As good as GJK's own last step must be; nearer the direction is none.
        if !(apart - lower <= 0.25 * error && lower > 2.0 * error) {
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

/// Ends in the world's axes. Those at the local origin need no turn, unless the rotation is none: then NaN shall say that nothing is
/// known.
#[inline(always)]
fn turned<V: Vector>(ends: [V::Space; 2], pose: &Pose<V>) -> [V::Space; 2] {
    if ends == [V::Space::default(); 2] && pose.check().is_ok() {
        return ends;
    }
    let matrix = pose.rotation.matrix();
    ends.map(|end| end.rotate(&matrix))
}

/// Polygons of more vertices are searched sooner than walked around.
const WALKED: usize = 32;

/// Whether a core is an ellipsoid or a small polygon.
fn is_body<V: Vector>(core: &Primitive<'_, V>) -> bool {
    use Primitive::{Ellipsoid, Polygon, Revolved};
    match core {
        Ellipsoid(_) | Revolved(Meridian::Ellipse(_)) => true,
        Polygon(vertices) => vertices.len() <= WALKED,
        _ => false,
    }
}

/// Where a body about the origin is nearest to a point or, for a point inside, where that leaves it soonest.
struct Exit<S> {
    on_body: S,
    /// Between that and the point.
    way: S,
    /// See [`Cores`].
    slab: f64,
    is_inside: bool,
}

impl<S: Space> Exit<S> {
    #[inline]
    fn of<V: Vector<Space = S>>(body: &Primitive<'_, V>, point: S) -> Option<Self> {
        match *body {
            Primitive::Ellipsoid(radii) => Self::of_ellipsoid(radii, point),
            Primitive::Revolved(Meridian::Ellipse(Xy { x, y })) => {
                Self::of_ellipsoid(S::from_xyz(x, y, x), point)
            }
            Primitive::Polygon(vertices) => Self::of_polygon(vertices, point),
            _ => None,
        }
    }

    /// `None` for flat ones. How deep a point is inside is for a proof of another kind.
    #[inline]
    fn of_ellipsoid(radii: S, point: S) -> Option<Self> {
        if !(radii.min() > 0.0) {
            return None;
        }
        if point.zip(radii, |t, r| t / r).length_squared() < 1.0 {
            return Some(Self { on_body: point, way: S::default(), slab: 0.0, is_inside: true });
        }
        let on_body = ellipsoid::nearest_outside(radii, point);
        let way = point - on_body;
        let slab = way.dot(point) - way.zip(radii, |w, r| w * r).length();
        Some(Self { on_body, way, slab, is_inside: false })
    }

    /// The nearest edge on whose outer side the point is or, inside, the nearest of all.
    #[inline]
    fn of_polygon<V: Vector<Space = S>>(vertices: &[V], point: S) -> Option<Self> {
        let mut from = vertices.last()?.to_space();
        // Ways from the nearest points so far, of edges that the point is beyond, and of those that it is within.
        let (mut beyond, mut beyond_squared) = (S::splat(f64::NAN), f64::INFINITY);
        let (mut within, mut within_squared) = (S::default(), f64::INFINITY);
        let mut is_inside = true;
        for to in vertices.iter().map(|v| v.to_space()) {
            let (edge, arm) = (to - from, point - from);
            // Its part along the edge's outer normal, times the edge's length.
            let outward =
                edge.coordinate(1) * arm.coordinate(0) - edge.coordinate(0) * arm.coordinate(1);
            let squared = edge.length_squared();
            // Across the edge, whatever the points' last digits.
            let across =
                S::from_xyz(edge.coordinate(1), -edge.coordinate(0), 0.0) * (outward / squared);
            // Also where it is NaN: then nothing is known, and no other number below either.
            if !(outward <= 0.0) {
                is_inside = false;
                let along = edge.dot(arm);
                let way = if along <= 0.0 {
                    arm
                } else if along >= squared {
                    point - to
                } else {
                    across
                };
                if way.length_squared() < beyond_squared {
                    (beyond, beyond_squared) = (way, way.length_squared());
                }
            } else if outward * outward < within_squared * squared {
                (within, within_squared) = (across, outward * outward / squared);
            }
            from = to;
        }
        let way = if is_inside { within } else { beyond };
        let on_body = point - way;
        let highest =
            vertices.iter().map(|v| way.dot(v.to_space())).fold(f64::NEG_INFINITY, f64::max);
        let slab = if is_inside { way.length_squared() } else { way.dot(point) - highest };
        Some(Self { on_body, way, slab, is_inside })
    }

    #[inline]
    fn cores(&self, on_a: S, on_b: S, way: S) -> Cores<S> {
        let Self { slab, is_inside, .. } = *self;
        Cores { on_a, on_b, way, squared: self.way.length_squared(), slab, is_inside }
    }
}

/// A box and a ball, both grown by any radii, in the box's frame times the factor that its matrix comes with. That spares a quotient on the
/// way to each answer.
struct BoxAndBall<S: Space> {
    is_box_first: bool,
    matrix: S::Matrix,
    factor: f64,
    half: S,
    /// Of the ball.
    center: S,
    radii: [f64; 2],
    /// That to which roundings are relative.
    size: f64,
}

impl<S: Space> BoxAndBall<S> {
    /// `None` for other shapes.
    #[inline(always)]
    fn of<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Option<Self>
    where
        V: Vector<Space = S>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        use Primitive::{Cuboid, Point};
        let offset = pose_b.translation.to_space() - pose_a.translation.to_space();
        let (half, is_box_first) = match (a.primitive(), b.primitive()) {
            (Cuboid(half), Point(q)) if q == S::default() => (half, true),
            (Point(p), Cuboid(half)) if p == S::default() => (half, false),
            _ => return None,
        };
        let (of_box, center) = if is_box_first { (pose_a, offset) } else { (pose_b, -offset) };
        let radii @ [radius_a, radius_b] = [a.radius_f64(), b.radius_f64()];
        let size = a.reach() + b.reach() + (radius_a + radius_b) + offset.length();
        let (matrix, factor) = of_box.rotation.stretched_matrix();
        Some(Self {
            is_box_first,
            matrix,
            factor,
            half: half * factor,
            center: center.rotate_back(&matrix),
            radii,
            size,
        })
    }

    /// Not where numbers describe no shapes or no poses, nor for sizes whose squares may leave the range. The box's own rotation has been
    /// reckoned with.
    #[inline(always)]
    fn is_meaningful<V: Vector<Space = S>>(&self, pose_a: &Pose<V>, pose_b: &Pose<V>) -> bool {
        let [radius_a, radius_b] = self.radii;
        SAFE_REACH.contains(&self.size)
            && SAFE_REACH.contains(&self.factor)
            && radius_a >= 0.0
            && radius_b >= 0.0
            && if self.is_box_first { pose_b } else { pose_a }.check().is_ok()
    }

    /// Whether they have a point in common; `None` where that is close.
    #[inline(always)]
    fn intersects<V: Vector<Space = S>>(&self, pose_a: &Pose<V>, pose_b: &Pose<V>) -> Option<bool> {
        let Self { center, half, factor, radii: [radius_a, radius_b], size, .. } = *self;
        let error = (PLAIN + TURNED) * UNIT_ROUNDOFF * size;
        let squared = (center - cuboids::clamp(center, half)).length_squared();
        let radius = radius_a + radius_b;
        let (far, near) = ((radius + error) * factor, (radius - error) * factor);
        let is_apart = squared > far * far;
        let meets = near > 0.0 && squared < near * near;
        // A point, or nearly one.
        let is_within = || squared == 0.0 && cuboids::nearest_face(half, center).0 > error * factor;
        ((is_apart || meets || is_within()) && self.is_meaningful(pose_a, pose_b))
            .then_some(!is_apart)
    }

    /// Distance or depth; `None` where the ball's centre is on the box, or that is close. Nothing of a box is nearer than the centre's clamped
    /// coordinates; inside, no way out is shorter than that through the nearest face.
    #[inline(always)]
    fn proximity<V: Vector<Space = S>>(
        &self,
        pose_a: &Pose<V>,
        pose_b: &Pose<V>,
    ) -> Option<Proximity<V>> {
        let Self { is_box_first, ref matrix, factor, half, center, radii, size } = *self;
        let of_box = if is_box_first { pose_a } else { pose_b };
        let roundings = if of_box.rotation.is_exact() { PLAIN } else { PLAIN + TURNED };
        let error = roundings * UNIT_ROUNDOFF * size;
        let nearest = cuboids::clamp(center, half);
        let is_inside = nearest == center;
        let way = if is_inside {
            let (depth, normal) = cuboids::nearest_face(half, center);
            normal * -depth
        } else {
            center - nearest
        };
        let squared = way.length_squared();
        let length = sqrt(squared);
        if !(length > 2.0 * error * factor && self.is_meaningful(pose_a, pose_b)) {
            return None;
        }
        let per_length = 1.0 / (length * factor);
        // From the box to the centre.
        let outward = way.rotate(matrix) * per_length;
        let apart = squared * per_length;
        let to_box = outward * -apart;
        let side = if is_inside { -1.0 } else { 1.0 };
        let normal = outward * if is_box_first { side } else { -side };
        let (on_a, on_b) = (pose_a.translation.to_space(), pose_b.translation.to_space());
        let cores = if is_box_first { (on_b + to_box, on_b) } else { (on_a, on_a + to_box) };
        answer(side * apart, radii, error, normal, cores)
    }
}

/// Whether balls about the centres that the shapes hold have a point in common: then so do the shapes, and most pairs that overlap
/// deeply need no search.
#[inline(always)]
pub(crate) fn deeply_overlap<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> bool
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let offset = pose_b.translation.to_space() - pose_a.translation.to_space();
    let (radius_a, radius_b) = (a.radius_f64(), b.radius_f64());
    let inner = a.inradius() + b.inradius() + (radius_a + radius_b);
    // Centres are near the local origins as a rule, and where they are not, turning them here costs as much as it spares.
    if !(offset.length_squared() < inner * inner) {
        return false;
    }
    let (Some(center_a), Some(center_b)) = (a.center(), b.center()) else { return false };
    let placed = |center: V::Space, pose: &Pose<V>| {
        if center == V::Space::default() && pose.check().is_ok() {
            center
        } else {
            center.rotate(&pose.rotation.matrix())
        }
    };
    let apart = placed(center_b, pose_b) - placed(center_a, pose_a) + offset;
    let size = a.reach() + b.reach() + inner;
    let sure = inner - CENTERS * UNIT_ROUNDOFF * size;
    SAFE_REACH.contains(&size)
        && radius_a >= 0.0
        && radius_b >= 0.0
        && sure > 0.0
        && apart.length_squared() < sure * sure
}

/// Whether two shapes have a point in common; `None` where that is close, and for shapes that no formula here covers.
#[inline(always)]
pub(crate) fn intersects<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Option<bool>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    if let Some(pair) = BoxAndBall::of(a, pose_a, b, pose_b) {
        return pair.intersects(pose_a, pose_b);
    }
    if !(a.primitive().ends().is_some() && b.primitive().ends().is_some()) {
        return others_intersect(a, pose_a, b, pose_b);
    }
    if deeply_overlap(a, pose_a, b, pose_b) {
        return Some(true);
    }
    Plain::segments(a, pose_a, b, pose_b)?.intersects()
}

/// See [`proximity_of_body`].
#[inline]
fn others_intersect<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Option<bool>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    if deeply_overlap(a, pose_a, b, pose_b) {
        return Some(true);
    }
    Plain::body(a, pose_a, b, pose_b)?.intersects()
}

/// Distance or depth; `None` where the cores touch or two segments cross, where it is close, and for shapes that no formula here covers.
#[inline(always)]
pub(crate) fn proximity<V, A, B>(
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
    if let Some(pair) = BoxAndBall::of(a, pose_a, b, pose_b) {
        return pair.proximity(pose_a, pose_b);
    }
    match Plain::segments(a, pose_a, b, pose_b) {
        Some(pair) => pair.proximity(pose_a),
        None => proximity_of_body(a, pose_a, b, pose_b),
    }
}

/// Of what is neither box and ball nor segments. Apart, so that the latter's numbers stay in registers.
fn proximity_of_body<V, A, B>(
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
    Plain::body(a, pose_a, b, pose_b)?.proximity(pose_a)
}

/// The answer from the cores' signed distance, good to `gap`, their normal and nearest points in the world; `None` where it is close.
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
    let (length, gap) = with_gap(signed.abs(), gap);
    let witness = Witness {
        on_a: V::from_space(on_a + normal * radius_a),
        on_b: V::from_space(on_b - normal * radius_b),
        normal: V::from_space(normal),
        length,
        gap,
        end: End::Converged,
    };
    Some(if signed > 0.0 { Proximity::Separated(witness) } else { Proximity::Penetrating(witness) })
}
