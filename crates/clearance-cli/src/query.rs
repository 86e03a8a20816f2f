//! `clearance query`: JSON Lines in, JSON Lines out, in the same order.
//!
//! One thread reads, all cores answer, and what one chunk needs is all that is held: memory is bounded by the chunks in flight
//! and the longest line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::answer::Effort;
use crate::args::QueryArgs;
use crate::fault::Fault;
use crate::library::Libraries;
use crate::line::{Context, answer_line};

/// How much is asked of the input at once: some thousand lines, so that all cores have work.
const CHUNK: usize = 1 << 20;
/// How many chunks may wait for the cores.
const WAITING: usize = 2;

/// Whole lines as they came, and how they are numbered.
struct Chunk {
    text: Vec<u8>,
    first_line: usize,
}

/// Answers every line; the exit code says whether all could be.
pub(crate) fn run(args: &QueryArgs) -> Result<ExitCode, Fault> {
    let from_stdin = args.file.as_os_str() == "-";
    let name = if from_stdin { "standard input".into() } else { args.file.display().to_string() };
    let named = |error: io::Error| Fault::field(&name, error);
    let (input, size): (Box<dyn Read + Send>, Option<u64>) = if from_stdin {
        (Box::new(io::stdin()), None)
    } else {
        let file = File::open(&args.file).map_err(named)?;
        let size = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|m| m.len());
        (Box::new(file), size)
    };
    // Paths in lines from standard input start where the command runs.
    let directory = args.file.parent().filter(|_| !from_stdin).unwrap_or(Path::new(""));
    let context = Context {
        libraries: Libraries::new(directory),
        precision: args.precision,
        effort: Effort { cut_off: args.effort.cut_off, max_iterations: args.effort.max_iterations },
    };
    let progress = progress_bar(size);
    let mut out = io::stdout().lock();
    let mut unanswered = Unanswered::default();
    for chunk in read_ahead(input) {
        let chunk = chunk.map_err(named)?;
        let lines: Vec<(usize, &[u8])> = chunk.lines().collect();
        let answers: Vec<(Vec<u8>, bool)> =
            lines.par_iter().map(|(number, line)| answer_line(&context, *number, line)).collect();
        let mut text = Vec::new();
        for ((number, _), (answer, answered)) in lines.iter().zip(&answers) {
            text.extend_from_slice(answer);
            unanswered.note(*number, *answered);
        }
        // Flushed at once: whoever feeds lines one by one waits for each answer.
        if let Err(error) = out.write_all(&text).and_then(|()| out.flush()) {
            crate::stop_if_closed(&error);
            return Err(Fault::field("standard output", error));
        }
        progress.inc(chunk.text.len() as u64);
    }
    progress.finish_and_clear();
    Ok(unanswered.report(&name))
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
    // Some editors begin a file with a byte order mark, which is no part of JSON.
    if at_start && text.starts_with(b"\xef\xbb\xbf") {
        text.splice(..3, *b"   ");
    }
    Ok(text)
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

/// The lines that could not be answered.
#[derive(Default)]
struct Unanswered {
    count: usize,
    total: usize,
    first: Option<usize>,
}

impl Unanswered {
    fn note(&mut self, line: usize, answered: bool) {
        self.total += 1;
        if !answered {
            self.count += 1;
            self.first.get_or_insert(line);
        }
    }

    fn report(&self, name: &str) -> ExitCode {
        let Some(first) = self.first else { return ExitCode::SUCCESS };
        let Self { count, total, .. } = self;
        crate::complain(&format!(
            "{name}: {count} of {total} lines could not be answered, the first is line {first}; \
             the answers say why"
        ));
        ExitCode::from(1)
    }
}
