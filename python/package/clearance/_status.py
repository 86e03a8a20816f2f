"""How two shapes stand to each other, and whether they meet."""

from enum import IntEnum


class Status(IntEnum):
    """How two shapes stand to each other. As a truth value: not proved apart.

    >>> import clearance as cl
    >>> [bool(status) for status in cl.Status]
    [False, True, True]
    """

    SEPARATED = 0
    """Proved: they have no point in common."""
    INTERSECTING = 1
    """Proved: they have a point in common. Touching counts."""
    UNDECIDED = 2
    """Too close to call: curved shapes within about 1e-14 of their size of touching."""


class Outcome(IntEnum):
    """Whether shapes in motion meet. As a truth value: not proved to miss.

    >>> import clearance as cl
    >>> [bool(outcome) for outcome in cl.Outcome]
    [False, True, True]
    """

    MISS = 0
    """Proved: they do not meet."""
    HIT = 1
    """Proved: they meet, within the times given. Touching counts."""
    UNDECIDED = 2
    """Curved shapes that graze too close to call. If they meet, then within the times given."""


class Inside(IntEnum):
    """Whether one of two objects of a scene is inside the other, and their surfaces do not meet.

    >>> import clearance as cl
    >>> cl.Inside(1)
    <Inside.A_IN_B: 1>
    """

    NEITHER = 0
    """Proved: neither."""
    A_IN_B = 1
    """Proved: A is inside B's closed surface."""
    B_IN_A = 2
    """Proved: B is inside A's closed surface."""
    UNKNOWN = 3
    """The surface that may surround the other is not closed, or so near that rounding hides the
    side."""
