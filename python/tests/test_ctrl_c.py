"""Ctrl-C ends every call that can take long: each is begun in a program of its own, with a size at
which it takes many seconds."""

import os

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

BEGIN = """
import numpy as np, clearance as cl, clearance.fcl as fcl, itertools
random = np.random.default_rng(1)

def torus(n, radius=1.0):
    u, v = (np.arange(n) * 2 * np.pi / n for _ in "uv")
    u, v = (x.ravel() for x in np.meshgrid(u, v, indexing="ij"))
    points = np.stack([(radius + 0.4 * np.cos(v)) * np.cos(u),
                       (radius + 0.4 * np.cos(v)) * np.sin(u), 0.4 * np.sin(v)], axis=1)
    i, j = (x.ravel() for x in np.meshgrid(np.arange(n), np.arange(n), indexing="ij"))
    at = lambda i, j: (i % n) * n + j % n
    quads = np.stack([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)], axis=1)
    return points, np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])

def heap(n):
    scene = cl.Scene()
    for i in range(n):
        scene.add(f"{i}", cl.cuboid([0.5, 0.4, 0.3]), random.normal(size=3) * 0.2)
    return scene

def meshes(n, sides):
    scene = cl.Scene()
    for i in range(n):
        q = random.normal(size=4)
        at = cl.Pose.xyzw(random.normal(size=3) * 0.01, q / np.sqrt(q @ q))
        scene.add(f"{i}", torus(sides), at, by="triangles")
    return scene

def model(n):
    made = fcl.BVHModel()
    made.beginModel()
    made.addSubModel(*torus(n))
    made.endModel()
    return made

def sphere(n):
    points = random.normal(size=(n, 3))
    return points / np.linalg.norm(points, axis=1, keepdims=True)

def go():
    print("go", flush=True)
"""

CALLS = {
    "nearest of a heap": "s = heap(3000); go(); s.nearest()",
    "pairs of a heap": "s = heap(3000); go(); s.pairs_within(0.1)",
    "pairs of a heap, two threads": "s = heap(3000); go(); s.pairs_within(0.1, threads=2)",
    "against another": "s, t = heap(2000), heap(2000); go(); s.nearest(t)",
    "nearest of meshes": "s = meshes(2, 100); go(); s.nearest()",
    "pairs of two meshes": "s = meshes(2, 100); go(); s.pairs_within(0.1)",
    "pairs of six meshes": "s = meshes(6, 60); go(); s.pairs_within(0.1)",
    "pairs of six, two threads": "s = meshes(6, 60); go(); s.pairs_within(0.1, threads=2)",
    "hull": "p = sphere(60_000); go(); cl.hull(p)",
    "mesh": "p = sphere(60_000); f = np.arange(60_000).reshape(-1, 3); go();"
            "cl.mesh(p, f, hull=True)",
    "Scene.add": "p = sphere(60_000); f = np.arange(60_000).reshape(-1, 3); s = cl.Scene(); go();"
                 "s.add('a', (p, f), by='hull')",
    "support": "h = cl.hull(sphere(3000)); d = sphere(300_000); go(); h.support(d)",
    "Compound": "v, f = torus(700); go(); fcl._meshes._bodies.surface(v, f)",
    "fcl.collide": "a = model(150); q = [0.6, 0.8, 0, 0]; o, p = fcl.CollisionObject(a), "
        "fcl.CollisionObject(a, fcl.Transform(q, [0.01, 0, 0])); go();"
        "fcl.collide(o, p, fcl.CollisionRequest(10**6)); fcl.distance(o, p)",
    "fcl.distance": "a = model(150); q = [0.6, 0.8, 0, 0]; o, p = fcl.CollisionObject(a), "
        "fcl.CollisionObject(a, fcl.Transform(q, [0.01, 0, 0])); go();"
        "fcl.distance(o, p, fcl.DistanceRequest(enable_signed_distance=True))",
    "continuousCollide": "a = model(60); o, p = fcl.CollisionObject(a), fcl.CollisionObject(a, "
        "fcl.Transform([0, 0, 0.8 + 2e-7])); go();"
        "fcl.continuousCollide(o, fcl.Transform(), p, fcl.Transform([3.0, 0, 0.8 + 2e-7]), "
        "fcl.ContinuousCollisionRequest(toc_err=1e-7))",
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_ends(call, ends_by_ctrl_c):
    # What ends before the signal is begun again.
    first, last = CALLS[call].split("go();")
    ends_by_ctrl_c(f"{BEGIN}\n{first}\ngo()\nwhile True:\n    {last.strip()}\n", after=0.5)
