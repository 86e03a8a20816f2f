//! Bounding boxes and balls, and mass properties.

#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use clearance::{
    Ball, BoundingBox, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace,
    MassError, MassProperties, MinkowskiSum, Point, Pose, Rotation, Rotation2, Rotation3, Rounded,
    Scaled, Segment, Shape, SupportMap, Triangle, bounding_ball, bounding_box, mass_properties,
};
use clearance_oracle as oracle;
use clearance_oracle::{Rational, Vector as Exact, exact, sqrt_bounds};
use glam::{DVec2, DVec3, Vec3};

/// Numbers of a fixed series in -1..1 (splitmix64).
struct Random(u64);

impl Random {
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        #[allow(clippy::cast_precision_loss)]
        let unit = ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 52) as f64;
        unit - 1.0
    }
    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }
    fn quaternion(&mut self) -> [f64; 4] {
        [self.number(), self.number(), self.number(), self.number()]
    }
    /// A size between 1e-6 and 1e6.
    fn size(&mut self) -> f64 {
        10_f64.powf(6.0 * self.number())
    }
}

/// Whether the box holds the interval `middle ± half` of each coordinate, exactly, and is no larger
/// than that by more than `slack`.
#[track_caller]
fn assert_holds(bounds: BoundingBox<DVec3>, middle: &Exact<3>, half: &[Rational; 3], slack: f64) {
    for (i, half) in half.iter().enumerate() {
        let (min, max) = (exact(bounds.min[i]).unwrap(), exact(bounds.max[i]).unwrap());
        let (low, high) = (&middle.0[i] - half, &middle.0[i] + half);
        assert!(min <= low && max >= high, "{bounds:?} cuts coordinate {i}");
        let slack = exact(slack).unwrap();
        assert!(min >= low - &slack && max <= high + &slack, "{bounds:?} is loose in {i}");
    }
}

fn sum(terms: impl Iterator<Item = Rational>) -> Rational {
    terms.fold(Rational::ZERO, |sum, term| sum + term)
}

#[test]
fn boxes_hold_exact_solids() {
    let mut random = Random(1);
    for _ in 0..2000 {
        let size = random.size();
        let [x, y, z, w] = random.quaternion();
        let at = random.vector() * random.size();
        let pose = Pose::new(Rotation3::from_xyzw(x, y, z, w), at).unwrap();
        let truth = oracle::Pose::from_quaternion(at.to_array(), [x, y, z, w]).unwrap();
        let (h, r) = (size * random.number().abs(), size * random.number().abs());
        let radii = random.vector().abs() * size;
        let radius = exact(r).unwrap();
        let along = |i: usize, j: usize| truth.linear[i].0[j].clone();
        let abs = |x: Rational| if x < Rational::ZERO { -x } else { x };
        let slack = 1e-13 * (size * 4.0 + at.length());
        let middle = &truth.translation;

        // The half extents of each, along world axis i, from the exact matrix.
        let capsule = [0, 1, 2].map(|i| abs(along(i, 1)) * exact(h).unwrap() + &radius);
        assert_holds(bounding_box(&Capsule::new(h, r), &pose), middle, &capsule, slack);
        let cuboid =
            [0, 1, 2].map(|i| sum((0..3).map(|j| abs(along(i, j)) * exact(radii[j]).unwrap())));
        assert_holds(bounding_box(&Cuboid::new(radii), &pose), middle, &cuboid, slack);
        let ellipsoid = [0, 1, 2].map(|i| {
            let square = |j: usize| {
                let x = along(i, j) * exact(radii[j]).unwrap();
                &x * &x
            };
            sqrt_bounds(&sum((0..3).map(square))).0
        });
        assert_holds(bounding_box(&Ellipsoid::new(radii), &pose), middle, &ellipsoid, slack);
        let cylinder = [0, 1, 2].map(|i| {
            let (x, z) = (along(i, 0), along(i, 2));
            let across = sqrt_bounds(&(&x * &x + &z * &z)).0;
            abs(along(i, 1)) * exact(h).unwrap() + across * &radius
        });
        assert_holds(bounding_box(&Cylinder::new(h, r), &pose), middle, &cylinder, slack);
    }
}

