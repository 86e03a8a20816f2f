//! The way of a point out of a body, or to it: an ellipsoid, or a small polygon.

use core::hint::select_unpredictable;

use crate::math::{Space, Vector, Xy};
use crate::shape::{Meridian, Primitive};
use crate::solve::pairs::ellipsoid;

use super::Cores;
use super::outline::{HeightOverEdge, MOST_VERTICES, Outline, along};

/// Whether a core is an ellipsoid or a small polygon.
pub(super) fn is_body<V: Vector>(core: &Primitive<'_, V>) -> bool {
    use Primitive::{Ellipsoid, Revolved};
    match core {
        Ellipsoid(_) | Revolved(Meridian::Ellipse(_)) => true,
        _ => core.outline().is_some_and(|corners| corners.len() <= MOST_VERTICES),
    }
}

/// Where a body about the origin is nearest to a point or, for a point inside, where that leaves it
/// soonest.
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
            _ => Some(Self::of_polygon(body.outline()?, point)),
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

    #[inline]
    fn of_polygon<V: Vector<Space = S>>(vertices: &[V], point: S) -> Self {
        match vertices.len() {
            0..=4 => Self::of_outline(&Outline::<4>::new(vertices).with_edges(), point),
            5..=8 => Self::of_outline(&Outline::<8>::new(vertices).with_edges(), point),
            9..=16 => Self::of_outline(&Outline::<16>::new(vertices).with_edges(), point),
            _ => Self::of_outline(&Outline::<MOST_VERTICES>::new(vertices).with_edges(), point),
        }
    }

    /// Across the edge that the point is highest above, or to that end of it that the point is
    /// beyond. A point is nearest to a vertex if it is in the wedge between the normals of the two
    /// edges there, and no other edge's normal is nearer to its direction than these.
    #[inline(always)]
    fn of_outline<const N: usize>(outline: &Outline<N>, point: S) -> Self {
        let [x, y] = [0, 1].map(|i| point.coordinate(i));
        let HeightOverEdge { edge, .. } = outline.separation([&[x], &[y]]);
        let (from, to): (S, S) = (outline.vertex(edge), outline.vertex(outline.after(edge)));
        let (out, per_square) = (outline.out::<S>(edge), outline.per_square(edge));
        let arm = point - from;
        let (outward, part) = (out.dot(arm), along(out).dot(arm) * per_square);
        // Across the edge, whatever the points' last digits.
        let across = out * (outward * per_square);
        let is_inside = outward <= 0.0;
        let is_across = is_inside | ((part > 0.0) & (part < 1.0));
        let from_end = arm.zip(point - to, |p, q| select_unpredictable(part > 0.0, q, p));
        let way = from_end.zip(across, |p, q| select_unpredictable(is_across, q, p));
        let slab =
            if is_inside { way.length_squared() } else { way.dot(point) - outline.most(way) };
        Self { on_body: point - way, way, slab, is_inside }
    }

    #[inline]
    pub(super) fn cores(&self, on_a: S, on_b: S, way: S) -> Cores<S> {
        let Self { slab, is_inside, .. } = *self;
        Cores { on_a, on_b, way, squared: self.way.length_squared(), slab, is_inside }
    }
}
