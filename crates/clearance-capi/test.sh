#!/usr/bin/env bash
# Tests the library for C and C++ as users get it: installs it, builds programs against it by one
# line and by CMake, under the address and undefined-behaviour sanitizers, and compares 10 000 pairs
# with Rust's answers to the last bit. Without a C compiler it says so.
#
# Usage: crates/clearance-capi/test.sh [PAIRS]
set -euo pipefail
cd "$(dirname "$0")"
pairs=${1:-10000}

if ! command -v cc >/dev/null || ! command -v c++ >/dev/null; then
    echo "skipped: there is no C and C++ compiler"
    exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix
# With what the gate builds at once: nothing is compiled twice.
# shellcheck disable=SC2086  # Options are words.
./install.sh "$prefix" --quiet ${TOGETHER:--p clearance-cli -p clearance-trust} \
    --lib --bins
built=$(cargo metadata --format-version 1 --no-deps |
    sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')/${PROFILE:-release}
"$built/pairs" "$pairs" >"$scratch/pairs"

warnings="-Wall -Wextra -Wpedantic -Wconversion -Werror"
sanitized="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
shared="-I$prefix/include -L$prefix/lib -lclearance -Wl,-rpath,$prefix/lib"
static="-I$prefix/include $prefix/lib/libclearance.a -lpthread -lm -ldl"

echo "--- C, shared and static, under sanitizers"
# shellcheck disable=SC2086  # Options are words.
for link in "$shared" "$static"; do
    cc -std=c11 $warnings $sanitized tests/c/same.c $link -o "$scratch/same"
    "$scratch/same" <"$scratch/pairs"
done
# An answer of another pair must be found.
if sed '1s/ 0 / 1 /' "$scratch/pairs" | "$scratch/same" >/dev/null 2>&1; then
    echo "a changed answer was not noticed"
    exit 1
fi
echo "--- C and C++ by one line each, as docs/c.md has them"
# shellcheck disable=SC2086
{
    cc -std=c99 $warnings $sanitized tests/c/first.c $shared -o "$scratch/first"
    c++ -std=c++17 $warnings $sanitized tests/c/first.cpp $shared -o "$scratch/first++"
}
"$scratch/first"
"$scratch/first++"
if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
    # shellcheck disable=SC2046
    cc tests/c/first.c $(pkg-config --cflags --libs clearance) -Wl,-rpath,"$prefix/lib" -o "$scratch/first"
    "$scratch/first" >/dev/null
else
    echo "skipped: there is no pkg-config"
fi
if command -v cmake >/dev/null; then
    echo "--- by CMake, shared and static"
    cmake -S tests/c -B "$scratch/cmake" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
    cmake --build "$scratch/cmake" >/dev/null
    for program in first first_static first_cpp; do
        "$scratch/cmake/$program" >/dev/null
    done
else
    echo "skipped: there is no CMake"
fi

echo "--- two tower cranes, as docs/controllers.md has them"
examples/cranes/test.sh "$prefix" "$built/clearance"

echo "--- what C sees: symbols of ours alone, and the name for the loader"
nm -D --defined-only "$prefix/lib/libclearance.so" | awk '{print $3}' |
    grep -v '^clearance_' | grep -v '^$' && { echo "a symbol is not ours"; exit 1; }
readelf -d "$prefix/lib/libclearance.so" | grep SONAME
wc -c "$prefix"/lib/libclearance.{so,a} | sed '$d'
