//! Polytopes of a few dozen corners: sixteen pairs side by side, each lane with corners of its own.

use crate::math::{Rotation, Scalar, Space, Vector};
use crate::shape::SupportMap;

use super::super::pairs::Pair;
use super::numbers::Found;
use super::rows::{Columns, Empty, row};
use super::{APART, OPEN, OVERLAP, put};

pub(in crate::batch) use super::hull_proof::{Boolean, Distance};

/// Pairs side by side: a vector of `f32` with AVX-512, two with AVX2.
pub(in crate::batch) const WIDTH: usize = 16;

/// Corners of a shape, at most: the scan grows with them, until single queries are as fast and the
/// columns leave the first-level cache.
pub(in crate::batch) const MOST: usize = 64;

/// How many corners are scanned at once.
pub(super) const GROUP: usize = 4;

pub(super) type Lane<T> = [T; WIDTH];

row! {
    /// Rotations, positions, reaches and middles.
    HullPoses {
        turn_a: 4, turn_b: 4, origin_a: 3, origin_b: 3,
        reach_a: 1, reach_b: 1, middle_a: 3, middle_b: 3,
    }
}

/// Some pairs of polytopes, and what the kernels find.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(in crate::batch) struct Hulls<T> {
    /// Corners of A and of B, coordinate by coordinate, in their own frames: the caller's very
    /// numbers.
    pub(super) corners: [[[Lane<T>; 3]; MOST]; 2],
    pub(super) poses: HullPoses<Lane<f64>>,
    /// 1 where there is a pair to judge.
    pub(super) open: Lane<f64>,
    pub(super) found: Found<Lane<f64>>,
    /// Where pairs overlap, the numbers of the corners of a tetrahedron around the origin.
    pub(super) around: [Lane<f64>; 4],
    pub(super) verdicts: [u32; WIDTH],
    /// How many corners to scan.
    pub(super) counts: [usize; 2],
}

/// How many corners each shape of a pair has, if lanes can judge the pair.
#[inline]
pub(in crate::batch) fn corners<V, A, B>(pair: &Pair<'_, V, A, B>) -> Option<[usize; 2]>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    if V::Space::DIM != 3 {
        return None;
    }
    let of = |corners: Option<u32>, radius: f64, rounding: f64| {
        let count = corners? as usize;
        ((1..=MOST).contains(&count) && radius == 0.0 && rounding == 0.0).then_some(count)
    };
    let Pair { a, b, .. } = pair;
    Some([
        of(a.corners(), a.radius_f64(), a.rounding())?,
        of(b.corners(), b.radius_f64(), b.rounding())?,
    ])
}

impl<T: Scalar> Hulls<T> {
    pub(in crate::batch) const fn new() -> Self {
        Self {
            corners: [[[[T::ZERO; WIDTH]; 3]; MOST]; 2],
            counts: [0; 2],
            poses: HullPoses::EMPTY,
            open: [0.0; WIDTH],
            verdicts: [OPEN; WIDTH],
            found: Found::EMPTY,
            around: [[0.0; WIDTH]; 4],
        }
    }

    /// Empties all lanes, for pairs of no more than these counts of corners.
    pub(in crate::batch) fn clear(&mut self, counts: [usize; 2]) {
        self.counts = counts.map(|count| count.next_multiple_of(GROUP).min(MOST));
        self.open = [0.0; WIDTH];
        self.verdicts = [OPEN; WIDTH];
    }

    /// Puts a pair into a lane. Inlined into its caller, so that no pose is copied.
    // PERF(store forwarding): a copy loads a pose in other pieces than it was stored in.
    #[inline(always)]
    #[allow(clippy::indexing_slicing)] // `lane` is below WIDTH.
    pub(in crate::batch) fn put<V, A, B>(&mut self, lane: usize, pair: &Pair<'_, V, A, B>)
    where
        V: Vector<Scalar = T>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let lane = lane % WIDTH;
        let Pair { a, pose_a, b, pose_b } = pair;
        let or_origin = |center: Option<V::Space>| center.unwrap_or_default().coordinates();
        let poses = HullPoses {
            turn_a: pose_a.rotation.components(),
            turn_b: pose_b.rotation.components(),
            origin_a: pose_a.translation.to_space().coordinates(),
            origin_b: pose_b.translation.to_space().coordinates(),
            reach_a: [a.reach()],
            reach_b: [b.reach()],
            middle_a: or_origin(a.center()),
            middle_b: or_origin(b.center()),
        };
        self.poses.put(lane, poses);
        let ([of_a, of_b], [count_a, count_b]) = (&mut self.corners, self.counts);
        let is_all = write(of_a, count_a, lane, *a) & write(of_b, count_b, lane, *b);
        self.open[lane] = if is_all { 1.0 } else { 0.0 };
    }

    #[allow(clippy::indexing_slicing)] // `lane` is below WIDTH.
    pub(in crate::batch) fn verdict(&self, lane: usize) -> u32 {
        self.verdicts[lane % WIDTH]
    }

    /// Corners of A and of B whose differences enclose the origin, for a pair that overlaps.
    #[allow(clippy::indexing_slicing)] // `lane` is below WIDTH.
    // A number is below MOST squared.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(in crate::batch) fn around(&self, lane: usize) -> [[u16; 2]; 4] {
        self.around.map(|numbers| {
            let number = numbers[lane % WIDTH] as u16;
            [number % MOST as u16, number / MOST as u16]
        })
    }

    pub(in crate::batch) fn found(&self, lane: usize) -> Found<f64> {
        self.found.at(lane % WIDTH)
    }
}

/// Writes the corners of a shape, the last one repeated until there are `count`; returns whether
/// all are there and the caller's precision holds them.
#[inline]
fn write<V: Vector, S: SupportMap<V> + ?Sized>(
    columns: &mut [[Lane<V::Scalar>; 3]; MOST],
    count: usize,
    lane: usize,
    shape: &S,
) -> bool {
    let own = shape.corners().unwrap_or(0) as usize;
    let (mut last, mut is_all) = ([V::Scalar::ZERO; 3], own > 0);
    let (corners, rest) = columns.split_at_mut(own.min(count));
    for (columns, index) in corners.iter_mut().zip(0..) {
        let Some(point) = shape.vertex(index) else { return false };
        let point = point.coordinates();
        last = point.map(V::Scalar::from_f64);
        // Compared by their bits, which the compiler sees to be equal where the shape has them in
        // the caller's precision.
        for (own, wide) in last.iter().zip(point) {
            is_all &= own.to_f64().to_bits() == wide.to_bits();
        }
        put(columns, lane, last);
    }
    for columns in rest.iter_mut().take(count - own.min(count)) {
        put(columns, lane, last);
    }
    is_all
}

#[inline(always)]
pub(super) fn verdict(apart: f64, overlap: f64) -> u32 {
    if apart != 0.0 {
        APART
    } else if overlap != 0.0 {
        OVERLAP
    } else {
        OPEN
    }
}
