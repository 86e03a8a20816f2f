//! The table of a report: numbers in columns, names under each other.

use std::fmt::Write as _;

use super::text::{foldable, harmless};
use super::{Cell, Line, Page};

/// The widths of the columns, so that no number is cut; names have the rest.
pub(super) fn widths(page: &Page<'_>) -> String {
    let name = page.tones.iter().map(|tone| tone.name.len()).max().unwrap_or(0).max("class".len());
    let mut out = format!("#rows>div{{--columns:{}ch", name + 1);
    for (place, header) in page.columns.iter().enumerate() {
        let numbers = page.rows.iter().filter_map(|row| match row.cells.get(place)? {
            Cell::Number(text) => Some(text.chars().count()),
            Cell::Text(_) | Cell::Note(_) => None,
        });
        if let Some(most) = numbers.max() {
            let _ = write!(out, " {}ch", most.max(header.chars().count() + 1));
        }
    }
    out + "}"
}

/// The rows, and a header by which they are sorted.
pub(super) fn table(page: &Page<'_>) -> String {
    let mut out = "<div id=\"rows\" role=\"table\" aria-label=\"pairs\" tabindex=\"0\"><div \
                   role=\"row\" class=\"head\"><span role=\"columnheader\" data-key=\"class\">class\
                   </span>"
        .to_owned();
    let of = |place: usize| page.rows.first().and_then(|row| row.cells.get(place));
    let is_number = |place: usize| !matches!(of(place), Some(Cell::Text(_) | Cell::Note(_)));
    let mut names = String::new();
    for (place, header) in page.columns.iter().enumerate() {
        let into = if is_number(place) { &mut out } else { &mut names };
        let kind = if is_number(place) { " class=\"n\"" } else { "" };
        let _ = write!(
            into,
            "<span role=\"columnheader\" data-key=\"{place}\"{kind}>{}</span>",
            harmless(header)
        );
    }
    let _ = writeln!(out, "<span class=\"names\" role=\"presentation\">{names}</span></div>");
    for (row, place) in page.rows.iter().zip(0..) {
        out += &line(page, row, place);
    }
    out + "</div>"
}

fn line(page: &Page<'_>, row: &Line, place: usize) -> String {
    let class = page.tones.get(row.tone).map_or("", |tone| tone.name);
    let mut out = format!(
        "<div role=\"row\" id=\"{}\" data-row=\"{place}\">\
         <b role=\"cell\" class=\"t{}\">{class}</b>",
        row.id, row.tone
    );
    let mut names = String::new();
    for (cell, header) in row.cells.iter().zip(page.columns) {
        let header = harmless(header);
        let _ = match cell {
            Cell::Number(text) => {
                write!(out, "<span role=\"cell\" class=\"n\">{}</span>", harmless(text))
            }
            Cell::Text(text) => write!(
                names,
                "<span role=\"cell\" class=\"w\" data-name=\"{header}\">{}</span>",
                foldable(text)
            ),
            Cell::Note(text) if text.is_empty() => Ok(()),
            Cell::Note(text) => {
                write!(names, "<span role=\"cell\" class=\"note\">{}</span>", harmless(text))
            }
        };
    }
    let _ = writeln!(out, "<span class=\"names\" role=\"presentation\">{names}</span></div>");
    out
}
