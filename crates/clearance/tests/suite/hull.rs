//! The convex hull through its public interface.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{ConvexHull, HullError, Point, Pose, Rank, Scalar, Space, SupportMap, proximity};
use clearance_trust::spaces;
use clearance_trust::{Court, vector};
use clearance_trust::{Random, cloud};
use proptest::prelude::*;

/// The conditions on every hull of these points.
fn sound<V: Court>(points: &[V]) {
    let hull = ConvexHull::new(points).unwrap();
    let corners = hull.vertices();
    assert_eq!(corners.len(), hull.sources().len());
    for (corner, source) in corners.iter().zip(hull.sources()) {
        assert_eq!(*corner, points[*source as usize]);
    }
    let dim = V::Space::DIM;
    // No corner twice, and each is the strictly farthest along some direction: none is superfluous.
    for (i, p) in corners.iter().enumerate() {
        assert!(corners[..i].iter().all(|q| q != p), "{p:?} twice");
        for n in hull.neighbours(i as u32) {
            assert!(hull.neighbours(*n).contains(&(i as u32)), "neighbours are mutual");
            assert_ne!(*n, i as u32);
        }
    }
    match hull.rank() {
        Rank::Point => assert_eq!(corners.len(), 1),
        Rank::Segment => assert_eq!(corners.len(), 2),
        Rank::Polygon => assert!(corners.len() >= 3 && hull.faces().count() == dim - 1),
        Rank::Solid => {
            let (v, f) = (corners.len(), hull.faces().count());
            let edges: usize = (0..v).map(|i| hull.neighbours(i as u32).len()).sum::<usize>() / 2;
            assert_eq!(v + f, edges + 2, "Euler");
            let around: usize = hull.faces().map(<[u32]>::len).sum();
            assert_eq!(around, 2 * edges);
        }
    }
    // Every input point is inside: along many directions none is farther than the support point.
    let mut random = Random(1);
    for _ in 0..24 {
        let d: V::Space = random.direction();
        let best = d.dot(hull.support_f64(d, 0).point);
        let size = points.iter().map(|p| p.to_space().max_abs()).fold(0.0, f64::max);
        for p in points.iter().take(500) {
            assert!(
                d.dot(p.to_space()) <= best + 4.0 * f64::EPSILON * size,
                "{p:?} beyond along {d:?}"
            );
        }
    }
    // Building again from the corners gives the same.
    let again = ConvexHull::new(corners).unwrap();
    assert_eq!(again.rank(), hull.rank());
    assert_eq!(again.vertices().len(), corners.len(), "{points:?}");
    for p in points.iter().take(40) {
        let near = proximity(&hull, &Pose::identity(), &Point(*p), &Pose::identity());
        assert!(near.intersects(), "{p:?} {near:?}");
    }
}

fn small_grids<V: Court>() {
    let mut random = Random(2);
    for round in 0..2500 {
        let count = 1 + random.below(14);
        let cells = 2 + round % 4;
        let points: Vec<V> = (0..count).map(|_| vector(|| random.below(cells) as f64)).collect();
        sound(&points);
    }
}
spaces!(grids, small_grids);

fn thin<V: Court>() {
    let mut random = Random(3);
    for round in 0..400 {
        let flat = [1.0, 1e-3, 1e-7, 1e-12, 1e-30, 0.0][round % 6];
        let mut points = cloud::<V>(&mut random, 3 + round % 20, flat);
        if round % 2 == 0 {
            // And far away, so that most of it is rounded flat.
            let far = random.vector::<V::Space>(1e6);
            for p in &mut points {
                *p = V::from_space(p.to_space() + far);
            }
        }
        sound(&points);
    }
}
spaces!(thin_clouds, thin);

#[test]
fn prisms_of_240_gons() {
    for sides in [3, 4, 7, 60, 240] {
        let ring = |y: f64| {
            (0..sides).map(move |i| {
                let (s, c) = (std::f64::consts::TAU * f64::from(i) / f64::from(sides)).sin_cos();
                glam::DVec3::new(c, y, s)
            })
        };
        let points: Vec<_> = ring(-1.0).chain(ring(1.0)).collect();
        sound(&points);
        let hull = ConvexHull::new(&points).unwrap();
        assert_eq!(hull.vertices().len(), 2 * sides as usize);
        // Sides may be two triangles where the ring's rounding bends them; top and bottom are exactly flat.
        let largest = hull.faces().map(<[u32]>::len).max();
        assert_eq!(
            largest,
            Some(sides as usize)
                .max(Some(4.min(sides as usize)))
                .max(largest.filter(|_| sides < 4))
        );
        let narrow: Vec<glam::Vec3> = points.iter().map(|p| p.as_vec3()).collect();
        sound(&narrow);
        let outline: Vec<glam::DVec2> = ring(0.0).map(|p| glam::DVec2::new(p.x, p.z)).collect();
        sound(&outline);
    }
}

