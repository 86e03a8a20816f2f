#!/usr/bin/env bash
# Asks clearance and its peers every case of cases/failures.jsonl and writes the tables of docs/torture.md anew.
#
# Opt-in, never part of the gate: it needs a network the first time, and Python 3.11 or later with the packages of
# requirements.txt (PYTHON names the interpreter; a virtual environment is best). Peers that are not installed are left out.
set -euo pipefail
cd "$(dirname "$0")"

python=${PYTHON:-python3}
root=../..
cases=$root/cases/failures.jsonl
answers=${CARGO_TARGET_DIR:-target}/answers
mkdir -p "$answers"

for precision in f64 f32; do
    # Casts are answered by an error each, and then the status is 1.
    cargo run --quiet --release --manifest-path $root/Cargo.toml -p clearance-cli -- \
        query "$cases" --precision $precision >"$answers/clearance-$precision.jsonl" || [ $? -eq 1 ]
done
cargo run --quiet --release -- "$cases" >"$answers/parry.jsonl"
# What the libraries say while they fall is kept beside the answers.
"$python" peers.py "$cases" >"$answers/python.jsonl" 2>"$answers/python.log"
"$python" table.py "$cases" "$answers" $root/docs/torture.md
