"""A program like those that users write; checked by `mypy --strict`, not run."""

from typing import Any

import numpy as np
from typing_extensions import assert_type

import clearance as cl
import clearance.arrow
import clearance.mujoco
from clearance.pinocchio import from_pinocchio


def nearest(shapes: list[cl.Shape], path: np.ndarray) -> float:
    """The least clearance of any shape along a path."""
    found: cl.Proximity = cl.proximity(shapes, None, cl.ball(0.5), path)
    least: float = found.distance.min()
    apart = cl.distance(
        shapes[0], None, cl.cuboid([1, 2, 3]), cl.Pose.xyzw(path, [0, 0, 0, 1]), threads=0
    )
    if apart is not None and not bool(apart.intersects):
        least = min(least, apart.gap)
    out = cl.depth(shapes[0], None, shapes[1], None)
    if out is not None:
        least -= out.depth
    proof: cl.Certificate = cl.certificate(shapes[0], None, shapes[1], np.eye(4))
    words: str = cl.verify(proof)
    seen = cl.cast_ray(shapes, None, path, [1, 0, 0], max_time=2, threads=0)
    if seen is not None and seen.hit.any():
        least = min(least, seen.time_low.min())
    fall: cl.Cast | None = cl.cast(shapes[0], None, shapes[1], path, path, at_start="ignore")
    if fall is not None and fall.outcome is cl.Outcome.UNDECIDED:
        least += cl.mass_properties(shapes).volume.sum()
    spin = cl.Motion(path, angular_velocity=[0, 0, 1], center=np.zeros(3))
    turned = cl.time_of_impact(shapes[0], spin, shapes[1], cl.Motion.between(None, np.eye(4)))
    if turned is not None:
        least = min(least, float(spin.at(turned.time_low)[0, 3]))
    return least if proof.status is cl.Status.SEPARATED else -len(words)


def least_of_models(
    geometries: object, placed: object, model: object, table: dict[str, object]
) -> float:
    """Models and tables of other libraries, whose types are not known here."""
    found = cl.proximity(*from_pinocchio(geometries).placed(placed))
    named: tuple[str, str] = clearance.mujoco.pairs(model, leave_out=["floor"]).named(0)
    answers: clearance.arrow.ArrowArray = clearance.arrow.proximity(
        table["a"], None, table["b"], shapes="shapes.jsonl", bodies=(table["shape"], table["pose"])
    )
    if found.pair is None and named:
        found.show("browser")
    return float(found.distance.min()) + len(answers)


def least_of_a_robot(path: np.ndarray) -> float:
    """A robot's nearest pair, at samples and between."""
    robot = cl.Robot("arm.urdf", srdf="arm.srdf", packages={"arm": "."}, ignore=[("a", "b")])
    start = robot.configuration({robot.joints[0]: 1.0}, state=robot.states[0])
    near = robot.nearest(start)
    bound: float = robot.sweep(path, margin=0.01).lower_bound
    every: cl.LinkDistances = robot.distances(path, threads=0)
    if near is not None and not every.intersects.any() and not robot.collides(start):
        bound += near.distance + float(robot.forward_kinematics(start)[0, 0, 3])
    return bound


def near_pairs(poses: np.ndarray) -> list[tuple[str, str]]:
    """The names of near objects, in two scenes."""
    room, parts = cl.Scene.from_file("room.glb", by="triangles"), cl.Scene()
    parts.add("ball", cl.ball(1.0), [0, 0, 1], padding=0.1)
    parts.move(["ball"], poses[:1])
    parts.poses = poses
    nearest = room.nearest(parts, allow=[("wall", "ball")])
    found = room.pairs_within(0.5, parts, threads=0)
    if nearest is not None and nearest["inside"] == cl.Inside.B_IN_A:
        found = found[found["distance"] < 0]
    return [(room.names[a], parts.names[b]) for a, b in zip(found["a"], found["b"], strict=True)]


def one_pair(box: cl.Shape) -> float:
    """Numbers of one pair are a float and a bool, in an editor too."""
    found = cl.proximity(box, None, cl.ball(0.5), [3.0, 0, 0])
    assert_type(found.distance, float)
    assert_type(found.intersects, bool)
    assert_type(found.status, cl.Status)
    assert_type(cl.intersects(box, [0, 0, 1], cl.ball(0.5), None), bool)
    assert_type(cl.verdict(box, None, box, (0.0, 1.0, 2.0)), cl.Status)
    apart = cl.distance(box, None, box, [3.0, 0.0, 0.0])
    return found.gap if apart is None else apart.distance


def many_pairs(box: cl.Shape, at: np.ndarray) -> None:
    """Of arrays it is not known."""
    assert_type(cl.intersects(box, None, box, at), Any)
    assert_type(cl.proximity([box, box], None, box, [3.0, 0.0, 0.0]).distance, Any)
