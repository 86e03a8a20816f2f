//! Chunk by chunk: gather, judge in lanes, ask the single query for what is left.

use clearance_lanes::Level;

use crate::answer::{End, Proximity, Witness, with_gap};
use crate::math::{Space, Vector};
use crate::query::Query;
use crate::solve::Expand;

use super::gather::{self, NumberQueues, Queues};
use super::lanes::numbers::NUMBERS;
use super::lanes::{APART, CHUNK, OVERLAP, Queue};
use super::lanes::{
    balls, box_ball, box_ball_gap, box_depth, box_gap, boxes, rectangles, segment_gap, segments,
};
use super::options::Tally;
use super::pairs::{Pair, Pairs};

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
    let mut queues = Queues::new();
    let mut by_lanes = 0;
    for (chunk, first) in out.chunks_mut(CHUNK).zip((first..).step_by(CHUNK)) {
        queues.clear();
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
        answers(&queues.balls, &mut answer);
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

/// Answers the pairs from `first` on, as many as `out` holds.
pub(super) fn distance<P>(
    pairs: &P,
    first: usize,
    out: &mut [Option<Witness<P::Vector>>],
    level: Option<Level>,
) -> Tally
where
    P: Pairs<Vector: Vector<Space: Expand>> + ?Sized,
{
    let single = |index: usize| {
        let Pair { a, pose_a, b, pose_b } = pairs.pair(index)?;
        Query::new().distance(a, &pose_a, b, &pose_b)
    };
    numbers(pairs, first, out, level, single, |found| match found {
        Proximity::Separated(witness) => Some(witness),
        Proximity::Penetrating(_) | Proximity::Undecided(_) => None,
    })
}

/// Answers the pairs from `first` on, as many as `out` holds.
pub(super) fn proximity<P>(
    pairs: &P,
    first: usize,
    out: &mut [Proximity<P::Vector>],
    level: Option<Level>,
) -> Tally
where
    P: Pairs<Vector: Vector<Space: Expand>> + ?Sized,
{
    let single = |index: usize| {
        pairs.pair(index).map_or_else(Proximity::default, |Pair { a, pose_a, b, pose_b }| {
            Query::new().proximity(a, &pose_a, b, &pose_b)
        })
    };
    numbers(pairs, first, out, level, single, |found| found)
}

/// What lanes find of each pair, by way of `of`; what they do not, by `single`.
fn numbers<P, T>(
    pairs: &P,
    first: usize,
    out: &mut [T],
    level: Option<Level>,
    single: impl Fn(usize) -> T,
    of: impl Fn(Proximity<P::Vector>) -> T,
) -> Tally
where
    P: Pairs<Vector: Vector<Space: Expand>> + ?Sized,
{
    let Some(level) = level else {
        out.iter_mut().zip(first..).for_each(|(slot, index)| *slot = single(index));
        return Tally { by_lanes: 0, by_query: out.len() };
    };
    let (mut sides, mut queues, mut state) =
        (Queue::new(), NumberQueues::new(), box_gap::State::new());
    let mut by_lanes = 0;
    for (chunk, first) in out.chunks_mut(CHUNK).zip((first..).step_by(CHUNK)) {
        sides.clear();
        queues.clear();
        for place in 0..chunk.len() {
            let Some(pair) = pairs.pair(first + place) else { continue };
            if !gather::push_boxes(&mut sides, place, &pair) {
                queues.push(place, &pair, false);
            }
        }
        // Which of the two kernels for boxes is to be asked.
        level.run(boxes::Judge(&mut sides));
        for (place, side) in sides.verdicts() {
            if let (APART | OVERLAP, Some(pair)) = (side, pairs.pair(first + place)) {
                queues.push(place, &pair, side == APART);
            }
        }
        level.run(box_depth::Answer(&mut queues.box_depth));
        level.run(box_gap::Answer(&mut queues.box_gap, &mut state));
        level.run(box_ball_gap::Answer(&mut queues.box_ball));
        level.run(segment_gap::Answer(&mut queues.segments));
        let of_boxes = queues.box_depth.answers().chain(queues.box_gap.answers());
        let found = of_boxes.chain(queues.box_ball.answers());
        let mut open = [true; CHUNK];
        for (place, found) in found.chain(queues.segments.answers()) {
            if let (Some(slot), Some(open), Some(found)) =
                (chunk.get_mut(place), open.get_mut(place), answer(found))
            {
                *slot = of(found);
                *open = false;
                by_lanes += 1;
            }
        }
        for ((slot, open), index) in chunk.iter_mut().zip(open).zip(first..) {
            if open {
                *slot = single(index);
            }
        }
    }
    Tally { by_lanes, by_query: out.len() - by_lanes }
}

/// In the caller's words and precision, as `Run::answer` has it.
#[inline(always)]
fn answer<V: Vector>(found: [f64; NUMBERS]) -> Option<Proximity<V>> {
    let [known, lower, upper, estimate, nx, ny, nz, ax, ay, az, bx, by, bz] = found;
    if known == 0.0 {
        return None;
    }
    let vector = |x, y, z| V::from_space(V::Space::from_xyz(x, y, z));
    let (length, gap) = with_gap(estimate.abs(), (upper - estimate).max(estimate - lower));
    let witness = Witness {
        on_a: vector(ax, ay, az),
        on_b: vector(bx, by, bz),
        normal: vector(nx, ny, nz),
        length,
        gap,
        end: End::Converged,
    };
    Some(if lower > 0.0 { Proximity::Separated(witness) } else { Proximity::Penetrating(witness) })
}
