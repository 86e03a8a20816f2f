#!/bin/sh
# Proves that the kernels of batches contain no calls, in a release build as cargo makes it for
# users of clearance: in many units, and without optimising the whole. A function that is not
# inlined is compiled for the target's baseline, so a kernel of wide vectors would do that work two
# numbers at a time. That happened once: batches of hulls took twice their time, and the benchmark,
# built as one unit, did not show it.
#
# One call is intended: `hull_proof::fetch` gathers, which the baseline does faster. A control
# kernel with a call must be found.
#
# Needs Rust, x86-64 and objdump. Exit status: 0 proved or skipped, 1 a kernel calls, 2 the check itself is broken.
set -eu
cd "$(dirname "$0")"

if [ "$(uname -m)" != x86_64 ] || ! command -v objdump >/dev/null; then
    echo "skipped: needs x86-64 and objdump"
    exit 0
fi
cargo build --release --quiet

# The number of kernels, and a line for each of their calls. A call through a register or a linker
# slot is the C library's copy or fill.
objdump -d -C --no-show-raw-insn "${CARGO_TARGET_DIR:-../../target}/release/clearance-kernels" | awk '
    /^[0-9a-f]+ <.*>:$/ { inside = /<clearance_lanes::(baseline|avx2|avx512)>/; kernels += inside }
    inside && /call/ && !/call +\*/ { sub(/^.*call +[0-9a-f]+ /, ""); calls[$0]++ }
    END {
        for (call in calls) {
            if (call == "<clearance::batch::lanes::hull_proof::fetch>") continue
            if (call == "<clearance_kernels::control_is_called>") { control = 1; continue }
            print "FAIL  kernels call " call ", " calls[call] " times"
            failed = 1
        }
        if (!control) { print "the check is broken: its control calls, and was not found"; exit 2 }
        if (!failed) print "PASS  " kernels " kernels call nothing"
        exit failed
    }'
