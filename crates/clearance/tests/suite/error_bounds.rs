//! The error constants, measured: every number against its value in rational arithmetic, on random inputs and on inputs made worse bit
//! by bit. The worst error found must stay within the gap, and come near enough to it that the test could fail.
//!
//! The lemmas are in `docs/errors.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{
    Cone, ConvexPoints, Cuboid, Cylinder, Ellipsoid, Expand, HalfSpace, MinkowskiSum, Point, Pose,
    Proximity, Rotation2, Rotation3, Rounded, Scalar, Scaled, Space, SupportMap, Vector, Xy, Xyz,
    distance, proximity, separation,
};
use clearance_oracle::{Rational, exact, judge, near, sqrt_bounds};
use clearance_trust::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// An exact point of the plane or of space.
type Exact = Vec<Rational>;

fn number(value: f64) -> Rational {
    exact(value).unwrap()
}

/// To a relative 2^-190, which is negligible beside the errors measured here.
fn root(value: &Rational) -> Rational {
    sqrt_bounds(value).0
}

fn dot(a: &Exact, b: &Exact) -> Rational {
    a.iter().zip(b).fold(Rational::ZERO, |sum, (x, y)| sum + x * y)
}

fn plus(a: &Exact, b: &Exact) -> Exact {
    a.iter().zip(b).map(|(x, y)| x + y).collect()
}

fn minus(a: &Exact, b: &Exact) -> Exact {
    a.iter().zip(b).map(|(x, y)| x - y).collect()
}

fn times(a: &Exact, b: &Exact) -> Exact {
    a.iter().zip(b).map(|(x, y)| x * y).collect()
}

fn length(a: &Exact) -> Rational {
    root(&dot(a, a))
}

fn magnitude(value: Rational) -> Rational {
    if value < Rational::ZERO { -value } else { value }
}

/// Rotations by their numbers: cosine and sine, or a quaternion, of any length.
trait Turns: Space + Expand {
    fn rotation<T: Scalar>(numbers: [f64; 4]) -> Self::Rotation<T>;
    fn matrix(numbers: [f64; 4]) -> Vec<Exact>;
}

impl Turns for Xy {
    fn rotation<T: Scalar>([cos, sin, ..]: [f64; 4]) -> Rotation2<T> {
        Rotation2 { cos: T::from_f64(cos), sin: T::from_f64(sin) }
    }
    fn matrix([cos, sin, ..]: [f64; 4]) -> Vec<Exact> {
        let (cos, sin) = (number(cos), number(sin));
        let norm = root(&(&cos * &cos + &sin * &sin));
        let (cos, sin) = (cos / &norm, sin / &norm);
        vec![vec![cos.clone(), -sin.clone()], vec![sin, cos]]
    }
}

impl Turns for Xyz {
    fn rotation<T: Scalar>([x, y, z, w]: [f64; 4]) -> Rotation3<T> {
        let [x, y, z, w] = [x, y, z, w].map(T::from_f64);
        Rotation3::from_xyzw(x, y, z, w)
    }
    fn matrix(numbers: [f64; 4]) -> Vec<Exact> {
        let pose = clearance_oracle::Pose::from_quaternion([0.0; 3], numbers).unwrap();
        pose.linear.into_iter().map(|row| row.0.to_vec()).collect()
    }
}

trait Measured: Vector<Space: Turns> {}
impl<V: Vector<Space: Turns>> Measured for V {}

fn coordinates<V: Vector>(v: V) -> Exact {
    let v = v.to_space();
    (0..V::Space::DIM).map(|i| number(v.coordinate(i))).collect()
}

/// The numbers of one measurement, read off a list that the search may change.
struct Reader<'a>(std::slice::Iter<'a, f64>);

impl Reader<'_> {
    fn number<T: Scalar>(&mut self) -> T {
        T::from_f64(*self.0.next().unwrap())
    }
    fn vector<V: Vector>(&mut self) -> V {
        let [x, y, z] = [0; 3].map(|_| *self.0.next().unwrap());
        V::from_space(V::Space::from_xyz(x, y, z))
    }
    fn positive<V: Vector>(&mut self) -> V {
        V::from_space(self.vector::<V>().to_space().map(f64::abs))
    }
    /// A pose, and the same exactly: matrix and translation.
    fn pose<V: Measured>(&mut self) -> (Pose<V>, Placed) {
        let numbers = [0; 4].map(|_| self.number::<V::Scalar>().to_f64());
        let translation = self.vector::<V>();
        let rotation = <V::Space as Turns>::rotation(numbers);
        let matrix = <V::Space as Turns>::matrix(numbers);
        (Pose { translation, rotation }, Placed { matrix, translation: coordinates(translation) })
    }
}

