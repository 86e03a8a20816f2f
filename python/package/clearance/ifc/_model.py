"""The elements of an IFC file, meshed, and scenes of them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .._arguments import number
from .._needs import needed
from .._scenes import Scene

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Element:
    """An element of a model: who it is, and its surface in metres, in the world's frame."""

    guid: str
    name: str | None
    ifc_class: str
    storey: str | None
    file: str
    vertices: NDArray[np.float64]
    faces: NDArray[np.int32]

    @property
    def title(self) -> str:
        """Its class and name, as `IfcWall/W1`."""
        return f"{self.ifc_class}/{self.name or ''}"


class Model:
    """An IFC file: its elements as meshes, made by IfcOpenShell when they are first asked for.

    `deflection` (metres) and `angle` (radians) are how far flat triangles may be from curved
    surfaces, and how much two neighbours may turn: distances are those of the triangles. `openings`
    are subtracted, or left solid. `threads` mesh; 0 is one for each core. `kernel` is the
    `geometry_library` of IfcOpenShell: `"hybrid-cgal-simple-opencascade"` meshes faceted models
    many times as fast, and curved surfaces by rules of its own.

    - `bare`: the GlobalIds of elements, of those asked for, that have no shape of their own;
    - `failed`: of those that have one which IfcOpenShell makes no triangles of.

    >>> import clearance.ifc
    >>> model = clearance.ifc.Model("house.ifc")                      # doctest: +SKIP
    >>> [wall.name for wall in model.elements("IfcWall")]             # doctest: +SKIP
    ['W1', 'W2']
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        deflection: float = 0.001,
        angle: float = 0.5,
        openings: bool = True,
        threads: int = 0,
        kernel: str = "opencascade",
    ) -> None:
        self.deflection = number("deflection", deflection)
        self.angle = number("angle", angle)
        for name, value in (("deflection", self.deflection), ("angle", self.angle)):
            if not 0 < value < np.inf:
                raise ValueError(f"{name}: must be more than 0, is {value}")
        self.path, self.openings = os.fsdecode(path), openings
        self.threads, self.kernel = threads, kernel
        ifcopenshell = needed("ifcopenshell", "ifc")
        try:
            self.file = ifcopenshell.open(self.path)
        except ifcopenshell.Error as error:
            raise ValueError(f"{self.path}: {error}") from None
        self.bare: set[str] = set()
        self.failed: set[str] = set()
        self._known: dict[str, Element] = {}

    def elements(
        self, select: str | None = None, *, how: Literal["a", "i", "e"] = "i"
    ) -> list[Element]:
        """The elements that a selector of IfcOpenShell's syntax finds, in the file's order; or, for
        `how="e"`, all but these. All without a selector, or for `how="a"`: each `IfcElement` but
        openings and other features. Those without triangles are left out: `bare`, `failed`.
        """
        wanted = self._wanted(select, how)
        self._mesh([one for one in wanted if self._is_new(one.GlobalId)])
        found = (self._known.get(one.GlobalId) for one in wanted)
        return [element for element in found if element is not None]

    def _is_new(self, guid: str) -> bool:
        return not (guid in self._known or guid in self.bare or guid in self.failed)

    def _wanted(self, select: str | None, how: str) -> list[Any]:
        if how not in ("a", "i", "e"):
            raise ValueError(f"mode of a source: must be 'a', 'i' or 'e', is {how!r}")
        all_ = set(self.file.by_type("IfcElement")) - set(self.file.by_type("IfcFeatureElement"))
        if how != "a" and select:
            selector = needed("ifcopenshell.util.selector", "ifc")
            lark = needed("lark", "ifc")
            try:
                found = set(selector.filter_elements(self.file, select))
            except lark.exceptions.LarkError as error:
                told = " ".join(str(error).split())
                raise ValueError(f"selector {select!r}: {told}") from None
            all_ = all_ - found if how == "e" else found
        # What is no product, a type say, has no place.
        self.bare.update(one.GlobalId for one in all_ if not one.is_a("IfcProduct"))
        return sorted((one for one in all_ if one.is_a("IfcProduct")), key=lambda one: one.id())

    def _mesh(self, elements: list[Any]) -> None:
        shaped = [one for one in elements if one.Representation is not None]
        self.bare.update(one.GlobalId for one in elements if one.Representation is None)
        if not shaped:
            return
        geom = needed("ifcopenshell.geom", "ifc")
        util = needed("ifcopenshell.util.element", "ifc")
        settings = geom.settings()
        settings.set("use-world-coords", True)
        settings.set("mesher-linear-deflection", self.deflection)
        settings.set("mesher-angular-deflection", self.angle)
        settings.set("disable-opening-subtractions", not self.openings)
        threads = self.threads or os.cpu_count() or 1
        meshes: dict[str, list[tuple[Any, Any]]] = {}
        try:
            made = geom.iterator(
                settings, self.file, threads, include=shaped, geometry_library=self.kernel
            )
        except RuntimeError as error:
            raise ValueError(f"kernel: {error}") from None
        for shape in made:
            corners = np.frombuffer(shape.geometry.verts_buffer, np.float64).reshape(-1, 3)
            faces = np.frombuffer(shape.geometry.faces_buffer, np.int32).reshape(-1, 3)
            if len(faces):
                meshes.setdefault(shape.guid, []).append((corners, faces))
        for one in shaped:
            parts = meshes.get(one.GlobalId)
            if parts is None:
                self.failed.add(one.GlobalId)
                continue
            storey = util.get_container(one, ifc_class="IfcBuildingStorey")
            starts = np.cumsum([0] + [len(corners) for corners, _ in parts[:-1]])
            self._known[one.GlobalId] = Element(
                one.GlobalId,
                one.Name,
                one.is_a(),
                None if storey is None else storey.Name,
                self.path,
                np.concatenate([corners for corners, _ in parts]),
                np.concatenate([faces + at for (_, faces), at in zip(parts, starts, strict=True)]),
            )


def scene(
    *models: Model | Iterable[Element],
    by: Literal["auto", "hull", "triangles"] = "auto",
) -> Scene:
    """A scene of all elements of models, or of these elements: objects named by their GlobalIds,
    in groups by their storeys; where two have one GlobalId, by file and GlobalId.

    >>> import clearance.ifc
    >>> house = clearance.ifc.scene(clearance.ifc.Model("house.ifc"))  # doctest: +SKIP
    >>> house.pairs_within(0.05)                                       # doctest: +SKIP
    """
    elements = [
        element
        for model in models
        for element in (model.elements() if isinstance(model, Model) else model)
    ]
    made = Scene()
    for name, element in zip(named(elements), elements, strict=True):
        body = (element.vertices, element.faces)
        made.add(name, body, group=element.storey or "", by=by)
    return made


def named(elements: list[Element]) -> list[str]:
    """Names, each once: GlobalIds, after the file where another has the same."""
    count: dict[str, int] = {}
    for element in elements:
        count[element.guid] = count.get(element.guid, 0) + 1
    return [
        element.guid if count[element.guid] == 1 else f"{element.file}:{element.guid}"
        for element in elements
    ]
