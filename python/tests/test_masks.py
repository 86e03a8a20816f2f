"""Every argument that is an array, of every public function, refuses what a mask hides: the calls
below are valid, and each array in them is masked in turn."""

import inspect
import types
import warnings
from pathlib import Path

import numpy as np
import pytest

import clearance as cl
import clearance.fcl as fcl
import clearance.trimesh as trimesh
from clearance.pinocchio import Pairs

ASSETS = Path(__file__).parents[2] / "assets"
BALL, BALL2, CUBE = cl.ball(0.5), cl.ball(0.5, dim=2), cl.cuboid([0.5, 0.5, 0.5])
HERE, THERE = [[0.0, 0.0, 0.0]] * 2, [[3.0, 0.0, 0.0], [0.0, 3.0, 0.0]]
CORNERS = [[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
FACES = [[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]]
COUNTED = [3, 0, 2, 1, 3, 0, 3, 2, 3, 0, 1, 3, 3, 1, 2, 3]
TURN = [[0.6, 0.0, 0.0, 0.8], [0.0, 0.0, 0.0, 1.0]]
EYE = np.eye(4)
VIEW = [[1.0, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1.2, -2.2], [0, 0, -1, 0]]
EIGHT = [[x, y, z] for z in (-1, -2) for x, y in ((z, z), (-z, z), (-z, -z), (z, -z))]
ROBOT = cl.Robot(ASSETS / "arm" / "arm.urdf")
Q = [[0.0, 0.0, 0.1], [0.1, 0.2, 0.1]]


def mesh(vertices=CORNERS, faces=FACES):
    return types.SimpleNamespace(vertices=vertices, faces=faces, is_convex=True)


def scene():
    made = cl.Scene()
    made.add("a", BALL)
    made.add("b", BALL, [3.0, 0.0, 0.0])
    return made


def attached(q):
    made = cl.Scene()
    made.add("nut", BALL)
    return ROBOT.attach("nut", made, "fore", q)


def model():
    made = fcl.BVHModel()
    made.beginModel()
    return made


def obj(geometry=None):
    return fcl.CollisionObject(fcl.Sphere(1.0) if geometry is None else geometry)


def surface(vertices, faces):
    made = model()
    made.addSubModel(vertices, faces)
    return made


def posed(geometry):
    geometry.aabb_center = [0.0, 0.0, 0.0]


# A call with its arrays: those of the list are masked one after the other.
PAIR = [BALL, HERE, BALL, THERE]
CALLS = {
    **{verb: (getattr(cl, verb), PAIR) for verb in (
        "intersects", "verdict", "proximity", "distance", "penetration", "depth",
        "contact_manifold")},
    "separation": (cl.separation, [*PAIR, [1.0, 0.0, 0.0]]),
    "cast": (lambda *a: cl.cast(*a[:5], velocity_a=a[5], max_time=a[6], target_distance=a[7]),
             [*PAIR, [1.0, 0, 0], [0.0, 0, 0], [1.0, 2.0], [0.0, 0.1]]),
    "time_of_impact": (
        lambda a, p, v, w, c, b, q, u, d: cl.time_of_impact(
            a, cl.Motion(p, v, w, c), b, q, until=u, within=d),
        [BALL, HERE, [1.0, 0, 0], [0.0, 0, 1], [0.1, 0, 0], BALL, THERE, [1.0, 2.0], [0.0, 0.1]]),
    "Motion.between": (lambda p, e: cl.time_of_impact(BALL, cl.Motion.between(p, e), BALL, THERE),
                       [HERE, HERE]),
    "Motion.at": (lambda v, t: cl.Motion(velocity=v).at(t), [[1.0, 0, 0], [0.0, 1.0]]),
    "cast_ray": (lambda *a: cl.cast_ray(*a[:4], max_time=a[4]),
                 [BALL, HERE, THERE, [1.0, 0, 0], [1.0, 2.0]]),
    "contains": (cl.contains, [BALL, HERE, THERE]),
    "project_point": (cl.project_point, [BALL, HERE, THERE]),
    "bounding_box": (cl.bounding_box, [BALL, HERE]),
    "bounding_ball": (cl.bounding_ball, [BALL, HERE]),
    "mass_properties": (cl.mass_properties, [[BALL, CUBE]]),
    "certificate": (cl.certificate, [BALL, [0.0, 0, 0], BALL, [3.0, 0, 0]]),
    "show": (lambda *a: cl.proximity(*a), [BALL, [0.0, 0, 0], BALL, [3.0, 0, 0]]),
    "verify": (cl.verify, [cl.certificate(BALL, None, BALL, [3.0, 0, 0])]),
    "cuboid": (cl.cuboid, [[1.0, 2.0, 3.0]]),
    "ellipsoid": (cl.ellipsoid, [[1.0, 2.0, 3.0]]),
    "ball": (cl.ball, [[0.5]]),
    "capsule": (cl.capsule, [[0.5], [0.5]]),
    "cone": (cl.cone, [[0.5], [0.5]]),
    "cylinder": (cl.cylinder, [[0.5], [0.5]]),
    "half_space": (cl.half_space, [[1.0, 0, 0], [0.5]]),
    "point": (cl.point, [[1.0, 0, 0]]),
    "segment": (cl.segment, [[1.0, 0, 0], [0.0, 0, 0]]),
    "triangle": (cl.triangle, CORNERS[:3]),
    "hull": (cl.hull, [CORNERS]),
    "mesh": (cl.mesh, [CORNERS, FACES]),
    "mesh of an object": (lambda v, f: cl.mesh(mesh(v, f)), [CORNERS, FACES]),
    "mesh of PyVista": (lambda v, f: cl.mesh(types.SimpleNamespace(points=v, faces=f)),
                        [CORNERS, COUNTED]),
    "frustum": (cl.frustum, [VIEW]),
    "frustum of corners": (lambda c: cl.frustum(corners=c), [EIGHT]),
    "Shapes": (lambda i: cl.Shapes([BALL, CUBE])[i], [[0, 1]]),
    "Shape.support": (CUBE.support, [[[1.0, 0.0, 0.0]]]),
    "Shape.scaled": (CUBE.scaled, [[1.0, 2.0, 3.0]]),
    "Shape.rounded": (CUBE.rounded, [[0.5]]),
    "Pose": (cl.Pose, [HERE]),
    "Pose.xyzw": (cl.Pose.xyzw, [HERE, TURN]),
    "Pose.wxyz": (cl.Pose.wxyz, [HERE, TURN]),
    "Pose.angle": (cl.Pose.angle, [[[0.0, 0.0]] * 2, [0.1, 0.2]]),
    "Pose.matrix": (cl.Pose.matrix, [EYE]),
    "Scene.add": (lambda p, d: scene().add("c", BALL, p, padding=d), [[0.0, 0, 0], [0.5]]),
    "Scene.add, mesh": (lambda v, f: scene().add("c", (v, f)), [CORNERS, FACES]),
    "Scene.add, parts": (lambda p: scene().add("c", [(BALL, p)]), [[0.0, 0, 0]]),
    "Scene.move": (lambda w, p: scene().move(w, p), [[0, 1], HERE]),
    "Scene.poses": (lambda p: setattr(scene(), "poses", p), [HERE]),
    "Scene.pairs_within": (lambda d: scene().pairs_within(d), [[0.5]]),
    "Scene.rays": (lambda o, d, t: scene().rays(o, d, max_time=t),
                   [[[0.0, 0, 5]], [[0.0, 0, -1]], [9.0]]),
    "Scene.signed_distance": (lambda p: scene().signed_distance(p), [[[0.0, 0, 5]]]),
    "Scene.contacts": (lambda d: scene().contacts(max_distance=d), [[0.5]]),
    "Scene.cast": (lambda v, p: scene().cast(BALL, v, p), [[1.0, 0, 0], [-5.0, 0, 0]]),
    "Scene.contained": (lambda p: scene().contained(BALL, p), [[0.0, 0, 0]]),
    **{f"Robot.{verb}": (getattr(ROBOT, verb), [Q]) for verb in (
        "forward_kinematics", "distances", "nearest", "collides")},
    "Robot.sweep": (lambda q, t, m: ROBOT.sweep(q, t, margin=m), [Q, [0.0, 1.0], [0.0]]),
    "Robot.scene": (lambda q, b: ROBOT.scene(q, base=b), [Q[0], [0.0, 0, 1]]),
    "Robot.move": (lambda q, b: ROBOT.move(ROBOT.scene(Q[0]), q, base=b), [Q[0], [0.0, 0, 1]]),
    "Scene.add_points": (lambda p, r: cl.Scene().add_points("p", p, r), [[[0.0, 0, 5]], [0.1]]),
    "Robot.attach": (attached, [Q[0]]),
    "Robot.detach": (lambda q: attached(Q[0]).detach("nut", cl.Scene(), q), [Q[0]]),
    "Robot.configuration": (lambda v: ROBOT.configuration({"elbow": v}), [[0.5]]),
    "Pairs": (lambda p, at: Pairs([BALL, BALL], ["a", "b"], p).placed(at),
              [[[0, 1]], np.array([EYE, EYE])]),
    "Pairs, local": (lambda at: Pairs([BALL, BALL], ["a", "b"], [[0, 1]], at),
                     [np.array([EYE, EYE])]),
    "fcl.Box": (fcl.Box, [[1.0], [1.0], [1.0]]),
    "fcl.Box.side": (lambda v: setattr(fcl.Box(1, 1, 1), "side", v), [[1.0, 1, 1]]),
    "fcl.Sphere": (fcl.Sphere, [[1.0]]),
    "fcl.Ellipsoid": (fcl.Ellipsoid, [[1.0], [1.0], [1.0]]),
    **{f"fcl.{kind}": (getattr(fcl, kind), [[1.0], [1.0]]) for kind in (
        "Capsule", "Cone", "Cylinder")},
    "fcl.Halfspace": (fcl.Halfspace, [[1.0, 0, 0], [1.0]]),
    "fcl.Plane": (fcl.Plane, [[1.0, 0, 0], [1.0]]),
    "fcl.TriangleP": (fcl.TriangleP, CORNERS[:3]),
    "fcl.Convex": (fcl.Convex, [CORNERS, 4, COUNTED]),
    "fcl.BVHModel": (surface, [CORNERS, FACES]),
    "fcl.BVHModel.addTriangle": (lambda *c: model().addTriangle(*c), CORNERS[:3]),
    "fcl.BVHModel.addVertex": (lambda *c: model().addVertex(*c), [[0.0], [1.0], [2.0]]),
    "fcl.CollisionGeometry": (lambda c: setattr(fcl.Sphere(1), "aabb_center", c), [[0.0, 0, 0]]),
    "fcl.Transform": (fcl.Transform, [np.eye(3), [1.0, 2, 3]]),
    "fcl.Transform, quaternion": (fcl.Transform, [[0.6, 0.8, 0, 0], [1.0, 2, 3]]),
    "fcl.Transform, translation": (fcl.Transform, [[1.0, 2, 3]]),
    "fcl.CollisionObject.setTranslation": (lambda t: obj().setTranslation(t), [[1.0, 2, 3]]),
    "fcl.CollisionObject.setRotation": (lambda r: obj().setRotation(r), [np.eye(3)]),
    "fcl.CollisionObject.setQuatRotation": (lambda q: obj().setQuatRotation(q), [[0.6, 0.8, 0, 0]]),
    "trimesh.mesh_to_BVH": (lambda v, f: trimesh.mesh_to_BVH(mesh(v, f)), [CORNERS, FACES]),
    "trimesh.mesh_to_convex": (lambda v, f: trimesh.mesh_to_convex(mesh(v, f)), [CORNERS, FACES]),
    "trimesh.CollisionManager.pairs_within": (
        lambda d: trimesh.CollisionManager().pairs_within(d), [[0.5]]),
    "trimesh.CollisionManager": (
        lambda v, f, t: trimesh.CollisionManager().add_object("a", mesh(v, f), t),
        [CORNERS, FACES, EYE]),
}  # fmt: skip

# Public names that take no array.
WITHOUT = {
    # Answers, and what is found in them.
    *("BoundingBall", "BoundingBox", "Cast", "Certificate", "Depth", "Inside", "LinkDistances"),
    *("Manifold", "MassProperties", "Moment", "NearestLinks", "Outcome", "Overlap", "Projection"),
    *("Proximity", "RayCast", "Separation", "Shape", "Status", "Swept", "World"),
    # Of one pair.
    "overlap",
    # Kinds, requests, results, and queries of objects.
    *(f"fcl.{name}" for name in fcl.__all__ if name.endswith(("Type", "TYPE", "Data", "Result"))),
    *(f"fcl.{name}" for name in fcl.__all__ if name.endswith(("Request", "Callback"))),
    *("fcl.Contact", "fcl.CostSource", "fcl.OcTree", "fcl.__version__", "fcl.collide"),
    *("fcl.DynamicAABBTreeCollisionManager", "fcl.continuousCollide", "fcl.distance"),
    *("trimesh.COLLISION_PER_PAIR_CAP", "trimesh.ContactData", "trimesh.DistanceData"),
    *("trimesh.scene_to_collision", "trimesh.use", "__version__"),
}


def test_every_public_name_is_tried():
    names = {
        *cl.__all__,
        *(f"fcl.{name}" for name in fcl.__all__),
        *(f"trimesh.{name}" for name in trimesh.__all__),
    }
    tried = {call.split(",")[0] for call in CALLS} | {
        ".".join(call.split(",")[0].split(".")[: 2 if call.startswith(("fcl", "tri")) else 1])
        for call in CALLS
    }
    assert names - tried - WITHOUT == set()
    methods = {
        f"{owner.__name__}.{name}"
        for owner in (cl.Scene, cl.Robot, cl.Shape, cl.Pose)
        for name, value in inspect.getmembers(owner, callable)
        if not name.startswith("_")
    }
    others = {
        *("Scene.from_file", "Scene.from_files", "Scene.add_file", "Scene.remove", "Scene.index"),
        *("Scene.nearest", "Shape.swept", "Shape.to_json", "Shape.from_json", "Scene.show"),
        *("Robot.show", "Robot.left_out"),
    }
    assert methods - tried - others == set()


def masked(value, kind):
    """The same numbers with one of them hidden."""
    given = np.array(value)
    mask = np.zeros(given.shape, bool)
    mask[(-1,) * given.ndim] = True
    hidden = np.ma.array(given, mask=mask)
    if kind == "rows":
        return list(hidden)
    return hidden


def is_array(value):
    return isinstance(value, (list, np.ndarray)) and np.asarray(value).dtype.kind in "if"


def single(value):
    """A number, written as a list of one."""
    return isinstance(value, list) and len(value) == 1 and isinstance(value[0], float)


@pytest.mark.parametrize("call", CALLS)
def test_what_a_mask_hides_is_no_number(call):
    ask, arguments = CALLS[call]
    given = [value[0] if single(value) else value for value in arguments]
    ask(*given)
    for place, value in enumerate(arguments):
        if not is_array(value):
            continue
        for kind in ("whole", "rows"):
            if single(value):
                hidden = np.ma.masked if kind == "rows" else np.ma.array(value[0], mask=True)
            else:
                hidden = masked(value, kind)
            wrong = [*given[:place], hidden, *given[place + 1 :]]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                with pytest.raises((ValueError, TypeError), match="mask"):
                    ask(*wrong)
