//! From a placed pair to an answer: choose the method, then turn proved bounds into the caller's words.

use crate::answer::{End, Proximity, Separation, Verdict, Witness, with_gap};
use crate::certify::proves_intersection;
use crate::math::tolerance::{GJK_ITERATIONS, UNIT_ROUNDOFF};
use crate::math::{Pose, Scalar, Space, Vector};
use crate::observe::Observer;
use crate::shape::SupportMap;
use crate::solve::Expand;
use crate::solve::cores::{
    Signed, between, depth, distance as distance_of_cores, encloses_with_certainty,
};
use crate::solve::difference::{Difference, Placed};
use crate::solve::gjk::{Begin, Gjk, GjkEnd, Limits, gjk};
use crate::solve::pairs::{self, Formula, Wanted};

use super::Query;

/// The radii together, and what adding them may cost.
struct Margin {
    a: f64,
    b: f64,
    error: f64,
}

impl Margin {
    fn of<V: Vector, A: SupportMap<V> + ?Sized, B: SupportMap<V> + ?Sized>(
        placed: &Placed<'_, V, A, B>,
    ) -> Self {
        let (a, b) = placed.radii();
        // Each may be a sum or product itself; their sum, and its difference with a core's distance.
        Self { a, b, error: 8.0 * UNIT_ROUNDOFF * (a + b) }
    }

    fn sum(&self) -> f64 {
        self.a + self.b
    }
}

fn limits<V, A, B, O>(
    placed: &Placed<'_, V, A, B>,
    query: &Query<'_, V, O>,
    margin: &Margin,
) -> Limits
where
    V: Vector,
    V::Space: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let error = placed.error() + margin.error;
    let far = match query.cut_off {
        Some(distance) => distance.to_f64() * placed.frame.per_unit + margin.sum() + error,
        None => f64::INFINITY,
    };
    Limits {
        apart: margin.sum() + error,
        touching: margin.sum() - error,
        far: far.max(margin.sum() + error),
        near: f64::NEG_INFINITY,
        enough: f64::INFINITY,
        // Below the rounding of what is returned, nothing is gained.
        tolerance: 0.125 * V::Scalar::EPSILON * placed.reach(),
        // Without a single support point nothing is known at all.
        iterations: query.max_iterations.unwrap_or(GJK_ITERATIONS).max(1),
        unit: placed.frame.unit,
    }
}

fn begin<V, A, B, O>(placed: &Placed<'_, V, A, B>, query: &Query<'_, V, O>) -> Begin<V::Space>
where
    V: Vector,
    V::Space: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    if let Some(begin) = query.warm.as_ref().and_then(|warm| warm.begin(placed)) {
        return begin;
    }
    let direction = match query.start {
        crate::Start::Centers => placed.center(),
        crate::Start::Constant => placed.frame.direction_in_a(V::Space::axis(0)),
        crate::Start::Given(direction) => -placed.frame.direction_in_a(direction.to_space()),
    };
    // Coinciding centres, or a given direction without one.
    Begin::Direction(direction.try_normalize().unwrap_or(V::Space::axis(0)))
}

/// Runs GJK with the query's options and memory.
fn search<V, A, B, O>(
    placed: &Placed<'_, V, A, B>,
    query: &mut Query<'_, V, O>,
    limits: &Limits,
) -> Gjk<V::Space>
where
    V: Vector,
    V::Space: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
    O: Observer<V::Space>,
{
    let begin = begin(placed, query);
    let run = gjk(placed, begin, limits, &mut query.observer);
    if let Some(memory) = &mut query.warm {
        let axis = if run.end == GjkEnd::Enclosed { run.separating } else { run.nearest.point };
        memory.remember(&run.nearest, axis);
    }
    run
}

/// Whether the balls about the local origins that hold the shapes are apart. Rotations do not matter to them, so it costs next to
/// nothing and spares the rest of the query for most pairs of a scene.
pub(super) fn far_apart<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> bool
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let offset = pose_b.translation.to_space() - pose_a.translation.to_space();
    let (radius_a, radius_b) = (a.radius_f64(), b.radius_f64());
    let reach = a.reach() + b.reach() + (radius_a + radius_b);
    // Each side is good to a handful of roundings, or out of range and then not larger than anything finite.
    let squared = offset.length_squared();
    squared.is_finite()
        && squared * (1.0 - 16.0 * f64::EPSILON) > reach * reach
        && radius_a >= 0.0
        && radius_b >= 0.0
        && pose_a.check().is_ok()
        && pose_b.check().is_ok()
}

