"""Robots from URDF files: truth from kinematics written out here, from single queries of pairs, and
from dense samples."""

import itertools
import math
import os
import pickle
from pathlib import Path

import numpy as np
import pytest

import clearance as cl

ASSETS = Path(__file__).parents[2] / "assets"
ARM = ASSETS / "arm" / "arm.urdf"
SRDF = ASSETS / "arm" / "arm.srdf"


@pytest.fixture(scope="module")
def arm():
    return cl.Robot(ARM, srdf=SRDF)


def moved(x=0.0, y=0.0, z=0.0, about_z=0.0):
    c, s = math.cos(about_z), math.sin(about_z)
    return np.array([[c, -s, 0, x], [s, c, 0, y], [0, 0, 1, z], [0, 0, 0, 1]])


def by_hand(q):
    """The arm's links, written out from its file."""
    shoulder, elbow, grip = q
    upper = moved(z=0.5) @ moved(about_z=shoulder)
    fore = upper @ moved(x=1.0) @ moved(about_z=elbow)
    left, right = (fore @ moved(1.25, side * grip, -0.125) for side in (1, -1))
    links = {"upper": upper, "fore": fore, "left": left, "right": right}
    boxes = {
        "upper": (moved(0.5, 0, 0.125), cl.cuboid([0.5, 0.125, 0.125])),
        "fore": (moved(0.5, 0, -0.125), cl.cuboid([0.5, 0.125, 0.125])),
        "left": (np.eye(4), cl.ball(0.05)),
        "right": (np.eye(4), cl.ball(0.05)),
    }
    return links, {name: (boxes[name][1], links[name] @ boxes[name][0]) for name in boxes}


