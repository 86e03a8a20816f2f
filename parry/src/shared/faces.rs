//! Hulls with their faces, which contact points lie on. parry's polyhedra have faces too, but no
//! proof that these bound the points' hull, so they are found anew, and kept: a hull takes many
//! times as long to build as to ask.
//!
//! What is kept is found by the points themselves, compared one by one, never by where they lie: an
//! answer is the same whatever was asked before.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::mem;
use std::rc::Rc;

use clearance::{ConvexHull, Rounded, Scalar, SupportMap};

use super::dimension;
use super::parry::math::{Real, Vector};
use super::parry::shape::Shape;
use super::solid::Solid;

/// How many corners a thread keeps the hulls of, at most twice over: beyond that it forgets those
/// that were not asked for since it last forgot.
const MOST: usize = 1 << 16;

/// One shape of a pair whose contact points are sought.
#[allow(clippy::large_enum_variant, reason = "it lives on the stack, for one call")]
pub(super) enum Side<'a> {
    Solid(Solid<'a>),
    Faces(Rc<Faces>),
}

impl<'a> Side<'a> {
    /// A shape, with its faces if it is a hull of points; `None` if it is unknown.
    pub(super) fn new(shape: &'a dyn Shape) -> Option<Self> {
        if let Some((points, radius)) = dimension::corners(&shape.as_typed_shape())
            && let Some(faces) = KEPT.with_borrow_mut(|kept| kept.faces(points, radius))
        {
            return Some(Self::Faces(faces));
        }
        Solid::new(shape).map(Self::Solid)
    }

    /// The shape for `clearance`'s verbs.
    pub(super) fn map(&self) -> &dyn SupportMap<Vector> {
        match self {
            Self::Solid(solid) => solid.map(),
            Self::Faces(faces) if faces.hull.radius == 0.0 => &faces.hull.inner,
            Self::Faces(faces) => &faces.hull,
        }
    }
}

/// The hull of a list of points, and the list.
pub(super) struct Faces {
    points: Vec<Vector>,
    hull: Rounded<ConvexHull<Vector>, Real>,
}

impl Faces {
    fn new(points: &[Vector], radius: Real) -> Option<Self> {
        let hull = Rounded::new(ConvexHull::new(points).ok()?, radius);
        Some(Self { points: points.to_vec(), hull })
    }

    fn is_of(&self, points: &[Vector], radius: Real) -> bool {
        self.hull.radius == radius && self.points == points
    }
}

#[derive(Default)]
struct Kept {
    young: HashMap<u64, Rc<Faces>, BuildHasherDefault<Same>>,
    old: HashMap<u64, Rc<Faces>, BuildHasherDefault<Same>>,
    /// How many corners the young have.
    corners: usize,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

impl Kept {
    fn faces(&mut self, points: &[Vector], radius: Real) -> Option<Rc<Faces>> {
        let key = key(points, radius);
        let is_same = |faces: &&Rc<Faces>| faces.is_of(points, radius);
        if let Some(young) = self.young.get(&key).filter(is_same) {
            return Some(young.clone());
        }
        let found = match self.old.get(&key).filter(is_same) {
            Some(old) => old.clone(),
            None => Rc::new(Faces::new(points, radius)?),
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

/// A number for a list of points and its radius, seldom that of another: a polynomial of their
/// bits, each point's first, so that these do not depend on one another.
fn key(points: &[Vector], radius: Real) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |key: u64, bits: u64| (key ^ bits).wrapping_mul(FACTOR).rotate_left(29);
    let bits = |number: Real| number.to_f64().to_bits();
    let point = |point: &Vector| point.to_array().map(bits).into_iter().fold(0, mix);
    points.iter().map(point).fold(bits(radius), mix)
}

/// A key is a hash already.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
