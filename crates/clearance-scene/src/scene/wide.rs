//! A tree of four boxes a node, in `f32`, over the triangles of a body: for rays and points by the
//! million.
//!
//! Boxes are in units of half the body's size about its middle, so that one growth of them all
//! covers what `f32` rounds in a query. Splits are those of the surface area heuristic over bins
//! (Wald 2007, "On fast Construction of SAH-based Bounding Volume Hierarchies").

// Lanes are less than four, axes less than three, and bins less than their number.
#![allow(clippy::indexing_slicing)]

use clearance::{Space, Triangle, Xyz};

use super::extent::Extent;

/// The most triangles in a leaf.
const LEAF: usize = 4;
/// The bins of a split.
const BINS: usize = 16;
/// Nodes below this depth split at medians, so that no tree is deeper than this and a logarithm.
const DEEP: u32 = 24;
/// How much boxes are grown. The unit roundoff of `f32` is 2⁻²⁴: boxes and origins within ±1.01 are
/// off by one of it each, products and quotients of the slabs by [`SLABS`] of the time.
const GROWTH: f32 = 1.0 / (1 << 20) as f32;
/// The relative error of the time at a slab, many times over: that of the direction, its inverse,
/// a difference and a product are one roundoff each.
const SLABS: f32 = 1.0 / (1 << 20) as f32;
/// Directions are no smaller along an axis, in parts of the largest: over [`FAR`] that moves a ray
/// by less than the growth.
const LEAST: f64 = 1e-15;

/// The farthest origins of rays, in sizes of the body: up to there `f64` rounds by less than the
/// growth.
const FAR: f64 = (1 << 24) as f64;

/// Four boxes and what they hold.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Node {
    low: [[f32; 4]; 3],
    high: [[f32; 4]; 3],
    /// The place of the first triangle of a leaf; otherwise that of the node.
    first: [u32; 4],
    /// The number of triangles; 0 for a node.
    count: [u32; 4],
}

impl Node {
    /// Boxes that nothing is near.
    const NONE: Self =
        Self { low: [[1e30; 4]; 3], high: [[1e30; 4]; 3], first: [0; 4], count: [0; 4] };
}

/// A triangle's box.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    low: [f32; 3],
    high: [f32; 3],
    triangle: u32,
}

/// The tree.
#[derive(Debug)]
pub(super) struct Wide {
    nodes: Vec<Node>,
    /// The triangles in the order of the leaves, and their corners: those of a leaf are read
    /// together.
    order: Vec<(u32, Triangle<Xyz>)>,
    middle: Xyz,
    /// The inverse of half the size.
    scale: f64,
}

/// What is left to visit, kept from query to query.
pub(super) type Open = Vec<(f32, u32, u32)>;

impl Wide {
    /// `None` where sizes leave the range in which squares of them are floats.
    pub(super) fn new(triangles: &[Triangle<Xyz>]) -> Option<Self> {
        let extent = |t: &Triangle<Xyz>| Extent::of_points([t.a, t.b, t.c]);
        let all = triangles.iter().map(extent).fold(Extent::NONE, Extent::joined);
        let middle = (all.low + all.high) * 0.5;
        let half = (all.high - middle).zip(middle - all.low, f64::max).max_abs();
        if !(1e-100..1e100).contains(&half) || !(middle.max_abs() < 1e100) {
            return None;
        }
        let scale = 1.0 / half;
        let own = |v: Xyz| ((v - middle) * scale).coordinates().map(|x| x as f32);
        let leaf = |(extent, triangle): (Extent, u32)| Leaf {
            low: own(extent.low).map(|x| x - GROWTH),
            high: own(extent.high).map(|x| x + GROWTH),
            triangle,
        };
        let mut leaves: Vec<Leaf> = triangles.iter().map(extent).zip(0..).map(leaf).collect();
        let mut nodes = Vec::with_capacity(leaves.len() / LEAF + 1);
        build(&mut nodes, &mut leaves, 0, 0);
        let own = |leaf: &Leaf| Some((leaf.triangle, *triangles.get(leaf.triangle as usize)?));
        let order = leaves.iter().filter_map(own).collect();
        Some(Self { nodes, order, middle, scale })
    }

