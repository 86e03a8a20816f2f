# Shared by soak.sh and smoke.sh. Sourced, not run.

targets="bits near moving certificate forged hull abi stl obj gltf dae ply off lines"
# Most of the time goes to the targets that run the queries and the verifier themselves.
rotation="bits near moving forged hull bits near moving certificate forged stl obj gltf"
rotation="$rotation bits near forged abi dae ply off lines"
scratch=${TMPDIR:-/tmp}
corpora=${FUZZ_CORPORA:-$scratch/fuzz-corpus}
logs=${FUZZ_LOGS:-$scratch/fuzz-soak}

# What is missing to fuzz at all; nothing if all is there.
missing() {
    if ! cargo +nightly --version >/dev/null 2>&1; then
        echo "no nightly toolchain (rustup toolchain install nightly)"
    elif ! cargo +nightly fuzz --version >/dev/null 2>&1; then
        echo "no cargo-fuzz (cargo install cargo-fuzz)"
    fi
}

# Builds the targets and keeps the programs apart from the build folder, so that a build meanwhile does not pull them away.
build() {
    mkdir -p "$logs/bin" "$logs/finds"
    local triple
    triple=$(rustc +nightly -vV | sed -n 's/^host: //p')
    for target in "$@"; do
        # Without a sanitizer: there is no unsafe code to watch. See README.md for the price.
        cargo +nightly fuzz build --fuzz-dir . --sanitizer none "$target"
        cp "${CARGO_TARGET_DIR:-target}/$triple/release/$target" "$logs/bin/$target.new"
        mv "$logs/bin/$target.new" "$logs/bin/$target"
    done
}

# run TARGET SECONDS: one process, and a line about it in runs.tsv. The corpus grows outside the repository.
run() {
    local target=$1 seconds=$2 log=$logs/$1.log dictionary=() before after
    [ -f "dictionaries/$target.dict" ] && dictionary=("-dict=dictionaries/$target.dict")
    mkdir -p "$corpora/$target"
    # What the readers met in the wild.
    case $target in
        gltf) cp ../cases/odd-meshes/*.gl* "$corpora/$target" ;;
        stl | obj) cp ../cases/odd-meshes/"$target"-*."$target" "$corpora/$target" ;;
    esac
    before=$(find "$logs/finds" -name "$target-*" | wc -l)
    local part
    part=$(mktemp "$logs/$target.XXXXXX")
    TIMEFORMAT="cpu %U %S"
    # A find ends the run with an error; the finds are counted below.
    { time RUST_BACKTRACE=0 "$logs/bin/$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -max_len=1024 -print_final_stats=1 -artifact_prefix="$logs/finds/$target-" "${dictionary[@]}" \
        "$corpora/$target" "seeds/$target" >"$part" 2>&1 || true; } 2>"$part.cpu"
    after=$(find "$logs/finds" -name "$target-*" | wc -l)
    awk -v target="$target" -v finds=$((after - before)) '
        FILENAME ~ /\.cpu$/ && $1 == "cpu" { cpu = $2 + $3 }
        $1 == "stat::number_of_executed_units:" { runs = $2 }
        END { printf "%s\t%d\t%.1f\t%d\n", target, runs, cpu, finds; exit runs == 0 }' \
        "$part.cpu" "$part" >>"$logs/runs.tsv" || echo "$target did not run; see $log" >&2
    cat "$part" >>"$log"
    rm -f "$part" "$part.cpu"
}

# The sum of runs.tsv as a table; fails on a find, and where a target did not run at all.
table() {
    awk -F'\t' '
        { runs[$1] += $2; cpu[$1] += $3; finds[$1] += $4 }
        END {
            printf "%-8s %14s %10s %12s %6s\n", "target", "executions", "CPU s", "per CPU s", "finds"
            for (t in runs) {
                printf "%-8s %14d %10.0f %12.0f %6d\n", t, runs[t], cpu[t], cpu[t] ? runs[t] / cpu[t] : 0, finds[t]
                all += runs[t]; spent += cpu[t]; found += finds[t]; if (!runs[t]) idle = 1
            }
            printf "%-8s %14d %10.0f %12.0f %6d\n", "all", all, spent, spent ? all / spent : 0, found
            exit found > 0 || idle || !all
        }' "$logs/runs.tsv"
}

# Where the finds are and how to look at one.
show_finds() {
    [ -z "$(ls "$logs/finds")" ] && return
    echo "finds in $logs/finds; to see what one is:"
    echo "    RUST_BACKTRACE=0 $logs/bin/TARGET $logs/finds/TARGET-..."
}
