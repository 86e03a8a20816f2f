"""Mistakes of programs, and the end of memory, raise an exception that explains it; they never end
the process or give a wrong answer."""

import array
import copy
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import numpy as np
import pytest

import clearance as cl
import clearance.fcl as fcl
from clearance.pinocchio import Pairs

ASSETS = Path(__file__).parents[2] / "assets"
BALL = cl.ball(1.0)


def rows(*shape):
    return np.broadcast_to(np.zeros(3), (*shape, 3))


def arm(ask):
    robot = cl.Robot(ASSETS / "arm" / "arm.urdf")
    return getattr(robot, ask)(np.broadcast_to([0.0, 0.0, 0.1], (10**13, 3)))


@pytest.mark.parametrize(
    "ask",
    [
        lambda: cl.intersects(BALL, rows(10**8, 1), BALL, rows(1, 10**8)),
        lambda: cl.verdict(BALL, None, BALL, rows(10**15)),
        lambda: cl.proximity(BALL, rows(10**7, 1), BALL, rows(1, 10**7)),
        lambda: cl.depth(BALL, None, BALL, rows(10**14)),
        lambda: cl.separation(BALL, None, BALL, rows(10**14), [1.0, 0.0, 0.0]),
        lambda: cl.contains(BALL, None, rows(10**15)),
        lambda: cl.project_point(BALL, None, rows(10**14)),
        lambda: cl.cast(BALL, None, BALL, rows(10**14), [1.0, 0.0, 0.0]),
        lambda: cl.cast_ray(BALL, None, rows(10**14), [1.0, 0.0, 0.0]),
        lambda: cl.time_of_impact(BALL, None, BALL, rows(10**14)),
        lambda: cl.contact_manifold(BALL, None, BALL, rows(10**14)),
        lambda: cl.bounding_box(BALL, rows(10**14)),
        lambda: cl.bounding_ball(BALL, rows(10**14)),
        lambda: cl.Motion().at(np.broadcast_to(0.0, 10**14)),
        lambda: cl.hull(rows(10**14)),
        lambda: BALL.support(rows(10**14)),
        lambda: cl.mass_properties(cl.Shapes([BALL])[np.broadcast_to(0, 10**12)]),
        lambda: arm("collides"),
        lambda: arm("distances"),
        lambda: arm("forward_kinematics"),
        # So many that their number exceeds 64 bits.
        lambda: cl.intersects(BALL, rows(2**32, 1), BALL, rows(1, 2**32)),
        lambda: cl.proximity(BALL, rows(2**33, 1), BALL, rows(1, 2**31 + 1)),
    ],
)
def test_answers_that_memory_cannot_hold(ask):
    with pytest.raises(MemoryError, match="ask for fewer at once"):
        ask()


def test_pairs_of_a_scene_that_memory_cannot_hold():
    scene = cl.Scene()
    for i in range(100_000):
        scene.add(str(i), BALL, [2.0 * i, 0.0, 0.0])
    with pytest.raises(MemoryError, match="ask for a smaller distance"):
        scene.pairs_within(np.inf)
    other = copy.copy(scene)
    with pytest.raises(MemoryError, match="ask for a smaller distance"):
        scene.pairs_within(np.inf, other)
    assert len(scene.pairs_within(0.0)) == 99_999


@pytest.mark.parametrize(
    "ask",
    [
        lambda **how: cl.intersects(BALL, None, BALL, None, **how),
        lambda **how: cl.proximity(BALL, None, BALL, np.zeros((2, 3)), **how),
        lambda **how: cl.cast(BALL, None, BALL, None, [1.0, 0.0, 0.0], **how),
        lambda **how: cl.bounding_box(BALL, None, **how),
        lambda **how: cl.contact_manifold(BALL, None, BALL, None, **how),
        lambda **how: cl.Scene().pairs_within(1.0, **how),
    ],
)
def test_threads_and_progress_are_checked_of_one_pair_too(ask):
    with pytest.raises(ValueError, match=r"^threads: must be at least 0 .*is -1"):
        ask(threads=-1)
    with pytest.raises(TypeError, match="^progress: must have a method update"):
        ask(progress=print)


