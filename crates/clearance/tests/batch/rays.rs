//! Many rays in one call meet what each meets alone, bit for bit.

use clearance::batch::{self, LengthMismatch};
use clearance::{Ball, Expand, Pose, Ray, RayCast, Scalar, Shape, Space, Vector, cast_ray};
use glam::{DVec2, DVec3, Vec2, Vec3};

use super::{Random, World, shape, vector};

/// Past, into, from inside and along what is about as large as 1.
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

fn as_alone<V: World<Space: Expand>>(seed: u64) {
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

#[test]
fn one_answer_a_ray() {
    let (ball, rays) = (Ball::new(1.0), [Ray::new(Vec3::ZERO, Vec3::X); 2]);
    let mut out = [RayCast::Miss; 3];
    let error = batch::cast_rays(&ball, &Vec3::ZERO, &rays, &mut out).unwrap_err();
    assert!(matches!(error, LengthMismatch { expected: 2, found: 3, .. }));
    assert_eq!(out, [RayCast::Miss; 3]);
}

/// A shape or pose that describes nothing: nothing is known, as of a single ray.
#[test]
fn nothing_known_of_nonsense() {
    let rays = [Ray::new(DVec3::ZERO, DVec3::X)];
    for (radius, place) in [(f64::NAN, DVec3::ZERO), (1.0, DVec3::splat(f64::INFINITY))] {
        let mut out = [RayCast::Miss];
        batch::cast_rays(&Ball::new(radius), &place, &rays, &mut out).unwrap();
        assert!(matches!(out, [RayCast::Undecided(_)]), "{out:?}");
    }
}
