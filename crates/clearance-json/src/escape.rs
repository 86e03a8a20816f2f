//! Text of strangers in JSON, made harmless.

use std::borrow::Cow;
use std::fmt::Write as _;

use clearance_scene::escape::replaced;
pub use clearance_scene::escape::shown;

/// JSON that says the same without active characters, which serializers leave in texts; there they
/// may be written by number. It may end with a newline.
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

#[cfg(test)]
mod tests {
    use super::json;

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
