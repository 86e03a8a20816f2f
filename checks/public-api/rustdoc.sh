#!/bin/sh
# rustdoc, with its JSON output allowed on a stable toolchain; only rustdoc, so that nothing else is
# rebuilt for it.
RUSTC_BOOTSTRAP=1 exec rustdoc "$@"
