//! The looks of a cast: kept, put into words, and as rows of a table.

use clearance::{CastStep, Observer, Space};

use crate::describe::vector;

use super::says::short;
use super::{Look, Step};

/// Records the looks of a cast, without their sentences.
#[derive(Clone, Debug, Default)]
pub(super) struct Looks(Vec<Look>);

impl Looks {
    /// What was seen, each with its sentence; `last` is when the motion ends.
    pub(super) fn narrated(self, last: f64) -> Vec<Step> {
        let Self(mut looks) = self;
        for look in &mut looks {
            look.says = says(look, last);
        }
        looks.into_iter().map(Step::Look).collect()
    }
}

impl<S: Space> Observer<S> for Looks {
    fn cast_step(&mut self, step: &CastStep<S>) {
        let CastStep { iteration, time, normal, on_a, on_b, .. } = *step;
        let finite = |number: f64| Some(number + 0.0).filter(|number| number.is_finite());
        // Points beyond the floats are no JSON; adding zero turns a negative zero into a plain one.
        let point = |point: S| {
            let scaled = vector(point).into_iter().map(|x| x * step.unit);
            scaled.map(|x| x.clamp(-f64::MAX, f64::MAX) + 0.0).collect()
        };
        self.0.push(Look {
            iteration,
            time,
            normal: vector(normal),
            on_a: point(on_a),
            on_b: point(on_b),
            ahead: finite(step.ahead * step.unit),
            closing: finite(step.closing * step.unit),
            free_until: finite(step.low),
            contact_by: finite(step.high),
            says: String::new(),
        });
    }
}

/// What a look shows, and what follows.
fn says(look: &Look, last: f64) -> String {
    let time = short(look.time);
    let (Some(ahead), Some(closing)) = (look.ahead.filter(|ahead| *ahead > 0.0), look.closing)
    else {
        return format!(
            "At time {time} no plane tells the shapes from shapes in contact. What is left is \
             settled by looks a little later, and by exact arithmetic."
        );
    };
    let ahead = short(ahead);
    let plane = format!(
        "At time {time} a plane keeps the shapes apart: along its normal they must come {ahead} \
         nearer to be in contact."
    );
    let Some(free_until) = look.free_until else {
        return format!("{plane} They do not approach along it, so they never meet.");
    };
    let (closing, until) = (short(closing), short(free_until));
    let speed = format!("{plane} They do so at {closing} at most");
    if free_until > last {
        return format!(
            "{speed}, which takes longer than until {}: they do not meet.",
            short(last)
        );
    }
    match look.contact_by {
        None => format!("{speed}, so there is no contact before {until}."),
        Some(by) => format!(
            "{speed}, so there is no contact before {until}; at the points that are nearest now \
             they touch by {}.",
            short(by)
        ),
    }
}

/// The columns of a cast's table and their widths.
pub(super) const COLUMNS: [(&str, usize); 6] = [
    ("step", 8),
    ("time", 11),
    ("normal", 31),
    ("to go", 11),
    ("free until", 11),
    ("contact by", 11),
];

/// The cells of a look.
pub(super) fn cells(look: &Look) -> [String; 6] {
    let or = |number: Option<f64>, none: &str| number.map_or_else(|| none.to_owned(), short);
    let normal: Vec<String> = look.normal.iter().map(|x| short(*x)).collect();
    [
        format!("look {}", look.iteration),
        short(look.time),
        format!("({})", normal.join(", ")),
        or(look.ahead, "-"),
        or(look.free_until, "ever"),
        or(look.contact_by, "-"),
    ]
}
