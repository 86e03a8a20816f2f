"""Cells of a grid for bodies that are too many for one process, and the pairs that a cell owns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _clearance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

LARGE = 2**64 - 1
"""The number of the cell of bodies too large for cells."""
MOST_CELLS = 32
"""A body over more of the smallest cells is too large for cells."""
MOST_BITS = 8
"""At most 2 to this many cells along an axis."""
MOST_PAIRS = 1 << 18
"""So many pairs of boxes are held at once."""


class Grid(NamedTuple):
    """Cubes of space that tile it all: an octree's leaves, numbered by Morton codes. The outermost
    have no end.

    >>> import numpy as np
    >>> from clearance.arrow import Grid
    >>> Grid((0.0, 0.0, 0.0), 1.0, 1, np.arange(8, dtype=np.uint64))
    <Grid of 8 cells, the smallest of 1>
    """

    origin: tuple[float, float, float]
    """The lowest corner."""
    size: float
    """The edge of the smallest cells."""
    bits: int
    """Along an axis there are 2 to this many of them."""
    starts: NDArray[np.uint64]
    """Of each cell, the least Morton code in it, in order: its number."""

    def __repr__(self) -> str:
        return f"<Grid of {len(self.starts)} cells, the smallest of {self.size:.6g}>"

    def steps(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        """The coordinates, in smallest cells, of points (n, 3).

        >>> import numpy as np
        >>> from clearance.arrow import Grid
        >>> grid = Grid((0.0, 0.0, 0.0), 1.0, 1, np.arange(8, dtype=np.uint64))
        >>> grid.steps(np.array([[0.5, 1.5, -3.0]]))
        array([[0, 1, 0]])
        """
        with np.errstate(over="ignore"):
            at = np.floor((points - self.origin) / self.size)
        return np.clip(at, 0, 2**self.bits - 1).astype(np.int64)

    def leaf(self, steps: NDArray[np.int64]) -> NDArray[np.intp]:
        """Which cell each lies in.

        >>> import numpy as np
        >>> from clearance.arrow import Grid
        >>> grid = Grid((0.0, 0.0, 0.0), 1.0, 1, np.arange(8, dtype=np.uint64))
        >>> grid.leaf(np.array([[0, 0, 0], [1, 1, 1]]))
        array([0, 7])
        """
        found: NDArray[np.intp] = np.searchsorted(self.starts, morton(steps), "right") - 1
        return found

    def touched(
        self, low: NDArray[np.float64], high: NDArray[np.float64]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_]]:
        """The cells that boxes touch: indices of boxes, and of cells, in order of the boxes; and
        which boxes are too large for cells.

        >>> import numpy as np
        >>> from clearance.arrow import Grid
        >>> grid = Grid((0.0, 0.0, 0.0), 1.0, 1, np.arange(8, dtype=np.uint64))
        >>> low = np.array([[0.1, 0.1, 0.1], [0.9, 0.1, 0.1]])
        >>> boxes, cells, large = grid.touched(low, low + 0.5)
        >>> np.bincount(boxes), large
        (array([1, 2]), array([False, False]))
        """
        first, last = self.steps(low), self.steps(high)
        span = last - first + 1
        count = span.prod(axis=1)
        large = (count > MOST_CELLS) | ~(np.isfinite(low) & np.isfinite(high)).all(axis=1)
        own, end = self.leaf(first), self.leaf(last)
        # A cell is a cube: it holds a box whose two corners it holds.
        within = np.flatnonzero((own == end) & ~large)
        across = np.flatnonzero((own != end) & ~large)
        box = np.repeat(across, count[across])
        nth = np.arange(len(box)) - np.repeat(
            np.cumsum(count[across]) - count[across], count[across]
        )
        y_span, z_span = span[box, 1], span[box, 2]
        step = np.stack([nth // (y_span * z_span), nth // z_span % y_span, nth % z_span], axis=1)
        cells = len(self.starts)
        reached = box * cells + self.leaf(first[box] + step)
        keys = np.unique(np.concatenate([within * cells + own[within], reached]))
        return keys // cells, keys % cells, large


def morton(steps: NDArray[np.int64]) -> NDArray[np.uint64]:
    """The Morton codes of coordinates (n, 3) of up to 21 bits."""
    code = np.zeros(len(steps), np.uint64)
    for axis in range(3):
        bits = steps[:, axis].astype(np.uint64)
        for shift, mask in (
            (32, 0x1F00000000FFFF),
            (16, 0x1F0000FF0000FF),
            (8, 0x100F00F00F00F00F),
            (4, 0x10C30C30C30C30C3),
            (2, 0x1249249249249249),
        ):
            bits = (bits | bits << np.uint64(shift)) & np.uint64(mask)
        code |= bits << np.uint64(2 - axis)
    return code


def boxes(
    shapes: _clearance.Shapes, shape: NDArray[Any], pose: Any, within: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Boxes around bodies, grown so that those of bodies within a distance have a point in
    common."""
    low, high = _clearance.bounding_box(shapes[shape], pose)
    if not within:
        return low, high
    return np.nextafter(low - within / 2, -np.inf), np.nextafter(high + within / 2, np.inf)


