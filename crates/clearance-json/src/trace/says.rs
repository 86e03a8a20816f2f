//! The sentences: what happened in a step, and why.
//!
//! The shapes are called the first and the second, because letters name the vertices of a simplex:
//! A is the oldest.

use super::{Epa, Gjk, GjkEnd, Region, Step, Vertex};
use crate::effort::{Begin, Effort};

/// What is known of the whole query.
pub(super) struct Query {
    pub(super) radii: [f64; 2],
    pub(super) effort: Effort,
}

impl Query {
    fn margin(&self) -> f64 {
        let [a, b] = self.radii;
        a + b
    }

    /// What the steps are about.
    fn bodies(&self) -> &'static str {
        if self.margin() > 0.0 { "cores" } else { "shapes" }
    }
}

/// Writes the sentences of all steps.
pub(super) fn narrate(steps: &mut [Step], query: &Query) {
    let mut sentences = Vec::with_capacity(steps.len());
    let mut before: Option<&Gjk> = None;
    for (i, step) in steps.iter().enumerate() {
        let next = steps.get(i + 1);
        sentences.push(match step {
            Step::Gjk(step) => {
                let said = gjk(step, before, query);
                before = Some(step);
                said
            }
            Step::GjkEnd(step) => gjk_end(step, before, next.is_some(), query),
            Step::Epa(step) => epa(step, next.is_none(), query),
        });
    }
    for (step, sentence) in steps.iter_mut().zip(sentences) {
        match step {
            Step::Gjk(step) => step.says = sentence,
            Step::GjkEnd(step) => step.says = sentence,
            Step::Epa(step) => step.says = sentence,
        }
    }
}

fn gjk(step: &Gjk, before: Option<&Gjk>, query: &Query) -> String {
    let found = match before {
        None => {
            let line = match query.effort.begin {
                None | Some(Begin::Centers) => {
                    "from the centre of the first shape to that of the second"
                }
                Some(Begin::Constant) => "along the x-axis of the world",
                Some(Begin::Given(_)) => "along the direction that was asked for",
            };
            format!(
                "The search begins {line}. The first shape's farthest point that way, minus the second's farthest point the other way, \
                 is vertex A."
            )
        }
        Some(before) => {
            let region = located(&before.simplex, &step.dropped, step.region);
            let found = match again(step) {
                Some(place) => format!("vertex {} again", letter(place)),
                None => letter(step.simplex.len()).to_string(),
            };
            format!("{region} The support point from there towards the origin is {found}.")
        }
    };
    let bodies = query.bodies();
    let bounds = match (step.lower, step.upper) {
        (Some(lower), Some(upper)) if lower > 0.0 => format!(
            "The plane through it keeps the {bodies} apart: their distance is {} at least and {} at most.",
            short(lower),
            short(upper)
        ),
        (Some(lower), None) if lower > 0.0 => {
            format!("The plane through it keeps the {bodies} {} apart at least.", short(lower))
        }
        (_, Some(upper)) => format!(
            "It lies past the origin, so no plane separates the {bodies} yet; their distance is {} at most.",
            short(upper)
        ),
        _ => format!("It lies past the origin, so this direction does not separate the {bodies}."),
    };
    format!("{found} {bounds}")
}

