"""Geometries with a few sizes, as in python-fcl: solids lie along local z, sizes are full
lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import clearance
from clearance import _bodies
from clearance._arguments import number
from clearance.fcl._copies import Own
from clearance.fcl._data import NODE_TYPE, OBJECT_TYPE
from clearance.fcl._transform import numbers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from clearance._bodies import Body, Floats

# Rotates local y, the axis of clearance's solids, to z, exactly.
UPRIGHT: Floats = np.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]], float)


class CollisionGeometry(Own):
    """The base of all geometries."""

    _node: int | None = None
    _kind = OBJECT_TYPE.OT_GEOM
    _upright = False

    def __init__(self) -> None:
        self._aabb_center: Floats = np.zeros(3)
        self._made: Body | None = None
        self._changes = 0

    def getNodeType(self) -> int | None:
        return self._node

    def computeLocalAABB(self) -> None:
        if self._node is not None:
            low, high = self._body().extent(self._frame(np.eye(4)))
            bounded = np.isfinite(low).all() and np.isfinite(high).all()
            self._aabb_center = 0.5 * low + 0.5 * high if bounded else np.zeros(3)

    @property
    def aabb_center(self) -> Floats | None:
        return None if self._node is None else self._aabb_center.copy()

    @aabb_center.setter
    def aabb_center(self, value: ArrayLike) -> None:
        if self._node is None:
            raise ReferenceError("a CollisionGeometry of no kind has no box")
        self._aabb_center = numbers("aabb_center", value, (3,))

    def _make(self) -> Body:
        raise TypeError(f"{type(self).__name__} is a geometry of no kind")

    def _body(self) -> Body:
        if self._made is None:
            self._made = self._make()
        return self._made

    def _frame(self, at: Floats) -> Floats:
        return at @ UPRIGHT if self._upright else at

    def __getstate__(self) -> dict[str, Any]:
        # What is made of the numbers is made again.
        return vars(self) | {"_made": None}

    def _change(self) -> None:
        self._made = None
        self._changes += 1

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class _Sized(CollisionGeometry):
    """A geometry given by a few sizes, which can be changed."""

    _sizes: tuple[str, ...] = ()

    def __init__(self, *values: Any) -> None:
        super().__init__()
        self._values: dict[str, Any] = {}
        for name, value in zip(self._sizes, values, strict=True):
            setattr(self, name, value)

    def _set(self, name: str, value: float | Floats) -> None:
        before = dict(self._values)
        self._values[name] = value
        if len(self._values) == len(self._sizes):
            try:
                made = self._make()
            except ValueError:
                self._values = before
                raise
            self._change()
            self._made = made

    def __repr__(self) -> str:
        values = (f"{name}={np.asarray(self._values[name]).tolist()!r}" for name in self._sizes)
        return f"<{type(self).__name__} {' '.join(values)}>"


class _Number:
    """A size that is one number."""

    def __set_name__(self, owner: type[_Sized], name: str) -> None:
        self._name = name

    def __get__(self, geometry: _Sized, owner: type[_Sized]) -> float:
        found: float = geometry._values[self._name]
        return found

    def __set__(self, geometry: _Sized, value: float) -> None:
        geometry._set(self._name, number(self._name, value))


class _Vector:
    """A size that is three numbers, returned as a copy."""

    def __set_name__(self, owner: type[_Sized], name: str) -> None:
        self._name = name

    def __get__(self, geometry: _Sized, owner: type[_Sized]) -> Floats:
        found: Floats = geometry._values[self._name]
        return found.copy()

    def __set__(self, geometry: _Sized, value: ArrayLike) -> None:
        geometry._set(self._name, numbers(self._name, value, (3,)))


class Box(_Sized):
    """A box with these full edge lengths."""

    _node = NODE_TYPE.GEOM_BOX
    _sizes = ("side",)
    side = _Vector()

    def __init__(self, x: float, y: float, z: float) -> None:
        super().__init__([x, y, z])

    def _make(self) -> Body:
        return _bodies.convex(clearance.cuboid(0.5 * self.side))


class Sphere(_Sized):
    _node = NODE_TYPE.GEOM_SPHERE
    _sizes = ("radius",)
    radius = _Number()

    def __init__(self, radius: float) -> None:
        super().__init__(radius)

    def _make(self) -> Body:
        return _bodies.convex(clearance.ball(self.radius))


class Ellipsoid(_Sized):
    """An ellipsoid with these half axes."""

    _node = NODE_TYPE.GEOM_ELLIPSOID
    _sizes = ("radii",)
    radii = _Vector()

    def __init__(self, a: float, b: float, c: float) -> None:
        super().__init__([a, b, c])

    def _make(self) -> Body:
        return _bodies.convex(clearance.ellipsoid(self.radii))


class _Revolved(_Sized):
    """A solid about local z, from -lz/2 to lz/2."""

    _upright = True
    _sizes = ("radius", "lz")
    radius = _Number()
    lz = _Number()

    def __init__(self, radius: float, lz: float) -> None:
        super().__init__(radius, lz)


class Capsule(_Revolved):
    """All points within `radius` of a segment of length `lz` on local z."""

    _node = NODE_TYPE.GEOM_CAPSULE

    def _make(self) -> Body:
        return _bodies.convex(clearance.capsule(0.5 * self.lz, self.radius))


class Cylinder(_Revolved):
    """A cylinder about local z, `lz` high."""

    _node = NODE_TYPE.GEOM_CYLINDER

    def _make(self) -> Body:
        return _bodies.convex(clearance.cylinder(0.5 * self.lz, self.radius))


class Cone(_Revolved):
    """A cone about local z: its apex at +lz/2, its base of this radius at -lz/2."""

    _node = NODE_TYPE.GEOM_CONE

    def _make(self) -> Body:
        return _bodies.convex(clearance.cone(0.5 * self.lz, self.radius))


class TriangleP(_Sized):
    """One triangle."""

    _node = NODE_TYPE.GEOM_TRIANGLE
    _sizes = ("a", "b", "c")
    a = _Vector()
    b = _Vector()
    c = _Vector()

    def __init__(self, a: ArrayLike, b: ArrayLike, c: ArrayLike) -> None:
        super().__init__(a, b, c)

    def _make(self) -> Body:
        return _bodies.convex(clearance.triangle(self.a, self.b, self.c))


class _Flat(_Sized):
    """A plane or what it bounds: normal n, of any length, and offset d in units of that length."""

    _sizes = ("n", "d")
    n = _Vector()
    d = _Number()

    def __init__(self, n: ArrayLike, d: float) -> None:
        super().__init__(n, d)


class Halfspace(_Flat):
    """All points with n · x <= d."""

    _node = NODE_TYPE.GEOM_HALFSPACE

    def _make(self) -> Body:
        return _bodies.convex(clearance.half_space(self.n, self.d))


class Plane(_Flat):
    """All points with n · x == d."""

    _node = NODE_TYPE.GEOM_PLANE

    def _make(self) -> Body:
        return _bodies.plane(self.n, self.d)
