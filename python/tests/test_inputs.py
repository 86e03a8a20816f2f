"""Invalid inputs are refused, and each message names the argument and the place."""

from types import SimpleNamespace

import numpy as np
import pytest

import clearance as cl

BALL = cl.ball(1.0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: cl.ball(-1.0), "negative"),
        (lambda: cl.ball(float("nan")), "NaN or infinite"),
        (lambda: cl.ball(1.0, dim=4), "dim: must be 2 or 3, is 4"),
        (
            lambda: cl.cuboid([1.0, 2.0, 3.0, 4.0]),
            r"half_extents: must be 2 or 3 numbers, has shape \(4,\)",
        ),
        (lambda: cl.cuboid([[1.0, 2.0, 3.0]]), r"half_extents: .*shape \(1, 3\)"),
        (lambda: cl.hull(np.zeros((0, 3))), "points: "),
        (lambda: cl.hull([[0, 0, 0], [0, 0, np.inf]]), "points: .*1"),
        (
            lambda: cl.hull(np.zeros(3)),
            r"points: must be points, \(n, 2\) or \(n, 3\), has shape \(3,\)",
        ),
        (lambda: cl.half_space([0, 0, 0], 1.0), "direction is the zero vector"),
        (lambda: BALL.scaled([1, 0, 1]), "scale factor is zero"),
        (lambda: BALL.scaled([1, 1]), "factors: must be 3 numbers"),
        (lambda: cl.segment([0, 0, 0], [1, 1]), "b: must be 3 numbers"),
        (lambda: cl.ball(1e307), "lengths may be up to 1e306"),
        (lambda: cl.frustum(np.eye(3)), r"view_projection: must be \(4, 4\)"),
        (lambda: cl.frustum(np.eye(4), depth_range="reversed"), "depth_range: must be"),
        (lambda: cl.Shapes([]), "shapes: has no shape"),
        (lambda: cl.Pose.xyzw([0, 0, 0], [0, 0, 1]), "quaternion: must end in 4 numbers"),
        (lambda: cl.Pose.xyzw([0, 0], [0, 0, 0, 1]), "translation: must have 3 coordinates"),
        (lambda: cl.Pose.angle([0, 0, 0], 1.0), "translation: must have 2 coordinates"),
        (lambda: cl.Pose.matrix(np.eye(2)), r"matrix: must end in \(4, 4\)"),
        (lambda: cl.Shape.from_json('{"type":"ball"}'), "."),
        (
            lambda: cl.intersects(BALL, None, BALL, np.zeros((5, 7))),
            r"pose_b: has shape \(5, 7\).*xyzw",
        ),
        (lambda: cl.intersects(BALL, None, BALL, [1.0, 2.0]), r"pose_b: has shape \(2,\)"),
        (lambda: cl.intersects(BALL, 3.0, BALL, None), r"pose_a: has shape \(\)"),
        (
            lambda: cl.intersects(BALL, None, BALL, [[0, 0, 0], [0, 0]]),
            "pose_b: is not an array of numbers",
        ),
        (lambda: cl.intersects(BALL, None, BALL, [0.0, np.nan, 0.0]), "pose_b: .*NaN or infinite"),
        (
            lambda: cl.intersects(BALL, [[0, 0, 0], [0, 0, 0], [0, np.inf, 0]], BALL, None),
            r"pose_a\[2\]: .*NaN or infinite",
        ),
        (
            lambda: cl.intersects(BALL, None, BALL, cl.Pose.xyzw([0, 0, 0], [0, 0, 0, 0])),
            "all zeros",
        ),
        (lambda: cl.intersects(BALL, None, BALL, 2.0 * np.eye(4)), "pose_b: .*last row"),
        (
            lambda: cl.intersects(BALL, None, BALL, np.diag([2.0, 2, 2, 1])),
            "pose_b: the matrix scales axis 0 by 2",
        ),
        (lambda: cl.intersects(BALL, None, BALL, np.diag([-1.0, 1, 1, 1])), "mirrors"),
        (
            lambda: cl.intersects(BALL, np.zeros((4, 3)), BALL, np.zeros((5, 3))),
            r"pose_b: a batch of \(5,\) does not go with one of \(4,\)",
        ),
        (
            lambda: cl.separation(BALL, None, BALL, None, [0, 0, 0]),
            "direction: must be finite and not all zeros",
        ),
    ],
)
def test_value_errors(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: cl.ball("one"), "^radius: must be real number, not str"),
        (lambda: BALL.rounded(None), "^radius: must be real number"),
        (lambda: cl.cone([1.0], 1.0), "^half_height: must be real number"),
        (lambda: cl.capsule(1.0, "r"), "^radius: must be real number"),
        (lambda: cl.half_space([0.0, 0.0, 1.0], "low"), "^offset: must be real number"),
        (lambda: cl.cuboid(["a", "b", "c"]), "half_extents: must be of floats or integers"),
        (
            lambda: cl.intersects(BALL, None, "ball", None),
            r"b\[0\]: must be a clearance.Shape, is str",
        ),
        (lambda: cl.intersects(BALL, None, 3, None), "b: must be a clearance.Shape"),
        (
            lambda: cl.intersects(BALL, None, cl.ball(1.0, dim=2), None),
            "b: is of the plane, in float64, but a is of space",
        ),
        (
            lambda: cl.Shapes([BALL, cl.ball(1.0, dim=2)]),
            r"shapes\[1\]: is of the plane.*shapes\[0\] is of space",
        ),
        (
            lambda: cl.intersects(BALL, None, BALL, np.zeros(3, dtype=complex)),
            "pose_b: must be of floats",
        ),
        (
            lambda: cl.intersects(BALL, None, BALL, np.array([object()] * 3)),
            "pose_b: must be of floats",
        ),
        (lambda: cl.ball(1.0, dtype="int32"), "dtype: must be float32 or float64"),
        (lambda: cl.certificate(BALL, None, BALL, np.zeros((2, 3))), "one pair at a time"),
        (
            lambda: cl.intersects(BALL, None, BALL, np.zeros((2, 3)), progress=3),
            "progress: must have a method update",
        ),
    ],
)
def test_type_errors(make, message):
    with pytest.raises(TypeError, match=message):
        make()


