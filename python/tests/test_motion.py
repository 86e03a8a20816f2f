"""Casts and rays: truth from closed forms; batches against their pairs; wrong input; running."""

import math
import os
import pickle

import numpy as np
import pytest

import clearance as cl

BALL = cl.ball(1.0)


def rays(count, seed=1, dtype=np.float64):
    """Origins about 4 from the centre, directions roughly towards it, of any length."""
    rng = np.random.default_rng(seed)
    origins = rng.normal(size=(count, 3))
    origins *= 4.0 / np.linalg.norm(origins, axis=1)[:, None]
    directions = rng.normal(size=(count, 3)) * 0.25 - origins / 4.0
    return origins.astype(dtype), (directions * rng.uniform(0.1, 9, (count, 1))).astype(dtype)


def into_box(half, origins, directions):
    """When each ray enters a box, by the slab method; infinity where it misses."""
    with np.errstate(divide="ignore"):
        ends = np.stack([(s * half - origins) / directions for s in (-1, 1)])
    first, last = ends.min(axis=0).max(axis=1), ends.max(axis=0).min(axis=1)
    return np.where((first <= last) & (last >= 0), np.maximum(first, 0), np.inf), last - first


def into_ball(radius, origins, directions):
    """When each ray enters a ball, by a quadratic; infinity where it misses."""
    a = (directions**2).sum(axis=1)
    b = (origins * directions).sum(axis=1)
    c = (origins**2).sum(axis=1) - radius**2
    inner = b * b - a * c
    root = np.sqrt(np.maximum(inner, 0))
    return np.where((inner >= 0) & (-b + root >= 0), (-b - root) / a, np.inf), inner / (a * a)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rays_against_slabs(dtype):
    half = np.array([1.0, 0.5, 0.75])
    origins, directions = rays(4000, dtype=dtype)
    found = cl.cast_ray(cl.cuboid(half, dtype=dtype), None, origins, directions)
    # Of exactly the numbers given, in float64.
    wide = origins.astype(float), directions.astype(float)
    truth, through = into_box(half, *wide)
    clear = np.abs(through) > 1e-9
    hits = np.isfinite(truth)
    assert np.array_equal(found.hit[clear], hits[clear]) and 800 < hits.sum() < 3200
    assert found.time_low.dtype == found.point.dtype == dtype
    at, hit = truth[clear & hits], clear & hits
    assert np.all(found.time_low[hit] <= at + 1e-14 * at)
    assert np.all(at - 1e-14 * at <= found.time_high[hit])
    width = 1e-12 if dtype is np.float64 else 1e-6
    assert np.all(found.time_high[hit] - found.time_low[hit] <= width * (1 + at))
    points = wide[0][hit] + at[:, None] * wide[1][hit]
    assert np.allclose(
        found.point[hit], points, rtol=0, atol=1e-5 if dtype is np.float32 else 1e-11
    )
    # The normal is that of the face entered.
    face = np.abs(np.abs(points) / half - 1).argmin(axis=1)
    normals = np.zeros_like(points)
    rows = np.arange(len(points))
    normals[rows, face] = np.sign(points[rows, face])
    clear_of_edges = np.sort(np.abs(np.abs(points) - half), axis=1)[:, 1] > 1e-4
    assert np.allclose(found.normal[hit][clear_of_edges], normals[clear_of_edges])
    for column in (found.time_low, found.time_high):
        assert np.all(np.isnan(column[clear & ~hits]))
    assert np.all(np.isnan(found.normal[clear & ~hits]))


