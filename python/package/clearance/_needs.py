"""Modules that only an extra of the package brings."""

from __future__ import annotations

import importlib
from typing import Any

EXTRAS = ("ifc", "jobs")


def needed(name: str, of: str = "jobs") -> Any:
    """A module, or an error that says how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        how = f"pip install 'clearance[{of}]'" if of in EXTRAS else f"pip install {of}"
        raise ImportError(f"{name}: {error}; {how} brings it") from None
