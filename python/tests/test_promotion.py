"""float32 beside float64 is float64, as in NumPy, and no number changes."""

import numpy as np
import pytest

import clearance as cl

X = 0.1, 0.7, 1.3


def shapes(dtype):
    """Of every kind, from the same numbers of float32."""
    rng = np.random.default_rng(5)
    # Whichever the precision, the numbers are those that float32 has.
    x, y, z = (float(np.float32(number)) for number in X)
    points = rng.normal(size=(20, 3)).astype("f4").astype(dtype)
    of = {"dtype": dtype}
    kinds = [
        cl.ball(x, **of),
        cl.cuboid([x, y, z], **of),
        cl.capsule(y, x, **of),
        cl.cylinder(y, x, **of),
        cl.cone(y, x, **of),
        cl.ellipsoid([x, y, z], **of),
        cl.hull(points, dtype=dtype),
        cl.point([x, y, z], **of),
        cl.segment([x, y, z], [z, x, y], **of),
        cl.triangle([x, y, z], [z, x, y], [0, 0, 0], **of),
        cl.half_space([x, y, z], y, **of),
    ]
    return [*kinds, kinds[1].rounded(x), kinds[6].scaled([x, y, z]), kinds[1].swept(kinds[8])]


def same(one, two):
    for field in ("distance", "gap", "normal", "point_a", "point_b", "status"):
        assert np.array_equal(getattr(one, field), getattr(two, field)), field
    assert np.asarray(one.normal).dtype == np.float64


@pytest.mark.parametrize("place", range(14))
def test_shapes_are_widened_without_rounding(place):
    single, double = shapes("f4")[place], shapes("f8")[place]
    other, at = cl.cuboid([0.3, 0.4, 0.5]), np.array([[2.1, 0.3, 0.2], [0.1, 0.2, 0.3]])
    for pose in (None, at, cl.Pose.xyzw(at, np.array([0.1, 0.2, 0.3, 0.9]))):
        same(
            cl.proximity(single, pose, other, at[::-1]), cl.proximity(double, pose, other, at[::-1])
        )
        same(cl.proximity(other, at, single, pose), cl.proximity(other, at, double, pose))
    small = cl.ball(0.25, dtype="f4")
    same(cl.proximity(single, None, small, at), cl.proximity(double, None, cl.ball(0.25), at))
    inside, truth = cl.contains(single, None, at * 0.1), cl.contains(double, None, at * 0.1)
    assert np.array_equal(inside, truth)


def test_directions_velocities_and_motions_count():
    single, double = cl.ball(0.5, dtype="f4"), cl.ball(0.5)
    along = np.array([0.1, 0.2, 0.9])
    for a, b in [(single, double), (double, single), (single, single)]:
        there = [5.0, 0.0, 0.0]
        got, want = (
            cl.separation(*p, there, along) for p in [(a, None, b), (double, None, double)]
        )
        assert got == want
        got, want = (cl.cast(*p, there, -along) for p in [(a, None, b), (double, None, double)])
        assert (got is None) == (want is None)
    ray = cl.cast_ray(single, None, [-3.0, 0.0, 0.0], np.array([1.0, 0.1, 0.0]))
    assert ray.time_low == cl.cast_ray(double, None, [-3.0, 0, 0], [1.0, 0.1, 0.0]).time_low
    swing = cl.Motion([3.0, 0.0, 0.0], velocity=np.array([-4.1, 0.0, 0.0]))
    met = cl.time_of_impact(single, cl.Motion(None), single, swing)
    assert met.time_low == cl.time_of_impact(double, cl.Motion(None), double, swing).time_low


def test_times_and_lengths_count():
    single, double = cl.ball(0.5, dtype="f4"), cl.ball(0.5)
    for ball, last in ((single, np.array([2.1, 4.1])), (double, [2.1, 4.1])):
        hit = cl.cast(ball, None, ball, [5.0, 0, 0], [-1.0, 0, 0], max_time=last)
        assert (
            hit.time_low.dtype == np.float64 and hit.outcome.tolist()[0] != hit.outcome.tolist()[1]
        )
        met = cl.time_of_impact(
            ball, None, ball, cl.Motion([5.0, 0, 0], velocity=[-1.0, 0, 0]), until=last, within=0.1
        )
        assert met.time_low.dtype == np.float64


def test_float32_alone_stays_so():
    ball = cl.ball(0.5, dtype="f4")
    for at in ([3, 0, 0], [3.1, 0.0, 0.0], np.array([3.1, 0, 0], "f4"), cl.Pose([3.1, 0, 0])):
        assert cl.proximity(ball, None, ball, at).normal.dtype == np.float32
    many = cl.Shapes([ball, cl.cuboid([1, 1, 1], dtype="f4")])[np.array([0, 1, 1])]
    assert cl.proximity(many, None, ball, [3, 0, 0]).distance.dtype == np.float32
    assert cl.proximity(many, None, ball, np.array([3.0, 0, 0])).distance.dtype == np.float64
    with pytest.raises(TypeError, match="of the plane, in float32, but a is of space"):
        cl.intersects(ball, None, cl.ball(1.0, dim=2, dtype="f4"), None)
