//! Casts of polytopes on a grid until they overlap by a given depth: never undecided. Truth by the
//! facets of their difference, found among all planes through its corners, whose numbers are whole;
//! for boxes by the overlap of their sides.
#![allow(clippy::indexing_slicing)]

use clearance::{
    AtStart, Ball, Cast, ConvexHull, Cuboid, HalfSpace, Meeting, Motion, Pose, Query, Rounded,
    Scalar, Shape, Space, Sweep, Vector, cast,
};
use clearance_trust::{Court, Random};
use glam::{DVec2, DVec3};

fn rounds() -> u64 {
    std::env::var("CLEARANCE_JUDGED").ok().and_then(|n| n.parse().ok()).unwrap_or(640) / 4
}

type Point = [f64; 3];

fn dot(p: Point, q: Point) -> f64 {
    p.iter().zip(q).map(|(p, q)| p * q).sum()
}

fn minus(p: Point, q: Point) -> Point {
    core::array::from_fn(|i| p[i] - q[i])
}

fn cross([a, b, c]: Point, [d, e, f]: Point) -> Point {
    [b * f - c * e, c * d - a * f, a * e - b * d]
}

/// A polytope by its corners, in a pose that takes whole numbers to whole numbers or halves.
struct Body<V: Vector> {
    shape: Shape<V>,
    pose: Pose<V>,
    corners: Vec<Point>,
    /// The radius of a ball that it is grown by.
    radius: f64,
}

fn vector<V: Vector>([x, y, z]: Point) -> V {
    V::from_space(V::Space::from_xyz(x, y, z))
}

fn whole<V: Vector>(r: &mut Random, most: u64) -> Point {
    let mut whole = || r.below(2 * most + 1) as f64 - most as f64;
    let [x, y, z] = [whole(), whole(), whole()];
    [x, y, if V::Space::DIM == 2 { 0.0 } else { z }]
}

/// Quarter turns about the axes, as a quaternion of whole numbers or a cosine and a sine.
fn body<V: Court>(r: &mut Random, is_box: bool) -> Body<V> {
    let in_plane = V::Space::DIM == 2;
    let (shape, local) = if is_box {
        let half: Point = core::array::from_fn(|_| 0.5 * (1 + r.below(6)) as f64);
        let half = if in_plane { [half[0], half[1], 0.0] } else { half };
        let corners = (0..8)
            .map(|i| core::array::from_fn(|k| if i >> k & 1 == 0 { half[k] } else { -half[k] }));
        (Cuboid::new(vector(half)).into(), corners.collect::<Vec<Point>>())
    } else {
        let mut corners: Vec<Point> = (0..4 + r.below(3)).map(|_| whole::<V>(r, 4)).collect();
        let axis = r.below(3) as usize;
        match r.below(8) {
            // Flat.
            0 => corners.iter_mut().for_each(|p| p[axis] = 1.0),
            1..5 => {
                corners.truncate(3);
                let moved = corners.clone().into_iter().map(|mut p| {
                    p[axis] = 3.0;
                    p
                });
                corners.iter_mut().for_each(|p| p[axis] = -1.0);
                corners.extend(moved.collect::<Vec<_>>());
            }
            _ => {}
        }
        let points: Vec<V> = corners.iter().map(|p| vector(*p)).collect();
        (ConvexHull::new(&points).unwrap().into(), corners)
    };
    let [x, y, z] = whole::<V>(r, 3).map(|x| 0.5 * x);
    let turn = r.below(4);
    let numbers = match (in_plane, turn) {
        (true, 0) => [x, y, 1.0, 0.0, 0.0, 0.0, 0.0],
        (true, _) => [x, y, 0.0, 1.0, 0.0, 0.0, 0.0],
        (false, 0) => [x, y, z, 0.0, 0.0, 0.0, 1.0],
        (false, 1) => [x, y, z, 1.0, 0.0, 0.0, 1.0],
        (false, 2) => [x, y, z, 0.0, 1.0, 0.0, 1.0],
        (false, _) => [x, y, z, 0.0, 0.0, 1.0, 1.0],
    };
    let turned = |[p, q, s]: Point| match (in_plane, turn) {
        (_, 0) => [p, q, s],
        (false, 1) => [p, -s, q],
        (false, 2) => [s, q, -p],
        _ => [-q, p, s],
    };
    let corners = local.into_iter().map(|p| minus(turned(p), [-x, -y, -z])).collect();
    let radius = if r.below(4) == 0 { 0.125 * r.below(4) as f64 } else { 0.0 };
    let shape = Rounded::new(shape, V::Scalar::from_f64(radius)).into();
    Body { shape, pose: V::raw_pose(numbers), corners, radius }
}

