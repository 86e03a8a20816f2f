//! PLY, as text and as binary of either byte order: vertices, faces and strips. Other elements and
//! properties do not affect the shape.

use super::highest::Highest;
use super::note::Note;
use super::parts::{Content, Wanted};
use super::polygon::Fan;
use super::words::{Words, number, printable, without_mark};
use super::{MeshError, Source};

/// The error, and its line in a text file.
type Fault = (Option<usize>, String);

pub(super) fn read(bytes: &[u8], source: &Source<'_>) -> Result<Content, MeshError> {
    let format = |(line, reason): Fault| source.format(line, reason);
    let mut words = Words::of_stl(without_mark(bytes));
    let (encoding, elements) = header(&mut words).map_err(format)?;
    let data = match encoding {
        Encoding::Text => Data::Text { words, is_lined: false },
        Encoding::Little => Data::Binary { rest: words.rest(), is_big: false },
        Encoding::Big => Data::Binary { rest: words.rest(), is_big: true },
    };
    let mut reader = Reader { data, content: Content::default(), highest: Highest::default() };
    for element in &elements {
        // An element without properties takes no bytes, whatever its count.
        let count = if element.properties.is_empty() { 0 } else { element.count };
        for place in 0..count {
            let begin = reader.data.begin();
            let read = reader.record(element).and_then(|()| reader.data.end(begin));
            read.map_err(|reason| {
                let line = reader.data.line();
                let name = printable(element.name.as_bytes());
                format((line, format!("{name} {place} of {count}: {reason}")))
            })?;
        }
    }
    let Reader { data, mut content, highest } = reader;
    highest.check(content.mesh.vertices.len()).map_err(format)?;
    let line = data.line();
    if data.has_more() {
        if line.is_some() {
            let reason = "there is more behind the last element: the counts or the properties in \
                          its header are wrong";
            return Err(format((line, reason.to_owned())));
        }
        let what = "there is more behind the last element, which was not read".to_owned();
        content.notes.push(Note::Doubtful { what });
    }
    content.end_run("");
    let mut nameless = Wanted::new(source.reading.object.as_deref());
    nameless.takes([]);
    nameless.check(source.path)?;
    Ok(content)
}

enum Encoding {
    Text,
    Little,
    Big,
}

struct Element {
    name: String,
    count: u64,
    properties: Vec<Property>,
}

struct Property {
    what: What,
    kind: Kind,
    /// The type of the count, if it is a list.
    list: Option<Kind>,
}

/// What a property is for.
#[derive(Clone, Copy, PartialEq)]
enum What {
    Coordinate(usize),
    Face,
    Strips,
    Other,
}

impl What {
    const fn is_list_of_corners(self) -> bool {
        matches!(self, Self::Face | Self::Strips)
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Signed(usize),
    Unsigned(usize),
    Float(usize),
}

impl Kind {
    fn of(word: &[u8]) -> Result<Self, String> {
        Ok(match word {
            b"char" | b"int8" => Self::Signed(1),
            b"short" | b"int16" => Self::Signed(2),
            b"int" | b"int32" => Self::Signed(4),
            b"uchar" | b"uint8" => Self::Unsigned(1),
            b"ushort" | b"uint16" => Self::Unsigned(2),
            b"uint" | b"uint32" => Self::Unsigned(4),
            // Not of the first PLY, but written.
            b"int64" | b"longlong" => Self::Signed(8),
            b"uint64" | b"ulonglong" => Self::Unsigned(8),
            b"float" | b"float32" => Self::Float(4),
            b"double" | b"float64" => Self::Float(8),
            other => return Err(format!("`{}` is no type of PLY", printable(other))),
        })
    }

