"""Truth of large jobs: `python large_truth.py [BODIES] [CASE]`. The pairs of `clearance.jobs.near`
against those of one process's `Scene`, pair by pair: ids and classes equal, distances within both
gaps. Cases: `even`, bodies everywhere with slabs across all cells and duplicates; `split`, nearly
all in a 64th of the space along each axis; `one`, nearly all in one of the smallest cells, which is
not split. Needs `clearance[jobs]`; a million bodies need some 4 GB."""

import json
import pathlib
import shutil
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from large import shapes

import clearance as cl
import clearance.jobs as jobs

FOLDER = pathlib.Path("target/large-truth").absolute()
WITHIN = 0.01


def bodies(case, count):
    """Shapes and poses: bodies of 2.2 cubic units each, some far away, slabs, duplicates."""
    draw, side = np.random.default_rng(5), (2.2 * count) ** (1 / 3)
    turn = draw.normal(size=(count, 4))
    pose = np.concatenate(
        [draw.uniform(0, side, (count, 3)), turn / np.linalg.norm(turn, axis=1)[:, None]], axis=1
    )
    shape = draw.integers(0, 5, count)
    if case != "even":
        # One body of a hundred is far away; the smallest cells are a 256th of the space.
        far = draw.random(count) < 0.01
        spread = {"split": 64, "one": 2000}[case] * side
        pose[far, :3] = draw.uniform(0, spread, (int(far.sum()), 3)) - spread / 2
        return shape, pose
    half, twice = count // 2, min(1000, count // 10)
    pose[100 : 100 + twice], shape[100 : 100 + twice] = (
        column[half : half + twice] for column in (pose, shape)
    )
    shape[:3], pose[:3] = 5, [side / 2, side / 2, 0, 0, 0, 0, 1]
    pose[:3, 2] = side * np.array([0.2, 0.5, 0.8])
    return shape, pose


def main(count, case):
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    shape, pose = bodies(case, count)
    side = float(np.ptp(pose[:, 0]))
    known = [*shapes(), cl.cuboid([side, side, 0.05])]
    (FOLDER / "shapes.jsonl").write_text("\n".join(one.to_json() for one in known))
    at = pa.FixedSizeListArray.from_arrays(pa.array(pose.ravel()), 7)
    table = pa.table({"id": np.arange(count), "shape": shape.astype(np.uint32), "pose": at})
    pq.write_table(table, FOLDER / "bodies.parquet", row_group_size=1 << 16)
    begun, used = time.monotonic(), time.process_time()
    how = {"shapes": FOLDER / "shapes.jsonl", "within": WITHIN, "out": FOLDER / "out"}
    plan = jobs.near(FOLDER / "bodies.parquet", dry_run=True, **how)
    print(plan, flush=True)
    summary = jobs.near(FOLDER / "bodies.parquet", **how)
    clock, processor = time.monotonic() - begun, time.process_time() - used
    print(f"{summary}\njob: {clock:.0f} s, {processor:.1f} processor s", flush=True)
    # In the file's order a pair's lesser id would come first in a scene too: ids are rows.
    found = pq.read_table(FOLDER / "out")
    order = np.lexsort([found.column("b").to_numpy(), found.column("a").to_numpy()])
    found = found.take(pa.array(order))
    used = time.process_time()
    scene = cl.Scene()
    for row in range(count):
        scene.add(str(row), known[shape[row]], cl.Pose.xyzw(pose[row, :3], pose[row, 3:]))
    truth = scene.pairs_within(WITHIN)
    print(f"scene: {time.process_time() - used:.1f} processor s, {len(truth):,} pairs", flush=True)
    for name in ("a", "b", "status"):
        assert np.array_equal(found.column(name).to_numpy(), truth[name]), name
    apart = np.asarray(truth["status"]) == 0
    off = np.abs(found.column("distance").to_numpy() - truth["distance"])[apart]
    gaps = (found.column("gap").to_numpy() + truth["gap"])[apart]
    assert (off <= gaps).all()
    told = {
        "case": case,
        "bodies": count,
        "cells": plan.cells,
        "fullest cell": plan.largest_cell,
        "too large for cells": plan.large,
        "pairs": len(truth),
        "apart": int(apart.sum()),
        "farthest off": float(off.max(initial=0)),
        "widest gaps": float(gaps.max(initial=0)),
    }
    print("equal:", json.dumps(told), flush=True)
    shutil.rmtree(FOLDER)


if __name__ == "__main__":
    given = dict(enumerate(sys.argv[1:]))
    main(int(float(given.get(0, 1e6))), given.get(1, "even"))
