"""What is easier to write in Python: answers of a few numbers, and meshes of other libraries."""

import os
import warnings
from typing import Any, NamedTuple

import numpy as np

from . import _clearance
from ._arguments import doubles, unmasked
from ._lines import in_a_line


class Separation(NamedTuple):
    """How far apart two shapes are along one direction.

    >>> import clearance as cl
    >>> apart = cl.separation(cl.ball(1.0), None, cl.ball(1.0), [3.0, 0.0, 0.0], [1.0, 0.0, 0.0])
    >>> apart.length, apart.gap < 1e-13
    (1.0, True)
    """

    length: Any
    """From A's farthest point to B's nearest along the direction; positive where it is free."""
    gap: Any
    """The exact value differs from `length` by no more than this."""

    def __repr__(self) -> str:
        return in_a_line(self)


class Depth(NamedTuple):
    """How deep two shapes overlap, and the way out.

    >>> import clearance as cl
    >>> out = cl.depth(cl.ball(1.0), None, cl.ball(1.0), [1.5, 0.0, 0.0])
    >>> out.depth, out.normal.tolist()
    (0.5, [1.0, 0.0, 0.0])
    """

    depth: Any
    """Moving B by `depth * normal` just separates the pair. NaN where they are apart."""
    normal: Any
    """The unit vector from A to B."""
    gap: Any
    """The exact value differs from `depth` by no more than this."""

    def __repr__(self) -> str:
        return in_a_line(self)


def separation(
    a: Any,
    pose_a: Any,
    b: Any,
    pose_b: Any,
    direction: Any,
    *,
    threads: int = 1,
    progress: Any = None,
) -> Separation:
    """How far apart two shapes are along one direction.

    >>> import clearance as cl
    >>> cl.separation(cl.ball(1.0), None, cl.ball(2.0), [5.0, 7.0, 0.0], [1.0, 0.0, 0.0]).length
    2.0
    """
    return Separation(
        *_clearance.separation(a, pose_a, b, pose_b, direction, threads=threads, progress=progress)
    )


def depth(
    a: Any, pose_a: Any, b: Any, pose_b: Any, *, threads: int = 1, progress: Any = None
) -> Depth | None:
    """How deep two shapes overlap and the way out, but not where: the fastest depth query.

    `None` if a single pair is apart; NaN in the rows of a batch.

    >>> import clearance as cl
    >>> cube = cl.cuboid([1.0, 1.0, 1.0])
    >>> cl.depth(cube, None, cube, [[1.5, 0.2, 0.1], [2.5, 0.0, 0.0]]).depth
    array([0.5, nan])
    """
    found = _clearance.depth(a, pose_a, b, pose_b, threads=threads, progress=progress)
    return None if found is None else Depth(*found)


def show(a: Any, pose_a: Any, b: Any, pose_b: Any, *, how: str = "auto") -> Any:
    """Shows two shapes, their witness points and the normal between them.

    `how` is one of

    - `"notebook"`: a picture in the cell, which can be dragged to turn it; it needs no network,
    - `"page"`: the page that shows each iteration of the query, by the program `clearance view`,
    - `"browser"`: the notebook's picture, as a file that the browser opens,
    - `"matplotlib"`: a figure, which is returned,
    - `"auto"`: in a notebook `"notebook"`; else the first available of the page, the browser and
      matplotlib.

    >>> import clearance as cl
    >>> figure = cl.show(                                             # doctest: +SKIP
    ...     cl.ball(1.0), None, cl.ball(0.5), [3.0, 0.0, 0.0], how="matplotlib")
    """
    return _clearance.proximity(a, pose_a, b, pose_b).show(how)


def arrays_of(mesh: Any, faces: Any = None) -> tuple[np.ndarray, np.ndarray]:
    """Vertices (n, 3) and triangles (m, 3) of a mesh by duck typing: trimesh.Trimesh, Open3D's
    TriangleMesh (legacy and tensor), PyVista's PolyData, or plain arrays; or of a mesh file."""
    if isinstance(mesh, (str, os.PathLike)) and faces is None:
        return _of_file(mesh)
    if faces is not None:
        return _vertices(mesh), _triangles(faces)
    if hasattr(mesh, "vertices") and hasattr(mesh, "faces"):
        return _vertices(mesh.vertices), _triangles(mesh.faces)
    if hasattr(mesh, "vertices") and hasattr(mesh, "triangles"):
        return _vertices(mesh.vertices), _triangles(mesh.triangles)
    if hasattr(mesh, "vertex") and hasattr(mesh, "triangle"):
        return _vertices(mesh.vertex["positions"].numpy()), _triangles(
            mesh.triangle["indices"].numpy()
        )
    if hasattr(mesh, "points") and hasattr(mesh, "faces"):
        return _vertices(mesh.points), _fans(mesh.faces)
    if isinstance(mesh, (tuple, list)) and len(mesh) == 2:
        return _vertices(mesh[0]), _triangles(mesh[1])
    raise TypeError(
        f"mesh: {type(mesh).__name__} has no vertices and faces; pass (vertices, faces), "
        "points to clearance.hull, or the path of a mesh file"
    )


