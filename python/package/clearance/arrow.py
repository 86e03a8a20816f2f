"""Columns of Arrow in, a column of Arrow out: the verbs for tables.

`proximity`, `intersects`, `casts`, `manifolds` take pairs; `signed_distance` points, `robot`
configurations; `cells` and `near` find the near pairs of more bodies than one process holds.

They take anything that has Arrow's capsules (`__arrow_c_array__` or `__arrow_c_stream__`): the
arrays and chunked arrays of pyarrow, the series of Polars, the arguments that DuckDB and DataFusion
pass to user functions. Nothing is copied on the way in or out; pyarrow is not needed.

A table of pairs has four columns: which shape (an integer) and which pose, twice. A pose is a list
of 7 numbers, translation x, y, z and quaternion x, y, z, w; or of 3, a translation; or of 16, a
rigid matrix row by row; or a tensor of such a shape (`arrow.fixed_shape_tensor`), whatever the
order in which it is stored:

>>> import clearance as cl, clearance.arrow
>>> import pyarrow as pa                                              # doctest: +SKIP
>>> shapes = cl.Shapes([cl.ball(0.5), cl.cuboid([1.0, 1.0, 1.0])])
>>> found = clearance.arrow.proximity(                                # doctest: +SKIP
...     table["a"], table["pose_a"], table["b"], table["pose_b"], shapes=shapes)
>>> pa.array(found).field("distance")                                 # doctest: +SKIP

A table of bodies and a table of pairs hold the same in 8 bytes a pair: `bodies=(shape, pose)`, and
`a` and `b` are then row indices of those.
"""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _clearance
from ._arrow import (
    ShapeSource,
    Table,
    as_pose,
    leaf,
    lists,
    lists_of,
    loaded,
    part,
    read_shapes,
    struct,
)
from ._cells import LARGE, Bodies, Grid, boxes, first_grid, merged, owned
from ._clearance import ArrowArray
from ._urdf import Robot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = [
    "LARGE",
    "ArrowArray",
    "Grid",
    "casts",
    "cells",
    "grid",
    "intersects",
    "manifolds",
    "near",
    "proximity",
    "read_shapes",
    "robot",
    "signed_distance",
]


def proximity(
    a: Any,
    pose_a: Any,
    b: Any,
    pose_b: Any = None,
    *,
    shapes: ShapeSource,
    bodies: tuple[Any, Any] | None = None,
    threads: int = 1,
    progress: Any = None,
) -> ArrowArray:
    """Distance or depth of each pair of a table: a struct of `status` (int8: 0 apart, 1
    intersecting, 2 too close to call), `distance` (minus the depth where they intersect), `gap`
    (its error bound), `normal`, `point_a`, `point_b` (fixed-size lists of 3, in the world).

    `a`, `b`: integers, indices into `shapes`; `pose_a`, `pose_b`: lists of 7, 3 or 16 numbers, or
    None for the origin. With `bodies=(shape, pose)`, two columns, `a` and `b` are row indices of
    those, and `pose_a` and `pose_b` are None. `shapes`: a `Shapes` of space, or the path of a file
    for `read_shapes`, which each process reads once. A row with a null in it gives null.

    Cost: that of `clearance.proximity`. Errors name the column and the row.

    >>> import pyarrow as pa                                          # doctest: +SKIP
    >>> import clearance as cl, clearance.arrow
    >>> shapes = cl.Shapes([cl.ball(0.5)])
    >>> at = pa.array([[0.0, 0, 0], [3.0, 0, 0]], pa.list_(pa.float64(), 3))   # doctest: +SKIP
    >>> found = clearance.arrow.proximity(                            # doctest: +SKIP
    ...     pa.array([0]), None, pa.array([1]), shapes=shapes, bodies=(pa.array([0, 0]), at))
    >>> pa.array(found).field("distance").to_pylist()                 # doctest: +SKIP
    [2.0]
    """
    table = Table.of(a, pose_a, b, pose_b, shapes, bodies)
    columns = table.answered(_proximity_columns, threads, progress)
    return struct("proximity", leaves(FIELDS, columns), table)


