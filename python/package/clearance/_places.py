"""Points and shapes: nearest points of surfaces, bounding volumes, contact points."""

from typing import Any, NamedTuple

from . import _clearance
from ._lines import in_a_line
from ._status import Status


class Projection(NamedTuple):
    """The point of a shape's surface nearest to a point, or to each of many points.

    >>> import clearance as cl
    >>> found = cl.project_point(cl.ball(1.0), None, [[3.0, 0.0, 0.0], [0.0, 0.5, 0.0]])
    >>> found.point.tolist(), found.signed_distance
    ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], array([ 2. , -0.5]))
    """

    point: Any
    """On the surface, in the world: (dim,), of many (..., dim)."""
    normal: Any
    """The unit vector out of the shape."""
    signed_distance: Any
    """From the surface to the point: negative inside."""
    gap: Any
    """The exact value differs from `signed_distance` by no more than this."""
    status: Any
    """A `Status`, or an array of int8: `INTERSECTING` where the shape holds the point."""

    def __repr__(self) -> str:
        return in_a_line(self)


class BoundingBox(NamedTuple):
    """A box along the world's axes: its lowest and highest coordinates, (dim,) or (..., dim).

    >>> import clearance as cl
    >>> box = cl.bounding_box(cl.cuboid([1.0, 2.0, 3.0]), [[0, 0, 0], [10, 0, 0]])
    >>> box.min.tolist(), box.max.tolist()
    ([[-1.0, -2.0, -3.0], [9.0, -2.0, -3.0]], [[1.0, 2.0, 3.0], [11.0, 2.0, 3.0]])
    """

    min: Any
    max: Any

    def __repr__(self) -> str:
        return in_a_line(self)


class BoundingBall(NamedTuple):
    """A ball in the world: its center (dim,) or (..., dim), and its radius.

    >>> import clearance as cl
    >>> ball = cl.bounding_ball(cl.ball(0.5), [1.0, 2.0, 3.0])
    >>> ball.center.tolist(), round(ball.radius, 9)
    ([1.0, 2.0, 3.0], 0.5)
    """

    center: Any
    radius: Any

    def __repr__(self) -> str:
        return in_a_line(self)


class MassProperties(NamedTuple):
    """The mass properties of a rigid body's shape, at density 1.

    >>> import clearance as cl
    >>> body = cl.mass_properties(cl.cuboid([0.5, 0.5, 0.5]))
    >>> round(body.volume, 12), body.inertia.diagonal().round(12).tolist()
    (1.0, [0.166666666667, 0.166666666667, 0.166666666667])
    """

    volume: Any
    """The mass at density 1; in the plane the area. Of many shapes (n,)."""
    centroid: Any
    """The centre of mass in the shape's local frame: (dim,), of many (n, dim)."""
    inertia: Any
    """About the centre of mass and the local axes: (3, 3), of many (n, 3, 3); in the plane about
    the centre of mass: a number, of many (n,)."""

    def __repr__(self) -> str:
        return in_a_line(self)


class Manifold(NamedTuple):
    """The points along which two shapes touch: n of them, one to four in space, up to two in the
    plane.

    For a batch of shape (...) the points of all pairs are concatenated, n in all, and `counts`
    gives the number for each pair; the other fields have the batch's shape, and are NaN where there
    is no point.

    >>> import clearance as cl, numpy as np
    >>> table, crate = cl.cuboid([2.0, 0.5, 2.0]), cl.cuboid([0.5, 0.5, 0.5])
    >>> touch = cl.contact_manifold(table, None, crate, [[0, 0.75, 0], [0, 3, 0], [2, 0.75, 2]])
    >>> touch.counts, touch.depth.shape, touch.point_a.shape
    (array([4, 0, 4]), (8,), (8, 3))
    >>> np.repeat(np.arange(3), touch.counts)                        # which pair each point is of
    array([0, 0, 0, 0, 2, 2, 2, 2])
    """

    normal: Any
    """The unit vector from A to B: (dim,), of many (..., dim). Depths are measured along it."""
    depth: Any
    """How deep they overlap at each point; negative where they are apart: (n,)."""
    point_a: Any
    """On A's surface, in the world: (n, dim)."""
    point_b: Any
    """On B's surface, in the world: (n, dim)."""
    key: Any
    """Names of the features that meet at each point, which last through small motions: (n,) of
    uint64, A's in the upper half."""
    gap: Any
    """How far depths may be off, and points off both surfaces."""
    distance: Any
    """The certified distance, or minus the depth, whatever the normal's preference."""
    status: Any
    """A `Status`, or an array of int8 with their values."""
    counts: Any
    """How many points each pair has: an int, or an array of int64."""

    def __repr__(self) -> str:
        return in_a_line(self)


