"""How much stack a linked program may need: the largest sum of frames along its calls.

Frames are those that the compiler states (`-Z emit-stack-sizes`); of what came compiled they are
what its code pushes and takes off the stack pointer. Calls are read from the disassembly. One
through a register may lead to any function whose address the program's tables hold: that is more
than is true, so the sum is a bound. A cycle of calls has none.
"""

import re
import struct

BRANCH = re.compile(r"\t(?:blx?|bl?\.w|b[a-z]{2}(?:\.w)?|cbn?z|call[qlw]?|jmp[qlw]?|j[a-z]+)\s.*<([^>+]+)>")
THROUGH_REGISTER = re.compile(
    r"\tblx?\s+r\d|\tbx\s+(?:r\d|ip)|\t(?:callq?|jmpq?)\s+\*(?!.*<)|\t(?:callq?|jmpq?)\s+\*"
)
PUSHED = re.compile(r"\t(?:push(?:\.w)?|stmdb\s+sp!,)\s+\{([^}]*)\}")
ROOM = re.compile(r"\tsub(?:w|\.w)?\s+sp, (?:sp, )?#(0x[0-9a-f]+|\d+)|\tsubq?\s+\$(0x[0-9a-f]+), %rsp")


class NoBound(Exception):
    """The calls have no largest sum."""


def registers(text: str) -> int:
    """How many registers a list such as `r4, r5-r7, lr` names."""
    count = 0
    for part in text.split(","):
        ends = re.findall(r"\d+", part)
        count += int(ends[1]) - int(ends[0]) + 1 if len(ends) == 2 else 1
    return count


class Program:
    """A linked program: its functions, their frames and their calls."""

    def __init__(self, symbols: dict, frames: dict, tables: bytes, disassembly: str, word: int):
        """Reads what the tools print: addresses to names, names to stated frames, read-only data."""
        self.calls: dict[str, set[str]] = {}
        self.indirect: set[str] = set()
        self.frames = dict(frames)
        guessed: dict[str, int] = {}
        current = None
        for line in disassembly.splitlines():
            if header := re.match(r"[0-9a-f]+ <(.*)>:$", line):
                current = header[1]
                self.calls.setdefault(current, set())
                continue
            if current is None:
                continue
            if (found := BRANCH.search(line)) and found[1] != current:
                self.calls[current].add(found[1])
            if THROUGH_REGISTER.search(line):
                self.indirect.add(current)
            room = 0
            if found := PUSHED.search(line):
                room = registers(found[1]) * (8 if "d" in found[1] else 4)
            elif re.search(r"\tvpush\s+\{", line):
                room = 8 * registers(line[line.index("{") + 1 : line.index("}")])
            elif re.search(r"\tpushq?\s+%", line):
                room = 8
            elif found := ROOM.search(line):
                room = int(found[1] or found[2], 0)
            guessed[current] = guessed.get(current, 0) + room
        self.guessed = {name: room for name, room in guessed.items() if name not in self.frames}
        # A call on x86 leaves its address on the stack; on ARM it is among what is pushed.
        self.per_call = 8 if word == 8 else 0
        layout = "<Q" if word == 8 else "<I"
        cut = tables[: len(tables) // word * word]
        addresses = {address for (address,) in struct.iter_unpack(layout, cut)}
        bit = 0 if word == 8 else 1
        self.targets = {name for address, name in symbols.items() if address | bit in addresses}

    def bound(self, entry: str) -> tuple[int, list[str]]:
        """The bytes below a function's caller, and the calls that need them."""
        known: dict[str, tuple[int, list[str]]] = {}
        active: list[str] = []

        def of(name: str) -> tuple[int, list[str]]:
            if name in known:
                return known[name]
            if name in active:
                raise NoBound(" -> ".join([*active[active.index(name) :], name]))
            active.append(name)
            below = self.calls.get(name, set())
            if name in self.indirect:
                below = below | self.targets
            best = (0, [])
            for called in below:
                if called == name:
                    continue
                best = max(best, of(called), key=lambda found: found[0])
            active.pop()
            frame = self.frames.get(name, self.guessed.get(name, 0)) + self.per_call
            known[name] = (frame + best[0], [name, *best[1]])
            return known[name]

        return of(entry)
