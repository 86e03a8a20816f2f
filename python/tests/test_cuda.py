"""`clearance.cuda` without a GPU: the same Python over a build of the same kernels for this
processor, on arrays of NumPy. Whether the kernels are right is judged by `checks/filter`."""

import ctypes
import os
import runpy
import shutil
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest

import clearance as cl
import clearance.cuda
from clearance.cuda import _device, _solids

COMPILER = os.environ.get("CXX", "g++")
needs_compiler = pytest.mark.skipif(not shutil.which(COMPILER), reason=f"there is no {COMPILER}")


class Host(_device.Device):
    """This processor in the place of a device."""

    kinds = (1,)
    number = 0

    def __init__(self, library):
        super().__init__(np)
        self.library = library

    def holder(self, array):
        return 0

    def download(self, array):
        return array

    def launch(self, kernel, count, arguments):
        passed = [
            ctypes.c_void_p(None)
            if argument is None
            else ctypes.c_void_p(argument.ctypes.data)
            if isinstance(argument, np.ndarray)
            else ctypes.c_longlong(argument)
            for argument in arguments
        ]
        getattr(self.library, kernel)(*passed)


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    directory = tmp_path_factory.mktemp("cuda")
    source = directory / "filter.cpp"
    source.write_text(_device.text())
    built = directory / "filter.so"
    flags = ["-std=c++17", "-O2", "-shared", "-fPIC"]
    subprocess.run([COMPILER, *flags, source, "-o", built], check=True)
    return ctypes.CDLL(str(built))


@pytest.fixture
def host(library, monkeypatch):
    monkeypatch.setattr(clearance.cuda, "device", lambda: Host(library))


class Foreign:
    """An array of another library, of which only DLPack's protocol is known."""

    def __init__(self, array, kind=1):
        self.array, self.kind = array, kind

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.kind, 0


def solids():
    rng = np.random.default_rng(5)
    return [
        cl.ball(0.4),
        cl.cuboid([0.3, 0.7, 0.5]),
        cl.capsule(0.6, 0.1),
        cl.hull(rng.normal(size=(12, 3))),
        cl.hull(rng.normal(size=(5, 3))).rounded(0.25),
    ]


def poses(n, seed=1):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, 3)).astype("f4"), rng.normal(size=(n, 4)).astype("f4")


@needs_compiler
def test_every_layout_answers_what_the_processor_proves(host):
    shapes = solids()
    device, listed = cl.cuda.Shapes(shapes), cl.Shapes(shapes)
    n = 5000
    rng = np.random.default_rng(2)
    a, b = rng.integers(0, len(shapes), (2, n))
    (ta, qa), (tb, qb) = poses(n, 3), poses(n, 4)
    truth = cl.verdict(listed[a], cl.Pose.xyzw(ta, qa), listed[b], cl.Pose.xyzw(tb, qb))
    assert 0.2 < truth.mean() < 0.8
    pose = cl.cuda.Pose
    seven = np.concatenate([ta, qa], axis=1)
    wxyz = np.roll(qb, 1, axis=1)
    columns = np.asfortranarray(tb)
    assert columns.strides[0] == 4
    layouts = [
        (a, pose.xyzw(ta, qa), b, pose.xyzw(tb, qb)),
        (a.astype("i4"), pose.xyzw(seven), b, pose.wxyz(columns, wxyz)),
        (np.repeat(a, 2)[::2], pose.xyzw(Foreign(ta), Foreign(qa)), Foreign(b), pose.xyzw(tb, qb)),
        (a[::-1][::-1], pose.xyzw(seven[:, :3], seven[:, 3:]), b, pose.wxyz(tb, wxyz)),
    ]
    for ia, pa, ib, pb in layouts:
        found = cl.cuda.intersects(device[ia], pa, device[ib], pb)
        assert found.dtype == np.int8
        decided = found != cl.Status.UNDECIDED
        assert decided.mean() > 0.999
        assert (found[decided] == truth[decided]).all()
    many = [x.reshape(50, 100, -1) for x in (ta, qa, tb, qb)]
    found = cl.cuda.intersects(
        device[a.reshape(50, 100)],
        pose.xyzw(*many[:2]),
        device[b.reshape(50, 100)],
        pose.xyzw(*many[2:]),
        resolve=True,
    )
    assert (found.reshape(-1) == truth).all()


