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
