#!/usr/bin/env python3
"""Checks certificates of the command `clearance` in exact arithmetic, and shares no line with it.

    clearance pair box:1,1,1 sphere:0.5 --move-b 4,0,0 --certificate proof.json
    python3 check_certificate.py proof.json          (- is standard input)

A document is a line with a `query`, the pair, and its `certificate`: of a pair, a cast or contact
points. Exit status: 0 all are verified, 1 one is refused, 2 one has what this program does not
know, or cannot be read.

A shape is a core grown by a ball: a body is `core + radius`. Floats are taken as they are, and a
quaternion q stands for the rotation p -> q p q̄ / |q|², which is rational. A cosine and sine (c, s)
of the plane stand for the rotation by (c, s) / √(c² + s²): with two such shapes all numbers are
a + b √m + c √n + d √mn, and signs are found by squaring. Lengths are compared by squares. What
takes another root, heights of curved shapes, is rounded to the unfavourable side by 2^-255.

What is proved, with D the differences a - b of points of the two cores, a convex body, and r the
sum of the radii; the signed distance of the shapes is that of the origin to D (negative: the depth
inside), less r:
* `lower`: along any direction d, B's lowest point is above A's highest by some height h; then the
  shapes are h / |d| - r apart at least.
* `upper` by `pairs`: each pair of points is a point of D, so the hull of the pairs is part of D,
  and none of its points is nearer than the nearest of D. Its own nearest is the foot of the
  perpendicular on the flat through the pairs, if no weight of the foot is negative.
* `upper` by `facets`: a closed surface of triangles (edges, in the plane) between points of D, with
  the origin strictly inside all of them, winds around the origin. So every ray from the origin
  meets a facet, no nearer than the nearest of their planes: D holds a ball as large as that.
* beside a half-space the only direction is its normal, and one point of the other shape proves
  `upper`.
Of a motion without turning: along a fixed direction the height changes evenly, so shapes apart at
both ends of a span of time are apart in between; and what B covers in it is convex.

Evidence is looked at where something is claimed that needs it. Keys of the line and of the answer
beside a certificate that are not named here are remarks, and passed over; others are refused. Not
known: frusta, meshes, poses by `matrix` alone, motions that turn, sums and uneven stretchings of
curved shapes; nor, where a proof fails, which of more than 40 points that a hull lists are its
corners.
"""

import json
import math
import struct
import sys
from fractions import Fraction


class Refused(Exception):
    """Not proved, and why."""


class Unknown(Exception):
    """What this program does not know."""


def need(holds, reason):
    if not holds:
        raise Refused(reason)


# --- Numbers -------------------------------------------------------------------------------------


class Surd:
    """`a + b √m + c √n + d √mn`, exactly. Place i of the parts has √m if bit 0 of i is set, √n if
    bit 1 is: places i and j make place i ^ j, and m or n for each root that both have."""

    def __init__(self, parts, roots):
        self.parts, self.roots = parts, roots

    def __add__(self, other):
        parts = other.parts if isinstance(other, Surd) else (other, 0, 0, 0)
        return Surd([x + y for x, y in zip(self.parts, parts, strict=True)], self.roots)

    def __mul__(self, other):
        if not isinstance(other, Surd):
            return Surd([x * other for x in self.parts], self.roots)
        m, n = self.roots
        parts = [0, 0, 0, 0]
        for i, x in enumerate(self.parts):
            for j, y in enumerate(other.parts):
                if x and y:
                    parts[i ^ j] += x * y * (1, m, n, m * n)[i & j]
        return Surd(parts, self.roots)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    __radd__, __rmul__ = __add__, __mul__

    def __gt__(self, other):
        return sign(self - other) > 0

    def __lt__(self, other):
        return sign(self - other) < 0

    def sign(self):
        a, b, c, d = self.parts
        m, n = self.roots

        def of_sum(x, y, squares):
            """The sign of x + y by the signs of x, y and x² - y²."""
            return (x or y) if x * y >= 0 else x * squares

        def over_m(x, y):
            """The sign of x + y √m."""
            return of_sum(sign(x), sign(y), sign(x * x - y * y * m))

        squares = over_m(a * a + b * b * m - n * (c * c + d * d * m), 2 * (a * b - n * c * d))
        return of_sum(over_m(a, b), over_m(c, d), squares)


def sign(x):
    return x.sign() if isinstance(x, Surd) else (x > 0) - (x < 0)


