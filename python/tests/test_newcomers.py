"""What Python people try first: rows of a batch, parameters of shapes, poses of SciPy, answers that
are printed."""

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

import clearance as cl

ASSETS = Path(__file__).parents[2] / "assets"
BALL, BOX = cl.ball(0.5), cl.cuboid([1.0, 0.2, 0.3])


def test_the_version_is_that_of_the_package():
    text = (Path(__file__).parents[1] / "Cargo.toml").read_text()
    assert f'version = "{cl.__version__}"' in text and "__version__" in cl.__all__


@pytest.mark.parametrize("seed", range(20))
def test_a_batch_is_a_sequence_of_its_rows(seed):
    random = np.random.default_rng(seed)
    dtype, dim = random.choice(["f4", "f8"]), int(random.integers(2, 4))
    shape = tuple(random.integers(0, 5, size=random.integers(1, 4)))
    ball = cl.ball(0.5, dim=dim, dtype=dtype)
    at = (random.normal(size=(*shape, dim)) * 2).astype(dtype)
    verb = random.choice([cl.proximity, cl.distance, cl.penetration])
    found = verb(ball, None, ball, at)
    names = ("distance", "gap", "normal", "point_a", "point_b", "status", "intersects")
    arrays = {name: np.asarray(getattr(found, name)) for name in names}

    def same(row, index):
        for name, array in arrays.items():
            own = np.asarray(getattr(row, name))
            assert own.shape == array[index].shape
            assert np.array_equal(own, array[index], equal_nan=own.dtype.kind == "f")

    assert len(found) == shape[0] and bool(found)
    rows = list(found)
    assert len(rows) == shape[0]
    for i, row in enumerate(rows):
        same(row, i)
        same(found[i - shape[0]], i)
    some = [slice(None), slice(1, None), slice(None, None, 2), np.arange(shape[0])[::-1], ..., None]
    for index in [*some, arrays["intersects"]]:
        same(found[index], index)
    if np.prod(shape):
        index = tuple(int(random.integers(0, n)) for n in shape)
        one = found[index]
        assert isinstance(one.distance, float) and isinstance(one.intersects, bool)
        assert isinstance(one.status, cl.Status) and one.normal.dtype == dtype
        same(one, index)
        for copied in (copy.copy(one), pickle.loads(pickle.dumps(one))):
            same(copied, index)
            assert repr(copied) == repr(one)
        # Verbs that give no distance leave numbers that are none.
        assert one.pair is not None
        with pytest.raises(ValueError, match="of which found"):
            found.show("browser")
    for beyond in (shape[0], -shape[0] - 1):
        with pytest.raises(IndexError):
            found[beyond]


def test_one_pair_has_no_rows_and_is_true():
    one = cl.proximity(BALL, None, BALL, [3.0, 0, 0])
    assert bool(one) and bool(cl.proximity(BALL, None, BALL, np.zeros((0, 3))))
    for ask in (len, iter, lambda found: found[0]):
        with pytest.raises(TypeError, match="is of one pair, which has no rows"):
            ask(one)


NUMBERS = {"radius", "half_height", "offset"}
MADE = [
    (cl.ball, {"radius": 0.5}),
    (cl.capsule, {"half_height": 1.0, "radius": 0.25}),
    (cl.cylinder, {"half_height": 1.0, "radius": 0.25}),
    (cl.cone, {"half_height": 1.0, "radius": 0.25}),
    (cl.cuboid, {"half_extents": [1.0, 2.0, 3.0]}),
    (cl.cuboid, {"half_extents": [1.0, 2.0]}),
    (cl.ellipsoid, {"radii": [1.0, 2.0, 3.0]}),
    (cl.half_space, {"normal": [0.0, 1.0, 0.0], "offset": 0.5}),
    (cl.point, {"position": [1.0, 2.0, 3.0]}),
    (cl.segment, {"a": [0.0, 1.0], "b": [2.0, 3.0]}),
    (cl.triangle, {"a": [0.0, 1.0, 0.0], "b": [2.0, 3.0, 4.0], "c": [5.0, 0.0, 1.0]}),
    (BOX.rounded, {"radius": 0.5}),
    (BOX.scaled, {"factors": [1.0, 2.0, 3.0]}),
    (BOX.swept, {"over": BALL}),
]
PARAMETERS = {name for _, given in MADE for name in given} | {"inner"}


