//! Recognises files whose content does not match their extension.

use super::words::without_mark;

/// How files of other formats begin, what they are, and what to do with them.
const BEGINNINGS: &[(&[u8], &str)] = &[
    (b"version https://git-lfs", "a Git LFS pointer, not the mesh: fetch it with `git lfs pull`"),
    (b"\x1f\x8b", "compressed by gzip: unpack it with `gunzip`"),
    (b"PK\x03\x04", "a ZIP archive (or a 3MF): unpack it, or export as STL, OBJ or glTF"),
    (b"BZh", "compressed by bzip2: unpack it with `bunzip2`"),
    (b"\xfd7zXZ\0", "compressed by xz: unpack it with `unxz`"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd: unpack it with `unzstd`"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive: unpack it"),
    (b"\xff\xfe", "text in UTF-16: save it as UTF-8"),
    (b"\xfe\xff", "text in UTF-16: save it as UTF-8"),
    (b"glTF", "a binary glTF: name it `.glb`"),
    (b"Kaydara FBX", "an FBX, which is not read: export as STL, OBJ or glTF"),
    (b"; FBX", "an FBX, which is not read: export as STL, OBJ or glTF"),
    (b"ISO-10303-21", "a STEP model, which has no triangles: export as STL, OBJ or glTF"),
    (b"BLENDER", "a Blender file: export as STL, OBJ or glTF"),
    (b"#VRML", "a VRML, which is not read: export as STL, OBJ or glTF"),
    (b"#usda", "a USD, which is not read: export as STL, OBJ or glTF"),
    (b"PXR-USDC", "a USD, which is not read: export as STL, OBJ or glTF"),
    (b"DRACO", "compressed by Draco: export without compression"),
    (b"%PDF", "a PDF document: export the model as STL, OBJ or glTF"),
];

/// Other formats by extension, for files that are not opened.
const EXTENSIONS: &[(&[&str], &str)] = &[
    (&["dae"], "COLLADA is not read here"),
    (&["3mf", "amf", "fbx", "3ds", "wrl", "x3d", "usd", "usda", "usdc", "usdz"], "it is not read"),
    (&["blend", "max", "ma", "mb", "c4d", "skp"], "it is a project, not a mesh"),
    (
        &["step", "stp", "iges", "igs", "brep", "x_t", "sldprt", "ipt", "fcstd"],
        "it has no triangles",
    ),
    (&["gz", "zip", "bz2", "xz", "zst", "7z"], "unpack it first"),
];

/// The advice for a file whose extension belongs to another format.
pub(super) fn by_extension(extension: &str) -> Option<&'static str> {
    EXTENSIONS.iter().find(|(known, _)| known.contains(&extension)).map(|(_, what)| *what)
}

/// Whether the extension is that of a mesh or model format, but not one that is read.
pub fn is_model(extension: &str) -> bool {
    by_extension(extension).is_some()
}

/// What a file is, if that is certain and not a format called `expected`.
pub(super) fn found(bytes: &[u8], expected: &str) -> Option<String> {
    if bytes.is_empty() {
        return Some("the file is empty (0 bytes): it was not written, or not fetched".into());
    }
    let is = |what: &str| Some(format!("this is {what}"));
    if let Some((_, what)) = BEGINNINGS.iter().find(|(start, _)| bytes.starts_with(start)) {
        return is(what);
    }
    let named = [(&b"ply\n"[..], "ply"), (b"ply\r", "ply"), (b"OFF", "off")];
    let other = named.iter().find(|(start, _)| bytes.starts_with(start));
    if let Some((_, extension)) = other.filter(|(_, extension)| *extension != expected) {
        let name = extension.to_ascii_uppercase();
        return is(&format!("a file in {name}: name it `.{extension}`"));
    }
    let text = without_mark(bytes).trim_ascii_start();
    let start = text.get(..text.len().min(512)).unwrap_or_default().to_ascii_lowercase();
    let has = |word: &[u8]| start.windows(word.len()).any(|window| window == word);
    if start.starts_with(b"<!doctype html") || start.starts_with(b"<html") {
        return is(
            "an HTML page, not a mesh: fetch the file itself (of a repository its raw form)",
        );
    }
    if start.starts_with(b"<") && has(b"<collada") {
        return match (cfg!(feature = "robot"), expected) {
            (true, "dae") => None,
            (true, _) => is("a COLLADA: name it `.dae`"),
            (false, _) => is("a COLLADA, which is not read here: export as STL, OBJ or glTF"),
        };
    }
    // Comments may be long.
    if expected != "dae" && start.starts_with(b"<") {
        return is("XML, which no mesh format read here is: export as STL, OBJ or glTF");
    }
    if expected != "gltf" && start.starts_with(b"{") && has(b"\"asset\"") {
        return is("a glTF: name it `.gltf`");
    }
    if expected != "stl" && start.starts_with(b"solid") && has(b"facet") {
        return is("a text STL: name it `.stl`");
    }
    if expected != "obj" && is_obj(&start) {
        return is("an OBJ: name it `.obj`");
    }
    None
}

/// Whether some line begins as an OBJ's do, and none looks binary.
fn is_obj(start: &[u8]) -> bool {
    let mut lines = start.split(|byte| matches!(byte, b'\n' | b'\r'));
    !start.contains(&0)
        && lines.any(|line| {
            let mut words = line.split(|byte| matches!(byte, b' ' | b'\t'));
            words.next() == Some(b"v")
                && words.filter(|w| !w.is_empty()).take(3).all(|w| super::words::number(w).is_ok())
        })
}
