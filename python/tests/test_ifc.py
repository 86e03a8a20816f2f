"""IFC models, against small ones whose every distance and depth is known by construction."""

import itertools
import json
import math
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile

import numpy as np
import pytest

ifcopenshell = pytest.importorskip("ifcopenshell", reason="clearance[ifc] is not installed")

import clearance as cl  # noqa: E402
import clearance.ifc  # noqa: E402
from clearance.ifc._groups import places  # noqa: E402

KEYS = "a_global_id b_global_id a_ifc_class b_ifc_class a_name b_name type p1 p2 distance".split()


class House:
    """A file in millimetres. Boxes are given by two corners, in metres."""

    def __init__(self):
        f = self.file = ifcopenshell.file(schema="IFC4")
        unit = f.createIfcSIUnit(UnitType="LENGTHUNIT", Prefix="MILLI", Name="METRE")
        self.axes = f.createIfcAxis2Placement3D(self.point(0, 0, 0))
        context = f.createIfcGeometricRepresentationContext(None, "Model", 3, 1e-5, self.axes)
        self.body = f.createIfcGeometricRepresentationSubContext(
            "Body", "Model", ParentContext=context, TargetView="MODEL_VIEW"
        )
        project = f.createIfcProject(
            ifcopenshell.guid.new(),
            RepresentationContexts=[context],
            UnitsInContext=f.createIfcUnitAssignment([unit]),
        )
        self.storeys = [
            f.createIfcBuildingStorey(ifcopenshell.guid.new(), Name=name) for name in ("S0", "S1")
        ]
        f.createIfcRelAggregates(
            ifcopenshell.guid.new(), RelatingObject=project, RelatedObjects=self.storeys
        )
        self.guids = {}

    def point(self, *coordinates):
        return self.file.createIfcCartesianPoint([float(1000.0 * x) for x in coordinates])

    def place(self, at, along=None):
        f = self.file
        if along is None:
            return f.createIfcAxis2Placement3D(self.point(*at))
        z, x = (f.createIfcDirection(list(map(float, d))) for d in along)
        return f.createIfcAxis2Placement3D(self.point(*at), z, x)

    def add(self, kind, name, shape=None, storey=0, guid=None, origin=(0, 0, 0)):
        f = self.file
        guid = guid or ifcopenshell.guid.new()
        element = f.create_entity(kind, guid, Name=name)
        element.ObjectPlacement = f.createIfcLocalPlacement(None, self.place(origin))
        if shape is not None:
            kind = "Tessellation" if shape.is_a("IfcTessellatedItem") else "SweptSolid"
            body = f.createIfcShapeRepresentation(self.body, "Body", kind, [shape])
            element.Representation = f.createIfcProductDefinitionShape(None, None, [body])
        if storey is not None:
            f.createIfcRelContainedInSpatialStructure(
                ifcopenshell.guid.new(),
                RelatedElements=[element],
                RelatingStructure=self.storeys[storey],
            )
        self.guids[name] = guid
        return element

    def box(self, kind, name, low, high, **how):
        f = self.file
        origin = how.get("origin", (0, 0, 0))
        middle, size = np.add(low, high) / 2 - origin, np.subtract(high, low)
        wide, deep = (1000.0 * float(x) for x in size[:2])
        profile = f.createIfcRectangleProfileDef(
            "AREA", None, f.createIfcAxis2Placement2D(self.point(0, 0)), wide, deep
        )
        at = self.place((*middle[:2], low[2] - origin[2]))
        up = f.createIfcDirection([0.0, 0.0, 1.0])
        solid = f.createIfcExtrudedAreaSolid(profile, at, up, 1000.0 * float(size[2]))
        return self.add(kind, name, solid, **how)

    def pipe(self, name, start, radius, length, **how):
        """Along y."""
        f = self.file
        profile = f.createIfcCircleProfileDef(
            "AREA", None, f.createIfcAxis2Placement2D(self.point(0, 0)), 1000.0 * radius
        )
        at = self.place(start, ((0, 1, 0), (1, 0, 0)))
        up = f.createIfcDirection([0.0, 0.0, 1.0])
        solid = f.createIfcExtrudedAreaSolid(profile, at, up, 1000.0 * length)
        return self.add("IfcPipeSegment", name, solid, **how)

    def write(self, path):
        self.file.write(str(path))
        return str(path)


