//! Linear casts, and rays as casts of a point.

use crate::answer::{End, Proximity, Verdict, Witness};
use crate::budget::Budget;
use crate::cast::{AtStart, Cast, Hit, Interval, PointProjection, Ray, RayCast, RayHit, Sweep};
use crate::math::{Pose, Precision, Space, ToPose, Vector, larger};
use crate::observe::Observer;
use crate::shape::{Point, SupportMap, length};
use crate::solve::Expand;
use crate::solve::cast::{Course, Path, RayBody, Rest, STEPS, Touch, first_contact};
use crate::solve::pairs;

use super::Query;
use super::run::Run;
use super::search::{Lowered, Quiet, Search, Shown};
use super::verb::{Verb, compiled, taken};

/// When and where B, moving on a straight line, first touches A.
///
/// Shapes and poses are as in every other verb; `sweep` gives B's motion, and A's if it moves too.
/// The boolean is exact, for the very floats given, where both shapes are polytopes, balls,
/// capsules, any of these rounded, scaled or summed, or one is a half-space, also rounded, or where
/// both are cylinders with exactly parallel axes: shapes that are apart never hit at time 0, grazes
/// are decided, and touching counts. Others, frusta without end beside half-spaces and each other
/// among them, are [`Cast::Undecided`] where they graze within about 1e-14 of their size. The time
/// of the first contact lies within the interval given: of a plain hit some 1e-14 of the size over
/// the speed wide in `f64`, one or two roundings in `f32`; wider where the shapes graze, since then
/// it depends on every digit.
///
/// Cost: some two to six distances. Where floats cannot rule out a graze, exact arithmetic takes
/// some 50 to 500 µs. Source: Newton's method on the distance at a time, a convex function of which
/// the separating planes are tangents; the planes are those of van den Bergen 2004 ("Ray Casting
/// against General Convex Objects with Application to Continuous Collision Detection").
///
/// ```
/// use clearance::{Ball, Cast, Cuboid, Sweep, cast};
/// use glam::DVec3;
///
/// let floor = Cuboid::new(DVec3::new(10.0, 0.5, 10.0));
/// let ball = Ball::new(0.25);
/// let fall = Sweep::new(DVec3::new(1.0, -4.0, 0.0));
/// let Cast::Hit(hit) = cast(&floor, &DVec3::ZERO, &ball, &DVec3::new(0.0, 2.75, 0.0), &fall) else {
///     unreachable!()
/// };
/// assert!(hit.time.low <= 0.5 && 0.5 <= hit.time.high);
/// assert!(hit.time.width() < 1e-12); // 1e-13 of the floor's size
/// assert!((hit.witness.on_a - DVec3::new(0.5, 0.5, 0.0)).length() < 1e-12);
/// assert!((hit.witness.normal - DVec3::Y).length() < 1e-14);
/// ```
///
#[cfg_attr(doc, doc = include_str!("../pictures/cast.svg"))]
#[must_use]
pub fn cast<P, Q, A, B>(
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
    sweep: &Sweep<P::Vector>,
) -> Cast<P::Vector>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    Query::new().cast(a, pose_a, b, pose_b, sweep)
}

/// When and where a ray first meets a shape.
///
/// The answer is that of a [`cast`] of a point, with an interval for the time: exact at grazes, and
/// for rays that begin on a surface or within rounding of it, where that is, and for cylinders,
/// cones and ellipsoids too. Rays that begin inside hit at time 0 or, of a [hollow](Ray::hollow)
/// shape, where they leave it. A ray without end that meets it only later than at the largest float
/// is [`RayCast::Undecided`]. The interval is at most some 2e-13 of the shape's size and the way to
/// it wide in `f64`, over the speed at which the surface is approached, and one or two roundings in
/// `f32`; as with a cast, it is wider where the ray grazes.
///
/// Cost: 30 to 100 ns for balls, boxes, capsules, cylinders and half-spaces, 20 to 30 ns for rays
/// that miss a hull, and otherwise some 100 ns and 2 ns a facet of it, all in closed form. Where
/// rounding leaves a doubt, where the ray begins inside, and for other shapes, it costs what a
/// [`cast`] does. Source: the slabs of Kay and Kajiya 1986 ("Ray Tracing Complex Scenes"), here
/// with bounds.
///
/// ```
/// use clearance::{Cylinder, Ray, RayCast, cast_ray};
/// use glam::Vec3;
///
/// let can = Cylinder::new(1.0, 0.5);
/// let ray = Ray::new(Vec3::new(-3.0, 0.5, 0.0), Vec3::X);
/// let RayCast::Hit(hit) = cast_ray(&can, &Vec3::ZERO, &ray) else { unreachable!() };
/// assert_eq!(hit.time.middle(), 2.5);
/// assert!((hit.normal - Vec3::NEG_X).length() < 1e-6);
/// ```
#[must_use]
pub fn cast_ray<P, A>(a: &A, pose: &P, ray: &Ray<P::Vector>) -> RayCast<P::Vector>
where
    P: ToPose,
    A: SupportMap<P::Vector> + ?Sized,
{
    Query::new().cast_ray(a, pose, ray)
}

