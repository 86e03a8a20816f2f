#!/usr/bin/env python3
"""Whole scenes in clearance, parry and Python's managers: times, and exact answers on dissent.

    cargo build --release -p clearance-cli -p clearance-scene --bin clearance --example scene_judge
    cargo build --profile dist -p clearance-bench --features peers --bin scene
    python3 -m venv target/wheels && target/wheels/bin/pip install -r peers/requirements.txt
    target/wheels/bin/python peers/scenes.py A.obj [B.obj] --within 0.25
    target/wheels/bin/python peers/scenes.py bin.jsonl --within 0.005

Each object of an OBJ file is replaced by its convex hull; of a scene file, each convex piece of
each part, in the world, where pieces of one part are not compared. Times are processor seconds:
`build` makes the library's shapes from arrays of corners, `broad` finds the pairs whose boxes are
near (a sweep in NumPy for libraries that cannot), `query` computes the signed distance of each of
them. clearance runs as its command, from the file to the report. parry, in f64, runs as a program,
`src/bin/scene.rs`, and its `broad` is its own hierarchy. `wrong` counts pairs that differ from the
exact distance by more than a millionth, `missed` pairs within the distance that are not reported;
both are judged wherever two libraries differ.
"""

import argparse
import json
import pathlib
import resource
import subprocess
import tempfile
import time

import coal
import fcl
import numpy as np
import trimesh
from scipy.spatial import ConvexHull, QhullError

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOLERANCE = 1e-6


def objects_of(path):
    """The corners of each object of an OBJ file, by name."""
    vertices, objects, own = [], {}, None
    with open(path) as file:
        for line in file:
            words = line.split()
            if not words:
                continue
            if words[0] in "og":
                own = objects.setdefault(words[1], set())
            elif words[0] == "v":
                vertices.append([float(x) for x in words[1:4]])
            elif words[0] == "f":
                places = (int(word.split("/")[0]) for word in words[1:])
                own.update(i - 1 if i > 0 else len(vertices) + i for i in places)
    vertices = np.array(vertices)
    return {name: vertices[sorted(own)] for name, own in objects.items() if own}


def pieces_of(path):
    """The convex pieces of each part of a scene file, in the world."""
    files, pieces = {}, {}
    with open(path) as lines:
        rows = list(map(json.loads, lines))
    for number, row in enumerate(rows, 1):
        file = path.parent / row["file"]
        for piece, corners in enumerate(files.setdefault(file, objects_of(file)).values()):
            if not np.isfinite(corners).all():
                continue
            x, y, z, w = np.array(row["rotation"]) / np.linalg.norm(row["rotation"])
            turn = np.array(
                [
                    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
                ]
            )
            corners = corners * row.get("scale", 1.0) @ turn.T + np.array(row["translation"])
            pieces[f"{number}_{piece}"] = corners
    return pieces


def hulled(objects):
    """Corners and triangles of each hull; hulls that qhull finds flat are left out for all."""
    out = {}
    for name, corners in objects.items():
        try:
            hull = ConvexHull(corners)
        except QhullError:
            print(f"left out, flat: {name}")
            continue
        place = {corner: i for i, corner in enumerate(hull.vertices)}
        faces = np.vectorize(place.get)(hull.simplices)
        corners = corners[hull.vertices]
        a, b, c = (corners[faces[:, k]] for k in range(3))
        inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), a - corners.mean(0)) < 0
        faces[inward] = faces[inward][:, ::-1]
        out[name] = (corners, faces)
    return out


def obj(hulls, path):
    first = 1
    with open(path, "w") as out:
        for name, (corners, faces) in hulls.items():
            out.write(f"o {name}\n")
            out.writelines("v {!r} {!r} {!r}\n".format(*map(float, corner)) for corner in corners)
            out.writelines("f {} {} {}\n".format(*(first + i for i in face)) for face in faces)
            first += len(corners)