def test_the_first_wrong_pair_is_named_whatever_the_threads():
    at = np.zeros((100_000, 3))
    at[[70_001, 90_000]] = np.nan
    for threads in (1, 2):
        with pytest.raises(ValueError, match=r"pose_b\[70001\]"):
            cl.intersects(BALL, None, BALL, at, threads=threads)
    with pytest.raises(ValueError, match=r"pose_b\[1, 0\]"):
        cl.intersects(BALL, None, BALL, np.array([[[0, 0, 0.0]], [[0, np.nan, 0]]]))


def test_meshes_by_duck_typing():
    vertices = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
    quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    triangles = [[q[0], q[i], q[i + 1]] for q in quads for i in (1, 2)]

    class Trimesh:
        def __init__(self):
            self.vertices, self.faces = vertices, np.array(triangles)

    class Open3d:
        def __init__(self):
            self.vertices, self.triangles = vertices, np.array(triangles)

    class PyVista:
        def __init__(self):
            self.points, self.faces = vertices, np.array([[4, *q] for q in quads]).ravel()

    cube = cl.hull(vertices)
    for mesh in (Trimesh(), Open3d(), PyVista(), (vertices, triangles)):
        assert sorted(cl.mesh(mesh).vertices.tolist()) == sorted(cube.vertices.tolist())
    assert cl.mesh(vertices, quads) == cl.mesh(vertices, triangles)
    halves = SimpleNamespace(points=vertices, faces=PyVista().faces + 0.5)
    with pytest.raises(ValueError, match="faces: must be integers"):
        cl.mesh(halves)
    # A corner pushed in: 7 corners and a dent.
    dented = vertices.copy()
    dented[7] = [0.4, 0.4, 0.4]
    with pytest.raises(
        ValueError, match="mesh: is not convex, its deepest dent of .* pass hull=True"
    ):
        cl.mesh(dented, triangles)
    assert len(cl.mesh(dented, triangles, hull=True).vertices) == 7
    with pytest.raises(ValueError, match="cube.stl: No such file"):
        cl.mesh("cube.stl")
    with pytest.raises(ValueError, match="mesh: "):
        cl.mesh(vertices, [[0, 1, 9]])


def test_the_first_wrong_pair_is_named_whatever_is_wrong_with_it():
    shapes = cl.Shapes([BALL])
    at = np.zeros((300, 3))
    which = np.zeros(300, dtype=int)
    at[200], which[210] = np.nan, 1
    with pytest.raises(ValueError, match=r"pose_b\[200\]"):
        cl.intersects(BALL, None, shapes[which], at)
    which[190] = -2
    with pytest.raises(IndexError, match=r"b\[190\]: names shape -2, but there are 1"):
        cl.intersects(BALL, None, shapes[which], at)
