"""The types of the compiled half; units and shapes are in the docstrings."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, Literal, Protocol, TypeAlias, final, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray
from typing_extensions import TypeVar

from ._status import Status

__all__ = [
    "ArrowArray",
    "Certificate",
    "Compound",
    "Pose",
    "Proximity",
    "Shape",
    "Shapes",
    "_Column",
    "_Robot",
    "_Scene",
    "__version__",
    "_bcf",
    "_cloud_file",
    "_columns",
    "_is_masked",
    "_mesh_file",
    "_motion_at",
    "_near_boxes",
    "_proximity",
    "_scene",
    "_scene_cast",
    "_scene_contacts",
    "_scene_points",
    "_scene_rays",
    "_scene_turn",
    "_shape",
    "_shapes",
    "ball",
    "bounding_ball",
    "bounding_box",
    "capsule",
    "cast",
    "cast_ray",
    "certificate",
    "cone",
    "contact_manifold",
    "contains",
    "convexity",
    "cuboid",
    "cylinder",
    "depth",
    "distance",
    "ellipsoid",
    "frustum",
    "half_space",
    "hull",
    "intersects",
    "mass_properties",
    "overlap",
    "penetration",
    "point",
    "project_point",
    "proximity",
    "segment",
    "separation",
    "time_of_impact",
    "triangle",
    "verdict",
    "verify",
]

__version__: str

class _Bar(Protocol):
    """A progress bar: tqdm's, or anything with such a method."""

    def update(self, n: int, /) -> object: ...

class _Rigid(Protocol):
    """A `RigidTransform` or `Rotation` of SciPy, one or many."""

    def as_matrix(self) -> Any: ...

# One shape in a pose of plain numbers is one pair, whose numbers are a float, a bool and a Status. Of
# arrays the types do not distinguish one pose from many: theirs are not known here.
_Number: TypeAlias = Any
_Flag: TypeAlias = Any
_State: TypeAlias = Any
_N = TypeVar("_N", default=Any)
_F = TypeVar("_F", default=Any)
_S = TypeVar("_S", default=Any)
_OnePose: TypeAlias = Sequence[float] | None
_PoseLike: TypeAlias = Pose | ArrayLike | _Rigid | Sequence[Pose] | Sequence[_Rigid] | None
_ShapeLike: TypeAlias = Shape | Shapes | Iterable[Shape]
# A scene, links that may touch it or one of its objects, and by what links count as larger there:
# lengths, and factors.
_Around: TypeAlias = tuple[
    "_Scene", list[tuple[str, str | None]], list[tuple[str, float]], list[tuple[str, float]]
]

