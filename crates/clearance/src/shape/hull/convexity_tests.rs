//! Dents known in closed form, at many scales and orders.

use alloc::vec;
use alloc::vec::Vec;

use super::Rank;
use super::convexity::{Convexity, ConvexityError, convexity, convexity2};
use super::spatial::hull3;
use super::tests::Lcg;

type Mesh = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// A right prism over a simple outline that is star-shaped from its first corner, so that a fan
/// fills it.
fn prism(outline: &[[f64; 2]], depth: f64) -> Mesh {
    let n = outline.len() as u32;
    let ring = |z: f64| outline.iter().map(move |&[x, y]| [x, y, z]);
    let vertices = ring(0.0).chain(ring(depth)).collect();
    let mut triangles = Vec::new();
    for i in 1..n - 1 {
        triangles.push([0, i + 1, i]);
        triangles.push([n, n + i, n + i + 1]);
    }
    for i in 0..n {
        let j = (i + 1) % n;
        triangles.push([i, j, n + j]);
        triangles.push([i, n + j, n + i]);
    }
    (vertices, triangles)
}

/// The hull of points as a mesh of fans.
fn hull_mesh(points: &[[f64; 3]]) -> Mesh {
    let hull = hull3(points).unwrap();
    let fan = |face: &super::Face| {
        let v = face.vertices.clone();
        (1..v.len() - 1).map(move |i| [v[0], v[i], v[i + 1]]).collect::<Vec<_>>()
    };
    let vertices = hull.vertices.iter().map(|&v| points[v as usize]).collect();
    (vertices, hull.faces.iter().flat_map(fan).collect())
}

fn assert_near(found: &Convexity<3>, dent: f64) {
    assert!((found.deepest_dent - dent).abs() <= found.gap, "{found:?} is not {dent}");
    assert!(found.gap < 1e-12 * found.magnitude);
}

#[test]
fn an_l_beam_dips_along_an_edge_between_hull_corners() {
    // The inner corner (1, 1) is sqrt(1/2) from the hull edge x + y = 3, long before the ends z = 0
    // and z = 10.
    let outline = [[1.0, 1.0], [1.0, 2.0], [0.0, 2.0], [0.0, 0.0], [2.0, 0.0], [2.0, 1.0]];
    for size in [1.0, 1e-200, 1e200, 3.0] {
        let (vertices, triangles) = prism(&outline, 10.0);
        let vertices: Vec<[f64; 3]> = vertices.iter().map(|p| p.map(|x| x * size)).collect();
        let found = convexity(&vertices, &triangles).unwrap();
        assert_near(&found, size * libm::sqrt(0.5));
        assert!(!found.is_convex);
        assert!((found.volume_ratio.unwrap() - 3.0 / 3.5).abs() < 1e-14);
        assert_eq!((found.rank, found.hull_vertices, found.hull_faces), (Rank::Solid, 10, 7));
        assert!(found.deepest_at[2] > 0.5 * size && found.deepest_at[2] < 9.5 * size);
    }
    let found = convexity2(&outline).unwrap();
    assert!((found.deepest_dent - libm::sqrt(0.5)).abs() <= found.gap);
    assert_eq!(found.deepest_at, [1.0, 1.0]);
    assert!((found.volume_ratio.unwrap() - 3.0 / 3.5).abs() < 1e-14);
    assert!(!found.is_convex);
    let reversed: Vec<[f64; 2]> = outline.iter().rev().copied().collect();
    let backwards = convexity2(&reversed).unwrap();
    assert!((backwards.volume_ratio.unwrap() + 3.0 / 3.5).abs() < 1e-14);
    assert_eq!(backwards.deepest_dent, found.deepest_dent);
}

