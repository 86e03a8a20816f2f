//! Whether two cores overlap, a boolean query: GJK with directions alone.
//!
//! A boolean needs no nearest point, only the side of the simplex on which the origin lies, and
//! each answer is proved independently of the path to it. The cores are apart where a support point
//! stays behind a plane through the origin; they overlap where points of the difference enclose the
//! origin. So the steps need neither roots nor quotients nor exact signs, and the simplex may begin
//! with a point of the difference that is no support point: its centre (as in Snethen's portal
//! refinement, Game Programming Gems 7). Where rounding leads the steps astray, or nothing is
//! proved because the shapes nearly touch, GJK searches anew from the last direction.

use crate::math::tolerance::SAFE_SQUARE;

use super::difference::{Difference, Vertex};
use super::simplex::{Cell, Corner, Facing};

/// Support points at most. Three to eight are usual; near contact of curved shapes GJK is soon
/// faster.
const ITERATIONS: u32 = 24;

/// What the search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Overlap<S> {
    /// The cores are apart by more than the caller's limit: the difference is beyond a plane across
    /// this direction towards it.
    Apart(S),
    /// They overlap by more than rounding.
    Overlapping,
    /// Not proved. The direction is towards the difference, for another search to begin with.
    Close(S),
}

/// The features of a vertex of the difference; `None` for an inner point.
pub(crate) type Name = Option<[u32; 2]>;

/// A corner of this search's simplex.
trait Point<S>: Corner<S> {
    fn vertex(point: S, features: [u32; 2]) -> Self;
    fn within(point: S) -> Self;
}

impl<S: Cell> Point<S> for S {
    #[inline(always)]
    fn vertex(point: S, _: [u32; 2]) -> Self {
        point
    }
    #[inline(always)]
    fn within(point: S) -> Self {
        point
    }
}

/// A corner that can be found again.
#[derive(Clone, Copy)]
struct Named<S> {
    point: S,
    name: Name,
}

impl<S: Cell> Corner<S> for Named<S> {
    #[inline(always)]
    fn at(&self) -> S {
        self.point
    }
}

impl<S: Cell> Point<S> for Named<S> {
    #[inline(always)]
    fn vertex(point: S, features: [u32; 2]) -> Self {
        Self { point, name: Some(features) }
    }
    #[inline(always)]
    fn within(point: S) -> Self {
        Self { point, name: None }
    }
}

/// Begins from a direction towards the difference, and from its centre if that is known. Proves
/// cores apart only by more than `apart`.
pub(crate) fn overlap<S: Cell, D: Difference<S>>(
    difference: &D,
    towards: S,
    apart: f64,
) -> Overlap<S> {
    search::<S, S, D>(difference, towards, apart, |_| {})
}

/// The same with the names of the corners that enclose the origin where the cores overlap: four, in
/// the plane the first three. It is a separate search, since corners with names are slower to move.
#[inline(never)]
pub(crate) fn overlap_around<S: Cell, D: Difference<S>>(
    difference: &D,
    towards: S,
    apart: f64,
) -> (Overlap<S>, Option<[Name; 4]>) {
    let mut around = None;
    let found = search::<S, Named<S>, D>(difference, towards, apart, |corners| {
        around = Some(corners.map(|corner| corner.name));
    });
    (found, around)
}

/// Whether corners of these names enclose the origin, by more than rounding.
pub(crate) fn is_around<S: Cell, D: Difference<S>>(
    difference: &D,
    names: impl Iterator<Item = Name>,
) -> bool {
    let mut corners = [S::default(); 4];
    for (corner, name) in corners.iter_mut().zip(names) {
        let found = match name {
            Some(features) => difference.vertex(features).map(|vertex| vertex.point),
            None => difference.center(),
        };
        let Some(found) = found else { return false };
        *corner = found;
    }
    S::encloses_with_room(corners, 2.0 * difference.error())
}

fn search<S: Cell, C: Point<S>, D: Difference<S>>(
    difference: &D,
    towards: S,
    apart: f64,
    enclosing: impl FnOnce([C; 4]),
) -> Overlap<S> {
    let mut direction = -towards;
    let is_usable = SAFE_SQUARE.contains(&direction.length_squared());
    if !is_usable || difference.budget().is_spent() {
        return Overlap::Close(towards);
    }
    let mut facing = difference.center().map(|center| Facing::Vertex(C::within(center)));
    let (mut newest, Vertex { mut features, .. }) = difference.farthest(direction, [0; 2]);
    let mut height = newest.dot(direction);
    let mut is_again = false;
    for _ in difference.budget().steps(ITERATIONS) {
        if height < 0.0 {
            let is_apart = -height > apart * direction.length();
            return if is_apart { Overlap::Apart(-direction) } else { Overlap::Close(-direction) };
        }
        let corner = C::vertex(newest, features);
        let side = match facing {
            Some(facing) => S::side(facing, corner),
            None => Ok((Facing::Vertex(corner), -newest)),
        };
        let (next, to_origin) = match side {
            Ok(side) => side,
            // Twice: the vertices' own error, and that of the faces' heights.
            Err([p, q, r, s])
                if S::encloses_with_room(
                    [p.at(), q.at(), r.at(), s.at()],
                    2.0 * difference.error(),
                ) =>
            {
                enclosing([p, q, r, s]);
                return Overlap::Overlapping;
            }
            // The origin is nearly on a face or edge, perhaps because the shapes are aligned: try
            // again from an inner point that lies in no plane of symmetry.
            Err([p, q, r, s]) if !is_again => {
                is_again = true;
                let inner = p.at() * 0.1 + q.at() * 0.2 + (r.at() * 0.3 + s.at() * 0.4);
                (Facing::Vertex(C::within(inner)), -inner)
            }
            Err(_) => break,
        };
        if !SAFE_SQUARE.contains(&to_origin.length_squared()) {
            break;
        }
        (facing, direction) = (Some(next), to_origin);
        let known = newest.dot(direction);
        (newest, Vertex { features, .. }) = difference.farthest(direction, features);
        height = newest.dot(direction);
        // The origin is on the simplex, and nothing is farther along.
        if known >= 0.0 && !(height > known) {
            break;
        }
    }
    Overlap::Close(-direction)
}
