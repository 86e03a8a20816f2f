"""Speed and separation: may the arm go on beside a person, or must it stop now?

    python python/examples/separation.py [--svg separation.svg]

The arm of assets/arm turns towards a person who is not watched, and may walk at it in a line. At
each moment the question is what follows if it is stopped now: it runs on for the reaction time, and
brakes until it stands. Two rules answer it.

- The protective distance, as ISO/TS 15066 has it (Marvel and Norcross, "Implementing speed and
  separation monitoring in collaborative robot workcells", 2017, which is free to read): what the
  person and the robot can go until it stands, the intrusion distance and the uncertainties, in all
  S_h + S_r + S_s + C + Z_d + Z_r. It takes speeds, as if both met head on.
- Places: the person is a body that grows as fast as a person walks. The robot's least distance to
  the body over each piece of its stopping motion, proved between samples too, is to be more than it
  has grown by the end of the piece.

The numbers are made up. This is an aid to see what a stop needs, and no safety function.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import clearance as cl

ARM = Path(__file__).resolve().parents[2] / "assets" / "arm" / "arm.urdf"


class Rule(NamedTuple):
    """What is assumed, in metres and seconds."""

    walks: float = 1.6
    """The speed of a person who is not watched."""
    reaction: float = 0.1
    """From the person's measurement to the brakes."""
    brakes: float = 3.0
    """How hard each joint brakes, in its unit a square second."""
    intrusion: float = 0.1
    """How far a part of a body reaches before it is seen: C."""
    person_off: float = 0.05
    """The uncertainty of the person's place: Z_d."""
    robot_off: float = 0.01
    """The uncertainty of the robot's: Z_r."""
    step: float = 0.01
    """Between samples of the stopping motion."""

    @property
    def off(self) -> float:
        """What is added to the person at once."""
        return self.intrusion + self.person_off + self.robot_off


def stopping(q: Any, rates: Any, rule: Rule) -> tuple[Any, Any]:
    """The motion of a stop that is commanded now: times (samples,), and values (samples, joints).

    Samples lie on it, and between them it bends by brakes · step² / 8 at most: 38 µrad here, far
    below `robot_off`.
    """
    q, rates = np.asarray(q, float), np.asarray(rates, float)
    lasts = rule.reaction + np.abs(rates).max() / rule.brakes
    times = np.append(np.arange(0.0, lasts, rule.step), lasts)
    braking = np.maximum(times - rule.reaction, 0.0)[:, None]
    braking = np.minimum(braking, np.abs(rates) / rule.brakes)
    runs = np.minimum(times, rule.reaction)[:, None] + braking
    way = rates * runs - np.sign(rates) * rule.brakes * braking**2 / 2
    return times, q + way


def protective(speed: float, lasts: float, rule: Rule) -> float:
    """The protective distance of a robot no point of which is faster, which brakes evenly."""
    brakes = lasts - rule.reaction
    person = rule.walks * lasts
    robot = speed * rule.reaction + speed * brakes / 2
    return person + robot + rule.off


def pieces(robot: cl.Robot, q: Any, times: Any, world: cl.World) -> Iterator[float]:
    """The least distance over each piece between two samples, proved."""
    for i in range(len(times) - 1):
        yield robot.sweep(q[i : i + 2], times[i : i + 2], tolerance=1e-3, world=world).lower_bound


def grown(times: Any, rule: Rule) -> Any:
    """By how much a person counts as larger at some times."""
    return rule.off + rule.walks * np.asarray(times)


def room(robot: cl.Robot, q: Any, rates: Any, world: cl.World, rule: Rule) -> float:
    """What is left between the robot and the person at least, if it is stopped now."""
    times, way = stopping(q, rates, rule)
    least = np.array(list(pieces(robot, way, times, world)))
    return float((least - grown(times[1:], rule)).min())


def alone(urdf: Path) -> cl.Robot:
    """The robot without pairs of its own: only the person is asked about."""
    links = cl.Robot(urdf).links
    return cl.Robot(urdf, ignore=[(a, b) for i, a in enumerate(links) for b in links[i + 1 :]])


def person(at: Any) -> cl.World:
    """A person of 1.8 m, as a capsule of radius 0.25 m about z."""
    scene = cl.Scene()
    half = np.sqrt(0.5)
    upright = cl.Pose.xyzw([*at, 0.9], [half, 0.0, 0.0, half])
    scene.add("person", cl.capsule(0.65, 0.25), upright)
    return cl.World(scene)


class Moment(NamedTuple):
    """What both rules say when the arm stands at an angle."""

    angle: float
    distance: float
    needed: float
    left: float


def course(robot: cl.Robot, world: cl.World, rate: float, rule: Rule) -> list[Moment]:
    """The arm on its way to the person, with its elbow a little bent."""
    found = []
    for angle in np.linspace(-0.8, 1.2, 41):
        q, rates = [angle, 0.3, 0.1], [rate, 0.0, 0.0]
        nearest = robot.nearest(q, world=world)
        assert nearest is not None
        # No point of it is farther from the shoulder.
        speed = rate * 2.31
        needed = protective(speed, rule.reaction + rate / rule.brakes, rule)
        left = room(robot, q, rates, world, rule)
        found.append(Moment(float(angle), float(nearest.distance - nearest.gap), needed, left))
    return found


