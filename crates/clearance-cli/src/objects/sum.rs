//! The sum of a file's bytes, which ties what was proved of a file to its content. It is no proof
//! against those who want two files to have one sum.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A sum of bytes, as 16 hexadecimal digits: FNV-1a in 64 bits (Fowler, Noll, Vo 1991).
///
/// # Errors
/// Where the file cannot be read.
pub(crate) fn sum(path: &Path) -> io::Result<String> {
    let (mut file, mut buffer) = (File::open(path)?, vec![0; 1 << 16]);
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    loop {
        let count = file.read(&mut buffer)?;
        for byte in buffer.iter().take(count) {
            sum = (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        if count == 0 {
            return Ok(format!("{sum:016x}"));
        }
    }
}
