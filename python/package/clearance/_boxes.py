"""Axis-aligned boxes of many bodies: which of them meet, and lower bounds on distances."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from clearance._bodies import Floats

# Pairs compared at once: some ten megabytes.
BLOCK = 200_000


class Boxes(NamedTuple):
    """Lowest and highest corners, (n, 3) each; infinite where a body is unbounded."""

    low: Floats
    high: Floats

    @classmethod
    def of(cls, corners: Iterable[tuple[Floats, Floats]]) -> Boxes:
        both = np.array(list(corners), dtype=np.float64).reshape(-1, 2, 3)
        return cls(both[:, 0], both[:, 1])

    def apart(self, i: int, others: Boxes) -> Floats:
        """How far box i is from each of the others; 0 where they meet."""
        between = np.maximum(others.low - self.high[i], self.low[i] - others.high)
        gap = np.maximum(between, 0.0)
        with np.errstate(over="ignore"):
            apart = np.linalg.norm(gap, axis=1)
        # Where squares leave the range of floats, the largest coordinate is a lower bound too.
        least: Floats = np.where(np.isinf(apart), gap.max(axis=1), apart)
        return least


def meeting(boxes: Boxes, others: Boxes | None = None) -> list[tuple[int, int]]:
    """The pairs (i, j) of boxes that meet, in order: i < j among `boxes`, or j in `others`."""
    count = len(boxes.low)
    if others is not None:
        boxes = Boxes(*(np.concatenate(both) for both in zip(boxes, others, strict=True)))
    found: list[tuple[int, int]] = []
    for first, second in _swept(boxes):
        low, high = np.minimum(first, second), np.maximum(first, second)
        if others is not None:
            cross = (low < count) & (high >= count)
            low, high = low[cross], high[cross] - count
        found += zip(low.tolist(), high.tolist(), strict=True)
    return sorted(found)


def _swept(boxes: Boxes) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Sweeps along an axis: compares each box in the two others with those that begin within it."""
    # Along another axis than that in which they are a row, each box would meet all.
    axis = min(range(3), key=lambda axis: int(_along(boxes, axis)[1].sum()))
    order, within = _along(boxes, axis)
    across = [other for other in range(3) if other != axis]
    low, high = boxes.low[order][:, across], boxes.high[order][:, across]
    ends = np.cumsum(within)
    first = 0
    while first < len(order):
        done = ends[first - 1] if first else 0
        last = max(first + 1, int(np.searchsorted(ends, done + BLOCK, side="right")))
        counts = within[first:last]
        one = np.repeat(np.arange(first, last), counts)
        starts = np.repeat(np.cumsum(counts) - counts, counts)
        other = one + 1 + np.arange(len(one)) - starts
        meets = np.all((low[one] <= high[other]) & (low[other] <= high[one]), axis=1)
        yield order[one[meets]], order[other[meets]]
        first = last


def _along(boxes: Boxes, axis: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The order in which boxes begin along an axis, and how many begin within each after it."""
    order = np.argsort(boxes.low[:, axis], kind="stable")
    low, high = boxes.low[order, axis], boxes.high[order, axis]
    return order, np.searchsorted(low, high, side="right") - np.arange(len(order)) - 1