pub(super) fn verdict<V, A, B, O>(
    placed: &Placed<'_, V, A, B>,
    mut query: Query<'_, V, O>,
) -> Verdict
where
    V: Vector,
    V::Space: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
    O: Observer<V::Space>,
{
    let margin = Margin::of(placed);
    if let Some(signed) = pairs::half_space(placed) {
        return verdict_of(&signed, &margin);
    }
    if !placed.is_meaningful() {
        return Verdict::Undecided;
    }
    let mut limits = limits(placed, &query, &margin);
    limits.far = limits.apart;
    limits.near = limits.touching;
    match formula(placed, &query, Wanted::Verdict(margin.sum() + margin.error)) {
        Some(Formula::Signed(signed)) => return verdict_of(&signed, &margin),
        Some(Formula::Apart) => return Verdict::Separated,
        Some(Formula::Overlapping) if margin.sum() >= 0.0 => return Verdict::Intersecting,
        Some(Formula::Overlapping) | None => {}
    }
    let run = search(placed, &mut query, &limits);
    if run.lower > limits.apart {
        return Verdict::Separated;
    }
    if overlaps_plainly(placed, &run, &limits, &margin) {
        return Verdict::Intersecting;
    }
    // How deep does not matter once it is certain that they overlap.
    limits.enough = placed.error();
    let verdict = verdict_of(&signed_distance(placed, &run, &limits, &mut query.observer), &margin);
    if verdict != Verdict::Undecided || run.end != GjkEnd::Near {
        return verdict;
    }
    // Stopped at the first sign of contact, a hair too early to prove it.
    limits.near = f64::NEG_INFINITY;
    let run = search(placed, &mut query, &limits);
    verdict_of(&signed_distance(placed, &run, &limits, &mut query.observer), &margin)
}

/// Whether GJK alone proves an overlap: the cores' nearest points are nearer than the radii, or its simplex has room around the
/// origin.
fn overlaps_plainly<V, A, B>(
    placed: &Placed<'_, V, A, B>,
    run: &Gjk<V::Space>,
    limits: &Limits,
    margin: &Margin,
) -> bool
where
    V: Vector,
    V::Space: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let near = || {
        let (on_a, on_b) = run.nearest.witnesses();
        (on_a - on_b).length() < limits.touching
    };
    margin.sum() >= 0.0 && (encloses_with_certainty(run, placed.error()) || near())
}

/// GJK's bounds where they keep the cores apart, EPA's with them where they do not.
fn signed_distance<V, A, B, O>(
    placed: &Placed<'_, V, A, B>,
    run: &Gjk<V::Space>,
    limits: &Limits,
    observer: &mut O,
) -> Signed<V::Space>
where
    V: Vector,
    V::Space: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
    O: Observer<V::Space>,
{
    if run.lower > placed.error() {
        distance_of_cores(run, placed.error())
    } else if !O::WATCHES
        && limits.iterations >= GJK_ITERATIONS
        && let Some(signed) = pairs::depth(placed)
    {
        Signed { intersect: proves_intersection(&run.nearest.feature), ..signed }
    } else {
        depth(placed, run, limits, observer)
    }
}

/// What a formula says, unless somebody wants to watch the iterations or limits them.
fn formula<V, A, B, O>(
    placed: &Placed<'_, V, A, B>,
    query: &Query<'_, V, O>,
    wanted: Wanted<'_>,
) -> Option<Formula<V::Space>>
where
    V: Vector<Space: Expand>,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
    O: Observer<V::Space>,
{
    if O::WATCHES || query.max_iterations.is_some() {
        return None;
    }
    pairs::formula(placed, wanted)
}

fn verdict_of<S: Space>(signed: &Signed<S>, margin: &Margin) -> Verdict {
    if signed.lower - margin.sum() > margin.error {
        Verdict::Separated
    } else if signed.upper - margin.sum() + margin.error <= 0.0
        || (signed.intersect && margin.sum() >= 0.0)
    {
        Verdict::Intersecting
    } else {
        Verdict::Undecided
    }
}

pub(super) fn proximity<V, A, B, O>(
    placed: &Placed<'_, V, A, B>,
    mut query: Query<'_, V, O>,
) -> Proximity<V>
where
    V: Vector,
    V::Space: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
    O: Observer<V::Space>,
{
    let margin = Margin::of(placed);
    if let Some(signed) = pairs::half_space(placed) {
        return answer(placed, &signed, &margin, End::Converged);
    }
    if !placed.is_meaningful() {
        return Proximity::Undecided(Witness::unknown());
    }
    let limits = limits(placed, &query, &margin);
    if let Some(Formula::Signed(signed)) = formula(placed, &query, Wanted::Both(&limits)) {
        return answer(placed, &signed, &margin, End::Converged);
    }
    let run = search(placed, &mut query, &limits);
    let signed = signed_distance(placed, &run, &limits, &mut query.observer);
    answer(placed, &signed, &margin, end_of(&run, &signed))
}

