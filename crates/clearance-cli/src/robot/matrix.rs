//! `--make-srdf`: the pairs of links that need no look, as a file.

use std::fmt::Write as _;

use clearance_json::{Fault, escape};
use clearance_scene::robot::{Judged, Judging, Robot, Verdict};
use serde::Serialize;

use super::load::Loaded;
use super::table;
use crate::args::{OutFile, RobotArgs};
use crate::clash::progress_bar;
use crate::output::Output;
use crate::words::counted;

/// What reports say about a pair of links.
#[derive(Serialize)]
struct Line {
    a: String,
    b: String,
    /// `adjacent`, `never`, `always`, `sometimes`, `unknown` or `unbounded`.
    verdict: &'static str,
    /// Whether `never` and `always` are proved, not only seen.
    proved: bool,
    by_default: bool,
    /// The reason in the file; absent where the pair is to be looked at.
    reason: Option<&'static str>,
    how: String,
}

/// Judges all pairs, writes the file, reports.
pub(super) fn run(path: &OutFile, args: &RobotArgs, loaded: &Loaded) -> Result<(), Fault> {
    // Before the work; and again when the file is made.
    if path.exists() {
        let name = format!("--make-srdf {}", path.display());
        return Err(Fault::field(&name, "is there already, and is not overwritten"));
    }
    let robot = &loaded.robot;
    let judging = Judging { samples: args.samples, cells: args.boxes };
    let bar = progress_bar();
    bar.set_message("pairs of links");
    let count =
        robot.geometries.iter().map(|own| own.link).collect::<std::collections::HashSet<_>>();
    bar.set_length((count.len() * count.len().saturating_sub(1) / 2) as u64);
    let all = robot.judge_pairs(&judging, |done| {
        bar.set_position(done as u64);
        true
    });
    bar.finish_and_clear();
    let all = all.map_err(Fault::new)?;
    if all.is_empty() {
        return Err(Fault::field("--make-srdf", "there is no pair of links with shapes"));
    }
    let defaults = args.leave_default;
    let lines: Vec<Line> = all.iter().map(|own| line(robot, own, &judging, defaults)).collect();
    Output::create_new("--make-srdf", path)?
        .lines(robot.srdf(&all, &judging, defaults).as_bytes())?;
    if args.json {
        return crate::print(&table::json_lines(&lines)?);
    }
    let shown = if args.top == 0 { lines.len() } else { lines.len().min(args.top) };
    let header = ["verdict", "", "A", "B", "how"].map(str::to_owned);
    let cells = lines.iter().take(shown).map(|own| {
        let name = |text: &str| escape::shown(text).into_owned();
        [own.verdict.into(), String::new(), name(&own.a), name(&own.b), name(&own.how)]
    });
    let mut out = table::columns(&std::iter::once(header).chain(cells).collect::<Vec<_>>());
    if shown < lines.len() {
        let _ = writeln!(out, "… and {} more; --top 0 prints all", lines.len() - shown);
    }
    crate::print(&(out + &summary(loaded, path, &all, &judging, defaults)))
}

fn line(robot: &Robot, own: &Judged, judging: &Judging, defaults: bool) -> Line {
    let name = |link: usize| robot.links.get(link).map_or("", |link| link.name.as_str());
    let [a, b] = own.links.map(name).map(str::to_owned);
    Line {
        a,
        b,
        verdict: match own.verdict {
            Verdict::Adjacent => "adjacent",
            Verdict::Never(_) | Verdict::NeverSeen => "never",
            Verdict::Always(_) | Verdict::AlwaysSeen => "always",
            Verdict::Sometimes(_) => "sometimes",
            Verdict::Unknown => "unknown",
            Verdict::Unbounded(_) => "unbounded",
        },
        proved: matches!(own.verdict, Verdict::Never(_) | Verdict::Always(_)),
        by_default: own.by_default,
        reason: own.reason(defaults),
        how: own.how(robot, judging),
    }
}

/// What was proved, what was only seen, and what stays to be looked at.
fn summary(
    loaded: &Loaded,
    path: &OutFile,
    all: &[Judged],
    judging: &Judging,
    defaults: bool,
) -> String {
    let robot = &loaded.robot;
    let of = |is: fn(&Verdict) -> bool| all.iter().filter(|own| is(&own.verdict)).count();
    let mut out = format!(
        "{}: {}, {}; {} of links\n",
        escape::shown(&robot.name),
        counted(robot.links.len(), "link"),
        counted(robot.geometries.len(), "shape"),
        counted(all.len(), "pair")
    );
    let _ = writeln!(
        out,
        "{} adjacent; proved within the joints' limits: {} never meet, {} always do",
        of(|own| *own == Verdict::Adjacent),
        of(|own| matches!(own, Verdict::Never(_))),
        of(|own| matches!(own, Verdict::Always(_)))
    );
    let seen = [Verdict::NeverSeen, Verdict::AlwaysSeen]
        .map(|verdict| all.iter().filter(|own| own.verdict == verdict).count());
    if seen != [0; 2] {
        let [never, always] = seen;
        let (samples, even) = (judging.all_samples(), judging.samples);
        let _ = writeln!(
            out,
            "not proved, but so in {samples} samples: {never} never meet, {always} always do; one \
             that meets in a share p of all states is missed with a chance of (1-p)^{even}"
        );
    }
    let meets = |own: &&Judged| matches!(own.verdict, Verdict::Sometimes(_));
    let by_default = all.iter().filter(meets).filter(|own| own.by_default).count();
    let left_out = if defaults { ", these left out as asked" } else { "" };
    let _ = writeln!(
        out,
        "{} meet sometimes, {by_default} of them in the default configuration{left_out}",
        of(|own| matches!(own, Verdict::Sometimes(_)))
    );
    let unknown = of(|own| *own == Verdict::Unknown);
    if unknown > 0 {
        let _ = writeln!(out, "{unknown} not proved to be apart; a greater --boxes may tell");
    }
    let unbounded = of(|own| matches!(own, Verdict::Unbounded(_)));
    if unbounded > 0 {
        let _ = writeln!(out, "{unbounded} not judged, as a joint between them has no limits");
    }
    if robot.geometries.iter().any(|own| own.hull_of_concave) {
        out += "hulls stand for meshes that are not convex: what never meets is so for the meshes \
                too, what always does may not be\n";
    }
    let written = all.iter().filter(|own| own.reason(defaults).is_some()).count();
    let _ = writeln!(
        out,
        "{} left out in {}; {} to look at",
        counted(written, "pair"),
        escape::shown(&path.display().to_string()),
        all.len() - written
    );
    out
}
