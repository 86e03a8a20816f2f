"""Jobs of a billion pairs or a hundred million bodies: Parquet in, Parquet out, on all cores of a
machine or of a cluster. `pip install clearance[jobs]`.

`near` finds the near pairs of bodies, `between` those of bodies of two tables; `pairs` answers
given pairs, `sweeps` given motions. Sources are the addresses of Parquet files, folders of them or
patterns: paths, or what fsspec knows. A table of bodies has the columns `id` (int64, each once),
`shape` (an index into the lines of `shapes`, a file as `clearance.arrow.read_shapes` takes it),
`pose` (7 or 3 floats), and optionally `group`, whose pairs are skipped.

>>> import clearance.jobs
>>> found = clearance.jobs.near("bodies.parquet", shapes="shapes.jsonl",   # doctest: +SKIP
...     within=0.01, out="answers")
>>> print(found)                                                          # doctest: +SKIP

Answers are parts named by the job, what they are of, and a hash of their bytes, written aside,
synced and renamed. A job that was interrupted is resumed by the same call. Equal inputs give equal
bytes, whatever the engine, the number of workers and their order: on one build and one kind of
processor; booleans everywhere. One process at a time may run a job in a folder. `docs/large.md` of
the repository has sizes, costs and clusters.
"""

from __future__ import annotations

import math
import os
from typing import Any, Union

from .._arguments import number
from ._job import CELL, job_of
from ._progress import Bar
from ._run import Planned, Summary, Work, checked, done, planned
from ._tables import tables

__all__ = ["Planned", "Summary", "between", "near", "pairs", "sweeps", "tables"]

_Path = Union[str, "os.PathLike[str]"]


def near(
    bodies: _Path,
    *,
    shapes: _Path,
    within: float,
    out: _Path,
    engine: Any = "local",
    workers: int | None = None,
    certify: str | None = None,
    bodies_of_cell: int = CELL,
    dry_run: bool = False,
    progress: bool | None = None,
) -> Summary | Planned:
    """The pairs of bodies that are not proved farther apart than `within`: `a`, `b` (ids, the
    lesser first), `status`, `distance`, `gap`, `normal`, `point_a`, `point_b`, as in
    `clearance.Proximity`; a part for each cell, in order of `a`, then `b`.

    - `engine`: `"local"`, on threads of this process; `"dask://HOST:PORT"` or a Dask `Client`;
      `"ray://HOST:PORT"`, `"ray://auto"`; a Spark session. Workers need the package and the paths.
    - `workers`: of `"local"`, how many threads; all cores unless given.
    - `certify`: an SQL expression of answers, such as `"status = 2 or gap > 1e-9"`. Rows of which
      it is true have evidence in the column `certificate`, for `clearance.verify`: 0.1 to 10 ms
      each.
    - `bodies_of_cell`: cells of more are split. Smaller ones take less memory, and more time.
    - `dry_run`: only counts, and returns the plan, which a job that follows uses.
    - `progress`: a line on the error stream; where that is a terminal unless given.

    >>> import clearance.jobs
    >>> plan = clearance.jobs.near("bodies.parquet", shapes="shapes.jsonl",   # doctest: +SKIP
    ...     within=0.01, out="answers", dry_run=True)
    >>> plan.cells, plan.halo                                             # doctest: +SKIP
    (512, 1.21)
    """
    options = _spatial(within, bodies_of_cell, certify)
    sources = {"bodies": bodies}
    return _run("near", out, shapes, sources, options, engine, workers, dry_run, progress)


def between(
    bodies: _Path,
    others: _Path,
    *,
    shapes: _Path,
    within: float,
    out: _Path,
    engine: Any = "local",
    workers: int | None = None,
    certify: str | None = None,
    bodies_of_cell: int = CELL,
    dry_run: bool = False,
    progress: bool | None = None,
) -> Summary | Planned:
    """The same as `near`, of a body `a` of the first table and a body `b` of the second.

    >>> import clearance.jobs
    >>> clearance.jobs.between("pipes.parquet", "beams.parquet",          # doctest: +SKIP
    ...     shapes="shapes.jsonl", within=0.01, out="answers")
    """
    options = _spatial(within, bodies_of_cell, certify)
    sources = {"bodies": bodies, "others": others}
    return _run("between", out, shapes, sources, options, engine, workers, dry_run, progress)


def pairs(
    pairs: _Path,
    *,
    bodies: _Path | None = None,
    shapes: _Path,
    out: _Path,
    engine: Any = "local",
    workers: int | None = None,
    certify: str | None = None,
    dry_run: bool = False,
    progress: bool | None = None,
) -> Summary | Planned:
    """Distance or depth of each pair of a table, with its `row`. With `bodies`, whose ids must
    ascend, the table has `a` and `b`, ids of bodies: 16 bytes a pair; without, `a`, `pose_a`, `b`,
    `pose_b`, where `a` and `b` are shapes. Other arguments as in `near`.

    >>> import clearance.jobs
    >>> clearance.jobs.pairs("pairs.parquet", bodies="bodies.parquet",    # doctest: +SKIP
    ...     shapes="shapes.jsonl", out="answers")
    """
    sources = {"pairs": pairs} if bodies is None else {"pairs": pairs, "bodies": bodies}
    options = {"certify": certify}
    return _run("pairs", out, shapes, sources, options, engine, workers, dry_run, progress)


def sweeps(
    pairs: _Path,
    *,
    bodies: _Path | None = None,
    shapes: _Path,
    out: _Path,
    max_time: float = 1.0,
    target_distance: float = 0.0,
    engine: Any = "local",
    workers: int | None = None,
    dry_run: bool = False,
    progress: bool | None = None,
) -> Summary | Planned:
    """When and where B of each pair, moving by the row's `velocity` (3 floats), first touches A:
    `outcome`, `time_low`, `time_high`, `normal`, `point_a`, `point_b`, as in `clearance.Cast`.
    The table is that of `pairs`, with that column.

    >>> import clearance.jobs
    >>> clearance.jobs.sweeps("moves.parquet", bodies="bodies.parquet",   # doctest: +SKIP
    ...     shapes="shapes.jsonl", out="answers", max_time=2.0)
    """
    sources = {"pairs": pairs} if bodies is None else {"pairs": pairs, "bodies": bodies}
    options = {
        "max_time": number("max_time", max_time),
        "target_distance": number("target_distance", target_distance),
    }
    return _run("sweeps", out, shapes, sources, options, engine, workers, dry_run, progress)


def _spatial(within: float, bodies_of_cell: int, certify: str | None) -> dict[str, Any]:
    length = number("within", within)
    if not 0 <= length < math.inf:
        raise ValueError(f"within: must be a length, at least 0 and finite, is {length}")
    if bodies_of_cell < 1:
        raise ValueError(f"bodies_of_cell: must be at least 1, is {bodies_of_cell}")
    return {"within": length, "bodies_of_cell": int(bodies_of_cell), "certify": certify}


def _run(
    verb: str,
    out: _Path,
    shapes: _Path,
    sources: dict[str, _Path],
    options: dict[str, Any],
    engine: Any,
    workers: int | None,
    dry_run: bool,
    progress: bool | None,
) -> Summary | Planned:
    urls = {name: os.fspath(url) for name, url in sources.items()}
    job = job_of(verb, os.fspath(out), os.fspath(shapes), urls, options)
    work = Work(job, engine, workers, Bar(progress))
    checked(job)
    plan, name, amount = planned(work)
    return amount if dry_run else done(work, plan, name)
