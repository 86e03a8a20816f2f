"""Geometries in poses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clearance.fcl._copies import Own
from clearance.fcl._geometry import CollisionGeometry
from clearance.fcl._transform import Transform

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from clearance._bodies import Floats


class CollisionObject(Own):
    """A geometry, and its pose. A copy has a pose of its own, and the same geometry."""

    def __init__(self, geom: CollisionGeometry | None = None, tf: Transform | None = None) -> None:
        if not isinstance(geom, CollisionGeometry) or geom.getNodeType() is None:
            raise ValueError("CollisionObject needs a geometry of some kind")
        self._geometry = geom
        self._transform = Transform() if tf is None else Transform(tf)
        self._moves = 0
        geom.computeLocalAABB()

    def __copy__(self) -> CollisionObject:
        copied = super().__copy__()
        copied._transform = Transform(self._transform)
        return copied

    def getObjectType(self) -> int:
        return self._geometry._kind

    def getNodeType(self) -> int | None:
        return self._geometry.getNodeType()

    def getTranslation(self) -> Floats:
        return self._transform.getTranslation()

    def setTranslation(self, vec: ArrayLike) -> None:
        self._transform.setTranslation(vec)
        self._moves += 1

    def getRotation(self) -> Floats:
        return self._transform.getRotation()

    def setRotation(self, mat: ArrayLike) -> None:
        self._transform.setRotation(mat)
        self._moves += 1

    def getQuatRotation(self) -> Floats:
        return self._transform.getQuatRotation()

    def setQuatRotation(self, q: ArrayLike) -> None:
        self._transform.setQuatRotation(q)
        self._moves += 1

    def getTransform(self) -> Transform:
        return Transform(self._transform)

    def setTransform(self, tf: Transform) -> None:
        self._transform = Transform(tf)
        self._moves += 1

    def isOccupied(self) -> bool:
        return True

    def isFree(self) -> bool:
        return False

    def isUncertain(self) -> bool:
        return False

    @property
    def _at(self) -> Floats:
        return self._geometry._frame(self._transform._matrix)

    def _extent(self) -> tuple[Floats, Floats]:
        return self._geometry._body().extent(self._at)

    def _stamp(self) -> tuple[int, int]:
        """A value that changes whenever the box may have changed."""
        return self._moves, self._geometry._changes

    def __repr__(self) -> str:
        return f"<CollisionObject {self._geometry!r} at {self.getTranslation().tolist()}>"