def _of_file(path: Any) -> tuple[np.ndarray, np.ndarray]:
    """The mesh of a file; what is worth knowing about it is a warning."""
    limits = (False, False, 1 << 30, 4_000_000)
    text = os.fsdecode(path)
    vertices, triangles, notes = _clearance._mesh_file(text, limits)
    for note in notes:
        warnings.warn(f"{text}: {note}", stacklevel=4)
    return vertices, triangles


def _vertices(vertices: Any) -> np.ndarray:
    array = doubles("vertices", vertices)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"vertices: must be (n, 3), has shape {array.shape}")
    return array


def _triangles(faces: Any) -> np.ndarray:
    unmasked("faces", faces)
    array = np.asarray(faces)
    if array.ndim != 2 or array.shape[1] not in (3, 4) or array.dtype.kind not in "iu":
        raise ValueError(
            f"faces: must be integers (m, 3) or quads (m, 4), has shape {array.shape} "
            f"of {array.dtype}"
        )
    if array.shape[1] == 4:
        array = np.concatenate([array[:, [0, 1, 2]], array[:, [0, 2, 3]]])
    return array


def _fans(faces: Any) -> np.ndarray:
    """Triangles of polygons written as `n i j k ...` one after another."""
    unmasked("faces", faces)
    flat = np.asarray(faces)
    if flat.ndim == 2 or flat.dtype.kind not in "iu":
        return _triangles(flat)
    triangles: list[list[int]] = []
    place = 0
    while place < len(flat):
        count = int(flat[place])
        corners = flat[place + 1 : place + 1 + count]
        if count < 3 or len(corners) < count:
            raise ValueError(
                f"faces[{place}]: a polygon of {count} corners, of which {len(corners)} are there"
            )
        triangles += [
            [int(corners[0]), int(corners[i]), int(corners[i + 1])] for i in range(1, count - 1)
        ]
        place += count + 1
    return np.asarray(triangles, dtype=np.int64).reshape(-1, 3)


def mesh(
    mesh: Any, faces: Any = None, *, hull: bool = False, dtype: Any = np.float64
) -> _clearance.Shape:
    """A convex mesh as a shape: a `trimesh.Trimesh`, Open3D or PyVista mesh, `(vertices, faces)`,
    vertices and faces, or the path of a mesh file (STL, OBJ, PLY, OFF, glTF, COLLADA), all its
    objects joined, or `"part.obj#lid"`, one of them. A warning says what its reader notes.

    A mesh that is not convex is refused, since its hull fills its dents: pass `hull=True` to use
    the hull; if the hulls are apart, so are the meshes. Costs O(n log n).

    >>> import clearance as cl
    >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    >>> cl.mesh(corners, [[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]])
    <hull of 4 corners and 4 faces>
    >>> cl.mesh("../assets/building/wall-parts.obj#part_1")
    <hull of 8 corners and 6 faces>
    """
    vertices, triangles = arrays_of(mesh, faces)
    beyond = (triangles < 0) | (triangles >= len(vertices))
    if beyond.any():
        place = int(np.flatnonzero(beyond.any(axis=1))[0])
        raise ValueError(
            f"mesh: triangle {place} names a vertex that is not there; there are {len(vertices)}"
        )
    if not hull:
        is_convex, dent, at, _ = _clearance.convexity(vertices, triangles)
        if not is_convex:
            where = (
                f"its deepest dent of {dent:.6g} below the hull's nearest face is at "
                f"{[round(x, 6) for x in at]}"
            )
            raise ValueError(
                f"mesh: is not convex, {where if dent else 'a part of its hull is open'}; "
                "pass hull=True to take its convex hull, or split it into convex parts"
            )
    return _clearance.hull(vertices[np.unique(triangles)], dtype=dtype)
