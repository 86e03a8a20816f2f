"""Casts and rays: when and where shapes in motion first meet."""

import math
from typing import Any, Literal, NamedTuple, Optional

from . import _clearance
from ._status import Outcome


class Cast(NamedTuple):
    """When and where B, moving on a straight line, first touches A.

    Of one pair that meets the outcome is an `Outcome`, times are floats and vectors arrays (dim,);
    of a batch of shape (...) all are arrays, (...) and (..., dim), and the rows that miss are NaN.

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
    """Of unit length, from A to B, at the contact."""
    point_a: Any
    """The point of A that is touched, in the world, with A where it stands at `time_low`."""
    point_b: Any
    """The point of B that is touched, in the world, with B where it stands at `time_low`."""

    @property
    def hit(self) -> Any:
        """Whether they meet; True where undecided. A bool, or an array of bools."""
        return self.outcome != Outcome.MISS


class RayCast(NamedTuple):
    """When and where a ray first meets a shape.

    Of one ray that hits the outcome is an `Outcome`, times are floats and vectors arrays (dim,);
    of a batch of shape (...) all are arrays, (...) and (..., dim), and the rows that miss are NaN.

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
    """Of unit length, out of the shape; of a solid shape that holds the origin, the shortest way
    out."""
    point: Any
    """The point of the shape's surface that is met; of a solid shape that holds the origin, the
    origin."""

    @property
    def hit(self) -> Any:
        """Whether it meets the shape; True where undecided. A bool, or an array of bools."""
        return self.outcome != Outcome.MISS


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
    threads: int = 1,
    progress: Any = None,
) -> Optional[Cast]:
    """When and where B, moving on a straight line without turning, first touches A.

    B is at `pose_b` moved by `t * velocity`, for `t` from 0 to `max_time`, and A likewise by
    `velocity_a`, which rests unless it is given. Velocities (..., dim) are lengths of the caller a
    unit of time, in the world's frame; times (...) and distances (...) are broadcast with all else.
    `None` where one pair misses; NaN in the rows of a batch.

    The answer is proved: a miss, or a hit within `time_low` and `time_high`; exact for polytopes,
    balls, capsules, these rounded, scaled or swept, and half-spaces, at grazes too, and touching
    counts. Curved shapes that graze within about 1e-14 of their size are undecided.

    - `max_time`: at least 0; infinity is allowed.
    - `target_distance`: a hit where the shapes come as near as this; where it is negative, where
      they overlap so deep.
    - `at_start`: what to make of shapes that touch or overlap before they move: `"report"` a hit at
      time 0, `"ignore"` it, or `"ignore_separating"`: ignore it where the motion does not make them
      overlap deeper.
    - `threads`, `progress`: of batches, as for the other verbs.

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
        threads=threads,
        progress=progress,
    )
    if found is None:
        return None
    outcome, low, high, normal, point_a, point_b = found
    return Cast(_named(outcome), low, high, normal, point_a, point_b)


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
) -> Optional[RayCast]:
    """When and where rays first meet a shape, or each ray its own of many shapes.

    A ray is the points `origin + t * direction` for `t` from 0 to `max_time`. Origins and
    directions are (..., dim) in the world's frame, `max_time` is (...) and at least 0; all are
    broadcast with shapes and poses. Directions are of any length, and times are multiples of them;
    one of zeros is a point. `None` where one ray misses; NaN in the rows of a batch.

    The answer is proved, as that of `cast`. A ray that begins inside hits at time 0; of a shape
    that is `hollow`, a surface, where it leaves.

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


def _named(outcome: Any) -> Any:
    return Outcome(outcome) if isinstance(outcome, int) else outcome
