"""Scenes: rays, points and motions by the many, against closed forms."""

import numpy as np
import pytest

import clearance as cl


def cube(size=2.0):
    """The surface of a cube about the origin, by twelve triangles."""
    corners = np.array([[i & 1, i >> 1 & 1, i >> 2 & 1] for i in range(8)]) * size - size / 2
    quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    faces = [face for a, b, c, d in quads for face in ([a, b, c], [a, c, d])]
    return corners, np.array(faces)


@pytest.fixture
def scene():
    scene = cl.Scene()
    scene.add("cube", cube(), by="triangles")
    scene.add("ball", cl.ball(1.0), [5.0, 0.0, 0.0])
    return scene


@pytest.mark.parametrize("threads", [1, 2])
def test_rays_of_an_image(scene, threads):
    y, z = np.meshgrid(np.linspace(-1.5, 1.5, 61), np.linspace(-1.5, 1.5, 61))
    origins = np.stack([np.full_like(y, -4.0), y, z], -1)
    seen = scene.rays(origins, [2.0, 0.0, 0.0], threads=threads)
    assert seen.shape == (61, 61)
    on_cube = (abs(y) <= 1) & (abs(z) <= 1)
    on_ball = ~on_cube & (y**2 + z**2 <= 1)
    assert (seen["object"] == np.where(on_cube, 0, np.where(on_ball, 1, -1))).all()
    hits = seen["status"] == cl.Outcome.HIT
    assert (hits == (seen["object"] >= 0)).all() and np.isnan(seen["time_low"][~hits]).all()
    assert abs(seen["time_low"][on_cube] - 1.5).max() < 1e-12
    assert (seen["time_low"][hits] <= seen["time_high"][hits]).all()
    assert (seen["normal"][on_cube] == [-1.0, 0.0, 0.0]).all()


def test_all_hits_and_faces(scene):
    # Clear of the cube's edges and diagonals.
    ray = ([-4.0, 0.25, 0.5], [1.0, 0.0, 0.0])
    every = scene.rays(*ray, first=False)
    assert every["object"].tolist() == [0, 0, 1]
    assert every["is_inner"].tolist() == [False, True, False]
    assert abs(every["time_low"][:2] - [3.0, 5.0]).max() < 1e-12
    assert scene.rays(*ray, faces="inner")["time_low"].item() == pytest.approx(5.0)
    inside = scene.rays([0.0, 0.25, 0.5], [1.0, 0.0, 0.0], faces="outer")
    assert inside["object"].item() == 1
    within = ([5.0, 0.0, 0.0], [1.0, 0.0, 0.0])
    assert scene.rays(*within)["time_low"].item() == 0.0
    left = scene.rays(*within, hollow=True)
    assert left["time_high"].item() == pytest.approx(1.0) and left["is_inner"].item()
    assert len(scene.rays(np.empty((0, 3)), [1.0, 0.0, 0.0])) == 0


def test_signed_distances(scene):
    rng = np.random.default_rng(1)
    points = rng.uniform(-2.0, 2.0, (5000, 3))
    found = scene.signed_distance(points, threads=2)
    beyond = abs(points) - 1.0
    out = np.linalg.norm(np.maximum(beyond, 0.0), axis=1)
    truth = np.where(out > 0, out, beyond.max(axis=1))
    truth = np.minimum(truth, np.linalg.norm(points - [5.0, 0.0, 0.0], axis=1) - 1.0)
    assert (abs(found["distance"] - truth) <= found["gap"] + 1e-15).all()
    assert found["gap"].max() < 1e-13
    assert (found["side"] == (truth < 0)).all()
    corners, faces = cube()
    scene = cl.Scene()
    scene.add("open", (corners, faces[1:]), by="triangles")
    found = scene.signed_distance([0.0, 0.0, 0.0])
    assert found["side"] == 3 and found["distance"] == 1.0


def test_casts(scene):
    hit = scene.cast(cube(0.5), [-8.0, 0.0, 0.0], [9.0, 0.0, 0.0], by="triangles")
    assert scene.names[hit["a"].item()] == "ball"
    assert hit["time_low"].item() <= 2.75 / 8 <= hit["time_high"].item()
    assert scene.cast(cube(0.5), [8.0, 0.0, 0.0], [9.0, 0.0, 0.0]) is None
    other = cl.Scene()
    other.add("low", cube(0.5), [0.0, 0.0, 4.0], by="triangles")
    other.add("high", cl.cuboid([0.25, 0.25, 0.25]), [5.0, 0.0, 6.0])
    every = scene.cast(other, [0.0, 0.0, -10.0], first=False)
    assert every[["a", "b"]].tolist() == [(0, 0), (1, 1)]
    assert every["time_low"].round(9).tolist() == [0.275, 0.475]
    near = scene.cast(other, [0.0, 0.0, -10.0], target_distance=0.25)
    assert near["time_low"].round(9).tolist() == [0.25]
    assert scene.cast(other, [0.0, 0.0, -10.0], allow=[("cube", "low")])["a"].item() == 1
    # Inside a closed surface it meets the wall.
    inside = cl.Scene()
    inside.add("room", cube(), by="triangles")
    assert inside.cast(cl.ball(0.25), [1.5, 0.0, 0.0])["time_high"].item() == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda scene: scene.rays([0, 0], [1, 0, 0]), "origins: must be vectors"),
        (lambda scene: scene.rays([0, 0, np.nan], [1, 0, 0]), "origins: has a number"),
        (lambda scene: scene.rays([0, 0, 0], [1, 0, 0], max_time=-1), "max_time: must be"),
        (lambda scene: scene.rays([0, 0, 0], [1, 0, 0], faces="front"), "faces: must be"),
        (lambda scene: scene.rays(np.zeros((2, 3)), np.ones((3, 3))), "do not go together"),
        (lambda scene: scene.signed_distance([np.inf, 0, 0]), "points: has a number"),
        (lambda scene: cl.Scene().signed_distance([0, 0, 0]), "has no objects"),
        (lambda scene: scene.cast(scene, [1, 0, 0]), "moving: is this scene"),
        (lambda scene: scene.cast(cl.ball(1.0), [[1, 0, 0]]), "velocity: must be one"),
        (lambda scene: scene.cast(cl.ball(1.0), [1, 0, 0], max_time=-1), "max_time: must"),
        (lambda scene: scene.cast(cl.ball(1.0), [1, 0, 0], at_start="no"), "at_start: must"),
    ],
)
def test_slips_are_named(scene, ask, message):
    with pytest.raises(ValueError, match=message):
        ask(scene)


