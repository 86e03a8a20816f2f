//! Looks for counterexamples to the lanes' bounds by climbing: from random pairs uphill, towards a
//! larger error in units of the bound.

use std::println;

use super::super::tolerance::{AXIS, ROUND};
use super::algebra;
use super::boxes::{self, BoxPair};
use super::hull_search::{frames, support};
use super::hulls::{Hulls, Lane, WIDTH};
use super::segments::{self, SegmentPair};

/// splitmix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        low + (high - low) * ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Climbs from 40 random rows; the largest `ratio` seen.
fn climb<const N: usize>(
    draw: impl Fn(&mut Random) -> [f64; N],
    ratio: impl Fn(&[f64; N]) -> f64,
) -> f64 {
    let mut random = Random(1);
    let mut most = 0.0_f64;
    for _ in 0..40 {
        let mut row = draw(&mut random);
        let mut best = ratio(&row);
        let mut step = 0.3;
        for turn in 0..1500 {
            let mut next = row;
            for entry in &mut next {
                // A third of the numbers, by a part of themselves.
                if random.between(0.0, 3.0) < 1.0 {
                    *entry *= 1.0 + step * random.between(-1.0, 1.0);
                }
            }
            let found = ratio(&next);
            if found > best {
                (row, best) = (next, found);
            } else if turn % 100 == 99 {
                step *= 0.6;
            }
        }
        most = most.max(best);
    }
    most
}

