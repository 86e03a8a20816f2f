"""How much stack a linked program may need: the largest sum of frames along its calls.

Frames are those that the compiler states (`-Z emit-stack-sizes`); of what came compiled they are
what its code pushes and takes off the stack pointer. Calls are read from the disassembly. One
through a register leads to the function whose address the code before it has put there or, where
that is none, to any whose address is in that place of a trait's table; or of any table, where the
place is not known: more than is true. Functions that may call each other in this sense count with
all of their frames: so the sum is a bound where no function is at work twice at a time. None of
these is: the sources that they come from have no recursion.
"""

import re
import struct

BRANCH = re.compile(
    r"\t(?:blx?|bl?\.w|b[a-z]{2}(?:\.w)?|cbn?z|call[qlw]?|jmp[qlw]?|j[a-z]+)\s.*<([^>+]+)>"
)
THROUGH_REGISTER = re.compile(r"\tblx?\s+(r\d+)$|\tbx\s+(r\d+)$|\t(?:callq?|jmpq?)\s+\*(.*)")
LITERAL = re.compile(r"\tldr(?:\.w)?\s+(r\d+), \[pc.*@ (0x[0-9a-f]+)")
LOADED = re.compile(r"\tldr(?:\.w)?\s+(r\d+), \[r\d+(?:, #(0x[0-9a-f]+|\d+))?\]$")
COPIED = re.compile(r"\tmov\s+(r\d+), (r\d+)$")
# Half of a constant, and any other write of a register.
HALF = re.compile(r"\tmov([wt])\s+(r\d+), #(0x[0-9a-f]+|\d+)")
WRITTEN = re.compile(r"\t(?:ldr|mov|add|sub|ite?)[a-z.]*\s+(r\d+)")
PUSHED = re.compile(r"\t(?:push(?:\.w)?|stmdb\s+sp!,)\s+\{([^}]*)\}")
ROOM = re.compile(
    r"\tsub(?:w|\.w)?\s+sp, (?:sp, )?#(0x[0-9a-f]+|\d+)|\tsubq?\s+\$(0x[0-9a-f]+), %rsp"
)


def registers(text: str) -> int:
    """How many registers a list such as `r4, r5-r7, lr` names."""
    count = 0
    for part in text.split(","):
        ends = re.findall(r"\d+", part)
        count += int(ends[1]) - int(ends[0]) + 1 if len(ends) == 2 else 1
    return count


def offset(operand: str | None) -> int | None:
    """The place in a table of x86's operand of a call."""
    found = re.fullmatch(r"(0x[0-9a-f]+)?\(%\w+\)", (operand or "").strip())
    return int(found[1] or "0", 0) if found else None