/// In which region the origin was found, and what that means for the simplex. `older` are the
/// vertices of the step before, whose support point is the last letter.
fn located(older: &[Vertex], dropped: &[usize], region: Option<Region>) -> String {
    let count = older.len() + 1;
    let names = |wanted: &dyn Fn(&usize) -> bool| -> Vec<char> {
        (0..count).filter(wanted).map(letter).collect()
    };
    let kept = names(&|i| !dropped.contains(i));
    let gone = names(&|i| dropped.contains(i));
    let feature: String = kept.iter().collect();
    let place = match (region, kept.len()) {
        (Some(Region::Inside), _) => format!("The origin lies inside {feature}"),
        (Some(Region::Vertex) | None, _) if gone.is_empty() => {
            return format!("Vertex {feature} is all there is, so it is the nearest point.");
        }
        (Some(Region::Vertex) | None, _) => format!("The origin lies beyond vertex {feature}"),
        (Some(Region::Edge), _) if gone.is_empty() => {
            format!("The origin lies beside edge {feature}")
        }
        (Some(Region::Edge), _) => format!("The origin lies beyond edge {feature}"),
        (Some(Region::Face), _) if gone.is_empty() => {
            format!("The origin lies over face {feature}")
        }
        (Some(Region::Face), _) => format!("The origin lies beyond face {feature}"),
    };
    let verb = if gone.len() == 1 { "is" } else { "are" };
    let consequence = match gone.as_slice() {
        [] if kept.len() == 1 => String::new(),
        [] => ": every vertex is needed".into(),
        gone => format!(": {} {verb} dropped", listed(gone)),
    };
    // Letters go by age, so those behind a gap move up.
    let renamed: String = (0..kept.len()).map(letter).collect();
    let renaming = if renamed == feature || kept.is_empty() {
        String::new()
    } else {
        format!(", and {feature} is called {renamed} from here on")
    };
    format!("{place}{consequence}{renaming}.")
}

fn gjk_end(step: &GjkEnd, before: Option<&Gjk>, epa_follows: bool, query: &Query) -> String {
    let Some(before) = before else { return "No support point was asked for.".into() };
    let bodies = query.bodies();
    let joined = !step.dropped.contains(&before.simplex.len());
    let touches = step.nearest.iter().all(|x| *x == 0.0);
    let cut_off = query.effort.cut_off.is_some_and(|distance| {
        before.lower.is_some_and(|lower| lower > distance + query.margin())
    });
    let why = if joined || before.simplex.is_empty() {
        let region = located(&before.simplex, &step.dropped, Some(step.region));
        let why = match step.region {
            Region::Inside => format!("The {bodies} have a point in common."),
            _ if touches => {
                format!("The origin is on it, as far as rounding can tell: the {bodies} touch.")
            }
            _ if cut_off => {
                format!("The {bodies} are farther apart than the cut-off, which is enough.")
            }
            _ => "The iterations that were allowed are used up.".into(),
        };
        format!("{region} {why}")
    } else if let Some(place) = again(before) {
        format!(
            "The support point is vertex {} again: no point of the difference is nearer to the origin.",
            letter(place)
        )
    } else if cut_off {
        format!("The {bodies} are farther apart than the cut-off, which is enough.")
    } else {
        match (before.lower, before.upper) {
            (Some(lower), Some(upper)) if upper - lower <= 1e-6 * upper => {
                "The bounds have met, as far as rounding lets them: the nearest point is found.".into()
            }
            _ => "With the support point the simplex comes no nearer to the origin, as far as rounding can tell."
                .into(),
        }
    };
    let then = match (epa_follows, query.margin() > 0.0) {
        (true, _) if step.region == Region::Inside || touches => {
            " How deep they overlap is for EPA to find out."
        }
        (true, _) => {
            " No plane separates them by more than rounding; EPA finds out how they stand."
        }
        (false, true) => " The radii are taken off this distance.",
        (false, false) => "",
    };
    format!("{why}{then}")
}