def first_grid(low: NDArray[np.float64], high: NDArray[np.float64]) -> Grid:
    """The smallest cells for boxes like these, all in use: about their bulk, and no smaller than
    nearly all of them."""
    bounded = (np.isfinite(low) & np.isfinite(high)).all(axis=1)
    low, high = low[bounded], high[bounded]
    if not len(low):
        return Grid((0.0, 0.0, 0.0), 1.0, 0, np.zeros(1, np.uint64))
    # By their middles: the corners of large ones lie far out.
    start, end = np.quantile(low + (high - low) / 2, [0.001, 0.999], axis=0)
    extent = float((end - start).max())
    body = float(np.quantile((high - low).max(axis=1), 0.99))
    bits = 0
    if extent > 0 and np.isfinite(extent):
        bits = MOST_BITS
        while bits and extent / 2**bits < body:
            bits -= 1
    size = extent / 2**bits if bits else 1.0
    x, y, z = map(float, start)
    return Grid((x, y, z), size, bits, np.arange(8**bits, dtype=np.uint64))


def merged(fine: Grid, counts: NDArray[np.int64], bodies: int) -> Grid:
    """The grid whose cells have about so many bodies at most: where there are more they are split,
    down to the smallest."""
    levels = [counts]
    while len(levels[0]) > 1:
        levels.insert(0, levels[0].reshape(-1, 8).sum(axis=1))
    starts, open_ = [], np.zeros(1, np.int64)
    for level, sums in enumerate(levels):
        split = (sums[open_] > bodies) & (level < fine.bits)
        starts.append(open_[~split] << 3 * (fine.bits - level))
        open_ = (open_[split, None] * 8 + np.arange(8)).ravel()
    return fine._replace(starts=np.sort(np.concatenate(starts)).astype(np.uint64))


class Bodies(NamedTuple):
    """Bodies of a cell, in order of their numbers, and those of the other side."""

    id: NDArray[np.int64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    group: NDArray[np.int64] | None
    """Negative is none."""

    def at(self, rows: Any) -> Bodies:
        """Some of them."""
        group = None if self.group is None else self.group[rows]
        return Bodies(self.id[rows], self.low[rows], self.high[rows], group)


def owned(
    grid: Grid | None,
    cell: int,
    a: Bodies,
    b: Bodies | None,
    most: int = MOST_PAIRS,
) -> Iterator[NDArray[np.intp]]:
    """The pairs of bodies whose boxes meet and which this cell owns: rows (m, 2) of indices, in
    order, some at a time; each of one list with a later one, or with each of the others.

    Of two bodies in cells, the owner is the cell of the greatest lower corner of their boxes, which
    both touch. Of one in cells and one too large, it is that of the smaller's own lower corner; and
    those too large are a cell of their own.
    """
    other = a if b is None else b
    kinds = [_standing(grid, cell, bodies) for bodies in (a, other)]
    first, size = 0, len(a.id)
    while first < len(a.id):
        last = min(first + size, len(a.id))
        start = first if b is None else 0
        whole = b is None and first == 0 and last == len(a.id)
        found = _clearance._near_boxes(
            a.low[first:last],
            a.high[first:last],
            None if whole else (other.low[start:], other.high[start:]),
            # One body has no more pairs than there are bodies.
            most if size > 1 else len(other.id),
        )
        if found is None:
            size = max(1, size // 4)
            continue
        pairs = found.astype(np.intp) + [first, start]
        i, j = pairs.T
        keep = np.ones(len(pairs), bool) if b is not None else i < j
        if a.group is not None and other.group is not None:
            keep &= (a.group[i] != other.group[j]) | (a.group[i] < 0)
        if grid is not None:
            (large_i, home_i), (large_j, home_j) = (
                (large[rows], home[rows]) for (large, home), rows in zip(kinds, (i, j), strict=True)
            )
            corner = grid.leaf(grid.steps(np.maximum(a.low[i], other.low[j])))
            both, neither = large_i & large_j, ~(large_i | large_j)
            is_own = np.where(large_i, home_j, home_i)
            if cell == LARGE:
                keep &= both
            else:
                keep &= np.where(neither, grid.starts[corner] == cell, is_own & ~both)
        yield pairs[keep]
        first = last
        if len(pairs) < most // 4:
            size *= 2


def _standing(
    grid: Grid | None, cell: int, bodies: Bodies
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which bodies are too large for cells, and of which the lower corner lies in this cell."""
    if grid is None:
        return np.zeros(0, bool), np.zeros(0, bool)
    first, last = grid.steps(bodies.low), grid.steps(bodies.high)
    large = (last - first + 1).prod(axis=1) > MOST_CELLS
    large |= ~(np.isfinite(bodies.low) & np.isfinite(bodies.high)).all(axis=1)
    return large, grid.starts[grid.leaf(first)] == cell
