"""A scenery as SVG; in space with a script that turns it when dragged."""

from __future__ import annotations

import hashlib
import json
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ._bodies import Floats
    from ._scenery import Body, Scenery


WIDTH, HEIGHT = 560, 380
# From the camera's right, above and behind.
LIGHT = np.array([-0.4, 0.65, 0.65])


def svg(scenery: Scenery, *later: Scenery) -> str:
    """For a notebook: the picture, which also shows without its script; with later moments of the
    same bodies a slider over them."""
    whole = scenery._replace(
        bodies=[body for one in (scenery, *later) for body in one.bodies],
        points=np.concatenate([one.points for one in (scenery, *later)]),
    )
    data = [_data(one, whole) for one in (scenery, *later)]
    for one in data[1:]:
        for body in one["bodies"]:  # What does not change is told once.
            del body["f"], body["e"]
    name = "clearance-" + hashlib.sha1(json.dumps(data).encode()).hexdigest()[:10]
    picture = (
        f'<svg class="{name}" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" '
        f'style="max-width:100%;touch-action:none" aria-label="{escape(scenery.title)}">'
        f"{_drawn(scenery, whole)}</svg>"
    )
    if later:
        picture += (
            f'<br><input type="range" min="0" max="{len(later)}" value="0" aria-label="moment" '
            f'style="width:{WIDTH}px;max-width:100%">'
        )
    if scenery.dim == 2:
        return picture
    script = Path(__file__).with_name("_turn.js").read_text(encoding="utf-8")
    for word, text in (
        ("NAME", name),
        ("MIDDLE", f"[{WIDTH / 2}, {HEIGHT / 2 + 12}]"),
        ("DATA", json.dumps(data, separators=(",", ":"))),
    ):
        script = script.replace(word, text)
    return f"{picture}<script>{script}</script>"


def page(scenery: Scenery, *later: Scenery) -> str:
    """For a browser: a complete page, in one file."""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>{escape(scenery.title)}</title>"
        "<style>:root{color-scheme:light dark}body{margin:0;display:grid;place-items:center;"
        "height:100vh;font-family:system-ui,sans-serif}"
        "svg{width:min(96vw,140vh);height:auto}</style>"
        f"<main>{svg(scenery, *later)}</main>"
    )


def camera(scenery: Scenery) -> Floats:
    """Rows right, up, back: the normal lies across the picture, seen a little from above."""
    if scenery.dim == 2:
        return np.eye(2)
    normal = scenery.normal
    up = np.eye(3)[2 if abs(normal[2]) < 0.8 else 1]
    back = np.cross(normal, up)
    back /= np.linalg.norm(back)
    side = np.cross(up, back)
    # A quarter from the side and a third from above: no face of a box is seen edge-on.
    back = back + 0.35 * side + 0.45 * up
    back /= np.linalg.norm(back)
    right = np.cross(up, back)
    right /= np.linalg.norm(right)
    return np.array([right, np.cross(back, right), back])


def _fit(scenery: Scenery) -> tuple[Floats, float]:
    """The middle of everything drawn, and the pixels per unit of length."""
    view = camera(scenery)
    seen = np.concatenate([*(body.vertices for body in scenery.bodies), scenery.points]) @ view.T
    low, high = seen.min(axis=0), seen.max(axis=0)
    wide, tall = np.maximum(high[:2] - low[:2], 1e-300)
    return (low + high) / 2 @ view, float(min(0.88 * WIDTH / wide, 0.78 * HEIGHT / tall))