#[test]
fn boxes_are_exact_where_nothing_rounds() {
    let room = bounding_box(&Cuboid::new(Vec3::new(1.5, 0.25, 3.0)), &Vec3::new(8.0, -2.0, 0.5));
    assert_eq!(
        room,
        BoundingBox { min: Vec3::new(6.5, -2.25, -2.5), max: Vec3::new(9.5, -1.75, 3.5) }
    );
    let half_turn = (glam::Quat::from_xyzw(0.0, 0.0, 1.0, 0.0), Vec3::ONE);
    let wedge = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::new(0.0, 2.0, 4.0));
    let turned = bounding_box(&wedge, &half_turn);
    assert_eq!(
        turned,
        BoundingBox { min: Vec3::new(0.0, -1.0, 1.0), max: Vec3::new(1.0, 1.0, 5.0) }
    );
}

#[test]
fn boxes_and_balls_hold_f32_corners() {
    let mut random = Random(2);
    for _ in 0..2000 {
        let size = random.size();
        let points: Vec<Vec3> =
            (0..12).map(|_| ((random.vector() + 0.5) * size).as_vec3()).collect();
        let hull = ConvexHull::new(&points).unwrap();
        let [x, y, z, w] = random.quaternion();
        let at = (random.vector() * random.size()).as_vec3();
        #[allow(clippy::cast_possible_truncation)]
        let rotation = Rotation3::from_xyzw(x as f32, y as f32, z as f32, w as f32);
        let pose = Pose::new(rotation, at).unwrap();
        let wide = [rotation.x, rotation.y, rotation.z, rotation.w].map(f64::from);
        let truth = oracle::Pose::from_quaternion(at.as_dvec3().to_array(), wide).unwrap();
        let (bounds, ball) = (bounding_box(&hull, &pose), bounding_ball(&hull, &pose));
        let coordinate = |v: Vec3, i: usize| exact(f64::from(v[i])).unwrap();
        let radius = exact(f64::from(ball.radius)).unwrap();
        for point in &points {
            let corner = truth.apply(&Exact::exact(point.as_dvec3().to_array()).unwrap());
            let mut squared = Rational::ZERO;
            for i in 0..3 {
                assert!(coordinate(bounds.min, i) <= corner.0[i]);
                assert!(coordinate(bounds.max, i) >= corner.0[i]);
                let off = &corner.0[i] - &coordinate(ball.center, i);
                squared += &off * &off;
            }
            assert!(squared <= &radius * &radius, "{ball:?} does not hold {point}");
        }
        let diagonal = (bounds.max - bounds.min).length();
        // Far out the centre is off by the rounding of its place.
        assert!(
            ball.radius <= diagonal + 4e-6 * at.length(),
            "{ball:?} is larger than the box's own ball"
        );
    }
}

#[test]
fn what_has_no_end_fills_space() {
    let floor = HalfSpace::new(DVec3::Y, 0.0);
    let bounds = bounding_box(&floor, &DVec3::ZERO);
    assert_eq!((bounds.min, bounds.max), (DVec3::NEG_INFINITY, DVec3::INFINITY));
    assert_eq!(bounding_ball(&floor, &DVec3::ZERO).radius, f64::INFINITY);
    let broken = bounding_box(&Ball::new(f64::NAN), &DVec3::ZERO);
    assert_eq!(broken.max, DVec3::INFINITY);
    let nowhere = bounding_ball(&Ball::new(1.0), &DVec3::NAN);
    assert_eq!(nowhere.radius, f64::INFINITY);
}

#[track_caller]
fn assert_near(a: f64, b: f64, relative: f64) {
    assert!((a - b).abs() <= relative * a.abs().max(b.abs()).max(1e-300), "{a} and {b}");
}

#[track_caller]
fn assert_alike(a: &MassProperties<DVec3>, b: &MassProperties<DVec3>, relative: f64) {
    assert_near(a.volume, b.volume, relative);
    let size = (a.inertia[0].x + a.inertia[1].y + a.inertia[2].z) / a.volume;
    let length = size.sqrt() + a.centroid.length();
    assert!((a.centroid - b.centroid).length() <= relative * length, "{a:?} {b:?}");
    for (row, other) in a.inertia.into_iter().zip(b.inertia) {
        assert!((row - other).abs().max_element() <= relative * size * a.volume, "{a:?} {b:?}");
    }
}

