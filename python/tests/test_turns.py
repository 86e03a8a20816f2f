"""Shapes that move and turn: truth from closed forms and from poses along the way."""

import math
import pickle

import numpy as np
import pytest

import clearance as cl

BALL = cl.ball(1.0)


def turned(axis, angle):
    """Rotations about unit vectors (n, 3) by angles (n,): Rodrigues 1840."""
    x, y, z = np.moveaxis(np.asarray(axis, float), -1, 0)
    zero = np.zeros_like(x)
    cross = np.stack(
        [np.stack(row, -1) for row in ([zero, -z, y], [z, zero, -x], [-y, x, zero])], -2
    )
    s, c = np.sin(angle)[..., None, None], np.cos(angle)[..., None, None]
    return np.eye(3) + s * cross + (1 - c) * cross @ cross


def quaternions(rng, n):
    q = rng.normal(size=(n, 4))
    return q / np.linalg.norm(q, axis=1)[:, None]


def matrix_of(q):
    """The rotation matrices of unit quaternions x, y, z, w."""
    v, w = q[..., :3], q[..., 3:]
    axes = np.eye(3)
    columns = [axis + 2 * (w * np.cross(v, axis) + np.cross(v, np.cross(v, axis))) for axis in axes]
    return np.stack(columns, -1)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dim", [2, 3])
def test_a_hand_of_a_clock_meets_balls(dim, dtype):
    rng = np.random.default_rng(1)
    n, tail = 500, [0.0] * (dim - 2)
    hand = cl.segment([0.0, 0.0, *tail], [3.0, 0.0, *tail], dtype=dtype)
    radius = 0.25
    far, angle = rng.uniform(0.5, 2.9, n), rng.uniform(0.6, 5.6, n)
    at = np.stack([far * np.cos(angle), far * np.sin(angle)], -1)
    at = np.concatenate([at, np.zeros((n, dim - 2))], -1).astype(dtype)
    rate = rng.uniform(0.5, 6.5, n).astype(dtype)
    spin = rate if dim == 2 else np.stack([0 * rate, 0 * rate, rate], -1)
    found = cl.time_of_impact(
        cl.ball(radius, dim=dim, dtype=dtype), at, hand, cl.Motion(angular_velocity=spin)
    )
    # Of exactly the numbers given, in float64.
    wide = at.astype(float)
    far, angle = np.linalg.norm(wide, axis=1), np.arctan2(wide[:, 1], wide[:, 0]) % (2 * np.pi)
    truth = (angle - np.arcsin(radius / far)) / rate.astype(float)
    hits = truth <= 1
    assert np.array_equal(found.hit, hits) and 100 < hits.sum() < 450
    slack = 1e-14 * (1 + truth[hits])
    assert np.all(found.time_low[hits] <= truth[hits] + slack)
    assert np.all(truth[hits] - slack <= found.time_high[hits])
    width = 1e-11 if dtype is np.float64 else 1e-5
    assert np.all(found.time_high[hits] - found.time_low[hits] < width)
    assert found.time_low.dtype == found.point_a.dtype == dtype
    # The hand is touched where it stands then, across from the ball's centre.
    way = np.stack([np.cos(truth * rate), np.sin(truth * rate)], -1)
    foot = np.sqrt(far**2 - radius**2)[:, None] * way
    assert np.allclose(found.point_b[hits, :2], foot[hits], atol=1e-5)
    assert np.all(np.isnan(found.point_b[~hits]))


def test_where_a_steady_motion_is():
    rng = np.random.default_rng(2)
    n = 200
    q, at, center, velocity = quaternions(rng, n), *rng.normal(size=(3, n, 3))
    axis, rate = rng.normal(size=(n, 3)), rng.uniform(-9, 9, n)
    axis /= np.linalg.norm(axis, axis=1)[:, None]
    times = rng.uniform(0, 2, n)
    motion = cl.Motion(cl.Pose.xyzw(at, q), velocity, axis * rate[:, None], center=center)
    placed = motion.at(times)
    turn = turned(axis, rate * times) @ matrix_of(q)
    arm = np.einsum("nij,nj->ni", matrix_of(q), center)
    moved = at + arm + velocity * times[:, None] - np.einsum("nij,nj->ni", turn, center)
    assert placed.shape == (n, 4, 4)
    assert np.allclose(placed[:, :3, :3], turn, atol=1e-13)
    assert np.allclose(placed[:, :3, 3], moved, atol=1e-13)
    assert np.array_equal(placed[:, 3], np.broadcast_to([0.0, 0, 0, 1], (n, 4)))
    # In the plane, about a centre.
    flat = cl.Motion([1.0, 0.0], angular_velocity=math.pi / 2, center=[1.0, 0.0]).at([0, 1], dim=2)
    assert np.allclose(flat[0], [[1, 0, 1], [0, 1, 0], [0, 0, 1]])
    assert np.allclose(flat[1], [[0, -1, 2], [1, 0, -1], [0, 0, 1]])


