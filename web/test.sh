#!/bin/sh
# Checks how all TypeScript and JavaScript here is written, builds the page and tests it: units in
# Node, then the built page in Chromium against the native binary.
# CLEARANCE: the `clearance` binary to compare with (built by cargo if absent); CHROMIUM: the browser.
set -eu
cd "$(dirname "$0")"

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "SKIPPED: the page, since node and npm are not installed (Node 20 or newer is needed)"
  exit 0
fi
npm ci --no-audit --no-fund
npm run lint
./build-wasm.sh
npm run build
npm test
if [ -z "${CLEARANCE:-}" ]; then
  if command -v cargo >/dev/null; then
    cargo build --release -p clearance-cli --manifest-path ../Cargo.toml
    CLEARANCE="${CARGO_TARGET_DIR:-$PWD/../target}/release/clearance"
    export CLEARANCE
  else
    echo "SKIPPED: comparison with the command line, since neither CLEARANCE nor cargo is there"
  fi
fi
node tests/run.mjs
node tests/reports.mjs
