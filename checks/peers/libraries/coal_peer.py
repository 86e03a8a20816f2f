"""Coal: `collide` for the boolean and the depth, and `distance`, with their default requests."""

import coal
import numpy

from libraries import NotExpressible
from libraries.frames import flat_faces, frame, half_height


def ask(row):
    if row["dim"] == 2:
        raise NotExpressible("Coal lives in space")
    if row["query"] == "cast":
        raise NotExpressible("Coal casts no shapes")
    (a, at_a), (b, at_b) = placed(row["a"]), placed(row["b"])
    hits = coal.CollisionResult()
    coal.collide(a, at_a, b, at_b, coal.CollisionRequest(), hits)
    answer = {"intersects": hits.isCollision()}
    if row["query"] == "intersect":
        return answer
    if row["query"] == "penetration" and hits.isCollision():
        # Negative where the shapes overlap, like the distance.
        deepest = min(hits.getContacts(), key=lambda contact: contact.penetration_depth)
        normal = numpy.ravel(deepest.normal).tolist()
        return answer | {"signed": deepest.penetration_depth, "normal": normal}
    found = coal.DistanceResult()
    signed = coal.distance(a, at_a, b, at_b, coal.DistanceRequest(), found)
    return answer | {"signed": signed, "normal": numpy.ravel(found.normal).tolist()}


def placed(shape):
    rotation, translation = frame(shape)
    return geometry(shape), coal.Transform3s(rotation, translation)


def geometry(shape):
    match shape["type"]:
        # Coal has no points; a ball of radius 0 replaces one.
        case "point":
            return coal.Sphere(0.0)
        case "sphere":
            return coal.Sphere(shape["radius"])
        case "box":
            return coal.Box(*(2 * h for h in shape["half_extents"]))
        case "capsule":
            return coal.Capsule(shape["radius"], 2 * half_height(shape))
        case "cylinder":
            return coal.Cylinder(shape["radius"], 2 * half_height(shape))
        case "triangle" | "hull":
            points = numpy.array(shape["vertices"], dtype=float)
            faces = flat_faces(points)
            return hull(points) if faces is None else mesh(points, faces)
    raise NotExpressible(shape["type"])


def hull(points):
    vertices = coal.StdVec_Vec3s()
    for point in points:
        vertices.append(point)
    return coal.Convex.convexHull(vertices, True, "Qt")


def mesh(points, faces):
    """For a flat set: `convexHull` crashes on one, and `distance` takes no `TriangleP`."""
    model = coal.BVHModelOBBRSS()
    model.beginModel(len(faces), len(points))
    for face in faces:
        model.addTriangle(*points[face])
    model.endModel()
    return model


PEERS = {"Coal": ask}
