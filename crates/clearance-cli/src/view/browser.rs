//! The user's browser.

use std::process::{Command, Stdio};

/// Opens an address; whether there is a program to do so.
pub(super) fn open(address: &str) -> bool {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        // The empty text is the window's title, which `start` takes the first quoted text for.
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
