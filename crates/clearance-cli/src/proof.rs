//! `--certificate`: what proves an answer, into a file.

use std::path::Path;

use clearance_json::{Fault, Proved, document, escape};
use serde_json::Value;

use crate::args::OutFile;
use crate::output::Output;

/// The certificate that was written, and where.
#[derive(Debug)]
pub(crate) struct Proof<'p> {
    pub(crate) path: &'p OutFile,
    pub(crate) proved: Proved,
    /// The length of the evidence as text.
    pub(crate) bytes: usize,
}

/// Only one of an answer in JSON and a certificate can have standard output.
pub(crate) fn alone(json: bool, certificate: Option<&Path>) -> Result<(), Fault> {
    if json && certificate == Some(Path::new("-")) {
        return Err(Fault::new(
            "--json and --certificate - both want standard output; give --certificate a file",
        ));
    }
    Ok(())
}

/// Writes the certificate of a query that needs nothing else, or prints it where the path is `-`.
pub(crate) fn prove<'p>(path: &'p OutFile, query: &Value) -> Result<Proof<'p>, Fault> {
    let (evidence, proved) =
        document::prove(query).map_err(|fault| fault.within("--certificate"))?;
    let document = document::line(query, &evidence)?;
    if **path == *Path::new("-") {
        crate::print(&document)?;
    } else {
        Output::create("--certificate", path)?.lines(document.as_bytes())?;
    }
    Ok(Proof { path, proved, bytes: evidence.to_string().len() })
}

impl Proof<'_> {
    /// Whether it went to standard output, in the place of the answer.
    pub(crate) fn is_printed(&self) -> bool {
        **self.path == *Path::new("-")
    }

    /// What a report says of it. Poses by an angle or a matrix are not `as_written`.
    pub(crate) fn text(&self, as_written: bool) -> String {
        let Self { path, proved, bytes } = self;
        let path = path.display().to_string();
        let path = escape::shown(&path);
        let of_what = if as_written {
            ""
        } else {
            "That is of the rotations in the certificate: the angle or matrix, rounded.\n"
        };
        format!(
            "\nProved: {proved}.\n{of_what}{bytes} bytes of evidence are in {path}; check them with \
             `clearance verify {path}`.\n"
        )
    }
}