    /// Visits the triangles whose boxes a line meets from time 0 to `until`, nearer boxes first.
    /// The line may be `off` by a length. `visit` returns the latest time that still matters.
    /// Whether it has: not where the numbers of the line are too large or small for `f32`.
    pub(super) fn along(
        &self,
        [from, along]: [Xyz; 2],
        off: f64,
        until: f64,
        open: &mut Open,
        mut visit: impl FnMut(u32, &Triangle<Xyz>) -> f64,
    ) -> bool {
        /// Half the size of the box that the line is cut to.
        const ROOM: f64 = 1.01;
        let (start, way) = ((from - self.middle) * self.scale, along * self.scale);
        let speed = way.max_abs();
        let is_near = start.max_abs() < FAR && off * self.scale < 0.25 * f64::from(GROWTH);
        if !(is_near && (1e-100..1e100).contains(&speed)) {
            return false;
        }
        let way = way * (1.0 / speed);
        let way = way.map(|x| if x.abs() < LEAST { LEAST } else { x });
        let inverse = way.map(|x| 1.0 / x);
        let one = (Xyz::splat(-ROOM) - start).zip(inverse, |x, y| x * y);
        let two = (Xyz::splat(ROOM) - start).zip(inverse, |x, y| x * y);
        let Xyz { x, y, z } = one.zip(two, f64::min);
        let enters = x.max(y).max(z).max(0.0);
        let leaves = one.zip(two, f64::max).min();
        if enters > leaves {
            return true;
        }
        let start = start + way * enters;
        // From where the line enters, rounded up.
        let limit = |until: f64| (((until * speed).min(leaves) - enters) as f32 + SLABS).max(0.0);
        let slabs = Slabs {
            start: start.coordinates().map(|x| x as f32),
            inverse: inverse.coordinates().map(|x| x as f32),
        };
        self.walk(
            open,
            |node| slabs.enters(node),
            limit(until),
            |number, triangle| limit(visit(number, triangle)),
        );
        true
    }

    /// Visits the triangles whose boxes are near a point, nearer boxes first. `visit` returns the
    /// distance that still matters. Whether it has: not where the point is too far for `f32`.
    pub(super) fn around(
        &self,
        point: Xyz,
        within: f64,
        open: &mut Open,
        mut visit: impl FnMut(u32, &Triangle<Xyz>) -> f64,
    ) -> bool {
        let start = (point - self.middle) * self.scale;
        let reach = start.max_abs();
        if !(reach < 1e15) {
            return false;
        }
        let start = start.coordinates().map(|x| x as f32);
        // What a coordinate is off beyond the growth, and the roundings of the length.
        let off = (reach * f64::from(SLABS)) as f32;
        let limit = |within: f64| {
            let far = (within * self.scale).min(1e18) as f32 + off;
            far * far * (1.0 + 4.0 * SLABS)
        };
        let squares = |node: &Node| {
            let mut squares = [0.0_f32; 4];
            for ((low, high), at) in node.low.iter().zip(&node.high).zip(start) {
                for ((square, low), high) in squares.iter_mut().zip(low).zip(high) {
                    let gap = larger(larger(low - at, at - high), 0.0);
                    *square += gap * gap;
                }
            }
            squares
        };
        self.walk(open, squares, limit(within), |number, triangle| limit(visit(number, triangle)));
        true
    }

    /// Visits the triangles of boxes that are as near as a limit, nearer boxes first. `near` says
    /// it of the four boxes of a node; `visit` returns the limit from there on.
    #[inline(always)]
    fn walk(
        &self,
        open: &mut Open,
        near: impl Fn(&Node) -> [f32; 4],
        mut limit: f32,
        mut visit: impl FnMut(u32, &Triangle<Xyz>) -> f32,
    ) {
        open.clear();
        open.push((0.0, 0, 0));
        while let Some((here, first, count)) = open.pop() {
            if here > limit {
                continue;
            }
            if count > 0 {
                for (number, triangle) in self.triangles(first, count) {
                    limit = visit(*number, triangle);
                }
            } else if let Some(node) = self.nodes.get(first as usize) {
                push(open, node, near(node), limit);
            }
        }
    }