#[test]
fn a_thick_beam_is_limited_by_its_ends() {
    // Cut off at z = 0.5, the inner edge is nowhere farther than 0.25 from an end.
    let outline = [[1.0, 1.0], [1.0, 2.0], [0.0, 2.0], [0.0, 0.0], [2.0, 0.0], [2.0, 1.0]];
    let (vertices, triangles) = prism(&outline, 0.5);
    assert_near(&convexity(&vertices, &triangles).unwrap(), 0.25);
}

#[test]
fn a_dip_inside_a_triangle_is_found() {
    // A bare triangle hung inside a cube: the tip of its depth is inside it.
    let cube: Vec<[f64; 3]> = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    let (mut vertices, mut triangles) = hull_mesh(&cube);
    let n = vertices.len() as u32;
    vertices.extend([[0.0, 0.0, 0.5], [1.0, 0.0, 0.5], [0.5, 1.0, 0.5]]);
    triangles.push([n, n + 1, n + 2]);
    let found = convexity(&vertices, &triangles).unwrap();
    // The largest ball centred in that triangle: its distances to x = 0, x = 1 and y = 0, y = 1
    // allow 1/2 at its centre.
    assert_near(&found, 0.5);
    assert_eq!(found.volume_ratio, None, "the triangle has borders");
}

#[test]
fn random_dips_match_a_raster() {
    let mut random = Lcg(21);
    for _ in 0..60 {
        let points: Vec<[f64; 3]> = (0..30).map(|_| [0; 3].map(|_: i32| random.unit())).collect();
        let (mut vertices, mut triangles) = hull_mesh(&points);
        let n = vertices.len() as u32;
        let hung: Vec<[f64; 3]> = (0..3).map(|_| points[random.below(30) as usize]).collect();
        vertices.extend(&hung);
        triangles.push([n, n + 1, n + 2]);
        let found = convexity(&vertices, &triangles).unwrap();

        let hull = hull3(&points).unwrap();
        let depth = |x: [f64; 3]| {
            let of_face = |face: &super::Face| {
                let p = |k: usize| points[hull.vertices[face.vertices[k] as usize] as usize];
                let (a, b, c) = (p(0), p(1), p(2));
                let [u, v] = [b, c].map(|q| [q[0] - a[0], q[1] - a[1], q[2] - a[2]]);
                let normal = [
                    u[1] * v[2] - u[2] * v[1],
                    u[2] * v[0] - u[0] * v[2],
                    u[0] * v[1] - u[1] * v[0],
                ];
                let length = libm::sqrt(normal.iter().map(|x| x * x).sum());
                (0..3).map(|k| normal[k] * (a[k] - x[k])).sum::<f64>() / length
            };
            hull.faces.iter().map(of_face).fold(f64::INFINITY, f64::min)
        };
        let m = 80;
        let mut raster = 0.0_f64;
        for i in 0..=m {
            for j in 0..=m - i {
                let [u, v] = [i, j].map(|k| f64::from(k) / f64::from(m));
                let x = [0, 1, 2]
                    .map(|k: usize| u * hung[0][k] + v * hung[1][k] + (1.0 - u - v) * hung[2][k]);
                raster = raster.max(depth(x));
            }
        }
        // Depth changes no faster than position, and no point is farther from the raster than its
        // step.
        assert!(found.deepest_dent >= raster - 1e-12);
        assert!(found.deepest_dent <= raster + 3.0 * 2.0 / f64::from(m));
        assert!((depth(found.deepest_at).max(0.0) - found.deepest_dent).abs() < 1e-12);
        assert!(found.gap < 1e-13);
    }
}