def root(square, up):
    """A root, rounded up or down after 256 digits; one with fewer is exact."""
    if isinstance(square, Surd):  # Along one shape's own axes, squares have no roots left.
        need(not any(square.parts[1:]), "a square is not rational")
        square = Fraction(square.parts[0])
    square = Fraction(square)
    product = square.numerator * square.denominator
    shift = max(0, 512 - product.bit_length()) // 2 + 1
    whole = math.isqrt(product << 2 * shift)
    whole += up and whole * whole != product << 2 * shift
    return Fraction(whole, square.denominator << shift)


def at_least(length, bound):
    """Whether `height / √square >= bound`."""
    height, square = length
    squares = sign(height * height - square * (bound * bound))
    if sign(height) >= 0:
        return bound < 0 or squares >= 0
    return bound < 0 and squares <= 0


def at_most(length, bound):
    return at_least((-length[0], length[1]), -bound)


# Vectors have three coordinates; in the plane the third is 0.
def dot(p, q):
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


def cross(p, q):
    return tuple(p[i - 2] * q[i - 1] - p[i - 1] * q[i - 2] for i in range(3))


def plus(p, q):
    return tuple(x + y for x, y in zip(p, q, strict=True))


def minus(p, q):
    return tuple(x - y for x, y in zip(p, q, strict=True))


def times(p, factor):
    return tuple(x * factor for x in p)


ORIGIN = (Fraction(0),) * 3


# --- Reading: JSON as exact numbers --------------------------------------------------------------


def once(pairs):
    found = dict(pairs)
    need(len(found) == len(pairs), "an object has a key twice")
    return found


def exact(value, single=False):
    """The float that a JSON number is read as; of a pair in `f32`, rounded to that."""
    need(type(value) in (int, float), f"{value!r:.40} is no number")
    value = float(value)
    if single:
        value = struct.unpack("<f", struct.pack("<f", value))[0]
    need(math.isfinite(value), "a number is too large")
    return Fraction(value)


def keys(value, *known):
    need(isinstance(value, dict), f"{value!r:.40} is no object")
    for key in value:
        need(key in known, f"`{key:.40}` is no key here")


def vector(named, dim):
    """A vector of a certificate."""
    keys(named, *"xyz"[:dim])
    return tuple(exact(named[axis]) for axis in "xyz"[:dim]) + ORIGIN[dim:]


