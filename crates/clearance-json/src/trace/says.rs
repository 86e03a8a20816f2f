//! The sentences: what happened in a step, and why.
//!
//! A and B are the shapes. Vertices of a simplex are numbers, by age: 1 is the first support point
//! that was found, and keeps its number as long as the query runs. Facets of EPA are `f0`, `f1` and
//! so on, as the step lists them.

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

/// The support points of GJK in the order in which they were found, each once.
#[derive(Default)]
struct Found(Vec<Vec<f64>>);

impl Found {
    fn number(&mut self, vertex: &Vertex) -> usize {
        let known = self.0.iter().position(|point| *point == vertex.point);
        let place = known.unwrap_or_else(|| {
            self.0.push(vertex.point.clone());
            self.0.len() - 1
        });
        place + 1
    }
}

/// A step of GJK, with the numbers of its simplex and, as the last, of its support point.
struct Numbered<'s> {
    step: &'s Gjk,
    numbers: Vec<usize>,
}

impl Numbered<'_> {
    fn support(&self) -> usize {
        self.numbers.last().copied().unwrap_or_default()
    }

    /// Whether the support point is one of the simplex already.
    fn is_again(&self) -> bool {
        self.step.simplex.iter().any(|vertex| vertex.point == self.step.support.point)
    }
}

/// Writes the sentences of all steps.
pub(super) fn narrate(steps: &mut [Step], query: &Query) {
    let mut sentences = Vec::with_capacity(steps.len());
    let mut found = Found::default();
    let mut before: Option<Numbered<'_>> = None;
    for (i, step) in steps.iter().enumerate() {
        let next = steps.get(i + 1);
        sentences.push(match step {
            Step::Gjk(step) => {
                let vertices = step.simplex.iter().chain([&step.support]);
                let numbers = vertices.map(|vertex| found.number(vertex)).collect();
                let now = Numbered { step, numbers };
                let said = gjk(&now, before.as_ref(), query);
                before = Some(now);
                said
            }
            Step::GjkEnd(step) => gjk_end(step, before.as_ref(), next.is_some(), query),
            Step::Epa(step) => epa(step, next.is_none(), query),
            Step::Look(step) => step.says.clone(),
        });
    }
    for (step, sentence) in steps.iter_mut().zip(sentences) {
        match step {
            Step::Gjk(step) => step.says = sentence,
            Step::GjkEnd(step) => step.says = sentence,
            Step::Epa(step) => step.says = sentence,
            Step::Look(step) => step.says = sentence,
        }
    }
}

fn gjk(now: &Numbered<'_>, before: Option<&Numbered<'_>>, query: &Query) -> String {
    let step = now.step;
    let found = match before {
        None => {
            let line = match query.effort.begin {
                None | Some(Begin::Centers) => "from the centre of A to that of B",
                Some(Begin::Constant) => "along the x-axis of the world",
                Some(Begin::Given(_)) => "along the direction that was asked for",
            };
            format!(
                "The search begins {line}. A's farthest point that way, minus B's farthest point the other way, is vertex 1."
            )
        }
        Some(before) => {
            let region = located(&before.numbers, &step.dropped, step.region);
            let number = now.support();
            let again = if now.is_again() { " again" } else { "" };
            format!(
                "{region} The support point from there towards the origin is vertex {number}{again}."
            )
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
            "It reaches the origin, so no plane separates the {bodies} yet; their distance is {} at most.",
            short(upper)
        ),
        _ => format!("It reaches the origin, so this direction does not separate the {bodies}."),
    };
    format!("{found} {bounds}")
}