#[test]
fn hulls_are_convex_also_after_rounding() {
    let mut random = Lcg(22);
    for round in 0..200 {
        let count = 4 + random.below(80);
        let points: Vec<[f64; 3]> = (0..count)
            .map(|_| {
                let p = [0; 3].map(|_: i32| random.unit());
                let norm = libm::sqrt(p.iter().map(|x| x * x).sum::<f64>());
                if round % 2 == 0 { p } else { p.map(|x| x / norm) }
            })
            .collect();
        let (vertices, triangles) = hull_mesh(&points);
        let found = convexity(&vertices, &triangles).unwrap();
        assert_eq!(found.deepest_dent, 0.0);
        assert!(found.is_convex);
        assert!((found.volume_ratio.unwrap() - 1.0).abs() < 1e-9);

        // A fan of each face of a skewed lattice, turned by an angle and rounded: no longer
        // coplanar.
        let grid: Vec<[f64; 3]> =
            (0..30).map(|_| [0; 3].map(|_: i32| f64::from(random.below(4)) - 1.0)).collect();
        if hull3(&grid).unwrap().rank < Rank::Solid {
            continue;
        }
        let (vertices, triangles) = hull_mesh(&grid);
        let (sin, cos) = (libm::sin(f64::from(round as u32)), libm::cos(f64::from(round as u32)));
        let turned = |[x, y, z]: [f64; 3]| [cos * x - sin * y, sin * x + cos * y, z + 0.3 * x];
        let rounded: Vec<[f64; 3]> = vertices.iter().map(|&p| turned(p)).collect();
        let found = convexity(&rounded, &triangles).unwrap();
        assert!(found.is_convex, "{found:?}");
        let single: Vec<[f64; 3]> =
            rounded.iter().map(|p| p.map(|x| f64::from(x as f32))).collect();
        let found = convexity(&single, &triangles).unwrap();
        assert!(found.is_convex_to(f64::from(f32::EPSILON) / 2.0), "{found:?}");
    }
}

#[test]
fn closedness_and_orientation_decide_the_volume() {
    let cube: Vec<[f64; 3]> = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    let (vertices, triangles) = hull_mesh(&cube);
    let ratio = |vertices: &[[f64; 3]], triangles: &[[u32; 3]]| {
        convexity(vertices, triangles).unwrap().volume_ratio
    };
    assert_eq!(ratio(&vertices, &triangles), Some(1.0));
    let inside_out: Vec<_> = triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
    assert_eq!(ratio(&vertices, &inside_out), Some(-1.0));
    assert_eq!(ratio(&vertices, &triangles[1..]), None);
    let mut one_flipped = triangles.clone();
    one_flipped[3].swap(0, 1);
    assert_eq!(ratio(&vertices, &one_flipped), None);
    // A soup, as in an STL file, and an unused vertex far away.
    let mut soup: Vec<[f64; 3]> =
        triangles.iter().flatten().map(|&v| vertices[v as usize]).collect();
    let corners = soup.len() as u32;
    soup.push([1e9; 3]);
    let triples: Vec<[u32; 3]> = (0..corners / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    let found = convexity(&soup, &triples).unwrap();
    assert_eq!((found.volume_ratio, found.is_convex, found.magnitude), (Some(1.0), true, 1.0));
}

/// What the hull fills though no point of the surface is below it is as little convex as a dent.
#[test]
fn surfaces_that_cover_part_of_their_hull_are_not_convex() {
    let convex = |vertices: &[[f64; 3]], triangles: &[[u32; 3]]| {
        let found = convexity(vertices, triangles).unwrap();
        assert_eq!(found.is_convex, found.is_convex_to(1e-6), "{found:?}");
        found.is_convex
    };
    let cube: Vec<[f64; 3]> = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    let (vertices, triangles) = hull_mesh(&cube);
    assert!(convex(&vertices, &triangles));
    // However its triangles face, and with each of them there twice.
    let mut mixed = triangles.clone();
    mixed.iter_mut().step_by(2).for_each(|[a, b, _]| core::mem::swap(a, b));
    assert!(convex(&vertices, &mixed));
    assert!(convex(&vertices, &[&triangles[..], &mixed[..]].concat()));
    // A bin: without its lid, and with its walls there from both sides, so that every edge has two.
    let is_lid = |t: &[u32; 3]| t.iter().all(|&v| vertices[v as usize][2] == 1.0);
    let bin: Vec<[u32; 3]> = triangles.iter().copied().filter(|t| !is_lid(t)).collect();
    assert_eq!(bin.len(), 10);
    assert!(!convex(&vertices, &bin) && !convex(&vertices, &triangles[1..]));
    let back: Vec<[u32; 3]> = bin.iter().map(|&[a, b, c]| [a, c, b]).collect();
    assert!(!convex(&vertices, &[bin, back].concat()));
    // A flat L, and the same with its notch filled, from one side or both.
    let ell: Vec<[f64; 3]> = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]
        .map(|[x, y]| [f64::from(x), f64::from(y), 0.5 * f64::from(x)])
        .to_vec();
    let mut sheet = vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
    assert!(!convex(&ell, &sheet));
    sheet.push([2, 4, 3]);
    assert!(convex(&ell, &sheet));
    sheet.extend([[2, 1, 0], [3, 2, 0]]);
    assert!(convex(&ell, &sheet));
    // Needles: one from end to end, and two with room between.
    let line: Vec<[f64; 3]> = [0.0, 1.0, 2.0, 3.0].map(|x| [x, 0.0, x]).to_vec();
    assert!(convex(&line, &[[0, 1, 3]]) && !convex(&line, &[[0, 0, 1], [2, 2, 3]]));
}

