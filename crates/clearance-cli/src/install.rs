//! What a package installs beside the program: completions and manual pages, from the grammar.

use std::fs;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::CommandFactory;
use clearance_json::Fault;
use clearance_scene::mesh::EXTENSIONS;

use crate::args::{Cli, CompletionsArgs, ManArgs};
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
    clap_complete::generate(args.shell, &mut Cli::command(), "clearance", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(args: &ManArgs) -> Result<ExitCode, Fault> {
    let failed = |error| Fault::field(&args.directory.display().to_string(), error);
    fs::create_dir_all(&args.directory).map_err(failed)?;
    clap_mangen::generate_to(Cli::command(), &args.directory).map_err(failed)?;
    Ok(ExitCode::SUCCESS)
}
