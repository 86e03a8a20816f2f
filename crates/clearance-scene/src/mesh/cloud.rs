//! Point clouds from files: XYZ, PCD, and PLY without faces.

use std::path::Path;

use super::words::{Words, number, printable, without_mark};
use super::{MeshError, Reading, Source, foreign, pcd, ply};

/// The points of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cloud {
    /// The points, in the file's own unit, which formats of clouds do not name.
    pub points: Vec<[f64; 3]>,
    /// How many were left out, as a coordinate is NaN or infinite: so sensors write what they did
    /// not see.
    pub left_out: usize,
    /// What the points alone do not show.
    pub notes: Vec<String>,
}

impl Cloud {
    /// The extensions of the formats that hold points, lower case. A PLY may hold a mesh instead.
    pub const EXTENSIONS: [&str; 3] = ["xyz", "pcd", "ply"];

    fn of(points: impl Iterator<Item = [f64; 3]>, notes: Vec<String>) -> Self {
        let mut left_out = 0;
        let points = points.filter(|point| {
            let is_finite = point.iter().all(|x| x.is_finite());
            left_out += usize::from(!is_finite);
            is_finite
        });
        let points = points.collect();
        Self { points, left_out, notes }
    }
}

impl Reading {
    /// The point cloud in a file: text of three numbers a line (`xyz`; what follows them in a line
    /// is not read), a `pcd`, or a `ply` without faces. `None` where the file holds a mesh, or is
    /// of another format.
    ///
    /// # Errors
    /// See [`MeshError`]: each names the file; also where no point is left.
    pub fn cloud(&self, path: &Path) -> Result<Option<Cloud>, MeshError> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        if !Cloud::EXTENSIONS.contains(&&*extension) {
            return Ok(None);
        }
        let bytes = self.bytes_of(path)?;
        self.cloud_in(path, &extension, &bytes)
    }

    fn cloud_in(
        &self,
        path: &Path,
        extension: &str,
        bytes: &[u8],
    ) -> Result<Option<Cloud>, MeshError> {
        let source = Source { path, extension, reading: self };
        if let Some(what) = foreign::found(bytes, extension) {
            return Err(source.format(None, what));
        }
        let cloud = match extension {
            "ply" => {
                let content = ply::read(bytes, &source)?;
                if !content.mesh.triangles.is_empty() {
                    return Ok(None);
                }
                let notes = content.notes.iter().map(ToString::to_string).collect();
                Cloud::of(content.mesh.vertices.into_iter(), notes)
            }
            "pcd" => {
                let read = pcd::read(bytes).map_err(|(line, why)| source.format(line, why))?;
                Cloud::of(read.points.into_iter(), read.notes)
            }
            _ => {
                let points = xyz(bytes).map_err(|(line, why)| source.format(Some(line), why))?;
                Cloud::of(points.into_iter(), Vec::new())
            }
        };
        if cloud.points.is_empty() {
            let why = match cloud.left_out {
                0 => "there is no point in it".to_owned(),
                some => format!("there is no point in it but {some} with a NaN or infinity"),
            };
            return Err(source.format(None, why));
        }
        Ok(Some(cloud))
    }
}

/// Three numbers a line, parted by blanks or by commas; a first line may name them, and lines that
/// begin with `#` or `//` are comments.
fn xyz(bytes: &[u8]) -> Result<Vec<[f64; 3]>, (usize, String)> {
    let mut words = Words::of_stl(without_mark(bytes));
    let mut points = Vec::new();
    let mut is_first = true;
    loop {
        let line = words.line;
        let text = words.rest_of_line();
        if !is_left_out(text) {
            let fields = fields(text).map_err(|why| (line, why))?;
            let is_header = is_first && is_header(&fields);
            is_first = false;
            if !is_header {
                points.push(point(&fields).map_err(|why| (line, why))?);
            }
        }
        if !words.next_line() {
            return Ok(points);
        }
    }
}

