//! Chunk by chunk: gather, judge in lanes, leave the rest to the single query.

use clearance_lanes::Level;

use crate::math::Vector;
use crate::query::Query;
use crate::solve::pairs::plain::{Bounds, deeply_overlap};
use crate::warm::Warm;

use super::gather::{self, NumberQueues, Queues};
use super::lanes::box_axis::{self, Boxes};
use super::lanes::numbers::Found;
use super::lanes::rows::{Columns, EachRow, Queue};
use super::lanes::{APART, CHUNK, OPEN, OVERLAP, Verdicts, box_gap, hulls};
use super::options::{Tally, Ways};
use super::pairs::{Pair, Pairs};
use super::polytopes::Polytopes;
use super::verb::{BatchVerb, Needs};

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

fn answers<Q: Columns>(queue: &Queue<Q, Verdicts>, mut answer: impl FnMut(usize, u32)) {
    queue.results().for_each(|(place, verdict)| answer(place, verdict));
}

fn judge(queues: &mut Queues, level: Level) {
    let Queues { boxes, rectangles, box_ball, segments, balls } = queues;
    level.run(EachRow(boxes));
    level.run(EachRow(rectangles));
    level.run(EachRow(box_ball));
    level.run(EachRow(segments));
    level.run(EachRow(balls));
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
        let mut slots = Slots { chunk, open: [true; CHUNK], by_lanes: 0 };
        answer_boxes::<P::Vector, W>(&mut boxes, &mut queues, &mut state, level, &mut slots);
        answer_others::<P::Vector, W>(&mut queues, level, &mut slots);
        polytopes.each(
            |place| pairs.pair(first + place),
            |hulls| match W::NEEDS {
                Needs::Depth => level.run(hulls::Boolean(hulls)),
                Needs::Distance | Needs::Both => level.run(hulls::Distance(hulls)),
            },
            |place, hulls, lane| match (hulls.verdict(lane), W::NEEDS, W::NONE) {
                (OVERLAP, Needs::Distance, Some(none)) | (APART, Needs::Depth, Some(none)) => {
                    slots.answer(place, none);
                }
                // The single query finds the depth, beginning where the lanes ended.
                (OVERLAP, ..) => {
                    if let Some(memory) = memories.get_mut(place) {
                        *memory = Some(Warm::around(hulls.around(lane)));
                    }
                }
                (_, Needs::Depth, _) => {}
                (_, Needs::Distance | Needs::Both, _) => {
                    slots.answer_if_known::<P::Vector, W>(place, &hulls.found(lane));
                }
            },
        );
        by_lanes += slots.by_lanes;
        let Slots { chunk, open, .. } = slots;
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

/// The answers of a chunk, and which of them are still open.
struct Slots<'a, A> {
    chunk: &'a mut [A],
    open: [bool; CHUNK],
    by_lanes: usize,
}

impl<A> Slots<'_, A> {
    #[inline(always)]
    fn answer(&mut self, place: usize, answer: A) {
        if let (Some(slot), Some(open)) = (self.chunk.get_mut(place), self.open.get_mut(place)) {
            (*slot, *open) = (answer, false);
            self.by_lanes += 1;
        }
    }

    #[inline(always)]
    fn answer_if_known<V: Vector, W: BatchVerb<V, Answer = A>>(
        &mut self,
        place: usize,
        found: &Found<f64>,
    ) -> bool {
        let is_known = found.is_known();
        if is_known {
            self.answer(place, W::found(found));
        }
        is_known
    }
}

/// Boxes of space: their sides, then what the verb needs of those on its side. Depths that are left
/// open go to the queue of all fifteen axes in `f64`.
fn answer_boxes<V: Vector, W: BatchVerb<V>>(
    boxes: &mut Boxes<V::Scalar>,
    queues: &mut NumberQueues,
    state: &mut box_gap::State,
    level: Level,
    slots: &mut Slots<'_, W::Answer>,
) {
    match W::NEEDS {
        Needs::Distance => level.run(box_axis::Axes::<_, true, false>(boxes)),
        Needs::Depth => level.run(box_axis::Axes::<_, false, true>(boxes)),
        Needs::Both => level.run(box_axis::Axes::<_, true, true>(boxes)),
    }
    let (mut apart, mut others) = (false, false);
    for (_, _, side) in boxes.sides() {
        apart |= side == APART;
        others |= side != APART;
    }
    match W::NEEDS {
        Needs::Depth if others => level.run(box_axis::Depths::<_, false>(boxes)),
        Needs::Both if others => level.run(box_axis::Depths::<_, true>(boxes)),
        Needs::Distance | Needs::Depth | Needs::Both => {}
    }
    if apart && W::NEEDS != Needs::Depth {
        level.run(box_gap::Gaps(boxes, state));
    }
    for (place, origin, side) in boxes.sides() {
        match (side, W::NEEDS, W::NONE) {
            (APART, Needs::Depth, Some(none)) | (OVERLAP, _, Some(none)) => {
                slots.answer(origin, none);
            }
            (OPEN, Needs::Distance, _) => {}
            _ => {
                let found = boxes.results.found.at(place);
                if !slots.answer_if_known::<V, W>(origin, &found) && side != APART {
                    queues.box_depth.push(origin, boxes.question(place));
                }
            }
        }
    }
}

/// What the kernels answer row by row.
fn answer_others<V: Vector, W: BatchVerb<V>>(
    queues: &mut NumberQueues,
    level: Level,
    slots: &mut Slots<'_, W::Answer>,
) {
    let NumberQueues { box_depth, box_ball, segments } = queues;
    level.run(EachRow(box_depth));
    level.run(EachRow(box_ball));
    level.run(EachRow(segments));
    let found = box_depth.results().chain(box_ball.results()).chain(segments.results());
    for (place, found) in found {
        slots.answer_if_known::<V, W>(place, &found);
    }
}
