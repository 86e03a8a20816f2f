//! Draws questions as JSON lines, for every door to answer alike: `checks/doors` compares the
//! command with the page and with Python, bit for bit.
//!
//! ```text
//! cargo run --release -p clearance-trust --bin lines -- 20000 > lines.jsonl
//! ```

// A tool of the tests: its arguments are ours.
#![allow(clippy::expect_used, clippy::indexing_slicing)]

use std::io::{BufWriter, Write as _};

use clearance::{Pose, Rotation, Scalar, Space, Vector};
use clearance_json::describe::pair_in_full;
use clearance_json::{Dimension, Fault, Placed, Precision, Solid};
use clearance_trust::court::Court;
use clearance_trust::family::{Asks, Case, Family};
use clearance_trust::random::Random;
use clearance_trust::{casts, turns};
use serde_json::{Value, json};

/// Where the lines come from, in turn.
const FAMILIES: [Family; 10] = [
    Family::Ladder,
    Family::Contact,
    Family::Critical,
    Family::Resting,
    Family::Nested,
    Family::Camera,
    Family::Odd,
    Family::Manifolds,
    Family::Casts,
    Family::Turns,
];

fn main() {
    let count: u64 = std::env::args().nth(1).map_or(2000, |n| n.parse().expect("a number"));
    let mut out = BufWriter::new(std::io::stdout().lock());
    for id in 0..count {
        let family = FAMILIES.iter().cycle().nth((id % 10) as usize).expect("ten of them");
        let mut random = Random(id ^ 0x6c69_6e65_7300_0000);
        // JSON has no cylinders and cones of the plane, which are boxes and triangles there.
        let mut line = (0..100)
            .find_map(|_| named(id / 10 % 4, *family, random.bits()).ok())
            .expect("most shapes have a name");
        line.as_object_mut().expect("an object").insert("id".into(), id.into());
        writeln!(out, "{line}").expect("the output takes it");
    }
}

fn named(space: u64, family: Family, seed: u64) -> Result<Value, Fault> {
    match space {
        0 => line::<glam::Vec2>(family, seed),
        1 => line::<glam::DVec2>(family, seed),
        2 => line::<glam::Vec3>(family, seed),
        _ => line::<glam::DVec3>(family, seed),
    }
}

/// The pose in `f64`.
fn wide<V: Vector>(pose: &Pose<V>) -> Pose<V::Space> {
    let translation = pose.translation.to_space();
    Pose { rotation: pose.rotation.widened(), translation }
}

/// The question of a seed.
fn line<V: Court + Vector<Space: Dimension>>(family: Family, seed: u64) -> Result<Value, Fault> {
    let Case { pair, asks, .. } = family.case::<V>(seed);
    let [a, b] = [(&pair.a, pair.at_a), (&pair.b, pair.at_b)]
        .map(|(shape, pose)| (shape.in_vectors::<V::Space>().expect("f64 holds it"), wide(&pose)));
    let single = V::Scalar::EPSILON > 1e-10;
    let precision = if single { Precision::F32 } else { Precision::F64 };
    let [a, b] = [a, b]
        .map(|(shape, pose)| Placed::new(Solid::Own(shape), pose.into(), Vec::new(), precision));
    let mut line = pair_in_full(&a, &b)?;
    let mut moves = |way: &turns::Way<V>, side: &str| {
        line[side]["velocity"] = json!(coordinates(way.velocity));
        if way.spin != [0.0; 3] {
            let [_, _, around] = way.spin;
            let plane = V::Space::DIM == 2;
            line[side]["angular_velocity"] = if plane { json!(around) } else { json!(way.spin) };
        }
    };
    match asks {
        Asks::Casts(seed) => {
            let casts::Motion { velocity, last, skin, .. } = casts::motion::<V>(seed);
            line["b"]["velocity"] = json!(coordinates(velocity));
            line["max_toi"] = json!(last.to_f64());
            line["target_distance"] = json!(skin.to_f64());
            line["query"] = "cast".into();
        }
        // Bodies turn about their own origins here.
        Asks::Turns(seed) => {
            let turns::Turns { ways: [of_a, of_b], last, skin, .. } = turns::turns::<V>(seed);
            moves(&of_a, "a");
            moves(&of_b, "b");
            line["max_toi"] = json!(last.to_f64());
            line["target_distance"] = json!(skin.to_f64());
            line["query"] = "cast".into();
        }
        Asks::Manifold => line["query"] = "manifold".into(),
        Asks::Everything | Asks::Certificates | Asks::Rays(_) | Asks::Volume => {}
    }
    Ok(line)
}

fn coordinates<V: Vector>(v: V) -> Vec<f64> {
    (0..V::Space::DIM).map(|i| v.to_space().coordinate(i)).collect()
}
