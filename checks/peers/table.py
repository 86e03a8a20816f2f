"""Judges the answers that compare.sh collects and writes the tables of docs/torture.md, between
their markers.

python3 table.py CASES ANSWERS DOCUMENT        ANSWERS: the directory that compare.sh fills
"""

import collections
import json
import pathlib
import sys

import judge
import tomllib

OURS = ["clearance f64", "clearance f32"]
PEERS = ["parry f64", "parry f32", "Coal", "FCL distance", "FCL contact", "MuJoCo"]


def main():
    cases, answers, document = map(pathlib.Path, sys.argv[1:])
    rows = read(cases)
    found = {(a["peer"], a["id"]): a for a in collected(answers)}
    columns = [c for c in OURS + PEERS if any((c, row["id"]) in found for row in rows)]
    verdicts = {
        (column, row["id"]): judge.verdict(row, found[column, row["id"]])
        for column in columns
        for row in rows
    }
    text = document.read_text(encoding="utf-8")
    text = between(text, "summary", summary(rows, columns, verdicts, found))
    for family in dict.fromkeys(row["family"] for row in rows):
        members = [row for row in rows if row["family"] == family]
        text = between(text, family, table(members, columns, verdicts, found))
    document.write_text(text, encoding="utf-8")


def read(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def collected(directory):
    for column in OURS:
        for answer in read(directory / f"{column.replace(' ', '-')}.jsonl"):
            yield ours(answer) | {"peer": column}
    lock = tomllib.loads(
        (pathlib.Path(__file__).parents[2] / "Cargo.lock").read_text(encoding="utf-8")
    )
    parry = next(p["version"] for p in lock["package"] if p["name"] == "parry3d")
    for answer in read(directory / "parry.jsonl"):
        yield {"version": f"parry {parry}"} | answer
    yield from read(directory / "python.jsonl")


def ours(answer):
    """An answer of `clearance query` in the form that judge.py takes."""
    if "error" in answer:
        return {"id": answer["id"], "outcome": judge.NONE, "why": answer["error"]}
    depth = answer["penetration"]
    return answer | {"signed": answer["distance"] if depth is None else -depth}


def between(text, name, table):
    begin, end = f"<!-- {name}: generated -->\n", f"<!-- {name}: end -->"
    head, rest = text.split(begin)
    _, tail = rest.split(end)
    return f"{head}{begin}\n{table}\n{end}{tail}"


def summary(rows, columns, verdicts, found):
    lines = [["", *judge.OUTCOMES, "version"]]
    for column in columns:
        counts = collections.Counter(verdicts[column, row["id"]][0] for row in rows)
        version = found[column, rows[0]["id"]].get("version", "this tree")
        lines.append([column, *(str(counts[o] or "") for o in judge.OUTCOMES), version])
    missing = [peer for peer in PEERS if peer not in columns]
    note = f"\nNot installed when this was written: {', '.join(missing)}.\n" if missing else ""
    return markdown(lines) + note


def table(rows, columns, verdicts, found):
    peers = [column for column in columns if column not in OURS]
    lines = [["case", "truth", "clearance", "its gap", *peers]]
    for row in rows:
        key = row["id"]
        name = f"[{key}]({row['url']})" if "url" in row else key
        answer, single = found[OURS[0], key], verdicts[OURS[1], key]
        own = shown(row, answer, verdicts[OURS[0], key]) if "signed" in answer else "–"
        if answer.get("undecided"):
            own += " undecided"
        if single[0] not in (judge.RIGHT, judge.NONE):
            own += f" (f32: {single[0]} {single[1]})"
        gap = f"{answer['gap']:.0e}" if "gap" in answer else ""
        cells = [cell(verdicts[peer, key]) for peer in peers]
        lines.append([name, truth(row), own, gap, *cells])
    return markdown(lines)


def truth(row):
    truth = row["truth"]
    if row["query"] == "cast":
        return f"hit at {truth['time_of_impact']:.6g}" if truth["hit"] else "no hit"
    return judge.length(truth["signed_distance"])


def shown(row, answer, verdict):
    outcome, word = verdict
    if outcome != judge.RIGHT:
        return f"**{outcome}** {word}"
    return judge.length(answer["signed"])


def cell(verdict):
    outcome, word = verdict
    match outcome:
        case judge.RIGHT:
            return "✓"
        case judge.NEAR:
            return "≈"
        case judge.NONE:
            return "–"
        case judge.WRONG:
            return f"**{word}**"
    return f"**{outcome}**"


def markdown(lines):
    head, *body = lines
    rule = ["---"] * len(head)
    return "".join(f"| {' | '.join(line)} |\n" for line in [head, rule, *body])


if __name__ == "__main__":
    main()
