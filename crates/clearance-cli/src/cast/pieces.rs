//! `clearance cast --by triangles`: when meshes with dents and holes meet.

use std::fmt::Write;
use std::process::ExitCode;

use clearance::Xyz;
use clearance_json::moving::{MovedAnswer, cast_of, meet};
use clearance_json::place::Axis;
use clearance_json::scene::Kind;
use clearance_json::{Fault, Library, Precision, escape};

use crate::args::CastArgs;
use crate::report::pieces_of;
use crate::side::{Side, pieces};

/// Answers the cast on standard output.
pub(super) fn run(
    args: &CastArgs,
    sides: [&Side<'_>; 2],
    library: &Library<Xyz>,
) -> Result<ExitCode, Fault> {
    let (a, b, off) = pieces(args.by, &args.meshes.reading(), sides, library)?;
    let motions = super::motions(args)?;
    if off > 0.0 && (args.turn.is_some() || args.turn_a.is_some()) {
        let turns = "--rotate-a or --rotate-b: bodies of pieces that turn stand by a quaternion \
                     X,Y,Z,W of unit length: an angle rounds them";
        return Err(Fault::new(turns));
    }
    // The body stands as it moves: no end is written along another axis.
    let found = meet([(&a, Axis::Y), (&b, Axis::Y)], &motions, off)?;
    let text = if args.json {
        let answer = MovedAnswer::new(None, Kind::Soup, [&a, &b], found, off)?;
        escape::json(serde_json::to_string(&answer).map_err(Fault::new)?) + "\n"
    } else {
        let mut text = String::new();
        // Without hulls nothing is said of parts. Writing to a text does not fail.
        let _ = super::lines(&mut text, &cast_of(found), false, Precision::F64, None);
        if let Some(found) = &found {
            let _ = writeln!(text, "\n  {}", pieces_of([&a, &b], found.parts));
        }
        text
    };
    crate::print(&text)?;
    Ok(ExitCode::from(u8::from(found.is_some())))
}
