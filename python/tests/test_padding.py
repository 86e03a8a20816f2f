"""Padding grows a body by a ball: judged by the shapes that are rounded by as much, and by where
the points lie."""

import os

import numpy as np
import pytest

import clearance as cl

COUNT = int(os.environ.get("CLEARANCE_JUDGED", "300"))


def bodies(random):
    return [
        cl.ball(0.5),
        cl.cuboid([0.5, 0.3, 0.8]),
        cl.capsule(0.6, 0.2),
        cl.hull(random.normal(size=(12, 3)) * 0.6),
        cl.cylinder(0.5, 0.3),
        cl.triangle([0, 0, 0], [1, 0, 0.1], [0.2, 0.9, 0]),
        cl.point([0.1, 0.2, 0.3]),
    ]


def drawn(random):
    """Two objects and their poses, paddings and a scale for how far apart they are."""
    kinds = bodies(random)
    one, other = (kinds[k] for k in random.integers(0, len(kinds), size=2))
    q = random.normal(size=(2, 4))
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    t = random.normal(size=(2, 3)) * random.choice([0.2, 1.0, 3.0])
    poses = [cl.Pose.xyzw(t[i], q[i]) for i in range(2)]
    paddings = random.choice([0.0, 0.01, 0.125, 0.5, 2.0], size=2) * random.uniform(0.5, 1.0)
    return (one, other), poses, paddings


def test_points_lie_on_what_is_grown():
    random = np.random.default_rng(3)
    for case in range(COUNT):
        shapes, poses, paddings = drawn(random)
        scene = cl.Scene()
        for i in range(2):
            scene.add(f"{i}", shapes[i], poses[i], padding=paddings[i])
        found = scene.nearest()
        grown = [
            shape.rounded(by) if by > 0 else shape
            for shape, by in zip(shapes, paddings, strict=True)
        ]
        truth = cl.proximity(grown[0], poses[0], grown[1], poses[1])
        room = found["gap"] + truth.gap + 1e-12
        assert abs(found["distance"] - truth.distance) <= room, case
        way = found["point_b"] - found["point_a"]
        assert way @ found["normal"] == pytest.approx(found["distance"], abs=10 * room + 1e-9)
        assert np.linalg.norm(way) == pytest.approx(abs(found["distance"]), abs=10 * room + 1e-9)
        for point, shape, pose in zip(
            (found["point_a"], found["point_b"]), grown, poses, strict=True
        ):
            at = cl.proximity(shape, pose, cl.point(point), None)
            # A point of a surface, whose own depth in a flat shape is 0 as well.
            assert abs(at.distance) <= 10 * (room + at.gap) + 1e-9, case


def test_points_of_surfaces_that_are_apart():
    random = np.random.default_rng(4)
    for _ in range(COUNT // 10):
        hull = cl.hull(random.normal(size=(12, 3)) * 0.5)
        faces = [[f[0], f[k], f[k + 1]] for f in hull.faces for k in range(1, len(f) - 1)]
        paddings = random.uniform(0.0, 0.3, size=2)
        scene = cl.Scene()
        scene.add("a", (hull.vertices, faces), padding=paddings[0], by="triangles")
        scene.add("b", (hull.vertices, faces), [3.5, 0.5, 0.2], padding=paddings[1], by="triangles")
        found = scene.nearest()
        truth = cl.proximity(hull, None, hull, [3.5, 0.5, 0.2])
        assert found["distance"] == pytest.approx(truth.distance - paddings.sum(), abs=1e-9)
        way = found["point_b"] - found["point_a"]
        assert np.linalg.norm(way) == pytest.approx(abs(found["distance"]), abs=1e-9)


def test_the_case_of_the_docs():
    scene = cl.Scene()
    scene.add("a", cl.ball(0.5))
    scene.add("b", cl.ball(0.5), [2.0, 0.0, 0.0], padding=0.125)
    found = scene.nearest()
    assert found["point_a"].tolist() == [0.5, 0.0, 0.0]
    assert found["point_b"].tolist() == [1.375, 0.0, 0.0] and found["distance"] == 0.875
