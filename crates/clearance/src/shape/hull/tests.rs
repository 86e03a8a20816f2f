//! The hulls against what they must satisfy, and against a hull by brute force.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use super::planar::hull2;
use super::predicates::{CoordinatePlane, height, spread, turn};
use super::scale::normalized;
use super::spatial::hull3;
use super::{Hull3, HullError, Rank};

/// A linear congruential generator (Knuth's MMIX constants), high bits only.
pub(super) struct Lcg(pub(super) u64);

impl Lcg {
    pub(super) fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u32
    }

    pub(super) fn below(&mut self, n: u32) -> u32 {
        self.bits() % n
    }

    /// In [-1, 1).
    pub(super) fn unit(&mut self) -> f64 {
        let high = f64::from(self.bits());
        (high + f64::from(self.bits()) / 2_147_483_648.0) / 1_073_741_824.0 - 1.0
    }
}

pub(super) fn ends(around: &[u32]) -> Vec<(u32, u32)> {
    (0..around.len()).map(|i| (around[i], around[(i + 1) % around.len()])).collect()
}

/// Every law that a hull must satisfy, in exact arithmetic.
fn check(input: &[[f64; 3]]) -> Hull3 {
    let hull = hull3(input).unwrap();
    let points = normalized(input).unwrap().points;
    let corner = |v: u32| points[hull.vertices[v as usize] as usize];
    let count = hull.vertices.len();
    assert!(hull.vertices.windows(2).all(|pair| pair[0] < pair[1]));
    for &vertex in &hull.vertices {
        let first = points.iter().position(|p| *p == points[vertex as usize]);
        assert_eq!(first, Some(vertex as usize), "of coincident points the first is named");
    }

    let mut edges = BTreeSet::new();
    for face in &hull.faces {
        let around = &face.vertices;
        assert!(around.len() >= 3);
        let [a, b, c] = [corner(around[0]), corner(around[1]), corner(around[2])];
        let is_solid = hull.rank == Rank::Solid;
        assert!(points.iter().all(|&p| height([a, b, c], p) <= 0.0), "a point is outside");
        let flush = points.iter().filter(|&&p| height([a, b, c], p) == 0.0);
        // Coplanar neighbours are merged: the corners in the plane of a face are those of the face.
        let corners_flush = (0..count as u32).filter(|&v| height([a, b, c], corner(v)) == 0.0);
        assert_eq!(corners_flush.count(), around.len());
        // Strictly convex, and enclosing every input point in its plane.
        let axis = CoordinatePlane::ALL
            .into_iter()
            .max_by(|s, t| s.turn([a, b, c]).abs().total_cmp(&t.turn([a, b, c]).abs()));
        let axis = axis.unwrap();
        let sense = axis.turn([a, b, c]).signum();
        let flush: Vec<_> = flush.copied().collect();
        for (from, to) in ends(around) {
            assert!(edges.insert((from, to)) || !is_solid, "an edge of three faces");
            for &p in &flush {
                assert!(axis.turn([corner(from), corner(to), p]) * sense >= 0.0);
            }
        }
        for i in 0..around.len() {
            let triple = [0, 1, 2].map(|k| corner(around[(i + k) % around.len()]));
            assert!(axis.turn(triple) * sense > 0.0, "not strictly convex");
            assert!(spread(triple) > 0.0);
        }
    }
    assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))), "an edge of one face");
    match hull.rank {
        Rank::Point => assert_eq!((count, hull.faces.len()), (1, 0)),
        Rank::Segment => assert_eq!((count, hull.faces.len()), (2, 0)),
        Rank::Polygon => assert_eq!(hull.faces.len(), 2),
        Rank::Solid => assert!(count >= 4),
    }
    if hull.rank >= Rank::Polygon {
        assert_eq!(count + hull.faces.len(), edges.len() / 2 + 2, "Euler");
        let listed: BTreeSet<(u32, u32)> = (0..count as u32)
            .flat_map(|v| hull.neighbours.of(v).iter().map(move |&w| (v, w)))
            .collect();
        assert_eq!(listed, edges);
        assert_eq!(hull.neighbours.list.len(), edges.len());
    }
    assert!(hull.neighbours.of(count as u32).is_empty());
    hull
}

