#!/usr/bin/env python3
"""Coal, python-fcl and MuJoCo on the benchmark's own pairs, called from a Python loop: each figure
includes some 100 to 1000 ns of Python.

    cargo run --profile dist --features peers -- --export target/pairs.jsonl
    python3 -m venv target/wheels && target/wheels/bin/pip install -r peers/requirements.txt
    target/wheels/bin/python peers/wheels.py target/pairs.jsonl [shapes ...]

Prints a table of nanoseconds a call, with the worst error (parts of the size) and the number of
wrong answers, against the truth in the file. Poses and shapes are built beforehand. MuJoCo keeps
the poses of all its shapes in arrays, so they are set inside the loop.
"""

import importlib.metadata
import json
import sys
import time

import numpy as np

# Capsule, cylinder and cone lie along y in the file and along z in all three libraries.
UPRIGHT = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
ALONG_Y = ("capsule", "cylinder", "cone")
QUERIES = [
    ("bool", "far"),
    ("bool", "near"),
    ("bool", "shallow"),
    ("bool", "deep"),
    ("dist", "far"),
    ("dist", "near"),
    ("pen", "shallow"),
    ("pen", "deep"),
]


def rotation(quaternion):
    x, y, z, w = np.array(quaternion) / np.linalg.norm(quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def pose(at, form):
    turned = rotation(at[1])
    return (turned @ UPRIGHT if form["kind"] in ALONG_Y else turned), np.array(at[0])


class Coal:
    name = "coal"

    def __init__(self):
        import coal

        self.lib = coal

    def shape(self, form):
        coal, kind = self.lib, form["kind"]
        if kind == "box":
            return coal.Box(*(2 * x for x in form["half"]))
        if kind == "ellipsoid":
            return coal.Ellipsoid(*form["half"])
        if kind == "ball":
            return coal.Sphere(form["radius"])
        if kind in ALONG_Y:
            made = {"capsule": coal.Capsule, "cylinder": coal.Cylinder, "cone": coal.Cone}[kind]
            return made(form["radius"], 2 * form["half_height"])
        points, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
        for point in form["points"]:
            points.append(np.array(point))
        for triangle in form["triangles"]:
            triangles.append(coal.Triangle(*triangle))
        return coal.Convex(points, triangles)

    def prepare(self, data):
        pools = [[self.shape(form) for form in data[side]] for side in "ab"]
        return [
            (
                pools[0][p["a"]],
                self.lib.Transform3s(*pose(p["at_a"], data["a"][p["a"]])),
                pools[1][p["b"]],
                self.lib.Transform3s(*pose(p["at_b"], data["b"][p["b"]])),
            )
            for p in data["pairs"]
        ]

    def ask(self, verb):
        coal = self.lib
        if verb == "dist":
            request, result = coal.DistanceRequest(), coal.DistanceResult()

            def distance(a, at_a, b, at_b):
                result.clear()
                length = coal.distance(a, at_a, b, at_b, request, result)
                return length <= 0, length

            return distance
        request, result = coal.CollisionRequest(), coal.CollisionResult()
        request.enable_contact = verb == "pen"

        def collide(a, at_a, b, at_b):
            result.clear()
            hit = coal.collide(a, at_a, b, at_b, request, result) > 0
            if verb == "pen":
                # It reports the signed distance there.
                return hit, abs(result.getContact(0).penetration_depth) if hit else 0.0
            return hit, None

        return collide


class Fcl:
    name = "python-fcl"

    def __init__(self):
        import fcl

        self.lib = fcl

    def shape(self, form):
        fcl, kind = self.lib, form["kind"]
        if kind == "box":
            return fcl.Box(*(2 * x for x in form["half"]))
        if kind == "ellipsoid":
            return fcl.Ellipsoid(*form["half"])
        if kind == "ball":
            return fcl.Sphere(form["radius"])
        if kind in ALONG_Y:
            made = {"capsule": fcl.Capsule, "cylinder": fcl.Cylinder, "cone": fcl.Cone}[kind]
            return made(form["radius"], 2 * form["half_height"])
        faces = [index for triangle in form["triangles"] for index in (3, *triangle)]
        return fcl.Convex(np.array(form["points"]), len(form["triangles"]), np.array(faces))

    def prepare(self, data):
        fcl = self.lib
        pools = [[self.shape(form) for form in data[side]] for side in "ab"]

        def placed(side, pair):
            index = pair["ab"[side]]
            at = pose(pair["at_" + "ab"[side]], data["ab"[side]][index])
            return fcl.CollisionObject(pools[side][index], fcl.Transform(*at))

        return [(placed(0, pair), placed(1, pair)) for pair in data["pairs"]]

    def ask(self, verb):
        fcl = self.lib
        if verb == "dist":
            request = fcl.DistanceRequest()

            def distance(a, b):
                length = fcl.distance(a, b, request, fcl.DistanceResult())
                return length <= 0, length

            return distance
        request = fcl.CollisionRequest(enable_contact=verb == "pen")

        def collide(a, b):
            result = fcl.CollisionResult()
            hit = fcl.collide(a, b, request, result) > 0
            if verb == "pen":
                return hit, max((c.penetration_depth for c in result.contacts), default=0.0)
            return hit, None

        return collide


class Mujoco:
    name = "mujoco"

    def __init__(self):
        import mujoco

        self.lib = mujoco

    def geom(self, spec, name, form):
        kind, geom = form["kind"], self.lib.mjtGeom
        if kind == "hull" or kind == "cone":
            if kind == "cone":
                return False
            spec.add_mesh(
                name=name, uservert=np.ravel(form["points"]), userface=np.ravel(form["triangles"])
            )
            spec.worldbody.add_geom(name=name, type=geom.mjGEOM_MESH, meshname=name)
            return True
        sizes = {
            "box": lambda: form["half"],
            "ellipsoid": lambda: form["half"],
            "ball": lambda: [form["radius"], 0, 0],
            "capsule": lambda: [form["radius"], form["half_height"], 0],
            "cylinder": lambda: [form["radius"], form["half_height"], 0],
        }
        types = {
            "box": geom.mjGEOM_BOX,
            "ellipsoid": geom.mjGEOM_ELLIPSOID,
            "ball": geom.mjGEOM_SPHERE,
            "capsule": geom.mjGEOM_CAPSULE,
            "cylinder": geom.mjGEOM_CYLINDER,
        }
        spec.worldbody.add_geom(name=name, type=types[kind], size=sizes[kind]())
        return True

    def prepare(self, data):
        mujoco, spec = self.lib, self.lib.MjSpec()
        spec.option.ccd_iterations = 200
        for side in "ab":
            for index, form in enumerate(data[side]):
                if not self.geom(spec, f"{side}{index}", form):
                    return None
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        mujoco.mj_forward(self.model, self.data)
        return [
            (*self.placed(data, pair, "a"), *self.placed(data, pair, "b")) for pair in data["pairs"]
        ]

    def placed(self, data, pair, side):
        form = data[side][pair[side]]
        turned, moved = pose(pair["at_" + side], form)
        number = self.model.geom(f"{side}{pair[side]}").id
        mesh = self.model.geom_dataid[number]
        if mesh >= 0:
            # It keeps a mesh about its centre of mass, along its axes of inertia.
            w, x, y, z = self.model.mesh_quat[mesh]
            moved = moved + turned @ self.model.mesh_pos[mesh]
            turned = turned @ rotation([x, y, z, w])
        return number, moved, np.ravel(turned)

    def ask(self, verb):
        if verb == "bool":
            return None
        model, data, distance = self.model, self.data, self.lib.mj_geomDistance
        fromto = np.zeros(6)

        def length(a, p, r, b, q, s):
            data.geom_xpos[a], data.geom_xmat[a] = p, r
            data.geom_xpos[b], data.geom_xmat[b] = q, s
            found = distance(model, data, a, b, 1e3, fromto)
            return found <= 0, abs(found)

        return length


def judge(answers, pairs):
    worst, wrong = 0.0, 0
    for (hit, length), pair in zip(answers, pairs, strict=True):
        if hit != (pair["truth"] <= 0):
            wrong += 1
        elif length is not None:
            worst = max(worst, (abs(length - abs(pair["truth"])) - pair["gap"]) / pair["size"])
    return worst, wrong


def measure(library, data, verb):
    prepared = library.prepare(data)
    ask = library.ask(verb) if prepared else None
    if ask is None:
        return "–"
    worst, wrong = judge([ask(*pair) for pair in prepared], data["pairs"])
    times = []
    for _ in range(9):
        start = time.thread_time_ns()
        for pair in prepared:
            ask(*pair)
        times.append((time.thread_time_ns() - start) / len(prepared))
    note = ", ".join(
        ([f"{worst:.0e}"] if worst > 0 else []) + ([f"{wrong} wrong"] if wrong else [])
    )
    return f"{min(times):.0f}" + (f" ({note})" if note else "")


def main():
    libraries = []
    for made in (Coal, Fcl, Mujoco):
        try:
            libraries.append(made())
        except ImportError as error:
            print(f"{made.name}: {error}", file=sys.stderr)
    versions = ", ".join(f"{lib.name} {importlib.metadata.version(lib.name)}" for lib in libraries)
    print(
        "Nanoseconds a call from a Python loop (worst error in parts of the size, wrong answers): "
        f"{versions}.\n"
    )
    print("| shapes | query | " + " | ".join(lib.name for lib in libraries) + " |")
    print("| --- | --- | " + " | ".join("---:" for _ in libraries) + " |")
    with open(sys.argv[1], encoding="utf-8") as file:
        for line in file:
            data = json.loads(line)
            if len(sys.argv) > 2 and data["shapes"] not in sys.argv[2:]:
                continue
            for verb, regime in QUERIES:
                if regime == data["regime"]:
                    cells = [measure(lib, data, verb) for lib in libraries]
                    print(
                        f"| {data['shapes']} | {verb} {regime} | " + " | ".join(cells) + " |",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
