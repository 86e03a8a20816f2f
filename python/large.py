"""What large jobs take: `python large.py [ROWS] [FOLDER] [VERB]`. Draws bodies and pairs, runs
`clearance.jobs` on one worker and on two, each in a process of its own, and the bare loops, that of
`near` only for up to a million bodies; prints a table. Needs `clearance[jobs]`; 1e7 rows need some
6 GB of disk."""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import clearance as cl
import clearance.arrow

MILLION = 1 << 20


def shapes():
    draw = np.random.default_rng(1)
    made = [cl.ball(0.5), cl.cuboid([0.3, 0.4, 0.5]), cl.capsule(0.4, 0.2), cl.cylinder(0.3, 0.2)]
    return [*made, cl.hull(draw.normal(size=(12, 3)) * 0.4)]


def tables(folder, rows, group=1 << 17):
    """Bodies in a cube, of one to 2.2 cubic units; and pairs of neighbours in their order."""
    (folder / "shapes.jsonl").write_text("\n".join(shape.to_json() for shape in shapes()))
    draw, side = np.random.default_rng(2), (2.2 * rows) ** (1 / 3)
    bodies = pairs = None
    for start in range(0, rows, MILLION):
        count = min(MILLION, rows - start)
        turn = draw.normal(size=(count, 4))
        turn /= np.linalg.norm(turn, axis=1)[:, None]
        pose = np.concatenate([draw.uniform(0, side, (count, 3)), turn], axis=1)
        one = pa.table(
            {
                "id": np.arange(start, start + count),
                "shape": draw.integers(0, 5, count).astype(np.uint32),
                "pose": pa.FixedSizeListArray.from_arrays(pa.array(pose.ravel()), 7),
            }
        )
        other = pa.table({"a": draw.integers(0, rows, count), "b": draw.integers(0, rows, count)})
        bodies = bodies or pq.ParquetWriter(folder / "bodies.parquet", one.schema)
        pairs = pairs or pq.ParquetWriter(folder / "pairs.parquet", other.schema)
        bodies.write_table(one, row_group_size=group)
        pairs.write_table(other, row_group_size=group)
    bodies.close()
    pairs.close()


def in_a_process(*arguments):
    """Seconds by the clock and of processors, peak memory, and what it printed."""
    begun = time.monotonic()
    command = [sys.executable, *map(str, arguments)]
    ran = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    text = ran.stdout.read()
    _, status, used = os.wait4(ran.pid, 0)
    assert status == 0, text
    return time.monotonic() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, text


def told(name, rows, seconds, processors, megabytes):
    print(
        f"{name}: {seconds:.1f} s, {processors:.1f} processor s, "
        f"{processors / rows * 1e6:.2f} µs a row, {megabytes:.0f} MB; "
        f"load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def digest(folder):
    found = hashlib.sha256()
    for path in sorted(pathlib.Path(folder).glob("*.parquet")):
        found.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]


def triples(vectors):
    return pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), 3)


def bare_pairs(folder):
    """The loop without an engine: read, answer, write."""
    folder = pathlib.Path(folder)
    known = cl.Shapes(shapes())
    bodies = pq.read_table(folder / "bodies.parquet")
    shape = bodies.column("shape").to_numpy().astype(int)
    pose = bodies.column("pose").combine_chunks().flatten().to_numpy().reshape(-1, 7)
    writer = None
    for batch in pq.ParquetFile(folder / "pairs.parquet").iter_batches(1 << 16):
        a, b = batch.column("a").to_numpy(), batch.column("b").to_numpy()
        at, to = pose[a], pose[b]
        found = cl.proximity(
            *(known[shape[a]], cl.Pose.xyzw(at[:, :3], at[:, 3:])),
            *(known[shape[b]], cl.Pose.xyzw(to[:, :3], to[:, 3:])),
        )
        table = pa.table(
            {
                "a": a,
                "b": b,
                "status": found.status,
                "distance": found.distance,
                "gap": found.gap,
                "normal": triples(found.normal),
                "point_a": triples(found.point_a),
                "point_b": triples(found.point_b),
            }
        )
        path = folder / "bare.parquet"
        writer = writer or pq.ParquetWriter(path, table.schema, compression="zstd")
        writer.write_table(table)
    writer.close()
    path.unlink()


def bare_near(folder):
    """All bodies in one call, in memory; written in one piece."""
    folder = pathlib.Path(folder)
    bodies = pq.read_table(folder / "bodies.parquet")
    columns = [bodies.column(name) for name in ("id", "shape", "pose")]
    found = cl.arrow.near(*columns, shapes=folder / "shapes.jsonl", within=0.01)
    table = pa.Table.from_struct_array(pa.array(found))
    pq.write_table(table, folder / "bare.parquet", compression="zstd")
    (folder / "bare.parquet").unlink()


def main(rows, folder, only=None):
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "bodies.parquet").exists():
        tables(folder, rows)
    command = ["-m", "clearance.jobs"]
    for verb, more in (
        ("near", [folder / "bodies.parquet", "--within", "0.01"]),
        ("pairs", [folder / "pairs.parquet", "--bodies", folder / "bodies.parquet"]),
    ):
        if only not in (None, verb):
            continue
        marks = []
        for workers in (1, 2):
            out = folder / f"{verb}-{workers}"
            given = [verb, *more, "--shapes", folder / "shapes.jsonl", "--out", out]
            *used, text = in_a_process(*command, *given, "--workers", workers)
            told(f"{verb} of {rows:,}, {workers} workers", rows, *used)
            marks.append(digest(out))
            size = sum(path.stat().st_size for path in out.glob("*.parquet"))
            summary = json.loads((out / "_summary.json").read_text())
            shutil.rmtree(out)
        print(text.strip(), f"\n{size / max(1, summary['pairs']):.0f} bytes an answer")
        print("equal bytes of 1 and 2 workers:", marks[0] == marks[1], flush=True)
        if verb == "near" and rows > 1e6:
            # One cell of that many, whose boxes do not fit the processor's caches, is no bare loop.
            continue
        *used, _ = in_a_process(__file__, f"bare-{verb}", folder)
        told(f"bare loop, {verb} of {rows:,}", rows, *used)


if __name__ == "__main__":
    first = sys.argv[1] if len(sys.argv) > 1 else "1e6"
    where = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "target/large")
    if first.startswith("bare-"):
        {"bare-near": bare_near, "bare-pairs": bare_pairs}[first](where)
    else:
        main(int(float(first)), where, *sys.argv[3:4])
