"""Scenes: truth from single queries of all pairs, from closed forms, and from rebuilt scenes."""

import base64
import itertools
import json
import os
import threading
import time

import numpy as np
import pytest

import clearance as cl

CORNERS = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
FACES = np.array(
    [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1)]
    + [(2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]
)


def turns(rng, n):
    q = rng.normal(size=(n, 4))
    return q / np.linalg.norm(q, axis=1)[:, None]


def bodies(rng):
    return [
        cl.cuboid([0.5, 0.25, 0.75]),
        cl.ball(0.5),
        cl.capsule(0.5, 0.25),
        cl.hull(rng.normal(size=(12, 3)) * 0.5),
        cl.cylinder(0.5, 0.25),
    ]


def crowd(rng, n, spread):
    """A scene, its shapes and its poses."""
    shapes = [body for body, _ in zip(itertools.cycle(bodies(rng)), range(n))]
    poses = cl.Motion(cl.Pose.xyzw(spread * rng.normal(size=(n, 3)), turns(rng, n))).at(0.0)
    scene = cl.Scene()
    for i, (shape, pose) in enumerate(zip(shapes, poses, strict=True)):
        scene.add(f"object {i}", shape, pose)
    return scene, shapes, poses


def brute(a, poses_a, b, poses_b, within, one_scene):
    """All pairs by the verb."""
    i, j = np.indices((len(a), len(b))).reshape(2, -1)
    if one_scene:
        i, j = i[i < j], j[i < j]
    found = cl.proximity([a[k] for k in i], poses_a[i], [b[k] for k in j], poses_b[j])
    near = found.distance - found.gap <= within
    return i[near], j[near], found.distance[near], found.status[near]


@pytest.mark.parametrize("within", [0.0, 0.25, 1e9, np.inf])
def test_pairs_by_brute_force(within):
    rng = np.random.default_rng(1)
    scene, shapes, poses = crowd(rng, 60, 1.5)
    assert np.allclose(scene.poses, poses, atol=1e-15)
    poses = scene.poses
    found = scene.pairs_within(within)
    i, j, distance, status = brute(shapes, poses, shapes, poses, within, True)
    assert np.array_equal(found["a"], i) and np.array_equal(found["b"], j)
    assert len(i) > 20 and 5 < (status == 1).sum() < 1000
    assert np.all(np.abs(found["distance"] - distance) <= 1e-12)
    assert np.array_equal(found["status"], status)
    off = np.linalg.norm(found["point_b"] - found["point_a"], axis=1)
    assert np.allclose(off, np.abs(found["distance"]), atol=1e-9)
    assert not found["is_lower_bound"].any() and not found["inside"].any()
    # The nearest of all.
    nearest = scene.nearest()
    assert nearest["distance"] == found["distance"].min()
    assert nearest["a"] == found["a"][found["distance"].argmin()]


def test_against_another_scene():
    rng = np.random.default_rng(2)
    (one, a, _), (two, b, _) = crowd(rng, 40, 2.0), crowd(rng, 30, 2.0)
    found = one.pairs_within(0.5, two)
    i, j, distance, _ = brute(a, one.poses, b, two.poses, 0.5, False)
    assert np.array_equal(found["a"], i) and np.array_equal(found["b"], j) and len(i) > 50
    assert np.all(np.abs(found["distance"] - distance) <= 1e-12)
    assert one.nearest(two)["distance"] == found["distance"].min()
    assert two.nearest(one)["a"] == one.nearest(two)["b"]
    empty = cl.Scene()
    assert len(one.pairs_within(9.0, empty)) == 0 and one.nearest(empty) is None


def test_what_moves_is_found_where_it_is():
    rng = np.random.default_rng(3)
    scene, shapes, _ = crowd(rng, 50, 3.0)
    for step in range(4):
        places = 3.0 * rng.normal(size=(50, 3))
        if step == 0:
            scene.poses = places
        elif step == 1:
            scene.move(list(range(50)), cl.Pose.xyzw(places, turns(rng, 50)))
        elif step == 2:
            scene.move([f"object {i}" for i in range(0, 50, 2)], places[::2])
        else:
            scene.move("object 7", [0.0, 0.0, 0.0])
            scene.move(-1, np.eye(4))
        found = scene.pairs_within(0.5)
        anew = cl.Scene()
        for i, (shape, pose) in enumerate(zip(shapes, scene.poses, strict=True)):
            anew.add(str(i), shape, pose)
        other = anew.pairs_within(0.5)
        assert len(found) > 5
        for field in ("a", "b"):
            assert np.array_equal(found[field], other[field])
        assert np.allclose(found["distance"], other["distance"], atol=1e-12)
        if step == 2:
            assert np.allclose(scene.poses[::2, :3, 3], places[::2])
    assert np.array_equal(scene.poses[7], np.eye(4)) and np.array_equal(scene.poses[49], np.eye(4))


