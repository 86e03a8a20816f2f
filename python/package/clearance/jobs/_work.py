"""The pieces of a job, as functions that any engine runs anywhere: plain data in, plain data out.

Each writes at most one file, whose bytes depend on the job alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _clearance
from .._arrow import as_pose
from .._cells import LARGE, Bodies, boxes, owned
from ..arrow import CAST_FIELDS, FIELDS, near_columns
from . import _bodies
from ._job import Chunk, Job, builds, matching, plan_in, shapes_of
from ._needs import kept, pa, pq
from ._store import opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

GROUP = 1 << 16
"""Rows of a row group, about."""


def sample(job: Job, chunk: Chunk) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Boxes of the bodies of a chunk, at most 65536 of them, evenly."""
    shapes = shapes_of(job.shapes, job.hashes[0])
    lows, highs = [], []
    step = max(1, chunk.rows >> 16)
    for some in _bodies.bodies(chunk, len(shapes)):
        rows = slice(None, None, step)
        low, high = boxes(shapes, some.shape[rows], as_pose(some.pose[rows]), job.options["within"])
        lows.append(low)
        highs.append(high)
    none = np.empty((0, 3))
    return np.concatenate([none, *lows]), np.concatenate([none, *highs])


def count(job: Job, plan: str, chunk: Chunk) -> dict[str, Any]:
    """Of a chunk: how many bodies begin in each cell, are too large for cells, are left out."""
    shapes, grid = shapes_of(job.shapes, job.hashes[0]), plan_in(job.desk, plan).grid
    assert grid is not None
    cells: NDArray[np.int64] = np.zeros(len(grid.starts), np.int64)
    large = left_out = 0
    for some in _bodies.bodies(chunk, len(shapes)):
        low, high = boxes(shapes, some.shape, as_pose(some.pose), job.options["within"])
        cells += np.bincount(grid.leaf(grid.steps(low)), minlength=len(cells))
        is_large = grid.touched(low, high)[2]
        large, left_out = large + int(is_large.sum()), left_out + len(some.left_out.row)
    used = np.flatnonzero(cells)
    return {"cells": used, "counts": cells[used], "large": large, "left_out": left_out}


def exchange(job: Job, plan: str, chunk: Chunk, number: int) -> str:
    """Writes a chunk's bodies in order of the cells that they touch, one batch of Arrow a cell, and
    one of those too large: the file's name."""
    shapes, grid = shapes_of(job.shapes, job.hashes[0]), plan_in(job.desk, plan).grid
    assert grid is not None
    lasts: list[Any] = []
    cells, rows, start = [], [], 0
    left_out = []
    for some in _bodies.bodies(chunk, len(shapes)):
        low, high = boxes(shapes, some.shape, as_pose(some.pose), job.options["within"])
        box, cell, large = grid.touched(low, high)
        cells += [cell, np.full(int(large.sum()), len(grid.starts), np.intp)]
        rows += [box + start, np.flatnonzero(large) + start]
        start += len(some.id)
        group = some.group
        if group is None:
            group = pa().nulls(len(some.id))
        lasts.append(
            pa().table(
                {
                    "id": some.id,
                    "shape": some.shape.astype(np.uint32),
                    "pose": _fixed(some.pose),
                    "side": np.full(len(some.id), chunk.side, np.int8),
                    "group": group,
                }
            )
        )
        left_out.append(some.left_out)
    table = pa().concat_tables(lasts, promote_options="permissive").combine_chunks()
    cell, row = np.concatenate(cells), np.concatenate(rows)
    order = np.argsort(cell, kind="stable")
    counts = np.bincount(cell, minlength=len(grid.starts) + 1)
    told = {
        "job": job.name,
        "cells": np.flatnonzero(counts).tolist(),
        "counts": counts[counts > 0].tolist(),
        "left_out": sum(len(some.row) for some in left_out),
        "first_left_out": [
            [int(some.row[i]), int(some.id[i]), int(some.reason[i])]
            for some in left_out
            for i in range(min(len(some.row), 5))
        ][:5],
        "widest": len(table),
    }
    schema = table.schema.with_metadata({"clearance": json.dumps(told)})
    if told["left_out"]:
        source = "ab"[chunk.side] if len(job.sources) == 2 else "bodies"
        side = _bodies.left_out_table(left_out, source)
        job.folder.under("_left-out").put(
            f"left-out-{job.name}-{number:05}", "parquet", lambda file: _write(file, side, told)
        )

    def write(file: Any) -> None:
        ends = np.cumsum(counts[counts > 0])
        with pa().ipc.new_file(file, schema) as writer:
            for last, some in zip(ends, counts[counts > 0], strict=True):
                here = table.take(order_rows[last - some : last]).combine_chunks()
                writer.write_batch(here.to_batches()[0])

    order_rows = row[order]
    return job.desk.put(f"run-{job.name}-{number:05}", "arrow", write)


