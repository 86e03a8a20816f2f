//! What an object is made of: convex parts, or triangles.

use std::fmt;
use std::sync::OnceLock;

use clearance::{ConvexHull, Pose, Rotation, Shape, ShapeError, Space, SupportMap, Triangle, Xyz};

use super::clash::Thinnest;
use super::closed::{self, Surface};
use super::extent::Extent;
use super::tree::Tree;
use super::wide::Wide;
use crate::Mesh;
use crate::lengths::length;

/// A convex part of a body and its pose in the body's frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Any shape of the core.
    pub shape: Shape<Xyz>,
    /// In the body's frame.
    pub pose: Pose<Xyz>,
}

impl<S: Into<Shape<Xyz>>> From<S> for Part {
    fn from(shape: S) -> Self {
        Self { shape: shape.into(), pose: Pose::identity() }
    }
}

/// What an object is made of, in its own frame. Built once; many objects may share one.
#[derive(Debug)]
pub struct Body {
    content: Content,
    tree: Tree,
    hull: OnceLock<Option<ConvexHull<Xyz>>>,
    pub(super) thinnest: OnceLock<Option<Thinnest>>,
}

#[derive(Debug)]
enum Content {
    Parts(Vec<Part>),
    Triangles(Soup),
}

/// The triangles of a mesh.
#[derive(Debug)]
pub(super) struct Soup {
    pub(super) mesh: Mesh,
    surface: OnceLock<Surface>,
    wide: OnceLock<Option<Wide>>,
    is_oriented: OnceLock<bool>,
    outward: OnceLock<Option<f64>>,
}

/// Which shape replaces a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// The convex hull: fast, and never farther from another object than the mesh. Dents are
    /// filled; for a robot, a note gives the depth of the deepest below the nearest face of its
    /// hull, which of a notch in a thin plate is half the plate's thickness at most.
    #[default]
    Hull,
    /// The convex hull of a convex mesh, the triangles of any other.
    Auto,
    /// The triangles.
    Triangles,
}

impl By {
    /// The body of a mesh.
    ///
    /// # Errors
    /// A message, if the mesh has no hull or no triangle, or one of its numbers is wrong.
    pub fn body(self, mesh: &Mesh) -> Result<Body, String> {
        let text = |error: &dyn fmt::Display| error.to_string();
        let by_hull = match self {
            Self::Hull => true,
            Self::Triangles => false,
            Self::Auto => mesh.is_convex().map_err(|error| text(&error))?,
        };
        if by_hull {
            let hull = mesh.hull::<Xyz>().map_err(|error| text(&error))?;
            Body::of_parts(vec![hull.into()]).map_err(|error| text(&error))
        } else {
            Body::of_triangles(mesh.clone()).map_err(|error| text(&error))
        }
    }
}

/// Why parts or triangles make no body.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BodyError {
    /// There are none, or more than 32 bits can number.
    Count(usize),
    /// A part's numbers describe no valid shape.
    Shape {
        /// The index of the part.
        part: usize,
        /// What is wrong.
        reason: ShapeError,
    },
    /// A part's pose is invalid.
    Pose {
        /// The index of the part.
        part: usize,
        /// What is wrong.
        reason: clearance::PoseError,
    },
    /// A vertex has a coordinate that is NaN or infinite.
    NotFinite {
        /// The index of the vertex.
        vertex: usize,
    },
    /// A triangle refers to a vertex that does not exist.
    NoSuchVertex {
        /// The index of the triangle.
        triangle: usize,
    },
}

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(0) => f.write_str("there is nothing in it"),
            Self::Count(count) => write!(f, "{count} parts are too many"),
            Self::Shape { part, reason } => write!(f, "part {part}: {reason}"),
            Self::Pose { part, reason } => write!(f, "part {part}: {reason}"),
            Self::NotFinite { vertex } => {
                write!(f, "vertex {vertex} has a coordinate that is NaN or infinite")
            }
            Self::NoSuchVertex { triangle } => {
                write!(f, "triangle {triangle} names a vertex that is not there")
            }
        }
    }
}

impl std::error::Error for BodyError {}

impl Body {
    /// A body of convex parts: a compound, or a single shape.
    ///
    /// # Errors
    /// If there is no part, or the shape or pose of one is invalid.
    pub fn of_parts(parts: Vec<Part>) -> Result<Self, BodyError> {
        check_count(parts.len())?;
        for (part, Part { shape, pose }) in parts.iter().enumerate() {
            shape.check().map_err(|reason| BodyError::Shape { part, reason })?;
            pose.check().map_err(|reason| BodyError::Pose { part, reason })?;
        }
        let extents: Vec<Extent> =
            parts.iter().map(|part| Extent::of_shape(&part.shape, &part.pose)).collect();
        Ok(Self::new(Content::Parts(parts), &extents))
    }

