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

/// The same, where lines may end behind what parts the words of a name.
pub(super) fn foldable(name: &str) -> String {
    let name = harmless(name);
    let mut out = String::with_capacity(name.len());
    for letter in name.chars() {
        out.push(letter);
        if matches!(letter, '_' | '/' | ':') {
            out += "<wbr>";
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
