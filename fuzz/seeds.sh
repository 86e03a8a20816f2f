#!/usr/bin/env bash
# Picks seeds for a target out of the corpus that a soak grew:  seeds.sh TARGET
#
# Of a large corpus a thousand inputs from the shortest to the longest; of these the few that cover what all do; of those forty.
set -euo pipefail
cd "$(dirname "$0")"
. ./lib.sh

# thin COUNT FROM TO: copies about so many files, evenly by size.
thin() {
    local step
    step=$(($(find "$2" -type f -size -2k | wc -l) / $1 + 1))
    find "$2" -type f -size -2k -printf '%s %p\n' | sort -n |
        awk -v step=$step 'NR % step == 0 { print $2 }' | xargs -r cp -t "$3"
}

target=${1:?which target?}
some=$(mktemp -d)
cover=$(mktemp -d)
trap 'rm -rf "$some" "$cover"' EXIT
thin 1000 "$corpora/$target" "$some"
"$logs/bin/$target" -set_cover_merge=1 "$cover" "$some" >/dev/null 2>&1
rm -f "seeds/$target"/*
thin 40 "$cover" "seeds/$target"
du -sb "seeds/$target"
