#!/usr/bin/env bash
# Judges the kernels of `clearance.cuda` without a GPU: their one text, built by g++ in all the ways
# in which a device may count, answers pairs of every kind and family, half of them within rounding of
# contact, and none of its answers may be wrong. Builds with the bound of the error taken away must
# be caught.
#
# Usage: checks/filter/run.sh [PAIRS] [SEED]     100000 pairs and seed 1, where not given
#
# Needs g++ and, as PYTHON, a Python that has the package `clearance`. Exit status: 0 all true or
# skipped, 1 an answer is wrong, 2 the check itself is broken.
set -euo pipefail
cd "$(dirname "$0")"
cxx=${CXX:-g++}
python=${PYTHON:-python3}
if ! command -v "$cxx" >/dev/null; then
    echo "skipped: the kernels are not judged, as there is no g++"
    exit 0
fi
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
kernels=../../python/package/clearance/cuda

# build NAME FLAGS: one more to judge, or with `measure` in the place of `answers` to measure.
build() {
    local name=$1
    shift
    "$cxx" -std=c++17 -Wall -Wextra -Werror -I. -I$kernels "$@" -o "$directory/$name.build" answers.cpp &
    jobs="$jobs $!"
}
jobs=
build plain -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
build loose -O2 -DLOOSE
build broken-none -O2 -DCLEARANCE_TRUST=0.0f
if [ "$(uname -m)" = x86_64 ] && grep -qw fma /proc/cpuinfo; then
    build fused -O2 -mfma -ffp-contract=fast
    build flushed -O2 -DFLUSH
    build all -O2 -mfma -ffp-contract=fast -DFLUSH -DLOOSE
    measured="-O2 -mfma -ffp-contract=fast -DFLUSH -DLOOSE"
else
    echo "skipped: fused multiplications and flushed subnormals, as this processor is none of x86-64 with FMA"
    measured="-O2 -DLOOSE"
fi
for job in $jobs; do wait "$job" || exit 2; done
# shellcheck disable=SC2086
"$cxx" -std=c++17 -Wall -Wextra -I. -I$kernels $measured -o "$directory/measure" measure.cpp
"$directory/measure"
PYTHONDONTWRITEBYTECODE=1 "$python" judge.py "$directory" "${1:-100000}" "${2:-1}"
