"""Collisions of trimesh meshes: `trimesh.collision.CollisionManager`'s methods, and `pairs_within`.

Same names, arguments and results. Differences: everything is in float64; adding a name again
replaces the first mesh; the distance of overlapping meshes is that of the deepest overlap;
transforms that are not rigid or not finite are errors. `use()` makes trimesh itself work this way.

>>> import numpy as np
>>> from types import SimpleNamespace
>>> from clearance.trimesh import CollisionManager
>>> corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
>>> faces = np.array([[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]])
>>> mesh = SimpleNamespace(vertices=corners, faces=faces, is_convex=True)
>>> moved = np.eye(4)
>>> moved[0, 3] = 1.25
>>> parts = CollisionManager()
>>> _ = parts.add_object("left", mesh)
>>> _ = parts.add_object("right", mesh, moved)
>>> parts.in_collision_internal()
False
>>> parts.pairs_within(0.5)
[('left', 'right', 0.25)]
"""

from __future__ import annotations

import copy
import importlib
import sys
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

import clearance.fcl
from clearance._arguments import doubles, number, whole
from clearance._boxes import Boxes, meeting
from clearance.fcl import (
    BVHModel,
    CollisionObject,
    CollisionRequest,
    CollisionResult,
    Convex,
    DistanceRequest,
    DistanceResult,
    Transform,
    collide,
    distance,
)
from clearance.fcl._queries import pair

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from numpy.typing import ArrayLike

    from clearance._bodies import Floats
    from clearance.fcl import CollisionGeometry, Contact

__all__ = [
    "COLLISION_PER_PAIR_CAP",
    "CollisionManager",
    "ContactData",
    "DistanceData",
    "mesh_to_BVH",
    "mesh_to_convex",
    "scene_to_collision",
    "use",
]

# Contacts of one pair, at most.
COLLISION_PER_PAIR_CAP = 100_000
# The name of a mesh that is not the manager's.
EXTERNAL = "__external"


class Mesh(Protocol):
    """What this module needs from a `trimesh.Trimesh`."""

    @property
    def vertices(self) -> Any: ...
    @property
    def faces(self) -> Any: ...
    @property
    def is_convex(self) -> Any: ...


class ContactData:
    """One contact of two meshes, or of two of their triangles."""

    def __init__(self, names: tuple[Any, Any], contact: Contact) -> None:
        self.names: set[Any] = set(names)
        self._indices = {names[0]: contact.b1, names[1]: contact.b2}
        self._contact = contact

    @property
    def normal(self) -> Floats:
        """The unit normal: (3,)."""
        return self._contact.normal

    @property
    def point(self) -> Floats:
        """The middle of the overlap, in the world: (3,)."""
        return self._contact.pos

    @property
    def depth(self) -> float:
        """How deep the overlap is; never negative."""
        return self._contact.penetration_depth

    def index(self, name: Any) -> int:
        """The triangle of that mesh; -1 of a convex one."""
        return self._indices[name]

    def __repr__(self) -> str:
        return f"<ContactData {sorted(map(str, self.names))} depth={self.depth!r}>"


class DistanceData:
    """Where two meshes are nearest."""

    def __init__(self, names: tuple[Any, Any], result: DistanceResult) -> None:
        self.names: set[Any] = set(names)
        self._indices = {names[0]: result.b1, names[1]: result.b2}
        self._points: dict[Any, Floats | None] = dict(
            zip(names, result.nearest_points, strict=True)
        )
        self._distance = result.min_distance

    @property
    def distance(self) -> float:
        """How far apart they are; minus the depth where they overlap."""
        return self._distance

    def index(self, name: Any) -> int:
        """The triangle of that mesh; -1 of a convex one."""
        return self._indices[name]

    def point(self, name: Any) -> Floats | None:
        """The nearest or deepest point of that mesh, in the world: (3,)."""
        return self._points[name]

    def __repr__(self) -> str:
        return f"<DistanceData {sorted(map(str, self.names))} distance={self.distance!r}>"


