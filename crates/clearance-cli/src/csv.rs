//! Fields of CSV, as every command writes and reads them.

use clearance_json::escape;

/// A text as one field. What a spreadsheet would take for a formula gets an apostrophe before it;
/// so does what begins with one already, so that no two texts are written alike.
pub(crate) fn quoted(text: &str) -> String {
    /// Also as wide as ideographs.
    const ACTIVE: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let text = escape::shown(text);
    let is_active = text.trim_start().starts_with(ACTIVE) || text.starts_with('\'');
    let guard = if is_active { "'" } else { "" };
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

#[cfg(test)]
mod tests {
    use super::{fields, quoted};

    #[test]
    fn fields_come_back() {
        for text in ["plain", "with, comma", "a \"quote\"", "", "ü,\""] {
            assert_eq!(fields(&format!("{},x", quoted(text))), [text, "x"]);
        }
    }

    #[test]
    fn no_field_is_a_formula_and_no_two_are_alike() {
        let starts = ["", "=", "+", "-", "@", "＝", "＋", "－", "＠", "'", "''", " =", "\u{3000}+"];
        let mut seen = std::collections::HashSet::new();
        for first in starts {
            for then in starts {
                let field = fields(&quoted(&format!("{first}{then}1+1"))).remove(0);
                let begin = field.trim_start().chars().next();
                assert!(begin.is_some_and(|c| !"=+-@＝＋－＠".contains(c)), "{field}");
                seen.insert(field);
            }
        }
        let texts = starts.iter().flat_map(|a| starts.map(|b| format!("{a}{b}")));
        assert_eq!(seen.len(), texts.collect::<std::collections::HashSet<_>>().len());
    }
}
