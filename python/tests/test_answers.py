"""The answers of the verbs, for one pair and for many; truth from closed forms."""

import math
import pickle

import numpy as np
import pytest

import clearance as cl


def turn_z(angle):
    """x, y, z, w of a turn about z."""
    return [0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2)]


def test_balls_by_their_centres():
    a, b = cl.ball(1.0), cl.ball(0.25)
    rng = np.random.default_rng(1)
    at_a, at_b = rng.normal(size=(2, 500, 3)) * 1.5
    found = cl.proximity(a, at_a, b, at_b)
    between = np.linalg.norm(at_b - at_a, axis=1)
    truth = between - 1.25
    assert np.all(np.abs(found.distance - truth) <= found.gap + 1e-15 * between)
    assert np.all(found.gap < 1e-13)
    assert np.allclose(found.normal, (at_b - at_a) / between[:, None])
    assert np.allclose(found.point_a, at_a + found.normal)
    assert np.allclose(found.point_b, at_b - 0.25 * found.normal)
    assert np.array_equal(found.status, np.where(truth > 0, 0, 1))
    assert np.array_equal(found.intersects, truth <= 0)
    assert np.array_equal(cl.intersects(a, at_a, b, at_b), truth <= 0)
    assert np.array_equal(cl.verdict(a, at_a, b, at_b), found.status)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_batch_is_its_pairs(dtype):
    rng = np.random.default_rng(2)
    shapes = [
        cl.ball(0.5, dtype=dtype),
        cl.cuboid([0.5, 0.25, 1.0], dtype=dtype),
        cl.capsule(0.5, 0.25, dtype=dtype),
        cl.cylinder(0.5, 0.5, dtype=dtype),
        cl.cone(0.5, 0.5, dtype=dtype),
        cl.ellipsoid([0.5, 0.75, 1.0], dtype=dtype),
        cl.hull(rng.normal(size=(12, 3)), dtype=dtype),
        cl.triangle([0, 0, 0], [1, 0, 0], [0, 1, 0], dtype=dtype),
        cl.segment([0, 0, 0], [1, 0, 0], dtype=dtype),
        cl.point([0.1, 0.2, 0.3], dtype=dtype),
        cl.half_space([0, 1, 0], -0.25, dtype=dtype),
        cl.cuboid([0.5, 0.5, 0.5], dtype=dtype).rounded(0.125),
        cl.ball(0.5, dtype=dtype).scaled([1, 2, 0.5]),
        cl.cuboid([0.25, 0.5, 0.5], dtype=dtype).swept(cl.capsule(0.25, 0.125, dtype=dtype)),
    ]
    a = [shape for shape in shapes for _ in shapes]
    b = shapes * len(shapes)
    n = len(a)
    q = rng.normal(size=(2, n, 4)).astype(dtype)
    t = rng.normal(size=(2, n, 3)).astype(dtype)
    walls = [x.kind == y.kind == "half_space" for x, y in zip(a, b, strict=True)]
    keep = [i for i in range(n) if not walls[i]]
    a, b, q, t = [a[i] for i in keep], [b[i] for i in keep], q[:, keep], t[:, keep]
    poses = [cl.Pose.xyzw(t[0], q[0]), cl.Pose.xyzw(t[1], q[1])]
    many = cl.proximity(a, poses[0], b, poses[1])
    meets = cl.intersects(a, poses[0], b, poses[1])
    apart = cl.distance(a, poses[0], b, poses[1])
    deep = cl.penetration(a, poses[0], b, poses[1])
    depths = cl.depth(a, poses[0], b, poses[1])
    along = cl.separation(a, poses[0], b, poses[1], [0, 0, 1])
    assert many.distance.dtype == many.normal.dtype == along.length.dtype == dtype
    for i in range(len(a)):
        pose = [cl.Pose.xyzw(t[side, i], q[side, i]) for side in (0, 1)]
        one = cl.proximity(a[i], pose[0], b[i], pose[1])
        assert one.status == many.status[i]
        assert abs(one.distance - many.distance[i]) <= one.gap + many.gap[i]
        assert (
            meets[i]
            == cl.intersects(a[i], pose[0], b[i], pose[1])
            == (one.status != cl.Status.SEPARATED)
        )
        single = cl.distance(a[i], pose[0], b[i], pose[1])
        overlap = cl.penetration(a[i], pose[0], b[i], pose[1])
        if one.status == cl.Status.SEPARATED:
            assert overlap is None and np.isnan(deep.distance[i]) and np.isnan(depths.depth[i])
            assert abs(single.distance - apart.distance[i]) <= single.gap + apart.gap[i]
            assert deep.status[i] == 0 == apart.status[i]
        else:
            assert (
                single is None and np.isnan(apart.distance[i]) and np.isnan(apart.point_a[i]).all()
            )
            assert abs(overlap.distance - deep.distance[i]) <= overlap.gap + deep.gap[i]
            assert abs(depths.depth[i] + overlap.distance) <= overlap.gap + depths.gap[i]
            assert apart.status[i] == one.status
        line = cl.separation(a[i], pose[0], b[i], pose[1], [0, 0, 1])
        assert line.length == along.length[i] or math.isinf(line.gap)


