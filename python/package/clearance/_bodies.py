"""Bodies of one convex shape or of many triangles, and how two of them stand to each other.

Triangles form a surface, not a solid: a body wholly inside it does not touch it.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import clearance
from clearance._clearance import Compound

if TYPE_CHECKING:
    from collections.abc import Sequence

Floats: TypeAlias = NDArray[np.float64]

# Ways out of an overlap; if several are equally short, the first is taken.
AXES: Floats = np.array(
    [[-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1]], float
)
# Coordinates of placed corners are sums of four products; relative to the largest they are off by
# less.
ROUNDING = 1e-12


class Body:
    """Convex parts that move together."""

    def __init__(self, *sides: Compound) -> None:
        self.sides = sides
        """Mostly one. Of two, what is apart from either is apart from the body."""
        self.shape = sides[0][0] if len(sides) == len(sides[0]) == 1 else None
        """The one part that is all of it."""

    @property
    def is_convex(self) -> bool:
        return all(len(side) == 1 for side in self.sides)

    @property
    def only(self) -> Compound | None:
        return self.sides[0] if len(self.sides) == 1 else None

    def extent(self, at: Floats) -> tuple[Floats, Floats]:
        """The lowest and the highest corner of a box around it; infinite where it is unbounded."""
        low, high = self.sides[0].extent(at)
        return np.array(low), np.array(high)


def convex(shape: clearance.Shape) -> Body:
    return Body(Compound([shape]))


def plane(normal: Floats, offset: float) -> Body:
    """All points with normal · point == offset: the intersection of two half-spaces."""
    below = clearance.half_space(normal, offset)
    above = clearance.half_space(-normal, -offset)
    return Body(Compound([below]), Compound([above]))


def surface(vertices: Floats, faces: NDArray[np.integer]) -> Body:
    """Triangles: corners (n, 3), and their indices by threes (m, 3)."""
    return Body(Compound.triangles(vertices, faces))


class Witness(NamedTuple):
    """The relation of a part of A to a part of B."""

    part_a: int
    part_b: int
    distance: float
    """Minus the depth where they overlap."""
    gap: float
    meets: bool
    normal: Floats
    """The unit vector from A to B."""
    point_a: Floats
    point_b: Floats


class Pair(NamedTuple):
    """Two bodies, each posed by a rigid matrix (4, 4)."""

    a: Body
    at_a: Floats
    b: Body
    at_b: Floats

    def contacts(self, most: int) -> list[Witness]:
        """The pairs of parts that meet; at most the first `most` found."""
        if self.a.shape is not None and self.b.shape is not None:
            alone = self._ask_one(0, 0, self.a.shape, self.b.shape)
            return [alone][:most] if alone.meets else []
        a, b = self.a.only, self.b.only
        if a is None or b is None:
            return [found for found in self._ask(self._all()) if found.meets][:most]
        return self._ask(a.meeting(self.at_a, b, self.at_b, most))

    def nearest(self, within: float = np.inf) -> Witness | None:
        """The pair of parts that is nearest, or overlaps the deepest; None if it is farther apart
        than `within`."""
        if self.a.shape is not None and self.b.shape is not None:
            alone = self._ask_one(0, 0, self.a.shape, self.b.shape)
            return alone if alone.distance <= within else None
        a, b = self.a.only, self.b.only
        if a is None or b is None:
            found = min(self._ask(self._all()), key=lambda found: found.distance)
            return found if found.distance <= within else None
        parts = a.nearest(self.at_a, b, self.at_b, within)
        return None if parts is None else self._ask([parts])[0]

    def _all(self) -> list[tuple[int, int]]:
        return list(product(range(len(self.a.sides[0])), range(len(self.b.sides[0]))))

    def _ask(self, parts: Sequence[tuple[int, int]]) -> list[Witness]:
        """The relations of these pairs of parts: for each, the side farthest apart counts."""
        best: list[Witness] = []
        for a, b in product(self.a.sides, self.b.sides):
            found = self._ask_side(a, b, parts)
            best = [_farther(*both) for both in zip(best, found, strict=True)] if best else found
        return best

    def _ask_side(
        self, a: Compound, b: Compound, parts: Sequence[tuple[int, int]]
    ) -> list[Witness]:
        if not parts:
            return []
        if len(parts) == 1:
            [(i, j)] = parts
            return [self._ask_one(i, j, a[i], b[j])]
        of_a, of_b = [a[i] for i, _ in parts], [b[j] for _, j in parts]
        many = clearance.proximity(of_a, self.at_a, of_b, self.at_b)
        columns = (x.tolist() for x in (many.distance, many.gap, many.intersects))
        rows = zip(*columns, many.normal, many.point_a, many.point_b, strict=True)
        return [Witness(i, j, *row) for (i, j), row in zip(parts, rows, strict=True)]

    def _ask_one(self, i: int, j: int, a: clearance.Shape, b: clearance.Shape) -> Witness:
        one = clearance.proximity(a, self.at_a, b, self.at_b)
        numbers = one.distance, one.gap, one.intersects
        return Witness(i, j, *numbers, one.normal, one.point_a, one.point_b)


def _farther(one: Witness, other: Witness) -> Witness:
    farther = other if other.distance > one.distance else one
    return farther._replace(meets=one.meets and other.meets)


def settled(pair: Pair, found: Witness) -> Witness:
    """The same overlap of two convex shapes, along the first world axis that is a shortest way out.

    Shapes in the same place have several shortest ways out, and the one that a search finds depends
    on its steps. This rule always selects the same one.
    """
    a, b = pair.a.shape, pair.b.shape
    if a is None or b is None:
        return found
    depth = -found.distance
    for normal in AXES:
        length, rounding = clearance.separation(a, pair.at_a, b, pair.at_b, normal)
        if -length - depth > rounding + found.gap:
            continue
        if float(normal @ found.normal) > 1.0 - ROUNDING:
            break
        way = depth * normal
        on_a = _deepest_corner(a, pair.at_a, b, pair.at_b, -way)
        if on_a is not None:
            return found._replace(normal=normal, point_a=on_a, point_b=on_a - way)
        on_b = _deepest_corner(b, pair.at_b, a, pair.at_a, way)
        if on_b is not None:
            return found._replace(normal=normal, point_b=on_b, point_a=on_b + way)
    return found


def _deepest_corner(
    a: clearance.Shape, at_a: Floats, b: clearance.Shape, at_b: Floats, shift: Floats
) -> Floats | None:
    """The first of A's corners that the shift moves exactly to the boundary of B."""
    if a.vertices is None:
        return None
    corners = a.vertices @ at_a[:3, :3].T + at_a[:3, 3]
    apart = clearance.proximity(clearance.point(np.zeros(3)), corners + shift, b, at_b).distance
    rounding = ROUNDING * float(np.abs(corners).max() + np.abs(shift).max())
    ends = np.flatnonzero(np.abs(apart) <= rounding)
    if len(ends) == 0:
        return None
    corner: Floats = corners[ends[0]]
    return corner
