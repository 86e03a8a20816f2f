//! Chains of quarter turns and whole lengths: what they carry stands exactly where it should, so
//! that contact is decided. Truth is by construction, in whole numbers.
#![cfg(feature = "robot")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::f64::consts::FRAC_PI_2;

use clearance::{Cuboid, Cylinder, HalfSpace, Pose, Proximity, Rotation3, Shape, Xyz};
use clearance_scene::robot::{Checker, Loading};
use clearance_scene::scene::{Body, Object, Part, between};
use clearance_trust::Random;

fn point(r: &mut Random) -> Point {
    [0; 3].map(|_| r.below(41) as f64 / 4.0 - 5.0)
}

fn count() -> u64 {
    std::env::var("CLEARANCE_JUDGED").map_or(300, |count| count.parse().unwrap())
}

type Point = [f64; 3];
type Rows = [Point; 3];

fn apply(rows: &Rows, p: Point) -> Point {
    rows.map(|row| row.iter().zip(p).map(|(a, b)| a * b).sum())
}

fn product(a: &Rows, b: &Rows) -> Rows {
    let column = |j: usize| apply(a, [b[0][j], b[1][j], b[2][j]]);
    let [x, y, z] = [0, 1, 2].map(column);
    [0, 1, 2].map(|i| [x[i], y[i], z[i]])
}

fn back(rows: &Rows) -> Rows {
    [0, 1, 2].map(|j| [rows[0][j], rows[1][j], rows[2][j]])
}

/// Quarter turns about the fixed axes x, y, z in turn, as a URDF has them.
fn rpy([roll, pitch, yaw]: [u64; 3]) -> Rows {
    let turn = |i: usize, quarters: u64| {
        let (cos, sin) = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][quarters as usize % 4];
        let mut rows = [[0.0; 3]; 3];
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        (rows[i][i], rows[j][j], rows[k][k]) = (1.0, cos, cos);
        (rows[j][k], rows[k][j]) = (-sin, sin);
        rows
    };
    product(&turn(2, yaw), &product(&turn(1, pitch), &turn(0, roll)))
}

fn all_turns() -> impl Iterator<Item = [u64; 3]> {
    (0..64).map(|i| [i % 4, i / 4 % 4, i / 16])
}

fn plus(p: Point, q: Point, sign: f64) -> Point {
    [0, 1, 2].map(|i| p[i] + sign * q[i])
}

fn origin(turn: [u64; 3], at: Point) -> String {
    let [roll, pitch, yaw] = turn.map(|quarters| quarters as f64 * FRAC_PI_2);
    let [x, y, z] = at;
    format!("<origin xyz=\"{x} {y} {z}\" rpy=\"{roll} {pitch} {yaw}\"/>")
}

const UNIT: f64 = 1.0 / 1024.0;

fn is_right(found: &Proximity<Xyz>, gap: f64, high: f64) -> bool {
    let decided = !matches!(found, Proximity::Undecided(_));
    let off = (found.signed_distance() - high).abs();
    decided && found.intersects() == (high <= 0.0) && off <= gap && gap < 1e-11
}

