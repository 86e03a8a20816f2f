#!/usr/bin/env bash
# Runs the minute of the cranes against an installed library: two near misses and one stop, equal
# from run to run and to docs/controllers.md, no heap, distances that `clearance verify` and the
# independent checker find true; operators who wish anything; and covers that hold what they should.
# `crates/clearance-capi/test.sh` calls it.
#
# Usage: examples/cranes/test.sh PREFIX CLEARANCE, the prefix of install.sh and the command
set -euo pipefail
cd "$(dirname "$0")"
prefix=$1 clearance=$2 docs=../../../../docs
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

warnings="-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror"
shared="-I$prefix/include -L$prefix/lib -lclearance -lm -Wl,-rpath,$prefix/lib"
static="-I$prefix/include $prefix/lib/libclearance.a -lpthread -lm -ldl"
wrap=-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=posix_memalign
fail() {
    echo "$1" >&2
    exit 1
}

# shellcheck disable=SC2086  # Options are words.
{
    cc $warnings -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all cranes.c $shared \
        -o "$scratch/sanitized"
    cc $warnings -O2 cranes.c no_heap.c $wrap $static -o "$scratch/cranes"
    cc $warnings -O2 covers.c $shared -o "$scratch/covers"
    sed 's/of->class = STOP;/of->class = SLOW;/' cranes.c >"$scratch/broken.c"
    cc -O2 "$scratch/broken.c" $shared -o "$scratch/broken"
}
"$scratch/covers" || fail "a cover or a range does not hold what it should"
"$scratch/sanitized" >"$scratch/log" || fail "the minute ended with an error: $?"
"$scratch/cranes" | cmp - "$scratch/log" || fail "another run has another log"
tail -n 1 "$scratch/log"
tail -n 1 "$scratch/log" | grep -q '^near misses 2, stops 1, ' || fail "another minute"
sed -n '/^```text/,/^```/p' "$docs/controllers.md" | sed '/^```/d' | cmp - "$scratch/log" ||
    fail "docs/controllers.md shows another log"
"$scratch/broken" >/dev/null && fail "cranes that do not stop were not noticed"
"$scratch/cranes" any >"$scratch/any" || fail "operators who wish anything got below the floor"
cat "$scratch/any"
grep -q 'stops [1-9]' "$scratch/any" || fail "nothing was stopped"
# Certificates use the heap: the trap works.
"$scratch/cranes" proofs >/dev/null 2>&1 && fail "the heap was used without being noticed"

"$scratch/sanitized" proofs >"$scratch/proofs"
count=$(wc -l <"$scratch/proofs")
[ "$count" -ge 100 ] || fail "$count certificates are too few"
"$clearance" verify "$scratch/proofs" | tail -n 1
if command -v python3 >/dev/null; then
    python3 "$docs/check_certificate.py" "$scratch/proofs" >"$scratch/checked"
    "$scratch/cranes" all >"$scratch/all"
    # What is proved of the cycles that have a certificate, beside what the program said of them.
    awk -F, 'NR > 1 { if ((NR - 2) % 12 == 0 || $2 $3 != before) print $4; before = $2 $3 }' \
        "$scratch/all" | paste -d' ' - <(sed 's/.*distance from //; s/to //' "$scratch/checked") |
        awk -v count="$count" '
            { if ($1 < $2 - 0.0005 || $1 > $3 + 0.0005 || $3 - $2 > 1e-11) { print; wrong = 1 } }
            END { exit wrong || NR != count }' || fail "another distance is proved than was said"
    echo "the independent checker: $(grep -c ': verified: ' "$scratch/checked") of $count verified"
    python3 picture.py <"$scratch/all" | cmp - "$docs/img/cranes.svg" ||
        fail "docs/img/cranes.svg is another picture: cranes all | python3 picture.py"
else
    echo "skipped: there is no python3 for the independent checker and the picture"
fi
