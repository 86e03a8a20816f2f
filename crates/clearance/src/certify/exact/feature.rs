//! The point of a simplex nearest to the origin, by definition and without rounding.

use core::ops::Range;

use alloc::vec;
use alloc::vec::Vec;

use super::dyadic::Dyadic;
use super::number::Number;
use super::placement::Exact;

/// The nearest face of a simplex, and the direction from the origin to it.
pub(crate) struct ExactFace {
    /// Places of its vertices.
    pub(crate) places: Vec<usize>,
    pub(crate) foot: ExactFoot,
}

/// The foot of the origin on the flat of some points, which lies within their hull.
pub(crate) struct ExactFoot {
    /// From the origin to the foot, at some positive multiple of its length; zero where the foot is
    /// the origin.
    pub(crate) direction: Exact,
    /// The flat's height along `direction`: its distance times the length of `direction`.
    pub(crate) height: Number,
    /// The weights of the points, at some positive multiple; none is negative.
    pub(crate) weights: Vec<Number>,
}

/// The face of the hull of one to four points that holds the hull's nearest point to the origin.
///
/// By definition (Karush, Kuhn, Tucker): the foot of the origin on the face's flat lies within the
/// face, and no point of the hull is lower along the direction to it. Points may be equal, in line
/// or in a plane.
pub(crate) fn nearest_face(points: &[Exact]) -> Option<ExactFace> {
    let all = 1 << points.len();
    of_all(all - 1, points).or_else(|| face_among(1..all, points))
}

/// The same where independent points have the foot of their own flat within their hull: a search in
/// floats usually ends with such points. Those without weight are not part of the face, which is
/// then the only one without such points, and so the first that `face_among` would find.
fn of_all(all: usize, points: &[Exact]) -> Option<ExactFace> {
    let face = face_of(all, points)?;
    let bits = face.places.iter().zip(&face.foot.weights);
    let subset = bits.filter(|(_, w)| w.sign() > 0).map(|(place, _)| 1 << place).sum();
    if subset == all { Some(face) } else { face_of(subset, points) }
}

/// The points of a subset, by its bits, and the foot on their flat.
fn face_of(subset: usize, points: &[Exact]) -> Option<ExactFace> {
    let places: Vec<usize> = (0..points.len()).filter(|i| subset >> i & 1 == 1).collect();
    let members: Vec<&Exact> = places.iter().filter_map(|i| points.get(*i)).collect();
    Some(ExactFace { places, foot: foot(&members)? })
}

/// The same where the last point is lower than the nearest face of the others, and so belongs to
/// the nearest face of all.
pub(crate) fn nearest_face_with_last(points: &[Exact]) -> Option<ExactFace> {
    face_among(1 << points.len().saturating_sub(1)..1 << points.len(), points)
}

fn face_among(subsets: Range<usize>, points: &[Exact]) -> Option<ExactFace> {
    subsets.filter_map(|subset| face_of(subset, points)).find(|ExactFace { foot, .. }| {
        points.iter().all(|p| (&foot.direction.dot(p) - &foot.height).sign() >= 0)
    })
}

/// All of them, unless one is negative.
fn not_negative(weights: impl Iterator<Item = Number>) -> Option<Vec<Number>> {
    weights.map(|weight| (weight.sign() >= 0).then_some(weight)).collect()
}

