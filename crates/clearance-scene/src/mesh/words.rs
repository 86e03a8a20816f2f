//! The words of a text file and their lines, for any line ending.

use crate::escape;

/// Reads word by word, so that a line may be as long as the file.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    rest: &'a [u8],
    /// The line that `rest` begins in, counted from 1.
    pub(super) line: usize,
    /// Whether a backslash joins a line to the next and `#` begins a comment, as in OBJ.
    is_obj: bool,
}

impl<'a> Words<'a> {
    /// For a text in which white space is free.
    pub(super) const fn of_stl(rest: &'a [u8]) -> Self {
        Self { rest, line: 1, is_obj: false }
    }

    /// For a text whose statements end with the line.
    pub(super) const fn of_obj(rest: &'a [u8]) -> Self {
        Self { rest, line: 1, is_obj: true }
    }

    /// The bytes not yet read.
    pub(super) const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The next word of this line.
    pub(super) fn next_in_line(&mut self) -> Option<&'a [u8]> {
        loop {
            match *self.rest {
                [b'\\', b'\r', b'\n', ..] if self.is_obj => self.skip_line(3),
                [b'\\', b'\r' | b'\n', ..] if self.is_obj => self.skip_line(2),
                [b'#', ..] if self.is_obj => {
                    self.rest_of_line();
                }
                [byte, ..] if is_blank(byte) => self.skip(1),
                [] | [b'\r' | b'\n', ..] => return None,
                _ => break,
            }
        }
        let joins = |at: usize| {
            let next = self.rest.get(at..).unwrap_or_default();
            self.is_obj && matches!(next, [b'\\', b'\r' | b'\n', ..])
        };
        let ends =
            |at: usize, byte: u8| is_blank(byte) || matches!(byte, b'\r' | b'\n') || joins(at);
        let end = self.rest.iter().enumerate().position(|(at, byte)| ends(at, *byte));
        let (word, rest) = self.rest.split_at_checked(end.unwrap_or(self.rest.len()))?;
        self.rest = rest;
        Some(word)
    }

    /// The next word of this line or a later one.
    pub(super) fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            if let Some(word) = self.next_in_line() {
                return Some(word);
            }
            if !self.next_line() {
                return None;
            }
        }
    }

    /// The rest of this line.
    pub(super) fn rest_of_line(&mut self) -> &'a [u8] {
        let end = self.rest.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
        let at = end.unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at_checked(at).unwrap_or((self.rest, &[]));
        self.rest = rest;
        line
    }

    /// The rest of this line, up to the first word for which `ends` holds of the remaining text.
    pub(super) fn rest_of_line_before(&mut self, ends: impl Fn(&[u8]) -> bool) -> &'a [u8] {
        let start = self.rest;
        loop {
            let mut ahead = self.clone();
            let Some(word) = ahead.next_in_line() else { break };
            let at = self.rest.len() - ahead.rest.len() - word.len();
            if ends(self.rest.get(at..).unwrap_or_default()) {
                self.skip(at);
                break;
            }
            *self = ahead;
        }
        start.get(..start.len() - self.rest.len()).unwrap_or_default()
    }

    /// Moves to the next line, if there is one.
    pub(super) fn next_line(&mut self) -> bool {
        self.rest_of_line();
        match *self.rest {
            [] => return false,
            [b'\r', b'\n', ..] => self.skip_line(2),
            _ => self.skip_line(1),
        }
        true
    }

    fn skip(&mut self, count: usize) {
        self.rest = self.rest.get(count..).unwrap_or_default();
    }

    /// Skips the bytes that end a line.
    pub(super) fn skip_line(&mut self, count: usize) {
        self.skip(count);
        self.line += 1;
    }
}

/// White space within a line. A crash leaves zero bytes in a file that was being written.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0 | 0x0b | 0x0c)
}

/// A coordinate, to the nearest `f64`.
pub(super) fn number(word: &[u8]) -> Result<f64, String> {
    let parsed = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
    parsed.ok_or_else(|| {
        let hint = if word.contains(&b',') { "; write a point for the decimal comma" } else { "" };
        format!("`{}` is no number{hint}", printable(word))
    })
}

/// Strips the byte-order mark that some editors put before UTF-8.
pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Text from a file, made fit for a message: on one line, not long, without control codes that a
/// terminal obeys.
pub(crate) fn printable(text: &[u8]) -> String {
    const MOST: usize = 60;
    let text = String::from_utf8_lossy(text.get(..4 * MOST).unwrap_or(text));
    let mut letters = text.chars();
    let begin: String = letters.by_ref().take(MOST).collect();
    let mut shown = escape::shown(&begin).into_owned();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// A path made fit for a message: on one line, without control codes that a terminal obeys. A glTF
/// may contain any file name.
pub(crate) fn printable_path(path: &std::path::Path) -> String {
    escape::shown(&path.to_string_lossy()).into_owned()
}
