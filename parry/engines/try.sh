#!/usr/bin/env bash
# Runs bevy_rapier and avian with the dispatcher, without a window, and avian as a patch would let
# the dispatcher in. Compiles both engines and Bevy, in Rust 1.97.1: not a part of the gate.
#
# Usage: parry/engines/try.sh
set -euo pipefail
cd "$(dirname "$0")"
engines=$PWD
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$engines/target}
cargo="cargo +1.97.1"

for engine in bevy_rapier avian; do
    $cargo run --quiet --locked --bin "$engine"
done

host=$(rustc +1.97.1 -vV | sed -n 's/^host: //p')
avian=$($cargo metadata --locked --filter-platform "$host" --format-version 1 |
    grep -o '"manifest_path":"[^"]*/avian3d-0.8.0/Cargo.toml"' | cut -d '"' -f 4 | xargs dirname)
work=$CARGO_TARGET_DIR/patched-avian
rm -rf "$work"
mkdir -p "$work/try/src"
cp -r "$avian" "$work/avian3d"
chmod -R u+w "$work/avian3d"
patch --directory "$work/avian3d" --strip 1 --fuzz 0 --quiet <../patches/avian3d-dispatcher.patch

# The same packages and profiles, so that only avian is compiled again.
cp Cargo.lock "$work/try/"
cp patched.rs "$work/try/src/main.rs"
{
    sed -e 's/^name = .*/name = "try"/' -e "s|path = \"..\"|path = \"$engines/..\"|" Cargo.toml
    echo "[dependencies.clearance-engines]"
    echo "path = \"$engines\""
    echo "[patch.crates-io]"
    echo "avian3d = { path = \"../avian3d\" }"
} >"$work/try/Cargo.toml"
$cargo run --quiet --manifest-path "$work/try/Cargo.toml"
echo "engines: all passed"
