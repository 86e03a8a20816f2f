"""Solids in the floats of the device: what `filter.h` calls a `Shape`, and how far that may be from
the solid meant."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .. import Shape

MOST_CORNERS = 64

RECORD = np.dtype(
    [
        ("corners", "i4"),
        ("first", "i4"),
        ("half", "f4", 3),
        ("radius", "f4"),
        ("reach", "f4"),
        ("inner", "f4"),
        ("center", "f4", 3),
        ("slack", "f4"),
    ]
)

# More than the roundings of what is computed here in float64.
_UP = 1.0 + 1e-6


def records(shapes: Sequence[Shape]) -> tuple[NDArray[Any], NDArray[np.float32]]:
    """The records of shapes, and the corners of all, (n, 4): the last is 0, and makes one load of
    a corner."""
    found = np.zeros(len(shapes), RECORD)
    corners: list[NDArray[np.float32]] = []
    first = 0
    for i, shape in enumerate(shapes):
        try:
            mine = _record(found[i : i + 1], shape)
        except ValueError as error:
            raise ValueError(f"shapes[{i}]: {error}") from None
        found[i]["first"] = first
        first += len(mine)
        corners.append(mine)
    all_of = np.concatenate([*corners, np.zeros((0, 3), np.float32)])
    return found, np.pad(all_of, ((0, 0), (0, 1)))


def _record(record: NDArray[Any], shape: Shape) -> NDArray[np.float32]:
    """Fills one record, but for `first`; the corners."""
    core, radii = shape, []
    while core.kind == "rounded":
        radii.append(float(core.radius))
        core = core.inner
    if core.kind in ("ball", "capsule"):
        radii.append(float(core.radius))
    radius = sum(radii)
    given, half = _core(core)
    with np.errstate(over="ignore"):
        corners, half32 = given.astype(np.float32), half.astype(np.float32)
        radius32 = np.float32(radius)
    if not all(np.isfinite(numbers).all() for numbers in (corners, half32, radius32)):
        raise ValueError("is too large for float32")
    moved = _longest(np.concatenate([corners - given, [half32 - half]]))
    slack = (moved + abs(float(radius32) - radius)) * _UP
    if len(radii) > 1:
        slack += 1e-15 * len(radii) * radius
    center, inner = _inner(core, given, half, corners)
    record["corners"] = len(corners)
    record["half"] = half32
    record["radius"] = radius32
    record["reach"] = _above(_longest(np.concatenate([corners, [half32]]).astype(float)) * _UP)
    record["inner"] = np.nextafter(np.float32(inner), np.float32(0))
    record["center"] = center
    record["slack"] = _above(slack)
    return corners


def _core(core: Shape) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Corners, or none and the half edges of a box."""
    none = np.zeros(3)
    if core.dim != 3:
        raise ValueError("is of the plane; the device has the shapes of space")
    if core.kind == "cuboid":
        return np.zeros((0, 3)), np.asarray(core.half_extents, float)
    if core.kind == "ball":
        return np.zeros((1, 3)), none
    if core.kind == "capsule":
        height = float(core.half_height)
        return np.array([[0.0, height, 0.0], [0.0, -height, 0.0]]), none
    corners = core.vertices
    if corners is None:
        raise ValueError(
            f"is of kind {core.kind!r}; the device has balls, cuboids, capsules, hulls, triangles, "
            "segments and points, and these rounded"
        )
    if len(corners) > MOST_CORNERS:
        raise ValueError(f"has {len(corners)} corners; the device takes {MOST_CORNERS} at most")
    return np.asarray(corners, float), none


def _inner(
    core: Shape,
    given: NDArray[np.float64],
    half: NDArray[np.float64],
    corners: NDArray[np.float32],
) -> tuple[NDArray[np.float32], float]:
    """A point of the core, and the radius of a ball about it that the core holds."""
    if core.kind in ("cuboid", "ball", "capsule"):
        return np.zeros(3, np.float32), float(half.min()) / _UP
    if core.kind == "hull":
        middle = given.mean(axis=0).astype(np.float32)
        inner = _room(given - middle.astype(float), core.faces or [])
        if inner > 0.0:
            return middle, inner
    return corners[0], 0.0


def _room(corners: NDArray[np.float64], faces: list[list[int]]) -> float:
    """How far the surface is from the origin, at least; 0 where it may not be around it.

    The surface is closed, so a ray from the origin meets a triangle of it, whose plane is as far as
    this. Corners of a face that is flat but for rounding may lie beyond the plane of three of them,
    so each triangle counts alone.
    """
    triangles = [(face[0], *pair) for face in faces for pair in pairwise(face[1:])]
    if not triangles:
        return 0.0
    a, b, c = corners[np.array(triangles)].transpose(1, 0, 2)
    normal = np.cross(b - a, c - a)
    size = np.linalg.norm(b - a, axis=1) * np.linalg.norm(c - a, axis=1)
    # Differences, products and sums: less than 32 roundings of 2^-53, of each.
    doubt = 32 * 2.0**-53 * size
    with np.errstate(divide="ignore", invalid="ignore"):
        room = (np.einsum("ij,ij->i", normal, a) - doubt * np.linalg.norm(a, axis=1)) / (
            np.linalg.norm(normal, axis=1) + doubt
        )
    least = float(np.nan_to_num(room, nan=0.0).min())
    return max(least / _UP, 0.0)


def _longest(vectors: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(vectors, axis=1).max())


def _above(number: float) -> np.float32:
    """The float32 that is no less; 0 stays 0."""
    return np.nextafter(np.float32(number), np.float32(np.inf)) if number else np.float32(0.0)
