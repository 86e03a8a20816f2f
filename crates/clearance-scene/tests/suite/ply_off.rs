//! PLY and OFF: the same solid in every encoding, and errors that name the problem.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::path::Path;

use clearance_scene::mesh::{Loaded, Reading};

const POINTS: [[f64; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, -3.5]];
const FACES: [[u32; 3]; 4] = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];

fn read(name: &str, bytes: &[u8]) -> Result<Loaded, String> {
    Reading::default().bytes(Path::new(name), bytes).map_err(|error| error.to_string())
}

fn is_solid(name: &str, bytes: &[u8]) {
    let found = read(name, bytes).unwrap();
    assert_eq!(found.mesh.vertices, POINTS);
    assert_eq!(found.mesh.triangles, FACES);
    assert!(found.notes.is_empty(), "{:?}", found.notes);
}

/// The bytes of a number, by its type.
fn bytes_of(kind: &str, value: f64, is_big: bool) -> Vec<u8> {
    let mut bytes = match kind {
        "char" => (value as i8).to_le_bytes().to_vec(),
        "uchar" => (value as u8).to_le_bytes().to_vec(),
        "short" => (value as i16).to_le_bytes().to_vec(),
        "ushort" => (value as u16).to_le_bytes().to_vec(),
        "int" => (value as i32).to_le_bytes().to_vec(),
        "uint" => (value as u32).to_le_bytes().to_vec(),
        "float" => (value as f32).to_le_bytes().to_vec(),
        "double" => value.to_le_bytes().to_vec(),
        other => panic!("{other}"),
    };
    if is_big {
        bytes.reverse();
    }
    bytes
}

/// A PLY with properties and elements besides those that describe the shape.
fn ply(format: &str, coordinate: &str, count: &str, corner: &str, end: &str) -> Vec<u8> {
    let header = [
        "ply".to_owned(),
        format!("format {format} 1.0"),
        "comment made by hand, with property words".into(),
        "element camera 2".into(),
        "property short id".into(),
        "element vertex 4".into(),
        "property uchar red".into(),
        format!("property {coordinate} x"),
        format!("property {coordinate} y"),
        "property list uchar float weights".into(),
        format!("property {coordinate} z"),
        "obj_info nothing".into(),
        "element face 4".into(),
        format!("property list {count} {corner} vertex_indices"),
        "property double quality".into(),
        "end_header".into(),
    ];
    let mut numbers: Vec<(&str, f64)> = vec![("short", -7.0), ("short", 300.0)];
    for [x, y, z] in POINTS {
        numbers.extend([("uchar", 200.0), (coordinate, x), (coordinate, y), ("uchar", 2.0)]);
        numbers.extend([("float", 0.5), ("float", 10.0), (coordinate, z)]);
    }
    for face in FACES {
        numbers.push((count, 3.0));
        numbers.extend(face.map(|number| (corner, f64::from(number))));
        numbers.push(("double", 0.1));
    }
    let mut out = Vec::new();
    for line in header {
        out.extend_from_slice(line.as_bytes());
        out.extend_from_slice(end.as_bytes());
    }
    for (place, (kind, value)) in numbers.into_iter().enumerate() {
        match format {
            "ascii" => {
                let blank = if place % 5 == 4 { end } else { " " };
                out.extend_from_slice(format!("{value}{blank}").as_bytes());
            }
            _ => out.extend(bytes_of(kind, value, format.contains("big"))),
        }
    }
    out
}

