"""Scenes: many objects that move, and which of them are near."""

from __future__ import annotations

import math
import operator
import os
import warnings
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from . import _clearance, _scene_many
from ._arguments import doubles, number, paired, unmasked
from ._front import arrays_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

# Default limits of files.
MOST_BYTES, MOST_TRIANGLES = 1 << 30, 4_000_000

_PAIR: list[Any] = [
    ("a", "i8"),
    ("b", "i8"),
    ("status", "i1"),
    ("distance", "f8"),
    ("gap", "f8"),
    ("normal", "f8", 3),
    ("point_a", "f8", 3),
    ("point_b", "f8", 3),
    ("part_a", "u4"),
    ("part_b", "u4"),
    ("is_lower_bound", "?"),
    ("inside", "i1"),
]

_CONTAINED: list[Any] = [
    ("inside", "i1"),
    ("room", "f8"),
    ("gap", "f8"),
    ("part", "u4"),
    ("point", "f8", 3),
]


class Scene:
    """Many objects in poses that change: which are near, which meet, where.

    An object has a name, a body (convex shapes that move together, or triangles), a pose, and
    optionally a group and a padding, by which it counts as larger on every side. Bodies are built
    once; changing poses costs nothing. Lengths are in the caller's unit, all in float64. Several
    threads may use a scene; a query sees the objects as they were when it began.

    The answers are structured arrays, one row for each pair:

    - `a`, `b`: indices of objects; against another scene, `b` is an index into that.
    - `status`: the values of `Status`; `INTERSECTING` for an object inside another.
    - `distance`: minus the depth where they overlap or one is inside the other; `gap`: the exact
      value differs by no more.
    - `normal`, of unit length, from A to B; `point_a`, `point_b`: (3,), in the world.
    - `part_a`, `part_b`: which part or triangle.
    - `is_lower_bound`: whether the depth is only a lower bound: between bodies of several parts or
      of triangles.
    - `inside`: the values of `Inside`: whether one is inside the other's closed surface.

    >>> import clearance as cl
    >>> scene = cl.Scene()
    >>> for i in range(3):
    ...     scene.add(f"ball {i}", cl.ball(0.5), [1.25 * i, 0.0, 0.0])
    >>> near = scene.pairs_within(0.5)
    >>> near["a"], near["b"], near["distance"]
    (array([0, 1]), array([1, 2]), array([0.25, 0.25]))
    >>> scene.move("ball 2", [0.5, 0.0, 0.0])
    >>> nearest = scene.nearest()
    >>> scene.names[nearest["a"]], scene.names[nearest["b"]], nearest["distance"].item()
    ('ball 0', 'ball 2', -0.5)
    """

    def __init__(self) -> None:
        self._scene = _clearance._Scene()

    @staticmethod
    def from_file(path: str | os.PathLike[str], **how: Any) -> Scene:
        """The objects of a mesh file (STL, OBJ, PLY, OFF, glTF, COLLADA), with their names. Other
        arguments are those of `add_file`.

        >>> import clearance as cl
        >>> cl.Scene.from_file("../assets/panda/hand.stl", by="hull").names
        ['hand']
        """
        scene = Scene()
        scene.add_file(path, **how)
        return scene

    @staticmethod
    def from_files(paths: Iterable[str | os.PathLike[str]], **how: Any) -> Scene:
        """The objects of several mesh files. Names are prefixed by `stem/` if the file names its
        objects; otherwise the stem is the name. Other arguments are those of `add_file`.

        >>> import clearance as cl
        >>> parts = cl.Scene.from_files(
        ...     ["../assets/panda/hand.stl", "../assets/panda/link5.stl"], by="hull")
        >>> parts
        <Scene of 2 objects>
        >>> parts.move("link5", [0.0, 0.0, 0.75])
        >>> len(parts.pairs_within(1.0))
        1
        """
        if isinstance(paths, (str, bytes, os.PathLike)):
            raise TypeError("paths: is one path; use Scene.from_file, or a list of paths")
        scene = Scene()
        for path in paths:
            stem = _stem(path)
            scene._add_file(path, f"{stem}/", stem, **how)
        return scene

    def add(
        self,
        name: str,
        body: Any,
        pose: Any = None,
        *,
        group: str = "",
        padding: float = 0.0,
        by: Literal["auto", "hull", "triangles"] = "auto",
    ) -> None:
        """Adds an object under a unique name.

        The body is a `Shape` of space in float64; a list of shapes, or of pairs `(shape, pose)`,
        that move together; or a mesh: a `trimesh.Trimesh`, Open3D or PyVista mesh, or `(vertices,
        faces)`. `by` selects what a mesh is replaced by: `"auto"` the hull if it is convex, else
        its triangles; `"hull"` its convex hull, which fills dents; or `"triangles"`.

        Pairs within one group can be skipped; `""` means no group. Costs O(n log n).

        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("floor", cl.half_space([0.0, 1.0, 0.0], 0.0))
        >>> scene.add("dumbbell", [(cl.ball(0.5), [-1.0, 0, 0]), (cl.ball(0.5), [1.0, 0, 0])],
        ...           [0.0, 2.0, 0.0], padding=0.125)
        >>> scene.nearest()["distance"].item()
        1.375
        """
        padding = number("padding", padding)
        if by not in ("auto", "hull", "triangles"):
            raise ValueError(f"by: must be 'hull', 'auto' or 'triangles', is {by!r}")
        parts_at = None
        if isinstance(body, (_clearance.Shape, _clearance.Shapes)):
            shapes: Any = body
        elif isinstance(body, list):
            shapes = body
            if body and all(isinstance(part, tuple) and len(part) == 2 for part in body):
                shapes, parts_at = [part[0] for part in body], [part[1] for part in body]
        else:
            if isinstance(body, tuple) and any(isinstance(one, _clearance.Shape) for one in body):
                raise TypeError(
                    "body: is a tuple with a shape; shapes, or pairs (shape, pose), go in a list"
                )
            vertices, faces = arrays_of(body, None)
            self._scene.add_mesh(name, vertices, faces, by, pose, group, padding)
            return
        self._scene.add_parts(name, shapes, parts_at, pose, group, padding)

    def add_file(
        self,
        path: str | os.PathLike[str],
        pose: Any = None,
        *,
        prefix: str = "",
        group: str = "",
        padding: float = 0.0,
        by: Literal["auto", "hull", "triangles"] = "auto",
        outside: bool = False,
        z_up: bool = False,
        unit: str | float | None = None,
        max_file_bytes: int = MOST_BYTES,
        max_triangles: int = MOST_TRIANGLES,
    ) -> list[str]:
        """Adds the objects of a mesh file, all in one pose; returns their names.

        Each has its name in the file, after the prefix, or the file's stem if it has none.
        `unit` is that of all lengths, of the pose and the padding too: `"m"`, `"cm"`, `"mm"`,
        `"in"`, `"ft"`, or so many metres. COLLADA and glTF name theirs and are converted to it;
        other files are taken to be in it, their coordinates as they stand. Without it, the first
        are in metres. `by` is as in `add`; `outside` lets a glTF refer to buffers outside its
        folder; `z_up` turns a COLLADA so that z is up; `max_file_bytes` limits the file, and
        `max_triangles` the instances of meshes. Raises `ValueError`, which names the file, the line
        or the object.

        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add_file("../assets/panda/hand.stl", prefix="left ", by="hull")
        ['left hand']
        >>> scene.add_file("../assets/panda/hand.stl", [0, 0.5, 0], prefix="right ", by="hull")
        ['right hand']
        """
        return self._add_file(
            *(path, prefix, prefix + _stem(path), pose, group, padding, by),
            *(outside, z_up, unit, max_file_bytes, max_triangles),
        )

    def _add_file(
        self,
        path: str | os.PathLike[str],
        prefix: str,
        unnamed: str,
        pose: Any = None,
        group: str = "",
        padding: float = 0.0,
        by: str = "auto",
        outside: bool = False,
        z_up: bool = False,
        unit: str | float | None = None,
        max_file_bytes: int = MOST_BYTES,
        max_triangles: int = MOST_TRIANGLES,
    ) -> list[str]:
        path, padding = readable(path), number("padding", padding)
        limits = limits_of(outside, z_up, max_file_bytes, max_triangles)
        unit = unit if unit is None or isinstance(unit, str) else number("unit", unit)
        return self._scene.add_file(path, by, prefix, unnamed, pose, group, padding, limits, unit)

    def add_points(
        self,
        name: str,
        points: Any,
        radius: float,
        pose: Any = None,
        *,
        group: str = "",
        padding: float = 0.0,
        max_file_bytes: int = MOST_BYTES,
    ) -> int:
        """Adds a point cloud as one object, every point a ball of a radius; returns how many points
        of a file were left out.

        The points are an array (n, 3), whose numbers must be finite, or a file: `.xyz`, text of
        three numbers a line; `.pcd`; or a `.ply` without faces. Of a file, points with a coordinate
        that is NaN or infinite are left out, as sensors write so what they did not see; what else
        is worth knowing about it is a warning. Costs O(n log n), and some 400 bytes a point.

        >>> import clearance as cl, numpy as np
        >>> scene = cl.Scene()
        >>> scene.add("ball", cl.ball(1.0))
        >>> scene.add_points("scan", np.array([[0.0, 0.0, 2.0], [0.0, 5.0, 0.0]]), 0.25)
        0
        >>> scene.nearest()["distance"].item()
        0.75
        """
        padding, radius = number("padding", padding), number("radius", radius)
        if not (radius > 0 and math.isfinite(radius)):
            raise ValueError(f"radius: must be a length, more than 0 and finite, is {radius}")
        left_out = 0
        if isinstance(points, (str, os.PathLike)):
            path, limits = readable(points), limits_of(False, False, max_file_bytes, MOST_TRIANGLES)
            given, left_out, notes = _clearance._cloud_file(path, limits)
            for note in notes:
                warnings.warn(f"{path}: {note}", stacklevel=2)
        else:
            given = np.ascontiguousarray(doubles("points", points))
            if given.ndim != 2 or given.shape[1] != 3 or not len(given):
                raise ValueError(f"points: must be (n, 3), at least one, has shape {given.shape}")
            broken = np.flatnonzero(~np.isfinite(given).all(axis=1))
            if broken.size:
                raise ValueError(f"points[{broken[0]}]: has a coordinate that is NaN or infinite")
        self._scene.add_points(name, given, radius, pose, group, padding)
        return left_out

    def remove(self, name: str) -> None:
        """Removes an object; the indices of those after it decrease by one.

        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("ball", cl.ball(1.0))
        >>> scene.remove("ball")
        >>> len(scene)
        0
        """
        self._scene.remove(name)

    def move(self, which: Any, poses: Any) -> None:
        """Sets new poses: of one object by its name or index, with one pose; or of many, by a list
        of names or indices (for a mask, `numpy.flatnonzero(mask)`), with as many poses (n, 3),
        (n, 4, 4) or a `Pose` of them, or one for all.

        All are set, or none if a pose is invalid.

        >>> import clearance as cl, numpy as np
        >>> scene = cl.Scene()
        >>> scene.add("a", cl.ball(1.0))
        >>> scene.add("b", cl.ball(1.0))
        >>> scene.move(["a", "b"], np.array([[0.0, 0.0, 0.0], [0.0, 2.5, 0.0]]))
        >>> scene.pairs_within(1.0)["distance"]
        array([0.5])
        """
        unmasked("which", which)
        many = not isinstance(which, str) and np.ndim(which) == 1
        places = [self.index(one) for one in (which if many else [which])]
        self._scene.place(places, poses)

    @property
    def poses(self) -> NDArray[np.float64]:
        """The poses of all objects, as rigid matrices (n, 4, 4). May be assigned in any form that
        `move` takes, all at once: the returned array is read-only, a copy of it is not.

        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("ball", cl.ball(1.0))
        >>> poses = scene.poses.copy()
        >>> poses[0, :3, 3] = 1.0, 2.0, 3.0
        >>> scene.poses = poses
        """
        placed: NDArray[np.float64] = self._scene.poses
        return placed

    @poses.setter
    def poses(self, poses: Any) -> None:
        self._scene.place(None, poses)

    @property
    def names(self) -> list[str]:
        """The names of all objects, in the order of their indices."""
        return self._scene.names

    @property
    def groups(self) -> list[str]:
        """The groups of all objects; `""` means no group."""
        return self._scene.groups

    @property
    def paddings(self) -> list[float]:
        """The paddings of all objects, lengths."""
        return self._scene.paddings

    @property
    def counts(self) -> list[tuple[int, int]]:
        """How many convex parts and how many triangles each object has; one of the two is 0."""
        return self._scene.counts

    def index(self, name: str | int) -> int:
        """The index of an object.

        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("ball", cl.ball(1.0))
        >>> scene.index("ball")
        0
        """
        if isinstance(name, str):
            return self._scene.index(name)
        if isinstance(name, (bool, np.bool_)):
            raise TypeError("index: is a bool; of a mask, numpy.flatnonzero(mask) are the places")
        try:
            place, count = operator.index(name), len(self)
        except TypeError:
            found = type(name).__name__
            raise TypeError(f"index: must be a name or a place, is {found}") from None
        if not -count <= place < count:
            raise IndexError(f"object {place} is not there; there are {count}")
        return place % count

    def pairs_within(
        self,
        distance: float,
        other: Scene | None = None,
        *,
        allow: Iterable[tuple[str, str]] = (),
        ignore_same_group: bool = False,
        threads: int = 1,
        progress: Any = None,
    ) -> NDArray[np.void]:
        """All pairs of objects that are not farther apart than a distance, or one inside the other:
        a structured array, whose fields `Scene` lists, ordered by `a`, then `b`.

        With another scene, each object of this one against each of that. `allow` skips pairs of
        names, in either order (KeyError for one that no object has), `ignore_same_group` pairs
        within one group. `progress` counts pairs whose boxes are that near; only these are checked.
        Memory is by the answer, which is held whole: of objects in one place, by the square.

        >>> import clearance as cl
        >>> room, robot = cl.Scene(), cl.Scene()
        >>> room.add("wall", cl.cuboid([0.125, 2.0, 2.0]))
        >>> robot.add("arm", cl.capsule(0.5, 0.125), [0.5, 0.0, 0.0])
        >>> room.pairs_within(0.5, robot)[["a", "b", "distance"]].tolist()
        [(0, 0, 0.25)]
        >>> len(room.pairs_within(0.5, robot, allow=[("arm", "wall")]))
        0
        """
        within = number("distance", distance)
        if not within >= 0:
            raise ValueError(f"distance: must be a length, at least 0, is {within}")
        columns, _ = self._scene.pairs_within(
            *(within, self._of(other), paired("allow", allow), ignore_same_group),
            *(None, threads, progress),
        )
        return _table(columns)

    def _clashes(
        self, within: float, other: Scene | None, threads: int
    ) -> tuple[NDArray[np.void], tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]:
        """The pairs of `pairs_within`, and their classes, worst first as `classify` of the library
        has them: clash, duplicate, contains, undecided, touch, near; an upper bound of the depth;
        and the thickness of the overlap.
        """
        columns, clashes = self._scene.pairs_within(
            within, self._of(other), [], False, 0.0, threads, None
        )
        assert clashes is not None
        return _table(columns), clashes

    def nearest(
        self,
        other: Scene | None = None,
        *,
        allow: Iterable[tuple[str, str]] = (),
        ignore_same_group: bool = False,
    ) -> np.void | None:
        """The pair with the least signed distance: the deepest overlap, else the least distance;
        one row of `pairs_within`. `None` if there is no pair.

        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.nearest() is None
        True
        """
        skipped = paired("allow", allow)
        table = _table(self._scene.nearest(self._of(other), skipped, ignore_same_group))
        if len(table) == 0:
            return None
        row: np.void = table[0]
        return row

    def contained(self, container: _clearance.Shape, pose: Any = None) -> NDArray[np.void]:
        """Whether all of each object, padding included, is in a convex container: a structured
        array, one row for each object, in order.

        - `inside`: 1 where no point of it is outside, proved; walls may be touched. 0 where one is,
          proved. 2 where it is undecided: round parts, padding and turned compounds at a wall.
        - `room`: how far it is from the nearest wall; negative: minus the distance of its farthest
          point from the container. The exact value is within `gap`.
        - `part`, `point`: the part or triangle that comes nearest to a wall or sticks out farthest,
          and its corner that does, in the world; NaN where it is round.

        The container is a `Shape` of space in float64; of a mesh file, `clearance.mesh(path)`,
        which fills dents.

        >>> import clearance as cl
        >>> parts = cl.Scene()
        >>> parts.add("stands", cl.cuboid([1.0, 1.0, 1.0]), [0.0, 0.0, -3.0])
        >>> parts.add("sticks out", cl.cuboid([1.0, 1.0, 1.0]), [3.5, 0.0, 0.0])
        >>> found = parts.contained(cl.cuboid([4.0, 4.0, 4.0]))
        >>> found["inside"].tolist(), found["room"].round(9).tolist()
        ([1, 0], [0.0, -0.5])
        """
        if not isinstance(container, _clearance.Shape):
            raise TypeError(f"container: must be a Shape, is {type(container).__name__}")
        columns = self._scene.contained(container, pose)
        table = np.empty(len(columns[0]), dtype=_CONTAINED)
        for (name, *_), column in zip(_CONTAINED, columns, strict=True):
            table[name] = column
        return table

    def rays(
        self,
        origins: Any,
        directions: Any,
        *,
        max_time: Any = math.inf,
        hollow: bool = False,
        faces: Literal["both", "outer", "inner"] = "both",
        first: bool = True,
        threads: int = 1,
        progress: Any = None,
    ) -> NDArray[np.void]:
        """Where rays first meet the objects: what a lidar sees, what is under a pointer.

        A ray is the set of points `origin + t * direction` for `t` from 0 to `max_time`; origins
        and directions are (..., 3), `max_time` is (...), and all are broadcast. A structured array
        of that shape, with the fields `ray` (its place), `status` (the values of `Outcome`),
        `object` and `part` (which, or -1 for a miss), `time_low` and `time_high` (the ray is free
        of all objects before, and has met one by then), `point`, `normal` (against the ray),
        `is_inner` (whether it meets the inner side of a triangle, or leaves a part). With
        `first=False` a flat table with a row for each triangle and part that is met, by ray and
        time; a ray through the edge of two triangles meets both.

        The answers are proved, edges and corners included: no ray slips between two triangles.
        Triangles are surfaces, of which `faces` selects a side; convex parts are solid, and hit at
        time 0 by a ray that begins within, or where it leaves if `hollow`.

        >>> import clearance as cl, numpy as np
        >>> scene = cl.Scene()
        >>> corners = [[0, 0, 0], [4, 0, 0], [0, 4, 0], [4, 4, 1]]
        >>> scene.add("roof", (corners, [[0, 1, 2], [1, 3, 2]]))
        >>> scene.add("ball", cl.ball(0.5), [1.0, 1.0, 3.0])
        >>> eyes = np.array([[1.0, 1.0, 5.0], [3.0, 0.5, 5.0], [9.0, 0.0, 5.0]])
        >>> seen = scene.rays(eyes, [0.0, 0.0, -1.0])
        >>> seen["object"], seen["time_low"].round(9)
        (array([ 1,  0, -1]), array([1.5, 5. , nan]))
        """
        return _scene_many.rays(
            self._scene,
            origins,
            directions,
            max_time,
            hollow,
            faces,
            first,
            threads,
            progress,
        )

    def signed_distance(
        self, points: Any, *, threads: int = 1, progress: Any = None
    ) -> NDArray[np.void]:
        """How far points (..., 3) are from the nearest object: negative inside, of the object in
        which they are deepest.

        A structured array (...), with the fields `object` and `part`, `distance` (signed) and `gap`
        (the exact value differs by no more), `side` (0 proved outside, 1 proved inside or on the
        surface, 2 hidden by rounding, 3 unknown: the surface is not closed, and the distance has no
        sign), `point` (the nearest of the surface), `normal` (from there outward) and
        `is_lower_bound` (it is inside several convex parts, and may be deeper).

        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("floor", cl.half_space([0.0, 0.0, 1.0], 0.0))
        >>> scene.add("ball", cl.ball(1.0), [0.0, 0.0, 3.0])
        >>> found = scene.signed_distance([[0.0, 0.0, 3.25], [5.0, 0.0, 2.0]])
        >>> found["object"], found["distance"], found["side"]
        (array([1, 0]), array([-0.75,  2.  ]), array([1, 0], dtype=int8))
        """
        return _scene_many.signed_distance(self._scene, points, threads, progress)

    def cast(
        self,
        moving: Any,
        velocity: Any = (0.0, 0.0, 0.0),
        pose: Any = None,
        *,
        turning: Any = None,
        end: Any = None,
        max_time: Any = 1.0,
        target_distance: Any = 0.0,
        at_start: Literal["report", "ignore_separating", "ignore"] = "report",
        allow: Iterable[tuple[str, str]] = (),
        ignore_same_group: bool = False,
        first: bool = True,
        by: Literal["auto", "hull", "triangles"] = "auto",
    ) -> NDArray[np.void] | None:
        """When a body that moves first meets an object, which rest: dents, holes and thin walls as
        they are, at any speed.

        `moving` is a body as in `add`, with `by` for a mesh and in a pose; or another scene, whose
        objects all move with the velocity. The first contact is an array of one row, with the
        fields `a` (of this scene), `b` (of what moves), `status` (the values of `Outcome`),
        `time_low` and `time_high` (there is no contact before, and one by then), `normal`,
        `point_a`, `point_b`, `part_a`, `part_b`; `None` is proved: they do not meet. With
        `first=False`, the rows of all pairs of objects that meet, sooner ones first.

        What moves may turn too: `turning` is its angular velocity, in radians per unit time along
        the axis, of each object about its own origin. Or a body moves to the pose `end` at time 1,
        the short way around, and objects of a scene to where they stand in the scene `end`, a copy
        that was moved; then there is no velocity.

        Other arguments are those of `cast` and `pairs_within`; what touches at the start is
        reported or ignored for each pair of parts or triangles. Objects of triangles are surfaces:
        what is inside one meets it from inside.

        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("wall", ([[0, -1, -1], [0, 1, -1], [0, 0, 1]], [[0, 1, 2]]))
        >>> hit = scene.cast(cl.ball(0.0005), [1000.0, 0.0, 0.0], [-500.0, 0.0, 0.0])
        >>> hit["time_low"].round(9).item(), scene.names[hit["a"].item()]
        (0.4999995, 'wall')
        >>> bar = cl.cuboid([2.0, 0.125, 0.125])
        >>> swung = scene.cast(bar, pose=[0.0, 1.5, 0.0], turning=[0.0, 0.0, 1.0], max_time=9.0)
        >>> swung["status"].item()
        1
        """
        if end is not None and (turning is not None or np.any(np.asarray(velocity))):
            raise TypeError("end: says the whole motion; leave velocity and turning out")
        if isinstance(moving, Scene):
            if moving is self:
                raise ValueError("moving: is this scene")
            if pose is not None:
                raise TypeError("pose: is for a body; objects of a scene have their own")
            other = moving
        else:
            other = Scene()
            other.add("moving", moving, pose, by=by)
        ended = None
        if isinstance(end, Scene) != (other is moving) and end is not None:
            raise TypeError("end: is a pose for a body, and a scene for the objects of one")
        if isinstance(end, Scene):
            ended = end._scene
        elif end is not None:
            there = other.__copy__()
            there.move(0, end)
            ended = there._scene
        table = _scene_many.cast(
            *(self._scene, other._scene, velocity, turning, ended, max_time),
            *(target_distance, at_start, allow, ignore_same_group, first),
        )
        return None if first and len(table) == 0 else table

    def contacts(
        self,
        other: Scene | None = None,
        *,
        max_distance: Any = 0.0,
        allow: Iterable[tuple[str, str]] = (),
        ignore_same_group: bool = False,
        all_points: bool = False,
    ) -> NDArray[np.void]:
        """Where objects touch, dents and holes as they are: the points, a row each, of every patch
        in which two of them do.

        A structured array with the fields `contact` (the number of the patch: points that share a
        normal and a plane), `a`, `b` (objects, as in `pairs_within`), `depth` (along the normal,
        negative in front) and `gap` (how far it may be off), `normal` (from A to B), `point_a`,
        `point_b`, `part_a`, `part_b`, `key` (the features of these that meet) and `is_true`.
        Contact points lie up to `max_distance` in front of one another. Of a patch there are at
        most four, or with `all_points` all corners.

        At inner edges normals are those of the whole surface: over triangles of one plane that
        plane's, at a convex edge between those of both faces, in a valley each face has contacts of
        its own. Where two objects meet at no point with such a normal, the deepest pair of parts or
        triangles stands for all, and `is_true` is false.

        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> corners = [[-9, -9, 0], [9, -9, 0], [9, 9, 0], [-9, 9, 0]]
        >>> scene.add("floor", (corners, [[0, 1, 2], [0, 2, 3]]))
        >>> scene.add("crate", cl.cuboid([0.5, 0.5, 0.5]), [1.0, 1.0, 0.4375])
        >>> touch = scene.contacts()
        >>> touch["normal"].tolist() == [[0.0, 0.0, 1.0]] * 4, touch["depth"]
        (True, array([0.0625, 0.0625, 0.0625, 0.0625]))
        """
        return _scene_many.contacts(
            *(self._scene, self._of(other), max_distance, allow, ignore_same_group, all_points)
        )

    def show(self, *, how: str = "auto") -> Any:
        """Shows the objects, with the nearest pair named and in colours. `how` is one of
        `"notebook"`, `"browser"`, `"matplotlib"`, `"auto"`, as `clearance.show` explains.

        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("ball", cl.ball(0.5))
        >>> scene.add("floor", cl.half_space([0.0, 1.0, 0.0], -2.0))
        >>> figure = scene.show(how="matplotlib")                     # doctest: +SKIP
        """
        return _shown(self, self.nearest(), how)

    def _of(self, other: Scene | None) -> _clearance._Scene | None:
        if other is self:
            raise ValueError("other: is this scene; leave it out")
        if not isinstance(other, (Scene, type(None))):
            raise TypeError(f"other: must be a clearance.Scene, is {type(other).__name__}")
        return None if other is None else other._scene

    def __copy__(self) -> Scene:
        scene = Scene()
        scene._scene = self._scene.copy()
        return scene

    def __deepcopy__(self, memo: object) -> Scene:
        # Bodies never change.
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, self._scene.state()

    def __len__(self) -> int:
        return len(self._scene)

    def __repr__(self) -> str:
        return f"<Scene of {len(self)} objects>"