def timed(make):
    start = time.process_time()
    made = make()
    return made, time.process_time() - start


def near_boxes(a, b, within):
    """Pairs whose boxes are within a distance, sorted along x and compared by NumPy."""
    low_a, high_a = (
        np.array([f(corners, 0) for corners, _ in a.values()]) for f in (np.min, np.max)
    )
    low_b, high_b = (
        np.array([f(corners, 0) for corners, _ in b.values()]) for f in (np.min, np.max)
    )
    names_a, names_b, pairs = list(a), list(b), []
    order = np.argsort(low_b[:, 0])
    starts = low_b[order, 0]
    for i, name in enumerate(names_a):
        few = order[: np.searchsorted(starts, high_a[i, 0] + within, "right")]
        gap = np.maximum(low_b[few] - high_a[i], low_a[i] - high_b[few]).clip(0)
        for j in few[(gap**2).sum(1) <= within**2]:
            other = names_b[j]
            if a is not b or (name < other and name.split("_")[0] != other.split("_")[0]):
                pairs.append((name, other))
    return pairs


def by_coal(a, b, within):
    def shape(corners, faces):
        points, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
        points.extend(np.array(corner) for corner in corners)
        for face in faces:
            triangles.append(coal.Triangle(*map(int, face)))
        return coal.Convex(points, triangles)

    shapes, build = timed(lambda: {name: shape(*hull) for name, hull in (a | b).items()})
    pairs, broad = timed(lambda: near_boxes(a, b, within))
    still, request, result = coal.Transform3s(), coal.DistanceRequest(), coal.DistanceResult()

    def ask(pair):
        result.clear()
        return coal.distance(shapes[pair[0]], still, shapes[pair[1]], still, request, result)

    answers, query = timed(lambda: {pair: ask(pair) for pair in pairs})
    return answers, (build, broad, query)


def by_fcl(a, b, within):
    def shape(corners, faces):
        flat = np.concatenate([[3, *face] for face in faces])
        return fcl.CollisionObject(fcl.Convex(corners, len(faces), flat), fcl.Transform())

    shapes, build = timed(lambda: {name: shape(*hull) for name, hull in (a | b).items()})
    pairs, broad = timed(lambda: near_boxes(a, b, within))
    request = fcl.DistanceRequest(enable_signed_distance=True)

    def ask(pair):
        return fcl.distance(shapes[pair[0]], shapes[pair[1]], request, fcl.DistanceResult())

    answers, query = timed(lambda: {pair: ask(pair) for pair in pairs})
    return answers, (build, broad, query)


def by_trimesh(a, b, within):
    """Which pairs meet: it has no query for those within a distance."""

    def manager(hulls):
        made = trimesh.collision.CollisionManager()
        for name, (corners, faces) in hulls.items():
            made.add_object(name, trimesh.Trimesh(corners, faces, process=False))
        return made

    (one, two), build = timed(lambda: (manager(a), None if a is b else manager(b)))
    if two is None:
        (_, names), query = timed(lambda: one.in_collision_internal(return_names=True))
        pairs = {tuple(sorted(pair)) for pair in names}
        pairs = {(p, q) for p, q in pairs if p.split("_")[0] != q.split("_")[0]}
    else:
        (_, names), query = timed(lambda: one.in_collision_other(two, return_names=True))
        pairs = set(names)
    return dict.fromkeys(pairs, 0.0), (build, 0.0, query)


def files_of(a, b, folder):
    files = [f"{folder}/a.obj"] + ([] if a is b else [f"{folder}/b.obj"])
    for file, hulls in zip(files, (a, b), strict=False):
        obj(hulls, file)
    return files


def by_parry(a, b, within):
    """By `src/bin/scene.rs`, which times itself."""
    with tempfile.TemporaryDirectory() as folder:
        command = [ROOT / "target/dist/scene", repr(within), *files_of(a, b, folder)]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    times, *rows = (line.split() for line in text.splitlines())
    names_a, names_b, answers = list(a), list(b), {}
    for i, j, distance in rows:
        pair = (names_a[int(i)], names_b[int(j)])
        answers[tuple(sorted(pair)) if a is b else pair] = float(distance)
    return answers, tuple(map(float, times))


