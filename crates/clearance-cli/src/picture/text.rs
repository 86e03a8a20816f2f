//! Text of strangers in HTML.

use clearance_json::escape;

/// Names come from files, and may hold anything.
pub(super) fn harmless(name: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn names_are_harmless() {
        assert_eq!(harmless("<script>\"&\u{1b}"), "&lt;script&gt;&quot;&amp;\\u{1b}");
    }
}
