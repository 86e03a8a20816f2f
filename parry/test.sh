#!/usr/bin/env bash
# Tests the dispatcher for each of parry's crates, and under rapier. Compiles rapier and four times
# parry first: four minutes of a processor.
#
# Usage: parry/test.sh [quick]     without the lints
set -euo pipefail
cd "$(dirname "$0")"

cargo fmt --check
if [ "${1:-}" != quick ]; then
    cargo clippy --quiet --locked --all-targets --all-features -- -D warnings
    for feature in parry2d parry3d parry2d-f64 parry3d-f64; do
        cargo clippy --quiet --locked --lib --no-default-features --features "$feature" -- \
            -D warnings
    done
fi
cargo test --quiet --locked --all-features
cargo run --quiet --locked --all-features --example stack
echo "parry: all passed"
