//! Rows as text for a person, as CSV and as JSON Lines.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use clearance::{Space, Xyz};
use clearance_json::{Fault, escape};

use super::row::Row;
use crate::csv::{fields, quoted};
use crate::stream::text_of;

/// The worst rows, in columns, of so many pairs.
pub(super) fn text(rows: &[Row<'_>], count: usize, top: usize) -> String {
    let shown = if top == 0 { rows.len() } else { rows.len().min(top) };
    let header = ["class", "distance", "thickness", "A", "B", ""].map(str::to_owned);
    let mut cells = vec![header];
    cells.extend(rows.iter().take(shown).map(cells_of));
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
    if shown < count {
        let all =
            if rows.len() < count { "--top 0 prints those kept" } else { "--top 0 prints all" };
        let _ = writeln!(out, "… and {} more; {all}", count - shown);
    }
    out
}

fn cells_of(row: &Row<'_>) -> [String; 6] {
    let bound = row.bound();
    let mut notes = Vec::new();
    if row.exact_contact {
        notes.push("= exact contact".to_owned());
    }
    match row.inside {
        "a_in_b" => notes.push("A inside B".to_owned()),
        "b_in_a" => notes.push("B inside A".to_owned()),
        "unknown" => notes.push("inside not decided: open surface".to_owned()),
        _ => notes.extend(row.leaving()),
    }
    if let (false, Some(most)) = (bound.is_empty(), row.depth_at_most) {
        notes.push(format!("way out at most {}", number(most)));
    }
    if let Some(bounds) = row.mesh_distance {
        let [least, most] = bounds.map(|bound| bound.map_or("?".into(), number));
        notes.push(format!("of the meshes {least} to {most}"));
    }
    notes.extend(row.shared.as_ref().map(super::volume::Shared::text));
    notes.extend(row.of_copies());
    notes.extend(row.status.filter(|status| *status == "new").map(str::to_owned));
    [
        row.class.to_owned(),
        format!("{bound}{}", number(row.signed_distance)),
        row.thickness.map(number).unwrap_or_default(),
        escape::shown(row.a).into_owned(),
        escape::shown(row.b).into_owned(),
        notes.join(", "),
    ]
}

/// A point or direction as files have it: zero bears no sign.
pub(crate) fn coordinates(v: Xyz) -> [f64; 3] {
    v.coordinates().map(|x| x + 0.0)
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
pub(super) fn json_lines(rows: &[Row<'_>]) -> Result<String, Fault> {
    let mut out = String::new();
    for row in rows {
        out += &escape::json(serde_json::to_string(row).map_err(Fault::new)?);
        out += "\n";
    }
    Ok(out)
}

/// The header of the CSV.
pub(super) fn columns(has_volume: bool) -> String {
    let more = if has_volume { VOLUME_COLUMNS } else { "" };
    format!("{COLUMNS}{more}\n")
}

const VOLUME_COLUMNS: &str =
    ",overlap_volume_at_least,overlap_volume_at_most,overlap_volume_unit,overlap_volume_unknown";

const COLUMNS: &str = "id,class,signed_distance,gap,depth_is_lower_bound,depth_at_most,thickness,\
exact_contact,inside,a,b,a_file,b_file,point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,\
point_b_z,normal_x,normal_y,normal_z,part_a,part_b,mode_a,mode_b,group,status,mesh_distance_at_least,\
mesh_distance_at_most,surface_distance,a_leaves_b_at_most,b_leaves_a_at_most,\
also_a,also_b,\
stands_for";

/// All fields, quoted as RFC 4180 has it, numbers in the shortest form that reads back the same.
pub(super) fn csv(rows: &[Row<'_>], has_volume: bool) -> String {
    let mut out = String::new();
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
        fields.extend([row.a, row.b, row.a_file, row.b_file].map(quoted));
        let numbers = row.point_a.iter().chain(&row.point_b).chain(&row.normal);
        fields.extend(numbers.map(|x| (x + 0.0).to_string()));
        fields.extend([row.part_a.to_string(), row.part_b.to_string()]);
        fields.extend([row.mode_a.to_owned(), row.mode_b.to_owned()]);
        fields.push(row.group.map(|group| group.to_string()).unwrap_or_default());
        fields.push(row.status.unwrap_or_default().to_owned());
        fields.extend(row.mesh_distance.unwrap_or_default().map(option));
        let more = [row.surface_distance, row.a_leaves_b_at_most, row.b_leaves_a_at_most];
        fields.extend(more.map(option));
        let names = |all: &[&str]| match all {
            [] => String::new(),
            all => quoted(&serde_json::Value::from(all).to_string()),
        };
        fields.extend([&row.also_a, &row.also_b].map(|all| names(all)));
        fields.push(row.stands_for.unwrap_or(1).to_string());
        if has_volume {
            let shared = row.shared.as_ref();
            let [least, most] = shared.map_or([None; 2], |shared| shared.overlap_volume);
            fields.extend([least, most].map(option));
            fields.push(shared.map(|shared| shared.unit().to_owned()).unwrap_or_default());
            fields.push(shared.and_then(|s| s.unknown.as_deref()).map(quoted).unwrap_or_default());
        }
        out += &fields.join(",");
        out += "\n";
    }
    out
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
    use super::number;

    #[test]
    fn numbers_are_short() {
        let texts =
            [0.0, -0.019_000_000_000_000_003, 1.5, 123_456.78, 1e-17, 1e20, 0.25].map(number);
        assert_eq!(texts, ["0", "-0.019", "1.5", "123457", "1.00000e-17", "1.00000e20", "0.25"]);
    }
}
