#!/bin/sh
# Checks for 100 000 pairs that builds give the same answers, room by room and bit for bit: unoptimised, optimised,
# for the machine's own processor with libm's square roots, and as wasm, whose pointers have 32
# bits; the last two are optimised less, so that three levels are compared.
#
# The hashes are not recorded: answers may improve. To compare two machines, compare the tables that
# this prints.
#
# Usage: checks/determinism/run.sh [BUILD...]   some of debug, release, native-libm, wasm32; or all
#
# RELEASE: the optimised program, where it is built already; the gate builds it beside others.
#
# Needs Rust. The wasm build also needs node and a compiler (web/wasm-compiler.sh), and is skipped
# without them. Exit status: 0 all alike, 1 some differ.
set -eu
cd "$(dirname "$0")"

targets=${CARGO_TARGET_DIR:-$PWD/../../target}/determinism
release=${RELEASE:-$targets/release/gate/clearance-determinism}
flags=${RUSTFLAGS:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
wanted=${*:-debug release native-libm wasm32}
for name in $wanted; do
    case $name in
    debug | release | native-libm | wasm32) ;;
    *) echo "no such build: $name" >&2; exit 2 ;;
    esac
done
builds=
first=

# ask BUILD [SPACE [PAIR]]
ask() {
    who=$1
    shift
    case $who in
    debug) "$targets/debug/debug/clearance-determinism" "$@" ;;
    release) "$release" "$@" ;;
    native-libm) "$targets/$who/gate/clearance-determinism" "$@" ;;
    wasm32) node run.mjs "$targets/wasm32/$target/gate/clearance_determinism.wasm" "$@" ;;
    esac
}

# build NAME RUSTFLAGS CARGO-SUBCOMMAND [OPTION...]: builds it, if wanted, and keeps its answers.
build() {
    name=$1
    case " $wanted " in *" $name "*) ;; *) return 0 ;; esac
    echo "--- $name"
    export RUSTFLAGS="$flags $2"
    shift 2
    [ "$name:${RELEASE:+built}" = release:built ] ||
        "${cargo:-cargo}" "$@" --quiet --target-dir "$targets/$name"
    ask "$name" >"$scratch/$name"
    builds="$builds $name"
    first=${first:-$name}
}

. ../../web/wasm-compiler.sh

case " $wanted " in *" debug "*) cargo test --quiet --lib --target-dir "$targets/debug" ;; esac
build debug "" build
# On x86-64 the default processor is the oldest: only SSE2.
build release "" build --profile gate
# Two differences in one build: the machine's own instructions, including fused multiply-add where
# available, and libm's square roots.
less="--profile gate --config profile.gate.opt-level=1"
build native-libm "-C target-cpu=native" build --no-default-features $less
if ! command -v node >/dev/null; then
    echo "skipped: wasm32, for want of node"
elif ! choose_compiler; then
    echo "skipped: wasm32, for want of its standard library (rustup target add $target)"
else
    echo "wasm32 with $compiled_with"
    export RUSTC="$compiler"
    # One option or none.
    std=${std_from_source:+-Zbuild-std=core,alloc}
    build wasm32 "" rustc --lib --crate-type cdylib --no-default-features \
        --target $target $less $std
fi

# A single build has nothing to be compared with: add the release build.
case $builds in
*" "*" "*) ;;
*)
    unset RUSTC cargo
    wanted=release
    build release "" build --profile gate
    ;;
esac

# The table: a line for each hash, a column for each build.
grep -E ' (shapes|placements|answers|searches|iterations):' "$scratch/$first"
echo
printf '%-18s' ''
printf ' %-16s' $builds
echo
for space in Vec2 DVec2 Vec3 DVec3; do
    for what in decisions numbers bounds contacts casts rays features certificates turns; do
        printf '%-18s' "$space $what"
        for name in $builds; do
            printf ' %s' "$(awk -v s=$space -v w=$what '$1 == s && $2 == w { print $3 }' "$scratch/$name")"
        done
        echo
    done
done

# The first pair for which BUILD and the first build differ, with both answers.
explain() {
    for space in 0 1 2 3; do
        ask "$first" $space >"$scratch/first.pairs"
        ask "$1" $space >"$scratch/other.pairs"
        pair=$(diff "$scratch/first.pairs" "$scratch/other.pairs" | awk '/^</ { print $2; exit }')
        [ -n "$pair" ] || continue
        echo "space $space, pair $pair:"
        ask "$first" $space "$pair" | tee "$scratch/first.pair"
        echo "differs in $1 by:"
        ask "$1" $space "$pair" | diff "$scratch/first.pair" - || true
        return
    done
}

# Without std a sine is libm's, in whose last digits turns differ.
compared() {
    grep -v ' turns ' "$scratch/$1"
}

status=0
compared "$first" >"$scratch/expected"
for name in $builds; do
    if ! compared "$name" | cmp -s "$scratch/expected" -; then
        echo "FAIL  $name does not answer as $first does"
        explain "$name"
        status=1
    fi
done
[ $status -ne 0 ] || echo "PASS  all builds answer alike:$builds"
exit $status
