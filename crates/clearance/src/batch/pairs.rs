//! Where a batch takes its pairs from: slices of pairs, one shape against many poses, indices into
//! lists of bodies.

use core::fmt;

use crate::math::{Pose, ToPose, Vector};
use crate::shape::SupportMap;

use super::LengthMismatch;
use super::poses::Poses;

/// Two shapes, each in its pose.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Pair<'a, V: Vector, A: ?Sized, B: ?Sized> {
    pub a: &'a A,
    pub pose_a: Pose<V>,
    pub b: &'a B,
    pub pose_b: Pose<V>,
}

/// Many pairs: the input of this module's verbs.
///
/// Slices of `(&a, pose_a, &b, pose_b)` are pairs, and what [`one_to_many`] and [`indexed`] return.
/// Implement it to pass pairs from where they are stored, without copying them first.
///
/// ```
/// use clearance::batch::{self, Pair, Pairs};
/// use clearance::{Ball, Pose};
/// use glam::Vec2;
///
/// /// Coins of one size, each against the next.
/// struct Row(Ball<f32>, Vec<Vec2>);
///
/// impl Pairs for Row {
///     type Vector = Vec2;
///     type A = Ball<f32>;
///     type B = Ball<f32>;
///     fn len(&self) -> usize {
///         self.1.len().saturating_sub(1)
///     }
///     fn pair(&self, index: usize) -> Option<Pair<'_, Vec2, Ball<f32>, Ball<f32>>> {
///         let pose = |i: usize| Some(Pose::from_translation(*self.1.get(i)?));
///         Some(Pair { a: &self.0, pose_a: pose(index)?, b: &self.0, pose_b: pose(index + 1)? })
///     }
/// }
///
/// let row = Row(Ball::new(1.0), vec![Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(4.5, 0.0)]);
/// let mut touch = [false; 2];
/// batch::intersects(&row, &mut touch)?;
/// assert_eq!(touch, [true, false]);
/// # Ok::<(), batch::LengthMismatch>(())
/// ```
pub trait Pairs {
    /// The caller's vector type.
    type Vector: Vector;
    /// The first shapes.
    type A: SupportMap<Self::Vector> + ?Sized;
    /// The second shapes.
    type B: SupportMap<Self::Vector> + ?Sized;
    /// How many pairs.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// One of them; `None` past the last.
    fn pair(&self, index: usize) -> Option<Pair<'_, Self::Vector, Self::A, Self::B>>;
}

impl<A, P, B, Q> Pairs for [(&A, P, &B, Q)]
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    type Vector = P::Vector;
    type A = A;
    type B = B;
    #[inline]
    fn len(&self) -> usize {
        <[_]>::len(self)
    }
    #[inline]
    fn pair(&self, index: usize) -> Option<Pair<'_, P::Vector, A, B>> {
        let (a, pose_a, b, pose_b) = self.get(index)?;
        Some(Pair { a, pose_a: pose_a.to_pose(), b, pose_b: pose_b.to_pose() })
    }
}

impl<A, P, B, Q, const N: usize> Pairs for [(&A, P, &B, Q); N]
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    type Vector = P::Vector;
    type A = A;
    type B = B;
    #[inline]
    fn len(&self) -> usize {
        N
    }
    #[inline]
    fn pair(&self, index: usize) -> Option<Pair<'_, P::Vector, A, B>> {
        self.as_slice().pair(index)
    }
}

/// One shape against many poses of another.
#[derive(Debug)]
pub struct OneToMany<'a, V: Vector, A: ?Sized, B: ?Sized, L: ?Sized> {
    a: &'a A,
    pose_a: Pose<V>,
    b: &'a B,
    poses_b: &'a L,
}

/// Pairs of one shape with each of many poses of another: a probe along a path, a stamp in a
/// thousand places.
///
/// `poses_b` is a slice of poses, or columns of coordinates ([`PoseColumns`](super::PoseColumns)).
///
/// ```
/// use clearance::batch;
/// use clearance::{Ball, Cuboid};
/// use glam::Vec3;
///
/// let wall = Cuboid::new(Vec3::new(5.0, 5.0, 0.1));
/// let path: Vec<Vec3> = (0..5).map(|i| Vec3::new(0.0, 0.0, i as f32 - 2.0)).collect();
/// let mut hits = [false; 5];
/// batch::intersects(&batch::one_to_many(&wall, &Vec3::ZERO, &Ball::new(0.5), &path[..]), &mut hits)?;
/// assert_eq!(hits, [false, false, true, false, false]);
/// # Ok::<(), batch::LengthMismatch>(())
/// ```
pub fn one_to_many<'a, P, A, B, L>(
    a: &'a A,
    pose_a: &P,
    b: &'a B,
    poses_b: &'a L,
) -> OneToMany<'a, P::Vector, A, B, L>
where
    P: ToPose,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
    L: Poses<Vector = P::Vector> + ?Sized,
{
    OneToMany { a, pose_a: pose_a.to_pose(), b, poses_b }
}