    fn triangles(&self, first: u32, count: u32) -> &[(u32, Triangle<Xyz>)] {
        self.order.get(first as usize..(first + count) as usize).unwrap_or_default()
    }
}

/// Pushes the boxes that are as near as a limit, the nearest last.
#[inline(always)]
fn push(open: &mut Open, node: &Node, near: [f32; 4], limit: f32) {
    let begin = open.len();
    for (lane, near) in near.into_iter().enumerate() {
        if near <= limit {
            open.push((near, node.first[lane], node.count[lane]));
            // At most four, nearly sorted.
            let mut at = open.len() - 1;
            while at > begin && open.get(at - 1).is_some_and(|before| before.0 < near) {
                open.swap(at - 1, at);
                at -= 1;
            }
        }
    }
}

/// A line as the boxes need it.
struct Slabs {
    start: [f32; 3],
    inverse: [f32; 3],
}

impl Slabs {
    /// When the line enters each box: never, where it would leave before.
    #[inline(always)]
    fn enters(&self, node: &Node) -> [f32; 4] {
        let (mut near, mut far) = ([0.0_f32; 4], [f32::MAX; 4]);
        let axes = node.low.iter().zip(&node.high).zip(self.start).zip(self.inverse);
        for (((low, high), start), inverse) in axes {
            for lane in 0..4 {
                let one = (low[lane] - start) * inverse;
                let two = (high[lane] - start) * inverse;
                near[lane] = larger(near[lane], smaller(one, two));
                far[lane] = smaller(far[lane], larger(one, two));
            }
        }
        for (near, far) in near.iter_mut().zip(far) {
            *near *= 1.0 - SLABS;
            *near = if far * (1.0 + SLABS) >= *near { *near } else { f32::INFINITY };
        }
        near
    }
}

/// The larger of two numbers; neither is NaN.
#[inline(always)]
fn larger(x: f32, y: f32) -> f32 {
    if x > y { x } else { y }
}

#[inline(always)]
fn smaller(x: f32, y: f32) -> f32 {
    if x < y { x } else { y }
}

#[derive(Clone, Copy)]
struct Bounds {
    low: [f32; 3],
    high: [f32; 3],
}

impl Bounds {
    const NONE: Self = Self { low: [f32::MAX; 3], high: [f32::MIN; 3] };

    fn add(&mut self, low: [f32; 3], high: [f32; 3]) {
        self.low.iter_mut().zip(low).for_each(|(own, x)| *own = smaller(*own, x));
        self.high.iter_mut().zip(high).for_each(|(own, x)| *own = larger(*own, x));
    }

    fn of(leaves: &[Leaf]) -> Self {
        let mut all = Self::NONE;
        leaves.iter().for_each(|leaf| all.add(leaf.low, leaf.high));
        all
    }

    /// Half the area; 0 of nothing.
    fn area(&self) -> f32 {
        let [x, y, z] = self.sides();
        if x < 0.0 { 0.0 } else { x * y + y * z + z * x }
    }

    fn sides(&self) -> [f32; 3] {
        let ([a, b, c], [x, y, z]) = (self.low, self.high);
        [x - a, y - b, z - c]
    }

    fn longest(&self) -> usize {
        let [x, y, z] = self.sides();
        if x >= y && x >= z {
            0
        } else if y >= z {
            1
        } else {
            2
        }
    }
}

/// Twice the middle of a box along an axis.
fn middle(leaf: &Leaf, axis: usize) -> f32 {
    leaf.low[axis] + leaf.high[axis]
}