@pytest.mark.parametrize("make, given", MADE)
@pytest.mark.parametrize("dtype", [None, np.float32])
def test_shapes_have_the_parameters_that_they_were_given(make, given, dtype):
    if dtype is not None and make in (BOX.rounded, BOX.scaled, BOX.swept):
        return
    shape = make(**given) if dtype is None else make(**given, dtype=dtype)
    own = set(given) | ({"inner"} if make in (BOX.rounded, BOX.scaled, BOX.swept) else set())
    for name, value in given.items():
        found = getattr(shape, name)
        assert np.array_equal(found, value) and isinstance(found, float) == (name in NUMBERS)
        if isinstance(found, np.ndarray):
            assert found.dtype == shape.dtype
            found += 1.0
            assert np.array_equal(getattr(shape, name), value)
    if "inner" in own:
        assert shape.inner == BOX
    assert {name for name in PARAMETERS if hasattr(shape, name)} == own
    with pytest.raises(
        AttributeError, match=f"has no {'radii' if 'radii' not in own else 'over'};"
    ):
        getattr(shape, "radii" if "radii" not in own else "over")


@pytest.fixture
def transform():
    return pytest.importorskip("scipy.spatial.transform", reason="pip install scipy")


@pytest.mark.parametrize("seed", range(10))
def test_poses_of_scipy(transform, seed):
    turns = transform.Rotation.random(5, rng=seed)
    shifts = np.random.default_rng(seed).normal(size=(5, 3))
    there = [2.0, 0.5, 0.0]

    def asked(pose):
        return cl.proximity(BOX, pose, BALL, there).distance

    by_matrix = np.tile(np.eye(4), (5, 1, 1))
    by_matrix[:, :3, :3] = turns.as_matrix()
    truth = asked(by_matrix)
    assert asked(turns) == pytest.approx(truth, abs=1e-12)
    assert asked(turns[2]) == pytest.approx(truth[2], abs=1e-12)
    assert asked([turns[i] for i in range(5)]) == pytest.approx(truth, abs=1e-12)
    by_matrix[:, :3, 3] = shifts
    truth = asked(by_matrix)
    if hasattr(transform, "RigidTransform"):
        rigid = transform.RigidTransform.from_components(shifts, turns)
        assert asked(rigid) == pytest.approx(truth, abs=1e-12)
        assert asked(rigid[3]) == pytest.approx(truth[3], abs=1e-12)
        assert asked(tuple(rigid[i] for i in range(5))) == pytest.approx(truth, abs=1e-12)
        scene = cl.Scene()
        scene.add("box", BOX, rigid[1])
        scene.poses = [rigid[2]]
        assert scene.poses[0] == pytest.approx(by_matrix[2], abs=1e-12)
    quaternions = turns.as_quat()
    for poses in (
        [cl.Pose.xyzw(t, q) for t, q in zip(shifts, quaternions, strict=True)],
        [cl.Pose.wxyz(t, q[[3, 0, 1, 2]]) for t, q in zip(shifts, quaternions, strict=True)],
        [cl.Pose.matrix(m) for m in by_matrix],
    ):
        assert asked(poses) == pytest.approx(truth, abs=1e-12)
    flat = [cl.Pose.angle([0.0, i], 0.1 * i) for i in range(3)]
    own = cl.Pose.angle([[0.0, i] for i in range(3)], [0.0, 0.1, 0.2])
    tile, disc = cl.cuboid([1.0, 0.5]), cl.ball(0.5, dim=2)
    assert np.array_equal(
        cl.proximity(tile, flat, disc, [3.0, 0]).distance,
        cl.proximity(tile, own, disc, [3.0, 0]).distance,
    )
    weak = [cl.Pose([0.1, 0, 0]), cl.Pose([0.2, 0, 0])]
    small = cl.ball(0.5, dtype="f4")
    assert cl.proximity(small, weak, small, None).distance.dtype == np.float32


def test_poses_that_say_too_little():
    for pose in (([0.0, 0, 0], [0.0, 0, 0, 1]), [np.zeros(3), np.array([1.0, 0, 0, 0])]):
        with pytest.raises(TypeError, match=r"pose_a: is a translation and a quaternion.*xyzw"):
            cl.proximity(BOX, pose, BALL, None)
    with pytest.raises(TypeError, match=r"quaternion: its order is not known: clearance.Pose.xyzw"):
        cl.Pose([1, 2, 3], [0, 0, 0, 1])
    mixed = [cl.Pose([0.0, 0, 0]), cl.Pose.matrix(np.eye(4))]
    with pytest.raises(ValueError, match="pose_a: is a list of poses of different kinds"):
        cl.proximity(BOX, mixed, BALL, None)
    for names in ("ab", ["ab"], ("lid", "box"), [("a", "b", "c")], [1]):
        with pytest.raises(TypeError, match="must be a list of pairs of names"):
            cl.Scene().pairs_within(1.0, allow=names)
        with pytest.raises(TypeError, match="ignore: must be a list of pairs of names"):
            cl.Robot(ASSETS / "arm" / "arm.urdf", ignore=names)


