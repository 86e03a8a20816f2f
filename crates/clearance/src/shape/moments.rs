//! A solid's volume, its centre of mass, and its inertia.
//!
//! Tetrahedra: Tonon, "Explicit exact formulas for the 3-D tetrahedron inertia tensor", 2005.

use core::f64::consts::PI;
use core::fmt;
use core::iter::once;

use crate::certify;
use crate::math::{Scalar, Space, Vector, Xy, Xyz};

use super::error::ShapeError;
use super::faceted::Faceted;
use super::hull_ref::fan;
use super::lengths::length;
use super::primitive::{Meridian, Primitive};
use super::support::SupportMap;

/// The first moments of a solid of density 1: its volume (in the plane its area), its centre of
/// mass, and the second moments about that. In the local frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments<S: Space> {
    /// The volume; in the plane the area.
    pub volume: f64,
    /// The centre of mass.
    pub centroid: S,
    /// The rows of `∫ (x - centroid)(x - centroid)ᵀ`, a symmetric matrix. The plane has two rows;
    /// its third is zero.
    pub second: [S; 3],
}

/// The properties of a rigid body's shape that an engine needs, for density 1. See
/// [`mass_properties`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct MassProperties<V: Vector> {
    /// The mass at density 1: the volume; in the plane the area.
    pub volume: V::Scalar,
    /// The centre of mass, in the shape's local frame.
    pub centroid: V,
    /// The rows of the inertia tensor about the centre of mass and the local axes, at density 1.
    /// Multiplied by the density it is the body's. In the plane, the first number of the first row
    /// and the second of the second are the moment of inertia about the centre.
    pub inertia: [V; 3],
}

/// Why a shape has no mass properties.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MassError {
    /// The numbers describe no shape.
    Shape(ShapeError),
    /// It is flat, or has no end.
    NoVolume,
    /// Its volume or its inertia is larger or smaller than the numbers hold, as for a box of 1e-100
    /// in `f64`, or of 1e-12 or 1e8 in `f32`. Take other units.
    OutOfRange,
    /// No formula is known: for sums, frusta, rounded shapes other than boxes, balls and capsules,
    /// and shapes of your own that do not implement [`SupportMap::moments`].
    Unknown,
}

impl fmt::Display for MassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::NoVolume => f.write_str("the shape is flat or has no end: it has no volume"),
            Self::OutOfRange => f.write_str(
                "the shape's volume or inertia is beyond the range of its numbers; take other units",
            ),
            Self::Unknown => f.write_str(
                "there is no formula for this shape's volume; take that of the hull of its points",
            ),
        }
    }
}

impl core::error::Error for MassError {}

/// The volume, centre of mass and inertia tensor of a solid at density 1, in its local frame; in
/// the plane those of a lamina.
///
/// For balls, capsules, boxes (rounded too), cylinders, cones, ellipsoids, polygons and hulls, and
/// for all these scaled. Plain `f64` arithmetic: good to some 1e-15 of the size, and for hulls to
/// as many roundings as they have faces. Cost: 10 to 50 ns, and 10 ns a face of a hull.
///
/// ```
/// use clearance::{Cuboid, mass_properties};
/// use glam::Vec3;
///
/// let plank = mass_properties(&Cuboid::new(Vec3::new(1.0, 0.1, 0.25)))?;
/// assert!((plank.volume - 0.2).abs() < 1e-6);
/// let about_x: f32 = plank.inertia[0].x; // m/3 (h_y² + h_z²)
/// assert!((about_x - 0.2 / 3.0 * (0.01 + 0.0625)).abs() < 1e-6);
/// # Ok::<(), clearance::MassError>(())
/// ```
///
/// # Errors
/// [`MassError`]: no shape, no volume, or no formula.
pub fn mass_properties<V, S>(shape: &S) -> Result<MassProperties<V>, MassError>
where
    V: Vector,
    S: SupportMap<V> + ?Sized,
{
    shape.check().map_err(MassError::Shape)?;
    if !shape.reach().is_finite() {
        return Err(MassError::NoVolume);
    }
    let Moments { volume, centroid, second } = shape.moments().ok_or(MassError::Unknown)?;
    if !(volume > 0.0) {
        // Its cube is no number.
        let size = shape.reach() + shape.radius_f64();
        let is_grain = 0.0 < size && size < 1e-100;
        let is_beyond = is_grain || volume.is_nan();
        return Err(if is_beyond { MassError::OutOfRange } else { MassError::NoVolume });
    }
    let trace =
        (0..V::Space::DIM).zip(second).fold(0.0, |trace, (i, row)| trace + row.coordinate(i));
    let of_row = |i: usize, row: V::Space| {
        if V::Space::DIM == 2 {
            return if i < 2 { V::Space::axis(i) * trace } else { V::Space::default() };
        }
        V::Space::axis(i) * trace + -row
    };
    // Below the normal numbers, digits are lost.
    let is_held = |x: f64| {
        let off = (V::Scalar::from_f64(x).to_f64() - x).abs();
        x >= f64::MIN_POSITIVE && off <= V::Scalar::EPSILON * x
    };
    if ![volume, trace].into_iter().all(is_held) {
        return Err(MassError::OutOfRange);
    }
    let [x, y, z] = second;
    Ok(MassProperties {
        volume: V::Scalar::from_f64(volume),
        centroid: V::from_space(centroid),
        inertia: [of_row(0, x), of_row(1, y), of_row(2, z)].map(V::from_space),
    })
}

