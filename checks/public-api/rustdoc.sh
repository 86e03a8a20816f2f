#!/bin/sh
# rustdoc, with its output as JSON allowed on a stable toolchain; of no other program, so that nothing is built anew for it.
RUSTC_BOOTSTRAP=1 exec rustdoc "$@"
