//! Casts of shapes that turn.

use crate::answer::{End, Verdict, Witness};
use crate::cast::{AtStart, Cast, Hit, Interval, Sweep};
use crate::math::{Pose, Precision, ToPose, Vector, two_sum};
use crate::motion::{Meeting, Motion, Way};
use crate::observe::Observer;
use crate::shape::{Point, Solid, SupportMap, Widened, length};
use crate::solve::Expand;
use crate::solve::cast::{Path, Touch};
use crate::solve::pairs;
use crate::solve::turn::{
    Ahead, Course, Look, Own, Parting, STEPS, Two, first_contact, goes_deeper, parting,
};

use super::cast::{is_unsure, start};
use super::run::Run;
use super::search::{Lowered, Quiet, Search, Shown};
use super::verb::{Separate, Verb, compiled};
use super::{Compiled, Pair, Query};

/// When and where two shapes that move and turn first touch, in times from 0 to 1.
///
/// [`Cast::Miss`] is proved by a finite cover of the time by directions that keep the shapes apart,
/// each for a span: nothing is sampled, so that no shape is too thin and no turn too large.
/// [`Cast::Hit`] comes with an interval: no contact before its `low`, contact at its `high`, both
/// proved, of a plain hit some 1e-13 of the size over the speed wide in `f64`. [`Cast::Undecided`]
/// holds a time until which there is surely no contact: for shapes that graze within about 1e-14 of
/// their size at one instant, or where the search was limited. The motions are exact, for the very
/// floats given; shapes that do not turn are a [`cast`](crate::cast()), and so are those whose turn
/// leaves them as they are: balls about their centres, bodies of revolution about their own axes.
/// Of one body that turns in place beside another, one whole turn is all there is.
///
/// [`Query::time_of_impact`] takes other times, a target distance, and how to treat contact at the
/// start.
///
/// Cost: four to eight distances for plain hits, one to three for misses, ten to some hundred where
/// they graze. Source: conservative advancement (Mirtich 1996), with a second-order bound along
/// directions that rest or turn with a shape; `docs/errors.md` derives it.
///
/// ```
/// use clearance::{Cast, Cuboid, Motion, time_of_impact};
/// use glam::DVec3;
///
/// // A blade that turns by three radians past a small cube, through which it goes.
/// let cube = Motion::new(&DVec3::new(0.5, 0.0, 0.0));
/// let blade = Motion::new(&(glam::DQuat::from_rotation_z(-1.5), DVec3::ZERO))
///     .turning(DVec3::new(0.0, 0.0, 3.0));
/// let (small, long) = (Cuboid::new(DVec3::splat(0.05)), Cuboid::new(DVec3::new(1.0, 0.02, 0.02)));
/// let Cast::Hit(hit) = time_of_impact(&small, &cube, &long, &blade) else { unreachable!() };
/// assert!(hit.time.width() < 1e-12);
/// assert!(0.4 < hit.time.low && hit.time.high < 0.5);
/// ```
#[must_use]
pub fn time_of_impact<V, A, B>(a: &A, motion_a: &Motion<V>, b: &B, motion_b: &Motion<V>) -> Cast<V>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    Query::new().time_of_impact(a, motion_a, b, motion_b, &Meeting::new())
}

impl<V: Vector, O: Observer<V::Space>> Query<'_, V, O> {
    /// See [`time_of_impact`](crate::time_of_impact()); `meeting` sets for how long, and what
    /// counts. Of the options, [`max_iterations`](Self::max_iterations) limits the distances that
    /// are computed; the cut-off, the start and the memory are for other verbs.
    #[must_use]
    pub fn time_of_impact<A, B>(
        self,
        a: &A,
        motion_a: &Motion<V>,
        b: &B,
        motion_b: &Motion<V>,
        meeting: &Meeting<V::Scalar>,
    ) -> Cast<V>
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let Meeting { max_time, target_distance, at_start, tolerance } = *meeting;
        let (motion_a, motion_b) = (&settled(a, motion_a), &settled(b, motion_b));
        if let (Some(of_a), Some(of_b)) = (motion_a.straight(), motion_b.straight()) {
            let sweep = Sweep::new(of_b).and_a(of_a).until(max_time);
            let sweep = sweep.target_distance(target_distance).at_start(at_start);
            let sweep = sweep.tolerance(tolerance);
            return self.cast(a, &motion_a.from, b, &motion_b.from, &sweep);
        }
        let turn = Turn { motions: [*motion_a, *motion_b], meeting: *meeting };
        self.run(turn, a, &motion_a.from, b, &motion_b.from)
    }
}