@kept(4096)
def told_by(job: Job, name: str) -> dict[str, Any]:
    """What a file on the desk says of itself."""
    with job.desk.open(name) as file:
        found: dict[str, Any] = json.loads(pa().ipc.open_file(file).schema.metadata[b"clearance"])
    return found


def rows_in(job: Job, runs: tuple[str, ...], cell: int) -> Any:
    """The bodies of a cell, by its index, from all runs; None if there are none."""
    found = []
    for name in runs:
        places = told_by(job, name)["cells"]
        place = int(np.searchsorted(places, cell))
        if place < len(places) and places[place] == cell:
            with job.desk.open(name) as file:
                batch = pa().ipc.open_file(file).get_batch(place)
                found.append(pa().Table.from_batches([batch]).replace_schema_metadata(None))
    return pa().concat_tables(found, promote_options="permissive") if found else None


@kept(2)
def large_in(job: Job, runs: tuple[str, ...], cells: int) -> Any:
    """The bodies that are too large for cells, read once a process."""
    return rows_in(job, runs, cells)


class Held:
    """The bodies of a cell, side by side, in order of their numbers."""

    def __init__(self, job: Job, table: Any, side: int, groups: NDArray[np.int64]) -> None:
        rows = np.flatnonzero(table.column("side").to_numpy() == side)
        ids = table.column("id").to_numpy()[rows]
        order = np.argsort(ids, kind="stable")
        rows, self.ids = rows[order], ids[order]
        twice = np.flatnonzero(self.ids[1:] == self.ids[:-1])
        if len(twice):
            raise ValueError(
                f"id {self.ids[twice[0]]} stands for more than one body; number them anew"
            )
        shapes = shapes_of(job.shapes, job.hashes[0])
        self.shape = table.column("shape").to_numpy()[rows].astype(np.int64)
        flat = table.column("pose").combine_chunks()
        flat = flat.chunk(0) if hasattr(flat, "chunk") else flat
        self.pose = flat.flatten().to_numpy().reshape(-1, 7)[rows]
        low, high = boxes(shapes, self.shape, as_pose(self.pose), job.options["within"])
        self.bodies = Bodies(self.ids, low, high, groups[rows])


def cell(job: Job, plan: str, runs: tuple[str, ...], index: int) -> dict[str, Any]:
    """Answers the pairs that a cell owns, or those of the bodies too large for cells, and writes
    them as a part: its name, and the bodies looked at."""
    shapes, grid = shapes_of(job.shapes, job.hashes[0]), plan_in(job.desk, plan).grid
    assert grid is not None
    cells = len(grid.starts)
    number = LARGE if index == cells else int(grid.starts[index])
    own, large = rows_in(job, runs, index), large_in(job, runs, cells)
    tables = [one for one in (own, None if index == cells else large) if one is not None]
    table = pa().concat_tables(tables, promote_options="permissive").combine_chunks()
    encoded = table.column("group").combine_chunks().dictionary_encode()
    encoded = encoded.chunk(0) if hasattr(encoded, "chunk") else encoded
    if pa().types.is_null(table.schema.field("group").type):
        groups = np.full(len(table), -1, np.int64)
    else:
        groups = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    a = Held(job, table, 0, groups)
    b = Held(job, table, 1, groups) if len(job.sources) == 2 else None
    other = a if b is None else b

    def answers() -> Iterator[Any]:
        for pairs in owned(grid, number, a.bodies, None if b is None else b.bodies):
            columns = _near(job, shapes, a, other, pairs)
            yield _with_certificates(job, pa().table(columns), shapes, a, other)

    name = "large" if index == cells else f"{number:08}"
    looked = 0 if own is None else len(own)
    written = _part(job, name, answers(), {"bodies": looked})
    return {"part": written, "rows": looked}


def _near(
    job: Job, shapes: _clearance.Shapes, a: Held, b: Held, pairs: NDArray[np.intp]
) -> dict[str, Any]:
    within = job.options["within"]
    if a is b:
        found = near_columns(shapes, a.shape, a.pose, a.ids, pairs, within)
    else:
        found = near_columns(
            shapes,
            np.concatenate([a.shape, b.shape]),
            np.concatenate([a.pose, b.pose]),
            np.concatenate([a.ids, b.ids]),
            pairs + [0, len(a.ids)],
            within,
        )
    return _columns(("a", "b", *FIELDS), found)


