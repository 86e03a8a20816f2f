//! The tree of boxes: which of many things may be near each other.
//!
//! One kind of tree serves both levels: objects of a scene, in the world, and the parts or
//! triangles of a body, in its own frame. Two trees are descended together, nearer pairs of nodes
//! first, so that a search for the nearest pair soon knows what no longer matters.

use std::sync::atomic::{AtomicUsize, Ordering};

use clearance::Space;

use super::extent::{Extent, Motion};
use super::swept::Velocity;
use super::threads;

/// The most things in a leaf.
const LEAF: usize = 4;
/// Fewer things are not worth a thread of their own.
const FEW: usize = 4096;

#[derive(Clone, Copy, Debug)]
struct Node {
    extent: Extent,
    /// In a leaf, the index of its first thing; else of its first child, which the second follows.
    first: u32,
    /// The number of things; 0 for an inner node.
    count: u32,
}

/// A thing, by its number, and its box.
type Thing = (u32, Extent);

/// A binary tree of boxes that splits at medians, so that its depth is at most logarithmic in its
/// size whatever the boxes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// Children come after their parents, and each subtree is contiguous.
    nodes: Vec<Node>,
    /// In the order of the leaves.
    things: Vec<Thing>,
}

impl Node {
    /// Before its box and its place are known.
    const NEW: Self = Self { extent: Extent::NONE, first: 0, count: 0 };
}

/// The number of nodes over `count` things, and over one more: each half has one number or the
/// other.
fn nodes_over(count: usize) -> (usize, usize) {
    if count < LEAF {
        return (1, 1);
    }
    let (small, large) = nodes_over(count / 2);
    let of = |halves: usize| 1 + halves;
    match (count == LEAF, count % 2) {
        (true, _) => (1, of(small + large)),
        (false, 0) => (of(2 * small), of(small + large)),
        (false, _) => (of(small + large), of(2 * large)),
    }
}

/// Fills in a node and those below it, which begin at `below_at`; its things begin at `first`.
fn split(node: &mut Node, below: &mut [Node], below_at: usize, things: &mut [Thing], first: usize) {
    // There are no more than 2³² things, and fewer nodes.
    let short = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
    node.extent = things.iter().map(|(_, extent)| *extent).fold(Extent::NONE, Extent::joined);
    (node.first, node.count) = (short(first), short(things.len()));
    let [left, right, below @ ..] = below else { return };
    (node.first, node.count) = (short(below_at), 0);
    let half = things.len() / 2;
    let axis = node.extent.longest();
    things.select_nth_unstable_by(half, |(i, one), (j, two)| {
        one.middle(axis).total_cmp(&two.middle(axis)).then(i.cmp(j))
    });
    let (things_left, things_right) = things.split_at_mut(half);
    let count_left = nodes_over(half).0 - 1;
    let Some((below_left, below_right)) = below.split_at_mut_checked(count_left) else { return };
    let (at_left, at_right) = (below_at + 2, below_at + 2 + count_left);
    let is_large = things_right.len() > FEW;
    let mut left = || split(left, below_left, at_left, things_left, first);
    let mut right = || split(right, below_right, at_right, things_right, first + half);
    if is_large {
        threads::join(left, right);
    } else {
        left();
        right();
    }
}

impl Tree {
    /// Over boxes, identified by their indices; at most the first 2³². O(n log n).
    pub(crate) fn new(extents: &[Extent]) -> Self {
        let mut things: Vec<Thing> = (0..u32::MAX).zip(extents.iter().copied()).collect();
        let count = if things.is_empty() { 0 } else { nodes_over(things.len()).0 };
        let mut nodes = vec![Node::NEW; count];
        if let Some((root, below)) = nodes.split_first_mut() {
            split(root, below, 1, &mut things, 0);
        }
        Self { nodes, things }
    }

    /// The box around all of them.
    pub(super) fn extent(&self) -> Extent {
        self.nodes.first().map_or(Extent::NONE, |root| root.extent)
    }

    /// Takes new boxes of the same things without rebuilding: O(n). Correct for any boxes; slow if
    /// they have moved far from each other.
    pub(super) fn refit(&mut self, extents: &[Extent]) {
        for (i, own) in &mut self.things {
            *own = extents.get(*i as usize).copied().unwrap_or(Extent::ALL);
        }
        for at in (0..self.nodes.len()).rev() {
            let Some(node) = self.nodes.get(at).copied() else { continue };
            let extent = if node.count > 0 {
                self.things(&node).iter().fold(Extent::NONE, |all, (_, extent)| all.joined(*extent))
            } else {
                let [one, two] = self.children(&node).map(|(_, child)| child.extent);
                one.joined(two)
            };
            if let Some(node) = self.nodes.get_mut(at) {
                node.extent = extent;
            }
        }
    }

    /// Visits the things whose boxes are not farther than `within` from a box.
    pub(crate) fn near(&self, extent: &Extent, within: f64, mut visit: impl FnMut(u32)) {
        self.any_near(extent, within, |i| {
            visit(i);
            false
        });
    }

