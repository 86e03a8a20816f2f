"""The types of the compiled half; units and shapes are in the docstrings."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, Protocol, TypeAlias, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._status import Status

__all__ = [
    "ArrowArray",
    "Certificate",
    "Compound",
    "Pose",
    "Proximity",
    "Shape",
    "Shapes",
    "__version__",
    "_Column",
    "_Robot",
    "_Scene",
    "_columns",
    "_is_masked",
    "_motion_at",
    "_proximity",
    "_scene",
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

# The types of arrays do not distinguish one pose from many: for one pair these are a float, a bool
# and a Status, for many they are arrays.
_Number: TypeAlias = Any
_Flag: TypeAlias = Any
_State: TypeAlias = Any
_PoseLike: TypeAlias = Pose | ArrayLike | _Rigid | Sequence[Pose] | Sequence[_Rigid] | None
_ShapeLike: TypeAlias = Shape | Shapes | Iterable[Shape]

@final
class Shape:
    @property
    def kind(self) -> str: ...
    @property
    def dim(self) -> int: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @property
    def vertices(self) -> NDArray[Any] | None: ...
    @property
    def faces(self) -> list[list[int]] | None: ...
    @property
    def radius(self) -> float: ...
    @property
    def half_height(self) -> float: ...
    @property
    def half_extents(self) -> NDArray[Any]: ...
    @property
    def radii(self) -> NDArray[Any]: ...
    @property
    def normal(self) -> NDArray[Any]: ...
    @property
    def offset(self) -> float: ...
    @property
    def position(self) -> NDArray[Any]: ...
    @property
    def a(self) -> NDArray[Any]: ...
    @property
    def b(self) -> NDArray[Any]: ...
    @property
    def c(self) -> NDArray[Any]: ...
    @property
    def inner(self) -> Shape: ...
    @property
    def factors(self) -> NDArray[Any]: ...
    @property
    def over(self) -> Shape: ...
    def support(self, directions: ArrayLike, *, within: float | None = None) -> NDArray[Any]: ...
    def rounded(self, radius: float) -> Shape: ...
    def scaled(self, factors: ArrayLike) -> Shape: ...
    def swept(self, over: Shape) -> Shape: ...
    def to_json(self) -> str: ...
    @staticmethod
    def from_json(text: str, *, dim: int = 3, dtype: DTypeLike | None = None) -> Shape: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Shapes:
    def __new__(cls, shapes: Iterable[Shape]) -> Shapes: ...
    @property
    def dim(self) -> int: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Any: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Pose:
    def __new__(cls, translation: ArrayLike, quaternion: None = None) -> Pose: ...
    @staticmethod
    def xyzw(translation: ArrayLike, quaternion: ArrayLike) -> Pose: ...
    @staticmethod
    def wxyz(translation: ArrayLike, quaternion: ArrayLike) -> Pose: ...
    @staticmethod
    def angle(translation: ArrayLike, radians: ArrayLike) -> Pose: ...
    @staticmethod
    def matrix(matrix: ArrayLike) -> Pose: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Proximity:
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
    def distance(self) -> _Number: ...
    @property
    def gap(self) -> _Number: ...
    @property
    def normal(self) -> NDArray[Any]: ...
    @property
    def point_a(self) -> NDArray[Any]: ...
    @property
    def point_b(self) -> NDArray[Any]: ...
    @property
    def status(self) -> _State: ...
    @property
    def intersects(self) -> _Flag: ...
    @property
    def pair(self) -> tuple[Shape, Pose, Shape, Pose] | None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Proximity: ...
    def __iter__(self) -> Iterator[Proximity]: ...
    def __bool__(self) -> bool: ...
    def show(self, how: str = "auto") -> Any: ...
    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Certificate:
    def __new__(cls, text: str) -> Certificate: ...
    @property
    def text(self) -> str: ...
    @property
    def status(self) -> Status: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class _Column:
    @property
    def format(self) -> str: ...
    @property
    def extension(self) -> tuple[str, str]: ...
    @property
    def offset(self) -> int: ...
    @property
    def is_dictionary(self) -> bool: ...
    @property
    def children(self) -> list[_Column]: ...
    def __len__(self) -> int: ...
    def valid(self) -> tuple[NDArray[Any], int] | None: ...
    def numbers(self) -> NDArray[Any]: ...

@final
class ArrowArray:
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
    def __new__(cls, shapes: _ShapeLike) -> Compound: ...
    @staticmethod
    def triangles(vertices: ArrayLike, faces: ArrayLike) -> Compound: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Shape: ...
    def extent(self, pose: _PoseLike) -> tuple[list[float], list[float]]: ...
    def meeting(
        self, pose: _PoseLike, other: Compound, other_pose: _PoseLike, most: int
    ) -> list[tuple[int, int]]: ...
    def nearest(
        self, pose: _PoseLike, other: Compound, other_pose: _PoseLike, within: float = ...
    ) -> tuple[int, int] | None: ...
    def near(
        self,
        pose: _PoseLike,
        other: Compound,
        other_pose: _PoseLike,
        within: float,
        most: int,
    ) -> list[tuple[int, int]] | None: ...

@final
class _Robot:
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
    def joints(self) -> list[tuple[str, list[float]]]: ...
    @property
    def pairs(self) -> list[tuple[int, int]]: ...
    @property
    def rest(self) -> list[float]: ...
    @property
    def states(self) -> list[str]: ...
    @property
    def notes(self) -> list[str]: ...
    def state(self, name: str) -> list[float]: ...
    def variable(self, name: str) -> int: ...
    def scene(self, q: ArrayLike, base: _PoseLike) -> _Scene: ...
    def place(self, scene: _Scene, q: ArrayLike, base: _PoseLike) -> None: ...
    def kinematics(self, q: ArrayLike, threads: int) -> NDArray[np.float64]: ...
    def distances(
        self, q: ArrayLike, threads: int, progress: _Bar | None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int8]]: ...
    def nearest(
        self, q: ArrayLike, threads: int, progress: _Bar | None
    ) -> tuple[Any, ...] | None: ...
    def collides(
        self, q: ArrayLike, threads: int, progress: _Bar | None
    ) -> NDArray[np.bool_]: ...
    def sweep(
        self,
        q: ArrayLike,
        times: list[float],
        margin: float,
        tolerance: float,
        most: int,
        progress: _Bar | None,
    ) -> tuple[Any, ...]: ...

@final
class _Scene:
    def __new__(cls) -> _Scene: ...
    def __len__(self) -> int: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def groups(self) -> list[str]: ...
    @property
    def paddings(self) -> list[float]: ...
    @property
    def counts(self) -> list[tuple[int, int]]: ...
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
    ) -> None: ...
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
    ) -> list[str]: ...
    def copy(self) -> _Scene: ...
    def state(self) -> tuple[list[Any], list[Any]]: ...
    def index(self, name: str) -> int: ...
    def remove(self, name: str) -> None: ...
    def place(self, places: list[int] | None, poses: _PoseLike) -> None: ...
    def pairs_within(
        self,
        within: float,
        other: _Scene | None,
        allow: list[tuple[str, str]],
        ignore_same_group: bool,
        threads: int,
        progress: _Bar | None,
    ) -> tuple[NDArray[Any], ...]: ...
    def nearest(
        self, other: _Scene | None, allow: list[tuple[str, str]], ignore_same_group: bool
    ) -> tuple[NDArray[Any], ...]: ...

def ball(radius: float, *, dim: int = 3, dtype: DTypeLike | None = None) -> Shape: ...
def capsule(
    half_height: float, radius: float, *, dim: int = 3, dtype: DTypeLike | None = None
) -> Shape: ...
def cone(half_height: float, radius: float, *, dtype: DTypeLike | None = None) -> Shape: ...
def cuboid(half_extents: ArrayLike, *, dtype: DTypeLike | None = None) -> Shape: ...
def cylinder(half_height: float, radius: float, *, dtype: DTypeLike | None = None) -> Shape: ...
def ellipsoid(radii: ArrayLike, *, dtype: DTypeLike | None = None) -> Shape: ...
def frustum(
    view_projection: ArrayLike | None = None,
    *,
    depth_range: Literal["zero_to_one", "minus_one_to_one"] = "zero_to_one",
    corners: ArrayLike | None = None,
    dtype: DTypeLike | None = None,
) -> Shape: ...
def half_space(normal: ArrayLike, offset: float, *, dtype: DTypeLike | None = None) -> Shape: ...
def hull(points: ArrayLike, *, dtype: DTypeLike | None = None) -> Shape: ...
def point(position: ArrayLike, *, dtype: DTypeLike | None = None) -> Shape: ...
def segment(a: ArrayLike, b: ArrayLike, *, dtype: DTypeLike | None = None) -> Shape: ...
def triangle(
    a: ArrayLike, b: ArrayLike, c: ArrayLike, *, dtype: DTypeLike | None = None
) -> Shape: ...
def convexity(
    vertices: ArrayLike, faces: ArrayLike
) -> tuple[bool, float, list[float], float | None]: ...
def intersects(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> _Flag: ...
def verdict(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> _State: ...
def distance(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> Proximity | None: ...
def penetration(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> Proximity | None: ...
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
) -> tuple[_Number, NDArray[Any], _Number] | None: ...
def separation(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    direction: ArrayLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[_Number, _Number]: ...
def contains(
    shape: _ShapeLike,
    pose: _PoseLike,
    points: ArrayLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> _Flag: ...
def project_point(
    shape: _ShapeLike,
    pose: _PoseLike,
    points: ArrayLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> Proximity: ...
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
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[Any, _Number, _Number, NDArray[Any], NDArray[Any], NDArray[Any]] | None: ...
def time_of_impact(
    a: _ShapeLike,
    motion_a: tuple[Any, ...],
    b: _ShapeLike,
    motion_b: tuple[Any, ...],
    *,
    until: ArrayLike,
    within: ArrayLike,
    at_start: str,
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[Any, _Number, _Number, NDArray[Any], NDArray[Any], NDArray[Any]] | None: ...
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
) -> tuple[Any, _Number, _Number, NDArray[Any], NDArray[Any], None] | None: ...
def bounding_box(
    shape: _ShapeLike,
    pose: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...
def bounding_ball(
    shape: _ShapeLike,
    pose: _PoseLike,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[NDArray[Any], _Number]: ...
def mass_properties(shape: _ShapeLike) -> tuple[_Number, NDArray[Any], Any]: ...
def contact_manifold(
    a: _ShapeLike,
    pose_a: _PoseLike,
    b: _ShapeLike,
    pose_b: _PoseLike,
    max_distance: float,
    *,
    threads: int = 1,
    progress: _Bar | None = None,
) -> tuple[Any, ...] | None: ...
def certificate(a: Shape, pose_a: _PoseLike, b: Shape, pose_b: _PoseLike) -> Certificate: ...
def verify(certificate: Certificate | str) -> str: ...
def _motion_at(
    shape: Shape, motion: tuple[Any, ...], times: ArrayLike
) -> NDArray[np.float64]: ...
def _scene(bodies: list[Any], objects: list[Any]) -> _Scene: ...
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
def _columns(value: Any) -> list[_Column]: ...
def _is_masked(value: Any) -> bool: ...