/// In which region the origin was found, and what that means for the simplex. `numbers` are those
/// of the step before, its support point the last.
fn located(numbers: &[usize], dropped: &[usize], region: Option<Region>) -> String {
    let (mut kept, mut gone) = (Vec::new(), Vec::new());
    for (place, number) in numbers.iter().enumerate() {
        if dropped.contains(&place) { &mut gone } else { &mut kept }.push(number.to_string());
    }
    let feature = kept.join("-");
    let whole = gone.is_empty();
    let place = match region {
        Some(Region::Inside) => format!("The origin lies inside {feature}"),
        Some(Region::Vertex) | None if whole => {
            return format!("Vertex {feature} is all there is, so it is the nearest point.");
        }
        Some(Region::Vertex) | None => format!("The origin lies beyond vertex {feature}"),
        Some(Region::Edge) if whole => format!("The origin lies beside edge {feature}"),
        Some(Region::Edge) => format!("The origin lies beyond edge {feature}"),
        Some(Region::Face) if whole => format!("The origin lies over face {feature}"),
        Some(Region::Face) => format!("The origin lies beyond face {feature}"),
    };
    let consequence = match gone.as_slice() {
        [] if kept.len() == 1 => String::new(),
        [] => ": every vertex is needed".into(),
        [only] => format!(": vertex {only} is dropped"),
        [first @ .., last] => format!(": vertices {} and {last} are dropped", first.join(", ")),
    };
    format!("{place}{consequence}.")
}

fn gjk_end(
    step: &GjkEnd,
    before: Option<&Numbered<'_>>,
    epa_follows: bool,
    query: &Query,
) -> String {
    let Some(numbered) = before else { return "No support point was asked for.".into() };
    let before = numbered.step;
    let bodies = query.bodies();
    let joined = !step.dropped.contains(&before.simplex.len());
    let touches = step.nearest.iter().all(|x| *x == 0.0);
    let cut_off = query.effort.cut_off.is_some_and(|distance| {
        before.lower.is_some_and(|lower| lower > distance + query.margin())
    });
    let why = if joined || before.simplex.is_empty() {
        let region = located(&numbered.numbers, &step.dropped, Some(step.region));
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
    } else if numbered.is_again() {
        format!(
            "The support point is vertex {} again: no point of the difference is nearer to the origin.",
            numbered.support()
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
        format!("Its {facet} f{chosen} is nearest to the origin, {} away.", short(distance))
    } else {
        format!("The origin lies outside, {} beyond its {facet} f{chosen}.", short(-distance))
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
        (Some(lower), Some(upper)) if short(lower) == short(upper) => {
            let open = short(f64::max(upper - lower, 0.0));
            format!(" The depth is {}, known to {open}.", short(upper))
        }
        (Some(lower), Some(upper)) => {
            format!(" The depth is {} at least and {} at most.", short(lower), short(upper))
        }
        (None, Some(upper)) => format!(" The depth is {} at most.", short(upper)),
        _ => String::new(),
    };
    let radii = if last && query.margin() > 0.0 { " The radii are added to it." } else { "" };
    format!("{begin}{nearest} {found}{bounds}{radii}")
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

    #[test]
    fn regions_say_what_is_dropped() {
        let say =
            |numbers: &[usize], dropped: &[usize], region| located(numbers, dropped, Some(region));
        for (said, sentence) in [
            (say(&[1, 2, 3], &[2], Region::Edge), "beyond edge 1-2: vertex 3 is dropped."),
            (say(&[1, 2, 3], &[0], Region::Edge), "beyond edge 2-3: vertex 1 is dropped."),
            (
                say(&[2, 5, 9, 10], &[0, 1], Region::Edge),
                "beyond edge 9-10: vertices 2 and 5 are dropped.",
            ),
            (say(&[1, 2, 4], &[], Region::Face), "over face 1-2-4: every vertex is needed."),
            (say(&[1, 2, 4], &[], Region::Inside), "inside 1-2-4: every vertex is needed."),
        ] {
            assert_eq!(said, format!("The origin lies {sentence}"));
        }
        let only = say(&[1], &[], Region::Vertex);
        assert_eq!(only, "Vertex 1 is all there is, so it is the nearest point.");
    }

    #[test]
    fn a_vertex_keeps_its_number() {
        let at = |x: f64| Vertex {
            point: vec![x],
            on_a: vec![x],
            on_b: vec![0.0],
            features: [None, None],
        };
        let mut found = Found::default();
        let numbers = [3.0, 1.0, 3.0, 2.0, 1.0].map(|x| found.number(&at(x)));
        assert_eq!(numbers, [1, 2, 1, 3, 2]);
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
