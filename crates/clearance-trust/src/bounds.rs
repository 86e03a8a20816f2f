//! How wide gaps may be, in units of eps times the pair's size: stated here, tested by every run.
//!
//! The size counts the shapes' reach and the distance of their origins. Straight shapes are
//! polytopes and those grown by balls.

use crate::tally::Tightness;

/// The bound of a gap of straight shapes, in eps of the pair's size, but for shapes a billion times
/// thinner than long.
pub const TIGHT: f64 = 100.0;

/// The bounds stated for a space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Bound {
    pub median: f64,
    /// What 99.9 of 100 pairs are below.
    pub most: f64,
    pub worst: f64,
}

/// Fewer pairs show nothing about the one in a thousand.
const SAMPLE: usize = 1000;

impl Bound {
    /// The bounds that a sample of gaps exceeds.
    pub fn broken_by(&self, gaps: &[f64]) -> Vec<String> {
        let Some(found) = Tightness::of(gaps) else { return vec![] };
        let sampled = gaps.len() >= SAMPLE;
        [
            ("median", found.median, self.median, sampled),
            ("99.9 %", found.most, self.most, sampled),
            ("widest", found.worst, self.worst, true),
        ]
        .into_iter()
        .filter(|(_, found, stated, applies)| *applies && found > stated)
        .map(|(name, found, stated, _)| format!("{name} gap {found:.3e} eps, stated {stated:e}"))
        .collect()
    }
}

/// The bound for a space by its name, and for straight or curved shapes.
///
/// In `f32` the rounding of the answer is all of it. In `f64` the widest gaps are those of straight
/// shapes a billion times thinner than long, and of curved ones with a circle of equally good ways
/// out.
pub fn of(space: &str, straight: bool) -> Bound {
    match (space, straight) {
        ("vec2" | "vec3", true) => Bound { median: 0.5, most: 1.0, worst: 2.0 },
        ("vec2" | "vec3", false) => Bound { median: 0.5, most: 1.0, worst: 1e3 },
        ("dvec2", true) => Bound { median: 32.0, most: TIGHT, worst: 1e7 },
        (_, true) => Bound { median: 32.0, most: 1e5, worst: 1e7 },
        ("dvec2", false) => Bound { median: 32.0, most: TIGHT, worst: 1e3 },
        (_, false) => Bound { median: 32.0, most: 1e10, worst: 1e12 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wider_gaps_break_the_bound() {
        let bound = of("dvec3", true);
        let mut gaps = vec![20.0; 5000];
        assert_eq!(bound.broken_by(&gaps), Vec::<String>::new());
        gaps[0] = 2.0 * bound.worst;
        assert_eq!(bound.broken_by(&gaps).len(), 1);
        gaps[..100].fill(2.0 * bound.most);
        assert_eq!(bound.broken_by(&gaps).len(), 1);
        gaps.fill(2.0 * bound.worst);
        assert_eq!(bound.broken_by(&gaps).len(), 3);
    }
}
