//! The four spaces: the plane and space, in `f32` and `f64`. Everything else is written once over
//! [`Flavour`].

use clearance::{Pose, Rotation2, Rotation3, Scalar, Shape, Space, Vector, Xy, Xyz};
use clearance_json::{Dimension, Libraries, Library, Precision};
use glam::{Vec2, Vec3};

/// A shape of any of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Any {
    PlaneF32(Shape<Vec2>),
    PlaneF64(Shape<Xy>),
    SpaceF32(Shape<Vec3>),
    SpaceF64(Shape<Xyz>),
}

/// Which of them: the dimension, and whether it is `f32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) dim: usize,
    pub(crate) single: bool,
}

impl Kind {
    pub(crate) fn named(self) -> String {
        let space = if self.dim == 2 { "the plane" } else { "space" };
        format!("{space}, in {}", self.dtype())
    }

    pub(crate) fn dtype(self) -> &'static str {
        if self.single { "float32" } else { "float64" }
    }
}

impl Any {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::PlaneF32(_) => Kind { dim: 2, single: true },
            Self::PlaneF64(_) => Kind { dim: 2, single: false },
            Self::SpaceF32(_) => Kind { dim: 3, single: true },
            Self::SpaceF64(_) => Kind { dim: 3, single: false },
        }
    }
}

/// One of the four.
pub(crate) trait Flavour: Vector<Space: Dimension, Scalar: Scalar + numpy::Element> {
    const KIND: Kind;
    fn of(shape: &Any) -> Option<&Shape<Self>>;
    fn any(shape: Shape<Self>) -> Any;
    fn precision() -> Precision;
    fn library(libraries: &Libraries) -> &Library<Self::Space>;
    /// From a translation, and the x, y, z, w of a quaternion or the cosine and sine.
    fn pose(translation: [f64; 3], rotation: [f64; 4]) -> Pose<Self>;
    /// What [`Self::pose`] takes as a rotation.
    fn rotation(pose: &Pose<Self>) -> [f64; 4];

    fn vector(coordinates: [f64; 3]) -> Self {
        let [x, y, z] = coordinates;
        Self::from_space(Self::Space::from_xyz(x, y, z))
    }

    fn coordinates(self) -> [f64; 3] {
        let point = self.to_space();
        // Adding zero turns a negative zero into a plain one.
        [0, 1, 2].map(|i| if i < Self::Space::DIM { point.coordinate(i) + 0.0 } else { 0.0 })
    }
}

macro_rules! flavour {
    ($V:ty, $Variant:ident, $library:ident, $dim:literal, $T:ty, $precision:ident, |$r:ident| $rotation:expr, |$p:ident| $numbers:expr) => {
        impl Flavour for $V {
            const KIND: Kind =
                Kind { dim: $dim, single: matches!(Precision::$precision, Precision::F32) };
            fn of(shape: &Any) -> Option<&Shape<Self>> {
                if let Any::$Variant(shape) = shape { Some(shape) } else { None }
            }
            fn any(shape: Shape<Self>) -> Any {
                Any::$Variant(shape)
            }
            fn precision() -> Precision {
                Precision::$precision
            }
            fn library(libraries: &Libraries) -> &Library<Self::Space> {
                libraries.$library(Self::precision())
            }
            fn pose(translation: [f64; 3], rotation: [f64; 4]) -> Pose<Self> {
                let $r = rotation.map(|x| x as $T);
                Pose { translation: Self::vector(translation), rotation: $rotation }
            }
            fn rotation(pose: &Pose<Self>) -> [f64; 4] {
                let $p = pose.rotation;
                $numbers.map(f64::from)
            }
        }
    };
}
flavour!(Vec2, PlaneF32, plane, 2, f32, F32, |r| Rotation2 { cos: r[0], sin: r[1] }, |p| [
    p.cos, p.sin, 0.0, 0.0
]);
flavour!(Xy, PlaneF64, plane, 2, f64, F64, |r| Rotation2 { cos: r[0], sin: r[1] }, |p| [
    p.cos, p.sin, 0.0, 0.0
]);
flavour!(
    Vec3,
    SpaceF32,
    space,
    3,
    f32,
    F32,
    |r| Rotation3::from_xyzw(r[0], r[1], r[2], r[3]),
    |p| [p.x, p.y, p.z, p.w]
);
flavour!(
    Xyz,
    SpaceF64,
    space,
    3,
    f64,
    F64,
    |r| Rotation3::from_xyzw(r[0], r[1], r[2], r[3]),
    |p| [p.x, p.y, p.z, p.w]
);

/// Calls what is generic over the space with the one of a kind.
macro_rules! in_flavour {
    ($kind:expr, $V:ident => $call:expr) => {{
        match $kind {
            $crate::flavour::Kind { dim: 2, single: true } => {
                type $V = glam::Vec2;
                $call
            }
            $crate::flavour::Kind { dim: 2, single: false } => {
                type $V = clearance::Xy;
                $call
            }
            $crate::flavour::Kind { single: true, .. } => {
                type $V = glam::Vec3;
                $call
            }
            $crate::flavour::Kind { single: false, .. } => {
                type $V = clearance::Xyz;
                $call
            }
        }
    }};
}
pub(crate) use in_flavour;
