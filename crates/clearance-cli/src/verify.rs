//! `clearance verify`: are certificates true?

use std::fmt;
use std::io::ErrorKind;
use std::process::ExitCode;

use clearance_json::{Fault, Id, Proved, escape, judge, line};

use crate::args::VerifyArgs;
use crate::output::Output;
use crate::stream::Lines;

/// Checks every document of every file; the exit code says whether all are true.
pub(crate) fn run(args: &VerifyArgs) -> Result<ExitCode, Fault> {
    let mut tally = Tally::default();
    let mut unreadable = false;
    for file in &args.files {
        if let Err(fault) = Lines::open(file).and_then(|lines| check(lines, args, &mut tally)) {
            crate::complain(&fault.to_string());
            unreadable = true;
        }
    }
    crate::remark(&tally.to_string());
    Ok(match (unreadable, tally.refused) {
        (true, _) => ExitCode::from(crate::ERROR),
        (false, 0) => ExitCode::SUCCESS,
        (false, _) => ExitCode::from(1),
    })
}

/// Checks all documents; of a file without any nobody should hear that all are true.
fn check(lines: Lines, args: &VerifyArgs, tally: &mut Tally) -> Result<(), Fault> {
    let name = lines.name.clone();
    let before = tally.total();
    let mut out = Output::stdout();
    lines.for_each(
        args.limit.max_line,
        |_, line| line.map_or_else(|fault| (String::new(), Err(fault)), examine),
        |found| {
            let mut text = String::new();
            for (number, (id, outcome)) in found {
                tally.note(&outcome);
                let said = match outcome {
                    Ok(proved) if args.verbose => format!("verified: {proved}"),
                    Ok(_) => continue,
                    Err(fault) => format!("refused: {fault}"),
                };
                // Names and reasons are the documents' own words.
                text += &escape::shown(&format!("{name}:{number}:{id} {said}"));
                text.push('\n');
            }
            // Where the reader has gone away (`| head`), the exit code is still to say what holds
            // of all documents.
            match out.write(text.as_bytes()) {
                Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(out.fault(&error)),
                _ => Ok(()),
            }
        },
    )?;
    if tally.total() > before { Ok(()) } else { Err(Fault::field(&name, "holds no document")) }
}

/// What a document is called, and whether it is true.
fn examine(line: &[u8]) -> (String, Result<Proved, Fault>) {
    let document = match line::parse(line) {
        Ok(document) => document,
        Err(fault) => return (String::new(), Err(fault)),
    };
    let own = || document.get("query")?.get("id").map(Id::Value);
    let id = Id::of(line, &document).or_else(own);
    (id.map_or_else(String::new, |id| format!(" {id}:")), judge(&document))
}

/// How many documents are true.
#[derive(Default)]
struct Tally {
    verified: usize,
    refused: usize,
    /// Those verified that leave the boolean open.
    undecided: usize,
}

impl Tally {
    fn note(&mut self, outcome: &Result<Proved, Fault>) {
        match outcome {
            Ok(proved) => {
                self.verified += 1;
                self.undecided += usize::from(!proved.is_decided());
            }
            Err(_) => self.refused += 1,
        }
    }

    const fn total(&self) -> usize {
        self.verified + self.refused
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} verified, {} refused", self.verified, self.refused)?;
        match self.undecided {
            0 => Ok(()),
            n => write!(f, "; {n} of the verified claim bounds only, not whether the shapes touch"),
        }
    }
}