#[test]
fn low_ranks_and_bad_input() {
    let flat = convexity(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]]).unwrap();
    assert_eq!((flat.rank, flat.deepest_dent, flat.volume_ratio), (Rank::Polygon, 0.0, None));
    let point = convexity2(&[[1.0, 2.0]]).unwrap();
    assert_eq!((point.rank, point.deepest_dent, point.is_convex), (Rank::Point, 0.0, true));
    let error =
        |vertices: &[[f64; 3]], triangles: &[[u32; 3]]| convexity(vertices, triangles).unwrap_err();
    assert_eq!(error(&[[0.0; 3]], &[]), ConvexityError::Empty);
    let beyond = vec![[0, 0, 0], [0, 1, 0]];
    assert_eq!(error(&[[0.0; 3]], &beyond), ConvexityError::NoSuchVertex { triangle: 1 });
    let bad = [[0.0; 3], [0.0, 0.0, f64::NAN]];
    assert_eq!(error(&bad, &[[0, 0, 0]]), ConvexityError::NotFinite { vertex: 1 });
    assert_eq!(convexity2(&[]).unwrap_err(), ConvexityError::Empty);
}

#[test]
fn outlines() {
    let circle: Vec<[f64; 2]> = (0..500)
        .map(|i| f64::from(i) * core::f64::consts::TAU / 500.0)
        .map(|t| [libm::cos(t), libm::sin(t)])
        .collect();
    let found = convexity2(&circle).unwrap();
    assert!(found.is_convex && (found.volume_ratio.unwrap() - 1.0).abs() < 1e-14);
    // Points within straight edges, as a rounded diagonal has them.
    let square: Vec<[f64; 2]> = (0..40)
        .map(|i: u32| ((i / 10) as usize, f64::from(i % 10) / 10.0))
        .map(|(side, t)| [[t, 0.0], [1.0, t], [1.0 - t, 1.0], [0.0, 1.0 - t]][side])
        .map(|[x, y]| [0.6 * x - 0.7 * y, 0.7 * x + 0.6 * y])
        .collect();
    assert!(convexity2(&square).unwrap().is_convex);
    // A star that visits the corners of a pentagon in the wrong order stays on no boundary.
    let star: Vec<[f64; 2]> = (0..5_usize).map(|i| circle[i * 200 % 500]).collect();
    let found = convexity2(&star).unwrap();
    // By symmetry deepest in the middle of a chord, cos(72) from the centre and 36 degrees off two
    // normals.
    let [chord, apothem] = [0.4, 0.2].map(|turns| libm::cos(turns * core::f64::consts::PI));
    assert!((found.deepest_dent - apothem * (1.0 - chord)).abs() < 1e-15);
    assert!(!found.is_convex);
}

