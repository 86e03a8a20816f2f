#!/usr/bin/env bash
# What this machine's own instructions are worth: builds the benchmark for the target's baseline and for this processor, runs the two by
# turns, and prints the ratio of each cell (baseline / native, least times of all runs). Fails where the baseline calls the C library
# for a fused multiply-add, as code that is compiled for wider instructions than it may use would.
#
#     bench/native.sh [runs] [arguments for the benchmark]     # 5 runs; all cells in space
set -euo pipefail
cd "$(dirname "$0")"

runs=${1:-5}
shift || true
target=${CARGO_TARGET_DIR:-target}
declare -A flags=([baseline]="" [native]="-C target-cpu=native")
for build in baseline native; do
    RUSTFLAGS=${flags[$build]} cargo build --quiet --release --bin bench --target-dir "$target/$build"
done

calls=$(objdump -d --no-show-raw-insn "$target/baseline/release/bench" | grep -cE '(call|jmp) .*<(fma|fmaf|fmal)(@plt|@GLIBC[^>]*)?>' || true)
imports=$(nm -D --undefined-only "$target/baseline/release/bench" | grep -cE ' fma[fl]?(@|$)' || true)
echo "the baseline's calls of fma: $calls, imports of it: $imports"
[ "$calls" -eq 0 ] && [ "$imports" -eq 0 ] || exit 1

tables=$(mktemp -d)
trap 'rm -r "$tables"' EXIT
for run in $(seq "$runs"); do
    for build in baseline native; do
        "$target/$build/release/bench" --parts space --only 'clearance f32' --judged 0 --seconds 0.05 \
            --csv "$tables/$build.$run.csv" "$@" > /dev/null
    done
done

# Columns: shapes 6, query 7, least 11.
awk -F, -v OFS='\t' '
    FNR == 1 { split(FILENAME, path, "/"); split(path[length(path)], name, "."); build = name[1]; next }
    {
        cell = $6 " " $7
        if (!(cell in known)) { known[cell] = 1; order[++count] = cell }
        if (!((build, cell) in least) || $11 < least[build, cell]) least[build, cell] = $11
    }
    END {
        print "cell", "baseline", "native", "ratio"
        for (i = 1; i <= count; i++) {
            cell = order[i]
            ratio = least["baseline", cell] / least["native", cell]
            over += ratio > 1.15; sum += log(ratio); if (ratio > worst) worst = ratio
            printf "%s\t%.1f\t%.1f\t%.3f%s\n", cell, least["baseline", cell], least["native", cell], ratio, (ratio > 1.15 ? "\tover 1.15" : "")
        }
        printf "%d cells, geometric mean %.3f, worst %.3f, %d over 1.15\n", count, exp(sum / count), worst, over
    }' "$tables"/*.csv | column -t -s $'\t'
