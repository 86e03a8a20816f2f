"""Whether two solids overlap, in rational numbers and nothing else: of balls, capsules, boxes, and
hulls of few corners; where a pair is of other kinds, `None`."""

from __future__ import annotations

import itertools
from fractions import Fraction as F

# More pairs of edges than this take too long.
MOST_CORNERS = 8


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def minus(a, b):
    return [x - y for x, y in zip(a, b, strict=True)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def rotation(q):
    """The matrix of q / |q|, exact."""
    x, y, z, w = q
    n = x * x + y * y + z * z + w * w
    return [
        [1 - 2 * (y * y + z * z) / n, 2 * (x * y - z * w) / n, 2 * (x * z + y * w) / n],
        [2 * (x * y + z * w) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - x * w) / n],
        [2 * (x * z - y * w) / n, 2 * (y * z + x * w) / n, 1 - 2 * (x * x + y * y) / n],
    ]


def fractions(numbers):
    return [F(float(number)) for number in numbers]


class Body:
    """The hull of corners in the world, grown by a radius; its edges and normals, or more."""

    def __init__(self, shape, at, turn):
        self.radius = F(0)
        while shape.kind == "rounded":
            self.radius += F(shape.radius)
            shape = shape.inner
        self.core = shape
        if shape.kind in ("ball", "capsule"):
            self.radius += F(shape.radius)
            height = F(shape.half_height) if shape.kind == "capsule" else F(0)
            local = [[F(0), height, F(0)], [F(0), -height, F(0)]][: 2 if height else 1]
        elif shape.kind == "cuboid":
            local = list(itertools.product(*([h, -h] for h in fractions(shape.half_extents))))
        else:
            local = [fractions(corner) for corner in shape.vertices]
        self.turn, self.at = rotation(fractions(turn)), fractions(at)
        self.corners = [
            [dot(row, p) + t for row, t in zip(self.turn, self.at, strict=True)] for p in local
        ]

    def axes(self):
        """Directions of edges, and normals."""
        if self.core.kind == "cuboid":
            columns = [list(column) for column in zip(*self.turn, strict=True)]
            return columns, columns
        c = self.corners
        return (
            [minus(q, p) for p, q in itertools.combinations(c, 2)],
            [cross(minus(q, p), minus(r, p)) for p, q, r in itertools.combinations(c, 3)],
        )

    def is_flat(self):
        p = self.corners[0]
        return not any(
            dot(minus(q, p), cross(minus(r, p), minus(s, p)))
            for q, r, s in itertools.combinations(self.corners[1:], 3)
        )

    def square_from(self, p):
        """The square of the distance of a point from a box."""
        away = minus(p, self.at)
        local = [sum(self.turn[i][k] * away[i] for i in range(3)) for k in range(3)]
        half = fractions(self.core.half_extents)
        over = [max(abs(x) - h, F(0)) for x, h in zip(local, half, strict=True)]
        return dot(over, over)


def between_segments(a, b):
    """The square of the distance: its gradient is linear, so least at one of nine places."""
    p, q = a[0], b[0]
    d, e, r = minus(a[-1], p), minus(b[-1], q), minus(a[0], b[0])
    dd, ee, de, dr, er = dot(d, d), dot(e, e), dot(d, e), dot(d, r), dot(e, r)

    def at(s, t):
        y = [r[i] + s * d[i] - t * e[i] for i in range(3)]
        return dot(y, y)

    def clamped(number):
        return min(max(number, F(0)), F(1))

    found = []
    whole = dd * ee - de * de
    if whole:
        s, t = (de * er - ee * dr) / whole, (dd * er - de * dr) / whole
        if 0 <= s <= 1 and 0 <= t <= 1:
            found.append(at(s, t))
    ends = F(0), F(1)
    found += [at(s, clamped((er + s * de) / ee) if ee else F(0)) for s in ends]
    found += [at(clamped((t * de - dr) / dd) if dd else F(0), t) for t in ends]
    return min(found)


def polytopes_meet(a, b):
    """No plane along a face of one, nor along an edge of each, has all of one beyond the other."""
    (edges_a, normals_a), (edges_b, normals_b) = a.axes(), b.axes()
    crossed = (cross(e, f) for e in edges_a for f in edges_b)
    for axis in itertools.chain(normals_a, normals_b, crossed):
        of_a, of_b = [dot(axis, p) for p in a.corners], [dot(axis, p) for p in b.corners]
        if max(of_a) < min(of_b) or max(of_b) < min(of_a):
            return False
    return True


def overlap(drawn, i):
    """Of pair `i` of what `draw` drew."""
    at_a, turn_a, at_b, turn_b = (part[i] for part in drawn.poses)
    a = Body(drawn.shapes[drawn.a[i]], at_a, turn_a)
    b = Body(drawn.shapes[drawn.b[i]], at_b, turn_b)
    square = (a.radius + b.radius) ** 2
    if len(a.corners) <= 2 and len(b.corners) <= 2:
        return between_segments(a.corners, b.corners) <= square
    for one, box in ((a, b), (b, a)):
        if len(one.corners) == 1 and box.core.kind == "cuboid":
            return box.square_from(one.corners[0]) <= square
    if square or max(len(a.corners), len(b.corners)) > MOST_CORNERS or a.is_flat() or b.is_flat():
        return None
    return polytopes_meet(a, b)
