"""A manager of many objects, which passes pairs of them to a callback."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clearance._boxes import Boxes, meeting
from clearance.fcl._copies import Own
from clearance.fcl._object import CollisionObject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class DynamicAABBTreeCollisionManager(Own):
    """Objects; passes the pairs whose boxes meet to a callback.

    Objects may move and change at any time: their boxes are recomputed then, so `setup` and
    `update` need not be called.
    """

    max_tree_nonbalanced_level = 10
    tree_incremental_balance_pass = 10
    tree_topdown_balance_threshold = 2
    tree_topdown_level = 0
    tree_init_level = 0
    octree_as_geometry_collide = True
    octree_as_geometry_distance = False

    def __init__(self) -> None:
        self._objects: list[CollisionObject] = []
        # The boxes of the last call, and the objects' states that they are of.
        self._known: Boxes | None = None
        self._stamps: list[tuple[int, int]] = []

    def registerObjects(self, other_objs: Iterable[CollisionObject]) -> None:
        for obj in other_objs:
            self.registerObject(obj)

    def registerObject(self, obj: CollisionObject) -> None:
        if not isinstance(obj, CollisionObject):
            raise TypeError(f"obj must be a CollisionObject, is {type(obj).__name__}")
        self._objects.append(obj)
        self._known = None

    def unregisterObject(self, obj: CollisionObject) -> None:
        """Does nothing if it is not registered."""
        for i, mine in enumerate(self._objects):
            if mine is obj:
                del self._objects[i]
                self._known = None
                return

    def setup(self) -> None:
        """Does nothing: boxes are always up to date."""

    def update(self, arg: CollisionObject | Sequence[CollisionObject] | None = None) -> None:
        """Does nothing: boxes are always up to date."""

    def getObjects(self) -> list[CollisionObject]:
        return list(self._objects)

    def clear(self) -> None:
        self._objects = []
        self._known = None

    def empty(self) -> bool:
        return not self._objects

    def size(self) -> int:
        return len(self._objects)

    def collide(self, *args: Any) -> None:
        """`collide(cdata, fn)` among its objects, `collide(obj, cdata, fn)` of these with one more,
        `collide(manager, cdata, fn)` with another's: calls `fn(o1, o2, cdata)` until it returns
        True."""
        others, cdata, callback = _arguments("collide", args)
        theirs = self if others is None else others
        boxes = None if others is None else others._boxes()
        # As they are now, whatever the callback removes.
        mine, other = self.getObjects(), theirs.getObjects()
        for i, j in meeting(self._boxes(), boxes):
            if callback(mine[i], other[j], cdata):
                return

    def distance(self, *args: Any) -> None:
        """The same as `collide`, with `fn(o1, o2, cdata) -> (stop, least)`: the nearest boxes of
        each object first, and none farther apart than the least distance so far."""
        others, cdata, callback = _arguments("distance", args)
        boxes = self._boxes()
        theirs = self if others is None else others
        their_boxes = boxes if others is None else others._boxes()
        least = float("inf")
        others_now = theirs.getObjects()
        for i, mine in enumerate(self.getObjects()):
            first = i + 1 if others is None else 0
            apart = boxes.apart(i, Boxes(their_boxes.low[first:], their_boxes.high[first:]))
            for j in np.argsort(apart, kind="stable"):
                # The boxes of overlapping objects meet, so they are 0 apart.
                if apart[j] > max(least, 0.0):
                    break
                stop, least = callback(mine, others_now[first + j], cdata)
                if stop:
                    return

    def _boxes(self) -> Boxes:
        stamps = [obj._stamp() for obj in self._objects]
        if self._known is None or stamps != self._stamps:
            self._known = Boxes.of(obj._extent() for obj in self._objects)
            self._stamps = stamps
        return self._known


def _arguments(
    verb: str, args: tuple[Any, ...]
) -> tuple[DynamicAABBTreeCollisionManager | None, Any, Callable[..., Any]]:
    *others, cdata, callback = args if len(args) in (2, 3) else (None, None, None)
    if not callable(callback):
        raise ValueError(f"{verb} takes (cdata, fn), (object, cdata, fn) or (manager, cdata, fn)")
    if not others:
        return None, cdata, callback
    [other] = others
    if isinstance(other, DynamicAABBTreeCollisionManager):
        return other, cdata, callback
    alone = DynamicAABBTreeCollisionManager()
    alone.registerObject(other)
    return alone, cdata, callback
