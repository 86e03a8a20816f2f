//! `clearance contact --by triangles`: where meshes with dents and holes touch.

use std::fmt::Write;
use std::process::ExitCode;

use clearance::Xyz;
use clearance_json::proved::shortest;
use clearance_json::{ContactsAnswer, Fault, Library, escape};
use clearance_scene::scene::{Contact, Object, contacts_between};

use crate::args::ContactArgs;
use crate::report::{Coordinates, pieces_of, rounded_up};
use crate::side::{Side, pieces};

/// Answers the pair on standard output.
pub(super) fn run(
    args: &ContactArgs,
    sides: [&Side<'_>; 2],
    library: &Library<Xyz>,
) -> Result<ExitCode, Fault> {
    let (a, b, off) = pieces(args.by, &args.meshes.reading(), sides, library)?;
    let found = contacts_between(&a, &b, args.max_distance);
    let text = if args.json {
        let answer = ContactsAnswer::new(None, &found, args.all, off);
        escape::json(serde_json::to_string(&answer).map_err(Fault::new)?) + "\n"
    } else if found.is_empty() {
        format!("farther apart than {}\n", shortest(args.max_distance))
    } else {
        report(&found, [&a, &b], args.all, off)
    };
    crate::print(&text)?;
    Ok(ExitCode::from(u8::from(!found.is_empty())))
}

/// Each patch, deeper ones first.
fn report(found: &[Contact], objects: [&Object; 2], all: bool, off: f64) -> String {
    let is_ahead = found.iter().all(|contact| contact.depth() < 0.0);
    let title = if is_ahead { "in front" } else { "in contact" };
    let many = if found.len() == 1 { "patch" } else { "patches" };
    let mut text = format!("{title} at {} {many}\n", found.len());
    for contact in found {
        // Writing to a text does not fail.
        let _ = writeln!(text, "\n  normal    {} from A to B", Coordinates(contact.normal));
        if !contact.is_true {
            let _ = writeln!(
                text,
                "            of the deepest pieces; of the surfaces it is none here"
            );
        }
        let (depth, gap) = (shortest(contact.depth()), rounded_up(contact.gap + off));
        let _ = writeln!(text, "  deepest   {depth} ± {gap}");
        for point in if all { contact.points.clone() } else { contact.few() } {
            let (pieces, depth) = (pieces_of(objects, point.parts), shortest(point.depth));
            let _ = writeln!(text, "\n  {pieces}, {depth} deep");
            let _ = writeln!(text, "  on A      {}", Coordinates(point.on_a));
            let _ = writeln!(text, "  on B      {}", Coordinates(point.on_b));
        }
    }
    text
}
