"""Times the Python package, and python-fcl and coal if they are installed, on the same pairs in the
same run.

    python python/bench.py [--pairs 100000] [--repeat 3] [--memory] [--large]

All times are processor time of one thread, the least of `--repeat`. Pairs are of 1000 random
shapes, with centres 0.2 to 4 apart. Some of our answers are judged by certificates, whose bounds
exact arithmetic has verified, and the peers' answers by ours.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.metadata
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import clearance as cl

SHAPES = 1000
JUDGED = 200
# A peer's answer counts as wrong beyond this; sizes are about 1.
WRONG = 1e-6


class Pairs:
    """Random shapes of a kind, and random pairs of them in random poses."""

    def __init__(self, kind: str, count: int) -> None:
        random = np.random.default_rng(7)
        self.count = count
        if kind == "box":
            self.sizes = random.uniform(0.2, 0.8, size=(SHAPES, 3))
            self.shapes = cl.Shapes([cl.cuboid(half) for half in self.sizes])
        else:
            points = random.normal(size=(SHAPES, 12, 3))
            self.points = points / np.linalg.norm(points, axis=2, keepdims=True) * 0.8
            self.shapes = cl.Shapes([cl.hull(some) for some in self.points])
        self.kind = kind
        self.index = random.integers(0, SHAPES, size=(2, count))
        turns = random.normal(size=(2, count, 4))
        self.turns = turns / np.linalg.norm(turns, axis=2, keepdims=True)
        aside = random.normal(size=(count, 3))
        aside *= (random.uniform(0.2, 4.0, size=count) / np.linalg.norm(aside, axis=1))[:, None]
        self.places = np.stack((np.zeros((count, 3)), aside))
        self.poses = [cl.Pose.xyzw(p, q) for p, q in zip(self.places, self.turns, strict=True)]

    def all(self) -> tuple[Any, Any, Any, Any]:
        a, b = (self.shapes[index] for index in self.index)
        return a, self.poses[0], b, self.poses[1]

    def one(self, i: int) -> tuple[Any, Any, Any, Any]:
        a, b = (self.shapes[int(index[i])] for index in self.index)
        poses = (
            cl.Pose.xyzw(place[i], turn[i])
            for place, turn in zip(self.places, self.turns, strict=True)
        )
        return a, next(poses), b, next(poses)

    def matrices(self, side: int) -> np.ndarray[Any, Any]:
        x, y, z, w = self.turns[side].T
        rows = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
        return np.moveaxis(np.array(rows), 2, 0)


def least(run: Callable[[], Any], repeat: int) -> float:
    """The least processor time of some runs, in seconds."""
    times = []
    for _ in range(repeat):
        gc.collect()
        begun = time.process_time()
        run()
        times.append(time.process_time() - begun)
    return min(times)


def row(name: str, kind: str, seconds: float, count: int, errors: str = "") -> None:
    print(f"{name:44} {kind:7} {1e6 * seconds / count:8.3f} us a pair  {errors}", flush=True)


def ours(pairs: Pairs, repeat: int) -> Any:
    everything = pairs.all()
    found = cl.proximity(*everything)
    seconds = least(lambda: cl.proximity(*everything), repeat)
    row("clearance.proximity, arrays", pairs.kind, seconds, pairs.count, judged(pairs, found))
    seconds = least(lambda: cl.intersects(*everything), repeat)
    row("clearance.intersects, arrays", pairs.kind, seconds, pairs.count)
    some = [pairs.one(i) for i in range(min(pairs.count, 20_000))]

    def one_by_one() -> None:
        ask = cl.proximity
        for a, p, b, q in some:
            ask(a, p, b, q)

    row("clearance.proximity, one by one", pairs.kind, least(one_by_one, repeat), len(some))
    return found


def judged(pairs: Pairs, found: Any) -> str:
    """How many of some answers are not within their gap of the certified bounds."""
    wrong = 0
    for i in range(0, pairs.count, max(pairs.count // JUDGED, 1)):
        certificate = cl.certificate(*pairs.one(i))
        cl.verify(certificate)
        low, high = found.distance[i] - found.gap[i], found.distance[i] + found.gap[i]
        wrong += bool(low > certificate.upper or high < certificate.lower)
    return f"{wrong} of {JUDGED} beyond the gap; largest gap {found.gap.max():.1e}"


def against(pairs: Pairs, found: Any, distances: list[float]) -> str:
    """How a peer's signed distances differ from ours."""
    off = np.abs(np.array(distances) - found.distance[: len(distances)])
    off = np.maximum(off - found.gap[: len(distances)], 0.0)
    wrong = int((off > WRONG).sum())
    return f"{wrong} of {len(distances)} off by more than {WRONG:g}, at most {off.max():.1e}"