/// The hull of support points all around a shape, grown by its radius: inside the shape, and nearly
/// the same.
fn hull_of<S: SupportMap<DVec3>>(shape: &S) -> ConvexHull<DVec3> {
    let n = 40;
    let points: Vec<DVec3> = (0..n)
        .flat_map(|i| (0..2 * n).map(move |j| (i, j)))
        .map(|(i, j)| {
            let polar = core::f64::consts::PI * (f64::from(i) + 0.5) / f64::from(n);
            let around = core::f64::consts::PI * (f64::from(j) + 0.5) / f64::from(n);
            let d = DVec3::new(polar.sin() * around.cos(), polar.cos(), polar.sin() * around.sin());
            shape.support(d, 0).point + d * shape.radius()
        })
        .collect();
    ConvexHull::new(&points).unwrap()
}

#[test]
fn hulls_have_the_moments_of_what_they_are() {
    // Exact polytopes: the sum over tetrahedra against the formula of a box.
    let half = DVec3::new(0.5, 2.0, 3.0);
    let corners: Vec<DVec3> = (0..8)
        .map(|i| {
            half * DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * 2.0
        })
        .collect();
    let hull = mass_properties(&ConvexHull::new(&corners).unwrap()).unwrap();
    let cuboid = mass_properties(&Cuboid::new(half)).unwrap();
    assert_eq!(cuboid.volume, 24.0);
    assert_eq!(cuboid.inertia[0].x, 24.0 / 3.0 * (4.0 + 9.0));
    assert_alike(&hull, &MassProperties { centroid: half, ..cuboid }, 1e-14);
    // A corner of a cube: 1/6, a quarter of the way, and 1/80 and 1/480 about its centre.
    let corner = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let corner = mass_properties(&ConvexHull::new(&corner).unwrap()).unwrap();
    let row = |i: usize| {
        let mut row = DVec3::splat(1.0 / 480.0);
        row[i] = 2.0 / 160.0;
        row
    };
    let truth = MassProperties {
        volume: 1.0 / 6.0,
        centroid: DVec3::splat(0.25),
        inertia: [row(0), row(1), row(2)],
    };
    assert_alike(&corner, &truth, 1e-14);
}

#[test]
fn curved_solids_have_the_moments_of_fine_hulls() {
    let solids: [Shape<DVec3>; 7] = [
        Ball::new(1.5).into(),
        Capsule::new(2.0, 0.7).into(),
        Cylinder::new(1.0, 0.6).into(),
        Cone::new(1.0, 0.8).into(),
        Ellipsoid::new(DVec3::new(0.5, 1.0, 2.0)).into(),
        Scaled::new(Shape::from(Cone::new(1.0, 0.8)), DVec3::new(-1.0, 2.0, 0.5)).unwrap().into(),
        Rounded::new(Shape::from(Segment::new(DVec3::ZERO, DVec3::new(1.0, 2.0, -1.0))), 0.5)
            .into(),
    ];
    for solid in solids {
        let fine = mass_properties(&hull_of(&solid)).unwrap();
        let known = mass_properties(&solid).unwrap();
        assert!(fine.volume <= known.volume * (1.0 + 1e-12), "{solid:?}: a hull from within");
        assert_alike(&known, &fine, 0.02);
    }
}

