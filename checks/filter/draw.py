"""Pairs of every kind that the filter takes, and of every family that is hard for it; half of each
family within rounding of contact."""

from __future__ import annotations

import itertools

import numpy as np

import clearance as cl


def turns(rng, n):
    q = rng.normal(size=(n, 4))
    return q / np.linalg.norm(q, axis=1, keepdims=True)


# The 24 rotations of the grid's axes, as quaternions.
GRID = [
    np.array(q) / np.linalg.norm(q)
    for q in itertools.product([-1, 0, 1], repeat=4)
    if np.count_nonzero(q) in (1, 2, 4) and next(x for x in q if x) > 0
]


def product(p, q):
    px, py, pz, pw = p.T
    qx, qy, qz, qw = q.T
    return np.stack(
        [
            pw * qx + px * qw + py * qz - pz * qy,
            pw * qy - px * qz + py * qw + pz * qx,
            pw * qz + px * qy - py * qx + pz * qw,
            pw * qw - px * qx - py * qy - pz * qz,
        ],
        axis=1,
    )


def cloud(rng, corners, scale):
    points = rng.normal(size=(corners, 3))
    return points / np.linalg.norm(points, axis=1, keepdims=True) * scale


def prism(rng, sides, scale):
    around = np.arange(sides) * 2 * np.pi / sides
    ring = np.stack([np.cos(around), 0 * around, np.sin(around)], axis=1)
    return np.concatenate([ring + [0, 0.5, 0], ring - [0, 0.5, 0]]) * scale


def solids(rng, count, scale=lambda rng: 10 ** rng.uniform(-1, 0.3, 3)):
    """Of all kinds in turn; half of them of numbers that float32 has."""
    made = []
    for i in range(count):
        s = scale(rng)
        if i % 2:
            s = s.astype("f4").astype(float)
        kind = i % 10
        if kind == 0:
            made.append(cl.ball(s[0]))
        elif kind in (1, 2):
            made.append(cl.cuboid(s))
        elif kind == 3:
            made.append(cl.capsule(s[0], s[1]))
        elif kind == 4:
            made.append(cl.hull(cloud(rng, 4, s)))
        elif kind == 5:
            made.append(cl.hull(cloud(rng, 12, s).astype("f4").astype(float)))
        elif kind == 6:
            made.append(cl.hull(cloud(rng, 64, s)))
        elif kind == 7:
            made.append(cl.hull(prism(rng, 3 + i % 7, s)))
        elif kind == 8:
            made.append(cl.cuboid(s).rounded(s.min() / 4))
        else:
            made.append(cl.hull(cloud(rng, 8, s)).rounded(s.min() / 8))
    return made


def flat(rng, count):
    made = []
    for i in range(count):
        p = cloud(rng, 6, 1.0)
        kind = i % 8
        if kind == 0:
            made.append(cl.point(p[0]))
        elif kind == 1:
            made.append(cl.segment(p[0], p[1]))
        elif kind == 2:
            made.append(cl.triangle(p[0], p[1], p[2]))
        elif kind == 3:
            made.append(cl.hull(p * [1, 0, 1]))
        elif kind == 4:
            made.append(cl.cuboid([1.0, 0.0, 0.5]))
        elif kind == 5:
            made.append(cl.capsule(0.0, 0.5) if i % 3 else cl.capsule(0.5, 0.0))
        elif kind == 6:
            made.append(cl.ball(0.0) if i % 3 else cl.segment(p[0], p[0]))
        else:
            made.append([cl.cuboid([0.5, 0.5, 0.5]), cl.ball(0.5), cl.hull(p)][i % 3])
    return made


def thin(rng):
    return 10 ** np.array([rng.uniform(-0.5, 0.3), *rng.uniform(-5, 0, 2)])[rng.permutation(3)]


def whole(rng):
    return rng.integers(1, 9, 3) / 8.0


def reach(shape):
    return cl.bounding_ball(shape, None).radius


class Drawn:
    """Pairs of one family: shapes, which of them, and poses of float32."""

    def __init__(self, shapes, a, b, at_a, turn_a, at_b, turn_b, near):
        self.shapes, self.a, self.b, self.near = shapes, a, b, near
        with np.errstate(under="ignore"):
            self.poses = [x.astype("f4") for x in (at_a, turn_a, at_b, turn_b)]

    def operands(self):
        """What the verbs of `clearance` take."""
        at_a, turn_a, at_b, turn_b = self.poses
        listed = cl.Shapes(self.shapes)
        return (
            listed[self.a],
            cl.Pose.xyzw(at_a, turn_a),
            listed[self.b],
            cl.Pose.xyzw(at_b, turn_b),
        )