@pytest.mark.parametrize("path", ["slerp", "nlerp"])
def test_where_a_motion_between_poses_is(path):
    rng = np.random.default_rng(3)
    n = 200
    p, q = quaternions(rng, n), quaternions(rng, n)
    q = np.where((p * q).sum(1)[:, None] < 0, -q, q)
    start, end, center = rng.normal(size=(3, n, 3))
    times = rng.uniform(0, 1, n)
    motion = cl.Motion.between(
        cl.Pose.xyzw(start, p), cl.Pose.xyzw(end, q), path=path, center=center
    )
    s = times[:, None]
    if path == "nlerp":
        r = (1 - s) * p + s * q
    else:
        angle = np.arccos((p * q).sum(1))[:, None]
        r = np.sin((1 - s) * angle) * p + np.sin(s * angle) * q
    r /= np.linalg.norm(r, axis=1)[:, None]
    ends = [
        at + np.einsum("nij,nj->ni", matrix_of(turn), center) for at, turn in ((start, p), (end, q))
    ]
    moved = (1 - s) * ends[0] + s * ends[1] - np.einsum("nij,nj->ni", matrix_of(r), center)
    placed = motion.at(times)
    assert np.allclose(placed[:, :3, :3], matrix_of(r), atol=1e-12)
    assert np.allclose(placed[:, :3, 3], moved, atol=1e-12)
    assert np.allclose(motion.at(1.0)[:, :3, 3], end, atol=1e-15)


def bodies(dim, dtype=np.float64):
    rng = np.random.default_rng(4)
    return [
        cl.cuboid([0.5, 0.125, 1.0][:dim], dtype=dtype),
        cl.capsule(0.75, 0.125, dim=dim, dtype=dtype),
        cl.hull(rng.normal(size=(10, dim)) * 0.5, dtype=dtype),
        cl.ball(0.25, dim=dim, dtype=dtype),
    ]


def both_ways(rng, dim, n, dtype=np.float64):
    """Motions of A, with velocities, and of B, between two poses."""

    def given(*shape):
        return rng.normal(size=shape).astype(dtype)

    if dim == 2:
        poses = [cl.Pose.angle(given(n, 2), given(n)) for _ in range(3)]
        spin = 2 * given(n)
    else:
        turns = [quaternions(rng, n) for _ in range(2)]
        turns.append(turns[1] + 0.5 * quaternions(rng, n))
        poses = [cl.Pose.xyzw(0.75 * given(n, 3), turn.astype(dtype)) for turn in turns]
        spin = 2 * given(n, 3)
    steady = cl.Motion(poses[0], given(n, dim), spin, center=0.5 * given(n, dim))
    return steady, cl.Motion.between(poses[1], poses[2], path="nlerp", center=0.5 * given(n, dim))


