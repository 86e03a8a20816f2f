#!/bin/sh
# Compiles the library to WebAssembly for the page: web/src/wasm/, which is not committed. The same
# source and compiler give the same bytes.
#
# Usage: web/build-wasm.sh                         the page's
#        web/build-wasm.sh clearance-wasm OUT [cargo's options]
#                                                  the package's for npm (npm/build.sh)
#
# Needs a standard library for wasm: the project's own compiler with its wasm target, which rustup
# fetches, or else Debian's compiler with the sources of its library (apt install rustc-web
# cargo-web rust-web-src lld). The first one found is used, and named. WASM_WAY=rustup or
# WASM_WAY=debian selects one of them.
#
# The wasm-bindgen program is installed below the target directory, at exactly the library's version
# in Cargo.lock. Binaryen's wasm-opt is not used: it makes the file a tenth smaller, but the
# compressed download a tenth larger.
set -eu
cd "$(dirname "$0")/.."

root=$(pwd)
targets=${CARGO_TARGET_DIR:-$root/target}
package=${1:-clearance-web}
out=$root/${2:-web/src/wasm}
[ $# -lt 2 ] || shift 2
name=$(echo "$package" | tr - _)

say() { echo "build-wasm: $*"; }
# Who watches sees what is compiled, for minutes; a log has the summary.
quiet=--quiet
[ ! -t 2 ] || quiet=

. web/wasm-compiler.sh
if ! choose_compiler; then
    say "there is no standard library for wasm. One of these gives one:"
    say "  rustup target add $target"
    say "  apt install rustc-web cargo-web rust-web-src lld"
    exit 1
fi
say "with $compiled_with"
std=
[ -z "$std_from_source" ] || std="-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size"

# The path of the sources on this machine is private, and would make other bytes on another machine.
sysroot=$("$compiler" --print sysroot)
sources=$(cd "$sysroot/lib/rustlib/src/rust" 2>/dev/null && pwd -P || echo "$sysroot/lib/rustlib/src/rust")
home=${CARGO_HOME:-$HOME/.cargo}
flags="--remap-path-prefix=$home=/cargo --remap-path-prefix=$sources=/rust --remap-path-prefix=$sysroot/lib/rustlib/src/rust=/rust"
# One search for all pairs of shapes: the page queries one pair, and loads the code first.
flags="$flags --remap-path-prefix=$root=/clearance --cfg clearance_compact"

# $std is two options or none.
RUSTC=$compiler RUSTFLAGS="$flags" "$cargo" build --locked $quiet --package $package --lib --profile web --target $target \
    --target-dir "$targets/wasm" $std "$@"
wasm=$targets/wasm/$target/web/$name.wasm

version=$(awk '/^name = "wasm-bindgen"$/ { getline; gsub(/[^0-9.]/, ""); print }' Cargo.lock)
tool=$targets/wasm-bindgen-$version
if [ ! -x "$tool/bin/wasm-bindgen" ]; then
    say "installing wasm-bindgen $version (once)"
    # It runs for a second, so it need not be optimised. If a mirror lacks a locked package, a near
    # version will do.
    install() {
        cargo install wasm-bindgen-cli --version "=$version" --bin wasm-bindgen --no-default-features --profile dev $quiet \
            --root "$tool" --target-dir "$targets/wasm-bindgen" "$@"
    }
    install --locked 2>/dev/null || install
fi

rm -rf "$out"
mkdir -p "$out"
"$tool/bin/wasm-bindgen" --target web --remove-name-section --remove-producers-section \
    --out-dir "$out" "$wasm"
size=$(wc -c <"$out/${name}_bg.wasm")
packed=$(gzip -9 -c "$out/${name}_bg.wasm" | wc -c)
say "${out#"$root/"}/${name}_bg.wasm: $size bytes, $packed with gzip"