/// The motion without its turn, where that leaves the shape as it is.
fn settled<V: Vector, A: SupportMap<V> + ?Sized>(shape: &A, motion: &Motion<V>) -> Motion<V> {
    if motion.straight().is_some() {
        return *motion;
    }
    let Some(own) = Own::of(shape) else { return *motion };
    let wide = motion.widened();
    let seems = Course::new(&wide).seems(&own, shape.reach());
    let straight = motion
        .without_turn()
        .filter(|_| seems && Compiled::is_own_turn(&Widened::new(shape), &wide));
    straight.unwrap_or(*motion)
}

/// The verb.
#[derive(Clone, Copy)]
pub struct Turn<V: Vector> {
    motions: [Motion<V>; 2],
    meeting: Meeting<V::Scalar>,
}

impl<V: Vector> Verb<V> for Turn<V> {
    type Answer = Cast<V>;
    type Sought = Turn<V::Space>;

    fn sought(self) -> Turn<V::Space> {
        Turn { motions: self.motions.map(Motion::widened), meeting: self.meeting.widened() }
    }

    fn answer(found: Cast<V::Space>) -> Cast<V> {
        found.narrowed()
    }
}

impl<S: Expand> Search<S> for Turn<S> {
    type Found = Cast<S>;
    compiled!(search_turn, show_turn);

    fn search<A, O>(self, pair: Lowered<'_, '_, S, O, A>) -> Cast<S>
    where
        A: SupportMap<S>,
        O: Observer<S>,
    {
        turned(&self, pair)
    }
}

fn turned<'p, S: Expand, A: SupportMap<S>, O: Observer<S>>(
    turn: &'p Turn<S>,
    pair: Lowered<'p, '_, S, O, A>,
) -> Cast<S> {
    let Lowered { a, b, mut query, budget, precision, .. } = pair;
    let Turn { motions: [motion_a, motion_b], meeting } = turn;
    let (last, skin) = (meeting.max_time, meeting.target_distance);
    let [from, to] = [motion_a, motion_b].map(|motion| motion.from.translation);
    let courses = [Course::new(motion_a), Course::new(motion_b)];
    let pair_of = |[of_a, of_b]: [Course<'p, S>; 2]| {
        Two::new((a, of_a, from), (b, of_b, to), last, skin, budget, precision)
            .stopping_at(meeting.tolerance)
    };
    let two = pair_of(courses);
    if !(two.is_motion() && last >= 0.0 && describes_shapes(&two)) {
        return Cast::Undecided(Hit {
            time: Interval::around([0.0, f64::INFINITY]),
            witness: Witness::unknown(),
        });
    }
    let steps = query.max_iterations.unwrap_or(STEPS).clamp(1, STEPS);
    // Decided as in every other verb.
    let still = [S::default(); 2];
    let poses = [&motion_a.from, &motion_b.from];
    let path = Path::new((a, poses[0]), (b, poses[1]), still, 0.0, skin, budget, precision);
    let (verdict, witness) = start(&path);
    let mut first = 0.0;
    let is_ignored = verdict.intersects()
        && match meeting.at_start {
            AtStart::Report => false,
            AtStart::IgnoreSeparating => !goes_deeper(&two, last, witness.normal),
            AtStart::Ignore => true,
        };
    if is_unsure(meeting.at_start, verdict, budget) {
        let time = Interval::around([0.0, last]);
        return Cast::Undecided(Hit { time, witness });
    }
    if verdict == Verdict::Intersecting {
        let now = Hit { time: Interval::around([0.0; 2]), witness };
        if !is_ignored {
            return Cast::Hit(now);
        }
        match parting(&two, last, &|of_a, point, length| is_near(&two, of_a, point, length)) {
            Parting::Never => return Cast::Miss,
            Parting::At(time) => first = time,
            Parting::Unknown(time) => {
                let time = Interval::around([time, last]);
                return Cast::Undecided(Hit { time, ..now });
            }
        }
    }
    // A contact that follows a start too close to call may be one that the caller does not want.
    let may_be_ignored = |from: f64| is_ignored && verdict == Verdict::Undecided && from == 0.0;
    // Where turns are nearly those that show nowhere, what they make of the shapes is free for
    // longer than steps of the turns' size could show.
    let settled = [courses[0].settled(a), courses[1].settled(b)];
    let mut touched = None;
    if query.max_iterations.is_none() && settled.iter().any(Option::is_some) {
        let [of_a, of_b] = settled;
        let calm = pair_of([of_a.unwrap_or(courses[0]), of_b.unwrap_or(courses[1])]);
        let until = calm.until_repeated(first, last);
        match first_contact(&calm, [first, until], steps, &mut query.observer) {
            Ahead::Free => return Cast::Miss,
            Ahead::Touches { times, .. } => {
                first = times[0];
                touched = Some(times[1]);
            }
            Ahead::Open { time, .. } => first = time,
        }
    }
    match first_contact(&two, [first, two.until_repeated(first, last)], steps, &mut query.observer)
    {
        Ahead::Free => Cast::Miss,
        Ahead::Touches { times, touch } => {
            let found = hit(&two, times, &touch);
            if may_be_ignored(times[0]) { Cast::Undecided(found) } else { Cast::Hit(found) }
        }
        Ahead::Open { time, touch } => {
            if let Some(high) = touched.filter(|high| *high >= time && !may_be_ignored(time)) {
                return Cast::Hit(hit(&two, [time, high], &touch));
            }
            let open = hit(&two, [time, last], &touch);
            let is_all =
                query.max_iterations.is_none() && !budget.is_spent() && !may_be_ignored(time);
            if is_all && touches_at_end(&two, turn) {
                Cast::Hit(open)
            } else {
                Cast::Undecided(open)
            }
        }
    }
}