fn end_of<S>(run: &Gjk<S>, signed: &Signed<S>) -> End {
    match run.end {
        GjkEnd::Far => End::CutOff,
        _ if signed.limited => End::Limit,
        GjkEnd::Limit | GjkEnd::Enclosed | GjkEnd::Converged | GjkEnd::Near => End::Converged,
    }
}

pub(super) fn distance<V, A, B, O>(
    placed: &Placed<'_, V, A, B>,
    mut query: Query<'_, V, O>,
) -> Option<Witness<V>>
where
    V: Vector,
    V::Space: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
    O: Observer<V::Space>,
{
    let margin = Margin::of(placed);
    if pairs::half_space(placed).is_none() && placed.is_meaningful() {
        // Without a look at the depth where it is plain that they overlap.
        let limits = limits(placed, &query, &margin);
        let limits = Limits { near: limits.touching, ..limits };
        if let Some(Formula::Signed(signed)) = formula(placed, &query, Wanted::Distance) {
            return separated(answer(placed, &signed, &margin, End::Converged));
        }
        let run = search(placed, &mut query, &limits);
        if overlaps_plainly(placed, &run, &limits, &margin) {
            return None;
        }
        let signed = signed_distance(placed, &run, &limits, &mut query.observer);
        return separated(answer(placed, &signed, &margin, end_of(&run, &signed)));
    }
    separated(proximity(placed, query))
}

fn separated<V: Vector>(proximity: Proximity<V>) -> Option<Witness<V>> {
    match proximity {
        Proximity::Separated(witness) => Some(witness),
        Proximity::Penetrating(_) | Proximity::Undecided(_) => None,
    }
}

pub(super) fn penetration<V, A, B, O>(
    placed: &Placed<'_, V, A, B>,
    mut query: Query<'_, V, O>,
) -> Option<Witness<V>>
where
    V: Vector,
    V::Space: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
    O: Observer<V::Space>,
{
    // Nobody asks how far apart they are.
    query.cut_off = Some(V::Scalar::ZERO);
    match proximity(placed, query) {
        Proximity::Separated(_) => None,
        Proximity::Penetrating(witness) | Proximity::Undecided(witness) => Some(witness),
    }
}

pub(super) fn separation<V, A, B>(
    a: &A,
    pose_a: &Pose<V>,
    b: &B,
    pose_b: &Pose<V>,
    direction: V,
) -> Separation<V::Scalar>
where
    V: Vector,
    V::Space: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let placed = Placed::new(a, pose_a, b, pose_b);
    let unit = direction.to_space().try_normalize();
    let (Some(direction), true) = (unit, placed.is_meaningful()) else {
        return Separation::new(0.0, f64::INFINITY);
    };
    let margin = Margin::of(&placed);
    let direction = placed.frame.direction_in_a(direction);
    let height = direction.dot(placed.support(direction, None).point) / direction.length();
    // Turning the direction into A's frame tilts it by as much as a point of B is off.
    let tilt = crate::math::tolerance::ROTATED_POINT * UNIT_ROUNDOFF * placed.reach();
    let error = placed.error() + margin.error + tilt;
    let unit = placed.frame.unit;
    Separation::new((-height - margin.sum()) * unit, error * unit)
}

/// Proved bounds of the cores, in A's frame and solver units, into the caller's world, lengths and precision.
fn answer<V, A, B>(
    placed: &Placed<'_, V, A, B>,
    signed: &Signed<V::Space>,
    margin: &Margin,
    end: End,
) -> Proximity<V>
where
    V: Vector,
    V::Space: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let lower = signed.lower - margin.sum() - margin.error;
    let upper = signed.upper - margin.sum() + margin.error;
    let estimate = between(signed.estimate - margin.sum(), lower, upper);
    let verdict = verdict_of(signed, margin);
    // A proved overlap that the bounds alone cannot tell from contact has depth 0 or more.
    let estimate = match verdict {
        Verdict::Separated => estimate,
        Verdict::Intersecting | Verdict::Undecided => estimate.min(0.0),
    };
    let gap = (upper - estimate).max(estimate - lower);
    let unit = placed.frame.unit;
    let (length, gap) = with_gap(estimate.abs() * unit, gap * unit);
    let normal = signed.normal;
    let on_a = signed.on_a + normal * margin.a;
    let on_b = signed.on_b - normal * margin.b;
    let witness = Witness {
        on_a: V::from_space(placed.frame.world_point(on_a)),
        on_b: V::from_space(placed.frame.world_point(on_b)),
        normal: V::from_space(placed.frame.world_direction(normal)),
        length,
        gap,
        end,
    };
    match verdict {
        Verdict::Separated => Proximity::Separated(witness),
        Verdict::Intersecting => Proximity::Penetrating(witness),
        Verdict::Undecided => Proximity::Undecided(witness),
    }
}
