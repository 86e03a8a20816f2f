"""Rows of tables of bodies and pairs, judged before any is asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._arrow import integers, lists, part
from ._needs import pa, pq
from ._store import opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ._job import Chunk

BATCH = 1 << 16
"""Rows that are held at a time."""
REASONS = (
    "",
    "has a null",
    "has a number that is NaN or infinite",
    "has a rotation of zeros",
    "names a shape that is not there",
    "names a body that is not there, or is left out",
)


class Some(NamedTuple):
    """Rows of a table of bodies."""

    row: NDArray[np.int64]
    id: NDArray[np.int64]
    shape: NDArray[np.int64]
    pose: NDArray[np.float64]
    group: Any
    """Arrow's column, or None."""
    left_out: LeftOut


class LeftOut(NamedTuple):
    """Rows that are not looked at."""

    row: NDArray[np.int64]
    id: NDArray[np.int64]
    reason: NDArray[np.int8]


def batches(chunk: Chunk, columns: list[str], optional: tuple[str, ...] = ()) -> Iterator[Any]:
    """A chunk's rows, some at a time, each with the number of its first."""
    with opened(chunk.url) as file:
        table = pq().ParquetFile(file)
        have = set(table.schema_arrow.names)
        missing = [name for name in columns if name not in have]
        if missing:
            raise ValueError(
                f"{chunk.url}: has no column {', '.join(missing)}; it has {', '.join(sorted(have))}"
            )
        row = chunk.first
        wanted = columns + [name for name in optional if name in have]
        for batch in table.iter_batches(
            BATCH, row_groups=range(*chunk.groups), columns=wanted, use_threads=False
        ):
            yield row, batch
            row += len(batch)


def column(batch: Any, name: str) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Integers of a batch, and which rows have one."""
    held = part(name, batch.column(name), integers)
    flags = held.valid[0]
    return held.values[0], np.ones(len(batch), bool) if flags is None else flags


def vectors(batch: Any, name: str) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Lists of a batch, and which rows have one."""
    held = part(name, batch.column(name), lists)
    flags = held.valid[0]
    valid = np.ones(len(batch), bool) if flags is None else flags
    return held.values[0].astype(np.float64), valid


def poses(batch: Any, name: str) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    """Poses of 7 numbers, and for each row which of the reasons speaks against it."""
    numbers, valid = vectors(batch, name)
    if numbers.shape[1] == 16:
        raise ValueError(f"{name}: must be lists of 7 or 3 numbers, are matrices")
    if numbers.shape[1] == 3:
        turn = np.broadcast_to([0.0, 0.0, 0.0, 1.0], (len(numbers), 4))
        numbers = np.concatenate([numbers, turn], axis=1)
    finite = np.isfinite(numbers).all(axis=1)
    turned = (numbers[:, 3:] != 0).any(axis=1)
    reason = np.where(~valid, 1, np.where(~finite, 2, np.where(~turned, 3, 0)))
    return numbers, reason.astype(np.int8)


def known(index: NDArray[Any], count: int) -> NDArray[np.bool_]:
    """Which name one of so many."""
    found: NDArray[np.bool_] = (index >= 0) & (index < count)
    return found


def bodies(chunk: Chunk, shapes: int) -> Iterator[Some]:
    """The bodies of a chunk, of so many shapes."""
    for start, batch in batches(chunk, ["id", "shape", "pose"], ("group",)):
        number, has_number = column(batch, "id")
        index, has_index = column(batch, "shape")
        at, reason = poses(batch, "pose")
        if number.dtype == np.uint64 and len(number) and number.max() > np.iinfo(np.int64).max:
            raise ValueError(f"{chunk.url}: id {number.max()} is beyond the range of int64")
        reason = np.where(has_number & has_index, reason, np.int8(1))
        reason = np.where((reason == 0) & ~known(index, shapes), np.int8(4), reason)
        row = np.arange(start, start + len(batch))
        good, bad = reason == 0, reason != 0
        group = None
        if "group" in batch.schema.names:
            group = batch.column("group").filter(pa().array(good))
        numbers = number.astype(np.int64)
        yield Some(
            *(row[good], numbers[good], index[good].astype(np.int64), at[good], group),
            LeftOut(row[bad], np.where(has_number, numbers, -1)[bad], reason[bad]),
        )


def left_out_table(found: list[LeftOut], source: str) -> Any:
    """They as a table."""
    row, number, reason = (
        np.concatenate(one) if one else np.empty(0, np.int64) for one in zip(*found, strict=True)
    )
    return pa().table(
        {
            "source": pa().array([source] * len(row), pa().string()),
            "row": row,
            "id": number,
            "reason": [REASONS[one] for one in reason],
        }
    )