@final
class Shape:
    """A convex shape in its own frame, of the plane or space, in float32 or float64. Immutable.

    Made by `ball`, `cuboid`, `capsule`, `cylinder`, `cone`, `ellipsoid`, `hull`, `half_space`,
    `point`, `segment`, `triangle`, `frustum` and `mesh`; and from others by `rounded`, `scaled` and
    `swept`. What these were given can be read under the names of their arguments.

    >>> import clearance as cl
    >>> box = cl.cuboid([1.0, 2.0, 3.0])
    >>> box.kind, box.dim, box.dtype, box == cl.cuboid([1, 2, 3])
    ('cuboid', 3, dtype('float64'), True)
    >>> box.half_extents, cl.capsule(1.0, 0.25).radius
    (array([1., 2., 3.]), 0.25)
    """
    @property
    def kind(self) -> str:
        """The kind: "ball", "cuboid", "hull", ..."""
    @property
    def dim(self) -> int:
        """2 in the plane, 3 in space."""
    @property
    def dtype(self) -> np.dtype[Any]:
        """ "float64" or "float32"."""
    @property
    def vertices(self) -> NDArray[Any] | None:
        """The corners, an array (n, dim): for hulls those of the given points that remain, for
        triangles, segments and points their own; None for other shapes.
        """
    @property
    def faces(self) -> list[list[int]] | None:
        """The faces of a hull in space, lists of corners counter-clockwise from outside; None for
        other shapes.
        """
    @property
    def radius(self) -> float:
        """The radius of a ball, capsule, cylinder or cone, or by how much a shape is rounded."""
    @property
    def half_height(self) -> float:
        """Half the height of a capsule's segment, a cylinder or a cone."""
    @property
    def half_extents(self) -> NDArray[Any]:
        """Half the edge lengths of a cuboid, (dim,)."""
    @property
    def radii(self) -> NDArray[Any]:
        """The half axes of an ellipsoid, (dim,)."""
    @property
    def normal(self) -> NDArray[Any]:
        """The normal of a half-space, (dim,), as it was given."""
    @property
    def offset(self) -> float:
        """Where the boundary of a half-space is along its normal."""
    @property
    def position(self) -> NDArray[Any]:
        """Where a point is, (dim,)."""
    @property
    def a(self) -> NDArray[Any]:
        """The first corner of a segment or triangle, (dim,)."""
    @property
    def b(self) -> NDArray[Any]:
        """The second corner of a segment or triangle, (dim,)."""
    @property
    def c(self) -> NDArray[Any]:
        """The third corner of a triangle, (dim,)."""
    @property
    def inner(self) -> Shape:
        """What is rounded, scaled or swept: a `Shape`."""
    @property
    def factors(self) -> NDArray[Any]:
        """The factors by which a shape is scaled along each axis, (dim,)."""
    @property
    def over(self) -> Shape:
        """What a shape is swept over: a `Shape`."""
    def support(self, directions: ArrayLike, *, within: float | None = None) -> NDArray[Any]:
        """For each direction (n, dim), a point of the shape that is farthest along it: an array (n,
        dim). For a frustum without a far plane `within` must be given: the points are then those of
        a bounded part that contains everything within `within` of the local origin. A half-space
        has none: `ValueError`.

        >>> import clearance as cl
        >>> cl.cuboid([1.0, 2.0, 3.0]).support([[1.0, 0.1, -0.1]])
        array([[ 1.,  2., -3.]])
        """
    def rounded(self, radius: float) -> Shape:
        """The shape grown by a ball of this radius.

        >>> import clearance as cl
        >>> cl.cuboid([1.0, 1.0, 1.0]).rounded(0.25)
        <cuboid half_extents=[1.0, 1.0, 1.0] rounded by 0.25>
        """
    def scaled(self, factors: ArrayLike) -> Shape:
        """The shape stretched along its local axes: one factor, or one for each axis. Negative factors
        mirror.

        >>> import clearance as cl
        >>> cl.ball(1.0).scaled([1.0, 2.0, 3.0])
        <ball radius=1.0 scaled by [1.0, 2.0, 3.0]>
        """
    def swept(self, over: Shape) -> Shape:
        """The shape swept over another: their Minkowski sum.

        >>> import clearance as cl
        >>> cl.cuboid([1.0, 1.0, 1.0]).swept(cl.segment([0, 0, 0], [5, 0, 0])).support([[1.0, 0.1, 0.1]])
        array([[6., 1., 1.]])
        """
    def to_json(self) -> str:
        """The shape as JSON, as the command `clearance query` reads it.

        >>> import clearance as cl
        >>> cl.ball(0.5).to_json()
        '{"radius":0.5,"type":"sphere"}'
        """
    @staticmethod
    def from_json(text: str, *, dim: int = 3, dtype: DTypeLike | None = None) -> Shape:
        """The shape that JSON describes.

        >>> import clearance as cl
        >>> cl.Shape.from_json('{"type":"sphere","radius":0.5}')
        <ball radius=0.5>
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Shapes:
    """Many shapes of one space and precision, for batches: an immutable list, and the index of each
    pair's shape in it.

    `Shapes([a, b, c])` is three shapes; `Shapes([a, b, c])[index]` with an integer array has the
    length of the array, and refers to it without copying it.

    >>> import clearance as cl, numpy as np
    >>> shapes = cl.Shapes([cl.ball(0.5), cl.cuboid([1.0, 1.0, 1.0])])
    >>> shapes[np.array([0, 1, 1])]
    <3 shapes of 2, of space, in float64>
    """
    def __new__(cls, shapes: Iterable[Shape]) -> Shapes: ...
    @property
    def dim(self) -> int:
        """2 in the plane, 3 in space."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Any: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Pose:
    """Poses of shapes: one, or an array of them.

    `Pose(translation)`, `Pose.xyzw(translation, quaternion)`, `Pose.wxyz(translation, quaternion)`,
    `Pose.angle(translation, radians)` in the plane, `Pose.matrix(matrix)`. Leading axes are the
    axes of a batch; translation and rotation are broadcast together. The arrays are referenced, not
    copied.

    >>> import clearance as cl
    >>> cl.Pose([1.0, 2.0, 3.0])
    Pose([1.0, 2.0, 3.0])
    """
    def __new__(cls, translation: ArrayLike, quaternion: None = None) -> Pose: ...
    @staticmethod
    def xyzw(translation: ArrayLike, quaternion: ArrayLike) -> Pose:
        """Translations (..., 3) and unit quaternions (..., 4), scalar part last: x, y, z, w.

        >>> import clearance as cl
        >>> cl.Pose.xyzw([1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0])
        Pose.xyzw([1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0])
        """
    @staticmethod
    def wxyz(translation: ArrayLike, quaternion: ArrayLike) -> Pose:
        """Translations (..., 3) and unit quaternions (..., 4), scalar part first: w, x, y, z.

        >>> import clearance as cl
        >>> cl.Pose.wxyz([1.0, 2.0, 3.0], [1.0, 0.0, 0.0, 0.0])
        Pose.wxyz([1.0, 2.0, 3.0], [1.0, 0.0, 0.0, 0.0])
        """
    @staticmethod
    def angle(translation: ArrayLike, radians: ArrayLike) -> Pose:
        """In the plane: translations (..., 2) and angles (...) in radians, counter-clockwise.

        >>> import clearance as cl
        >>> cl.Pose.angle([1.0, 2.0], 0.5)
        Pose.angle([1.0, 2.0], 0.5)
        """
    @staticmethod
    def matrix(matrix: ArrayLike) -> Pose:
        """Rigid matrices (..., 4, 4), in the plane (..., 3, 3), last row 0 ... 0 1.

        >>> import clearance as cl, numpy as np
        >>> cl.intersects(cl.ball(1.0), cl.Pose.matrix(np.eye(4)), cl.ball(1.0), None)
        True
        """
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Proximity(Generic[_N, _F, _S]):
    """Distance or depth of a pair, or of each pair of a batch, and where.

    For one pair the numbers are floats and the vectors arrays (dim,); for a batch of shape (...)
    they are arrays (...) and (..., dim), and it is a sequence of its rows.

    >>> import clearance as cl
    >>> found = cl.proximity(cl.ball(1.0), None, cl.ball(1.0), [[2.5, 0.0, 0.0], [1.0, 0.0, 0.0]])
    >>> found.distance, found.intersects, found.normal.shape
    (array([ 0.5, -1. ]), array([False,  True]), (2, 3))
    >>> len(found), found[1].distance, [row.intersects for row in found]
    (2, -1.0, [False, True])
    """
    def __new__(
        cls,
        distance: NDArray[Any],
        gap: NDArray[Any],
        normal: NDArray[Any],
        point_a: NDArray[Any],
        point_b: NDArray[Any],
        status: NDArray[Any],
    ) -> Proximity: ...
    @property
    def distance(self) -> _N:
        """How far apart, or minus how deep they overlap; NaN where the verb computes neither."""
    @property
    def gap(self) -> _N:
        """The exact value differs from `distance` by no more than this, rounding included."""
    @property
    def normal(self) -> NDArray[Any]:
        """The unit vector from A to B."""
    @property
    def point_a(self) -> NDArray[Any]:
        """The point of A nearest to B, or deepest in it; in the world."""
    @property
    def point_b(self) -> NDArray[Any]:
        """The point of B nearest to A, or deepest in it; in the world."""
    @property
    def status(self) -> _S:
        """A `Status`, or an array of int8 with their values."""
    @property
    def intersects(self) -> _F:
        """Whether they have a point in common; True where undecided. A bool, or an array of bools."""
    @property
    def pair(self) -> tuple[Shape, Pose, Shape, Pose] | None:
        """For one pair, also a row of a batch, `(a, pose_a, b, pose_b)`, as the verbs take them.
        `None` for a batch, for rows of one that was pickled or made from arrays, and where the arrays of
        poses have changed since.
        """
    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Proximity: ...
    def __iter__(self) -> Iterator[Proximity]: ...
    def __bool__(self) -> bool: ...
    def show(self, how: str = "auto") -> Any:
        """Shows the pair and the answer: see `clearance.show` for `how`.

        >>> import clearance as cl
        >>> cl.proximity(cl.ball(1.0), None, cl.ball(1.0), [3.0, 0.0, 0.0]).show()    # doctest: +SKIP
        """
    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Certificate:
    """Evidence for how two shapes stand to each other, with both shapes and poses: `text` is a line of
    JSON, which `clearance verify` checks as well. The claim is proved once `verify` has returned.

    >>> import clearance as cl
    >>> proof = cl.certificate(cl.ball(1.0), None, cl.ball(1.0), [3.0, 0.0, 0.0])
    >>> proof.lower, proof.upper, proof.status
    (1.0, 1.0, <Status.SEPARATED: 0>)
    """
    def __new__(cls, text: str) -> Certificate: ...
    @property
    def text(self) -> str:
        """One line of JSON."""
    @property
    def status(self) -> Status:
        """The claimed relation: a `Status`. A cast has none: `ValueError`."""
    @property
    def lower(self) -> float:
        """The claimed lower bound of the signed distance."""
    @property
    def upper(self) -> float:
        """The claimed upper bound of the signed distance."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class _Column:
    """A column of Arrow, or a child of one: numbers and lists of numbers as arrays that refer to its
    memory.
    """
    @property
    def format(self) -> str:
        """The type's format string in the interface."""
    @property
    def extension(self) -> tuple[str, str]:
        """The name and the parameters of its extension type; without one, two empty texts."""
    @property
    def offset(self) -> int:
        """For lists and structs: how many of a child's items come before the first of this one."""
    @property
    def is_dictionary(self) -> bool:
        """Whether its numbers are indices into a dictionary."""
    @property
    def children(self) -> list[_Column]: ...
    def __len__(self) -> int: ...
    def valid(self) -> tuple[NDArray[Any], int] | None:
        """Which rows are valid: an array of bytes whose bits are the rows, and the index of the first;
        None if all are valid.
        """
    def numbers(self) -> NDArray[Any]:
        """The numbers; for lists of varying length, the start of each, and the end of the last."""

