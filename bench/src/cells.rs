//! The queries: the cells of the tables, and the bar of each.

use crate::contenders::Verb;
use crate::pairs::{FLAT, MIXED, Regime, SHAPES, Shapes};

/// One row of the table.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Cell {
    pub shapes: Shapes,
    pub verb: Verb,
    pub regime: Regime,
    /// The multiple of parry's `f32` speed that is twice the speed of the best accurate peer of any
    /// kind, measured once on a quiet machine; `None` where no peer was accurate, and in the plane.
    pub bar: Option<f64>,
}

impl Cell {
    /// The query's name: `bool near`, `pen deep`.
    pub fn query(&self) -> String {
        format!("{} {}", self.verb.name(), self.regime.name())
    }
}

/// The queries of each pair of kinds, in the order of [`BARS`].
pub const QUERIES: [(Verb, Regime); 8] = [
    (Verb::Intersects, Regime::Far),
    (Verb::Intersects, Regime::Near),
    (Verb::Intersects, Regime::Shallow),
    (Verb::Intersects, Regime::Deep),
    (Verb::Distance, Regime::Far),
    (Verb::Distance, Regime::Near),
    (Verb::Penetration, Regime::Shallow),
    (Verb::Penetration, Regime::Deep),
];

/// Rows as in [`SHAPES`], columns as in [`QUERIES`]; infinite where there is no bar.
const BARS: [[f64; 8]; 10] = [
    [2.8, 2.0, 2.1, 3.6, 4.0, 4.2, 3.1, 4.6],
    [2.0, 2.0, 2.1, 2.0, 2.0, 2.0, 2.0, 2.0],
    [7.3, 20.5, 16.5, 7.0, 18.0, 53.1, 171.1, 59.3],
    [2.9, 6.8, 2.2, 2.9, 1.5, 7.5, 17.1, f64::INFINITY],
    [7.8, 3.0, 3.5, 4.9, 1.7, 2.9, 3.3, 3.8],
    [5.1, 3.5, 3.9, 4.7, 4.4, 4.2, 2.4, 3.6],
    [5.4, 3.0, 3.2, 4.1, 3.3, 3.6, 2.5, 4.2],
    [5.0, 2.9, 2.6, 3.6, 2.5, 3.2, 2.7, 3.5],
    [7.9, 4.9, 3.0, 3.8, 5.7, 4.4, 5.0, 3.4],
    [17.4, 12.8, 7.7, 8.3, 15.4, 11.8, 10.3, f64::INFINITY],
];

/// Every cell in space, grouped by pair of kinds.
pub fn cells() -> impl Iterator<Item = (Shapes, [Cell; 8])> {
    SHAPES.into_iter().zip(BARS).map(|(shapes, bars)| (shapes, with_bars(shapes, bars)))
}

/// Every cell in the plane, grouped by pair of kinds.
pub fn flat_cells() -> impl Iterator<Item = (Shapes, [Cell; 8])> {
    FLAT.into_iter().map(|shapes| (shapes, with_bars(shapes, [f64::INFINITY; 8])))
}

/// Every cell of unlike kinds.
pub fn mixed_cells() -> impl Iterator<Item = (Shapes, [Cell; 8])> {
    MIXED.into_iter().map(|shapes| (shapes, with_bars(shapes, [f64::INFINITY; 8])))
}

fn with_bars(shapes: Shapes, bars: [f64; 8]) -> [Cell; 8] {
    std::array::from_fn(|i| {
        let (verb, regime) = QUERIES[i];
        Cell { shapes, verb, regime, bar: Some(bars[i]).filter(|bar| bar.is_finite()) }
    })
}
