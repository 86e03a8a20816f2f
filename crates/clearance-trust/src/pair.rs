//! Two placed shapes.

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, MinkowskiSum, Point,
    Pose, Proximity, Rotation as _, Rounded, Scalar, Scaled, Segment, Shape, Space, SupportMap,
    Triangle, Vector,
};

use crate::court::{Court, Truth};
use crate::literal::{brief, numbers};

/// The length of a vector whose squares may leave the range.
pub fn length<S: Space>(v: S) -> f64 {
    (0..S::DIM).fold(0.0, |sum: f64, i| sum.hypot(v.coordinate(i)))
}

/// A pair of shapes in poses.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Pair<V: Vector> {
    pub a: Shape<V>,
    pub at_a: Pose<V>,
    pub b: Shape<V>,
    pub at_b: Pose<V>,
}

impl<V: Court> Pair<V> {
    /// No point of one is farther from a point of the other. Half-spaces, which have no size, count
    /// by their offset, frusta without an end by their near corners.
    pub fn size(&self) -> f64 {
        let offset = self.at_a.translation.to_space() - self.at_b.translation.to_space();
        extent(&self.a) + extent(&self.b) + length(offset)
    }

    /// Whether both are polytopes, or polytopes grown by balls: then the judge is exact, and the
    /// library must decide.
    pub fn is_straight(&self) -> bool {
        is_straight(&self.a) && is_straight(&self.b)
    }

    /// Whether one has no end: a half-space, or the frustum of a camera without a far plane.
    pub fn has_wall(&self) -> bool {
        self.boundary().is_some() || is_endless_camera(&self.a) || is_endless_camera(&self.b)
    }

    /// Where one is a half-space or made of one: the unit normal of its boundary, from A to B.
    /// Rounded.
    pub fn boundary(&self) -> Option<V::Space> {
        let Self { a, at_a, b, at_b } = self;
        if let Some(normal) = boundary(a) {
            return Some(normal.rotate(&at_a.rotation.matrix()));
        }
        Some(-boundary(b)?.rotate(&at_b.rotation.matrix()))
    }

    /// The arguments, as source text over [`crate::literal::make`].
    pub fn literal(&self) -> String {
        let (a, b) = (brief(&self.a), brief(&self.b));
        format!("{a}, {}, {b}, {}", numbers(&self.at_a), numbers(&self.at_b))
    }

    /// The pair with A and B exchanged.
    pub fn swapped(&self) -> Self {
        let Self { a, at_a, b, at_b } = self.clone();
        Self { a: b, at_a: at_b, b: a, at_b: at_a }
    }

    /// The exact truth.
    pub fn truth(&self) -> Truth {
        V::judge(&self.a, &self.at_a, &self.b, &self.at_b)
    }

    /// The library's answer, without options.
    pub fn proximity(&self) -> Proximity<V> {
        clearance::proximity(&self.a, &self.at_a, &self.b, &self.at_b)
    }

    /// The pair with B moved.
    pub fn moved(&self, by: V::Space) -> Self {
        let mut moved = self.clone();
        moved.at_b.translation = V::from_space(self.at_b.translation.to_space() + by);
        moved
    }

    /// Every length multiplied; see [`magnified`].
    pub fn magnified(&self, factor: f64) -> Self {
        let place = |at: &Pose<V>| Pose {
            translation: V::from_space(at.translation.to_space() * factor),
            rotation: at.rotation,
        };
        Self {
            a: magnified(&self.a, factor),
            at_a: place(&self.at_a),
            b: magnified(&self.b, factor),
            at_b: place(&self.at_b),
        }
    }
}

/// The unit normal of a half-space in its own frame, also scaled, rounded, or summed with a shape
/// that has an end. Rounded.
pub(crate) fn boundary<V: Vector>(shape: &Shape<V>) -> Option<V::Space> {
    match shape {
        Shape::HalfSpace(wall) => Some(unit(wall.normal.to_space())),
        Shape::Rounded(r) => boundary(&r.inner),
        Shape::Scaled(s) => {
            Some(unit(boundary(s.inner())?.zip(s.scale().to_space(), |n, s| n / s)))
        }
        Shape::Sum(s) => boundary(&s.a).or_else(|| boundary(&s.b)),
        _ => None,
    }
}

