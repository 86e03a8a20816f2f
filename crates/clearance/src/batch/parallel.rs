//! A batch on all cores.

use core::ops::Add;

use rayon::prelude::*;

use crate::answer::{Proximity, Witness};
use crate::math::Vector;

use super::options::{Batch, Tally};
use super::pairs::{Pairs, same_length};
use super::{Depth, LengthMismatch, chunk, verb};

/// Pairs a task: enough that scheduling it costs nothing beside it, few enough that no core waits
/// long for the last.
pub(super) const SHARE: usize = 2048;

/// Answers everything that `out` holds, in parts on all cores. `answer` gets the first place of a
/// part.
pub(super) fn share<T: Send>(
    out: &mut [T],
    answer: impl Fn(usize, &mut [T]) -> Tally + Sync,
) -> Tally {
    out.par_chunks_mut(SHARE)
        .enumerate()
        .map(|(part, out)| answer(part * SHARE, out))
        .reduce(Tally::default, Tally::add)
}

macro_rules! on_all_cores {
    ($($(#[$doc:meta])* $par:ident, $verb:ident, $answer:expr, $Out:ty;)+) => {
        impl Batch {$(
            #[doc = concat!("See [`", stringify!($verb), "`](super::", stringify!($verb), "). On all cores, as rayon's current pool has them.")]
            ///
            /// # Errors
            /// [`LengthMismatch`].
            pub fn $par<P>(self, pairs: &P, out: &mut [$Out]) -> Result<Tally, LengthMismatch>
            where
                P: Pairs<Vector: Vector> + Sync + ?Sized,
            {
                same_length(pairs.len(), out.len())?;
                let ways = self.ways();
                Ok(share(out, |first, out| $answer(pairs, first, out, ways)))
            }
        )+}
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// [`LengthMismatch`] where `out` does not hold one answer a pair. It is then left as
            /// it was.
            pub fn $par<P>(pairs: &P, out: &mut [$Out]) -> Result<Tally, LengthMismatch>
            where
                P: Pairs<Vector: Vector> + Sync + ?Sized,
            {
                Batch::new().$par(pairs, out)
            }
        )+
    };
}
on_all_cores! {
    /// [`intersects`](super::intersects) on all cores.
    ///
    /// ```
    /// use clearance::{Cuboid, batch};
    /// use glam::Vec3;
    ///
    /// let cube = Cuboid::new(Vec3::ONE);
    /// let places: Vec<Vec3> = (0..10_000).map(|i| Vec3::new(0.001 * i as f32, 0.0, 0.0)).collect();
    /// let mut touch = vec![false; places.len()];
    /// batch::par_intersects(&batch::one_to_many(&cube, &Vec3::ZERO, &cube, &places[..]), &mut touch)?;
    /// assert_eq!(touch.iter().filter(|touch| **touch).count(), 2001);
    /// # Ok::<(), batch::LengthMismatch>(())
    /// ```
    par_intersects, intersects, chunk::intersects, bool;
    /// [`distance`](super::distance) on all cores.
    ///
    /// ```
    /// use clearance::{Ball, batch};
    /// use glam::Vec2;
    ///
    /// let ball = Ball::new(1.0);
    /// let pairs = [(&ball, Vec2::ZERO, &ball, Vec2::new(5.0, 0.0)); 100];
    /// let mut apart = [None; 100];
    /// batch::par_distance(&pairs, &mut apart)?;
    /// assert!(apart.iter().flatten().all(|w| (w.length - 3.0).abs() <= w.gap));
    /// # Ok::<(), batch::LengthMismatch>(())
    /// ```
    par_distance, distance, chunk::numbers::<verb::Distance, _>, Option<Witness<P::Vector>>;
    /// [`proximity`](super::proximity) on all cores.
    ///
    /// ```
    /// use clearance::{Ball, Proximity, batch};
    /// use glam::Vec2;
    ///
    /// let ball = Ball::new(1.0);
    /// let pairs = [(&ball, Vec2::ZERO, &ball, Vec2::new(1.0, 0.0)); 100];
    /// let mut answers = [Proximity::default(); 100];
    /// batch::par_proximity(&pairs, &mut answers)?;
    /// assert!(answers.iter().all(|answer| answer.intersects() && answer.is_decided()));
    /// # Ok::<(), batch::LengthMismatch>(())
    /// ```
    par_proximity, proximity, chunk::numbers::<verb::Both, _>, Proximity<P::Vector>;
    /// [`depth`](super::depth) on all cores.
    ///
    /// ```
    /// use clearance::{Ball, batch};
    /// use glam::Vec2;
    ///
    /// let ball = Ball::new(1.0);
    /// let pairs = [(&ball, Vec2::ZERO, &ball, Vec2::new(1.0, 0.0)); 100];
    /// let mut depths = [None; 100];
    /// batch::par_depth(&pairs, &mut depths)?;
    /// assert!(depths.iter().flatten().all(|depth| (depth.length - 1.0).abs() <= depth.gap));
    /// # Ok::<(), batch::LengthMismatch>(())
    /// ```
    par_depth, depth, chunk::numbers::<verb::HowDeep, _>, Option<Depth<P::Vector>>;
}
