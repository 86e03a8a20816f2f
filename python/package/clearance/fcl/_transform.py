"""Rigid motions, as in python-fcl."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clearance._arguments import doubles
from clearance.fcl._copies import Own

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from clearance._bodies import Floats

# How far the columns of a rotation may be from perpendicular and of unit length: products of
# rotations in float32 are off by some 1e-7 each.
RIGID = 1e-6


def numbers(name: str, value: ArrayLike, shape: tuple[int, ...]) -> Floats:
    found = doubles(name, value).copy()
    if found.shape != shape:
        found = found.squeeze()
    if found.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, has {np.shape(value)}")
    if not np.isfinite(found).all():
        raise ValueError(f"{name} has a number that is NaN or infinite: {found.tolist()}")
    return found


def _rotation(value: ArrayLike) -> Floats:
    rotation = numbers("rotation", value, (3, 3))
    # The square of a length is off by twice as much; the products of two columns are not.
    off = float((np.abs(rotation.T @ rotation - np.eye(3)) / (1.0 + np.eye(3))).max())
    if off > RIGID or np.linalg.det(rotation) < 0.0:
        raise ValueError(
            "rotation is no rotation: its columns must be perpendicular, of unit length and "
            f"right-handed (off by {off:.3g}); scale or mirror the geometry instead"
        )
    return rotation


def _of_quaternion(value: ArrayLike) -> Floats:
    w, x, y, z = numbers("quaternion", value, (4,))
    square = w * w + x * x + y * y + z * z
    if square == 0.0:
        raise ValueError("quaternion is all zeros, which is no rotation")
    s = 2.0 / square
    return np.array(
        [
            [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
            [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
            [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)],
        ]
    )


def to_quaternion(m: Floats) -> Floats:
    # Shepperd 1978: divide by the largest of the four components.
    trace = float(np.trace(m))
    choices = np.array([trace, *np.diag(m)])
    q = np.empty(4)
    largest = int(np.argmax(choices))
    if largest == 0:
        q[:] = 1 + trace, m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]
    else:
        i = largest - 1
        j, k = (i + 1) % 3, (i + 2) % 3
        q[0] = m[k, j] - m[j, k]
        q[1 + i] = 1 + m[i, i] - m[j, j] - m[k, k]
        q[1 + j], q[1 + k] = m[j, i] + m[i, j], m[k, i] + m[i, k]
    return q / np.linalg.norm(q)


class Transform(Own):
    """A rigid motion: `Transform()`, `(Transform)`, `(R)`, `(q)`, `(t)`, `(R, t)`, `(q, t)`, where
    R is a rotation (3, 3), q a quaternion w, x, y, z and t a translation (3,)."""

    def __init__(self, *args: Any) -> None:
        self._matrix: Floats = np.eye(4)
        if len(args) > 2:
            raise ValueError(f"Transform takes at most 2 arguments, got {len(args)}")
        if len(args) == 1 and isinstance(args[0], Transform):
            self._matrix = args[0]._matrix.copy()
            return
        if len(args) == 1 and np.shape(args[0]) == (3,):
            self.setTranslation(args[0])
        elif args:
            shape = np.shape(args[0])
            if shape == (3, 3):
                self.setRotation(args[0])
            elif shape == (4,):
                self.setQuatRotation(args[0])
            else:
                raise ValueError(
                    f"Transform takes a rotation (3, 3), a quaternion (4,) or a translation (3,), "
                    f"got shape {shape}"
                )
        if len(args) == 2:
            self.setTranslation(args[1])

    def getRotation(self) -> Floats:
        return self._matrix[:3, :3].copy()

    def getTranslation(self) -> Floats:
        return self._matrix[:3, 3].copy()

    def getQuatRotation(self) -> Floats:
        return to_quaternion(self._matrix[:3, :3])

    def setRotation(self, R: ArrayLike) -> None:
        self._matrix[:3, :3] = _rotation(R)

    def setTranslation(self, T: ArrayLike) -> None:
        self._matrix[:3, 3] = numbers("translation", T, (3,))

    def setQuatRotation(self, q: ArrayLike) -> None:
        self._matrix[:3, :3] = _of_quaternion(q)

    def __repr__(self) -> str:
        return f"Transform({self.getRotation().tolist()}, {self.getTranslation().tolist()})"
