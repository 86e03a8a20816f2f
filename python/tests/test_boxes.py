"""Boxes around bodies: their pairs against a comparison of all with all."""

import itertools

import numpy as np
import pytest

from clearance._boxes import Boxes, meeting


def boxes(*corners):
    return Boxes.of((np.array(low, float), np.array(high, float)) for low, high in corners)


def test_boxes_that_touch_meet():
    unit = ([0, 0, 0], [1, 1, 1])
    for axis in range(3):
        shift = np.eye(3)[axis]
        beside = (shift, 1 + shift)
        beyond = (shift * np.nextafter(1.0, 2.0), 1 + shift)
        assert meeting(boxes(unit, beside)) == [(0, 1)]
        assert meeting(boxes(beside), boxes(unit)) == [(0, 0)]
        assert meeting(boxes(unit, beyond)) == []
        assert meeting(boxes(beyond), boxes(unit)) == []


def test_unbounded_boxes_meet_all():
    everywhere = ([-np.inf] * 3, [np.inf] * 3)
    some = boxes(([0, 0, 0], [1, 1, 1]), ([5, 5, 5], [6, 6, 6]))
    assert meeting(boxes(everywhere, everywhere), some) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert boxes(everywhere).apart(0, some).tolist() == [0, 0]


def test_rows_along_every_axis_are_swept_along_it():
    """A sweep across a row of 100 000 would compare 5e9 pairs."""
    count = 100_000
    for axis in range(3):
        low = np.zeros((count, 3))
        low[:, axis] = np.arange(count)
        assert meeting(Boxes(low, low + 1.0)) == [(i, i + 1) for i in range(count - 1)]
        assert meeting(Boxes(low, low + 0.5)) == []


def test_none_meet_none():
    assert meeting(boxes()) == meeting(boxes(), boxes()) == []
    assert meeting(boxes(), boxes(([0, 0, 0], [1, 1, 1]))) == []


@pytest.mark.parametrize(("count", "size"), [(40, 0.5), (300, 0.2), (700, 5.0)])
def test_pairs_and_distances_are_those_of_all_pairs(count, size):
    random = np.random.default_rng(count)
    # On a grid, so that many touch; the last is more than one block of the sweep.
    low = random.integers(0, 8, size=(count, 3)) / 4
    all_boxes = Boxes(low, low + size)
    apart = np.array([all_boxes.apart(i, all_boxes) for i in range(count)])
    by_definition = np.maximum(np.maximum(low[:, None] - low[None] - size, 0), 0)
    by_definition = np.linalg.norm(np.maximum(by_definition, by_definition.swapaxes(0, 1)), axis=2)
    assert apart == pytest.approx(by_definition, abs=1e-12)
    expected = [(i, j) for i, j in itertools.combinations(range(count), 2) if apart[i, j] == 0.0]
    assert meeting(all_boxes) == expected
    half = count // 2
    one, other = Boxes(low[:half], low[:half] + size), Boxes(low[half:], low[half:] + size)
    assert meeting(one, other) == [(i, j - half) for i, j in expected if i < half <= j]