    /// A body of triangles, each a convex part without thickness: the mesh as it is, dents
    /// included. Vertices that no triangle uses are left out.
    ///
    /// # Errors
    /// If there is no triangle, or a number in the mesh is wrong.
    pub fn of_triangles(mesh: Mesh) -> Result<Self, BodyError> {
        check_count(mesh.triangles.len())?;
        let is_finite = |v: &[f64; 3]| v.iter().all(|x| x.is_finite());
        if let Some(vertex) = mesh.vertices.iter().position(|v| !is_finite(v)) {
            return Err(BodyError::NotFinite { vertex });
        }
        let known = |corner: &u32| (*corner as usize) < mesh.vertices.len();
        if let Some(triangle) = mesh.triangles.iter().position(|t| !t.iter().all(known)) {
            return Err(BodyError::NoSuchVertex { triangle });
        }
        let soup = Soup {
            mesh: mesh.pruned(),
            surface: OnceLock::new(),
            wide: OnceLock::new(),
            is_oriented: OnceLock::new(),
            outward: OnceLock::new(),
        };
        let extents: Vec<Extent> =
            (0..soup.mesh.triangles.len()).map(|i| Extent::of_points(soup.corners(i))).collect();
        Ok(Self::new(Content::Triangles(soup), &extents))
    }

    fn new(content: Content, extents: &[Extent]) -> Self {
        Self { content, tree: Tree::new(extents), hull: OnceLock::new(), thinnest: OnceLock::new() }
    }

    /// The parts; empty for a body of triangles.
    pub fn parts(&self) -> &[Part] {
        match &self.content {
            Content::Parts(parts) => parts,
            Content::Triangles(_) => &[],
        }
    }

    /// The mesh, for a body of triangles.
    pub fn mesh(&self) -> Option<&Mesh> {
        self.soup().map(|soup| &soup.mesh)
    }

    /// How many parts or triangles.
    pub fn count(&self) -> usize {
        match &self.content {
            Content::Parts(parts) => parts.len(),
            Content::Triangles(soup) => soup.mesh.triangles.len(),
        }
    }

    /// Whether the triangles form a closed surface: every edge bounds an even number of them, so
    /// that each point off the surface is inside or outside. A piece of which every triangle is
    /// there twice, as two-sided surfaces are drawn, is not closed, nor is one that is not flat and
    /// has no volume. Bodies of parts are closed.
    pub fn is_closed(&self) -> bool {
        self.soup().is_none_or(|soup| soup.surface().is_closed)
    }

    /// How many pieces a surface may surround: parts, or triangles connected by their vertices.
    pub(super) fn pieces(&self) -> usize {
        self.soup().map_or(self.count(), |soup| soup.surface().pieces.len())
    }

    /// The convex hull of all its vertices; `None` where a part is round or unbounded. Computed on
    /// first use, and kept. For a single hull it is that hull.
    pub fn hull(&self) -> Option<&ConvexHull<Xyz>> {
        if let [Part { shape: Shape::Hull(hull), pose }] = self.parts()
            && *pose == Pose::identity()
        {
            return Some(hull);
        }
        self.hull.get_or_init(|| ConvexHull::new(&self.corners()?).ok()).as_ref()
    }

