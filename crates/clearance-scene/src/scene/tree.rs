//! The tree of boxes: which of many things may be near each other.
//!
//! One tree serves both floors: objects of a scene, in the world, and the parts or triangles of a
//! body, in its own frame. Two trees are descended together, nearer pairs of nodes first, so that a
//! search for the nearest pair soon knows what no longer matters.

use clearance::Space;

use super::extent::{Extent, Motion};

/// So many things share a leaf.
const LEAF: usize = 4;

#[derive(Clone, Copy, Debug)]
struct Node {
    extent: Extent,
    /// Of a leaf, where its things begin; else its first child, which its second follows.
    first: u32,
    /// How many things; 0 where it has children.
    count: u32,
}

/// Boxes under a binary tree that splits at medians, so that it is no deeper than the logarithm of
/// its size whatever the boxes.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    /// Children stand behind their parents.
    nodes: Vec<Node>,
    /// The things' numbers in the order of the leaves.
    order: Vec<u32>,
    /// The things' boxes in that order.
    extents: Vec<Extent>,
}

impl Tree {
    /// Over boxes, which are known by their places; of more than 2³² the first so many. O(n log n).
    pub(super) fn new(extents: &[Extent]) -> Self {
        let count = u32::try_from(extents.len()).unwrap_or(u32::MAX);
        let mut order: Vec<u32> = (0..count).collect();
        let mut nodes = Vec::with_capacity(extents.len());
        let root = Node { extent: Extent::NONE, first: 0, count };
        nodes.extend((count > 0).then_some(root));
        let of = |i: &u32| extents.get(*i as usize).copied().unwrap_or(Extent::NONE);
        let mut at = 0;
        while let Some(node) = nodes.get_mut(at) {
            at += 1;
            let range = node.first as usize..(node.first + node.count) as usize;
            let Some(own) = order.get_mut(range) else { continue };
            node.extent = own.iter().map(of).fold(Extent::NONE, Extent::joined);
            if own.len() <= LEAF {
                continue;
            }
            let axis = node.extent.longest();
            let half = own.len() / 2;
            own.select_nth_unstable_by(half, |i, j| {
                of(i).middle(axis).total_cmp(&of(j).middle(axis)).then(i.cmp(j))
            });
            let (first, count) = (node.first, node.count);
            let half = u32::try_from(half).unwrap_or(0);
            let children = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
            if let Some(parent) = nodes.get_mut(at - 1) {
                (parent.first, parent.count) = (children, 0);
            }
            let child = |first, count| Node { extent: Extent::NONE, first, count };
            nodes.extend([child(first, half), child(first + half, count - half)]);
        }
        let extents = order.iter().map(of).collect();
        Self { nodes, order, extents }
    }

    /// The box about all of them.
    pub(super) fn extent(&self) -> Extent {
        self.nodes.first().map_or(Extent::NONE, |root| root.extent)
    }

    /// Takes new boxes of the same things, without building anew: O(n). Right whatever they are;
    /// slow where they have moved far from each other.
    pub(super) fn refit(&mut self, extents: &[Extent]) {
        for (own, i) in self.extents.iter_mut().zip(&self.order) {
            *own = extents.get(*i as usize).copied().unwrap_or(Extent::ALL);
        }
        for at in (0..self.nodes.len()).rev() {
            let Some(node) = self.nodes.get(at).copied() else { continue };
            let extent = if node.count > 0 {
                self.things(&node).fold(Extent::NONE, |all, (_, extent)| all.joined(extent))
            } else {
                let [one, two] = self.children(&node).map(|(_, child)| child.extent);
                one.joined(two)
            };
            if let Some(node) = self.nodes.get_mut(at) {
                node.extent = extent;
            }
        }
    }

    /// The things whose boxes are not farther than `within` from a box.
    pub(super) fn near(&self, extent: &Extent, within: f64, mut visit: impl FnMut(u32)) {
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let Some(node) = self.nodes.get(at as usize) else { continue };
            if node.extent.apart(extent) > within {
                continue;
            }
            if node.count == 0 {
                open.extend([node.first, node.first + 1]);
                continue;
            }
            for (i, own) in self.things(node) {
                if own.apart(extent) <= within {
                    visit(i);
                }
            }
        }
    }

    fn things(&self, node: &Node) -> impl Iterator<Item = (u32, Extent)> {
        let range = node.first as usize..(node.first + node.count) as usize;
        let (order, extents) = (self.order.get(range.clone()), self.extents.get(range));
        let both = order.unwrap_or_default().iter().zip(extents.unwrap_or_default());
        both.map(|(i, extent)| (*i, *extent))
    }

    fn children(&self, node: &Node) -> [(u32, Node); 2] {
        [node.first, node.first + 1].map(|at| {
            let child = self.nodes.get(at as usize).copied();
            (at, child.unwrap_or(Node { extent: Extent::NONE, first: 0, count: 1 }))
        })
    }
}

