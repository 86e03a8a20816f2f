//! OFF, the text of Geomview's: vertices and faces. Colours, normals and textures have no shape.

use super::highest::Highest;
use super::note::Note;
use super::parts::{Content, Wanted};
use super::polygon::Fan;
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

fn read_into<'a>(
    words: &mut Words<'a>,
    content: &mut Content,
    highest: &mut Highest,
) -> Result<(), String> {
    const END: &str = "the file ends here: it was cut off; fetch or write it again";
    let first = words.next().ok_or("there is nothing in it")?;
    let Keyword { behind, extra } = keyword(first)?;
    // Some write the count without a blank: `OFF8 6 0`.
    let vertices = if behind.is_empty() { words.next().ok_or(END)? } else { behind };
    let vertices = whole(vertices, "the count of vertices")?;
    let line = words.line;
    let faces = whole(words.next().ok_or(END)?, "the count of faces")?;
    // The count of edges is not needed, and some files leave it out.
    // OFF is a stream of words, but most files give each item a line, with a colour at its end.
    let is_broken = words.line != line;
    _ = if is_broken { words.next() } else { words.next_in_line() };
    let is_stream = is_broken || is_stream(words.clone(), vertices);
    let next = |words: &mut Words<'a>| if is_stream { words.next() } else { words.next_in_line() };
    for _ in 0..vertices {
        let mut vertex = [0.0; 3];
        let mut word = words.next().ok_or(END)?;
        let line = words.line;
        for (axis, own) in vertex.iter_mut().enumerate() {
            if axis > 0 {
                let short = || format!("a vertex with {axis} numbers, not 3");
                word = next(words).ok_or_else(|| if is_stream { END.into() } else { short() })?;
            }
            *own = number(word)?;
        }
        if is_stream {
            (0..extra).for_each(|_| _ = words.next());
        } else {
            words.rest_of_line();
        }
        if !vertex.iter().all(|x| x.is_finite()) {
            let place = u32::try_from(content.mesh.vertices.len()).unwrap_or(u32::MAX);
            content.lines.insert(place, line);
        }
        content.mesh.vertices.push(vertex);
    }
    let Content { mesh, faces: all, .. } = &mut *content;
    let mut few: Option<(usize, usize)> = None;
    for _ in 0..faces {
        let count = whole(words.next().ok_or(END)?, "the count of a face's corners")?;
        let line = words.line;
        let mut fan = Fan::behind(&mesh.triangles);
        for place in 0..count {
            let short = || format!("the line ends after {place} corners of a face of {count}");
            let word = next(words).ok_or_else(|| if is_stream { END.into() } else { short() })?;
            let corner = whole(word, "a corner of a face")?;
            highest.note(u64::from(corner) + 1, Some(line));
            fan.add(corner, &mut mesh.triangles);
        }
        all.end(&fan, Vec::new(), Some(line), &mesh.triangles);
        if !is_stream {
            words.rest_of_line();
        }
        if count < 3 {
            few.get_or_insert((line, 0)).1 += 1;
        }
    }
    if let Some((line, count)) = few {
        let what = "faces of fewer than three corners";
        content.notes.push(Note::LeftOut { what, count, line: Some(line) });
    }
    match words.next() {
        Some(word) => {
            let word = printable(word);
            Err(format!("`{word}` behind the last face: the counts in its header are wrong"))
        }
        None => Ok(()),
    }
}

/// Whether items are not each on a line: there are numbers behind the counts, or the first vertex
/// goes over several lines.
fn is_stream(mut behind: Words<'_>, vertices: u32) -> bool {
    behind.next_in_line().is_some()
        || (vertices > 0
            && behind.next().is_some()
            && !(0..2).all(|_| behind.next_in_line().is_some()))
}

/// What the first word says.
struct Keyword<'a> {
    /// What follows the keyword in it: it is optional.
    behind: &'a [u8],
    /// How many numbers follow each vertex.
    extra: usize,
}

fn keyword(word: &[u8]) -> Result<Keyword<'_>, String> {
    let (mut behind, mut extra) = (word, 0);
    let mut take = |prefix: &[u8], numbers: usize| {
        let begin = behind.get(..prefix.len()).unwrap_or_default();
        let has = begin.eq_ignore_ascii_case(prefix);
        if has {
            behind = behind.get(prefix.len()..).unwrap_or_default();
            extra += numbers;
        }
        has
    };
    let has_prefix = [take(b"ST", 2), take(b"C", 4), take(b"N", 3)].contains(&true);
    if (take(b"OFF", 0) || !has_prefix) && behind.iter().all(u8::is_ascii_digit) {
        return Ok(Keyword { behind, extra });
    }
    Err(format!("it begins with `{}`, not with `OFF`, or in more than space", printable(word)))
}

fn whole(word: &[u8], what: &str) -> Result<u32, String> {
    let parsed = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
    parsed.ok_or_else(|| format!("{what} is `{}`, which is no count", printable(word)))
}
