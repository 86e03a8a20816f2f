"""Requests and results of queries: names, fields and defaults of python-fcl."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from clearance.fcl._copies import Own

if TYPE_CHECKING:
    from clearance._bodies import Floats
    from clearance.fcl._geometry import CollisionGeometry


class OBJECT_TYPE:
    """The kind of an object, from a geometry's `getObjectType`."""

    OT_UNKNOWN = 0
    OT_BVH = 1
    OT_GEOM = 2
    OT_OCTREE = 3
    OT_COUNT = 4


class NODE_TYPE:
    """The kind of a geometry, from its `getNodeType`."""

    BV_UNKNOWN = 0
    BV_AABB = 1
    BV_OBB = 2
    BV_RSS = 3
    BV_kIOS = 4
    BV_OBBRSS = 5
    BV_KDOP16 = 6
    BV_KDOP18 = 7
    BV_KDOP24 = 8
    GEOM_BOX = 9
    GEOM_SPHERE = 10
    GEOM_ELLIPSOID = 11
    GEOM_CAPSULE = 12
    GEOM_CONE = 13
    GEOM_CYLINDER = 14
    GEOM_CONVEX = 15
    GEOM_PLANE = 16
    GEOM_HALFSPACE = 17
    GEOM_TRIANGLE = 18
    GEOM_OCTREE = 19
    NODE_COUNT = 20


class CCDMotionType:
    """How objects move: with CCDM_TRANS without turning, else also at constant speed about one
    axis."""

    CCDM_TRANS = 0
    CCDM_LINEAR = 1
    CCDM_SCREW = 2
    CCDM_SPLINE = 3


class CCDSolverType:
    """The ways to find the time of contact; ours is the same for all."""

    CCDC_NAIVE = 0
    CCDC_CONSERVATIVE_ADVANCEMENT = 1
    CCDC_RAY_SHOOTING = 2
    CCDC_POLYNOMIAL_SOLVER = 3


class GJKSolverType:
    """Accepted but not used: there is one solver."""

    GST_LIBCCD = 0
    GST_INDEP = 1


class Contact:
    """Where two geometries, or two of their triangles, overlap."""

    def __init__(self) -> None:
        self.o1: CollisionGeometry | None = None
        self.o2: CollisionGeometry | None = None
        self.b1 = 0
        """The triangle of o1; -1 where it is no mesh."""
        self.b2 = 0
        self.normal: Floats = np.zeros(3)
        """The unit vector from o1 to o2."""
        self.pos: Floats = np.zeros(3)
        """In the middle between the deepest points."""
        self.penetration_depth = 0.0

    def __repr__(self) -> str:
        return f"<Contact depth={self.penetration_depth!r} normal={self.normal} pos={self.pos}>"


class CostSource:
    """Never made: there are no costs."""

    def __init__(self) -> None:
        self.aabb_min: Floats = np.zeros(3)
        self.aabb_max: Floats = np.zeros(3)
        self.cost_density = 0.0
        self.total_cost = 0.0


class CollisionRequest:
    """How many contacts `collide` may report, and whether it reports them at all."""

    def __init__(
        self,
        num_max_contacts: int = 1,
        enable_contact: bool = False,
        num_max_cost_sources: int = 1,
        enable_cost: bool = False,
        use_approximate_cost: bool = True,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
    ) -> None:
        self.num_max_contacts = num_max_contacts
        self.enable_contact = enable_contact
        self.num_max_cost_sources = num_max_cost_sources
        self.enable_cost = enable_cost
        self.use_approximate_cost = use_approximate_cost
        self.gjk_solver_type = gjk_solver_type


class CollisionResult(Own):
    """What `collide` has found, over all calls with this result."""

    def __init__(self, is_collision: bool = False) -> None:
        self.is_collision = is_collision
        self.contacts: list[Contact] = []
        self.cost_sources: list[CostSource] = []


class ContinuousCollisionRequest:
    """How accurately `continuousCollide` finds the time of contact."""

    def __init__(
        self,
        num_max_iterations: int = 10,
        toc_err: float = 1e-4,
        ccd_motion_type: int = CCDMotionType.CCDM_TRANS,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
        ccd_solver_type: int = CCDSolverType.CCDC_CONSERVATIVE_ADVANCEMENT,
    ) -> None:
        self.num_max_iterations = num_max_iterations
        self.toc_err = toc_err
        self.ccd_motion_type = ccd_motion_type
        self.gjk_solver_type = gjk_solver_type
        self.ccd_solver_type = ccd_solver_type


class ContinuousCollisionResult:
    """Whether and when, from 0 to 1, moving objects touch."""

    def __init__(self, is_collide: bool = False, time_of_contact: float = 1.0) -> None:
        self.is_collide = is_collide
        self.time_of_contact = time_of_contact
        """They are proved apart before it."""
        self.time_of_contact_high = math.inf
        """They have come within `toc_err` by then; infinite where that is not proved."""


class DistanceRequest:
    """Whether `distance` reports nearest points, and depths as negative distances."""

    def __init__(
        self,
        enable_nearest_points: bool = False,
        enable_signed_distance: bool = False,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
    ) -> None:
        self.enable_nearest_points = enable_nearest_points
        self.enable_signed_distance = enable_signed_distance
        self.gjk_solver_type = gjk_solver_type


class DistanceResult(Own):
    """The least distance over all calls with this result, and where."""

    def __init__(self, min_distance_: float = sys.float_info.max) -> None:
        self.min_distance = min_distance_
        self.nearest_points: list[Floats | None] = [None, None]
        self.o1: CollisionGeometry | None = None
        self.o2: CollisionGeometry | None = None
        self.b1 = -1
        self.b2 = -1


class CollisionData:
    """The data for `defaultCollisionCallback`."""

    def __init__(
        self, request: CollisionRequest | None = None, result: CollisionResult | None = None
    ) -> None:
        self.request: Any = CollisionRequest() if request is None else request
        self.result: Any = CollisionResult() if result is None else result
        self.done = False


class DistanceData:
    """The data for `defaultDistanceCallback`."""

    def __init__(
        self, request: DistanceRequest | None = None, result: DistanceResult | None = None
    ) -> None:
        self.request: Any = DistanceRequest() if request is None else request
        self.result: Any = DistanceResult() if result is None else result
        self.done = False
