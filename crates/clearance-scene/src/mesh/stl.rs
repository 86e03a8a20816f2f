//! STL, binary and text.

use std::collections::HashMap;

use super::note::Note;
use super::parts::{Content, OwnNames, Wanted};
use super::words::{Words, number, printable, without_mark};
use super::{Mesh, MeshError, Source};

const HEADER: usize = 80;
const COUNT: usize = 4;
const TRIANGLE: usize = 50;

/// The lengths decide the format, because many binary files begin with `solid` too.
pub(super) fn read(bytes: &[u8], source: &Source<'_>) -> Result<Content, MeshError> {
    let format = |reason: String| source.format(None, reason);
    let records = bytes.get(HEADER + COUNT..);
    let counted = bytes.get(HEADER..HEADER + COUNT).and_then(|count| count.try_into().ok());
    let binary = counted.map(u32::from_le_bytes).zip(records);
    match binary {
        Some((count, records)) if records.len() / TRIANGLE >= count as usize => {
            binary_triangles(count, records, source)
        }
        _ if is_text(bytes) => text(without_mark(bytes), source),
        Some((count, records)) => {
            if let Some(what) = super::foreign::found(bytes, "stl") {
                return Err(format(what));
            }
            let missing = u64::from(count) * TRIANGLE as u64 - records.len() as u64;
            Err(format(format!(
                "a binary STL of {count} triangles that ends {missing} bytes too early: it was \
                 cut off; fetch or write it again"
            )))
        }
        None => Err(format(super::foreign::found(bytes, "stl").unwrap_or_else(|| {
            format!(
                "{} bytes are neither a binary STL (it has at least {}) nor a text STL (it begins \
                 with `solid`)",
                bytes.len(),
                HEADER + COUNT
            )
        }))),
    }
}

/// Whether this is a text STL: `solid`, and then either the keywords of one, or no zero bytes,
/// which the records of a binary file have.
fn is_text(bytes: &[u8]) -> bool {
    let text = without_mark(bytes).trim_ascii_start();
    let start = text.get(..text.len().min(4096)).unwrap_or_default().to_ascii_lowercase();
    let has = |word: &[u8]| start.windows(word.len()).any(|window| window == word);
    start.starts_with(b"solid") && (!start.contains(&0) || (has(b"facet") && has(b"vertex")))
}

fn binary_triangles(count: u32, records: &[u8], source: &Source<'_>) -> Result<Content, MeshError> {
    let (triangles, behind) =
        records.split_at_checked(count as usize * TRIANGLE).unwrap_or((records, &[]));
    if behind.len() >= TRIANGLE && behind.len() % TRIANGLE == 0 {
        let all = records.len() / TRIANGLE;
        return Err(source.format(None, format!(
            "a binary STL whose count says {count} triangles, yet {} bytes follow, which are {} \
             more: the count must be {all}, or the rest cut off; write the file again",
            behind.len(),
            behind.len() / TRIANGLE
        )));
    }
    let mut points = Points::default();
    let mut mesh = Mesh::default();
    mesh.triangles.reserve_exact(count as usize);
    for record in triangles.chunks_exact(TRIANGLE) {
        // The normal, three corners, and two attribute bytes. The normal follows from the corners.
        let mut triangle = [0; 3];
        let corners = record.get(12..48).unwrap_or_default().chunks_exact(12);
        for (number, corner) in triangle.iter_mut().zip(corners) {
            let mut vertex = [0.0; 3];
            for (x, bytes) in vertex.iter_mut().zip(corner.chunks_exact(4)) {
                *x = f64::from(f32::from_le_bytes(bytes.try_into().unwrap_or_default()));
            }
            *number = points.number_of(vertex, &mut mesh);
        }
        mesh.triangles.push(triangle);
    }
    let mut content = Content::of(mesh);
    content.end_run("");
    if !behind.is_empty() {
        let what = format!("{} bytes behind the last triangle were not read", behind.len());
        content.notes.push(Note::Doubtful { what });
    }
    if let Some(name) = &source.reading.object {
        let mut nameless = Wanted::new(Some(name));
        nameless.takes([]);
        nameless.check(source.path)?;
    }
    Ok(content)
}

/// The vertex indices by position, keyed by the bits of the coordinates.
#[derive(Debug, Default)]
struct Points(HashMap<[u64; 3], u32>);

impl Points {
    fn number_of(&mut self, vertex: [f64; 3], mesh: &mut Mesh) -> u32 {
        // -0 equals 0.
        let bits = vertex.map(|x| (x + 0.0).to_bits());
        *self.0.entry(bits).or_insert_with(|| {
            mesh.vertices.push(vertex);
            // A file of 2^32 vertices is longer than any limit that memory allows.
            u32::try_from(mesh.vertices.len() - 1).unwrap_or(u32::MAX)
        })
    }
}