/// A facet of the difference: its normal, outward, and height.
type Facet = (Point, f64);

fn facets(a: &[Point], b: &[Point], in_plane: bool) -> Vec<Facet> {
    let mut points: Vec<Point> = a.iter().flat_map(|p| b.iter().map(|q| minus(*p, *q))).collect();
    points.sort_by(|p, q| p.partial_cmp(q).unwrap());
    points.dedup();
    let mut facets: Vec<Facet> = Vec::new();
    let mut add = |normal: Point, at: Point| {
        // Which sides of the plane hold corners.
        let height = dot(normal, at);
        let mut sides = [false; 2];
        for point in &points {
            let above = dot(normal, *point) - height;
            sides = [sides[0] || above < 0.0, sides[1] || above > 0.0];
            if sides == [true; 2] {
                return;
            }
        }
        let squared = dot(normal, normal);
        for (sign, side) in [(1.0, sides[1]), (-1.0, sides[0])] {
            let facet = (normal.map(|x| sign * x), sign * height);
            let is_known = |(n, _): &Facet| {
                let along = dot(*n, facet.0);
                along > 0.0 && along * along == dot(*n, *n) * squared
            };
            if squared > 0.0 && !side && !facets.iter().any(is_known) {
                facets.push(facet);
            }
        }
    };
    for (i, p) in points.iter().enumerate() {
        for (j, q) in points.iter().enumerate().skip(i + 1) {
            let edge = minus(*q, *p);
            if in_plane {
                add(cross(edge, [0.0, 0.0, 1.0]), *p);
                continue;
            }
            for s in points.iter().skip(j + 1) {
                add(cross(edge, minus(*s, *p)), *p);
            }
        }
    }
    facets
}

/// The times at which they overlap by `depth`, without an end: none if the first is later.
fn span(facets: &[Facet], velocity: Point, depth: f64) -> [f64; 2] {
    let never = [f64::INFINITY, f64::NEG_INFINITY];
    if facets.is_empty() {
        return never;
    }
    facets.iter().fold([f64::NEG_INFINITY, f64::INFINITY], |[first, last], (normal, height)| {
        let room = height - depth * dot(*normal, *normal).sqrt();
        match dot(*normal, velocity) {
            0.0 if room < 0.0 => never,
            0.0 => [first, last],
            rise if rise > 0.0 => [first, last.min(room / rise)],
            rise => [first.max(room / rise), last],
        }
    })
}

#[derive(Default, Debug)]
struct Counts {
    hits: u64,
    misses: u64,
    /// Hits at one time alone, or as deep for a while and never deeper.
    grazes: u64,
    /// At the start or the end, exactly.
    ends: u64,
}