/// The point of a shape's surface nearest to a point of the world, and how far it is: negative if
/// the shape holds the point.
///
/// Accuracy and cost are those of [`proximity`](crate::proximity()) with a [`Point`].
///
/// ```
/// use clearance::{Cuboid, project_point};
/// use glam::DVec3;
///
/// let cube = Cuboid::new(DVec3::ONE);
/// let inside = project_point(&cube, &DVec3::ZERO, DVec3::new(0.75, 0.0, 0.5));
/// assert_eq!(inside.point, DVec3::new(1.0, 0.0, 0.5));
/// assert_eq!(inside.normal, DVec3::X);
/// assert!((inside.signed_distance + 0.25).abs() <= inside.gap);
/// ```
#[must_use]
pub fn project_point<P, A>(a: &A, pose: &P, point: P::Vector) -> PointProjection<P::Vector>
where
    P: ToPose,
    A: SupportMap<P::Vector> + ?Sized,
{
    let origin = P::Vector::from_space(<P::Vector as Vector>::Space::default());
    let found = Query::new().proximity(a, pose, &Point(origin), &point);
    let Witness { on_a, normal, gap, .. } = *found.witness();
    let verdict = match found {
        Proximity::Separated(_) => Verdict::Separated,
        Proximity::Intersecting(_) => Verdict::Intersecting,
        Proximity::Undecided(_) => Verdict::Undecided,
    };
    PointProjection { point: on_a, normal, signed_distance: found.signed_distance(), gap, verdict }
}

/// Whether a shape holds a point of the world; its boundary counts.
///
/// As exact, and as conservative, as [`intersects`](crate::intersects()) with a [`Point`].
///
/// ```
/// use clearance::{Capsule, contains};
/// use glam::Vec2;
///
/// let capsule = Capsule::new(1.0, 0.5);
/// assert!(contains(&capsule, &Vec2::ZERO, Vec2::new(0.0, 1.5)));
/// assert!(!contains(&capsule, &Vec2::ZERO, Vec2::new(0.5, 1.25)));
/// ```
#[must_use]
pub fn contains<P, A>(a: &A, pose: &P, point: P::Vector) -> bool
where
    P: ToPose,
    A: SupportMap<P::Vector> + ?Sized,
{
    let origin = P::Vector::from_space(<P::Vector as Vector>::Space::default());
    Query::new().intersects(a, pose, &Point(origin), &point)
}

impl<V: Vector, O: Observer<V::Space>> Query<'_, V, O> {
    /// See [`cast`](crate::cast()). Of the options, [`max_iterations`](Self::max_iterations) limits
    /// the distances that are computed, and leaves out exact arithmetic; the cut-off, the start and
    /// the memory are for other verbs.
    #[must_use]
    pub fn cast<P, Q, A, B>(self, a: &A, pose_a: &P, b: &B, pose_b: &Q, sweep: &Sweep<V>) -> Cast<V>
    where
        P: ToPose<Vector = V>,
        Q: ToPose<Vector = V>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        self.run(*sweep, a, pose_a, b, pose_b)
    }

    /// See [`cast_ray`](crate::cast_ray()), and [`cast`](Self::cast) for the options.
    #[must_use]
    pub fn cast_ray<P, A>(self, a: &A, pose: &P, ray: &Ray<V>) -> RayCast<V>
    where
        P: ToPose<Vector = V>,
        A: SupportMap<V> + ?Sized,
    {
        if self.may_skip()
            && let Some(found) = in_closed_form(a, &taken(pose), *ray)
        {
            return found;
        }
        let origin = V::from_space(V::Space::default());
        self.run(*ray, a, pose, &Point(origin), &ray.origin)
    }
}

impl<V: Vector> Verb<V> for Sweep<V> {
    type Answer = Cast<V>;
    type Sought = Sweep<V::Space>;

    fn sought(self) -> Sweep<V::Space> {
        self.widened()
    }