def python_fcl(fcl: Any, name: str, pairs: Pairs, found: Any, repeat: int) -> None:
    if pairs.kind == "box":
        geometries = [fcl.Box(*2 * half) for half in pairs.sizes]
    else:
        geometries = [_fcl_hull(fcl, shape) for shape in _each(pairs.shapes)]
    objects = []
    for side in (0, 1):
        turns = np.roll(pairs.turns[side], 1, axis=1)
        placed = zip(pairs.index[side], turns, pairs.places[side], strict=True)
        objects.append(
            [fcl.CollisionObject(geometries[i], fcl.Transform(q, t)) for i, q, t in placed]
        )
    request = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)
    distances: list[float] = []

    def run() -> None:
        distances.clear()
        ask, result = fcl.distance, fcl.DistanceResult
        for one, other in zip(*objects, strict=True):
            distances.append(ask(one, other, request, result()))

    seconds = least(run, repeat)
    row(
        f"{name}.distance, signed, with points",
        pairs.kind,
        seconds,
        pairs.count,
        against(pairs, found, distances),
    )


def _each(shapes: Any) -> list[Any]:
    return [shapes[i] for i in range(len(shapes))]


def _fcl_hull(fcl: Any, shape: Any) -> Any:
    flat = [i for face in shape.faces for i in (len(face), *face)]
    return fcl.Convex(shape.vertices, len(shape.faces), np.array(flat))


def coal(module: Any, name: str, pairs: Pairs, found: Any, repeat: int) -> None:
    if pairs.kind == "box":
        geometries = [module.Box(*2 * half) for half in pairs.sizes]
    else:
        geometries = []
        for shape in _each(pairs.shapes):
            points, triangles = module.StdVec_Vec3s(), module.StdVec_Triangle()
            points.extend(list(shape.vertices))
            for face in shape.faces:
                for i in range(1, len(face) - 1):
                    triangles.append(module.Triangle(face[0], face[i], face[i + 1]))
            geometries.append(module.Convex(points, triangles))
    sides = []
    for side in (0, 1):
        placed = zip(pairs.index[side], pairs.matrices(side), pairs.places[side], strict=True)
        sides.append([(geometries[i], module.Transform3s(R, t)) for i, R, t in placed])
    request, result = module.DistanceRequest(), module.DistanceResult()
    distances: list[float] = []

    def run() -> None:
        distances.clear()
        ask = module.distance
        for (a, p), (b, q) in zip(*sides, strict=True):
            result.clear()
            distances.append(ask(a, p, b, q, request, result))

    seconds = least(run, repeat)
    row(
        f"{name}.distance, call alone",
        pairs.kind,
        seconds,
        pairs.count,
        against(pairs, found, distances),
    )


def motion(count: int, repeat: int) -> None:
    """Rays from a distance of 4, some 40 % of which hit, and boxes cast along them; counts the rays
    against the box that contradict the slab method."""
    random = np.random.default_rng(7)
    origins = random.normal(size=(count, 3))
    origins *= 4.0 / np.linalg.norm(origins, axis=1)[:, None]
    directions = random.normal(size=(count, 3), scale=0.25) - origins / 4.0
    half = np.array([1.0, 0.5, 0.75])
    corners = random.normal(size=(64, 3))
    corners /= np.linalg.norm(corners, axis=1)[:, None]
    for kind, shape in (("box", cl.cuboid(half)), ("hull64", cl.hull(corners))):

        def rays(shape: cl.Shape = shape) -> Any:
            return cl.cast_ray(shape, None, origins, directions)

        def casts(shape: cl.Shape = shape) -> Any:
            moved = cl.cuboid([0.5, 0.5, 0.5])
            return cl.cast(shape, None, moved, origins, directions, max_time=9.0)

        errors = f"{100 * rays().hit.mean():.0f} % hit"
        if kind == "box":
            ends = np.stack([(side * half - origins) / directions for side in (-1, 1)])
            enters, leaves = ends.min(axis=0).max(axis=1), ends.max(axis=0).min(axis=1)
            found, clear = rays(), np.abs(leaves - enters) > 1e-9
            hits = (enters <= leaves) & (leaves >= 0)
            wrong = (found.hit != hits) & clear
            wrong |= found.hit & (np.abs(found.time_low - enters) > WRONG)
            errors += f", {wrong.sum()} wrong by the slabs"
        row("clearance.cast_ray, arrays", kind, least(rays, repeat), count, errors)
        row("clearance.cast of a box, arrays", kind, least(casts, repeat), count)
        points = 0.25 * origins
        for name, verb in (("contains", cl.contains), ("project_point", cl.project_point)):

            def ask(shape: cl.Shape = shape, verb: Callable[..., Any] = verb) -> Any:
                return verb(shape, None, points)

            row(f"clearance.{name}, arrays", kind, least(ask, repeat), count)
        if kind == "box":

            def one_by_one(shape: cl.Shape = shape) -> None:
                for origin, direction in zip(origins[:100_000], directions[:100_000], strict=True):
                    cl.cast_ray(shape, None, origin, direction)

            seconds = least(one_by_one, repeat)
            row("clearance.cast_ray, one by one", kind, seconds, min(count, 100_000))