def test_numbers_out_of_range_name_their_argument():
    for ask, message in [
        (lambda: cl.ball(1.0, dim=-1), "dim: must be 2 or 3, is -1"),
        (lambda: cl.ball(10**400), "radius: "),
        (
            lambda: cl.Robot(ASSETS / "arm" / "arm.urdf", max_triangles=-1),
            "max_triangles: must be at least 0",
        ),
        (
            lambda: cl.Scene().add_file(ASSETS / "panda" / "hand.stl", max_file_bytes=-1),
            "max_file_bytes: must be at least 0",
        ),
        (
            lambda: cl.Robot(ASSETS / "arm" / "arm.urdf").sweep([[0, 0, 0.1]], most=-1),
            "most: must be at least 0",
        ),
    ]:
        with pytest.raises(ValueError, match="^" + message):
            ask()


def test_masked_entries_are_no_numbers():
    at = np.ma.masked_array([[0.0, 0, 0], [5, 0, 0]], mask=[[1, 0, 0], [0, 0, 0]])
    for given in (at, at.astype("f4"), at.astype("i4")):
        with pytest.raises(ValueError, match="^pose_b: has masked entries"):
            cl.intersects(BALL, None, BALL, given)
    with pytest.raises(ValueError, match="^points: has masked entries"):
        cl.hull(at)
    with pytest.raises(ValueError, match="^vertices: has masked entries"):
        cl.mesh(at, [[0, 1, 1]])
    corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])
    with pytest.raises(ValueError, match="^faces: has masked entries"):
        cl.mesh(corners, np.ma.masked_array([[0, 1, 2]], mask=[[0, 0, 1]]))
    robot = cl.Robot(ASSETS / "arm" / "arm.urdf")
    times = np.ma.masked_array([0.0, 1.0], mask=[0, 1])
    with pytest.raises(ValueError, match="^times: has masked entries"):
        robot.sweep(np.full((2, 3), 0.1), times)
    with pytest.raises(TypeError, match="^times: must be of floats"):
        robot.sweep(np.full((2, 3), 0.1), np.array([0.0, 1.0 + 1j]))
    with pytest.raises(ValueError, match="^translation: has masked entries"):
        fcl.Transform(np.ma.masked_array([0.0, 0, 5], mask=[0, 0, 1]))
    # A mask that hides nothing, and other subclasses, are accepted like arrays.
    whole = np.ma.masked_array([0.0, 0, 5], mask=False)
    assert cl.proximity(BALL, None, BALL, whole).distance == 3.0
    assert cl.proximity(BALL, None, BALL, np.zeros(3).view(np.recarray)).distance == -2.0


def test_places_that_are_masked_or_beyond_every_list():
    balls = cl.Shapes([cl.ball(1.0), cl.ball(2.0)])
    with pytest.raises(ValueError, match="^index: has masked entries"):
        balls[np.ma.masked_array([0, 1], mask=[0, 1])]
    # As int64 it is -1, the last of them.
    beyond = balls[np.array([2**64 - 1], np.uint64)]
    with pytest.raises(IndexError, match=r"^a\[0\]: names shape"):
        cl.distance(beyond, None, BALL, [5.0, 0.0, 0.0])
    last = balls[np.array([1], np.uint64)]
    assert cl.distance(last, None, BALL, [5.0, 0.0, 0.0]).distance.tolist() == [2.0]
    with pytest.raises(ValueError, match="^pairs: has masked entries"):
        Pairs([BALL, BALL], ["a", "b"], np.ma.masked_array([[0, 1]], mask=[[0, 1]]))


def test_half_precision_goes_with_both():
    at = np.array([3.0, 0.0, 0.0], "f2")
    for dtype in ("f4", "f8"):
        ball = cl.ball(1.0, dtype=dtype)
        assert cl.proximity(ball, None, ball, at).distance == 1.0


