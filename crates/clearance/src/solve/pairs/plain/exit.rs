//! The way of a point out of a body, or to it: an ellipsoid, or a small polygon.

use crate::math::{Space, Vector, Xy};
use crate::shape::{Meridian, Primitive};
use crate::solve::pairs::ellipsoid;

use super::Cores;

/// Polygons of more vertices are searched sooner than walked around.
const WALKED: usize = 32;

/// Whether a core is an ellipsoid or a small polygon.
pub(super) fn is_body<V: Vector>(core: &Primitive<'_, V>) -> bool {
    use Primitive::{Ellipsoid, Polygon, Revolved};
    match core {
        Ellipsoid(_) | Revolved(Meridian::Ellipse(_)) => true,
        Polygon(vertices) => vertices.len() <= WALKED,
        _ => false,
    }
}

/// Where a body about the origin is nearest to a point or, for a point inside, where that leaves it soonest.
pub(super) struct Exit<S> {
    pub(super) on_body: S,
    /// Between that and the point.
    pub(super) way: S,
    /// See [`Cores`].
    slab: f64,
    is_inside: bool,
}

impl<S: Space> Exit<S> {
    #[inline]
    pub(super) fn of<V: Vector<Space = S>>(body: &Primitive<'_, V>, point: S) -> Option<Self> {
        match *body {
            Primitive::Ellipsoid(radii) => Self::of_ellipsoid(radii, point),
            Primitive::Revolved(Meridian::Ellipse(Xy { x, y })) => {
                Self::of_ellipsoid(S::from_xyz(x, y, x), point)
            }
            Primitive::Polygon(vertices) => Self::of_polygon(vertices, point),
            _ => None,
        }
    }

    /// `None` for flat ones. How deep a point is inside is for a proof of another kind.
    #[inline]
    fn of_ellipsoid(radii: S, point: S) -> Option<Self> {
        if !(radii.min() > 0.0) {
            return None;
        }
        if point.zip(radii, |t, r| t / r).length_squared() < 1.0 {
            return Some(Self { on_body: point, way: S::default(), slab: 0.0, is_inside: true });
        }
        let on_body = ellipsoid::nearest_outside(radii, point);
        let way = point - on_body;
        let slab = way.dot(point) - way.zip(radii, |w, r| w * r).length();
        Some(Self { on_body, way, slab, is_inside: false })
    }

    /// The nearest edge on whose outer side the point is or, inside, the nearest of all.
    #[inline]
    fn of_polygon<V: Vector<Space = S>>(vertices: &[V], point: S) -> Option<Self> {
        let mut from = vertices.last()?.to_space();
        // Ways from the nearest points so far, of edges that the point is beyond, and of those that it is within.
        let (mut beyond, mut beyond_squared) = (S::splat(f64::NAN), f64::INFINITY);
        let (mut within, mut within_squared) = (S::default(), f64::INFINITY);
        let mut is_inside = true;
        for to in vertices.iter().map(|v| v.to_space()) {
            let (edge, arm) = (to - from, point - from);
            // Its part along the edge's outer normal, times the edge's length.
            let outward =
                edge.coordinate(1) * arm.coordinate(0) - edge.coordinate(0) * arm.coordinate(1);
            let squared = edge.length_squared();
            // Across the edge, whatever the points' last digits.
            let across =
                S::from_xyz(edge.coordinate(1), -edge.coordinate(0), 0.0) * (outward / squared);
            // Also where it is NaN: then nothing is known, and no other number below either.
            if !(outward <= 0.0) {
                is_inside = false;
                let along = edge.dot(arm);
                let way = if along <= 0.0 {
                    arm
                } else if along >= squared {
                    point - to
                } else {
                    across
                };
                if way.length_squared() < beyond_squared {
                    (beyond, beyond_squared) = (way, way.length_squared());
                }
            } else if outward * outward < within_squared * squared {
                (within, within_squared) = (across, outward * outward / squared);
            }
            from = to;
        }
        let way = if is_inside { within } else { beyond };
        let on_body = point - way;
        let highest =
            vertices.iter().map(|v| way.dot(v.to_space())).fold(f64::NEG_INFINITY, f64::max);
        let slab = if is_inside { way.length_squared() } else { way.dot(point) - highest };
        Some(Self { on_body, way, slab, is_inside })
    }

    #[inline]
    pub(super) fn cores(&self, on_a: S, on_b: S, way: S) -> Cores<S> {
        let Self { slab, is_inside, .. } = *self;
        Cores { on_a, on_b, way, squared: self.way.length_squared(), slab, is_inside }
    }
}
