"""Copies that change alone."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

T = TypeVar("T", bound="Own")


class Own:
    """What can be changed: a copy has lists, tables and arrays of its own. What these hold is
    shared, as two objects may have one geometry; `copy.deepcopy` shares nothing."""

    def __copy__(self: T) -> T:
        copied = type(self).__new__(type(self))
        for name, value in vars(self).items():
            is_held = isinstance(value, (list, dict, np.ndarray))
            vars(copied)[name] = value.copy() if is_held else value
        return copied
