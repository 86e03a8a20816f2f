//! `--trajectory`: how near the links come over a motion.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;

use clearance::{Pose, Xyz};
use clearance_json::{Fault, escape};
use clearance_scene::robot::{Checker, Known, Moment, Posed, Robot, Sample, Stretch, Sweep, Swept};
use serde::Serialize;

use super::load::{Loaded, beyond, variable};
use super::row::{Row, Seen};
use super::{left_out, table};
use crate::args::RobotArgs;
use crate::clash::{number, progress_bar, write};
use crate::csv::fields;
use crate::picture::{Film, Frame, Span};
use crate::stream::text_of;
use crate::words::counted;

/// Reads the motion, sweeps over it, reports; whether the margin is proved to be kept.
pub(super) fn run(
    path: &Path,
    samples: &[Sample],
    args: &RobotArgs,
    loaded: &Loaded,
) -> Result<bool, Fault> {
    let sweep = Sweep { margin: args.margin, tolerance: args.tolerance, most: args.most };
    let mut checker = loaded.seen().checker(&loaded.pairs);
    let bar = progress_bar();
    bar.set_length(2 * samples.len() as u64);
    bar.set_message("samples");
    let swept = checker.sweep(samples, &sweep, |done| {
        bar.set_position(done as u64);
        true
    });
    bar.finish_and_clear();
    let report = MotionReport {
        seen: loaded.seen(),
        sweep,
        swept: swept.map_err(|fault| of(path, fault))?,
        checker: &checker,
        looks_at_nothing: loaded.looks_at_nothing(),
        left_out: left_out::list(&loaded.robot, &loaded.left_out),
    };
    if args.json {
        let line = escape::json(serde_json::to_string(&report.json()).map_err(Fault::new)?);
        crate::print(&(line + "\n"))?;
    } else {
        let left_out = left_out::text(&report.left_out);
        let text = report.text(args.top) + &left_out + &table::about(loaded);
        crate::print(&(text + &report.summary(samples)))?;
    }
    write("--csv", args.csv.as_ref(), || Ok(report.csv().into_bytes()))?;
    write("--html", args.html.as_ref(), || report.html(samples, loaded))?;
    Ok(report.is_free())
}

fn of(path: &Path, fault: String) -> Fault {
    let path = path.display().to_string();
    Fault::field("--trajectory", format!("{}: {fault}", escape::shown(&path)))
}

/// The samples of a file; joints that it does not name stand as the configuration has them.
/// Floating and planar ones that it moves become part of this and of the samples.
pub(super) fn read(
    path: &Path,
    args: &RobotArgs,
    robot: &mut Robot,
    otherwise: &mut Vec<f64>,
) -> Result<Vec<Sample>, Fault> {
    samples(path, args, robot, otherwise).map_err(|fault| of(path, fault))
}

