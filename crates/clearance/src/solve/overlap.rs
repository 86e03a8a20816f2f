//! Whether two cores overlap, for whoever asks no more: GJK with directions alone.
//!
//! A boolean needs no nearest point, only the side of the simplex on which the origin is, and each answer is proved apart from the way
//! to it. The cores are apart where a support point stays behind a plane through the origin; they overlap where points of the difference
//! enclose the origin. So the steps need neither roots nor quotients nor exact signs, and the simplex may begin with a point of the
//! difference that is no support point: its centre (as in Snethen's portal refinement, Game Programming Gems 7). Where rounding leads
//! the steps astray, or nothing is proved because the shapes nearly touch, GJK searches anew from the last direction.

use crate::math::tolerance::SAFE_SQUARE;

use super::difference::Difference;
use super::simplex::{Cell, Facing};

/// Support points to ask for. Three to eight are usual; near contact of curved shapes GJK soon does better.
const ITERATIONS: u32 = 24;

/// What the search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Overlap<S> {
    /// The cores are apart by more than was asked: the difference is beyond a plane across this direction towards it.
    Apart(S),
    /// They overlap by more than rounding.
    Overlapping,
    /// Not proved. Towards the difference, for another search to begin with.
    Close(S),
}

/// Begins from a direction towards the difference, and from its centre if that is known. Proves them apart only by more than `apart`.
pub(crate) fn overlap<S: Cell, D: Difference<S>>(
    difference: &D,
    towards: S,
    apart: f64,
) -> Overlap<S> {
    let mut direction = -towards;
    if !SAFE_SQUARE.contains(&direction.length_squared()) {
        return Overlap::Close(towards);
    }
    let mut facing = difference.center().map(Facing::Vertex);
    let mut newest = difference.support(direction, None);
    let mut height = newest.point.dot(direction);
    let mut is_again = false;
    for _ in 0..ITERATIONS {
        if height < 0.0 {
            let is_apart = -height > apart * direction.length();
            return if is_apart { Overlap::Apart(-direction) } else { Overlap::Close(-direction) };
        }
        let side = match facing {
            Some(facing) => S::side(facing, newest.point),
            None => Ok((Facing::Vertex(newest.point), -newest.point)),
        };
        let (next, to_origin) = match side {
            Ok(side) => side,
            // Twice: the vertices' own error, and that of the faces' heights.
            Err(corners) if S::encloses_with_room(corners, 2.0 * difference.error()) => {
                return Overlap::Overlapping;
            }
            // The origin is as good as on a face or edge, maybe because the shapes are aligned: again, from a point within that lies in no
            // plane of symmetry.
            Err([p, q, r, s]) if !is_again => {
                is_again = true;
                let within = p * 0.1 + q * 0.2 + (r * 0.3 + s * 0.4);
                (Facing::Vertex(within), -within)
            }
            Err(_) => break,
        };
        if !SAFE_SQUARE.contains(&to_origin.length_squared()) {
            break;
        }
        (facing, direction) = (Some(next), to_origin);
        let known = newest.point.dot(direction);
        newest = difference.support(direction, Some(&newest));
        height = newest.point.dot(direction);
        // The origin is on the simplex, and nothing is farther along.
        if known >= 0.0 && !(height > known) {
            break;
        }
    }
    Overlap::Close(-direction)
}
