//! Chunk by chunk: gather, judge in lanes, ask the single query for what is left.

use clearance_lanes::Level;

use crate::answer::{End, Proximity, Witness, with_gap};
use crate::math::{Space, Vector};
use crate::query::Query;
use crate::solve::Expand;

use super::Depth;
use super::gather::{self, NumberQueues, Queues};
use super::lanes::box_axis::{self, Boxes};
use super::lanes::hulls;
use super::lanes::numbers::NUMBERS;
use super::lanes::{APART, CHUNK, OPEN, OVERLAP, Queue};
use super::lanes::{
    balls, box_ball, box_ball_gap, box_depth, box_gap, boxes, rectangles, segment_gap, segments,
};
use super::options::Tally;
use super::pairs::{Pair, Pairs};
use super::polytopes::Polytopes;

/// Answers the pairs from `first` on, as many as `out` holds.
pub(super) fn intersects<P>(
    pairs: &P,
    first: usize,
    out: &mut [bool],
    level: Option<Level>,
) -> Tally
where
    P: Pairs<Vector: Vector<Space: Expand>> + ?Sized,
{
    let single = |index: usize| {
        // A list that is shorter than it said is no list of pairs: nothing is known.
        pairs.pair(index).is_none_or(|Pair { a, pose_a, b, pose_b }| {
            Query::new().intersects(a, &pose_a, b, &pose_b)
        })
    };
    let Some(level) = level else {
        out.iter_mut().enumerate().for_each(|(i, slot)| *slot = single(first + i));
        return Tally { by_lanes: 0, by_query: out.len() };
    };
    let (mut queues, mut polytopes) = (Queues::new(), Polytopes::new());
    let mut by_lanes = 0;
    for (chunk, first) in out.chunks_mut(CHUNK).zip((first..).step_by(CHUNK)) {
        queues.clear();
        polytopes.clear();
        for place in 0..chunk.len() {
            if let Some(pair) = pairs.pair(first + place) {
                queues.push(place, &pair);
            }
        }
        judge(&mut queues, level);
        let mut answer = |place: usize, verdict: u32| {
            let Some(slot) = chunk.get_mut(place) else { return };
            *slot = match verdict {
                APART => false,
                OVERLAP => true,
                _ => single(first + place),
            };
            by_lanes += usize::from(verdict == APART || verdict == OVERLAP);
        };
        answers(&queues.boxes, &mut answer);
        answers(&queues.rectangles, &mut answer);
        answers(&queues.box_ball, &mut answer);
        answers(&queues.segments, &mut answer);
        answers(&queues.balls, |place, verdict| match (verdict, pairs.pair(first + place)) {
            (OPEN, Some(pair)) if polytopes.push(place, &pair) => {}
            _ => answer(place, verdict),
        });
        polytopes.each(
            |place| pairs.pair(first + place),
            |hulls| level.run(hulls::Boolean(hulls)),
            |place, hulls, lane| answer(place, hulls.verdict(lane)),
        );
    }
    Tally { by_lanes, by_query: out.len() - by_lanes }
}

fn answers<const N: usize>(queue: &Queue<N>, mut answer: impl FnMut(usize, u32)) {
    queue.verdicts().for_each(|(place, verdict)| answer(place, verdict));
}

fn judge(queues: &mut Queues, level: Level) {
    let Queues { boxes, rectangles, box_ball, segments, balls } = queues;
    level.run(boxes::Judge(boxes));
    level.run(rectangles::Judge(rectangles));
    level.run(box_ball::Judge(box_ball));
    level.run(segments::Judge(segments));
    level.run(balls::Judge(balls));
}

/// What is asked of a pair, other than a boolean.
pub(super) trait Verb<V: Vector> {
    /// What is said of it.
    type Answer;
    /// Whether nobody asks how far apart, how deep, or where.
    const ASKS: Asks;
    /// The answer for boxes apart whose distance nobody asks for, or that overlap by a depth nobody asks for.
    const NONE: Option<Self::Answer>;
    /// The single query; `None` for a pair that is not there.
    fn single<P: Pairs<Vector = V> + ?Sized>(pair: Option<Pair<'_, V, P::A, P::B>>) -> Self::Answer
    where
        V: Vector<Space: Expand>;
    /// What lanes found.
    fn found(found: &[f64; NUMBERS]) -> Self::Answer;
}

/// What lanes need not find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// How far apart.
    Distance,
    /// How deep, but not where.
    Depth,
    /// All of it.
    Both,
}

