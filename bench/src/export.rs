//! Writes the pairs to a file, for peers that another program runs (`peers/wheels.py`).

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use crate::forms::Form;
use crate::pairs::{Pair, Place, Pools, Regime, SHAPES};

/// Writes every set in space as JSON, one on each line.
pub fn write(path: &Path, count: usize, seed: u64) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for shapes in SHAPES {
        let pools = Pools::draw(shapes, seed);
        for regime in Regime::ALL {
            let set = pools.pairs(regime, count, seed);
            let [a, b] = [&set.pool_a, &set.pool_b].map(|pool| list(pool.iter().map(form)));
            let pairs = list(set.pairs.iter().map(pair));
            writeln!(
                file,
                r#"{{"shapes":"{}","regime":"{}","a":{a},"b":{b},"pairs":{pairs}}}"#,
                shapes.name,
                regime.name(),
            )?;
        }
    }
    file.flush()
}

fn list(items: impl Iterator<Item = String>) -> String {
    let mut text = String::from("[");
    for (i, item) in items.enumerate() {
        let _ = write!(text, "{}{item}", if i == 0 { "" } else { "," });
    }
    text.push(']');
    text
}

fn numbers<T: Copy + Into<f64>>(values: &[T]) -> String {
    list(values.iter().map(|x| format!("{:?}", (*x).into())))
}

fn form(form: &Form) -> String {
    let round = |kind: &str, half_height: f32, radius: f32| {
        format!(
            r#"{{"kind":"{kind}","half_height":{:?},"radius":{:?}}}"#,
            f64::from(half_height),
            f64::from(radius)
        )
    };
    match form {
        Form::Cuboid { half } => format!(r#"{{"kind":"box","half":{}}}"#, numbers(half)),
        Form::Ellipsoid { radii } => {
            format!(r#"{{"kind":"ellipsoid","half":{}}}"#, numbers(radii))
        }
        Form::Ball { radius } => round("ball", 0.0, *radius),
        Form::Capsule { half_height, radius } => round("capsule", *half_height, *radius),
        Form::Cylinder { half_height, radius } => round("cylinder", *half_height, *radius),
        Form::Cone { half_height, radius } => round("cone", *half_height, *radius),
        Form::Hull(mesh) => format!(
            r#"{{"kind":"hull","points":{},"triangles":{}}}"#,
            list(mesh.vertices.iter().map(|p| numbers(p))),
            list(mesh.triangles.iter().map(|t| format!("{t:?}"))),
        ),
    }
}

/// Translation, and the quaternion's x, y, z, w.
fn place(place: &Place) -> String {
    format!("[{},{}]", numbers(&place.translation), numbers(&place.rotation))
}

fn pair(pair: &Pair) -> String {
    format!(
        r#"{{"a":{},"b":{},"at_a":{},"at_b":{},"size":{:?},"truth":{:?},"gap":{:?}}}"#,
        pair.a,
        pair.b,
        place(&pair.at_a),
        place(&pair.at_b),
        pair.size,
        pair.truth,
        pair.gap
    )
}