fn epa(step: &Epa, last: bool, query: &Query) -> String {
    let plane = step.direction.len() == 2;
    let facet = if plane { "edge" } else { "face" };
    let begin = match (step.iteration, plane) {
        (0, true) => "The polytope begins as a triangle of support points. ",
        (0, false) => "The polytope begins as a tetrahedron of support points. ",
        _ => "",
    };
    let height = |vertex: &Vertex| -> f64 {
        vertex.point.iter().zip(&step.direction).map(|(x, d)| x * d).sum()
    };
    let corner = step.facets.get(step.chosen).and_then(|facet| facet.first());
    let corner = corner.and_then(|corner| step.vertices.get(usize::from(*corner)));
    let distance = corner.map_or(0.0, &height);
    let chosen = step.chosen;
    let nearest = if distance >= 0.0 {
        format!("Its {facet} {chosen} is nearest to the origin, {} away.", short(distance))
    } else {
        format!("The origin lies outside, {} beyond its {facet} {chosen}.", short(-distance))
    };
    let beyond = height(&step.support) - distance;
    let size =
        step.vertices.iter().flat_map(|v| &v.point).fold(0.0, |most: f64, x| most.max(x.abs()));
    let found = if !step.horizon.is_empty() {
        let made = if plane { 2 } else { step.horizon.len() };
        format!(
            "The support point along its normal lies {} farther out: the {facet}s that it sees give way to {made} new ones.",
            short(beyond)
        )
    } else if last && beyond > 1e-6 * size {
        format!(
            "The support point along its normal lies {} farther out, but there is no room for it.",
            short(beyond)
        )
    } else {
        format!(
            "No point of the difference lies beyond it: the {facet} is on the boundary, and the way out is through it."
        )
    };
    let bounds = match (step.lower, step.upper) {
        (Some(lower), Some(upper)) => {
            format!(" The depth is {} at least and {} at most.", short(lower), short(upper))
        }
        (None, Some(upper)) => format!(" The depth is {} at most.", short(upper)),
        _ => String::new(),
    };
    let radii = if last && query.margin() > 0.0 { " The radii are added to it." } else { "" };
    format!("{begin}{nearest} {found}{bounds}{radii}")
}

/// Which vertex of the simplex the support point is, if it is one already.
fn again(step: &Gjk) -> Option<usize> {
    step.simplex.iter().position(|vertex| vertex.point == step.support.point)
}

/// The name of a vertex, by its age.
fn letter(index: usize) -> char {
    u8::try_from(index).map_or('?', |index| char::from(b'A'.saturating_add(index)))
}

/// A, B and C.
fn listed(names: &[char]) -> String {
    match names {
        [] => String::new(),
        [only] => only.to_string(),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(char::to_string).collect();
            format!("{} and {last}", first.join(", "))
        }
    }
}

/// A number with the digits that give an idea.
pub(super) fn short(number: f64) -> String {
    let size = number.abs();
    if size != 0.0 && !(1e-3..1e6).contains(&size) {
        return format!("{number:.3e}");
    }
    let text = format!("{number:.5}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertices(count: usize) -> Vec<Vertex> {
        let vertex = |i: usize| {
            let point = vec![f64::from(u32::try_from(i).unwrap()), 0.0];
            Vertex {
                point: point.clone(),
                on_a: point.clone(),
                on_b: point,
                features: [None, None],
            }
        };
        (0..count).map(vertex).collect()
    }

    #[test]
    fn regions_say_what_is_dropped() {
        let say =
            |count, dropped: &[usize], region| located(&vertices(count), dropped, Some(region));
        assert_eq!(say(2, &[2], Region::Edge), "The origin lies beyond edge AB: C is dropped.");
        assert_eq!(
            say(2, &[0], Region::Edge),
            "The origin lies beyond edge BC: A is dropped, and BC is called AB from here on."
        );
        assert_eq!(
            say(3, &[0, 1], Region::Edge),
            "The origin lies beyond edge CD: A and B are dropped, and CD is called AB from here on."
        );
        assert_eq!(
            say(2, &[], Region::Face),
            "The origin lies over face ABC: every vertex is needed."
        );
        assert_eq!(
            say(2, &[], Region::Inside),
            "The origin lies inside ABC: every vertex is needed."
        );
        assert_eq!(
            say(0, &[], Region::Vertex),
            "Vertex A is all there is, so it is the nearest point."
        );
    }

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.5, "1.5"),
            (20.0, "20"),
            (1.0 / 3.0, "0.33333"),
            (2e-9, "2.000e-9"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}