def test_many_shapes_of_a_kind_in_a_dictionary():
    # In linear time: with one hash for each kind, these took minutes.
    count = 20_000
    made = {cl.ball(1.0 + i): i for i in range(count)}
    assert len(made) == count and made[cl.ball(1234)] == 1233
    assert hash(cl.point([0.0, 0.0, 0.0])) == hash(cl.point([-0.0, 0.0, 0.0]))
    corners = np.random.default_rng(1).normal(size=(20, 3))
    one, two = cl.hull(corners).rounded(0.5), cl.hull(corners[::-1]).rounded(0.5)
    assert one == two and hash(one) == hash(two)
    assert BALL == mock.ANY and BALL != 1 and (BALL == "ball") is False


def test_shapes_by_masks():
    balls = cl.Shapes([cl.ball(1.0), cl.ball(2.0), cl.ball(3.0)])
    assert list(balls[np.array([True, False, True])]) == [cl.ball(1.0), cl.ball(3.0)]
    for mask in ([True], [True] * 5):
        with pytest.raises(IndexError, match=f"a mask of {len(mask)} does not go with 3 shapes"):
            balls[np.array(mask)]
    assert len(balls[[]]) == 0 and len(balls[np.zeros(3, bool)]) == 0
    assert cl.intersects(balls[[]], None, BALL, None).shape == (0,)
    with pytest.raises(TypeError, match="^index: "):
        balls[np.array([], float)]


def scene_of_three():
    scene = cl.Scene()
    for i, name in enumerate("abc"):
        scene.add(name, cl.ball(0.5), [2.0 * i, 0.0, 0.0])
    return scene


@pytest.mark.parametrize(
    "which", [True, np.array([False, True, False]), 1.7, [0.0, 1.0], None, [b"a"], [["a"]]]
)
def test_only_names_and_places_say_which_object(which):
    scene = scene_of_three()
    before = scene.poses
    with pytest.raises(TypeError, match="^index: "):
        scene.move(which, [9.0, 9.0, 9.0])
    assert np.array_equal(scene.poses, before)


def test_poses_that_are_read_cannot_be_written_to_in_vain():
    scene = scene_of_three()
    with pytest.raises(ValueError, match="read-only"):
        scene.poses[0, :3, 3] = 1.0


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_of_a_scene_is_its_own(copied):
    scene = scene_of_three()
    other = copied(scene)
    other.move("a", [0.0, 5.0, 0.0])
    other.remove("b")
    scene.add("d", BALL)
    assert scene.names == ["a", "b", "c", "d"] and other.names == ["a", "c"]
    assert scene.poses[0, 1, 3] == 0.0 and len(scene.pairs_within(1.0)) > 0
    assert len(other.pairs_within(1.0)) == 0


@pytest.mark.parametrize(
    ("ask", "kind", "message"),
    [
        (lambda s: s.add("x", BALL, by="hul"), ValueError, "^by: must be 'hull', 'auto'"),
        (lambda s: s.add("x", (BALL, [0, 0, 1])), TypeError, "^body: is a tuple with a shape"),
        (lambda s: s.pairs_within(1.0, BALL), TypeError, "^other: must be a clearance.Scene"),
        (lambda s: s.from_files("part.stl"), TypeError, "^paths: is one path"),
    ],
)
def test_slips_with_scenes(ask, kind, message):
    with pytest.raises(kind, match=message):
        ask(scene_of_three())


def test_faces_that_name_no_vertex():
    corners = np.eye(4)[:, :3]
    for faces in ([[0, 1, -1], [0, 1, 2]], [[0, 1, 4]], [[0, 1, 2**40]]):
        for hull in (False, True):
            with pytest.raises(ValueError, match="mesh: triangle 0 names a vertex"):
                cl.mesh(corners, faces, hull=hull)
    for vertices in (corners.astype(complex), corners.astype(str)):
        with pytest.raises(TypeError, match="^vertices: must be of floats"):
            cl.mesh(SimpleNamespace(vertices=vertices, faces=[[0, 1, 2]]))


