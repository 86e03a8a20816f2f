"""Columns of Arrow in, a column of Arrow out: `proximity` and `intersects` for tables.

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
import itertools
import json
import math
import os
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, Union

import numpy as np

from . import _clearance
from ._clearance import ArrowArray

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

__all__ = ["ArrowArray", "intersects", "proximity", "read_shapes"]

ShapeSource: TypeAlias = Union[_clearance.Shapes, str, "os.PathLike[str]"]


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
    table = _Table.of(a, pose_a, b, pose_b, shapes, bodies)
    columns = table.answered(_proximity_columns, threads, progress)
    fields = [_leaf(name, numbers) for name, numbers in zip(FIELDS, columns, strict=True)]
    nulls, bits = table.missing()
    return ArrowArray("+s", "proximity", len(table.valid), nulls, [bits], fields)


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
    table = _Table.of(a, pose_a, b, pose_b, shapes, bodies)
    (flags,) = table.answered(_flag_columns, threads, progress)
    nulls, bits = table.missing()
    return ArrowArray(
        "b", "intersects", len(flags), nulls, [bits, np.packbits(flags, bitorder="little")], []
    )


def read_shapes(path: str) -> _clearance.Shapes:
    """The shapes of a file, one on each line as `Shape.to_json` writes them; cached.

    >>> import clearance as cl, clearance.arrow, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "shapes.jsonl")
    >>> _ = path.write_text(cl.ball(0.5).to_json() + "\\n" + cl.cuboid([1.0, 2.0, 3.0]).to_json())
    >>> clearance.arrow.read_shapes(str(path))
    <2 shapes, of space, in float64>
    """
    return _read(path)


def _parsed(path: str) -> _clearance.Shapes:
    with open(path, encoding="utf-8") as file:
        return _clearance.Shapes(
            [_shape(path, i, line) for i, line in enumerate(file, 1) if line.strip()]
        )


_read: Callable[[str], _clearance.Shapes] = functools.lru_cache(maxsize=8)(_parsed)


def _shape(path: str, number: int, line: str) -> _clearance.Shape:
    try:
        return _clearance.Shape.from_json(line)
    except ValueError as error:
        raise ValueError(f"{path}:{number}: {error}") from None


FIELDS = ("status", "distance", "gap", "normal", "point_a", "point_b")


def _proximity_columns(pairs: Sequence[Any], **manner: Any) -> list[NDArray[Any]]:
    found = _clearance.proximity(*pairs, **manner)
    return [getattr(found, name) for name in FIELDS]


def _flag_columns(pairs: Sequence[Any], **manner: Any) -> list[NDArray[Any]]:
    return [_clearance.intersects(*pairs, **manner)]


FORMATS = {"int8": "c", "float32": "f", "float64": "g"}


def _leaf(name: str, numbers: NDArray[Any]) -> ArrowArray:
    leaf_name = name if numbers.ndim == 1 else "item"
    leaf = ArrowArray(
        FORMATS[numbers.dtype.name],
        leaf_name,
        numbers.size,
        0,
        [None, np.ascontiguousarray(numbers).reshape(-1)],
        [],
    )
    if numbers.ndim == 1:
        return leaf
    return ArrowArray(f"+w:{numbers.shape[1]}", name, len(numbers), 0, [None], [leaf])


class _Part(NamedTuple):
    """A column of an argument, chunk by chunk."""

    name: str
    values: list[NDArray[Any]]
    valid: list[NDArray[np.bool_] | None]

    def __len__(self) -> int:
        return sum(map(len, self.values))

    def ends(self) -> list[int]:
        """The row at which each chunk ends."""
        return list(itertools.accumulate(map(len, self.values)))

    def between(self, cuts: list[int]) -> Iterator[NDArray[Any]]:
        """The rows from each cut to the next, not copied. There is a cut at each chunk's end."""
        chunks = iter(self.values)
        chunk, start = next(chunks), 0
        for first, last in itertools.pairwise(cuts):
            while first >= start + len(chunk):
                start += len(chunk)
                chunk = next(chunks)
            yield chunk[first - start : last - start]


