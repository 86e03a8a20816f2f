//! Every kind of shape, and its extent along x.

use alloc::vec::Vec;

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, MinkowskiSum, Point,
    Rounded, Scalar, Scaled, Segment, Shape, Space, Triangle, Vector,
};

use crate::random::{Grain, Random, power_of_two};
use crate::space::World;

pub const KINDS: [&str; 15] = [
    "point",
    "segment",
    "triangle",
    "ball",
    "capsule",
    "cuboid",
    "cylinder",
    "cone",
    "ellipsoid",
    "hull",
    "frustum",
    "half-space",
    "rounded",
    "scaled",
    "sum",
];
/// The first kind that is composed of others.
const COMPOSED: usize = 12;

/// Draws the shapes of one pair: one grain, one unit of length.
pub struct Maker<'r> {
    pub random: &'r mut Random,
    pub grain: Grain,
    /// A power of two.
    pub unit: f64,
}

impl Maker<'_> {
    fn length<T: Scalar>(&mut self) -> T {
        T::from_f64(self.random.length(self.grain) * self.unit)
    }

    /// From -2 to 2 units in each coordinate.
    pub fn vector<S: World>(&mut self) -> S {
        (0..S::DIM).fold(S::default(), |v, i| {
            v + S::axis(i) * (self.random.coordinate(self.grain) * self.unit)
        })
    }

    fn point<V: Vector<Space: World>>(&mut self) -> V {
        V::from_space(self.vector())
    }

    fn lengths<V: Vector<Space: World>>(&mut self) -> V {
        V::from_space((0..V::Space::DIM).fold(V::Space::default(), |v, i| {
            v + V::Space::axis(i) * (self.random.length(self.grain) * self.unit)
        }))
    }

    /// Coarse hulls are full of coplanar and repeated points; some of the others are nearly flat.
    fn hull<V: Vector<Space: World>>(&mut self) -> Shape<V> {
        let most = if self.random.one_in(8) { 48 } else { 16 };
        let count = 1 + self.random.below(most);
        let squeeze = if self.random.one_in(4) { power_of_two(-12) } else { 1.0 };
        let points: Vec<V> = (0..count)
            .map(|_| {
                let p: V::Space = self.vector();
                V::from_space(p + V::Space::axis(0) * (p.coordinate(0) * (squeeze - 1.0)))
            })
            .collect();
        ConvexHull::new(&points).expect("points are finite").into()
    }

    /// Two parallel rectangles about the y-axis, the far one larger.
    fn frustum<V: Vector<Space: World>>(&mut self) -> Shape<V> {
        let [near, far] = [1.0, 2.0].map(|size| size * self.unit);
        let width = self.random.integer(3).abs() + 1.0;
        V::Space::frustum([0, 1, 2, 3, 4, 5, 6, 7].map(|i| {
            let sign = |bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
            let size = if sign(2) < 0.0 { near } else { far };
            V::from_space(V::Space::from_xyz(
                sign(0) * size * width / 4.0,
                size,
                sign(1) * size / 2.0,
            ))
        }))
    }

    /// Half of them are perpendicular to the x-axis, so that others can be placed against them.
    fn half_space<V: Vector<Space: World>>(&mut self) -> Shape<V> {
        let offset = self.random.coordinate(self.grain) * self.unit;
        let normal = loop {
            let normal = if self.random.one_in(2) {
                V::Space::axis(0) * self.random.integer(2)
            } else {
                (0..V::Space::DIM).fold(V::Space::default(), |v, i| {
                    v + V::Space::axis(i) * self.random.integer(8)
                })
            };
            if normal != V::Space::default() {
                break normal;
            }
        };
        HalfSpace::new(V::from_space(normal), V::Scalar::from_f64(offset)).into()
    }

    pub fn shape<V: Vector<Space: World>>(&mut self, kind: usize) -> Shape<V> {
        match KINDS[kind] {
            "point" => Point(self.point()).into(),
            "segment" => Segment::new(self.point(), self.point()).into(),
            "triangle" => Triangle::new(self.point(), self.point(), self.point()).into(),
            "ball" => Ball::new(self.length()).into(),
            "capsule" => Capsule::new(self.length(), self.length()).into(),
            "cuboid" => Cuboid::new(self.lengths()).into(),
            "cylinder" => Cylinder::new(self.length(), self.length()).into(),
            "cone" => Cone::new(self.length(), self.length()).into(),
            "ellipsoid" => Ellipsoid::new(self.lengths()).into(),
            "hull" => self.hull(),
            "frustum" => self.frustum(),
            "half-space" => self.half_space(),
            "rounded" => Rounded::new(self.part(), self.length()).into(),
            "scaled" => {
                let factors = (0..V::Space::DIM).fold(V::Space::default(), |v, i| {
                    v + V::Space::axis(i)
                        * [-1.0, 0.5, 0.75, 1.0, 2.0][self.random.below(5) as usize]
                });
                Scaled::new(self.part(), V::from_space(factors)).expect("no factor is zero").into()
            }
            _ => MinkowskiSum::new(self.part(), self.part()).into(),
        }
    }

    fn part<V: Vector<Space: World>>(&mut self) -> Shape<V> {
        let kind = self.random.below(COMPOSED as u64);
        self.shape(kind as usize)
    }
}

