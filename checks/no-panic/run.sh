#!/bin/sh
# Proves that no panic is reachable from the queries, in each space, in a build without std and without an allocator.
#
# src/lib.rs puts each verb behind a function and makes the panic handler call an undefined
# function. Each function is linked into a program of its own, without everything that it does not
# reach: the program links only if the optimiser has left no panic in it. A control with a panic
# must not link, so that the check cannot pass by testing nothing.
#
# Needs Rust, and `cc` with a linker that knows --gc-sections (Linux). Exit status: 0 proved, 1 a panic is reachable, 2 the
# check itself is broken.
set -eu
cd "$(dirname "$0")"

spaces="2d_f32 2d_f64 3d_f32 3d_f64"
verbs="intersects distance verdict proximity penetration separation manifold check options
cast turn castray project smooth"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cargo build --release --quiet
library=${CARGO_TARGET_DIR:-target}/release/libclearance_no_panic.a

# link FUNCTION [LINKER OPTION...]
link() {
    entry=$1
    shift
    cc -nostartfiles -Wl,-e,"$entry" -Wl,-u,"$entry" -Wl,--gc-sections "$@" \
        -o "$scratch/$entry" "$library" 2>"$scratch/log"
}

# Why FUNCTION did not link: only the panic counts as a reason.
only_the_panic_is_missing() {
    grep -q 'undefined.*clearance_panic_is_reachable' "$scratch/log" &&
        ! grep 'undefined' "$scratch/log" | grep -qv 'clearance_panic_is_reachable'
}

# The functions that call a panic, and which panic.
explain() {
    command -v objdump >/dev/null || return 0
    link "$1" -Wl,--unresolved-symbols=ignore-all || return 0
    objdump -d -C --no-show-raw-insn "$scratch/$1" | awk '
        /^[0-9a-f]+ <.*>:$/ { holder = $0; sub(/^[^<]*</, "", holder); sub(/>:$/, "", holder) }
        /(call|jmp|bl?)[[:space:]].*<(core::(panicking|slice::index|option|result)|arrayvec::.*panic)/ {
            panic = $0; sub(/^[^<]*</, "", panic); sub(/>.*$/, "", panic)
            if (holder !~ /^core::|_panic$/) seen["      in " holder ": " panic]++
        }
        END { for (line in seen) print line }' | sort
}

broken() {
    echo "the check is broken: $1" >&2
    cat "$scratch/log" >&2
    exit 2
}

status=0
for space in $spaces; do
    if link "control_$space"; then
        broken "control_$space holds a panic and links all the same"
    fi
    only_the_panic_is_missing || broken "control_$space fails for another reason"
    for verb in $verbs; do
        function=${verb}_$space
        if link "$function"; then
            echo "PASS  $function"
        elif only_the_panic_is_missing; then
            echo "FAIL  $function: a panic is reachable"
            explain "$function"
            status=1
        else
            broken "$function fails for another reason than a panic"
        fi
    done
    echo "PASS  control_$space does not link"
done
exit $status
