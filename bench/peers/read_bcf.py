"""Reads the BCF files of `clearance clash` back with another library, IfcOpenShell's bcf-client.

    pip install bcf-client
    clearance clash A B --within D --csv pairs.csv --bcf topics.bcf --bcf-version 3.0
    python bench/peers/read_bcf.py pairs.csv topics.bcf ...

Every clash of the table must have one topic with its title, and a viewpoint that selects both
objects, draws the line from point to point and looks at its middle. The up axis of the files must
be z. Exits with 1 if a file differs from this.
"""

import csv
import math
import sys
from pathlib import Path

import bcf.bcfxml


def name(component):
    return component.ifc_guid or component.authoring_tool_id


def place(point):
    return (point.x, point.y, point.z)


def views(handler):
    for view in handler.viewpoints.values():
        yield view.visualization_info


def wrong(row, topic, found):
    """Where a topic differs from its row of the table."""
    if topic.topic_type != "Clash" or topic.topic_status != "Active":
        yield "type or status"
    found = list(found)
    if len(found) != 1:
        yield f"{len(found)} viewpoints"
        return
    (view,) = found
    components = [name(each) for each in view.components.selection.component]
    if components != [row["a"], row["b"]]:
        yield f"selects {components}"
    ends = [tuple(float(row[f"point_{side}_{axis}"]) for axis in "xyz") for side in "ab"]
    (line,) = view.lines.line
    if [place(line.start_point), place(line.end_point)] != ends:
        yield "another line"
    camera = view.perspective_camera
    eye, towards = place(camera.camera_view_point), place(camera.camera_direction)
    upward = place(camera.camera_up_vector)
    to = [(p + q) / 2 - e for p, q, e in zip(*ends, eye, strict=True)]
    along = sum(x * y for x, y in zip(to, towards, strict=True))
    if math.dist(to, [along * x for x in towards]) > 1e-9 * along:
        yield "looks elsewhere"
    if abs(sum(x * y for x, y in zip(upward, towards, strict=True))) > 1e-9:
        yield "up is not across"


def main():
    table, *files = sys.argv[1:]
    with open(table, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["class"] == "clash"]
    if not rows or not files:
        sys.exit("a table with clashes, and BCF files of the same run")
    titles = {f"clash: {row['a']} × {row['b']}": row for row in rows}
    bad = 0
    for path in files:
        with bcf.bcfxml.load(Path(path)) as file:
            handlers = list(file.topics.values())
            said = [handler.topic.title for handler in handlers]
            if sorted(said) != sorted(titles):
                bad += 1
                print(f"{path}: {len(said)} topics for {len(titles)} clashes, or other titles")
                continue
            for handler in handlers:
                row = titles[handler.topic.title]
                for what in wrong(row, handler.topic, views(handler)):
                    bad += 1
                    print(f"{path}: {handler.topic.title}: {what}")
            print(f"{path}: version {file.version.version_id}, {len(handlers)} topics read back")
    sys.exit(bad > 0)


main()