#[test]
fn large_round_meshes() {
    let mut random = Lcg(23);
    let points: Vec<[f64; 3]> = (0..20_000)
        .map(|_| {
            let p = [0; 3].map(|_: i32| random.unit());
            let norm = libm::sqrt(p.iter().map(|x| x * x).sum::<f64>());
            p.map(|x| x / norm)
        })
        .collect();
    let (mut vertices, mut triangles) = hull_mesh(&points);
    assert!(convexity(&vertices, &triangles).unwrap().is_convex);
    // One corner pushed in by 0.1, and the same sphere again, half as large, within.
    vertices[77] = vertices[77].map(|x| 0.9 * x);
    let found = convexity(&vertices, &triangles).unwrap();
    assert!(found.deepest_dent > 0.09 && found.deepest_dent < 0.1);
    let n = vertices.len() as u32;
    vertices.extend(vertices.clone().iter().map(|p| p.map(|x| 0.5 * x)));
    triangles.extend(triangles.clone().iter().map(|t| t.map(|v| v + n)));
    let found = convexity(&vertices, &triangles).unwrap();
    assert!(found.deepest_dent > 0.49 && found.deepest_dent < 0.55);
}

#[test]
fn every_answer_scales_with_powers_of_two() {
    let mut random = Lcg(24);
    for _ in 0..50 {
        let vertices: Vec<[f64; 3]> = (0..20).map(|_| [0; 3].map(|_: i32| random.unit())).collect();
        let triangles: Vec<[u32; 3]> =
            (0..10).map(|_| [0; 3].map(|_: i32| random.below(20))).collect();
        let found = convexity(&vertices, &triangles).unwrap();
        for exponent in [-900, -1, 5, 1020] {
            let scale = |x: f64| libm::scalbn(x, exponent);
            let scaled: Vec<[f64; 3]> = vertices.iter().map(|p| p.map(scale)).collect();
            let other = convexity(&scaled, &triangles).unwrap();
            assert_eq!(other.deepest_dent, scale(found.deepest_dent));
            assert_eq!(other.gap, scale(found.gap));
            assert_eq!(other.deepest_at, found.deepest_at.map(scale));
            assert_eq!(
                (other.is_convex, other.volume_ratio),
                (found.is_convex, found.volume_ratio)
            );
        }
    }
}

#[test]
fn many_facets_equally_near_do_not_stall_the_search() {
    let mut random = Lcg(25);
    for n in [5, 12, 240, 1000] {
        let ring: Vec<[f64; 2]> = (0..n)
            .map(|i| core::f64::consts::TAU * f64::from(i) / f64::from(n))
            .map(|angle| [libm::cos(angle), libm::sin(angle)])
            .collect();
        let (vertices, triangles) = prism(&ring, 10.0);
        for round in 0..20 {
            let (mut vertices, mut triangles) = (vertices.clone(), triangles.clone());
            let first = vertices.len() as u32;
            let turn = f64::from(random.below(100));
            // A triangle around the axis, across it or askew, in the middle of the prism.
            vertices.extend((0..3).map(|k| {
                let angle = turn + core::f64::consts::TAU * f64::from(k) / 3.0;
                let tilt = if round % 2 == 0 { 0.0 } else { random.unit() };
                [0.75 * libm::cos(angle), 0.75 * libm::sin(angle), 5.0 + tilt]
            }));
            triangles.push([first, first + 1, first + 2]);
            let found = convexity(&vertices, &triangles).unwrap();
            assert_near(&found, libm::cos(core::f64::consts::PI / f64::from(n)));
            assert!(found.gap < 1e-13, "{n}: {found:?}");
        }
    }
}

