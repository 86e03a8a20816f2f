//! `clearance contact`: where one pair touches, for a person to read.

mod patches;

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use clearance_json::describe::manifold_in_full;
use clearance_json::manifold::{feature_in_words, touch};
use clearance_json::proved::shortest;
use clearance_json::{
    Dimension, Fault, Libraries, Library, ManifoldAnswer, Placed, Touched, Touching, escape,
};

use crate::args::ContactArgs;
use crate::proof::{Proof, alone, prove};
use crate::report::{Coordinates, Subject, hulls, rounded_up};
use crate::side::{Side, common_dim, is_by_pieces, sides};

/// Answers the pair on standard output.
pub(crate) fn run(args: &ContactArgs) -> Result<ExitCode, Fault> {
    alone(args.json, args.certificate.as_deref())?;
    let [a, b] = sides([&args.a, &args.b], &args.shapes, args.limit)?;
    let dim = common_dim(&a, &b)?;
    let libraries = Libraries::new(Path::new(""), &args.meshes.reading());
    if is_by_pieces(args.by, dim, args.precision)? {
        return patches::run(args, [&a, &b], libraries.space(args.precision));
    }
    match dim {
        2 => answer(args, &a, &b, libraries.plane(args.precision)),
        _ => answer(args, &a, &b, libraries.space(args.precision)),
    }
}

fn answer<S: Dimension>(
    args: &ContactArgs,
    a: &Side<'_>,
    b: &Side<'_>,
    library: &Library<S>,
) -> Result<ExitCode, Fault> {
    let (placed_a, placed_b) = (a.place(library)?, b.place(library)?);
    let wanted = Touching { max_distance: args.max_distance, all: args.all };
    let touched = touch(&placed_a, &placed_b, wanted)?;
    let proof = match &args.certificate {
        Some(path) => {
            let query = manifold_in_full(&placed_a, &placed_b, wanted)?;
            Some(prove(path, &query)?)
        }
        None => None,
    };
    let exit_code = ExitCode::from(u8::from(touched.is_some()));
    if proof.as_ref().is_some_and(Proof::is_printed) {
        return Ok(exit_code);
    }
    let subjects = [Subject::new("A", &placed_a), Subject::new("B", &placed_b)];
    let text = if args.json {
        let answer = ManifoldAnswer::new(None, touched.as_ref(), wanted, &placed_a, &placed_b);
        escape::json(serde_json::to_string(&answer).map_err(Fault::new)?) + "\n"
    } else {
        let mut text = match &touched {
            Some(touched) => report(touched, [&placed_a, &placed_b], hulls(&subjects)),
            None => format!("farther apart than {}\n", shortest(args.max_distance)),
        };
        text += &subjects.map(|subject| subject.to_string()).concat();
        let as_written = placed_a.is_as_written() && placed_b.is_as_written();
        text + &proof.map(|proof| proof.text(as_written)).unwrap_or_default()
    };
    crate::print(&text)?;
    Ok(exit_code)
}

/// Where the shapes touch, or their `hulls`.
fn report<S: Dimension>(
    touched: &Touched<S>,
    [a, b]: [&Placed<S>; 2],
    hulls: Option<&str>,
) -> String {
    let Touched { manifold, points } = touched;
    let mut text = String::new();
    let many = if points.len() == 1 { "point" } else { "points" };
    let depth = manifold.depth();
    let title = if depth < 0.0 { "in front" } else { "in contact" };
    let title = format!("{title} at {} {many}", points.len());
    let _ = match hulls {
        None => writeln!(text, "{title}\n"),
        Some(hulls) if depth + manifold.gap < 0.0 => {
            writeln!(text, "{hulls} are {title}; the parts are as far apart at least\n")
        }
        Some(hulls) => writeln!(text, "{hulls} are {title}; the parts may be apart\n"),
    };
    let _ = writeln!(text, "  normal    {} from A to B", Coordinates(manifold.normal));
    let gap = manifold.gap;
    let _ = writeln!(text, "  deepest   {} ± {}", shortest(depth), rounded_up(gap));
    for point in points {
        let (on_a, on_b) = (point.key.on_a(), point.key.on_b());
        let _ = writeln!(
            text,
            "\n  {} of A on {} of B, {} deep",
            feature_in_words(a, on_a, point.on_a),
            feature_in_words(b, on_b, point.on_b),
            shortest(point.depth),
        );
        let _ = writeln!(text, "  on A      {}", Coordinates(point.on_a));
        let _ = writeln!(text, "  on B      {}", Coordinates(point.on_b));
    }
    let corners = manifold.corners as usize;
    if corners > points.len() {
        let _ = writeln!(text, "\n{corners} corners in all; --all shows them.");
    }
    text
}