    fn answer(found: Cast<V::Space>) -> Cast<V> {
        found.narrowed()
    }
}

impl<V: Vector> Verb<V> for Ray<V> {
    type Answer = RayCast<V>;
    type Sought = Ray<V::Space>;

    fn sought(self) -> Ray<V::Space> {
        self.widened()
    }

    fn answer(found: RayCast<V::Space>) -> RayCast<V> {
        found.narrowed()
    }
}

/// A ray in closed form. The shape's kind is matched once, as for pairs at the door; but not in the
/// door itself, where each arm would hold a copy.
#[inline(always)]
fn in_closed_form<V: Vector, A: SupportMap<V> + ?Sized>(
    a: &A,
    pose: &Pose<V>,
    ray: Ray<V>,
) -> Option<RayCast<V>> {
    #[cfg(feature = "alloc")]
    if let Some(shape) = a.as_shape() {
        use crate::shape::Shape::{Ball, Capsule, Cuboid, Cylinder, HalfSpace, Hull};
        return match shape {
            Ball(a) => plain(a, pose, ray),
            Capsule(a) => plain(a, pose, ray),
            Cuboid(a) => plain(a, pose, ray),
            Cylinder(a) => plain(a, pose, ray),
            HalfSpace(a) => plain(a, pose, ray),
            Hull(a) => plain(a, pose, ray),
            _ => None,
        };
    }
    plain(a, pose, ray)
}

#[inline(always)]
fn plain<V: Vector, A: SupportMap<V> + ?Sized>(
    a: &A,
    pose: &Pose<V>,
    ray: Ray<V>,
) -> Option<RayCast<V>> {
    let found = RayBody::new(a, pose)?.cast(&ray.widened(), Precision::of::<V::Scalar>());
    found.map(RayCast::narrowed)
}

impl<S: Expand> Search<S> for Sweep<S> {
    type Found = Cast<S>;
    compiled!(search_cast, show_cast);

    fn search<A: SupportMap<S>, O: Observer<S>>(self, pair: Lowered<'_, '_, S, O, A>) -> Cast<S> {
        swept(&self, pair).found
    }
}

impl<S: Expand> Search<S> for Ray<S> {
    type Found = RayCast<S>;
    compiled!(search_ray, show_ray);

    fn search<A: SupportMap<S>, O: Observer<S>>(
        self,
        pair: Lowered<'_, '_, S, O, A>,
    ) -> RayCast<S> {
        let sweep = Sweep::new(self.direction).until(self.max_time);
        let limit = pair.query.max_iterations;
        let path = path_of(&sweep, &pair);
        let Swept { found, start } = swept(&sweep, pair);
        let is_inside = start == Verdict::Intersecting;
        let of_point = |hit: Hit<S>| {
            // The point of a shape that holds the origin is the surface's, and not the ray's.
            let point = if is_inside { self.origin } else { surface_point(&hit.witness) };
            RayHit { time: hit.time, point, normal: hit.witness.normal }
        };
        let found = match found {
            Cast::Miss => RayCast::Miss,
            Cast::Hit(hit) => RayCast::Hit(of_point(hit)),
            Cast::Undecided(hit) => RayCast::Undecided(of_point(hit)),
        };
        // Of a negative time nothing is known, as of any other motion.
        let is_open = self.hollow && self.max_time >= 0.0 && start != Verdict::Separated;
        let (Some(hit), true) = (found.hit(), is_open) else { return found };
        let unknown = |last| {
            let time = path.precision.around([0.0, last]);
            RayCast::Undecided(RayHit { time, ..*hit })
        };
        let exit = way_out(&path, self.max_time, limit);
        if is_inside {
            return match exit {
                // Where it may leave later than at any time that floats hold.
                Some(RayCast::Undecided(exit)) if !exit.point.is_finite() => {
                    RayCast::Undecided(RayHit { time: exit.time, ..*hit })
                }
                Some(exit) => exit,
                None => unknown(self.max_time),
            };
        }
        // Where it enters, if it begins outside, or leaves.
        let last = exit.as_ref().and_then(RayCast::hit).map(|exit| exit.time.high);
        unknown(last.map_or(self.max_time, |last| larger(last, hit.time.high)))
    }
}

/// The ray's own point, on the plane across the shape's: that may be aside of it by the root of a
/// rounding, where the surface is curved.
fn surface_point<S: Space>(Witness { on_a, on_b, normal, .. }: &Witness<S>) -> S {
    *on_b + *normal * normal.dot(*on_a - *on_b)
}

