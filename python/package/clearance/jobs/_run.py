"""A job from its plan to its summary."""

from __future__ import annotations

import functools
import json
import shutil
import uuid
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._cells import first_grid, merged
from . import _bodies, _work
from ._engines import run
from ._job import Job, Plan, chunks_of, plan_of, shapes_of
from ._progress import Bar
from ._store import DIGITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MICROSECONDS = {"near": 14.0, "between": 14.0, "pairs": 5.0, "sweeps": 5.0}
"""A row of a source on one core, measured where bodies have a near neighbour or two; a plan says
that it is assumed."""
SAMPLED = 16
"""Chunks of a source that the grid is made from."""


class Planned(NamedTuple):
    """What a job will do."""

    job: str
    """The hash that its parts bear."""
    rows: int
    cells: int
    halo: float
    """Cells that a body touches, in the mean of a sample."""
    largest_cell: int
    """Bodies that begin in the fullest cell."""
    large: int
    """Bodies too large for cells, which every cell is given."""
    left_out: int
    parts: int
    microseconds: float
    """What a row took on one machine with few near pairs."""
    core_hours: float
    """By that: an estimate."""

    def __str__(self) -> str:
        cells = (
            f"{self.cells:,} cells, the fullest of {self.largest_cell:,} bodies; halo "
            f"{self.halo:.2f}; {self.large:,} bodies too large for cells; "
            if self.cells
            else ""
        )
        return (
            f"job {self.job}: {self.rows:,} rows, {self.left_out:,} of them left out; {cells}"
            f"at most {self.parts:,} parts; some {self.core_hours:.2g} core hours, at "
            f"{self.microseconds:g} µs a row, which more near pairs make more"
        )


class Summary(NamedTuple):
    """What a job has found, from the footers of its parts."""

    job: str
    looked_at: int
    """Rows of the sources, without those left out."""
    pairs: int
    """Answers."""
    apart: int
    """Of sweeps, misses."""
    intersecting: int
    """Of sweeps, hits."""
    undecided: int
    widest_gap: float
    """The widest finite one; of sweeps, of times."""
    left_out: int
    first_left_out: list[str]
    parts: int
    resumed: int
    """Parts that were there already."""
    skew: float
    """The fullest part's bodies as a multiple of the mean."""

    def __str__(self) -> str:
        lines = [
            f"job {self.job}: {self.looked_at:,} rows looked at, {self.left_out:,} left out",
            f"{self.pairs:,} answers: {self.apart:,} apart, {self.intersecting:,} intersecting, "
            f"{self.undecided:,} undecided; widest gap {self.widest_gap:.3g}",
            f"{self.parts:,} parts, {self.resumed:,} of them there before; skew {self.skew:.2f}",
        ]
        if self.left_out:
            lines.append("left out, in _left-out/: " + "; ".join(self.first_left_out))
        return "\n".join(lines)


class Work(NamedTuple):
    """A job and who runs it."""

    job: Job
    engine: Any
    workers: int | None
    bar: Bar

    def each(
        self, what: str, rows: int, call: Callable[..., Any], given: list[tuple[int, Any]]
    ) -> Iterator[Any]:
        """The results of a call for many arguments, each with the rows that it stands for."""
        # A result says which of the calls it is of: they come in any order.
        calls = ((_numbered, (number, call, one)) for number, (_, one) in enumerate(given))
        results = (
            (given[number][0], (number, result))
            for number, result in run(self.engine, self.workers, calls)
        )
        return self.bar.along(what, rows, results)


def _numbered(number: int, call: Callable[..., Any], given: tuple[Any, ...]) -> tuple[int, Any]:
    return number, call(*given)


def checked(job: Job) -> None:
    """An error if the folder holds answers of another job, before anything is written."""
    aside = job.folder.under("_left-out").names()
    for name in [*job.folder.names(), *(f"_left-out/{one}" for one in aside)]:
        ours = f"part-{job.name}-", f"_left-out/left-out-{job.name}-"
        foreign = name.endswith(".parquet") and not name.startswith(ours)
        if name == "_summary.json":
            with job.folder.open(name) as file:
                foreign = json.loads(file.read() or b"{}").get("job") != job.name
        if foreign:
            raise ValueError(
                f"out: {job.out} holds {name}, which is not of this job ({job.name}): of other "
                "inputs, options or versions; choose another folder, or empty this one"
            )


