//! The grammar of `clearance completions` and `clearance man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// Print completions for a shell.
///
/// They complete commands, options and files.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  clearance completions bash > ~/.local/share/bash-completion/completions/clearance
  clearance completions zsh > ~/.zfunc/_clearance
  clearance completions fish > ~/.config/fish/completions/clearance.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

/// Write a manual page for each command.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  clearance man ~/.local/share/man/man1; man clearance-pair")]
pub(crate) struct ManArgs {
    /// The directory to write them to; it is made if it is missing
    #[arg(value_name = "DIRECTORY")]
    pub(crate) directory: PathBuf,
}
