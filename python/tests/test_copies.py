"""Copies: what is done to one is not done to the other, whatever it is."""

import copy
import pickle

import numpy as np
import pytest

import clearance as cl
import clearance.fcl as fcl
from clearance.trimesh import CollisionManager

CORNERS = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
FACES = np.array([[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]])


class Mesh:
    vertices, faces, is_convex = CORNERS, FACES, True


def model():
    made = fcl.BVHModel()
    made.beginModel()
    made.addSubModel(CORNERS, FACES)
    return made


def ended():
    made = model()
    made.endModel()
    return made


def managed():
    made = CollisionManager()
    made.add_object("a", Mesh())
    made.add_object("b", Mesh(), [[1, 0, 0, 3.0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    return made


def registered():
    made = fcl.DynamicAABBTreeCollisionManager()
    made.registerObjects([fcl.CollisionObject(fcl.Sphere(1.0)), fcl.CollisionObject(ended())])
    return made


def contact():
    result = fcl.CollisionResult()
    ball = fcl.CollisionObject(fcl.Sphere(1.0))
    fcl.collide(ball, ball, fcl.CollisionRequest(enable_contact=True), result)
    return result


def scene():
    made = cl.Scene()
    made.add("a", cl.ball(0.5), group="g", padding=0.125)
    made.add("b", (CORNERS, FACES), [3.0, 0, 0], by="triangles")
    made.add("c", [(cl.ball(0.5), [0, 1.0, 0]), (cl.cone(0.5, 0.5), None)], [0.0, 4.0, 0])
    return made


def reach(o):
    return repr(o), fcl.distance(fcl.CollisionObject(o), at(30.0))


# What is made, how it is changed, and what shows the change.
CASES = {
    "Sphere": (lambda: fcl.Sphere(1.0), lambda o: setattr(o, "radius", 5.0), reach),
    "Box": (lambda: fcl.Box(1, 1, 1), lambda o: setattr(o, "side", [5.0, 6, 7]), reach),
    "Ellipsoid": (lambda: fcl.Ellipsoid(1, 2, 3), lambda o: setattr(o, "radii", [3, 3, 3]), reach),
    "Capsule": (lambda: fcl.Capsule(1, 2), lambda o: setattr(o, "lz", 5.0), reach),
    "Cylinder": (lambda: fcl.Cylinder(1, 2), lambda o: setattr(o, "radius", 5.0), reach),
    "Cone": (lambda: fcl.Cone(1, 2), lambda o: setattr(o, "radius", 5.0), reach),
    "TriangleP": (lambda: fcl.TriangleP(*CORNERS[1:]), lambda o: setattr(o, "a", [9, 0, 0]), reach),
    "Halfspace": (lambda: fcl.Halfspace([1, 0, 0], 1), lambda o: setattr(o, "d", 2.0), reach),
    "Plane": (lambda: fcl.Plane([1, 0, 0], 1), lambda o: setattr(o, "d", 2.0), reach),
    "aabb_center": (lambda: fcl.Sphere(1.0), lambda o: setattr(o, "aabb_center", [1, 2, 3]),
                    lambda o: o.aabb_center.tolist()),
    "Convex": (lambda: fcl.Convex(CORNERS, 4, np.column_stack([[3] * 4, FACES]).ravel()),
               lambda o: o.__dict__.update(_num_faces=9), lambda o: (o.num_faces, reach(o))),
    "BVHModel": (ended, lambda o: o.beginModel(), lambda o: (o.buildState(), o.num_tries_())),
    "begun": (model, lambda o: o.addTriangle(*CORNERS[:3]), lambda o: o.num_tries_()),
    "Transform": (lambda: fcl.Transform([1.0, 2, 3]), lambda o: o.setTranslation([7.0, 0, 0]),
                  repr),
    "CollisionObject": (lambda: fcl.CollisionObject(fcl.Sphere(1.0)),
                        lambda o: o.setTranslation([7.0, 0, 0]), repr),
    "turned": (lambda: fcl.CollisionObject(fcl.Box(1, 2, 3)),
               lambda o: o.setQuatRotation([0.6, 0.8, 0, 0]), lambda o: o.getRotation().tolist()),
    "manager": (registered, lambda o: o.clear(), lambda o: o.size()),
    "CollisionResult": (contact, lambda o: o.contacts.clear(), lambda o: len(o.contacts)),
    "DistanceResult": (fcl.DistanceResult, lambda o: o.nearest_points.append(1),
                       lambda o: len(o.nearest_points)),
    "trimesh, moved": (managed, lambda o: o.set_transform("b", np.eye(4)),
                       lambda o: o.min_distance_internal()),
    "trimesh, removed": (managed, lambda o: o.remove_object("b"), len),
    "Scene, moved": (scene, lambda o: o.move("b", [1.0, 0, 0]),
                     lambda o: (o.names, o.groups, o.paddings, o.counts, o.poses.tolist(),
                                repr(o.pairs_within(10.0)))),
    "Scene, removed": (scene, lambda o: o.remove("b"), lambda o: o.names),
    "Scene, added": (scene, lambda o: o.add("new", cl.ball(1.0)), lambda o: o.names),
}  # fmt: skip


def at(x):
    return fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform([x, 0.0, 0.0]))


def sent(o):
    return pickle.loads(pickle.dumps(o))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, sent])
@pytest.mark.parametrize("case", CASES)
def test_a_copy_changes_alone(case, copied):
    make, change, shown = CASES[case]
    original = make()
    shown(original)
    other = copied(original)
    before = shown(original)
    assert shown(other) == before
    change(other)
    assert shown(original) == before and shown(other) != before
    third = copied(original)
    now = shown(other)
    change(original)
    assert shown(other) == now and shown(third) == before


def test_a_deep_copy_keeps_what_is_shared():
    geometry = fcl.Sphere(1.0)
    one, other = copy.deepcopy([fcl.CollisionObject(geometry), fcl.CollisionObject(geometry)])
    assert one._geometry is other._geometry is not geometry
    one, other = [copy.copy(fcl.CollisionObject(geometry)) for _ in range(2)]
    assert one._geometry is geometry
