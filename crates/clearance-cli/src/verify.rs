//! `clearance verify`: are certificates true?

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clearance::{Vector, verify};
use serde::Serialize;
use serde_json::Value;

use crate::args::VerifyArgs;
use crate::document;
use crate::fault::Fault;
use crate::field;
use crate::library::Libraries;
use crate::line::not_json;
use crate::place::Dimension;
use crate::proved::Proved;
use crate::request::{Request, Task};
use crate::shape::Placed;
use crate::stream::Lines;

/// Checks every document of every file; the exit code says whether all are true.
pub(crate) fn run(args: &VerifyArgs) -> Result<ExitCode, Fault> {
    let mut tally = Tally::default();
    let mut unreadable = false;
    for file in &args.files {
        if let Err(fault) =
            Lines::open(file).and_then(|lines| check(lines, args.verbose, &mut tally))
        {
            crate::complain(&fault.to_string());
            unreadable = true;
        }
    }
    crate::complain(&tally.to_string());
    Ok(match (unreadable, tally.refused) {
        (true, _) => ExitCode::from(crate::ERROR),
        (false, 0) => ExitCode::SUCCESS,
        (false, _) => ExitCode::from(1),
    })
}

/// Of a file without documents nobody should hear that all of them are true.
fn check(lines: Lines, verbose: bool, tally: &mut Tally) -> Result<(), Fault> {
    let name = lines.name.clone();
    let before = tally.total();
    let mut out = io::stdout().lock();
    lines.for_each(
        |_, line| examine(line),
        |found| {
            let mut text = String::new();
            for (number, (id, outcome)) in found {
                tally.note(&outcome);
                let said = match outcome {
                    Ok(proved) if verbose => format!("verified: {proved}"),
                    Ok(_) => continue,
                    Err(fault) => format!("refused: {fault}"),
                };
                text += &format!("{name}:{number}:{id} {said}\n");
            }
            // Where the reader has gone away (`| head`), the exit code is still to say what holds of all documents.
            match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                    Err(Fault::field("standard output", error))
                }
                _ => Ok(()),
            }
        },
    )?;
    if tally.total() > before { Ok(()) } else { Err(Fault::field(&name, "holds no document")) }
}

/// What a document is called, and whether it is true.
fn examine(line: &[u8]) -> (String, Result<Proved, Fault>) {
    let document = match serde_json::from_slice::<Value>(line) {
        Ok(document) => document,
        Err(error) => return (String::new(), Err(not_json(&error))),
    };
    let id = document.get("id").or_else(|| document.get("query")?.get("id"));
    (id.map_or_else(String::new, |id| format!(" {id}:")), judge(&document))
}

fn judge(document: &Value) -> Result<Proved, Fault> {
    const WRITE: &str = "write documents with `clearance query --certificate`";
    let document = field::object(document)?;
    if let Some(Value::String(error)) = document.get("certificate_error") {
        return Err(Fault::new(format!("there is no certificate: {error}")));
    }
    if let Some(Value::String(error)) = document.get("error") {
        return Err(Fault::new(format!("there is no answer: {error}")));
    }
    let missing = |name: &str| Fault::field(name, format!("is missing; {WRITE}"));
    let query = document.get("query").ok_or_else(|| missing("query"))?;
    if !query.is_object() {
        let message = format!("must be an object, is {}; {WRITE}", field::kind(query));
        return Err(Fault::field("query", message));
    }
    let certificate = document.get("certificate").ok_or_else(|| missing("certificate"))?;
    Request::read(query, None)
        .and_then(|request| request.perform(&Libraries::closed(), &Judging { certificate }))
        .map_err(|fault| fault.within("query"))?
}

/// A certificate before the judge.
struct Judging<'v> {
    certificate: &'v Value,
}

impl Task for Judging<'_> {
    /// What is wrong with the certificate is not what is wrong with the pair.
    type Outcome = Result<Proved, Fault>;

    fn perform<V>(&self, a: Placed<V>, b: Placed<V>) -> Result<Self::Outcome, Fault>
    where
        V: Vector<Space: Dimension, Scalar: Serialize>,
    {
        let certificate = match document::read::<V::Space>(self.certificate) {
            Ok(certificate) => certificate,
            Err(fault) => return Ok(Err(fault.within("certificate"))),
        };
        let verified = verify(a.solid.shape(), &a.pose, b.solid.shape(), &b.pose, &certificate);
        Ok(verified.map(|()| Proved::of(&certificate)).map_err(Fault::new))
    }
}

/// How many documents are true.
#[derive(Default)]
struct Tally {
    verified: usize,
    refused: usize,
    /// Of the verified, those that leave the boolean open.
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
