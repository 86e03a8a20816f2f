"""FCL through python-fcl: the depth of `collide`'s contacts and the signed `distance`, each a
column of its own, as they are different algorithms (MPR or closed forms; GJK with EPA). The boolean
is `collide`'s."""

import fcl
import numpy
from scipy.spatial import ConvexHull

from libraries import NotExpressible
from libraries.frames import flat_faces, frame, half_height


def by_distance(row):
    a, b = pair(row)
    meshes = is_mesh(row["a"]) or is_mesh(row["b"])
    answer = {"intersects": fcl.collide(a, b, fcl.CollisionRequest(), fcl.CollisionResult()) > 0}
    if row["query"] == "intersect":
        return answer
    if row["query"] == "penetration" and meshes:
        raise NotExpressible("no signed distance of triangles")
    found = fcl.DistanceResult()
    request = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)
    signed = fcl.distance(a, b, request, found)
    answer["signed"] = signed
    if not meshes and signed != 0:
        on_a, on_b = found.nearest_points
        answer["normal"] = ((on_b - on_a) / signed).tolist()
    return answer


def by_contact(row):
    if row["query"] == "distance":
        raise NotExpressible("contacts tell no distances")
    a, b = pair(row)
    found = fcl.CollisionResult()
    request = fcl.CollisionRequest(num_max_contacts=100, enable_contact=True)
    answer = {"intersects": fcl.collide(a, b, request, found) > 0}
    if row["query"] == "intersect":
        return answer
    deepest = max(found.contacts, key=lambda contact: contact.penetration_depth, default=None)
    if deepest is None:
        return answer | {"signed": float("inf")}
    # The normal points from its first geometry to its second, and FCL swaps a shape and a mesh.
    swapped = isinstance(deepest.o1, fcl.BVHModel) and not is_mesh(row["a"])
    sign = -1.0 if swapped else 1.0
    normal = sign * numpy.ravel(deepest.normal)
    return answer | {"signed": -deepest.penetration_depth, "normal": normal.tolist()}


def pair(row):
    if row["dim"] == 2:
        raise NotExpressible("FCL lives in space")
    if row["query"] == "cast":
        raise NotExpressible("continuousCollide takes end poses, not a velocity")
    return placed(row["a"]), placed(row["b"])


def is_mesh(shape):
    flat = "vertices" in shape and flat_faces(numpy.array(shape["vertices"])) is not None
    return flat and shape["type"] in ("triangle", "hull")


def placed(shape):
    return fcl.CollisionObject(geometry(shape), fcl.Transform(*frame(shape)))


def geometry(shape):
    match shape["type"]:
        # FCL has no points; a ball of radius 0 replaces one.
        case "point":
            return fcl.Sphere(0.0)
        case "sphere":
            return fcl.Sphere(shape["radius"])
        case "box":
            return fcl.Box(*(2 * h for h in shape["half_extents"]))
        case "capsule":
            return fcl.Capsule(shape["radius"], 2 * half_height(shape))
        case "cylinder":
            return fcl.Cylinder(shape["radius"], 2 * half_height(shape))
        case "triangle" | "hull":
            points = numpy.array(shape["vertices"], dtype=float)
            faces = flat_faces(points)
            return hull(points) if faces is None else mesh(points, faces)
    raise NotExpressible(shape["type"])


def hull(points):
    facets = ConvexHull(points)
    kept = {old: new for new, old in enumerate(facets.vertices)}
    faces = []
    for corners, plane in zip(facets.simplices, facets.equations, strict=True):
        a, b, c = points[corners]
        outward = numpy.dot(numpy.cross(b - a, c - a), plane[:3]) > 0
        faces += [3, *(kept[i] for i in (corners if outward else corners[::-1]))]
    return fcl.Convex(points[facets.vertices], len(facets.simplices), numpy.array(faces))


def mesh(points, faces):
    """For a flat set: `Convex` needs a volume, and `TriangleP` has no queries."""
    model = fcl.BVHModel()
    model.beginModel(len(faces), len(points))
    model.addSubModel(points, faces)
    model.endModel()
    return model


PEERS = {"FCL distance": by_distance, "FCL contact": by_contact}
