//! Shapes and poses in the judge's words, exactly.
//!
//! Poses are told exactly: a quaternion as it is; a cosine and sine divided by their length, whose root the oracle bounds to
//! 2^-190 of itself (exactly, where it is rational), so that no slack is needed for a rotation of the plane either.

use clearance::{Pose, Rotation2, Rotation3, Scalar, Shape, Space, Vector, Xy, Xyz};
use clearance_oracle as oracle;
use oracle::{Rational, exact};

/// The coordinates.
pub fn array<V: Vector, const N: usize>(v: V) -> [f64; N] {
    std::array::from_fn(|i| v.to_space().coordinate(i))
}

pub(crate) fn pose2<V: Vector<Space = Xy>>(pose: &Pose<V>) -> oracle::Pose<2> {
    let Rotation2 { cos, sin } = pose.rotation;
    let (cos, sin) = (exact(cos.to_f64()).unwrap(), exact(sin.to_f64()).unwrap());
    let (length, _) = oracle::sqrt_bounds(&(&cos * &cos + &sin * &sin));
    let (cos, sin) = (cos / &length, sin / length);
    oracle::Pose {
        linear: [oracle::Vector([cos.clone(), -sin.clone()]), oracle::Vector([sin, cos])],
        translation: oracle::Vector::exact(array(pose.translation)).unwrap(),
    }
}

pub(crate) fn pose3<V: Vector<Space = Xyz>>(pose: &Pose<V>) -> oracle::Pose<3> {
    let Rotation3 { x, y, z, w } = pose.rotation;
    oracle::Pose::from_quaternion(array(pose.translation), [x, y, z, w].map(V::Scalar::to_f64))
        .unwrap()
}

/// A shape in the judge's words. Products and sums of coordinates that the judge cannot write as floats fail the test: make
/// them of few bits.
pub fn tell<V: Vector, const N: usize>(shape: &Shape<V>) -> oracle::Shape<N> {
    let hull = |points: &[V]| oracle::Shape::Hull(points.iter().map(|p| array(*p)).collect());
    match shape {
        Shape::Point(p) => hull(&[p.0]),
        Shape::Segment(s) => oracle::Shape::Segment([array(s.a), array(s.b)]),
        Shape::Triangle(t) => oracle::Shape::Triangle([array(t.a), array(t.b), array(t.c)]),
        Shape::Ball(b) => oracle::Shape::Ball { radius: b.radius.to_f64() },
        Shape::Capsule(c) => oracle::Shape::Capsule {
            half_height: c.half_height.to_f64(),
            radius: c.radius.to_f64(),
        },
        Shape::Cuboid(c) => oracle::Shape::Box { half_extents: array(c.half_extents) },
        Shape::Cylinder(c) => {
            let (h, r) = (c.half_height.to_f64(), c.radius.to_f64());
            if N == 2 {
                let half_extents = std::array::from_fn(|i| if i == 0 { r } else { h });
                oracle::Shape::Box { half_extents }
            } else {
                oracle::Shape::Cylinder { half_height: h, radius: r }
            }
        }
        Shape::Cone(c) => {
            let (h, r) = (c.half_height.to_f64(), c.radius.to_f64());
            if N == 2 {
                let corner = |x: f64, y: f64| std::array::from_fn(|i| if i == 0 { x } else { y });
                oracle::Shape::Triangle([corner(0.0, h), corner(-r, -h), corner(r, -h)])
            } else {
                oracle::Shape::Cone { half_height: h, radius: r }
            }
        }
        Shape::Ellipsoid(e) => oracle::Shape::Ellipsoid { radii: array(e.radii) },
        Shape::Hull(h) => hull(h.vertices()),
        Shape::Frustum(f) => hull(&f.corners().expect("eight corners")),
        Shape::Rounded(r) => {
            oracle::Shape::Rounded { inner: Box::new(tell(&r.inner)), radius: r.radius.to_f64() }
        }
        Shape::Scaled(s) => scaled(&tell::<V, N>(s.inner()), array(s.scale())),
        Shape::Sum(s) => {
            let (a, radius_a) = outline(&tell::<V, N>(&s.a)).expect("straight");
            let (b, radius_b) = outline(&tell::<V, N>(&s.b)).expect("straight");
            let sums = a.iter().flat_map(|p| {
                b.iter().map(move |q| std::array::from_fn(|i| exact_sum(p[i], q[i])))
            });
            let inner = Box::new(oracle::Shape::Hull(sums.collect()));
            rounded_exactly(*inner, &[radius_a, radius_b])
        }
        other => panic!("the judge knows no {other:?}"),
    }
}

fn rounded_exactly<const N: usize>(
    inner: oracle::Shape<N>,
    radii: &[Rational],
) -> oracle::Shape<N> {
    radii.iter().fold(inner, |inner, radius| {
        let float = oracle::near(radius);
        assert_eq!(exact(float).as_ref(), Some(radius));
        if float == 0.0 {
            inner
        } else {
            oracle::Shape::Rounded { inner: Box::new(inner), radius: float }
        }
    })
}

fn exact_sum(a: f64, b: f64) -> f64 {
    let sum = a + b;
    assert_eq!(exact(sum), Some(exact(a).unwrap() + exact(b).unwrap()), "{a} + {b}");
    sum
}

fn exact_product(a: f64, b: f64) -> f64 {
    let product = a * b;
    assert_eq!(exact(product), Some(exact(a).unwrap() * exact(b).unwrap()), "{a} * {b}");
    product
}

fn scaled<const N: usize>(shape: &oracle::Shape<N>, by: [f64; N]) -> oracle::Shape<N> {
    if let oracle::Shape::Ball { radius } = shape {
        let radii = by.map(|s| exact_product(*radius, s.abs()));
        return oracle::Shape::Ellipsoid { radii };
    }
    let (points, radius) = outline(shape).expect("straight");
    let points = points.iter().map(|p| std::array::from_fn(|i| exact_product(p[i], by[i])));
    let points = oracle::Shape::Hull(points.collect());
    if radius == Rational::ZERO {
        return points;
    }
    assert!(by.iter().all(|s| s.abs() == by[0].abs()), "a radius stretched unevenly");
    rounded_exactly(points, &[radius * exact(by[0].abs()).unwrap()])
}

/// Vertices and radius, where the core is straight.
pub fn outline<const N: usize>(shape: &oracle::Shape<N>) -> Option<(Vec<[f64; N]>, Rational)> {
    use oracle::Shape as S;
    let up = |y: f64| std::array::from_fn(|i| if i == 1 { y } else { 0.0 });
    Some(match shape {
        S::Point => (vec![[0.0; N]], Rational::ZERO),
        S::Segment(ends) => (ends.to_vec(), Rational::ZERO),
        S::Triangle(corners) => (corners.to_vec(), Rational::ZERO),
        S::Hull(points) => (points.clone(), Rational::ZERO),
        S::Ball { radius } => (vec![[0.0; N]], exact(*radius)?),
        S::Capsule { half_height, radius } => {
            (vec![up(*half_height), up(-half_height)], exact(*radius)?)
        }
        S::Box { half_extents } => {
            let corner = |mask: usize| {
                std::array::from_fn(|i| {
                    if mask >> i & 1 == 1 { half_extents[i] } else { -half_extents[i] }
                })
            };
            ((0..1 << N).map(corner).collect(), Rational::ZERO)
        }
        S::Rounded { inner, radius } => {
            let (points, inner) = outline(inner)?;
            (points, inner + exact(*radius)?)
        }
        _ => return None,
    })
}