def contains(shape: Any, pose: Any, points: Any, *, threads: int = 1, progress: Any = None) -> Any:
    """Whether a shape contains points (..., dim) in the world; its boundary counts.

    A bool, or an array of bools. As exact, and as conservative, as `intersects` with a point.

    >>> import clearance as cl
    >>> cl.contains(cl.capsule(1.0, 0.5), None, [[0.0, 1.5, 0.0], [0.5, 1.25, 0.0]])
    array([ True, False])
    """
    return _clearance.contains(shape, pose, points, threads=threads, progress=progress)


def project_point(
    shape: Any, pose: Any, points: Any, *, threads: int = 1, progress: Any = None
) -> Projection:
    """The point of a shape's surface nearest to each of the points (..., dim) in the world, and its
    distance: negative where the shape contains the point.

    >>> import clearance as cl
    >>> found = cl.project_point(cl.cuboid([1.0, 1.0, 1.0]), None, [0.75, 0.0, 0.5])
    >>> found.point.tolist(), found.normal.tolist(), found.signed_distance
    ([1.0, 0.0, 0.5], [1.0, 0.0, 0.0], -0.25)
    """
    found = _clearance.project_point(shape, pose, points, threads=threads, progress=progress)
    return Projection(found.point_a, found.normal, found.distance, found.gap, found.status)


def bounding_box(shape: Any, pose: Any, *, threads: int = 1, progress: Any = None) -> BoundingBox:
    """The axis-aligned box in the world around a shape in its pose; for many shapes, one each.

    Rounded outward: it contains every point of the exact shape. Infinite for unbounded shapes.

    >>> import clearance as cl
    >>> box = cl.bounding_box(cl.cuboid([1.0, 2.0, 3.0]), [10.0, 0.0, 0.0])
    >>> box.min.tolist(), box.max.tolist()
    ([9.0, -2.0, -3.0], [11.0, 2.0, 3.0])
    """
    return BoundingBox(*_clearance.bounding_box(shape, pose, threads=threads, progress=progress))


def bounding_ball(shape: Any, pose: Any, *, threads: int = 1, progress: Any = None) -> BoundingBall:
    """A ball around a shape in its pose; for many shapes, one each.

    Rounded outward. It is the smallest for a box, a capsule or a ball, and up to twice as large for
    others. Infinite for unbounded shapes.

    >>> import clearance as cl
    >>> tile = cl.bounding_ball(cl.cuboid([3.0, 4.0]), [1.0, 1.0])
    >>> tile.center.tolist(), round(tile.radius, 9)
    ([1.0, 1.0], 5.0)
    """
    return BoundingBall(*_clearance.bounding_ball(shape, pose, threads=threads, progress=progress))