def test_surfaces():
    scene = cl.Scene()
    scene.add("shell", (2 * CORNERS, FACES), by="triangles")
    scene.add("ball", cl.ball(0.5))
    scene.add("far", cl.ball(0.5), [10.0, 0.0, 0.0])
    assert scene.counts == [(0, 12), (1, 0), (1, 0)]
    found = scene.pairs_within(0.0)
    # Inside, however far from the surface.
    assert found[["a", "b", "inside"]].tolist() == [(0, 1, cl.Inside.B_IN_A)]
    assert found["status"][0] == cl.Status.INTERSECTING and found["distance"][0] == -1.5
    scene.move("ball", [2.25, 0.0, 0.0])
    cut = scene.pairs_within(0.0)[0]
    assert cut["inside"] == cl.Inside.NEITHER and cut["is_lower_bound"] and cut["distance"] < 0
    open_shell = cl.Scene()
    open_shell.add("shell", (2 * CORNERS, FACES[1:]), by="triangles")
    open_shell.add("ball", cl.ball(0.5))
    maybe = open_shell.nearest()
    assert maybe["inside"] == cl.Inside.UNKNOWN and maybe["distance"] == 1.5


def test_a_dent_is_filled_only_by_a_hull():
    """A cube with a pyramid cut out of its top: its tip is at the middle."""
    faces = [face for face in FACES.tolist() if not {2, 3, 6, 7} >= set(face)]
    corners = np.vstack([CORNERS, [0.0, 0.0, 0.0]])
    faces += [(2, 3, 8), (3, 7, 8), (7, 6, 8), (6, 2, 8)]
    at, ball = [0.0, 0.75, 0.0], cl.ball(0.25)
    meets = {}
    for by in ("auto", "hull", "triangles"):
        scene = cl.Scene()
        scene.add("bowl", (corners, np.array(faces)), by=by)
        scene.add("ball", ball, at)
        meets[by] = bool(scene.nearest()["status"]), scene.counts[0]
    assert meets == {
        "auto": (False, (0, 14)),
        "hull": (True, (1, 0)),
        "triangles": (False, (0, 14)),
    }
    # A convex mesh is replaced by its hull.
    convex = cl.Scene()
    convex.add("cube", (CORNERS, FACES))
    assert convex.counts == [(1, 0)]


def test_bodies_of_several_shapes():
    scene = cl.Scene()
    pair = [(cl.ball(0.5), [-2.0, 0.0, 0.0]), (cl.cuboid([0.5, 0.5, 0.5]), [2.0, 0.0, 0.0])]
    scene.add("pair", pair, cl.Pose([0.0, 1.0, 0.0]))
    scene.add("both", [cl.ball(0.25), cl.capsule(2.0, 0.125)], [0.0, 4.0, 0.0])
    scene.add("probe", cl.ball(0.25), [3.0, 1.0, 0.0])
    scene.add("floor", cl.half_space([0.0, 1.0, 0.0], -2.0))
    assert scene.counts[:2] == [(2, 0), (2, 0)]
    found = scene.pairs_within(0.5)
    assert found[["a", "b", "part_a", "part_b"]].tolist() == [(0, 2, 1, 0)]
    assert np.isclose(found["distance"][0], 0.25)
    above = scene.pairs_within(3.0)
    above = above[above["b"] == 3]
    assert np.allclose(above["distance"], [2.5, 2.75]) and not above["status"].any()


