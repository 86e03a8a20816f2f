//! Hulls with their faces, which contact points lie on. parry's polyhedra have faces too, but no
//! proof that these bound the points' hull, so they are found anew, and kept: a hull takes many
//! times as long to build as to ask.
//!
//! What is kept is found by the points themselves, compared one by one, never by where they lie: an
//! answer is the same whatever was asked before.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;
use std::rc::Rc;

use clearance::{ConvexHull, ConvexPoints, Rounded, SupportMap};

use super::parry::math::{Real, Vector};
use super::solid::Solid;

/// How many corners a thread keeps the hulls of, at most twice over: beyond that it forgets those
/// that were not asked for since it last forgot.
const MOST: usize = 1 << 16;

/// The hull of a list of points, and the list.
pub(super) struct Faces {
    points: Vec<Vector>,
    hull: Rounded<ConvexHull<Vector>, Real>,
}

impl Faces {
    fn new(shape: &Rounded<ConvexPoints<'_, Vector>, Real>) -> Option<Self> {
        let points = shape.inner.points();
        let hull = Rounded::new(ConvexHull::new(points).ok()?, shape.radius);
        Some(Self { points: points.to_vec(), hull })
    }

    fn is_of(&self, shape: &Rounded<ConvexPoints<'_, Vector>, Real>) -> bool {
        self.hull.radius == shape.radius && self.points == shape.inner.points()
    }

    /// The shape for `clearance`'s verbs.
    pub(super) fn map(&self) -> &dyn SupportMap<Vector> {
        if self.hull.radius == 0.0 { &self.hull.inner } else { &self.hull }
    }
}

#[derive(Default)]
struct Kept {
    young: HashMap<u64, Rc<Faces>>,
    old: HashMap<u64, Rc<Faces>>,
    /// How many corners the young have.
    corners: usize,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// The hull of a list of points; `None` of other shapes, and of lists that have none.
pub(super) fn faces(solid: &Solid<'_>) -> Option<Rc<Faces>> {
    let Solid::Points(shape) = solid else { return None };
    KEPT.with_borrow_mut(|kept| kept.faces(shape))
}

impl Kept {
    fn faces(&mut self, shape: &Rounded<ConvexPoints<'_, Vector>, Real>) -> Option<Rc<Faces>> {
        let key = key(shape);
        let is_same = |faces: &&Rc<Faces>| faces.is_of(shape);
        if let Some(young) = self.young.get(&key).filter(is_same) {
            return Some(young.clone());
        }
        let found = match self.old.get(&key).filter(is_same) {
            Some(old) => old.clone(),
            None => Rc::new(Faces::new(shape)?),
        };
        self.corners += found.points.len();
        if self.corners > MOST {
            self.old = mem::take(&mut self.young);
            self.corners = found.points.len();
        }
        self.young.insert(key, found.clone());
        Some(found)
    }
}

/// A number for a list of points and its radius, seldom that of another.
fn key(shape: &Rounded<ConvexPoints<'_, Vector>, Real>) -> u64 {
    let mut hasher = DefaultHasher::new();
    shape.radius.to_bits().hash(&mut hasher);
    for point in shape.inner.points() {
        point.to_array().map(Real::to_bits).hash(&mut hasher);
    }
    hasher.finish()
}