fn path_of<'p, S: Expand, O, A: SupportMap<S>>(
    sweep: &Sweep<S>,
    pair: &Lowered<'p, '_, S, O, A>,
) -> Path<'p, S, A> {
    let Lowered { a, pose_a, b, pose_b, budget, precision, .. } = *pair;
    let (last, skin) = (sweep.max_time, sweep.target_distance);
    Path::new((a, pose_a), (b, pose_b), sweep.velocities(), last, skin, budget, precision)
        .stopping_at(sweep.tolerance)
}

/// A cast, and whether they touch at its start.
struct Swept<S: Space> {
    found: Cast<S>,
    start: Verdict,
}

/// The cast itself.
fn swept<S: Expand, O: Observer<S>, A: SupportMap<S>>(
    sweep: &Sweep<S>,
    pair: Lowered<'_, '_, S, O, A>,
) -> Swept<S> {
    let path = path_of(sweep, &pair);
    let (mut query, last) = (pair.query, sweep.max_time);
    let unknown = |found| Swept { found, start: Verdict::Undecided };
    let apart = |found| Swept { found, start: Verdict::Separated };
    if !(path.is_motion() && last >= 0.0 && describes_shapes(&path)) {
        return unknown(Cast::Undecided(Hit {
            time: Interval::around([0.0, f64::INFINITY]),
            witness: Witness::unknown(),
        }));
    }
    let limit = query.max_iterations;
    let course = first_contact(&path, [0.0, last], steps(limit), &mut query.observer);
    let (time, touch, closing) = match course {
        Course::Free => return apart(Cast::Miss),
        Course::Touches { times, touch } => return apart(Cast::Hit(hit(&path, times, &touch))),
        Course::Open { time, touch, closing } => (time, touch, closing),
    };
    // A caller that limits the search needs a fast answer.
    if limit.is_some() || path.budget.is_spent() {
        return unknown(Cast::Undecided(hit(&path, [time, last], &touch)));
    }
    // Whether a contact that follows may be one at the start, which the caller does not want.
    let mut may_be_ignored = false;
    let mut begins = Verdict::Separated;
    if time == 0.0 {
        let (verdict, witness) = start(&path);
        let is_ignored = verdict.intersects() && is_ignored(&path, sweep.at_start, witness.normal);
        if is_unsure(sweep.at_start, verdict, path.budget) {
            return unknown(Cast::Undecided(hit(&path, [time, last], &touch)));
        }
        if verdict == Verdict::Intersecting {
            let now = Hit { time: Interval::around([0.0; 2]), witness };
            let found = if is_ignored { Cast::Miss } else { Cast::Hit(now) };
            return Swept { found, start: verdict };
        }
        may_be_ignored = is_ignored;
        begins = verdict;
    }
    let found = match path.rest([time, last], closing) {
        Rest::Free => Cast::Miss,
        Rest::Touches(high) if may_be_ignored => Cast::Undecided(hit(&path, [time, high], &touch)),
        Rest::Touches(high) => Cast::Hit(hit(&path, [time, high], &touch)),
        Rest::Unknown => Cast::Undecided(hit(&path, [time, last], &touch)),
    };
    Swept { found, start: begins }
}

fn steps(limit: Option<u32>) -> u32 {
    limit.unwrap_or(STEPS).clamp(1, STEPS)
}

fn describes_shapes<S: Expand, A: SupportMap<S>>(path: &Path<'_, S, A>) -> bool {
    let frame = path.at(0.0);
    let placed = path.placed(&frame);
    placed.is_meaningful() || pairs::half_space(&placed).is_some_and(|signed| !signed.limited)
}

/// Whether they touch before they move, decided as in every other verb, and how they stand.
pub(super) fn start<S: Expand, A: SupportMap<S>>(path: &Path<'_, S, A>) -> (Verdict, Witness<S>) {
    let [pose_a, pose_b] = path.poses;
    let Path { a, b, budget, precision, .. } = *path;
    let query = Query::new();
    let pair = Lowered { a, pose_a, b, pose_b, query, budget, precision, is_tried: true };
    let (verdict, witness) =
        Run::with(pair, |run| run.proximity()).fold(|verdict, witness| (verdict, witness));
    // The bounds decide it for shapes well apart; what they leave open takes exact arithmetic.
    let lower = (witness.length - witness.gap) * (1.0 - 2.0 * f64::EPSILON);
    let is_clear = verdict == Verdict::Separated && lower > path.skin;
    (if path.skin == 0.0 || is_clear { verdict } else { path.verdict_at(0.0) }, witness)
}