def intersects(
    a: Any,
    pose_a: Any,
    b: Any,
    pose_b: Any = None,
    *,
    shapes: ShapeSource,
    bodies: tuple[Any, Any] | None = None,
    threads: int = 1,
    progress: Any = None,
) -> ArrowArray:
    """Whether each pair of a table has a point in common: booleans. Arguments as in `proximity`.

    >>> import pyarrow as pa                                          # doctest: +SKIP
    >>> import clearance as cl, clearance.arrow
    >>> one = pa.array([0, 0])                                        # doctest: +SKIP
    >>> at = pa.array([[0.5, 0, 0], [3.0, 0, 0]], pa.list_(pa.float64(), 3))   # doctest: +SKIP
    >>> pa.array(clearance.arrow.intersects(                          # doctest: +SKIP
    ...     one, None, one, at, shapes=cl.Shapes([cl.ball(0.5)]))).to_pylist()
    [True, False]
    """
    table = Table.of(a, pose_a, b, pose_b, shapes, bodies)
    (flags,) = table.answered(_flag_columns, threads, progress)
    nulls, bits = table.missing()
    return ArrowArray(
        "b", "intersects", len(flags), nulls, [bits, np.packbits(flags, bitorder="little")], []
    )


def casts(
    a: Any,
    pose_a: Any,
    b: Any,
    pose_b: Any,
    velocity: Any,
    velocity_a: Any = None,
    *,
    shapes: ShapeSource,
    bodies: tuple[Any, Any] | None = None,
    max_time: float = 1.0,
    target_distance: float = 0.0,
    at_start: str = "report",
    threads: int = 1,
    progress: Any = None,
) -> ArrowArray:
    """When and where B, moving on a straight line, first touches A, row by row: a struct of
    `outcome` (int8: 0 miss, 1 hit, 2 undecided), `time_low`, `time_high`, `normal`, `point_a`,
    `point_b`; NaN where they miss.

    `velocity` and `velocity_a`: lists of 3 numbers. Shapes, poses and bodies are those of
    `proximity`, the options those of `clearance.cast`.

    >>> import pyarrow as pa                                          # doctest: +SKIP
    >>> import clearance as cl, clearance.arrow
    >>> one, triple = pa.array([0]), pa.list_(pa.float64(), 3)        # doctest: +SKIP
    >>> found = clearance.arrow.casts(                                # doctest: +SKIP
    ...     one, None, one, pa.array([[3.0, 0, 0]], triple), pa.array([[-4.0, 0, 0]], triple),
    ...     shapes=cl.Shapes([cl.ball(0.5)]))
    >>> pa.array(found).field("outcome").to_pylist()                  # doctest: +SKIP
    [1]
    """
    more = {"velocity": velocity, "velocity_a": velocity_a}
    table = Table.of(a, pose_a, b, pose_b, shapes, bodies, more)
    cast = functools.partial(
        _cast_columns, max_time=max_time, target_distance=target_distance, at_start=at_start
    )
    return struct("casts", leaves(CAST_FIELDS, table.answered(cast, threads, progress)), table)


def manifolds(
    a: Any,
    pose_a: Any,
    b: Any,
    pose_b: Any = None,
    *,
    shapes: ShapeSource,
    bodies: tuple[Any, Any] | None = None,
    max_distance: float = 0.0,
    threads: int = 1,
    progress: Any = None,
) -> ArrowArray:
    """Where each pair touches: a struct of `status`, `distance`, `gap`, `normal`, and `points`, a
    list of up to four structs of `depth`, `point_a`, `point_b` and `key`; empty, and the numbers
    NaN, where they are farther apart than `max_distance`. Arguments as in `proximity`.

    >>> import pyarrow as pa                                          # doctest: +SKIP
    >>> import clearance as cl, clearance.arrow
    >>> at = pa.array([[0.0, 2, 0]], pa.list_(pa.float64(), 3))       # doctest: +SKIP
    >>> one = pa.array([0])                                           # doctest: +SKIP
    >>> found = clearance.arrow.manifolds(                            # doctest: +SKIP
    ...     one, None, one, at, shapes=cl.Shapes([cl.cuboid([1.0, 1, 1])]))
    >>> len(pa.array(found).field("points")[0])                       # doctest: +SKIP
    4
    """
    table = Table.of(a, pose_a, b, pose_b, shapes, bodies)
    contact = functools.partial(_contact_columns, max_distance=max_distance)
    *columns, count, depth, point_a, point_b, key = table.answered(contact, threads, progress)
    used = np.arange(4) < count[:, None]
    point = struct(
        "item",
        leaves(
            ("depth", "point_a", "point_b", "key"),
            [depth[used], point_a[used], point_b[used], key[used]],
        ),
        count=int(count.sum()),
    )
    points = lists_of("points", count, point)
    return struct("manifolds", [*leaves(CONTACT_FIELDS, columns), points], table)