/// A header that names joints and perhaps `time`, then a sample a line.
fn samples(
    path: &Path,
    args: &RobotArgs,
    robot: &mut Robot,
    otherwise: &mut Vec<f64>,
) -> Result<Vec<Sample>, String> {
    let text = text_of(path, args.meshes.max_file_bytes)?;
    let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let (header, first) = lines.next().ok_or("it is empty; the first line names joints")?;
    let at = |line: usize, fault: String| format!("line {line}: {fault}");
    release(header, robot).map_err(|fault| at(first, fault))?;
    otherwise.extend(robot.rest().iter().skip(otherwise.len()));
    let names = robot.value_names();
    let known: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let mut columns = Vec::new();
    let mut seen = HashSet::new();
    for name in fields(header) {
        let column = match (name.trim(), known.get(name.trim())) {
            (_, Some(place)) => Column::Joint(*place),
            ("time" | "t", None) if robot.joint(name.trim()).is_none() => Column::Time,
            (name, None) => Column::Joint(variable(robot, name).map_err(|f| at(first, f))?),
        };
        if !seen.insert(column) {
            let name = escape::shown(name.trim());
            return Err(at(first, format!("two columns for `{name}`")));
        }
        columns.push(column);
    }
    let mut samples: Vec<Sample> = Vec::new();
    for (line, place) in lines {
        let cells = fields(line);
        if cells.len() != columns.len() {
            let (have, want) = (cells.len(), columns.len());
            return Err(at(place, format!("{have} values for {want} columns")));
        }
        let mut configuration = otherwise.clone();
        let mut time = samples.len() as f64;
        for (cell, column) in cells.iter().zip(&columns) {
            let value = crate::args::number(cell).map_err(|fault| at(place, fault))?;
            match column {
                Column::Time => time = value,
                Column::Joint(joint) => {
                    configuration.get_mut(*joint).into_iter().for_each(|own| *own = value);
                }
            }
        }
        if let Some(before) = samples.last().filter(|before| time <= before.time) {
            let before = before.time;
            return Err(at(place, format!("time {time} is not behind {before}: times must rise")));
        }
        if !args.beyond_limits {
            let check = robot.check(&configuration);
            check.map_err(|fault| at(place, beyond(fault).to_string()))?;
        }
        samples.push(Sample { time, configuration });
    }
    if samples.is_empty() {
        return Err("no sample follows the header".into());
    }
    Ok(samples)
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Column {
    Time,
    Joint(usize),
}

/// Releases the floating and planar joints that a header moves: each by all of its values.
fn release(header: &str, robot: &mut Robot) -> Result<(), String> {
    let given: HashSet<String> = fields(header).iter().map(|name| name.trim().to_owned()).collect();
    for joint in 0..robot.joints.len() {
        let name = robot.joints.get(joint).map_or("", |own| own.name.as_str());
        let parts = robot.value_parts(joint).iter().map(|part| format!("{name}/{part}"));
        let parts: Vec<String> = parts.collect();
        let count = parts.iter().filter(|part| given.contains(*part)).count();
        if count > 0 && count < parts.len() {
            let missing: Vec<_> = parts.iter().filter(|part| !given.contains(*part)).collect();
            let shown = |part: &&String| escape::shown(part).into_owned();
            let missing: Vec<String> = missing.iter().map(shown).collect();
            return Err(format!(
                "joint `{}` moves by all of its values, and there is no column for {}",
                escape::shown(name),
                missing.join(", ")
            ));
        }
        if count > 0 {
            robot.release(joint)?;
        }
    }
    Ok(())
}

/// The configuration at a time, on the way between the samples before and behind it.
fn at(robot: &Robot, samples: &[Sample], time: f64) -> Option<Vec<f64>> {
    let next = samples.partition_point(|sample| sample.time < time);
    let next = next.min(samples.len().checked_sub(1)?);
    let (before, behind) = (samples.get(next.saturating_sub(1))?, samples.get(next)?);
    let length = behind.time - before.time;
    let part = if length > 0.0 { (time - before.time) / length } else { 0.0 };
    Some(robot.between(&before.configuration, &behind.configuration, part))
}

/// The report of a motion.
struct MotionReport<'r> {
    seen: Seen<'r>,
    sweep: Sweep,
    swept: Swept,
    /// What numbers the pairs.
    checker: &'r Checker<'r>,
    looks_at_nothing: bool,
    left_out: Vec<left_out::Line>,
}

/// All of it, as JSON.
#[derive(Serialize)]
struct Json<'r> {
    /// `free`, `meets` or `unknown`.
    verdict: &'static str,
    margin: f64,
    tolerance: f64,
    samples: usize,
    /// Points looked at between samples.
    looked_at: usize,
    /// The signed distance of every pair is at least this at every time; absent where no pair is
    /// looked at or nothing is known.
    lower_bound: Option<f64>,
    /// Before it, the margin is proved to be kept; absent where it is throughout.
    free_until: Option<f64>,
    nearest: Option<Event>,
    first_meeting: Option<Event>,
    stretches: Vec<Open>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    left_out: &'r [left_out::Line],
}

/// A pair of links at a time.
#[derive(Serialize)]
struct Event {
    time: f64,
    #[serde(flatten)]
    row: Row,
}

/// A stretch of time in which the margin is not proved.
#[derive(Serialize)]
struct Open {
    known: &'static str,
    from: f64,
    to: f64,
    shape_a: String,
    shape_b: String,
}

