#!/usr/bin/env bash
# Tests the plugin, its documentation and its examples, all of them without a window.
#
# Usage: bevy/test.sh          with the lints, and with what meshes, picking and gizmos add, which
#                              compiles another 95 packages
#        bevy/test.sh quick    without either: three minutes
set -euo pipefail
cd "$(dirname "$0")"

features=
cargo fmt --check
if [ "${1:-}" != quick ]; then
    features=--all-features
    for set in "" "$features"; do
        cargo clippy --quiet --locked --all-targets $set -- -D warnings
    done
    RUSTDOCFLAGS='-D warnings' cargo doc --quiet --locked --no-deps $features
fi
cargo test --quiet --locked $features
for example in examples/*.rs; do
    name=$(basename "$example" .rs)
    [ "$name$features" = gizmos ] && continue # it draws with what the feature adds
    cargo run --quiet --locked $features --example "$name" > /dev/null
done
echo "bevy: all passed"
