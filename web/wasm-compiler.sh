# Selects the compiler for wasm. Sourced by the page's build and by checks/determinism.
#
# The project's own with its wasm target, which rustup fetches, or else Debian's with the sources of
# its library (apt install rustc-web cargo-web rust-web-src lld). WASM_WAY=rustup or WASM_WAY=debian
# selects one of them.

target=wasm32-unknown-unknown
way=${WASM_WAY:-any}

has_target() { [ -d "$("$1" --print target-libdir --target $target 2>/dev/null)" ]; }

# The target of the project's compiler, fetched if possible. Where downloads hang, a minute is
# enough.
rustup_way() {
    [ "$way" != debian ] || return 1
    command -v rustc >/dev/null || return 1
    has_target rustc && return
    command -v rustup >/dev/null || return 1
    timeout 60 rustup target add $target >/dev/null 2>&1 && has_target rustc
}

# Debian's compiler, whatever comes first in PATH.
debian_way() {
    [ "$way" != rustup ] || return 1
    [ -x /usr/bin/rustc ] && [ -x /usr/bin/cargo ] || return 1
    command -v wasm-ld >/dev/null || return 1
    [ -f "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/std/Cargo.toml" ]
}

# Sets `compiler`, `cargo`, `compiled_with` (in words), and `std_from_source` if the library is to
# be built with -Zbuild-std. Fails if there is none.
choose_compiler() {
    std_from_source=
    if rustup_way; then
        compiler=rustc cargo=cargo
        compiled_with="$(rustc --version) and its $target target"
    elif debian_way; then
        compiler=/usr/bin/rustc cargo=/usr/bin/cargo std_from_source=yes
        compiled_with="Debian's $(/usr/bin/rustc --version) and the sources of its standard library"
        # -Zbuild-std is for nightly compilers only.
        export RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
    else
        return 1
    fi
}