    /// Whether `is` holds of a thing whose box is not farther than `within` from a box.
    pub(crate) fn any_near(
        &self,
        extent: &Extent,
        within: f64,
        mut is: impl FnMut(u32) -> bool,
    ) -> bool {
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
                if own.apart(extent) <= within && is(*i) {
                    return true;
                }
            }
        }
        false
    }

    /// Visits the things whose boxes are not farther than `within` from a box, nearer nodes first.
    /// `visit` returns the distance that still matters.
    pub(crate) fn nearest_first(
        &self,
        extent: &Extent,
        mut within: f64,
        mut visit: impl FnMut(u32) -> f64,
    ) {
        let apart = |own: &Extent| own.apart(extent);
        let mut open: Vec<(f64, u32)> =
            self.nodes.first().map(|root| (apart(&root.extent), 0)).into_iter().collect();
        while let Some((near, place)) = open.pop() {
            let node = self.nodes.get(place as usize).filter(|_| near <= within);
            let Some(node) = node else { continue };
            if node.count == 0 {
                let [one, two] =
                    self.children(node).map(|(place, child)| (apart(&child.extent), place));
                open.extend(if one.0 <= two.0 { [two, one] } else { [one, two] });
                continue;
            }
            for (i, own) in self.things(node) {
                if apart(own) <= within {
                    within = visit(*i);
                }
            }
        }
    }

    /// Visits the things whose boxes a moving box meets from time 0 to `until`, sooner nodes first.
    /// `visit` returns the latest time that still matters.
    pub(super) fn along(
        &self,
        moving: &Extent,
        velocity: &Velocity,
        mut until: f64,
        open: &mut Vec<(f64, u32)>,
        mut visit: impl FnMut(u32) -> f64,
    ) {
        let enters = |extent: &Extent| velocity.meets(extent, moving).map(|[enters, _]| enters);
        open.clear();
        open.extend(self.nodes.first().and_then(|root| enters(&root.extent)).map(|at| (at, 0)));
        while let Some((at, place)) = open.pop() {
            let Some(node) = self.nodes.get(place as usize).filter(|_| at <= until) else {
                continue;
            };
            if node.count == 0 {
                let next = self.children(node).map(|(place, child)| (enters(&child.extent), place));
                let [one, two] = next;
                let is_swapped = two.0.is_none_or(|two| one.0.is_some_and(|one| one <= two));
                let order = if is_swapped { [two, one] } else { [one, two] };
                open.extend(order.into_iter().filter_map(|(at, place)| Some((at?, place))));
                continue;
            }
            for (i, own) in self.things(node) {
                if enters(own).is_some_and(|at| at <= until) {
                    until = visit(*i);
                }
            }
        }
    }

    fn things(&self, node: &Node) -> &[Thing] {
        let range = node.first as usize..(node.first + node.count) as usize;
        self.things.get(range).unwrap_or_default()
    }

    fn children(&self, node: &Node) -> [(u32, Node); 2] {
        [node.first, node.first + 1].map(|at| {
            let child = self.nodes.get(at as usize).copied();
            (at, child.unwrap_or(Node { extent: Extent::NONE, first: 0, count: 1 }))
        })
    }
}

/// Visits the pairs of things whose boxes are not farther apart than `within`, with B's boxes moved
/// into A's frame. `visit` returns the distance that still matters; `None` ends the search.
pub(super) fn descend(
    a: &Tree,
    b: &Tree,
    motion: &Motion,
    within: f64,
    visit: impl FnMut(u32, u32) -> Option<f64>,
) {
    descend_by(a, b, motion, |one, two| Some(one.apart(two)), within, visit);
}

