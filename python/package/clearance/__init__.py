"""For two convex shapes: do they touch, how far apart are they, how deep do they overlap, where,
and in which direction; every number comes with its error bound.

>>> import clearance as cl
>>> box, ball = cl.cuboid([1.0, 0.5, 0.5]), cl.ball(0.5)
>>> cl.intersects(box, None, ball, [1.5, 0.0, 0.0])
True
>>> apart = cl.proximity(box, None, ball, [3.0, 0.0, 0.0])
>>> apart.distance, apart.normal.tolist(), apart.point_b.tolist()
(1.5, [1.0, 0.0, 0.0], [2.5, 0.0, 0.0])

Every verb takes one pair, or arrays of poses and lists of shapes, which are broadcast as in NumPy:

>>> import numpy as np
>>> path = np.linspace([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], 5)
>>> cl.proximity(box, None, ball, path).distance
array([-1. , -0.5,  0.5,  1.5,  2.5])

A pose is a translation (..., 3), a rigid matrix (..., 4, 4), `None`, or a `Pose`, whose
constructors name the order of a quaternion. Lengths are in the unit of the caller, angles in
radians. Normals point from A to B.
"""

from typing import TYPE_CHECKING

from ._clearance import (
    Certificate,
    Pose,
    Proximity,
    Shape,
    Shapes,
    __version__,
    ball,
    capsule,
    certificate,
    cone,
    cuboid,
    cylinder,
    distance,
    ellipsoid,
    frustum,
    half_space,
    hull,
    intersects,
    penetration,
    point,
    proximity,
    segment,
    triangle,
    verdict,
    verify,
)
from ._front import Depth, Separation, depth, mesh, separation, show
from ._motion import Cast, Motion, RayCast, cast, cast_ray, time_of_impact
from ._places import (
    BoundingBall,
    BoundingBox,
    Manifold,
    MassProperties,
    Overlap,
    Projection,
    bounding_ball,
    bounding_box,
    contact_manifold,
    contains,
    mass_properties,
    overlap,
    project_point,
)
from ._scenes import Scene
from ._status import Inside, Outcome, Status
from ._urdf import LinkDistances, Moment, NearestLinks, Robot, Swept, World

__all__ = [
    "BoundingBall",
    "BoundingBox",
    "Cast",
    "Certificate",
    "Depth",
    "Inside",
    "LinkDistances",
    "Manifold",
    "MassProperties",
    "Moment",
    "Motion",
    "NearestLinks",
    "Outcome",
    "Overlap",
    "Pose",
    "Projection",
    "Proximity",
    "RayCast",
    "Robot",
    "Scene",
    "Separation",
    "Shape",
    "Shapes",
    "Status",
    "Swept",
    "World",
    "__version__",
    "ball",
    "bounding_ball",
    "bounding_box",
    "capsule",
    "cast",
    "cast_ray",
    "certificate",
    "cone",
    "contact_manifold",
    "contains",
    "cuboid",
    "cylinder",
    "depth",
    "distance",
    "ellipsoid",
    "frustum",
    "half_space",
    "hull",
    "intersects",
    "mass_properties",
    "mesh",
    "overlap",
    "penetration",
    "point",
    "project_point",
    "proximity",
    "segment",
    "separation",
    "show",
    "time_of_impact",
    "triangle",
    "verdict",
    "verify",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        # What other libraries call our shapes.
        ours = {"sphere": "ball", "circle": "ball", "box": "cuboid", "plane": "half_space"}
        meant = ours.get(name.lower()) or (name.lower() if name.lower() in __all__ else None)
        hint = f"; did you mean clearance.{meant}?" if meant else ""
        raise AttributeError(f"module 'clearance' has no attribute {name!r}{hint}")
