"""Bytes of machine code by room, and by what they are of: `python3 rooms.py PROGRAM [ROOMS]`.

Reads the names that `nm` lists; `bench/size.sh` builds the command with v0 names, which tell types
apart. A function is of the room that its name begins with, and of the plane or of space by the
types in it. `ROOMS` rooms are printed, the largest first.
"""

import re
import subprocess
import sys
from collections import Counter

KINDS = {
    "of f32's vectors": r"Vec[23]|Narrowed|\bf32\b",
    "of the plane": r"\bXy\b",
    "of space": r"\bXyz\b",
}


def functions(program):
    listed = subprocess.run(
        ["nm", "-S", "-C", program], capture_output=True, text=True, check=True
    ).stdout
    for line in listed.splitlines():
        parts = line.split(" ", 3)
        if len(parts) == 4 and parts[1] and parts[2] in "tTwW":
            yield int(parts[1], 16), parts[3]


def main(program, most=40):
    rooms, kinds = Counter(), Counter()
    for size, name in functions(program):
        found = re.findall(r"clearance(?:_\w+)?(?:::\w+){1,2}", name)
        rooms[found[0] if found else "all others"] += size
        named = (kind for kind, pattern in KINDS.items() if re.search(pattern, name))
        kinds[next(named, "of neither")] += size
        kinds["in all"] += size
    if not kinds:
        sys.exit(f"{program}: has no names")
    print("| bytes | |\n| ---: | --- |")
    for kind, size in kinds.most_common():
        print(f"| {size} | {kind} |")
    for room, size in rooms.most_common(most):
        print(f"| {size} | `{room}` |")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
