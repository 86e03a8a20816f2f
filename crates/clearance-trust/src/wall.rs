//! Half-spaces, also scaled, rounded and summed, and how far a shape reaches along a direction:
//! from the definition, for every kind of shape.

use clearance::{Scalar, Shape, Vector};
use clearance_oracle as oracle;
use oracle::{Bracket, Rational, exact};

use crate::court::Truth;
use crate::exact_form::{array, oracle_shape, outline};

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

/// The points `p` of a shape's frame with `normal · p <= offset + radius · |normal|`: a half-space,
/// or one that is scaled, rounded, or summed with a shape that has an end.
struct Wall<const N: usize> {
    normal: oracle::Vector<N>,
    /// A bracket: there may be roots in it.
    offset: [Rational; 2],
    radius: Rational,
}

impl<const N: usize> Wall<N> {
    /// `None` of other shapes.
    fn of<V: Vector>(shape: &Shape<V>) -> Option<Self> {
        Some(match shape {
            Shape::HalfSpace(wall) => {
                let offset = exact(wall.offset.to_f64())?;
                Self {
                    normal: oracle::Vector::exact(array(wall.normal))?,
                    offset: [offset.clone(), offset],
                    radius: Rational::ZERO,
                }
            }
            Shape::Rounded(r) => {
                let wall = Self::of(&r.inner)?;
                Self { radius: wall.radius + exact(r.radius.to_f64())?, ..wall }
            }
            Shape::Scaled(s) => Self::of(s.inner())?.scaled(array(s.scale())),
            Shape::Sum(s) => match (Self::of(&s.a), Self::of(&s.b)) {
                (Some(wall), None) => wall.plus(&oracle_shape(&s.b)),
                (None, Some(wall)) => wall.plus(&oracle_shape(&s.a)),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The wall of `q = scale · p`: `(normal / scale) · q <= offset + radius · |normal|`.
    fn scaled(self, scale: [f64; N]) -> Self {
        let Self { normal, offset, radius } = self;
        let factors = scale.map(|s| exact(s).unwrap());
        let stretched = oracle::Vector(std::array::from_fn(|i| &normal.0[i] / &factors[i]));
        if scale.iter().all(|s| s.abs() == scale[0].abs()) {
            // Then `|normal|` shrinks as the radius grows.
            let radius = radius * exact(scale[0].abs()).unwrap();
            return Self { normal: stretched, offset, radius };
        }
        let (low, high) = oracle::sqrt_bounds(&normal.norm_squared());
        let [below, above] = offset;
        let offset = [below + &radius * &low, above + &radius * &high];
        Self { normal: stretched, offset, radius: Rational::ZERO }
    }

    /// Summed with a shape: the boundary moves by how far the shape reaches along the normal.
    fn plus(self, shape: &oracle::Shape<N>) -> Self {
        let Self { normal, offset: [below, above], radius } = self;
        let here = oracle::Pose::identity();
        let Lowest { height, radius: more, exact: sure } =
            least_height(&-&normal, &here.translation, shape, &here);
        // A root in it is good to 2^-190 of itself.
        let magnitude = height.clone().max(-height.clone());
        let doubt = if sure { Rational::ZERO } else { magnitude * exact(1e-56).unwrap() };
        let offset = [below - &height - &doubt, above - &height + &doubt];
        Self { normal, offset, radius: radius + more }
    }

    /// Against a placed shape: the least height of the shape over the boundary.
    fn truth(
        &self,
        at: &oracle::Pose<N>,
        shape: &oracle::Shape<N>,
        place: &oracle::Pose<N>,
    ) -> Truth {
        let Lowest { height, radius, exact: sure } =
            least_height(&at.turn(&self.normal), &at.translation, shape, place);
        let radius = radius + &self.radius;
        let [below, above] = &self.offset;
        let lowest = over_wall(&height - above, self.normal.norm_squared(), &radius, sure);
        if below == above {
            return lowest;
        }
        let highest = over_wall(&height - below, self.normal.norm_squared(), &radius, false);
        Truth {
            intersects: lowest.intersects.filter(|_| lowest.intersects == highest.intersects),
            signed: Bracket { lo: lowest.signed.lo, hi: highest.signed.hi },
            exact: false,
        }
    }
}

/// The truth of a pair of which one is a half-space or made of one; `None` of other pairs.
pub(crate) fn beside_wall<V: Vector, const N: usize>(
    (a, at_a): (&Shape<V>, &oracle::Pose<N>),
    (b, at_b): (&Shape<V>, &oracle::Pose<N>),
) -> Option<Truth> {
    if let Some(wall) = Wall::of(a) {
        return Some(wall.truth(at_a, &oracle_shape(b), at_b));
    }
    Some(Wall::of(b)?.truth(at_b, &oracle_shape(a), at_a))
}

/// The truth for a height times the length of the normal, whose square is given; `sure` where the
/// height is exact.
fn over_wall(height: Rational, squared: Rational, radius: &Rational, sure: bool) -> Truth {
    let touches = height <= Rational::ZERO || &height * &height <= &squared * radius * radius;
    let signed = over_length(height, squared, radius);
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
