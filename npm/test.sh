#!/usr/bin/env bash
# Builds the package for npm and tests it: units in Node, its answers against the command's, and as
# users install it, in Node, in a browser and by Vite. Without Node it says so.
# CLEARANCE: the `clearance` binary to compare with; LINES: a file of questions (the trust suite's
# `lines`); CHROMIUM: the browser; PICTURES: a folder that keeps the example's pictures.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "skipped: the package for npm, since node and npm are not installed (Node 20 or newer)"
    exit 0
fi
# The tests borrow the page's tools: three.js, TypeScript, Vite, playwright-core.
[ -d ../web/node_modules ] || (cd ../web && npm ci --no-audit --no-fund)
./build.sh
node --test tests/unit.test.mjs tests/three.test.mjs
if [ -n "${CLEARANCE:-}" ]; then
    node tests/same.mjs "${LINES:--}" 10000
else
    echo "skipped: the comparison with the command, since CLEARANCE names no binary"
fi
node tests/fresh.mjs
