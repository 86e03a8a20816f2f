//! Poses by angle and matrix, in both precisions, judged about what was written: its sines and
//! matrices in rational arithmetic, and every printed number as a reader of `f64` gets it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(missing_docs)]

use clearance_json::{Context, Libraries, answer};
use clearance_oracle::{
    Polytope, Rational, Vector, depth_squared, distance_squared, exact, sqrt_bounds,
};
use clearance_trust::Random;
use serde_json::{Value, json};

fn within(r: &mut Random, size: f64) -> f64 {
    ((r.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0) * size
}

fn number(x: f64) -> Rational {
    exact(x).unwrap()
}

/// Cut to 2^-220: far less than any gap.
fn cut(x: &Rational) -> Rational {
    let unit = number(2f64.powi(220));
    Rational::from((x * &unit).floor()) / unit
}

/// Cosine and sine of an angle below 4, by their series.
fn cosine_and_sine(angle: f64) -> [Rational; 2] {
    let x = number(angle);
    let (mut term, mut sums) = (Rational::ONE, [Rational::ZERO, Rational::ZERO]);
    for k in 0..70_u32 {
        let sum = &mut sums[(k % 2) as usize];
        *sum = if k % 4 < 2 { &*sum + &term } else { &*sum - &term };
        term = cut(&(&term * &x / Rational::from(k + 1)));
    }
    sums
}

type Rows<const N: usize> = [Vector<N>; N];

/// The nearest rotation, by Newton's iteration with so many digits.
fn nearest(rows: &Rows<3>) -> Rows<3> {
    let mut rows = rows.clone();
    for _ in 0..9 {
        let [x, y, z] = &rows;
        let volume = x.cross(y).dot(z);
        let turned = [y.cross(z), z.cross(x), x.cross(y)];
        let half = number(0.5);
        rows = std::array::from_fn(|i| {
            let mean = &(&rows[i] + &(&turned[i] * &(Rational::ONE / &volume))) * &half;
            Vector(mean.0.map(|x| cut(&x)))
        });
    }
    rows
}

/// A shape as JSON with its pose, and where its corners are as written.
fn in_plane(random: &mut Random, round: impl Fn(f64) -> f64) -> (Value, Vec<Vector<2>>) {
    let corners: Vec<[f64; 2]> =
        (0..3 + random.below(5)).map(|_| [0; 2].map(|_| round(within(random, 2.0)))).collect();
    let at = [0; 2].map(|_| round(within(random, 2.0)));
    let angle = match random.below(4) {
        0 => round(within(random, 3.2)),
        1 => (within(random, 3.2) * 1e3).round() / 1e3,
        2 => within(random, 1e-7),
        _ => within(random, 3.2),
    };
    let [cos, sin] = cosine_and_sine(angle);
    let at_exactly = Vector::exact(at).unwrap();
    let turned = |p: &[f64; 2]| {
        let [x, y] = p.map(number);
        &Vector([&x * &cos - &y * &sin, &x * &sin + &y * &cos]) + &at_exactly
    };
    let placed = corners.iter().map(turned).collect();
    let pose = json!({ "translation": at, "angle": angle });
    (json!({ "type": "polygon", "vertices": corners, "pose": pose }), placed)
}

fn in_space(random: &mut Random, round: impl Fn(f64) -> f64) -> (Value, Vec<Vector<3>>) {
    let corners: Vec<[f64; 3]> =
        (0..4 + random.below(6)).map(|_| [0; 3].map(|_| round(within(random, 2.0)))).collect();
    let at = [0; 3].map(|_| round(within(random, 2.0)));
    let q = [0; 4].map(|_| within(random, 1.0));
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [x, y, z, w] = q.map(|c| c / length);
    let mut rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let takes_nearest = random.below(4) == 0;
    let digits = random.below(3);
    let drift = if takes_nearest { 10f64.powf(within(random, 3.0) - 5.0) } else { 0.0 };
    for entry in rows.iter_mut().flatten() {
        *entry += within(random, drift);
        *entry = match digits {
            0 => *entry,
            1 => round(*entry),
            _ => (*entry * 1e7).round() / 1e7,
        };
    }
    let written: Rows<3> = rows.map(|row| Vector::exact(row).unwrap());
    let meant = if takes_nearest { nearest(&written) } else { written };
    let at_exactly = Vector::exact(at).unwrap();
    let turned = |p: &[f64; 3]| {
        let p = Vector::exact(*p).unwrap();
        &Vector(meant.each_ref().map(|row| row.dot(&p))) + &at_exactly
    };
    let placed = corners.iter().map(turned).collect();
    let [[a, b, c], [d, e, f], [g, h, i]] = rows;
    let [tx, ty, tz] = at;
    let mut pose = match random.below(4) {
        0 => json!({ "translation": at, "matrix": [a, b, c, d, e, f, g, h, i] }),
        1 => json!({ "translation": at, "matrix": rows }),
        2 => json!({ "matrix": [[a, b, c, tx], [d, e, f, ty], [g, h, i, tz], [0, 0, 0, 1]] }),
        _ => json!({ "matrix": [a, d, g, 0, b, e, h, 0, c, f, i, 0, tx, ty, tz, 1] }),
    };
    if takes_nearest {
        pose["nearest"] = true.into();
    }
    (json!({ "type": "hull", "vertices": corners, "pose": pose }), placed)
}

#[derive(Debug, Default)]
pub(crate) struct Tally {
    judged: usize,
    apart: usize,
    wrong_booleans: usize,
    wrong_gaps: usize,
    wide_gaps: usize,
    undecided: usize,
}

impl Tally {
    fn judge<const N: usize>(&mut self, line: &Value, a: Vec<Vector<N>>, b: Vec<Vector<N>>) {
        let text = answer(&Context::new(Libraries::closed()), line).unwrap();
        let found: Value = serde_json::from_str(&text).unwrap();
        let (a, b) = (Polytope::new(a).unwrap(), Polytope::new(b).unwrap());
        let squared = distance_squared(&a, &b).squared;
        let intersects = squared == Rational::ZERO;
        let (low, high) = if intersects {
            let (low, high) = sqrt_bounds(&depth_squared(&a, &b).unwrap().squared);
            (-high, -low)
        } else {
            sqrt_bounds(&squared)
        };
        let get = |name: &str| number(found[name].as_f64().unwrap());
        let says = found["intersects"] == true;
        let signed = if says { -get("penetration") } else { get("distance") };
        let gap = get("gap");
        let is_decided = found["undecided"] != true;
        self.judged += 1;
        self.apart += usize::from(!intersects);
        self.undecided += usize::from(!is_decided);
        if is_decided && says != intersects {
            self.wrong_booleans += 1;
            eprintln!("boolean: {line} {text}");
        }
        if low < &signed - &gap || high > &signed + &gap {
            self.wrong_gaps += 1;
            eprintln!("gap: {line} {text}");
        }
        let in_f32 = line["precision"] == "f32";
        // Matrices written with seven digits are off by as much.
        let widest = if in_f32 || N == 3 { 4e-6 } else { 1e-13 };
        self.wide_gaps += usize::from(gap > number(widest));
    }
}

pub(crate) fn judged(seed: u64, pairs: usize) -> Tally {
    let mut random = Random(seed);
    let mut tally = Tally::default();
    for i in 0..pairs {
        let in_f32 = i % 2 == 0;
        #[allow(clippy::cast_possible_truncation)]
        let round = |x: f64| if in_f32 { f64::from(x as f32) } else { x };
        let precision = if in_f32 { "f32" } else { "f64" };
        if i % 4 < 2 {
            let ((a, of_a), (b, of_b)) =
                (in_plane(&mut random, round), in_plane(&mut random, round));
            let line = json!({ "dim": 2, "precision": precision, "a": a, "b": b });
            tally.judge(&line, of_a, of_b);
        } else {
            let ((a, of_a), (b, of_b)) =
                (in_space(&mut random, round), in_space(&mut random, round));
            let line = json!({ "dim": 3, "precision": precision, "a": a, "b": b });
            tally.judge(&line, of_a, of_b);
        }
    }
    tally
}

fn assert_right(tally: &Tally) {
    let wrong = (tally.wrong_booleans, tally.wrong_gaps, tally.wide_gaps);
    assert_eq!(wrong, (0, 0, 0), "{tally:?}");
    assert!(tally.undecided * 1000 < tally.judged, "{tally:?}");
    assert!(tally.apart * 10 > tally.judged && tally.apart * 10 < 9 * tally.judged, "{tally:?}");
}

#[test]
fn angles_and_matrices_of_every_form() {
    assert_right(&judged(1, 400));
}

/// Judges as many as `POSES` says, in an optimised build.
#[test]
#[ignore = "minutes"]
fn very_many_poses() {
    let pairs = std::env::var("POSES").ok().and_then(|n| n.parse().ok()).unwrap_or(100_000);
    assert_right(&judged(2, pairs));
}

fn ask(line: &Value) -> Result<Value, String> {
    let text = answer(&Context::new(Libraries::closed()), line);
    text.map(|text| serde_json::from_str(&text).unwrap()).map_err(|fault| fault.to_string())
}

/// A report: 2 466 times beyond the gap, as the cosine and sine of the angle were rounded to `f32`.
#[test]
fn a_triangle_turned_in_f32() {
    let line = json!({
        "dim": 2, "precision": "f32",
        "a": {
            "type": "triangle",
            "vertices": [
                [1.801_420_807_838_44, -0.764_464_139_938_354_5],
                [-1.079_060_435_295_105, -0.563_287_198_543_548_6],
                [0.969_272_196_292_877_2, -0.235_005_512_833_595_28],
            ],
            "pose": {
                "translation": [-1.872_529_506_683_349_6, 1.128_523_111_343_383_8],
                "angle": 2.827_292_680_740_356_4,
            },
        },
        "b": {
            "type": "segment", "half_height": 0.270_674_139_261_245_7,
            "pose": {
                "translation": [-1.418_665_647_506_713_9, 0.153_581_887_483_596_8],
                "angle": -1.608_668_088_912_963_9,
            },
        },
    });
    let found = ask(&line).unwrap();
    let off = (found["distance"].as_f64().unwrap() - 1.246_651_460_229_557_8).abs();
    assert!(off <= found["gap"].as_f64().unwrap(), "{found}");
}

#[test]
fn drifted_matrices_are_refused_or_said_aloud() {
    let line = |pose: Value| {
        let cube = json!({ "type": "box", "half_extents": [1, 1, 1], "pose": pose });
        json!({ "dim": 3, "a": cube, "b": { "type": "point", "pose": { "translation": [3, 0, 0] } } })
    };
    let drifted = [1.0, 1e-3, 0.0, -1e-3, 1.0, 0.0, 0.0, 0.0, 1.001];
    let refused = ask(&line(json!({ "matrix": drifted }))).unwrap_err();
    assert!(refused.contains("\"nearest\": true") && refused.contains("1.0e-3"), "{refused}");
    let found = ask(&line(json!({ "matrix": drifted, "nearest": true }))).unwrap();
    assert!((found["nearest_a"].as_f64().unwrap() - 1e-3).abs() < 1e-5, "{found}");
    assert!(found["gap"].as_f64().unwrap() < 1e-13 && found["nearest_b"].is_null(), "{found}");
    let scaled = json!({ "matrix": [2, 0, 0, 0, 2, 0, 0, 0, 2], "nearest": true });
    assert!(ask(&line(scaled)).unwrap_err().contains("`scaled`"));
    let mirror = json!({ "matrix": [-1, 0, 0, 0, 1, 0, 0, 0, 1] });
    assert!(ask(&line(mirror)).unwrap_err().contains("mirrors"));
    let alone = ask(&line(json!({ "nearest": true }))).unwrap_err();
    assert!(alone.contains("a.pose.nearest: belongs to a `matrix`"), "{alone}");
}

#[test]
fn sixteen_numbers_are_columns_and_four_lists_are_rows() {
    let distance = |pose: Value| {
        let point = json!({ "type": "point", "vertices": [[0, 0, 1]], "pose": pose });
        let line = json!({ "dim": 3, "a": point, "b": { "type": "point" } });
        ask(&line).map(|found| numbers(&found["witness_a"]))
    };
    // A quarter turn that takes z to x, and 5 along y.
    let rows = json!([[0, 0, 1, 0], [0, 1, 0, 5], [-1, 0, 0, 0], [0, 0, 0, 1]]);
    let columns = json!([0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 5, 0, 1]);
    for matrix in [rows, columns] {
        assert_eq!(distance(json!({ "matrix": matrix })).unwrap(), [1.0, 5.0, 0.0]);
    }
    let mistaken = json!([0, 0, 1, 0, 0, 1, 0, 5, -1, 0, 0, 0, 0, 0, 0, 1]);
    let error = distance(json!({ "matrix": mistaken })).unwrap_err();
    assert!(error.contains("column by column"), "{error}");
    let camera = json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 1, 0]);
    let error = distance(json!({ "matrix": camera })).unwrap_err();
    assert!(error.contains("`frustum`"), "{error}");
    let twice = json!({ "matrix": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], "translation": [1, 0, 0] });
    assert!(distance(twice).unwrap_err().contains("already"));
}

#[test]
fn a_frustum_by_rows_and_without_an_end() {
    // Reversed depth, no far plane.
    let rows = json!([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0.5], [0, 0, -1, 0]]);
    let columns = json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0, 0, 0.5, 0]);
    for matrix in [rows, columns] {
        let frustum = json!({ "type": "frustum", "view_projection": matrix });
        let at = |z: f64| {
            let ball =
                json!({ "type": "sphere", "radius": 1, "pose": { "translation": [0, 0, z] } });
            ask(&json!({ "dim": 3, "a": frustum, "b": ball })).unwrap()
        };
        assert_eq!(at(-1e12)["intersects"], true);
        let behind = at(2.0);
        let off = (behind["distance"].as_f64().unwrap() - 1.5).abs();
        assert!(off <= behind["gap"].as_f64().unwrap(), "{behind}");
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}
