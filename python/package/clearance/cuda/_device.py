"""The device, by CuPy: the one place that knows it."""

from __future__ import annotations

import importlib
import importlib.resources
from typing import Any

import numpy as np

_THREADS = 128

# Lemma 38 holds for any quotients and roots, as they are measured, and for flushed subnormals.
# PERF(occupancy): 80 registers 3.1e9 hulls of 12 a second, as many as it likes 2.8e9, 64 2.9e9.
_FAST = ("--prec-div=false", "--prec-sqrt=false", "--ftz=true", "--maxrregcount=80")


class Device:
    """Arrays on a device, and launches on CuPy's current stream."""

    # DLPack's numbers: CUDA, ROCm, CUDA's managed memory.
    kinds = (2, 10, 13)

    def __init__(self, cupy: Any) -> None:
        self.xp = cupy
        self._modules: dict[int, Any] = {}

    @property
    def number(self) -> int:
        """CuPy's current device."""
        return int(self.xp.cuda.runtime.getDevice())

    def array(self, name: str, given: Any) -> Any:
        """An array of any library where it lies, after what its library has yet to write there."""
        if isinstance(given, self.xp.ndarray):
            return given
        if not hasattr(given, "__dlpack_device__"):
            raise TypeError(
                f"{name}: must be an array on the device, of CuPy, PyTorch, JAX or Warp; "
                f"is {type(given).__name__}"
            )
        if given.__dlpack_device__()[0] not in self.kinds:
            raise TypeError(
                f"{name}: is in the memory of the processor, where clearance.intersects and "
                "clearance.distance answer; clearance.cuda does not copy it"
            )
        return self.xp.from_dlpack(given)

    def holder(self, array: Any) -> int:
        """The number of the device that holds an array."""
        return int(array.device.id)

    def upload(self, array: Any) -> Any:
        return self.xp.asarray(array)

    def download(self, array: Any) -> Any:
        return self.xp.asnumpy(array)

    def launch(self, kernel: str, count: int, arguments: list[Any]) -> None:
        """Starts a kernel, a thread a pair, and does not wait for it."""
        passed = []
        for argument in arguments:
            if argument is None:
                argument = np.uint64(0)
            passed.append(np.int64(argument) if isinstance(argument, int) else argument)
        start = self._module().get_function(kernel)
        start(((count + _THREADS - 1) // _THREADS,), (_THREADS,), tuple(passed))

    def _module(self) -> Any:
        """The kernels, compiled for the current device."""
        number = self.number
        if number not in self._modules:
            options = ("--std=c++17", *(() if self.xp.cuda.runtime.is_hip else _FAST))
            self._modules[number] = self.xp.RawModule(code=text(), options=options)
        return self._modules[number]


def text() -> str:
    """The kernels, as `filter.h` has them."""
    return (importlib.resources.files(__package__) / "filter.h").read_text(encoding="utf-8")


_found: list[Device] = []


def device() -> Device:
    """The device, looked for once; an error that says what is missing where there is none."""
    if _found:
        return _found[0]
    try:
        cupy = importlib.import_module("cupy")
    except ImportError as error:
        raise ImportError(
            "clearance.cuda needs CuPy: pip install cupy-cuda12x, which clearance[cuda] asks for, "
            "or the one of your CUDA or ROCm: cupy-cuda13x, cupy-rocm-7-0"
        ) from error
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except Exception as error:
        raise RuntimeError(f"clearance.cuda found no device: {error}") from error
    if not count:
        raise RuntimeError("clearance.cuda found no device")
    _found.append(Device(cupy))
    return _found[0]
