//! What the grammar of every command has in common.

use clap::{Arg, Command, CommandFactory};

use super::Cli;

/// Options of these values take numbers.
const NUMBERS: [&str; 7] = ["BYTES", "COUNT", "DISTANCE", "FACTOR", "LENGTH", "SHARE", "TIME"];

/// The whole grammar: paragraphs without the line breaks of their source, so that a terminal of any
/// width breaks them itself, and negative numbers taken for values, so that what is wrong with them
/// is said.
pub(crate) fn grammar() -> Command {
    let mut command = Cli::command().mut_args(number);
    let names: Vec<String> =
        command.get_subcommands().map(|own| own.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, |own| {
            let [about, long] = [own.get_about(), own.get_long_about()]
                .map(|text| unfolded(&text.map(ToString::to_string).unwrap_or_default()));
            own.about(about).long_about(long).mut_args(number)
        });
    }
    command
}

fn number(arg: Arg) -> Arg {
    let is_number = arg
        .get_value_names()
        .is_some_and(|names| names.iter().any(|name| NUMBERS.contains(&name.as_str())));
    if is_number { arg.allow_negative_numbers(true) } else { arg }
}

/// Lines of a paragraph in one; tables and examples, which are indented, as they are.
fn unfolded(text: &str) -> String {
    let mut out = String::new();
    let mut may_join = false;
    for line in text.lines() {
        let is_prose = !line.is_empty() && !line.starts_with(' ');
        if !out.is_empty() {
            out += if is_prose && may_join { " " } else { "\n" };
        }
        out += line;
        may_join = is_prose;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::unfolded;

    #[test]
    fn paragraphs_are_one_line_and_tables_stay() {
        let folded = "One\ntwo.\n\nA table:\n\n  a  b\n     c\n  d  e\n\nThree\nfour.";
        let flat = "One two.\n\nA table:\n\n  a  b\n     c\n  d  e\n\nThree four.";
        assert_eq!(unfolded(folded), flat);
    }
}
