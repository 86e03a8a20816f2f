"""The Panda among 1 000 boxes by coal's own tree, beside `clearance`'s example `robot_times`.

    python robot_world.py PANDA BOXES.json

PANDA is the folder `panda_description` of `example-robot-data`; BOXES.json is what `robot_times`
reads. Needs `pin` (pinocchio with coal). Prints milliseconds of processor time a configuration.
"""

import json
import os
import pathlib
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"
import coal
import numpy as np
import pinocchio as pin

panda, boxes = pathlib.Path(sys.argv[1]), json.loads(pathlib.Path(sys.argv[2]).read_text())
urdf = str(panda / "urdf" / "panda.urdf")
# Meshes are called package://example-robot-data/robots/..., from the folder above `robots`.
home = panda.parent.parent
model = pin.buildModelFromUrdf(urdf)
robot = pin.buildGeomFromUrdf(
    model, urdf, pin.GeometryType.COLLISION, [str(home), str(home.parent)]
)
for one in robot.geometryObjects:
    if isinstance(one.geometry, coal.BVHModelBase):
        one.geometry.buildConvexRepresentation(True)
        one.geometry = one.geometry.convex
around, kept = coal.DynamicAABBTreeCollisionManager(), []
for centre, size, q in zip(boxes["centre"], boxes["size"], boxes["q"], strict=True):
    turn = pin.Quaternion(q[3], q[0], q[1], q[2]).matrix()
    kept.append(coal.CollisionObject(coal.Box(*size), turn, np.array(centre)))
    around.registerObject(kept[-1])
around.setup()
data, placed = model.createData(), pin.GeometryData(robot)
parts = [
    coal.CollisionObject(one.geometry, np.eye(3), np.zeros(3)) for one in robot.geometryObjects
]


def place(q):
    pin.updateGeometryPlacements(model, data, robot, placed, np.array(q))
    for part, at in zip(parts, placed.oMg, strict=True):
        part.setRotation(at.rotation)
        part.setTranslation(at.translation)
        part.computeAABB()


def collides(q):
    place(q)
    for part in parts:
        found = coal.CollisionCallBackDefault()
        around.collide(part, found)
        if found.data.result.isCollision():
            return True
    return False


def distance(q):
    place(q)
    least = np.inf
    for part in parts:
        found = coal.DistanceCallBackDefault()
        around.distance(part, found)
        least = min(least, found.data.result.min_distance)
    return least


def timed(what, ask, many):
    best = np.inf
    for _ in range(5):
        start = time.process_time()
        answers = [ask(q) for q in many]
        best = min(best, time.process_time() - start)
    print(f"{what}: {1e3 * best / len(many):.4f} ms each ({len(many)})")
    return answers


every = boxes["configurations"]
hits = timed("coal's tree: collides or not", collides, every)
free = [q for q, hit in zip(every, hits, strict=True) if not hit]
print(f"  {sum(hits)} collide")
timed("coal's tree: least distance, where free", distance, free)
