"""Judges whether an answer to a case is right. One rule for every library, ours included.

An answer is a dict of the requested values: `intersects`, `signed` (distance, or minus the depth),
`normal` (from A to B), or for casts `hit` and `time`; or `outcome`, if there is no answer.
"""

import math

F32_EPSILON = 2.0**-23

# An error of no more than this part of the pair's size is `near`: 1e-6 is the default tolerance of
# Coal, FCL and MuJoCo.
NEAR_PART = {"f32": 1e-5, "f64": 1e-6}

# parry's GJK stops when its bounds agree to the root of ten epsilons of the distance.
STOPS = {"parry f32": 1.1e-3, "parry f64": 4.8e-8}

# A normal may cost this part of the pair's size before it counts as wrong: a tilt of a milliradian
# does no harm, and the length is judged separately.
NORMAL_SLACK = 1e-3

RIGHT, NEAR, WRONG = "right", "near", "wrong"
ERROR, PANIC, CRASH, HANG, NONE = "error", "panic", "crash", "hang", "not expressible"
OUTCOMES = [RIGHT, NEAR, WRONG, ERROR, PANIC, CRASH, HANG, NONE]


def verdict(row, answer):
    """An outcome, and a short text on what is wrong."""
    if "outcome" in answer:
        return answer["outcome"], answer.get("why", "")
    truth, size = row["truth"], reach(row)
    # Some libraries keep some shapes in f32 whatever their users pass.
    precision = "f32" if "f32" in answer["peer"] else answer.get("precision", "f64")
    allowed = truth["tol"]
    if precision == "f32":
        allowed = max(allowed, 8 * F32_EPSILON * size)
    near = max(allowed, NEAR_PART[precision] * size)
    if row["query"] == "cast":
        return cast(row, answer, allowed, near)
    expected = truth["signed_distance"]
    near = max(near, STOPS.get(answer["peer"], 0.0) * abs(expected))
    faults = []
    if answer.get("intersects") is not None and answer["intersects"] != (expected <= 0):
        word = "touching" if answer["intersects"] else "no contact"
        faults.append((abs(expected), f"says {word}"))
    if answer.get("signed") is not None:
        found = answer["signed"]
        if row["query"] == "distance" and found > -math.inf:
            found, expected = max(found, 0.0), max(expected, 0.0)
        # "No contact" is a complete answer to a depth query, if there is no depth.
        if found == math.inf and row["query"] == "penetration":
            found = max(expected, 0.0)
        if not math.isfinite(found):
            return WRONG, f"length {found}"
        faults.append((abs(found - expected), length(found)))
    elif row["query"] != "intersect":
        return WRONG, "no length"
    worst = max(faults, default=(0.0, ""))
    if worst[0] > near:
        return WRONG, worst[1]
    if leads_astray(row, answer, near):
        return WRONG, "normal"
    return (RIGHT, "") if worst[0] <= allowed else (NEAR, worst[1])


def cast(row, answer, allowed, near):
    truth = row["truth"]
    # A pair that passes within the tolerance may hit or miss.
    graze = truth.get("boundary") or abs(truth.get("min_distance_along_path", math.inf)) <= allowed
    if answer["hit"] != truth["hit"]:
        return (RIGHT, "") if graze else (WRONG, "a hit" if answer["hit"] else "no hit")
    if not truth["hit"]:
        return RIGHT, ""
    speed = math.dist(velocity(row["a"], row["dim"]), velocity(row["b"], row["dim"]))
    off = abs(answer["time"] - truth["time_of_impact"]) * max(speed, 1e-300)
    word = f"hit at {answer['time']:.6g}"
    if off <= max(allowed, truth["tol"] * speed):
        return RIGHT, ""
    return (NEAR if off <= near else WRONG), word


def length(signed):
    """A distance or a depth in words."""
    if signed == 0:
        return "0"
    return f"{abs(signed):.6g} {'apart' if signed > 0 else 'deep'}"


def leads_astray(row, answer, near):
    """Whether the separation along the reported normal is not the true distance (or depth)."""
    normal, truth = answer.get("normal"), row["truth"]["signed_distance"]
    is_defined = row["query"] == "penetration" or (row["query"] == "distance" and truth > 0)
    # For shapes that touch, any normal is right.
    if normal is None or not is_defined or abs(truth) <= near:
        return False
    length = math.hypot(*normal)
    if not 0 < length < math.inf:
        return True
    along = separation(row, [x / length for x in normal])
    slack = NORMAL_SLACK * (extent(row["a"]) + extent(row["b"]))
    return not truth - along <= max(near, slack)


# What a shape is, from its JSON.


def separation(row, n):
    """How far B is beyond A along a unit vector; negative where they overlap."""
    return -support(row["b"], [-x for x in n]) - support(row["a"], n)


def support(shape, n):
    """The greatest height of the shape along a direction in the world."""
    pose = shape.get("pose", {})
    at = pose.get("translation", [0.0] * len(n))
    return dot(at, n) + local_support(shape, unturned(pose, n))


def local_support(shape, n):
    kind, radius = shape["type"], shape.get("radius", 0.0)
    if "vertices" in shape:
        return max(dot(p, n) for p in shape["vertices"]) + (radius if kind == "capsule" else 0.0)
    axis = n["xyz".index(shape.get("axis", "y"))]
    match kind:
        case "point":
            return 0.0
        case "sphere" | "circle":
            return radius
        case "box":
            return sum(h * abs(x) for h, x in zip(shape["half_extents"], n, strict=True))
        case "capsule":
            return shape["half_height"] * abs(axis) + radius
        case "cylinder":
            return shape["half_height"] * abs(axis) + radius * math.sqrt(max(0.0, 1 - axis * axis))
    raise ValueError(kind)


def dot(p, q):
    return sum(x * y for x, y in zip(p, q, strict=True))


def unturned(pose, n):
    """A world direction in the frame of a pose."""
    if len(n) == 2:
        cos, sin = math.cos(pose.get("angle", 0.0)), math.sin(pose.get("angle", 0.0))
        return [cos * n[0] + sin * n[1], cos * n[1] - sin * n[0]]
    rows = matrix(pose)
    return [dot([row[i] for row in rows], n) for i in range(3)]


def matrix(pose):
    """The rotation matrix of a pose in space, by rows."""
    x, y, z, w = pose.get("rotation", [0.0, 0.0, 0.0, 1.0])
    s = 2 / (x * x + y * y + z * z + w * w)
    return [
        [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
        [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
        [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
    ]


def velocity(shape, dim):
    if "motion" in shape:
        end, start = shape["motion"]["end_translation"], shape["pose"]["translation"]
        return [e - s for e, s in zip(end, start, strict=True)]
    return shape.get("velocity", [0.0] * dim)


def reach(row):
    """A bound on every coordinate in the computation."""

    def of(shape):
        vertices = [abs(x) for p in shape.get("vertices", []) for x in p]
        place = [abs(x) for x in shape.get("pose", {}).get("translation", [])]
        return extent(shape) + max(vertices, default=0.0) + max(place, default=0.0)

    return of(row["a"]) + of(row["b"])


def extent(shape):
    points = shape.get("vertices", [])
    diagonal = math.hypot(*(max(c) - min(c) for c in zip(*points, strict=True)))
    half = math.hypot(*shape.get("half_extents", []))
    return diagonal + 2 * (half + shape.get("radius", 0.0) + shape.get("half_height", 0.0))
