//! JSON Lines, on all cores and in their order.
//!
//! One thread reads, all cores work, and what one chunk needs is all that is held: memory is bounded by the chunks in flight
//! and the longest line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use clearance_json::Fault;

/// How much is asked of the input at once: some thousand lines, so that all cores have work.
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
    /// Of a file, or for `-` of standard input.
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

    /// All of it at once.
    pub(crate) fn text(mut self) -> Result<Vec<u8>, Fault> {
        let mut text = Vec::new();
        let read = self.input.read_to_end(&mut text);
        read.map_err(|error| Fault::field(&self.name, error))?;
        without_mark(&mut text);
        Ok(text)
    }

    /// Where paths in the lines start: beside the file, or for standard input where the command runs.
    pub(crate) fn directory(path: &Path) -> PathBuf {
        path.parent().filter(|_| !is_stdin(path)).unwrap_or(Path::new("")).into()
    }

    /// Does the work of every line that is not blank; `take` gets the outcomes with the lines' numbers, in order, as soon as they are there.
    pub(crate) fn for_each<T: Send>(
        self,
        work: impl Fn(usize, &[u8]) -> T + Sync,
        mut take: impl FnMut(Vec<(usize, T)>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Self { name, input, size } = self;
        let progress = progress_bar(size);
        for chunk in read_ahead(input) {
            let chunk = chunk.map_err(|error| Fault::field(&name, error))?;
            let lines: Vec<(usize, &[u8])> = chunk.lines().collect();
            take(lines.par_iter().map(|(number, line)| (*number, work(*number, line))).collect())?;
            progress.inc(chunk.text.len() as u64);
        }
        progress.finish_and_clear();
        Ok(())
    }
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Chunk {
    /// The lines with their numbers, without the blank ones.
    fn lines(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let numbered = (self.first_line..).zip(self.text.split(|byte| *byte == b'\n'));
        numbered.filter(|(_, line)| !line.trim_ascii().is_empty())
    }
}

/// Reads on while the cores are busy.
fn read_ahead(input: Box<dyn Read + Send>) -> Receiver<io::Result<Chunk>> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || {
        let mut input = BufReader::with_capacity(CHUNK, input);
        let mut first_line = 1;
        loop {
            let text = match whole_lines(&mut input, first_line == 1) {
                Ok(text) if text.is_empty() => return,
                Ok(text) => text,
                Err(error) => {
                    // Nobody listens if the output is closed already.
                    let _ = sender.send(Err(error));
                    return;
                }
            };
            let count = text.iter().filter(|byte| **byte == b'\n').count();
            if sender.send(Ok(Chunk { text, first_line })).is_err() {
                return;
            }
            first_line += count;
        }
    });
    receiver
}

/// What is there to read, up to the end of a line. It waits for the first byte and the rest of a line, never for a full chunk.
fn whole_lines(input: &mut BufReader<Box<dyn Read + Send>>, at_start: bool) -> io::Result<Vec<u8>> {
    let available = input.fill_buf()?;
    let count =
        available.iter().rposition(|byte| *byte == b'\n').map_or(available.len(), |i| i + 1);
    let mut text = available.get(..count).unwrap_or_default().to_vec();
    input.consume(count);
    if !text.is_empty() && !text.ends_with(b"\n") {
        input.read_until(b'\n', &mut text)?;
    }
    if at_start {
        without_mark(&mut text);
    }
    Ok(text)
}

/// Some editors begin a file with a byte order mark, which is no part of JSON. Columns stay what they are.
fn without_mark(text: &mut Vec<u8>) {
    if text.starts_with(b"\xef\xbb\xbf") {
        text.splice(..3, *b"   ");
    }
}

/// On standard error, and only where a person watches it and it does not mix with the answers.
fn progress_bar(size: Option<u64>) -> ProgressBar {
    if !io::stderr().is_terminal() || io::stdout().is_terminal() {
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
