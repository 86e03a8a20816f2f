//! The component: what stands where an entity's transform says.

use std::fmt;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_math::{Isometry3d, Vec3};
use bevy_transform::components::Transform;
use clearance::{ConvexHull, HullError, Pose, Shape, ShapeError, Triangle};

use crate::geometry::{Geometry, Part};
use crate::layers::CollisionLayers;

/// A shape, a hull, a compound of these, or triangles. Copies share what they hold.
///
/// Lengths are the world's, before the transform's scale. Capsules, cylinders and cones stand along
/// the local y-axis. The scale of the transform stretches every shape exactly, unevenly too; what
/// cannot be answered becomes a [`ColliderFault`](crate::ColliderFault).
///
/// ```
/// use bevy_clearance::Collider;
/// use bevy_math::{Isometry3d, Vec3};
/// use bevy_shape::{Capsule3d, Cuboid, Sphere};
///
/// let player = Collider::from(Capsule3d::new(0.4, 1.0));
/// let tent = Collider::hull(&[
///     Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 0.0, -1.0), Vec3::new(1.0, 0.0, 1.0),
///     Vec3::new(-1.0, 0.0, 1.0), Vec3::Y,
/// ])?;
/// let lollipop = Collider::compound([
///     (Isometry3d::IDENTITY, Collider::from(Cuboid::new(0.1, 2.0, 0.1))),
///     (Isometry3d::from_translation(Vec3::Y), Sphere::new(0.5).into()),
/// ])?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Component, Clone, Debug)]
#[require(Transform, CollisionLayers)]
pub struct Collider(pub(crate) Arc<Geometry>);

/// Why points, parts or triangles make no collider.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ColliderError {
    /// There is nothing in it.
    Empty,
    /// The points have no hull.
    Hull(HullError),
    /// A triangle names a vertex that is not there.
    NoSuchVertex {
        /// The number of the triangle.
        triangle: usize,
    },
    /// A part's numbers describe no shape.
    Shape {
        /// The number of the part, or of the triangle.
        part: usize,
        /// What is wrong.
        error: ShapeError,
    },
    /// A part's pose is no pose: it is not finite, or has no rotation.
    Pose {
        /// The number of the part.
        part: usize,
    },
    /// The mesh is not one of triangles with positions of three `f32`, or its data are gone to the
    /// renderer.
    Mesh(&'static str),
}

impl fmt::Display for ColliderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is nothing in it"),
            Self::Hull(error) => error.fmt(f),
            Self::NoSuchVertex { triangle } => {
                write!(f, "triangle {triangle} names a vertex that is not there")
            }
            Self::Shape { part, error } => write!(f, "part {part}: {error}"),
            Self::Pose { part } => write!(f, "the pose of part {part} is no pose"),
            Self::Mesh(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for ColliderError {}

impl Collider {
    /// Any shape of the library: rounded, scaled and swept ones, ellipsoids, frusta, half-spaces.
    /// Numbers that describe no shape show as a [`ColliderFault`](crate::ColliderFault).
    #[must_use]
    pub fn new(shape: impl Into<Shape<Vec3>>) -> Self {
        Self::of_parts(vec![Part { shape: shape.into(), pose: None }])
    }

    /// The convex hull of points.
    ///
    /// # Errors
    /// If there are none, or one is not finite.
    pub fn hull(points: &[Vec3]) -> Result<Self, ColliderError> {
        Ok(Self::new(ConvexHull::new(points).map_err(ColliderError::Hull)?))
    }

    /// Several colliders in one, each in a pose. Parts that have one stand at a pose that is
    /// rounded to `f32`.
    ///
    /// # Errors
    /// If there are none, or a pose is no pose.
    pub fn compound(
        parts: impl IntoIterator<Item = (Isometry3d, Self)>,
    ) -> Result<Self, ColliderError> {
        let mut all = Vec::new();
        for (number, (isometry, collider)) in parts.into_iter().enumerate() {
            let (rotation, translation) = (isometry.rotation.into(), isometry.translation.into());
            let pose = Pose::<Vec3>::new(rotation, translation)
                .map_err(|_| ColliderError::Pose { part: number })?;
            let is_here = isometry == Isometry3d::IDENTITY;
            all.extend(collider.0.parts.iter().map(|part| Part {
                shape: part.shape.clone(),
                pose: if is_here { part.pose } else { Some(part.placed(&pose)) },
            }));
        }
        if all.is_empty() { Err(ColliderError::Empty) } else { Ok(Self::of_parts(all)) }
    }

    /// Triangles, each a surface without thickness or sides: what is inside a closed surface of
    /// them touches nothing.
    ///
    /// # Errors
    /// If there are none, one names a vertex that is not there, or a vertex is not finite.
    pub fn triangles(vertices: &[Vec3], indices: &[[u32; 3]]) -> Result<Self, ColliderError> {
        let mut parts = Vec::with_capacity(indices.len());
        for (number, corners) in indices.iter().enumerate() {
            let [a, b, c] = corners.map(|i| vertices.get(i as usize).copied());
            let (Some(a), Some(b), Some(c)) = (a, b, c) else {
                return Err(ColliderError::NoSuchVertex { triangle: number });
            };
            let triangle = Triangle::new(a, b, c);
            clearance::SupportMap::<Vec3>::check(&triangle)
                .map_err(|error| ColliderError::Shape { part: number, error })?;
            parts.push(Part { shape: triangle.into(), pose: None });
        }
        if parts.is_empty() { Err(ColliderError::Empty) } else { Ok(Self::of_parts(parts)) }
    }

    fn of_parts(parts: Vec<Part>) -> Self {
        Self(Arc::new(Geometry::new(parts)))
    }

    /// The number of convex parts, or of triangles.
    #[must_use]
    pub fn part_count(&self) -> usize {
        self.0.parts.len()
    }
}

/// Binds a primitive of Bevy's: what it is here.
macro_rules! from_primitives {
    ($($Shape:ident, |$shape:ident| $same:expr;)*) => {$(
        impl From<bevy_shape::$Shape> for Collider {
            fn from($shape: bevy_shape::$Shape) -> Self {
                Self::new($same)
            }
        }
    )*};
}
from_primitives! {
    Sphere, |ball| clearance::Ball::new(ball.radius);
    Cuboid, |cuboid| clearance::Cuboid::new(cuboid.half_size);
    Capsule3d, |capsule| clearance::Capsule::new(capsule.half_length, capsule.radius);
    Cylinder, |can| clearance::Cylinder::new(can.half_height, can.radius);
    Cone, |cone| clearance::Cone::new(0.5 * cone.height, cone.radius);
    Segment3d, |segment| clearance::Segment::new(segment.vertices[0], segment.vertices[1]);
    Triangle3d, |triangle| {
        let [a, b, c] = triangle.vertices;
        clearance::Triangle::new(a, b, c)
    };
    HalfSpace, |half| clearance::HalfSpace::new(-Vec3::from(half.normal()), half.d());
}

impl From<Shape<Vec3>> for Collider {
    fn from(shape: Shape<Vec3>) -> Self {
        Self::new(shape)
    }
}
