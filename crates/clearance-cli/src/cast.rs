//! `clearance cast`: one motion, for a person to read.

use std::path::Path;
use std::process::ExitCode;

use clearance::{AtStart, Cast, Meeting, Scalar, Space, Vector};
use clearance_json::answer::{Answer, proximity};
use clearance_json::cast::{Motions, Way, cast, choice};
use clearance_json::describe::cast_in_full;
use clearance_json::proved::shortest;
use clearance_json::{Dimension, Effort, Fault, Libraries, Library, Precision, escape};
use serde::Serialize;
use std::fmt::Write;

use crate::args::{CastArgs, Numbers};
use crate::proof::{Proof, alone, prove};
use crate::report::{Coordinates, Subject, hulls, rounded_up};
use crate::side::{Side, common_dim, sides};

/// Answers the cast on standard output.
pub(crate) fn run(args: &CastArgs) -> Result<ExitCode, Fault> {
    alone(args.json, args.certificate.as_deref())?;
    let [a, b] = sides([&args.a, &args.b], &args.shapes, args.limit)?;
    let dim = common_dim(&a, &b)?;
    let libraries = Libraries::new(Path::new(""), &args.meshes.reading());
    match (dim, args.precision) {
        (2, Precision::F32) => answer(args, &a, &b, &libraries.plane_f32),
        (2, Precision::F64) => answer(args, &a, &b, &libraries.plane_f64),
        (_, Precision::F32) => answer(args, &a, &b, &libraries.space_f32),
        (_, Precision::F64) => answer(args, &a, &b, &libraries.space_f64),
    }
}

fn answer<V>(
    args: &CastArgs,
    a: &Side<'_>,
    b: &Side<'_>,
    library: &Library<V>,
) -> Result<ExitCode, Fault>
where
    V: Vector<Space: Dimension, Scalar: Serialize>,
{
    let (placed_a, placed_b) = (a.place(library)?, b.place(library)?);
    let motions = motions(args)?;
    let found = cast(&placed_a, &placed_b, &motions, Effort::default())?;
    let proof = match &args.certificate {
        Some(path) => {
            let query = cast_in_full(args.precision, &placed_a, &placed_b, &motions)?;
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
            .with_cast(&found, &motions.meeting);
        escape::json(serde_json::to_string(&answer).map_err(Fault::new)?) + "\n"
    } else {
        let as_written = placed_a.is_as_written() && placed_b.is_as_written();
        let proved = proof.map(|proof| proof.text(as_written)).unwrap_or_default();
        // Else a miss leaves open what overlaps from the start, or by less than wanted.
        let is_apart = motions.meeting.target_distance >= V::Scalar::ZERO
            && motions.meeting.at_start == AtStart::Report;
        report(&found, is_apart, &[Subject::new("A", &placed_a), Subject::new("B", &placed_b)])
            + &proved
    };
    crate::print(&text)?;
    Ok(exit_code)
}

/// The motions that the options describe.
fn motions<V: Vector<Space: Dimension>>(args: &CastArgs) -> Result<Motions<V>, Fault> {
    if args.max_time < 0.0 {
        return Err(Fault::new("--max-time: must not be negative"));
    }
    let way = |[straight, turn]: [(&Option<Numbers>, &str); 2]| {
        let velocity = match straight {
            (Some(numbers), option) => vector(numbers, option)?,
            (None, _) => V::from_space(V::Space::default()),
        };
        let turning = match turn {
            (Some(numbers), option) => Some(
                V::Space::angular::<V>(&numbers.0)
                    .map_err(|fault| Fault::new(format!("{option}: {fault}")))?,
            ),
            (None, _) => None,
        };
        Ok::<_, Fault>(Way::Steady { velocity, turning })
    };
    let a = way([(&args.velocity_a, "--velocity-a"), (&args.turn_a, "--turn-a")])?;
    let b = way([(&args.velocity, "--velocity"), (&args.turn, "--turn")])?;
    let number = V::Scalar::from_f64;
    let meeting = Meeting::new()
        .until(number(args.max_time))
        .within(number(args.target_distance))
        .at_start(choice(&args.at_start).unwrap_or_default());
    Ok(Motions { a, b, meeting })
}

fn vector<V: Vector>(numbers: &Numbers, option: &str) -> Result<V, Fault> {
    let (count, dim) = (numbers.0.len(), V::Space::DIM);
    if count != dim {
        return Err(Fault::new(format!("{option}: has {count} numbers, needs {dim}")));
    }
    let sum =
        (0..).zip(&numbers.0).fold(V::Space::default(), |v, (i, x)| v + V::Space::axis(i) * *x);
    Ok(V::from_space(sum))
}

/// What is proved of a motion, and whether a miss proves that they are apart at every time.
fn report<V: Vector>(found: &Cast<V>, is_apart: bool, subjects: &[Subject<'_>; 2]) -> String {
    let mut text = String::new();
    // Writing to a text does not fail.
    let _ = lines(&mut text, found, is_apart, hulls(subjects));
    if subjects.iter().any(|subject| subject.mesh.is_some()) {
        text.push('\n');
    }
    text + &subjects.map(|subject| subject.to_string()).concat()
}

/// What is proved of the shapes or of their `hulls`: then parts meet no sooner.
fn lines<V: Vector>(
    text: &mut String,
    found: &Cast<V>,
    is_apart: bool,
    hulls: Option<&str>,
) -> std::fmt::Result {
    let who = hulls.map_or_else(|| "A and B".into(), in_front);
    let parts = if hulls.is_some() { "; the parts meet no sooner, if at all" } else { "" };
    let Some(hit) = found.hit() else {
        let parts = if hulls.is_some() && is_apart { "; nor do the parts" } else { "" };
        return writeln!(text, "{who} do not meet (proved){parts}.");
    };
    let (low, high) = (hit.time.low.to_f64(), hit.time.high.to_f64());
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
        let time = hit.time.middle().to_f64();
        let off = rounded_up(f64::max(high - time, time - low));
        writeln!(text, "{who} meet at time {} ± {off} (proved){parts}.", shortest(time))?;
    }
    let witness = &hit.witness;
    writeln!(text)?;
    writeln!(text, "  on A      {}", Coordinates(witness.on_a.to_space()))?;
    writeln!(text, "  on B      {}", Coordinates(witness.on_b.to_space()))?;
    writeln!(text, "  normal    {} from A to B", Coordinates(witness.normal.to_space()))?;
    if high == 0.0 {
        let (length, gap) = (witness.length.to_f64(), witness.gap.to_f64());
        writeln!(text, "  length    {} ± {}", shortest(length), rounded_up(gap))?;
    }
    Ok(())
}

/// At the beginning of a sentence.
fn in_front(words: &str) -> String {
    let (first, rest) = words.split_at_checked(1).unwrap_or_default();
    first.to_uppercase() + rest
}