def configurations(robot, n, seed=1):
    """Half of them folded, where the fore beam may meet the post."""
    rng = np.random.default_rng(seed)
    q = rng.uniform(*robot.limits.T, size=(n, len(robot.joints)))
    q[::2, 1] = rng.uniform(2.7, 3.2, (n + 1) // 2)
    return q


def test_what_it_is(arm):
    assert arm.name == "arm" and arm.joints == ["shoulder", "elbow", "grip"]
    assert arm.links == ["plate", "post", "upper", "fore", "left", "right"]
    assert np.array_equal(arm.limits, [[-3.2, 3.2], [-3.2, 3.2], [0.05, 0.25]])
    assert arm.states == ["straight", "folded"] and arm.notes == []
    assert len(arm.pairs) == 7 and ("left", "right") in arm.pairs
    assert ("upper", "fore") not in arm.pairs and ("plate", "upper") not in arm.pairs
    assert repr(arm) == "<Robot arm: 6 links, 3 joints, 7 pairs>"
    with pytest.raises(ValueError, match="read-only"):
        arm.limits[0] = 0
    # The returned list is a copy.
    arm.pairs.clear()
    assert len(arm.pairs) == 7


def test_configurations_by_name(arm):
    assert arm.configuration().tolist() == [0.0, 0.0, 0.05]
    assert arm.configuration({"elbow": 1}).tolist() == [0.0, 1.0, 0.05]
    assert arm.configuration(state="straight").tolist() == [0.0, 0.0, 0.1]
    folded = arm.configuration({"grip": 0.2}, state="folded")
    assert folded.tolist() == [0.0, math.pi, 0.2]
    for ask, message in [
        (lambda: arm.configuration({"elbo": 1}), r"^joints: no joint \"elbo\".*elbow"),
        (lambda: arm.configuration({"grip_mirror": 1}), 'follows joint "grip"'),
        (lambda: arm.configuration(state="strait"), "^state: no state .*there are: straight, fold"),
    ]:
        with pytest.raises(ValueError, match=message):
            ask()


def test_kinematics_by_hand(arm):
    q = configurations(arm, 50)
    placed = arm.forward_kinematics(q)
    assert placed.shape == (50, 6, 4, 4)
    for one, values in zip(placed, q, strict=True):
        links, _ = by_hand(values)
        for name, pose in links.items():
            assert np.allclose(one[arm.links.index(name)], pose, atol=1e-14)
        assert np.array_equal(one[0], np.eye(4))
    assert np.array_equal(arm.forward_kinematics(q[3]), placed[3])
    again = arm.forward_kinematics(q.reshape(5, 10, 3), threads=3)
    assert again.shape == (5, 10, 6, 4, 4) and np.array_equal(again.reshape(placed.shape), placed)


def test_distances_pair_by_pair(arm):
    q = configurations(arm, 200)
    found = arm.distances(q)
    assert found.distance.shape == found.gap.shape == found.status.shape == (200, 7)
    assert 50 < found.intersects.any(axis=1).sum() < 190
    assert np.all(found.gap >= 0) and found.gap.max() < 1e-12
    for row, values in enumerate(q):
        _, shapes = by_hand(values)
        for column, (a, b) in enumerate(found.pairs):
            if a in shapes and b in shapes:
                (one, at_one), (two, at_two) = shapes[a], shapes[b]
                truth = cl.proximity(one, at_one, two, at_two)
                assert abs(truth.distance - found.distance[row, column]) < 1e-12
                assert truth.intersects == found.intersects[row, column]
    one = arm.distances(q[7])
    assert one.distance.shape == (7,)
    assert np.all(np.abs(one.distance - found.distance[7]) <= one.gap + found.gap[7])


def test_the_nearest_is_the_least_of_all(arm):
    q = configurations(arm, 300, seed=2)
    every, near = arm.distances(q), arm.nearest(q)
    least = every.distance.min(axis=1)
    assert np.all(np.abs(near.distance - least) <= near.gap + every.gap.max())
    rows = np.arange(300)
    assert np.all(np.abs(every.distance[rows, near.pair] - least) < 1e-12)
    assert np.array_equal(near.intersects, least <= 0)
    off = np.linalg.norm(near.point_b - near.point_a, axis=1)
    assert np.allclose(off, np.abs(near.distance), atol=1e-12)
    assert np.array_equal(arm.collides(q), every.intersects.any(axis=1))
    one = arm.nearest(q[0])
    assert isinstance(one.pair, int) and isinstance(one.distance, float)
    assert isinstance(one.status, cl.Status) and isinstance(one.intersects, bool)
    assert one.normal.shape == (3,) and abs(one.distance - near.distance[0]) <= 2 * one.gap + 1e-15
    assert arm.collides(q[0]) is bool(near.intersects[0])


def test_threads_and_progress_change_nothing(arm):
    class Bar:
        n = 0

        def update(self, n):
            self.n += n

    q, bar = configurations(arm, 3000), Bar()
    q = np.cumsum(q / 3000, axis=0)
    q[:, 2] = 0.1
    alone = arm.distances(q)
    shared = arm.distances(q, threads=3, progress=bar)
    assert bar.n == 3000
    for mine, other in zip(alone[:3], shared[:3], strict=True):
        assert np.array_equal(mine, other)
    near = arm.nearest(q), arm.nearest(q, threads=3)
    for mine, other in zip(*near, strict=True):
        assert np.array_equal(mine, other)
    assert np.array_equal(arm.collides(q), arm.collides(q, threads=3))


def test_shapes_of_arrays(arm):
    q = configurations(arm, 12)
    grid = arm.distances(np.asfortranarray(q.reshape(3, 4, 3)))
    assert grid.distance.shape == (3, 4, 7)
    assert np.array_equal(grid.distance.reshape(12, 7), arm.distances(q).distance)
    none = arm.distances(np.zeros((0, 3)))
    assert none.distance.shape == (0, 7) and arm.nearest(np.zeros((0, 3))).pair.shape == (0,)
    assert arm.collides(np.zeros((0, 3))).shape == (0,)
    single = arm.distances(q.astype(np.float32))
    assert np.array_equal(single.distance, arm.distances(q.astype("f4").astype(float)).distance)
    # Integers, lists, and views of any strides.
    assert np.array_equal(
        arm.forward_kinematics([1, 0, 0.1]), arm.forward_kinematics(np.array([1.0, 0, 0.1]))
    )
    wide = np.repeat(q, 2, axis=1)[:, ::2]
    assert np.array_equal(arm.nearest(wide).distance, arm.nearest(q).distance)


def test_which_pairs():
    every = cl.Robot(ARM, adjacent=True)
    assert len(every.pairs) == 15
    less = cl.Robot(ARM, srdf=SRDF, ignore=[("left", "right"), ("fore", "plate")])
    assert len(less.pairs) == 5 and ("left", "right") not in less.pairs
    nothing = cl.Robot(ARM, ignore=list(itertools.combinations(every.links, 2)))
    q = [0.0, 0.0, 0.1]
    assert nothing.pairs == [] and nothing.nearest(q) is None and nothing.collides(q) is False
    assert nothing.distances([q, q]).distance.shape == (2, 0)
    swept = nothing.sweep([q, [1.0, 0.0, 0.1]])
    assert swept.verdict == "unknown" and swept.lower_bound == math.inf and swept.samples is None


def test_a_motion_that_is_free(arm):
    q = [[0, 0, 0.1], [0.5, 0.5, 0.1], [1, -0.5, 0.1]]
    swept = arm.sweep(q)
    assert swept.verdict == "free" and swept.free_until is None and swept.first_meeting is None
    assert swept.stretches.shape == (0,) and swept.lower_bounds.shape == (2,)
    # As the command reports it for the same motion.
    assert 0.0989 < swept.lower_bound == swept.lower_bounds.min() <= 0.1
    assert arm.pairs[swept.nearest.found.pair] == ("left", "right")
    assert swept.samples.distance.shape == (3,) and swept.samples.normal.shape == (3, 3)
    assert np.allclose(swept.samples.distance, arm.nearest(q).distance, atol=1e-14)
    # No sample on the way is nearer than the proved bound.
    for k, bound in enumerate(swept.lower_bounds):
        way = np.linspace(q[k], q[k + 1], 500)
        assert arm.nearest(way).distance.min() >= bound
    # In other units of time, the same.
    later = arm.sweep(q, times=[10.0, 20.0, 25.0])
    assert later.lower_bounds.tolist() == swept.lower_bounds.tolist()
    assert later.nearest.time in (10.0, 20.0, 25.0)
    assert arm.sweep(q, margin=0.2).verdict == "meets"


def test_a_motion_that_meets(arm):
    q = np.array([[0, 0, 0.1], [0, 3.1, 0.1]])
    swept = arm.sweep(q, times=[2.0, 4.0])
    way = np.linspace(q[0], q[1], 4001)
    hits = arm.collides(way)
    first = 2.0 + 2.0 * np.flatnonzero(hits)[0] / 4000
    assert swept.verdict == "meets" and not hits[0]
    assert swept.free_until <= first <= swept.free_until + 0.01
    assert swept.free_until <= swept.first_meeting.time
    meeting = swept.first_meeting.found
    at = q[0] + (swept.first_meeting.time - 2) / 2 * (q[1] - q[0])
    assert meeting.intersects and arm.collides(at)
    assert swept.lower_bound <= swept.nearest.found.distance < 0 and swept.lower_bound > -0.5
    stretches = swept.stretches
    assert stretches.dtype.names == ("pair", "start", "end", "meets") and stretches["meets"].any()
    assert np.all(np.diff(stretches["start"]) >= 0)
    assert stretches["start"][0] == swept.free_until and np.all(stretches["end"] <= 4.0)
    # A stretch that meets does so at both ends; an unknown one is short.
    for stretch in stretches:
        ends = (np.array([stretch["start"], stretch["end"]]) - 2) / 2
        found = arm.distances(q[0] + ends[:, None] * (q[1] - q[0]))
        met = found.intersects[:, stretch["pair"]]
        assert np.all(met) if stretch["meets"] else stretch["end"] - stretch["start"] < 0.01
    assert not stretches["meets"].all() and np.ptp(stretches["end"] - stretches["start"]) > 0.01
    # Hardly anything is checked, so little is known.
    assert arm.sweep(q, most=0).verdict in ("meets", "unknown")
    assert arm.sweep(q[:1]).verdict == "free"


def test_a_motion_tells_its_progress(arm):
    class Bar:
        n = 0

        def update(self, n):
            self.n += n

    bar = Bar()
    arm.sweep(np.tile([0.0, 0.0, 0.1], (100, 1)), progress=bar)
    assert bar.n == 100


URDF = """<robot name="r">
<link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
<link name="{name}"><collision><geometry>{shape}</geometry></collision></link>
<joint name="slide" type="prismatic"><parent link="base"/><child link="{name}"/>
<axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/></joint>
</robot>"""


def urdf(folder, shape, name="tip"):
    path = folder / "robot.urdf"
    path.write_text(URDF.format(shape=shape, name=name))
    return path


def shell(folder):
    """A closed cube of half edge 2 about the origin, as an OBJ."""
    corners = list(itertools.product((-2, 2), repeat=3))
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    lines = ["v {} {} {}".format(*corner) for corner in corners]
    lines += ["f " + " ".join(str(i + 1) for i in face) for face in faces]
    (folder / "shell.obj").write_text("\n".join(lines))


def test_meshes_and_what_is_inside(tmp_path):
    shell(tmp_path)
    path = urdf(tmp_path, '<mesh filename="shell.obj"/>')
    surface = cl.Robot(path, by="triangles", adjacent=True)
    found = surface.distances([[0.0], [4.0], [2.25]])
    # Inside the surface, apart from it, and cutting through it.
    assert found.status[:, 0].tolist() == [1, 0, 1]
    assert np.allclose(found.distance[:2, 0], [-1.5, 1.5]) and found.distance[2, 0] < 0
    assert surface.collides([[0.0], [4.0], [2.25]]).tolist() == [True, False, True]
    assert surface.nearest([0.0]).intersects is True
    full = cl.Robot(path, adjacent=True)
    assert np.allclose(full.distances([[0.0], [4.0]]).distance[:, 0], [-2.5, 1.5])


# A cube whose top dips to the middle.
CUBE_WITH_A_DENT = """OFF
9 9 0
-1 -1 -1
1 -1 -1
1 1 -1
-1 1 -1
-1 -1 1
1 -1 1
1 1 1
-1 1 1
0 0 0
4 0 3 2 1
4 0 1 5 4
4 1 2 6 5
4 2 3 7 6
4 3 0 4 7
3 4 5 8
3 5 6 8
3 6 7 8
3 7 4 8
"""


def test_packages(tmp_path):
    folder, elsewhere = tmp_path / "robots", tmp_path / "stock"
    folder.mkdir()
    elsewhere.mkdir()
    path = urdf(folder, '<mesh filename="package://parts/shell.obj"/>')
    shell(elsewhere)
    with pytest.raises(ValueError, match=r"robot.urdf: line 3: .*`packages=\{\"parts\": FOLDER\}`"):
        cl.Robot(path)
    robot = cl.Robot(path, packages={"parts": elsewhere}, adjacent=True)
    assert math.isclose(robot.nearest([4.0]).distance, 1.5)
    away = urdf(folder, '<mesh filename="../../../stock/shell.obj"/>')
    with pytest.raises(ValueError, match="`outside=True`"):
        cl.Robot(away)


def test_a_robot_in_a_scene(arm):
    room = cl.Scene()
    room.add("wall", cl.cuboid([0.5, 2.0, 2.0]), [2.5, 0.0, 0.0])
    base = cl.Pose.xyzw([1.0, 0.0, 0.0], [0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5)])
    at_base = moved(1.0, about_z=math.pi / 2)
    links = arm.scene(arm.configuration())
    assert links.names == arm.shapes and links.groups == arm.links
    for q in configurations(arm, 20):
        arm.move(links, q, base=base)
        _, shapes = by_hand(q)
        for name, (shape, pose) in shapes.items():
            assert np.allclose(links.poses[links.index(name)], at_base @ pose, atol=1e-14)
            near = links.pairs_within(
                np.inf, room, allow=[(n, "wall") for n in shapes if n != name]
            )
            truth = cl.proximity(shape, at_base @ pose, cl.cuboid([0.5, 2, 2]), [2.5, 0, 0])
            row = near[near["a"] == links.index(name)][0]
            assert abs(row["distance"] - truth.distance) < 1e-12
        again = arm.scene(q, base=base)
        assert np.array_equal(again.poses, links.poses)
    # It carries a box; a scene that is not the robot's is refused.
    links.add("box", cl.cuboid([0.1, 0.1, 0.1]))
    arm.move(links, arm.configuration())
    assert len(links) == 7 and np.array_equal(links.poses[6], np.eye(4))
    with pytest.raises(KeyError, match='scene: has no object "plate"'):
        arm.move(room, arm.configuration())
    with pytest.raises(ValueError, match=r"^q: must be one configuration, \(3,\)$"):
        arm.scene([arm.configuration()] * 2)
    with pytest.raises(ValueError, match="^base: the pose has a coordinate"):
        arm.scene(arm.configuration(), base=[0, 0, NAN])


