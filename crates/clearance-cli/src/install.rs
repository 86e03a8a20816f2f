//! What a package installs beside the program: completions and manual pages, from the grammar.

use std::fs;
use std::io;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::Command;
use clap_mangen::Man;
use clearance_json::Fault;
use clearance_scene::mesh::EXTENSIONS;

use crate::args::{CompletionsArgs, ManArgs, grammar};
use crate::print;

/// The version, and what this program was built with.
pub(crate) fn version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let has_page = crate::view::has_page();
        let page = if has_page { "built in" } else { "not built in; see web/README.md" };
        let vhacd = if cfg!(feature = "vhacd") { "built in" } else { "not built in" };
        format!(
            "{}\nmesh files: {}\npage (`clearance view`): {page}\n\
             V-HACD (`clearance decompose --with vhacd`): {vhacd}\nbuilt for: {} {}",
            env!("CARGO_PKG_VERSION"),
            EXTENSIONS.join(" "),
            std::env::consts::ARCH,
            std::env::consts::OS,
        )
    });
    &TEXT
}

pub(crate) fn completions(args: &CompletionsArgs) -> Result<ExitCode, Fault> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut grammar(), "clearance", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(args: &ManArgs) -> Result<ExitCode, Fault> {
    let failed = |error| Fault::field(&args.directory.display().to_string(), error);
    fs::create_dir_all(&args.directory).map_err(failed)?;
    let mut all = grammar().disable_help_subcommand(true);
    all.build();
    for command in [&all].into_iter().chain(all.get_subcommands()) {
        let page = Man::new(command.clone());
        let file = args.directory.join(page.get_filename());
        manual(&page, command).and_then(|text| fs::write(file, text)).map_err(failed)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A manual page: its tables are not filled, and its synopsis shows what options take.
fn manual(page: &Man, command: &Command) -> io::Result<String> {
    let mut bytes = Vec::new();
    page.render(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let (mut out, mut is_table, mut section) = (String::new(), false, "");
    for line in text.lines() {
        section = line.strip_prefix(".SH ").unwrap_or(section);
        if is_table != line.starts_with("  ") {
            is_table = !is_table;
            out += if is_table { ".nf\n.in 4n\n" } else { ".in\n.fi\n" };
        }
        let is_synopsis = section == "SYNOPSIS" && !line.starts_with('.');
        out += &if is_synopsis { synopsis(line, command) } else { line.to_owned() };
        out.push('\n');
    }
    Ok(out)
}

/// The line with a value behind each option that takes one.
fn synopsis(line: &str, command: &Command) -> String {
    let mut line = line.to_owned();
    for option in command.get_opts() {
        let (Some(long), Some(names)) = (option.get_long(), option.get_value_names()) else {
            continue;
        };
        let name = format!(r"\fB\-\-{}\fR", long.replace('-', r"\-"));
        let value = names.join(" ").replace('-', r"\-");
        if let Some((before, behind)) = line.split_once(&name) {
            line = format!(r"{before}{name} \fI{value}\fR{behind}");
        }
    }
    line
}