class Reader:
    """Reads shapes and poses of so many dimensions; of f32 where `single`."""

    def __init__(self, dim, single):
        self.dim, self.single, self.doubts = dim, single, False

    def number(self, value):
        return exact(value, self.single)

    def option(self, found, key, otherwise):
        return self.number(otherwise if found.get(key) is None else found[key])

    def length(self, value):
        length = self.number(value)
        need(length >= 0, "a length is negative")
        return length

    def vector(self, value):
        need(isinstance(value, list) and len(value) == self.dim, f"needs {self.dim} numbers")
        return tuple(map(self.number, value)) + ORIGIN[self.dim :]

    def vectors(self, value, count):
        need(len(value) == count, f"needs {count} vertices")
        return [self.vector(point) for point in value]

    def core(self, shape):
        """What it is and its numbers, its radius, and which axis it stands along."""
        kind, take = shape["type"], shape.get
        known = SHAPES.get(kind)
        if known is None or self.dim not in known[0]:
            raise Unknown(f"a shape of type {kind!r:.40}")
        keys(shape, "type", "pose", "margin", *known[1].split())
        axis, radius = take("axis") or "y", Fraction(0)
        need(axis in "xyz"[: self.dim] and len(axis) == 1, "no such axis")
        upright = "y"
        if kind in ("segment", "capsule") and "vertices" not in shape:
            height = self.length(shape["half_height"])
            end = tuple(height * (axis == other) for other in "xyz")
            core = "hull", [[end, times(end, -1)]]
        elif kind in ("segment", "capsule"):
            need(take("half_height") is None and take("axis") is None, "given in two ways")
            core = "hull", [self.vectors(shape["vertices"], 2)]
        elif kind in ("point", "triangle"):
            points = shape["vertices"] if "vertices" in shape else [[0] * self.dim]
            core = "hull", [self.vectors(points, 1 if kind == "point" else 3)]
        elif kind in ("sphere", "circle"):
            core = "hull", [[ORIGIN]]
        elif kind in ("box", "rectangle"):
            half = self.vector(shape["half_extents"])
            need(min(half) >= 0, "a length is negative")
            # Corner i is at the negative end of the axes of its bits.
            signs = [[-1 if i >> k & 1 else 1 for k in range(3)] for i in range(1 << self.dim)]
            core = (
                "hull",
                [[tuple(h * s for h, s in zip(half, side, strict=True)) for side in signs]],
            )
        elif kind in ("hull", "polygon"):
            core = "hull", [self.corners(list(map(self.vector, shape["vertices"])))]
        elif kind in ("cylinder", "cone"):
            r, h = self.length(shape["radius"]), self.length(shape["half_height"])
            core, upright = (kind, (r, h)), axis
        elif kind in ("ellipsoid", "ellipse"):
            radii = self.vector(shape["radii"])
            need(min(radii) >= 0, "a length is negative")
            core = "ellipsoid", radii
            if len(set(radii[: self.dim])) == 1:  # A ball.
                core, radius = ("hull", [[ORIGIN]]), radii[0]
        elif kind == "half_space":
            core = kind, (self.vector(shape["normal"]), self.number(shape["offset"]))
            need(any(core[1][0]), "the normal is no direction")
        elif kind == "rounded":
            core, radius, upright = self.inside(shape["inner"])
        elif kind == "scaled":
            core, radius, upright = self.scaled(shape)
        else:
            (core, radius, upright), (other, more, along) = map(self.inside, (take("a"), take("b")))
            if core[0] != "hull" or other[0] != "hull":
                raise Unknown("a sum of other than polytopes")
            need(upright == along, "a sum of shapes along two axes")
            core, radius = ("hull", core[1] + other[1]), radius + more
        if kind in ("sphere", "circle", "capsule", "rounded"):
            radius += self.length(shape["radius"])
        if take("margin") is not None:
            radius += self.length(shape["margin"])
        return core, radius, upright

    def corners(self, points):
        """Those of a hull as certificates count them, without the points listed within: in space in
        the order of the list, in the plane counter-clockwise from the leftmost, of these the
        lowest."""
        need(points, "a hull of nothing")
        points = list(dict.fromkeys(points))
        if self.dim == 2:
            return chain(sorted(points)) + chain(sorted(points, reverse=True)) or points
        # In whole numbers, and at first by the direction from the mean, which sees most corners.
        scale = max(c.denominator for p in points for c in p)
        whole = [tuple(int(c * scale) for c in p) for p in points]
        if len(points) <= 200:
            ways = [[minus(q, p) for q in whole if q != p] for p in whole]
            plain = [is_below(times(mean(them), -1), them) for them in ways]
        if len(points) > 200 or (len(points) > 40 and not all(plain)):
            # Whichever is named, it is a point of the hull: what is proved then is proved.
            self.doubts = True
            return points
        return [
            p for p, sure, them in zip(points, plain, ways, strict=True) if sure or is_corner(them)
        ]

    def inside(self, shape):
        need("pose" not in shape, "a pose belongs to the outer shape")
        return self.core(shape)

    def scaled(self, shape):
        (kind, data), radius, upright = self.inside(shape["inner"])
        if isinstance(shape["scale"], list):
            need(upright == "y", "one factor alone scales what has an axis")
            factors = self.vector(shape["scale"])
        else:
            factors = (self.number(shape["scale"]),) * self.dim + ORIGIN[self.dim :]
        need(all(factors[: self.dim]), "a factor is zero")
        x, y, z = sizes = tuple(map(abs, factors))
        if len(set(sizes[: self.dim])) == 1:
            radius *= x
        elif radius and kind == "hull" and not any(any(p) for points in data for p in points):
            return ("ellipsoid", times(sizes, radius)), Fraction(0), upright
        elif radius:
            raise Unknown("a rounded shape that is stretched unevenly")
        if kind == "hull":
            stretch = [
                [tuple(c * f for c, f in zip(p, factors, strict=True)) for p in ps] for ps in data
            ]
            return (kind, stretch), radius, upright
        if kind == "ellipsoid":
            return (kind, tuple(r * f for r, f in zip(data, sizes, strict=True))), radius, upright
        if kind in ("cylinder", "cone") and x == z and (kind == "cylinder" or factors[1] > 0):
            return (kind, (data[0] * x, data[1] * y)), radius, upright
        raise Unknown("such a stretched shape")

    def pose(self, pose, upright, place, roots):
        """The rotation, by rows, and the translation. `place` is that of the shape's own root."""
        if pose is None:
            pose = {}
        keys(pose, "translation", "rotation", "matrix", "nearest", "angle")
        if pose.get("matrix") is not None and pose.get("rotation") is None:
            raise Unknown("a pose by a matrix")
        at = ORIGIN if pose.get("translation") is None else self.vector(pose["translation"])
        given = pose.get("rotation")
        if self.dim == 2:
            need(pose.get("angle") in (None, 0), "no floats hold a rotation by an angle")
            given = [1, 0] if given is None else given
            cos, sin = map(self.number, given)
            square = roots[place >> 1] = cos * cos + sin * sin
            need(square > 0, "the rotation is zero")
            # 1 / √m is √m / m.
            part = [0, 0, 0, 0]
            part[place] = 1 / square
            cos, sin = Surd(part, roots) * cos, Surd(part, roots) * sin
            return ((cos, -sin, 0), (sin, cos, 0), (0, 0, Fraction(1))), at
        need(pose.get("angle") is None, "an angle belongs to the plane")
        x, y, z, w = map(self.number, [0, 0, 0, 1] if given is None else given)
        # A cylinder along x or z is one along y, turned by a quarter first.
        p, r = {"x": (0, -1), "y": (0, 0), "z": (1, 0)}[upright]
        x, y, z, w = x + w * p + y * r, y + z * p - x * r, z + w * r - y * p, w - x * p - z * r
        square = x * x + y * y + z * z + w * w
        need(square > 0, "the rotation is zero")
        rows = (
            (w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z),
        )
        return tuple(times(row, 1 / square) for row in rows), at