class _Table(NamedTuple):
    """The columns of a table of pairs."""

    shapes: _clearance.Shapes
    parts: list[_Part | None]
    """a, pose_a, b, pose_b."""
    valid: NDArray[np.bool_]
    """Which rows have no null."""

    @classmethod
    def of(
        cls,
        a: Any,
        pose_a: Any,
        b: Any,
        pose_b: Any,
        shapes: ShapeSource,
        bodies: tuple[Any, Any] | None,
    ) -> _Table:
        if not isinstance(shapes, _clearance.Shapes):
            shapes = read_shapes(os.fspath(shapes))
        if shapes.dim != 3:
            raise ValueError("shapes: must be of space; for the plane use clearance.proximity")
        if bodies is None:
            arguments = {"a": a, "pose_a": pose_a, "b": b, "pose_b": pose_b}
            parts = [
                None if column is None and name.startswith("pose") else _part(name, column)
                for name, column in arguments.items()
            ]
        else:
            if pose_a is not None or pose_b is not None:
                raise ValueError("pose_a, pose_b: must be None where bodies have poses")
            parts = _by_bodies(_part("a", a), _part("b", b), bodies)
        counts = {part.name: len(part) for part in parts if part is not None}
        if len(set(counts.values())) != 1:
            raise ValueError(f"columns must be equally long, but are {counts}")
        count = next(iter(counts.values()))
        valid = np.ones(count, dtype=bool)
        for part in parts:
            start = 0
            for values, flags in zip(*part[1:], strict=True) if part else ():
                if flags is not None:
                    valid[start : start + len(values)] &= flags
                start += len(values)
        return cls(shapes, parts, valid)

    def missing(self) -> tuple[int, NDArray[np.uint8] | None]:
        """How many rows are null, and the bits of those that are not."""
        nulls = int(len(self.valid) - np.count_nonzero(self.valid))
        return nulls, np.packbits(self.valid, bitorder="little") if nulls else None

    def answered(
        self, columns: Callable[..., list[NDArray[Any]]], threads: int, progress: Any
    ) -> list[NDArray[Any]]:
        """A verb's answers for the rows, chunk by chunk if the columns are chunked."""
        ends = {end for part in self.parts if part is not None for end in part.ends()}
        cuts = sorted({0, *ends})
        rows = [
            itertools.repeat(None) if part is None else part.between(cuts) for part in self.parts
        ]
        found = [
            self._some(columns, first, list(row), threads=threads, progress=progress)
            for first, *row in zip(cuts[:-1], *rows, strict=False)
        ]
        if not found:
            none = [None if part is None else part.values[0][:0] for part in self.parts]
            found = [self._some(columns, 0, none, threads=threads, progress=progress)]
        if len(found) == 1:
            return found[0]
        return [np.concatenate(column) for column in zip(*found, strict=True)]

    def _some(
        self,
        columns: Callable[..., list[NDArray[Any]]],
        first: int,
        rows: list[NDArray[Any] | None],
        **manner: Any,
    ) -> list[NDArray[Any]]:
        """The answers for rows that lie in one chunk of each column, from row `first` on."""
        a, _, b, _ = rows
        assert a is not None and b is not None
        last = first + len(a)
        valid = self.valid[first:last]
        for name, index in (("a", a), ("b", b)):
            # A negative one is no row from the end, but means "none" to many programs.
            wrong = np.flatnonzero(valid & ((index < 0) | (index >= len(self.shapes))))
            if len(wrong):
                raise IndexError(
                    f"{name}[{first + wrong[0]}]: names shape {index[wrong[0]]}, "
                    f"but there are {len(self.shapes)}"
                )
        whole = bool(valid.all())
        if not whole:
            rows = [None if row is None else row[valid] for row in rows]
        a, pose_a, b, pose_b = rows
        try:
            found = columns(
                (self.shapes[a], _pose(pose_a), self.shapes[b], _pose(pose_b)), **manner
            )
        except (ValueError, IndexError) as error:
            raise type(error)(
                f"rows {first} to {last}, counted from {first} without nulls: {error}"
            ) from None
        if whole:
            return found
        spread = []
        for column in found:
            full = np.zeros((last - first, *column.shape[1:]), dtype=column.dtype)
            full[valid] = column
            spread.append(full)
        return spread