@final
class ArrowArray:
    """Answers as an array of Arrow: any reader of its capsules takes it over without a copy, as
    `pyarrow.array(answers)` and `polars.Series(answers)` do.

    >>> import clearance as cl, clearance.arrow
    >>> import pyarrow as pa                                      # doctest: +SKIP
    >>> pa.array(clearance.arrow.intersects(a, p, b, q, shapes=shapes))   # doctest: +SKIP
    """
    def __new__(
        cls,
        format: str,
        name: str,
        length: int,
        nulls: int,
        buffers: Sequence[NDArray[Any] | None],
        children: Sequence[ArrowArray],
    ) -> ArrowArray: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...

@final
class Compound:
    """Convex shapes of space, in float64, as one rigid body. Not a part of the public interface."""
    def __new__(cls, shapes: _ShapeLike) -> Compound: ...
    @staticmethod
    def triangles(vertices: ArrayLike, faces: ArrayLike) -> Compound:
        """The triangles of a mesh: vertices (n, 3), faces (m, 3)."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Shape: ...
    def extent(self, pose: _PoseLike) -> tuple[list[float], list[float]]:
        """The corners of the box around the body in a pose, (low, high); infinite where it is
        unbounded.
        """
    def meeting(
        self, pose: _PoseLike, other: Compound, other_pose: _PoseLike, most: int
    ) -> list[tuple[int, int]]:
        """The pairs of shapes that have a point in common, by index, at most `most`."""
    def nearest(
        self, pose: _PoseLike, other: Compound, other_pose: _PoseLike, within: float = ...
    ) -> tuple[int, int] | None:
        """The pair of shapes with the least signed distance; None if that is above `within`."""
    def near(
        self,
        pose: _PoseLike,
        other: Compound,
        other_pose: _PoseLike,
        within: float,
        most: int,
    ) -> list[tuple[int, int]] | None:
        """The pairs of shapes whose boxes are not farther apart than `within`; None if there are more
        than `most`.
        """

@final
class _Robot:
    """The links of a URDF, and the pairs of their shapes to check. Not a part of the public interface."""
    def __new__(
        cls,
        urdf: str,
        *,
        srdf: str | None,
        packages: dict[str, str],
        search: list[str],
        by: str,
        adjacent: bool,
        ignore: list[tuple[str, str]],
        place: list[tuple[str, list[float]]],
        free: list[str],
        beyond_limits: bool,
        limits: tuple[bool, bool, int, int],
    ) -> _Robot: ...
    @property
    def name(self) -> str: ...
    @property
    def links(self) -> list[str]: ...
    @property
    def shapes(self) -> list[str]: ...
    @property
    def joints(self) -> list[tuple[str, list[float]]]:
        """The values of a configuration, with their limits: of joints, and behind them those of free
        ones.
        """
    def places(self, name: str) -> tuple[int, int] | None:
        """Where the values of a free joint stand in a configuration: the first, and how many."""
    def check_free(self, name: str, values: list[float]) -> None:
        """Checks the values of a free joint."""
    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Indices into the shapes."""
    @property
    def rest(self) -> list[float]: ...
    @property
    def states(self) -> list[str]:
        """The names of states."""
    @property
    def notes(self) -> list[str]: ...
    def state(self, name: str) -> list[float]:
        """The values of a state; joints that it does not name have those of the rest configuration."""
    def left_out(self) -> list[tuple[str, str, str]]:
        """The pairs of links that are not looked at: their names, and why."""
    def variable(self, name: str) -> int:
        """The index of a joint's value in a configuration."""
    def scene(self, q: ArrayLike, base: _PoseLike) -> _Scene:
        """A scene of the shapes in one configuration, with the root link at `base`."""
    def place(self, scene: _Scene, q: ArrayLike, base: _PoseLike) -> None:
        """Moves the shapes of such a scene to another configuration."""
    def kinematics(self, q: ArrayLike, threads: int) -> NDArray[np.float64]:
        """Matrices (..., links, 4, 4)."""
    def attached(
        self, scene: _Scene, name: str, link: str, q: ArrayLike | None, touch: list[str]
    ) -> tuple[_Robot, _Scene]:
        """The robot whose link carries an object of a scene: from where it stands there in a
        configuration, or without one in its pose in the link's frame. And that object, in that
        pose.
        """
    def detached(self, scene: _Scene, name: str, q: ArrayLike) -> _Robot:
        """The robot without what a link carries, which is put into a scene where it is in a
        configuration.
        """
    def distances(
        self, q: ArrayLike, threads: int, progress: _Bar | None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int8]]:
        """For all pairs (..., pairs): distance, gap, status."""
    def nearest(
        self, q: ArrayLike, around: _Around | None, threads: int, progress: _Bar | None
    ) -> tuple[Any, ...] | None:
        """For the nearest pairs (...): pair, status, distance, gap, normal, point_a, point_b; None if
        there are no pairs.
        """
    def collides(
        self, q: ArrayLike, around: _Around | None, threads: int, progress: _Bar | None
    ) -> NDArray[np.bool_]:
        """Whether some pair is not proved apart (...)."""
    def sweep(
        self,
        q: ArrayLike,
        times: list[float],
        margin: float,
        tolerance: float,
        most: int,
        around: _Around | None,
        progress: _Bar | None,
    ) -> tuple[Any, ...]:
        """For a motion: (free_until, lower_bound, lower_bounds, nearest, first_meeting, samples,
        stretches, looked_at).
        """