# The dimensions and keys of each.
SHAPES = {
    "point": ((2, 3), "vertices"),
    "segment": ((2, 3), "vertices half_height axis"),
    "triangle": ((2, 3), "vertices"),
    "sphere": ((3,), "radius"),
    "circle": ((2,), "radius"),
    "capsule": ((2, 3), "vertices half_height radius axis"),
    "box": ((2, 3), "half_extents"),
    "rectangle": ((2,), "half_extents"),
    "cylinder": ((3,), "half_height radius axis"),
    "cone": ((3,), "half_height radius axis"),
    "ellipsoid": ((3,), "radii"),
    "ellipse": ((2,), "radii"),
    "hull": ((2, 3), "vertices stands_for"),
    "polygon": ((2, 3), "vertices stands_for"),
    "half_space": ((2, 3), "normal offset"),
    "rounded": ((2, 3), "inner radius"),
    "scaled": ((2, 3), "inner scale"),
    "sum": ((2, 3), "a b"),
}


def dimensions(shape):
    """How many a line without `dim` means: names decide it, then coordinates."""
    known, place = SHAPES.get(shape["type"], ((3,), "")), shape.get("pose") or {}
    if len(known[0]) == 1:
        return known[0][0]
    lists = shape.get("half_extents"), shape.get("normal"), *(shape.get("vertices") or [])[:1]
    inner = [dimensions(shape[key]) for key in ("inner", "a", "b") if key in shape]
    found = [len(given) for given in lists if given is not None] + [n for n in inner if n]
    return (found + [len(place.get("translation") or []) or 3 * ("rotation" in place)])[0]


def chain(row):
    """The corners of a polygon from the first to the last of a row, without that: those at which it
    turns left."""
    kept = []
    for p in row:
        while len(kept) > 1 and cross(minus(kept[-1], kept[-2]), minus(p, kept[-1]))[2] <= 0:
            kept.pop()
        kept.append(p)
    return kept[:-1]


def is_corner(ways):
    """Whether some direction sees a point above all others, which are `ways` from it. If one does,
    so does the sum of all edges of the cone of such directions: each is square to two of the ways,
    or, of hulls without an inside, to one."""
    across = [n for i, q in enumerate(ways) for r in ways[:i] if any(n := cross(q, r))]
    if not across:
        across = ways
    elif not any(any(cross(across[0], n)) for n in across):
        across = [cross(across[0], way) for way in ways]
    edges = [d for n in across for d in (n, times(n, -1)) if all(dot(d, w) <= 0 for w in ways)]
    return is_below(mean(edges), ways)


def is_below(direction, ways):
    return all(dot(direction, way) < 0 for way in ways)


# --- Judging -------------------------------------------------------------------------------------