def signed_distance(
    shape: Any,
    pose: Any,
    points: Any,
    *,
    shapes: ShapeSource,
    threads: int = 1,
    progress: Any = None,
) -> ArrowArray:
    """The signed distance of points from the shapes of their rows: a struct of `status`,
    `distance` (negative within), `gap`, `normal` (out of the shape) and `point`, the nearest of the
    surface.

    `points`: lists of 3 numbers, in the world.

    >>> import pyarrow as pa                                          # doctest: +SKIP
    >>> import clearance as cl, clearance.arrow
    >>> at = pa.array([[2.0, 0, 0]], pa.list_(pa.float64(), 3))       # doctest: +SKIP
    >>> found = clearance.arrow.signed_distance(                      # doctest: +SKIP
    ...     pa.array([0]), None, at, shapes=cl.Shapes([cl.ball(0.5)]))
    >>> pa.array(found).field("distance").to_pylist()                 # doctest: +SKIP
    [1.5]
    """
    parts = [
        part("a", shape),
        None if pose is None else part("pose_a", pose),
        None,
        None,
        part("points", points, lists),
    ]
    table = Table.made(loaded(shapes), parts)
    columns = table.answered(_point_columns, threads, progress)
    return struct("signed_distance", leaves(POINT_FIELDS, columns), table)


def robot(
    q: Any,
    *,
    robot: Robot | str | os.PathLike[str],
    threads: int = 1,
    progress: Any = None,
) -> ArrowArray:
    """The least signed distance of a robot's links in each configuration: a struct of `pair` (an
    index into `Robot.pairs`), `status`, `distance`, `gap`, `normal`, `point_a`, `point_b`, as
    `Robot.nearest` has them.

    `q`: lists of joint values, in the order of `Robot.joints`. `robot`: a `Robot`, or the path of a
    URDF, which each process reads once.

    >>> import pyarrow as pa                                          # doctest: +SKIP
    >>> import clearance.arrow
    >>> q = pa.array([[0.0, 0, 0.1]], pa.list_(pa.float64(), 3))      # doctest: +SKIP
    >>> found = clearance.arrow.robot(q, robot="arm.urdf")            # doctest: +SKIP
    >>> pa.array(found).field("distance")                             # doctest: +SKIP
    """
    own = robot if isinstance(robot, Robot) else _robot(os.fspath(robot))
    table = Table.made(loaded(_NONE), [part("q", q, lists)])
    values, width = table.parts[0], len(own.joints)
    assert values is not None
    wrong = [chunk.shape[1] for chunk in values.values if len(chunk) and chunk.shape[1] != width]
    if wrong:
        raise ValueError(f"q: lists must have {width} numbers, a value a joint, have {wrong[0]}")
    none = np.empty((0, width))
    flat = [chunk if len(chunk) else none for chunk in values.values]
    rows = np.concatenate([none, *flat])[table.valid]
    found = own.nearest(rows, threads=threads, progress=progress)
    if found is None:
        raise ValueError("robot: has no pair of links to check")
    columns = []
    for name in ROBOT_FIELDS:
        some = np.asarray(getattr(found, name))
        full = np.zeros((len(table.valid), *some.shape[1:]), some.dtype)
        full[table.valid] = some
        columns.append(full.astype(np.int64) if name == "pair" else full)
    return struct("robot", leaves(ROBOT_FIELDS, columns), table)


def grid(
    shape: Any, pose: Any, *, shapes: ShapeSource, within: float, bodies: int = 50_000
) -> Grid:
    """Cells for these bodies, or for many more of which these are a sample, `bodies` of them to a
    cell; `clearance.jobs` counts them all instead.

    >>> import pyarrow as pa                                          # doctest: +SKIP
    >>> import clearance.arrow
    >>> clearance.arrow.grid(table["shape"], table["pose"],           # doctest: +SKIP
    ...     shapes="shapes.jsonl", within=0.01)
    <Grid of 64 cells, the smallest of 12.5>
    """
    _, index, at, _ = _bodies(shape, pose, shapes)
    low, high = boxes(loaded(shapes), index, as_pose(at), _length(within))
    fine = first_grid(low, high)
    counts = np.bincount(fine.leaf(fine.steps(low)), minlength=len(fine.starts))
    return merged(fine, counts, bodies)


