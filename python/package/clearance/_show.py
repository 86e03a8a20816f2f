"""Shows a pair and its answer: in a notebook's cell, a file for the browser, the page of
`clearance view`, or matplotlib."""

from __future__ import annotations

import atexit
import importlib
import json
import shutil
import subprocess
import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._scenery import Scenery
from ._svg import page, svg

if TYPE_CHECKING:
    from ._clearance import Proximity


def show_found(found: Proximity, how: str) -> Any:
    """The method `show` of a `Proximity`."""
    if how != "auto" and how not in SHOWN:
        raise ValueError(f"how: must be one of auto, {', '.join(SHOWN)}, is {how!r}")
    if found.pair is None:
        raise ValueError(
            "show: is of many pairs, of which found[i].show() shows one; or a row whose poses have "
            "changed since or that was pickled: clearance.show(a, pose_a[i], b, pose_b[i])"
        )
    if not _is_finite(found):
        raise ValueError("show: the answer is not finite, as of half-spaces without end")
    if how != "auto":
        return SHOWN[how](found)
    if _is_notebook():
        return _notebook(found)
    for way in (_page, _browser):
        try:
            return way(found)
        except RuntimeError:
            # The next way needs less.
            continue
    return figure(found)


def show_scenery(scenery: Scenery, how: str, *later: Scenery) -> Any:
    """Shows what is drawn of a scene or a robot, and of later moments: the page draws pairs
    alone."""
    ways = {"notebook": _displayed, "browser": _opened, "matplotlib": figure_of}
    if how != "auto" and how not in ways:
        raise ValueError(f"how: must be one of auto, {', '.join(ways)}, is {how!r}")
    if later and how == "matplotlib":
        raise ValueError("how: a figure shows one moment; of many 'notebook' or 'browser'")
    if how != "auto":
        return ways[how](scenery, *later)
    if _is_notebook():
        return _displayed(scenery, *later)
    try:
        return _opened(scenery, *later)
    except RuntimeError:
        if later:
            raise
        return figure_of(scenery)


def _displayed(scenery: Scenery, *later: Scenery) -> None:
    display = importlib.import_module("IPython.display")
    # In an element of its own, so that each picture finds its slider.
    display.display(display.HTML(f"<div>{svg(scenery, *later)}</div>"))


def _is_notebook() -> bool:
    """Whether this runs in an IPython kernel."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return getattr(shell, "kernel", None) is not None


def _notebook(found: Proximity) -> None:
    importlib.import_module("IPython.display").display(found)


def _is_finite(found: Proximity) -> bool:
    return bool(np.isfinite([*found.point_a, *found.point_b, found.gap]).all())


def bundle(found: Proximity) -> dict[str, str]:
    """What a notebook shows for a `Proximity`: for many pairs only their text."""
    texts = {"text/plain": repr(found)}
    if found.pair is not None and _is_finite(found):
        texts["text/html"] = svg(Scenery.of(found))
    return texts


def _temporary(name: str, text: str) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="clearance-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def _browser(found: Proximity) -> None:
    _opened(Scenery.of(found))


def _opened(scenery: Scenery, *later: Scenery) -> None:
    address = _temporary("picture.html", page(scenery, *later)).as_uri()
    if not webbrowser.open(address):
        raise RuntimeError("show: there is no browser to open; how='matplotlib' needs none")


def query(found: Proximity) -> str:
    """The pair as one line of JSON, as `clearance query` and `clearance view` read it."""
    assert found.pair is not None
    a, pose_a, b, pose_b = found.pair
    return json.dumps(
        {
            "dim": a.dim,
            "precision": "f32" if a.dtype == np.float32 else "f64",
            **{
                name: json.loads(shape.to_json()) | {"pose": _pose(pose)}
                for name, shape, pose in (("a", a, pose_a), ("b", b, pose_b))
            },
        }
    )


def _pose(pose: Any) -> dict[str, list[float]]:
    """A `Pose` of a pair, in the format of the command line."""
    _, arguments = pose.__reduce__()
    if len(arguments) == 2:
        translation, quaternion = arguments
        return {"translation": translation.tolist(), "rotation": quaternion.tolist()}
    (matrix,) = arguments
    return {"translation": matrix[:2, 2].tolist(), "rotation": matrix[:2, 0].tolist()}


def _page(found: Proximity) -> None:
    program = shutil.which("clearance")
    if program is None:
        raise RuntimeError(
            "show: the program `clearance` is not installed; build it from the repository, "
            "or use how='browser' or 'matplotlib'"
        )
    # It serves the page as long as this program runs.
    path = _temporary("pair.json", query(found) + "\n")
    server = subprocess.Popen(
        [program, "view", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    atexit.register(server.terminate)
    assert server.stdout is not None and server.stderr is not None
    if not server.stdout.readline():
        raise RuntimeError(f"show: {server.stderr.read().strip()}")


def figure(found: Proximity) -> Any:
    """The pair as a figure of matplotlib."""
    return figure_of(Scenery.of(found))


def figure_of(scenery: Scenery) -> Any:
    """A picture as a figure of matplotlib."""
    plt = importlib.import_module("matplotlib.pyplot")
    drawn = plt.figure(figsize=(6.4, 4.8))
    if scenery.dim == 2:
        axes: Any = drawn.add_subplot()
        for body in scenery.bodies:
            corners = body.vertices[body.faces[0]] if body.faces else body.vertices
            axes.fill(*corners.T, facecolor=body.colour, edgecolor=body.colour, alpha=0.5)
    else:
        solid = importlib.import_module("mpl_toolkits.mplot3d.art3d").Poly3DCollection
        axes = drawn.add_subplot(projection="3d")
        for body in scenery.bodies:
            faces = [body.vertices[face] for face in body.faces] or [body.vertices]
            axes.add_collection3d(solid(faces, facecolor=body.colour, alpha=0.4))
            lines = body.vertices[np.asarray(body.edges, dtype=int).reshape(-1, 2)]
            for line in lines:
                axes.plot(*line.T, color=body.colour, linewidth=1)
    axes.plot(*scenery.points.T, color="black", marker="o", markersize=4)
    for body in scenery.bodies:
        if body.label:
            axes.text(*body.vertices.mean(axis=0), body.label, ha="center", va="center")
    low, high = scenery.box
    # A tenth more than what is drawn, so that nothing touches the frame.
    middle, reach = (low + high) / 2, 1.1 * (high - low).max() / 2
    axes.set(
        xlim=(middle[0] - reach, middle[0] + reach), ylim=(middle[1] - reach, middle[1] + reach)
    )
    if scenery.dim == 3:
        axes.set(zlim=(middle[2] - reach, middle[2] + reach), xlabel="x", ylabel="y", zlabel="z")
    axes.set_aspect("equal")
    axes.set_title(scenery.title)
    return drawn


SHOWN = {"notebook": _notebook, "page": _page, "browser": _browser, "matplotlib": figure}