def _drawn(scenery: Scenery, whole: Scenery) -> str:
    """What the script draws, from the initial view."""
    view = camera(whole)
    middle, scale = _fit(whole)

    def seen(points: Floats) -> Floats:
        x = (points - middle) @ view.T * scale
        x[:, :2] = x[:, :2] * [1, -1] + [WIDTH / 2, HEIGHT / 2 + 12]
        return x

    parts: list[tuple[float, str]] = []
    for body in scenery.bodies:
        at = seen(body.vertices)
        parts += _faces(body, at) if scenery.dim == 3 else _outline(body, at)
    # Far ones first. Convex shapes do not interleave by much, and all are translucent.
    lines = [part for _, part in sorted(parts, key=lambda part: part[0])]
    ends = seen(scenery.points)[:, :2].round(1)
    style = 'stroke="currentColor" stroke-width="2" stroke-dasharray="5 3"'
    if len(ends):
        lines.append(f'<path d="{_path(ends)}" {style}/>')
    for (x, y), place in zip(ends.tolist(), scenery.touched, strict=True):
        colour = scenery.bodies[place].colour
        dot = f'cx="{x}" cy="{y}" r="4" fill="{colour}" stroke="currentColor"'
        lines.append(f"<circle {dot}/>")
    for body in scenery.bodies:
        if body.label:
            x, y, _ = np.append(seen(body.vertices).mean(axis=0), 0.0)[:3]
            lines.append(_text(x, y, body.label))
    lines.append(_text(WIDTH / 2, 22, scenery.title))
    return "".join(lines)


def _text(x: float, y: float, text: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" font-family="system-ui,sans-serif" '
        f'font-size="15" fill="currentColor">{escape(text)}</text>'
    )


def _path(points: Floats) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points[:, :2])


def _faces(body: Body, at: Floats) -> list[tuple[float, str]]:
    parts = []
    front: set[int] = set()
    for face in body.faces:
        corners = at[face]
        normal = np.cross(corners[1] - corners[0], corners[-1] - corners[0]) * [-1, 1, -1]
        if normal[2] <= 0:
            continue
        front.update(face)
        shade = max(0.0, float(normal @ LIGHT) / float(np.linalg.norm(normal)))
        style = f'fill="{_shaded(body.colour, shade)}" fill-opacity=".72"'
        parts.append((float(corners[:, 2].mean()), f'<path d="{_path(corners)}Z" {style}/>'))
    for i, j in body.edges:
        hidden = not (i in front and j in front)
        style = ' stroke-opacity=".3"' if hidden and body.faces else ""
        line = f'<path d="{_path(at[[i, j]])}" stroke="{body.colour}" stroke-width="1.5"{style}/>'
        parts.append((float(at[[i, j], 2].max()), line))
    if len(body.vertices) == 1:
        x, y, z = at[0]
        parts.append((float(z), f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{body.colour}"/>'))
    return parts


def _outline(body: Body, at: Floats) -> list[tuple[float, str]]:
    if len(at) == 1:
        return [
            (0.0, f'<circle cx="{at[0, 0]:.1f}" cy="{at[0, 1]:.1f}" r="4" fill="{body.colour}"/>')
        ]
    style = f'fill="{body.colour}" fill-opacity=".45" stroke="{body.colour}" stroke-width="2"'
    return [(0.0, f'<path d="{_path(at)}Z" {style}/>')]


def _shaded(colour: str, shade: float) -> str:
    rgb = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(c * (0.55 + 0.6 * shade))):02x}" for c in rgb)


def _data(scenery: Scenery, whole: Scenery) -> dict[str, Any]:
    """The script's data of a moment, in the frame of the camera that sees the whole, in pixels."""
    view = camera(whole)
    middle, scale = _fit(whole)

    def seen(points: Floats) -> list[list[float]]:
        rounded: list[list[float]] = (((points - middle) @ view.T) * scale).round(1).tolist()
        return rounded

    return {
        "bodies": [
            {
                "v": seen(body.vertices),
                "f": body.faces,
                "e": body.edges,
                "c": body.colour,
                "l": escape(body.label),
            }
            for body in scenery.bodies
        ],
        "points": seen(scenery.points),
        "touched": scenery.touched,
        "title": escape(scenery.title),
    }
