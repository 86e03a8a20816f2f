"""Converts Pinocchio's collision models: their shapes, pairs and placements. Pinocchio itself is
not needed to import this."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _clearance
from ._front import mesh
from ._robot import Z_FROM_Y, Body, Pairs

__all__ = ["Pairs", "from_pinocchio"]


def from_pinocchio(geom_model: Any, geom_data: Any = None, *, hulls: bool = False) -> Pairs:
    """The geometries and collision pairs of a `pinocchio.GeometryModel`; `Pairs.placed` takes a
    `GeometryData`, or matrices of many configurations.

    As in pinocchio, a pair counts neither if `disableCollision` is set for one of its geometries,
    nor, given a `geom_data`, if that has deactivated it; `Pairs.left_out` says how many.

    Meshes must be convex; `hulls=True` takes the hulls of those that are not. Primitives keep their
    swept-sphere radius. Other geometries (planes, height fields, octrees) raise a `ValueError` that
    names the geometry. Lengths are the model's.

    >>> import clearance as cl, pinocchio                             # doctest: +SKIP
    >>> from clearance.pinocchio import from_pinocchio
    >>> pairs = from_pinocchio(geom_model)                            # doctest: +SKIP
    >>> pinocchio.updateGeometryPlacements(                           # doctest: +SKIP
    ...     model, data, geom_model, geom_data, q)
    >>> found = cl.proximity(*pairs.placed(geom_data))                # doctest: +SKIP
    >>> pairs.named(found.distance.argmin())                          # doctest: +SKIP
    """
    bodies, names = [], []
    geometries = list(geom_model.geometryObjects)
    for geometry in geometries:
        names.append(str(geometry.name))
        try:
            bodies.append(_body(geometry.geometry, hulls))
        except (ValueError, TypeError) as error:
            raise type(error)(f"{geometry.name}: {error}") from None
    every = [(int(pair.first), int(pair.second)) for pair in geom_model.collisionPairs]
    off = [bool(getattr(geometry, "disableCollision", False)) for geometry in geometries]
    active = [True] * len(every) if geom_data is None else list(geom_data.activeCollisionPairs)
    if len(active) != len(every):
        raise ValueError(f"geom_data: has {len(active)} pairs, but geom_model has {len(every)}")
    enabled = [pair for pair in every if not (off[pair[0]] or off[pair[1]])]
    pairs = [
        pair
        for pair, is_active in zip(every, active, strict=True)
        if is_active and not (off[pair[0]] or off[pair[1]])
    ]
    left_out = {
        "pairs with disableCollision": len(every) - len(enabled),
        "deactivated pairs": len(enabled) - len(pairs),
    }
    return Pairs(
        [body.shape for body in bodies],
        names,
        pairs,
        [body.local for body in bodies],
        _placements,
        [f"{count} {what}" for what, count in left_out.items() if count],
    )


def _placements(where: Any) -> Any:
    if not hasattr(where, "oMg"):
        return where
    return np.array([placement.homogeneous for placement in where.oMg])


def _body(geometry: Any, hulls: bool) -> Body:
    """A geometry of coal, by the name of its class."""
    kind = type(geometry).__name__
    upright = np.eye(4)
    if kind == "Sphere":
        body = Body(_clearance.ball(geometry.radius), upright)
    elif kind == "Box":
        body = Body(_clearance.cuboid(np.ravel(geometry.halfSide)), upright)
    elif kind == "Capsule":
        body = Body(_clearance.capsule(geometry.halfLength, geometry.radius), Z_FROM_Y)
    elif kind == "Cylinder":
        body = Body(_clearance.cylinder(geometry.halfLength, geometry.radius), Z_FROM_Y)
    elif kind == "Cone":
        body = Body(_clearance.cone(geometry.halfLength, geometry.radius), Z_FROM_Y)
    elif kind == "Ellipsoid":
        body = Body(_clearance.ellipsoid(np.ravel(geometry.radii)), upright)
    elif kind == "Halfspace":
        body = Body(_clearance.half_space(np.ravel(geometry.n), geometry.d), upright)
    elif kind == "TriangleP":
        body = Body(
            _clearance.triangle(
                *(np.ravel(corner) for corner in (geometry.a, geometry.b, geometry.c))
            ),
            upright,
        )
    elif kind.startswith("Convex"):
        body = Body(
            _clearance.hull(np.array([np.ravel(point) for point in geometry.points()])), upright
        )
    elif kind.startswith("BVHModel"):
        vertices = np.array([np.ravel(vertex) for vertex in geometry.vertices()])
        count = int(geometry.num_tris)
        # Coal's triangles have three items, but neither a length nor an iterator.
        triangles = (geometry.tri_indices(k) for k in range(count))
        faces = np.array([[int(corners[i]) for i in range(3)] for corners in triangles])
        body = Body(mesh(vertices, faces, hull=hulls), upright)
    else:
        raise ValueError(f"{kind} is no convex shape; leave it out of the model")
    grown = float(getattr(geometry, "getSweptSphereRadius", float)())
    return Body(body.shape.rounded(grown), body.local) if grown > 0.0 else body