def cells(shape: Any, pose: Any, *, shapes: ShapeSource, within: float, grid: Grid) -> ArrowArray:
    """The cells that each body touches, grown by half of `within`: lists of uint64, to be unnested
    and grouped by. Those too large are in one cell, `LARGE`. A row with a null has no cell.

    >>> import pyarrow as pa                                          # doctest: +SKIP
    >>> import clearance.arrow
    >>> pa.array(clearance.arrow.cells(table["shape"], table["pose"], # doctest: +SKIP
    ...     shapes="shapes.jsonl", within=0.01, grid=grid))
    """
    valid, index, at, _ = _bodies(shape, pose, shapes)
    low, high = boxes(loaded(shapes), index, as_pose(at), _length(within))
    box, cell, large = grid.touched(low, high)
    rows = np.flatnonzero(valid)
    row = np.concatenate([rows[box], rows[large]])
    number = np.concatenate([grid.starts[cell], np.full(int(large.sum()), LARGE, np.uint64)])
    order = np.argsort(row, kind="stable")
    counts = np.bincount(row, minlength=len(valid))
    return lists_of("cells", counts, leaf("item", number[order]))


def near(
    id: Any,
    shape: Any,
    pose: Any,
    group: Any = None,
    *,
    shapes: ShapeSource,
    within: float,
    grid: Grid | None = None,
    cell: int = 0,
    large: tuple[Any, ...] | None = None,
    threads: int = 1,
) -> ArrowArray:
    """The pairs of one cell's bodies that are not proved farther apart than `within`: a struct of
    `a`, `b`, the lesser and the greater of two ids, and what `proximity` has, in order. Over all
    cells of a grid, and `LARGE`, each pair comes once.

    `id`: integers, each once. `group`: pairs of one group are skipped; null is none. `large`: the
    bodies of `LARGE`, `(id, shape, pose)` or with a group, to be given for every cell but that.
    Without a grid the bodies are all there are. Rows with nulls are skipped.

    >>> import pyarrow as pa                                          # doctest: +SKIP
    >>> import clearance as cl, clearance.arrow
    >>> at = pa.array([[0.0, 0, 0], [3.0, 0, 0]], pa.list_(pa.float64(), 3))   # doctest: +SKIP
    >>> found = clearance.arrow.near(pa.array([7, 9]), pa.array([0, 0]), at,   # doctest: +SKIP
    ...     shapes=cl.Shapes([cl.ball(1.0)]), within=1.5)
    >>> pa.array(found).field("distance").to_pylist()                 # doctest: +SKIP
    [1.0]
    """
    known, within = loaded(shapes), _length(within)
    given = [_numbered(known, id, shape, pose, group)]
    if large is not None and cell != LARGE:
        given.append(_numbered(known, *large))
    ids, index, at, groups = (
        np.concatenate(column)
        for column in zip(*(_alike(one, given) for one in given), strict=True)
    )
    order = np.argsort(ids, kind="stable")
    ids, index, at, groups = ids[order], index[order], at[order], groups[order]
    twice = np.flatnonzero(ids[1:] == ids[:-1])
    if len(twice):
        raise ValueError(f"id: {ids[twice[0]]} stands for more than one body of a cell")
    low, high = boxes(known, index, as_pose(at), within)
    found = [
        near_columns(known, index, at, ids, pairs, within, threads)
        for pairs in owned(grid, cell, Bodies(ids, low, high, groups), None)
    ]
    columns = (
        [np.concatenate(column) for column in zip(*found, strict=True)]
        if found
        else near_columns(known, index, at, ids, np.empty((0, 2), np.intp), within, threads)
    )
    return struct("near", leaves(("a", "b", *FIELDS), columns), count=len(columns[0]))


def near_columns(
    shapes: _clearance.Shapes,
    index: NDArray[Any],
    poses: NDArray[np.float64],
    ids: NDArray[np.int64],
    pairs: NDArray[Any],
    within: float,
    threads: int = 1,
) -> list[NDArray[Any]]:
    """The answers of pairs of rows that are not proved farther apart than `within`."""
    a, b = pairs.T
    found = _clearance.proximity(
        *(shapes[index[a]], as_pose(poses[a]), shapes[index[b]], as_pose(poses[b])), threads=threads
    )
    keep = (found.status != 0) | (found.distance - found.gap <= within)
    return [ids[a[keep]], ids[b[keep]], *(getattr(found, name)[keep] for name in FIELDS)]


def leaves(names: Sequence[str], columns: Sequence[NDArray[Any]]) -> list[ArrowArray]:
    """Columns under their names."""
    return [leaf(name, numbers) for name, numbers in zip(names, columns, strict=True)]


_NONE = _clearance.Shapes([_clearance.ball(1.0)])


_robot: Callable[[str], Robot] = functools.lru_cache(maxsize=8)(Robot)


def _length(within: float) -> float:
    within = float(within)
    if not 0 <= within < np.inf:
        raise ValueError(f"within: must be a length, at least 0 and finite, is {within}")
    return within