def test_words_are_those_of_python(tmp_path):
    """Messages name no option of the command line."""
    dented = CUBE_WITH_A_DENT
    (tmp_path / "dent.off").write_text(dented)
    path = urdf(tmp_path, '<mesh filename="dent.off"/>')
    note, nothing = cl.Robot(path).notes
    assert nothing.startswith("no pair of links is looked at")
    assert note.endswith('`by="triangles"` takes them as they are') and "--" not in note
    for limits, word in [({"max_file_bytes": 100}, "`max_file_bytes` allows more")]:
        with pytest.raises(ValueError, match=word) as refused:
            cl.Robot(path, **limits)
        assert "--" not in str(refused.value)
        with pytest.raises(ValueError, match=word):
            cl.Scene.from_file(tmp_path / "dent.off", **limits)


def test_a_robot_that_does_not_move(tmp_path):
    path = tmp_path / "still.urdf"
    path.write_text("""<robot name="still"><link name="a"><collision><geometry>
<sphere radius="1"/></geometry></collision></link><link name="b"><collision><geometry>
<sphere radius="1"/></geometry></collision></link><joint name="weld" type="fixed">
<origin xyz="3 0 0"/><parent link="a"/><child link="b"/></joint></robot>""")
    still = cl.Robot(path, adjacent=True)
    assert still.joints == [] and still.limits.shape == (0, 2)
    assert still.nearest([]).distance == 1.0 and still.nearest(np.zeros((4, 0))).pair.shape == (4,)
    assert still.forward_kinematics(np.zeros((2, 0))).shape == (2, 2, 4, 4)
    assert still.sweep(np.zeros((2, 0))).verdict == "free"


