//! How much a pair shares, as reports say it.

use clearance_scene::Mesh;
use clearance_scene::scene::{Object, shared_volume};
use serde::Serialize;

use super::table::number;

/// A volume between bounds, or the reason why it is not known.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Shared {
    /// At least and at most, in the cube of the files' unit; `null` where nothing is known.
    pub(super) overlap_volume: [Option<f64>; 2],
    /// How many metres that unit is; `null` where the files name none.
    pub(super) overlap_volume_metres: Option<f64>,
    /// Why nothing is known.
    #[serde(rename = "overlap_volume_unknown", skip_serializing_if = "Option::is_none")]
    pub(super) unknown: Option<String>,
    /// The convex pieces.
    #[serde(skip)]
    pub(super) pieces: Vec<Mesh>,
}

impl Shared {
    pub(super) fn of([a, b]: [&Object; 2], metres: Option<f64>) -> Self {
        let (overlap_volume, unknown, pieces) = match shared_volume(a, b) {
            Ok(shared) => (shared.bounds.map(Some), None, shared.pieces),
            Err(reason) => ([None; 2], Some(reason.to_string()), Vec::new()),
        };
        Self { overlap_volume, overlap_volume_metres: metres, unknown, pieces }
    }

    /// The unit of the bounds.
    pub(super) const fn unit(&self) -> &'static str {
        match self.overlap_volume_metres {
            Some(1.0) => "m3",
            Some(0.01) => "cm3",
            Some(0.001) => "mm3",
            _ => "unit3",
        }
    }

    /// For the table: in litres or cubic metres where the unit is known. A bound alone is said as
    /// one; nothing is 0 that is not proved.
    pub(super) fn text(&self) -> String {
        let [Some(least), Some(most)] = self.overlap_volume else {
            let reason = self.unknown.as_deref().unwrap_or("no bounds");
            return format!("shared volume unknown: {reason}");
        };
        let (factor, unit) = match self.overlap_volume_metres {
            None => (1.0, "unit³"),
            Some(metres) => {
                let cube = metres * metres * metres;
                if most * cube < 1.0 { (1000.0 * cube, "l") } else { (cube, "m³") }
            }
        };
        let [least, most] = [least, most].map(|bound| bound * factor);
        if least > 0.0 && most - least < 1e-5 * most {
            format!("shares {} {unit}", number(most))
        } else if least > 0.0 {
            format!("shares {} to {} {unit}", number(least), number(most))
        } else if most > 0.0 {
            format!("shares at most {} {unit}", number(most))
        } else {
            "shares no volume".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_bounds_are_said() {
        let of = |least: f64, most: f64, metres| Shared {
            overlap_volume: [Some(least), Some(most)],
            overlap_volume_metres: metres,
            unknown: None,
            pieces: Vec::new(),
        };
        assert_eq!(of(0.25, 0.25, None).text(), "shares 0.25 unit³");
        assert_eq!(of(0.25, 0.25, Some(1.0)).text(), "shares 250 l");
        assert_eq!(of(5e9, 5e9, Some(0.001)).text(), "shares 5 m³");
        assert_eq!(of(0.0, 1e-15, Some(1.0)).text(), "shares at most 1.00000e-12 l");
        assert_eq!(of(0.5, 0.75, Some(1.0)).text(), "shares 500 to 750 l");
        assert_eq!(of(0.0, 0.0, None).text(), "shares no volume");
        assert_eq!(of(1.0, 1.0, Some(0.001)).unit(), "mm3");
    }
}