@final
class _Scene:
    """Objects, and the tree over their boxes. Not a part of the public interface.

    A query sees the objects as they are when it begins: changes meanwhile go to a copy. So no query
    holds this lock while it takes Python's.
    """
    def __new__(cls) -> _Scene: ...
    def __len__(self) -> int: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def groups(self) -> list[str]: ...
    @property
    def paddings(self) -> list[float]: ...
    @property
    def counts(self) -> list[tuple[int, int]]:
        """How many parts and triangles each has: one of the two is 0."""
    @property
    def closed(self) -> list[bool]:
        """Whether each has an inside: its surface is closed, or it is made of parts."""
    @property
    def poses(self) -> NDArray[np.float64]: ...
    def add_parts(
        self,
        name: str,
        shapes: _ShapeLike,
        parts_at: list[Any] | None,
        at: _PoseLike,
        group: str,
        padding: float,
    ) -> None:
        """Convex parts, each in its own pose if `parts_at` is given."""
    def add_points(
        self,
        name: str,
        points: NDArray[np.float64],
        radius: float,
        at: _PoseLike,
        group: str,
        padding: float,
    ) -> None:
        """Balls of one radius about points (n, 3), as one body."""
    def add_mesh(
        self,
        name: str,
        vertices: ArrayLike,
        faces: ArrayLike,
        by: str,
        at: _PoseLike,
        group: str,
        padding: float,
    ) -> None: ...
    def add_file(
        self,
        path: str,
        by: str,
        prefix: str,
        unnamed: str,
        at: _PoseLike,
        group: str,
        padding: float,
        limits: tuple[bool, bool, int, int],
        unit: str | float | None,
    ) -> list[str]:
        """The objects of a mesh file, all in one pose. Each has its name in the file, after the
        prefix; an object without a name is called `unnamed`.
        """
    def copy(self) -> _Scene:
        """A scene of its own with the same objects; the bodies are shared."""
    def state(self) -> tuple[list[Any], list[Any]]:
        """What it is made of, for `_scene`: bodies that several objects share once."""
    def index(self, name: str) -> int:
        """The index of an object."""
    def remove(self, name: str) -> None: ...
    def place(self, places: list[int] | None, poses: _PoseLike) -> None:
        """New poses for the objects of these indices, or for all: all or none are set."""
    def pairs_within(
        self,
        within: float,
        other: _Scene | None,
        allow: list[tuple[str, str]],
        ignore_same_group: bool,
        touch_band: float | None,
        threads: int,
        progress: _Bar | None,
    ) -> tuple[tuple[NDArray[Any], ...], tuple[NDArray[Any], NDArray[Any], NDArray[Any]] | None]:
        """The columns of all pairs not farther apart than `within`, in order; and, with a touch band,
        those of their clashes.
        """
    def contained(self, container: Shape, at: _PoseLike) -> tuple[NDArray[Any], ...]:
        """How the objects lie in a convex container: inside (1, or 0, or 2 where undecided), room,
        gap, part, and the corner, of NaN where there is none.
        """
    def nearest(
        self, other: _Scene | None, allow: list[tuple[str, str]], ignore_same_group: bool
    ) -> tuple[NDArray[Any], ...]:
        """The columns of the pair with the least signed distance; without rows if there is no pair."""