@needs_compiler
def test_broadcasting(host):
    shapes = solids()
    device, listed = cl.cuda.Shapes(shapes), cl.Shapes(shapes)
    (ta, qa), (tb, _) = poses(7, 6), poses(9, 7)
    every = np.arange(len(shapes))
    found = cl.cuda.intersects(
        device[every],
        cl.cuda.Pose.xyzw(ta[:, None, None], qa[:, None, None]),
        device[-2],
        tb[:, None],
        resolve=True,
    )
    truth = cl.verdict(
        listed[every], cl.Pose.xyzw(ta[:, None, None], qa[:, None, None]), shapes[-2], tb[:, None]
    )
    assert found.shape == (7, 9, 5) and (found == truth).all()
    alone = cl.cuda.intersects(device[0], None, device[1], None)
    assert alone.shape == () and alone == cl.Status.INTERSECTING
    none = cl.cuda.intersects(device[0], np.zeros((0, 3), "f4"), device[1], None, resolve=True)
    assert none.shape == (0,)


@needs_compiler
def test_bounds_hold_the_distance_in_closed_form(host):
    device = cl.cuda.Shapes([cl.ball(0.5), cl.ball(0.1), cl.cuboid([1.0, 1.0, 1.0])])
    at = np.linspace([0.0, 0.0, 0.0], [0.0, 6.0, 8.0], 101).astype("f4")
    far = np.linalg.norm(at.astype(float), axis=1)
    low, high = cl.cuda.distance_bounds(device[0], None, device[1], at)
    truth = np.maximum(far - (0.5 + 0.1), 0.0)
    assert (low <= truth).all() and (truth <= high).all() and (high - low < 2e-4).all()
    assert (high[far < 0.59] == 0).all() and (low[far > 0.61] > 0).all()
    out = np.array([3.0, 0.0, 0.0], "f4")
    low, high = cl.cuda.distance_bounds(device[2], None, device[1], out)
    assert low <= 1.9 <= high and high - low < 1e-4


@needs_compiler
def test_what_is_near_contact_is_left_and_resolved(host):
    device = cl.cuda.Shapes([cl.cuboid([0.5, 0.5, 0.5]), cl.cuboid([0.1, 0.1, 0.1])])
    up = np.nextafter(np.float32(1.0), np.float32(2.0))
    at = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, up], [0.0, 0.0, 2.0]], "f4")
    same = [device[0], None, device[0], at]
    assert cl.cuda.intersects(*same).tolist() == [2, 2, 0]
    assert cl.cuda.intersects(*same, resolve=True).tolist() == [1, 0, 0]
    # 0.1 is no float32: the solids meant are of float64, and touch only there.
    tenth = np.array([0.0, 0.0, np.float32(0.2)], "f4")
    found = cl.cuda.intersects(device[1], None, device[1], tenth, resolve=True)
    assert found == cl.verdict(cl.cuboid([0.1] * 3), None, cl.cuboid([0.1] * 3), tenth)


