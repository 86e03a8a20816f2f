"""When two moving objects come near each other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import clearance
from clearance import Outcome
from clearance._bodies import Pair
from clearance.fcl._data import (
    CCDMotionType,
    ContinuousCollisionRequest,
    ContinuousCollisionResult,
)
from clearance.fcl._queries import objects
from clearance.fcl._transform import to_quaternion

if TYPE_CHECKING:
    from clearance._bodies import Floats
    from clearance._clearance import Compound
    from clearance.fcl._object import CollisionObject
    from clearance.fcl._transform import Transform

# Most motions end after a few steps. Every so many, the parts that may meet are looked at one by
# one, if there are not more than so many pairs of them; at last what is left is not decided.
STEPS, MOST_STEPS = 64, 128
MOST_TURNING, MOST_MOVING = 20_000, 100_000


def continuousCollide(
    o1: CollisionObject,
    tf1_end: Transform,
    o2: CollisionObject,
    tf2_end: Transform,
    request: ContinuousCollisionRequest | None = None,
    result: ContinuousCollisionResult | None = None,
) -> float:
    """The time in [0, 1] at which they come within `toc_err` of each other, moving from where they
    are to the given ends; 1 if they do not. Until then they are proved to be half of it apart.

    With CCDM_TRANS they are only translated, with any other motion also turned at constant speed
    about the axis between both rotations.

    Conservative advancement (Mirtich 1996): no point moves by more than a bound, so the two are
    apart until that uses up their distance. Where that takes many steps, `time_of_impact` and
    `cast` answer for the parts that may meet. Between meshes of so many triangles that neither ends
    soon, what is left is not decided: that counts as a collision, at the time up to which they are
    proved apart, and the result's `time_of_contact_high` is infinite.
    """
    request = ContinuousCollisionRequest() if request is None else request
    result = ContinuousCollisionResult() if result is None else result
    objects("o1", o1)
    objects("o2", o2)
    turns = request.ccd_motion_type != CCDMotionType.CCDM_TRANS
    paths = [_Path(o1, tf1_end, turns), _Path(o2, tf2_end, turns)]
    found = _advance(paths, float(request.toc_err))
    result.is_collide = result.is_collide or found is not None
    low, high = (1.0, math.inf) if found is None else found
    if low <= result.time_of_contact:
        result.time_of_contact_high = high
    result.time_of_contact = min(low, result.time_of_contact)
    return low


class _Between(NamedTuple):
    """When they come near: apart until `low`, near by `high`, infinite where that is not proved."""

    low: float
    high: float


def _advance(paths: list[_Path], near: float) -> _Between | None:
    """When they come within `near`; None if they do not."""
    if not near > 0.0:
        raise ValueError(f"toc_err must be positive, is {near}")
    body1, body2 = (path.geometry._body() for path in paths)
    shift = paths[0].shift - paths[1].shift
    turning = sum(path.most_by_turning for path in paths)
    time = 0.0
    for step in range(1, MOST_STEPS + 1):
        at1, at2 = (path.at(time) for path in paths)
        witness = Pair(body1, at1, body2, at2).nearest()
        assert witness is not None, "without a limit there is a nearest pair"
        if witness.distance <= near:
            return _Between(time, time)
        if step % STEPS == 0:
            a, b = body1.only, body2.only
            parts = None if a is None or b is None else _may_meet(a, b, paths, time, near)
            if a is not None and b is not None and parts is not None:
                return _first(a, b, parts, paths, time, near)
        if body1.is_convex and body2.is_convex:
            # How fast they approach along the normal, along which they are now this far apart.
            closing = float(shift @ witness.normal)
        else:
            # Other triangles than the nearest approach along normals of their own.
            closing = math.hypot(*shift)
        fastest = closing + turning
        if fastest <= 0.0:
            return None
        before = time
        time += (witness.distance - 0.5 * near) / fastest
        if time == before:
            # They meet before the next float.
            return _Between(time, time)
        if before < 1.0 < time:
            # At the end they may be near as well.
            time = 1.0
        if time > 1.0:
            return None
    return _Between(time, math.inf)


def _may_meet(
    a: Compound, b: Compound, paths: list[_Path], time: float, near: float
) -> list[tuple[int, int]] | None:
    """The pairs of parts that may come within `near` after a time; None if they are too many."""
    middle = 0.5 * (time + 1.0)
    shift = paths[0].shift - paths[1].shift
    turning = sum(path.most_by_turning for path in paths)
    # From the middle of the time that is left, there is half as far to go, and back.
    reach = near + (1.0 + 1e-9) * (math.hypot(*shift) + turning) * (1.0 - middle)
    most = MOST_TURNING if turning > 0.0 else MOST_MOVING
    return a.near(paths[0].at(middle), b, paths[1].at(middle), reach, most)


def _first(
    a: Compound,
    b: Compound,
    parts: list[tuple[int, int]],
    paths: list[_Path],
    time: float,
    near: float,
) -> _Between | None:
    """When the first of these pairs of parts comes within `near`, after a time at which none is."""
    if not parts:
        return None
    of_a, of_b = [a[i] for i, _ in parts], [b[j] for _, j in parts]
    at_a, at_b = (path.at(time) for path in paths)
    rest = 1.0 - time
    if all(path.angle == 0.0 for path in paths):
        found = clearance.cast(
            *(of_a, at_a, of_b, at_b, paths[1].shift),
            velocity_a=paths[0].shift,
            max_time=rest,
            target_distance=near,
        )
    else:
        found = clearance.time_of_impact(
            *(of_a, paths[0].motion(at_a), of_b, paths[1].motion(at_b)), until=rest, within=near
        )
    assert found is not None, "of many pairs there are many answers"
    if not found.hit.any():
        return None
    proved = found.time_high[found.outcome == Outcome.HIT]
    low, high = np.min(found.time_low[found.hit]), np.min(proved, initial=math.inf)
    return _Between(min(time + float(low), 1.0), time + float(high))


class _Path:
    """A motion from an object's pose to another pose."""

    def __init__(self, o: CollisionObject, end: Transform, turns: bool) -> None:
        self.geometry = o._geometry
        self.start: Floats = o._transform._matrix
        self.shift: Floats = end.getTranslation() - o.getTranslation()
        self.axis: Floats = np.zeros(3)
        self.angle = 0.0
        if turns:
            self.axis, self.angle = _axis_and_angle(end.getRotation() @ o.getRotation().T)
        self.most_by_turning = self.angle * self._reach() if self.angle > 0.0 else 0.0
        if np.isinf(self.most_by_turning):
            raise ValueError(
                f"{self.geometry!r} has no bounds: it may be translated, but not turned"
            )

    def _reach(self) -> float:
        """A bound on the distance of its points from what it turns about."""
        low, high = self.geometry._body().extent(self.geometry._frame(np.eye(4)))
        return float(np.linalg.norm(np.maximum(np.abs(low), np.abs(high))))

    def motion(self, at: Floats) -> clearance.Motion:
        """The motion from a pose of it on."""
        return clearance.Motion(at, self.shift, self.angle * self.axis)

    def at(self, time: float) -> Floats:
        at = self.start.copy()
        at[:3, :3] = _turn(self.axis, time * self.angle) @ self.start[:3, :3]
        at[:3, 3] += time * self.shift
        return self.geometry._frame(at)


def _axis_and_angle(rotation: Floats) -> tuple[Floats, float]:
    w, *xyz = to_quaternion(rotation)
    sine = float(np.linalg.norm(xyz))
    if sine == 0.0:
        return np.zeros(3), 0.0
    axis = np.array(xyz) / sine * (1.0 if w >= 0.0 else -1.0)
    return axis, 2.0 * float(np.arctan2(sine, abs(w)))


def _turn(axis: Floats, angle: float) -> Floats:
    """Rodrigues' formula."""
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turn: Floats = np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * (cross @ cross)
    return turn