impl<S: Space> Moments<S> {
    /// The moments of an empty set.
    pub(crate) const NONE: Self =
        Self { volume: 0.0, centroid: S::ORIGIN, second: [S::ORIGIN, S::ORIGIN, S::ORIGIN] };

    /// About the origin, with these numbers on the diagonal.
    fn diagonal(volume: f64, diagonal: S) -> Self {
        let row = |i| S::axis(i) * diagonal.coordinate(i);
        let third = if S::DIM == 3 { row(2) } else { S::ORIGIN };
        Self { volume, centroid: S::ORIGIN, second: [row(0), row(1), third] }
    }

    /// The same elsewhere.
    fn moved(self, by: S) -> Self {
        Self { centroid: self.centroid + by, ..self }
    }

    /// The moments of the shape with each coordinate multiplied by that of `factors`.
    pub(crate) fn scaled(self, factors: S) -> Self {
        let stretch = |v: S| v.zip(factors, |x, f| x * f);
        let volume = (0..S::DIM).fold(1.0, |product, i| product * factors.coordinate(i)).abs();
        let mut second = self.second;
        for (i, row) in second.iter_mut().enumerate().take(S::DIM) {
            *row = stretch(*row) * (factors.coordinate(i) * volume);
        }
        Self { volume: self.volume * volume, centroid: stretch(self.centroid), second }
    }

    /// A box about the origin grown by a ball: along some axes the box's own part, along the others
    /// what sticks out on both sides, which together is a ball of as many dimensions, cut and
    /// pulled apart. A point grown like this is a ball, a segment a capsule.
    fn rounded_box(half: S, radius: f64) -> Self {
        let (mut volume, mut diagonal) = (0.0, S::default());
        for outside in 0..1_u32 << S::DIM {
            let sticks_out = |i: usize| outside >> i & 1 == 1;
            // A ball of `outside.count_ones()` dimensions: its volume, and the means of |y| and y²
            // of one coordinate.
            let (ball, mean, square) = match outside.count_ones() {
                0 => (1.0, 0.0, 0.0),
                1 => (2.0 * radius, radius / 2.0, radius * radius / 3.0),
                2 => (PI * radius * radius, 4.0 * radius / (3.0 * PI), radius * radius / 4.0),
                _ => (
                    4.0 / 3.0 * PI * radius * radius * radius,
                    0.375 * radius,
                    radius * radius / 5.0,
                ),
            };
            let part = (0..S::DIM)
                .filter(|i| !sticks_out(*i))
                .fold(ball, |product, i| product * 2.0 * half.coordinate(i));
            volume += part;
            for i in 0..S::DIM {
                let h = half.coordinate(i);
                let mean_square =
                    if sticks_out(i) { h * h + 2.0 * h * mean + square } else { h * h / 3.0 };
                diagonal += S::axis(i) * (part * mean_square);
            }
        }
        Self::diagonal(volume, diagonal)
    }

    /// A segment grown by a ball.
    fn capsule(p: S, q: S, radius: f64) -> Self {
        let (edge, middle) = (q + -p, (p + q) * 0.5);
        let Some(along) = edge.try_normalize() else {
            return Self::rounded_box(S::default(), radius).moved(p);
        };
        let upright = Self::rounded_box(S::axis(1) * (0.5 * length(edge)), radius);
        let [across, lengthwise, _] = upright.second;
        let (across, lengthwise) = (across.coordinate(0), lengthwise.coordinate(1));
        let row =
            |i: usize| S::axis(i) * across + along * ((lengthwise - across) * along.coordinate(i));
        let third = if S::DIM == 3 { row(2) } else { S::ORIGIN };
        Self { second: [row(0), row(1), third], ..upright }.moved(middle)
    }

    fn ellipsoid(radii: S) -> Self {
        Self::rounded_box(S::default(), 1.0).scaled(radii)
    }

    /// A body of revolution about the y-axis.
    fn revolved(meridian: Meridian) -> Self {
        let of = |volume: f64, across: f64, along: f64| {
            Self::diagonal(volume, S::from_xyz(across, along, across) * volume)
        };
        match meridian {
            Meridian::Rectangle(size) => {
                let (r, h) = (size.x, size.y);
                of(2.0 * PI * r * r * h, r * r / 4.0, h * h / 3.0)
            }
            Meridian::Triangle(size) => {
                let (r, height) = (size.x, 2.0 * size.y);
                of(PI / 3.0 * r * r * height, 0.15 * r * r, 0.0375 * height * height)
                    .moved(S::axis(1) * (-0.25 * height))
            }
            Meridian::Ellipse(size) => Self::ellipsoid(S::from_xyz(size.x, size.y, size.x)),
        }
    }

