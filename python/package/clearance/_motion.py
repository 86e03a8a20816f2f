"""Casts, rays and turning shapes: when and where shapes in motion first meet."""

import math
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _clearance
from ._lines import in_a_line
from ._status import Outcome

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Motion(NamedTuple):
    """The motion of a body from time 0 on, for `time_of_impact`.

    With constant velocities, or from one pose to another: `Motion.between`. The body turns about
    its center, a body-fixed point that moves on a straight line. Any part may be an array of many.

    >>> import clearance as cl
    >>> cl.Motion([1.0, 0.0, 0.0], angular_velocity=[0.0, 0.0, 3.0]).at(0.0)[:3, 3].tolist()
    [1.0, 0.0, 0.0]
    """

    pose: Any = None
    """Where it begins, as the verbs take poses."""
    velocity: Any = None
    """The center's velocity, (..., dim), in the world: lengths a unit of time. `None` is none."""
    angular_velocity: Any = None
    """In the world, in radians a unit of time: any number of turns. Along the axis, (..., 3); in
    the plane numbers (...), counter-clockwise. `None` is none."""
    center: Any = None
    """The point (..., dim) that moves on a straight line, in the body's own frame; `None` is its
    origin."""
    end: Any = None
    """Where it is at time 1, of a motion between two poses."""
    path: str = "slerp"
    """How it turns between two poses: `"slerp"` or `"nlerp"`."""

    @staticmethod
    def between(pose: Any, end: Any, *, path: str = "slerp", center: Any = None) -> "Motion":
        """From one pose at time 0 to another at time 1; later it continues in the same way.

        The center moves on a straight line. The body turns the short way around: with `"slerp"` at
        constant speed; with `"nlerp"`, where quaternions are blended and normalised as many engines
        do, along the same arc, but faster in its middle. Poses half a turn apart are ambiguous, and
        are an error when used. A `pose` of `None` is the world's origin.

        >>> import clearance as cl, numpy as np
        >>> quarter = cl.Pose.xyzw([2.0, 0.0, 0.0], [0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)])
        >>> cl.Motion.between(None, quarter).at(0.5).round(6)[:2].tolist()
        [[0.707107, -0.707107, 0.0, 1.0], [0.707107, 0.707107, 0.0, 0.0]]
        """
        if end is None:
            raise TypeError("end: is None; the world's origin is [0, 0, 0], in the plane [0, 0]")
        return Motion(pose, center=center, end=end, path=path)

    def at(self, times: Any, *, dim: int = 3) -> "NDArray[np.float64]":
        """The body's poses at times (...): rigid matrices (..., dim + 1, dim + 1), rounded.

        >>> import clearance as cl
        >>> cl.Motion(velocity=[1.0, 0.0], angular_velocity=1.5).at([0, 1, 2], dim=2)[:, 0, 2]
        array([0., 1., 2.])
        """
        placed: NDArray[np.float64] = _clearance._motion_at(
            _clearance.ball(1.0, dim=dim), tuple(self), times
        )
        return placed


class Cast(NamedTuple):
    """When and where two shapes in motion first touch: returned by `cast` and `time_of_impact`.

    For one pair that meets, the outcome is an `Outcome`, times are floats and vectors arrays
    (dim,); for a batch of shape (...) all are arrays, (...) and (..., dim), and the rows that miss
    are NaN.

    >>> import clearance as cl
    >>> found = cl.cast(cl.ball(1.0), None, cl.ball(1.0), [[4, 0, 0], [0, 4, 0]], [-4.0, 0, 0])
    >>> found.hit, found.outcome, found.time_low.round(9)
    (array([ True, False]), array([1, 0], dtype=int8), array([0.5, nan]))
    """

    outcome: Any
    """An `Outcome`, or an array of int8 with their values."""
    time_low: Any
    """There is no contact before it: up to here the motion is free."""
    time_high: Any
    """The first contact is not after it."""
    normal: Any
    """The unit vector from A to B, at the contact."""
    point_a: Any
    """The point of A that is touched, in the world, with A where it stands at `time_low`."""
    point_b: Any
    """The point of B that is touched, in the world, with B where it stands at `time_low`."""

    @property
    def hit(self) -> Any:
        """Whether they meet; True where undecided. A bool, or an array of bools."""
        return self.outcome != Outcome.MISS

    def __repr__(self) -> str:
        return in_a_line(self)


