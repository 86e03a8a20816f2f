//! Contact points of bodies whose lowest corners are uneven by less than what counts as level:
//! the deepest is kept, in whatever order the corners are given, and `depth` is the exact one.
//!
//! All numbers are whole multiples of a power of two, so the depth is known by construction.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use clearance::{
    ConvexHull, Cuboid, HalfSpace, Manifold, Pose, Shape, Space, Xyz, contact_manifold,
    contact_points,
};
use clearance_trust::random::Random;

const UNIT: f64 = 1.0 / 2048.0;

/// A slab or half-space, and a prism over it whose foot has several corners, all in one plane that
/// leans by some thousandths.
struct Foot {
    ground: Shape<Xyz>,
    corners: Vec<Xyz>,
    /// The depth of the lowest corner below the ground's surface; negative above it.
    depth: f64,
}

const RING: [[f64; 2]; 12] = [
    [4.0, 3.0],
    [3.0, 4.0],
    [0.0, 5.0],
    [-3.0, 4.0],
    [-4.0, 3.0],
    [-5.0, 0.0],
    [-4.0, -3.0],
    [-3.0, -4.0],
    [0.0, -5.0],
    [3.0, -4.0],
    [4.0, -3.0],
    [5.0, 0.0],
];

impl Foot {
    fn draw(r: &mut Random) -> Self {
        let whole = |r: &mut Random, most: u64| r.below(2 * most + 1) as f64 - most as f64;
        let slope = [whole(r, 3), whole(r, 3)].map(|x| x * UNIT);
        let lift = whole(r, 6) * UNIT;
        // Every third corner at least, so that some middle of the ring is over the ground.
        let ring: Vec<[f64; 2]> =
            (0..12).filter(|i| i % 3 == 0 || r.below(3) > 0).map(|i| RING[i]).collect();
        let mut corners: Vec<Xyz> = ring
            .iter()
            .flat_map(|&[x, z]| {
                let foot = 1.0 + lift + slope[0] * x + slope[1] * z;
                [Xyz::new(x, foot, z), Xyz::new(x, 11.0, z)]
            })
            .collect();
        let lowest = corners.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        for i in (1..corners.len()).rev() {
            corners.swap(i, r.below(i as u64 + 1) as usize);
        }
        let ground = if r.below(4) == 0 {
            HalfSpace { normal: Xyz::new(0.0, 1.0, 0.0), offset: 1.0 }.into()
        } else {
            Cuboid::new(Xyz::new(16.0, 1.0, 16.0)).into()
        };
        Self { ground, corners, depth: 1.0 - lowest }
    }
}

fn count() -> u64 {
    std::env::var("CLEARANCE_JUDGED").ok().and_then(|count| count.parse().ok()).unwrap_or(300)
}

fn judge(manifold: &Manifold<Xyz>, depth: f64, text: &dyn Fn() -> String) {
    let (found, gap) = (manifold.depth(), manifold.gap);
    assert!(gap < 1e-11, "gap {gap:e} of {}", text());
    assert!((found - depth).abs() <= gap, "{found:e}, not {depth:e}: {}", text());
    let signed = manifold.proximity.signed_distance();
    assert!((found + signed).abs() <= gap, "{found:e} beside {signed:e}: {}", text());
}

#[test]
fn the_deepest_corner_is_kept_whatever_the_order() {
    let at = Pose::<Xyz>::identity();
    let mut uneven = 0;
    for seed in 0..count() {
        let foot = Foot::draw(&mut Random(seed));
        let hull = ConvexHull::new(&foot.corners).unwrap();
        let text = || format!("seed {seed}: {:?} on {:?}", foot.corners, foot.ground);
        let mut all = Vec::new();
        let found =
            contact_points(&foot.ground, &at, &hull, &at, 0.125, |point| all.push(point.depth));
        let found = found.unwrap_or_else(|| panic!("nothing: {}", text()));
        judge(&found, foot.depth, &text);
        let lowest = found.points().iter().map(|point| point.on_b.y).fold(f64::INFINITY, f64::min);
        assert!((lowest - (1.0 - foot.depth)).abs() <= found.gap, "lost: {}", text());
        let swapped = contact_manifold(&hull, &at, &foot.ground, &at, 0.125).unwrap();
        judge(&swapped, foot.depth, &text);
        uneven += u64::from(all.iter().any(|depth| *depth < foot.depth - 1e-9));
    }
    assert!(uneven > count() / 2, "{uneven} are uneven");
}

/// The steadier of two normals that are equally good within the band is taken: the depth along it
/// is not the certified one, and the gap says by how much.
#[test]
fn a_steadier_normal_is_told_by_the_gap() {
    let mut told = 0;
    for seed in 0..count() {
        let r = &mut Random(seed);
        let mut part = || (r.below(1 << 20) as f64) / f64::from(1 << 20);
        let (a, b) = (Cuboid::new(Xyz::splat(1.0)), Cuboid::new(Xyz::splat(1.0)));
        // Nearly as deep along x as along y, in either order.
        let depth = 0.25;
        let by = [2.0 - depth + 5e-4 * part(), 2.0 - depth + 5e-4 * part(), 0.25 * part()];
        let there = Pose::from_translation(Xyz::new(by[0], by[1], by[2]));
        let found = contact_manifold(&a, &Pose::identity(), &b, &there, 0.0).unwrap();
        let truth = 2.0 - by[0].max(by[1]);
        assert!((found.depth() - truth).abs() <= found.gap, "{by:?} {found:?}");
        assert!(found.gap < 1e-3, "{by:?} {found:?}");
        told += u64::from(found.gap > 1e-9);
    }
    assert!(told > count() / 8, "{told}");
}