def test_copies(arm):
    again = pickle.loads(pickle.dumps(arm))
    q = configurations(arm, 5)
    assert np.array_equal(again.distances(q).distance, arm.distances(q).distance)


NAN = float("nan")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda arm: arm.nearest([0.0, 0.1]), r"^q: must end in 3 values.*; has shape \(2,\)$"),
        (lambda arm: arm.nearest(1.0), r"^q: must end in 3 values.*; has shape \(\)$"),
        (lambda arm: arm.distances([[0, 0, 0.1], [0, NAN, 0.1]]), r"^q\[1\]: joint `elbow`: NaN"),
        (
            lambda arm: arm.collides(np.full((2, 3, 3), [0, 4.0, 0.1])),
            r"^q\[0, 0\]: joint `elbow`: 4 is beyond its limits, .*beyond_limits=True",
        ),
        (lambda arm: arm.sweep([[0, 0, 0.1], [0, 0, 9]]), r"^q\[1\]: joint `grip`: 9 is beyond"),
        (lambda arm: arm.sweep([0, 0, 0.1]), r"^q: must be samples of one motion, .*of \(\)"),
        (lambda arm: arm.sweep(np.zeros((0, 3))), "^q: has no sample$"),
        (lambda arm: arm.sweep([[0, 0, 0.1]], [1, 2]), r"^times: must be \(1,\), .*\(2,\)$"),
        (lambda arm: arm.sweep([[0, 0, 0.1]] * 2, [1, NAN]), r"^times\[1\]: is NaN or infinite"),
        (
            lambda arm: arm.sweep([[0, 0, 0.1]] * 3, [0, 1, 1]),
            r"^times\[2\]: is 1.0, not after 1.0 before it$",
        ),
        (lambda arm: arm.sweep([[0, 0, 0.1]], margin=-1), "^margin: must be a length"),
        (lambda arm: arm.sweep([[0, 0, 0.1]], tolerance=NAN), "^tolerance: must be a length"),
        (lambda _: cl.Robot(ARM, by="mesh"), "^by: must be 'hull', 'auto' or 'triangles'"),
        (
            lambda _: cl.Robot(ARM, ignore=[("left", "rigt")]),
            r'^ignore\[0\]: no link "rigt".*right',
        ),
        (lambda _: cl.Robot(SRDF), "arm.srdf: "),
        (lambda _: cl.Robot(ARM, srdf=__file__), "test_urdf.py: "),
    ],
)
def test_value_errors(arm, ask, message):
    with pytest.raises(ValueError, match=message):
        ask(arm)


