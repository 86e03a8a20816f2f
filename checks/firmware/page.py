"""The rows of docs/controllers.md, as `table.tsv` and `worst.tsv` have their numbers."""

import pathlib

PAGE = pathlib.Path(__file__).parent / "../../docs/controllers.md"

NAMES = {
    "distance_ball_ball": "`distance`, balls",
    "distance_capsule_capsule": "`distance`, capsules",
    "distance_capsule_box": "`distance`, capsule and box",
    "intersects_capsule_box": "`intersects`, capsule and box",
    "proximity_box_box": "`proximity`, boxes",
    "proximity_hull_hull": "`proximity`, 12 points each",
    "cast_capsule_box": "`cast`, capsule and box",
    "impact_capsule_box": "`time_of_impact`, capsule and box",
    "impact_capsule_capsule": "`time_of_impact`, capsules",
    "manifold_box_box": "manifold, boxes",
}
# Text and stack of these stand side by side.
BESIDE = ["m7-small", "m7-fast-lean", "m7-fast", "x86-64-small-lean", "x86-64-small"]

Rows = dict[tuple[str, str], list[str]]


def grouped(number: str) -> str:
    """Digits in threes."""
    return f"{int(number):,}".replace(",", " ")


def row(verb: str, cells: list[str]) -> str:
    """A row of a table."""
    return "| " + " | ".join([NAMES[verb], *cells]) + " |"


def counted(build: str, verb: str, worst: Rows) -> list[str]:
    """Painted stack and instructions of a build."""
    mean, most, _, painted, _ = worst[build, verb]
    # Contact points have none.
    budget = "no budget" if verb.startswith("manifold") else grouped(worst[f"{build}-50", verb][1])
    return [grouped(painted), grouped(mean), grouped(most), budget]


def rows(table: Rows, worst: Rows) -> list[str]:
    """All rows."""
    found = []
    for verb in NAMES:
        for build in ["m7-small-lean", "m4f-small-lean"]:
            size = [grouped(number) for number in table[build, verb][:2]]
            found.append(row(verb, size + counted(build, verb, worst)))
        sizes = [table[build, verb] for build in BESIDE]
        found.append(
            row(verb, [f"{grouped(text)} / {grouped(stack)}" for text, stack, *_ in sizes])
        )
        found.append(row(verb, counted("m7-fast", verb, worst)))
    return found


def missing(table: Rows, worst: Rows) -> list[str]:
    """What the page should say and does not."""
    lines = set(PAGE.read_text().splitlines())
    return [line for line in rows(table, worst) if line not in lines]
