//! Wavefront OBJ: its vertices and polygons. Textures, normals and materials have no shape.

use super::note::Note;
use super::parts::{Content, OwnNames, Wanted};
use super::polygon::Fan;
use super::words::{Words, number, printable, without_mark};
use super::{MeshError, Source};

/// Reads statement by statement. Memory use is that of the mesh, however long a line is.
pub(super) fn read(bytes: &[u8], source: &Source<'_>) -> Result<Content, MeshError> {
    let mut reader = Reader {
        words: Words::of_obj(without_mark(bytes)),
        content: Content::default(),
        wanted: Wanted::new(source.reading.object.as_deref()),
        object: String::new(),
        own_name: String::new(),
        has_faces: false,
        names: OwnNames::default(),
        group: String::new(),
        is_object_wanted: source.reading.object.is_none(),
        is_group_wanted: source.reading.object.is_none(),
        highest: Highest::default(),
        left_out: [LEFT_OUT; KINDS.len()],
    };
    loop {
        let line = reader.words.line;
        reader.statement().map_err(|reason| source.format(Some(line), reason))?;
        if !reader.words.next_line() {
            break;
        }
    }
    reader.finish(source)
}

/// Statements that describe no solid, counted.
#[derive(Clone, Copy, Debug)]
struct LeftOut {
    count: usize,
    line: usize,
}

const LEFT_OUT: LeftOut = LeftOut { count: 0, line: 0 };

/// The kinds that [`LeftOut`] counts.
const KINDS: [&str; 5] = [
    "statements that draw points or lines",
    "faces of fewer than three corners",
    "free-form curves and surfaces",
    "calls of other files",
    "statements that OBJ does not know",
];

/// The largest vertex number that a face uses; the vertex may come later in the file.
#[derive(Debug, Default)]
struct Highest {
    number: u64,
    line: usize,
}

struct Reader<'a> {
    words: Words<'a>,
    content: Content,
    wanted: Wanted<'a>,
    object: String,
    /// The object's name or, where one before it has that, another.
    own_name: String,
    /// Whether the object has a face, wanted or not: only then its name is taken.
    has_faces: bool,
    names: OwnNames,
    group: String,
    /// Whether faces belong to the wanted object, by either name.
    is_object_wanted: bool,
    is_group_wanted: bool,
    highest: Highest,
    left_out: [LeftOut; KINDS.len()],
}