def starts() -> None:
    """How long an import takes, and how much of it is NumPy's."""
    times: dict[str, list[float]] = {"numpy": [], "clearance": []}
    for _ in range(5):
        for module, found in times.items():
            clock = "import time; t = time.process_time()"
            code = f"{clock}; import {module}; print(time.process_time() - t)"
            said = subprocess.run(
                [sys.executable, "-c", code], capture_output=True, check=True, text=True
            )
            found.append(float(said.stdout))
    numpy, ours = (1e3 * min(found) for found in times.values())
    print(f"import clearance: {ours:.0f} ms, of numpy alone {numpy:.0f} ms")


def memory() -> None:
    """Ten million pairs in arrays: the most that is held beyond the arrays themselves."""
    count = 10_000_000
    box, places = cl.cuboid([0.5, 0.5, 0.5]), np.zeros((count, 3))
    places[:, 0] = np.linspace(0.0, 4.0, count)
    try:
        # Reset the peak, which includes what the line above needed.
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        print("memory: the peak can be read on Linux alone")
        return
    before = peak()
    hits = cl.intersects(box, None, box, places)
    extra = peak() - before - hits.nbytes / 2**20
    given, answered = (array.nbytes / 2**20 for array in (places, hits))
    print(
        f"{count:,} pairs: {extra:.1f} MB beyond the {given:.0f} given and {answered:.0f} answered"
    )


def large(count: int = 100_000_000) -> None:
    """A job of a hundred million pairs from a file of 1.2 GB, with a progress bar; and how soon
    Ctrl-C ends it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "places.f32"
        places = np.memmap(path, np.float32, "w+", shape=(count, 3))
        random = np.random.default_rng(1)
        for first in range(0, count, 1_000_000):
            rows = places[first : first + 1_000_000]
            rows[:] = random.normal(size=rows.shape, scale=2.0)
        places.flush()
        del places
        program = f"""
import sys, time
import numpy as np
import clearance as cl

places = np.memmap({str(path)!r}, np.float32, "r", shape=({count}, 3))
box, ball = cl.cuboid([1, 1, 1], dtype="f4"), cl.ball(0.5, dtype="f4")
try:
    from tqdm import tqdm
    bar = tqdm(total={count}, unit="pairs", mininterval=0.5)
except ImportError:
    class Bar:
        n = 0
        def update(self, n): self.n += n
    bar = Bar()
print("begun", flush=True)
begun = time.process_time()
try:
    hits = cl.intersects(box, None, ball, places, progress=bar)
except KeyboardInterrupt:
    print("interrupted at", bar.n, flush=True)
    sys.exit()
took = time.process_time() - begun
lines = open("/proc/self/status").read().splitlines()
held = next(int(line.split()[1]) // 1024 for line in lines if line.startswith("RssAnon"))
answers = hits.nbytes >> 20
print(f"{{took:.1f}} s, {{hits.sum()}} hits, {{held}} MB held, {{answers}} of them the answers")
assert bar.n == {count}
"""
        child = [sys.executable, "-c", program]
        output = subprocess.run(child, stdout=subprocess.PIPE, check=True, text=True).stdout
        print(f"{count:,} pairs from a file: {output.splitlines()[1]}")
        with subprocess.Popen(child, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            running.stdout.readline()
            time.sleep(1.0)
            begun = time.monotonic()
            running.send_signal(signal.SIGINT)
            said = running.stdout.readline().strip()
            took = time.monotonic() - begun
        print(f"Ctrl-C after a second: {said}, {took:.2f} s later")


def peak() -> float:
    """The most memory held at once, in megabytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--memory", action="store_true", help="ten million pairs as well: 250 MB")
    parser.add_argument(
        "--large", action="store_true", help="a hundred million pairs from a file of 1.2 GB"
    )
    options = parser.parse_args()
    if options.pairs < JUDGED:
        parser.error(f"--pairs must be {JUDGED} at least")

    peers = {}
    for name, package in (("fcl", "python-fcl"), ("coal", "coal")):
        try:
            peers[name] = importlib.import_module(name)
            print(f"{package} {importlib.metadata.version(package)}")
        except ImportError:
            print(f"{package} is not installed: left out")
    version = importlib.metadata.version("clearance")
    print(f"clearance {version}, Python {platform.python_version()}, NumPy {np.__version__}")
    starts()
    motion(options.pairs, options.repeat)
    if options.memory:
        memory()
    if options.large:
        large()
    for kind in ("box", "hull12"):
        pairs = Pairs(kind, options.pairs)
        found = ours(pairs, options.repeat)
        shim = importlib.import_module("clearance.fcl")
        python_fcl(shim, "clearance.fcl", pairs, found, options.repeat)
        if "fcl" in peers:
            python_fcl(peers["fcl"], "fcl", pairs, found, options.repeat)
        if "coal" in peers:
            coal(peers["coal"], "coal", pairs, found, options.repeat)


if __name__ == "__main__":
    main()
