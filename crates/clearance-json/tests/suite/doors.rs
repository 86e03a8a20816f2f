//! One body in one pose, given in every way that a line has: by `axis`, `rotation` or `matrix`, as
//! a part in a body that is moved itself, at rest and in motion. Where no number of it is rounded,
//! contact is decided; truth is by construction, in whole numbers.
#![cfg(feature = "lines")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use clearance_json::{Context, Libraries, answer};
use clearance_trust::Random;
use serde_json::{Value, json};

fn whole(r: &mut Random, most: u64) -> f64 {
    r.below(2 * most + 1) as f64 - most as f64
}

type Point = [f64; 3];

/// A rotation that permutes the axes: its quaternion of small whole numbers, and its rows.
#[derive(Clone, Copy)]
struct Turn {
    quaternion: [f64; 4],
    rows: [Point; 3],
}

impl Turn {
    fn of(quaternion: [f64; 4]) -> Self {
        let [x, y, z, w] = quaternion;
        let norm = x * x + y * y + z * z + w * w;
        let rows = [
            [norm - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
            [2.0 * (x * y + z * w), norm - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
            [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), norm - 2.0 * (x * x + y * y)],
        ];
        Self { quaternion, rows: rows.map(|row| row.map(|entry| entry / norm)) }
    }

    fn draw(r: &mut Random) -> Self {
        loop {
            let quaternion = [0; 4].map(|_| r.below(3) as f64 - 1.0);
            let count = quaternion.iter().filter(|x| **x != 0.0).count();
            if [1, 2, 4].contains(&count) {
                return Self::of(quaternion);
            }
        }
    }

    fn apply(&self, p: Point) -> Point {
        self.rows.map(|row| row.iter().zip(p).map(|(a, b)| a * b).sum())
    }

    fn back(&self) -> Self {
        let [x, y, z, w] = self.quaternion;
        Self::of([-x, -y, -z, w])
    }

    /// This after another, without the factor that quaternions of this kind have too much.
    fn after(&self, first: &Self) -> Self {
        let ([x, y, z, w], [a, b, c, d]) = (self.quaternion, first.quaternion);
        let product = [
            w * a + x * d + y * c - z * b,
            w * b - x * c + y * d + z * a,
            w * c + x * b - y * a + z * d,
            w * d - x * a - y * b - z * c,
        ];
        Self::of(product.map(|x| if x == 0.0 { 0.0 } else { x.signum() }))
    }

    /// The rotation as floats of any length mean it.
    fn written(&self, r: &mut Random) -> Value {
        let length = [1.0, 0.5, 0.1, std::f64::consts::FRAC_1_SQRT_2, 3.0][r.below(5) as usize];
        json!(self.quaternion.map(|x| x * length))
    }
}

fn plus(p: Point, q: Point) -> Point {
    [p[0] + q[0], p[1] + q[1], p[2] + q[2]]
}

/// A pose in one of the ways that JSON has.
fn pose(r: &mut Random, turn: &Turn, at: Point) -> Value {
    let [a, b, c] = turn.rows;
    match r.below(4) {
        0 => json!({"translation": at, "matrix": turn.rows}),
        1 => json!({"matrix": [
            [a[0], a[1], a[2], at[0]], [b[0], b[1], b[2], at[1]], [c[0], c[1], c[2], at[2]],
            [0, 0, 0, 1]]}),
        _ => json!({"translation": at, "rotation": turn.written(r)}),
    }
}

/// A body over the plane y = 0, this high.
struct Case {
    body: Value,
    turn: Turn,
    at: Point,
    /// The whole scene is turned and moved by these.
    world: Turn,
    home: Point,
    high: f64,
}

const UNIT: f64 = 1.0 / 1024.0;

impl Case {
    fn draw(r: &mut Random) -> Self {
        let sizes = [0; 3].map(|_| 1.0 + r.below(16) as f64 / 8.0);
        let (turn, [x, y, z]) = (Turn::draw(r), sizes);
        // How far it reaches along its own axes.
        let (mut body, extents) = match r.below(4) {
            0 => (json!({"type": "box", "half_extents": sizes}), sizes),
            1 => (json!({"type": "cylinder", "half_height": y, "radius": x}), [x, y, x]),
            2 => (json!({"type": "capsule", "half_height": y, "radius": x}), [x, x + y, x]),
            _ => (
                json!({"type": "rounded", "radius": z,
                    "inner": {"type": "cylinder", "half_height": y, "radius": x}}),
                [x + z, y + z, x + z],
            ),
        };
        // Along another axis, which permutes the extents.
        let mut extents: Point = extents;
        let axis = r.below(3) as usize;
        if body["type"] != "box" {
            let name = ["x", "y", "z"][axis];
            let part = if body["type"] == "rounded" { "/inner" } else { "" };
            body.pointer_mut(part).unwrap()["axis"] = name.into();
            extents.swap(1, axis);
        }
        let high = [0.0, 0.0, UNIT, -UNIT][r.below(4) as usize];
        let reach = turn.rows[1].iter().zip(extents).map(|(row, e)| row.abs() * e).sum::<f64>();
        let at = [whole(r, 4), reach + high, whole(r, 4)];
        let home = [0; 3].map(|_| whole(r, 9) / 4.0);
        Self { body, turn, at, world: Turn::draw(r), home, high }
    }

