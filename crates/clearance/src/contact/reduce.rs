//! From all corners of a patch to those that a solver needs: two in the plane, four in space.
//!
//! The largest four of which one is among the deepest; where the patch has no breadth, or in the
//! plane, the two farthest apart. Several fours count as equally large, and the lowest keys among
//! them are taken: rounding decides nothing. Where the very deepest is none of these, it takes the
//! place of the one that costs the least area: a solver must not miss it, and the others stay from
//! frame to frame.

use arrayvec::ArrayVec;

use crate::math::{Space, Xy, Xyz, larger, smaller};

use super::list::Listed;
use super::outline::Across;
use super::patch::PatchCorner;

/// An area within this part of the largest counts as equally large.
const AS_GOOD: f64 = 0.01;

/// Corners of which every four are compared; of more, those that are farthest along some directions
/// are.
const SEEN: usize = 2 * DIRECTIONS.len() + 1;

/// Two of so many, in any order.
const PAIRS: usize = SEEN * (SEEN - 1) / 2;

/// Directions across the normal, as many as their opposites, evenly spread.
const DIRECTIONS: [[f64; 2]; 8] = [
    [1.0, 0.0],
    [0.924, 0.383],
    [0.707, 0.707],
    [0.383, 0.924],
    [0.0, 1.0],
    [-0.383, 0.924],
    [-0.707, 0.707],
    [-0.924, 0.383],
];

/// The corners that a manifold keeps.
pub(crate) const MOST: usize = 4;

/// Those that it keeps in a space of so many dimensions.
pub(crate) const fn most_of(dim: usize) -> usize {
    if dim == 2 { 2 } else { MOST }
}

/// All corners, which can be read more than once.
pub(super) trait Corners {
    fn each(&self, show: impl FnMut(PatchCorner));
}

/// Corners that are stored in place.
const KEPT: usize = 24;

/// The corners of a patch, stored, or found again, where there are many and no allocator, each time
/// they are read.
///
/// The certified deepest point, where that is deeper than the patch's corners: on a rim between the
/// points that stand for it, or on a rounded corner beside a facet.
pub(super) struct Whole<'c, C> {
    patch: &'c C,
    kept: Listed<PatchCorner, KEPT>,
    is_kept: bool,
    deepest: Option<PatchCorner>,
    /// Corners that are less deep are out of reach.
    least: f64,
}

impl<'c, C: Corners> Whole<'c, C> {
    #[inline(always)]
    pub(super) fn new(patch: &'c C) -> Self {
        Self { patch, kept: Listed::new(), is_kept: false, deepest: None, least: f64::NEG_INFINITY }
    }

    /// Stores them, if there is room.
    pub(super) fn keep(&mut self) {
        let (kept, mut is_kept) = (&mut self.kept, true);
        self.patch.each(|corner| is_kept &= kept.push(corner));
        self.is_kept = is_kept;
    }

    /// Leaves out what is less deep than this.
    pub(super) fn leave_out_below(&mut self, least: f64) {
        self.least = least;
    }

    /// Finds them again, and shows them.
    #[cold]
    fn each_again(&self, show: &mut dyn FnMut(PatchCorner)) {
        let show = &mut |corner: PatchCorner| {
            if corner.depth >= self.least {
                show(corner);
            }
        };
        let mut missing = self.deepest;
        self.patch.each(|corner| {
            let in_place = self.deepest.filter(|deepest| deepest.key == corner.key);
            missing = missing.filter(|_| in_place.is_none());
            show(in_place.unwrap_or(corner));
        });
        missing.into_iter().for_each(show);
    }