class RayCast(NamedTuple):
    """When and where a ray first meets a shape.

    For one ray that hits, the outcome is an `Outcome`, times are floats and vectors arrays (dim,);
    for a batch of shape (...) all are arrays, (...) and (..., dim), and the rows that miss are NaN.

    >>> import clearance as cl
    >>> found = cl.cast_ray(cl.ball(1.0), None, [[-3, 0, 0], [-3, 2, 0]], [1.0, 0.0, 0.0])
    >>> found.hit, found.time_low, found.normal[0].tolist()
    (array([ True, False]), array([ 2., nan]), [-1.0, 0.0, 0.0])
    """

    outcome: Any
    """An `Outcome`, or an array of int8 with their values."""
    time_low: Any
    """The ray is free of the shape up to here, in multiples of its direction."""
    time_high: Any
    """The ray has met the shape here."""
    normal: Any
    """The unit vector out of the shape; of a solid shape that holds the origin, the shortest way
    out."""
    point: Any
    """The point of the shape's surface that is met; of a solid shape that holds the origin, the
    origin."""

    @property
    def hit(self) -> Any:
        """Whether it meets the shape; True where undecided. A bool, or an array of bools."""
        return self.outcome != Outcome.MISS

    def __repr__(self) -> str:
        return in_a_line(self)


def cast(
    a: Any,
    pose_a: Any,
    b: Any,
    pose_b: Any,
    velocity: Any,
    *,
    velocity_a: Any = None,
    max_time: Any = 1.0,
    target_distance: Any = 0.0,
    at_start: Literal["report", "ignore_separating", "ignore"] = "report",
    tolerance: float = 0.0,
    threads: int = 1,
    progress: Any = None,
) -> Cast | None:
    """When and where B, moving on a straight line without turning, first touches A.

    B is at `pose_b` moved by `t * velocity`, for `t` from 0 to `max_time`, and A likewise by
    `velocity_a`; without it, A rests. Velocities (..., dim) are in the caller's units of length and
    time, in the world's frame; times (...) and distances (...) are broadcast with everything else.
    `None` if a single pair misses; NaN in the rows of a batch.

    The answer is proved: a miss, or a hit between `time_low` and `time_high`. It is exact, also at
    grazes, for polytopes, balls, capsules, rounded, scaled or swept ones of these, and half-spaces;
    touching counts. Curved shapes that graze within about 1e-14 of their size are undecided.

    - `max_time`: at least 0; infinity is allowed. Of shapes of float32 all times and distances are
      float32: `0.1` means `float32(0.1)`.
    - `target_distance`: the shapes hit when they come as near as this; if negative, when they
      overlap by that depth.
    - `at_start`: for shapes that touch or overlap before they move: `"report"` a hit at time 0,
      `"ignore"` it, or `"ignore_separating"`: ignore it if the motion does not make them overlap
      deeper.
    - `tolerance`: how far the shapes may approach within a hit's interval of time, a length for all
      rows; the search ends sooner, and what is a hit does not change. At 0 as narrow as rounding
      allows.
    - `threads`, `progress`: for batches, as in the other verbs.

    >>> import clearance as cl
    >>> floor, ball = cl.cuboid([10.0, 0.5, 10.0]), cl.ball(0.25)
    >>> found = cl.cast(floor, None, ball, [0.0, 2.75, 0.0], [1.0, -4.0, 0.0])
    >>> found.time_low <= 0.5 <= found.time_high, round(found.normal[1].item(), 9)
    (True, 1.0)
    >>> found.point_a[:2].round(9).tolist()
    [0.5, 0.5]
    >>> cl.cast(floor, None, ball, [0.0, 2.75, 0.0], [1.0, 4.0, 0.0]) is None
    True
    """
    found = _clearance.cast(
        a,
        pose_a,
        b,
        pose_b,
        velocity,
        velocity_a=velocity_a,
        max_time=max_time,
        target_distance=target_distance,
        at_start=at_start,
        tolerance=tolerance,
        threads=threads,
        progress=progress,
    )
    return None if found is None else _cast_of(found)