def _bodies(
    shape: Any, pose: Any, shapes: ShapeSource, *more: tuple[str, Any]
) -> tuple[NDArray[np.bool_], NDArray[Any], NDArray[np.float64], list[NDArray[Any]]]:
    """Which rows have no null; and of these the shape, the pose, and more integers."""
    known = loaded(shapes)
    columns = [part("a", shape), part("pose_a", pose), *(part(*one) for one in more)]
    table = Table.made(known, [columns[0], columns[1], None, *columns[2:]])
    index, at, *others = (np.concatenate(one.values)[table.valid] for one in columns)
    wrong = np.flatnonzero((index < 0) | (index >= len(known)))
    if len(wrong):
        row = np.flatnonzero(table.valid)[wrong[0]]
        raise IndexError(f"shape[{row}]: names shape {index[wrong[0]]}, but there are {len(known)}")
    return table.valid, index.astype(np.int64), at.astype(np.float64), others


def _numbered(
    known: _clearance.Shapes, id: Any, shape: Any, pose: Any, group: Any = None
) -> tuple[NDArray[Any], ...]:
    valid, index, at, (ids,) = _bodies(shape, pose, known, ("id", id))
    groups = np.full(len(ids), -1, np.int64)
    if group is not None:
        column = part("group", group)
        rows = np.concatenate(column.values).astype(np.int64)
        flags = [
            np.ones(len(values), bool) if held is None else held
            for values, held in zip(column.values, column.valid, strict=True)
        ]
        groups = np.where(np.concatenate(flags), rows, -1)[valid]
        if np.any(rows[np.concatenate(flags)] < 0):
            raise ValueError("group: must not be negative; null is no group")
    if len(ids) and ids.max() > np.iinfo(np.int64).max:
        raise ValueError(f"id: {ids.max()} is beyond the range of int64")
    return ids.astype(np.int64), index, at, groups


def _alike(
    one: tuple[NDArray[Any], ...], all_: list[tuple[NDArray[Any], ...]]
) -> tuple[NDArray[Any], ...]:
    """The same, with a rotation where others have one and no rows are of another form."""
    widths = {len(other[2].T) for other in all_ if len(other[2])}
    if len(widths) > 1:
        raise ValueError(f"pose: lists must be equally long, but are of {sorted(widths)} numbers")
    if len(one[2]) or not widths:
        return one
    return one[0], one[1], np.empty((0, *widths)), one[3]


FIELDS = ("status", "distance", "gap", "normal", "point_a", "point_b")


def _proximity_columns(pairs: Sequence[Any], **manner: Any) -> list[NDArray[Any]]:
    found = _clearance.proximity(*pairs, **manner)
    return [getattr(found, name) for name in FIELDS]


def _flag_columns(pairs: Sequence[Any], **manner: Any) -> list[NDArray[Any]]:
    return [_clearance.intersects(*pairs, **manner)]


CAST_FIELDS = ("outcome", "time_low", "time_high", "normal", "point_a", "point_b")
CONTACT_FIELDS = ("status", "distance", "gap", "normal")
POINT_FIELDS = ("status", "distance", "gap", "normal", "point")
ROBOT_FIELDS = ("pair", *FIELDS)


def _cast_columns(
    pairs: Sequence[Any], velocity: Any, velocity_a: Any, **how: Any
) -> list[NDArray[Any]]:
    a, pose_a, b, pose_b = pairs
    found = _clearance.cast(a, pose_a, b, pose_b, velocity, velocity_a=velocity_a, **how)
    assert found is not None
    return list(found)


def _contact_columns(
    pairs: Sequence[Any], *, max_distance: float, **manner: Any
) -> list[NDArray[Any]]:
    a, pose_a, b, pose_b = pairs
    found = _clearance.contact_manifold(a, pose_a, b, pose_b, max_distance, **manner)
    assert found is not None
    normal, depth, point_a, point_b, key, gap, distance, status, count = found
    used = np.arange(4) < count[:, None]
    padded = []
    for column in (depth, point_a, point_b, key):
        wide = np.zeros((*used.shape, *column.shape[1:]), column.dtype)
        wide[used] = column
        padded.append(wide)
    return [status, distance, gap, normal, count, *padded]


def _point_columns(pairs: Sequence[Any], points: Any, **manner: Any) -> list[NDArray[Any]]:
    found = _clearance.project_point(pairs[0], pairs[1], points, **manner)
    return [found.status, found.distance, found.gap, found.normal, found.point_a]
