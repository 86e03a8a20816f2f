//! Chunk by chunk: gather, judge in lanes, leave the rest to the single query.

use clearance_lanes::Level;

use crate::math::Vector;
use crate::query::Query;
use crate::solve::pairs::plain::{Bounds, deeply_overlap};
use crate::warm::Warm;

use super::gather::{self, NumberQueues, Queues};
use super::lanes::box_axis::{self, Boxes};
use super::lanes::hulls;
use super::lanes::{APART, CHUNK, OPEN, OVERLAP, Queue};
use super::lanes::{
    balls, box_ball, box_ball_gap, box_depth, box_gap, boxes, rectangles, segment_gap, segments,
};
use super::options::{Tally, Ways};
use super::pairs::{Pair, Pairs};
use super::polytopes::Polytopes;
use super::verb::{BatchVerb, Needs, is_known};

/// Answers the pairs from `first` on, as many as `out` holds.
pub(super) fn intersects<P>(pairs: &P, first: usize, out: &mut [bool], ways: Option<Ways>) -> Tally
where
    P: Pairs<Vector: Vector> + ?Sized,
{
    let single = |index: usize| {
        // A list that is shorter than its stated length is no list of pairs: nothing is known.
        pairs.pair(index).is_none_or(|Pair { a, pose_a, b, pose_b }| {
            Query::new().intersects(a, &pose_a, b, &pose_b)
        })
    };
    let Some(Ways { level, polytopes: sorts }) = ways else {
        out.iter_mut().enumerate().for_each(|(i, slot)| *slot = single(first + i));
        return Tally { by_lanes: 0, by_query: out.len() };
    };
    let (mut queues, mut polytopes) = (Queues::new(), Polytopes::new());
    let mut by_lanes = 0;
    for (chunk, first) in out.chunks_mut(CHUNK).zip((first..).step_by(CHUNK)) {
        queues.clear();
        polytopes.clear();
        for (place, slot) in chunk.iter_mut().enumerate() {
            match pairs.pair(first + place) {
                Some(pair) => queues.push(place, &pair),
                None => *slot = single(first + place),
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
        answers(&queues.balls, |place, verdict| {
            let pair = if verdict == OPEN { pairs.pair(first + place) } else { None };
            match pair {
                // Checking one pair costs less than its share of the lanes.
                Some(Pair { a, pose_a, b, pose_b })
                    if deeply_overlap(
                        &Bounds::of(a, &pose_a, b, &pose_b),
                        a,
                        &pose_a,
                        b,
                        &pose_b,
                    ) =>
                {
                    answer(place, OVERLAP);
                }
                Some(pair) if sorts && polytopes.push(place, &pair) => {}
                _ => answer(place, verdict),
            }
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

/// Answers the pairs from `first` on, as many as `out` holds: by lanes, and by the single query
/// where they leave a pair open.
pub(super) fn numbers<W, P>(
    pairs: &P,
    first: usize,
    out: &mut [W::Answer],
    ways: Option<Ways>,
) -> Tally
where
    W: BatchVerb<P::Vector>,
    P: Pairs<Vector: Vector> + ?Sized,
{
    let single =
        |query: Query<'_, P::Vector>, index: usize| W::single::<P>(query, pairs.pair(index));
    let Some(Ways { level, polytopes: sorts }) = ways else {
        out.iter_mut().zip(first..).for_each(|(slot, index)| *slot = single(Query::new(), index));
        return Tally { by_lanes: 0, by_query: out.len() };
    };
    let mut boxes = Boxes::<<P::Vector as Vector>::Scalar>::new();
    let (mut queues, mut state) = (NumberQueues::new(), box_gap::State::new());
    let mut polytopes = Polytopes::new();
    let mut memories = [const { None }; CHUNK];
    let mut by_lanes = 0;
    for (chunk, first) in out.chunks_mut(CHUNK).zip((first..).step_by(CHUNK)) {
        boxes.clear();
        queues.clear();
        polytopes.clear();
        for place in 0..chunk.len() {
            let Some(pair) = pairs.pair(first + place) else { continue };
            let _ = gather::push_boxes(&mut boxes, place, &pair)
                || queues.push(place, &pair)
                || sorts && polytopes.push(place, &pair);
        }
        let mut open = [true; CHUNK];
        let mut answer = |place: usize, answer: W::Answer| {
            if let (Some(slot), Some(open)) = (chunk.get_mut(place), open.get_mut(place)) {
                (*slot, *open) = (answer, false);
                by_lanes += 1;
            }
        };
        match W::NEEDS {
            Needs::Distance => level.run(box_axis::Axes::<_, true, false>(&mut boxes)),
            Needs::Depth => level.run(box_axis::Axes::<_, false, true>(&mut boxes)),
            Needs::Both => level.run(box_axis::Axes::<_, true, true>(&mut boxes)),
        }
        let (mut apart, mut others) = (false, false);
        for (_, _, side) in boxes.sides() {
            apart |= side == APART;
            others |= side != APART;
        }
        match W::NEEDS {
            Needs::Depth if others => level.run(box_axis::Depths::<_, false>(&mut boxes)),
            Needs::Both if others => level.run(box_axis::Depths::<_, true>(&mut boxes)),
            Needs::Distance | Needs::Depth | Needs::Both => {}
        }
        if apart && W::NEEDS != Needs::Depth {
            level.run(box_gap::Gaps(&mut boxes, &mut state));
        }
        for (place, origin, side) in boxes.sides() {
            match (side, W::NEEDS, W::NONE) {
                (APART, Needs::Depth, Some(none)) | (OVERLAP, _, Some(none)) => {
                    answer(origin, none)
                }
                (OPEN, Needs::Distance, _) => {}
                _ => {
                    let found = boxes.found(place);
                    if is_known(&found) {
                        answer(origin, W::found(&found));
                    } else if side != APART {
                        queues.box_depth.push(origin, boxes.question(place));
                    }
                }
            }
        }
        level.run(box_depth::Answer(&mut queues.box_depth));
        level.run(box_ball_gap::Answer(&mut queues.box_ball));
        level.run(segment_gap::Answer(&mut queues.segments));
        let found = queues.box_depth.answers().chain(queues.box_ball.answers());
        for (place, found) in found.chain(queues.segments.answers()) {
            if is_known(&found) {
                answer(place, W::found(&found));
            }
        }
        polytopes.each(
            |place| pairs.pair(first + place),
            |hulls| match W::NEEDS {
                Needs::Depth => level.run(hulls::Boolean(hulls)),
                Needs::Distance | Needs::Both => level.run(hulls::Distance(hulls)),
            },
            |place, hulls, lane| {
                let found = hulls.found(lane);
                match (hulls.verdict(lane), W::NEEDS, W::NONE) {
                    (OVERLAP, Needs::Distance, Some(none)) | (APART, Needs::Depth, Some(none)) => {
                        answer(place, none);
                    }
                    // The single query finds the depth, beginning where the lanes ended.
                    (OVERLAP, ..) => {
                        if let Some(memory) = memories.get_mut(place) {
                            *memory = Some(Warm::around(hulls.around(lane)));
                        }
                    }
                    (_, Needs::Distance | Needs::Both, _) if is_known(&found) => {
                        answer(place, W::found(&found));
                    }
                    _ => {}
                }
            },
        );
        for (((slot, open), memory), index) in
            chunk.iter_mut().zip(open).zip(&mut memories).zip(first..)
        {
            if open {
                let mut memory = memory.take();
                let query = memory.as_mut().map_or_else(Query::new, |m| Query::new().begun_by(m));
                *slot = single(query, index);
            }
        }
    }
    Tally { by_lanes, by_query: out.len() - by_lanes }
}