    const fn size(self) -> usize {
        match self {
            Self::Signed(size) | Self::Unsigned(size) | Self::Float(size) => size,
        }
    }
}

/// The most elements and properties that a header may declare.
const MOST: usize = 4096;

fn header(words: &mut Words<'_>) -> Result<(Encoding, Vec<Element>), Fault> {
    let mut encoding = None;
    let mut elements: Vec<Element> = Vec::new();
    let mut declared = 0;
    if words.next_in_line() != Some(b"ply") {
        return Err((Some(1), "this is no PLY: its first line is not `ply`".into()));
    }
    let ends_in_cr = matches!(words.rest(), [b'\r', other, ..] if *other != b'\n');
    loop {
        if !words.next_line() {
            let reason = "it ends within its header, which `end_header` closes: it was cut off";
            return Err((None, reason.into()));
        }
        let line = Some(words.line);
        let fault = |reason: String| (line, reason);
        let Some(word) = words.next_in_line() else { continue };
        let mut next = |what: &str| {
            words.next_in_line().ok_or_else(|| (line, format!("the line ends before {what}")))
        };
        match word {
            b"comment" | b"obj_info" => {}
            b"format" => {
                let own = match next("the format")? {
                    b"ascii" => Encoding::Text,
                    b"binary_little_endian" => Encoding::Little,
                    b"binary_big_endian" => Encoding::Big,
                    other => {
                        return Err(fault(format!("`{}` is no format of PLY", printable(other))));
                    }
                };
                if encoding.replace(own).is_some() {
                    return Err(fault("a second `format`".into()));
                }
            }
            b"element" => {
                let name = printable(next("its name")?);
                let count = next("its count")?;
                let parsed = std::str::from_utf8(count).ok().and_then(|text| text.parse().ok());
                let count =
                    parsed.ok_or_else(|| fault(format!("`{}` is no count", printable(count))))?;
                elements.push(Element { name, count, properties: Vec::new() });
                declared += 1;
            }
            b"property" => {
                let element = elements
                    .last_mut()
                    .ok_or_else(|| fault("a property before the first element".into()))?;
                let first = next("its type")?;
                let (list, kind) = if first == b"list" {
                    (
                        Some(Kind::of(next("the type of its count")?).map_err(fault)?),
                        next("its type")?,
                    )
                } else {
                    (None, first)
                };
                let kind = Kind::of(kind).map_err(fault)?;
                if matches!(list, Some(Kind::Float(_))) {
                    return Err(fault("the count of a list is no whole number".into()));
                }
                let name = next("its name")?;
                let what = what(&element.name, name, list.is_some());
                element.properties.push(Property { what, kind, list });
                declared += 1;
            }
            b"end_header" => {
                // Where lines end in CR alone, an LF after the last one is data.
                words.rest_of_line();
                match words.rest() {
                    [b'\r', ..] if ends_in_cr => words.skip_line(1),
                    _ => _ = words.next_line(),
                }
                break;
            }
            other => {
                return Err(fault(format!("`{}` is no line of a header", printable(other))));
            }
        }
        if declared > MOST {
            return Err(fault(format!("more than {MOST} elements and properties")));
        }
    }
    let encoding = encoding.ok_or((None, "its header has no `format`".to_owned()))?;
    for vertex in elements.iter().filter(|element| element.name == "vertex") {
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            let own = vertex.properties.iter().filter(|own| own.what == What::Coordinate(axis));
            if own.count() != 1 {
                return Err((None, format!("its vertices have no property `{name}`, or two")));
            }
        }
    }
    for element in &elements {
        let lists = element.properties.iter().filter(|own| own.what.is_list_of_corners());
        if lists.count() > 1 {
            let name = printable(element.name.as_bytes());
            return Err((None, format!("its `{name}` has two properties of vertex indices")));
        }
    }
    Ok((encoding, elements))
}

fn what(element: &str, property: &[u8], is_list: bool) -> What {
    match (element, property, is_list) {
        ("vertex", b"x", false) => What::Coordinate(0),
        ("vertex", b"y", false) => What::Coordinate(1),
        ("vertex", b"z", false) => What::Coordinate(2),
        ("face", b"vertex_indices" | b"vertex_index", true) => What::Face,
        ("tristrips", b"vertex_indices" | b"vertex_index", true) => What::Strips,
        _ => What::Other,
    }
}

/// The data after the header.
enum Data<'a> {
    /// White space is free, but where one element has a line of its own the others must, too: so a
    /// wrong count is found where it stands.
    Text {
        words: Words<'a>,
        is_lined: bool,
    },
    Binary {
        rest: &'a [u8],
        is_big: bool,
    },
}

impl Data<'_> {
    fn line(&self) -> Option<usize> {
        match self {
            Self::Text { words, .. } => Some(words.line),
            Self::Binary { .. } => None,
        }
    }

    fn has_more(mut self) -> bool {
        match &mut self {
            Self::Text { words, .. } => words.next().is_some(),
            Self::Binary { rest, .. } => !rest.is_empty(),
        }
    }

    /// The line in which the next element begins, which is none of a binary file.
    fn begin(&mut self) -> Option<usize> {
        let Self::Text { words, .. } = self else { return None };
        while words.clone().next_in_line().is_none() && words.next_line() {}
        Some(words.line)
    }

    /// Ends an element that begins in a line.
    fn end(&mut self, begin: Option<usize>) -> Result<(), String> {
        let Self::Text { words, is_lined } = self else { return Ok(()) };
        match words.clone().next_in_line() {
            None => *is_lined |= begin == Some(words.line),
            Some(word) if *is_lined => {
                return Err(format!("`{}` follows behind it in its line", printable(word)));
            }
            Some(_) => {}
        }
        Ok(())
    }

    fn next(&mut self, kind: Kind) -> Result<f64, String> {
        const END: &str = "the file ends here: it was cut off; fetch or write it again";
        match self {
            Self::Text { words, is_lined: true } => match words.next_in_line() {
                Some(word) => number(word),
                None if words.clone().next().is_none() => Err(END.into()),
                None => Err("its line ends too early".into()),
            },
            Self::Text { words, .. } => number(words.next().ok_or(END)?),
            Self::Binary { rest, is_big } => {
                let (own, behind) = rest.split_at_checked(kind.size()).ok_or(END)?;
                *rest = behind;
                Ok(value(own, kind, *is_big))
            }
        }
    }
}

