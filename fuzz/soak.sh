#!/usr/bin/env bash
# Fuzzes for MINUTES on the clock, the targets in turn:  soak.sh MINUTES [TARGET...]
#
# JOBS=n          processes at a time (1)
# FUZZ_CORPORA    where the corpora grow, FUZZ_LOGS where logs, finds and programs go (both below TMPDIR)
#
# Prints executions, processor time and finds of each target. Exit status: 0 nothing found, 1 something found, 2 not run.
set -euo pipefail
cd "$(dirname "$0")"
. ./lib.sh

minutes=${1:?how many minutes?}
shift
lacks=$(missing)
if [ -n "$lacks" ]; then
    echo "cannot fuzz: $lacks" >&2
    exit 2
fi
turns=${*:-$rotation}
# shellcheck disable=SC2086  # Words, on purpose.
build $(printf '%s\n' $turns | sort -u) || exit 2
: >"$logs/runs.tsv"

end=$((SECONDS + minutes * 60))
count=$(wc -w <<<"$turns")
# Every target gets a turn within the time, and none more than ten minutes at a stretch.
slice=$((minutes * 60 * ${JOBS:-1} / count))
[ "$slice" -gt 600 ] && slice=600
[ "$slice" -lt 10 ] && slice=10

# job FIRST: takes every JOBS-th turn, from FIRST on.
job() {
    local turn=$1 left target
    while left=$((end - SECONDS)); [ "$left" -gt 1 ]; do
        target=$(cut -d' ' -f$((turn % count + 1)) <<<"$turns")
        run "$target" $((left < slice ? left : slice))
        turn=$((turn + ${JOBS:-1}))
    done
}
for first in $(seq 0 $((${JOBS:-1} - 1))); do
    job "$first" &
done
wait

status=0
table || status=1
show_finds
exit $status
