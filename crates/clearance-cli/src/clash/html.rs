//! One HTML file: a picture and the table. It needs no script and no other file.

use std::fmt::Write as _;

use clearance::Xyz;
use clearance_json::escape;
use clearance_scene::Mesh;
use clearance_scene::scene::Class;

use super::Picture;
use super::row::Row;
use super::table::number;
use crate::args::Up;

const STYLE: &str = "body{font:14px/1.45 system-ui,sans-serif;margin:2em auto;max-width:75em;\
padding:0 1em;color:#1c2733;background:#fff}table{border-collapse:collapse;width:100%}\
th,td{text-align:left;padding:.25em .6em;border-bottom:1px solid #dde3e9;vertical-align:top}\
td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\
th{position:sticky;top:0;background:#fff}svg{width:100%;height:auto;background:#f5f7f9}\
.clash{color:#b3261e}.duplicate{color:#7b1fa2}.contains{color:#8a4b00}.touch{color:#7a6200}\
.near{color:#3d5a73}.undecided{color:#555}td:first-child{font-weight:600}h2{margin-top:2em}";

/// The colour of a class, as pictures and the coloured model have it.
pub(super) const fn colour(class: Class) -> [u8; 3] {
    match class {
        Class::Clash => [0xd6, 0x3a, 0x2f],
        Class::Duplicate => [0x9c, 0x3f, 0xc0],
        Class::Contains => [0xe0, 0x7b, 0x1a],
        Class::Undecided => [0x77, 0x77, 0x77],
        Class::Touch => [0xe3, 0xc0, 0x3a],
        Class::Near => [0x5b, 0x8d, 0xbd],
    }
}

/// The whole report.
pub(super) fn report(title: &str, summary: &str, rows: &[Row], picture: &Picture<'_>) -> String {
    let title = text(title);
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <style>{STYLE}</style><h1>{title}</h1>\n"
    );
    for line in summary.lines() {
        let _ = writeln!(out, "<p>{}</p>", text(line));
    }
    out += &svg(rows, picture);
    out += "<h2>Pairs</h2>\n<table><tr><th>class<th>distance, or minus the depth<th>thickness\
            <th>A<th>B<th>point of A<th>group<th>notes</tr>\n";
    for row in rows {
        let bound = if row.depth_is_lower_bound && row.kind == Class::Clash { "≤ " } else { "" };
        let mut notes: Vec<String> = Vec::new();
        notes.extend(row.exact_contact.then(|| "exact contact".into()));
        notes.extend((row.inside != "neither").then(|| format!("inside: {}", row.inside)));
        if let (true, Some(most)) = (!bound.is_empty(), row.depth_at_most) {
            notes.push(format!("way out at most {}", number(most)));
        }
        notes.extend(row.status.map(str::to_owned));
        let _ = writeln!(
            out,
            "<tr id=\"{}\"><td class=\"{class}\">{class}<td class=\"n\">{bound}{}<td class=\"n\">{}\
             <td>{}<td>{}<td class=\"n\">{}<td>{}<td>{}</tr>",
            row.id,
            number(row.signed_distance),
            row.thickness.map(number).unwrap_or_default(),
            text(&row.a),
            text(&row.b),
            row.point_a.map(number).join(" "),
            row.group.map(|group| group.to_string()).unwrap_or_default(),
            notes.join(", "),
            class = row.class,
        );
    }
    out += "</table></html>\n";
    out
}

/// Names come from files, and may hold anything.
fn text(name: &str) -> String {
    let mut out = String::new();
    for letter in escape::shown(name).chars() {
        match letter {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            other => out.push(other),
        }
    }
    out
}

const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 700.0;

/// A view from above at an angle: the outlines of all objects in grey, of those in pairs in their
/// worst class's colour, and a dot with a line where each pair is nearest or deepest.
fn svg(rows: &[Row], picture: &Picture<'_>) -> String {
    let flat = |point: [f64; 3]| isometric(point, picture.up);
    let outlines = |meshes: &[Mesh]| -> Vec<Vec<[f64; 2]>> {
        let outline =
            |mesh: &Mesh| outline(mesh.vertices.iter().map(|v| flat(*v)).collect::<Vec<_>>());
        meshes.iter().map(outline).collect()
    };
    let is_one = std::ptr::eq(picture.a, picture.b);
    let of_a = outlines(&picture.a.meshes);
    let of_b = if is_one { Vec::new() } else { outlines(&picture.b.meshes) };
    let all = || of_a.iter().chain(&of_b).flatten();
    let range = |axis: usize| {
        let along = all().filter_map(move |p| p.get(axis).copied());
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
    let mut worst = [vec![None; of_a.len()], vec![None; of_b.len()]];
    for row in rows {
        let [a, b] = row.places;
        for (side, object) in [(0, a), (usize::from(!is_one), b)] {
            let class = worst.get_mut(side).and_then(|side| side.get_mut(object));
            let keep = |old: Option<Class>| Some(old.map_or(row.kind, |old| old.min(row.kind)));
            class.into_iter().for_each(|class| *class = keep(*class));
        }
    }
    let mut shapes: Vec<(Option<Class>, &Vec<[f64; 2]>)> =
        worst.into_iter().flatten().zip(of_a.iter().chain(&of_b)).collect();
    // The worst on top.
    shapes.sort_by_key(|(class, _)| std::cmp::Reverse(class.map_or(99, |class| class as u8)));
    let mut out = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n");
    for (class, outline) in shapes {
        let points: Vec<String> = outline.iter().map(|p| place(*p)).collect();
        let (fill, opacity) = match class {
            None => ("#8896a3".to_owned(), 0.06),
            Some(class) => (hex(class), if class == Class::Near { 0.12 } else { 0.22 }),
        };
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{fill}\" fill-opacity=\"{opacity}\" stroke=\"{fill}\" \
             stroke-opacity=\"0.5\" stroke-width=\"0.6\"/>",
            points.join(" ")
        );
    }
    for row in rows.iter().rev() {
        let ends = [row.point_a, row.point_b].map(|point| place(flat(point)));
        let [from, _] = &ends;
        let (x, y) = from.split_once(',').unwrap_or_default();
        let colour = hex(row.kind);
        let _ = writeln!(
            out,
            "<a href=\"#{}\"><title>{}: {} × {}</title><polyline points=\"{}\" stroke=\"{colour}\" \
             stroke-width=\"1.5\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{colour}\"/></a>",
            row.id,
            row.class,
            text(&row.a),
            text(&row.b),
            ends.join(" ")
        );
    }
    out + "</svg>\n"
}

fn hex(class: Class) -> String {
    let [r, g, b] = colour(class);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The point on paper, x to the right and y down, seen from above the corner.
fn isometric([x, y, z]: [f64; 3], up: Up) -> [f64; 2] {
    let Xyz { x, y, z } = match up {
        Up::Z => Xyz::new(x, y, z),
        Up::Y => Xyz::new(x, -z, y),
    };
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
    use super::{outline, text};

    #[test]
    fn names_are_harmless() {
        assert_eq!(text("<script>\"&\u{1b}"), "&lt;script&gt;&quot;&amp;\\u{1b}");
    }

    #[test]
    fn the_outline_of_a_square_is_its_corners() {
        let points = vec![[0.0, 0.0], [1.0, 0.0], [0.5, 0.5], [1.0, 1.0], [0.0, 1.0], [0.5, 0.0]];
        assert_eq!(outline(points), [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    }
}
