#!/usr/bin/env bash
# Judges the kernels of `clearance.cuda` without a GPU: their one text, built by g++ in all the ways
# in which a device may count, answers pairs of every kind and family, half of them within rounding
# of contact, and none of its answers may be wrong. Builds with the bound of the error taken away,
# or all but a twentieth of it, must be caught. The largest errors that a climb finds are printed
# beside those that the lemma claims.
#
# Usage: checks/filter/run.sh [PAIRS] [SEED]     60000 pairs and seed 1, where not given
#
# Needs g++ and, as PYTHON, a Python that has the package `clearance`. Exit status: 0 all true or
# skipped, 1 an answer is wrong, 2 the check itself is broken.
set -euo pipefail
cd "$(dirname "$0")"
cxx=${CXX:-g++}
if ! command -v "$cxx" >/dev/null; then
    echo "skipped: the kernels are not judged, as there is no $cxx"
    exit 0
fi
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

# build NAME SOURCE FLAGS
build() {
    local name=$1 source=$2
    shift 2
    "$cxx" -std=c++17 -Wall -Wextra -Werror -I. -I../../python/package/clearance/cuda "$@" \
        -o "$directory/$name" "$source" || exit 2
}
measure() {
    echo "the largest errors that a climb finds: $1"
    build measure measure.cpp -O2 "${@:2}"
    "$directory/measure"
    rm "$directory/measure"
}
loosest=(-O2 -DLOOSE)
measure "as written"
measure "quotients and roots off by 2 ulp" -DLOOSE
if [ "$(uname -m)" = x86_64 ] && grep -qw fma /proc/cpuinfo; then
    loosest+=(-mfma -ffp-contract=fast -DFLUSH)
    measure "fused" -mfma -ffp-contract=fast
    measure "subnormals flushed" -DFLUSH
    measure "all of these" "${loosest[@]}"
    build fused.build answers.cpp -O2 -mfma -ffp-contract=fast
    build flushed.build answers.cpp -O2 -DFLUSH
    build all.build answers.cpp "${loosest[@]}"
else
    echo "skipped: fused multiplications and flushed subnormals, which need x86-64 with FMA"
fi
build plain.build answers.cpp -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
build loose.build answers.cpp -O2 -DLOOSE
build broken-none.build answers.cpp -O2 -DCLEARANCE_TRUST=0.0f
build broken-twentieth.build answers.cpp -O2 -DCLEARANCE_TRUST=0.05f

PYTHONDONTWRITEBYTECODE=1 "${PYTHON:-python3}" judge.py "$directory" "${1:-60000}" "${2:-1}"
