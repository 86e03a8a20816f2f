//! PCD 0.7, the clouds of the Point Cloud Library: text, binary, and binary compressed by LZF.

use super::words::{Words, number, printable, without_mark};

/// The error, and its line in the header or in text.
type Fault = (Option<usize>, String);

/// All points, also those that are not finite.
pub(super) struct Read {
    pub(super) points: Vec<[f64; 3]>,
    pub(super) notes: Vec<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Signed,
    Unsigned,
    Float,
}

/// Numbers of one name in each point.
#[derive(Clone, Copy)]
struct Field {
    /// The axis, if it is a coordinate.
    axis: Option<usize>,
    kind: Kind,
    /// The bytes of a number.
    size: usize,
    /// How many numbers.
    count: usize,
}

struct Header {
    fields: Vec<Field>,
    points: usize,
    encoding: Encoding,
    is_moved: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Text,
    Binary,
    Compressed,
}

/// The most numbers that a point may have.
const MOST: usize = 4096;

pub(super) fn read(bytes: &[u8]) -> Result<Read, Fault> {
    let mut words = Words::of_stl(without_mark(bytes));
    let header = header(&mut words)?;
    let mut notes = Vec::new();
    if header.is_moved {
        notes.push("its VIEWPOINT is not applied: points stand as the file has them".to_owned());
    }
    let width: usize = header.fields.iter().map(|own| own.size * own.count).sum();
    let all = header.points.checked_mul(width).ok_or((None, "more points than fit".to_owned()))?;
    let points = match header.encoding {
        Encoding::Text => text(&header, words)?,
        Encoding::Binary => {
            let data = words.rest();
            let own = data.get(..all).ok_or_else(|| cut_off(all, data.len()))?;
            if own.len() < data.len() {
                notes.push("there is more behind the last point, which was not read".to_owned());
            }
            let record = |bytes: &[u8]| at_once(&header, bytes);
            own.chunks_exact(width.max(1)).map(record).collect()
        }
        Encoding::Compressed => {
            let data = unpacked(words.rest(), all).map_err(|why| (None, why))?;
            apart(&header, &data)
        }
    };
    Ok(Read { points, notes })
}

fn cut_off(wanted: usize, have: usize) -> Fault {
    let why = format!("its points take {wanted} bytes, and {have} follow: it was cut off");
    (None, why)
}