def house():
    """Two walls that touch, one that a pipe and a duct lead through, a door 20 mm beside a wall,
    a slab 1 mm into a wall, a screw within one; an opening, and an element without a shape.
    """
    made = House()
    made.box("IfcWall", "north", (0, 0, 0), (4, 0.25, 2))
    made.box("IfcWall", "east", (4, 0, 0), (4.25, 3, 2))
    made.box("IfcDuctSegment", "duct", (0.5, -1, 1), (1, 1, 1.5), storey=1, origin=(1, 2, 3))
    made.pipe("pipe", (2, -1, 1), 0.0625, 2, storey=1)
    made.box("IfcDoor", "door", (3, 0.27, 0), (3.5, 0.3, 1.5))
    made.box("IfcSlab", "slab", (-1, -2, -0.5), (2.75, 2, 0.001), storey=None)
    made.box("IfcFastener", "screw", (3.75, 0.0625, 0.5), (3.875, 0.125, 0.625))
    made.box("IfcOpeningElement", "hole", (0, 0, 0), (1, 1, 1))
    made.add("IfcPump", "pump")
    return made


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    house().write(tmp_path / "house.ifc")
    return tmp_path


def found(one, **how):
    """The clashes of one set by the names of their pairs."""
    report = clearance.ifc.clash([{"name": "set", "a": [{"file": "house.ifc"}], **one}], **how)
    clashes = report.sets[0]["clashes"].values()
    return {(clash["a_name"], clash["b_name"]): clash for clash in clashes}


def meant(*pairs):
    return {frozenset(pair.split()) for pair in pairs}


MEET = ("north east", "north duct", "north pipe", "north slab", "north screw")
OVERLAP = MEET[1:]


def test_elements_have_who_they_are(folder):
    model = clearance.ifc.Model("house.ifc")
    elements = {element.name: element for element in model.elements()}
    assert set(elements) == {"north", "east", "duct", "pipe", "door", "slab", "screw"}
    assert [elements[name].storey for name in ("north", "duct", "slab")] == ["S0", "S1", None]
    assert elements["duct"].ifc_class == "IfcDuctSegment"
    # Metres of a file in millimetres.
    assert elements["duct"].vertices.min(axis=0).tolist() == [0.5, -1, 1]
    assert elements["duct"].vertices.max(axis=0).tolist() == [1, 1, 1.5]
    assert len(model.bare) == 1 and not model.failed


def test_selectors_find_and_leave_out(folder):
    model = clearance.ifc.Model("house.ifc")

    def names(*how, **more):
        return [element.name for element in model.elements(*how, **more)]

    assert names("IfcWall") == ["north", "east"]
    assert names("IfcWall, Name=east") == ["east"]
    assert names("IfcWall", how="e") == ["duct", "pipe", "door", "slab", "screw"]
    assert names('IfcElement, location="S1"') == ["duct", "pipe"]
    # A storey has no shape.
    assert names("IfcBuildingStorey") == []
    with pytest.raises(ValueError, match="selector 'IfcWall, \\(\\(': Unexpected"):
        model.elements("IfcWall, ((")


def test_a_scene_names_its_objects_by_their_global_ids(folder):
    model = clearance.ifc.Model("house.ifc")
    walls = clearance.ifc.scene(model.elements("IfcWall"))
    assert walls.names == [element.guid for element in model.elements("IfcWall")]
    assert walls.groups == ["S0", "S0"]
    shutil.copy("house.ifc", "copy.ifc")
    both = clearance.ifc.scene(model, clearance.ifc.Model("copy.ifc"))
    assert len(both) == 14 and both.names[0].startswith("house.ifc:")
    assert walls.nearest()["status"] == cl.Status.INTERSECTING


def test_clearance_is_all_that_is_near_or_meets(folder):
    near = found({"mode": "clearance", "clearance": 0.0201})
    assert set(map(frozenset, near)) == meant(*MEET, "north door")
    door = near["north", "door"]
    assert abs(door["distance"] - 0.02) < 1e-12 and door["class"] == "near"
    assert door["signed_distance"] == door["distance"] and door["depth_at_most"] is None
    assert list(door)[:10] == KEYS
    assert all(clash["distance"] == 0 for pair, clash in near.items() if "door" not in pair)
    assert set(map(frozenset, found({"mode": "clearance", "clearance": 0.0199}))) == meant(*MEET)


