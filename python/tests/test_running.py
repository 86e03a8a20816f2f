"""How batches run: memory, interruption, progress, threads of the caller."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import clearance as cl


class Bar:
    """The part of a tqdm bar that is used."""

    def __init__(self):
        self.n = 0

    def update(self, n):
        assert n > 0
        self.n += n


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_adds_up(threads):
    bar = Bar()
    cl.intersects(
        cl.ball(1.0), None, cl.ball(1.0), np.zeros((50_000, 3)), threads=threads, progress=bar
    )
    assert bar.n == 50_000


@pytest.mark.parametrize("threads", [1, 2])
def test_what_progress_raises_ends_the_batch(threads):
    class Tired(Exception):
        pass

    class Bored:
        def update(self, n):
            raise Tired

    with pytest.raises(Tired):
        cl.intersects(
            cl.ball(1.0),
            None,
            cl.ball(1.0),
            np.zeros((300_000, 3)),
            threads=threads,
            progress=Bored(),
        )


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_within_a_second(threads, ends_by_ctrl_c):
    program = f"""
import numpy as np, clearance as cl, sys
shape = cl.hull(np.random.default_rng(1).normal(size=(200, 3)))
at = np.broadcast_to(np.array([0.1, 0.2, 0.3]), (50_000_000, 3))
print("go", flush=True)
cl.intersects(shape, None, cl.cone(1.0, 1.0), at, threads={threads})
"""
    ends_by_ctrl_c(program, after=0.3)


def test_one_shape_in_eight_threads():
    shape, other = cl.hull(np.random.default_rng(2).normal(size=(30, 3))), cl.cylinder(0.5, 0.25)
    at = np.random.default_rng(3).normal(size=(200, 3)) * 2
    truth = cl.proximity(shape, None, other, at)
    wait = threading.Barrier(8)

    def ask(_):
        wait.wait()
        many = cl.proximity(shape, None, other, at)
        ones = [cl.proximity(shape, None, other, x).distance for x in at[:20]]
        return np.array_equal(many.distance, truth.distance) and np.allclose(
            ones, truth.distance[:20], rtol=0, atol=1e-12
        )

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(8)))


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads /proc")
def test_memory_stays_flat():
    a, b = cl.ball(1.0), cl.cuboid([1.0, 1.0, 1.0])
    pose = np.array([3.0, 0.0, 0.0])

    def ask(times):
        for _ in range(times):
            found = cl.proximity(a, None, b, cl.Pose.xyzw(pose, [0, 0, 0, 1]))
            _ = found.normal, found.point_a, found.status
            cl.proximity(a, None, b, [pose, pose])
            cl.hull(np.eye(3))

    ask(2000)
    before = resident()
    ask(20_000)
    assert resident() - before < 4 << 20


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads /proc")
def test_no_copies_of_large_arrays():
    count = 5_000_000
    at = np.broadcast_to(np.array([3.0, 0.0, 0.0]), (count, 3))
    peak = []
    stop = threading.Event()

    def watch():
        while not stop.wait(0.01):
            peak.append(resident())

    cl.intersects(cl.ball(1.0), None, cl.ball(1.0), at[:1000])
    before = resident()
    thread = threading.Thread(target=watch)
    thread.start()
    meets = cl.intersects(cl.ball(1.0), None, cl.ball(1.0), at)
    stop.set()
    thread.join()
    assert not meets.any()
    # The answers are 1 byte a pair; the poses would be 24 more.
    assert max(peak) - before < 3 * count


def test_import_is_quick_and_needs_numpy_alone():
    program = """
import sys, time, numpy
known = set(sys.modules)
begun = time.process_time()
import clearance
took = time.process_time() - begun
print(took, sorted({name.split('.')[0] for name in set(sys.modules) - known} - {'__future__'}))
"""
    out = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    took, names = out.split(" ", 1)
    assert float(took) < 0.25, out
    assert names.strip() == "['clearance']", names
