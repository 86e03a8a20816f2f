//! The cross-section of a body of revolution through its axis, as a shape of the plane.

use arrayvec::ArrayVec;

use crate::math::tolerance::{CURVED_SUPPORT, UNIT_ROUNDOFF};
use crate::math::{Space, Xy};
use crate::shape::{
    Meridian, Primitive, Support, SupportMap, ellipsoid_support, farthest, own_rounding, reach,
};

/// Its x-axis is across the body's axis, its y-axis along it. Symmetric about the latter.
pub(super) enum Section {
    /// One to four vertices, no three in line, counter-clockwise.
    Straight(ArrayVec<Xy, 4>),
    /// An ellipse by its semi-axes. A core grown by the disc of its smallest radius of curvature, as
    /// an ellipse is (Blaschke 1916: that disc rolls freely inside). Seen from the centre of that
    /// curvature a whole arc is equally near, which a polygon in the ellipse would have to tile; in
    /// the core it is a corner.
    Ellipse(Xy),
}

impl Section {
    /// The section of a body of revolution with all lengths multiplied by a power of two; `None`
    /// where a corner does not survive that, since corners pass for exact.
    pub(super) fn of<S: Space>(primitive: &Primitive<'_, S>, factor: f64) -> Option<Self> {
        let corners = |points: &[Xy]| {
            let mut vertices = ArrayVec::new();
            for point in points {
                let vertex = *point * factor;
                if vertex * (1.0 / factor) != *point {
                    return None;
                }
                if !vertices.contains(&vertex) {
                    // There is room for four.
                    let _ = vertices.try_push(vertex);
                }
            }
            Some(Self::Straight(vertices))
        };
        if let Some(ends) = ends_on_axis(primitive) {
            return corners(&ends.map(|p| Xy::new(0.0, p.coordinate(1))));
        }
        match *primitive {
            Primitive::Revolved(Meridian::Rectangle(Xy { x: r, y: h })) => {
                corners(&[Xy::new(-r, -h), Xy::new(r, -h), Xy::new(r, h), Xy::new(-r, h)])
            }
            // A flat cone is a disc: its apex lies in its base.
            Primitive::Revolved(Meridian::Triangle(Xy { x: r, y: 0.0 })) => {
                corners(&[Xy::new(-r, 0.0), Xy::new(r, 0.0)])
            }
            // One without a radius is a segment, whose base corners coincide.
            Primitive::Revolved(Meridian::Triangle(Xy { x: r, y: h })) => {
                corners(&[Xy::new(-r, -h), Xy::new(r, -h), Xy::new(0.0, h)])
            }
            Primitive::Revolved(Meridian::Ellipse(radii)) => Some(Self::Ellipse(radii * factor)),
            Primitive::Ellipsoid(radii) => {
                let axis = axis_of(primitive);
                let (along, across) = (radii.coordinate(axis), radii.coordinate((axis + 1) % 3));
                let is_round = across == radii.coordinate((axis + 2) % 3);
                is_round.then(|| Self::Ellipse(Xy::new(across, along) * factor))
            }
            _ => None,
        }
    }
}

/// The axis of a body of revolution, by its index: y, but for ellipsoids whose other two semi-axes
/// are equal.
pub(super) fn axis_of<S: Space>(primitive: &Primitive<'_, S>) -> usize {
    match *primitive {
        Primitive::Ellipsoid(radii) if radii.coordinate(1) == radii.coordinate(2) => 0,
        Primitive::Ellipsoid(radii) if radii.coordinate(0) == radii.coordinate(1) => 2,
        _ => 1,
    }
}

/// The smallest radius of curvature of an ellipse, at the ends of its longer axis; rounded down, so
/// that a core remains.
fn least_curvature(radii: Xy) -> f64 {
    let (short, long) = (radii.x.min(radii.y), radii.x.max(radii.y));
    if long > 0.0 { short * (short / long) * (1.0 - 4.0 * f64::EPSILON) } else { 0.0 }
}

/// The ends of a core that lies on the y-axis: a point, a segment, a box without width and breadth.
pub(super) fn ends_on_axis<S: Space>(primitive: &Primitive<'_, S>) -> Option<[S; 2]> {
    let ends = match *primitive {
        Primitive::Cuboid(half) => [-half, half],
        _ => primitive.ends()?,
    };
    ends.iter().all(|p| *p == S::axis(1) * p.coordinate(1)).then_some(ends)
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
            // The point, the unit vector along the direction with its factor (5), and the
            // difference (1).
            Self::Ellipse(_) => {
                own_rounding::<f64>((CURVED_SUPPORT + 6.0) * UNIT_ROUNDOFF, self.reach())
            }
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
