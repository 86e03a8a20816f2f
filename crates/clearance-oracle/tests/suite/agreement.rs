//! Two independent methods must agree exactly on thousands of small cases.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::common::Dice;
use clearance_oracle::{
    Polytope, Pose, Rational, Vector, brute, depth_squared, distance_squared, intersects,
    time_of_impact,
};

/// How many cases of a kind a sample held; each kind must occur often enough.
#[derive(Default, Debug)]
struct Shares {
    apart: usize,
    touching: usize,
    overlapping: usize,
}

impl Shares {
    fn assert_each(&self, least: usize) {
        println!("{self:?}");
        assert!(
            self.apart >= least && self.touching >= least && self.overlapping >= least,
            "{self:?}"
        );
    }
}

fn compare<const N: usize>(a: &Polytope<N>, b: &Polytope<N>, shares: &mut Shares) {
    let found = distance_squared(a, b);
    assert_eq!(found.squared, brute::distance_squared(a, b), "distance {a:?} {b:?}");
    assert_eq!((&found.on_b - &found.on_a).norm_squared(), found.squared, "witnesses");
    let hit = found.squared.is_zero();
    assert_eq!(intersects(a, b), hit, "{a:?} {b:?}");
    assert_eq!(brute::intersects(a, b), hit, "program {a:?} {b:?}");
    // A witness is a point of its shape.
    for (point, shape) in [(&found.on_a, a), (&found.on_b, b)] {
        let single = Polytope::new(vec![point.clone()]).unwrap();
        assert!(brute::intersects(&single, shape));
    }
    let depth = depth_squared(a, b);
    assert_eq!(
        depth.as_ref().map(|d| d.squared.clone()),
        brute::depth_squared(a, b),
        "depth {a:?} {b:?}"
    );
    match depth {
        None => shares.apart += 1,
        Some(depth) => {
            if depth.squared.is_zero() {
                shares.touching += 1;
            } else {
                shares.overlapping += 1;
            }
            assert!(!depth.normals.is_empty());
            for normal in &depth.normals {
                // depth / |n| along n: its square is rational, so test h(n)^2 = depth^2 n.n.
                let high = a.vertices().iter().map(|p| normal.dot(p)).max().unwrap();
                let low = b.vertices().iter().map(|p| normal.dot(p)).min().unwrap();
                let h = high - low;
                assert_eq!(&h * &h, &depth.squared * normal.norm_squared());
                let shift = h / normal.norm_squared();
                assert!(brute::parts(a, b, normal, &shift));
            }
        }
    }
}

fn random_pairs<const N: usize>(
    count: usize,
    most: usize,
    mut coordinate: impl FnMut(&mut Dice) -> Rational,
) -> Shares {
    let mut dice = Dice::new(N as u64);
    let mut shares = Shares::default();
    for _ in 0..count {
        let mut polytope = || {
            let size = 1 + dice.below(most as u64) as usize;
            let points = (0..size).map(|_| Vector(std::array::from_fn(|_| coordinate(&mut dice))));
            Polytope::<N>::new(points.collect()).unwrap()
        };
        compare(&polytope(), &polytope(), &mut shares);
    }
    shares
}

#[test]
fn on_an_integer_grid_in_space() {
    random_pairs::<3>(2500, 5, |dice| Rational::from(dice.below(4))).assert_each(300);
}

#[test]
fn on_an_integer_grid_in_the_plane() {
    random_pairs::<2>(3000, 5, |dice| Rational::from(dice.below(5))).assert_each(300);
}

#[test]
fn on_a_very_coarse_grid_in_space() {
    random_pairs::<3>(1500, 6, |dice| Rational::from(dice.below(3))).assert_each(100);
}

#[test]
fn with_random_floats_in_space() {
    let shares = random_pairs::<3>(500, 5, |dice| dice.float());
    println!("{shares:?}");
    assert!(shares.apart > 100 && shares.overlapping > 50, "{shares:?}");
}

