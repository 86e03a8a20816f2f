"""A scene, or a robot, as vertices and faces to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _clearance
from ._lines import counted
from ._scenery import COLOURS, Body, Scenery, _body, _creases, _edge_of, _moved, _reach, told

if TYPE_CHECKING:
    from ._bodies import Floats
    from ._scenes import Scene

# Everything but the nearest pair.
OTHER = "#8d949c"
MOST_FACES = 20_000


class Near(NamedTuple):
    """The nearest pair of a scene: the indices of its objects, and how they stand."""

    pair: tuple[int, int]
    status: int
    distance: float
    gap: float
    normal: Floats
    points: Floats


def scenery_of(scene: Scene, near: Near | None) -> Scenery:
    """The objects, with the nearest pair named and in colours."""
    bodies, objects = scene._scene.state()
    if not objects:
        raise ValueError("show: the scene has no object")
    names = scene.names
    colours = [OTHER] * len(objects)
    labels = [""] * len(objects)
    for place, colour in zip(near.pair if near else (), COLOURS, strict=False):
        colours[place], labels[place] = colour, names[place]
    made: list[tuple[int, list[Body]]] = []
    endless: list[tuple[int, _clearance.Shape, Any, Any]] = []
    for place, (_, _, _, (at, turn), own) in enumerate(objects):
        pose = _clearance.Pose.xyzw(at, turn)
        parts, mesh = bodies[own]
        drawn: list[Body] = []
        if mesh is not None:
            vertices, faces = np.asarray(mesh[0]), np.asarray(mesh[1]).tolist()
            drawn.append(Body(_moved(pose, vertices), faces, _creases(vertices, faces), ""))
        for shape, (part_at, part_turn) in parts or ():
            inner = _clearance.Pose.xyzw(part_at, part_turn)
            if _reach(shape) is None:
                endless.append((place, shape, inner, pose))
                continue
            part = _body(shape, inner, None, "")
            drawn.append(part._replace(vertices=_moved(pose, part.vertices)))
        made.append((place, drawn))
    count = sum(len(body.faces) for _, parts in made for body in parts)
    if count > MOST_FACES:
        raise ValueError(f"show: {count} faces are too many to draw; the most are {MOST_FACES}")
    all_points = [body.vertices for _, parts in made for body in parts]
    if near is not None:
        all_points.append(near.points)
    corners = np.concatenate(all_points) if all_points else np.zeros((1, 3))
    middle = corners.mean(axis=0)
    large = float(np.linalg.norm(corners - middle, axis=1).max()) or 1.0
    for place, shape, inner, pose in endless:
        drawn_at = _moved(pose, _moved(inner, np.zeros((1, 3))))[0]
        found = _clearance.proximity(shape, inner, _clearance.point(_back(pose, middle)), None)
        at = _moved(pose, np.array([found.point_a]))[0]
        normal = _moved(pose, np.array([found.normal]))[0] - _moved(pose, np.zeros((1, 3)))[0]
        if not np.isfinite([*at, *normal]).all():
            at = drawn_at
        made.append((place, [_edge_of(shape, pose, at, normal, large, "")]))
    joined: list[Body] = []
    where: dict[int, int] = {}
    for place, parts in made:
        for part in parts:
            where.setdefault(place, len(joined))
            label = labels[place] if where[place] == len(joined) else ""
            joined.append(part._replace(colour=colours[place], label=label))
    if near is None:
        title = counted(len(objects), "object")
        return Scenery(joined, np.zeros((0, 3)), np.array([1.0, 0.0, 0.0]), title, ())
    one, other = (names[place] for place in near.pair)
    title = f"{one} and {other}: {told(near.status, near.distance, near.gap)}"
    touched = tuple(where[place] for place in near.pair)
    return Scenery(joined, near.points, near.normal, title, touched)


def _back(pose: Any, point: Floats) -> Floats:
    """A point of the world in the frame of a pose."""
    axes = _moved(pose, np.concatenate([np.eye(3), np.zeros((1, 3))]))
    turned: Floats = (axes[:3] - axes[3]) @ (point - axes[3])
    return turned