def by_clearance(a, b, within):
    with tempfile.TemporaryDirectory() as folder:
        files = files_of(a, b, folder)
        command = [ROOT / "target/release/clearance", "clash", *files, "--by", "hull", "--json"]
        command += ["--within", repr(within), "--fail-on", "never", "--max-line", "1G"]
        command += ["--ignore-same-group"] if a is b else []
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = sum(getattr(after, f) - getattr(before, f) for f in ("ru_utime", "ru_stime"))
    rows = map(json.loads, text.splitlines())
    answers = {}
    for row in rows:
        pair = (row["a"], row["b"])
        answers[tuple(sorted(pair)) if a is b else pair] = row["signed_distance"]
    return answers, (0.0, 0.0, spent)


def judged(pairs, hulls):
    """The exact signed distance of each pair, as an interval of two floats."""
    lines = "".join(
        json.dumps({"a": hulls[p][0].tolist(), "b": hulls[q][0].tolist()}) + "\n" for p, q in pairs
    )
    judge = ROOT / "target/release/examples/scene_judge"
    out = subprocess.run([judge], input=lines, check=True, capture_output=True, text=True).stdout
    return dict(zip(pairs, map(json.loads, out.splitlines()), strict=True))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--within", type=float, required=True)
    args = parser.parse_args()

    def read(path):
        return hulled(pieces_of(path) if path.suffix == ".jsonl" else objects_of(path))

    a = read(args.files[0])
    b = read(args.files[1]) if len(args.files) > 1 else a
    hulls = a | b

    contenders = {
        "clearance": by_clearance,
        "parry": by_parry,
        "coal": by_coal,
        "python-fcl": by_fcl,
        "trimesh": by_trimesh,
    }
    found = {name: run(a, b, args.within) for name, run in contenders.items()}
    numbers = [name for name in found if name != "trimesh"]

    # Where they differ, in the distance or in whether it is within the limit.
    doubtful = set()
    for pair in {pair for name in numbers for pair in found[name][0]}:
        own = [found[name][0].get(pair) for name in numbers]
        near = [d for d in own if d is not None and d <= args.within]
        if near and (len(near) < len(own) or max(near) - min(near) > TOLERANCE):
            doubtful.add(pair)
        meets = [d is not None and d <= 0 for d in own] + [pair in found["trimesh"][0]]
        if any(meets) and not all(meets):
            doubtful.add(pair)
    truth = judged(sorted(doubtful), hulls)

    print(f"{len(a)} × {len(b)} hulls within {args.within}; {len(doubtful)} pairs judged exactly\n")
    print(
        "| | pairs | build, s | broad, s | query, s | wrong distances, worst | missed "
        "| touches or overlaps called apart |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, (answers, times) in found.items():
        pairs = {pair: d for pair, d in answers.items() if d <= args.within}
        off, missed, apart = [], 0, 0
        for pair, (low, high) in truth.items():
            own = answers.get(pair)
            if name != "trimesh":
                missed += own is None and high <= args.within
                if own is not None and low <= args.within:
                    off.append(max(low - own, own - high, 0.0))
            apart += high <= 0 and (own is None or own > 0)
        wrong = [x for x in off if x > TOLERANCE]
        wrong = f"{len(wrong)}, {max(wrong):.2g}" if wrong else "0"
        if name == "trimesh":
            wrong, missed = "no distances", "no question"
        build, broad, query = (f"{x:.4f}" if x else "" for x in times)
        print(
            f"| {name} | {len(pairs)} | {build} | {broad} | {query} "
            f"| {wrong} | {missed} | {apart} |"
        )


if __name__ == "__main__":
    main()