def planned(work: Work) -> tuple[Plan, str, Planned]:
    """The plan of a job, its file, and what it amounts to. It is the same whoever makes it."""
    job, spatial = work.job, work.job.verb in ("near", "between")
    stem = f"plan-{job.name}"
    held = job.desk.whole(stem, "json")
    if held is not None:
        with job.desk.open(held) as file:
            plan = plan_of(file.read().decode())
        return plan, held, _amount(job, plan)
    chunks = [one for side in range(len(job.sources)) for one in chunks_of(job, side)]
    if not spatial:
        # Bodies are looked up, not cut.
        plan = Plan([chunk for chunk in chunks if chunk.side == 0])
    else:
        plan = _counted(work, chunks)
    held = job.desk.put(stem, "json", lambda file: file.write(plan.text().encode()))
    return plan, held, _amount(job, plan)


def _counted(work: Work, chunks: list[Any]) -> Plan:
    job = work.job
    some = chunks[:: max(1, -(-len(chunks) // SAMPLED))]
    found: list[Any] = [None] * len(some)
    given = [(chunk.rows, (job, chunk)) for chunk in some]
    rows = sum(chunk.rows for chunk in some)
    for number, result in work.each("sampled", rows, _work.sample, given):
        found[number] = result
    lows, highs = ([one[side] for one in found] for side in (0, 1))
    none = np.empty((0, 3))
    low, high = np.concatenate([none, *lows]), np.concatenate([none, *highs])
    fine = first_grid(low, high)
    text = Plan(chunks, fine).text()
    name = job.desk.put(f"fine-{job.name}", "json", lambda file: file.write(text.encode()))
    counts = np.zeros(len(fine.starts), np.int64)
    sums = dict.fromkeys(("large", "left_out"), 0)
    rows = sum(chunk.rows for chunk in chunks)
    pieces = [(chunk.rows, (job, name, chunk)) for chunk in chunks]
    for _, result in work.each("counted", rows, _work.count, pieces):
        counts[result["cells"]] += result["counts"]
        for key in sums:
            sums[key] += result[key]
    grid = merged(fine, counts, job.options["bodies_of_cell"])
    ends = np.append(grid.starts[1:], 8**grid.bits).astype(np.int64)
    before = np.concatenate([[0], np.cumsum(counts)])
    own = before[ends] - before[grid.starts.astype(np.int64)]
    box, _, large = grid.touched(low, high)
    halo = len(box) / max(1, len(low) - int(large.sum()))
    return Plan(chunks, grid, own.tolist(), halo, sums["large"], sums["left_out"])


def _amount(job: Job, plan: Plan) -> Planned:
    cells = 0 if plan.grid is None else len(plan.grid.starts)
    return Planned(
        *(job.name, plan.rows, cells, plan.halo, max(plan.counts or [0]), plan.large),
        *(plan.left_out, cells + 1 if cells else len(plan.chunks)),
        *(MICROSECONDS[job.verb], plan.rows * MICROSECONDS[job.verb] / 3.6e9),
    )


def done(work: Work, plan: Plan, plan_name: str) -> Summary:
    """Runs what is not there yet, and sums up."""
    job = work.job
    shapes_of(job.shapes, job.hashes[0])
    lookup = _looked_up(job) if job.verb in ("pairs", "sweeps") and len(job.sources) > 1 else None
    try:
        if plan.grid is None:
            calls = [
                (
                    f"{chunk.first:012}-{chunk.first + chunk.rows - 1:012}",
                    (chunk.rows, (job, chunk, lookup, number)),
                )
                for number, chunk in enumerate(plan.chunks)
                if chunk.rows
            ]
            return _parts(work, _work.rows, dict(calls), {})
        return _cells(work, plan, plan_name)
    finally:
        if lookup is not None:
            shutil.rmtree(lookup)


def _cells(work: Work, plan: Plan, plan_name: str) -> Summary:
    job, grid = work.job, plan.grid
    assert grid is not None
    # Which parts there will be is known once all bodies have been to their cells.
    stem = f"cells-{job.name}"
    names = job.desk.names()
    held = job.desk.whole(stem, "json", names)
    known: dict[str, Any] = {}
    if held is not None:
        with job.desk.open(held) as file:
            known = json.loads(file.read())
        present = _present(job)
        sides = job.folder.under("_left-out")
        there = set(sides.names())
        complete = all(f"part-{job.name}-{name}" in present for name in known["cells"])
        if complete and all(one in there and _is_whole(sides, one) for one in known["left_out_in"]):
            return _summed(job, known, present, len(present))
    runs = _exchanged(work, plan, plan_name, names)
    known = _gathered(job, runs, len(grid.starts), [*map(int, grid.starts)])
    job.desk.put(stem, "json", lambda file: file.write(json.dumps(known).encode()))
    calls = {
        name: (known["bodies"][name], (job, plan_name, tuple(runs), known["cells"][name]))
        for name in known["cells"]
    }
    found = _parts(work, _work.cell, calls, known)
    for name in runs:
        job.desk.remove(name)
    return found


def _exchanged(work: Work, plan: Plan, plan_name: str, names: list[str]) -> list[str]:
    job = work.job
    runs: list[Any] = [
        job.desk.whole(f"run-{job.name}-{number:05}", "arrow", names)
        for number in range(len(plan.chunks))
    ]
    sides = job.folder.under("_left-out")
    whole = {one.rpartition("-")[0] for one in sides.names() if _is_whole(sides, one)}
    for number, run_ in enumerate(runs):
        is_lacking = run_ is not None and _work.told_by(job, run_)["left_out"] > 0
        if is_lacking and f"left-out-{job.name}-{number:05}" not in whole:
            runs[number] = None
    given = [
        (chunk.rows, (job, plan_name, chunk, number))
        for number, chunk in enumerate(plan.chunks)
        if runs[number] is None
    ]
    for _, name in work.each(
        "sent to cells", sum(rows for rows, _ in given), _work.exchange, given
    ):
        runs[int(name.split("-")[2])] = name
    return [str(name) for name in runs]


def _gathered(job: Job, runs: list[str], cells: int, starts: list[int]) -> dict[str, Any]:
    """What is known once all bodies have been to their cells: which cells may have pairs."""
    counts = np.zeros(cells + 1, np.int64)
    known: dict[str, Any] = {"left_out": 0, "first_left_out": [], "rows": 0}
    for name in runs:
        told = _work.told_by(job, name)
        counts[np.array(told["cells"], np.intp)] += np.array(told["counts"], np.int64)
        known["rows"] += told["widest"]
        known["left_out"] += told["left_out"]
        known["first_left_out"] = (known["first_left_out"] + told["first_left_out"])[:5]
    large = int(counts[-1])
    numbers = [index for index in range(cells) if counts[index] and counts[index] + large > 1]
    known["cells"] = {f"{starts[index]:08}": index for index in numbers}
    if large > 1:
        known["cells"]["large"] = cells
    known["bodies"] = {name: int(counts[index]) for name, index in known["cells"].items()}
    known["left_out_in"] = [
        one for one in job.folder.under("_left-out").names() if f"-{job.name}-" in one
    ]
    return known


def _parts(
    work: Work,
    call: Callable[..., Any],
    calls: dict[str, tuple[int, Any]],
    known: dict[str, Any],
) -> Summary:
    job = work.job
    present = _present(job)
    stems = {f"part-{job.name}-{name}": one for name, one in calls.items()}
    before = {stem: name for stem, name in present.items() if stem in stems}
    missing = [one for stem, one in stems.items() if stem not in before]
    parts = dict(before)
    for _, result in work.each("answered", sum(rows for rows, _ in missing), call, missing):
        parts[result["part"].rpartition("-")[0]] = result["part"]
    return _summed(job, known, parts, len(before))


def _present(job: Job) -> dict[str, str]:
    """The parts that are whole, and of this job by their footers too. What only bears such a name
    is of no use to anyone: it is removed, and made anew."""
    found = {}
    sides = job.folder.under("_left-out")
    there = {one.rpartition("-")[0] for one in sides.names() if _is_whole(sides, one)}
    for name in job.folder.names():
        if name.startswith(f"part-{job.name}-"):
            is_whole = _is_whole(job.folder, name)
            told = _footer(job, name) if is_whole else {}
            if told.get("job") == job.name and _has_side(job, name, told, there):
                found[name.rpartition("-")[0]] = name
            else:
                job.folder.remove(name)
    return found


def _has_side(job: Job, name: str, told: dict[str, Any], there: set[str]) -> bool:
    # Cells tell nothing of rows that were left out: those never came there.
    return not told.get("left_out") or f"left-out-{job.name}-{told['number']:05}" in there


def _is_whole(folder: Any, name: str) -> bool:
    return bool(name.rpartition("-")[2].partition(".")[0] == folder.hash_of(name))


def _footer(job: Job, name: str) -> dict[str, Any]:
    return _work.footer_of(job.folder.fs.unstrip_protocol(job.folder.path(name)))


def _summed(job: Job, known: dict[str, Any], parts: dict[str, str], resumed: int) -> Summary:
    classes = np.zeros(3, np.int64)
    bodies, widest, left_out = [], 0.0, known.get("left_out", 0)
    first = list(known.get("first_left_out", []))
    for stem in sorted(parts):
        told = _footer(job, parts[stem])
        classes += told["classes"]
        widest = max(widest, told["widest"])
        bodies.append(told["bodies"])
        left_out += told.get("left_out", 0)
        first += told.get("first_left_out", [])
    looked = known.get("rows", sum(bodies) - left_out)
    named = [f"row {row} (id {id_}) {_bodies.REASONS[why]}" for row, id_, why in first[:5]]
    if left_out > 5:
        named.append(f"and {left_out - 5:,} more")
    mean = sum(bodies) / max(1, len(bodies))
    apart, meet, undecided = map(int, classes)
    skew = max(bodies, default=0) / mean if mean else 1.0
    found = Summary(
        *(job.name, looked, apart + meet + undecided, apart, meet, undecided, widest),
        *(left_out, named, len(parts), resumed, skew),
    )
    _tidied(job, found)
    return found


def _tidied(job: Job, found: Summary) -> None:
    """Removes what interrupted runs left, and writes the summary beside the parts."""
    for folder in (job.folder, job.desk, job.folder.under("_left-out")):
        for name in folder.names():
            if name.startswith(".") and name.endswith(".tmp") and job.name in name:
                folder.remove(name)
    told = {key: value for key, value in found._asdict().items() if key != "resumed"}
    text = json.dumps({**told, "verb": job.verb, "options": job.options}, indent=1).encode()
    name = job.folder.put("summary", "tmp", lambda file: file.write(text))
    job.folder.fs.mv(job.folder.path(name), job.folder.path("_summary.json"))


def _looked_up(job: Job) -> str:
    """The bodies of a table of pairs as arrays that every process maps: the folder."""
    if not job.folder.is_local:
        raise ValueError(
            f"out: {job.out}: pairs of bodies are looked up in files beside the answers, which all "
            "workers map into memory; give a folder that they share"
        )
    chunks = chunks_of(job, 1)
    rows = sum(chunk.rows for chunk in chunks)
    folder = job.desk.under(f"bodies-{uuid.uuid4().hex[:DIGITS]}")
    folder.make()
    new = functools.partial(np.lib.format.open_memmap, mode="w+")
    ids = new(folder.path("id.npy"), dtype=np.int64, shape=(rows,))
    shape = new(folder.path("shape.npy"), dtype=np.int64, shape=(rows,))
    pose = new(folder.path("pose.npy"), dtype=np.float64, shape=(rows, 7))
    end, last = 0, None
    for chunk in chunks:
        for some in _bodies.bodies(chunk, len(shapes_of(job.shapes, job.hashes[0]))):
            held = some.id if last is None else np.append(last, some.id)
            if np.any(held[1:] <= held[:-1]):
                raise ValueError(
                    "bodies: their ids must ascend, each once, so that pairs find them; sort the "
                    "table by id first"
                )
            stop = end + len(some.id)
            ids[end:stop], shape[end:stop], pose[end:stop] = some.id, some.shape, some.pose
            end, last = stop, some.id[-1:] if len(some.id) else last
    for one in (ids, shape, pose):
        one.flush()
    # Behind these is only room for rows that were left out.
    np.save(folder.path("count.npy"), end)
    return folder.path()
