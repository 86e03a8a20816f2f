#!/bin/sh
# What queries take of a controller: text, a bound of the stack, instructions; and whether the lean
# build's answers are true.
#
# Usage: run.sh [gate]          the lean build's text, stack and symbols: a minute
#        run.sh full            every build, under qemu too, and the tests of budgets in a lean one
#        run.sh full --update   writes table.tsv and worst.tsv
#
# Needs Rust, its target thumbv7em-none-eabihf and its component llvm-tools, and Python; in full
# also qemu-system-arm and arm-none-eabi-gcc. What is absent is said, and its part left out.
set -eu
cd "$(dirname "$0")/../.."
length=${1:-gate}
[ $# -eq 0 ] || shift
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 0; }
python3 checks/firmware/check.py "$length" "$@"
if [ "$length" = full ]; then
    RUSTFLAGS="--cfg clearance_lean" CARGO_PROFILE_DEV_LTO=off CARGO_INCREMENTAL=0 \
        cargo test --quiet -p clearance --test suite \
        --target-dir "${CARGO_TARGET_DIR:-target}/firmware/lean" budget::
fi
