//! A pair as source text, and source text as a pair: a failing pair is printed so that it can be
//! pasted into a test.

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, DepthRange, Ellipsoid, HalfSpace,
    MinkowskiSum, Point, Pose, Rounded, Scalar, Scaled, Segment, Shape, Space, Triangle, Vector,
};

use crate::court::Court;
use crate::exact_form::array;
use crate::random::vector;

/// A shape as the source text that builds it with [`make`].
pub fn brief<V: Vector>(shape: &Shape<V>) -> String {
    let v = |p: V| match V::Space::DIM {
        2 => format!("{:?}", array::<V, 2>(p)),
        _ => format!("{:?}", array::<V, 3>(p)),
    };
    let list = |points: &[V]| points.iter().map(|p| v(*p)).collect::<Vec<_>>().join(", ");
    let t = |x: V::Scalar| format!("{:?}", x.to_f64());
    match shape {
        Shape::Point(p) => format!("hull([{}])", v(p.0)),
        Shape::Segment(s) => format!("segment({}, {})", v(s.a), v(s.b)),
        Shape::Triangle(s) => format!("triangle({}, {}, {})", v(s.a), v(s.b), v(s.c)),
        Shape::Ball(s) => format!("ball({})", t(s.radius)),
        Shape::Capsule(s) => format!("capsule({}, {})", t(s.half_height), t(s.radius)),
        Shape::Cuboid(s) => format!("cuboid({})", v(s.half_extents)),
        Shape::Cylinder(s) => format!("cylinder({}, {})", t(s.half_height), t(s.radius)),
        Shape::Cone(s) => format!("cone({}, {})", t(s.half_height), t(s.radius)),
        Shape::Ellipsoid(s) => format!("ellipsoid({})", v(s.radii)),
        Shape::Hull(h) => format!("hull([{}])", list(h.vertices())),
        Shape::Frustum(f) => match f.view_projection() {
            Some((columns, depth)) => {
                let columns = columns.map(|c| c.map(|x| x.to_f64()));
                format!("camera({columns:?}, DepthRange::{depth:?})")
            }
            None => format!("frustum([{}])", list(&f.corners().expect("eight corners"))),
        },
        Shape::HalfSpace(w) => format!("wall({}, {})", v(w.normal), t(w.offset)),
        Shape::Rounded(r) => format!("rounded({}, {})", brief(&r.inner), t(r.radius)),
        Shape::Scaled(s) => format!("scaled({}, {})", brief(s.inner()), v(s.scale())),
        Shape::Sum(s) => format!("sum({}, {})", brief(&s.a), brief(&s.b)),
        other => format!("{other:?}"),
    }
}

/// A pose as the numbers of [`Court::raw_pose`].
pub fn numbers<V: Vector>(pose: &Pose<V>) -> String {
    let debug = format!("{:?}", pose.rotation);
    let rotation: Vec<String> = debug
        .split(": ")
        .skip(1)
        .map(|s| s.split([',', ' ']).next().unwrap_or_default().to_owned())
        .map(|s| {
            // The shortest digits of an f32 denote a different f64.
            let x: f64 = if V::Scalar::EPSILON > 1e-10 {
                f64::from(s.parse::<f32>().unwrap_or(f32::NAN))
            } else {
                s.parse().unwrap_or(f64::NAN)
            };
            format!("{x:?}")
        })
        .collect();
    let t = match V::Space::DIM {
        2 => format!("{:?}", array::<V, 2>(pose.translation)),
        _ => format!("{:?}", array::<V, 3>(pose.translation)),
    };
    format!("at({t}, [{}])", rotation.join(", "))
}

/// Shapes from literal numbers, as [`brief`] and [`numbers`] write them.
pub mod make {
    use super::*;

    fn v<V: Vector, const N: usize>(p: [f64; N]) -> V {
        assert_eq!(N, V::Space::DIM);
        let mut i = 0;
        vector(|| {
            i += 1;
            p[i - 1]
        })
    }
    fn t<T: Scalar>(x: f64) -> T {
        T::from_f64(x)
    }
    /// A pose: the translation, then cosine and sine or x, y, z, w.
    pub fn at<V: Court, const N: usize, const R: usize>(to: [f64; N], turn: [f64; R]) -> Pose<V> {
        let mut numbers = [0.0; 7];
        numbers[..N].copy_from_slice(&to);
        numbers[N..N + R].copy_from_slice(&turn);
        V::raw_pose(numbers)
    }
    /// The hull of points; of one point, the point.
    pub fn hull<V: Court, const N: usize, const M: usize>(points: [[f64; N]; M]) -> Shape<V> {
        if M == 1 {
            return Point(v(points[0])).into();
        }
        ConvexHull::new(&points.map(v)).unwrap().into()
    }
    /// A frustum by its eight corners.
    pub fn frustum<V: Court, const N: usize>(points: [[f64; N]; 8]) -> Shape<V> {
        V::frustum(points.map(v))
    }
    /// The frustum of a camera's matrix, given by columns.
    pub fn camera<V: Court>(columns: [[f64; 4]; 4], depth: DepthRange) -> Shape<V> {
        V::seen(columns, depth).unwrap()
    }
    /// Between two points.
    pub fn segment<V: Court, const N: usize>(p: [f64; N], q: [f64; N]) -> Shape<V> {
        Segment::new(v(p), v(q)).into()
    }
    /// A triangle by its three points.
    pub fn triangle<V: Court, const N: usize>(p: [f64; N], q: [f64; N], r: [f64; N]) -> Shape<V> {
        Triangle::new(v(p), v(q), v(r)).into()
    }
    /// A ball by its radius.
    pub fn ball<V: Court>(r: f64) -> Shape<V> {
        Ball::new(t(r)).into()
    }
    /// A capsule by its half height and radius.
    pub fn capsule<V: Court>(h: f64, r: f64) -> Shape<V> {
        Capsule::new(t(h), t(r)).into()
    }
    /// A box by its half extents.
    pub fn cuboid<V: Court, const N: usize>(e: [f64; N]) -> Shape<V> {
        Cuboid::new(v(e)).into()
    }
    /// A cylinder by its half height and radius.
    pub fn cylinder<V: Court>(h: f64, r: f64) -> Shape<V> {
        Cylinder::new(t(h), t(r)).into()
    }
    /// A cone by its half height and radius.
    pub fn cone<V: Court>(h: f64, r: f64) -> Shape<V> {
        Cone::new(t(h), t(r)).into()
    }
    /// An ellipsoid by its radii.
    pub fn ellipsoid<V: Court, const N: usize>(e: [f64; N]) -> Shape<V> {
        Ellipsoid::new(v(e)).into()
    }
    /// A half-space by its normal and offset.
    pub fn wall<V: Court, const N: usize>(n: [f64; N], o: f64) -> Shape<V> {
        HalfSpace::new(v(n), t(o)).into()
    }
    /// Grown by a ball.
    pub fn rounded<V: Court>(inner: Shape<V>, r: f64) -> Shape<V> {
        Rounded::new(inner, t(r)).into()
    }
    /// Stretched along the local axes.
    pub fn scaled<V: Court, const N: usize>(inner: Shape<V>, by: [f64; N]) -> Shape<V> {
        Scaled::new(inner, v(by)).unwrap().into()
    }
    /// The Minkowski sum.
    pub fn sum<V: Court>(a: Shape<V>, b: Shape<V>) -> Shape<V> {
        MinkowskiSum::new(a, b).into()
    }
}
