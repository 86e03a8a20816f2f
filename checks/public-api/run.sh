#!/bin/sh
# Compares the crate's public interface with docs/public-api.txt, one item on each line. A
# difference is a change that users see, and belongs in the changelog. `run.sh bless` rewrites the
# file.
#
# Needs Rust and Python 3.10. Exit status: 0 the same or skipped, 1 it differs.
set -eu
cd "$(dirname "$0")/../.."

list=docs/public-api.txt
python=$(command -v python3) && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || {
    echo "skipped: needs Python 3.10"
    exit 0
}
RUSTDOC="$PWD/checks/public-api/rustdoc.sh" cargo rustdoc --quiet -p clearance --all-features --lib -- \
    -Z unstable-options --output-format json
found=$(mktemp)
trap 'rm -f "$found"' EXIT
status=0
"$python" checks/public-api/list.py "${CARGO_TARGET_DIR:-target}/doc/clearance.json" >"$found" || status=$?
if [ $status -eq 3 ]; then
    echo "skipped: the list is of another toolchain"
    exit 0
fi
[ $status -eq 0 ] || exit $status
if [ "${1:-}" = bless ]; then
    cp "$found" "$list"
elif ! diff -u "$list" "$found"; then
    echo "FAIL  the public interface changed; if that is meant: sh checks/public-api/run.sh bless, and say it in CHANGELOG.md"
    exit 1
fi
echo "PASS  $(wc -l <"$list") lines of public interface"