/// Adds a node over leaves, of which the first has this place, and those below it.
fn build(nodes: &mut Vec<Node>, leaves: &mut [Leaf], first: usize, depth: u32) -> u32 {
    // There are no more than 2³² triangles.
    let short = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
    let place = nodes.len();
    nodes.push(Node::NONE);
    // Up to four groups: the largest is split first.
    let mut groups: Vec<(usize, usize)> = vec![(0, leaves.len())];
    while groups.len() < 4 {
        let area = |group: &(usize, usize)| {
            let leaves = leaves.get(group.0..group.1).unwrap_or_default();
            if leaves.len() > LEAF { Bounds::of(leaves).area() } else { -1.0 }
        };
        let best = groups.iter().map(area).enumerate().max_by(|x, y| x.1.total_cmp(&y.1));
        let Some((at, _)) = best.filter(|(_, area)| *area >= 0.0) else { break };
        let (begin, end) = groups.swap_remove(at);
        let half = begin + split(leaves.get_mut(begin..end).unwrap_or_default(), depth);
        groups.extend([(begin, half), (half, end)]);
    }
    let mut node = Node::NONE;
    for (lane, (begin, end)) in groups.into_iter().enumerate().take(4) {
        let own = leaves.get_mut(begin..end).unwrap_or_default();
        if own.is_empty() {
            continue;
        }
        let Bounds { low, high } = Bounds::of(own);
        for axis in 0..3 {
            (node.low[axis][lane], node.high[axis][lane]) = (low[axis], high[axis]);
        }
        (node.first[lane], node.count[lane]) = if own.len() <= LEAF {
            (short(first + begin), short(own.len()))
        } else {
            (build(nodes, own, first + begin, depth + 1), 0)
        };
    }
    nodes.get_mut(place).into_iter().for_each(|own| *own = node);
    short(place)
}

/// Orders leaves so that those before the place returned and those from there on make two boxes
/// that few lines meet.
fn split(leaves: &mut [Leaf], depth: u32) -> usize {
    let half = leaves.len() / 2;
    let mut middles = Bounds::NONE;
    for leaf in leaves.iter() {
        let own = [0, 1, 2].map(|axis| middle(leaf, axis));
        middles.add(own, own);
    }
    let axis = middles.longest();
    let (low, size) = (middles.low[axis], middles.sides()[axis]);
    let bin = |leaf: &Leaf| {
        let share = (middle(leaf, axis) - low) / size * (BINS as f32 * 0.999);
        (share as usize).min(BINS - 1)
    };
    if depth < DEEP && size > 0.0 {
        let mut bins = [(0_usize, Bounds::NONE); BINS];
        for leaf in leaves.iter() {
            let own = &mut bins[bin(leaf)];
            own.0 += 1;
            own.1.add(leaf.low, leaf.high);
        }
        let costs = |bins: &mut dyn Iterator<Item = &(usize, Bounds)>| {
            let (mut count, mut all) = (0, Bounds::NONE);
            let cost = |(own, bounds): &(usize, Bounds)| {
                count += own;
                all.add(bounds.low, bounds.high);
                count as f32 * all.area()
            };
            bins.map(cost).collect::<Vec<f32>>()
        };
        let (below, above) = (costs(&mut bins.iter()), costs(&mut bins.iter().rev()));
        let sums = below.iter().zip(above.iter().rev().skip(1)).map(|(x, y)| x + y);
        let cut = sums.enumerate().min_by(|x, y| x.1.total_cmp(&y.1)).map_or(0, |(cut, _)| cut);
        let mut low = 0;
        for at in 0..leaves.len() {
            if leaves.get(at).is_some_and(|leaf| bin(leaf) <= cut) {
                leaves.swap(low, at);
                low += 1;
            }
        }
        if low > 0 && low < leaves.len() {
            return low;
        }
    }
    leaves.select_nth_unstable_by(half, |one, two| {
        middle(one, axis).total_cmp(&middle(two, axis)).then(one.triangle.cmp(&two.triangle))
    });
    half
}