#[test]
fn rounded_boxes_join_what_they_are_made_of() {
    // Towards both ends of the scale a rounded box is a box and a ball.
    let rounded = |half: DVec3, r| mass_properties(&Rounded::new(Cuboid::new(half), r)).unwrap();
    let ball = mass_properties::<DVec3, _>(&Ball::new(2.0)).unwrap();
    assert_alike(&rounded(DVec3::ZERO, 2.0), &ball, 1e-15);
    let capsule = mass_properties::<DVec3, _>(&Capsule::new(0.5, 2.0)).unwrap();
    assert_alike(&rounded(DVec3::new(0.0, 0.5, 0.0), 2.0), &capsule, 1e-15);
    // Steiner: V + S r + M r² + 4/3 π r³, with the mean width's M = π (a + b + c).
    let (a, b, c, r) = (1.0, 2.0, 3.0, 0.25);
    let pi = core::f64::consts::PI;
    let volume = a * b * c
        + 2.0 * (a * b + b * c + c * a) * r
        + pi * (a + b + c) * r * r
        + 4.0 / 3.0 * pi * r * r * r;
    assert_near(rounded(DVec3::new(a, b, c) / 2.0, r).volume, volume, 1e-15);
}

#[test]
fn the_plane_has_areas() {
    let pi = core::f64::consts::PI;
    let moments = |shape: &Shape<DVec2>| mass_properties(shape).unwrap();
    let disc = moments(&Ball::new(2.0).into());
    assert_near(disc.volume, 4.0 * pi, 1e-15);
    assert_near(disc.inertia[0].x, disc.volume * 4.0 / 2.0, 1e-15);
    let ellipse = moments(&Ellipsoid::new(DVec2::new(1.0, 2.0)).into());
    assert_near(ellipse.inertia[1].y, ellipse.volume * 5.0 / 4.0, 1e-15);
    // A rectangle in four forms: as itself, as a cylinder's section, as a polygon, scaled.
    let sides = DVec2::new(1.0, 3.0);
    let corners = [[-1.0, -3.0], [1.0, -3.0], [1.0, 3.0], [-1.0, 3.0]].map(DVec2::from_array);
    let square: Shape<DVec2> = Cuboid::new(DVec2::ONE).into();
    for rectangle in [
        Cuboid::new(sides).into(),
        Cylinder::new(3.0, 1.0).into(),
        ConvexHull::new(&corners).unwrap().into(),
        Scaled::new(square, sides).unwrap().into(),
    ] {
        let rectangle = moments(&rectangle);
        assert_near(rectangle.volume, 12.0, 1e-15);
        assert_near(rectangle.inertia[0].x, 12.0 / 3.0 * 10.0, 1e-14);
        assert_eq!(rectangle.inertia[0].x, rectangle.inertia[1].y);
    }
    // Either way around.
    let (o, x, y) = (DVec2::ZERO, DVec2::X, DVec2::Y);
    assert_eq!(moments(&Triangle::new(o, x, y).into()), moments(&Triangle::new(o, y, x).into()));
    let cone = moments(&Cone::new(1.5, 1.0).into());
    assert_near(cone.volume, 3.0, 1e-15);
    assert!((cone.centroid - DVec2::new(0.0, -0.5)).length() < 1e-15);
}

#[test]
fn what_has_no_volume_says_so() {
    let of = |shape: Shape<DVec3>| mass_properties::<DVec3, _>(&shape).unwrap_err();
    assert_eq!(of(Point::new(DVec3::X).into()), MassError::NoVolume);
    assert_eq!(of(Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y).into()), MassError::NoVolume);
    assert_eq!(of(HalfSpace::new(DVec3::Y, 0.0).into()), MassError::NoVolume);
    let flat = ConvexHull::new(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::ONE.with_z(0.0)]).unwrap();
    assert_eq!(of(flat.into()), MassError::NoVolume);
    let ball = Shape::from(Ball::new(1.0));
    assert_eq!(of(MinkowskiSum::new(ball.clone(), ball).into()), MassError::Unknown);
    assert!(matches!(of(Ball::new(-1.0).into()), MassError::Shape(_)));
}

