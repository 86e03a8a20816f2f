//! `clearance pair --by triangles`: how meshes with dents and holes stand to each other.

use std::fmt::Write;
use std::process::ExitCode;

use clearance::Xyz;
use clearance_json::proved::shortest;
use clearance_json::scene::{Answer, Kind, SceneQuery};
use clearance_json::{Fault, Library, escape};
use clearance_scene::scene::{Inside, Object, between};

use crate::args::PairArgs;
use crate::report::{Coordinates, pieces_of, rounded_up};
use crate::side::{Side, pieces};

/// Answers the pair on standard output.
pub(super) fn run(
    args: &PairArgs,
    sides: [&Side<'_>; 2],
    library: &Library<Xyz>,
) -> Result<ExitCode, Fault> {
    let (a, b, moved) = pieces(args.by, &args.meshes.reading(), sides, library)?;
    let found = between(&a, &b, f64::INFINITY);
    let found = found.ok_or_else(|| Fault::new("too far apart for floats to hold"))?;
    // What a closed surface surrounds is inside the body.
    let answer = SceneQuery { kind: Kind::Soup, is_solid: true, moved }.answer(None, &found);
    let exit_code = ExitCode::from(u8::from(answer.intersects));
    let text = if args.json {
        escape::json(serde_json::to_string(&answer).map_err(Fault::new)?) + "\n"
    } else {
        report(&answer, found.inside, [&a, &b])
    };
    crate::print(&text)?;
    Ok(exit_code)
}

/// How they stand, for a person to read.
fn report(answer: &Answer<'_>, inside: Inside, objects: [&Object; 2]) -> String {
    let overlap = answer.overlap_lower_bound;
    let is_touching = overlap.is_some_and(|depth| depth <= answer.gap);
    let title = match () {
        () if answer.undecided => "too close to call, which counts as intersecting",
        () if overlap.is_none() => "apart",
        () if is_touching => "touching, or overlapping within the gap",
        () => "overlapping",
    };
    let mut text = format!("{title}\n\n");
    let point = |[x, y, z]: [f64; 3]| Coordinates(Xyz::new(x, y, z));
    let gap = rounded_up(answer.gap);
    // Writing to a text does not fail.
    let _ = match overlap {
        Some(depth) => writeln!(text, "  depth     at least {} ± {gap}", shortest(depth)),
        None => writeln!(text, "  distance  {} ± {gap}", shortest(answer.distance)),
    };
    let _ = writeln!(text, "  on A      {}", point(answer.witness_a));
    let _ = writeln!(text, "  on B      {}", point(answer.witness_b));
    let _ = writeln!(text, "  normal    {} from A to B", point(answer.normal));
    let _ = writeln!(text, "\n  {}", pieces_of(objects, [answer.part_a, answer.part_b]));
    text += match inside {
        Inside::Neither => "",
        Inside::AInB => "\nA, or a piece of it, is inside B.\n",
        Inside::BInA => "\nB, or a piece of it, is inside A.\n",
        Inside::Open => {
            "\nA surface that is not closed has no inside: it counted as a surface alone.\n"
        }
        Inside::Unknown => "\nWhether one is inside the other is too close to call.\n",
    };
    text
}
