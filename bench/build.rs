//! Passes the build's settings to the program, for its records, and builds the C and C++ code that
//! calls the libraries of Debian's packages.

use std::env::var;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=RUSTFLAGS");
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "debian")]
    debian();
    let rustc = var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc).arg("-V").output();
    let version = version
        .map_or("unknown".into(), |out| String::from_utf8_lossy(&out.stdout).trim().to_string());
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\x1f', " ");
    println!("cargo::rustc-env=BENCH_RUSTC={version}");
    println!("cargo::rustc-env=BENCH_FLAGS={flags}");
    // cargo tells the profile's name by folders alone: `target/dist/build/clearance-bench-…/out`.
    let folder = PathBuf::from(var("OUT_DIR").unwrap_or_default());
    let profile = folder.ancestors().nth(3).and_then(Path::file_name).unwrap_or("unknown".as_ref());
    println!("cargo::rustc-env=BENCH_PROFILE={}", profile.display());
}

#[cfg(feature = "debian")]
fn debian() {
    println!("cargo::rerun-if-changed=peers");
    let flags = |what: &str| -> Vec<String> {
        let said = Command::new("pkg-config").args([what, "ccd", "bullet"]).output();
        let said = said.expect("pkg-config is installed");
        assert!(
            said.status.success(),
            "pkg-config knows ccd and bullet: apt install libccd-dev libbullet-dev"
        );
        String::from_utf8_lossy(&said.stdout).split_whitespace().map(String::from).collect()
    };
    let native = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().contains("target-cpu=native");
    let includes = flags("--cflags");
    for (file, cpp) in [("peers/ccd.c", false), ("peers/bullet.cpp", true)] {
        let mut build = cc::Build::new();
        build.file(file).cpp(cpp).opt_level(3);
        if native {
            build.flag("-march=native");
        }
        includes.iter().for_each(|flag| {
            build.flag(flag.replacen("-I", "-isystem", 1));
        });
        build.compile(if cpp { "peer_bullet" } else { "peer_ccd" });
    }
    for library in ["ccd", "BulletCollision", "LinearMath"] {
        println!("cargo::rustc-link-lib={library}");
    }
}
