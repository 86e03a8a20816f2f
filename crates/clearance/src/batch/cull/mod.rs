//! What does the camera see? A frustum, or any convex region, against a million axis-aligned boxes
//! or balls in one call.
//!
//! Objects are structure of arrays: [`BoxColumns`], [`BallColumns`]. A [`Region`] is built once a
//! frame, from a frustum, a hull or half-spaces. Lanes test objects against its planes with proved
//! error bounds; what they leave open, mostly objects at an edge or corner of the region, goes to
//! the single query. So every boolean is that of the single query, bit for bit.
//!
//! ```
//! use clearance::batch::cull::{BoxColumns, Region};
//! use clearance::{DepthRange, Frustum};
//! use glam::Vec3;
//! use glam::camera::rh::proj::directx::perspective;
//!
//! let camera: Frustum<Vec3> = Frustum::from_view_projection(
//!     perspective(1.0, 1.5, 0.1, 100.0).to_cols_array_2d(),
//!     DepthRange::ZeroToOne,
//! )?;
//! // Three boxes: before the camera, behind it, and far to its right.
//! let (x, y, z) = ([0.0, 0.0, 90.0], [0.0; 3], [-5.0, 5.0, -5.0]);
//! let half = [0.5; 3];
//! let boxes = BoxColumns::new([&x, &y, &z], [&half, &half, &half])?;
//!
//! let mut seen = [false; 3];
//! Region::of_frustum(&camera)?.boxes(&boxes, &mut seen)?;
//! assert_eq!(seen, [true, false, false]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod columns;
mod region;

use clearance_lanes::Level;

use crate::math::Vector;

use super::LengthMismatch;
use super::lanes::planes::{Judge, Objects};
use super::lanes::{APART, CHUNK, OVERLAP};
use super::options::{Lanes, Tally};
use super::pairs::same_length;

pub use columns::{BallColumns, BoxColumns, Columns};
pub use region::Region;

impl<V: Vector> Region<V> {
    /// For each box, whether it and the region have a point in common. Negative `half` extents, and
    /// NaN anywhere, give `true`, as nothing is known of such boxes.
    ///
    /// For a region of half-spaces: whether the box has a point in common with each of them, which
    /// is the plane test of game engines. Cost: 2 to 5 ns a box and six planes.
    ///
    /// # Errors
    /// [`LengthMismatch`] where `out` does not hold one answer a box.
    pub fn boxes<const D: usize>(
        &self,
        boxes: &BoxColumns<'_, V, D>,
        out: &mut [bool],
    ) -> Result<Tally, LengthMismatch> {
        self.objects(boxes, out, Lanes::Auto)
    }

    /// For each ball, whether it and the region have a point in common. See [`boxes`](Self::boxes).
    ///
    /// ```
    /// use clearance::batch::cull::{BallColumns, Region};
    /// use clearance::HalfSpace;
    /// use glam::Vec2;
    ///
    /// let left_half = Region::of_half_spaces(&[HalfSpace::new(Vec2::X, 0.0)]);
    /// let balls = BallColumns::new([&[-1.0, 0.5, 2.0], &[0.0; 3]], &[1.0; 3])?;
    /// let mut seen = [false; 3];
    /// left_half.balls(&balls, &mut seen)?;
    /// assert_eq!(seen, [true, true, false]);
    /// # Ok::<(), clearance::batch::LengthMismatch>(())
    /// ```
    ///
    /// # Errors
    /// [`LengthMismatch`] where `out` does not hold one answer a ball.
    pub fn balls<const D: usize>(
        &self,
        balls: &BallColumns<'_, V, D>,
        out: &mut [bool],
    ) -> Result<Tally, LengthMismatch> {
        self.objects(balls, out, Lanes::Auto)
    }

    /// [`boxes`](Self::boxes) or [`balls`](Self::balls) with chosen vector instructions. The
    /// answers do not depend on them.
    ///
    /// # Errors
    /// [`LengthMismatch`] where `out` does not hold one answer an object.
    pub fn objects<C: Columns<V>>(
        &self,
        objects: &C,
        out: &mut [bool],
        lanes: Lanes,
    ) -> Result<Tally, LengthMismatch> {
        same_length(objects.len(), out.len())?;
        Ok(self.answer(objects, 0, out, lanes.level()))
    }

    /// [`objects`](Self::objects) on all cores.
    ///
    /// # Errors
    /// [`LengthMismatch`] where `out` does not hold one answer an object.
    #[cfg(feature = "rayon")]
    pub fn par_objects<C: Columns<V>>(
        &self,
        objects: &C,
        out: &mut [bool],
        lanes: Lanes,
    ) -> Result<Tally, LengthMismatch> {
        same_length(objects.len(), out.len())?;
        let answer =
            |first: usize, out: &mut [bool]| self.answer(objects, first, out, lanes.level());
        Ok(super::parallel::share(out, answer))
    }

    /// Answers the objects from `first` on, as many as `out` holds.
    fn answer<C: Columns<V>>(
        &self,
        objects: &C,
        first: usize,
        out: &mut [bool],
        level: Option<Level>,
    ) -> Tally {
        let single = |index: usize| {
            objects.object(index).is_none_or(|(shape, center)| self.intersects(&shape, center))
        };
        let Some(level) = level else {
            out.iter_mut().enumerate().for_each(|(i, slot)| *slot = single(first + i));
            return Tally { by_lanes: 0, by_query: out.len() };
        };
        let mut lanes = Objects::new();
        let mut by_lanes = 0;
        for (chunk, first) in out.chunks_mut(CHUNK).zip((first..).step_by(CHUNK)) {
            lanes.len = chunk.len();
            objects.narrow(first, &mut lanes);
            if C::ARE_BALLS {
                level.run(Judge::<true>(self.bounds(), &mut lanes));
            } else {
                level.run(Judge::<false>(self.bounds(), &mut lanes));
            }
            // Written without checking what is open, so that this is a vector loop too.
            let mut decided = 0;
            for (slot, verdict) in chunk.iter_mut().zip(&lanes.verdicts) {
                *slot = *verdict == OVERLAP;
                decided += usize::from(*verdict == OVERLAP || *verdict == APART);
            }
            by_lanes += decided;
            if decided == chunk.len() {
                continue;
            }
            for ((slot, verdict), index) in chunk.iter_mut().zip(&lanes.verdicts).zip(first..) {
                if *verdict != OVERLAP && *verdict != APART {
                    *slot = single(index);
                }
            }
        }
        Tally { by_lanes, by_query: out.len() - by_lanes }
    }
}