class CollisionManager:
    """Named meshes, each at a transform."""

    def __init__(self) -> None:
        self._objects: dict[Any, CollisionObject] = {}

    def __copy__(self) -> CollisionManager:
        copied = CollisionManager()
        copied._objects = {name: copy.copy(o) for name, o in self._objects.items()}
        return copied

    def __len__(self) -> int:
        return len(self._objects)

    def __contains__(self, name: object) -> bool:
        return name in self._objects

    def __repr__(self) -> str:
        return f"<CollisionManager of {len(self)} objects>"

    def add_object(
        self, name: Hashable, mesh: Mesh, transform: ArrayLike | None = None
    ) -> CollisionObject:
        """Adds a mesh, or replaces the one of that name.

        A convex mesh is a solid, any other a surface. The transform (4, 4) must be rigid; otherwise
        raises ValueError.
        """
        made = _placed(mesh, transform)
        self._objects[name] = made
        return made

    def remove_object(self, name: Hashable) -> None:
        """ValueError where there is none of that name."""
        self._of(name)
        del self._objects[name]

    def set_transform(self, name: Hashable, transform: ArrayLike) -> None:
        """ValueError where there is none of that name."""
        self._of(name).setTransform(_rigid(transform))

    def in_collision_single(
        self,
        mesh: Mesh,
        transform: ArrayLike | None = None,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any:
        """Whether a mesh meets any of the manager's: `hit`, then on request `names`, the set of
        those it meets, then `data`, a list of `ContactData`. Touching counts."""
        outsider = {EXTERNAL: _placed(mesh, transform)}
        wanted = return_names or return_data
        found = list(_contacts(self._objects, outsider, wanted, return_data))
        names = {mine for (mine, _), _ in found}
        return _collided(bool(found), names, found, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any two of its meshes meet: `hit`, then on request `names`, a set of pairs in
        alphabetical order, then `data`."""
        wanted = return_names or return_data
        found = list(_contacts(self._objects, None, wanted, return_data))
        names = {_sorted(pair) for pair, _ in found}
        return _collided(bool(found), names, found, return_names, return_data)

    def in_collision_other(
        self,
        other_manager: CollisionManager,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any:
        """Whether any of its meshes meets one of another manager's: `hit`, then on request `names`,
        a set of pairs (mine, theirs), then `data`."""
        wanted = return_names or return_data
        found = list(_contacts(self._objects, other_manager._objects, wanted, return_data))
        names = {pair for pair, _ in found}
        return _collided(bool(found), names, found, return_names, return_data)

    def min_distance_single(
        self,
        mesh: Mesh,
        transform: ArrayLike | None = None,
        return_name: bool = False,
        return_data: bool = False,
    ) -> Any:
        """How far a mesh is from the nearest of the manager's, or minus the depth of the deepest
        overlap: `distance`, then on request `name`, then `data`, a `DistanceData`.

        Raises ValueError if the manager is empty.
        """
        names, result = self._nearest({EXTERNAL: _placed(mesh, transform)})
        return _measured(names, names[0], result, return_name, return_data)

    def min_distance_internal(
        self, name: Hashable | None = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance of any two of its meshes, or of the one named and any other:
        `distance`, then on request the `names` in alphabetical order, then `data`.

        Raises ValueError if there are fewer than two.
        """
        if name is None:
            names, result = self._nearest(None)
        else:
            alone = {name: self._of(name)}
            rest = CollisionManager()
            rest._objects = {other: o for other, o in self._objects.items() if other != name}
            names, result = rest._nearest(alone)
        return _measured(names, _sorted(names), result, return_names, return_data)

    def min_distance_other(
        self,
        other_manager: CollisionManager,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any:
        """The least distance of one of its meshes and one of another manager's: `distance`, then on
        request `names` (mine, theirs), then `data`.

        Raises ValueError if either is empty.
        """
        names, result = self._nearest(other_manager._objects)
        return _measured(names, names, result, return_names, return_data)

    def pairs_within(
        self, distance: float, other_manager: CollisionManager | None = None
    ) -> list[tuple[Any, Any, float]]:
        """All pairs that are no farther apart than `distance`, as (name, name, distance), the
        nearest first; overlaps have minus their depth.

        Pairs of its own meshes, or of its own with another manager's. Boxes are compared first, so
        the cost is that of the near pairs.
        """
        distance = number("distance", distance)
        if not distance >= 0.0:
            raise ValueError(f"distance must not be negative, is {distance}")
        mine, theirs = self._objects, None if other_manager is None else other_manager._objects
        found = []
        for names, o1, o2 in _near(mine, theirs, distance):
            witness = pair(o1, o2).nearest(distance)
            if witness is not None:
                found.append((*names, witness.distance))
        return sorted(found, key=lambda row: row[2])

    def _of(self, name: Hashable) -> CollisionObject:
        found = self._objects.get(name)
        if found is None:
            raise ValueError(f"{name} not in collision manager!")
        return found

    def _nearest(
        self, others: dict[Any, CollisionObject] | None
    ) -> tuple[tuple[Any, Any], DistanceResult]:
        request = DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)
        result = DistanceResult()
        names: tuple[Any, Any] | None = None
        theirs = self._objects if others is None else others
        items, boxes = list(theirs.items()), _boxes(theirs)
        own = boxes if others is None else _boxes(self._objects)
        for i, (mine, o1) in enumerate(self._objects.items()):
            first = i + 1 if others is None else 0
            apart = Boxes(own.low[i : i + 1], own.high[i : i + 1]).apart(
                0, Boxes(boxes.low[first:], boxes.high[first:])
            )
            for j in np.argsort(apart, kind="stable"):
                # The boxes of overlapping meshes meet, so they are 0 apart.
                if names is not None and apart[j] > max(result.min_distance, 0.0):
                    break
                other, o2 = items[first + j]
                before = result.min_distance
                distance(o1, o2, request, result)
                if names is None or result.min_distance < before:
                    names = (mine, other)
        if names is None:
            raise ValueError("there are no two objects to measure between")
        return names, result


def _rigid(transform: ArrayLike | None) -> Transform:
    if transform is None:
        return Transform()
    matrix = doubles("transform", transform)
    if matrix.shape != (4, 4):
        raise ValueError("transform must be (4,4)!")
    if not np.array_equal(matrix[3], [0.0, 0.0, 0.0, 1.0]):
        raise ValueError(f"transform: its last row must be 0, 0, 0, 1, is {matrix[3].tolist()}")
    return Transform(matrix[:3, :3], matrix[:3, 3])


def _placed(mesh: Mesh, transform: ArrayLike | None) -> CollisionObject:
    place = _rigid(transform)
    geometry: CollisionGeometry = mesh_to_convex(mesh) if mesh.is_convex else mesh_to_BVH(mesh)
    return CollisionObject(geometry, place)


def _boxes(objects: dict[Any, CollisionObject]) -> Boxes:
    return Boxes.of(o._extent() for o in objects.values())


def _grown(boxes: Boxes, by: float) -> Boxes:
    return Boxes(boxes.low - by, boxes.high + by)


def _sorted(names: tuple[Any, Any]) -> tuple[Any, Any]:
    first, second = sorted(names)
    return first, second


def _near(
    mine: dict[Any, CollisionObject], theirs: dict[Any, CollisionObject] | None, distance: float
) -> Iterator[tuple[tuple[Any, Any], CollisionObject, CollisionObject]]:
    """The pairs whose boxes are not farther apart along any axis."""
    one = list(mine.items())
    other = one if theirs is None else list(theirs.items())
    both = (mine,) if theirs is None else (mine, theirs)
    grown = [_grown(_boxes(objects), 0.5 * distance) for objects in both]
    for i, j in meeting(*grown):
        (name, o1), (partner, o2) = one[i], other[j]
        yield (name, partner), o1, o2


def _contacts(
    mine: dict[Any, CollisionObject],
    theirs: dict[Any, CollisionObject] | None,
    every: bool,
    where: bool,
) -> Iterator[tuple[tuple[Any, Any], Contact]]:
    """The contacts of all pairs, or one of any pair; one for each pair unless `where`."""
    request = CollisionRequest(COLLISION_PER_PAIR_CAP if where else 1, enable_contact=where)
    for names, o1, o2 in _near(mine, theirs, 0.0):
        result = CollisionResult()
        collide(o1, o2, request, result)
        for contact in result.contacts:
            yield names, contact
            if not every:
                return


def _collided(
    hit: bool,
    names: set[Any],
    found: list[tuple[tuple[Any, Any], Contact]],
    return_names: bool,
    return_data: bool,
) -> Any:
    data = [ContactData(pair, contact) for pair, contact in found] if return_data else None
    if return_names:
        return (hit, names, data) if return_data else (hit, names)
    return (hit, data) if return_data else hit


def _measured(
    names: tuple[Any, Any],
    returned_names: Any,
    result: DistanceResult,
    return_names: bool,
    return_data: bool,
) -> Any:
    least = result.min_distance
    if return_names:
        found = (least, returned_names)
        return (*found, DistanceData(names, result)) if return_data else found
    return (least, DistanceData(names, result)) if return_data else least


def mesh_to_BVH(mesh: Mesh) -> BVHModel:
    """The surface of a mesh."""
    model = BVHModel()
    model.beginModel(num_tris_=len(mesh.faces), num_vertices_=len(mesh.vertices))
    model.addSubModel(verts=mesh.vertices, triangles=mesh.faces)
    model.endModel()
    return model


def mesh_to_convex(mesh: Mesh) -> Convex:
    """A convex mesh as a solid."""
    faces = whole("faces", mesh.faces)
    counted = np.column_stack((np.full(len(faces), 3), faces))
    return Convex(mesh.vertices, len(faces), counted.ravel())


def scene_to_collision(scene: Any) -> tuple[CollisionManager, dict[Any, CollisionObject]]:
    """A manager of all the nodes of a `trimesh.Scene`, and its objects by the nodes' names."""
    manager = CollisionManager()
    objects = {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        objects[node] = manager.add_object(node, scene.geometry[geometry], transform)
    return manager, objects


def use() -> None:
    """Makes trimesh collide with clearance: `import clearance.trimesh; clearance.trimesh.use()`.

    Replaces the contents of `trimesh.collision`, and from then on `import fcl` gives
    `clearance.fcl`.
    """
    collision: Any = importlib.import_module("trimesh.collision")
    sys.modules["fcl"] = collision.fcl = clearance.fcl
    here = sys.modules[__name__]
    for name in __all__:
        if name != "use":
            setattr(collision, name, getattr(here, name))
