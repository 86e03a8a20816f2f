//! Rays in closed form beside the cast of a point, which uses planes and exact arithmetic: where
//! the former answers, the latter agrees, and their times have a point in common.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::RayBody;
use crate::cast::{Cast, Ray, RayCast, Sweep};
use crate::math::{Pose, Precision, Rotation, Space, Xy, Xyz, power_of_two};
use crate::query::cast;
use crate::shape::{
    Ball, Capsule, ConvexHull, Cuboid, Cylinder, HalfSpace, Point, Shape, SupportMap,
};
use crate::solve::Expand;
use crate::solve::search_tests::{Random, in_plane, in_space};

/// How rays are drawn. Each kind has its own way to be close.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Any,
    /// Along the surface, past the farthest point of a direction, tilted by nothing or a little.
    Grazing,
    /// Through a corner, or the middle of two.
    Corner,
    /// Along an axis of the shape, through anything.
    Axis,
    Inside,
    /// From the surface.
    Surface,
    /// Just as long as the way to the surface, or a rounding more or less.
    Ends,
}

const KINDS: [Kind; 7] =
    [Kind::Any, Kind::Grazing, Kind::Corner, Kind::Axis, Kind::Inside, Kind::Surface, Kind::Ends];

#[derive(Debug, Default)]
struct Counts {
    rays: u32,
    hits: u32,
    misses: u32,
}

/// A point of the surface, in the local frame: one where the shape is farthest along a direction.
fn surface<S: Expand>(shape: &Shape<S>, towards: S) -> S {
    if let Shape::HalfSpace(wall) = shape {
        let normal = wall.normal.try_normalize().unwrap();
        let across = towards + normal * -normal.dot(towards);
        return across + normal * (wall.offset / wall.normal.length());
    }
    let unit = towards.try_normalize().unwrap();
    shape.support_f64(unit, 0).point + unit * shape.radius_f64()
}

fn drawn<S: Expand>(
    random: &mut Random,
    kind: Kind,
    shape: &Shape<S>,
    pose: &Pose<S>,
    size: f64,
) -> Ray<S> {
    let mut vector = || random.vector::<S>();
    let [n, m, other] = [vector(), vector(), vector()];
    let near = surface(shape, n * size);
    let tilt = match (random.number() * 8.0).abs() as i32 {
        0 => 0.0,
        digits => random.number() * 10.0_f64.powi(-2 * digits),
    };
    let (from, along) = match kind {
        Kind::Any => (m * (4.0 * size), (other - m * 4.0) * size),
        Kind::Grazing => {
            let unit = n.try_normalize().unwrap();
            let along = (m + unit * (tilt - unit.dot(m))) * size;
            (near - along * 3.0, along)
        }
        Kind::Corner => {
            let end = surface(shape, m * size);
            let to = if tilt == 0.0 { near } else { (near + end) * 0.5 };
            (to - other * (3.0 * size), other * size)
        }
        Kind::Axis => {
            let along = S::axis((random.number().abs() * 3.0) as usize) * size;
            (near - along * 4.0 + m * (size * tilt), along)
        }
        Kind::Inside => (near * (0.9 * random.number()), m * size),
        Kind::Surface => (near, m * size),
        Kind::Ends => (near - m * (2.0 * size), m * size),
    };
    let matrix = pose.rotation.matrix();
    let (from, along) = (from.rotate(&matrix) + pose.translation, along.rotate(&matrix));
    let last = match kind {
        Kind::Ends => 2.0 * (1.0 + tilt * 1e-8),
        _ if random.number() > 0.8 => 1.5,
        _ => f64::INFINITY,
    };
    // Of any length, down to the smallest numbers.
    let by = power_of_two((random.number() * 40.0) as i32);
    let by = if random.number() > 0.98 { 1e-310 / size } else { by };
    Ray::new(from, along * by).until(last / by)
}

