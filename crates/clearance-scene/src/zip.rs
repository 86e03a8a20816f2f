//! A zip archive of small files, stored as they are (PKWARE's APPNOTE 6.3, 4.3).

use std::fmt;

/// More, or larger, files than an archive holds: 65 535 of 4 GiB together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("more than a zip holds, 65535 files of 4 GiB together")
    }
}

impl std::error::Error for Full {}

/// An archive that is being written.
#[derive(Default)]
pub(crate) struct Zip {
    bytes: Vec<u8>,
    /// The list at the end.
    directory: Vec<u8>,
    count: u16,
}

/// 1 January 1980, where the format's dates begin: the same files give the same archive.
const DATE: [u8; 4] = [0, 0, 0x21, 0];

impl Zip {
    /// Adds a file.
    pub(crate) fn add(&mut self, name: &str, content: &[u8]) -> Result<(), Full> {
        let short = |length: usize| u16::try_from(length).map(u16::to_le_bytes).map_err(|_| Full);
        // Version 2.0, names in UTF-8, not compressed.
        let mut about = vec![20, 0, 0, 8, 0, 0];
        about.extend(DATE);
        about.extend(crc(content).to_le_bytes());
        about.extend(long(content.len())?.repeat(2));
        about.extend(short(name.len())?);
        about.extend([0, 0]);
        let begin = long(self.bytes.len())?;
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&about);
        self.bytes.extend(name.bytes());
        self.bytes.extend(content);
        self.directory.extend(b"PK\x01\x02\x14\0");
        self.directory.extend(&about);
        // No comment, the first disk, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(begin);
        self.directory.extend(name.bytes());
        self.count = self.count.checked_add(1).ok_or(Full)?;
        Ok(())
    }

    /// The archive's bytes.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>, Full> {
        let (begin, length) = (long(self.bytes.len())?, long(self.directory.len())?);
        self.bytes.append(&mut self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend(self.count.to_le_bytes().repeat(2));
        self.bytes.extend(length);
        self.bytes.extend(begin);
        self.bytes.extend([0, 0]);
        Ok(self.bytes)
    }
}

fn long(length: usize) -> Result<[u8; 4], Full> {
    u32::try_from(length).map(u32::to_le_bytes).map_err(|_| Full)
}

/// The cyclic redundancy check of ISO 3309, bit by bit.
fn crc(content: &[u8]) -> u32 {
    let bit = |crc: u32| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
    let byte = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), |crc, _| bit(crc));
    !content.iter().fold(!0, byte)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_check_of_the_standard_text() {
        assert_eq!(super::crc(b"123456789"), 0xcbf4_3926);
    }
}
