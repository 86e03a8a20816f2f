"""MuJoCo: `mj_geomDistance`, which is signed, and the contacts of `mj_collision` for the boolean,
with default options. Contacts tell depths too, but on these cases fewer of them right."""

import mujoco
import numpy

from libraries import NotExpressible
from libraries.frames import frame, half_height

# Beyond every distance among the cases.
FAR = 1e6


def ask(row):
    if row["dim"] == 2:
        raise NotExpressible("MuJoCo lives in space")
    if row["query"] == "cast":
        raise NotExpressible("MuJoCo casts no shapes")
    spec = mujoco.MjSpec()
    add(spec, "a", row["a"])
    add(spec, "b", row["b"])
    try:
        model = spec.compile()
    except ValueError as why:
        # Meshes must have a volume, and sizes must be positive.
        raise NotExpressible(str(why).splitlines()[0]) from why
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    mujoco.mj_collision(model, data)
    answer = {"intersects": bool(data.ncon > 0)}
    # Vertices of meshes are stored in f32.
    if any(s["type"] == "hull" for s in (row["a"], row["b"])):
        answer["precision"] = "f32"
    if row["query"] == "intersect":
        return answer
    a, b = (mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_GEOM, name) for name in "ab")
    ends = numpy.zeros(6)
    signed = mujoco.mj_geomDistance(model, data, a, b, FAR, ends)
    answer["signed"] = signed
    if signed != 0:
        answer["normal"] = ((ends[3:] - ends[:3]) / signed).tolist()
    return answer


def add(spec, name, shape):
    rotation, translation = frame(shape)
    body = spec.worldbody.add_body(pos=translation, quat=quaternion(rotation))
    # MuJoCo finds contacts only between bodies that can move; how they move does not matter.
    body.add_freejoint()
    body.explicitinertial, body.mass, body.inertia = True, 1.0, [1.0, 1.0, 1.0]
    match shape["type"]:
        case "sphere":
            kind, size = mujoco.mjtGeom.mjGEOM_SPHERE, [shape["radius"], 0, 0]
        case "box":
            kind, size = mujoco.mjtGeom.mjGEOM_BOX, shape["half_extents"]
        case "capsule":
            kind, size = mujoco.mjtGeom.mjGEOM_CAPSULE, [shape["radius"], half_height(shape), 0]
        case "cylinder":
            kind, size = mujoco.mjtGeom.mjGEOM_CYLINDER, [shape["radius"], half_height(shape), 0]
        case "hull":
            vertices = numpy.ravel(shape["vertices"]).tolist()
            spec.add_mesh(name=name, uservert=vertices)
            body.add_geom(name=name, type=mujoco.mjtGeom.mjGEOM_MESH, meshname=name)
            return
        case other:
            raise NotExpressible(f"no {other}")
    body.add_geom(name=name, type=kind, size=size)


def quaternion(rotation):
    result = numpy.zeros(4)
    mujoco.mju_mat2Quat(result, numpy.ravel(rotation))
    return result


PEERS = {"MuJoCo": ask}