impl Reader<'_> {
    /// One statement, which ends with its line unless a backslash continues it.
    fn statement(&mut self) -> Result<(), String> {
        let line = self.words.line;
        let Some(word) = self.words.next_in_line() else { return Ok(()) };
        match word {
            b"v" => self.vertex(line)?,
            // `fo` was the keyword for faces before version 3.
            b"f" | b"fo" => self.face(line)?,
            b"o" => {
                self.end_object();
                if std::mem::take(&mut self.has_faces) && !self.object.is_empty() {
                    self.names.of(&self.object);
                }
                self.object = name(self.words.rest_of_line());
                self.own_name = self.names.free(&self.object);
                let names = [self.object.as_str(), &self.own_name];
                self.is_object_wanted = self.wanted.takes(names);
            }
            b"g" => {
                self.end_object();
                self.group = name(self.words.rest_of_line());
                // Groups overlap: a face may be in several, whose names are listed side by side.
                let names = self.group.split_whitespace().chain([self.group.as_str()]);
                self.is_group_wanted = self.wanted.takes(names);
            }
            b"p" | b"l" => self.leave_out(0, line),
            b"curv" | b"curv2" | b"surf" => self.leave_out(2, line),
            b"call" | b"csh" => self.leave_out(3, line),
            _ if KNOWN.contains(&word) => {}
            _ => self.leave_out(4, line),
        }
        Ok(())
    }

    fn vertex(&mut self, line: usize) -> Result<(), String> {
        let mut vertex = [0.0; 3];
        for (given, coordinate) in vertex.iter_mut().enumerate() {
            let word = self.words.next_in_line();
            let word = word.ok_or_else(|| format!("a vertex with {given} numbers, not 3"))?;
            *coordinate = number(word)?;
        }
        // A weight or a colour may follow, which polygons do not use; it must be numbers.
        while let Some(word) = self.words.next_in_line() {
            number(word)?;
        }
        let vertices = &mut self.content.mesh.vertices;
        if !vertex.iter().all(|x| x.is_finite()) {
            let place = u32::try_from(vertices.len()).unwrap_or(u32::MAX);
            self.content.lines.insert(place, line);
        }
        vertices.push(vertex);
        Ok(())
    }

    fn face(&mut self, line: usize) -> Result<(), String> {
        self.has_faces = true;
        let mut fan = Fan::behind(&self.content.mesh.triangles);
        while let Some(word) = self.words.next_in_line() {
            let corner = self.corner(word, line)?;
            fan.add(corner, &mut self.content.mesh.triangles);
        }
        if fan.corners < 3 {
            self.leave_out(1, line);
        }
        if !(self.is_object_wanted || self.is_group_wanted) {
            fan.drop_from(&mut self.content.mesh.triangles);
        }
        let Content { mesh, faces, .. } = &mut self.content;
        faces.end(&fan, Vec::new(), Some(line), &mesh.triangles);
        Ok(())
    }

    /// The vertex that a corner such as `7`, `7/1`, `7//2` or `-1/1/2` refers to.
    fn corner(&mut self, word: &[u8], line: usize) -> Result<u32, String> {
        let digits = word.split(|byte| *byte == b'/').next().unwrap_or_default();
        let parsed = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        let number: i64 =
            parsed.ok_or_else(|| format!("`{}` is no corner of a face", printable(word)))?;
        let count = self.content.mesh.vertices.len() as u64;
        let number = match number {
            0 => return Err("vertex 0 in a face: OBJ counts vertices from 1".into()),
            1.. => number.unsigned_abs(),
            _ => count.checked_sub(number.unsigned_abs()).map(|before| before + 1).ok_or_else(
                || format!("vertex {number} in a face counts back beyond the first of {count}"),
            )?,
        };
        if number > self.highest.number {
            self.highest = Highest { number, line };
        }
        u32::try_from(number - 1).map_err(|_| format!("vertex {number} in a face: beyond 2^32"))
    }

    fn leave_out(&mut self, kind: usize, line: usize) {
        if let Some(left_out) = self.left_out.get_mut(kind) {
            if left_out.count == 0 {
                left_out.line = line;
            }
            left_out.count += 1;
        }
    }

    fn end_object(&mut self) {
        let name = if self.object.is_empty() { &self.group } else { &self.own_name };
        self.content.end_run(name);
    }

    fn finish(mut self, source: &Source<'_>) -> Result<Content, MeshError> {
        self.end_object();
        let Highest { number, line } = self.highest;
        let count = self.content.mesh.vertices.len();
        if number > count as u64 {
            let reason = format!("a face names vertex {number}, and there are {count} vertices");
            return Err(source.format(Some(line), reason));
        }
        if u32::try_from(count).is_err() {
            return Err(MeshError::TooMany { path: source.path.into() });
        }
        self.wanted.check(source.path)?;
        let counted = self.left_out.iter().zip(KINDS).filter(|(left_out, _)| left_out.count > 0);
        self.content.notes.extend(counted.map(|(LeftOut { count, line }, what)| Note::LeftOut {
            what,
            count: *count,
            line: Some(*line),
        }));
        Ok(self.content)
    }
}

/// Statements of OBJ that do not affect polygons.
const KNOWN: &[&[u8]] = &[
    b"vt",
    b"vn",
    b"vp",
    b"s",
    b"mg",
    b"usemtl",
    b"mtllib",
    b"usemap",
    b"maplib",
    b"lod",
    b"bevel",
    b"c_interp",
    b"d_interp",
    b"shadow_obj",
    b"trace_obj",
    b"ctech",
    b"stech",
    b"cstype",
    b"deg",
    b"bmat",
    b"step",
    b"parm",
    b"trim",
    b"hole",
    b"scrv",
    b"sp",
    b"end",
    b"con",
    b"bzp",
    b"bsp",
    b"cdc",
    b"cdp",
    b"res",
];

fn name(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.trim_ascii()).into_owned()
}