def test_padding_groups_and_allowed_pairs():
    scene = cl.Scene()
    for name, x, group, padding in (
        ("a", 0.0, "left", 0.0),
        ("b", 2.5, "left", 0.125),
        ("c", 5.0, "right", 0.0),
        ("d", 7.0, "", 0),
    ):
        scene.add(name, cl.ball(1.0), [x, 0.0, 0.0], group=group, padding=padding)
    assert scene.groups == ["left", "left", "right", ""] and scene.paddings == [0, 0.125, 0, 0]

    def names(**more):
        found = scene.pairs_within(0.4, **more)
        return ["".join(scene.names[k] for k in pair) for pair in found[["a", "b"]].tolist()]

    assert names() == ["ab", "bc", "cd"]
    assert np.allclose(scene.pairs_within(0.4)["distance"], [0.375, 0.375, 0.0])
    assert names(allow=[("d", "c")]) == ["ab", "bc"]
    with pytest.raises(KeyError, match="allow: no object"):
        names(allow=[("d", "e")])
    assert names(ignore_same_group=True) == ["bc", "cd"]
    assert scene.nearest(allow=[("c", "d")])["distance"] == 0.375
    scene.remove("b")
    assert scene.names == ["a", "c", "d"] and scene.index("d") == 2 and names() == ["cd"]
    scene.add("b", cl.ball(1.0))
    assert scene.index("b") == 3


def test_removing_and_adding_keep_the_order():
    rng = np.random.default_rng(9)
    scene, model = cl.Scene(), []
    for i in range(300):
        name = f"o{rng.integers(0, 40)}"
        if name in model:
            scene.remove(name)
            model.remove(name)
            with pytest.raises(KeyError, match="no object"):
                scene.remove(name)
        else:
            scene.add(name, cl.ball(1.0), [3.0 * i, 0.0, 0.0])
            model.append(name)
        if i % 7 == 0:
            assert scene.names == model and len(scene) == len(model)
            assert [scene.index(own) for own in model] == list(range(len(model)))
    assert scene.names == model and scene.poses.shape == (len(model), 4, 4)


def test_removing_many_takes_no_longer_each():
    count = 40_000
    scene, ball = cl.Scene(), cl.ball(1.0)
    for i in range(count):
        scene.add(str(i), ball)
    begun = time.monotonic()
    for i in range(count - 1):
        scene.remove(str(i))
    assert time.monotonic() - begun < 5.0
    assert scene.names == [str(count - 1)]


OBJ = """o lid
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
o box
v 3 0 0
v 4 0 0
v 3 1 0
v 3 0 1
f 5 7 6
f 5 6 8
f 5 8 7
f 6 7 8
"""


def test_files(tmp_path):
    one, two = tmp_path / "one.obj", tmp_path / "two.obj"
    one.write_text(OBJ)
    two.write_text(OBJ)
    scene = cl.Scene.from_file(one)
    assert scene.names == ["lid", "box"] and np.isclose(scene.nearest()["distance"], 2.0)
    assert scene.add_file(str(two), [0.0, 0.0, 5.0], prefix="up ", group="g", padding=0.5) == [
        "up lid",
        "up box",
    ]
    assert np.array_equal(scene.poses[2, :3, 3], [0, 0, 5]) and scene.groups[3] == "g"
    assert np.isclose(scene.pairs_within(3.6)["distance"], [2.0, 3.5, 3.5, 1.0]).all()
    both = cl.Scene.from_files([one, two])
    assert both.names == ["one/lid", "one/box", "two/lid", "two/box"]
    plain = tmp_path / "part.off"
    plain.write_text("OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n")
    assert cl.Scene.from_file(plain).names == ["part"]
    assert cl.Scene.from_files([plain, one]).names == ["part", "one/lid", "one/box"]
    # No object of a file with a name that is taken is added.
    with pytest.raises(
        ValueError, match=r'two.obj: there is an object "lid" already; give .*prefix'
    ):
        scene.add_file(two)
    assert len(scene) == 4
    with pytest.raises(FileNotFoundError, match="none.obj"):
        scene.add_file(tmp_path / "none.obj")
    (tmp_path / "bad.obj").write_text("v 0 0 zero\n")
    with pytest.raises(ValueError, match="bad.obj: line 1"):
        cl.Scene.from_file(tmp_path / "bad.obj")