    /// Adds a corner, or puts it in the place of the one with its key.
    pub(super) fn insert(&mut self, deepest: PatchCorner) {
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
    #[inline]
    fn each(&self, mut show: impl FnMut(PatchCorner)) {
        if !self.is_kept {
            return self.each_again(&mut show);
        }
        for corner in self.kept.iter().filter(|corner| corner.depth >= self.least) {
            show(*corner);
        }
    }
}

/// A corner, and where it is across the normal.
type Seen = (Xy, PatchCorner);

/// At most `most` corners that represent all, the deepest among them to within `tied`. To choose
/// the others, depths and lengths within `band` are equal.
pub(super) fn reduced(
    corners: &impl Corners,
    across: &Across,
    most: usize,
    band: f64,
    tied: f64,
) -> ArrayVec<PatchCorner, MOST> {
    let mut few = ArrayVec::new();
    let mut count = 0;
    corners.each(|corner| {
        count += 1;
        let _ = few.try_push(corner);
    });
    if count <= most {
        return few;
    }
    let mut all = ArrayVec::<PatchCorner, SEEN>::new();
    corners.each(|corner| {
        let _ = all.try_push(corner);
    });
    if count > SEEN {
        all = farthest(corners, across, band);
    }
    let Some(deepest) = best(corners, |corner| corner.depth, tied) else { return few };
    order(&mut all);
    let seen = |corner: PatchCorner| (across.flat(corner.middle()), corner);
    let all: ArrayVec<Seen, SEEN> = gathered(all.into_iter().map(seen));
    let mut kept = largest(&all, deepest.depth - band, most, band);
    if kept.iter().all(|(_, corner)| corner.depth < deepest.depth - tied) {
        let deepest = seen(deepest);
        let changed: ArrayVec<_, MOST> = gathered((0..kept.len()).map(|place| {
            let mut changed: ArrayVec<Seen, MOST> = gathered(kept.iter().copied());
            changed.iter_mut().skip(place).take(1).for_each(|one| *one = deepest);
            changed
        }));
        let most = changed.iter().map(|set| size(set)).fold(0.0, larger);
        let first = changed.into_iter().find(|set| size(set) >= most * (1.0 - AS_GOOD));
        kept = first.unwrap_or(kept);
    }
    gathered(kept.into_iter().map(|(_, corner)| corner))
}

/// Sorts by key, by swaps of neighbours: there are few, and `sort` would bring a panic with it.
fn order(all: &mut [PatchCorner]) {
    for end in (1..all.len()).rev() {
        for place in 0..end {
            if let Some([p, q]) = all.get_mut(place..place + 2)
                && q.key < p.key
            {
                core::mem::swap(p, q);
            }
        }
    }
}

/// Collects as many as there is room for, which is for all; `collect` would bring a panic with it.
fn gathered<T, const N: usize>(items: impl Iterator<Item = T>) -> ArrayVec<T, N> {
    let mut all = ArrayVec::new();
    for item in items.take(N) {
        let _ = all.try_push(item);
    }
    all
}

impl PatchCorner {
    fn middle(&self) -> Xyz {
        (self.points[0] + self.points[1]) * 0.5
    }
}

/// The corners that are farthest along some directions, and one of the deepest; lengths within
/// `band` are equal.
#[cold]
fn farthest(corners: &impl Corners, across: &Across, band: f64) -> ArrayVec<PatchCorner, SEEN> {
    let mut all = ArrayVec::<PatchCorner, SEEN>::new();
    let mut add = |found: Option<PatchCorner>| {
        let found = found.filter(|found| all.iter().all(|known| known.key != found.key));
        let _ = found.map(|found| all.try_push(found));
    };
    for [x, y] in DIRECTIONS {
        let ahead = across.lifted(Xy::new(x, y), 0.0);
        for ahead in [ahead, -ahead] {
            add(best(corners, |corner| ahead.dot(corner.middle()), band));
        }
    }
    add(best(corners, |corner| corner.depth, band));
    all
}

/// The largest four of corners in the order of their keys, one of which has this depth. Two where
/// no more are wanted, or the corners have no breadth.
///
/// The area of four is the length of a diagonal times how far they reach across it, which is how
/// far all corners do where the third and the fourth are chosen well.
fn largest(all: &[Seen], depth: f64, most: usize, band: f64) -> ArrayVec<Seen, MOST> {
    let pairs = || {
        let later = |i| all.iter().skip(i + 1);
        let pairs = all.iter().enumerate().flat_map(move |(i, p)| later(i).map(move |q| (p, q)));
        pairs.filter(move |(p, q)| p.1.depth >= depth || q.1.depth >= depth)
    };
    // Side by side in memory: every pair looks at all of them.
    let places: ArrayVec<Xy, SEEN> = gathered(all.iter().map(|(at, _)| *at));
    let reach = |across: Xy| {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for at in &places {
            let place = across.dot(*at);
            (low, high) = (smaller(low, place), larger(high, place));
        }
        [low, high]
    };
    let score = |p: &Seen, q: &Seen| {
        let across = (q.0 - p.0).perp();
        let [low, high] = reach(across);
        (high - low, across.length_squared())
    };
    let mut scores = ArrayVec::<(f64, f64), PAIRS>::new();
    let (mut area, mut length) = (0.0, 0.0);
    for (p, q) in pairs() {
        let score = score(p, q);
        (area, length) = (larger(area, score.0), larger(length, score.1));
        let _ = scores.try_push(score);
    }
    let is_line = most == 2 || area * area <= band * band * length;
    let least = (1.0 - AS_GOOD) * if is_line { length } else { area };
    let is_large = |(area, length): (f64, f64)| (if is_line { length } else { area }) >= least;
    let first = pairs().zip(scores).find(|(_, score)| is_large(*score));
    let Some(((from, to), _)) = first else { return ArrayVec::new() };
    if is_line {
        return gathered([*from, *to].into_iter());
    }
    let across = (to.0 - from.0).perp();
    let [low, high] = reach(across);
    let aside = |seen: &Seen| across.dot(seen.0 - from.0);
    let beside = band * across.length();
    let [low, high] = [low, high].map(|place| place - across.dot(from.0));
    let third = all.iter().find(|seen| aside(seen) > beside && aside(seen) - low >= least);
    let high = third.map_or(high, aside);
    let fourth = all.iter().find(|seen| aside(seen) < -beside && high - aside(seen) >= least);
    gathered([Some(from), Some(to), third, fourth].into_iter().flatten().copied())
}

/// Twice the area of four corners or three; the length between two.
fn size(set: &[Seen]) -> f64 {
    let between = |i: usize, j: usize| {
        let at = |i: usize| set.get(i).or(set.first()).map_or(Xy::default(), |seen| seen.0);
        at(j) - at(i)
    };
    if set.len() < 3 {
        return between(0, 1).length();
    }
    let diagonals = [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]];
    let areas = diagonals.map(|[i, j, k, l]| between(i, j).perp_dot(between(k, l)).abs());
    areas.into_iter().fold(0.0, larger)
}

/// The corner with the lowest key, of those whose score is the best or within `tied` of it.
fn best(
    corners: &impl Corners,
    score: impl Fn(PatchCorner) -> f64,
    tied: f64,
) -> Option<PatchCorner> {
    let mut most = f64::NEG_INFINITY;
    corners.each(|corner| most = larger(most, score(corner)));
    let mut lowest: Option<PatchCorner> = None;
    corners.each(|corner| {
        let is_good = score(corner) >= most - tied;
        if is_good && lowest.is_none_or(|lowest| corner.key < lowest.key) {
            lowest = Some(corner);
        }
    });
    lowest
}