    /// The moments of simplices that share the corner `about`, each given by its other corners (in
    /// the plane two): signed, so that those seen from outside count as holes.
    pub(crate) fn of_fan(about: S, simplices: impl Iterator<Item = [S; 3]>) -> Self {
        let (mut volume, mut first) = (0.0, S::default());
        let mut second = [S::default(); 3];
        let corners = if S::DIM == 3 { 3 } else { 2 };
        let factor = if S::DIM == 3 { 1.0 / 6.0 } else { 0.5 };
        // Means over a simplex of n + 1 corners of which one is the origin: Σv / (n + 1), and
        // (Σ v vᵀ + Σv Σvᵀ) / ((n + 1)(n + 2)).
        #[allow(clippy::cast_precision_loss)]
        let (mean, square) = {
            let n = S::DIM as f64;
            (1.0 / (n + 1.0), 1.0 / ((n + 1.0) * (n + 2.0)))
        };
        for simplex in simplices {
            let part = factor * determinant(simplex, about);
            let edges = simplex.map(|corner| corner + -about);
            let sum = edges.into_iter().take(corners).fold(S::default(), |sum, edge| sum + edge);
            volume += part;
            first += sum * (part * mean);
            for (i, row) in second.iter_mut().enumerate().take(S::DIM) {
                for v in edges.into_iter().take(corners).chain([sum]) {
                    *row += v * (part * square * v.coordinate(i));
                }
            }
        }
        if volume <= 0.0 {
            return Self::NONE;
        }
        let offset = first * (1.0 / volume);
        for (i, row) in second.iter_mut().enumerate().take(S::DIM) {
            *row += first * -offset.coordinate(i);
        }
        Self { volume, centroid: about + offset, second }
    }

    /// For a known core, grown by a ball.
    pub(crate) fn of_primitive<V>(primitive: &Primitive<'_, V>, radius: f64) -> Option<Self>
    where
        V: Vector<Space = S>,
    {
        Some(match *primitive {
            Primitive::Point(p) => Self::rounded_box(S::default(), radius).moved(p),
            Primitive::Segment(p, q) => Self::capsule(p, q, radius),
            Primitive::Cuboid(half) => Self::rounded_box(half, radius),
            _ if radius > 0.0 => return None,
            #[cfg(feature = "alloc")]
            Primitive::Hull(_, hull, _) => Self::hull(hull),
            Primitive::Facets(hull) => Self::hull(hull),
            Primitive::Polygon(corners) => Self::polygon(corners.iter().map(|p| p.to_space())),
            Primitive::Ellipsoid(radii) => Self::ellipsoid(radii),
            Primitive::Revolved(meridian) => Self::revolved(meridian),
            Primitive::General | Primitive::HalfSpace(..) | Primitive::Frustum(_) => return None,
        })
    }

    /// The moments of a polygon of the plane, counter-clockwise.
    fn polygon(corners: impl Iterator<Item = S> + Clone) -> Self {
        let about = corners.clone().next().unwrap_or_default();
        let next = corners.clone().cycle().skip(1);
        Self::of_fan(about, corners.zip(next).map(|(p, q)| [p, q, S::default()]))
    }

    /// The moments of a triangle; in space it has no volume.
    pub(super) fn triangle([a, b, c]: [S; 3]) -> Self {
        if S::DIM == 3 {
            return Self::NONE;
        }
        // Its corners come in any order: one of the two loops is counter-clockwise.
        let o = S::default();
        let [front, back] = [[b, c, o], [c, b, o]].map(|two| Self::of_fan(a, once(two)));
        if front.volume > 0.0 { front } else { back }
    }

    /// The moments of a hull, by its faces.
    fn hull(hull: &dyn Faceted<S>) -> Self {
        let corner = |number| hull.corner(number).unwrap_or_default();
        if S::DIM == 2 {
            return Self::polygon((0..hull.corner_count()).map(corner));
        }
        if !hull.is_full() {
            return Self::NONE;
        }
        // About a corner, as no face is seen from outside there. Its own faces, which begin with
        // it, hold no volume.
        let faces = hull.faces().all().filter(|face| face.first() != Some(&0));
        Self::of_fan(corner(0), faces.flat_map(fan).map(|corners| corners.map(corner)))
    }
}

/// The determinant of the vectors from a point to three others, in the plane to the first two, to
/// within some roundings of itself: of a sheet that is flat but for the rounding of its corners,
/// plain arithmetic has noise alone.
fn determinant<S: Space>(corners: [S; 3], about: S) -> f64 {
    let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = corners.map(Space::coordinates);
    let [x, y, z] = about.coordinates();
    if S::DIM == 2 {
        return certify::measured_turn(Xy::new(ax, ay), Xy::new(bx, by), Xy::new(x, y));
    }
    let [a, b, c] = [Xyz::new(ax, ay, az), Xyz::new(bx, by, bz), Xyz::new(cx, cy, cz)];
    certify::measured_volume(a, b, c, Xyz::new(x, y, z))
}