def test_rays_against_the_quadratic():
    origins, directions = rays(2000, seed=2)
    found = cl.cast_ray(BALL, None, origins, directions)
    truth, inner = into_ball(1.0, origins, directions)
    clear = np.abs(inner) > 1e-9
    hits = np.isfinite(truth)
    assert np.array_equal(found.hit[clear], hits[clear]) and 300 < hits.sum() < 1900
    hit = clear & hits
    assert np.allclose(found.time_low[hit], truth[hit], rtol=1e-9)
    assert np.allclose(found.normal[hit], found.point[hit], atol=1e-12)
    # In a pose, turned and moved, the same.
    half = math.sqrt(0.5)
    pose = cl.Pose.xyzw([1.0, 2.0, 3.0], [0.0, 0.0, half, half])
    turned = np.stack([-origins[:, 1], origins[:, 0], origins[:, 2]], axis=1) + [1, 2, 3]
    along = np.stack([-directions[:, 1], directions[:, 0], directions[:, 2]], axis=1)
    there = cl.cast_ray(BALL, pose, turned, along)
    assert np.allclose(there.time_low[hit], truth[hit], rtol=1e-9)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("hollow", [False, True])
def test_a_batch_of_rays_is_its_rays(dtype, hollow):
    rng = np.random.default_rng(3)
    shapes = [
        cl.ball(0.5, dtype=dtype),
        cl.cuboid([0.5, 0.25, 1.0], dtype=dtype),
        cl.cylinder(0.5, 0.5, dtype=dtype),
        cl.hull(rng.normal(size=(12, 3)), dtype=dtype),
        cl.cuboid([0.5, 0.5, 0.5], dtype=dtype).rounded(0.125),
        cl.half_space([0, 1, 0], -0.25, dtype=dtype),
    ] * 8
    n = len(shapes)
    origins = (rng.normal(size=(n, 3)) * rng.choice([0.1, 2.0], size=(n, 1))).astype(dtype)
    directions = (rng.normal(size=(n, 3)) - origins).astype(dtype)
    places = (0.2 * rng.normal(size=(n, 3))).astype(dtype)
    turns = rng.normal(size=(n, 4)).astype(dtype)
    last = rng.choice([0.5, 2.0, np.inf], size=n).astype(dtype)
    many = cl.cast_ray(
        shapes, cl.Pose.xyzw(places, turns), origins, directions, max_time=last, hollow=hollow
    )
    assert 0 < many.hit.sum() < n
    for i, shape in enumerate(shapes):
        pose = cl.Pose.xyzw(places[i], turns[i])
        one = cl.cast_ray(
            shape, pose, origins[i], directions[i], max_time=float(last[i]), hollow=hollow
        )
        if one is None:
            assert many.outcome[i] == cl.Outcome.MISS and np.isnan(many.time_low[i])
            continue
        assert one.outcome is cl.Outcome(many.outcome[i]) and one.hit is True
        assert (one.time_low, one.time_high) == (many.time_low[i], many.time_high[i])
        assert np.array_equal(one.normal, many.normal[i])
        assert np.array_equal(one.point, many.point[i])
        assert one.time_high <= last[i]


def test_rays_from_inside():
    solid = cl.cast_ray(BALL, None, [0.5, 0.0, 0.0], [2.0, 0.0, 0.0])
    assert (solid.time_low, solid.time_high) == (0.0, 0.0) and solid.point.tolist() == [0.5, 0, 0]
    out = cl.cast_ray(BALL, None, [0.5, 0.0, 0.0], [2.0, 0.0, 0.0], hollow=True)
    assert out.time_low <= 0.25 <= out.time_high and np.allclose(out.point, [1, 0, 0])
    assert cl.cast_ray(BALL, None, [0.5, 0, 0], [2.0, 0, 0], hollow=True, max_time=0.2) is None
    assert cl.cast_ray(BALL, None, [3.0, 0, 0], [-1.0, 0, 0], max_time=1.75) is None
    assert cl.cast_ray(BALL, None, [3.0, 0, 0], [-1.0, 0, 0], max_time=2).time_high == 2.0


