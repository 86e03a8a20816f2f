"""What `show` draws: the gate checks coordinates, as it cannot judge pictures."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import clearance as cl
from clearance import _show
from clearance._scenery import Scenery
from clearance._svg import page, svg

BOX, BALL = cl.cuboid([1.0, 0.5, 0.5]), cl.ball(0.5)
PAIRS = {
    "box and ball": (BOX, None, BALL, [3.0, 0.4, 0.6]),
    "overlap": (
        cl.hull(np.eye(4)[:, :3]),
        None,
        cl.cylinder(1.0, 0.5),
        cl.Pose.xyzw([0.5, 0.5, 0.5], [0.3, 0.2, 0.1, 0.9]),
    ),
    "half-space": (cl.half_space([0.0, 0.0, 1.0], 0.0), None, cl.cone(1.0, 0.5), [0.0, 0.0, 2.0]),
    "points": (cl.point([0.0, 0.0, 0.0]), None, cl.segment([1.0, 0, 0], [0, 1.0, 0]), None),
    "endless frustum": (
        cl.frustum([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]),
        None,
        BALL,
        [0.0, 0.0, -3.0],
    ),
    "float32": (cl.ball(1.0, dtype="f4"), None, cl.cone(1.0, 1.0, dtype="f4"), [3, 0, 0]),
    "plane": (cl.cuboid([1.0, 0.5]), None, cl.ball(0.5, dim=2), cl.Pose.angle([1.2, 0.9], 0.3)),
    "half-plane": (cl.half_space([0.0, 1.0], 0.0), None, cl.segment([0.0, 1.0], [1.0, 2.0]), None),
}


@pytest.mark.parametrize("name", PAIRS)
def test_every_kind_of_pair_is_drawn(name):
    found = cl.proximity(*PAIRS[name])
    drawn = svg(Scenery.of(found))
    assert drawn.startswith("<svg ") and f"{abs(found.distance):.6g}" in drawn
    assert "nan" not in drawn and "inf" not in drawn
    assert "http" not in drawn and "src=" not in page(Scenery.of(found)), (
        "it would need the network"
    )


@pytest.mark.parametrize("name", PAIRS)
def test_bodies_hold_their_witnesses_and_lie_on_their_side(name):
    a, pose_a, b, pose_b = PAIRS[name]
    found = cl.proximity(a, pose_a, b, pose_b)
    scenery = Scenery.of(found)
    first, second = (body.vertices @ found.normal for body in scenery.bodies)
    # Along the normal A ends at its witness, and B begins at its own; curved shapes are drawn with
    # chords, which fall short by at most 1 - cos(pi / 24) of their size.
    short = 0.02 * np.ptp(scenery.box, axis=0).max() + 1e-6
    assert abs(first.max() - found.point_a @ found.normal) < short
    assert abs(second.min() - found.point_b @ found.normal) < short


def test_vertices_stand_where_the_pose_says():
    turned = cl.Pose.xyzw([3.0, 0.0, 0.0], [0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)])
    scenery = Scenery.of(cl.proximity(BALL, None, BOX, turned))
    corners = scenery.bodies[1].vertices
    assert np.allclose(
        [corners.min(axis=0), corners.max(axis=0)], [[2.5, -1.0, -0.5], [3.5, 1.0, 0.5]]
    )
    assert (
        len(corners) == 8
        and len(scenery.bodies[1].faces) == 6
        and len(scenery.bodies[1].edges) == 12
    )
    assert scenery.bodies[0].edges == [], "a ball has no creases"


def test_a_batch_has_no_picture_and_says_so():
    found = cl.proximity(BOX, None, BALL, np.zeros((2, 3)))
    assert found.pair is None and list(found._repr_mimebundle_()) == ["text/plain"]
    with pytest.raises(ValueError, match="show: is of many pairs"):
        found.show()
    with pytest.raises(ValueError, match="how: must be one of auto"):
        cl.show(BOX, None, BALL, None, how="paper")
    one = cl.proximity(BOX, None, BALL, [3.0, 0.0, 0.0])
    assert list(one._repr_mimebundle_()) == ["text/plain", "text/html"]
    endless = cl.proximity(
        cl.half_space([0, 0, 1.0], 0.0), None, cl.half_space([0, 0, 1.0], 0.0), None
    )
    assert list(endless._repr_mimebundle_()) == ["text/plain"]
    with pytest.raises(ValueError, match="not finite"):
        endless.show()


def test_the_pair_of_an_answer_asks_the_same_again():
    for a, pose_a, b, pose_b in PAIRS.values():
        found = cl.proximity(a, pose_a, b, pose_b)
        again = cl.proximity(*found.pair)
        assert again.distance == found.distance and again.point_b.tolist() == found.point_b.tolist()
        assert found.pair[0] is a and found.pair[2] is b


def test_the_script_holds_what_it_draws():
    drawn = svg(Scenery.of(cl.proximity(BOX, None, BALL, [3.0, 0.0, 0.0])))
    data = json.loads(re.search(r"const moments = \[(\{.*?\})\];\n", drawn).group(1))
    assert len(data["bodies"][0]["v"]) == 8
    assert len(data["points"]) == 2 and not re.search("NAME|MIDDLE|DATA", drawn)


def test_the_page_of_the_command_reads_the_query():
    query = json.loads(_show.query(cl.proximity(*PAIRS["plane"])))
    assert query["dim"] == 2 and query["a"]["pose"]["translation"] == [0.0, 0.0]
    assert query["b"]["pose"]["rotation"] == pytest.approx([np.cos(0.3), np.sin(0.3)])


def test_matplotlib_draws_all():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("agg")
    for a, pose_a, b, pose_b in PAIRS.values():
        figure = cl.show(a, pose_a, b, pose_b, how="matplotlib")
        figure.canvas.draw()
        pyplot.close(figure)


def test_what_cannot_be_shown_names_what_is_missing():
    program = """
