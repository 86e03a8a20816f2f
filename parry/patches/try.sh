#!/usr/bin/env bash
# Applies the patches to the published sources of parry and rapier, and compiles these.
#
# Usage: parry/patches/try.sh
set -euo pipefail
cd "$(dirname "$0")"
patches=$PWD
parry=$(dirname "$patches")

# Where cargo keeps a crate's source.
source_of() {
    cargo metadata --locked --format-version 1 --manifest-path "$parry/Cargo.toml" |
        grep -o "\"manifest_path\":\"[^\"]*/$1/Cargo.toml\"" | head -n 1 | cut -d '"' -f 4 |
        xargs dirname
}

work=$parry/target/patched
rm -rf "$work"
mkdir -p "$work/try/src"
for crate in parry3d-0.31.1 rapier3d-0.36.1; do
    cp -r "$(source_of "$crate")" "$work/$crate"
    chmod -R u+w "$work/$crate"
    for patch in "$patches/${crate%%-*}"-*.patch; do
        echo "$(basename "$patch") on $crate"
        patch --directory "$work/$crate" --strip 1 --fuzz 0 --quiet <"$patch"
    done
done

cp "$parry/Cargo.lock" "$work/try/"
cat >"$work/try/Cargo.toml" <<'TOML'
[package]
name = "try"
version = "0.1.0"
edition = "2024"

[workspace]

[dependencies]
clearance-parry = { path = "../../.." }
parry3d = "0.31.1"
rapier3d = "0.36.1"

[patch.crates-io]
parry3d = { path = "../parry3d-0.31.1" }
rapier3d = { path = "../rapier3d-0.36.1" }
TOML
cp "$patches/try.rs" "$work/try/src/main.rs"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$parry/target}
cargo run --quiet --manifest-path "$work/try/Cargo.toml"
echo "patches: all applied and compiled"
