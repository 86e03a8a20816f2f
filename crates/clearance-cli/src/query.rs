//! `clearance query`: JSON Lines in, JSON Lines out, in the same order.

use std::process::ExitCode;

use clearance_json::{Context, Fault, Libraries, answer_line, unanswered_line};

use crate::args::QueryArgs;
use crate::output::Output;
use crate::stream::Lines;
use crate::words::counted;

/// Answers every line; the exit code says whether all could be.
pub(crate) fn run(args: &QueryArgs) -> Result<ExitCode, Fault> {
    let lines = Lines::open(&args.file)?;
    let name = lines.name.clone();
    let context = Context {
        libraries: Libraries::new(&Lines::directory(&args.file), &args.meshes.reading()),
        precision: args.precision,
        effort: args.effort.effort(None),
        certificate: args.certificate,
    };
    let mut out = Output::stdout();
    let mut unanswered = Unanswered::default();
    lines.for_each(
        args.limit.max_line,
        |number, line| match line {
            Ok(line) => answer_line(&context, number, line),
            Err(fault) => (unanswered_line(number, &fault), false),
        },
        |answers| {
            let mut text = Vec::new();
            for (number, (answer, answered)) in &answers {
                text.extend_from_slice(answer);
                unanswered.note(*number, *answered);
            }
            // At once: a program that writes lines one by one needs each answer before the next.
            out.lines(&text)
        },
    )?;
    Ok(unanswered.report(&name))
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
            "{name}: {count} of {} could not be answered, the first is line {first}; \
             the answers say why",
            counted(*total, "line")
        ));
        ExitCode::from(1)
    }
}
