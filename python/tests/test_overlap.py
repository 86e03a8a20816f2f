"""What two polytopes share."""

import numpy as np
import pytest

import clearance as cl

CUBE = cl.cuboid([1.0, 1.0, 1.0])


def test_boxes_share_what_is_known() -> None:
    shared = cl.overlap(CUBE, None, CUBE, [1.5, 0.0, 0.0])
    low, high = shared.volume
    assert shared.state == "overlapping"
    assert low <= 2.0 <= high and high - low < 1e-12
    assert shared.points.shape == (8, 3)
    assert sorted(map(len, shared.faces)) == [4] * 6
    np.testing.assert_allclose(shared.centroid, [0.75, 0.0, 0.0], atol=1e-15)


def test_touching_and_apart_are_proved() -> None:
    touching = cl.overlap(CUBE, None, CUBE, [2.0, 0.0, 0.0])
    assert touching.state == "touching"
    assert 4.0 <= touching.area < 4.001 and touching.volume[1] < 1e-300
    apart = cl.overlap(CUBE, None, CUBE, [3.0, 0.0, 0.0])
    assert (apart.state, apart.volume, apart.faces) == ("apart", (0.0, 0.0), [])


def test_the_plane() -> None:
    square = cl.cuboid(np.ones(2))
    shared = cl.overlap(square, None, square, np.array([0.5, 0.5]))
    low, high = shared.volume
    assert low <= 2.25 <= high and shared.points.shape == (4, 2)
    assert len(shared.faces) == 1


def test_single_precision_is_that_of_the_shapes() -> None:
    cube = cl.cuboid([1.0, 1.0, 1.0], dtype=np.float32)
    at = np.array([1.5, 0.0, 0.0], np.float32)
    shared = cl.overlap(cube, None, cube, at)
    assert shared.points.dtype == shared.centroid.dtype == np.float32
    assert shared.volume[0] <= 2.0 <= shared.volume[1]
    # Beside a shape of double precision all is double.
    assert cl.overlap(cube, None, CUBE, at).points.dtype == np.float64


def test_what_is_refused_says_why() -> None:
    with pytest.raises(ValueError, match="known for polytopes only"):
        cl.overlap(CUBE, None, cl.ball(1.0), None)
    with pytest.raises(ValueError, match="one pair"):
        cl.overlap(CUBE, None, CUBE, np.zeros((3, 3)))
