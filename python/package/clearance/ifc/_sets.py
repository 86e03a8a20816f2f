"""Clash sets as IfcClash has them, answered by scenes."""

from __future__ import annotations

import json
import math
import os
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from .. import _clearance
from .._scenes import Scene
from ._groups import places
from ._model import Element, Model, named

if TYPE_CHECKING:
    from collections.abc import Sequence

# As `_clashes` numbers them.
CLASSES = ("clash", "duplicate", "contains", "undecided", "touch", "near")
TOUCH = CLASSES.index("touch")
# What a mode asks, and what stands for it where it is not said.
MODES: dict[str, dict[str, Any]] = {
    "intersection": {"tolerance": 0.0},
    "collision": {"allow_touching": True},
    "clearance": {"clearance": None},
}
_Path = Union[str, "os.PathLike[str]"]


class Report:
    """What a run found: `sets`, as IfcClash writes them, with `clashes` in each, worst first;
    `files`, the paths of the models that were read.
    """

    def __init__(self) -> None:
        self.sets: list[dict[str, Any]] = []
        self.lines: list[str] = []
        # The models that were read.
        self.files: set[str] = set()
        # Of each clash, how far the smaller of both elements reaches.
        self._reach: list[list[float]] = []

    @property
    def count(self) -> int:
        """How many clashes there are in all sets."""
        return sum(len(one["clashes"]) for one in self.sets)

    @property
    def summary(self) -> str:
        """What was looked at, how, and what was found; a line for each set and each model."""
        return "\n".join(self.lines)

    def smart_groups(self, distance: float = 3.0) -> dict[str, list[dict[str, list[list[str]]]]]:
        """Groups the clashes of each set by place, and writes the number of its group into each, as
        `smart_group`: a chain of clashes leads from any to any of its group, whose middles are no
        farther apart than `distance`, step by step. Returns the pairs of GlobalIds by group, in the
        form of IfcClash's `smart_group_clashes`.
        """
        if not 0 < distance < math.inf:
            raise ValueError(f"distance: must be more than 0, is {distance}")
        groups: dict[str, list[dict[str, list[list[str]]]]] = {}
        for one in self.sets:
            clashes = list(one["clashes"].values())
            middles = [np.add(clash["p1"], clash["p2"]) / 2 for clash in clashes]
            own: dict[str, list[list[str]]] = {}
            for clash, group in zip(clashes, places(middles, distance), strict=True):
                clash["smart_group"] = group
                pair = [clash["a_global_id"], clash["b_global_id"]]
                own.setdefault(f"{one['name']} - {group + 1}", []).append(pair)
            groups.setdefault(one["name"], []).append(own)
        return groups

    def write(self, path: _Path, *, bcf_version: str = "2.1", bcf_date: str | None = None) -> None:
        """Writes a file: the sets as JSON, or, where the path ends in `.bcf`, a topic for each
        clash, dated now unless a date (`2026-01-31T12:00:00Z`) is given.
        """
        path = os.fsdecode(path)
        if path.lower().endswith(".bcf"):
            content = _clearance._bcf(self._topics(), bcf_version, bcf_date)
        else:
            content = (json.dumps(self.sets, indent=4, allow_nan=False) + "\n").encode()
        with open(path, "wb") as out:
            out.write(content)

    def _topics(self) -> list[Any]:
        topics = []
        for one, reaches in zip(self.sets, self._reach, strict=True):
            for (key, clash), reach in zip(one["clashes"].items(), reaches, strict=True):
                a, b = (f"{clash[f'{x}_ifc_class']}/{clash[f'{x}_name'] or ''}" for x in "ab")
                text = _told(clash) + "".join(
                    f" {x.upper()}: {clash[f'{x}_global_id']}, {clash[f'{x}_file']}"
                    f"{', ' + clash[f'{x}_storey'] if clash[f'{x}_storey'] else ''}."
                    for x in "ab"
                )
                labels = [clash["class"], one["name"]]
                if "smart_group" in clash:
                    labels.append(f"{one['name']} - {clash['smart_group'] + 1}")
                topics.append(
                    (
                        "\0".join([one["name"], key, clash["a_file"], clash["b_file"]]),
                        *(f"{clash['class']}: {a} × {b}", text, labels),
                        (clash["a_global_id"], clash["b_global_id"]),
                        (tuple(clash["p1"]), tuple(clash["p2"])),
                        reach,
                    )
                )
        return topics