def test_the_plane():
    square, coin = cl.cuboid([1.0, 1.0]), cl.ball(0.5, dim=2)
    found = cl.proximity(square, cl.Pose.angle([0.0, 0.0], math.pi / 4), coin, [3.0, 0.0])
    assert abs(found.distance - (2.5 - math.sqrt(2))) < 1e-14
    assert found.normal.shape == (2,)
    turned = cl.proximity(
        square, cl.Pose.angle([0.0, 0.0], np.linspace(0, np.pi / 4, 7)), coin, [3.0, 0.0]
    )
    assert turned.distance.shape == (7,) and np.all(np.diff(turned.distance) < 0)
    c, s = math.cos(0.3), math.sin(0.3)
    matrix = np.array([[c, -s, 0.5], [s, c, 0.25], [0, 0, 1]])
    assert np.isclose(
        cl.proximity(square, matrix, coin, [3.0, 0.0]).distance,
        cl.proximity(square, cl.Pose.angle([0.5, 0.25], 0.3), coin, [3.0, 0.0]).distance,
    )
    assert cl.hull([[0, 0], [1, 0], [0, 1], [0.2, 0.2]]).vertices.shape == (3, 2)


def test_poses_in_every_form():
    box, ball = cl.cuboid([1.0, 0.5, 0.25]), cl.ball(0.125)
    q = turn_z(0.7)
    wxyz = [q[3], *q[:3]]
    c, s = math.cos(0.7), math.sin(0.7)
    matrix = np.array([[c, -s, 0, 1.0], [s, c, 0, 2.0], [0, 0, 1, 3.0], [0, 0, 0, 1]])
    forms = [
        cl.Pose.xyzw([1, 2, 3], q),
        cl.Pose.wxyz([1, 2, 3], wxyz),
        cl.Pose.matrix(matrix),
        matrix,
        matrix.tolist(),
    ]
    distances = [cl.proximity(box, pose, ball, None).distance for pose in forms]
    assert np.allclose(distances, distances[0], rtol=0, atol=1e-14)
    half_turn = cl.proximity(box, np.diag([-1.0, -1.0, 1.0, 1.0]), ball, [3, 0, 0])
    assert half_turn.distance == 1.875
    assert (
        cl.proximity(box, cl.Pose([1, 2, 3]), ball, None).distance
        == cl.proximity(box, [1, 2, 3], ball, None).distance
    )


def test_broadcasts_like_numpy():
    a, b = cl.ball(1.0), [cl.ball(0.25), cl.ball(0.5), cl.ball(0.75)]
    rows = np.zeros((4, 1, 3))
    rows[:, 0, 0] = [5, 6, 7, 8]
    found = cl.proximity(a, None, b, rows)
    assert found.distance.shape == (4, 3) and found.normal.shape == (4, 3, 3)
    assert np.array_equal(found.distance, rows[:, :, 0] - [1.25, 1.5, 1.75])
    # Translation and rotation of one pose are broadcast together.
    spun = cl.Pose.xyzw([5.0, 0, 0], [turn_z(x) for x in (0, 1, 2)])
    assert cl.intersects(a, None, cl.ball(0.5), spun).shape == (3,)
    assert cl.proximity([a], None, [b[0]], None).distance.shape == (1,)
    empty = cl.proximity(a, None, b[0], np.zeros((0, 3)))
    assert empty.distance.shape == (0,) and empty.normal.shape == (0, 3)
    assert "0 pairs" in repr(empty)


def test_arrays_of_any_layout():
    a, b = cl.ball(1.0), cl.ball(0.25)
    at = np.random.default_rng(3).normal(size=(100, 3)) * 3
    truth = cl.proximity(a, None, b, at).distance
    wide = np.zeros((100, 7))
    wide[:, 1:7:2] = at
    padded = np.zeros((200, 3))
    padded[::2] = at
    readonly = at.copy()
    readonly.flags.writeable = False
    shifted = (
        np.frombuffer(b"x" + at.tobytes(), dtype=np.uint8)[1:].view(np.float64).reshape(100, 3)
    )
    for form in (
        wide[:, 1:7:2],
        padded[::2],
        np.asfortranarray(at),
        readonly,
        shifted,
        at.astype(">f8"),
    ):
        assert np.array_equal(cl.proximity(a, None, b, form).distance, truth)
    assert np.array_equal(cl.proximity(a, None, b, at[::-1]).distance, truth[::-1])
    assert np.array_equal(cl.proximity(a, None, b, at.tolist()).distance, truth)
    whole = np.arange(30).reshape(10, 3)
    assert np.array_equal(
        cl.proximity(a, None, b, whole).distance, cl.proximity(a, None, b, whole * 1.0).distance
    )
    frozen = np.broadcast_to(at[:1], (50, 3))
    assert np.all(cl.proximity(a, None, b, frozen).distance == truth[0])


