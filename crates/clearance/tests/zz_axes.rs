#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
mod judged {
    pub(crate) fn from_environment(name: &str, otherwise: u64) -> u64 {
        std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(otherwise)
    }
}
#[path = "suite/common_axes.rs"]
mod common_axes;