/// Whether they touch at the end, where the poses are given there.
#[cold]
#[inline(never)]
fn touches_at_end<S: Expand, A: SupportMap<S>>(two: &Two<'_, S, A>, turn: &Turn<S>) -> bool {
    let end = |motion: &Motion<S>| -> Option<Pose<S>> {
        match motion.way {
            Way::Between { to, .. } => Some(to),
            Way::Steady { .. } => {
                let (there, error) = two_sum(motion.from.translation, motion.straight()?);
                let end = Pose { translation: there, rotation: motion.from.rotation };
                (error == S::default()).then_some(end)
            }
        }
    };
    let Turn { motions: [of_a, of_b], meeting } = turn;
    let is_contact = meeting.max_time == 1.0 && meeting.target_distance == 0.0;
    let (Some(at_a), Some(at_b), true) = (end(of_a), end(of_b), is_contact) else { return false };
    let (pose_a, pose_b) = (&at_a, &at_b);
    let Two { a, b, budget, precision, .. } = *two;
    let query = Query::new();
    let pair = Lowered { a, pose_a, b, pose_b, query, budget, precision, is_tried: true };
    Run::with(pair, |run| run.proximity()).fold(|verdict, _| verdict) == Verdict::Intersecting
}

/// Whether A, or else B, comes as near to a point of its own frame as a length.
#[cold]
#[inline(never)]
fn is_near<S: Expand, A: SupportMap<S>>(
    two: &Two<'_, S, A>,
    of_a: bool,
    point: S,
    length: f64,
) -> bool {
    let Two { budget, .. } = *two;
    if !(point.is_finite() && length.is_finite()) || budget.is_spent() {
        return false;
    }
    budget.spend(1);
    // Without their types, so that one search is compiled for all.
    let shape: &dyn SupportMap<S> = if of_a { two.a } else { two.b };
    let origin = Point(S::default());
    let (a, b) = (&Widened::new(shape), &Widened::new(&origin));
    let (a, b) = (&Solid::called(a), &Solid::called(b));
    let (pose_a, pose_b) = (&S::default().to_pose(), &point.to_pose());
    let pair = Pair { a, pose_a, b, pose_b, budget, precision: Precision::of::<f64>() };
    if length < 0.0 {
        let found = pair.proximity(None, None);
        return found.signed_distance() + found.witness().gap <= length;
    }
    match S::search_distance(Separate, pair.lowered(Quiet(None))) {
        Some(apart) => apart.length + apart.gap <= length,
        // In contact, or not apart by more than rounding; unless too little was left to tell.
        None => !budget.is_spent(),
    }
}

fn describes_shapes<S: Expand, A: SupportMap<S>>(two: &Two<'_, S, A>) -> bool {
    let look = two.at(0.0);
    let placed = two.placed(&look);
    placed.is_meaningful() || pairs::half_space(&placed).is_some_and(|signed| !signed.limited)
}

/// A contact within these times, in the caller's world and precision; the points are the cores' at
/// the first of them.
fn hit<S: Expand, A: SupportMap<S>>(
    two: &Two<'_, S, A>,
    times: [f64; 2],
    touch: &Touch<S>,
) -> Hit<S> {
    let time = two.precision.around(times);
    let (low, high) = (time.low, time.high);
    let look: Look<S> = two.at(times[0]);
    let Touch { on_a, on_b, normal } = *touch;
    let on_a = on_a + normal * two.a.radius_f64();
    let on_b = on_b - normal * two.b.radius_f64();
    let off = (length(on_b - on_a) - two.skin.abs()).abs();
    let per_unit = look.frame.per_unit;
    let [on_a, on_b] = [on_a, on_b].map(|p| look.frame.world_point(p * per_unit));
    let span = high - low;
    let way = if span > 0.0 { span * two.speed([low, high]) } else { 0.0 };
    Hit {
        time,
        witness: Witness {
            on_a,
            on_b,
            normal: look.frame.world_direction(normal),
            length: two.skin.abs(),
            // Where no points fit, the gap includes by how much.
            gap: way + off + look.loss,
            end: End::Converged,
        },
    }
}