class Body:
    """A placed shape: its core in its own frame, and how that stands in the world."""

    def __init__(self, reader, shape, place, roots):
        (self.kind, self.data), self.radius, upright = reader.core(shape)
        self.dim = reader.dim
        self.rows, self.at = reader.pose(shape.get("pose"), upright, place, roots)

    def turned(self, p):
        return tuple(dot(row, p) for row in self.rows)

    def turned_back(self, p):
        return tuple(dot(column, p) for column in zip(*self.rows, strict=True))

    def point(self, named):
        """A point of the core, in the world."""
        if self.kind == "hull":
            keys(named, "corner")
            index, local = named["corner"], ORIGIN
            need(type(index) is int and index >= 0, "a corner has no number")
            for points in self.data:  # Of a sum, the first part's corners are counted first.
                local = plus(local, points[index % len(points)])
                index //= len(points)
            need(index == 0, "a pair names a corner that there is not")
            return plus(self.turned(local), self.at)
        keys(named, "inside")
        x, y, z = p = vector(named["inside"], self.dim)
        across = x * x + z * z
        if self.kind == "ellipsoid":
            flat = all(c == 0 for c, r in zip(p, self.data, strict=True) if r == 0)
            holds = (
                flat and sum(c * c / (r * r) for c, r in zip(p, self.data, strict=True) if r) <= 1
            )
        else:
            r, h = self.data
            holds = -h <= y <= h and across <= r * r
            if self.kind == "cone":  # At the height y it is r (h - y) / 2h wide.
                holds = holds and 4 * h * h * across <= (r * (h - y)) ** 2
        need(holds, "a pair names a point outside of its shape")
        return plus(self.turned(p), self.at)

    def height(self, direction, up=True):
        """How far the core reaches along a direction from the world's origin, or slightly more."""
        x, y, z = d = self.turned_back(direction)
        if self.kind == "hull":
            own = sum((max(dot(d, p) for p in points) for points in self.data), Fraction(0))
        elif self.kind == "ellipsoid":
            squares = [(c * r) * (c * r) for c, r in zip(d, self.data, strict=True)]
            own = root(squares[0] + squares[1] + squares[2], up)
        else:
            r, h = self.data
            rim = r * root(x * x + z * z, up)
            own = max(h * y, rim - h * y) if self.kind == "cone" else h * abs(y) + rim
        return own + dot(direction, self.at)


