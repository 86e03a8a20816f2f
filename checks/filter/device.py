"""Judges and times the kernels of clearance.cuda where there is a device.

Usage: python device.py [PAIRS] [RESIDENT] [SEED]     pairs of all families together that are
judged, 1000000 where not given; and pairs drawn on the device that are timed, 100000000

Needs CuPy and a device; takes arrays of PyTorch and JAX along where they are installed. Exit
status: 0 all true, 1 an answer is wrong.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import time

import cupy
import numpy as np
from draw import FAMILIES, draw
from judge import OVERLAP, UNDECIDED, sizes, table, truth_of, wrong

import clearance as cl
import clearance.cuda
from clearance.cuda._device import device

CHUNK, JUDGED = 10_000_000, 1_000_000


def families(pairs, seed):
    """How many answers are wrong, of pairs of every family; a table of what was left."""
    failed, rows = 0, []
    n = -(-pairs // len(FAMILIES))
    for family in FAMILIES:
        drawn = draw(family, n, seed)
        truth = truth_of(drawn)
        shapes = cl.cuda.Shapes(drawn.shapes)
        at_a, turn_a, at_b, turn_b = (cupy.asarray(part) for part in drawn.poses)
        a, b = (shapes[cupy.asarray(i.astype(np.int32))] for i in (drawn.a, drawn.b))
        given = a, cl.cuda.Pose.xyzw(at_a, turn_a), b, cl.cuda.Pose.xyzw(at_b, turn_b)
        found = cupy.asnumpy(cl.cuda.intersects(*given))
        low, high = (cupy.asnumpy(part).astype(float) for part in cl.cuda.distance_bounds(*given))
        bad = np.flatnonzero(wrong(truth, found, low, high))
        if len(bad):
            print(f"FAIL  {family}: {len(bad)} wrong, first pair {bad[0]}")
        resolved = cupy.asnumpy(cl.cuda.intersects(*given, resolve=True))
        differ = int((resolved != truth[0]).sum())
        if differ:
            print(f"FAIL  {family}: {differ} differ when resolved")
        failed += len(bad) + differ
        rows.append((family, n, drawn.near, truth, (found, low, high), sizes(drawn)))
    table(rows)
    print(f"{n * len(FAMILIES)} pairs of families, resolved as well: {failed} wrong")
    return failed


def common(seed):
    """Shapes of three kinds, a thousand of each but of balls grown along a line."""
    rng = np.random.default_rng(seed)
    hulls = [cl.hull(rng.uniform(-1, 1, (12, 3))) for _ in range(1000)]
    boxes = [cl.cuboid(rng.uniform(0.1, 1, 3)) for _ in range(1000)]
    capsules = [cl.capsule(*rng.uniform(0.1, 1, 2)) for _ in range(1000)]
    return {"hulls of 12": hulls, "boxes": boxes, "capsules": capsules}


class Pairs:
    """Random pairs on the device: origins up to 2.2 apart along each axis."""

    def __init__(self, shapes, count, seed):
        random = cupy.random.RandomState(seed)
        self.shapes = shapes
        self.a, self.b = random.randint(0, len(shapes), (2, count), np.int32)
        self.at = random.uniform(-2.2, 2.2, (count, 3)).astype(np.float32)
        self.turn_a, self.turn_b = random.normal(size=(2, count, 4)).astype(np.float32)

    def given(self, posed):
        """Arguments: both in poses, or the first in the world's."""
        first = cl.cuda.Pose.xyzw(0 * self.at, self.turn_a) if posed else None
        second = cl.cuda.Pose.xyzw(self.at, self.turn_b)
        return self.shapes[self.a], first, self.shapes[self.b], second


def seconds(call):
    """The median of a call's times on the device."""
    call()
    times = []
    for _ in range(9):
        began, ended = cupy.cuda.Event(), cupy.cuda.Event()
        began.record()
        call()
        ended.record()
        ended.synchronize()
        times.append(cupy.cuda.get_elapsed_time(began, ended) / 1e3)
    return sorted(times)[4]


def rates(seed):
    """Pairs a second of resident pairs."""
    for name, given in common(seed).items():
        pairs = Pairs(cl.cuda.Shapes(given), CHUNK, seed)
        for posed in (False, True):
            arguments = pairs.given(posed)
            found = cl.cuda.intersects(*arguments)
            left = int((found == UNDECIDED).sum())
            hit = int((found == OVERLAP).sum())
            yes = CHUNK / seconds(lambda: cl.cuda.intersects(*arguments))
            far = CHUNK / seconds(lambda: cl.cuda.distance_bounds(*arguments))
            print(
                f"{name}, {'two poses' if posed else 'one pose'}: {yes:.3g} booleans, {far:.3g} "
                f"bounds a second; {hit / CHUNK:.1%} overlap, {left} of {CHUNK} undecided"
            )


