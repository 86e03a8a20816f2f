"""Which clashes are in one place."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import numpy as np


def places(points: Any, distance: float) -> list[int]:
    """A number for each point (n, 3): equal where a chain of points leads from one to the other
    whose steps are no longer than `distance`; from 0, in the order in which they first occur.

    All points in a cell of a grid are within the distance; so only cells are joined.
    """
    points = np.asarray(points, dtype=np.float64).reshape(-1, 3)
    cells: dict[tuple[int, ...], list[int]] = defaultdict(list)
    side = distance / math.sqrt(3.0) * (1.0 - 1e-12)
    for place, point in enumerate(points):
        cells[tuple(math.floor(x / side) for x in point)].append(place)
    above = {cell: cell for cell in cells}

    def top(cell: tuple[int, ...]) -> tuple[int, ...]:
        while above[cell] != cell:
            above[cell] = above[above[cell]]
            cell = above[cell]
        return cell

    steps = [(x, y, z) for x in range(3) for y in range(-2, 3) for z in range(-2, 3)]
    for cell, own in cells.items():
        for step in steps:
            other = tuple(c + s for c, s in zip(cell, step, strict=True))
            if other not in cells or top(cell) == top(other):
                continue
            those = points[cells[other]]
            if any((np.linalg.norm(those - points[one], axis=1) <= distance).any() for one in own):
                above[top(other)] = top(cell)
    numbers: dict[tuple[int, ...], int] = {}
    found = [0] * len(points)
    for place, cell in sorted((place, top(c)) for c, own in cells.items() for place in own):
        found[place] = numbers.setdefault(cell, len(numbers))
    return found
