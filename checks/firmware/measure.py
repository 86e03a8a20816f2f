"""What each verb of a controller's build takes: links every function alone and reads the program.

    python3 measure.py ARCHIVE TARGET FUNCTION...

Prints a line for each: text in bytes, the bound of the stack in bytes, whether an allocator and a
panic are among its symbols. The tools are those of Rust's component `llvm-tools`.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import stack

VERBS = """
distance_ball_ball distance_capsule_capsule distance_capsule_box intersects_capsule_box
proximity_box_box proximity_hull_hull cast_capsule_box impact_capsule_box impact_capsule_capsule
manifold_box_box
""".split()
PANIC = "clearance_panic_is_reachable"


def tools() -> pathlib.Path | None:
    """The folder of the tools, if they are installed."""
    sysroot = subprocess.check_output(["rustc", "--print", "sysroot"], text=True).strip()
    found = list(pathlib.Path(sysroot).glob("lib/rustlib/*/bin/llvm-objdump"))
    return found[0].parent if found else None


class Linked:
    """One function, linked with all that it reaches and nothing else."""

    def __init__(self, archive: str, target: str, entry: str):
        """Links it, in a folder that goes with the program."""
        self.bin, self.entry = tools() or pathlib.Path(), entry
        self.is_arm = target.startswith("thumb")
        self.folder = tempfile.TemporaryDirectory()
        self.path = f"{self.folder.name}/{entry}"
        options = ["--gc-sections", "--unresolved-symbols=ignore-all", "-e", entry, "-u", entry]
        emulation = [] if self.is_arm else ["-m", "elf_x86_64"]
        self.run("rust-lld", "-flavor", "gnu", *emulation, *options, archive, "-o", self.path)

    def run(self, tool: str, *args: str) -> str:
        """What a tool prints."""
        command = [str(self.bin / tool), *args]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def sections(self) -> dict[str, int]:
        """The bytes of each section."""
        lines = self.run("llvm-size", "-A", self.path).splitlines()
        rows = [line.split() for line in lines if line.startswith(".")]
        self.addresses = {name: int(address) for name, _, address in rows}
        return {name: int(size) for name, size, _ in rows}

    def bytes_of(self, section: str) -> bytes:
        """What a section holds."""
        out = f"{self.path}.bytes"
        self.run("llvm-objcopy", "-O", "binary", "-j", section, self.path, out)
        return pathlib.Path(out).read_bytes()

    def symbols(self) -> tuple[dict[int, str], set[str]]:
        """The functions by their addresses, and every name."""
        functions, names = {}, set()
        for line in self.run("llvm-nm", self.path).splitlines():
            *address, kind, name = line.split()
            names.add(name)
            if address and kind in "tTwW":
                functions[int(address[0], 16) & (~1 if self.is_arm else ~0)] = name
        return functions, names

    def frames(self) -> dict[str, int]:
        """The frames that the compiler states."""
        text = self.run("llvm-readobj", "--stack-sizes", self.path)
        found = re.findall(r"Functions: \[(.*?)\]\s*Size: (0x[0-9A-Fa-f]+)", text, re.DOTALL)
        return {name.strip(): int(size, 16) for names, size in found for name in names.split(",")}

    def tables(self) -> bytes:
        """Data that may hold addresses of functions."""
        data = b""
        for section in self.sections():
            if section.startswith((".rodata", ".data", ".got")):
                data += self.bytes_of(section)
                data += bytes(-len(data) % 8)
        return data

    def row(self) -> dict[str, str]:
        """Its line of the table."""
        functions, names = self.symbols()
        sections = self.sections()
        text = sum(size for name, size in sections.items() if name.startswith(".text"))
        cpu = ["--mcpu=cortex-m7"] if self.is_arm else []
        disassembly = self.run("llvm-objdump", "-d", "--no-show-raw-insn", *cpu, self.path)
        code = (self.addresses[".text"], self.bytes_of(".text")) if self.is_arm else None
        program = stack.Program(functions, self.frames(), self.tables(), disassembly, code)
        bound, chain = program.bound(self.entry)
        self.chain = [(program.frame(name), name) for name in chain]
        allocates = any("__rust_alloc" in name or name == "malloc" for name in names)
        panics = PANIC in names
        return {
            "text": str(text),
            "stack": str(bound),
            "allocates": "yes" if allocates else "no",
            "panics": "yes" if panics else "no",
        }


if __name__ == "__main__":
    archive, target, *wanted = sys.argv[1:]
    for verb in wanted or VERBS:
        linked = Linked(archive, target, verb)
        print(verb, *linked.row().values())
        if wanted:
            for frame, name in linked.chain:
                print(f"    {frame:6} {name[-110:]}")