def _shown(scene: Scene, row: Any, how: str) -> Any:
    # Only who draws needs it.
    from ._show import show_scenery

    return show_scenery(drawn_of(scene, row), how)


def drawn_of(scene: Scene, row: Any) -> Any:
    """What is drawn of a scene, with its nearest pair, if there is one."""
    from ._scene_scenery import Near, scenery_of

    near = None
    if row is not None and np.isfinite([*row["point_a"], *row["point_b"]]).all():
        near = Near(
            (int(row["a"]), int(row["b"])),
            int(row["status"]),
            float(row["distance"]),
            float(row["gap"]),
            np.array(row["normal"]),
            np.array([row["point_a"], row["point_b"]]),
        )
    return scenery_of(scene, near)


def _again(bodies: Any, objects: Any) -> Scene:
    scene = Scene()
    scene._scene = _clearance._scene(bodies, objects)
    return scene


def readable(path: str | os.PathLike[str]) -> str:
    """The path of a file that can be opened; otherwise Python's own `OSError` explains why not."""
    path = os.fsdecode(path)
    with open(path, "rb"):
        return path


def limits_of(outside: bool, z_up: bool, bytes: int, triangles: int) -> tuple[bool, bool, int, int]:
    """The limits for reading files."""
    for name, value in (("max_file_bytes", bytes), ("max_triangles", triangles)):
        if value < 0:
            raise ValueError(f"{name}: must be at least 0, is {value}")
    return outside, z_up, bytes, triangles


def _stem(path: str | os.PathLike[str]) -> str:
    stem = os.path.splitext(os.path.basename(os.fsencode(path)))[0]
    # For a file name that is not UTF-8, the part of it that is.
    return stem.decode("utf-8", "replace")


def _table(columns: Any) -> NDArray[np.void]:
    return _scene_many.tabled(_PAIR, columns)