/// Visits the pairs of things whose boxes are not farther apart than `within`, B's boxes moved
/// into A's frame. `visit` says how far still matters; `None` ends the search.
pub(super) fn descend(
    a: &Tree,
    b: &Tree,
    motion: &Motion,
    mut within: f64,
    mut visit: impl FnMut(u32, u32) -> Option<f64>,
) {
    let (Some(root_a), Some(root_b)) = (a.nodes.first(), b.nodes.first()) else { return };
    let root_b = Node { extent: motion.of(&root_b.extent), ..*root_b };
    let mut open = vec![(root_a.extent.apart(&root_b.extent), *root_a, root_b)];
    // The boxes of a leaf, in A's frame.
    let mut moved: Vec<(u32, Extent)> = Vec::with_capacity(LEAF);
    while let Some((apart, node_a, node_b)) = open.pop() {
        if apart > within {
            continue;
        }
        let size = |node: &Node| (node.extent.high - node.extent.low).max_abs();
        let split_a = match (node_a.count > 0, node_b.count > 0) {
            (false, true) => true,
            (true, false) => false,
            (false, false) => size(&node_a) >= size(&node_b),
            (true, true) => {
                moved.clear();
                moved.extend(b.things(&node_b).map(|(j, extent)| (j, motion.of(&extent))));
                for (i, extent) in a.things(&node_a) {
                    for (j, other) in &moved {
                        if extent.apart(other) > within {
                            continue;
                        }
                        match visit(i, *j) {
                            Some(still) => within = still,
                            None => return,
                        }
                    }
                }
                continue;
            }
        };
        let next = if split_a {
            a.children(&node_a).map(|(_, node)| (node, node_b))
        } else {
            b.children(&node_b)
                .map(|(_, node)| (node_a, Node { extent: motion.of(&node.extent), ..node }))
        };
        let [one, two] =
            next.map(|(node_a, node_b)| (node_a.extent.apart(&node_b.extent), node_a, node_b));
        // The last is taken first.
        let (near, far) = if one.0 <= two.0 { (one, two) } else { (two, one) };
        open.extend([far, near].into_iter().filter(|(apart, ..)| *apart <= within));
    }
}

/// As [`descend`], of the pairs in one tree, each once.
pub(super) fn descend_self(
    tree: &Tree,
    within: f64,
    mut visit: impl FnMut(u32, u32) -> Option<f64>,
) {
    let mut within = within;
    let mut open: Vec<(u32, u32)> = vec![(0, 0)];
    while let Some((at, other)) = open.pop() {
        let nodes = (tree.nodes.get(at as usize), tree.nodes.get(other as usize));
        let (Some(one), Some(two)) = nodes else { continue };
        if one.extent.apart(&two.extent) > within {
            continue;
        }
        let (leaf_one, leaf_two) = (one.count > 0, two.count > 0);
        if at == other && !leaf_one {
            let [left, right] = [one.first, one.first + 1];
            open.extend([(left, right), (right, right), (left, left)]);
        } else if leaf_one && leaf_two {
            for (place, (i, extent)) in tree.things(one).enumerate() {
                let skip = if at == other { place + 1 } else { 0 };
                for (j, other) in tree.things(two).skip(skip) {
                    if extent.apart(&other) > within {
                        continue;
                    }
                    match visit(i.min(j), i.max(j)) {
                        Some(still) => within = still,
                        None => return,
                    }
                }
            }
        } else if leaf_two || !leaf_one && one.count == 0 && larger(one, two) {
            open.extend([(one.first, other), (one.first + 1, other)]);
        } else {
            open.extend([(at, two.first), (at, two.first + 1)]);
        }
    }
}

fn larger(one: &Node, two: &Node) -> bool {
    let size = |node: &Node| (node.extent.high - node.extent.low).max_abs();
    size(one) >= size(two)
}
