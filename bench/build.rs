//! Tells the program how it was built, for its records.

use std::env::var;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=RUSTFLAGS");
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc).arg("-V").output();
    let version = version
        .map_or("unknown".into(), |out| String::from_utf8_lossy(&out.stdout).trim().to_string());
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\x1f', " ");
    println!("cargo::rustc-env=BENCH_RUSTC={version}");
    println!("cargo::rustc-env=BENCH_FLAGS={flags}");
}