import clearance as cl, webbrowser
webbrowser.open = lambda address: False
for how in ("page", "browser"):
    try:
        cl.show(cl.ball(1.0), None, cl.ball(1.0), None, how=how)
    except RuntimeError as error:
        print(error)
"""
    said = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PATH": "/nowhere"},
    ).stdout.splitlines()
    assert "the program `clearance` is not installed" in said[0] and "no browser to open" in said[1]


def test_the_first_way_that_there_is_is_taken(monkeypatch):
    found = cl.proximity(*PAIRS["plane"])
    opened = []
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(_show.webbrowser, "open", lambda address: opened.append(address) or True)
    found.show()
    (address,) = opened
    assert address.startswith("file:") and Path(
        address.removeprefix("file://")
    ).read_text() == page(Scenery.of(found))
    monkeypatch.setattr(_show.webbrowser, "open", lambda address: False)
    monkeypatch.setattr(_show, "figure", lambda found: "a figure")
    assert found.show() == "a figure"


def test_support_points():
    assert BOX.support([[1, 1, 1], [-1, 0.5, -0.1]]).tolist() == [
        [1.0, 0.5, 0.5],
        [-1.0, 0.5, -0.5],
    ]
    assert BALL.support([[0.0, 0.0, 3.0]]).tolist() == [[0.0, 0.0, 0.5]]
    assert cl.ball(0.5, dim=2, dtype="f4").support([[0, 1]]).dtype == np.float32
    assert BOX.rounded(0.25).support([[1.0, 0.0, 0.0]])[0, 0] == 1.25
    with pytest.raises(ValueError, match=r"directions\[1\]: must be finite and not all zeros"):
        BOX.support([[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    with pytest.raises(ValueError, match="directions: must have 3 coordinates"):
        BOX.support([[1.0, 0.0]])
    with pytest.raises(ValueError, match="no farthest point"):
        cl.half_space([0, 0, 1.0], 0.0).support([[0, 0, 1.0]])
    endless = PAIRS["endless frustum"][0]
    with pytest.raises(ValueError, match="within: must be given"):
        endless.support([[0, 0, 1.0]])
    assert np.linalg.norm(endless.support([[0, 0, 1.0]], within=10.0)) >= 10.0
