"""Shapes in their poses, as vertices and faces to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _clearance

if TYPE_CHECKING:
    from ._bodies import Floats
    from ._clearance import Proximity, Shape


COLOURS = ("#2f7fc1", "#e0812b")
# Faces that meet at a smaller angle, in radians, are drawn as one smooth surface.
CREASE = 0.4
AROUND, RINGS = 24, 12


class Body(NamedTuple):
    """A shape in the world."""

    vertices: Floats
    faces: list[list[int]]
    """Counter-clockwise from outside; none where the shape is a point or a segment."""
    edges: list[tuple[int, int]]
    """The sharp ones."""
    colour: str
    label: str = ""


class Scenery(NamedTuple):
    """Two shapes, or many, and the answer about two of them."""

    bodies: list[Body]
    points: Floats
    """The witnesses, (2, dim); none where nothing was asked."""
    normal: Floats
    title: str
    touched: tuple[int, ...] = (0, 1)
    """The bodies of the witnesses."""

    @property
    def dim(self) -> int:
        return int(self.points.shape[1])

    @property
    def box(self) -> tuple[Floats, Floats]:
        """The lowest and highest corner of everything drawn."""
        all_points = np.concatenate([*(body.vertices for body in self.bodies), self.points])
        return all_points.min(axis=0), all_points.max(axis=0)

    @classmethod
    def of(cls, found: Proximity) -> Scenery:
        """The scenery of an answer for one pair."""
        assert found.pair is not None
        a, pose_a, b, pose_b = found.pair
        points = np.array([found.point_a, found.point_b], dtype=float)
        normal = np.array(found.normal, dtype=float)
        placed = ((a, pose_a), (b, pose_b))
        reaches = [_reach(shape) for shape, _ in placed]
        # An unbounded shape is drawn as large as the other shape, or the answer.
        known = [2.0 * reach for reach in reaches if reach is not None]
        large = max([*known, abs(float(found.distance))]) or 1.0
        bodies = []
        for i, (shape, pose) in enumerate(placed):
            if reaches[i] is None:
                bodies.append(_edge_of(shape, pose, points[i], normal, large, COLOURS[i]))
            else:
                bodies.append(_body(shape, pose, None, COLOURS[i]))
        bodies = [body._replace(label=label) for body, label in zip(bodies, "AB", strict=True)]
        return cls(bodies, points, normal, told(found.status, found.distance, found.gap))


def told(status: int, distance: float, gap: float) -> str:
    """The answer in words."""
    words = {0: "distance", 1: "depth", 2: "too close to call:"}
    return f"{words[int(status)]} {abs(distance):.6g} ± {gap:.1g}"


def _reach(shape: Shape) -> float | None:
    try:
        return float(np.linalg.norm(shape.support(_directions(shape.dim)), axis=1).max())
    except ValueError:
        return None


def _edge_of(
    shape: Shape, pose: Any, at: Floats, normal: Floats, large: float, colour: str
) -> Body:
    """A part of an unbounded shape; for a half-space, its boundary around the witness."""
    try:
        middle = _moved(pose, np.zeros((1, shape.dim)))[0]
        return _body(shape, pose, float(np.linalg.norm(at - middle)) + large, colour)
    except ValueError:
        ring = large * _ring(shape.dim, normal)
        face = list(range(len(ring)))
        edges = list(zip(face, face[1:] + face[:1], strict=True)) if shape.dim == 3 else [(0, 1)]
        faces = [face, face[::-1]] if shape.dim == 3 else []
        return Body(at + ring, faces, edges, colour)


def _ring(dim: int, normal: Floats) -> Floats:
    """A circle about the origin, perpendicular to a normal; in the plane its two points."""
    if dim == 2:
        return np.array([[normal[1], -normal[0]], [-normal[1], normal[0]]])
    one = np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))])
    one /= np.linalg.norm(one)
    angle = np.linspace(0.0, 2.0 * np.pi, 2 * AROUND, endpoint=False)[:, None]
    ring: Floats = np.cos(angle) * one + np.sin(angle) * np.cross(normal, one)
    return ring


def _directions(dim: int) -> Floats:
    """Directions all around: in space, rings about the local y axis, the axis of round shapes."""
    angle = np.linspace(0.0, 2.0 * np.pi, AROUND * (4 if dim == 2 else 1), endpoint=False)
    if dim == 2:
        return np.stack([np.cos(angle), np.sin(angle)], axis=1)
    height = np.linspace(-np.pi / 2, np.pi / 2, RINGS + 1)[:, None]
    ring = np.stack(
        np.broadcast_arrays(
            np.cos(height) * np.cos(angle), np.sin(height), np.cos(height) * np.sin(angle)
        ),
        axis=2,
    )
    rows: Floats = ring.reshape(-1, 3)
    return rows


def _moved(pose: Any, points: Floats) -> Floats:
    """Points transformed by a `Pose` of a pair."""
    _, arguments = pose.__reduce__()
    if len(arguments) == 1:
        matrix = np.asarray(arguments[0], dtype=float)
        moved: Floats = points @ matrix[:2, :2].T + matrix[:2, 2]
        return moved
    translation, quaternion = (np.asarray(numbers, dtype=float) for numbers in arguments)
    quaternion = quaternion / np.linalg.norm(quaternion)
    axis, w = quaternion[:3], quaternion[3]
    # Rodrigues' formula for a quaternion: p + 2 w (v x p) + 2 v x (v x p).
    once = np.cross(axis, points)
    turned: Floats = translation + points + 2.0 * w * once + 2.0 * np.cross(axis, once)
    return turned


def _body(shape: Shape, pose: Any, within: float | None, colour: str) -> Body:
    corners = shape.vertices
    if corners is None:
        corners = shape.support(_directions(shape.dim), within=within)
    corners = np.asarray(corners, dtype=float)
    size = max(float(np.ptp(corners, axis=0).max()), 1e-300)
    _, kept = np.unique(np.round(corners / size, 9), axis=0, return_index=True)
    corners = corners[np.sort(kept)]
    if len(corners) < 3:
        edges = [(0, 1)] if len(corners) == 2 else []
        return Body(_moved(pose, corners), [], edges, colour)
    if shape.dim == 2:
        middle = corners - corners.mean(axis=0)
        around = np.argsort(np.arctan2(middle[:, 1], middle[:, 0]))
        corners = corners[around]
        face = list(range(len(corners)))
        return Body(
            _moved(pose, corners), [face], list(zip(face, face[1:] + face[:1], strict=True)), colour
        )
    hull = _clearance.hull(corners)
    corners, faces = np.asarray(hull.vertices, dtype=float), hull.faces or []
    return Body(_moved(pose, corners), faces, _creases(corners, faces), colour)


def _creases(corners: Floats, faces: list[list[int]]) -> list[tuple[int, int]]:
    normals: dict[tuple[int, int], Floats] = {}
    for face in faces:
        a, b, c = corners[face[0]], corners[face[1]], corners[face[-1]]
        normal = np.cross(b - a, c - a)
        normal = normal / max(float(np.linalg.norm(normal)), 1e-300)
        for edge in zip(face, face[1:] + face[:1], strict=True):
            normals[edge] = normal
    smooth = np.cos(CREASE)
    return [
        (i, j)
        for (i, j), normal in normals.items()
        if i < j and ((j, i) not in normals or float(normal @ normals[j, i]) < smooth)
    ]
