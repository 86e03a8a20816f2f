"""How two shapes stand to each other."""

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