def test_collision_is_all_that_meets(folder):
    assert set(map(frozenset, found({"mode": "collision"}))) == meant(*MEET)
    deep = found({"mode": "collision", "allow_touching": False})
    assert set(map(frozenset, deep)) == meant(*OVERLAP)
    assert {clash["type"] for clash in deep.values()} == {"collision"}


def test_intersection_is_all_that_is_deeper_than_the_tolerance(folder):
    deep = found({"mode": "intersection", "tolerance": 0})
    assert set(map(frozenset, deep)) == meant(*OVERLAP)
    assert set(map(frozenset, found({"mode": "intersection", "tolerance": 0.002}))) == meant(
        *OVERLAP[:2], *OVERLAP[3:]
    )
    # Through the wall: as thick as it. The way out, up or beyond its end, is longer.
    duct, slab = deep["north", "duct"], deep["north", "slab"]
    assert (duct["type"], slab["type"]) == ("pierce", "protrusion")
    assert abs(duct["distance"] - 0.25) < 1e-12 and abs(duct["signed_distance"] + 1.0) < 1e-9
    assert abs(slab["distance"] - 0.001) < 1e-12
    assert slab["depth_at_most"] >= slab["distance"] - slab["gap"]
    # What is in it whole.
    screw = deep["north", "screw"]
    assert (screw["type"], screw["class"]) == ("protrusion", "contains")


def test_a_is_of_a(folder):
    sources = {
        "a": [{"file": "house.ifc", "mode": "e", "selector": "IfcWall"}],
        "b": [{"file": "house.ifc", "mode": "i", "selector": "IfcWall"}],
    }
    deep = found({"mode": "intersection", "tolerance": 0, "check_all": False, **sources})
    assert set(deep) == {(name, "north") for name in ("duct", "pipe", "slab", "screw")}


def test_what_is_in_both_groups_is_looked_at_once(folder):
    sources = {"b": [{"file": "house.ifc"}, {"file": "house.ifc"}]}
    assert len(found({"mode": "collision", **sources})) == len(MEET)


def test_two_files_of_the_same_global_ids(folder):
    again = House()
    again.box("IfcWall", "north", (0, 0, 0), (4, 0.25, 2), guid=ifcopenshell.guid.new())
    guid = again.guids["north"]
    again.write("one.ifc")
    moved = House()
    moved.box("IfcWall", "north", (0.5, 0, 0), (4.5, 0.25, 2), guid=guid)
    moved.write("two.ifc")
    sources = {"a": [{"file": "one.ifc"}], "b": [{"file": "two.ifc"}]}
    report = clearance.ifc.clash([{"name": "versions", "mode": "collision", **sources}])
    ((key, clash),) = report.sets[0]["clashes"].items()
    assert key == f"{guid}-{guid}" and (clash["a_file"], clash["b_file"]) == ("one.ifc", "two.ifc")
    assert clash["class"] == "clash"
    # Two pairs of one key in a group of both files.
    door = House()
    door.box("IfcDoor", "door", (1, 0, 0), (1.5, 0.25, 1))
    door.write("door.ifc")
    sources = {"a": [{"file": "one.ifc"}, {"file": "two.ifc"}], "b": [{"file": "door.ifc"}]}
    report = clearance.ifc.clash([{"name": "versions", "mode": "collision", **sources}])
    clashes = report.sets[0]["clashes"]
    assert [own["a_file"] for own in clashes.values()] == ["one.ifc", "two.ifc"]


def test_curved_surfaces_are_meshed_to_the_deflection(folder):
    made = House()
    made.pipe("pipe", (0, 0, 0), 0.0625, 2)
    made.box("IfcWall", "wall", (-1, 0, 0.0825), (1, 2, 1))
    made.write("house.ifc")
    for deflection, angle in ((0.001, 0.5), (0.0001, 0.1)):
        pair = found({"mode": "clearance", "clearance": 0.03}, deflection=deflection, angle=angle)
        (clash,) = pair.values()
        # The true distance of the cylinder.
        assert 0.02 - 1e-9 <= clash["distance"] <= 0.02 + deflection


