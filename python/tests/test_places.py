"""Points, extents, masses and manifolds: truth from closed forms; batches against single calls."""

import math

import numpy as np
import pytest

import clearance as cl

BALL, BOX = cl.ball(1.0), cl.cuboid([1.0, 2.0, 3.0])


def test_points_of_a_box():
    half = np.array([1.0, 2.0, 3.0])
    points = np.random.default_rng(1).uniform(-4, 4, size=(3000, 3))
    points[:8] = np.stack(np.meshgrid([-1, 1], [-2, 2], [-3, 3]), -1).reshape(8, 3)
    inside = (np.abs(points) <= half).all(axis=1)
    assert inside[:8].all() and 100 < inside.sum() < 1500
    assert np.array_equal(cl.contains(BOX, None, points), inside)
    assert cl.contains(BOX, None, points[0]) is True
    found = cl.project_point(BOX, None, points)
    beyond = np.abs(points) - half
    outside = np.linalg.norm(np.maximum(beyond, 0), axis=1)
    truth = np.where(inside, beyond.max(axis=1), outside)
    assert np.all(np.abs(found.signed_distance - truth) <= found.gap + 1e-15)
    assert np.all(found.gap < 1e-12)
    assert np.array_equal(found.status == cl.Status.INTERSECTING, inside)
    assert np.allclose(found.point[~inside], np.clip(points, -half, half)[~inside], atol=1e-12)
    way = points - found.point
    assert np.allclose(way, found.normal * found.signed_distance[:, None], atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_points_are_their_own_queries(dtype):
    rng = np.random.default_rng(2)
    shapes = [
        cl.cylinder(0.5, 0.5, dtype=dtype),
        cl.hull(rng.normal(size=(12, 3)), dtype=dtype),
        cl.ellipsoid([0.5, 0.75, 1.0], dtype=dtype),
    ]
    points = rng.normal(size=(40, 3)).astype(dtype)
    pose = cl.Pose.xyzw(np.ones(3, dtype), np.array([0.5, -0.5, 0.5, 0.5], dtype))
    many = cl.project_point(shapes, pose, points[:, None], threads=2)
    held = cl.contains(shapes, pose, points[:, None])
    assert many.point.shape == (40, 3, 3) and many.signed_distance.shape == held.shape == (40, 3)
    assert many.point.dtype == many.gap.dtype == dtype and 0 < held.sum() < 120
    point = cl.point([0, 0, 0], dtype=dtype)
    for i in range(40):
        for j, shape in enumerate(shapes):
            one = cl.project_point(shape, pose, points[i])
            assert one.status is cl.Status(many.status[i, j])
            off = abs(one.signed_distance - many.signed_distance[i, j])
            assert off <= one.gap + many.gap[i, j]
            assert held[i, j] == cl.intersects(shape, pose, point, points[i]) == (one.status != 0)


def test_boxes_and_balls_hold():
    quarter = cl.Pose.xyzw([10.0, 0.0, 0.0], [0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5)])
    box = cl.bounding_box(BOX, quarter)
    assert np.allclose(box.min, [8, -1, -3]) and np.allclose(box.max, [12, 1, 3])
    assert np.all(box.min <= [8, -1, -3]) and np.all(box.max >= [12, 1, 3])
    ball = cl.bounding_ball(BOX, quarter)
    assert ball.center.tolist() == [10, 0, 0] and 0 <= ball.radius - math.sqrt(14) < 1e-12

    rng = np.random.default_rng(3)
    corners, turns = rng.normal(size=(30, 3)), rng.normal(size=(500, 4))
    turns /= np.linalg.norm(turns, axis=1)[:, None]
    places = rng.normal(size=(500, 3))
    poses = cl.Pose.xyzw(places, turns)
    boxes, balls = (
        cl.bounding_box(cl.hull(corners), poses),
        cl.bounding_ball(cl.hull(corners), poses),
    )
    u, w = turns[:, None, :3], turns[:, None, 3:]
    cross = 2 * np.cross(u, corners)
    there = corners + w * cross + np.cross(u, cross) + places[:, None]
    assert np.allclose(boxes.min, there.min(axis=1), rtol=0, atol=1e-13)
    assert np.allclose(boxes.max, there.max(axis=1), rtol=0, atol=1e-13)
    far = np.linalg.norm(there - balls.center[:, None], axis=2).max(axis=1)
    assert np.all(far <= balls.radius + 1e-13) and np.all(balls.radius < 3 * far)
    shared = cl.bounding_box(cl.hull(corners), poses, threads=3)
    assert np.array_equal(shared.min, boxes.min) and np.array_equal(shared.max, boxes.max)

    both = cl.bounding_box([BALL, BOX], [[[0, 0, 0]], [[1, 0, 0]]])
    assert both.min.tolist() == [[[-1, -1, -1], [-1, -2, -3]], [[0, -1, -1], [0, -2, -3]]]
    assert cl.bounding_ball(cl.half_space([0, 1, 0], 0), None).radius == math.inf
    single = cl.bounding_box(cl.cuboid([0.1, 0.1], dtype="f4"), None)
    assert single.max.dtype == np.float32 and np.all(single.max >= np.float32(0.1))


