"""The command `python -m clearance.ifc`."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from . import clash

OUTPUT = "output.json"


def parser() -> argparse.ArgumentParser:
    """The words that it takes."""
    whole = argparse.ArgumentParser(
        prog="python -m clearance.ifc", description="Clashes of IFC models."
    )
    verbs = whole.add_subparsers(dest="verb", required=True)
    told = "answers IfcClash's clash sets, or which elements of one or two models are near or meet"
    one = verbs.add_parser("clash", help=told, description=told + ".")
    one.add_argument("input", nargs="+", help="clash sets as JSON, or one or two models")
    one.add_argument(
        *("-o", "--output"),
        action="append",
        help=f"a file: .json or .bcf; may be given again; {OUTPUT} unless given",
    )
    one.add_argument("--within", type=float, metavar="METRES", help="of models; 0 unless given")
    one.add_argument("--select-a", metavar="SELECTOR", help="elements of the first model")
    one.add_argument("--select-b", metavar="SELECTOR", help="and those to look at them with")
    one.add_argument("--deflection", type=float, default=0.001, metavar="METRES")
    one.add_argument("--angle", type=float, default=0.5, metavar="RADIANS")
    one.add_argument("--kernel", default="opencascade", help="what meshes, in IfcOpenShell")
    one.add_argument(
        "--smart-groups",
        nargs="?",
        const=3.0,
        type=float,
        metavar="METRES",
        help="number clashes by place; 3 unless given",
    )
    one.add_argument("--bcf-version", choices=("2.1", "3.0"), default="2.1")
    one.add_argument("--bcf-date", metavar="DATE", help="2026-01-31T12:00:00Z, say; now")
    one.add_argument("--fail", action="store_true", help="exit status 1 if there is a clash")
    return whole


def _sets(given: argparse.Namespace) -> Any:
    """The clash sets: a file's path, or one set of models."""
    is_sets = [path.lower().endswith(".json") for path in given.input]
    of_models = {
        f"--{key.replace('_', '-')}": getattr(given, key)
        for key in ("within", "select_a", "select_b")
    }
    if any(is_sets):
        unmeant = [key for key, value in of_models.items() if value is not None]
        if len(is_sets) > 1 or unmeant:
            what = f"{unmeant[0]} is for models" if unmeant else "one file of them at a time"
            raise ValueError(f"clash sets: {what}")
        return given.input[0]
    if len(given.input) > 2:
        raise ValueError("input: more than two models; clash sets take any number")
    a = b = given.input[0]
    if len(given.input) == 2:
        b = given.input[1]
    one: dict[str, Any] = {
        "name": " × ".join(os.path.basename(path) for path in given.input),
        "mode": "clearance",
        "clearance": given.within or 0.0,
        "check_all": True,
        "a": [_source(a, given.select_a)],
    }
    if len(given.input) == 2 or given.select_b:
        one["b"] = [_source(b, given.select_b)]
    return [one]


def _source(file: str, selector: str | None) -> dict[str, str]:
    return {"file": file} if selector is None else {"file": file, "mode": "i", "selector": selector}


def _outputs(given: argparse.Namespace, files: set[str]) -> list[str]:
    """Where to write: nothing that is read, and nothing that is there unless it is named."""
    if given.output is None and os.path.exists(OUTPUT):
        raise ValueError(f"{OUTPUT} is there already; -o {OUTPUT} writes over it")
    outputs: list[str] = given.output or [OUTPUT]
    for path in outputs:
        if not path.lower().endswith((".json", ".bcf")):
            raise ValueError(f"{path}: must end in .json or .bcf")
        if os.path.exists(path) and any(os.path.samefile(path, file) for file in files):
            raise ValueError(f"{path}: is read; another name for what is written")
    return outputs


def main() -> int:
    """Runs it; 2 after an error, which is told in a line."""
    given = parser().parse_args()
    try:
        sets = _sets(given)
        outputs = _outputs(given, set(given.input))
        how = {key: getattr(given, key) for key in ("deflection", "angle", "kernel")}
        report = clash(sets, **how)
        _outputs(given, report.files)
        if given.smart_groups is not None:
            report.smart_groups(given.smart_groups)
        for path in outputs:
            report.write(path, bcf_version=given.bcf_version, bcf_date=given.bcf_date)
        print(report.summary)
    except (ImportError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return int(given.fail and report.count > 0)


if __name__ == "__main__":
    sys.exit(main())
