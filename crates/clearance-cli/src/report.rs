//! An answer that a person can read.

use std::fmt;

use clearance::{End, Proximity, Space};
use clearance_json::Placed;
use clearance_json::proved::shortest;
use clearance_json::{StandIn, escape};
use clearance_scene::scene::Object;

use crate::proof::Proof;

/// One side of the pair, as the report speaks of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) letter: &'static str,
    /// The mesh that its hull stands for.
    pub(crate) mesh: Option<&'a StandIn>,
}

impl<'a> Subject<'a> {
    pub(crate) fn new<S: Space>(letter: &'static str, placed: &'a Placed<S>) -> Self {
        Self { letter, mesh: placed.mesh() }
    }

    fn is_hull_of_concave(&self) -> bool {
        self.mesh.is_some_and(|mesh| !mesh.convex)
    }
}

/// What the answer is about, where a hull takes the place of a part that is not convex; `None`
/// where it is about the parts.
pub(crate) fn hulls([a, b]: &[Subject<'_>; 2]) -> Option<&'static str> {
    match (a.is_hull_of_concave(), b.is_hull_of_concave()) {
        (false, false) => None,
        (true, false) => Some("the convex hull of A, and B"),
        (false, true) => Some("A, and the convex hull of B"),
        (true, true) => Some("the convex hulls of A and B"),
    }
}

/// A piece of either body, in words.
pub(crate) fn pieces_of([a, b]: [&Object; 2], [of_a, of_b]: [u32; 2]) -> String {
    let word = |own: &Object| if own.body.mesh().is_some() { "triangle" } else { "part" };
    format!("{} {of_a} of A, {} {of_b} of B", word(a), word(b))
}

/// The report about a pair.
#[derive(Debug)]
pub(crate) struct Report<'a, S: Space> {
    proximity: &'a Proximity<S>,
    subjects: &'a [Subject<'a>; 2],
    proof: Option<&'a Proof<'a>>,
    stands: [Stood; 2],
}

/// What the report says about a pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stood {
    nearest: Option<f64>,
    is_as_written: bool,
}

impl Stood {
    pub(crate) fn of<S: Space>(placed: &Placed<S>) -> Self {
        Self { nearest: placed.nearest, is_as_written: placed.is_as_written() }
    }
}

impl<'a, S: Space> Report<'a, S> {
    pub(crate) const fn new(
        proximity: &'a Proximity<S>,
        subjects: &'a [Subject<'a>; 2],
        proof: Option<&'a Proof<'a>>,
        stands: [Stood; 2],
    ) -> Self {
        Self { proximity, subjects, proof, stands }
    }
}

impl<S: Space> fmt::Display for Report<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let witness = self.proximity.witness();
        let hulls = hulls(self.subjects);
        let label = if self.proximity.intersects() { "depth" } else { "distance" };
        writeln!(f, "{}", self.title(hulls))?;
        for (subject, stood) in self.subjects.iter().zip(self.stands) {
            if let Some(off) = stood.nearest {
                let letter = subject.letter;
                let off = significant(off, 2);
                writeln!(
                    f,
                    "{letter} in the rotation nearest to its matrix, which is {off} off it"
                )?;
            }
        }
        writeln!(f)?;
        let gap = witness.gap;
        writeln!(f, "  {label:<9} {} ± {}", shortest(witness.length), rounded_up(gap))?;
        writeln!(f, "  on A      {}", Coordinates(witness.on_a))?;
        writeln!(f, "  on B      {}", Coordinates(witness.on_b))?;
        writeln!(f, "  normal    {} from A to B", Coordinates(witness.normal))?;
        if let (Some(hulls), false) = (hulls, self.proximity.intersects()) {
            writeln!(f, "\nThe distance is that of {hulls}: the parts are as far apart at least.")?;
        }
        if self.proximity.intersects() && witness.length > 0.0 {
            let motion = Coordinates(witness.normal * witness.length);
            let them = if hulls.is_some() { "the hulls, and so the parts" } else { "them" };
            writeln!(f, "\nTo separate {them}, move B by {motion}.")?;
        }
        match witness.end {
            End::Converged => {}
            End::CutOff => {
                writeln!(f, "\nThe search stopped at the cut-off: they are farther apart.")?
            }
            End::Limit => writeln!(f, "\nThe search stopped at its limit, so the error is large.")?,
        }
        if let Some(proof) = self.proof {
            let as_written = self.stands.iter().all(|stood| stood.is_as_written);
            f.write_str(&proof.text(as_written))?;
        }
        writeln!(f)?;
        for subject in self.subjects {
            write!(f, "{subject}")?;
        }
        let files = self.subjects.iter().filter(|s| s.mesh.is_some()).count();
        f.write_str(match files {
            0 => "Lengths are in the unit of the numbers given.\n",
            1 => "Lengths are in the unit of the file.\n",
            _ => "Lengths are in the unit of the files.\n",
        })
    }
}

