"""Poses of shapes, for libraries whose capsules and cylinders lie along local z."""

import judge
import numpy

# Rotates local z to the axis that the case names: cyclic permutations of the axes.
ONTO = {
    "x": numpy.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
    "y": numpy.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]),
    "z": numpy.eye(3),
}


def frame(shape):
    """Rotation and translation of the shape, with local z along its axis."""
    pose = shape.get("pose", {})
    rotation = numpy.array(judge.matrix(pose))
    translation = numpy.array(pose.get("translation", [0.0, 0.0, 0.0]), dtype=float)
    if shape["type"] == "capsule" and "vertices" in shape:
        a, b = numpy.array(shape["vertices"], dtype=float)
        return rotation @ along(b - a), translation + rotation @ ((a + b) / 2)
    if shape["type"] in ("capsule", "cylinder"):
        return rotation @ ONTO[shape.get("axis", "y")], translation
    return rotation, translation


def half_height(shape):
    if "vertices" in shape:
        a, b = numpy.array(shape["vertices"], dtype=float)
        return float(numpy.linalg.norm(b - a)) / 2
    return shape["half_height"]


def flat_faces(points):
    """The triangles of a flat set's hull, as triples of indices; None for a set with a volume."""
    spread = points - points.mean(axis=0)
    _, lengths, axes = numpy.linalg.svd(spread)
    if len(points) > 3 and lengths[2] > 1e-12 * lengths[0]:
        return None
    # Around the middle, in the plane of the set; no case has a point inside its polygon.
    ring = numpy.argsort(numpy.arctan2(spread @ axes[1], spread @ axes[0]))
    return numpy.array([[ring[0], ring[i], ring[i + 1]] for i in range(1, len(ring) - 1)])


def along(direction):
    """A rotation from z to a direction; the identity for the zero vector."""
    length = numpy.linalg.norm(direction)
    if length == 0.0:
        return numpy.eye(3)
    z = direction / length
    helper = numpy.eye(3)[numpy.argmin(numpy.abs(z))]
    x = numpy.cross(helper, z)
    x /= numpy.linalg.norm(x)
    return numpy.column_stack([x, numpy.cross(z, x), z])
