//! Whether a point on a straight way is in a curved solid at some time of a span, exactly: the
//! solid's planes leave a part of the span, on which its one quadric has a least value.

use crate::{
    number::Rational,
    shape::{Kind, Solid},
    vector::Vector,
};

/// Whether `from + t * along` is a point of the solid for some `t` from `span[0]` to `span[1]`.
pub(crate) fn passes<const N: usize>(
    solid: &Solid<N>,
    from: &Vector<N>,
    along: &Vector<N>,
    span: [&Rational; 2],
) -> bool {
    // The matrix is a rotation: its inverse is its transpose.
    let columns = |v: &Vector<N>| {
        let rows = &solid.pose.linear;
        Vector::<N>(std::array::from_fn(|i| {
            (0..N).fold(Rational::ZERO, |sum, j| sum + &rows[j].0[i] * &v.0[j])
        }))
    };
    let (from, along) = (columns(&(from - &solid.pose.translation)), columns(along));
    let line = |i: usize| Linear(from.0[i].clone(), along.0[i].clone());
    let one = Rational::ONE;
    let (squares, planes): (Vec<Weighed>, Vec<(Linear, &Rational)>) = match &solid.kind {
        Kind::Cylinder { half_height, radius } => {
            let over = one / (radius * radius);
            (vec![(line(0), over.clone()), (line(2), over)], vec![(line(1), half_height)])
        }
        Kind::Cone { half_height, radius } if !half_height.is_zero() => {
            // Less the square of the part of the height that is left, over which the radius is r.
            let over = Rational::ONE / (radius * radius);
            let Linear(y, rise) = line(1);
            let twice = half_height * Rational::from(2);
            let left = Linear((half_height - y) / &twice, -rise / twice);
            let squares = vec![(line(0), over.clone()), (line(2), over), (left, -one)];
            return least_is_below(&squares, Rational::ZERO, &[(line(1), half_height)], span);
        }
        Kind::Cone { half_height, radius } => {
            let over = one / (radius * radius);
            (vec![(line(0), over.clone()), (line(2), over)], vec![(line(1), half_height)])
        }
        Kind::Ellipsoid(radii) => {
            let (flat, round): (Vec<_>, Vec<_>) = (0..N).partition(|i| radii[*i].is_zero());
            let over = |i: usize| Rational::ONE / (&radii[i] * &radii[i]);
            (
                round.into_iter().map(|i| (line(i), over(i))).collect(),
                flat.into_iter().map(|i| (line(i), &radii[i])).collect(),
            )
        }
    };
    least_is_below(&squares, Rational::ONE, &planes, span)
}

/// `c + t * v`.
struct Linear(Rational, Rational);

/// A line whose square counts so much.
type Weighed = (Linear, Rational);

/// Whether a weighted sum of squares is at most `bound` at some time of the span at which the other
/// lines are no farther than so much from zero.
fn least_is_below(
    squares: &[Weighed],
    bound: Rational,
    planes: &[(Linear, &Rational)],
    [first, last]: [&Rational; 2],
) -> bool {
    let (mut first, mut last) = (first.clone(), last.clone());
    for (Linear(c, v), half) in planes {
        if v.is_zero() {
            if c > *half || *c < -*half {
                return false;
            }
            continue;
        }
        let ends = [(-*half - c) / v, (*half - c) / v];
        let [low, high] = ends;
        let (low, high) = if low < high { (low, high) } else { (high, low) };
        first = if low > first { low } else { first };
        last = if high < last { high } else { last };
    }
    if first > last {
        return false;
    }
    let value = |time: &Rational| {
        squares.iter().fold(-&bound, |sum, (Linear(c, v), weight)| {
            let at = c + v * time;
            sum + weight * &at * &at
        })
    };
    let [slope, bend] =
        squares.iter().fold([Rational::ZERO, Rational::ZERO], |[b, a], (line, weight)| {
            let Linear(c, v) = line;
            [b + weight * c * v, a + weight * v * v]
        });
    let mut times = vec![first.clone(), last.clone()];
    if bend > Rational::ZERO {
        let middle = -slope / bend;
        if middle > first && middle < last {
            times.push(middle);
        }
    }
    times.iter().any(|time| value(time) <= Rational::ZERO)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::{Pose, Shape, meets_within};

    #[test]
    fn points_on_their_way_through_solids() {
        let meets = |shape: &Shape<3>, from: [i64; 3], along: [i64; 3], span: [&str; 2]| {
            let [first, last] = span.map(|x| x.parse::<Rational>().unwrap());
            let pose = Pose { translation: Vector::whole(from), ..Pose::identity() };
            meets_within(
                (shape, &Pose::identity()),
                (&Shape::Point, &pose),
                &Vector::whole(along),
                [&first, &last],
                &Rational::ZERO,
            )
            .unwrap()
            .unwrap()
        };
        let cylinder = Shape::Cylinder { half_height: 2.0, radius: 5.0 };
        let cone = Shape::Cone { half_height: 2.0, radius: 5.0 };
        let ellipsoid = Shape::Ellipsoid { radii: [5.0, 10.0, 5.0] };
        // Through the axis, from 3 to 13 of the way; along a tangent; over the cap.
        for (shape, at) in [(&cylinder, 0), (&ellipsoid, 0), (&cone, -2)] {
            assert!(meets(shape, [-8, at, 0], [1, 0, 0], ["0", "3"]));
            assert!(!meets(shape, [-8, at, 0], [1, 0, 0], ["0", "2999/1000"]));
            assert!(meets(shape, [-8, at, 0], [1, 0, 0], ["13", "20"]));
            assert!(!meets(shape, [-8, at, 0], [1, 0, 0], ["13001/1000", "20"]));
            assert!(meets(shape, [-8, at, 5], [1, 0, 0], ["0", "20"]));
            assert!(!meets(shape, [-80, 10 * at, 51], [10, 0, 0], ["0", "20"]));
        }
        assert!(!meets(&cylinder, [-8, 3, 0], [1, 0, 0], ["0", "20"]));
        // Down along the side of the cone, and through its tip alone.
        assert!(meets(&cone, [-5, 6, 0], [5, -4, 0], ["0", "9"]));
        assert!(meets(&cone, [-5, 2, 0], [1, 0, 0], ["0", "9"]));
        assert!(!meets(&cone, [-5, 3, 0], [1, 0, 0], ["0", "9"]));
    }
}
