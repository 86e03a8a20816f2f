//! A batch with options.

use core::ops::Add;

use clearance_lanes::Level;

use crate::answer::{Proximity, Witness};
use crate::math::Vector;

use super::pairs::{Pairs, same_length};
use super::{Depth, LengthMismatch};
use super::{chunk, verb};

/// Which vector instructions a batch uses. The answers are the same with all of them; this is for
/// measurements and tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lanes {
    /// The widest that the processor has.
    #[default]
    Auto,
    /// None: every pair goes to the single query.
    Scalar,
    /// The instructions of the build's target: SSE2 on x86-64, NEON on AArch64.
    Baseline,
    /// AVX2, eight pairs a vector. [`Baseline`](Self::Baseline) where the processor has none, and
    /// without the feature `std`.
    Avx2,
    /// AVX-512, sixteen pairs a vector. [`Avx2`](Self::Avx2) where the processor has none, and
    /// without the feature `avx512`.
    Avx512,
}

impl Lanes {
    /// Whether this processor and build support it; otherwise the next narrower is used.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Auto | Self::Scalar | Self::Baseline => true,
            Self::Avx2 => Level::avx2().is_some(),
            Self::Avx512 => Level::avx512().is_some(),
        }
    }

    /// `None` for no lanes at all.
    pub(super) fn ways(self) -> Option<Ways> {
        let level = self.level()?;
        Some(Ways { level, polytopes: self != Self::Auto || level != Level::BASELINE })
    }

    /// `None` for no lanes at all.
    pub(super) fn level(self) -> Option<Level> {
        let avx2 = || Level::avx2().unwrap_or(Level::BASELINE);
        match self {
            Self::Auto => Some(Level::best()),
            Self::Scalar => None,
            Self::Baseline => Some(Level::BASELINE),
            Self::Avx2 => Some(avx2()),
            Self::Avx512 => Some(Level::avx512().unwrap_or_else(avx2)),
        }
    }
}

/// What goes through lanes, and which instructions they use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    pub(super) level: Level,
    /// Whether polytopes do, by GJK. With SSE2 that takes as long as the single query, which runs
    /// instead unless the caller chose these lanes.
    pub(super) polytopes: bool,
}

/// How many answers of a batch came from lanes, and how many from the single query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pairs that lanes answered.
    pub by_lanes: usize,
    /// Pairs that were left to the single query.
    pub by_query: usize,
}

impl Add for Tally {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { by_lanes: self.by_lanes + other.by_lanes, by_query: self.by_query + other.by_query }
    }
}

/// A batch with options. Each verb of [`batch`](self::super) is also a method here.
///
/// ```
/// use clearance::batch::{Batch, Lanes};
/// use clearance::Cuboid;
/// use glam::Vec3;
///
/// let cube = Cuboid::new(Vec3::ONE);
/// let pairs = [(&cube, Vec3::ZERO, &cube, Vec3::X); 3];
/// let mut touch = [false; 3];
/// let tally = Batch::new().lanes(Lanes::Scalar).intersects(&pairs, &mut touch)?;
/// assert_eq!((touch, tally.by_query), ([true; 3], 3));
/// # Ok::<(), clearance::batch::LengthMismatch>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Batch {
    lanes: Lanes,
}

impl Batch {
    /// Without any option.
    #[must_use]
    pub const fn new() -> Self {
        Self { lanes: Lanes::Auto }
    }

    /// Sets the vector instructions. The answers do not depend on them.
    #[must_use]
    pub const fn lanes(self, lanes: Lanes) -> Self {
        Self { lanes }
    }

    #[cfg(feature = "rayon")]
    pub(super) fn ways(self) -> Option<Ways> {
        self.lanes.ways()
    }

    /// See [`intersects`](super::intersects).
    ///
    /// # Errors
    /// [`LengthMismatch`].
    pub fn intersects<P>(self, pairs: &P, out: &mut [bool]) -> Result<Tally, LengthMismatch>
    where
        P: Pairs<Vector: Vector> + ?Sized,
    {
        same_length(pairs.len(), out.len())?;
        Ok(chunk::intersects(pairs, 0, out, self.lanes.ways()))
    }

    /// See [`distance`](super::distance).
    ///
    /// # Errors
    /// [`LengthMismatch`].
    pub fn distance<P>(
        self,
        pairs: &P,
        out: &mut [Option<Witness<P::Vector>>],
    ) -> Result<Tally, LengthMismatch>
    where
        P: Pairs<Vector: Vector> + ?Sized,
    {
        same_length(pairs.len(), out.len())?;
        Ok(chunk::numbers::<verb::Distance, _>(pairs, 0, out, self.lanes.ways()))
    }

    /// See [`proximity`](super::proximity).
    ///
    /// # Errors
    /// [`LengthMismatch`].
    pub fn proximity<P>(
        self,
        pairs: &P,
        out: &mut [Proximity<P::Vector>],
    ) -> Result<Tally, LengthMismatch>
    where
        P: Pairs<Vector: Vector> + ?Sized,
    {
        same_length(pairs.len(), out.len())?;
        Ok(chunk::numbers::<verb::Both, _>(pairs, 0, out, self.lanes.ways()))
    }

    /// See [`depth`](super::depth).
    ///
    /// # Errors
    /// [`LengthMismatch`].
    pub fn depth<P>(
        self,
        pairs: &P,
        out: &mut [Option<Depth<P::Vector>>],
    ) -> Result<Tally, LengthMismatch>
    where
        P: Pairs<Vector: Vector> + ?Sized,
    {
        same_length(pairs.len(), out.len())?;
        Ok(chunk::numbers::<verb::HowDeep, _>(pairs, 0, out, self.lanes.ways()))
    }
}
