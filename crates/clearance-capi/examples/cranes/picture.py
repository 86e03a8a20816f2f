"""Draws the minute of `cranes`: both cranes where they are stopped, and the least distance over
time. `cranes all | python3 picture.py` prints SVG. Its numbers are those of cranes.c."""

import csv
import math
import sys

CRANES = (("a", 0.0, "#1f5fa8"), ("b", 55.0, "#a8541f"))
REACH, BEHIND, FLOOR = 40.0, 14.0, 2.0
CLASSES = {"go": "#d9efd9", "slow": "#fff0c2", "stop": "#f7cfcf"}
WIDTH, PLAN, CHART, LEFT = 720, 230, 170, 46


def plan(row):
    """Both cranes from above: how far the jibs reach, the jibs, the ropes."""
    scale = (WIDTH - 20) / 92
    yield (
        f'<text x="10" y="16">from above at {row["time"]} s, when both are stopped; circles: '
        "two metres about the ropes and their swing</text>"
    )
    yield f'<svg x="10" y="24" width="{WIDTH - 20}" height="{PLAN}">'
    for name, x, colour in CRANES:

        def place(along, across, x=x):
            return f"{scale * (18 + x + along):.1f},{PLAN / 2 + scale * across:.1f}"

        slew, car = float(row[f"slew_{name}"]), float(row[f"trolley_{name}"])
        mast_x, mast_y = place(0, 0).split(",")
        tail, tip, rope = (
            place(r * math.cos(slew), -r * math.sin(slew)) for r in (-BEHIND, REACH, car)
        )
        rope_x, rope_y = rope.split(",")
        yield (
            f'<circle cx="{mast_x}" cy="{mast_y}" r="{REACH * scale:.1f}" fill="none" '
            f'stroke="{colour}" stroke-dasharray="3 4"/>'
            f'<polyline points="{tail} {tip}" stroke="{colour}" stroke-width="{1.6 * scale:.1f}" '
            'opacity="0.7"/>'
            f'<circle cx="{mast_x}" cy="{mast_y}" r="{scale:.1f}"/>'
            f'<circle cx="{rope_x}" cy="{rope_y}" r="{(0.53 + FLOOR) * scale:.1f}" fill="none" '
            f'stroke="{colour}"/><circle cx="{rope_x}" cy="{rope_y}" r="2.5"/>'
            f'<text x="{float(mast_x) - 4:.1f}" y="{float(mast_y) + 26:.1f}">{name.upper()}</text>'
        )
    yield f'<rect width="{WIDTH - 20}" height="{PLAN}" fill="none" stroke="#888"/></svg>'


def chart(rows, top):
    """Distances over time, on bands of the classes."""
    times = [float(row["time"]) for row in rows]
    scale, most = (WIDTH - LEFT - 18) / 60, 14.0

    def at(time, length):
        return f"{LEFT + scale * time:.1f},{top + CHART * (1 - length / most):.1f}"

    def line(key):
        return " ".join(at(t, float(row[key])) for t, row in zip(times, rows, strict=True))

    for band, (name, _, _) in enumerate(CRANES):
        y, begin = top + CHART + 6 + 16 * band, 0
        yield f'<text x="{LEFT - 6}" y="{y + 11}" text-anchor="end">{name.upper()}</text>'
        for i, row in enumerate(rows):
            if i + 1 == len(rows) or rows[i + 1][name] != row[name]:
                x, wide = LEFT + scale * times[begin], scale * (times[i] + 0.05 - times[begin])
                yield (
                    f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="14" '
                    f'fill="{CLASSES[row[name]]}" stroke="#888" stroke-width="0.5"/>'
                )
                if wide > 24:
                    at_middle = f'x="{x + wide / 2:.1f}" y="{y + 11}" text-anchor="middle"'
                    yield f"<text {at_middle}>{row[name]}</text>"
                begin = i + 1
    for length in (0, 5, 10):
        x, y = at(0, length).split(",")
        yield f'<text x="{LEFT - 6}" y="{float(y) + 4:.1f}" text-anchor="end">{length} m</text>'
        yield f'<path d="M{x},{y}H{WIDTH - 18}" stroke="#ddd"/>'
    x, y = at(0, FLOOR).split(",")
    yield f'<path d="M{x},{y}H{WIDTH - 18}" stroke="#c00" stroke-dasharray="5 3"/>'
    yield f'<text x="{float(x) + 4}" y="{float(y) + 13:.1f}" fill="#c00">floor, 2 m</text>'
    yield f'<polyline points="{line("now")}" fill="none" stroke="#888" stroke-width="1.5"/>'
    yield f'<polyline points="{line("stopping")}" fill="none" stroke="#000" stroke-width="1.5"/>'
    yield (
        f'<text x="{WIDTH - 18}" y="{top - 6}" text-anchor="end">least distance over the stopping '
        "motion (black), and now (grey)</text>"
    )
    for second in range(0, 61, 10):
        x = LEFT + scale * second
        yield f'<text x="{x:.1f}" y="{top + CHART + 54}" text-anchor="middle">{second} s</text>'


def main():
    rows = list(csv.DictReader(sys.stdin))
    stop = next(row for row in rows if "stop" in (row["a"], row["b"]))
    height = PLAN + CHART + 116
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="12">\n'
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>'
    )
    print("\n".join([*plan(stop), *chart(rows, PLAN + 54), "</svg>"]))


if __name__ == "__main__":
    main()
