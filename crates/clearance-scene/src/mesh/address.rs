//! Where a mesh is: a file, and the name of an object in it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::extension;

/// A mesh file and, where one is named, its object, as `part.obj#lid`.
///
/// The name begins at the first `#` after the extension of a format that this crate reads. So a `#`
/// in a folder's name or before the extension is part of the path.
///
/// ```
/// use clearance_scene::mesh::Address;
///
/// let address = Address::of("shelf#2/box.obj#lid#left");
/// assert_eq!(address.path.to_str(), Some("shelf#2/box.obj"));
/// assert_eq!(address.object.as_deref(), Some("lid#left"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// The file.
    pub path: PathBuf,
    /// The object in it; `None` means all.
    pub object: Option<String>,
}

impl Address {
    /// Splits a path, as [`text_of`] gives it, from an object's name.
    pub fn of(text: &str) -> Self {
        let parted = text.match_indices('#').find_map(|(at, _)| {
            let (path, name) = text.split_at(at);
            let known = extension(Path::new(path)).is_ok();
            let object = name.strip_prefix('#').map(str::to_owned);
            known.then(|| Self { path: path_of(path), object })
        });
        parted.unwrap_or_else(|| Self { path: path_of(text), object: None })
    }
}

/// The first of 128 private-use characters that stand for the bytes 128 to 255 where these are not
/// valid UTF-8.
const STAND_INS: u32 = 0x10_FF00;

/// A path as text, without loss where the system's paths are bytes: each byte that is not UTF-8
/// becomes a character of its own, which [`path_of`] turns back. So JSON can name any file.
pub fn text_of(path: &OsStr) -> String {
    let mut text = String::new();
    let stand_in = |byte: &u8| char::from_u32(STAND_INS + u32::from(byte & 0x7f));
    for chunk in path.as_encoded_bytes().utf8_chunks() {
        for letter in chunk.valid().chars() {
            // The stand-in characters themselves are spelled byte by byte.
            if (STAND_INS..=STAND_INS + 0x7f).contains(&u32::from(letter)) {
                text.extend(letter.encode_utf8(&mut [0; 4]).bytes().filter_map(|b| stand_in(&b)));
            } else {
                text.push(letter);
            }
        }
        text.extend(chunk.invalid().iter().filter_map(stand_in));
    }
    text
}

/// The path that [`text_of`] turned into text.
pub fn path_of(text: &str) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt as _;
        let mut bytes = Vec::with_capacity(text.len());
        for letter in text.chars() {
            match u32::from(letter).checked_sub(STAND_INS).and_then(|low| u8::try_from(low).ok()) {
                Some(low @ 0..=0x7f) => bytes.push(low | 0x80),
                _ => bytes.extend(letter.encode_utf8(&mut [0; 4]).bytes()),
            }
        }
        std::ffi::OsString::from_vec(bytes).into()
    }
    #[cfg(not(unix))]
    PathBuf::from(text)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::ffi::OsStrExt as _;

    use super::*;

    #[test]
    fn paths_of_any_bytes_come_back() {
        let all: Vec<u8> = (1..=255).collect();
        for bytes in [&all[..], b"Geh\xe4use/\xff\xfe.stl", "Gehäuse\u{10ff64}.stl".as_bytes(), b""]
        {
            let path = OsStr::from_bytes(bytes);
            assert_eq!(path_of(&text_of(path)), Path::new(path));
        }
        assert_eq!(text_of(OsStr::new("Gehäuse.stl")), "Gehäuse.stl");
        let address = Address::of(&text_of(OsStr::from_bytes(b"\xe4.obj#lid")));
        assert_eq!(address.path, Path::new(OsStr::from_bytes(b"\xe4.obj")));
    }
}