@needs_compiler
def test_what_is_no_pair_is_said(host):
    device = cl.cuda.Shapes([cl.ball(1.0), cl.ball(2.0)])
    index = np.array([0, 1, 2, -1])
    at = np.zeros((4, 3), "f4")
    assert cl.cuda.intersects(device[index], at, device[0], None).tolist() == [1, 1, -1, -1]
    at[1] = np.nan
    assert cl.cuda.intersects(device[0], at, device[0], None).tolist() == [1, -1, 1, 1]
    low, high = cl.cuda.distance_bounds(device[0], at, device[0], None)
    assert np.isnan(low[1]) and np.isnan(high[1]) and low[0] == high[0] == 0
    turn = np.eye(4, dtype="f4")
    turn[2] = 0
    pose = cl.cuda.Pose.xyzw(np.zeros((4, 3), "f4"), turn)
    assert cl.cuda.intersects(device[0], pose, device[0], None).tolist() == [1, 1, -1, 1]
    with pytest.raises(ValueError, match="pair 2: .* 1 of 4 pairs"):
        cl.cuda.intersects(device[0], pose, device[0], None, resolve=True)
    # Out of the range of the bounds, and so for the processor.
    far = np.array([1e30, 0.0, 0.0], "f4")
    assert cl.cuda.intersects(device[0], far, device[0], None) == cl.Status.UNDECIDED
    assert cl.cuda.intersects(device[0], far, device[0], None, resolve=True) == 0
    low, high = cl.cuda.distance_bounds(device[0], far, device[0], None)
    assert low == 0 and high == np.inf


@needs_compiler
def test_arguments(host):
    device = cl.cuda.Shapes([cl.ball(1.0), cl.ball(2.0)])
    at = np.zeros((4, 3), "f4")
    with pytest.raises(TypeError, match="pose_b: must be of float32, is of float64"):
        cl.cuda.intersects(device[0], None, device[0], at.astype(float))
    with pytest.raises(ValueError, match="a matrix has no exact rotation"):
        cl.cuda.intersects(device[0], None, device[0], np.zeros((2, 4, 4), "f4"))
    with pytest.raises(TypeError, match=r"a: must be shapes\[index\]"):
        cl.cuda.intersects(cl.ball(1.0), None, device[0], None)
    with pytest.raises(ValueError, match="of the same"):
        cl.cuda.intersects(cl.cuda.Shapes([cl.ball(1.0)])[0], None, device[0], None)
    with pytest.raises(IndexError, match="there are 2 shapes"):
        device[2]
    with pytest.raises(TypeError, match="int32 or int64, is of float32"):
        device[at]
    with pytest.raises(TypeError, match="in the memory of the processor"):
        cl.cuda.intersects(device[0], Foreign(at, kind=3), device[0], None)
    with pytest.raises(TypeError, match="must be an array on the device"):
        cl.cuda.intersects(device[0], [[0.0, 0.0, 0.0]], device[0], None)


@needs_compiler
def test_shapes_that_the_device_has_not(host):
    around = np.random.default_rng(1).normal(size=(100, 3))
    around /= np.linalg.norm(around, axis=1, keepdims=True)
    for shape, why in [
        (cl.cylinder(1.0, 1.0), "is of kind 'cylinder'"),
        (cl.ball(1.0, dim=2), "is of the plane"),
        (cl.hull(around), "corners; the device takes 64 at most"),
        (cl.ball(1e300), "too large for float32"),
    ]:
        with pytest.raises(ValueError, match=rf"shapes\[0\]: .*{why}"):
            cl.cuda.Shapes([shape])
    with pytest.raises(ValueError, match="there are none"):
        cl.cuda.Shapes([])


def test_no_copy_of_foreign_arrays():
    given = np.zeros((4, 3), "f4")
    assert np.shares_memory(Host(None).array("pose", Foreign(given)), given)