def test_what_does_not_close_is_said(folder):
    made = House()
    f = made.file
    corners = [[1000.0 * x for x in corner] for corner in itertools.product((0, 1), repeat=3)]
    # Two faces of a box.
    faces = [[1, 2, 4], [1, 4, 3], [1, 5, 6], [1, 6, 2]]
    points = f.createIfcCartesianPointList3D(corners)
    made.add("IfcWall", "open", f.createIfcTriangulatedFaceSet(points, None, None, faces))
    made.box("IfcDoor", "door", (0.5, 0.5, 0.5), (0.75, 0.75, 0.75))
    made.write("house.ifc")
    sets = [{"name": "set", "a": [{"file": "house.ifc"}], "mode": "collision"}]
    report = clearance.ifc.clash(sets)
    assert "1 do not close: what is inside them is not known" in report.summary
    assert report.count == 0


@pytest.mark.parametrize(
    "one, error",
    [
        ({}, "clash set 'set': mode must be one of intersection, collision, clearance, is None"),
        ({"mode": "clearance"}, "clearance must be a length in metres, at least 0, is None"),
        ({"mode": "clearance", "clearance": -1}, "clearance must be a length"),
        ({"mode": "collision", "allow_touching": 1}, "allow_touching must be true or false, is 1"),
        ({"mode": "intersection", "tolerance": "1"}, "tolerance must be a length"),
        ({"mode": "collision", "a": []}, "a: must be a list that is not empty"),
        ({"mode": "collision", "a": [{}]}, "a: a source must be an object with a file"),
        (
            {"mode": "collision", "a": [{"file": "house.ifc", "mode": "x"}]},
            "must be 'a', 'i' or 'e', is 'x'",
        ),
        (
            {"mode": "collision", "a": [{"file": "house.ifc", "mode": "i", "selector": "IfcRamp"}]},
            "no pair: nothing was looked at",
        ),
    ],
)
def test_what_is_wrong_is_said(folder, one, error):
    with pytest.raises(ValueError) as raised:
        found(one)
    assert error in str(raised.value)


def test_files_are_looked_for_beside_the_sets(folder, tmp_path, monkeypatch):
    sets = [{"name": "set", "mode": "collision", "a": [{"file": "house.ifc"}]}]
    (tmp_path / "sets.json").write_text(json.dumps(sets))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert clearance.ifc.clash("../sets.json").count == len(MEET)
    with pytest.raises(FileNotFoundError):
        clearance.ifc.clash(sets)
    (tmp_path / "bad.ifc").write_text("no model")
    with pytest.raises(ValueError, match="bad.ifc"):
        clearance.ifc.Model(tmp_path / "bad.ifc")


def test_places_are_chains_of_near_points():
    random = np.random.default_rng(7)
    for count, size in ((1, 1.0), (40, 4.0), (300, 12.0), (200, 0.5)):
        points = np.round(random.uniform(-size, size, (count, 3)), 1)
        # Independently: the powers of who is near whom.
        near = np.linalg.norm(points[:, None] - points[None], axis=2) <= 1.0
        reached = near
        for _ in range(math.ceil(math.log2(count + 1))):
            reached = (reached.astype(int) @ reached.astype(int)) > 0
        numbers = np.array(places(points, 1.0))
        assert ((numbers[:, None] == numbers[None]) == reached).all()
        assert numbers[0] == 0 and set(numbers) == set(range(numbers.max() + 1))
    assert places([], 1.0) == []


def test_smart_groups_are_in_ifcclashs_form(folder):
    made = House()
    for place, x in enumerate((0, 1, 2, 10)):
        made.box("IfcWall", f"w{place}", (x, 0, 0), (x + 0.5, 1, 1))
        made.box("IfcDoor", f"d{place}", (x + 0.25, 0, 0), (x + 0.75, 1, 1))
    made.write("house.ifc")
    report = clearance.ifc.clash(
        [{"name": "doors", "mode": "collision", "a": [{"file": "house.ifc"}]}]
    )
    assert report.count == 4
    ((groups,),) = report.smart_groups(1.5).values()
    assert {name: len(pairs) for name, pairs in groups.items()} == {"doors - 1": 3, "doors - 2": 1}
    groups_of = {c["a_name"]: c["smart_group"] for c in report.sets[0]["clashes"].values()}
    assert len({groups_of[f"w{place}"] for place in range(3)}) == 1
    assert set(groups_of.values()) == {0, 1}
    with pytest.raises(ValueError, match="distance: must be more than 0"):
        report.smart_groups(0)