fn judge<V: Court>(is_box: bool) {
    let mut counts = Counts::default();
    for seed in 0..if is_box { rounds() } else { rounds() / 2 } {
        let r = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let are_boxes = is_box && r.below(8) > 0;
        let (a, mut b) = (body::<V>(r, is_box), body::<V>(r, are_boxes));
        let mut velocity = whole::<V>(r, 2);
        if r.below(2) == 0 {
            let axis = r.below(V::Space::DIM as u64) as usize;
            velocity = core::array::from_fn(|i| if i == axis { velocity[i] } else { 0.0 });
        }
        let facets = facets(&a.corners, &b.corners, V::Space::DIM == 2);
        let is_plain = |x: f64| (x * 64.0).fract() == 0.0;
        // The depth that they keep where they move along a facet, or any depth.
        let along = facets.iter().filter(|(normal, _)| dot(*normal, velocity) == 0.0);
        let least = along.map(|(n, height)| height / dot(*n, *n).sqrt()).reduce(f64::min);
        let deep = match least {
            Some(least) if least > 0.0 && is_plain(least) && r.below(2) == 0 => least,
            _ => 0.25 * (1 + r.below(8)) as f64,
        };
        let [mut first, mut last] = span(&facets, velocity, deep);
        // Balls about all of it make it as much deeper.
        let depth = deep + a.radius + b.radius;
        // From or until exactly when they are as deep.
        let mut until = 0.5 * r.below(10) as f64;
        if first <= last && is_plain(first) && is_plain(last) {
            match r.below(4) {
                0 if first > 0.0 => until = first,
                1 => {
                    let start = [first, last][r.below(2) as usize];
                    let moved = velocity.map(|v| v * start);
                    let [x, y, z] = b.pose.translation.to_space().coordinates();
                    b.pose.translation = vector([x + moved[0], y + moved[1], z + moved[2]]);
                    (first, last) = (first - start, last - start);
                }
                _ => {}
            }
        }
        let [begins, ends] = [first.max(0.0), last.min(until)];
        assert!((ends - begins).abs() > 1e-9 || ends == begins, "{seed}: {first} {last}");
        let sweep = Sweep::new(vector::<V>(velocity))
            .until(V::Scalar::from_f64(until))
            .target_distance(V::Scalar::from_f64(-depth));
        let found = cast(&a.shape, &a.pose, &b.shape, &b.pose, &sweep);
        let context = || {
            format!(
                "{seed}: {:?} {:?} {:?} {:?} by {velocity:?} until {until} {depth} deep: {first} to \
                 {last}, {found:?}",
                a.shape, a.pose, b.shape, b.pose
            )
        };
        match found {
            Cast::Hit(hit) => {
                let [low, high] = [hit.time.low, hit.time.high].map(Scalar::to_f64);
                assert!(
                    begins <= ends && low <= begins + 1e-12 && begins - 1e-12 <= high,
                    "{}",
                    context()
                );
                let room = (1e-10 + 4.0 * V::Scalar::EPSILON) * (1.0 + high);
                assert!(high - low < room, "{}", context());
                counts.hits += 1;
                counts.grazes += u64::from(least == Some(deep) || first == last);
                counts.ends += u64::from(begins == ends || first == 0.0);
            }
            Cast::Miss => {
                assert!(begins > ends, "{}", context());
                counts.misses += 1;
            }
            Cast::Undecided(_) => panic!("{}", context()),
        }
    }
    println!("{counts:?}");
    let few = rounds() / if is_box { 80 } else { 160 };
    let Counts { hits, misses, grazes, ends } = counts;
    let rare = if is_box { grazes.min(ends) } else { ends };
    assert!(hits.min(misses) > 4 * few && rare > few, "{counts:?}");
}

