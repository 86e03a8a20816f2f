"""What queries take of a controller, compared with `table.tsv` and, under qemu, `worst.tsv`.

    python3 check.py [gate | full] [--update]

`gate`: text, bound of the stack and symbols of the lean build for a Cortex-M7. `full`: of every
build, and instructions and painted stack under qemu. `--update` writes what is found.
Both compare docs/controllers.md with the tables.

Needs Rust's target `thumbv7em-none-eabihf` and component `llvm-tools`; under qemu also
`qemu-system-arm` and `arm-none-eabi-gcc`. What is absent is said, and its part left out.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import measure
import page

HERE = pathlib.Path(__file__).parent
TARGETS = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE / "../../target")).resolve()
ARM, HOST = "thumbv7em-none-eabihf", "x86_64-unknown-linux-gnu"
M7 = "-C target-cpu=cortex-m7"
# Its unit computes in single floats: doubles are functions of the compiler's library.
M4F = "-C target-cpu=cortex-m4"
LEAN = "--cfg clearance_lean"

# Name, target, profile, flags.
BUILDS = [
    ("m7-small-lean", ARM, "small", f"{M7} {LEAN}"),
    ("m7-small", ARM, "small", M7),
    ("m7-fast-lean", ARM, "fast", f"{M7} {LEAN}"),
    ("m7-fast", ARM, "fast", M7),
    ("m4f-small-lean", ARM, "small", f"{M4F} {LEAN}"),
    ("x86-64-small-lean", HOST, "small", LEAN),
    ("x86-64-small", HOST, "small", ""),
]
IN_GATE = 1
# Builds whose instructions qemu counts; with as many steps as are wanted, and with a budget.
WATCHED = ["m7-small-lean", "m7-fast", "m4f-small-lean"]
BUDGETS = [0xFFFFFFFF, 50]
PAIRS = 1000

# A compiler that inlines otherwise: this factor, and bytes beyond it.
TOLERATED, BYTES = 1.03, 512
PROMISED = {
    ("m7-small-lean", "distance_capsule_box"): (48_000, 16_000),
    ("m7-small-lean", "distance_capsule_capsule"): (48_000, 16_000),
    ("m7-small-lean", "proximity_hull_hull"): (48_000, 8_000),
}


def archive(target: str, profile: str, flags: str) -> str:
    """Builds the library, in a folder for these flags."""
    folder = TARGETS / "firmware" / ("lean" if LEAN in flags else "whole")
    environment = os.environ | {
        # For the stated frames; the rest of the build is what a stable compiler makes.
        "RUSTC_BOOTSTRAP": "1",
        "RUSTFLAGS": f"{flags} -Z emit-stack-sizes",
        "CARGO_INCREMENTAL": "0",
    }
    command = ["cargo", "build", "--quiet", "--manifest-path", str(HERE / "Cargo.toml")]
    command += ["--profile", profile, "--target", target, "--target-dir", str(folder)]
    subprocess.run(command, check=True, env=environment)
    return str(folder / target / profile / "libclearance_firmware.a")


def read(path: pathlib.Path) -> dict[tuple[str, str], list[str]]:
    """The rows of a table, by their first two columns."""
    if not path.exists():
        return {}
    rows = [line.split("\t") for line in path.read_text().splitlines()[1:]]
    return {(build, verb): rest for build, verb, *rest in rows}


def write(path: pathlib.Path, head: str, rows: dict[tuple[str, str], list[str]]) -> None:
    """Writes a table, in the order in which its rows are measured."""
    lines = ["\t".join([*key, *rest]) for key, rest in rows.items()]
    path.write_text("\n".join([head, *lines]) + "\n")


def worse(found: str, known: str) -> bool:
    """Whether a number is larger than recorded by more than is tolerated, or a word changed."""
    if not known.lstrip("-").isdigit():
        return found != known
    if int(known) < 0 or int(found) < 0:
        return found != known
    return int(found) > int(known) * TOLERATED + BYTES


def instructions(library: str, budget: int) -> dict[str, list[str]]:
    """What each verb takes under qemu."""
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/watch.elf"
        flags = "-mcpu=cortex-m7 -mfpu=fpv5-d16 -mfloat-abi=hard -mthumb -O2 --specs=rdimon.specs"
        options = [f"-DCOUNT={PAIRS}", f"-DBUDGET={budget}u", "-Wl,--gc-sections"]
        sources = ["-T", str(HERE / "board.ld"), "-o", program, str(HERE / "watch.c"), library]
        compiler = ["arm-none-eabi-gcc", *flags.split(), *options, *sources, "-lm"]
        subprocess.run(compiler, check=True, capture_output=True)
        machine = "qemu-system-arm -M mps2-an500 -icount shift=0 -nographic".split()
        semihosting = ["-semihosting-config", "enable=on,target=native", "-kernel", program]
        command = [*machine, *semihosting]
        out = subprocess.run(command, check=True, capture_output=True, text=True, timeout=900)
    lines = [line.split() for line in out.stdout.splitlines()]
    return {line[0]: line[1:] for line in lines if len(line) == 6}


def main() -> int:
    """Measures, and compares or writes."""
    is_update = "--update" in sys.argv
    is_full = "full" in sys.argv
    if not shutil.which("rustup"):
        print("left out: no rustup, which has the target")
        return 0
    installed = subprocess.run(["rustup", "target", "list", "--installed"], capture_output=True)
    if ARM not in installed.stdout.decode().split():
        print(f"left out: no target; rustup target add {ARM}")
        return 0
    if not measure.tools():
        print("left out: no llvm-objdump; rustup component add llvm-tools")
        return 0
    emulates = all(map(shutil.which, ["qemu-system-arm", "arm-none-eabi-gcc"]))
    if is_full and not emulates:
        print("left out: instructions; apt-get install qemu-system-arm gcc-arm-none-eabi")
    table, worst = HERE / "table.tsv", HERE / "worst.tsv"
    known, known_worst = read(table), read(worst)
    found: dict[tuple[str, str], list[str]] = {}
    found_worst: dict[tuple[str, str], list[str]] = {}
    faults = []
    for name, target, profile, flags in BUILDS if is_full else BUILDS[:IN_GATE]:
        library = archive(target, profile, flags)
        if measure.Linked(library, target, "control").row()["panics"] != "yes":
            faults.append(f"{name}: the check is broken: control holds a panic, which is not seen")
        for verb in measure.VERBS:
            row = measure.Linked(library, target, verb).row()
            found[name, verb] = list(row.values())
            print(name, verb, *row.values(), flush=True)
            recorded = known.get((name, verb))
            if not is_update and recorded and any(map(worse, row.values(), recorded)):
                faults.append(f"{name} {verb}: {recorded} were recorded, now {list(row.values())}")
            text, stack = PROMISED.get((name, verb), (None, None))
            if text and not (int(row["text"]) <= text and 0 <= int(row["stack"]) <= stack):
                faults.append(f"{name} {verb}: more than the promised {text} and {stack} bytes")
            if name.endswith("lean") and (row["allocates"], row["panics"]) != ("no", "no"):
                faults.append(f"{name} {verb}: reaches an allocator or a panic")
        for budget in BUDGETS if is_full and emulates and name in WATCHED else []:
            label = f"{name}-{budget}" if budget < BUDGETS[0] else name
            for verb, numbers in instructions(library, budget).items():
                found_worst[label, verb] = numbers
                print(label, verb, *numbers, flush=True)
                recorded = known_worst.get((label, verb))
                if not is_update and recorded and any(map(worse, numbers, recorded)):
                    faults.append(f"{label} {verb}: {recorded} were recorded, now {numbers}")
    if is_update:
        write(table, "build\tverb\ttext\tstack\tallocates\tpanics", known | found)
        head = "build\tverb\tmean\tworst\tof\tpainted\tundecided"
        write(worst, head, known_worst | found_worst)
    faults += [
        f"docs/controllers.md lacks: {row}" for row in page.missing(read(table), read(worst))
    ]
    for fault in faults:
        print("FAIL", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