def topics(path):
    """The titles, and what each selects."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        titles, selected, labels = [], [], []
        for name in names:
            if name.endswith(".bcf"):
                markup = ElementTree.fromstring(archive.read(name))
                titles.append(markup.findtext(".//Title"))
                labels.append({own.text for own in markup.iter("Labels")})
            if name.endswith(".bcfv"):
                view = ElementTree.fromstring(archive.read(name))
                selected.append(frozenset(c.get("IfcGuid") for c in view.iter("Component")))
        assert "bcf.version" in names
    return titles, selected, labels


def test_bcf_has_a_topic_for_each_clash(folder):
    report = clearance.ifc.clash(
        [{"name": "meet & touch", "mode": "collision", "a": [{"file": "house.ifc"}]}]
    )
    report.smart_groups()
    for name in ("one.bcf", "two.bcf"):
        report.write(name, bcf_date="2026-01-31T12:00:00Z")
    assert (folder / "one.bcf").read_bytes() == (folder / "two.bcf").read_bytes()
    titles, selected, labels = topics("one.bcf")
    guids = {element.name: element.guid for element in clearance.ifc.Model("house.ifc").elements()}
    assert set(selected) == {frozenset(guids[name] for name in pair.split()) for pair in MEET}
    assert "clash: IfcWall/north × IfcDuctSegment/duct" in titles
    assert all({"meet & touch", "meet & touch - 1"} < own for own in labels)
    report.write("three.bcf", bcf_version="3.0")
    assert len(topics("three.bcf")[0]) == len(MEET)
    with pytest.raises(ValueError, match="bcf_version"):
        report.write("four.bcf", bcf_version="1.0")


def command(*words):
    run = [sys.executable, "-m", "clearance.ifc", "clash", *words]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def test_the_command_takes_ifcclashs_sets_and_models(folder):
    sets = [
        {
            "name": "services",
            "mode": "intersection",
            "tolerance": 0.002,
            "check_all": True,
            "a": [{"file": "house.ifc", "mode": "i", "selector": "IfcWall"}],
            "b": [{"file": "house.ifc", "mode": "e", "selector": "IfcWall"}],
        }
    ]
    (folder / "sets.json").write_text(json.dumps(sets))
    status, out, _ = command("sets.json", "-o", "out.json", "-o", "out.bcf", "--smart-groups")
    assert status == 0 and "services: 3 pairs (2 clash, 1 contains)" in out
    (written,) = json.loads((folder / "out.json").read_text())
    assert {key: written[key] for key in sets[0]} == sets[0]
    assert len(written["clashes"]) == 3 == len(topics("out.bcf")[0])
    for key, clash in written["clashes"].items():
        assert key == f"{clash['a_global_id']}-{clash['b_global_id']}"
        assert "smart_group" in clash

    # Its name unless another is given; never over what is there, or is read.
    assert command("sets.json", "--fail")[0] == 1
    status, _, error = command("sets.json")
    assert status == 2 and "output.json is there already" in error
    before = (folder / "house.ifc").read_bytes()
    (folder / "linked.json").symlink_to("house.ifc")
    status, _, error = command("sets.json", "-o", "linked.json")
    assert status == 2 and "is read" in error and (folder / "house.ifc").read_bytes() == before

    status, out, _ = command(
        *("house.ifc", "house.ifc", "--within", "0.021", "-o", "near.json", "--fail"),
        *("--select-a", "IfcWall", "--select-b", "IfcDoor"),
    )
    assert status == 1 and "1 pairs (1 near)" in out and "2 × 1 elements" in out
    status, _, error = command("house.ifc", "--kernel", "nosuch", "-o", "a.json")
    assert status == 2 and "kernel" in error
    status, _, error = command("sets.json", "--within", "1", "-o", "a.json")
    assert status == 2 and "--within is for models" in error
    assert not (folder / "a.json").exists()
