"""A job of 1e8 bodies, computed from a part of it: `python large_sample.py [BODIES] [SHARE]`. Plans
the cells from a sample of bodies, draws a share of the cells at random with their bodies and halo,
measures each with the job's own functions, and computes from these what all would take on many
cores: prints a table, and draws it into `../docs/img/large-sizing.svg`. Needs `clearance[jobs]`."""

import heapq
import math
import pathlib
import shutil
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from large import shapes

import clearance as cl
from clearance._arrow import as_pose
from clearance._cells import boxes, first_grid, merged
from clearance.jobs import _job, _work

FOLDER = pathlib.Path("target/large-sample").absolute()
SIZE, WITHIN, SAMPLE = 2.2, 0.01, 1 << 20
WORKERS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
KNOWN = cl.Shapes(shapes())


def drawn(draw, low, high):
    """Bodies of a box of space: as many as there would be at random, of the volume of each."""
    count = draw.poisson(np.prod(high - low) / SIZE)
    turn = draw.normal(size=(count, 4))
    turn /= np.linalg.norm(turn, axis=1)[:, None]
    pose = np.concatenate([draw.uniform(low, high, (count, 3)), turn], axis=1)
    return draw.integers(0, 5, count), pose


def written(name, ids, shape, pose, group=1 << 19):
    at = pa.FixedSizeListArray.from_arrays(pa.array(pose.ravel()), 7)
    table = pa.table({"id": ids, "shape": shape.astype(np.uint32), "pose": at})
    pq.write_table(table, FOLDER / name, row_group_size=group)
    return FOLDER / name


def timed(call, *given):
    """Processor seconds, and the result."""
    begun = time.process_time()
    found = call(*given)
    return time.process_time() - begun, found


