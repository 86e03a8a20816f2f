"""What `pip install clearance[jobs]` brings, imported where it is used."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, TypeVar

from .._needs import needed

if TYPE_CHECKING:
    from collections.abc import Callable

    _C = TypeVar("_C", bound=Callable[..., Any])


def fsspec() -> Any:
    """Addresses of files."""
    return needed("fsspec")


def pa() -> Any:
    """Arrow."""
    return needed("pyarrow")


def pq() -> Any:
    """Parquet."""
    return needed("pyarrow.parquet")


def kept(count: int) -> Callable[[_C], _C]:
    """A function whose last so many results are kept, each process its own."""
    return functools.lru_cache(maxsize=count)  # type: ignore[return-value]
