//! A still picture, for where no script runs: seen from above at an angle.

use std::fmt::Write as _;

use super::text::harmless;
use super::{Page, hex};
use crate::args::Up;

const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 700.0;
/// Pairs drawn at most, the worst.
const MOST: usize = 500;

/// The outlines of all objects in grey, of those in rows in the colour of the worst, and a dot with
/// a line where each pair is nearest or deepest.
pub(super) fn still(page: &Page<'_>) -> String {
    let flat = |point: [f64; 3]| isometric(point, page.up);
    let outlines: Vec<Vec<[f64; 2]>> = page
        .objects
        .iter()
        .map(|object| outline(object.mesh.vertices.iter().map(|v| flat(*v)).collect()))
        .collect();
    let range = |axis: usize| {
        let along = outlines.iter().flatten().filter_map(move |p| p.get(axis).copied());
        along.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)))
    };
    let ((left, right), (top, bottom)) = (range(0), range(1));
    if !(left <= right && top <= bottom) {
        return String::new();
    }
    let scale =
        (0.95 * WIDTH / (right - left).max(1e-300)).min(0.95 * HEIGHT / (bottom - top).max(1e-300));
    let place = |[x, y]: [f64; 2]| {
        let x = 0.5 * WIDTH + scale * (x - 0.5 * (left + right));
        let y = 0.5 * HEIGHT + scale * (y - 0.5 * (top + bottom));
        format!("{x:.1},{y:.1}")
    };
    let mut shapes: Vec<_> = page.objects.iter().map(|object| object.tone).zip(&outlines).collect();
    // The worst on top.
    shapes.sort_by_key(|(tone, _)| std::cmp::Reverse(tone.unwrap_or(usize::MAX)));
    let mut out = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n");
    let colour = |tone: usize| page.tones.get(tone).map_or([0x88; 3], |tone| tone.colour);
    for (tone, outline) in shapes {
        let points: Vec<String> = outline.iter().map(|p| place(*p)).collect();
        let (fill, opacity) = match tone {
            None => ("#8896a3".to_owned(), 0.06),
            Some(tone) => (
                hex(colour(tone)),
                if page.tones.get(tone).is_some_and(|tone| tone.solid < 1.0) { 0.12 } else { 0.22 },
            ),
        };
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{fill}\" fill-opacity=\"{opacity}\" stroke=\"{fill}\" \
             stroke-opacity=\"0.5\" stroke-width=\"0.6\"/>",
            points.join(" ")
        );
    }
    for row in page.rows.iter().take(MOST).rev() {
        let ends = row.ends.map(|point| place(flat(point)));
        let [from, _] = &ends;
        let (x, y) = from.split_once(',').unwrap_or_default();
        let ink = hex(colour(row.tone));
        let name = page.tones.get(row.tone).map_or("", |tone| tone.name);
        let _ = writeln!(
            out,
            "<a href=\"#{}\"><title>{}</title><polyline points=\"{}\" stroke=\"{ink}\" \
             stroke-width=\"1.5\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{ink}\"/></a>",
            row.id,
            harmless(name),
            ends.join(" ")
        );
    }
    out + "</svg>\n"
}

/// The point on paper, x to the right and y down, seen from above the corner.
fn isometric(point: [f64; 3], up: Up) -> [f64; 2] {
    let [x, y, z] = up.turned(point);
    let (cos, sin) = (3.0_f64.sqrt() / 2.0, 0.5);
    [cos * (x + y), sin * (x - y) - z]
}

/// The convex outline of points, by Andrew's monotone chain.
fn outline(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|[ax, ay], [bx, by]| ax.total_cmp(bx).then(ay.total_cmp(by)));
    let half = |points: &mut dyn Iterator<Item = &[f64; 2]>| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for point in points {
            while let [.., before, last] = chain.as_slice()
                && !turns_left(*before, *last, *point)
            {
                chain.pop();
            }
            chain.push(*point);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut points.iter());
    all.extend(half(&mut points.iter().rev()));
    all
}

fn turns_left([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [cx, cy]: [f64; 2]) -> bool {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0.0
}

#[cfg(test)]
mod tests {
    use super::outline;

    #[test]
    fn the_outline_of_a_square_is_its_corners() {
        let points = vec![[0.0, 0.0], [1.0, 0.0], [0.5, 0.5], [1.0, 1.0], [0.0, 1.0], [0.5, 0.0]];
        assert_eq!(outline(points), [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    }
}