fn rotation([x, y, z, w]: [f64; 4]) -> [[f64; 3]; 3] {
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    [
        [1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
        [s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)],
        [s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)],
    ]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn column(m: &[[f64; 3]; 3], j: usize) -> [f64; 3] {
    [m[0][j], m[1][j], m[2][j]]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn sizes(values: &[f64]) -> f64 {
    values.iter().map(|x| x.abs()).sum()
}

fn narrowed<const N: usize>(row: &[f64; N]) -> [f32; N] {
    row.map(|x| x as f32)
}

fn box_pair(row: &[f64; 18]) -> BoxPair<f32> {
    let [a0, a1, a2, b0, b1, b2, p, q, r, s, t, u, v, w, x, y, z, radii] = narrowed(row);
    BoxPair {
        half_a: [a0, a1, a2],
        half_b: [b0, b1, b2],
        turn_a: [p, q, r, s],
        turn_b: [t, u, v, w],
        offset: [x, y, z],
        radii: [radii],
    }
}

fn segment_pair(row: &[f64; 24]) -> SegmentPair<f32> {
    let [a0, a1, a2, a3, a4, a5, p, q, r, s, rest @ ..] = narrowed(row);
    let [b0, b1, b2, b3, b4, b5, t, u, v, w, x, y, z, radii] = rest;
    SegmentPair {
        center_a: [a0, a1, a2],
        way_a: [a3, a4, a5],
        turn_a: [p, q, r, s],
        center_b: [b0, b1, b2],
        way_b: [b3, b4, b5],
        turn_b: [t, u, v, w],
        offset: [x, y, z],
        radii: [radii],
    }
}

/// The largest signed distances along faces and along edges, by definition and in `f64`.
fn exact_axes(row: &[f64; 18]) -> [f64; 2] {
    let [a0, a1, a2, b0, b1, b2, p, q, r, s, t, u, v, w, x, y, z, _] = *row;
    let (of_a, of_b) = (rotation([p, q, r, s]), rotation([t, u, v, w]));
    let along = |axis: [f64; 3]| {
        let extent = |half: [f64; 3], m: &[[f64; 3]; 3]| -> f64 {
            (0..3).map(|i| half[i] * dot(column(m, i), axis).abs()).sum()
        };
        dot([x, y, z], axis).abs() - extent([a0, a1, a2], &of_a) - extent([b0, b1, b2], &of_b)
    };
    let faces = (0..3).flat_map(|i| [along(column(&of_a, i)), along(column(&of_b, i))]);
    let edges = (0..9).map(|k| along(cross(column(&of_a, k / 3), column(&of_b, k % 3))));
    [faces.fold(f64::NEG_INFINITY, f64::max), edges.fold(f64::NEG_INFINITY, f64::max)]
}

#[test]
fn no_axis_of_boxes_is_off_by_more_than_its_bound() {
    let draw = |random: &mut Random| {
        core::array::from_fn(|i| match i {
            0..6 => random.between(0.01, 1.0),
            6..14 => random.between(-1.0, 1.0),
            17 => 0.0,
            _ => random.between(-2.0, 2.0),
        })
    };
    let worst = climb(draw, |row| {
        let [faces, edges] = boxes::signed_distances(box_pair(row)).map(f64::from);
        let [exact_faces, exact_edges] = exact_axes(row);
        let size = sizes(&row[..6]) + sizes(&row[14..17]);
        let off = (faces - exact_faces).abs().max((edges - exact_edges).abs());
        off / (f64::from(AXIS) * size)
    });
    println!("{worst:.3} of the bound");
    assert!(worst < 1.0, "{worst}");
    assert!(worst > 0.01, "the climb finds nothing: {worst}");
}

/// The kernel's own points and direction: their distance must not be less, nor the plane's be more,
/// than the segments' distance by more than the bound.
#[test]
fn no_distance_of_segments_is_off_by_more_than_its_bound() {
    let draw = |random: &mut Random| {
        core::array::from_fn(|i| match i {
            23 => 0.0,
            20..23 => random.between(-2.0, 2.0),
            _ => random.between(-1.0, 1.0),
        })
    };
    let worst = climb(draw, |row: &[f64; 24]| {
        let [lower, upper] = segments::bounds(segment_pair(row)).map(f64::from);
        let exact = exact_distance(row);
        let size = sizes(&row[..6]) + sizes(&row[10..16]) + sizes(&row[20..23]);
        (lower - exact).max(exact - upper) / (f64::from(ROUND) * size)
    });
    println!("{worst:.3} of the bound");
    assert!(worst < 1.0, "{worst}");
    assert!(worst > 0.005, "the climb finds nothing: {worst}");
}

/// Two tetrahedra, a direction, and the support point that the search takes: its height must be
/// that of the exact difference within the error that is allowed for it.
#[test]
fn no_height_of_polytopes_is_off_by_more_than_its_bound() {
    let draw = |random: &mut Random| -> [f64; 38] {
        core::array::from_fn(|i| match i {
            32..35 => random.between(-2.0, 2.0),
            _ => random.between(-1.0, 1.0),
        })
    };
    let worst = climb(draw, |row| {
        let row = narrowed(row);
        let wide = row.map(f64::from);
        let corner = |side: usize, k: usize| -> [f32; 3] {
            core::array::from_fn(|axis| row[12 * side + 3 * k + axis])
        };
        let length = |p: [f32; 3]| dot(p.map(f64::from), p.map(f64::from)).sqrt();
        let reach = |side| (0..4).map(|k| length(corner(side, k))).fold(0.0, f64::max);
        let mut hulls = Hulls::<f32>::new();
        hulls.clear([4, 4]);
        for side in 0..2 {
            for k in 0..4 {
                for (column, entry) in hulls.corners[side][k].iter_mut().zip(corner(side, k)) {
                    *column = [entry; WIDTH];
                }
            }
        }
        hulls.poses.turn_a = [24, 25, 26, 27].map(|i| [wide[i]; WIDTH]);
        hulls.poses.turn_b = [28, 29, 30, 31].map(|i| [wide[i]; WIDTH]);
        hulls.poses.origin_b = [32, 33, 34].map(|i| [wide[i]; WIDTH]);
        (hulls.poses.reach_a, hulls.poses.reach_b) = ([[reach(0); WIDTH]], [[reach(1); WIDTH]]);
        let (frames, _) = frames::<f32>(&hulls.poses);
        let way = [row[35], row[36], row[37]];
        let mut newest: [Lane<f32>; 4] = [[0.0; WIDTH]; 4];
        support(&hulls, &frames, &way.map(|x| [x; WIDTH]), &mut newest);
        let found = [newest[0][0], newest[1][0], newest[2][0]];
        let height = f64::from(algebra::dot(way, found) / algebra::length(way));

        let (a, b) = (
            rotation([wide[24], wide[25], wide[26], wide[27]]),
            rotation([wide[28], wide[29], wide[30], wide[31]]),
        );
        let apply = |m: [[f64; 3]; 3], p: [f64; 3]| m.map(|r| dot(r, p));
        let back = |p: [f64; 3]| [0, 1, 2].map(|j| dot(column(&a, j), p));
        let way = way.map(f64::from);
        let lowest_a =
            (0..4).map(|k| dot(way, corner(0, k).map(f64::from))).fold(f64::INFINITY, f64::min);
        let highest_b = (0..4)
            .map(|k| {
                let p = apply(b, corner(1, k).map(f64::from));
                dot(way, back([p[0] + wide[32], p[1] + wide[33], p[2] + wide[34]]))
            })
            .fold(f64::NEG_INFINITY, f64::max);
        let exact = (lowest_a - highest_b) / dot(way, way).sqrt();
        (height - exact).abs() / f64::from(frames.error[0])
    });
    println!("{worst:.3} of the bound");
    assert!(worst < 1.0, "{worst}");
    assert!(worst > 0.01, "the climb finds nothing: {worst}");
}

/// The distance of two segments in `f64`, by alternating projections from every pair of ends: slow
/// and plain.
fn exact_distance(row: &[f64; 24]) -> f64 {
    let three = |i: usize| [row[i], row[i + 1], row[i + 2]];
    let turn = |i: usize| rotation([row[i], row[i + 1], row[i + 2], row[i + 3]]);
    let apply = |m: [[f64; 3]; 3], p: [f64; 3]| m.map(|r| dot(r, p));
    let plus =
        |p: [f64; 3], q: [f64; 3], k: f64| [p[0] + k * q[0], p[1] + k * q[1], p[2] + k * q[2]];
    let (a, b) = (turn(6), turn(16));
    let between = plus(plus(three(20), apply(b, three(10)), 1.0), apply(a, three(0)), -1.0);
    let (d, e) = (apply(a, three(3)), apply(b, three(13)));
    let at = |x: f64, y: f64| {
        let way = plus(plus(between, e, y), d, -x);
        dot(way, way).sqrt()
    };
    // The minimum over y for each x is convex in x: golden section.
    let best_y = |x: f64| {
        let way = plus(between, d, -x);
        let ee = dot(e, e);
        if ee > 0.0 { (-dot(e, way) / ee).clamp(-1.0, 1.0) } else { 0.0 }
    };
    let value = |x: f64| at(x, best_y(x));
    let (mut low, mut high) = (-1.0_f64, 1.0_f64);
    for _ in 0..60 {
        let (l, r) = (low + 0.382 * (high - low), low + 0.618 * (high - low));
        if value(l) < value(r) { high = r } else { low = l }
    }
    value(0.5 * (low + high)).min(value(-1.0)).min(value(1.0))
}