FAMILIES = (
    "common",
    "parallel",
    "aligned",
    "touching",
    "thin",
    "unlike",
    "tiny",
    "huge",
    "nested",
    "far",
    "degenerate",
    "quaternions",
)


def draw(family, n, seed):
    rng = np.random.default_rng([FAMILIES.index(family), seed])
    count = 60
    scale, apart = 1.0, 1.5
    if family == "thin":
        shapes = solids(rng, count, thin)
    elif family in ("aligned", "touching"):
        shapes = solids(rng, count, whole)
    elif family == "degenerate":
        shapes = flat(rng, 64)
    elif family == "unlike":
        shapes = solids(rng, count, lambda rng: 10 ** rng.uniform(-4, 0) * rng.uniform(0.3, 1, 3))
    else:
        scale = {"tiny": 2.0**-50, "huge": 2.0**50}.get(family, 1.0)
        shapes = solids(rng, count, lambda rng: scale * 10 ** rng.uniform(-1, 0.3, 3))
    sizes = np.array([reach(shape) for shape in shapes])
    a, b = rng.integers(0, len(shapes), (2, n))
    if family == "nested":
        order = np.argsort(sizes)
        a, b = order[rng.integers(30, 60, n)], order[rng.integers(0, 30, n)]
        apart = 0.1
    if family == "far":
        apart = 10 ** rng.uniform(0, 5, (n, 1))
    turn_a, turn_b = turns(rng, n), turns(rng, n)
    both = (sizes[a] + sizes[b])[:, None]
    at_a = rng.normal(size=(n, 3)) * scale
    offset = rng.normal(size=(n, 3)) * both * apart / np.sqrt(3)
    grid = np.array(GRID)[rng.integers(0, len(GRID), n)]
    if family == "parallel":
        turn_b = product(turn_a, grid)
        straight = rng.random(n) < 0.5
        offset[straight] *= np.eye(3)[rng.integers(0, 3, straight.sum())]
    if family in ("aligned", "touching"):
        turn_a = np.tile([0.0, 0.0, 0.0, 1.0], (n, 1))
        turn_b = grid if family == "touching" else turn_a
        at_a, offset = np.round(at_a * 8) / 8, np.round(offset * 8) / 8
    if family == "quaternions":
        turn_a *= 10 ** rng.uniform(-5, 5, (n, 1))
        turn_b *= 10 ** rng.uniform(-5, 5, (n, 1))
        turn_a[rng.random((n, 4)) < 0.2] *= 1e-38
        turn_b[:, rng.integers(0, 3)] *= 1e-39
        turn_a[np.abs(turn_a).max(axis=1) < 1e-6] = [0, 0, 0, 1]
    if family == "degenerate":
        # Some in one plane, some the same twice.
        flat_ones = rng.random(n) < 0.3
        turn_a[flat_ones] = turn_b[flat_ones] = [0, 0, 0, 1]
        offset[flat_ones] *= [1, 0, 1]
        same = rng.random(n) < 0.02
        b[same], turn_b[same], offset[same] = a[same], turn_a[same], 0.0
    near = rng.random(n) < 0.5
    if family == "far":
        offset[near] *= both[near] / np.linalg.norm(offset[near], axis=1, keepdims=True)
        at_a = at_a + rng.normal(size=(n, 3)) * 100
    # Those near contact: brought to it along the way out, and then off by a little or nothing.
    found = Drawn(shapes, a, b, at_a, turn_a, at_a + offset, turn_b, near)
    if near.any():
        some = Drawn(shapes, a[near], b[near], *(x[near] for x in found.poses), near[near])
        at = cl.proximity(*some.operands(), threads=0)
        off = 10 ** rng.uniform(-9, -4.5, near.sum()) * both[near, 0]
        off *= rng.choice([-1.0, 0.0, 1.0], near.sum(), p=[0.45, 0.1, 0.45])
        moved = some.poses[2].astype(float) + at.normal * (off - at.distance)[:, None]
        if family == "touching":
            # In whole numbers it stays; one in three is missed by an ulp of float32.
            step = some.poses[2].astype(float) - at.normal * at.distance[:, None]
            moved = (np.round(step * 64) / 64).astype("f4")
            missed = rng.random(len(moved)) < 1 / 3
            to = np.where(rng.random(moved.shape) < 0.5, np.inf, -np.inf).astype("f4")
            moved[missed] = np.nextafter(moved, to)[missed]
        found.poses[2][near] = moved
    return found
