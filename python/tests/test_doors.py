"""Python against the command: the same questions, every number equal bit for bit.

`CLEARANCE` names the command, `CLEARANCE_LINES` a file of questions
(`cargo run --release -p clearance-trust --bin lines`); skipped without them.
"""

import collections
import json
import os
import subprocess

import numpy as np
import pytest

import clearance as cl

COMMAND, LINES = os.environ.get("CLEARANCE"), os.environ.get("CLEARANCE_LINES")


def placed(side, dim, dtype):
    """The shape and the pose of one side of a line."""
    side = dict(side)
    pose = side.pop("pose")
    for key in ("velocity", "angular_velocity"):
        side.pop(key, None)
    shape = cl.Shape.from_json(json.dumps(side), dim=dim, dtype=dtype)
    to, turn = (np.array(pose[key], dtype) for key in ("translation", "rotation"))
    if dim == 3:
        return shape, cl.Pose.xyzw(to, turn)
    cos, sin = turn
    return shape, np.array([[cos, -sin, to[0]], [sin, cos, to[1]], [0, 0, 1]], dtype)


def pair(a, b, told):
    found = cl.proximity(*a, *b)
    apart = found.status is not cl.Status.INTERSECTING
    length = found.distance if not told["intersects"] else -found.distance
    said = told["distance"] if not told["intersects"] else told["penetration"]
    assert (found.status is cl.Status.UNDECIDED) == told.get("undecided", False)
    assert apart or told["intersects"]
    same(found.gap, told["gap"])
    same(abs(length), said)
    same(found.normal, told["normal"])
    same(found.point_a, told["witness_a"])
    same(found.point_b, told["witness_b"])


def manifold(a, b, told):
    found = cl.contact_manifold(*a, *b)
    assert (0 if found is None else found.counts) == len(told["points"])
    if found is not None:
        same(found.normal, told["normal"])
        same(found.gap, told["gap"])
        same(found.depth, [p["depth"] for p in told["points"]])
        same(found.point_a, [p["on_a"] for p in told["points"]])
        same(found.point_b, [p["on_b"] for p in told["points"]])
        assert [f"{key:016x}" for key in found.key] == [p["key"] for p in told["points"]]


def cast(a, b, told, line, dtype):
    moves = [line[side].get("angular_velocity") is not None for side in "ab"]
    rest = np.zeros(line["dim"], dtype)
    velocities = [np.array(line[side].get("velocity", rest), dtype) for side in "ab"]
    until, within = dtype(line["max_toi"]), dtype(line["target_distance"])
    if any(moves):
        motions = [
            cl.Motion(side[1], velocity=velocity, angular_velocity=spin)
            for side, velocity, spin in zip((a, b), velocities, spins(line, dtype), strict=True)
        ]
        found = cl.time_of_impact(a[0], motions[0], b[0], motions[1], until=until, within=within)
    else:
        found = cl.cast(
            *a,
            *b,
            velocities[1],
            velocity_a=velocities[0],
            max_time=until,
            target_distance=within,
        )
    assert (found is not None) == told["hit"]
    if found is None:
        return
    assert found.time_low <= told["time_of_impact"] <= found.time_high
    same(found.normal, told["impact_normal"])
    same(found.point_a, told["impact_a"])
    same(found.point_b, told["impact_b"])


def spins(line, dtype):
    for side in "ab":
        spin = line[side].get("angular_velocity", 0.0 if line["dim"] == 2 else [0.0, 0.0, 0.0])
        yield dtype(spin) if line["dim"] == 2 else np.array(spin, dtype)


def is_askable(side):
    turn = side["pose"]["rotation"]
    return len(turn) == 4 or turn in ([1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0])


def same(found, told):
    """The same bits; where nothing is known JSON has null."""
    told = np.array(told, np.float64)
    found = np.array(found, np.float64)
    if told.shape == () and np.isnan(told):
        assert np.isinf(found) or np.isnan(found)
        return
    np.testing.assert_array_equal(found, told)


@pytest.mark.skipif(
    not (COMMAND and LINES),
    reason="CLEARANCE and CLEARANCE_LINES name the command and its questions",
)
def test_python_answers_as_the_command():
    answers = subprocess.run([COMMAND, "query", LINES], capture_output=True, text=True)
    assert answers.returncode in (0, 1), answers.stderr
    counts = collections.Counter()
    wrong = []
    with open(LINES) as questions:
        for question, answer in zip(questions, answers.stdout.splitlines(), strict=True):
            line, told = json.loads(question), json.loads(answer)
            dtype = np.float32 if line["precision"] == "f32" else np.float64
            kind = "refused" if "error" in told else line.get("query", "pair")
            if not all(is_askable(line[side]) for side in "ab"):
                counts["slanted in the plane, where Python takes angles and matrices"] += 1
                continue
            counts[kind] += 1
            try:
                if kind == "refused":
                    with pytest.raises(ValueError):
                        a, b = (placed(line[side], line["dim"], dtype) for side in "ab")
                        cl.proximity(*a, *b)
                    continue
                a, b = (placed(line[side], line["dim"], dtype) for side in "ab")
                if kind == "pair":
                    pair(a, b, told)
                elif kind == "manifold":
                    manifold(a, b, told)
                else:
                    cast(a, b, told, line, dtype)
            except (AssertionError, ValueError) as error:
                wrong.append(f"{question}{answer}\n{error}")
    assert not wrong, f"{len(wrong)} of {counts}:\n" + "\n\n".join(wrong[:4])
    assert min(counts[kind] for kind in ("pair", "manifold", "cast")) > 0, counts
    print(dict(counts))