class Pair:
    """Two placed shapes, and what is proved of them."""

    def __init__(self, a, b):
        self.a, self.b, self.radii = a, b, a.radius + b.radius
        self.wall, self.other = (a, b) if a.kind == "half_space" else (b, a)
        if self.wall.kind != "half_space":
            self.wall = None
        elif self.other.kind == "half_space":
            raise Unknown("two half-spaces")

    def apart(self, direction, up=True):
        """How far apart the cores are along a direction, as a height and the direction's square."""
        if self.wall:
            normal, offset = self.wall.turned(self.wall.data[0]), self.wall.data[1]
            edge = dot(normal, self.wall.at) + offset
            return -self.other.height(times(normal, -1), up) - edge, dot(normal, normal)
        need(any(map(sign, direction)), "there is no direction")
        least = -self.b.height(times(direction, -1), up)
        return least - self.a.height(direction, up), dot(direction, direction)

    def difference(self, pair):
        keys(pair, "on_a", "on_b")
        return minus(self.a.point(pair["on_a"]), self.b.point(pair["on_b"]))

    def over_wall(self, pairs):
        """How high one point is over the half-space."""
        need(len(pairs) == 1, "beside a half-space there is one pair")
        keys(pairs[0], "on_a", "on_b")
        point = self.other.point(pairs[0]["on_a" if self.other is self.a else "on_b"])
        normal, offset = self.wall.turned(self.wall.data[0]), self.wall.data[1]
        return dot(normal, minus(point, self.wall.at)) - offset, dot(normal, normal)

    def holds(self, proof, dim):
        """What a certificate claims, unless its evidence does not prove it."""
        keys(proof, "verdict", "lower", "upper", "direction", "pairs", "weights", "facets")
        verdict, lower, upper = proof["verdict"], proof.get("lower"), proof.get("upper")
        need(verdict in ("Separated", "Intersecting", "Undecided"), "no such verdict")
        lower, upper = (None if x is None else exact(x) for x in (lower, upper))
        need(lower is None or upper is None or lower <= upper, "`lower` is above `upper`")
        direction = mean([vector(d, dim) for d in proof.get("direction", [])])
        pairs, weights = proof.get("pairs", []), list(map(exact, proof.get("weights", [])))
        facets = proof.get("facets", [])
        if lower is not None or verdict == "Separated":
            apart = self.apart(direction)
            need(lower is None or at_least(apart, lower + self.radii), "`lower` is too high")
            need(verdict != "Separated" or not at_most(apart, self.radii), "not separated")
        if upper is not None or verdict == "Intersecting":
            need(pairs, "there are no pairs")
            if facets:
                need(self.wall is None, "a surface beside a half-space")
                planes = surface([self.difference(pair) for pair in pairs], facets, dim)
                reaches = upper is None or all(
                    at_least(plane, -upper - self.radii) for plane in planes
                )
                meets = True
            else:
                if self.wall:
                    near = self.over_wall(pairs)
                else:
                    near = nearest(
                        [self.difference(pair) for pair in pairs],
                        weights,
                        None if upper is None else upper + self.radii,
                    )
                reaches = upper is None or at_most(near, upper + self.radii)
                meets = at_most(near, self.radii)
            need(reaches, "`upper` is too low")
            need(verdict != "Intersecting" or meets, "the pairs prove no common point")
        return verdict, lower, upper

    def holds_cast(self, proof, query, reader):
        """The same of a cast: where B is at a time, seen from A."""
        keys(
            proof,
            "verdict",
            "no_contact_before",
            "contact_by",
            "direction",
            "early",
            "late",
            "weights",
        )
        last, skin = reader.option(query, "max_toi", 1), reader.option(query, "target_distance", 0)
        self.radii += skin
        need(last >= 0 and self.radii >= 0, "no such motion")
        ways = [reader.vector(query[side].get("velocity") or [0] * reader.dim) for side in "ab"]
        start = self.b.at

        def at(time):
            self.b.at = plus(start, times(minus(ways[1], ways[0]), time))
            return self

        verdict, by = proof["verdict"], proof.get("contact_by")
        low, high = exact(proof["no_contact_before"]), None if by is None else exact(by)
        need(0 <= low <= last and (high is None or low <= high), "times out of order")
        separated = verdict == "Separated"
        need(
            verdict == "Undecided"
            or (separated and low == last)
            or (verdict == "Intersecting" and high is not None and high <= last),
            "the times are not those of the verdict",
        )
        if low > 0 or separated:
            direction = mean([vector(d, reader.dim) for d in proof.get("direction", [])])
            need(not at_most(at(0).apart(direction), self.radii), "not apart at the start")
            apart = at(low).apart(direction)
            need(at_least(apart, self.radii), "not apart until then")
            need(not separated or not at_most(apart, self.radii), "in contact at the end")
        if high is not None:
            early, late = proof.get("early", []), proof.get("late", [])
            if self.wall:
                need(not early, "beside a half-space there is one pair")
                near = at(high).over_wall(late)
            else:
                points = [at(low).difference(pair) for pair in early]
                points += [at(high).difference(pair) for pair in late]
                near = nearest(points, list(map(exact, proof.get("weights", []))), None)
            need(at_most(near, self.radii), "no contact is proved")
        return verdict, low, high

    def holds_manifold(self, proof, query, reader):
        """The same of contact points."""
        dim, points = reader.dim, proof["points"]
        keys(proof, "pair", "normal", "tilt", "lower", "upper", "gap", "points")
        lower, upper, gap = (
            None if proof.get(key) is None else exact(proof[key])
            for key in ("lower", "upper", "gap")
        )
        tilt = exact(proof.get("tilt") or 0)
        need((gap is None or gap >= 0) and tilt >= 0, "a bound is negative")
        need(None in (lower, upper) or lower <= upper, "`lower` is above `upper`")
        proved = self.holds(proof["pair"], dim)
        need(
            points or proved[2] is None or proved[2] > reader.option(query, "max_distance", 0),
            "there are no points",
        )
        places = [(vector(p["on_a"], dim), vector(p["on_b"], dim)) for p in points]
        need(len(set(places)) == len(places) <= 2 * (dim - 1), "too many points, or one twice")
        if not points and lower is None and upper is None:
            return proved
        normal = vector(proof["normal"], dim)
        need(any(normal), "there is no normal")
        if self.wall:  # |u - v|² = 2 - 2 u · v for two of unit length.
            own = times(self.wall.turned(self.wall.data[0]), 1 if self.wall is self.a else -1)
            cosine = 2 * dot(own, normal), dot(own, own) * dot(normal, normal)
            need(at_least(cosine, 2 - tilt * tilt), "the normal leans by more")
        else:
            need(tilt == 0, "a tilt without a half-space")
        need(
            lower is None or at_least(self.apart(normal), lower + self.radii),
            "`lower` is too high along the normal",
        )
        need(
            upper is None or at_most(self.apart(normal, False), upper + self.radii),
            "`upper` is too low along the normal",
        )
        for point, (on_a, on_b) in zip(points, places, strict=True):
            keys(point, "on_a", "on_b", "depth", "from_a", "from_b")
            for body, at, key in (self.a, on_a, "from_a"), (self.b, on_b, "from_b"):
                Pair(body, Spot(dim, at)).holds(point[key], dim)
            depth = exact(point["depth"])
            overlap = dot(normal, minus(on_a, on_b)), dot(normal, normal)
            need(
                gap is None or (at_least(overlap, depth - gap) and at_most(overlap, depth + gap)),
                "a point is not as deep",
            )
        return proved


