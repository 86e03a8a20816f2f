"""IFC models: their elements as scenes, and IfcClash's clash sets, answered with proof.
`pip install clearance[ifc]`: IfcOpenShell reads and meshes.

A `Model` has elements by selectors of IfcOpenShell's syntax, with GlobalIds, names, classes and
storeys; `scene` makes a `clearance.Scene` of them; `clash` answers clash sets, and its `Report` is
written as IfcClash's JSON or as BCF. All lengths are metres.

>>> import clearance.ifc
>>> model = clearance.ifc.Model("house.ifc")                          # doctest: +SKIP
>>> house = clearance.ifc.scene(model.elements("IfcWall"))            # doctest: +SKIP

On the command line:

    python -m clearance.ifc clash sets.json -o clashes.json
    python -m clearance.ifc clash architecture.ifc services.ifc --within 0.05 -o clashes.bcf
"""

from ._model import Element, Model, scene
from ._sets import Report, clash

__all__ = ["Element", "Model", "Report", "clash", "scene"]
