//! What a reader reports about a file that it has read.

use std::fmt;

use super::words::printable;

/// Something about a file that its mesh alone does not show: what was joined, what was left out,
/// what looks damaged. Each is printed as one sentence without a full stop.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// The file holds several objects, and the mesh is all of them together.
    Joined {
        /// How many.
        count: usize,
        /// Their names in the order of the file, each once; an object without a name is called by
        /// its number.
        names: Vec<String>,
    },
    /// Statements that do not describe the solid, or not enough of it, were left out.
    LeftOut {
        /// What they are.
        what: &'static str,
        /// How many.
        count: usize,
        /// The line of the first, counted from 1, where the format has lines.
        line: Option<usize>,
    },
    /// An axis other than z points up in the file, and its axes were kept.
    Up {
        /// `X_UP` or `Y_UP`, as COLLADA calls them.
        axis: &'static str,
    },
    /// A COLLADA whose unit is not the metre: its lengths were converted to metres.
    Unit {
        /// The file's unit, in metres.
        metres: f64,
    },
    /// The file looks damaged, though its content could be read.
    Doubtful {
        /// What looks wrong.
        what: String,
    },
}

/// How many names are printed; the rest is a count.
const NAMED: usize = 8;

/// Names separated by commas, cut off after a few.
pub(super) fn listed(names: &[String]) -> String {
    let shown: Vec<String> =
        names.iter().take(NAMED).map(|n| format!("`{}`", printable(n.as_bytes()))).collect();
    match names.len().saturating_sub(NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Joined { count, names } => write!(
                f,
                "its {count} objects ({}) were joined into one; `FILE#NAME` picks one",
                listed(names)
            ),
            Self::LeftOut { what, count, line } => {
                write!(f, "left out: {what} ({count}")?;
                match line {
                    Some(line) if *count > 1 => write!(f, ", the first in line {line})"),
                    Some(line) => write!(f, ", in line {line})"),
                    None => f.write_str(")"),
                }
            }
            Self::Up { axis } => write!(
                f,
                "its `up_axis` is {axis}, and its axes were kept as they stand; `--z-up` turns z up"
            ),
            Self::Unit { metres } => write!(
                f,
                "its unit is {metres} m, and its lengths became metres; `--unit` \
                 asks for another"
            ),
            Self::Doubtful { what } => f.write_str(what),
        }
    }
}