def mass_properties(shape: Any) -> MassProperties:
    """The volume, centre of mass and moments of inertia of a solid at density 1, in its local
    frame; in the plane those of a lamina. For a list of shapes, arrays.

    `ValueError` if a shape has no volume, or no formula is known: for swept shapes, frusta, and
    rounded shapes other than boxes, balls and capsules.

    >>> import clearance as cl
    >>> plank = cl.mass_properties(cl.cuboid([1.0, 0.1, 0.25]))
    >>> round(plank.volume, 12), plank.inertia[0].round(12).tolist()
    (0.2, [0.004833333333, 0.0, 0.0])
    """
    return MassProperties(*_clearance.mass_properties(shape))


class Overlap(NamedTuple):
    """What two polytopes share.

    >>> import clearance as cl
    >>> cube = cl.cuboid([1.0, 1.0, 1.0])
    >>> shared = cl.overlap(cube, None, cube, [1.5, 0.0, 0.0])
    >>> shared.state, [round(bound, 9) for bound in shared.volume], shared.points.shape
    ('overlapping', [2.0, 2.0], (8, 3))
    """

    state: str
    """`apart`, `touching` (no volume), `overlapping`: proved; `undecided`: none of these."""
    volume: tuple[float, float]
    """The exact volume is between these, in the plane the area."""
    area: float
    """Half of the surface of what they share is no more: where they touch, the area in which they
    do."""
    centroid: Any
    """The centre of what they share, (dim,)."""
    points: Any
    """Its corners, (n, dim), rounded; of a thin body that holds it where the lower bound is 0."""
    faces: list[list[int]]
    """Its faces by their corners, counter-clockwise from outside; in the plane its outline."""

    def __repr__(self) -> str:
        return in_a_line(self)


def overlap(a: Any, pose_a: Any, b: Any, pose_b: Any) -> Overlap:
    """What two polytopes share: a polytope, and its volume between proved bounds; in the plane
    polygons and areas.

    For boxes, hulls, triangles, frusta, and these scaled or summed. `ValueError` for curved and
    rounded shapes, those without end, and many pairs at once. Where the lower bound is 0 the upper
    one is not: there is no overlap only where `state` says so.

    >>> import clearance as cl
    >>> wall = cl.cuboid([2.0, 1.5, 0.1])
    >>> beside = cl.overlap(wall, None, wall, [3.0, 0.0, 0.2])
    >>> beside.state, round(beside.area, 3)
    ('touching', 3.0)
    """
    return Overlap(*_clearance.overlap(a, pose_a, b, pose_b))


def contact_manifold(
    a: Any,
    pose_a: Any,
    b: Any,
    pose_b: Any,
    max_distance: float = 0.0,
    *,
    threads: int = 1,
    progress: Any = None,
) -> Manifold | None:
    """Where two shapes touch: a normal and up to four points in space, two in the plane. `None` if
    they are farther apart than `max_distance`; in a batch no points.

    A solver that looks ahead passes as `max_distance` how far they may approach in a step, which of
    shapes of float32 is rounded to float32; points still ahead have negative depth, and none is
    farther ahead (but for a thousandth of the thinner shape's inner radius). A negative value only
    reports shapes that overlap by more. The answer depends only on the arguments, and `key`
    identifies features, which small motions do not change.

    >>> import clearance as cl
    >>> table, crate = cl.cuboid([2.0, 0.5, 2.0]), cl.cuboid([0.5, 0.5, 0.5])
    >>> touch = cl.contact_manifold(table, None, crate, [0.0, 1.25, 0.0], 0.5)
    >>> touch.normal.tolist(), touch.depth.tolist()
    ([0.0, 1.0, 0.0], [-0.25, -0.25, -0.25, -0.25])
    >>> cl.contact_manifold(table, None, crate, [0.0, 1.25, 0.0]) is None
    True
    """
    found = _clearance.contact_manifold(
        a, pose_a, b, pose_b, max_distance, threads=threads, progress=progress
    )
    if found is None:
        return None
    normal, depth, point_a, point_b, key, gap, distance, status, count = found
    named = Status(status) if isinstance(status, int) else status
    return Manifold(normal, depth, point_a, point_b, key, gap, distance, named, count)
