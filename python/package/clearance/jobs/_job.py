"""A job as plain data: what is asked, of which files, and in which pieces."""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple

import numpy as np

from .. import _clearance
from .._cells import Grid
from .._needs import needed
from ._needs import kept, pa, pq
from ._store import DIGITS, Folder, absolute, digest, files_of, opened

CHUNK = 1 << 19
"""Rows of a source that are read at a time, and of a part of `pairs` and `sweeps`, at most."""
LEAST = 1 << 15
"""Sources of no more rows are one piece."""
PIECES = 32
"""Larger ones are so many pieces at least, if they have as many row groups."""
CELL = 50_000
"""Bodies of a cell."""


class Chunk(NamedTuple):
    """Row groups of a source's file."""

    side: int
    url: str
    groups: tuple[int, int]
    first: int
    """Its first row, of all of this source."""
    rows: int


class Job(NamedTuple):
    """What is asked: plain data, so that it can be hashed, sent and stored."""

    verb: str
    out: str
    shapes: str
    sources: tuple[tuple[str, ...], ...]
    """The files of each source."""
    hashes: tuple[str, ...]
    """Of the shapes' file, and of all of the sources'."""
    asked: str
    """The options, as JSON: the whole can be a key."""

    @property
    def options(self) -> dict[str, Any]:
        """What decides answers beside the inputs."""
        found: dict[str, Any] = json.loads(self.asked)
        return found

    @property
    def folder(self) -> Folder:
        """Where answers go."""
        return Folder(self.out)

    @property
    def desk(self) -> Folder:
        """Where its plan and what is on the way between cells lie."""
        return self.folder.under(".job")

    @property
    def name(self) -> str:
        """A hash of all that decides the answers."""
        text = json.dumps([self.verb, self.hashes, self.options, builds()], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def builds() -> dict[str, str]:
    """The versions that decide the bytes of answers."""
    return {"clearance": _clearance.__version__, "pyarrow": pa().__version__}


def job_of(
    verb: str, out: str, shapes: str, sources: dict[str, str], options: dict[str, Any]
) -> Job:
    """A job, with its sources read once for their hashes."""
    files = tuple(tuple(files_of(url, what)) for what, url in sources.items())
    hashes = []
    for url in (shapes, *(one for some in files for one in some)):
        with opened(url) as file:
            hashes.append(digest(file))
    asked = json.dumps(options, sort_keys=True)
    job = Job(verb, absolute(out), absolute(shapes), files, tuple(hashes), asked)
    inside = job.folder.fs.unstrip_protocol(job.folder.path()).rstrip("/") + "/"
    for some in files:
        for url in some:
            if url.startswith(inside):
                raise ValueError(f"out: {out} holds the input {url}; choose another folder")
    return job


def chunks_of(job: Job, side: int, most: int = CHUNK) -> list[Chunk]:
    """A source's pieces: some for each core of a machine, of a row group at least."""
    files = []
    for url in job.sources[side]:
        with opened(url) as file:
            data = pq().ParquetFile(file).metadata
            files.append((url, [data.row_group(i).num_rows for i in range(data.num_row_groups)]))
    rows = min(most, max(LEAST, sum(sum(sizes) for _, sizes in files) // PIECES))
    found, start = [], 0
    for url, sizes in files:
        first = 0
        while first < len(sizes):
            last, count = first, 0
            while last < len(sizes) and (last == first or count + sizes[last] <= rows):
                count, last = count + sizes[last], last + 1
            if count:
                found.append(Chunk(side, url, (first, last), start, count))
            first, start = last, start + count
    return found


@kept(4)
def shapes_of(url: str, hash_: str) -> _clearance.Shapes:
    """The shapes of a file, one a line, read once a process; an error if they have changed."""
    with opened(url) as file:
        lines = file.read()
    if hashlib.sha256(lines).hexdigest() != hash_:
        raise ValueError(f"shapes: {url} has changed since the job began; start it again")
    found = []
    for number, line in enumerate(lines.decode().splitlines(), 1):
        if line.strip():
            try:
                found.append(_clearance.Shape.from_json(line))
            except ValueError as error:
                raise ValueError(f"{url}:{number}: {error}") from None
    return _clearance.Shapes(found)


class Plan(NamedTuple):
    """How a job is cut."""

    chunks: list[Chunk]
    grid: Grid | None = None
    counts: list[int] | None = None
    """Of the bodies of each cell, by where their lower corners lie."""
    halo: float = 1.0
    large: int = 0
    left_out: int = 0

    @property
    def rows(self) -> int:
        """Of all sources."""
        return sum(chunk.rows for chunk in self.chunks)

    def text(self) -> str:
        """It as JSON."""
        grid = None
        if self.grid is not None:
            starts = self.grid.starts
            # Where all are of the smallest size, their number tells.
            all_of_them = len(starts) == 8**self.grid.bits
            grid = self.grid[:3], None if all_of_them else starts.tolist()
        return json.dumps([self.chunks, grid, *self[2:]])


def plan_of(text: str) -> Plan:
    """The plan of a text."""
    chunks, grid, *more = json.loads(text)
    made = None
    if grid is not None:
        (origin, size, bits), starts = grid
        starts = range(8**bits) if starts is None else starts
        made = Grid(tuple(origin), size, bits, np.array(starts, np.uint64))
    return Plan(
        [Chunk(side, url, tuple(groups), *rest) for side, url, groups, *rest in chunks],
        made,
        *more,
    )


@kept(4)
def plan_in(desk: Folder, name: str) -> Plan:
    """The plan that a file holds, read once a process."""
    with desk.open(name) as file:
        return plan_of(file.read().decode())


def matching(table: Any, expression: str) -> Any:
    """Which rows of answers an SQL expression is true of, by DataFusion."""
    datafusion = needed("datafusion")
    config = datafusion.SessionConfig().with_target_partitions(1)
    context = datafusion.SessionContext(config)
    context.from_arrow(table, name="answers")
    found = context.sql(f"select coalesce(({expression}), false) as hit from answers")
    flags = found.to_arrow_table().column(0).to_numpy(zero_copy_only=False)
    return flags.astype(bool)
