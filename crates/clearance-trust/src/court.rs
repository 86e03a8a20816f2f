//! The exact judge over the library's shapes and poses, in each of its spaces.

use clearance::{
    ConvexHull, DepthRange, Expand, Frustum, Pose, Rotation as _, Rotation2, Rotation3, Scalar,
    Shape, Space, SupportMap as _, Vector, Xy, Xyz,
};
use clearance_oracle as oracle;
use oracle::Bracket;

use crate::beside::outside;
use crate::random::{Random, vector};
use crate::tell::{array, outline, pose2, pose3, tell};
use crate::wall::{least_height, over_length, wall_truth};

/// What the judge says of a pair.
#[derive(Clone, Debug)]
pub struct Truth {
    /// `None`: curved, and too close for the judge too.
    pub intersects: Option<bool>,
    /// The distance, or minus the depth.
    pub signed: Bracket,
    /// Exact but for the rounding of the bracket to neighbouring floats.
    pub exact: bool,
}

impl<const N: usize> From<oracle::Truth<N>> for Truth {
    fn from(truth: oracle::Truth<N>) -> Self {
        let oracle::Truth { intersects, signed_distance: signed, exact, .. } = truth;
        Self { intersects, signed, exact }
    }
}

impl Truth {
    /// How far the exact signed distance is from 0 at least.
    pub fn least_magnitude(&self) -> f64 {
        self.signed.lo.max(-self.signed.hi).max(0.0)
    }
}

/// The spaces of the suite: what a test needs of a vector type beyond the library's own trait.
pub trait Court: Vector<Space: Expand> {
    /// A rotation by this angle, about any axis.
    fn turn(random: &mut Random, angle: f64) -> <Self::Space as Space>::Rotation<Self::Scalar>;
    /// Vertices and radius, where the core is straight.
    fn outline(shape: &Shape<Self>) -> Option<(Vec<Self::Space>, f64)>;
    /// The exact truth of a pair.
    fn judge(a: &Shape<Self>, at_a: &Pose<Self>, b: &Shape<Self>, at_b: &Pose<Self>) -> Truth;
    /// Of eight points; in the plane, which has no cameras, their hull.
    fn frustum(corners: [Self; 8]) -> Shape<Self>;
    /// What a camera of this matrix, by columns, sees. The plane has no cameras.
    fn seen(columns: [[f64; 4]; 4], depth: DepthRange) -> Option<Shape<Self>>;
    /// A pose of these very numbers: the translation's, then the rotation's (cosine and sine, or x, y, z, w).
    fn raw_pose(numbers: [f64; 7]) -> Pose<Self>;
    /// How far a point of the world is outside of a placed shape, at least.
    fn outside(point: Self, shape: &Shape<Self>, at: &Pose<Self>) -> f64;
    /// The exact separation along a direction, in a bracket of neighbouring floats.
    fn separation(
        a: &Shape<Self>,
        at_a: &Pose<Self>,
        b: &Shape<Self>,
        at_b: &Pose<Self>,
        direction: Self,
    ) -> Bracket;
}

impl<V: Vector<Space: Expand + Bench>> Court for V {
    fn turn(random: &mut Random, angle: f64) -> <V::Space as Space>::Rotation<V::Scalar> {
        <V::Space as Bench>::turn(random, angle)
    }
    fn outline(shape: &Shape<V>) -> Option<(Vec<V::Space>, f64)> {
        <V::Space as Bench>::outline(shape)
    }
    fn judge(a: &Shape<V>, at_a: &Pose<V>, b: &Shape<V>, at_b: &Pose<V>) -> Truth {
        let truth = <V::Space as Bench>::judge(a, at_a, b, at_b);
        // The judge is told a rotation of the plane to 2^-190, unless its length is rational: contact itself it cannot tell.
        let far = (at_a.translation.to_space() - at_b.translation.to_space()).length();
        let size = a.reach() + b.reach() + a.radius_f64() + b.radius_f64() + far;
        // Brackets are rounded outward, and among subnormal numbers that is a step.
        let nothing = f64::max(1e-50 * size, f64::from_bits(1));
        let touching = truth.signed.lo.abs().max(truth.signed.hi.abs()) <= nothing;
        let told = V::Space::DIM == 3 || [at_a, at_b].iter().all(|at| is_rational(at));
        if touching && !told { Truth { intersects: None, exact: false, ..truth } } else { truth }
    }
    fn outside(point: V, shape: &Shape<V>, at: &Pose<V>) -> f64 {
        <V::Space as Bench>::outside(point, shape, at)
    }
    fn frustum(corners: [V; 8]) -> Shape<V> {
        <V::Space as Bench>::frustum(corners)
    }
    fn seen(columns: [[f64; 4]; 4], depth: DepthRange) -> Option<Shape<V>> {
        <V::Space as Bench>::seen(columns, depth)
    }
    fn raw_pose(numbers: [f64; 7]) -> Pose<V> {
        let mut numbers = numbers.into_iter();
        let translation = vector(|| numbers.next().unwrap_or(0.0));
        let rest = std::array::from_fn(|_| numbers.next().unwrap_or(0.0));
        Pose { translation, rotation: V::Space::raw_rotation(rest) }
    }
    fn separation(
        a: &Shape<V>,
        at_a: &Pose<V>,
        b: &Shape<V>,
        at_b: &Pose<V>,
        direction: V,
    ) -> Bracket {
        <V::Space as Bench>::separation(a, at_a, b, at_b, direction)
    }
}

/// Whether the length of a cosine and sine is a fraction.
fn is_rational<V: Vector>(at: &Pose<V>) -> bool {
    let [cos, sin, ..] = at.rotation.components().map(|x| oracle::exact(x).unwrap());
    let (low, high) = oracle::sqrt_bounds(&(&cos * &cos + &sin * &sin));
    low == high
}