def test_a_graze_counts():
    box = cl.cuboid([1.0, 1.0, 1.0])
    found = cl.cast_ray(box, None, [[-3, 1, 0], [-3, np.nextafter(1, 2), 0]], [1.0, 0, 0])
    assert found.outcome.tolist() == [1, 0]


def test_rays_broadcast():
    origins = np.stack(np.meshgrid([-3.0], [-2.0, 0.0, 2.0], [-1.5, 0.25], indexing="ij"), -1)
    found = cl.cast_ray(BALL, None, origins, [1.0, 0.0, 0.0])
    assert found.hit.shape == (1, 3, 2) and found.point.shape == (1, 3, 2, 3)
    assert found.hit[0].tolist() == [[False, False], [False, True], [False, False]]
    # A list of shapes beside a column of rays; strided views and other orders of memory.
    pair = cl.cast_ray([BALL, cl.cuboid([3, 3, 3])], None, origins[0, :, :1], [1.0, 0.0, 0.0])
    assert pair.hit.tolist() == [[False, True]] * 3
    back = np.asfortranarray(origins)[:, ::-1]
    assert np.array_equal(cl.cast_ray(BALL, None, back, [1.0, 0, 0]).hit, found.hit[:, ::-1])
    none = cl.cast_ray(BALL, None, np.zeros((0, 3)), [1.0, 0, 0])
    assert none.hit.shape == (0,) and none.point.shape == (0, 3)


def test_casts_of_balls_by_the_quadratic():
    rng = np.random.default_rng(4)
    at = rng.normal(size=(2000, 3))
    at *= 4.0 / np.linalg.norm(at, axis=1)[:, None]
    velocity, of_a = rng.normal(size=(2000, 3)) - at, rng.normal(size=3) * 0.1
    other = cl.ball(0.25)
    found = cl.cast(BALL, None, other, at, velocity, velocity_a=of_a, max_time=2.0)
    truth, inner = into_ball(1.25, at, velocity - of_a)
    clear = (np.abs(inner) > 1e-9) & (np.abs(truth - 2) > 1e-9)
    hits = truth <= 2
    assert np.array_equal(found.hit[clear], hits[clear]) and 200 < hits.sum() < 1800
    hit = clear & hits
    assert np.all(found.time_low[hit] <= truth[hit] * (1 + 1e-12))
    assert np.all(truth[hit] * (1 - 1e-12) <= found.time_high[hit])
    assert np.all(found.time_high[hit] - found.time_low[hit] < 1e-6)
    t = found.time_low[hit, None]
    centres = of_a * t, at[hit] + t * velocity[hit]
    assert np.allclose(found.normal[hit], (centres[1] - centres[0]) / 1.25, atol=1e-6)
    assert np.allclose(found.point_a[hit], centres[0] + found.normal[hit], atol=1e-6)
    assert np.allclose(found.point_b[hit], found.point_a[hit], atol=1e-6)
    # The shapes there touch, and at half the time are apart.
    moved = cl.distance(BALL, centres[0], other, centres[1])
    assert np.nanmax(moved.distance) < 1e-6
    sooner = cl.verdict(BALL, of_a * t / 2, other, at[hit] + velocity[hit] * t / 2)
    assert not sooner.any()


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_batch_of_casts_is_its_casts(dim, dtype):
    rng = np.random.default_rng(5)
    shapes = [
        cl.ball(0.5, dim=dim, dtype=dtype),
        cl.cuboid([0.5, 0.25, 1.0][:dim], dtype=dtype),
        cl.capsule(0.5, 0.25, dim=dim, dtype=dtype),
        cl.hull(rng.normal(size=(12, dim)), dtype=dtype),
    ]
    a, b = [s for s in shapes for _ in shapes] * 4, shapes * len(shapes) * 4
    n = len(a)
    at = (2 * rng.normal(size=(n, dim))).astype(dtype)
    velocity = (rng.normal(size=(n, dim)) - at).astype(dtype)
    of_a = (0.25 * rng.normal(size=(n, dim))).astype(dtype)
    last = rng.uniform(0.3, 1, n).astype(dtype)
    near = rng.choice([-0.125, 0.0, 0.125], n).astype(dtype)
    for at_start in ("report", "ignore_separating", "ignore"):
        same = {"at_start": at_start}
        many = cl.cast(
            *(a, None, b, at, velocity),
            **same,
            velocity_a=of_a,
            max_time=last,
            target_distance=near,
        )
        assert 0 < many.hit.sum() < n
        for i in range(n):
            one = cl.cast(
                *(a[i], None, b[i], at[i], velocity[i]),
                **same,
                velocity_a=of_a[i],
                max_time=last[i],
                target_distance=near[i],
            )
            if one is None:
                assert many.outcome[i] == 0 and np.isnan(many.point_b[i]).all()
                continue
            assert one.outcome == many.outcome[i]
            assert (one.time_low, one.time_high) == (many.time_low[i], many.time_high[i])
            for mine, other in zip(one[3:], many[3:], strict=True):
                assert np.array_equal(mine, other[i]) and mine.dtype == dtype


