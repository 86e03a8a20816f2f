//! JSON Lines, on all cores and in their order.
//!
//! One thread reads, all cores work, and what one chunk needs is all that is held: memory is
//! bounded by the chunks in flight and the longest line that is read. A longer one is refused as
//! soon as it is too long, and its rest is passed over unread, so that not even a line without end
//! takes more.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use clearance_json::Fault;

/// How much of the input is read at once: some thousand lines, so that all cores have work.
const CHUNK: usize = 1 << 20;
/// How many chunks may wait for the cores.
const WAITING: usize = 2;

/// A file of lines, or standard input.
pub(crate) struct Lines {
    /// What messages call it.
    pub(crate) name: String,
    input: Box<dyn Read + Send>,
    size: Option<u64>,
}

/// Whole lines as they came, and how they are numbered.
struct Chunk {
    text: Vec<u8>,
    first_line: usize,
}

impl Lines {
    /// Lines of a file, or for `-` of standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, Fault> {
        if is_stdin(path) {
            return Ok(Self {
                name: "standard input".into(),
                input: Box::new(io::stdin()),
                size: None,
            });
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Fault::field(&name, error))?;
        let size = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|m| m.len());
        Ok(Self { name, input: Box::new(file), size })
    }

    /// All of it at once, up to so many bytes.
    pub(crate) fn text(self, most: usize) -> Result<Vec<u8>, Fault> {
        let mut text = Vec::new();
        let read = self.input.take(most as u64 + 1).read_to_end(&mut text);
        read.map_err(|error| Fault::field(&self.name, error))?;
        if text.len() > most {
            let message = format!("is longer than {most} bytes; --max-line allows more");
            return Err(Fault::field(&self.name, message));
        }
        without_mark(&mut text);
        Ok(text)
    }

    /// One line, counted from 1.
    pub(crate) fn line(self, wanted: usize, most: usize) -> Result<Vec<u8>, Fault> {
        let Self { name, input, .. } = self;
        let mut last = 0;
        for chunk in read_ahead(input, most) {
            let chunk = chunk.map_err(|error| Fault::field(&name, error))?;
            if let Some((_, line)) = chunk.lines(most).find(|(number, _)| *number == wanted) {
                let line = line.map_err(|fault| Fault::new(format!("{name}:{wanted}: {fault}")))?;
                return Ok(line.to_vec());
            }
            last = chunk.last_line();
        }
        let message = format!("has no pair in line {wanted}; it has {last} lines");
        Err(Fault::field(&name, message))
    }

    /// Where paths in the lines start: beside the file, or for standard input where the command
    /// runs.
    pub(crate) fn directory(path: &Path) -> PathBuf {
        path.parent().filter(|_| !is_stdin(path)).unwrap_or(Path::new("")).into()
    }

    /// Does the work of every line that is not blank, or of the fault where it is longer than
    /// `most` bytes; `take` gets the outcomes with the lines' numbers, in order, as soon as they
    /// are there.
    pub(crate) fn for_each<T: Send>(
        self,
        most: usize,
        work: impl Fn(usize, Result<&[u8], Fault>) -> T + Sync,
        mut take: impl FnMut(Vec<(usize, T)>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Self { name, input, size } = self;
        let progress = progress_bar(size);
        for chunk in read_ahead(input, most) {
            let chunk = chunk.map_err(|error| Fault::field(&name, error))?;
            let lines: Vec<(usize, Result<&[u8], Fault>)> = chunk.lines(most).collect();
            let lines = lines.into_par_iter();
            take(lines.map(|(number, line)| (number, work(number, line))).collect())?;
            progress.inc(chunk.text.len() as u64);
        }
        progress.finish_and_clear();
        Ok(())
    }
}