/// The same by another measure of two boxes: `None` of boxes that never matter, whatever `within`.
pub(super) fn descend_by(
    a: &Tree,
    b: &Tree,
    motion: &Motion,
    apart: impl Fn(&Extent, &Extent) -> Option<f64>,
    mut within: f64,
    mut visit: impl FnMut(u32, u32) -> Option<f64>,
) {
    let (Some(root_a), Some(root_b)) = (a.nodes.first(), b.nodes.first()) else { return };
    let root_b = Node { extent: motion.of(&root_b.extent), ..*root_b };
    let Some(begin) = apart(&root_a.extent, &root_b.extent) else { return };
    let mut open = vec![(begin, *root_a, root_b)];
    // The boxes of a leaf, in A's frame.
    let mut moved: Vec<(u32, Extent)> = Vec::with_capacity(LEAF);
    while let Some((near, node_a, node_b)) = open.pop() {
        if near > within {
            continue;
        }
        let size = |node: &Node| (node.extent.high - node.extent.low).max_abs();
        let split_a = match (node_a.count > 0, node_b.count > 0) {
            (false, true) => true,
            (true, false) => false,
            (false, false) => size(&node_a) >= size(&node_b),
            (true, true) => {
                moved.clear();
                moved.extend(b.things(&node_b).iter().map(|(j, extent)| (*j, motion.of(extent))));
                for (i, extent) in a.things(&node_a) {
                    for (j, other) in &moved {
                        if apart(extent, other).is_none_or(|near| near > within) {
                            continue;
                        }
                        match visit(*i, *j) {
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
        let [one, two] = next.map(|(node_a, node_b)| {
            let near = apart(&node_a.extent, &node_b.extent).filter(|near| *near <= within);
            (near, node_a, node_b)
        });
        // The stack's last is taken first.
        let is_swapped = two.0.is_none_or(|two| one.0.is_some_and(|one| one <= two));
        let order = if is_swapped { [two, one] } else { [one, two] };
        open.extend(order.into_iter().filter_map(|(near, a, b)| Some((near?, a, b))));
    }
}

/// The pairs of things of two trees in one frame whose boxes are not farther apart than `within`,
/// in order; without a second tree, the pairs in the first, each once, the lesser number first.
/// `None` if there are more than `most`.
pub(super) fn pairs_within(
    a: &Tree,
    b: Option<&Tree>,
    within: f64,
    most: usize,
) -> Option<Vec<[u32; 2]>> {
    /// Pairs of nodes to share among the threads.
    const TASKS: usize = 512;
    let walk = Walk { a, b: b.unwrap_or(a), is_self: b.is_none(), within };
    let mut open: Vec<[u32; 2]> = vec![[0, 0]];
    let mut found = Vec::new();
    while (1..TASKS).contains(&open.len()) {
        let before = std::mem::take(&mut open);
        before.iter().for_each(|nodes| walk.step(*nodes, &mut open, &mut found));
    }
    let count = AtomicUsize::new(found.len());
    let parts = threads::map(&open, |nodes| {
        let (mut open, mut found) = (vec![*nodes], Vec::new());
        let mut counted = 0;
        while let Some(nodes) = open.pop() {
            walk.step(nodes, &mut open, &mut found);
            if found.len() > counted + FEW || open.is_empty() {
                let new = found.len() - counted;
                counted = found.len();
                if count.fetch_add(new, Ordering::Relaxed) + new > most {
                    return Vec::new();
                }
            }
        }
        found
    });
    if count.into_inner() > most {
        return None;
    }
    parts.iter().for_each(|part| found.extend(part));
    threads::sort(&mut found);
    Some(found)
}

struct Walk<'t> {
    a: &'t Tree,
    b: &'t Tree,
    is_self: bool,
    within: f64,
}

impl Walk<'_> {
    /// One step down from two nodes: the pairs of their children, or of their things.
    fn step(&self, [at, other]: [u32; 2], open: &mut Vec<[u32; 2]>, found: &mut Vec<[u32; 2]>) {
        let nodes = (self.a.nodes.get(at as usize), self.b.nodes.get(other as usize));
        let (Some(one), Some(two)) = nodes else { return };
        if one.extent.apart(&two.extent) > self.within {
            return;
        }
        let is_same = self.is_self && at == other;
        match (one.count > 0, two.count > 0) {
            (false, false) if is_same => {
                let [left, right] = [one.first, one.first + 1];
                open.extend([[left, right], [right, right], [left, left]]);
            }
            (true, true) => {
                let (things, others) = (self.a.things(one), self.b.things(two));
                for (place, (i, extent)) in things.iter().enumerate() {
                    let skip = if is_same { place + 1 } else { 0 };
                    for (j, other) in others.iter().skip(skip) {
                        if extent.apart(other) <= self.within {
                            let is_swapped = self.is_self && i > j;
                            found.push(if is_swapped { [*j, *i] } else { [*i, *j] });
                        }
                    }
                }
            }
            (true, false) => open.extend([[at, two.first], [at, two.first + 1]]),
            (false, false) if larger(two, one) => {
                open.extend([[at, two.first], [at, two.first + 1]]);
            }
            (false, _) => open.extend([[one.first, other], [one.first + 1, other]]),
        }
    }
}

fn larger(one: &Node, two: &Node) -> bool {
    let size = |node: &Node| (node.extent.high - node.extent.low).max_abs();
    size(one) > size(two)
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use clearance::Xyz;

    use super::*;

    /// A row of boxes, some of them in one place.
    fn row(count: u32) -> Tree {
        let extent = |i: u32| Extent::of_points([Xyz::splat(f64::from(i / 3))]);
        Tree::new(&(0..count).map(extent).collect::<Vec<_>>())
    }

    #[test]
    fn every_node_is_used_and_every_thing_is_in_one_leaf() {
        for count in (0..70).chain([1000, 12_345]) {
            let tree = row(count);
            let mut seen = vec![false; count as usize];
            let mut open: Vec<usize> = (0..tree.nodes.len().min(1)).collect();
            let mut visited = 0;
            while let Some(at) = open.pop() {
                let node = tree.nodes[at];
                visited += 1;
                if node.count == 0 {
                    let first = node.first as usize;
                    assert!(first > at, "{count}");
                    open.extend([first, first + 1]);
                }
                for (i, extent) in tree.things(&node) {
                    assert!(node.extent.holds(extent));
                    assert!(!std::mem::replace(&mut seen[*i as usize], true), "{count}");
                }
            }
            assert_eq!(visited, tree.nodes.len(), "{count}");
            assert!(seen.iter().all(|seen| *seen), "{count}");
        }
    }
}