/// The foot of the origin on the flat of one to four independent points, if it lies within their
/// hull.
pub(crate) fn foot(points: &[&Exact]) -> Option<ExactFoot> {
    match *points {
        [p] => {
            let height = p.dot(p);
            let weights = vec![height.alike(Dyadic::from(1.0))];
            Some(ExactFoot { direction: p.clone(), height, weights })
        }
        [p, q] => {
            let edge = q.minus(p);
            let (squared, along) = (edge.dot(&edge), -&p.dot(&edge));
            if squared.sign() == 0 {
                return None;
            }
            let weights = not_negative([&squared - &along, along].into_iter())?;
            let [of_p, of_q] = [0, 1].map(|i| weights.get(i));
            let direction = p.times(of_p?).plus(&q.times(of_q?));
            let height = direction.dot(p);
            Some(ExactFoot { direction, height, weights })
        }
        [p, q, r] => {
            let normal = q.minus(p).cross(&r.minus(p));
            if normal.is_zero() {
                return None;
            }
            // Each weight is the area opposite to its vertex, seen from the foot.
            let areas = [(q, r), (r, p), (p, q)].into_iter().map(|(u, v)| u.cross(v).dot(&normal));
            let weights = not_negative(areas)?;
            let height = normal.dot(p);
            let (direction, height) = match height.sign() {
                0 => (normal.times(&height), height),
                1 => (normal, height),
                _ => (normal.negated(), -&height),
            };
            Some(ExactFoot { direction, height, weights })
        }
        [p, q, r, s] => {
            // Each weight is the volume that the origin spans with the other three.
            let volume = |a: &Exact, b: &Exact, c: &Exact| a.cross(b).dot(c);
            let total = q.minus(p).cross(&r.minus(p)).dot(&s.minus(p)).sign();
            if total == 0 {
                return None;
            }
            let volumes = [[q, r, s], [p, s, r], [p, q, s], [p, r, q]].into_iter();
            let volumes = volumes.map(|[a, b, c]| volume(a, b, c));
            let weights = not_negative(volumes.map(|w| if total < 0 { -&w } else { w }))?;
            let nothing = p.0[0].nothing();
            Some(ExactFoot { direction: p.times(&nothing), height: nothing, weights })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::number::Roots;
    use super::*;

    fn points(list: &[[f64; 3]]) -> Vec<Exact> {
        let roots: Roots = alloc::rc::Rc::new([Dyadic::zero(), Dyadic::zero()]);
        let number = |x: f64| Number::plain(Dyadic::from(x), &roots);
        list.iter().map(|p| Exact(p.map(number))).collect()
    }

    fn nearest(list: &[[f64; 3]]) -> (Vec<usize>, Vec<i32>) {
        let face = nearest_face(&points(list)).unwrap();
        let signs = face.foot.direction.0.iter().map(Number::sign).collect();
        (face.places, signs)
    }

    #[test]
    fn every_region() {
        let (a, b, c) = ([1.0, -1.0, -1.0], [1.0, 1.0, -1.0], [1.0, 0.0, 2.0]);
        assert_eq!(nearest(&[a, b, c]), (vec![0, 1, 2], vec![1, 0, 0]));
        assert_eq!(nearest(&[a, c, b]), (vec![0, 1, 2], vec![1, 0, 0]));
        assert_eq!(nearest(&[[0.0, 3.0, 0.0], [1.0, 4.0, 0.0]]), (vec![0], vec![0, 1, 0]));
        assert_eq!(nearest(&[[-1.0, 2.0, 0.0], [1.0, 2.0, 0.0]]), (vec![0, 1], vec![0, 1, 0]));
        // Inside, whichever way around the cell is given, and on its boundary.
        let d = [-3.0, 0.0, 0.0];
        for cell in [[a, b, c, d], [b, a, c, d], [d, b, c, a]] {
            assert_eq!(nearest(&cell), (vec![0, 1, 2, 3], vec![0, 0, 0]));
        }
        assert_eq!(nearest(&[a, b, c, [0.0; 3]]), (vec![3], vec![0, 0, 0]));
        // Equal, in line, in a plane.
        assert_eq!(nearest(&[a, a, a, a]).0, vec![0]);
        assert_eq!(nearest(&[[2.0, -1.0, 0.0], [2.0, 0.0, 0.0], [2.0, 1.0, 0.0]]).0, vec![1]);
        let square = [[1.0, 1.0, 1.0], [-1.0, 1.0, 1.0], [-1.0, -1.0, 1.0], [1.0, -1.0, 1.0]];
        assert_eq!(nearest(&square).1, vec![0, 0, 1]);
    }
}