    /// All vertices, in the body's frame.
    pub(super) fn corners(&self) -> Option<Vec<Xyz>> {
        let parts = match &self.content {
            Content::Triangles(soup) => {
                return Some(soup.mesh.vertices.iter().map(|v| xyz(*v)).collect());
            }
            Content::Parts(parts) => parts,
        };
        let mut all = Vec::new();
        for Part { shape, pose } in parts {
            if shape.radius_f64() > 0.0 || shape.unbounded().is_some() {
                return None;
            }
            let count = shape.corners()?;
            let corners = (0..count).map(|i| shape.vertex(i).map(|v| pose.transform_point(v)));
            all.extend(corners.collect::<Option<Vec<Xyz>>>()?);
        }
        Some(all)
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    pub(super) fn soup(&self) -> Option<&Soup> {
        match &self.content {
            Content::Triangles(soup) => Some(soup),
            Content::Parts(_) => None,
        }
    }

    /// The bounding box of the body in a pose.
    pub(super) fn extent(&self, pose: &Pose<Xyz>) -> Extent {
        /// For few parts, the box of each part is computed anew, which is tighter under rotation.
        const FEW: usize = 16;
        match self.parts() {
            parts @ [_, ..] if parts.len() <= FEW => {
                let own = |part: &Part| {
                    let (pose, off) = placed(pose, part);
                    Extent::of_shape(&part.shape, &pose).grown(off)
                };
                parts.iter().map(own).fold(Extent::NONE, Extent::joined)
            }
            _ if pose.check().is_err() => Extent::ALL,
            _ => super::extent::Motion::to_world(pose).of(&self.tree.extent()),
        }
    }
}

fn check_count(count: usize) -> Result<(), BodyError> {
    if count == 0 || u32::try_from(count).is_err() { Err(BodyError::Count(count)) } else { Ok(()) }
}

impl Soup {
    fn corners(&self, triangle: usize) -> [Xyz; 3] {
        let corners = self.mesh.triangles.get(triangle).copied().unwrap_or_default();
        corners.map(|i| xyz(self.mesh.vertices.get(i as usize).copied().unwrap_or_default()))
    }

    pub(super) fn triangle(&self, triangle: u32) -> Triangle<Xyz> {
        let [a, b, c] = self.corners(triangle as usize);
        Triangle::new(a, b, c)
    }

    pub(super) fn surface(&self) -> &Surface {
        self.surface.get_or_init(|| Surface::of(&self.mesh))
    }

    /// The tree for rays and points; `None` of bodies too large or small for it. Made on first use,
    /// and kept.
    pub(super) fn wide(&self) -> Option<&Wide> {
        let make = || {
            let count = (0..).take(self.mesh.triangles.len());
            Wide::new(&count.map(|i| self.triangle(i)).collect::<Vec<_>>())
        };
        self.wide.get_or_init(make).as_ref()
    }

    /// The same, if it is made already.
    pub(super) fn wide_if_made(&self) -> Option<&Wide> {
        self.wide.get()?.as_ref()
    }

    /// Whether the triangles turn alike; asked only where pieces overlap, as it takes memory.
    pub(super) fn is_oriented(&self) -> bool {
        *self.is_oriented.get_or_init(|| closed::is_oriented(&self.mesh))
    }

    /// 1 where the normals of all triangles lead out of a closed surface, -1 where they lead into
    /// it; `None` where it is open, its triangles do not turn alike, or hollows make both of it.
    pub(super) fn outward(&self) -> Option<f64> {
        let sign = || if self.surface().is_closed { closed::outward(&self.mesh) } else { None };
        *self.outward.get_or_init(sign)
    }
}

/// The world pose of a part, and how far its points may be off due to the rounding of the product
/// of the two poses.
pub(super) fn placed(body: &Pose<Xyz>, part: &Part) -> (Pose<Xyz>, f64) {
    let Part { shape, pose } = part;
    if *pose == Pose::identity() {
        return (*body, 0.0);
    }
    if *body == Pose::identity() {
        return (*pose, 0.0);
    }
    if let Some(exact) = body.compose_exactly(pose) {
        return (exact, 0.0);
    }
    let shift = length(pose.translation) + length(body.translation);
    let translation = body.transform_point(pose.translation);
    match body.rotation.compose_exactly(pose.rotation) {
        // Off by a translation, which moves a shape without end no farther than others.
        Some(rotation) => (Pose { translation, rotation }, rounding_of(shift)),
        None => {
            let reach = shape.reach() + shape.radius_f64();
            (body.compose(pose), rounding_of(shift + reach))
        }
    }
}

/// How far a point of a part may be off in the body's frame: by the rounding of its shape's corners
/// or support points, and of its own pose.
pub(super) fn point_off(Part { shape, pose }: &Part) -> f64 {
    let reach = shape.reach();
    let own = if shape.rounding() > 0.0 { shape.rounding() * reach } else { 0.0 };
    if *pose == Pose::identity() {
        return own;
    }
    own + rounding_of(reach + pose.translation.max_abs())
}

/// How far a point may be off that is placed among numbers of this size. Next to zero, roundings
/// are absolute.
pub(super) fn rounding_of(size: f64) -> f64 {
    32.0 * f64::EPSILON * size + size.min(f64::MIN_POSITIVE)
}

pub(super) fn xyz([x, y, z]: [f64; 3]) -> Xyz {
    Xyz::new(x, y, z)
}