def rows(job: Job, chunk: Chunk, lookup: str | None, number: int) -> dict[str, Any]:
    """Answers the pairs of a chunk, row by row, and writes them as a part."""
    shapes = shapes_of(job.shapes, job.hashes[0])
    sweeps = job.verb == "sweeps"
    bad: list[_bodies.LeftOut] = []
    told: dict[str, Any] = {"number": number, "bodies": chunk.rows}
    told |= {"left_out": 0, "first_left_out": []}

    def answers() -> Iterator[Any]:
        names = ["a", "b"] + ([] if lookup else ["pose_a", "pose_b"])
        names += ["velocity"] if sweeps else []
        for start, batch in _bodies.batches(chunk, names):
            (a, has_a), (b, has_b) = (_bodies.column(batch, name) for name in "ab")
            if lookup:
                shape_a, pose_a, no_a = _found(lookup, a)
                shape_b, pose_b, no_b = _found(lookup, b)
            else:
                shape_a, shape_b = a, b
                pose_a, no_a = _bodies.poses(batch, "pose_a")
                pose_b, no_b = _bodies.poses(batch, "pose_b")
                no_a = np.where((no_a == 0) & ~_bodies.known(a, len(shapes)), np.int8(4), no_a)
                no_b = np.where((no_b == 0) & ~_bodies.known(b, len(shapes)), np.int8(4), no_b)
            reason = np.where(has_a & has_b, np.where(no_a, no_a, no_b), np.int8(1))
            velocity = None
            if sweeps:
                velocity, valid = _bodies.vectors(batch, "velocity")
                moving = np.isfinite(velocity).all(axis=1)
                more = np.where(~valid, np.int8(1), np.where(~moving, np.int8(2), np.int8(0)))
                reason = np.where(reason != 0, reason, more)
            row = np.arange(start, start + len(batch))
            good = np.flatnonzero(reason == 0)
            off = np.flatnonzero(reason)
            bad.append(_bodies.LeftOut(row[off], a[off].astype(np.int64), reason[off]))
            told["left_out"] += len(off)
            told["first_left_out"] = (
                told["first_left_out"] + [[int(row[i]), int(a[i]), int(reason[i])] for i in off[:5]]
            )[:5]
            pair = (
                *(shapes[shape_a[good].astype(np.int64)], as_pose(pose_a[good])),
                *(shapes[shape_b[good].astype(np.int64)], as_pose(pose_b[good])),
            )
            if velocity is None:
                found = _clearance.proximity(*pair)
                columns = [getattr(found, name) for name in FIELDS]
            else:
                cast = _clearance.cast(
                    *(*pair, velocity[good]),
                    velocity_a=None,
                    max_time=job.options["max_time"],
                    target_distance=job.options["target_distance"],
                    at_start="report",
                )
                assert cast is not None
                columns = list(cast)
            ids = [row[good], a[good].astype(np.int64), b[good].astype(np.int64)]
            fields = CAST_FIELDS if sweeps else FIELDS
            table = pa().table(_columns(("row", "a", "b", *fields), ids + columns))
            yield _with_proofs(
                *(job, table, shapes),
                lambda i, good=good, sa=shape_a, sb=shape_b, pa_=pose_a, pb=pose_b: (
                    *(int(sa[good[i]]), pa_[good[i]], int(sb[good[i]]), pb[good[i]]),
                ),
            )

    name = f"{chunk.first:012}-{chunk.first + chunk.rows - 1:012}"
    written = _part(job, name, answers(), told)
    if told["left_out"]:
        side = _bodies.left_out_table(bad, "pairs")
        job.folder.under("_left-out").put(
            f"left-out-{job.name}-{number:05}", "parquet", lambda file: _write(file, side, {})
        )
    return {"part": written, "rows": chunk.rows}


@kept(2)
def _lookup(path: str) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    count = int(np.load(f"{path}/count.npy"))
    ids, shape, pose = (
        np.load(f"{path}/{one}.npy", mmap_mode="r")[:count] for one in ("id", "shape", "pose")
    )
    return ids, shape, pose


def _found(path: str, wanted: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.int8]]:
    """The shapes and poses of bodies by their ids, and what speaks against each."""
    ids, shape, pose = _lookup(path)
    if not len(ids):
        none = len(wanted)
        return np.zeros(none, int), np.zeros((none, 7)), np.full(none, 5, np.int8)
    first, last = int(ids[0]), int(ids[-1])
    if last - first == len(ids) - 1:
        # They ascend without a hole: a place is a difference, where a search would miss caches.
        place = np.clip(wanted, first, last).astype(np.int64) - first
    else:
        place = np.minimum(np.searchsorted(ids, wanted), len(ids) - 1)
    return shape[place], pose[place], np.where(ids[place] == wanted, 0, 5).astype(np.int8)


