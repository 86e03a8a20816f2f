"""Scenes and mesh files as tables of bodies."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _clearance
from .._scenes import Scene
from ._needs import pa, pq

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray


def tables(
    scene: Scene | Iterable[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    **how: Any,
) -> dict[str, int]:
    """Writes `bodies.parquet` and `shapes.jsonl`, what `near` takes, into a folder: of a `Scene`,
    or of mesh files, which `Scene.from_files` reads with the other arguments. Returns how many
    objects, bodies and shapes there are. Files that are there are not overwritten.

    A body is a convex part of an object, or a triangle of its surface (`by="triangles"`; `"hull"`
    fills dents). Its `name` is that of the object, its `group` too, so that the parts of one object
    are not looked at; paddings are in the shapes. That one surface is within another is not seen:
    bodies are their parts.

    >>> import clearance.jobs
    >>> clearance.jobs.tables(["building.glb"], "tables", by="hull")      # doctest: +SKIP
    {'objects': 1204, 'bodies': 1204, 'shapes': 873}
    """
    made = scene if isinstance(scene, Scene) else Scene.from_files(scene, **how)
    bodies, objects = made._scene.state()
    folder = os.fspath(out)
    os.makedirs(folder, exist_ok=True)
    paths = [os.path.join(folder, name) for name in ("shapes.jsonl", "bodies.parquet")]
    for path in paths:
        if os.path.exists(path):
            raise FileExistsError(f"{path} is there already; choose another folder")
    lines: dict[str, int] = {}
    known: dict[tuple[int, float], list[tuple[int, NDArray[np.float64]]]] = {}
    shape, pose, name, part = [], [], [], []
    for own, _, padding, (at, turn), body in objects:
        parts = known.get((body, padding))
        if parts is None:
            parts = [
                (lines.setdefault(line, len(lines)), stood)
                for line, stood in _parts(bodies[body], padding)
            ]
            known[body, padding] = parts
        placed = np.array([*at, *turn])
        for number, (index, stood) in enumerate(parts):
            shape.append(index)
            pose.append(_composed(placed, stood))
            name.append(own)
            part.append(number)
    arrow = pa()
    flat = arrow.array(np.concatenate(pose) if pose else np.empty(0))
    table = arrow.table(
        {
            "id": np.arange(len(shape)),
            "shape": np.array(shape, np.uint32),
            "pose": arrow.FixedSizeListArray.from_arrays(flat, 7),
            "group": arrow.array(name, arrow.string()),
            "name": arrow.array(name, arrow.string()),
            "part": np.array(part, np.uint32),
        }
    )
    with open(paths[0], "x", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)
    with open(paths[1], "xb") as file:
        pq().write_table(table, file, compression="zstd")
    return {"objects": len(objects), "bodies": len(shape), "shapes": len(lines)}


def _parts(content: Any, padding: float) -> list[tuple[str, NDArray[np.float64]]]:
    parts, mesh = content
    if mesh is None:
        made = [(shape, np.array([*at, *turn])) for shape, (at, turn) in parts]
    else:
        vertices, faces = mesh
        still = np.array([0.0, 0, 0, 0, 0, 0, 1])
        made = [(_clearance.triangle(*vertices[face]), still) for face in faces]
    return [
        ((shape.rounded(padding) if padding else shape).to_json(), stood) for shape, stood in made
    ]


def _composed(outer: NDArray[np.float64], inner: NDArray[np.float64]) -> NDArray[np.float64]:
    """A pose in another's frame; one of them as it is where the other is none, else rounded."""
    none = [0.0, 0, 0, 0, 0, 0, 1]
    if np.array_equal(inner, none):
        return outer
    if np.array_equal(outer, none):
        return inner
    turn, w = outer[3:6], outer[6]
    at = inner[:3]
    moved = at + 2 * np.cross(turn, np.cross(turn, at) + w * at)
    vector = w * inner[3:6] + inner[6] * turn + np.cross(turn, inner[3:6])
    return np.concatenate([outer[:3] + moved, vector, [w * inner[6] - turn @ inner[3:6]]])
