//! The memory that a query leaves for the next one.

use crate::math::{Space, Vector};
use crate::solve::Expand;
use crate::solve::gjk::{Begin, Gjk, Remembered};
use crate::solve::overlap::Name;

/// Stands for the point between the shapes' centres among the features that are remembered.
const CENTER: [u16; 2] = [u16::MAX; 2];

/// The memory of one pair from one query to the next: 32 bytes, good for any space and precision.
///
/// For shapes that moved little since the last query the answer takes one or two iterations. For
/// shapes that overlapped it holds the facet of the depth, so that EPA only rules out what might be
/// less deep and needs no descent, or, for a boolean, corners that enclose a common point. It never
/// changes an answer beyond the gaps: it only holds where to begin. A memory of other shapes, or an
/// empty one, only costs time.
///
/// ```
/// use clearance::{Cuboid, Query, Warm};
/// use glam::Vec3;
///
/// let cube = Cuboid::new(Vec3::ONE);
/// let mut memory = Warm::default();
/// for frame in 0..10 {
///     let there = Vec3::new(3.0 + 0.01 * frame as f32, 0.5, 0.0);
///     let apart = Query::new().warm(&mut memory).distance(&cube, &Vec3::ZERO, &cube, &there).unwrap();
///     assert!((apart.length - (1.0 + 0.01 * frame as f32)).abs() <= apart.gap + 1e-6);
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Warm {
    /// Features of A and of B, a pair a vertex of the last simplex.
    features: [[u16; 2]; 4],
    /// The last search direction in A's frame.
    axis: [f32; 3],
    /// How many of the pairs are used.
    vertices: u8,
}

impl Warm {
    /// An empty memory.
    #[must_use]
    pub const fn new() -> Self {
        Self { features: [[0; 2]; 4], axis: [0.0; 3], vertices: 0 }
    }

    /// Four vertices of the difference around the origin, by their features.
    pub(crate) const fn around(features: [[u16; 2]; 4]) -> Self {
        Self { features, axis: [0.0; 3], vertices: 4 }
    }

    /// Remembers the corners of a simplex around the origin, if none of their features is beyond 16
    /// bits. A corner that is no vertex comes last: a search that begins with vertices ends its
    /// list there.
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn remember_around(&mut self, corners: &[Name]) {
        let mut names = [[0; 2]; 4];
        let vertices = corners.iter().filter(|corner| corner.is_some());
        let others = corners.iter().filter(|corner| corner.is_none());
        for (name, corner) in names.iter_mut().zip(vertices.chain(others)) {
            let Some(short) = corner.map_or(Some(CENTER), named) else { return };
            *name = short;
        }
        *self = Self { vertices: corners.len().min(names.len()) as u8, ..Self::around(names) };
    }

    /// The corners around the origin, if that many are remembered.
    pub(crate) fn corners_around(&self, count: usize) -> Option<impl Iterator<Item = Name>> {
        let is_around = usize::from(self.vertices) == count && self.axis == [0.0; 3];
        let name = |features: [u16; 2]| (features != CENTER).then(|| features.map(u32::from));
        is_around.then(|| self.features.into_iter().take(count).map(name))
    }

    /// Remembers how a query ended.
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn remember<S: Expand>(&mut self, run: &Gjk<S>) {
        *self = Self::default();
        self.remember_unit(run.separating);
        // A vertex that cannot be named again (a curved surface, an index beyond 16 bits) leaves
        // only the axis to remember.
        let mut features = [[0; 2]; 4];
        let vertices = run.vertices();
        for (place, vertex) in features.iter_mut().zip(vertices) {
            let Some(short) = named(vertex.features) else { return };
            *place = short;
        }
        self.features = features;
        self.vertices = vertices.len() as u8;
    }

    /// Remembers a direction, or that there is none, and leaves the simplex as it is.
    pub(crate) fn remember_axis<S: Space>(&mut self, axis: S) {
        self.remember_unit(axis.try_normalize().unwrap_or_default());
    }

    #[allow(clippy::cast_possible_truncation)]
    fn remember_unit<S: Space>(&mut self, axis: S) {
        self.axis = axis.coordinates().map(|x| x as f32);
    }

    /// The direction remembered, of about unit length.
    pub(crate) fn axis<S: Space>(&self) -> Option<S> {
        let axis = (0..S::DIM)
            .zip(self.axis)
            .fold(S::default(), |sum, (i, x)| sum + S::axis(i) * f64::from(x));
        (axis.max_abs() > 0.0 && axis.is_finite()).then_some(axis)
    }

    /// Whether it holds more than an axis.
    pub(crate) fn has_vertices(&self) -> bool {
        self.vertices > 0
    }

    /// Where to begin, if anything is remembered.
    pub(crate) fn begin<S: Space>(&self) -> Option<Begin<'static, S>> {
        if self.vertices == 0 {
            return self.axis().map(Begin::Direction);
        }
        Some(Begin::Remembered(Remembered {
            features: self.features,
            count: self.vertices,
            otherwise: self.axis().unwrap_or(S::axis(0)),
        }))
    }
}

/// A vertex's features as they are remembered; `None` beyond 16 bits.
#[inline]
fn named(features: [u32; 2]) -> Option<[u16; 2]> {
    let [a, b] = features.map(u16::try_from);
    Some([a.ok()?, b.ok()?]).filter(|name| *name != CENTER)
}

/// The first search direction of a query without memory. Any choice is right; a good one saves an
/// iteration or two.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Start<V: Vector> {
    /// From the centre of A to that of B; along x where they coincide.
    #[default]
    Centers,
    /// Along the world's x-axis.
    Constant,
    /// Along this direction of the world.
    Given(V),
}

impl<V: Vector> Start<V> {
    /// In the space's vectors.
    pub(crate) fn widened(self) -> Start<V::Space> {
        match self {
            Self::Centers => Start::Centers,
            Self::Constant => Start::Constant,
            Self::Given(direction) => Start::Given(direction.to_space()),
        }
    }
}