def resident(count, seed):
    """How many answers are wrong of a random million of many pairs answered on the device."""
    shapes = [shape for kind in common(seed).values() for shape in kind]
    on, listed = cl.cuda.Shapes(shapes), cl.Shapes(shapes)
    spent, failed, left, judged = 0.0, 0, 0, 0
    chunks = -(-count // CHUNK)
    for chunk in range(chunks):
        pairs = Pairs(on, CHUNK, seed + chunk)
        arguments = pairs.given(True)
        cupy.cuda.get_current_stream().synchronize()
        began = time.perf_counter()
        found = cl.cuda.intersects(*arguments)
        cupy.cuda.get_current_stream().synchronize()
        spent += time.perf_counter() - began
        left += int((found == UNDECIDED).sum())
        some = cupy.random.RandomState(chunk).permutation(CHUNK)[: -(-JUDGED // chunks)]
        a, b, at, turn_a, turn_b, said = (
            cupy.asnumpy(part[some])
            for part in (pairs.a, pairs.b, pairs.at, pairs.turn_a, pairs.turn_b, found)
        )
        first, second = cl.Pose.xyzw(0 * at, turn_a), cl.Pose.xyzw(at, turn_b)
        truth = np.asarray(cl.verdict(listed[a], first, listed[b], second, threads=0))
        failed += int(((said != UNDECIDED) & (said != truth)).sum())
        judged += len(said)
    print(
        f"{chunks * CHUNK} pairs in {spent:.3f} s with launches, {left} undecided; "
        f"of {judged} drawn at random {failed} wrong"
    )
    return failed


def libraries(seed):
    """How many answers differ by the library whose arrays are given."""
    pairs = Pairs(cl.cuda.Shapes(common(seed)["hulls of 12"]), 100_000, seed)
    expected = cl.cuda.intersects(*pairs.given(True))
    arrays = pairs.a, pairs.at, pairs.turn_a, pairs.b, pairs.turn_b
    failed = 0
    for name, of in (("torch", "torch.utils.dlpack"), ("jax", "jax.dlpack")):
        if importlib.util.find_spec(name) is None:
            print(f"skipped: {name} is not installed")
            continue
        take = importlib.import_module(of).from_dlpack
        a, at, turn_a, b, turn_b = (take(cupy.ascontiguousarray(part)) for part in arrays)
        found = cl.cuda.intersects(
            pairs.shapes[a],
            cl.cuda.Pose.xyzw(0 * at, turn_a),
            pairs.shapes[b],
            cl.cuda.Pose.xyzw(at, turn_b),
        )
        back = take(found)
        differ = int((found != expected).sum()) + abs(int(back.sum()) - int(expected.sum()))
        failed += differ
        print(f"arrays of {name}, there and back: {differ} differ")
    if importlib.util.find_spec("torch") is not None:
        failed += beside_torch(pairs, expected)
    return failed


def beside_torch(pairs, expected):
    """How many answers differ on a stream of PyTorch that is still writing the poses."""
    torch = importlib.import_module("torch")
    stream, at = torch.cuda.Stream(), torch.from_dlpack(pairs.at)
    with torch.cuda.stream(stream), cupy.cuda.ExternalStream(stream.cuda_stream):
        late = torch.zeros_like(at)
        torch.cuda._sleep(100_000_000)
        late += at
        arguments = pairs.given(True)
        found = cl.cuda.intersects(*arguments[:3], cl.cuda.Pose.xyzw(late, pairs.turn_b))
        waited = stream.query()
    stream.synchronize()
    differ = int((found != expected).sum())
    print(f"beside PyTorch, on a stream that still writes: {differ} differ; waited: {waited}")
    return differ + int(waited)


def main(pairs=1_000_000, count=100_000_000, seed=1):
    name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    began = time.perf_counter()
    print(f"{name}; CuPy {cupy.__version__}")
    for kernel in ("clearance_verdicts", "clearance_bounds"):
        made = device()._module().get_function(kernel)
        print(f"{kernel}: {made.num_regs} registers, {made.local_size_bytes} bytes of local memory")
    print(f"compiled in {time.perf_counter() - began:.1f} s")
    rates(seed)
    failed = families(pairs, seed) + resident(count, seed) + libraries(seed)
    print(f"{'FAIL' if failed else 'PASS'}  {failed} wrong, {time.perf_counter() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