#[test]
fn poses_go_there_and_back() {
    let mut random = Random(3);
    for _ in 0..200 {
        let [x, y, z, w] = random.quaternion();
        let pose = Pose::new(Rotation3::from_xyzw(x, y, z, w), random.vector()).unwrap();
        let point = random.vector();
        let there = pose.transform_point(point);
        assert!((pose.inverse_transform_point(there) - point).length() < 1e-14);
        assert!((pose.inverse().transform_point(there) - point).length() < 1e-14);
        assert!((pose.compose(&pose.inverse()).transform_point(point) - point).length() < 1e-14);
        assert!((pose.transform_vector(point).length() - point.length()).abs() < 1e-14);
        let [x, y, z, w] = random.quaternion();
        let other = Pose::new(Rotation3::from_xyzw(x, y, z, w), random.vector()).unwrap();
        let ends = [pose.interpolate(&other, 0.0), pose.interpolate(&other, 1.0)];
        for (end, truth) in ends.iter().zip([&pose, &other]) {
            let off = end.transform_point(point) - truth.transform_point(point);
            assert!(off.length() < 1e-14, "{off}");
        }
        // Half the way twice is all the way.
        let half = pose.interpolate(&other, 0.5).rotation;
        let step = pose.rotation.inverse().compose(half);
        let whole = half.compose(step);
        let [there, truth] = [whole, other.rotation]
            .map(|rotation| Pose::new(rotation, DVec3::ZERO).unwrap().transform_point(point));
        assert!((there - truth).length() < 1e-13);
    }
    let (from, to) = (Rotation2::from_angle(3.0), Rotation2::from_angle(-3.0));
    let half: Rotation2<f64> = from.interpolate(to, 0.5);
    assert!(half.cos < -0.999, "the short way around, through half a turn");
}

#[test]
fn capsules_stand_between_their_ends() {
    let mut random = Random(4);
    let mut ends: Vec<[DVec3; 2]> = (0..200).map(|_| [random.vector(), random.vector()]).collect();
    ends.extend([
        [DVec3::Y, -DVec3::Y],
        [-DVec3::Y, DVec3::Y],
        [DVec3::X, DVec3::X],
        [DVec3::new(1e-12, 1.0, 0.0), DVec3::ZERO],
        [DVec3::new(1e-9, -1.0, 1e-9), DVec3::ZERO],
    ]);
    for [a, b] in ends {
        let (capsule, pose) = Capsule::from_points(a, b, 0.5);
        let tip = DVec3::new(0.0, capsule.half_height, 0.0);
        assert!((pose.transform_point(-tip) - a).length() < 1e-14, "{a} {b}");
        assert!((pose.transform_point(tip) - b).length() < 1e-14, "{a} {b}");
    }
    let (a, b) = (DVec2::new(1.0, -2.0), DVec2::new(4.0, 2.0));
    let (capsule, pose) = Capsule::from_points(a, b, 0.5);
    assert_eq!(capsule.half_height, 2.5);
    assert!((pose.transform_point(DVec2::new(0.0, 2.5)) - b).length() < 1e-15);
}

/// What `check` refuses has no bounds: a negative radius gave a box inside out.
#[test]
fn what_check_refuses_has_no_bounds() {
    let refused: [Shape<DVec3>; 5] = [
        Ball::new(-1.0).into(),
        Capsule::new(1.0, -0.5).into(),
        MinkowskiSum::new(Ball::new(2.0).into(), Ball::new(-1.0).into()).into(),
        Ball::new(1e307).into(),
        Cuboid::new(DVec3::splat(9e305)).into(),
    ];
    for shape in refused {
        let BoundingBox { min, max } = bounding_box(&shape, &DVec3::ZERO);
        let [none, all] = [f64::NEG_INFINITY, f64::INFINITY].map(DVec3::splat);
        assert_eq!((min, max), (none, all), "{shape:?}");
        let ball = bounding_ball(&shape, &DVec3::ZERO);
        assert_eq!((ball.center, ball.radius), (DVec3::ZERO, f64::INFINITY), "{shape:?}");
    }
}

/// Halves of the smallest numbers are rounded: the ball about the middle was a step too small.
#[test]
fn balls_about_hulls_of_a_few_steps() {
    let step = f64::from_bits(1);
    let mut random = Random(26);
    let mut steps = || (random.number() * 4.0).round() * step;
    for _ in 0..2000 {
        let corners: Vec<DVec3> = (0..4).map(|_| DVec3::new(steps(), steps(), steps())).collect();
        let hull = ConvexHull::new(&corners).unwrap();
        let ball = bounding_ball(&hull, &DVec3::ZERO);
        let radius = exact(ball.radius).unwrap();
        for corner in &corners {
            let off = (0..3).map(|i| exact(corner[i]).unwrap() - exact(ball.center[i]).unwrap());
            let squared: Rational = off.map(|x| &x * &x).fold(Rational::ZERO, |sum, x| sum + x);
            assert!(squared <= &radius * &radius, "{corners:?} {ball:?}");
        }
    }
}

