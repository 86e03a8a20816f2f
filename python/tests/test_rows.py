"""A row of a batch knows its pair, and shows it."""

import pickle

import numpy as np
import pytest

import clearance as cl

BOX, BALL = cl.cuboid([1.0, 0.5, 0.25]), cl.ball(0.5)


def check(found, index):
    """The row's pair, asked again, answers the same."""
    row = found[index]
    a, pose_a, b, pose_b = row.pair
    again = cl.proximity(a, pose_a, b, pose_b)
    assert abs(again.distance - row.distance) <= row.gap + again.gap
    assert np.allclose(again.normal, row.normal)
    return row


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_pairs_of_rows(dtype):
    rng = np.random.default_rng(3)
    box, ball = cl.cuboid([1.0, 0.5, 0.25], dtype=dtype), cl.ball(0.5, dtype=dtype)
    turns = cl.Pose.xyzw(
        rng.normal(size=(4, 1, 3)).astype(dtype), rng.normal(size=(4, 1, 4)).astype(dtype)
    )
    kinds = cl.Shapes([ball, box])[np.array([0, 1, 1, 0, 1])]
    found = cl.proximity(box, turns, kinds, (3 + rng.normal(size=(5, 3))).astype(dtype))
    assert found.distance.shape == (4, 5) and found.pair is None
    for index in np.ndindex(4, 5):
        row = check(found, index)
        assert row.pair[2] == (ball if index[1] in (0, 3) else box)
    # Rows of rows, and some of them.
    assert check(found[2], 3).distance == found.distance[2, 3]
    assert check(found[1:, ::2], (-1, 2)).distance == found.distance[3, 4]
    assert check(found[found.distance > 0], 0).distance == found.distance[found.distance > 0][0]


def test_lists_of_shapes_and_matrices():
    matrices = np.tile(np.eye(4), (3, 1, 1))
    matrices[:, 0, 3] = [2.0, 3.0, 0.25]
    found = cl.proximity([BOX, BALL, BOX], None, BALL, matrices)
    for index in range(3):
        assert check(found, index).pair[0] == [BOX, BALL, BOX][index]


def test_a_row_is_shown():
    found = cl.proximity(BOX, None, BALL, np.array([[3.0, 0, 0], [0.5, 0, 0]]))
    for row in found:
        assert "svg" in row._repr_mimebundle_()["text/html"]
    with pytest.raises(ValueError, match=r"found\[i\].show\(\) shows one"):
        found.show()


def test_what_has_changed_is_not_shown():
    path = np.array([[3.0, 0, 0], [4.0, 0, 0]])
    found = cl.proximity(BOX, None, BALL, path)
    assert found[0].pair is not None
    path[0] = 9.0
    assert found[0].pair is None and found[1].pair is not None
    assert pickle.loads(pickle.dumps(found))[1].pair is None
    assert cl.proximity(iter([BOX, BALL]), None, BALL, path)[1].pair is None
    with pytest.raises(ValueError, match="have changed since"):
        found[0].show()


def test_files_are_meshes(tmp_path):
    assets = "../assets/building/"
    part = cl.mesh(assets + "wall-parts.obj#part_2")
    assert (part.kind, len(part.vertices)) == ("hull", 8)
    with (
        pytest.warns(UserWarning, match="its 6 objects .* were joined"),
        pytest.raises(ValueError, match="is not convex"),
    ):
        cl.mesh(assets + "wall-parts.obj")
    with pytest.raises(ValueError, match="none.stl"):
        cl.mesh(tmp_path / "none.stl")
    with pytest.raises(ValueError, match="part_9"):
        cl.mesh(assets + "wall-parts.obj#part_9")
    scene = cl.Scene()
    scene.add("wall", assets + "wall.obj")
    assert scene.names == ["wall"]
