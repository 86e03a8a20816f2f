//! The command line.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use clearance_trust::family::Family;

/// Judges every query of `clearance` on many hard pairs of shapes by exact arithmetic.
///
/// Exits with 1 if an answer is wrong, if shapes that can be decided were not, if gaps are wider
/// than stated, or if the sample does not hold what it should.
#[derive(Debug, Parser)]
#[command(name = "clearance-trust", arg_required_else_help = true)]
pub(crate) struct Args {
    /// How much: `quick` is for every change, `long` judges more than a million answers
    pub(crate) length: Length,
    /// Where the pairs begin; the same seed gives the same pairs everywhere
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Pairs in each cell (a family in a space) instead of the usual number
    #[arg(long)]
    pub(crate) pairs: Option<usize>,
    /// Only these families (docs/accuracy.md lists them; `quick` has not all of them otherwise) or
    /// spaces (vec2, dvec2, vec3, dvec3)
    #[arg(long, value_name = "FAMILY|SPACE", value_parser = known)]
    pub(crate) only: Vec<String>,
    /// Write the report as Markdown
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Write the report between the marker comments of this file
    #[arg(long, value_name = "FILE")]
    pub(crate) update: Option<PathBuf>,
    /// Write the figures and the finds as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Length {
    Quick,
    Long,
}

pub(crate) const SPACES: [&str; 4] = ["vec2", "dvec2", "vec3", "dvec3"];

fn known(name: &str) -> Result<String, String> {
    let families = Family::ALL.map(Family::name);
    if families.contains(&name) || SPACES.contains(&name) {
        Ok(name.to_owned())
    } else {
        Err(format!("one of {} or {}", families.join(", "), SPACES.join(", ")))
    }
}

impl Args {
    /// Pairs in each cell.
    pub(crate) fn pairs(&self) -> usize {
        self.pairs.unwrap_or(match self.length {
            Length::Quick => 160,
            Length::Long => 6000,
        })
    }

    /// Whether a cell is chosen.
    pub(crate) fn wants(&self, family: Family, space: &str) -> bool {
        let named = |names: &[&str]| names.iter().any(|n| self.only.iter().any(|o| o == n));
        let by_default = self.length == Length::Long || Family::QUICK.contains(&family);
        let chosen = named(&Family::ALL.map(Family::name));
        (if chosen { named(&[family.name()]) } else { by_default })
            && (!named(&SPACES) || named(&[space]))
    }

    /// The command as typed, without where the report goes.
    pub(crate) fn command(&self) -> String {
        let length = match self.length {
            Length::Quick => "quick",
            Length::Long => "long",
        };
        let pairs = self.pairs.map(|n| format!(" --pairs {n}")).unwrap_or_default();
        let only: String = self.only.iter().map(|name| format!(" --only {name}")).collect();
        let seed = self.seed;
        format!("cargo run --release -p clearance-trust -- {length} --seed {seed}{pairs}{only}")
    }
}
