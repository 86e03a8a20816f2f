//! `clearance cast`: one motion, for a person to read.

mod pieces;

use std::path::Path;
use std::process::ExitCode;

use clearance::{AtStart, Cast, Meeting, Space};
use clearance_json::answer::{Answer, proximity};
use clearance_json::cast::{Motions, Way, cast, choice};
use clearance_json::describe::cast_in_full;
use clearance_json::place::rounded;
use clearance_json::proved::shortest;
use clearance_json::{Dimension, Effort, Fault, Libraries, Library, Precision, escape};
use std::fmt::Write;

use crate::args::{CastArgs, Numbers};
use crate::proof::{Proof, alone, prove};
use crate::report::{Coordinates, Subject, hulls, rounded_up};
use crate::side::{Side, common_dim, is_by_pieces, sides};

/// Answers the cast on standard output.
pub(crate) fn run(args: &CastArgs) -> Result<ExitCode, Fault> {
    alone(args.json, args.certificate.as_deref())?;
    let [a, b] = sides([&args.a, &args.b], &args.shapes, args.limit)?;
    let dim = common_dim(&a, &b)?;
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
    args: &CastArgs,
    a: &Side<'_>,
    b: &Side<'_>,
    library: &Library<S>,
) -> Result<ExitCode, Fault> {
    let (placed_a, placed_b) = (a.place(library)?, b.place(library)?);
    let motions = motions(args)?;
    let found = cast(&placed_a, &placed_b, &motions, Effort::default())?;
    let proof = match &args.certificate {
        Some(path) => {
            let query = cast_in_full(&placed_a, &placed_b, &motions)?;
            Some(prove(path, &query)?)
        }
        None => None,
    };
    let exit_code = ExitCode::from(u8::from(found.hit().is_some()));
    if proof.as_ref().is_some_and(Proof::is_printed) {
        return Ok(exit_code);
    }
    let text = if args.json {
        let start = proximity(&placed_a, &placed_b, Effort::default())?;
        let answer = Answer::new(None, &start)
            .with_nearest(placed_a.nearest, placed_b.nearest)
            .with_meshes(&placed_a, &placed_b, true)
            .with_cast(&found, &motions.meeting, args.precision);
        escape::json(serde_json::to_string(&answer).map_err(Fault::new)?) + "\n"
    } else {
        let as_written = placed_a.is_as_written() && placed_b.is_as_written();
        let proved = proof.map(|proof| proof.text(as_written)).unwrap_or_default();
        // Else a miss leaves open what overlaps from the start, or by less than wanted.
        let is_apart =
            motions.meeting.target_distance >= 0.0 && motions.meeting.at_start == AtStart::Report;
        report(
            &found,
            is_apart,
            args.precision,
            &[Subject::new("A", &placed_a), Subject::new("B", &placed_b)],
        ) + &proved
    };
    crate::print(&text)?;
    Ok(exit_code)
}

/// The motions that the options describe.
fn motions<S: Dimension>(args: &CastArgs) -> Result<Motions<S>, Fault> {
    if args.max_time < 0.0 {
        return Err(Fault::new("--max-time: must not be negative"));
    }
    let way = |[straight, turn]: [(&Option<Numbers>, &str); 2]| {
        let velocity = match straight {
            (Some(numbers), option) => rounded(vector(numbers, option)?, args.precision),
            (None, _) => S::default(),
        };
        let turning = match turn {
            (Some(numbers), option) => Some(
                S::angular(&numbers.0, args.precision)
                    .map_err(|fault| Fault::new(format!("{option}: {fault}")))?,
            ),
            (None, _) => None,
        };
        Ok::<_, Fault>(Way::Steady { velocity, turning })
    };
    let a = way([(&args.velocity_a, "--velocity-a"), (&args.turn_a, "--turn-a")])?;
    let b = way([(&args.velocity, "--velocity"), (&args.turn, "--turn")])?;
    let number = |x| args.precision.rounded(x);
    let meeting = Meeting::new()
        .until(number(args.max_time))
        .within(number(args.target_distance))
        .tolerance(number(args.tolerance))
        .at_start(choice(&args.at_start).unwrap_or_default());
    Ok(Motions { a, b, meeting })
}

fn vector<S: Space>(numbers: &Numbers, option: &str) -> Result<S, Fault> {
    let (count, dim) = (numbers.0.len(), S::DIM);
    if count != dim {
        return Err(Fault::new(format!("{option}: has {count} numbers, needs {dim}")));
    }
    Ok((0..).zip(&numbers.0).fold(S::default(), |v, (i, x)| v + S::axis(i) * *x))
}

/// What is proved of a motion, and whether a miss proves that they are apart at every time.
fn report<S: Space>(
    found: &Cast<S>,
    is_apart: bool,
    precision: Precision,
    subjects: &[Subject<'_>; 2],
) -> String {
    let mut text = String::new();
    // Writing to a text does not fail.
    let _ = lines(&mut text, found, is_apart, precision, hulls(subjects));
    if subjects.iter().any(|subject| subject.mesh.is_some()) {
        text.push('\n');
    }
    text + &subjects.map(|subject| subject.to_string()).concat()
}

/// What is proved of the shapes or of their `hulls`: then parts meet no sooner.
fn lines<S: Space>(
    text: &mut String,
    found: &Cast<S>,
    is_apart: bool,
    precision: Precision,
    hulls: Option<&str>,
) -> std::fmt::Result {
    let who = hulls.map_or_else(|| "A and B".into(), in_front);
    let parts = if hulls.is_some() { "; the parts meet no sooner, if at all" } else { "" };
    let Some(hit) = found.hit() else {
        let parts = if hulls.is_some() && is_apart { "; nor do the parts" } else { "" };
        return writeln!(text, "{who} do not meet (proved){parts}.");
    };
    let (low, high) = (hit.time.low, hit.time.high);
    if !found.is_decided() {
        writeln!(
            text,
            "Too close to call: {} may meet, and then not before {low}{parts}.",
            hulls.unwrap_or("A and B")
        )?;
    } else if high == 0.0 {
        let parts = if hulls.is_some() { "; the parts may be apart" } else { "" };
        writeln!(text, "{who} are in contact at the start (proved){parts}.")?;
    } else {
        let time = precision.rounded(hit.time.middle());
        let off = rounded_up(f64::max(high - time, time - low));
        writeln!(text, "{who} meet at time {} ± {off} (proved){parts}.", shortest(time))?;
    }
    let witness = &hit.witness;
    writeln!(text)?;
    writeln!(text, "  on A      {}", Coordinates(witness.on_a))?;
    writeln!(text, "  on B      {}", Coordinates(witness.on_b))?;
    writeln!(text, "  normal    {} from A to B", Coordinates(witness.normal))?;
    if high == 0.0 {
        let (length, gap) = (witness.length, witness.gap);
        writeln!(text, "  length    {} ± {}", shortest(length), rounded_up(gap))?;
    }
    Ok(())
}

/// At the beginning of a sentence.
fn in_front(words: &str) -> String {
    let (first, rest) = words.split_at_checked(1).unwrap_or_default();
    first.to_uppercase() + rest
}