def test_other_errors(arm, tmp_path):
    with pytest.raises(FileNotFoundError, match="none.urdf"):
        cl.Robot(tmp_path / "none.urdf")
    with pytest.raises(FileNotFoundError, match="none.srdf"):
        cl.Robot(ARM, srdf=tmp_path / "none.srdf")
    with pytest.raises(TypeError, match="^q: must be of floats or integers"):
        arm.nearest(["a", "b", "c"])
    with pytest.raises(TypeError, match="^progress: must have a method update"):
        arm.nearest([0, 0, 0.1], progress=3)
    with pytest.raises(ValueError, match="robot.urdf: line 3: .*`teapot`|robot.urdf: line 3"):
        cl.Robot(urdf(tmp_path, "<teapot/>"))
    loose = cl.Robot(ARM, beyond_limits=True)
    assert loose.forward_kinematics([4.0, 0, 0.1]).shape == (6, 4, 4)
    with pytest.raises(ValueError, match="^q: joint `shoulder`: inf is no finite value"):
        loose.nearest([math.inf, 0, 0.1])


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    "ask",
    [
        "arm.distances(np.tile([0.0, 0.0, 0.1], (2_000_000, 1)))",
        # So fine that the search between two samples takes long.
        """arm = cl.Robot(PATH, adjacent=True)
at = arm.distances([0, 0, 0.1])
margin = at.distance[at.pairs.index(("plate", "upper"))] - 1e-13
arm.sweep([[-3, 0, 0.1], [3, 0, 0.1]], tolerance=1e-9, most=10**12, margin=margin)""",
    ],
)
def test_ctrl_c_within_a_second(ask, ends_by_ctrl_c):
    program = f"""
import numpy as np, clearance as cl
PATH = {str(ARM)!r}
arm = cl.Robot(PATH, srdf={str(SRDF)!r})
print("go", flush=True)
{ask}
"""
    ends_by_ctrl_c(program, after=2.0)