def picture(robot: cl.Robot, at: Any, moment: Moment, rate: float, rule: Rule) -> str:
    """Left the stop from above, right the proved distance and by how much the person has grown."""
    times, way = stopping([moment.angle, 0.3, 0.1], [rate, 0.0, 0.0], rule)
    least = np.array(list(pieces(robot, way, times, person(at))))

    def spot(x: float, y: float) -> str:
        return f"{130 + 75 * x:.1f},{330 - 75 * y:.1f}"

    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 390" font-family="sans-serif" '
        'font-size="13"><rect width="760" height="390" fill="#fff"/>'
    ]
    for sample, colour in ((0, "#c9d2da"), (len(times) - 1, "#5b6b7a")):
        placed = robot.forward_kinematics(way[sample])
        for name in ("upper", "fore"):
            frame = placed[robot.links.index(name)]
            corners = np.array([[0, 0.125], [1, 0.125], [1, -0.125], [0, -0.125]])
            turned = corners @ frame[:2, :2].T + frame[:2, 3]
            points = " ".join(spot(*corner) for corner in turned)
            out.append(f'<polygon points="{points}" fill="{colour}" stroke="#333"/>')
        for name in ("left", "right"):
            finger = placed[robot.links.index(name)]
            x, y = spot(*finger[:2, 3]).split(",")
            out.append(f'<circle cx="{x}" cy="{y}" r="3.8" fill="{colour}" stroke="#333"/>')
    x, y = spot(*at).split(",")
    for radius, style in (
        (0.25 + float(grown(times[-1], rule)), 'fill="#d63a2f" fill-opacity="0.2"'),
        (0.25, 'fill="#d63a2f"'),
    ):
        out.append(f'<circle cx="{x}" cy="{y}" r="{75 * radius:.1f}" {style}/>')
    out.append(
        '<text x="20" y="30">Stopped now, the arm comes to rest where it is dark; till</text>'
    )
    out.append('<text x="20" y="48">then the person can get as far as the pale circle.</text>')
    # Seconds to the right, metres up.
    high = 1.1 * max(least.max(), float(grown(times[-1], rule)))

    def dot(time: float, length: float) -> str:
        return f"{450 + 280 * time / times[-1]:.1f},{330 - 270 * length / high:.1f}"

    ends = zip(times[:-1], times[1:], least, strict=True)
    steps = " ".join(f"{dot(a, d)} {dot(b, d)}" for a, b, d in ends)
    walks = " ".join(dot(t, float(grown(t, rule))) for t in times)
    out.append(f'<polyline points="{steps}" fill="none" stroke="#5b6b7a" stroke-width="2"/>')
    out.append(f'<polyline points="{walks}" fill="none" stroke="#d63a2f" stroke-width="2"/>')
    out.append('<path d="M450,60V330H730" fill="none" stroke="#333"/>')
    for length in np.arange(0.0, high, 0.5):
        _, height = dot(0.0, length).split(",")
        out.append(
            f'<text x="442" y="{float(height) + 4:.1f}" text-anchor="end">{length:.1f}</text>'
        )
    out.append(f'<text x="730" y="350" text-anchor="end">{times[-1]:.2f} s</text>')
    out.append('<text x="450" y="350">0</text>')
    out.append('<text x="450" y="30" fill="#5b6b7a">proved distance from the person, m</text>')
    out.append(
        '<text x="450" y="48" fill="#d63a2f">what the person can have gone, and margins, m</text>'
    )
    return "\n".join([*out, "</svg>\n"])


def main() -> None:
    """Prints both rules along the way; draws the last moment at which places let it go on."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--svg", type=Path)
    given = parser.parse_args()
    rule, rate, at = Rule(), 1.0, [0.4, 2.3]
    robot, world = alone(ARM), person(at)
    found = course(robot, world, rate, rule)
    print("shoulder  distance  protective distance  room by places")
    for moment in found[::4]:
        rules = (moment.distance >= moment.needed, moment.left > 0)
        said = " and ".join("go" if go else "stop" for go in rules)
        print(
            f"{moment.angle:8.2f}  {moment.distance:8.3f}  {moment.needed:19.3f}  "
            f"{moment.left:14.3f}   {said}"
        )
    by_speeds = [moment for moment in found if moment.distance >= moment.needed]
    by_places = [moment for moment in found if moment.left > 0]
    if not by_speeds or not by_places:
        raise SystemExit("it must stand from the begin")
    first, last = by_speeds[-1].angle, by_places[-1].angle
    print(f"it may go on up to {first:.2f} by speeds, up to {last:.2f} by places")
    if given.svg:
        given.svg.write_text(picture(robot, at, by_places[-1], rate, rule))


if __name__ == "__main__":
    main()
