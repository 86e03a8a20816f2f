//! Rows as text for a person, as CSV and as JSON Lines.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use clearance_json::{Fault, escape};
use clearance_scene::scene::Class;

use super::row::Row;
use crate::stream::text_of;

/// The worst rows, in columns.
pub(super) fn text(rows: &[Row], top: usize) -> String {
    let shown = if top == 0 { rows.len() } else { rows.len().min(top) };
    let header = ["class", "distance", "thickness", "A", "B", ""].map(str::to_owned);
    let mut cells = vec![header];
    cells.extend(rows.iter().take(shown).map(columns));
    let widths: Vec<usize> = (0..5)
        .map(|i| cells.iter().filter_map(|row| row.get(i)).map(|c| c.chars().count()).max())
        .map(|most| most.unwrap_or(0))
        .collect();
    let mut out = String::new();
    for row in &cells {
        let mut line = String::new();
        for ((cell, i), width) in row.iter().zip(0..).zip(widths.iter().chain([&0])) {
            // Numbers stand under each other by their ends.
            let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
            let (before, behind) = if (1..3).contains(&i) { (&*pad, "") } else { ("", &*pad) };
            let _ = write!(line, "{before}{cell}{behind}  ");
        }
        out += line.trim_end();
        out += "\n";
    }
    if shown < rows.len() {
        let _ = writeln!(out, "… and {} more; --top 0 prints all", rows.len() - shown);
    }
    out
}

fn columns(row: &Row) -> [String; 6] {
    let bound = match (row.depth_is_lower_bound, row.kind) {
        (true, Class::Clash) => "≤ ",
        _ => "",
    };
    let mut notes = Vec::new();
    if row.exact_contact {
        notes.push("= exact contact".to_owned());
    }
    match row.inside {
        "a_in_b" => notes.push("A inside B".to_owned()),
        "b_in_a" => notes.push("B inside A".to_owned()),
        "unknown" => notes.push("inside not decided: open surface".to_owned()),
        _ => {}
    }
    if let (true, Class::Clash, Some(most)) =
        (row.depth_is_lower_bound, row.kind, row.depth_at_most)
    {
        notes.push(format!("way out at most {}", number(most)));
    }
    if let Some(bounds) = row.mesh_distance {
        let [least, most] = bounds.map(|bound| bound.map_or("?".into(), number));
        notes.push(format!("of the meshes {least} to {most}"));
    }
    notes.extend(row.status.filter(|status| *status == "new").map(str::to_owned));
    [
        row.class.to_owned(),
        format!("{bound}{}", number(row.signed_distance)),
        row.thickness.map(number).unwrap_or_default(),
        escape::shown(&row.a).into_owned(),
        escape::shown(&row.b).into_owned(),
        notes.join(", "),
    ]
}

/// Six digits are enough for a table; the files have all.
pub(crate) fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let digits = 5 - i32::try_from(value.abs().log10().floor() as i64).unwrap_or(0);
    if (-1..=11).contains(&digits) {
        let text = format!("{value:.*}", usize::try_from(digits).unwrap_or(0));
        let text = if text.contains('.') { text.trim_end_matches('0') } else { &text };
        return text.trim_end_matches('.').to_owned();
    }
    format!("{value:.5e}")
}

/// One object a line.
pub(super) fn json_lines(rows: &[Row]) -> Result<String, Fault> {
    let mut out = String::new();
    for row in rows {
        out += &escape::json(serde_json::to_string(row).map_err(Fault::new)?);
        out += "\n";
    }
    Ok(out)
}

const COLUMNS: &str = "id,class,signed_distance,gap,depth_is_lower_bound,depth_at_most,thickness,\
exact_contact,inside,a,b,a_file,b_file,point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,\
point_b_z,normal_x,normal_y,normal_z,part_a,part_b,mode_a,mode_b,group,status,mesh_distance_at_least,\
mesh_distance_at_most\n";

/// All fields, quoted as RFC 4180 has it, numbers in the shortest form that reads back the same.
pub(super) fn csv(rows: &[Row]) -> String {
    let mut out = COLUMNS.to_owned();
    for row in rows {
        let option = |value: Option<f64>| value.map(|v| v.to_string()).unwrap_or_default();
        let mut fields = vec![
            row.id.clone(),
            row.class.into(),
            row.signed_distance.to_string(),
            row.gap.to_string(),
            row.depth_is_lower_bound.to_string(),
            option(row.depth_at_most),
            option(row.thickness),
            row.exact_contact.to_string(),
            row.inside.into(),
        ];
        fields.extend([&row.a, &row.b, &row.a_file, &row.b_file].map(|text| quoted(text)));
        let numbers = row.point_a.iter().chain(&row.point_b).chain(&row.normal);
        fields.extend(numbers.map(|x| (x + 0.0).to_string()));
        fields.extend([row.part_a.to_string(), row.part_b.to_string()]);
        fields.extend([row.mode_a.to_owned(), row.mode_b.to_owned()]);
        fields.push(row.group.map(|group| group.to_string()).unwrap_or_default());
        fields.push(row.status.unwrap_or_default().to_owned());
        fields.extend(row.mesh_distance.unwrap_or_default().map(option));
        out += &fields.join(",");
        out += "\n";
    }
    out
}

/// A text as one field. What a spreadsheet would take for a formula gets an apostrophe before it.
pub(crate) fn quoted(text: &str) -> String {
    let text = escape::shown(text);
    let guard = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    if guard.is_empty() && !text.contains([',', '"', '\n']) {
        return text.into_owned();
    }
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

/// The fields of a line of CSV.
pub(crate) fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let (mut is_quoted, mut letters) = (false, line.trim_end_matches('\r').chars().peekable());
    while let Some(letter) = letters.next() {
        let Some(field) = fields.last_mut() else { break };
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            other => field.push(other),
        }
    }
    fields
}

/// What an earlier run's CSV says: the classes by id.
pub(super) fn baseline(path: &Path, most: usize) -> Result<HashMap<String, String>, Fault> {
    let name = format!("--baseline {}", path.display());
    let text = text_of(path, most).map_err(|error| Fault::field(&name, error))?;
    let mut lines = text.lines();
    let header = fields(lines.next().unwrap_or_default());
    let column = |wanted: &str| {
        header.iter().position(|name| name == wanted).ok_or_else(|| {
            let message = format!("has no column `{wanted}`; give a CSV that --csv wrote");
            Fault::field(&name, message)
        })
    };
    let (id, class) = (column("id")?, column("class")?);
    let mut known = HashMap::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let fields = fields(line);
        if let (Some(id), Some(class)) = (fields.get(id), fields.get(class)) {
            known.insert(id.clone(), class.clone());
        }
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::{fields, number, quoted};

    #[test]
    fn fields_come_back() {
        for text in ["plain", "with, comma", "a \"quote\"", "", "ü,\""] {
            assert_eq!(fields(&format!("{},x", quoted(text))), [text, "x"]);
        }
        assert_eq!(quoted("=1+1"), "\"'=1+1\"");
    }

    #[test]
    fn numbers_are_short() {
        let texts =
            [0.0, -0.019_000_000_000_000_003, 1.5, 123_456.78, 1e-17, 1e20, 0.25].map(number);
        assert_eq!(texts, ["0", "-0.019", "1.5", "123457", "1.00000e-17", "1.00000e20", "0.25"]);
    }
}
