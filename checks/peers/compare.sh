#!/usr/bin/env bash
# Runs every case of cases/failures.jsonl through clearance and its peers, and rewrites the tables
# of docs/torture.md.
#
# Opt-in, never part of the gate: it needs a network the first time, and Python 3.11 or later with
# the packages of requirements.txt (PYTHON names the interpreter; a virtual environment is best).
# Peers that are not installed are left out.
set -euo pipefail
cd "$(dirname "$0")"

python=${PYTHON:-python3}
root=../..
cases=$root/cases/failures.jsonl
answers=${CARGO_TARGET_DIR:-../../target}/answers
mkdir -p "$answers"

for precision in f64 f32; do
    # Each cast is answered by an error, which makes the status 1.
    cargo run --quiet --release --manifest-path $root/Cargo.toml -p clearance-cli -- \
        query "$cases" --precision $precision >"$answers/clearance-$precision.jsonl" || [ $? -eq 1 ]
done
cargo run --quiet --release -- "$cases" >"$answers/parry.jsonl"
# The error output of failing libraries is kept beside the answers.
"$python" peers.py "$cases" >"$answers/python.jsonl" 2>"$answers/python.log"
"$python" table.py "$cases" "$answers" $root/docs/torture.md