    fn place(&self, p: Point) -> Point {
        plus(self.world.apply(p), self.home)
    }

    /// The ground as a half-space or a slab, posed.
    fn ground(&self, r: &mut Random) -> Value {
        let mut ground = match r.below(2) {
            0 => json!({"type": "half_space", "normal": [0, 1, 0], "offset": 2}),
            _ => json!({"type": "box", "half_extents": [64, 2, 64]}),
        };
        ground["pose"] = pose(r, &self.world, self.place([0.0, -2.0, 0.0]));
        ground
    }

    fn posed(&self, r: &mut Random) -> Value {
        let mut body = self.body.clone();
        body["pose"] = pose(r, &self.world.after(&self.turn), self.place(self.at));
        body
    }

    /// A part in a body that stands anywhere, so that the part is where it is.
    fn compound(&self, r: &mut Random, part: &Value, turn: &Turn, at: Point) -> Value {
        let (outer, offset) = (Turn::draw(r), [0; 3].map(|_| whole(r, 9) / 4.0));
        let inner = outer.back().after(turn);
        let from = plus(at, offset.map(|x| -x));
        let mut part = part.clone();
        part["pose"] = pose(r, &inner, outer.back().apply(from));
        json!({"parts": [part], "pose": pose(r, &outer, offset)})
    }
}

fn asked(line: &Value) -> Value {
    let context = Context::new(Libraries::closed());
    let text = answer(&context, line).unwrap_or_else(|fault| panic!("{fault}: {line}"));
    serde_json::from_str(&text).unwrap()
}

fn count() -> u64 {
    std::env::var("CLEARANCE_JUDGED").map_or(400, |count| count.parse().unwrap())
}

#[test]
fn exact_poses_are_exact_at_every_door() {
    for seed in 0..count() {
        let r = &mut Random(seed);
        let case = Case::draw(r);
        let touches = case.high <= 0.0;
        let ground = case.ground(r);
        let judge = |line: &Value| {
            let found = asked(line);
            let text = || format!("seed {seed}: {line}\n{found}");
            assert!(found.get("undecided").is_none(), "{}", text());
            assert_eq!(found["intersects"], touches, "{}", text());
            let deep = found["penetration"].as_f64().or(found["overlap_lower_bound"].as_f64());
            let signed = deep.map_or(found["distance"].as_f64().unwrap(), |deep| -deep);
            let gap = found["gap"].as_f64().unwrap();
            assert!(gap < 1e-11 && (signed - case.high).abs() <= gap, "{}", text());
        };
        let body = case.posed(r);
        judge(&json!({"dim": 3, "a": ground, "b": body}));
        judge(&json!({"dim": 3, "a": body, "b": ground}));
        let whole = case.world.after(&case.turn);
        let parts = case.compound(r, &case.body, &whole, case.place(case.at));
        let lone = json!({"parts": [ground]});
        judge(&json!({"query": "compound", "a": lone, "b": parts}));
        // The ground as the part that is moved, half-spaces too.
        let mut bare = ground.clone();
        bare.as_object_mut().unwrap().remove("pose");
        let at = case.place([0.0, -2.0, 0.0]);
        let moved = case.compound(r, &bare, &case.world, at);
        judge(&json!({"query": "compound", "a": moved, "b": parts}));
    }
}

#[test]
fn what_moves_is_as_exact() {
    for seed in 0..count() {
        let r = &mut Random(seed);
        let case = Case::draw(r);
        let (ground, mut body) = (case.ground(r), case.posed(r));
        // Down by four units a second, or along the ground.
        let falls = case.high > 0.0 || r.below(2) == 0;
        let velocity = if falls { [0.0, -4.0, 0.0] } else { [4.0, 0.0, 0.0] };
        body["velocity"] = json!(case.world.apply(velocity));
        let line = json!({"dim": 3, "query": "cast", "a": ground, "b": body, "max_toi": 8});
        let found = asked(&line);
        let text = || format!("seed {seed}: {line}\n{found}");
        assert!(found.get("undecided").is_none(), "{}", text());
        assert_eq!(found["hit"], true, "{}", text());
        let (time, gap) =
            (found["time_of_impact"].as_f64().unwrap(), found["time_gap"].as_f64().unwrap());
        let meets = case.high.max(0.0) / 4.0;
        assert!(gap < 1e-8 && (time - meets).abs() <= gap, "{}", text());
        // To another pose by rotation or matrix: half a unit up, turned a quarter about the normal.
        body.as_object_mut().unwrap().remove("velocity");
        let turned = Turn::of([0.0, 1.0, 0.0, 1.0]);
        let end = case.world.after(&turned.after(&case.turn));
        body["motion"] = json!({
            "end_translation": case.place(plus(case.at, [0.0, 0.5, 0.0])),
            "end_rotation": end.written(r),
        });
        let line = json!({"dim": 3, "query": "cast", "a": ground, "b": body});
        let found = asked(&line);
        let text = || format!("seed {seed}: {line}\n{found}");
        if case.high < 0.0 {
            assert_eq!(found["hit"], true, "{}", text());
            assert_eq!(found["time_of_impact"], 0.0, "{}", text());
        } else if case.high > 0.0 {
            assert_eq!(found["hit"], false, "{}", text());
        }
    }
}

/// A pose in which nothing is exact but for the body's axis, moved to another by `motion`: refused
/// before, as if a matrix had been given.
#[test]
fn an_axis_may_stand_beside_a_motion() {
    for axis in ["x", "y", "z"] {
        let line = json!({"query": "cast", "a": {"type": "box", "half_extents": [1, 1, 1]},
            "b": {"type": "cylinder", "half_height": 1, "radius": 0.5, "axis": axis,
                "pose": {"translation": [4, 0.1, 0.2], "rotation": [0.1, 0.2, 0.3, 0.9]},
                "motion": {"end_translation": [0, 0, 0], "end_rotation": [0.3, 0.2, 0.1, 0.8]}}});
        assert_eq!(asked(&line)["hit"], true);
    }
}

#[test]
fn a_slip_of_a_key_is_named_and_a_key_of_ones_own_is_not() {
    let context = Context::new(Libraries::closed());
    let ask = |key: &str, query: &str| {
        let ball = json!({"type": "sphere", "radius": 1});
        let mut line = json!({"a": ball, "b": ball, "query": query});
        if query == "compound" {
            let body = json!({"parts": [ball]});
            line = json!({"a": body, "b": body, "query": query});
        }
        line[key] = json!(0.5);
        answer(&context, &line).map_err(|fault| fault.to_string())
    };
    for query in ["pair", "project", "cast", "manifold", "compound"] {
        for key in ["comment", "note", "expected", "tag", "source", "name", "units", "x"] {
            if query != "project" {
                assert!(ask(key, query).is_ok(), "{key} {query}");
            }
        }
        for (slip, meant) in [
            ("positon", "position"),
            ("precison", "precision"),
            ("max_distnce", "max_distance"),
            ("cutoff", "cut_off"),
            ("max_iteration", "max_iterations"),
            ("target_distence", "target_distance"),
            ("at_strat", "at_start"),
            ("rotaton", "rotation"),
            ("velocty", "velocity"),
        ] {
            let fault = ask(slip, query).unwrap_err();
            assert!(fault.contains(meant), "{slip} {query}: {fault}");
        }
    }
    assert!(ask("max_distance", "pair").is_err() && ask("max_distance", "manifold").is_ok());
}
