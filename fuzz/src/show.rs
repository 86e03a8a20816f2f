//! Prints an input as source text before any query: an endless loop reports nothing itself.

use std::sync::LazyLock;

/// Prints if `FUZZ_SHOW` is set.
pub fn show(text: impl FnOnce() -> String) {
    static WANTED: LazyLock<bool> = LazyLock::new(|| std::env::var_os("FUZZ_SHOW").is_some());
    if *WANTED {
        eprintln!("{}", text());
    }
}