#[test]
fn cospherical_27000() {
    // The lattice points of a sphere: many are exactly cospherical and coplanar.
    let mut random = Random(4);
    let points: Vec<glam::DVec3> = (0..27_000)
        .map(|_| {
            let d: clearance::Xyz = random.direction();
            glam::DVec3::new(d.x, d.y, d.z)
        })
        .collect();
    let hull = ConvexHull::new(&points).unwrap();
    assert_eq!(hull.rank(), Rank::Solid);
    assert!(hull.vertices().len() > 10_000);
    let (v, f) = (hull.vertices().len(), hull.faces().count());
    let edges: usize = (0..v).map(|i| hull.neighbours(i as u32).len()).sum::<usize>() / 2;
    assert_eq!(v + f, edges + 2);
    let apart =
        clearance::distance(&hull, &glam::DVec3::ZERO, &hull, &glam::DVec3::new(3.0, 0.0, 0.0))
            .unwrap();
    assert!((apart.length - 1.0).abs() < 0.01);
    let deep =
        clearance::penetration(&hull, &glam::DVec3::ZERO, &hull, &glam::DVec3::new(1.5, 0.0, 0.0))
            .unwrap();
    assert!((deep.length - 0.5).abs() < 0.01, "{deep:?}");
    let mut lattice = vec![];
    for x in -25_i32..=25 {
        for y in -25_i32..=25 {
            for z in -25_i32..=25 {
                if x * x + y * y + z * z == 625 {
                    lattice.push(glam::DVec3::new(x.into(), y.into(), z.into()));
                }
            }
        }
    }
    sound(&lattice);
    assert_eq!(ConvexHull::new(&lattice).unwrap().vertices().len(), lattice.len());
}

fn refused<V: Court>() {
    assert_eq!(ConvexHull::<V>::new(&[]).unwrap_err(), HullError::Empty);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut points: Vec<V> = cloud(&mut Random(5), 9, 1.0);
        points[4] = vector(|| bad);
        let error = ConvexHull::new(&points).unwrap_err();
        assert!(format!("{error:?}").contains('4'), "{error:?}");
    }
    let one: V = vector(|| 0.25);
    let two: V = vector(|| -1.5);
    assert_eq!(ConvexHull::new(&[one]).unwrap().rank(), Rank::Point);
    assert_eq!(ConvexHull::new(&[one, one, one]).unwrap().vertices(), [one]);
    assert_eq!(ConvexHull::new(&[one, two]).unwrap().rank(), Rank::Segment);
    sound(&[one, two, one, two]);
    for size in [f64::from(f32::MAX), 1e-38, 1e-44, 3e38] {
        let points: Vec<V> = cloud::<V>(&mut Random(6), 9, 1.0)
            .iter()
            .map(|p| V::from_space(p.to_space() * size))
            .collect();
        let hull = ConvexHull::new(&points);
        assert!(hull.is_ok() || size > 3e38 && V::Scalar::EPSILON > 1e-10, "{hull:?}");
    }
}
spaces!(what_is_refused, refused);

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]
    /// Any bits: an error or a hull, never a panic.
    #[test]
    fn any_bits_in_space(bits in proptest::collection::vec(any::<[u64; 3]>(), 0..12)) {
        let points: Vec<glam::DVec3> = bits.iter().map(|b| glam::DVec3::from_array(b.map(f64::from_bits))).collect();
        if let Ok(hull) = ConvexHull::new(&points) {
            prop_assert!(!hull.vertices().is_empty());
            prop_assert!(hull.sources().iter().all(|i| (*i as usize) < points.len()));
        }
    }
    #[test]
    fn any_bits_in_the_plane(bits in proptest::collection::vec(any::<[u32; 2]>(), 0..12)) {
        let points: Vec<glam::Vec2> = bits.iter().map(|b| glam::Vec2::from_array(b.map(f32::from_bits))).collect();
        if let Ok(hull) = ConvexHull::new(&points) {
            prop_assert!(!hull.vertices().is_empty());
        }
    }
    #[test]
    fn coarse_floats(points in proptest::collection::vec([-3_i8..4, -3..4, -3..4], 1..30)) {
        let points: Vec<glam::Vec3> = points.iter().map(|p| glam::Vec3::from_array(p.map(|x| f32::from(x) * 0.1))).collect();
        sound(&points);
    }
}

#[cfg(feature = "serde")]
#[test]
fn serde_keeps_the_hull() {
    let points: Vec<glam::DVec3> = cloud(&mut Random(7), 30, 1.0);
    let hull = ConvexHull::new(&points).unwrap();
    let text = serde_json::to_string(&hull).unwrap();
    let back: ConvexHull<glam::DVec3> = serde_json::from_str(&text).unwrap();
    assert_eq!(back.vertices().len(), hull.vertices().len());
    assert_eq!(back.rank(), hull.rank());
    assert!(serde_json::from_str::<ConvexHull<glam::DVec3>>("[]").is_err());
    let shape: clearance::Shape<glam::DVec3> = hull.into();
    let text = serde_json::to_string(&shape).unwrap();
    assert_eq!(
        serde_json::from_str::<clearance::Shape<glam::DVec3>>(&text).unwrap(),
        serde_json::from_str(&text).unwrap()
    );
}
