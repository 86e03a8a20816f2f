//! Hulls in borrowed slices: the numbers are those of a hull or are refused, and answers are those
//! of the owned hull.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use clearance::{
    ConvexHull, ConvexPoints, HullRef, HullRefError, Proximity, Rank, Space, SupportMap, Xy, Xyz,
    contact_manifold, mass_properties, proximity,
};
use clearance_trust::{Random, WALL, pose, shape};

/// Corners of solids, plates, segments and points; of many of them faces are squares or larger.
fn drawn(random: &mut Random, round: usize) -> ConvexHull<Xyz> {
    let count = [4, 8, 14, 40, 300, 1, 2, 3][round % 8];
    let grid = |random: &mut Random| random.below(5) as f64 - 2.0;
    let real = |random: &mut Random| random.unit() * 2.0 - 1.0;
    let is_grid = (round / 8).is_multiple_of(2);
    let flat = [1.0, 1.0, 1.0, 0.0][round / 16 % 4];
    let points: Vec<Xyz> = (0..count)
        .map(|_| match is_grid {
            true => Xyz::new(grid(random), grid(random) * flat, grid(random)),
            false => Xyz::new(real(random), real(random) * flat, real(random)),
        })
        .collect();
    ConvexHull::new(&points).unwrap()
}

/// The signed distance, and how far off it may be.
fn measured(of: &Proximity<Xyz>) -> (f64, f64) {
    match of {
        Proximity::Separated(found) => (found.length, found.gap),
        Proximity::Intersecting(found) | Proximity::Undecided(found) => (-found.length, found.gap),
    }
}

#[test]
fn answers_are_those_of_the_owned_hull() {
    let mut random = Random(50);
    for round in 0..600 {
        let hull = drawn(&mut random, round);
        let index = hull.index();
        let borrowed = HullRef::new(hull.vertices(), &index).unwrap();
        assert!(borrowed.faces().eq(hull.faces()));
        let view = hull.as_ref();
        for _ in 0..20 {
            let whole = |random: &mut Random| random.below(7) as f64 - 3.0;
            let d = Xyz::new(whole(&mut random), whole(&mut random), whole(&mut random));
            if d == Xyz::default() {
                continue;
            }
            let hint = random.below(400) as u32;
            let best = hull.support_f64(d, 0).point.dot(d);
            for other in [&borrowed, &view] {
                let found = other.support_f64(d, hint);
                // Of many corners by climbing; ties of grids included.
                assert!((found.point.dot(d) - best).abs() <= 8.0 * f64::EPSILON * d.length() * 4.0);
                assert_eq!(found, other.support_f64(d, 0), "a hint changes the answer");
                assert_eq!(other.vertex(found.feature), Some(found.point));
            }
        }
        let other = shape::<Xyz>(&mut random, round as u64 % WALL);
        let (at_a, at_b) = (pose::<Xyz>(&mut random, 1.0), pose::<Xyz>(&mut random, 1.0));
        let (owned, gap) = measured(&proximity(&hull, &at_a, &other, &at_b));
        let (found, off) = measured(&proximity(&borrowed, &at_a, &other, &at_b));
        assert!((owned - found).abs() <= gap + off, "{owned} {gap} {found} {off}: {hull:?}");
        let (owned, found) = (mass_properties(&hull), mass_properties(&borrowed));
        assert_eq!(format!("{owned:?}"), format!("{found:?}"));
    }
}

/// Resting on a face that is exactly flat, a hull touches with the same points by the same keys.
#[test]
fn contacts_have_the_points_and_keys_of_the_owned_hull() {
    let mut random = Random(51);
    let (mut faces, mut single) = (0, 0);
    for round in 0..400 {
        // Of grids: their faces are exactly flat, and none is a side of several.
        let hull = drawn(&mut random, (round & !15) | (round % 5));
        if hull.rank() != Rank::Solid {
            continue;
        }
        let index = hull.index();
        let borrowed = HullRef::new(hull.vertices(), &index).unwrap();
        let bare = ConvexPoints::new(hull.vertices()).unwrap();
        let lowest = hull.vertices().iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        let at = Xyz::new(0.0, -lowest, 0.0);
        let table = clearance::Cuboid::new(Xyz::new(9.0, 1.0, 9.0));
        let under = Xyz::new(0.0, -1.0, 0.0);
        let owned = contact_manifold(&hull, &at, &table, &under, 0.0).unwrap();
        let found = contact_manifold(&borrowed, &at, &table, &under, 0.0).unwrap();
        let keys = |manifold: &clearance::Manifold<Xyz>| {
            let mut keys: Vec<_> = manifold.points().iter().map(|p| p.key).collect();
            keys.sort_unstable_by_key(|key| format!("{key:?}"));
            keys
        };
        assert_eq!(keys(&owned), keys(&found), "{hull:?}");
        assert!(found.points().iter().all(|p| p.depth.abs() <= found.gap + 1e-15));
        faces += usize::from(found.points().len() > 2);
        let lost = contact_manifold(&bare, &at, &table, &under, 0.0).unwrap();
        single += usize::from(lost.points().len() < found.points().len());
    }
    assert!(faces > 50 && single > 50, "{faces} {single}");
}

