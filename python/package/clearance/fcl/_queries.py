"""The queries of two objects that rest, and the usual callbacks of managers."""

from __future__ import annotations

import operator
import sys
from typing import TYPE_CHECKING, Any

from clearance._bodies import Pair, settled
from clearance.fcl._data import (
    CollisionRequest,
    CollisionResult,
    Contact,
    DistanceRequest,
    DistanceResult,
)
from clearance.fcl._meshes import BVHModel
from clearance.fcl._object import CollisionObject

if TYPE_CHECKING:
    from clearance._bodies import Witness

# The answer of `distance` for an overlap if signed distances are not wanted.
OVERLAP = -1.0


def pair(o1: CollisionObject, o2: CollisionObject) -> Pair:
    """Both bodies in their poses."""
    objects("o1", o1)
    objects("o2", o2)
    return Pair(o1._geometry._body(), o1._at, o2._geometry._body(), o2._at)


def objects(name: str, o: Any) -> None:
    if not isinstance(o, CollisionObject):
        found = type(o).__name__
        raise TypeError(f"{name}: must be a CollisionObject, is {found}: CollisionObject(geometry)")


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
    # More than there can be, as 2 ** 70, is as many as there are.
    most = min(operator.index(request.num_max_contacts), sys.maxsize)
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
            contact.penetration_depth = max(0.0, -best.distance)
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