/// The corners of a hull of rank polygon or solid by trying all triples and pairs.
fn brute_force_corners(points: &[[f64; 3]]) -> Vec<u32> {
    let unique: Vec<u32> = (0..points.len() as u32)
        .filter(|&i| !points[..i as usize].contains(&points[i as usize]))
        .collect();
    let at = |i: u32| points[i as usize];
    // The input points in each plane that has all others on its inner side.
    let mut facets: BTreeSet<Vec<u32>> = BTreeSet::new();
    for &a in &unique {
        for &b in &unique {
            for &c in &unique {
                let plane = [at(a), at(b), at(c)];
                if spread(plane) > 0.0 && unique.iter().all(|&p| height(plane, at(p)) <= 0.0) {
                    let flush = unique.iter().copied().filter(|&p| height(plane, at(p)) == 0.0);
                    facets.insert(flush.collect());
                }
            }
        }
    }
    // A corner of a facet: an edge starts there, with all points of the facet left of it and none
    // behind.
    let mut corners = BTreeSet::new();
    for flush in &facets {
        let axis = CoordinatePlane::ALL.into_iter().find(|axis| {
            flush.iter().any(|&p| axis.turn([at(flush[0]), at(flush[1]), at(p)]) != 0.0)
        });
        let flat = |i: u32| axis.unwrap().project(at(i));
        let starts_edge = |p: u32, q: u32| {
            flush.iter().all(|&r| {
                let side = turn(flat(p), flat(q), flat(r));
                side > 0.0 || side == 0.0 && !between(flat(r), flat(p), flat(q))
            })
        };
        let is_corner = |p: &u32| flush.iter().any(|q| q != p && starts_edge(*p, *q));
        corners.extend(flush.iter().copied().filter(is_corner));
    }
    corners.into_iter().collect()
}

/// For collinear points: p strictly between r and q.
fn between(r: [f64; 2], p: [f64; 2], q: [f64; 2]) -> bool {
    (r < p && p < q) || (q < p && p < r)
}

/// A climb from every corner in small integer directions, where dot products are exact, ends at the
/// maximum that a scan finds.
fn check_climbing(points: &[[f64; 3]], hull: &Hull3) {
    let mut random = Lcg(99);
    for _ in 0..20 {
        let direction = [0; 3].map(|_: i32| f64::from(random.below(41)) - 20.0);
        let reach = |v: u32| {
            let p = points[hull.vertices[v as usize] as usize];
            p[0] * direction[0] + p[1] * direction[1] + p[2] * direction[2]
        };
        let best = points
            .iter()
            .map(|p| p[0] * direction[0] + p[1] * direction[1] + p[2] * direction[2])
            .fold(f64::NEG_INFINITY, f64::max);
        for start in 0..hull.vertices.len() as u32 {
            let mut at = start;
            while let Some(&up) = hull.neighbours.of(at).iter().find(|&&w| reach(w) > reach(at)) {
                at = up;
            }
            assert_eq!(reach(at), best);
        }
    }
}

#[test]
fn small_integer_sets_match_brute_force() {
    let mut random = Lcg(1);
    let mut ranks = BTreeMap::new();
    for round in 0..3000 {
        let count = 1 + random.below(14) as usize;
        let sides = [0; 3].map(|_: i32| 1 + random.below(if round % 2 == 0 { 3 } else { 6 }));
        let points: Vec<[f64; 3]> =
            (0..count).map(|_| sides.map(|side| f64::from(random.below(side)) - 1.0)).collect();
        let hull = check(&points);
        *ranks.entry(hull.rank).or_insert(0) += 1;
        check_climbing(&points, &hull);
        if hull.rank >= Rank::Polygon {
            assert_eq!(hull.vertices, brute_force_corners(&points), "{points:?}");
        }
    }
    assert!(ranks.len() == 4 && ranks.values().all(|&n| n > 100), "{ranks:?}");
}

