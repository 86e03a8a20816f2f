//! Gives the shared library its name for the loader: before 1.0 each minor version breaks.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        let version = env!("CARGO_PKG_VERSION");
        let minor = version.rsplit_once('.').map_or(version, |(minor, _)| minor);
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libclearance.so.{minor}");
    }
}
