"""clearance.trimesh: the answers of trimesh's manager, and where it has none."""

import itertools
import math
from types import SimpleNamespace

import numpy as np
import pytest

from clearance.trimesh import CollisionManager, scene_to_collision

CUBE = np.array(list(itertools.product([-0.5, 0.5], repeat=3)))
QUADS = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
FACES = np.array([t for a, b, c, d in QUADS for t in ([a, b, c], [a, c, d])])


def cube(size=1.0, convex=True):
    """The part of a trimesh.Trimesh that the manager reads."""
    return SimpleNamespace(vertices=size * CUBE, faces=FACES, is_convex=convex)


def at(x, y=0.0, z=0.0):
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def row(*places):
    parts = CollisionManager()
    for i, x in enumerate(places):
        parts.add_object(f"cube{i}", cube(), at(x))
    return parts


def test_a_single_mesh_against_the_manager():
    parts = row(0, 5)
    assert parts.in_collision_single(cube()) is True
    assert parts.in_collision_single(cube(), at(2.5)) is False
    hit, names, data = parts.in_collision_single(cube(), at(5.75), True, True)
    assert hit and names == {"cube1"} and len(data) == 1
    assert data[0].names == {"cube1", "__external"} and data[0].index("cube1") == -1
    assert data[0].depth == pytest.approx(0.25) and data[0].normal == pytest.approx([1, 0, 0])
    assert data[0].point[0] == pytest.approx(5.375)
    assert parts.in_collision_single(cube(), at(2.5), return_names=True) == (False, set())


def test_every_pair_is_named_however_many_there_are():
    parts = row(*np.linspace(0, 0.9, 40))
    hit, names = parts.in_collision_single(cube(), return_names=True)
    assert hit and names == {f"cube{i}" for i in range(40)}
    hit, pairs = parts.in_collision_internal(return_names=True)
    assert hit and len(pairs) == 40 * 39 // 2 and all(a < b for a, b in pairs)


def test_managers_against_each_other():
    mine, theirs = row(0, 5), CollisionManager()
    theirs.add_object("other", cube(), at(-5))
    assert mine.in_collision_other(theirs) is False
    assert mine.min_distance_other(theirs) == 4.0
    theirs.add_object("near", cube(), at(0.5))
    assert mine.in_collision_other(theirs, return_names=True) == (True, {("cube0", "near")})
    distance, names, data = mine.min_distance_other(theirs, True, True)
    assert distance == -0.5 and names == ("cube0", "near")
    between = data.point("cube0") - data.point("near")
    assert np.linalg.norm(between) == pytest.approx(0.5)
    assert repr(data) == "<DistanceData ['cube0', 'near'] distance=-0.5>"


def test_least_distances():
    parts = row(5, -5)
    assert parts.min_distance_single(cube(), at(2), return_name=True) == (2.0, "cube0")
    assert parts.min_distance_internal(return_names=True) == (9.0, ("cube0", "cube1"))
    parts.add_object("a", cube(), at(-2))
    assert parts.min_distance_internal(return_names=True) == (2.0, ("a", "cube1"))
    assert parts.min_distance_internal("cube0", return_names=True) == (6.0, ("a", "cube0"))
    distance, data = parts.min_distance_single(cube(), at(9), return_data=True)
    assert (distance, data.distance) == (3.0, 3.0) and data.names == {"cube0", "__external"}


def test_overlaps_are_measured_to_the_deepest():
    for places in itertools.permutations((0.9, 0.5, 0.2, 7.0)):
        assert row(*places).min_distance_single(cube()) == pytest.approx(-0.8)


def test_a_name_that_is_added_again_replaces_the_first():
    parts = row(0, 5)
    parts.add_object("cube1", cube(), at(9))
    assert len(parts) == 2 and parts.in_collision_single(cube(), at(5)) is False
    assert parts.in_collision_single(cube(), at(9)) is True
    parts.set_transform("cube1", at(0.5))
    assert parts.in_collision_internal() is True
    parts.remove_object("cube1")
    assert "cube1" not in parts and parts.in_collision_internal() is False
    for call in (parts.remove_object, lambda name: parts.set_transform(name, at(0))):
        with pytest.raises(ValueError, match="cube1 not in collision manager!"):
            call("cube1")