#[test]
fn skewed_grids_are_flat_and_collinear_off_the_axes() {
    let mut random = Lcg(2);
    for _ in 0..1500 {
        let mut vector = || [0; 3].map(|_: i32| f64::from(random.below(7)) - 3.0);
        let (u, v, w) = (vector(), vector(), vector());
        let count = 3 + random.below(12);
        let points: Vec<[f64; 3]> = (0..count)
            .map(|_| {
                let [i, j, k] = [3, 3, 2].map(|n| f64::from(random.below(n)));
                [0, 1, 2].map(|x: usize| i * u[x] + j * v[x] + k * w[x])
            })
            .collect();
        let hull = check(&points);
        check_climbing(&points, &hull);
        if hull.rank >= Rank::Polygon {
            assert_eq!(hull.vertices, brute_force_corners(&points), "{points:?}");
        }
    }
}

#[test]
fn order_and_duplicates_change_nothing() {
    let mut random = Lcg(3);
    for _ in 0..300 {
        let points: Vec<[f64; 3]> =
            (0..40).map(|_| [0; 3].map(|_: i32| f64::from(random.below(5)))).collect();
        let hull = check(&points);
        let mut shuffled = [points.clone(), points.clone()].concat();
        for i in (1..shuffled.len()).rev() {
            shuffled.swap(i, random.below(i as u32 + 1) as usize);
        }
        let other = check(&shuffled);
        let faces = |points: &[[f64; 3]], hull: &Hull3| -> BTreeSet<_> {
            let at = |&v: &u32| points[hull.vertices[v as usize] as usize].map(|x| x as i32);
            let sorted = |face: &super::Face| face.vertices.iter().map(at).collect::<BTreeSet<_>>();
            hull.faces.iter().map(sorted).collect()
        };
        assert_eq!(faces(&points, &hull), faces(&shuffled, &other));
        assert_eq!(other.vertices.len(), hull.vertices.len());
    }
}

#[test]
fn a_full_grid_is_a_cube() {
    let tenth = |i: u32| f64::from(i) * 0.1;
    let grid: Vec<[f64; 3]> =
        (0..1000).map(|i| [tenth(i % 10), tenth(i / 10 % 10), tenth(i / 100)]).collect();
    let hull = check(&grid);
    assert_eq!(hull.vertices, [0, 9, 90, 99, 900, 909, 990, 999]);
    assert_eq!(hull.faces.len(), 6);
    let jittered: Vec<[f64; 3]> = {
        let mut random = Lcg(4);
        grid.iter().map(|p| p.map(|x| x + 1e-17 * random.unit())).collect()
    };
    check(&jittered);
}

#[test]
fn a_prism_keeps_its_round_faces_whole() {
    for n in [3, 7, 240] {
        let ring = |i: u32, z: f64| {
            let angle = core::f64::consts::TAU * f64::from(i) / f64::from(n);
            [libm::cos(angle), libm::sin(angle), z]
        };
        let prism: Vec<[f64; 3]> = (0..2 * n).map(|i| ring(i % n, f64::from(i / n))).collect();
        let hull = check(&prism);
        assert_eq!((hull.vertices.len(), hull.faces.len()), (2 * n as usize, n as usize + 2));
        // A cone over the same ring: one vertex of degree n.
        let cone: Vec<[f64; 3]> =
            (0..n).map(|i| ring(i, 0.0)).chain([[0.1, 0.2, 3.0], [0.0; 3]]).collect();
        assert_eq!(check(&cone).faces.len(), n as usize + 1);
    }
}

