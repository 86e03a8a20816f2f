//! Many rays in one call give the same answers as each alone, bit for bit.

use clearance::batch::{self, LengthMismatch};
use clearance::{Ball, Pose, Ray, RayCast, Scalar, Shape, Space, Vector, cast_ray};
use glam::{DVec2, DVec3, Vec2, Vec3};

use super::{Random, World, shape, vector};

/// Past, into, from inside and along a shape of a size about 1.
fn ray<V: Vector>(random: &mut Random, place: V) -> Ray<V> {
    let spread = [0.0, 0.3, 3.0][random.below(3) as usize];
    let origin = place.to_space() + vector::<V>(random, -spread, spread).to_space();
    let direction = match random.below(3) {
        0 => V::Space::axis(random.below(V::Space::DIM as u64) as usize),
        1 => (place.to_space() - origin) * random.between(0.1, 2.0),
        _ => vector::<V>(random, -1.0, 1.0).to_space(),
    };
    let ray = Ray::new(V::from_space(origin), V::from_space(direction));
    match random.below(4) {
        0 => ray.hollow(),
        1 => ray.until(V::Scalar::from_f64(random.between(0.0, 4.0))),
        _ => ray,
    }
}

fn as_alone<V: World>(seed: u64) {
    let random = &mut Random(seed);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..120 {
        let shape: Shape<V> = shape(random, 12);
        let pose: Pose<V> =
            Pose { translation: vector(random, -5.0, 5.0), rotation: V::turn(random) };
        let rays: Vec<Ray<V>> = (0..25).map(|_| ray(random, pose.translation)).collect();
        let mut seen = vec![RayCast::Miss; rays.len()];
        batch::cast_rays(&shape, &pose, &rays, &mut seen).unwrap();
        for (seen, ray) in seen.iter().zip(&rays) {
            assert_eq!(*seen, cast_ray(&shape, &pose, ray), "{shape:?} {pose:?} {ray:?}");
            hits += u32::from(matches!(seen, RayCast::Hit(_)));
            misses += u32::from(matches!(seen, RayCast::Miss));
        }
        #[cfg(feature = "rayon")]
        {
            let mut on_all_cores = vec![RayCast::Miss; rays.len()];
            batch::par_cast_rays(&shape, &pose, &rays, &mut on_all_cores).unwrap();
            assert_eq!(seen, on_all_cores);
        }
    }
    assert!(hits > 300 && misses > 300, "{hits} hits, {misses} misses");
}

#[test]
fn rays_in_bulk_meet_what_each_meets_alone() {
    as_alone::<Vec2>(1);
    as_alone::<DVec2>(2);
    as_alone::<Vec3>(3);
    as_alone::<DVec3>(4);
}

/// The first body is that of the soonest hit alone, and before that time the ray meets none.
fn first_of_many<V: World>(seed: u64) {
    let random = &mut Random(seed);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..200 {
        let bodies: [(Shape<V>, Pose<V>); 8] = std::array::from_fn(|_| {
            let pose = Pose { translation: vector(random, -5.0, 5.0), rotation: V::turn(random) };
            (shape(random, 12), pose)
        });
        let ray = ray(random, bodies[0].1.translation);
        let alone = bodies.each_ref().map(|(shape, pose)| cast_ray(shape, pose, &ray));
        let soonest = alone.iter().filter_map(|found| Some(found.hit()?.time.low.to_f64()));
        let soonest = soonest.fold(f64::INFINITY, f64::min);
        let Some((index, found)) = batch::first_hit(&ray, &bodies) else {
            assert_eq!(alone, [RayCast::Miss; 8], "{ray:?} {bodies:?}");
            misses += 1;
            continue;
        };
        hits += 1;
        // Bounds of a ray that ends sooner may differ, and be as good.
        let (time, width) = (found.hit().unwrap().time, 1e-12 * (1.0 + soonest));
        let (low, high) = (time.low.to_f64(), time.high.to_f64());
        assert!(low <= soonest + width && soonest <= high + width, "{ray:?} {bodies:?}");
        let own = alone[index].hit().unwrap().time;
        assert!(own.low.to_f64() <= high && low <= own.high.to_f64(), "{ray:?} {bodies:?}");
    }
    assert!(hits > 50 && misses > 50, "{hits} hits, {misses} misses");
}

#[test]
fn the_first_of_many_bodies_is_the_soonest_alone() {
    first_of_many::<Vec2>(5);
    first_of_many::<DVec2>(6);
    first_of_many::<Vec3>(7);
    first_of_many::<DVec3>(8);
}

#[test]
fn of_bodies_met_at_once_the_first_in_the_list() {
    let ball = Ball::new(1.0);
    let bodies = [Vec3::NEG_X, Vec3::X, Vec3::X].map(|place| (ball, place * 3.0));
    let ray = Ray::new(Vec3::ZERO, Vec3::X);
    let (index, found) = batch::first_hit(&ray, &bodies).unwrap();
    assert_eq!((index, found), (1, cast_ray(&ball, &(Vec3::X * 3.0), &ray)));
    assert_eq!(batch::first_hit(&ray.until(1.5), &bodies), None);
    assert_eq!(batch::first_hit::<Vec3, Ball<f32>>(&ray, &[]), None);
}

#[test]
fn one_answer_a_ray() {
    let (ball, rays) = (Ball::new(1.0), [Ray::new(Vec3::ZERO, Vec3::X); 2]);
    let mut out = [RayCast::Miss; 3];
    let error = batch::cast_rays(&ball, &Vec3::ZERO, &rays, &mut out).unwrap_err();
    assert!(matches!(error, LengthMismatch { expected: 2, found: 3, .. }));
    assert_eq!(out, [RayCast::Miss; 3]);
}

/// A shape or pose that describes nothing: nothing is known, as for a single ray.
#[test]
fn nothing_known_of_nonsense() {
    let rays = [Ray::new(DVec3::ZERO, DVec3::X)];
    for (radius, place) in [(f64::NAN, DVec3::ZERO), (1.0, DVec3::splat(f64::INFINITY))] {
        let mut out = [RayCast::Miss];
        batch::cast_rays(&Ball::new(radius), &place, &rays, &mut out).unwrap();
        assert!(matches!(out, [RayCast::Undecided(_)]), "{out:?}");
    }
}
