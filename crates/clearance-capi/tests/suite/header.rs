//! The header is that of the code. `CLEARANCE_BLESS=1 cargo test -p clearance-capi` writes it anew.

use std::path::Path;

#[test]
fn header_is_that_of_the_code() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let kept = here.join("include/clearance/clearance.h");
    let config = cbindgen::Config::from_root_or_default(here);
    let mut written = Vec::new();
    let builder = cbindgen::Builder::new().with_config(config).with_src(here.join("src/types.rs"));
    let builder = builder.with_src(here.join("src/side.rs")).with_src(here.join("src/door.rs"));
    builder.generate().unwrap().write(&mut written);
    // Links are of no use in C.
    let written = String::from_utf8(written).unwrap().replace("[`", "`").replace("`]", "`");
    if std::env::var_os("CLEARANCE_BLESS").is_some() {
        std::fs::write(&kept, &written).unwrap();
    }
    let known = std::fs::read_to_string(&kept).unwrap_or_default();
    assert!(known == written, "the header is old: CLEARANCE_BLESS=1 cargo test -p clearance-capi");
    let version = format!(
        "#define CLEARANCE_VERSION_MAJOR {}\n#define CLEARANCE_VERSION_MINOR {}\n#define CLEARANCE_VERSION_PATCH {}\n",
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
        env!("CARGO_PKG_VERSION_PATCH"),
    );
    assert!(written.contains(&version), "cbindgen.toml has another version than Cargo.toml");
}
