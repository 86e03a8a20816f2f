//! The exact judge over the library's shapes and poses, in each of its spaces.

use clearance::{
    ConvexHull, DepthRange, Frustum, Motion, Pose, Rotation as _, Rotation2, Rotation3, Scalar,
    Shape, Space, SupportMap as _, Vector, Xy, Xyz,
};
use clearance_oracle as oracle;
use oracle::Bracket;

use crate::beside::outside;
use crate::exact_form::{array, oracle_shape, outline, pose2, pose3};
use crate::pair::Pair;
use crate::random::{Random, vector};
use crate::turns::{Place, Turns, Way};
use crate::wall::{beside_wall, least_height, over_length};

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

/// Where a body is on its way, in floats.
pub struct Track<S> {
    /// The rows of its matrix, and its origin's place, at a time.
    pub at: Box<dyn Fn(f64) -> Place<S>>,
    /// Its centre's velocity, and how fast it turns.
    pub speeds: (S, f64),
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
pub trait Court: Vector {
    /// A rotation by this angle, about any axis.
    fn turn(random: &mut Random, angle: f64) -> <Self::Space as Space>::Rotation<Self::Scalar>;
    /// Vertices and radius, where the core is straight.
    fn outline(shape: &Shape<Self>) -> Option<(Vec<Self::Space>, f64)>;
    /// The facets of a polytope where it stands; in the plane those of the prism of height 1.
    /// `None` for what is curved, or grown.
    fn solid(shape: &Shape<Self>, at: &Pose<Self>) -> Option<oracle::Facets>;
    /// The exact truth of a pair.
    fn judge(a: &Shape<Self>, at_a: &Pose<Self>, b: &Shape<Self>, at_b: &Pose<Self>) -> Truth;
    /// The frustum of eight points; in the plane, which has no cameras, their hull.
    fn frustum(corners: [Self; 8]) -> Shape<Self>;
    /// What a camera of this matrix, by columns, sees. The plane has no cameras.
    fn seen(columns: [[f64; 4]; 4], depth: DepthRange) -> Option<Shape<Self>>;
    /// A pose of these very numbers: the translation's, then the rotation's (cosine and sine, or x,
    /// y, z, w).
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
    /// Whether B, on its way, comes as near to A as `skin` in a span of time; see
    /// [`oracle::meets_within`]. Of half-spaces too; `None` where the judge cannot decide.
    fn meets(pair: &Pair<Self>, velocity: Self, span: [f64; 2], skin: f64) -> Option<bool>;
    /// When B, on its way, first touches A; see [`oracle::judge_impact`].
    fn impact(pair: &Pair<Self>, velocity: Self, last: f64) -> oracle::Impact;
    /// The truth of a pair once B has moved.
    fn judge_at(pair: &Pair<Self>, velocity: Self, time: f64) -> Truth;
    /// A motion as the library takes it.
    fn motion(from: &Pose<Self>, way: &Way<Self>) -> Motion<Self>;
    /// The truth of a pair at a time of its motions, and a normal from A to B where there is one.
    /// `None` where the judge cannot place them.
    fn turned(turns: &Turns<Self>, time: f64) -> Option<TurnedTruth<Self>>;
    /// Where the bodies are, in floats.
    fn tracks(turns: &Turns<Self>) -> Option<[Track<Self::Space>; 2]>;
}

/// A [`Truth`], and a direction from A to B that is normal to both.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct TurnedTruth<V> {
    pub signed: Bracket,
    pub normal: Option<V>,
}

