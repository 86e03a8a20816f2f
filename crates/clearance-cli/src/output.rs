//! Output in whole lines, also where the disk is full.

use std::fs::File;
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};

use clearance_json::Fault;

use crate::args::OutFile;

/// Standard output or a file.
pub(crate) struct Output {
    name: String,
    writer: Box<dyn Write>,
    /// The same file, where it can be cut.
    file: Option<File>,
    /// How many lines are written.
    lines: usize,
}

impl Output {
    /// Standard output.
    pub(crate) fn stdout() -> Self {
        let name = "standard output".into();
        match own_stdout() {
            // Without the buffer of `Stdout`, which does not tell how much of a text was written.
            Some(file) => Self::of(name, file),
            None => Self { name, writer: Box::new(io::stdout()), file: None, lines: 0 },
        }
    }

    /// A new file, in the place of what is there; `option` is what messages call it.
    pub(crate) fn create(option: &str, path: &OutFile) -> Result<Self, Fault> {
        let name = format!("{option} {}", path.display());
        let file = File::create(&**path).map_err(|error| Fault::field(&name, error))?;
        Ok(Self::of(name, file))
    }

    /// A new file, never in the place of another; `option` is what messages call it.
    pub(crate) fn create_new(option: &str, path: &OutFile) -> Result<Self, Fault> {
        let name = format!("{option} {}", path.display());
        let file = File::create_new(&**path).map_err(|error| Fault::field(&name, error))?;
        Ok(Self::of(name, file))
    }

    fn of(name: String, file: File) -> Self {
        let twin = file.try_clone().ok();
        Self { name, writer: Box::new(file), file: twin, lines: 0 }
    }

    /// Writes whole lines. Where the reader has gone away (`| head`), the program ends quietly.
    pub(crate) fn lines(&mut self, text: &[u8]) -> Result<(), Fault> {
        self.write(text).map_err(|error| {
            crate::stop_if_closed(&error);
            self.fault(&error)
        })
    }

    /// Writes whole lines; where not all can be written, a regular file ends after the last that
    /// could be.
    pub(crate) fn write(&mut self, text: &[u8]) -> io::Result<()> {
        let mut rest = text;
        while !rest.is_empty() {
            match self.writer.write(rest) {
                Ok(0) => return self.stopped(text, rest, ErrorKind::WriteZero.into()),
                Ok(count) => rest = rest.get(count..).unwrap_or_default(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return self.stopped(text, rest, error),
            }
        }
        self.lines += count_lines(text);
        self.writer.flush()
    }

    /// What went wrong, and how much was written before.
    pub(crate) fn fault(&self, error: &io::Error) -> Fault {
        let written = match self.lines {
            0 => "nothing was written".into(),
            1 => "one line was written".into(),
            lines => format!("{lines} whole lines were written"),
        };
        Fault::field(&self.name, format!("{error}; {written}"))
    }

    fn stopped(&mut self, text: &[u8], rest: &[u8], error: io::Error) -> io::Result<()> {
        let written = text.get(..text.len() - rest.len()).unwrap_or_default();
        let whole = written.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
        self.lines += count_lines(written);
        self.cut((written.len() - whole) as u64);
        Err(error)
    }

    /// Takes so many bytes off the end again. What is no regular file, or has more behind, stays as
    /// it is.
    fn cut(&self, count: u64) {
        let Some(mut file) = self.file.as_ref().filter(|_| count > 0) else { return };
        let (Ok(about), Ok(end)) = (file.metadata(), file.stream_position()) else { return };
        if about.is_file() && about.len() == end && count <= end {
            // If this fails too, the error that led here is still said.
            let _ = file.set_len(end - count);
            let _ = file.seek(SeekFrom::Start(end - count));
        }
    }
}

fn count_lines(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'\n').count()
}

/// Standard output as a file. On Windows a console wants its text by way of `Stdout`.
#[cfg(unix)]
pub(crate) fn own_stdout() -> Option<File> {
    use std::os::fd::AsFd;
    io::stdout().as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(unix))]
pub(crate) fn own_stdout() -> Option<File> {
    None
}
