//! What one look at shapes in motion leaves to the next.

use arrayvec::ArrayVec;

use crate::math::Space;
use crate::observe::Observer;
use crate::shape::SupportMap;
use crate::solve::difference::{Difference, Placed};
use crate::solve::gjk::{Begin, Gjk, Limits, gjk};
use crate::solve::polytope::Expand;
use crate::solve::simplex::Working;
use crate::warm::Warm;

use super::advance::towards;

/// The first look at curved cores need not be closer than this part of their distance: a step
/// leaves as much.
const COARSE: f64 = 0.1;

/// The vertices near the nearest points: by their names or, of curved cores, by where they are.
#[derive(Default)]
pub(crate) struct Memory<S: Space> {
    warm: Warm,
    curved: ArrayVec<Kept<S>, 3>,
}

/// A point of each core in its own frame, in the caller's lengths, and their names.
struct Kept<S> {
    on_a: S,
    on_b: S,
    features: [u32; 2],
}

impl<S: Expand> Memory<S> {
    /// Finds how cores stand, from where they stood.
    pub(super) fn search<A: SupportMap<S>, O: Observer<S>>(
        &mut self,
        placed: &Placed<'_, S, A>,
        limits: &Limits,
        observer: &mut O,
    ) -> Gjk<S> {
        let run = match self.warm.begin() {
            Some(Begin::Direction(axis)) if !O::WATCHES && !self.curved.is_empty() => {
                self.moved(placed, axis, limits)
            }
            Some(begin) => gjk(placed, begin, limits, observer),
            // Observers see each look as close as the last.
            None if !O::WATCHES && placed.is_curved() => {
                // Less than infinite, as the distance is before there is a simplex.
                let coarse = Limits { tolerance: f64::MAX, relative: COARSE, ..*limits };
                gjk(placed, Begin::Direction(towards(placed)), &coarse, observer)
            }
            None => gjk(placed, Begin::Ahead(towards(placed)), limits, observer),
        };
        self.remember(placed, &run);
        run
    }

    /// The same from where curved cores stood.
    #[inline(never)]
    fn moved<A: SupportMap<S>>(
        &self,
        placed: &Placed<'_, S, A>,
        axis: S,
        limits: &Limits,
    ) -> Gjk<S> {
        let mut moved = Working::new();
        for Kept { on_a, on_b, features } in &self.curved {
            moved.push(placed.vertex_at(*on_a, *on_b, *features));
        }
        gjk(placed, Begin::Moved(&moved, axis), limits, &mut ())
    }

    /// Keeps what a search has found.
    fn remember<A: SupportMap<S>>(&mut self, placed: &Placed<'_, S, A>, run: &Gjk<S>) {
        self.warm.remember(run);
        self.curved.clear();
        if !self.warm.has_vertices() && placed.is_curved() {
            let unit = placed.frame.unit;
            for vertex in run.vertices() {
                let on_b = placed.frame.point_in_b(vertex.on_b()) * unit;
                let kept = Kept { on_a: vertex.on_a * unit, on_b, features: vertex.features };
                // There is room for all vertices of a nearest feature.
                let _ = self.curved.try_push(kept);
            }
        }
    }
}
