//! Many pairs of bodies at once, on all cores.

use core::mem::MaybeUninit;

use clearance::batch::{self, Pairs};
use clearance::{Point, Pose, Proximity, SupportMap, Xyz, proximity};
use rayon::prelude::*;

use crate::answer;
use crate::side::Placed;
use crate::types::*;

/// Bodies and pairs of them.
struct Bodies<'a, 'b> {
    bodies: &'b [Placed<'a>],
    pairs: &'b [clearance_pair],
}

impl<'a> Pairs for Bodies<'a, '_> {
    type Vector = Xyz;
    type A = dyn SupportMap<Xyz> + Sync + 'a;
    type B = dyn SupportMap<Xyz> + Sync + 'a;
    fn len(&self) -> usize {
        self.pairs.len()
    }
    fn pair(&self, index: usize) -> Option<batch::Pair<'_, Xyz, Self::A, Self::B>> {
        let clearance_pair { a, b } = self.pairs.get(index)?;
        let (a, b) = (self.bodies.get(*a as usize)?, self.bodies.get(*b as usize)?);
        let (pose_a, pose_b) = (a.pose, b.pose);
        Some(batch::Pair { a: a.side.shape(), pose_a, b: b.side.shape(), pose_b })
    }
}

/// Answers pairs of bodies on all cores, some thousands at a time.
pub(crate) fn answer_all(
    bodies: &[Placed<'_>],
    pairs: &[clearance_pair],
    classes: &mut [i32],
    witnesses: Option<&mut [MaybeUninit<clearance_witness>]>,
) {
    /// How many answers a core holds at a time.
    const CHUNK: usize = 1 << 12;
    let answer = |pairs: &[clearance_pair],
                  classes: &mut [i32],
                  witnesses: &mut [MaybeUninit<clearance_witness>]| {
        let mut found = vec![nothing(); pairs.len()];
        // The lengths are equal, so that all are answered.
        let _ = batch::proximity(&Bodies { bodies, pairs }, &mut found);
        for (index, (class, found)) in classes.iter_mut().zip(&found).enumerate() {
            let (of_pair, witness) = answer::of_proximity(found);
            *class = of_pair;
            if let Some(place) = witnesses.get_mut(index) {
                place.write(witness);
            }
        }
    };
    let chunks = pairs.par_chunks(CHUNK).zip(classes.par_chunks_mut(CHUNK));
    match witnesses {
        None => chunks.for_each(|(pairs, classes)| answer(pairs, classes, &mut [])),
        Some(witnesses) => chunks
            .zip(witnesses.par_chunks_mut(CHUNK))
            .for_each(|((pairs, classes), witnesses)| answer(pairs, classes, witnesses)),
    }
}

/// A place for an answer.
fn nothing() -> Proximity<Xyz> {
    let nowhere = Pose::identity();
    let point = Point::new(Xyz::default());
    proximity(&point, &nowhere, &point, &nowhere)
}
