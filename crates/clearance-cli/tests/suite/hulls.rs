//! What is said of parts that are not convex, by parts made of boxes: the truth is that of the
//! boxes.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::common::{run, scratch, stderr, stdout};
use clearance_trust::Random;
use serde_json::Value;

/// A multiple of 2^-10 from -most to most.
fn drawn(chance: &mut Random, most: f64) -> f64 {
    (chance.below(2049) as f64 / 1024.0 - 1.0) * most
}

/// Cells of a grid: each from its low to its high corner.
struct Part {
    cells: Vec<[[f64; 3]; 2]>,
    is_concave: bool,
    obj: String,
}

fn part(chance: &mut Random) -> Part {
    let counts = [1 + chance.place(4), 1 + chance.place(4), 1 + chance.place(2)];
    let lines: Vec<Vec<f64>> = counts
        .iter()
        .map(|count| {
            let mut at = -1.0;
            let step = |_| {
                at += 0.25 * (1 + chance.place(4)) as f64;
                at
            };
            std::iter::once(-1.0).chain((0..*count).map(step).collect::<Vec<_>>()).collect()
        })
        .collect();
    let all: Vec<[usize; 3]> = (0..counts[0])
        .flat_map(|i| (0..counts[1]).map(move |j| [i, j]))
        .flat_map(|[i, j]| (0..counts[2]).map(move |k| [i, j, k]))
        .collect();
    let mut filled: Vec<[usize; 3]> = all.into_iter().filter(|_| chance.place(2) > 0).collect();
    if filled.is_empty() {
        filled.push([0; 3]);
    }
    // Faces between a cell that is filled and one that is not, with the corners that they share.
    let (mut corners, mut text, mut faces) = (HashMap::new(), String::new(), String::new());
    for cell in &filled {
        for axis in 0..3 {
            for side in 0..2 {
                let other: [Option<usize>; 3] = std::array::from_fn(|i| match (i == axis, side) {
                    (false, _) => Some(cell[i]),
                    (true, 0) => cell[i].checked_sub(1),
                    (true, _) => Some(cell[i] + 1),
                });
                if filled.iter().any(|own| own.map(Some) == other) {
                    continue;
                }
                let around = if side == 1 {
                    [[0, 0], [1, 0], [1, 1], [0, 1]]
                } else {
                    [[0, 0], [0, 1], [1, 1], [1, 0]]
                };
                faces += "f";
                for [u, v] in around {
                    let mut corner = *cell;
                    corner[axis] += side;
                    corner[(axis + 1) % 3] += u;
                    corner[(axis + 2) % 3] += v;
                    let count = corners.len();
                    let number = *corners.entry(corner).or_insert_with(|| {
                        let [x, y, z]: [f64; 3] = std::array::from_fn(|i| lines[i][corner[i]]);
                        let _ = writeln!(text, "v {x} {y} {z}");
                        count + 1
                    });
                    let _ = write!(faces, " {number}");
                }
                faces += "\n";
            }
        }
    }
    // Of whole cells only a box is convex.
    let box_of = |i: usize| {
        let all = || filled.iter().map(|cell| cell[i]);
        all().max().unwrap() - all().min().unwrap() + 1
    };
    let is_concave = (0..3).map(box_of).product::<usize>() != filled.len();
    let corner = |cell: &[usize; 3], up: usize| std::array::from_fn(|i| lines[i][cell[i] + up]);
    let cells = filled.iter().map(|cell| [corner(cell, 0), corner(cell, 1)]).collect();
    Part { cells, is_concave, obj: text + &faces }
}

impl Part {
    /// How far a ball is from it, or minus how deep its middle is below the ball's surface.
    fn to_ball(&self, center: [f64; 3], radius: f64) -> f64 {
        let off = |[low, high]: &[[f64; 3]; 2]| {
            let out = |i: usize| (low[i] - center[i]).max(center[i] - high[i]).max(0.0);
            (0..3).map(|i| out(i).powi(2)).sum::<f64>().sqrt()
        };
        self.cells.iter().map(off).fold(f64::INFINITY, f64::min) - radius
    }
}

