//! Half-spaces, and how far a shape reaches along a direction: from the definition, for every kind
//! of shape.

use clearance::{HalfSpace, Scalar, Vector};
use clearance_oracle as oracle;
use oracle::{Bracket, Rational, exact};

use crate::court::Truth;
use crate::exact_form::{array, outline};

/// `height / sqrt(squared) - radii`, bracketed.
pub(crate) fn over_length(height: Rational, squared: Rational, radii: &Rational) -> Bracket {
    let (low, high) = oracle::sqrt_bounds(&squared);
    let (one, other) = (&height / low, &height / high);
    let (low, high) = if one <= other { (one, other) } else { (other, one) };
    Bracket::around(&(low - radii), &(high - radii))
}

/// The lowest point of a shape.
pub(crate) struct Lowest {
    /// The core's height, times the length of the direction.
    pub(crate) height: Rational,
    /// The radius of the ball that grows the core.
    pub(crate) radius: Rational,
    /// Whether `height` is exact; otherwise it contains a root, and is good to 2^-190 of itself.
    pub(crate) exact: bool,
}

/// How low a placed shape reaches along a direction of the world, relative to a point of the world.
pub(crate) fn least_height<const N: usize>(
    direction: &oracle::Vector<N>,
    from: &oracle::Vector<N>,
    shape: &oracle::Shape<N>,
    place: &oracle::Pose<N>,
) -> Lowest {
    let base = direction.dot(&(&place.translation - from));
    if let Some((points, radius)) = outline(shape) {
        let height = |p: oracle::Vector<N>| direction.dot(&place.turn(&p));
        let least = points.into_iter().map(height).min().unwrap();
        return Lowest { height: base + least, radius, exact: true };
    }
    let (core, radius) = match shape {
        oracle::Shape::Rounded { inner, radius } => (&**inner, exact(*radius).unwrap()),
        other => (other, Rational::ZERO),
    };
    let back = std::array::from_fn(|j| {
        (0..N).fold(Rational::ZERO, |sum, i| sum + &direction.0[i] * &place.linear[i].0[j])
    });
    Lowest { height: base - depth_below_origin(core, &back), radius, exact: false }
}

/// How far a round core reaches against a local direction, times its length.
fn depth_below_origin<const N: usize>(
    core: &oracle::Shape<N>,
    direction: &[Rational; N],
) -> Rational {
    let number = |x: f64| exact(x).unwrap();
    let root = |square: Rational| oracle::sqrt_bounds(&square).0;
    let ring = |radius: f64| {
        let across = (0..N).filter(|i| *i != 1);
        let square = across.fold(Rational::ZERO, |s, i| s + &direction[i] * &direction[i]);
        root(square) * number(radius)
    };
    match core {
        oracle::Shape::Ellipsoid { radii } => root((0..N).fold(Rational::ZERO, |s, i| {
            let x = &direction[i] * number(radii[i]);
            s + &x * &x
        })),
        oracle::Shape::Cylinder { half_height, radius } => {
            let along = &direction[1] * number(*half_height);
            let along = if along < Rational::ZERO { -along } else { along };
            along + ring(*radius)
        }
        oracle::Shape::Cone { half_height, radius } => {
            let apex = &direction[1] * number(*half_height);
            (-apex.clone()).max(apex + ring(*radius))
        }
        other => panic!("{other:?}"),
    }
}

/// A half-space against a placed shape: the least height of the shape over the boundary.
pub(crate) fn wall_truth<V: Vector, const N: usize>(
    wall: &HalfSpace<V>,
    at: &oracle::Pose<N>,
    shape: &oracle::Shape<N>,
    place: &oracle::Pose<N>,
) -> Truth {
    let local = oracle::Vector::exact(array(wall.normal)).unwrap();
    let squared = local.norm_squared();
    let Lowest { height, radius, exact: sure } =
        least_height(&at.turn(&local), &at.translation, shape, place);
    let height = height - exact(wall.offset.to_f64()).unwrap();
    let touches = height <= Rational::ZERO || &height * &height <= &squared * &radius * &radius;
    let signed = over_length(height, squared, &radius);
    // The sign of a height with a root is certain unless the height is this small.
    let intersects = if sure {
        Some(touches)
    } else if signed.lo > 0.0 {
        Some(false)
    } else if signed.hi < 0.0 {
        Some(true)
    } else {
        None
    };
    Truth { intersects, signed, exact: sure }
}
