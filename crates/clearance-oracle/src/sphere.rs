//! The least height of a convex body over all directions, by branch and bound on the sphere.
//!
//! For the difference D = A - B with support height h(n) = max x.n over D, the signed distance of
//! the pair is the greatest -h(n) over unit n: the distance when that is positive, minus the depth
//! when negative. The sphere is cut into patches. A point g of D, farthest along a patch's centre
//! c, bounds h from below on the whole patch, h(p) >= g.p, and on a cap of half angle r around c
//! the least g.p is |g| cos(angle(g, c) + r). Where g lies along c the bound is off by the square
//! of r only, and about as many patches survive in each generation. Across from an edge or a flat
//! of D the farthest points jump from end to end and none lies along c, but a mixture of them does
//! (see [`Cap::best_bound`]).
//!
//! Unlike GJK and EPA it builds no simplex and no polytope, and it cannot stop in a local minimum.

use crate::cap::{Cap, dot, unit};
use std::{cmp::Ordering, collections::BinaryHeap};

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Stop when the bracket, relative to the size of the pair, is this narrow.
    pub tolerance: f64,
    /// Stop after about this many patches, with the bracket reached by then.
    pub patches: usize,
}

impl Default for Effort {
    /// Full accuracy where the least direction is isolated, and at most some tenths of a second.
    fn default() -> Self {
        Self { tolerance: 1e-15, patches: 60_000 }
    }
}

/// The least height found, in the units of the body, without allowance for rounding.
pub(crate) struct Least<const N: usize> {
    pub(crate) lo: f64,
    pub(crate) hi: f64,
    /// The unit direction at which the height is `hi`.
    pub(crate) at: [f64; N],
}

/// Part of a face of the cube [-1, 1]^N, seen from the centre; one coordinate is fixed.
#[derive(Clone, Copy)]
struct Patch<const N: usize> {
    low: [f64; N],
    high: [f64; N],
    bound: f64,
    /// The points of D that gave the bound, which are good ones to try on the parts of the patch.
    witnesses: [Option<[f64; N]>; 3],
}

impl<const N: usize> Ord for Patch<N> {
    /// The patch with the least bound is the greatest: `BinaryHeap` hands out the greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound)
    }
}

impl<const N: usize> PartialOrd for Patch<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> PartialEq for Patch<N> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<const N: usize> Eq for Patch<N> {}

/// Brackets the least height over all directions of a body whose points are at most `size` long.
pub(crate) fn least<const N: usize>(
    support: &impl Fn(&[f64; N]) -> [f64; N],
    size: f64,
    effort: Effort,
) -> Least<N> {
    let mut heap = BinaryHeap::new();
    let mut best = Least { lo: f64::NEG_INFINITY, hi: f64::INFINITY, at: [0.0; N] };
    let mut spent = 0;
    for face in faces() {
        heap.push(bounded(face, f64::NEG_INFINITY, support, &mut best));
    }
    let tolerance = effort.tolerance.max(f64::EPSILON) * size;
    loop {
        // An empty heap: every patch was refuted, so the best height is the least.
        best.lo = best.hi.min(heap.peek().map_or(best.hi, |patch| patch.bound));
        let Some(patch) = heap.pop() else { break };
        if best.hi - best.lo <= tolerance || spent >= effort.patches {
            break;
        }
        for child in quarters(&patch) {
            let child = bounded(child, patch.bound, support, &mut best);
            spent += 1;
            if child.bound <= best.hi {
                heap.push(child);
            }
        }
    }
    if best.hi - best.lo > tolerance {
        polish(support, &mut best);
    }
    best
}

/// The 2 N faces of the cube.
fn faces<const N: usize>() -> Vec<Patch<N>> {
    let mut all = Vec::new();
    for axis in 0..N {
        for sign in [-1.0, 1.0] {
            let mut patch =
                Patch { low: [-1.0; N], high: [1.0; N], bound: 0.0, witnesses: [None; 3] };
            (patch.low[axis], patch.high[axis]) = (sign, sign);
            all.push(patch);
        }
    }
    all
}

