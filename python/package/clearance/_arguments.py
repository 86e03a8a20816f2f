"""What arguments hold: numbers, whole numbers and names, with what would be lost in silence an
error that names the argument."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _clearance

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray


def unmasked(name: str, given: Any) -> None:
    """An error where a mask hides something, in an array or within lists of them."""
    if _clearance._is_masked(given):
        raise ValueError(f"{name}: has masked entries: fill them first (.filled(number))")


def doubles(name: str, value: Any) -> NDArray[np.float64]:
    """Numbers as float64: what NumPy would drop on the way, the mask or an imaginary part, is an
    error."""
    unmasked(name, value)
    given = np.asanyarray(value)
    if given.dtype.kind not in "fiuO":
        raise TypeError(f"{name}: must be of floats or integers, is of {given.dtype}")
    try:
        return np.asarray(given, dtype=np.float64)
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from error


def number(name: str, value: Any) -> float:
    """One number; a text of digits is none."""
    found = doubles(name, value)
    if found.size != 1:
        raise ValueError(f"{name}: must be one number, has shape {found.shape}")
    return float(found.item())


def whole(name: str, value: Any) -> NDArray[np.intp]:
    """Whole numbers, of floats as well."""
    unmasked(name, value)
    given = np.asarray(value)
    with np.errstate(invalid="ignore"):
        found = given.astype(np.intp) if given.dtype.kind in "iuf" else None
    if found is None or not np.array_equal(found, given):
        raise ValueError(f"{name} must be whole numbers")
    return found


def listed(name: str, names: Iterable[str]) -> list[str]:
    """Names, each once looked at; a text is one name, and not its letters."""
    if isinstance(names, (str, bytes)):
        raise TypeError(f"{name}: is one name; pass a list of names, [{names!r}]")
    return [str(one) for one in names]


def paired(name: str, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Pairs of names; a text of two letters is none."""
    found = []
    for i, pair in enumerate([pairs] if isinstance(pairs, str) else pairs):
        if isinstance(pair, (str, bytes)) or not _has_two(pair):
            raise TypeError(
                f"{name}: must be a list of pairs of names, as [('lid', 'box')]; "
                f"{name}[{i}] is {pair!r}"
            )
        one, other = pair
        found.append((str(one), str(other)))
    return found


def _has_two(pair: Any) -> bool:
    try:
        return len(pair) == 2
    except TypeError:
        return False