def ball(radius: float, *, dim: int = 3, dtype: DTypeLike | None = None) -> Shape:
    """The ball of a radius about the local origin; in the plane (dim=2) a circle.

    >>> import clearance as cl
    >>> cl.ball(0.5), cl.ball(0.5, dim=2)
    (<ball radius=0.5>, <ball radius=0.5>)
    """

def capsule(
    half_height: float, radius: float, *, dim: int = 3, dtype: DTypeLike | None = None
) -> Shape:
    """All points within `radius` of a segment on the local y axis, from -half_height to half_height.

    >>> import clearance as cl
    >>> cl.capsule(1.0, 0.25).support([[0.0, 1.0, 0.0]])
    array([[0.  , 1.25, 0.  ]])
    """

def cone(half_height: float, radius: float, *, dtype: DTypeLike | None = None) -> Shape:
    """The cone about the local y axis: apex at +half_height, base of this radius at -half_height.

    >>> import clearance as cl
    >>> cl.cone(1.0, 0.25).support([[0.0, 1.0, 0.0]])   # the apex
    array([[0., 1., 0.]])
    """

def cuboid(half_extents: ArrayLike, *, dtype: DTypeLike | None = None) -> Shape:
    """The box about the local origin with these half edge lengths: 3 numbers, 2 in the plane.

    >>> import clearance as cl
    >>> cl.cuboid([1.0, 2.0, 3.0])                      # 2 by 4 by 6
    <cuboid half_extents=[1.0, 2.0, 3.0]>
    """