def _told(clash: dict[str, Any]) -> str:
    """The numbers of a clash in words."""
    if clash["signed_distance"] >= 0:
        return f"{clash['signed_distance']:.6g} m apart."
    most = clash["depth_at_most"]
    told = f"{-clash['signed_distance']:.6g} m deep"
    if most is not None and most > -clash["signed_distance"] * (1 + 1e-6):
        told = f"at least {told}, at most {most:.6g}"
    thick = clash["thickness"]
    return told + ("." if thick is None else f", overlap {thick:.6g} m thick.")


def clash(
    sets: _Path | Sequence[dict[str, Any]],
    *,
    folder: _Path = ".",
    deflection: float = 0.001,
    angle: float = 0.5,
    kernel: str = "opencascade",
) -> Report:
    """Answers clash sets: a list of them, or the path of a JSON file. Files that they name are
    looked for in the working folder, then in `folder`, which of a JSON file is its own.

    A set is `{"name", "mode", "a": [{"file", "mode", "selector"}, …], "b"}`. Its `mode` is

    - `"clearance"`: all pairs no farther apart than `clearance`, and all that meet;
    - `"collision"`: all pairs that meet or of which one is in the other; without those that only
      touch if `allow_touching` is false;
    - `"intersection"`: all pairs that overlap, unless no deeper than `tolerance`, proved.

    `check_all` changes nothing: the nearest points are always looked for. `deflection`, `angle`
    and `kernel` are those of `Model`.

    >>> import clearance.ifc
    >>> found = clearance.ifc.clash("sets.json")                      # doctest: +SKIP
    >>> print(found.summary)                                          # doctest: +SKIP
    >>> found.write("clashes.bcf")                                    # doctest: +SKIP
    """
    if isinstance(sets, (str, os.PathLike)):
        folder = os.path.dirname(os.path.abspath(sets))
        with open(sets, encoding="utf-8") as text:
            try:
                sets = json.load(text)
            except ValueError as error:
                raise ValueError(f"{os.fsdecode(text.name)}: {error}") from None
    checked = [_checked(one, place) for place, one in enumerate(_list("clash sets", sets), 1)]
    models: dict[str, Model] = {}

    def model(file: str) -> Model:
        beside = os.path.join(os.fsdecode(folder), file)
        path = file if os.path.exists(file) or not os.path.exists(beside) else beside
        if path not in models:
            models[path] = Model(path, deflection=deflection, angle=angle, kernel=kernel)
        return models[path]

    report = Report()
    looked = 0
    for one in checked:
        a, b = (
            [
                element
                for source in one.get(side) or []
                for element in model(source["file"]).elements(
                    source.get("selector"), how=source.get("mode") or "a"
                )
            ]
            for side in "ab"
        )
        pairs = _pairs(one, _once(a), _once(b) if one.get("b") else None, report)
        looked += pairs
    for path, own in models.items():
        report.files.add(path)
        report.lines.append(_of_model(path, own))
    if not looked:
        raise ValueError("the clash sets make no pair: nothing was looked at\n" + report.summary)
    return report


def _list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, (list, tuple)) or not value:
        raise ValueError(f"{name}: must be a list that is not empty, is {type(value).__name__}")
    return list(value)