/// A wall is one facet; so are two walls face to face.
fn walls<V: Court>() {
    let mut counts = [0; 3];
    for seed in 0..rounds() {
        let r = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let level = r.below(5) as f64 - 2.0;
        let wall = |up: f64| -> Shape<V> {
            HalfSpace::new(vector([0.0, up, 0.0]), V::Scalar::from_f64(level)).into()
        };
        let still = V::raw_pose(if V::Space::DIM == 2 {
            [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]
        } else {
            [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
        });
        let other = if r.below(4) == 0 {
            let [x, y, z] = whole::<V>(r, 3);
            let pose = Pose { translation: vector([x, y, z]), rotation: still.rotation };
            // Below it the other wall is solid down to its level.
            Body { shape: wall(-1.0), pose, corners: vec![[x, y - level, z]], radius: 0.0 }
        } else {
            let is_box = r.below(2) == 0;
            body::<V>(r, is_box)
        };
        let (velocity, depth) = (whole::<V>(r, 2), 0.25 * (1 + r.below(8)) as f64);
        let until = 0.5 * r.below(10) as f64;
        let low = other.corners.iter().map(|p| p[1]).reduce(f64::min).unwrap();
        let [first, last] = span(&[([0.0, 1.0, 0.0], level - low)], velocity, depth - other.radius);
        let [begins, ends] = [first.max(0.0), last.min(until)];
        let sweep = Sweep::new(vector::<V>(velocity))
            .until(V::Scalar::from_f64(until))
            .target_distance(V::Scalar::from_f64(-depth));
        let found = cast(&wall(1.0), &still, &other.shape, &other.pose, &sweep);
        let is_right = match found {
            Cast::Hit(hit) => {
                let [low, high] = [hit.time.low, hit.time.high].map(Scalar::to_f64);
                begins <= ends && low <= begins + 1e-12 && begins - 1e-12 <= high
            }
            Cast::Miss => begins > ends,
            Cast::Undecided(_) => false,
        };
        assert!(
            is_right,
            "{seed}: {:?} by {velocity:?} until {until} {depth} deep: {first} to \
            {last}, {found:?}",
            other.shape
        );
        counts[0] += u64::from(begins <= ends);
        counts[1] += u64::from(begins > ends);
        counts[2] +=
            u64::from(begins == ends || velocity[1] == 0.0 && level - low == depth - other.radius);
    }
    println!("{counts:?}");
    assert!(counts.into_iter().min() > Some(rounds() / 50), "{counts:?}");
}

fn boxes<V: Court>() {
    judge::<V>(true);
}

fn hulls<V: Court>() {
    judge::<V>(false);
}

/// Boxes turned alike by floats that are no rotation exactly, along a side of both: as deep as
/// their other sides say, and no deeper.
#[test]
fn boxes_turned_alike_in_the_plane() {
    for seed in 0..rounds() {
        let r = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let half = |r: &mut Random| 0.5 * (1 + r.below(6)) as f64;
        let [a, b] = [0; 2].map(|_| DVec2::new(4.0 + half(r), half(r)));
        let (sine, cosine) = r.range(-3.2, 3.2).sin_cos();
        let pose = |at: f64| {
            <DVec2 as Court>::raw_pose([at * cosine, at * sine, cosine, sine, 0.0, 0.0, 0.0])
        };
        let ask = |depth: f64| {
            let sweep = Sweep::new(DVec2::new(-cosine, -sine) * 8.0).until(4.0);
            let [a, b] = [a, b].map(Cuboid::new);
            cast(&a, &pose(0.0), &b, &pose(16.0), &sweep.target_distance(-depth))
        };
        let depth = a.y + b.y;
        let Cast::Hit(hit) = ask(depth) else { panic!("{seed}: {:?}", ask(depth)) };
        let first = (16.0 - a.x - b.x + depth) / 8.0;
        assert!((hit.time.low - first).abs() < 1e-9 && hit.time.width() < 1e-9, "{seed}: {hit:?}");
        assert_eq!(ask(depth.next_up()), Cast::Miss, "{seed}");
    }
}

clearance_trust::spaces!(boxes_to_a_depth, boxes);
clearance_trust::spaces!(hulls_to_a_depth, hulls);
clearance_trust::spaces!(walls_to_a_depth, walls);

/// Balls about one point part whichever way they move, though the cores are points in one place.
#[test]
fn balls_about_one_point_part() {
    let ball = Ball::new(0.5);
    for velocity in [DVec3::X, DVec3::new(-1e-11, 0.03, 0.0), DVec3::new(1.0, -2.0, 3.0)] {
        let sweep = Sweep::new(velocity).at_start(AtStart::IgnoreSeparating);
        assert_eq!(cast(&ball, &DVec3::ONE, &ball, &DVec3::ONE, &sweep), Cast::Miss);
        let [still, moves] = [DVec3::ZERO, velocity].map(|v| Motion::new(&DVec3::ONE).velocity(v));
        let meeting = Meeting::new().at_start(AtStart::IgnoreSeparating);
        let moves = moves.about(DVec3::X).turning(DVec3::ZERO);
        let found = Query::new().time_of_impact(&ball, &still, &ball, &moves, &meeting);
        assert_eq!(found, Cast::Miss);
    }
}