def test_paths_as_open_takes_them(tmp_path):
    for name in ("höhe #?.stl", "日本.stl", "zeile\n.stl"):
        shutil.copy(ASSETS / "panda" / "hand.stl", tmp_path / name)
        for path in (tmp_path / name, str(tmp_path / name), os.fsencode(tmp_path / name)):
            assert cl.Scene.from_file(path, by="hull").names == [name[:-4]]
    assert cl.Robot(os.fsencode(ASSETS / "arm" / "arm.urdf")).name == "arm"
    for ask in (cl.Robot, cl.Scene.from_file):
        with pytest.raises(OSError):
            ask(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are any bytes")
def test_a_name_of_a_file_that_is_no_text(tmp_path):
    path = os.fsencode(tmp_path) + b"/part\xff.stl"
    shutil.copy(ASSETS / "panda" / "hand.stl", path)
    assert cl.Scene.from_file(os.fsdecode(path), by="hull").names == ["part\ufffd"]


def test_other_threads_go_on_while_shapes_are_made():
    # In a process of its own, whose threads are only these two.
    program = """
import threading, time, numpy as np, clearance as cl
points = np.random.default_rng(1).normal(size=(4000, 3))
points /= np.linalg.norm(points, axis=1)[:, None]
ball = cl.hull(points)
moves = np.random.default_rng(2).normal(size=(30_000, 3))
done, ticks = threading.Event(), [0]
def tick():
    while not done.is_set():
        ticks[0] += 1
        time.sleep(0.0005)
threading.Thread(target=tick, daemon=True).start()
mass = lambda: cl.mass_properties([ball] * 9)
for ask in (lambda: cl.hull(points), lambda: ball.support(moves), mass):
    ticks[0], begun = 0, time.perf_counter()
    ask()
    took, heard = time.perf_counter() - begun, ticks[0]
    print(took, heard)
done.set()
"""
    out = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    for line in out.splitlines():
        took, heard = map(float, line.split())
        # With the lock held, the other thread would run only once or twice.
        assert heard > 5 or took < 0.02, out


def test_a_key_that_is_there_twice():
    with pytest.raises(ValueError, match="text: the key `radius` is there twice"):
        cl.Shape.from_json('{"type":"sphere","radius":1,"radius":2}')
    proof = cl.certificate(BALL, None, BALL, [3.0, 0.0, 0.0]).text
    with pytest.raises(ValueError, match="text: the key `radius` is there twice"):
        cl.verify(proof.replace('"radius":', '"radius":0.5,"radius":'))


def test_the_verdict_of_a_cast_is_no_relation_of_the_pair():
    # Balls that are 3 apart, and meet later.
    proof = cl.Certificate(
        '{"query":{"query":"cast","dim":3,"a":{"radius":1,"type":"sphere"},'
        '"b":{"pose":{"translation":[5,0,0]},"radius":1,"type":"sphere","velocity":[-4,0,0]}},'
        '"certificate":{"contact_by":0.8,"no_contact_before":0.7,"verdict":"Intersecting",'
        '"direction":[{"x":1.0,"y":0.0,"z":0.0}],"early":[],'
        '"late":[{"on_a":{"corner":0},"on_b":{"corner":0}}],"weights":[1.0]}}'
    )
    assert cl.verify(proof).startswith("the first contact is at 0.7 at the earliest")
    assert repr(proof) == "Certificate(of a cast)" and proof.lower == -np.inf
    with pytest.raises(ValueError, match="is of a cast"):
        _ = proof.status
    assert "no verdict" in repr(cl.Certificate('{"certificate":{}}'))


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda pose: pickle.loads(pickle.dumps(pose))]
)
def test_copies_of_poses_take_the_precision_of_shapes_as_they_do(copied):
    ball = cl.ball(1.0, dtype=np.float32)
    for pose in (cl.Pose([5, 0, 0]), cl.Pose.xyzw([5.0, 0, 0], [0, 0, 0, 1])):
        assert cl.distance(ball, None, ball, copied(pose)).distance == 3.0
    none = copied(cl.Pose(np.empty((0, 3), int)))
    assert cl.distance(ball, None, ball, none).distance.shape == (0,)
    doubles = cl.distance(ball, None, ball, copied(cl.Pose(np.array([5.1, 0, 0]))))
    assert doubles.distance == 5.1 - 2 and doubles.normal.dtype == np.float64