/// A patch cut in half along each coordinate that is not fixed.
fn quarters<const N: usize>(patch: &Patch<N>) -> Vec<Patch<N>> {
    let mut parts = vec![*patch];
    for axis in 0..N {
        if patch.low[axis] == patch.high[axis] {
            continue;
        }
        let middle = (patch.low[axis] + patch.high[axis]) / 2.0;
        let mut upper = parts.clone();
        parts.iter_mut().for_each(|p| p.high[axis] = middle);
        upper.iter_mut().for_each(|p| p.low[axis] = middle);
        parts.extend(upper);
    }
    parts
}

/// Fills in the bound of a patch, not below that of the patch it was cut from, and notes the
/// heights at its centre and corners.
fn bounded<const N: usize>(
    mut patch: Patch<N>,
    inherited: f64,
    support: &impl Fn(&[f64; N]) -> [f64; N],
    best: &mut Least<N>,
) -> Patch<N> {
    let mut note = |direction: &[f64; N]| {
        let point = support(direction);
        let height = dot(&point, direction);
        if height < best.hi {
            (best.hi, best.at) = (height, *direction);
        }
        point
    };
    let centre = direction(&std::array::from_fn(|i| (patch.low[i] + patch.high[i]) / 2.0));
    let mut points = vec![note(&centre)];
    // The cap around the centre that holds the corners holds the patch (caps are convex).
    let mut chord = 0f64;
    for corner in corners(&patch) {
        let step: [f64; N] = std::array::from_fn(|i| corner[i] - centre[i]);
        chord = chord.max(dot(&step, &step).sqrt());
        points.push(note(&corner));
    }
    points.extend(patch.witnesses.iter().flatten());
    // One rounding more than the chord can be short by.
    let cap = Cap::new(centre, chord + f64::EPSILON);
    let (bound, witnesses) = cap.best_bound(&points);
    patch.bound = bound.max(inherited);
    patch.witnesses = witnesses.map(Some);
    patch
}

/// The unit directions of the corners of a patch.
fn corners<const N: usize>(patch: &Patch<N>) -> Vec<[f64; N]> {
    let mut all = vec![patch.low];
    for axis in 0..N {
        if patch.low[axis] != patch.high[axis] {
            let mut upper = all.clone();
            upper.iter_mut().for_each(|corner| corner[axis] = patch.high[axis]);
            all.extend(upper);
        }
    }
    all.iter().map(direction).collect()
}

/// The unit direction of a point of the cube, mirrored in a plane of no particular position.
///
/// The minima of hand-written shapes lie on the coordinate planes; if these were seams of patches,
/// several patches would share every minimum, each from one side.
fn direction<const N: usize>(point: &[f64; N]) -> [f64; N] {
    const MIRROR: [f64; 3] = [0.43, 0.71, 0.56];
    let across: [f64; N] = std::array::from_fn(|i| MIRROR[i % 3]);
    let factor = 2.0 * dot(point, &across) / dot(&across, &across);
    unit(&std::array::from_fn(|i| point[i] - factor * across[i]))
}

/// Lowers `hi` by steps to all sides of the best direction, each halved when none helps. It only
/// refines a search that ended early, and proves nothing about `lo`. Heights next to 0, where
/// floats are dense, could be lowered almost for ever, so the number of rounds is bounded.
fn polish<const N: usize>(support: &impl Fn(&[f64; N]) -> [f64; N], best: &mut Least<N>) {
    let mut step = 1e-2;
    for _ in 0..400 {
        if step <= 1e-12 {
            break;
        }
        let mut helped = false;
        for axis in 0..N {
            for sign in [-1.0, 1.0] {
                let mut moved = best.at;
                moved[axis] += sign * step;
                let moved = unit(&moved);
                let height = dot(&support(&moved), &moved);
                if height < best.hi {
                    (best.hi, best.at, helped) = (height, moved, true);
                }
            }
        }
        if !helped {
            step /= 2.0;
        }
    }
}
