//! `clearance pair`: one pair, for a person to read.

mod pieces;

use std::path::Path;
use std::process::ExitCode;

use clearance_json::answer::{Answer, proximity};
use clearance_json::describe::pair_in_full;
use clearance_json::{Dimension, Fault, Libraries, Library, escape};

use crate::args::PairArgs;
use crate::proof::{Proof, alone, prove};
use crate::report::{Report, Stood, Subject};
use crate::side::{Side, common_dim, is_by_pieces, sides};

/// Answers the pair on standard output.
pub(crate) fn run(args: &PairArgs) -> Result<ExitCode, Fault> {
    alone(args.json, args.certificate.as_deref())?;
    let [a, b] = sides([&args.a, &args.b], &args.shapes, args.limit)?;
    let dim = common_dim(&a, &b)?;
    // Paths on the command line start where the command runs.
    let libraries = Libraries::new(Path::new(""), &args.meshes.reading());
    if is_by_pieces(args.by, dim, args.precision)? {
        return pieces::run(args, [&a, &b], libraries.space(args.precision));
    }
    match dim {
        2 => answer(args, &a, &b, libraries.plane(args.precision)),
        _ => answer(args, &a, &b, libraries.space(args.precision)),
    }
}

fn answer<S: Dimension>(
    args: &PairArgs,
    a: &Side<'_>,
    b: &Side<'_>,
    library: &Library<S>,
) -> Result<ExitCode, Fault> {
    let (placed_a, placed_b) = (a.place(library)?, b.place(library)?);
    let found = proximity(&placed_a, &placed_b, args.effort.effort(None))?;
    let proof = match &args.certificate {
        Some(path) => Some(prove(path, &pair_in_full(&placed_a, &placed_b)?)?),
        None => None,
    };
    let exit_code = ExitCode::from(u8::from(found.intersects()));
    if proof.as_ref().is_some_and(Proof::is_printed) {
        return Ok(exit_code);
    }
    let text = if args.json {
        let answer = Answer::new(None, &found)
            .with_nearest(placed_a.nearest, placed_b.nearest)
            .with_meshes(&placed_a, &placed_b, true);
        escape::json(serde_json::to_string(&answer).map_err(Fault::new)?) + "\n"
    } else {
        let subjects = [Subject::new("A", &placed_a), Subject::new("B", &placed_b)];
        let stands = [Stood::of(&placed_a), Stood::of(&placed_b)];
        Report::new(&found, &subjects, proof.as_ref(), stands).to_string()
    };
    crate::print(&text)?;
    Ok(exit_code)
}