def test_arrays_of_others_are_not_rounded():
    ball = cl.ball(1.0, dtype=np.float32)
    for doubles in (array.array("d", [5.1, 0, 0]), memoryview(np.array([5.1, 0, 0]))):
        assert cl.distance(ball, None, ball, doubles).distance == 5.1 - 2
        assert cl.distance(BALL, None, BALL, doubles).distance == pytest.approx(3.1)


def test_directions_are_not_rounded():
    # 0.5 / sqrt(0.59) - 2 was off by more than the gap.
    ball, along = cl.ball(1.0, dtype=np.float32), np.array([0.1, 0.7, 0.3])
    wide = cl.separation(cl.ball(1.0), None, cl.ball(1.0), [5, 0, 0], along)
    assert cl.separation(ball, None, ball, [5, 0, 0], along) == wide
    for zero in ([1e-60, 0, 0], [1e60, 0, 0]):
        with pytest.raises(ValueError, match="direction: must be finite and not all zeros"):
            cl.separation(ball, None, ball, [5, 0, 0], zero)


def test_doubles_beside_float32_are_not_rounded():
    ball, wide, at = cl.ball(1.0, dtype=np.float32), cl.ball(1.0), [3.0, 0.0, 0.0]
    # float32(0.1) is later than 0.1, and was taken for it.
    late = np.float64(0.1)
    for ask in (
        lambda b, x: cl.cast(b, None, b, at, [-10.0, 0, 0], max_time=x),
        lambda b, x: cl.cast(b, None, b, at, [-10.0, 0, 0], target_distance=x),
        lambda b, x: cl.cast_ray(b, None, at, [-20.0, 0, 0], max_time=x),
        lambda b, x: cl.time_of_impact(b, None, b, at, until=x),
        lambda b, x: cl.time_of_impact(b, None, b, at, within=x),
        lambda b, x: cl.contact_manifold(b, None, b, at, x),
    ):
        assert repr(ask(ball, late)) == repr(ask(wide, late))
        # Python's own numbers take the shapes' precision.
        for own in (0.1, 1, np.float32(0.1)):
            ask(ball, own)
    for ask, name in ((ball.rounded, "radius"), (ball.scaled, "factors")):
        with pytest.raises(TypeError, match=f"^{name}.*: is of float64"):
            ask(late)
        ask(0.1)
    with pytest.raises(TypeError, match="^factors: is of float64"):
        ball.scaled(np.full(3, 0.1))
    hit = cl.cast(ball, None, ball, at, [-10.0, 0, 0], max_time=0.1)
    assert hit is not None and hit.time_low <= np.float32(0.1)


def test_masked_rows_of_a_list():
    row = np.ma.array([5.0, 0, 0], mask=[False, True, False])
    for rows in ([row], ([0.0, 0, 0], row), [[[0, 0, 0]], [row]]):
        with pytest.raises(ValueError, match="pose_b: has masked entries"):
            cl.distance(BALL, None, BALL, rows)
    assert cl.distance(BALL, None, BALL, [np.ma.array([5.0, 0, 0])]).distance[0] == 3.0


def test_poses_of_no_time():
    with pytest.raises(ValueError, match="times: a pose is beyond"):
        cl.Motion(velocity=[1.0, 0, 0]).at([1.0, np.inf])
