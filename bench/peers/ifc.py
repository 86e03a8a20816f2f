"""`clearance.ifc` beside IfcClash on two scenes of mesh files, such as the Duplex's.

    pip install ifcclash scikit-learn './python[ifc]'
    python bench/peers/ifc.py architecture.obj electrical.obj DIRECTORY

Writes each file as an IFC4 model of triangulated face sets in metres, whose elements are the file's
objects, `Class_GlobalId`, runs both programs on three clash sets, and counts what differs. Truth is
what `clearance.Scene` answers of the triangles of the files themselves.
"""

import json
import resource
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import ifcopenshell

import clearance as cl

WITHIN = 0.25


def objects(path):
    """Corners, and for each object its name and triangles."""
    corners, found = [], []
    for line in Path(path).read_text().splitlines():
        word, *rest = line.split() or [""]
        if word == "v":
            corners.append(tuple(map(float, rest[:3])))
        elif word == "o":
            found.append((rest[0], []))
        elif word == "f":
            loop = [int(corner.split("/")[0]) - 1 for corner in rest]
            found[-1][1].extend((loop[0], *two) for two in pairwise(loop[1:]))
    return corners, found


def guid(name):
    return name.split("_", 1)[1].replace("-", "$")


def write(source, out):
    corners, found = objects(source)
    f = ifcopenshell.file(schema="IFC4")
    new = ifcopenshell.guid.new
    unit = f.createIfcUnitAssignment([f.createIfcSIUnit(UnitType="LENGTHUNIT", Name="METRE")])
    axes = f.createIfcAxis2Placement3D(f.createIfcCartesianPoint((0.0, 0.0, 0.0)))
    context = f.createIfcGeometricRepresentationContext(None, "Model", 3, 1e-5, axes)
    body = f.createIfcGeometricRepresentationSubContext(
        "Body", "Model", ParentContext=context, TargetView="MODEL_VIEW"
    )
    f.createIfcProject(new(), RepresentationContexts=[context], UnitsInContext=unit)
    for name, triangles in found:
        used = sorted({corner for triangle in triangles for corner in triangle})
        places = {corner: place for place, corner in enumerate(used, 1)}
        points = f.createIfcCartesianPointList3D([corners[corner] for corner in used])
        faces = [[places[corner] for corner in triangle] for triangle in triangles]
        surface = f.createIfcTriangulatedFaceSet(points, None, None, faces)
        shape = f.createIfcShapeRepresentation(body, "Body", "Tessellation", [surface])
        element = f.create_entity("Ifc" + name.split("_", 1)[0], guid(name))
        element.Name = name
        element.ObjectPlacement = f.createIfcLocalPlacement(None, axes)
        element.Representation = f.createIfcProductDefinitionShape(None, None, [shape])
    f.write(str(out))


def timed(*words):
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(list(map(str, words)), check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = sum(getattr(after, key) - getattr(before, key) for key in ("ru_utime", "ru_stime"))
    return f"{spent:.1f} s of a processor, {time.perf_counter() - begun:.1f} s"


def by_pair(one):
    return {frozenset(key.split("-")): clash for key, clash in one["clashes"].items()}


def main(a, b, folder):
    folder = Path(folder)
    models = [folder / f"{Path(source).stem}.ifc" for source in (a, b)]
    for source, out in zip((a, b), models, strict=True):
        write(source, out)
    sources = {side: [{"file": str(model)}] for side, model in zip("ab", models, strict=True)}
    sets = [
        {"mode": "clearance", "clearance": WITHIN, "check_all": False},
        {"mode": "clearance", "clearance": WITHIN, "check_all": True},
        {"mode": "collision", "allow_touching": True},
        {"mode": "intersection", "tolerance": 0.0, "check_all": True},
    ]
    sets = [{"name": str(place), **one, **sources} for place, one in enumerate(sets)]
    (folder / "sets.json").write_text(json.dumps(sets))
    clash = [sys.executable, "-m", "clearance.ifc", "clash"]
    fast = ["--kernel", "hybrid-cgal-simple-opencascade"]
    near = ["--within", WITHIN, "-o", folder / "near.bcf"]
    print("two models to BCF:", timed(*clash, *models, *near))
    print("the same, meshed by CGAL:", timed(*clash, *models, *near, *fast))
    print("sets, clearance.ifc:", timed(*clash, folder / "sets.json", "-o", folder / "ours.json"))
    theirs = [sys.executable, "-m", "ifcclash", folder / "sets.json"]
    print("sets, IfcClash:", timed(*theirs, "-o", folder / "theirs.json"))

    scenes = [cl.Scene.from_file(source, by="triangles") for source in (a, b)]
    rows = scenes[0].pairs_within(WITHIN, scenes[1])
    truth = {
        frozenset((guid(scenes[0].names[row["a"]]), guid(scenes[1].names[row["b"]]))): row
        for row in rows
    }
    meet = {pair for pair, row in truth.items() if row["status"] != cl.Status.SEPARATED}
    print(f"truth: {len(truth)} pairs within {WITHIN}, {len(meet)} meet")
    for name in ("ours", "theirs"):
        for one in json.loads((folder / f"{name}.json").read_text()):
            found = by_pair(one)
            line = f"{name}, {one['mode']}, check_all {one.get('check_all')}: {len(found)} pairs"
            if one["mode"] == "clearance":
                off = [
                    abs(clash["distance"] - max(0.0, truth[pair]["distance"]))
                    for pair, clash in found.items()
                    if pair in truth
                ]
                wrong = sum(one > 1e-6 for one in off)
                line += f", {len(set(truth) - set(found))} missed, {len(set(found) - set(truth))}"
                line += f" too many; {wrong} distances off by more than 1e-6, most {max(off):.3g}"
            else:
                line += f", {len(meet - set(found))} of those that meet are not in it"
                ends = {guid(name) for name in scenes[0].names}
                swapped = sum(clash["a_global_id"] not in ends for clash in found.values())
                line += f"; {swapped} swapped"
            print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
