//! From all corners of a patch to those that a solver needs: two in the plane, four in space.
//!
//! One of the deepest, one of the farthest from it, and on either side of the line between them one
//! of those that add the most area. Each time several corners count as equally good, and the lowest
//! key among them is taken: rounding decides nothing. Where the very deepest is none of these, it
//! takes the place of the nearest: a solver must not miss it, and the others stay from frame to
//! frame.

use arrayvec::ArrayVec;

use crate::math::{Space, Xyz};

use super::list::List;
use super::patch::Corner;

/// A score within this part of the best counts as equally good.
const AS_GOOD: f64 = 0.05;

/// The corners that a manifold keeps.
pub(crate) const MOST: usize = 4;

/// Those that it keeps in a space of so many dimensions.
pub(crate) const fn most_of(dim: usize) -> usize {
    if dim == 2 { 2 } else { MOST }
}

/// All corners, which can be read more than once.
pub(super) trait Corners {
    fn each(&self, show: &mut dyn FnMut(Corner));
}

/// Corners that are stored in place: all but those of two faces with many corners.
const KEPT: usize = 20;

/// All corners of a patch, clipped once; where they do not fit and there is no allocator, each time
/// they are read.
///
/// The certified deepest point, where that is deeper than the patch's corners: on a rim between the
/// points that stand for it, or on a rounded corner beside a facet.
pub(super) struct Whole<'c, C> {
    patch: &'c C,
    kept: List<Corner, KEPT>,
    is_kept: bool,
    deepest: Option<Corner>,
}

impl<'c, C: Corners> Whole<'c, C> {
    #[inline(always)]
    pub(super) fn new(patch: &'c C) -> Self {
        let mut kept = List::new();
        let mut is_kept = true;
        patch.each(&mut |corner| is_kept &= kept.push(corner));
        Self { patch, kept, is_kept, deepest: None }
    }

    /// Adds a corner, or puts it in the place of the one with its key.
    pub(super) fn insert(&mut self, deepest: Corner) {
        self.deepest = Some(deepest);
        let mut is_there = false;
        for corner in self.kept.iter_mut().filter(|corner| corner.key == deepest.key).take(1) {
            (*corner, is_there) = (deepest, true);
        }
        if !is_there {
            self.is_kept &= self.kept.push(deepest);
        }
    }
}

impl<C: Corners> Corners for Whole<'_, C> {
    fn each(&self, show: &mut dyn FnMut(Corner)) {
        if self.is_kept {
            return self.kept.iter().copied().for_each(show);
        }
        let mut missing = self.deepest;
        self.patch.each(&mut |corner| {
            let in_place = self.deepest.filter(|deepest| deepest.key == corner.key);
            missing = missing.filter(|_| in_place.is_none());
            show(in_place.unwrap_or(corner));
        });
        missing.into_iter().for_each(show);
    }
}

/// At most `most` corners that represent all, the deepest among them to within `tied`. To choose
/// the others, depths within `band` are equal.
pub(super) fn reduced(
    corners: &impl Corners,
    normal: Xyz,
    most: usize,
    band: f64,
    tied: f64,
) -> ArrayVec<Corner, MOST> {
    let mut all = ArrayVec::new();
    let mut count = 0;
    corners.each(&mut |corner| {
        count += 1;
        let _ = all.try_push(corner);
    });
    if count <= most {
        return all;
    }
    let mut kept = steady(corners, normal, most, band);
    let Some(deepest) = deepest(corners, tied) else { return kept };
    if kept.iter().all(|corner| corner.depth < deepest.depth - tied) {
        let off = |corner: &Corner| (middle(corner) - middle(&deepest)).length_squared();
        let nearest = kept.iter_mut().min_by(|p, q| off(p).total_cmp(&off(q)));
        nearest.into_iter().for_each(|corner| *corner = deepest);
    }
    kept
}

/// The first of the deepest by their keys, of those within `tied` of the deepest.
fn deepest(corners: &impl Corners, tied: f64) -> Option<Corner> {
    best(corners, |corner| Some(corner.depth), |most| most - tied)
}

fn middle(corner: &Corner) -> Xyz {
    (corner.points[0] + corner.points[1]) * 0.5
}

/// At most `most` corners, which small motions do not change: depths within `band` are equal.
fn steady(corners: &impl Corners, normal: Xyz, most: usize, band: f64) -> ArrayVec<Corner, MOST> {
    let mut kept = ArrayVec::new();
    let Some(deepest) = deepest(corners, band) else { return kept };
    let from = middle(&deepest);
    let as_good = |most: f64| most * (1.0 - AS_GOOD);
    let is_kept = |corner: &Corner| corner.key == deepest.key;
    let apart = |corner: Corner| {
        (!is_kept(&corner)).then(|| {
            let between = middle(&corner) - from;
            (between - normal * between.dot(normal)).length_squared()
        })
    };
    let _ = kept.try_push(deepest);
    let Some(farthest) = best(corners, apart, as_good) else { return kept };
    let _ = kept.try_push(farthest);
    if most <= 2 {
        return kept;
    }
    let across = normal.cross(middle(&farthest) - from);
    for side in [across, -across] {
        let area = |corner: Corner| {
            let aside = side.dot(middle(&corner) - from);
            let is_new = !is_kept(&corner) && corner.key != farthest.key;
            (is_new && aside > band * side.length()).then_some(aside)
        };
        if let Some(corner) = best(corners, area, as_good) {
            let _ = kept.try_push(corner);
        }
    }
    kept
}

/// The corner with the lowest key, of those whose score is as good as the best.
fn best(
    corners: &impl Corners,
    score: impl Fn(Corner) -> Option<f64>,
    as_good: impl Fn(f64) -> f64,
) -> Option<Corner> {
    let mut most = f64::NEG_INFINITY;
    corners.each(&mut |corner| most = score(corner).map_or(most, |score| most.max(score)));
    let least = as_good(most);
    let mut lowest: Option<Corner> = None;
    corners.each(&mut |corner| {
        let is_good = score(corner).is_some_and(|score| score >= least);
        if is_good && lowest.is_none_or(|lowest| corner.key < lowest.key) {
            lowest = Some(corner);
        }
    });
    lowest
}
