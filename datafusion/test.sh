#!/usr/bin/env bash
# Tests the functions of DataFusion: closed forms in SQL, the docs' examples, and the bytes of
# `clearance.arrow` in Python, if python/test.sh has been here. Some 250 crates are compiled first:
# nine minutes of a processor, and as long again for the lints.
#
# Usage: datafusion/test.sh [quick]     without the lints
set -euo pipefail
cd "$(dirname "$0")"

cargo fmt --check
[ "${1:-}" = quick ] || cargo clippy --quiet --locked --profile gate --all-targets -- -D warnings
cargo test --quiet --locked --profile gate
cargo run --quiet --locked --profile gate --example near

python=${CLEARANCE_PYTHON:-../python/target/tools/bin/python}
if "$python" -c 'import clearance, pyarrow' 2>/dev/null; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    "$python" against_python.py "$folder"
    CLEARANCE_ARROW=$folder cargo test --quiet --locked --profile gate --test suite -- --ignored
else
    echo "skipped: clearance.arrow to compare with is not here; python/test.sh installs it"
fi
echo "datafusion: all passed"