def test_shapes_by_their_numbers():
    shapes = cl.Shapes([cl.ball(r) for r in (0.25, 0.5, 0.75)])
    index = np.array([2, 0, 1, -1])
    truth = [5 - r - 1 for r in (0.75, 0.25, 0.5, 0.75)]
    for kind in (np.int64, np.int32, np.int16):
        assert np.array_equal(
            cl.proximity(cl.ball(1.0), None, shapes[index.astype(kind)], [5.0, 0, 0]).distance,
            truth,
        )
    assert len(shapes) == 3 and len(shapes[index]) == 4 and len(shapes[1:]) == 2
    assert shapes[index][0] == shapes[2] and shapes[np.array([True, False, True])][1] == shapes[2]
    with pytest.raises(IndexError, match=r"b\[1\]: names shape 3, but there are 3"):
        cl.intersects(cl.ball(1.0), None, shapes[np.array([0, 3])], None)
    with pytest.raises(IndexError):
        shapes[3]


def test_touching_is_intersecting():
    cube = cl.cuboid([0.5, 0.5, 0.5])
    found = cl.proximity(cube, None, cube, [1.0, 0.0, 0.0])
    assert found.status is cl.Status.INTERSECTING and found.distance == 0.0
    assert math.copysign(1.0, found.distance) == 1.0
    assert cl.intersects(cube, None, cube, [1.0, 0.0, 0.0]) is True
    assert cl.intersects(cube, None, cube, [np.nextafter(1.0, 2), 0.0, 0.0]) is False
    assert cl.verdict(cube, None, cube, [1.0, 0.0, 0.0]) is cl.Status.INTERSECTING


def test_threads_answer_alike():
    rng = np.random.default_rng(4)
    shapes = cl.Shapes([cl.hull(rng.normal(size=(12, 3))) for _ in range(20)])
    a, b = (shapes[rng.integers(0, 20, 3000)] for _ in "ab")
    at = rng.normal(size=(3000, 3)) * 3
    one = cl.proximity(a, None, b, at)
    many = cl.proximity(a, None, b, at, threads=4)
    assert np.array_equal(one.distance, many.distance) and np.array_equal(one.point_a, many.point_a)
    assert np.array_equal(cl.intersects(a, None, b, at, threads=0), one.intersects)


def test_pickles_and_equality():
    rng = np.random.default_rng(5)
    shapes = [
        cl.ball(0.1),
        cl.ball(0.1, dim=2, dtype=np.float32),
        cl.hull(rng.normal(size=(20, 3))),
        cl.cuboid([1, 2, 3]).rounded(0.1).scaled([1, 2, 3]),
        cl.half_space([1, 2, 3], 0.1),
        cl.cone(1, 2).swept(cl.ball(0.3)),
        cl.frustum(corners=rng.normal(size=(8, 3))),
        cl.hull(rng.normal(size=(9, 2)), dtype=np.float32),
    ]
    for shape in shapes:
        again = pickle.loads(pickle.dumps(shape))
        assert again == shape and hash(again) == hash(shape) and repr(again) == repr(shape)
        assert (
            again.dtype == shape.dtype
            and cl.Shape.from_json(shape.to_json(), dim=shape.dim, dtype=shape.dtype) == shape
        )
    assert shapes[0] != shapes[1] and shapes[0] != cl.ball(0.2)
    found = cl.proximity(shapes[0], None, shapes[2], [0.5, 5.0, 0.25])
    again = pickle.loads(pickle.dumps(found))
    assert repr(again) == repr(found) and again.gap == found.gap
    many = cl.proximity(shapes[0], None, shapes[2], rng.normal(size=(10, 3)))
    assert np.array_equal(pickle.loads(pickle.dumps(many)).normal, many.normal)
    pose = cl.Pose.wxyz([1, 2, 3], [1, 0, 0, 0])
    assert (
        repr(pickle.loads(pickle.dumps(pose)))
        == repr(pose)
        == "Pose.wxyz([1.0, 2.0, 3.0], [1.0, 0.0, 0.0, 0.0])"
    )
    some = cl.Shapes([shapes[0], shapes[2]])[np.array([1, 1, 0])]
    assert (
        len(pickle.loads(pickle.dumps(some))) == 3
        and pickle.loads(pickle.dumps(some))[2] == shapes[0]
    )