#[test]
fn an_lf_behind_a_header_whose_lines_end_in_cr_is_data() {
    let header = "ply\rformat binary_little_endian 1.0\relement vertex 3\rproperty uchar x\r\
                  property uchar y\rproperty uchar z\relement face 1\r\
                  property list uchar uchar vertex_indices\rend_header\r";
    let data = [10, 0, 0, 1, 0, 0, 0, 1, 0, 3, 0, 1, 2];
    let found = read("mac.ply", &[header.as_bytes(), &data].concat()).unwrap();
    assert_eq!(found.mesh.vertices, [[10.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    assert!(found.notes.is_empty(), "{:?}", found.notes);
}

#[test]
fn every_encoding_of_ply_gives_the_same_solid() {
    for format in ["ascii", "binary_little_endian", "binary_big_endian"] {
        for coordinate in ["float", "double"] {
            for count in ["char", "uchar", "ushort", "int"] {
                for corner in ["char", "uchar", "short", "ushort", "int", "uint"] {
                    for end in ["\n", "\r\n"] {
                        is_solid("p.ply", &ply(format, coordinate, count, corner, end));
                    }
                }
            }
        }
    }
}

#[test]
fn strips_of_ply_are_wound_in_turn() {
    let text = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n\
                property float z\nelement tristrips 1\nproperty list int int vertex_indices\n\
                end_header\n0 0 0\n1 0 0\n0 2 0\n0 0 3\n10 0 1 2 3 -1 3 1 0 -1 0\n";
    let found = read("p.ply", text.as_bytes()).unwrap();
    assert_eq!(found.mesh.triangles, [[0, 1, 2], [2, 1, 3], [3, 1, 0]]);
}

#[test]
fn what_is_wrong_with_a_ply_is_named() {
    let text = String::from_utf8(ply("ascii", "float", "uchar", "int", "\n")).unwrap();
    let swap = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to).into_bytes()
    };
    let binary = ply("binary_big_endian", "float", "uchar", "int", "\n");
    let cut = binary[..binary.len() - 9].to_vec();
    let more = [&binary[..], b"x"].concat();
    let wrong: [(Vec<u8>, &[&str]); 12] = [
        (swap("float x", "float u"), &["no property `x`"]),
        (swap("float x", "foat x"), &["line 8", "`foat`"]),
        (swap("format ascii 1.0\n", ""), &["no `format`"]),
        (swap("ascii", "text"), &["line 2", "`text`"]),
        (swap("element vertex 4", "element vertex -4"), &["line 6", "`-4`"]),
        (swap("element vertex 4", "element vertex 3"), &["vertex"]),
        (swap("element face 4", "element face 400000000000"), &["face 4 of", "cut off"]),
        (swap("-3.5", "x"), &["vertex 3 of 4", "`x`", "line"]),
        (swap("-3.5", "nan"), &["NaN", "line"]),
        (text.as_bytes()[..200].to_vec(), &["within its header"]),
        (cut, &["face 3 of 4", "cut off"]),
        (b"ply\nformat ascii 1.0\nelement vertex 9999999999\nend_header\n".to_vec(), &["`x`"]),
    ];
    for (bytes, words) in wrong {
        let message = read("p.ply", &bytes).unwrap_err();
        for word in words {
            assert!(message.contains(word), "no word of `{word}` in: {message}");
        }
    }
    assert!(read("p.ply", &more).unwrap().notes[0].to_string().contains("behind the last"));
    let few = swap("3 1 3", "3 1 9");
    assert!(read("p.ply", &few).unwrap_err().contains("vertex 9, and there are 4"));
    let negative = swap("3 1 3", "3 1 -3");
    assert!(read("p.ply", &negative).unwrap_err().contains("names vertex -3"));
    assert!(read("p.stl", &binary).unwrap_err().contains(".ply"));
    let cloud = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n\
                 property float z\nend_header\n0 0 0\n";
    assert!(read("p.ply", cloud.as_bytes()).unwrap_err().contains("but 1 vertices"));
    // Colours that the header does not name: they were read as points.
    let points =
        ["0 0 0", "1 0 0", "0 1 0", "0 0 1"].map(|point| format!("{point} 3 1\n")).concat();
    let header = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n\
                  property float z\nelement face 2\nproperty list uchar int vertex_indices\n\
                  end_header\n";
    let message =
        read("p.ply", format!("{header}{points}3 0 1 2\n3 0 1 3\n").as_bytes()).unwrap_err();
    assert!(message.contains("p.ply: line ") && message.contains("its header"), "{message}");
}

const OFF: &str = "OFF\n# a comment\n4 4 0\n0 0 0\n1 0 0\n0 2 0 # two\n\n0 0 -3.5\n3 0 1 2\n\
                   3 0 3 1 255 0 0\n3 0 2 3\n3 1 3 2\n";

#[test]
fn every_way_to_write_off_gives_the_same_solid() {
    is_solid("p.off", OFF.as_bytes());
    // The count after the keyword without a blank, as in some collections; no keyword; colours.
    for begin in ["OFF 4 4 0", "OFF4 4 0", "4 4 0", "COFF\n4 4", "OFF\r\n4 4 0\r\n"] {
        is_solid("p.off", OFF.replace("OFF\n# a comment\n4 4 0", begin).as_bytes());
    }
    is_solid("p.off", OFF.replace("0 2 0 # two", "0 2 0 0.5 0.5 0.5 1").as_bytes());
}

#[test]
fn what_is_wrong_with_an_off_is_named() {
    let swap = |from: &str, to: &str| {
        assert!(OFF.contains(from), "{from}");
        OFF.replace(from, to)
    };
    let wrong: [(String, &[&str]); 10] = [
        (swap("OFF\n", "4OFF\n"), &["line 1", "`4OFF`"]),
        (swap("OFF\n", "OFF BINARY\n"), &["`BINARY`"]),
        (swap("4 4 0", "4 x 0"), &["line 3", "`x`"]),
        (swap("4 4 0", "4 5 0"), &["cut off"]),
        (swap("4 4 0", "4 3 0"), &["line 12", "behind the last face"]),
        (swap("4 4 0", "4000000000 4 0"), &["cut off"]),
        (swap("0 2 0 #", "0 2 #"), &["line 6", "2 numbers, not 3"]),
        (swap("-3.5", "inf"), &["line 8", "infinite"]),
        (swap("3 0 2 3", "3 0 2"), &["line 11", "2 corners of a face of 3"]),
        (swap("3 0 2 3", "3 0 2 4"), &["line 11", "vertex 4, and there are 4"]),
    ];
    for (text, words) in wrong {
        let message = read("p.off", text.as_bytes()).unwrap_err();
        for word in words {
            assert!(message.contains(word), "no word of `{word}` in: {message}");
        }
    }
    assert!(read("p.obj", OFF.as_bytes()).unwrap_err().contains(".off"));
}

/// The last format counted, and faces of two lists were read twice.
#[test]
fn what_is_there_twice_is_refused() {
    let text = |format: &str, list: &str| {
        format!(
            "ply\nformat ascii 1.0\n{format}element vertex 3\nproperty float x\nproperty float y\n\
             property float z\nelement face 1\nproperty list uchar int vertex_indices\n{list}\
             end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 3 0 1 2\n"
        )
    };
    let read = |text: String| {
        let read = Reading::default().bytes(Path::new("twice.ply"), text.as_bytes());
        read.unwrap_err().to_string()
    };
    let message = read(text("format binary_little_endian 1.0\n", ""));
    assert!(message.contains("line 3: a second `format`"), "{message}");
    let message = read(text("", "property list uchar int vertex_index\n"));
    assert!(message.contains("its `face` has two properties of vertex indices"), "{message}");
}
