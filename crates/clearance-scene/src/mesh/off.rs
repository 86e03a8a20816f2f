//! OFF, the text of Geomview's: vertices and faces. Colours, normals and textures have no shape.

use super::highest::Highest;
use super::parts::{Content, Wanted};
use super::words::{Words, number, printable, without_mark};
use super::{MeshError, Source};

pub(super) fn read(bytes: &[u8], source: &Source<'_>) -> Result<Content, MeshError> {
    let mut words = Words::of_obj(without_mark(bytes));
    let mut content = Content::default();
    let mut highest = Highest::default();
    let read = read_into(&mut words, &mut content, &mut highest);
    read.map_err(|reason| source.format(Some(words.line), reason))?;
    let vertices = content.mesh.vertices.len();
    highest.check(vertices).map_err(|(line, reason)| source.format(line, reason))?;
    content.end_run("");
    let mut nameless = Wanted::new(source.reading.object.as_deref());
    nameless.takes([]);
    nameless.check(source.path)?;
    Ok(content)
}

fn read_into(
    words: &mut Words<'_>,
    content: &mut Content,
    highest: &mut Highest,
) -> Result<(), String> {
    const END: &str = "the file ends here: it was cut off; fetch or write it again";
    let first = words.next().ok_or("there is nothing in it")?;
    let mut vertices = first;
    if let Some(behind) = keyword(first)? {
        // Some write the count without a blank: `OFF8 6 0`.
        vertices = if behind.is_empty() { words.next().ok_or(END)? } else { behind };
    }
    let vertices = whole(vertices, "the count of vertices")?;
    let faces = whole(words.next().ok_or(END)?, "the count of faces")?;
    // The count of edges is not needed, and some files leave it out.
    words.rest_of_line();
    for _ in 0..vertices {
        let mut vertex = [0.0; 3];
        let mut word = words.next().ok_or(END)?;
        let line = words.line;
        for (axis, own) in vertex.iter_mut().enumerate() {
            if axis > 0 {
                word = words
                    .next_in_line()
                    .ok_or_else(|| format!("a vertex with {axis} numbers, not 3"))?;
            }
            *own = number(word)?;
        }
        words.rest_of_line();
        if !vertex.iter().all(|x| x.is_finite()) {
            let place = u32::try_from(content.mesh.vertices.len()).unwrap_or(u32::MAX);
            content.lines.insert(place, line);
        }
        content.mesh.vertices.push(vertex);
    }
    for _ in 0..faces {
        let count = whole(words.next().ok_or(END)?, "the count of a face's corners")?;
        let line = words.line;
        let mut fan = [None; 2];
        for place in 0..count {
            let word = words.next_in_line().ok_or_else(|| {
                format!("the line ends after {place} corners of a face of {count}")
            })?;
            let corner = whole(word, "a corner of a face")?;
            highest.note(u64::from(corner) + 1, Some(line));
            match fan {
                [Some(hub), Some(last)] => {
                    content.mesh.triangles.push([hub, last, corner]);
                    fan = [Some(hub), Some(corner)];
                }
                [Some(hub), None] => fan = [Some(hub), Some(corner)],
                [None, _] => fan = [Some(corner), None],
            }
        }
        // A colour may follow.
        words.rest_of_line();
        if count < 3 {
            content.leave_out("faces of fewer than three corners", Some(line));
        }
    }
    match words.next() {
        Some(word) => {
            let word = printable(word);
            Err(format!("`{word}` behind the last face: the counts in its header are wrong"))
        }
        None => Ok(()),
    }
}

/// What follows the keyword in a word; `None` if the word is a number, as the keyword is optional.
fn keyword(word: &[u8]) -> Result<Option<&[u8]>, String> {
    for known in
        [&b"OFF"[..], b"COFF", b"NOFF", b"CNOFF", b"STOFF", b"STCOFF", b"STNOFF", b"STCNOFF"]
    {
        if let Some(behind) = word.strip_prefix(known)
            && behind.iter().all(u8::is_ascii_digit)
        {
            return Ok(Some(behind));
        }
    }
    if word.iter().all(u8::is_ascii_digit) {
        return Ok(None);
    }
    Err(format!("it begins with `{}`, not with `OFF`, or in more than space", printable(word)))
}

fn whole(word: &[u8], what: &str) -> Result<u32, String> {
    let parsed = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
    parsed.ok_or_else(|| format!("{what} is `{}`, which is no count", printable(word)))
}
