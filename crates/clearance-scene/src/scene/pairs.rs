//! Queries over many objects: all pairs within a distance, the nearest pair, one against all.

use std::collections::HashSet;

use super::between::{Clearance, between_while};
use super::extent::{Extent, Motion};
use super::object::Object;
use super::threads;
use super::tree::{self, Tree, descend};
use clearance::Pose;

/// Two objects, by their indices in the caller's slices, and their clearance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The index of A; with one slice, the lesser index.
    pub a: usize,
    /// The index of B; with one slice, the greater.
    pub b: usize,
    /// Their clearance.
    pub clearance: Clearance,
}

/// Which pairs are skipped.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Pairs by the names of their objects, each pair in alphabetical order, as
    /// [`allow`](Self::allow) writes them: pairs that may touch, such as two links at their joint
    /// or a pipe in its sleeve.
    pub allowed: HashSet<[String; 2]>,
    /// Whether pairs within one group are skipped.
    pub ignore_same_group: bool,
}

impl Rules {
    /// Skips two objects by their names, in either order.
    pub fn allow(&mut self, a: impl Into<String>, b: impl Into<String>) {
        let mut names = [a.into(), b.into()];
        names.sort();
        self.allowed.insert(names);
    }

    /// Whether the pair is skipped.
    pub fn skip(&self, a: &Object, b: &Object) -> bool {
        if self.ignore_same_group && !a.group.is_empty() && a.group == b.group {
            return true;
        }
        if self.allowed.is_empty() {
            return false;
        }
        let mut names = [a.name.clone(), b.name.clone()];
        names.sort();
        self.allowed.contains(&names)
    }
}

/// The tree of boxes over a slice of objects, which finds the candidate pairs. The caller keeps it
/// from frame to frame and refits it after poses have changed.
#[derive(Clone, Debug, Default)]
pub struct Boxes {
    tree: Tree,
    count: usize,
}

impl Boxes {
    /// For objects in their current poses. O(n log n).
    pub fn new(objects: &[Object]) -> Self {
        Self::of_extents(&extents(objects))
    }