#[test]
fn with_random_floats_in_the_plane() {
    let shares = random_pairs::<2>(1500, 6, |dice| dice.float());
    println!("{shares:?}");
    assert!(shares.apart > 300 && shares.overlapping > 300, "{shares:?}");
}

/// Whether the linear program and the clipped ray agree; also that the pair touches at the time.
fn compare_impacts<const N: usize>(count: usize, seed: u64) {
    let mut dice = Dice::new(seed);
    let (mut hits, mut misses, mut flat, mut at_start) = (0, 0, 0, 0);
    for _ in 0..count {
        let mut point = |spread: u64| -> Vector<N> {
            Vector(std::array::from_fn(|_| Rational::from(dice.below(spread))))
        };
        let a: Vec<_> = (0..4).map(|_| point(4)).collect();
        let offset = &point(7) - &Vector::whole([3; N]);
        let b: Vec<_> = (0..3).map(|_| &point(4) + &offset).collect();
        // Mostly towards the other shape, or almost everything would miss.
        let velocity = &(&point(5) - &Vector::whole([2; N])) - &offset;
        let (a, b) = (Polytope::new(a).unwrap(), Polytope::new(b).unwrap());
        let max = Rational::from(3);
        let time = time_of_impact(&a, &b, &velocity, &max);
        match brute::time_of_impact(&a, &b, &velocity, &max) {
            Some(other) => assert_eq!(time, other, "{a:?} {b:?} {velocity:?}"),
            None => flat += 1,
        }
        match time {
            None => {
                misses += 1;
                assert!(!intersects(&a, &b));
            }
            Some(t) => {
                let at = |t: &Rational| b.map(|p| p + &(&velocity * t));
                assert!(intersects(&a, &at(&t)));
                if t.is_zero() {
                    at_start += 1;
                } else {
                    hits += 1;
                    for part in [3, 1_000_000] {
                        let earlier = &t * Rational::from(part - 1) / Rational::from(part);
                        assert!(!intersects(&a, &at(&earlier)));
                    }
                }
            }
        }
    }
    println!("hits {hits} at start {at_start} misses {misses} flat {flat}");
    assert!(hits > count / 10 && misses > count / 10 && at_start > count / 40);
}

#[test]
fn times_of_impact_in_space() {
    compare_impacts::<3>(2000, 5);
}

#[test]
fn times_of_impact_in_the_plane() {
    compare_impacts::<2>(2000, 6);
}

/// Hulls of many points in rotated poses, too large for brute force: the nearest points are proved
/// by planes across them, the boolean by the linear program.
#[test]
fn larger_hulls_in_poses() {
    let mut dice = Dice::new(9);
    let (mut apart, mut overlapping) = (0, 0);
    for _ in 0..150 {
        let mut hull = |spread: f64| {
            let size = 1 + dice.below(40);
            let points: Vec<[f64; 3]> =
                (0..size).map(|_| std::array::from_fn(|_| dice.signed())).collect();
            let turn = std::array::from_fn(|_| dice.signed());
            let to = std::array::from_fn(|_| dice.signed() * spread);
            let pose = Pose::from_quaternion(to, turn).unwrap();
            Polytope::from_floats(&points).unwrap().map(|p| pose.apply(p))
        };
        let (a, b) = (hull(0.0), hull(1.5));
        let near = distance_squared(&a, &b);
        let hit = near.squared.is_zero();
        assert_eq!(brute::intersects(&a, &b), hit);
        assert_eq!(intersects(&a, &b), hit);
        let across = &near.on_b - &near.on_a;
        assert_eq!(across.norm_squared(), near.squared);
        assert!(a.vertices().iter().all(|p| across.dot(p) <= across.dot(&near.on_a)));
        assert!(b.vertices().iter().all(|p| across.dot(p) >= across.dot(&near.on_b)));
        if hit { overlapping += 1 } else { apart += 1 }
    }
    println!("apart {apart} overlapping {overlapping}");
    assert!(apart > 30 && overlapping > 30);
}