class Spot(Body):
    """A point of the world."""

    def __init__(self, dim, at):
        self.dim, self.kind, self.data, self.radius = dim, "hull", [[ORIGIN]], Fraction(0)
        self.rows, self.at = tuple(tuple(Fraction(i == j) for j in range(3)) for i in range(3)), at


def nearest(points, weights, bound):
    """How far the foot of the origin on the flat through points is, which lies in their hull."""
    # The weights only say where: they are rounded to ten digits or better.
    need(len(weights) == len(points) and all(w >= 0 for w in weights), "weights are wrong")
    digits = Fraction(1e-10)
    need(abs(sum(weights) - 1) <= digits, "weights do not sum to 1")
    if bound is not None:
        there = mean(points, weights)
        size = sum((dot(p, p) for p in points), Fraction(0))
        allowed = bound * bound * 2 + size * (2 * digits * digits)
        need(sign(dot(there, there) - allowed) <= 0, "the weights give another point")
    shares = foot(points)
    need(all(sign(share) >= 0 for share in shares), "the foot is outside of the pairs' hull")
    whole = sum(shares, Fraction(0))
    need(sign(whole) > 0, "the pairs span no simplex")
    there = mean(points, shares)
    square = dot(there, there)
    # |there| / whole is a square over the root of its square.
    return (square, square * (whole * whole)) if sign(square) else (Fraction(0), Fraction(1))


def mean(points, weights=None):
    """The sum of the points, each times its weight."""
    found = ORIGIN
    for point, weight in zip(points, weights or [1] * len(points), strict=True):
        found = plus(found, times(point, weight))
    return found


def foot(points):
    """Weights of the foot, times something: by Cramer's rule, of the equations that the foot is
    square to every edge from the first point."""
    first, edges = points[0], [minus(p, points[0]) for p in points[1:]]
    need(len(edges) <= 3, "too many pairs")
    columns = [[dot(e, f) for e in edges] for f in edges]
    right = [-dot(first, e) for e in edges]
    shares = [determinant(columns[:i] + [right] + columns[i + 1 :]) for i in range(len(edges))]
    return [determinant(columns) - sum(shares, Fraction(0))] + shares


def determinant(columns):
    if not columns:
        return Fraction(1)
    if len(columns) == 3:
        return dot(cross(columns[0], columns[1]), columns[2])
    (a, *c), *rest = columns
    return a * rest[0][1] - c[0] * rest[0][0] if rest else a


def surface(points, facets, dim):
    """The distances of the planes of a closed surface with the origin inside all of them."""
    begins, ends, planes = set(), set(), []
    for facet in facets:
        need(
            len(facet) == 3 and all(type(i) is int and 0 <= i < len(points) for i in facet),
            "a facet names a pair that there is not",
        )
        i, j, k = facet
        # Every edge is met by the same the other way; in the plane, every end by a beginning.
        sides = [(i, j), (j, k), (k, i)] if dim == 3 else [(i, j)]
        for p, q in sides:
            begin, end = ((p, q), (q, p)) if dim == 3 else (p, q)
            need(begin not in begins and end not in ends, "an edge is there twice")
            begins.add(begin)
            ends.add(end)
        edge = minus(points[j], points[i])
        normal = (edge[1], -edge[0], ORIGIN[2])
        if dim == 3:
            normal = cross(edge, minus(points[k], points[i]))
        planes.append((dot(normal, points[i]), dot(normal, normal)))
        need(sign(planes[-1][0]) > 0, "the origin is not inside of a facet")
    need(begins == ends, "the surface is not closed")
    return planes


# --- Documents -----------------------------------------------------------------------------------