def test_masses_by_their_formulas():
    body = cl.mass_properties(BOX)
    assert body.volume == pytest.approx(48)
    assert np.allclose(body.inertia, np.diag([4 + 9, 1 + 9, 1 + 4]) * 48 / 3)
    # A tetrahedron: its centroid is the mean of its corners.
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3.0]])
    body = cl.mass_properties(cl.hull(corners))
    assert body.volume == pytest.approx(1) and np.allclose(body.centroid, corners.mean(axis=0))
    second = (corners.T @ corners + 16 * np.outer(body.centroid, body.centroid)) / 20
    second -= np.outer(body.centroid, body.centroid)
    assert np.allclose(body.inertia, np.trace(second) * np.eye(3) - second)
    lamina = cl.mass_properties(cl.cuboid([1.0, 2.0]))
    assert lamina.volume == pytest.approx(8) and lamina.inertia == pytest.approx(8 * (1 + 4) / 3)
    assert type(lamina.inertia) is float

    many = cl.mass_properties(cl.Shapes([BALL, BOX])[np.array([1, 0, 1])])
    assert many.volume.shape == (3,) and many.centroid.shape == (3, 3)
    assert many.inertia.shape == (3, 3, 3)
    assert np.allclose(many.volume, [48, 4 / 3 * math.pi, 48])
    assert np.array_equal(many.inertia[2], cl.mass_properties(BOX).inertia)
    flat = cl.mass_properties([cl.cuboid([1, 2], dtype="f4"), cl.ball(1, dim=2, dtype="f4")])
    assert flat.inertia.shape == (2,) and flat.inertia.dtype == np.float32
    assert np.allclose(flat.inertia, [40 / 3, math.pi / 2])


