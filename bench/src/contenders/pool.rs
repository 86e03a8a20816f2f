//! The shapes and pairs of a set for `clearance`: concrete types, poses built beforehand.

use clearance::batch::{Pair, Pairs};
use clearance::{Pose, Shape, SupportMap, Vector, Xy, Xyz};

use super::Contender;
use crate::forms::{Form, Kind, World, ball, capsule, cone, cuboid, cylinder, ellipsoid, hull};
use crate::pairs::PairSet;

/// The contenders' vectors: glam's, as parry uses them.
pub(crate) mod vectors {
    pub(crate) use glam::{
        DVec2 as FlatDouble, DVec3 as SolidDouble, Vec2 as FlatSingle, Vec3 as SolidSingle,
    };
}

/// A precision: `f32` or `f64`. A type, so that only what is asked in it is compiled.
pub trait Precision {
    /// The vectors of the plane.
    type Flat: Vector<Space = Xy>;
    /// The vectors of space.
    type Solid: Vector<Space = Xyz>;
}

impl Precision for f32 {
    type Flat = vectors::FlatSingle;
    type Solid = vectors::SolidSingle;
}

impl Precision for f64 {
    type Flat = vectors::FlatDouble;
    type Solid = vectors::SolidDouble;
}

/// Every pair of a set.
pub struct Pool<V: Vector, A, B> {
    a: Vec<A>,
    b: Vec<B>,
    pairs: Vec<(usize, usize, Pose<V>, Pose<V>)>,
}

/// A pair in its poses.
pub type Posed<'a, V, A, B> = (&'a A, &'a Pose<V>, &'a B, &'a Pose<V>);

impl<V: Vector<Space: World>, A, B> Pool<V, A, B> {
    /// Builds the shapes from the set's forms.
    pub fn new(set: &PairSet, make_a: impl Fn(&Form) -> A, make_b: impl Fn(&Form) -> B) -> Self {
        let posed = |p: &crate::pairs::Pair| (p.a, p.b, p.at_a.pose(), p.at_b.pose());
        Self {
            a: set.pool_a.iter().map(make_a).collect(),
            b: set.pool_b.iter().map(make_b).collect(),
            pairs: set.pairs.iter().map(posed).collect(),
        }
    }
}

impl<V: Vector, A, B> Pool<V, A, B> {
    /// The pair at `index`.
    pub fn get(&self, index: usize) -> Posed<'_, V, A, B> {
        self.posed(&self.pairs[index])
    }

    /// All pairs, in the order of the set.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Posed<'_, V, A, B>> {
        self.pairs.iter().map(|pair| self.posed(pair))
    }

    /// The number of pairs.
    pub const fn count(&self) -> usize {
        self.pairs.len()
    }

    #[inline]
    fn posed<'a>(
        &'a self,
        (a, b, at_a, at_b): &'a (usize, usize, Pose<V>, Pose<V>),
    ) -> Posed<'a, V, A, B> {
        (&self.a[*a], at_a, &self.b[*b], at_b)
    }
}

impl<V: Vector, A: SupportMap<V>, B: SupportMap<V>> Pairs for Pool<V, A, B> {
    type Vector = V;
    type A = A;
    type B = B;
    #[inline]
    fn len(&self) -> usize {
        self.pairs.len()
    }
    #[inline]
    fn pair(&self, index: usize) -> Option<Pair<'_, V, A, B>> {
        let (a, b, pose_a, pose_b) = *self.pairs.get(index)?;
        Some(Pair { a: self.a.get(a)?, pose_a, b: self.b.get(b)?, pose_b })
    }
}

/// Makes a contender from any pool; a trait, as a closure cannot be generic.
pub trait Build {
    /// Makes it from this pool.
    fn build<V, A, B>(self, pool: Pool<V, A, B>) -> Box<dyn Contender>
    where
        V: Vector<Space: World>,
        A: SupportMap<V> + Sync + 'static,
        B: SupportMap<V> + Sync + 'static;
}