/// The frustum of a camera without a far plane.
pub(crate) fn is_endless_camera<V: Vector>(shape: &Shape<V>) -> bool {
    matches!(shape, Shape::Frustum(frustum) if frustum.is_unbounded())
}

/// A vector at unit length, also where its square leaves the range. Rounded.
pub(crate) fn unit<S: Space>(v: S) -> S {
    let near_one = v * (1.0 / v.max_abs());
    near_one * (1.0 / length(near_one))
}

/// The farthest of a shape's points from its origin, or more; of a half-space its boundary.
fn extent<V: Vector>(shape: &Shape<V>) -> f64 {
    match shape {
        Shape::HalfSpace(wall) => wall.offset.to_f64().abs() / length(wall.normal.to_space()),
        Shape::Frustum(frustum) if frustum.is_unbounded() => crate::camera::near_reach(frustum),
        Shape::Rounded(r) if boundary(shape).is_some() => extent(&r.inner) + r.radius.to_f64(),
        Shape::Scaled(s) if boundary(shape).is_some() => {
            extent(s.inner()) * s.scale().to_space().max_abs()
        }
        Shape::Sum(s) if boundary(shape).is_some() => extent(&s.a) + extent(&s.b),
        shape => shape.reach() + shape.radius().to_f64(),
    }
}

/// Whether the shape is a polytope, or one grown by a ball.
pub fn is_straight<V: Vector>(shape: &Shape<V>) -> bool {
    match shape {
        Shape::Cylinder(_) | Shape::Cone(_) => V::Space::DIM == 2,
        Shape::Ellipsoid(_) | Shape::HalfSpace(_) => false,
        Shape::Rounded(r) => is_straight(&r.inner),
        Shape::Scaled(s) => {
            let scale = s.scale().to_space().map(f64::abs);
            let uniform = scale == V::Space::splat(scale.coordinate(0));
            is_straight(s.inner()) && (uniform || s.inner().radius_f64() == 0.0)
        }
        Shape::Sum(s) => is_straight(&s.a) && is_straight(&s.b),
        _ => true,
    }
}

/// The shape with every length multiplied, exactly where `factor` is a power of two and nothing
/// leaves the range.
pub fn magnified<V: Court>(shape: &Shape<V>, factor: f64) -> Shape<V> {
    let v = |p: V| V::from_space(p.to_space() * factor);
    let t = |x: V::Scalar| V::Scalar::from_f64(x.to_f64() * factor);
    match shape {
        Shape::Point(p) => Point(v(p.0)).into(),
        Shape::Segment(s) => Segment::new(v(s.a), v(s.b)).into(),
        Shape::Triangle(s) => Triangle::new(v(s.a), v(s.b), v(s.c)).into(),
        Shape::Ball(s) => Ball::new(t(s.radius)).into(),
        Shape::Capsule(s) => Capsule::new(t(s.half_height), t(s.radius)).into(),
        Shape::Cuboid(s) => Cuboid::new(v(s.half_extents)).into(),
        Shape::Cylinder(s) => Cylinder::new(t(s.half_height), t(s.radius)).into(),
        Shape::Cone(s) => Cone::new(t(s.half_height), t(s.radius)).into(),
        Shape::Ellipsoid(s) => Ellipsoid::new(v(s.radii)).into(),
        Shape::Hull(h) => {
            ConvexHull::new(&h.vertices().iter().map(|p| v(*p)).collect::<Vec<_>>()).unwrap().into()
        }
        Shape::Frustum(f) => match f.view_projection() {
            Some((columns, depth)) => {
                // To scale what a matrix sees, its first three columns are divided.
                let [x, y, z, w] = columns.map(|c| c.map(|x| x.to_f64()));
                let less = |c: [f64; 4]| c.map(|x| x / factor);
                V::seen([less(x), less(y), less(z), w], depth).unwrap()
            }
            None => V::frustum(f.corners().expect("eight corners").map(v)),
        },
        Shape::HalfSpace(w) => HalfSpace::new(w.normal, t(w.offset)).into(),
        Shape::Rounded(r) => Rounded::new(magnified(&r.inner, factor), t(r.radius)).into(),
        Shape::Scaled(s) => Scaled::new(magnified(s.inner(), factor), s.scale()).unwrap().into(),
        Shape::Sum(s) => MinkowskiSum::new(magnified(&s.a, factor), magnified(&s.b, factor)).into(),
        other => panic!("{other:?}"),
    }
}
