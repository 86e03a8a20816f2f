"""Which of 4 096 robot arms collide, at each of a thousand steps: on the device, where their poses
are computed as well, and the same pairs in batches on the processor, in one run.

    python python/examples/arms.py [--copies 4096] [--steps 1000] [--together 50]
        [--processor-steps 20]

A launch takes as long as a million pairs, so the device answers some steps together.

The arm is that of docs/python-tour.ipynb: four capsules, a table, and a post, which is a prism of
16 sides here, as the device has no cylinders. All arms move at random. Without a device it says so,
and runs the processor's part only.
"""

from __future__ import annotations

import argparse
import importlib
import time
from typing import Any

import numpy as np

import clearance as cl
import clearance.cuda

LENGTH = 0.3
PAIRS = np.array(
    [(i, j) for i in range(4) for j in (4, 5) if (i, j) != (0, 4)] + [(0, 2), (0, 3), (1, 3)]
)


def shapes() -> list[cl.Shape]:
    around = np.arange(16) * 2 * np.pi / 16
    ring = 0.06 * np.stack([np.cos(around), 0 * around, np.sin(around)], axis=1)
    post = cl.hull(np.concatenate([ring - [0, 0.5, 0], ring + [0, 0.5, 0]]))
    return [*[cl.capsule(LENGTH / 2, 0.05)] * 4, cl.cuboid([1.0, 0.02, 0.3]), post]


def kinematics(xp: Any, angles: Any) -> Any:
    """Translations and quaternions, x, y, z, w, of all bodies: (copies, 6, 7) for angles
    (copies, 4)."""
    found = xp.zeros((len(angles), 6, 7), xp.float32)
    turn = xp.cumsum(angles, axis=1)
    along = xp.stack([-xp.sin(turn), xp.cos(turn)], axis=2) * np.float32(LENGTH)
    found[:, :4, :2] = xp.cumsum(along, axis=1) - along / 2
    found[:, :4, 5] = xp.sin(turn / 2)
    found[:, :4, 6] = xp.cos(turn / 2)
    found[:, 4:, 6] = 1.0
    found[:, 4, 1] = -0.12
    found[:, 5, :2] = xp.array([0.75, 0.4], xp.float32)
    return found


class Walk:
    """Joint angles of all copies, some steps at a time."""

    def __init__(self, xp: Any, copies: int) -> None:
        self.xp, self.random = xp, xp.random.RandomState(1)
        self.angles = self._uniform(1.5, copies, 4)

    def _uniform(self, most: float, *shape: int) -> Any:
        return self.random.uniform(-most, most, shape).astype(self.xp.float32)

    def next(self, steps: int) -> Any:
        """Places at so many steps of all copies, (steps * copies, 6, 7)."""
        moves = self._uniform(0.05, steps, len(self.angles), 4)
        angles = self.angles + self.xp.cumsum(moves, axis=0)
        self.angles = angles[-1]
        return kinematics(self.xp, angles.reshape(-1, 4))


def on_device(
    xp: Any, wait: Any, copies: int, steps: int, together: int, keep: int
) -> tuple[Any, ...]:
    """Seconds; how many pairs were apart, overlapped, were left; poses and answers of the first
    steps."""
    bodies, walk = cl.cuda.Shapes(shapes()), Walk(xp, copies)
    first, second = (xp.asarray(column.copy()) for column in PAIRS.T)
    count, kept = xp.zeros(3, xp.int64), []

    def check(places: Any) -> Any:
        a, b = cl.cuda.Pose.xyzw(places[:, first]), cl.cuda.Pose.xyzw(places[:, second])
        return cl.cuda.intersects(bodies[first], a, bodies[second], b)

    check(Walk(xp, copies).next(together))  # Compiles.
    wait()
    began = time.perf_counter()
    for step in range(0, steps, together):
        places = walk.next(min(together, steps - step))
        found = check(places)
        count += xp.stack([(found == status).sum() for status in (0, 1, 2)])
        if step < keep:
            some = copies * (keep - step)
            kept.append((places[:some], found[:some]))
    wait()
    return time.perf_counter() - began, [int(number) for number in count], kept


def on_processor(steps: list[Any]) -> tuple[float, list[Any]]:
    """Seconds of the batches alone, and the exact verdicts of each step's poses."""
    bodies, (first, second) = cl.Shapes(shapes()), PAIRS.T
    spent, found = 0.0, []
    for places in steps:
        a, b = (cl.Pose.xyzw(p[..., :3], p[..., 3:]) for p in (places[:, first], places[:, second]))
        began = time.perf_counter()
        found.append(cl.verdict(bodies[first], a, bodies[second], b, threads=0))
        spent += time.perf_counter() - began
    return spent, found


def said(where: str, pairs: int, seconds: float, count: list[int]) -> None:
    apart, overlap, left = count
    print(
        f"{where}: {pairs} pairs in {seconds:.3f} s, {pairs / seconds:.3g} a second; "
        f"{apart} apart, {overlap} collide, {left} undecided"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--copies", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--processor-steps", type=int, default=20)
    parser.add_argument("--together", type=int, default=50)
    asked = parser.parse_args()
    each = asked.copies * len(PAIRS)
    try:
        cl.cuda.Shapes(shapes())
    except (ImportError, RuntimeError) as why:
        print(f"not run on a device: {why}")
        walk = Walk(np, asked.copies)
        steps, answers = [walk.next(1) for _ in range(asked.processor_steps)], []
    else:
        cupy = importlib.import_module("cupy")
        spent, count, kept = on_device(
            cupy,
            lambda: cupy.cuda.get_current_stream().synchronize(),
            asked.copies,
            asked.steps,
            asked.together,
            asked.processor_steps,
        )
        said("device, with kinematics and counts", each * asked.steps, spent, count)
        steps, answers = (
            [cupy.asnumpy(part) for part in parts] for parts in zip(*kept, strict=True)
        )
    spent, truth = on_processor(steps)
    count = np.bincount(np.concatenate(truth).reshape(-1), minlength=3).tolist()
    said("processor, all cores", sum(map(np.size, truth)), spent, count)
    if answers:
        wrong = differing(answers, truth)
        print(f"of these the device decided {wrong} otherwise")
        if wrong:
            raise SystemExit(1)


def differing(answers: list[Any], truth: list[Any]) -> int:
    """How many answers of the device, but for what it left, the processor has otherwise."""
    pairs = zip(answers, truth, strict=True)
    return sum(int(((found != 2) & (found != exact)).sum()) for found, exact in pairs)


if __name__ == "__main__":
    main()
