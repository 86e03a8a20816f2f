"""Answers in one line, however many numbers are in them."""

from __future__ import annotations

from typing import Any

import numpy as np

# Longer arrays are told by their range.
FEW = 4


def in_a_line(answer: Any) -> str:
    """The `repr` of a named tuple: numbers as they are, arrays by their shape and range."""
    fields = ", ".join(f"{name}={_told(getattr(answer, name))}" for name in answer._fields)
    return f"{type(answer).__name__}({fields})"


def _told(value: Any) -> str:
    if isinstance(value, np.floating):
        return repr(float(value))
    if not isinstance(value, np.ndarray) or value.dtype.names:
        return repr(value)
    if value.size <= FEW:
        return str(np.array2string(value, precision=6, separator=", ").replace("\n", ""))
    shape = str(value.shape).replace(" ", "")
    if value.dtype.kind not in "iufb" or np.isnan(value).all():
        return f"<{shape}>"
    return f"<{shape}: {np.nanmin(value):.6g} to {np.nanmax(value):.6g}>"


def counted(count: int, what: str) -> str:
    """`1 pair`, `2 pairs`."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
