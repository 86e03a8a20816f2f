//! Text of strangers, made harmless: what would steer a terminal, forge a line or turn the reading direction is written by its number.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character does anything but show itself: it controls the terminal, ends the line, or is invisible.
fn is_active(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' // Of no width; marks of direction.
            | '\u{2028}'..='\u{202e}' // Ends of lines and paragraphs; embedded and forced directions.
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// A text for a person to read: active characters are written as Rust does, `\u{1b}`.
pub fn shown(text: &str) -> Cow<'_, str> {
    replaced(text, |out, c| out.extend(c.escape_default()))
}

/// JSON that says the same without active characters, which serializers leave in texts; there they may be written by number. It may
/// end with a newline.
pub fn json(text: String) -> String {
    let body = text.strip_suffix('\n').unwrap_or(&text);
    let escape = |out: &mut String, c: char| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    };
    match replaced(body, escape) {
        Cow::Borrowed(_) => text,
        Cow::Owned(body) if text.ends_with('\n') => body + "\n",
        Cow::Owned(body) => body,
    }
}

fn replaced(text: &str, escape: impl Fn(&mut String, char)) -> Cow<'_, str> {
    if !text.contains(is_active) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_active(c) { escape(&mut out, c) } else { out.push(c) }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{json, shown};

    #[test]
    fn active_characters_are_shown_by_number() {
        assert_eq!(shown("a\nb\u{1b}[31m\u{9b}x\u{202e}"), "a\\nb\\u{1b}[31m\\u{9b}x\\u{202e}");
        assert_eq!(shown("näher ± 1 “…” 日本"), "näher ± 1 “…” 日本");
    }

    #[test]
    fn json_means_the_same_without_them() {
        let text = "{\"id\":\"\u{9b}31m\u{202e}\u{e0041}é\"}\n";
        let safe = json(text.to_owned());
        assert_eq!(safe, "{\"id\":\"\\u009b31m\\u202e\\udb40\\udc41é\"}\n");
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(&safe), read(text));
        assert_eq!(json("{}".into()), "{}");
    }
}