/// New points see very many triangles here, and others lie in the planes that divide them.
#[test]
fn wide_cones_find_every_point_outside() {
    let mut random = Lcg(7);
    // 5 * 13 * 17 * 29 is the sum of two squares in 64 ways.
    let mut ring = Vec::new();
    for x in -179..=179_i32 {
        ring.extend((-179..=179_i32).filter(|y| x * x + y * y == 32_045).map(|y| [x, y]));
    }
    assert_eq!(ring.len(), 64);
    let at = |size: i32, z: i32| ring.iter().map(move |[x, y]| [size * x, size * y, z]);
    let axis = |z: i32| [[0, 0, z]].into_iter();
    let sets: [Vec<[i32; 3]>; 5] = [
        at(1, 0).chain(at(1, 99)).collect(),
        at(2, 0).chain(axis(900)).chain(axis(-700)).chain(at(1, 300)).collect(),
        at(2, 0).chain(at(1, 450)).chain(axis(900)).chain(axis(300)).collect(),
        at(3, 0).chain(at(2, 500)).chain(at(1, 700)).chain(at(1, -50)).collect(),
        at(1, 0).chain(at(1, 0)).chain(at(2, 1)).chain(at(1, 2)).chain(at(0, 7)).collect(),
    ];
    let corners = [128, 66, 65, 256, 129];
    for (set, count) in sets.into_iter().zip(corners) {
        let mut points: Vec<[f64; 3]> = set.into_iter().map(|p| p.map(f64::from)).collect();
        for round in 0..6 {
            for i in 1..points.len() {
                points.swap(i, random.below(i as u32 + 1) as usize);
            }
            // In general position as well, where few planes hold more than three points.
            let turned = |[x, y, z]: [f64; 3]| [0.6 * x - 0.7 * y, 0.7 * x + 0.6 * y, z + 0.3 * x];
            let given = points.iter().map(|p| if round % 2 == 0 { *p } else { turned(*p) });
            let hull = check(&given.collect::<Vec<_>>());
            assert!(round % 2 != 0 || hull.vertices.len() == count, "{}", hull.vertices.len());
        }
    }
}

#[test]
fn random_clouds_of_every_shape_and_size() {
    let mut random = Lcg(5);
    for round in 0..400 {
        let count = 1 + random.below(120) as usize;
        let stretch = [0; 3].map(|_: i32| libm::exp2(f64::from(random.below(80)) - 40.0));
        let shift =
            [0; 3].map(|_: i32| if random.below(2) == 0 { 0.0 } else { random.unit() * 1e3 });
        let size = [1.0, 1e-200, 1e200, 5e-324 * 1e10, 1e290][round % 5];
        let points: Vec<[f64; 3]> = (0..count)
            .map(|_| {
                let p = [0; 3].map(|_: i32| random.unit());
                let norm = libm::sqrt(p.iter().map(|x| x * x).sum::<f64>());
                let p = if round % 3 == 0 { p.map(|x| x / norm) } else { p };
                [0, 1, 2].map(|k: usize| (p[k] * stretch[k] + shift[k]) * size / 1e12)
            })
            .collect();
        check(&points);
    }
}

#[test]
fn jitter_at_the_last_bits_is_resolved() {
    let mut random = Lcg(6);
    for round in 0..300 {
        let jitter = [1e-17, 1e-16, 1e-15, 1e-300, 1e-80, 1e-60][round % 6];
        let points: Vec<[f64; 3]> = (0..60)
            .map(|_| [0; 3].map(|_: i32| f64::from(random.below(3)) * 0.3 + jitter * random.unit()))
            .collect();
        check(&points);
        // Squashed into a plane and a line, then jittered.
        let flat: Vec<[f64; 3]> =
            points.iter().map(|&[x, y, _]| [x, y, x + y + jitter * random.unit()]).collect();
        check(&flat);
        let thin: Vec<[f64; 3]> = points
            .iter()
            .map(|&[x, _, _]| [x, x * 0.7 + jitter * random.unit(), x / 3.0])
            .collect();
        check(&thin);
    }
}

#[test]
fn coordinates_far_below_the_largest_end_and_stay_convex() {
    let mut random = Lcg(7);
    for _ in 0..300 {
        let points: Vec<[f64; 3]> = (0..40)
            .map(|_| {
                [0; 3].map(|_: i32| random.unit() * libm::exp2(-f64::from(random.below(1060))))
            })
            .collect();
        check(&points);
    }
}

#[test]
fn cospherical_lattice_points() {
    // Integer points on the sphere of radius^2 = 5525 (many, exactly cospherical, many coplanar).
    let mut points = Vec::new();
    for x in -74_i32..=74 {
        for y in -74_i32..=74 {
            let rest = 5525 - x * x - y * y;
            let z = libm::sqrt(f64::from(rest.max(0))) as i32;
            if rest >= 0 && z * z == rest {
                points.push([x, y, z].map(f64::from));
                points.push([x, y, -z].map(f64::from));
            }
        }
    }
    let hull = check(&points);
    let unique: BTreeSet<[i32; 3]> = points.iter().map(|p| p.map(|x| x as i32)).collect();
    assert_eq!(hull.vertices.len(), unique.len());
}