/// Whether too little was left of a budget to see if a contact at the start separates, which how
/// deep it is tells.
pub(super) fn is_unsure(choice: AtStart, verdict: Verdict, budget: &Budget) -> bool {
    choice == AtStart::IgnoreSeparating && verdict.intersects() && budget.is_spent()
}

/// Whether the caller's choice leaves out a contact at the start with this normal.
fn is_ignored<S: Expand, A: SupportMap<S>>(
    path: &Path<'_, S, A>,
    choice: AtStart,
    normal: S,
) -> bool {
    match choice {
        AtStart::Report => false,
        AtStart::Ignore => true,
        AtStart::IgnoreSeparating => path.recedes_along(normal) || !path.goes_deeper(),
    }
}

/// Where a ray that begins inside leaves: where the same ray, backwards from its end, first meets
/// the shape. `None` where rounding shows that it never does, which it does by having begun inside.
fn way_out<S: Expand, A: SupportMap<S>>(
    path: &Path<'_, S, A>,
    last: f64,
    limit: Option<u32>,
) -> Option<RayCast<S>> {
    let leaves = |[low, high]: [f64; 2], touch: &Touch<S>| {
        let Hit { time, witness } = hit(path, [low, high], touch);
        RayHit { time, point: surface_point(&witness), normal: witness.normal }
    };
    // Whether it is inside at the end is exact, but of a ray without end at no time that floats
    // hold.
    let end = last.min(f64::MAX);
    if let Some((times, normal)) = path.leaves_boundary() {
        let Some([low, high]) = times.filter(|[low, _]| *low <= last) else {
            return Some(RayCast::Miss);
        };
        let touch = Touch { on_a: path.point_in_a(low), on_b: path.point_in_a(low), normal };
        if high <= end {
            return Some(RayCast::Hit(leaves([low, high], &touch)));
        }
        // Along the boundary, or nearly.
        return Some(match path.verdict_at(end) {
            Verdict::Separated => RayCast::Hit(leaves([low, end], &touch)),
            Verdict::Intersecting if end == last || path.touches_forever() => RayCast::Miss,
            _ => RayCast::Undecided(leaves([low, last], &touch)),
        });
    }
    let end = path.end([0.0, last])?;
    let (time, touch, closing) = match first_contact(path, [end, 0.0], steps(limit), &mut ()) {
        Course::Free => return None,
        Course::Touches { times: [high, low], touch } => {
            return Some(RayCast::Hit(leaves([low, high], &touch)));
        }
        Course::Open { time, touch, closing } => (time, touch, closing),
    };
    if time == end {
        match path.verdict_at(end) {
            Verdict::Separated => {}
            // Still inside at the end.
            Verdict::Intersecting if end == last => return Some(RayCast::Miss),
            // And surely not later.
            Verdict::Intersecting if end < f64::MAX => {
                return Some(RayCast::Hit(leaves([end; 2], &touch)));
            }
            Verdict::Intersecting if path.touches_forever() => return Some(RayCast::Miss),
            Verdict::Intersecting => return Some(RayCast::Undecided(leaves([end, last], &touch))),
            Verdict::Undecided => return Some(RayCast::Undecided(leaves([0.0, last], &touch))),
        }
    }
    Some(RayCast::Hit(match path.rest([time, 0.0], closing) {
        Rest::Touches(low) => leaves([low, time], &touch),
        // From where it began inside.
        Rest::Free | Rest::Unknown => leaves([0.0, time], &touch),
    }))
}

/// A contact within these times, in the caller's world and precision.
fn hit<S: Expand, A: SupportMap<S>>(
    path: &Path<'_, S, A>,
    times: [f64; 2],
    touch: &Touch<S>,
) -> Hit<S> {
    // In the caller's precision already, since the points are those of that time.
    let time = path.precision.around(times);
    let (low, high) = (time.low, time.high);
    let Touch { on_a, on_b, normal } = *touch;
    let on_a = on_a + normal * path.a.radius_f64();
    let on_b = on_b - normal * path.b.radius_f64();
    let off = (length(on_b - on_a) - path.skin.abs()).abs();
    let [on_a, on_b] = [on_a, on_b].map(|p| path.world_point(p, low));
    let way = (high - low) * path.speed() * (1.0 + 8.0 * f64::EPSILON);
    Hit {
        time,
        witness: Witness {
            on_a,
            on_b,
            normal: path.world_direction(normal),
            length: path.skin.abs(),
            // Where no points fit, the gap includes by how much.
            gap: way + off,
            end: End::Converged,
        },
    }
}