    /// For boxes that the caller has, of whatever they hold.
    pub fn of_extents(extents: &[Extent]) -> Self {
        Self { tree: Tree::new(extents), count: extents.len() }
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Updates to the objects' current poses. O(n), and correct however far they have moved;
    /// rebuilds if the number of objects has changed. If most of them have moved far,
    /// [`new`](Self::new) makes a faster tree.
    pub fn refit(&mut self, objects: &[Object]) {
        if objects.len() == self.count {
            self.tree.refit(&extents(objects));
        } else {
            *self = Self::new(objects);
        }
    }
}

fn extents(objects: &[Object]) -> Vec<Extent> {
    threads::map(objects, Object::extent)
}

/// All pairs of objects that are not farther apart than `within`, or one inside the other; ordered
/// by `a`, then `b`, whatever the number of threads. A negative `within` is how deep at least.
///
/// `boxes` must be those of these objects in their current poses. Memory is by the answer, which is
/// held whole, and 8 bytes for each pair whose boxes are that near: of objects in one place that is
/// by the square. [`candidates_up_to`] tells before, and [`near_one`] takes one object at a time.
/// With the feature `rayon` all cores share the pairs.
///
/// An engine's update loop:
///
/// ```
/// use clearance::{Ball, Pose, Xyz};
/// use clearance_scene::scene::{Body, Boxes, Object, Rules, pairs_within};
///
/// let ball = Object::new("", Body::of_parts(vec![Ball::new(0.5).into()])?);
/// let mut objects: Vec<Object> = (0..10)
///     .map(|i| Object { name: format!("ball {i}"), ..ball.clone() })
///     .collect();
/// let (mut boxes, rules) = (Boxes::new(&objects), Rules::default());
/// for frame in 0..3 {
///     for (place, object) in objects.iter_mut().enumerate() {
///         let x = place as f64 * (1.0 + 0.1 * frame as f64);
///         object.pose = Pose::from_translation(Xyz::new(x, 0.0, 0.0));
///     }
///     boxes.refit(&objects);
///     let near = pairs_within(&objects, &boxes, 0.15, &rules);
///     // First they touch, then they are 0.1 apart, then 0.2.
///     assert_eq!(near.len(), if frame < 2 { 9 } else { 0 });
/// }
/// # Ok::<(), clearance_scene::scene::BodyError>(())
/// ```
pub fn pairs_within(objects: &[Object], boxes: &Boxes, within: f64, rules: &Rules) -> Vec<Pair> {
    answered(candidates_within(boxes, within), objects, objects, within, rules)
}

/// The broad phase alone: the pairs of indices whose objects' boxes are not farther apart than
/// `within`, in order. They include all of [`pairs_within`];
/// [`between`](super::between()) answers one.
pub fn candidates_within(boxes: &Boxes, within: f64) -> Vec<[u32; 2]> {
    candidates_up_to(boxes, None, within, usize::MAX).unwrap_or_default()
}

/// The same as [`candidates_within`], for an object of one slice and one of another.
pub fn candidates_between(boxes_a: &Boxes, boxes_b: &Boxes, within: f64) -> Vec<[u32; 2]> {
    candidates_up_to(boxes_a, Some(boxes_b), within, usize::MAX).unwrap_or_default()
}

/// The same as [`candidates_within`] or, with the boxes of another slice, [`candidates_between`];
/// `None` if there are more than `most`, before much more memory is taken than these would.
pub fn candidates_up_to(
    boxes: &Boxes,
    others: Option<&Boxes>,
    within: f64,
    most: usize,
) -> Option<Vec<[u32; 2]>> {
    tree::pairs_within(&boxes.tree, others.map(|others| &others.tree), within.max(0.0), most)
}

/// The indices of the objects whose boxes are not farther from one's than `within`, in order; its
/// own too, if it is among them. For scenes whose candidates are too many to hold at once.
pub fn candidates_near(object: &Object, boxes: &Boxes, within: f64) -> Vec<u32> {
    let mut candidates = Vec::new();
    boxes.tree.near(&object.extent(), within.max(0.0), |b| candidates.push(b));
    candidates.sort_unstable();
    candidates
}

/// The same as [`pairs_within`], each object of `a` against each of `b`.
pub fn pairs_between(
    a: &[Object],
    boxes_a: &Boxes,
    b: &[Object],
    boxes_b: &Boxes,
    within: f64,
    rules: &Rules,
) -> Vec<Pair> {
    answered(candidates_between(boxes_a, boxes_b, within), a, b, within, rules)
}

/// The same as [`pairs_within`], for one object against all; it need not be among them.
pub fn near_one(
    object: &Object,
    objects: &[Object],
    boxes: &Boxes,
    within: f64,
    rules: &Rules,
) -> Vec<Pair> {
    let candidates = candidates_near(object, boxes, within).into_iter().map(|b| [0, b]).collect();
    answered(candidates, std::slice::from_ref(object), objects, within, rules)
}

/// The pair of objects with the least signed distance: the deepest overlap, or the least distance
/// if none overlap. `None` if there is no pair. Of equal ones the first.
pub fn nearest(objects: &[Object], boxes: &Boxes, rules: &Rules) -> Option<Pair> {
    nearest_while(objects, boxes, rules, &|| true)
}

/// Answers as [`nearest`], but asks `go_on` as [`between_while`] does: once it says no, the
/// answer is `None` whatever is so.
pub fn nearest_while(
    objects: &[Object],
    boxes: &Boxes,
    rules: &Rules,
    go_on: &dyn Fn() -> bool,
) -> Option<Pair> {
    let mut best = Best { found: None, a: objects, b: objects, rules, go_on };
    descend(&boxes.tree, &boxes.tree, &still(), f64::INFINITY, |a, b| {
        if a < b { best.ask(a, b) } else { Some(best.within()) }
    });
    best.found.filter(|_| go_on())
}

/// The same as [`nearest`], for an object of `a` and one of `b`.
pub fn nearest_between(
    a: &[Object],
    boxes_a: &Boxes,
    b: &[Object],
    boxes_b: &Boxes,
    rules: &Rules,
) -> Option<Pair> {
    nearest_between_while(a, boxes_a, b, boxes_b, rules, &|| true)
}

/// The same as [`nearest_between`], which ends as [`nearest_while`] does.
pub fn nearest_between_while(
    a: &[Object],
    boxes_a: &Boxes,
    b: &[Object],
    boxes_b: &Boxes,
    rules: &Rules,
    go_on: &dyn Fn() -> bool,
) -> Option<Pair> {
    let mut best = Best { found: None, a, b, rules, go_on };
    descend(&boxes_a.tree, &boxes_b.tree, &still(), f64::INFINITY, |a, b| best.ask(a, b));
    best.found.filter(|_| go_on())
}

/// Both trees are in world coordinates.
fn still() -> Motion {
    Motion::between(&Pose::identity(), &Pose::identity())
}

/// The least signed distance so far.
struct Best<'s> {
    found: Option<Pair>,
    a: &'s [Object],
    b: &'s [Object],
    rules: &'s Rules,
    go_on: &'s dyn Fn() -> bool,
}

impl Best<'_> {
    fn within(&self) -> f64 {
        self.found.map_or(f64::INFINITY, |pair| pair.clearance.signed_distance().max(0.0))
    }

    fn ask(&mut self, a: u32, b: u32) -> Option<f64> {
        let candidate = answer([a, b], self.a, self.b, self.within(), self.rules, self.go_on);
        if let Some(pair) = candidate
            && self.found.is_none_or(|best| {
                let key = |pair: &Pair| pair.clearance.signed_distance();
                key(&pair)
                    .total_cmp(&key(&best))
                    .then((pair.a, pair.b).cmp(&(best.a, best.b)))
                    .is_lt()
            })
        {
            self.found = Some(pair);
        }
        (self.go_on)().then(|| self.within())
    }
}

fn answered(
    candidates: Vec<[u32; 2]>,
    a: &[Object],
    b: &[Object],
    within: f64,
    rules: &Rules,
) -> Vec<Pair> {
    threads::filter_map(candidates, |pair| answer(pair, a, b, within, rules, &|| true))
}

fn answer(
    [i, j]: [u32; 2],
    a: &[Object],
    b: &[Object],
    within: f64,
    rules: &Rules,
    go_on: &dyn Fn() -> bool,
) -> Option<Pair> {
    let (one, two) = (a.get(i as usize)?, b.get(j as usize)?);
    if rules.skip(one, two) {
        return None;
    }
    let clearance = between_while(one, two, within, go_on)?;
    Some(Pair { a: i as usize, b: j as usize, clearance })
}
