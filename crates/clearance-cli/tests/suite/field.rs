//! `clearance field` on a wall with a door and a window, which is a union of boxes.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::common::{run, scratch, stderr, stdout};
use serde_json::Value;

const WALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/building/wall.obj");

/// The boxes that the wall is made of: along x and z, 0.2 thick.
const BOXES: [[f64; 4]; 6] = [
    [0.0, 1.0, 0.0, 2.6],
    [1.0, 2.0, 2.1, 2.6],
    [2.0, 3.5, 0.0, 2.6],
    [3.5, 4.7, 0.0, 0.9],
    [3.5, 4.7, 2.1, 2.6],
    [4.7, 6.0, 0.0, 2.6],
];

/// How far a point outside is from the wall, or whether it is inside.
fn truth([x, y, z]: [f64; 3]) -> f64 {
    let beyond = |at: f64, low: f64, high: f64| (low - at).max(at - high).max(0.0);
    let of = |[left, right, low, high]: [f64; 4]| {
        beyond(x, left, right).hypot(beyond(y, 0.0, 0.2)).hypot(beyond(z, low, high))
    };
    BOXES.into_iter().map(of).fold(f64::INFINITY, f64::min)
}

/// The numbers of a file of NumPy, and how many along each axis.
fn read(bytes: &[u8]) -> ([usize; 3], Vec<f64>) {
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!((10 + length) % 64, 0);
    let text = std::str::from_utf8(&bytes[10..10 + length]).unwrap();
    assert!(text.starts_with("{'descr': '<f8', 'fortran_order': True") && text.ends_with('\n'));
    let shape = text.split_once("'shape': (").unwrap().1.split_once(')').unwrap().0;
    let shape: Vec<usize> = shape.split(", ").map(|n| n.parse().unwrap()).collect();
    (shape.try_into().unwrap(), numbers(&bytes[10 + length..]))
}

fn numbers(bytes: &[u8]) -> Vec<f64> {
    let each = bytes.chunks_exact(8).map(|eight| f64::from_le_bytes(eight.try_into().unwrap()));
    each.collect()
}

#[test]
fn distances_are_those_of_the_boxes() {
    let folder = scratch("field");
    let (npy, vti) = (folder.join("wall.npy"), folder.join("wall.vti"));
    let ask = |out: &std::path::Path, more: &[&str]| {
        let words = [&["field", WALL, "--spacing", "0.15", "--margin", "0.4"], more].concat();
        let output = run(&[&words[..], &["--out", out.to_str().unwrap()]].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let text = ask(&npy, &[]);
    let told: Value = serde_json::from_str(&ask(&vti, &["--json"])).unwrap();
    let (shape, distances) = read(&std::fs::read(&npy).unwrap());
    let counts = told["nodes"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize);
    assert_eq!(counts.collect::<Vec<_>>(), shape);
    // 6.8, 1 and 3.4 by steps of 0.15, and both ends.
    assert_eq!(shape, [47, 8, 24]);
    assert!(text.contains("47 × 8 × 24 nodes, 0.15 apart, from (-0.4, -0.4, -0.4)"), "{text}");
    assert_eq!(distances.len(), 47 * 8 * 24);
    let gap = told["gap"].as_f64().unwrap();
    assert!(gap < 1e-12);
    let (mut inside, mut outside) = (0, 0);
    for (place, distance) in distances.iter().enumerate() {
        let cell = [place % 47, place / 47 % 8, place / (47 * 8)];
        let at = cell.map(|i| i as f64 * 0.15 - 0.4);
        let truth = truth(at);
        if truth > 0.0 {
            assert!((distance - truth).abs() <= gap + 1e-14, "{at:?}: {distance}, {truth}");
            outside += 1;
        } else {
            // No deeper than it is from either side.
            let deepest = at[1].min(0.2 - at[1]);
            assert!(*distance <= 0.0 && -distance <= deepest + gap + 1e-14, "{at:?}: {distance}");
            inside += 1;
        }
    }
    assert!(
        inside > 100
            && text.contains(&format!("{inside} inside or on the surface\n{outside} outside\n")),
        "{text}"
    );
    assert_eq!((told["inside"].as_u64(), told["open"].as_u64()), (Some(inside), Some(0)));
    // The same numbers for VTK, after its text.
    let bytes = std::fs::read(&vti).unwrap();
    let start = bytes.windows(2).position(|two| two == b"\n_").unwrap() + 2;
    let header = String::from_utf8(bytes[..start].to_vec()).unwrap();
    assert!(header.contains("WholeExtent=\"0 46 0 7 0 23\" Origin=\"-0.4 -0.4 -0.4\""), "{header}");
    let (size, body) = (8 * distances.len(), &bytes[start..]);
    assert_eq!(body[..8], (size as u64).to_le_bytes());
    assert_eq!(numbers(&body[8..8 + size]), distances);
    assert!(header.contains(&format!("Name=\"gap\" format=\"appended\" offset=\"{}\"", 8 + size)));
    let gaps = numbers(&body[16 + size..16 + 2 * size]);
    assert_eq!(gaps.into_iter().fold(0.0, f64::max), gap);
    let sides = &body[24 + 2 * size..24 + 2 * size + distances.len()];
    assert_eq!(sides.iter().filter(|side| **side == 255).count() as u64, inside);
    assert!(body.ends_with(b"\n</AppendedData>\n</VTKFile>\n"));
}

/// What has no inside has no sign, and a request that cannot be met is an error.
#[test]
fn open_surfaces_and_slips_are_told() {
    let folder = scratch("field-open");
    let (sheet, out) = (folder.join("sheet.obj"), folder.join("sheet.npy"));
    std::fs::write(&sheet, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let (sheet, out) = (sheet.to_str().unwrap(), out.to_str().unwrap());
    let ask = |more: &[&str]| run(&[&["field", sheet, "--out", out], more].concat(), "");
    let given = ["--box", "0,0,-1;1,1,1", "--spacing", "0.5", "--by", "triangles"];
    let output = ask(&given);
    let text = stdout(&output);
    assert!(
        text.contains("6 inside or on the surface\n39 of an open surface, whose distance has no"),
        "{text}"
    );
    let (shape, distances) = read(&std::fs::read(out).unwrap());
    assert_eq!(shape, [3, 3, 5]);
    assert!(distances.iter().all(|distance| *distance >= 0.0));
    assert_eq!((distances[0], distances[9], distances[18]), (1.0, 0.5, 0.0));
    let errors: [(&[&str], &str); 3] = [
        (&["--most", "100", "--cells", "9"], "nodes are more than --most 100"),
        (&["--margin", "0", "--spacing", "0"], "has no size"),
        (&["--box", "1,0,0;0,1,1"], "lowest"),
    ];
    for (more, message) in errors {
        let output = ask(more);
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    let output = run(&["field", sheet, "--out", sheet], "");
    assert!(stderr(&output).contains("would overwrite the input"), "{}", stderr(&output));
    let output = run(&["field", sheet, "--out", "sheet.txt"], "");
    assert!(stderr(&output).contains(".npy, or VTK, .vti"), "{}", stderr(&output));
}
