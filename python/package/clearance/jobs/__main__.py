"""The command `python -m clearance.jobs`."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from . import _job, between, near, pairs, sweeps, tables


def parser() -> argparse.ArgumentParser:
    """The words that it takes."""
    whole = argparse.ArgumentParser(
        prog="python -m clearance.jobs", description="Jobs of many pairs and bodies in Parquet."
    )
    verbs = whole.add_subparsers(dest="verb", required=True)
    for verb, told in (
        ("near", "the near pairs of bodies"),
        ("between", "the near pairs of bodies of two tables"),
        ("pairs", "distance or depth of given pairs"),
        ("sweeps", "when given pairs first touch, B moving by a velocity"),
    ):
        one = verbs.add_parser(verb, help=told, description=told)
        one.add_argument("source", help="Parquet: a file, a folder or a pattern")
        if verb == "between":
            one.add_argument("others", help="the second table of bodies")
        one.add_argument("--shapes", required=True, help="shapes, one a line as JSON")
        one.add_argument("--out", required=True, help="the folder of answers")
        one.add_argument("--engine", default="local", help="local, dask://HOST:PORT, ray://…")
        one.add_argument("--workers", type=int, help="threads of local; all cores unless given")
        one.add_argument("--dry-run", action="store_true", help="count, and print the plan")
        one.add_argument("--quiet", action="store_true", help="no progress")
        if verb in ("near", "between"):
            one.add_argument("--within", type=float, required=True, help="a length")
            one.add_argument("--bodies-of-cell", type=int, default=_job.CELL)
        else:
            one.add_argument("--bodies", help="bodies by id, for pairs of a and b alone")
        if verb == "sweeps":
            one.add_argument("--max-time", type=float, default=1.0)
            one.add_argument("--target-distance", type=float, default=0.0)
        else:
            one.add_argument("--certify", help="an SQL expression of rows to be given evidence")
    one = verbs.add_parser("tables", help="mesh files as tables of bodies")
    one.add_argument("files", nargs="+")
    one.add_argument("--out", required=True)
    one.add_argument("--by", choices=("auto", "hull", "triangles"), default="auto")
    return whole


def main() -> int:
    """Runs it; 2 after an error, which is told in a line."""
    given = vars(parser().parse_args())
    verb = given.pop("verb")
    try:
        if verb == "tables":
            print(tables(given["files"], given["out"], by=given["by"]))
            return 0
        how: dict[str, Any] = given | {"progress": False if given.pop("quiet") else None}
        sources = [how.pop("source")] + ([how.pop("others")] if verb == "between" else [])
        verbs: dict[str, Any] = {
            "near": near,
            "between": between,
            "pairs": pairs,
            "sweeps": sweeps,
        }
        found = verbs[verb](*sources, **how)
        print(found)
        if not (found.rows - found.left_out if given["dry_run"] else found.looked_at):
            raise ValueError("the sources have no row that can be answered: nothing was looked at")
    except (ImportError, IndexError, OSError, TypeError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
