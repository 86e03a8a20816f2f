//! Chunk by chunk: gather, judge in lanes, ask the single query for what is left.

use clearance_lanes::Level;

use crate::answer::{Proximity, Witness};
use crate::math::Vector;
use crate::query::Query;
use crate::solve::Expand;

use super::gather::Queues;
use super::lanes::{APART, CHUNK, OVERLAP, Queue};
use super::lanes::{balls, box_ball, boxes, rectangles, segments};
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
    _level: Option<Level>,
) -> Tally
where
    P: Pairs<Vector: Vector<Space: Expand>> + ?Sized,
{
    for (slot, index) in out.iter_mut().zip(first..) {
        *slot = pairs.pair(index).and_then(|Pair { a, pose_a, b, pose_b }| {
            Query::new().distance(a, &pose_a, b, &pose_b)
        });
    }
    Tally { by_lanes: 0, by_query: out.len() }
}

/// Answers the pairs from `first` on, as many as `out` holds.
pub(super) fn proximity<P>(
    pairs: &P,
    first: usize,
    out: &mut [Proximity<P::Vector>],
    _level: Option<Level>,
) -> Tally
where
    P: Pairs<Vector: Vector<Space: Expand>> + ?Sized,
{
    for (slot, index) in out.iter_mut().zip(first..) {
        *slot = pairs.pair(index).map_or_else(Proximity::default, |pair| {
            let Pair { a, pose_a, b, pose_b } = pair;
            Query::new().proximity(a, &pose_a, b, &pose_b)
        });
    }
    Tally { by_lanes: 0, by_query: out.len() }
}