def test_answers_are_those_of_float64():
    parts = CollisionManager()
    parts.add_object("far", cube(), at(1000.0))
    gap = 1e-4
    assert parts.min_distance_single(cube(), at(1001.0 + gap)) == pytest.approx(gap, abs=1e-12)
    assert parts.in_collision_single(cube(), at(1001.0)) is True
    assert parts.in_collision_single(cube(), at(np.nextafter(1001.0, 2000.0))) is False


def test_transforms_that_are_none_are_refused():
    parts = row(0)
    scaled, mirrored, open_end = 2 * np.eye(4), np.diag([1.0, 1, -1, 1]), np.eye(4)
    scaled[3, 3] = 1.0
    open_end[3, 0] = 1.0
    for wrong in (at(math.nan), at(math.inf), scaled, mirrored, open_end, np.eye(3)):
        with pytest.raises(ValueError, match=r"transform|rotation|translation"):
            parts.add_object("wrong", cube(), wrong)
        with pytest.raises(ValueError, match=r"transform|rotation|translation"):
            parts.set_transform("cube0", wrong)
        with pytest.raises(ValueError, match=r"transform|rotation|translation"):
            parts.min_distance_single(cube(), wrong)
    assert len(parts) == 1 and parts.in_collision_single(cube()) is True
    for empty in (CollisionManager().min_distance_internal, row(0).min_distance_internal):
        with pytest.raises(ValueError, match="no two"):
            empty()


def test_of_a_mesh_that_is_not_convex_the_surface_counts():
    parts = CollisionManager()
    parts.add_object("shell", cube(2.0, convex=False))
    assert parts.in_collision_single(cube(0.5)) is False
    assert parts.min_distance_single(cube(0.5)) == pytest.approx(0.75)
    hit, data = parts.in_collision_single(cube(), at(1.0), return_data=True)
    assert hit and all(0 <= contact.index("shell") < 12 for contact in data)
    assert len({contact.index("shell") for contact in data}) == len(data) > 1


def test_pairs_within_are_those_of_all_pairs():
    random = np.random.default_rng(5)
    places = random.uniform(-6, 6, size=(60, 3))
    parts, others = CollisionManager(), CollisionManager()
    for i, place in enumerate(places):
        (parts if i % 3 else others).add_object(i, cube(), at(*place))

    def apart(i, j):
        # Of cubes that are not turned.
        between = np.abs(places[i] - places[j]) - 1.0
        return between.max() if between.max() < 0 else np.linalg.norm(np.maximum(between, 0))

    for within in (0.0, 0.7, 2.0):
        truth = {(i, j) for i, j in itertools.combinations(range(60), 2) if apart(i, j) <= within}
        found = parts.pairs_within(within)
        assert {(i, j) for i, j, _ in found} == {(i, j) for i, j in truth if i % 3 and j % 3}
        assert all(d == pytest.approx(apart(i, j), abs=1e-12) for i, j, d in found)
        assert found == sorted(found, key=lambda pair: pair[2])
        cross = {tuple(sorted(pair[:2])) for pair in parts.pairs_within(within, others)}
        assert cross == {(i, j) for i, j in truth if (i % 3 == 0) != (j % 3 == 0)}
    assert CollisionManager().pairs_within(1.0) == []
    with pytest.raises(ValueError, match="distance"):
        parts.pairs_within(-1.0)


def test_scenes():
    nodes = {"left": (at(0), "box"), "right": (at(1.25), "box")}

    class Graph(dict):
        nodes_geometry = list(nodes)

    scene = SimpleNamespace(graph=Graph(nodes), geometry={"box": cube()})
    manager, objects = scene_to_collision(scene)
    assert manager.pairs_within(0.25) == [("left", "right", 0.25)]
    assert list(objects) == ["left", "right"]
    assert objects["right"].getTranslation().tolist() == [1.25, 0, 0]


def test_use_has_trimesh_collide_by_clearance(monkeypatch):
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")
    import sys

    import clearance.trimesh

    for name in [*clearance.trimesh.__all__, "fcl"]:
        if hasattr(trimesh.collision, name):
            monkeypatch.setattr(trimesh.collision, name, getattr(trimesh.collision, name))
    monkeypatch.setitem(sys.modules, "fcl", None)
    clearance.trimesh.use()
    manager = trimesh.collision.CollisionManager()
    assert isinstance(manager, clearance.trimesh.CollisionManager)
    manager.add_object("box", trimesh.creation.box())
    manager.add_object("ball", trimesh.creation.icosphere(radius=0.5), at(1.25))
    assert manager.pairs_within(1.0) == [("box", "ball", pytest.approx(0.25))]
    import fcl

    assert fcl is clearance.fcl