struct Ball {
    at: [f64; 3],
    radius: f64,
    velocity: [f64; 3],
    target: f64,
    start: &'static str,
    max_distance: f64,
}

/// Fields that are of the hulls read as of the part: `"parts":"apart"` beside `"hit":true`, and no
/// `parts` beside contact points.
#[test]
fn nothing_false_is_said_of_parts() {
    let wanted = std::env::var("CLEARANCE_JUDGED").ok().and_then(|text| text.parse().ok());
    let wanted: usize = wanted.unwrap_or(300);
    let (home, mut chance) = (scratch("hulls"), Random(10));
    let mut parts = Vec::new();
    let (mut lines, mut balls) = (String::new(), Vec::new());
    for place in 0..wanted.div_ceil(10).min(400) {
        let part = part(&mut chance);
        std::fs::write(home.join(format!("part{place}.obj")), &part.obj).unwrap();
        parts.push(part);
    }
    for i in 0..wanted {
        // In the part's box or beside it, and either at once or by the motion.
        let cells = &parts[i % parts.len()].cells;
        let [low, high] = cells[chance.place(cells.len())];
        let near = std::array::from_fn(|k| drawn(&mut chance, 0.5) + 0.5 * (low[k] + high[k]));
        let off: [f64; 3] = std::array::from_fn(|_| drawn(&mut chance, 3.0));
        let ball = Ball {
            at: if i % 2 == 0 { near } else { std::array::from_fn(|k| near[k] - off[k]) },
            radius: 0.03125 * (1 + chance.place(4)) as f64,
            velocity: off.map(|x| 1.5 * x),
            target: [0.0, 0.0, 0.25, -0.125][chance.place(4)],
            start: ["report", "report", "ignore", "ignore_separating"][chance.place(4)],
            max_distance: [0.0, 0.5, -0.0625][chance.place(3)],
        };
        let Ball { at: [x, y, z], radius, velocity: [u, v, w], target, start, max_distance } =
            &ball;
        let place = i % parts.len();
        let a = format!(r#""a":{{"type":"mesh","path":"part{place}.obj"}}"#);
        let b = format!(
            r#"{{"type":"sphere","radius":{radius},"pose":{{"translation":[{x},{y},{z}]}}"#
        );
        let _ = writeln!(lines, r#"{{"dim":3,{a},"b":{b}}}}}"#);
        let _ = writeln!(
            lines,
            r#"{{"dim":3,"query":"cast","target_distance":{target},"at_start":"{start}",{a},"b":{b},"velocity":[{u},{v},{w}]}}}}"#
        );
        let _ = writeln!(
            lines,
            r#"{{"dim":3,"query":"manifold","max_distance":{max_distance},{a},"b":{b}}}}}"#
        );
        balls.push(ball);
    }
    let file = home.join("lines.jsonl");
    std::fs::write(&file, lines).unwrap();
    let output = run(&["query", file.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 3 * wanted);
    let [mut apart, mut dents, mut late] = [0; 3];
    for ((ball, answers), i) in balls.iter().zip(answers.chunks(3)).zip(0..) {
        let part = &parts[i % parts.len()];
        for answer in answers {
            assert_eq!(answer.get("hull_of_concave").is_some(), part.is_concave, "{i}: {answer}");
            assert_eq!(answer.get("parts").is_some(), part.is_concave, "{i}: {answer}");
        }
        let is_apart = |answer: &Value| answer["parts"] == "apart";
        let number = |answer: &Value, key: &str| answer[key].as_f64().unwrap();
        let [pair, cast, touch] = answers else { panic!("{answers:?}") };
        let truth = part.to_ball(ball.at, ball.radius);
        for answer in [pair, touch] {
            assert!(!is_apart(answer) || truth > 0.0, "{i}: {truth} {answer}");
        }
        if pair["intersects"] == false {
            assert!(number(pair, "distance") <= truth + number(pair, "gap") + 1e-12, "{i}: {pair}");
            assert!(is_apart(pair) == part.is_concave, "{i}: {pair}");
        } else {
            dents += usize::from(truth > 0.0);
        }
        // Over the motion, at many times.
        let mut first = f64::INFINITY;
        for step in 0..=256 {
            let t = f64::from(step) / 256.0;
            let center = std::array::from_fn(|k| ball.at[k] + t * ball.velocity[k]);
            let distance = part.to_ball(center, ball.radius);
            assert!(!is_apart(cast) || distance > 0.0, "{i} at {t}: {distance} {cast}");
            if distance <= ball.target.max(0.0) - 1e-12 && first > t {
                first = t;
            }
        }
        let is_first = ball.start == "report" && ball.target >= 0.0;
        if is_first && cast["hit"] == false {
            assert!(first == f64::INFINITY, "{i}: {first} {cast}");
        } else if is_first {
            let least = number(cast, "time_of_impact") - number(cast, "time_gap") - 1e-12;
            assert!(least <= first, "{i}: {least} {first} {cast}");
            late += usize::from(least + 0.1 < first);
        }
        apart += usize::from(is_apart(cast) && is_apart(touch));
    }
    println!("{wanted} balls: {apart} apart, {dents} in dents, {late} met later or never");
    assert!([apart, dents, late].iter().all(|count| 100 * count >= wanted));
    words(&home, &parts, &balls);
}

/// Where a ball is in a dent, the headlines are about hulls.
fn words(home: &Path, parts: &[Part], balls: &[Ball]) {
    let mut asked = 0;
    for (ball, i) in balls.iter().zip(0..) {
        let (place, [x, y, z]) = (i % parts.len(), ball.at);
        let part = &parts[place];
        let file = home.join(format!("part{place}.obj")).display().to_string();
        let (radius, at) = (format!("sphere:{}", ball.radius), format!("{x},{y},{z}"));
        let ask = |verb: &str, more: &[&str]| {
            let always = [verb, &file, &radius, "--move-b", &at];
            let output = run(&[&always[..], more].concat(), "");
            (output.status.code(), stdout(&output))
        };
        if part.to_ball(ball.at, ball.radius) <= 0.0 || ask("pair", &[]).0 == Some(0) {
            continue;
        }
        asked += 1;
        let still = ask("cast", &["--velocity", "0.001,0,0"]).1;
        let past = ask("cast", &["--velocity", "0.001,0,0", "--at-start", "ignore"]).1;
        let said = [ask("pair", &[]).1, ask("contact", &[]).1, still, ask("trace", &["--text"]).1];
        for text in &said[..3] {
            let headline = text.lines().next().unwrap();
            assert!(headline.contains("the parts may be apart"), "{text}");
            assert!(headline.to_lowercase().contains("convex hull of a"), "{text}");
            assert!(text.contains("is the convex hull ("), "{text}");
        }
        assert!(said[3].contains("the parts, which are not convex, may be apart"), "{}", said[3]);
        assert!(!past.contains("nor do the parts"), "{past}");
        if asked == 3 {
            break;
        }
    }
    assert!(asked > 0);
}

/// A part that is not convex was taken by its hull without a word.
#[test]
fn parts_of_a_decomposition_that_are_not_convex_are_said() {
    let home = scratch("hulls-decompose");
    let file = home.join("ring.obj").display().to_string();
    std::fs::write(&file, crate::common::ring()).unwrap();
    let ask =
        |more: &[&str]| stdout(&run(&[&["decompose", &file, "--parts", &file], more].concat(), ""));
    assert!(ask(&[]).contains("1 of the parts is not convex, as "), "{}", ask(&[]));
    let found: Value = serde_json::from_str(&ask(&["--json"])).unwrap();
    assert_eq!(found["hulls_of_concave"].as_array().unwrap().len(), 1, "{found}");
}