def cylinder(half_height: float, radius: float, *, dtype: DTypeLike | None = None) -> Shape:
    """The cylinder about the local y axis, from -half_height to half_height.

    >>> import clearance as cl
    >>> cl.cylinder(1.0, 0.25)
    <cylinder half_height=1.0 radius=0.25>
    """

def ellipsoid(radii: ArrayLike, *, dtype: DTypeLike | None = None) -> Shape:
    """The ellipsoid about the local origin with these half axes: 3 numbers, 2 in the plane.

    >>> import clearance as cl
    >>> cl.ellipsoid([1.0, 2.0, 3.0]).support([[0.0, 0.0, 1.0]])
    array([[0., 0., 3.]])
    """

def frustum(
    view_projection: ArrayLike | None = None,
    *,
    depth_range: Literal["zero_to_one", "minus_one_to_one"] = "zero_to_one",
    corners: ArrayLike | None = None,
    dtype: DTypeLike | None = None,
) -> Shape:
    """A camera's view: a view-projection matrix (4, 4) by its rows, depths 0 ... 1
    (`depth_range="zero_to_one"`) or -1 ... 1 (`"minus_one_to_one"`); or eight corners (8, 3).

    >>> import clearance as cl
    >>> box = [[x, y, z] for z in (1, 2) for y in (-z, z) for x in (-z, z)]
    >>> view = cl.frustum(corners=[box[i] for i in (0, 1, 2, 3, 4, 5, 6, 7)])
    >>> cl.intersects(view, None, cl.ball(0.1), [0.0, 0.0, 1.5])
    True
    """

def half_space(normal: ArrayLike, offset: float, *, dtype: DTypeLike | None = None) -> Shape:
    """All points with normal . point <= offset. The normal may have any length: both are divided by
    it.

    >>> import clearance as cl
    >>> floor = cl.half_space([0.0, 0.0, 1.0], 0.0)
    >>> cl.proximity(floor, None, cl.ball(0.5), [0.0, 0.0, 2.0]).distance
    1.5
    """

def hull(points: ArrayLike, *, dtype: DTypeLike | None = None) -> Shape:
    """The convex hull of points (n, 3), in the plane (n, 2). Only its corners are kept.

    >>> import clearance as cl
    >>> cl.hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]])
    <hull of 4 corners and 4 faces>
    """

def point(position: ArrayLike, *, dtype: DTypeLike | None = None) -> Shape:
    """A single point.

    >>> import clearance as cl
    >>> cl.point([1.0, 2.0, 3.0])
    <point [1.0, 2.0, 3.0]>
    """

def segment(a: ArrayLike, b: ArrayLike, *, dtype: DTypeLike | None = None) -> Shape:
    """The segment between two points.

    >>> import clearance as cl
    >>> cl.segment([0.0, 0.0], [1.0, 0.0])              # in the plane
    <segment [0.0, 0.0], [1.0, 0.0]>
    """

def triangle(a: ArrayLike, b: ArrayLike, c: ArrayLike, *, dtype: DTypeLike | None = None) -> Shape:
    """The triangle of three points.

    >>> import clearance as cl
    >>> cl.triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]).dim
    3
    """

def convexity(
    vertices: ArrayLike, faces: ArrayLike
) -> tuple[bool, float, list[float], float | None]:
    """How near a mesh is to its hull: (is it convex, how deep the deepest dent is, where, its volume
    as a share of the hull's or None).
    """