/// The text of a file without its byte-order mark, up to so many bytes. A device or a pipe says no
/// length before it is read.
pub(crate) fn text_of(path: &Path, most: usize) -> Result<String, String> {
    let mut text = String::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(most as u64 + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
    if text.len() > most {
        return Err(format!("longer than {most} bytes; --max-file-bytes allows more"));
    }
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Chunk {
    /// The lines with their numbers, without the blank ones. One that was passed over is here with
    /// its beginning.
    fn lines(&self, most: usize) -> impl Iterator<Item = (usize, Result<&[u8], Fault>)> {
        let numbered = (self.first_line..).zip(self.text.split(|byte| *byte == b'\n'));
        numbered.filter_map(move |(number, line)| {
            if line.len() > most {
                let message = format!("is longer than {most} bytes; --max-line allows more");
                return Some((number, Err(Fault::new(message))));
            }
            (!line.trim_ascii().is_empty()).then_some((number, Ok(line)))
        })
    }

    /// The number of its last line.
    fn last_line(&self) -> usize {
        let text = self.text.strip_suffix(b"\n").unwrap_or(&self.text);
        self.first_line + text.iter().filter(|byte| **byte == b'\n').count()
    }
}

/// Reads on while the cores are busy.
fn read_ahead(input: Box<dyn Read + Send>, most: usize) -> Receiver<io::Result<Chunk>> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || {
        let mut input = BufReader::with_capacity(CHUNK, input);
        let mut first_line = 1;
        loop {
            let text = match whole_lines(&mut input, first_line == 1, most) {
                Ok(text) if text.is_empty() => return,
                Ok(text) => text,
                Err(error) => {
                    // Nobody listens if the output is closed already.
                    let _ = sender.send(Err(error));
                    return;
                }
            };
            let is_whole = text.ends_with(b"\n");
            let chunk = Chunk { text, first_line };
            first_line = chunk.last_line() + 1;
            if sender.send(Ok(chunk)).is_err() {
                return;
            }
            // After the line is refused: its end may never come.
            if !is_whole && let Err(error) = pass_over(&mut input) {
                let _ = sender.send(Err(error));
                return;
            }
        }
    });
    receiver
}

/// What is there to read, up to the end of a line, or of a line longer than `most` more than that.
/// Blocks until the first byte and the rest of its line are there, never for a full chunk.
fn whole_lines(
    input: &mut BufReader<Box<dyn Read + Send>>,
    at_start: bool,
    most: usize,
) -> io::Result<Vec<u8>> {
    let available = input.fill_buf()?;
    let count =
        available.iter().rposition(|byte| *byte == b'\n').map_or(available.len(), |i| i + 1);
    let mut text = available.get(..count).unwrap_or_default().to_vec();
    input.consume(count);
    // Without an end it is the beginning of one line.
    while !text.is_empty() && !text.ends_with(b"\n") && text.len() <= most {
        let available = input.fill_buf()?;
        if available.is_empty() {
            break;
        }
        let count = end_of_line(available).unwrap_or(available.len());
        text.extend_from_slice(available.get(..count).unwrap_or_default());
        input.consume(count);
    }
    if at_start {
        without_mark(&mut text);
    }
    Ok(text)
}

/// Skips what is left of a line.
///
/// # Errors
/// Also if its end does not come soon: a device may have none.
fn pass_over(input: &mut BufReader<Box<dyn Read + Send>>) -> io::Result<()> {
    /// Bytes; a second or two.
    const SOON: usize = 1 << 32;
    let mut passed = 0_usize;
    loop {
        let available = input.fill_buf()?;
        if available.is_empty() {
            return Ok(());
        }
        let end = end_of_line(available);
        let count = end.unwrap_or(available.len());
        input.consume(count);
        passed = passed.saturating_add(count);
        if end.is_some() {
            return Ok(());
        }
        if passed > SOON {
            let message = "a line does not end within 4 GiB; nothing behind it is read";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
    }
}

/// Where the next line begins.
fn end_of_line(text: &[u8]) -> Option<usize> {
    text.iter().position(|byte| *byte == b'\n').map(|place| place + 1)
}

/// Some editors begin a file with a byte order mark, which is no part of JSON. Columns stay what
/// they are.
fn without_mark(text: &mut Vec<u8>) {
    if text.starts_with(b"\xef\xbb\xbf") {
        text.splice(..3, *b"   ");
    }
}

/// On standard error, and only where a person watches it and it does not mix with the answers.
fn progress_bar(size: Option<u64>) -> ProgressBar {
    if crate::is_quiet() || !io::stderr().is_terminal() || io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match size {
        Some(size) => (
            ProgressBar::new(size),
            "{wide_bar} {percent} %  {bytes}/{total_bytes}  {bytes_per_sec}, {eta} left",
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {bytes}  {bytes_per_sec}"),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