def test_what_is_shown():
    assert repr(cl.cuboid([1, 2, 3])) == "<cuboid half_extents=[1.0, 2.0, 3.0]>"
    assert repr(cl.ball(0.5, dim=2, dtype="float32")) == "<ball radius=0.5 float32>"
    assert repr(cl.hull(np.eye(3))) == "<hull of 3 corners and 2 faces>"
    assert repr(cl.ball(1).rounded(0.5)) == "<ball radius=1.0 rounded by 0.5>"
    one = cl.proximity(cl.ball(1.0), None, cl.ball(1.0), [5.0, 0.0, 0.0])
    assert repr(one).startswith("Proximity(SEPARATED, distance=3.0 ± ")
    many = cl.proximity(cl.ball(1.0), None, cl.ball(1.0), np.array([[5.0, 0, 0], [1.0, 0, 0]]))
    assert repr(many).startswith(
        "<Proximity of 2 pairs: 1 separated, 1 intersecting, 0 undecided; "
        "distance -1.000000 to 3.000000"
    )


def test_certificates():
    a, b = cl.hull(np.random.default_rng(6).normal(size=(12, 3))), cl.ball(0.25)
    proof = cl.certificate(a, None, b, [4.0, 0.0, 0.0])
    found = cl.proximity(a, None, b, [4.0, 0.0, 0.0])
    assert proof.status is cl.Status.SEPARATED
    assert proof.lower - found.gap <= found.distance <= proof.upper + found.gap
    assert cl.verify(proof).startswith("apart, by ") and cl.verify(proof.text) == cl.verify(proof)
    assert pickle.loads(pickle.dumps(proof)) == proof
    forged = proof.text.replace(f'"lower":{proof.lower!r}', f'"lower":{proof.lower + 1e-9!r}')
    assert forged != proof.text
    with pytest.raises(ValueError):
        cl.verify(forged)
    with pytest.raises(ValueError, match="no object `certificate`"):
        cl.verify("{}")
    deep = cl.certificate(
        cl.cuboid([1, 1, 1], dtype=np.float32), None, cl.ball(1, dtype=np.float32), [1.5, 0, 0]
    )
    assert deep.status is cl.Status.INTERSECTING and cl.verify(deep).startswith("intersecting")


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_rows_are_read_as_they_lie(dtype):
    """Of any strides and axes, against the same pairs one by one."""
    random = np.random.default_rng(11)
    boxes = cl.Shapes([cl.cuboid([0.3, 0.4, 0.5]), cl.cuboid([0.5, 0.2, 0.1])])
    ball = cl.ball(0.4)
    turns = random.normal(size=(5, 6, 4)).astype(dtype)
    places = random.normal(size=(5, 6, 3)).astype(dtype)
    column = np.zeros((5, 6, 9), dtype=dtype)[..., ::3]
    column[...] = places
    views = {
        "as they are": places,
        "backwards": places[::-1, ::-1, ::-1].copy()[::-1, ::-1, ::-1],
        "of columns": np.asfortranarray(places),
        "of every third number": column,
        "of a record": np.rec.fromarrays(
            [places[..., 0], places], dtype=[("x", dtype), ("at", dtype, 3)]
        )["at"],
    }
    which = np.array([0, 1, 1, 0, 1, 0])
    truth = [
        [
            cl.proximity(
                boxes[int(which[j])], None, ball, cl.Pose.xyzw(places[i, j], turns[i, j])
            ).distance
            for j in range(6)
        ]
        for i in range(5)
    ]
    for name, view in views.items():
        found = cl.proximity(boxes[which], None, ball, cl.Pose.xyzw(view, turns)).distance
        assert np.allclose(found, truth, rtol=0, atol=1e-12), name
    # One axis of length 1 at the end, and a column beside a row.
    tall = cl.proximity(
        boxes[1], None, ball, cl.Pose.xyzw(places[:, 1][:, None], turns[:, 1][:, None])
    ).distance
    assert tall.shape == (5, 1) and np.allclose(
        tall[:, 0], np.array(truth)[:, 1], rtol=0, atol=1e-12
    )
    apart = cl.proximity(ball, places[0][:, None], ball, places[1][None]).distance
    both = np.linalg.norm(places[0][:, None].astype(float) - places[1][None], axis=2) - 0.8
    assert np.allclose(apart, both, rtol=0, atol=1e-12)