@overload
def intersects(
    a: Shape,
    pose_a: _OnePose,
    b: Shape,
    pose_b: _OnePose,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> bool:
    """Whether two shapes have a point in common. Touching counts.

    >>> import clearance as cl
    >>> cl.intersects(cl.ball(1.0), None, cl.ball(1.0), [[2.0, 0.0, 0.0], [2.5, 0.0, 0.0]])
    array([ True, False])
    """

@overload
def intersects(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> _Flag: ...
@overload
def verdict(
    a: Shape,
    pose_a: _OnePose,
    b: Shape,
    pose_b: _OnePose,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> Status:
    """Whether they have a point in common, distinguishing "too close to call".

    >>> import clearance as cl
    >>> cl.verdict(cl.ball(1.0), None, cl.ball(1.0), [2.5, 0.0, 0.0])
    <Status.SEPARATED: 0>
    """

@overload
def verdict(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> _State: ...
@overload
def distance(
    a: Shape,
    pose_a: _OnePose,
    b: Shape,
    pose_b: _OnePose,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> Proximity[float, bool, Status] | None:
    """How far apart, where and which way; None (in batches NaN) where they intersect.

    >>> import clearance as cl
    >>> cl.distance(cl.ball(1.0), None, cl.ball(1.0), [[1.0, 0.0, 0.0], [2.5, 0.0, 0.0]]).distance
    array([nan, 0.5])
    """

@overload
def distance(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> Proximity | None: ...
@overload
def penetration(
    a: Shape,
    pose_a: _OnePose,
    b: Shape,
    pose_b: _OnePose,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> Proximity[float, bool, Status] | None:
    """How deep they overlap, where and which way out; None (in batches NaN) where they are apart.

    >>> import clearance as cl
    >>> cl.penetration(cl.ball(1.0), None, cl.ball(1.0), [1.5, 0.0, 0.0]).distance
    -0.5
    """

@overload
def penetration(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> Proximity | None: ...
@overload
def proximity(
    a: Shape,
    pose_a: _OnePose,
    b: Shape,
    pose_b: _OnePose,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> Proximity[float, bool, Status]:
    """Distance or depth, whichever it is.

    >>> import clearance as cl
    >>> found = cl.proximity(cl.ball(1.0), None, cl.ball(1.0), [2.5, 0.0, 0.0])
    >>> found.distance, found.normal.tolist(), found.point_a.tolist()
    (0.5, [1.0, 0.0, 0.0], [1.0, 0.0, 0.0])
    """

@overload
def proximity(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> Proximity: ...
def depth(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[_Number, NDArray[Any], _Number] | None:
    """How deep and which way out, but not where: (depth, normal, gap); None (in batches NaN) where
    they are apart.
    """

def separation(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    direction: ArrayLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[_Number, _Number]:
    """How far apart along one direction: (length, gap)."""

def contains(
    shape: _ShapeLike,
    pose: _PoseLike,
    points: ArrayLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> _Flag:
    """Whether a shape contains points (..., dim); see `clearance.contains`."""

def project_point(
    shape: _ShapeLike,
    pose: _PoseLike,
    points: ArrayLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> Proximity:
    """The points of a shape's surface nearest to points (..., dim), as the `Proximity` of the shape
    and the points; see `clearance.project_point`.
    """

def cast(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    velocity: ArrayLike,
    *,
    velocity_a: ArrayLike | None,
    max_time: ArrayLike,
    target_distance: ArrayLike,
    at_start: str,
    tolerance: float = 0.0,
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[Any, _Number, _Number, NDArray[Any], NDArray[Any], NDArray[Any]] | None:
    """When and where B, moving on a straight line, first touches A; see `clearance.cast`."""

def time_of_impact(
    a: _ShapeLike,
    motion_a: tuple[Any, ...],
    b: _ShapeLike,
    motion_b: tuple[Any, ...],
    *,
    until: ArrayLike,
    within: ArrayLike,
    at_start: str,
    tolerance: float = 0.0,
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[Any, _Number, _Number, NDArray[Any], NDArray[Any], NDArray[Any]] | None:
    """When and where two shapes that move and turn first touch; see `clearance.time_of_impact`."""

def cast_ray(
    shape: _ShapeLike,
    pose: _PoseLike,
    origins: ArrayLike,
    directions: ArrayLike,
    *,
    max_time: ArrayLike,
    hollow: bool,
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[Any, _Number, _Number, NDArray[Any], NDArray[Any], None] | None:
    """When and where rays first meet a shape; see `clearance.cast_ray`."""

def bounding_box(
    shape: _ShapeLike,
    pose: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The boxes along the world's axes that hold shapes where they stand: (min, max); see
    `clearance.bounding_box`.
    """

def bounding_ball(
    shape: _ShapeLike,
    pose: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[NDArray[Any], _Number]:
    """Balls that hold shapes where they stand: (center, radius); see `clearance.bounding_ball`."""

def mass_properties(shape: _ShapeLike) -> tuple[_Number, NDArray[Any], Any]:
    """Volumes, centres of mass and moments of inertia at density 1: (volume, centroid, inertia), where
    the inertia is (dim, dim), in the plane a number; see `clearance.mass_properties`.
    """

def overlap(
    a: _ShapeLike, pose_a: _PoseLike, b: _ShapeLike, pose_b: _PoseLike
) -> tuple[str, tuple[float, float], float, NDArray[Any], NDArray[Any], list[list[int]]]:
    """What two polytopes share; see `clearance.overlap`: (state, volume, area, centroid, points,
    faces).
    """

def contact_manifold(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    max_distance: float,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[Any, ...] | None:
    """Where pairs touch; see `clearance.contact_manifold`: (normal, depth, point_a, point_b, key, gap,
    distance, status, count). None for one pair that is farther apart than `max_distance`.
    """

def certificate(a: Shape, pose_a: _PoseLike, b: Shape, pose_b: _PoseLike) -> Certificate:
    """Finds evidence for how one pair stands, in exact arithmetic: 0.1 to 10 ms.

    >>> import clearance as cl
    >>> cl.certificate(cl.ball(1.0), None, cl.ball(1.0), [3.0, 0.0, 0.0])
    Certificate(SEPARATED, signed distance in [1.0, 1.0])
    """

def verify(certificate: Certificate | str) -> str:
    """Checks a certificate, or its text, in exact arithmetic and without any search; raises ValueError
    if it is not true, and returns in words what is proved.

    >>> import clearance as cl
    >>> proof = cl.certificate(cl.ball(1.0), None, cl.ball(1.0), [3.0, 0.0, 0.0])
    >>> cl.verify(proof)
    'apart, by 1 at least and 1 at most'
    """

def _motion_at(shape: Shape, motion: tuple[Any, ...], times: ArrayLike) -> NDArray[np.float64]:
    """Poses of bodies at times: rigid matrices (..., dim + 1, dim + 1); see `clearance.Motion.at`.
    Only the space of the shape is used.
    """

def _bcf(
    topics: list[
        tuple[
            str,
            str,
            str,
            list[str],
            tuple[str, str],
            tuple[tuple[float, float, float], tuple[float, float, float]],
            float,
        ]
    ],
    version: str,
    date: str | None,
) -> bytes:
    """A file of topics in metres, as `bcf::file` writes it; dated now without a date."""

def _near_boxes(
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    others: tuple[NDArray[np.float64], NDArray[np.float64]] | None,
    most: int,
) -> NDArray[np.uint32] | None:
    """The pairs of boxes (n, 3) that have a point in common, as rows (m, 2) in order: of one list, or
    each of the first with each of the others. None if there are more than `most`.
    """

def _scene_cast(
    scene: _Scene,
    other: _Scene,
    velocity: tuple[float, float, float],
    max_time: float,
    target_distance: float,
    at_start: str,
    allow: list[tuple[str, str]],
    ignore_same_group: bool,
    first: bool,
) -> tuple[NDArray[Any], ...]:
    """When the objects of another scene, which all move with one velocity, meet those of this:
    columns of a, b, status, low, high, normal, point_a, point_b, part_a, part_b.
    """

def _scene_contacts(
    scene: _Scene,
    other: _Scene | None,
    max_distance: float,
    allow: list[tuple[str, str]],
    ignore_same_group: bool,
    all: bool,
) -> tuple[NDArray[Any], ...]:
    """Where objects touch, or are as near as this: of one scene, or of one and another. Columns of
    contact, a, b, depth, gap, normal, point_a, point_b, part_a, part_b, key, is_true, a row for
    each point; at most four of a contact, or all.
    """

def _scene_points(
    scene: _Scene, points: NDArray[np.float64], threads: int, progress: _Bar | None
) -> tuple[NDArray[Any], ...]:
    """How far points, a contiguous array (n, 3), are from the nearest object: columns of object, part,
    signed distance, gap, side, point, normal, is_lower_bound.
    """

def _scene_rays(
    scene: _Scene,
    origins: NDArray[np.float64],
    directions: NDArray[np.float64],
    max_times: NDArray[np.float64],
    hollow: bool,
    faces: str,
    first: bool,
    threads: int,
    progress: _Bar | None,
) -> tuple[NDArray[Any], ...]:
    """Where rays, of contiguous arrays (n, 3) and (n,), meet the objects: columns of ray, status,
    object, part, low, high, point, normal, is_inner. Of the first hits there is a row a ray, with
    -1 for the object of one that misses.
    """

def _scene_turn(
    scene: _Scene,
    other: _Scene,
    velocity: tuple[float, float, float],
    turning: tuple[float, float, float],
    ended: _Scene | None,
    max_time: float,
    target_distance: float,
    at_start: str,
    allow: list[tuple[str, str]],
    ignore_same_group: bool,
    first: bool,
) -> tuple[NDArray[Any], ...]:
    """When the objects of another scene, which move and turn, meet those of this: by velocities of
    their origins and about these, or to where they stand in `ended`. Columns as those of
    `_scene_cast`.
    """

def _scene(bodies: list[Any], objects: list[Any]) -> _Scene:
    """A scene as [`PyScene::state`] lists it."""

def _shape(text: str, dim: int, dtype: DTypeLike) -> Shape: ...
def _shapes(shapes: Iterable[Shape], index: Any) -> Any: ...
def _proximity(
    status: int,
    distance: float,
    gap: float,
    vectors: tuple[list[float], list[float], list[float]],
    pair: tuple[Any, Any] | None,
    kind: tuple[int, bool],
) -> Proximity: ...
def _columns(value: Any) -> list[_Column]:
    """The chunks of any object with Arrow's capsules: arrays, chunked arrays, series."""

def _cloud_file(
    path: str, limits: tuple[bool, bool, int, int]
) -> tuple[NDArray[np.float64], int, list[str]]:
    """The points of a file (n, 3), how many were left out, and what is worth knowing about the file."""

def _mesh_file(
    path: str, limits: tuple[bool, bool, int, int]
) -> tuple[NDArray[np.float64], NDArray[np.int64], list[str]]:
    """The mesh of a file, all its objects joined, or the one that `FILE#NAME` names: vertices (n, 3),
    triangles (m, 3), and what is worth knowing about the file.
    """

def _is_masked(value: Any) -> bool:
    """The same as [`is_masked`], for Python."""
