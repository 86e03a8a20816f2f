//! Random pairs and the library's own answers, for `clearance-capi/tests/c/same.c` to ask again
//! from C: a line a pair, each number the bits of a double in hexadecimal. It stands here because
//! an example of that crate would compile cbindgen first.
//!
//! ```text
//! cargo run --release -p clearance-trust --bin pairs -- 10000
//! ```

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

#[path = "../../../clearance-capi/tests/suite/draw.rs"]
mod draw;

use std::io::{BufWriter, Write};

use clearance_trust::random::Random;

fn main() -> std::io::Result<()> {
    let count = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1000);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut random = Random(54);
    for _ in 0..count {
        let drawn = draw::drawn(&mut random);
        let mut words = Vec::new();
        for (shape, pose) in drawn.shapes.iter().zip(&drawn.poses) {
            words.extend([u64::from(shape.kind.unsigned_abs()), shape.points.len() as u64]);
            words.extend(shape.size.map(f64::to_bits));
            words.push(shape.margin.to_bits());
            words.extend(shape.points.iter().flatten().map(|x| x.to_bits()));
            words.extend(pose.map(f64::to_bits));
        }
        words.extend([drawn.velocity, drawn.turning].iter().flatten().map(|x| x.to_bits()));
        words.extend(draw::answers(&drawn));
        for word in words {
            write!(out, "{word:x} ")?;
        }
        writeln!(out)?;
    }
    out.flush()
}