def _checked(one: Any, place: int) -> dict[str, Any]:
    """A set with all that its mode asks."""
    if not isinstance(one, dict):
        raise ValueError(f"clash set {place}: must be an object, is {type(one).__name__}")
    name = one.get("name", f"set {place}")
    at = f"clash set {name!r}"
    if one.get("mode") not in MODES:
        raise ValueError(f"{at}: mode must be one of {', '.join(MODES)}, is {one.get('mode')!r}")
    for side in "ab" if one.get("b") else "a":
        for source in _list(f"{at}: {side}", one.get(side)):
            if not isinstance(source, dict) or not isinstance(source.get("file"), str):
                raise ValueError(f"{at}: {side}: a source must be an object with a file")
    words = {key: one.get(key, value) for key, value in MODES[one["mode"]].items()}
    for key, value in words.items():
        is_flag = key == "allow_touching"
        kind = bool if is_flag else (int, float)
        if not isinstance(value, kind) or (not is_flag and not 0 <= value < math.inf):
            wanted = "true or false" if is_flag else "a length in metres, at least 0"
            raise ValueError(f"{at}: {key} must be {wanted}, is {value!r}")
    return {"name": name, **one, **words}


def _once(elements: list[Element]) -> list[Element]:
    """Each element of a file once."""
    return list({(element.file, element.guid): element for element in elements}.values())


def _pairs(one: dict[str, Any], a: list[Element], b: list[Element] | None, report: Report) -> int:
    """Adds a set to the report; returns how many pairs there were to look at."""
    scenes = [_scene(side) for side in ([a] if b is None else [a, b])]
    others = a if b is None else b
    within = float(one.get("clearance", 0.0)) if one["mode"] == "clearance" else 0.0
    rows, (classes, at_most, thickness) = scenes[0]._clashes(
        within, scenes[1] if b is not None else None, 0
    )
    found: list[tuple[int, float, int]] = []
    unproved = 0
    seen = set()
    for place, row in enumerate(rows):
        kind, pair = int(classes[place]), (a[row["a"]], others[row["b"]])
        who = frozenset((element.file, element.guid) for element in pair)
        if len(who) == 1 or who in seen:
            continue
        # Apart, and not in the other.
        apart = kind > TOUCH or (kind == TOUCH and not one.get("allow_touching"))
        if apart and one["mode"] != "clearance":
            continue
        if one["mode"] == "intersection":
            if at_most[place] <= one["tolerance"]:
                continue
            unproved += bool(row["gap"] - row["distance"] <= one["tolerance"])
        seen.add(who)
        found.append((kind, float(row["distance"]), place))
    clashes: dict[str, Any] = {}
    reaches = []
    for kind, _, place in sorted(found):
        row = rows[place]
        pair = a[row["a"]], others[row["b"]]
        key = f"{pair[0].guid}-{pair[1].guid}"
        if key in clashes:
            key = "-".join(f"{element.file}:{element.guid}" for element in pair)
        clashes[key] = _clash(one["mode"], row, kind, (at_most[place], thickness[place]), pair)
        middle = (row["point_a"] + row["point_b"]) / 2
        far = (np.linalg.norm(element.vertices - middle, axis=1).max() for element in pair)
        reaches.append(float(min(far)))
    report.sets.append({**one, "clashes": clashes})
    report._reach.append(reaches)
    own = {(element.file, element.guid) for element in a}
    twice = sum((element.file, element.guid) in own for element in others)
    pairs = len(a) * (len(a) - 1) // 2 if b is None else len(a) * len(b) - twice
    sides = [len(a)] if b is None else [len(a), len(b)]
    report.lines.append(_of_set(one, clashes, sides, scenes, unproved, pairs))
    return pairs


def _scene(elements: list[Element]) -> Scene:
    made = Scene()
    for name, element in zip(named(elements), elements, strict=True):
        made.add(name, (element.vertices, element.faces))
    return made