struct Placed {
    matrix: Vec<Exact>,
    translation: Exact,
}

impl Placed {
    fn turn(&self, direction: &Exact) -> Exact {
        self.matrix.iter().map(|row| dot(row, direction)).collect()
    }
    fn point<V: Vector>(&self, local: V) -> Exact {
        plus(&self.turn(&coordinates(local)), &self.translation)
    }
}

/// Numbers a measurement takes at most.
const NUMBERS: usize = 40;

/// The error of an answer as a part of its gap, `None` where there is no answer to judge.
type Ratio = fn(&mut Reader<'_>) -> Option<f64>;

fn ratio(truth: &Rational, value: f64, gap: f64) -> Option<f64> {
    let error = near(&magnitude(truth - &number(value)));
    if !gap.is_finite() {
        return None;
    }
    Some(if error == 0.0 { 0.0 } else { error / gap })
}

/// The worst ratio: of random numbers first, then of those changed one bit at a time for as long as that makes them worse.
fn worst(measure: Ratio, seed: u64, samples: u32, steps: u32) -> (f64, Vec<f64>) {
    let mut random = Random(seed);
    let judge = |numbers: &[f64]| measure(&mut Reader(numbers.iter()));
    let mut best = (-1.0, Vec::new());
    for i in 0..samples {
        // All of one size, or of several.
        let spread = if i % 2 == 0 { 0 } else { 12 };
        let numbers: Vec<f64> = (0..NUMBERS)
            .map(|_| {
                let unit = random.bits() as f64 / u64::MAX as f64 * 2.0 - 1.0;
                unit * 2.0_f64.powi(random.below(spread + 1) as i32 - spread as i32)
            })
            .collect();
        if let Some(found) = judge(&numbers)
            && found > best.0
        {
            best = (found, numbers);
        }
    }
    for _ in 0..steps {
        let mut numbers = best.1.clone();
        for _ in 0..=random.below(2) {
            let place = random.below(NUMBERS as u64) as usize;
            let bit = random.below(52);
            numbers[place] = f64::from_bits(numbers[place].to_bits() ^ (1 << bit));
        }
        if let Some(found) = judge(&numbers)
            && found >= best.0
        {
            best = (found, numbers);
        }
    }
    best
}

/// Asserts that the worst ratio is an error within the gap, and not so small that the test could
/// not fail.
fn holds(what: &str, measure: Ratio, sharp: f64) {
    holds_after(what, measure, sharp, [200, 900]);
}

fn holds_after(what: &str, measure: Ratio, sharp: f64, [samples, steps]: [u32; 2]) {
    let climbs = (1..=3).map(|seed| worst(measure, seed, samples, steps));
    let (found, numbers) = climbs.max_by(|p, q| p.0.total_cmp(&q.0)).unwrap();
    println!("{what}: {found:.3}");
    assert!(found <= 1.0, "{what}: {found} at {numbers:?}");
    assert!(found > sharp, "{what}: {found} shows nothing");
}

/// A height along a direction, by two support points in poses.
fn height<V: Measured>(read: &mut Reader<'_>) -> Option<f64> {
    let ((pose_a, at_a), (pose_b, at_b)) = (read.pose::<V>(), read.pose::<V>());
    let direction = read.vector::<V>();
    let a: [V; 3] = std::array::from_fn(|_| read.vector());
    let b: [V; 3] = std::array::from_fn(|_| read.vector());
    let along = coordinates(direction);
    let highest = a.iter().map(|p| dot(&at_a.point(*p), &along)).max()?;
    let lowest = b.iter().map(|p| dot(&at_b.point(*p), &along)).min()?;
    let truth = (lowest - highest) / length(&along);
    let (a, b) = (ConvexPoints::new(&a).unwrap(), ConvexPoints::new(&b).unwrap());
    let found = separation(&a, &pose_a, &b, &pose_b, direction);
    ratio(&truth, found.length.to_f64(), found.gap.to_f64())
}

#[test]
fn heights() {
    holds("height, plane f64", height::<DVec2>, 0.02);
    holds("height, space f64", height::<DVec3>, 0.02);
    holds("height, plane f32", height::<Vec2>, 0.5);
    holds("height, space f32", height::<Vec3>, 0.5);
}

/// The distance of two points, each in a pose: the error of poses alone.
fn points<V: Measured>(read: &mut Reader<'_>) -> Option<f64> {
    let ((pose_a, at_a), (pose_b, at_b)) = (read.pose::<V>(), read.pose::<V>());
    let (p, q): (V, V) = (read.vector(), read.vector());
    let truth = length(&minus(&at_a.point(p), &at_b.point(q)));
    let found = distance(&Point(p), &pose_a, &Point(q), &pose_b)?;
    ratio(&truth, found.length.to_f64(), found.gap.to_f64())
}

/// The same about one origin, where only the relative rotation is left.
fn turned_points<V: Measured>(read: &mut Reader<'_>) -> Option<f64> {
    let ((mut pose_a, at_a), (mut pose_b, at_b)) = (read.pose::<V>(), read.pose::<V>());
    let origin = V::from_space(V::Space::default());
    (pose_a.translation, pose_b.translation) = (origin, origin);
    let (p, q): (V, V) = (read.vector(), read.vector());
    let truth = length(&minus(&at_a.turn(&coordinates(p)), &at_b.turn(&coordinates(q))));
    let found = distance(&Point(p), &pose_a, &Point(q), &pose_b)?;
    ratio(&truth, found.length.to_f64(), found.gap.to_f64())
}

#[test]
fn distances_of_points() {
    holds("points, plane f64", points::<DVec2>, 0.05);
    holds("points, space f64", points::<DVec3>, 0.05);
    holds("points, plane f32", points::<Vec2>, 0.5);
    holds("points, space f32", points::<Vec3>, 0.5);
    holds("turned points, plane f64", turned_points::<DVec2>, 0.05);
    holds("turned points, space f64", turned_points::<DVec3>, 0.05);
}

/// Without rotations nothing but the heights' own rounding is charged: the sharpest test of `HEIGHT`.
fn moved_points<V: Measured>(read: &mut Reader<'_>) -> Option<f64> {
    let (t, p, q): (V, V, V) = (read.vector(), read.vector(), read.vector());
    let between = plus(&coordinates(t), &minus(&coordinates(q), &coordinates(p)));
    let origin = V::from_space(V::Space::default());
    let found = distance(&Point(p), &origin, &Point(q), &t)?;
    ratio(&length(&between), found.length.to_f64(), found.gap.to_f64())
}

#[test]
fn distances_without_rotation() {
    holds("moved points, plane f64", moved_points::<DVec2>, 0.1);
    holds("moved points, space f64", moved_points::<DVec3>, 0.1);
}

/// The height of one curved shape along a direction, from its own formula.
fn curved<V: Measured, A: SupportMap<V>>(
    shape: &A,
    direction: V,
    height: &Rational,
) -> Option<f64> {
    let origin = V::from_space(V::Space::default());
    // From the shape's farthest point to the origin.
    let found = separation(shape, &origin, &Point(origin), &origin, direction);
    let truth = -(height / length(&coordinates(direction)));
    ratio(&truth, found.length.to_f64(), found.gap.to_f64())
}

fn ellipsoid<V: Measured>(read: &mut Reader<'_>) -> Option<f64> {
    let (radii, direction) = (read.positive::<V>(), read.vector::<V>());
    let height = length(&times(&coordinates(radii), &coordinates(direction)));
    curved(&Ellipsoid::new(radii), direction, &height)
}

/// Radius times the distance from the axis, and the height along it, of a direction of space.
fn around_axis(radius: f64, half_height: f64, direction: DVec3) -> [Rational; 2] {
    let d = coordinates(direction);
    let outward = root(&(&d[0] * &d[0] + &d[2] * &d[2]));
    [outward * number(radius), &d[1] * number(half_height)]
}

fn cylinder(read: &mut Reader<'_>) -> Option<f64> {
    let (radius, half_height) = (read.number::<f64>().abs(), read.number::<f64>().abs());
    let direction = read.vector::<DVec3>();
    let [outward, along] = around_axis(radius, half_height, direction);
    curved(&Cylinder::new(half_height, radius), direction, &(outward + magnitude(along)))
}

fn cone(read: &mut Reader<'_>) -> Option<f64> {
    let (radius, half_height) = (read.number::<f64>().abs(), read.number::<f64>().abs());
    let direction = read.vector::<DVec3>();
    let [outward, along] = around_axis(radius, half_height, direction);
    curved(&Cone::new(half_height, radius), direction, &along.clone().max(outward - along))
}

/// A triangle with a radius, stretched unevenly: the radius becomes part of the core.
fn stretched<V: Measured>(read: &mut Reader<'_>) -> Option<f64> {
    let corners: [V; 3] = std::array::from_fn(|_| read.vector());
    let (radius, scale) = (read.number::<f64>().abs(), read.vector::<V>());
    let direction = read.vector::<V>();
    let along = times(&coordinates(scale), &coordinates(direction));
    let highest = corners.iter().map(|p| dot(&coordinates(*p), &along)).max()?;
    let height = highest + length(&along) * number(V::Scalar::from_f64(radius).to_f64());
    let inner = ConvexPoints::new(&corners).unwrap();
    let rounded = Rounded::new(inner, V::Scalar::from_f64(radius));
    curved(&Scaled::new(rounded, scale).ok()?, direction, &height)
}

fn summed<V: Measured>(read: &mut Reader<'_>) -> Option<f64> {
    let corners: [V; 3] = std::array::from_fn(|_| read.vector());
    let (radii, direction) = (read.positive::<V>(), read.vector::<V>());
    let along = coordinates(direction);
    let highest = corners.iter().map(|p| dot(&coordinates(*p), &along)).max()?;
    let height = highest + length(&times(&coordinates(radii), &along));
    let sum = MinkowskiSum::new(ConvexPoints::new(&corners).unwrap(), Ellipsoid::new(radii));
    curved(&sum, direction, &height)
}

#[test]
fn heights_of_curved_shapes() {
    holds("ellipse", ellipsoid::<DVec2>, 0.02);
    holds("ellipsoid", ellipsoid::<DVec3>, 0.02);
    holds("cylinder", cylinder, 0.02);
    holds("cone", cone, 0.02);
    holds("stretched, plane", stretched::<DVec2>, 0.02);
    holds("stretched, space", stretched::<DVec3>, 0.02);
    holds("sum, plane", summed::<DVec2>, 0.02);
    holds("sum, space", summed::<DVec3>, 0.02);
}

/// A half-space against a point, whichever of them comes first.
fn wall<V: Measured>(read: &mut Reader<'_>) -> Option<f64> {
    let ((pose_a, at_a), (pose_b, at_b)) = (read.pose::<V>(), read.pose::<V>());
    let (normal, point) = (read.vector::<V>(), read.vector::<V>());
    let (offset, swap) = (read.number::<V::Scalar>(), read.number::<f64>() < 0.0);
    let outward = at_a.turn(&coordinates(normal));
    let from_origin = minus(&at_b.point(point), &at_a.translation);
    let over = dot(&outward, &from_origin) - number(offset.to_f64());
    let truth = over / length(&coordinates(normal));
    let (wall, point) = (HalfSpace::new(normal, offset), Point(point));
    let found = if swap {
        proximity(&point, &pose_b, &wall, &pose_a)
    } else {
        proximity(&wall, &pose_a, &point, &pose_b)
    };
    ratio(&truth, found.signed_distance().to_f64(), found.witness().gap.to_f64())
}

#[test]
fn half_spaces() {
    holds("wall, plane", wall::<DVec2>, 0.02);
    holds("wall, space", wall::<DVec3>, 0.02);
    holds("wall, space f32", wall::<Vec3>, 0.5);
}

/// Overlapping boxes, by their separating axes; the second a small one in some cases, and turned by nearly half a turn, where the
/// columns of the rotation are least of unit length.
fn boxes(read: &mut Reader<'_>) -> Option<f64> {
    let (half_a, half_b) = (read.positive::<DVec3>(), read.positive::<DVec3>());
    let half_b = half_b * if read.number::<f64>() < 0.0 { 1.0 / 1024.0 } else { 1.0 };
    let [x, y, z, w] = [0; 4].map(|_| read.number::<f64>());
    let tilt = if read.number::<f64>() < 0.0 { 2.0_f64.powi(-50) } else { 1.0 };
    let q = [x, y * tilt, z * tilt, w * tilt];
    let offset = read.vector::<DVec3>() * 0.25;
    let pose = (Rotation3::from_xyzw(q[0], q[1], q[2], q[3]), offset);
    let found = proximity(&Cuboid::new(half_a), &DVec3::ZERO, &Cuboid::new(half_b), &pose);
    let shape = |half: DVec3| clearance_oracle::Shape::Box { half_extents: half.to_array() };
    let at = clearance_oracle::Pose::from_quaternion(offset.to_array(), q).ok()?;
    let origin = clearance_oracle::Pose::identity();
    let truth = judge(&shape(half_a), &origin, &shape(half_b), &at).ok()?;
    let truth = number(truth.signed_distance.middle());
    ratio(&truth, found.signed_distance(), found.witness().gap)
}

#[test]
fn depths_of_boxes() {
    holds_after("boxes", boxes, 0.05, [80, 200]);
}

/// Hulls of a few points, usually overlapping: the error that EPA's facets and the plane's edges
/// add.
fn hulls<const N: usize, V: Measured>(
    read: &mut Reader<'_>,
    array: fn(V) -> [f64; N],
    pose: fn(&Pose<V>) -> clearance_oracle::Pose<N>,
) -> Option<f64> {
    let a: [V; 4] = std::array::from_fn(|_| read.vector());
    let b: [V; 4] = std::array::from_fn(|_| read.vector());
    let (at, _) = read.pose::<V>();
    let at = Pose { translation: V::from_space(at.translation.to_space() * 0.125), ..at };
    let origin = Pose::<V>::identity();
    let hull = |points: &[V; 4]| clearance_oracle::Shape::Hull(points.map(array).to_vec());
    let truth = judge(&hull(&a), &pose(&origin), &hull(&b), &pose(&at)).ok()?;
    let truth = number(truth.signed_distance.middle());
    let (a, b) = (ConvexPoints::new(&a).unwrap(), ConvexPoints::new(&b).unwrap());
    let found = proximity(&a, &origin, &b, &at);
    ratio(&truth, found.signed_distance().to_f64(), found.witness().gap.to_f64())
}

fn hulls_of_space(read: &mut Reader<'_>) -> Option<f64> {
    hulls::<3, DVec3>(
        read,
        |v| v.to_array(),
        |pose| {
            let Rotation3 { x, y, z, w } = pose.rotation;
            let translation = pose.translation.to_array();
            clearance_oracle::Pose::from_quaternion(translation, [x, y, z, w]).unwrap()
        },
    )
}

#[test]
fn depths_of_hulls() {
    holds_after("hulls, space", hulls_of_space, 0.02, [80, 200]);
}

/// A pair of straight shapes of one size, neither of them thin.
fn straight<V: Measured>(random: &mut Random) -> ([[V; 8]; 2], [Pose<V>; 2], f64) {
    let hulls =
        [0; 2].map(|_| std::array::from_fn(|_| V::from_space(random.direction::<V::Space>())));
    let poses = [0; 2].map(|_| {
        let numbers = [0; 4].map(|_| random.range(-1.0, 1.0));
        Pose {
            rotation: <V::Space as Turns>::rotation(numbers),
            translation: V::from_space(random.vector(1.5)),
        }
    });
    let apart = poses[1].translation.to_space() - poses[0].translation.to_space();
    (hulls, poses, 2.0 + apart.length())
}

/// The promise of `docs/errors.md`: the gap, in roundings of the size, of height, distance and
/// depth.
fn gaps<V: Measured>(most: [f64; 3]) {
    let mut random = Random(11);
    let mut widest = [0.0_f64; 3];
    for _ in 0..3000 {
        let ([a, b], [at_a, at_b], size) = straight::<V>(&mut random);
        let (a, b) = (ConvexPoints::new(&a).unwrap(), ConvexPoints::new(&b).unwrap());
        let axis = V::from_space(V::Space::axis(0));
        let mut note = |verb: usize, gap: V::Scalar| {
            widest[verb] = widest[verb].max(gap.to_f64() / (V::Scalar::EPSILON * size));
        };
        note(0, separation(&a, &at_a, &b, &at_b, axis).gap);
        match proximity(&a, &at_a, &b, &at_b) {
            Proximity::Separated(found) => note(1, found.gap),
            Proximity::Intersecting(found) | Proximity::Undecided(found) => note(2, found.gap),
        }
    }
    println!("{} {widest:.2?} of {most:?}", std::any::type_name::<V>());
    for (verb, (widest, most)) in widest.into_iter().zip(most).enumerate() {
        assert!(widest <= most && widest > 0.2 * most, "{verb}: {widest} of {most}");
    }
}

#[test]
fn gaps_for_users() {
    gaps::<DVec2>([48.0, 36.0, 67.0]);
    gaps::<DVec3>([48.0, 36.0, 142.0]);
    gaps::<Vec2>([0.51, 0.51, 0.51]);
    gaps::<Vec3>([0.51, 0.51, 0.63]);
}

/// The error that the lemmas charge a pair of reaches `ra` and `rb` at a distance `t`, radii
/// included in the reaches.
type Charged = fn(ra: f64, rb: f64, t: f64) -> f64;

/// The least gap of a kind of pair, as a part of what is charged: a bound that is charged too
/// little may hold all the same on every pair that a test can draw, since no pair has the worst of
/// all roundings at once.
fn least_gap<A: SupportMap<DVec3>, B: SupportMap<DVec3>>(
    shapes: impl Fn(&mut Random) -> (A, B),
    turned: bool,
    charged: Charged,
) -> f64 {
    let mut random = Random(5);
    let mut least = f64::INFINITY;
    for _ in 0..400 {
        let (a, b) = shapes(&mut random);
        let mut pose = |size: f64| {
            let numbers = [0; 4].map(|_| random.range(-1.0, 1.0));
            let rotation = <Xyz as Turns>::rotation(numbers);
            let translation = DVec3::from_space(random.vector(size));
            if turned {
                Pose { rotation, translation }
            } else {
                Pose::from_translation(translation)
            }
        };
        let (at_a, at_b) = (pose(4.0), pose(4.0));
        let t = (at_b.translation.to_space() - at_a.translation.to_space()).length();
        let [ra, rb] = [a.reach() + a.radius_f64(), b.reach() + b.radius_f64()];
        let gap = proximity(&a, &at_a, &b, &at_b).witness().gap.to_f64();
        // Closer than that, other proofs may narrow the gap.
        if t > 1.5 * (ra + rb) {
            least = least.min(gap / (charged(ra, rb, t) * f64::EPSILON * 0.5));
        }
    }
    least
}

#[test]
fn gaps_are_no_narrower_than_the_lemmas_charge() {
    let hull = |r: &mut Random| {
        let corners: [DVec3; 8] = std::array::from_fn(|_| DVec3::from_space(r.direction()));
        clearance::ConvexHull::new(&corners).unwrap()
    };
    // Beside it B's turned points weigh the most.
    let grain = |r: &mut Random| {
        let corners: [DVec3; 8] =
            std::array::from_fn(|_| DVec3::from_space(r.direction()) * 0.015625);
        clearance::ConvexHull::new(&corners).unwrap()
    };
    let length = |r: &mut Random| r.range(0.25, 1.0);
    let capsule = |r: &mut Random| clearance::Capsule::new(length(r), length(r));
    let cuboid = |r: &mut Random| Cuboid::new(DVec3::new(length(r), length(r), length(r)));
    let ball = |r: &mut Random| clearance::Ball::new(length(r));
    // Lemma 8, and 5 and 6 where a pose rounds; lemma 26 for what `pairs/plain` answers.
    let height: Charged = |ra, rb, t| 18.5 * (ra + rb + t);
    let height_turned: Charged = |ra, rb, t| 18.5 * (ra + rb + t) + 45.9 * rb + 24.5 * t;
    let plain: Charged = |ra, rb, t| 16.0 * (ra + rb + t);
    let plain_turned: Charged = |ra, rb, t| (16.0 + 23.5) * (ra + rb + t);
    let boxes_turned: Charged = |ra, rb, t| (18.5 + 45.9) * (ra + rb + t);
    let found = [
        ("hulls", least_gap(|r| (hull(r), hull(r)), false, height)),
        ("hulls, turned", least_gap(|r| (hull(r), hull(r)), true, height_turned)),
        ("a grain and a hull", least_gap(|r| (grain(r), hull(r)), true, height_turned)),
        ("balls", least_gap(|r| (ball(r), ball(r)), true, plain)),
        ("capsules", least_gap(|r| (capsule(r), capsule(r)), false, plain)),
        ("capsules, turned", least_gap(|r| (capsule(r), capsule(r)), true, plain_turned)),
        ("a box and a ball", least_gap(|r| (cuboid(r), ball(r)), true, plain_turned)),
        ("boxes", least_gap(|r| (cuboid(r), cuboid(r)), false, |ra, rb, t| 15.5 * (ra + rb + t))),
        ("boxes, turned", least_gap(|r| (cuboid(r), cuboid(r)), true, boxes_turned)),
    ];
    println!("{found:.2?}");
    for (name, least) in found {
        // Bounds that cross each other by their own rounding, by two units at most, narrow the gap
        // by as much. An error left out, or a gap halved, is more.
        assert!(least >= 0.85, "{name}: {least} of what is charged");
        assert!(least < 4.0, "{name}: the test is blunt, {least}");
    }
}