@pytest.mark.parametrize("dim", [2, 3])
def test_answers_hold_along_the_way(dim):
    rng = np.random.default_rng(5)
    shapes = bodies(dim)
    n = 300
    a, b = [shapes[i % 4] for i in range(n)], [shapes[i // 4 % 4] for i in range(n)]
    of_a, of_b = both_ways(rng, dim, n)
    found = cl.time_of_impact(a, of_a, b, of_b)
    starts = found.hit & (found.time_high == 0)
    moving = found.hit & ~starts
    assert min(starts.sum(), moving.sum(), (~found.hit).sum()) > 20
    assert not np.any(found.outcome == cl.Outcome.UNDECIDED)
    # They are apart at many times before the first contact, or during the whole time.
    last = np.where(found.hit, found.time_low, 1.0)
    for part in np.linspace(0, 0.999, 40):
        where = [motion.at(part * last, dim=dim) for motion in (of_a, of_b)]
        meets = cl.intersects(a, where[0], b, where[1])
        assert not np.any(meets & ~starts)
        assert np.all(meets[starts])
    # And at the contact they touch, at the points given.
    where = [motion.at(last, dim=dim) for motion in (of_a, of_b)]
    touch = cl.proximity(a, where[0], b, where[1])
    assert np.all(np.abs(touch.distance[moving]) < 1e-9)
    off = np.linalg.norm(found.point_a - found.point_b, axis=1)[moving]
    assert np.all(off < 1e-9)
    assert np.all(np.abs(np.linalg.norm(found.normal[moving], axis=1) - 1) < 1e-12)


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_batch_of_turns_is_its_turns(dim, dtype):
    rng = np.random.default_rng(6)
    shapes = bodies(dim, dtype)
    n = 48
    a, b = [shapes[i % 4] for i in range(n)], [shapes[i // 4 % 4] for i in range(n)]
    of_a, of_b = both_ways(rng, dim, n, dtype)
    last = rng.uniform(0.5, 1.5, n).astype(dtype)
    near = rng.choice([-0.0625, 0.0, 0.0625], n).astype(dtype)

    def part(value, i):
        if isinstance(value, cl.Pose):
            make, (at, turn) = value.__reduce__()
            return make(at[i], turn[i])
        return value if value is None or isinstance(value, str) else value[i]

    for at_start in ("report", "ignore_separating", "ignore"):
        many = cl.time_of_impact(
            *(a, of_a, b, of_b), until=last, within=near, at_start=at_start, threads=2
        )
        assert 0 < many.hit.sum() < n
        for i in range(n):
            ways = [cl.Motion(*(part(value, i) for value in way)) for way in (of_a, of_b)]
            one = cl.time_of_impact(
                *(a[i], ways[0], b[i], ways[1]),
                until=last[i],
                within=near[i],
                at_start=at_start,
            )
            if one is None:
                assert many.outcome[i] == 0 and np.isnan(many.point_b[i]).all()
                continue
            assert one.outcome == many.outcome[i]
            assert (one.time_low, one.time_high) == (many.time_low[i], many.time_high[i])
            for mine, other in zip(one[3:], many[3:], strict=True):
                assert np.array_equal(mine, other[i]) and mine.dtype == dtype


def test_without_a_turn_it_is_a_cast():
    rng = np.random.default_rng(7)
    box = cl.cuboid([0.5, 0.25, 1.0])
    at, velocity = 2 * rng.normal(size=(100, 3)), rng.normal(size=(100, 3))
    velocity -= at
    straight = cl.cast(box, None, box, at, velocity, velocity_a=[0.25, 0, 0], max_time=2.0)
    same = cl.time_of_impact(
        box, cl.Motion(velocity=[0.25, 0, 0]), box, cl.Motion(at, velocity), until=2.0
    )
    for mine, other in zip(straight, same, strict=True):
        assert np.array_equal(mine, other, equal_nan=True)
    # Bodies at rest are poses.
    assert cl.time_of_impact(box, None, box, [3.0, 0, 0]) is None
    assert cl.time_of_impact(box, None, box, None, until=0.0).time_high == 0.0


def test_thin_and_fast():
    """A leaf that turns a thousand times meets a wire that sampling would miss."""
    leaf, wire = cl.cuboid([1.0, 1e-6, 1.0]), cl.ball(1e-6)
    spin = cl.Motion(angular_velocity=[0, 0, 2000 * math.pi])
    found = cl.time_of_impact(wire, [0.0, 0.75, 0.0], leaf, spin)
    assert found.time_low < 0.25e-3 < found.time_high + 1e-8
    assert cl.time_of_impact(wire, [0.0, 1.25, 0.0], leaf, spin) is None


def test_what_counts_as_a_meeting():
    rod = cl.segment([0.0, 0.0, 0.0], [2.0, 0.0, 0.0])
    spin = cl.Motion(angular_velocity=[0.0, 0.0, 1.0])
    at = [0.0, 1.5, 0.0]

    def meets(within, **more):
        return cl.time_of_impact(cl.ball(0.5), at, rod, spin, until=7.0, within=within, **more)

    for within, radius in ((0.25, 0.75), (0.0, 0.5), (-0.25, 0.25)):
        truth = math.pi / 2 - math.asin(radius / 1.5)
        found = meets(within)
        assert found.time_low <= truth <= found.time_high + 1e-12
        assert found.time_high - found.time_low < 1e-9
    # It leaves the ball and comes back after a turn.
    inside = cl.Motion(
        cl.Pose.xyzw([0, 0, 0], [0, 0, math.sin(math.pi / 4), math.cos(math.pi / 4)]),
        angular_velocity=[0.0, 0.0, 1.0],
    )
    again = cl.time_of_impact(cl.ball(0.5), at, rod, inside, until=7.0, at_start="ignore")
    assert abs(again.time_low - (2 * math.pi - math.asin(0.5 / 1.5))) < 1e-9
    first = cl.time_of_impact(cl.ball(0.5), at, rod, inside)
    assert (first.time_low, first.time_high) == (0.0, 0.0)


def test_motions_can_be_kept():
    motion = cl.Motion.between([1.0, 0, 0], [0.0, 2.0, 0.0], path="nlerp")
    assert pickle.loads(pickle.dumps(motion)) == motion
    assert repr(cl.Motion([0, 0, 0], velocity=[1, 0, 0])) == (
        "Motion(pose=[0, 0, 0], velocity=[1, 0, 0], angular_velocity=None, center=None, "
        "end=None, path='slerp')"
    )


HALF_TURN = cl.Pose.xyzw([0.0, 0, 0], [[0.0, 0, 0.6, 0.8], [0.0, 0, 1.0, 0.0]])
NAN = float("nan")


@pytest.mark.parametrize(
    ("motion", "error", "message"),
    [
        (cl.Motion([0, 0, NAN]), ValueError, "^motion_b: the pose has a coordinate that is NaN"),
        (
            cl.Motion(np.zeros((2, 3)), [[0, 0, 1], [0, 0, np.inf]]),
            ValueError,
            r"^motion_b.velocity\[1\]: has a coordinate that is NaN or infinite$",
        ),
        (
            cl.Motion(angular_velocity=1.0),
            ValueError,
            r"^motion_b.angular_velocity: must end in 3 coordinates, .*has shape \(\)",
        ),
        (
            cl.Motion(angular_velocity=[[0, 0, NAN]]),
            ValueError,
            r"^motion_b.angular_velocity\[0\]: has a coordinate",
        ),
        (cl.Motion(center=[0, 0]), ValueError, "^motion_b.center: must end in 3 coordinates"),
        (
            cl.Motion.between(None, HALF_TURN),
            ValueError,
            r"^motion_b.end\[1\]: is turned by half a turn from the start, .*angular_velocity$",
        ),
        (
            cl.Motion.between(None, np.diag([2.0, 1, 1, 1])),
            ValueError,
            "^motion_b.end: the matrix scales axis 0",
        ),
        (
            cl.Motion(velocity=[1, 0, 0], end=[1, 0, 0]),
            ValueError,
            "^motion_b: has an end beside a velocity; give one of the two$",
        ),
        (
            cl.Motion.between(None, [1, 0, 0], path="straight"),
            ValueError,
            "^motion_b.path: must be 'slerp' or 'nlerp', is \"straight\"$",
        ),
        (
            cl.Motion(np.zeros((2, 3)), np.zeros((3, 3))),
            ValueError,
            r"^motion_b.velocity: a batch of \(3,\) does not go with one of \(2,\)$",
        ),
        ("left", TypeError, "^motion_b: must be of floats or integers"),
    ],
)
def test_wrong_motions(motion, error, message):
    with pytest.raises(error, match=message):
        cl.time_of_impact(BALL, None, BALL, motion)


def test_wrong_arguments():
    with pytest.raises(ValueError, match=r"^until\[1\]: must not be negative or NaN"):
        cl.time_of_impact(BALL, None, BALL, None, until=[1.0, NAN])
    with pytest.raises(ValueError, match="^within: must be finite"):
        cl.time_of_impact(BALL, None, BALL, None, within=NAN)
    with pytest.raises(ValueError, match="^at_start: must be 'report'"):
        cl.time_of_impact(BALL, None, BALL, None, at_start="later")
    with pytest.raises(TypeError, match="^end: is None; the world's origin is"):
        cl.Motion.between([1, 0, 0], None)
    with pytest.raises(ValueError, match="^times: must not be negative"):
        cl.Motion(velocity=[1, 0, 0]).at(-1.0)
    flat = cl.ball(1.0, dim=2)
    with pytest.raises(ValueError, match="^motion_b.angular_velocity: is NaN or infinite"):
        cl.time_of_impact(flat, None, flat, cl.Motion(angular_velocity=NAN))