def test_slips_that_are_told_what_to_write():
    for name, ours in (("sphere", "ball"), ("Box", "cuboid"), ("plane", "half_space"),
                       ("Hull", "hull")):  # fmt: skip
        with pytest.raises(AttributeError, match=f"did you mean clearance.{ours}"):
            getattr(cl, name)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'$"):
        cl.nothing  # noqa: B018
    for path in ("hand.stl", Path("hand.stl")):
        with pytest.raises(ValueError, match="hand.stl: No such file"):
            cl.mesh(path)
    with pytest.raises(TypeError, match=r"q: is a dict; robot.configuration\(q\) makes"):
        cl.Robot(ASSETS / "arm" / "arm.urdf").collides({"elbow": 1.0})


@pytest.mark.parametrize("seed", range(20))
def test_a_rotation_is_never_three_translations(seed):
    random = np.random.default_rng(seed)
    q, _ = np.linalg.qr(random.normal(size=(3, 3)))
    many = np.stack([q, q.T, -q])
    for turn in (q, q.astype("f4"), q.tolist(), np.eye(3), many, many[:, None]):
        for ask in (
            lambda: cl.proximity(BOX, None, BALL, turn),
            lambda: cl.bounding_box(BOX, turn),
            lambda: cl.contains(BOX, turn, [0.0, 0, 0]),
            lambda: cl.time_of_impact(BOX, cl.Motion(turn), BALL, None),
        ):
            with pytest.raises(ValueError, match=r"is a rotation \(3, 3\), which is no pose"):
                ask()
        assert cl.proximity(BOX, None, BALL, cl.Pose(turn)).distance.shape == np.shape(turn)[:-1]
    # Three translations are three translations.
    three = random.normal(size=(3, 3)) * 2
    assert cl.proximity(BOX, None, BALL, three).distance.shape == (3,)
    mixed = np.stack([q, three])
    assert cl.proximity(BOX, None, BALL, mixed).distance.shape == (2, 3)
    assert cl.contains(BOX, None, q).shape == (3,)


def answers():
    at = np.random.default_rng(1).normal(size=(50, 3)) * 2
    robot = cl.Robot(ASSETS / "arm" / "arm.urdf", srdf=ASSETS / "arm" / "arm.srdf")
    q = np.linspace([0.0, 0.5, 0.1], [1.0, 3.0, 0.1], 200)
    pair = (BALL, None, BALL, at)
    return [
        *(verb(*pair) for verb in (cl.proximity, cl.depth, cl.contact_manifold)),
        cl.separation(*pair, [1.0, 0, 0]),
        cl.cast(*pair, [-1.0, 0, 0]),
        cl.cast_ray(BALL, None, at, [1.0, 0, 0]),
        cl.project_point(BALL, None, at),
        cl.bounding_box(BALL, at),
        cl.bounding_ball(BALL, at),
        cl.mass_properties([BALL] * 50),
        *(ask(q) for ask in (robot.distances, robot.nearest, robot.sweep)),
        robot.sweep(q[:50]),
        *(ask(q[0]) for ask in (robot.distances, robot.nearest)),
        robot.distances(q[:0]),
        cl.contact_manifold(BALL, None, BALL, [0.5, 0, 0]),
    ]


def test_answers_are_printed_in_a_line():
    for answer in answers():
        text = repr(answer)
        assert "\n" not in text and len(text) < 500 and str(answer) == text
    robot = cl.Robot(ASSETS / "arm" / "arm.urdf", srdf=ASSETS / "arm" / "arm.srdf")
    q = np.linspace([0.0, 0.5, 0.1], [1.0, 3.0, 0.1], 200)
    swept, near = robot.sweep(q), robot.nearest(q)
    first = swept.first_meeting.found
    assert first.names == robot.pairs[first.pair] and " and ".join(first.names) in repr(swept)
    assert near.names.tolist() == [list(robot.pairs[k]) for k in near.pair]
    again = pickle.loads(pickle.dumps(near))
    assert np.array_equal(again.names, near.names) and len(near) == 7