#[test]
fn many_cospherical_points() {
    let mut random = Lcg(8);
    let points: Vec<[f64; 3]> = (0..27_000)
        .map(|_| {
            let p = [0; 3].map(|_: i32| random.unit());
            let norm = libm::sqrt(p.iter().map(|x| x * x).sum::<f64>());
            p.map(|x| x / norm)
        })
        .collect();
    let hull = hull3(&points).unwrap();
    assert!(hull.vertices.len() > 26_900);
    let edges: usize = hull.faces.iter().map(|face| face.vertices.len()).sum();
    assert_eq!(hull.vertices.len() + hull.faces.len(), edges / 2 + 2);
}

#[test]
fn low_ranks() {
    let hull = check(&[[1.0, 2.0, 3.0]; 4]);
    assert_eq!((hull.rank, hull.vertices), (Rank::Point, vec![0]));
    let line: Vec<[f64; 3]> =
        [3.0, -1.0, 0.0, 5.0, 5.0].iter().map(|t| [2.0 * t, -t, 4.0 * t]).collect();
    let hull = check(&line);
    assert_eq!((hull.rank, hull.vertices.as_slice()), (Rank::Segment, &[1, 3][..]));
    assert_eq!((hull.neighbours.of(0), hull.neighbours.of(1)), (&[1][..], &[0][..]));
    let square: Vec<[f64; 3]> =
        (0..9).map(|i| [f64::from(i % 3), f64::from(i / 3), f64::from(i % 3 + i / 3)]).collect();
    let hull = check(&square);
    assert_eq!((hull.rank, hull.vertices.as_slice()), (Rank::Polygon, &[0, 2, 6, 8][..]));
}

#[test]
fn bad_input_is_a_typed_error() {
    assert_eq!(hull3(&[]).unwrap_err(), HullError::Empty);
    assert_eq!(hull2(&[]).unwrap_err(), HullError::Empty);
    let bad = [[0.0; 3], [0.0, f64::NAN, 0.0]];
    assert_eq!(hull3(&bad).unwrap_err(), HullError::NotFinite { index: 1 });
    let error: &dyn core::error::Error = &HullError::NotFinite { index: 7 };
    assert!(error.to_string().contains('7'));
    assert!(format!("{}", HullError::Empty).contains("one point"));
}

#[test]
fn planar_hulls_satisfy_their_definition() {
    let mut random = Lcg(9);
    for round in 0..3000 {
        let count = 1 + random.below(30);
        let side = 1 + random.below(6);
        let mut coordinate = || match round % 3 {
            0 => f64::from(random.below(side)),
            1 => f64::from(random.below(side)) * 0.1 + 1e-17 * random.unit(),
            _ => random.unit() * libm::exp2(-f64::from(random.below(1060))),
        };
        let input: Vec<[f64; 2]> = (0..count).map(|_| [coordinate(), coordinate()]).collect();
        let hull = hull2(&input).unwrap();
        let points = normalized(&input).unwrap().points;
        let at = |v: u32| points[v as usize];
        if hull.rank == Rank::Polygon {
            for (a, b) in ends(&hull.vertices) {
                for &p in &points {
                    let side = turn(at(a), at(b), p);
                    assert!(side >= 0.0);
                    assert!(side > 0.0 || !between(at(a), at(b), p) && !between(p, at(a), at(b)));
                }
            }
            let inner = hull.vertices.windows(3);
            assert!(inner.into_iter().all(|w| turn(at(w[0]), at(w[1]), at(w[2])) > 0.0));
        } else {
            let (&a, &b) = (hull.vertices.first().unwrap(), hull.vertices.last().unwrap());
            assert!(points.iter().all(|&p| turn(at(a), at(b), p) == 0.0));
            assert!(points.iter().all(|&p| at(a) <= p && p <= at(b) || at(b) <= p && p <= at(a)));
        }
    }
}
