//! Many poses: a slice of them, or columns of coordinates.

use crate::math::{Pose, Rotation, Rotation2, Rotation3, Space, ToPose, Vector, Xy, Xyz};

use super::LengthMismatch;
use super::pairs::same_length;

/// Many poses of one shape.
pub trait Poses {
    /// The caller's vector type.
    type Vector: Vector;
    /// How many.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// One of them; `None` past the last.
    fn pose(&self, index: usize) -> Option<Pose<Self::Vector>>;
}

impl<P: ToPose> Poses for [P] {
    type Vector = P::Vector;
    #[inline]
    fn len(&self) -> usize {
        <[P]>::len(self)
    }
    #[inline]
    fn pose(&self, index: usize) -> Option<Pose<P::Vector>> {
        self.get(index).map(ToPose::to_pose)
    }
}

impl<P: ToPose, const N: usize> Poses for [P; N] {
    type Vector = P::Vector;
    #[inline]
    fn len(&self) -> usize {
        N
    }
    #[inline]
    fn pose(&self, index: usize) -> Option<Pose<P::Vector>> {
        self.get(index).map(ToPose::to_pose)
    }
}

/// Poses as structure of arrays: a slice a coordinate. `R` slices hold the rotations: 4 of a
/// quaternion's x, y, z, w in space, 2 of cosine and sine in the plane, 0 where nothing turns.
#[derive(Clone, Copy, Debug)]
pub struct PoseColumns<'a, V: Vector, const D: usize, const R: usize> {
    translation: [&'a [V::Scalar]; D],
    rotation: [&'a [V::Scalar]; R],
    len: usize,
}

impl<'a, V: Vector, const D: usize, const R: usize> PoseColumns<'a, V, D, R>
where
    Self: Poses<Vector = V>,
{
    /// From the columns of the translations and those of the rotations.
    ///
    /// ```
    /// use clearance::batch::{self, PoseColumns};
    /// use clearance::Ball;
    /// use glam::Vec3;
    ///
    /// let (x, y, z) = ([0.0, 1.5, 3.0], [0.0; 3], [0.0; 3]);
    /// let poses = PoseColumns::<Vec3, 3, 0>::new([&x, &y, &z], [])?;
    /// let ball = Ball::new(1.0);
    /// let mut touch = [false; 3];
    /// batch::intersects(&batch::one_to_many(&ball, &Vec3::ZERO, &ball, &poses), &mut touch)?;
    /// assert_eq!(touch, [true, true, false]);
    /// # Ok::<(), batch::LengthMismatch>(())
    /// ```
    ///
    /// # Errors
    /// [`LengthMismatch`] where a column is not as long as the first.
    pub fn new(
        translation: [&'a [V::Scalar]; D],
        rotation: [&'a [V::Scalar]; R],
    ) -> Result<Self, LengthMismatch> {
        let len = translation.first().map_or(0, |column| column.len());
        for column in translation.iter().chain(&rotation) {
            same_length(len, column.len())?;
        }
        Ok(Self { translation, rotation, len })
    }
}

/// The entries of one row.
#[inline]
fn row<T: Copy, const N: usize>(columns: &[&[T]; N], index: usize, zero: T) -> Option<[T; N]> {
    let mut row = [zero; N];
    for (entry, column) in row.iter_mut().zip(columns) {
        *entry = *column.get(index)?;
    }
    Some(row)
}

macro_rules! pose_columns {
    ($Space:ty, $D:literal, $R:literal, $translation:ident => $point:expr, $rotation:ident => $turn:expr) => {
        impl<V: Vector<Space = $Space>> Poses for PoseColumns<'_, V, $D, $R> {
            type Vector = V;
            #[inline]
            fn len(&self) -> usize {
                self.len
            }
            #[inline]
            fn pose(&self, index: usize) -> Option<Pose<V>> {
                use crate::math::Scalar;
                let zero = V::Scalar::ZERO;
                let $translation = row(&self.translation, index, zero)?.map(V::Scalar::to_f64);
                let $rotation = row(&self.rotation, index, zero)?;
                Some(Pose { translation: V::from_space($point), rotation: $turn })
            }
        }
    };
}
pose_columns!(Xyz, 3, 0, t => from(t), _rotation => Rotation::IDENTITY);
pose_columns!(Xyz, 3, 4, t => from(t), q => { let [x, y, z, w] = q; Rotation3 { x, y, z, w } });
pose_columns!(Xy, 2, 0, t => from(t), _rotation => Rotation::IDENTITY);
pose_columns!(Xy, 2, 2, t => from(t), q => { let [cos, sin] = q; Rotation2 { cos, sin } });

#[inline]
fn from<S: Space, const D: usize>(translation: [f64; D]) -> S {
    let at = |i: usize| translation.get(i).copied().unwrap_or_default();
    S::from_xyz(at(0), at(1), at(2))
}