def test_records():
    rng = np.random.default_rng(3)
    shapes = [
        *solids(),
        *(cl.hull(rng.normal(size=(20, 3)) * [1.0, 1.0, 1e-3]) for _ in range(20)),
        cl.ball(0.1).rounded(0.2),
        cl.triangle([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
    ]
    found, corners = _solids.records(shapes)
    assert _solids.RECORD.itemsize == 48
    for record, shape in zip(found, shapes, strict=True):
        some = corners[record["first"] :, :3][: record["corners"]].astype(float)
        bound = record["reach"] + record["radius"] + record["slack"]
        seen = np.linalg.norm(shape.support(rng.normal(size=(100, 3))), axis=1)
        assert 0.5 * bound < seen.max() <= bound
        if shape.kind == "hull":
            # The ball within, by another reading; corners, and how far they moved.
            way_in = cl.project_point(shape, None, record["center"].astype(float))
            assert 0 < record["inner"] <= -way_in.signed_distance + way_in.gap
            assert record["inner"] > -0.5 * way_in.signed_distance
            moved = np.linalg.norm(some - shape.vertices, axis=1).max()
            assert moved <= record["slack"] < 1e-6
            assert np.linalg.norm(some, axis=1).max() <= record["reach"]
    assert abs(float(found[-2]["radius"]) - 0.3) <= found[-2]["slack"]
    assert found[-1]["inner"] == 0 and found[-1]["slack"] == 0


def test_what_to_install_is_said(monkeypatch):
    monkeypatch.setattr(_device, "_found", [])
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(ImportError, match="needs CuPy: pip install cupy-cuda12x"):
        cl.cuda.Shapes([cl.ball(1.0)])

    def fails():
        raise OSError("no driver")

    runtime = types.SimpleNamespace(getDeviceCount=fails)
    without = types.SimpleNamespace(cuda=types.SimpleNamespace(runtime=runtime))
    monkeypatch.setitem(sys.modules, "cupy", without)
    with pytest.raises(RuntimeError, match="found no device: no driver"):
        cl.cuda.Shapes([cl.ball(1.0)])
    runtime.getDeviceCount = lambda: 0
    with pytest.raises(RuntimeError, match="found no device"):
        cl.cuda.Shapes([cl.ball(1.0)])


@pytest.mark.parametrize("is_hip", [False, True])
def test_a_launch_covers_every_pair(is_hip):
    started = []

    class Module:
        def __init__(self, code, options):
            assert "clearance_verdicts" in code
            # HIP's compiler knows none of CUDA's own.
            assert ("--ftz=true" in options) == (not is_hip)

        def get_function(self, name):
            return lambda *launch: started.append((name, *launch))

    runtime = types.SimpleNamespace(getDevice=lambda: 0, is_hip=is_hip)
    cupy = types.SimpleNamespace(cuda=types.SimpleNamespace(runtime=runtime), RawModule=Module)
    _device.Device(cupy).launch("clearance_verdicts", 1000, [None, 7, "array"])
    [(name, blocks, threads, passed)] = started
    assert name == "clearance_verdicts" and blocks[0] * threads[0] >= 1000
    assert passed[0] == 0 and passed[0].dtype == np.uint64
    assert passed[1] == 7 and passed[1].dtype == np.int64 and passed[2] == "array"


def test_import_costs_nothing():
    program = "import sys, clearance; print([m for m in sys.modules if 'cuda' in m or 'cupy' in m])"
    asked = [sys.executable, "-c", program]
    assert subprocess.run(asked, capture_output=True, text=True, check=True).stdout == "[]\n"


@needs_compiler
def test_the_example_of_the_arms(host, capsys, monkeypatch):
    example = Path(__file__).parents[1] / "examples" / "arms.py"
    arms = runpy.run_path(str(example))
    _, left, kept = arms["on_device"](np, lambda: None, 64, 5, 3, 4)
    steps, answers = zip(*kept, strict=True)
    _, truth = arms["on_processor"](steps)
    assert sum(left) == 64 * 10 * 5 and left[1] > 0 and left[2] < 10
    assert [part.shape for part in truth] == [(3 * 64, 10), (64, 10)]
    assert arms["differing"](answers, truth) == 0
    answers[0][0, 0] = 1 - truth[0][0, 0]
    assert arms["differing"](answers, truth) == 1

    def lacks():
        raise RuntimeError("found no device")

    monkeypatch.setattr(clearance.cuda, "device", lacks)
    monkeypatch.setattr(sys, "argv", ["arms", "--copies", "8", "--processor-steps", "2"])
    arms["main"]()
    assert "not run on a device: found no device\nprocessor, all" in capsys.readouterr().out