def time_of_impact(
    a: Any,
    motion_a: Any,
    b: Any,
    motion_b: Any,
    *,
    until: Any = 1.0,
    within: Any = 0.0,
    at_start: Literal["report", "ignore_separating", "ignore"] = "report",
    tolerance: float = 0.0,
    threads: int = 1,
    progress: Any = None,
) -> Cast | None:
    """When and where two shapes that move and turn first touch, from time 0 to `until`.

    Each moves by its `Motion`; a pose, as in the other verbs, or `None` means a body at rest.
    Shapes, the parts of motions, `until` (...) and `within` (...) are broadcast. `None` if a single
    pair does not meet; NaN in the rows of a batch.

    The answer is proved, like that of `cast`: a miss by directions that keep the shapes apart for
    the whole time, so that nothing is sampled, and no shape is too thin and no turn too large; a
    hit by `time_low`, before which there is no contact, and `time_high`. Grazes within about 1e-14
    of the size are undecided. `docs/errors.md` derives it.

    - `until`: at least 0; infinity is allowed. Of shapes of float32 all times and distances are
      float32: `0.1` means `float32(0.1)`.
    - `within`: the shapes hit when they come as near as this, a length; if negative, when they
      overlap by that depth.
    - `at_start`: for shapes that touch or overlap before they move: `"report"` a hit at time 0;
      `"ignore"` it until they are proved apart, and report the first contact after that; or
      `"ignore_separating"`: do so only if the motion does not make them overlap deeper.
    - `tolerance`: how far the shapes may approach within a hit's interval of time, as for `cast`.
    - `threads`, `progress`: of batches, as for the other verbs.

    >>> import clearance as cl
    >>> post, blade = cl.cuboid([0.05, 0.05, 0.05]), cl.cuboid([1.0, 0.02, 0.02])
    >>> spin = cl.Motion(cl.Pose.wxyz([0, 0, 0], [0.731688869, 0, 0, -0.68163876]),
    ...                  angular_velocity=[0.0, 0.0, 3.0])
    >>> found = cl.time_of_impact(post, [0.5, 0.0, 0.0], blade, spin)
    >>> found.outcome, 0.4 < found.time_low <= found.time_high < 0.5
    (<Outcome.HIT: 1>, True)
    >>> cl.time_of_impact(post, [0.5, 0.0, 0.0], blade, spin, until=0.4) is None
    True
    >>> fast = cl.Motion(spin.pose, angular_velocity=[[0.0, 0.0, 3.0], [0.0, 0.0, -1.0]])
    >>> cl.time_of_impact(post, [0.5, 0.0, 0.0], blade, fast).hit
    array([ True, False])
    """
    found = _clearance.time_of_impact(
        a,
        tuple(_motion(motion_a)),
        b,
        tuple(_motion(motion_b)),
        until=until,
        within=within,
        at_start=at_start,
        tolerance=tolerance,
        threads=threads,
        progress=progress,
    )
    return None if found is None else _cast_of(found)


def cast_ray(
    shape: Any,
    pose: Any,
    origins: Any,
    directions: Any,
    *,
    max_time: Any = math.inf,
    hollow: bool = False,
    threads: int = 1,
    progress: Any = None,
) -> RayCast | None:
    """When and where rays first meet a shape, or each of many rays its own shape.

    A ray is the set of points `origin + t * direction` for `t` from 0 to `max_time`. Origins and
    directions are (..., dim) in the world's frame, `max_time` is (...) and at least 0; all are
    broadcast with shapes and poses; of shapes of float32 all are float32, and `max_time=0.1` means
    `float32(0.1)`. Directions have any length, and times are multiples of them; a direction of
    zeros makes a point. `None` if a single ray misses; NaN in the rows of a batch.

    The answer is proved, like that of `cast`. A ray that begins inside hits at time 0; if the shape
    is `hollow`, a surface, it hits where it leaves.

    >>> import clearance as cl, numpy as np
    >>> can = cl.cylinder(1.0, 0.5)
    >>> found = cl.cast_ray(can, None, [-3.0, 0.5, 0.0], [1.0, 0.0, 0.0])
    >>> found.time_low <= 2.5 <= found.time_high, found.point[:2].round(9).tolist()
    (True, [-0.5, 0.5])
    >>> fan = np.linspace([-3.0, 0.0, 0.0], [-3.0, 2.0, 0.0], 5)
    >>> cl.cast_ray(can, None, fan, [1.0, 0.0, 0.0]).hit
    array([ True,  True,  True, False, False])
    """
    found = _clearance.cast_ray(
        shape,
        pose,
        origins,
        directions,
        max_time=max_time,
        hollow=hollow,
        threads=threads,
        progress=progress,
    )
    if found is None:
        return None
    outcome, low, high, normal, point, _ = found
    return RayCast(_named(outcome), low, high, normal, point)


def _motion(given: Any) -> Motion:
    return given if isinstance(given, Motion) else Motion(given)


def _cast_of(found: tuple[Any, Any, Any, Any, Any, Any]) -> Cast:
    outcome, low, high, normal, point_a, point_b = found
    return Cast(_named(outcome), low, high, normal, point_a, point_b)


def _named(outcome: Any) -> Any:
    return Outcome(outcome) if isinstance(outcome, int) else outcome