/// A contender of a set's kinds of shape, in a precision.
pub fn enlist<P: Precision>(set: &PairSet, build: impl Build) -> Box<dyn Contender> {
    if set.shapes.flat { flat::<P::Flat>(set, build) } else { solid::<P::Solid>(set, build) }
}

/// The same through the closed enum [`Shape`], as files, scenes and mixed worlds hold shapes.
pub fn enlist_shapes<P: Precision>(set: &PairSet, build: impl Build) -> Box<dyn Contender> {
    if set.shapes.flat { shapes::<P::Flat>(set, build) } else { shapes::<P::Solid>(set, build) }
}

fn shapes<V: Vector<Space: World>>(set: &PairSet, build: impl Build) -> Box<dyn Contender> {
    let shape = Form::to_shape::<V>;
    build.build(Pool::<V, Shape<V>, Shape<V>>::new(set, shape, shape))
}

/// Also for kinds of shape that only cold single queries are timed on.
pub fn enlist_mixed<P: Precision>(set: &PairSet, build: impl Build) -> Box<dyn Contender> {
    mixed::<P::Solid>(set, build)
}

fn mixed<V: Vector<Space = Xyz>>(set: &PairSet, build: impl Build) -> Box<dyn Contender> {
    match (set.shapes.a, set.shapes.b) {
        (Kind::Cuboid, Kind::Capsule) => {
            build.build(Pool::<V, _, _>::new(set, cuboid, capsule::<V>))
        }
        (Kind::Capsule, Kind::Hull(_)) => {
            build.build(Pool::<V, _, _>::new(set, capsule::<V>, hull::<V>))
        }
        (Kind::Cuboid, Kind::Hull(_)) => build.build(Pool::<V, _, _>::new(set, cuboid, hull::<V>)),
        (Kind::Cylinder, Kind::Cuboid) => {
            build.build(Pool::<V, _, _>::new(set, cylinder::<V>, cuboid::<V>))
        }
        (Kind::Cylinder, Kind::Cylinder) => {
            build.build(Pool::<V, _, _>::new(set, cylinder::<V>, cylinder::<V>))
        }
        _ => solid::<V>(set, build),
    }
}

fn solid<V: Vector<Space = Xyz>>(set: &PairSet, build: impl Build) -> Box<dyn Contender> {
    match (set.shapes.a, set.shapes.b) {
        (Kind::Cuboid, Kind::Cuboid) => build.build(Pool::<V, _, _>::new(set, cuboid, cuboid::<V>)),
        (Kind::Cuboid, Kind::Ball) => build.build(Pool::<V, _, _>::new(set, cuboid, ball::<V>)),
        (Kind::Capsule, Kind::Capsule) => {
            build.build(Pool::<V, _, _>::new(set, capsule::<V>, capsule::<V>))
        }
        (Kind::Ball, Kind::Ellipsoid) => {
            build.build(Pool::<V, _, _>::new(set, ball::<V>, ellipsoid::<V>))
        }
        (Kind::Cylinder, Kind::Cone) => {
            build.build(Pool::<V, _, _>::new(set, cylinder::<V>, cone::<V>))
        }
        (Kind::Hull(_), Kind::Hull(_)) => build.build(Pool::<V, _, _>::new(set, hull, hull::<V>)),
        other => unreachable!("no such pair of kinds in space: {other:?}"),
    }
}

fn flat<V: Vector<Space = Xy>>(set: &PairSet, build: impl Build) -> Box<dyn Contender> {
    match (set.shapes.a, set.shapes.b) {
        (Kind::Hull(_), Kind::Hull(_)) => build.build(Pool::<V, _, _>::new(set, hull, hull::<V>)),
        (Kind::Ball, Kind::Hull(_)) => build.build(Pool::<V, _, _>::new(set, ball::<V>, hull::<V>)),
        (Kind::Ball, Kind::Ball) => build.build(Pool::<V, _, _>::new(set, ball::<V>, ball::<V>)),
        (Kind::Capsule, Kind::Capsule) => {
            build.build(Pool::<V, _, _>::new(set, capsule::<V>, capsule::<V>))
        }
        other => unreachable!("no such pair of kinds in the plane: {other:?}"),
    }
}