def body(random):
    """A body of triangles or of boxes, as a side of a line and as Python's: integers, so that
    touching and lying in one plane are as common as neither."""
    if random.random() < 0.6:
        points = random.integers(-2, 3, (random.integers(3, 9), 3)).astype(float)
        faces = [random.choice(len(points), 3, replace=False) for _ in range(random.integers(1, 9))]
        faces = np.array(faces)
        side = {"type": "soup", "vertices": points.tolist(), "triangles": faces.tolist()}
        return side, {"body": (points, faces), "by": "triangles"}
    parts, boxes = [], []
    for _ in range(random.integers(1, 5)):
        half, at = random.integers(1, 3, 3) / 2.0, random.integers(-2, 3, 3).astype(float)
        pose = {"translation": at.tolist()}
        parts.append({"type": "box", "half_extents": half.tolist(), "pose": pose})
        boxes.append((cl.cuboid(half), at))
    return {"type": "compound", "parts": parts}, {"body": boxes}


def bodies(count):
    """Lines about bodies of many pieces, and the same as scenes of one object each."""
    random = np.random.default_rng(52)
    for _ in range(count):
        sides, scenes = [], []
        for _ in range(2):
            side, own = body(random)
            at = random.integers(-3, 4, 3).astype(float)
            turn = [0.0, 0.0, 0.0, 1.0]
            if random.random() < 0.5:
                turn = random.normal(size=4)
                turn = (turn / np.linalg.norm(turn)).tolist()
            pose, by = cl.Pose.xyzw(at, turn), own.get("by", "auto")
            sides.append({**side, "pose": {"translation": at.tolist(), "rotation": turn}})
            scene = cl.Scene()
            scene.add("own", own["body"], pose, by=by)
            scenes.append(scene)
        way = {"velocity": random.integers(-4, 5, 3).astype(float).tolist()}
        if random.random() < 0.5:
            way["angular_velocity"] = random.integers(-2, 3, 3).astype(float).tolist()
        yield sides, scenes, (own["body"], pose, by), way


@pytest.mark.skipif(not COMMAND, reason="CLEARANCE names the command")
def test_concave_bodies_answer_as_the_command():
    """Contacts and casts of triangles and of compounds: the same bits at both doors."""
    asked = list(bodies(400))
    lines = []
    for (a, b), _, _, way in asked:
        lines.append({"query": "manifold", "a": a, "b": b, "max_distance": 0.25, "all": True})
        lines.append({"query": "cast", "a": a, "b": {**b, **way}, "max_toi": 2.0})
    text = "".join(json.dumps(line) + "\n" for line in lines)
    run = subprocess.run([COMMAND, "query", "-"], input=text, capture_output=True, text=True)
    told = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(told) == len(lines), run.stderr
    counts = collections.Counter()
    for i, (_, (one, two), (thing, pose, by), way) in enumerate(asked):
        touch, moved = told[2 * i : 2 * i + 2]
        spots = one.contacts(two, max_distance=0.25, all_points=True)
        counts["touch" if len(spots) else "apart"] += 1
        rows = [(patch, point) for patch in touch["contacts"] for point in patch["points"]]
        assert len(rows) == len(spots), lines[2 * i]
        for (patch, point), spot in zip(rows, spots, strict=True):
            same(spot["normal"], patch["normal"])
            same(spot["point_a"], point["on_a"])
            same(spot["point_b"], point["on_b"])
            same(spot["depth"], point["depth"])
            same(spot["gap"], patch["gap"])
            parts = (spot["part_a"], spot["part_b"], f"{spot['key']:016x}")
            assert parts == (point["part_a"], point["part_b"], point["key"]), lines[2 * i]
            assert spot["is_true"] == patch.get("is_true", True), lines[2 * i]
        spin = way.get("angular_velocity")
        hit = one.cast(thing, way["velocity"], pose, turning=spin, max_time=2.0, by=by)
        counts["turned" if spin else "moved"] += 1
        counts["hit" if moved["hit"] else "miss"] += 1
        assert (hit is not None) == moved["hit"], lines[2 * i + 1]
        if hit is None:
            continue
        assert hit["time_low"] <= moved["time_of_impact"] <= hit["time_high"], lines[2 * i + 1]
        same(hit["normal"][0], moved["impact_normal"])
        same(hit["point_a"][0], moved["impact_a"])
        same(hit["point_b"][0], moved["impact_b"])
        parts = hit["part_a"].item(), hit["part_b"].item()
        assert parts == (moved["impact_part_a"], moved["impact_part_b"]), lines[2 * i + 1]
    assert min(counts.values()) > 20, counts
