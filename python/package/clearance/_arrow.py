"""Columns of Arrow, read where they lie, and answers for other readers of them."""

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
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    _Reader: TypeAlias = Callable[[str, int, Any], tuple[NDArray[Any], NDArray[np.bool_] | None]]

ShapeSource: TypeAlias = Union[_clearance.Shapes, str, "os.PathLike[str]"]

VECTORS = ("velocity", "velocity_a", "points")
"""Columns of lists of 3 numbers."""


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


def loaded(shapes: ShapeSource) -> _clearance.Shapes:
    """Shapes of space, or those of a file."""
    if not isinstance(shapes, _clearance.Shapes):
        shapes = read_shapes(os.fspath(shapes))
    if shapes.dim != 3:
        raise ValueError("shapes: must be of space; for the plane use clearance.proximity")
    return shapes


FORMATS = {
    "int8": "c",
    "int32": "i",
    "int64": "l",
    "uint64": "L",
    "float32": "f",
    "float64": "g",
}


def leaf(name: str, numbers: NDArray[Any]) -> ArrowArray:
    """A column of numbers, or of lists of equally many."""
    whole = numbers.ndim == 1
    flat = ArrowArray(
        FORMATS[numbers.dtype.name],
        name if whole else "item",
        numbers.size,
        0,
        [None, np.ascontiguousarray(numbers).reshape(-1)],
        [],
    )
    if whole:
        return flat
    return ArrowArray(f"+w:{numbers.shape[1]}", name, len(numbers), 0, [None], [flat])


def lists_of(name: str, counts: NDArray[Any], item: ArrowArray) -> ArrowArray:
    """A column of lists of so many items each."""
    ends = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return ArrowArray("+L", name, len(counts), 0, [None, ends], [item])


def struct(
    name: str, fields: list[ArrowArray], table: Table | None = None, count: int = 0
) -> ArrowArray:
    """A column of structs: of a table's rows, null where these are, or of so many."""
    if table is None:
        return ArrowArray("+s", name, count, 0, [None], fields)
    nulls, bits = table.missing()
    return ArrowArray("+s", name, len(table.valid), nulls, [bits], fields)


class Part(NamedTuple):
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


class Table(NamedTuple):
    """The columns of a table of pairs."""

    shapes: _clearance.Shapes
    parts: list[Part | None]
    """a, pose_a, b, pose_b, and what else the verb takes of each row."""
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
        more: dict[str, Any] | None = None,
    ) -> Table:
        shapes = loaded(shapes)
        if bodies is None:
            arguments = {"a": a, "pose_a": pose_a, "b": b, "pose_b": pose_b}
            parts = [
                None if column is None and name.startswith("pose") else part(name, column)
                for name, column in arguments.items()
            ]
        else:
            if pose_a is not None or pose_b is not None:
                raise ValueError("pose_a, pose_b: must be None where bodies have poses")
            parts = _by_bodies(part("a", a), part("b", b), bodies)
        parts += [
            None if column is None else part(name, column, lists)
            for name, column in (more or {}).items()
        ]
        return cls.made(shapes, parts)

    @classmethod
    def made(cls, shapes: _clearance.Shapes, parts: list[Part | None]) -> Table:
        """Of columns that are equally long."""
        counts = {one.name: len(one) for one in parts if one is not None}
        if len(set(counts.values())) != 1:
            raise ValueError(f"columns must be equally long, but are {counts}")
        count = next(iter(counts.values()))
        valid = np.ones(count, dtype=bool)
        for one in parts:
            start = 0
            for values, flags in zip(*one[1:], strict=True) if one else ():
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
        a, _, b = rows[:3]
        assert a is not None
        last = first + len(a)
        valid = self.valid[first:last]
        for name, index in (("a", a), ("b", b)):
            if index is None:
                continue
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
        a, pose_a, b, pose_b, *more = rows
        second = None if b is None else self.shapes[b]
        pairs = self.shapes[a], as_pose(pose_a), second, as_pose(pose_b)
        try:
            found = columns(pairs, *more, **manner)
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


def as_pose(numbers: NDArray[Any] | None) -> Any:
    if numbers is None or numbers.shape[1] == 3:
        return numbers
    if numbers.shape[1] == 7:
        return _clearance.Pose.xyzw(numbers[:, :3], numbers[:, 3:])
    return _clearance.Pose.matrix(numbers.reshape(-1, 4, 4))


def part(name: str, column: Any, read: _Reader | None = None) -> Part:
    if not (hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__")):
        raise TypeError(
            f"{name}: must be an array of Arrow (with __arrow_c_array__), "
            f"is {type(column).__name__}"
        )
    read = read or (lists if name.startswith("pose") else integers)
    chunks: list[tuple[NDArray[Any], NDArray[np.bool_] | None]] = []
    row = 0
    for chunk in _clearance._columns(column):
        chunks.append(read(name, row, chunk))
        row += len(chunk)
    if not chunks:
        # What a filter leaves of a table may have no chunk at all.
        width = 3 if name in VECTORS else 7
        chunks = [(np.empty((0, width)) if read is lists else np.empty(0, np.int64), None)]
    return Part(name, [values for values, _ in chunks], [valid for _, valid in chunks])


def valid_rows(column: Any) -> NDArray[np.bool_] | None:
    held = column.valid()
    if held is None:
        return None
    bits, offset = held
    flags: NDArray[np.bool_] = np.unpackbits(bits, bitorder="little")[
        offset : offset + len(column)
    ].astype(bool)
    return flags


def integers(name: str, _: int, column: Any) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    is_plain(name, column)
    if column.is_dictionary or column.format not in "cCsSiIlL":
        raise TypeError(f"{name}: must be of integers, is of Arrow's type {column.format!r}")
    return column.numbers(), valid_rows(column)


def is_plain(name: str, column: Any) -> None:
    """An error for a type that gives its storage a meaning which is not known here."""
    extension, _ = column.extension
    if extension:
        raise TypeError(f"{name}: is of the extension type {extension!r}; pass its storage")


def lists(name: str, start: int, column: Any) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
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
    is_plain(name, items)
    if items.format not in ("f", "g") or items.is_dictionary:
        raise TypeError(
            f"{name}: must be of lists of floats, is of lists of Arrow's type {items.format!r}"
        )
    flags = valid_rows(column)
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
    if name in VECTORS and width != 3:
        raise ValueError(f"{name}: lists must have 3 numbers, have {width}")
    if name != "q" and width not in (3, 7, 16):
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

    present = valid_rows(items)
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
        is_plain(name, column)
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


def _by_bodies(a: Part, b: Part, bodies: tuple[Any, Any]) -> list[Part | None]:
    """The table of pairs given by rows of bodies: their shapes and poses, gathered."""
    shape, pose = (
        part(name, column) for name, column in zip(("bodies", "pose"), bodies, strict=True)
    )
    if len(shape) != len(pose):
        raise ValueError(
            f"bodies: columns must be equally long, but are {len(shape)} and {len(pose)}"
        )
    return [_gathered(side, column) for side in (a, b) for column in (shape, pose)]


def _joined(column: Part) -> NDArray[Any]:
    """The chunks in one. Those without a valid row may have lists of any length."""
    if len(column.values) == 1:
        return column.values[0]
    chunks = list(zip(column.values, column.valid, strict=True))
    of_each = {
        chunk.shape[1:] for chunk, flags in chunks if len(chunk) and (flags is None or flags.any())
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


def _gathered(rows: Part, column: Part) -> Part:
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
    return Part(rows.name if column.name == "bodies" else f"pose_{rows.name}", chunks, valid)
