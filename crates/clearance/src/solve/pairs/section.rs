//! The cross-section of a body of revolution through its axis, as a shape of the plane.

use arrayvec::ArrayVec;

use crate::math::tolerance::{CURVED_SUPPORT, UNIT_ROUNDOFF};
use crate::math::{Space, Vector, Xy};
use crate::shape::{Meridian, Primitive, Support, SupportMap, ellipsoid_support, farthest, reach};

/// Its x-axis is across the body's axis, its y-axis along it. Symmetric about the latter.
pub(super) enum Section {
    /// One to four vertices, no three in line, counter-clockwise.
    Straight(ArrayVec<Xy, 4>),
    /// By its semi-axes. A core grown by the disc of its smallest radius of curvature, as an ellipse is (Blaschke 1916: that disc
    /// rolls freely inside). Seen from the centre of that curvature a whole arc is equally near, which a polygon in the
    /// ellipse would have to tile; in the core it is a corner.
    Ellipse(Xy),
}

impl Section {
    /// Of a body of revolution about the y-axis with all lengths multiplied by a power of two.
    pub(super) fn of<V: Vector>(primitive: &Primitive<'_, V>, factor: f64) -> Option<Self> {
        let corners = |points: &[Xy]| {
            let mut vertices = ArrayVec::new();
            for point in points {
                let vertex = *point * factor;
                if !vertices.contains(&vertex) {
                    // There is room for four.
                    let _ = vertices.try_push(vertex);
                }
            }
            Some(Self::Straight(vertices))
        };
        let on_axis = |p: V::Space| Xy::new(0.0, p.coordinate(1));
        match *primitive {
            Primitive::Point(p) if is_on_axis(p) => corners(&[on_axis(p)]),
            Primitive::Segment(p, q) if is_on_axis(p) && is_on_axis(q) => {
                corners(&[on_axis(p), on_axis(q)])
            }
            Primitive::Revolved(Meridian::Rectangle(Xy { x: r, y: h })) => {
                corners(&[Xy::new(-r, -h), Xy::new(r, -h), Xy::new(r, h), Xy::new(-r, h)])
            }
            // A flat cone is a disc: its apex lies on its base.
            Primitive::Revolved(Meridian::Triangle(Xy { x: r, y: h })) if h * factor == 0.0 => {
                corners(&[Xy::new(-r, 0.0), Xy::new(r, 0.0)])
            }
            // One without a radius is a segment, whose base corners coincide.
            Primitive::Revolved(Meridian::Triangle(Xy { x: r, y: h })) => {
                corners(&[Xy::new(-r, -h), Xy::new(r, -h), Xy::new(0.0, h)])
            }
            Primitive::Revolved(Meridian::Ellipse(radii)) => Some(Self::Ellipse(radii * factor)),
            _ => None,
        }
    }
}

/// The smallest radius of curvature of an ellipse, at the ends of its longer axis; rounded down, so that a core remains.
fn least_curvature(radii: Xy) -> f64 {
    let (short, long) = (radii.x.min(radii.y), radii.x.max(radii.y));
    if long > 0.0 { short * (short / long) * (1.0 - 4.0 * f64::EPSILON) } else { 0.0 }
}

/// Whether a point is on the y-axis.
pub(super) fn is_on_axis<S: Space>(point: S) -> bool {
    point == S::axis(1) * point.coordinate(1)
}

impl SupportMap<Xy> for Section {
    #[inline]
    fn support(&self, direction: Xy, _hint: u32) -> Support<Xy> {
        match self {
            Self::Straight(vertices) => farthest(vertices, direction),
            Self::Ellipse(radii) => {
                let inward =
                    direction.try_normalize().unwrap_or_default() * -least_curvature(*radii);
                let point = ellipsoid_support(*radii, direction) + inward;
                Support { point, feature: Support::<Xy>::SMOOTH }
            }
        }
    }
    #[inline]
    fn support_f64(&self, direction: Xy, hint: u32) -> Support<Xy> {
        self.support(direction, hint)
    }
    #[inline]
    fn radius(&self) -> f64 {
        match self {
            Self::Straight(_) => 0.0,
            Self::Ellipse(radii) => least_curvature(*radii),
        }
    }
    #[inline]
    fn reach(&self) -> f64 {
        match self {
            Self::Straight(vertices) => reach(vertices),
            Self::Ellipse(radii) => radii.max_abs(),
        }
    }
    #[inline]
    fn rounding(&self) -> f64 {
        match self {
            Self::Straight(_) => 0.0,
            // The point, the unit vector along the direction with its factor (5), and the difference (1).
            Self::Ellipse(_) => (CURVED_SUPPORT + 6.0) * UNIT_ROUNDOFF,
        }
    }
    #[inline]
    fn vertex(&self, feature: u32) -> Option<Xy> {
        match self {
            Self::Straight(vertices) => vertices.get(feature as usize).copied(),
            Self::Ellipse(_) => None,
        }
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, Xy> {
        match self {
            Self::Straight(vertices) if vertices.len() >= 3 => Primitive::Polygon(vertices),
            _ => Primitive::General,
        }
    }
}
