"""Robots among things. Truth by closed forms: a ball that slides among balls, points and walls."""

import os
import pathlib
import pickle

import numpy as np
import pytest

import clearance as cl

URDF = """<robot name="slider"><link name="plate"><collision>
<origin xyz="0 0 -0.05"/><geometry><box size="0.2 0.2 0.1"/></geometry></collision></link>
<link name="a"/><link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision>
</link><joint name="x" type="prismatic"><origin xyz="0 0 0.5"/><parent link="plate"/>
<child link="a"/><axis xyz="1 0 0"/><limit lower="-9" upper="9"/></joint>
<joint name="y" type="prismatic"><parent link="a"/><child link="ball"/><axis xyz="0 1 0"/>
<limit lower="-9" upper="9"/></joint></robot>"""


@pytest.fixture
def robot(tmp_path: pathlib.Path) -> cl.Robot:
    path = tmp_path / "r.urdf"
    path.write_text(URDF)
    return cl.Robot(path)


def to_segments(path: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The distance of each point from each piece of a path, (pieces, points)."""
    begin, way = path[:-1, None], np.diff(path, axis=0)[:, None]
    along = ((points - begin) * way).sum(-1) / np.maximum((way**2).sum(-1), 1e-300)
    return np.linalg.norm(begin + np.clip(along, 0, 1)[..., None] * way - points, axis=-1)


@pytest.mark.parametrize("many", [False, True])
def test_a_ball_among_points_is_as_by_hand(tmp_path: pathlib.Path, many: bool) -> None:
    (tmp_path / "r.urdf").write_text(URDF)
    robot = cl.Robot(tmp_path / "r.urdf", ignore=[("plate", "ball")])
    assert robot.pairs == []
    r = np.random.default_rng(5)
    free = meets = 0
    for _ in range(40):
        points = r.uniform(-1, 1, (int(r.integers(1, 50)), 3))
        points[:, 2] = r.uniform(0.2, 0.8, len(points))
        radius = float(r.uniform(0.005, 0.05))
        world = cl.Scene()
        if many:
            for i, point in enumerate(points):
                world.add(f"p{i}", cl.ball(radius), point)
        else:
            assert world.add_points("scan", points, radius) == 0
        q = r.uniform(-1, 1, (int(r.integers(2, 6)), 2))
        path = np.column_stack([q, np.full(len(q), 0.5)])
        truth = to_segments(path, points).min(axis=1) - 0.1 - radius
        found = robot.sweep(q, world=cl.World(world, ["plate"]))
        assert (found.lower_bounds <= truth + 1e-12).all()
        assert (found.verdict == "free") == (truth.min() > 0)
        at = np.linalg.norm(path[:, None] - points, axis=-1).min(axis=1) - 0.1 - radius
        nearest = robot.nearest(q, world=cl.World(world, ["plate"]))
        assert nearest is not None
        np.testing.assert_allclose(nearest.distance, at, atol=1e-12)
        np.testing.assert_array_equal(
            robot.collides(q, world=cl.World(world, ["plate"]), threads=2), at <= 0
        )
        names = nearest.names
        assert names.shape == (len(q), 2) and (names[:, 0] == "ball").all()
        if found.verdict == "free":
            free += 1
            assert found.lower_bound >= truth.min() - 1e-3 - 1e-12
            assert found.nearest is not None and "ball" in repr(found)
        else:
            meets += 1
            assert found.first_meeting is not None
            assert found.free_until <= found.first_meeting.time
            assert found.first_meeting.found.names[0] == "ball"
            assert len(found.stretches)
    assert free >= 5 and meets >= 5


def test_the_base_may_stand_on_its_floor(robot: cl.Robot) -> None:
    cell = cl.Scene()
    cell.add("floor", cl.cuboid([9.0, 9.0, 0.5]), [0.0, 0.0, -0.6])
    cell.add("wall", cl.cuboid([0.5, 9.0, 9.0]), [2.5, 0.0, 0.0])
    assert robot.collides([1.0, 0.0], world=cell)
    may = [("plate", "floor")]
    assert not robot.collides([1.0, 0.0], world=cl.World(cell, may_touch=may))
    found = robot.nearest([1.5, 0.0], world=cl.World(cell, may_touch=may))
    assert found is not None and found.names == ("ball", "wall")
    assert found.distance == pytest.approx(0.4, abs=1e-12) and "ball and wall" in repr(found)
    swept = robot.sweep([[0.0, 0.0], [4.0, 0.0]], world=cl.World(cell, may_touch=may))
    assert swept.verdict == "meets" and swept.first_meeting is not None
    assert swept.first_meeting.time == pytest.approx(1.9 / 4, abs=1e-3)
    assert "ball and wall" in repr(swept)


def test_points_come_from_files(tmp_path: pathlib.Path) -> None:
    points = np.array([[1.0, 2.0, 3.0], [-1.5, 0.25, 0.0]])
    text = tmp_path / "a.xyz"
    text.write_text("# scan\n1 2 3\nnan nan nan\n-1.5,0.25,0\n")
    binary = tmp_path / "b.pcd"
    head = (
        "VERSION 0.7\nFIELDS x y z\nSIZE 8 8 8\nTYPE F F F\nWIDTH 2\nHEIGHT 1\n"
        "VIEWPOINT 0 0 1 1 0 0 0\nPOINTS 2\nDATA binary\n"
    )
    binary.write_bytes(head.encode() + points.astype("<f8").tobytes())
    scene = cl.Scene()
    assert scene.add_points("text", text, 0.5) == 1
    with pytest.warns(UserWarning, match="VIEWPOINT"):
        assert scene.add_points("binary", os.fspath(binary), 0.5) == 0
    assert scene.counts == [(2, 0), (2, 0)]
    probe = cl.Scene()
    probe.add("probe", cl.ball(0.25), [4.0, 2.0, 3.0])
    assert scene.nearest(probe)["distance"] == pytest.approx(2.25)


def test_slips_are_named(robot: cl.Robot, tmp_path: pathlib.Path) -> None:
    cell = cl.Scene()
    q = [0.0, 0.0]
    with pytest.raises(ValueError, match="world: nothing stands in it"):
        robot.collides(q, world=cell)
    cell.add("floor", cl.ball(1.0))
    for may, said in [
        (["plat"], "no link .plat.; did you mean .plate."),
        ([("plate", "flor")], "no object .flor. in the world; .*floor"),
        (["plate", "ball"], "no link with a shape is left"),
    ]:
        with pytest.raises(ValueError, match=said):
            robot.nearest(q, world=cl.World(cell, may_touch=may))
    with pytest.raises(TypeError, match="one name"):
        robot.nearest(q, world=cl.World(cell, may_touch="plate"))
    for wrong, said in [
        ({"padding": {"ball": -1.0}}, "padding.*-1 is no length"),
        ({"padding": {"bal": 1.0}}, "no link .bal.; did you mean .ball."),
        ({"scale": {"ball": 0.0}}, "scale.*0 is no factor"),
    ]:
        with pytest.raises(ValueError, match=said):
            robot.nearest(q, world=cl.World(cell, **wrong))
    with pytest.raises(TypeError, match="must be a Scene"):
        robot.sweep([q, q], world="cell.obj")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"points\[1\]: has a coordinate"):
        cell.add_points("p", [[0, 0, 0], [0, np.nan, 0]], 0.1)
    with pytest.raises(ValueError, match="at least one"):
        cell.add_points("p", np.zeros((0, 3)), 0.1)
    with pytest.raises(ValueError, match="radius"):
        cell.add_points("p", [[0, 0, 0]], 0.0)
    mesh = tmp_path / "a.obj"
    mesh.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    with pytest.raises(ValueError, match="holds no points"):
        cell.add_points("p", mesh, 0.1)


def test_links_count_as_larger_beside_the_world(tmp_path: pathlib.Path) -> None:
    (tmp_path / "r.urdf").write_text(URDF)
    robot = cl.Robot(tmp_path / "r.urdf")
    cell = cl.Scene()
    cell.add("wall", cl.cuboid([0.5, 9.0, 9.0]), [2.5, 0.0, 0.0])
    q = [1.75, 0.0]
    for more, expected in [
        ({}, 0.15),
        ({"padding": {"ball": 0.05}}, 0.1),
        ({"scale": {"ball": 2.0}}, 0.05),
        ({"scale": {"ball": 2.0}, "padding": {"ball": 0.1}}, -0.05),
    ]:
        found = robot.nearest(q, world=cl.World(cell, **more))
        assert found is not None and found.names == ("ball", "wall")
        assert found.distance == pytest.approx(expected, abs=1e-12)
    alone = robot.nearest(q)
    assert alone is not None and alone.names == ("plate", "ball")


def test_what_is_grasped_moves_along_and_is_put_down(robot: cl.Robot) -> None:
    cell = cl.Scene()
    cell.add("wall", cl.cuboid([0.5, 9.0, 9.0]), [2.5, 0.0, 0.0])
    cell.add("parcel", cl.cuboid([0.1, 0.1, 0.1]), [1.0, 0.0, 0.5])
    carrying = robot.attach("parcel", cell, "ball", [0.0, 0.0], touch=["plate"])
    assert cell.names == ["wall"] and carrying.links == [*robot.links, "parcel"]
    for same in (carrying, pickle.loads(pickle.dumps(carrying))):
        assert same.pairs == robot.pairs
        swept = same.sweep([[0.0, 0.0], [1.5, 0.0]], world=cell)
        assert swept.first_meeting is not None
        assert swept.first_meeting.found.names == ("parcel", "wall")
        assert swept.first_meeting.time == pytest.approx(0.9 / 1.5, abs=1e-3)
        at = same.forward_kinematics([0.25, 0.5])[same.links.index("parcel"), :3, 3]
        np.testing.assert_allclose(at, [1.25, 0.5, 0.5], atol=1e-12)
    free = carrying.detach("parcel", cell, [0.25, 0.5])
    assert free.links == robot.links and free.pairs == robot.pairs
    np.testing.assert_allclose(cell.poses[1, :3, 3], [1.25, 0.5, 0.5], atol=1e-12)
    assert pickle.loads(pickle.dumps(free)).links == robot.links
    with pytest.raises(KeyError, match="parsel"):
        robot.attach("parsel", cell, "ball", [0.0, 0.0])
    with pytest.raises(ValueError, match="no link .bal.; did"):
        robot.attach("parcel", cell, "bal", [0.0, 0.0])
    with pytest.raises(ValueError, match="no object that a link carries"):
        robot.detach("ball", cell, [0.0, 0.0])
    # A name that the scene has: nothing is lost.
    with pytest.raises(ValueError, match="already"):
        carrying.detach("parcel", cell, [0.25, 0.5])
    assert carrying.links[-1] == "parcel" and len(cell) == 2


FLYER = """<robot name="flyer">
<link name="pad"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="body"><collision><origin xyz="0.5 0 0"/><geometry><sphere radius="0.1"/></geometry>
</collision></link>
<link name="cart"><collision><origin xyz="0 0 9"/><geometry><sphere radius="0.1"/></geometry>
</collision></link>
<joint name="free" type="floating"><parent link="pad"/><child link="body"/></joint>
<joint name="slide" type="planar"><parent link="pad"/><child link="cart"/></joint></robot>"""
SRDF = """<robot name="flyer"><group name="all"><joint name="free"/><joint name="slide"/></group>
<group_state name="up" group="all"><joint name="free" value="1 0 0.5 0 0 0.6 0.8"/>
<joint name="slide" value="-1 0.5 1.5"/></group_state></robot>"""


def test_free_joints_have_their_values_in_a_configuration(tmp_path: pathlib.Path) -> None:
    urdf, srdf = tmp_path / "r.urdf", tmp_path / "r.srdf"
    urdf.write_text(FLYER)
    srdf.write_text(SRDF)
    robot = cl.Robot(urdf, srdf=srdf, free=["free", "slide"])
    assert robot.joints[0] == "free/trans_x" and robot.joints[-1] == "slide/theta"
    assert np.isinf(robot.limits).all() and len(robot.joints) == 10
    up = robot.configuration(state="up")
    np.testing.assert_array_equal(up, [1, 0, 0.5, 0, 0, 0.6, 0.8, -1, 0.5, 1.5])
    # Turned by 2 atan(0.6 / 0.8), whose cosine is 0.28 and sine 0.96.
    body = robot.forward_kinematics(up)[robot.links.index("body")]
    np.testing.assert_allclose(body[:3, 3], [1, 0, 0.5], atol=1e-15)
    np.testing.assert_allclose(body[:2, 0], [0.28, 0.96], atol=1e-12)
    again = pickle.loads(pickle.dumps(robot))
    assert again.joints == robot.joints
    # A quarter turn about the pad, half a metre above it all the way but for the turn's own ball.
    still = {"slide": [0, 0, 0]}
    half = np.sqrt(0.5)
    q = [
        robot.configuration(still | {"free": [0, 0, 0, 0, 0, 0, 1]}),
        robot.configuration(still | {"free": [0, 0, 0, 0, 0, half, half]}),
    ]
    for one in (robot, again):
        swept = one.sweep(q)
        assert swept.verdict == "free" and swept.nearest is not None
        assert swept.nearest.found.distance == pytest.approx(0.3, abs=1e-9)
        assert 0.299 <= swept.lower_bound <= 0.3 + 1e-12
    swept = robot.sweep([q[0], robot.configuration(still | {"free": [-1, 0, 0, 0, 0, 0, 1]})])
    assert swept.first_meeting is not None
    assert swept.first_meeting.time == pytest.approx(0.3, abs=1e-3)
    with pytest.raises(ValueError, match="the length 2, not 1"):
        robot.configuration({"free": [0, 0, 0, 0, 0, 0, 2]})
    with pytest.raises(ValueError, match="6 values, needs 7"):
        robot.configuration({"free": [0, 0, 0, 0, 0, 1]})
    with pytest.raises(ValueError, match="half a turn"):
        robot.sweep([q[0], robot.configuration({"free": [0, 0, 0, 0, 0, 1, 0]})])
    with pytest.raises(ValueError, match="did you mean .free."):
        cl.Robot(urdf, free=["fre"])
    with pytest.raises(ValueError, match=r"free=\["):
        cl.Robot(urdf).configuration({"free": 1.0})
