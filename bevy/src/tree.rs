//! The tree of boxes, kept from frame to frame: what moves is fitted, what comes waits at the side
//! until there is enough of it, and a tree that has become bad is built anew.

use crate::bounds::Bounds;

/// The most things in a leaf.
const LEAF: usize = 4;
/// How much more than when it was built a tree may cost before it is built anew. Building costs
/// some thirty times as much as fitting.
const WORSE: f64 = 1.5;

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    /// In a leaf, the place of its first thing; else that of its first child, which the second
    /// follows.
    first: u32,
    /// The number of things; 0 for an inner node.
    count: u32,
}

/// Boxes by number. A number that is free has an empty box.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// Children come after their parents.
    nodes: Vec<Node>,
    /// In the order of the leaves.
    things: Vec<(u32, Bounds)>,
    /// What came after the tree was built, and what has no end.
    aside: Vec<(u32, Bounds)>,
    /// How many of those have no end.
    endless: usize,
    /// Whether a number is in `things` or `aside`.
    known: Vec<bool>,
    cost: f64,
}

impl Tree {
    pub(crate) fn new(bounds: &[Bounds]) -> Self {
        let mut tree = Self::default();
        tree.build(bounds);
        tree
    }

    /// Takes the boxes of this frame, by number: O(n), and O(n log n) where it is built anew.
    pub(crate) fn update(&mut self, bounds: &[Bounds]) {
        let of = |number: u32| bounds.get(number as usize).copied().unwrap_or(Bounds::NONE);
        for (number, own) in self.things.iter_mut().chain(&mut self.aside) {
            *own = of(*number);
        }
        self.known.resize(bounds.len(), false);
        for ((number, own), known) in (0..).zip(bounds).zip(&mut self.known) {
            if !*known && *own != Bounds::NONE {
                *known = true;
                self.aside.push((number, *own));
            }
        }
        let waiting = self.aside.len().saturating_sub(self.endless);
        if waiting > 32 + self.things.len() / 16 || self.fit() > WORSE * self.cost {
            self.build(bounds);
        }
    }

    fn build(&mut self, bounds: &[Bounds]) {
        let all = (0..).zip(bounds.iter().copied()).filter(|(_, own)| *own != Bounds::NONE);
        (self.things, self.aside) = all.partition(|(_, own)| own.is_bounded());
        self.endless = self.aside.len();
        self.known.clear();
        self.known.extend(bounds.iter().map(|own| *own != Bounds::NONE));
        self.nodes.clear();
        if !self.things.is_empty() {
            let count = short(self.things.len());
            self.nodes.push(Node { bounds: Bounds::NONE, first: 0, count });
        }
        let mut at = 0;
        while let Some(node) = self.nodes.get(at).copied() {
            let next = short(self.nodes.len());
            if let Some([left, right]) = self.split(&node) {
                self.nodes.extend([left, right]);
                if let Some(node) = self.nodes.get_mut(at) {
                    (node.first, node.count) = (next, 0);
                }
            }
            at += 1;
        }
        self.cost = self.fit();
    }

    /// The halves of a node that holds too much, about the median of its longest side.
    fn split(&mut self, node: &Node) -> Option<[Node; 2]> {
        let count = node.count as usize;
        let first = node.first as usize;
        let things = self.things.get_mut(first..first + count)?;
        if count <= LEAF {
            return None;
        }
        let all = things.iter().fold(Bounds::NONE, |all, (_, own)| all.joined(*own));
        let (axis, half) = (all.longest_axis(), count / 2);
        things.select_nth_unstable_by(half, |(i, one), (j, two)| {
            one.twice_center(axis).total_cmp(&two.twice_center(axis)).then(i.cmp(j))
        });
        let part =
            |first, count| Node { bounds: Bounds::NONE, first: short(first), count: short(count) };
        Some([part(first, half), part(first + half, count - half)])
    }

