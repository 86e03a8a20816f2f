"""The example of speed and separation. Truth by closed form: a ball that brakes before a ball."""

import importlib.util
import pathlib
import sys
import xml.etree.ElementTree
from types import ModuleType

import numpy as np
import pytest

import clearance as cl

URDF = """<robot name="r"><link name="base"/><link name="ball"><collision><geometry>
<sphere radius="0.1"/></geometry></collision></link><joint name="x" type="prismatic">
<parent link="base"/><child link="ball"/><axis xyz="1 0 0"/><limit lower="-9" upper="9"/></joint>
</robot>"""


@pytest.fixture(scope="module")
def example() -> ModuleType:
    path = pathlib.Path(__file__).parents[1] / "examples" / "separation.py"
    spec = importlib.util.spec_from_file_location("separation", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["separation"] = module
    spec.loader.exec_module(module)
    return module


def test_a_stop_goes_as_far_as_by_hand(example: ModuleType) -> None:
    rule = example.Rule()
    for rate in (1.0, -0.5, 2.0):
        times, way = example.stopping([0.2, 7.0], [rate, 0.0], rule)
        lasts = 0.1 + abs(rate) / 3
        assert times[-1] == pytest.approx(lasts) and (np.diff(times) > 0).all()
        # Reaction, then rate squared over twice the brakes.
        assert way[-1, 0] == pytest.approx(0.2 + 0.1 * rate + np.sign(rate) * rate**2 / 6)
        assert (way[:, 1] == 7.0).all()
    # 0.16 once, 1.6 m/s for 0.4333 s, and 1 m/s for 0.1 s and half of 0.3333 s.
    needed = example.protective(1.0, 0.1 + 1 / 3, rule)
    assert needed == pytest.approx(0.16 + 1.6 * 0.43333333 + 0.1 + 1 / 6)


def test_room_is_what_is_left_by_hand(example: ModuleType, tmp_path: pathlib.Path) -> None:
    (tmp_path / "r.urdf").write_text(URDF)
    robot, rule = example.alone(tmp_path / "r.urdf"), example.Rule()
    r = np.random.default_rng(3)
    go = stop = 0
    for _ in range(40):
        scene = cl.Scene()
        at = float(r.uniform(0.8, 3.0))
        scene.add("person", cl.ball(0.25), [at, 0.0, 0.0])
        rate = float(r.uniform(-1.5, 2.0))
        left = example.room(robot, [0.0], [rate], cl.World(scene), rule)
        # Both head on: least at rest, or where the ball is as fast as the person the other way.
        times = np.linspace(0.0, 0.1 + abs(rate) / 3, 4001)
        braking = np.maximum(times - 0.1, 0.0)
        place = rate * times - np.sign(rate) * 3 * braking**2 / 2
        truth = float((at - place - 0.35 - 0.16 - 1.6 * times).min())
        # A piece counts the person as large as at its end; the bound may be a millimetre less.
        assert truth - 1.6 * 0.01 - 1e-3 - 1e-9 <= left <= truth + 1e-4
        go, stop = go + (left > 0), stop + (left <= 0)
    assert go >= 5 and stop >= 5


def test_it_tells_both_rules_and_draws(
    example: ModuleType,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    drawn = tmp_path / "s.svg"
    monkeypatch.setattr(sys, "argv", ["separation.py", "--svg", str(drawn)])
    example.main()
    said = capsys.readouterr().out
    assert "it may go on up to 0.35 by speeds, up to 0.40 by places" in said
    root = xml.etree.ElementTree.parse(drawn).getroot()
    assert len(root.findall("{*}polyline")) == 2 and len(root.findall("{*}polygon")) == 4
