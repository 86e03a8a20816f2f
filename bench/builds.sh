#!/usr/bin/env bash
# The effect of build settings. Builds the benchmark in three ways and runs them in turn:
#   whole    optimised as a whole, for the target's baseline, as in the records
#   default  as cargo builds a release for users of clearance: many units, each optimised by itself
#   native   whole, for this machine's instructions
# and prints the least time of each cell in all runs, and the ratios to whole. Fails if the baseline
# calls the C library for a fused multiply-add, as code compiled for wider instructions than it may
# use would.
#
#     bench/builds.sh [space|batch] [runs] [arguments for the program]
#
# All cells in space, a minute a run, or batches, nine minutes a run; five runs by default.
set -euo pipefail
cd "$(dirname "$0")"

part=${1:-space}
runs=${2:-5}
shift $(($# < 2 ? $# : 2))
case $part in
space) name=bench ;;
batch) name=batch ;;
*) echo "space or batch, not $part" >&2; exit 2 ;;
esac
target=${CARGO_TARGET_DIR:-../target}
builds="whole default native"
declare -A flags=([native]="-C target-cpu=native") profile=([default]=release)
program() { echo "$target/$1/${profile[$1]:-dist}/$name"; }
for build in $builds; do
    RUSTFLAGS=${flags[$build]:-} cargo build --quiet --features peers --bin "$name" \
        --profile "${profile[$build]:-dist}" --target-dir "$target/$build"
done

tables=$(mktemp -d)
trap 'rm -r "$tables"' EXIT
# Into files first, so that a tool that is missing or fails ends this script instead of finding
# nothing.
objdump -d --no-show-raw-insn "$(program whole)" >"$tables/code"
nm -D --undefined-only "$(program whole)" >"$tables/imports"
calls=$(grep -cE '(call|jmp) .*<(fma|fmaf|fmal)(@plt|@GLIBC[^>]*)?>' "$tables/code" || true)
imports=$(grep -cE ' fma[fl]?(@|$)' "$tables/imports" || true)
echo "the baseline's calls of fma: $calls, imports of it: $imports" >&2
[ "$calls" -eq 0 ] && [ "$imports" -eq 0 ] || exit 1

for run in $(seq "$runs"); do
    for build in $builds; do
        records=$tables/$build.$run
        mkdir "$records"
        case $part in
        space)
            arguments=(--parts space --only 'clearance f32' --judged 0)
            arguments+=(--seconds 0.05 --csv "$records/cells.csv")
            ;;
        batch) arguments=(--records "$records") ;;
        esac
        "$(program "$build")" "${arguments[@]}" "$@" >/dev/null
        echo "run $run of $runs: $build" >&2
    done
done

# Columns: part 5, shapes 6, query 7, contender 10, least 11.
awk -F, -v part="$part" '
    FNR == 1 { count_of_path = split(FILENAME, path, "/"); split(path[count_of_path - 1], name, "."); build = name[1]; next }
    $5 == part && (part == "space" ? $10 == "clearance f32" : $10 !~ /^(clearance|parry|f64)/) {
        cell = $6 " | " $7 " | " $10
        if (!(cell in known)) { known[cell] = 1; order[++count] = cell }
        if (!((build, cell) in least) || $11 < least[build, cell]) least[build, cell] = $11
    }
    function summary(build) {
        return sprintf("%s / whole: geometric mean %.3f, least %.3f, most %.3f, %d below %.2f, %d above %.2f", build,
            exp(sum[build] / count), low[build], high[build], below[build], 1 / 1.15, above[build], 1.15)
    }
    END {
        print "| shapes | query | of | whole | default | native | default / whole | native / whole |"
        print "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |"
        split("default native", others, " ")
        for (i = 1; i <= count; i++) {
            cell = order[i]
            for (o in others) {
                build = others[o]
                ratio[build] = least[build, cell] / least["whole", cell]
                sum[build] += log(ratio[build])
                if (i == 1 || ratio[build] < low[build]) low[build] = ratio[build]
                if (i == 1 || ratio[build] > high[build]) high[build] = ratio[build]
                below[build] += ratio[build] < 1 / 1.15
                above[build] += ratio[build] > 1.15
            }
            printf "| %s | %.1f | %.1f | %.1f | %.2f | %.2f |\n", cell, least["whole", cell], least["default", cell],
                least["native", cell], ratio["default"], ratio["native"]
        }
        printf "\n%d rows. %s. %s.\n", count, summary("default"), summary("native")
    }' "$tables"/*/*.csv