def planned(bodies, draw):
    """The grid of so many bodies, as a job would make it of a sample of them."""
    side = (SIZE * bodies) ** (1 / 3)
    shape = draw.integers(0, 5, SAMPLE)
    turn = draw.normal(size=(SAMPLE, 4))
    pose = np.concatenate([draw.uniform(0, side, (SAMPLE, 3)), turn], axis=1)
    low, high = boxes(KNOWN, shape, as_pose(pose), WITHIN)
    fine = first_grid(low, high)
    counts = np.bincount(fine.leaf(fine.steps(low)), minlength=len(fine.starts))
    grid = merged(fine, counts * bodies // SAMPLE, _job.CELL)
    return side, grid, len(grid.touched(low, high)[0]) / SAMPLE


def cell_box(grid, index, side):
    """The corners of a cell within the space that has bodies."""
    start = int(grid.starts[index])
    end = int(grid.starts[index + 1]) if index + 1 < len(grid.starts) else 8**grid.bits
    level = round(math.log2(end - start) / 3)
    step = [0, 0, 0]
    for bit in range(grid.bits):
        for axis in range(3):
            step[axis] |= (start >> (3 * bit + 2 - axis) & 1) << bit
    low = np.array(grid.origin) + np.array(step) * grid.size
    high = low + grid.size * 2**level
    # The outermost have no end.
    most = 2**grid.bits
    low = np.where(np.array(step) == 0, 0.0, low)
    high = np.where(np.array(step) + 2**level == most, side, high)
    return low, high


def cell_of(grid, index, side, draw):
    """The bodies that would come to a cell: those in it, and those around that touch it."""
    low, high = cell_box(grid, index, side)
    shape, pose = drawn(draw, np.maximum(low - 2.0, 0), np.minimum(high + 2.0, side))
    body, cell, _ = grid.touched(*boxes(KNOWN, shape, as_pose(pose), WITHIN))
    return shape[own := np.sort(body[cell == index])], pose[own]


def in_turn(seconds, workers):
    """When all pieces are done, each given to the first that is free."""
    free = [0.0] * workers
    for one in seconds:
        heapq.heapreplace(free, free[0] + one)
    return max(free)


def main(bodies, share):
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    (FOLDER / "shapes.jsonl").write_text("\n".join(shape.to_json() for shape in shapes()))
    draw = np.random.default_rng(11)
    side, grid, halo = planned(bodies, draw)
    cells = len(grid.starts)
    some = np.sort(draw.choice(cells, max(1, round(cells * share)), replace=False))
    print(f"{bodies:,} bodies: {cells:,} cells, halo {halo:.3f}; {len(some)} drawn", flush=True)

    # What each body costs before it comes to a cell: hashed, counted, sent.
    shape, pose = drawn(draw, np.zeros(3), np.full(3, (SIZE * SAMPLE) ** (1 / 3)))
    pose[:, :3] *= side / (SIZE * SAMPLE) ** (1 / 3)
    path = written("sent.parquet", np.arange(len(shape)), shape, pose)
    options = {"within": WITHIN, "bodies_of_cell": _job.CELL, "certify": None}

    def job_of(name, source):
        known = str(FOLDER / "shapes.jsonl")
        return _job.job_of("near", str(FOLDER / name), known, {"bodies": str(source)}, options)

    def plan_of(job, chunks):
        text = _job.Plan(chunks, grid).text().encode()
        return job.desk.put("plan", "json", lambda file: file.write(text))

    hashed, job = timed(job_of, "sent", path)
    chunks = _job.chunks_of(job, 0)
    name = plan_of(job, chunks)
    counted = sum(timed(_work.count, job, name, chunk)[0] for chunk in chunks)
    sent, runs = zip(
        *(timed(_work.exchange, job, name, chunk, i) for i, chunk in enumerate(chunks)), strict=True
    )
    each = {"hashed": hashed, "counted": counted, "sent": sum(sent)}
    each = {key: seconds / len(shape) for key, seconds in each.items()}
    told = ", ".join(f"{key} {seconds * 1e6:.2f} µs" for key, seconds in each.items())
    print(f"a body, before its cell: {told}", flush=True)

    # The cells. A job of 1e8 reads a cell's bodies from as many files as it has pieces.
    pieces = math.ceil(bodies / _job.CHUNK)
    _work.rows_in(job, runs, int(some[0]))
    read = [timed(_work.rows_in, job, runs, int(index))[0] / len(runs) for index in some]
    taken, answers, size, footers = [], 0, 0, 0.0
    for nth, index in enumerate(map(int, [some[0], *some])):
        shape, pose = cell_of(grid, index, side, draw)
        job = job_of("cell", written("cell.parquet", np.arange(len(shape)), shape, pose))
        [chunk] = _job.chunks_of(job, 0)
        name = plan_of(job, [chunk])
        seconds, found = timed(_work.cell, job, name, (_work.exchange(job, name, chunk, 0),), index)
        part = job.folder.path(found["part"])
        footer, told = timed(_work.footer_of, job.folder.fs.unstrip_protocol(part))
        if nth:
            # The first is read twice, the other time with all that a process imports once.
            taken.append(seconds)
            footers += footer
            answers, size = answers + told["rows"], size + pathlib.Path(part).stat().st_size
        shutil.rmtree(FOLDER / "cell")
    taken = np.array(taken) + np.mean(read) * (pieces - 1)
    print(
        f"a cell: {taken.mean():.3f} s in the mean, {taken.max():.3f} at most, of which "
        f"{np.mean(read) * pieces:.3f} to read {pieces} files; {answers / len(some):,.0f} answers, "
        f"{size / max(1, answers):.0f} bytes each; footer {footers / len(some) * 1e3:.2f} ms"
    )
    deviation = taken.std(ddof=1) / math.sqrt(len(some)) if len(some) > 1 else math.nan
    whole = draw.choice(taken, cells)
    serial = bodies * each["hashed"] + cells * footers / len(some)
    print(
        f"all cells: {taken.mean() * cells / 3600:.3f} core hours "
        f"± {deviation * cells / 3600:.3f}; "
        f"all bodies before: {bodies * (each['counted'] + each['sent']) / 3600:.3f}; the client "
        f"alone: {serial:.0f} s; answers {answers / len(some) * cells:,.0f}\n"
    )
    print("| cores | the client alone, s | counted and sent, s | cells, s | all, s | × |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    rows = []
    for workers in WORKERS:
        before = math.ceil(pieces / workers) * _job.CHUNK * (each["counted"] + each["sent"])
        rows.append((workers, serial, before, in_turn(whole, workers)))
        all_of = sum(rows[-1][1:])
        ratio = sum(rows[0][1:]) / all_of
        line = "| {:,} | {:.0f} | {:.0f} | {:.0f} ".format(*rows[-1])
        print(line + f"| {all_of:.0f} | {ratio:.1f} |")
    shutil.rmtree(FOLDER)
    return rows


def picture(rows):
    """Lines over the number of cores; both axes logarithmic."""
    width, height, left, top, bottom = 640, 320, 60, 40, 50
    most = math.log10(max(sum(row[1:]) for row in rows)) * 1.05

    def x(nth):
        return left + nth * (width - 2 * left) / (len(rows) - 1)

    def y(seconds):
        return height - bottom - math.log10(max(1.0, seconds)) / most * (height - bottom - top)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    table = [[sum(row[1:]), *row[:0:-1]] for row in rows]
    kinds = (("all", "#000000"), ("cells", "#d62728"), ("bodies to cells", "#1f77b4"))
    for nth, (name, colour) in enumerate((*kinds, ("the client alone", "#7f7f7f"))):
        column = [row[nth] for row in table]
        line = " ".join(f"{x(at):.1f},{y(seconds):.1f}" for at, seconds in enumerate(column))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{left + nth * 130}" y="18" fill="{colour}">{name}</text>')
    for nth, row in enumerate(table):
        parts.append(
            f'<text x="{x(nth):.1f}" y="{y(row[0]) - 7:.1f}" text-anchor="middle">'
            f'{row[0]:,.0f} s</text><text x="{x(nth):.1f}" y="{height - bottom + 18}" '
            f'text-anchor="middle">{rows[nth][0]}</text>'
        )
    parts.append(f'<text x="{width / 2}" y="{height - 10}" text-anchor="middle">cores</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    given = dict(enumerate(sys.argv[1:]))
    rows = main(int(float(given.get(0, 1e8))), float(given.get(1, 0.01)))
    pathlib.Path("../docs/img/large-sizing.svg").write_text(picture(rows))
