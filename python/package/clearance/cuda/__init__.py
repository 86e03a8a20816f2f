"""Which of a million pairs overlap, and how far apart are they, where their poses are in the memory
of a GPU already. Needs CuPy (the extra `clearance[cuda]`); takes arrays of CuPy, PyTorch, JAX
and Warp where they lie. docs/gpu.md of the repository says when it pays.

The kernels count in float32, and answer only what they have proved: `0` apart, `1` overlapping, `2`
undecided, which `resolve=True` sends through `clearance.verdict`.

>>> import clearance as cl
>>> import clearance.cuda                                             # doctest: +SKIP
>>> links = cl.cuda.Shapes([cl.capsule(0.5, 0.1), cl.cuboid([1.0, 1.0, 0.1])])  # doctest: +SKIP
>>> poses = cl.cuda.Pose.xyzw(positions, quaternions)                 # doctest: +SKIP
>>> hit = cl.cuda.intersects(links[0], poses, links[1], None)         # doctest: +SKIP
>>> torch.from_dlpack(hit)                                            # doctest: +SKIP
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _clearance
from ._device import device
from ._solids import records

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Bounds", "Chosen", "Pose", "Shapes", "distance_bounds", "intersects"]


class Shapes:
    """Shapes on the device, uploaded once: balls, cuboids, capsules, hulls of up to 64 corners,
    triangles, segments and points, each also `rounded`. `shapes[i]` is one of them for all pairs,
    or with an array of int32 or int64 on the device one for each pair.

    Shapes of float64 are rounded to float32 on the way; how far that moves them is added to the
    bound of the error, so that answers are true of the shapes given.

    They lie on CuPy's current device, where the arrays of the pairs must be.
    """

    def __init__(self, shapes: Iterable[_clearance.Shape]) -> None:
        given = list(shapes)
        if not given:
            raise ValueError("shapes: there are none")
        self._given = _clearance.Shapes(given)
        numbers, corners = records(given)
        on = device()
        self._on = on.number
        self._numbers = on.upload(numbers.view(np.uint8))
        self._corners = on.upload(corners)

    def __len__(self) -> int:
        return len(self._given)

    def __getitem__(self, index: Any, /) -> Chosen:
        if isinstance(index, (int, np.integer)) and not isinstance(index, bool):
            count = len(self)
            if not -count <= index < count:
                raise IndexError(f"there are {count} shapes, and no shape {index}")
            return Chosen(self, int(index) % count)
        array = device().array("index", index)
        if array.dtype not in (np.int32, np.int64):
            raise TypeError(f"index: must be of int32 or int64, is of {array.dtype}")
        return Chosen(self, array)


@dataclass(frozen=True)
class Chosen:
    """Which shape each pair means: what `shapes[index]` returns."""

    shapes: Shapes
    index: Any


@dataclass(frozen=True)
class Pose:
    """Poses on the device, of float32: translations (..., 3) and quaternions (..., 4), or arrays
    (..., 7) of both. A quaternion stands for the rotation by `q / |q|`, of the very floats it has,
    in `clearance.Pose` as here, however far it is from unit length.

    `Pose.xyzw(...)` where the scalar part is last, as in Warp and SciPy; `Pose.wxyz(...)` where it
    is first, as in MuJoCo. The arrays are referenced, not copied.
    """

    translation: Any
    quaternion: Any
    scalar_first: bool

    @classmethod
    def xyzw(cls, translation: Any, quaternion: Any = None) -> Pose:
        """Scalar part last. Without `quaternion`, `translation` is of (..., 7)."""
        return cls(translation, quaternion, False)

    @classmethod
    def wxyz(cls, translation: Any, quaternion: Any = None) -> Pose:
        """Scalar part first. Without `quaternion`, `translation` is of (..., 7)."""
        return cls(translation, quaternion, True)


class Bounds(NamedTuple):
    """What the distance is between, proved: arrays of float32 on the device. Both are 0 where the
    shapes are proved to overlap, and NaN where there is no pair."""

    low: Any
    high: Any


def intersects(a: Chosen, pose_a: Any, b: Chosen, pose_b: Any, *, resolve: bool = False) -> Any:
    """For each pair, as int8 on the device: `0` they are apart, `1` they overlap or touch, `2` not
    decided, `-1` no pair (an index names no shape, or a pose is not finite, or its quaternion is
    zero). As truth values: not proved apart.

    A pose is `None`, the world's origin; translations (..., 3); or a `Pose`. Indices and poses are
    broadcast. The kernel runs on CuPy's current stream, and the call does not wait for it. With
    `resolve` it does: what is not decided goes through `clearance.verdict` on the processor, so
    that nothing is `2`; and `-1` is an error.
    """
    on, pairs = device(), _Pairs(a, pose_a, b, pose_b)
    found = on.xp.empty(pairs.lead, np.int8)
    pairs.launch("clearance_verdicts", found)
    if resolve:
        flat = found.reshape(-1)
        left = on.xp.flatnonzero((flat != 0) & (flat != 1))
        if len(left):
            if (none := on.download(left[flat[left] == -1])).size:
                raise ValueError(
                    f"pair {none[0]}: its index names no shape, or its pose is not finite or has a "
                    f"zero quaternion; so it is with {none.size} of {pairs.count} pairs"
                )
            flat[left] = on.upload(pairs.resolved(left))
    return found


def distance_bounds(a: Chosen, pose_a: Any, b: Chosen, pose_b: Any) -> Bounds:
    """For each pair how far apart the shapes are at least and at most, in the unit of the caller;
    both 0 where they are proved to overlap. Between them is the error of float32, some 1e-5 of the
    pair's size. Arguments, streams and broadcasting: `intersects`.
    """
    on, pairs = device(), _Pairs(a, pose_a, b, pose_b)
    found = Bounds(on.xp.empty(pairs.lead, np.float32), on.xp.empty(pairs.lead, np.float32))
    pairs.launch("clearance_bounds", *found)
    return found


class _Operand:
    """One side of all pairs: its arrays, by name, before they are broadcast."""

    def __init__(self, side: str, chosen: Chosen, pose: Any) -> None:
        if not isinstance(chosen, Chosen):
            raise TypeError(
                f"{side}: must be shapes[index], of clearance.cuda.Shapes; "
                f"is {type(chosen).__name__}"
            )
        self.only: int | None = None
        self.scalar_first = isinstance(pose, Pose) and pose.scalar_first
        # Array, and its trailing axes: 0 of an index.
        self.index = self.at = self.turn = None
        if isinstance(chosen.index, int):
            self.only = chosen.index
        else:
            self.index = chosen.index
        name = f"pose_{side}"
        if isinstance(pose, Pose):
            if pose.quaternion is None:
                both = _floats(name, pose.translation, 7)
                self.at, self.turn = both[..., :3], both[..., 3:]
            else:
                self.at = _floats(f"{name}.translation", pose.translation, 3)
                self.turn = _floats(f"{name}.quaternion", pose.quaternion, 4)
        elif pose is not None:
            self.at = _floats(name, pose, 3)

    def leads(self) -> list[tuple[int, ...]]:
        """The leading axes of its arrays."""
        found = [tuple(array.shape[:-1]) for array in (self.at, self.turn) if array is not None]
        return found if self.index is None else [tuple(self.index.shape), *found]

    def spread(self, lead: tuple[int, ...]) -> None:
        """Broadcasts and flattens the leading axes: without a copy where they have one step."""
        xp, count = device().xp, math.prod(lead)
        if self.index is not None:
            self.index = xp.broadcast_to(self.index, lead).reshape(count)
        if self.at is not None:
            self.at = xp.broadcast_to(self.at, (*lead, 3)).reshape(count, 3)
        if self.turn is not None:
            self.turn = xp.broadcast_to(self.turn, (*lead, 4)).reshape(count, 4)

    def arguments(self) -> list[Any]:
        """What `filter.h` calls a `Side`."""
        steps = [
            *([0] if self.index is None else _steps(self.index)),
            int(self.index is not None and self.index.dtype == np.int64),
            self.only or 0,
        ]
        at = [0, 0] if self.at is None else _steps(self.at)
        turn = [0, 0] if self.turn is None else _steps(self.turn)
        return [self.index, *steps, self.at, *at, self.turn, *turn, int(self.scalar_first)]

    def chosen(self, rows: Any) -> tuple[Any, Any]:
        """Shapes and poses of some pairs, in the processor's memory."""
        on = device()
        index = self.only if self.index is None else on.download(self.index[rows])
        at = np.zeros(3, np.float32) if self.at is None else on.download(self.at[rows])
        if self.turn is None:
            return index, at
        make = _clearance.Pose.wxyz if self.scalar_first else _clearance.Pose.xyzw
        return index, make(at, on.download(self.turn[rows]))


