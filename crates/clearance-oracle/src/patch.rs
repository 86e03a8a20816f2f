//! The common part of two convex polygons of the plane, in rational numbers: what two facets that
//! face each other share.

use crate::number::{Rational, exact, near};

type Corner = [Rational; 2];

/// Twice the signed area of a triangle.
fn turn(p: &Corner, q: &Corner, r: &Corner) -> Rational {
    (&q[0] - &p[0]) * (&r[1] - &p[1]) - (&q[1] - &p[1]) * (&r[0] - &p[0])
}

/// The corners of the common part of two convex polygons, each counter-clockwise: Sutherland and
/// Hodgman's (1974) clipping, whose steps are exact here. `None` where a coordinate is not finite.
pub fn common_part(p: &[[f64; 2]], q: &[[f64; 2]]) -> Option<Vec<Corner>> {
    let read = |polygon: &[[f64; 2]]| -> Option<Vec<Corner>> {
        polygon.iter().map(|[x, y]| Some([exact(*x)?, exact(*y)?])).collect()
    };
    let (mut left, clip) = (read(p)?, read(q)?);
    for (i, from) in clip.iter().enumerate() {
        let to = &clip[(i + 1) % clip.len()];
        let mut kept = Vec::new();
        for (j, corner) in left.iter().enumerate() {
            let next = &left[(j + 1) % left.len()];
            let (here, there) = (turn(from, to, corner), turn(from, to, next));
            let zero = Rational::ZERO;
            if here >= zero {
                kept.push(corner.clone());
            }
            if (here > zero && there < zero) || (here < zero && there > zero) {
                let share = &here / (&here - &there);
                let at = |k: usize| &corner[k] + &share * (&next[k] - &corner[k]);
                kept.push([at(0), at(1)]);
            }
        }
        left = kept;
    }
    Some(left)
}

/// The area of that part, rounded once. `None` where a coordinate is not finite.
pub fn common_area(p: &[[f64; 2]], q: &[[f64; 2]]) -> Option<f64> {
    let part = common_part(p, q)?;
    let Some(first) = part.first() else { return Some(0.0) };
    let mut twice = Rational::ZERO;
    for pair in part.windows(2) {
        twice += turn(first, &pair[0], &pair[1]);
    }
    Some(0.5 * near(&twice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_share_what_is_known() {
        let square = |x: f64, y: f64| [[x, y], [x + 2.0, y], [x + 2.0, y + 2.0], [x, y + 2.0]];
        let area = |x: f64, y: f64| common_area(&square(0.0, 0.0), &square(x, y)).unwrap();
        assert_eq!((area(0.0, 0.0), area(1.0, 0.5), area(2.0, 0.0)), (4.0, 1.5, 0.0));
        assert_eq!(area(3.0, 0.0), 0.0);
        let diamond = [[1.0, -0.5], [2.5, 1.0], [1.0, 2.5], [-0.5, 1.0]];
        // Each corner of the square loses a triangle of legs 1/2.
        assert_eq!(common_area(&square(0.0, 0.0), &diamond).unwrap(), 3.5);
        assert_eq!(common_area(&square(0.0, f64::NAN), &diamond), None);
    }
}
