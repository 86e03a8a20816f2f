//! Makes text from untrusted files harmless: characters that would steer a terminal, forge a line
//! or turn the reading direction are written by their numbers.

use std::borrow::Cow;

/// Whether a character does more than show itself: it controls the terminal, ends the line, or is
/// invisible.
fn is_active(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' // Zero-width characters and direction marks.
            | '\u{2028}'..='\u{202e}' // Ends of lines and paragraphs; embedded and forced directions.
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// A text for people to read: active characters are written as in Rust, `\u{1b}`.
pub fn shown(text: &str) -> Cow<'_, str> {
    replaced(text, |out, c| out.extend(c.escape_default()))
}

/// The text with each active character written by `write`.
pub fn replaced(text: &str, write: impl Fn(&mut String, char)) -> Cow<'_, str> {
    if !text.contains(is_active) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_active(c) { write(&mut out, c) } else { out.push(c) }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn active_characters_are_shown_by_number() {
        assert_eq!(shown("a\nb\u{1b}[31m\u{9b}x\u{202e}"), "a\\nb\\u{1b}[31m\\u{9b}x\\u{202e}");
        assert_eq!(shown("näher ± 1 “…” 日本"), "näher ± 1 “…” 日本");
    }
}
