"""The three queries of two objects, and the usual callbacks of managers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from clearance._bodies import Pair, settled
from clearance.fcl._data import (
    CCDMotionType,
    CollisionRequest,
    CollisionResult,
    Contact,
    ContinuousCollisionRequest,
    ContinuousCollisionResult,
    DistanceRequest,
    DistanceResult,
)
from clearance.fcl._meshes import BVHModel
from clearance.fcl._transform import to_quaternion

if TYPE_CHECKING:
    from clearance._bodies import Floats, Witness
    from clearance.fcl._object import CollisionObject
    from clearance.fcl._transform import Transform

# The answer of `distance` for an overlap if signed distances are not wanted.
OVERLAP = -1.0


def pair(o1: CollisionObject, o2: CollisionObject) -> Pair:
    """Both bodies in their poses."""
    return Pair(o1._geometry._body(), o1._at, o2._geometry._body(), o2._at)


def _triangle(o: CollisionObject, part: int) -> int:
    return part if isinstance(o._geometry, BVHModel) else -1


def collide(
    o1: CollisionObject,
    o2: CollisionObject,
    request: CollisionRequest | None = None,
    result: CollisionResult | None = None,
) -> int:
    """The number of contacts, which are added to those of the result. Touching counts.

    Two convex geometries have one contact; a mesh has one for each of its triangles that meets the
    other, up to `num_max_contacts`. Without `enable_contact` contacts name the geometries and
    triangles, but not where they meet.
    """
    request = CollisionRequest() if request is None else request
    result = CollisionResult() if result is None else result
    most = int(request.num_max_contacts)
    both = pair(o1, o2)
    if most <= 0:
        # A boolean is still one.
        result.is_collision = result.is_collision or bool(both.contacts(1))
        return 0
    found = both.contacts(most)
    result.is_collision = result.is_collision or bool(found)
    is_mesh = any(isinstance(o._geometry, BVHModel) for o in (o1, o2))
    for witness in found:
        contact = Contact()
        contact.o1, contact.o2 = o1._geometry, o2._geometry
        contact.b1, contact.b2 = _triangle(o1, witness.part_a), _triangle(o2, witness.part_b)
        if request.enable_contact:
            best = witness if is_mesh else settled(both, witness)
            contact.normal = best.normal
            contact.pos = 0.5 * (best.point_a + best.point_b)
            contact.penetration_depth = max(-best.distance, 0.0)
        result.contacts.append(contact)
    return len(found)


def distance(
    o1: CollisionObject,
    o2: CollisionObject,
    request: DistanceRequest | None = None,
    result: DistanceResult | None = None,
) -> float:
    """How far apart they are. For overlaps, minus the depth with `enable_signed_distance`, else -1.

    The result is overwritten if this is less than its distance so far.
    """
    request = DistanceRequest() if request is None else request
    result = DistanceResult() if result is None else result
    witness = pair(o1, o2).nearest()
    assert witness is not None, "without a limit there is a nearest pair"
    found = _told(witness, request.enable_signed_distance)
    if result.min_distance > found:
        result.min_distance = found
        result.nearest_points = [witness.point_a, witness.point_b]
        result.o1, result.o2 = o1._geometry, o2._geometry
        result.b1, result.b2 = _triangle(o1, witness.part_a), _triangle(o2, witness.part_b)
    return found


def _told(witness: Witness, signed: bool) -> float:
    return OVERLAP if witness.distance < 0.0 and not signed else witness.distance


def continuousCollide(
    o1: CollisionObject,
    tf1_end: Transform,
    o2: CollisionObject,
    tf2_end: Transform,
    request: ContinuousCollisionRequest | None = None,
    result: ContinuousCollisionResult | None = None,
) -> float:
    """The time in [0, 1] at which they first come within `toc_err` of each other, moving from where
    they are to the given ends; 1 if they do not.

    Conservative advancement (Mirtich 1996): no point moves by more than a bound, so the two are
    apart until that uses up their distance. With CCDM_TRANS they are only translated, with any
    other motion also turned at constant speed about the axis between both rotations.
    """
    request = ContinuousCollisionRequest() if request is None else request
    result = ContinuousCollisionResult() if result is None else result
    turns = request.ccd_motion_type != CCDMotionType.CCDM_TRANS
    paths = [_Path(o1, tf1_end, turns), _Path(o2, tf2_end, turns)]
    time = _advance(paths, float(request.toc_err))
    result.is_collide = result.is_collide or time is not None
    found = 1.0 if time is None else time
    result.time_of_contact = min(found, result.time_of_contact)
    return found


def _advance(paths: list[_Path], near: float) -> float | None:
    """The time at which they come within `near`; None if they do not. Each step is longer than half
    of `near` divided by the greatest speed of any point, so the loop ends."""
    if not near > 0.0:
        raise ValueError(f"toc_err must be positive, is {near}")
    time = 0.0
    while time <= 1.0:
        body1, body2 = (path.geometry._body() for path in paths)
        at1, at2 = (path.at(time) for path in paths)
        witness = Pair(body1, at1, body2, at2).nearest()
        assert witness is not None, "without a limit there is a nearest pair"
        if witness.distance <= near:
            return time
        shift = paths[0].shift - paths[1].shift
        if body1.is_convex and body2.is_convex:
            # How fast they approach along the normal, along which they are now this far apart.
            closing = float(shift @ witness.normal)
        else:
            # Other triangles than the nearest approach along normals of their own.
            closing = math.hypot(*shift)
        fastest = closing + sum(path.most_by_turning for path in paths)
        if fastest <= 0.0:
            return None
        before = time
        time += (witness.distance - 0.5 * near) / fastest
        if time == before:
            # They meet before the next float.
            return time
        if before < 1.0 < time:
            # At the end they may be near as well.
            time = 1.0
    return None


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


def defaultCollisionCallback(o1: CollisionObject, o2: CollisionObject, cdata: Any) -> bool:
    """Collides each pair, until together they have more than `num_max_contacts` contacts."""
    if cdata.done:
        return True
    collide(o1, o2, cdata.request, cdata.result)
    enough = len(cdata.result.contacts) > cdata.request.num_max_contacts
    if not cdata.request.enable_cost and cdata.result.is_collision and enough:
        cdata.done = True
    return bool(cdata.done)


def defaultDistanceCallback(
    o1: CollisionObject, o2: CollisionObject, cdata: Any
) -> tuple[bool, float]:
    """Measures each pair. With signed distances the search goes on to the deepest overlap; without,
    it ends with the first overlap, as no distance is less."""
    least = cdata.result.min_distance
    if cdata.done:
        return True, least
    distance(o1, o2, cdata.request, cdata.result)
    least = cdata.result.min_distance
    ends = least <= 0.0 and not cdata.request.enable_signed_distance
    return bool(cdata.done or ends), least
