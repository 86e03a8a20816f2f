#!/usr/bin/env bash
# Builds the library for C and C++ and installs it: headers, a shared and a static library, what
# pkg-config and CMake look for. Needs Rust and, on Linux, nothing else.
#
#     crates/clearance-capi/install.sh PREFIX [cargo options, such as --no-default-features]
#
# With --no-default-features there is no JSON: half of the bytes. PROFILE: cargo's profile, where it
# is not `release`.
set -euo pipefail

if [ $# -lt 1 ] || [[ $1 == -* ]]; then
    sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//'
    exit 2
fi
mkdir -p "$1"
prefix=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")"

profile=${PROFILE:-release}
cargo build --profile "$profile" -p clearance-capi "$@"
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' ../../Cargo.toml)
soname=libclearance.so.${version%.*}
shared=libclearance.so.$version
built=$(cargo metadata --format-version 1 --no-deps |
    sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')/$profile

mkdir -p "$prefix"/{include/clearance,lib/pkgconfig,lib/cmake/clearance}
install -m 644 include/clearance/clearance.h include/clearance/clearance.hpp "$prefix/include/clearance"
install -m 644 "$built/libclearance_capi.a" "$prefix/lib/libclearance.a"
install -m 755 "$built/libclearance_capi.so" "$prefix/lib/$shared"
# The symbols of Rust's functions are of no use to a linker.
if command -v strip >/dev/null; then
    strip --strip-unneeded "$prefix/lib/$shared"
    strip --strip-debug "$prefix/lib/libclearance.a"
fi
ln -sf "$shared" "$prefix/lib/$soname"
ln -sf "$soname" "$prefix/lib/libclearance.so"

# What a static Rust library needs of the system.
private="-lpthread -lm -ldl"
fill() {
    sed -e "s/@VERSION@/$version/; s/@SHARED@/$shared/; s/@SONAME@/$soname/" \
        -e "s/@PRIVATE@/$private/; s/@LIBRARIES@/pthread;m;dl/" "package/$1.in"
}
fill clearance.pc >"$prefix/lib/pkgconfig/clearance.pc"
for file in clearance-config.cmake clearance-config-version.cmake; do
    fill $file >"$prefix/lib/cmake/clearance/$file"
done

cat <<TEXT
installed clearance $version in $prefix
    cc main.c -I$prefix/include -L$prefix/lib -lclearance -Wl,-rpath,$prefix/lib
    cmake -DCMAKE_PREFIX_PATH=$prefix    find_package(clearance), clearance::clearance
TEXT