class Program:
    """A linked program: its functions, their frames and their calls."""

    def __init__(
        self,
        symbols: dict[int, str],
        frames: dict[str, int],
        tables: bytes,
        disassembly: str,
        code: tuple[int, bytes] | None,
    ):
        """Reads what the tools print: functions by their addresses, stated frames, tables; the code
        and its address on ARM, where constants lie between functions."""
        self.calls: dict[str, set[str]] = {}
        # The places in tables from which a function calls, `None` for any.
        self.indirect: dict[str, set[int | None]] = {}
        self.frames = dict(frames)
        # Functions whose addresses lie outside of a trait's table.
        self.loose: set[str] = set()
        guessed: dict[str, int] = {}
        current = None
        constants: dict[str, int] = {}
        loaded: dict[str, int] = {}
        for line in disassembly.splitlines():
            if header := re.match(r"[0-9a-f]+ <(.*)>:$", line):
                current, constants, loaded = header[1], {}, {}
                self.calls.setdefault(current, set())
                continue
            if current is None:
                continue
            if (found := BRANCH.search(line)) and found[1] != current:
                self.calls[current].add(found[1])
            if found := HALF.search(line):
                half, register, number = found.groups()
                value = constants.get(register, 0)
                low, high = value & 0xFFFF, value & 0xFFFF0000
                number = int(number, 0)
                constants[register] = high | number if half == "w" else low | number << 16
            elif code and (found := LITERAL.search(line)):
                place = int(found[2], 16) - code[0]
                constants[found[1]] = int.from_bytes(code[1][place : place + 4], "little")
            elif (found := COPIED.search(line)) and found[2] in constants:
                constants[found[1]] = constants[found[2]]
            elif found := WRITTEN.search(line):
                constants.pop(found[1], None)
                loaded.pop(found[1], None)
            if found := LOADED.search(line):
                loaded[found[1]] = int(found[2] or "0", 0)
            if found := THROUGH_REGISTER.search(line):
                # The compiler calls one function often by its address in a register.
                address = constants.get(found[1] or found[2] or "", 0)
                if name := symbols.get(address & ~1):
                    self.calls[current].add(name)
                else:
                    place = loaded.get(found[1] or found[2] or "") if code else offset(found[3])
                    self.indirect.setdefault(current, set()).add(place)
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
        word = 4 if code else 8
        # A call on x86 leaves its address on the stack; on ARM it is among what is pushed.
        self.per_call = 8 if word == 8 else 0
        layout = "<Q" if word == 8 else "<I"
        cut = tables[: len(tables) // word * word]
        words = [value for (value,) in struct.iter_unpack(layout, cut)]
        bit = 0 if word == 8 else 1
        name_of = {address | bit: name for address, name in symbols.items()}
        self.targets: dict[int | None, set[str]] = {None: set()}
        slot = None
        for index, value in enumerate(words):
            size, align, first = (words[index + 1 :] + [0] * 3)[:3]
            is_head = (value == 0 or value in name_of) and align in (1, 2, 4, 8, 16)
            if is_head and size < 1 << 16 and first in name_of:
                # A table of a trait begins: its own destructor, size and alignment, methods.
                slot = 0
            if value in name_of:
                self.targets[None].add(name_of[value])
                if slot is None:
                    self.loose.add(name_of[value])
                else:
                    self.targets.setdefault(slot, set()).add(name_of[value])
            elif slot is not None and slot > 2 * word:
                slot = None
            slot = None if slot is None else slot + word

    def below(self, name: str) -> set[str]:
        """What a function may call."""
        called = set(self.calls.get(name, set()))
        for place in self.indirect.get(name, set()):
            called |= self.targets.get(place, set()) | self.loose
        return called - {name}

    def knots(self, entry: str) -> list[list[str]]:
        """The functions below an entry, those that seem to call each other in one list (Tarjan);
        a list comes after all that it calls."""
        number: dict[str, int] = {}
        lowest: dict[str, int] = {}
        stack: list[str] = []
        knots: list[list[str]] = []

        def visit(name: str) -> None:
            number[name] = lowest[name] = len(number)
            stack.append(name)
            for called in sorted(self.below(name)):
                if called not in number:
                    visit(called)
                    lowest[name] = min(lowest[name], lowest[called])
                elif called in stack:
                    lowest[name] = min(lowest[name], number[called])
            if lowest[name] == number[name]:
                place = stack.index(name)
                knots.append(stack[place:])
                del stack[place:]

        visit(entry)
        return knots

    def frame(self, name: str) -> int:
        """What one call takes."""
        return self.frames.get(name, self.guessed.get(name, 0)) + self.per_call

    def bound(self, entry: str) -> tuple[int, list[str]]:
        """The bytes below a function's caller, and the calls that need them."""
        best: dict[str, tuple[int, list[str]]] = {}
        for knot in self.knots(entry):
            below = [best[c] for name in knot for c in self.below(name) if c not in knot]
            deepest = max(below, key=lambda found: found[0], default=(0, []))
            total = sum(map(self.frame, knot)) + deepest[0]
            for name in knot:
                best[name] = (total, [*knot, *deepest[1]])
        return best[entry]
