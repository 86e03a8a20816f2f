//! The exact signed distance of pairs of convex hulls, by rational arithmetic that shares no code
//! with the library. `bench/peers/scenes.py` checks contradicting answers against it.
//!
//! Each input line is `{"a": [[x, y, z], …], "b": [[x, y, z], …]}`, corners in the world. Each
//! output line is `[low, high]`: the floats on either side of the distance, or of minus the depth.

#![allow(clippy::indexing_slicing)] // A missing key is null, which is no polytope.

use std::error::Error;
use std::io::{self, BufRead};

use clearance_oracle::{Bracket, Polytope, depth_squared, distance_squared, sqrt_bounds};
use serde_json::{Value, json};

fn hull(line: &Value, name: &str) -> Option<Polytope<3>> {
    let corner = |value: &Value| -> Option<[f64; 3]> {
        let numbers: Option<Vec<f64>> = value.as_array()?.iter().map(Value::as_f64).collect();
        numbers?.try_into().ok()
    };
    let corners: Option<Vec<[f64; 3]>> = line[name].as_array()?.iter().map(corner).collect();
    Polytope::from_floats(&corners?)
}

fn main() -> Result<(), Box<dyn Error>> {
    for line in io::stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let (a, b) =
            hull(&line, "a").zip(hull(&line, "b")).ok_or("needs corners of `a` and `b`")?;
        let (squared, sign) = match depth_squared(&a, &b) {
            Some(depth) => (depth.squared, -1.0),
            None => (distance_squared(&a, &b).squared, 1.0),
        };
        let (low, high) = sqrt_bounds(&squared);
        let bracket = Bracket::around(&low, &high);
        let ends = [sign * bracket.lo, sign * bracket.hi];
        println!("{}", json!([ends[0].min(ends[1]), ends[0].max(ends[1])]));
    }
    Ok(())
}