/// The sides of a cube from 0 to 2 that are named, two triangles each.
fn sides(named: &[usize]) -> Mesh {
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let halves = |[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]];
    let vertices = (0..8).map(|i| [1, 2, 4].map(|bit| if i & bit == 0 { 0.0 } else { 2.0 }));
    (vertices.collect(), named.iter().flat_map(|side| halves(quads[*side])).collect())
}

#[test]
fn what_is_open_does_not_cover_its_hull() {
    let covers = |(vertices, triangles): &Mesh| {
        let found = convexity(vertices, triangles).unwrap();
        assert_eq!(found.deepest_dent, 0.0, "{found:?}");
        found.is_convex
    };
    let whole = sides(&[0, 1, 2, 3, 4, 5]);
    assert!(covers(&whole));
    // Inside out, one triangle turned over, and twice.
    let turned = |count: usize| {
        let (vertices, mut triangles) = whole.clone();
        triangles.iter_mut().take(count).for_each(|t| t.swap(1, 2));
        (vertices, triangles)
    };
    assert!(covers(&turned(12)) && covers(&turned(1)) && covers(&turned(5)));
    assert!(covers(&sides(&[0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5])));
    // Without a lid; two plates; a channel; with both sides of its sheets.
    for open in [&[0, 1, 2, 3, 4][..], &[0, 1], &[0, 1, 2], &[0, 1, 2, 3, 4, 0]] {
        let (vertices, mut triangles) = sides(open);
        assert!(!covers(&(vertices.clone(), triangles.clone())), "{open:?}");
        let behind: Vec<[u32; 3]> = triangles.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
        triangles.extend(behind);
        assert!(!covers(&(vertices, triangles)), "{open:?}");
    }
    // A hole of one small triangle.
    let (mut vertices, mut triangles) = whole.clone();
    let [a, b, c] = triangles.pop().unwrap();
    vertices.push([2.0, 0.5, 1.0]);
    triangles.extend([[a, b, 8], [b, c, 8]]);
    assert!(!covers(&(vertices.clone(), triangles.clone())));
    triangles.push([c, a, 8]);
    assert!(covers(&(vertices, triangles)));
}

#[test]
fn sheets_with_gaps_do_not_cover_their_hull() {
    // Flat, and turned, where rounding makes a solid of them.
    let turns: [fn([f64; 2]) -> [f64; 3]; 2] = [
        |[x, y]| [x, y, 0.25 * x],
        |[x, y]| [0.36 * x + 0.48 * y + 0.1, -0.8 * x + 0.6 * y + 0.2, 0.7 * x - 0.1 * y + 0.3],
    ];
    let square = [[0.0, 0.0], [1.0, 0.0], [3.0, 0.0], [3.0, 3.0], [0.0, 3.0]];
    let ell = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    for turn in turns {
        let found = |outline: &[[f64; 2]], triangles: &[[u32; 3]]| {
            let vertices: Vec<[f64; 3]> = outline.iter().map(|p| turn(*p)).collect();
            let found = convexity(&vertices, triangles).unwrap();
            assert!(found.deepest_dent < 1e-15, "{found:?}");
            found.is_convex_to(f64::EPSILON)
        };
        // With a corner within an edge of the outline, and one triangle turned over.
        assert!(found(&square, &[[4, 0, 1], [4, 2, 1], [4, 2, 3]]));
        assert!(found(&square[2..], &[[0, 1, 2]]));
        assert!(!found(&square, &[[4, 0, 1], [4, 2, 3]]));
        assert!(!found(&ell, &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]]));
        // A frame around a window.
        let ring = |half: f64| {
            [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|p| p.map(|x| half * x))
        };
        let frame: Vec<[f64; 2]> = ring(1.0).into_iter().chain(ring(2.0)).collect();
        let mut triangles: Vec<[u32; 3]> = (0..4_u32)
            .flat_map(|i| [[i, i + 4, (i + 1) % 4 + 4], [i, (i + 1) % 4 + 4, (i + 1) % 4]])
            .collect();
        assert!(!found(&frame, &triangles));
        triangles.extend([[0, 1, 2], [0, 2, 3]]);
        assert!(found(&frame, &triangles));
    }
    // Along a line.
    let line: Vec<[f64; 3]> = (0..4).map(|i| [f64::from(i), 0.0, 0.0]).collect();
    assert!(convexity(&line, &[[0, 1, 3]]).unwrap().is_convex);
    assert!(!convexity(&line, &[[0, 1, 1], [2, 3, 3]]).unwrap().is_convex);
}