class _Pairs:
    """Two sides, broadcast."""

    def __init__(self, a: Chosen, pose_a: Any, b: Chosen, pose_b: Any) -> None:
        self.sides = _Operand("a", a, pose_a), _Operand("b", b, pose_b)
        if a.shapes is not b.shapes:
            raise ValueError("a, b: must be of the same clearance.cuda.Shapes")
        self.shapes = a.shapes
        on = device()
        if on.number != self.shapes._on:
            raise ValueError(
                f"the shapes are on device {self.shapes._on}, but CuPy's current device is "
                f"{on.number}"
            )
        for side in self.sides:
            for array in (side.index, side.at, side.turn):
                if array is not None and on.holder(array) != self.shapes._on:
                    raise ValueError(
                        f"an array is on device {on.holder(array)}, but the shapes are on device "
                        f"{self.shapes._on}"
                    )
        self.lead = np.broadcast_shapes(*self.sides[0].leads(), *self.sides[1].leads())
        self.count = math.prod(self.lead)
        for side in self.sides:
            side.spread(self.lead)

    def launch(self, kernel: str, *out: Any) -> None:
        if not self.count:
            return
        shapes = self.shapes
        start = [shapes._numbers, shapes._corners, len(shapes)]
        sides = [argument for side in self.sides for argument in side.arguments()]
        device().launch(kernel, self.count, [*start, *sides, *out, self.count])

    def resolved(self, rows: Any) -> Any:
        """Verdicts of the processor for some pairs."""
        (a, pose_a), (b, pose_b) = (side.chosen(rows) for side in self.sides)
        given = self.shapes._given
        found = _clearance.verdict(given[a], pose_a, given[b], pose_b, threads=0)
        return np.broadcast_to(np.asarray(found, np.int8), (len(rows),))


def _floats(name: str, given: Any, width: int) -> Any:
    array = device().array(name, given)
    if array.dtype != np.float32:
        raise TypeError(
            f"{name}: must be of float32, is of {array.dtype}; cast it, and the answer is about "
            "what it is then"
        )
    if not array.ndim or array.shape[-1] != width:
        hint = ""
        if tuple(array.shape[-2:]) in ((4, 4), (3, 3)):
            hint = "; a matrix has no exact rotation: pass quaternions, Pose.xyzw or Pose.wxyz"
        raise ValueError(f"{name}: must have shape (..., {width}), has {tuple(array.shape)}{hint}")
    return array


def _steps(array: Any) -> list[int]:
    """Between neighbours of each axis, in elements."""
    return [step // array.dtype.itemsize for step in array.strides]