/// A corner that two numbers do not hold was left out: for hulls scaled twice, all of them.
#[test]
fn corners_of_shapes_scaled_many_times() {
    use clearance::corner_points;
    let corners = [[0.1, 0.2, 0.3], [1.1, 0.7, 0.3], [-0.1, 0.9, 1.3], [0.3, -0.2, 0.7]];
    let factors = [1.1, 0.7, -1.3];
    let mut shape: Shape<DVec3> = ConvexHull::new(&corners.map(DVec3::from_array)).unwrap().into();
    let mut truth = corners.map(|corner| corner.map(|x| exact(x).unwrap()));
    for _ in 0..6 {
        shape = shape.scaled(DVec3::from_array(factors)).unwrap();
        for corner in &mut truth {
            for (x, by) in corner.iter_mut().zip(factors) {
                *x = &*x * exact(by).unwrap();
            }
        }
        let found: Vec<[f64; 3]> =
            corner_points(&shape, &DVec3::ZERO).map(|p| p.to_array()).collect();
        let near: Vec<[f64; 3]> = truth.iter().map(|c| c.each_ref().map(rounded)).collect();
        assert_eq!(found, near);
    }
}

/// The nearest float, or a neighbour where two are about as near.
fn rounded(x: &Rational) -> f64 {
    let (low, high) = (oracle::below(x), oracle::above(x));
    let [under, over] = [low, high].map(|y| {
        let off = exact(y).unwrap() - x;
        if off < Rational::ZERO { -off } else { off }
    });
    if under < over { low } else { high }
}

/// A volume or an inertia that floats do not hold was 0 or infinite, or the box was reported as
/// flat.
#[test]
fn masses_beyond_the_range() {
    let cube = |size: f32| mass_properties::<Vec3, _>(&Cuboid::new(Vec3::splat(size)));
    for size in [1e-37, 1e-16, 1e-12, 1e8, 1e13, 1e30] {
        assert_eq!(cube(size), Err(MassError::OutOfRange), "{size}");
    }
    assert!(cube(1e-8).is_ok() && cube(1e7).is_ok());
    let grain = |size: f64| mass_properties::<DVec3, _>(&Cuboid::new(DVec3::splat(size)));
    for size in [1e-300, 1e-110, 1e-70, 1e100, 1e305] {
        assert_eq!(grain(size), Err(MassError::OutOfRange), "{size}");
    }
    assert!(grain(1e-60).is_ok() && grain(1e60).is_ok());
    let flat = Cuboid::new(DVec3::new(1e-60, 0.0, 1e-60));
    assert_eq!(mass_properties::<DVec3, _>(&flat), Err(MassError::NoVolume));
}

/// Grown or summed, a half-space's point was its foot moved along the direction, which is inside.
#[test]
fn points_of_half_spaces_are_on_their_boundaries() {
    use clearance::support_point;
    let floor: Shape<DVec3> = HalfSpace::new(DVec3::Y, 0.5).into();
    let grown: Shape<DVec3> = Rounded::new(floor.clone(), 0.5).into();
    let summed: Shape<DVec3> =
        MinkowskiSum::new(floor.clone(), Cuboid::new(DVec3::splat(0.5)).into()).into();
    let scaled: Shape<DVec3> =
        Scaled::new(grown.clone(), DVec3::new(2.0, 1.0, -3.0)).unwrap().into();
    for (shape, height) in [(floor, 0.5), (grown, 1.0), (summed, 1.0), (scaled, 1.0)] {
        for direction in [DVec3::X, DVec3::Y, DVec3::NEG_Y, DVec3::ONE, DVec3::ZERO] {
            let found = support_point(&shape, &DVec3::new(0.0, 2.0, 0.0), direction);
            assert_eq!(found.point.y, 2.0 + height, "{shape:?} {direction}");
        }
    }
}