def _fixed(numbers: NDArray[np.float64]) -> Any:
    width = numbers.shape[1]
    return pa().FixedSizeListArray.from_arrays(pa().array(numbers.reshape(-1)), width)


def _columns(names: tuple[str, ...], columns: list[NDArray[Any]]) -> dict[str, Any]:
    return {
        name: _fixed(np.ascontiguousarray(one)) if one.ndim == 2 else pa().array(one)
        for name, one in zip(names, columns, strict=True)
    }


def _with_certificates(job: Job, table: Any, shapes: _clearance.Shapes, a: Held, b: Held) -> Any:
    def pair(i: int) -> tuple[Any, ...]:
        rows = [
            int(np.searchsorted(held.ids, table.column(name)[i].as_py()))
            for held, name in ((a, "a"), (b, "b"))
        ]
        return a.shape[rows[0]], a.pose[rows[0]], b.shape[rows[1]], b.pose[rows[1]]

    return _with_proofs(job, table, shapes, pair)


def _with_proofs(job: Job, table: Any, shapes: _clearance.Shapes, pair: Any) -> Any:
    """With evidence for the rows that were asked for, in a column of its own."""
    wanted = job.options.get("certify")
    if not wanted:
        return table
    texts: list[str | None] = [None] * len(table)
    for i in np.flatnonzero(matching(table, wanted)) if len(table) else ():
        shape_a, pose_a, shape_b, pose_b = pair(int(i))
        texts[i] = _clearance.certificate(
            *(shapes[int(shape_a)], _clearance.Pose.xyzw(pose_a[:3], pose_a[3:])),
            *(shapes[int(shape_b)], _clearance.Pose.xyzw(pose_b[:3], pose_b[3:])),
        ).text
    return table.append_column("certificate", pa().array(texts, pa().string()))


def schema_of(job: Job) -> Any:
    """The columns of answers."""
    arrow = pa()
    vector = arrow.list_(arrow.field("item", arrow.float64()), 3)
    sweeps = job.verb == "sweeps"
    number = {"a": arrow.int64(), "b": arrow.int64()}
    if job.verb in ("pairs", "sweeps"):
        number = {"row": arrow.int64(), **number}
    fields = CAST_FIELDS if sweeps else FIELDS
    kinds = {"status": arrow.int8(), "outcome": arrow.int8()}
    plain = ("distance", "gap", "time_low", "time_high")
    for name in fields:
        number[name] = kinds.get(name, arrow.float64() if name in plain else vector)
    if job.options.get("certify"):
        number["certificate"] = arrow.string()
    return arrow.schema(number)


def _part(job: Job, name: str, tables: Iterator[Any], told: dict[str, Any]) -> str:
    """Writes answers as a part; its footer tells of the job and counts them."""
    arrow, schema = pa(), schema_of(job)
    sweeps = job.verb == "sweeps"

    def write(file: Any) -> None:
        classes, widest, count = np.zeros(3, np.int64), 0.0, 0
        held: list[Any] = []
        with pq().ParquetWriter(file, schema, compression="zstd") as writer:

            def flush() -> None:
                if held:
                    writer.write_table(arrow.concat_tables(held), row_group_size=2 * GROUP)
                    held.clear()

            for table in tables:
                kind = table.column("outcome" if sweeps else "status").to_numpy()
                classes += np.bincount(kind, minlength=3)
                widest = max(widest, _widest(table, sweeps))
                count += len(table)
                held.append(table.cast(schema))
                if sum(map(len, held)) >= GROUP:
                    flush()
            flush()
            footer = {
                "job": job.name,
                "verb": job.verb,
                "options": job.options,
                "builds": builds(),
                "rows": count,
                "classes": classes.tolist(),
                "widest": widest,
                **told,
            }
            writer.add_key_value_metadata({"clearance": json.dumps(footer)})

    return job.folder.put(f"part-{job.name}-{name}", "parquet", write)


def _widest(table: Any, sweeps: bool) -> float:
    """The widest finite gap; of sweeps, of times."""
    if sweeps:
        low, high = (table.column(name).to_numpy() for name in ("time_low", "time_high"))
        with np.errstate(invalid="ignore"):
            gaps = high - low
    else:
        gaps = table.column("gap").to_numpy()
    return float(gaps[np.isfinite(gaps)].max(initial=0.0))


def _write(file: Any, table: Any, told: dict[str, Any]) -> None:
    pq().write_table(table, file, compression="zstd")


def footer_of(url: str) -> dict[str, Any]:
    """What a part says of itself; nothing if it is none."""
    with opened(url) as file:
        held = pq().read_metadata(file).metadata or {}
    found: dict[str, Any] = json.loads(held.get(b"clearance", b"{}"))
    return found