fn header(words: &mut Words<'_>) -> Result<Header, Fault> {
    let (mut names, mut sizes, mut kinds, mut counts) = (None, None, None, None);
    let (mut width, mut height, mut points, mut is_moved) = (None, None, None, false);
    loop {
        let line = words.line;
        let fault = |why: String| (Some(line), why);
        let text = words.rest_of_line();
        let mut own = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let key = own.next().unwrap_or_default();
        let rest: Vec<&[u8]> = own.collect();
        let whole = |word: &[u8]| {
            let parsed = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
            parsed.ok_or_else(|| fault(format!("`{}` is no count", printable(word))))
        };
        let all = || rest.iter().map(|word| whole(word)).collect::<Result<Vec<usize>, Fault>>();
        let one = || match rest.as_slice() {
            [word] => whole(word).map(Some),
            _ => Err(fault(format!("`{}` takes one number", printable(key)))),
        };
        match key {
            b"VERSION" => {}
            b"FIELDS" | b"COLUMNS" => {
                names = Some(rest.iter().map(|name| name.to_vec()).collect::<Vec<_>>());
            }
            b"SIZE" => sizes = Some(all()?),
            b"TYPE" => {
                let kind = |word: &&[u8]| match *word {
                    b"F" => Ok(Kind::Float),
                    b"I" => Ok(Kind::Signed),
                    b"U" => Ok(Kind::Unsigned),
                    other => Err(fault(format!("`{}` is no type of PCD", printable(other)))),
                };
                kinds = Some(rest.iter().map(kind).collect::<Result<Vec<_>, _>>()?);
            }
            b"COUNT" => counts = Some(all()?),
            b"WIDTH" => width = one()?,
            b"HEIGHT" => height = one()?,
            b"POINTS" => points = one()?,
            b"VIEWPOINT" => {
                let numbers = rest.iter().map(|word| number(word));
                let numbers = numbers.collect::<Result<Vec<f64>, _>>().map_err(fault)?;
                is_moved = numbers != [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
            }
            b"DATA" => {
                let encoding = match rest.as_slice() {
                    [b"ascii"] => Encoding::Text,
                    [b"binary"] => Encoding::Binary,
                    [b"binary_compressed"] => Encoding::Compressed,
                    _ => {
                        let what = "it is none of ascii, binary and binary_compressed";
                        return Err(fault(format!("its DATA is not read: {what}")));
                    }
                };
                words.next_line();
                let wrong = |why: String| (None, why);
                let names = names.ok_or_else(|| wrong("its header has no FIELDS".into()))?;
                let sizes = sizes.ok_or_else(|| wrong("its header has no SIZE".into()))?;
                let kinds = kinds.ok_or_else(|| wrong("its header has no TYPE".into()))?;
                let counts = counts.unwrap_or_else(|| vec![1; names.len()]);
                let fields = fields(&names, &sizes, &kinds, &counts).map_err(wrong)?;
                let area = width.and_then(|width: usize| width.checked_mul(height.unwrap_or(1)));
                let points = match (points, area) {
                    (Some(points), Some(area)) if points != area => {
                        let why = format!(
                            "its header has {points} POINTS, but WIDTH and HEIGHT \
                                           make {area}"
                        );
                        return Err(wrong(why));
                    }
                    (points, area) => points.or(area),
                };
                let points = points.ok_or_else(|| wrong("its header has no POINTS".into()))?;
                return Ok(Header { fields, points, encoding, is_moved });
            }
            [] | [b'#', ..] => {}
            other => {
                let why = format!("`{}` is no line of a PCD's header", printable(other));
                return Err(fault(why));
            }
        }
        if !words.next_line() {
            return Err((None, "it ends within its header, which DATA closes".into()));
        }
    }
}

fn fields(
    names: &[Vec<u8>],
    sizes: &[usize],
    kinds: &[Kind],
    counts: &[usize],
) -> Result<Vec<Field>, String> {
    if [sizes.len(), kinds.len(), counts.len()] != [names.len(); 3] {
        return Err("its FIELDS, SIZE, TYPE and COUNT are not as many".into());
    }
    let mut fields = Vec::new();
    let numbers = names.iter().zip(sizes).zip(kinds).zip(counts);
    for (((name, size), kind), count) in numbers {
        let is_known = match kind {
            Kind::Float => matches!(size, 4 | 8),
            _ => matches!(size, 1 | 2 | 4 | 8),
        };
        if !is_known || *count > MOST {
            return Err(format!("its field `{}` is of no size that is read", printable(name)));
        }
        let axis = [&b"x"[..], b"y", b"z"].iter().position(|axis| *axis == name.as_slice());
        if axis.is_some() && *count != 1 {
            return Err(format!("its field `{}` has {count} numbers a point", printable(name)));
        }
        fields.push(Field { axis, kind: *kind, size: *size, count: *count });
    }
    if fields.iter().map(|own| own.count).sum::<usize>() > MOST {
        return Err(format!("its points have more than {MOST} numbers each"));
    }
    for (axis, name) in ["x", "y", "z"].iter().enumerate() {
        if fields.iter().filter(|own| own.axis == Some(axis)).count() != 1 {
            return Err(format!("its FIELDS have no `{name}`, or two"));
        }
    }
    Ok(fields)
}

/// A point a line.
fn text(header: &Header, mut words: Words<'_>) -> Result<Vec<[f64; 3]>, Fault> {
    let width: usize = header.fields.iter().map(|own| own.count).sum();
    let mut points = Vec::new();
    loop {
        let line = words.line;
        let own = words.rest_of_line();
        let own = own.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let own: Vec<&[u8]> = own.collect();
        if own.len() == width && points.len() < header.points {
            let mut point = [0.0; 3];
            let mut behind = own.as_slice();
            for field in &header.fields {
                let (word, rest) = behind.split_at_checked(field.count).unwrap_or_default();
                behind = rest;
                if let (Some(axis), [word]) = (field.axis, word) {
                    let value = number(word).map_err(|why| (Some(line), why))?;
                    point.get_mut(axis).into_iter().for_each(|own| *own = value);
                }
            }
            points.push(point);
        } else if !own.is_empty() {
            let (have, all) = (own.len(), header.points);
            let why = match points.len() < all {
                true => format!("{have} numbers, and its header has {width} a point"),
                false => format!("more points than the {all} of its header"),
            };
            return Err((Some(line), why));
        }
        if !words.next_line() {
            break;
        }
    }
    if points.len() < header.points {
        let (have, all) = (points.len(), header.points);
        return Err((None, format!("{have} of its {all} points: it was cut off")));
    }
    Ok(points)
}

/// A point whose fields follow one another.
fn at_once(header: &Header, mut bytes: &[u8]) -> [f64; 3] {
    let mut point = [f64::NAN; 3];
    for field in &header.fields {
        let (own, rest) = bytes.split_at_checked(field.size * field.count).unwrap_or_default();
        bytes = rest;
        if let Some(slot) = field.axis.and_then(|axis| point.get_mut(axis)) {
            *slot = value(own, field.kind);
        }
    }
    point
}

/// All points, whose fields stand apart: every x, then every y.
fn apart(header: &Header, mut bytes: &[u8]) -> Vec<[f64; 3]> {
    let mut points = vec![[f64::NAN; 3]; header.points];
    for field in &header.fields {
        let long = header.points * field.size * field.count;
        let (own, rest) = bytes.split_at_checked(long).unwrap_or_default();
        bytes = rest;
        let Some(axis) = field.axis else { continue };
        for (point, bytes) in points.iter_mut().zip(own.chunks_exact(field.size)) {
            point.get_mut(axis).into_iter().for_each(|slot| *slot = value(bytes, field.kind));
        }
    }
    points
}

/// A number of 1, 2, 4 or 8 bytes, the lowest first.
fn value(bytes: &[u8], kind: Kind) -> f64 {
    let mut all = [0_u8; 8];
    all.iter_mut().zip(bytes).for_each(|(own, byte)| *own = *byte);
    let whole = u64::from_le_bytes(all);
    match (kind, bytes.len()) {
        (Kind::Float, 8) => f64::from_bits(whole),
        (Kind::Float, _) => f64::from(f32::from_bits(whole as u32)),
        (Kind::Unsigned, _) => whole as f64,
        (Kind::Signed, size) => {
            let shift = 64_u32.saturating_sub(8 * size as u32).min(63);
            ((whole << shift) as i64 >> shift) as f64
        }
    }
}

/// What LZF packed: runs of bytes as they are, and copies of what stands before. Three bytes make
/// 264 at most, so that memory is bounded by the file's length.
fn unpacked(bytes: &[u8], wanted: usize) -> Result<Vec<u8>, String> {
    let broken = || "its compressed data is broken".to_owned();
    let word = |bytes: &[u8]| bytes.try_into().map(u32::from_le_bytes).map_err(|_| broken());
    let (sizes, data) = bytes.split_at_checked(8).ok_or_else(broken)?;
    let (packed, whole) = sizes.split_at_checked(4).ok_or_else(broken)?;
    let (packed, whole) = (word(packed)? as usize, word(whole)? as usize);
    if whole != wanted {
        return Err(format!("its points take {wanted} bytes, and {whole} were compressed"));
    }
    let mut data = data.get(..packed).ok_or_else(broken)?;
    let mut take = |count: usize| {
        let (own, rest) = data.split_at_checked(count)?;
        data = rest;
        Some(own)
    };
    let mut out: Vec<u8> = Vec::new();
    while let Some(&[control]) = take(1) {
        let control = usize::from(control);
        if control < 32 {
            out.extend(take(control + 1).ok_or_else(broken)?);
        } else {
            let mut next = || take(1).and_then(<[u8]>::first).copied().map(usize::from);
            let more = if control >> 5 == 7 { next().ok_or_else(broken)? } else { 0 };
            let low = next().ok_or_else(broken)?;
            let length = (control >> 5) + more + 2;
            let back = (control & 31) * 256 + low + 1;
            let from = out.len().checked_sub(back).ok_or_else(broken)?;
            for at in from..from + length {
                out.extend(out.get(at).copied());
            }
        }
        if out.len() > wanted {
            return Err(broken());
        }
    }
    if out.len() == wanted { Ok(out) } else { Err(broken()) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    const HEAD: &str = "# .PCD v0.7\r\nVERSION 0.7\r\nFIELDS rgb x y z _\r\nSIZE 4 4 8 2 1\r\n\
                        TYPE U F F I U\r\nCOUNT 1 1 1 1 3\r\nWIDTH 2\r\nHEIGHT 1\r\n\
                        VIEWPOINT 0 0 0 1 0 0 0\r\nPOINTS 2\r\n";
    const POINTS: [[f64; 3]; 2] = [[0.5, 0.1, -7.0], [-2.0, f64::INFINITY, 300.0]];

    fn record([x, y, z]: [f64; 3]) -> Vec<u8> {
        let z = (z as i16).to_le_bytes();
        [&[9; 4][..], &(x as f32).to_le_bytes(), &y.to_le_bytes(), &z, &[1, 2, 3]].concat()
    }

    #[test]
    fn all_encodings_give_the_same_points() {
        let text = format!("{HEAD}DATA ascii\r\n9 0.5 0.1 -7 1 2 3\r\n9 -2 inf 300 1 2 3\r\n");
        assert_eq!(read(text.as_bytes()).unwrap_or_else(|e| panic!("{e:?}")).points, POINTS);
        let mut binary = format!("{HEAD}DATA binary\r\n").into_bytes();
        binary.extend(POINTS.map(record).concat());
        let found = read(&binary).unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!((&found.points[..], found.notes.len()), (&POINTS[..], 0));
        binary.pop();
        assert!(read(&binary).is_err_and(|(_, why)| why.contains("cut off")));

        // Columns; runs as they are, but the four equal bytes by a copy of one byte before.
        let [one, two] = POINTS.map(record);
        let column = |range: std::ops::Range<usize>| [&one[range.clone()], &two[range]].concat();
        let columns = [column(4..8), column(8..16), column(16..18), column(18..21)].concat();
        // Eight bytes of rgb: one as it is, then seven that repeat it.
        let mut packed = vec![0, 9, 5 << 5, 0];
        for run in columns.chunks(32) {
            packed.push(run.len() as u8 - 1);
            packed.extend(run);
        }
        let whole = 8 + columns.len();
        let mut file = format!("{HEAD}DATA binary_compressed\r\n").into_bytes();
        file.extend((packed.len() as u32).to_le_bytes());
        file.extend((whole as u32).to_le_bytes());
        file.extend(&packed);
        assert_eq!(read(&file).unwrap_or_else(|e| panic!("{e:?}")).points, POINTS);
        // Any byte gone or changed is an error or other points, never more.
        let begin = file.len() - packed.len();
        for at in begin..file.len() {
            for by in [1, 0x80, 0xff] {
                let mut other = file.clone();
                other[at] ^= by;
                assert!(read(&other).is_err() || read(&other).is_ok_and(|r| r.points.len() == 2));
            }
            assert!(read(&file[..at]).is_err());
        }
    }

    #[test]
    fn a_wrong_header_is_an_error() {
        let text = |from: &str, to: &str| {
            let text = format!("{HEAD}DATA ascii\r\n9 0.5 0.1 -7 1 2 3\r\n9 -2 inf 300 1 2 3\r\n");
            read(text.replacen(from, to, 1).as_bytes()).map(|_| ()).unwrap_err().1
        };
        for (from, to, said) in [
            ("POINTS 2", "POINTS 3", "WIDTH and HEIGHT make 2"),
            ("WIDTH 2\r\nHEIGHT 1", "WIDTH 3", "make 3"),
            ("9 -2 inf 300 1 2 3\r\n", "", "1 of its 2 points"),
            ("9 -2", "-2", "6 numbers, and its header has 7"),
            ("300 1 2 3\r\n", "300 1 2 3\r\n1 1 1 1 1 1 1\r\n", "more points than the 2"),
            ("rgb x y z", "rgb x y y", "have no `y`, or two"),
            ("SIZE 4", "SIZE 3", "no size that is read"),
            ("SIZE 4 ", "SIZE ", "not as many"),
            ("DATA ascii", "DATA lz4", "none of ascii"),
            ("VERSION", "VERSJON", "no line of a PCD's header"),
            ("DATA ascii\r\n9 0.5 0.1 -7 1 2 3\r\n9 -2 inf 300 1 2 3\r\n", "", "DATA closes"),
            ("POINTS 2", "POINTS -2", "is no count"),
        ] {
            let why = text(from, to);
            assert!(why.contains(said), "{to}: {why}");
        }
        assert!(
            read(
                b"POINTS 18446744073709551615\nFIELDS x y z\nSIZE 8 8 8\nTYPE F F F\nDATA binary\n"
            )
            .is_err()
        );
    }
}