def test_contact_at_the_start():
    def ask(velocity, at_start):
        return cl.cast(BALL, None, BALL, [1.5, 0, 0], velocity, at_start=at_start)

    assert ask([1.0, 0, 0], "report").time_high == 0.0
    assert ask([1.0, 0, 0], "ignore_separating") is None
    assert ask([-1.0, 0, 0], "ignore_separating").time_high == 0.0
    assert ask([-1.0, 0, 0], "ignore") is None


def test_a_target_distance():
    fall = [0.0, -1.0, 0.0]
    for near, when in [(0.5, 1.5), (0.0, 2.0), (-0.25, 2.25)]:
        found = cl.cast(BALL, None, BALL, [0, 4, 0], fall, max_time=9, target_distance=near)
        assert found.time_low <= when <= found.time_high
        assert np.allclose(found.point_b - found.point_a, [0, near, 0], atol=1e-12)


def test_results_can_be_kept():
    many = cl.cast_ray(BALL, None, [[-3, 0, 0], [-3, 2, 0]], [1.0, 0, 0])
    one = cl.cast(BALL, None, BALL, [4, 0, 0], [-4.0, 0, 0])
    for found in (many, one):
        again = pickle.loads(pickle.dumps(found))
        assert type(again) is type(found)
        assert all(np.array_equal(x, y, equal_nan=True) for x, y in zip(again, found, strict=True))
    assert one.outcome is cl.Outcome.HIT and "Cast(outcome=<Outcome.HIT: 1>" in repr(one)