/// The plane or space as the judge sees it, whichever the precision.
pub trait Bench: Space {
    /// See [`Court::turn`].
    fn turn<T: Scalar>(random: &mut Random, angle: f64) -> Self::Rotation<T>;
    /// See [`Court::outline`].
    fn outline<V: Vector<Space = Self>>(shape: &Shape<V>) -> Option<(Vec<Self>, f64)>;
    /// See [`Court::frustum`].
    fn frustum<V: Vector<Space = Self>>(corners: [V; 8]) -> Shape<V>;
    /// See [`Court::seen`].
    fn seen<V: Vector<Space = Self>>(columns: [[f64; 4]; 4], depth: DepthRange)
    -> Option<Shape<V>>;
    /// See [`Court::raw_pose`].
    fn raw_rotation<T: Scalar>(numbers: [f64; 4]) -> Self::Rotation<T>;
    /// See [`Court::outside`].
    fn outside<V: Vector<Space = Self>>(point: V, shape: &Shape<V>, at: &Pose<V>) -> f64;
    /// See [`Court::judge`].
    fn judge<V: Vector<Space = Self>>(
        a: &Shape<V>,
        at_a: &Pose<V>,
        b: &Shape<V>,
        at_b: &Pose<V>,
    ) -> Truth;
    /// See [`Court::separation`].
    fn separation<V: Vector<Space = Self>>(
        a: &Shape<V>,
        at_a: &Pose<V>,
        b: &Shape<V>,
        at_b: &Pose<V>,
        direction: V,
    ) -> Bracket;
}

macro_rules! bench {
    ($Space:ty, $dim:literal, $pose:ident, $turn:expr, $frustum:expr, $seen:expr, $rotation:expr) => {
        impl Bench for $Space {
            fn turn<T: Scalar>(random: &mut Random, angle: f64) -> Self::Rotation<T> {
                $turn(random, angle)
            }
            fn outline<V: Vector<Space = Self>>(shape: &Shape<V>) -> Option<(Vec<Self>, f64)> {
                let (points, radius) = outline(&tell::<V, $dim>(shape))?;
                let lift = |p: oracle::Vector<$dim>| {
                    let p = p.0.map(|x| oracle::near(&x));
                    Self::from_xyz(p[0], p[1], p.get(2).copied().unwrap_or_default())
                };
                Some((points.into_iter().map(lift).collect(), oracle::near(&radius)))
            }
            fn frustum<V: Vector<Space = Self>>(corners: [V; 8]) -> Shape<V> {
                $frustum(corners)
            }
            fn seen<V: Vector<Space = Self>>(
                columns: [[f64; 4]; 4],
                depth: DepthRange,
            ) -> Option<Shape<V>> {
                $seen(columns.map(|c| c.map(V::Scalar::from_f64)), depth)
            }
            fn raw_rotation<T: Scalar>(numbers: [f64; 4]) -> Self::Rotation<T> {
                $rotation(numbers.map(T::from_f64))
            }
            fn outside<V: Vector<Space = Self>>(point: V, shape: &Shape<V>, at: &Pose<V>) -> f64 {
                let place = $pose(at);
                if let Shape::HalfSpace(wall) = shape {
                    let dot = oracle::Shape::Hull(vec![array(point)]);
                    let world = oracle::Pose::identity();
                    return wall_truth(wall, &place, &dot, &world).signed.lo.max(0.0);
                }
                outside(array(point), &tell::<V, $dim>(shape), &place)
            }
            fn judge<V: Vector<Space = Self>>(
                a: &Shape<V>,
                at_a: &Pose<V>,
                b: &Shape<V>,
                at_b: &Pose<V>,
            ) -> Truth {
                let (place_a, place_b) = ($pose(at_a), $pose(at_b));
                if let Shape::HalfSpace(wall) = a {
                    return wall_truth(wall, &place_a, &tell::<V, $dim>(b), &place_b);
                }
                if let Shape::HalfSpace(wall) = b {
                    return wall_truth(wall, &place_b, &tell::<V, $dim>(a), &place_a);
                }
                oracle::judge(&tell(a), &place_a, &tell(b), &place_b).unwrap().into()
            }
            fn separation<V: Vector<Space = Self>>(
                a: &Shape<V>,
                at_a: &Pose<V>,
                b: &Shape<V>,
                at_b: &Pose<V>,
                direction: V,
            ) -> Bracket {
                let (place_a, place_b) = ($pose(at_a), $pose(at_b));
                let along = oracle::Vector::exact(array(direction)).unwrap();
                let from = &place_a.translation;
                let low = least_height(&along, from, &tell::<V, $dim>(b), &place_b);
                let high = least_height(&-&along, from, &tell::<V, $dim>(a), &place_a);
                over_length(
                    low.height + high.height,
                    along.norm_squared(),
                    &(low.radius + high.radius),
                )
            }
        }
    };
}
bench!(
    Xy,
    2,
    pose2,
    |_: &mut Random, angle: f64| Rotation2::from_angle(T::from_f64(angle)),
    |c: [_; 8]| ConvexHull::new(&c).unwrap().into(),
    |_, _| None,
    |[cos, sin, _, _]: [_; 4]| Rotation2 { cos, sin }
);
bench!(
    Xyz,
    3,
    pose3,
    |r: &mut Random, angle: f64| Rotation3::from_axis_angle(r.direction(), angle),
    |c: [_; 8]| Frustum::from_corners(c).unwrap().into(),
    |m, depth| Frustum::from_view_projection(m, depth).ok().map(Shape::from),
    |[x, y, z, w]: [_; 4]| Rotation3 { x, y, z, w }
);