impl<S: Space> Report<'_, S> {
    /// How they stand. What is proven of hulls says nothing of parts with dents, unless the hulls
    /// are apart.
    fn title(&self, hulls: Option<&str>) -> String {
        // The verdict says that they meet, and the gap whether they surely overlap.
        let witness = self.proximity.witness();
        let touching = witness.length <= witness.gap;
        match (self.proximity, hulls) {
            (Proximity::Separated(_), _) => "apart".into(),
            (Proximity::Intersecting(_), None) if touching && witness.gap > 0.0 => {
                "touching, or overlapping within the gap".into()
            }
            (Proximity::Intersecting(_), None) if touching => "touching".into(),
            (Proximity::Intersecting(_), None) => "overlapping".into(),
            (Proximity::Undecided(_), None) => {
                "too close to call, which counts as intersecting".into()
            }
            (Proximity::Intersecting(_), Some(hulls)) => {
                let verb = if touching { "touch" } else { "overlap" };
                format!("{hulls} {verb}; the parts may be apart")
            }
            (Proximity::Undecided(_), Some(hulls)) => format!(
                "{hulls} are too close to call, which counts as intersecting; the parts may be apart"
            ),
        }
    }
}

/// Whether a mesh was not convex, and by how much: its hull was used.
impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(found) = self.mesh else { return Ok(()) };
        let (letter, corners) = (self.letter, found.hull_vertices);
        let path = escape::shown(&found.path);
        for note in &found.notes {
            writeln!(f, "{letter}: {}.", escape::shown(note))?;
        }
        if found.convex {
            return writeln!(f, "{letter} is the mesh {path}, convex, {corners} corners.");
        }
        let [x, y, z] = found.deepest_at;
        let at = Coordinates(clearance::Xyz::new(x, y, z));
        writeln!(
            f,
            "{letter} is the convex hull ({corners} corners) of {path}, which is not convex:"
        )?;
        if found.deepest_dent > 0.0 {
            let deep = significant(found.deepest_dent, 3);
            write!(f, "  its deepest dent is {deep} below the nearest face of the hull")?;
            write!(f, " (at {at} in the mesh)")?;
        } else {
            f.write_str("  it has no dent, but leaves a part of its hull open")?;
        }
        match found.volume_ratio {
            Some(ratio) if ratio > 0.0 => {
                writeln!(f, ", and it fills {} % of the hull.", significant(100.0 * ratio, 6))
            }
            Some(_) => f.write_str(", and it is inside out.\n"),
            None => f.write_str(", and it is not closed, so it has no volume to compare.\n"),
        }?;
        f.write_str("  --by triangles answers it as it is.\n")
    }
}

/// Two digits, rounded up, so that a bound stays one.
pub(crate) fn rounded_up(bound: f64) -> String {
    let text = format!("{bound:.1e}");
    match text.parse::<f64>() {
        Ok(printed) if printed < bound => format!("{:.1e}", bound * 1.05),
        Ok(_) if bound == 0.0 => "0".into(),
        _ => text,
    }
}

/// A number of so many digits, for what only has to give an idea.
fn significant(number: f64, digits: u8) -> String {
    if !(1e-4..1e7).contains(&number.abs()) && number != 0.0 {
        return format!("{number:.*e}", usize::from(digits) - 1);
    }
    format!("{number:.*}", decimals(number.abs(), digits.into()))
}

/// Places behind the point that show so many digits of a number.
fn decimals(largest: f64, digits: i32) -> usize {
    let exponent = if largest > 0.0 { largest.log10().floor() } else { 0.0 };
    #[allow(clippy::cast_possible_truncation)] // Between -324 and 308.
    let places = digits - 1 - exponent as i32;
    usize::try_from(places).unwrap_or(0)
}

/// A point: eight digits of its largest coordinate.
pub(crate) struct Coordinates<S>(pub(crate) S);

impl<S: Space> fmt::Display for Coordinates<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let largest = self.0.max_abs();
        let fixed = largest == 0.0 || (1e-6..1e9).contains(&largest);
        f.write_str("(")?;
        for i in 0..S::DIM {
            // Adding zero turns a negative zero into a plain one.
            let x = self.0.coordinate(i) + 0.0;
            let separator = if i == 0 { "" } else { ", " };
            if fixed {
                let places = if largest == 0.0 { 0 } else { decimals(largest, 8) };
                let text = format!("{x:.places$}");
                let is_zero = text.bytes().all(|byte| b"-0.".contains(&byte));
                write!(
                    f,
                    "{separator}{}",
                    if is_zero { text.trim_start_matches('-') } else { &text }
                )?;
            } else {
                write!(f, "{separator}{x:.7e}")?;
            }
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_up_to_two_digits() {
        for bound in [1.04e-16, 9.94e-3, 1.0, 4.440_892e-16, 9.99e-9, 0.05] {
            let printed: f64 = rounded_up(bound).parse().unwrap();
            assert!(printed >= bound && printed <= bound * 1.11, "{bound} {printed}");
        }
        assert_eq!(rounded_up(0.0), "0");
        assert_eq!(rounded_up(f64::INFINITY), "inf");
    }

    #[test]
    fn coordinates_show_digits_of_the_largest() {
        let show = |x, y, z| Coordinates(clearance::Xyz::new(x, y, z)).to_string();
        assert_eq!(show(0.25, -0.0, -1e-12), "(0.25000000, 0.00000000, 0.00000000)");
        assert_eq!(show(0.0, 0.0, 0.0), "(0, 0, 0)");
        assert_eq!(show(90_000.0, 1.5, -2.0), "(90000.000, 1.500, -2.000)");
        assert_eq!(show(1e200, 0.0, 0.0), "(1.0000000e200, 0.0000000e0, 0.0000000e0)");
    }
}
