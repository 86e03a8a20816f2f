//! Questions about many objects: all pairs within a distance, the nearest, one against all.

use std::collections::HashSet;

use super::between::{Clearance, between};
use super::extent::{Extent, Motion};
use super::object::Object;
use super::threads;
use super::tree::{self, Tree, descend};
use clearance::Pose;

/// Two objects, by their places in the caller's slices, and how they stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Of A, or where there is one slice the lesser place.
    pub a: usize,
    /// Of B, or the greater.
    pub b: usize,
    /// How they stand.
    pub clearance: Clearance,
}

/// Which pairs are not looked at.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Pairs by the names of their objects, each pair in the order of the alphabet, as
    /// [`allow`](Self::allow) writes them: what may touch, as two links at their
    /// joint or a pipe in its sleeve.
    pub allowed: HashSet<[String; 2]>,
    /// Whether objects of one group are left out against each other.
    pub ignore_same_group: bool,
}

impl Rules {
    /// Leaves out two objects by their names, in either order.
    pub fn allow(&mut self, a: impl Into<String>, b: impl Into<String>) {
        let mut names = [a.into(), b.into()];
        names.sort();
        self.allowed.insert(names);
    }

    /// Whether the pair is left out.
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

/// The tree of boxes over a slice of objects: what finds the pairs worth a look. Kept by the caller
/// from frame to frame and refitted after poses have changed.
#[derive(Clone, Debug, Default)]
pub struct Boxes {
    tree: Tree,
    count: usize,
}

impl Boxes {
    /// About objects as they stand now. O(n log n).
    pub fn new(objects: &[Object]) -> Self {
        Self { tree: Tree::new(&extents(objects)), count: objects.len() }
    }

    /// Takes the objects' poses as they are now. O(n), and right however far they have moved; built
    /// anew where there are more or fewer objects. Where most of them have gone elsewhere,
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

/// All pairs of the objects that are not farther apart than `within`, or one inside the other; in
/// the order of `a`, then `b`, whatever the number of threads.
///
/// `boxes` must be those of these objects where they stand. Memory: that of the pairs whose boxes
/// are so near. With the feature `rayon` all cores share the pairs.
///
/// An update loop as an engine has it:
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

/// The broad phase alone: the pairs of places whose objects' boxes are not farther apart than
/// `within`, in order. All of [`pairs_within`] are among them; [`between`] answers one.
pub fn candidates_within(boxes: &Boxes, within: f64) -> Vec<[u32; 2]> {
    tree::pairs_within(&boxes.tree, None, within)
}

/// As [`candidates_within`], an object of one slice and one of another.
pub fn candidates_between(boxes_a: &Boxes, boxes_b: &Boxes, within: f64) -> Vec<[u32; 2]> {
    tree::pairs_within(&boxes_a.tree, Some(&boxes_b.tree), within)
}

/// As [`pairs_within`], each object of `a` against each of `b`.
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

/// As [`pairs_within`], one object against all, which need not be among them.
pub fn near_one(
    object: &Object,
    objects: &[Object],
    boxes: &Boxes,
    within: f64,
    rules: &Rules,
) -> Vec<Pair> {
    let mut candidates = Vec::new();
    boxes.tree.near(&object.extent(), within, |b| candidates.push([0, b]));
    candidates.sort_unstable();
    answered(candidates, std::slice::from_ref(object), objects, within, rules)
}

/// The pair of objects of the least signed distance: the deepest overlap, or the least distance
/// where none overlap. `None` without a pair. Of equal ones the first.
pub fn nearest(objects: &[Object], boxes: &Boxes, rules: &Rules) -> Option<Pair> {
    let mut best = Best { found: None, a: objects, b: objects, rules };
    descend(&boxes.tree, &boxes.tree, &still(), f64::INFINITY, |a, b| {
        if a < b { best.ask(a, b) } else { Some(best.within()) }
    });
    best.found
}

/// As [`nearest`], of an object of `a` and one of `b`.
pub fn nearest_between(
    a: &[Object],
    boxes_a: &Boxes,
    b: &[Object],
    boxes_b: &Boxes,
    rules: &Rules,
) -> Option<Pair> {
    let mut best = Best { found: None, a, b, rules };
    descend(&boxes_a.tree, &boxes_b.tree, &still(), f64::INFINITY, |a, b| best.ask(a, b));
    best.found
}

/// Both trees are in the world.
fn still() -> Motion {
    Motion::between(&Pose::identity(), &Pose::identity())
}

/// The least signed distance so far.
struct Best<'s> {
    found: Option<Pair>,
    a: &'s [Object],
    b: &'s [Object],
    rules: &'s Rules,
}

impl Best<'_> {
    fn within(&self) -> f64 {
        self.found.map_or(f64::INFINITY, |pair| pair.clearance.signed_distance().max(0.0))
    }

    fn ask(&mut self, a: u32, b: u32) -> Option<f64> {
        let candidate = answer([a, b], self.a, self.b, self.within(), self.rules);
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
        Some(self.within())
    }
}

fn answered(
    candidates: Vec<[u32; 2]>,
    a: &[Object],
    b: &[Object],
    within: f64,
    rules: &Rules,
) -> Vec<Pair> {
    threads::filter_map(candidates, |pair| answer(pair, a, b, within, rules))
}

fn answer(
    [i, j]: [u32; 2],
    a: &[Object],
    b: &[Object],
    within: f64,
    rules: &Rules,
) -> Option<Pair> {
    let (one, two) = (a.get(i as usize)?, b.get(j as usize)?);
    if rules.skip(one, two) {
        return None;
    }
    let clearance = between(one, two, within)?;
    Some(Pair { a: i as usize, b: j as usize, clearance })
}