fn is_left_out(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    text.is_empty() || text.starts_with(b"#") || text.starts_with(b"//")
}

/// The first three fields of a line. Where commas part them, blanks do not: `1,5 2,5` would be read
/// either way.
fn fields(line: &[u8]) -> Result<Vec<&[u8]>, String> {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace();
    if !line.contains(&b',') {
        let words = line.split(is_blank).filter(|word| !word.is_empty());
        return Ok(words.take(3).collect());
    }
    let all: Vec<&[u8]> = line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii).collect();
    if all.iter().any(|field| field.iter().any(is_blank)) {
        return Err("both commas and blanks part its numbers; write a point for the decimal \
                    comma, and one of the two between numbers"
            .into());
    }
    Ok(all.into_iter().take(3).collect())
}

fn is_header(fields: &[&[u8]]) -> bool {
    let names = [b"x", b"y", b"z"];
    let bare = |field: &[u8]| field.trim_ascii().trim_ascii_end().to_ascii_lowercase();
    fields.len() == 3 && fields.iter().zip(names).all(|(field, name)| bare(field) == name)
}

fn point(fields: &[&[u8]]) -> Result<[f64; 3], String> {
    let [x, y, z] = fields else {
        let shown = fields.iter().map(|field| printable(field)).collect::<Vec<_>>().join(" ");
        return Err(format!("`{shown}` are not three numbers"));
    };
    Ok([number(x)?, number(y)?, number(z)?])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read(name: &str, bytes: &[u8]) -> Result<Option<Cloud>, String> {
        let extension = name.rsplit('.').next().unwrap();
        Reading::default().cloud_in(name.as_ref(), extension, bytes).map_err(|e| e.to_string())
    }

    #[test]
    fn points_are_read_from_text() {
        let points = [[1.0, 2.0, 3.0], [-4.0, 0.5, 6.0]];
        for text in [
            "1 2 3\n-4 0.5 6\n",
            "# seen\n1\t2  3 255 0 0\r\n\r\n-4 0.5 6 255 0 0",
            "x,y,z,i\n1, 2, 3, 9\n-4,0.5,6,9\n",
            "// a\nX Y Z\n1 2 3\n-4 5e-1 6\n",
        ] {
            let cloud = read("a.xyz", text.as_bytes()).unwrap().unwrap();
            assert_eq!((&cloud.points[..], cloud.left_out), (&points[..], 0), "{text}");
        }
        let cloud = read("a.xyz", b"nan nan nan\n1 2 3\n0 inf 0\n").unwrap().unwrap();
        assert_eq!((cloud.points.len(), cloud.left_out), (1, 2));
    }

    #[test]
    fn what_is_no_cloud_is_an_error() {
        for (text, said) in [
            ("", "empty"),
            ("# nothing\n", "no point"),
            ("nan nan nan\n", "but 1 with a NaN"),
            ("1 2\n", "line 1: `1 2` are not three"),
            ("1 2 3\n1,5 2,5 3,5\n", "line 2: both commas and blanks"),
            ("1 2 3\nx y z\n", "line 2: `x` is no number"),
            ("ply\nformat ascii 1.0\n", "a file in PLY"),
        ] {
            let why = read("a.xyz", text.as_bytes()).unwrap_err();
            assert!(why.contains(said), "{text}: {why}");
        }
    }

    #[test]
    fn a_ply_with_faces_is_no_cloud() {
        let head = "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\n\
                    property double y\nproperty double z\n";
        let points = "0 0 0\n1 0 0\n0 0.1 0\n";
        let cloud = read("a.ply", format!("{head}end_header\n{points}").as_bytes());
        assert_eq!(cloud.unwrap().unwrap().points.last(), Some(&[0.0, 0.1, 0.0]));
        let face = "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
        let mesh = read("a.ply", format!("{head}{face}{points}3 0 1 2\n").as_bytes());
        assert_eq!(mesh, Ok(None));
    }
}
