//! XML files as a tree whose memory and time are bounded by the file's length.

use std::path::Path;

use roxmltree::{Document, Node, ParsingOptions};

use crate::mesh::printable;

/// The most elements and texts that are read; robots have thousands.
const MOST_NODES: u32 = 1 << 22;
/// The parser compares the attributes of an element in pairs.
const MOST_ATTRIBUTES: usize = 256;
/// The parser copies namespaces to elements that declare more.
const MOST_NAMESPACES: usize = 1024;

/// The error in a file, and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) line: Option<usize>,
    pub(crate) reason: String,
}

impl Wrong {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self { line: None, reason: reason.into() }
    }

    /// An error about an element; where it may be kept, and there may be many, use [`Lines`].
    pub(crate) fn at(node: Node<'_, '_>, reason: impl Into<String>) -> Self {
        Self { line: Some(line_of(node)), reason: reason.into() }
    }
}

/// The text of an XML file: UTF-8 without its byte-order mark, as XML is unless it declares
/// otherwise.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Wrong> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        Wrong { line: Some(line), reason: "a byte that is no UTF-8: save the file as UTF-8".into() }
    })
}

/// Parses a text. The file's own entities are refused: they can expand a short file into a long
/// one.
pub(crate) fn tree(text: &str) -> Result<Document<'_>, Wrong> {
    check_sizes(text.as_bytes())?;
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let line = Some(error.pos().row as usize);
        let reason = match error {
            roxmltree::Error::DtdDetected => {
                "it has a document type definition, whose entities are not read: remove it".into()
            }
            roxmltree::Error::NodesLimitReached => {
                format!("more than {MOST_NODES} elements and texts")
            }
            other => format!("this is no XML: {}", printable(other.to_string().as_bytes())),
        };
        Wrong { line, reason }
    })
}

/// Refuses what would take the parser disproportionate time or memory.
fn check_sizes(text: &[u8]) -> Result<(), Wrong> {
    let line_at = |rest: &[u8]| {
        let before = text.get(..text.len() - rest.len()).unwrap_or_default();
        Some(1 + before.iter().filter(|byte| **byte == b'\n').count())
    };
    let mut rest = text;
    while let Some(at) = rest.iter().position(|byte| *byte == b'<') {
        rest = rest.get(at..).unwrap_or_default();
        let passed = [(&b"<!--"[..], &b"-->"[..]), (b"<![CDATA[", b"]]>"), (b"<?", b"?>")];
        rest = match passed.iter().find(|(begin, _)| rest.starts_with(begin)) {
            Some((_, end)) => behind(rest, end),
            None => {
                let (count, behind) = attributes(rest);
                if count > MOST_ATTRIBUTES {
                    let reason = format!("an element with more than {MOST_ATTRIBUTES} attributes");
                    return Err(Wrong { line: line_at(rest), reason });
                }
                behind
            }
        };
    }
    let namespaces = text.windows(5).filter(|window| *window == b"xmlns").count();
    if namespaces > MOST_NAMESPACES {
        return Err(Wrong::new(format!("more than {MOST_NAMESPACES} name spaces")));
    }
    Ok(())
}

/// The text after the next `end`.
fn behind<'a>(text: &'a [u8], end: &[u8]) -> &'a [u8] {
    let at = text.windows(end.len()).position(|window| window == end);
    at.and_then(|at| text.get(at + end.len()..)).unwrap_or_default()
}

/// How many attributes a tag has, and what follows it.
fn attributes(tag: &[u8]) -> (usize, &[u8]) {
    let (mut quote, mut count) = (None, 0);
    for (byte, at) in tag.iter().zip(1..) {
        match (*byte, quote) {
            (byte, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => {}
            (b'"' | b'\'', None) => quote = Some(*byte),
            (b'=', None) => count += 1,
            (b'>', None) => return (count, tag.get(at..).unwrap_or_default()),
            _ => {}
        }
    }
    (count, &[])
}

/// The line, counted from 1.
pub(crate) fn line_of(node: Node<'_, '_>) -> usize {
    node.document().text_pos_at(node.range().start).row as usize
}

/// Where lines begin, for those who ask often: [`line_of`] counts from the beginning each time.
#[derive(Debug)]
pub(crate) struct Lines {
    /// How many lines end before each block of the text.
    before: Vec<usize>,
}

impl Lines {
    const BLOCK: usize = 4096;

    pub(crate) fn of(text: &str) -> Self {
        let ends = |block: &[u8]| block.iter().filter(|byte| **byte == b'\n').count();
        let blocks = text.as_bytes().chunks(Self::BLOCK);
        let sums = blocks.scan(0, |sum, block| {
            *sum += ends(block);
            Some(*sum)
        });
        Self { before: std::iter::once(0).chain(sums).collect() }
    }

    /// The same as [`line_of`], for an element of the same text.
    pub(crate) fn line_of(&self, node: Node<'_, '_>) -> usize {
        self.line_at(node.document().input_text(), node.range().start)
    }

    /// The line of a byte of the text.
    pub(crate) fn line_at(&self, text: &str, at: usize) -> usize {
        let text = text.as_bytes();
        let block = at / Self::BLOCK;
        let rest = text.get(block * Self::BLOCK..at).unwrap_or_default();
        let before = self.before.get(block).copied().unwrap_or_default();
        1 + before + rest.iter().filter(|byte| **byte == b'\n').count()
    }
}

/// Whether an element is of the namespace of its parent: those of others are extensions.
pub(crate) fn is_own(child: Node<'_, '_>) -> bool {
    let space = child.tag_name().namespace();
    child.is_element() && child.parent().is_some_and(|up| up.tag_name().namespace() == space)
}

/// The child elements of a name, in the namespace of the element.
pub(crate) fn children<'a, 'i>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.tag_name().name() == name && is_own(*child))
}

/// The first of them.
pub(crate) fn child<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

/// The only child element of a name: of two it is not known which counts.
pub(crate) fn only_child<'a, 'i>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> Result<Option<Node<'a, 'i>>, Wrong> {
    let mut all = children(node, name);
    let first = all.next();
    match all.next() {
        None => Ok(first),
        Some(second) => {
            let outer = printable(node.tag_name().name().as_bytes());
            Err(Wrong::at(second, format!("a second `<{name}>` in one `<{outer}>`")))
        }
    }
}

/// The bytes of an XML file, if it is not too long.
pub(crate) fn bytes_of(path: &Path, most: u64) -> Result<Vec<u8>, Wrong> {
    use std::io::Read as _;
    let file = std::fs::File::open(path).map_err(|error| Wrong::new(error.to_string()))?;
    let mut bytes = Vec::new();
    let read = file.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| Wrong::new(error.to_string()))?;
    if bytes.len() as u64 > most {
        return Err(Wrong::new(format!(
            "longer than {most} bytes; `--max-file-bytes` allows more"
        )));
    }
    Ok(bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_parser() {
        let element = |i: usize| format!("<e{}/>{}", " ".repeat(i % 7), "\n".repeat(i * i % 5));
        let text = format!("<all>{}</all>", (0..3000).map(element).collect::<String>());
        assert!(text.len() > 4 * Lines::BLOCK);
        let document = tree(&text).unwrap();
        let lines = Lines::of(&text);
        for node in document.descendants().filter(Node::is_element) {
            assert_eq!(lines.line_of(node), line_of(node));
        }
    }
}