/// Reads `solid`s of facets. White space is free; a facet ends with its loop, at the next facet, or
/// with its solid.
fn text(bytes: &[u8], source: &Source<'_>) -> Result<Content, MeshError> {
    let mut reader = TextReader {
        words: Words::of_stl(bytes),
        content: Content::default(),
        points: Points::default(),
        wanted: Wanted::new(source.reading.object.as_deref()),
        solid: String::new(),
        names: OwnNames::default(),
        takes: source.reading.object.is_none(),
        corners: Vec::with_capacity(4),
        count: 0,
        is_open: false,
    };
    reader.solids().map_err(|reason| source.format(Some(reader.words.line), reason))?;
    reader.content.end_run(&reader.solid);
    reader.wanted.check(source.path)?;
    if reader.is_open {
        let what = "it has no `endsolid`, so it may have been cut off".into();
        reader.content.notes.push(Note::Doubtful { what });
    }
    Ok(reader.content)
}

struct TextReader<'a> {
    words: Words<'a>,
    content: Content,
    points: Points,
    wanted: Wanted<'a>,
    solid: String,
    names: OwnNames,
    /// Whether facets belong to the wanted solid.
    takes: bool,
    /// The corners of the open facet and their lines, up to one too many; and the number of its
    /// corners.
    corners: Vec<([f64; 3], usize)>,
    count: usize,
    /// Whether a solid is open.
    is_open: bool,
}

impl TextReader<'_> {
    fn solids(&mut self) -> Result<(), String> {
        while let Some(word) = self.words.next() {
            let mut word = word.to_ascii_lowercase();
            // Some write `end loop`.
            if word == b"end" {
                word.extend(self.words.next().unwrap_or_default().to_ascii_lowercase());
            }
            match word.as_slice() {
                b"vertex" => self.vertex()?,
                b"facet" | b"endfacet" | b"endloop" => self.end_facet()?,
                b"outer" | b"inner" | b"loop" => {}
                // Exporters disagree about normals; the corners define them better.
                b"normal" => {
                    for _ in 0..3 {
                        self.words.next();
                    }
                }
                b"solid" => {
                    self.end_facet()?;
                    self.content.end_run(&self.solid);
                    let name = self.name();
                    // One solid alone needs no name.
                    let own = match self.names.of(if name.is_empty() { "solid" } else { &name }) {
                        own if name.is_empty() && own == "solid" => String::new(),
                        own => own,
                    };
                    self.takes = self.wanted.takes([name.as_str(), &own]);
                    (self.solid, self.is_open) = (own, true);
                }
                b"endsolid" => {
                    self.end_facet()?;
                    self.name();
                    self.is_open = false;
                }
                _ => return Err(format!("`{}` means nothing in an STL", printable(&word))),
            }
        }
        match self.count {
            0 => Ok(()),
            _ => Err("the file ends inside a facet: it was cut off".into()),
        }
    }

    fn vertex(&mut self) -> Result<(), String> {
        let mut vertex = [0.0; 3];
        for x in &mut vertex {
            let word = self.words.next().ok_or("the file ends inside a vertex: it was cut off")?;
            *x = number(word)?;
        }
        self.count += 1;
        if self.corners.len() < 3 {
            self.corners.push((vertex, self.words.line));
        }
        Ok(())
    }

    fn end_facet(&mut self) -> Result<(), String> {
        match (self.count, self.corners.as_slice()) {
            (0, _) => {}
            (3, &[a, b, c]) => {
                if self.takes {
                    let Content { mesh, lines, .. } = &mut self.content;
                    let triangle = [a, b, c].map(|(corner, line)| {
                        let number = self.points.number_of(corner, mesh);
                        if !corner.iter().all(|x| x.is_finite()) {
                            lines.entry(number).or_insert(line);
                        }
                        number
                    });
                    mesh.triangles.push(triangle);
                }
            }
            (count, _) => {
                return Err(format!("a facet with {count} vertices; STL knows triangles only"));
            }
        }
        self.count = 0;
        self.corners.clear();
        Ok(())
    }

    /// The name after `solid` and `endsolid`, to the end of the line. If a whole file is on one
    /// line, the name ends before the first facet: the words `facet normal` and three numbers.
    fn name(&mut self) -> String {
        let line = self.words.rest_of_line_before(begins_facet);
        String::from_utf8_lossy(line.trim_ascii()).into_owned()
    }
}

/// Whether the words begin a facet, and are not part of a name.
fn begins_facet(text: &[u8]) -> bool {
    let mut words = Words::of_stl(text);
    let mut is =
        |word: &[u8]| words.next_in_line().is_some_and(|found| found.eq_ignore_ascii_case(word));
    is(b"facet")
        && is(b"normal")
        && (0..3).all(|_| words.next_in_line().is_some_and(|word| number(word).is_ok()))
}