/// Volumes as thin as rounding were noise, and the ratio of a closed tetrahedron anything.
#[test]
fn slivers_fill_their_hull() {
    let sheet = [
        [0.764842187284489, 1.044217687237286, 1.6399412294022476],
        [-0.6222164448594165, 1.2385210768385943, 0.2116484585855906],
        [-0.164842187284489, -0.24421768723728615, -0.6399412294022477],
        [1.2222164448594166, -0.4385210768385944, 0.7883515414144092],
    ];
    for [x, y, z] in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let corners = sheet.map(|p| [p[x], p[y], p[z]]);
        let (vertices, triangles) = hull_mesh(&corners);
        let found = convexity(&vertices, &triangles).unwrap();
        assert!((found.volume_ratio.unwrap() - 1.0).abs() < 1e-12, "{found:?}");
        assert!(found.is_convex);
    }
    let [k, l] = [33_554_393.0, 16_777_259.0];
    let found = convexity2(&[[0.0, 0.0], [1.0, k], [l, k * l + 1.0]]).unwrap();
    assert_eq!(found.volume_ratio.map(f64::abs), Some(1.0));
}

/// A tip has all sides around it. Each triangle was compared with all of them: a cone of 32 000
/// sides took seconds.
#[test]
fn many_facets_around_one_corner() {
    let sides = 6000_u32;
    let rim = (0..sides).map(|i| {
        let angle = core::f64::consts::TAU * f64::from(i) / f64::from(sides);
        [angle.cos(), angle.sin(), 0.0]
    });
    let vertices: Vec<[f64; 3]> = [[0.0; 3], [0.0, 0.0, 1.0]].into_iter().chain(rim).collect();
    let around = (0..sides).map(|i| [2 + i, 2 + (i + 1) % sides]);
    let cone: Vec<[u32; 3]> = around.flat_map(|[i, j]| [[0, j, i], [1, i, j]]).collect();
    let found = convexity(&vertices, &cone).unwrap();
    assert!(found.is_convex && found.deepest_dent == 0.0, "{found:?}");
    // One corner of the rim pulled in: a dent, which its two sides and the floor share.
    let mut dented = vertices;
    dented[100] = dented[100].map(|x| 0.5 * x);
    let found = convexity(&dented, &cone).unwrap();
    assert!(!found.is_convex && found.deepest_dent > 0.0, "{found:?}");
}

/// Each edge of its rim was compared with every side of its hull: 15 s for 160000.
#[test]
fn a_disc_of_many_triangles() {
    let count = 100_000_u32;
    let angle = |i: u32| core::f64::consts::TAU * f64::from(i) / f64::from(count);
    let mut vertices: Vec<[f64; 3]> =
        (0..count).map(|i| [libm::cos(angle(i)), libm::sin(angle(i)), 0.0]).collect();
    vertices.push([0.0; 3]);
    let mut triangles: Vec<[u32; 3]> = (0..count).map(|i| [count, i, (i + 1) % count]).collect();
    assert!(convexity(&vertices, &triangles).unwrap().is_convex);
    // Without one of its triangles.
    triangles.pop();
    assert!(!convexity(&vertices, &triangles).unwrap().is_convex);
}