impl<V, A, B, L> Pairs for OneToMany<'_, V, A, B, L>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
    L: Poses<Vector = V> + ?Sized,
{
    type Vector = V;
    type A = A;
    type B = B;
    #[inline]
    fn len(&self) -> usize {
        self.poses_b.len()
    }
    #[inline]
    fn pair(&self, index: usize) -> Option<Pair<'_, V, A, B>> {
        let pose_b = self.poses_b.pose(index)?;
        Some(Pair { a: self.a, pose_a: self.pose_a, b: self.b, pose_b })
    }
}

/// Pairs of bodies by their places in two lists.
#[derive(Clone, Copy, Debug)]
pub struct Indexed<'a, A, P, B, Q> {
    bodies_a: &'a [(A, P)],
    bodies_b: &'a [(B, Q)],
    pairs: &'a [[u32; 2]],
}

/// An index past the end of its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexOutOfRange {
    /// The pair that holds it.
    pub pair: usize,
    /// The index.
    pub index: u32,
    /// How many bodies the list has.
    pub len: usize,
}

impl fmt::Display for IndexOutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pair, index, len } = self;
        write!(f, "pair {pair} names body {index}, but there are {len}")
    }
}

impl core::error::Error for IndexOutOfRange {}

/// Pairs of bodies by their places in two lists, which may be the same: what a broad phase returns.
///
/// ```
/// use clearance::batch;
/// use clearance::{Cuboid, Shape};
/// use glam::{Quat, Vec3};
///
/// let brick: Shape<Vec3> = Cuboid::new(Vec3::new(0.2, 0.1, 0.1)).into();
/// let at = |x: f32| (Quat::from_rotation_z(x), Vec3::new(x, 0.0, 0.0));
/// let bodies = [(brick.clone(), at(0.0)), (brick.clone(), at(0.3)), (brick, at(1.0))];
///
/// let candidates = [[0, 1], [0, 2], [1, 2]];
/// let mut touch = [false; 3];
/// batch::intersects(&batch::indexed(&bodies, &bodies, &candidates)?, &mut touch)?;
/// assert_eq!(touch, [true, false, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`IndexOutOfRange`] for the first pair with an index past the end of its list.
pub fn indexed<'a, A, P, B, Q>(
    bodies_a: &'a [(A, P)],
    bodies_b: &'a [(B, Q)],
    pairs: &'a [[u32; 2]],
) -> Result<Indexed<'a, A, P, B, Q>, IndexOutOfRange> {
    for (pair, indices) in pairs.iter().enumerate() {
        for (index, len) in indices.iter().zip([bodies_a.len(), bodies_b.len()]) {
            if *index as usize >= len {
                return Err(IndexOutOfRange { pair, index: *index, len });
            }
        }
    }
    Ok(Indexed { bodies_a, bodies_b, pairs })
}

impl<A, P, B, Q> Pairs for Indexed<'_, A, P, B, Q>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector>,
    B: SupportMap<P::Vector>,
{
    type Vector = P::Vector;
    type A = A;
    type B = B;
    #[inline]
    fn len(&self) -> usize {
        self.pairs.len()
    }
    #[inline]
    fn pair(&self, index: usize) -> Option<Pair<'_, P::Vector, A, B>> {
        let [a, b] = *self.pairs.get(index)?;
        let (a, pose_a) = self.bodies_a.get(a as usize)?;
        let (b, pose_b) = self.bodies_b.get(b as usize)?;
        Some(Pair { a, pose_a: pose_a.to_pose(), b, pose_b: pose_b.to_pose() })
    }
}

/// Whether a buffer has room for one answer a pair, and no more.
pub(super) fn same_length(pairs: usize, out: usize) -> Result<(), LengthMismatch> {
    if pairs == out { Ok(()) } else { Err(LengthMismatch { expected: pairs, found: out }) }
}