/// An index is canonical: any other numbers are refused.
#[test]
fn other_numbers_are_refused() {
    let mut random = Random(52);
    let mut refused = 0;
    for round in 0..160 {
        let hull = drawn(&mut random, round);
        if hull.vertices().len() > 20 {
            continue;
        }
        let index = hull.index();
        for place in 0..index.len() {
            let most = index[place].max(hull.vertices().len() as u32) as u64 + 2;
            for forged in [random.below(most) as u32, index[place] + 1, index[place] ^ 1, u32::MAX]
            {
                if forged == index[place] {
                    continue;
                }
                let mut other = index.clone();
                other[place] = forged;
                let found = HullRef::new(hull.vertices(), &other);
                assert!(found.is_err(), "{place} of {index:?} as {forged}: {hull:?}");
                refused += 1;
            }
        }
        // Two numbers in each other's place, a number too few, one too many.
        for _ in 0..index.len() {
            let (i, j) = (random.below(index.len() as u64), random.below(index.len() as u64));
            let mut other = index.clone();
            other.swap(i as usize, j as usize);
            if other != index {
                assert!(HullRef::new(hull.vertices(), &other).is_err(), "{i} {j} {index:?}");
                refused += 1;
            }
        }
        let short = &index[..index.len() - 1];
        assert_eq!(HullRef::new(hull.vertices(), short), Err(HullRefError::Length));
        let long = [&index[..], &[0]].concat();
        assert_eq!(HullRef::new(hull.vertices(), &long), Err(HullRefError::Length));
        // A face less, one twice, and one for another.
        let loops: Vec<Vec<u32>> = hull.faces().map(<[u32]>::to_vec).collect();
        let neighbours = &index[2 + loops.len() + 1 + index[1] as usize..];
        let made = |loops: &[Vec<u32>]| {
            let mut starts = vec![0];
            starts.extend(loops.iter().scan(0, |end, face| {
                *end += face.len() as u32;
                Some(*end)
            }));
            let counts = [loops.len() as u32, *starts.last().unwrap()];
            [&counts[..], &starts, &loops.concat(), neighbours].concat()
        };
        assert_eq!(made(&loops), index);
        for face in 0..loops.len() {
            let mut less = loops.clone();
            let gone = less.remove(face);
            assert!(HullRef::new(hull.vertices(), &made(&less)).is_err());
            for place in 0..less.len() {
                let mut twice = loops.clone();
                twice[face] = twice[place].clone();
                let is_same = twice == loops;
                assert!(is_same || HullRef::new(hull.vertices(), &made(&twice)).is_err());
            }
            let mut turned = loops.clone();
            turned[face] = gone.iter().rev().copied().collect();
            turned[face].rotate_right(1);
            assert!(gone.len() < 3 || HullRef::new(hull.vertices(), &made(&turned)).is_err());
            refused += 2;
        }
        // A vertex among the others is none.
        let count = hull.vertices().len();
        if hull.rank() == Rank::Solid && count > 4 {
            let mut inner = hull.vertices().to_vec();
            let moved = random.below(count as u64) as usize;
            inner[moved] = Xyz::default();
            let sum = inner.iter().fold(Xyz::default(), |sum, p| sum + *p);
            inner[moved] = sum * (1.0 / (count - 1) as f64);
            assert!(HullRef::new(&inner, &index).is_err());
        }
    }
    assert!(refused > 20_000, "{refused}");
}

#[test]
fn wrong_vertices_are_named() {
    let refused = |vertices: &[Xyz], index: &[u32]| HullRef::new(vertices, index).unwrap_err();
    assert!(matches!(refused(&[], &[0, 0, 0, 0]), HullRefError::Vertices(_)));
    let point = |x: f64| Xyz::new(x, 0.0, 0.0);
    assert!(matches!(refused(&[point(f64::NAN)], &[]), HullRefError::Vertices(_)));
    let fine = refused(&[point(1.0), point(1e-70)], &[0, 0, 0, 0, 1, 2, 1, 0]);
    assert_eq!(fine, HullRefError::TooFine { vertex: 1 });
    assert_eq!(fine.to_string(), "vertex 1 has a coordinate below 1e-60 of the largest");
    let segment = [0, 0, 0, 0, 1, 2, 1, 0];
    assert!(HullRef::new(&[point(1.0), point(2.0)], &segment).is_ok());
    let same = refused(&[point(1.0), point(1.0)], &segment);
    assert_eq!(same, HullRefError::Neighbours { vertex: 1 });
    assert!(HullRef::new(&[point(1.0)], &[0, 0, 0, 0, 0]).is_ok());
}

#[test]
fn outlines_of_the_plane_are_checked() {
    let mut random = Random(53);
    for round in 0..300_usize {
        let count = [1, 2, 3, 5, 12, 60][round % 6];
        let real = |random: &mut Random| random.unit() * 2.0 - 1.0;
        let points: Vec<Xy> =
            (0..count).map(|_| Xy::new(real(&mut random), real(&mut random))).collect();
        let hull = ConvexHull::new(&points).unwrap();
        let corners = hull.vertices();
        let outline = HullRef::new(corners, &[]).unwrap();
        assert!(hull.index().is_empty());
        let other = shape::<Xy>(&mut random, round as u64 % WALL);
        let at = pose::<Xy>(&mut random, 1.0);
        let origin = Xy::default();
        let owned = contact_manifold(&hull, &origin, &other, &at, 0.1);
        let found = contact_manifold(&outline, &origin, &other, &at, 0.1);
        assert_eq!(owned.map(|m| m.points().len()), found.map(|m| m.points().len()));
        if corners.len() > 2 {
            let reversed: Vec<Xy> = corners.iter().rev().copied().collect();
            assert!(HullRef::new(&reversed, &[]).is_err());
            let mut dented = corners.to_vec();
            dented[1] = (dented[0] + dented[2]) * 0.5;
            assert!(HullRef::new(&dented, &[]).is_err());
            let twice = [corners, corners].concat();
            assert!(HullRef::new(&twice, &[]).is_err());
        }
    }
}
