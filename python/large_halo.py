"""How many cells a body touches, and what that costs, by the bodies of a cell: `python
large_halo.py` prints a table, and draws it into `../docs/img/large-halo.svg`."""

import json
import math
import pathlib
import shutil

from large import in_a_process, tables

import clearance.jobs as jobs

ROWS, SIZES = 1 << 19, [250, 1000, 4000, 16000, 65000, 260000]
FOLDER = pathlib.Path("target/large-halo")


def measured():
    """Rows of (bodies of a cell, cells, halo, µs a body of one core)."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    tables(FOLDER, ROWS)
    found = []
    for size in SIZES:
        out = FOLDER / str(size)
        given = ["near", FOLDER / "bodies.parquet", "--shapes", FOLDER / "shapes.jsonl"]
        given += ["--within", "0.01", "--out", out, "--bodies-of-cell", size, "--workers", 1]
        plan = jobs.near(
            *(FOLDER / "bodies.parquet",),
            shapes=FOLDER / "shapes.jsonl",
            within=0.01,
            out=FOLDER / f"plan-{size}",
            bodies_of_cell=size,
            dry_run=True,
        )
        _, processors, megabytes, _ = in_a_process("-m", "clearance.jobs", *given)
        bodies = ROWS / json.loads((out / "_summary.json").read_text())["parts"]
        found.append((bodies, plan.cells, plan.halo, processors / ROWS * 1e6, megabytes))
        print("| {:,.0f} | {:,} | {:.2f} | {:.1f} | {:.0f} |".format(*found[-1]), flush=True)
    shutil.rmtree(FOLDER)
    return found


def drawn(found):
    """The table as SVG: two lines over a logarithmic axis."""
    width, height, left, top = 640, 300, 60, 30
    low, high = math.log10(found[0][0]), math.log10(found[-1][0])

    def x(bodies):
        return left + (math.log10(bodies) - low) / (high - low) * (width - 2 * left)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for column, colour, name, side in (
        (2, "#1f77b4", "cells a body", 0),
        (3, "#d62728", "µs a body, one core", 1),
    ):
        # Not of one height, so that their figures do not lie on each other.
        most = max(row[column] for row in found) * (1.1 + 0.3 * side)

        def y(value, most=most):
            return height - 50 - value / most * (height - 50 - top)

        line = " ".join(f"{x(row[0]):.1f},{y(row[column]):.1f}" for row in found)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for row in found:
            text = f"{row[column]:.2f}" if column == 2 else f"{row[column]:.0f}"
            parts.append(
                f'<circle cx="{x(row[0]):.1f}" cy="{y(row[column]):.1f}" r="3" fill="{colour}"/>'
                f'<text x="{x(row[0]):.1f}" y="{y(row[column]) - 7:.1f}" fill="{colour}" '
                f'text-anchor="middle">{text}</text>'
            )
        parts.append(f'<text x="{left + side * 120}" y="16" fill="{colour}">{name}</text>')
    parts += [
        f'<text x="{x(row[0]):.1f}" y="{height - 28}" text-anchor="middle">{row[0]:,.0f}</text>'
        for row in found
    ]
    middle = width / 2
    at = f'x="{middle}" y="{height - 8}" text-anchor="middle"'
    parts.append(f"<text {at}>bodies of a cell</text>")
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    picture = drawn(measured())
    pathlib.Path("../docs/img/large-halo.svg").write_text(picture)
