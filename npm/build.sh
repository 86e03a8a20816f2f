#!/bin/sh
# Builds the package: the library as WebAssembly into wasm/, which is not committed, and licences.
# wasm/pair/ is the module with the pair's questions alone, and the beginning of clearance.js.
#
# It compiles a copy of the sources in which no function asks to be inlined. The core asks 850
# times, for the speed of other builds; here that makes the file a sixth larger, and distances a
# tenth to a quarter faster (bench/records/2026-11-28-npm.md). No answer changes: tests compare them
# with the command's.
set -eu
cd "$(dirname "$0")/.."
targets=${CARGO_TARGET_DIR:-$PWD/target}
copy=$targets/npm

rm -rf "$copy"
mkdir -p "$copy/web"
cp -R Cargo.toml Cargo.lock crates "$copy"
# Members of the workspace, which cargo wants to see.
ln -s "$PWD/bench" "$PWD/checks" "$PWD/python" "$copy"
cp web/build-wasm.sh web/wasm-compiler.sh "$copy/web"
find "$copy/crates/clearance/src" "$copy/crates/clearance-lanes/src" -name '*.rs' \
    -exec sed -i.asked '/^ *#\[inline\((always)\)\{0,1\}\]$/d' {} +
CARGO_TARGET_DIR=$targets "$copy/web/build-wasm.sh" clearance-wasm wasm
CARGO_TARGET_DIR=$targets "$copy/web/build-wasm.sh" clearance-wasm wasm/pair --no-default-features
rm -rf npm/wasm
mv "$copy/wasm" npm/wasm
for file in clearance.js node.js; do
    sed -e '/^\/\/ What follows is not in/,$d' -e 's|"\./wasm/|"./|' "npm/$file" \
        >"npm/wasm/pair/$file"
done
cp LICENSE-MIT LICENSE-APACHE npm