def test_a_crate_on_a_table():
    table, crate = cl.cuboid([2.0, 0.5, 2.0]), cl.cuboid([0.5, 0.5, 0.5])
    touch = cl.contact_manifold(table, None, crate, [0.25, 0.75, 0.0])
    assert touch.normal.tolist() == [0, 1, 0] and touch.depth.tolist() == [0.25] * 4
    corners = {tuple(point) for point in touch.point_b[:, [0, 2]].round(9).tolist()}
    assert corners == {(x, z) for x in (-0.25, 0.75) for z in (-0.5, 0.5)}
    assert np.allclose(touch.point_a[:, 1], 0.5) and np.allclose(touch.point_b[:, 1], 0.25)
    assert touch.distance == -0.25 and touch.status is cl.Status.INTERSECTING
    assert touch.key.dtype == np.uint64 and len(set(touch.key.tolist())) == 4
    # A small slide changes no key; with the shapes exchanged, keys, normal and points are swapped.
    slid = cl.contact_manifold(table, None, crate, [0.251, 0.75, 0.001])
    assert np.array_equal(np.sort(slid.key), np.sort(touch.key))
    back = cl.contact_manifold(crate, [0.25, 0.75, 0.0], table, None)
    assert np.array_equal(back.normal, -touch.normal)
    assert np.array_equal(back.point_a, touch.point_b) and np.array_equal(back.depth, touch.depth)
    half = np.uint64(32)
    assert np.array_equal(back.key, touch.key << half | touch.key >> half)

    above = [0.0, 1.25, 0.0]
    assert cl.contact_manifold(table, None, crate, above) is None
    ahead = cl.contact_manifold(table, None, crate, above, max_distance=0.5)
    assert ahead.depth.tolist() == [-0.25] * 4 and ahead.status is cl.Status.SEPARATED
    assert cl.contact_manifold(table, None, crate, [0.25, 0.75, 0], max_distance=-0.3) is None
    flat = cl.contact_manifold(
        cl.cuboid([2, 1], dtype="f4"), None, cl.cuboid([1, 1], dtype="f4"), [0, 1.5]
    )
    assert flat.point_a.shape == (2, 2) and flat.depth.dtype == np.float32
    single = cl.contact_manifold(BALL, None, BALL, [1.5, 0, 0])
    assert single.depth.tolist() == [0.5] and np.allclose(single.point_a, [[1, 0, 0]])


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("near", [0.5, 0.0, -0.125])
def test_a_batch_of_manifolds_is_its_manifolds(dim, near):
    rng = np.random.default_rng(4)
    shapes = [
        cl.cuboid([0.5, 0.25, 1.0][:dim], dtype="f4"),
        cl.capsule(0.5, 0.25, dim=dim, dtype="f4"),
        cl.hull(rng.normal(size=(12, dim)), dtype="f4"),
    ]
    index = rng.integers(0, 3, size=(2, 3000))
    a, b = (cl.Shapes(shapes)[some] for some in index)
    at = rng.normal(size=(3000, dim)).astype("f4")
    many = cl.contact_manifold(a, None, b, at, near)
    shared = cl.contact_manifold(a, None, b, at, near, threads=4)
    for mine, other in zip(many, shared, strict=True):
        assert np.array_equal(mine, other, equal_nan=True)
    assert 0 < (many.counts == 0).sum() < 3000 and many.counts.sum() == len(many.depth)
    assert set(many.counts.tolist()) >= {0, 1, 2}
    first = many.counts.cumsum() - many.counts
    for i in range(0, 3000, 7):
        one = cl.contact_manifold(shapes[index[0, i]], None, shapes[index[1, i]], at[i], near)
        status = cl.verdict(shapes[index[0, i]], None, shapes[index[1, i]], at[i])
        assert many.status[i] == status
        if one is None:
            assert many.counts[i] == 0 and np.isnan(many.distance[i])
            assert np.isnan(many.normal[i]).all()
            continue
        rows = slice(first[i], first[i] + one.counts)
        assert many.counts[i] == one.counts == len(one.depth)
        assert (one.gap, one.distance) == (many.gap[i], many.distance[i])
        assert np.array_equal(one.normal, many.normal[i])
        for mine, other in zip(one[1:5], many[1:5], strict=True):
            assert np.array_equal(mine, other[rows]) and mine.dtype == other.dtype
    grid = cl.contact_manifold(shapes[0], None, shapes[0], np.zeros((2, 3, dim), "f4"))
    assert grid.counts.shape == (2, 3) and grid.normal.shape == (2, 3, dim)
    none = cl.contact_manifold(shapes[0], None, shapes[0], np.zeros((0, dim), "f4"))
    assert none.counts.shape == (0,) and none.point_a.shape == (0, dim)


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (
            lambda: cl.contains(BALL, None, [[0, 0, 0], [0, 0, np.nan]]),
            ValueError,
            r"^points\[1\]: has a coordinate that is NaN or infinite$",
        ),
        (lambda: cl.project_point(BALL, None, [0, 0]), ValueError, "^points: must end in 3 coord"),
        (lambda: cl.contains(BALL, np.eye(3), [0, 0, 0, 0]), ValueError, "^points: must end in 3"),
        (lambda: cl.contains(BALL, 3.0, [0, 0, 0]), ValueError, "^pose: has shape"),
        (lambda: cl.contains("ball", None, [0, 0, 0]), TypeError, r"^shape\[0\]: must be a clear"),
        (
            lambda: cl.contains(BALL, np.zeros((4, 3)), np.zeros((5, 3))),
            ValueError,
            r"^points: a batch of \(5,\) does not go with one of \(4,\)",
        ),
        (lambda: cl.contains(BALL, None, cl.Pose([0, 0, 0])), TypeError, "^points: must be of"),
        (
            lambda: cl.bounding_box(BALL, [[0, 0, 0], [np.inf, 0, 0]]),
            ValueError,
            r"^pose\[1\]: the pose has a coordinate",
        ),
        (
            lambda: cl.mass_properties(cl.half_space([0, 1, 0], 0)),
            ValueError,
            "^shape: the shape is flat or has no end: it has no volume",
        ),
        (
            lambda: cl.mass_properties([BALL, BALL.swept(BOX)]),
            ValueError,
            r"^shape\[1\]: there is no formula",
        ),
        (
            lambda: cl.contact_manifold(BALL, None, BALL, [[0, 0, 0], [0, np.nan, 0]]),
            ValueError,
            r"^pose_b\[1\]: the pose has a coordinate",
        ),
        (
            lambda: cl.contact_manifold(BALL, None, BALL, None, float("nan")),
            ValueError,
            "^max_distance: must be finite",
        ),
        (
            lambda: cl.contact_manifold(BALL, None, BALL, None, "near"),
            TypeError,
            "max_distance|must be real number",
        ),
    ],
)
def test_what_is_refused(ask, error, message):
    with pytest.raises(error, match=message):
        ask()