def _clash(
    mode: str,
    row: Any,
    kind: int,
    measures: tuple[float, float],
    pair: tuple[Element, Element],
) -> dict[str, Any]:
    """A clash in IfcClash's words, and what else is known of it."""
    a, b = pair
    signed, gap = float(row["distance"]), float(row["gap"])
    at_most, thickness = (float(x) if math.isfinite(x) else None for x in measures)
    type_, distance = mode, 0.0
    if mode == "clearance":
        distance = max(signed, 0.0)
    elif mode == "intersection":
        # Where no corner tells how deep, what lies in the other is as thick as this.
        is_pierced = thickness is not None and not (_protrudes(a, b) or _protrudes(b, a))
        type_ = "pierce" if is_pierced else "protrusion"
        distance = thickness if is_pierced and thickness is not None else max(-signed, 0.0)
    return {
        "a_global_id": a.guid,
        "b_global_id": b.guid,
        "a_ifc_class": a.ifc_class,
        "b_ifc_class": b.ifc_class,
        "a_name": a.name,
        "b_name": b.name,
        "type": type_,
        "p1": row["point_a"].tolist(),
        "p2": row["point_b"].tolist(),
        "distance": distance,
        "class": CLASSES[kind],
        "signed_distance": signed,
        "gap": gap,
        "depth_at_most": at_most,
        "thickness": thickness,
        "a_storey": a.storey,
        "b_storey": b.storey,
        "a_file": a.file,
        "b_file": b.file,
    }


def _protrudes(a: Element, b: Element) -> bool:
    """Whether a corner of A is inside B, proved, and not on its surface."""
    low, high = b.vertices.min(axis=0), b.vertices.max(axis=0)
    corners = np.unique(a.vertices[((a.vertices > low) & (a.vertices < high)).all(axis=1)], axis=0)
    solid = Scene()
    solid.add("b", (b.vertices, b.faces))
    # A few at a time: the first that is inside decides.
    for some in np.array_split(corners, max(1, len(corners) // 64)):
        points = Scene()
        for place, corner in enumerate(some):
            points.add(str(place), _clearance.point(corner))
        _, (classes, _, _) = solid._clashes(0.0, points, 0)
        if (classes < CLASSES.index("undecided")).any():
            return True
    return False


def _of_set(
    one: dict[str, Any],
    clashes: dict[str, Any],
    sides: list[int],
    scenes: list[Scene],
    unproved: int,
    pairs: int,
) -> str:
    """A set's line."""
    count = dict.fromkeys(CLASSES, 0)
    for own in clashes.values():
        count[own["class"]] += 1
    told = ", ".join(f"{n} {name}" for name, n in count.items() if n) or "none"
    mode = one["mode"]
    word = ", ".join(f"{key} {one[key]}" for key in MODES[mode])
    elements = " × ".join(map(str, sides))
    line = f"{one['name']}: {len(clashes)} pairs ({told}) by {mode}, {word}, of {elements} elements"
    notes = []
    if not pairs:
        notes.append("which make no pair: nothing was looked at")
    open_ = sum(not closed for scene in scenes for closed in scene._scene.closed)
    if open_:
        notes.append(f"{open_} do not close: what is inside them is not known")
    if unproved:
        notes.append(f"{unproved} may be no deeper than the tolerance")
    return "; ".join([line, *notes])


def _of_model(path: str, model: Model) -> str:
    """A model's line."""
    line = f"{path}: {len(model._known)} elements meshed by {model.kernel}"
    if model.kernel == "opencascade":
        line += f", curved surfaces to {model.deflection:g} m and {model.angle:g} rad"
    if model.bare:
        line += f"; {len(model.bare)} without a shape of their own"
    if model.failed:
        some = sorted(model.failed)
        more = f" and {len(some) - 5} more" if len(some) > 5 else ""
        names = ", ".join(some[:5]) + more
        line += f"; {len(some)} that IfcOpenShell makes no triangles of: {names}"
    return line
