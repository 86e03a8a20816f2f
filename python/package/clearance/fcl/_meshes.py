"""Geometries given by their triangles."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

import clearance
from clearance import _bodies
from clearance._arguments import doubles, whole
from clearance._clearance import convexity
from clearance.fcl._data import NODE_TYPE, OBJECT_TYPE
from clearance.fcl._geometry import CollisionGeometry
from clearance.fcl._transform import numbers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    from clearance._bodies import Body, Floats

# How deep the faces of a `Convex` may bend inwards, relative to its size: meshes that programs
# treat as convex have been rounded to float32 more than once.
FLAT = 1e-5


class Convex(CollisionGeometry):
    """A convex polytope: vertices (n, 3), and faces in one flat list, each as the number of its
    corners and then their indices.

    The shape is the hull of the faces' vertices. Warns of faces that bend inwards by more than 1e-5
    of the size.
    """

    _node = NODE_TYPE.GEOM_CONVEX

    def __init__(self, vertices: ArrayLike, num_faces: int, faces: ArrayLike) -> None:
        super().__init__()
        points = doubles("vertices", vertices)
        if points.ndim != 2 or points.shape[1] != 3 or len(points) == 0:
            raise ValueError(f"vertices must have shape (n, 3), has {points.shape}")
        triangles = _triangulated(num_faces, whole("faces", faces).ravel(), len(points))
        self._num_faces = int(num_faces)
        used = points[np.unique(triangles)]
        _, dent, where, _ = convexity(points, triangles)
        if dent > FLAT * float(np.ptp(used, axis=0).max()):
            warnings.warn(
                f"Convex: the faces are not convex: {dent:.3g} deep at {list(where)} the surface "
                "bends inwards; its hull is taken (a BVHModel keeps the surface as it is)",
                RuntimeWarning,
                stacklevel=2,
            )
        self._points = used
        self._body()

    def _make(self) -> Body:
        return _bodies.convex(clearance.hull(self._points))

    @property
    def num_faces(self) -> int:
        return self._num_faces

    def __repr__(self) -> str:
        return f"<Convex num_faces={self._num_faces}>"


def _triangulated(num_faces: int, flat: NDArray[np.intp], vertices: int) -> NDArray[np.intp]:
    """Fans of triangles over the faces of a flat list."""
    if len(flat) == 4 * num_faces and (flat[::4] == 3).all():
        triangles = flat.reshape(-1, 4)[:, 1:]
    else:
        fans: list[tuple[int, int, int]] = []
        at = 0
        for face in range(num_faces):
            count = int(flat[at]) if at < len(flat) else 0
            corners = flat[at + 1 : at + 1 + count].tolist()
            if count < 3 or len(corners) < count:
                raise ValueError(f"faces: face {face} has {len(corners)} of {count} corners")
            fans += [(corners[0], *corners[i : i + 2]) for i in range(1, count - 1)]
            at += 1 + count
        if at != len(flat):
            raise ValueError(
                f"faces: {len(flat) - at} numbers follow the last of {num_faces} faces"
            )
        triangles = np.array(fans, dtype=np.intp).reshape(-1, 3)
    if len(triangles) == 0:
        raise ValueError("faces: there are none")
    if triangles.min() < 0 or triangles.max() >= vertices:
        raise ValueError(f"faces: a face names a vertex that is not there; there are {vertices}")
    return triangles


class BVHModel(CollisionGeometry):
    """A surface of triangles, convex or not: `beginModel`, then triangles, then `endModel`."""

    _node = NODE_TYPE.BV_OBBRSS
    _kind = OBJECT_TYPE.OT_BVH
    _EMPTY, _BEGUN, _PROCESSED = range(3)
    _OK, _OUT_OF_SEQUENCE, _NO_TRIANGLES = 0, -2, -3

    def __init__(self) -> None:
        super().__init__()
        self._state = self._EMPTY
        self._vertices: list[Floats] = []
        self._faces: list[NDArray[np.intp]] = []

    def num_tries_(self) -> int:
        return sum(map(len, self._faces))

    def buildState(self) -> int:
        return self._state

    def beginModel(self, num_tris_: int = 0, num_vertices_: int = 0) -> int:
        """Begins a model. A second call is an error, which empties the model."""
        begun_before = self._state != self._EMPTY
        self._vertices, self._faces = [], []
        self._state = self._EMPTY if begun_before else self._BEGUN
        self._change()
        return self._OUT_OF_SEQUENCE if begun_before else self._OK

    def endModel(self) -> int:
        if self._state != self._BEGUN:
            return self._OUT_OF_SEQUENCE
        if not self._vertices:
            return self._NO_TRIANGLES
        self._state = self._PROCESSED
        return self._OK

    def addVertex(self, x: float, y: float, z: float) -> bool:
        return self._add(doubles("vertex", [[x, y, z]]), np.empty((0, 3), dtype=np.intp))

    def addTriangle(self, v1: ArrayLike, v2: ArrayLike, v3: ArrayLike) -> bool:
        corners = [numbers(f"v{i}", v, (3,)) for i, v in enumerate((v1, v2, v3), start=1)]
        return self._add(np.array(corners), np.array([[0, 1, 2]], dtype=np.intp))

    def addSubModel(self, verts: ArrayLike, triangles: ArrayLike) -> bool:
        vertices = doubles("verts", verts).copy()
        faces = whole("triangles", triangles)
        if vertices.ndim != 2 or vertices.shape[1] != 3:
            raise ValueError(f"verts must have shape (n, 3), has {vertices.shape}")
        if faces.ndim != 2 or faces.shape[1] != 3:
            raise ValueError(f"triangles must have shape (n, 3), has {faces.shape}")
        if len(faces) and (faces.min() < 0 or faces.max() >= len(vertices)):
            raise ValueError(
                f"triangles: one names a vertex that is not there; there are {len(vertices)}"
            )
        return self._add(vertices, faces)

    def _add(self, vertices: Floats, faces: NDArray[np.intp]) -> bool:
        if self._state != self._BEGUN:
            raise ValueError("a model takes triangles between beginModel and endModel alone")
        if not np.isfinite(vertices).all():
            raise ValueError("a vertex has a coordinate that is NaN or infinite")
        self._faces.append(faces + sum(map(len, self._vertices)))
        self._vertices.append(vertices)
        return True

    def _make(self) -> Body:
        if self._state != self._PROCESSED or self.num_tries_() == 0:
            raise ValueError("the model has no triangles, or endModel was not called")
        return _bodies.surface(np.concatenate(self._vertices), np.concatenate(self._faces))

    def __repr__(self) -> str:
        return f"<BVHModel of {self.num_tries_()} triangles>"


class OcTree(CollisionGeometry):
    """Octomap's trees are not supported: this raises NotImplementedError."""

    def __init__(self, r: float, data: Iterable[int]) -> None:
        raise NotImplementedError(
            "clearance.fcl reads no octomap trees; give the occupied cells as boxes"
        )
