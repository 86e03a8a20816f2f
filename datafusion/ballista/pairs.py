"""Pairs for the example, and what `clearance.arrow` says of them in one process: `python pairs.py
FOLDER [ROWS]`. Needs the Python package and pyarrow."""

import pathlib
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import clearance as cl
import clearance.arrow as arrow

GROUP = 1 << 15


def poses(draw, count):
    turn = draw.normal(size=(count, 4))
    turn /= np.linalg.norm(turn, axis=1)[:, None]
    numbers = np.concatenate([draw.uniform(0, 1.5, (count, 3)), turn], axis=1)
    return pa.FixedSizeListArray.from_arrays(pa.array(numbers.ravel()), 7)


def main(folder, rows):
    folder.mkdir(parents=True, exist_ok=True)
    draw = np.random.default_rng(4)
    shapes = [cl.ball(0.5), cl.cuboid([0.3, 0.4, 0.5]), cl.capsule(0.4, 0.2)]
    shapes += [cl.cylinder(0.3, 0.2), cl.hull(draw.normal(size=(12, 3)) * 0.4)]
    path = folder / "shapes.jsonl"
    path.write_text("".join(shape.to_json() + "\n" for shape in shapes))
    writer, seconds, count = None, 0.0, np.zeros(3, int)
    deepest, widest = np.inf, 0.0
    for start in range(0, rows, GROUP):
        some = min(GROUP, rows - start)
        kinds = draw.integers(0, len(shapes), (2, some))
        columns = [kinds[0], poses(draw, some), kinds[1], poses(draw, some)]
        table = pa.table(columns, names=["a", "pose_a", "b", "pose_b"])
        writer = writer or pq.ParquetWriter(folder / "pairs.parquet", table.schema)
        writer.write_table(table)
        begun = time.process_time()
        found = pa.array(arrow.proximity(*table.columns, shapes=path))
        seconds += time.process_time() - begun
        status, distance, gap = (
            found.field(name).to_numpy() for name in ("status", "distance", "gap")
        )
        count += np.bincount(status, minlength=3)
        deepest, widest = min(deepest, distance.min()), max(widest, gap.max())
    writer.close()
    print(f"{rows} pairs: {count[1]} intersect, {count[0]} apart, {count[2]} undecided")
    print(f"least distance {float(deepest)!r}, widest gap {float(widest)!r}")
    print(f"{seconds:.2f} s of a processor")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), int(float(sys.argv[2])) if len(sys.argv) > 2 else 1_000_000)