impl MotionReport<'_> {
    /// Whether the margin is proved to be kept, by some pair at least.
    fn is_free(&self) -> bool {
        !self.looks_at_nothing && self.swept.stretches.is_empty()
    }

    fn json(&self) -> Json<'_> {
        let swept = &self.swept;
        Json {
            left_out: &self.left_out,
            verdict: match (&swept.first_meeting, self.is_free()) {
                (_, true) => "free",
                (Some(_), false) => "meets",
                (None, false) => "unknown",
            },
            margin: self.sweep.margin,
            tolerance: self.sweep.tolerance,
            samples: swept.samples.len(),
            looked_at: swept.looked_at,
            lower_bound: Some(swept.lower_bound).filter(|bound| bound.is_finite()),
            free_until: swept.free_until(),
            nearest: swept.nearest.as_ref().map(|moment| self.event(moment)),
            first_meeting: swept.first_meeting.as_ref().map(|moment| self.event(moment)),
            stretches: swept.stretches.iter().map(|stretch| self.open(stretch)).collect(),
        }
    }

    fn event(&self, moment: &Moment) -> Event {
        Event { time: moment.time, row: Row::new(self.seen, &moment.found) }
    }

    fn open(&self, stretch: &Stretch) -> Open {
        let shapes = self.checker.shapes(stretch.pair);
        let [shape_a, shape_b] =
            shapes.map_or_else(Default::default, |pair| pair.map(|place| self.seen.shape(place)));
        let known = match stretch.known {
            Known::Meets => "meets",
            Known::Unknown => "unknown",
        };
        Open { known, from: stretch.from, to: stretch.to, shape_a, shape_b }
    }

    /// Where the margin is not proved, in columns.
    fn text(&self, top: usize) -> String {
        let all = &self.swept.stretches;
        if all.is_empty() {
            return String::new();
        }
        let shown = if top == 0 { all.len() } else { all.len().min(top) };
        let mut cells = vec![["known", "from", "to", "A", "B"].map(str::to_owned)];
        cells.extend(all.iter().take(shown).map(|stretch| {
            let open = self.open(stretch);
            [
                open.known.to_owned(),
                number(open.from),
                number(open.to),
                escape::shown(&open.shape_a).into_owned(),
                escape::shown(&open.shape_b).into_owned(),
            ]
        }));
        let mut out = table::columns(&cells);
        if shown < all.len() {
            let _ = writeln!(out, "… and {} more; --top 0 prints all", all.len() - shown);
        }
        out
    }

    /// The motion, opened at the first meeting or, without one, where the links are nearest.
    fn html(&self, samples: &[Sample], loaded: &Loaded) -> Result<Vec<u8>, Fault> {
        let swept = &self.swept;
        let moment = swept.first_meeting.as_ref().or(swept.nearest.as_ref());
        let time = moment.map_or(0.0, |moment| moment.time);
        let there = |time| {
            at(self.seen.robot, samples, time).unwrap_or_else(|| loaded.configuration.clone())
        };
        let configuration = there(time);
        let rows = |at: &[f64]| super::row::rows(self.seen, &loaded.pairs, at, 0.0);
        let mut posed = Posed::default();
        posed.set(self.seen.robot, &configuration);
        let back: Vec<Pose<Xyz>> = posed.geometries.iter().map(Pose::inverse).collect();
        let times = self.times(samples, time);
        let frames = times.iter().map(|time| {
            let configuration = there(*time);
            posed.set(self.seen.robot, &configuration);
            let moves = posed.geometries.iter().zip(&back).map(|(now, back)| now.compose(back));
            let moves = moves.collect();
            let nearest = rows(&configuration).into_iter().next();
            nearest.map_or_else(
                || Frame { time: *time, moves: Vec::new(), ..Frame::default() },
                |row| Frame {
                    time: *time,
                    said: format!("nearest: {}", said(&row)),
                    tone: super::picture::tone(row.class),
                    objects: row.places,
                    ends: [row.point_a, row.point_b],
                    moves,
                },
            )
        });
        let open = swept.stretches.iter().map(|own| Span {
            known: self.open(own).known,
            from: own.from,
            to: own.to,
        });
        let film = Film {
            frames: frames.collect(),
            spans: open.collect(),
            first: times.iter().position(|own| *own == time).unwrap_or(0),
        };
        // One sample, or no pair, leaves nothing to play.
        let film = (times.len() > 1 && !self.looks_at_nothing).then_some(film);
        let summary = table::about(loaded) + &self.summary(samples);
        super::picture::html(loaded, &configuration, &rows(&configuration), &summary, film)
    }

    /// Moments to show: evenly between the ends, at samples if they are few, and at `time`.
    fn times(&self, samples: &[Sample], time: f64) -> Vec<f64> {
        const EVEN: u32 = 240;
        let [begin, end] = [samples.first(), samples.last()].map(|s| s.map_or(0.0, |s| s.time));
        let even = (0..=EVEN).map(|i| begin + (end - begin) * (f64::from(i) / f64::from(EVEN)));
        let mut times: Vec<f64> = even.chain([time, end]).collect();
        if samples.len() <= EVEN as usize {
            times.extend(samples.iter().map(|sample| sample.time));
        }
        let open = self.swept.stretches.iter().take(EVEN as usize);
        times.extend(open.flat_map(|own| [own.from, own.to]));
        times.retain(|time| *time >= begin && *time <= end);
        times.sort_by(f64::total_cmp);
        times.dedup();
        times
    }

    fn summary(&self, samples: &[Sample]) -> String {
        let swept = &self.swept;
        let span = [samples.first(), samples.last()].map(|s| s.map_or(0.0, |s| s.time));
        let [begin, end] = span.map(number);
        let mut out = format!("{} from {begin} to {end}, ", counted(samples.len(), "sample"));
        let _ = writeln!(out, "{} looked at between", counted(swept.looked_at, "point"));
        if let Some(nearest) = &swept.nearest {
            let _ = writeln!(out, "nearest: {}", self.moment(nearest));
        }
        let margin = self.sweep.margin;
        let wanted = match margin {
            0.0 => "apart".to_owned(),
            margin => format!("more than {} apart", number(margin)),
        };
        let first = swept.first_meeting.as_ref();
        let said = match (swept.free_until(), first) {
            (None, _) if self.looks_at_nothing => table::NO_PAIR.into(),
            (None, _) => format!(
                "proved at every time: all pairs are at least {} apart",
                // Towards zero, for a person.
                number(swept.lower_bound * (1.0 - 1e-5))
            ),
            (Some(free), Some(first)) => format!(
                "proved: all pairs are {wanted} before {}, not at {}: {}",
                number(free),
                number(first.time),
                self.moment(first)
            ),
            (Some(free), None) => format!(
                "proved: all pairs are {wanted} before {}; then unknown in {}; a \
                 smaller --tolerance or a greater --most may tell",
                number(free),
                match swept.stretches.len() {
                    1 => "1 stretch of time".into(),
                    some => format!("{some} stretches of time"),
                }
            ),
        };
        let _ = writeln!(out, "{said}");
        out
    }

    fn moment(&self, moment: &Moment) -> String {
        let row = Row::new(self.seen, &moment.found);
        format!("{}, at {}", said(&row), number(moment.time))
    }

    /// A line a sample: its nearest pair, and what is proved until the next sample.
    fn csv(&self) -> String {
        let mut out = format!("time,lower_bound_to_next,{}", table::COLUMNS);
        for (place, moment) in self.swept.samples.iter().enumerate() {
            let bound = self.swept.lower_bounds.get(place);
            let bound = bound.map_or_else(String::new, f64::to_string);
            let line = table::csv_line(&Row::new(self.seen, &moment.found));
            let _ = writeln!(out, "{},{bound},{line}", moment.time);
        }
        out
    }
}

/// A pair and how it stands, in words.
fn said(row: &Row) -> String {
    let (a, b) = (escape::shown(&row.shape_a), escape::shown(&row.shape_b));
    let how = match row.class {
        "apart" => format!("{} apart", number(row.signed_distance)),
        "undecided" => "too close to call".into(),
        _ => format!("{} deep in each other", number(-row.signed_distance)),
    };
    let by = match row.fails() && row.hull_of_concave {
        true => " by hulls that fill dents",
        false => "",
    };
    format!("{a} and {b}, {how}{by}")
}