/// Every 32-bit integer and every float fits an `f64`, and every larger integer that may be the
/// number of a vertex.
fn value(bytes: &[u8], kind: Kind, is_big: bool) -> f64 {
    let mut word = [0_u8; 8];
    for (own, byte) in word.iter_mut().zip(bytes) {
        *own = *byte;
    }
    if is_big {
        word.get_mut(..kind.size()).into_iter().for_each(<[u8]>::reverse);
    }
    let whole = u64::from_le_bytes(word);
    let [a, b, c, d, ..] = word;
    match kind {
        Kind::Float(8) => f64::from_bits(whole),
        Kind::Float(_) => f64::from(f32::from_le_bytes([a, b, c, d])),
        Kind::Unsigned(_) => whole as f64,
        Kind::Signed(size) => {
            let shift = 64 - 8 * size as u32;
            ((whole << shift) as i64 >> shift) as f64
        }
    }
}

struct Reader<'a> {
    data: Data<'a>,
    content: Content,
    highest: Highest,
}

impl Reader<'_> {
    fn record(&mut self, element: &Element) -> Result<(), String> {
        let mut vertex = [0.0; 3];
        for property in &element.properties {
            let Some(list) = property.list else {
                let value = self.data.next(property.kind)?;
                if let What::Coordinate(axis) = property.what {
                    vertex.get_mut(axis).into_iter().for_each(|own| *own = value);
                }
                continue;
            };
            let count =
                whole(self.data.next(list)?, "a list of").map_err(|fault| fault + " numbers")?;
            match property.what {
                What::Face => self.face(count, property.kind)?,
                What::Strips => self.strips(count, property.kind)?,
                _ => {
                    for _ in 0..count {
                        self.data.next(property.kind)?;
                    }
                }
            }
        }
        if element.name == "vertex" {
            let vertices = &mut self.content.mesh.vertices;
            if !vertex.iter().all(|x| x.is_finite())
                && let Some(line) = self.data.line()
            {
                let place = u32::try_from(vertices.len()).unwrap_or(u32::MAX);
                self.content.lines.insert(place, line);
            }
            vertices.push(vertex);
        }
        Ok(())
    }

    fn face(&mut self, count: u32, kind: Kind) -> Result<(), String> {
        let mut fan = Fan::behind(&self.content.mesh.triangles);
        for place in 0..count {
            let number = self.data.next(kind);
            let number = number.map_err(|why| format!("corner {place} of {count}: {why}"))?;
            let corner = self.corner(number)?;
            fan.add(corner, &mut self.content.mesh.triangles);
        }
        let line = self.data.line();
        let Content { mesh, faces, .. } = &mut self.content;
        faces.end(&fan, Vec::new(), line, &mesh.triangles);
        if count < 3 {
            self.content.leave_out("faces of fewer than three corners", line);
        }
        Ok(())
    }

    /// Strips one after the other, separated by -1.
    fn strips(&mut self, count: u32, kind: Kind) -> Result<(), String> {
        if let Data::Text { is_lined, .. } = &mut self.data {
            // Thousands of numbers are often broken into lines.
            *is_lined = false;
        }
        let mut strip = [None; 2];
        let mut is_even = true;
        for _ in 0..count {
            let number = self.data.next(kind)?;
            if number == -1.0 {
                (strip, is_even) = ([None; 2], true);
                continue;
            }
            let corner = self.corner(number)?;
            if let [Some(a), Some(b)] = strip {
                // Every second triangle of a strip has the opposite winding.
                let triangle = if is_even { [a, b, corner] } else { [b, a, corner] };
                self.content.mesh.triangles.push(triangle);
                is_even = !is_even;
            }
            let [_, last] = strip;
            strip = [last, Some(corner)];
        }
        Ok(())
    }

    fn corner(&mut self, number: f64) -> Result<u32, String> {
        let corner = whole(number, "it names vertex")?;
        self.highest.note(u64::from(corner) + 1, self.data.line());
        Ok(corner)
    }
}

fn whole(number: f64, what: &str) -> Result<u32, String> {
    let is_whole = number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0;
    if is_whole { Ok(number as u32) } else { Err(format!("{what} {number}")) }
}