    /// Fits every node to what it holds; what the tree costs then.
    fn fit(&mut self) -> f64 {
        let mut cost = 0.0;
        for at in (0..self.nodes.len()).rev() {
            let Some(node) = self.nodes.get(at).copied() else { continue };
            let (first, count) = (node.first as usize, node.count as usize);
            let bounds = if count == 0 {
                self.nodes
                    .get(first..first + 2)
                    .unwrap_or_default()
                    .iter()
                    .map(|n| n.bounds)
                    .fold(Bounds::NONE, Bounds::joined)
            } else {
                self.things
                    .get(first..first + count)
                    .unwrap_or_default()
                    .iter()
                    .fold(Bounds::NONE, |all, (_, own)| all.joined(*own))
            };
            cost += bounds.half_area();
            if let Some(node) = self.nodes.get_mut(at) {
                node.bounds = bounds;
            }
        }
        cost
    }

    /// Visits things whose boxes measure no more than a limit, lesser nodes first. `measure` is
    /// `None` of boxes that never matter, and not more of a box than of one within it; `each`
    /// returns the limit from there on.
    pub(crate) fn visit(
        &self,
        measure: impl Fn(&Bounds) -> Option<f64>,
        mut limit: f64,
        mut each: impl FnMut(u32) -> f64,
    ) {
        let mut consider = |(number, own): &(u32, Bounds), limit: f64| match measure(own) {
            Some(far) if far <= limit => each(*number),
            _ => limit,
        };
        for thing in &self.aside {
            limit = consider(thing, limit);
        }
        let mut open: Vec<(f64, u32)> = Vec::with_capacity(64);
        open.extend(self.nodes.first().and_then(|root| Some((measure(&root.bounds)?, 0))));
        while let Some((far, at)) = open.pop() {
            let Some(node) = self.nodes.get(at as usize).filter(|_| far <= limit) else { continue };
            let (first, count) = (node.first as usize, node.count as usize);
            for thing in self.things.get(first..first + count).unwrap_or_default() {
                limit = consider(thing, limit);
            }
            if count == 0 {
                let child = |at: u32| {
                    let far = measure(&self.nodes.get(at as usize)?.bounds)?;
                    (far <= limit).then_some((far, at))
                };
                // The last is taken first.
                match (child(node.first), child(node.first + 1)) {
                    (Some(one), Some(two)) if one.0 <= two.0 => open.extend([two, one]),
                    (one, two) => open.extend(one.into_iter().chain(two)),
                }
            }
        }
    }

    /// Visits the things whose boxes meet a box.
    pub(crate) fn near(&self, bounds: &Bounds, mut each: impl FnMut(u32)) {
        let measure = |own: &Bounds| own.meets(bounds).then_some(0.0);
        self.visit(measure, 0.0, |number| {
            each(number);
            0.0
        });
    }
}

/// Numbers are those of entities or of parts: fewer than 2³².
fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use bevy_math::Vec3A;

    use super::*;

    /// A generator of numbers from 0 to 1.
    struct Dice(u64);
    impl Dice {
        fn next(&mut self) -> f32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 40) as f32 / (1u64 << 24) as f32
        }
        fn bounds(&mut self) -> Bounds {
            let min = Vec3A::new(self.next(), self.next(), self.next()) * 5.0;
            Bounds { min, max: min + Vec3A::new(self.next(), self.next(), self.next()) }
        }
    }

    /// After any frames of moving, coming and going, the tree finds what comparing all boxes does.
    #[test]
    fn finds_what_comparing_all_finds() {
        let mut dice = Dice(7);
        let (mut tree, mut all) = (Tree::default(), Vec::new());
        let (mut found, mut built) = (0, 0);
        for frame in 0..200 {
            for _ in 0..frame % 7 {
                all.push(dice.bounds());
            }
            for own in &mut all {
                match (dice.next() * 20.0) as u32 {
                    0 => *own = Bounds::NONE,
                    1 => *own = dice.bounds(),
                    2 if frame % 50 == 3 => own.max.x = f32::INFINITY,
                    _ => {}
                }
            }
            let before = tree.cost;
            tree.update(&all);
            built += u32::from(tree.cost != before);
            for _ in 0..10 {
                let asked = dice.bounds();
                let mut met = Vec::new();
                tree.near(&asked, |number| met.push(number));
                met.sort_unstable();
                let truth: Vec<u32> =
                    (0..).zip(&all).filter(|(_, own)| own.meets(&asked)).map(|(i, _)| i).collect();
                assert_eq!(met, truth, "frame {frame}");
                found += met.len();
            }
        }
        assert!(found > 1000, "{found}");
        assert!((5..150).contains(&built), "built {built} times in 200 frames");
    }
}
