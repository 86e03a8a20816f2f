"""The reference: every public name has a docstring with an example, and the examples hold, also
those of the compiled half."""

import doctest
import importlib
import inspect
from pathlib import Path

import numpy as np
import pytest

MODULES = ["clearance", "clearance.arrow", "clearance.mujoco", "clearance.pinocchio"]
# Modules with the names and arguments of other libraries, which document what each does.
COPIES = ["clearance.fcl", "clearance.trimesh"]


def documented():
    """All public functions and classes, and their public methods, by their names."""
    found = {}
    for module in map(importlib.import_module, MODULES):
        for name in module.__all__:
            item = getattr(module, name)
            if not callable(item):
                continue
            found[f"{module.__name__}.{name}"] = item
            if inspect.isclass(item) and item.__module__.startswith("clearance"):
                methods = [
                    key
                    for key, value in vars(item).items()
                    if not key.startswith("_") and inspect.isroutine(value)
                ]
                found |= {f"{module.__name__}.{name}.{key}": getattr(item, key) for key in methods}
    return found


DOCUMENTED = documented()


def test_all_are_found():
    assert {
        "clearance.proximity",
        "clearance.Pose.xyzw",
        "clearance.Shape.support",
        "clearance.arrow.intersects",
    } <= set(DOCUMENTED)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_public_name_has_an_example_that_holds(name, monkeypatch):
    # Examples read files from the folder `assets` beside it.
    monkeypatch.chdir(Path(__file__).parents[1])
    doc = inspect.getdoc(DOCUMENTED[name]) or ""
    assert ">>> " in doc, f"{name}: has no example"
    example = doctest.DocTestParser().get_doctest(doc, {}, name, None, 0)
    said = []
    with np.printoptions(legacy=False):
        failed, _ = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(
            example, out=said.append
        )
    assert failed == 0, "".join(said)


@pytest.mark.parametrize("module", COPIES)
def test_every_name_of_others_says_what_it_is(module):
    module = importlib.import_module(module)
    silent = [
        name
        for name in module.__all__
        if callable(getattr(module, name)) and not inspect.getdoc(getattr(module, name))
    ]
    assert silent == [] and (module.__name__ == "clearance.fcl" or ">>> " in module.__doc__)