#[test]
fn a_robot_of_quarter_turns_is_exact() {
    let folder = std::env::temp_dir().join(format!("clearance-exact-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("r.urdf");
    for seed in 0..count() {
        let r = &mut Random(seed);
        // A can on a slab: along one of its axes, which are z in its own frame.
        let turn = rpy(all_turns().nth(r.below(64) as usize).unwrap());
        let (length, radius) = (1.0 + r.below(8) as f64 / 4.0, 0.5 + r.below(8) as f64 / 8.0);
        let reach = if turn[2][2] == 0.0 { radius } else { 0.5 * length };
        let high = [0.0, 0.0, UNIT, -UNIT][r.below(4) as usize];
        let wanted = [r.below(9) as f64 - 4.0, r.below(9) as f64 - 4.0, 1.0 + reach + high];
        let mut text = String::from(
            "<link name=\"l0\"><collision><geometry><box size=\"64 64 2\"/></geometry></collision></link>\n",
        );
        let (mut rows, mut at, links) = (rpy([0; 3]), [0.0; 3], 1 + r.below(4));
        let mut values = Vec::new();
        for i in 1..=links {
            let (own, step) = (
                all_turns().nth(r.below(64) as usize).unwrap(),
                if i % 2 == 0 { [0.0; 3] } else { point(r) },
            );
            at = plus(at, apply(&rows, step), 1.0);
            rows = product(&rows, &rpy(own));
            let (kind, axis) =
                (["fixed", "prismatic", "revolute"][r.below(3) as usize], r.below(3) as usize);
            if kind != "fixed" {
                let value = if kind == "prismatic" { r.below(9) as f64 / 2.0 } else { 0.0 };
                values.push(value);
                let mut along = [0.0; 3];
                along[axis] = value;
                at = plus(at, apply(&rows, along), 1.0);
            }
            let axis = ["1 0 0", "0 1 0", "0 0 1"][axis];
            text += &format!(
                "<link name=\"l{i}\">{}</link>\n<joint name=\"j{i}\" type=\"{kind}\"><parent link=\"l{}\"/>\
                 <child link=\"l{i}\"/><axis xyz=\"{axis}\"/>\
                 <limit lower=\"-9\" upper=\"9\"/>{}</joint>\n",
                if i == links { "COLLISION" } else { "" },
                i - 1,
                origin(own, step)
            );
        }
        // What is left to where the can should be.
        let inner = product(&back(&rows), &turn);
        let own = all_turns().find(|turn| rpy(*turn) == inner).unwrap();
        let place = apply(&back(&rows), plus(wanted, at, -1.0));
        let can = format!(
            "<collision>{}<geometry><cylinder radius=\"{radius}\" length=\"{length}\"/></geometry></collision>",
            origin(own, place)
        );
        let text = text.replace("COLLISION", &can);
        std::fs::write(&path, format!("<robot name=\"r\">\n{text}</robot>")).unwrap();
        let robot = Loading::default().robot(&path).unwrap_or_else(|e| panic!("{e}: {text}"));
        let mut checker = Checker::new(&robot, vec![[0, 1]]);
        checker.pose(&values);
        let found = checker.pair(0, f64::INFINITY).unwrap().clearance;
        let right = is_right(&found.proximity, found.gap(), high);
        assert!(right, "seed {seed}, {values:?}, {high}: {found:?}\n{text}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Half-spaces and boxes as parts of bodies that are moved by whole lengths and quarter turns; and
/// by others, where no boolean is asked but the gap is finite.
#[test]
fn parts_of_moved_bodies_are_exact() {
    let none = Rotation3::from_xyzw(0.0, 0.0, 0.0, 1.0);
    let turns = [
        none,
        Rotation3::from_xyzw(0.0, 1.0, 0.0, 1.0),
        Rotation3::from_xyzw(0.0, -0.1, 0.0, 0.1),
        Rotation3::from_xyzw(0.0, 3.0, 0.0, 0.0),
    ];
    let xyz = |p: Point| Xyz::new(p[0], p[1], p[2]);
    for seed in 0..count() {
        let r = &mut Random(seed);
        let high = [0.0, 0.0, UNIT, -UNIT][r.below(4) as usize];
        let ground: Shape<Xyz> = if r.below(2) == 0 {
            HalfSpace { normal: Xyz::new(0.0, 1.0, 0.0), offset: 1.0 }.into()
        } else {
            Cuboid::new(Xyz::new(64.0, 1.0, 64.0)).into()
        };
        let upper: Shape<Xyz> = if r.below(2) == 0 {
            Cylinder::new(1.0, 0.5).into()
        } else {
            Cuboid::new(Xyz::new(1.0, 1.0, 2.0)).into()
        };
        let mut body = |shape: Shape<Xyz>, height: f64, outer: Rotation3<f64>| {
            let at = [0; 3].map(|_| r.below(9) as f64 - 4.0);
            let part = Pose {
                translation: Xyz::new(0.0, height - at[1], 0.0),
                rotation: turns[r.below(4) as usize],
            };
            let body = Body::of_parts(vec![Part { shape, pose: part }]).unwrap();
            Object { pose: Pose { translation: xyz(at), rotation: outer }, ..Object::new("", body) }
        };
        let tall = if let Shape::Cylinder(can) = &upper { can.half_height } else { 1.0 };
        let (a, b) = (body(ground, 0.0, turns[1]), body(upper, 1.0 + tall + high, turns[2]));
        let found = between(&a, &b, f64::INFINITY).unwrap();
        assert!(is_right(&found.proximity, found.gap(), high), "seed {seed}, {high}: {found:?}");
        // About the normal by any angle: the ground is off by what its direction swings the other,
        // not by its endless reach.
        let odd = Rotation3::from_xyzw(0.0, 0.3, 0.0, 0.8);
        let spun = |object: &Object| Object {
            pose: Pose { rotation: odd, ..object.pose },
            ..object.clone()
        };
        let found = between(&spun(&a), &b, f64::INFINITY).unwrap();
        assert!(found.gap() < 1e-6, "seed {seed}: {found:?}");
    }
}