def test_contacts_are_those_of_the_whole_floor():
    """A crate on a floor of many triangles touches at its own four corners."""
    steps = np.arange(-4.0, 5.0)
    corners = np.array([[x, y, 0.0] for x in steps for y in steps])
    faces = []
    for i in range(8):
        for j in range(8):
            a, b, c, d = 9 * i + j, 9 * i + 9 + j, 9 * i + 10 + j, 9 * i + j + 1
            faces += [[a, b, c], [a, c, d]]
    floor, things = cl.Scene(), cl.Scene()
    floor.add("floor", (corners, np.array(faces)), by="triangles")
    things.add("far", cl.ball(0.5), [0.0, 0.0, 9.0])
    things.add("crate", cl.cuboid([0.75, 0.5, 0.5]))
    for x in np.linspace(-2.0, 2.0, 101):
        things.move("crate", [x, 0.25, 0.484375])
        touch = floor.contacts(things)
        assert touch["contact"].tolist() == [0] * 4 and touch["is_true"].all(), x
        assert touch["b"].tolist() == [1] * 4 and touch["a"].tolist() == [0] * 4
        assert (touch["normal"] == [0.0, 0.0, 1.0]).all(), x
        assert abs(touch["depth"] - 0.015625).max() <= touch["gap"].max() + 1e-15
        assert abs(abs(touch["point_b"] - [x, 0.25, 0.0]) - [0.75, 0.5, 0.015625]).max() < 1e-12
    assert len(floor.contacts(things, allow=[("floor", "crate")])) == 0
    assert len(floor.contacts(things, max_distance=9.0)) == 5
    with pytest.raises(ValueError, match="max_distance"):
        floor.contacts(things, max_distance=np.nan)


def test_turns_meet_and_pass():
    scene = cl.Scene()
    scene.add("post", ([[0, 1.5, -1], [0, 1.5, 1], [0, 1.75, 0]], [[0, 1, 2]]))
    bar = cl.cuboid([2.0, 0.125, 0.125])
    truth = np.pi / 2 - np.arcsin(0.125 / 1.5)
    hit = scene.cast(bar, turning=[0.0, 0.0, 1.0], max_time=9.0)
    assert abs(hit["time_low"].item() - truth) < 1e-9
    assert hit["status"].item() == cl.Outcome.HIT
    assert scene.cast(bar, turning=[0.0, 0.0, 1.0], max_time=truth - 1e-6) is None
    half = np.sqrt(0.5)
    end = cl.Pose.xyzw([0.0, 0.0, 0.0], [0.0, 0.0, half, half])
    hit = scene.cast(bar, end=end)
    assert abs(hit["time_low"].item() - truth / (np.pi / 2)) < 1e-9
    with pytest.raises(TypeError, match="end"):
        scene.cast(bar, [1.0, 0.0, 0.0], end=end)
    with pytest.raises(TypeError, match="end"):
        scene.cast(bar, end=cl.Scene())


def test_scenes_turn_object_by_object():
    post = np.array([[0, 1.5, -1], [0, 1.5, 1], [0, 1.75, 0]])
    scene, bars = cl.Scene(), cl.Scene()
    # The second post is met where the bar is half as long before it.
    for name, x, y in (("near", 0.0, 0.0), ("far", 20.0, 0.25), ("beyond", 40.0, 2.0)):
        scene.add(name, (post + [x, y, 0.0], [[0, 1, 2]]))
        bars.add(name, cl.cuboid([2.0, 0.125, 0.125]), [x, 0.0, 0.0])
    truth = np.pi / 2 - np.arcsin(0.125 / np.array([1.5, 1.75]))
    hits = scene.cast(bars, turning=[0.0, 0.0, 1.0], max_time=3.0, first=False)
    assert hits["a"].tolist() == hits["b"].tolist() == [0, 1]
    assert np.abs(hits["time_low"] - truth).max() < 1e-9
    first = scene.cast(bars, turning=[0.0, 0.0, 1.0], max_time=3.0)
    assert first.tobytes() == hits[:1].tobytes()
    # All contacts of one body too.
    both = scene.cast(cl.cuboid([60.0, 0.125, 0.125]), turning=[0.0, 0.0, 1.0], first=False)
    assert set(both["a"].tolist()) >= {1, 2}
    there = bars.__copy__()
    half = np.sqrt(0.5)
    for i in range(3):
        there.move(i, cl.Pose.xyzw([20.0 * i, 0.0, 0.0], [0.0, 0.0, half, half]))
    ended = scene.cast(bars, end=there, first=False)
    assert np.abs(ended["time_low"] - truth / (np.pi / 2)).max() < 1e-9
    with pytest.raises(TypeError, match="end"):
        scene.cast(bars, end=[0.0, 0.0, 0.0])
    with pytest.raises(ValueError, match="holds"):
        scene.cast(bars, end=cl.Scene())
