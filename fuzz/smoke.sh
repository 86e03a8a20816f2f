#!/usr/bin/env bash
# Twenty seconds a target, for the gate; with the word `build` only what that needs. If nightly or
# cargo-fuzz is missing, it reports that and builds nothing.
# Exit status: 0 nothing found or skipped, 1 something found, 2 the targets do not build.
set -euo pipefail
cd "$(dirname "$0")"
. ./lib.sh

lacks=$(missing)
if [ -n "$lacks" ]; then
    echo "skipped: $lacks"
    exit 0
fi
# Of its own: a soak may be running, and each build should see the same bytes.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
corpora=$scratch/corpora
logs=$scratch/logs
# shellcheck disable=SC2086  # Words, on purpose.
build $targets || exit 2
[ "${1:-}" != build ] || exit 0
for target in $targets; do
    # Two at a time.
    [ "$(jobs -rp | wc -l)" -lt 2 ] || wait -n
    run "$target" 20 &
done
wait
status=0
table || status=1
if [ $status -ne 0 ]; then
    # Before the folder goes: what was found, and the input to find it again with.
    grep -h -A 6 panicked "$logs"/*.log || true
    for find in "$logs"/finds/*; do
        [ -f "$find" ] && echo "$(basename "$find"), base64: $(base64 <"$find" | tr -d '\n')"
    done
fi
exit $status