fn compare<S: Expand>(
    kind: Kind,
    shape: &Shape<S>,
    pose: &Pose<S>,
    ray: &Ray<S>,
    counts: &mut Counts,
) {
    counts.rays += 1;
    let precision = Precision::of::<f64>();
    let Some(found) = RayBody::new(shape, pose).and_then(|body| body.cast(ray, precision)) else {
        return;
    };
    let sweep = Sweep::new(ray.direction).until(ray.max_time);
    let point = Point(S::default());
    let truth = cast(shape, pose, &point, &ray.origin, &sweep);
    let case = || format!("{kind:?} {shape:?} {pose:?} {ray:?}\n{found:?}\n{truth:?}");
    match (&found, &truth) {
        (RayCast::Miss, Cast::Miss) => counts.misses += 1,
        (RayCast::Hit(hit), Cast::Hit(known)) => {
            counts.hits += 1;
            let (ours, theirs) = (hit.time, known.time);
            assert!(ours.low <= theirs.high && theirs.low <= ours.high, "{}", case());
            assert!(0.0 < ours.low && ours.low <= ours.high, "{}", case());
            assert!(ours.high <= ray.max_time, "{}", case());
            assert!((hit.normal.length() - 1.0).abs() < 1e-15, "{}", case());
            let reach = match shape {
                Shape::HalfSpace(_) => 0.0,
                _ => shape.reach() + shape.radius_f64(),
            };
            let size = reach
                + (ray.origin - pose.translation).length()
                + ray.direction.length() * ours.high;
            let closing = -hit.normal.dot(ray.direction);
            assert!(closing > 0.0, "{}", case());
            assert!((ours.high - ours.low) * closing <= 1.7e-13 * size, "{}", case());
            // Along the ray the point is off by as much as the time, across it by rounding.
            let room =
                1e-13 * (size + pose.translation.length()) / closing * ray.direction.length();
            assert!((ray.at(ours.middle()) - hit.point).length() <= room, "{}", case());
        }
        (_, Cast::Undecided(_)) => {}
        _ => panic!("{}", case()),
    }
}

fn judge<S: Expand>(
    of_size: impl Fn(&mut Random, f64) -> Vec<Shape<S>>,
    placed: impl Fn(&mut Random) -> Pose<S>,
) {
    let mut random = Random(7);
    let mut of_kinds: [Counts; 7] = Default::default();
    for round in 0..120 {
        // Squares of these sizes are numbers.
        let size = power_of_two([0, 0, 0, -90, 90][round % 5]);
        for shape in of_size(&mut random, size) {
            let mut pose = placed(&mut random);
            if round % 3 == 0 {
                pose.rotation = Rotation::IDENTITY;
            }
            pose.translation = pose.translation * size;
            for (kind, counts) in KINDS.into_iter().zip(&mut of_kinds) {
                let ray = drawn(&mut random, kind, &shape, &pose, size);
                compare(kind, &shape, &pose, &ray, counts);
            }
        }
    }
    for (kind, Counts { rays, hits, misses }) in KINDS.into_iter().zip(of_kinds) {
        // Most rays that are not meant to be close; a few begin inside.
        let least = match kind {
            Kind::Any => rays * 2 / 3,
            Kind::Axis => rays / 4,
            Kind::Corner | Kind::Grazing | Kind::Ends => rays / 20,
            // From inside and from the surface, all but those that leave at once are close.
            Kind::Inside | Kind::Surface => 0,
        };
        assert!(hits + misses >= least, "{kind:?}: {hits} and {misses} of {rays}");
        let both = hits.min(misses);
        assert!(!matches!(kind, Kind::Any | Kind::Axis) || both > rays / 20, "{kind:?}: {both}");
    }
}