NAN, SINGLE = float("nan"), cl.ball(1.0, dtype="f4")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda: cl.cast_ray(BALL, None, [[0, 0, 0], [0, NAN, 0]], [1, 0, 0]),
            r"^origins\[1\]: has a coordinate that is NaN or infinite$",
        ),
        (
            lambda: cl.cast_ray(BALL, None, np.zeros((2, 3)), [[1, 0, 0], [np.inf, 0, 0]]),
            r"^directions\[1\]: has a coordinate that is NaN or infinite$",
        ),
        (
            lambda: cl.cast_ray(BALL, None, [0, 0, 0], [NAN, 0, 0]),
            "^directions: has a coordinate that is NaN",
        ),
        (
            lambda: cl.cast_ray(SINGLE, None, [0, 0, 0], [1e39, 0, 0]),
            "^directions: has a coordinate that is NaN or infinite",
        ),
        (lambda: cl.cast_ray(BALL, None, [1e307, 0, 0], [1, 0, 0]), "^origins: is larger than"),
        (
            lambda: cl.cast_ray(BALL, None, [0, 0], [1, 0, 0]),
            r"^origins: must end in 3 coordinates, \(..., 3\); has shape \(2,\)",
        ),
        (lambda: cl.cast_ray(BALL, None, np.eye(4), [1, 0, 0]), r"^origins: .*shape \(4, 4\)"),
        (lambda: cl.cast_ray(BALL, None, [0, 0, 0], 1.0), r"^directions: .*has shape \(\)"),
        (
            lambda: cl.cast_ray(BALL, None, np.zeros((3, 3)), np.zeros((4, 3))),
            r"^directions: a batch of \(4,\) does not go with one of \(3,\)",
        ),
        (
            lambda: cl.cast_ray(BALL, None, [0, 0, 0], [1, 0, 0], max_time=[1, 2, -1]),
            r"^max_time\[2\]: must not be negative or NaN",
        ),
        (lambda: cl.cast_ray(BALL, None, [0, 0, 0], [1, 0, 0], max_time=NAN), "^max_time: must"),
        (
            lambda: cl.cast_ray(BALL, np.full(3, NAN), [0, 0, 0], [1, 0, 0]),
            "^pose: the pose has a coordinate",
        ),
        (
            lambda: cl.cast(BALL, None, BALL, np.zeros((5, 3)), [[0, 0, 0]] * 4 + [[0, 0, NAN]]),
            r"^velocity\[4\]: has a coordinate",
        ),
        (
            lambda: cl.cast(BALL, None, BALL, None, [0, 0, 1], velocity_a=[0, 0, NAN]),
            "^velocity_a: has a coordinate",
        ),
        (
            lambda: cl.cast(BALL, None, BALL, None, [0, 0, 1], target_distance=[0, np.inf]),
            r"^target_distance\[1\]: must be finite",
        ),
        (
            lambda: cl.cast(BALL, None, BALL, None, [0, 0, 1], at_start="never"),
            "^at_start: must be 'report', 'ignore_separating' or 'ignore', is \"never\"",
        ),
    ],
)
def test_value_errors(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: cl.cast_ray(3, None, [0, 0, 0], [1, 0, 0]), "^shape: must be a clearance.Shape"),
        (lambda: cl.cast_ray(BALL, None, [0, 0, 0], ["x", "y", "z"]), "^directions: must be of fl"),
        (
            lambda: cl.cast(BALL, None, cl.ball(1.0, dim=2), None, [0, 0, 1]),
            "^b: is of the plane",
        ),
        (
            lambda: cl.cast_ray(BALL, None, np.zeros((2, 3)), [1, 0, 0], progress=3),
            "^progress: must have a method update",
        ),
    ],
)
def test_type_errors(ask, message):
    with pytest.raises(TypeError, match=message):
        ask()


def test_the_first_of_several_faults_is_named():
    origins = np.zeros((20_000, 3))
    origins[[150, 151, 19_000], 2] = np.nan
    for threads in (1, 4):
        with pytest.raises(ValueError, match=r"^origins\[150\]"):
            cl.cast_ray(BALL, None, origins, [1.0, 0, 0], threads=threads)


def test_threads_and_progress():
    class Bar:
        n = 0

        def update(self, n):
            self.n += n

    origins, directions = rays(20_000)
    box, bar = cl.cuboid([1.0, 0.5, 0.75]), Bar()
    alone = cl.cast_ray(box, None, origins, directions)
    shared = cl.cast_ray(box, None, origins, directions, threads=3, progress=bar)
    assert bar.n == 20_000
    for mine, other in zip(alone, shared, strict=True):
        assert np.array_equal(mine, other, equal_nan=True)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_within_a_second(threads, ends_by_ctrl_c):
    program = f"""
import numpy as np, clearance as cl
shape = cl.hull(np.random.default_rng(1).normal(size=(64, 3)))
at = np.broadcast_to(np.array([5.0, 0.2, 0.3]), (20_000_000, 3))
print("go", flush=True)
cl.cast_ray(shape, None, at, [-1.0, 0.0, 0.0], threads={threads})
"""
    ends_by_ctrl_c(program, after=1.0)