def check(document):
    """What a document proves, in words."""
    need(isinstance(document, dict), "no object")
    for error in ("certificate_error", "error"):
        need(document.get(error) is None, f"there is no certificate: {document.get(error)!s:.200}")
    query = document["query"]
    kind, precision = query.get("query"), query.get("precision") or "f64"
    dim = query.get("dim") or dimensions(query["a"]) or dimensions(query["b"])
    need(dim in (2, 3), "neither 2 nor 3 dimensions")
    need(kind is None or kind in KINDS, f"a certificate of `{kind!s:.40}`")
    need(precision in ("f32", "f64"), "no such precision")
    reader, shapes = Reader(dim, precision == "f32"), (query["a"], query["b"])
    if kind == "cast":
        turns = ("motion", "angular_velocity")
        if any(shape.get(key) is not None for shape in shapes for key in turns):
            raise Unknown("a motion that may turn")
        shapes = [{key: shape[key] for key in shape if key != "velocity"} for shape in shapes]
    roots, proof = [1, 1], document["certificate"]
    pair = Pair(Body(reader, shapes[0], 1, roots), Body(reader, shapes[1], 2, roots))
    try:
        if kind == "cast":
            proved = pair.holds_cast(proof, query, reader)
        elif kind == "manifold":
            proved = pair.holds_manifold(proof, query, reader)
        else:
            proved = pair.holds(proof, dim)
    except Refused as reason:
        if reader.doubts:
            raise Unknown(f"{reason}; unless it lists points within a hull, whose count") from None
        raise
    for answer in (document, document.get("answer") or {}):
        if kind == "manifold":
            shows_proved_points(answer, proof["points"], query.get("all") is True)
        else:
            agrees(answer, kind == "cast", *proved)
    verdict, lower, upper = proved
    lower, upper = ("unknown" if x is None else float(x) for x in (lower, upper))
    return f"{verdict}; {'time' if kind == 'cast' else 'distance'} from {lower} to {upper}"


KINDS = (
    "pair",
    "proximity",
    "distance",
    "penetration",
    "intersect",
    "intersects",
    "project",
    "cast",
    "manifold",
)


def agrees(answer, is_cast, verdict, lower, upper):
    """An answer beside a certificate must not contradict it."""
    key, is_open = "hit" if is_cast else "intersects", answer.get("undecided") is True
    said = answer.get(key)
    need(said in (None, True, False), f"`{key}` is neither true nor false")
    contrary = said is (verdict == "Separated") and verdict != "Undecided"
    need(said is None or not contrary or (is_open and said), f"`{key}` is disproved")

    def number(name):
        return None if answer.get(name) is None else exact(answer[name])

    if is_cast:
        lengths, gap = [None if is_open else number("time_of_impact")], number("time_gap")
    else:
        depth, distance, gap = number("penetration"), number("distance"), number("gap")
        if answer.get("end") is not None:  # Cut off: its number is a bound.
            return
        need(depth is None or not distance, "`distance` is not 0 beside a depth")
        lengths = number("signed_distance"), distance if depth is None else -depth
    for length in lengths:
        if length is not None and gap is not None:
            need(upper is None or length - gap <= upper, "the answer is disproved: too large")
            need(lower is None or length + gap >= lower, "the answer is disproved: too small")


def shows_proved_points(answer, proved, shows_all):
    """Contact points beside a certificate must be those that it proves."""
    if answer.get("points") is None:
        return

    def numbers(point):
        places = (point[key] for key in ("on_a", "on_b"))
        lists = [list(p.values()) if isinstance(p, dict) else p for p in places]
        return tuple(map(exact, lists[0] + lists[1] + [point["depth"]]))

    said, proved = map(numbers, answer["points"]), set(map(numbers, proved))
    said = list(said)
    need(len(set(said)) == len(said), "a point is there twice")
    need(proved <= set(said) and (shows_all or proved == set(said)), "points are not those proved")
    deepest = answer.get("depth")
    need(deepest is None or exact(deepest) == max(p[-1] for p in said), "`depth` is another")


# What Python says of documents that lack a key, or have another thing in its place.
MALFORMED = ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError


def judge(line):
    """(0, what is proved), (1, why it is refused) or (2, what is not known)."""
    try:

        def no_number(name):
            raise Refused(f"{name} is no number of JSON")

        return 0, check(json.loads(line, object_pairs_hook=once, parse_constant=no_number))
    except Refused as reason:
        return 1, str(reason)
    except Unknown as reason:
        return 2, f"{reason} is not known here"
    except MALFORMED as error:
        return 1, f"malformed: {error!r:.200}"


OUTCOMES = "verified", "refused", "not checked"


def main(paths):
    """Prints a line for each document of the files, and returns the exit status."""
    found = set()
    for path in paths:
        try:
            with sys.stdin if path == "-" else open(path, encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    if line.strip():
                        outcome, words = judge(line)
                        found.add(outcome)
                        print(f"{path}:{number}: {OUTCOMES[outcome]}: {words}")
        except (OSError, UnicodeDecodeError) as error:
            print(f"{path}: {error}")
            found.add(2)
    return 1 if 1 in found else 2 if 2 in found or not found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