def test_units(tmp_path):
    """A tetrahedron of one inch as COLLADA, of 25.4 as OBJ and of 0.0254 as glTF: in any unit the
    first and the last are of one size, and what names no unit stays as it stands."""
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    numbers = " ".join(str(x) for corner in corners for x in corner)
    (tmp_path / "inch.dae").write_text(
        '<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>'
        '<unit name="inch" meter="0.0254"/></asset><library_geometries><geometry id="g"><mesh>'
        f'<source id="p"><float_array id="a" count="12">{numbers}</float_array><technique_common>'
        '<accessor source="#a" count="4" stride="3"/></technique_common></source>'
        '<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>'
        '<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/>'
        f"<p>{' '.join(str(i) for face in faces for i in face)}</p></triangles></mesh></geometry>"
        '</library_geometries><library_visual_scenes><visual_scene id="s"><node name="n">'
        '<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>'
        '<scene><instance_visual_scene url="#s"/></scene></COLLADA>'
    )
    (tmp_path / "plain.obj").write_text(
        "".join(f"v {25.4 * x} {25.4 * y} {25.4 * z}\n" for x, y, z in corners)
        + "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in faces)
    )
    f32 = np.array(corners, "<f4").ravel() * np.float32(0.0254)
    held = f32.tobytes() + np.array(faces, "<u2").tobytes()
    (tmp_path / "metres.gltf").write_text(
        json.dumps(
            {
                "asset": {"version": "2.0"},
                "scene": 0,
                "scenes": [{"nodes": [0]}],
                "nodes": [{"name": "n", "mesh": 0}],
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
                "buffers": [
                    {
                        "byteLength": len(held),
                        "uri": "data:application/octet-stream;base64,"
                        + base64.b64encode(held).decode(),
                    }
                ],
                "bufferViews": [
                    {"buffer": 0, "byteOffset": 0, "byteLength": 48},
                    {"buffer": 0, "byteOffset": 48, "byteLength": 24},
                ],
                "accessors": [
                    {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                    {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},
                ],
            }
        )
    )

    def size(file, **how):
        """The distance to a ball of no size beyond the corner on x."""
        scene = cl.Scene.from_file(tmp_path / file, by="hull", **how)
        scene.add("point", cl.ball(0.0), [1000.0, 0.0, 0.0])
        return 1000.0 - scene.nearest()["distance"].item()

    for unit, inch in [
        (None, 0.0254),
        ("m", 0.0254),
        ("cm", 2.54),
        ("mm", 25.4),
        ("in", 1.0),
        ("ft", 1 / 12),
        (0.01, 2.54),
        (np.float64(0.0254), 1.0),
    ]:
        assert size("inch.dae", unit=unit) == pytest.approx(inch, rel=1e-9), unit
        assert size("metres.gltf", unit=unit) == pytest.approx(inch, rel=1e-6), unit
        assert size("plain.obj", unit=unit) == pytest.approx(25.4, rel=1e-9), unit
    assert size("inch.dae") == size("inch.dae", unit="m")
    both = cl.Scene.from_files(
        [tmp_path / "inch.dae", tmp_path / "plain.obj"], by="hull", unit="mm"
    )
    assert both.nearest()["distance"].item() <= 0.0 and len(both) == 2
    for wrong in ["mile", "", 0.0, -1.0, np.nan, np.inf]:
        with pytest.raises(
            ValueError, match="^unit: must be 'm', 'cm', 'mm', 'in', 'ft' or so many"
        ):
            size("plain.obj", unit=wrong)


def test_threads_and_progress_change_nothing():
    class Bar:
        n = 0

        def update(self, n):
            self.n += n

    scene, _, _ = crowd(np.random.default_rng(4), 300, 3.0)
    bar = Bar()
    alone, shared = scene.pairs_within(0.5), scene.pairs_within(0.5, threads=3, progress=bar)
    assert np.array_equal(alone, shared) and bar.n >= len(alone) > 500


def test_changes_while_others_ask():
    scene, _, _ = crowd(np.random.default_rng(5), 100, 3.0)
    before, faults, stop = scene.pairs_within(0.5), [], threading.Event()
    at = scene.poses
    away = at.copy()
    away[:, 0, 3] += np.arange(100) * 100

    def ask():
        while not stop.is_set():
            found = scene.pairs_within(0.5, threads=2)
            if len(found) and not np.array_equal(found["a"], before["a"]):
                faults.append(found)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in range(50):
        scene.poses = away
        scene.poses = at
    stop.set()
    for thread in threads:
        thread.join()
    # Each answer is consistent: of a single moment.
    assert faults == []


NAN = float("nan")


@pytest.fixture
def scene():
    scene = cl.Scene()
    scene.add("ball", cl.ball(1.0))
    scene.add("cube", cl.cuboid([1.0, 1.0, 1.0]), [5.0, 0.0, 0.0])
    return scene


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (
            lambda s: s.add("ball", cl.ball(1.0)),
            ValueError,
            'name: there is an object "ball" already',
        ),
        (
            lambda s: s.add("x", cl.ball(1.0), [0, 0, NAN]),
            ValueError,
            "^pose: the pose has a coord",
        ),
        (
            lambda s: s.add("x", cl.ball(1.0), np.zeros((2, 3))),
            TypeError,
            "^pose: must be one pose",
        ),
        (lambda s: s.add("x", cl.ball(1.0, dim=2)), TypeError, "^shapes: must be of space, in flo"),
        (lambda s: s.add("x", cl.ball(1.0, dtype="f4")), TypeError, "^shapes: .*are of .*float32"),
        (lambda s: s.add("x", []), ValueError, "^shapes: has no shape"),
        (
            lambda s: s.add("x", [cl.ball(1.0), 3]),
            TypeError,
            r"^shapes\[1\]: must be a clearance.Sh",
        ),
        (lambda s: s.add("x", [(cl.ball(1.0), [0, NAN, 0])]), ValueError, "^parts"),
        (lambda s: s.add("x", cl.ball(1.0), padding=-1), ValueError, "^padding: must be a length"),
        (lambda s: s.add("x", 3), TypeError, "^mesh: int has no vertices and faces"),
        (lambda s: s.add("x", (CORNERS, FACES), by="parts"), ValueError, "^by: must be 'hull', "),
        (lambda s: s.add("x", (CORNERS, FACES + 1)), Exception, "vertex|vertices"),
        (lambda s: s.pairs_within(-1.0), ValueError, "^distance: must be a length, at least 0"),
        (lambda s: s.pairs_within(NAN), ValueError, "^distance: must be a length, at least 0"),
        (lambda s: s.pairs_within(1.0, s), ValueError, "^other: is this scene; leave it out"),
        (lambda s: s.move("bal", [0, 0, 0]), KeyError, 'no object "bal".*ball'),
        (lambda s: s.move(2, [0, 0, 0]), IndexError, "^object 2 is not there; there are 2"),
        (
            lambda s: s.move([0, 1], [[0, 0, 0], [0, 0, NAN]]),
            ValueError,
            r"^poses\[1\]: the pose has",
        ),
        (
            lambda s: s.move([0, 1], np.zeros((3, 3))),
            ValueError,
            r"^poses: a batch of \(3,\) does not go with 2 objects",
        ),
        (lambda s: setattr(s, "poses", np.zeros((3, 3))), ValueError, "^poses: a batch of"),
        (lambda s: s.remove("none"), KeyError, "no object"),
    ],
)
def test_errors(scene, ask, error, message):
    before = scene.poses
    with pytest.raises(error, match=message):
        ask(scene)
    assert scene.names == ["ball", "cube"] and np.array_equal(scene.poses, before)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_within_a_second(ends_by_ctrl_c):
    program = """
import numpy as np, clearance as cl
rng, scene = np.random.default_rng(1), cl.Scene()
shape = cl.hull(rng.normal(size=(64, 3)))
for i in range(3000):
    scene.add(str(i), shape, 0.1 * rng.normal(size=3))
print("go", flush=True)
scene.pairs_within(0.0)
"""
    ends_by_ctrl_c(program, after=1.5)