FLOATER = """<robot name="r">
  <link name="world"><collision><geometry><box size="2 2 0.5"/></geometry></collision></link>
  <link name="body"><collision><geometry><sphere radius="0.25"/></geometry></collision></link>
  <link name="arm"><collision><geometry><sphere radius="0.25"/></geometry></collision></link>
  <joint name="free" type="floating"><parent link="world"/><child link="body"/></joint>
  <joint name="hinge" type="continuous">
    <parent link="body"/><child link="arm"/><origin xyz="1 0 0"/>
  </joint>
</robot>"""
STATE = """<robot name="r"><group name="g"/><group_state name="up" group="g">
  <joint name="free" value="0 0 1 0 0 0 1"/></group_state></robot>"""


def test_what_floats_stands_where_it_is_placed(tmp_path):
    urdf, srdf = tmp_path / "r.urdf", tmp_path / "r.srdf"
    urdf.write_text(FLOATER)
    srdf.write_text(STATE)
    down = cl.Robot(urdf, srdf=srdf)
    assert down.pairs == [("world", "body"), ("world", "arm")] and down.collides([0.0])
    assert down.left_out() == [("body", "arm", "joined by hinge")]
    assert '`place={"free": …}`' in down.notes[0]
    with pytest.raises(ValueError, match='^state: it puts joint "free" at .*place='):
        down.configuration(state="up")
    up = cl.Robot(urdf, srdf=srdf, place={"free": [0, 0, 1, 0, 0, 0, 1]})
    for robot in (up, pickle.loads(pickle.dumps(up))):
        assert robot.configuration(state="up").tolist() == [0.0]
        assert abs(robot.nearest([0.0]).distance - 0.5) < 1e-12
    for place, message in [({"fre": []}, 'no joint "fre".*free'), ({"free": [1]}, "needs 7")]:
        with pytest.raises(ValueError, match=f"^place: .*{message}"):
            cl.Robot(urdf, place=place)
    with pytest.raises(ValueError, match='^joints: joint "free" is floating or planar'):
        down.configuration({"free": 1.0})
    nothing = cl.Robot(urdf, ignore=[("world", "body"), ("world", "arm")])
    assert "no pair of links is looked at" in nothing.notes[-1]


def test_lower_bounds_are_signed(tmp_path):
    urdf = tmp_path / "r.urdf"
    urdf.write_text(FLOATER)
    robot = cl.Robot(urdf)
    swept = robot.sweep([[0.0], [1.0]])
    assert swept.verdict == "meets" and swept.nearest.found.distance < -0.4
    assert -2.0 < swept.lower_bound <= swept.nearest.found.distance
