//! Contact points of two pieces of bodies, as the core tells them.

use clearance::{
    ContactPoint, Manifold, Pose, SupportMap, Triangle, Xyz, contact_points, contact_points_along,
};

use super::between::{Piece, Solid};
use super::body::rounding_of;
use crate::lengths::length;

/// What the core says of two pieces.
pub(super) struct Touch {
    pub(super) manifold: Manifold<Xyz>,
    pub(super) points: Vec<ContactPoint<Xyz>>,
}

/// Two triangles about their own middles, and how far their points may be off then. The core takes
/// directions for equally good within a part of the extent of flat shapes, from their origins: in a
/// large mesh that would be far more than a triangle.
pub(super) fn about_their_middles<'s>(
    one: Piece<'s>,
    two: Piece<'s>,
    off: f64,
) -> (Piece<'s>, Piece<'s>, f64) {
    let (Solid::Triangle(a), Solid::Triangle(b)) = (&one.solid, &two.solid) else {
        return (one, two, off);
    };
    let moved = |triangle: &Triangle<Xyz>, pose: &Pose<Xyz>| {
        let middle = (triangle.a + triangle.b + triangle.c) * (1.0 / 3.0);
        let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(|corner| corner - middle);
        let pose = Pose { translation: pose.transform_point(middle), ..*pose };
        let rounded = rounding_of(length(middle) + length(pose.translation));
        (Piece { solid: Solid::Triangle(Triangle::new(a, b, c)), pose, off: 0.0 }, rounded)
    };
    let ((a, of_a), (b, of_b)) = (moved(a, &one.pose), moved(b, &two.pose));
    (a, b, off + of_a + of_b)
}

/// The middle of a piece in the world; `None` of a half-space.
pub(super) fn middle(piece: &Piece<'_>) -> Option<Xyz> {
    let local = match &piece.solid {
        Solid::Triangle(triangle) => (triangle.a + triangle.b + triangle.c) * (1.0 / 3.0),
        Solid::Shape(shape) if shape.unbounded().is_some() => return None,
        Solid::Shape(shape) => shape.center().unwrap_or_default(),
    };
    Some(piece.pose.transform_point(local))
}

/// Asks about two pieces, whatever they are.
macro_rules! of_pieces {
    ($one:expr, $two:expr, |$a:ident, $at:ident, $b:ident, $there:ident| $ask:expr) => {{
        let ($at, $there): (&Pose<Xyz>, &Pose<Xyz>) = (&$one.pose, &$two.pose);
        match (&$one.solid, &$two.solid) {
            (Solid::Triangle($a), Solid::Triangle($b)) => $ask,
            (Solid::Triangle($a), Solid::Shape(b)) => {
                let $b = *b;
                $ask
            }
            (Solid::Shape(a), Solid::Triangle($b)) => {
                let $a = *a;
                $ask
            }
            (Solid::Shape(a), Solid::Shape(b)) => {
                let ($a, $b) = (*a, *b);
                $ask
            }
        }
    }};
}

pub(super) fn touch(one: &Piece<'_>, two: &Piece<'_>, within: f64) -> Option<Touch> {
    let mut points = Vec::new();
    let manifold = of_pieces!(one, two, |a, at, b, there| {
        contact_points(a, at, b, there, within, |point| points.push(point))
    })?;
    Some(Touch { manifold, points })
}

pub(super) fn along(
    one: &Piece<'_>,
    two: &Piece<'_>,
    normal: Xyz,
    within: f64,
    show: &mut dyn FnMut(ContactPoint<Xyz>),
) -> Option<f64> {
    of_pieces!(one, two, |a, at, b, there| {
        contact_points_along(a, at, b, there, normal, within, &mut *show)
    })
}