/// A hull of facets of all forms: anything, a prism (facets of many corners), a splinter.
fn hulls<S: Expand>(random: &mut Random, size: f64) -> [Shape<S>; 3] {
    let any: Vec<S> = (0..20).map(|_| random.vector::<S>() * size).collect();
    let ring = (0..10).flat_map(|i| {
        let (sin, cos) = libm::sincos(f64::from(i));
        [1.0, -1.0].map(|z| S::from_xyz(cos, sin, z) * size)
    });
    let thin: Vec<S> =
        any.iter().map(|p| p.zip(S::axis(0), |x, a| if a == 1.0 { x } else { x * 1e-6 })).collect();
    [ConvexHull::new(&any), ConvexHull::new(&ring.collect::<Vec<_>>()), ConvexHull::new(&thin)]
        .map(|hull| hull.unwrap().into())
}

#[test]
fn closed_forms_say_what_the_search_says_in_space() {
    let shapes = |random: &mut Random, size: f64| {
        let mut length = || (0.1 + random.number().abs()) * size;
        let [a, b, c] = [length(), length(), length()];
        let mut shapes: Vec<Shape<Xyz>> = vec![
            Ball::new(a).into(),
            Capsule::new(a, b).into(),
            Cuboid::new(Xyz::new(a, b, c)).into(),
            Cylinder::new(a, b).into(),
            HalfSpace::new(random.vector::<Xyz>(), c * random.number()).into(),
        ];
        shapes.extend(hulls(random, size));
        shapes
    };
    judge::<Xyz>(shapes, in_space);
}

#[test]
fn closed_forms_say_what_the_search_says_in_the_plane() {
    let shapes = |random: &mut Random, size: f64| {
        let mut length = || (0.1 + random.number().abs()) * size;
        let [a, b] = [length(), length()];
        let mut shapes: Vec<Shape<Xy>> = vec![
            Ball::new(a).into(),
            Capsule::new(a, b).into(),
            Cuboid::new(Xy::new(a, b)).into(),
            HalfSpace::new(random.vector::<Xy>(), b * random.number()).into(),
        ];
        shapes.extend(hulls(random, size));
        shapes
    };
    judge::<Xy>(shapes, in_plane);
}

/// Beyond the sizes for which the bounds are derived there is no answer: squares would leave the
/// range.
#[test]
fn sizes_out_of_range_are_left_to_the_search() {
    let precision = Precision::of::<f64>();
    for (size, answers) in [(1e-41, false), (1e-38, true), (1e38, true), (1e41, false)] {
        let at = |x: f64| Xyz::new(x * size, 0.0, 0.0);
        for shape in [Shape::from(Ball::new(size)), Cuboid::new(Xyz::splat(size)).into()] {
            for ray in [Ray::new(at(-3.0), at(1.0)), Ray::new(at(-3.0), Xyz::splat(1.0))] {
                let found = RayBody::new(&shape, &Pose::identity()).unwrap().cast(&ray, precision);
                assert_eq!(found.is_some(), answers, "{size:e} {ray:?}");
            }
        }
    }
    let ball = Shape::from(Ball::new(1.0));
    let pose = Pose::identity();
    for direction in [0.0, 1e-310, 1e-42, 1e42, f64::INFINITY, f64::NAN] {
        let ray = Ray::new(Xyz::new(-3.0, 0.0, 0.0), Xyz::new(direction, 0.0, 0.0));
        assert!(RayBody::new(&ball, &pose).unwrap().cast(&ray, precision).is_none());
    }
    let ray = Ray::new(Xyz::new(-3.0, 0.0, 0.0), Xyz::new(1.0, 0.0, 0.0));
    for last in [f64::NAN, -1.0] {
        assert!(RayBody::new(&ball, &pose).unwrap().cast(&ray.until(last), precision).is_none());
    }
    let invalid: [Shape<Xyz>; 2] = [Ball::new(-1.0).into(), Cuboid::new(Xyz::splat(-1.0)).into()];
    for shape in invalid {
        let found = RayBody::new(&shape, &pose).and_then(|body| body.cast(&ray, precision));
        assert!(found.is_none());
    }
}