def test_objects_in_a_container():
    random = np.random.default_rng(3)
    scene = cl.Scene()
    middles, halves = random.integers(-4, 5, (200, 3)), random.integers(1, 3, (200, 3))
    for place, (middle, half) in enumerate(zip(middles, halves, strict=True)):
        scene.add(str(place), cl.cuboid(half.astype(float)), middle.astype(float))
    wanted = np.array([5.0, 4.0, 4.0])
    room = np.min(wanted - np.abs(middles) - halves, axis=1)
    over = np.maximum(np.abs(middles) + halves - wanted, 0.0)
    truth = np.where(room >= 0, room, -np.linalg.norm(over, axis=1))
    scene.move(list(range(200)), middles + np.array([1.0, 0.0, 0.0]))
    found = scene.contained(cl.cuboid(wanted), [1.0, 0.0, 0.0])
    assert (found["inside"] == (room >= 0)).all() and (room == 0).sum() > 10
    assert (np.abs(found["room"] - truth) <= found["gap"] + 1e-14).all()
    assert (found["gap"] < 1e-12).all()
    with pytest.raises(TypeError, match="container: must be a Shape"):
        scene.contained(scene)
    with pytest.raises(TypeError, match="must be one shape of"):
        scene.contained(cl.ball(1.0, dim=2))
