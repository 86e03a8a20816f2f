"""What `Scene.show` and `Robot.show` draw."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import clearance as cl
from clearance import _scene_scenery, _show
from clearance._svg import page, svg

ASSETS = Path(__file__).parents[2] / "assets"
CORNERS = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
FACES = [[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]]


@pytest.fixture
def drawn(monkeypatch):
    """What is drawn, instead of a window."""
    kept = []
    monkeypatch.setattr(_show, "show_scenery", lambda scenery, how: kept.append(scenery))
    return kept


def pose(random):
    q = random.normal(size=4)
    return cl.Pose.xyzw(random.normal(size=3) * 3, q / np.linalg.norm(q))


@pytest.mark.parametrize("seed", range(10))
def test_objects_are_drawn_where_they_are(drawn, seed):
    random = np.random.default_rng(seed)
    kinds = [cl.ball(0.5), cl.cuboid([0.5, 0.3, 0.8]), cl.cone(0.5, 0.4), cl.point([0.1, 0, 0])]
    scene, shapes = cl.Scene(), []
    for i in range(random.integers(2, 6)):
        parts = [
            (kinds[k], pose(random)) for k in random.integers(0, 4, size=random.integers(1, 3))
        ]
        scene.add(f"{i} <&>", parts if len(parts) > 1 else parts[0][0], at := pose(random))
        shapes.append((parts if len(parts) > 1 else [(parts[0][0], None)], at))
    scene.add("mesh", (CORNERS, FACES), at := pose(random), by="triangles")
    scene.show()
    [scenery] = drawn
    found = scene.nearest()
    assert scenery.title.startswith(f"{scene.names[found['a']]} and {scene.names[found['b']]}: ")
    assert np.array_equal(scenery.points, [found["point_a"], found["point_b"]])
    labels = [scenery.bodies[place].label for place in scenery.touched]
    assert labels == [scene.names[found["a"]], scene.names[found["b"]]]
    assert sum(bool(body.label) for body in scenery.bodies) == 2
    bodies = iter(scenery.bodies)
    for parts, where in shapes:
        for shape, inner in parts:
            own = next(bodies).vertices
            # Each vertex is of the shape's surface, in the pose of the part, then of the object.
            turned = cl.Scene()
            turned.add("a", [(shape, inner)] * 2, where)
            turned.add("b", cl.point([0.0, 0, 0]))
            for vertex in own[:: max(1, len(own) // 5)]:
                turned.move("b", vertex)
                assert turned.nearest()["distance"] == pytest.approx(0.0, abs=1e-9)
    mesh = next(bodies)
    found = cl.proximity(cl.hull(CORNERS), at, cl.point([0, 0, 0]), mesh.vertices)
    assert np.allclose(found.distance, 0.0, atol=1e-9)
    assert next(bodies, None) is None
    text = page(scenery)
    assert "<&>" not in text and "nan" not in svg(scenery)
    (data,) = json.loads(re.search(r"const moments = (.*);\n", text)[1])
    assert len(data["bodies"]) == len(scenery.bodies)


def test_what_has_no_end_is_drawn_in_part(drawn):
    scene = cl.Scene()
    scene.add("ball", cl.ball(0.5), [0.0, 3.0, 0.0])
    scene.add("floor", cl.half_space([0.0, 1.0, 0.0], 0.25))
    scene.show()
    [scenery] = drawn
    assert np.allclose(scenery.bodies[-1].vertices[:, 1], 0.25)
    assert scenery.title.startswith("ball and floor: distance 2.25")


def test_scenes_of_nothing_and_of_too_much(drawn):
    with pytest.raises(ValueError, match="show: the scene has no object"):
        cl.Scene().show()
    alone = cl.Scene()
    alone.add("a", cl.ball(1.0))
    alone.show()
    assert drawn[0].title == "1 object" and "nan" not in svg(drawn[0])
    corners = np.random.default_rng(1).normal(size=(30_000, 3))
    alone.add("b", (corners, np.arange(30_000).reshape(-1, 3)), by="triangles")
    alone.add("c", (corners, np.arange(30_000).reshape(-1, 3)), by="triangles")
    alone.add("d", (corners, np.arange(30_000).reshape(-1, 3)), by="triangles")
    with pytest.raises(ValueError, match="show: .* faces are too many to draw; the most are 20000"):
        _scene_scenery.scenery_of(alone, None)


def test_a_robot_in_a_configuration(drawn):
    robot = cl.Robot(ASSETS / "arm" / "arm.urdf", srdf=ASSETS / "arm" / "arm.srdf")
    q = robot.configuration(state="straight")
    robot.show(q)
    [scenery] = drawn
    found = robot.nearest(q)
    assert scenery.title.startswith(" and ".join(found.names) + ": distance 0.1")
    assert np.array_equal(scenery.points, [found.point_a, found.point_b])
    assert len(scenery.bodies) == len(robot.shapes)


def test_the_ways_to_show_it(tmp_path):
    scene = cl.Scene()
    scene.add("a", cl.ball(0.5))
    scene.add("b", cl.ball(0.5), [3.0, 0, 0])
    with pytest.raises(ValueError, match="how: must be one of auto, notebook, browser, matplotlib"):
        scene.show(how="page")
    pytest.importorskip("matplotlib", reason="pip install matplotlib").use("agg")
    scene.show(how="matplotlib").savefig(tmp_path / "scene.png")


def test_a_motion_is_shown_with_a_slider(monkeypatch):
    from clearance import _show

    robot = cl.Robot("../assets/arm/arm.urdf", srdf="../assets/arm/arm.srdf")
    path = np.linspace([0.0, 0.0, 0.1], [1.0, 3.1, 0.1], 500)
    pages = []
    monkeypatch.setattr(_show, "_temporary", lambda name, text: pages.append(text) or Path("/"))
    monkeypatch.setattr(_show.webbrowser, "open", lambda address: True)
    robot.show(path, times=np.linspace(0, 2, 500), how="browser")
    text = pages[0]
    assert text.count('<input type="range" min="0" max="119"') == 1
    moments = json.loads(text.split("const moments = ")[1].split(";\n")[0])
    assert len(moments) == 120 and all(len(one["bodies"]) == 6 for one in moments)
    assert moments[0]["title"].startswith("at 0: left and right: distance 0.1")
    assert moments[-1]["title"].startswith("at 2: post and fore: depth 0.1")
    # The plate stands still, and shapes are told once.
    plate = [one["bodies"][0] for one in moments]
    assert (
        all(one["v"] == plate[0]["v"] for one in plate) and "f" in plate[0] and "f" not in plate[1]
    )
    with pytest.raises(ValueError, match="a figure shows one moment"):
        robot.show(path, how="matplotlib")
    with pytest.raises(ValueError, match=r"times: must be \(500,\)"):
        robot.show(path, times=[0, 1], how="browser")
    with pytest.raises(ValueError, match=r"q: must be \(joints,\)"):
        robot.show(np.zeros((2, 2, 3)), how="browser")
