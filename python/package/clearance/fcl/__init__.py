"""The interface of python-fcl 0.7, answered by clearance: `import clearance.fcl as fcl`.

Names, arguments, conventions and results are python-fcl's: boxes by full edge lengths, solids along
local z, quaternions w, x, y, z, normals from the first object to the second. Where python-fcl
crashes the interpreter, has no answer, or two answers for one pair, this module has one;
`docs/python-fcl.md` lists the differences.

>>> import numpy as np
>>> import clearance.fcl as fcl
>>> box = fcl.CollisionObject(fcl.Box(1, 1, 1))
>>> floor = fcl.CollisionObject(fcl.Halfspace(np.array([0.0, 0.0, 1.0]), -5.0))
>>> fcl.distance(box, floor)
4.5
"""

from clearance.fcl._continuous import continuousCollide
from clearance.fcl._data import (
    NODE_TYPE,
    OBJECT_TYPE,
    CCDMotionType,
    CCDSolverType,
    CollisionData,
    CollisionRequest,
    CollisionResult,
    Contact,
    ContinuousCollisionRequest,
    ContinuousCollisionResult,
    CostSource,
    DistanceData,
    DistanceRequest,
    DistanceResult,
    GJKSolverType,
)
from clearance.fcl._geometry import (
    Box,
    Capsule,
    CollisionGeometry,
    Cone,
    Cylinder,
    Ellipsoid,
    Halfspace,
    Plane,
    Sphere,
    TriangleP,
)
from clearance.fcl._manager import DynamicAABBTreeCollisionManager
from clearance.fcl._meshes import BVHModel, Convex, OcTree
from clearance.fcl._object import CollisionObject
from clearance.fcl._queries import (
    collide,
    defaultCollisionCallback,
    defaultDistanceCallback,
    distance,
)
from clearance.fcl._transform import Transform

# The version of python-fcl with this interface.
__version__ = "0.7.0.11"

__all__ = [
    "NODE_TYPE",
    "OBJECT_TYPE",
    "BVHModel",
    "Box",
    "CCDMotionType",
    "CCDSolverType",
    "Capsule",
    "CollisionData",
    "CollisionGeometry",
    "CollisionObject",
    "CollisionRequest",
    "CollisionResult",
    "Cone",
    "Contact",
    "ContinuousCollisionRequest",
    "ContinuousCollisionResult",
    "Convex",
    "CostSource",
    "Cylinder",
    "DistanceData",
    "DistanceRequest",
    "DistanceResult",
    "DynamicAABBTreeCollisionManager",
    "Ellipsoid",
    "GJKSolverType",
    "Halfspace",
    "OcTree",
    "Plane",
    "Sphere",
    "Transform",
    "TriangleP",
    "__version__",
    "collide",
    "continuousCollide",
    "defaultCollisionCallback",
    "defaultDistanceCallback",
    "distance",
]