def _pose(numbers: NDArray[Any] | None) -> Any:
    if numbers is None or numbers.shape[1] == 3:
        return numbers
    if numbers.shape[1] == 7:
        return _clearance.Pose.xyzw(numbers[:, :3], numbers[:, 3:])
    return _clearance.Pose.matrix(numbers.reshape(-1, 4, 4))


def _part(name: str, column: Any) -> _Part:
    if not (hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__")):
        raise TypeError(
            f"{name}: must be an array of Arrow (with __arrow_c_array__), "
            f"is {type(column).__name__}"
        )
    read = _lists if name.startswith("pose") else _integers
    chunks: list[tuple[NDArray[Any], NDArray[np.bool_] | None]] = []
    row = 0
    for chunk in _clearance._columns(column):
        chunks.append(read(name, row, chunk))
        row += len(chunk)
    if not chunks:
        # What a filter leaves of a table may have no chunk at all.
        chunks = [(np.empty((0, 7)) if read is _lists else np.empty(0, np.int64), None)]
    return _Part(name, [values for values, _ in chunks], [valid for _, valid in chunks])


def _valid(column: Any) -> NDArray[np.bool_] | None:
    held = column.valid()
    if held is None:
        return None
    bits, offset = held
    flags: NDArray[np.bool_] = np.unpackbits(bits, bitorder="little")[
        offset : offset + len(column)
    ].astype(bool)
    return flags


def _integers(name: str, _: int, column: Any) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    _is_plain(name, column)
    if column.is_dictionary or column.format not in "cCsSiIlL":
        raise TypeError(f"{name}: must be of integers, is of Arrow's type {column.format!r}")
    return column.numbers(), _valid(column)


def _is_plain(name: str, column: Any) -> None:
    """An error for a type that gives its storage a meaning which is not known here."""
    extension, _ = column.extension
    if extension:
        raise TypeError(f"{name}: is of the extension type {extension!r}; pass its storage")


def _lists(
    name: str, start: int, column: Any
) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """Lists of equally many numbers, (rows, numbers), of a chunk that starts at a row; and which
    rows are valid, with all their numbers."""
    order = _order(name, column)
    kind, _, size = column.format.partition(":")
    count = len(column)
    if kind not in ("+w", "+l", "+L"):
        raise TypeError(
            f"{name}: must be of lists of numbers, is of Arrow's type {column.format!r}"
        )
    (items,) = column.children
    _is_plain(name, items)
    if items.format not in ("f", "g") or items.is_dictionary:
        raise TypeError(
            f"{name}: must be of lists of floats, is of lists of Arrow's type {items.format!r}"
        )
    flags = _valid(column)
    # The positions of the numbers of each valid row, unless all rows are contiguous.
    places: NDArray[np.intp] | None = None
    if kind == "+w":
        width, first = int(size), int(size) * column.offset
    else:
        ends = column.numbers()
        lengths = np.diff(ends)
        given = np.flatnonzero(np.ones(count, bool) if flags is None else flags)
        width, first = (int(lengths[given[0]]), int(ends[0])) if len(given) else (7, 0)
        wrong = given[lengths[given] != width]
        if len(wrong):
            raise ValueError(
                f"{name}[{start + wrong[0]}]: is a list of {lengths[wrong[0]]}, "
                f"but {name}[{start + given[0]}] is one of {width}"
            )
        if np.any(lengths != width):
            # Null rows may have any count of numbers, mostly none.
            places = ends[given, None] + np.arange(width)
    if width not in (3, 7, 16):
        raise ValueError(
            f"{name}: lists must have 7 numbers (translation, quaternion x, y, z, w), "
            f"3 (translation) or 16 (matrix), have {width}"
        )

    def by_rows(flat: NDArray[Any]) -> NDArray[Any]:
        if places is None:
            return flat[first : first + count * width].reshape(count, width)
        table = np.zeros((count, width), flat.dtype)
        table[given] = flat[places]
        return table

    present = _valid(items)
    if present is not None:
        # A row with a null number is as null as one that is null itself.
        rows: NDArray[np.bool_] = np.logical_and.reduce(by_rows(present), axis=1)
        flags = rows if flags is None else flags & rows
    numbers = by_rows(items.numbers())
    return (numbers if order is None else numbers[:, order]), flags


def _order(name: str, column: Any) -> NDArray[np.intp] | None:
    """Where each number of a row of the matrix is stored in a tensor; None where in this order."""
    extension, parameters = column.extension
    if extension != "arrow.fixed_shape_tensor":
        _is_plain(name, column)
        return None
    of = json.loads(parameters)
    stored = tuple(map(int, of["shape"]))
    permutation = of.get("permutation") or range(len(stored))
    shape = tuple(stored[axis] for axis in permutation)
    if shape not in ((3,), (7,), (16,), (4, 4)):
        raise ValueError(
            f"{name}: tensors must be of 7 numbers (translation, quaternion x, y, z, w), "
            f"3 (translation) or (4, 4) (matrix), are of shape {shape}"
        )
    places = np.arange(math.prod(stored)).reshape(stored).transpose(permutation).ravel()
    return None if np.array_equal(places, np.arange(len(places))) else places


def _by_bodies(a: _Part, b: _Part, bodies: tuple[Any, Any]) -> list[_Part | None]:
    """The table of pairs given by rows of bodies: their shapes and poses, gathered."""
    shape, pose = (
        _part(name, column) for name, column in zip(("bodies", "pose"), bodies, strict=True)
    )
    if len(shape) != len(pose):
        raise ValueError(
            f"bodies: columns must be equally long, but are {len(shape)} and {len(pose)}"
        )
    gathered: list[_Part | None] = []
    for side in (a, b):
        for column in (shape, pose):
            gathered.append(_gathered(side, column))
    return gathered


def _joined(column: _Part) -> NDArray[Any]:
    """The chunks in one. Those without a valid row may have lists of any length."""
    if len(column.values) == 1:
        return column.values[0]
    chunks = list(zip(column.values, column.valid, strict=True))
    of_each = {
        chunk.shape[1:]
        for chunk, flags in chunks
        if len(chunk) and (flags is None or flags.any())
    }
    if len(of_each) > 1:
        counts = ", ".join(str(count) for (count,) in sorted(of_each))
        raise ValueError(f"{column.name}: has chunks of lists of different lengths, {counts}")
    of_all = of_each.pop() if of_each else column.values[0].shape[1:]
    return np.concatenate(
        [
            chunk if chunk.shape[1:] == of_all else np.zeros((len(chunk), *of_all))
            for chunk in column.values
        ]
    )


def _gathered(rows: _Part, column: _Part) -> _Part:
    values = _joined(column)
    present = None
    if any(flags is not None for flags in column.valid):
        present = np.concatenate(
            [
                np.ones(len(chunk), bool) if flags is None else flags
                for chunk, flags in zip(column.values, column.valid, strict=True)
            ]
        )
    chunks, valid = [], []
    start = 0
    for index, flags in zip(rows.values, rows.valid, strict=True):
        wrong = (index < 0) | (index >= len(values))
        wrong &= True if flags is None else flags
        if wrong.any():
            row = int(np.argmax(wrong))
            raise IndexError(
                f"{rows.name}[{start + row}]: names body {index[row]}, but there are {len(values)}"
            )
        index = index if flags is None else np.where(flags, index, 0)
        chunks.append(values[index])
        valid.append(
            flags if present is None else present[index] & (True if flags is None else flags)
        )
        start += len(index)
    return _Part(rows.name if column.name == "bodies" else f"pose_{rows.name}", chunks, valid)
