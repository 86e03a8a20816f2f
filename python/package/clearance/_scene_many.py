"""Scenes: many rays and points, and bodies that move among others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _clearance
from ._arguments import doubles, number, paired

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

_RAY: list[Any] = [
    ("ray", "i8"),
    ("status", "i1"),
    ("object", "i8"),
    ("part", "u4"),
    ("time_low", "f8"),
    ("time_high", "f8"),
    ("point", "f8", 3),
    ("normal", "f8", 3),
    ("is_inner", "?"),
]

_POINT: list[Any] = [
    ("object", "i8"),
    ("part", "u4"),
    ("distance", "f8"),
    ("gap", "f8"),
    ("side", "i1"),
    ("point", "f8", 3),
    ("normal", "f8", 3),
    ("is_lower_bound", "?"),
]

_IMPACT: list[Any] = [
    ("a", "i8"),
    ("b", "i8"),
    ("status", "i1"),
    ("time_low", "f8"),
    ("time_high", "f8"),
    ("normal", "f8", 3),
    ("point_a", "f8", 3),
    ("point_b", "f8", 3),
    ("part_a", "u4"),
    ("part_b", "u4"),
]

_CONTACT: list[Any] = [
    ("contact", "i8"),
    ("a", "i8"),
    ("b", "i8"),
    ("depth", "f8"),
    ("gap", "f8"),
    ("normal", "f8", 3),
    ("point_a", "f8", 3),
    ("point_b", "f8", 3),
    ("part_a", "u4"),
    ("part_b", "u4"),
    ("key", "u8"),
    ("is_true", "?"),
]


def _finite(name: str, value: Any) -> NDArray[np.float64]:
    """Vectors (..., 3), all numbers finite."""
    found = doubles(name, value)
    if found.ndim == 0 or found.shape[-1] != 3:
        raise ValueError(f"{name}: must be vectors (..., 3), has shape {found.shape}")
    if not np.isfinite(found).all():
        raise ValueError(f"{name}: has a number that is NaN or infinite")
    return found


def _rows(found: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.ascontiguousarray(found.reshape(-1, 3))


def rays(
    scene: _clearance._Scene,
    origins: Any,
    directions: Any,
    max_time: Any,
    hollow: bool,
    faces: str,
    first: bool,
    threads: int,
    progress: Any,
) -> NDArray[np.void]:
    origins, directions = _finite("origins", origins), _finite("directions", directions)
    times = doubles("max_time", max_time)
    if not (times >= 0).all():
        raise ValueError("max_time: must be at least 0")
    try:
        shape = np.broadcast_shapes(origins.shape[:-1], directions.shape[:-1], times.shape)
    except ValueError:
        given = f"{origins.shape}, {directions.shape} and {times.shape}"
        raise ValueError(f"origins, directions, max_time: {given} do not go together") from None
    columns = _clearance._scene_rays(
        scene,
        _rows(np.broadcast_to(origins, (*shape, 3))),
        _rows(np.broadcast_to(directions, (*shape, 3))),
        np.ascontiguousarray(np.broadcast_to(times, shape).reshape(-1)),
        hollow,
        faces,
        first,
        threads,
        progress,
    )
    table = tabled(_RAY, columns)
    return table.reshape(shape) if first else table


def signed_distance(
    scene: _clearance._Scene, points: Any, threads: int, progress: Any
) -> NDArray[np.void]:
    points = _finite("points", points)
    columns = _clearance._scene_points(scene, _rows(points), threads, progress)
    return tabled(_POINT, columns).reshape(points.shape[:-1])


def cast(
    scene: _clearance._Scene,
    other: _clearance._Scene,
    velocity: Any,
    turning: Any,
    ended: _clearance._Scene | None,
    max_time: Any,
    target_distance: Any,
    at_start: str,
    allow: Iterable[tuple[str, str]],
    ignore_same_group: bool,
    first: bool,
) -> NDArray[np.void]:
    way = _finite("velocity", velocity)
    if way.shape != (3,):
        raise ValueError(f"velocity: must be one vector, (3,), has shape {way.shape}")
    until, distance = number("max_time", max_time), number("target_distance", target_distance)
    if not until >= 0:
        raise ValueError(f"max_time: must be at least 0, is {until}")
    if not np.isfinite(distance):
        raise ValueError(f"target_distance: must be finite, is {distance}")
    x, y, z = way.tolist()
    if turning is not None or ended is not None:
        turn = _finite("turning", [0.0, 0.0, 0.0] if turning is None else turning)
        if turn.shape != (3,):
            raise ValueError(f"turning: must be one vector, (3,), has shape {turn.shape}")
        u, v, w = turn.tolist()
        columns = _clearance._scene_turn(
            *(scene, other, (x, y, z), (u, v, w), ended, until, distance, at_start),
            *(paired("allow", allow), ignore_same_group, first),
        )
        return tabled(_IMPACT, columns)
    columns = _clearance._scene_cast(
        *(scene, other, (x, y, z), until, distance, at_start),
        *(paired("allow", allow), ignore_same_group, first),
    )
    return tabled(_IMPACT, columns)


def contacts(
    scene: _clearance._Scene,
    other: _clearance._Scene | None,
    max_distance: Any,
    allow: Iterable[tuple[str, str]],
    ignore_same_group: bool,
    all_points: bool,
) -> NDArray[np.void]:
    within = number("max_distance", max_distance)
    if not np.isfinite(within):
        raise ValueError(f"max_distance: must be finite, is {within}")
    columns = _clearance._scene_contacts(
        *(scene, other, within, paired("allow", allow), ignore_same_group, all_points)
    )
    return tabled(_CONTACT, columns)


def tabled(fields: list[Any], columns: Any) -> NDArray[np.void]:
    """A structured array of columns."""
    table = np.empty(len(columns[0]), dtype=fields)
    for (name, *_), column in zip(fields, columns, strict=True):
        table[name] = column
    return table