/// How far apart: `None` where they intersect.
pub(super) struct Distance;

impl<V: Vector> Verb<V> for Distance {
    type Answer = Option<Witness<V>>;
    const ASKS: Asks = Asks::Distance;
    const NONE: Option<Self::Answer> = Some(None);
    fn single<P: Pairs<Vector = V> + ?Sized>(pair: Option<Pair<'_, V, P::A, P::B>>) -> Self::Answer
    where
        V: Vector<Space: Expand>,
    {
        let Pair { a, pose_a, b, pose_b } = pair?;
        Query::new().distance(a, &pose_a, b, &pose_b)
    }
    #[inline(always)]
    fn found(found: &[f64; NUMBERS]) -> Self::Answer {
        is_apart(found).then(|| witness(found))
    }
}

/// Distance or depth, whichever it is.
pub(super) struct Both;

impl<V: Vector> Verb<V> for Both {
    type Answer = Proximity<V>;
    const ASKS: Asks = Asks::Both;
    const NONE: Option<Self::Answer> = None;
    fn single<P: Pairs<Vector = V> + ?Sized>(pair: Option<Pair<'_, V, P::A, P::B>>) -> Self::Answer
    where
        V: Vector<Space: Expand>,
    {
        pair.map_or_else(Proximity::default, |Pair { a, pose_a, b, pose_b }| {
            Query::new().proximity(a, &pose_a, b, &pose_b)
        })
    }
    #[inline(always)]
    fn found(found: &[f64; NUMBERS]) -> Self::Answer {
        let witness = witness(found);
        if is_apart(found) {
            Proximity::Separated(witness)
        } else {
            Proximity::Penetrating(witness)
        }
    }
}

/// How deep and in which direction, but not where: `None` where they are apart.
pub(super) struct HowDeep;

impl<V: Vector> Verb<V> for HowDeep {
    type Answer = Option<Depth<V>>;
    const ASKS: Asks = Asks::Depth;
    const NONE: Option<Self::Answer> = Some(None);
    fn single<P: Pairs<Vector = V> + ?Sized>(pair: Option<Pair<'_, V, P::A, P::B>>) -> Self::Answer
    where
        V: Vector<Space: Expand>,
    {
        let Pair { a, pose_a, b, pose_b } = pair?;
        let Witness { normal, length, gap, .. } =
            Query::new().penetration(a, &pose_a, b, &pose_b)?;
        Some(Depth { normal, length, gap })
    }
    #[inline(always)]
    fn found(found: &[f64; NUMBERS]) -> Self::Answer {
        let [_, _, _, _, x, y, z, ..] = *found;
        let (length, gap) = length_and_gap::<V>(found);
        let normal = V::from_space(V::Space::from_xyz(x, y, z));
        (!is_apart(found)).then_some(Depth { normal, length, gap })
    }
}

/// Answers the pairs from `first` on, as many as `out` holds: what lanes find, and by the single query what they do not.
pub(super) fn numbers<W, P>(
    pairs: &P,
    first: usize,
    out: &mut [W::Answer],
    level: Option<Level>,
) -> Tally
where
    W: Verb<P::Vector>,
    P: Pairs<Vector: Vector<Space: Expand>> + ?Sized,
{
    let single = |index: usize| W::single::<P>(pairs.pair(index));
    let Some(level) = level else {
        out.iter_mut().zip(first..).for_each(|(slot, index)| *slot = single(index));
        return Tally { by_lanes: 0, by_query: out.len() };
    };
    let mut boxes = Boxes::<<P::Vector as Vector>::Scalar>::new();
    let (mut queues, mut state) = (NumberQueues::new(), box_gap::State::new());
    let mut polytopes = Polytopes::new();
    let mut by_lanes = 0;
    for (chunk, first) in out.chunks_mut(CHUNK).zip((first..).step_by(CHUNK)) {
        boxes.clear();
        queues.clear();
        polytopes.clear();
        for place in 0..chunk.len() {
            let Some(pair) = pairs.pair(first + place) else { continue };
            if !gather::push_boxes(&mut boxes, place, &pair) && !queues.push(place, &pair) {
                polytopes.push(place, &pair);
            }
        }
        let mut open = [true; CHUNK];
        let mut answer = |place: usize, answer: W::Answer| {
            if let (Some(slot), Some(open)) = (chunk.get_mut(place), open.get_mut(place)) {
                (*slot, *open) = (answer, false);
                by_lanes += 1;
            }
        };
        match W::ASKS {
            Asks::Distance => level.run(box_axis::Sides(&mut boxes)),
            Asks::Depth | Asks::Both => level.run(box_axis::Axes(&mut boxes)),
        }
        if boxes.sides().any(|(_, _, side)| side != APART) {
            match W::ASKS {
                Asks::Distance => {}
                Asks::Depth => level.run(box_axis::Depths::<_, false>(&mut boxes)),
                Asks::Both => level.run(box_axis::Depths::<_, true>(&mut boxes)),
            }
        }
        for (place, origin, side) in boxes.sides() {
            match (side, W::ASKS, W::NONE) {
                (APART, Asks::Depth, Some(none)) | (OVERLAP, _, Some(none)) => answer(origin, none),
                (APART, ..) => queues.box_gap.push(origin, boxes.question(place)),
                (_, Asks::Distance, _) => {}
                _ => {
                    let found = boxes.found(place);
                    if is_known(&found) {
                        answer(origin, W::found(&found));
                    } else {
                        queues.box_depth.push(origin, boxes.question(place));
                    }
                }
            }
        }
        level.run(box_depth::Answer(&mut queues.box_depth));
        level.run(box_gap::Answer(&mut queues.box_gap, &mut state));
        level.run(box_ball_gap::Answer(&mut queues.box_ball));
        level.run(segment_gap::Answer(&mut queues.segments));
        let of_boxes = queues.box_depth.answers().chain(queues.box_gap.answers());
        let found = of_boxes.chain(queues.box_ball.answers());
        for (place, found) in found.chain(queues.segments.answers()) {
            if is_known(&found) {
                answer(place, W::found(&found));
            }
        }
        polytopes.each(
            |place| pairs.pair(first + place),
            |hulls| match W::ASKS {
                Asks::Depth => level.run(hulls::Boolean(hulls)),
                Asks::Distance | Asks::Both => level.run(hulls::Distance(hulls)),
            },
            |place, hulls, lane| {
                let found = hulls.found(lane);
                match (hulls.verdict(lane), W::ASKS, W::NONE) {
                    (OVERLAP, Asks::Distance, Some(none)) | (APART, Asks::Depth, Some(none)) => {
                        answer(place, none);
                    }
                    (_, Asks::Distance | Asks::Both, _) if is_known(&found) => {
                        answer(place, W::found(&found));
                    }
                    _ => {}
                }
            },
        );
        for ((slot, open), index) in chunk.iter_mut().zip(open).zip(first..) {
            if open {
                *slot = single(index);
            }
        }
    }
    Tally { by_lanes, by_query: out.len() - by_lanes }
}

#[inline(always)]
fn is_known([known, ..]: &[f64; NUMBERS]) -> bool {
    *known != 0.0
}

#[inline(always)]
fn is_apart([_, lower, ..]: &[f64; NUMBERS]) -> bool {
    *lower > 0.0
}

#[inline(always)]
fn length_and_gap<V: Vector>(found: &[f64; NUMBERS]) -> (V::Scalar, V::Scalar) {
    let [_, lower, upper, estimate, ..] = *found;
    with_gap(estimate.abs(), (upper - estimate).max(estimate - lower))
}

/// In the caller's words and precision, as `Run::answer` has it.
#[inline(always)]
fn witness<V: Vector>(found: &[f64; NUMBERS]) -> Witness<V> {
    let [_, _, _, _, nx, ny, nz, ax, ay, az, bx, by, bz] = *found;
    let vector = |x, y, z| V::from_space(V::Space::from_xyz(x, y, z));
    let (length, gap) = length_and_gap::<V>(found);
    Witness {
        on_a: vector(ax, ay, az),
        on_b: vector(bx, by, bz),
        normal: vector(nx, ny, nz),
        length,
        gap,
        end: End::Converged,
    }
}