/// The least and the greatest x of a shape; for a half-space where its boundary crosses the x-axis.
pub fn extent<V: Vector>(shape: &Shape<V>) -> [f64; 2] {
    let about_origin = |x: V::Scalar| [-x.to_f64(), x.to_f64()];
    let along_x = |v: V| v.to_space().coordinate(0);
    match shape {
        Shape::Point(point) => hull_of(&[point.0].map(along_x)),
        Shape::Segment(s) => hull_of(&[s.a, s.b].map(along_x)),
        Shape::Triangle(t) => hull_of(&[t.a, t.b, t.c].map(along_x)),
        Shape::Ball(ball) => about_origin(ball.radius),
        Shape::Capsule(capsule) => about_origin(capsule.radius),
        Shape::Cuboid(cuboid) => [-along_x(cuboid.half_extents), along_x(cuboid.half_extents)],
        Shape::Cylinder(cylinder) => about_origin(cylinder.radius),
        Shape::Cone(cone) => about_origin(cone.radius),
        Shape::Ellipsoid(ellipsoid) => [-along_x(ellipsoid.radii), along_x(ellipsoid.radii)],
        Shape::Hull(hull) => {
            hull_of(&hull.vertices().iter().copied().map(along_x).collect::<Vec<_>>())
        }
        Shape::Frustum(frustum) => hull_of(&frustum.corners().expect("eight corners").map(along_x)),
        Shape::HalfSpace(h) => {
            let slope = along_x(h.normal);
            let crossing = if slope == 0.0 { 0.0 } else { h.offset.to_f64() / slope };
            [crossing, crossing]
        }
        Shape::Rounded(rounded) => {
            let [least, greatest] = extent(&rounded.inner);
            [least - rounded.radius.to_f64(), greatest + rounded.radius.to_f64()]
        }
        Shape::Scaled(scaled) => {
            let factor = along_x(scaled.scale());
            hull_of(&extent(scaled.inner()).map(|x| x * factor))
        }
        Shape::Sum(sum) => {
            let ([a, b], [c, d]) = (extent(&sum.a), extent(&sum.b));
            [a + c, b + d]
        }
        // The enum is non-exhaustive: a new kind of shape belongs in KINDS.
        _ => unreachable!("a kind of shape that this check does not know"),
    }
}

fn hull_of(values: &[f64]) -> [f64; 2] {
    values.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[least, greatest], x| {
        [if *x < least { *x } else { least }, if *x > greatest { *x } else { greatest }]
    })
}