impl<V: Vector<Space: Bench>> Court for V {
    fn turn(random: &mut Random, angle: f64) -> <V::Space as Space>::Rotation<V::Scalar> {
        <V::Space as Bench>::turn(random, angle)
    }
    fn outline(shape: &Shape<V>) -> Option<(Vec<V::Space>, f64)> {
        <V::Space as Bench>::outline(shape)
    }
    fn solid(shape: &Shape<V>, at: &Pose<V>) -> Option<oracle::Facets> {
        let is_polytope = crate::is_straight(shape) && shape.radius_f64() == 0.0;
        let has_end = shape.unbounded().is_none();
        (is_polytope && has_end).then(|| <V::Space as Bench>::solid(shape, at))?
    }
    fn judge(a: &Shape<V>, at_a: &Pose<V>, b: &Shape<V>, at_b: &Pose<V>) -> Truth {
        let truth = <V::Space as Bench>::judge(a, at_a, b, at_b);
        // The judge knows a rotation of the plane to 2^-190, unless its length is rational, and
        // so cannot decide exact contact.
        let far = (at_a.translation.to_space() - at_b.translation.to_space()).length();
        let size = a.reach() + b.reach() + a.radius_f64() + b.radius_f64() + far;
        // Brackets are rounded outward, and among subnormal numbers that is a step.
        let nothing = f64::max(1e-50 * size, f64::from_bits(1));
        let touching = truth.signed.lo.abs().max(truth.signed.hi.abs()) <= nothing;
        let is_exact = V::Space::DIM == 3 || [at_a, at_b].iter().all(|at| is_rational(at));
        if touching && !is_exact {
            Truth { intersects: None, exact: false, ..truth }
        } else {
            truth
        }
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
    fn meets(pair: &Pair<V>, velocity: V, span: [f64; 2], skin: f64) -> Option<bool> {
        let meets = |skin| <V::Space as Bench>::meets(pair, velocity, span, skin);
        if V::Space::DIM == 3 || [&pair.at_a, &pair.at_b].iter().all(|at| is_rational(at)) {
            return meets(&oracle::exact(skin)?);
        }
        // The judge knows a rotation of the plane to 2^-190.
        let nothing = oracle::exact(1e-45 * pair.size())?;
        let skin = oracle::exact(skin)?;
        let (less, more) = (meets(&(&skin - &nothing))?, meets(&(&skin + &nothing))?);
        (less == more).then_some(less)
    }
    fn impact(pair: &Pair<V>, velocity: V, last: f64) -> oracle::Impact {
        <V::Space as Bench>::impact(pair, velocity, last)
    }
    fn judge_at(pair: &Pair<V>, velocity: V, time: f64) -> Truth {
        <V::Space as Bench>::judge_at(pair, velocity, time)
    }
    fn motion(from: &Pose<V>, way: &Way<V>) -> Motion<V> {
        let motion = match &way.to {
            Some((to, true)) => Motion::blended(from, to),
            Some((to, false)) => Motion::between(from, to),
            None => {
                let turning = <V::Space as Bench>::angular::<V>(way.spin);
                Motion::new(from).velocity(way.velocity).turning(turning)
            }
        };
        motion.about(way.center)
    }
    fn turned(turns: &Turns<V>, time: f64) -> Option<TurnedTruth<V>> {
        <V::Space as Bench>::turned(turns, time)
    }
    fn tracks(turns: &Turns<V>) -> Option<[Track<V::Space>; 2]> {
        <V::Space as Bench>::tracks(turns)
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
    /// See [`Court::solid`].
    fn solid<V: Vector<Space = Self>>(shape: &Shape<V>, at: &Pose<V>) -> Option<oracle::Facets>;
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
    /// See [`Court::meets`].
    fn meets<V: Vector<Space = Self>>(
        pair: &Pair<V>,
        velocity: V,
        span: [f64; 2],
        skin: &oracle::Rational,
    ) -> Option<bool>;
    /// See [`Court::impact`].
    fn impact<V: Vector<Space = Self>>(pair: &Pair<V>, velocity: V, last: f64) -> oracle::Impact;
    /// See [`Court::judge_at`].
    fn judge_at<V: Vector<Space = Self>>(pair: &Pair<V>, velocity: V, time: f64) -> Truth;
    /// An angular velocity; of the plane the third number.
    fn angular<V: Vector<Space = Self>>(spin: [f64; 3]) -> Self::Angular<V>;
    /// See [`Court::turned`].
    fn turned<V: Vector<Space = Self>>(turns: &Turns<V>, time: f64) -> Option<TurnedTruth<V>>;
    /// See [`Court::tracks`].
    fn tracks<V: Vector<Space = Self>>(turns: &Turns<V>) -> Option<[Track<Self>; 2]>;
}

macro_rules! bench {
    ($Space:ty, $dim:literal, $pose:ident, $turn:expr, $frustum:expr, $seen:expr, $rotation:expr, $angular:expr) => {
        impl Bench for $Space {
            fn turn<T: Scalar>(random: &mut Random, angle: f64) -> Self::Rotation<T> {
                $turn(random, angle)
            }
            fn outline<V: Vector<Space = Self>>(shape: &Shape<V>) -> Option<(Vec<Self>, f64)> {
                let (points, radius) = outline(&oracle_shape::<V, $dim>(shape))?;
                let lift = |p: oracle::Vector<$dim>| {
                    let p = p.0.map(|x| oracle::near(&x));
                    Self::from_xyz(p[0], p[1], p.get(2).copied().unwrap_or_default())
                };
                Some((points.into_iter().map(lift).collect(), oracle::near(&radius)))
            }
            fn solid<V: Vector<Space = Self>>(
                shape: &Shape<V>,
                at: &Pose<V>,
            ) -> Option<oracle::Facets> {
                let (points, _) = outline(&oracle_shape::<V, $dim>(shape))?;
                let place = $pose(at);
                let raised = |p: oracle::Vector<$dim>, z: i64| {
                    let at = |i| p.0.get(i).cloned().unwrap_or_else(|| z.into());
                    oracle::Vector([at(0), at(1), at(2)])
                };
                let heights = if $dim == 2 { 0..2 } else { 0..1 };
                let points = heights.flat_map(|z| points.iter().map(move |p| raised(p.clone(), z)));
                let body = oracle::Polytope::new(points.collect())?;
                Some(oracle::Facets::of(&body).map(|p| {
                    let moved =
                        place.apply(&oracle::Vector(std::array::from_fn(|i| p.0[i].clone())));
                    let at = |i| moved.0.get(i).unwrap_or(&p.0[2]).clone();
                    oracle::Vector([at(0), at(1), at(2)])
                }))
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
                let (dot, world) = (Shape::from(clearance::Point(point)), oracle::Pose::identity());
                if let Some(truth) = beside_wall((shape, &place), (&dot, &world)) {
                    return truth.signed.lo.max(0.0);
                }
                outside(array(point), &oracle_shape::<V, $dim>(shape), &place)
            }
            fn judge<V: Vector<Space = Self>>(
                a: &Shape<V>,
                at_a: &Pose<V>,
                b: &Shape<V>,
                at_b: &Pose<V>,
            ) -> Truth {
                let (place_a, place_b) = ($pose(at_a), $pose(at_b));
                beside_wall((a, &place_a), (b, &place_b)).unwrap_or_else(|| {
                    oracle::judge(&oracle_shape(a), &place_a, &oracle_shape(b), &place_b)
                        .unwrap()
                        .into()
                })
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
                let low = least_height(&along, from, &oracle_shape::<V, $dim>(b), &place_b);
                let high = least_height(&-&along, from, &oracle_shape::<V, $dim>(a), &place_a);
                over_length(
                    low.height + high.height,
                    along.norm_squared(),
                    &(low.radius + high.radius),
                )
            }
            fn meets<V: Vector<Space = Self>>(
                pair: &Pair<V>,
                velocity: V,
                span: [f64; 2],
                skin: &oracle::Rational,
            ) -> Option<bool> {
                let Pair { a, at_a, b, at_b } = pair;
                let (place_a, place_b) = ($pose(at_a), $pose(at_b));
                let velocity = oracle::Vector::exact(array(velocity))?;
                let span = span.map(|time| oracle::exact(time).unwrap());
                if pair.boundary().is_some() {
                    // The height is linear in time: lowest at an end.
                    let at = |time: &oracle::Rational| {
                        let mut there = place_b.clone();
                        there.translation = &there.translation + &(&velocity * time);
                        beside_wall((a, &place_a), (b, &there))?.intersects
                    };
                    if !skin.is_zero() {
                        return None;
                    }
                    let [first, last] = span.each_ref().map(at);
                    return if first == Some(true) { first } else { last };
                }
                let [first, last] = &span;
                let (a, b) = (oracle_shape::<V, $dim>(a), oracle_shape::<V, $dim>(b));
                oracle::meets_within((&a, &place_a), (&b, &place_b), &velocity, [first, last], skin)
                    .unwrap()
            }
            fn impact<V: Vector<Space = Self>>(
                pair: &Pair<V>,
                velocity: V,
                last: f64,
            ) -> oracle::Impact {
                let Pair { a, at_a, b, at_b } = pair;
                let (a, b) = (oracle_shape::<V, $dim>(a), oracle_shape::<V, $dim>(b));
                oracle::judge_impact(&a, &$pose(at_a), &b, &$pose(at_b), array(velocity), last)
                    .unwrap()
            }
            fn judge_at<V: Vector<Space = Self>>(pair: &Pair<V>, velocity: V, time: f64) -> Truth {
                let Pair { a, at_a, b, at_b } = pair;
                let (place_a, mut there) = ($pose(at_a), $pose(at_b));
                let velocity = oracle::Vector::exact(array(velocity)).unwrap();
                let time = oracle::exact(time).unwrap();
                there.translation = &there.translation + &(&velocity * &time);
                oracle::judge(&oracle_shape(a), &place_a, &oracle_shape(b), &there).unwrap().into()
            }
            fn angular<V: Vector<Space = Self>>(spin: [f64; 3]) -> Self::Angular<V> {
                $angular(spin)
            }
            fn turned<V: Vector<Space = Self>>(
                turns: &Turns<V>,
                time: f64,
            ) -> Option<TurnedTruth<V>> {
                let Pair { a, at_a, b, at_b } = &turns.pair;
                let [of_a, of_b] = &turns.ways;
                let time = oracle::exact(time)?;
                let place_a = turning::<V, $dim>($pose(at_a), of_a, |to| $pose(to))?.at(&time);
                let place_b = turning::<V, $dim>($pose(at_b), of_b, |to| $pose(to))?.at(&time);
                if let Some(Truth { signed, .. }) = beside_wall((a, &place_a), (b, &place_b)) {
                    return Some(TurnedTruth { signed, normal: None });
                }
                let truth = oracle::judge(
                    &oracle_shape::<V, $dim>(a),
                    &place_a,
                    &oracle_shape(b),
                    &place_b,
                )
                .ok()?;
                let normal = truth.normals.first().map(|n| {
                    let mut numbers = n.iter().copied();
                    vector(|| numbers.next().unwrap_or(0.0))
                });
                Some(TurnedTruth { signed: truth.signed_distance, normal })
            }
            fn tracks<V: Vector<Space = Self>>(turns: &Turns<V>) -> Option<[Track<Self>; 2]> {
                let Pair { at_a, at_b, .. } = &turns.pair;
                let [of_a, of_b] = &turns.ways;
                let lift = |p: [f64; $dim]| {
                    Self::from_xyz(p[0], p[1], p.get(2).copied().unwrap_or_default())
                };
                let track = |at: &Pose<V>, way: &Way<V>| {
                    let floats = turning::<V, $dim>($pose(at), way, |to| $pose(to))?.floats();
                    let (velocity, rate) = floats.speeds();
                    let at = move |time: f64| {
                        let (rows, place) = floats.at(time);
                        let row = |i: usize| rows.get(i).map_or(Self::default(), |r| lift(*r));
                        ([row(0), row(1), row(2)], lift(place))
                    };
                    Some(Track { at: Box::new(at), speeds: (lift(velocity), rate) })
                };
                Some([track(at_a, of_a)?, track(at_b, of_b)?])
            }
        }
    };
}

/// A motion in exact arithmetic.
fn turning<V: Vector, const N: usize>(
    from: oracle::Pose<N>,
    way: &Way<V>,
    pose: impl Fn(&Pose<V>) -> oracle::Pose<N>,
) -> Option<oracle::Turning<N>> {
    let center = oracle::Vector::exact(array(way.center))?;
    match &way.to {
        Some((to, blend)) => oracle::Turning::between(from, &pose(to), center, *blend),
        None => {
            let velocity = oracle::Vector::exact(array(way.velocity))?;
            oracle::Turning::steady(from, center, velocity, way.spin)
        }
    }
}
bench!(
    Xy,
    2,
    pose2,
    |_: &mut Random, angle: f64| Rotation2::from_angle(T::from_f64(angle)),
    |c: [_; 8]| ConvexHull::new(&c).unwrap().into(),
    |_, _| None,
    |[cos, sin, _, _]: [_; 4]| Rotation2 { cos, sin },
    |[_, _, z]: [f64; 3]| V::Scalar::from_f64(z)
);
bench!(
    Xyz,
    3,
    pose3,
    |r: &mut Random, angle: f64| Rotation3::from_axis_angle(r.direction(), angle),
    |c: [_; 8]| Frustum::from_corners(c).unwrap().into(),
    |m, depth| Frustum::from_view_projection(m, depth).ok().map(Shape::from),
    |[x, y, z, w]: [_; 4]| Rotation3 { x, y, z, w },
    |[x, y, z]: [f64; 3]| V::from_space(Xyz::new(x, y, z))
);
