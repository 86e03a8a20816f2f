//! The facet of a hull that is nearest to a point within, found without checking all of them.
//!
//! The depth below a facet, offset - normal . x, is linear in the normal. So a box about the
//! normals of some facets and the least of their offsets bound the depth below each: a tree of such
//! boxes, searched best branch first, leaves out all but a few facets. Offsets are counted from the
//! middle of the hull, so that where it lies in its coordinates does not widen the bounds.

// Every number used as an index here was made by `grown` for the array it indexes.
#![allow(clippy::indexing_slicing)]

use alloc::vec::Vec;
use core::cell::Cell;

use super::facet_plane::{FacetPlane, dot, minus};

/// This many facets are checked one by one.
const LEAF: usize = 8;

/// The facets of a hull, by their normals.
pub(super) struct NearestFace<const D: usize> {
    center: [f64; D],
    facets: Vec<FacetPlane<D>>,
    /// The first child of a node follows it.
    nodes: Vec<Node<D>>,
    /// Nodes that may still be looked at.
    left: Cell<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Node<const D: usize> {
    low: [f64; D],
    high: [f64; D],
    least_offset: f64,
    /// The second child; for a leaf its facets, `facets[from..to]`, and no child.
    second: Option<usize>,
    from: usize,
    to: usize,
}

impl<const D: usize> NearestFace<D> {
    /// From the facets of a hull about `center`, for about so many searches. Time O(n log n), for
    /// all searches too: where facets are so alike that no bound tells them apart, as those of a
    /// hull over a curve in space, later searches find nothing.
    pub(super) fn of(facets: Vec<FacetPlane<D>>, center: [f64; D], searches: usize) -> Self {
        let count = facets.len();
        let most = (count + searches).saturating_mul(64 * (count | 1).ilog2() as usize);
        let left = Cell::new(most.max(1 << 22));
        let nodes = Vec::with_capacity(count / LEAF * 2 + 1);
        let mut tree = Self { center, facets, nodes, left };
        tree.grow(0, count);
        tree
    }

    /// Adds the node of a range of facets and all below it; as deep as the logarithm of the range.
    fn grow(&mut self, from: usize, to: usize) {
        let own = &mut self.facets[from..to];
        let mut node = Node {
            low: [f64::INFINITY; D],
            high: [f64::NEG_INFINITY; D],
            least_offset: f64::INFINITY,
            second: None,
            from,
            to,
        };
        for facet in own.iter() {
            for (axis, x) in facet.normal.into_iter().enumerate() {
                node.low[axis] = node.low[axis].min(x);
                node.high[axis] = node.high[axis].max(x);
            }
            let offset = facet.offset - dot(facet.normal, self.center);
            node.least_offset = node.least_offset.min(offset);
        }
        let number = self.nodes.len();
        self.nodes.push(node);
        if to - from <= LEAF {
            return;
        }
        let width = |axis: usize| node.high[axis] - node.low[axis];
        let widest = (0..D).max_by(|&a, &b| width(a).total_cmp(&width(b))).unwrap_or(0);
        let middle = (to - from) / 2;
        own.select_nth_unstable_by(middle, |f, g| f.normal[widest].total_cmp(&g.normal[widest]));
        self.grow(from, from + middle);
        self.nodes[number].second = Some(self.nodes.len());
        self.grow(from + middle, to);
    }

    /// Whether searches still find something.
    pub(super) fn is_open(&self) -> bool {
        self.left.get() > 0
    }

    /// The facet below which `x` is least deep, and that depth.
    pub(super) fn find(&self, x: [f64; D]) -> Option<(FacetPlane<D>, f64)> {
        let from_center = minus(x, self.center);
        let bound = |number: usize| {
            let node = &self.nodes[number];
            let reaches = from_center.iter().zip(node.low.iter().zip(&node.high));
            let reach: f64 = reaches.map(|(x, (low, high))| (x * low).max(x * high)).sum();
            node.least_offset - reach
        };
        let mut best: Option<(FacetPlane<D>, f64)> = None;
        let mut pending = Vec::with_capacity(64);
        pending.push((0, bound(0)));
        while let Some((number, least)) = pending.pop() {
            self.left.set(self.left.get().checked_sub(1)?);
            if best.is_some_and(|(_, depth)| least >= depth) {
                continue;
            }
            let node = &self.nodes[number];
            if let Some(second) = node.second {
                let (one, other) = ((number + 1, bound(number + 1)), (second, bound(second)));
                let (nearer, farther) = if one.1 <= other.1 { (one, other) } else { (other, one) };
                pending.extend([farther, nearer]);
                continue;
            }
            for facet in &self.facets[node.from..node.to] {
                let depth = facet.depth(x);
                if best.is_none_or(|(_, least)| depth < least) {
                    best = Some((*facet, depth));
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::dent::deepest_dip;
    use super::super::facet_plane::below;
    use super::super::tests::Lcg;
    use super::*;

    #[test]
    fn finds_what_asking_all_facets_finds() {
        let mut random = Lcg(31);
        for round in 0..40 {
            let middle =
                [0; 3].map(|_: i32| if round % 2 == 0 { 0.0 } else { 1e3 * random.unit() });
            let facets: Vec<FacetPlane<3>> = (0..1 + 20 * round)
                .filter_map(|_| {
                    let normal = [0; 3].map(|_: i32| random.unit() - 0.5);
                    let size = libm::sqrt(dot(normal, normal));
                    let normal = normal.map(|x| x / size);
                    let offset = 1.0 + 0.1 * random.unit() + dot(normal, middle);
                    (size > 0.01).then_some(FacetPlane { normal, offset })
                })
                .collect();
            let tree = NearestFace::of(facets.clone(), middle, 50);
            for _ in 0..50 {
                let mut x = middle;
                x.iter_mut().for_each(|x| *x += random.unit() - 0.5);
                let depths = facets.iter().map(|facet| facet.depth(x));
                let least = depths.fold(f64::INFINITY, f64::min);
                let found = tree.find(x).map_or(f64::INFINITY, |(_, depth)| depth);
                assert!((found - least).abs() < 1e-12, "{round}: {found} is not {least}");
            }
        }
    }

    #[test]
    fn searches_end() {
        let floor = below([[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]).unwrap();
        let tree = NearestFace::of([floor; 100].into(), [0.0; 3], 1);
        assert!(tree.find([0.3, 0.3, 0.5]).is_some() && tree.is_open());
        tree.left.set(3);
        assert!(tree.find([0.3, 0.3, 0.5]).is_none() && !tree.is_open());
        // A dip is then as deep at most as the facet that its search begins with says.
        let corners = [[0.3, 0.3, 0.5], [0.4, 0.3, 0.5], [0.3, 0.4, 0.25]];
        let dip = deepest_dip(corners, &tree, floor, 0.0, 0.0);
        assert!(dip.lower <= 0.5 && dip.upper >= 0.5, "{dip:?}");
    }

    #[test]
    fn no_facets_and_one() {
        assert!(NearestFace::<3>::of(Vec::new(), [0.0; 3], 1).find([0.0; 3]).is_none());
        let floor = below([[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]).unwrap();
        let (_, depth) =
            NearestFace::of([floor].into(), [0.0; 3], 1).find([0.3, 0.3, 0.5]).unwrap();
        assert_eq!(depth, 0.5);
    }
}
