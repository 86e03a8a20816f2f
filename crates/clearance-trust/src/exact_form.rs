//! Shapes and poses as the oracle takes them, without rounding.
//!
//! Poses are exact: a quaternion as it is; a cosine and sine divided by their length, whose
//! root the oracle bounds to 2^-190 of itself (exactly, where it is rational), so that no slack is
//! needed for a rotation of the plane either.

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

/// A shape as the oracle takes it; sums and products of coordinates exactly.
pub fn oracle_shape<V: Vector, const N: usize>(shape: &Shape<V>) -> oracle::Shape<N> {
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
        Shape::Frustum(f) => match f.view_projection() {
            Some((columns, depth)) => oracle::Shape::Grown {
                corners: crate::camera::corners(columns.map(|c| c.map(V::Scalar::to_f64)), depth)
                    .expect("in front of the camera")
                    .into_iter()
                    .map(|p| oracle::Vector(std::array::from_fn(|i| p.0[i].clone())))
                    .collect(),
                radius: Rational::ZERO,
            },
            None => hull(&f.corners().expect("eight corners")),
        },
        Shape::Rounded(r) => oracle::Shape::Rounded {
            inner: Box::new(oracle_shape(&r.inner)),
            radius: r.radius.to_f64(),
        },
        Shape::Scaled(s) => scaled(&oracle_shape::<V, N>(s.inner()), array(s.scale())),
        Shape::Sum(s) => {
            let (a, radius_a) = outline(&oracle_shape::<V, N>(&s.a)).expect("straight");
            let (b, radius_b) = outline(&oracle_shape::<V, N>(&s.b)).expect("straight");
            let corners = a.iter().flat_map(|p| b.iter().map(move |q| p + q)).collect();
            oracle::Shape::Grown { corners, radius: radius_a + radius_b }
        }
        other => panic!("the judge knows no {other:?}"),
    }
}

fn scaled<const N: usize>(shape: &oracle::Shape<N>, by: [f64; N]) -> oracle::Shape<N> {
    let even = by.iter().all(|s| s.abs() == by[0].abs());
    if let (oracle::Shape::Ball { radius }, false) = (shape, even) {
        let radii = by.map(|s| {
            let product = radius * s.abs();
            let exactly = exact(*radius).unwrap() * exact(s.abs()).unwrap();
            assert_eq!(
                exact(product),
                Some(exactly),
                "the judge's ellipsoids have radii of floats"
            );
            product
        });
        return oracle::Shape::Ellipsoid { radii };
    }
    let (points, radius) = outline(shape).expect("straight");
    let factors = by.map(|s| exact(s).unwrap());
    let stretched =
        |p: &oracle::Vector<N>| oracle::Vector(std::array::from_fn(|i| &p.0[i] * &factors[i]));
    assert!(even || radius == Rational::ZERO, "a radius stretched unevenly");
    let corners = points.iter().map(stretched).collect();
    oracle::Shape::Grown { corners, radius: radius * exact(by[0].abs()).unwrap() }
}

/// Vertices and radius, where the core is straight.
pub fn outline<const N: usize>(
    shape: &oracle::Shape<N>,
) -> Option<(Vec<oracle::Vector<N>>, Rational)> {
    use oracle::Shape as S;
    let floats = |points: &[[f64; N]], radius| {
        let corners = points.iter().map(|p| oracle::Vector::exact(*p)).collect::<Option<_>>()?;
        Some((corners, radius))
    };
    let up = |y: f64| std::array::from_fn(|i| if i == 1 { y } else { 0.0 });
    match shape {
        S::Point => floats(&[[0.0; N]], Rational::ZERO),
        S::Segment(ends) => floats(ends, Rational::ZERO),
        S::Triangle(corners) => floats(corners, Rational::ZERO),
        S::Hull(points) => floats(points, Rational::ZERO),
        S::Ball { radius } => floats(&[[0.0; N]], exact(*radius)?),
        S::Capsule { half_height, radius } => {
            floats(&[up(*half_height), up(-half_height)], exact(*radius)?)
        }
        S::Box { half_extents } => {
            let corner = |mask: usize| {
                std::array::from_fn(|i| {
                    if mask >> i & 1 == 1 { half_extents[i] } else { -half_extents[i] }
                })
            };
            floats(&(0..1 << N).map(corner).collect::<Vec<_>>(), Rational::ZERO)
        }
        S::Rounded { inner, radius } => {
            let (corners, inner) = outline(inner)?;
            Some((corners, inner + exact(*radius)?))
        }
        S::Grown { corners, radius } => Some((corners.clone(), radius.clone())),
        S::Cylinder { .. } | S::Cone { .. } | S::Ellipsoid { .. } => None,
    }
}
